"""Progress of a player's tickets: completed or not, missing trains, which routes, and what each claim leaves.

The fewest trains that connect two cities are found by shortest paths: own routes cost nothing, claimable ones
their length, and each station lends one route of others at its city (E8). So the search has a layer for
every set of stations that may still lend; paths change layers as they borrow. With a tree from each end of a
ticket, what a claim would leave is a sum for each way to divide the stations between the two ends.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from kolej.rules.board import Board
from kolej.rules.jit import U, bit, lowest, popcount, rule, whole
from kolej.rules.network import join_routes
from kolej.rules.scoring import Sheet, use_stations
from kolej.rules.state import PLACES, ROUTES, STATIONS, TICKETS, State
from kolej.rules.structs import Bits, Numbers, One, Set, Wide

LAYERS = 1 << STATIONS
FAR = 1 << 29
STEP = 128
"""A path's length is ``STEP`` times its trains plus its routes: among paths with equally few trains, the one
with the fewest routes is shortest. Two paths together have fewer routes than ``STEP``.
"""
FROM_A, FROM_B = range(2)
START, COPIED = -1, -2
"""How a place was reached if not by a route: it is the start, or as in the layer without station 0, 1, ..."""
LENDER = 7
"""From this bit on: the station that lends the route, counted from 1; 0 for none."""
ENTERED = 1 << 10
"""Set if the preceding country was entered by a route that is still to be claimed."""
CHANGES = ROUTES * TICKETS


class Progress(NamedTuple):
    """The results, ticket by ticket, and scratch space."""

    size: One
    """Number of tickets examined."""
    ticket: Annotated[Numbers, (TICKETS,)]
    joined: Annotated[Numbers, (TICKETS,)]
    """As the score sheet would count it if the game ended now (E8)."""
    missing: Annotated[Numbers, (TICKETS,)]
    """Missing trains, for this ticket alone; -1 if it can no longer be completed."""
    way_end: Annotated[Numbers, (TICKETS,)]
    """Where the ticket's routes end in ``way``; they begin where those of the previous ticket end."""
    way: Annotated[Numbers, (TICKETS * PLACES,)]
    """The routes of a shortest path from a ticket's first city to its second, own and borrowed ones too."""
    changes: One
    change: Annotated[Numbers, (CHANGES, 3)]
    """Route, index in ``ticket``, trains missing once the route is claimed, -1 for no path."""
    own: Annotated[Bits, (2,)]
    """Scratch space from here on. The player's routes."""
    free: Annotated[Bits, (2,)]
    """Routes that may still be claimed."""
    lent: Annotated[Bits, (STATIONS, 2)]
    """Routes of others at each station that has some."""
    stations: One
    """Number of such stations."""
    single: Set
    """Countries in which a player may own only one route, as places."""
    reach: Annotated[Wide, (2, LAYERS, PLACES)]
    """[end, stations that may lend, place]: length of the shortest path."""
    came: Annotated[Numbers, (2, LAYERS, PLACES)]
    """The last step of that path: a route and what lent it, or ``START`` or ``COPIED``."""
    entered: Annotated[Wide, (2, LAYERS, PLACES)]
    """The same for ``single`` places entered by a route still to be claimed: only a borrowed one leads on."""
    entered_by: Annotated[Numbers, (2, LAYERS, PLACES)]


@rule
def look_at_tickets(
    board: Board, state: State, sheet: Sheet, progress: Progress, player: int, claims: int
) -> None:
    """Fill in the progress of tickets that a player holds or is offered and, if asked, what claims change."""
    prepare(board, state, progress, player)
    progress.size[0] = 0
    progress.changes[0] = 0
    held = state.tickets[player]
    join_routes(board, progress.own[0], progress.own[1], sheet.own)
    use_stations(board, state, sheet, player, held)
    done = sheet.done_set[player]
    rest = held
    while rest:
        ticket = lowest(rest)
        rest &= rest - U(1)
        add_ticket(board, state, sheet, progress, player, ticket, done & bit(ticket) != U(0), claims)
    for place in range(state.offered_count[player]):
        ticket = whole(state.offered[player, place])
        use_stations(board, state, sheet, player, held | bit(ticket))
        done = sheet.done_set[player]
        add_ticket(board, state, sheet, progress, player, ticket, done & bit(ticket) != U(0), whole(0))


