"""A bot's choice under guard: how long it took, and what went wrong.

A timer signal ends a choice that takes too long; it fires at intervals and looks at the clock, which costs
nothing while all goes well. Code that a signal cannot interrupt, and processes that die, are noticed by the
parent process: before every choice the worker writes down whose it is in shared memory.
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
"""The clock: the current game, and since when it has been waiting, in nanoseconds; 0 if it is not."""
RINGS = 5
"""Seconds between two looks at the clock while a bot is choosing."""
T = TypeVar("T")


class TooSlow(BaseException):
    """Not an ``Exception``, so that a bot that catches those does not catch this."""


class Misbehaviour(Exception):
    """A bot did not choose; the message says why."""

    def __init__(self, kind: Any, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason


class Guard:
    """Asks bots for choices and waits about ``patience`` seconds for each; the timer runs inside ``with``."""

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
        """Note which game is being played."""
        self.clock[BLOCK], self.clock[GAME] = block, game

    def choice(
        self, bot: Bot, seat: int, decision: int, view: View, legal: Sequence[Action]
    ) -> tuple[Action, int]:
        """The bot's choice, and the nanoseconds of this thread that it took; raises ``Misbehaviour``."""
        began = time.thread_time_ns()
        chosen = self.run(lambda: bot.choose(view, legal, None), seat, decision)
        return chosen, time.thread_time_ns() - began

    def run(self, work: Callable[[], T], seat: int, decision: int) -> T:
        """Run any code of a seat's bot; raises ``Misbehaviour``."""
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
        """Note whose choice is awaited from now on; ``clock[SINCE] = 0`` ends the wait."""
        clock = self.clock
        clock[SEAT], clock[DECISION], clock[SINCE] = seat, decision, time.monotonic_ns()
