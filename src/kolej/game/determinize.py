"""Games that are possible as far as a seat knows: for bots that search, and for tests of hidden facts."""

from __future__ import annotations

import random

from kolej.game.compiled import Compiled
from kolej.game.game import Game
from kolej.game.record import Source
from kolej.game.view import View


def resample(view: View, rng: random.Random) -> Game:
    """A random game from here on that the seat of this view cannot distinguish from the true one.

    Unseen cards and tickets lie anywhere they could, and later luck is new. Its record starts here, so it
    cannot be replayed.
    """
    if not isinstance(rng, random.Random):
        raise TypeError(f"the second argument is a random.Random, not {rng!r:.60}")
    seed = rng.getrandbits(63)
    source = Source(kind="seeded", seed=seed)
    return Game(view.book, len(view.seats), source, compiled=Compiled.guessed(view, seed))
