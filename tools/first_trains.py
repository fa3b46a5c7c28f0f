"""Prints how soon bots lay their first trains: what a newcomer sees of them in the first rounds.

    python tools/first_trains.py [--games N] [--seed S] [--boards A,B] [--bots A,B]

Every bot plays against its like, with two players and with as many as the board takes. A row gives the share
of seats that have a train on the map by their second, third ... turn, and the turn by which half and 95 % of
them have one. ``planner-eager`` chooses as hints do.
"""

from __future__ import annotations

import argparse
import os

from kolej.arena.game_result import GameResult
from kolej.arena.match import match
from kolej.arena.runner import run
from kolej.boards.load import load, shipped

BOTS = ("easy", "medium", "hard", "planner-eager")
TURNS = (2, 3, 4, 5, 6, 8)
NEVER = 99


def main() -> None:
    parser = argparse.ArgumentParser(description="How soon do bots lay their first trains?")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--boards", default=",".join(shipped()))
    parser.add_argument("--bots", default=",".join(BOTS))
    given = parser.parse_args()
    heads = "".join(f" by {turn:<3}" for turn in TURNS)
    print(f"{'board':8} {'seats':>5} {'bot':14}{heads} half by  95 % by")
    for board in given.boards.split(","):
        for players in sorted({2, load(board).rules.players[1]}):
            for bot in given.bots.split(","):
                found = first_turns(board, players, bot, given)
                shares = "".join(f"{100 * share(found, turn):5.0f} %" for turn in TURNS)
                half, nearly = found[len(found) // 2], found[len(found) * 95 // 100]
                print(f"{board:8} {players:5} {bot:14}{shares} {half:7} {nearly:8}", flush=True)


def first_turns(board: str, players: int, bot: str, given: argparse.Namespace) -> list[int]:
    """The turn, from 1, in which each seat laid its first train; sorted."""
    found: list[int] = []

    def watch(games: tuple[GameResult, ...]) -> None:
        for game in games:
            for seat in range(players):
                own = [at for at, owner in zip(game.taken_at, game.taken_by, strict=True) if owner == seat]
                found.append(min(own) // players + 1 if own else NEVER)

    run(match(board, [bot] * players, seed=given.seed), given.games, jobs=given.jobs, watch=watch)
    return sorted(found)


def share(found: list[int], turn: int) -> float:
    return sum(one <= turn for one in found) / len(found)


if __name__ == "__main__":
    main()
