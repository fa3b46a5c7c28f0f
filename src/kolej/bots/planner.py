"""A bot that plans: which tickets to hold, what joins them, which cards that takes, when the game ends."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from kolej.bots import Advice, Explanation, presets
from kolej.bots.plan import self_play as compiled
from kolej.game.actions import (
    ORDER,
    Action,
    Claim,
    DrawBlind,
    DrawOpen,
    DrawTickets,
    GiveUp,
    Keep,
    PayExtra,
    Station,
    differs_in_swaps,
)
from kolej.game.integers import Integer
from kolej.game.rulebook import counted, written
from kolej.game.view import View
from kolej.rules import rows as kinds


class Planner:
    """One for all boards: it reads the board's numbers. How it weighs things is a set-up with a name."""

    def __init__(self, seed: Integer = 0, name: str = "planner") -> None:
        self.name = name
        self.mind = presets.mind(name, seed)

    def choose(self, view: View, legal: Sequence[Action], limit: float | None = None) -> Action:
        row = int(compiled.choose(view.book.handle, view.sight.handle, self.mind.handle))
        return self._said(view, row)

    def explain(self, view: View, legal: Sequence[Action], limit: float | None = None) -> Explanation:
        """What each legal action is worth, the one it would choose first, and why."""
        from kolej.bots.explain import Paper

        chosen = self.choose(view, legal, limit)
        legal = [chosen if differs_in_swaps(chosen, action) else action for action in legal]
        rows = np.array([row_of(view, action) for action in legal], np.int64)
        values = np.zeros(len(rows))
        compiled.weigh(view.book.handle, view.sight.handle, self.mind.handle, rows, values)
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

    def _said(self, view: View, row: int) -> Action:
        """A row as the action that it is for this seat."""
        sight = view.sight[0]
        if view.book.facts[row][0] != kinds.SWAP:
            offered = tuple(sight.offered[: sight.offered_count[view.seat]].tolist())
            return view.book.words(row, offered, int(sight.laid[0]), int(sight.extra[0]))
        _, route, colour, locos, swaps = view.book.facts[row]
        compiled.choose_swapped(view.book.handle, view.sight.handle, self.mind.handle, row)
        swapped = "".join(ORDER[card] * int(n) for card, n in enumerate(self.mind[0].swapped))
        single = view.book.length(route) - locos - swaps
        return Claim(view.book.routes[route], written(colour, single, locos), swapped)


def row_of(view: View, action: Action) -> int:
    """The row of a legal action."""
    book = view.book
    found: int | None = None
    match action:
        case DrawOpen():
            found = book.row(kinds.DRAW_OPEN, 0, ORDER.index(action.card))
        case DrawBlind():
            found = book.row(kinds.DRAW_BLIND)
        case DrawTickets():
            found = book.row(kinds.DRAW_TICKETS)
        case Keep():
            kept = sum(1 << place for place, name in enumerate(view.offered) if name in action.tickets)
            found = book.row(kinds.KEEP, kept)
        case Claim():
            colour, locos = _paid(action.cards)
            route = book.route_index[action.route]
            swaps = len(action.swapped) // book.swap_price[route] if action.swapped else 0
            found = book.row(kinds.SWAP if swaps else kinds.CLAIM, route, colour, locos, swaps)
        case Station():
            colour, locos = _paid(action.cards)
            first = int(book.values[0].station_row[len(action.cards), colour, locos])
            found = first + book.city_index[action.city]
        case PayExtra():
            found = book.row(kinds.PAY_EXTRA, 0, 0, action.cards.count("L"))
        case GiveUp():
            found = book.row(kinds.GIVE_UP)
    if found is None:
        raise ValueError(f"{action} is no action of this board")
    return found


def _paid(cards: str) -> tuple[int, int]:
    """The colour and the locomotives of a payment."""
    counts = counted(cards)
    colour = next((card for card in range(int(kinds.LOCO)) if counts[card]), int(kinds.LOCO))
    return colour, counts[kinds.LOCO]


easy = partial(Planner, name="easy")
medium = partial(Planner, name="medium")
hard = partial(Planner, name="hard")
no_stations = partial(Planner, name="planner-no-stations")
no_countries = partial(Planner, name="planner-no-countries")
only_countries = partial(Planner, name="planner-only-countries")
