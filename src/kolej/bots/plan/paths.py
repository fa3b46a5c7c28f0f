"""The bonus for the longest path (C14): the chance of it, and what longer paths are worth."""

from __future__ import annotations

from math import exp
from typing import Any

from kolej.bots.plan.game_length import LAST
from kolej.bots.plan.weights import PATH, PATH_GROWS, PATH_SPREAD
from kolej.bots.plan.workspace import Mind
from kolej.rules.board import Board
from kolej.rules.jit import U, bit, lowest, rule, whole
from kolej.rules.network import touched
from kolej.rules.sight import Sight

STEPS = 300
"""A search for a path stops after so many steps: few networks need more, but those may need millions."""


@rule
def path_from(board: Board, mind: Mind, start: int, low: Any, high: Any) -> int:
    """The longest path from a place over these routes, as far as so many steps find it."""
    trail = mind.trail
    trail[0, 0] = start
    trail[0, 1] = board.at_place[start, 0] & low
    trail[0, 2] = board.at_place[start, 1] & high
    trail[0, 3] = low
    trail[0, 4] = high
    trail[0, 5] = 0
    best = 0
    depth = 0
    steps = 0
    while depth >= 0 and steps < STEPS:
        if trail[depth, 1]:
            route = lowest(trail[depth, 1])
            trail[depth, 1] &= trail[depth, 1] - U(1)
        elif trail[depth, 2]:
            route = 64 + lowest(trail[depth, 2])
            trail[depth, 2] &= trail[depth, 2] - U(1)
        else:
            depth -= 1
            continue
        steps += 1
        there = board.route_a[route] + board.route_b[route] - int(trail[depth, 0])
        length = int(trail[depth, 5]) + board.length[route]
        best = max(best, length)
        depth += 1
        trail[depth, 0] = there
        trail[depth, 3] = trail[depth - 1, 3]
        trail[depth, 4] = trail[depth - 1, 4]
        trail[depth, 3 if route < 64 else 4] &= ~bit(route & 63)
        trail[depth, 5] = length
        trail[depth, 1] = board.at_place[there, 0] & trail[depth, 3]
        trail[depth, 2] = board.at_place[there, 1] & trail[depth, 4]
    return whole(best)


@rule
def path_over(board: Board, mind: Mind, low: Any, high: Any) -> int:
    """The longest path over these routes, as far as the searches go."""
    best = 0
    places = touched(board, low, high)
    while places:
        best = max(best, path_from(board, mind, whole(lowest(places)), low, high))
        places &= places - U(1)
    return whole(best)


@rule
def path_of(board: Board, sight: Sight, mind: Mind, player: int) -> int:
    """A player's longest path now, searched again only if the player has claimed a route since."""
    low = sight.owned[player, 0]
    high = sight.owned[player, 1]
    known = mind.path_known
    name = board.cities[0] ^ (board.ordinary_tickets[0] << U(1)) ^ U(board.trains[0])
    if known[player, 0] != low or known[player, 1] != high or known[player, 2] != name:
        mind.path[player] = path_over(board, mind, low, high)
        known[player, 0] = low
        known[player, 1] = high
        known[player, 2] = name
    return mind.path[player]


@rule
def reach_over(board: Board, sight: Sight, mind: Mind) -> int:
    """Set the longest path from every place over owned and planned routes; return the longest of all."""
    seat = sight.seat[0]
    low = sight.owned[seat, 0] | mind.plan[0]
    high = sight.owned[seat, 1] | mind.plan[1]
    for place in range(board.place_count[0]):
        mind.reach[place] = 0
    best = 0
    places = touched(board, low, high)
    while places:
        place = lowest(places)
        places &= places - U(1)
        mind.reach[place] = path_from(board, mind, whole(place), low, high)
        best = max(best, mind.reach[place])
    return whole(best)


@rule
def path_with(board: Board, mind: Mind, route: int) -> int:
    """About the longest path through a route that is not yet planned; ``reach_over`` must have run before."""
    a = mind.reach[board.route_a[route]]
    b = mind.reach[board.route_b[route]]
    apart = mind.group[board.route_a[route]] != mind.group[board.route_b[route]]
    return board.length[route] + (a + b if apart else max(a, b))


@rule
def weigh_path(board: Board, sight: Sight, mind: Mind, own: int) -> None:
    """What one more train in the path is worth, for one whose plan has a path of this length."""
    mind.path_rate[0] = 0.0
    if mind.weight[PATH] == 0.0 or board.path_bonus[0] == 0:
        return
    seat = sight.seat[0]
    most = 0.0
    spread = mind.weight[PATH_SPREAD]
    grows = mind.weight[PATH_GROWS] if mind.left[0] > LAST else 0.1
    for other in range(sight.players[0]):
        if other != seat:
            most = max(most, path_of(board, sight, mind, other) + grows * sight.trains[other])
    lead = (own + grows * mind.trains[0] - most) / spread
    chance = 1.0 / (1.0 + exp(-lead))
    mind.path_rate[0] = mind.weight[PATH] * board.path_bonus[0] * chance * (1.0 - chance) / spread


@rule
def bonus_by(board: Board, sight: Sight, mind: Mind, route: int) -> float:
    """The bonus, if this claim of the last turn lengthens the own path to at least the others'."""
    if mind.weight[PATH] == 0.0 or board.path_bonus[0] == 0:
        return 0.0
    seat = sight.seat[0]
    most = 0
    for other in range(sight.players[0]):
        if other != seat:
            most = max(most, path_of(board, sight, mind, whole(other)))
    if path_of(board, sight, mind, seat) >= most:
        return 0.0
    low = sight.owned[seat, 0] | (bit(route) if route < 64 else U(0))
    high = sight.owned[seat, 1] | (bit(route - 64) if route >= 64 else U(0))
    return 1.0 * board.path_bonus[0] if path_over(board, mind, low, high) >= most else 0.0
