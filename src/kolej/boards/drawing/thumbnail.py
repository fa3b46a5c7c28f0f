"""A board the size of a stamp: land, tracks and cities in a few kilobytes, for lists of boards.

At about 200 pixels neither names nor symbols can be read, so there are none. The coast keeps only as many
points as can be seen, and all spaces of one colour are one path.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from kolej.boards.drawing.geography import ground
from kolej.boards.drawing.picture import ThemeName
from kolej.boards.drawing.svg import tag
from kolej.boards.drawing.theme import FILLS, THEMES
from kolej.boards.layout.layout import Layout, Point
from kolej.boards.schema import Board

SHAPE = 3 / 2
"""Width by height, the same for all boards so that they line up; the map continues beyond the board."""
ACROSS = 360.0
"""Width in pixels that the picture is drawn for, high-resolution screens included."""
_PIECE = re.compile(r"([Mlz])([^Mlz]*)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def miniature(board: Board, plan: Layout, theme: ThemeName = "light") -> str:
    colours = THEMES[theme]
    width, height = max(plan.width, plan.height * SHAPE), max(plan.height, plan.width / SHAPE)
    left, top = (plan.width - width) / 2, (plan.height - height) / 2
    pixel = width / ACROSS
    land = ground(board, plan, max(-left, -top) + 10 * pixel)
    frame: dict[str, float] = {
        "x": round(left),
        "y": round(top),
        "width": round(width),
        "height": round(height),
    }
    parts = [tag("rect", fill=colours.sea if land else colours.land, **frame)]
    if land is not None:
        coast, home, lakes, borders = (land.path(layer) for layer in ("land", "home", "lakes", "borders"))
        coast = coarse(coast, pixel, 6)
        edge: dict[str, str | float | None] = {"fill": "none", "stroke_linejoin": "round"}
        parts += [
            tag("path", d=coast, stroke=colours.sea_1, stroke_width=16 * pixel, **edge),
            tag("path", d=coast, fill=colours.land, stroke=colours.coast, stroke_width=0.6 * pixel),
            tag("path", d=coarse(home, pixel), fill=colours.home) if home else "",
            tag("path", d=coarse(lakes, pixel, 4), fill=colours.sea_1) if lakes else "",
        ]
        if borders:
            parts.append(
                tag(
                    "path",
                    d=coarse(borders, pixel, 8),
                    stroke=colours.border,
                    stroke_width=0.5 * pixel,
                    **edge,
                )
            )
    shapes: defaultdict[str, str] = defaultdict(str)
    colour = {route.id: route.colour for route in board.routes}
    for space in plan.spaces:
        corners = "L".join(f"{round(x)} {round(y)}" for x, y in space.polygon)
        shapes[colour[space.route]] += f"M{corners}z"
    keyline: dict[str, str | float | None] = {"stroke": colours.space_line, "stroke_width": 0.35 * pixel}
    parts += [tag("path", d=path, fill=FILLS[name], **keyline) for name, path in sorted(shapes.items())]
    places = [tag("circle", cx=round(spot.x), cy=round(spot.y), r=spot.r) for spot in plan.cities]
    for spot in plan.countries:
        if spot.box is not None:
            x, y, right, bottom = map(round, spot.box)
            places.append(tag("rect", x=x, y=y, width=right - x, height=bottom - y, rx=8))
    return tag(
        "svg",
        *parts,
        tag("g", *places, fill=colours.paper, stroke=colours.ink, stroke_width=1.1 * pixel),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(str, frame.values())),
    )


def coarse(path: str, step: float, least: int = 3) -> str:
    """Path data in whole numbers, only points that lie ``step`` apart; parts with few points are dropped."""
    kept = []
    for line, closed in _lines(path):
        points = [line[0]]
        for x, y in line[1:]:
            if abs(x - points[-1][0]) + abs(y - points[-1][1]) >= step:
                points.append((x, y))
        if len(points) >= least:
            kept.append(_relative(points) + ("z" if closed else ""))
    return "".join(kept)


def _relative(points: list[Point]) -> str:
    whole = [(round(x), round(y)) for x, y in points]
    moves = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(whole)]
    return f"M{whole[0][0]} {whole[0][1]}l" + " ".join(f"{x} {y}" for x, y in moves).replace(" -", "-")


def _lines(path: str) -> Iterator[tuple[list[Point], bool]]:
    """Path data of ``geography``, a move followed by relative lines, as points."""
    line: list[Point] = []
    for letter, text in _PIECE.findall(path):
        numbers = [float(found) for found in _NUMBER.findall(text)]
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        if letter == "M":
            if line:
                yield line, False
            line = pairs[:1]
        elif letter == "l":
            x, y = line[-1]
            for dx, dy in pairs:
                x, y = x + dx, y + dy
                line.append((x, y))
        else:
            yield line, True
            line = []
    if line:
        yield line, False
