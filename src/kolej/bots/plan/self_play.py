"""Whole games between planners, compiled from the first deal to the score sheet."""

from __future__ import annotations

from typing import Any

from kolej.bots.plan.decide import decide, think, worth_of
from kolej.bots.plan.payments import choose_swapped as pick_swapped
from kolej.rules.board import Board
from kolej.rules.jit import U, long_rule, lowest, rule
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
    """Play one game; seat i is played by mind i. Returns -1, or the row of an illegal choice."""
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


@long_rule
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
    """Play one game, given handles; the result is in state and tally. Returns -1, or an illegal row."""
    return play_game(boards[0], states[0], lucks[0], sights[0], minds, players, seed, tallies[0], rows)


@rule
def choose(boards: Handle, sights: Handle, minds: Handle) -> int:
    return decide(boards[0], sights[0], minds[0])


@rule
def choose_swapped(boards: Handle, sights: Handle, minds: Handle, row: int) -> None:
    """After ``choose`` picked a payment with swaps: write which cards into ``swapped``."""
    pick_swapped(boards[0], sights[0], minds[0], row)


@rule
def weigh(boards: Handle, sights: Handle, minds: Handle, rows: Any, values: Any) -> None:
    """Make a plan, and write down what each of these legal rows is worth."""
    think(boards[0], sights[0], minds[0])
    for place in range(len(rows)):
        values[place] = worth_of(boards[0], sights[0], minds[0], rows[place])
    think(boards[0], sights[0], minds[0])
