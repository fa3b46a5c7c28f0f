"""A draft: a board file as far as it could be read, with the questions that the checks ask about it."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import msgspec

from kolej.boards.line_numbers import Path
from kolej.boards.schema import Cards, Rules

Row = dict[str, Any]
"""A row of the file; it has only the values that could be read."""


class Finding(msgspec.Struct, frozen=True):
    path: Path
    reason: str
    code: str = ""
    """For a warning: the code that a file writes under ``acknowledge``."""


class Draft:
    """The readable part of a board file; derived facts are computed once."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self.cities: list[Row] = self._rows("cities")
        self.countries: list[Row] = self._rows("countries")
        self.routes: list[Row] = self._rows("routes")
        self.tickets: list[Row] = self._rows("tickets")
        rules = dict(values.get("rules", {}))
        rules["cards"] = msgspec.convert(rules.get("cards", {}), Cards)
        self.rules = Rules(**rules)

    def _rows(self, key: str) -> list[Row]:
        rows = self.values.get(key, [])
        return [row if isinstance(row, dict) else {} for row in rows]

    @cached_property
    def city_ids(self) -> list[str]:
        return [city["id"] for city in self.cities if "id" in city]

    @cached_property
    def country_ids(self) -> list[str]:
        return [country["id"] for country in self.countries if "id" in country]

    @cached_property
    def spellings(self) -> dict[str, str]:
        """Names of cities and countries that an author might write instead of an id."""
        known = {city["name"]: city["id"] for city in self.cities if {"id", "name"} <= city.keys()}
        for country in self.countries:
            for name in country.get("name", {}).values():
                known[name] = country.get("id", name)
        return known

    @cached_property
    def inland(self) -> list[tuple[int, Row]]:
        """Routes between two different known cities, with their index in the file."""
        return [(i, route) for i, route in enumerate(self.routes) if self._joins_cities(route)]

    @cached_property
    def neighbours(self) -> dict[str, dict[str, int]]:
        """For each city its inland neighbours, with the length of the shortest track."""
        near: dict[str, dict[str, int]] = {city: {} for city in self.city_ids}
        for _, route in self.inland:
            a, b, length = route["a"], route["b"], route.get("length", 1)
            near[a][b] = near[b][a] = min(length, near[a].get(b, length))
        return near

    def fewest_trains(self, a: str, b: str, lent: int) -> int | None:
        """Fewest trains of one's own that connect two cities if ``lent`` routes may be borrowed."""
        queue = [(0, 0, a)]
        seen: set[tuple[int, str]] = set()
        while queue:
            trains, used, city = heapq.heappop(queue)
            if city == b:
                return trains
            if (used, city) in seen:
                continue
            seen.add((used, city))
            for other, length in self.neighbours[city].items():
                heapq.heappush(queue, (trains + length, used, other))
                if used < lent:
                    heapq.heappush(queue, (trains, used + 1, other))
        return None

    @cached_property
    def known_tickets(self) -> list[tuple[int, Row]]:
        """Tickets between two different known cities, with their index in the file."""
        return [(i, ticket) for i, ticket in enumerate(self.tickets) if self._joins_cities(ticket)]

    def _joins_cities(self, row: Row) -> bool:
        cities = set(self.city_ids)
        return row.get("a") in cities and row.get("b") in cities and row["a"] != row["b"]


Check = Callable[[Draft], Iterator[Finding]]


def parts_of(near: dict[str, dict[str, int]]) -> list[set[str]]:
    """The connected components of a graph."""
    parts, left = [], set(near)
    while left:
        part, edge = set(), [min(left)]
        while edge:
            city = edge.pop()
            if city not in part:
                part.add(city)
                edge.extend(near[city])
        parts.append(part)
        left -= part
    return parts


def made_ids(routes: list[Row]) -> list[str]:
    """The id of each route: its ends, and a number if it is one of several tracks."""
    ends = [frozenset((str(r.get("a")), str(r.get("b")))) for r in routes]
    count, number, made = Counter(ends), Counter[frozenset[str]](), []
    for route, pair in zip(routes, ends, strict=True):
        number[pair] += 1
        tail = f"-{number[pair]}" if count[pair] > 1 else ""
        made.append(f"{route['a']}--{route['b']}{tail}" if {"a", "b"} <= route.keys() else "")
    return made
