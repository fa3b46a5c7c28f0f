"""The record of a game: moves and luck, so that anyone can check every step."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from kolej.boards.errors import inline, why
from kolej.boards.schema import Id
from kolej.game.score import ScoreSheet

FORMAT: Literal[1] = 1
MOST_BYTES = 5_000_000
MOST_MOVES = 20_000
"""No game comes near this size."""

Token = Annotated[str, Meta(max_length=100)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class RecordError(ValueError):
    """A record cannot be read, or something in it is wrong; the text says what, where and why.

    It may quote the record, so it is kept short and free of control characters for terminals.
    """

    def __init__(self, message: str) -> None:
        clean = "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in message[:1000])
        super().__init__(clean if len(message) <= 1000 else clean + "...")


class LuckError(RecordError):
    """A token of luck is not possible, missing, or not needed; ``place`` counts the tokens from 0."""

    def __init__(self, place: int, fault: str) -> None:
        super().__init__(f"token {place + 1} of the luck {fault}")
        self.place = place
        self.fault = fault


class Source(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where the luck of a game came from."""

    kind: Literal["seeded", "keyed", "outcomes"]
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None
    """Of a seeded game."""
    commitment: Hash | None = None
    """Of a keyed game: the SHA-256 of its secret, published before the deal."""
    entropy: Annotated[tuple[Annotated[str, Meta(max_length=1000)], ...], Meta(max_length=100)] = ()
    """The entropy that players added."""
    secret: Hash | None = None
    """The secret in hexadecimal; shown when the game is over."""


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=0, lt=5)]
    action: Annotated[str, Meta(max_length=1000)]
    luck: tuple[Token, ...] = ()
    """Outcomes in the order in which they were needed: letters of cards, ids of tickets."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game from the deal on; complete if it has a score."""

    format: Literal[1] = FORMAT
    kolej: Annotated[str, Meta(max_length=40)]
    """The version that wrote it."""
    board: Id
    content: Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$")]
    """The SHA-256 of the board file; empty if the board was never a file."""
    options: Annotated[dict[str, bool | int], Meta(max_length=20)]
    seats: Annotated[int, Meta(ge=2, le=5)]
    names: tuple[Annotated[str, Meta(max_length=60)], ...] = ()
    """One for each seat, or none."""
    source: Source
    deal: tuple[Token, ...]
    """Luck of the set-up: hands, display, first tickets, and the seat that starts."""
    moves: Annotated[tuple[Move, ...], Meta(max_length=MOST_MOVES)]
    score: ScoreSheet | None = None

    def to_json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1)


_DECODER = msgspec.json.Decoder(Record)
"""Made here, once: msgspec crashes if two threads are the first to decode a type."""


def read(data: bytes) -> Record:
    """A record from JSON; raises ``RecordError``."""
    if len(data) > MOST_BYTES:
        raise RecordError(f"it is larger than {MOST_BYTES // 1_000_000} MB; that is no record of a game")
    if not data.strip():
        raise RecordError("the file is empty; a record is JSON")
    try:
        record = _DECODER.decode(data)
        json.loads(data, object_pairs_hook=_once)
    except msgspec.ValidationError as error:
        raise RecordError(f"this is no record of a game: {inline(error)}") from None
    except RecursionError:
        raise RecordError("this is no record of a game: it is nested too deeply") from None
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(f"the file is damaged or not JSON: {inline(error)}") from None
    if record.names and len(record.names) != record.seats:
        raise RecordError(f"names: there are {len(record.names)} for {record.seats} seats")
    if not all(name.isprintable() for name in (*record.names, *record.source.entropy)):
        raise RecordError("names and entropy must be printable text")
    return record


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object whose keys must differ, or two readers could see different games in one file."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise RecordError(f'the key "{key[:40]}" stands twice in one object')
        found[key] = value
    return found


def read_file(path: Path) -> Record:
    """A record from a file; raises ``RecordError``, without the name of the file."""
    try:
        if path.is_dir():
            raise RecordError("this is a folder; name a file in it")
        if path.exists() and not path.is_file():
            raise RecordError("this is no ordinary file")
        with path.open("rb") as file:
            return read(file.read(MOST_BYTES + 1))
    except OSError as error:
        raise RecordError(f"it cannot be read: {why(error)}") from None
