"""Makes bots move, hands seats to a bot when a player's time runs out, and reminds people of their turn."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import AbstractContextManager
from typing import Any, Protocol

from kolej.server.notify.reminders import YourTurn
from kolej.server.tables import command_handler
from kolej.server.tables.bot_tasks import bot_task
from kolej.server.tables.event_log import Entry
from kolej.server.tables.refusal import Refusal
from kolej.server.tables.services import Services
from kolej.server.tables.table import Table

LOG = logging.getLogger("kolej.server")
UNSEEN_PACE = 0.2
"""A bot waits at most this many seconds when nobody is watching."""
TICKETS_PACE = 0.3
"""The same while choosing first tickets, which nobody can watch."""
WAIT_STEP = 0.5
"""A bot looks again for its pace after so many seconds."""
A_DAY = 86_400.0
LESSON_BOT = "lesson"
"""Noted as the bot that chose a move which is written in a lesson."""


class PilotedRoom(Protocol):
    """What the autopilot needs from the room in which it acts."""

    table: Table
    lock: asyncio.Lock

    @property
    def held(self) -> bool:
        """Whether people still enter this room; if not, nothing may happen in it any more."""
        ...

    @property
    def draining(self) -> bool:
        """Whether the server is about to stop."""
        ...

    @property
    def watched(self) -> bool:
        """Whether anyone is connected."""
        ...

    def is_here(self, seat: int) -> bool:
        """Whether the owner of a seat is connected."""
        ...

    def in_step(self) -> AbstractContextManager[None]:
        """Within this, an error drops the room, so that it is loaded again from the store."""
        ...

    async def add(self, entry: Entry) -> None:
        """Store an entry, then send it to all clients; the caller holds the lock."""
        ...


class Autopilot:
    """Acts when no person does: under the room's lock and through its log, just as people's commands do."""

    def __init__(self, room: PilotedRoom, services: Services) -> None:
        self._room = room
        self._services = services
        self._bots: set[int] = set()
        """Seats whose bot is thinking."""
        self._timer: asyncio.TimerHandle | None = None
        self._errands: set[asyncio.Task[None]] = set()

    @property
    def busy(self) -> bool:
        return bool(self._errands)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for task in tuple(self._errands):
            if task is not asyncio.current_task():
                task.cancel()

    def arrange(self) -> None:
        """After an entry: start the bots that are to move, and set the timer for the next deadline."""
        table = self._room.table
        waits = [due for seat in table.awaited if (due := self._look_after(table, seat)) is not None]
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if waits:
            wait = max(0, min(waits) - self._services.now()) / 1000
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(min(wait, A_DAY), self._time_is_over)

    def _look_after(self, table: Table, seat: int) -> int | None:
        """Start the bot of an awaited seat, or remind its owner; returns the owner's deadline."""
        if table.lesson is not None:
            if self._lesson_goes_on() and not self._bots:
                self._bots.add(seat)
                self._errand(self._reply(seat))
            return None
        if table.bot_of(seat):
            if seat not in self._bots:
                self._bots.add(seat)
                self._errand(self._play(seat))
            return None
        if table.since.get(seat) == table.n:
            self.remind(seat)
        return table.clocks.deadline(seat)

    def _errand(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._safely(work))
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _safely(self, work: Coroutine[Any, Any, None]) -> None:
        """Run background work and log its failure, which must not stop the table."""
        try:
            await work
        except Exception:
            LOG.exception("background work at a table failed")

    # ---- bots

    async def _play(self, seat: int) -> None:
        """Let a seat's bot move for as long as it is awaited, at a pace that people can follow."""
        room, services = self._room, self._services
        try:
            while (name := self._due(seat)) is not None:
                await self._wait()
                async with room.lock:
                    if self._due(seat) != name:
                        continue
                    task = bot_task(room.table, seat, name, services.boards)
                    since = room.table.since[seat]
                action = await services.workers.choose(task)
                async with room.lock:
                    table = room.table
                    if self._due(seat) == name and table.since[seat] == since:
                        with room.in_step():
                            entry = command_handler.play_bot_move(table, action, seat, name, services.now())
                        await room.add(entry)
        except Refusal:
            LOG.exception("a bot's move was refused")
        finally:
            self._bots.discard(seat)

    async def _reply(self, seat: int) -> None:
        """Let the others of a lesson do what its script says, for as long as one of them is to act."""
        room = self._room
        try:
            while self._lesson_goes_on():
                await asyncio.sleep(self._pace())
                async with room.lock:
                    table = room.table
                    if not self._lesson_goes_on() or table.lesson is None or table.game is None:
                        continue
                    found = table.lesson.reply(table.game)
                    if found is not None:
                        other, action = found
                        with room.in_step():
                            entry = command_handler.play_bot_move(
                                table, action, other, LESSON_BOT, self._services.now()
                            )
                        await room.add(entry)
        finally:
            self._bots.discard(seat)

    def _lesson_goes_on(self) -> bool:
        """Whether somebody else than the learner is to act in the lesson that is played here."""
        room = self._room
        table = room.table
        if room.draining or not room.held or table.lesson is None or table.game is None:
            return False
        return table.lesson.reply(table.game) is not None

    def _due(self, seat: int) -> str | None:
        """The bot that must move now at this seat."""
        table = self._room.table
        if self._room.draining or not self._room.held or seat not in table.awaited:
            return None
        return table.bot_of(seat)

    async def _wait(self) -> None:
        """Wait before a bot moves, in short steps: the host may change the pace meanwhile."""
        clock = asyncio.get_running_loop().time
        began = clock()
        while True:
            left = began + self._pace() - clock()
            await asyncio.sleep(max(0.0, min(left, WAIT_STEP)))
            if left <= WAIT_STEP:
                return

    def _pace(self) -> float:
        """Seconds to wait before a bot moves."""
        table = self._room.table
        if table.game is not None and table.game.moves < len(table.seats):
            return min(table.pace, TICKETS_PACE)
        return table.pace if self._room.watched else min(table.pace, UNSEEN_PACE)

    # ---- clocks

    def _time_is_over(self) -> None:
        self._errand(self._flag())

    async def _flag(self) -> None:
        room = self._room
        async with room.lock:
            if room.draining:
                return
            for seat in room.table.awaited:
                entry = command_handler.time_over(room.table, seat, self._services.now())
                if entry is not None and room.held:
                    await room.add(entry)
            if room.held:
                self.arrange()

    # ---- reminders

    def owner_left(self) -> None:
        """Remind people who disconnect during their turn, after a while."""
        table = self._room.table
        for seat in table.awaited:
            if not table.bot_of(seat):
                self.remind(seat)

    def remind(self, seat: int) -> None:
        """Remind the owner of a seat unless they are connected and can see it for themselves."""
        room, services = self._room, self._services
        player = room.table.seats[seat].player
        if room.table.opened.lesson is not None:
            return
        if player and services.notifier is not None and not room.is_here(seat) and not room.draining:
            services.start(self._remind(seat, player, room.table.since[seat]))

    async def _remind(self, seat: int, player: str, since: int) -> None:
        services = self._services
        await asyncio.sleep(services.settings.absent)
        person = await services.people.meet(player)
        if person is None or services.notifier is None or self._room.is_here(seat):
            return
        table = self._room.table
        if seat not in table.awaited or table.since.get(seat) != since or table.bot_of(seat):
            return
        due = table.clocks.deadline(seat)
        note = YourTurn(
            table=table.id,
            board=table.setup.board,
            board_name=table.book.board.name.en,
            link=services.link(table.id),
            seat=seat,
            n=since,
            deadline=due // 1000 if due is not None else None,
        )
        await services.notifier.your_turn(person.id, note)
