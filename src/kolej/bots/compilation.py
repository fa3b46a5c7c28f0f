"""Declares which functions of the planner are compiled."""

from __future__ import annotations

from pathlib import Path

from kolej.compiling.functions import compile_for
from kolej.compiling.parts import Part
from kolej.rules.jit import cache_folder


def planner_folder() -> Path:
    """Where the compiled planner is kept."""
    return cache_folder(Path(__file__).with_name("plan"))


def _compile_entries() -> None:
    import numpy as np

    from kolej.bots.plan import entry_points
    from kolej.bots.plan.workspace import Mind
    from kolej.rules.board import Board
    from kolej.rules.sight import Sight
    from kolej.rules.structs import Values

    handles = [Values(kind).handle for kind in (Board, Sight, Mind)]
    compile_for(entry_points.choose, *handles)
    compile_for(entry_points.weigh, *handles, np.zeros(1, np.int64), np.zeros(1))
    compile_for(entry_points.choose_swapped, *handles, 0)


PLANNER = Part(
    "the planner",
    declared_in="kolej.bots.compilation:PLANNER",
    entry_module="kolej.bots.plan.entry_points",
    folder=planner_folder,
    compile_entries=_compile_entries,
)
