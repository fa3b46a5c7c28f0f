"""The score sheet, computed anew, and compared with the one that is told (C13, C14, C18, E8-E10)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from .board_file import BoardFile, Told, check, joined
from .table import Seat, Table

PROSE = ("station", "longest-path", "most-tickets")


class Joined(NamedTuple):
    """What a seat's tickets come to with the best use of its stations."""

    done: list[str]
    points: int
    """Of those joined."""
    lost: int
    borrowed: tuple[str | None, ...]


def compare(table: Table, told: Told) -> None:
    """Every number of a score sheet; ``Wrong`` with the first that differs."""
    board, rules, seats = table.board, table.rules, table.seats
    paths = [longest(board, seat.routes) for seat in seats]
    tickets = [best_tickets(table, seat) for seat in seats]
    check(len(told["seats"]) == len(seats), "seats")
    ranked = []
    for n, (seat, sheet) in enumerate(zip(seats, told["seats"], strict=True)):
        bonus = rules["longest_path_bonus"] if 0 < paths[n] == max(paths) else 0
        most = max(len(found.done) for found in tickets)
        globe = rules["most_tickets_bonus"] if 0 < len(tickets[n].done) == most else 0
        items = expected_items(table, seat, tickets[n], bonus, globe)
        compare_items(n, sheet["items"], items)
        total = sum(points for _, _, points in items)
        check((sheet["seat"], sheet["total"]) == (n, total), f"seat {n}: total is {total}")
        check(sheet["tickets_done"] == len(tickets[n].done), f"seat {n}: tickets done")
        check(sheet["path_length"] == paths[n], f"seat {n}: the longest path is {paths[n]}")
        check_path(board, seat, sheet["path"], paths[n])
        stations = list(zip(seat.stations, tickets[n].borrowed, strict=True))
        said = [(station["city"], station["route"]) for station in sheet["stations"]]
        check(said == stations, f"seat {n}: stations are {stations}, told as {said}")
        ranked.append(
            (total, *(tie_value(table, seat, tickets[n], paths[n], bonus, t) for t in rules["ties"]))
        )
    ranks = [1 + sum(other > mine for other in ranked) for mine in ranked]
    check([sheet["rank"] for sheet in told["seats"]] == ranks, f"ranks are {ranks}")
    check(list(told["winners"]) == [n for n, rank in enumerate(ranks) if rank == 1], "winners")
    best = max(total for total, *_ in ranked)
    check(
        bool(told["tie"]) == (sum(total == best for total, *_ in ranked) > 1), "a tie is told if there is one"
    )


def tie_value(table: Table, seat: Seat, tickets: Joined, path: int, bonus: int, tie: str) -> int:
    return {
        "tickets": len(tickets.done),
        "ticket-points": tickets.points,
        "fewer-stations": -len(seat.stations),
        "longest-path": path,
        "longest-path-bonus": bonus,
    }[tie]


def expected_items(
    table: Table, seat: Seat, tickets: Joined, path_bonus: int, most_bonus: int
) -> list[tuple[str, str, int]]:
    """In the order of docs/record.md; what is prose is empty here."""
    board = table.board
    items = [("route", name, board.points(name)) for name in board.routes if name in seat.routes]
    for name, ticket in board.tickets.items():
        if name in seat.tickets:
            done = name in tickets.done
            items.append(
                ("ticket" if done else "missed-ticket", name, (1 if done else -1) * ticket["points"])
            )
    left = (table.rules["stations"] - len(seat.stations)) * table.rules["station_points"]
    bonuses = (("station", left), ("longest-path", path_bonus), ("most-tickets", most_bonus))
    items += [(why, "", points) for why, points in bonuses if points]
    order = list(board.countries)
    won = sorted(seat.cards, key=lambda card: (order.index(card[0]), -card[1]))
    return items + [("country", country, points) for country, points in won]


def compare_items(number: int, told: list[Told], expected: list[tuple[str, str, int]]) -> None:
    said = [(i["why"], "" if i["why"] in PROSE else i["what"], i["points"]) for i in told]
    for place, (a, b) in enumerate(itertools.zip_longest(said, expected), 1):
        check(a == b, f"seat {number}: item {place} is told as {a}, but is {b}")


def longest(board: BoardFile, routes: Sequence[str]) -> int:
    """By walking every way (C14)."""
    edges = [(*board.edge(name), board.length(name)) for name in routes]
    at: dict[object, list[int]] = {}
    for i, (a, b, _) in enumerate(edges):
        at.setdefault(a, []).append(i)
        at.setdefault(b, []).append(i)
    best, whole = 0, sum(length for _, _, length in edges)

    def walk(place: object, used: frozenset[int], length: int) -> None:
        nonlocal best
        best = max(best, length)
        if best == whole:
            return
        for i in at[place]:
            if i not in used:
                a, b, more = edges[i]
                walk(b if place == a else a, used | {i}, length + more)

    for place in at:
        walk(place, frozenset(), 0)
    return best


def check_path(board: BoardFile, seat: Seat, path: list[str], length: int) -> None:
    """The path told is a walk over own routes, none twice, of that length."""
    check(len(set(path)) == len(path) and set(path) <= set(seat.routes), "a path of own routes")
    check(sum(map(board.length, path)) == length, "the path has another length")
    here = set(board.edge(path[0])) if path else set()
    for name in path[1:]:
        a, b = board.edge(name)
        here = {b for place in here if place == a} | {a for place in here if place == b}
        check(here, f"{name} does not go on where the path was")


def best_tickets(table: Table, seat: Seat) -> Joined:
    """The best use of stations: highest total, most tickets, fewest borrowed, earliest in the file (E8)."""
    board = table.board
    others = [name for other in table.seats if other is not seat for name in other.routes]
    lent: list[list[str | None]] = [
        [None, *(name for name in others if city in board.ends(name))] for city in seat.stations
    ]
    own = [board.edge(name) for name in seat.routes]

    def outcome(borrowed: tuple[str | None, ...]) -> Joined:
        top = joined([*own, *(board.edge(name) for name in borrowed if name)])
        ends = {name: board.tickets[name] for name in seat.tickets}
        done = [name for name, t in ends.items() if top(t["a"]) == top(t["b"])]
        points = sum(ends[name]["points"] for name in done)
        return Joined(done, points, sum(t["points"] for t in ends.values()) - points, borrowed)

    def rank(found: Joined) -> tuple[int, int, int, list[int], list[int]]:
        places = [board.route_order[name] for name in found.borrowed if name]
        by_station = [board.route_order[name] if name else -1 for name in reversed(found.borrowed)]
        return found.lost - found.points, -len(found.done), len(places), sorted(places), by_station

    return min(map(outcome, itertools.product(*lent)), key=rank)
