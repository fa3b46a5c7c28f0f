"""Runs bots in worker processes, which get a seat's view and the legal actions, never the game."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import multiprocessing
from collections import Counter
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import lru_cache
from typing import Any

import msgspec

from kolej.bots import Explains, Explanation, bot, needs_planner, needs_search
from kolej.bots.compilation import PLANNER, SEARCH
from kolej.compiling import parts
from kolej.compiling.child_process import start_child
from kolej.compiling.warm import load
from kolej.game import actions
from kolej.game.actions import Action, Claim, differs_in_swaps
from kolej.game.rulebook import Options, Rulebook, rulebook
from kolej.game.view import View
from kolej.rules.compilation import RULES

LOG = logging.getLogger("kolej.server")
PATIENCE = 30.0
"""Seconds after which a bot is assumed to hang."""
FIRST_PATIENCE = 120.0
"""The same for a process that has not answered yet: on a busy machine it takes long to start."""
EXPERT = 0.4
SHORTEST = 0.1
"""Seconds that a bot that searches may take for a choice: with a process to itself, and at least."""
STAND_IN = "local"
"""The bot that moves for a level while the planner is being compiled."""


class Task(msgspec.Struct, frozen=True):
    """Everything that a bot is told."""

    bot: str
    seed: int
    board: str
    options: Options
    view: bytes
    legal: tuple[str, ...]
    limit: float | None


class Workers:
    """The worker processes; started when first needed, and restarted when one dies."""

    def __init__(self, count: int, explainer: str | None = None) -> None:
        self._count = count
        self._free = asyncio.Semaphore(count)
        """A bot that waits for a process is not thinking yet, so it is not assumed to hang."""
        self._pool: ProcessPoolExecutor | None = None
        self._answered = False
        """Whether the present processes have answered anything yet."""
        self.compiling = False
        """Whether planners have to wait until they are compiled."""
        self.compiling_search = False
        """Whether bots that search have to wait."""
        self._choosing = 0
        """How many bots think, or wait for a process."""
        self.explainer = explainer
        """The bot that gives hints."""

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._count, mp_context=context, initializer=_ready)
            self._answered = False
        return self._pool

    async def choose(self, task: Task) -> Action:
        """The action that the bot chooses; if it fails, any legal action, so that the others can play on."""
        if self.must_wait_for(task.bot):
            task = msgspec.structs.replace(task, bot=STAND_IN)
        self._choosing += 1
        try:
            return actions.parse(await self._run(_choose, self._shortened(task)))
        except Exception as error:
            LOG.warning("bot failed", extra={"bot": task.bot, "error": type(error).__name__})
            return actions.parse(anything(task))
        finally:
            self._choosing -= 1

    def _shortened(self, task: Task) -> Task:
        """A bot that searches takes less time if other tables wait for a process."""
        if task.limit is not None or not needs_search(task.bot):
            return task
        return msgspec.structs.replace(
            task, limit=max(SHORTEST, EXPERT * self._count / max(self._count, self._choosing))
        )

    async def explain(self, task: Task) -> Explanation | None:
        """What the bot thinks of the legal actions; None if it cannot explain, or fails."""
        try:
            found: Explanation | None = await self._run(_explain, task)
            return found
        except Exception as error:
            LOG.warning("bot failed", extra={"bot": task.bot, "error": type(error).__name__})
            return None

    async def _run(self, work: Any, task: Task) -> Any:
        async with self._free:
            try:
                return await self._ask(work, task)
            except BrokenProcessPool:  # perhaps because another bot hung in it
                return await self._ask(work, task)

    async def _ask(self, work: Any, task: Task) -> Any:
        pool = self._executor()
        try:
            patience = PATIENCE if self._answered else FIRST_PATIENCE
            found = await asyncio.wait_for(_told(pool.submit(work, task)), patience)
            self._answered = self._answered or self._pool is pool
            return found
        except (BrokenProcessPool, TimeoutError):
            self._drop(pool)
            raise

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        """Discard a pool whose process died or hangs."""
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def must_wait_for(self, bot: str) -> bool:
        """Whether this bot is still being compiled."""
        return (self.compiling and needs_planner(bot)) or (self.compiling_search and needs_search(bot))

    async def compile(self) -> None:
        """Compile planner and search if necessary, in other processes, so that people can play meanwhile."""
        self.compiling = not parts.is_warm(PLANNER)
        self.compiling_search = not parts.is_warm(PLANNER, SEARCH)
        if self.compiling:
            self.compiling = not await self._compiled("PLANNER")
        if self.compiling_search and not self.compiling:
            self.compiling_search = not await self._compiled("SEARCH")

    async def _compiled(self, part: str) -> bool:
        """Compile a part; returns whether that succeeded."""
        # In a session of its own, so that Ctrl-C reaches only the server.
        script = f"from kolej.bots.compilation import {part}; from kolej.compiling.warm import warm; "
        script += f"warm({part}, bar=False)"
        with start_child(script, own_session=True) as process:
            try:
                code = await asyncio.to_thread(process.wait)
            finally:
                process.kill()
        if code:
            LOG.warning("the planner cannot be compiled", extra={"code": code, "instead": STAND_IN})
        return not code

    def prepare(self) -> None:
        """Start the processes now, so that the first bot need not wait for one."""
        self._executor().submit(_ready)

    def close(self) -> None:
        if self._pool is not None:
            self._drop(self._pool)


def _told(work: Future[Any]) -> asyncio.Future[Any]:
    """The result of the work. A caller that goes away does not cancel it: a pool being stopped would fail."""
    loop = asyncio.get_running_loop()
    told: asyncio.Future[Any] = loop.create_future()

    def tell() -> None:
        if told.done():
            return
        error = BrokenProcessPool("the pool was stopped first") if work.cancelled() else work.exception()
        if error is not None:
            told.set_exception(error)
        else:
            told.set_result(work.result())

    def wake(_: Future[Any]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any longer
            loop.call_soon_threadsafe(tell)

    work.add_done_callback(wake)
    return told


def anything(task: Task) -> str:
    """A legal action, chosen by the seed."""
    digest = hashlib.blake2b(task.view, key=task.seed.to_bytes(8), digest_size=8).digest()
    return task.legal[int.from_bytes(digest) % len(task.legal)]


def explainer(names: tuple[str, ...]) -> str | None:
    """The first bot that can explain its choice."""
    return next((name for name in names if isinstance(bot(name), Explains)), None)


def _ready() -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load(RULES)
    for part in (PLANNER, SEARCH):
        if parts.is_warm(PLANNER, part):
            load(part)


@lru_cache(maxsize=16)
def _book(board: str, options: tuple[tuple[str, bool | int], ...]) -> Rulebook:
    return rulebook(board, dict(options))


def _seen(task: Task) -> tuple[View, list[Action]]:
    book = _book(task.board, tuple(sorted(task.options.items())))
    return View.from_bytes(book, task.view), [actions.parse(line) for line in task.legal]


def _choose(task: Task) -> str:
    view, legal = _seen(task)
    chosen = bot(task.bot, task.seed).choose(view, legal, task.limit)
    if chosen not in legal and not any(_is_payable(chosen, other, view) for other in legal):
        raise ValueError(f"{task.bot} chose an illegal action")
    return str(chosen)


def _is_payable(chosen: Action, listed: Action, view: View) -> bool:
    """Whether a claim differs from a listed one only in the cards swapped, and the hand has those."""
    if not (isinstance(chosen, Claim) and differs_in_swaps(chosen, listed)):
        return False
    laid = Counter(chosen.cards + chosen.swapped)
    return all(view.hand.get(card, 0) >= count for card, count in laid.items())


def _explain(task: Task) -> Explanation | None:
    view, legal = _seen(task)
    thinker = bot(task.bot, task.seed)
    return thinker.explain(view, legal, task.limit) if isinstance(thinker, Explains) else None
