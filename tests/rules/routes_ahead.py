"""How far a ticket is, found a second time and in another way: every path is tried, however long that takes.

It shares no code with the rules but the board's data, and knows nothing of trees or layers.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from kolej.boards.schema import Board, Route
from kolej.game.view import View


class Table(NamedTuple):
    """Who has what, as far as it matters to one seat's tickets."""

    board: Board
    seat: int
    players: int
    owners: dict[str, int]
    stations: tuple[str, ...]

    @classmethod
    def of(cls, view: View) -> Table:
        assert view.seat is not None
        owners = {name: seat.seat for seat in view.seats for name in seat.routes}
        return cls(view.book.board, view.seat, len(view.seats), owners, view.seats[view.seat].station_cities)

    def claimed(self, route: str) -> Table:
        return self._replace(owners={**self.owners, route: self.seat})


def missing(table: Table, a: str, b: str) -> int | None:
    """The fewest trains that join two cities, whichever route each station lends."""
    found = [fewest(table, lent, a, b) for lent in choices(table)]
    return min((trains for trains in found if trains is not None), default=None)


def choices(table: Table) -> Iterator[tuple[str, ...]]:
    """What the stations may lend: a route of another player each, or none."""
    options = []
    for city in table.stations:
        routes = [r.id for r in table.board.routes if city in (r.a, r.b)]
        options.append(["", *(name for name in routes if table.owners.get(name, table.seat) != table.seat)])
    for chosen in product(*options):
        yield tuple(name for name in chosen if name)


def fewest(table: Table, lent: tuple[str, ...], a: str, b: str) -> int | None:
    """The fewest trains between two cities with these routes borrowed.

    Where a country has room for one own route only, each such choice is tried by itself.
    """
    there = {r.id for r in table.board.routes if table.owners.get(r.id) == table.seat or r.id in lent}
    free = [r for r in table.board.routes if claimable(table, r)]
    best = None
    for chosen in one_into_each(table, there, free):
        trains = walk(table, there, {r.id for r in chosen}, a, b)
        if trains is not None and (best is None or trains < best):
            best = trains
    return best


def claimable(table: Table, route: Route) -> bool:
    """Whether nothing but cards and trains keeps the seat from claiming a route."""
    rules, owners = table.board.rules, table.owners
    if route.id in owners:
        return False
    beside = [r.id for r in table.board.routes if {r.a, r.b} == {route.a, route.b}]
    if any(owners.get(name) == table.seat for name in beside):
        return False
    if route.kind == "border":
        into = [r.id for r in table.board.routes if r.kind == "border" and r.b == route.b]
        return not (rules.one_route_per_country and any(owners.get(name) == table.seat for name in into))
    return table.players >= rules.doubles_from or not any(name in owners for name in beside)


def one_into_each(table: Table, there: set[str], free: list[Route]) -> Iterator[list[Route]]:
    """Routes that could all be claimed, where a country has room for one own route and is a way through.

    A way through it then takes a borrowed one, too: where there is none, no route into it helps.
    """
    if not (table.board.rules.one_route_per_country and table.board.rules.countries_connect):
        yield free
        return
    inland = [r for r in free if r.kind != "border"]
    borrowed = {r.b for r in table.board.routes if r.kind == "border" and r.id in there}
    into = [[r for r in free if r.kind == "border" and r.b == country] for country in sorted(borrowed)]
    for chosen in product(*[[None, *routes] for routes in into]):
        yield inland + [r for r in chosen if r is not None]


def walk(table: Table, there: set[str], free: set[str], a: str, b: str) -> int | None:
    """A search over places by their names; a country is a place for each city unless countries connect."""
    near: dict[str, list[tuple[str, int]]] = {}
    for route in table.board.routes:
        if route.id not in there and route.id not in free:
            continue
        if route.kind == "border" and not table.board.rules.countries_connect:
            continue
        cost = 0 if route.id in there else route.length
        near.setdefault(route.a, []).append((route.b, cost))
        near.setdefault(route.b, []).append((route.a, cost))
    queue, seen = [(0, a)], set()
    while queue:
        trains, here = heapq.heappop(queue)
        if here == b:
            return trains
        if here in seen:
            continue
        seen.add(here)
        for other, cost in near.get(here, ()):
            heapq.heappush(queue, (trains + cost, other))
    return None
