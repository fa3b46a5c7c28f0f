"""Paper on the map: the plaques of countries, and the tag of a route with a special rule."""

from __future__ import annotations

import math

import msgspec

from kolej.boards.drawing.captions import said, word
from kolej.boards.drawing.fonts import CITY, COUNTRY
from kolej.boards.drawing.free_space import Room, panel
from kolej.boards.drawing.route_shapes import Row
from kolej.boards.drawing.routes import Pen
from kolej.boards.drawing.svg import escaped, number, tag
from kolej.boards.drawing.theme import Theme
from kolej.boards.layout.layout import Box, Layout, Point, Spot
from kolej.boards.layout.text_size import ink
from kolej.boards.schema import Board


class PlaqueSetting(msgspec.Struct, frozen=True):
    """The contents of a plaque: the name on its baseline; the cards below, overlapping from left to right."""

    size: float
    """Font size of the name, in units."""
    baseline: float
    top: float
    """Of the cards."""
    height: float
    width: float
    start: float
    """The left edge of the first card, which is the top of the stack."""
    step: float
    """Distance from card to card."""
    afar: bool
    """Whether only the first letters of the name are shown, and the cards lie side by side."""


MOST_OF_PLAQUE = 0.55
"""How high a name may be from afar, of its plaque's height: by eye, so that the cards keep two fifths."""


def setting(box: Box, size: float, cards: int, afar: bool = False) -> PlaqueSetting:
    """The setting for a name of this font size; from afar, the cards take all the room there is below it."""
    left, top, right, bottom = box
    if afar:
        size = min(size, (bottom - top) * MOST_OF_PLAQUE)
    pad = (bottom - top) * (0.05 if afar else 0.09)
    baseline = top + pad + size * 0.72
    tops = baseline + size * (0.14 if afar else 0.36)
    height = bottom - pad - tops
    room = right - left - 2 * pad
    width = min(height * 1.2, room / max(1, cards) * 0.96) if afar else min(height * 0.8, room)
    step = min(width * (1.06 if afar else 0.82), (room - width) / max(1, cards - 1))
    start = (left + right - width - step * (cards - 1)) / 2
    return PlaqueSetting(
        size=round(size, 2),
        baseline=round(baseline, 2),
        top=round(tops, 2),
        height=round(height, 2),
        width=round(width, 2),
        start=round(start, 2),
        step=round(step, 2),
        afar=afar,
    )


def fitting(name: str, box: Box, size: float) -> float:
    """The largest font size, up to this one, at which a name fits on a plaque."""
    left, top, right, bottom = box
    return min(size, size * (right - left - 0.18 * (bottom - top)) / _breadth(name, size))


def countries(board: Board, plan: Layout, theme: Theme, language: str) -> str:
    """A group for every country: its title, its name, its cards."""
    spots = {spot.id: spot for spot in plan.countries}
    parts = []
    for country in board.countries:
        spot = spots.get(country.id)
        if spot is None or spot.box is None:
            continue
        name = said(country.shown, language)
        cards = " ".join(map(str, country.cards))
        title = word("country", language, country=name, cards=cards)
        parts.append(
            tag(
                "g",
                tag("title", escaped(title)),
                _plaque(theme, spot, spot.box, name, country.cards),
                id=f"country-{country.id}",
                class_="country",
                role="img",
                data_country=country.id,
            )
        )
    return "".join(parts)


def _plaque(theme: Theme, spot: Spot, box: Box, name: str, cards: tuple[int, ...]) -> str:
    left, top, right, bottom = box
    width, height = right - left, bottom - top
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
    set_ = setting(box, fitting(name, box, spot.label.size), len(cards))
    heading = tag(
        "text",
        escaped(name),
        x=(left + right) / 2,
        y=set_.baseline,
        text_anchor="middle",
        font_size=set_.size,
        fill=theme.ink,
        **COUNTRY.attributes,
    )
    return paper + heading + _stack(theme, set_, cards)


def _breadth(name: str, size: float) -> float:
    left, _, right, _ = ink(name, COUNTRY.file)
    return max(1.0, (right - left) * size)


def _stack(theme: Theme, at: PlaqueSetting, cards: tuple[int, ...]) -> str:
    """The cards; the top one is fully visible and in the accent colour."""
    top, height, width, step = at.top, at.height, at.width, at.step
    parts = []
    for i in reversed(range(len(cards))):
        first = i == 0
        x = at.start + i * step
        # On a covered card, only the part that the next card leaves free can be written on.
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
                fill=theme.accent if first else theme.paper_2,
                stroke=theme.map_ink,
                stroke_width=max(1.0, height * 0.03),
            )
            + tag(
                "text",
                str(cards[i]),
                x=middle,
                y=top + height / 2 + size * 0.345,
                text_anchor="middle",
                font_size=size,
                fill=theme.accent_ink if first else theme.ink_2,
                **CITY.attributes,
            )
        )
    return "".join(parts)


class Tag(msgspec.Struct, frozen=True):
    """A small paper beside a route that states its special rule."""

    text: str
    x: float
    y: float
    """Its middle."""
    width: float
    height: float
    size: float
    """Font size in units."""
    anchor: Point
    """Where its string is tied to the route."""


def tags(rows: list[Row], pen: Pen, theme: Theme, room: Room, size: float, language: str) -> dict[str, str]:
    """The drawn tags, by route."""
    return {route: _paper(theme, tag) for route, tag in placed_tags(rows, pen, room, size, language).items()}


def placed_tags(rows: list[Row], pen: Pen, room: Room, size: float, language: str) -> dict[str, Tag]:
    """For each route that can be paid with other cards, a tag that says so, if there is room; by route."""
    found = {
        row.route.id: _placed(row, pen, room, size, word("tag", language, n=row.route.swap))
        for row in rows
        if row.route.swap
    }
    return {route: tag for route, tag in found.items() if tag is not None}


def _placed(row: Row, pen: Pen, room: Room, size: float, text: str) -> Tag | None:
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
            return Tag(text, *_rounded((x, y)), *_rounded((width, height)), round(size, 1), _rounded(anchor))
    return None


def _rounded(point: Point) -> Point:
    return (round(point[0], 1), round(point[1], 1))


def _reach(width: float, height: float, angle: float) -> float:
    """How far an upright paper extends towards a route of this direction."""
    turn = math.radians(angle)
    return abs(math.sin(turn)) * width / 2 + abs(math.cos(turn)) * height / 2


def _paper(theme: Theme, at: Tag) -> str:
    string = tag(
        "path",
        d=f"M{number(at.anchor[0])} {number(at.anchor[1])}L{number(at.x)} {number(at.y)}",
        stroke=theme.map_ink,
        stroke_width=1.2,
    )
    paper = tag(
        "rect",
        x=at.x - at.width / 2,
        y=at.y - at.height / 2,
        width=at.width,
        height=at.height,
        rx=at.height * 0.25,
        fill=theme.paper,
        stroke=theme.map_ink,
        stroke_width=1.2,
    )
    words = tag(
        "text",
        escaped(at.text),
        x=at.x,
        y=at.y + at.size * 0.345,
        text_anchor="middle",
        font_size=at.size,
        fill=theme.ink,
        **CITY.attributes,
    )
    return tag("g", string, paper, words, class_="tag")
