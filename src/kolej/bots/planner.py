"""A bot that plans: which tickets to keep, how to join them, which cards to collect, when the game ends."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from kolej.bots import Advice, Explanation, presets
from kolej.bots.plan import entry_points
from kolej.game.actions import (
    ORDER,
    Action,
    differs_in_swaps,
)
from kolej.game.codec import seen_holdings
from kolej.game.integers import Integer
from kolej.game.view import View
from kolej.rules import rows as kinds
from kolej.rules.structs import Values


class Planner:
    """One bot for all boards, since it reads the board's numbers. A named preset holds its weights."""

    def __init__(self, seed: Integer = 0, name: str = "planner") -> None:
        self.name = name
        self.seed = seed
        self.mind = presets.mind(name, seed)

    def choose(self, view: View, legal: Sequence[Action], limit: float | None = None) -> Action:
        return self._chosen(view, self.mind)

    def explain(self, view: View, legal: Sequence[Action], limit: float | None = None) -> Explanation:
        """The worth of each legal action, starting with the one it would advise, and why.

        It advises what it would do, but rather to claim than to draw where a claim costs less than a point.
        """
        from kolej.bots.explain import Paper

        chosen = self._chosen(view, presets.adviser(self.name, self.seed))
        legal = [chosen if differs_in_swaps(chosen, action) else action for action in legal]
        holds, codec = seen_holdings(view.sight[0]), view.book.codec
        rows = np.array([codec.row(action, lambda: holds) for action in legal], np.int64)
        values = np.zeros(len(rows))
        entry_points.weigh(view.book.handle, view.sight.handle, self.mind.handle, rows, values)
        paper = Paper(view, self.mind[0])
        top = max(values.max(), *(value for value, a in zip(values, legal, strict=True) if a == chosen), 0.0)
        order = sorted(range(len(legal)), key=lambda i: (legal[i] != chosen, -values[i]))
        return tuple(
            Advice(
                str(legal[i]),
                0.0 if legal[i] == chosen else round(min(float(values[i] - top), -0.01), 2),
                paper.causes(legal[i]),
            )
            for i in order
        )

    def _chosen(self, view: View, mind: Values) -> Action:
        return self.action(view, self.row(view, mind), mind)

    def row(self, view: View, mind: Values | None = None) -> int:
        """The row that it chooses."""
        mind = self.mind if mind is None else mind
        return int(entry_points.choose(view.book.handle, view.sight.handle, mind.handle))

    def action(self, view: View, row: int, mind: Values | None = None) -> Action:
        """The action of a row for this seat, with the cards that the planner would swap."""
        mind = self.mind if mind is None else mind
        codec = view.book.codec
        if codec.facts[row][0] != kinds.SWAP:
            return codec.action(row, seen_holdings(view.sight[0]))
        entry_points.choose_swapped(view.book.handle, view.sight.handle, mind.handle, row)
        swapped = "".join(ORDER[card] * int(n) for card, n in enumerate(mind[0].swapped))
        return codec.swap_claim(row, swapped)


easy = partial(Planner, name="easy")
medium = partial(Planner, name="medium")
hard = partial(Planner, name="hard")
eager = partial(Planner, name="planner-eager")
no_stations = partial(Planner, name="planner-no-stations")
no_countries = partial(Planner, name="planner-no-countries")
earlier = partial(Planner, name="planner-0.2")
slow = partial(Planner, name="planner-slow")
only_countries = partial(Planner, name="planner-only-countries")
