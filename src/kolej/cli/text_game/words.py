"""Games in words: cards with their letters, cities with their names, events as sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, assert_never

from rich.markup import escape

from kolej.game.events import (
    AllChose,
    Built,
    Chose,
    Claimed,
    Dealt,
    Drew,
    Ended,
    Event,
    GaveUp,
    Kept,
    LastRound,
    Offered,
    Passed,
    Replaced,
    Reshuffled,
    Started,
    Tried,
    TurnedUp,
    WonCard,
)

if TYPE_CHECKING:
    from kolej.game.actions import Reason
    from kolej.game.rulebook import Rulebook

STYLES = {
    "P": "bold white on #7d3c98",
    "B": "bold white on #1f5fbf",
    "O": "bold black on #e67e22",
    "W": "bold black on #f4f4f4",
    "G": "bold white on #1e8449",
    "Y": "bold black on #f4d03f",
    "K": "bold white on #1c1c1c",
    "R": "bold white on #c0392b",
    "L": "bold black on #b5b5c9",
}
"""A card's colour; its letter is always there too."""

WHY: dict[Reason, str] = {
    "game-over": "the game is over",
    "not-your-turn": "it is not your turn",
    "choose-first-tickets": "first tickets are chosen first: keep 1 2",
    "already-chosen": "you have chosen your first tickets",
    "second-card": "you have drawn one card; draw the second first",
    "choose-tickets": "choose which of the tickets offered you keep first",
    "decide-tunnel": "pay for the tunnel you have tried, or give it up, first",
    "route-taken": "it is taken",
    "double-closed": "with so few players only one track of a double route may be claimed",
    "own-twin": "the other track is yours; one player never owns both",
    "own-border-route": "you have a track of this border route already",
    "one-route-per-country": "you have a route into this country already",
    "too-few-trains": "you have too few trains left for it",
    "too-few-cards": "you lack the cards for it",
}
"""Why a route cannot be claimed now, to a player."""


def cards(letters: str) -> str:
    """Cards as coloured letters."""
    return "".join(f"[{STYLES[letter]}]{letter}[/]" for letter in letters)


def counted(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


class Words:
    """The words of one game; ``me`` is the seat that is called you."""

    def __init__(self, book: Rulebook, names: Iterable[str], me: int | None = None) -> None:
        self.me = me
        self.names = list(names)
        board = book.board
        self._places = {city.id: city.name for city in board.cities}
        self._places |= {country.id: country.name.en for country in board.countries}
        tracks: dict[frozenset[str], list[str]] = {}
        for route in board.routes:
            tracks.setdefault(frozenset((route.a, route.b)), []).append(route.id)
        self._routes: dict[str, str] = {}
        for route in board.routes:
            same = tracks[frozenset((route.a, route.b))]
            track = f" (track {same.index(route.id) + 1})" if len(same) > 1 else ""
            self._routes[route.id] = f"{self.place(route.a)} – {self.place(route.b)}{track}"
        self._ticket_names = {
            name: f"{self.place(ticket.a)} – {self.place(ticket.b)}"
            for name, ticket in zip(book.tickets, board.tickets, strict=True)
        }

    def place(self, name: str) -> str:
        """A city or a country."""
        return escape(self._places.get(name, name))

    def route(self, name: str) -> str:
        return self._routes.get(name, escape(name))

    def ticket(self, name: str) -> str:
        return self._ticket_names.get(name, escape(name))

    def who(self, seat: int) -> str:
        if seat == self.me:
            return "[bold]you[/bold]"
        return escape(self.names[seat]) if seat < len(self.names) else f"seat {seat}"

    def _does(self, seat: int, verb: str, his: str = "") -> str:
        """``you draw`` or ``greedy draws``."""
        return f"{self.who(seat)} {verb if seat == self.me else his or verb + 's'}"

    def line(self, events: Iterable[Event], brief: bool = False) -> str:
        """What one action brought, as one line; briefly, without what is turned up into the display."""
        parts = [
            self.sentence(e) for e in events if not (brief and isinstance(e, TurnedUp | Offered | Dealt))
        ]
        return "; ".join(part for part in parts if part)

    def sentence(self, event: Event) -> str:
        match event:
            case Started():
                begins = self._does(event.starter, "begin")
                return f"the game starts with {event.seats} players; {begins}"
            case Dealt():
                shown = cards(event.cards) if event.cards else counted(event.count, "card")
                return f"{self._does(event.seat, 'get')} {shown}"
            case Offered():
                if event.tickets is None:
                    return f"{self._does(event.seat, 'look')} at {counted(event.count, 'ticket')}"
                return f"{self._does(event.seat, 'look')} at {self._tickets(event.tickets)}"
            case Chose():
                first = f"{self._does(event.seat, 'have', 'has')} chosen first tickets"
                return first if event.tickets is None else f"{first}: {self._tickets(event.tickets)}"
            case AllChose():
                return "all have chosen: " + ", ".join(
                    f"{self._does(seat, 'keep')} {count}" for seat, count in enumerate(event.kept)
                )
            case TurnedUp():
                return f"{cards(event.cards)} turned up"
            case Replaced():
                return "too many locomotives: the display is replaced"
            case Reshuffled():
                return f"the {event.size} discards become the deck"
            case Drew():
                return self._drew(event)
            case Claimed() | Tried() | GaveUp() | Built() | Kept() | WonCard():
                return self._built(event)
            case Passed():
                return f"{self._does(event.seat, 'pass', 'passes')}, having nothing to do"
            case LastRound():
                few = self._does(event.seat, "have", "has")
                return f"[bold]{few} few trains left: one more turn for all[/bold]"
            case Ended():
                return "the game is over"
            case _:
                assert_never(event)

    def _drew(self, event: Drew) -> str:
        if not event.blind:
            return f"{self._does(event.seat, 'take')} {cards(event.card or '')} from the display"
        shown = f" and {'get' if event.seat == self.me else 'gets'} {cards(event.card)}" if event.card else ""
        return f"{self._does(event.seat, 'draw')} from the deck{shown}"

    def _built(self, event: Claimed | Tried | GaveUp | Built | Kept | WonCard) -> str:
        match event:
            case Claimed():
                paid = cards(event.cards) + (f" + {cards(event.swapped)}" if event.swapped else "")
                points = counted(event.points, "point")
                return f"{self._does(event.seat, 'claim')} {self.route(event.route)} with {paid} for {points}"
            case Tried():
                turned = cards(event.turned) if event.turned else "nothing"
                more = f"{event.extra} more to pay" if event.extra else "nothing more to pay"
                tries = self._does(event.seat, "try", "tries")
                laid = f"the tunnel {self.route(event.route)} with {cards(event.cards)}"
                return f"{tries} {laid}; turned up {turned}: {more}"
            case GaveUp():
                return f"{self._does(event.seat, 'give')} the tunnel {self.route(event.route)} up"
            case Built():
                place = self.place(event.city)
                return f"{self._does(event.seat, 'build')} a station in {place} with {cards(event.cards)}"
            case Kept():
                kept = str(event.count) if event.tickets is None else self._tickets(event.tickets)
                back = f"; {event.given_back} given back" if event.given_back else ""
                noun = "" if event.tickets else " of the tickets"
                return f"{self._does(event.seat, 'keep')} {kept}{noun}{back}"
            case WonCard():
                card = f"the card {self.place(event.country)} {event.points}"
                return f"{self._does(event.seat, 'take')} {card} ({event.left} left)"
            case _:
                assert_never(event)

    def _tickets(self, tickets: tuple[str, ...]) -> str:
        return ", ".join(map(self.ticket, tickets)) or "none"
