"""A board file, read as docs/record.md and docs/adding-a-board.md tell."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from typing import Any

Told = dict[str, Any]
Edge = tuple[object, object]

ORDER = "PBOWGYKRL"
COLOURS = dict(
    zip(("purple", "blue", "orange", "white", "green", "yellow", "black", "red"), ORDER, strict=False)
)
DEFAULTS: Told = {
    "trains": 45, "stations": 0, "station_costs": [], "station_points": 0, "hand": 4, "display": 5,
    "first_long_tickets": 0, "first_tickets": 3, "first_keep": 2, "first_unkept": "under", "later_tickets": 3,
    "later_keep": 1, "later_unkept": "under", "locomotive_is_whole_draw": True, "display_replaced_at": 3,
    "locomotives_pay": "everywhere", "ferry_swap": 0, "swaps_fill_colour": True, "tunnel_cards": 0,
    "doubles_from": 4, "route_points": {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15},
    "longest_path_bonus": 10, "most_tickets_bonus": 0, "one_route_per_country": False,
    "every_border_pays": False, "inland_links_pay": False, "countries_connect": False, "last_round_at": 2,
    "ties": ["tickets", "longest-path-bonus"],
}  # fmt: skip


class Wrong(Exception):
    """What is told is not right."""


def check(right: object, what: object = "") -> None:
    if not right:
        raise Wrong(str(what))


class BoardFile:
    """Routes and tickets by name, in the order of the file, and the rules in force."""

    def __init__(self, data: bytes, options: Told) -> None:
        self.told = tomllib.loads(data.decode())
        self.rules: Told = DEFAULTS | self.told.get("rules", {}) | options
        self.routes = dict(zip(_route_names(self.told["routes"]), self.told["routes"], strict=True))
        self.tickets = dict(zip(_ticket_names(self.told["tickets"]), self.told["tickets"], strict=True))
        self.route_order = {name: place for place, name in enumerate(self.routes)}
        self.ticket_order = {name: place for place, name in enumerate(self.tickets)}
        self.cities = [city["id"] for city in self.told["cities"]]
        self.countries = {c["id"]: list(c["cards"]) for c in self.told.get("countries", [])}
        cards = {"locomotive": 14} | dict.fromkeys(COLOURS, 12) | self.rules.get("cards", {})
        self.cards = {letter: cards[name] for name, letter in (COLOURS | {"locomotive": "L"}).items()}

    def kind(self, name: str) -> str:
        found: str = self.routes[name].get("kind", "normal")
        return found

    def length(self, name: str) -> int:
        found: int = self.routes[name]["length"]
        return found

    def points(self, name: str) -> int:
        found: int = self.rules["route_points"][str(self.length(name))]
        return found

    def ends(self, name: str) -> set[str]:
        return {self.routes[name]["a"], self.routes[name]["b"]}

    def country(self, name: str) -> str | None:
        return self.routes[name]["b"] if self.kind(name) == "border" else None

    def edge(self, name: str) -> Edge:
        """A route between places; a country is an end for each of its cities, or one place (P5)."""
        route = self.routes[name]
        if self.kind(name) != "border":
            return route["a"], route["b"]
        end = route["b"] if self.rules["countries_connect"] else (route["a"], route["b"])
        return route["a"], ("country", end)

    def swap_price(self, name: str) -> int:
        """How many cards of any kind stand for one; 0 for none (N3, N4)."""
        if self.kind(name) == "ferry":
            found: int = self.rules["ferry_swap"]
        else:
            found = self.routes[name].get("swap", 0)
        return found


def joined(edges: Iterable[Edge]) -> Callable[[object], object]:
    """A function that gives equal answers for joined places."""
    parent: dict[object, object] = {}

    def top(place: object) -> object:
        while parent.get(place, place) != place:
            place = parent[place]
        return place

    for a, b in edges:
        parent[top(a)] = top(b)
    return top


def _route_names(rows: list[Told]) -> list[str]:
    """Numbered where several tracks join two places."""
    pairs = [frozenset((row["a"], row["b"])) for row in rows]
    return [
        f"{row['a']}--{row['b']}" + (f"-{pairs[: i + 1].count(pair)}" if pairs.count(pair) > 1 else "")
        for i, (row, pair) in enumerate(zip(rows, pairs, strict=True))
    ]


def _ticket_names(rows: list[Told]) -> list[str]:
    names = [f"{row['a']}--{row['b']}" for row in rows]
    return [n if (k := names[: i + 1].count(n)) == 1 else f"{n}-{k}" for i, n in enumerate(names)]
