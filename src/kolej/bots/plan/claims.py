"""What claiming a route now is worth to the plan."""

from __future__ import annotations

from kolej.bots.plan.blocks import block_worth
from kolej.bots.plan.costs import station_price
from kolej.bots.plan.endings import completes, ending_worth
from kolej.bots.plan.game_length import LAST
from kolej.bots.plan.mistakes import errs, slip
from kolej.bots.plan.paths import bonus_by
from kolej.bots.plan.payments import best_payment, chance_of
from kolej.bots.plan.trees import spread
from kolej.bots.plan.weights import CARD, CHANCE, COUNTRY, FILL, LONG_SHOTS, RISK, TURN_WORTH
from kolej.bots.plan.workspace import HUGE, Mind
from kolej.rules.board import MOST, Board
from kolej.rules.jit import U, bit, lowest, popcount, rule, whole
from kolej.rules.rows import LOCO
from kolej.rules.sight import Sight

PLANNED, NEEDED, EVERY = range(3)
"""Which routes to consider."""
FIRST = 0.5
"""Bonus for routes that tickets or countries need over those that only score points."""


@rule
def cards_won(board: Board, sight: Sight, mind: Mind, route: int) -> float:
    """Points of the country cards that claiming a border route would win now."""
    country = board.country[route]
    if country < 0:
        return 0.0
    seat = sight.seat[0]
    low = sight.owned[seat, 0]
    high = sight.owned[seat, 1]
    name = mind.own[board.route_a[route]]
    found = U(0)
    for word in range(2):
        rest = low if word == 0 else high
        while rest:
            other = 64 * word + lowest(rest)
            rest &= rest - U(1)
            if board.country[other] >= 0 and mind.own[board.route_a[other]] == name:
                found |= bit(board.country[other])
    if found & bit(country) and not board.every_border_pays[0]:
        return 0.0
    found |= bit(country)
    if popcount(found) < 2:
        return 0.0
    points = 0.0
    while found:
        one = lowest(found)
        found &= found - U(1)
        card = sight.stack_next[one]
        if card < board.stack_size[one]:
            points += board.stack[one, card]
    return points


@rule
def waits_for_link(board: Board, sight: Sight, mind: Mind, route: int) -> float:
    """What claiming a border route would forfeit if its network is not yet connected to the plan's."""
    country = board.country[route]
    if country < 0 or mind.left[0] < 4.0:
        return 0.0
    seat = sight.seat[0]
    low = sight.owned[seat, 0]
    high = sight.owned[seat, 1]
    name = mind.own[board.route_a[route]]
    elsewhere = 0.0
    for word in range(2):
        rest = low if word == 0 else high
        while rest:
            other = 64 * word + lowest(rest)
            rest &= rest - U(1)
            one = board.country[other]
            if one >= 0 and mind.own[board.route_a[other]] != name:
                card = sight.stack_next[one]
                if card < board.stack_size[one]:
                    elsewhere += board.stack[one, card]
    if elsewhere > 0.0:
        card = sight.stack_next[country]
        if card < board.stack_size[country] and cards_won(board, sight, mind, route) == 0.0:
            elsewhere += board.stack[country, card]
    return elsewhere


@rule
def detour(board: Board, sight: Sight, mind: Mind, route: int) -> float:
    """What losing this planned route would cost: to go around it, or to borrow it with a station."""
    kept = mind.cost[route]
    price = mind.price[route]
    mind.cost[route] = HUGE
    b = board.route_b[route]
    spread(board, mind, bit(board.route_a[route]), bit(b))
    other = min(mind.distance[b], station_price(board, sight, mind))
    mind.cost[route] = kept
    return max(0.0, min(30.0, other - price))  # the cap was chosen by hand


