"""Luck that anyone can check afterwards, and nobody can foresee.

A served game has a secret of 256 random bits. Its SHA-256 is published before the first card is dealt, and
players may add entropy of their own. The luck of each move comes from a keyed stream over secret, entropy and
the number of the move. The secret is shown when the game is over.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from functools import lru_cache

from kolej.rules.luck import ROOM


def new_secret() -> bytes:
    return secrets.token_bytes(32)


def commitment(secret: bytes) -> str:
    """The commitment, which is published at the start."""
    return hashlib.sha256(secret).hexdigest()


def keeps(secret: bytes, promised: str) -> bool:
    """Whether this secret matches the commitment."""
    return hmac.compare_digest(commitment(secret), promised)


def numbers(secret: bytes, entropy: tuple[str, ...], move: int, count: int = ROOM) -> list[int]:
    """The 64-bit numbers of a move (0 is the deal): BLAKE2b keyed with the secret, in counter mode."""
    return list(struct.unpack(f">{count}Q", stream(secret, entropy, move, count)))


def stream(secret: bytes, entropy: tuple[str, ...], move: int, count: int) -> bytes:
    """The same as bytes, the highest first."""
    mixed = _mixed(entropy)
    found, block = b"", 0
    while len(found) < 8 * count:
        data = mixed + struct.pack(">QI", move, block)
        found += hashlib.blake2b(data, key=secret, person=b"kolej luck").digest()
        block += 1
    return found[: 8 * count]


@lru_cache(maxsize=256)
def _mixed(entropy: tuple[str, ...]) -> bytes:
    """What the players added, as one number."""
    return hashlib.sha256(b"".join(struct.pack(">I", len(e)) + e for e in map(str.encode, entropy))).digest()


def equal(given: str, kept: str) -> bool:
    """Whether two secrets are equal, in a time that does not reveal how much of them is equal."""
    return hmac.compare_digest(given.encode(), kept.encode())
