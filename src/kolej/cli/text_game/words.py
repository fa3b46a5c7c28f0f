"""Games in words: cards with their letters, cities with their names, events as sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.markup import escape

from kolej.game.events import Dealt, Event, LastRound, Offered, TurnedUp, Wording

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
"""A card's colour; its letter is always shown too."""

WHY: dict[Reason, str] = {
    "game-over": "the game is over",
    "not-your-turn": "it is not your turn",
    "choose-first-tickets": "choose your first tickets first: keep 1 2",
    "already-chosen": "you have already chosen your first tickets",
    "second-card": "you have drawn one card; draw the second one first",
    "choose-tickets": "first choose which of the offered tickets to keep",
    "decide-tunnel": "first pay for the tunnel you have tried, or give it up",
    "route-taken": "it is already claimed",
    "double-closed": "with so few players only one track of a double route may be claimed",
    "own-twin": "you own the other track; no player may own both",
    "own-border-route": "you already own a track of this border route",
    "one-route-per-country": "you already own a route into this country",
    "too-few-trains": "you have too few trains left for it",
    "too-few-cards": "you do not have the cards for it",
}
"""Why a route cannot be claimed now, as told to a player."""


def cards(letters: str) -> str:
    """Cards as coloured letters."""
    return "".join(f"[{STYLES[letter]}]{letter}[/]" for letter in letters)


class Words(Wording):
    """The words of one game; ``me`` is the seat that is addressed as you."""

    def __init__(self, book: Rulebook, names: Iterable[str], me: int | None = None) -> None:
        self.me = me
        self.names = list(names)
        board = book.board
        self._places = {city.id: city.name for city in board.cities}
        self._places |= {country.id: country.shown.en for country in board.countries}
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

    def cards(self, letters: str) -> str:
        return cards(letters)

    def ticket(self, name: str) -> str:
        return self._ticket_names.get(name, escape(name))

    def who(self, seat: int) -> str:
        if seat == self.me:
            return "[bold]you[/bold]"
        return escape(self.names[seat]) if seat < len(self.names) else f"seat {seat}"

    def line(self, events: Iterable[Event], brief: bool = False) -> str:
        """The result of one action as one line; ``brief`` leaves out cards turned up into the display."""
        parts = [
            self.sentence(e) for e in events if not (brief and isinstance(e, TurnedUp | Offered | Dealt))
        ]
        return "; ".join(part for part in parts if part)

    def sentence(self, event: Event) -> str:
        told = super().sentence(event)
        return f"[bold]{told}[/bold]" if isinstance(event, LastRound) else told
