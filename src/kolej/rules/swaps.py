"""Claims paid with swaps: several cards of any kind replace one (N3, N4).

Listing every set of cards would give far too many actions, so cards are chosen one by one, in the order of
their kinds, as steps of one turn; nothing leaves the hand before the last step.
"""

from __future__ import annotations

from typing import Any

from kolej.rules.board import Board
from kolej.rules.claim import at_most, lay, spend
from kolej.rules.jit import U, lowest, rule, whole
from kolej.rules.luck import Luck, discard
from kolej.rules.rows import LOCO, ROW_CARD, ROW_LEAVE
from kolej.rules.state import State
from kolej.rules.structs import Numbers


@rule
def hand_size(state: State, player: int) -> int:
    count = 0
    for card in range(9):
        count += state.hand[player, card]
    return count


@rule
def open_swaps(board: Board, state: State, player: int, word: int) -> Any:
    """Routes that swaps can pay for and that the player may claim, regardless of cards."""
    trains = at_most(state.trains[player])
    return state.claimable[player, word] & board.swap_routes[word] & board.within[trains, word]


@rule
def may_swap(board: Board, state: State, player: int, row: int, cards: int) -> bool:
    """Whether the player can lay the single cards of this row and swap with the rest."""
    route, colour = board.action[row, 1], board.action[row, 2]
    locos, swaps = board.action[row, 3], board.action[row, 4]
    single = board.length[route] - locos - swaps
    if locos > state.hand[player, LOCO]:
        return False
    if single > 0 and single > state.hand[player, colour]:
        return False
    return single + locos + swaps * board.swap_price[route] <= cards


@rule
def count_swaps(board: Board, state: State, player: int) -> int:
    if not board.swap_routes[0] | board.swap_routes[1]:
        return 0
    cards = hand_size(state, player)
    count = 0
    for word in range(2):
        routes = open_swaps(board, state, player, word)
        while routes:
            route = 64 * word + lowest(routes)
            routes &= routes - U(1)
            if board.length[route] - 1 + board.swap_price[route] > cards:
                continue
            for row in range(board.swap_row[route, 0], board.swap_row[route, 1]):
                count += may_swap(board, state, player, row, cards)
    return count


@rule
def nth_swap(board: Board, state: State, player: int, n: int) -> int:
    cards = hand_size(state, player)
    for word in range(2):
        routes = open_swaps(board, state, player, word)
        while routes:
            route = 64 * word + lowest(routes)
            routes &= routes - U(1)
            if board.length[route] - 1 + board.swap_price[route] > cards:
                continue
            for row in range(board.swap_row[route, 0], board.swap_row[route, 1]):
                if may_swap(board, state, player, row, cards):
                    if n == 0:
                        return row
                    n -= 1
    return -1


@rule
def list_swaps(board: Board, state: State, player: int, rows: Numbers, count: int) -> int:
    if not board.swap_routes[0] | board.swap_routes[1]:
        return count
    cards = hand_size(state, player)
    for word in range(2):
        routes = open_swaps(board, state, player, word)
        while routes:
            route = 64 * word + lowest(routes)
            routes &= routes - U(1)
            for row in range(board.swap_row[route, 0], board.swap_row[route, 1]):
                if may_swap(board, state, player, row, cards):
                    rows[count] = row
                    count += 1
    return count


@rule
def start_swap(board: Board, state: State, row: int) -> None:
    state.laid[0] = row
    state.swaps_due[0] = board.action[row, 4] * board.swap_price[board.action[row, 1]]


@rule
def spare(board: Board, state: State, player: int, card: int) -> int:
    """Cards of a kind beyond those laid singly or already chosen."""
    row = state.laid[0]
    count = state.hand[player, card] - state.swapped[card]
    if card == LOCO:
        return count - board.action[row, 3]
    if card == board.action[row, 2]:
        return count - (board.length[board.action[row, 1]] - board.action[row, 3] - board.action[row, 4])
    return count


@rule
def may_add(board: Board, state: State, player: int, card: int) -> bool:
    """Whether a card of this kind may be chosen next: kinds come in order, and enough cards must remain."""
    if spare(board, state, player, card) <= 0:
        return False
    following = 0
    for later in range(card, 9):
        following += spare(board, state, player, later)
    for later in range(card + 1, 9):
        if state.swapped[later]:
            return False
    return following >= state.swaps_due[0]


@rule
def count_cards(board: Board, state: State, player: int) -> int:
    count = 1
    for card in range(9):
        count += may_add(board, state, player, card)
    return count


@rule
def nth_card(board: Board, state: State, player: int, n: int) -> int:
    for card in range(9):
        if may_add(board, state, player, card):
            if n == 0:
                return ROW_CARD + card
            n -= 1
    return ROW_LEAVE


@rule
def list_cards(board: Board, state: State, player: int, rows: Numbers, count: int) -> int:
    for card in range(9):
        if may_add(board, state, player, card):
            rows[count] = ROW_CARD + card
            count += 1
    rows[count] = ROW_LEAVE
    return count + 1


@rule
def add_card(state: State, card: int) -> bool:
    """Choose a card; True if it was the last."""
    state.swapped[card] += 1
    state.swaps_due[0] -= 1
    return state.swaps_due[0] == 0


@rule
def forget_swap(state: State) -> None:
    for card in range(9):
        state.swapped[card] = 0
    state.swaps_due[0] = 0
    state.laid[0] = 0


@rule
def pay_swap(board: Board, state: State, luck: Luck, player: int) -> None:
    """All cards are chosen: pay with them and with the single ones."""
    row = state.laid[0]
    colour = whole(board.action[row, 2])
    locos = whole(board.action[row, 3])
    single = board.length[board.action[row, 1]] - locos - board.action[row, 4]
    lay(state, player, colour, single)
    lay(state, player, LOCO, locos)
    for card in range(9):
        chosen = whole(state.swapped[card])
        lay(state, player, card, chosen)
        discard(state, card, chosen)
    forget_swap(state)
    spend(board, state, luck, colour, single, locos)
