"""How long the game will last, as far as a seat can tell."""

from __future__ import annotations

from kolej.bots.plan.mistakes import errs
from kolej.bots.plan.weights import OVERLOOKS, PACE
from kolej.bots.plan.workspace import Mind
from kolej.rules.board import Board
from kolej.rules.jit import rule, whole
from kolej.rules.sight import Sight

LAST = 1.0
"""Turns left in the last round."""
ROUTE = 3.2
"""Trains that a claim uses on average; chosen by hand, no measurement was kept."""


@rule
def turns_of(board: Board, sight: Sight, mind: Mind, other: int) -> float:
    """Turns until another player has used enough trains to end the game: drawing cards, and claiming."""
    to_lay = max(0, sight.trains[other] - board.last_round_at[0])
    to_draw = max(0, to_lay - sight.hand_size[other])
    return mind.weight[PACE] * (to_draw / 2.0 + to_lay / ROUTE)


@rule
def foresee_end(board: Board, sight: Sight, mind: Mind) -> None:
    if sight.last_turns[0] >= 0:
        mind.left[0] = 1.0
        return
    left = 99.0
    for other in range(sight.players[0]):
        if other != sight.seat[0]:
            left = min(left, turns_of(board, sight, mind, other))
    mind.left[0] = max(2.0, left + 1.5) if not errs(mind, whole(OVERLOOKS), whole(0)) else 40.0
