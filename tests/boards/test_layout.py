"""Layouts: the stored ones are fresh and without fault, and small ones are made here."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import msgspec
import numpy as np
import pytest

from kolej.boards.layout import compute
from kolej.boards.layout.layout import Layout, Projection
from kolej.boards.layout.measure import Figures, figures
from kolej.boards.layout.projection import fitted, project
from kolej.boards.layout.text_size import CITY, block, broken, ink
from kolej.boards.load import find, load
from kolej.boards.schema import Board, City, Country, Names, Route

replace = msgspec.structs.replace
SHIPPED = ("europe", "poland", "nordic", "usa")
LEAST = {"europe": (36, 14.5), "poland": (64, 26), "nordic": (40, 16), "usa": (41, 16.5)}
"""Smaller spaces than these would be a step back."""


@cache
def stored(name: str) -> Layout:
    return msgspec.json.decode(compute.beside(find(name)).read_bytes(), type=Layout)


@cache
def measured(name: str) -> Figures:
    return figures(stored(name), load(name))


def named(text: str) -> Names:
    return Names(en=text, pl=text, it=text)


def track(a: str, b: str, length: int, number: int = 1, bend: float | None = None) -> Route:
    return Route(id=f"{a}--{b}-{number}", a=a, b=b, length=length, colour="grey", bend=bend)


def board(cities: list[City], routes: list[Route], countries: tuple[Country, ...] = ()) -> Board:
    return Board(
        format=1,
        id="small",
        name=named("Small"),
        cities=tuple(cities),
        countries=countries,
        routes=tuple(routes),
        tickets=(),
    )


def triangle() -> Board:
    """Three cities without places, one double route."""
    cities = [City(id=name, name=name.title()) for name in ("ada", "bor", "cis")]
    routes = [
        track("ada", "bor", 3),
        track("ada", "bor", 3, 2),
        track("bor", "cis", 2),
        track("cis", "ada", 4),
    ]
    return board(cities, routes)


def pinned() -> Board:
    cities = [
        City(id="ada", name="Ada", lat=50, lon=10, place=(300.0, 250.0), label="below"),
        City(id="bor", name="Bor", lat=50.5, lon=13),
        City(id="cis", name="Cis", lat=49, lon=12),
    ]
    routes = [track("bor", "ada", 2, bend=0.2), track("bor", "cis", 2), track("cis", "ada", 3)]
    far = Country(id="far", name=named("Farland"), cards=(5, 3), place=(1300.0, 500.0))
    return board(cities, [*routes, track("cis", "far", 2)], (far,))


@pytest.mark.parametrize("name", SHIPPED)
def test_the_stored_plan_is_fresh_and_without_fault(name: str) -> None:
    found = measured(name)
    assert stored(name).digest == compute.digest(load(name)), f"run: kolej board layout {name} --fresh"
    assert found.clean, [str(fault) for fault in found.faults]
    assert found.lines_under_spaces == found.lines_under_cities == 0
    assert found.far == ()
    assert found.unevenness < 0.5


@pytest.mark.parametrize("name", SHIPPED)
def test_all_spaces_have_the_same_good_size(name: str) -> None:
    found = measured(name)
    length, breadth = LEAST[name]
    assert found.length >= length
    assert found.breadth >= breadth
    assert found.largest_length - found.length < 0.05
    assert found.largest_breadth - found.breadth < 0.05


@pytest.mark.parametrize("name", SHIPPED)
def test_labels_are_what_the_shipped_font_covers(name: str) -> None:
    for city in stored(name).cities:
        left, top, right, bottom = city.label.box
        for line in city.label.lines:
            box = [value * city.label.size for value in ink(line.text, CITY)]
            assert left - 0.03 <= line.x + box[0]
            assert line.x + box[2] <= right + 0.03
            assert top - 0.03 <= line.y + box[1]
            assert line.y + box[3] <= bottom + 0.03


def test_true_places_are_those_of_the_projection() -> None:
    plan = stored("europe")
    assert plan.projection is not None
    cities = load("europe").cities
    x, y = project(plan.projection, [c.lon or 0 for c in cities], [c.lat or 0 for c in cities])
    true = np.array([city.true for city in plan.cities])
    assert np.abs(true - np.column_stack([x, y])).max() < 0.01


def test_colours_and_points_leave_a_plan_fresh_but_lengths_and_names_do_not() -> None:
    europe = load("europe")
    first, *others = europe.routes
    same = replace(
        europe, routes=(replace(first, colour="red"), *others), rules=replace(europe.rules, trains=40)
    )
    assert compute.digest(same) == compute.digest(europe)
    longer = replace(europe, routes=(replace(first, length=first.length + 1), *others))
    assert compute.digest(longer) != compute.digest(europe)
    city, *rest = europe.cities
    assert compute.digest(replace(europe, cities=(replace(city, name="Elsewhere"), *rest))) != compute.digest(
        europe
    )


@cache
def computed() -> Layout:
    return compute.compute(triangle())


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The boards that were laid out, one after another; each gets the plan of the triangle, computed once."""
    plan, boards = computed(), []

    def noted(board: Board, *_: object) -> Layout:
        boards.append(board.id)
        return plan

    monkeypatch.setattr(compute, "compute", noted)
    return boards


