"""Would notice if the planner lost a tenth of its strength: 400 fixed deals against a fixed opponent."""

from __future__ import annotations

import hashlib
import sys
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from kolej.arena.game_result import blank
from kolej.arena.match import number
from kolej.bots import presets
from kolej.bots.plan import self_play
from kolej.game.compiled import Compiled
from kolej.game.rulebook import rulebook
from kolej.rules.board import ACTIONS
from kolej.rules.jit import COMPILED
from kolej.rules.sight import Sight
from kolej.rules.structs import Values

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from planner_terms import duel

FIXED = {
    **presets.SETUPS["planner-0.2"],
    "noise": 5.0,
    "risk": 0.0,
    "forgets": 0.3,
    "overlooks": 0.5,
    "long_shots": 0.3,
    "eager": 8.0,
    "debut": 3.0,
}
"""The level "easy" of version 0.2: far enough below that a tenth of the wins shows, and quick."""
BOARDS = ("europe", "nordic", "poland", "usa")
DEALS, SEED = 100, 3
STORED = 0.949
"""The planner's share of wins when it last changed on purpose."""
PINNED = "5f5e67783a49b7d4"
"""The digest of the opponent's games against itself."""

pytestmark = pytest.mark.skipif(not COMPILED, reason="1,200 games")


def test_the_opponent_plays_as_ever() -> None:
    found, sight, rows = hashlib.sha256(), Values(Sight), np.zeros(ACTIONS, np.int16)
    for board in BOARDS:
        book = rulebook(board)
        game, minds = Compiled(book), presets.papers([FIXED, FIXED], [1, 2])
        for deal in range(DEALS):
            handles = (book.handle, game.state.handle, game.luck.handle, sight.handle, minds.handle)
            seed = np.uint64(number(SEED, deal))
            assert self_play.play(*handles, 2, seed, blank().handle, rows) < 0
            found.update(game.state.bytes.tobytes())
    assert found.hexdigest()[:16] == PINNED


def test_the_planner_has_not_lost_a_tenth_of_its_strength() -> None:
    """It fails when the wins lie further below the stored share than chance explains once in 200 times."""
    games = 2 * DEALS * len(BOARDS)
    share = sum(duel(board, 2, {}, FIXED, 2 * DEALS, SEED).wins for board in BOARDS) / len(BOARDS)
    allowed = 2.6 * sqrt(STORED * (1 - STORED) / games)
    assert allowed < STORED / 20, "a loss of a tenth would be seen"
    assert share > STORED - allowed, f"{share:.3f} of {games} games, {STORED:.3f} before"
