"""What a seat can do now, grouped as a client shows it: cards to take, routes and their payments, cities."""

from __future__ import annotations

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

DRAWS = (DrawOpen, DrawBlind, DrawTickets)
MOST_DRAWS = 11
"""Nine kinds of cards face up, the deck, and tickets."""


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
    legal = game.legal(seat)
    match legal[0]:
        case Keep():
            return _of_tickets(legal)
        case PayExtra() | GiveUp():
            return _of_tunnel(legal)
        case _:
            return _of_turn(legal)


def _of_tickets(legal: list[Action]) -> Choices:
    """All tickets may always be kept, and keeping all is the last action."""
    kept = [action.tickets for action in legal if isinstance(action, Keep)]
    return Choices(keep=kept[-1], keep_at_least=min(map(len, kept)))


def _of_tunnel(legal: list[Action]) -> Choices:
    pay = tuple([action.cards for action in legal if isinstance(action, PayExtra)])
    return Choices(pay=pay, give_up=GiveUp() in legal)


def _of_turn(legal: list[Action]) -> Choices:
    """Actions of a turn come in this order: draws, tickets, claims, claims with swaps, stations."""
    draws = [action for action in legal[:MOST_DRAWS] if isinstance(action, DRAWS)]
    claim, rest = _payments(legal[len(draws) :])
    station, station_cards = _stations(rest)
    return Choices(
        draw="".join([action.card for action in draws if isinstance(action, DrawOpen)]),
        blind=DrawBlind() in draws,
        tickets=DrawTickets() in draws,
        claim=claim,
        station=station,
        station_cards=station_cards,
    )


def _payments(legal: list[Action]) -> tuple[dict[str, tuple[str, ...]], list[Action]]:
    """What may be paid for each route, and the actions that follow claims."""
    found: dict[str, list[str]] = {}
    swaps, count = False, len(legal)
    for place, action in enumerate(legal):
        if not isinstance(action, Claim):
            count = place
            break
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
    return {route: tuple(payments) for route, payments in found.items()}, legal[count:]


def _locomotives(payment: str) -> int:
    return payment.count("L")


def _stations(legal: list[Action]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Cities and payments; stations are listed payment by payment, each with all the cities."""
    stations = [action for action in legal if isinstance(action, Station)]
    if not stations:
        return (), ()
    first = stations[0].cards
    cities = [station.city for station in takewhile(lambda station: station.cards == first, stations)]
    return tuple(cities), tuple([station.cards for station in stations[:: len(cities)]])
