"""The working memory of a search, one for each thread."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from kolej.rules.state import PLACES, PLAYERS, ROUTES, TICKETS
from kolej.rules.structs import Bits, Numbers, One, Reals, Set, Wide

CANDIDATES = 24
"""The most actions that are tried."""


class Work(NamedTuple):
    seed: Set
    """What the luck of every round is made from."""
    start: Set
    """The luck of a round once its hidden cards are dealt: all candidates go on from it."""
    telling: Annotated[Reals, (PLAYERS, TICKETS)]
    """By player and ticket: the logarithm of how strongly the player's routes suggest the ticket."""
    explains: Annotated[Bits, (PLAYERS, TICKETS, 2)]
    """The player's routes that lie on the shortest way of the ticket."""
    wanted: Annotated[Reals, (ROUTES,)]
    """For each route, the share of guesses in which another player needs it."""
    row: Annotated[Numbers, (CANDIDATES,)]
    style: Annotated[Numbers, (CANDIDATES,)]
    """Which of the minds plays on for the seat after this candidate."""
    alive: Annotated[Numbers, (CANDIDATES,)]
    """1 if the candidate is still being tried."""
    tried: One
    """How many candidates there are."""
    next: One
    """The candidate to play next in this round."""
    round: Annotated[Wide, (1,)]
    """The round being played: one guess of what is hidden, on which every candidate is tried."""
    stride: One
    """How many threads divide the rounds among themselves."""
    rollouts: Annotated[Wide, (1,)]
    """Games played to the end so far."""
    decisions: Annotated[Wide, (1,)]
    """Decisions made in them."""
    cost: Annotated[Reals, (ROUTES,)]
    """Scratch space from here on. Trains that a route takes; negative for closed ones."""
    far: Annotated[Reals, (PLACES,)]
    """Trains from one place to every other."""
    back: Annotated[Numbers, (PLACES,)]
    """The route by which a place was reached."""
    plain: Annotated[Reals, (TICKETS,)]
    """Trains between the cities of a ticket on an empty board."""
