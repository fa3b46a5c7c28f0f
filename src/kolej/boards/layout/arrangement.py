"""A layout in progress: a board as the flat arrays of ``arrays``, and back as a ``Layout``."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import NamedTuple

from kolej.boards.layout.arrays import Costs, Floats, Ints, LayoutArrays, Tried, new_record
from kolej.boards.layout.labels import DISC, letters, settings
from kolej.boards.layout.layout import Box, Label, Layout, Line, Projection, Space, Spot
from kolej.boards.layout.text_size import COUNTRY, ink
from kolej.boards.schema import LANGUAGES, Board, City, Country, Route

ASPECT = 2.45
"""Length of a space divided by its breadth."""
TWIN = 1.14
"""Distance between the middle lines of two twin tracks, in breadths."""
LEASH = 0.04
"""How far a city may lie from its true place, in board widths."""
PLAQUE = (4.8, 3.85)
"""Smallest width and height of a country's plaque, in breadths."""
CARD_ROW = 2.61
"""How far the middle of the cards lies below the top edge of the plaque, in breadths."""
COUNTRY_LETTERS = 1.12
"""Font size of a country's name, in breadths."""


class Way(NamedTuple):
    """All tracks between the same two spots."""

    a: str
    b: str
    routes: tuple[Route, ...]


class Snapshot(NamedTuple):
    """Everything that annealing changes."""

    breadth: float
    spot: Floats
    way: Floats
    choice: Ints


def ways_of(board: Board) -> list[Way]:
    found: dict[frozenset[str], list[Route]] = defaultdict(list)
    for route in board.routes:
        found[frozenset((route.a, route.b))].append(route)
    return [Way(routes[0].a, routes[0].b, tuple(routes)) for routes in found.values()]


