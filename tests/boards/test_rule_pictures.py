"""Pictures of the rules page show boards as they are; if not, make pictures draws them again."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from kolej.boards.drawing.route_shapes import rows
from kolej.boards.layout.compute import layout_of
from kolej.boards.load import load, shipped

PICTURES = sorted((Path(__file__).parents[2] / "web/src/lobby/rules/pictures").glob("*.json"))


@pytest.mark.parametrize("file", PICTURES, ids=lambda file: file.stem)
def test_a_picture_shows_routes_and_cities_where_the_board_has_them(file: Path) -> None:
    board = load(file.stem)
    plan = layout_of(board, shipped()[file.stem])
    routes = {route["id"]: route for route in msgspec.to_builtins(board)["routes"]}
    places = {
        row.route.id: [[round(place.x, 1), round(place.y, 1), round(place.angle, 1)] for place in row.places]
        for row in rows(board, plan)
    }
    spots = {spot.id: (spot.x, spot.y) for spot in (*plan.cities, *plan.countries)}
    for picture in json.loads(file.read_text(encoding="utf-8")).values():
        for route in picture["board"]["routes"]:
            assert route == routes[route["id"]]
            assert picture["plan"]["places"][route["id"]] == places[route["id"]]
        for spot in picture["plan"]["cities"] + picture["plan"]["countries"]:
            assert (spot["x"], spot["y"]) == spots[spot["id"]]


def test_every_shipped_board_has_pictures() -> None:
    assert {file.stem for file in PICTURES} == set(shipped())
