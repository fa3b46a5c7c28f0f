"""How often the planner idles at the end of a game or fishes for tickets.

    python benchmarks/planner_faults.py [--games N] [--seed S] [--boards A,B] [--players N]
                                        [--old] [--alike]

Counts, over games of the planner against ``planner-slow`` (``--alike``: against itself; ``--old``: the
planner of version 0.2 instead), seats that drew tickets more than eight times, and seats that with five
trains or fewer drew cards on more than five turns while a route that their tickets need could be paid.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kolej.arena.match import number
from kolej.boards.load import load, shipped
from kolej.bots import presets
from kolej.bots.plan import entry_points as planner
from kolej.game.rulebook import Rulebook, rulebook
from kolej.rules import entry_points as rules
from kolej.rules.board import ACTIONS
from kolej.rules.luck import Luck
from kolej.rules.rows import CLAIM, ROW_BLIND, ROW_OPEN, ROW_TICKETS, SWAP
from kolej.rules.sight import Sight
from kolej.rules.state import OVER, TURN, State
from kolej.rules.structs import Values

FEW_TRAINS, MOST_IDLE, MOST_DRAWS = 5, 5, 8


class Seen(NamedTuple):
    """What one seat did in a game."""

    seed: int
    seat: int
    draws: int
    """Times that it drew tickets."""
    idle: int
    """Turns on which it drew cards with few trains left although a needed route could be paid."""

    @property
    def fishes(self) -> bool:
        return self.draws > MOST_DRAWS

    @property
    def idles(self) -> bool:
        return self.idle > MOST_IDLE


class Table:
    """A table that is used for one game after another."""

    def __init__(self, book: Rulebook, names: list[str]) -> None:
        self.book, self.names = book, names
        self.state, self.luck, self.sight = Values(State), Values(Luck), Values(Sight)
        self.minds = presets.minds(names, range(len(names)))
        self.handles = [self.minds.handle[seat : seat + 1] for seat in range(len(names))]
        self.rows = np.zeros(ACTIONS, np.int16)

    def play(self, seed: int) -> list[Seen]:
        board, state, luck = self.book.handle, self.state.handle, self.luck.handle
        rules.seed(luck, np.uint64(seed))
        rules.new_game(board, state, luck, len(self.names))
        now = self.state[0]
        draws, idle = [0] * len(self.names), [0] * len(self.names)
        while now.phase[0] != OVER:
            seat = int(now.player[0])
            rules.look(board, state, seat, self.sight.handle)
            row = int(planner.choose(board, self.sight.handle, self.handles[seat]))
            if now.phase[0] == TURN:
                draws[seat] += row == ROW_TICKETS
                if now.trains[seat] <= FEW_TRAINS and ROW_OPEN <= row <= ROW_BLIND:
                    idle[seat] += now.last_turns[0] < 0 and self.could_claim(seat)
            rules.step(board, state, luck, row)
        return [Seen(seed, seat, draws[seat], idle[seat]) for seat in range(len(self.names))]

    def could_claim(self, seat: int) -> bool:
        """Whether a route that the plan needs for tickets could be claimed now."""
        needed, facts = self.minds[seat].needed, self.book.values[0].action
        count = rules.legal_rows(self.book.handle, self.state.handle, seat, self.rows)
        for row in self.rows[:count]:
            if facts[row, 0] in (CLAIM, SWAP):
                route = int(facts[row, 1])
                if int(needed[route >> 6]) >> (route & 63) & 1:
                    return True
        return False


def games(board: str, names: list[str], count: int, seed: int) -> Iterator[Seen]:
    """What the seats of normal planners did; the others are left out."""
    table = Table(rulebook(board), names)
    for block in range(count):
        for seen in table.play(number(seed, block)):
            if names[seen.seat] != "planner-slow":
                yield seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=25000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--boards", default=",".join(shipped()))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--old", action="store_true")
    parser.add_argument("--alike", action="store_true")
    given = parser.parse_args()
    name = "planner-0.2" if given.old else "planner"
    for board in given.boards.split(","):
        players = min(given.players, load(board).rules.players[1])
        names = [name] * players if given.alike else [name] + ["planner-slow"] * (players - 1)
        seen = list(games(board, names, given.games, given.seed))
        fish, idle = [one for one in seen if one.fishes], [one for one in seen if one.idles]
        print(
            f"{board:7} {'+'.join(names)}: {given.games} games; seats with more than {MOST_DRAWS} draws of "
            f"tickets: {len(fish)} (most draws {max(one.draws for one in seen)}); with more than {MOST_IDLE} "
            f"idle turns: {len(idle)} (longest {max(one.idle for one in seen)})",
            flush=True,
        )
        for one in sorted(fish + idle, key=lambda one: -max(one.draws, one.idle))[:5]:
            print(f"    seed {one.seed}: {one.draws} draws of tickets, {one.idle} idle turns")


if __name__ == "__main__":
    main()
