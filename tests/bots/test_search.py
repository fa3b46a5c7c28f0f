"""The bot that looks ahead: legal everywhere, within its limit, the same again, and never out of noise."""

from __future__ import annotations

import time

import numpy as np
import pytest
from position import at, record

from kolej.bots import bot
from kolej.bots.search import halving, inference
from kolej.bots.search.candidates import BLOCKS, LIKED, Candidate, candidates
from kolej.bots.search.halving import Verdict, stages, worth_of
from kolej.bots.search.searcher import FEWEST, Limit, Scratch, Searcher
from kolej.game.game import Game, new
from kolej.rules import entry_points
from kolej.rules import rows as kinds

BOARDS = ["europe", "nordic", "poland", "usa"]
FEW = Limit(48, None)
GUESSES = 300


def middle(board: str, seats: int, moves: int, seed: int = 3) -> Game:
    """A game among planners after so many moves or a few more, at the beginning of a turn."""
    game, planner = new(board, seats, seed=seed), bot("planner")
    while game.moves < moves or game.compiled.phase != "turn":
        seat = game.awaited[0]
        game.play(planner.choose(game.view(seat), game.legal(seat)), seat)
    return game


@pytest.mark.parametrize("board", BOARDS)
def test_it_plays_a_whole_game_in_which_every_choice_is_legal(board: str) -> None:
    game, players = new(board, 2, seed=5), [bot("search@30r"), bot("planner")]
    while not game.over:
        seat = game.awaited[0]
        game.play(players[seat].choose(game.view(seat), game.legal(seat)), seat)
    assert game.score().seats[0].total > 0


def test_the_same_view_and_number_of_rollouts_give_the_same_search() -> None:
    game = middle("europe", 3, 40)
    view = game.view(game.awaited[0])
    one, again = Searcher(7).search(view, FEW), Searcher(7).search(view, FEW)
    assert one.verdict is not None
    assert again.verdict is not None
    assert (one.row, one.tried, one.rollouts) == (again.row, again.tried, again.rollouts)
    assert one.verdict.means.tolist() == again.verdict.means.tolist()
    other = Searcher(8).search(view, FEW)
    assert other.verdict is not None
    assert other.verdict.means.tolist() != one.verdict.means.tolist()


def test_threads_share_the_work_and_change_nothing() -> None:
    game = middle("poland", 2, 30)
    view = game.view(game.awaited[0])
    alone, shared = Searcher(7).search(view, FEW), Searcher(7, threads=3).search(view, FEW)
    assert alone.verdict is not None
    assert shared.verdict is not None
    assert (alone.row, alone.rollouts, alone.rounds) == (shared.row, shared.rollouts, shared.rounds)
    assert alone.verdict.means.tolist() == shared.verdict.means.tolist()


@pytest.mark.parametrize("rollouts", [1, FEWEST, 2 * FEWEST - 1])
def test_with_too_few_rollouts_for_two_candidates_it_does_what_the_planner_does(rollouts: int) -> None:
    game = middle("usa", 2, 30)
    seat = game.awaited[0]
    view = game.view(seat)
    found = Searcher(1).search(view, Limit(rollouts, None))
    assert found.rollouts == 0
    assert bot(f"search@{rollouts}r", 1).choose(view, game.legal(seat)) == bot("planner", 1).choose(
        view, game.legal(seat)
    )


def test_the_fewest_rollouts_for_two_candidates_are_played() -> None:
    game = middle("usa", 2, 30)
    found = Searcher(1).search(game.view(game.awaited[0]), Limit(2 * FEWEST, None))
    assert (found.rollouts, found.rounds, len(found.tried)) == (2 * FEWEST, FEWEST, 2)


def test_it_never_plays_more_rollouts_than_it_may() -> None:
    for moves in range(4, 60, 8):
        game = middle("poland", 3, moves)
        found = Searcher(1).search(game.view(game.awaited[0]), Limit(100, None))
        assert found.rollouts <= 100


def test_it_keeps_its_time_even_where_games_are_longest() -> None:
    searcher, over, played = Searcher(1), [], 0
    for moves in range(5, 45, 8):
        game = middle("europe", 5, moves)
        view = game.view(game.awaited[0])
        began = time.thread_time()
        played += searcher.search(view, Limit(None, 0.2)).rollouts
        over.append(time.thread_time() - began - 0.2)
    assert max(over) <= 0.02
    assert played > 0


def test_a_single_legal_action_needs_no_thought() -> None:
    game = middle("usa", 2, 10)
    view, legal = game.view(game.awaited[0]), game.legal()[:1]
    assert Searcher(1).choose(view, legal) == legal[0]


# ---- candidates


def test_one_payment_of_every_route_is_tried_and_the_planner_s_choice_comes_first() -> None:
    facts = [(kinds.CLAIM, route, 0, locos, 0) for route in range(12) for locos in range(2)]
    rows = list(range(len(facts)))
    values = [float(route) / 2 + 0.1 * locos for route in range(12) for locos in range(2)]
    found = candidates(facts, rows, values, 22, [0.0] * 128)
    assert found[0] == Candidate(22, 0.0)
    routes = [facts[one.row][1] for one in found]
    assert len(set(routes)) == len(routes) == LIKED + 1
    assert routes == [11, 10, 9, 8, 7, 6, 5]
    assert {facts[one.row][3] for one in found[1:]} == {1}, "the better payment"


