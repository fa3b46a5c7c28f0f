"""Whether a board is balanced: the planner plays against itself, and what stands out is reported.

Something is out of line if its whole interval lies beyond a limit. If only the figure itself does, it is
reported as something that more games might confirm. The limits were chosen by hand and are explained in
docs/adding-a-board.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from kolej.arena.balance_counts import Figure, Sums
from kolej.arena.match import Match, MatchError, match
from kolej.arena.report.figures import called
from kolej.arena.runner import run
from kolej.arena.standings import Standings

PLAYER = "planner"
STYLES = {
    "planner-no-countries": "ignores countries",
    "planner-only-countries": "plays only for countries",
}
"""Planners that play against the normal one on boards with countries, and what sets them apart."""

NEVER_KEPT = 0.05
"""A ticket of the first deal that is kept less often than this is not worth keeping."""
DECIDES = 0.2
"""How far above an even share the holder of a ticket, or of a stack's top card, may win."""
NOBODY = 0.02
"""A route or a stack that is taken in a smaller share of games than this is unused."""
SEAT = 0.05
"""How far above an even share a position in the order of turns may win."""
HOPELESS, AS_GOOD = 0.25, 0.5
"""A style should win between these shares of its games against the normal planner."""
MIDDLE = (1 / 3, 2 / 3)
"""When the first pair of countries should be joined, as a share of the game's turns."""
SELDOM = 0.5
"""The first pair should be joined in at least this share of games."""

Verdict = Literal["out", "perhaps"]
Kind = Literal["ticket", "route", "stack", "seat", "style", "first pair"]


class BalanceError(RuntimeError):
    """The games could not be finished; the message says why."""


class TicketBalance(msgspec.Struct, frozen=True):
    id: str
    name: str
    points: int
    kept: Figure | None
    """How often it is kept when the first deal offers it."""
    gain: Figure | None
    """Average points for the player who keeps it: won if completed, lost if not."""
    wins: Figure | None
    """Share of games won by the player who keeps it."""


class RouteBalance(msgspec.Struct, frozen=True):
    """A pair of places, with all tracks between them."""

    name: str
    tracks: tuple[str, ...]
    taken: Figure
    """Share of games in which a track was claimed."""


class StackBalance(msgspec.Struct, frozen=True):
    id: str
    name: str
    taken: Figure
    """Share of games in which its top card was taken."""
    wins: Figure | None
    """Share of games won by the player who takes the top card."""
    correlation: Figure | None
    """Correlation between the points of its cards and winning."""


class Count(msgspec.Struct, frozen=True):
    """What planners did with this number of players."""

    players: int
    games: int
    seats: tuple[Figure, ...]
    """How often each position in the order of turns won."""
    tickets: tuple[TicketBalance, ...]
    routes: tuple[RouteBalance, ...]
    stacks: tuple[StackBalance, ...]
    first_pair: Figure | None
    """When the first pair of countries was joined, as a share of the game's turns, if one was."""
    pair_in_the_middle: Figure | None
    """How often that was in the middle third."""
    pair_at_all: Figure | None


class Style(msgspec.Struct, frozen=True):
    bot: str
    what: str
    games: int
    wins: Figure
    """Against the normal planner, with two players."""


class Remark(msgspec.Struct, frozen=True):
    """Something that is out of line, or may be."""

    kind: Kind
    players: int
    name: str
    says: str
    """What is wrong, in words; the figure is printed after it."""
    figure: Figure
    limit: float
    verdict: Verdict


class Balance(msgspec.Struct, frozen=True):
    board: str
    seed: int
    counts: tuple[Count, ...]
    styles: tuple[Style, ...]
    remarks: tuple[Remark, ...]

    @property
    def out_of_line(self) -> tuple[Remark, ...]:
        return tuple(remark for remark in self.remarks if remark.verdict == "out")


class Plan(msgspec.Struct, frozen=True):
    """The matches to play."""

    alike: tuple[Match, ...]
    """The planner against itself."""
    styles: tuple[Match, ...]

    def total(self, games: int) -> int:
        return sum(each.blocks(games) * len(each.seatings) for each in (*self.alike, *self.styles))


def planned(board: str, players: int | None = None, seed: int = 0) -> Plan:
    """Matches for two players and the most, or for ``players``; raises ``BoardError`` or ``MatchError``."""
    from kolej.boards.load import load

    found = load(board)
    least, most = found.rules.players
    if players is not None and not least <= players <= most:
        raise MatchError(f"{found.name.en} is for {least} to {most} players, not {players}")
    counts = sorted({max(2, least), most}) if players is None else [players]
    alike = [match(board, [PLAYER] * count, seed=seed) for count in counts]
    styles = [match(board, [PLAYER, style], seed=seed) for style in STYLES] if found.countries else []
    return Plan(tuple(alike), tuple(styles if least <= 2 else ()))


def balance(
    plan: Plan, games: int, *, jobs: int = 1, progress: Callable[[int], None] = lambda _: None
) -> Balance:
    """Play this many games of each match, and report what is out of line."""
    counts, styles, done = [], [], 0

    def show(count: int) -> None:
        progress(done + count)

    for alike in plan.alike:
        sums = Sums(alike.book, alike.players, alike.seed)
        standings, ended = run(alike, games, jobs=jobs, watch=sums.add, progress=show)
        _check(standings, ended)
        done += standings.games
        counts.append(counted(sums))
    for pair in plan.styles:
        standings, ended = run(pair, games, jobs=jobs, progress=show)
        _check(standings, ended)
        done += standings.games
        bot = next(each for each in standings.table().bots if each.name in STYLES)
        figure = Figure(bot.win_rate, bot.interval, bot.games)
        styles.append(Style(bot.name, STYLES[bot.name], bot.games, figure))
    remarks = [
        *(remark for count in counts for remark in _at_table(count)),
        *_routes(counts),
        *_styled(styles),
    ]
    remarks.sort(key=lambda remark: remark.verdict != "out")
    first = plan.alike[0]
    return Balance(first.book.board.id, first.seed, tuple(counts), tuple(styles), tuple(remarks))


