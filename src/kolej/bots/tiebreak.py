"""How a bot decides between equal options: by its seed, and always the same way."""

from __future__ import annotations

import hashlib

from kolej.game.integers import Integer, integer


def tiebreak(seed: int, thing: object) -> int:
    """A number for anything that has a text form."""
    return int.from_bytes(hashlib.blake2b(str(thing).encode(), key=seed.to_bytes(8), digest_size=4).digest())


def bot_seed(seed: Integer) -> int:
    """A seed as an integer; raises ``TypeError`` or ``ValueError``."""
    return integer(seed, "a bot's seed", 0, 2**64 - 1)
