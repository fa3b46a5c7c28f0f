"""Which cards the plan needs, and what a card is worth to it."""

from __future__ import annotations

from typing import Any

from kolej.bots.plan.costs import missing, most_of
from kolej.bots.plan.weights import BOTTLENECK, LOCOMOTIVE, NEED, SOON, TUNNEL_CARDS
from kolej.bots.plan.workspace import Mind
from kolej.rules.board import Board
from kolej.rules.jit import U, bit, lowest, rule, whole
from kolej.rules.rows import LOCO
from kolej.rules.sight import Sight
from kolej.rules.structs import Numbers


@rule
def lacking(board: Board, mind: Mind, hand: Numbers, low: Any, high: Any) -> float:
    """How many cards a hand lacks for all of these routes; cards it does not need are left in ``surplus``.

    Coloured routes use their own colour, grey ones (the longest first) the most plentiful colour, and
    locomotives fill the gaps. The scarcest colour counts extra: it arrives at its own pace, while several
    colours can be collected at the same time.
    """
    for card in range(9):
        mind.surplus[card] = hand[card]
    lack = 0.0
    jokers = 0
    grey_low = U(0)
    grey_high = U(0)
    for word in range(2):
        rest = low if word == 0 else high
        while rest:
            place = lowest(rest)
            rest &= rest - U(1)
            route = 64 * word + place
            symbols = board.symbols[route]
            mind.surplus[LOCO] -= symbols
            if board.joker[route]:
                jokers += board.length[route] - symbols
            if board.tunnel[route]:
                lack += mind.weight[TUNNEL_CARDS]
            if board.colour[route] < LOCO:
                mind.surplus[board.colour[route]] -= board.length[route] - symbols
            elif word == 0:
                grey_low |= bit(place)
            else:
                grey_high |= bit(place)
    worst = 0
    for colour in range(8):
        if mind.surplus[colour] < 0:
            lack -= mind.surplus[colour]
            worst = min(worst, mind.surplus[colour])
    while grey_low | grey_high:
        route = longest_of(board, grey_low, grey_high)
        if route < 64:
            grey_low &= ~bit(route)
        else:
            grey_high &= ~bit(route - 64)
        colour = most_of(mind.surplus)
        wanted = board.length[route] - board.symbols[route]
        paid = min(wanted, max(0, mind.surplus[colour]))
        mind.surplus[colour] -= paid
        lack += wanted - paid
    if mind.surplus[LOCO] < 0:
        lack -= mind.weight[LOCOMOTIVE] * mind.surplus[LOCO]
    else:
        used = min(mind.surplus[LOCO], min(jokers, int(lack)))
        mind.surplus[LOCO] -= used
        lack -= used
        worst = min(0, worst + used)
    return lack - mind.weight[BOTTLENECK] * worst


@rule
def shortage(board: Board, mind: Mind, without: int) -> float:
    """How many cards the trial hand lacks for the plan without one route; needed routes count for more.

    Cards beyond the plan are left in ``surplus``.
    """
    low = bit(without) if 0 <= without < 64 else U(0)
    high = bit(without - 64) if without >= 64 else U(0)
    need = mind.weight[NEED]
    lack = need * lacking(board, mind, mind.hand, mind.needed[0] & ~low, mind.needed[1] & ~high)
    lack += lacking(board, mind, mind.hand, mind.plan[0] & ~low, mind.plan[1] & ~high)
    return lack / (1.0 + need)


@rule
def longest_of(board: Board, low: Any, high: Any) -> int:
    best = -1
    for word in range(2):
        rest = low if word == 0 else high
        while rest:
            route = 64 * word + lowest(rest)
            rest &= rest - U(1)
            if best < 0 or board.length[route] > board.length[best]:
                best = route
    return best


@rule
def nearest_goal(board: Board, sight: Sight, mind: Mind) -> int:
    """The planned route with the fewest cards missing for its length, needed routes first; -1 if none."""
    best = -1
    least = 99.0
    for word in range(2):
        rest = mind.plan[word]
        while rest:
            place = lowest(rest)
            rest &= rest - U(1)
            route = 64 * word + place
            lack = missing(board, mind, sight.hand, route) - 0.3 * board.length[route]  # prefer long routes
            if not mind.needed[word] & bit(place):
                lack += 1.5
            if lack < least:
                least = lack
                best = route
    return best


@rule
def weigh_cards(board: Board, sight: Sight, mind: Mind) -> None:
    """How much one more card of each kind shortens the plan; a little more if it helps the nearest route."""
    for card in range(9):
        mind.hand[card] = sight.hand[card]
    nothing = whole(-1)
    soon = nearest_goal(board, sight, mind)
    lack_soon = missing(board, mind, mind.hand, soon) if soon >= 0 else 0.0
    mind.lack[0] = shortage(board, mind, nothing)
    for card in range(9):
        mind.hand[card] += 1
        gain = mind.lack[0] - shortage(board, mind, nothing)
        if soon >= 0 and lack_soon > 0.0:
            gain += mind.weight[SOON] * (lack_soon - missing(board, mind, mind.hand, soon))
        mind.hand[card] -= 1
        mind.gain[card] = max(gain, 0.02)
    if board.jokers[0]:
        mind.gain[LOCO] = max(mind.gain[LOCO], 0.5)
    shortage(board, mind, nothing)
