"""SVG path data: each route is one path, so that a board has a few hundred nodes and not thousands.

After the first point everything is relative, so equal shapes are written identically wherever they lie. The
drawing of a board is sent compressed, and this halves its size.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

from kolej.boards.drawing.route_shapes import Place
from kolej.boards.drawing.symbols import Symbol
from kolej.boards.layout.layout import Point

FINE = 10
"""Points are rounded to 1/``STEPS`` unit, finer than any screen shows."""

_COMMAND = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def short(value: float) -> str:
    """A number in path data: at most two decimals, no zero before the point."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", "0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def numbers(values: Iterable[float]) -> str:
    return " ".join(map(short, values)).replace(" -", "-")


class Stroke:
    """A path written point by point, each relative to the one before; rounding errors do not add up."""

    def __init__(self) -> None:
        self.d = ""
        self._at = (0, 0)

    def move(self, point: Point) -> None:
        self._at = self._rounded(point)
        self.d += "M" + numbers(value / FINE for value in self._at)

    def line(self, point: Point) -> None:
        self.d += "l" + numbers(self._step(point))

    def turn(self, bend: Point, point: Point) -> None:
        """A quadratic curve."""
        at = self._at
        first = self._step(bend)
        self._at = at
        self.d += "q" + numbers((*first, *self._step(point)))

    def _step(self, point: Point) -> tuple[float, float]:
        x, y = self._rounded(point)
        step = ((x - self._at[0]) / FINE, (y - self._at[1]) / FINE)
        self._at = (x, y)
        return step

    @staticmethod
    def _rounded(point: Point) -> tuple[int, int]:
        return (round(point[0] * FINE), round(point[1] * FINE))


def polyline(line: Iterable[Point]) -> str:
    first, *rest = line
    stroke = Stroke()
    stroke.move(first)
    for point in rest:
        stroke.line(point)
    return stroke.d


def wave(start: Point, turns: Iterable[tuple[Point, Point]]) -> str:
    """A wave; for each half wave, the point where it turns and the point where it ends."""
    stroke = Stroke()
    stroke.move(start)
    for bend, end in turns:
        stroke.turn(bend, end)
    return stroke.d


def tile(place: Place, length: float, breadth: float, radius: float) -> str:
    """A rounded rectangle around the centre of a space, rotated with it.

    Every step is rounded by itself, so that spaces of one direction are written alike; the second half of the
    outline is the first one backwards, so that it closes all the same.
    """
    x, y = length / 2, breadth / 2
    r = min(radius, x, y)
    start = place.at(-x + r, -y)
    corners = [start, place.at(x - r, -y), place.at(x, -y + r), place.at(x, y - r), place.at(x - r, y)]
    edge, turn, side, back = (
        (round((b[0] - a[0]) * FINE) / FINE, round((b[1] - a[1]) * FINE) / FINE) for a, b in pairwise(corners)
    )
    arc = f"a{numbers((r, r))} 0 0 1 "
    half = [("l", edge), (arc, turn), ("l", side), (arc, back)]
    outline = [*half, *((step, (-dx, -dy)) for step, (dx, dy) in half)]
    steps = "".join(step + numbers(to) for step, to in outline if any(to))
    return f"M{numbers(round(value * FINE) / FINE for value in start)}{steps}z"


def tiles(places: Sequence[Place], length: float, breadth: float, radius: float) -> str:
    return "".join(tile(place, length, breadth, radius) for place in places)


def circle(x: float, y: float, r: float) -> str:
    half = f"a{numbers((r, r))} 0 1 1 "
    return f"M{numbers((x - r, y))}{half}{numbers((2 * r, 0))}{half}{numbers((-2 * r, 0))}z"


def stamped(symbol: Symbol, places: Iterable[Place], size: float) -> str:
    """The symbol, upright, in the middle of each place, in a box of this size."""
    (left, top), rest = _scaled(symbol.d, size / 20)
    return "".join(
        f"M{numbers((place.x - size / 2 + left, place.y - size / 2 + top))}{rest}" for place in places
    )


@cache
def _scaled(d: str, scale: float) -> tuple[Point, str]:
    """Where the path of a symbol starts, and the rest of it, which is relative."""
    (_, first), *rest = _COMMAND.findall(d)
    x, y = (float(value) * scale for value in _NUMBER.findall(first))
    written = ""
    for command, text in rest:
        values = [float(value) for value in _NUMBER.findall(text)]
        # the rotation and the two flags of an arc are not scaled
        fixed = {2, 3, 4} if command == "a" else set[int]()
        period = 7 if command == "a" else len(values)
        written += command + numbers(
            value if i % period in fixed else value * scale for i, value in enumerate(values)
        )
    return (x, y), written
