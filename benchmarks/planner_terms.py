"""What each of the planner's newer terms brings and costs; how it fares against the planner of version 0.2.

    python benchmarks/planner_terms.py [--games N] [--seed S] [--boards A,B] [--players 2] [--terms] [--slow]
                                       [--try NAME=VALUE[,NAME=VALUE]] [--against NAME=VALUE|planner-0.2]

One table for each board and number of players: the planner against ``planner-0.2`` (all other seats), then,
with ``--terms``, the planner against itself with one term switched off, each with the share of wins, shared
ones in part, its 95 % interval over deals and the microseconds a decision with and without the term. Every
deal is played with the first planner on every seat. With ``--slow`` the others never end the game.
``--try`` gives the first planner other weights.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from kolej.arena.compiled_games import ready
from kolej.arena.game_result import blank, played
from kolej.arena.match import number
from kolej.boards.load import load, shipped
from kolej.bots import presets
from kolej.bots.plan import self_play
from kolej.game.compiled import Compiled
from kolej.game.rulebook import rulebook
from kolej.rules.board import ACTIONS
from kolej.rules.sight import Sight
from kolej.rules.structs import Values
from kolej.stats.ratings import resampled, share_interval

TERMS = ("ending", "known", "finish", "path", "lent", "block")
SWITCHED = presets.SETUPS["planner-0.2"]

Weights = Mapping[str, float]


class Outcome(NamedTuple):
    wins: float
    low: float
    high: float
    micros: float

    def __str__(self) -> str:
        return f"{100 * self.wins:5.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"


def duel(board: str, players: int, first: Weights, others: Weights, games: int, seed: int) -> Outcome:
    """The first planner's share of wins, over deals that it plays from every seat."""
    ready()
    book, sight, rows = rulebook(board), Values(Sight), np.zeros(ACTIONS, np.int16)
    blocks, spent, decisions = [], 0.0, 0
    for block in range(-(-games // players)):
        won, deal = 0.0, number(seed, block)
        for seat in range(players):
            game, tally = Compiled(book), blank()
            minds = presets.papers([first if s == seat else others for s in range(players)], range(players))
            began = time.process_time()
            wrong = self_play.play(
                game.book.handle,
                game.state.handle,
                game.luck.handle,
                sight.handle,
                minds.handle,
                players,
                np.uint64(deal),
                tally.handle,
                rows,
            )
            spent += time.process_time() - began
            assert wrong < 0, f"illegal row {wrong} with seed {deal}"
            decisions += int(tally[0].decisions.sum())
            found = played(book, game.state, tally, seed=deal, seating=("planner",) * players)
            won += found.seats[seat].win
        blocks.append((won, float(players)))
    sums = np.array(blocks)
    share = float(sums[:, 0].sum() / sums[:, 1].sum())
    drawn = resampled(sums, 0)
    low, high = share_interval(drawn[:, 0] / drawn[:, 1], share, len(blocks))
    return Outcome(share, low, high, 1e6 * spent / decisions)


def weights(text: str) -> dict[str, float]:
    """``name=value,name=value`` or the name of a preset."""
    if text in presets.SETUPS:
        return dict(presets.SETUPS[text])
    pairs = [pair.split("=") for pair in text.split(",") if pair]
    return {name: float(value) for name, value in pairs}


def compare(board: str, players: int, given: argparse.Namespace) -> None:
    mine = weights(given.tried)
    others = {**weights(given.against), **({"lingers": 1.0} if given.slow else {})}
    old = duel(board, players, SWITCHED, SWITCHED, 200, given.seed).micros
    found = duel(board, players, mine, others, given.games, given.seed)
    own = duel(board, players, mine, mine, 200, given.seed).micros
    start = f"{board:7} {players} players"
    print(f"{start}: {found}, even {100 / players:.0f} %; {own:.1f} us, 0.2: {old:.1f} us", flush=True)
    for term in TERMS if given.terms else ():
        without = {**mine, term: 0.0}
        found = duel(board, players, mine, {**without, "lingers": float(given.slow)}, given.games, given.seed)
        bare = duel(board, players, without, without, 200, given.seed).micros
        print(f"{start}: against itself without {term:8} {found}; costs {own - bare:+.1f} us", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--boards", default=",".join(shipped()))
    parser.add_argument("--players", type=int, help="else 2 and the most")
    parser.add_argument("--terms", action="store_true")
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--try", dest="tried", default="")
    parser.add_argument("--against", default="planner-0.2")
    given = parser.parse_args()
    for board in given.boards.split(","):
        for players in [given.players] if given.players else sorted({2, load(board).rules.players[1]}):
            compare(board, players, given)


if __name__ == "__main__":
    main()
