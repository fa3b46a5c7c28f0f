"""What drawing cards is worth."""

from __future__ import annotations

from kolej.bots.plan.game_length import LAST
from kolej.bots.plan.mistakes import slip
from kolej.bots.plan.weights import CARD
from kolej.bots.plan.workspace import HUGE, Mind
from kolej.rules.board import Board
from kolej.rules.jit import rule, whole
from kolej.rules.rows import LOCO, ROW_BLIND, ROW_OPEN
from kolej.rules.sight import Sight
from kolej.rules.state import SECOND_CARD


@rule
def draw_mean(mind: Mind) -> float:
    """Average value of a card from the deck."""
    mean = 0.0
    for card in range(9):
        mean += mind.unseen[card] * mind.gain[card]
    return mean


@rule
def best_second(board: Board, sight: Sight, mind: Mind, taken: int) -> float:
    """Value of the second card after one of this kind was taken from the display."""
    best = draw_mean(mind) if sight.deck_size[0] > 0 else 0.0
    for card in range(9):
        left = sight.display[card] - (card == taken)
        if left > 0 and not (card == LOCO and board.whole_draw[0]):
            again = 0.7 if card == taken else 1.0  # a second card of one kind helps less
            best = max(best, again * mind.gain[card])
    return best


@rule
def draw_worth(board: Board, sight: Sight, mind: Mind, row: int) -> float:
    """What drawing a card is worth, including the second one."""
    second = sight.phase[0] == SECOND_CARD
    worth = mind.weight[CARD]
    if mind.left[0] <= LAST:
        worth = 0.001  # cards drawn in the last turn are never used
    if row == ROW_BLIND:
        gain = draw_mean(mind)
        return worth * (gain if second else gain + best_second(board, sight, mind, whole(-1)))
    card = row - ROW_OPEN
    gain = mind.gain[card]
    if second or (card == LOCO and board.whole_draw[0]):
        return worth * gain
    return worth * (gain + best_second(board, sight, mind, whole(card)))


@rule
def may_draw(board: Board, sight: Sight, row: int) -> bool:
    if row == ROW_BLIND:
        return sight.deck_size[0] > 0
    card = row - ROW_OPEN
    if card == LOCO and sight.phase[0] == SECOND_CARD and board.whole_draw[0]:
        return False
    return sight.display[card] > 0


@rule
def best_draw(board: Board, sight: Sight, mind: Mind) -> tuple[float, int]:
    best = -1
    most = -HUGE
    for row in range(ROW_OPEN, ROW_BLIND + 1):
        if may_draw(board, sight, row):
            value = draw_worth(board, sight, mind, row) + slip(sight, mind, whole(row))
            if value > most:
                most = value
                best = row
    return most, best
