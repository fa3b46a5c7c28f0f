"""The title of a picture and the table of route points, in a free corner."""

from __future__ import annotations

from collections.abc import Iterator

from kolej.boards.drawing.captions import said, word
from kolej.boards.drawing.fonts import CITY, COUNTRY, Face
from kolej.boards.drawing.free_space import Room, panel
from kolej.boards.drawing.svg import escaped, number, tag
from kolej.boards.drawing.theme import Theme
from kolej.boards.layout.layout import Layout, Point
from kolej.boards.layout.text_size import ink
from kolej.boards.schema import Board


def cartouche(board: Board, plan: Layout, theme: Theme, room: Room, language: str) -> str:
    """A box with the name of the board and its table of points; empty if there is no room."""
    title = said(board.name, language)
    worth = sorted(board.rules.route_points.items())
    heads = (word("legend.trains", language), word("legend.points", language))
    size = (plan.width * plan.height) ** 0.5 * 0.026
    text = size * 0.56
    column = text * 1.55
    head = max(_wide(head, CITY, text) for head in heads) + text * 0.5
    width = max(_wide(title, COUNTRY, size), head + column * len(worth)) + size * 1.3
    height = size * 1.35 + text * 3.1
    for x, y in _corners(plan, width, height):
        paper = panel((x, y), width, height)
        if room.holds(paper, size * 0.4):
            room.take(paper)
            break
    else:
        return ""
    left, top = x - width / 2, y - height / 2

    def frame(inset: float, **look: str | float | None) -> str:
        box = {"x": left + inset, "y": top + inset, "width": width - 2 * inset, "height": height - 2 * inset}
        return tag("rect", **box, rx=size * 0.26 - inset * 0.5, stroke=theme.map_ink, **look)

    def words(content: str, at: Point, face: Face, letters: float, colour: str, anchor: str) -> str:
        return tag(
            "text",
            escaped(content),
            x=at[0],
            y=at[1],
            font_size=letters,
            fill=colour,
            text_anchor=anchor,
            **face.attributes,
        )

    fine = size * 0.035
    parts = [
        frame(0.0, fill=theme.paper, stroke_width=fine * 1.4),
        frame(size * 0.13, fill="none", stroke_width=fine * 0.8, stroke_opacity=0.5),
        words(title, (x, top + size * 1.12), COUNTRY, size, theme.ink, "middle"),
    ]
    inner = left + (width - head - column * len(worth)) / 2
    rule = top + size * 1.42
    parts.append(
        tag(
            "path",
            d=f"M{number(inner)} {number(rule)}h{number(head + column * len(worth))}",
            stroke=theme.map_ink,
            stroke_width=fine,
            stroke_opacity=0.6,
        )
    )
    for row, label in enumerate(heads):
        y = rule + text * (1.1 + 1.2 * row)
        parts.append(words(label, (inner, y), CITY, text, theme.ink_2, "start"))
        for i, pair in enumerate(worth):
            middle = inner + head + column * (i + 0.5)
            colour = theme.ink if row else theme.ink_2
            parts.append(words(str(pair[row]), (middle, y), CITY, text, colour, "middle"))
    return tag("g", *parts, id="cartouche", aria_hidden="true")


def _wide(text: str, face: Face, size: float) -> float:
    left, _, right, _ = ink(text, face.file)
    return (right - left) * size


def _corners(plan: Layout, width: float, height: float) -> Iterator[Point]:
    """Centres of boxes in the corners, then along the edges, the nearest to a corner first."""
    inset = plan.width * 0.016
    left, right = inset + width / 2, plan.width - inset - width / 2
    top, bottom = inset + height / 2, plan.height - inset - height / 2
    step = plan.width * 0.02
    for away in range(round(plan.width * 0.4 / step)):
        for y, down in ((bottom, -1), (top, 1)):
            for x, across in ((left, 1), (right, -1)):
                yield (x + across * away * step, y)
                yield (x, y + down * away * step)
