"""The score sheet: every point of the final score with its reason (C18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from kolej.boards.schema import Tie
from kolej.rules import entry_points
from kolej.rules.board import TIES
from kolej.rules.scoring import Sheet
from kolej.rules.state import State
from kolej.rules.structs import Values

if TYPE_CHECKING:
    from kolej.game.rulebook import Rulebook

Why = Literal["route", "ticket", "missed-ticket", "station", "longest-path", "most-tickets", "country"]


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some points and what they are for."""

    why: Why
    what: str
    """The route, ticket or country; for stations, how many were not built."""
    points: int

    def __str__(self) -> str:
        return f"{self.points:+d} {self.why} {self.what}".rstrip()


class Borrowed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a station was used for (E8)."""

    city: str
    route: str | None


class SeatScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: int
    total: int
    rank: int
    """1 for the winner; equal for players who share a rank."""
    items: tuple[Item, ...]
    tickets_done: int
    path_length: int
    path: tuple[str, ...]
    """The longest path, route by route."""
    stations: tuple[Borrowed, ...]


class ScoreSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seats: tuple[SeatScore, ...]
    winners: tuple[int, ...]
    tie: str
    """How a tie for first place was decided; empty if there was none."""

    def __str__(self) -> str:
        lines = []
        for score in sorted(self.seats, key=lambda s: (s.rank, s.seat)):
            lines.append(f"{score.rank}. seat {score.seat}: {score.total}")
            lines += [f"     {item}" for item in score.items]
        return "\n".join([*lines, self.tie] if self.tie else lines)


class Compared(msgspec.Struct, frozen=True):
    """A comparison that separated seats that were equal until then."""

    by: Tie
    seats: tuple[int, ...]
    values: tuple[int, ...]
    """The values of those seats; for ``fewer-stations``, the stations built."""
    ahead: tuple[int, ...]
    """The seats that are ahead afterwards."""


class TieBreak(msgspec.Struct, frozen=True):
    """How a tie for first place was broken."""

    points: int
    seats: tuple[int, ...]
    compared: tuple[Compared, ...]
    """In the order of the rules; comparisons in which all were equal are left out."""
    shared: bool
    """Whether nothing separated them: they share first place."""


def score_sheet(book: Rulebook, state: Values) -> ScoreSheet:
    """The score sheet of the present state, computed from scratch."""
    sheets = Values(Sheet)
    entry_points.final_scores(book.handle, state.handle, sheets.handle)
    sheet: Sheet = sheets[0]
    table = state[0]
    players = int(table.players[0])
    seats = []
    for seat in range(players):
        items = _items(book, table, sheet, seat)
        total = int(sheet.total[seat])
        assert sum(item.points for item in items) == total, "every point has a reason"
        length = int(entry_points.trace_path(book.handle, state.handle, sheets.handle, seat))
        count = int(sheet.route_path[0])
        path = tuple(book.routes[sheet.route_path[i + 1]] for i in range(count))
        built = [int(city) for city in table.station_city[seat] if city >= 0]
        stations = tuple(
            Borrowed(book.cities[city], book.routes[r] if (r := int(sheet.borrowed[seat, i])) >= 0 else None)
            for i, city in enumerate(built)
        )
        rank = int(sheet.rank[seat])
        seats.append(SeatScore(seat, total, rank, items, int(sheet.done[seat]), length, path, stations))
    winners = tuple(score.seat for score in seats if score.rank == 1)
    return ScoreSheet(tuple(seats), winners, _in_words(_tie_break(book, state, sheets)))


def _items(book: Rulebook, table: State, sheet: Sheet, seat: int) -> tuple[Item, ...]:
    items = []
    for r, name in enumerate(book.routes):
        if int(table.owned[seat, r >> 6]) >> (r & 63) & 1:
            items.append(Item("route", name, book.points(r)))
    done = int(sheet.done_set[seat])
    for t, name in enumerate(book.tickets):
        if int(table.tickets[seat]) >> t & 1:
            points = book.board.tickets[t].points
            items.append(
                Item("ticket", name, points) if done >> t & 1 else Item("missed-ticket", name, -points)
            )
    left, rules = int(table.stations[seat]), book.board.rules
    if left and rules.station_points:
        items.append(Item("station", f"{left} not built", left * rules.station_points))
    if sheet.path_bonus[seat]:
        items.append(Item("longest-path", f"{sheet.path[seat]} trains", int(sheet.path_bonus[seat])))
    if sheet.most_bonus[seat]:
        items.append(Item("most-tickets", f"{sheet.done[seat]} tickets", int(sheet.most_bonus[seat])))
    for c, country in enumerate(book.board.countries):
        for k, worth in enumerate(country.cards):
            if table.card_owner[c, k] == seat:
                items.append(Item("country", country.id, worth))
    return tuple(items)


def tie_break(book: Rulebook, state: Values) -> TieBreak | None:
    """How a tie for first place was broken; None if there was none."""
    sheets = Values(Sheet)
    entry_points.final_scores(book.handle, state.handle, sheets.handle)
    return _tie_break(book, state, sheets)


def _tie_break(book: Rulebook, state: Values, sheets: Values) -> TieBreak | None:
    totals: list[int] = sheets[0].total[: int(state[0].players[0])].tolist()
    best = max(totals)
    equal = tuple(seat for seat, total in enumerate(totals) if total == best)
    if len(equal) < 2:
        return None
    seats, compared = equal, []
    for name in book.board.rules.ties:
        args = book.handle, state.handle, sheets.handle, TIES.index(name)
        values = [int(entry_points.tie_value(*args, seat)) for seat in equal]
        if len(equal) > 1 and len(set(values)) > 1:
            built = name == "fewer-stations"
            told = [book.board.rules.stations - value if built else value for value in values]
            ahead = [seat for seat, value in zip(equal, values, strict=True) if value == max(values)]
            compared.append(Compared(name, equal, tuple(told), tuple(ahead)))
            equal = tuple(ahead)
    return TieBreak(best, seats, tuple(compared), len(equal) > 1)


def _in_words(tie: TieBreak | None) -> str:
    """A sentence that says who tied and what decided."""
    if tie is None:
        return ""
    told = f"seats {', '.join(map(str, tie.seats))} have {tie.points} points each"
    for compared in tie.compared:
        by = compared.by.replace("-", " ")
        if len(compared.ahead) == 1:
            return f"{told}; {by} decides for seat {compared.ahead[0]}"
        told += f"; {by} leaves seats {', '.join(map(str, compared.ahead))}"
    return f"{told}; they share the first place"
