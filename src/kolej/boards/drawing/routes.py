"""The drawing of routes: a track line beneath, and for each route a group with its spaces and symbols.

All sizes are in ``u``, a twenty-fourth of the breadth of a space, so that large and small boards
look alike. Nothing here has a colour: ``printed.css`` adds it by class, in every theme.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from kolej.boards.drawing.route_shapes import Place, Row, ripples, track
from kolej.boards.drawing.svg import escaped, tag
from kolej.boards.drawing.svg_paths import circle, polyline, stamped, tiles, wave
from kolej.boards.drawing.symbols import CROSS, SYMBOLS
from kolej.boards.layout.layout import Point

Marks = Literal["symbols", "badges", "live"]
"""A small symbol on each space, one large symbol on each route, or both plus all that a game may need."""

LAID_CUTTING = 0.62
"""Where the cutting of a claimed tunnel begins, in breadths of a space from its middle: outside the walls."""
LAID_STROKE = 5.2
"""Length of a stroke of that cutting, in u."""
LAID_WAVES = 19.9
"""Where the waves of a claimed ferry lie, from the middle, in u: outside the wagons' cases."""


@dataclass(frozen=True)
class Pen:
    """What every stroke depends on: the size of a space, and which symbols to draw."""

    length: float
    breadth: float
    marks: Marks = "symbols"

    @property
    def u(self) -> float:
        return self.breadth / 24

    @property
    def space(self) -> tuple[float, float]:
        """Length and breadth of a drawn space: slimmer on a map that is played on, where trains lead."""
        slim = self.marks == "live"
        return (self.length * 0.94, self.breadth * 0.86) if slim else (self.length, self.breadth)

    @property
    def keyline(self) -> float:
        """In u; stronger on boards with small spaces, so that white spaces stand out from the paper."""
        return 1.5 if self.breadth >= 22 else 2.0

    @property
    def gap(self) -> float:
        """Between two teeth of a cutting; there is a whole number of them beside each space."""
        cutting = self.space[0] + 2.4 * self.u
        return cutting / round(cutting / (6.4 * self.u)) - 2.8 * self.u

    @property
    def laid_gap(self) -> float:
        """Between two strokes beside wagons; there is a whole number of them too."""
        return self.length / round(self.length / (6.4 * self.u)) - 2.2 * self.u

    @property
    def symbol(self) -> float:
        """Side of a symbol's box; in print larger on boards with small spaces."""
        if self.marks == "live":
            return self.space[1] * 0.74
        return self.breadth * (0.68 if self.breadth >= 22 else 0.76)


def beneath(pen: Pen, rows: Iterable[Row]) -> str:
    """The track lines. A pair shares one; in a game each track also has its own, if the other closes."""
    return "".join(_line(pen, pair) for pair in pairs(rows).values())


def pairs(rows: Iterable[Row]) -> Mapping[frozenset[Point], list[Row]]:
    found: defaultdict[frozenset[Point], list[Row]] = defaultdict(list)
    for row in rows:
        found[frozenset(row.ends)].append(row)
    return found


def _line(pen: Pen, pair: Sequence[Row]) -> str:
    kind = " ferry" if all(row.route.kind == "ferry" for row in pair) else ""

    def line(rows: list[Row], name: str = "") -> str:
        return tag("path", class_=f"track{kind}{name}", d=polyline(track(rows, pen.length)))

    shared = line(list(pair))
    if pen.marks != "live" or len(pair) == 1:
        return shared
    alone = "".join(line([row], f" only-{row.twin}") for row in pair)
    return tag("g", shared, alone, class_="pair", data_pair=" ".join(row.route.id for row in pair))


def spaces(pen: Pen, rows: Sequence[Row], titles: Mapping[str, str], extra: Mapping[str, str]) -> str:
    """A group for every route: its title if it has one, its spaces, and its extra markup."""
    together = pairs(rows)

    def group(row: Row) -> str:
        route = row.route
        title = titles.get(route.id)
        twins = [other for other in together[frozenset(row.ends)] if other is not row]
        return tag(
            "g",
            tag("title", escaped(title)) if title else "",
            *space_parts(pen, row, twins),
            extra.get(route.id, ""),
            id=f"route-{route.id}" if title else None,
            class_=f"route {route.kind} c-{route.colour}",
            role="img" if title else None,
            data_route=route.id,
        )

    return "".join(map(group, rows))


def space_parts(pen: Pen, row: Row, twins: Iterable[Row] = ()) -> list[str]:
    """All spaces of a route, one path for each layer."""
    route, places, u = row.route, row.places, pen.u
    length, breadth = pen.space
    ferry = route.kind == "ferry"
    live = pen.marks == "live"
    twins = list(twins)
    parts = []
    if route.kind == "tunnel":
        parts += [_cutting(pen, places), *([_laid_cutting(pen, places)] if live else [])]
    if ferry:
        parts.append(_path("waves", _waves(pen, row, twins, breadth / 2 + 5.2 * u)))
        parts += [_path("waves when-laid", _waves(pen, row, twins, LAID_WAVES * u))] if live else []
    # a case is the same shape with a broad stroke
    inset = 2.8 * u if ferry else 1.4 * u
    radius = breadth / 2 if ferry else 3.2 * u
    shape = tiles(places, length - inset, breadth - inset, radius - inset / 2)
    if route.kind != "tunnel":
        parts.append(_path("case", shape))
    parts.append(_path("fill", shape))
    if route.kind == "border":
        parts.append(_path("inner", _inner(pen, places)))
    return [
        *parts,
        *_marks(pen, row),
        *(_closed(pen, places) if live and row.twin else ()),
    ]


