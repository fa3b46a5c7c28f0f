"""A board as the rules see it: numbers, sets of routes, and the table of actions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Annotated, NamedTuple

from kolej.boards import schema
from kolej.rules.rows import CLAIM, LOCO, MOST_OFFERED, STATION, SWAP, Row, common_rows
from kolej.rules.state import COUNTRIES, PLACES, ROUTES, STACK, STATIONS, TICKETS
from kolej.rules.structs import Bits, Numbers, One, Set, Values

MOST = 12
"""The longest route, and the most cards of one kind in a payment."""
ACTIONS = 16384
TIES = ("tickets", "ticket-points", "fewer-stations", "longest-path", "longest-path-bonus")


class Board(NamedTuple):
    payable: Annotated[Bits, (MOST + 1, 9, MOST + 1, 2)]
    """[locomotives, colour, cards]: routes payable with exactly these locomotives and at most these cards."""
    within: Annotated[Bits, (MOST + 1, 2)]
    """[trains]: routes no longer than that."""
    at_place: Annotated[Bits, (PLACES, 2)]
    """Routes that touch the place."""
    own_closes: Annotated[Bits, (ROUTES, 2)]
    """Routes that are closed to the player who claims this one."""
    all_closes: Annotated[Bits, (ROUTES, 2)]
    """Routes that are then closed to everybody, with few players (C9)."""
    routes: Annotated[Bits, (2,)]
    swap_routes: Annotated[Bits, (2,)]
    """Routes that have rows for payments with swaps."""
    ordinary_tickets: Set
    long_tickets: Set
    cities: Set
    action: Annotated[Numbers, (ACTIONS, 5)]
    actions: One
    claim_row: Annotated[Numbers, (9, MOST + 1, ROUTES)]
    station_row: Annotated[Numbers, (MOST + 1, 9, MOST + 1)]
    """[cost, colour, locomotives]: the row of city 0."""
    swap_row: Annotated[Numbers, (ROUTES, 2)]
    """First row of the route's swaps, and the first after them."""
    swap_price: Annotated[Numbers, (ROUTES,)]
    """How many cards of any kind replace one; 0 for none."""
    keep_sets: Annotated[Numbers, (MOST_OFFERED + 1, MOST_OFFERED + 1, 1 << MOST_OFFERED)]
    """[at least, offered]: the sets that may be kept, as bits."""
    keep_count: Annotated[Numbers, (MOST_OFFERED + 1, MOST_OFFERED + 1)]
    route_a: Annotated[Numbers, (ROUTES,)]
    route_b: Annotated[Numbers, (ROUTES,)]
    """A border route ends at a place of its own or, where countries connect (P5), at that of its country."""
    country: Annotated[Numbers, (ROUTES,)]
    """The country that a border route leads to, or -1."""
    length: Annotated[Numbers, (ROUTES,)]
    points: Annotated[Numbers, (ROUTES,)]
    tunnel: Annotated[Numbers, (ROUTES,)]
    colour: Annotated[Numbers, (ROUTES,)]
    """The route's colour; ``LOCO`` for grey."""
    symbols: Annotated[Numbers, (ROUTES,)]
    """Locomotives that the route requires."""
    joker: Annotated[Numbers, (ROUTES,)]
    """Whether locomotives may replace cards here."""
    ticket_a: Annotated[Numbers, (TICKETS,)]
    ticket_b: Annotated[Numbers, (TICKETS,)]
    ticket_points: Annotated[Numbers, (TICKETS,)]
    stack: Annotated[Numbers, (COUNTRIES, STACK)]
    stack_size: Annotated[Numbers, (COUNTRIES,)]
    cards: Annotated[Numbers, (9,)]
    route_count: One
    place_count: One
    country_count: One
    trains: One
    stations: One
    station_cost: Annotated[Numbers, (STATIONS,)]
    station_points: One
    jokers: One
    """Locomotives pay everywhere, stations included."""
    hand: One
    display: One
    replaced_at: One
    """Face-up locomotives that replace the display; more than it holds means never."""
    whole_draw: One
    """Whether a face-up locomotive uses up the whole draw."""
    first_long: One
    first_tickets: One
    first_keep: One
    first_under: One
    """Whether returned first tickets go under the deck; if not, they leave the game."""
    later_tickets: One
    later_keep: One
    later_under: One
    tunnel_cards: One
    doubles_from: One
    last_round_at: One
    path_bonus: One
    most_bonus: One
    every_border_pays: One
    inland_links_pay: One
    ties: Annotated[Numbers, (len(TIES),)]
    """Tie-breakers in order, as indices of ``TIES``; -1 after the last."""


