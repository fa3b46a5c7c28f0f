"""The checks of long tests notice what they are there for: each law, broken by hand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from position import at, book_of, record

from kolej.rules import invariants
from kolej.rules.board import ACTIONS
from kolej.rules.jit import COMPILED
from kolej.rules.luck import Luck
from kolej.rules.scoring import Sheet
from kolej.rules.state import State
from kolej.rules.structs import Values

Break = Callable[[Any], None]


def negative_hand(state: Any) -> None:
    state.hand[0, 0] -= 1
    state.deck[0] += 1
    state.deck_size[0] += 1


def deck_not_made(state: Any) -> None:
    state.discard[:] += state.deck
    state.discard_size[0] += state.deck_size[0]
    state.deck[:], state.deck_size[0] = 0, 0


def short_display(state: Any) -> None:
    card = int(np.argmax(state.display))
    state.display[card] -= 1
    state.display_size[0] -= 1
    state.deck[card] += 1
    state.deck_size[0] += 1


def wrong_score(state: Any) -> None:
    state.score[0] += 1


def known_card_that_is_not_there(state: Any) -> None:
    state.known[0, 7] = 1


def swap_left_over(state: Any) -> None:
    state.swapped[2] = 1


def give(state: Any, seat: int, route: int) -> None:
    """A route, without asking whether it may be had."""
    state.owned[seat, route >> 6] |= np.uint64(1 << (route & 63))


def open_though_taken(state: Any) -> None:
    state.claimable[0, 0] |= np.uint64(1 << TAKEN)


TAKEN = book_of("euro").route("ada--bor")

BREACHES: list[tuple[Break, int]] = [
    (negative_hand, invariants.CARDS),
    (deck_not_made, invariants.SIZES),
    (short_display, invariants.SIZES),
    (wrong_score, invariants.TRAINS),
    (known_card_that_is_not_there, invariants.KNOWN),
    (swap_left_over, invariants.KNOWN),
    (open_though_taken, invariants.ROUTES),
]


@pytest.mark.parametrize("breach", BREACHES, ids=lambda breach: breach[0].__name__)
def test_c18_a_broken_law_is_told(breach: tuple[Break, int]) -> None:
    broken, law = breach
    game = at("euro", owned={1: ["ada--bor"]}, tickets={0: ["ada--dol"]})
    board, state = record(game.book.values), record(game.compiled.state)
    assert invariants.broken_law(board, state, True) == invariants.LAWFUL
    broken(game.compiled.state[0])
    assert invariants.broken_law(board, state, True) == law


def owns(board: str, *routes: tuple[int, int]) -> int:
    """The law that is broken when seats simply have these routes, trains and points as they should be."""
    game = at(board)
    state, book = game.compiled.state[0], game.book
    for seat, route in routes:
        give(state, seat, route)
        state.trains[seat] -= book.length(route)
        state.score[seat] += book.points(route)
    state.claimable[:] = 0
    return int(invariants.broken_law(record(book.values), record(game.compiled.state), True))


@pytest.mark.parametrize("board", ["euro", "poland"])
def test_c9_a_route_with_two_owners_or_both_tracks_of_one_is_told(board: str) -> None:
    book = book_of(board)
    assert owns(board, (0, 0)) == invariants.LAWFUL
    assert owns(board, (0, 0), (1, 0)) == invariants.ROUTES
    closes = book.values[0].own_closes
    for word in range(2):
        doubles = [r for r in range(len(book.routes)) if closes[r, word]]
        for route in doubles[:1]:
            twin = 64 * word + int(closes[route, word]).bit_length() - 1
            assert owns(board, (0, route), (0, twin)) == invariants.ROUTES


INTERPRETED: list[str] = []
"""Tests that need rules without the compiler."""


def interpreted(test: Callable[..., None]) -> Callable[..., None]:
    """Compiled rules cannot be changed from outside: such tests run in one process without the compiler."""
    if not COMPILED:
        return test
    INTERPRETED.append(test.__name__)

    def elsewhere() -> None:
        assert re.search(rf"::{test.__name__} PASSED", without_compiler()), without_compiler()

    return elsewhere


@cache
def without_compiler() -> str:
    """What pytest says of all these tests."""
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider"]
    command += [f"{__file__}::{name}" for name in INTERPRETED]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout


def lawful_games(board: Values) -> int:
    """The law that random games on this board break first."""
    told = np.zeros(3, np.int64)
    handles = (board.handle, Values(State).handle, Values(Luck).handle, Values(Sheet).handle)
    played = invariants.play_lawfully(*handles, np.zeros(ACTIONS, np.int16), 2, 1, np.uint64(1), told)
    finished = told[0] in (invariants.LAWFUL, invariants.SCORE)
    assert (int(played) > 0) == finished, "only finished games are counted"
    return int(told[0])


def test_c15_a_player_who_is_awaited_and_can_do_nothing_is_told() -> None:
    board = book_of("grid").values.copy()
    assert lawful_games(board) == invariants.LAWFUL
    board[0].keep_count[:] = 0
    assert lawful_games(board) == invariants.ACTIONS


@interpreted
def test_c15_a_game_without_an_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invariants, "MOST_DECISIONS", 3)
    assert lawful_games(book_of("grid").values) == invariants.ENDLESS


@interpreted
def test_c18_a_sheet_that_does_not_fit_the_table_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invariants, "final_scores", lambda *_: None)
    assert lawful_games(book_of("grid").values) == invariants.SCORE
