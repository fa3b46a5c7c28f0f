"""Levels are listed, sit at tables and give hints; while they are being compiled, tables are played on."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import threading
from typing import Any

import msgspec
import pytest
from playing import Person, Running, Seat, simple_action

from kolej.bots import for_people, needs_planner
from kolej.bots.compilation import PLANNER
from kolej.bots.local import Local
from kolej.compiling import parts
from kolej.compiling.warm import warm
from kolej.game.actions import parse
from kolej.game.game import Game, new
from kolej.rules.compilation import RULES
from kolej.server.workers import bot_pool
from kolej.server.workers.bot_pool import STAND_IN, Task, Workers


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Before the site is up: it would compile beside the tests."""
    warm(RULES, PLANNER)


def task_of(game: Game, bot: str) -> Task:
    """What a bot is asked at the first seat awaited."""
    seat = game.awaited[0]
    legal = tuple(map(str, game.legal(seat)))
    return Task(bot, 5, game.board.id, {}, game.view(seat).to_bytes(), legal, None)


def hinted(seat: Seat) -> Any:
    found = seat.do("hint", seat=0)
    assert found["type"] == "hint", found
    return found


def test_the_server_lists_levels_first_each_with_a_character(site: Running) -> None:
    bots = site.person(None).http.get("/api/server").json()["bots"]
    assert [bot["name"] for bot in bots] == list(for_people())
    assert [bot["name"] for bot in bots if bot["level"]] == ["expert", "hard", "medium", "easy"]
    assert [bot["level"] for bot in bots] == sorted((bot["level"] for bot in bots), reverse=True)
    for bot in bots:
        assert bot["about"].endswith(".")
        assert bot["hints"] == (bot["level"] and bot["name"] != "expert")


def test_hard_gives_hints_at_first_tickets_on_a_turn_and_at_a_second_card(site: Running) -> None:
    ala = site.person("Ala")
    with ala.at(ala.make("europe", "host bot:easy", hints=True)) as seat:
        seat.do("start")
        wait_for_turn(seat)
        tickets = hinted(seat)
        assert tickets["bot"] == "hard"
        assert all(advice["action"].startswith("keep ") for advice in tickets["advice"])
        act(seat, tickets["advice"][0]["action"])
        turn = hinted(seat)
        assert {advice["action"].split()[0] for advice in turn["advice"]} >= {"draw", "tickets"}
        act(seat, "draw")
        second = hinted(seat)
        assert {advice["action"].split()[0] for advice in second["advice"]} == {"draw"}
    for hint in (tickets, turn, second):
        values = [advice["value"] for advice in hint["advice"]]
        assert values[0] == 0
        assert values == sorted(values, reverse=True)
        assert all(advice["causes"] for advice in hint["advice"])


def wait_for_turn(seat: Seat) -> None:
    while 0 not in seat.choices():
        seat.hear()


def act(seat: Seat, action: str) -> None:
    """An action, and what came of it; then until the seat is awaited again."""
    done = seat.do("act", seat=0, action=action)
    assert done["type"] == "done", done
    while seat.n < done["n"]:
        seat.hear()
    wait_for_turn(seat)


