"""What a seat can do now, grouped as a client shows it: cards to take, routes and their payments, cities."""

from __future__ import annotations

from bisect import bisect_left
from itertools import combinations, takewhile

import msgspec

from kolej.game.actions import (
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
from kolej.game.game import Game
from kolej.game.integers import Integer, integer
from kolej.rules import rows as kinds


class Choices(msgspec.Struct, frozen=True):
    """The legal actions of a seat; all empty if no choice of the seat is awaited."""

    draw: str = ""
    """Letters of the face-up cards that may be taken, in the order of ``ORDER``."""
    blind: bool = False
    """Whether a card may be drawn from the deck."""
    tickets: bool = False
    """Whether new tickets may be drawn."""
    keep: tuple[str, ...] = ()
    """Offered tickets, some of which must be kept now; an action names those kept, in this order."""
    keep_at_least: int = 0
    claim: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Routes and what may be paid for each, as an action is written; fewest locomotives first.

    Of all payments with swaps, one is listed for each choice of the unswapped cards, as in ``Game.legal``.
    """
    station: tuple[str, ...] = ()
    """Cities where a station may be built."""
    station_cards: tuple[str, ...] = ()
    """What may be paid for it, in any of the cities."""
    pay: tuple[str, ...] = ()
    """What may be paid for the tunnel that is being decided."""
    give_up: bool = False
    """Whether the tunnel may be given up."""

    def lines(self) -> list[str]:
        """Every legal action as its line of text."""
        found = [f"draw {card}" for card in self.draw]
        found += ["draw"] * self.blind + ["tickets"] * self.tickets
        found += [str(Keep(kept)) for kept in self._kept()]
        found += [f"claim {route} {cards}" for route, payments in self.claim.items() for cards in payments]
        found += [f"station {city} {cards}" for city in self.station for cards in self.station_cards]
        found += [f"pay {cards}" for cards in self.pay]
        return found + ["give up"] * self.give_up

    def _kept(self) -> list[tuple[str, ...]]:
        """The sets of tickets that may be kept."""
        sizes = range(self.keep_at_least, len(self.keep) + 1) if self.keep else ()
        return [kept for size in sizes for kept in combinations(self.keep, size)]


def choices(game: Game, seat: Integer) -> Choices:
    """What a seat can do now."""
    seat = integer(seat, "a seat")
    if seat not in game.awaited:
        return Choices()
    rows = game.rows(seat)
    match game.book.codec.facts[rows[0]][0]:
        case kinds.KEEP:
            return _of_tickets(game.legal(seat))
        case kinds.PAY_EXTRA | kinds.GIVE_UP:
            return _of_tunnel(game.legal(seat))
        case _:
            return _of_turn(game, seat, rows)


def _of_tickets(legal: list[Action]) -> Choices:
    """All tickets may always be kept, and keeping all is the last action."""
    kept = [action.tickets for action in legal if isinstance(action, Keep)]
    return Choices(keep=kept[-1], keep_at_least=min(map(len, kept)))


def _of_tunnel(legal: list[Action]) -> Choices:
    pay = tuple([action.cards for action in legal if isinstance(action, PayExtra)])
    return Choices(pay=pay, give_up=GiveUp() in legal)


def _of_turn(game: Game, seat: int, rows: list[int]) -> Choices:
    """Rows of a turn come in this order: draws, tickets, claims, claims with swaps, stations.

    Most of them are stations, one for each city and payment, so those are read from their rows alone.
    """
    facts = game.book.codec.facts
    claims = bisect_left(rows, True, key=lambda row: row >= kinds.FIRST_FREE)
    stations = bisect_left(rows, True, claims, key=lambda row: facts[row][0] == kinds.STATION)
    draws = game.compiled.actions(rows[:claims], seat)
    station, station_cards = _stations(game, seat, rows[stations:])
    return Choices(
        draw="".join([action.card for action in draws if isinstance(action, DrawOpen)]),
        blind=DrawBlind() in draws,
        tickets=DrawTickets() in draws,
        claim=_payments(game.compiled.actions(rows[claims:stations], seat)),
        station=station,
        station_cards=station_cards,
    )


def _payments(claims: list[Action]) -> dict[str, tuple[str, ...]]:
    """What may be paid for each route."""
    found: dict[str, list[str]] = {}
    swaps = False
    for action in claims:
        assert isinstance(action, Claim)
        cards = action.cards
        if action.swapped:
            swaps, cards = True, str(action).rpartition(" ")[2]
        if action.route in found:
            found[action.route].append(cards)
        else:
            found[action.route] = [cards]
    if swaps:
        for payments in found.values():
            payments.sort(key=_locomotives)
    return {route: tuple(payments) for route, payments in found.items()}


def _locomotives(payment: str) -> int:
    return payment.count("L")


def _stations(game: Game, seat: int, rows: list[int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Cities and payments; stations are listed payment by payment, each with all the cities."""
    if not rows:
        return (), ()
    names, first = game.book.cities, rows[0] - game.book.codec.facts[rows[0]][1]
    cities = [names[row - first] for row in takewhile(lambda row: row - first < len(names), rows)]
    payments = game.compiled.actions(rows[:: len(cities)], seat)
    return tuple(cities), tuple([action.cards for action in payments if isinstance(action, Station)])