def compile_board(board: schema.Board) -> Values:
    """The compiled form of a board; options may have changed its rules before."""
    values = Values(Board)
    b: Board = values[0]
    rules = board.rules
    b.trains[0], b.stations[0], b.station_points[0] = rules.trains, rules.stations, rules.station_points
    b.jokers[0] = rules.locomotives_pay == "everywhere"
    for i, price in enumerate(rules.station_costs):
        b.station_cost[i] = price
    for i, name in enumerate(schema.CARDS):
        b.cards[i] = getattr(rules.cards, name)
    b.hand[0], b.display[0] = rules.hand, rules.display
    b.replaced_at[0] = rules.display_replaced_at or rules.display + 1
    b.whole_draw[0] = rules.locomotive_is_whole_draw
    b.first_long[0], b.first_tickets[0] = rules.first_long_tickets, rules.first_tickets
    b.first_keep[0], b.first_under[0] = rules.first_keep, rules.first_unkept == "under"
    b.later_tickets[0], b.later_keep[0] = rules.later_tickets, rules.later_keep
    b.later_under[0] = rules.later_unkept == "under"
    b.tunnel_cards[0], b.doubles_from[0] = rules.tunnel_cards, rules.doubles_from
    b.last_round_at[0] = rules.last_round_at
    b.path_bonus[0], b.most_bonus[0] = rules.longest_path_bonus, rules.most_tickets_bonus
    b.every_border_pays[0], b.inland_links_pay[0] = rules.every_border_pays, rules.inland_links_pay
    b.ties[:] = -1
    for i, tie in enumerate(rules.ties):
        b.ties[i] = TIES.index(tie)
    _places(b, board)
    _tracks(b, board)
    _tickets(b, board)
    rows = common_rows()
    rows += _claims(b, board, len(rows))
    rows += _stations(b, board, len(rows))
    rows += _swaps(b, board, len(rows))
    if len(rows) > ACTIONS:
        raise ValueError(f"the board has {len(rows)} actions; there is room for {ACTIONS}")
    for i, row in enumerate(rows):
        b.action[i] = row
    b.actions[0] = len(rows)
    return values


def words(routes: Iterable[int]) -> tuple[int, int]:
    """A set of routes as two 64-bit words."""
    mask = sum(1 << route for route in routes)
    return mask & (2**64 - 1), mask >> 64


def _places(b: Board, board: schema.Board) -> None:
    cities = {city.id: i for i, city in enumerate(board.cities)}
    countries = {country.id: i for i, country in enumerate(board.countries)}
    b.cities[0] = (1 << len(cities)) - 1
    b.country_count[0] = len(countries)
    b.country[:] = -1
    ends: dict[object, int] = {}
    for r, route in enumerate(board.routes):
        b.route_a[r] = cities[route.a]
        if route.kind == "border":
            b.country[r] = countries[route.b]
            end = route.b if board.rules.countries_connect else (route.a, route.b)
            b.route_b[r] = ends.setdefault(end, len(cities) + len(ends))
        else:
            b.route_b[r] = cities[route.b]
    b.place_count[0] = len(cities) + len(ends)
    for i, country in enumerate(board.countries):
        b.stack_size[i] = len(country.cards)
        for k, worth in enumerate(country.cards):
            b.stack[i, k] = worth


def _tracks(b: Board, board: schema.Board) -> None:
    """Lengths, points, and what a claim closes (C9, P2)."""
    pairs: dict[frozenset[str], list[int]] = defaultdict(list)
    into: dict[str, list[int]] = defaultdict(list)
    count = len(board.routes)
    b.route_count[0] = count
    b.routes[:] = words(range(count))
    for r, route in enumerate(board.routes):
        b.length[r], b.points[r] = route.length, board.rules.route_points[route.length]
        b.tunnel[r] = route.kind == "tunnel"
        b.colour[r] = LOCO if route.colour == "grey" else schema.COLOURS.index(route.colour)
        b.symbols[r] = route.locomotives
        b.joker[r] = board.rules.locomotives_replace(route.kind)
        pairs[frozenset((route.a, route.b))].append(r)
        if route.kind == "border":
            into[route.b].append(r)
    for r, route in enumerate(board.routes):
        twins = [other for other in pairs[frozenset((route.a, route.b))] if other != r]
        if route.kind != "border":
            b.all_closes[r] = words(twins)
        elif board.rules.one_route_per_country:
            twins = [other for other in into[route.b] if other != r]
        b.own_closes[r] = words(twins)
    for place in range(b.place_count[0]):
        b.at_place[place] = words(r for r in range(count) if place in (b.route_a[r], b.route_b[r]))
    for trains in range(MOST + 1):
        b.within[trains] = words(r for r in range(count) if b.length[r] <= trains)


