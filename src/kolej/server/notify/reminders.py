"""Tells players that it is their turn when their page is closed: by push, and by a hook of their own."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from typing import Protocol

import msgspec

from kolej.server.notify import hooks, webpush
from kolej.server.notify.outgoing import host_of
from kolej.server.notify.webpush import Subscription, VapidKeys

MOST_BYTES = 3000
MOST_SUBSCRIPTIONS = 10
"""How many browsers of one player are notified."""
MOST_UNDER_WAY = 500
"""How many players are notified at a time; no more, or slow hosts could fill the memory."""
MOST_REMEMBERED = 20_000
NO_DEADLINE = 7 * 86_400
LONGEST = 28 * 86_400
"""The longest time for which push services keep a message."""
SOON = 3600
CLOSING = 2.0

_log = logging.getLogger("kolej.server")


class YourTurn(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="your_turn"):
    """The notification: the payload of the push and the body of the hook."""

    table: str
    board: str
    board_name: str
    link: str
    seat: int
    n: int
    """The version of the table; it only grows."""
    deadline: int | None = None
    """Unix seconds."""


class Hook(msgspec.Struct, frozen=True):
    url: str
    secret: str

    def __repr__(self) -> str:
        return f"Hook({host_of(self.url)!r})"

    def __rich_repr__(self) -> list[tuple[str, str]]:
        return [("host", host_of(self.url))]


class Addresses(Protocol):
    """Where players want to be notified."""

    async def subscriptions(self, player: str) -> Sequence[Subscription]:
        """Newest first."""

    async def hook(self, player: str) -> Hook | None: ...

    async def forget(self, player: str, endpoint: str) -> None:
        """Delete a subscription that the push service no longer knows."""


class Notifier:
    """Sends in the background; what cannot be sent is logged, by host only, and never raised."""

    def __init__(
        self,
        addresses: Addresses,
        keys: VapidKeys,
        *,
        contact: str,
        allow_private: bool = False,
        clock: Callable[[], float] = time.time,
        waits: Sequence[float] = hooks.WAITS,
    ) -> None:
        webpush.check_contact(contact)
        self._addresses = addresses
        self._keys = keys
        self._contact = contact
        self._allow_private = allow_private
        self._clock = clock
        self._waits = waits
        self._told: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def your_turn(self, player: str, note: YourTurn) -> None:
        """Notify a player, in the background; at most once per version of a table, and never of an older one.

        This is remembered only in memory, for the latest players and tables.
        """
        if self._closed or not self._is_news(player, note):
            return
        if len(self._tasks) >= MOST_UNDER_WAY:
            _log.warning("too many notifications in progress; one for table %s is left out", note.table)
            return
        # The loop keeps only weak references to tasks.
        task = asyncio.create_task(self._tell(player, note))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Wait up to two seconds for notifications in progress, then cancel them."""
        self._closed = True
        if not self._tasks:
            return
        _, late = await asyncio.wait(tuple(self._tasks), timeout=CLOSING)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def _is_news(self, player: str, note: YourTurn) -> bool:
        key = (player, note.table)
        last = self._told.get(key)
        if last is not None and note.n <= last:
            return False
        self._told[key] = note.n
        self._told.move_to_end(key)
        if len(self._told) > MOST_REMEMBERED:
            self._told.popitem(last=False)
        return True

    async def _tell(self, player: str, note: YourTurn) -> None:
        body = msgspec.json.encode(note)
        if len(body) >= MOST_BYTES:
            _log.warning("table %s: a notification of %d bytes is too long to send", note.table, len(body))
            return
        await _all([self._push_all(player, note, body), self._call(player, body)])

    async def _push_all(self, player: str, note: YourTurn, body: bytes) -> None:
        found = await self._addresses.subscriptions(player)
        jobs = [self._push(player, subscription, note, body) for subscription in found[:MOST_SUBSCRIPTIONS]]
        await _all(jobs)

    async def _push(self, player: str, subscription: Subscription, note: YourTurn, body: bytes) -> None:
        ttl = self._ttl(note)
        outcome = await webpush.send(
            self._keys,
            subscription,
            body,
            contact=self._contact,
            ttl=ttl,
            urgency="high" if ttl <= SOON else "normal",
            topic=topic(note.table),
            allow_private=self._allow_private,
        )
        if outcome == "gone":
            await self._addresses.forget(player, subscription.endpoint)

    async def _call(self, player: str, body: bytes) -> None:
        hook = await self._addresses.hook(player)
        if hook is None:
            return
        await hooks.deliver(
            hook.url,
            hook.secret,
            body,
            now=self._clock(),
            allow_private=self._allow_private,
            waits=self._waits,
        )

    def _ttl(self, note: YourTurn) -> int:
        if note.deadline is None:
            return NO_DEADLINE
        return min(max(note.deadline - int(self._clock()), 0), LONGEST)


def topic(table: str) -> str:
    """The topic of a table: a later note replaces one that the push service still holds."""
    return urlsafe_b64encode(hashlib.sha256(table.encode()).digest()[:24]).decode()


async def _all(jobs: Sequence[Coroutine[None, None, None]]) -> None:
    """Send to all addresses; one that fails does not affect the others."""
    for result in await asyncio.gather(*jobs, return_exceptions=True):
        if isinstance(result, Exception):
            # Log only its type: the text may quote an address or a secret.
            _log.error("a notification failed: %s", type(result).__name__)
