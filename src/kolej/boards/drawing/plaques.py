"""Paper laid on the map: the plaques of countries, and the tag of a route with a rule of its own."""

from __future__ import annotations

import math

from kolej.boards.drawing.captions import CARDS, TAG, said
from kolej.boards.drawing.fonts import CITY, COUNTRY
from kolej.boards.drawing.free_space import Room, panel
from kolej.boards.drawing.route_shapes import Row
from kolej.boards.drawing.routes import Pen
from kolej.boards.drawing.svg import escaped, number, tag
from kolej.boards.layout.layout import Box, Layout, Spot
from kolej.boards.layout.text_size import ink
from kolej.boards.schema import Board


def countries(board: Board, plan: Layout, pen: Pen, language: str) -> str:
    """A group for every country: its title, its name, its cards."""
    spots = {spot.id: spot for spot in plan.countries}
    parts = []
    for country in board.countries:
        spot = spots.get(country.id)
        if spot is None or spot.box is None:
            continue
        name = said(country.short or country.name, language)
        cards = " ".join(map(str, country.cards))
        title = said(CARDS, language).format(said(country.name, language), cards)
        parts.append(
            tag(
                "g",
                tag("title", escaped(title)),
                _plaque(pen, spot, spot.box, name, country.cards),
                id=f"country-{country.id}",
                class_="country",
                role="img",
                data_country=country.id,
            )
        )
    return "".join(parts)


def _plaque(pen: Pen, spot: Spot, box: Box, name: str, cards: tuple[int, ...]) -> str:
    theme = pen.theme
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    pad = height * 0.09
    paper = tag(
        "rect",
        x=left,
        y=top,
        width=width,
        height=height,
        rx=height * 0.11,
        fill=theme.paper,
        stroke=theme.map_ink,
        stroke_width=max(1.4, height * 0.02),
    )
    size = min(spot.label.size, spot.label.size * (width - 2 * pad) / _breadth(name, spot.label.size))
    baseline = top + pad + size * 0.72
    heading = tag(
        "text",
        escaped(name),
        x=(left + right) / 2,
        y=baseline,
        text_anchor="middle",
        font_size=size,
        fill=theme.ink,
        **COUNTRY.attributes,
    )
    tops = baseline + size * 0.36
    return paper + heading + _stack(pen, (left + pad, tops, right - pad, bottom - pad), cards)


def _breadth(name: str, size: float) -> float:
    left, _, right, _ = ink(name, COUNTRY.file)
    return max(1.0, (right - left) * size)


def _stack(pen: Pen, box: Box, cards: tuple[int, ...]) -> str:
    """Cards overlapping from left to right, the top one whole and in accent."""
    left, top, right, bottom = box
    height = bottom - top
    width = min(height * 0.8, right - left)
    step = min(width * 0.82, (right - left - width) / max(1, len(cards) - 1))
    start = (left + right - width - step * (len(cards) - 1)) / 2
    parts = []
    for i in reversed(range(len(cards))):
        first = i == 0
        x = start + i * step
        # Of a card beneath only the part that the next one leaves free can be written on.
        middle = x + (width / 2 if first else width - step / 2)
        size = height * (0.72 if first else 0.54)
        parts.append(
            tag(
                "rect",
                x=x,
                y=top,
                width=width,
                height=height,
                rx=height * 0.1,
                fill=pen.theme.accent if first else pen.theme.paper_2,
                stroke=pen.theme.map_ink,
                stroke_width=max(1.0, height * 0.03),
            )
            + tag(
                "text",
                str(cards[i]),
                x=middle,
                y=top + height / 2 + size * 0.345,
                text_anchor="middle",
                font_size=size,
                fill=pen.theme.accent_ink if first else pen.theme.ink_2,
                **CITY.attributes,
            )
        )
    return "".join(parts)


def tags(rows: list[Row], pen: Pen, room: Room, size: float, language: str) -> dict[str, str]:
    """For every route that other cards may pay, a small paper beside it that says so."""
    return {
        row.route.id: _tag(row, pen, room, size, said(TAG, language).format(row.route.swap))
        for row in rows
        if row.route.swap
    }


def _tag(row: Row, pen: Pen, room: Room, size: float, text: str) -> str:
    left, _, right, _ = ink(text, CITY.file)
    width, height = (right - left) * size + size * 1.1, size * 1.7
    centre = (len(row.places) - 1) / 2
    tries = [
        (abs(i - centre) + away, place, side * (reach + away * size))
        for i, place in enumerate(row.places)
        for side in (1, -1)
        for away in (0.0, 0.5, 1.0, 2.0, 3.0)
        for reach in [_reach(width, height, place.angle) + pen.breadth / 2 + 5 * pen.u]
    ]
    for _, place, across in sorted(tries, key=lambda each: each[0]):
        x, y = place.at(0.0, across)
        paper = panel((x, y), width, height)
        if room.holds(paper, 3 * pen.u):
            room.take(paper)
            anchor = place.at(0.0, math.copysign(pen.breadth / 2, across))
            return _paper(pen, (x, y), (width, height), anchor, text, size)
    return ""


def _reach(width: float, height: float, angle: float) -> float:
    """How far an upright paper reaches towards a route of this direction."""
    turn = math.radians(angle)
    return abs(math.sin(turn)) * width / 2 + abs(math.cos(turn)) * height / 2


def _paper(
    pen: Pen,
    middle: tuple[float, float],
    sides: tuple[float, float],
    anchor: tuple[float, float],
    text: str,
    size: float,
) -> str:
    (x, y), (width, height), theme = middle, sides, pen.theme
    string = tag(
        "path",
        d=f"M{number(anchor[0])} {number(anchor[1])}L{number(x)} {number(y)}",
        stroke=theme.map_ink,
        stroke_width=1.2,
    )
    paper = tag(
        "rect",
        x=x - width / 2,
        y=y - height / 2,
        width=width,
        height=height,
        rx=height * 0.25,
        fill=theme.paper,
        stroke=theme.map_ink,
        stroke_width=1.2,
    )
    words = tag(
        "text",
        escaped(text),
        x=x,
        y=y + size * 0.345,
        text_anchor="middle",
        font_size=size,
        fill=theme.ink,
        **CITY.attributes,
    )
    return tag("g", string, paper, words, class_="tag")
