"""Random games on every board with every number of players: what holds in all of them (C1-C19)."""

from __future__ import annotations

import random

import laws
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from position import OWN, SHIPPED, book_of, player_counts

from kolej.game.actions import Action
from kolej.game.game import Game, new, new_fair
from kolej.game.record import read
from kolej.game.replay import verify
from kolej.game.rulebook import Options
from kolej.rules import entry_points

TABLES = [(board, seats) for board in (*SHIPPED, *OWN) for seats in player_counts(board)]
OPTIONS: list[tuple[str, Options]] = [
    ("nordic", {"swaps_fill_colour": False, "longest_path_bonus": 10}),
    ("poland", {"one_route_per_country": True, "inland_links_pay": True}),
    ("poland", {"every_border_pays": True}),
    ("poland", {"countries_connect": True, "longest_path_bonus": 10}),
]


def check(game: Game, luck: random.Random) -> None:
    laws.nothing_is_lost(game)
    laws.the_display_is_full(game)
    laws.legal_actions_are_as_a_second_reading_of_the_rules_finds(game)
    laws.legal_actions_apply(game, luck, 3)
    laws.other_actions_are_refused(game, luck, 6)
    laws.a_seat_cannot_tell_a_guess_from_the_truth(game, luck)
    for seat in (*range(game.seats), None):
        laws.the_view_is_true(game, seat)


def a_choice(told: list[Action], luck: random.Random) -> Action:
    """Kinds of action as often as one another, so that the rarer ones come up too."""
    kind = luck.choice(sorted({type(action).__name__ for action in told}))
    return luck.choice([action for action in told if type(action).__name__ == kind])


def play_and_check(game: Game, seed: int, often: float) -> None:
    """A random game to its end; some of its states are looked at closely."""
    luck = random.Random(seed)
    while not game.over:
        if luck.random() < often:
            check(game, luck)
        seat = luck.choice(game.awaited)
        game.play(a_choice(game.legal(seat), luck), seat)
    laws.nothing_is_lost(game)
    sheet = game.score()
    for score in sheet.seats:
        assert sum(item.points for item in score.items) == score.total
    assert sheet.winners
    assert max(score.total for score in sheet.seats) == sheet.seats[sheet.winners[0]].total
    again = verify(read(game.record().to_json()), game.book)
    assert again.digest() == game.digest()
    assert again.events == game.events


@pytest.mark.parametrize(("board", "seats"), TABLES)
def test_c18_random_games_keep_the_laws_and_replay_to_the_same_state(board: str, seats: int) -> None:
    play_and_check(new(book_of(board), seats, seed=seats), seats, 0.05)


@pytest.mark.parametrize(("board", "options"), OPTIONS)
def test_c18_games_with_options_keep_the_laws_too(board: str, options: Options) -> None:
    play_and_check(new(book_of(board, **options), 3, seed=5), 5, 0.05)


def test_c18_a_fair_game_keeps_the_laws_and_its_luck_can_be_checked() -> None:
    play_and_check(new_fair(book_of("euro"), 3, entropy=("a", "b"), secret=bytes(32)), 3, 0.05)


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(OWN), st.integers(0, 2**63 - 1), st.data())
def test_c1_any_choice_among_legal_actions_leads_on(board: str, seed: int, data: st.DataObject) -> None:
    """Games steered at will, also where a random player would seldom go."""
    game = new(book_of(board), data.draw(st.sampled_from(player_counts(board))), seed=seed)
    for _ in range(25):
        seat = data.draw(st.sampled_from(game.awaited))
        told = sorted(game.legal(seat), key=str)
        game.play(told[data.draw(st.integers(0, len(told) - 1))], seat)
        laws.nothing_is_lost(game)
        laws.the_display_is_full(game)


@pytest.mark.parametrize("board", [*OWN, *SHIPPED])
def test_c1_a_random_player_picks_each_legal_action_as_often_as_any_other(board: str) -> None:
    """The quick way to pick one agrees with the list, also step by step through swaps."""
    game = new(book_of(board), 2, seed=3)
    handles = (game.book.handle, game.compiled.state.handle, game.compiled.luck.handle)
    for turn in range(400):
        if game.over:
            break
        seat = int(game.compiled.state[0].player[0])
        rows = game.rows(seat)
        mask = game.mask(seat)
        assert np.flatnonzero(mask).tolist() == sorted(rows)
        assert len(rows) == len(set(rows)) == mask.sum()
        if turn % 40 == 0 and len(rows) < 40:
            seen = {int(entry_points.sample(*handles)) for _ in range(60 * len(rows))}
            assert seen == set(rows)
        row = int(entry_points.sample(*handles))
        assert row in rows
        entry_points.step(*handles, row)
        game.compiled.luck[0].noted[0] = 0


@pytest.mark.soak
@pytest.mark.parametrize(("board", "seats"), TABLES)
def test_c18_a_thousand_random_games_keep_the_laws(board: str, seats: int) -> None:
    for seed in range(1000):
        play_and_check(new(book_of(board), seats, seed=seed), seed, 0.01)
