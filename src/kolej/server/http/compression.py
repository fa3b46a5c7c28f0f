"""Compresses responses that are the same for everyone: the client, boards and their pictures.

Personal responses are not compressed, because the length of a compressed secret reveals something about it.
Each text is compressed once, in a thread, to keep the event loop free for moves.
"""

from __future__ import annotations

import asyncio
import gzip
import re
from functools import lru_cache

from litestar.types import (
    ASGIApp,
    HTTPResponseBodyEvent,
    HTTPResponseStartEvent,
    Message,
    Receive,
    Scope,
    Send,
)

SHARED = re.compile(r"/(?!api/|health)|/api/boards")
WORDY = re.compile(rb"text/|image/svg|application/(json|javascript|manifest)")
"""Types worth compressing; fonts and other pictures are already compressed."""
LEAST = 600
LEVEL = 9


class Packing:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if str(scope["type"]) != "http" or not SHARED.match(scope["path"]):
            await self.app(scope, receive, send)
            return
        wanted = any(name == b"accept-encoding" and b"gzip" in value for name, value in scope["headers"])
        start: HTTPResponseStartEvent | None = None

        async def packing(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is None or message["type"] != "http.response.body":
                await send(message)
                return
            begun, start = start, None
            if not message.get("more_body"):
                await self._pack(begun, message, wanted)
            await send(begun)
            await send(message)

        await self.app(scope, receive, packing)

    async def _pack(self, start: HTTPResponseStartEvent, body: HTTPResponseBodyEvent, wanted: bool) -> None:
        headers = list(start.get("headers", []))
        kind = next((value for name, value in headers if name == b"content-type"), b"")
        data: bytes = body.get("body", b"")
        if not WORDY.match(kind) or len(data) < LEAST:
            return
        headers.append((b"vary", b"accept-encoding"))
        if wanted:
            data = await asyncio.to_thread(packed, data)
            headers = [header for header in headers if header[0] != b"content-length"]
            headers += [(b"content-encoding", b"gzip"), (b"content-length", str(len(data)).encode())]
            body["body"] = data
        start["headers"] = headers


@lru_cache(maxsize=256)
def packed(data: bytes) -> bytes:
    return gzip.compress(data, LEVEL, mtime=0)
