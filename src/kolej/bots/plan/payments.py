"""How to pay for a route: with the cards that the rest of the plan needs least."""

from __future__ import annotations

from kolej.bots.plan.cards import shortage
from kolej.bots.plan.weights import SPARE
from kolej.bots.plan.workspace import HUGE, Mind
from kolej.rules.board import Board
from kolej.rules.jit import rule, whole
from kolej.rules.rows import LOCO
from kolej.rules.sight import Sight


@rule
def chance_of(mind: Mind, colour: int, cards: int, spare: int) -> float:
    """The chance that of this many cards turned up, no more match than there are spare ones."""
    match = mind.unseen[LOCO]
    if colour < LOCO:
        match += mind.unseen[colour]
    chance = 0.0
    ways = 1.0
    for extra in range(min(cards, spare) + 1):
        chance += ways * match**extra * (1.0 - match) ** (cards - extra)
        ways = ways * (cards - extra) / (extra + 1)
    return min(1.0, chance)


@rule
def lacking_after(board: Board, mind: Mind, route: int) -> float:
    """What the rest of the plan lacks with the trial hand; spare locomotives count a little."""
    return shortage(board, mind, route) - mind.weight[SPARE] * max(0, mind.surplus[LOCO])


@rule
def pay_in_thought(board: Board, sight: Sight, mind: Mind, row: int) -> None:
    """Set the trial hand to what remains after a payment without swaps."""
    colour = board.action[row, 2]
    locos = board.action[row, 3]
    for card in range(9):
        mind.hand[card] = sight.hand[card]
    if colour < LOCO:
        mind.hand[colour] -= board.length[board.action[row, 1]] - locos
    mind.hand[LOCO] -= locos


@rule
def lacking_after_row(board: Board, sight: Sight, mind: Mind, row: int) -> float:
    """What the rest of the plan lacks after this payment; a tunnel may need spare cards."""
    route = whole(board.action[row, 1])
    swaps = board.action[row, 4]
    if swaps:
        choose_swapped(board, sight, mind, row)
        # A small extra cost, so that of equal payments the one without swaps is chosen.
        return lacking_after(board, mind, route) + 0.2 * swaps
    pay_in_thought(board, sight, mind, row)
    lack = lacking_after(board, mind, route)
    if board.tunnel[route]:
        colour = board.action[row, 2]
        spare = mind.hand[LOCO]
        if colour < LOCO:
            spare += mind.hand[colour]
        # A tunnel that cannot be paid counts as four missing cards.
        lack += 4.0 * (1.0 - chance_of(mind, colour, board.tunnel_cards[0], spare))
    return lack


@rule
def best_payment(board: Board, sight: Sight, mind: Mind, route: int) -> float:
    """What the rest of the plan lacks after the best payment; the payment is left in ``row``.

    ``HUGE`` if the route cannot be paid now.
    """
    mind.row[0] = -1
    least = HUGE
    length = board.length[route]
    fixed = board.colour[route]
    for colour in range(9):
        if fixed < LOCO and colour < LOCO and colour != fixed:
            continue
        if colour < LOCO:
            locos = max(board.symbols[route], length - sight.hand[colour])
            if locos >= length:
                continue
        else:
            locos = length
        if locos > sight.hand[LOCO]:
            continue
        row = board.claim_row[colour, locos, route]
        if row < 0:
            continue
        lack = lacking_after_row(board, sight, mind, whole(row))
        if lack < least:
            least = lack
            mind.row[0] = row
    if board.swap_price[route] and mind.row[0] < 0:
        least = best_swap(board, sight, mind, route)
    return least


@rule
def best_swap(board: Board, sight: Sight, mind: Mind, route: int) -> float:
    """The same for payments with swaps: of those with the fewest cards, the best."""
    total = 0
    for card in range(9):
        total += sight.hand[card]
    least = HUGE
    fewest = total + 1
    for row in range(board.swap_row[route, 0], board.swap_row[route, 1]):
        colour = board.action[row, 2]
        locos = board.action[row, 3]
        swaps = board.action[row, 4]
        single = board.length[route] - locos - swaps
        if locos > sight.hand[LOCO] or (single > 0 and single > sight.hand[colour]):
            continue
        cards = single + locos + swaps * board.swap_price[route]
        if cards > min(total, fewest):
            continue
        lack = lacking_after_row(board, sight, mind, row)
        if cards < fewest or lack < least:
            fewest = cards
            least = lack
            mind.row[0] = row
    return least


@rule
def choose_swapped(board: Board, sight: Sight, mind: Mind, row: int) -> None:
    """Choose which cards to swap: those the plan has most in surplus. The rest is left as the trial hand."""
    route = board.action[row, 1]
    colour = board.action[row, 2]
    locos = board.action[row, 3]
    swaps = board.action[row, 4]
    for card in range(9):
        mind.hand[card] = sight.hand[card]
        mind.swapped[card] = 0
    if colour < LOCO:
        mind.hand[colour] -= board.length[route] - locos - swaps
    mind.hand[LOCO] -= locos
    lacking_after(board, mind, route)
    for _ in range(swaps * board.swap_price[route]):
        best = -1
        for card in range(9):
            if mind.hand[card] > 0 and (best < 0 or mind.surplus[card] > mind.surplus[best]):
                best = card
        mind.hand[best] -= 1
        mind.surplus[best] -= 1
        mind.swapped[best] += 1
