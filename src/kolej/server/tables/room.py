"""A table with its doors open: who is connected hears what happens. One thing at a time happens in a room.

**Append, commit, then acknowledge and publish.** While an entry is on its way into the store the room is
locked, so nobody sees what might still be lost; if the store refuses, the room is loaded anew from it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from kolej import __version__
from kolej.game.actions import InvalidAction
from kolej.server.protocol import (
    PROTOCOL,
    AskHint,
    AskWhy,
    ClientMessage,
    Clock,
    Done,
    Happened,
    Here,
    Hint,
    Ping,
    Pong,
    Refused,
    Rematch,
    Say,
    ServerMessage,
    Show,
    TableCommand,
    Welcome,
    Why,
    You,
)
from kolej.server.store.database import StoreError
from kolej.server.store.store import Conflict, Opening, Player, TableRow
from kolej.server.tables import event_log, visibility
from kolej.server.tables.autopilot import Autopilot, bot_task
from kolej.server.tables.chat import TableChat
from kolej.server.tables.event_log import Entry
from kolej.server.tables.table import Refusal, Table, refuse
from kolej.server.workers.bot_pool import Task

if TYPE_CHECKING:
    from kolej.server.tables.registry import Registry

ENCODER = msgspec.json.Encoder()

REMEMBERED = 256
"""Refusals that are answered the same again."""


class Line(msgspec.Struct, frozen=True):
    """What lists of tables tell, stored beside the log."""

    board: str
    clock: Clock
    spectators: bool
    free: int
    players: tuple[str | None, ...]
    names: tuple[str | None, ...]
    """Of seats that have one without a person: bots, people around one device."""
    awaited: tuple[int, ...]


class Client(Protocol):
    """A connection, as a room sees it."""

    player: Player | None
    mutes: frozenset[str]
    token: bool
    """A program, by its token."""

    def send(self, message: bytes) -> None:
        """Hand a message over; it never waits."""
        ...

    def close(self, code: int, reason: str) -> None: ...

    def give_up_if_stuck(self) -> None: ...


class Room:
    """A table that is loaded."""

    def __init__(self, registry: Registry, table: Table) -> None:
        self.registry = registry
        self.table = table
        self.lock = asyncio.Lock()
        self.clients: set[Client] = set()
        self.chat = TableChat(self)
        self.autopilot = Autopilot(self)
        self.touched = registry.now()
        self.told = table.n
        """Number of the last entry that is stored; a later one may still be lost, and nobody hears of it."""
        self._told_anew = False
        """Whether the next entry has to tell of the table, since a name changed while it was stored."""
        self._here_anew = False
        """Whether somebody went while an entry was stored, who may have sat down by it."""
        self._refusals: OrderedDict[tuple[str, str], Refused] = OrderedDict()
        self._lined: Line | None = None
        self._open: tuple[int, Any] | None = None
        """What lies open after the last entry, written."""

    @asynccontextmanager
    async def still(self) -> AsyncIterator[Table]:
        """The table while nothing happens at it."""
        async with self.lock:
            if not self.registry.holds(self):
                raise StoreError("the table was let go; ask again")
            yield self.table

    # ---- connections

    async def enter(self, client: Client, since: int | None) -> None:
        """Let a client in; the first thing it hears is where the table stands."""
        async with self.lock:
            if not self.registry.holds(self):
                client.close(1013, "try again")
                return
            self.touched = self.registry.now()
            client.send(ENCODER.encode(self.welcome(client, since)))
            self.clients.add(client)
            self._tell_presence(but=client)

    def leave(self, client: Client) -> None:
        if client in self.clients:
            self.clients.discard(client)
            self.touched = self.registry.now()
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
        """Whether somebody may look: always who sits here, others where spectators are welcome."""
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
            now=self.registry.now(),
            n=table.n,
            you=self.you(client.player),
            table=visibility.table_info(table, self.registry.person),
            missed=visibility.missed(table, table.n if since is None else since, seats),
            position=self.position(seats),
            chat=self.chat.heard_by(client),
            here=here,
            watching=watching,
        )

    def presence(self, also: Client | None = None) -> tuple[tuple[int, ...], int]:
        """The seats whose owners are connected, and how many look on."""
        seats: set[int] = set()
        watching = 0
        for client in {*self.clients, also} if also else self.clients:
            mine = self.seats_of(client.player)
            seats.update(mine)
            watching += not mine
        return tuple(sorted(seats)), watching

    def is_here(self, seat: int) -> bool:
        """Whether the owner of a seat is connected."""
        return any(seat in self.seats_of(client.player) for client in self.clients)

    def _tell_presence(self, but: Client | None = None) -> None:
        self._here_anew = self.told < self.table.n
        if self._here_anew:
            return
        here, watching = self.presence()
        self.tell(Here(here=here, watching=watching), lambda client: client is not but)

    def tell(self, message: ServerMessage, whom: Callable[[Client], bool] = lambda _: True) -> None:
        """Say the same to several."""
        told = ENCODER.encode(message)
        for client in self.clients:
            if whom(client):
                client.send(told)

    def position(self, seats: tuple[int, ...]) -> Any:
        """The game as the owner of some seats sees it; what lies open is written once for all."""
        game = self.table.game
        if game is None:
            return None
        if self._open is None or self._open[0] != self.table.n:
            self._open = self.table.n, msgspec.Raw(ENCODER.encode(visibility.open_view(game.view(None))))
        written: Any = self._open[1]
        return visibility.position(self.table, seats, written)

    # ---- messages

    async def hear(self, client: Client, message: ClientMessage) -> ServerMessage:
        """The answer to a message of a connected client."""
        match message:
            case Ping(at=at):
                return Pong(at=at, now=self.registry.now())
            case AskWhy() | AskHint():
                return await self._ask(client.player, message)
            case _:
                return await self.command(client.player, message)

    async def command(self, player: Player | None, command: TableCommand) -> Done | Refused:
        """Carry a command out, once: a repeat gets the answer of the first time."""
        if player is None:
            return self._refused(None, command.id, Refusal("sign-in", "tell your name first"))
        if self.registry.draining:
            text = "the server restarts; it will be back in a moment"
            return Refused(id=command.id, reason="going-down", text=text, n=self.told)
        async with self.lock:
            if not self.registry.holds(self):
                return self._unavailable(command)
            known = self._answered(player, command.id)
            if known is not None:
                return known
            try:
                return await self._carry_out(player, command)
            except Refusal as refusal:
                return self._refused(player, command.id, refusal)
            except Conflict:
                await self.reload()
                quicker = Refusal("stale", "somebody else was quicker; look again")
                return self._refused(player, command.id, quicker)
            except StoreError:
                self.give_up()
                return self._unavailable(command)

    def _unavailable(self, command: TableCommand) -> Refused:
        text = "the store does not answer; try the same again"
        return Refused(id=command.id, reason="unavailable", text=text, n=self.told)

    def _answered(self, player: Player, command: str) -> Done | Refused | None:
        n = self.table.answers.get((player.id, command))
        if n is not None:
            return Done(id=command, n=n, table=self.table.next if self.table.rematch_n == n else None)
        if self.chat.said(player, command):
            return Done(id=command, n=self.table.n)
        return self._refusals.get((player.id, command))

    def _refused(self, player: Player | None, command: str, refusal: Refusal) -> Refused:
        answer = Refused(id=command, reason=refusal.reason, text=str(refusal), n=self.told)
        if player is not None:
            self._refusals[player.id, command] = answer
            if len(self._refusals) > REMEMBERED:
                self._refusals.popitem(last=False)
        return answer

    async def _carry_out(self, player: Player, command: TableCommand) -> Done:
        match command:
            case Say() | Show():
                return await self.chat.say(player, command)
            case Rematch():
                return await self._rematch(player, command)
            case _:
                entry = self.table.decide(command, player.id, self.registry.now())
                if isinstance(entry, event_log.Reserved):
                    self.registry.check_plan(entry.plan)
                await self.append(entry)
                return Done(id=command.id, n=self.table.n)

    async def append(self, entry: Entry, opening: Opening | None = None) -> None:
        """Into the store, then to everybody."""
        table = self.table
        try:
            events = table.apply(entry)
            players = (entry.player,) if isinstance(entry, event_log.Sat) else ()
            await self.registry.store.append(self.row(), table.n, event_log.written(entry), players, opening)
        except (Conflict, StoreError):
            raise
        except BaseException:  # cancelled, or a fault of ours: what is so is in the store, not here
            self.give_up()
            raise
        self.touched = entry.at
        self.told = table.n
        self._publish(entry, events)
        if self._here_anew or isinstance(entry, event_log.Sat | event_log.Stood | event_log.Reserved):
            self._tell_presence()
        self.autopilot.arrange()

    async def add(self, entry: Entry) -> None:
        """Append for who acts without being asked. What fails is set right before anybody else may look."""
        try:
            await self.append(entry)
        except Conflict:
            await self.reload()
        except StoreError:
            self.give_up()

    def row(self) -> TableRow:
        table = self.table
        at = table.noted[-1].at
        line = ENCODER.encode(msgspec.structs.replace(self._line(), awaited=table.awaited))
        return TableRow(table.id, table.opened.at, at, table.state, table.setup.listed, self._wake(), line)

    def _line(self) -> Line:
        """For lists; seats do not change once the game has begun."""
        if self._lined is None or self.table.state == "waiting":
            self._lined = _line_of(self.table)
        return self._lined

    def _wake(self) -> int | None:
        """When the server has something to do here by itself."""
        table = self.table
        if any(table.bot_of(seat) for seat in table.awaited):
            return table.noted[-1].at
        return min((due for seat in table.awaited if (due := table.clocks.deadline(seat))), default=None)

    def _publish(self, entry: Entry, events: tuple[Any, ...]) -> None:
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

    def info(self) -> Any:
        return visibility.table_info(self.table, self.registry.person)

    def tell_table(self) -> None:
        """Somebody has a new name: say so without an entry."""
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

    # ---- questions, rematch

    async def _ask(self, player: Player | None, question: AskWhy | AskHint) -> Why | Hint | Refused:
        async with self.lock:
            try:
                if question.seat not in self.seats_of(player):
                    refuse("not-your-seat", "you do not sit there")
                if self.table.game is None:
                    refuse("not-started", "the game has not started")
                if isinstance(question, AskWhy):
                    reason = self.table.game.why_not(question.route, question.seat)
                    return Why(id=question.id, route=question.route, reason=reason)
                task, n = self._hint_task(question.seat), self.table.n
            except Refusal as refusal:
                return self._refused(None, question.id, refusal)
            except InvalidAction as error:
                return self._refused(None, question.id, Refusal("no-such-route", str(error)))
        found = await self.registry.workers.explain(task)
        if found is None:
            return self._refused(None, question.id, Refusal("no-hints", "no bot has anything to say"))
        return Hint(id=question.id, n=n, bot=task.bot, advice=found)

    def _hint_task(self, seat: int) -> Task:
        if not self.table.setup.hints:
            refuse("no-hints", "this table plays without hints")
        if seat not in self.table.awaited:
            refuse("not-your-turn", "hints are given when it is your turn")
        thinker = self.registry.explainer
        if thinker is None:
            refuse("no-hints", "no bot of this server explains what it does")
        if self.registry.workers.must_wait_for(thinker):
            refuse("not-ready", f"{thinker} is being compiled, once after an installation; ask again soon")
        return bot_task(self, seat, thinker)

    async def _rematch(self, player: Player, command: Rematch) -> Done:
        table = self.table
        if not self.seats_of(player) and not self.you(player).host:
            refuse("watching-only", "only who played may ask for a rematch")
        if table.next is not None:
            return Done(id=command.id, n=table.n, table=table.next)
        if table.state != "over":
            refuse("not-over", "the game is not over")
        room, opening = await self.registry.again(table, player)
        place = room.table.id
        again = event_log.Rematched(at=self.registry.now(), by=player.id, id=command.id, table=place)
        await self.append(again, opening)
        self.registry.hold(room)
        return Done(id=command.id, n=table.n, table=place)

    # ---- when the store knows better

    async def reload(self) -> None:
        """Take the table from the store again, and tell clients what they missed."""
        at = self.table.n - 1
        try:
            fresh = await self.registry.read_table(self.table.id)
            await self.chat.load()
        except StoreError:
            self.give_up()
            return
        if fresh is None:
            self.give_up()
            return
        self.table = fresh
        self.told = fresh.n
        self._lined = None
        self._open = None
        for client in tuple(self.clients):
            client.send(ENCODER.encode(self.welcome(client, at)))
        self.autopilot.arrange()

    def give_up(self) -> None:
        """What is so is not known: clients come back and find the table as it is stored."""
        self.stop()
        self.registry.drop(self)
        for client in tuple(self.clients):
            client.close(1013, "try again")

    def stop(self) -> None:
        self.autopilot.stop()

    @property
    def busy(self) -> bool:
        return bool(self.clients or self.autopilot.busy or self.lock.locked())


def _line_of(table: Table) -> Line:
    setup = table.setup
    return Line(
        setup.board,
        setup.clock,
        setup.spectators,
        sum(seat.free and visibility.anyones(seat.plan) for seat in table.seats),
        tuple(seat.player for seat in table.seats),
        tuple(visibility.fixed_name(table, number) for number in range(len(table.seats))),
        (),
    )
