"""Country cards: what a claim wins where the board has neighbours (P2-P6)."""

from __future__ import annotations

from typing import Any

from kolej.rules.board import Board
from kolej.rules.jit import U, bit, lowest, popcount, rule
from kolej.rules.luck import NOTE_COUNTRY, Luck, note
from kolej.rules.network import join_routes
from kolej.rules.state import State
from kolej.rules.structs import Numbers


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
def paid_before(board: Board, low: Any, high: Any, group: Numbers, country: int) -> bool:
    """Whether the country was in a network of two countries or more."""
    for route in range(board.route_count[0]):
        mine = low & bit(route) if route < 64 else high & bit(route - 64)
        if mine and board.country[route] == country:
            if popcount(countries_in(board, low, high, group, group[board.route_a[route]])) > 1:
                return True
    return False


@rule
def wins_cards(board: Board, state: State, player: int, route: int, group: Numbers) -> Any:
    """The countries whose cards the claim of this route wins; it is the player's already."""
    low = state.owned[player, 0]
    high = state.owned[player, 1]
    join_routes(board, low, high, group)
    now = countries_in(board, low, high, group, group[board.route_a[route]])
    if popcount(now) < 2:
        return U(0)
    if board.country[route] >= 0 and board.every_border_pays[0]:
        return now
    if route < 64:
        low &= ~bit(route)
    else:
        high &= ~bit(route - 64)
    join_routes(board, low, high, group)
    country = board.country[route]
    if country >= 0:
        before = countries_in(board, low, high, group, group[board.route_a[route]])
        before |= countries_in(board, low, high, group, group[board.route_b[route]])
        return U(0) if before & bit(country) else now
    rest = now
    while rest:
        country = lowest(rest)
        rest &= rest - U(1)
        if not paid_before(board, low, high, group, country):
            return now
    return U(0)


@rule
def take_cards(board: Board, state: State, luck: Luck, player: int, route: int) -> None:
    """After a claim: the top card of every country that it wins; an empty stack gives nothing (P3)."""
    if board.country_count[0] == 0 or (board.country[route] < 0 and not board.inland_links_pay[0]):
        return
    won = wins_cards(board, state, player, route, luck.group)
    while won:
        country = lowest(won)
        won &= won - U(1)
        card = state.stack_next[country]
        if card < board.stack_size[country]:
            state.card_owner[country, card] = player
            state.stack_next[country] = card + 1
            note(luck, NOTE_COUNTRY, country)
