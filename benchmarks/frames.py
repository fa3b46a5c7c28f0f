"""A WebSocket client as light as Python allows, so that a load test measures the server and not itself."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast


class Wire(asyncio.Protocol):
    """One connection: calls back with each text message. Frames are masked with zeros, which is allowed."""

    def __init__(
        self, request: bytes, on_message: Callable[[bytes], None], on_lost: Callable[[], None]
    ) -> None:
        self._request = request
        self._on_message = on_message
        self._on_lost = on_lost
        self._buffer = bytearray()
        self._open = False
        self.ready = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in self._buffer[: self._buffer.find(b"\r\n")]:
                raise ConnectionError(bytes(self._buffer[:200]).decode(errors="replace"))
            del self._buffer[: end + 4]
            self._open = True
            self.ready.set_result(None)
        self._frames()

    def _frames(self) -> None:
        at, buffer = 0, self._buffer
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1] & 127, at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4]), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10]), at + 10
            if len(buffer) < start + size:
                break
            kind, body = buffer[at] & 15, bytes(buffer[start : start + size])
            at = start + size
            if kind == 1:
                self._on_message(body)
            elif kind == 9:
                self._frame(10, body)
        del buffer[:at]

    def send(self, text: bytes) -> None:
        self._frame(1, text)

    def _frame(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = bytes((128 | kind, 128 | size)) if size < 126 else bytes((128 | kind, 254)) + size.to_bytes(2)
        self.transport.write(head + b"\0\0\0\0" + body)

    def connection_lost(self, _: Exception | None) -> None:
        self._on_lost()


async def wire(
    port: int,
    path: str,
    on_message: Callable[[bytes], None],
    on_lost: Callable[[], None] = lambda: None,
    cookie: str = "",
) -> Wire:
    """An open connection."""
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        + (f"Cookie: {cookie}\r\n" if cookie else "")
        + "\r\n"
    )
    loop = asyncio.get_running_loop()
    _, made = await loop.create_connection(
        lambda: Wire(request.encode(), on_message, on_lost), "127.0.0.1", port
    )
    await made.ready
    return made
