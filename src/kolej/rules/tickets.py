"""Drawing, keeping and returning tickets (C11, C16, E1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kolej.rules.board import Board
from kolej.rules.jit import bit, rule, whole
from kolej.rules.luck import Luck, draw_ticket, tickets_left
from kolej.rules.rows import ROW_KEEP
from kolej.rules.state import FIRST_TICKETS, State
from kolej.rules.structs import Numbers

FIRST_BLOCK: int = np.int64(1)  # type: ignore[assignment]
"""The block of tickets that all seats give back at the start; each later draw makes a block of its own."""


@rule
def offer(state: State, luck: Luck, player: int, count: int) -> None:
    """Offer the player this many tickets, or what is left, in addition to those already offered."""
    for _ in range(min(count, tickets_left(state))):
        place_offer(state, player, draw_ticket(state, luck, player))


@rule
def place_offer(state: State, player: int, ticket: int) -> None:
    state.offered[player, state.offered_count[player]] = ticket
    state.offered_count[player] += 1


@rule
def least(board: Board, state: State) -> int:
    return board.first_keep[0] if state.phase[0] == FIRST_TICKETS else board.later_keep[0]


@rule
def count_keeps(board: Board, state: State, player: int) -> int:
    return board.keep_count[least(board, state), state.offered_count[player]]


@rule
def nth_keep(board: Board, state: State, player: int, n: int) -> int:
    return ROW_KEEP + board.keep_sets[least(board, state), state.offered_count[player], n]


@rule
def list_keeps(board: Board, state: State, player: int, rows: Numbers, count: int) -> int:
    for n in range(count_keeps(board, state, player)):
        rows[count] = nth_keep(board, state, player, n)
        count += 1
    return count


@rule
def keep(state: State, player: int, kept: int, under: bool, block: int) -> bool:
    """Keep some of the offered tickets; True if any went back, into that block under the deck."""
    gave = False
    for place in range(state.offered_count[player]):
        ticket = whole(state.offered[player, place])
        state.offered[player, place] = 0
        if kept >> place & 1:
            state.tickets[player] |= bit(ticket)
        else:
            give_back(state, player, ticket, under, block)
            gave = True
    state.offered_count[player] = 0
    return gave


@rule
def give_back(state: State, player: int, ticket: int, under: Any, block: int) -> None:
    state.given[player] |= bit(ticket)
    if under:
        state.under[0] |= bit(ticket)
        state.block[ticket] = block
        state.given_in[player, ticket] = block
    else:
        state.gone[0] |= bit(ticket)
