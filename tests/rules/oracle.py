"""What a seat may do in its turn, found a second time and in another way: from its view and the rules alone.

Slow and plain, on purpose; it shares no code with the rules but the board's data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kolej.boards.schema import COLOURS, LETTERS, Route
from kolej.game.view import View

SwapClaim = tuple[str, str, int]
"""A route, the cards laid singly, how many cards are swapped for several others."""


def turn_actions(view: View) -> set[str]:
    """All actions of a seat at the start of its turn, claims with swaps apart."""
    found = {f"draw {card}" for card in view.display}
    if view.deck:
        found.add("draw")
    if view.ticket_deck:
        found.add("tickets")
    for name in open_routes(view):
        for cards in sets(view, route_of(view, name)):
            found.add(f"claim {name} {cards}")
    return found | set(stations(view))


def route_of(view: View, name: str) -> Route:
    return view.book.board.routes[view.book.routes.index(name)]


def owners(view: View) -> dict[str, int]:
    return {name: seat.seat for seat in view.seats for name in seat.routes}


def open_routes(view: View) -> Iterator[str]:
    """Routes that nothing but cards keeps the seat from claiming."""
    rules, taken, me = view.book.board.rules, owners(view), view.seat
    assert me is not None
    for route in view.book.board.routes:
        if route.id in taken or route.length > view.seats[me].trains:
            continue
        twins = [r for r in view.book.board.routes if r.id != route.id and {r.a, r.b} == {route.a, route.b}]
        if any(taken.get(twin.id) == me for twin in twins):
            continue
        if route.kind == "border":
            into = [r.id for r in view.book.board.routes if r.kind == "border" and r.b == route.b]
            if rules.one_route_per_country and any(taken.get(name) == me for name in into):
                continue
        elif len(view.seats) < rules.doubles_from and any(twin.id in taken for twin in twins):
            continue
        yield route.id


def locomotives_pay(view: View, route: Route) -> bool:
    return view.book.board.rules.locomotives_pay == "everywhere" or route.kind in ("tunnel", "ferry")


def sets(view: View, route: Route) -> set[str]:
    """The sets of cards in hand that pay for a route without swaps."""
    hand, found = Counter(view.hand), set()
    for colour in COLOURS:
        letter = LETTERS[colour]
        for locos in range(route.length + 1):
            cards = letter * (route.length - locos) + "L" * locos
            if (
                (cards == "L" * len(cards) or route.colour in ("grey", colour))
                and (not locos or locomotives_pay(view, route))
                and locos >= route.locomotives
                and Counter(cards) <= hand
            ):
                found.add(cards)
    return found


def swap_claims(view: View) -> set[SwapClaim]:
    """Claims in which some cards are swapped, by what is laid singly."""
    rules, hand, found = view.book.board.rules, Counter(view.hand), set()
    for name in open_routes(view):
        route = route_of(view, name)
        price = rules.ferry_swap if route.kind == "ferry" else route.swap
        for swaps in range(1, route.length + 1) if price else ():
            if route.kind == "ferry" and not rules.swaps_fill_colour and swaps > route.locomotives:
                continue
            for colour in COLOURS:
                for locos in range(route.length - swaps + 1):
                    cards = LETTERS[colour] * (route.length - swaps - locos) + "L" * locos
                    if (
                        (route.colour in ("grey", colour) or not cards.strip("L"))
                        and (not locos or locomotives_pay(view, route))
                        and locos + swaps >= route.locomotives
                        and Counter(cards) <= hand
                        and hand.total() >= len(cards) + swaps * price
                    ):
                        found.add((name, cards, swaps * price))
    return found


def stations(view: View) -> Iterator[str]:
    rules, me = view.book.board.rules, view.seat
    assert me is not None
    left = view.seats[me].stations
    if not left:
        return
    cost = rules.station_costs[rules.stations - left]
    taken = {city for seat in view.seats for city in seat.station_cities}
    hand = Counter(view.hand)
    payments = set()
    for letter in LETTERS.values():
        for locos in range(cost + 1):
            cards = "".join(sorted(letter * (cost - locos))) + "L" * locos
            if Counter(cards) <= hand and (rules.locomotives_pay == "everywhere" or "L" not in cards):
                payments.add(cards)
    for city in view.book.cities:
        if city not in taken:
            yield from (f"station {city} {cards}" for cards in payments)
