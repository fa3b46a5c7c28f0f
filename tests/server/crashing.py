"""Clients who play as quickly as they can while the server is killed under them, and the reckoning."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import signal
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from playing import PATIENCE, Message, Person, simple_action
from process import free_port
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from kolej.server.store import database

_NURSERY = """
import json, os, signal, sys
from kolej.server.lifecycle import server
from kolej.server.settings import Settings
from kolej.compiling.warm import load
from kolej.rules.compilation import RULES
load(RULES)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        os.setsid()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        sys.stdin.close()
        server(Settings(**json.loads(line))).run()
        os._exit(0)
    print(child, flush=True)
"""
"""Forks a server for each line: imports and loading the compiled rules are most of a start."""


@dataclass
class Reckoning:
    """What came of it; all but the first lines must be zero."""

    kills: int = 0
    moves: int = 0
    acknowledged: int = 0
    published: int = 0
    repeated: int = 0
    views: int = 0
    tables: int = 0
    finished: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    different: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not (self.lost or self.doubled or self.different or self.refused)


class Nursery:
    """Servers over one store, one after another at the same port."""

    def __init__(self, folder: Path, store: str | None) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.store = store or f"sqlite://{folder}/kolej.db"
        self.folder = folder
        self._settings = {"port": self.port, "database": self.store, "pace": 0.0, "limits": False}
        self._server: int | None = None

    async def open(self) -> None:
        with (self.folder / "log.txt").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", _NURSERY, stdin=-1, stdout=-1, stderr=log
            )

    async def start(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(self._settings).encode() + b"\n")
        self._server = int(await self._process.stdout.readline())

    async def ready(self) -> None:
        """Until somebody answers at the port."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            except OSError:
                assert time.monotonic() < end, self.log()
                await asyncio.sleep(0.02)

    async def kill(self) -> None:
        """The server and all that it started."""
        assert self._server is not None
        end = time.monotonic() + PATIENCE
        while True:  # it may have been forked this moment, and have no group of its own yet
            try:
                os.killpg(self._server, signal.SIGKILL)
                break
            except ProcessLookupError:
                assert time.monotonic() < end, f"it ended by itself: {self.log()}"
                await asyncio.sleep(0.001)
        self._server = None

    def log(self) -> str:
        return (self.folder / "log.txt").read_text()[-2000:]

    async def close(self) -> None:
        if self._server is not None:
            await self.kill()
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()


