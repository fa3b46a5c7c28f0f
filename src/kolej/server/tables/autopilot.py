"""Makes bots move, ends the time of slow players, and reminds people of their turn."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kolej.server.notify.reminders import YourTurn
from kolej.server.tables.table import Refusal, Table
from kolej.server.workers.bot_pool import Task

if TYPE_CHECKING:
    from kolej.server.tables.room import Room

LOG = logging.getLogger("kolej.server")
UNSEEN_PACE = 0.2
TICKETS_PACE = 0.3
A_DAY = 86_400.0


class Autopilot:
    """Does what nobody at the table does; through the room, like everybody."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._bots: set[int] = set()
        """Seats whose bot is at it."""
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
        """Look at what is so after an entry, and set going what follows from it."""
        table = self.room.table
        waits = [due for seat in table.awaited if (due := self._look_after(table, seat)) is not None]
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if waits:
            wait = max(0, min(waits) - self.room.registry.now()) / 1000
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(min(wait, A_DAY), self._time_is_over)

    def _look_after(self, table: Table, seat: int) -> int | None:
        """Wake the bot of a seat that is awaited, or tell its owner; when the owner's time is over."""
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
        """An errand that fails must not stop the table."""
        try:
            await work
        except Exception:
            LOG.exception("an errand at a table failed")

    # ---- bots

    async def _play(self, seat: int) -> None:
        """Let the bot of a seat move, at a pace that people can follow, for as long as it is awaited."""
        try:
            while (name := self._due(seat)) is not None:
                await asyncio.sleep(self._pace())
                async with self.room.lock:
                    if self._due(seat) != name:
                        continue
                    task, since = bot_task(self.room, seat, name), self.room.table.since[seat]
                action = await self.room.registry.workers.choose(task)
                async with self.room.lock:
                    table = self.room.table
                    if self._due(seat) == name and table.since[seat] == since:
                        await self.room.add(table.bot_move(action, seat, name, self.room.registry.now()))
        except Refusal:
            LOG.exception("a bot's move was refused")
        finally:
            self._bots.discard(seat)

    def _due(self, seat: int) -> str | None:
        """The bot that is to move at a seat now."""
        registry, table = self.room.registry, self.room.table
        if registry.draining or not registry.holds(self.room) or seat not in table.awaited:
            return None
        return table.bot_of(seat)

    def _pace(self) -> float:
        """Nobody needs to follow what nobody looks at; first tickets are chosen out of sight."""
        table = self.room.table
        if table.game is not None and table.game.moves < len(table.seats):
            return min(table.opened.pace, TICKETS_PACE)
        return table.opened.pace if self.room.clients else min(table.opened.pace, UNSEEN_PACE)

    # ---- clocks

    def _time_is_over(self) -> None:
        self._errand(self._flag())

    async def _flag(self) -> None:
        async with self.room.lock:
            if self.room.registry.draining:
                return
            for seat in self.room.table.awaited:
                entry = self.room.table.time_over(seat, self.room.registry.now())
                if entry is not None and self.room.registry.holds(self.room):
                    await self.room.add(entry)
            if self.room.registry.holds(self.room):
                self.arrange()

    # ---- it is your turn

    def owner_left(self) -> None:
        """Somebody went: if it is their turn, they are told after a while."""
        for seat in self.room.table.awaited:
            if not self.room.table.bot_of(seat):
                self.remind(seat)

    def remind(self, seat: int) -> None:
        """Tell the owner of a seat who is not there; who is there sees it."""
        room = self.room
        player = room.table.seats[seat].player
        if (
            player
            and room.registry.notifier is not None
            and not room.is_here(seat)
            and not room.registry.draining
        ):
            room.registry.start(self._remind(seat, player, room.table.since[seat]))

    async def _remind(self, seat: int, player: str, since: int) -> None:
        registry = self.room.registry
        await asyncio.sleep(registry.settings.absent)
        person = await registry.meet(player)
        if person is None or registry.notifier is None or self.room.is_here(seat):
            return
        table = self.room.table
        if seat not in table.awaited or table.since.get(seat) != since or table.bot_of(seat):
            return
        due = table.clocks.deadline(seat)
        note = YourTurn(
            table=table.id,
            board=table.setup.board,
            board_name=table.book.board.name.en,
            link=registry.link(table.id),
            seat=seat,
            n=since,
            deadline=due // 1000 if due is not None else None,
        )
        await registry.notifier.your_turn(person.id, note)


def bot_task(room: Room, seat: int, bot: str) -> Task:
    """What a bot gets to know: the view of its seat, and what is legal there."""
    table = room.table
    game = table.game
    assert game is not None
    # From the secret: who knew a bot's seed could try out which hand leads to the moves that all have seen.
    secret = bytes.fromhex(table.opened.secret)
    seed = hashlib.blake2b(bytes([seat]), key=secret, person=b"kolej bots", digest_size=7).digest()
    return Task(
        bot=bot,
        seed=int.from_bytes(seed),
        board=str(room.registry.board_path(table)),
        options=table.setup.options,
        view=game.view(seat).to_bytes(),
        legal=tuple(map(str, game.legal(seat))),
        limit=None,
    )
