"""What a seat can say about cards that it cannot see."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import comb
from typing import NamedTuple

import msgspec
import numpy as np

from kolej.game.actions import ORDER
from kolej.game.view import View
from kolej.rules import entry_points
from kolej.rules.rows import LOCO as LOCOMOTIVE

LOCO = int(LOCOMOTIVE)


class TunnelOdds(msgspec.Struct, frozen=True):
    """What a tunnel may cost if it is paid with cards of one colour."""

    odds: tuple[float, ...]
    """The probabilities that it costs 0, 1, 2, ... extra cards."""
    cards: int
    """Cards in the hand that can be laid or paid for it: of the colour, and locomotives (E4)."""


class _Cards(NamedTuple):
    """The parts of a sight on which the odds depend, besides what is hidden."""

    hand: tuple[int, ...]
    discard: tuple[int, ...]
    deck_size: tuple[int]
    discard_size: tuple[int]


def tunnels(view: View, colours: Iterable[str]) -> dict[str, TunnelOdds]:
    """The odds for these colours, to four places; ``L`` stands for locomotives alone."""
    hand, kinds = view.sight.plain(_Cards).hand, [ORDER.index(colour) for colour in colours]
    return {
        ORDER[card]: TunnelOdds(_rounded(odds), hand[card] + (hand[LOCO] if card != LOCO else 0))
        for card, odds in zip(kinds, _odds(view, kinds), strict=True)
    }


def unseen(view: View) -> dict[str, int]:
    """Cards in the deck or unknown to the seat in other hands: letters and numbers."""
    return dict(zip(ORDER, _hidden(view), strict=True))


def tunnel_odds(view: View, colour: str) -> list[float]:
    """The probabilities, as the seat sees it, that a tunnel in this colour costs 0, 1, ... extra cards."""
    return list(_odds(view, [ORDER.index(colour)])[0])


def _odds(view: View, colours: list[int]) -> list[tuple[float, ...]]:
    """The same for several colours; locomotives alone are matched by locomotives alone (E4)."""
    hidden, (_, discard, (deck,), (discards,)) = _hidden(view), view.sight.plain(_Cards)
    turned = view.book.board.rules.tunnel_cards
    first = min(turned, deck)
    second, cards = min(turned - first, discards), sum(hidden)
    found = []
    for card in colours:
        match, more = hidden[card], discard[card]
        if card != LOCO:
            match, more = match + hidden[LOCO], more + discard[LOCO]
        odds = _drawn(cards, match, first)
        if first < turned:
            odds = _added(odds, _drawn(discards, more, second), turned)
        found.append(odds)
    return found


def _added(one: tuple[float, ...], other: tuple[float, ...], most: int) -> tuple[float, ...]:
    """The probabilities that two numbers add up to 0, 1, 2, ..."""
    odds = [0.0] * (most + 1)
    for i, p in enumerate(one):
        for k, q in enumerate(other):
            odds[i + k] += p * q
    return tuple(odds)


def _hidden(view: View) -> list[int]:
    counts = np.zeros(len(ORDER), np.int16)
    entry_points.count_hidden(view.book.handle, view.sight.handle, counts)
    found: list[int] = counts.tolist()
    return found


@lru_cache(maxsize=4096)  # a table asks for the same few hundred again and again
def _drawn(cards: int, match: int, count: int) -> tuple[float, ...]:
    """The probabilities that 0, 1, 2, ... of these cards match (hypergeometric), each from the last one."""
    most = min(match, count)
    least = max(0, count - cards + match)
    chance = comb(match, least) * comb(cards - match, count - least) / comb(cards, count)
    chances = [0.0] * least + [chance]
    for k in range(least, most):
        chance *= (match - k) * (count - k) / ((k + 1) * (cards - match - count + k + 1))
        chances.append(chance)
    return (*chances, *[0.0] * (count - most))


@lru_cache(maxsize=4096)
def _rounded(odds: tuple[float, ...]) -> tuple[float, ...]:
    return tuple([round(chance, 4) for chance in odds])
