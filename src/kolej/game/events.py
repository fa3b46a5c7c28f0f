"""What happened, one numbered event after another; each seat gets its own, redacted, with the number kept."""

from __future__ import annotations

import msgspec


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """What every event has."""

    number: int
    """Counted from 0; a seat that may not see an event in full still gets its number."""

    def __repr__(self) -> str:
        return str(self)


class Started(_Event, frozen=True, kw_only=True, tag="started"):
    """The game begins; who starts is known before first tickets are chosen (C17)."""

    seats: int
    starter: int

    def __str__(self) -> str:
        return f"the game starts with {self.seats} players; seat {self.starter} begins"


class Dealt(_Event, frozen=True, kw_only=True, tag="dealt"):
    seat: int
    count: int
    cards: str | None
    """Seen by the seat alone."""

    def __str__(self) -> str:
        return f"seat {self.seat} is dealt {self.cards or f'{self.count} cards'}"


class Offered(_Event, frozen=True, kw_only=True, tag="offered"):
    """Tickets to choose from."""

    seat: int
    count: int
    tickets: tuple[str, ...] | None
    """Seen by the seat alone."""

    def __str__(self) -> str:
        shown = ", ".join(self.tickets) if self.tickets is not None else f"{self.count} tickets"
        return f"seat {self.seat} is offered {shown}"


class Chose(_Event, frozen=True, kw_only=True, tag="chose"):
    """First tickets are chosen; what and how many stays secret until all have (C16)."""

    seat: int
    tickets: tuple[str, ...] | None
    """Seen by the seat alone."""

    def __str__(self) -> str:
        shown = f": {', '.join(self.tickets)}" if self.tickets is not None else ""
        return f"seat {self.seat} has chosen first tickets{shown}"


class AllChose(_Event, frozen=True, kw_only=True, tag="all-chose"):
    kept: tuple[int, ...]
    """How many each seat kept."""

    def __str__(self) -> str:
        return "all have chosen: " + ", ".join(f"seat {s} keeps {n}" for s, n in enumerate(self.kept))


class TurnedUp(_Event, frozen=True, kw_only=True, tag="turned-up"):
    """Cards laid face up into the display, in this order."""

    cards: str

    def __str__(self) -> str:
        return f"turned up: {self.cards}"


class Replaced(_Event, frozen=True, kw_only=True, tag="replaced"):
    """Too many locomotives lay face up: all are discarded (C4)."""

    def __str__(self) -> str:
        return "the display is replaced"


class Reshuffled(_Event, frozen=True, kw_only=True, tag="reshuffled"):
    """The discards became the deck (C5)."""

    size: int

    def __str__(self) -> str:
        return f"the discards become the deck: {self.size} cards"


class Drew(_Event, frozen=True, kw_only=True, tag="drew"):
    """A card is taken, from the display or blind."""

    seat: int
    card: str | None
    """A blind card is seen by the seat alone."""
    blind: bool

    def __str__(self) -> str:
        return f"seat {self.seat} draws {'blind' if self.blind else 'the open'} -> {self.card or '?'}"


class Claimed(_Event, frozen=True, kw_only=True, tag="claimed"):
    seat: int
    route: str
    cards: str
    """All that was paid, a tunnel's extra cards too."""
    swapped: str
    points: int

    def __str__(self) -> str:
        paid = self.cards + (f"+{self.swapped}" if self.swapped else "")
        return f"seat {self.seat} claims {self.route} with {paid} -> {self.points}"


class Tried(_Event, frozen=True, kw_only=True, tag="tried"):
    """A set is laid before a tunnel and cards are turned up (E3)."""

    seat: int
    route: str
    cards: str
    turned: str
    extra: int

    def __str__(self) -> str:
        turned = self.turned or "nothing"
        return (
            f"seat {self.seat} tries {self.route} with {self.cards}; turned up {turned} -> {self.extra} more"
        )


class GaveUp(_Event, frozen=True, kw_only=True, tag="gave-up"):
    seat: int
    route: str
    cards: str
    """The set taken back."""

    def __str__(self) -> str:
        return f"seat {self.seat} gives {self.route} up and takes {self.cards} back"


class Built(_Event, frozen=True, kw_only=True, tag="built"):
    seat: int
    city: str
    cards: str

    def __str__(self) -> str:
        return f"seat {self.seat} builds a station in {self.city} with {self.cards}"


class Kept(_Event, frozen=True, kw_only=True, tag="kept"):
    """Tickets of a later draw: how many is open, which is not (C19)."""

    seat: int
    count: int
    given_back: int
    tickets: tuple[str, ...] | None
    """Seen by the seat alone."""

    def __str__(self) -> str:
        shown = ", ".join(self.tickets) if self.tickets is not None else f"{self.count}"
        return f"seat {self.seat} keeps {shown} and gives {self.given_back} back"


class WonCard(_Event, frozen=True, kw_only=True, tag="won-card"):
    """The top card of a country (P3)."""

    seat: int
    country: str
    points: int
    left: int

    def __str__(self) -> str:
        return f"seat {self.seat} takes {self.country} {self.points}; {self.left} left"


class Passed(_Event, frozen=True, kw_only=True, tag="passed"):
    """A player without a legal action passes (C15)."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat} passes"


class LastRound(_Event, frozen=True, kw_only=True, tag="last-round"):
    """A player has few trains left: one more turn for all (C12)."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat} starts the last round"


class Ended(_Event, frozen=True, kw_only=True, tag="ended"):
    totals: tuple[int, ...]
    ranks: tuple[int, ...]

    def __str__(self) -> str:
        return "the game is over: " + ", ".join(f"seat {s} {n}" for s, n in enumerate(self.totals))


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
