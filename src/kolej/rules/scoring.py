"""The end of the game: tickets, stations, bonuses, country cards, and the winner (C13, C14, C18, E8-E10)."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from kolej.rules.board import Board
from kolej.rules.jit import U, lowest, popcount, rule, whole
from kolej.rules.network import DEPTH, join_routes, longest_path
from kolej.rules.state import PLACES, PLAYERS, STATIONS, State
from kolej.rules.structs import Bits, Numbers, One

LENT = 32
"""The most routes that a station can choose from."""
TIE_TICKETS, TIE_TICKET_POINTS, TIE_FEWER_STATIONS, TIE_PATH, TIE_PATH_BONUS = range(5)
"""Tie-breakers, in the order of ``board.TIES``."""


class Sheet(NamedTuple):
    """The final score, player by player."""

    total: Annotated[Numbers, (PLAYERS,)]
    routes: Annotated[Numbers, (PLAYERS,)]
    tickets: Annotated[Numbers, (PLAYERS,)]
    """Points of completed tickets, less those of failed ones."""
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
    """1 for a winner; equal for those who share a rank."""
    own: Annotated[Numbers, (PLACES,)]
    """Scratch space from here on. Places that a player's own routes connect."""
    trail: Annotated[Bits, (DEPTH, 7)]
    traced: One
    """Whether to trace the longest path route by route."""
    route_path: Annotated[Numbers, (DEPTH,)]
    lent: Annotated[Numbers, (STATIONS, LENT)]
    """Routes that each station can choose from."""
    lent_count: Annotated[Numbers, (STATIONS,)]
    pick: Annotated[Numbers, (STATIONS,)]
    """Which of them is being tried; 0 for none."""
    picks: Annotated[Numbers, (STATIONS,)]
    best: Annotated[Numbers, (STATIONS,)]
    old: Annotated[Numbers, (STATIONS,)]
    new: Annotated[Numbers, (STATIONS,)]


@rule
def completed(board: Board, tickets: Any, group: Numbers) -> Any:
    """Which of the tickets are completed."""
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
def borrowable(
    board: Board, state: State, player: int, city: int, group: Numbers, lent: Numbers, station: int
) -> int:
    """List the routes of others at this city that connect what own ones do not; returns their number."""
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
    last_pick = whole(-1)
    last_best = whole(-1)
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
    """The smallest route number above the last one."""
    found = 9999
    for place in range(STATIONS):
        if last < routes[place] < found:
            found = routes[place]
    return found


@rule
def use_stations(board: Board, state: State, sheet: Sheet, player: int, tickets: Any) -> None:
    """Find the best choice of one borrowed route, or none, for each station, to complete these tickets (E8).

    Highest ticket total, then most tickets, then fewest borrowed routes, then the earliest in the file.
    """
    own = completed(board, tickets, sheet.own)
    sheet.done_set[player] = own
    for station in range(STATIONS):
        sheet.borrowed[player, station] = -1
        sheet.pick[station] = 0
        sheet.picks[station] = -1
        sheet.best[station] = -1
    built = board.stations[0] - state.stations[player]
    if built == 0 or own == tickets:
        return
    for station in range(built):
        city = state.station_city[player, station]
        sheet.lent_count[station] = borrowable(board, state, player, city, sheet.own, sheet.lent, station)
    best_points = 0
    best_count = 0
    best_borrowed = 0
    while next_choice(sheet.pick, sheet.lent_count, built):
        borrowed = join_lent(board, sheet, built)
        more = joined_by_lent(board, tickets & ~own, sheet, borrowed)
        better = worth(board, more) - best_points
        if better == 0:
            better = popcount(more) - best_count
        if better == 0:
            better = best_borrowed - borrowed
        if better > 0 or (better == 0 and earlier(sheet.picks, sheet.best, borrowed)):
            sheet.done_set[player] = own | more
            best_points = worth(board, more)
            best_count = popcount(more)
            best_borrowed = borrowed
            for station in range(built):
                sheet.best[station] = sheet.picks[station]
    for station in range(built):
        sheet.borrowed[player, station] = sheet.best[station]


@rule
def join_lent(board: Board, sheet: Sheet, built: int) -> int:
    """Join the groups at the ends of the chosen routes: note their old and new names; returns how many."""
    borrowed = whole(0)
    for station in range(built):
        sheet.picks[station] = -1
        if sheet.pick[station]:
            route = sheet.lent[station, sheet.pick[station] - 1]
            sheet.picks[station] = route
            sheet.old[borrowed] = renamed(sheet, sheet.own[board.route_a[route]], borrowed)
            sheet.new[borrowed] = renamed(sheet, sheet.own[board.route_b[route]], borrowed)
            borrowed += 1
    return borrowed


@rule
def renamed(sheet: Sheet, name: int, joins: int) -> int:
    """The name of a group after these joins."""
    for join in range(joins):
        if name == sheet.old[join]:
            name = sheet.new[join]
    return name


@rule
def joined_by_lent(board: Board, tickets: Any, sheet: Sheet, joins: int) -> Any:
    """Which of the tickets the borrowed routes complete."""
    done = U(0)
    while tickets:
        one = tickets & (~tickets + U(1))
        ticket = lowest(tickets)
        tickets ^= one
        a = renamed(sheet, sheet.own[board.ticket_a[ticket]], joins)
        if a == renamed(sheet, sheet.own[board.ticket_b[ticket]], joins):
            done |= one
    return done


@rule
def next_choice(pick: Numbers, count: Numbers, built: int) -> bool:
    """Step to the next combination, like counting digits; False after the last."""
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
    """Fill in the score sheet from what lies on the table (C18)."""
    sheet.traced[0] = 0
    players = state.players[0]
    needs_path = board.path_bonus[0] > 0
    for place in range(5):
        needs_path |= board.ties[place] == TIE_PATH
    longest = 1
    most = 1
    for player in range(players):
        low = state.owned[player, 0]
        high = state.owned[player, 1]
        join_routes(board, low, high, sheet.own)
        sheet.path[player] = 0
        if needs_path:
            sheet.path[player] = longest_path(
                board, low, high, sheet.own, sheet.trail, sheet.route_path, sheet.traced[0]
            )
        use_stations(board, state, sheet, player, state.tickets[player])
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
    """Positive if a is ahead of b, negative if behind, 0 if they share."""
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
def trace_path(board: Board, state: State, sheet: Sheet, player: int) -> int:
    """The player's longest path as routes: ``route_path[0]`` is their number, then they follow in order."""
    sheet.traced[0] = 1
    low = state.owned[player, 0]
    high = state.owned[player, 1]
    join_routes(board, low, high, sheet.own)
    return longest_path(board, low, high, sheet.own, sheet.trail, sheet.route_path, sheet.traced[0])
