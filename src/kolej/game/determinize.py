"""What might be, for all that a seat knows: for bots that search, and for tests that nobody sees too much."""

from __future__ import annotations

import random

import numpy as np

from kolej.game.game import Game
from kolej.game.record import Source
from kolej.game.view import View
from kolej.rules import entry_points
from kolej.rules.state import State
from kolej.rules.structs import Values


def resample(view: View, rng: random.Random) -> Game:
    """A random game that goes on from here and that the seat of this view cannot tell from the true one.

    Cards and tickets that are not in sight lie anywhere they may; what comes is new luck. Its record starts
    here, so it cannot be replayed.
    """
    if not isinstance(rng, random.Random):
        raise TypeError(f"the second argument is a random.Random, not {rng!r:.60}")
    seed = rng.getrandbits(63)
    game = Game(view.book, len(view.seats), Source(kind="seeded", seed=seed))
    entry_points.seed(game._luck.handle, np.uint64(seed))
    game._state = Values(State)
    entry_points.guess(view.book.handle, view.sight.handle, game._state.handle, game._luck.handle)
    return game
