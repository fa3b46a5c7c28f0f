"""What a seat may know (C19): its own hand and tickets, and all that lies open.

A view is backed by the arrays of ``rules.sight``, on which compiled bots work; its typed fields are made
on asking.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal

import msgspec

from kolej.actions import ORDER
from kolej.rulebook import Rulebook
from kolej.rules import entries
from kolej.rules.records import Values
from kolej.rules.sight import NOBODY, Sight
from kolej.rules.state import FIRST_TICKETS, State

Phase = Literal["first-tickets", "turn", "second-card", "choose-tickets", "tunnel", "pay-swap", "over"]
PHASES: tuple[Phase, ...] = (
    "first-tickets",
    "turn",
    "second-card",
    "choose-tickets",
    "tunnel",
    "pay-swap",
    "over",
)


class SeatView(msgspec.Struct, frozen=True):
    """What lies open of a player."""

    seat: int
    score: int
    trains: int
    stations: int
    """Still to build."""
    station_cities: tuple[str, ...]
    cards: int
    """In the hand, of whatever kind."""
    known: dict[str, int]
    """What must be in the hand at least: letters and numbers."""
    tickets: int
    offered: int
    routes: tuple[str, ...]
    country_cards: dict[str, tuple[int, ...]]


class Tunnel(msgspec.Struct, frozen=True):
    """A tunnel that is being decided."""

    route: str
    laid: str
    turned: str
    extra: int


class View(msgspec.Struct, frozen=True, dict=True):
    """What one seat sees, or a spectator (``seat`` None)."""

    book: Rulebook
    sight: Values

    @classmethod
    def of(cls, book: Rulebook, state: Values, seat: int | None) -> View:
        sight = Values(Sight)
        entries.look(book.handle, state.handle, NOBODY if seat is None else seat, sight.handle)
        return cls(book, sight)

    @property
    def _s(self) -> Any:
        return self.sight[0]

    @property
    def seat(self) -> int | None:
        seat = int(self._s.seat[0])
        return None if seat == NOBODY else seat

    @property
    def phase(self) -> Phase:
        return PHASES[int(self._s.phase[0])]

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose choice is awaited."""
        return awaited(self._s)

    @cached_property
    def hand(self) -> dict[str, int]:
        """The seat's own cards: letters and numbers."""
        return _counts(self._s.hand)

    @cached_property
    def tickets(self) -> tuple[str, ...]:
        """The seat's own tickets."""
        return self._names(self._s.tickets[0])

    @cached_property
    def offered(self) -> tuple[str, ...]:
        """Tickets that the seat chooses from."""
        if self.seat is None:
            return ()
        count = int(self._s.offered_count[self.seat])
        return tuple(self.book.tickets[int(t)] for t in self._s.offered[:count])

    @cached_property
    def given_back(self) -> tuple[str, ...]:
        """Tickets that the seat gave back."""
        return self._names(self._s.given[0])

    @cached_property
    def display(self) -> dict[str, int]:
        """Cards that lie face up."""
        return _counts(self._s.display)

    @cached_property
    def discards(self) -> dict[str, int]:
        return _counts(self._s.discard)

    @property
    def deck(self) -> int:
        return int(self._s.deck_size[0])

    @property
    def ticket_deck(self) -> int:
        return int(self._s.unseen_count[0]) + int(self._s.block_size.sum())

    @property
    def starter(self) -> int:
        return int(self._s.starter[0])

    @property
    def last_turns(self) -> int | None:
        """Turns left in the last round; None before it."""
        left = int(self._s.last_turns[0])
        return None if left < 0 else left

    @cached_property
    def seats(self) -> tuple[SeatView, ...]:
        return tuple(self._seat(seat) for seat in range(int(self._s.players[0])))

    @cached_property
    def stacks(self) -> dict[str, tuple[int, ...]]:
        """The country cards left, the next to be taken first."""
        return {
            country.id: country.cards[int(self._s.stack_next[i]) :]
            for i, country in enumerate(self.book.board.countries)
        }

    @cached_property
    def tunnel(self) -> Tunnel | None:
        if self.phase != "tunnel":
            return None
        from kolej.rulebook import written

        _, route, colour, locos, _ = map(int, self.book.rows[int(self._s.laid[0])])
        laid = written(colour, self.book.length(route) - locos, locos)
        turned = "".join(ORDER[c] * int(self._s.turned[c]) for c in range(9))
        return Tunnel(self.book.routes[route], laid, turned, int(self._s.extra[0]))

    @cached_property
    def claimable(self) -> tuple[str, ...]:
        """Routes that the seat may still claim, cards and trains apart."""
        if self.seat is None:
            return ()
        mine = int(self._s.claimable[self.seat, 0]) | int(self._s.claimable[self.seat, 1]) << 64
        return tuple(name for r, name in enumerate(self.book.routes) if mine >> r & 1)

    @cached_property
    def closed(self) -> tuple[str, ...]:
        """Routes that nobody has and nobody may claim: the closed tracks of doubles (C9)."""
        players = range(int(self._s.players[0]))
        shut = []
        for r, name in enumerate(self.book.routes):
            word, place = r >> 6, r & 63
            if not any(int(self._s.owned[p, word]) >> place & 1 for p in players) and not any(
                int(self._s.claimable[p, word]) >> place & 1 for p in players
            ):
                shut.append(name)
        return tuple(shut)

    def _seat(self, seat: int) -> SeatView:
        s = self._s
        held: dict[str, tuple[int, ...]] = {}
        for i, country in enumerate(self.book.board.countries):
            cards = tuple(worth for k, worth in enumerate(country.cards) if s.card_owner[i, k] == seat)
            if cards:
                held[country.id] = cards
        owned = int(s.owned[seat, 0]) | int(s.owned[seat, 1]) << 64
        return SeatView(
            seat,
            int(s.score[seat]),
            int(s.trains[seat]),
            int(s.stations[seat]),
            tuple(self.book.cities[int(c)] for c in s.station_city[seat] if c >= 0),
            int(s.hand_size[seat]),
            _counts(s.known[seat]),
            int(s.ticket_count[seat]),
            int(s.offered_count[seat]),
            tuple(name for r, name in enumerate(self.book.routes) if owned >> r & 1),
            held,
        )

    def _names(self, tickets: Any) -> tuple[str, ...]:
        return tuple(name for t, name in enumerate(self.book.tickets) if int(tickets) >> t & 1)

    def plain(self) -> dict[str, Any]:
        """The whole view as values that JSON has."""
        fields = (
            "seat",
            "phase",
            "awaited",
            "hand",
            "tickets",
            "offered",
            "given_back",
            "display",
            "discards",
        )
        more = ("deck", "ticket_deck", "starter", "last_turns", "seats", "stacks", "tunnel", "closed")
        return {name: msgspec.to_builtins(getattr(self, name)) for name in (*fields, *more)}

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<view of {who} on {self.book.board.id}: {self.phase}, awaited {self.awaited}>"


def awaited(table: Sight | State) -> tuple[int, ...]:
    """The seats whose choice is awaited."""
    phase = table.phase[0]
    if phase == FIRST_TICKETS:
        return tuple(seat for seat in range(int(table.players[0])) if table.waiting[0] >> seat & 1)
    return () if PHASES[int(phase)] == "over" else (int(table.player[0]),)


def _counts(cards: Any) -> dict[str, int]:
    return {ORDER[c]: int(cards[c]) for c in range(9) if cards[c]}
