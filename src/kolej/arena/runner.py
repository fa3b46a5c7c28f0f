"""Plays a match to its end, from the beginning or from where it was interrupted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from kolej.arena.match import Match
from kolej.arena.results import Block, Results
from kolej.arena.standings import Standings
from kolej.arena.worker_pool import Games, WorkerPool
from kolej.bots import needs_planner
from kolej.bots.compilation import parts_for
from kolej.compiling.warm import warm
from kolej.game.integers import Integer, integer
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
    """Play at least this many games, in whole blocks; fewer if ``until_decided`` and all pairs are decided.

    ``watch`` is called with every block, ``progress`` with the number of games done.

    Blocks count in order, so the outcome does not depend on the number of processes.
    """
    games, jobs = integer(games, "the number of games", 1), integer(jobs, "the number of processes", 1)
    standings, decision, last = Standings(match), Decision(len(match.names)), match.blocks(games)

    def count(block: Games) -> bool:
        """Add a block; returns whether it was the last one needed."""
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

        # Compile first: a worker's time limit is meant for games.
        warm(*parts_for(match.names), ARENA)
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
