"""The maps under boards, as clients draw them. Bending a coast along with its cities takes seconds, so
that what came of it is kept in the user's cache while board, plan and program are the same."""

from __future__ import annotations

import contextlib
import hashlib
import os
from functools import lru_cache
from pathlib import Path

import msgspec
import platformdirs

from kolej import __version__
from kolej.boards.drawing import geography
from kolej.boards.layout.layout import Layout
from kolej.boards.load import digest, load
from kolej.boards.schema import Board
from kolej.server.http.bodies import Ground

BLEED = 0.6
"""How far the map reaches beyond the board, as a share of its width: windows have other shapes."""


def board_at(path: Path) -> Board:
    """The board of a file; read anew only if it changed."""
    return _read(path, digest(path))


@lru_cache(maxsize=64)
def _read(path: Path, content: str) -> Board:  # noqa: ARG001  a changed file is another board
    return load(path)


def ground(path: Path, plan: Layout) -> Ground | None:
    """The map under a board; None on plain paper."""
    return _ground(path, digest(path), plan)


@lru_cache(maxsize=64)
def _ground(path: Path, content: str, plan: Layout) -> Ground | None:
    kept = _folder() / f"{_key(content, plan)}.json"
    with contextlib.suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(kept.read_bytes(), type=Ground | None)
    found = _drawn(board_at(path), plan)
    with contextlib.suppress(OSError):
        _keep(kept, msgspec.json.encode(found))
    return found


def _drawn(board: Board, plan: Layout) -> Ground | None:
    found = geography.ground(board, plan, plan.width * BLEED)
    if found is None:
        return None
    return Ground(found.land, found.home, found.lakes, found.rivers, found.borders, found.graticule)


def _folder() -> Path:
    return Path(platformdirs.user_cache_dir("kolej")) / "grounds"


def _key(content: str, plan: Layout) -> str:
    parts = hashlib.blake2b(f"{__version__} {content} {BLEED}".encode(), digest_size=16)
    parts.update(msgspec.json.encode(plan))
    for source in (Path(geography.__file__), *sorted(geography.FOLDER.glob("*.json"))):
        parts.update(f"{source.name} {source.stat().st_size}".encode())
    return parts.hexdigest()


def _keep(path: Path, data: bytes) -> None:
    """Written as a whole, for several servers may do it at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_bytes(data)
    part.replace(path)