def test_an_action_that_the_planner_holds_for_much_worse_is_not_tried() -> None:
    facts = [(kinds.CLAIM, route, 0, 0, 0) for route in range(3)]
    found = candidates(facts, [0, 1, 2], [20.0, 8.0, 7.9], 0, [0.0] * 128)
    assert [one.row for one in found] == [0, 1], "12 points less is just allowed"


def test_a_route_that_others_need_is_tried_although_the_planner_does_not_want_it() -> None:
    facts = [(kinds.CLAIM, route, 0, 0, 0) for route in range(6)]
    wanted = [0.0, 0.5, 0.2, 1.0, 0.4, 0.0]
    found = candidates(facts, list(range(6)), [9.0, *[-40.0] * 5], 0, wanted)
    assert [one.row for one in found] == [0, 3, 1]
    assert len(found) == 1 + BLOCKS


def test_two_ways_to_draw_are_tried_beside_the_planner_s_choice_and_tickets_always() -> None:
    facts = [(kinds.DRAW_OPEN, 0, card, 0, 0) for card in range(5)] + [(kinds.DRAW_TICKETS, 0, 0, 0, 0)]
    found = candidates(facts, list(range(6)), [5.0, 4.0, 3.0, 2.0, 1.0, -30.0], 0, [0.0] * 128)
    assert [one.row for one in found] == [0, 1, 2, 5]


def test_what_another_style_would_do_is_tried_and_played_on_in_that_style() -> None:
    facts = [(kinds.CLAIM, route, 0, 0, 0) for route in range(3)]
    found = candidates(facts, [0, 1, 2], [9.0, 8.0, -40.0], 0, [0.0] * 128, styles=[2, 1])
    assert [(one.row, one.style) for one in found] == [(0, 0), (1, 0), (2, 1)]


# ---- halving


def leads(*gains: float, rounds: int = 200, noise: float = 20.0) -> halving.Leads:
    """Leads by round: the luck of a round is the same for all candidates, and each has some of its own."""
    luck = np.random.default_rng(1)
    shared = luck.normal(0.0, 30.0, (rounds, 1))
    found: halving.Leads = shared + luck.normal(0.0, noise, (rounds, len(gains))) + np.array(gains)
    return found


def verdict(found: halving.Leads, priors: list[float] | None = None) -> Verdict:
    count = found.shape[1]
    return Verdict(found, range(count), priors or [0.0] * count, [False] * count)


def test_a_clearly_better_candidate_is_chosen_and_a_hopeless_one_dropped() -> None:
    found = verdict(leads(0.0, 12.0, -25.0))
    assert found.best == 1
    assert found.remaining(3) == [0, 1]


def test_nothing_but_noise_leaves_the_planner_s_choice() -> None:
    found = verdict(leads(0.0, 0.0, 0.0, rounds=8), priors=[0.0, -6.0, -8.0])
    assert found.best == 0


def test_the_planner_s_choice_always_goes_on() -> None:
    assert verdict(leads(-30.0, 5.0, 6.0, 7.0)).remaining(2)[0] == 0


def test_a_point_counts_less_where_the_game_is_decided() -> None:
    _, open_slope = worth_of(leads(0.0, 0.0))
    _, decided = worth_of(leads(0.0, 0.0) + 200.0)
    assert decided < open_slope / 3


def test_stages_halve_until_two_are_left() -> None:
    assert [stages(count) for count in (2, 3, 4, 5, 8, 9)] == [1, 2, 2, 3, 3, 4]


# ---- inference


def guessed(game: Game, ticket: str, exchanges: int) -> float:
    """How often seat 1 holds this ticket in guesses of seat 0."""
    memory, view = Scratch(), game.view(0)
    board, sight, work = record(game.book.values), record(view.sight), record(memory.work)
    inference.infer(board, sight, work)
    one, held = 1 << game.book.ticket_index[ticket], 0
    for number in range(GUESSES):
        entry_points.seed(memory.luck.handle, np.uint64(number))
        entry_points.guess(game.book.handle, view.sight.handle, memory.states.handle, memory.luck.handle)
        for _ in range(exchanges):
            inference.exchange_ticket(board, sight, record(memory.states), record(memory.luck), work, 1)
        assert int(memory.states[0].tickets[1]).bit_count() == 2
        held += int(memory.states[0].tickets[1]) & one > 0
    return held / GUESSES


def test_a_player_is_guessed_to_hold_the_ticket_whose_way_its_routes_make() -> None:
    """Without inference each of the 28 hidden tickets is as likely as any other."""
    game = at(
        "usa",
        hands=["RRR", "GGG"],
        owned={1: ["denver--santa-fe", "el-paso--santa-fe"]},
        tickets={0: ["seattle--new-york"], 1: ["denver--el-paso", "boston--miami"]},
    )
    assert guessed(game, "denver--el-paso", 0) == pytest.approx(2 / 29, abs=0.05)
    assert guessed(game, "denver--el-paso", 16) > 0.4
    assert guessed(game, "toronto--miami", 16) < 0.1
