"""A server without a network: the very bytes that it would send, with its clock and its chance in hand."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from argon2 import PasswordHasher
from playing import PATIENCE
from thinking import lend_processes

from kolej.game import fair_luck
from kolej.game.game import Game
from kolej.server.access import ids, sessions
from kolej.server.app import Front, application
from kolej.server.http import site
from kolej.server.settings import Settings
from kolej.server.tables.room import Room

Scope = dict[str, Any]
ADDRESS = "192.0.2.7"


class World:
    """A server that does the same whenever it is asked the same."""

    def __init__(self, folder: Path, **given: Any) -> None:
        chosen = {"data": str(folder), "limits": False, "absent": 3600.0, "pace": 0.0, **given}
        self.at = 1_800_000_000_000
        self.ids = itertools.count(1)
        self.front: Front = application(Settings(**chosen), now=lambda: self.at, every=lambda: self.at / 1000)
        self.sockets: list[Socket] = []

    async def http(
        self,
        method: str,
        path: str,
        body: Any = None,
        cookie: str = "",
        address: str = ADDRESS,
        scheme: str = "http",
        **headers: str,
    ) -> Answer:
        """Ask; a body of bytes goes as it is, anything else as JSON, headers have _ for -."""
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        known = {"host": "kolej.test", "content-length": str(len(raw))}
        known |= {"content-type": "application/json"} if raw else {}
        known |= {"cookie": f"kolej={cookie}"} if cookie else {}
        scope = {
            "type": "http",
            "method": method,
            "http_version": "1.1",
            **_scope(path, known | _named(headers), address),
            "scheme": scheme,
        }
        given = [{"type": "http.request", "body": raw, "more_body": False}]
        told: list[Any] = []

        async def receive() -> Any:
            return given.pop() if given else await asyncio.Future[None]()

        async def send(message: Any) -> None:
            told.append(message)

        await self.front(scope, receive, send)  # type: ignore[arg-type]
        return Answer(
            told[0]["status"],
            sorted(told[0]["headers"]),
            b"".join(part.get("body", b"") for part in told[1:]),
        )

    async def guest(self, name: str) -> str:
        """Somebody new; the cookie."""
        answer = await self.http("POST", "/api/me", {"name": name})
        (cookie,) = [value for key, value in answer.headers if key == b"set-cookie"]
        return str(cookie.decode().partition("=")[2].partition(";")[0])

    async def connect(
        self, place: str, cookie: str = "", since: int | None = None, address: str = ADDRESS, **headers: Any
    ) -> Socket:
        query = "" if since is None else f"?since={since}"
        known = {"host": "kolej.test"} | ({"cookie": f"kolej={cookie}"} if cookie else {})
        path = f"/api/tables/{place}/socket{query}"
        scope = {"type": "websocket", "subprotocols": [], **_scope(path, known | _named(headers), address)}
        socket = Socket(self, scope)
        await socket.until(0)
        self.sockets.append(socket)
        return socket

    def room(self, place: str) -> Room:
        return self.front.site.registry.rooms[place]

    def game(self, place: str) -> Game:
        game = self.room(place).table.game
        assert game is not None
        return game


class Answer:
    def __init__(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    @property
    def whole(self) -> bytes:
        """All that the caller can see of it."""
        return repr((self.status, self.headers, self.body)).encode()

    def header(self, name: str) -> str:
        return ", ".join(value.decode("latin-1") for key, value in self.headers if key == name.encode())

    def json(self) -> Any:
        return json.loads(self.body)


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def _scope(path: str, headers: dict[str, str], address: str) -> Scope:
    path, _, query = path.partition("?")
    return {
        "asgi": {"version": "3.0"},
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "scheme": "http",
        "client": (address, 4000),
        "server": ("kolej.test", 80),
        "headers": [(k.encode(), v.encode("latin-1")) for k, v in headers.items() if v],
        "extensions": {},
        "state": {},
    }


class Socket:
    """A connection; what came over it, byte by byte."""

    def __init__(self, world: World, scope: Scope) -> None:
        self.frames: list[bytes] = []
        self.code: int | None = None
        self._ids = itertools.count(10**9)  # beyond what tests ping with
        self._in: asyncio.Queue[Any] = asyncio.Queue()
        self._news = asyncio.Event()
        self._in.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.ensure_future(world.front(scope, self._in.get, self._send))  # type: ignore[arg-type]

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.frames.append(message["text"].encode())
        elif message["type"] == "websocket.close":
            self.frames.append(repr(("closed", message["code"], message["reason"])).encode())
            self.code = message["code"]
        self._news.set()

    async def until(self, count: int) -> None:
        """Wait for more frames than so many."""
        while len(self.frames) <= count:
            assert not self.task.done(), self.task
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), PATIENCE)

    def put(self, text: str | bytes) -> None:
        key = "text" if isinstance(text, str) else "bytes"
        self._in.put_nowait({"type": "websocket.receive", key: text})

    async def ask(self, text: str | bytes) -> bytes:
        """Send something; the answer, which comes before the answer to a ping after it."""
        self.put(text)
        mark = next(self._ids)
        self.put(f'{{"do":"ping","at":{mark}}}')
        wanted = f'"pong","at":{mark},'.encode()
        start = len(self.frames)
        at = start
        while True:
            await self.until(at)
            if wanted in self.frames[at]:
                return b"\n".join(self.frames[start:at])
            at += 1

    async def do(self, do: str, **fields: Any) -> bytes:
        fields = {"id": f"k{next(self._ids)}", "version": 0, **fields}
        return await self.ask(json.dumps({"do": do, **fields}))

    async def closed(self) -> int | None:
        """The code with which the server ended it."""
        while self.code is None:
            await self.until(len(self.frames))
        self._in.put_nowait({"type": "websocket.disconnect", "code": self.code})
        await self.task
        return self.code

    async def close(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await self.task


@asynccontextmanager
async def worlds(
    folder: Path, patch: pytest.MonkeyPatch, count: int, **given: Any
) -> AsyncIterator[list[World]]:
    """Servers that are alike to the last bit, so that what differs between them was put there."""
    made = [World(folder / str(number), **given) for number in range(count)]
    patch.setattr(fair_luck, "new_secret", lambda: bytes(range(32)))
    patch.setattr(site, "_new_key", lambda: "ab" * 32)
    stops = [asyncio.Event() for _ in made]
    lives = [asyncio.ensure_future(_live(world, stop)) for world, stop in zip(made, stops, strict=True)]
    while not all(hasattr(world.front.site, "registry") for world in made):
        await asyncio.sleep(0.01)
    for world in made:
        lend_processes(world.front.site.registry.workers)
    try:
        yield made
    finally:
        for world in made:
            for socket in world.sockets:
                if not socket.task.done():
                    await socket.close()
        for stop in stops:
            stop.set()
        await asyncio.gather(*lives)


def quick_passwords(patch: pytest.MonkeyPatch) -> None:
    """Hashed in no time; what is tested is not argon2."""
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    patch.setattr(sessions, "_HASHER", hasher)
    patch.setattr(sessions, "_nobody", lambda: hasher.hash("nobody's"))


def in_world(patch: pytest.MonkeyPatch, world: World) -> None:
    """From now on new ids are those of this world."""

    def new_id(length: int = 12) -> str:
        return f"{next(world.ids):0{length}d}"

    patch.setattr(ids, "new_id", new_id)


async def _live(world: World, stop: asyncio.Event) -> None:
    """The life of a server, as ASGI has it."""
    asked = iter(["lifespan.startup"])

    async def receive() -> Any:
        for kind in asked:
            return {"type": kind}
        await stop.wait()
        return {"type": "lifespan.shutdown"}

    async def send(message: Any) -> None:
        assert message["type"].endswith(".complete"), message

    await world.front({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, receive, send)  # type: ignore[arg-type]
