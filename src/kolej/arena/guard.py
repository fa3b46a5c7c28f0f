"""A bot's choice under guard: how long it took, and what went wrong with it.

An alarm ends a choice that takes too long; it rings now and then and looks at the clock, which costs nothing
while all goes well. Code that an alarm cannot end, and processes that die, are seen
by the parent: before every choice the worker notes whose it is in memory that both have.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from kolej.bots import Bot
from kolej.bots.load import said
from kolej.game.actions import Action
from kolej.game.view import View

BLOCK, GAME, SEAT, DECISION, SINCE = range(5)
"""What the clock shows: where the game is, and since when it waits, in nanoseconds; 0 if for nobody."""
RINGS = 5
"""How often the alarm looks while a bot's time runs."""
T = TypeVar("T")


class TooSlow(BaseException):
    """No ``Exception``, so that a bot which catches those does not catch this."""


class Misbehaviour(Exception):
    """A bot did not choose; why, in words."""

    def __init__(self, kind: Any, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason


class Guard:
    """Asks bots, and waits about ``patience`` seconds for each; alarms ring inside ``with``."""

    def __init__(self, patience: float, clock: Any = None) -> None:
        self.patience = patience
        self.clock: Any = [0] * 5 if clock is None else clock
        self._before: Any = None

    def __enter__(self) -> Guard:
        if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGALRM, self._ring)
            signal.setitimer(signal.ITIMER_REAL, self.patience, self.patience / RINGS)
        return self

    def __exit__(self, *error: object) -> None:
        if self._before is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)

    def _ring(self, number: int, frame: Any) -> None:  # noqa: ARG002
        since = self.clock[SINCE]
        if since and time.monotonic_ns() - since > self.patience * 1e9:
            raise TooSlow

    def at(self, block: int, game: int) -> None:
        """Note which game is played."""
        self.clock[BLOCK], self.clock[GAME] = block, game

    def choice(
        self, bot: Bot, seat: int, decision: int, view: View, legal: Sequence[Action]
    ) -> tuple[Action, int]:
        """What the bot chooses, and the nanoseconds of this thread that it took; raises ``Misbehaviour``."""
        began = time.thread_time_ns()
        chosen = self.run(lambda: bot.choose(view, legal, None), seat, decision)
        return chosen, time.thread_time_ns() - began

    def run(self, work: Callable[[], T], seat: int, decision: int) -> T:
        """The work of a seat's bot, whatever it does; raises ``Misbehaviour``."""
        self.wait_for(seat, decision)
        try:
            return work()
        except TooSlow:
            raise Misbehaviour("hung", f"took longer than {self.patience:g} s") from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise Misbehaviour("raised", said(error)) from None
        finally:
            self.clock[SINCE] = 0

    def wait_for(self, seat: int, decision: int) -> None:
        """Note whose choice is awaited from now on; ``clock[SINCE] = 0`` ends it."""
        clock = self.clock
        clock[SEAT], clock[DECISION], clock[SINCE] = seat, decision, time.monotonic_ns()
