"""The parts of a server, put together: what every handler works with."""

from __future__ import annotations

import asyncio
import contextlib
import math
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException

from kolej.server.access.limits import Limits, Places, whose
from kolej.server.access.names import good_name
from kolej.server.access.people import People
from kolej.server.access.sessions import COOKIE, YEAR, Auth, Caller, same_origin
from kolej.server.http.bodies import ProblemReason
from kolej.server.http.layout_jobs import LayoutJobs
from kolej.server.notify.reminders import Hook, Notifier
from kolej.server.notify.webpush import BadSubscription, Subscription, VapidKeys, new_keys
from kolej.server.protocol import RefusalReason
from kolej.server.settings import Settings
from kolej.server.store.database import StoreError
from kolej.server.store.store import Player, Store
from kolej.server.tables.registry import Registry, wall_clock
from kolej.server.tables.room import Room

Asking = Request[None, None, State]
AnyConnection = ASGIConnection[Any, Any, Any, Any]
SAFE = ("GET", "HEAD", "OPTIONS")
MOST_SOCKETS = 300
"""Connections from one address at a time: enough for a school behind one address, not for a flood."""


class Wrong(HTTPException):
    """An error that the caller made, with a code that a client can put into words."""

    def __init__(
        self,
        status: int,
        reason: ProblemReason | RefusalReason,
        detail: str,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(detail=detail, status_code=status, headers=headers)
        self.reason = reason


class Site:
    """Settings, store, tables, identities and limits of one server."""

    registry: Registry
    layouts: LayoutJobs
    auth: Auth
    keys: VapidKeys

    def __init__(
        self,
        settings: Settings,
        now: Callable[[], int] = wall_clock,
        every: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settings = settings
        self.store = Store(settings.store_url)
        self.people = People(self.store)
        self.now = now
        """The time, in milliseconds since 1970."""
        self.every = every
        """The clock of rate limits: seconds from any starting point."""
        self.guests = Limits(30, 600, every)
        """New guests per address, new names per player."""
        self.anonymous_tables = Limits(8, 60, every)
        """Tables made by guests, per address; lichess's figure."""
        self.tables = Limits(30, 60, every)
        """Tables made, per account; tables of lessons, per player."""
        self.logins = Limits(10, 600, every)
        """Passwords tried, per address."""
        self.account_logins = Limits(20, 3600, every)
        """Passwords tried, per account, from anywhere."""
        self.requests = Limits(600, 60, every)
        """Requests of any kind, per address."""
        self.commands = Limits(100, 20, every)
        """Commands by HTTP, per player; the same as on a socket."""
        self.heavy = Limits(60, 60, every)
        """Records checked and pages of games shown, per address; five people at the end of a game need 20."""
        self.sockets = Limits(120, 60, every)
        """Connections opened, per address."""
        self.open_sockets = Places(MOST_SOCKETS)
        """Connections at a time, per address."""
        self.at_work = asyncio.Semaphore(2)
        """Long tasks in threads at a time, so that some threads are left for passwords and boards."""

    async def open(self) -> None:
        key = await self.store.once("cookie_key", _new_key())
        made = new_keys()
        self.keys = VapidKeys(private=await self.store.once("push_key", made.private))
        notifier = Notifier(
            _Addresses(self.store),
            self.keys,
            contact=self.settings.contact or (self.settings.url if self.settings.secure else ""),
            allow_private=self.settings.private_hooks,
        )
        self.layouts = LayoutJobs()
        self.registry = Registry(self.settings, self.store, self.people, notifier, self.now)
        self.auth = Auth(self.store, self.people, bytes.fromhex(key), self.now)
        await self.registry.open()

    async def close(self) -> None:
        await self.layouts.close()
        await self.registry.close()
        self.store.close()

    def limit(self, limits: Limits, who: str, what: str) -> None:
        if self.settings.limits and not limits.allow(who):
            wait = math.ceil(limits.wait(who)) or 1
            raise Wrong(429, "too-fast", f"{what}; wait {wait} seconds", {"Retry-After": str(wait)})

    def admit(self, request: AnyConnection) -> None:
        """Checks before all else: too many requests from this address, or a body that is not JSON?"""
        if not isinstance(request, Request) or request.scope["path"] == "/health":
            return
        self.limit(self.requests, address_of(request), "too many requests from this address")
        if request.method in SAFE:
            return
        bare = not request.headers.get("content-length", "0").strip("0")
        if (bare and "transfer-encoding" not in request.headers) or _is_json(request.headers):
            return
        raise Wrong(415, "unreadable", "the body must be JSON; send Content-Type: application/json")

    async def caller(self, request: Asking) -> Caller:
        """Who makes the request; raises for unknown tokens and for pages of other sites."""
        address = address_of(request)
        bearer = request.headers.get("authorization", "")
        if bearer:
            kind, _, token = bearer.partition(" ")
            player = await self.auth.by_token(token.strip()) if kind.lower() == "bearer" else None
            if player is None:
                raise Wrong(401, "bad-token", "this token is not known; make one with POST /api/tokens")
            return Caller(player, address, True)
        if request.method not in SAFE and not same_origin(self.settings, request.headers):
            raise Wrong(403, "other-origin", "this request comes from another site's page")
        cookie = request.cookies.get(COOKIE)
        return Caller(await self.auth.by_cookie(cookie) if cookie else None, address, False)

    def cookie(self, request: Asking, player: Player | None) -> str:
        """The header that sets or deletes the cookie."""
        secure = self.settings.secure
        if secure is None:
            secure = request.url.scheme in ("https", "wss")
        value, age = (self.auth.cookie(player), YEAR) if player is not None else ("", 0)
        return (
            f"{COOKIE}={value}; Path={self.settings.root or '/'}; Max-Age={age}; HttpOnly; SameSite=Lax"
            + ("; Secure" if secure else "")
        )

    async def room(self, place: str, player: Player | None) -> Room:
        """The room of a table, if the caller may look at it."""
        try:
            found = await self.registry.room(place) if is_id(place) else None
        except StoreError as error:
            raise Wrong(503, "unavailable", f"the table cannot be loaded now: {error}") from None
        if found is None:
            raise Wrong(404, "no-such-table", "there is no such table")
        if not found.admits(player):
            raise Wrong(403, "no-spectators", "this table has no spectators")
        return found


def address_of(connection: AnyConnection) -> str:
    """The client's address, as rate limits count it."""
    return whose(connection.client.host) if connection.client else "?"


def _is_json(headers: Mapping[str, str]) -> bool:
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/json"


def is_id(text: str, most: int = 40) -> bool:
    """Whether it looks like one of our ids; checked before searching for it."""
    return len(text) <= most and text.isascii() and text.isalnum()


TheSite = NamedDependency[Site]
TheCaller = NamedDependency[Caller]


def person(caller: Caller) -> Player:
    """The player who makes the request; 401 for a caller without a name."""
    if caller.player is None:
        raise Wrong(401, "sign-in", "tell your name first: POST /api/me")
    return caller.player


def printable(name: str, most: int = 30) -> str:
    """A name as it is stored: trimmed, without line breaks or hidden characters."""
    clean = good_name(name, most)
    if clean is None:
        raise Wrong(422, "bad-name", f"a name is text of 1 to {most} signs that can all be seen")
    return clean


class _Addresses:
    """Where the notifier finds a player."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def subscriptions(self, player: str) -> list[Subscription]:
        found = []
        for stored in reversed(await self._store.pushes(player)):
            with contextlib.suppress(BadSubscription):
                found.append(Subscription(*stored))
        return found

    async def hook(self, player: str) -> Hook | None:
        found = await self._store.hook(player)
        return Hook(*found) if found else None

    async def forget(self, player: str, endpoint: str) -> None:
        await self._store.drop_push(endpoint, player)


def _new_key() -> str:
    return secrets.token_hex(32)
