"""How large the spaces of a board can be, and its best layout at a comfortable size.

The numbers were chosen by hand; no measurements of single values were kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from kolej.boards.layout.arrangement import ASPECT, Arrangement, Snapshot
from kolej.boards.layout.arrays import Floats
from kolej.boards.layout.layout import Layout, Projection
from kolej.boards.layout.projection import fitted, project
from kolej.boards.layout.stress import spread
from kolej.boards.schema import Board

Progress = Callable[[float], None]

MARGIN = 0.055
"""Margin around the outermost true places, in board widths."""
PLAQUES = (0.052, 0.046)
"""Additional margin at the sides and at the top of a board with plaques, which stand along its edges."""
LARGEST = 44.0 / 1600
"""Largest breadth of a space, in board widths, so that small boards still look good."""
FIRST = 27.0 / 1600
"""Largest breadth to start with; a board with more room grows from there."""
SMALLEST = 2.0
EASE = 0.935
"""The comfortable size, as a share of the largest possible one."""
TURNS = 40
"""Most rounds of growing or shrinking the spaces."""
PATIENCE = 2
"""How many times a size that has faults is tried again."""


class Ground(NamedTuple):
    """What a board is laid out on."""

    places: Floats
    height: float
    leash: float
    projection: Projection | None


class Attempt(NamedTuple):
    faults: int
    cost: float
    snapshot: Snapshot


def grown(board: Board, digest: str, progress: Progress | None) -> Layout:
    """Lay a board out: find the largest spaces, then the best layout with slightly smaller ones."""
    tell = progress or (lambda _: None)
    tell(0.0)
    ground = _mapped(board) or _unmapped(board)
    table = Arrangement(board, ground.height, ground.places, ground.leash)
    table.resize(_estimate(table))
    table.weigh()
    tell(0.05)
    table.restore(_best(table, 4000, (0.8, 0.8, 1.5, 1.5), 1).snapshot)
    tell(0.3)
    largest = _largest(table, tell)
    table.restore(largest.snapshot)
    table.resize(min(table.breadth * (EASE if not largest.faults else 1.0), LARGEST * table.width))
    tell(0.6)
    settled = _best(table, 8000, (0.3, 0.8, 0.8, 1.5), 100)
    table.restore(min(settled, largest, key=lambda attempt: attempt.faults).snapshot)
    table.weigh()
    tell(1.0)
    return table.plan(digest, ground.projection)


def _mapped(board: Board) -> Ground | None:
    """The true places on a map; None if the board has no map."""
    if not board.has_places:
        return None
    lon, lat = [c.lon or 0.0 for c in board.cities], [c.lat or 0.0 for c in board.cities]
    if max(np.ptp(lon), np.ptp(lat)) < 1e-3:
        return None
    width = float(board.map.width)
    beside, above = (width * (MARGIN + more * bool(board.countries)) for more in PLAQUES)
    projection, height = fitted(lon, lat, width, (beside, above, beside, above))
    for country in board.countries:
        lon.append(projection.meridian if country.lon is None else country.lon)
        lat.append(sum(projection.parallels) / 2 if country.lat is None else country.lat)
    x, y = project(projection, lon, lat)
    # A hint beyond the edge still says on which side the plaque should stand.
    hints = slice(len(board.cities), None)
    inset = width * MARGIN
    x[hints] = np.clip(x[hints], inset, width - inset)
    y[hints] = np.clip(y[hints], inset, height - inset)
    return Ground(np.column_stack([x, y]), height, 1.0, projection)


def _unmapped(board: Board) -> Ground:
    """Places derived from the lengths of the routes alone."""
    spots = [*(city.id for city in board.cities), *(country.id for country in board.countries)]
    index = {spot: k for k, spot in enumerate(spots)}
    at = spread(len(spots), [(index[r.a], index[r.b], r.length + 1.0) for r in board.routes])
    width = float(board.map.width)
    margin = width * (MARGIN + PLAQUES[0] * bool(board.countries))
    broad = max(float(np.ptp(at[:, 0])), 1e-9)
    at = (at - at.min(axis=0)) * (width - 2 * margin) / broad
    height = max(0.4 * width, float(np.ptp(at[:, 1])) + 2 * margin)
    at[:, 0] += margin
    at[:, 1] += (height - np.ptp(at[:, 1])) / 2
    return Ground(at, float(round(height)), 0.02, None)


def _estimate(table: Arrangement) -> float:
    """A breadth that fits nearly all routes if their cities move apart a little."""
    a, b = table.ends[:, 0], table.ends[:, 1]
    apart = np.hypot(*(table.spot[a, 0:2] - table.spot[b, 0:2]).T) + 0.03 * table.width
    longest = table.tracks[:, :-1].max(axis=1)
    holds = 0.92 * apart / (longest * (ASPECT + 0.25) + 1.5)
    return float(np.clip(np.percentile(holds, 5), SMALLEST, FIRST * table.width))


def _best(table: Arrangement, effort: int, heats: Sequence[float], seed: int) -> Attempt:
    """Anneal the current state at several temperatures; return the result that costs least."""
    start = table.snapshot()
    steps = effort * (len(table.ways) + len(table.spots))

    def attempt(turn: int) -> Attempt:
        own = table.twin()
        own.restore(start)
        own.anneal(steps, heats[turn], 0.01, seed + turn)
        cost, faults = own.anneal(steps // 4, 0.02, 0.001, seed + 50 + turn)
        return Attempt(faults, cost, own.snapshot())

    # Every attempt has its own seed and arrays, so the number of threads does not change the result.
    with ThreadPoolExecutor(2) as threads:
        found = list(threads.map(attempt, range(len(heats))))
    return min(found, key=lambda each: each[:2])


def _largest(table: Arrangement, tell: Progress) -> Attempt:
    """Grow the spaces while there are no faults, or shrink them until there are none."""
    steps = 600 * (len(table.ways) + len(table.spots))
    best: Attempt | None = None
    failed = 0
    for turn in range(TURNS):
        cost, faults = table.weigh()
        if best is None or faults == 0 or faults < best.faults:
            best = Attempt(faults, cost, table.snapshot())
        breadth = table.breadth
        heat = 0.08
        if faults == 0:
            failed = 0
            if breadth * EASE >= LARGEST * table.width:
                break
            table.resize(breadth * 1.02)
        elif best.faults == 0:
            # A hotter attempt at the same size often finds the missing room.
            failed += 1
            heat *= 2**failed
            if failed > PATIENCE:
                break
        elif breadth < SMALLEST:
            break
        else:
            table.resize(breadth / (1.12 if faults > 12 else 1.03))
        table.anneal(steps * (1 + failed), heat, 0.005, 10 + turn)
        tell(0.3 + 0.3 * turn / TURNS)
    assert best is not None
    return best
