"""Compares the score sheet of a record with that of the replayed game."""

from __future__ import annotations

from itertools import zip_longest

from kolej.game.record import RecordError
from kolej.game.rulebook import Rulebook
from kolej.game.score import Item, ScoreSheet, SeatScore

PROSE = ("station", "longest-path", "most-tickets")
"""Reasons whose ``what`` is a phrase for people, not an id; it is not compared."""


def compare_scores(book: Rulebook, told: ScoreSheet, found: ScoreSheet) -> None:
    """Raise ``RecordError`` with the first difference that matters, and both values."""
    if len(told.seats) != len(found.seats):
        raise RecordError(f"score: {len(told.seats)} seats are told, {len(found.seats)} played")
    for theirs, mine in zip(told.seats, found.seats, strict=True):
        _compare_items(theirs, mine)
        for field in ("seat", "total", "rank", "tickets_done", "path_length"):
            _same(f"seat {mine.seat}: {field}", getattr(theirs, field), getattr(mine, field))
        _check_path(book, theirs, mine)
        _compare_stations(theirs, mine)
    _same("winners", list(told.winners), list(found.winners))


def _same(what: str, told: object, found: object) -> None:
    if told != found:
        raise RecordError(f"score: {what} is told as {short(told)}, but is {short(found)}")


def _compare_items(told: SeatScore, found: SeatScore) -> None:
    for number, (theirs, mine) in enumerate(zip_longest(told.items, found.items), 1):
        if not _alike(theirs, mine):
            where = f"score: seat {found.seat}: item {number}"
            if theirs is None:
                raise RecordError(f'{where} is missing: it is "{mine}"')
            if mine is None:
                raise RecordError(f'{where} is told as "{short(theirs)}", but there is no such item')
            raise RecordError(f'{where} is told as "{short(theirs)}", but is "{mine}"')


def _alike(told: Item | None, found: Item | None) -> bool:
    if told is None or found is None or (told.why, told.points) != (found.why, found.points):
        return False
    return found.why in PROSE or told.what == found.what


def _compare_stations(told: SeatScore, found: SeatScore) -> None:
    _same(f"seat {found.seat}: stations", _cities(told), _cities(found))
    for theirs, mine in zip(told.stations, found.stations, strict=True):
        _same(f"seat {found.seat}: the route of the station in {mine.city}", theirs.route, mine.route)


def _cities(score: SeatScore) -> list[str]:
    return [station.city for station in score.stations]


def _check_path(book: Rulebook, told: SeatScore, found: SeatScore) -> None:
    """Check the longest path: any connected path of that length is right."""
    where = f"score: seat {found.seat}: path"
    own = {item.what for item in found.items if item.why == "route"}
    for number, route in enumerate(told.path, 1):
        if route not in own:
            raise RecordError(f'{where}: route {number}, "{short(route)}", is not the seat\'s')
        if route in told.path[: number - 1]:
            raise RecordError(f'{where}: route {number}, "{route}", is there twice')
    length = sum(book.length(book.route_index[route]) for route in told.path)
    if length != found.path_length:
        raise RecordError(f"{where}: its routes have {length} trains together, not {found.path_length}")
    check_walk(book, told.path, where)


def check_walk(book: Rulebook, path: tuple[str, ...], where: str) -> None:
    """Check that each route continues where the one before ended; the first may run either way."""
    here: set[object] = set()
    for number, route in enumerate(path):
        a, b = _ends(book, route)
        there = {b} if a in here else set()
        there |= {a} if b in here else set()
        here = there if number else {a, b}
        if not here:
            before = path[number - 1]
            raise RecordError(f'{where}: "{route}" does not go on where "{before}" ends')


def _ends(book: Rulebook, name: str) -> tuple[object, object]:
    """The ends of a route; a border route ends at a place of its own, unless countries connect (P5)."""
    route = book.board.routes[book.route_index[name]]
    if route.kind == "border" and not book.board.rules.countries_connect:
        return route.a, (route.a, route.b)
    return route.a, route.b


def short(value: object, most: int = 80) -> str:
    """A value of a record, short enough for a sentence."""
    try:
        text = str(value)
    except ValueError:  # a number with thousands of digits
        return "something too long to write"
    return text if len(text) <= most else text[: most - 3] + "..."