def test_the_same_board_gives_the_same_plan() -> None:
    told: list[float] = []
    plan = compute.compute(triangle(), told.append)
    assert plan == computed()
    assert figures(plan, triangle()).clean
    assert plan.projection is None
    assert told[0] == 0.0
    assert told[-1] == 1.0
    assert told == sorted(told)


def test_pins_are_honoured() -> None:
    plan = compute.compute(pinned())
    ada, bor, _ = plan.cities
    assert (ada.x, ada.y) == (300.0, 250.0)
    assert ada.label.box[1] > ada.y + ada.r
    assert (plan.countries[0].x, plan.countries[0].y) == (1300.0, 500.0)
    # Two spaces, evenly on a curve: the point between them is its middle, right of the way from bor.
    corners = [c for space in plan.spaces if space.route == "bor--ada-1" for c in space.polygon]
    middle = np.mean(corners, axis=0)
    way = np.array([ada.x - bor.x, ada.y - bor.y])
    right = np.array([-way[1], way[0]]) / np.hypot(*way)
    aside = (middle - np.array([ada.x + bor.x, ada.y + bor.y]) / 2) @ right / np.hypot(*way)
    assert aside == pytest.approx(0.2, abs=0.04)


def test_a_plan_is_stored_beside_its_board_and_taken_from_there(tmp_path: Path, times: list[str]) -> None:
    file = tmp_path / "small.toml"
    plan = compute.layout_of(triangle(), file)
    assert msgspec.json.decode((tmp_path / "small.layout.json").read_bytes(), type=Layout) == plan
    assert compute.layout_of(triangle(), file) == plan == computed()
    assert times == ["small"], "not computed again"


def test_a_stale_or_broken_plan_is_computed_again(tmp_path: Path, times: list[str]) -> None:
    file = tmp_path / "small.toml"
    plan = compute.layout_of(triangle(), file)
    for text in (b"{", msgspec.json.encode(replace(plan, digest="old"))):
        compute.beside(file).write_bytes(text)
        assert compute.layout_of(triangle(), file) == plan
    assert times == ["small"] * 3


def test_a_folder_that_cannot_be_written_does_not_matter(
    tmp_path: Path, times: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda _: str(tmp_path / "cache"))
    (tmp_path / "file").write_text("no folder")
    for _ in range(2):
        assert compute.layout_of(triangle(), tmp_path / "file" / "small.toml") == computed()
    assert [path.suffix for path in (tmp_path / "cache").iterdir()] == [".json"]
    assert times == ["small"], "not computed again"


def test_importing_the_layout_does_not_import_numba() -> None:
    code = "import sys, kolej.boards.layout, kolej.boards.layout.measure; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_projection_is_conformal_and_ignores_the_date_line() -> None:
    lon, lat = [170.0, -170.0, 178.0], [-40.0, -45.0, -20.0]
    projection, height = fitted(lon, lat, 1600, (80, 80, 80, 80))
    x, y = project(projection, lon, lat)
    assert x.min() == pytest.approx(80, abs=0.1)
    assert x.max() == pytest.approx(1520, abs=0.1)
    assert x[0] < x[2] < x[1]
    assert y[2] < y[0] < y[1] < height
    _assert_conformal(projection, 175.0, -33.0)


def _assert_conformal(projection: Projection, lon: float, lat: float) -> None:
    """A small step north is as long as one east, and at a right angle to it."""
    step = 1e-3
    x, y = project(projection, [lon, lon, lon + step / np.cos(np.radians(lat))], [lat, lat + step, lat])
    north, east = np.array([x[1] - x[0], y[1] - y[0]]), np.array([x[2] - x[0], y[2] - y[0]])
    assert np.hypot(*north) == pytest.approx(np.hypot(*east), rel=1e-3)
    assert abs(north @ east) < 1e-3 * np.hypot(*north) * np.hypot(*east)
    assert north[1] < 0 < east[0]


def test_long_names_break_where_the_lines_are_most_even() -> None:
    assert broken("Gorzów Wielkopolski", CITY) == ("Gorzów", "Wielkopolski")
    assert broken("Salt Lake City", CITY) in (("Salt Lake", "City"), ("Salt", "Lake City"))
    assert broken("Paris", CITY) is None
    plain, accented = block(["Lodz"], CITY, 20, 0), block(["Łódź"], CITY, 20, 0)
    assert accented.height > plain.height
