"""A loaded table with its connections: an entry is stored, then sent to all clients.

A room does one thing at a time, under its lock: **append, commit, then acknowledge and publish.** Nobody
hears of an entry while it is being stored, because it might still be lost. If the store refuses it, or if
anything else goes wrong on the way, the room is loaded again from the store.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager
from typing import Any, Protocol

import msgspec

from kolej import __version__
from kolej.game.events import Event
from kolej.server.protocol import (
    PROTOCOL,
    Happened,
    Here,
    Refused,
    ServerMessage,
    TableInfo,
    Welcome,
    You,
)
from kolej.server.store.database import StoreError
from kolej.server.store.store import ChatRow, Conflict, Opening, Player, TableRow
from kolej.server.tables import event_log, listing, visibility
from kolej.server.tables.autopilot import Autopilot
from kolej.server.tables.chat import SHOWN, TableChat
from kolej.server.tables.event_log import Entry
from kolej.server.tables.refusal import Refusal
from kolej.server.tables.services import Services
from kolej.server.tables.table import Table

ENCODER = msgspec.json.Encoder()


class Client(Protocol):
    """A connection, as a room sees it."""

    player: Player | None
    mutes: frozenset[str]
    token: bool
    """Whether it is a program, which signs in with a token."""

    def send(self, message: bytes) -> None:
        """Queue a message; never waits."""
        ...

    def close(self, code: int, reason: str) -> None: ...

    def give_up_if_stuck(self) -> None: ...


class Keeper(Protocol):
    """What a room needs from the registry that keeps it."""

    @property
    def draining(self) -> bool:
        """Whether the server is about to stop and takes no more commands."""
        ...

    def holds(self, room: Room) -> bool:
        """Whether people still enter this room."""
        ...

    def drop(self, room: Room) -> None: ...

    async def read_table(self, place: str) -> Table | None:
        """A table from the store."""
        ...

    async def prepare_rematch(self, table: Table, asker: Player) -> tuple[Room, Opening]:
        """A room for the rematch, and what must be stored for it."""
        ...

    def hold(self, room: Room) -> None:
        """Keep a new room whose table has just been stored."""
        ...


class _InStep:
    """See ``Room.in_step``; entered twice for a move, so it is not a generator."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and not issubclass(kind, Refusal | Conflict | StoreError):
            self._room.give_up()  # cancelled, or a bug: only the store has the true state now


