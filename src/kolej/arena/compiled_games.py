"""Games among planners without Python between decisions; the same games as through ``Bot.choose``."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache

import numpy as np

from kolej.arena.game_result import blank
from kolej.bots import presets
from kolej.bots.compilation import PLANNER, planner_folder
from kolej.bots.plan import self_play
from kolej.bots.plan.workspace import Mind
from kolej.compiling.functions import compile_for
from kolej.compiling.parts import Part
from kolej.game.compiled import Compiled
from kolej.rules.board import ACTIONS, Board
from kolej.rules.compilation import RULES
from kolej.rules.luck import Luck
from kolej.rules.sight import Sight
from kolej.rules.state import State
from kolej.rules.structs import Values


@cache
def ready() -> None:
    """Load the engine into this process, so that loading does not count as thinking time."""
    handles = [Values(kind).handle for kind in (Board, State, Luck, Sight, Mind)]
    rows = np.zeros(ACTIONS, np.int16)
    compile_for(self_play.play, *handles, 2, np.uint64(1), blank().handle, rows)


ARENA = Part(
    "games among planners",
    declared_in="kolej.arena.compiled_games:ARENA",
    entry_module="kolej.bots.plan.self_play",
    folder=planner_folder,
    compile_entries=ready,
    after=(RULES, PLANNER),
)


class Planners:
    """Plays the planner with one named preset per seat."""

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
            raise RuntimeError(f"a planner chose the illegal row {wrong} in the game with seed {seed}")
        spent = time.thread_time_ns() - began
        table = tally[0]
        total = max(1, int(table.decisions.sum()))
        for seat in range(len(self.names)):
            # one clock for the whole game: it includes views and steps, spread over all decisions
            table.nanoseconds[seat] = spent * int(table.decisions[seat]) // total
