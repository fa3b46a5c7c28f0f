"""Clocks: whose time runs, what is taken from the bank, what happens when it is over."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from kolej.server.http.site import Site
from kolej.server.notify.reminders import Notifier, YourTurn
from kolej.server.protocol import (
    Act,
    Clock,
    DaysClock,
    HostSeat,
    LiveClock,
    NewTable,
    NoClock,
    OpenSeat,
    Sit,
    Start,
    TakeBack,
)
from kolej.server.settings import Settings
from kolej.server.store.store import Player
from kolej.server.tables.client_requests import command
from kolej.server.tables.clocks import DAY, Clocks
from kolej.server.tables.registry import Registry
from kolej.server.tables.room import Room

START = 1_000_000_000_000


def test_a_turns_own_time_runs_first_and_the_bank_pays_the_rest() -> None:
    clocks = Clocks(LiveClock(bank=60, turn=10))
    clocks.banks = clocks.full(2)
    clocks.begin(0, START)
    assert clocks.deadline(0) == START + 70_000
    assert clocks.deadline(1) is None
    assert clocks.banks_after(0, START + 9_000, ends=True) == (60_000, 60_000)
    assert clocks.banks_after(0, START + 25_000, ends=False) == (60_000, 60_000)
    assert clocks.banks_after(0, START + 25_000, ends=True) == (45_000, 60_000)
    clocks.skip(START + 1_000, START + 6_000)
    assert clocks.deadline(0) == START + 75_000, "a pause of the server is nobody's time"


def test_days_are_for_each_turn_and_without_a_clock_nobody_is_hurried() -> None:
    days = Clocks(DaysClock(days=2))
    days.banks = days.full(2)
    days.begin(1, START)
    assert days.deadline(1) == START + 2 * DAY
    assert Clocks(NoClock()).full(3) == ()
    never = Clocks(NoClock())
    never.begin(0, START)
    assert never.deadline(0) is None


class Time:
    now = START

    def __call__(self) -> int:
        return self.now


class Told:
    """Stands for the notifier."""

    def __init__(self) -> None:
        self.notes: list[tuple[str, YourTurn]] = []

    async def your_turn(self, player: str, note: YourTurn) -> None:
        self.notes.append((player, note))

    async def close(self) -> None:
        pass

    async def until(self, count: int) -> None:
        """Wait until so many were told, and a moment longer, in case there are more."""
        async with asyncio.timeout(20):
            while len(self.notes) < count:
                await asyncio.sleep(0.005)
        await asyncio.sleep(0.02)


class World:
    """Two people at a table, and a clock that the test turns."""

    def __init__(self, site: Site, time: Time, told: Told) -> None:
        self.site, self.time, self.told = site, time, told
        self.ids = 0

    async def begin(self, clock: Clock) -> None:
        self.ala = await self.site.auth.new_guest("Ala")
        self.ola = await self.site.auth.new_guest("Ola")
        self.room: Room = await self.site.registry.make(
            NewTable("europe", (HostSeat(), OpenSeat()), clock=clock, pace=30.0), self.ala
        )
        await command(self.room, self.ola, Sit(id="sit", version=0, seat=1))
        await command(self.room, self.ala, Start(id="go", version=1))

    @property
    def owner(self) -> dict[int, Player]:
        return {0: self.ala, 1: self.ola}

    async def act(self, seat: int, action: str) -> str:
        self.ids += 1
        act = Act(id=f"m{self.ids}", version=self.room.table.n, seat=seat, action=action)
        answer = await command(self.room, self.owner[seat], act)
        return getattr(answer, "reason", "done")

    async def keep(self, seat: int) -> str:
        assert self.room.table.game is not None
        return await self.act(seat, f"keep {' '.join(self.room.table.game.view(seat).offered)}")

    def banks(self) -> tuple[int, ...]:
        return self.room.table.clocks.banks

    async def flag(self) -> None:
        await self.room.autopilot._flag()


def play(folder: Path, scene: Callable[[World], Awaitable[None]]) -> None:
    async def run() -> None:
        time, told = Time(), Told()
        site = Site(Settings(data=str(folder), absent=0.0), now=time)
        await site.open()
        services = site.registry.services
        assert isinstance(services.notifier, Notifier)
        site.registry.services = replace(services, notifier=told)  # type: ignore[arg-type]
        try:
            await scene(World(site, time, told))
        finally:
            await site.close()

    asyncio.run(run())


def test_first_tickets_are_chosen_by_all_at_once_and_so_their_clocks_say(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        await world.begin(LiveClock(bank=60, turn=10))
        assert [left.deadline for left in world.room.position(()).clocks] == [START + 70_000] * 2
        world.time.now += 30_000
        assert await world.keep(1) == "done"
        assert world.banks() == (60_000, 40_000)
        assert [left.deadline is None for left in world.room.position(()).clocks] == [False, True]
        world.time.now += 15_000
        assert await world.keep(0) == "done"
        assert world.banks() == (25_000, 40_000)
        (seat,) = world.room.table.awaited
        deadline = world.room.table.clocks.deadline(seat)
        assert deadline == world.time.now + 10_000 + world.banks()[seat]

    play(tmp_path, scene)


def test_a_turn_of_two_cards_is_one_turn_for_the_clock(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        await world.begin(LiveClock(bank=60, turn=10))
        for seat in (0, 1):
            await world.keep(seat)
        (seat,) = world.room.table.awaited
        deadline = world.room.table.clocks.deadline(seat)
        world.time.now += 8_000
        assert await world.act(seat, "draw") == "done"
        assert world.room.table.clocks.deadline(seat) == deadline
        world.time.now += 8_000
        assert await world.act(seat, "draw") == "done"
        assert world.banks()[seat] == 54_000
        assert world.banks()[1 - seat] == 60_000

    play(tmp_path, scene)


@pytest.mark.parametrize("clock", [LiveClock(bank=60, turn=10), DaysClock(days=3)])
def test_whose_time_is_over_is_played_on_by_a_bot_and_may_come_back(tmp_path: Path, clock: Clock) -> None:
    async def scene(world: World) -> None:
        await world.begin(clock)
        for seat in (0, 1):
            await world.keep(seat)
        (seat,) = world.room.table.awaited
        await world.flag()
        assert world.room.table.seats[seat].away is None, "not yet"
        deadline = world.room.table.clocks.deadline(seat)
        assert deadline is not None
        world.time.now = deadline
        await world.flag()
        assert world.room.table.seats[seat].away == "time"
        assert world.room.position(()).clocks[seat].deadline is None, "a bot is not hurried"
        assert await world.act(seat, "draw") == "played-by-bot"
        back = TakeBack(id="back", version=world.room.table.n, seat=seat)
        assert (await command(world.room, world.owner[seat], back)).id == "back"
        assert world.room.table.seats[seat].away is None
        if isinstance(clock, LiveClock):
            assert world.banks()[seat] == 15_000, "a quarter of the full bank"
        assert await world.act(seat, "draw") == "done"

    play(tmp_path, scene)


def test_a_restart_takes_no_time_from_anybody(tmp_path: Path) -> None:
    place = ""

    async def before(world: World) -> None:
        nonlocal place
        await world.begin(LiveClock(bank=60, turn=10))
        for seat in (0, 1):
            await world.keep(seat)
        world.time.now += 4_000
        place = world.room.table.id

    async def after(world: World) -> None:
        room = await world.site.registry.room(place)
        assert room is not None
        (seat,) = room.table.awaited
        assert room.table.clocks.deadline(seat) == world.time.now + 66_000

    play(tmp_path, before)
    later = START + 3_600_000
    Time.now = later
    try:
        play(tmp_path, after)
    finally:
        Time.now = START


def test_who_is_not_there_is_told_once_that_it_is_their_turn(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        await world.begin(DaysClock(days=3))
        await world.told.until(2)
        assert {player for player, _ in world.told.notes} == {world.ala.id, world.ola.id}
        world.told.notes.clear()
        for seat in (0, 1):
            await world.keep(seat)
        (seat,) = world.room.table.awaited
        await world.told.until(1)
        ((player, note),) = world.told.notes
        assert player == world.owner[seat].id
        assert (note.table, note.seat, note.board_name) == (world.room.table.id, seat, "Europe")
        assert note.deadline == (world.time.now + 3 * DAY) // 1000

    play(tmp_path, scene)


def test_who_is_there_is_told_only_after_leaving(tmp_path: Path) -> None:
    class Page:
        token = False
        mutes: frozenset[str] = frozenset()

        def __init__(self, player: Player) -> None:
            self.player: Player | None = player

        def send(self, message: bytes) -> None:
            pass

        def close(self, code: int, reason: str) -> None:
            pass

        def give_up_if_stuck(self) -> None:
            pass

    async def scene(world: World) -> None:
        await world.begin(NoClock())
        await world.told.until(2)
        world.told.notes.clear()
        pages = {seat: Page(player) for seat, player in world.owner.items()}
        for page in pages.values():
            await world.room.enter(page, None)
        for seat in (0, 1):
            await world.keep(seat)
        await asyncio.sleep(0.05)
        assert world.told.notes == []
        (seat,) = world.room.table.awaited
        world.room.leave(pages[seat])
        await world.told.until(1)
        assert [player for player, _ in world.told.notes] == [world.owner[seat].id]

    play(tmp_path, scene)


def test_a_hall_lets_quiet_tables_go_and_finds_them_again(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        await world.begin(NoClock())
        registry: Registry = world.site.registry
        place, n = world.room.table.id, world.room.table.n
        registry.drop(world.room)
        assert place not in registry.rooms
        again = await registry.room(place)
        assert again is not None
        assert again.table.n == n
        assert await registry.room("nowhere") is None

    play(tmp_path, scene)


def test_a_table_is_loaded_once_though_who_asked_first_has_gone(tmp_path: Path) -> None:
    """Two rooms of one table would each publish half of what happens."""

    async def scene(world: World) -> None:
        await world.begin(NoClock())
        registry: Registry = world.site.registry
        place = world.room.table.id
        world.room.stop()
        registry.drop(world.room)
        first = asyncio.ensure_future(registry.room(place))
        await asyncio.sleep(0)
        second = asyncio.ensure_future(registry.room(place))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        third = asyncio.ensure_future(registry.room(place))
        found = await asyncio.gather(second, third)
        assert found[0] is found[1] is registry.rooms[place]
        assert not registry._loading

    play(tmp_path, scene)
