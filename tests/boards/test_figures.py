"""The measurement of plans finds what is planted."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec
import pytest

from kolej.boards.layout.compute import beside
from kolej.boards.layout.layout import Box, Layout, Point, Space
from kolej.boards.layout.measure import Figures, figures
from kolej.boards.load import find, load
from kolej.boards.schema import Board

replace = msgspec.structs.replace


@cache
def stored(name: str) -> Layout:
    return msgspec.json.decode(beside(find(name)).read_bytes(), type=Layout)


@cache
def part(name: str) -> tuple[Board, Layout]:
    """A part of a board, and its part of the plan: to measure all of it takes long."""
    board, plan = load(name), stored(name)
    routes = [route for route in board.routes if not {route.a, route.b} & {c.id for c in board.countries}][
        :30
    ]
    ends = {end for route in routes for end in (route.a, route.b)}
    known = {route.id for route in routes}
    cities = tuple(city for city in board.cities if city.id in ends)
    spots = tuple(spot for spot in plan.cities if spot.id in ends)
    spaces = tuple(space for space in plan.spaces if space.route in known)
    return replace(board, cities=cities, routes=tuple(routes)), replace(plan, cities=spots, spaces=spaces)


@cache
def measured(name: str) -> Figures:
    """The figures of this part, with nothing planted."""
    board, plan = part(name)
    return figures(plan, board)


def moved(space: Space, dx: float, dy: float) -> Space:
    a, b, c, d = ((x + dx, y + dy) for x, y in space.polygon)
    return replace(space, polygon=(a, b, c, d))


def middle(space: Space) -> Point:
    return sum(p[0] for p in space.polygon) / 4, sum(p[1] for p in space.polygon) / 4


def put(plan: Layout, n: int, at: Point) -> Layout:
    """The plan with its n-th space moved to a point."""
    x, y = middle(plan.spaces[n])
    spaces = list(plan.spaces)
    spaces[n] = moved(spaces[n], at[0] - x, at[1] - y)
    return replace(plan, spaces=tuple(spaces))


def labelled(plan: Layout, box: Box) -> Layout:
    """The plan with the label of its first city at a box."""
    first, *others = plan.cities
    return replace(plan, cities=(replace(first, label=replace(first.label, box=box)), *others))


def around(at: Point, reach: float = 4.0) -> Box:
    return at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach


def first_city(plan: Layout, x: float, y: float) -> Layout:
    first, *others = plan.cities
    return replace(plan, cities=(replace(first, x=x, y=y), *others))


FAULTS: dict[str, Callable[[Layout], Layout]] = {
    "space_overlaps": lambda plan: put(plan, 0, middle(plan.spaces[40])),
    "spaces_under_cities": lambda plan: put(plan, 0, (plan.cities[9].x, plan.cities[9].y)),
    "labels_over_spaces": lambda plan: labelled(plan, around(middle(plan.spaces[7]))),
    "labels_over_cities": lambda plan: labelled(plan, around((plan.cities[9].x, plan.cities[9].y))),
    "labels_over_labels": lambda plan: labelled(plan, plan.cities[9].label.box),
    "outside": lambda plan: put(plan, 0, (3.0, 3.0)),
    "crossings": lambda plan: first_city(plan, plan.width / 2, plan.height / 2),
    "missing": lambda plan: replace(plan, spaces=plan.spaces[1:]),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_planted_fault_is_counted_and_named(kind: str) -> None:
    board, plan = part("europe")
    assert getattr(measured("europe"), kind) == 0
    found = figures(FAULTS[kind](plan), board)
    assert getattr(found, kind) > 0
    assert not found.clean
    assert any(fault.kind == kind for fault in found.faults)


def test_a_label_on_its_own_city_is_a_fault() -> None:
    board, plan = part("usa")
    city = plan.cities[0]
    assert figures(labelled(plan, around((city.x, city.y))), board).labels_over_cities == 1


def test_a_space_on_the_disc_of_its_own_end_is_a_fault() -> None:
    board, plan = part("usa")
    end = next(city for city in plan.cities if city.id == board.routes[0].a)
    assert figures(put(plan, 0, (end.x, end.y)), board).spaces_under_cities >= 1


def test_spaces_that_only_touch_do_not_overlap() -> None:
    plan = stored("usa")
    length, breadth = plan.space

    def at(x: float) -> tuple[Point, Point, Point, Point]:
        return (x, 0.0), (x + length, 0.0), (x + length, breadth), (x, breadth)

    one, other, *_ = plan.spaces
    for shift, overlaps in ((0.0, 0), (0.01, 1)):
        pair = (replace(one, polygon=at(0.0)), replace(other, polygon=at(length - shift)))
        assert figures(replace(plan, spaces=pair), load("usa")).space_overlaps == overlaps


def test_tracks_of_a_double_must_not_cross() -> None:
    """Two spaces change places between the tracks, so that the lines swap sides and back."""
    board, plan = load("europe"), stored("europe")
    one, other = (
        next(n for n, s in enumerate(plan.spaces) if (s.route, s.index) == (f"edinburgh--london-{k}", 1))
        for k in (1, 2)
    )
    a, b = middle(plan.spaces[one]), middle(plan.spaces[other])
    swapped = put(put(plan, one, b), other, a)
    found = figures(swapped, board)
    assert found.crossings == 1
    assert found.space_overlaps == 0


def test_a_space_out_of_step_is_uneven() -> None:
    board, plan = part("usa")
    n = next(n for n, s in enumerate(plan.spaces) if s.route == "calgary--winnipeg" and s.index == 2)
    x, y = middle(plan.spaces[n])
    assert figures(put(plan, n, (x + 5, y)), board).unevenness > measured("usa").unevenness + 2


def test_a_city_far_from_its_place_is_named() -> None:
    board, plan = part("usa")
    first, *others = plan.cities
    away = replace(plan, cities=(replace(first, true=(first.x + 0.05 * plan.width, first.y)), *others))
    found = figures(away, board)
    assert found.far == (first.id,)
    assert found.farthest == pytest.approx(5.0, abs=0.01)
