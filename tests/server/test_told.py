"""Nothing is told before it is stored, whatever else happens meanwhile."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playing import Running, wait_for
from wire import Socket, in_world, worlds

from kolej.game import actions
from kolej.server.store.database import StoreDown
from kolej.server.store.store import Conflict
from kolej.server.workers.bot_pool import Task, anything


@contextmanager
def slow_store(site: Running) -> Iterator[threading.Event]:
    """A store that takes its time until it is told to go on."""
    store: Any = site.served.front.site.registry.store
    append, go_on = store.append, threading.Event()

    async def slowly(*given: Any) -> None:
        while not go_on.is_set():
            await asyncio.sleep(0.002)
        await append(*given)

    store.append = slowly
    try:
        yield go_on
    finally:
        go_on.set()
        store.append = append


def test_who_sits_down_is_not_told_to_be_here_before_that_is_stored(site: Running) -> None:
    """Also not to those who hear meanwhile that somebody else went."""
    ala, ola, ewa = site.person("Ala"), site.person("Ola"), site.person("Ewa")
    place = ala.make("usa", "host anyone")
    with ala.at(place) as host, ola.at(place) as guest:
        with slow_store(site) as go_on:
            with ewa.at(place) as other:
                sit = guest.send("sit", seat=1)
                other.socket.send("nonsense")
                other.until(lambda m: m["type"] == "refused")
            wait_for(lambda: len(site.served.front.site.registry.rooms[place].clients) == 2)
            host.socket.send("nonsense")
            host.until(lambda m: m["type"] == "refused")
            assert all(1 not in m["here"] for m in host.heard if m["type"] == "here")
            go_on.set()
            assert guest.answer(sit)["type"] == "done"
        told = host.until(lambda m: m["type"] == "here" and m["watching"] == 0)
        assert told["here"] == [0, 1]


def test_a_client_hears_of_no_entry_that_is_still_being_stored(site: Running) -> None:
    """Who came back with that number would never hear what it was."""
    ala, ola = site.person("Ala"), site.person("Ola")
    place = ala.make("usa", "host host")
    with ala.at(place) as mover, ola.at(place) as watcher:
        assert mover.do("start")["type"] == "done"
        watcher.until(lambda m: m["type"] == "happened")
        n = mover.n
        with slow_store(site) as go_on:
            choices = mover.choices()[0]["keep"]
            command = mover.send("act", seat=0, action=" ".join(["keep", *choices]))
            watcher.socket.send("nonsense")
            assert watcher.until(lambda m: m["type"] == "refused")["n"] == n
            ala.http.post("/api/me", json={"name": "Alina"}).raise_for_status()
            watcher.socket.send("nonsense")
            assert watcher.until(lambda m: m["type"] == "refused")["n"] == n
            assert watcher.n == n
            go_on.set()
            assert mover.answer(command)["n"] == n + 1
        told = watcher.until(lambda m: m["type"] == "happened")
        assert told["n"] == n + 1
        assert told["table"]["seats"][0]["name"] == "Alina", "the new name is told with it"


@pytest.mark.parametrize("fault", [StoreDown("away"), Conflict("t")])
def test_who_comes_while_a_bots_move_fails_to_be_stored_does_not_see_it(
    fault: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with worlds(tmp_path, monkeypatch, 1) as (world,):
            in_world(monkeypatch, world)
            registry = world.front.site.registry
            append, coming = registry.store.append, asyncio.Queue[asyncio.Task[Socket]]()

            async def choose(task: Task) -> actions.Action:
                return actions.parse(anything(task))

            async def failing(row: Any, n: int, *more: Any) -> None:
                if n < 2:
                    await append(row, n, *more)
                elif coming.empty():
                    # Somebody comes now, and has to wait until it is known what became of the move.
                    coming.put_nowait(asyncio.ensure_future(world.connect(place)))
                    await asyncio.sleep(0.2)
                    raise fault
                else:
                    await asyncio.Event().wait()

            monkeypatch.setattr(registry.workers, "choose", choose)
            monkeypatch.setattr(registry.store, "append", failing)
            cookie = await world.guest("Ala")
            seats = [{"for": "host"}, {"for": "bot", "bot": "random"}]
            made = await world.http("POST", "/api/tables", {"board": "usa", "seats": seats}, cookie)
            place = made.json()["id"]
            start = {"do": "start", "id": "go", "version": 0}
            await world.http("POST", f"/api/tables/{place}/commands", start, cookie)
            who = await coming.get()
            first = (await who).frames[0].decode()
            assert first.startswith("('closed', 1013") or json.loads(first)["n"] == 1, first
            if place in registry.rooms:
                registry.rooms[place].stop()

    asyncio.run(run())
