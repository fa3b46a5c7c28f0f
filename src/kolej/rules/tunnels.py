"""Tunnels: cards are turned up, and each match costs one more (E3-E6)."""

from __future__ import annotations

from kolej.rules.board import Board
from kolej.rules.claim import lay, spend, take_back
from kolej.rules.jit import rule, whole
from kolej.rules.luck import NO_CARD, NOTE_TURNED, Luck, discard, draw_card
from kolej.rules.rows import LOCO, MOST_TURNED, ROW_EXTRA, ROW_GIVE_UP
from kolej.rules.state import State
from kolej.rules.structs import Numbers


@rule
def turn_up(board: Board, state: State, luck: Luck, colour: int) -> int:
    """Turn up cards beside the deck; returns how many match the colour laid."""
    matches = 0
    for _ in range(board.tunnel_cards[0]):
        card = draw_card(state, luck, NOTE_TURNED)
        if card == NO_CARD:
            break
        state.turned[card] += 1
        matches += card == colour or card == LOCO
    return matches


@rule
def clear_turned(state: State) -> None:
    """Discard the turned-up cards once the tunnel is decided."""
    for card in range(9):
        discard(state, card, whole(state.turned[card]))
        state.turned[card] = 0


@rule
def may_pay(board: Board, state: State, player: int, locos: int) -> bool:
    extra = state.extra[0]
    colour = board.action[state.laid[0], 2]
    if locos > extra or locos > state.hand[player, LOCO]:
        return False
    if colour == LOCO:
        return locos == extra
    return extra - locos <= state.hand[player, colour]


@rule
def count_extras(board: Board, state: State, player: int) -> int:
    count = 1
    for locos in range(MOST_TURNED + 1):
        count += may_pay(board, state, player, locos)
    return count


@rule
def nth_extra(board: Board, state: State, player: int, n: int) -> int:
    for locos in range(MOST_TURNED + 1):
        if may_pay(board, state, player, locos):
            if n == 0:
                return ROW_EXTRA + locos
            n -= 1
    return ROW_GIVE_UP


@rule
def list_extras(board: Board, state: State, player: int, rows: Numbers, count: int) -> int:
    for locos in range(MOST_TURNED + 1):
        if may_pay(board, state, player, locos):
            rows[count] = ROW_EXTRA + locos
            count += 1
    rows[count] = ROW_GIVE_UP
    return count + 1


@rule
def pay_extra(board: Board, state: State, luck: Luck, player: int, locos: int) -> None:
    """Pay the extra cost of the tunnel; everything is discarded."""
    row = state.laid[0]
    colour = whole(board.action[row, 2])
    laid_locos = whole(board.action[row, 3])
    cards = state.extra[0] - locos
    lay(state, player, colour, cards)
    lay(state, player, LOCO, locos)
    clear_turned(state)
    laid = board.length[board.action[row, 1]] - laid_locos
    spend(board, state, luck, colour, laid + cards, laid_locos + locos)


@rule
def give_up(board: Board, state: State, luck: Luck, player: int) -> None:
    """Return the laid cards to the hand."""
    row = state.laid[0]
    colour = whole(board.action[row, 2])
    locos = whole(board.action[row, 3])
    take_back(state, player, colour, board.length[board.action[row, 1]] - locos)
    take_back(state, player, LOCO, locos)
    clear_turned(state)
    spend(board, state, luck, colour, whole(0), whole(0))
