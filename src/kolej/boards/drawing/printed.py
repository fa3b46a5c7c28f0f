"""The printed board for a browser: markup without colours, and the positions of words.

Everything that never changes during a game is in here, once for all themes. A client shows changes during a
game with classes on the routes' groups. What depends on the reader's language or on the zoom is given as
positions.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from kolej.boards.drawing.captions import said
from kolej.boards.drawing.free_space import Room
from kolej.boards.drawing.geography import Ground, ground
from kolej.boards.drawing.picture import disc
from kolej.boards.drawing.plaques import PlaqueSetting, Tag, fitting, placed_tags, setting
from kolej.boards.drawing.route_shapes import Place, Row, rows
from kolej.boards.drawing.routes import Pen, beneath, space_parts, spaces
from kolej.boards.drawing.sheet import measures
from kolej.boards.drawing.svg import tag
from kolej.boards.drawing.terrain import Paper, papers_of, terrain
from kolej.boards.drawing.waters import WaterName, water_names
from kolej.boards.layout.layout import Box, Layout, Spot
from kolej.boards.schema import LANGUAGES, Board, Colour, Country, Kind, Route

BLEED = 0.6
"""How far the map extends beyond the board, as a share of its width: windows have other proportions."""
GROWTH = 1.15
STEPS = 12
"""From afar, words grow by this factor with every step, up to this many steps."""


class Printed(msgspec.Struct, frozen=True):
    """The printed board, in units of its layout, with the classes of ``printed.css``."""

    width: float
    height: float
    space: tuple[float, float]
    """Length and breadth of every train space."""
    measures: dict[str, float]
    """Values of the style sheet's variables, in units."""
    beneath: str
    """Ground and track lines: what lies beneath a highlighted route."""
    spaces: str
    """A group for every route, with its id in ``data-route``."""
    discs: str
    legend: dict[str, str]
    """One space of each kind that the board has, around the origin."""
    cities: tuple[Spot, ...]
    countries: tuple[Spot, ...]
    papers: dict[str, Paper]
    """What the name of each city lies on: sea, land or lighter paper."""
    places: dict[str, tuple[tuple[float, float, float], ...]]
    """For each route, the centre and the direction in degrees of each of its spaces."""
    waters: dict[str, tuple[WaterName, ...]]
    """By language."""
    growth: float
    """The factor by which words grow with each step, seen from afar."""
    tags: dict[str, dict[str, tuple[Tag, ...]]]
    """By language and route, for each step of growth."""
    plaques: dict[str, tuple[PlaqueSetting, ...]]
    """By country: the normal setting, then one for each step of growth."""


def printed(board: Board, plan: Layout) -> Printed:
    pen = Pen(*plan.space, marks="live")
    lines = rows(board, plan)
    wide, narrow = ground(board, plan, plan.width * BLEED), ground(board, plan)
    sizes = measures(pen, plan.width)
    return Printed(
        width=plan.width,
        height=plan.height,
        space=plan.space,
        measures={name: round(value, 4) for name, value in sizes.items()},
        beneath=(terrain(wide, sizes["ground"], clipped=True) if wide else "") + beneath(pen, lines),
        spaces=spaces(pen, lines, {}, {}),
        discs="".join(disc(spot, pen) for spot in plan.cities),
        legend=_legend(board, pen),
        cities=tuple(msgspec.structs.replace(spot, true=None) for spot in plan.cities),
        countries=plan.countries,
        papers=papers_of(board, plan, narrow),
        places={row.route.id: tuple(map(_placed, row.places)) for row in lines},
        waters={language: _waters(board, plan, pen, lines, narrow, language) for language in LANGUAGES},
        growth=GROWTH,
        tags={language: _tags(plan, pen, lines, language) for language in LANGUAGES},
        plaques=_plaques(board, plan),
    )


def _placed(place: Place) -> tuple[float, float, float]:
    return (round(place.x, 1), round(place.y, 1), round(place.angle, 1))


def _legend(board: Board, pen: Pen) -> dict[str, str]:
    def sample(kind: Kind, colour: Colour, track: int = 0) -> str:
        route = Route(
            id="", a="", b="", length=1, colour=colour, kind=kind, locomotives=int(kind == "ferry"), swap=0
        )
        row = Row(route, (Place(0.0, 0.0, 0.0),), ((0.0, 0.0), (0.0, 0.0)), track)
        shut = " closed" if track else ""
        return tag("g", *space_parts(pen, row), class_=f"route {kind} c-{colour}{shut}")

    kinds = {route.kind for route in board.routes}
    found = {"legal": sample("normal", "green")}
    found |= {kind: sample(kind, "grey") for kind in ("tunnel", "ferry", "border") if kind in kinds}
    ends = [frozenset((route.a, route.b)) for route in board.routes]
    return found | ({"closed": sample("normal", "grey", 1)} if len(set(ends)) < len(ends) else {})


def _waters(
    board: Board, plan: Layout, pen: Pen, lines: list[Row], land: Ground | None, language: str
) -> tuple[WaterName, ...]:
    room = Room(plan, lines)
    placed_tags(lines, pen, room, plan.cities[0].label.size, language)
    return tuple(water_names(board, plan, land, room, language))


def _tags(plan: Layout, pen: Pen, lines: list[Row], language: str) -> dict[str, tuple[Tag, ...]]:
    """If a larger tag finds no room, the size before it is kept."""
    if not any(row.route.swap for row in lines):
        return {}
    size = plan.cities[0].label.size
    steps = [placed_tags(lines, pen, Room(plan, lines), size, language)]
    for step in range(1, STEPS + 1):
        larger = placed_tags(lines, pen, Room(plan, lines), size * GROWTH**step, language)
        steps.append({route: larger.get(route, before) for route, before in steps[-1].items()})
    return {route: tuple(tags[route] for tags in steps) for route in steps[0]}


def _plaques(board: Board, plan: Layout) -> dict[str, tuple[PlaqueSetting, ...]]:
    spots = {spot.id: spot for spot in plan.countries}
    return {
        country.id: tuple(_settings(country, spot, spot.box, plan.cities[0].label.size))
        for country in board.countries
        if (spot := spots.get(country.id)) and spot.box
    }


def _settings(country: Country, spot: Spot, box: Box, size: float) -> Iterator[PlaqueSetting]:
    """From afar a name is cut to three letters and set as large as the names of cities."""
    names = [said(country.shown, language) for language in LANGUAGES]
    planned = spot.label.size
    for step in range(STEPS + 1):
        least = size * GROWTH**step
        afar = step > 0 and least > planned * 1.1
        written = [name[:3] for name in names] if afar else names
        fit = min(fitting(name, box, least if afar else planned) for name in written)
        yield setting(box, fit, len(country.cards), afar)
