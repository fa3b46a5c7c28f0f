"""A bot that plays random legal moves, all equally likely."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from kolej.bots.tiebreak import bot_seed
from kolej.game.actions import Action
from kolej.game.integers import Integer
from kolej.game.view import View


class Random:
    """Its choice depends only on the seed and the view, so it can continue any saved game."""

    name = "random"

    def __init__(self, seed: Integer = 0) -> None:
        self.seed = bot_seed(seed)

    def choose(self, view: View, legal: Sequence[Action], limit: float | None = None) -> Action:
        seen = hashlib.blake2b(view.sight.bytes.tobytes(), key=self.seed.to_bytes(8), digest_size=16)
        return legal[int.from_bytes(seen.digest()) % len(legal)]
