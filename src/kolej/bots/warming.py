"""Compiles the planner, like the rules, once after an installation, and says so while it happens."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from kolej.bots import BOTS
from kolej.game import compile_cache

PLANNER = "kolej.bots.planner"
LATE: dict[str, tuple[str, ...]] = {
    "claims.best_claim": ("boolean",),
    "stations.best_station": (),
    "card_draws.best_draw": (),
    "goals.plan_fill": (),
    "cards.weigh_cards": (),
    "decide.worth_of": ("int64",),
}
"""Functions that a second process compiles, with their arguments after board, sight and mind; about a third
of the work."""


def needs_planner(name: str) -> bool:
    """Whether a bot uses the compiled planner; a limit may follow its name."""
    listed = BOTS.get(name.partition("@")[0])
    return listed is not None and listed.module == PLANNER


def is_warm() -> bool:
    """Whether the planner is already compiled."""
    from kolej.rules.jit import COMPILED

    return not COMPILED or _mark().exists()


def warm() -> None:
    """Compile the rules and the planner if necessary, and tell the user."""
    compile_cache.warm()
    if is_warm():
        return
    print("compiling the planner: only once after an installation, takes under a minute ...", file=sys.stderr)
    with compile_cache.beside("from kolej.bots.warming import ahead; ahead()") as other:
        think()
        other.wait()
    _mark().parent.mkdir(parents=True, exist_ok=True)
    _mark().touch()
    print("the planner is compiled", file=sys.stderr)


@cache
def load() -> None:
    """Load the planner into this process if it is compiled, so that the first move does not wait for it."""
    if is_warm():
        think()


def think() -> None:
    """Call everything the planner offers: what to choose, what each option is worth, which cards to swap."""
    from kolej.bots.plan import self_play
    from kolej.bots.planner import Planner
    from kolej.game.game import new
    from kolej.rules.rows import SWAP

    game = new("nordic", 2, seed=1)
    view, planner = game.view(0), Planner()
    planner.explain(view, game.legal(0))
    swap = next(row for row, facts in enumerate(view.book.codec.facts) if facts[0] == SWAP)
    self_play.choose_swapped(view.book.handle, view.sight.handle, planner.mind.handle, swap)


def ahead() -> None:
    """For a second process: compile what ``think`` reaches last, so that it is ready by then."""
    import numba

    from kolej.bots import presets
    from kolej.game.rulebook import rulebook
    from kolej.rules.sight import Sight
    from kolej.rules.structs import Values

    compiler: Any = numba
    values = rulebook("usa").values, Values(Sight), presets.mind("planner")
    given = [compiler.typeof(value.buffer).dtype for value in values]
    for function, more in LATE.items():
        module, name = function.split(".")
        part: Any = getattr(import_module(f"kolej.bots.plan.{module}"), name)
        part.compile((*given, *(getattr(compiler, kind) for kind in more)))


def _mark() -> Path:
    from kolej.bots import plan

    return compile_cache.mark(Path(plan.__file__).parent)
