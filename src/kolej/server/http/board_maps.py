"""Boards as clients draw them. Bending a coast along with its cities takes seconds, so the result is kept in
the user's cache for as long as board, layout and program stay the same."""

from __future__ import annotations

import contextlib
import hashlib
import os
from functools import cache, lru_cache
from pathlib import Path
from typing import get_args

import msgspec
import platformdirs

from kolej import __version__
from kolej.boards.drawing import geography
from kolej.boards.drawing.printed import BLEED, printed
from kolej.boards.drawing.sheet import FILE
from kolej.boards.errors import BoardError
from kolej.boards.layout import compute
from kolej.boards.layout.layout import Layout
from kolej.boards.load import digest, load
from kolej.boards.schema import Board
from kolej.server.http.bodies import Ground

_DECODER: msgspec.json.Decoder[Ground | None] = msgspec.json.Decoder(Ground | None)
"""Made here, once: msgspec crashes if two threads are the first to decode a type."""


def board_at(path: Path) -> Board:
    """The board of a file; read again only if it changed."""
    return _read(path, digest(path))


@lru_cache(maxsize=64)
def _read(path: Path, content: str) -> Board:  # noqa: ARG001  part of the cache key: a changed file is a different board
    return load(path)


def stored(path: Path, beside: Path | None) -> Layout | None:
    """The current layout of a board; None if it has none, or if the board has faults."""
    try:
        return compute.stored(board_at(path), beside)
    except BoardError:
        return None


def fitting(path: Path, text: str) -> Layout | None:
    """The layout of this text; None if it is not one of this board."""
    plan = compute.decode(text)
    try:
        return plan if compute.fits(board_at(path), plan) else None
    except BoardError:
        return None


def ground(path: Path, plan: Layout) -> Ground | None:
    """The map under a board; None if the board has no map."""
    return _ground(path, digest(path), plan)


@lru_cache(maxsize=64)
def _ground(path: Path, content: str, plan: Layout) -> Ground | None:
    kept = _kept(f"ground-{_key(content, plan)}")
    with contextlib.suppress(OSError, msgspec.MsgspecError):
        return _DECODER.decode(kept.read_bytes())
    land = geography.ground(board_at(path), plan, plan.width * BLEED)
    found = None if land is None else Ground(*map(land.path, get_args(geography.Layer)))
    with contextlib.suppress(OSError):
        _keep(kept, msgspec.json.encode(found))
    return found


def drawing(path: Path, plan: Layout) -> bytes:
    """A board as it is printed: ``Printed`` as JSON."""
    return _drawing(path, digest(path), plan)


@lru_cache(maxsize=64)
def _drawing(path: Path, content: str, plan: Layout) -> bytes:
    kept = _kept(f"printed-{_key(content, plan)}")
    with contextlib.suppress(OSError):
        return kept.read_bytes()
    found = msgspec.json.encode(printed(board_at(path), plan))
    with contextlib.suppress(OSError):
        _keep(kept, found)
    return found


def _kept(name: str) -> Path:
    return Path(platformdirs.user_cache_dir("kolej")) / "drawings" / f"{name}.json"


def _key(content: str, plan: Layout) -> str:
    return hashlib.sha256(f"{_program()} {content} ".encode() + msgspec.json.encode(plan)).hexdigest()[:32]


@cache
def _program() -> str:
    """A hash of all drawing code: a different program may draw a board differently."""
    parts = hashlib.sha256(__version__.encode())
    for source in sorted([*FILE.parent.glob("*.py"), FILE]):
        parts.update(source.read_bytes())
    for source in sorted(geography.FOLDER.glob("*.json")):
        parts.update(f"{source.name} {source.stat().st_size}".encode())
    return parts.hexdigest()


def _keep(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, since several servers may do so at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_bytes(data)
    part.replace(path)
