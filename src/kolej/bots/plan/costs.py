"""What a route costs: missing cards, turns, points."""

from __future__ import annotations

from kolej.bots.plan.weights import (
    GREY,
    HELD,
    HURRY,
    LENT,
    LOCOMOTIVE,
    POINTS,
    SCARCE,
    STATION,
    STATIONS,
    STEEP,
    TRAIN_WORTH,
    TUNNEL_CARDS,
    TURN_WORTH,
)
from kolej.bots.plan.workspace import HUGE, Mind
from kolej.rules.board import MOST, Board
from kolej.rules.jit import U, bit, lowest, rule, whole
from kolej.rules.rows import LOCO
from kolej.rules.sight import Sight
from kolej.rules.structs import Numbers

LEAST = 0.05
"""Minimum price per train. No unbuilt route is free, so the shortest of equally cheap paths is found."""


@rule
def count_unseen(board: Board, sight: Sight, mind: Mind) -> None:
    """The share of each kind among the cards in the deck or in hidden hands."""
    total = 0.0
    for card in range(9):
        rest = board.cards[card] - sight.hand[card] - sight.display[card] - sight.discard[card]
        rest -= sight.turned[card]
        for other in range(sight.players[0]):
            if other != sight.seat[0]:
                rest -= sight.known[other, card]
        mind.unseen[card] = max(rest, 0)
        total += mind.unseen[card]
    for card in range(9):
        mind.unseen[card] = mind.unseen[card] / total if total > 0 else 0.0


@rule
def most_of(hand: Numbers) -> int:
    """The most plentiful colour of the hand."""
    best = 0
    for colour in range(1, 8):
        if hand[colour] > hand[best]:
            best = colour
    return best


@rule
def missing(board: Board, mind: Mind, hand: Numbers, route: int) -> float:
    """How many cards this hand lacks for the route alone; a missing required locomotive counts for more."""
    symbols = board.symbols[route]
    plain = board.length[route] - symbols
    colour = board.colour[route]
    if colour == LOCO:
        colour = most_of(hand)
    held = hand[colour]
    locos = hand[LOCO]
    lack = max(0, plain - held)
    if board.joker[route]:
        lack -= min(lack, max(0, locos - symbols))
    lack_locos = max(0, symbols - locos)
    price = board.swap_price[route]
    total = lack + mind.weight[LOCOMOTIVE] * lack_locos
    if price and total > 0:
        others = -min(held, plain) - min(locos, symbols)
        for card in range(9):
            others += hand[card]
        total = max(0.0, total - others / price)
    return total


@rule
def turns_for(board: Board, mind: Mind, route: int, lack: float) -> float:
    """Turns to collect this many cards and claim the route; many cards of one colour take longer."""
    scarce = mind.weight[GREY] if board.colour[route] == LOCO else mind.weight[SCARCE]
    if board.tunnel[route]:
        lack += mind.weight[TUNNEL_CARDS]
    turns = 1.0 + 0.5 * scarce * lack
    if lack > 2.0 and board.colour[route] != LOCO:
        turns += mind.weight[STEEP] * (lack - 2.0)
    return turns


@rule
def weigh_route(board: Board, sight: Sight, mind: Mind, route: int) -> None:
    """The price of a free route; cards in hand count only in part, since other routes need them too.

    A route that cannot be paid before the game ends is expensive, so that a path around it is found, perhaps
    with a station.
    """
    held = mind.weight[HELD]
    full = board.length[route] - board.symbols[route] + mind.weight[LOCOMOTIVE] * board.symbols[route]
    short = missing(board, mind, sight.hand, route)
    lack = held * short + (1.0 - held) * full
    turns = turns_for(board, mind, route, lack)
    price = mind.weight[TURN_WORTH] * turns + mind.weight[TRAIN_WORTH] * board.length[route]
    price -= mind.weight[POINTS] * board.points[route]
    over = 1.0 + 0.5 * short - mind.left[0]
    if over > 0.0:
        price += mind.weight[HURRY] * over
    mind.turns[route] = turns
    mind.price[route] = max(LEAST * board.length[route], price)


@rule
def station_price(board: Board, sight: Sight, mind: Mind) -> float:
    """What one more station costs in points: its value unbuilt, the cards, the turn."""
    left = sight.stations[sight.seat[0]]
    if left == 0 or mind.weight[STATIONS] == 0.0:
        return HUGE
    cards = board.station_cost[board.stations[0] - left]
    turns = 1.0 + 0.5 * cards
    return board.station_points[0] + mind.weight[STATION] + mind.weight[TURN_WORTH] * turns


@rule
def lender(board: Board, sight: Sight, route: int) -> int:
    """Which station of the seat stands at an end of the route; -1 for none."""
    seat = sight.seat[0]
    for station in range(board.stations[0] - sight.stations[seat]):
        city = sight.station_city[seat, station]
        if city in (board.route_a[route], board.route_b[route]):
            return whole(station)
    return whole(-1)


@rule
def find_lenders(board: Board, sight: Sight, mind: Mind) -> None:
    """Find the routes of others that the seat's stations can lend."""
    seat = sight.seat[0]
    mind.lenders[0] = U(0)
    mind.lenders[1] = U(0)
    if mind.weight[LENT] == 0.0:
        return
    for station in range(board.stations[0] - sight.stations[seat]):
        city = sight.station_city[seat, station]
        for word in range(2):
            for other in range(sight.players[0]):
                if other != seat:
                    mind.lenders[word] |= sight.owned[other, word] & board.at_place[city, word]


@rule
def weigh_routes(board: Board, sight: Sight, mind: Mind) -> None:
    """Set the price of every route, and which routes a path may use."""
    seat = sight.seat[0]
    trains = min(sight.trains[seat], MOST)
    lending = station_price(board, sight, mind)
    find_lenders(board, sight, mind)
    for word in range(2):
        own = sight.owned[seat, word]
        free = sight.claimable[seat, word] & board.within[trains, word]
        lent = U(0)
        if lending < HUGE:
            for other in range(sight.players[0]):
                if other != seat:
                    lent |= sight.owned[other, word]
        lent |= mind.lenders[word]
        mind.free[word] = free
        mind.usable[word] = own | free | lent
        mind.plan[word] = U(0)
        mind.needed[word] = U(0)
        mind.borrowed[word] = U(0)
        rest = mind.usable[word]
        while rest:
            route = 64 * word + lowest(rest)
            here = bit(route & 63)
            rest &= rest - U(1)
            if own & here:
                mind.price[route] = 0.0
            elif free & here:
                weigh_route(board, sight, mind, route)
            else:
                lends = (mind.lenders[word] & here) != U(0)
                mind.price[route] = LEAST * board.length[route] if lends else lending
                mind.turns[route] = 1.0
            mind.cost[route] = mind.price[route]
