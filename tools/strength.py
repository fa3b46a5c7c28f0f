"""Measures how strong the bots are and writes all of docs/strength.md.

    python tools/strength.py [--games N] [--slow-games N] [--seed S] [--jobs N] [--boards A,B] [-o FILE]

Games among planners are compiled and many (--games); those with other bots use the bot interface and are
fewer (--slow-games), a quarter of that with the slowest bot; close matches get more. Every figure except
times follows from these numbers alone.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kolej.arena.blocks import play
from kolej.arena.game_result import GameResult
from kolej.arena.guard import Guard
from kolej.arena.match import match
from kolej.arena.runner import run
from kolej.boards.load import load, shipped
from kolej.bots.presets import SETUPS
from kolej.game.batch import random_games
from kolej.stats.ratings import resampled, share_interval

FILE = Path(__file__).parent.parent / "docs" / "strength.md"
BEATEN = [("planner", "random"), ("planner", "greedy"), ("planner", "local")]
LEVELS = [("hard", "medium"), ("medium", "easy"), ("easy", "local"), ("easy", "greedy")]
STUDIES = {
    "europe": [("planner", "planner-no-stations")],
    "poland": [("planner", "planner-no-countries"), ("planner", "planner-only-countries")],
}
"""Planners without some ability, as opponents of the full planner."""
SLOW = {"local": 4}
"""Bots so slow that they play this many times fewer games."""
CLOSE = {"planner-no-stations": 5}
"""Matches so close that they need this many times more games."""
TIMED = 6
"""Games through the bot interface in which decisions are timed."""
RANDOM = 2000
"""Random games, the reference for times."""


class Wanted(NamedTuple):
    games: int
    slow_games: int
    seed: int
    jobs: int
    boards: tuple[str, ...]

    @property
    def options(self) -> str:
        found = f"--games {self.games} --slow-games {self.slow_games} --seed {self.seed}"
        return found if set(self.boards) == set(shipped()) else f"{found} --boards {','.join(self.boards)}"


class Duel(NamedTuple):
    """How a bot did against opponents that are all alike, on every seat of every deal."""

    board: str
    players: int
    bot: str
    others: str
    games: int
    wins: str
    ahead: str
    """The share of opponents that it ranked above; ties count half."""
    failures: int


class Alike(NamedTuple):
    """Games between equal planners."""

    board: str
    players: int
    games: int
    score: float
    winner: float
    highest: int
    turns: float
    made: float
    kept: float
    failures: int
    compiled: float
    """Microseconds of one core for a decision, with everything that the rules do for it."""
    choice: float
    """Microseconds of the call to ``choose`` alone, through the bot interface."""
    contract: float
    """Microseconds of a decision through the bot interface, with its view and texts."""
    playout: float
    """Microseconds of a decision in a random game: the rules alone."""


def main() -> None:
    wanted, file = arguments()
    duels, alike = [], []
    for board in wanted.boards:
        for players in sorted({2, load(board).rules.players[1]}):
            say(f"{board}, {players} players: planners")
            alike.append(among_planners(board, players, wanted))
            for bot, others in [*BEATEN, *LEVELS, *STUDIES.get(board, ())]:
                say(f"{board}, {players} players: {bot} against {others}")
                duels.append(duel(board, players, bot, others, wanted))
    file.write_text("\n".join(document(wanted, duels, alike)) + "\n", encoding="utf-8")
    print(file)


def arguments() -> tuple[Wanted, Path]:
    parser = argparse.ArgumentParser(description="Measure how strong the bots are; write docs/strength.md.")
    parser.add_argument("--games", type=count, default=4000, help="games of a match among planners")
    parser.add_argument("--slow-games", type=count, default=1000, help="games of a match with other bots")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=count, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--boards", default=",".join(shipped()), help="names, separated by commas")
    parser.add_argument("-o", dest="file", type=Path, default=FILE)
    given = parser.parse_args()
    boards = tuple(name.strip() for name in given.boards.split(",") if name.strip())
    for name in boards:
        if name not in shipped():
            parser.error(f'there is no board "{name}"; there are {", ".join(shipped())}')
    return Wanted(given.games, given.slow_games, given.seed, given.jobs, boards), given.file


def count(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f'"{text}" is not a whole number of at least 1')
    return int(text)


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def duel(board: str, players: int, bot: str, others: str, wanted: Wanted) -> Duel:
    this = match(board, [bot, *[others] * (players - 1)], seed=wanted.seed)
    blocks: list[tuple[float, ...]] = []
    planners = {bot, others} <= set(SETUPS)
    games = wanted.games * CLOSE.get(others, 1) if planners else wanted.slow_games // SLOW.get(others, 1)
    standings, ended = run(
        this, games, jobs=wanted.jobs, watch=lambda some: blocks.append(compared(bot, some))
    )
    if ended != "played":
        sys.exit("stopped; nothing is written")
    return Duel(
        board,
        players,
        bot,
        others,
        standings.games,
        share(blocks, 0, 1),
        share(blocks, 2, 3),
        sum(trouble.games for trouble in standings.troubles()),
    )


def compared(bot: str, games: Iterable[GameResult]) -> tuple[float, float, float, float]:
    """For a block: wins and games, opponents that the bot ranked above, and opponents."""
    wins = met = ahead = others = 0.0
    for game in games:
        mine = next(seat for seat in game.seats if seat.bot == bot)
        met += 1
        wins += mine.win
        for seat in game.seats:
            if seat.bot != bot:
                others += 1
                ahead += 1.0 if mine.rank < seat.rank else 0.5 if mine.rank == seat.rank else 0.0
    return wins, met, ahead, others


def share(blocks: list[tuple[float, ...]], part: int, whole: int) -> str:
    """A share in per cent, with its interval over blocks."""
    sums = np.array(blocks)
    value = float(sums[:, part].sum() / sums[:, whole].sum())
    drawn = resampled(sums, 0)
    low, high = share_interval(drawn[:, part] / drawn[:, whole], value, len(blocks))
    places = 2 if value > 0.99 or value < 0.01 else 1
    return f"{100 * value:.{places}f} % ({100 * low:.{places}f} to {100 * high:.{places}f})"


def among_planners(board: str, players: int, wanted: Wanted) -> Alike:
    this = match(board, ["planner"] * players, seed=wanted.seed)
    winners: list[int] = []

    def watch(games: tuple[GameResult, ...]) -> None:
        winners.extend(max(seat.score for seat in game.seats) for game in games)

    standings, ended = run(this, wanted.games, jobs=wanted.jobs, watch=watch)
    if ended != "played":
        sys.exit("stopped; nothing is written")
    table = standings.table()
    (planner,) = table.bots
    choice, contract = by_contract(board, players, wanted.seed)
    return Alike(
        board,
        players,
        table.games,
        planner.mean_score or 0.0,
        sum(winners) / len(winners),
        max(winners),
        table.mean_turns,
        planner.tickets_made,
        planner.tickets_kept,
        planner.failed,
        planner.microseconds_per_decision,
        choice,
        contract,
        playout(board, players),
    )


def by_contract(board: str, players: int, seed: int) -> tuple[float, float]:
    """Microseconds of a choice, and of a decision with everything around it."""
    this = match(board, ["planner"] * players, seed=seed)
    spent = chosen = decisions = 0
    with Guard(60) as guard:
        play(this.book, this.deal(TIMED), this.seatings[0], guard)
        for block in range(TIMED):
            began = time.thread_time_ns()
            game = play(this.book, this.deal(block), this.seatings[0], guard)
            spent += time.thread_time_ns() - began
            chosen += sum(seat.nanoseconds for seat in game.seats)
            decisions += sum(seat.decisions for seat in game.seats)
    return chosen / decisions / 1000, spent / decisions / 1000


def playout(board: str, players: int) -> float:
    """Microseconds of a decision in random games."""
    random_games(board, players, 1, threads=1)
    began = time.thread_time_ns()
    batch = random_games(board, players, RANDOM, threads=1)
    return (time.thread_time_ns() - began) / batch.decisions / 1000


def document(wanted: Wanted, duels: list[Duel], alike: list[Alike]) -> Iterator[str]:
    """The lines of docs/strength.md."""
    yield from (
        "# How strong the bots are",
        "",
        "This page is generated; `make strength` runs the command with its default numbers:",
        "",
        "```",
        f"python tools/strength.py {wanted.options}",
        "```",
        "",
        f"{wanted.games:,} games of each match among planners, {CLOSE['planner-no-stations']} times as many",
        f"with the one without stations, {wanted.slow_games:,} of each with `greedy` or `random`,",
        f"{wanted.slow_games // SLOW['local']:,} of each with `local`, in whole blocks: every deal is",
        "played with the first bot on every seat; its opponents are all alike.",
        f"The seed of all matches is {wanted.seed}; `kolej arena` with the same bots and seed plays them",
        "again. Shared wins count in part; 95 % intervals over deals are in brackets",
        "([arena.md](arena.md)). *Ranks above* is the share of opponents that the bot ranked",
        "above, ties count half. *Failures* are games in which a bot raised, hung or made an illegal move.",
        "",
    )
    yield from section("The planner against the simple bots", rows(duels, BEATEN))
    yield from section("Levels", rows(duels, LEVELS))
    studied = [pair for pairs in STUDIES.values() for pair in pairs]
    if any((one.bot, one.others) in studied for one in duels):
        yield from section("What stations and countries are worth to the planner", rows(duels, studied))
    yield from section("Games between planners", scores(alike))
    yield from section("Decisions per second", speeds(alike))
    yield "Microseconds are processor time of one core. *Compiled* is a decision in the arena's engine for"
    yield "planners, with dealing, looking, checking and stepping; *choice* is a call of `choose`,"
    yield "*whole* adds the view, the legal actions and their texts; *random* is a decision of a random"
    yield "game in compiled code, the cost of the rules alone. Most of the time goes into planning: all"
    yield "but the share of the last column."


def section(title: str, lines: Iterable[str]) -> Iterator[str]:
    yield from (f"## {title}", "", *lines, "")


def rows(duels: list[Duel], pairs: list[tuple[str, str]]) -> Iterator[str]:
    yield "| board | players | bot | against | games | wins | even share | ranks above | failures |"
    yield "|---|--:|---|---|--:|--:|--:|--:|--:|"
    for one in duels:
        if (one.bot, one.others) in pairs:
            even = f"{100 / one.players:.0f} %"
            cells = (one.bot, one.others, f"{one.games:,}", one.wins, even, one.ahead, one.failures)
            yield f"| {one.board} | {one.players} | {' | '.join(map(str, cells))} |"


def scores(alike: list[Alike]) -> Iterator[str]:
    yield "| board | players | games | mean score | winner's | highest | turns | tickets done/kept | failed |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
    for one in alike:
        yield (
            f"| {one.board} | {one.players} | {one.games:,} | {one.score:.1f} | {one.winner:.1f} "
            f"| {one.highest} | {one.turns:.0f} | {one.made:.1f}/{one.kept:.1f} | {one.failures} |"
        )


def speeds(alike: list[Alike]) -> Iterator[str]:
    yield "| board | players | per second | compiled µs | choice µs | whole µs | random µs | rules' share |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for one in alike:
        yield (
            f"| {one.board} | {one.players} | {1e6 / one.compiled:,.0f} | {one.compiled:.0f} "
            f"| {one.choice:.0f} | {one.contract:.0f} | {one.playout:.2f} "
            f"| {100 * one.playout / one.compiled:.1f} % |"
        )


if __name__ == "__main__":
    main()
