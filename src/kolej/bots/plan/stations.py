"""Stations, for routes of others that the plan would borrow."""

from __future__ import annotations

from kolej.bots.plan.endings import completes
from kolej.bots.plan.game_length import LAST
from kolej.bots.plan.weights import CARD, TURN_WORTH
from kolej.bots.plan.workspace import HUGE, Mind
from kolej.rules.board import Board
from kolej.rules.jit import U, bit, lowest, rule
from kolej.rules.rows import LOCO
from kolej.rules.sight import Sight


@rule
def station_payment(board: Board, sight: Sight, mind: Mind) -> float:
    """Points that the cheapest payment for the next station costs; its row for city 0 is left in ``row``."""
    seat = sight.seat[0]
    left = sight.stations[seat]
    mind.row[0] = -1
    if left == 0:
        return HUGE
    cost = board.station_cost[board.stations[0] - left]
    least = HUGE
    for colour in range(9):
        if colour < LOCO:
            locos = max(0, cost - sight.hand[colour])
            if locos >= cost:
                continue
        else:
            locos = cost
        if locos > sight.hand[LOCO] or (locos > 0 and not board.jokers[0]):
            continue
        price = mind.gain[LOCO] * locos
        if colour < LOCO:
            price += mind.gain[colour] * (cost - locos)
        if price < least:
            least = price
            mind.row[0] = board.station_row[cost, colour, locos]
    return mind.weight[CARD] * least


@rule
def best_station(board: Board, sight: Sight, mind: Mind) -> tuple[float, int]:
    """A station for a route that the plan borrows, once only that is left of the plan or time is short."""
    if not mind.borrowed[0] | mind.borrowed[1]:
        return -HUGE, -1
    price = station_payment(board, sight, mind)
    row = mind.row[0]
    if row < 0:
        return -HUGE, -1
    best = -1
    most = -HUGE
    for word in range(2):
        rest = mind.borrowed[word]
        while rest:
            route = 64 * word + lowest(rest)
            rest &= rest - U(1)
            for end in range(2):
                city = board.route_a[route] if end == 0 else board.route_b[route]
                value = lending_worth(board, sight, mind, route, city) - price
                if value > most:
                    most = value
                    best = row + city
    return most, best


@rule
def lending_worth(board: Board, sight: Sight, mind: Mind, route: int, city: int) -> float:
    """What a station at this end of another player's route is worth now; it can wait until time is short."""
    if not sight.free_cities[0] & bit(city):
        return -HUGE
    gain = completes(board, sight, mind, route) - board.station_points[0]
    if gain <= 0.0:
        return -HUGE
    if mind.left[0] <= LAST + 1.5:
        return gain
    return 0.6 * mind.weight[TURN_WORTH] + 0.05 * gain


@rule
def station_worth(board: Board, sight: Sight, mind: Mind, row: int) -> float:
    """What building this station is worth; one that borrows nothing is a pure loss."""
    city = board.action[row, 1]
    best = -1.0 * board.station_points[0]
    for word in range(2):
        rest = mind.borrowed[word] & board.at_place[city, word]
        while rest:
            route = 64 * word + lowest(rest)
            rest &= rest - U(1)
            best = max(best, lending_worth(board, sight, mind, route, city))
    return best - station_payment(board, sight, mind)


@rule
def any_station(board: Board, sight: Sight, mind: Mind) -> int:
    """A station anywhere, for a player who can do nothing else."""
    station_payment(board, sight, mind)
    return mind.row[0] + lowest(sight.free_cities[0]) if mind.row[0] >= 0 else -1
