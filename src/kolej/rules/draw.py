"""Drawing train cards, and the display (C2-C6)."""

from __future__ import annotations

from kolej.rules.board import Board
from kolej.rules.jit import rule, whole
from kolej.rules.luck import (
    NO_CARD,
    NOTE_BLIND,
    NOTE_OPEN,
    NOTE_REPLACED,
    Luck,
    blind_left,
    discard,
    draw_card,
    note,
    reshuffle,
)
from kolej.rules.rows import LOCO, ROW_BLIND, ROW_OPEN
from kolej.rules.state import SECOND_CARD, TURN, State
from kolej.rules.structs import Numbers

MOST_REPLACEMENTS = 10


@rule
def may_take(board: Board, state: State, card: int) -> bool:
    """Whether a face-up card of this kind may be taken (C3)."""
    if card == LOCO and state.phase[0] == SECOND_CARD and board.whole_draw[0] > 0:
        return False
    return state.display[card] > 0


@rule
def count_draws(board: Board, state: State) -> int:
    count = whole(blind_left(state))
    for card in range(8):
        count += state.display[card] > 0
    return count + may_take(board, state, LOCO)


@rule
def nth_draw(board: Board, state: State, n: int) -> int:
    for card in range(9):
        if may_take(board, state, card):
            if n == 0:
                return ROW_OPEN + card
            n -= 1
    return ROW_BLIND


@rule
def list_draws(board: Board, state: State, rows: Numbers, count: int) -> int:
    for card in range(9):
        if may_take(board, state, card):
            rows[count] = ROW_OPEN + card
            count += 1
    if blind_left(state):
        rows[count] = ROW_BLIND
        count += 1
    return count


@rule
def refill(board: Board, state: State, luck: Luck) -> None:
    """Fill the display; replace it while it has too many locomotives and replacing can help (C4, C6)."""
    replaced = 0
    while True:
        while state.display_size[0] < board.display[0] and state.deck_size[0] > 0:
            state.display[draw_card(state, luck, NOTE_OPEN)] += 1
            state.display_size[0] += 1
        if state.display[LOCO] < board.replaced_at[0] or state.display_stays[0]:
            return
        if replaced == MOST_REPLACEMENTS or not replacing_helps(board, state):
            state.display_stays[0] = 1
            return
        replaced += 1
        for card in range(9):
            discard(state, card, whole(state.display[card]))
            state.display[card] = 0
        state.display_size[0] = 0
        note(luck, NOTE_REPLACED, whole(0))
        reshuffle(state, luck)


@rule
def replacing_helps(board: Board, state: State) -> bool:
    """Whether there are enough other cards for a display without too many locomotives."""
    others = state.deck_size[0] + state.discard_size[0] + state.display_size[0]
    others -= state.deck[LOCO] + state.discard[LOCO] + state.display[LOCO]
    return others > board.display[0] - board.replaced_at[0]


@rule
def take_open(board: Board, state: State, luck: Luck, player: int, card: int) -> bool:
    """Take a face-up card. True if that was the whole draw (C3)."""
    state.hand[player, card] += 1
    state.known[player, card] += 1
    state.display[card] -= 1
    state.display_size[0] -= 1
    state.display_stays[0] = 0
    refill(board, state, luck)
    return card == LOCO and board.whole_draw[0] > 0


@rule
def take_blind(state: State, luck: Luck, player: int) -> None:
    card = draw_card(state, luck, NOTE_BLIND)
    if card != NO_CARD:
        state.hand[player, card] += 1


@rule
def second_card_follows(board: Board, state: State) -> bool:
    """After one card: whether a second can be taken (C5)."""
    if state.phase[0] != TURN:
        return False
    state.phase[0] = SECOND_CARD
    return count_draws(board, state) > 0