def test_a_level_may_swap_other_cards_than_the_list_of_what_is_legal_shows(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """On Nordic one payment stands for all that differ in what is swapped; a bot's own choice counts."""
    game, pool, own = new("nordic", 2, seed=0), Workers(1), 0
    try:
        while not game.over:
            asked = task_of(game, "hard")
            action = asyncio.run(pool.choose(asked))
            own += str(action) not in asked.legal
            game.play(action, game.awaited[0])
    finally:
        pool.close()
    assert own
    assert "bot failed" not in caplog.text


def test_cards_that_are_not_there_cannot_be_swapped() -> None:
    game = new("nordic", 2, seed=0)
    view, claim = game.view(0), parse("claim bergen--stavanger P+BOW")
    listed = parse("claim bergen--stavanger P+BOK")
    held = "".join(card * count for card, count in view.hand.items())
    assert not bot_pool._is_payable(claim, listed, view)
    paid = msgspec.structs.replace(claim, cards=held[0], swapped=held[1:4])
    assert bot_pool._is_payable(paid, msgspec.structs.replace(listed, cards=held[0]), view)


def test_while_the_planner_is_compiled_levels_are_stood_in_for_and_hints_come_later(site: Running) -> None:
    registry = site.served.front.site.registry
    ala: Person = site.person("Ala")
    registry.workers.compiling = True
    try:
        with ala.at(ala.make("usa", "host bot:medium", hints=True)) as seat:
            seat.do("start")
            wait_for_turn(seat)
            assert seat.do("hint", seat=0)["reason"] == "not-ready"
            act(seat, simple_action(seat.choices()[0]))
            registry.workers.compiling = False
            hinted(seat)
    finally:
        registry.workers.compiling = False


def test_who_stands_in_needs_no_compiling_and_chooses_as_it_would() -> None:
    assert not needs_planner(STAND_IN)
    assert needs_planner("hard@2ms")
    game, pool = new("usa", 2, seed=4), Workers(1)
    pool.compiling = True
    try:
        for _ in range(6):
            chosen = asyncio.run(pool.choose(task_of(game, "hard")))
            assert chosen == asyncio.run(pool.choose(task_of(game, STAND_IN)))
            game.play(chosen, game.awaited[0])
    finally:
        pool.close()


def test_a_bot_that_searches_takes_less_time_while_others_wait_for_a_process() -> None:
    game, pool = new("usa", 2, seed=4), Workers(2)
    asked = task_of(game, "expert")
    try:
        for choosing, seconds in ((1, 0.4), (2, 0.4), (4, 0.2), (8, 0.1), (50, 0.1)):
            pool._choosing = choosing
            assert pool._shortened(asked).limit == pytest.approx(seconds)
        assert pool._shortened(task_of(game, "hard")).limit is None
    finally:
        pool.close()


def test_a_bot_that_hangs_keeps_no_other_from_thinking_and_moving(
    bad: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Those that wait for its process are neither taken to hang nor given up with it."""
    monkeypatch.setattr(bot_pool, "PATIENCE", 1.0)
    game, pool = new("usa", 2, seed=4), Workers(1)
    for seat in (0, 1):
        game.play(game.legal(seat)[0], seat)
    (seat,) = game.awaited
    wanted = [Local(5).choose(game.view(seat), game.legal(seat))] * 3

    async def crowd() -> list[Any]:
        await pool.choose(task_of(game, "random"))  # the process is there
        hanging = asyncio.ensure_future(pool.choose(task_of(game, f"{bad}Hangs")))
        await asyncio.sleep(0)
        others = [asyncio.ensure_future(pool.choose(task_of(game, "local"))) for _ in wanted]
        found = await asyncio.gather(*others, return_exceptions=True)
        assert await hanging in game.legal(seat), "somebody moves for it"
        return found

    try:
        assert asyncio.run(crowd()) == wanted
    finally:
        pool.close()
    assert caplog.text.count("bot failed") == 1


def test_a_server_that_stops_while_bots_wait_for_a_process_ends_in_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every table with a bot asks for the processes, so that there may be more waiting than they can take."""
    faults: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    pool, asked = Workers(1), task_of(new("usa", 2, seed=4), "random")

    async def stop() -> None:
        for _ in range(3):
            pool.prepare()
        waiting = asyncio.ensure_future(pool.choose(asked))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)

    asyncio.run(stop())
    manager: Any = pool._executor()._executor_manager_thread
    pool.close()
    manager.join(60)
    assert not manager.is_alive()
    assert faults == []


class Compiler:
    """Stands in for the process that compiles."""

    def __init__(self, code: int) -> None:
        self.code = code
        self.done = threading.Event()
        self.killed = False

    def wait(self) -> int:
        self.done.wait(20)
        return self.code

    def kill(self) -> None:
        self.killed = True
        self.done.set()

    def __enter__(self) -> Compiler:
        return self

    def __exit__(self, *_: object) -> None:
        self.wait()


@pytest.mark.parametrize("code", [0, 1])
def test_a_fresh_server_compiles_beside_the_game_and_goes_on_without_if_it_cannot(
    code: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    process, pool = Compiler(code), Workers(1)
    monkeypatch.setattr(parts, "is_warm", lambda *_: False)
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: process)

    async def begin() -> None:
        compiling = asyncio.create_task(pool.compile())
        await asyncio.sleep(0)
        assert pool.must_wait_for("medium")
        assert pool.must_wait_for("expert")
        assert not pool.must_wait_for("random")
        process.done.set()
        await compiling

    with caplog.at_level(logging.WARNING, "kolej.server"):
        asyncio.run(begin())
    assert pool.compiling == pool.compiling_search == bool(code)
    assert ("cannot be compiled" in caplog.text) == bool(code)


def test_a_server_that_stops_does_not_leave_the_compiler_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    process, pool = Compiler(0), Workers(1)
    monkeypatch.setattr(parts, "is_warm", lambda *_: False)
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: process)

    async def begin() -> None:
        compiling = asyncio.create_task(pool.compile())
        await asyncio.sleep(0)
        compiling.cancel()
        await asyncio.gather(compiling, return_exceptions=True)

    asyncio.run(begin())
    assert process.killed
