"""The WebSocket of a table: one per client, answered in order and within limits."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from litestar.types import Send

from kolej.server.access.limits import Limit
from kolej.server.access.sessions import COOKIE, Caller, same_origin
from kolej.server.http.site import Site, Wrong, address_of
from kolej.server.logs import STRAIGHT
from kolej.server.protocol import ClientMessage, Refused
from kolej.server.tables import client_requests
from kolej.server.tables.room import ENCODER, Room

DECODER = msgspec.json.Decoder(ClientMessage)
PLAYING = (100, 20.0)
WATCHING = (50, 20.0)
"""How many messages, and in how many seconds: lichess's figures."""
STUCK = 10.0
"""Seconds that a client may take to accept one message."""
MOST_BEHIND = 2_000_000
"""Bytes that may wait for a client that does not read; beyond that it must reconnect and resume."""


class _Id(msgspec.Struct):
    id: str | None = None


class Link:
    """A client's connection. Messages wait in a queue, so that a slow client delays nobody."""

    def __init__(self, socket: WebSocket[None, None, State], caller: Caller, mutes: frozenset[str]) -> None:
        self.player = caller.player
        self.token = caller.token
        self.mutes = mutes
        self._socket = socket
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._some = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._sending_since: float | None = None
        self.leave: Callable[[], None] = lambda: None
        """Called soon after the connection is abandoned; the socket may hang long after that."""

    def send(self, message: bytes) -> None:
        if self._closing is not None:
            return
        self._queue.append(message)
        self._bytes += len(message)
        self._some.set()
        if self._bytes > MOST_BEHIND:
            self._queue.clear()
            self.close(1013, "too slow; come back and resume")

    def close(self, code: int, reason: str) -> None:
        if self._closing is None:
            self._closing = (code, reason)
            self._some.set()
            asyncio.get_running_loop().call_soon(self.leave)

    def give_up_if_stuck(self) -> None:
        """Drop a client that accepts nothing: uvicorn's pings do not end a connection with a full buffer."""
        if self._sending_since is not None and time.monotonic() - self._sending_since > STUCK:
            self.close(1013, "too slow; come back and resume")

    @property
    def closing(self) -> bool:
        return self._closing is not None

    async def pump(self) -> None:
        """Send what is queued until the connection is closed."""
        send = self._socket.send
        straight: Send = self._socket.scope.get(STRAIGHT, send)  # type: ignore[assignment]
        while True:
            await self._some.wait()
            self._some.clear()
            while self._queue:
                message = self._queue.popleft()
                self._bytes -= len(message)
                self._sending_since = time.monotonic()
                await straight({"type": "websocket.send", "text": message.decode(), "bytes": None})
                self._sending_since = None
            if self._closing is not None:
                code, reason = self._closing
                await send({"type": "websocket.close", "code": code, "reason": reason})
                return


@websocket("/api/tables/{place:str}/socket")
async def table_socket(socket: WebSocket[None, None, State], place: FromPath[str]) -> None:
    site: Site = socket.app.state.site
    address = address_of(socket)
    if not site.settings.limits:
        await _serve(site, socket, place, address)
        return
    if not site.open_sockets.take(address):
        await socket.accept()
        await socket.close(code=1008, reason="too many connections from this address")
        return
    try:
        await _serve(site, socket, place, address)
    finally:
        site.open_sockets.give_back(address)


async def _serve(site: Site, socket: WebSocket[None, None, State], place: str, address: str) -> None:
    caller = await _caller(site, socket, address)
    if isinstance(caller, Wrong):
        await socket.accept()
        await socket.close(code=1008, reason=caller.detail)
        return
    since = socket.query_params.get("since")
    await socket.accept()
    try:
        room = await site.room(place, caller.player)
    except Wrong as wrong:
        code = 1013 if wrong.status_code == 503 else 4000 + wrong.status_code
        await socket.close(code=code, reason=wrong.detail[:100])
        return
    mutes = await site.store.mutes(caller.player.id) if caller.player else frozenset()
    link = Link(socket, caller, mutes)
    await _converse(site, room, link, socket, _number(since))


async def _caller(site: Site, socket: WebSocket[None, None, State], address: str) -> Caller | Wrong:
    try:
        site.limit(site.sockets, address, "too many connections from this address")
    except Wrong as wrong:
        return wrong
    bearer = socket.headers.get("authorization", "")
    if bearer:
        player = await site.auth.by_token(bearer.partition(" ")[2].strip())
        return Caller(player, address, True) if player else Wrong(401, "bad-token", "this token is not known")
    if not same_origin(site.settings, socket.headers):
        return Wrong(403, "other-origin", "this connection comes from another site's page")
    cookie = socket.cookies.get(COOKIE)
    return Caller(await site.auth.by_cookie(cookie) if cookie else None, address, False)


def _number(since: str | None) -> int | None:
    return (
        int(since) if since is not None and since.removeprefix("-").isdecimal() and len(since) < 8 else None
    )


async def _converse(
    site: Site, room: Room, link: Link, socket: WebSocket[None, None, State], since: int | None
) -> None:
    """Answer messages, one after another, until the client disconnects."""
    pump = asyncio.get_running_loop().create_task(link.pump())
    link.leave = lambda: room.leave(link)
    await room.enter(link, since)
    playing, watching = Limit(*PLAYING, site.every), Limit(*WATCHING, site.every)
    try:
        while not pump.done() and not link.closing:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                break
            limit = playing if room.seats_of(link.player) else watching
            if site.settings.limits and not limit.allow():
                link.close(1008, "too many messages")
                break
            await _answer(room, link, message.get("text") or "")
    except WebSocketDisconnect:
        pass
    finally:
        room.leave(link)
        link.close(1000, "")
        with contextlib.suppress(Exception):
            await asyncio.wait_for(pump, 2)
        pump.cancel()


async def _answer(room: Room, link: Link, text: Any) -> None:
    try:
        message = DECODER.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        refused = Refused(id=_id_of(text), reason="unreadable", text=str(error)[:200], n=room.told)
        link.send(ENCODER.encode(refused))
        return
    link.send(ENCODER.encode(await client_requests.answer(room, link, message)))


def _id_of(text: str) -> str | None:
    """The id of a message that cannot be read otherwise, so that its sender can tell which one it was."""
    try:
        found = msgspec.json.decode(text, type=_Id).id
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None
    return found[:40] if found else None
