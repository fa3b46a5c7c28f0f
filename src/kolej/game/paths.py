"""The shortest free paths between cities, as far as a seat can see; its own trains count as laid."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import NamedTuple

from kolej.game.view import View


class Way(NamedTuple):
    """A path between two cities."""

    trains: int
    """Trains still to be laid."""
    routes: tuple[int, ...]
    """Routes still to be claimed."""


class Ways:
    """Paths over a seat's own routes and those that it may still claim."""

    def __init__(self, view: View) -> None:
        seat = view.seat
        if seat is None:
            raise ValueError("a spectator builds nothing")
        self.book = view.book
        self.trains = view.seats[seat].trains
        self.own = {self.book.route_index[name] for name in view.seats[seat].routes}
        self.free = {self.book.route_index[name] for name in view.claimable}
        self._stacks = view.stacks
        self._near: dict[str, list[tuple[str, int]]] = {}
        for route in sorted(self.own | self.free):
            facts = self.book.board.routes[route]
            if facts.kind == "border" and not self.book.board.rules.countries_connect:
                continue
            if route in self.own or facts.length <= self.trains:
                self._near.setdefault(facts.a, []).append((facts.b, route))
                self._near.setdefault(facts.b, []).append((facts.a, route))

    def ticket(self, name: str, built: Iterable[int] = ()) -> Way | None:
        """What a ticket still needs; None if it cannot be joined any more, however many trains are left."""
        ticket = self.book.board.tickets[self.book.ticket(name)]
        return self.between(ticket.a, ticket.b, built)

    def between(self, a: str, b: str, built: Iterable[int] = ()) -> Way | None:
        """The path with the fewest trains still to lay, then the fewest routes; ``built`` ones are free."""
        there = self.own | set(built)
        queue: list[tuple[int, int, str, int, str]] = [(0, 0, a, -1, "")]
        came: dict[str, tuple[int, str]] = {}
        while queue:
            trains, count, city, route, before = heapq.heappop(queue)
            if city in came:
                continue
            came[city] = (route, before)
            if city == b:
                return Way(trains, self._walked(came, a, b, there))
            for other, next_route in self._near.get(city, ()):
                if other not in came:
                    new = 0 if next_route in there else self.book.length(next_route)
                    heapq.heappush(queue, (trains + new, count + bool(new), other, next_route, city))
        return None

    def countries(self, city: str) -> set[str]:
        """The countries that own border routes join to a city."""
        routes = self.book.board.routes
        borders = [routes[route] for route in self.own if routes[route].kind == "border"]
        return {
            route.b
            for route in borders
            if (way := self.between(city, route.a)) is not None and way.trains == 0
        }

    def cards_won(self, route: int) -> tuple[int, bool]:
        """Points of the country cards that a border route wins, and whether now or only with a second one."""
        facts, rules = self.book.board.routes[route], self.book.board.rules
        before = self.countries(facts.a)
        if rules.countries_connect:
            before |= self.countries(facts.b)
        network = before | {facts.b}
        if facts.b in before and not (rules.every_border_pays and len(network) > 1):
            return 0, True
        return sum(self._stacks[name][0] for name in network if self._stacks[name]), len(network) > 1

    @staticmethod
    def _walked(came: dict[str, tuple[int, str]], a: str, b: str, there: set[int]) -> tuple[int, ...]:
        routes = []
        city = b
        while city != a:
            route, city = came[city]
            if route not in there:
                routes.append(route)
        return tuple(reversed(routes))
