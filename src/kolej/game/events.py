"""Numbered events: what happened. Each seat gets its own redacted version, with the same numbers."""

from __future__ import annotations

from typing import assert_never

import msgspec


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """The field that every event has."""

    number: int
    """Counted from 0; a seat that may not see an event in full still gets its number."""

    def __str__(self) -> str:
        """A sentence with the board's ids and the numbers of seats."""
        return PLAIN.sentence(self)  # type: ignore[arg-type]  # every event is one of the union

    def __repr__(self) -> str:
        return str(self)


class Started(_Event, frozen=True, kw_only=True, tag="started"):
    """The game begins; who starts is known before first tickets are chosen (C17)."""

    seats: int
    starter: int


class Dealt(_Event, frozen=True, kw_only=True, tag="dealt"):
    seat: int
    count: int
    cards: str | None
    """Seen only by the seat."""


class Offered(_Event, frozen=True, kw_only=True, tag="offered"):
    """Tickets to choose from."""

    seat: int
    count: int
    tickets: tuple[str, ...] | None
    """Seen only by the seat."""


class Chose(_Event, frozen=True, kw_only=True, tag="chose"):
    """A seat has chosen first tickets; which and how many stays secret until all have (C16)."""

    seat: int
    tickets: tuple[str, ...] | None
    """Seen only by the seat."""


class AllChose(_Event, frozen=True, kw_only=True, tag="all-chose"):
    kept: tuple[int, ...]
    """How many each seat kept."""


class TurnedUp(_Event, frozen=True, kw_only=True, tag="turned-up"):
    """Cards laid face up into the display, in this order."""

    cards: str


class Replaced(_Event, frozen=True, kw_only=True, tag="replaced"):
    """Too many locomotives lay face up: the display is discarded (C4)."""


class Reshuffled(_Event, frozen=True, kw_only=True, tag="reshuffled"):
    """The discards became the deck (C5)."""

    size: int


class Drew(_Event, frozen=True, kw_only=True, tag="drew"):
    """A card is taken, from the display or blind."""

    seat: int
    card: str | None
    """A blind card is seen only by the seat."""
    blind: bool


class Claimed(_Event, frozen=True, kw_only=True, tag="claimed"):
    seat: int
    route: str
    cards: str
    """All cards paid, including a tunnel's extra cards."""
    swapped: str
    points: int


class Tried(_Event, frozen=True, kw_only=True, tag="tried"):
    """A set is laid before a tunnel and cards are turned up (E3)."""

    seat: int
    route: str
    cards: str
    turned: str
    extra: int


class GaveUp(_Event, frozen=True, kw_only=True, tag="gave-up"):
    seat: int
    route: str
    cards: str
    """The set taken back."""


class Built(_Event, frozen=True, kw_only=True, tag="built"):
    seat: int
    city: str
    cards: str


class Kept(_Event, frozen=True, kw_only=True, tag="kept"):
    """Tickets of a later draw: everyone sees how many, but not which (C19)."""

    seat: int
    count: int
    given_back: int
    tickets: tuple[str, ...] | None
    """Seen only by the seat."""


class WonCard(_Event, frozen=True, kw_only=True, tag="won-card"):
    """The top card of a country (P3)."""

    seat: int
    country: str
    points: int
    left: int


class Passed(_Event, frozen=True, kw_only=True, tag="passed"):
    """A player without a legal action passes (C15)."""

    seat: int


class LastRound(_Event, frozen=True, kw_only=True, tag="last-round"):
    """A player has few trains left: one more turn for all (C12)."""

    seat: int


class Ended(_Event, frozen=True, kw_only=True, tag="ended"):
    totals: tuple[int, ...]
    ranks: tuple[int, ...]


Event = (
    Started
    | Dealt
    | Offered
    | Chose
    | AllChose
    | TurnedUp
    | Replaced
    | Reshuffled
    | Drew
    | Claimed
    | Tried
    | GaveUp
    | Built
    | Kept
    | WonCard
    | Passed
    | LastRound
    | Ended
)


def seen_by(event: Event, seat: int | None) -> Event:
    """The event as a seat, or a spectator (None), may see it; its number stays."""
    match event:
        case Dealt() if event.seat != seat:
            return msgspec.structs.replace(event, cards=None)
        case Offered() | Chose() | Kept() if event.seat != seat:
            return msgspec.structs.replace(event, tickets=None)
        case Drew(blind=True) if event.seat != seat:
            return msgspec.structs.replace(event, card=None)
        case _:
            return event


