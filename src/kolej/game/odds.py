"""What a seat can say about cards that it cannot see."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

from kolej.boards.schema import LETTERS
from kolej.game.actions import ORDER
from kolej.game.view import View


def unseen(view: View) -> dict[str, int]:
    """Cards that lie in the deck or in hands unknown to the seat: letters and numbers."""
    cards = view.book.board.rules.cards
    left = {letter: getattr(cards, name) for name, letter in LETTERS.items()}
    seen: list[Mapping[str, int]] = [view.hand, view.display, view.discards]
    seen += [seat.known for seat in view.seats if seat.seat != view.seat]
    for some in seen:
        for letter, count in some.items():
            left[letter] -= count
    if view.tunnel is not None:
        for letter in view.tunnel.laid + view.tunnel.turned:
            left[letter] -= 1
    return left


def tunnel_odds(view: View, colour: str) -> list[float]:
    """How likely a tunnel laid with this colour costs 0, 1, 2, ... cards more, from what the seat sees."""
    cards = view.book.board.rules.tunnel_cards
    first = min(cards, view.deck)
    second = min(cards - first, sum(view.discards.values()))
    odds = [0.0] * (cards + 1)
    for i, p in enumerate(_drawn(unseen(view), colour, first)):
        for k, q in enumerate(_drawn(view.discards, colour, second)):
            odds[i + k] += p * q
    return odds


def _drawn(pool: Mapping[str, int], colour: str, count: int) -> list[float]:
    """How likely 0, 1, 2, ... of so many cards from a pool are of the colour, or locomotives."""
    total = sum(pool.get(letter, 0) for letter in ORDER)
    match = sum(pool.get(letter, 0) for letter in {colour, "L"})
    ways = comb(total, count)
    if not ways:
        return [1.0]
    return [comb(match, k) * comb(total - match, count - k) / ways for k in range(count + 1)]
