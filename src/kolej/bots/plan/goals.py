"""What to play for: tickets, countries, and routes for their points."""

from __future__ import annotations

from typing import Any

from kolej.bots.plan.cards import lacking
from kolej.bots.plan.costs import missing, turns_for
from kolej.bots.plan.paths import path_with, reach_over, weigh_path
from kolej.bots.plan.trees import plan_route, plan_way, spread, way
from kolej.bots.plan.weights import COUNTRY, FILL, LATE, LINK, MARGIN, MOST_TICKETS, PATH, ROOM, TICKET, TIGHT
from kolej.bots.plan.workspace import HUGE, Mind
from kolej.rules.board import Board
from kolej.rules.jit import U, bit, lowest, popcount, rule, whole
from kolej.rules.network import join_routes, merge
from kolej.rules.sight import Sight

LOOKED = 2
"""After so many routes planned for their points the longest path is found anew."""
MOST_FILLED = 5
"""How many routes to plan ahead for their points alone."""


@rule
def begin(board: Board, sight: Sight, mind: Mind, tight: float) -> None:
    """Start an empty plan; routes cost their price, plus ``tight`` for every train."""
    seat = sight.seat[0]
    mind.trains[0] = sight.trains[seat]
    mind.plan_turns[0] = 0.0
    mind.planned[0] = U(0)
    mind.missed[0] = U(0)
    mind.used_lenders[0] = 0
    for word in range(2):
        mind.lent[word] = U(0)
        mind.plan[word] = U(0)
        mind.needed[word] = U(0)
        mind.borrowed[word] = U(0)
        rest = mind.usable[word]
        while rest:
            place = lowest(rest)
            route = 64 * word + place
            rest &= rest - U(1)
            mind.cost[route] = mind.price[route]
            if mind.free[word] & bit(place):
                mind.cost[route] += tight * board.length[route]


@rule
def joined_by_own(board: Board, sight: Sight, mind: Mind, tickets: Any) -> Any:
    """The tickets that the seat's own routes complete."""
    seat = sight.seat[0]
    join_routes(board, sight.owned[seat, 0], sight.owned[seat, 1], mind.own)
    done = U(0)
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - U(1)
        if mind.own[board.ticket_a[ticket]] == mind.own[board.ticket_b[ticket]]:
            done |= bit(ticket)
    return done


@rule
def join_lent(board: Board, mind: Mind) -> None:
    """Join in ``own`` what the plan uses of the routes that built stations lend."""
    for word in range(2):
        rest = mind.lent[word]
        while rest:
            route = 64 * word + lowest(rest)
            rest &= rest - U(1)
            merge(mind.own, board.route_a[route], board.route_b[route])


@rule
def ticket_worth(board: Board, mind: Mind, ticket: int) -> float:
    """Points of a ticket, plus a share of the bonus for completing the most."""
    return board.ticket_points[ticket] + mind.weight[TICKET] + mind.weight[MOST_TICKETS] * board.most_bonus[0]


@rule
def find_ticket(board: Board, mind: Mind, ticket: int) -> float:
    """The cost of connecting a ticket's cities beyond the plan; the path is left in ``back``."""
    b = board.ticket_b[ticket]
    spread(board, mind, bit(board.ticket_a[ticket]), bit(b))
    return mind.distance[b]


@rule
def lateness(mind: Mind, turns: float) -> float:
    """What it costs to plan for more turns than the game may last."""
    over = turns - mind.weight[MARGIN] * mind.left[0]
    return mind.weight[LATE] * over if over > 0.0 else 0.0


@rule
def crowding(mind: Mind, left: int, trains: int) -> float:
    """What it costs to plan for nearly all trains: a detour may become necessary."""
    over = trains - left - mind.weight[ROOM] * trains
    return mind.weight[LATE] * over if over > 0.0 else 0.0


@rule
def measure(board: Board, mind: Mind, tickets: Any) -> None:
    """Note what completing each of these tickets would cost beyond the plan."""
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - U(1)
        mind.apart[ticket] = find_ticket(board, mind, ticket)


@rule
def join_tickets(board: Board, sight: Sight, mind: Mind, tickets: Any, tight: float, order: float) -> None:
    """Make a new plan for these tickets, as long as they pay; ``measure`` must have run before.

    ``order`` is 1 to start with the longest, -1 with the shortest.
    """
    begin(board, sight, mind, tight)
    add_tickets(board, sight, mind, tickets, order)


@rule
def add_tickets(board: Board, sight: Sight, mind: Mind, tickets: Any, order: float) -> None:
    """Add the paths of these tickets to the plan, as long as they pay."""
    left = tickets
    stations = sight.stations[sight.seat[0]]
    while left:
        ticket = farthest(mind, left, order)
        left &= ~bit(ticket)
        cost = find_ticket(board, mind, ticket)
        goal = board.ticket_b[ticket]
        if cost < HUGE:
            trains, turns, price, borrowed = way(board, sight, mind, goal)
            late = lateness(mind, mind.plan_turns[0] + turns) - lateness(mind, mind.plan_turns[0])
            fits = trains <= mind.trains[0] and borrowed <= stations
            if fits and price + late < 2.0 * ticket_worth(board, mind, ticket):
                plan_way(board, sight, mind, goal)
                stations -= borrowed
                mind.planned[0] |= bit(ticket)
                continue
        mind.missed[0] |= bit(ticket)


