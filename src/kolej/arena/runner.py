"""A match from its beginning, or from where it was left, to its end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from kolej.arena.match import Match
from kolej.arena.results import Block, Results
from kolej.arena.standings import Standings
from kolej.arena.worker_pool import Games, WorkerPool
from kolej.bots import needs_planner
from kolej.bots.compilation import PLANNER
from kolej.compiling.warm import warm
from kolej.game.integers import Integer, integer
from kolej.rules.compilation import RULES
from kolej.stats.sequential import Decision

Ended = Literal["played", "decided", "interrupted"]


def run(
    match: Match,
    games: Integer,
    *,
    jobs: Integer = 1,
    until_decided: bool = False,
    results: Results | None = None,
    records: Path | None = None,
    progress: Callable[[int], None] = lambda _: None,
    watch: Callable[[Games], None] = lambda _: None,
) -> tuple[Standings, Ended]:
    """Play at least so many games, in whole blocks; fewer if ``until_decided`` and all pairs are.

    ``watch`` gets every block, ``progress`` how many games are done.

    Blocks count in their order, so the outcome is the same however many processes play.
    """
    games, jobs = integer(games, "the number of games", 1), integer(jobs, "the number of processes", 1)
    standings, decision, last = Standings(match), Decision(len(match.names)), match.blocks(games)

    def count(block: Games) -> bool:
        """Add a block; whether that was the last one needed."""
        standings.add(block)
        watch(block)
        decision.add(standings.last_ahead)
        progress(standings.games)
        return until_decided and decision.decided

    if results is not None:
        results.mend()
        for kept in results.blocks():
            if standings.blocks >= last:
                break
            if count(kept.games):
                return standings, "decided"
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    if any(map(needs_planner, match.names)):
        from kolej.arena.compiled_games import ARENA

        # A worker's time limit is for games, not for compiling.
        warm(RULES, PLANNER, ARENA)
    try:
        with WorkerPool(match, jobs, records) as pool:
            for number, block in pool.blocks(standings.blocks, last):
                if results is not None:
                    results.append(Block(number, block))
                if count(block):
                    return standings, "decided"
    except KeyboardInterrupt:
        return standings, "interrupted"
    return standings, "played"