def _path(name: str, d: str, stroke_width: float | None = None) -> str:
    return tag("path", class_=name, d=d, stroke_width=stroke_width)


def _marks(pen: Pen, row: Row) -> list[str]:
    """Symbols: of the colour, of the locomotives that a ferry needs, and large ones to be seen from afar."""
    route, places, u = row.route, row.places, pen.u
    first = (len(places) - route.locomotives) // 2
    engines = places[first : first + route.locomotives]
    plain = [place for place in places if place not in engines]
    parts = []
    if plain and (pen.marks != "badges" or _badge_at(row) is None):
        parts.append(_silhouette("symbol", route.colour, plain, pen.symbol))
    if engines:
        _, breadth = pen.space
        parts.append(_path("capsule", tiles(engines, breadth * 1.5, breadth - 3 * u, breadth)))
        parts.append(_silhouette("engine", "locomotive", engines, breadth * 0.7))
    if pen.marks != "symbols":
        parts += _badge(pen, row)
    return parts


def _silhouette(name: str, colour: str, places: Iterable[Place], size: float) -> str:
    symbol = SYMBOLS[colour]
    d = stamped(symbol, places, size)
    return _path(name, d) if symbol.stroke is None else _path(f"{name} drawn", d, symbol.stroke * size / 20)


def _badge(pen: Pen, row: Row) -> list[str]:
    """The symbol on a disc of its colour, wider than the space it lies on, but not than a train."""
    index = _badge_at(row)
    if index is None or index >= len(row.places):
        return []
    place = row.places[index]
    radius, size = (0.62, 0.84) if pen.marks == "live" else (0.86, 1.2)
    disc = _path("disc", circle(place.x, place.y, pen.breadth * radius))
    mark = _silhouette("mark", row.route.colour, [place], pen.breadth * size)
    return [tag("g", disc, mark, class_="badge")]


def _badge_at(row: Row) -> int | None:
    """The space that carries the large symbol, one past the last if none does; None if there is no room.

    Two tracks side by side carry theirs on different spaces, so that the symbols do not touch.
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


def _inner(pen: Pen, places: Iterable[Place]) -> str:
    length, breadth = pen.space
    x, y = length / 2 - 3 * pen.u, breadth / 2 - 4.4 * pen.u
    return "".join(
        polyline([place.at(-x, side), place.at(x, side)]) for place, side in product(places, (-y, y))
    )


def _cutting(pen: Pen, places: Sequence[Place]) -> str:
    """The cutting of a tunnel: teeth along both long sides, a dark edge, a portal at each end.

    Teeth and edge are lines through each space with broad strokes; that of the teeth is dashed.
    """
    length, breadth = pen.space
    half = length / 2 + 1.2 * pen.u
    middles = "".join(polyline([place.at(-half), place.at(half)]) for place in places)
    portals = _portals(pen, places, length / 2 + 2.6 * pen.u, breadth / 2 + 7.5 * pen.u)
    return _path("teeth", middles) + _path("edge", middles) + _path("portal", portals)


def _laid_cutting(pen: Pen, places: Sequence[Place]) -> str:
    """The cutting beside wagons, which are broader than a space: short strokes further out, and portals."""
    u, near, half = pen.u, pen.breadth * LAID_CUTTING, pen.length / 2
    away = near + LAID_STROKE / 2 * u
    # A dashed line through the middles of the strokes, as broad as they are long, is a fifth of the bytes.
    lines = "".join(
        polyline([place.at(-half, side * away), place.at(half, side * away)])
        for place, side in product(places, (-1, 1))
    )
    portals = _portals(pen, places, pen.length / 2 + 5 * u, near + 5 * u)
    return _path("hachures when-laid", lines) + _path("portal when-laid", portals)


def _portals(pen: Pen, places: Sequence[Place], half: float, side: float) -> str:
    return _portal(pen, places[0], -1, half, side) + _portal(pen, places[-1], 1, half, side)


def _portal(pen: Pen, place: Place, out: int, half: float, side: float) -> str:
    u = pen.u
    bracket = [
        place.at(out * (half - 4.5 * u), -side - 1.5 * u),
        place.at(out * (half + 0.5 * u), -side),
        place.at(out * (half + 1.5 * u), 0),
        place.at(out * (half + 0.5 * u), side),
        place.at(out * (half - 4.5 * u), side + 1.5 * u),
    ]
    return polyline(bracket)


def _waves(pen: Pen, row: Row, twins: Iterable[Row], away: float) -> str:
    """Ripples along both sides of a ferry, but not towards a twin track."""
    u = pen.u
    d = ""
    taken = {row.side(twin) for twin in twins}
    for run, side in product(row.runs(pen.length), (-1, 1)):
        if side in taken:
            continue
        (start, _), *turns = ripples(run.spine(pen.length), side * away, 3 * u, 9 * u)
        d += wave(start, turns)
    return d


def _closed(pen: Pen, places: Sequence[Place]) -> list[str]:
    """A closed twin: a smaller, dashed outline with a cross, so that nobody mistakes it for an open one."""
    length, breadth = pen.space
    shape = tiles(places, length * 0.96, breadth * 0.8, 2.2 * pen.u)
    return [_path("shut", shape), _path("cross", stamped(CROSS, places, 20 * pen.u))]
