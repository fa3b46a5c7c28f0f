"""Country cards and border routes (P1-P9), on a board of the tests' own whose stacks the examples name."""

from __future__ import annotations

import pytest
from position import at, book_of, own, play, refused, texts

from kolej.game.events import WonCard
from kolej.game.game import Game

BOARD = "neighbours"


def won(events: tuple[object, ...]) -> dict[str, int]:
    return {event.country: event.points for event in events if isinstance(event, WonCard)}


def held(game: Game, seat: int) -> dict[str, tuple[int, ...]]:
    return game.view(None).seats[seat].country_cards


def test_p1_seven_neighbours_have_twenty_cards_the_most_valuable_on_top() -> None:
    game = at("poland")
    stacks = game.view(None).stacks
    assert len(stacks) == 7
    assert sum(map(len, stacks.values())) == 20
    assert all(list(cards) == sorted(cards, reverse=True) for cards in stacks.values())
    assert stacks == game.view(0).stacks, "they are open to all"


def test_p2_all_tracks_of_a_border_route_are_open_whatever_the_number_of_players() -> None:
    game = at(BOARD, seats=3, hands=["K", "W", "RRR"])
    play(game, "claim west--germany-1 K")
    play(game, "claim west--germany-2 W")
    play(game, "claim west--germany-3 R")
    assert game.view(None).closed == ()


def test_p2_one_player_owns_at_most_one_track_of_each_border_route() -> None:
    game = at(BOARD, hands=["WWOO"], owned={0: ["west--germany-1"]})
    refused(game, "claim west--germany-2 W", "own-border-route")
    assert game.why_not("west--germany-3") == "own-border-route"
    play(game, "claim north--germany-1 OO")
    assert len(game.view(0).seats[0].routes) == 2


def test_p2_an_inland_double_keeps_its_own_rule() -> None:
    game = at(BOARD, seats=3, hands=["", "BB"], owned={0: ["north--middle-1"]}, to_move=1)
    refused(game, "claim north--middle-2 BB", "double-closed")
    game = at(BOARD, seats=4, hands=["", "BB"], owned={0: ["north--middle-1"]}, to_move=1)
    play(game, "claim north--middle-2 BB")


def test_p2_option_one_route_per_country_allows_one_into_each_country() -> None:
    options = {"one_route_per_country": True}
    game = at(BOARD, hands=["WWOORR"], owned={0: ["west--germany-1"]}, options=dict(options))
    refused(game, "claim north--germany-1 OO", "one-route-per-country")
    refused(game, "claim west--germany-2 W", "own-border-route")
    assert game.why_not("north--germany-2") == "one-route-per-country"
    play(game, "claim west--czechia RR")
    other = at(BOARD, hands=["", "OO"], owned={0: ["west--germany-1"]}, to_move=1, options=dict(options))
    play(other, "claim north--germany-1 OO")


def test_p3_a_new_country_in_a_network_of_two_or_more_gives_the_top_card_of_all() -> None:
    game = at(BOARD, hands=["B"], owned={0: ["west--germany-1", "north--west"]})
    events = play(game, "claim north--russia-1 B")
    assert won(events) == {"germany": 7, "russia": 7}
    assert held(game, 0) == {"germany": (7,), "russia": (7,)}
    assert game.view(1).stacks["russia"] == (4, 2)


def test_p3_the_first_country_of_a_network_gives_nothing() -> None:
    game = at(BOARD, hands=["B"], owned={0: ["west--germany-1"]})
    assert won(play(game, "claim north--russia-1 B")) == {}, "north is not joined to west"
    game = at(BOARD, hands=["B"])
    assert won(play(game, "claim north--russia-1 B")) == {}


def test_p3_a_second_route_into_a_country_that_the_network_holds_gives_nothing() -> None:
    game = at(
        BOARD,
        hands=["OO"],
        owned={0: ["west--germany-1", "north--west", "north--russia-1"]},
        cards_won=True,
    )
    assert won(play(game, "claim north--germany-1 OO")) == {}


def test_p3_option_every_border_pays_pays_for_a_second_route_into_a_country() -> None:
    owned = {0: ["west--germany-1", "north--west", "north--russia-1"]}
    options = {"every_border_pays": True}
    game = at(BOARD, hands=["OO"], owned=owned, cards_won=True, options=dict(options))
    assert won(play(game, "claim north--germany-1 OO")) == {"germany": 4, "russia": 4}
    assert held(game, 0) == {"germany": (7, 4), "russia": (7, 4)}


def test_p3_where_every_border_pays_a_network_of_one_country_still_gives_nothing() -> None:
    owned = {0: ["west--germany-1", "north--west"]}
    game = at(BOARD, hands=["OO"], owned=owned, options={"every_border_pays": True})
    assert won(play(game, "claim north--germany-1 OO")) == {}


