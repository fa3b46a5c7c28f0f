"""Declares which functions of the rules are compiled."""

from __future__ import annotations

from kolej.compiling.functions import compile_for
from kolej.compiling.parts import Part
from kolej.rules.jit import cache_folder


def _compile_entries() -> None:
    import numpy as np

    from kolej.rules import entry_points as rules
    from kolej.rules.board import ACTIONS, Board
    from kolej.rules.foresight import Foresight
    from kolej.rules.luck import Luck
    from kolej.rules.progress import Progress
    from kolej.rules.scoring import Sheet
    from kolej.rules.sight import Sight
    from kolej.rules.state import State
    from kolej.rules.structs import Values
    from kolej.rules.turn_rows import TurnRows

    kinds = (Board, State, Luck, Sight, Sheet, Progress, Foresight, TurnRows)
    board, state, luck, sight, sheet, progress, foresight, turn = (Values(kind).handle for kind in kinds)
    rows, mask, seed = np.zeros(ACTIONS, np.int16), np.zeros(ACTIONS, np.uint8), np.uint64(1)
    totals = np.zeros((1, 2), np.int16)
    compile_for(rules.play_games, board, state, luck, sheet, 2, seed, totals, totals)
    compile_for(rules.seed, luck, seed)
    compile_for(rules.new_game, board, state, luck, 2)
    compile_for(rules.keep_first, board, state, luck, 0, 1)
    compile_for(rules.step, board, state, luck, 0)
    compile_for(rules.sample, board, state, luck)
    compile_for(rules.legal_rows, board, state, 0, rows)
    compile_for(rules.list_turn_rows, board, state, 0, turn, rows)
    compile_for(rules.legal_mask, board, state, 0, rows, mask)
    compile_for(rules.final_scores, board, state, sheet)
    compile_for(rules.trace_path, board, state, sheet, 0)
    compile_for(rules.tie_value, board, state, sheet, 0, 0)
    compile_for(rules.look, board, state, 0, sight)
    compile_for(rules.guess, board, sight, state, luck)
    compile_for(rules.look_at_tickets, board, state, sheet, progress, 0, 1)
    compile_for(rules.foresee, board, state, 0, foresight)


RULES = Part(
    "the rules",
    declared_in="kolej.rules.compilation:RULES",
    entry_module="kolej.rules.entry_points",
    folder=cache_folder,
    compile_entries=_compile_entries,
)
