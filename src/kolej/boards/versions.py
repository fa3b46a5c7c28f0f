"""Board files by content hash, so that a record finds exactly the board it was played on.

A file may be edited, and a shipped board may change in a new version. So three places are searched: the
current boards (with those of lessons), the earlier versions of shipped boards in ``earlier/``, and the
user's data folder, where ``keep`` stores a user's own board when a game on it is recorded.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import platformdirs

from kolej.boards.errors import BoardError
from kolej.boards.load import MOST_BYTES, SHIPPED, digest, for_lessons, load_bytes, own, read_board, shipped
from kolej.boards.schema import Board

EARLIER = SHIPPED / "earlier"

_known: set[str] = set()
"""Hashes that this process has already kept."""


def kept_folder() -> Path:
    """Where the user's own boards are kept, by hash."""
    return Path(platformdirs.user_data_dir("kolej")) / "boards" / "by-hash"


def find_by_hash(content: str) -> Path | None:
    """A file with exactly this content, or None."""
    if not re.fullmatch(r"[0-9a-f]{64}", content):
        return None
    return next((path for path in _candidates(content) if _holds(path, content)), None)


def load_by_hash(content: str) -> Board:
    """The board with this content hash; raises ``BoardError`` if no file has it."""
    path = find_by_hash(content)
    if path is None:
        raise BoardError(f'there is no board with the content hash "{content[:64]}"')
    return load_bytes(read_board(path), path)


def _candidates(content: str) -> Iterator[Path]:
    yield from _shipped(content)
    yield kept_folder() / f"{content}.toml"
    yield from own().values()


def _holds(path: Path, content: str) -> bool:
    """Whether the file has this hash. Never cached: a kept file may be damaged, a user's own just edited."""
    try:
        return path.is_file() and path.stat().st_size <= MOST_BYTES and digest(path) == content
    except OSError:
        return False


def ships(content: str) -> bool:
    """Whether Kolej ships a board with this content hash."""
    return any(_holds(path, content) for path in _shipped(content))


def _shipped(content: str) -> Iterator[Path]:
    yield from shipped().values()
    yield EARLIER / f"{content}.toml"
    yield from for_lessons().values()


def keep(content: str, file: bytes) -> bool:
    """Keep a board file by its hash unless Kolej ships it; False if the folder cannot be written."""
    if content in _known:
        return True
    path = kept_folder() / f"{content}.toml"
    kept = ships(content) or _holds(path, content) or write_whole(path, file)
    if kept:
        _known.add(content)
    return kept


def write_whole(path: Path, data: bytes) -> bool:
    """Write a file whole or not at all, since another process may be reading it; False if that fails."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        return False
    return True
