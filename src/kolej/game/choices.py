"""What a seat can do now, grouped as a client shows it: cards to take, routes and their payments, cities."""

from __future__ import annotations

from itertools import combinations

import msgspec

from kolej.game.actions import ORDER, Claim, Keep, PayExtra, Station
from kolej.game.game import Game
from kolej.game.integers import Integer, integer
from kolej.rules import rows as kinds


class Choices(msgspec.Struct, frozen=True):
    """The legal actions of a seat; all empty if nothing is awaited of it."""

    draw: str = ""
    """Letters of the face-up cards that may be taken, in the order of ``ORDER``."""
    blind: bool = False
    """Whether a card may be drawn from the deck."""
    tickets: bool = False
    """Whether new tickets may be looked at."""
    keep: tuple[str, ...] = ()
    """Tickets offered, some of which are to be kept now; any of them, in this order, make an action."""
    keep_at_least: int = 0
    claim: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Routes and what may be paid for each, as an action is written; fewest locomotives first.

    Of payments with swaps one is listed for each choice of single cards, as in ``Game.legal``.
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
    rows = game.legal_rows(seat)
    match game.book.facts[rows[0]][0]:
        case kinds.KEEP:
            return _of_tickets(game, seat, rows)
        case kinds.PAY_EXTRA | kinds.GIVE_UP:
            return _of_tunnel(game, seat, rows)
        case _:
            return _of_turn(game, seat, rows)


def _of_tickets(game: Game, seat: int, rows: list[int]) -> Choices:
    """All tickets may always be kept, and theirs is the last row."""
    every = game.words(rows[-1], seat)
    assert isinstance(every, Keep)
    return Choices(keep=every.tickets, keep_at_least=min((row - kinds.ROW_KEEP).bit_count() for row in rows))


def _of_tunnel(game: Game, seat: int, rows: list[int]) -> Choices:
    found = [game.words(row, seat) for row in rows]
    pay = tuple([action.cards for action in found if isinstance(action, PayExtra)])
    return Choices(pay=pay, give_up=kinds.ROW_GIVE_UP in rows)


def _of_turn(game: Game, seat: int, rows: list[int]) -> Choices:
    """Rows of a turn come as draws, tickets, claims, swaps and stations."""
    common = sum(row < kinds.FIRST_FREE for row in rows[:11])
    draws = rows[:common]
    claim, rest = _payments(game, seat, rows[common:])
    station, station_cards = _stations(game, rest)
    return Choices(
        draw="".join([ORDER[row - kinds.ROW_OPEN] for row in draws if row < kinds.ROW_BLIND]),
        blind=kinds.ROW_BLIND in draws,
        tickets=kinds.ROW_TICKETS in draws,
        claim=claim,
        station=station,
        station_cards=station_cards,
    )


def _payments(game: Game, seat: int, rows: list[int]) -> tuple[dict[str, tuple[str, ...]], list[int]]:
    """What may be paid for each route, and the rows that follow claims."""
    claims = game.book.claims
    found: dict[str, list[str]] = {}
    swaps, count = False, len(rows)
    for place, row in enumerate(rows):
        claim = claims[row]
        if claim is None:
            action = game.words(row, seat)
            if not isinstance(action, Claim):
                count = place
                break
            swaps, claim = True, (action.route, str(action).rpartition(" ")[2])
        route, cards = claim
        if route in found:
            found[route].append(cards)
        else:
            found[route] = [cards]
    if swaps:
        for payments in found.values():
            payments.sort(key=_locomotives)
    return {route: tuple(payments) for route, payments in found.items()}, rows[count:]


def _locomotives(payment: str) -> int:
    return payment.count(ORDER[kinds.LOCO])


def _stations(game: Game, rows: list[int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Cities and payments; rows come payment by payment, each with all the cities."""
    if not rows:
        return (), ()
    book = game.book
    after = rows[0] - book.facts[rows[0]][1] + len(book.cities)
    cities = tuple([book.cities[book.facts[row][1]] for row in rows[: len(book.cities)] if row < after])
    built = [book.words(row) for row in rows[:: len(cities)]]
    return cities, tuple([action.cards for action in built if isinstance(action, Station)])
