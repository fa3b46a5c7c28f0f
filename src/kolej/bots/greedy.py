"""A bot that wants points now: it claims the route that scores most at once, or draws towards one.

It makes no plans and does nothing for its tickets, so it keeps the cheapest, and no more than it must. A
greedy bot is a common baseline elsewhere, too: a bot that beats it can do more than grab points.
"""

from __future__ import annotations

from collections.abc import Sequence

from kolej.bots.tiebreak import bot_seed, tiebreak
from kolej.game.actions import Action, Claim, DrawBlind, DrawOpen, DrawTickets, Keep, PayExtra
from kolej.game.integers import Integer
from kolej.game.paths import Ways
from kolej.game.view import View

LOCOMOTIVE = "L"
UNKNOWN = 0.5
"""Value of drawing blind: better than a colour with no card in the hand, worse than any other."""


class Greedy:
    name = "greedy"

    def __init__(self, seed: Integer = 0) -> None:
        self.seed = bot_seed(seed)

    def choose(self, view: View, legal: Sequence[Action], limit: float | None = None) -> Action:
        keeps = [action for action in legal if isinstance(action, Keep)]
        if keeps:
            return min(keeps, key=lambda keep: (_at_stake(view, keep), tiebreak(self.seed, keep)))
        if claims := [action for action in legal if isinstance(action, Claim)]:
            points = {route: _points(view, route) for route in {claim.route for claim in claims}}
            return max(
                claims, key=lambda claim: (points[claim.route], *_spared(claim), tiebreak(self.seed, claim))
            )
        if draws := [action for action in legal if isinstance(action, DrawOpen | DrawBlind)]:
            return max(draws, key=lambda draw: (_nearer(view, draw), tiebreak(self.seed, draw)))
        if pays := [action for action in legal if isinstance(action, PayExtra)]:
            return min(pays, key=lambda pay: pay.cards.count(LOCOMOTIVE))
        return min(legal, key=lambda action: (isinstance(action, DrawTickets), tiebreak(self.seed, action)))


def _at_stake(view: View, keep: Keep) -> int:
    """Points that these tickets cost a player who does not complete them."""
    book = view.book
    return sum(book.board.tickets[book.ticket_index[name]].points for name in keep.tickets)


def _points(view: View, name: str) -> int:
    """What claiming a route scores at once: its points, and the country cards that it wins."""
    route = view.book.route_index[name]
    facts = view.book.board.routes[route]
    cards, now = Ways(view).cards_won(route) if facts.kind == "border" else (0, False)
    return view.book.points(route) + cards * now


def _spared(claim: Claim) -> tuple[int, int]:
    """Sort key: prefer payments that spare locomotives, then cards to swap."""
    return -claim.cards.count(LOCOMOTIVE), -len(claim.swapped)


def _nearer(view: View, draw: DrawOpen | DrawBlind) -> float:
    """How many cards of the drawn colour are in the hand: the most frequent colour is soonest a route."""
    if isinstance(draw, DrawBlind):
        return UNKNOWN
    whole = view.book.board.rules.locomotive_is_whole_draw
    return 0.0 if draw.card == LOCOMOTIVE and whole else view.hand.get(draw.card, 0)
