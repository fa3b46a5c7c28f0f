"""What is kept of a finished game: one struct, made in one place, whoever played it."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import msgspec

from kolej.game.rulebook import Rulebook
from kolej.rules import entry_points
from kolej.rules.scoring import Sheet
from kolej.rules.state import COUNTRIES, PLAYERS, ROUTES, STACK, STATIONS
from kolej.rules.structs import Bits, Numbers, Values

Kind = Literal["raised", "illegal", "hung", "died"]


class Tally(NamedTuple):
    """What a game leaves behind besides its last state; filled in by whoever plays it."""

    decisions: Annotated[Bits, (PLAYERS,)]
    nanoseconds: Annotated[Bits, (PLAYERS,)]
    """Processor time that the choices of each seat took."""
    taken_at: Annotated[Numbers, (ROUTES,)]
    """Turns finished when the route was claimed; -1 if it never was."""
    joined_at: Annotated[Numbers, (PLAYERS,)]
    """Turns finished when the seat won its first country cards; -1 if it never did."""


class Failure(msgspec.Struct, frozen=True):
    """A bot that failed during a game."""

    seat: int
    kind: Kind
    reason: str
    decision: int
    """Which of its own decisions, from 0."""


class Seat(msgspec.Struct, frozen=True):
    """How a seat did. Tickets, routes and countries are numbered as in the board file."""

    bot: str
    rank: int
    """1 for a winner; equal for those who share a rank; seats whose bot failed come last."""
    win: float
    """1 for a win, a fraction for a shared one."""
    score: int
    routes: int
    """Points by source, from here on."""
    made_points: int
    missed_points: int
    """What failed tickets cost: 0 or less."""
    station_points: int
    path_bonus: int
    most_bonus: int
    country_points: int
    kept: tuple[int, ...]
    """Tickets held at the end."""
    made: tuple[int, ...]
    stations: tuple[int, ...]
    """Cities with a station of the seat."""
    borrowed: int
    """Stations whose borrowed route helped."""
    cards: tuple[tuple[int, int], ...]
    """Country cards: the country, and the position in its stack."""
    joined_at: int
    """The turn of the first country cards; -1 for never."""
    trains: int
    """Left over."""
    decisions: int
    nanoseconds: int


class GameResult(msgspec.Struct, frozen=True):
    """A game that was played to its end."""

    seed: int
    """The same seed and the same choices give the same game: ``kolej.new(board, players, seed)``."""
    starter: int
    """The seat that had the first turn."""
    turns: int
    seats: tuple[Seat, ...]
    taken_by: tuple[int, ...]
    """By route: the seat that owns it, or -1."""
    taken_at: tuple[int, ...]
    """By route: the turns finished when it was claimed, or -1."""
    failures: tuple[Failure, ...] = ()

    @property
    def seating(self) -> tuple[str, ...]:
        return tuple(seat.bot for seat in self.seats)

    def place(self, seat: int) -> int:
        """The position of a seat in the order of turns, from 0."""
        return (seat - self.starter) % len(self.seats)


class _End(NamedTuple):
    """The part of the last state that is kept."""

    owned: tuple[int, ...]
    tickets: tuple[int, ...]
    trains: tuple[int, ...]
    station_city: tuple[int, ...]
    card_owner: tuple[int, ...]
    players: tuple[int]
    starter: tuple[int]
    turns: tuple[int]


class _Counted(NamedTuple):
    """A tally in Python's own numbers."""

    decisions: tuple[int, ...]
    nanoseconds: tuple[int, ...]
    taken_at: tuple[int, ...]
    joined_at: tuple[int, ...]


class _Scored(NamedTuple):
    total: tuple[int, ...]
    routes: tuple[int, ...]
    tickets: tuple[int, ...]
    stations: tuple[int, ...]
    path_bonus: tuple[int, ...]
    most_bonus: tuple[int, ...]
    countries: tuple[int, ...]
    done_points: tuple[int, ...]
    borrowed: tuple[int, ...]
    done_set: tuple[int, ...]
    rank: tuple[int, ...]


