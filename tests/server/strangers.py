"""What people and strangers do at a server in hand, for tests of security."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from wire import Answer, World, worlds

SEATS = [{"for": "host"}, {"for": "anyone"}]
PASSWORD = "correct horse"


@asynccontextmanager
async def one(folder: Path, **given: Any) -> AsyncIterator[World]:
    """A server with its limits on, whose clocks stand still until they are moved."""
    with pytest.MonkeyPatch.context() as patch:
        async with worlds(folder, patch, 1, limits=True, **given) as (world,):
            yield world


async def make(world: World, cookie: str, **more: Any) -> str:
    answer = await world.http("POST", "/api/tables", {"board": "poland", "seats": SEATS, **more}, cookie)
    assert answer.status == 201, answer.body
    return str(answer.json()["id"])


async def command(world: World, place: str, cookie: str, do: str, **fields: Any) -> Answer:
    body = {
        "do": do,
        "id": f"{do}{world.room(place).table.n}",
        "version": world.room(place).table.n,
        **fields,
    }
    return await world.http("POST", f"/api/tables/{place}/commands", body, cookie)


async def started(world: World, host: str, guest: str, **more: Any) -> str:
    place = await make(world, host, **more)
    assert (await command(world, place, guest, "sit", seat=1)).status == 200
    assert (await command(world, place, host, "start")).status == 200
    return place


def cookie_of(answer: Answer) -> str:
    return answer.header("set-cookie").partition("=")[2].partition(";")[0]


async def account(world: World, name: str, cookie: str = "", **more: str) -> str:
    body = {"name": name, "password": PASSWORD}
    return cookie_of(await world.http("POST", "/api/account", body, cookie, **more))


async def login(world: World, name: str, password: str = PASSWORD, cookie: str = "", **more: str) -> Answer:
    return await world.http("POST", "/api/login", {"name": name, "password": password}, cookie, **more)


async def me(world: World, cookie: str = "", **headers: str) -> int:
    """How the server answers what only somebody may ask."""
    return (await world.http("GET", "/api/me/tables", None, cookie, **headers)).status
