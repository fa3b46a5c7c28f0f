"""The record of a game: what was done and what luck gave, so that anyone can check every step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kolej.score import ScoreSheet

FORMAT: Literal[1] = 1
MOST_BYTES = 5_000_000


class RecordError(ValueError):
    """A record cannot be read, or something in it is not so; the text says what, where and why."""


class Source(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where the luck of a game came from."""

    kind: Literal["seeded", "keyed", "outcomes"]
    seed: Annotated[int, Meta(ge=0)] | None = None
    """Of a seeded game."""
    commitment: str | None = None
    """Of a keyed game: the SHA-256 of its secret, published before the deal."""
    entropy: tuple[str, ...] = ()
    """What players added."""
    secret: str | None = None
    """The secret in hexadecimal; shown when the game is over."""


class Move(msgspec.Struct, frozen=True):
    seat: Annotated[int, Meta(ge=0, lt=5)]
    action: str
    luck: tuple[str, ...] = ()
    """Outcomes in the order in which they were needed: letters of cards, ids of tickets."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A game from the deal on; complete if it has a score."""

    format: Literal[1] = FORMAT
    kolej: str
    """The version that wrote it."""
    board: str
    content: str
    """The SHA-256 of the board file."""
    options: dict[str, bool | int]
    seats: Annotated[int, Meta(ge=2, le=5)]
    names: tuple[str, ...] = ()
    source: Source
    deal: tuple[str, ...]
    """Luck of the set-up: hands, display, first tickets, and the seat that starts."""
    moves: tuple[Move, ...]
    score: ScoreSheet | None = None

    def to_json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1)


def read(data: bytes) -> Record:
    """A record from JSON; raises ``RecordError``."""
    if len(data) > MOST_BYTES:
        raise RecordError(
            f"the file is larger than {MOST_BYTES // 1_000_000} MB; that is no record of a game"
        )
    try:
        return msgspec.json.decode(data, type=Record)
    except msgspec.ValidationError as error:
        raise RecordError(f"this is no record of a game: {_plain(str(error))}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise RecordError(f"the file is damaged or not JSON: {_plain(str(error))}") from None


def read_file(path: Path) -> Record:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise RecordError(
                f"{path}: larger than {MOST_BYTES // 1_000_000} MB; that is no record of a game"
            )
        return read(path.read_bytes())
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {(error.strerror or 'unknown error').lower()}") from None


def _plain(message: str) -> str:
    return message[:1].lower() + message[1:].replace("`", '"')
