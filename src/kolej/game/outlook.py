"""What lies ahead of a seat: how far its tickets have got, and what its possible claims would do.

All of it follows from what the seat may know: the open part, and its own tickets.
"""

from __future__ import annotations

import threading
from collections.abc import Collection
from typing import Any, Literal

import msgspec
import numpy as np

from kolej.game.rulebook import Rulebook
from kolej.rules import countries, entry_points
from kolej.rules.foresight import Foresight
from kolej.rules.progress import Progress
from kolej.rules.scoring import Sheet
from kolej.rules.state import PLAYERS, State
from kolej.rules.structs import Raw, Values, place_of, reader_of

Outcome = Literal["wins", "empty", "first", "before", "unpaid"]
OUTCOMES: dict[int, Outcome] = {
    countries.WINS: "wins",
    countries.FIRST: "first",
    countries.BEFORE: "before",
    countries.UNPAID: "unpaid",
}


class TicketProgress(msgspec.Struct, frozen=True):
    """How far a ticket has got."""

    ticket: str
    joined: bool
    """As the score sheet would count it if the game ended now; an offered ticket as if it were kept."""
    missing: int | None
    """The fewest trains that would join it if it were the only ticket; None if nothing can join it any more.

    It can be 0 for a ticket that is not joined, if the station that could join it serves other tickets.
    """
    routes: tuple[str, ...]
    """The routes of that path in order, including own and borrowed ones."""


class CountryCards(msgspec.Struct, frozen=True):
    """What a claim means for country cards."""

    outcome: Outcome
    """``wins`` some; or none, because the stacks are ``empty``, the country is the ``first`` of its network,
    it was in the network ``before``, or an inland route joins countries ``unpaid``."""
    joins: tuple[str, ...]
    """The countries of the network that the claim makes."""
    wins: dict[str, int]
    """The cards won: countries and points."""