class Room:
    """A loaded table."""

    def __init__(self, keeper: Keeper, services: Services, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.clients: set[Client] = set()
        self.keeper = keeper
        self.services = services
        self._now = services.now
        self._person = services.people.person
        self.chat = TableChat(self._person, services.now, limited=services.settings.limits)
        self.autopilot = Autopilot(self, services)
        self.touched = services.now()
        """When something last happened here, in milliseconds since 1970."""
        self.told = table.n
        """Number of the last stored entry; a later one may still be lost, so nobody hears of it."""
        self._told_anew = False
        """Whether a name changed while an entry was being stored, so that the entry must carry it."""
        self._here_anew = False
        """Whether presence changed while an entry was being stored, so that it must be sent afterwards."""
        self.refusals: OrderedDict[tuple[str, str], Refused] = OrderedDict()
        """The last refusals, by player and command."""
        self._lines = listing.Lines()
        self._in_step = _InStep(self)
        self._open: tuple[int, Any] | None = None
        """The open view, encoded, with the number of its entry."""

    @property
    def held(self) -> bool:
        """Whether people still enter this room."""
        return self.keeper.holds(self)

    @property
    def draining(self) -> bool:
        return self.keeper.draining

    @property
    def watched(self) -> bool:
        return bool(self.clients)

    @property
    def busy(self) -> bool:
        return bool(self.clients or self.autopilot.busy or self.lock.locked())

    @asynccontextmanager
    async def still(self) -> AsyncIterator[Table]:
        """The table, held still: nothing happens at it in the meantime."""
        async with self.lock:
            if not self.held:
                raise StoreError("the table has been unloaded; try again")
            yield self.table

    # ---- connections

    async def enter(self, client: Client, since: int | None) -> None:
        """Let a client in; the first message it gets is the current state of the table."""
        async with self.lock:
            if not self.held:
                client.close(1013, "try again")
                return
            self.touched = self._now()
            client.send(ENCODER.encode(self.welcome(client, since)))
            self.clients.add(client)
            self._tell_presence(but=client)

    def leave(self, client: Client) -> None:
        if client in self.clients:
            self.clients.discard(client)
            self.touched = self._now()
            self._tell_presence()
            self.autopilot.owner_left()

    def seats_of(self, player: Player | None) -> tuple[int, ...]:
        return self.table.seats_of(player.id) if player is not None else ()

    def you(self, player: Player | None) -> You:
        host = player is not None and self.table.same(self.table.host, player.id)
        return You(
            player.handle if player else None,
            player.name if player else None,
            self.seats_of(player),
            host,
            self.table.opened.invitation if host else None,
        )

    def admits(self, player: Player | None) -> bool:
        """Whether a player may watch: the seated and the host always, others if spectators are allowed."""
        table = self.table
        if table.setup.spectators or table.state == "waiting":
            return True
        return player is not None and (bool(self.seats_of(player)) or self.you(player).host)

    def welcome(self, client: Client, since: int | None) -> Welcome:
        table = self.table
        seats = self.seats_of(client.player)
        here, watching = self.presence(client)
        return Welcome(
            protocol=PROTOCOL,
            server=__version__,
            now=self._now(),
            n=table.n,
            you=self.you(client.player),
            table=self.info(),
            missed=visibility.missed(table, table.n if since is None else since, seats),
            position=self.position(seats),
            chat=self.chat.lines_for(client.mutes, in_play=self._in_play(client)),
            here=here,
            watching=watching,
        )

    def presence(self, also: Client | None = None) -> tuple[tuple[int, ...], int]:
        """The seats whose owners are connected, and how many spectators there are."""
        seats: set[int] = set()
        watching = 0
        for client in {*self.clients, also} if also else self.clients:
            mine = self.seats_of(client.player)
            seats.update(mine)
            watching += not mine
        return tuple(sorted(seats)), watching

    def is_here(self, seat: int) -> bool:
        """Whether the owner of a seat is connected."""
        owner, same = self.table.seats[seat].player, self.table.same
        if owner is None:
            return False
        return any(client.player and same(owner, client.player.id) for client in self.clients)

    def _tell_presence(self, but: Client | None = None) -> None:
        self._here_anew = self.told < self.table.n
        if self._here_anew:
            return
        here, watching = self.presence()
        self.tell(Here(here=here, watching=watching), lambda client: client is not but)

    def tell(self, message: ServerMessage, whom: Callable[[Client], bool] = lambda _: True) -> None:
        """Send a message to these clients; by default, to all."""
        told = ENCODER.encode(message)
        for client in self.clients:
            if whom(client):
                client.send(told)

    def position(self, seats: tuple[int, ...]) -> Any:
        """The game as the owner of these seats sees it; the open view is encoded once for all clients."""
        if self.table.game is None:
            return None
        if self._open is None or self._open[0] != self.table.n:
            self._open = self.table.n, msgspec.Raw(ENCODER.encode(visibility.open_view(self.table.open_part)))
        written: Any = self._open[1]
        return visibility.position(self.table, seats, written)

    # ---- entries

    async def append(self, entry: Entry, opening: Opening | None = None) -> None:
        """Carry out an entry: apply it, store it, then send it to all clients."""
        table = self.table
        with self.in_step():
            events = table.apply(entry)
            players = (entry.player,) if isinstance(entry, event_log.Sat) else ()
            await self.services.store.append(self.row(), table.n, event_log.written(entry), players, opening)
            self.touched = entry.at
            self.told = table.n
            self._publish(entry, events)
            if self._here_anew or isinstance(entry, event_log.Sat | event_log.Stood | event_log.Reserved):
                self._tell_presence()
            self.autopilot.arrange()

    def in_step(self) -> AbstractContextManager[None]:
        """Keep table, store and clients in step: if this fails, drop the room, so that it is loaded again.

        A move is played before it is stored, and stored before it is sent. A refusal changes nothing; the
        caller deals with an entry that the store does not take.
        """
        return self._in_step

    async def add(self, entry: Entry) -> None:
        """Append an entry of the server's own. If that fails, reload the room before anyone else can look."""
        try:
            await self.append(entry)
        except Conflict:
            await self.reload()
        except StoreError:
            self.give_up()

    def row(self) -> TableRow:
        """What is stored about the table beside its log."""
        return self._lines.row(self.table)

    def _publish(self, entry: Entry, events: tuple[Event, ...]) -> None:
        told: dict[tuple[int, ...], bytes] = {}
        plain = isinstance(entry, event_log.Moved) and self.table.state == "playing" and not self._told_anew
        info, self._told_anew = None if plain else self.info(), False
        for client in tuple(self.clients):
            seats = self.seats_of(client.player)
            if not self.admits(client.player):
                client.close(1008, "this table has no spectators")
                continue
            if seats not in told:
                told[seats] = ENCODER.encode(
                    Happened(
                        n=self.table.n,
                        at=entry.at,
                        seat=entry.seat if isinstance(entry, event_log.Moved) else None,
                        events=visibility.events_seen(events, seats),
                        table=info,
                        position=self.position(seats),
                    )
                )
            client.send(told[seats])

    def info(self) -> TableInfo:
        return visibility.table_info(self.table, self._person)

    def tell_table(self) -> None:
        """Send a player's new name, which makes no entry."""
        table = self.table
        if self.told < table.n:
            self._told_anew = True
            return
        at = table.noted[-1].at
        self.tell(Happened(n=table.n, at=at, seat=None, events=(), table=self.info(), position=None))

    def forget(self, player: str, names: set[str]) -> None:
        """A player's data was deleted; ``names`` are all ids that logs know the player by."""
        for client in tuple(self.clients):
            if client.player is not None and client.player.id == player:
                client.close(1008, "your data was deleted")
        self.chat.forget(names)
        self.tell_table()

    # ---- chat

    async def load_chat(self) -> None:
        self.chat.load(await self.services.store.chat(self.table.id, SHOWN))

    def hears(self, client: Client, row: ChatRow) -> bool:
        """Whether a client may see a line of chat."""
        return self.chat.may_hear(row, client.mutes, in_play=self._in_play(client))

    def _in_play(self, client: Client) -> bool:
        return self.table.state == "playing" and bool(self.seats_of(client.player))

    # ---- reloading from the store

    async def reload(self) -> None:
        """Load the table from the store again, and send clients what they missed."""
        at = self.table.n - 1
        with self.in_step():
            try:
                fresh = await self.keeper.read_table(self.table.id)
                await self.load_chat()
            except StoreError:
                fresh = None
            if fresh is None:
                self.give_up()
                return
            self.table = fresh
            self.told = fresh.n
            self._lines = listing.Lines()
            self._open = None
            for client in tuple(self.clients):
                client.send(ENCODER.encode(self.welcome(client, at)))
            self.autopilot.arrange()

    def give_up(self) -> None:
        """Drop the room, whose state may be wrong; clients reconnect and get what is stored."""
        self.stop()
        self.keeper.drop(self)
        for client in tuple(self.clients):
            client.close(1013, "try again")

    def stop(self) -> None:
        self.autopilot.stop()
