"""A bot that looks ahead: flat Monte Carlo over the planner's candidates, with hidden cards guessed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from kolej.bots import presets
from kolej.bots.plan import entry_points as plan
from kolej.bots.planner import Planner
from kolej.bots.search import rollouts
from kolej.bots.search.candidates import Candidate, candidates
from kolej.bots.search.halving import Leads, Verdict, stages
from kolej.bots.search.workspace import CANDIDATES, Work
from kolej.compiling.functions import compile_for
from kolej.game.actions import Action
from kolej.game.integers import Integer
from kolej.game.view import View
from kolej.rules import rows as kinds
from kolej.rules.board import ACTIONS, Board
from kolej.rules.luck import Luck
from kolej.rules.scoring import Sheet
from kolej.rules.sight import Sight
from kolej.rules.state import PAY_SWAP, SECOND_CARD, State
from kolej.rules.structs import Values

ROUNDS = 4096
"""The most guesses that are played."""
CHUNK = 150
"""Decisions between two looks at the clock: about 4 ms."""
FEWEST = 12
"""Rounds that every candidate should get; where there is less time, fewer candidates are tried."""
ROLLOUTS = 800
"""Rollouts for a decision where neither a time nor a number is given."""
EXPERT = 0.4
"""Seconds of processor time that the level ``expert`` takes for a choice."""
UNSEARCHED = (SECOND_CARD, PAY_SWAP)
"""What is left to the planner. Searching second cards, too, won no more: 64 % of 50 games on Europe with
and without, at 200 rollouts a decision."""
STYLES = ("planner-eager",)
"""Presets of the planner whose choices are tried, too, and played on in their way."""


class Limit(NamedTuple):
    """How long a decision may take: this many rollouts, or seconds of processor time."""

    rollouts: int | None
    seconds: float | None


class Found(NamedTuple):
    """What a search found out."""

    tried: tuple[Candidate, ...]
    verdict: Verdict | None
    row: int
    rollouts: int
    rounds: int


class Scratch:
    """What one thread of a search writes to."""

    def __init__(self) -> None:
        self.states, self.luck, self.sight = Values(State, 2), Values(Luck), Values(Sight)
        self.sheet, self.work = Values(Sheet), Values(Work)
        self.minds = presets.minds(["planner", *STYLES], [0] * (1 + len(STYLES)))
        self.numbers = self.states.bytes.view(np.uint64).reshape(2, -1)

    def simulate(self, view: View, leads: Leads, rounds: int, budget: int) -> None:
        rollouts.simulate(
            view.book.handle,
            view.sight.handle,
            self.states.handle,
            self.numbers,
            self.luck.handle,
            self.sight.handle,
            self.minds.handle,
            self.sheet.handle,
            self.work.handle,
            leads,
            rounds,
            budget,
        )


class Memory:
    """Everything that a search writes to."""

    def __init__(self, threads: int = 1) -> None:
        self.scratch = [Scratch() for _ in range(threads)]
        self.leads = np.zeros((ROUNDS, CANDIDATES))
        self.rows = np.zeros(ACTIONS, np.int16)
        self.others = ThreadPoolExecutor(threads - 1, "kolej search") if threads > 1 else None


class Searcher:
    """Looks ahead in its seat's place; the same view and number of rollouts give the same choice.

    The number of threads changes nothing but the time.
    """

    def __init__(
        self,
        seed: Integer = 0,
        name: str = "search",
        rollouts: int | None = None,
        threads: int = 1,
        seconds: float | None = None,
    ) -> None:
        self.name = name
        self.planner = Planner(seed)
        self.seed = self.planner.seed
        self.rollouts = rollouts
        self.seconds = seconds
        self.memory = Memory(threads)

    def choose(self, view: View, legal: Sequence[Action], limit: float | None = None) -> Action:
        if len(legal) == 1:
            return legal[0]
        seconds = self.seconds if limit is None else limit
        found = self.search(view, Limit(None if seconds else self.rollouts or ROLLOUTS, seconds))
        return self.planner.action(view, found.row)

    def search(self, view: View, limit: Limit) -> Found:
        """Try the candidates for the view's seat, as long as the limit allows."""
        return Search(self, view, limit).found()


def expert(seed: Integer = 0) -> Searcher:
    """The level for people: as long as nobody says otherwise, it takes this time for a choice."""
    return Searcher(seed, "expert", seconds=EXPERT)


