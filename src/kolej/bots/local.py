"""A bot like a local train: it stops at whatever lies on the way to the cities of its tickets.

It makes no plans. It values each route by its points and its share of a ticket's path, claims the best one if
that pays now, and otherwise draws cards for the good ones.

The numbers were chosen by hand; no measurement of single values was kept (docs/strength.md measures the bot).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kolej.boards.schema import LETTERS
from kolej.bots.tiebreak import bot_seed, tiebreak
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
)
from kolej.game.codec import counted
from kolej.game.integers import Integer
from kolej.game.paths import Ways
from kolej.game.view import View

LOCO = 8
TRAIN_WORTH = 1.1
"""Value of a train that a ticket would use: about what it scores on a medium-length route."""
PATIENCE = 0.72
"""Claim a route if it gives at least this share of the points per turn of the best route to save for."""
GOALS = 4
"""This many of the best routes decide which cards to collect."""


class Goal(NamedTuple):
    """A route that could be claimed, and what that would be worth."""

    length: int
    colour: int
    """``LOCO`` for any colour."""
    symbols: int
    """Locomotives that the route requires."""
    jokers: bool
    """Whether locomotives may replace colours here."""
    price: int
    """How many cards of any kind replace one; 0 for none."""
    tunnel: bool
    worth: float

    def missing(self, hand: list[int]) -> int:
        """How many cards are missing from the hand."""
        locos = hand[LOCO]
        cards = max(hand[:LOCO]) if self.colour == LOCO else hand[self.colour]
        plain = self.length - self.symbols
        lacked = max(0, self.symbols - locos)
        spare = max(0, locos - self.symbols) if self.jokers else 0
        lacked += max(0, plain - cards - spare)
        if lacked and self.price:
            others = sum(hand) - (self.length - lacked)
            lacked = max(0, lacked - others // self.price)
        return lacked

    def rate(self, hand: list[int]) -> float:
        """Points per turn, if the missing cards are drawn first and those spent are drawn again."""
        turns = 1 + 0.5 * self.missing(hand) * (1.6 if self.colour != LOCO else 1.2) + 0.22 * self.length
        return self.worth / (turns + 0.5 * self.tunnel)


class Local:
    name = "local"

    def __init__(self, seed: Integer = 0) -> None:
        self.seed = bot_seed(seed)

    def choose(self, view: View, legal: Sequence[Action], limit: float | None = None) -> Action:
        if len(legal) == 1:
            return legal[0]
        if isinstance(legal[0], Keep):
            return self._keep(view, [action for action in legal if isinstance(action, Keep)])
        if any(isinstance(action, GiveUp) for action in legal):
            return self._tunnel(legal)
        hand = [view.hand.get(letter, 0) for letter in ORDER]
        goals = _goals(view)
        claim = self._claim(legal, hand, goals) if view.phase == "turn" else None
        draws = [action for action in legal if isinstance(action, DrawOpen | DrawBlind)]
        if claim is not None and (not draws or self._now(claim, hand, goals, view)):
            return claim
        if draws:
            return self._draw(view, draws, hand, list(goals.values()))
        return claim or self._last_resort(legal)

    def _keep(self, view: View, legal: list[Keep]) -> Action:
        """The tickets whose points are worth the trains that they need together."""
        ways = Ways(view)
        held = [view.book.ticket_index[name] for name in view.tickets]
        points = view.book.board.tickets

        def worth(keep: Keep) -> float:
            built: set[int] = set()
            trains = 0
            total = 0.0
            names = {view.book.ticket_index[name] for name in keep.tickets}
            for t in (*held, *sorted(names, key=lambda t: -points[t].points)):
                way = ways.between(points[t].a, points[t].b, built)
                if way is None or trains + way.trains > 0.85 * ways.trains:
                    total -= points[t].points * (t in names)
                    continue
                trains += way.trains
                built.update(way.routes)
                total += points[t].points * (t in names)
            return total - TRAIN_WORTH * trains

        return max(legal, key=lambda keep: (worth(keep), tiebreak(self.seed, keep)))

    def _tunnel(self, legal: Sequence[Action]) -> Action:
        pays = [action for action in legal if isinstance(action, PayExtra)]
        return min(pays, key=lambda pay: pay.cards.count("L")) if pays else GiveUp()

    def _claim(self, legal: Sequence[Action], hand: list[int], goals: dict[str, Goal]) -> Claim | None:
        """The claim worth most, paid with the cards that are least needed elsewhere."""
        claims = [action for action in legal if isinstance(action, Claim)]
        if not claims:
            return None
        best = max(
            {claim.route for claim in claims}, key=lambda r: (goals[r].rate(hand), tiebreak(self.seed, r))
        )
        others = [goal for name, goal in goals.items() if name != best]
        others = sorted(others, key=lambda goal: -goal.rate(hand))[:GOALS]

        def left(claim: Claim) -> tuple[float, float, int]:
            paid = counted(claim.cards + claim.swapped)
            rest = [have - gone for have, gone in zip(hand, paid, strict=True)]
            return (
                _hope(rest, others) - 0.5 * paid[LOCO] - 0.4 * len(claim.swapped),
                -paid[LOCO],
                tiebreak(self.seed, claim),
            )

        return max((claim for claim in claims if claim.route == best), key=left)

    def _now(self, claim: Claim, hand: list[int], goals: dict[str, Goal], view: View) -> bool:
        """Whether to claim now rather than save for something better."""
        seats = view.seats
        mine = seats[view.seat or 0]
        if view.last_turns is not None or min(seat.trains for seat in seats) <= 5 or sum(hand) > 16:
            return True
        if mine.trains <= 8:
            return True
        best = max(goal.rate(hand) for goal in goals.values())
        return goals[claim.route].rate(hand) >= PATIENCE * best

    def _draw(
        self, view: View, draws: list[DrawOpen | DrawBlind], hand: list[int], goals: list[Goal]
    ) -> Action:
        """The draw that helps most; a locomotive that uses up the whole draw must be worth two cards."""
        goals = sorted(goals, key=lambda goal: -goal.rate(hand))[: 2 * GOALS]
        now = _hope(hand, goals)
        gains = []
        for card in range(9):
            more = hand.copy()
            more[card] += 1
            gains.append(_hope(more, goals) - now)
        cards = view.book.board.rules.cards
        numbers = [getattr(cards, name) for name in LETTERS]
        blind = sum(gain * n for gain, n in zip(gains, numbers, strict=True)) / max(1, sum(numbers))
        whole = view.book.board.rules.locomotive_is_whole_draw

        def gain(action: DrawOpen | DrawBlind) -> tuple[float, int]:
            if isinstance(action, DrawBlind):
                return blind * 1.001, tiebreak(self.seed, action)
            found = gains[ORDER.index(action.card)]
            return found - (blind if whole and action.card == "L" else 0.0), tiebreak(self.seed, action)

        return max(draws, key=gain)

    def _last_resort(self, legal: Sequence[Action]) -> Action:
        """Without cards or routes to take, a station is better than tickets that cannot be completed."""
        stations = [action for action in legal if isinstance(action, Station)]
        if stations:
            return min(stations, key=lambda s: (len(s.cards), s.cards.count("L"), tiebreak(self.seed, s)))
        return next((action for action in legal if isinstance(action, DrawTickets)), legal[0])


def _hope(hand: list[int], goals: list[Goal]) -> float:
    """The potential of a hand: the best few rates, the best counting most."""
    rates = sorted((goal.rate(hand) for goal in goals), reverse=True)[:GOALS]
    return sum(rate / (1 + place) for place, rate in enumerate(rates))


def _goals(view: View) -> dict[str, Goal]:
    """The routes that the seat has enough trains to claim, by name."""
    book, rules = view.book, view.book.board.rules
    ways = Ways(view)
    worth: dict[int, float] = {}
    for name in view.tickets:
        way = ways.ticket(name)
        if way is not None and 0 < way.trains <= ways.trains:
            points = book.board.tickets[book.ticket_index[name]].points
            for route in way.routes:
                share = book.length(route) / way.trains
                worth[route] = worth.get(route, 0.0) + 2 * points * share
    for route, promised in _country_points(view, ways).items():
        worth[route] = worth.get(route, 0.0) + promised
    goals = {}
    for route in sorted(ways.free):
        facts = book.board.routes[route]
        if facts.length > ways.trains:
            continue
        goals[book.routes[route]] = Goal(
            facts.length,
            LOCO if facts.colour == "grey" else ORDER.index(LETTERS[facts.colour]),
            facts.locomotives,
            rules.locomotives_replace(facts.kind),
            rules.ferry_swap if facts.kind == "ferry" else facts.swap,
            facts.kind == "tunnel",
            book.points(route) + worth.get(route, 0.0),
        )
    return goals


def _country_points(view: View, ways: Ways) -> dict[int, float]:
    """The value of the country cards that a border route would win; a first country counts in part."""
    if not view.stacks:
        return {}
    found: dict[int, float] = {}
    for route in sorted(ways.free):
        facts = view.book.board.routes[route]
        if facts.kind != "border":
            continue
        cards, now = ways.cards_won(route)
        if cards:
            found[route] = cards if now else 0.4 * cards
    return found
