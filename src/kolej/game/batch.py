"""Many random games at once, on all cores: for studies, benchmarks and long tests."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kolej.boards import schema
from kolej.game.compiled import Compiled
from kolej.game.integers import Integer, integer
from kolej.game.rulebook import Options, Rulebook, rulebook
from kolej.rules import entry_points
from kolej.rules.scoring import Sheet
from kolej.rules.structs import Values

Numbers = npt.NDArray[np.int16]


class Batch(NamedTuple):
    totals: Numbers
    """Points: a row for each game, a column for each seat."""
    ranks: Numbers
    """1 for the winner; equal for players who share a rank."""
    decisions: int


def random_games(
    board: str | Path | schema.Board | Rulebook,
    seats: Integer,
    games: Integer,
    seed: Integer = 0,
    options: Options | None = None,
    threads: Integer | None = None,
) -> Batch:
    """Play uniformly random games to the end. Game i has the seed ``seed + i``, however many threads play."""
    book = rulebook(board, options)
    seats = integer(seats, "the number of seats")
    games = integer(games, "the number of games", 0)
    seed = integer(seed, "a seed", 0, 2**63 - 1 - games)
    least, most = book.board.rules.players
    if not least <= seats <= most:
        raise ValueError(f"{book.board.name.en} is for {least} to {most} players, not {seats}")
    totals = np.zeros((games, seats), np.int16)
    ranks = np.zeros((games, seats), np.int16)
    wanted = os.cpu_count() or 1 if threads is None else integer(threads, "the number of threads", 1)
    count = max(1, min(wanted, games))
    cuts = [games * i // count for i in range(count + 1)]

    def play(part: int) -> int:
        first, last = cuts[part], cuts[part + 1]
        game = Compiled(book)
        handles = (book.handle, game.state.handle, game.luck.handle, Values(Sheet).handle)
        number = np.uint64(seed + first)
        return int(entry_points.play_games(*handles, seats, number, totals[first:last], ranks[first:last]))

    if count == 1:
        return Batch(totals, ranks, play(0))
    with ThreadPoolExecutor(count) as pool:
        return Batch(totals, ranks, sum(pool.map(play, range(count))))
