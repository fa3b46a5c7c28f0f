"""Which tickets to keep, and whether to draw more."""

from __future__ import annotations

from typing import Any

from kolej.bots.plan.goals import (
    add_tickets,
    begin,
    join_best,
    joined_by_own,
    lateness,
    measure,
    network,
    plan_countries,
    plan_worth,
    ticket_worth,
)
from kolej.bots.plan.mistakes import errs
from kolej.bots.plan.ticket_deck import chances, tickets_in_deck
from kolej.bots.plan.trees import spread, way
from kolej.bots.plan.weights import HOPE, KNOWN, LONG_SHOTS, ONLY_COUNTRIES, READY, SLACK
from kolej.bots.plan.workspace import HUGE, Mind
from kolej.rules.board import Board
from kolej.rules.jit import U, bit, lowest, popcount, rule, whole
from kolej.rules.rows import ROW_KEEP
from kolej.rules.sight import Sight
from kolej.rules.state import FIRST_TICKETS

ENOUGH = 10
"""Who holds so many tickets draws no more: a stop that good play hardly meets (docs/planner.md)."""


@rule
def worth_of_keeping(board: Board, sight: Sight, mind: Mind, kept: int) -> float:
    """What the plan is worth with these of the offered tickets; ``kept`` has a bit for each offer."""
    tickets = sight.tickets[0]
    value = 0.0
    for place in range(sight.offered_count[sight.seat[0]]):
        if kept >> place & 1:
            ticket = sight.offered[place]
            tickets |= bit(ticket)
            if errs(mind, whole(LONG_SHOTS), whole(ticket)):
                value += board.ticket_points[ticket]
    mind.made[0] = joined_by_own(board, sight, mind, tickets)
    rest = mind.made[0]
    while rest:
        value += board.ticket_points[lowest(rest)]
        rest &= rest - U(1)
    open_tickets = tickets & ~mind.made[0]
    if mind.weight[ONLY_COUNTRIES] > 0.0:
        begin(board, sight, mind, 0.0)
        value += plan_countries(board, sight, mind)
        measure(board, mind, open_tickets)
        add_tickets(board, sight, mind, open_tickets, 1.0)
        return value + plan_worth(board, sight, mind, U(0))
    value += join_best(board, sight, mind, open_tickets)
    return value + plan_countries(board, sight, mind)


@rule
def choose_tickets(board: Board, sight: Sight, mind: Mind) -> int:
    """The row of the most valuable set of offered tickets."""
    seat = sight.seat[0]
    least = board.first_keep[0] if sight.phase[0] == FIRST_TICKETS else board.later_keep[0]
    offered = sight.offered_count[seat]
    best = -1
    most = 0.0
    for n in range(board.keep_count[least, offered]):
        kept = board.keep_sets[least, offered, n]
        value = worth_of_keeping(board, sight, mind, kept)
        if best < 0 or value > most + 1e-9:
            best = kept
            most = value
    return ROW_KEEP + best


@rule
def expect_tickets(board: Board, sight: Sight, mind: Mind) -> float:
    """The expected value of drawing tickets: the best of three, plus the others that pay too.

    The cost of a ticket is taken as the cost of connecting both of its cities to the network of the plan.
    """
    mind.tickets_gain[0] = -HUGE
    if mind.plan_turns[0] > mind.weight[READY]:
        return -HUGE
    if mind.planned[0] and mind.left[0] < mind.plan_turns[0] + mind.weight[SLACK]:
        return -HUGE
    if mind.weight[KNOWN] > 0.0 and popcount(sight.tickets[0]) >= ENOUGH:
        return -HUGE
    name = network(board, sight, mind)
    if tickets_in_deck(sight) == 0 or name < 0 or mind.weight[HOPE] == 0.0:
        return -HUGE
    start = U(0)
    for place in range(board.place_count[0]):
        if mind.group[place] == name:
            start |= bit(place)
    spread(board, mind, start, board.cities[0])
    value = expected_gain(board, sight, mind, chances(board, sight, mind))
    mind.tickets_gain[0] = mind.weight[HOPE] * value if value > 0.0 else value
    return mind.tickets_gain[0]


@rule
def expected_gain(board: Board, sight: Sight, mind: Mind, tickets: Any) -> float:
    """The expected value of a draw: every ticket that pays or, if none does, the best one."""
    if mind.weight[KNOWN] == 0.0 and popcount(tickets) < 3:
        return -HUGE
    count = 0
    left = 0.0
    rest = tickets
    while rest:
        ticket = lowest(rest)
        rest &= rest - U(1)
        insert(mind, whole(count), ticket_gain(board, sight, mind, ticket), mind.chance[ticket])
        left += mind.chance[ticket]
        count += 1
    drawn = left
    value = 0.0
    none = 1.0
    for place in range(count):
        chance = mind.sorted_chance[place]
        gain = mind.apart[place]
        value += chance * gain if gain > 0.0 else 0.0
        # the chance that this one is drawn and no better one
        first = min(1.0, drawn * chance / left) if left > 1e-9 else 0.0
        if gain <= 0.0:
            value += none * first * gain
        none *= 1.0 - first
        left -= chance
    return value


@rule
def ticket_gain(board: Board, sight: Sight, mind: Mind, ticket: int) -> float:
    """What holding the ticket would be worth, completed or failed."""
    a = board.ticket_a[ticket]
    b = board.ticket_b[ticket]
    worth = ticket_worth(board, mind, ticket)
    cost = mind.distance[a] + mind.distance[b]
    if cost == 0.0:
        return worth
    if cost >= HUGE:
        return -worth
    trains_a, turns_a, _, _ = way(board, sight, mind, a)
    trains_b, turns_b, _, _ = way(board, sight, mind, b)
    if trains_a + trains_b > mind.trains[0]:
        return -worth
    turns = mind.plan_turns[0] + 1.0 + turns_a + turns_b
    gain = worth - cost - lateness(mind, turns + 2.0)
    return max(gain, -worth)


@rule
def insert(mind: Mind, count: Any, gain: float, chance: float) -> None:
    """Insert a gain and its chance among the first ``count`` of ``apart``, sorted from high to low."""
    place = count
    while place > 0 and mind.apart[place - 1] < gain:
        mind.apart[place] = mind.apart[place - 1]
        mind.sorted_chance[place] = mind.sorted_chance[place - 1]
        place -= 1
    mind.apart[place] = gain
    mind.sorted_chance[place] = chance