@rule
def plan_worth(board: Board, sight: Sight, mind: Mind, dropped: Any) -> float:
    """What the plan is worth: tickets completed and failed, less the cost of the routes and of the risks."""
    value = 0.0
    rest = mind.planned[0]
    while rest:
        value += ticket_worth(board, mind, lowest(rest))
        rest &= rest - U(1)
    rest = mind.missed[0] | dropped
    while rest:
        value -= ticket_worth(board, mind, lowest(rest))
        rest &= rest - U(1)
    for word in range(2):
        rest = mind.needed[word] | mind.borrowed[word]
        while rest:
            value -= mind.price[64 * word + lowest(rest)]
            rest &= rest - U(1)
    value -= crowding(mind, mind.trains[0], sight.trains[sight.seat[0]])
    return value - lateness(mind, mind.plan_turns[0])


@rule
def join_best(board: Board, sight: Sight, mind: Mind, tickets: Any) -> float:
    """Find the best plan for these tickets: either order, saving trains, or without one; its worth."""
    begin(board, sight, mind, 0.0)
    measure(board, mind, tickets)
    nothing = U(0)
    join_tickets(board, sight, mind, tickets, 0.0, 1.0)
    most = plan_worth(board, sight, mind, nothing)
    misses = mind.missed[0] != nothing
    if popcount(tickets) < 2 and not misses:
        return most
    tight = 0.0
    order = 1.0
    without = nothing
    for trial in range(1, 6):
        if trial >= 2 and not misses:
            break
        saving = mind.weight[TIGHT] * (trial >> 1)
        turned = 1.0 - 2.0 * (trial & 1)
        join_tickets(board, sight, mind, tickets, saving, turned)
        misses = misses and mind.missed[0] != nothing
        value = plan_worth(board, sight, mind, nothing)
        if value > most:
            most = value
            tight = saving
            order = turned
    if misses and popcount(tickets) > 1:
        saving = max(tight, mind.weight[TIGHT])
        rest = tickets
        while rest:
            one = bit(lowest(rest))
            rest &= rest - U(1)
            join_tickets(board, sight, mind, tickets & ~one, saving, 1.0)
            value = plan_worth(board, sight, mind, one)
            if value > most:
                most = value
                without = one
                tight = saving
                order = 1.0
    join_tickets(board, sight, mind, tickets & ~without, tight, order)
    mind.missed[0] |= without
    return most


@rule
def farthest(mind: Mind, tickets: Any, order: float) -> int:
    """The next ticket in the order; one that cannot be completed comes last."""
    best = lowest(tickets)
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - U(1)
        if mind.apart[best] >= HUGE or order * mind.apart[ticket] > order * mind.apart[best]:
            best = ticket
    return best


@rule
def plan_fill(board: Board, sight: Sight, mind: Mind) -> None:
    """Plan routes for their points, with the cards and trains that the rest of the plan leaves."""
    seat = sight.seat[0]
    turns = mind.plan_turns[0]
    longest = look_at_path(board, sight, mind)
    weigh_path(board, sight, mind, longest)
    for number in range(MOST_FILLED):
        if mind.trains[0] <= 0 or turns >= mind.left[0]:
            return
        lacking(board, mind, sight.hand, mind.plan[0], mind.plan[1])
        for card in range(9):
            mind.hand[card] = max(0, mind.surplus[card])
        best = -1
        most = 0.0
        for word in range(2):
            rest = mind.free[word] & ~mind.plan[word]
            while rest:
                route = 64 * word + lowest(rest)
                rest &= rest - U(1)
                if board.length[route] > mind.trains[0] or closed_by_plan(board, mind, route):
                    continue
                if board.country[route] >= 0 and mind.weight[COUNTRY] > 0.0:
                    continue
                takes = turns_for(board, mind, route, missing(board, mind, mind.hand, route))
                if turns + takes > mind.left[0] + 0.5:
                    continue
                gain = board.points[route] - mind.weight[FILL] * takes
                if mind.weight[LINK] > 0.0 and touches_own(board, sight, mind, seat, route):
                    gain += mind.weight[LINK] * board.length[route]
                if mind.path_rate[0] > 0.0:
                    gain += mind.path_rate[0] * max(0, path_with(board, mind, route) - longest)
                gain /= takes
                if best < 0 or gain > most:
                    best = route
                    most = gain
        if best < 0:
            return
        mind.plan[best >> 6] |= bit(best & 63)
        mind.trains[0] -= board.length[best]
        if mind.path_rate[0] > 0.0 and number < LOOKED:
            longest = look_at_path(board, sight, mind)
        turns += turns_for(board, mind, best, missing(board, mind, mind.hand, best))


