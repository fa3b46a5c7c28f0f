"""Places the names of seas and lakes near their wanted positions, if there is room on the water."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kolej.boards.drawing import captions, fonts
from kolej.boards.drawing.free_space import Room, around, panel
from kolej.boards.layout.layout import Layout, Point
from kolej.boards.layout.projection import project
from kolej.boards.layout.text_size import ink
from kolej.boards.schema import Board, Water

if TYPE_CHECKING:
    from kolej.boards.drawing.geography import Ground

SPACING = 0.22
"""Space between letters, in font sizes."""


class WaterName(msgspec.Struct, frozen=True):
    """The name of a body of water in one language: its centre and its angle."""

    text: str
    x: float
    y: float
    size: float
    """Font size in units."""
    width: float
    angle: float
    """In degrees."""


def water_names(
    board: Board, plan: Layout, land: Ground | None, room: Room, language: str
) -> list[WaterName]:
    """The names that find a free place; it counts as covered from then on."""
    if land is None or plan.projection is None:
        return []
    found = []
    for water in board.map.waters:
        x, y = project(plan.projection, water.lon, water.lat)
        name = _placed(water, captions.said(water.name, language), (float(x), float(y)), plan, land, room)
        if name is not None:
            found.append(name)
    return found


def _placed(
    water: Water, text: str, wished: Point, plan: Layout, land: Ground, room: Room
) -> WaterName | None:
    base = (plan.width * plan.height) ** 0.5 * 0.0215 * water.size
    left, _, right, _ = ink(text, fonts.WATER.file)
    for size in (base, base * 0.85, base * 0.7, base * 0.6):
        width = (right - left) * size + size * SPACING * (len(text) - 1)
        shape = panel((0.0, 0.0), width, size * 0.9, water.angle)
        for at in around(wished, plan.width * 0.16, plan.width * 0.012):
            letters = shape + at
            if land.at_sea(letters).all() and room.holds(letters, size * 0.55):
                room.take(letters)
                x, y = (round(value, 1) for value in at)
                return WaterName(text, x, y, round(size, 1), round(width, 1), water.angle)
    return None
