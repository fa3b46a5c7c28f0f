"""A game: the typed interface to the rules. Only ``play`` changes it; ``view`` shows it to a seat."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Self

import msgspec

from kolej import __version__
from kolej.boards import schema, versions
from kolej.boards.errors import BoardError, inline
from kolej.game import actions, fair_luck
from kolej.game.actions import Action, Claim, IllegalAction, Reason
from kolej.game.compiled import Compiled, Mask
from kolej.game.events import Ended, Event, seen_by
from kolej.game.integers import Integer, integer
from kolej.game.narrate import Narrator
from kolej.game.outlook import Outlook
from kolej.game.record import MOST_BYTES, Move, Record, RecordError, Source
from kolej.game.record_moves import replayed_in
from kolej.game.refusals import cards_for, rows_of, why_not_route
from kolej.game.rulebook import Options, Rulebook, rulebook
from kolej.game.score import ScoreSheet, TieBreak, score_sheet, tie_break
from kolej.game.view import View
from kolej.rules.luck import NUMBERS, OUTCOMES, ROOM, SEEDED, Luck
from kolej.rules.state import FIRST_TICKETS

Number = Annotated[int, msgspec.Meta(ge=0)]
USUAL = 8
"""Most moves need at most eight random numbers, so we draw eight; a move that needs more is played again."""


class _Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record, and what future luck depends on."""

    record: Record
    random: tuple[Number, Number]
    secret: bytes | None
    entropy: tuple[str, ...] = ()
    """Of a game that goes on from a position; a keyed game's is in its record."""