@rule
def prepare(board: Board, state: State, progress: Progress, player: int) -> None:
    """Note who owns which routes, and what the stations may lend."""
    others_low = U(0)
    others_high = U(0)
    for other in range(state.players[0]):
        if other != player:
            others_low |= state.owned[other, 0]
            others_high |= state.owned[other, 1]
    progress.stations[0] = 0
    for station in range(board.stations[0] - state.stations[player]):
        city = state.station_city[player, station]
        low = others_low & board.at_place[city, 0]
        high = others_high & board.at_place[city, 1]
        if low or high:
            progress.lent[progress.stations[0], 0] = low
            progress.lent[progress.stations[0], 1] = high
            progress.stations[0] += 1
    for word in range(2):
        progress.own[word] = state.owned[player, word]
        progress.free[word] = state.claimable[player, word]
    progress.single[0] = U(0)
    for place in range(popcount(board.cities[0]), board.place_count[0]):
        if one_route_only(board, place):
            progress.single[0] |= bit(place)


@rule
def one_route_only(board: Board, place: int) -> bool:
    """Whether claiming one route into a country closes all others into it (P2)."""
    for word in range(2):
        routes = board.at_place[place, word]
        if routes:
            route = 64 * word + lowest(routes)
            low = board.at_place[place, 0] & ~board.own_closes[route, 0]
            high = board.at_place[place, 1] & ~board.own_closes[route, 1]
            return popcount(low) + popcount(high) == 1
    return False  # pragma: no cover  every country has a route


@rule
def add_ticket(
    board: Board,
    state: State,
    sheet: Sheet,
    progress: Progress,
    player: int,
    ticket: int,
    joined: bool,
    claims: int,
) -> None:
    number = progress.size[0]
    progress.size[0] = number + 1
    progress.ticket[number] = ticket
    progress.joined[number] = joined
    start = whole(board.ticket_a[ticket])
    end = whole(board.ticket_b[ticket])
    if joined:
        grow_joined(board, state, sheet, progress, player, end)
        progress.missing[number] = 0
        follow(board, progress, whole(number), start, whole(0))
        return
    layers = 1 << progress.stations[0]
    grow(board, progress, whole(FROM_B), end)
    length = progress.reach[FROM_B, layers - 1, start]
    progress.missing[number] = -1 if length >= FAR else length // STEP
    follow(board, progress, whole(number), start, whole(layers - 1))
    if claims and progress.missing[number] > 0:
        grow(board, progress, whole(FROM_A), start)
        note_claims(board, progress, whole(number), start, end)


@rule
def grow(board: Board, progress: Progress, side: int, root: int) -> None:
    """The shortest paths from a place, in all layers: each allows one more station to lend."""
    for layer in range(1 << progress.stations[0]):
        clear(progress, side, layer)
        progress.reach[side, layer, root] = 0
        progress.came[side, layer, root] = START
        for station in range(progress.stations[0]):
            if layer >> station & 1:
                borrow(board, progress, side, layer, station)
        spread(board, progress, side, layer, progress.own[0], progress.own[1])


@rule
def grow_joined(board: Board, state: State, sheet: Sheet, progress: Progress, player: int, root: int) -> None:
    """The shortest paths over own routes and those that the score sheet borrows."""
    low = progress.own[0]
    high = progress.own[1]
    for station in range(STATIONS):
        route = sheet.borrowed[player, station]
        if 0 <= route < 64:
            low |= bit(route)
        elif route >= 64:
            high |= bit(route - 64)
    side = whole(FROM_B)
    layer = whole(0)
    clear(progress, side, layer)
    progress.reach[side, layer, root] = 0
    progress.came[side, layer, root] = START
    spread(board, progress, side, layer, low, high)


