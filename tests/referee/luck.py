"""Where luck comes from, and the tokens that a record tells of it (docs/record.md)."""

from __future__ import annotations

import hashlib
import itertools
import struct
from collections.abc import Iterator, Sequence

from .board_file import Told, check


class Luck:
    """Hands out the tokens of a move; each must be possible, and the very one that the source gives."""

    def __init__(self, source: Told) -> None:
        self.source = source
        self._stream = seeded(source["seed"]) if source["kind"] == "seeded" else None
        self._numbers: Iterator[int] | None = None
        self._tokens: list[str] = []

    def begin(self, move: int, tokens: Sequence[str]) -> None:
        self._tokens = list(reversed(tokens))
        known = self.source["kind"] == "keyed" and self.source.get("secret")
        self._numbers = keyed(self.source, move) if known else self._stream

    def token(self, choice: Sequence[str]) -> str:
        check(self._tokens, "too little luck")
        token = self._tokens.pop()
        check(token in choice, f"{token} is not possible")
        if self._numbers is not None:
            given = choice[((next(self._numbers) >> 32) * len(choice)) >> 32]
            check(given == token, "luck is not what its source gives")
        return token

    def end(self) -> None:
        check(not self._tokens, "luck is left over")


def seeded(seed: int) -> Iterator[int]:
    high, low = divmod(seed, 2**32)
    for turn in range(6):
        product = low * 0x9E3779B1 + 77 + turn
        high, low = low, high ^ ((product >> 13) % 2**32)
    x = high << 32 | low or 1
    while True:
        x ^= (x << 13) % 2**64
        x ^= x >> 7
        x ^= (x << 17) % 2**64
        yield x


def keyed(source: Told, move: int) -> Iterator[int]:
    secret = bytes.fromhex(source["secret"])
    check(hashlib.sha256(secret).hexdigest() == source["commitment"], "commitment")
    texts = [text.encode() for text in source.get("entropy", [])]
    mixed = hashlib.sha256(b"".join(struct.pack(">I", len(t)) + t for t in texts)).digest()
    for block in itertools.count():
        data = mixed + struct.pack(">QI", move, block)
        yield from struct.unpack(">8Q", hashlib.blake2b(data, key=secret, person=b"kolej luck").digest())
