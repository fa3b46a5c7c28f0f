"""Translates rows to actions and luck from numbers to words, and back; nothing else translates.

A row is an action's number on a board (``rules.rows``). Most rows always mean the same action. Some depend on
what the seat holds: the tickets offered, the tunnel that it tried, the cards that it could swap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from kolej.boards import schema
from kolej.game.actions import (
    ORDER,
    Action,
    Claim,
    DrawBlind,
    DrawOpen,
    DrawTickets,
    GiveUp,
    InvalidAction,
    Keep,
    PayExtra,
    Station,
    in_order,
)
from kolej.rules import rows as kinds
from kolej.rules.luck import NOTE_OFFERED, NOTE_STARTS, NOTE_TURNED
from kolej.rules.sight import Sight
from kolej.rules.state import State
from kolej.rules.structs import Values

LOCO = int(kinds.LOCO)
STARTERS = ("0", "1", "2", "3", "4")
"""Words for the seat that starts."""

FIXED = (kinds.DRAW_OPEN, kinds.DRAW_BLIND, kinds.DRAW_TICKETS, kinds.CLAIM, kinds.STATION, kinds.GIVE_UP)
"""Kinds of action that have the same row whatever the seat holds, a bounded number of them."""

Tape = list[tuple[int, int]]
"""Random outcomes and what followed automatically, as the rules noted them."""


class Holdings(NamedTuple):
    """What a seat holds, as far as the meaning of some rows depends on it."""

    offered: tuple[int, ...] = ()
    """The tickets that it chooses from."""
    laid: int = 0
    """The row of the tunnel that it tried."""
    extra: int = 0
    """The extra cost of that tunnel."""
    hand: tuple[int, ...] = ()


def holdings(state: State, seat: int) -> Holdings:
    """What a seat holds in a state."""
    table: Any = state
    offered = table.offered[seat, : table.offered_count[seat]].tolist()
    return Holdings(tuple(offered), int(table.laid[0]), int(table.extra[0]), tuple(table.hand[seat].tolist()))


def seen_holdings(sight: Sight) -> Holdings:
    """What the seat of a sight holds."""
    table: Any = sight
    offered = table.offered[: table.offered_count[table.seat[0]]].tolist()
    return Holdings(tuple(offered), int(table.laid[0]), int(table.extra[0]), tuple(table.hand.tolist()))


class Codec:
    """Translates for one board; part of its rulebook."""

    def __init__(
        self, board: schema.Board, values: Values, routes: list[str], cities: list[str], tickets: list[str]
    ) -> None:
        buffer = values.buffer
        self.rows = np.array(buffer["action"][0][: int(buffer["actions"][0][0])])
        self.facts: list[kinds.Row] = [(a, b, c, d, e) for a, b, c, d, e in self.rows.tolist()]
        """The rows as Python's own numbers: kind, target, colour, locomotives, swaps."""
        self.said: dict[int, Action] = {}
        """The actions of rows that always mean the same, once translated."""
        self._fixed: dict[Action, int] = {}
        """The rows of actions that always have the same one, once found."""
        self._row: dict[kinds.Row, int] = {row: i for i, row in enumerate(self.facts)}
        self._lengths = [route.length for route in board.routes]
        self._swap_price: list[int] = buffer["swap_price"][0].tolist()
        self._station_row = buffer["station_row"][0]
        self._station_cost = {
            int(self._station_row[tuple(at)]): int(at[0]) for at in np.argwhere(self._station_row >= 0)
        }
        """By first row: how many cards a station costs; the rows of one payment follow, one for each city."""
        self._routes, self._cities, self._tickets = routes, cities, tickets
        self._route = {name: i for i, name in enumerate(routes)}
        self._city = {name: i for i, name in enumerate(cities)}
        self._ticket = {name: i for i, name in enumerate(tickets)}

    # Rows to actions

    @cached_property
    def cards_laid(self) -> list[str]:
        """By row: the cards that a claim lays, empty for other actions."""
        return [self._laid(row)[1] if facts[0] == kinds.CLAIM else "" for row, facts in enumerate(self.facts)]

    def actions(self, rows: Sequence[int], held: Callable[[], Holdings]) -> list[Action]:
        """Legal rows as actions; fetches what the seat holds only if it matters."""
        said = self.said
        try:
            return [said[row] for row in rows]
        except KeyError:
            holds = held()
            return [said.get(row) or self.action(row, holds) for row in rows]

    def action(self, row: int, holds: Holdings) -> Action:
        """A row as an action; ``InvalidAction`` for a row that is only a step of one.

        For a payment with swaps, it swaps the cards that the hand has most of.
        """
        known = self.said.get(row)
        if known is None:
            known = self._read(row, holds)
            if self.facts[row][0] not in (kinds.KEEP, kinds.PAY_EXTRA, kinds.SWAP):
                self.said[row] = known
        return known

    def _read(self, row: int, holds: Holdings) -> Action:
        kind, target, colour, locos, swaps = self.facts[row]
        match kind:
            case kinds.DRAW_OPEN:
                return DrawOpen(ORDER[colour])
            case kinds.DRAW_BLIND:
                return DrawBlind()
            case kinds.DRAW_TICKETS:
                return DrawTickets()
            case kinds.KEEP:
                kept = (self._tickets[t] for i, t in enumerate(holds.offered) if target >> i & 1)
                return Keep(tuple(kept))
            case kinds.CLAIM:
                return Claim(*self._laid(row))
            case kinds.SWAP:
                return self.swap_claim(
                    row, _most_of(self._left(row, holds), swaps * self._swap_price[target])
                )
            case kinds.STATION:
                cost = self._station_cost[row - target]
                return Station(self._cities[target], written(colour, cost - locos, locos))
            case kinds.PAY_EXTRA:
                return PayExtra(written(self.facts[holds.laid][2], holds.extra - locos, locos))
            case kinds.GIVE_UP:
                return GiveUp()
            case _:
                raise InvalidAction(f"row {row} is a step of a payment or a pass, not an action")

    def swap_claim(self, row: int, swapped: str) -> Claim:
        """A row's claim with swaps, paid with these cards."""
        route, cards = self._laid(row)
        return Claim(route, cards, swapped)

    def laid(self, row: int) -> tuple[int, str]:
        """The route of a claim and the cards laid for it, except swapped ones."""
        return self.facts[row][1], self._laid(row)[1]

    def _laid(self, row: int) -> tuple[str, str]:
        _, route, colour, locos, swaps = self.facts[row]
        return self._routes[route], written(colour, self._lengths[route] - locos - swaps, locos)

    def _left(self, row: int, holds: Holdings) -> tuple[int, ...]:
        """The hand after paying the unswapped cards of a claim."""
        _, route, colour, locos, swaps = self.facts[row]
        hand = list(holds.hand)
        hand[colour] -= self._lengths[route] - locos - swaps
        hand[LOCO] -= locos
        return tuple(hand)

    # Actions to rows

    def row(self, action: Action, held: Callable[[], Holdings]) -> int | None:
        """The row of an action, the first if there are several; None if the board has no such payment.

        ``refusals`` decides whether it is legal. Fetches what the seat holds only if it matters.
        """
        known = self._fixed.get(action)
        if known is None:
            known = self._found(action, held)
            if known is not None and self.facts[known][0] in FIXED:
                self._fixed[action] = known
        return known

    def _found(self, action: Action, held: Callable[[], Holdings]) -> int | None:
        match action:
            case DrawOpen(card):
                return self.find(kinds.DRAW_OPEN, colour=ORDER.index(card))
            case DrawBlind():
                return self.find(kinds.DRAW_BLIND)
            case DrawTickets():
                return self.find(kinds.DRAW_TICKETS)
            case Keep(tickets):
                offered = held().offered
                places = [offered.index(self._ticket[name]) for name in tickets]
                return self.find(kinds.KEEP, sum(1 << place for place in places))
            case Claim():
                return self._claim_row(action)
            case Station():
                return self._station(action)
            case PayExtra(cards):
                return self.find(kinds.PAY_EXTRA, locos=cards.count(ORDER[LOCO]))
            case GiveUp():
                return self.find(kinds.GIVE_UP)

    def steps(self, action: Action, row: int) -> list[int]:
        """The rows that carry an action out: its own, and one for each card swapped."""
        if not isinstance(action, Claim) or not action.swapped:
            return [row]
        return [row, *(kinds.ROW_CARD + ORDER.index(card) for card in in_order(action.swapped))]

    def find(self, kind: int, target: int = 0, colour: int = 0, locos: int = 0, swaps: int = 0) -> int | None:
        """The number of the row with these values, if the board has it."""
        return self._row.get((kind, target, colour, locos, swaps))

    def _claim_row(self, claim: Claim) -> int | None:
        paid, route = _paid(claim.cards), self._route[claim.route]
        if paid is None:
            return None
        price = self._swap_price[route]
        if not claim.swapped:
            return self.find(kinds.CLAIM, route, *paid) if len(claim.cards) == self._lengths[route] else None
        if not price or len(claim.swapped) % price:
            return None
        return self.find(kinds.SWAP, route, *paid, len(claim.swapped) // price)

    def _station(self, station: Station) -> int | None:
        paid, cost = _paid(station.cards), len(station.cards)
        if paid is None or cost >= len(self._station_row):
            return None
        first = int(self._station_row[cost, paid[0], paid[1]])
        return None if first < 0 else first + self._city[station.city]

    # Luck

    def tokens(self, tape: Tape) -> Iterable[str]:
        """The luck of a tape in words: letters of cards, ids of tickets, the seat that starts."""
        for what, value in tape:
            if what == NOTE_OFFERED:
                yield self._tickets[value]
            elif what == NOTE_STARTS:
                yield STARTERS[value]
            elif what <= NOTE_TURNED:
                yield ORDER[value]

    def outcome(self, token: str) -> int | None:
        """A word of luck as a number; None if it is not a word of luck."""
        if len(token) == 1 and token in ORDER:
            return ORDER.index(token)
        if token in self._ticket:
            return self._ticket[token]
        return STARTERS.index(token) if token in STARTERS else None


@lru_cache(maxsize=2048)
def draws(rows: tuple[int, ...]) -> tuple[str, bool, bool]:
    """Of rows that all boards share: letters of face-up cards to take, whether one may be drawn blind, and
    whether tickets may be drawn."""
    faces = range(kinds.ROW_OPEN, kinds.ROW_BLIND)
    letters = "".join([ORDER[row - kinds.ROW_OPEN] for row in rows if row in faces])
    return letters, kinds.ROW_BLIND in rows, kinds.ROW_TICKETS in rows


def written(colour: int, cards: int, locos: int) -> str:
    """A set of one colour and locomotives as letters."""
    return ORDER[colour] * cards + ORDER[LOCO] * locos


def counted(cards: str) -> list[int]:
    """The number of cards of each kind in these letters."""
    return [cards.count(letter) for letter in ORDER]


def _paid(cards: str) -> tuple[int, int] | None:
    """The colour and the locomotives of a payment; None if it has several colours."""
    counts = counted(cards)
    colours = [card for card in range(LOCO) if counts[card]]
    if len(colours) > 1:
        return None
    return colours[0] if colours else LOCO, counts[LOCO]


@lru_cache(maxsize=4096)
def _most_of(hand: tuple[int, ...], count: int) -> str:
    """This many cards, each of the kind that the hand then has most of, locomotives last."""
    left = list(hand)
    found = ""
    for _ in range(count):
        most = max(left[:LOCO])
        card = left.index(most) if most > 0 else LOCO
        left[card] -= 1
        found += ORDER[card]
    return in_order(found)