def test_p3_where_every_border_pays_an_inland_route_still_gives_nothing() -> None:
    owned = {0: ["west--germany-1", "north--russia-1"]}
    game = at(BOARD, hands=["RR"], owned=owned, options={"every_border_pays": True})
    assert won(play(game, "claim north--west RR")) == {}
    both = {"every_border_pays": True, "inland_links_pay": True}
    game = at(BOARD, hands=["RR"], owned=owned, options=dict(both))
    assert won(play(game, "claim north--west RR")) == {"germany": 7, "russia": 7}


def test_p3_where_every_border_pays_and_countries_connect_the_joined_network_is_paid() -> None:
    owned = {0: ["west--germany-1", "north--russia-1"]}
    both = {"every_border_pays": True, "countries_connect": True}
    game = at(BOARD, hands=["OO"], owned=owned, options=dict(both))
    assert won(play(game, "claim north--germany-1 OO")) == {"germany": 7, "russia": 7}


def test_p3_a_country_held_elsewhere_is_new_to_this_network() -> None:
    game = at(BOARD, hands=["OO"], owned={0: ["west--germany-1", "north--russia-1"]})
    assert won(play(game, "claim north--germany-1 OO")) == {"germany": 7, "russia": 7}


def test_p3_another_players_routes_do_not_join() -> None:
    game = at(BOARD, hands=["B"], owned={0: ["west--germany-1"], 1: ["north--west"]})
    assert won(play(game, "claim north--russia-1 B")) == {}


def test_p3_an_empty_stack_gives_nothing() -> None:
    game = at(BOARD, hands=["G"], owned={0: ["east--ukraine"]})
    game.compiled.state[0].stack_next[game.book.countries.index("ukraine")] = 2
    assert won(play(game, "claim east--belarus-1 G")) == {"belarus": 6}


def test_p4_an_inland_route_gives_no_card_however_many_countries_it_joins() -> None:
    game = at(BOARD, hands=["RR"], owned={0: ["west--germany-1", "north--russia-1"]})
    assert won(play(game, "claim north--west RR")) == {}
    assert held(game, 0) == {}


def test_p4_option_inland_links_pay_pays_a_network_that_was_not_paid_yet() -> None:
    options = {"inland_links_pay": True}
    owned = {0: ["west--germany-1", "north--russia-1"]}
    game = at(BOARD, hands=["RR"], owned=owned, options=dict(options))
    assert won(play(game, "claim north--west RR")) == {"germany": 7, "russia": 7}


def test_p4_inland_links_pay_nothing_where_all_countries_were_in_networks_of_two_before() -> None:
    game = at(
        BOARD,
        hands=["GG"],
        owned={
            0: [
                *("north--russia-1", "north--belarus", "north--middle-1"),
                *("south--slovakia-1", "south--corner", "corner--ukraine-1", "east--corner"),
            ]
        },
        cards_won=True,
        options={"inland_links_pay": True},
    )
    assert won(play(game, "claim middle--east GG")) == {}


def test_p4_inland_links_pay_when_one_of_the_countries_was_alone_before() -> None:
    owned = {0: ["north--russia-1", "north--belarus", "west--germany-1"]}
    game = at(BOARD, hands=["GG"], owned=owned, cards_won=True, options={"inland_links_pay": True})
    assert won(play(game, "claim north--west GG")) == {"germany": 7, "russia": 4, "belarus": 5}


def test_p5_a_country_is_an_end_and_not_a_way_through() -> None:
    owned = {0: ["west--germany-1", "north--germany-1"]}
    game = at(BOARD, hands=["B"], owned=owned, tickets={0: ["west--north"]})
    assert game.score().seats[0].tickets_done == 0
    assert game.score().seats[0].path_length == 2
    assert won(play(game, "claim north--russia-1 B")) == {"germany": 7, "russia": 7}
    game = at(BOARD, hands=["RR"], owned=owned)
    assert won(play(game, "claim west--czechia RR")) == {"germany": 7, "czechia": 10}


def test_p5_option_countries_connect_joins_own_border_routes_into_one_country() -> None:
    owned = {0: ["west--germany-1", "north--germany-1", "north--russia-1"]}
    options = {"countries_connect": True}
    game = at(BOARD, hands=["RR"], owned=owned, tickets={0: ["west--north"]}, options=dict(options))
    assert game.score().seats[0].tickets_done == 1
    assert game.score().seats[0].path_length == 1 + 2 + 1
    assert won(play(game, "claim west--czechia RR")) == {"germany": 7, "czechia": 10, "russia": 7}
    apart = at(BOARD, hands=["RR"], owned=owned)
    assert won(play(apart, "claim west--czechia RR")) == {"germany": 7, "czechia": 10}


def test_p5_with_countries_connected_a_country_is_new_only_if_none_of_the_networks_held_it() -> None:
    options = {"countries_connect": True}
    game = at(BOARD, hands=["OO"], owned={0: ["west--germany-1", "north--russia-1"]}, options=dict(options))
    assert won(play(game, "claim north--germany-1 OO")) == {}, "the network of west held Germany"
    apart = at(BOARD, hands=["OO"], owned={0: ["west--germany-1", "north--russia-1"]})
    assert won(play(apart, "claim north--germany-1 OO")) == {"germany": 7, "russia": 7}


