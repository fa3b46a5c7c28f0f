"""Whole games come out as they always did."""

from __future__ import annotations

import pytest
from make import OWN, SHIPPED, book_of, kept, played, tables

from kolej.rules.jit import COMPILED

GAMES = kept()


def test_there_is_a_game_for_every_board_and_number_of_players() -> None:
    assert set(GAMES) == {*tables(OWN), *tables(SHIPPED)}


@pytest.mark.parametrize("table", tables(OWN))
def test_games_on_the_tests_own_boards_never_change(table: str) -> None:
    assert played(table) == GAMES[table], "a rule has changed, or what is told of it"


@pytest.mark.skipif(not COMPILED, reason="the tests' own boards are enough for the slow speed")
@pytest.mark.parametrize("table", tables(SHIPPED))
def test_games_on_shipped_boards_change_only_with_the_board(table: str) -> None:
    board = table.split()[0]
    again = "python tests/golden/make.py plays its games anew"
    assert book_of(board).content.startswith(str(GAMES[table]["board"])), f"{board} has changed: {again}"
    assert played(table) == GAMES[table], "a rule has changed, or what is told of it"
