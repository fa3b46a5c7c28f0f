"""Processes that play blocks, under a parent that stops those that hang and replaces them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.sharedctypes import RawArray
from pathlib import Path
from typing import Any

import msgspec

from kolej.arena.game_result import Failure, GameResult, Kind
from kolej.arena.guard import BLOCK, DECISION, GAME, SEAT, SINCE, Guard
from kolej.arena.match import Match

GRACE = 2.0
"""Seconds that the timer inside a worker has to end a choice before the parent stops the worker."""
HANDFUL = 0.3
"""About how many seconds of work a worker is given at once."""
MOST_AT_ONCE = 200

Games = tuple[GameResult, ...]
Known = dict[int, dict[int, dict[int, tuple[int, Failure]]]]
"""Bots that brought a process down: by block, game and seat, the decision and the reason to report."""


class Worker:
    """A process, the blocks that it was given, and its shared clock."""

    def __init__(self, match: Match, records: Path | None, known: Known) -> None:
        context = multiprocessing.get_context("spawn")
        self.clock: Any = RawArray("q", 5)
        self.pipe, end = context.Pipe()
        self.due: deque[int] = deque()
        self.process = context.Process(
            target=work, args=(match, records, end, self.clock, known), daemon=True, name="kolej arena"
        )
        self.process.start()
        end.close()

    def give(self, blocks: range) -> None:
        self.due.extend(blocks)
        self.pipe.send(blocks)

    def waited(self) -> float:
        """Seconds for which it has been waiting for a bot."""
        since = self.clock[SINCE]
        return (time.monotonic_ns() - since) / 1e9 if since else 0.0

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class WorkerPool:
    """A fixed number of workers; ``blocks`` yields what they played in order, whichever finishes first."""

    def __init__(self, match: Match, jobs: int, records: Path | None = None) -> None:
        self.match = match
        self.jobs = jobs
        self.records = records
        self.known: Known = {}
        self.workers: list[Worker] = []
        self._next = self._last = 0
        self._pace = 0.0
        """Recent seconds per block."""

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *error: object) -> None:
        for worker in self.workers:
            worker.end()

    def blocks(self, first: int, last: int) -> Iterator[tuple[int, Games]]:
        """The blocks from the first up to, but not including, the last."""
        self._next, self._last = first, last
        wanted, early = first, dict[int, Games]()
        while len(self.workers) < min(self.jobs, last - first):
            self._hire()
        while wanted < last:
            for block, games in self._finished():
                early[block] = games
            while wanted in early:
                yield wanted, early.pop(wanted)
                wanted += 1

    def _hire(self) -> Worker:
        worker = Worker(self.match, self.records, self.known)
        self.workers.append(worker)
        return worker

    def _finished(self) -> Iterator[tuple[int, Games]]:
        """What is ready, after a short wait at most; workers with little left to do get more."""
        for worker in self.workers:
            if len(worker.due) <= 1 and self._next < self._last:
                worker.give(self._handful())
        began = time.perf_counter()
        pipes: list[Any] = [worker.pipe for worker in self.workers]
        ready = wait(pipes, timeout=0.25)
        done = 0
        for worker in list(self.workers):
            try:
                while worker.pipe in ready and worker.pipe.poll():
                    block, games = worker.pipe.recv_bytes(), None
                    number = worker.due.popleft()
                    games = msgspec.msgpack.decode(block, type=Games)
                    done += 1
                    yield number, games
            except (EOFError, OSError):
                self._replace(worker, "died")
                continue
            if worker.waited() > self.match.patience + GRACE:
                self._replace(worker, "hung")
        if done:
            self._pace = (time.perf_counter() - began) * len(self.workers) / done

    def _handful(self) -> range:
        count = 1 if not self._pace else max(1, min(MOST_AT_ONCE, int(HANDFUL / self._pace)))
        count = max(1, min(count, (self._last - self._next) // max(1, len(self.workers))))
        blocks = range(self._next, min(self._next + count, self._last))
        self._next = blocks.stop
        return blocks

    def _replace(self, worker: Worker, kind: Kind) -> None:
        """Replace a process that a bot brought down; the new one plays the same, without that choice."""
        self.workers.remove(worker)
        worker.process.join(0.2)
        code = worker.process.exitcode
        worker.end()
        clock = list(worker.clock)
        if not clock[SINCE]:
            raise WorkerPoolError(
                f"a process of the arena exited by itself with code {code} while no bot was choosing"
            )
        reason = f"took longer than {self.match.patience:g} s, and no alarm could end it"
        if kind == "died":
            reason = f"ended its process with code {code}"
        seats = self.known.setdefault(clock[BLOCK], {}).setdefault(clock[GAME], {})
        seats[clock[SEAT]] = (clock[DECISION], Failure(clock[SEAT], kind, reason, clock[DECISION]))
        again = self._hire()
        for block in worker.due:
            again.give(range(block, block + 1))


class WorkerPoolError(RuntimeError):
    """The arena itself failed, not a bot."""


def work(match: Match, records: Path | None, pipe: Connection, clock: Any, known: Known) -> None:
    """The main loop of a worker: blocks in, games out, until the parent goes away."""
    from kolej.arena.blocks import play_block

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")
    with suppress(EOFError, BrokenPipeError), Guard(match.patience, clock) as guard:
        while True:
            for block in pipe.recv():
                games = play_block(match, block, guard, known.get(block), records)
                pipe.send_bytes(msgspec.msgpack.encode(games))
