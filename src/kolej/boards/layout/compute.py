"""Where everything on a board lies: computed from the board alone, stored beside its file.

Cities start at their true places on the map or, on a board without a map, where the lengths of their
routes put them. Annealing then makes room for every train space. The spaces grow as long as nothing
touches; the best layout at a slightly smaller, comfortable size is kept.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec
import platformdirs

from kolej.boards.layout.layout import Layout
from kolej.boards.schema import Board
from kolej.compiling.warm import warm

VERSION = 1
"""Increase this when an unchanged board gets a different layout."""

Progress = Callable[[float], None]

_DECODER = msgspec.json.Decoder(Layout)
"""Made here, once: msgspec crashes if two threads are the first to decode a type."""


def digest(board: Board) -> str:
    """A hash of everything that a layout depends on; colours, points and rules do not count."""
    kinds = {"tunnel": 1, "ferry": 2, "border": 3}
    ground = (
        VERSION,
        board.id,
        board.map.width,
        [(c.id, c.name, c.lat, c.lon, c.place, c.label) for c in board.cities],
        [(c.id, c.short or c.name, len(c.cards), c.lat, c.lon, c.place) for c in board.countries],
        [(r.id, r.a, r.b, r.length, kinds.get(r.kind, 0), r.bend) for r in board.routes],
    )
    return hashlib.sha256(msgspec.json.encode(ground)).hexdigest()[:16]


def compute(board: Board, progress: Progress | None = None) -> Layout:
    """Lays a board out from scratch; the same board always gives the same plan."""
    from kolej.boards.layout.compilation import LAYOUT
    from kolej.boards.layout.sizing import grown

    warm(LAYOUT)
    return grown(board, digest(board), progress)


def layout_of(
    board: Board, path: Path | None, progress: Progress | None = None, fresh: bool = False
) -> Layout:
    """The stored layout of the board in the file ``path``; computed and stored if there is none.

    A layout made for other cities or routes is ignored; ``fresh`` ignores every stored layout.
    """
    if not fresh and (found := stored(board, path)) is not None:
        return found
    plan = compute(board, progress)
    for place in _places(board, path):
        if _write(place, plan):
            break
    return plan


def decode(file: bytes | str) -> Layout:
    """A layout from its file; raises ``msgspec.DecodeError`` if it is none."""
    return _DECODER.decode(file)


def fits(board: Board, plan: Layout) -> bool:
    """Whether a layout has exactly the places of a board, also one that an earlier program computed."""
    spaces = Counter(space.route for space in plan.spaces)
    return (
        {spot.id for spot in plan.cities} == {city.id for city in board.cities}
        and {spot.id for spot in plan.countries} == {country.id for country in board.countries}
        and spaces == {route.id: route.length for route in board.routes}
    )


def stored(board: Board, path: Path | None) -> Layout | None:
    """The stored plan of the board in the file ``path``; None if there is none for exactly this board."""
    found = _found(board, path)
    return None if found is None else found[1]


def stored_file(board: Board, path: Path | None) -> bytes | None:
    """The bytes of that plan's file."""
    found = _found(board, path)
    return None if found is None else found[0]


def _found(board: Board, path: Path | None) -> tuple[bytes, Layout] | None:
    wanted = digest(board)
    for place in _places(board, path):
        try:
            file = place.read_bytes()
            plan = decode(file)
        except (OSError, ValueError):
            continue
        if plan.digest == wanted:
            return file, plan
    return None


def beside(path: Path) -> Path:
    """Where the layout of a board file is stored."""
    return path.with_name(path.stem + ".layout.json")


def _places(board: Board, path: Path | None) -> list[Path]:
    """Where the layout may be stored, the preferred place first."""
    cached = Path(platformdirs.user_cache_dir("kolej")) / f"{board.id}-{digest(board)}.layout.json"
    return [cached] if path is None else [beside(path), cached]


def _write(place: Path, plan: Layout) -> bool:
    """Write a layout whole or not at all, since another process may be reading it; False if that fails."""
    half = place.with_name(f"{place.name}.{os.getpid()}.tmp")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        half.write_bytes(msgspec.json.encode(plan))
        half.replace(place)
    except OSError:
        with suppress(OSError):
            half.unlink()
        return False
    return True
