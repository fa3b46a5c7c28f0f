"""When enough has been played: a test that may be looked at after every block.

Against the hypothesis that neither of two bots is better, a gambler bets on each block, with stakes that
depend on earlier blocks only. If the hypothesis is true, the capital is as likely to shrink as to grow, and
the chance that it ever reaches 20 times its start is at most 1 in 20 (Ville's inequality). This holds for any
number of looks and for blocks of any shape, without assuming how much better one bot might be.
"""

from __future__ import annotations

import math

MOST = 1.5
"""The largest stake; a stake of 2 could lose everything on one block."""


class Bet:
    """The capital of a gambler who bets that two bots differ."""

    def __init__(self) -> None:
        self.log_capital = 0.0
        self.blocks = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, share: float) -> None:
        """Add a block in which the first bot had this share of the points, from 0 to 1."""
        self.log_capital += math.log1p(self._stake() * (share - 0.5))
        self.blocks += 1
        self._sum += share
        self._squares += (share - 0.5) ** 2

    def _stake(self) -> float:
        """Roughly the stake that would have been best so far; a little cautious at first."""
        edge = (self._sum - 0.5 * self.blocks) / (self.blocks + 1)
        spread = (0.25 + self._squares) / (self.blocks + 1)
        return max(-MOST, min(MOST, edge / spread))

    def won(self, chance: float) -> bool:
        """Whether the capital is so large that chance alone reaches it with at most this probability."""
        return self.log_capital >= math.log(1 / chance)


class Decision:
    """All pairs of bots at once; together they are wrong in at most one match in twenty."""

    def __init__(self, bots: int, chance: float = 0.05) -> None:
        self.pairs = {(i, j): Bet() for i in range(bots) for j in range(i + 1, bots)}
        self.chance = chance / max(1, len(self.pairs))

    def add(self, ahead: list[list[float]]) -> None:
        """Add a block: how often each bot ranked above each other one."""
        for (i, j), bet in self.pairs.items():
            games = ahead[i][j] + ahead[j][i]
            if games:
                bet.add(ahead[i][j] / games)

    @property
    def open(self) -> list[tuple[int, int]]:
        """Pairs for which it is not yet known who is better."""
        return [pair for pair, bet in self.pairs.items() if not bet.won(self.chance)]

    @property
    def decided(self) -> bool:
        return bool(self.pairs) and not self.open
