"""What the planner of version 0.2 got wrong, each fault as a position that both are asked about."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import pytest
from position import at

from kolej.arena.compiled_games import Planners
from kolej.arena.game_result import blank
from kolej.bots.planner import Planner
from kolej.bots.presets import SETUPS
from kolej.game.compiled import Compiled
from kolej.game.game import Game
from kolej.game.rulebook import rulebook
from kolej.rules.jit import COMPILED

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from planner_faults import games

EARLIER = "planner-0.2"


def chosen(game: Game, name: str = "planner") -> str:
    return str(Planner(0, name).choose(game.view(0), game.legal(0)))


def tickets_gain(game: Game, name: str = "planner") -> float:
    """What the planner expects of drawing tickets."""
    planner = Planner(0, name)
    planner.choose(game.view(0), game.legal(0))
    return float(planner.mind[0].tickets_gain[0])


def test_with_two_payable_routes_left_it_claims_one_and_leaves_the_other_to_its_last_turn() -> None:
    game = at(
        "usa",
        hands=["PPBB"],
        owned={0: ["duluth--omaha-1", "denver--omaha"]},
        tickets={0: ["duluth--el-paso"]},
        trains=[4, 30],
    )
    assert chosen(game).startswith(("claim denver--santa-fe", "claim el-paso--santa-fe"))
    assert chosen(game, EARLIER).startswith("draw")


def test_with_three_payable_routes_left_that_all_end_the_game_it_does_not_wait_for_the_third() -> None:
    own = ["duluth--omaha-1", "kansas-city--oklahoma-city-1", "dallas--oklahoma-city-1"]
    game = at(
        "usa",
        hands=["PBWG"],
        owned={0: [*own, "portland--san-francisco-1", "los-angeles--san-francisco-1"]},
        tickets={0: ["duluth--houston", "seattle--los-angeles"]},
        trains=[3, 30],
    )
    assert chosen(game).startswith("claim")
    assert chosen(game, EARLIER).startswith("draw")


def given_back(names: list[str]) -> Game:
    """A ticket deck of which only what the seat gave back is left."""
    game = at(
        "usa",
        hands=["PPBBGGOO"],
        owned={0: ["denver--kansas-city-1", "chicago--omaha", "kansas-city--omaha-1", "denver--santa-fe"]},
        tickets={0: ["chicago--santa-fe"]},
        trains=[14, 40],
        ticket_deck=[],
    )
    state = game.compiled.state[0]
    for name in names:
        ticket = game.book.ticket(name)
        state.under[0] |= state.under.dtype.type(1 << ticket)
        state.given[0] |= state.given.dtype.type(1 << ticket)
        state.gone[0] &= ~state.gone.dtype.type(1 << ticket)
        state.block[ticket] = state.given_in[0, ticket] = 1
    state.blocks[0] = 2
    return game


def test_when_only_what_it_gave_back_can_come_it_expects_nothing_else() -> None:
    hopeless = given_back(["seattle--new-york", "vancouver--montreal", "los-angeles--miami"])
    assert tickets_gain(hopeless) < 0 < tickets_gain(hopeless, EARLIER)
    assert chosen(hopeless) != "draw-tickets"
    easy = given_back(["denver--el-paso", "kansas-city--houston", "chicago--new-orleans"])
    assert tickets_gain(easy) > tickets_gain(hopeless)


def test_a_draw_of_tickets_at_a_loss_is_only_for_those_who_can_do_nothing_else() -> None:
    game = given_back(["seattle--new-york", "vancouver--montreal", "los-angeles--miami"])
    state = game.compiled.state[0]
    state.display[:] = state.deck[:] = state.discard[:] = 0
    state.display_size[0] = state.deck_size[0] = state.discard_size[0] = 0
    assert chosen(game).startswith("claim")
    state.hand[0] = 0
    assert chosen(game) == "tickets"


def test_far_ahead_with_all_tickets_made_it_ends_the_game() -> None:
    game = at(
        "usa",
        hands=["PPOB"],
        owned={
            0: ["denver--kansas-city-1", "chicago--omaha", "kansas-city--omaha-1", "denver--santa-fe"],
            1: ["dallas--houston-1"],
        },
        tickets={0: ["chicago--santa-fe"], 1: ["seattle--new-york", "los-angeles--miami", "boston--miami"]},
        trains=[4, 16],
        ticket_deck=[],
    )
    game.compiled.state[0].score[:2] = [84, 40]
    assert chosen(game).startswith("claim")
    assert chosen(game, EARLIER).startswith("draw")


def test_in_the_last_turn_it_takes_the_route_that_wins_the_longest_path() -> None:
    game = at(
        "usa",
        hands=["PP"],
        owned={
            0: ["denver--kansas-city-1", "denver--santa-fe"],
            1: ["chicago--omaha", "chicago--pittsburgh-1"],
        },
        trains=[20, 2],
    )
    game.compiled.state[0].last_turns[0] = 1
    route = chosen(game).split()[1]
    assert {"denver", "kansas-city", "santa-fe"} & set(
        route.removesuffix("-1").removesuffix("-2").split("--")
    )


def test_a_route_that_its_station_lends_needs_no_second_station() -> None:
    game = at(
        "europe",
        hands=["PPBBGGOOWW"],
        owned={
            0: ["amsterdam--bruxelles", "pamplona--paris-1"],
            1: ["bruxelles--paris-1", "bruxelles--dieppe", "amsterdam--london"],
        },
        stations={0: ["paris"]},
        tickets={0: ["amsterdam--pamplona"]},
        trains=[30, 3],
        ticket_deck=[],
    )
    game.compiled.state[0].last_turns[0] = 1
    assert not chosen(game).startswith("station")
    assert chosen(game, EARLIER).startswith("station bruxelles")


PINNED = {
    ("europe", 2): "d32d0443fef33a16",
    ("europe", 5): "67600927b467aab1",
    ("usa", 2): "e3722dfd32665349",
    ("nordic", 2): "d4edc83a19848a34",
    ("poland", 4): "932aea2ee1a29519",
}
"""The first 100 games among planners of version 0.2, as that version played them."""


@pytest.mark.skipif(not COMPILED, reason="500 games")
@pytest.mark.parametrize(("board", "players"), PINNED)
def test_with_the_new_terms_switched_off_it_plays_as_version_0_2(board: str, players: int) -> None:
    found, game = hashlib.sha256(), Compiled(rulebook(board))
    planners = Planners([EARLIER] * players)
    for seed in range(100):
        planners.play(game, seed, [0] * players, blank())
        found.update(game.state.bytes.tobytes())
    assert found.hexdigest()[:16] == PINNED[board, players]


@pytest.mark.skipif(not COMPILED, reason="many games")
@pytest.mark.parametrize("other", ["planner", "planner-slow"])
@pytest.mark.parametrize("board", ["europe", "nordic", "poland", "usa"])
@pytest.mark.parametrize("count", [60, pytest.param(12500, marks=pytest.mark.soak)])
def test_it_neither_fishes_for_tickets_nor_idles_at_the_end(board: str, other: str, count: int) -> None:
    for seen in games(board, ["planner", other], count, 5):
        assert not seen.fishes, seen
        assert not seen.idles, seen


def test_the_earlier_planner_lacks_every_term() -> None:
    assert set(SETUPS[EARLIER].values()) == {0.0}