class Game:
    """A game on a board; ``kolej.new`` starts one."""

    def __init__(
        self,
        book: Rulebook,
        seats: Integer,
        source: Source,
        names: tuple[str, ...] = (),
        compiled: Compiled | None = None,
    ) -> None:
        seats = integer(seats, "the number of seats")
        least, most = book.board.rules.players
        if not least <= seats <= most:
            raise BoardError(f"{book.board.name.en} is for {least} to {most} players, not {seats}")
        self.book = book
        self.seats = seats
        self.names = names
        self.source = source
        self._secret: bytes | None = None
        self._drawn = source
        """Where the luck of the next move comes from; differs from the source after ``go_on``."""
        self.compiled = Compiled(book) if compiled is None else compiled
        """State and luck, for compiled callers; contains what players may not know."""
        self.compiled.luck[0].noting[0] = 1
        self._deal: tuple[str, ...] = ()
        self._moves: list[Move] = []
        self._events: list[Event] = []

    @classmethod
    def start(
        cls, book: Rulebook, seats: Integer, source: Source, secret: bytes | None, names: tuple[str, ...]
    ) -> Game:
        game = cls(book, seats, source, names)
        game._secret = secret
        if source.kind == "seeded":
            game.compiled.seed(source.seed or 0)
        game._prepare_luck(0, ROOM)
        game._set_up()
        return game

    @classmethod
    def from_outcomes(
        cls, book: Rulebook, seats: Integer, deal: list[int], source: Source, names: tuple[str, ...]
    ) -> Self:
        """A game set up with the deal of a record."""
        game = cls(book, seats, source, names)
        game.compiled.hand_in_outcomes(deal)
        game._set_up()
        return game

    def go_on(self, secret: bytes, entropy: tuple[str, ...] = ()) -> None:
        """Draw the luck of all later moves from a secret.

        The source stays ``outcomes``: nobody can check where the luck of the first moves came from.
        """
        if self.source.kind != "outcomes":
            raise RecordError("this game has luck of its own; only one of outcomes can go on with other luck")
        self._secret = secret
        self._drawn = Source(kind="keyed", commitment=fair_luck.commitment(secret), entropy=entropy)

    def _set_up(self) -> None:
        self.compiled.deal(self.seats)
        tape = self.compiled.read_tape()
        self._deal = tuple(self.book.codec.tokens(tape))
        self._events.extend(self._teller().set_up(tape))

    @property
    def board(self) -> schema.Board:
        return self.book.board

    @property
    def over(self) -> bool:
        return self.compiled.over

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose choice is awaited: several while first tickets are chosen, none at the end."""
        return self.compiled.awaited

    @property
    def moves(self) -> int:
        return len(self._moves)

    @property
    def deal(self) -> tuple[str, ...]:
        """The luck of the set-up."""
        return self._deal

    def record_move(self, number: Integer) -> Move:
        """A move of the record, counted from 0."""
        return self._moves[integer(number, "the number of a move", 0, len(self._moves) - 1)]

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, unredacted: for records and tests, not for players."""
        return tuple(self._events)

    @property
    def events_count(self) -> int:
        return len(self._events)

    def events_since(self, first: Integer) -> tuple[Event, ...]:
        """The events from a number on, unredacted."""
        first = integer(first, "the number of an event", 0)
        return tuple(self._events[first:])

    @property
    def turn_begins(self) -> bool:
        """Whether the awaited seat is at the beginning of its turn, with nothing done yet."""
        return self.compiled.phase == "turn"

    def events_for(self, seat: Integer | None, since: Integer = 0) -> tuple[Event, ...]:
        """Events from a number on, as a seat or a spectator (None) may see them."""
        seat = None if seat is None else self._seat(seat)
        since = integer(since, "the number of an event", 0)
        return tuple(seen_by(event, seat) for event in self._events[since:])

    def view(self, seat: Integer | None) -> View:
        """What a seat may know; ``None`` for a spectator."""
        return self.compiled.view(None if seat is None else self._seat(seat))

    def outlook(self, *, claims: bool = True) -> Outlook:
        """Looks ahead for every seat, also after later moves; ``claims``: also what its claims would do."""
        return Outlook(self.book, self.compiled.state, claims=claims)

    def score(self) -> ScoreSheet:
        """The score sheet, as if the game ended now; final once it is over."""
        return score_sheet(self.book, self.compiled.state)

    def tie_break(self) -> TieBreak | None:
        """How a tie for first place is broken, as if the game ended now; None if there is none."""
        return tie_break(self.book, self.compiled.state)

    def legal(self, seat: Integer | None = None) -> list[Action]:
        """The legal actions of a seat; by default, of the first awaited seat.

        Of all payments with swaps, one is listed for each choice of the unswapped cards; any other cards may
        be swapped as well.
        """
        seat = self._seat(seat)
        return self.compiled.actions(self.compiled.rows(seat), seat)

    def rows(self, seat: Integer | None = None) -> list[int]:
        """The legal actions of a seat as rows, in the order of ``legal``: each has a number on its board."""
        return self.compiled.rows(self._seat(seat))

    def mask(self, seat: Integer | None = None) -> Mask:
        """For each row of the board, whether it is legal for a seat: a new array of booleans."""
        return self.compiled.mask(self._seat(seat))

    def action(self, row: Integer, seat: Integer | None = None) -> Action:
        """What a row means for a seat; ``InvalidAction`` if it is only a step of an action."""
        row = integer(row, "a row", 0, len(self.book.codec.facts) - 1)
        return self.book.codec.action(row, self.compiled.holdings(self._seat(seat)))

    def step(self, row: Integer, seat: Integer | None = None) -> tuple[Event, ...]:
        """Carry out the action of a row, as ``play`` does; returns the events."""
        seat = self._seat(seat)
        action = self.action(row, seat)
        rows = rows_of(self.book, self.compiled.state[0], seat, action)
        if rows[0] != int(row):  # tickets that are not offered are left out when a row is read
            raise IllegalAction("not-offered", f"row {row} keeps tickets that are not offered to you")
        return self._play(seat, action, rows)

    def why_not(self, route: str, seat: Integer | None = None) -> Reason | None:
        """Why a seat cannot claim a route now; None if it can."""
        seat = self._seat(seat)
        target = self.book.route(route)
        table = self.compiled.state[0]
        if self.over:
            return "game-over"
        closed = why_not_route(self.book, table, seat, target)
        if closed:
            return closed[0]
        if table.phase[0] == FIRST_TICKETS:
            return "choose-first-tickets" if seat in self.awaited else "already-chosen"
        if seat not in self.awaited:
            return "not-your-turn"
        try:
            rows_of(self.book, table, seat, Claim(route, ""))
        except IllegalAction as error:
            if error.reason in ("second-card", "choose-tickets", "decide-tunnel"):
                return error.reason
        claims = (action for action in self.legal(seat) if isinstance(action, Claim))
        return None if any(claim.route == route for claim in claims) else "too-few-cards"

    def cards_for(self, route: str, seat: Integer | None = None) -> dict[str, int]:
        """The cards of a seat that could pay for a route without swaps: letters and numbers."""
        return cards_for(self.book, self.compiled.state[0], self._seat(seat), self.book.route(route))

    def check(self, action: Action, seat: Integer) -> None:
        """Raises as ``play`` would if the action is not possible now; changes nothing."""
        rows_of(self.book, self.compiled.state[0], self._seat(seat), actions.checked(action))

    def play(self, action: Action | str, seat: Integer | None = None) -> tuple[Event, ...]:
        """Carry out an action; returns the events. A refused action raises and changes nothing."""
        if isinstance(action, str):
            action = actions.parse(action)
        seat = self._seat(seat)
        action = actions.checked(action)
        return self._play(seat, action, rows_of(self.book, self.compiled.state[0], seat, action))

    def _play(self, seat: int, action: Action, rows: list[int]) -> tuple[Event, ...]:
        self._prepare_luck(len(self._moves) + 1, USUAL)
        return self._carry_out(seat, action, rows)

    def play_outcomes(self, action: Action, seat: Integer, outcomes: list[int]) -> tuple[Event, ...]:
        """Carry out an action with the given luck; ``RecordError`` if that luck is not possible."""
        seat = self._seat(seat)
        action = actions.checked(action)
        state, luck = self.compiled.state, self.compiled.luck
        rows = rows_of(self.book, state[0], seat, action)
        kept_state, kept_luck = state.bytes.copy(), luck.bytes.copy()
        self.compiled.hand_in_outcomes(outcomes)
        try:
            return self._carry_out(seat, action, rows)
        except RecordError:
            state.bytes[:] = kept_state
            luck.bytes[:] = kept_luck
            raise

    def _carry_out(self, seat: int, action: Action, rows: list[int]) -> tuple[Event, ...]:
        before = self._teller()
        self._step(seat, rows)
        tape = self.compiled.read_tape()
        events = tuple(before.step(seat, action, tape, self.compiled.state[0]))
        self._moves.append(Move(seat, str(action), tuple(self.book.codec.tokens(tape))))
        if self.over:
            sheet = self.score()
            ended = Ended(
                number=before.number,
                totals=tuple(s.total for s in sheet.seats),
                ranks=tuple(s.rank for s in sheet.seats),
            )
            events += (ended,)
        self._events.extend(events)
        return events

    def _step(self, seat: int, rows: list[int]) -> None:
        state, luck = self.compiled.state, self.compiled.luck[0]
        kept = state.bytes.copy() if luck.source[0] == NUMBERS else None
        self.compiled.carry_out(seat, rows)
        if kept is not None and luck.fault[0]:
            state.bytes[:] = kept
            self._prepare_luck(len(self._moves) + 1, ROOM)
            self.compiled.carry_out(seat, rows)

    def _teller(self) -> Narrator:
        return Narrator(self.book, self.compiled.state, len(self._events))

    def _prepare_luck(self, move: int, count: int) -> None:
        luck: Luck = self.compiled.luck[0]
        luck.noted[0] = 0
        luck.fault[0] = 0
        if self._drawn.kind == "keyed":
            if self._secret is None:
                raise RecordError("the secret of this game is not known here, so it cannot go on")
            self.compiled.hand_in_numbers(fair_luck.stream(self._secret, self._drawn.entropy, move, count))
        elif self._drawn.kind == "outcomes" or luck.source[0] == OUTCOMES:
            raise RecordError("this game has no luck of its own; hand the outcomes in")

    def copy(self) -> Self:
        """An independent copy of the game."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.compiled = self.compiled.copy()
        other._moves = self._moves.copy()
        other._events = self._events.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def digest(self) -> str:
        """A hash of the whole state, the same on every run, compiled or interpreted."""
        return self.compiled.digest()

    def record(self) -> Record:
        """The record so far; a keyed game's secret is in it only once the game is over.

        A board of the user's own is kept by its hash, so that the record can be replayed even after the file
        has changed.
        """
        if self.book.file:
            versions.keep(self.book.content, self.book.file)
        source = self.source
        if self.over and source.kind == "keyed" and self._secret is not None:
            source = msgspec.structs.replace(source, secret=self._secret.hex())
        return Record(
            kolej=__version__,
            board=self.board.id,
            content=self.book.content,
            options=self.book.options,
            seats=self.seats,
            names=self.names,
            source=source,
            deal=self._deal,
            moves=tuple(self._moves),
            score=self.score() if self.over else None,
        )

    def save(self) -> bytes:
        """All that is needed to continue identically, including the luck; not for players."""
        kept = {
            "record": msgspec.to_builtins(self.record()),
            "random": [int(x) for x in self.compiled.luck[0].random],
            "secret": self._secret,
        }
        if self._drawn is not self.source:
            kept["entropy"] = self._drawn.entropy
        return msgspec.msgpack.encode(kept)

    @classmethod
    def restore(cls, data: bytes, board: str | Path | schema.Board | Rulebook | None = None) -> Game:
        """A game from what ``save`` returned."""
        if len(data) > MOST_BYTES:
            raise RecordError("this is no saved game: it is far too large")
        try:
            kept = msgspec.msgpack.decode(data, type=_Saved)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            raise RecordError(f"this is no saved game: {inline(error)}") from None
        game = replayed_in(Game, kept.record, board)
        if game.source.kind == "seeded":
            luck: Luck = game.compiled.luck[0]
            luck.source[0] = SEEDED
            luck.random[0], luck.random[1] = kept.random
        elif game.source.kind == "outcomes":
            if kept.secret is not None:
                game.go_on(kept.secret, kept.entropy)
            return game
        elif kept.secret is not None and not fair_luck.keeps(kept.secret, game.source.commitment or ""):
            raise RecordError("this is no saved game: its secret is not the one that was promised")
        game._secret = kept.secret
        return game

    def _seat(self, seat: Integer | None) -> int:
        """The given seat, checked; by default, the first awaited seat."""
        if seat is None:
            return next(iter(self.awaited), 0)
        seat = integer(seat, "a seat")
        if not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}; seats are 0 to {self.seats - 1}")
        return seat

    def __repr__(self) -> str:
        return (
            f"<game on {self.board.id}, {self.seats} seats, {len(self._moves)} moves, awaited {self.awaited}>"
        )


def new(
    board: str | Path | schema.Board | Rulebook,
    seats: Integer = 2,
    seed: Integer | None = None,
    options: Options | None = None,
    names: tuple[str, ...] = (),
) -> Game:
    """A new game. The same seed and actions give the same game; without a seed one is drawn."""
    seed = secrets.randbits(63) if seed is None else integer(seed, "a seed", 0, 2**63 - 1)
    return Game.start(rulebook(board, options), seats, Source(kind="seeded", seed=seed), None, names)


def new_fair(
    board: str | Path | schema.Board | Rulebook,
    seats: Integer = 2,
    options: Options | None = None,
    names: tuple[str, ...] = (),
    entropy: tuple[str, ...] = (),
    secret: bytes | None = None,
) -> Game:
    """A new game whose luck can be proved fair afterwards: for people."""
    secret = secret or fair_luck.new_secret()
    source = Source(kind="keyed", commitment=fair_luck.commitment(secret), entropy=entropy)
    return Game.start(rulebook(board, options), seats, source, secret, names)
