"""Which tickets a draw would bring: the share of each, from what the seat knows of the deck (C11)."""

from __future__ import annotations

from typing import Any

from kolej.bots.plan.weights import KNOWN
from kolej.bots.plan.workspace import Mind
from kolej.rules.board import Board
from kolej.rules.jit import U, bit, lowest, popcount, rule
from kolej.rules.sight import Sight
from kolej.rules.state import TICKETS

DRAWN = 3


@rule
def tickets_in_deck(sight: Sight) -> int:
    count = sight.unseen_count[0]
    for place in range(sight.block_count[0]):
        count += sight.block_size[place]
    return count


@rule
def spread_even(mind: Mind, tickets: Any, share: float) -> None:
    """Add this share, divided evenly, to the chances of these tickets to be drawn."""
    if share <= 0.0 or not tickets:
        return
    each = share / popcount(tickets)
    while tickets:
        mind.chance[lowest(tickets)] += each
        tickets &= tickets - U(1)


@rule
def in_block(sight: Sight, number: int) -> Any:
    """The tickets that the seat gave back into this block."""
    found = U(0)
    rest = sight.given[0] & ~sight.tickets[0]
    while rest:
        ticket = lowest(rest)
        rest &= rest - U(1)
        if sight.given_in[ticket] == number:
            found |= bit(ticket)
    return found


@rule
def chances(board: Board, sight: Sight, mind: Mind) -> Any:
    """Set each ticket's chance to be among those drawn next; return those with a chance.

    Unseen tickets come first, then the blocks that were given back, in their order; of those the seat knows
    what it gave itself. What is unknown may be any ticket that the seat neither holds nor gave back.
    """
    unknown = board.ordinary_tickets[0] & ~sight.tickets[0] & ~sight.given[0]
    rest = unknown
    if mind.weight[KNOWN] == 0.0:
        spread_zero(mind)
        spread_even(mind, rest, 1.0 * DRAWN)
        return unknown
    spread_zero(mind)
    to_draw = DRAWN
    drawn = min(to_draw, sight.unseen_count[0])
    spread_even(mind, unknown, 1.0 * drawn)
    to_draw -= drawn
    found = unknown if drawn > 0 else U(0)
    for place in range(sight.block_count[0]):
        if to_draw == 0:
            break
        size = sight.block_size[place]
        drawn = min(to_draw, size)
        own = in_block(sight, sight.block_number[place])
        share = drawn / size
        spread_even(mind, own, share * popcount(own))
        if size > popcount(own):
            spread_even(mind, unknown, share * (size - popcount(own)))
            found |= unknown
        found |= own
        to_draw -= drawn
    return found


@rule
def spread_zero(mind: Mind) -> None:
    for ticket in range(TICKETS):
        mind.chance[ticket] = 0.0
