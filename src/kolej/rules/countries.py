"""Country cards: what a claim wins on a board with countries (P2-P6)."""

from __future__ import annotations

from typing import Any

from kolej.rules.board import Board
from kolej.rules.jit import U, bit, lowest, popcount, rule
from kolej.rules.luck import NOTE_COUNTRY, Luck, note
from kolej.rules.network import join_routes
from kolej.rules.state import State
from kolej.rules.structs import Numbers

NOTHING, WINS, FIRST, BEFORE, UNPAID = range(5)
"""The outcome of a claim for country cards: not concerned; wins some; or wins none because its country is the
first of the network, because the network held it before, or because inland routes join countries unpaid.
"""


@rule
def countries_in(board: Board, low: Any, high: Any, group: Numbers, name: int) -> Any:
    """The countries of one network, as bits."""
    found = U(0)
    while low:
        route = lowest(low)
        low &= low - U(1)
        if board.country[route] >= 0 and group[board.route_a[route]] == name:
            found |= bit(board.country[route])
    while high:
        route = 64 + lowest(high)
        high &= high - U(1)
        if board.country[route] >= 0 and group[board.route_a[route]] == name:
            found |= bit(board.country[route])
    return found


@rule
def paid_countries(board: Board, low: Any, high: Any, group: Numbers) -> Any:
    """The countries in networks of at least two countries, as bits."""
    paid = U(0)
    for route in range(board.route_count[0]):
        mine = low & bit(route) if route < 64 else high & bit(route - 64)
        if mine and board.country[route] >= 0:
            net = countries_in(board, low, high, group, group[board.route_a[route]])
            if popcount(net) > 1:
                paid |= net
    return paid


@rule
def joined_countries(board: Board, low: Any, high: Any, group: Numbers, route: int) -> Any:
    """The countries of the network that a claim creates, given the routes and groups before it."""
    joins = countries_in(board, low, high, group, group[board.route_a[route]])
    joins |= countries_in(board, low, high, group, group[board.route_b[route]])
    if board.country[route] >= 0:
        joins |= bit(board.country[route])
    return joins


@rule
def outcome(board: Board, low: Any, high: Any, group: Numbers, route: int) -> int:
    """The outcome of a claim for country cards (P3, P4), given the routes and groups before it."""
    here = countries_in(board, low, high, group, group[board.route_a[route]])
    there = countries_in(board, low, high, group, group[board.route_b[route]])
    both = here | there
    country = board.country[route]
    if country >= 0:
        if not both:
            return FIRST
        if not both & bit(country):
            return WINS
        return WINS if board.every_border_pays[0] and popcount(both) > 1 else BEFORE
    if popcount(both) < 2 or both == here or both == there:
        return NOTHING
    if board.inland_links_pay[0] and both & ~paid_countries(board, low, high, group):
        return WINS
    return UNPAID


@rule
def take_cards(board: Board, state: State, luck: Luck, player: int, route: int) -> None:
    """After a claim, take the top card of every country that it wins; an empty stack gives nothing (P3)."""
    if board.country_count[0] == 0 or (board.country[route] < 0 and not board.inland_links_pay[0]):
        return
    low = state.owned[player, 0]
    high = state.owned[player, 1]
    if route < 64:
        low &= ~bit(route)
    else:
        high &= ~bit(route - 64)
    join_routes(board, low, high, luck.group)
    if outcome(board, low, high, luck.group, route) != WINS:
        return
    won = joined_countries(board, low, high, luck.group, route)
    while won:
        country = lowest(won)
        won &= won - U(1)
        card = state.stack_next[country]
        if card < board.stack_size[country]:
            state.card_owner[country, card] = player
            state.stack_next[country] = card + 1
            note(luck, NOTE_COUNTRY, country)
