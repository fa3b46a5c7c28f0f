"""What Python calls: thin functions over arrays of records, which are cheap to pass.

Each takes handles (``Values.handle``) and works on the first record of each. Numba would need twenty
microseconds per call to unpack the records themselves.
"""

from __future__ import annotations

from typing import Any

from kolej.rules import (
    foresight,
    guesses,
    legal,
    playout,
    progress,
    scoring,
    setup,
    sight,
    turn,
    turn_rows,
)
from kolej.rules.jit import entry, long_entry
from kolej.rules.structs import Numbers

Handle = Any


@entry
def new_game(boards: Handle, states: Handle, lucks: Handle, players: int) -> None:
    setup.new_game(boards[0], states[0], lucks[0], players)


@entry
def step(boards: Handle, states: Handle, lucks: Handle, row: int) -> None:
    turn.step(boards[0], states[0], lucks[0], row)


@entry
def keep_first(boards: Handle, states: Handle, lucks: Handle, player: int, kept: int) -> None:
    turn.keep_first(boards[0], states[0], lucks[0], player, kept)


@entry
def legal_rows(boards: Handle, states: Handle, player: int, rows: Numbers) -> int:
    return legal.legal_rows_of(boards[0], states[0], player, rows)


@entry
def list_turn_rows(boards: Handle, states: Handle, player: int, found: Handle, rows: Numbers) -> int:
    return turn_rows.list_turn_rows(boards[0], states[0], player, found[0], rows)


@entry
def legal_mask(boards: Handle, states: Handle, player: int, rows: Numbers, mask: Any) -> int:
    """Set mask[row] to 1 for each legal action, else to 0; returns how many are legal."""
    count = legal.legal_rows_of(boards[0], states[0], player, rows)
    mask[:] = 0
    for i in range(count):
        mask[rows[i]] = 1
    return count


@entry
def sample(boards: Handle, states: Handle, lucks: Handle) -> int:
    return legal.sample_legal(boards[0], states[0], lucks[0])


@entry
def seed(lucks: Handle, number: Any) -> None:
    playout.seed_luck(lucks[0], number)


@long_entry
def play_games(
    boards: Handle,
    states: Handle,
    lucks: Handle,
    sheets: Handle,
    players: int,
    number: Any,
    totals: Any,
    ranks: Any,
) -> int:
    return playout.play_games(boards[0], states[0], lucks[0], sheets[0], players, number, totals, ranks)


@entry
def final_scores(boards: Handle, states: Handle, sheets: Handle) -> None:
    scoring.final_scores(boards[0], states[0], sheets[0])


@entry
def trace_path(boards: Handle, states: Handle, sheets: Handle, player: int) -> int:
    return scoring.trace_path(boards[0], states[0], sheets[0], player)


@entry
def tie_value(boards: Handle, states: Handle, sheets: Handle, tie: int, player: int) -> int:
    return scoring.tie_value(boards[0], states[0], sheets[0], tie, player)


@entry
def look_at_tickets(
    boards: Handle, states: Handle, sheets: Handle, found: Handle, player: int, claims: int
) -> None:
    progress.look_at_tickets(boards[0], states[0], sheets[0], found[0], player, claims)


@entry
def foresee(boards: Handle, states: Handle, player: int, found: Handle) -> None:
    foresight.foresee(boards[0], states[0], player, found[0])


@entry
def look(boards: Handle, states: Handle, seat: int, sights: Handle) -> None:
    sight.look(boards[0], states[0], seat, sights[0])


@entry
def guess(boards: Handle, sights: Handle, states: Handle, lucks: Handle) -> None:
    guesses.guess(boards[0], sights[0], states[0], lucks[0])