class ClaimEffect(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a claim would do besides its points and the player's tickets."""

    countries: CountryCards | None = None
    closes: tuple[str, ...] = ()
    """Parallel tracks that nobody could claim any more."""
    last_round: bool = False
    """Whether the last round would begin."""


Leaves = dict[str, dict[str, int | None]]
"""By ticket: claims that change how many trains are missing, and how many each leaves."""


class _Room(threading.local):
    """Working memory, one for each thread."""

    def __init__(self) -> None:
        self.progress, self.foresight, self.sheet = Values(Progress), Values(Foresight), Values(Sheet)


_room = _Room()
_encode = msgspec.json.Encoder().encode

_DECIDING = [
    reader_of(
        place_of(State, "owned"),
        place_of(State, "station_city"),
        place_of(State, "tickets", seat),
        place_of(State, "offered", seat),
        place_of(State, "offered_count", seat),
    )
    for seat in range(PLAYERS)
]
"""By seat: what an outlook depends on. Trains, stacks and the last round change only with routes."""


class Ahead:
    """The outlook found for a seat."""

    def __init__(self, seat: int, tickets: tuple[TicketProgress, ...], changes: Any) -> None:
        self.seat = seat
        self.tickets = tickets
        self.written = msgspec.Raw(_encode(tickets))
        """The tickets as JSON."""
        self.changes = changes
        """Rows of a route, the index of a ticket, and the trains that it would still miss, -1 for no path."""
        self.effects: dict[str, ClaimEffect] | None = None
        """By route: what a claim would do besides, computed when asked for."""


class Outlook:
    """Looks ahead for the seats of a game; searches again only if routes, stations or tickets changed."""

    def __init__(self, book: Rulebook, state: Values, *, claims: bool = True) -> None:
        self.book, self.state = book, state
        self.claims = claims
        """Whether anyone will ask what claims would do."""
        self._known: dict[int, tuple[Raw, Ahead]] = {}
        self._closing: dict[int, ClaimEffect] = {}
        """Claims that do nothing but close their twins, which is always the same."""

    def ahead(self, seat: int) -> Ahead:
        """What lies ahead of a seat: the same object as long as it stays true."""
        key = self.state.raw(_DECIDING[seat])
        known = self._known.get(seat)
        if known is None or known[0] != key:
            known = self._known[seat] = key, self._searched(seat)
        return known[1]

    def tickets(self, seat: int) -> tuple[TicketProgress, ...]:
        """The tickets that a seat holds, in the order of its view, then those that it is offered."""
        return self.ahead(seat).tickets

    def claimed(self, seat: int, routes: Collection[str]) -> tuple[Leaves, dict[str, ClaimEffect]]:
        """The trains that tickets would still miss after claims of these routes, and what else those would
        do; claims without an effect are left out."""
        return self.claimed_ahead(self.ahead(seat), routes)

    def claimed_ahead(self, ahead: Ahead, routes: Collection[str]) -> tuple[Leaves, dict[str, ClaimEffect]]:
        """The same for what lies ahead now."""
        if ahead.effects is None:
            ahead.effects = self._foreseen(ahead.seat)
        effects = {route: effect for route, effect in ahead.effects.items() if route in routes}
        return self._leaves(ahead, routes), effects

    def _leaves(self, ahead: Ahead, routes: Collection[str]) -> Leaves:
        """Chooses rows before putting them into words: most are about routes that cannot be paid for now."""
        names, index = self.book.routes, self.book.route_index
        asked = np.zeros(len(names), np.bool)
        asked[np.fromiter((index[route] for route in routes), np.intp, len(routes))] = True
        leaves: Leaves = {}
        for route, place, left in ahead.changes[asked[ahead.changes[:, 0]]].tolist():
            claims = leaves.setdefault(ahead.tickets[place].ticket, {})
            claims[names[route]] = None if left < 0 else left
        return leaves

    def _searched(self, seat: int) -> Ahead:
        """Search for the seat's tickets on the board as it is."""
        book, room = self.book, _room
        entry_points.look_at_tickets(
            book.handle, self.state.handle, room.sheet.handle, room.progress.handle, seat, int(self.claims)
        )
        told: Any = room.progress[0]
        count = int(told.size[0])
        ends: list[int] = told.way_end[:count].tolist()
        way = [book.routes[route] for route in told.way[: ends[-1] if ends else 0].tolist()]
        facts = [fact[:count].tolist() for fact in (told.ticket, told.joined, told.missing)]
        found, begin = [], 0
        for ticket, joined, missing, end in zip(*facts, ends, strict=True):
            left = None if missing < 0 else missing
            found.append(TicketProgress(book.tickets[ticket], bool(joined), left, tuple(way[begin:end])))
            begin = end
        return Ahead(seat, tuple(found), told.change[: told.changes[0]].copy())

    def _foreseen(self, seat: int) -> dict[str, ClaimEffect]:
        """What each claim that the seat can still make would do besides."""
        entry_points.foresee(self.book.handle, self.state.handle, seat, _room.foresight.handle)
        told: Any = _room.foresight[0]
        count = int(told.size[0])
        facts = [fact[:count].tolist() for fact in (told.route, told.outcome, told.last)]
        names, closing = self.book.routes, self._closing
        found = {}
        for place, (route, outcome, last) in enumerate(zip(*facts, strict=True)):
            known = None if outcome or last else closing.get(route)
            found[names[route]] = known or self._effect(told, place, route, outcome, last)
        return found

    def _effect(self, told: Any, place: int, route: int, outcome: int, last: int) -> ClaimEffect:
        low, high = told.closes[place].tolist()
        cards = self._cards(outcome, int(told.joins[place])) if outcome else None
        found = ClaimEffect(cards, self.book.named_routes(low | high << 64), bool(last))
        if not outcome and not last:
            self._closing[route] = found
        return found

    def _cards(self, outcome: int, joins: int) -> CountryCards:
        joined = [i for i in range(len(self.book.countries)) if joins >> i & 1]
        names = tuple([self.book.countries[i] for i in joined])
        if outcome != countries.WINS:
            return CountryCards(OUTCOMES[outcome], names, {})
        taken = self.state[0].stack_next
        stacks = {self.book.countries[i]: self.book.board.countries[i].cards[taken[i] :] for i in joined}
        wins = {name: cards[0] for name, cards in stacks.items() if cards}
        return CountryCards("wins" if wins else "empty", names, wins)
