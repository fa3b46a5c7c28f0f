"""Building stations (E7)."""

from __future__ import annotations

from .board import Board
from .claim import lay, spend
from .jit import U, bit, lowest, nth_bit, popcount, rule
from .luck import Luck
from .records import Numbers
from .rows import LOCO
from .state import State


@rule
def price(board: Board, state: State, player: int) -> int:
    """What the player's next station costs; 0 if there is none to build."""
    left = state.stations[player]
    return board.station_cost[board.stations[0] - left] if left else 0


@rule
def pays(board: Board, state: State, player: int, colour: int, locos: int, cost: int) -> bool:
    """Whether the player can pay so, cards of the colour making up the rest."""
    if board.station_row[cost, colour, locos] < 0 or locos > state.hand[player, LOCO]:
        return False
    return colour == LOCO or cost - locos <= state.hand[player, colour]


@rule
def count_stations(board: Board, state: State, player: int) -> int:
    cost = price(board, state, player)
    if cost == 0:
        return 0
    count = 0
    for locos in range(min(state.hand[player, LOCO], cost) + 1):
        for colour in range(9):
            count += pays(board, state, player, colour, locos, cost)
    return count * popcount(state.free_cities[0])


@rule
def nth_station(board: Board, state: State, player: int, n: int) -> int:
    cost = price(board, state, player)
    cities = popcount(state.free_cities[0])
    payment = n // cities
    city = nth_bit(state.free_cities[0], n - payment * cities)
    for locos in range(cost + 1):
        for colour in range(9):
            if pays(board, state, player, colour, locos, cost):
                if payment == 0:
                    return board.station_row[cost, colour, locos] + city
                payment -= 1
    return -1


@rule
def list_stations(board: Board, state: State, player: int, rows: Numbers, count: int) -> int:
    cost = price(board, state, player)
    if cost == 0:
        return count
    for locos in range(min(state.hand[player, LOCO], cost) + 1):
        for colour in range(9):
            if pays(board, state, player, colour, locos, cost):
                free = state.free_cities[0]
                while free:
                    rows[count] = board.station_row[cost, colour, locos] + lowest(free)
                    count += 1
                    free &= free - U(1)
    return count


@rule
def build(board: Board, state: State, luck: Luck, player: int, city: int, colour: int, locos: int) -> None:
    cost = price(board, state, player)
    if colour < LOCO:
        lay(state, player, colour, cost - locos)
    lay(state, player, LOCO, locos)
    state.station_city[player, board.stations[0] - state.stations[player]] = city
    state.stations[player] -= 1
    state.free_cities[0] &= ~bit(city)
    spend(board, state, luck, colour, cost - locos, locos)
