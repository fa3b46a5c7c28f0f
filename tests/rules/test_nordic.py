"""What the Nordic Countries do otherwise (N1-N4, N6); their tunnels are in test_tunnels (N5)."""

from __future__ import annotations

import pytest
from position import at, claims, discards, display, hand, legal, play, refused

from kolej.game.game import Game
from kolej.rules import entry_points
from kolej.rules import rows as kinds
from kolej.rules.state import PAY_SWAP, TURN

LIEKSA = "lieksa--murmansk"


def swaps(game: Game, route: str) -> set[str]:
    """The choices of single cards that stand beside swapped ones."""
    start = f"claim {route} "
    sets = [text.removeprefix(start) for text in legal(game) if text.startswith(start)]
    return {cards.split("+")[0] for cards in sets if "+" in cards}


def test_n1_two_face_up_locomotives_may_be_taken_in_one_turn() -> None:
    game = at("north", display="RBLLL")
    play(game, "draw L", luck="K")
    assert game.awaited == (0,)
    play(game, "draw L", luck="K")
    assert hand(game, 0) == "LL"
    assert game.awaited == (1,)


def test_n1_the_display_is_never_replaced_for_locomotives() -> None:
    game = at("north", display="RBBLL")
    play(game, "draw R", luck="L")
    play(game, "draw B", luck="L")
    assert display(game) == "BLLLL"
    assert discards(game) == ""


def test_n2_locomotives_pay_on_tunnels_and_ferries_only() -> None:
    game = at("north", hands=["BBBRGGGLLL"])
    assert claims(game, "dal--fro") == {"BBB"}
    refused(game, "claim dal--fro BBL", "locomotives-not-here")
    refused(game, "claim bre--cor-1 LL", "locomotives-not-here")
    refused(game, "claim bre--cor-1 RL", "locomotives-not-here")
    assert claims(game, "bre--cor-2") == {"BBB", "GGG"}
    assert claims(game, "ala--bre") == {"GG", "GL", "LL"}
    assert claims(game, "eir--gry") == {"L"}


def test_n3_a_ferry_of_a_colour_takes_that_colour_and_at_least_a_locomotive() -> None:
    """Stavanger-Kristiansand: orange cards and at least one locomotive."""
    game = at("nordic", hands=["OOOGGLLL"])
    assert claims(game, "kristiansand--stavanger-2") == {"OOL", "OLL", "LLL"}
    refused(game, "claim kristiansand--stavanger-2 GGL", "wrong-colour")
    refused(game, "claim kristiansand--stavanger-2 OOO", "locomotives-needed")


def test_n3_any_three_cards_stand_for_a_ferrys_locomotive() -> None:
    game = at("north", hands=["OOKWY"])
    refused(game, "claim ala--cor OO", "wrong-number")
    play(game, "claim ala--cor OO+KWY")
    assert hand(game, 0) == ""
    assert discards(game) == "OOWYK"
    assert game.view(0).seats[0].trains == 17, "swapped cards need no trains"
    assert game.view(0).seats[0].score == 4


def test_n3_any_cards_includes_locomotives_and_the_routes_own_colour() -> None:
    for swapped in ("OOO", "LLL", "OKL"):
        game = at("north", hands=["OO" + swapped])
        play(game, f"claim ala--cor OO+{swapped}")
        assert game.view(0).seats[0].routes == ("ala--cor",)


def test_n3_three_cards_are_a_swap_and_not_two_or_four() -> None:
    game = at("north", hands=["OORKKKKK"])
    refused(game, "claim ala--cor OO+KK", "wrong-swap")
    refused(game, "claim ala--cor OO+KKKK", "wrong-swap")
    refused(game, "claim bre--cor-1 R+KKK", "no-swaps-here")


def test_n3_a_swap_may_stand_for_a_colour_space_as_a_locomotive_would() -> None:
    game = at("north", hands=["OKKKWWWL"])
    assert swaps(game, "ala--cor") == {"O", "OL", "L"}
    play(game, "claim ala--cor O+KKKWWW")
    assert hand(game, 0) == "L"


