"""What every table of a server works with."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from kolej.server.access.people import People
from kolej.server.board_files import BoardFiles
from kolej.server.notify.reminders import Notifier
from kolej.server.settings import Settings
from kolej.server.store.store import Store
from kolej.server.workers.bot_pool import Workers


@dataclass(frozen=True, slots=True)
class Services:
    """Given to each room by the registry."""

    settings: Settings
    store: Store
    people: People
    boards: BoardFiles
    workers: Workers
    notifier: Notifier | None
    now: Callable[[], int]
    """The time, in milliseconds since 1970."""
    link: Callable[[str], str]
    """The address of a table, by its id."""
    start: Callable[[Coroutine[Any, Any, None]], None]
    """Run work in the background until the server stops, even if the room is unloaded earlier."""
