"""Claiming routes: sets, doubles, ferries, points (C7-C10, E2)."""

from __future__ import annotations

import pytest
from position import at, claims, discards, hand, legal, play, refused

from kolej.game.actions import Claim, InvalidAction, Station, from_json


def test_c7_a_route_is_claimed_whole_with_as_many_cards_as_it_has_spaces() -> None:
    game = at("euro", hands=["BBBB"])
    refused(game, "claim ada--bor BB", "wrong-number")
    refused(game, "claim ada--bor BBBB", "wrong-number")
    play(game, "claim ada--bor BBB")
    assert hand(game, 0) == "B"
    assert discards(game) == "BBB"
    assert game.view(None).seats[0].routes == ("ada--bor",)
    assert game.view(None).seats[0].trains == 17


def test_c7_the_cards_are_of_the_routes_colour() -> None:
    game = at("euro", hands=["RRRBB"])
    refused(game, "claim ada--bor RRR", "wrong-colour")
    refused(game, "claim ada--bor BBR", "mixed-colours")
    refused(game, "claim ada--bor BBB", "too-few-cards")
    assert claims(game, "ada--bor") == set()


def test_c7_a_grey_route_takes_any_one_colour() -> None:
    game = at("euro", hands=["RRGGK"])
    assert claims(game, "ada--cis") == {"RR", "GG"}
    refused(game, "claim ada--cis RG", "mixed-colours")


def test_c7_a_player_needs_as_many_trains_as_spaces() -> None:
    game = at("euro", hands=["BBBRR"], trains=[2, 20])
    refused(game, "claim ada--bor BBB", "too-few-trains")
    assert game.why_not("ada--bor") == "too-few-trains"
    play(game, "claim ada--cis RR")
    assert game.view(0).seats[0].trains == 0


def test_c7_a_route_need_not_touch_the_players_other_routes() -> None:
    game = at("euro", hands=["KK"], owned={0: ["ada--bor"]})
    play(game, "claim fen--gil-1 KK")
    assert set(game.view(0).seats[0].routes) == {"ada--bor", "fen--gil-1"}


def test_c7_one_route_a_turn_and_one_owner_for_ever() -> None:
    game = at("euro", hands=["BBBRR", "BBB"])
    play(game, "claim ada--bor BBB")
    refused(game, "claim ada--cis RR", "not-your-turn", seat=0)
    refused(game, "claim ada--bor BBB", "route-taken")
    assert game.why_not("ada--bor", 1) == "route-taken"
    assert game.why_not("ada--bor", 0) == "route-taken"


def test_c8_locomotives_stand_for_cards_of_any_colour() -> None:
    """Three blue spaces: three blue cards, or two, one or none of them and locomotives."""
    game = at("euro", hands=["BBBLLL"])
    assert claims(game, "ada--bor") == {"BBB", "BBL", "BLL", "LLL"}


def test_c8_a_grey_route_of_two_takes_two_red_or_a_yellow_and_a_locomotive_or_two_locomotives() -> None:
    game = at("euro", hands=["RRYLL"])
    assert claims(game, "ada--cis") == {"RR", "RL", "YL", "LL"}


@pytest.mark.parametrize("seats", [2, 3])
def test_c9_with_few_players_the_other_track_is_closed_to_everybody(seats: int) -> None:
    game = at("euro", seats=seats, hands=["OW"] * seats)
    play(game, "claim elk--fen-1 O")
    refused(game, "claim elk--fen-2 W", "double-closed")
    assert game.why_not("elk--fen-2", 1) == "double-closed"
    assert game.why_not("elk--fen-2", 0) == "own-twin"
    assert game.view(None).closed == ("elk--fen-2",), "a closed twin does not look open"


@pytest.mark.parametrize("seats", [4, 5])
def test_c9_with_more_players_both_tracks_are_open_but_never_to_one_player(seats: int) -> None:
    game = at("euro", seats=seats, hands=["OW"] * seats, owned={0: ["elk--fen-1"]})
    refused(game, "claim elk--fen-2 W", "own-twin")
    assert game.why_not("elk--fen-2") == "own-twin"
    assert game.view(None).closed == ()
    game = at("euro", seats=seats, hands=["OW"] * seats, owned={0: ["elk--fen-1"]}, to_move=1)
    play(game, "claim elk--fen-2 W")
    assert game.view(None).seats[1].routes == ("elk--fen-2",)


