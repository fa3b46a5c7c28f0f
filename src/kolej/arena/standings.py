"""Standings: sums over blocks, from which tables and intervals are made."""

from __future__ import annotations

from collections import Counter

import msgspec
import numpy as np

from kolej.arena.game_result import GameResult, Kind
from kolej.arena.match import Match
from kolej.stats.ratings import bradley_terry, interval, resampled, share_interval

Interval = tuple[float, float]
GAMES, WINS, POINTS, FINISHED, KEPT, MADE, DECISIONS, NANOSECONDS, FAILED = range(9)
"""What is summed for each bot."""


class Standing(msgspec.Struct, frozen=True):
    """How a bot did."""

    name: str
    games: int
    wins: float
    """Shared wins count as fractions."""
    win_rate: float
    interval: Interval
    """95 %, as all intervals here."""
    mean_score: float | None
    """Over the games that it finished itself."""
    microseconds_per_decision: float
    rating: float
    rating_interval: Interval
    tickets_kept: float
    """A game."""
    tickets_made: float
    decisions: int
    failed: int
    """Games that another bot had to finish."""


class Trouble(msgspec.Struct, frozen=True):
    """A kind of failure, and how often it occurred."""

    bot: str
    kind: Kind
    reason: str
    games: int
    seed: int
    """Of the first such game, with its seating, to reproduce it."""
    seating: tuple[str, ...]
    seat: int
    decision: int


class Place(msgspec.Struct, frozen=True):
    """How much the order of turns matters."""

    place: int
    """0 has the first turn."""
    games: int
    win_rate: float
    interval: Interval


class Table(msgspec.Struct, frozen=True):
    """The result of a match."""

    games: int
    blocks: int
    bots: tuple[Standing, ...]
    failures: tuple[Trouble, ...]
    places: tuple[Place, ...]
    anchor: str
    mean_turns: float


class Standings:
    """Sums of a match, added block by block."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.games = 0
        self._turns = 0
        self._index = {name: i for i, name in enumerate(match.names)}
        self._sums: list[list[list[float]]] = []
        self._ahead: list[list[list[float]]] = []
        self._places: list[list[tuple[float, float]]] = []
        self._troubles: Counter[tuple[str, Kind, str]] = Counter()
        self._first: dict[tuple[str, Kind, str], Trouble] = {}

    @property
    def blocks(self) -> int:
        return len(self._sums)

    @property
    def last_ahead(self) -> list[list[float]]:
        """In the last block: how often each bot ranked above each other one."""
        return self._ahead[-1]

    def add(self, games: tuple[GameResult, ...]) -> None:
        count = len(self._index)
        sums = [[0.0] * 9 for _ in range(count)]
        ahead = [[0.0] * count for _ in range(count)]
        places = [(0.0, 0.0)] * self.match.players
        for game in games:
            failed = {failure.seat for failure in game.failures}
            for number, seat in enumerate(game.seats):
                bot = self._index[seat.bot]
                row = sums[bot]
                row[GAMES] += 1
                row[WINS] += seat.win
                if number not in failed:
                    row[POINTS] += seat.score
                    row[FINISHED] += 1
                    row[KEPT] += len(seat.kept)
                    row[MADE] += len(seat.made)
                row[DECISIONS] += seat.decisions
                row[NANOSECONDS] += seat.nanoseconds
                row[FAILED] += number in failed
                for other in game.seats:
                    if other.bot != seat.bot:
                        better = 1.0 if seat.rank < other.rank else 0.5 if seat.rank == other.rank else 0.0
                        ahead[bot][self._index[other.bot]] += better
                place = game.place(number)
                places[place] = (places[place][0] + 1, places[place][1] + seat.win)
            self._turns += game.turns
            self._note(game)
        self._sums.append(sums)
        self._ahead.append(ahead)
        self._places.append(places)
        self.games += len(games)

    def _note(self, game: GameResult) -> None:
        for failure in game.failures:
            bot = game.seats[failure.seat].bot
            key = (bot, failure.kind, failure.reason)
            self._troubles[key] += 1
            if key not in self._first:
                self._first[key] = Trouble(*key, 0, game.seed, game.seating, failure.seat, failure.decision)

    def table(self, anchor: str | None = None) -> Table:
        """The table so far. The anchor has rating 0; by default ``random`` or, without it, the last bot."""
        names = self.match.names
        if anchor is None:
            anchor = "random" if "random" in names else names[-1]
        sums, ahead, places = np.array(self._sums), np.array(self._ahead), np.array(self._places)
        drawn = resampled(np.concatenate([sums[..., : WINS + 1], ahead], axis=-1), self.match.seed)
        rates = drawn[..., WINS] / np.maximum(drawn[..., GAMES], 1)
        ratings = bradley_terry(ahead.sum(0), names.index(anchor))
        rated = bradley_terry(drawn[..., 2:], names.index(anchor))
        total = sums.sum(0)
        bots = []
        for i, name in enumerate(names):
            row = total[i]
            rate = float(row[WINS] / row[GAMES])
            finished = row[FINISHED]
            bots.append(
                Standing(
                    name=name,
                    games=int(row[GAMES]),
                    wins=round(float(row[WINS]), 6),
                    win_rate=rate,
                    interval=share_interval(rates[:, i], rate, self.blocks),
                    mean_score=float(row[POINTS] / finished) if finished else None,
                    microseconds_per_decision=float(row[NANOSECONDS] / max(1, row[DECISIONS]) / 1000),
                    rating=float(ratings[i]),
                    rating_interval=interval(rated[:, i]),
                    tickets_kept=float(row[KEPT] / max(1, finished)),
                    tickets_made=float(row[MADE] / max(1, finished)),
                    decisions=int(row[DECISIONS]),
                    failed=int(row[FAILED]),
                )
            )
        bots.sort(key=lambda bot: -bot.rating)
        turned = resampled(places, self.match.seed)
        return Table(
            games=self.games,
            blocks=self.blocks,
            bots=tuple(bots),
            failures=self.troubles(),
            places=tuple(
                Place(
                    place,
                    int(places[:, place, 0].sum()),
                    share := float(places[:, place, 1].sum() / max(1, places[:, place, 0].sum())),
                    share_interval(
                        turned[:, place, 1] / np.maximum(turned[:, place, 0], 1), share, self.blocks
                    ),
                )
                for place in range(self.match.players)
            ),
            anchor=anchor,
            mean_turns=self._turns / max(1, self.games),
        )

    def troubles(self) -> tuple[Trouble, ...]:
        """The failures, the most frequent first."""
        return tuple(
            msgspec.structs.replace(self._first[key], games=count)
            for key, count in self._troubles.most_common()
        )
