"""The last round, passes, and games in which nobody can act (C12, C15)."""

from __future__ import annotations

import pytest
from position import at, legal, play, record, refused

from kolej.game.events import Ended, LastRound, Passed
from kolej.game.game import Game
from kolej.rules import turn
from kolej.rules.state import OVER


def names(events: tuple[object, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def two_draws(game: Game) -> None:
    for _ in range(2):
        play(game, "draw")


@pytest.mark.parametrize("trains", [4, 3, 2])
def test_c12_with_two_trains_or_fewer_at_the_end_of_a_turn_all_have_one_more(trains: int) -> None:
    game = at("euro", seats=3, hands=["GG"], trains=[trains, 20, 20])
    events = play(game, "claim ada--cis GG")
    assert names(events) == ["Claimed", "LastRound"]
    assert game.view(None).last_turns == 3
    turns = []
    while not game.over:
        turns.append(game.awaited[0])
        two_draws(game)
    assert turns == [1, 2, 0], "that player included"
    assert names(game.events)[-1] == "Ended"


def test_c12_three_trains_left_do_not_start_the_last_round() -> None:
    game = at("euro", hands=["GG"], trains=[5, 20])
    assert names(play(game, "claim ada--cis GG")) == ["Claimed"]
    assert game.view(None).last_turns is None


def test_c12_it_happens_once() -> None:
    game = at("euro", hands=["GG", "KK"], trains=[2, 2])
    play(game, "claim ada--cis GG")
    assert names(play(game, "claim fen--gil-1 KK")) == ["Claimed"]
    two_draws(game)
    assert game.over
    assert sum(isinstance(event, LastRound) for event in game.events) == 1
    assert isinstance(game.events[-1], Ended)
    refused(game, "draw", "game-over")
    assert legal(game, 0) == set()
    assert game.why_not("ada--bor") == "game-over"
    assert game.awaited == ()


def test_c15_a_player_without_a_legal_action_passes_and_the_game_does_it() -> None:
    game = at("euro", display="P", deck="", ticket_deck=[])
    game.compiled.state[0].hand[0] += game.compiled.state[0].hand[1]
    game.compiled.state[0].hand[1] = 0
    events = play(game, "draw P", luck="")
    assert [event.seat for event in events if isinstance(event, Passed)] == [1]
    assert game.awaited == (0,)


def test_c15_when_all_pass_in_a_row_the_game_ends_and_is_scored() -> None:
    game = at("euro", seats=3, display="P", deck="", ticket_deck=[], trains=[0, 0, 0])
    game.compiled.state[0].stations[:] = 0
    game.compiled.state[0].last_turns[0] = 3
    events = play(game, "draw P", luck="")
    assert names(events) == ["Drew", "Passed", "Passed", "Ended"]
    game = at("grid", seats=3, display="P", deck="", ticket_deck=[], trains=[3, 3, 3])
    game.compiled.state[0].claimable[:] = 0
    events = play(game, "draw P", luck="")
    assert [event.seat for event in events if isinstance(event, Passed)] == [1, 2, 0]
    assert game.over
    assert isinstance(game.events[-1], Ended)


def test_c15_only_passes_in_a_row_end_the_game() -> None:
    """Seat 1 passes, then both act; the next two passes end it, not the next one."""
    game = at("grid", hands=["RR"], display="P", deck="", ticket_deck=[])
    state = game.compiled.state[0]
    state.claimable[:] = 0
    state.claimable[0, 0] = 1 << game.book.route("a2--a3")
    first = play(game, "draw P", luck="")
    assert [event.seat for event in first if isinstance(event, Passed)] == [1]
    play(game, "claim a2--a3 RR", luck="RR")
    play(game, "draw R", luck="")
    last = play(game, "draw R", luck="")
    assert [event.seat for event in last if isinstance(event, Passed)] == [0, 1]
    assert game.over


def test_c15_who_can_do_nothing_else_must_draw_tickets() -> None:
    game = at("grid", display="P", deck="", ticket_deck=["a1--c3"])
    game.compiled.state[0].claimable[:] = 0
    play(game, "draw P", luck="")
    assert legal(game) == {"tickets"}
    play(game, "tickets", luck=["a1--c3"])
    assert legal(game) == {"keep a1--c3"}


def test_c15_who_can_do_nothing_else_must_try_a_tunnel() -> None:
    game = at("euro", hands=["RR"], display="", deck="", ticket_deck=[])
    state = game.compiled.state[0]
    state.stations[:] = 0
    state.claimable[:] = 0
    route = game.book.route("bor--cis")
    state.claimable[0, 0] = 1 << route
    assert legal(game) == {"claim bor--cis RR"}


def stuck_at_a_tunnel() -> Game:
    """Seat 0 has a tunnel that it cannot pay; the three cards of the deck are always turned up for it."""
    game = at("euro", hands=["RR"], display="PBOWG", deck="RRR", ticket_deck=[])
    state = game.compiled.state[0]
    state.stations[:] = 0
    state.claimable[:] = 0
    state.claimable[:2, 0] = 1 << game.book.route("bor--cis")
    return game


def test_c15_ten_rounds_of_passes_and_tunnels_given_up_end_the_game() -> None:
    game = stuck_at_a_tunnel()
    tries = 0
    while not game.over:
        play(game, "claim bor--cis RR", luck="RRR")
        play(game, "give up", luck="")
        tries += 1
    assert tries == 20
    assert isinstance(game.events[-1], Ended)


def test_c15_each_pass_counts_for_the_ten_rounds_as_a_tunnel_given_up_does() -> None:
    game = at("grid", seats=3, hands=["RR"], display="P", deck="", ticket_deck=[])
    state = game.compiled.state[0]
    state.claimable[:] = 0
    state.claimable[0, 0] = 1 << game.book.route("a2--a3")
    events = play(game, "draw P", luck="")
    assert [event.seat for event in events if isinstance(event, Passed)] == [1, 2]
    assert (state.idle[0], state.passes[0]) == (2, 2)
    play(game, "claim a2--a3 RR", luck="RR")
    assert (state.idle[0], state.passes[0]) == (0, 0)


def test_c15_the_pass_that_fills_ten_rounds_ends_the_game() -> None:
    """The count is put there: no game was found in which passes follow tunnels given up."""
    for before, over in ((18, False), (19, True)):
        game = at("grid", hands=["RR"], display="", deck="", ticket_deck=[])
        state = game.compiled.state[0]
        state.claimable[:] = 0
        state.claimable[0, 0] = 1 << game.book.route("a2--a3")
        state.player[0], state.idle[0] = 1, before
        turn.pass_over(record(game.book.values), record(game.compiled.state), record(game.compiled.luck))
        assert state.idle[0] == before + 1
        assert (state.phase[0] == OVER) == over


def test_c15_any_other_turn_starts_the_ten_rounds_anew() -> None:
    game = stuck_at_a_tunnel()
    state = game.compiled.state[0]
    for _ in range(19):
        play(game, "claim bor--cis RR", luck="RRR")
        play(game, "give up", luck="")
    assert state.idle[0] == 19
    two_draws(game)
    assert state.idle[0] == 0
    assert not game.over


def test_c15_games_end_when_nobody_takes_anything_but_cards() -> None:
    """Players who only draw run the deck dry and then have to do something else."""
    game = at("euro", seats=2)
    while not game.over:
        actions = legal(game)
        draws = [text for text in sorted(actions) if text.startswith("draw")]
        others = [text for text in sorted(actions) if text.startswith(("tickets", "keep", "give"))]
        play(game, (draws or others or sorted(actions))[0])
    assert game.score().winners
