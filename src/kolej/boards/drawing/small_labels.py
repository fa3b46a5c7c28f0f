"""A board for small pictures: larger names, placed again where the layout's would be too small to read.

The names of the layout never touch a space. Names twice as large cannot all avoid that, so here they
may cover part of a space, never another name, and as little of everything else as possible.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

import msgspec

from kolej.boards.drawing.free_space import Room, panel
from kolej.boards.drawing.route_shapes import Row
from kolej.boards.layout.layout import Box, Label, Layout, Line, Spot
from kolej.boards.layout.text_size import CITY, Block, block, broken
from kolej.boards.schema import Board

SHARE = 0.0195
"""Font size as a share of the drawing's width: just under 8 pixels in a picture 400 pixels wide."""

_CLASH = 100.0
"""Cost of a name on another name; more than any other cost."""


def enlarged(board: Board, plan: Layout, rows: list[Row]) -> Layout:
    """The same layout with larger names; names that find no room are left out."""
    size = plan.width * SHARE
    if all(spot.label.size > size * 0.9 for spot in plan.cities):
        return plan
    room = Room(plan, rows)
    ways = {
        spot.id: sorted(
            ((_cost(label, spot, plan, room) + extra, label) for label, extra in _ways(spot, size)),
            key=lambda way: way[0],
        )
        for spot in plan.cities
    }
    chosen = {city: found[0][1] for city, found in ways.items()}
    for _ in range(6):
        for city, found in ways.items():
            others = [label.box for other, label in chosen.items() if other != city]
            chosen[city] = min(found, key=lambda way: way[0] + _CLASH * _clashes(way[1], others))[1]
    routes = Counter(end for route in board.routes for end in (route.a, route.b))
    kept: list[Box] = [spot.box for spot in plan.countries if spot.box]
    labels: dict[str, Label] = {}
    for spot in sorted(plan.cities, key=lambda spot: -routes[spot.id]):
        label = chosen[spot.id]
        if _clashes(label, kept):
            label = msgspec.structs.replace(label, lines=(), box=(0, 0, 0, 0))
        else:
            kept.append(label.box)
        labels[spot.id] = label
    cities = tuple(msgspec.structs.replace(spot, label=labels[spot.id]) for spot in plan.cities)
    return msgspec.structs.replace(plan, cities=cities)


def _clashes(label: Label, boxes: list[Box]) -> int:
    """How many boxes the name touches; side by side, names need some room between them."""
    left, top, right, bottom = label.box
    left, right = left - label.size * 0.3, right + label.size * 0.3
    return sum(left < b[2] and b[0] < right and top < b[3] and b[1] < bottom for b in boxes)


def _ways(spot: Spot, size: float) -> Iterator[tuple[Label, float]]:
    """Every way to place a name around its city, with its cost; the costs were chosen by eye."""
    name = spot.label.text
    texts: list[tuple[tuple[str, ...], float]] = [((name,), 0.0)]
    if (halves := broken(name, CITY)) is not None:
        texts.append((halves, 0.5))
    for lines, extra in texts:
        near = spot.r + size * 0.14
        for align, dx in ((0.0, near), (1.0, -near)):
            text = block(lines, CITY, size, align)
            left = spot.x + dx - align * text.width
            for share, cost in ((0.5, 0.0), (0.3, 0.3), (0.7, 0.3), (0.05, 0.6), (0.95, 0.6)):
                yield _label(name, text, left, spot.y - share * text.height, size), extra + cost
        text = block(lines, CITY, size, 0.5)
        for top in (spot.y - near - text.height, spot.y + near):
            for share, cost in ((0.5, 0.2), (0.3, 0.5), (0.7, 0.5), (0.1, 0.8), (0.9, 0.8)):
                yield _label(name, text, spot.x - share * text.width, top, size), extra + cost


def _label(name: str, text: Block, left: float, top: float, size: float) -> Label:
    lines = tuple(Line(line, left + x, top + y) for line, (x, y) in zip(text.lines, text.starts, strict=True))
    return Label(name, (left, top, left + text.width, top + text.height), lines, size)


def _cost(label: Label, spot: Spot, plan: Layout, room: Room) -> float:
    """The cost of what a name covers, other names aside."""
    left, top, right, bottom = label.box
    if left < 4 or top < 4 or right > plan.width - 4 or bottom > plan.height - 4:
        return 2 * _CLASH
    plaques = [spot.box for spot in plan.countries if spot.box]
    letters = panel(((left + right) / 2, (top + bottom) / 2), right - left, bottom - top)
    discs = sum(_near(label.box, other) for other in plan.cities if other.id != spot.id)
    return _CLASH * _clashes(label, plaques) + 25.0 * discs + 0.25 * room.covered(letters)


def _near(box: Box, spot: Spot) -> bool:
    dx = max(box[0] - spot.x, spot.x - box[2], 0.0)
    dy = max(box[1] - spot.y, spot.y - box[3], 0.0)
    return math.hypot(dx, dy) < spot.r + 2
