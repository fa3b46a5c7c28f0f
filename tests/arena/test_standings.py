"""Ratings, intervals, and when enough was played."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from kolej.arena.match import match
from kolej.arena.results import GAMES, Results, ResultsError
from kolej.arena.runner import run
from kolej.stats.ratings import bradley_terry, interval, resampled, share_interval
from kolej.stats.sequential import Bet, Decision


def test_ratings_give_back_the_strengths_that_games_were_made_from() -> None:
    true = np.array([300.0, 120.0, 0.0])
    strength = 10 ** (true / 400)
    games = 20_000 * strength[:, None] / (strength[:, None] + strength[None, :])
    np.fill_diagonal(games, 0)
    assert bradley_terry(games, 2) == pytest.approx(true, abs=0.5)


def test_ratings_are_those_of_another_library() -> None:
    """``choix`` maximises the same likelihood in another way; the game that a pair shares is added here."""
    import choix  # and with it scipy.stats: seconds that only this test needs

    rng = np.random.default_rng(7)
    for bots in (2, 3, 6):
        strength = rng.normal(0, 1, bots)
        ahead = rng.poisson(12 / (1 + np.exp(strength[None, :] - strength[:, None]))).astype(float)
        ahead += 0.5 * rng.integers(0, 2, (bots, bots))  # as ties make them
        np.fill_diagonal(ahead, 0)
        met = (ahead + ahead.T) > 0
        theirs = 400 / np.log(10) * choix.ilsr_pairwise_dense(ahead + 0.5 * met)
        assert bradley_terry(ahead, 0) == pytest.approx(theirs - theirs[0], abs=0.01)


def test_a_bot_that_never_lost_is_rated_higher_after_more_games_and_the_anchor_is_zero() -> None:
    few, many = (bradley_terry(np.array([[0.0, n], [0.0, 0.0]]), 1) for n in (4, 400))
    assert 200 < few[0] < many[0] < 2000
    assert few[1] == many[1] == 0


def test_a_bot_that_met_nobody_has_rating_zero() -> None:
    assert bradley_terry(np.zeros((1, 1)), 0) == [0.0]


def test_an_interval_over_blocks_holds_the_truth_about_nineteen_times_in_twenty() -> None:
    rng = np.random.default_rng(1)
    held = 0
    for study in range(100):
        blocks = np.repeat(rng.random((60, 1)) < 0.6, 2, axis=1).astype(float)  # both games of a block alike
        low, high = interval(resampled(blocks, study, draws=200).sum(-1) / 120)
        held += low <= 0.6 <= high
    assert 87 <= held <= 99


def test_a_share_that_never_varied_is_not_called_certain() -> None:
    low, high = share_interval(np.ones(1000), 1.0, 20)
    assert high == 1
    assert low == pytest.approx(0.025 ** (1 / 20))
    assert share_interval(np.zeros(1000), 0.0, 20) == pytest.approx((0, 1 - low))


def test_equal_bots_are_called_different_in_one_match_of_twenty_at_most() -> None:
    rng = random.Random(3)
    wrong = 0
    for _ in range(400):
        bet = Bet()
        for _ in range(300):
            bet.add(rng.choice((0.0, 0.5, 0.5, 1.0)))
            if bet.won(0.05):
                wrong += 1
                break
    assert wrong <= 30


def test_a_better_bot_is_found_out_soon_and_the_sooner_the_better_it_is() -> None:
    def needed(share: float) -> int:
        rng = random.Random(5)
        bet = Bet()
        while not bet.won(0.05):
            bet.add(float(rng.random() < share))
        return bet.blocks

    assert needed(1.0) <= 10
    assert needed(1.0) < needed(0.8) < needed(0.6) < 2000


def test_a_match_is_decided_when_all_pairs_are() -> None:
    decision = Decision(3)
    for _ in range(20):
        decision.add([[0, 2, 1], [0, 0, 1], [1, 1, 0]])
    assert decision.open == [(0, 2), (1, 2)]
    assert not decision.decided


@pytest.mark.usefixtures("alone")
def test_until_decided_stops_early_and_at_the_same_block_when_resumed(tmp_path: Path) -> None:
    this = match("usa", ["greedy", "random"], seed=1)
    standings, ended = run(this, 1000, until_decided=True, results=Results.begin(tmp_path, this))
    assert ended == "decided"
    assert 10 <= standings.games <= 40
    again, ended = run(this, 1000, until_decided=True, results=Results.open(tmp_path))
    assert (ended, again.games) == ("decided", standings.games)
    best, last = standings.table().bots
    assert (best.name, best.win_rate, last.rating) == ("greedy", 1.0, 0.0)
    assert best.interval[0] > 0.5


@pytest.mark.usefixtures("alone")
def test_an_interrupted_run_resumes_to_the_results_of_an_uninterrupted_one(tmp_path: Path) -> None:
    from test_games import timeless

    this = match("poland", ["random", "random"], seed=2)
    whole = Results.begin(tmp_path / "whole", this)
    run(this, 6, results=whole)

    def stop(games: int) -> None:
        if games == 3:
            raise KeyboardInterrupt

    cut = Results.begin(tmp_path / "cut", this)
    standings, ended = run(this, 6, results=cut, progress=stop)
    assert (ended, standings.games) == ("interrupted", 3)
    with (tmp_path / "cut" / GAMES).open("ab") as file:
        file.write(b'{"block": 3, "games": [{"se')  # the power went
    standings, ended = run(this, 6, results=Results.begin(tmp_path / "cut", this))
    assert (ended, standings.games) == ("played", 6)
    assert [timeless(b.games) for b in cut.blocks()] == [timeless(b.games) for b in whole.blocks()]


def test_results_of_another_match_are_not_mixed_in(tmp_path: Path) -> None:
    Results.begin(tmp_path, match("usa", ["random", "random"], seed=1))
    with pytest.raises(ResultsError, match="another match: seed was 1, not 2"):
        Results.begin(tmp_path, match("usa", ["random", "random"], seed=2))
    with pytest.raises(ResultsError, match="holds no results; kolej arena --out"):
        Results.open(tmp_path / "nothing")
