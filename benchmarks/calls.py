"""What a call into the compiled rules and a copy of a game cost, compared with operations of plain Python."""

from __future__ import annotations

import statistics
import time
import timeit
from collections.abc import Callable
from typing import Any

import numpy as np

import kolej
from kolej.bots import bot
from kolej.game.choices import choices
from kolej.rules import entry_points
from kolej.rules.board import ACTIONS
from kolej.rules.jit import entry
from kolej.rules.state import State
from kolej.rules.structs import Values


@entry
def copy_many(states: Any, times: int) -> None:
    """Copy a state back and forth, changed each time, so that the compiler cannot skip a copy."""
    for i in range(times):
        states[1 - (i & 1)] = states[i & 1]
        states[1 - (i & 1)].turns[0] += 1


def microseconds(work: Callable[[], object], number: int = 20_000) -> float:
    work()
    return min(timeit.repeat(work, number=number, repeat=7)) / number * 1e6


def plain_view(game: kolej.Game, seat: int) -> dict[str, Any]:
    return game.view(seat).plain()


def face(games: int = 5) -> list[tuple[str, float, float | None]]:
    """Median times of what a server asks for, over all decisions of some two-player games on Europe."""
    spent: dict[str, list[float]] = {}

    def timed(what: str, work: Callable[..., Any], *given: Any) -> Any:
        start = time.perf_counter()
        found = work(*given)
        spent.setdefault(what, []).append((time.perf_counter() - start) * 1e6)
        return found

    for number in range(games):
        game = kolej.new_fair("europe", 2, secret=bytes([number]) * 32)
        player = bot("local", number)
        while not game.over:
            seat = game.awaited[0]
            legal = timed("Game.legal", game.legal, seat)
            timed("choices", choices, game, seat)
            timed("Game.view and View.plain", plain_view, game, seat)
            timed("Game.play", game.play, player.choose(game.view(seat), legal), seat)
    limits = {"Game.legal": 50.0, "choices": 60.0, "Game.view and View.plain": 60.0, "Game.play": 60.0}
    return [(f"{what}, median of games", statistics.median(spent[what]), limits[what]) for what in limits]


def main() -> None:
    game = kolej.new("europe", seats=2, seed=1)
    for seat in game.awaited:
        game.play("keep " + " ".join(game.view(seat).offered), seat)
    board, state = game.book.handle, game.compiled.state
    other, pair = Values(State), Values(State, 2)
    rows = np.zeros(ACTIONS, np.int16)
    mask = np.zeros(ACTIONS, np.uint8)
    reference = dict.fromkeys(range(40), 0)
    dict_copy = microseconds(reference.copy)
    copy_many(pair.handle, 10)
    figures = [
        ("dict.copy of 40 keys (the reference)", dict_copy, None),
        ("copy of a state, compiled", microseconds(lambda: copy_many(pair.handle, 1000), 200) / 1000, 0.1),
        (
            "copy of a state, from Python",
            microseconds(lambda: other.bytes.__setitem__(slice(None), state.bytes)),
            1.0,
        ),
        (
            "legal rows, from Python",
            microseconds(lambda: entry_points.legal_rows(board, state.handle, 0, rows)),
            2.0,
        ),
        (
            "legal mask, from Python",
            microseconds(lambda: entry_points.legal_mask(board, state.handle, 0, rows, mask)),
            None,
        ),
        ("a whole Game.copy", microseconds(game.copy, 2000), None),
        ("Game.legal, as typed actions", microseconds(game.legal, 500), None),
        *face(),
    ]
    for what, spent, limit in figures:
        verdict = "" if limit is None else f"   limit {limit} us: {'kept' if spent < limit else 'MISSED'}"
        print(f"{what:44} {spent:9.3f} us {spent / dict_copy:8.1f} x the reference{verdict}")


if __name__ == "__main__":
    main()
