"""Every reason for a refusal, by a position that gives it; and why a route cannot be claimed."""

from __future__ import annotations

import pytest
from position import at, play, refused

from kolej.game.actions import REASONS, IllegalAction, Reason
from kolej.game.game import Game, new

ONE_EACH = {"one_route_per_country": True}


def after(game: Game, *moves: tuple[str, str]) -> Game:
    for action, luck in moves:
        play(game, action, luck=luck)
    return game


def ended() -> Game:
    game = at("grid", hands=["RR"], trains=[2, 30])
    play(game, "claim a2--a3 RR")
    for _ in range(4):
        play(game, "draw")
    return game


def offered() -> Game:
    game = at("euro", ticket_deck=["ada--dol", "ada--fen", "bor--gil"])
    play(game, "tickets", luck=["ada--dol", "ada--fen", "bor--gil"])
    return game


def chosen() -> Game:
    game = new("usa", 2, seed=1)
    game.play(game.legal(0)[0], 0)
    return game


def only_coloured_cards_build() -> Game:
    """No shipped board has stations where locomotives do not pay, but a board may."""
    import msgspec
    from position import book_of

    from kolej.game.rulebook import Rulebook

    board = book_of("euro").board
    rules = msgspec.structs.replace(board.rules, locomotives_pay="tunnels-and-ferries")
    game = new(Rulebook(msgspec.structs.replace(board, rules=rules)), 2, seed=1)
    for seat in range(2):
        game.play(game.legal(seat)[0], seat)
    game.compiled.state[0].hand[:2] = 1
    return game


CASES: list[tuple[Reason, Game, str, int | None]] = [
    ("game-over", ended(), "draw", None),
    ("not-your-turn", at("euro"), "draw", 1),
    ("choose-first-tickets", new("usa", 2, seed=1), "draw", 0),
    ("already-chosen", chosen(), "keep", 0),
    ("second-card", after(at("euro"), ("draw", "R")), "tickets", None),
    ("choose-tickets", offered(), "draw", None),
    ("decide-tunnel", after(at("euro", hands=["RR"]), ("claim bor--cis RR", "RKW")), "draw", None),
    ("nothing-to-decide", at("euro"), "give up", None),
    ("nothing-to-decide", at("euro"), "pay R", None),
    ("nothing-to-decide", at("euro"), "keep ada--dol", None),
    ("not-face-up", at("euro", display="PBOWG"), "draw R", None),
    ("second-locomotive", after(at("euro", display="PBOWL"), ("draw", "R")), "draw L", None),
    ("deck-empty", at("euro", deck=""), "draw", None),
    ("no-tickets-left", at("euro", ticket_deck=[]), "tickets", None),
    ("not-offered", offered(), "keep bor--elk", None),
    ("too-few-kept", offered(), "keep", None),
    ("route-taken", at("euro", hands=["BBB"], owned={1: ["ada--bor"]}), "claim ada--bor BBB", None),
    ("double-closed", at("euro", hands=["W"], owned={1: ["elk--fen-1"]}), "claim elk--fen-2 W", None),
    ("own-twin", at("euro", seats=4, hands=["W"], owned={0: ["elk--fen-1"]}), "claim elk--fen-2 W", None),
    (
        "own-border-route",
        at("neighbours", hands=["W"], owned={0: ["west--germany-1"]}),
        "claim west--germany-2 W",
        None,
    ),
    (
        "one-route-per-country",
        at("neighbours", hands=["OO"], owned={0: ["west--germany-1"]}, options=dict(ONE_EACH)),
        "claim north--germany-1 OO",
        None,
    ),
    ("too-few-trains", at("euro", hands=["BBB"], trains=[2, 9]), "claim ada--bor BBB", None),
    ("too-few-cards", at("euro", hands=["BB"]), "claim ada--bor BBB", None),
    ("wrong-number", at("euro", hands=["BB"]), "claim ada--bor BB", None),
    ("wrong-colour", at("euro", hands=["RRR"]), "claim ada--bor RRR", None),
    ("mixed-colours", at("euro", hands=["RB"]), "claim ada--cis RB", None),
    ("locomotives-not-here", at("north", hands=["RL"]), "claim bre--cor-1 RL", None),
    ("locomotives-not-here", only_coloured_cards_build(), "station ada L", None),
    ("locomotives-needed", at("euro", hands=["RRRRRR"]), "claim dol--elk RRRRRR", None),
    ("no-swaps-here", at("euro", hands=["BBRRR"]), "claim ada--bor BB+RRR", None),
    ("wrong-swap", at("north", hands=["OORR"]), "claim ala--cor OO+RR", None),
    ("no-stations", at("grid", hands=["R"]), "station a1 R", None),
    ("no-stations-left", at("euro", hands=["R"], stations={0: ["ada", "bor", "cis"]}), "station dol R", None),
    ("station-there", at("euro", hands=["R"], stations={1: ["ada"]}), "station ada R", None),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}: {case[2]}")