@rule
def clear(progress: Progress, side: int, layer: int) -> None:
    for place in range(PLACES):
        progress.reach[side, layer, place] = FAR
        progress.entered[side, layer, place] = FAR


@rule
def borrow(board: Board, progress: Progress, side: int, layer: int, station: int) -> None:
    """What one more station gives: every path without it, and those over a route that it lends."""
    less = layer ^ (1 << station)
    for place in range(board.place_count[0]):
        if progress.reach[side, less, place] < progress.reach[side, layer, place]:
            progress.reach[side, layer, place] = progress.reach[side, less, place]
            progress.came[side, layer, place] = COPIED - station
        if progress.entered[side, less, place] < progress.entered[side, layer, place]:
            progress.entered[side, layer, place] = progress.entered[side, less, place]
            progress.entered_by[side, layer, place] = COPIED - station
    for word in range(2):
        routes = progress.lent[station, word]
        while routes:
            route = whole(64 * word + lowest(routes))
            routes &= routes - U(1)
            a = whole(board.route_a[route])
            b = whole(board.route_b[route])
            borrow_route(progress, side, layer, station, route, a, b)
            borrow_route(progress, side, layer, station, route, b, a)


@rule
def borrow_route(
    progress: Progress, side: int, layer: int, station: int, route: int, here: int, there: int
) -> None:
    less = layer ^ (1 << station)
    length = progress.reach[side, less, here]
    step = route | (station + 1) << LENDER
    if progress.entered[side, less, here] < length:
        length = progress.entered[side, less, here]
        step |= ENTERED
    if length + 1 < progress.reach[side, layer, there]:
        progress.reach[side, layer, there] = length + 1
        progress.came[side, layer, there] = step


@rule
def spread(board: Board, progress: Progress, side: int, layer: int, own_low: Any, own_high: Any) -> None:
    """Dijkstra's algorithm within a layer, from all places already reached."""
    edge = U(0)
    for place in range(board.place_count[0]):
        if progress.reach[side, layer, place] < FAR:
            edge |= bit(place)
    while edge:
        here = nearest(progress, side, layer, edge)
        edge &= ~bit(here)
        length = progress.reach[side, layer, here]
        for word in range(2):
            own = own_high if word else own_low
            routes = board.at_place[here, word] & own
            while routes:
                route = 64 * word + lowest(routes)
                routes &= routes - U(1)
                there = board.route_a[route] + board.route_b[route] - here
                if length + 1 < progress.reach[side, layer, there]:
                    progress.reach[side, layer, there] = length + 1
                    progress.came[side, layer, there] = route
                    edge |= bit(there)
            routes = board.at_place[here, word] & progress.free[word]
            while routes:
                route = 64 * word + lowest(routes)
                routes &= routes - U(1)
                there = board.route_a[route] + board.route_b[route] - here
                longer = length + STEP * board.length[route] + 1
                if progress.single[0] & bit(there):
                    if longer < progress.entered[side, layer, there]:
                        progress.entered[side, layer, there] = longer
                        progress.entered_by[side, layer, there] = route
                elif longer < progress.reach[side, layer, there]:
                    progress.reach[side, layer, there] = longer
                    progress.came[side, layer, there] = route
                    edge |= bit(there)


@rule
def nearest(progress: Progress, side: int, layer: int, edge: Any) -> int:
    """The place among these with the shortest path."""
    best = whole(lowest(edge))
    while edge:
        place = whole(lowest(edge))
        edge &= edge - U(1)
        if progress.reach[side, layer, place] < progress.reach[side, layer, best]:
            best = place
    return best


