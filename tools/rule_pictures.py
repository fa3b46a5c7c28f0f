"""Cuts the pictures of the rules page out of real boards, with a small game on them, for the web client.

``make pictures`` runs it. A picture is a board and its printed drawing, as a table gets them, but only what
lies in a frame; the client lays trains on it as it does at a table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from kolej.boards.drawing import geography
from kolej.boards.drawing.picture import disc
from kolej.boards.drawing.printed import BLEED, Printed, printed
from kolej.boards.drawing.route_shapes import Row, rows
from kolej.boards.drawing.routes import Pen, beneath, spaces
from kolej.boards.drawing.sheet import measures
from kolej.boards.drawing.terrain import terrain
from kolej.boards.layout.compute import layout_of
from kolej.boards.layout.layout import Box, Layout, Spot
from kolej.boards.load import load, shipped
from kolej.boards.schema import LANGUAGES, Board

FOLDER = Path(__file__).parent.parent / "web" / "src" / "lobby" / "rules" / "pictures"
SHAPE = 1.9
"""Width by height, unless a picture says otherwise."""
MARGIN = 2.1
"""Around what a picture shows, in breadths of a space."""


@dataclass(frozen=True)
class Scene:
    """What a picture shows, and the game on it."""

    spots: tuple[str, ...]
    """Cities and countries that must be seen."""
    routes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Claimed routes, by the colour of their owner."""
    stations: dict[str, tuple[str, ...]] = field(default_factory=dict)
    closed: tuple[str, ...] = ()
    taken: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Countries whose top card a player has taken."""
    ticket: str = ""
    """A completed ticket, marked by flags."""
    shape: float = SHAPE


SCENES: dict[str, dict[str, Scene]] = {
    "usa": {
        "aim": Scene(
            ("denver", "el-paso", "dallas", "phoenix"),
            {
                "navy": ("denver--santa-fe", "el-paso--santa-fe"),
                "ruby": ("dallas--oklahoma-city-1", "denver--oklahoma-city"),
            },
            ticket="denver--el-paso",
            shape=1.6,
        ),
        "route": Scene(("chicago", "duluth")),
        "grey": Scene(("los-angeles", "phoenix")),
        "closed": Scene(
            ("kansas-city", "saint-louis"),
            {"navy": ("kansas-city--saint-louis-1",)},
            closed=("kansas-city--saint-louis-2",),
        ),
    },
    "europe": {
        "tunnel": Scene(("zurich", "venezia", "munchen")),
        "ferry": Scene(("palermo", "roma", "brindisi"), shape=1.6),
        "station": Scene(
            ("frankfurt", "berlin", "essen"),
            {"navy": ("essen--frankfurt",), "ruby": ("berlin--frankfurt-1",)},
            {"navy": ("frankfurt",)},
        ),
    },
    "nordic": {
        "swap": Scene(("alborg", "oslo", "goteborg"), shape=1.3),
        "special": Scene(("lieksa", "murmansk", "oulu"), shape=1.1),
        "tunnel": Scene(("bergen", "oslo")),
    },
    "poland": {
        "border": Scene(("suwalki", "lithuania")),
        "cards": Scene(
            ("suwalki", "lithuania", "bialystok", "belarus"),
            {"navy": ("suwalki--lithuania-1", "suwalki--bialystok-1", "bialystok--belarus-1")},
            taken={"navy": ("lithuania", "belarus")},
            shape=1.2,
        ),
    },
}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, scenes in SCENES.items():
        board = load(name)
        plan = layout_of(board, shipped()[name])
        whole = printed(board, plan)
        pictures = {key: picture(board, plan, whole, scene, f"{name}-{key}") for key, scene in scenes.items()}
        text = json.dumps(pictures, ensure_ascii=False, separators=(",", ":")) + "\n"
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
        print(f"{name}: {len(pictures)} pictures, {len(text) / 1000:.0f} kB")


def picture(board: Board, plan: Layout, whole: Printed, scene: Scene, name: str) -> dict[str, Any]:
    pen = Pen(*plan.space, marks="live")
    frame = framed(plan, scene)
    lines = [
        row for row in rows(board, plan) if any(_within(frame, (place.x, place.y)) for place in row.places)
    ]
    cities = [spot for spot in plan.cities if _within(frame, (spot.x, spot.y))]
    countries = [spot for spot in plan.countries if spot.box and _overlap(frame, spot.box)]
    return {
        "frame": [round(value, 1) for value in frame],
        "board": _board(board, lines, cities, countries, scene),
        "plan": _plan(whole, lines, cities, countries)
        | {
            "beneath": _beneath(board, plan, pen, lines, frame, name),
            "spaces": _spaces(pen, lines, frame, scene),
            "discs": "".join(disc(spot, pen) for spot in cities),
        },
        "game": _game(board, scene),
    }


def framed(plan: Layout, scene: Scene) -> Box:
    """The box around what must be seen, with a margin, in the wanted shape."""
    boxes = [_box(spot) for spot in (*plan.cities, *plan.countries) if spot.id in scene.spots]
    assert len(boxes) == len(scene.spots), scene
    margin = plan.space[1] * MARGIN
    left, top = (min(box[i] for box in boxes) - margin for i in (0, 1))
    right, bottom = (max(box[i] for box in boxes) + margin for i in (2, 3))
    wide = max(0.0, (bottom - top) * scene.shape - (right - left)) / 2
    high = max(0.0, (right - left) / scene.shape - (bottom - top)) / 2
    return (left - wide, top - high, right + wide, bottom + high)


def _box(spot: Spot) -> Box:
    """A city with its name, or a plaque."""
    if spot.box:
        return spot.box
    x, y, r, (left, top, right, bottom) = spot.x, spot.y, spot.r, spot.label.box
    return (min(left, x - r), min(top, y - r), max(right, x + r), max(bottom, y + r))


def _within(frame: Box, point: tuple[float, float]) -> bool:
    return frame[0] <= point[0] <= frame[2] and frame[1] <= point[1] <= frame[3]


def _overlap(one: Box, two: Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def _beneath(board: Board, plan: Layout, pen: Pen, lines: list[Row], frame: Box, name: str) -> str:
    land = geography.ground(board, plan, plan.width * BLEED)
    if land is None:
        return beneath(pen, lines)
    edge = plan.width * 0.03  # the strokes along the cut lie outside the picture
    room = (frame[0] - edge, frame[1] - edge, frame[2] + edge, frame[3] + edge)
    areas = ("land", "home", "lakes")
    parts = {
        layer: [np.asarray(part) for line in found for part in geography.cut(line, room, layer in areas)]
        for layer, found in land.lines.items()
    }
    drawn = terrain(geography.Ground(parts, land.size), measures(pen, plan.width)["ground"])
    # several pictures stand on one page
    own = drawn.replace('id="shore"', f'id="shore-{name}"').replace("#shore", f"#shore-{name}")
    return own + beneath(pen, lines)


_AFAR = re.compile(r'<g class="badge">.*?</g>')
_LAID = re.compile(r'<path class="[^"]* when-laid"[^>]*>')
_SHUT = re.compile(r'<path class="(?:shut|cross)"[^>]*>')
_HUNDREDTHS = re.compile(r"\d+\.\d\d")


def _spaces(pen: Pen, lines: Iterable[Row], frame: Box, scene: Scene) -> str:
    """Free spaces within the frame, without what they would need in another position or from afar."""
    claimed = {route for routes in scene.routes.values() for route in routes}
    found = []
    for row in lines:
        if row.route.id in claimed:
            continue
        markup = _LAID.sub("", _AFAR.sub("", spaces(pen, [_seen(row, pen, frame)], {}, {})))
        markup = _HUNDREDTHS.sub(lambda found: f"{float(found[0]):.1f}".removesuffix(".0"), markup)
        found.append(markup if row.route.id in scene.closed else _SHUT.sub("", markup))
    return "".join(found)


def _seen(row: Row, pen: Pen, frame: Box) -> Row:
    """The spaces of a row that are seen; its ends beyond the frame need not be right."""
    if row.route.locomotives:
        return row
    room = pen.length * 1.2
    wide = (frame[0] - room, frame[1] - room, frame[2] + room, frame[3] + room)
    return replace(row, places=tuple(place for place in row.places if _within(wide, (place.x, place.y))))


def _board(
    board: Board, lines: Iterable[Row], cities: Iterable[Spot], countries: Iterable[Spot], scene: Scene
) -> dict[str, Any]:
    known = {spot.id for spot in (*cities, *countries)}
    routes = {row.route.id for row in lines}
    found: dict[str, Any] = msgspec.to_builtins(board)
    a, _, b = scene.ticket.partition("--")
    return {
        "id": board.id,
        "name": found["name"],
        "cities": [
            {"id": city["id"], "name": city["name"]} for city in found["cities"] if city["id"] in known
        ],
        "countries": [country for country in found["countries"] if country["id"] in known],
        "routes": [route for route in found["routes"] if route["id"] in routes],
        "tickets": [one for one in found["tickets"] if (one["a"], one["b"]) == (a, b)],
    }


def _plan(
    whole: Printed, lines: Iterable[Row], cities: Iterable[Spot], countries: Iterable[Spot]
) -> dict[str, Any]:
    known = {spot.id for spot in (*cities, *countries)}
    routes = {row.route.id for row in lines}
    kept = {
        "width": whole.width,
        "height": whole.height,
        "space": whole.space,
        "measures": whole.measures,
        "cities": [spot for spot in whole.cities if spot.id in known],
        "countries": [spot for spot in whole.countries if spot.id in known],
        "papers": {city: paper for city, paper in whole.papers.items() if city in known},
        "places": {route: places for route, places in whole.places.items() if route in routes},
        "growth": whole.growth,
        "tags": {
            language: {route: tags[:1] for route, tags in whole.tags[language].items() if route in routes}
            for language in LANGUAGES
        },
        "plaques": {country: sets[:1] for country, sets in whole.plaques.items() if country in known},
    }
    found: dict[str, Any] = msgspec.to_builtins(kept)
    return found


def _game(board: Board, scene: Scene) -> dict[str, Any]:
    """The open part of a position, as far as a map shows it, and who sits where."""
    colours = sorted({*scene.routes, *scene.stations, *scene.taken})
    cards = {country.id: list(country.cards) for country in board.countries}
    gone = [country for countries in scene.taken.values() for country in countries]
    return {
        "colours": colours,
        "seats": [
            {
                "seat": seat,
                "routes": scene.routes.get(colour, ()),
                "station_cities": scene.stations.get(colour, ()),
                "country_cards": {country: cards[country][:1] for country in scene.taken.get(colour, ())},
            }
            for seat, colour in enumerate(colours)
        ],
        "closed": scene.closed,
        "stacks": {country: values[country in gone :] for country, values in cards.items()},
        "ticket": scene.ticket,
    }


if __name__ == "__main__":
    main()
