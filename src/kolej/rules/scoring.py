"""The end of the game: tickets, stations, bonuses, country cards, and who wins (C13, C14, C18, E8-E10)."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from .board import Board
from .jit import U, lowest, popcount, rule
from .network import DEPTH, join_routes, longest_path, merge
from .records import Bits, Numbers
from .state import PLACES, PLAYERS, STATIONS, State

LENT = 32
"""The most routes that a station can choose from."""
TIE_TICKETS, TIE_TICKET_POINTS, TIE_FEWER_STATIONS, TIE_PATH, TIE_PATH_BONUS = range(5)
"""Tie-breakers, in the order of ``board.TIES``."""


class Sheet(NamedTuple):
    """The final score, player by player."""

    total: Annotated[Numbers, (PLAYERS,)]
    routes: Annotated[Numbers, (PLAYERS,)]
    tickets: Annotated[Numbers, (PLAYERS,)]
    """Ticket points, those missed taken away."""
    stations: Annotated[Numbers, (PLAYERS,)]
    path_bonus: Annotated[Numbers, (PLAYERS,)]
    most_bonus: Annotated[Numbers, (PLAYERS,)]
    countries: Annotated[Numbers, (PLAYERS,)]
    done: Annotated[Numbers, (PLAYERS,)]
    """Tickets completed."""
    done_points: Annotated[Numbers, (PLAYERS,)]
    path: Annotated[Numbers, (PLAYERS,)]
    """Length of the longest path."""
    borrowed: Annotated[Numbers, (PLAYERS, STATIONS)]
    """The route that each station borrowed, or -1."""
    done_set: Annotated[Bits, (PLAYERS,)]
    rank: Annotated[Numbers, (PLAYERS,)]
    """1 for who wins; equal for those who share."""


@rule
def completed(board: Board, tickets: Any, group: Numbers) -> Any:
    """Which of the tickets are joined."""
    done = U(0)
    while tickets:
        one = tickets & (~tickets + U(1))
        ticket = lowest(tickets)
        tickets ^= one
        if group[board.ticket_a[ticket]] == group[board.ticket_b[ticket]]:
            done |= one
    return done


@rule
def worth(board: Board, tickets: Any) -> int:
    total = 0
    while tickets:
        total += board.ticket_points[lowest(tickets)]
        tickets &= tickets - U(1)
    return total


@rule
def borrowable(board: Board, state: State, player: int, city: int, group: Numbers, lent: Numbers, station: int) -> int:
    """List the routes of others at this city that join what the player's own do not; how many."""
    count = 0
    for word in range(2):
        taken = U(0)
        for other in range(state.players[0]):
            if other != player:
                taken |= state.owned[other, word]
        taken &= board.at_place[city, word]
        while taken and count < LENT:
            route = 64 * word + lowest(taken)
            taken &= taken - U(1)
            if group[board.route_a[route]] != group[board.route_b[route]]:
                lent[station, count] = route
                count += 1
    return count


@rule
def earlier(picks: Numbers, best: Numbers, count: int) -> bool:
    """Whether the borrowed routes, sorted, come before the best ones in the board file."""
    last_pick = -1
    last_best = -1
    for _ in range(count):
        pick = next_up(picks, last_pick)
        other = next_up(best, last_best)
        if pick != other:
            return pick < other
        last_pick = pick
        last_best = other
    return False


@rule
def next_up(routes: Numbers, last: int) -> int:
    """The smallest route above the last one."""
    found = 9999
    for place in range(STATIONS):
        if last < routes[place] < found:
            found = routes[place]
    return found


@rule
def use_stations(board: Board, state: State, sheet: Sheet, player: int, own: Numbers, work: Numbers) -> None:
    """The best choice of one borrowed route, or none, for each station (E8); own routes are joined in own.

    Highest ticket total, then most tickets, then fewest borrowed routes, then the earliest in the file.
    """
    lent = np.empty((STATIONS, LENT), np.int16)
    count = np.zeros(STATIONS, np.int16)
    pick = np.zeros(STATIONS, np.int16)
    picks = np.empty(STATIONS, np.int16)
    best = np.empty(STATIONS, np.int16)
    tickets = state.tickets[player]
    done = completed(board, tickets, own)
    best_done = done
    best_points = worth(board, done)
    best_count = 0
    best[:] = -1
    built = board.stations[0] - state.stations[player]
    if done != tickets:
        for station in range(built):
            city = state.station_city[player, station]
            count[station] = borrowable(board, state, player, city, own, lent, station)
        while next_choice(pick, count, built):
            for place in range(PLACES):
                work[place] = own[place]
            borrowed = 0
            for station in range(STATIONS):
                picks[station] = -1
                if pick[station]:
                    route = lent[station, pick[station] - 1]
                    picks[station] = route
                    borrowed += 1
                    merge(work, board.route_a[route], board.route_b[route])
            done = completed(board, tickets, work)
            points = worth(board, done)
            better = points - best_points
            if better == 0:
                better = popcount(done) - popcount(best_done)
            if better == 0:
                better = best_count - borrowed
            if better > 0 or (better == 0 and earlier(picks, best, borrowed)):
                best_done = done
                best_points = points
                best_count = borrowed
                best[:] = picks
    sheet.done_set[player] = best_done
    for station in range(STATIONS):
        sheet.borrowed[player, station] = best[station]


