"""All tables of a server: loaded when somebody comes or something is due, let go when all is quiet."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec

from kolej.boards.errors import BoardError, nearest
from kolej.boards.load import own, shipped
from kolej.bots import BOTS, for_people
from kolej.game import fair_luck
from kolej.game.rulebook import Rulebook, rulebook
from kolej.server.access.names import good_name
from kolej.server.board_files import BoardFiles, layout_of
from kolej.server.notify.reminders import Notifier
from kolej.server.protocol import BotSeat, GoingDown, HostSeat, NewTable, SeatPlan
from kolej.server.settings import Settings
from kolej.server.store.database import StoreDown, StoreError
from kolej.server.store.store import Opening, Player, Store
from kolej.server.tables import event_log
from kolej.server.tables.room import ENCODER, Room
from kolej.server.tables.table import Table, refuse
from kolej.server.workers.bot_pool import Workers, explainer

LOG = logging.getLogger("kolej.server")

LETTERS = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
"""Of ids that people may have to read out."""
QUIET = 600_000
"""Milliseconds after which a table that nobody looks at is let go."""
MOST_PEOPLE = 20_000
"""Players in memory."""
BEAT = 5.0
"""Seconds between signs of life in the store."""
MOST_PAUSES = 500
"""Restarts that are remembered, for the clocks that ran then."""


def new_id(length: int = 12) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def wall_clock() -> int:
    return time.time_ns() // 1_000_000


class Registry:
    """The tables, and who sits at them."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        notifier: Notifier | None = None,
        now: Callable[[], int] = wall_clock,
    ) -> None:
        self.settings = settings
        self.store = store
        self.now = now
        self.notifier = notifier
        self.workers = Workers(settings.workers)
        self.draining = False
        self.rooms: dict[str, Room] = {}
        self.explainer = explainer(tuple(for_people()))
        """Who gives hints: the strongest that says why."""
        self._people: dict[str, Player | None] = {}
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.boards = BoardFiles(store)
        self._pauses: list[tuple[int, int]] = []
        """When no server was there to take moves."""
        self.reached = f"http://{settings.host}:{settings.port}"
        """Where people come to if no setting tells it; who listens knows better than the settings."""

    # ---- life

    async def open(self) -> None:
        last, written = await self.store.meta("alive"), await self.store.meta("pauses")
        began = self.now()
        self._pauses = msgspec.json.decode(written or "[]", type=list[tuple[int, int]])
        if last and int(last) < began:
            self._pauses = [*self._pauses, (int(last), began)][-MOST_PAUSES:]
        await self.store.set_meta(alive=str(began), pauses=msgspec.json.encode(self._pauses).decode())
        self.start(self._beat())

    async def close(self) -> None:
        """Refuse what is new, finish what is under way, say good-bye."""
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
                client.close(1012, "the server restarts")
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.notifier is not None:
            await self.notifier.close()
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
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _beat(self) -> None:
        """Wake tables whose time has come, let quiet ones go, leave signs of life."""
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
        """A table by its id; loaded once, whoever asks first."""
        if place in self.rooms:
            return self.rooms[place]
        loading = self._loading.get(place)
        if loading is None:
            loading = self._loading[place] = asyncio.ensure_future(self._load(place))
            # When it is done, not when somebody has gone who waited: a second load would make a second room.
            loading.add_done_callback(lambda _: self._loading.pop(place))
        return await asyncio.shield(loading)

    async def _load(self, place: str) -> Room | None:
        table = await self.read_table(place)
        if table is None:
            return None
        room = Room(self, table)
        await room.chat.load()
        await self._meet(room.chat.speakers)
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
        assert isinstance(opened, event_log.Opened), "a log begins with how the table was opened"
        book = await self.boards.book(opened.setup.board, opened.content, opened.setup.options)
        table = Table(place, self.same, self.settings.fallback)
        table.with_book(book)
        await self._meet(_players(entries))
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

    # ---- making tables

    async def make(self, setup: NewTable, host: Player) -> Room:
        """A new table; raises ``BoardError`` or ``Refusal`` for what cannot be played."""
        path = self.known_board(setup.board)
        book = rulebook(path, setup.options)
        least, most = book.board.rules.players
        if not least <= len(setup.seats) <= most:
            raise BoardError(f"{setup.board} is for {least} to {most} players, not {len(setup.seats)}")
        for plan in setup.seats:
            self.check_plan(plan)
        if any(isinstance(plan, BotSeat) for plan in setup.seats):
            self.workers.prepare()
        layout, layout_file = await asyncio.to_thread(layout_of, path, book)
        opened = event_log.Opened(
            at=self.now(),
            by=host.id,
            setup=setup,
            content=book.content,
            layout=layout,
            host=host.id,
            invitation=new_id(),
            secret=fair_luck.new_secret().hex(),
            pace=self.settings.pace if setup.pace is None else setup.pace,
        )
        room, opening = await self._prepare(opened, book, layout_file)
        await self.store.open_table(opening)
        self.hold(room)
        return room

    async def again(self, table: Table, asker: Player) -> tuple[Room, Opening]:
        """A table for the rematch, with the same people on the same seats; it is not stored yet."""
        opened = table.opened
        plans = tuple(seat.plan for seat in table.seats)
        return await self._prepare(
            event_log.Opened(
                at=self.now(),
                by=asker.id,
                setup=_with_seats(opened.setup, plans),
                content=opened.content,
                layout=opened.layout,
                host=table.host,
                invitation=new_id(),
                secret=fair_luck.new_secret().hex(),
                pace=opened.pace,
                previous=table.id,
                sitters=tuple(seat.player for seat in table.seats),
                colours=tuple(seat.colour for seat in table.seats),
            ),
            table.book,
        )

    def hold(self, room: Room) -> None:
        """Keep a table that was stored just now."""
        self.rooms[room.table.id] = room

    async def _prepare(
        self, opened: event_log.Opened, book: Rulebook, layout_file: str = ""
    ) -> tuple[Room, Opening]:
        place = new_id()
        table = Table(place, self.same, self.settings.fallback)
        table.with_book(book)
        await self._meet((opened.host, *(p for p in opened.sitters if p)))
        table.apply(opened)
        room = Room(self, table)
        # Kept even if Kolej brings it: the next version may bring another of that name.
        board = (opened.content, opened.setup.board, book.file.decode())
        layout = (opened.layout, opened.content, layout_file) if layout_file else None
        return room, Opening(room.row(), event_log.written(opened), table.people(), board, layout)

    def check_plan(self, plan: SeatPlan) -> None:
        if isinstance(plan, BotSeat) and plan.bot not in BOTS:
            hint = nearest(plan.bot, BOTS) or f"; there are {', '.join(for_people())}"
            refuse("no-such-bot", f'there is no bot "{plan.bot}"{hint}')
        if isinstance(plan, HostSeat) and plan.name is not None and good_name(plan.name) != plan.name:
            refuse("unreadable", "names are printable text without spaces around it")

    # ---- boards

    @staticmethod
    def known_board(name: str) -> Path:
        boards = shipped() | own()
        if name not in boards:
            raise BoardError(f'there is no board "{name}"{nearest(name, boards)}')
        return boards[name]

    def board_path(self, table: Table) -> Path:
        """A file with the very board that a table is played on."""
        return self.boards.path(table.book)

    # ---- people

    def person(self, player: str) -> Player | None:
        """Who an id in a log is; None if deleted."""
        return self._people.get(player)

    def same(self, one: str, other: str) -> bool:
        if one == other:
            return True
        known = self._people.get(one)
        return known is not None and known.id == other

    async def _meet(self, players: tuple[str, ...]) -> None:
        unknown = tuple(p for p in dict.fromkeys(players) if self._people.get(p) is None)
        if unknown:
            found = await self.store.people(unknown)
            for player in unknown:
                if self._people.get(player) is None:  # else somebody changed it while we read
                    self._people[player] = found.get(player)

    async def meet(self, player: str) -> Player | None:
        """A player by id, from memory if possible."""
        await self._meet((player,))
        return self._people.get(player)

    def forget_strangers(self) -> None:
        """Let the older half of those go who are at no table here, once there are many."""
        if len(self._people) <= MOST_PEOPLE:
            return
        here: set[str] = set()
        for room in self.rooms.values():
            here.update(room.table.people())
            here.update(room.chat.speakers)
            here.update(client.player.id for client in room.clients if client.player is not None)
        for known in tuple(self._people)[: len(self._people) // 2]:
            if known not in here:
                del self._people[known]

    def changed(self, player: Player, was: str | None = None) -> None:
        """Somebody has a new name, account or password, or was known as somebody else."""
        if was is not None:
            self._people[was] = player
        for known, person in tuple(self._people.items()):
            if person is not None and person.id == player.id:
                self._people[known] = player
        self._people[player.id] = player
        for room in self.rooms.values():
            if room.seats_of(player):
                room.tell_table()

    def forget(self, player: str) -> None:
        names = {known for known, person in self._people.items() if person and person.id == player}
        self._people |= dict.fromkeys(names)
        for room in self.rooms.values():
            room.forget(player, names | {player})

    def cut(self, player: Player, *, tokens_only: bool = False) -> None:
        """What somebody was known by is worthless now: connections made with it end."""
        for room in self.rooms.values():
            for client in tuple(room.clients):
                if client.player is None or client.player.id != player.id:
                    continue
                if client.token or not tokens_only:
                    client.close(1013, "you are known by something new; come back")

    def heard_by(self, player: Player, mutes: frozenset[str]) -> None:
        """Somebody does not want to hear these."""
        for room in self.rooms.values():
            for client in room.clients:
                if client.player is not None and client.player.id == player.id:
                    client.mutes = mutes

    def link(self, place: str) -> str:
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


def _with_seats(setup: NewTable, plans: tuple[SeatPlan, ...]) -> NewTable:
    return msgspec.structs.replace(setup, seats=plans)
