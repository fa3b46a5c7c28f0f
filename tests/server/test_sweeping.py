"""Whole looks through memory come when nobody moves, and rarely."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from kolej.server import garbage_collection


class Knot:
    """Only a look through memory finds it."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture
def begun() -> Iterator[None]:
    before = gc.get_threshold()
    garbage_collection.begin()
    yield
    garbage_collection.end()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


@pytest.mark.usefixtures("begun")
def test_much_work_brings_no_whole_look() -> None:
    seen: list[int] = []

    def heard(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            seen.append(info["generation"])

    gc.callbacks.append(heard)
    try:
        kept = [[n] for n in range(400_000)]
    finally:
        gc.callbacks.remove(heard)
    assert len(kept) == 400_000
    assert 1 in seen, "the young are looked through"
    assert 2 not in seen


@pytest.mark.usefixtures("begun")
def test_what_nobody_needs_goes_when_it_is_quiet() -> None:
    moved = True

    async def run() -> None:
        nonlocal moved
        knot = weakref.ref(Knot())
        task = asyncio.create_task(
            garbage_collection.sweep(lambda: 0.0 if moved else 9.0, every=0.01, quiet=0.01, patience=60)
        )
        await asyncio.sleep(0.1)
        assert knot() is not None, "somebody is moving"
        moved = False
        await gone(knot)
        task.cancel()

    asyncio.run(run())


@pytest.mark.usefixtures("begun")
def test_it_goes_in_the_end_though_it_never_gets_quiet() -> None:
    async def run() -> None:
        knot = weakref.ref(Knot())
        task = asyncio.create_task(
            garbage_collection.sweep(lambda: 0.0, every=0.01, quiet=0.01, patience=0.05)
        )
        await gone(knot)
        task.cancel()

    asyncio.run(run())


async def gone(knot: weakref.ref[Knot]) -> None:
    async with asyncio.timeout(10):
        while knot() is not None:
            await asyncio.sleep(0.01)
