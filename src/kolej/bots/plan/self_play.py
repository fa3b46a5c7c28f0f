"""Whole games among planners, compiled from the first deal to the score sheet.

It calls the entry points of rules and planner, which are already compiled, so none of their code is compiled
again.
"""

from __future__ import annotations

from typing import Any

from kolej.bots.plan.entry_points import choose
from kolej.rules import entry_points as rules
from kolej.rules.board import Board
from kolej.rules.jit import U, long_entry, lowest, rule, whole
from kolej.rules.state import OVER, PAY_SWAP, State
from kolej.rules.structs import Numbers

Handle = Any


@long_entry
def play(
    boards: Handle,
    states: Handle,
    lucks: Handle,
    sights: Handle,
    minds: Handle,
    players: int,
    seed: Any,
    tallies: Handle,
    rows: Numbers,
) -> int:
    """Play one game; the mind of each number plays that seat. Returns -1, or the row of an illegal choice.

    State and tally hold the result.
    """
    state, tally = states[0], tallies[0]
    rules.seed(lucks, U(seed))
    rules.new_game(boards, states, lucks, players)
    while state.phase[0] != OVER:
        player = whole(state.player[0])
        tally.decisions[player] += U(state.phase[0] != PAY_SWAP)
        rules.look(boards, states, player, sights)
        row = choose(boards, sights, minds[player : player + 1])
        if not is_listed(rows, rules.legal_rows(boards, states, player, rows), row):
            return row
        low = state.owned[player, 0]
        high = state.owned[player, 1]
        turn = state.turns[0]
        rules.step(boards, states, lucks, row)
        low ^= state.owned[player, 0]
        high ^= state.owned[player, 1]
        if low | high:
            tally.taken_at[lowest(low) if low else 64 + lowest(high)] = turn
            if tally.joined_at[player] < 0 and has_card(boards[0], state, player):
                tally.joined_at[player] = turn
    return -1


@rule
def is_listed(rows: Numbers, count: int, row: int) -> bool:
    found = False
    for place in range(count):
        found |= rows[place] == row
    return found


@rule
def has_card(board: Board, state: State, player: int) -> bool:
    for country in range(board.country_count[0]):
        for card in range(state.stack_next[country]):
            if state.card_owner[country, card] == player:
                return True
    return False
