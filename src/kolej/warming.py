"""The first use after an installation compiles the rules, once; this says so while it happens."""

from __future__ import annotations

import sys
from pathlib import Path

MARK = "complete"


def is_warm() -> bool:
    """Whether the rules need not be compiled any more."""
    from kolej.rules.jit import COMPILED, cache_folder

    return not COMPILED or (cache_folder() / MARK).exists()


def warm() -> None:
    """Compile all entries of the rules, or load them from the cache; tells the user if it takes a while."""
    from kolej.rules.jit import COMPILED, cache_folder

    if is_warm():
        return
    print("compiling the rules: once after an installation, about half a minute ...", file=sys.stderr)
    exercise()
    if COMPILED:
        folder: Path = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MARK).touch()
    print("the rules are compiled", file=sys.stderr)


def exercise() -> None:
    """Call every entry once, with the types that the face uses."""
    import numpy as np

    from kolej.batch import random_games
    from kolej.game import Game, new
    from kolej.rules import entries
    from kolej.rules.luck import Luck
    from kolej.rules.records import Values
    from kolej.rules.state import State

    random_games("usa", 2, 1, threads=1)
    game: Game = new("usa", 2, seed=1)
    game.play(game.legal(0)[0], 0)
    game.play(game.legal(1)[0], 1)
    game.play("draw")
    game.score()
    view = game.view(0)
    state, luck = Values(State), Values(Luck)
    entries.seed(luck.handle, np.uint64(1))
    entries.guess(view.book.handle, view.sight.handle, state.handle, luck.handle)
    entries.sample(view.book.handle, game._state.handle, luck.handle)
    mask = np.zeros(len(view.book.rows), np.uint8)
    entries.legal_mask(view.book.handle, game._state.handle, 0, game._rows, mask)
