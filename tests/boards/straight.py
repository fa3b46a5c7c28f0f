"""A plan in no time: every city a little off its true place, every route straight."""

from __future__ import annotations

import math
from collections import Counter

from kolej.boards.layout import text_size
from kolej.boards.layout.layout import Label, Layout, Line, Point, Space, Spot
from kolej.boards.layout.projection import fitted, project
from kolej.boards.schema import Board

BREADTHS = {"poland": 25.0}


def plan(board: Board) -> Layout:
    breadth = BREADTHS.get(board.id, 14.0)
    length = breadth * 2.4
    width = float(board.map.width)
    margin = width * 0.1
    lons = [city.lon or 0.0 for city in board.cities]
    lats = [city.lat or 0.0 for city in board.cities]
    projection, height = fitted(lons, lats, width, (margin, margin, margin, margin))
    cities = []
    for city, lon, lat in zip(board.cities, lons, lats, strict=True):
        x, y = (float(value) for value in project(projection, lon, lat))
        at = (x + width * 0.012 * math.sin(y / 150), y + width * 0.012 * math.cos(x / 150))
        cities.append(Spot(city.id, *at, breadth * 0.62, _label(city.name, at, breadth), (x, y)))
    countries = []
    for country in board.countries:
        x, y = (float(v) for v in project(projection, country.lon or 0.0, country.lat or 0.0))
        x, y = min(max(x, 70.0), width - 70), min(max(y, 60.0), height - 60)
        name = _label(country.name.en, (x, y), breadth)
        box = (x - 60, y - 48, x + 60, y + 48)
        countries.append(Spot(country.id, x, y, breadth, name, None, box))
    spots = {spot.id: spot for spot in (*cities, *countries)}
    tracks = Counter(frozenset((route.a, route.b)) for route in board.routes)
    spaces: list[Space] = []
    seen: Counter[frozenset[str]] = Counter()
    for route in board.routes:
        pair = frozenset((route.a, route.b))
        seen[pair] += 1
        aside = (seen[pair] - (tracks[pair] + 1) / 2) * breadth * 1.125
        spaces += _straight(route.id, route.length, spots[route.a], spots[route.b], aside, (length, breadth))
    return Layout(
        board=board.id,
        digest="",
        width=width,
        height=height,
        space=(length, breadth),
        spaces=tuple(spaces),
        cities=tuple(cities),
        countries=tuple(countries),
        projection=projection,
    )


def _label(name: str, at: Point, breadth: float) -> Label:
    size = breadth * 1.3
    block = text_size.block([name], text_size.CITY, size, 0.0)
    left, top = at[0] + breadth, at[1] - block.height / 2
    line = Line(name, left + block.starts[0][0], top + block.starts[0][1])
    return Label(name, (left, top, left + block.width, top + block.height), (line,), size)


def _straight(
    route: str, count: int, a: Spot, b: Spot, aside: float, size: tuple[float, float]
) -> list[Space]:
    far = math.dist((a.x, a.y), (b.x, b.y)) or 1.0
    dx, dy = (b.x - a.x) / far, (b.y - a.y) / far
    spaces = []
    for i in range(count):
        way = a.r + (far - a.r - b.r) * (i + 0.5) / count
        x, y = a.x + dx * way - dy * aside, a.y + dy * way + dx * aside
        corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        polygon = tuple(
            (
                x + dx * along * size[0] / 2 - dy * across * size[1] / 2,
                y + dy * along * size[0] / 2 + dx * across * size[1] / 2,
            )
            for along, across in corners
        )
        one, two, three, four = polygon
        spaces.append(Space(route, i, (one, two, three, four)))
    return spaces
