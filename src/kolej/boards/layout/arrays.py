"""The flat arrays in which a layout is annealed: Numba handles few plain arrays best.

A *way* is all tracks between the same two spots, laid side by side along one curve. A *spot* is a
city's disc or a country's plaque.

``spot``    one row a spot, columns X ... LABEL + 3
``way``     one row a way, columns NEAR ... BOX + 3
``ends``    the two spots of a way, its number of tracks, spaces and lines, 1 if its bend is pinned
``tracks``  the lengths of a way's tracks; in the last column 1 if one of them is a tunnel
``space``   middle and direction of every space of a way, track by track
``line``    middle, direction and half length of what joins spot, spaces and spot
``choice``  which of its candidates the label of a spot takes; -1 for none
``offer``   the candidates: box seen from the spot, and what each costs by itself
``size``    LENGTH ... ANCHOR
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
import numpy.typing as npt
import platformdirs

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

X, Y, TRUE_X, TRUE_Y, R, LEASH, PLAQUE, FREE = range(8)
"""Place, true place, radius, how strongly it is held there, whether a plaque, whether not pinned."""
REACH, PLATE, LABEL = 8, 12, 16
"""How far a spot reaches left, up, right and down; the box it covers; the box of its label."""
NEAR, FAR, LEAD, TAIL, TWIST, GAP = range(6)
"""How far the handles of the curve lie aside, by its chord; room kept free at the ends; which track
lies right; and the gap from space to space that this leaves."""
BOX = 6
"""What a way covers, and a brim."""
LENGTH, BREADTH, TWIN, WIDTH, HEIGHT, ANCHOR = range(6)
"""Of a space; from track to track; of the board; how far a city may be moved."""

Call = TypeVar("Call", bound=Callable[..., Any])


def _cache_folder() -> str:
    """Another folder after any change: Numba looks only at the file in which a function stands."""
    digest = hashlib.blake2b(f"{numba.__version__} {np.__version__} {sys.version}".encode(), digest_size=8)
    for name in ("arrays", "curves", "cost", "anneal"):
        digest.update(Path(__file__).with_name(f"{name}.py").read_bytes())
    return str(Path(platformdirs.user_cache_dir("kolej")) / "layout" / digest.hexdigest())


_FOLDER = _cache_folder()


def compiled(function: Call) -> Call:
    """Compiled when first called, and kept for the next process."""
    config: Any = numba.config
    njit: Any = numba.njit
    kept, config.CACHE_DIR = config.CACHE_DIR, _FOLDER
    try:
        made: Call = njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = kept
    return made
