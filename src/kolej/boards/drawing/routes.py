"""The drawing of routes: tracks, tunnels and ferry lines beneath, spaces with symbols on top.

All measures are in ``u``, a twenty-fourth of the breadth of a space, so that large and small boards
look alike.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from kolej.boards.drawing.route_shapes import Place, Row, ripples, track
from kolej.boards.drawing.svg import escaped, number, points, tag
from kolej.boards.drawing.symbols import SYMBOLS
from kolej.boards.drawing.theme import FILLS, MARKS, Theme
from kolej.boards.layout.layout import Point


@dataclass(frozen=True)
class Pen:
    """What every stroke depends on: the theme, and the size of a space."""

    theme: Theme
    length: float
    breadth: float
    badges: bool = False
    """One large symbol a route instead of a small one a space."""

    @property
    def u(self) -> float:
        return self.breadth / 24

    @property
    def keyline(self) -> float:
        """In u; stronger on boards with small spaces, so that white spaces stand off the paper."""
        return 1.5 if self.breadth >= 22 else 2.0

    def line_of(self, colour: str) -> tuple[str, float]:
        """The keyline of a space that is no ferry: its colour, and its width in u."""
        if colour == self.theme.lost_on_land:
            return self.theme.space_line[:7], 2 * self.keyline
        return self.theme.space_line, self.keyline

    @property
    def symbol(self) -> float:
        """Side of a symbol's box; bolder on boards with small spaces."""
        return self.breadth * (0.68 if self.breadth >= 22 else 0.76)


def defs(pen: Pen, rows: list[Row]) -> str:
    """A space of every kind and colour in use, and its symbol."""
    kinds = sorted({(row.route.kind, row.route.colour) for row in rows})
    parts = [_space(pen, kind, colour) for kind, colour in kinds]
    parts += [_symbol(pen, colour) for colour in sorted({colour for _, colour in kinds})]
    if pen.badges:
        parts += [_badge(pen, colour) for colour in sorted({colour for _, colour in kinds})]
    if any(row.route.locomotives for row in rows):
        parts.append(_locomotive(pen))
    if any(kind == "tunnel" for kind, _ in kinds):
        parts.append(_hachures(pen))
    return "".join(parts)


def _space(pen: Pen, kind: str, colour: str) -> str:
    theme, u = pen.theme, pen.u
    ferry = kind == "ferry"
    radius = pen.breadth / 2 if ferry else 3.2 * u

    def rect(grow: float, **attributes: str | float | None) -> str:
        return tag(
            "rect",
            x=-pen.length / 2 - grow,
            y=-pen.breadth / 2 - grow,
            width=pen.length + 2 * grow,
            height=pen.breadth + 2 * grow,
            rx=radius + grow,
            **attributes,
        )

    parts = []
    if kind != "tunnel":
        parts.append(rect(1.6 * u, fill=theme.space_case))
    line, width = (theme.ferry, 3.2) if ferry else pen.line_of(colour)
    width *= u
    parts.append(rect(-width / 2 + 0.2 * u, fill=FILLS[colour], stroke=line, stroke_width=width))
    if kind == "border":
        x, y = pen.length / 2 - 3 * u, pen.breadth / 2 - 4.4 * u
        h = number(2 * x)
        parts.append(
            tag(
                "path",
                d=f"M{number(-x)} {number(-y)}h{h}M{number(-x)} {number(y)}h{h}",
                stroke=MARKS[colour],
                stroke_opacity=0.6,
                stroke_width=2 * u,
                stroke_dasharray=f"{number(6 * u)} {number(4 * u)}",
            )
        )
    return tag("g", *parts, id=f"space-{kind}-{colour}")


def _symbol(pen: Pen, colour: str) -> str:
    return _silhouette(f"symbol-{colour}", colour, pen.symbol, MARKS[colour], faint=colour == "grey")


def _badge(pen: Pen, colour: str) -> str:
    """The symbol on a disc of its colour, broader than the space it lies on."""
    line, width = pen.line_of(colour)
    disc = tag("circle", r=pen.breadth * 0.86, fill=FILLS[colour], stroke=line, stroke_width=width * pen.u)
    symbol = _silhouette(None, colour, pen.breadth * 1.2, MARKS[colour])
    return tag("g", disc, symbol, id=f"badge-{colour}")


def _silhouette(id_: str | None, colour: str, size: float, ink: str, faint: bool = False) -> str:
    symbol = SYMBOLS[colour]
    filled = symbol.stroke is None
    return tag(
        "path",
        id=id_,
        d=symbol.d,
        transform=f"scale({number(size / 20)})translate(-10 -10)",
        fill=ink if filled else "none",
        fill_rule="evenodd" if filled else None,
        stroke=None if filled else ink,
        stroke_width=symbol.stroke,
        opacity=0.6 if faint else None,
    )


def _locomotive(pen: Pen) -> str:
    """A dark capsule that shouts from any space, with the engine on it."""
    u, size = pen.u, pen.breadth * 0.7
    width, height = pen.breadth * 1.5, pen.breadth - 3 * u
    capsule = tag(
        "rect",
        x=-width / 2,
        y=-height / 2,
        width=width,
        height=height,
        rx=height / 2,
        fill=pen.theme.loco_mark,
        stroke=pen.theme.on_loco_mark,
        stroke_width=1.2 * u,
    )
    engine = _silhouette(None, "locomotive", size, pen.theme.on_loco_mark)
    return tag("g", capsule, id="capsule") + tag("g", engine, id="symbol-locomotive")


