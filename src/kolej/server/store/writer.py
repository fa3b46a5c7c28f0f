"""The threads behind the store: one writes, with all waiting writes in one transaction; one reads."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from kolej.server.store.database import Added, Connection, StoreDown, StoreError, connect

T = TypeVar("T")
Work = Callable[[Connection], T]

MOST_TOGETHER = 500
"""The most writes in one transaction."""


class Conflict(Exception):
    """Another server has already added this entry."""


class Job:
    """Work to do, and the future that waits for its result."""

    __slots__ = ("told", "work")

    def __init__(self, work: Work[Any] | Added, told: asyncio.Future[Any]) -> None:
        self.work = work
        self.told = told


class Worker:
    """A thread with a connection, which does the work it is given, in order."""

    def __init__(self, url: str, name: str) -> None:
        self._url = url
        self._db: Connection | None = None
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def do(self, work: Work[Any] | Added) -> asyncio.Future[Any]:
        """The result of the work, once it is permanent. It is done even if nobody waits any longer."""
        if self._closed:
            raise StoreDown("the store is closed")
        told: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.put(Job(work, told))
        return told

    def close(self) -> None:
        """Close the thread after all work given to it is done."""
        self._closed = True
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            tell([(job, self._outcome(job.work))])
        self._lost()

    def _outcome(self, work: Any) -> Any:
        """A result or an exception; if the connection is lost, the work is tried once more on a new one."""
        for last in (False, True):
            try:
                return work(self._connection())
            except StoreDown as error:
                self._lost()
                if last or not error.lost:
                    return error
            except Exception as error:
                return error
        raise AssertionError

    def _connection(self) -> Connection:
        if self._db is None:
            try:
                self._db = connect(self._url)
            except StoreError as error:
                raise StoreDown(str(error)) from None
        return self._db

    def _lost(self) -> None:
        if self._db is not None:
            with suppress(Exception):
                self._db.close()
        self._db = None


PAUSE = 0.004
"""Seconds that the writer waits for more writes while several arrive at once: fewer commits, and less
contention for the interpreter's lock. A single write does not wait.

Twice as long as in 0.1.0: at 800 moves a second a move then costs 0.95 instead of 1.10 of 0.1.0's processor
time (benchmarks/server_against.py)."""


class Writer(Worker):
    """The writing thread: writes of many tables share a commit, and none is acknowledged before it."""

    commits = 0

    def _run(self) -> None:
        waiting: deque[Job] = deque()
        open_, busy = True, False
        while open_ or waiting:
            if not waiting:
                job = self._queue.get()
                open_ = job is not None
                if job is not None:
                    waiting.append(job)
            if busy:
                time.sleep(PAUSE)
            with suppress(Empty):
                while len(waiting) < MOST_TOGETHER:
                    job = self._queue.get_nowait()
                    open_ = open_ and job is not None
                    if job is not None:
                        waiting.append(job)
            busy = len(waiting) > 1
            if waiting:
                self._together(_batch(waiting))
        self._lost()

    def _together(self, jobs: list[Job]) -> None:
        """Do the jobs in one transaction; those that fail are left out and each tried once more, alone."""
        alone: list[Job] = []
        while jobs:
            try:
                tell(list(zip(jobs, self._transaction(jobs), strict=True)))
                break
            except _Failed as failed:
                if len(jobs) == 1 and not alone:
                    tell([(jobs[0], failed.error)])
                    return
                alone.append(jobs.pop(failed.number))
            except Exception as error:  # nothing may end the thread
                self._lost()
                tell([(job, StoreDown(_short(error))) for job in jobs])
                break
        for job in alone:
            self._together([job])

    def _transaction(self, jobs: list[Job]) -> list[Any]:
        """The results; ``StoreDown`` if the outcome is not known, ``_Failed`` if nothing was written."""
        for last in (False, True):
            try:
                found = self._uncommitted(jobs)
                break
            except StoreDown as error:
                self._lost()
                if last or not error.lost:
                    raise
        try:
            self._connection().commit()
        except StoreError as error:
            self._lost()
            raise StoreDown(str(error)) from None
        self.commits += 1
        return found

    def _uncommitted(self, jobs: list[Job]) -> list[Any]:
        db = self._connection()
        db.begin()
        found: list[Any] = [None] * len(jobs)
        adding = [number for number, job in enumerate(jobs) if isinstance(job.work, Added)]
        if adding:
            entries = [jobs[number].work for number in adding]
            for number, added in zip(adding, db.add(entries), strict=True):  # type: ignore[arg-type]
                if not added:
                    found[number] = Conflict(jobs[number].work.place)  # type: ignore[union-attr]
        for number, job in enumerate(jobs):
            if isinstance(job.work, Added):
                continue
            try:
                found[number] = job.work(db)
            except StoreDown:
                raise
            except Exception as error:
                db.rollback()
                raise _Failed(number, error) from None
        return found


class _Failed(Exception):
    """A write of a batch failed, and the transaction was rolled back."""

    def __init__(self, number: int, error: Exception) -> None:
        super().__init__()
        self.number = number
        self.error = error


def _short(error: Exception) -> str:
    return str(error) if isinstance(error, StoreError) else f"{type(error).__name__}: {error}"


def _batch(waiting: deque[Job]) -> list[Job]:
    """The jobs that can share a transaction: at most one entry per table."""
    jobs: list[Job] = []
    places: set[str] = set()
    while waiting:
        work = waiting[0].work
        if isinstance(work, Added):
            if work.place in places:
                break
            places.add(work.place)
        jobs.append(waiting.popleft())
    return jobs


def tell(outcomes: list[tuple[Job, Any]]) -> None:
    """Wake the event loop once for all of them."""

    def now() -> None:
        for job, outcome in outcomes:
            if job.told.done():
                continue
            if isinstance(outcome, BaseException):
                job.told.set_exception(outcome)
            else:
                job.told.set_result(outcome)

    with suppress(RuntimeError):  # the loop is closed: nobody waits any longer
        outcomes[0][0].told.get_loop().call_soon_threadsafe(now)
