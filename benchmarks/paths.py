"""The longest path on the worst networks found for each shipped board; the limit is 50 ms.

The search starts from random networks that use all trains of one player and exchanges routes as long as that
makes the exact longest path slower to find. The reference is the median of the random networks.
"""

from __future__ import annotations

import random
import sys
import time

from kolej.boards.load import shipped
from kolej.game.rulebook import Rulebook, rulebook
from kolej.rules import entry_points
from kolej.rules.scoring import Sheet
from kolej.rules.state import State
from kolej.rules.structs import Values

LIMIT = 0.050


class Search:
    def __init__(self, book: Rulebook, seed: int) -> None:
        self.book, self.rng = book, random.Random(seed)
        self.state, self.sheet = Values(State), Values(Sheet)
        self.state[0].players[0] = 2
        self.closes = [int(low) | int(high) << 64 for low, high in book.values[0].own_closes]

    def seconds(self, routes: set[int]) -> float:
        """The time of one exact longest path, the best of three, since the machine may be busy."""
        mask = sum(1 << route for route in routes)
        self.state[0].owned[0, 0] = mask & (2**64 - 1)
        self.state[0].owned[0, 1] = mask >> 64
        spent = []
        for _ in range(3):
            began = time.perf_counter()
            entry_points.trace_path(self.book.handle, self.state.handle, self.sheet.handle, 0)
            spent.append(time.perf_counter() - began)
        return min(spent)

    def fill(self, routes: set[int]) -> set[int]:
        """Add random routes that touch the network while trains last; short ones give the most routes."""
        chosen = set(routes)
        trains = self.book.board.rules.trains - sum(map(self.book.length, chosen))
        places = {end for r in chosen for end in self._ends(r)}
        order = list(range(len(self.book.routes)))
        self.rng.shuffle(order)
        order.sort(key=lambda r: self.book.length(r) + self.rng.random())
        for _ in range(4):
            for route in order:
                free = route not in chosen and not any(self.closes[route] >> r & 1 for r in chosen)
                joins = not places or len(places & set(self._ends(route))) > 0
                if free and joins and self.book.length(route) <= trains:
                    chosen.add(route)
                    places |= set(self._ends(route))
                    trains -= self.book.length(route)
        return chosen

    def _ends(self, route: int) -> tuple[str, str]:
        facts = self.book.board.routes[route]
        return facts.a, facts.b

    def worst(self, seconds: float) -> tuple[float, float]:
        """The slowest network found in this many seconds, and the median of random ones."""
        first = sorted((self.seconds(net), sorted(net)) for net in (self.fill(set()) for _ in range(60)))
        median, (slowest, routes) = first[len(first) // 2][0], first[-1]
        best = set(routes)
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            kept = {route for route in best if self.rng.random() > 0.25}
            tried = self.fill(kept)
            spent = self.seconds(tried)
            if spent > slowest:
                slowest, best = spent, tried
        return slowest, median


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    missed = False
    for name in shipped():
        search = Search(rulebook(name), seed=1)
        search.seconds(search.fill(set()))
        slowest, median = search.worst(seconds)
        missed |= slowest > LIMIT
        verdict = "kept" if slowest <= LIMIT else "MISSED"
        told = f"{slowest * 1e3:.2f} ms, {slowest / median:.0f} x the median of random networks"
        print(f"{name}: worst found {told}; limit {LIMIT * 1e3:.0f} ms: {verdict}")
    sys.exit(missed)


if __name__ == "__main__":
    main()