def test_c1_a_refused_action_has_its_reason_and_changes_nothing(
    case: tuple[Reason, Game, str, int | None],
) -> None:
    reason, game, action, seat = case
    events, luck = len(game.events), game.compiled.luck.bytes.copy()
    refused(game, action, reason, seat)
    assert len(game.events) == events
    assert (game.compiled.luck.bytes == luck).all()


def test_c1_no_reason_is_left_without_a_position_that_gives_it() -> None:
    assert {case[0] for case in CASES} == set(REASONS)


def test_c1_a_reason_comes_with_a_sentence() -> None:
    for reason, game, action, seat in CASES:
        with pytest.raises(IllegalAction) as error:
            game.play(action, seat)
        assert error.value.reason == reason
        assert " " in str(error.value)


WHY_NOT: list[tuple[Reason | None, Game, str, int]] = [
    (None, at("euro", hands=["BBB"]), "ada--bor", 0),
    (None, at("euro", hands=["BBL"]), "ada--bor", 0),
    (None, at("north", hands=["RRR"]), "eir--gry", 0),
    ("too-few-cards", at("euro", hands=["BB"]), "ada--bor", 0),
    ("too-few-cards", at("euro", hands=[""]), "ada--bor", 0),
    ("too-few-cards", at("euro", display="", deck="", ticket_deck=[]), "ada--bor", 0),
    ("too-few-trains", at("euro", hands=["BBB"], trains=[2, 9]), "ada--bor", 0),
    ("not-your-turn", at("euro", hands=["", "BBB"]), "ada--bor", 1),
    ("route-taken", at("euro", owned={0: ["ada--bor"]}), "ada--bor", 1),
    ("own-twin", at("euro", owned={0: ["elk--fen-1"]}), "elk--fen-2", 0),
    ("double-closed", at("euro", owned={0: ["elk--fen-1"]}), "elk--fen-2", 1),
    ("own-border-route", at("neighbours", owned={0: ["west--germany-1"]}), "west--germany-2", 0),
    (
        "one-route-per-country",
        at("neighbours", owned={0: ["west--germany-1"]}, options=dict(ONE_EACH)),
        "north--germany-1",
        0,
    ),
    ("choose-first-tickets", new("usa", 2, seed=1), "atlanta--charleston", 0),
    ("second-card", after(at("euro", hands=["BBB"]), ("draw", "R")), "ada--bor", 0),
    ("choose-tickets", offered(), "ada--bor", 0),
    ("decide-tunnel", after(at("euro", hands=["RR"]), ("claim bor--cis RR", "RKW")), "ada--bor", 0),
    ("game-over", ended(), "a1--b1", 0),
]


@pytest.mark.parametrize("case", WHY_NOT, ids=lambda case: f"{case[0]}: {case[2]}")
def test_c7_why_not_says_why_a_seat_cannot_claim_a_route_now(
    case: tuple[Reason | None, Game, str, int],
) -> None:
    reason, game, route, seat = case
    before = game.digest()
    assert game.why_not(route, seat) == reason
    claims = [str(action) for action in game.legal(seat) if str(action).startswith(f"claim {route} ")]
    assert bool(claims) == (reason is None)
    assert game.digest() == before


def test_c7_why_not_gives_every_reason_that_concerns_a_route() -> None:
    """All reasons but those of drawing, keeping, stations, and of the cards of one set."""
    apart = {
        *("already-chosen", "nothing-to-decide", "not-face-up", "second-locomotive", "deck-empty"),
        *("no-tickets-left", "not-offered", "too-few-kept", "no-stations", "no-stations-left"),
        *("station-there", "wrong-number", "wrong-colour", "mixed-colours", "locomotives-not-here"),
        *("locomotives-needed", "no-swaps-here", "wrong-swap"),
    }
    assert {case[0] for case in WHY_NOT if case[0]} == set(REASONS) - apart
