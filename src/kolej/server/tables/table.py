"""A table: what its log makes of it. No time, no network, no store in here; they are handed in.

``decide`` turns a command into an entry, or refuses it; ``apply`` makes an entry so. A loaded table applies
its whole log, a live one each entry as it comes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NoReturn, assert_never

import msgspec

from kolej.game import actions, fair_luck
from kolej.game.actions import IllegalAction, InvalidAction
from kolej.game.events import Event
from kolej.game.game import Game
from kolej.game.record import Record, Source
from kolej.game.replay import outcome
from kolej.game.rulebook import Rulebook
from kolej.game.view import View
from kolej.server.protocol import (
    COLOURS,
    Act,
    BotSeat,
    Choose,
    Close,
    Colour,
    FriendSeat,
    HostSeat,
    Leave,
    NewTable,
    RefusalReason,
    Rematch,
    Remove,
    Reserve,
    Resign,
    Say,
    SeatPlan,
    Show,
    Sit,
    Start,
    TableCommand,
    TableState,
    TakeBack,
)
from kolej.server.tables import event_log
from kolej.server.tables.clocks import Clocks
from kolej.server.tables.event_log import Entry


class Refusal(Exception):
    """A command that is not carried out; nothing has changed."""

    def __init__(self, reason: RefusalReason, text: str) -> None:
        super().__init__(text)
        self.reason = reason


class Seat:
    """Who sits where; changed by entries alone."""

    def __init__(self, plan: SeatPlan, colour: Colour) -> None:
        self.plan = plan
        self.player: str | None = None
        self.entropy = ""
        self.colour: Colour = colour
        self.away: Literal["time", "resigned"] | None = None
        """Why a bot plays on for the person."""

    @property
    def free(self) -> bool:
        return self.player is None and not isinstance(self.plan, BotSeat)


class Noted(msgspec.Struct, frozen=True):
    """What clients may be told of an entry again: the events lie in the game."""

    at: int
    by: str
    id: str
    seat: int | None
    first: int
    last: int


class Table:
    """The table that a log tells."""

    def __init__(self, place: str, same: Callable[[str, str], bool], fallback: str) -> None:
        self.id = place
        self.same = same
        """Whether two ids are one person's: guests become accounts."""
        self.fallback = fallback
        """The bot that plays on for people."""
        self.n = -1
        self.state: TableState = "waiting"
        self.seats: list[Seat] = []
        self.game: Game | None = None
        self.commitment = ""
        self.entropy: tuple[str, ...] = ()
        self.next: str | None = None
        self.rematch_n: int | None = None
        self.noted: list[Noted] = []
        self._moves = 0
        self._views: dict[int, View] = {}
        """By seat, as of its last move."""
        self.awaited: tuple[int, ...] = ()
        """Seats whose choice is awaited, after the last entry."""
        self.since: dict[int, int] = {}
        """By seat: the entry with which its decision began."""
        self.answers: dict[tuple[str, str], int] = {}
        """Commands that were carried out, by player and id, with their entries."""

    # ---- what is so

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
        """The seats that are a person's."""
        if player is None:
            return ()
        return tuple(i for i, seat in enumerate(self.seats) if seat.player and self.same(seat.player, player))

    def bot_of(self, seat: int) -> str | None:
        """The bot that plays a seat now."""
        at = self.seats[seat]
        if isinstance(at.plan, BotSeat):
            return at.plan.bot
        return self.fallback if at.away else None

    def view_of(self, seat: int) -> View:
        """A view in which a seat's own cards and tickets are right: only its own moves change those.

        What lies open may be older in it.
        """
        assert self.game is not None
        if seat not in self._views:
            self._views[seat] = self.game.view(seat)
        return self._views[seat]

    def people(self) -> tuple[str, ...]:
        """The ids of all who sit here, and the host's."""
        return tuple(dict.fromkeys([self.host, *(seat.player for seat in self.seats if seat.player)]))

    # ---- from commands to entries

    def decide(self, command: TableCommand, player: str, now: int) -> Entry:
        """The entry that a command makes, or ``Refusal``. An action is carried out on the game at once."""
        if command.version > self.n:
            refuse("ahead", f"the table is at {self.n}, not yet at {command.version}; connect anew")
        match command:
            case Act():
                return self._act(command, player, now)
            case Start():
                return self._start(command, player, now)
            case Resign(seat=seat):
                self._own(seat, player)
                self._playing()
                if self.bot_of(seat):
                    refuse("played-by-bot", "a bot plays this seat already")
                return event_log.LeftToBot(
                    at=now, by=player, id=command.id, seat=seat, why="resigned", banks=self.clocks.banks
                )
            case TakeBack(seat=seat):
                self._own(seat, player)
                self._playing()
                if not self.seats[seat].away:
                    refuse("played-by-you", "no bot plays for you here")
                banks = self.clocks.banks_after_return(seat)
                return event_log.TakenBack(at=now, by=player, id=command.id, seat=seat, banks=banks)
            case Sit() | Leave() | Remove() | Reserve() | Choose() | Close():
                if self.state != "waiting":
                    self._not_waiting()
                return self._seating(command, player, now)
            case Rematch() | Say() | Show():
                raise TypeError("these are not decided by the table alone")
            case _:
                assert_never(command)

    def _seating(
        self, command: Sit | Leave | Remove | Reserve | Choose | Close, player: str, now: int
    ) -> Entry:
        if isinstance(command, Close):
            self._only_host(player)
            return event_log.Closed(at=now, by=player, id=command.id)
        seat = self._seat(command.seat)
        number = command.seat
        match command:
            case Sit():
                self._may_sit(seat, command, player)
                return event_log.Sat(
                    at=now, by=player, id=command.id, seat=number, player=player, entropy=command.entropy
                )
            case Leave():
                self._own(number, player)
                return event_log.Stood(at=now, by=player, id=command.id, seat=number)
            case Remove():
                self._only_host(player)
                if seat.player is None:
                    refuse("seat-free", "nobody sits there")
                return event_log.Stood(at=now, by=player, id=command.id, seat=number)
            case Reserve():
                self._only_host(player)
                if seat.player is not None and not self.same(seat.player, self.host):
                    refuse("seat-taken", "somebody sits there; take the seat away first")
                return event_log.Reserved(at=now, by=player, id=command.id, seat=number, plan=command.plan)
            case Choose():
                owner = seat.player is not None and self.same(seat.player, player)
                if not owner and not (isinstance(seat.plan, BotSeat) and self.same(self.host, player)):
                    refuse("not-your-seat", "you do not sit there")
                if any(not s.free and s is not seat and s.colour == command.colour for s in self.seats):
                    refuse("colour-taken", f"{command.colour} is taken")
                return event_log.Coloured(
                    at=now, by=player, id=command.id, seat=number, colour=command.colour
                )
            case _:
                assert_never(command)

    def _may_sit(self, seat: Seat, command: Sit, player: str) -> None:
        _printable(command.entropy)
        if not seat.free:
            refuse("seat-taken", "this seat is taken")
        if isinstance(seat.plan, HostSeat):
            if not self.same(self.host, player):
                refuse("only-the-host", "this seat is for the host's own device")
            return
        if self.seats_of(player) and not self.same(self.host, player):
            refuse("one-seat-each", "you have a seat at this table")
        if isinstance(seat.plan, FriendSeat) and not (
            fair_luck.equal(command.invitation, self.opened.invitation) or self.same(self.host, player)
        ):
            refuse("needs-invitation", "this seat is kept for a friend of the host; ask for the invitation")

    def _start(self, command: Start, player: str, now: int) -> Entry:
        self._only_host(player)
        if self.state != "waiting":
            self._not_waiting()
        if command.version != self.n:
            refuse("stale", "something changed at the table; look again before you start")
        empty = [i for i, seat in enumerate(self.seats) if seat.free]
        if empty:
            refuse("seats-open", f"seat {empty[0]} is still free")
        _printable(command.entropy)
        added = (*(seat.entropy for seat in self.seats), command.entropy)
        entropy = tuple(text for text in added if text)
        self.game = self._new_game(entropy)
        banks = self.clocks.full(len(self.seats))
        return event_log.Begun(
            at=now,
            by=player,
            id=command.id,
            entropy=entropy,
            deal=self.game.deal,
            banks=banks,
        )

    def _act(self, command: Act, player: str, now: int) -> Entry:
        self._own(command.seat, player)
        game = self._playing()
        if self.seats[command.seat].away:
            refuse("played-by-bot", "a bot plays for you; take the seat back first")
        if command.version < self.since.get(command.seat, -1):
            refuse("stale", "this was meant for an earlier moment of the game; look again")
        try:
            action = actions.parse(command.action)
        except InvalidAction as error:
            refuse("invalid-action", str(error))
        return self._move(game, action, command.seat, now, player, command.id, "")

    def bot_move(self, action: actions.Action, seat: int, bot: str, now: int) -> Entry:
        """A move of the bot that plays a seat."""
        return self._move(self._playing(), action, seat, now, "", "", bot)

    def _move(
        self, game: Game, action: actions.Action, seat: int, now: int, player: str, command: str, bot: str
    ) -> Entry:
        try:
            game.play(action, seat)
        except InvalidAction as error:
            refuse("invalid-action", str(error))
        except IllegalAction as error:
            refuse(error.reason, str(error))
        ends = seat not in game.awaited or game.turn_begins
        banks = self.clocks.banks if bot else self.clocks.banks_after(seat, now, ends)
        move = game.record_move(game.moves - 1)
        return event_log.Moved(
            at=now, by=player, id=command, seat=seat, action=move.action, luck=move.luck, banks=banks, bot=bot
        )

    def time_over(self, seat: int, now: int) -> Entry | None:
        """The entry for a seat whose time is over by now."""
        deadline = self.clocks.deadline(seat) if seat in self.awaited and not self.bot_of(seat) else None
        if deadline is None or now < deadline:
            return None
        banks = tuple(0 if i == seat else bank for i, bank in enumerate(self.clocks.banks))
        return event_log.LeftToBot(at=now, seat=seat, why="time", banks=banks)

    # ---- from entries to what is so

    def apply(self, entry: Entry) -> tuple[Event, ...]:
        """Make an entry so; the events of the game that it brought, unredacted."""
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
        """Take a colour; a free seat that had it gets the old one."""
        mine = self.seats[entry.seat]
        for other in self.seats:
            if other.colour == entry.colour:
                other.colour = mine.colour
        mine.colour = entry.colour

    def _begun(self, entry: event_log.Begun) -> None:
        if self.game is None:
            self.game = self._new_game(entry.entropy)
        assert self.game.deal == entry.deal, "the deal is the secret's"
        self.outlook = self.game.outlook()
        self.entropy = entry.entropy
        self.state = "playing"
        self.clocks.banks = entry.banks

    def _moved(self, entry: event_log.Moved) -> None:
        game = self.game
        assert game is not None
        if game.moves == self._moves:
            outcomes = [outcome(self.book, token) for token in entry.luck]
            game.play_outcomes(actions.parse(entry.action), entry.seat, outcomes)
        self._moves += 1
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
        """Note whose decision begins with this entry, and whose turn."""
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

    def _new_game(self, entropy: tuple[str, ...]) -> Game:
        secret = bytes.fromhex(self.opened.secret)
        source = Source(kind="keyed", commitment=self.commitment, entropy=entropy)
        return Game.start(self.book, len(self.seats), source, secret, ())

    def record(self, names: tuple[str, ...]) -> Record:
        """The record of a game that is over."""
        assert self.game is not None
        return msgspec.structs.replace(self.game.record(), names=names)

    # ---- refusals

    def _seat(self, number: int) -> Seat:
        if number >= len(self.seats):
            refuse("no-such-seat", f"seats here are 0 to {len(self.seats) - 1}")
        return self.seats[number]

    def _own(self, number: int, player: str) -> Seat:
        seat = self._seat(number)
        if seat.player is None or not self.same(seat.player, player):
            refuse("not-your-seat", "you do not sit there")
        return seat

    def _only_host(self, player: str) -> None:
        if not self.same(self.host, player):
            refuse("only-the-host", "only who made the table may do this")

    def _playing(self) -> Game:
        if self.state == "closed":
            refuse("closed", "this table was given up")
        if self.game is None:
            refuse("not-started", "the game has not started")
        if self.game.over:
            refuse("game-over", "the game is over")
        return self.game

    def _not_waiting(self) -> NoReturn:
        if self.state == "closed":
            refuse("closed", "this table was given up")
        refuse("already-started", "the game has started")


def _printable(entropy: str) -> None:
    if not entropy.isprintable():
        refuse("unreadable", "entropy is printable text, for it stands in the record")


def refuse(reason: RefusalReason, text: str) -> NoReturn:
    raise Refusal(reason, text)