@rule
def pressure(board: Board, sight: Sight, route: int) -> float:
    """Roughly how likely others are to take a route before the next turn."""
    total = 0.0
    seat = sight.seat[0]
    word = route >> 6
    a = board.route_a[route]
    b = board.route_b[route]
    length = board.length[route]
    for other in range(sight.players[0]):
        if other == seat or not sight.claimable[other, word] & bit(route & 63):
            continue
        if sight.trains[other] < length or sight.hand_size[other] < length:
            continue
        near = 0.0
        for half in range(2):
            owned = sight.owned[other, half]
            near += 1.0 if board.at_place[a, half] & owned else 0.0
            near += 1.0 if board.at_place[b, half] & owned else 0.0
        total += 0.4 + 0.6 * min(near, 2.0)  # more if the player already owns routes at its ends
    return total


@rule
def claim_worth(board: Board, sight: Sight, mind: Mind, row: int, after: float) -> float:
    """What a claim is worth if it leaves the rest of the plan ``after`` cards short."""
    route = whole(board.action[row, 1])
    before = mind.lack[0]
    word = route >> 6
    here = bit(route & 63)
    now = board.points[route] + completes(board, sight, mind, route)
    won = mind.weight[COUNTRY] * cards_won(board, sight, mind, route)
    if mind.left[0] <= LAST:
        value = now + won + bonus_by(board, sight, mind, route)
    else:
        value = mind.weight[CARD] * (before - after)
        if mind.plan[word] & here:
            value += mind.weight[TURN_WORTH]
            if mind.needed[word] & here:
                value += FIRST
                risk = mind.weight[RISK] * pressure(board, sight, route)
                if risk > 0.0:
                    value += risk * detour(board, sight, mind, route)
                value += 0.25 * won - waits_for_link(board, sight, mind, route)
            urgency = max(mind.plan_turns[0], 1.0) - mind.left[0] + 3.0
            if urgency > 0.0:
                value += 0.1 * urgency * now
        else:
            value = min(value, 0.0) + mind.weight[FILL] * (board.points[route] - board.length[route])
            value += won
            if mind.trains[0] + filled(board, mind) < board.length[route]:
                value -= 10.0  # it would use trains that the plan needs
    value += ending_worth(board, sight, mind, row) + block_worth(sight, mind, route)
    if board.tunnel[route]:
        value = tunnel_worth(board, sight, mind, row, value)
    return value


@rule
def filled(board: Board, mind: Mind) -> int:
    """Trains that the plan would use for points alone."""
    trains = 0
    for word in range(2):
        rest = mind.plan[word] & ~mind.needed[word]
        while rest:
            trains += board.length[64 * word + lowest(rest)]
            rest &= rest - U(1)
    return trains


@rule
def tunnel_worth(board: Board, sight: Sight, mind: Mind, row: int, value: float) -> float:
    """The value of a claim, adjusted for a tunnel, which may cost more than the hand holds."""
    route = board.action[row, 1]
    colour = board.action[row, 2]
    locos = board.action[row, 3]
    spare = sight.hand[LOCO] - locos
    if colour < LOCO:
        spare += sight.hand[colour] - (board.length[route] - locos)
    chance = chance_of(mind, colour, board.tunnel_cards[0], spare)
    bold = mind.left[0] <= LAST or errs(mind, whole(LONG_SHOTS), whole(sight.turns[0]))
    if not bold and chance < mind.weight[CHANCE]:
        return value - 3.0  # too risky
    return value * chance if value > 0.0 else value


@rule
def best_claim(board: Board, sight: Sight, mind: Mind, among: int) -> tuple[float, int]:
    """The most valuable claim among these routes, and its row; -1 if none can be paid."""
    best = -1
    most = -HUGE
    seat = sight.seat[0]
    trains = min(sight.trains[seat], MOST)
    for word in range(2):
        rest = sight.claimable[seat, word] & board.within[trains, word]
        if among != EVERY:
            rest &= mind.plan[word] | mind.blocks[word] if among == PLANNED else mind.needed[word]
        while rest:
            route = 64 * word + lowest(rest)
            rest &= rest - U(1)
            after = best_payment(board, sight, mind, route)
            row = whole(mind.row[0])
            if row < 0:
                continue
            value = claim_worth(board, sight, mind, row, after) + slip(sight, mind, whole(row))
            if value > most:
                most = value
                best = row
    return most, best
