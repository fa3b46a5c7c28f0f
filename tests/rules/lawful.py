"""Play random games with every law checked inside compiled play: ``python lawful.py BOARD GAMES``.

The games are shared out over the player counts of the board. Exit code 1 and a line if a law is broken.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from kolej.game.rulebook import rulebook
from kolej.rules import invariants
from kolej.rules.board import ACTIONS
from kolej.rules.jit import BOUNDS_CHECKED
from kolej.rules.luck import Luck
from kolej.rules.scoring import Sheet
from kolej.rules.state import State
from kolej.rules.structs import Values


def play(board: str, games: int) -> int:
    """How many decisions were made; raises if a law is broken."""
    book = rulebook(board)
    least, most = book.board.rules.players
    counts = range(least, most + 1)
    decisions = 0
    for players in counts:
        told = np.zeros(3, np.int64)
        handles = (book.handle, Values(State).handle, Values(Luck).handle, Values(Sheet).handle)
        rows = np.zeros(ACTIONS, np.int16)
        share = -(-games // len(counts))
        decisions += invariants.play_lawfully(*handles, rows, players, share, np.uint64(1), told)
        if told[0]:
            law, game, decision = map(int, told)
            raise AssertionError(f"{board}, {players} players, game {game}, decision {decision}: law {law}")
    return decisions


if __name__ == "__main__":
    began = time.perf_counter()
    made = play(sys.argv[1], int(sys.argv[2]))
    spent = time.perf_counter() - began
    checked = "bounds checked" if BOUNDS_CHECKED else "bounds not checked"
    print(f"{sys.argv[1]}: {sys.argv[2]} games, {made} decisions, no law broken, {checked}, {spent:.0f} s")
