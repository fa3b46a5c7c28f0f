"""What might be, for all that a seat knows: for bots that search, and for tests that nobody sees too much."""

from __future__ import annotations

import random

from kolej.game.compiled import Compiled
from kolej.game.game import Game
from kolej.game.record import Source
from kolej.game.view import View


def resample(view: View, rng: random.Random) -> Game:
    """A random game that goes on from here and that the seat of this view cannot tell from the true one.

    Cards and tickets that are not in sight lie anywhere they may; what comes is new luck. Its record starts
    here, so it cannot be replayed.
    """
    if not isinstance(rng, random.Random):
        raise TypeError(f"the second argument is a random.Random, not {rng!r:.60}")
    seed = rng.getrandbits(63)
    source = Source(kind="seeded", seed=seed)
    return Game(view.book, len(view.seats), source, compiled=Compiled.guessed(view, seed))
