"""Two versions of the compiled rules side by side: the same random games, alternately in two processes.

Give a checkout of the other version, such as that of 0.1.0::

    git worktree add ../kolej-0.1.0 66f85e34e3a47823ba41071ff36c4fd186f32e4f
    python benchmarks/engine_against.py ../kolej-0.1.0

``kolej bench`` prints absolute figures, which change by a fifth from one run to the next on a shared machine.
Here both versions play the same games a few milliseconds apart, and the ratio of each pair is taken. Exits
with 1 if the median of a board is below the limit, or if the two versions played different games.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

LIMIT = 0.95
"""Of the other version's speed, for the median of all rounds."""

LOADS = (
    ("europe", 2, 700),
    ("europe", 5, 250),
    ("nordic", 2, 150),
    ("nordic", 3, 90),
    ("poland", 2, 1300),
    ("poland", 4, 600),
    ("usa", 2, 1000),
    ("usa", 5, 400),
)
"""Board, players, and games in a round: about 20 ms."""

PLAYER = """
import sys, time
try:
    from kolej.game.batch import random_games
except ImportError:  # 0.1.0
    from kolej.batch import random_games
for line in sys.stdin:
    board, players, games, seed = line.split()
    before = time.process_time()
    batch = random_games(board, int(players), int(games), int(seed), threads=1)
    taken = time.process_time() - before
    print(taken, batch.decisions, batch.totals.tobytes().hex() if int(games) < 20 else "", flush=True)
"""


class Side:
    """One version, in a process of its own."""

    def __init__(self, source: Path) -> None:
        self.times: list[float] = []
        command = [sys.executable, "-c", PLAYER]
        environment = {**os.environ, "PYTHONPATH": str(source)}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment)

    def play(self, board: str, players: int, games: int, seed: int) -> tuple[float, str]:
        """Processor time of a decision in nanoseconds, and what tells these games from others."""
        assert self.process.stdin
        assert self.process.stdout
        print(board, players, games, seed, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit("a version of the rules failed; its error is above")
        taken, rest = answer.split(maxsplit=1)
        return float(taken) / int(rest.split()[0]) * 1e9, rest


def compared(here: Side, other: Side, load: tuple[str, int, int], rounds: int) -> bool:
    """Measure and print one board; whether it is within the limit."""
    board, players, games = load
    # The first games compile or load the rules.
    if here.play(board, players, 10, 0)[1] != other.play(board, players, 10, 0)[1]:
        print(f"{board:8}{players:8}  the two versions play different games")
        return False
    ratios, best = [], {here: float("inf"), other: float("inf")}
    for number in range(rounds):
        taken = {}
        for side in (here, other) if number % 2 else (other, here):
            taken[side], _ = side.play(board, players, games, number)
            best[side] = min(best[side], taken[side])
        ratios.append(taken[other] / taken[here])
    middle = statistics.median(ratios)
    missed = "" if middle >= LIMIT else "  MISSED"
    print(f"{board:8}{players:8}{best[here]:10.1f}{best[other]:10.1f}{middle:8.3f}{missed}", flush=True)
    return not missed


def main(arguments: argparse.Namespace) -> int:
    here, other = Side(Path(__file__).parents[1] / "src"), Side(arguments.checkout / "src")
    print("board    players   ns here ns against   speed (median of rounds; 1 is equal)")
    within = [compared(here, other, load, arguments.rounds) for load in LOADS]
    return 0 if all(within) else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path, help="a checkout of the other version")
    parser.add_argument("--rounds", type=int, default=100)
    sys.exit(main(parser.parse_args()))