@rule
def look_at_path(board: Board, sight: Sight, mind: Mind) -> int:
    """The longest path of the plan, where the board has a bonus for it."""
    if mind.weight[PATH] == 0.0 or board.path_bonus[0] == 0:
        return whole(0)
    seat = sight.seat[0]
    low = sight.owned[seat, 0] | mind.plan[0]
    high = sight.owned[seat, 1] | mind.plan[1]
    join_routes(board, low, high, mind.group)
    return reach_over(board, sight, mind)


@rule
def closed_by_plan(board: Board, mind: Mind, route: int) -> bool:
    """Whether a planned route would close this one."""
    low = board.own_closes[route, 0] & mind.plan[0]
    high = board.own_closes[route, 1] & mind.plan[1]
    closed: bool = (low | high) != U(0)
    return closed


@rule
def touches_own(board: Board, sight: Sight, mind: Mind, seat: int, route: int) -> bool:
    """Whether the route continues from an owned or planned one."""
    count = 0
    for end in range(2):
        place = board.route_a[route] if end == 0 else board.route_b[route]
        low = board.at_place[place, 0] & (sight.owned[seat, 0] | mind.plan[0])
        high = board.at_place[place, 1] & (sight.owned[seat, 1] | mind.plan[1])
        count += popcount(low) + popcount(high) == 1
    return count > 0


@rule
def top_card(board: Board, mind: Mind, country: int) -> int:
    """The value of a country's next card, as far as the plan has gone."""
    card = mind.stack[country]
    return board.stack[country, card] if card < board.stack_size[country] else 0


@rule
def network(board: Board, sight: Sight, mind: Mind) -> int:
    """The group with the most trains among owned and planned routes; -1 for none."""
    seat = sight.seat[0]
    low = sight.owned[seat, 0] | mind.plan[0]
    high = sight.owned[seat, 1] | mind.plan[1]
    join_routes(board, low, high, mind.group)
    for place in range(board.place_count[0]):
        mind.size[place] = 0
    best = -1
    for word in range(2):
        rest = low if word == 0 else high
        while rest:
            route = 64 * word + lowest(rest)
            rest &= rest - U(1)
            name = mind.group[board.route_a[route]]
            mind.size[name] += board.length[route]
            if best < 0 or mind.size[name] > mind.size[best]:
                best = name
    return whole(best)


@rule
def plan_countries(board: Board, sight: Sight, mind: Mind) -> float:
    """Plan border routes for the network one after another, as long as they pay; return their worth."""
    if board.country_count[0] == 0 or mind.weight[COUNTRY] == 0.0:
        return 0.0
    for country in range(board.country_count[0]):
        mind.stack[country] = sight.stack_next[country]
    value = 0.0
    name = network(board, sight, mind)
    joined = countries_of(board, sight, mind, name)
    for _ in range(board.country_count[0]):
        gain, route = best_border(board, sight, mind, name, joined)
        if route < 0:
            return value
        plan_way(board, sight, mind, board.route_a[route])
        plan_route(board, sight, mind, whole(route))
        value += gain
        joined |= bit(board.country[route])
        if popcount(joined) > 1:
            rest = joined
            while rest:
                country = lowest(rest)
                rest &= rest - U(1)
                mind.stack[country] += 1
        name = network(board, sight, mind)
    return value


@rule
def countries_of(board: Board, sight: Sight, mind: Mind, name: int) -> Any:
    """The countries in the network of this name, owned or planned."""
    seat = sight.seat[0]
    found = U(0)
    if name < 0:
        return found
    for word in range(2):
        rest = sight.owned[seat, word] | mind.plan[word]
        while rest:
            route = 64 * word + lowest(rest)
            rest &= rest - U(1)
            if board.country[route] >= 0 and mind.group[board.route_a[route]] == name:
                found |= bit(board.country[route])
    return found


@rule
def best_border(board: Board, sight: Sight, mind: Mind, name: int, joined: Any) -> tuple[float, int]:
    """The border route that gains most after the cost of its path; none if it does not pay."""
    start = U(0)
    for place in range(board.place_count[0]):
        if name >= 0 and mind.group[place] == name:
            start |= bit(place)
    if not start:
        start = board.cities[0]
    spread(board, mind, start, U(0xFFFFFFFFFFFFFFFF))
    held = 0.0
    rest = joined
    while rest:
        country = lowest(rest)
        rest &= rest - U(1)
        held += top_card(board, mind, country)
    best = -1
    most = 0.0
    for word in range(2):
        rest = mind.free[word] & ~mind.plan[word]
        while rest:
            route = 64 * word + lowest(rest)
            rest &= rest - U(1)
            country = board.country[route]
            if country < 0 or joined & bit(country):
                continue
            near = board.route_a[route]
            trains, turns, _, _ = way(board, sight, mind, near)
            if mind.distance[near] >= HUGE or trains + board.length[route] > mind.trains[0]:
                continue
            turns += mind.turns[route]
            late = lateness(mind, mind.plan_turns[0] + turns) - lateness(mind, mind.plan_turns[0])
            cards = mind.weight[COUNTRY] * (top_card(board, mind, whole(country)) + held)
            gain = cards - mind.distance[near] - mind.price[route] - late
            if gain > most:
                most = gain
                best = route
    return most, best
