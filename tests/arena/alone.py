"""The arena without processes, for tests of what is made of its games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kolej.arena.blocks import play_block
from kolej.arena.guard import Guard
from kolej.arena.match import Match
from kolej.arena.worker_pool import Games

BAD = '''
import sys, time

def first(view):
    return view.phase == "first-tickets"

class Raises:
    def choose(self, view, legal, limit):
        if not first(view):
            raise ValueError("no idea")
        return legal[0]

class Illegal:
    def choose(self, view, legal, limit):
        from kolej.game.actions import Claim
        return legal[0] if first(view) else Claim("nowhere--else", "RR")

class Mute:
    def choose(self, view, legal, limit):
        return None

class Leaves:
    def choose(self, view, legal, limit):
        sys.exit("enough")

class Hangs:
    def choose(self, view, legal, limit):
        while not first(view):
            try:
                time.sleep(0.01)
            except Exception:
                pass
        return legal[0]

class NeverBorn:
    def __init__(self, seed):
        raise KeyError("seed")

    def choose(self, view, legal, limit):
        return legal[0]

class Dies:
    """Ends its process, on seat 0."""
    def choose(self, view, legal, limit):
        import os
        if view.seat == 0 and not first(view):
            os._exit(3)
        return legal[0]

class Deaf:
    """Hangs where no alarm is heard, on seat 1."""
    def choose(self, view, legal, limit):
        import signal
        if view.seat == 1 and not first(view):
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
            time.sleep(600)
        return legal[0]

class Good:
    def choose(self, view, legal, limit):
        return legal[len(legal) // 2]
'''
"""Bots that misbehave, each in its own way, and one that does not."""


class Alone:
    """Stands where ``WorkerPool`` does."""

    def __init__(self, match: Match, jobs: int, records: Path | None = None) -> None:
        self.match = match
        self.records = records

    def __enter__(self) -> Alone:
        return self

    def __exit__(self, *error: object) -> None:
        return

    def blocks(self, first: int, last: int) -> Iterator[tuple[int, Games]]:
        with Guard(self.match.patience) as guard:
            for block in range(first, last):
                yield block, play_block(self.match, block, guard, records=self.records)
