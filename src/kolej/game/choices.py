"""What a seat can do now, grouped as a client shows it: cards to take, routes and their payments, cities."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import msgspec

from kolej.game.actions import (
    Action,
    Claim,
    GiveUp,
    Keep,
    PayExtra,
    Station,
)
from kolej.game.codec import draws
from kolej.game.game import Game
from kolej.game.integers import Integer, integer


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
    match game.compiled.phase:
        case "turn" | "second-card":
            return _of_turn(game, seat)
        case "tunnel":
            return _of_tunnel(game.legal(seat))
        case _:
            return _of_tickets(game.legal(seat))


def _of_tickets(legal: list[Action]) -> Choices:
    """All tickets may always be kept, and keeping all is the last action."""
    kept = [action.tickets for action in legal if isinstance(action, Keep)]
    return Choices(keep=kept[-1], keep_at_least=min(map(len, kept)))


def _of_tunnel(legal: list[Action]) -> Choices:
    pay = tuple([action.cards for action in legal if isinstance(action, PayExtra)])
    return Choices(pay=pay, give_up=GiveUp() in legal)


def _of_turn(game: Game, seat: int) -> Choices:
    """Most rows of a turn are claims and stations, so those are read from their rows alone."""
    found, rows = game.compiled.turn_rows(seat)
    draw_end, claim_end, swap_end, end = found.ends.tolist()
    draw, blind, tickets = draws(tuple(rows[:draw_end].tolist()))
    claim = _payments(game, found)
    if swap_end > claim_end:
        _add_swaps(claim, game.compiled.actions(rows[claim_end:swap_end].tolist(), seat))
    station, station_cards = _stations(game, seat, rows[swap_end:end]) if end > swap_end else ((), ())
    return Choices(draw, blind, tickets, (), 0, claim, station, station_cards)


def _payments(game: Game, found: Any) -> dict[str, tuple[str, ...]]:
    """What may be paid for each route without swaps."""
    count = int(found.routes[0])
    if not count:
        return {}
    names, laid, ends = game.book.routes, game.book.codec.cards_laid, found.end[:count].tolist()
    cards = tuple([laid[row] for row in found.claim[: ends[-1]].tolist()])
    claims, begin = {}, 0
    for route, end in zip(found.route[:count].tolist(), ends, strict=True):
        claims[names[route]] = cards[begin:end]
        begin = end
    return claims


def _add_swaps(claims: dict[str, tuple[str, ...]], swaps: list[Action]) -> None:
    """Add payments with swaps, and sort all payments again."""
    for action in swaps:
        assert isinstance(action, Claim)
        claims[action.route] = (*claims.get(action.route, ()), str(action).rpartition(" ")[2])
    for route, payments in claims.items():
        claims[route] = tuple(sorted(payments, key=_locomotives))


def _locomotives(payment: str) -> int:
    return payment.count("L")


def _stations(game: Game, seat: int, rows: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Cities and payments; stations are listed payment by payment, each with all the cities."""
    cities = game.book.named_cities(int(game.compiled.state[0].free_cities[0]))
    payments = game.compiled.actions(rows[:: len(cities)].tolist(), seat)
    return cities, tuple([action.cards for action in payments if isinstance(action, Station)])