class Wording:
    """Puts events into sentences: with ids here, with names in subclasses that know them."""

    me: int | None = None
    """The seat that is addressed as you."""

    def who(self, seat: int) -> str:
        return f"seat {seat}"

    def place(self, name: str) -> str:
        """A city or a country."""
        return name

    def route(self, name: str) -> str:
        return name

    def ticket(self, name: str) -> str:
        return name

    def cards(self, letters: str) -> str:
        return letters

    def sentence(self, event: Event) -> str:
        match event:
            case Started():
                begins = self._does(event.starter, "begin")
                return f"the game starts with {event.seats} players; {begins}"
            case Dealt() | Offered() | Chose() | AllChose() | Kept():
                return self._dealt(event)
            case TurnedUp():
                return f"{self.cards(event.cards)} turned up"
            case Replaced():
                return "too many locomotives: the display is replaced"
            case Reshuffled():
                return f"the {event.size} discards become the deck"
            case Drew():
                return self._drew(event)
            case Claimed() | Tried() | GaveUp() | Built() | WonCard():
                return self._built(event)
            case Passed():
                return f"{self._does(event.seat, 'pass', 'passes')}, having nothing to do"
            case LastRound():
                return f"{self._does(event.seat, 'have', 'has')} few trains left: one more turn for all"
            case Ended():
                return "the game is over"
            case _:
                assert_never(event)

    def _dealt(self, event: Dealt | Offered | Chose | AllChose | Kept) -> str:
        match event:
            case Dealt():
                shown = self.cards(event.cards) if event.cards else how_many(event.count, "card")
                return f"{self._does(event.seat, 'get')} {shown}"
            case Offered():
                shown = (
                    how_many(event.count, "ticket") if event.tickets is None else self._tickets(event.tickets)
                )
                return f"{self._does(event.seat, 'look')} at {shown}"
            case Chose():
                first = f"{self._does(event.seat, 'have', 'has')} chosen first tickets"
                return first if event.tickets is None else f"{first}: {self._tickets(event.tickets)}"
            case AllChose():
                kept = [f"{self._does(seat, 'keep')} {count}" for seat, count in enumerate(event.kept)]
                return f"all have chosen: {', '.join(kept)}"
            case Kept():
                shown = str(event.count) if event.tickets is None else self._tickets(event.tickets)
                back = f"; {event.given_back} given back" if event.given_back else ""
                noun = "" if event.tickets else " of the tickets"
                return f"{self._does(event.seat, 'keep')} {shown}{noun}{back}"
            case _:
                assert_never(event)

    def _drew(self, event: Drew) -> str:
        if not event.blind:
            return f"{self._does(event.seat, 'take')} {self.cards(event.card or '')} from the display"
        gets = "get" if event.seat == self.me else "gets"
        shown = f" and {gets} {self.cards(event.card)}" if event.card else ""
        return f"{self._does(event.seat, 'draw')} from the deck{shown}"

    def _built(self, event: Claimed | Tried | GaveUp | Built | WonCard) -> str:
        match event:
            case Claimed():
                paid = self.cards(event.cards) + (f" + {self.cards(event.swapped)}" if event.swapped else "")
                points = how_many(event.points, "point")
                return f"{self._does(event.seat, 'claim')} {self.route(event.route)} with {paid} for {points}"
            case Tried():
                turned = self.cards(event.turned) if event.turned else "nothing"
                more = f"{event.extra} more to pay" if event.extra else "nothing more to pay"
                tries = self._does(event.seat, "try", "tries")
                laid = f"the tunnel {self.route(event.route)} with {self.cards(event.cards)}"
                return f"{tries} {laid}; turned up {turned}: {more}"
            case GaveUp():
                return f"{self._does(event.seat, 'give')} the tunnel {self.route(event.route)} up"
            case Built():
                place, paid = self.place(event.city), self.cards(event.cards)
                return f"{self._does(event.seat, 'build')} a station in {place} with {paid}"
            case WonCard():
                card = f"the card {self.place(event.country)} {event.points}"
                return f"{self._does(event.seat, 'take')} {card} ({event.left} left)"
            case _:
                assert_never(event)

    def _does(self, seat: int, verb: str, his: str = "") -> str:
        """``you draw`` or ``greedy draws``."""
        return f"{self.who(seat)} {verb if seat == self.me else his or verb + 's'}"

    def _tickets(self, tickets: tuple[str, ...]) -> str:
        return ", ".join(map(self.ticket, tickets)) or "none"


PLAIN = Wording()


def how_many(number: int, noun: str) -> str:
    """``no cards``, ``1 card``, ``2 cards``."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
