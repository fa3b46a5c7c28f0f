"""Free space on a drawing, for the names of waters and for tags."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from kolej.boards.drawing.route_shapes import Row
from kolej.boards.layout.layout import Box, Layout, Point

Points = NDArray[np.float64]


class Room:
    """Everything on a drawing that must not be covered."""

    def __init__(self, plan: Layout, rows: Iterable[Row]) -> None:
        length, breadth = plan.space
        self.frame: Box = (0.0, 0.0, plan.width, plan.height)
        self.spaces = np.array([(p.x, p.y, math.radians(p.angle)) for row in rows for p in row.places])
        self.half = (length / 2, breadth / 2)
        self.boxes: list[Box] = []
        for spot in (*plan.cities, *plan.countries):
            self.boxes.append((spot.x - spot.r, spot.y - spot.r, spot.x + spot.r, spot.y + spot.r))
            self.boxes.append(spot.box or spot.label.box)

    def take(self, points: Points) -> None:
        """Mark these points as covered from now on."""
        (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
        self.boxes.append((float(left), float(top), float(right), float(bottom)))

    def holds(self, points: Points, apart: float) -> bool:
        """Whether all the points are on the drawing and at least this far from everything on it."""
        x, y = points[:, 0], points[:, 1]
        left, top, right, bottom = self.frame
        if x.min() < left + apart or x.max() > right - apart:
            return False
        if y.min() < top + apart or y.max() > bottom - apart:
            return False
        for left, top, right, bottom in self.boxes:
            inside = (x > left - apart) & (x < right + apart) & (y > top - apart) & (y < bottom + apart)
            if inside.any():
                return False
        return self.covered(points, apart) == 0

    def covered(self, points: Points, apart: float = 0.0) -> int:
        """How many of the points lie on train spaces."""
        reach = self.half[0] + self.half[1] + apart
        low, high = points.min(axis=0) - reach, points.max(axis=0) + reach
        near = self.spaces[np.all((self.spaces[:, :2] > low) & (self.spaces[:, :2] < high), axis=1)]
        dx, dy = points[:, 0:1] - near[:, 0], points[:, 1:2] - near[:, 1]
        cos, sin = np.cos(near[:, 2]), np.sin(near[:, 2])
        along, across = np.abs(dx * cos + dy * sin), np.abs(dy * cos - dx * sin)
        on = (along < self.half[0] + apart) & (across < self.half[1] + apart)
        return int(on.any(axis=1).sum())


def panel(middle: Point, width: float, height: float, angle: float = 0.0) -> Points:
    """A rotated rectangle as a grid of points, dense enough that nothing slips between them."""
    step = 6.0
    across = np.linspace(-width / 2, width / 2, max(2, math.ceil(width / step) + 1))
    down = np.linspace(-height / 2, height / 2, max(2, math.ceil(height / step) + 1))
    x, y = (grid.reshape(-1) for grid in np.meshgrid(across, down))
    turn = math.radians(angle)
    cos, sin = math.cos(turn), math.sin(turn)
    return np.stack([middle[0] + x * cos - y * sin, middle[1] + x * sin + y * cos], axis=1)


def around(middle: Point, reach: float, step: float) -> Iterator[Point]:
    """Positions to try, nearest first: rings around the middle."""
    yield middle
    for ring in range(1, round(reach / step) + 1):
        for i in range(6 * ring):
            turn = math.tau * i / (6 * ring)
            yield (
                middle[0] + ring * step * math.cos(turn),
                middle[1] + ring * step * math.sin(turn),
            )
