"""What a player's trains connect, and the longest path through them (C13, C14)."""

from __future__ import annotations

from typing import Any

from kolej.rules.board import Board
from kolej.rules.jit import U, bit, lowest, popcount, rule, whole
from kolej.rules.state import PLACES
from kolej.rules.structs import Bits, Numbers

DEPTH = 104
"""The most routes in a path: as many as a player has trains."""


@rule
def merge(group: Numbers, a: int, b: int) -> None:
    """Join the groups of two places."""
    old = group[a]
    new = group[b]
    if old != new:
        for place in range(PLACES):
            here = group[place]
            group[place] = new if here == old else here


@rule
def join_routes(board: Board, low: Any, high: Any, group: Numbers) -> None:
    """group[place]: equal for two places that these routes connect."""
    for place in range(PLACES):
        group[place] = place
    while low:
        route = lowest(low)
        low &= low - U(1)
        merge(group, board.route_a[route], board.route_b[route])
    while high:
        route = 64 + lowest(high)
        high &= high - U(1)
        merge(group, board.route_a[route], board.route_b[route])


@rule
def total_length(board: Board, low: Any, high: Any) -> int:
    total = 0
    while low:
        total += board.length[lowest(low)]
        low &= low - U(1)
    while high:
        total += board.length[64 + lowest(high)]
        high &= high - U(1)
    return total


@rule
def touched(board: Board, low: Any, high: Any) -> Any:
    """The places at the ends of these routes."""
    places = U(0)
    while low:
        route = lowest(low)
        low &= low - U(1)
        places |= bit(board.route_a[route]) | bit(board.route_b[route])
    while high:
        route = 64 + lowest(high)
        high &= high - U(1)
        places |= bit(board.route_a[route]) | bit(board.route_b[route])
    return places


@rule
def shortest_at(board: Board, place: int, low: Any, high: Any) -> int:
    """The length of the shortest of these routes that touches the place."""
    least = 99
    here = board.at_place[place, 0] & low
    while here:
        least = min(least, board.length[lowest(here)])
        here &= here - U(1)
    here = board.at_place[place, 1] & high
    while here:
        least = min(least, board.length[64 + lowest(here)])
        here &= here - U(1)
    return least


@rule
def path_bound(board: Board, odd: Any, low: Any, high: Any) -> int:
    """An upper bound: a path omits a route at all but two of the places where an odd number of routes meet.

    An omitted route serves two such places at best, so half of the shortest ones are lost.
    """
    lost = 0
    most = 0
    second = 0
    rest = odd
    while rest:
        place = lowest(rest)
        rest &= rest - U(1)
        least = shortest_at(board, place, low, high)
        lost += least
        if least > most:
            second = most
            most = least
        elif least > second:
            second = least
    lost -= most + second
    return total_length(board, low, high) - (lost + 1) // 2


@rule
def longest_from(
    board: Board, start: int, low: Any, high: Any, bound: int, best: int, trail: Bits, path: Numbers
) -> int:
    """The longest path from a place over these routes, if longer than best; its routes are written to path.

    trail[depth] holds a step: place, routes not yet tried there (2), unused routes (2), length, route.
    """
    trail[0, 0] = start
    trail[0, 1] = board.at_place[start, 0] & low
    trail[0, 2] = board.at_place[start, 1] & high
    trail[0, 3] = low
    trail[0, 4] = high
    trail[0, 5] = 0
    depth = 0
    while depth >= 0:
        if trail[depth, 1]:
            route = lowest(trail[depth, 1])
            trail[depth, 1] &= trail[depth, 1] - U(1)
        elif trail[depth, 2]:
            route = 64 + lowest(trail[depth, 2])
            trail[depth, 2] &= trail[depth, 2] - U(1)
        else:
            depth -= 1
            continue
        here = int(trail[depth, 0])
        there = board.route_a[route] + board.route_b[route] - here
        length = int(trail[depth, 5]) + board.length[route]
        depth += 1
        trail[depth, 0] = there
        trail[depth, 3] = trail[depth - 1, 3]
        trail[depth, 4] = trail[depth - 1, 4]
        if route < 64:
            trail[depth, 3] &= ~bit(route)
        else:
            trail[depth, 4] &= ~bit(route - 64)
        trail[depth, 5] = length
        trail[depth, 6] = route
        if length > best:
            best = length
            path[0] = depth
            for step in range(depth):
                path[step + 1] = int(trail[step + 1, 6])
            if best >= bound:
                return best
        trail[depth, 1] = board.at_place[there, 0] & trail[depth, 3]
        trail[depth, 2] = board.at_place[there, 1] & trail[depth, 4]
    return best


@rule
def longest_path(
    board: Board, low: Any, high: Any, group: Numbers, trail: Bits, path: Numbers, traced: int
) -> int:
    """The length of the longest path over these routes and, if traced, its routes in order (C14).

    A connected network in which at most two places have an odd number of routes is one path; else the
    longest path starts at such a place.
    """
    best = whole(0)
    path[0] = 0
    places = touched(board, low, high)
    while places:
        name = group[lowest(places)]
        odd = U(0)
        net_low = U(0)
        net_high = U(0)
        start = lowest(places)
        rest = places
        while rest:
            place = lowest(rest)
            rest &= rest - U(1)
            if group[place] == name:
                places &= ~bit(place)
                here_low = board.at_place[place, 0] & low
                here_high = board.at_place[place, 1] & high
                net_low |= here_low
                net_high |= here_high
                if (popcount(here_low) + popcount(here_high)) & 1:
                    odd |= bit(place)
        total = total_length(board, net_low, net_high)
        if total <= best:
            continue
        is_path = popcount(odd) <= 2
        if is_path and not traced:
            best = total
            continue
        bound = total if is_path else path_bound(board, odd, net_low, net_high)
        if not odd:
            best = longest_from(board, start, net_low, net_high, bound, best, trail, path)
        while odd and best < bound:
            place = lowest(odd)
            odd &= odd - U(1)
            best = longest_from(board, place, net_low, net_high, bound, best, trail, path)
    return best