@rule
def follow(board: Board, progress: Progress, number: int, start: int, layer: int) -> None:
    """Write down the routes of the shortest path from a place to the root of the tree."""
    end = progress.way_end[number - 1] if number else 0
    place = start
    step = progress.came[FROM_B, layer, place]
    if progress.reach[FROM_B, layer, place] >= FAR:
        step = START
    entered = False
    while step != START:
        if step <= COPIED:
            layer ^= 1 << (COPIED - step)
        else:
            route = step & (STEP - 1)
            progress.way[end] = route
            end += 1
            place = board.route_a[route] + board.route_b[route] - place
            lender = (step & (ENTERED - 1)) >> LENDER
            if lender:
                layer ^= 1 << (lender - 1)
            entered = step & ENTERED != 0
        if entered:
            step = progress.entered_by[FROM_B, layer, place]
        else:
            step = progress.came[FROM_B, layer, place]
    progress.way_end[number] = end


@rule
def note_claims(board: Board, progress: Progress, number: int, start: int, end: int) -> None:
    """Note what every claim that changes the ticket would leave."""
    missing = progress.missing[number]
    for word in range(2):
        routes = progress.free[word]
        while routes:
            route = whole(64 * word + lowest(routes))
            routes &= routes - U(1)
            left = through(board, progress, route)
            if left < missing:
                note_change(progress, route, number, left)
    if progress.single[0] and progress.stations[0]:
        note_losses(board, progress, number, start, end)


@rule
def through(board: Board, progress: Progress, route: int) -> int:
    """The trains missing on the shortest path over a route once it is claimed."""
    a = board.route_a[route]
    b = board.route_b[route]
    every = (1 << progress.stations[0]) - 1
    best = whole(2 * FAR)
    for layer in range(every + 1):
        rest = every ^ layer
        best = min(best, progress.reach[FROM_A, layer, a] + progress.reach[FROM_B, rest, b])
        best = min(best, progress.reach[FROM_A, layer, b] + progress.reach[FROM_B, rest, a])
    return best // STEP


@rule
def note_losses(board: Board, progress: Progress, number: int, start: int, end: int) -> None:
    """Note claims into a country that the ticket's path enters by another route, which they would close."""
    missing = progress.missing[number]
    for step in range(progress.way_end[number - 1] if number else 0, progress.way_end[number]):
        used = progress.way[step]
        for word in range(2):
            routes = board.own_closes[used, word] & progress.free[word]
            while routes and board.country[used] >= 0:
                route = whole(64 * word + lowest(routes))
                routes &= routes - U(1)
                left = left_by(board, progress, route, start, end)
                if left < 0 or left > missing:
                    note_change(progress, route, number, left)


@rule
def left_by(board: Board, progress: Progress, route: int, start: int, end: int) -> int:
    """The trains missing once a route is claimed, by a new search; -1 if there is no path."""
    own_low = progress.own[0]
    own_high = progress.own[1]
    free_low = progress.free[0]
    free_high = progress.free[1]
    if route < 64:
        progress.own[0] |= bit(route)
    else:
        progress.own[1] |= bit(route - 64)
    progress.free[0] &= ~(board.own_closes[route, 0] | progress.own[0])
    progress.free[1] &= ~(board.own_closes[route, 1] | progress.own[1])
    grow(board, progress, whole(FROM_B), end)
    progress.own[0] = own_low
    progress.own[1] = own_high
    progress.free[0] = free_low
    progress.free[1] = free_high
    length = progress.reach[FROM_B, (1 << progress.stations[0]) - 1, start]
    return whole(-1 if length >= FAR else length // STEP)


@rule
def note_change(progress: Progress, route: int, number: int, left: int) -> None:
    place = progress.changes[0]
    if place < CHANGES:
        progress.change[place, 0] = route
        progress.change[place, 1] = number
        progress.change[place, 2] = left
        progress.changes[0] = place + 1
