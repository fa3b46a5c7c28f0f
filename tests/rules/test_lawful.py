"""Compiled play keeps every law at every moment; in ``make soak`` a million games a board, bounds checked."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from lawful import play
from position import at

from kolej.boards.load import shipped
from kolej.game.rulebook import rulebook
from kolej.rules import invariants
from kolej.rules.jit import COMPILED
from kolej.rules.state import State
from kolej.rules.structs import Values


@pytest.mark.parametrize("board", shipped())
def test_no_law_is_broken_in_random_games(board: str) -> None:
    assert play(board, 2000 if COMPILED else 4) > 0


@pytest.mark.parametrize(
    ("field", "law"),
    [
        ("deck", invariants.CARDS),
        ("deck_size", invariants.SIZES),
        ("trains", invariants.TRAINS),
        ("gone", invariants.TICKETS),
    ],
)
def test_a_broken_law_is_noticed(field: str, law: int) -> None:
    import kolej

    game = kolej.new("usa", seats=2, seed=1)
    state: Values = game.compiled.state.copy()
    board = rulebook("usa").values
    assert plain(invariants.broken_law)(board[0], state[0], True) == invariants.LAWFUL
    array = state.buffer[field][0]
    array[0] = int(array[0]) + 1
    assert plain(invariants.broken_law)(board[0], state[0], True) == law
    assert isinstance(state[0], State)
    assert array.dtype in (np.int16, np.uint64)


def test_points_of_all_players_are_added_so_that_a_claim_is_noticed_when_it_is_made() -> None:
    game = at("euro", seats=3, owned={0: ["ada--bor"], 2: ["bor--cis"]})
    seats = game.view(None).seats
    assert (
        plain(invariants.total_points)(game.compiled.state[0])
        == seats[0].score + seats[2].score
        > seats[0].score
    )


def plain(rule: Callable[..., int]) -> Callable[..., int]:
    """A rule as it stands, compiled or not."""
    uncompiled: Callable[..., int] = getattr(rule, "py_func", rule)
    return uncompiled


@pytest.mark.soak
@pytest.mark.parametrize("board", shipped())
def test_a_million_games_keep_every_law_with_bounds_checked(board: str) -> None:
    script = Path(__file__).parent / "lawful.py"
    done = subprocess.run(
        [sys.executable, str(script), board, "1000000"],
        env=os.environ | {"KOLEJ_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "bounds checked" in done.stdout
