"""Building stations (E7)."""

from __future__ import annotations

from kolej.rules.board import Board
from kolej.rules.claim import lay, spend
from kolej.rules.jit import U, bit, lowest, nth_bit, popcount, rule, whole
from kolej.rules.luck import Luck
from kolej.rules.rows import LOCO
from kolej.rules.state import State
from kolej.rules.structs import Numbers


@rule
def price(board: Board, state: State, player: int) -> int:
    """What the player's next station costs; 0 if there is none to build."""
    left = state.stations[player]
    return board.station_cost[board.stations[0] - left] if left else 0


@rule
def jokers(board: Board, state: State, player: int) -> int:
    """Locomotives that could pay for a station."""
    return state.hand[player, LOCO] if board.jokers[0] else 0


@rule
def ways(cards: int, locos: int, cost: int) -> int:
    """How many ways to split the cost into at least one card of a colour, and locomotives."""
    return max(0, min(locos, cost - 1) - max(0, cost - cards) + 1)


@rule
def count_stations(board: Board, state: State, player: int) -> int:
    cost = price(board, state, player)
    if cost == 0:
        return 0
    locos = jokers(board, state, player)
    count = 1 if locos >= cost else 0
    for colour in range(8):
        count += ways(state.hand[player, colour], locos, cost)
    return count * popcount(state.free_cities[0])


@rule
def nth_station(board: Board, state: State, player: int, n: int) -> int:
    cost = price(board, state, player)
    cities = popcount(state.free_cities[0])
    payment = n // cities
    city = nth_bit(state.free_cities[0], n - payment * cities)
    locos = jokers(board, state, player)
    for colour in range(8):
        count = ways(state.hand[player, colour], locos, cost)
        if payment < count:
            used = max(0, cost - state.hand[player, colour]) + payment
            return board.station_row[cost, colour, used] + city
        payment -= count
    return board.station_row[cost, LOCO, cost] + city


@rule
def list_stations(board: Board, state: State, player: int, rows: Numbers, count: int) -> int:
    cost = price(board, state, player)
    if cost == 0:
        return count
    locos = jokers(board, state, player)
    for colour in range(8):
        for used in range(max(0, cost - state.hand[player, colour]), min(locos, cost - 1) + 1):
            count = list_cities(state, board.station_row[cost, colour, used], rows, count)
    if locos >= cost:
        count = list_cities(state, board.station_row[cost, LOCO, cost], rows, count)
    return count


@rule
def list_cities(state: State, row: int, rows: Numbers, count: int) -> int:
    free = state.free_cities[0]
    while free:
        rows[count] = row + lowest(free)
        count += 1
        free &= free - U(1)
    return count


@rule
def build(board: Board, state: State, luck: Luck, player: int, city: int, row: int) -> None:
    """Pay for a station with the cards of the row, and build it."""
    colour = whole(board.action[row, 2])
    locos = whole(board.action[row, 3])
    cost = whole(price(board, state, player))
    if colour < LOCO:
        lay(state, player, colour, cost - locos)
    lay(state, player, LOCO, locos)
    state.station_city[player, board.stations[0] - state.stations[player]] = city
    state.stations[player] -= 1
    state.free_cities[0] &= ~bit(city)
    spend(board, state, luck, colour, cost - locos, locos)