def beneath(pen: Pen, rows: list[Row]) -> str:
    """Everything under the spaces: track lines, the cuttings of tunnels, the waves of ferries."""
    pairs: defaultdict[frozenset[Point], list[Row]] = defaultdict(list)
    for row in rows:
        pairs[frozenset(row.ends)].append(row)
    lines = "".join(_line(pen, pair) for pair in pairs.values())
    tunnels = "".join(_cutting(pen, row) for row in rows if row.route.kind == "tunnel")
    ferries = "".join(
        _waves(pen, row, [other for other in pair if other is not row])
        for pair in pairs.values()
        for row in pair
        if row.route.kind == "ferry"
    )
    return lines + ferries + tunnels


def _line(pen: Pen, pair: list[Row]) -> str:
    ferry = all(row.route.kind == "ferry" for row in pair)
    u = pen.u
    return tag(
        "path",
        d=f"M{points(track(pair, pen.length))}",
        stroke=pen.theme.ferry if ferry else pen.theme.track,
        stroke_width=(4 if ferry else 3) * u,
        stroke_dasharray=f"{number(6 * u)} {number(4 * u)}" if ferry else None,
    )


def _cutting(pen: Pen, row: Row) -> str:
    """The cutting beside every space, and a portal at each end."""
    parts = [tag("use", href="#cutting", transform=_turned(place)) for place in row.places]
    return "".join(parts) + _portal(pen, row, 0) + _portal(pen, row, -1)


def _hachures(pen: Pen) -> str:
    """The cutting beside one space: a dark edge all around, teeth along both long sides."""
    u, ink = pen.u, pen.theme.tunnel
    half, side = pen.length / 2 + 1.2 * u, pen.breadth / 2
    count = round(2 * half / (6.4 * u))
    step = 2 * half / count
    teeth = ""
    for i in range(count):
        x = number(-half + (i + 0.5) * step)
        teeth += f"M{x} {number(-side - 7 * u)}V{number(side + 7 * u)}"
    edge = tag(
        "rect",
        x=-half,
        y=-side - 2.4 * u,
        width=2 * half,
        height=2 * side + 4.8 * u,
        rx=2 * u,
        fill=ink,
    )
    return tag("g", tag("path", d=teeth, stroke=ink, stroke_width=2.8 * u), edge, id="cutting")


def _portal(pen: Pen, row: Row, end: int) -> str:
    u, place = pen.u, row.places[end]
    out = -1 if end == 0 else 1
    half = pen.length / 2 + 2.6 * u
    side = pen.breadth / 2 + 7.5 * u
    bracket = [
        place.at(out * (half - 4.5 * u), -side - 1.5 * u),
        place.at(out * (half + 0.5 * u), -side),
        place.at(out * (half + 1.5 * u), 0),
        place.at(out * (half + 0.5 * u), side),
        place.at(out * (half - 4.5 * u), side + 1.5 * u),
    ]
    return tag("path", d=f"M{points(bracket)}", stroke=pen.theme.tunnel, stroke_width=4.2 * u)


def _waves(pen: Pen, row: Row, twins: list[Row]) -> str:
    """Ripples along both sides of a ferry, but not towards the track beside it."""
    u = pen.u
    d = ""
    taken = {row.side(twin) for twin in twins}
    for run, side in product(row.runs(pen.length), (-1, 1)):
        if side in taken:
            continue
        offset = side * (pen.breadth / 2 + 5.2 * u)
        (start, _), *turns = ripples(run.spine(pen.length), offset, 3 * u, 9 * u)
        d += f"M{points([start])}"
        d += "".join(f"Q{points([turn])} {points([end])}" for turn, end in turns)
    return tag("path", d=d, stroke=pen.theme.ferry, stroke_width=1.8 * u)


def spaces(pen: Pen, rows: list[Row], titles: Mapping[str, str], tags: Mapping[str, str]) -> str:
    """A group for every route: its title, its spaces, its tag if it has one."""
    return "".join(_route(pen, row, titles[row.route.id], tags.get(row.route.id, "")) for row in rows)


def _turned(place: Place) -> str:
    return f"translate({number(place.x)} {number(place.y)})rotate({number(place.angle)})"


def _route(pen: Pen, row: Row, title: str, extra: str) -> str:
    route = row.route
    first = (len(row.places) - route.locomotives) // 2
    badge = _badge_at(row) if pen.badges else None
    parts = [tag("title", escaped(title))]
    on_top = ""
    for index, place in enumerate(row.places):
        needs = first <= index < first + route.locomotives
        x, y = number(place.x), number(place.y)
        turned = _turned(place)
        drawn = [tag("use", href=f"#space-{route.kind}-{route.colour}", transform=turned)]
        if needs:
            drawn.append(tag("use", href="#capsule", transform=turned))
            drawn.append(tag("use", href="#symbol-locomotive", x=x, y=y))
        elif badge is None:
            drawn.append(tag("use", href=f"#symbol-{route.colour}", x=x, y=y))
        elif badge == index:
            on_top = tag("use", href=f"#badge-{route.colour}", x=x, y=y)
        parts.append(tag("g", *drawn, class_="space"))
    return tag(
        "g",
        *parts,
        on_top,
        extra,
        id=f"route-{route.id}",
        class_=f"route {route.kind}",
        role="img",
        data_route=route.id,
        data_colour=route.colour,
        data_kind=route.kind,
        data_track=str(row.twin) if row.twin else None,
    )


def _badge_at(row: Row) -> int | None:
    """The space that bears the large symbol; None where there is no room for one.

    Two tracks side by side bear theirs on different spaces, so that they do not touch.
    """
    count = len(row.places)
    if row.twin and count == 1:
        return None
    if row.route.colour == "grey":
        return count
    middle = (count - 1) / 2
    if not row.twin:
        return int(middle) if not row.route.locomotives else 0
    aside = 0.5 if count % 2 == 0 else 1.0
    return round(middle - aside if row.twin == 1 else middle + aside)
