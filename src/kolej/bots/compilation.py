"""Declares which functions of the planner are compiled."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kolej.bots import needs_planner, needs_search
from kolej.compiling.functions import compile_for
from kolej.compiling.parts import Part
from kolej.rules.compilation import RULES
from kolej.rules.jit import cache_folder


def parts_for(specs: Iterable[str]) -> tuple[Part, ...]:
    """What must be compiled before these bots play."""
    specs = list(specs)
    search = (SEARCH,) if any(map(needs_search, specs)) else ()
    return (RULES, PLANNER, *search) if any(map(needs_planner, specs)) else (RULES,)


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
    compile_for(entry_points.make_plan, *handles)
    compile_for(entry_points.weigh, *handles, np.zeros(1, np.int64), np.zeros(1))
    compile_for(entry_points.choose_swapped, *handles, 0)


PLANNER = Part(
    "the planner",
    declared_in="kolej.bots.compilation:PLANNER",
    entry_module="kolej.bots.plan.entry_points",
    folder=planner_folder,
    compile_entries=_compile_entries,
)


def search_folder() -> Path:
    """Where the compiled search is kept."""
    return cache_folder(Path(__file__).with_name("search"))


def _compile_search() -> None:
    from kolej.bots.search.searcher import compile_entries

    compile_entries()


SEARCH = Part(
    "the search",
    declared_in="kolej.bots.compilation:SEARCH",
    entry_module="kolej.bots.search.rollouts",
    folder=search_folder,
    compile_entries=_compile_search,
    after=(RULES, PLANNER),
)
