from __future__ import annotations

import json
import math
from functools import cache
from typing import get_args

import msgspec
import numpy as np
import pytest
import straight

from kolej.boards.drawing import geography
from kolej.boards.layout.layout import Layout, Projection
from kolej.boards.layout.projection import project
from kolej.boards.load import load
from kolej.boards.schema import Board

BOARDS = ("europe", "nordic", "poland", "usa")


@cache
def board_and_plan(name: str) -> tuple[Board, Layout]:
    board = load(name)
    return board, straight.plan(board)


def stored(name: str) -> Layout | None:
    path = geography.FOLDER.parent / f"{name}.layout.json"
    return msgspec.json.decode(path.read_bytes(), type=Layout) if path.exists() else None


def plans(name: str) -> list[Layout]:
    return [plan for plan in (board_and_plan(name)[1], stored(name)) if plan is not None]


@pytest.mark.parametrize("name", BOARDS)
def test_the_coast_moves_with_the_cities(name: str) -> None:
    for plan in plans(name):
        true = np.array([spot.true for spot in plan.cities])
        wanted = np.array([(spot.x, spot.y) for spot in plan.cities]) - true
        off = np.hypot(*(geography.warp(plan)(true) - true - wanted).T)
        nudge = np.hypot(*wanted.T)
        worst = int(np.argmax(off - np.maximum(3.0, 0.35 * nudge)))
        assert off[worst] <= max(3.0, 0.35 * nudge[worst]), plan.cities[worst].id


@pytest.mark.parametrize("name", BOARDS)
def test_the_paper_bends_but_never_folds(name: str) -> None:
    """A unit of area may shrink where cities draw near each other, but not turn over."""
    for plan in plans(name):
        step = plan.width / 90
        axes = np.arange(0.0, plan.width, step), np.arange(0.0, plan.height, step)
        grid = np.stack(np.meshgrid(*axes), axis=-1)
        bent = geography.warp(plan)(grid.reshape(-1, 2)).reshape(grid.shape)
        right = np.diff(bent, axis=1)[:-1] / step
        below = np.diff(bent, axis=0)[:, :-1] / step
        area = right[..., 0] * below[..., 1] - right[..., 1] * below[..., 0]
        assert area.min() > 0.05


@pytest.mark.parametrize("name", BOARDS)
def test_far_from_all_cities_nothing_moves(name: str) -> None:
    _, plan = board_and_plan(name)
    far = np.array([[-5000.0, -5000.0], [9000.0, 9000.0]])
    assert np.allclose(geography.warp(plan)(far), far)


def test_without_moved_cities_the_map_stays_as_it_is() -> None:
    _, plan = board_and_plan("usa")
    plain = msgspec.structs.replace(plan, cities=())
    points = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert np.array_equal(geography.warp(plain)(points), points)


@pytest.mark.parametrize("name", BOARDS)
def test_cities_stand_on_land_and_open_sea_is_sea(name: str) -> None:
    """Harbours may stand a hair off a coast that is thinned to half a unit: most cities must not."""
    board, plan = board_and_plan(name)
    land = geography.ground(board, plan)
    assert land is not None
    assert plan.projection is not None
    ashore = ~land.at_sea(np.array([(spot.x, spot.y) for spot in plan.cities]))
    assert ashore.mean() > 0.75
    for water in board.map.waters:
        x, y = project(plan.projection, water.lon, water.lat)
        if 0 < float(x) < plan.width and 0 < float(y) < plan.height:
            assert land.at_sea(np.array([[float(x), float(y)]])).all(), water.name.en


@pytest.mark.parametrize("name", ["poland", "usa"])
def test_the_map_fills_the_picture_and_a_third_around_it(name: str) -> None:
    """Every home country and every border is there; the land reaches beyond the frame."""
    board, plan = board_and_plan(name)
    near, far = (geography.ground(board, plan, bleed) for bleed in (0.0, plan.width * 0.35))
    assert near is not None
    assert far is not None
    assert bool(near.path("borders")) == board.map.borders
    assert bool(near.path("home")) == bool(board.map.home)
    edge = np.concatenate(far.coast)
    assert edge[:, 0].min() < 0 or edge[:, 0].max() > plan.width
    assert len(far.path("land")) > len(near.path("land"))
    assert sum(len(near.path(layer)) for layer in get_args(geography.Layer)) < 260_000


def test_the_map_is_as_true_on_the_board_as_ever_and_coarser_far_beside_it() -> None:
    line = np.array([(x, 1.0 if i % 2 else 0.0) for i, x in enumerate(np.arange(-100.0, 100.0, 10.0))])
    tolerance = geography._tolerance(line, (0.0, -5.0, 100.0, 5.0))
    kept = geography.thin(line, tolerance)
    assert (kept[:, 0] >= 0).sum() == 10
    assert (kept[:, 0] < 0).sum() < 3


def test_the_shipped_layers_are_small_and_whole() -> None:
    sizes = {path.stem: path.stat().st_size for path in geography.FOLDER.glob("*.json")}
    assert set(sizes) == {*BOARDS, "world"}
    assert sum(sizes.values()) < 1_000_000
    for name in sizes:
        layers = geography.load(name)
        assert all(len(ring) >= 3 for ring in layers.land)
        assert all((layers.rivers, layers.lakes, layers.borders))
        for code in (code for b in map(load, BOARDS) if b.map.geography == name for code in b.map.home):
            assert layers.countries[code]
        assert json.loads((geography.FOLDER / f"{name}.json").read_text())["source"]


@pytest.mark.parametrize(
    ("meridian", "lat", "dry", "wet"),
    [(138.0, 36.0, (138.5, 36.2), (145.0, 33.0)), (178.0, -40.0, (175.6, -39.0), (-175.0, -40.0))],
    ids=["Japan", "New Zealand, across the date line"],
)
def test_the_world_serves_boards_anywhere(
    meridian: float, lat: float, dry: tuple[float, float], wet: tuple[float, float]
) -> None:
    board, plan = board_and_plan("usa")
    world = msgspec.structs.replace(board, map=msgspec.structs.replace(board.map, geography="world", home=()))
    projection = Projection((lat - 4, lat + 4), meridian, 4000.0, 800.0, 500.0)
    there = msgspec.structs.replace(plan, projection=projection, cities=())
    land = geography.ground(world, there)
    assert land is not None
    places = [[float(v) for v in project(projection, *place)] for place in (dry, wet)]
    assert land.at_sea(np.array(places)).tolist() == [False, True]


def test_a_thinned_line_stays_near_and_keeps_its_ends() -> None:
    turn = np.linspace(0, math.tau, 400)
    ring = np.stack([np.cos(turn), np.sin(turn)], axis=1) * 100
    ring[-1] = ring[0]
    slim = geography.thin(ring, 0.5)
    assert len(slim) < 60
    assert np.array_equal(slim[[0, -1]], ring[[0, -1]])
    assert np.hypot(*slim.T) == pytest.approx(100)


def test_a_cut_ring_stays_in_its_frame_and_a_cut_line_falls_in_parts() -> None:
    square = np.array([[-5.0, -5.0], [5, -5], [5, 5], [-5, 5]])
    (corner,) = geography.cut(square, (0, 0, 10, 10), closed=True)
    assert sorted(map(tuple, corner.tolist())) == [(0, 0), (0, 5), (5, 0), (5, 5)]
    comb = np.array([[1.0, 1.0], [1, 20], [1, 30], [2, 20], [2, 1]])
    assert [len(part) for part in geography.cut(comb, (0, 0, 10, 10), closed=False)] == [2, 2]
