"""Paths and trees: the cheapest connections between cities, over owned and planned routes."""

from __future__ import annotations

from typing import Any

from kolej.bots.plan.costs import lender, station_price
from kolej.bots.plan.workspace import HUGE, Mind
from kolej.rules.board import Board
from kolej.rules.jit import U, bit, lowest, rule, whole
from kolej.rules.sight import Sight


@rule
def spread(board: Board, mind: Mind, start: Any, goal: Any) -> None:
    """Compute distances from the nearest place of ``start``; stop when all of ``goal`` are reached."""
    for place in range(board.place_count[0]):
        mind.distance[place] = HUGE
        mind.back[place] = -1
    edge = start
    while edge:
        mind.distance[lowest(edge)] = 0.0
        edge &= edge - U(1)
    edge = start
    while edge:
        rest = edge
        here = lowest(rest)
        nearest = mind.distance[here]
        rest &= rest - U(1)
        while rest:
            place = lowest(rest)
            rest &= rest - U(1)
            if mind.distance[place] < nearest:
                nearest = mind.distance[place]
                here = place
        edge &= ~bit(here)
        goal &= ~bit(here)
        if not goal:
            return
        edge |= step_out(board, mind, here, nearest)


@rule
def step_out(board: Board, mind: Mind, here: int, distance: float) -> Any:
    """Follow the routes of a place; return the places that are nearer now."""
    nearer = U(0)
    for word in range(2):
        rest = board.at_place[here, word] & mind.usable[word]
        while rest:
            route = 64 * word + lowest(rest)
            rest &= rest - U(1)
            there = board.route_a[route] + board.route_b[route] - here
            far = distance + mind.cost[route]
            if far < mind.distance[there]:
                mind.distance[there] = far
                mind.back[there] = route
                nearer |= bit(there)
    return nearer


@rule
def way(board: Board, sight: Sight, mind: Mind, goal: int) -> tuple[int, float, float, int]:
    """What the path found to this place needs beyond the plan: trains, turns, points, stations.

    Its points are the prices of the routes, without the surcharges that were added for the search.
    """
    trains = 0
    turns = 0.0
    price = 0.0
    stations = 0
    used = mind.used_lenders[0]
    while mind.back[goal] >= 0:
        route = mind.back[goal]
        if mind.cost[route] > 0.0:
            turns += mind.turns[route]
            price += mind.price[route]
            if mind.free[route >> 6] & bit(route & 63):
                trains += board.length[route]
            elif may_lend(board, sight, mind, route, used):
                used |= 1 << lender(board, sight, route)
            else:
                stations += 1
        goal = board.route_a[route] + board.route_b[route] - goal
    return trains, turns, price, stations


@rule
def plan_way(board: Board, sight: Sight, mind: Mind, goal: int) -> None:
    """Add the path found to this place to the plan."""
    while mind.back[goal] >= 0:
        route = mind.back[goal]
        plan_route(board, sight, mind, whole(route))
        goal = board.route_a[route] + board.route_b[route] - goal


@rule
def plan_route(board: Board, sight: Sight, mind: Mind, route: int) -> None:
    word = route >> 6
    here = bit(route & 63)
    if mind.cost[route] > 0.0:
        if mind.free[word] & here:
            mind.plan[word] |= here
            mind.needed[word] |= here
            mind.trains[0] -= board.length[route]
        elif may_lend(board, sight, mind, route, mind.used_lenders[0]):
            mind.lent[word] |= here
            mind.used_lenders[0] |= 1 << lender(board, sight, route)
            mind.cost[route] = 0.0
            close_lender(board, sight, mind, route)
            return
        else:
            mind.borrowed[word] |= here
        mind.plan_turns[0] += mind.turns[route]
        mind.cost[route] = 0.0


@rule
def may_lend(board: Board, sight: Sight, mind: Mind, route: int, used: int) -> bool:
    """Whether a built station lends the route and none of these stations is needed for another one (E8)."""
    if not mind.lenders[route >> 6] & bit(route & 63):
        return False
    return not used >> lender(board, sight, route) & 1


@rule
def close_lender(board: Board, sight: Sight, mind: Mind, route: int) -> None:
    """A station lends one route: the others at its city cost a station again."""
    station = lender(board, sight, route)
    price = station_price(board, sight, mind)
    for word in range(2):
        rest = mind.lenders[word] & ~mind.lent[word]
        while rest:
            other = 64 * word + lowest(rest)
            rest &= rest - U(1)
            if mind.cost[other] > 0.0 and lender(board, sight, whole(other)) == station:
                mind.cost[other] = price