@rule
def next_choice(pick: Numbers, count: Numbers, built: int) -> bool:
    """Count the choices through, like the figures of a number; false after the last."""
    for station in range(built):
        if pick[station] < count[station]:
            pick[station] += 1
            return True
        pick[station] = 0
    return False


@rule
def country_points(board: Board, state: State, player: int) -> int:
    points = 0
    for country in range(board.country_count[0]):
        for card in range(state.stack_next[country]):
            if state.card_owner[country, card] == player:
                points += board.stack[country, card]
    return points


@rule
def final_scores(board: Board, state: State, sheet: Sheet) -> None:
    """Fill in the sheet from what lies on the table (C18)."""
    own = np.empty(PLACES, np.int16)
    work = np.empty(PLACES, np.int16)
    trail = np.empty((DEPTH, 7), np.uint64)
    path = np.empty(DEPTH, np.int16)
    players = state.players[0]
    needs_path = board.path_bonus[0] > 0
    for place in range(5):
        needs_path |= board.ties[place] == TIE_PATH
    longest = 1
    most = 1
    for player in range(players):
        low = state.owned[player, 0]
        high = state.owned[player, 1]
        join_routes(board, low, high, own)
        sheet.path[player] = 0
        if needs_path:
            sheet.path[player] = longest_path(board, low, high, own, trail, path, False)
        use_stations(board, state, sheet, player, own, work)
        done = sheet.done_set[player]
        sheet.done[player] = popcount(done)
        sheet.done_points[player] = worth(board, done)
        sheet.tickets[player] = sheet.done_points[player] - worth(board, state.tickets[player] & ~done)
        sheet.routes[player] = state.score[player]
        sheet.stations[player] = board.station_points[0] * state.stations[player]
        sheet.countries[player] = country_points(board, state, player)
        longest = max(longest, sheet.path[player])
        most = max(most, sheet.done[player])
    for player in range(players):
        sheet.path_bonus[player] = board.path_bonus[0] if sheet.path[player] == longest else 0
        sheet.most_bonus[player] = board.most_bonus[0] if sheet.done[player] == most else 0
        total = sheet.routes[player] + sheet.tickets[player] + sheet.stations[player]
        total += sheet.path_bonus[player] + sheet.most_bonus[player] + sheet.countries[player]
        sheet.total[player] = total
    for player in range(players):
        rank = 1
        for other in range(players):
            rank += compare(board, state, sheet, other, player) > 0
        sheet.rank[player] = rank


@rule
def tie_value(board: Board, state: State, sheet: Sheet, tie: int, player: int) -> int:
    """What a tie-breaker compares; more is better."""
    if tie == TIE_TICKETS:
        return sheet.done[player]
    if tie == TIE_TICKET_POINTS:
        return sheet.done_points[player]
    if tie == TIE_FEWER_STATIONS:
        return state.stations[player]
    if tie == TIE_PATH:
        return sheet.path[player]
    return sheet.path_bonus[player]


@rule
def compare(board: Board, state: State, sheet: Sheet, a: int, b: int) -> int:
    """Above 0 if a is ahead of b, below if behind, 0 if they share."""
    if sheet.total[a] != sheet.total[b]:
        return sheet.total[a] - sheet.total[b]
    for place in range(5):
        if board.ties[place] < 0:
            return 0
        tie = board.ties[place]
        ahead = tie_value(board, state, sheet, tie, a) - tie_value(board, state, sheet, tie, b)
        if ahead != 0:
            return ahead
    return 0


@rule
def trace_path(board: Board, state: State, player: int, path: Numbers) -> int:
    """The player's longest path as routes: path[0] is their number, they follow in order."""
    group = np.empty(PLACES, np.int16)
    trail = np.empty((DEPTH, 7), np.uint64)
    low = state.owned[player, 0]
    high = state.owned[player, 1]
    join_routes(board, low, high, group)
    return longest_path(board, low, high, group, trail, path, True)
