"""Saved games, to be resumed later."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from kolej.boards.errors import why

if TYPE_CHECKING:
    from kolej.game.game import Game

HUMAN = ""
"""The bot's name of a seat that has no bot."""
MOST_BYTES = 6_000_000


class Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A saved game of the terminal."""

    kind: Literal["kolej saved game"]
    format: Literal[1]
    board: str
    """The path of a board that cannot be found by name; else empty."""
    seat: Annotated[int, Meta(ge=0, lt=5)]
    bots: Annotated[tuple[str, ...], Meta(min_length=2, max_length=5)]
    seed: Annotated[int, Meta(ge=0)]
    """Seed of the bots."""
    game: bytes


def folder() -> Path:
    import platformdirs

    return Path(platformdirs.user_data_dir("kolej")) / "saved"


def fresh(board: str) -> Path:
    """A new file for a game that starts now."""
    stem = f"{board}-{time.strftime('%Y%m%d-%H%M%S')}"
    path, number = folder() / f"{stem}.kolej", 1
    while path.exists() or path.with_suffix(".json").exists():
        number += 1
        path = folder() / f"{stem}-{number}.kolej"
    return path


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; only its owner can read it, since it holds hidden cards."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


class _Board(msgspec.Struct, frozen=True):
    content: str = ""


class _Played(msgspec.Struct, frozen=True):
    """The part of a saved game that tells its board."""

    record: _Board = _Board()


def _board(saved: Saved) -> Path | None:
    """The file of the board that a game was played on; None if its name is enough."""
    from kolej.boards.versions import find_by_hash
    from kolej.game.record import RecordError

    if not saved.board:
        return None
    try:
        found = find_by_hash(msgspec.msgpack.decode(saved.game, type=_Played).record.content)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise RecordError("this is not a saved game, or it is damaged") from None
    path = found or Path(saved.board)
    if not path.is_file():
        raise RecordError(f"its board, {saved.board}, no longer exists")
    return path


def read(path: Path) -> tuple[Saved, Game]:
    """A saved game; raises ``RecordError``."""
    from kolej.game.game import Game
    from kolej.game.record import RecordError

    try:
        if path.is_dir():
            raise RecordError("this is a folder; name a file in it")
        if path.exists() and not path.is_file():
            raise RecordError("this is not a regular file")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise RecordError(f"it cannot be read: {why(error)}") from None
    if data.lstrip()[:1] == b"{":
        raise RecordError("this is a record, not a saved game; kolej replay shows it")
    try:
        saved = msgspec.msgpack.decode(data[:MOST_BYTES], type=Saved)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise RecordError("this is not a saved game, or it is damaged") from None
    game = Game.restore(saved.game, _board(saved))
    if len(saved.bots) != game.seats or not saved.seat < game.seats or saved.bots[saved.seat] != HUMAN:
        raise RecordError("this is not a saved game: its seats do not fit")
    return saved, game