def _check(standings: Standings, ended: str) -> None:
    if ended == "interrupted":
        raise KeyboardInterrupt
    for trouble in standings.troubles():
        raise BalanceError(
            f"{trouble.bot} {trouble.kind} in the game of seed {trouble.seed}: {trouble.reason}"
        )


def counted(sums: Sums) -> Count:
    """The figures for one number of players."""
    book = sums.book
    names = called(book, [(ticket.a, ticket.b) for ticket in book.board.tickets])
    tickets = []
    for place, facts in enumerate(book.board.tickets):
        made = sums.figure("made", "kept", place)
        tickets.append(
            TicketBalance(
                book.tickets[place],
                names[place],
                facts.points,
                sums.figure("kept of offered", "offered", place),
                made and made.scaled(2 * facts.points, -facts.points),
                sums.figure("won with ticket", "kept", place),
            )
        )
    routes = [
        RouteBalance(
            name, tuple(book.routes[track] for track in tracks), _sure(sums.figure("taken", "games", place))
        )
        for place, (name, tracks) in enumerate(
            zip(called(book, list(sums.pairs)), sums.pairs.values(), strict=True)
        )
    ]
    stacks = [
        StackBalance(
            country.id,
            country.shown.en,
            _sure(sums.figure("top", "games", place)),
            sums.figure("won with top", "top", place),
            sums.correlation(place),
        )
        for place, country in enumerate(book.board.countries)
    ]
    return Count(
        sums.players,
        sums.games,
        tuple(_sure(sums.figure("place", "games", place)) for place in range(sums.players)),
        tuple(tickets),
        tuple(routes),
        tuple(stacks),
        sums.figure("joined when", "joined"),
        sums.figure("joined in the middle", "joined"),
        sums.figure("joined", "games") if book.countries else None,
    )


def _sure(figure: Figure | None) -> Figure:
    assert figure is not None, "no games were played"
    return figure


def above(figure: Figure | None, limit: float) -> Verdict | None:
    """Whether a figure is above its limit."""
    if figure is None or figure.value <= limit:
        return None
    return "out" if figure.interval[0] > limit else "perhaps"


def below(figure: Figure | None, limit: float) -> Verdict | None:
    if figure is None or figure.value >= limit:
        return None
    return "out" if figure.interval[1] < limit else "perhaps"


def _at_table(count: Count) -> list[Remark]:
    """What stands out with this number of players."""
    even = 1 / count.players
    found: list[Remark] = []

    def remark(
        kind: Kind, name: str, says: str, figure: Figure | None, limit: float, verdict: Verdict | None
    ) -> None:
        if verdict and figure:
            found.append(Remark(kind, count.players, name, says, figure, limit, verdict))

    for place, wins in enumerate(count.seats):
        limit = even + SEAT
        remark("seat", f"turn {place + 1}", "wins more than its share", wins, limit, above(wins, limit))
    for ticket in count.tickets:
        kept, gain, wins_with = ticket.kept, ticket.gain, ticket.wins
        remark("ticket", ticket.name, "is given back when offered", kept, NEVER_KEPT, below(kept, NEVER_KEPT))
        remark("ticket", ticket.name, "loses points", gain, 0.0, below(gain, 0.0))
        limit = even + DECIDES
        remark("ticket", ticket.name, "wins games by itself", wins_with, limit, above(wins_with, limit))
    for stack in count.stacks:
        limit = even + DECIDES
        says = "decides games: the player who takes its top card wins"
        remark("stack", stack.name, says, stack.wins, limit, above(stack.wins, limit))
        remark("stack", stack.name, "is hardly ever taken", stack.taken, NOBODY, below(stack.taken, NOBODY))
    if count.pair_at_all is not None:
        early, late = MIDDLE
        pair = count.first_pair
        name = "first pair of countries"
        remark("first pair", name, "is joined before the middle third", pair, early, below(pair, early))
        remark("first pair", name, "is joined after the middle third", pair, late, above(pair, late))
        comes = count.pair_at_all
        remark("first pair", name, "is rarely joined at all", comes, SELDOM, below(comes, SELDOM))
    return found


def _routes(counts: list[Count]) -> list[Remark]:
    """Routes that hardly anybody takes with any number of players; the figure is for the most players."""
    found = []
    for routes in zip(*(count.routes for count in counts), strict=True):
        verdicts = [below(route.taken, NOBODY) for route in routes]
        if all(verdicts):
            verdict: Verdict = "out" if all(each == "out" for each in verdicts) else "perhaps"
            taken = routes[-1].taken
            players = counts[-1].players
            found.append(
                Remark("route", players, routes[-1].name, "is hardly ever taken", taken, NOBODY, verdict)
            )
    return found


def _styled(styles: list[Style]) -> list[Remark]:
    found = []
    for style in styles:
        for says, limit, verdict in (
            ("has no chance against the normal planner", HOPELESS, below(style.wins, HOPELESS)),
            ("is as good as the normal planner", AS_GOOD, above(style.wins, AS_GOOD)),
        ):
            if verdict:
                name = f"a planner that {style.what}"
                found.append(Remark("style", 2, name, says, style.wins, limit, verdict))
    return found