def blank() -> Values:
    """A tally before the first decision."""
    tally = Values(Tally)
    reset(tally)
    return tally


def reset(tally: Values) -> None:
    tally.bytes[:] = 0
    tally[0].taken_at[:] = -1
    tally[0].joined_at[:] = -1


def played(
    book: Rulebook,
    state: Values,
    tally: Values,
    *,
    seed: int,
    seating: tuple[str, ...],
    failures: tuple[Failure, ...] = (),
    sheet: Values | None = None,
) -> GameResult:
    """What is kept of a finished game; ``sheet`` is scratch space for its score."""
    sheet = sheet or Values(Sheet)
    entry_points.final_scores(book.handle, state.handle, sheet.handle)
    end, scored, count = state.plain(_End), sheet.plain(_Scored), tally.plain(_Counted)
    players = end.players[0]
    ranks = _ranks(scored.rank[:players], {failure.seat for failure in failures})
    winners = ranks.count(1) if len(failures) < players else 0
    routes = len(book.routes)
    seats = []
    for seat in range(players):
        failed = any(failure.seat == seat for failure in failures)
        cities = end.station_city[seat * STATIONS : (seat + 1) * STATIONS]
        lent = scored.borrowed[seat * STATIONS : (seat + 1) * STATIONS]
        seats.append(
            Seat(
                bot=seating[seat],
                rank=ranks[seat],
                win=1 / winners if ranks[seat] == 1 and not failed else 0.0,
                score=scored.total[seat],
                routes=scored.routes[seat],
                made_points=scored.done_points[seat],
                missed_points=scored.tickets[seat] - scored.done_points[seat],
                station_points=scored.stations[seat],
                path_bonus=scored.path_bonus[seat],
                most_bonus=scored.most_bonus[seat],
                country_points=scored.countries[seat],
                kept=bits(end.tickets[seat]),
                made=bits(scored.done_set[seat]),
                stations=tuple([city for city in cities if city >= 0]),
                borrowed=sum(route >= 0 for route in lent),
                cards=_cards(book, end.card_owner, seat),
                joined_at=count.joined_at[seat],
                trains=end.trains[seat],
                decisions=count.decisions[seat],
                nanoseconds=count.nanoseconds[seat],
            )
        )
    return GameResult(
        seed=seed,
        starter=end.starter[0],
        turns=end.turns[0],
        seats=tuple(seats),
        taken_by=_owners(end.owned, players, routes),
        taken_at=count.taken_at[:routes],
        failures=failures,
    )


def bits(chosen: int) -> tuple[int, ...]:
    """The indices of the bits that are set."""
    found = []
    while chosen:
        found.append((chosen & -chosen).bit_length() - 1)
        chosen &= chosen - 1
    return tuple(found)


def _ranks(ranks: tuple[int, ...], failed: set[int]) -> list[int]:
    """Ranks among the seats whose bots did not fail; the others share the last rank."""
    if not failed:
        return list(ranks)
    good = [rank for seat, rank in enumerate(ranks) if seat not in failed]
    return [
        len(good) + 1 if seat in failed else 1 + sum(other < rank for other in good)
        for seat, rank in enumerate(ranks)
    ]


def _owners(owned: tuple[int, ...], players: int, routes: int) -> tuple[int, ...]:
    taken = [-1] * routes
    for seat in range(players):
        for route in bits(owned[2 * seat] | owned[2 * seat + 1] << 64):
            taken[route] = seat
    return tuple(taken)


def _cards(book: Rulebook, owners: tuple[int, ...], seat: int) -> tuple[tuple[int, int], ...]:
    if not book.countries or seat not in owners[: COUNTRIES * STACK]:
        return ()
    return tuple(
        [
            (country, place)
            for country, facts in enumerate(book.board.countries)
            for place in range(len(facts.cards))
            if owners[country * STACK + place] == seat
        ]
    )
