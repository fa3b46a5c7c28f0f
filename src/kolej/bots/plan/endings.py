"""What ending the game by a claim costs or brings: tickets left open, and turns that others lose."""

from __future__ import annotations

from typing import Any

from kolej.bots.plan.costs import missing, most_of
from kolej.bots.plan.payments import chance_of, choose_swapped, pay_in_thought
from kolej.bots.plan.weights import ENDING, FINISH, LINGERS
from kolej.bots.plan.workspace import HUGE, Mind
from kolej.rules.board import Board
from kolej.rules.jit import U, bit, lowest, rule, whole
from kolej.rules.network import merge, total_length
from kolej.rules.rows import LOCO
from kolej.rules.sight import Sight
from kolej.rules.state import PLACES
from kolej.rules.structs import Numbers

AHEAD = 15.0
"""A lead of this many points counts in full; chosen by hand."""
TICKET = 11.0
"""Points of another player's ticket, on average over the boards' decks; chosen by hand."""
FEW = 5
"""With so many trains or fewer a player waits for cards only for a while."""
WAITED = 6
"""Cards beyond what the needed routes take. With 8, one seat of 8,000 waited for six turns on Nordic."""


@rule
def completes(board: Board, sight: Sight, mind: Mind, route: int) -> float:
    """Points of tickets that this route alone would complete now, counted twice: won, and not lost."""
    return 2.0 * joined_by(board, mind.own, sight.tickets[0] & ~mind.made[0], route)


@rule
def joined_by(board: Board, group: Numbers, rest: Any, route: int) -> float:
    """Points of these tickets that the route joins, with what these groups join already."""
    a = group[board.route_a[route]]
    b = group[board.route_b[route]]
    if a == b:
        return 0.0
    points = 0.0
    while rest:
        ticket = lowest(rest)
        rest &= rest - U(1)
        one = group[board.ticket_a[ticket]]
        two = group[board.ticket_b[ticket]]
        if (one == a and two == b) or (one == b and two == a):
            points += board.ticket_points[ticket]
    return points


@rule
def ending_worth(board: Board, sight: Sight, mind: Mind, row: int) -> float:
    """What a claim brings, or less than 0 if it costs, by ending the game or bringing its end nearer."""
    route = whole(board.action[row, 1])
    if sight.last_turns[0] >= 0:
        return 0.0
    left = sight.trains[sight.seat[0]] - board.length[route]
    ends = left <= board.last_round_at[0]
    if ends and mind.weight[LINGERS] > 0.0:
        return -HUGE / 2.0  # better than nothing at all, worse than anything else
    if mind.weight[ENDING] == 0.0:
        return -cost_of_any_rest(board, mind, route) if ends else 0.0
    value = 0.0
    if ends:
        value -= mind.weight[ENDING] * left_open(board, sight, mind, row)
    if mind.weight[FINISH] > 0.0 and value == 0.0 and is_done(mind, route):
        value += finish_worth(board, sight, mind, route)
    return value


@rule
def cost_of_any_rest(board: Board, mind: Mind, route: int) -> float:
    """All planned tickets, if anything is needed beside this route: as if there were no last turn."""
    rest = mind.needed[route >> 6] & ~bit(route & 63)
    if not (rest | mind.needed[1 - (route >> 6)]):
        return 0.0
    lost = 0.0
    tickets = mind.planned[0]
    while tickets:
        lost += board.ticket_points[lowest(tickets)]
        tickets &= tickets - U(1)
    return lost


@rule
def left_open(board: Board, sight: Sight, mind: Mind, row: int) -> float:
    """Points of planned tickets that neither this claim nor the last turn completes."""
    route = whole(board.action[row, 1])
    for place in range(PLACES):
        mind.group[place] = mind.own[place]
    merge(mind.group, board.route_a[route], board.route_b[route])
    lost = 0.0
    total = 0.0
    tickets = U(0)
    rest = mind.planned[0]
    while rest:
        ticket = lowest(rest)
        rest &= rest - U(1)
        total += board.ticket_points[ticket]
        if mind.group[board.ticket_a[ticket]] != mind.group[board.ticket_b[ticket]]:
            tickets |= bit(ticket)
            lost += board.ticket_points[ticket]
    if not tickets:
        return 0.0
    if board.action[row, 4]:
        choose_swapped(board, sight, mind, row)
    else:
        pay_in_thought(board, sight, mind, row)
    trains = sight.trains[sight.seat[0]] - board.length[route]
    saved = saved_last(board, sight, mind, tickets, whole(route), trains)
    return max(0.0, min(lost, best_pair(board, sight, mind) - (total - lost)) - saved)


@rule
def best_pair(board: Board, sight: Sight, mind: Mind) -> float:
    """Points of planned tickets that waiting could save: those of two claims, if every claim ends the game.

    ``HUGE`` if a claim does not end it, so that all tickets may be saved.
    """
    trains = sight.trains[sight.seat[0]]
    most = 0.0
    if mind.borrowed[0] | mind.borrowed[1]:
        return HUGE
    for word in range(2):
        rest = mind.needed[word]
        while rest:
            first = 64 * word + lowest(rest)
            rest &= rest - U(1)
            if trains - board.length[first] > board.last_round_at[0]:
                return HUGE
            for other_word in range(2):
                others = mind.needed[other_word]
                while others:
                    second = 64 * other_word + lowest(others)
                    others &= others - U(1)
                    if second < first and board.length[first] + board.length[second] <= trains:
                        most = max(most, made_by_two(board, mind, whole(first), whole(second)))
    return most


