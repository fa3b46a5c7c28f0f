"""The flat arrays in which a layout is annealed, as records for compiled code.

A *way* is all tracks between the same two spots, laid side by side along one curve. A *spot* is a
city's disc or a country's plaque.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_type_hints

import numpy as np
import numpy.typing as npt

from kolej.boards import schema
from kolej.boards.schema import LONGEST, MOST_BORDER_TRACKS, MOST_PLACES, MOST_ROUTES
from kolej.compiling import functions
from kolej.compiling.cache import cache_folder as folder_for

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

X, Y, TRUE_X, TRUE_Y, R, LEASH, PLAQUE, FREE = range(8)
"""Position, true place, radius, how strongly it is held there, whether a plaque, whether not pinned."""
REACH, PLATE, LABEL = 8, 12, 16
"""How far a spot reaches left, up, right and down; the box it covers; the box of its label."""
NEAR, FAR, LEAD, TAIL, TWIST, GAP = range(6)
"""How far the curve's handles lie off its chord; room kept free at the ends; which track lies on the
right; and the gap between spaces that remains."""
BOX = 6
"""The box that a way covers, with a margin."""
LENGTH, BREADTH, TWIN, WIDTH, HEIGHT, ANCHOR = range(6)
"""Size of a space; from track to track; size of the board; how far a city may be moved."""


WAYS, SPOTS, TRACKS = MOST_ROUTES, MOST_PLACES, MOST_BORDER_TRACKS
"""The most that a board can have; records have this size, so that one compilation serves all boards."""
SPACES = TRACKS * LONGEST
"""The most that one way can have."""
OFFERS = 64
"""The most candidates for one label."""


class LayoutArrays(NamedTuple):
    """What lies on the board, and where."""

    spot: Annotated[Floats, (SPOTS, 20)]
    """One row per spot, columns X ... LABEL + 3."""
    way: Annotated[Floats, (WAYS, 10)]
    """One row per way, columns NEAR ... BOX + 3."""
    ends: Annotated[Ints, (WAYS, 6)]
    """The two spots of a way, its number of tracks, spaces and lines, 1 if its bend is pinned."""
    tracks: Annotated[Ints, (WAYS, TRACKS + 1)]
    """The lengths of a way's tracks; in the last column 1 if one of them is a tunnel."""
    space: Annotated[Floats, (WAYS, SPACES, 4)]
    """Middle and direction of every space of a way, track by track."""
    line: Annotated[Floats, (WAYS, SPACES + TRACKS, 5)]
    """Middle, direction and half length of the lines between spot, spaces and spot."""
    choice: Annotated[Ints, (SPOTS,)]
    """Which of its candidates a spot's label uses; -1 for none."""
    offers: Annotated[Ints, (SPOTS,)]
    """How many candidates there are."""
    offer: Annotated[Floats, (SPOTS, OFFERS, 5)]
    """The candidates: box relative to the spot, and what each costs by itself."""
    meeting: Annotated[Ints, (SPOTS, WAYS + 1)]
    """The ways that meet in a spot; -1 after the last."""
    size: Annotated[Floats, (6,)]
    """LENGTH ... ANCHOR."""
    ways: Annotated[Ints, (1,)]
    spots: Annotated[Ints, (1,)]
    """How many there are."""
    faults: Annotated[Ints, (1,)]
    """How many there are, counted by ``weigh``."""


class Costs(NamedTuple):
    """What everything costs, so that a change has to evaluate only what it affects."""

    ways: Annotated[Floats, (WAYS,)]
    """The cost of each way by itself."""
    spots: Annotated[Floats, (SPOTS,)]
    """The cost of each spot by itself, with its label."""
    way_way: Annotated[Floats, (WAYS, WAYS)]
    way_spot: Annotated[Floats, (WAYS, SPOTS)]
    way_label: Annotated[Floats, (WAYS, SPOTS)]
    spot_spot: Annotated[Floats, (SPOTS, SPOTS)]
    label_spot: Annotated[Floats, (SPOTS, SPOTS)]
    """By the label's spot and the other one."""
    label_label: Annotated[Floats, (SPOTS, SPOTS)]


class Tried(NamedTuple):
    """Working space for trying a change: what it replaces, and what it would cost."""

    space: Annotated[Floats, (WAYS, SPACES, 4)]
    line: Annotated[Floats, (WAYS, SPACES + TRACKS, 5)]
    box: Annotated[Floats, (WAYS, 4)]
    gap: Annotated[Floats, (WAYS,)]
    """The old values of the ways that are laid again, one row per way."""
    row: Annotated[Floats, (6, WAYS + SPOTS)]
    """New costs, one row per kind; the function that tries a change knows which is which."""
    rows: Annotated[Floats, (WAYS, 3, WAYS + 1)]
    """New costs of each way of a spot: with other ways, spots and labels; the last column of the first row is
    the cost by itself."""
    moved: Annotated[Ints, (WAYS,)]
    """For each way, its index among the ways that are laid again, or -1."""


Kind = TypeVar("Kind", bound=NamedTuple)


@cache
def _record_type(kind: Any) -> np.dtype[np.void]:
    fields = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        held, shape = get_args(hint)
        fields.append((name, np.int64 if held == Ints else np.float64, shape))
    return np.dtype(fields)


def new_record(kind: type[Kind]) -> tuple[Kind, Kind]:
    """An empty record, for compiled code and as a tuple of views, which share its memory.

    Compiled code takes one pointer. A tuple of arrays would be reference-counted at every use, which made
    annealing three times as slow.
    """
    buffer = np.zeros(1, _record_type(kind))
    views = kind(*(buffer[name][0] for name in buffer.dtype.names or ()))
    return (buffer[0] if functions.COMPILED else views), views


Call = TypeVar("Call", bound=Callable[..., Any])


@cache
def cache_folder() -> Path:
    """Where compiled layout code is kept."""
    names = ("arrays", "curves", "distances", "cost", "anneal")
    sources = [Path(__file__).with_name(f"{name}.py") for name in names]
    return folder_for("layout", [*sources, Path(schema.__file__)])  # its constants are compiled in


def compiled(function: Call) -> Call:
    """A function that other compiled functions call. Imports Numba, which takes a while."""
    made: Call = functions.inner(function, cache_folder(), nogil=True, error_model="numpy")
    return made


def compiled_entry(function: Call) -> Call:
    """A function that Python calls; compiled at its first call and kept for the next process."""
    made: Call = functions.entry(function, cache_folder(), nogil=True, error_model="numpy")
    return made
