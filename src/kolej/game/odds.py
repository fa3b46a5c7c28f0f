"""What a seat can say about cards that it cannot see."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import comb

import msgspec

from kolej.game.actions import ORDER
from kolej.game.view import View
from kolej.rules.rows import LOCO as LOCOMOTIVE

LOCO = int(LOCOMOTIVE)

_Draw = tuple[int, int, int]
"""Cards to draw from, how many of them match, how many are drawn."""
_NO_DRAW = (0, 0, 0)
_PLACE = {card: place for place, card in enumerate(ORDER)}


class TunnelOdds(msgspec.Struct, frozen=True):
    """What a tunnel may cost if it is paid with cards of one colour."""

    odds: tuple[float, ...]
    """The probabilities that it costs 0, 1, 2, ... extra cards."""
    cards: int
    """Cards in the hand that can be laid or paid for it: of the colour, and locomotives (E4)."""


def tunnels(view: View, colours: Iterable[str], own: View | None = None) -> dict[str, TunnelOdds]:
    """The odds for these colours, to four places; ``L`` stands for locomotives alone.

    ``own``: a view with the seat's own hand, if ``view`` is a spectator's.
    """
    hand, draws = (own or view).hand, _Draws(view, own)
    locomotives = hand.get("L", 0)
    found = {}
    for colour in colours:
        cards = locomotives if colour == "L" else hand.get(colour, 0) + locomotives
        found[colour] = _told(*draws.of(colour), cards)
    return found


def unseen(view: View) -> dict[str, int]:
    """Cards in the deck or unknown to the seat in other hands: letters and numbers."""
    return dict(zip(ORDER, _hidden(view), strict=True))


def tunnel_odds(view: View, colour: str) -> list[float]:
    """The probabilities, as the seat sees it, that a tunnel in this colour costs 0, 1, ... extra cards."""
    return _added(*_Draws(view).of(colour))


class _Draws:
    """The cards that a tunnel turns up: first from the deck, then from the discards."""

    def __init__(self, view: View, own: View | None = None) -> None:
        self.hidden, self.discards = _hidden(view, own), view.discards
        self.cards = sum(self.hidden)
        turned = view.book.board.rules.tunnel_cards
        self.first = min(turned, view.deck)
        self.missing = turned - self.first
        self.rest = sum(self.discards.values()) if self.missing else 0

    def of(self, colour: str) -> tuple[_Draw, _Draw, int]:
        """The draws from deck and discards with their matches, and how many cards cannot be turned up.

        Locomotives alone are matched by locomotives alone (E4).
        """
        match = self.hidden[LOCO]
        if colour != "L":
            match += self.hidden[_PLACE[colour]]
        if not self.missing:
            return (self.cards, match, self.first), _NO_DRAW, 0
        second = min(self.missing, self.rest)
        more = sum(self.discards.get(card, 0) for card in {colour, "L"})
        return (self.cards, match, self.first), (self.rest, more, second), self.missing - second


def _hidden(view: View, own: View | None = None) -> list[int]:
    """The hidden cards, by kind; if ``view`` is a spectator's, as the seat of ``own`` knows them."""
    if own is None or own.seat is None:
        return list(view.hidden)
    found = list(view.hidden)
    for card, count in own.hand.items():
        found[_PLACE[card]] -= count
    for card, count in view.seats[own.seat].known.items():  # a spectator has counted these as seen
        found[_PLACE[card]] += count
    return found


@lru_cache(maxsize=1 << 14)  # tables ask for the same few thousand again and again
def _told(deck: _Draw, discards: _Draw, missing: int, cards: int) -> TunnelOdds:
    return TunnelOdds(tuple([round(chance, 4) for chance in _added(deck, discards, missing)]), cards)


def _added(deck: _Draw, discards: _Draw, missing: int) -> list[float]:
    """The probabilities that 0, 1, 2, ... cards of both draws match."""
    one, other = _drawn(*deck), _drawn(*discards)
    odds = [0.0] * (len(one) + len(other) - 1 + missing)
    for i, p in enumerate(one):
        for k, q in enumerate(other):
            odds[i + k] += p * q
    return odds


def _drawn(cards: int, match: int, count: int) -> list[float]:
    """The probabilities that 0, 1, 2, ... of these cards match (hypergeometric), each from the last one."""
    most = min(match, count)
    least = max(0, count - cards + match)
    chance = comb(match, least) * comb(cards - match, count - least) / comb(cards, count)
    chances = [0.0] * least + [chance]
    for k in range(least, most):
        chance *= (match - k) * (count - k) / ((k + 1) * (cards - match - count + k + 1))
        chances.append(chance)
    return [*chances, *[0.0] * (count - most)]