def test_n3_a_ferry_may_be_paid_with_swaps_only() -> None:
    game = at("north", hands=["KKKWWWYYY"])
    play(game, "claim ala--cor +KKKWWWYYY")
    assert game.view(0).seats[0].routes == ("ala--cor",)


def test_n3_without_swaps_fill_colour_a_swap_stands_for_a_symbol_only() -> None:
    off = {"swaps_fill_colour": False}
    game = at("north", hands=["OOKKKWWWL"], options=dict(off))
    assert swaps(game, "ala--cor") == {"OO", "OL"}
    refused(game, "claim ala--cor O+KKKWWW", "wrong-swap")
    game = at("north", hands=["GGKKKWWWL"], options=dict(off))
    assert {"GG", "GGL"} <= swaps(game, "bre--dal")
    assert "G" not in swaps(game, "bre--dal"), "three swaps would be one more than there are symbols"
    play(game, "claim bre--dal GG+KKKWWW")


def test_n3_too_few_symbols_covered_is_refused() -> None:
    game = at("north", hands=["GGGKKK"])
    refused(game, "claim bre--dal GGG+KKK", "locomotives-needed")


def test_n4_seven_green_and_eight_others_is_a_legal_set() -> None:
    game = at("nordic", hands=["GGGGGGGRRRRWWWW"])
    play(game, f"claim {LIEKSA} GGGGGGG+RRRRWWWW")
    assert hand(game, 0) == ""
    seat = game.view(1).seats[0]
    assert (seat.score, seat.trains, seat.routes) == (27, 31, (LIEKSA,))
    assert discards(game) == "WWWWGGGGGGGRRRR"
    assert str(game.events[-1]) == f"seat 0 claims {LIEKSA} with GGGGGGG + WWWWRRRR for 27 points"


def test_n4_a_locomotive_by_itself_is_not() -> None:
    game = at("nordic", hands=["GGGGGGGGGL"])
    refused(game, f"claim {LIEKSA} GGGGGGGGL", "locomotives-not-here")
    game = at("nordic", hands=["GGGGGGGLRRRR"])
    refused(game, f"claim {LIEKSA} GGGGGGGL+RRRR", "locomotives-not-here")


def test_n4_locomotives_may_be_among_the_four() -> None:
    game = at("nordic", hands=["GGGGGGGGLLRW"])
    play(game, f"claim {LIEKSA} GGGGGGGG+LLRW")
    assert game.view(0).seats[0].routes == (LIEKSA,)


def test_n4_nine_of_a_colour_need_no_swap_and_all_nine_may_be_swapped() -> None:
    game = at("nordic", hands=["GGGGGGGGG"])
    assert claims(game, LIEKSA) == {"GGGGGGGGG"}
    everything = "PPPPPBBBBBOOOOOWWWWWGGGGGYYYYYKKKKKR"
    assert len(everything) == 36
    game = at("nordic", hands=[everything])
    play(game, f"claim {LIEKSA} +{everything}")
    assert hand(game, 0) == ""


def test_n4_the_single_cards_are_of_one_colour_and_the_numbers_must_fit() -> None:
    game = at("nordic", hands=["GGGGGGGRRRRWWWW"])
    refused(game, f"claim {LIEKSA} GGGGGGGR+RRRW", "mixed-colours")
    refused(game, f"claim {LIEKSA} GGGGGGG+RRRR", "wrong-number")
    refused(game, f"claim {LIEKSA} GGGGGGG+RRRRWWW", "wrong-swap")
    refused(game, f"claim {LIEKSA} GGGGGGG+RRRRWWWK", "too-few-cards")
    assert game.why_not(LIEKSA) is None
    assert at("nordic", hands=["GGGGGGGRRRRWWW"]).why_not(LIEKSA) == "too-few-cards"


@pytest.mark.parametrize(
    ("kind", "colour", "pays"),
    [
        ("normal", "red", {"R": 2}),
        ("normal", "grey", {"R": 2, "G": 1}),
        ("tunnel", "green", {"G": 1, "L": 3}),
        ("ferry", "grey", {"R": 2, "G": 1, "L": 3}),
    ],
)
def test_n2_of_a_hand_those_cards_count_that_could_pay_for_a_route(
    kind: str, colour: str, pays: dict[str, int]
) -> None:
    game = at("nordic", hands=["RRGLLL", "R"])
    routes = [route.id for route in game.board.routes if (route.kind, route.colour) == (kind, colour)]
    assert routes
    for route in routes:
        assert game.cards_for(route) == pays
        assert game.cards_for(route, 1) == ({"R": 1} if "R" in pays else {})


