"""The figures of a report, gathered game by game."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import msgspec

from kolej.arena.game_result import GameResult, Seat
from kolej.arena.results import Results
from kolej.arena.standings import Standings, Table
from kolej.game.rulebook import Rulebook

SOURCES = {
    "routes": "routes",
    "made_points": "tickets made",
    "missed_points": "tickets missed",
    "station_points": "stations left",
    "path_bonus": "longest path",
    "most_bonus": "most tickets",
    "country_points": "country cards",
}
"""The fields of a seat that make up its score, in words."""


class BotFigures(msgspec.Struct):
    """A bot's games; those in which it failed do not count."""

    name: str
    scores: list[int]
    sources: dict[str, int]
    """Sums of points."""
    kept: int = 0
    made: int = 0
    kept_points: int = 0
    made_points: int = 0

    def mean(self, total: float) -> float:
        return total / max(1, len(self.scores))


class RouteFigures(msgspec.Struct):
    """How a route was used."""

    name: str
    games: int = 0
    """Games in which it was claimed."""
    moments: float = 0.0
    """Sum of the times of its claims, as shares of the game."""
    by: Counter[str] = msgspec.field(default_factory=Counter)

    def share(self, games: int) -> float:
        return self.games / max(1, games)

    @property
    def moment(self) -> float:
        return self.moments / max(1, self.games)

    def contested(self, games: int, rivals: int) -> float:
        """From 0 to 1: 1 if claimed in every game, at once, and by everybody equally often."""
        if not self.games or rivals < 2:
            return 0.0
        alone = sum((count / self.games) ** 2 for count in self.by.values())
        evenly = (1 - alone) / (1 - 1 / rivals)
        return self.share(games) * (1 - self.moment) * evenly


class TicketFigures(msgspec.Struct):
    """What a ticket was worth to the players who kept it."""

    name: str
    points: int
    kept: int = 0
    made: int = 0
    wins: float = 0.0

    @property
    def gain(self) -> float:
        """Points per keep, less those lost."""
        return self.points * (2 * self.made - self.kept) / max(1, self.kept)

    @property
    def win_rate(self) -> float:
        return self.wins / max(1, self.kept)


class CountryFigures(msgspec.Struct):
    """What a country's stack was worth."""

    name: str
    cards: int
    """Cards in the stack."""
    taken: int = 0
    points: int = 0
    holders: int = 0
    """Seats that won a card of it."""
    wins: float = 0.0

    @property
    def win_rate(self) -> float:
        return self.wins / max(1, self.holders)


class Study(msgspec.Struct):
    """Everything that a report shows."""

    book: Rulebook
    table: Table
    games: int
    players: int
    bots: list[BotFigures]
    turns: list[int]
    routes: list[RouteFigures]
    tickets: list[TicketFigures]
    countries: list[CountryFigures]
    joined: list[float]
    """When seats won their first country cards, as shares of the game."""
    rivals: int
    """How many could own a route: the number of bots, or of seats if there is only one bot."""

    @property
    def seats(self) -> int:
        return sum(len(bot.scores) for bot in self.bots)


def study(results: Results) -> Study:
    match, book = results.match, results.match.book
    standings = Standings(match)
    bots = {name: BotFigures(name, [], dict.fromkeys(SOURCES, 0)) for name in match.names}
    routes = [RouteFigures(name) for name in called(book, [(r.a, r.b) for r in book.board.routes])]
    ends = called(book, [(t.a, t.b) for t in book.board.tickets])
    tickets = [
        TicketFigures(name, facts.points) for name, facts in zip(ends, book.board.tickets, strict=True)
    ]
    countries = [CountryFigures(country.shown.en, len(country.cards)) for country in book.board.countries]
    turns: list[int] = []
    joined: list[float] = []
    for block in results.blocks():
        standings.add(block.games)
        for game in block.games:
            turns.append(game.turns)
            failed = {failure.seat for failure in game.failures}
            _routes(game, routes, len(match.names) > 1)
            for number, seat in enumerate(game.seats):
                if number not in failed:
                    _seat(seat, bots[seat.bot], tickets, countries, book)
                if seat.joined_at >= 0:
                    joined.append(seat.joined_at / max(1, game.turns))
    return Study(
        book=book,
        table=standings.table(),
        games=standings.games,
        players=match.players,
        bots=[bots[standing.name] for standing in standings.table().bots],
        turns=turns,
        routes=routes,
        tickets=tickets,
        countries=countries,
        joined=joined,
        rivals=len(match.names) if len(match.names) > 1 else match.players,
    )


def called(book: Rulebook, pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Pairs of places by name; the second of an equal pair gets its number."""
    names = {city.id: city.name for city in book.board.cities}
    names |= {country.id: (country.short or country.name).en for country in book.board.countries}
    seen: Counter[str] = Counter()
    found = []
    for a, b in pairs:
        text = f"{names[a]} – {names[b]}"
        seen[text] += 1
        found.append(text if seen[text] == 1 else f"{text} ({seen[text]})")
    return found


def _routes(game: GameResult, routes: list[RouteFigures], by_bot: bool) -> None:
    for route, owner in enumerate(game.taken_by):
        if owner >= 0:
            figures = routes[route]
            figures.games += 1
            figures.moments += max(0, game.taken_at[route]) / max(1, game.turns)
            figures.by[game.seats[owner].bot if by_bot else str(owner)] += 1


def _seat(
    seat: Seat,
    bot: BotFigures,
    tickets: list[TicketFigures],
    countries: list[CountryFigures],
    book: Rulebook,
) -> None:
    bot.scores.append(seat.score)
    for field in SOURCES:
        bot.sources[field] += getattr(seat, field)
    bot.kept += len(seat.kept)
    bot.made += len(seat.made)
    bot.made_points += seat.made_points
    bot.kept_points += seat.made_points - seat.missed_points
    made = set(seat.made)
    for ticket in seat.kept:
        tickets[ticket].kept += 1
        tickets[ticket].made += ticket in made
        tickets[ticket].wins += seat.win
    held = defaultdict[int, int](int)
    for country, place in seat.cards:
        held[country] += book.board.countries[country].cards[place]
        countries[country].taken += 1
    for country, points in held.items():
        countries[country].points += points
        countries[country].holders += 1
        countries[country].wins += seat.win


def bins(values: Sequence[float], width: int) -> dict[int, int]:
    """How many values lie in each bin, by its lower bound; empty bins in between are included."""
    found = Counter(int(value // width) * width for value in values)
    if not found:
        return {}
    return {start: found[start] for start in range(min(found), max(found) + width, width)}