def test_c9_twins_of_unlike_kind_or_length_are_doubles() -> None:
    game = at("euro", hands=["KK", "RL"], owned={0: ["fen--gil-1"]}, to_move=1)
    refused(game, "claim fen--gil-2 RL", "double-closed")
    game = at("north", hands=["RR", "GGG"], owned={0: ["bre--cor-1"]}, to_move=1)
    refused(game, "claim bre--cor-2 GGG", "double-closed")
    game = at("north", seats=3, hands=["RR", "GGG"], owned={0: ["bre--cor-1"]}, to_move=1)
    play(game, "claim bre--cor-2 GGG")


def test_c9_routes_to_different_cities_are_no_doubles() -> None:
    game = at("euro", hands=["", "PPP"], owned={0: ["gil--hal"]}, to_move=1)
    play(game, "claim fen--hal PPP")


def test_c9_more_than_two_inland_tracks_are_a_fault_of_the_board() -> None:
    from position import BOARDS

    from kolej.boards.load import check_text

    text = (BOARDS / "euro.toml").read_text(encoding="utf-8")
    third = '{ a = "elk", b = "fen", length = 1, colour = "grey" },'
    report = check_text(text.replace("routes = [", f"routes = [\n{third}"), BOARDS / "euro.toml")
    assert report.board is None
    assert any("track" in fault.reason for fault in report.faults)


def test_c10_route_points_are_scored_at_the_claim() -> None:
    for route, cards, points in (
        ("elk--fen-1", "O", 1),
        ("ada--cis", "RR", 2),
        ("ada--bor", "BBB", 4),
        ("cis--hal", "WWWW", 7),
        ("dol--elk", "RRRRLL", 15),
        ("ada--hal", "RRRRRRRR", 21),
    ):
        game = at("euro", hands=[cards])
        play(game, f"claim {route} {cards}")
        assert game.view(None).seats[0].score == points


def test_e2_a_ferry_takes_a_locomotive_for_each_symbol_and_one_colour_for_the_rest() -> None:
    """Smyrna-Palermo: four cards of one colour and two locomotives."""
    game = at("europe", hands=["RRRRRRLL"])
    assert claims(game, "palermo--smyrna") == {"RRRRLL"}
    refused(game, "claim palermo--smyrna RRRRRL", "locomotives-needed")
    refused(game, "claim palermo--smyrna RRRRRR", "locomotives-needed")
    play(game, "claim palermo--smyrna RRRRLL")
    assert game.view(0).seats[0].score == 15


def test_e2_locomotives_may_stand_for_the_rest_of_a_ferry_too() -> None:
    game = at("europe", hands=["GGGLLLLLL"])
    assert claims(game, "palermo--smyrna") == {"GGGLLL", "GGLLLL", "GLLLLL", "LLLLLL"}


def test_e2_a_ferry_of_symbols_only_takes_locomotives_only() -> None:
    game = at("europe", hands=["GGLL"])
    assert claims(game, "amsterdam--london") == {"LL"}


def test_c7_cards_that_do_not_exist_pay_for_nothing() -> None:
    """Letters that are no cards cannot be smuggled in, whatever way the action came."""
    game = at("euro", hands=["BBR"])
    before = game.digest()
    for action in (Claim("ada--bor", "BBX"), Station("ada", "?")):
        with pytest.raises(InvalidAction):
            game.play(action)
    with pytest.raises(InvalidAction):
        game.play(from_json('{"do": "claim", "route": "ada--bor", "cards": "BBX"}'))
    with pytest.raises(InvalidAction):
        game.play(from_json('{"do": "draw-open", "card": "PB"}'))
    with pytest.raises(InvalidAction):
        game.play(from_json('{"do": "draw-open", "card": "x"}'))
    assert game.digest() == before


def test_c7_the_order_in_which_cards_are_named_does_not_matter() -> None:
    game, same = at("euro", hands=["BBLR"]), at("euro", hands=["BBLR"])
    told = game.play(from_json('{"do": "claim", "route": "ada--bor", "cards": "LBB"}'))
    assert told == play(same, "claim ada--bor BBL")
    assert game.digest() == same.digest()
    assert game.record_move(0).action == "claim ada--bor BBL"


def test_c7_an_unknown_route_is_no_action_at_all() -> None:
    game = at("euro", hands=["BBLR"])
    with pytest.raises(InvalidAction, match="did you mean"):
        play(game, "claim ada--bro BBB")
    with pytest.raises(InvalidAction):
        game.why_not("ada--gil")
    assert "claim ada--bor BBL" in legal(game)
