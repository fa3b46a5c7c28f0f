"""Sea, coast, lakes, rivers and borders beneath a board, as SVG paths in units of the drawing.

The coast follows the cities: where the layout moved a port, the land moves with it. The shipped
layers are Natural Earth data (public domain), cut and simplified by ``tools/geography.py``.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kolej.boards.layout.layout import Box, Layout, Projection
from kolej.boards.layout.projection import project
from kolej.boards.schema import Board, Map

Points = NDArray[np.float64]
"""One line or ring: a row for each point."""

FOLDER = Path(__file__).parents[1] / "data" / "geography"
LAYERS = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))
"""The shipped sets of layers, by name."""

_CELL = 4.0
"""Size of a cell of the grid that separates sea from land, in units."""

_FINE = 0.6
_COARSE = 6.0
"""How far a drawn line may be off, in units: on the drawing, and far outside it, where few people look."""


@dataclass(frozen=True)
class Layers:
    """The contents of one shipped file, in degrees: rows of longitude and latitude."""

    land: list[Points]
    countries: dict[str, list[Points]]
    """By ISO code."""
    borders: list[Points]
    lakes: list[Points]
    rivers: list[Points]


Layer = Literal["land", "home", "lakes", "rivers", "borders", "graticule"]


@dataclass(frozen=True)
class Ground:
    """The map under a board, in units of the drawing."""

    lines: dict[Layer, list[Points]]
    """Rings of areas, and lines."""
    size: tuple[float, float]
    """Of the drawing."""
    abroad: list[Points] = field(default_factory=list)
    """Land outside the home countries, to be painted over all land; empty without home countries."""

    def path(self, layer: Layer, steps: int | None = None) -> str:
        """SVG path data, to a tenth of a unit, or in whole steps of 1/``steps`` unit."""
        return _path(self.lines[layer], layer in ("land", "home", "lakes"), steps)

    def abroad_path(self, steps: int) -> str:
        return _path(self.abroad, True, steps)

    def shore(self, tolerance: float, steps: int) -> str:
        """A simpler coast for broad soft strokes, which show no small bays and paint much faster without."""
        rings = [thin(np.vstack([ring, ring[:1]]), tolerance)[:-1] for ring in self.coast]
        return _path([ring for ring in rings if len(ring) > 2], True, steps)

    @property
    def coast(self) -> list[Points]:
        return self.lines["land"]

    def at_sea(self, points: Points) -> NDArray[np.bool_]:
        """Which of the points are not on land, to within about four units."""
        cells = np.floor(points / _CELL).astype(int)
        rows, columns = self._dry.shape
        y = np.clip(cells[:, 1], 0, rows - 1)
        x = np.clip(cells[:, 0], 0, columns - 1)
        return np.asarray(~self._dry[y, x])

    @cached_property
    def _dry(self) -> NDArray[np.bool_]:
        """Land on a grid: along each row, every shore that is crossed switches between sea and land."""
        width, height = self.size
        columns, rows = int(width // _CELL) + 1, int(height // _CELL) + 1
        turns = np.zeros((rows, columns + 1), dtype=np.int64)
        starts = np.concatenate(self.coast or [np.zeros((1, 2))])
        ends = np.concatenate([np.roll(ring, -1, axis=0) for ring in self.coast] or [starts])
        for row in range(rows):
            y = (row + 0.5) * _CELL
            crossed = (starts[:, 1] > y) != (ends[:, 1] > y)
            a, b = starts[crossed], ends[crossed]
            x = a[:, 0] + (y - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])
            np.add.at(turns[row], np.clip(np.round(x / _CELL), 0, columns).astype(int), 1)
        return np.asarray(np.cumsum(turns, axis=1)[:, :columns] % 2 == 1)


def ground(board: Board, plan: Layout, bleed: float = 0.0) -> Ground | None:
    """The map under a board, extending ``bleed`` units beyond the drawing; None on plain paper."""
    return _ground(board.map, plan, bleed)


@lru_cache(maxsize=8)
def _ground(wished: Map, plan: Layout, bleed: float) -> Ground | None:
    projection = plan.projection
    if projection is None or wished.geography not in LAYERS:
        return None
    layers = load(wished.geography)
    margin = bleed + plan.width * 0.05
    frame = (-margin, -margin, plan.width + margin, plan.height + margin)
    bend = warp(plan)

    near = plan.width * 0.05
    seen = (-near, -near, plan.width + near, plan.height + near)

    def rings(lines: Iterable[Points]) -> list[Points]:
        return _drawn(lines, projection, bend, frame, seen, closed=True)

    def lines(lines: Iterable[Points]) -> list[Points]:
        return _drawn(lines, projection, bend, frame, seen, closed=False)

    home = [ring for code in wished.home for ring in layers.countries.get(code, ())]
    others = [ring for code, found in layers.countries.items() if code not in wished.home for ring in found]
    drawn: dict[Layer, list[Points]] = {
        "land": rings(layers.land),
        "home": rings(home),
        "lakes": rings(layers.lakes),
        "rivers": lines(layers.rivers),
        "borders": lines(layers.borders) if wished.borders else [],
        "graticule": lines(_graticule(projection, plan)),
    }
    return Ground(drawn, (plan.width, plan.height), rings(joined(others)) if home else [])


@cache
def load(name: str) -> Layers:
    """Read one of the shipped files; its layers are shared, so do not modify them."""
    stored = json.loads((FOLDER / f"{name}.json").read_text())
    unit: float = stored["unit"]

    def points(deltas: Sequence[int]) -> Points:
        return np.cumsum(np.array(deltas, dtype=np.float64).reshape(-1, 2), axis=0) * unit

    arcs = [points(deltas) for deltas in stored["arcs"]]

    def ring(indices: Sequence[int]) -> Points:
        parts = [arcs[i] if i >= 0 else arcs[~i][::-1] for i in indices]
        whole = np.concatenate([part[:-1] for part in parts])
        # A shore across the date line continues beyond 180 degrees instead of jumping back.
        whole[:, 0] = np.unwrap(whole[:, 0], period=360)
        return whole

    return Layers(
        land=[ring(indices) for indices in stored["land"]],
        countries={code: [ring(indices) for indices in rings] for code, rings in stored["countries"].items()},
        borders=[arcs[i] for i in stored["borders"]],
        lakes=[points(deltas) for deltas in stored["lakes"]],
        rivers=[points(deltas) for deltas in stored["rivers"]],
    )


def joined(rings: Iterable[Points]) -> list[Points]:
    """The outline of areas together: without the borders between them, which both neighbours run along."""
    edges: dict[tuple[tuple[float, float], tuple[float, float]], None] = {}
    for ring in rings:
        points = [(float(x), float(y)) for x, y in np.round(ring, 6)]
        for start, end in zip(points, [*points[1:], points[0]], strict=True):
            if (end, start) in edges:
                del edges[end, start]
            elif start != end:
                edges[start, end] = None
    following: defaultdict[tuple[float, float], list[tuple[float, float]]] = defaultdict(list)
    for start, end in edges:
        following[start].append(end)
    outlines = []
    for first in list(following):
        while following[first]:
            outline = [first]
            while following[outline[-1]]:
                outline.append(following[outline[-1]].pop())
            outlines.append(np.array(outline[:-1]))
    return outlines


def warp(plan: Layout) -> Callable[[Points], Points]:
    """A smooth deformation that moves every true place to where its city is drawn.

    It moves in small steps. Each step is a sum of broad bumps around the current positions of the cities,
    solved together so that the bumps of neighbours do not add up. One large step would fold the coast between
    two close cities that move apart; small steps cannot, and neither can their composition.
    """
    moved = [spot for spot in plan.cities if spot.true is not None]
    if not moved:
        return lambda points: points
    at = np.array([spot.true for spot in moved], dtype=np.float64)
    goal = np.array([(spot.x, spot.y) for spot in moved])
    steps = []
    for left in range(_STEPS, 0, -1):
        steps.append(_Step(at, (goal - at) / left, plan.width * 0.055))
        at = steps[-1](at)

    def bend(points: Points) -> Points:
        for step in steps:
            points = step(points)
        return points

    return bend


_STEPS = 8


class _Step:
    """``points + sum of weight * exp(-distance² / 2 breadth²)``."""

    def __init__(self, at: Points, shift: Points, breadth: float) -> None:
        self.at, self.breadth = at, breadth
        self.weights = np.linalg.solve(self._kernel(at) + 0.03 * np.eye(len(at)), shift)

    def _kernel(self, points: Points) -> Points:
        apart = points[:, None, :] - self.at[None, :, :]
        distances = np.einsum("ijk,ijk->ij", apart, apart)
        return np.asarray(np.exp(distances / (-2 * self.breadth**2)))

    def __call__(self, points: Points) -> Points:
        return np.asarray(points + self._kernel(points) @ self.weights)


_SHORT = 50
"""Points of a stretch; longer ones are computed as arrays."""


def thin(line: Points, tolerance: float | NDArray[np.float64]) -> Points:
    """Remove points that lie within the tolerance of the line without them (Douglas-Peucker).

    The tolerance may differ from point to point.
    """
    allowed = np.broadcast_to(tolerance, len(line))
    last = len(line) - 1
    if last < 2:
        return line
    keep = np.zeros(len(line), dtype=bool)
    keep[[0, last]] = True
    todo = [(0, last)]
    if np.array_equal(line[0], line[last]):
        # A ring starts and ends at the same point, so it has no chord: split it at the farthest point.
        far = int(np.argmax(np.hypot(*(line - line[0]).T)))
        keep[far] = True
        todo = [(0, far), (far, last)]
    xs, ys, most = line[:, 0].tolist(), line[:, 1].tolist(), allowed.tolist()
    while todo:
        a, b = todo.pop()
        if b - a < 2:
            continue
        x, y = xs[a], ys[a]
        dx, dy = xs[b] - x, ys[b] - y
        length = math.hypot(dx, dy) or 1.0
        if b - a < _SHORT:  # plain numbers are faster than arrays here, and most stretches are short
            highest, middle = 1.0, 0
            for i in range(a + 1, b):
                distance = abs(dx * (ys[i] - y) - dy * (xs[i] - x)) / length / most[i]
                if distance > highest:
                    highest, middle = distance, i
        else:
            off = line[a + 1 : b] - line[a]
            distances = np.abs(dx * off[:, 1] - dy * off[:, 0]) / length / allowed[a + 1 : b]
            worst = int(np.argmax(distances))
            middle = a + 1 + worst if distances[worst] > 1 else 0
        if middle:
            keep[middle] = True
            todo += [(a, middle), (middle, b)]
    return line[keep]


def _drawn(
    lines: Iterable[Points],
    projection: Projection,
    bend: Callable[[Points], Points],
    frame: Box,
    seen: Box,
    closed: bool,
) -> list[Points]:
    """Project, clip to the frame, deform and simplify, least within ``seen``; drop invisibly small parts."""
    west, east = projection.meridian - 179.5, projection.meridian + 179.5
    straight: list[Points] = []
    for line in lines:
        for turn in (-360.0, 0.0, 360.0):
            # A map that is not centred on Greenwich shows some land from the next turn of the globe.
            turned = line + np.array((turn, 0.0))
            for part in cut(turned, (west, -70.0, east, 84.5), closed):
                dense = _dense(part, 0.5, closed)
                placed = np.stack(project(projection, dense[:, 0], dense[:, 1]), axis=1)
                # Each city deforms a small area only, so long straight lines need more points to bend at.
                straight += [_dense(shown, 14.0, closed) for shown in cut(placed, frame, closed)]
    if not straight:
        return []
    drawn: list[Points] = []
    ends = np.cumsum([len(line) for line in straight])[:-1]
    for bent in np.split(bend(np.concatenate(straight)), ends):  # all at once: most lines are short
        whole = np.vstack([bent, bent[:1]]) if closed else bent
        slim = thin(whole, _tolerance(whole, seen))
        slim = slim[:-1] if closed else slim
        if not closed or (len(slim) > 2 and _area(slim) > 14.0):
            drawn.append(slim)
    return drawn


def _tolerance(line: Points, seen: Box) -> NDArray[np.float64]:
    left, top, right, bottom = seen
    inside = np.all((line >= (left, top)) & (line <= (right, bottom)), axis=1)
    return np.where(inside, _FINE, _COARSE)


def cut(line: Points, frame: Box, closed: bool) -> list[Points]:
    """The parts of a ring or a line that lie in the frame."""
    left, top, right, bottom = frame
    low, high = line.min(axis=0), line.max(axis=0)
    if high[0] < left or low[0] > right or high[1] < top or low[1] > bottom:
        return []
    if low[0] >= left and high[0] <= right and low[1] >= top and high[1] <= bottom:
        return [line]
    if closed:
        ring = line
        for axis, bound, sign in ((0, left, 1), (1, top, 1), (0, right, -1), (1, bottom, -1)):
            ring = _half(ring, axis, bound, sign)
            if len(ring) < 3:
                return []
        return [ring]
    inside = np.all((line >= (left, top)) & (line <= (right, bottom)), axis=1)
    # Keep the first point outside at either end, so that the line reaches the frame.
    near = inside.copy()
    near[1:] |= inside[:-1]
    near[:-1] |= inside[1:]
    edges = np.flatnonzero(np.diff(np.concatenate([[False], near, [False]]).astype(np.int8)))
    return [line[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > 1]


def _half(ring: Points, axis: int, bound: float, sign: int) -> Points:
    """The part of a ring on one side of a straight edge (Sutherland-Hodgman)."""
    depth = (ring[:, axis] - bound) * sign
    before = np.roll(depth, 1)
    crossing = (depth >= 0) != (before >= 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(crossing, before / (before - depth), 0.0)[:, None]
    met = np.roll(ring, 1, axis=0) * (1 - share) + ring * share
    both = np.stack([met, ring], axis=1).reshape(-1, 2)
    return np.asarray(both[np.stack([crossing, depth >= 0], axis=1).reshape(-1)])


def _dense(line: Points, step: float, closed: bool) -> Points:
    """Add points so that no two neighbours are further apart than a step."""
    ends = np.vstack([line, line[:1]]) if closed else line
    pieces = np.maximum(1, np.ceil(np.hypot(*np.diff(ends, axis=0).T) / step)).astype(int)
    if pieces.max(initial=1) == 1:
        return line
    starts = np.cumsum(pieces) - pieces
    within = np.arange(pieces.sum()) - np.repeat(starts, pieces)
    at = np.repeat(np.arange(len(pieces)), pieces) + within / np.repeat(pieces, pieces)
    if not closed:
        at = np.append(at, len(ends) - 1)
    index = np.arange(len(ends))
    return np.stack([np.interp(at, index, ends[:, 0]), np.interp(at, index, ends[:, 1])], axis=1)


def _area(ring: Points) -> float:
    x, y = ring.T
    return float(abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2)


def _graticule(projection: Projection, plan: Layout) -> list[Points]:
    """Meridians and parallels, about a sixth of the drawing apart."""
    degree = projection.scale * np.pi / 180
    # Meridians converge towards the pole.
    narrow = max(0.2, float(np.cos(np.radians(sum(projection.parallels) / 2))))
    side = max(plan.width, plan.height) / degree

    def step(wanted: float) -> int:
        return min((1, 2, 5, 10, 15, 30), key=lambda each: abs(np.log(each / wanted)))

    up, across = step(side / 6), step(side / 6 / narrow)
    half = min(175.0, side * 2 / narrow)
    first = np.ceil((projection.meridian - half) / across) * across
    lons = np.arange(first, projection.meridian + half, across)
    lats = np.arange(-60, 81, up, dtype=float)
    fine = np.arange(0.0, 1.001, 0.01)[:, None]

    def ends(a: tuple[float, float], b: tuple[float, float]) -> Points:
        return np.asarray(np.array(a) * (1 - fine) + np.array(b) * fine)

    meridians = [ends((lon, -60.0), (lon, 80.0)) for lon in lons]
    return meridians + [ends((lons[0], lat), (lons[-1], lat)) for lat in lats]


def _path(lines: Iterable[Points], closed: bool, steps: int | None = None) -> str:
    """Path data: a move, then relative steps, written as short as possible."""
    written = _tenth if steps is None else str
    parts: list[str] = []
    for line in lines:
        points: list[list[int]] = np.round(line * (steps or 10)).astype(int).tolist()
        words: list[str] = []
        for (x0, y0), (x1, y1) in pairwise(points):
            if (x0, y0) != (x1, y1):
                words += [written(x1 - x0), written(y1 - y0)]
        if words:
            x, y = points[0]
            parts.append(f"M{written(x)} {written(y)}l" + " ".join(words).replace(" -", "-") + "z" * closed)
    return "".join(parts)


def _tenth(tenths: int) -> str:
    return f"{tenths / 10:g}"
