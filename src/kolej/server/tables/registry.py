"""The loaded tables: loaded on demand or when something is due, unloaded when nobody uses them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from kolej.bots import for_people
from kolej.game.record import Record
from kolej.game.rulebook import Rulebook
from kolej.lessons.schema import Script
from kolej.server.access import ids
from kolej.server.access.people import People
from kolej.server.board_files import BoardFiles, layout_of
from kolej.server.notify.reminders import Notifier
from kolej.server.protocol import BotSeat, GoingDown, NewTable
from kolej.server.settings import Settings
from kolej.server.store.database import StoreDown, StoreError
from kolej.server.store.store import Opening, Player, Store
from kolej.server.tables import command_handler, event_log, new_table
from kolej.server.tables.room import ENCODER, Room
from kolej.server.tables.services import Services
from kolej.server.tables.table import Table
from kolej.server.workers.bot_pool import Workers, explainer

LOG = logging.getLogger("kolej.server")

QUIET = 600_000
"""Milliseconds after which a table that nobody uses is unloaded."""
BEAT = 5.0
"""Seconds between heartbeats that the server writes to the store."""
MOST_PAUSES = 500
"""How many restarts are remembered, so that clocks do not run during them."""


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Registry:
    """The rooms of a server, by the ids of their tables."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        people: People,
        notifier: Notifier | None = None,
        now: Callable[[], int] = wall_clock,
    ) -> None:
        self.settings = settings
        self.store = store
        self.people = people
        self.now = now
        self.boards = BoardFiles(store)
        self.workers = Workers(settings.workers, explainer(tuple(for_people())))
        self.services = Services(
            settings=settings,
            store=store,
            people=people,
            boards=self.boards,
            workers=self.workers,
            notifier=notifier,
            now=now,
            link=self.link,
            start=self.start,
        )
        self.draining = False
        """Whether the server is about to stop."""
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._pauses: list[tuple[int, int]] = []
        """The times during which no server was running to take moves."""
        self.reached = f"http://{settings.host}:{settings.port}"
        """The address in links if no setting gives one; once the server listens, its real address."""

    # ---- start and stop

    async def open(self) -> None:
        last, written = await self.store.meta("alive"), await self.store.meta("pauses")
        began = self.now()
        self._pauses = msgspec.json.decode(written or "[]", type=list[tuple[int, int]])
        if last and int(last) < began:
            self._pauses = [*self._pauses, (int(last), began)][-MOST_PAUSES:]
        await self.store.set_meta(alive=str(began), pauses=msgspec.json.encode(self._pauses).decode())
        self.start(self._beat())

    async def close(self) -> None:
        """Refuse new commands, finish those in progress, tell clients, and stop."""
        if self.draining:
            return
        self.draining = True
        told = ENCODER.encode(GoingDown(again_in=2.0))
        for room in self.rooms.values():
            for client in room.clients:
                client.send(told)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._settle(), self.settings.drain)
        for room in tuple(self.rooms.values()):
            room.stop()
            for client in tuple(room.clients):
                client.close(1012, "the server is restarting")
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.services.notifier is not None:
            await self.services.notifier.close()
        self.workers.close()
        with contextlib.suppress(StoreError):
            await self.store.set_meta(alive=str(self.now()))
        self.boards.close()

    async def _settle(self) -> None:
        for room in tuple(self.rooms.values()):
            async with room.lock:
                pass

    def since_move(self) -> float:
        """Seconds since something happened at any table."""
        return (self.now() - max((room.touched for room in self.rooms.values()), default=0)) / 1000

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work in the background until the server stops."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _beat(self) -> None:
        """Load tables at which something is due, unload unused ones, and write heartbeats."""
        while True:
            try:
                now = self.now()
                for place, _ in await self.store.awake(now + int(BEAT * 1000)):
                    if place not in self.rooms:
                        await self.room(place)
                        await asyncio.sleep(0)
                for room in tuple(self.rooms.values()):
                    for client in tuple(room.clients):
                        client.give_up_if_stuck()
                    if not room.busy and room.touched < now - QUIET and not self._soon(room, now):
                        room.stop()
                        self.drop(room)
                self.forget_strangers()
                await self.store.set_meta(alive=str(now))
            except StoreDown as error:
                LOG.error("the store does not answer", extra={"error": str(error)})
            except Exception:
                LOG.exception("looking after the tables failed")
            await asyncio.sleep(BEAT)

    def _soon(self, room: Room, now: int) -> bool:
        wake = room.row().wake
        return wake is not None and wake < now + 2 * QUIET

    # ---- rooms

    async def room(self, place: str) -> Room | None:
        """The room of a table; loaded only once, even if several callers ask at the same time."""
        if place in self.rooms:
            return self.rooms[place]
        loading = self._loading.get(place)
        if loading is None:
            loading = self._loading[place] = asyncio.ensure_future(self._load(place))
            # Removed when the load ends, not when a caller gives up: a second load would make a second room.
            loading.add_done_callback(lambda _: self._loading.pop(place))
        return await asyncio.shield(loading)

    async def _load(self, place: str) -> Room | None:
        table = await self.read_table(place)
        if table is None:
            return None
        room = Room(self, self.services, table)
        await room.load_chat()
        await self.people.meet_all(room.chat.speakers)
        self.rooms[place] = room
        room.autopilot.arrange()
        return room

    async def read_table(self, place: str) -> Table | None:
        """A table from the store."""
        bodies = await self.store.entries(place)
        if not bodies:
            return None
        entries = [event_log.read(body) for body in bodies]
        opened = entries[0]
        assert isinstance(opened, event_log.Opened), "the first entry of a log opens the table"
        book = await self.boards.book(opened.setup.board, opened.content, opened.setup.options)
        table = Table(place, self.people.same, self.settings.fallback)
        table.with_book(book)
        await self.people.meet_all(_players(entries))
        for number, entry in enumerate(entries):
            table.apply(entry)
            if number % 50 == 49:
                await asyncio.sleep(0)
        for first, last in self._pauses:
            table.clocks.skip(first, last)
        return table

    def drop(self, room: Room) -> None:
        if self.holds(room):
            del self.rooms[room.table.id]

    def holds(self, room: Room) -> bool:
        return self.rooms.get(room.table.id) is room

    # ---- new tables

    async def make(self, setup: NewTable, host: Player) -> Room:
        """Make a new table; raises ``BoardError``, ``RecordError`` or ``Refusal`` if it cannot be played."""
        position = setup.position
        path = await self._board_of(position) if position else new_table.known_board(setup.board)
        if position is not None:
            setup = replace(setup, options=position.options)
        book = new_table.checked_board(setup, path)
        if position is not None:
            setup = await asyncio.to_thread(new_table.checked_position, setup, position, book)
        if any(isinstance(plan, BotSeat) for plan in setup.seats):
            self.workers.prepare()
        return await self._open_room(setup, host, path, book)

    async def make_lesson(self, setup: NewTable, host: Player, path: Path, lesson: Script) -> Room:
        """Make a table for a lesson, which begins at once."""
        book = new_table.checked_board(setup, path)
        room = await self._open_room(setup, host, path, book, lesson)
        async with room.lock:
            await room.append(command_handler.begin(room.table, host.id, self.now()))
        return room

    async def _board_of(self, position: Record) -> Path:
        """The very board of a position, which may be an earlier version."""
        path = await self.boards.find(position.content) if position.content else None
        return path or new_table.known_board(position.board)

    async def _open_room(
        self, setup: NewTable, host: Player, path: Path, book: Rulebook, lesson: Script | None = None
    ) -> Room:
        layout, layout_file = await asyncio.to_thread(layout_of, path, book)
        pace = self.settings.pace
        opened = new_table.first_entry(setup, host, book, layout, pace, self.now(), lesson)
        room, opening = await self._prepare(opened, book, layout_file)
        await self.store.open_table(opening)
        self.hold(room)
        return room

    async def prepare_rematch(self, table: Table, asker: Player) -> tuple[Room, Opening]:
        """Make a room for the rematch, which is not stored yet."""
        return await self._prepare(new_table.rematch_entry(table, asker, self.now()), table.book)

    def hold(self, room: Room) -> None:
        """Keep the room of a table that has just been stored."""
        self.rooms[room.table.id] = room

    async def _prepare(
        self, opened: event_log.Opened, book: Rulebook, layout_file: str = ""
    ) -> tuple[Room, Opening]:
        table = Table(ids.new_id(), self.people.same, self.settings.fallback)
        table.with_book(book)
        await self.people.meet_all((opened.host, *(p for p in opened.sitters if p)))
        table.apply(opened)
        room = Room(self, self.services, table)
        return room, new_table.opening(table, room.row(), layout_file)

    # ---- people

    def forget_strangers(self) -> None:
        """If there are too many players in memory, drop some who are at none of the loaded tables."""
        if not self.people.is_crowded():
            return
        here: set[str] = set()
        for room in self.rooms.values():
            here.update(room.table.people())
            here.update(room.chat.speakers)
            here.update(client.player.id for client in room.clients if client.player is not None)
        self.people.forget_all_but(here)

    def changed(self, player: Player, was: str | None = None) -> None:
        """A player has a new name, account or password; ``was`` is an older id that is now this player's."""
        self.people.changed(player, was)
        for room in self.rooms.values():
            if room.seats_of(player):
                room.tell_table()

    def forget(self, player: str) -> None:
        """A player's data was deleted from the store."""
        names = self.people.delete(player)
        for room in self.rooms.values():
            room.forget(player, names)

    def cut(self, player: Player, *, tokens_only: bool = False) -> None:
        """Close the connections of a player whose cookies or tokens have become invalid."""
        for room in self.rooms.values():
            for client in tuple(room.clients):
                if client.player is None or client.player.id != player.id:
                    continue
                if client.token or not tokens_only:
                    client.close(1013, "your sign-in has changed; reconnect")

    def set_mutes(self, player: Player, mutes: frozenset[str]) -> None:
        """Note the people whom a player has muted."""
        for room in self.rooms.values():
            for client in room.clients:
                if client.player is not None and client.player.id == player.id:
                    client.mutes = mutes

    def link(self, place: str) -> str:
        """The address of a table."""
        return f"{self.settings.url.rstrip('/') or self.reached}/t/{place}"

    @property
    def connections(self) -> int:
        return sum(len(room.clients) for room in self.rooms.values())


def _players(entries: list[event_log.Entry]) -> tuple[str, ...]:
    found: list[str] = []
    for entry in entries:
        if isinstance(entry, event_log.Opened):
            found += [entry.host, *(player for player in entry.sitters if player)]
        elif isinstance(entry, event_log.Sat):
            found.append(entry.player)
    return tuple(dict.fromkeys(found))
