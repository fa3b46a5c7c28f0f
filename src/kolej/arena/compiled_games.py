"""Games among planners without Python between their decisions; the same games as by the contract."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from kolej.arena.game_result import blank
from kolej.bots import presets
from kolej.bots import warming as planners
from kolej.bots.plan import self_play
from kolej.game.compiled import Compiled
from kolej.game.rulebook import rulebook
from kolej.rules.board import ACTIONS
from kolej.rules.jit import COMPILED, cache_folder
from kolej.rules.sight import Sight
from kolej.rules.structs import Values

MARK = "engine"
"""Stands beside the planner's own mark."""


def warm() -> None:
    """Compile planners and the engine if that was not done yet: a worker's patience is for games only."""
    planners.warm()
    mark = cache_folder(Path(self_play.__file__).parent) / MARK
    if not COMPILED or mark.exists():
        return
    print("compiling the arena's engine: once after an installation ...", file=sys.stderr)
    ready()
    mark.touch()


@cache
def ready() -> None:
    """Have the engine in this process: what loading it takes is no decision's time."""
    game, minds = Compiled(rulebook("usa")), presets.minds(["planner"] * 2, [0, 0])
    handles = game.state.handle, game.luck.handle, Values(Sight).handle, minds.handle
    rows = np.zeros(ACTIONS, np.int16)
    self_play.play(game.book.handle, *handles, 2, np.uint64(1), blank().handle, rows)


class Planners:
    """Plays named set-ups of the planner, a seat each."""

    def __init__(self, names: Sequence[str]) -> None:
        ready()
        self.names = names
        self.sight = Values(Sight)
        self.rows = np.zeros(ACTIONS, np.int16)

    def play(self, game: Compiled, seed: int, seeds: Sequence[int], tally: Values) -> None:
        minds = presets.minds(self.names, seeds)
        began = time.thread_time_ns()
        wrong = self_play.play(
            game.book.handle,
            game.state.handle,
            game.luck.handle,
            self.sight.handle,
            minds.handle,
            len(self.names),
            np.uint64(seed),
            tally.handle,
            self.rows,
        )
        if wrong >= 0:
            raise RuntimeError(f"a planner chose row {wrong} in the game of seed {seed}, which is illegal")
        spent = time.thread_time_ns() - began
        table = tally[0]
        total = max(1, int(table.decisions.sum()))
        for seat in range(len(self.names)):
            # one clock for the game: what looking and stepping take is in it, and shared by decisions
            table.nanoseconds[seat] = spent * int(table.decisions[seat]) // total