class Client:
    """Somebody at a table, who remembers all that was seen, and repeats what was not answered."""

    def __init__(self, crowd: Crowd, person: Person, place: str, host: bool) -> None:
        self.crowd = crowd
        self.host = host
        self.cookie = f"kolej={person.http.cookies['kolej']}"
        self.person = person
        self.place = place
        self.done: dict[tuple[str, str], int] = {}
        """Commands that were acknowledged, by table and id."""
        self.said: set[tuple[str, str]] = set()
        self.seen: dict[tuple[str, int], str] = {}
        """Entries that were published."""
        self.looks: dict[tuple[str, int], str] = {}
        """The last position seen live at each table."""
        self._pending: Message | None = None
        self._ids = itertools.count(1)
        self._enter(place)

    def _enter(self, place: str) -> None:
        self.place = place
        self.n = -1
        self._table: Message = {}
        self._position: Message | None = None

    async def run(self) -> None:
        while not self.crowd.over or self._pending is not None:
            url = f"ws://127.0.0.1:{self.crowd.door.port}/api/tables/{self.place}/socket?since={self.n}"
            try:
                async with connect(
                    url,
                    additional_headers={"Cookie": self.cookie},
                    max_size=None,
                    open_timeout=5,
                    close_timeout=0.1,
                    compression=None,
                ) as socket:
                    await self._converse(socket)
            except (OSError, EOFError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.03)

    async def _converse(self, socket: ClientConnection) -> None:
        place = self.place
        self._welcome(json.loads(await socket.recv()))
        if self._pending is not None:
            self.crowd.reckoning.repeated += 1
            await socket.send(json.dumps(self._pending))
        while place == self.place:
            if self._pending is None:
                if self.crowd.over:
                    return
                self._pending = self._next()
                if self._pending is not None:
                    await socket.send(json.dumps(self._pending))
            with contextlib.suppress(TimeoutError):  # to see whether all is over
                async with asyncio.timeout(0.5):
                    self._hear(json.loads(await socket.recv()))

    def _welcome(self, message: Message) -> None:
        numbers = [entry["n"] for entry in message["missed"]]
        if numbers != list(range(self.n + 1, message["n"] + 1)):
            self._differ(f"resumed from {self.n} at {message['n']} and got {numbers}")
        for entry in message["missed"]:
            self._note(entry)
        self.n = message["n"]
        self._table, self._position = message["table"], message["position"]
        self._look()

    def _hear(self, message: Message) -> None:
        match message["type"]:
            case "happened":
                if message["n"] > self.n + 1:
                    self._differ(f"{message['n']} came after {self.n}")
                self._note(message)
                self.n = message["n"]
                self._table = message["table"] or self._table
                self._position = message["position"] or self._position
                self._look()
            case "done" | "refused":
                self._answered(message)
        if self._table["next"] and self._pending is None:
            self._enter(self._table["next"])

    def _note(self, entry: Message) -> None:
        text = json.dumps([entry["at"], entry["seat"], entry["events"]])
        before = self.seen.setdefault((self.place, entry["n"]), text)
        if before != text:
            self._differ(f"entry {entry['n']} was {before} and is {text}")

    def _look(self) -> None:
        text = json.dumps(self._position)
        before = self.looks.setdefault((self.place, self.n), text)
        self.crowd.reckoning.views += before is not text
        if before != text:
            self._differ(f"position {self.n} was {before} and is {text}")

    def _answered(self, message: Message) -> None:
        pending = self._pending
        if pending is None or message["id"] != pending["id"]:
            return
        if message["type"] == "done":
            if pending["do"] == "say":
                self.said.add((self.place, pending["id"]))
            else:
                self.done[self.place, pending["id"]] = message["n"]
        elif message["reason"] not in ("unavailable", "going-down"):
            self.crowd.reckoning.refused.append(f"{pending}: {message}")
        self._pending = None

    def _next(self) -> Message | None:
        """What to do now; None to wait for others."""
        state, seats = self._table["state"], self._table["seats"]
        command: Message | None = None
        if state == "waiting" and not self.host and seats[1]["name"] is None:
            command = {"do": "sit", "seat": 1}
        elif state == "waiting" and self.host and seats[1]["name"] is not None:
            command = {"do": "start"}
        elif state == "over" and self.host:
            command = {"do": "rematch"}
        elif state == "playing" and self._position is not None:
            for own in self._position["own"]:
                if own["choices"]:
                    command = {"do": "act", "seat": own["seat"], "action": simple_action(own["choices"])}
        if command is None:
            return None
        number = next(self._ids)
        if state == "playing" and number % 9 == 0:
            command = {"do": "say", "text": f"line {number}"}
        return {**command, "id": f"c{number}", "version": self.n}

    def _differ(self, what: str) -> None:
        self.crowd.reckoning.different.append(f"table {self.place}: {what}")


class Door(Protocol):
    """Where a server is found, and its store."""

    port: int
    store: str


