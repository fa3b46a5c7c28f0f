"""A game: the typed face over the rules. One way in, ``play``; one way out, ``view``."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Self

import msgspec
import numpy as np

from kolej import __version__
from kolej.boards import schema, versions
from kolej.boards.errors import BoardError
from kolej.game import actions, fair_luck
from kolej.game.actions import ORDER, Action, Claim, IllegalAction, Reason
from kolej.game.events import Ended, Event, seen_by
from kolej.game.integers import Integer, integer
from kolej.game.narrate import Narrator
from kolej.game.outlook import Outlook
from kolej.game.record import MOST_BYTES, LuckError, Move, Record, RecordError, Source
from kolej.game.refusals import rows_of, why_not_route
from kolej.game.rulebook import Options, Rulebook, rulebook, written
from kolej.game.score import ScoreSheet, TieBreak, score_sheet, tie_break
from kolej.game.view import View, awaited
from kolej.rules import entry_points
from kolej.rules import rows as kinds
from kolej.rules.board import ACTIONS
from kolej.rules.luck import (
    NOTE_OFFERED,
    NOTE_STARTS,
    NOTE_TURNED,
    NUMBERS,
    OUTCOMES,
    ROOM,
    SEEDED,
    Luck,
)
from kolej.rules.state import FIRST_TICKETS, OVER, TURN, State
from kolej.rules.structs import Values

Tape = list[tuple[int, int]]
Number = Annotated[int, msgspec.Meta(ge=0)]
USUAL = 8
"""So many numbers of a keyed stream are enough for nearly every move; all are made only if they are not."""


class _Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record, and what the luck to come depends on."""

    record: Record
    random: tuple[Number, Number]
    secret: bytes | None