def _tickets(b: Board, board: schema.Board) -> None:
    cities = {city.id: i for i, city in enumerate(board.cities)}
    long = ordinary = 0
    for i, ticket in enumerate(board.tickets):
        b.ticket_a[i], b.ticket_b[i], b.ticket_points[i] = cities[ticket.a], cities[ticket.b], ticket.points
        if ticket.long:
            long |= 1 << i
        else:
            ordinary |= 1 << i
    b.long_tickets[0], b.ordinary_tickets[0] = long, ordinary
    for least in range(MOST_OFFERED + 1):
        for offered in range(MOST_OFFERED + 1):
            sets = [s for s in range(1 << offered) if s.bit_count() >= min(least, offered)]
            b.keep_count[least, offered] = len(sets)
            for i, kept in enumerate(sets):
                b.keep_sets[least, offered, i] = kept


def _splits(route: schema.Route, rules: schema.Rules) -> Iterable[tuple[int, int]]:
    """(colour, locomotives) of the payments without swaps; colour ``LOCO`` for locomotives alone."""
    grey = route.colour == "grey"
    jokers = rules.locomotives_replace(route.kind)
    for colour in range(8):
        if grey or schema.COLOURS[colour] == route.colour:
            for locos in range(route.locomotives, route.length if jokers else 1):
                yield colour, locos
    if jokers:
        yield LOCO, route.length


def _claims(b: Board, board: schema.Board, first: int) -> list[Row]:
    rows: list[Row] = []
    b.claim_row[:] = -1
    payable: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for r, route in enumerate(board.routes):
        for colour, locos in _splits(route, board.rules):
            b.claim_row[colour, locos, r] = first + len(rows)
            rows.append((CLAIM, r, colour, locos, 0))
            for cards in range(route.length - locos, MOST + 1):
                payable[locos, colour, cards].append(r)
    for place, routes in payable.items():
        b.payable[place] = words(routes)
    return rows


def _stations(b: Board, board: schema.Board, first: int) -> list[Row]:
    rows: list[Row] = []
    b.station_row[:] = -1
    for price in sorted(set(board.rules.station_costs)):
        for colour in range(9):
            for locos in range(price) if colour < LOCO else (price,):
                if locos and board.rules.locomotives_pay != "everywhere":
                    continue
                b.station_row[price, colour, locos] = first + len(rows)
                rows += [(STATION, city, colour, locos, 0) for city in range(len(board.cities))]
    return rows


def _swaps(b: Board, board: schema.Board, first: int) -> list[Row]:
    """Payments in which some cards are swapped for several of any kind (N3, N4), cheapest first."""
    rows: list[Row] = []
    rules = board.rules
    mine = []
    for r, route in enumerate(board.routes):
        price = rules.ferry_swap if route.kind == "ferry" else route.swap
        b.swap_price[r] = price
        b.swap_row[r, 0] = first + len(rows)
        if price:
            mine.append(r)
            for swaps in range(1, route.length + 1):
                rows += [(SWAP, r, colour, locos, swaps) for colour, locos in _mixes(route, rules, swaps)]
        b.swap_row[r, 1] = first + len(rows)
    b.swap_routes[:] = words(mine)
    return rows


def _mixes(route: schema.Route, rules: schema.Rules, swaps: int) -> Iterable[tuple[int, int]]:
    """(colour, locomotives) besides the swaps; the rest are cards of the colour, or ``LOCO`` for none."""
    coloured = route.length - route.locomotives
    if route.kind == "ferry" and not rules.swaps_fill_colour and swaps > route.locomotives:
        return
    for locos in range(route.length - swaps + 1 if rules.locomotives_replace(route.kind) else 1):
        cards = route.length - swaps - locos
        if cards > coloured:
            continue
        if cards == 0:
            yield LOCO, locos
            continue
        for colour in range(8):
            if route.colour in ("grey", schema.COLOURS[colour]):
                yield colour, locos
