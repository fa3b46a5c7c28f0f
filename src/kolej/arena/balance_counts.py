"""What planners do on a board, summed game by game: tickets, routes, country stacks, seats."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
import numpy.typing as npt

from kolej.arena.game_result import GameResult
from kolej.arena.standings import Interval
from kolej.game.compiled import Compiled
from kolej.game.rulebook import Rulebook
from kolej.stats.ratings import interval, resampled, share_interval

Floats = npt.NDArray[np.float64]


class Figure(msgspec.Struct, frozen=True):
    """Something measured."""

    value: float
    interval: Interval
    """95 % interval: a bootstrap over seeds."""
    cases: int
    """How many observations it is the mean of."""

    def scaled(self, factor: float, shift: float = 0.0) -> Figure:
        low, high = (factor * end + shift for end in self.interval)
        return Figure(factor * self.value + shift, (low, high), self.cases)


class Sums:
    """Sums over games, added block by block; every figure is one sum divided by another."""

    def __init__(self, book: Rulebook, players: int, seed: int = 0) -> None:
        self.book = book
        self.players = players
        self.seed = seed
        self.games = 0
        self.pairs = pairs(book)
        tickets, countries = len(book.tickets), len(book.countries)
        self._sizes = {
            "games": 1,
            "seats": 1,
            "won": 1,
            "won squared": 1,
            "place": players,
            "offered": tickets,
            "kept of offered": tickets,
            "kept": tickets,
            "made": tickets,
            "won with ticket": tickets,
            "taken": len(self.pairs),
            "top": countries,
            "won with top": countries,
            "points": countries,
            "points squared": countries,
            "points and won": countries,
            "joined": 1,
            "joined when": 1,
            "joined in the middle": 1,
        }
        self._blocks: list[Floats] = []
        self._drawn: dict[str, Floats] = {}
        self._total: dict[str, Floats] = {}
        self._deal = Compiled(book)

    def add(self, games: tuple[GameResult, ...]) -> None:
        row = np.zeros(sum(self._sizes.values()))
        part = self._parted(row)
        for game in games:
            self._game(game, part)
        self.games += len(games)
        self._blocks.append(row)
        self._drawn, self._total = {}, {}

    def _parted(self, rows: Floats) -> dict[str, Floats]:
        """The columns by name, as views."""
        ends = np.cumsum(list(self._sizes.values()))[:-1]
        return dict(zip(self._sizes, np.split(rows, ends, axis=-1), strict=True))

    def _game(self, game: GameResult, part: dict[str, Floats]) -> None:
        part["games"] += 1
        for pair, tracks in enumerate(self.pairs.values()):
            part["taken"][pair] += any(game.taken_by[track] >= 0 for track in tracks)
        for number, (seat, offered) in enumerate(zip(game.seats, self._offered(game), strict=True)):
            part["seats"] += 1
            part["won"] += seat.win
            part["won squared"] += seat.win**2
            part["place"][game.place(number)] += seat.win
            kept = list(seat.kept)
            part["offered"][offered] += 1
            part["kept of offered"][[ticket for ticket in offered if ticket in kept]] += 1
            part["kept"][kept] += 1
            part["made"][list(seat.made)] += 1
            part["won with ticket"][kept] += seat.win
            self._stacks(seat.cards, seat.win, part)
        joined = [seat.joined_at for seat in game.seats if seat.joined_at >= 0]
        if joined:
            when = min(joined) / max(1, game.turns)
            part["joined"] += 1
            part["joined when"] += when
            part["joined in the middle"] += 1 / 3 <= when <= 2 / 3

    def _stacks(self, cards: tuple[tuple[int, int], ...], win: float, part: dict[str, Floats]) -> None:
        points: dict[int, int] = {}
        for country, place in cards:
            points[country] = points.get(country, 0) + self.book.board.countries[country].cards[place]
            if place == 0:
                part["top"][country] += 1
                part["won with top"][country] += win
        for country, sum_of in points.items():
            part["points"][country] += sum_of
            part["points squared"][country] += sum_of**2
            part["points and won"][country] += sum_of * win

    def _offered(self, game: GameResult) -> Iterator[list[int]]:
        """The tickets of the first deal, seat by seat; the seed reproduces them."""
        self._deal.seed(game.seed)
        self._deal.deal(self.players)
        for seat in range(self.players):
            yield list(self._deal.holdings(seat).offered)

    def figure(self, part: str, whole: str, place: int = 0) -> Figure | None:
        """A share, from 0 to 1; None if there were no cases."""
        total, drawn = self._summed()
        among = place if self._sizes[whole] > 1 else 0
        cases = int(total[whole][among])
        if not cases:
            return None
        share = float(total[part][place] / cases)
        samples = drawn[part][:, place] / np.maximum(drawn[whole][:, among], 1)
        samples = samples[drawn[whole][:, among] > 0]
        return Figure(share, share_interval(samples, share, cases), cases)

    def correlation(self, country: int) -> Figure | None:
        """Correlation between a seat's points from a country's cards and winning."""
        total, drawn = self._summed()
        cases = int(total["top"][country])
        if not cases:
            return None
        (value,) = _correlation(total, country)
        return Figure(float(value), interval(_correlation(drawn, country)), cases)

    def _summed(self) -> tuple[dict[str, Floats], dict[str, Floats]]:
        """Sums over all blocks, and over bootstrap samples of blocks."""
        if not self._drawn:
            blocks = np.array(self._blocks)
            self._total = self._parted(blocks.sum(0))
            self._drawn = self._parted(resampled(blocks, self.seed))
        return self._total, self._drawn


def _correlation(sums: dict[str, Floats], country: int) -> Floats:
    def column(name: str, place: int = 0) -> Floats:
        return np.atleast_1d(sums[name][..., place])

    seats, won = column("seats"), column("won")
    points = column("points", country)
    both = column("points and won", country) - points * won / seats
    spread = (column("points squared", country) - points**2 / seats) * (
        column("won squared") - won**2 / seats
    )
    found: Floats = both / np.sqrt(np.maximum(spread, 1e-12))
    return found


def pairs(book: Rulebook) -> dict[tuple[str, str], list[int]]:
    """Routes by their ends: with few players, only one track of a double route can be taken."""
    found: dict[tuple[str, str], list[int]] = {}
    for track, route in enumerate(book.board.routes):
        a, b = sorted((route.a, route.b)) if route.kind != "border" else (route.a, route.b)
        found.setdefault((a, b), []).append(track)
    return found
