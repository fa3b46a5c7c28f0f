"""A table is the replay of its log. It knows nothing of time, network or store.

Loading a table applies its whole log; after that, each new entry is applied as ``command_handler`` makes it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, assert_never

import msgspec

from kolej.game import actions, fair_luck
from kolej.game.events import Event
from kolej.game.game import Game
from kolej.game.outlook import Ahead
from kolej.game.record import Record, Source
from kolej.game.replay import outcome, resumed
from kolej.game.rulebook import Rulebook
from kolej.game.view import View
from kolej.lessons.course import Course
from kolej.server.protocol import COLOURS, BotSeat, Colour, HostSeat, NewTable, SeatPlan, TableState
from kolej.server.tables import event_log
from kolej.server.tables.clocks import Clocks
from kolej.server.tables.event_log import Entry


class Seat:
    """A seat and who sits there; only entries change it."""

    def __init__(self, plan: SeatPlan, colour: Colour) -> None:
        self.plan = plan
        self.player: str | None = None
        self.entropy = ""
        self.colour: Colour = colour
        self.away: Literal["time", "resigned"] | None = None
        """Why a bot plays for the person."""

    @property
    def free(self) -> bool:
        return self.player is None and not isinstance(self.plan, BotSeat)


class Noted(msgspec.Struct, frozen=True):
    """What is kept of an entry, to send it to clients again; its events are in the game."""

    at: int
    by: str
    id: str
    seat: int | None
    first: int
    last: int


class Waiting(NamedTuple):
    """The own view of a seat that waits, encoded, and what it was made from."""

    since: int
    view: View
    ahead: Ahead
    written: msgspec.Raw


class Table:
    """The table that a log describes."""

    def __init__(self, place: str, same: Callable[[str, str], bool], fallback: str) -> None:
        self.id = place
        self.same = same
        """Whether two ids belong to one person: guests become accounts."""
        self.fallback = fallback
        """The bot that plays for people who left or ran out of time."""
        self.n = -1
        self.state: TableState = "waiting"
        self.seats: list[Seat] = []
        self.pace = 0.0
        """Seconds that a bot waits before it moves."""
        self.game: Game | None = None
        self.lesson: Course | None = None
        """The course of the lesson that is played here."""
        self.commitment = ""
        self.entropy: tuple[str, ...] = ()
        self.next: str | None = None
        self.rematch_n: int | None = None
        self.noted: list[Noted] = []
        self._moves = 0
        """Moves whose entries were applied; the game may be one ahead."""
        self.waiting: dict[int, Waiting] = {}
        """By seat, its own view as last sent while it waited."""
        self._views: dict[int, View] = {}
        """Views by seat, as of the seat's last move."""
        self._open: tuple[int, View] | None = None
        """What everyone saw after which entry."""
        self.awaited: tuple[int, ...] = ()
        """The awaited seats after the last entry."""
        self.since: dict[int, int] = {}
        """By seat: the entry at which its decision began."""
        self.answers: dict[tuple[str, str], int] = {}
        """Commands that were carried out, by player and id, with the numbers of their entries."""

    # ---- current state

    @property
    def setup(self) -> NewTable:
        return self.opened.setup

    @property
    def host(self) -> str:
        return self.opened.host

    @property
    def book(self) -> Rulebook:
        return self._book

    def seats_of(self, player: str | None) -> tuple[int, ...]:
        """The seats of a person."""
        if player is None:
            return ()
        seats = enumerate(self.seats)
        return tuple([i for i, seat in seats if seat.player and self.same(seat.player, player)])

    def bot_of(self, seat: int) -> str | None:
        """The bot that plays a seat now."""
        at = self.seats[seat]
        if isinstance(at.plan, BotSeat):
            return at.plan.bot
        return self.fallback if at.away else None

    def view_of(self, seat: int) -> View:
        """A view in which the seat's own cards and tickets are current: only its own moves change those.

        The open part may be out of date.
        """
        assert self.game is not None
        if seat not in self._views:
            self._views[seat] = self.game.view(seat)
        return self._views[seat]

    @property
    def open_part(self) -> View:
        """What everyone sees now."""
        assert self.game is not None
        if self._open is None or self._open[0] != self.n:
            self._open = self.n, self.game.view(None)
        return self._open[1]

    def people(self) -> tuple[str, ...]:
        """The ids of everyone who sits here, and of the host."""
        return tuple(dict.fromkeys([self.host, *(seat.player for seat in self.seats if seat.player)]))

    # ---- entries

    def apply(self, entry: Entry) -> tuple[Event, ...]:
        """Carry out an entry; returns the events of the game that it caused, unredacted.

        A move that the command handler has already played is not played again.
        """
        first = self.noted[-1].last if self.noted else 0
        before = self.awaited
        self.n += 1
        seat: int | None = None
        match entry:
            case event_log.Opened():
                self._opened(entry)
            case event_log.Sat():
                at = self.seats[entry.seat]
                at.player, at.entropy = entry.player, entry.entropy
            case event_log.Stood():
                at = self.seats[entry.seat]
                at.player, at.entropy = None, ""
            case event_log.Reserved():
                at = self.seats[entry.seat]
                at.plan = entry.plan
                at.player = self.host if isinstance(entry.plan, HostSeat) else None
            case event_log.Coloured():
                self._colour(entry)
            case event_log.Begun():
                self._begun(entry)
            case event_log.Moved():
                seat = entry.seat
                self._moved(entry)
            case event_log.LeftToBot():
                self.seats[entry.seat].away = entry.why
                self.clocks.banks = entry.banks
            case event_log.TakenBack():
                self.seats[entry.seat].away = None
                self.clocks.banks = entry.banks
                self.since[entry.seat] = self.n
                self.clocks.begin(entry.seat, entry.at)
            case event_log.Paced():
                self.pace = entry.pace
            case event_log.Rematched():
                self.next, self.rematch_n = entry.table, self.n
            case event_log.Closed():
                self.state = "closed"
            case _:
                assert_never(entry)
        self._note(entry, seat, first)
        self._follow_turns(before, seat, entry.at)
        return self.game.events_since(first) if self.game is not None else ()

    def _opened(self, entry: event_log.Opened) -> None:
        self.opened = entry
        self.pace = entry.pace
        self.commitment = fair_luck.commitment(bytes.fromhex(entry.secret))
        self.clocks = Clocks(entry.setup.clock)
        for number, plan in enumerate(entry.setup.seats):
            seat = Seat(plan, entry.colours[number] if entry.colours else COLOURS[number])
            if isinstance(plan, HostSeat):
                seat.player = entry.host
            elif entry.sitters:
                seat.player = entry.sitters[number]
            self.seats.append(seat)

    def _colour(self, entry: event_log.Coloured) -> None:
        """Give a seat a colour; a free seat that had it gets this seat's old one."""
        mine = self.seats[entry.seat]
        for other in self.seats:
            if other.colour == entry.colour:
                other.colour = mine.colour
        mine.colour = entry.colour

    def _begun(self, entry: event_log.Begun) -> None:
        game = self.game if self.game is not None else self.deal(entry.entropy)
        assert game.deal == entry.deal, "the deal follows from the secret"
        self._moves = game.moves
        if self.opened.lesson is not None:
            self.lesson = Course(self.opened.lesson, game)
        self.outlook = game.outlook()
        self.entropy = entry.entropy
        self.state = "playing"
        self.clocks.banks = entry.banks

    def _moved(self, entry: event_log.Moved) -> None:
        game = self.game
        assert game is not None
        if game.moves == self._moves:  # otherwise the command handler has already played it
            outcomes = [outcome(self.book, token) for token in entry.luck]
            game.play_outcomes(actions.parse(entry.action), entry.seat, outcomes)
        self._moves += 1
        if self.lesson is not None:
            self.lesson.note(game)
        self._views.pop(entry.seat, None)
        self.clocks.banks = entry.banks
        if game.over:
            self.state = "over"

    def _note(self, entry: Entry, seat: int | None, first: int) -> None:
        last = self.game.events_count if self.game is not None else 0
        self.noted.append(Noted(entry.at, entry.by, entry.id, seat, first, last))
        if entry.id:
            self.answers[entry.by, entry.id] = self.n

    def _follow_turns(self, before: tuple[int, ...], moved: int | None, now: int) -> None:
        """Note whose decisions and whose turns begin with this entry."""
        after = self.game.awaited if self.game is not None else ()
        for seat in after:
            if seat not in before or seat == moved:
                self.since[seat] = self.n
            if seat not in before or (seat == moved and self.game is not None and self.game.turn_begins):
                self.clocks.begin(seat, now)
        self.awaited = after

    def with_book(self, book: Rulebook) -> Table:
        self._book = book
        return self

    def deal(self, entropy: tuple[str, ...]) -> Game:
        """Set up the game; the table starts when the entry for it is applied."""
        secret = bytes.fromhex(self.opened.secret)
        if self.setup.position is not None:
            self.game = resumed(self.setup.position, secret, entropy, self.book)
            return self.game
        source = Source(kind="keyed", commitment=self.commitment, entropy=entropy)
        self.game = Game.start(self.book, len(self.seats), source, secret, ())
        return self.game

    def record(self, names: tuple[str, ...]) -> Record:
        """The record of a game that is over."""
        assert self.game is not None
        return msgspec.structs.replace(self.game.record(), names=names)
