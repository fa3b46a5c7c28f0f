"""Whole games among planners, compiled from the first deal to the score sheet."""

from __future__ import annotations

from typing import Any

from kolej.bots.plan.decide import decide
from kolej.rules.board import Board
from kolej.rules.jit import U, long_entry, lowest, rule
from kolej.rules.luck import Luck
from kolej.rules.playout import seed_luck
from kolej.rules.sight import Sight, look
from kolej.rules.state import OVER, PAY_SWAP, State
from kolej.rules.structs import Numbers
from kolej.rules.turn import legal_rows, new_game, step

Handle = Any


@rule
def play_game(
    board: Board,
    state: State,
    luck: Luck,
    sight: Sight,
    minds: Any,
    players: int,
    seed: Any,
    tally: Any,
    rows: Numbers,
) -> int:
    """One game: each seat is played by the mind of its number. -1, or the row of an illegal choice."""
    seed_luck(luck, U(seed))
    new_game(board, state, luck, players)
    while state.phase[0] != OVER:
        player = state.player[0]
        tally.decisions[player] += U(state.phase[0] != PAY_SWAP)
        look(board, state, player, sight)
        row = decide(board, sight, minds[player])
        if not is_listed(rows, legal_rows(board, state, rows), row):
            return row
        low = state.owned[player, 0]
        high = state.owned[player, 1]
        turn = state.turns[0]
        step(board, state, luck, row)
        low ^= state.owned[player, 0]
        high ^= state.owned[player, 1]
        if low | high:
            tally.taken_at[lowest(low) if low else 64 + lowest(high)] = turn
            if tally.joined_at[player] < 0 and has_card(board, state, player):
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
    """A game by handles; state and tally hold what became of it. -1, or the row of an illegal choice."""
    return play_game(boards[0], states[0], lucks[0], sights[0], minds, players, seed, tallies[0], rows)
