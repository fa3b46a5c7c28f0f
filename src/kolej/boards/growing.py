"""How large the spaces of a board can be, and its best layout at a pleasant size."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .arrangement import ASPECT, Arrangement, Floats, Snapshot
from .plan import Plan, Projection
from .projection import fitted, project
from .schema import Board

Progress = Callable[[float], None]

MARGIN = 0.055
"""Around the outermost true places, in widths of the board."""
LARGEST = 27.0 / 1600
"""The most a space is broad, in widths of the board, so that small boards stay handsome."""
SMALLEST = 3.0
EASE = 0.955
"""The pleasant size, as a share of the largest that was possible."""
STEP = 1.02


def grown(board: Board, digest: str, progress: Progress | None) -> Plan:
    tell = progress or (lambda _: None)
    tell(0.0)
    true, height, projection = _ground(board)
    table = Arrangement(board, height, true, 1.0 if projection else 0.0)
    table.resize(_estimate(table))
    tell(0.02)
    many = len(table.ways) + len(table.spots)
    table.anneal(2500 * many, 1.5, 0.01, 1)
    tell(0.3)
    best = _largest(table, many, tell)
    table.restore(best)
    if best.breadth > 0:
        table.resize(min(best.breadth * EASE, LARGEST * table.width))
    _settle(table, many, tell)
    table.weigh()
    tell(1.0)
    return table.plan(digest, projection)


def _ground(board: Board) -> tuple[Floats, float, Projection | None]:
    """Where spots start, how high the board is, and the projection of its map."""
    width = float(board.map.width)
    margin = width * MARGIN
    spots = [*board.cities, *board.countries]
    places = [(spot.lon, spot.lat) for spot in spots if spot.lon is not None and spot.lat is not None]
    lon, lat = [p[0] for p in places], [p[1] for p in places]
    projection, height = fitted(lon, lat, width, (margin, margin, margin, margin))
    x, y = project(projection, lon, lat)
    return np.column_stack([x, y]), height, projection


def _estimate(table: Arrangement) -> float:
    """A breadth that nearly all routes can hold if their cities move a little apart."""
    a, b = table.ends[:, 0], table.ends[:, 1]
    apart = np.hypot(*(table.spot[a, 0:2] - table.spot[b, 0:2]).T) + 0.03 * table.width
    longest = table.tracks[:, :-1].max(axis=1)
    holds = apart / (longest * (ASPECT + 0.25) + 1.5)
    return float(np.clip(np.percentile(holds, 5), SMALLEST, LARGEST * table.width))


def _largest(table: Arrangement, many: int, tell: Progress) -> Snapshot:
    """Grows the spaces while all is without fault, or shrinks them until it is."""
    best: Snapshot | None = None
    seed = 2
    for turn in range(60):
        _, faults = table.weigh()
        breadth = table.breadth
        if faults == 0:
            best = table.snapshot()
            if breadth * EASE >= LARGEST * table.width:
                break
            table.resize(breadth * STEP)
        elif best is not None or breadth < SMALLEST:
            break
        else:
            table.resize(breadth / STEP)
        table.anneal(400 * many, 0.08, 0.005, seed)
        seed += 1
        tell(min(0.6, 0.3 + 0.02 * turn))
    return best or table.snapshot()


def _settle(table: Arrangement, many: int, tell: Progress) -> None:
    """Tries the pleasant size from several temperatures and keeps what costs least."""
    start = table.snapshot()
    found: list[tuple[int, float, Snapshot]] = []
    for turn, hot in enumerate((0.08, 0.4, 0.8)):
        table.restore(start)
        table.anneal(1500 * many, hot, 0.01, 100 + turn)
        cost, faults = table.anneal(500 * many, 0.02, 0.001, 200 + turn)
        found.append((faults, cost, table.snapshot()))
        tell(0.6 + 0.13 * (turn + 1))
    table.restore(min(found, key=lambda each: each[:2])[2])
