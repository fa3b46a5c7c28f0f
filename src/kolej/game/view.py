"""What a seat may know (C19): its own hand and tickets, and everything open.

A view is backed by the arrays of ``rules.sight``, on which compiled bots work; its typed fields are made when
asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec
import numpy as np

from kolej.game.actions import ORDER
from kolej.game.rulebook import Rulebook
from kolej.rules import entry_points
from kolej.rules.sight import NOBODY, Sight
from kolej.rules.state import FIRST_TICKETS, OVER, STACK, STATIONS
from kolej.rules.structs import Values

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
T = TypeVar("T")


class SeatView(msgspec.Struct, frozen=True):
    """What everyone may know about a player."""

    seat: int
    score: int
    trains: int
    stations: int
    """Stations still to build."""
    station_cities: tuple[str, ...]
    cards: int
    """Cards in the hand, of any kind."""
    known: dict[str, int]
    """Cards known to be in the hand: letters and numbers."""
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
    matching: str
    """The turned-up cards that each cost an extra card: of the colour laid, and locomotives."""


class _made_once(Generic[T]):  # noqa: N801 (a decorator)
    """``cached_property`` without its lock, which costs more than most fields; computing twice is fine."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.name = make.__name__
        self.__doc__ = make.__doc__

    def __get__(self, view: Any, kind: Any) -> T:
        if view is None:
            return self  # type: ignore[return-value]
        made = view.__dict__[self.name] = self.make(view)
        return made


class _Own(NamedTuple):
    """The fields of ``Sight`` from which a seat's own part is made."""

    seat: tuple[int, ...]
    hand: tuple[int, ...]
    tickets: tuple[int, ...]
    offered: tuple[int, ...]
    offered_count: tuple[int, ...]
    given: tuple[int, ...]


class _Open(NamedTuple):
    """The fields of ``Sight`` from which the open part is made, except country cards."""

    claimable: tuple[int, ...]
    owned: tuple[int, ...]
    score: tuple[int, ...]
    trains: tuple[int, ...]
    stations: tuple[int, ...]
    station_city: tuple[int, ...]
    known: tuple[int, ...]
    hidden: tuple[int, ...]
    hand_size: tuple[int, ...]
    ticket_count: tuple[int, ...]
    offered_count: tuple[int, ...]
    deck_size: tuple[int, ...]
    discard: tuple[int, ...]
    display: tuple[int, ...]
    laid: tuple[int, ...]
    turned: tuple[int, ...]
    extra: tuple[int, ...]
    unseen_count: tuple[int, ...]
    block_count: tuple[int, ...]
    players: tuple[int, ...]
    player: tuple[int, ...]
    starter: tuple[int, ...]
    phase: tuple[int, ...]
    waiting: tuple[int, ...]
    last_turns: tuple[int, ...]


class _Blocks(NamedTuple):
    """The fields of ``Sight`` about tickets that were looked at and put under the deck."""

    block_size: tuple[int, ...]
    block_count: tuple[int, ...]


class _Stacks(NamedTuple):
    """The fields of ``Sight`` about country cards."""

    stack_next: tuple[int, ...]
    card_owner: tuple[int, ...]