@rule
def made_by_two(board: Board, mind: Mind, first: int, second: int) -> float:
    """Points of planned tickets that these two routes complete."""
    for place in range(PLACES):
        mind.group[place] = mind.own[place]
    merge(mind.group, board.route_a[first], board.route_b[first])
    merge(mind.group, board.route_a[second], board.route_b[second])
    points = 0.0
    rest = mind.planned[0]
    while rest:
        ticket = lowest(rest)
        rest &= rest - U(1)
        if mind.group[board.ticket_a[ticket]] == mind.group[board.ticket_b[ticket]]:
            points += board.ticket_points[ticket]
    return points


@rule
def saved_last(board: Board, sight: Sight, mind: Mind, tickets: Any, without: int, trains: int) -> float:
    """Points of these tickets that the trial hand can save in the last turn."""
    most = 0.0
    station = pays_station(board, sight, mind)
    for word in range(2):
        rest = mind.needed[word] | mind.borrowed[word]
        while rest:
            place = lowest(rest)
            rest &= rest - U(1)
            route = 64 * word + place
            if route == without:
                continue
            points = joined_by(board, mind.group, tickets, route)
            if points <= most:
                continue
            if mind.needed[word] & bit(place):
                if board.length[route] > trains or missing(board, mind, mind.hand, route) > 0.0:
                    continue
                points *= chance_to_pass(board, mind, route)
            elif not station:
                continue
            most = max(most, points)
    return most


@rule
def pays_station(board: Board, sight: Sight, mind: Mind) -> bool:
    """Whether the trial hand pays for the next station."""
    left = sight.stations[sight.seat[0]]
    if left == 0:
        return False
    held = mind.hand[most_of(mind.hand)] + (mind.hand[LOCO] if board.jokers[0] else 0)
    paid: bool = held >= board.station_cost[board.stations[0] - left]
    return paid


@rule
def chance_to_pass(board: Board, mind: Mind, route: int) -> float:
    """The chance that the trial hand pays what a tunnel costs in addition; 1 for other routes."""
    if not board.tunnel[route]:
        return 1.0
    colour = board.colour[route]
    if colour == LOCO:
        colour = most_of(mind.hand)
    spare = mind.hand[colour] + mind.hand[LOCO] - board.length[route]
    return chance_of(mind, colour, board.tunnel_cards[0], max(0, spare))


@rule
def has_waited(board: Board, sight: Sight, mind: Mind) -> bool:
    """Whether the hand tells that it has drawn for long enough with few trains left."""
    seat = sight.seat[0]
    if sight.last_turns[0] >= 0 or sight.trains[seat] > FEW or mind.weight[ENDING] == 0.0:
        return False
    wanted = total_length(board, mind.needed[0], mind.needed[1])
    return wanted > 0 and sight.hand_size[seat] >= wanted + WAITED


@rule
def is_done(mind: Mind, route: int) -> bool:
    """Whether after this claim nothing is left to do for tickets."""
    for word in range(2):
        rest = mind.needed[word] | mind.borrowed[word]
        if word == route >> 6:
            rest &= ~bit(route & 63)
        if rest:
            return False
    return True


@rule
def finish_worth(board: Board, sight: Sight, mind: Mind, route: int) -> float:
    """What the others lose by an earlier end, for one who is ahead; the contrary for one who is behind.

    A claim that does not end the game counts for its share of the trains that must go until then.
    """
    seat = sight.seat[0]
    to_lay = sight.trains[seat] - board.last_round_at[0]
    share = min(1.0, board.length[route] / max(1, to_lay))
    lead = standing(board, sight, mind) + board.points[route] + completes(board, sight, mind, route)
    least = HUGE
    trains = 0.0
    for other in range(sight.players[0]):
        if other != seat:
            least = min(least, lead - rival_standing(board, sight, other))
            trains += sight.trains[other]
    trains /= sight.players[0] - 1
    return mind.weight[FINISH] * max(-1.0, min(1.0, least / AHEAD)) * share * trains


@rule
def standing(board: Board, sight: Sight, mind: Mind) -> float:
    """The seat's points if the game ended now, bonuses apart."""
    points = 1.0 * sight.score[sight.seat[0]] + board.station_points[0] * sight.stations[sight.seat[0]]
    rest = sight.tickets[0]
    while rest:
        ticket = lowest(rest)
        rest &= rest - U(1)
        made = mind.own[board.ticket_a[ticket]] == mind.own[board.ticket_b[ticket]]
        points += board.ticket_points[ticket] if made else -board.ticket_points[ticket]
    return points


@rule
def rival_standing(board: Board, sight: Sight, other: int) -> float:
    """Another player's points if the game ended now: each ticket is as likely done as trains are laid."""
    laid = 1.0 - sight.trains[other] / board.trains[0]
    points = 1.0 * sight.score[other] + board.station_points[0] * sight.stations[other]
    return points + sight.ticket_count[other] * TICKET * (2.0 * laid - 1.0)