class Arrangement:
    """The arrays of a board; ``resize`` sets the breadth of the spaces."""

    def __init__(self, board: Board, height: float, true: Floats, leash: float) -> None:
        self.board = board
        self.width, self.height = float(board.map.width), height
        self.ways = ways_of(board)
        self.spots: list[City | Country] = [*board.cities, *board.countries]
        self.true, self.leash = true, leash
        ways, spots = len(self.ways), len(self.spots)
        self._layout, arrays = new_record(LayoutArrays)
        self._costs, _ = new_record(Costs)
        arrays.ways[0], arrays.spots[0] = ways, spots
        self.spot, self.way = arrays.spot[:spots], arrays.way[:ways]
        self.ends, self.tracks = arrays.ends[:ways], arrays.tracks[:ways]
        self.space, self.line = arrays.space[:ways], arrays.line[:ways]
        self.choice, self.size, self.faults = arrays.choice[:spots], arrays.size, arrays.faults
        self._offers, self._offer, self._meeting = arrays.offers, arrays.offer, arrays.meeting
        self._lay_out_spots(leash)
        self._lay_out_ways()

    def _lay_out_spots(self, leash: float) -> None:
        cities = len(self.board.cities)
        self.reach = self.spot[:, 8:12]
        self.spot[:, 0:2] = self.true
        self.spot[:, 2:4] = self.true
        self.spot[:cities, 5] = leash
        self.spot[cities:, 5] = leash * 0.05
        self.spot[cities:, 6] = 1.0
        self.spot[:, 7] = 1.0
        for k, pinned in enumerate(self.spots):
            if pinned.place is not None:
                self.spot[k, 0:2] = pinned.place
                self.spot[k, 5] = self.spot[k, 7] = 0.0
        self.choice[cities:] = -1

    def _lay_out_ways(self) -> None:
        index = {spot.id: k for k, spot in enumerate(self.spots)}
        self.way[:, 4] = 1.0
        meeting: list[list[int]] = [[] for _ in self.spots]
        for i, way in enumerate(self.ways):
            lengths = [route.length for route in way.routes]
            total = sum(lengths)
            self.ends[i] = index[way.a], index[way.b], len(lengths), total, total + len(lengths), 0
            self.tracks[i, : len(lengths)] = lengths
            self.tracks[i, -1] = any(route.kind == "tunnel" for route in way.routes)
            meeting[index[way.a]].append(i)
            meeting[index[way.b]].append(i)
            for route in way.routes:
                if route.bend is not None:
                    turn = 1 if route.a == way.a else -1
                    # The middle of a cubic curve lies at three quarters of the offset of its handles.
                    self.way[i, 0:2] = turn * route.bend / 0.75
                    self.ends[i, 5] = 1
        self._meeting[:] = -1
        for k, there in enumerate(meeting):
            self._meeting[k, : len(there)] = there

    def resize(self, breadth: float) -> None:
        cities = len(self.board.cities)
        if self.size[1]:
            self.way[:, 2:4] *= breadth / self.size[1]
        self.size[:] = (
            ASPECT * breadth, breadth, TWIN * breadth, self.width, self.height, LEASH * self.width
        )  # fmt: skip
        self.spot[:cities, 4] = DISC * breadth
        self.reach[:cities] = DISC * breadth
        for k, country in enumerate(self.board.countries, cities):
            self.spot[k, 4] = 0.97 * breadth
            self.reach[k] = _plaque(country, breadth)
        self.settings = [settings(city, breadth) for city in self.board.cities]
        for k, found in enumerate(self.settings):
            self._offers[k] = len(found)
            for c, (text, left, top, cost) in enumerate(found):
                self._offer[k, c] = left, top, left + text.width, top + text.height, cost

    @property
    def breadth(self) -> float:
        return float(self.size[1])

    def twin(self) -> Arrangement:
        """The same board with arrays of its own."""
        return Arrangement(self.board, self.height, self.true, self.leash)

    def snapshot(self) -> Snapshot:
        return Snapshot(self.breadth, self.spot.copy(), self.way.copy(), self.choice.copy())

    def restore(self, snapshot: Snapshot) -> None:
        self.resize(snapshot.breadth)
        self.spot[:] = snapshot.spot
        self.way[:] = snapshot.way
        self.choice[:] = snapshot.choice

    def weigh(self) -> tuple[float, int]:
        """The total cost, and the number of faults."""
        from kolej.boards.layout.anneal import weigh

        cost = weigh(self._layout, self._costs)
        return float(cost), int(self.faults[0])

    def anneal(self, steps: int, hot: float, cold: float, seed: int) -> tuple[float, int]:
        """Try this many changes; returns what ``weigh`` gives afterwards."""
        from kolej.boards.layout.anneal import anneal

        self.weigh()
        tried, arrays = new_record(Tried)
        arrays.moved[:] = -1
        anneal(steps, hot, cold, seed, self._layout, self._costs, tried)
        return self.weigh()

    def plan(self, digest: str, projection: Projection | None) -> Layout:
        """The current state as a ``Layout``; call ``weigh`` first."""
        spaces: dict[str, list[Space]] = {}
        for i, way in enumerate(self.ways):
            at = 0
            for route in way.routes:
                spaces[route.id] = self._spaces(i, at, route, route.a != way.a)
                at += route.length
        cities = len(self.board.cities)
        return Layout(
            board=self.board.id,
            digest=digest,
            width=self.width,
            height=self.height,
            space=(_exact(self.size[0]), _exact(self.size[1])),
            spaces=tuple(space for route in self.board.routes for space in spaces[route.id]),
            cities=tuple(self._city(k, projection is not None) for k in range(cities)),
            countries=tuple(self._country(k) for k in range(cities, len(self.spots))),
            projection=projection,
        )

    def _spaces(self, i: int, at: int, route: Route, turned: bool) -> list[Space]:
        length, breadth = self.size[0] / 2, self.size[1] / 2
        found = []
        for x, y, u, v in self.space[i, at : at + route.length]:
            if turned:
                u, v = -u, -v
            corners = [
                (
                    _exact(x + u * p * length - v * q * breadth),
                    _exact(y + v * p * length + u * q * breadth),
                )
                for p, q in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
            found.append(corners)
        if turned:
            found.reverse()
        return [Space(route.id, n, (c[0], c[1], c[2], c[3])) for n, c in enumerate(found)]

    def _city(self, k: int, mapped: bool) -> Spot:
        city = self.board.cities[k]
        x, y = self.spot[k, 0:2]
        text, left, top, _ = self.settings[k][self.choice[k]]
        lines = tuple(
            Line(line, _exact(x + left + dx), _exact(y + top + dy))
            for line, (dx, dy) in zip(text.lines, text.starts, strict=True)
        )
        box = (x + left, y + top, x + left + text.width, y + top + text.height)
        return Spot(
            id=city.id,
            x=_exact(x),
            y=_exact(y),
            r=_exact(self.spot[k, 4]),
            label=Label(city.name, _box(box), lines, _exact(letters(self.breadth))),
            true=(_exact(self.true[k, 0]), _exact(self.true[k, 1])) if mapped else None,
        )

    def _country(self, k: int) -> Spot:
        country = self.board.countries[k - len(self.board.cities)]
        x, y = self.spot[k, 0:2]
        left, up, right, down = self.reach[k]
        size = COUNTRY_LETTERS * self.breadth
        name = (country.short or country.name).en
        covered = ink(name, COUNTRY)
        start = x - (covered[0] + covered[2]) * size / 2
        base = y - up + 1.3 * self.breadth
        box = (
            start + covered[0] * size,
            base + covered[1] * size,
            start + covered[2] * size,
            base + covered[3] * size,
        )
        return Spot(
            id=country.id,
            x=_exact(x),
            y=_exact(y),
            r=_exact(self.spot[k, 4]),
            label=Label(name, _box(box), (Line(name, _exact(start), _exact(base)),), _exact(size)),
            box=_box((x - left, y - up, x + right, y + down)),
        )


def _plaque(country: Country, breadth: float) -> tuple[float, float, float, float]:
    """The size of the plaque, wide enough for the name in every language."""
    names = {getattr(country.shown, language) or country.shown.en for language in LANGUAGES}
    covered = [ink(name, COUNTRY) for name in names]
    needed = max(box[2] - box[0] for box in covered) * COUNTRY_LETTERS + 0.9
    half = max(PLAQUE[0], needed) * breadth / 2
    return half, CARD_ROW * breadth, half, (PLAQUE[1] - CARD_ROW) * breadth


def _exact(value: float) -> float:
    return round(float(value), 2)


def _box(box: Box) -> Box:
    """A box rounded outwards, so that whatever stays clear of it stays clear of the letters."""
    left, top, right, bottom = box
    return (
        math.floor(left * 100) / 100,
        math.floor(top * 100) / 100,
        math.ceil(right * 100) / 100,
        math.ceil(bottom * 100) / 100,
    )
