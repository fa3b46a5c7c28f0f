"""The geometry of a route: its spaces in a row, and the lines beneath them."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import pairwise

from kolej.boards.layout.layout import Layout, Point
from kolej.boards.schema import Board, Route


@dataclass(frozen=True)
class Place:
    """A space: its centre, and its direction in degrees."""

    x: float
    y: float
    angle: float

    def at(self, along: float, across: float = 0.0) -> Point:
        """A point relative to the centre: along the route, and to its right."""
        turn = math.radians(self.angle)
        cos, sin = math.cos(turn), math.sin(turn)
        return (self.x + along * cos - across * sin, self.y + along * sin + across * cos)


@dataclass(frozen=True)
class Row:
    route: Route
    places: tuple[Place, ...]
    ends: tuple[Point, Point]
    """The centres of the cities or plaques that the route connects."""
    twin: int
    """0: the only track; 1 or 2: the first or second of two."""

    def spine(self, length: float, beyond: float = 0.0) -> list[Point]:
        """A line of the given length through the short sides of all spaces, and a little beyond."""
        half = length / 2
        line = [end for place in self.places for end in (place.at(-half), place.at(half))]
        line[0] = self.places[0].at(-half - beyond)
        line[-1] = self.places[-1].at(half + beyond)
        return line

    def side(self, other: Row) -> int:
        """On which side another track lies: 1 to the right, -1 to the left."""
        here = self.places[len(self.places) // 2]
        there = min(other.places, key=lambda place: math.dist((place.x, place.y), (here.x, here.y)))
        turn = math.radians(here.angle)
        across = (there.y - here.y) * math.cos(turn) - (there.x - here.x) * math.sin(turn)
        return 1 if across > 0 else -1

    def runs(self, length: float) -> list[Row]:
        """The row in parts, split wherever two spaces are far apart."""
        cuts = [
            i + 1
            for i, (one, two) in enumerate(pairwise(self.places))
            if math.dist((one.x, one.y), (two.x, two.y)) > length * 1.6
        ]
        bounds = pairwise([0, *cuts, len(self.places)])
        return [replace(self, places=self.places[a:b]) for a, b in bounds]


def rows(board: Board, plan: Layout) -> list[Row]:
    """Every route of the board with the positions of the layout."""
    middles = {spot.id: (spot.x, spot.y) for spot in (*plan.cities, *plan.countries)}
    placed: defaultdict[str, list[tuple[int, Place]]] = defaultdict(list)
    for space in plan.spaces:
        placed[space.route].append((space.index, _place(space.polygon)))
    tracks: defaultdict[frozenset[str], list[str]] = defaultdict(list)
    for route in board.routes:
        tracks[frozenset((route.a, route.b))].append(route.id)

    def row(route: Route) -> Row:
        twins = tracks[frozenset((route.a, route.b))]
        places = tuple(place for _, place in sorted(placed[route.id], key=lambda pair: pair[0]))
        twin = twins.index(route.id) + 1 if len(twins) > 1 else 0
        return Row(route, places, (middles[route.a], middles[route.b]), twin)

    return [row(route) for route in board.routes if placed[route.id]]


def _place(corners: tuple[Point, Point, Point, Point]) -> Place:
    (x0, y0), (x1, y1) = corners[:2]
    x = sum(corner[0] for corner in corners) / 4
    y = sum(corner[1] for corner in corners) / 4
    return Place(x, y, math.degrees(math.atan2(y1 - y0, x1 - x0)))


def track(rows: list[Row], length: float) -> list[Point]:
    """The line from end to end; two tracks of equal length share one in the middle."""
    first = rows[0]
    line = first.spine(length)
    if len(rows) == 2 and len(rows[0].places) == len(rows[1].places):
        other = rows[1].spine(length)
        if math.dist(line[0], other[0]) > math.dist(line[0], other[-1]):
            other.reverse()
        line = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip(line, other, strict=True)]
    return [first.ends[0], *line, first.ends[1]]


def ripples(line: list[Point], offset: float, swing: float, half: float) -> list[tuple[Point, Point]]:
    """A wave beside a line: for each half wave, where it turns and where it ends."""
    lengths = [math.dist(a, b) for a, b in pairwise(line)]
    total = sum(lengths)
    count = max(2, round(total / half))

    def beside(way: float, off: float) -> Point:
        for (a, b), length in zip(pairwise(line), lengths, strict=True):
            if way <= length or (a, b) == (line[-2], line[-1]):
                share = way / length if length else 0.0
                nx, ny = ((a[1] - b[1]) / (length or 1), (b[0] - a[0]) / (length or 1))
                return (
                    a[0] + (b[0] - a[0]) * share + nx * off,
                    a[1] + (b[1] - a[1]) * share + ny * off,
                )
            way -= length
        raise AssertionError("a line must have an end")

    wave = [(beside(0.0, offset), beside(0.0, offset))]
    for i in range(count):
        up = swing if i % 2 else -swing
        turn = beside((i + 0.5) * total / count, offset + up)
        wave.append((turn, beside((i + 1) * total / count, offset)))
    return wave