class Search:
    """One decision."""

    def __init__(self, searcher: Searcher, view: View, limit: Limit) -> None:
        self.began = time.thread_time()
        self.memory, self.view, self.limit = searcher.memory, view, limit
        self.planner = searcher.planner
        self.first = self.memory.scratch[0]
        self.work: Work = self.first.work[0]
        digest = blake2b(view.sight.bytes.tobytes(), key=int(searcher.seed).to_bytes(8), digest_size=8)
        self.work.seed[0] = int.from_bytes(digest.digest())
        self.rounds = 0

    def found(self) -> Found:
        chosen = self.planner.row(self.view)
        tried = [Candidate(chosen, 0.0)]
        if self.view.sight[0].phase[0] not in UNSEARCHED:
            tried = self._candidates(chosen)
        if len(tried) > 1:
            tried = self._affordable(tried)
        if len(tried) < 2:
            return Found(tuple(tried), None, chosen, 0, 0)
        self._enter(tried)
        return self._halved(tried)

    def _candidates(self, chosen: int) -> list[Candidate]:
        memory, first, view = self.memory, self.first, self.view
        boards, seens = view.book.handle, view.sight.handle
        count = rollouts.prepare(
            boards,
            seens,
            first.states.handle,
            first.luck.handle,
            first.sight.handle,
            first.minds.handle,
            first.work.handle,
            memory.rows,
        )
        rows, values = memory.rows[:count].astype(np.int64), np.zeros(count)
        plan.weigh(boards, seens, self.planner.mind.handle, rows, values)
        styles = [
            int(plan.choose(boards, seens, first.minds.handle[style : style + 1]))
            for style in range(1, 1 + len(STYLES))
        ]
        return candidates(
            view.book.codec.facts,
            rows.tolist(),
            values.tolist(),
            chosen,
            first.work.buffer["wanted"][0].tolist(),
            styles,
        )

    def _enter(self, tried: Sequence[Candidate]) -> None:
        """Begin with these candidates; the threads take turns with the rounds."""
        work = self.work
        work.tried[0], work.next[0], work.stride[0] = len(tried), 0, len(self.memory.scratch)
        work.rollouts[0] = work.decisions[0] = 0
        for place, candidate in enumerate(tried):
            work.row[place], work.style[place], work.alive[place] = candidate.row, candidate.style, 1
        for number, scratch in enumerate(self.memory.scratch):
            if number:
                scratch.work.bytes[:] = self.first.work.bytes
            scratch.work[0].round[0] = number
        self.rounds = 0

    def _affordable(self, tried: list[Candidate]) -> list[Candidate]:
        """As many of the first candidates as can be played often enough; one rollout tells what one costs."""
        most = len(tried)
        if self.limit.rollouts is not None:
            most = self.limit.rollouts // FEWEST
        elif self.limit.seconds is not None:
            before = time.thread_time()
            self._enter(tried[:1])
            self.first.simulate(self.view, self.memory.leads, 1, 1)
            one = max(time.thread_time() - before, 1e-5) / len(self.memory.scratch)
            most = int((self.limit.seconds - self.spent) / one / FEWEST)
        return tried[: max(most, 1)]

    @property
    def spent(self) -> float:
        return time.thread_time() - self.began

    def _halved(self, tried: list[Candidate]) -> Found:
        draws = [self.view.book.codec.facts[one.row][0] in DRAWN for one in tried]
        priors = [one.prior for one in tried]
        alive = list(range(len(tried)))
        last = stages(len(tried))
        verdict = None
        for stage in range(last):
            self._play_until((stage + 1) / last, len(alive))
            if not self.rounds:
                break
            verdict = Verdict(self.memory.leads[: self.rounds], alive, priors, draws)
            if stage < last - 1:
                alive = verdict.remaining((len(alive) + 1) // 2)
                if len(alive) < 2:
                    break
                for scratch in self.memory.scratch:
                    for place in range(len(tried)):
                        scratch.work[0].alive[place] = place in alive
        row = tried[verdict.best].row if verdict else tried[0].row
        return Found(tuple(tried), verdict, row, self.rollouts, self.rounds)

    @property
    def rollouts(self) -> int:
        return sum(int(scratch.work[0].rollouts[0]) for scratch in self.memory.scratch)

    def _play_until(self, share: float, alive: int) -> None:
        """Play whole rounds until this share of the limit is used up."""
        if self.limit.rollouts is not None:
            more = max(0, round(share * self.limit.rollouts) - self.rollouts)
            self._play(min(ROUNDS, self.rounds + max(1, more // alive)))
        elif self.limit.seconds is not None:
            while self.spent < share * self.limit.seconds and self.rounds < ROUNDS:
                self._play(ROUNDS, CHUNK)

    def _play(self, rounds: int, budget: int = 1 << 30) -> None:
        """Go on in all threads until these rounds are over, or for about so many decisions in each."""
        first, *others = self.memory.scratch
        todo = (self.view, self.memory.leads, rounds, budget)
        running = (
            [self.memory.others.submit(other.simulate, *todo) for other in others]
            if self.memory.others
            else []
        )
        first.simulate(*todo)
        for one in running:
            one.result()
        self.rounds = min(int(scratch.work[0].round[0]) for scratch in self.memory.scratch)


DRAWN = (kinds.DRAW_OPEN, kinds.DRAW_BLIND)


def compile_entries() -> None:
    """Compile what is called here, or load it from the cache."""
    scratch, rows = Scratch(), np.zeros(ACTIONS, np.int16)
    boards, seens, minds = Values(Board).handle, Values(Sight).handle, scratch.minds.handle
    states, luck, sight = scratch.states.handle, scratch.luck.handle, scratch.sight.handle
    work, sheet, leads = scratch.work.handle, scratch.sheet.handle, np.zeros((1, CANDIDATES))
    compile_for(rollouts.prepare, boards, seens, states, luck, sight, minds, work, rows)
    table = (scratch.numbers, luck, sight, minds, sheet, work, leads)
    compile_for(rollouts.simulate, boards, seens, states, *table, 1, 1)
