"""What a claim would do besides scoring: country cards, twins that it closes, the last round."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from kolej.rules.board import Board
from kolej.rules.claim import few_players
from kolej.rules.countries import NOTHING, joined_countries, outcome
from kolej.rules.jit import U, lowest, rule, whole
from kolej.rules.network import join_routes
from kolej.rules.state import PLACES, ROUTES, State
from kolej.rules.structs import Bits, Numbers, One


class Foresight(NamedTuple):
    """The claims with such effects, one after another."""

    size: One
    """Number of claims."""
    route: Annotated[Numbers, (ROUTES,)]
    outcome: Annotated[Numbers, (ROUTES,)]
    """Outcome for country cards, as in ``countries``."""
    joins: Annotated[Bits, (ROUTES,)]
    """The countries of the network that the claim creates, as bits."""
    last: Annotated[Numbers, (ROUTES,)]
    """Whether the last round would begin (C17)."""
    closes: Annotated[Bits, (ROUTES, 2)]
    """Routes that nobody could claim any more (C9)."""
    group: Annotated[Numbers, (PLACES,)]
    """Scratch space."""


@rule
def foresee(board: Board, state: State, player: int, found: Foresight) -> None:
    """Examine each route that the player may still claim, regardless of cards and trains."""
    found.size[0] = 0
    join_routes(board, state.owned[player, 0], state.owned[player, 1], found.group)
    for word in range(2):
        routes = state.claimable[player, word]
        while routes:
            route = whole(64 * word + lowest(routes))
            routes &= routes - U(1)
            foresee_claim(board, state, player, route, found)


@rule
def foresee_claim(board: Board, state: State, player: int, route: int, found: Foresight) -> None:
    """Add a claim to the list if it has an effect."""
    low = state.owned[player, 0]
    high = state.owned[player, 1]
    cards = whole(NOTHING)
    joins = U(0)
    if board.country_count[0]:
        cards = whole(outcome(board, low, high, found.group, route))
        joins = joined_countries(board, low, high, found.group, route)
    closed_low = U(0)
    closed_high = U(0)
    if few_players(board, state):
        closed_low = board.all_closes[route, 0]
        closed_high = board.all_closes[route, 1]
    left = state.trains[player] - board.length[route]
    last = state.last_turns[0] < 0 and left <= board.last_round_at[0]
    if cards != NOTHING or closed_low or closed_high or last:
        place = found.size[0]
        found.route[place] = route
        found.outcome[place] = cards
        found.joins[place] = joins
        found.last[place] = last
        found.closes[place, 0] = closed_low
        found.closes[place, 1] = closed_high
        found.size[0] = place + 1
