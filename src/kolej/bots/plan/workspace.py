"""A planner's workspace: its weights, and what it works out for one decision."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from kolej.bots.plan.weights import BEST
from kolej.rules.network import DEPTH
from kolej.rules.state import COUNTRIES, PLACES, PLAYERS, ROUTES, TICKETS
from kolej.rules.structs import Bits, Numbers, One, Reals, Set

HUGE = 1e6
"""A cost too high for anything."""


class Mind(NamedTuple):
    seed: Set
    """The seed: two bots with the same weights make different mistakes."""
    usable: Annotated[Bits, (2,)]
    """Routes that paths may use: owned ones, free ones, and others' that stations could borrow."""
    free: Annotated[Bits, (2,)]
    """Routes that the seat may claim and has enough trains for."""
    plan: Annotated[Bits, (2,)]
    """Routes to claim: first for tickets and countries, then for points."""
    needed: Annotated[Bits, (2,)]
    """Routes of the plan that tickets or countries need."""
    borrowed: Annotated[Bits, (2,)]
    """Routes of other players that the plan would borrow with stations."""
    planned: Set
    """Tickets that the plan completes."""
    missed: Set
    """Tickets held that the plan does not complete."""
    made: Set
    """Tickets that owned routes already complete."""
    weight: Annotated[Reals, (len(BEST),)]
    turns: Annotated[Reals, (ROUTES,)]
    """How many turns a route takes: cards and claim."""
    price: Annotated[Reals, (ROUTES,)]
    """What a route costs in points, less what it scores."""
    cost: Annotated[Reals, (ROUTES,)]
    """The same for finding paths: 0 for what is owned or planned."""
    distance: Annotated[Reals, (PLACES,)]
    apart: Annotated[Reals, (TICKETS,)]
    """What connecting a ticket's cities would cost by itself."""
    gain: Annotated[Reals, (9,)]
    """How much a card of each kind shortens the plan, in cards."""
    unseen: Annotated[Reals, (9,)]
    """The share of each kind among the cards that the seat has not seen."""
    left: Annotated[Reals, (1,)]
    """The seat's remaining turns until the game ends, including this one; an estimate."""
    plan_turns: Annotated[Reals, (1,)]
    """Turns that the needed routes take together."""
    lack: Annotated[Reals, (1,)]
    """Cards that the plan lacks; those for tickets and countries count for more."""
    tickets_gain: Annotated[Reals, (1,)]
    """Expected value of drawing tickets."""
    draw_value: Annotated[Reals, (1,)]
    chance: Annotated[Reals, (TICKETS,)]
    """Each ticket's chance to be among those drawn next."""
    sorted_chance: Annotated[Reals, (TICKETS,)]
    """The same in the order of ``apart``."""
    path_rate: Annotated[Reals, (1,)]
    """Points of the longest path's bonus that one more train in the own path is worth."""
    trail: Annotated[Bits, (DEPTH, 6)]
    """Steps of the path being tried."""
    path_known: Annotated[Bits, (PLAYERS, 3)]
    """For which board and routes ``path`` holds: kept between decisions, as it follows from them."""
    path: Annotated[Numbers, (PLAYERS,)]
    """The longest path of each player."""
    reach: Annotated[Numbers, (PLACES,)]
    """The longest path from each place over owned and planned routes."""
    blocks: Annotated[Bits, (2,)]
    """Free routes that other players seem to need."""
    lent: Annotated[Bits, (2,)]
    """Routes of others that a station of the seat already lends and that the plan may use for nothing."""
    used_lenders: One
    """A bit for each built station that lends a route of the plan."""
    lenders: Annotated[Bits, (2,)]
    """The same for all of its stations, also where the plan already borrows another route."""
    back: Annotated[Numbers, (PLACES,)]
    """The route by which a place was reached."""
    group: Annotated[Numbers, (PLACES,)]
    """Connected groups of places, by owned and planned routes."""
    own: Annotated[Numbers, (PLACES,)]
    """Connected groups of places, by owned routes."""
    size: Annotated[Numbers, (PLACES,)]
    """Trains of each group."""
    hand: Annotated[Numbers, (9,)]
    """The trial hand: a copy to try payments and draws on."""
    surplus: Annotated[Numbers, (9,)]
    """Cards beyond what the plan needs; negative where cards are missing."""
    swapped: Annotated[Numbers, (9,)]
    """Cards to swap for the claim valued last."""
    stack: Annotated[Numbers, (COUNTRIES,)]
    """The next card of each country, as far as the plan has gone."""
    trains: One
    """Trains that the plan leaves unused."""
    row: One
    """The best payment for the route valued last."""
