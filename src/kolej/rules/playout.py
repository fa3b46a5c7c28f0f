"""Random games from the first deal to the score sheet."""

from __future__ import annotations

from typing import Any

from kolej.rules.board import Board
from kolej.rules.jit import U, rule
from kolej.rules.legal import sample_legal
from kolej.rules.luck import SEEDED, Luck
from kolej.rules.scoring import Sheet, final_scores
from kolej.rules.setup import new_game
from kolej.rules.state import OVER, State
from kolej.rules.turn import step


@rule
def mixed(x: Any, salt: Any) -> Any:
    """A number in which every bit depends on all of x: six rounds of a Feistel network, without overflow."""
    low = x & U(0xFFFFFFFF)
    high = x >> U(32)
    for turn in range(6):
        product = low * U(0x9E3779B1) + salt + U(turn)
        high, low = low, high ^ ((product >> U(13)) & U(0xFFFFFFFF))
    return (high << U(32)) | low


@rule
def seed_luck(luck: Luck, seed: Any) -> None:
    """Seed both generators from one number."""
    luck.source[0] = SEEDED
    luck.used[0] = 0
    luck.given[0] = 0
    luck.fault[0] = 0
    luck.noted[0] = 0
    for which in range(2):
        x = mixed(U(seed), U(77 + which))
        luck.random[which] = x if x else U(1)


@rule
def play_games(
    board: Board, state: State, luck: Luck, sheet: Sheet, players: int, seed: Any, totals: Any, ranks: Any
) -> int:
    """Play random games, game i from seed + i; writes points and ranks, returns the number of decisions."""
    decisions = 0
    for game in range(len(totals)):
        seed_luck(luck, U(seed) + U(game))
        new_game(board, state, luck, players)
        while state.phase[0] != OVER:
            step(board, state, luck, sample_legal(board, state, luck))
            decisions += 1
        final_scores(board, state, sheet)
        for player in range(players):
            totals[game, player] = sheet.total[player]
            ranks[game, player] = sheet.rank[player]
    return decisions
