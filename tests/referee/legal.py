"""What a seat may do: all of it, found by trying."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .board_file import COLOURS, ORDER, BoardFile, Wrong, check

if TYPE_CHECKING:
    from .table import Seat, Table


def actions(table: Table, number: int) -> set[str]:
    """Every legal action of a seat. Of cards that are swapped only their number is told."""
    seat = table.seats[number]
    if number not in table.awaited:
        return set()
    match table.phase:
        case "first":
            return set(keeps(seat, table.rules["first_keep"]))
        case "keep":
            return set(keeps(seat, table.rules["later_keep"]))
        case "second":
            return draws(table)
        case "tunnel":
            return set(extras(table, seat)) | {"give up"}
    found = draws(table) | set(claims(table, seat)) | set(stations(table, seat))
    return found | {"tickets"} if table.tickets_left() else found


def any_action(table: Table, number: int) -> bool:
    """Whether a seat that is on turn can do anything; most can draw."""
    if draws(table) or table.tickets_left():
        return True
    seat = table.seats[number]
    return any(True for _ in itertools.chain(claims(table, seat), stations(table, seat)))


def keeps(seat: Seat, least: int) -> Iterator[str]:
    for count in range(min(least, len(seat.offered)), len(seat.offered) + 1):
        for kept in itertools.combinations(seat.offered, count):
            yield " ".join(["keep", *sorted(kept)])


def draws(table: Table) -> set[str]:
    """C2, C3, C5."""
    never = {"L"} if table.phase == "second" and table.rules["locomotive_is_whole_draw"] else set()
    found = {f"draw {card}" for card, n in table.display.items() if n > 0 and card not in never}
    return found | {"draw"} if table.deck.total() else found


def extras(table: Table, seat: Seat) -> Iterator[str]:
    tunnel = table.tunnel
    assert tunnel is not None
    for locos in range(tunnel.due + 1):
        coloured = tunnel.due - locos
        if coloured and tunnel.colour == "L":
            continue
        if coloured <= seat.hand[tunnel.colour] and locos <= seat.hand["L"]:
            yield f"pay {tunnel.colour * coloured + 'L' * locos}"


def sets_of(hand: Counter[str], size: int) -> Iterator[str]:
    """Sets of one colour and locomotives that a hand has."""
    for locos in range(min(size, hand["L"]) + 1):
        if locos == size:
            yield "L" * size
            continue
        for colour in ORDER[:-1]:
            if hand[colour] >= size - locos:
                yield colour * (size - locos) + "L" * locos


def claims(table: Table, seat: Seat) -> Iterator[str]:
    for name in table.board.routes:
        if not fits(check_claim, table, seat, name):
            continue
        length, price = table.board.length(name), table.board.swap_price(name)
        for swaps in range(length + 1 if price else 1):
            for single in sets_of(seat.hand, length - swaps):
                if seat.hand.total() - len(single) < swaps * price:
                    continue
                if fits(check_payment, table.board, name, single, swaps * price):
                    yield f"claim {name} {single}" + (f"+{swaps * price}" if swaps else "")


def stations(table: Table, seat: Seat) -> Iterator[str]:
    if len(seat.stations) == table.rules["stations"]:
        return
    taken = {city for other in table.seats for city in other.stations}
    for cards in sets_of(seat.hand, table.rules["station_costs"][len(seat.stations)]):
        if fits(check_station_payment, table, seat, cards):
            yield from (f"station {city} {cards}" for city in table.board.cities if city not in taken)


def fits(rule: object, *about: object) -> bool:
    try:
        rule(*about)  # type: ignore[operator]
    except Wrong:
        return False
    return True


def check_claim(table: Table, seat: Seat, name: str) -> None:
    """Whether a seat may have a route, cards apart (C7, C9, P2)."""
    board, rules = table.board, table.rules
    check(all(name not in other.routes for other in table.seats), "taken")
    check(board.length(name) <= seat.trains, "too few trains")
    check(all(board.ends(mine) != board.ends(name) for mine in seat.routes), "the other track is one's own")
    if board.kind(name) == "border":
        if rules["one_route_per_country"]:
            country = board.country(name)
            check(all(board.country(mine) != country for mine in seat.routes), "one route into a country")
    elif len(table.seats) < rules["doubles_from"]:
        owned = [route for other in table.seats for route in other.routes]
        check(all(board.ends(route) != board.ends(name) for route in owned), "the other track is closed")


def check_payment(board: BoardFile, name: str, single: str, swapped: int) -> None:
    """Whether these cards, and so many of any kind, pay for a route (C7, C8, E2, N2-N4)."""
    route, kind, price = board.routes[name], board.kind(name), board.swap_price(name)
    check(not swapped or (price and swapped % price == 0), "a wrong swap")
    swaps = swapped // price if swapped else 0
    check(len(single) + swaps == route["length"], "wrong number")
    colours = set(single) - {"L"}
    check(len(colours) <= 1, "mixed colours")
    check(route["colour"] == "grey" or colours <= {COLOURS[route["colour"]]}, "wrong colour")
    everywhere = board.rules["locomotives_pay"] == "everywhere" or kind in ("tunnel", "ferry")
    check("L" not in single or everywhere, "locomotives do not pay here")
    symbols = route.get("locomotives", 0)
    check(single.count("L") + swaps >= symbols, "too few locomotives")
    if kind == "ferry" and not board.rules["swaps_fill_colour"]:
        check(swaps <= symbols, "a swap for a colour")


def check_station_payment(table: Table, seat: Seat, cards: str) -> None:
    """E7."""
    check(len(cards) == table.rules["station_costs"][len(seat.stations)], "wrong number")
    check(len(set(cards) - {"L"}) <= 1, "mixed colours")
    check("L" not in cards or table.rules["locomotives_pay"] == "everywhere", "no locomotives here")