def test_c8_on_other_boards_locomotives_pay_everywhere() -> None:
    game = at("usa", hands=["RRGLLL"])
    for route in game.board.routes:
        assert game.cards_for(route.id).get("L") == 3


def steps(game: Game, *rows: int) -> None:
    for row in rows:
        assert row in game.rows(0)
        entry_points.step(game.book.handle, game.compiled.state.handle, game.compiled.luck.handle, row)


def swap_row(game: Game, route: str, colour: str, locos: int, count: int) -> int:
    row = game.book.codec.find(
        kinds.SWAP,
        game.book.route(route),
        kinds.LOCO if not colour else "PBOWGYKR".index(colour),
        locos,
        count,
    )
    assert row is not None
    return row


def test_n3_a_payment_in_steps_is_hidden_until_the_last_and_leaving_goes_back_to_the_start() -> None:
    game = at("north", hands=["OOKKWY"])
    before = game.digest()
    seen = game.view(1).plain()
    steps(game, swap_row(game, "ala--cor", "O", 0, 1))
    assert game.compiled.state[0].phase[0] == PAY_SWAP
    steps(game, kinds.ROW_CARD + 3, kinds.ROW_CARD + 6)
    assert game.view(1).plain() == seen
    assert game.view(0).phase == "pay-swap"
    steps(game, kinds.ROW_LEAVE)
    assert game.compiled.state[0].phase[0] == TURN
    assert game.digest() == before


def test_n3_a_step_is_legal_only_if_the_payment_can_be_finished() -> None:
    game = at("north", hands=["OOKKW"])
    steps(game, swap_row(game, "ala--cor", "O", 0, 1))
    cards = {row - kinds.ROW_CARD for row in game.rows(0) if row != kinds.ROW_LEAVE}
    assert cards == {3}, "after a black card there would be only one more"
    steps(game, kinds.ROW_CARD + 3, kinds.ROW_CARD + 6, kinds.ROW_CARD + 6)
    assert game.view(0).seats[0].routes == ("ala--cor",)
    assert game.awaited == (1,)


def test_n3_a_locomotive_that_is_laid_singly_cannot_be_swapped_as_well() -> None:
    game = at("north", hands=["OLKKW"])
    steps(game, swap_row(game, "ala--cor", "O", 1, 1), kinds.ROW_CARD + 3, kinds.ROW_CARD + 6)
    assert set(game.rows(0)) == {kinds.ROW_CARD + 6, kinds.ROW_LEAVE}
    game = at("north", hands=["OLKKW"])
    refused(game, "claim ala--cor OL+WKL", "too-few-cards")


@pytest.mark.parametrize("board", ["north", "nordic"])
def test_n6_the_most_completed_tickets_are_worth_ten_to_all_who_tie(board: str) -> None:
    game = at("north", seats=3, owned={0: ["cor--dal"], 1: ["dal--fro"]}, tickets={0: [], 1: []})
    state, ticket = game.compiled.state[0], game.book.ticket
    state.tickets[0] = 1 << ticket("cor--fro") | 1 << ticket("bre--dal")
    assert [s.total for s in game.score().seats] == [1 - 5 - 3, 4, 0], "nobody has completed a ticket"
    from position import own

    own(game, 0, "bre--cor-1")
    own(game, 1, "eir--fro")
    state.tickets[1] = 1 << ticket("fro--eir")
    scores = game.score().seats
    assert [s.tickets_done for s in scores] == [1, 1, 0]
    assert [{i.why: i.points for i in s.items}.get("most-tickets") for s in scores] == [10, 10, None]
    rules = at(board).board.rules
    assert (rules.most_tickets_bonus, rules.longest_path_bonus) == (10, 0)


def test_n6_there_is_no_longest_path_bonus() -> None:
    game = at("north", owned={0: ["cor--dal", "dal--fro"]})
    assert not [item for seat in game.score().seats for item in seat.items if item.why == "longest-path"]
