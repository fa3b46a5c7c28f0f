"""One source at two speeds: the same states bit for bit, and whole numbers only."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import pkgutil
import random
import subprocess
import sys
from pathlib import Path

import pytest
from position import OWN, SHIPPED, book_of, player_counts

import kolej.rules
from kolej.game.game import Game, new
from kolej.rules.jit import COMPILED

STEPS = 120
"""Decisions of each game that are compared; many interpreted ones would take long."""


def random_play(game: Game, seed: int, most: int) -> str:
    """Play seeded at random; the hash of all states on the way, views and score sheet included."""
    luck = random.Random(seed)
    told = hashlib.sha256(game.digest().encode())
    for _ in range(most):
        if game.over:
            break
        seat = luck.choice(game.awaited)
        told.update(repr(game.play(luck.choice(sorted(game.legal(seat), key=str)), seat)).encode())
        told.update(game.digest().encode())
    for seat in range(game.seats):
        told.update(game.view(seat).sight.bytes.tobytes())
    told.update(str(game.score()).encode())
    return told.hexdigest()


def digests() -> dict[str, str]:
    found = {}
    for board in (*OWN, *SHIPPED):
        seats = player_counts(board)[-1]
        found[board] = random_play(new(book_of(board), seats, seed=seats), seats, STEPS)
    return found


@pytest.mark.skipif(not COMPILED, reason="the compiled run compares both")
def test_c18_compiled_and_interpreted_games_are_the_same_bit_for_bit() -> None:
    """The slow speed runs in a process of its own."""
    code = "import json, sys; sys.path.insert(0, sys.argv[1]); import test_speeds; "
    code += "print(json.dumps(test_speeds.digests()))"
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, str(Path(__file__).parent)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout) == digests()


@pytest.mark.skipif(not COMPILED, reason="interpreted rules have no compiled signatures")
def test_c18_no_compiled_rule_takes_or_gives_a_float() -> None:
    """A float would be a slip: a division, or unsigned numbers mixed with signed ones.

    The compiler refuses one in whatever is made so (tests/test_compiling.py).
    """
    looked_at = 0
    for module in pkgutil.iter_modules(kolej.rules.__path__):
        rules = importlib.import_module(f"kolej.rules.{module.name}")
        for name, rule in vars(rules).items():
            if getattr(rule, "__module__", "") == rules.__name__ and hasattr(rule, "overloads"):
                looked_at += 1
                assert rule.without_floats, f"{module.name}.{name}"
    assert looked_at > 100