def test_p6_one_player_may_hold_several_cards_of_a_country_and_their_values_count_at_the_end() -> None:
    game = at(
        BOARD,
        owned={0: ["west--germany-1", "north--west", "north--russia-1", "north--belarus"]},
        cards_won=True,
    )
    assert held(game, 0) == {"germany": (7, 4), "belarus": (6,), "russia": (7, 4)}
    items = [item for item in game.score().seats[0].items if item.why == "country"]
    assert sum(item.points for item in items) == 28
    assert game.view(1).seats[0].country_cards == held(game, 0), "open to all"


def test_p7_there_is_no_longest_path_and_no_globetrotter_bonus() -> None:
    rules = book_of("poland").board.rules
    assert (rules.longest_path_bonus, rules.most_tickets_bonus) == (0, 0)
    game = at(BOARD, owned={0: ["north--west"]}, tickets={0: ["west--north"]})
    assert {item.why for item in game.score().seats[0].items} == {"route", "ticket"}


def test_p7_option_longest_path_bonus_brings_it_back() -> None:
    game = at(BOARD, owned={0: ["north--west"]}, options={"longest_path_bonus": 10})
    assert [item.points for item in game.score().seats[0].items] == [2, 10]
    most = at(
        BOARD, owned={0: ["north--west"]}, tickets={0: ["west--north"]}, options={"most_tickets_bonus": 5}
    )
    assert [item.points for item in most.score().seats[0].items] == [2, 2, 5]


def test_p8_example_one() -> None:
    """Three players: what the first, the second, the first again and the third take."""
    game = at(
        BOARD,
        seats=3,
        hands=["K" + "YYYY", "RR" + "WW", "W" * 2 + "GGGG"],
        owned={
            0: ["north--russia-1", "north--west", "north--middle-1"],
            1: ["west--germany-2"],
            2: ["south--slovakia-1", "west--south"],
        },
    )
    assert won(play(game, "claim west--germany-1 K")) == {"germany": 7, "russia": 7}
    assert won(play(game, "claim west--czechia RR")) == {"germany": 4, "czechia": 10}
    play(game, "draw")
    play(game, "draw")
    own(game, 0, "middle--east")
    assert won(play(game, "claim east--belarus-2 Y")) == {"germany": 3, "russia": 4, "belarus": 6}
    play(game, "draw")
    play(game, "draw")
    assert game.view(None).stacks["germany"] == ()
    assert won(play(game, "claim west--germany-3 G")) == {"slovakia": 8}
    assert held(game, 0) == {"germany": (7, 3), "russia": (7, 4), "belarus": (6,)}
    assert held(game, 1) == {"germany": (4,), "czechia": (10,)}
    assert held(game, 2) == {"slovakia": (8,)}


def two_networks() -> Game:
    return at(
        BOARD,
        hands=["GGRRRR"],
        owned={
            0: [
                *("north--russia-1", "north--belarus", "north--middle-1"),
                *("south--slovakia-1", "south--corner", "corner--ukraine-1", "east--corner"),
            ]
        },
        cards_won=True,
    )


@pytest.mark.parametrize("links_pay", [False, True])
def test_p8_example_two(links_pay: bool) -> None:
    """Russia-Belarus and Ukraine-Slovakia joined inland: nothing; then the Czech Republic: all five."""
    game = two_networks()
    if links_pay:
        game = at(
            BOARD,
            hands=["GGRRRR"],
            owned={0: game.view(0).seats[0].routes},
            options={"inland_links_pay": True},
        )
        for country in ("russia", "belarus", "slovakia", "ukraine"):
            place = game.book.countries.index(country)
            game.compiled.state[0].stack_next[place] = 1
            game.compiled.state[0].card_owner[place, 0] = 0
    assert {country: len(cards) for country, cards in held(game, 0).items()} == {
        "slovakia": 1,
        "ukraine": 1,
        "belarus": 1,
        "russia": 1,
    }
    assert won(play(game, "claim middle--east GG")) == {}
    play(game, "draw")
    play(game, "draw")
    five = won(play(game, "claim south--czechia RR"))
    assert five == {"czechia": 10, "slovakia": 5, "ukraine": 5, "belarus": 5, "russia": 4}


def test_p9_cards_taken_and_what_is_left_are_told_to_all() -> None:
    game = at(BOARD, hands=["B"], owned={0: ["west--germany-1", "north--west"]})
    play(game, "claim north--russia-1 B")
    for seat in (0, 1, None):
        assert texts(game.events_for(seat))[1:] == [
            "seat 0 takes the card germany 7 (2 left)",
            "seat 0 takes the card russia 7 (2 left)",
        ]
        assert game.view(seat).stacks["germany"] == (4, 3)
