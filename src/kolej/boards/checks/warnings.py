"""Warnings: probable mistakes, each of which a file can acknowledge by its code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kolej.boards.parsing.draft import Check, Draft, Finding, parts_of
from kolej.boards.schema import COLOURS


def warnings(draft: Draft) -> Iterator[Finding]:
    """Everything that looks wrong, acknowledged or not."""
    for check in WARNINGS:
        yield from check(draft)


def ticket_values(draft: Draft) -> Iterator[Finding]:
    for i, ticket in draft.known_tickets:
        trains = draft.fewest_trains(ticket["a"], ticket["b"], 0)
        points = ticket.get("points")
        if trains is None or points is None:
            continue
        # The tolerance was chosen by hand; no measurement was kept.
        if abs(points - trains) > max(2, 0.2 * trains):
            reason = f"worth {points}, but its shortest path takes {trains} trains"
            yield Finding(("tickets", i, "points"), reason, f"ticket-value {ticket['a']}--{ticket['b']}")


def twice_the_ticket(draft: Draft) -> Iterator[Finding]:
    seen: dict[frozenset[str], int] = {}
    for i, ticket in draft.known_tickets:
        pair = frozenset((ticket["a"], ticket["b"]))
        if pair in seen:
            reason = f"connects the same cities as tickets[{seen[pair]}]"
            yield Finding(("tickets", i), reason, f"same-ticket {ticket['a']}--{ticket['b']}")
        seen.setdefault(pair, i)


def colour_balance(draft: Draft) -> Iterator[Finding]:
    spaces = Counter[str]({c: 0 for c in COLOURS if getattr(draft.rules.cards, c)})
    for route in draft.routes:
        if route.get("colour") in spaces:
            spaces[route["colour"]] += route.get("length", 0)
    mean = sum(spaces.values()) / len(spaces) if spaces else 0
    for colour, count in spaces.items():
        # The tolerance was chosen by hand; no measurement was kept.
        if abs(count - mean) > max(4, 0.25 * mean):
            reason = f"{colour} has {count} spaces, a colour has {mean:.0f} on average"
            yield Finding(("routes",), reason, f"colour-balance {colour}")


MANY_ROUTES = 32
"""Routes that one player could own. It is 27 at most on the shipped boards, whose worst networks take
milliseconds; the limit above that was chosen by hand."""


def slow_path(draft: Draft) -> Iterator[Finding]:
    """The search for the longest path is exact, so it may be slow if one player can own many short routes."""
    shortest: dict[frozenset[str], int] = {}
    for route in draft.routes:
        if {"a", "b", "length"} <= route.keys():
            pair = frozenset((route["a"], route["b"]))
            shortest[pair] = min(route["length"], shortest.get(pair, 99))
    trains, count = draft.rules.trains, 0
    for length in sorted(shortest.values()):
        trains -= length
        count += trains >= 0
    if count > MANY_ROUTES:
        reason = f"one player could own {count} routes; finding the longest path may then be slow"
        yield Finding(("rules", "trains"), reason, "slow-path")


def unpayable_ferries(draft: Draft) -> Iterator[Finding]:
    """A ferry with more symbols than there are locomotives cannot be claimed, unless swaps stand for them.

    Not a fault like other routes that nobody can pay: earlier versions let such a board pass, and its stored
    tables and records must still load.
    """
    there = draft.rules.cards.locomotive
    for i, route in enumerate(draft.routes):
        symbols = route.get("locomotives", 0)
        if route.get("kind") == "ferry" and symbols > there and not draft.rules.ferry_swap:
            needed = "a locomotive" if symbols == 1 else f"{symbols} locomotives"
            reason = f"nobody can pay {needed}: rules.cards has {there}"
            code = f"unpayable-ferry {route.get('a')}--{route.get('b')}"
            yield Finding(("routes", i, "locomotives"), reason, code)


def loose_ends(draft: Draft) -> Iterator[Finding]:
    """Inland, a single closed route should not cut a city off."""
    near = draft.neighbours
    if len(parts_of(near)) != 1:
        return
    for i, city in enumerate(draft.cities):
        name = city.get("id", "")
        if len(near.get(name, ())) == 1 and len(near) > 2:
            yield Finding(
                ("cities", i), f"{name} is a dead end: it has only one neighbour", f"dead-end {name}"
            )
    for i, route in draft.inland:
        a, b = route["a"], route["b"]
        if min(len(near[a]), len(near[b])) < 2 or any(
            j < i for j, r in draft.inland if {r["a"], r["b"]} == {a, b}
        ):
            continue
        without = {
            city: {o: n for o, n in others.items() if {city, o} != {a, b}} for city, others in near.items()
        }
        if len(parts_of(without)) > 1:
            yield Finding(
                ("routes", i),
                f"{a}--{b} is a bridge: nothing else connects its two sides",
                f"bridge {a}--{b}",
            )


def forgotten_cities(draft: Draft) -> Iterator[Finding]:
    wanted = {ticket.get(end) for ticket in draft.tickets for end in ("a", "b")}
    for i, city in enumerate(draft.cities):
        if "id" in city and city["id"] not in wanted:
            yield Finding(("cities", i), f"no ticket leads to {city['id']}", f"no-ticket {city['id']}")


WARNINGS: tuple[Check, ...] = (
    ticket_values,
    twice_the_ticket,
    colour_balance,
    unpayable_ferries,
    loose_ends,
    slow_path,
    forgotten_cities,
)
