"""A game as the compiled rules hold it; state and luck are reached only through it.

The arena and resampling step games here, with as little Python as possible. A bot never gets it, since it
holds what the bot's seat may not know: a bot gets a ``View``.
"""

from __future__ import annotations

import hashlib
import threading
from typing import Any

import numpy as np
import numpy.typing as npt

from kolej.game.actions import Action
from kolej.game.codec import Holdings, Tape, holdings
from kolej.game.record import LuckError, RecordError
from kolej.game.rulebook import Rulebook
from kolej.game.view import PHASES, Phase, View, awaited
from kolej.rules import entry_points
from kolej.rules import rows as kinds
from kolej.rules.board import ACTIONS
from kolej.rules.luck import NOTE_TURNED, NUMBERS, OUTCOMES, Luck
from kolej.rules.state import FIRST_TICKETS, OVER, State
from kolej.rules.structs import Values, numbers_of
from kolej.rules.turn_rows import TurnRows

Mask = npt.NDArray[np.bool]


class _Room(threading.local):
    """Working memory, one for each thread."""

    def __init__(self) -> None:
        self.turn = Values(TurnRows)


_room = _Room()
_PHASE = numbers_of(State, "phase")
_TURN = numbers_of(State, "players", "player", "phase", "waiting")
_TURNS = numbers_of(State, "turns")


class Compiled:
    """State and luck of one game. ``state.handle`` and ``luck.handle`` are what compiled functions take.

    Nothing is checked here: rows must be legal, seats must exist.
    """

    def __init__(self, book: Rulebook, state: Values | None = None, luck: Values | None = None) -> None:
        self.book = book
        self.state = Values(State) if state is None else state
        self.luck = Values(Luck) if luck is None else luck
        self._rows: Any = np.zeros(ACTIONS, np.int16)

    @classmethod
    def dealt(cls, book: Rulebook, seats: int, seed: int) -> Compiled:
        """A game from a seed, set up: the same as ``kolej.new`` gives."""
        game = cls(book)
        game.seed(seed)
        game.deal(seats)
        return game

    @classmethod
    def guessed(cls, view: View, seed: int) -> Compiled:
        """A game that the seat of a view cannot distinguish from the true one, with new luck from here on."""
        game = cls(view.book)
        game.seed(seed)
        entry_points.guess(view.book.handle, view.sight.handle, game.state.handle, game.luck.handle)
        return game

    def seed(self, seed: int) -> None:
        """Take luck from a generator."""
        entry_points.seed(self.luck.handle, np.uint64(seed))

    def deal(self, seats: int) -> None:
        """Set the game up."""
        entry_points.new_game(self.book.handle, self.state.handle, self.luck.handle, seats)

    def copy(self) -> Compiled:
        return Compiled(self.book, self.state.copy(), self.luck.copy())

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        return Compiled, (self.book, self.state, self.luck)

    # Current state

    def digest(self) -> str:
        """A hash of the whole state."""
        parts = hashlib.sha256()
        for name in State._fields:
            parts.update(np.ascontiguousarray(self.state.buffer[name]).tobytes())
        return parts.hexdigest()

    @property
    def over(self) -> bool:
        return self.state.numbers(_PHASE)[0] == OVER

    @property
    def phase(self) -> Phase:
        return PHASES[self.state.numbers(_PHASE)[0]]

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose choice is awaited."""
        return awaited(*self.state.numbers(_TURN))

    @property
    def turns(self) -> int:
        """How many turns are finished."""
        return self.state.numbers(_TURNS)[0]

    def view(self, seat: int | None) -> View:
        """What a seat may know; ``None`` for a spectator."""
        return View.of(self.book, self.state, seat)

    # What can be done

    def rows(self, seat: int) -> list[int]:
        """The legal rows of a seat."""
        count = entry_points.legal_rows(self.book.handle, self.state.handle, seat, self._rows)
        found: list[int] = self._rows[:count].tolist()
        return found

    def turn_rows(self, seat: int) -> tuple[Any, Any]:
        """The legal rows of a seat whose turn it is: their sections, which the thread's next call overwrites,
        and the rows, which the game's next call overwrites."""
        found = _room.turn
        entry_points.list_turn_rows(self.book.handle, self.state.handle, seat, found.handle, self._rows)
        return found[0], self._rows

    def mask(self, seat: int) -> Mask:
        """For each row of the board, whether it is legal for a seat."""
        mask = np.zeros(len(self.book.codec.facts), np.uint8)
        entry_points.legal_mask(self.book.handle, self.state.handle, seat, self._rows, mask)
        return mask.view(np.bool)

    def holdings(self, seat: int) -> Holdings:
        """What a seat holds, as far as the meaning of its rows depends on it."""
        return holdings(self.state[0], seat)

    def actions(self, rows: list[int], seat: int) -> list[Action]:
        """Legal rows of a seat as typed actions."""
        return self.book.codec.actions(rows, lambda: self.holdings(seat))

    def carry_out(self, seat: int, rows: list[int]) -> None:
        """Step through the rows of one action."""
        boards, states, lucks = self.book.handle, self.state.handle, self.luck.handle
        if self.state[0].phase[0] == FIRST_TICKETS:
            entry_points.keep_first(boards, states, lucks, seat, rows[0] - kinds.ROW_KEEP)
        else:
            for row in rows:
                entry_points.step(boards, states, lucks, row)

    # Luck

    def hand_in_numbers(self, stream: bytes) -> None:
        """Take the next luck from these random numbers, 64 bits each, the highest first."""
        luck: Luck = self.luck[0]
        numbers = np.frombuffer(stream, ">u8")
        self._begin_luck(NUMBERS, len(numbers))
        luck.numbers[: len(numbers)] = numbers

    def hand_in_outcomes(self, outcomes: list[int]) -> None:
        """Use these outcomes as the next luck."""
        room = self.luck.buffer["outcomes"][0]
        given = min(len(outcomes), len(room))
        self._begin_luck(OUTCOMES, given)
        room[:given] = outcomes[:given]

    def _begin_luck(self, source: int, given: int) -> None:
        luck: Luck = self.luck[0]
        luck.source[0] = source
        luck.noted[0] = 0
        luck.fault[0] = 0
        luck.used[0] = 0
        luck.given[0] = given

    def read_tape(self) -> Tape:
        """The notes since the last call; raises ``RecordError`` if the luck handed in did not fit."""
        luck: Luck = self.luck[0]
        noted: Any = luck.tape[: luck.noted[0]]
        tape = [(what, value) for what, value in noted.tolist()]
        if luck.fault[0]:
            self._tell_fault([value for what, value in tape if what <= NOTE_TURNED])
        if luck.source[0] == OUTCOMES and luck.used[0] != luck.given[0]:
            raise LuckError(int(luck.used[0]), "is not needed")
        luck.noted[0] = 0
        return tape

    def _tell_fault(self, drawn: list[int]) -> None:
        """Find the impossible outcome: it differs from what was drawn instead."""
        luck: Any = self.luck[0]
        given: list[int] = luck.outcomes[: luck.given[0]].tolist()
        for place, value in enumerate(drawn):
            if place == len(given):
                raise LuckError(place, "is missing")
            if value != given[place]:
                raise LuckError(place, "is not possible")
        raise RecordError("its luck is not possible")
