"""A bad network: a TCP proxy that cuts, delays, trickles, holds, and leaves connections half open."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

End = Literal["both", "client"]


@dataclass
class Weather:
    """How the network is now; changes hold from the next bytes on."""

    cut_after: tuple[int, int] | None = None
    """Connections end after a number of bytes between these."""
    end: End = "both"
    """What a cut ends: with ``client`` the server's side stays open, and hears nothing any more."""
    delay: float = 0.0
    """Most seconds that bytes wait, at random."""
    piece: int = 65_536
    """Bytes passed on at once."""
    held: set[Literal["up", "down"]] = field(default_factory=set)
    """Ways on which nothing moves: up to the server, down to the client."""


class Proxy:
    """Listens at ``port`` and passes on to another, as the weather is."""

    def __init__(self, target: int, seed: int) -> None:
        self.weather = Weather()
        self.cuts = 0
        self._target = target
        self._random = random.Random(seed)
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()
        self.port: int = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    async def _listen(self) -> asyncio.Server:
        return await asyncio.start_server(self._connection, "127.0.0.1", 0)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)  # what is held back is felt soon
        raw.setblocking(False)
        with contextlib.suppress(OSError):
            await self._loop.sock_connect(raw, ("127.0.0.1", self._target))
            from_server, to_server = await asyncio.open_connection(sock=raw, limit=8192)
            self._open |= {writer, to_server}
            left = [self._random.randint(*self.weather.cut_after) if self.weather.cut_after else 1 << 60]
            both = [
                asyncio.create_task(self._pass_on("up", reader, to_server, left)),
                asyncio.create_task(self._pass_on("down", from_server, writer, left)),
            ]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
            writer.close()
            if left[0] > 0 or self.weather.end == "both":
                to_server.close()

    async def _pass_on(
        self,
        way: Literal["up", "down"],
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        left: list[int],
    ) -> None:
        """Until one side ends, or the bytes that this connection may carry are used up."""
        while True:
            weather = self.weather
            while way in weather.held:
                await asyncio.sleep(0.01)
            data = await source.read(min(weather.piece, 65_536))
            while way in weather.held:
                await asyncio.sleep(0.01)
            if not data:
                return
            if weather.delay:
                await asyncio.sleep(self._random.uniform(0, weather.delay))
            sink.write(data[: left[0]])
            left[0] -= len(data)
            if left[0] <= 0:
                self.cuts += 1
                return
            await sink.drain()

    def close(self) -> None:
        async def end() -> None:
            self._server.close()
            for writer in self._open:
                writer.close()
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for writer in self._open:
                with contextlib.suppress(OSError):
                    await writer.wait_closed()

        asyncio.run_coroutine_threadsafe(end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


@contextmanager
def proxy(target: int, seed: int) -> Iterator[Proxy]:
    found = Proxy(target, seed)
    try:
        yield found
    finally:
        found.close()
