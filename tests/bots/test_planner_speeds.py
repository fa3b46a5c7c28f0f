"""The planner thinks the same compiled and interpreted, at every level and on every board."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kolej.boards.load import load
from kolej.bots import bot
from kolej.bots.planner import Planner
from kolej.bots.presets import SETUPS
from kolej.game.game import Game, new
from kolej.rules.jit import COMPILED

BOARDS = ["europe", "nordic", "poland", "usa"]
EVERY = 30
"""Each set-up is asked once in so many decisions; interpreted thought takes long."""


def thoughts(most: int) -> dict[str, list[str]]:
    """What each set-up would do, and what it plans, on the way through so many decisions on each board."""
    found: dict[str, list[str]] = {}
    for board in BOARDS:
        game = new(board, load(board).rules.players[1], seed=11)
        decision = 0
        while not game.over and decision < most:
            seat = game.awaited[0]
            for place, name in enumerate(SETUPS):
                if decision % EVERY == 3 * place:
                    found.setdefault(f"{board}, {name}", []).append(thought(game, seat, name))
            game.play(bot("local", seat).choose(game.view(seat), game.legal(seat)), seat)
            decision += 1
    return found


def thought(game: Game, seat: int, name: str) -> str:
    planner = Planner(seat, name)
    chosen = planner.choose(game.view(seat), game.legal(seat))
    mind = planner.mind[0]
    sets = [int(word) for field in (mind.plan, mind.needed, mind.planned, mind.missed) for word in field]
    reals = [f"{float(number):.9g}" for number in (mind.left[0], mind.plan_turns[0], mind.draw_value[0])]
    return f"{chosen} {sets} {reals}"


@pytest.mark.skipif(not COMPILED, reason="the compiled run compares both")
@pytest.mark.parametrize("most", [96, pytest.param(10_000, marks=pytest.mark.soak)])
def test_every_level_thinks_the_same_compiled_and_interpreted_on_every_board(most: int) -> None:
    """The slow speed runs in a process of its own, in which a number that overflows is an error."""
    code = "import json, sys; sys.path.insert(0, sys.argv[1]); import test_planner_speeds; "
    code += "print(json.dumps(test_planner_speeds.thoughts(int(sys.argv[2]))))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, str(Path(__file__).parent), str(most)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    mine, theirs = thoughts(most), json.loads(done.stdout)
    assert len(mine) == len(BOARDS) * len(SETUPS)
    assert min(map(len, mine.values())) > 2
    assert theirs == mine
