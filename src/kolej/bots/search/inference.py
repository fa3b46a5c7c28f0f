"""What the others' routes tell of their tickets: whose way they shorten."""

from __future__ import annotations

import math
from typing import Any

from kolej.bots.search.workspace import Work
from kolej.rules.board import Board
from kolej.rules.jit import U, bit, lowest, nth_bit, popcount, rule, whole
from kolej.rules.luck import Luck, choose, next_number
from kolej.rules.network import total_length
from kolej.rules.sight import Sight
from kolej.rules.state import FIRST_TICKETS, State

FAR = 999.0
CLOSED = 6.0
"""Trains that a route of somebody else counts for beyond its length: a station may help, or a way round."""
SHARE = 4.0
DONE = 1.0
EXPLAINED = 0.33
"""How strongly a ticket is suggested by the share of its way that is saved, by being completed, and by every
train of the player that lies on its way and on that of no other ticket: logarithms of odds.

Between the best values of each board, by conditional logit on tickets held in 120 games among planners.
"""
EXCHANGES = 16
"""How often one ticket of each player is exchanged for a likelier one in every guess."""


@rule
def measure_from(board: Board, work: Work, start: int) -> None:
    """The trains from one place to every other."""
    unreached = U(0)
    for place in range(board.place_count[0]):
        work.far[place] = FAR
        unreached |= bit(place)
    work.far[start] = 0.0
    while unreached:
        here = lowest(unreached)
        rest = unreached
        while rest:
            place = lowest(rest)
            rest &= rest - U(1)
            if work.far[place] < work.far[here]:
                here = place
        unreached &= ~bit(here)
        for word in range(2):
            rest = board.at_place[here, word]
            while rest:
                route = 64 * word + lowest(rest)
                rest &= rest - U(1)
                there = board.route_a[route] + board.route_b[route] - here
                if work.far[here] + work.cost[route] < work.far[there]:
                    work.far[there] = work.far[here] + work.cost[route]
                    work.back[there] = route


@rule
def measure_ticket(board: Board, work: Work, ticket: int, last: int) -> float:
    """The trains between the cities of a ticket; nothing is measured anew for the city measured last."""
    start = whole(board.ticket_a[ticket])
    if start != last:
        measure_from(board, work, start)
    return work.far[board.ticket_b[ticket]]


@rule
def price_routes(board: Board, sight: Sight, work: Work, other: int) -> None:
    """What routes cost this player: nothing if owned, more if closed. Without a player: the empty board."""
    for word in range(2):
        rest = board.routes[word]
        while rest:
            place = lowest(rest)
            rest &= rest - U(1)
            route = 64 * word + place
            work.cost[route] = board.length[route]
            if other >= 0 and sight.owned[other, word] & bit(place):
                work.cost[route] = 0.0
            elif other >= 0 and not sight.claimable[other, word] & bit(place):
                work.cost[route] += CLOSED


@rule
def infer(board: Board, sight: Sight, work: Work) -> None:
    """How strongly the routes of each other player suggest each ticket, and which routes it explains."""
    every = board.long_tickets[0] | board.ordinary_tickets[0]
    for other in range(-1, whole(sight.players[0])):
        if other == sight.seat[0]:
            continue
        price_routes(board, sight, work, whole(other))
        rest = every
        last = whole(-1)
        while rest:
            ticket = lowest(rest)
            rest &= rest - U(1)
            trains = measure_ticket(board, work, ticket, last)
            last = whole(board.ticket_a[ticket])
            if other < 0:
                work.plain[ticket] = trains
            else:
                work.telling[other, ticket] = suggested(work.plain[ticket], trains)
                trace(board, sight, work, whole(other), ticket)


@rule
def suggested(plain: float, trains: float) -> float:
    """How strongly a ticket is suggested if so many of its trains are left."""
    saved = plain - trains
    found = SHARE * max(saved / max(1.0, plain), -0.5)
    return found + DONE if trains <= 0.0 else found


@rule
def trace(board: Board, sight: Sight, work: Work, other: int, ticket: int) -> None:
    """Note which of a player's routes lie on the way of a ticket, as measured from its first city."""
    work.explains[other, ticket, 0] = U(0)
    work.explains[other, ticket, 1] = U(0)
    place = whole(board.ticket_b[ticket])
    while work.far[place] > 0.0 or place != board.ticket_a[ticket]:
        if work.far[place] >= FAR:
            return
        route = whole(work.back[place])
        word = route >> 6
        work.explains[other, ticket, word] |= bit(route & 63) & sight.owned[other, word]
        place = board.route_a[route] + board.route_b[route] - place


@rule
def exchange_tickets(board: Board, sight: Sight, state: State, luck: Luck, work: Work) -> None:
    """In a guess, exchange others' tickets for tickets as hidden that explain the owner's routes better.

    Each exchange is a Metropolis step, so the guesses approach the distribution that ``infer`` describes.
    """
    if sight.phase[0] == FIRST_TICKETS:
        return
    for other in range(sight.players[0]):
        if other != sight.seat[0]:
            for _ in range(EXCHANGES):
                exchange_ticket(board, sight, state, luck, work, whole(other))


@rule
def exchange_ticket(board: Board, sight: Sight, state: State, luck: Luck, work: Work, other: int) -> None:
    held = state.tickets[other]
    if not held:
        return
    old = nth_bit(held, choose(luck, popcount(held)))
    long = board.long_tickets[0] & bit(old)
    pool = state.gone[0] & ~sight.given[0] & board.long_tickets[0] if long else state.unseen[0]
    if not pool:
        return
    new = nth_bit(pool, choose(luck, popcount(pool)))
    gain = work.telling[other, new] - work.telling[other, old]
    gain += EXPLAINED * explained_more(board, work, other, held & ~bit(old), new, old)
    if is_likelier(luck, gain):
        both = bit(old) | bit(new)
        state.tickets[other] ^= both
        if long:
            state.gone[0] ^= both
        else:
            state.unseen[0] ^= both


@rule
def explained_more(board: Board, work: Work, other: int, kept: Any, new: int, old: int) -> int:
    """How many more of a player's trains the new ticket explains than the old one, beside those kept."""
    low = U(0)
    high = U(0)
    while kept:
        ticket = lowest(kept)
        kept &= kept - U(1)
        low |= work.explains[other, ticket, 0]
        high |= work.explains[other, ticket, 1]
    more = total_length(board, work.explains[other, new, 0] & ~low, work.explains[other, new, 1] & ~high)
    return more - total_length(
        board, work.explains[other, old, 0] & ~low, work.explains[other, old, 1] & ~high
    )


@rule
def is_likelier(luck: Luck, gain: float) -> bool:
    """Whether a step that changes the logarithm of the likelihood by this much is taken."""
    if gain >= 0.0:
        return True
    chance = float(next_number(luck, 1) >> U(11)) / 9007199254740992.0
    return chance < math.exp(gain)
