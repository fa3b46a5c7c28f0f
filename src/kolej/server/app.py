"""The application: routes, errors as problem+json, headers that keep browsers safe."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, Literal

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import BaseRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Server
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from kolej import __version__
from kolej.server.access.sessions import Caller
from kolej.server.http import accounts, boards, lessons, static, tables
from kolej.server.http.bodies import Problem
from kolej.server.http.compression import Packing
from kolej.server.http.problems import Description
from kolej.server.http.site import AnyConnection, Site, TheSite, Wrong
from kolej.server.http.socket import table_socket
from kolej.server.logs import straight
from kolej.server.settings import Settings
from kolej.server.store.database import StoreError
from kolej.server.tables.registry import wall_clock

LOG = logging.getLogger("kolej.server")
MOST_BODY = 64_000

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
        "base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def application(
    settings: Settings, now: Callable[[], int] = wall_clock, every: Callable[[], float] = time.monotonic
) -> Front:
    """The server as an ASGI application; tests can pass in the clocks of games and of rate limits."""
    site = Site(settings, now, every)
    return Front(Packing(litestar(site)), site)


def litestar(site: Site) -> Litestar:

    @asynccontextmanager
    async def open_doors(_: Litestar) -> AsyncIterator[None]:
        await site.open()
        try:
            yield
        finally:
            await site.close()

    return Litestar(
        route_handlers=[
            accounts.ROUTES,
            tables.ROUTES,
            lessons.ROUTES,
            boards.ROUTES,
            static.ROUTES,
            table_socket,
        ],
        lifespan=[open_doors],
        state=State({"site": site}),
        dependencies={
            "site": Provide(_site, sync_to_thread=False),
            "caller": Provide(_caller),
        },
        guards=[_guard],
        exception_handlers={Exception: answer_to},
        openapi_config=OpenAPIConfig(
            title="Kolej",
            version=__version__,
            description="Tables, people, boards and records of a Kolej server.",
            path="/api/schema",
            servers=[Server(url=site.settings.root or "/")],
            render_plugins=[Description()],
        ),
        request_max_body_size=MOST_BODY,
        logging_config=None,
        debug=False,
    )


def _site(state: State) -> Site:
    found: Site = state.site
    return found


def _guard(connection: AnyConnection, _: BaseRouteHandler) -> None:
    _site(connection.app.state).admit(connection)


async def _caller(site: TheSite, request: Request[Any, Any, Any]) -> Caller:
    return await site.caller(request)


def answer_to(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """An error as people see it in a browser if they followed a wrong link, else as programs read it."""
    told = problem(request, error)
    if told.status_code == 404 and static.wants_page(request):
        return static.page_of(_site(request.app.state), status=404)
    return told


def problem(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Any error as problem+json; details of internal errors are logged, not sent."""
    headers: dict[str, str] = {}
    if isinstance(error, Wrong):
        told = Problem(error.status_code, _title(error.status_code), error.detail, reason=error.reason)
        headers = error.headers or {}
    elif isinstance(error, ValidationException):
        where = tuple(f"{e.get('key', '')}: {e.get('message', '')}" for e in _extra(error))
        told = Problem(400, "Bad Request", error.detail[:300], reason="unreadable", where=where)
    elif isinstance(error, HTTPException):
        reason: Literal["unreadable", ""] = "unreadable" if error.status_code in (400, 413) else ""
        told = Problem(error.status_code, _title(error.status_code), error.detail[:300], reason=reason)
        headers = error.headers or {}
    elif isinstance(error, RecursionError):
        told = Problem(400, "Bad Request", "the JSON is nested too deeply", reason="unreadable")
    elif isinstance(error, StoreError):
        LOG.error("the store does not answer", extra={"error": str(error)})
        told = Problem(503, "Service Unavailable", "the store does not answer", reason="unavailable")
    else:
        LOG.error("a request failed", exc_info=error, extra={"path": ascii(request.scope["path"])[:200]})
        told = Problem(500, "Internal Server Error", "the server failed; its log says why")
    return Response(told, status_code=told.status, media_type="application/problem+json", headers=headers)


def _extra(error: HTTPException) -> list[dict[str, Any]]:
    return [e for e in error.extra if isinstance(e, dict)] if isinstance(error.extra, list) else []


def _title(status: int) -> str:
    return HTTPStatus(status).phrase


class Front:
    """Wraps the application: strips the sub-path, and adds the headers that every response has."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app = app
        self.site = site
        self._root = site.settings.root
        headers = dict(HEADERS)
        if site.settings.secure:
            headers["Strict-Transport-Security"] = "max-age=31536000"
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = str(scope["type"])
        if kind == "lifespan":
            await self.app(scope, receive, send)
            return
        self._strip(scope)
        if kind != "http":
            straight(scope, send)
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = list(message.get("headers", []))
                if not any(name == b"cache-control" for name, _ in found):
                    found.append((b"cache-control", b"no-store"))
                message["headers"] = [*found, *self._headers]
            await send(message)

        await self.app(scope, receive, with_headers)

    def _strip(self, scope: Scope) -> None:
        """Strip the sub-path if the proxy has not done so; the application never sees one."""
        path = scope["path"]
        if self._root and (path == self._root or path.startswith(self._root + "/")):
            scope["path"] = path[len(self._root) :] or "/"
            scope["raw_path"] = scope["path"].encode()