class View(msgspec.Struct, frozen=True, dict=True):
    """What one seat sees, or a spectator (``seat`` None)."""

    book: Rulebook
    sight: Values

    @classmethod
    def of(cls, book: Rulebook, state: Values, seat: int | None) -> View:
        sight = Values(Sight)
        entry_points.look(book.handle, state.handle, NOBODY if seat is None else seat, sight.handle)
        return cls(book, sight)

    @classmethod
    def from_bytes(cls, book: Rulebook, data: bytes) -> View:
        """A view from the bytes of ``to_bytes``, by the same rulebook; the caller must trust their origin."""
        sight = Values(Sight)
        if len(data) != len(sight.bytes):
            raise ValueError(f"a view has {len(sight.bytes)} bytes, not {len(data)}")
        sight.bytes[:] = np.frombuffer(data, np.uint8)
        return cls(book, sight)

    def to_bytes(self) -> bytes:
        """Everything that the seat sees, for another process, without the rulebook."""
        return self.sight.bytes.tobytes()

    def __eq__(self, other: object) -> bool:
        """Whether a seat sees the same on the same board with the same options."""
        if not isinstance(other, View):
            return NotImplemented
        same = self.sight.bytes.tobytes() == other.sight.bytes.tobytes()
        return same and (self.book is other.book or self.book.board == other.book.board)

    def __hash__(self) -> int:
        return hash(self.sight.bytes.tobytes())

    # Fields as tuples, tables row after row, read in parts: many views are made for one part alone, and
    # reading all takes several times as long.

    @_made_once
    def _own(self) -> _Own:
        return self.sight.plain(_Own)

    @_made_once
    def _open(self) -> _Open:
        return self.sight.plain(_Open)

    @_made_once
    def _stacks(self) -> _Stacks:
        return self.sight.plain(_Stacks)

    @property
    def seat(self) -> int | None:
        seat = self._own.seat[0]
        return None if seat == NOBODY else seat

    @property
    def phase(self) -> Phase:
        phase: int = self._open.phase[0]
        return PHASES[phase]

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose choice is awaited."""
        s = self._open
        return awaited(s.players[0], s.player[0], s.phase[0], s.waiting[0])

    @_made_once
    def hand(self) -> dict[str, int]:
        """The seat's own cards: letters and numbers."""
        return _counts(self._own.hand)

    @_made_once
    def tickets(self) -> tuple[str, ...]:
        """The seat's own tickets."""
        return self.book.named_tickets(self._own.tickets[0])

    @_made_once
    def offered(self) -> tuple[str, ...]:
        """Tickets that the seat chooses from."""
        if self.seat is None:
            return ()
        count = self._own.offered_count[self.seat]
        return tuple([self.book.tickets[t] for t in self._own.offered[:count]])

    @_made_once
    def given_back(self) -> tuple[str, ...]:
        """Tickets that the seat gave back."""
        return self.book.named_tickets(self._own.given[0])

    @_made_once
    def display(self) -> dict[str, int]:
        """Cards that lie face up."""
        return _counts(self._open.display)

    @_made_once
    def discards(self) -> dict[str, int]:
        return _counts(self._open.discard)

    @property
    def hidden(self) -> tuple[int, ...]:
        """Cards in the deck or in hands, as far as the seat can know: by kind, in the order of ``ORDER``."""
        return self._open.hidden

    @property
    def deck(self) -> int:
        found: int = self._open.deck_size[0]
        return found

    @property
    def ticket_deck(self) -> int:
        found: int = self._open.unseen_count[0]
        if self._open.block_count[0]:
            found += sum(self.sight.plain(_Blocks).block_size)
        return found

    @property
    def starter(self) -> int:
        found: int = self._open.starter[0]
        return found

    @property
    def last_turns(self) -> int | None:
        """Turns left in the last round; None before it."""
        left = self._open.last_turns[0]
        return None if left < 0 else left

    @_made_once
    def seats(self) -> tuple[SeatView, ...]:
        return tuple([self._seat(seat) for seat in range(self._open.players[0])])

    @_made_once
    def stacks(self) -> dict[str, tuple[int, ...]]:
        """The country cards left, the next to be taken first."""
        return {
            country.id: country.cards[self._stacks.stack_next[i] :]
            for i, country in enumerate(self.book.board.countries)
        }

    @_made_once
    def tunnel(self) -> Tunnel | None:
        if self.phase != "tunnel":
            return None
        route, laid = self.book.codec.laid(self._open.laid[0])
        colour = self.book.codec.facts[self._open.laid[0]][2]
        turned = "".join(ORDER[c] * self._open.turned[c] for c in range(9))
        matching = "".join(card for card in turned if card in (ORDER[colour], "L"))
        return Tunnel(self.book.routes[route], laid, turned, self._open.extra[0], matching)

    @_made_once
    def claimable(self) -> tuple[str, ...]:
        """Routes that the seat may still claim, regardless of cards and trains."""
        if self.seat is None:
            return ()
        return self.book.named_routes(self._routes(self._open.claimable, self.seat))

    @_made_once
    def closed(self) -> tuple[str, ...]:
        """Routes that nobody has and nobody may claim: the closed tracks of doubles (C9)."""
        low, high = 0, 0
        words = self._open.owned + self._open.claimable
        for place in range(0, len(words), 2):
            low |= words[place]
            high |= words[place + 1]
        every = (1 << len(self.book.routes)) - 1
        return self.book.named_routes(every & ~(low | high << 64))

    @staticmethod
    def _routes(words: tuple[int, ...], seat: int) -> int:
        """A seat's set of routes as one number."""
        return words[2 * seat] | words[2 * seat + 1] << 64

    def _seat(self, seat: int) -> SeatView:
        s, book = self._open, self.book
        built = s.station_city[seat * STATIONS : (seat + 1) * STATIONS]
        return SeatView(
            seat,
            s.score[seat],
            s.trains[seat],
            s.stations[seat],
            tuple([book.cities[city] for city in built if city >= 0]),
            s.hand_size[seat],
            _counts(s.known[seat * 9 : seat * 9 + 9]),
            s.ticket_count[seat],
            s.offered_count[seat],
            book.named_routes(s.owned[2 * seat] | s.owned[2 * seat + 1] << 64),
            self._country_cards(seat) if book.board.countries else {},
        )

    def _country_cards(self, seat: int) -> dict[str, tuple[int, ...]]:
        """The country cards that a seat has won."""
        held: dict[str, tuple[int, ...]] = {}
        for i, country in enumerate(self.book.board.countries):
            owners = self._stacks.card_owner[i * STACK :]
            cards = tuple([worth for k, worth in enumerate(country.cards) if owners[k] == seat])
            if cards:
                held[country.id] = cards
        return held

    def plain(self) -> dict[str, Any]:
        """The whole view as values that JSON supports."""
        told: dict[str, Any] = msgspec.to_builtins({name: getattr(self, name) for name in PLAIN})
        return told

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<view of {who} on {self.book.board.id}: {self.phase}, awaited {self.awaited}>"


PLAIN = tuple(
    name
    for name, field in vars(View).items()
    if isinstance(field, property | _made_once)
    and not name.startswith("_")
    and name not in ("claimable", "hidden")
)
"""The fields of ``View.plain``, in the order of the class; claimable routes are in a seat's choices, and how
many cards are hidden follows from the rest."""


def awaited(players: int, player: int, phase: int, waiting: int) -> tuple[int, ...]:
    """The seats whose choice is awaited; ``waiting``: those that still choose first tickets."""
    if phase == FIRST_TICKETS:
        return tuple(seat for seat in range(players) if waiting >> seat & 1)
    return () if phase == OVER else (player,)


def _counts(cards: tuple[int, ...]) -> dict[str, int]:
    return {card: count for card, count in zip(ORDER, cards, strict=True) if count}
