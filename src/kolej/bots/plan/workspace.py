"""A planner's paper: how it weighs things, and what it works out for one decision."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from kolej.bots.plan.weights import BEST
from kolej.rules.state import COUNTRIES, PLACES, ROUTES, TICKETS
from kolej.rules.structs import Bits, Numbers, One, Reals, Set

HUGE = 1e6
"""A cost that nothing is worth."""


class Mind(NamedTuple):
    seed: Set
    """What tells two bots of the same kind apart where they err."""
    usable: Annotated[Bits, (2,)]
    """Routes that ways may go over: own ones, free ones, and others' where stations could borrow them."""
    free: Annotated[Bits, (2,)]
    """Routes that the seat may claim and has the trains for."""
    plan: Annotated[Bits, (2,)]
    """Routes to claim: for tickets and countries first, then for their points."""
    needed: Annotated[Bits, (2,)]
    """Those of the plan that tickets or countries need."""
    borrowed: Annotated[Bits, (2,)]
    """Routes of others that the plan would borrow by stations."""
    planned: Set
    """Tickets that the plan completes."""
    missed: Set
    """Tickets held that it does not."""
    made: Set
    """Tickets that own routes join already."""
    weight: Annotated[Reals, (len(BEST),)]
    turns: Annotated[Reals, (ROUTES,)]
    """How many turns a route takes, cards and claim."""
    price: Annotated[Reals, (ROUTES,)]
    """What a route costs in points, less what it brings."""
    cost: Annotated[Reals, (ROUTES,)]
    """The same for ways: nothing for what is there or planned."""
    distance: Annotated[Reals, (PLACES,)]
    apart: Annotated[Reals, (TICKETS,)]
    """What joining a ticket's cities would cost by itself."""
    gain: Annotated[Reals, (9,)]
    """By how much a card of each kind shortens the plan, in cards."""
    unseen: Annotated[Reals, (9,)]
    """The share of each kind among the cards that the seat has not seen."""
    left: Annotated[Reals, (1,)]
    """Turns of the seat until the game ends, this one included, as far as can be seen."""
    plan_turns: Annotated[Reals, (1,)]
    """Turns that the needed routes take together."""
    lack: Annotated[Reals, (1,)]
    """Cards that the plan lacks; those that tickets and countries need count for more."""
    tickets_gain: Annotated[Reals, (1,)]
    """What drawing tickets is expected to bring."""
    draw_value: Annotated[Reals, (1,)]
    back: Annotated[Numbers, (PLACES,)]
    """The route by which a place is reached."""
    group: Annotated[Numbers, (PLACES,)]
    """Places that own routes and the plan join."""
    own: Annotated[Numbers, (PLACES,)]
    """Places that own routes join."""
    size: Annotated[Numbers, (PLACES,)]
    """Trains of each group."""
    hand: Annotated[Numbers, (9,)]
    """A hand in thought."""
    surplus: Annotated[Numbers, (9,)]
    """Cards beyond what the plan needs; below 0 where it lacks some."""
    swapped: Annotated[Numbers, (9,)]
    """Cards to swap for the claim that was weighed last."""
    stack: Annotated[Numbers, (COUNTRIES,)]
    """The next card of each country, in thought."""
    trains: One
    """Trains that the plan leaves."""
    row: One
    """The payment that was found best for the route weighed last."""