class Crowd:
    """Tables with their players."""

    def __init__(self, door: Door, url: str, seed: int) -> None:
        self.door = door
        self.url = url
        self.random = random.Random(seed)
        self.reckoning = Reckoning()
        self.clients: list[Client] = []
        self.over = False

    def gather(self, tables: int, bots: int) -> None:
        """Pairs of people, and people who play against a bot."""
        for number in range(tables + bots):
            host = Person(self.url, f"host {number}")
            place = host.make("usa", "host anyone" if number < tables else "host bot:random")
            self.clients.append(Client(self, host, place, host=True))
            if number < tables:
                guest = Person(self.url, f"guest {number}")
                self.clients.append(Client(self, guest, place, host=False))

    async def play(self, commands: int) -> None:
        """Until so many were acknowledged."""
        async with self.playing():
            await self._acknowledged(commands)

    async def _acknowledged(self, more: int) -> None:
        """Until so many more commands were."""
        end = sum(len(client.done) for client in self.clients) + more
        async with asyncio.timeout(PATIENCE):
            while sum(len(client.done) for client in self.clients) < end:
                await asyncio.sleep(0.005)

    async def play_through(self, nursery: Nursery, kills: int, longest: float) -> None:
        """Kill the server so many times: one of three at a random moment of its life or of its start, the
        others in the midst of play, however long a busy machine takes to start one."""
        async with self.playing():
            for number in range(kills):
                if number:
                    await nursery.start()
                moment = longest
                if number % 3:
                    await self._acknowledged(self.random.randint(1, 20))
                    moment = longest / 4
                await asyncio.sleep(self.random.uniform(0, moment))
                await nursery.kill()
                self.reckoning.kills += 1
            await nursery.start()
            await nursery.ready()
            await asyncio.sleep(0.2)

    @contextlib.asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """All play meanwhile, and at the end wait for their last answers."""
        tasks = [asyncio.create_task(client.run()) for client in self.clients]
        try:
            yield
            self.over = True
            done, late = await asyncio.wait(tasks, timeout=PATIENCE)
            assert not late, "somebody was not answered"
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def close(self) -> None:
        for client in self.clients:
            client.person.http.close()

    def reckon(self) -> Reckoning:
        """Compare what was seen with the store and with what the server says now."""
        found = self.reckoning
        with contextlib.closing(database.connect(self.door.store)) as db:
            logs: dict[str, list[Message]] = {}
            for place, n, body in db.rows("SELECT place, n, body FROM entries ORDER BY place, n"):
                log = logs.setdefault(place, [])
                if n != len(log):
                    found.lost.append(f"entry {len(log)} of table {place}")
                log.append(json.loads(body))
            chat = db.rows("SELECT place, id, player FROM chat")
        found.tables = len(logs)
        found.moves = sum(entry["what"] == "moved" for log in logs.values() for entry in log)
        found.doubled += _twice(
            (place, e["by"], e["id"]) for place, log in logs.items() for e in log if e.get("id")
        )
        found.doubled += _twice(chat)
        opened = [e["previous"] for log in logs.values() for e in log if e.get("previous")]
        found.doubled += _twice(opened)
        said = {(place, command) for place, command, _ in chat}
        for client in self.clients:
            self._compare(client, logs, said)
        return found

    def _compare(self, client: Client, logs: dict[str, list[Message]], said: set[tuple[str, str]]) -> None:
        found = self.reckoning
        found.acknowledged += len(client.done) + len(client.said)
        for (place, command), n in client.done.items():
            log = logs.get(place, [])
            if n >= len(log) or log[n].get("id") != command:
                found.lost.append(f"{command} of table {place}, acknowledged as {n}")
        found.lost += [f"what was said at {place}: {command}" for place, command in client.said - said]
        found.published += len(client.seen)
        for place in dict.fromkeys(place for place, _ in client.seen):
            now = self._entries(client, place)
            for (where, n), text in client.seen.items():
                if where == place and now.get(n) != text:
                    kind = found.different if n in now else found.lost
                    kind.append(f"entry {n} of table {place}: {text} is now {now.get(n)}")
            look = client.person.http.get(f"/api/tables/{place}").raise_for_status().json()
            last = client.looks.get((place, look["n"]))
            found.views += last is not None
            found.finished += look["table"]["state"] == "over"
            if last is not None and json.loads(last) != look["position"]:
                found.different.append(f"position {look['n']} of table {place}")

    @staticmethod
    def _entries(client: Client, place: str) -> dict[int, str]:
        answer = client.person.http.get(f"/api/tables/{place}/entries", params={"since": -1})
        entries = answer.raise_for_status().json()["entries"]
        return {e["n"]: json.dumps([e["at"], e["seat"], e["events"]]) for e in entries}


def _twice(found: Any) -> list[str]:
    seen: set[Any] = set()
    twice = []
    for one in found:
        if one in seen:
            twice.append(str(one))
        seen.add(one)
    return twice


async def crash(
    folder: Path,
    seed: int,
    kills: int,
    tables: int,
    bots: int = 0,
    longest: float = 0.8,
    store: str | None = None,
) -> Reckoning:
    """Play and kill; the store is SQLite in the folder if no other is given."""
    nursery = Nursery(folder, store)
    await nursery.open()
    crowd = Crowd(nursery, nursery.url, seed)
    try:
        await nursery.start()
        await nursery.ready()
        crowd.gather(tables, bots)
        await crowd.play_through(nursery, kills, longest)
        return crowd.reckon()
    finally:
        crowd.close()
        await nursery.close()