class Game:
    """A game on a board; ``kolej.new`` starts one."""

    def __init__(self, book: Rulebook, seats: Integer, source: Source, names: tuple[str, ...] = ()) -> None:
        seats = integer(seats, "the number of seats")
        least, most = book.board.rules.players
        if not least <= seats <= most:
            raise BoardError(f"{book.board.name.en} is for {least} to {most} players, not {seats}")
        self.book = book
        self.seats = seats
        self.names = names
        self.source = source
        self._secret: bytes | None = None
        self._state = Values(State)
        self._luck = Values(Luck)
        self._luck[0].noting[0] = 1
        self._rows: Any = np.zeros(ACTIONS, np.int16)
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
            entry_points.seed(game._luck.handle, np.uint64(source.seed or 0))
        game._prepare_luck(0, ROOM)
        game._set_up()
        return game

    @classmethod
    def from_outcomes(
        cls, book: Rulebook, seats: Integer, deal: list[int], source: Source, names: tuple[str, ...]
    ) -> Game:
        """Set up as a record tells it."""
        game = cls(book, seats, source, names)
        game._hand_in(deal)
        game._set_up()
        return game

    def _set_up(self) -> None:
        entry_points.new_game(self.book.handle, self._state.handle, self._luck.handle, self.seats)
        tape = self._read_tape()
        self._deal = tuple(self._outcomes(tape))
        self._events.extend(self._teller().set_up(tape))

    @property
    def board(self) -> schema.Board:
        return self.book.board

    @property
    def over(self) -> bool:
        return bool(self._state[0].phase[0] == OVER)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose choice is awaited: several while first tickets are chosen, none at the end."""
        return awaited(self._state[0])

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
        """All that happened, unredacted: for records and tests, not for players."""
        return tuple(self._events)

    @property
    def events_count(self) -> int:
        return len(self._events)

    def events_since(self, first: Integer) -> tuple[Event, ...]:
        """What happened from a number on, unredacted."""
        first = integer(first, "the number of an event", 0)
        return tuple(self._events[first:])

    @property
    def turn_begins(self) -> bool:
        """Whether the seat awaited is at the beginning of a turn, with nothing done in it yet."""
        return bool(self._state[0].phase[0] == TURN)

    def events_for(self, seat: Integer | None, since: Integer = 0) -> tuple[Event, ...]:
        """Events from a number on, as a seat or a spectator (None) may see them."""
        seat = None if seat is None else self._seat(seat)
        since = integer(since, "the number of an event", 0)
        return tuple(seen_by(event, seat) for event in self._events[since:])

    def view(self, seat: Integer | None) -> View:
        """What a seat may know; ``None`` for a spectator."""
        return View.of(self.book, self._state, None if seat is None else self._seat(seat))

    def outlook(self, *, claims: bool = True) -> Outlook:
        """What lies ahead of each seat, now and after every move to come; ``claims``: of its claims, too."""
        return Outlook(self.book, self._state, claims=claims)

    def score(self) -> ScoreSheet:
        """The score sheet, as if the game ended now; final once it is over."""
        return score_sheet(self.book, self._state)

    def tie_break(self) -> TieBreak | None:
        """How a tie for the first place is broken, as if the game ended now; None if there is none."""
        return tie_break(self.book, self._state)

    def legal_rows(self, seat: Integer | None = None) -> list[int]:
        """The ids of the legal actions of a seat; without one, of the first seat awaited."""
        seat = self._seat(seat)
        count = entry_points.legal_rows(self.book.handle, self._state.handle, seat, self._rows)
        found: list[int] = self._rows[:count].tolist()
        return found

    def legal(self, seat: Integer | None = None) -> list[Action]:
        """The legal actions of a seat. Of payments with swaps one is listed for each choice of single cards;
        any other cards may be swapped as well."""
        seat = self._seat(seat)
        said = self.book.said
        return [said.get(row) or self.words(row, seat) for row in self.legal_rows(seat)]

    def words(self, row: int, seat: int) -> Action:
        """A legal row of a seat as a typed action."""
        if self.book.facts[row][0] == kinds.SWAP:
            return self._swap(seat, row)
        table = self._state[0]
        offered = tuple(table.offered[seat][: table.offered_count[seat]].tolist())
        return self.book.words(row, offered, int(table.laid[0]), int(table.extra[0]))

    def _swap(self, seat: int, row: int) -> Claim:
        """A claim with swaps, paid from what the hand has most of, locomotives last."""
        _, route, colour, locos, swaps = self.book.facts[row]
        single = self.book.length(route) - locos - swaps
        hand: list[int] = self._state[0].hand[seat].tolist()
        hand[colour] -= single
        hand[kinds.LOCO] -= locos
        swapped = _most_of(tuple(hand), swaps * self.book.swap_price[route])
        return Claim(self.book.routes[route], written(colour, single, locos), swapped)

    def why_not(self, route: str, seat: Integer | None = None) -> Reason | None:
        """Why a seat cannot claim a route now; None if it can."""
        seat = self._seat(seat)
        target = self.book.route(route)
        table = self._state[0]
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
        kinds_here = self.book.rows[self.legal_rows(seat)]
        claims = (kinds_here[:, 0] == kinds.CLAIM) | (kinds_here[:, 0] == kinds.SWAP)
        return None if (claims & (kinds_here[:, 1] == target)).any() else "too-few-cards"

    def play(self, action: Action | str, seat: Integer | None = None) -> tuple[Event, ...]:
        """Carry out an action; what happened. Refused actions change nothing and raise."""
        if isinstance(action, str):
            action = actions.parse(action)
        seat = self._seat(seat)
        action = actions.checked(action)
        rows = rows_of(self.book, self._state[0], seat, action)
        self._prepare_luck(len(self._moves) + 1, USUAL)
        return self._carry_out(seat, action, rows)

    def play_outcomes(self, action: Action, seat: Integer, outcomes: list[int]) -> tuple[Event, ...]:
        """Carry out an action with the luck handed in; ``RecordError`` if that luck is not possible."""
        seat = self._seat(seat)
        action = actions.checked(action)
        rows = rows_of(self.book, self._state[0], seat, action)
        kept_state, kept_luck = self._state.bytes.copy(), self._luck.bytes.copy()
        self._hand_in(outcomes)
        try:
            return self._carry_out(seat, action, rows)
        except RecordError:
            self._state.bytes[:] = kept_state
            self._luck.bytes[:] = kept_luck
            raise

    def _carry_out(self, seat: int, action: Action, rows: list[int]) -> tuple[Event, ...]:
        before = self._teller()
        self._step(seat, rows)
        tape = self._read_tape()
        events = tuple(before.step(seat, action, tape, self._state[0]))
        self._moves.append(Move(seat, str(action), tuple(self._outcomes(tape))))
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
        luck: Luck = self._luck[0]
        kept = self._state.bytes.copy() if luck.source[0] == NUMBERS else None
        self._steps(seat, rows)
        if kept is not None and luck.fault[0]:
            self._state.bytes[:] = kept
            self._prepare_luck(len(self._moves) + 1, ROOM)
            self._steps(seat, rows)

    def _steps(self, seat: int, rows: list[int]) -> None:
        boards, states, lucks = self.book.handle, self._state.handle, self._luck.handle
        if self._state[0].phase[0] == FIRST_TICKETS:
            entry_points.keep_first(boards, states, lucks, seat, rows[0] - kinds.ROW_KEEP)
        else:
            for row in rows:
                entry_points.step(boards, states, lucks, row)

    def _teller(self) -> Narrator:
        return Narrator(self.book, self._state, len(self._events))

    def _prepare_luck(self, move: int, count: int) -> None:
        luck: Luck = self._luck[0]
        luck.noted[0] = 0
        luck.fault[0] = 0
        if self.source.kind == "keyed":
            if self._secret is None:
                raise RecordError("the secret of this game is not known here, so it cannot go on")
            luck.source[0] = NUMBERS
            luck.numbers[:count] = fair_luck.numbers(self._secret, self.source.entropy, move, count)
            luck.used[0] = 0
            luck.given[0] = count
        elif self.source.kind == "outcomes" or luck.source[0] == OUTCOMES:
            raise RecordError("this game has no luck of its own; hand the outcomes in")

    def _hand_in(self, outcomes: list[int]) -> None:
        luck: Luck = self._luck[0]
        luck.source[0] = OUTCOMES
        luck.noted[0] = 0
        luck.fault[0] = 0
        luck.used[0] = 0
        room = len(self._luck.buffer["outcomes"][0])
        luck.given[0] = min(len(outcomes), room)
        self._luck.buffer["outcomes"][0][: min(len(outcomes), room)] = outcomes[:room]

    def _read_tape(self) -> Tape:
        luck: Luck = self._luck[0]
        noted: Any = luck.tape[: luck.noted[0]]
        tape = [(what, value) for what, value in noted.tolist()]
        if luck.fault[0]:
            self._tell_fault([value for what, value in tape if what <= NOTE_TURNED])
        if luck.source[0] == OUTCOMES and luck.used[0] != luck.given[0]:
            raise LuckError("is not needed", int(luck.used[0]))
        luck.noted[0] = 0
        return tape

    def _tell_fault(self, drawn: list[int]) -> None:
        """What was drawn instead of an impossible outcome differs from it, and so shows which one it was."""
        luck: Luck = self._luck[0]
        given: list[int] = luck.outcomes[: luck.given[0]].tolist()
        for place, value in enumerate(drawn):
            if place == len(given):
                raise LuckError("is missing", place)
            if value != given[place]:
                raise LuckError("is not possible", place)
        raise RecordError("its luck is not possible")

    def _outcomes(self, tape: Tape) -> Iterator[str]:
        """The luck of a tape in words."""
        for what, value in tape:
            if what == NOTE_OFFERED:
                yield self.book.tickets[value]
            elif what == NOTE_STARTS:
                yield str(value)
            elif what <= NOTE_TURNED:
                yield ORDER[value]

    def copy(self) -> Self:
        """A game of its own from here on."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._state = self._state.copy()
        other._luck = self._luck.copy()
        other._rows = np.zeros(ACTIONS, np.int16)
        other._moves = self._moves.copy()
        other._events = self._events.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def digest(self) -> str:
        """A hash of the whole state, the same on every run and at both speeds."""
        import hashlib

        parts = hashlib.sha256()
        for name in State._fields:
            parts.update(np.ascontiguousarray(self._state.buffer[name]).tobytes())
        return parts.hexdigest()

    def record(self) -> Record:
        """The record so far; a keyed game's secret is in it only once the game is over.

        A board of the user's own is kept by its hash, so that the record can be played again even after
        the file has changed.
        """
        if self.book.file:
            versions.keep(self.book.content, self.book.file)
        source = self.source
        if self.over and self._secret is not None:
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
        """All that is needed to go on identically, luck included: not for players' eyes."""
        return msgspec.msgpack.encode(
            {
                "record": msgspec.to_builtins(self.record()),
                "random": [int(x) for x in self._luck[0].random],
                "secret": self._secret,
            }
        )

    @classmethod
    def restore(cls, data: bytes, board: str | Path | schema.Board | Rulebook | None = None) -> Game:
        """A game from what ``save`` gave."""
        from kolej.game.replay import replayed

        if len(data) > MOST_BYTES:
            raise RecordError("this is no saved game: it is far too large")
        try:
            kept = msgspec.msgpack.decode(data, type=_Saved)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            raise RecordError(f"this is no saved game: {error}") from None
        game = replayed(kept.record, board)
        if game.source.kind == "seeded":
            luck: Luck = game._luck[0]
            luck.source[0] = SEEDED
            luck.random[0], luck.random[1] = kept.random
        elif kept.secret is not None and not fair_luck.keeps(kept.secret, game.source.commitment or ""):
            raise RecordError("this is no saved game: its secret is not the one that was promised")
        game._secret = kept.secret
        return game

    def _seat(self, seat: Integer | None) -> int:
        """A seat that somebody named; without one, the first that is awaited."""
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


@lru_cache(maxsize=4096)
def _most_of(hand: tuple[int, ...], count: int) -> str:
    """So many cards, each of the kind that the hand has most of by then, locomotives last."""
    left = list(hand)
    found = ""
    for _ in range(count):
        most = max(left[: kinds.LOCO])
        card = left.index(most) if most else kinds.LOCO
        left[card] -= 1
        found += ORDER[card]
    return actions.in_order(found)


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
