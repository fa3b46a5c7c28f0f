"""Stations (E7-E9)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import msgspec
import pytest
from position import at, book_of, discards, hand, legal, play, refused

from kolej.game.game import Game
from kolej.game.rulebook import Rulebook


def stations(game: Game, city: str) -> set[str]:
    start = f"station {city} "
    return {text.removeprefix(start) for text in legal(game) if text.startswith(start)}


def test_e7_the_first_station_costs_one_card_the_second_two_and_the_third_three() -> None:
    game = at("euro", hands=["RRRRRR", "K"])
    for city, cards in (("ada", "R"), ("bor", "RR"), ("cis", "RRR")):
        assert stations(game, city) == {cards}
        play(game, f"station {city} {cards}")
        assert game.awaited == (1,), "one station a turn"
        play(game, "draw P", luck="P")
        play(game, "draw P", luck="P")
    assert discards(game) == "RRRRRR"
    assert game.view(1).seats[0].station_cities == ("ada", "bor", "cis")
    assert game.view(1).seats[0].stations == 0


def test_e7_there_is_no_fourth_station() -> None:
    game = at("euro", hands=["RRRR"], stations={0: ["ada", "bor", "cis"]})
    refused(game, "station dol RRRR", "no-stations-left")
    assert not [text for text in legal(game) if text.startswith("station")]


def test_e7_a_city_has_room_for_one_station() -> None:
    game = at("euro", hands=["R", "RR"], to_move=1)
    play(game, "station ada R")
    refused(game, "station ada R", "station-there")
    assert stations(game, "bor") == {"R"}


def test_e7_a_station_may_stand_where_nobody_has_a_route() -> None:
    game = at("euro", hands=["R"])
    play(game, "station hal R")
    assert game.view(0).seats[0].station_cities == ("hal",)


def test_e7_the_cards_are_of_one_colour_and_locomotives_stand_for_them() -> None:
    game = at("euro", hands=["RGGL"], stations={0: ["ada"]})
    assert stations(game, "bor") == {"GG", "GL", "RL"}
    refused(game, "station bor RG", "mixed-colours")
    refused(game, "station bor RR", "too-few-cards")
    refused(game, "station bor G", "wrong-number")
    game = at("euro", hands=["RGGLLL"], stations={0: ["ada", "hal"]})
    assert stations(game, "bor") == {"GGL", "GLL", "RLL", "LLL"}
    play(game, "station bor GLL")
    assert hand(game, 0) == "GRL"


def test_e7_a_board_without_stations_has_none_to_build() -> None:
    refused(at("usa", hands=["R"]), "station boston R", "no-stations")


def test_e8_a_station_lends_one_route_of_another_player_at_its_city() -> None:
    ticket = {0: ["ada--dol"]}
    game = at(
        "euro", owned={0: ["ada--cis"], 1: ["cis--dol"]}, stations={0: ["dol"]}, tickets=ticket, trains=[9, 9]
    )
    score = game.score().seats[0]
    assert score.tickets_done == 1
    assert [(b.city, b.route) for b in score.stations] == [("dol", "cis--dol")]
    without = at("euro", owned={0: ["ada--cis"], 1: ["cis--dol"]}, tickets=ticket)
    assert without.score().seats[0].tickets_done == 0
    elsewhere = at(
        "euro", owned={0: ["ada--cis"], 1: ["cis--dol"]}, stations={0: ["bor"]}, tickets=ticket, trains=[9, 9]
    )
    assert elsewhere.score().seats[0].tickets_done == 0


def test_e8_one_station_never_lends_every_adjoining_route() -> None:
    """From dol two routes of another player lead on: the ticket worth more is completed, the other is not."""
    game = at(
        "euro",
        owned={0: ["ada--cis"], 1: ["cis--dol", "dol--gil"]},
        stations={0: ["dol"]},
        tickets={0: ["ada--dol", "gil--dol"]},
    )
    score = game.score().seats[0]
    assert score.tickets_done == 1
    assert [item.what for item in score.items if item.why == "ticket"] == ["ada--dol"]
    assert [item.what for item in score.items if item.why == "missed-ticket"] == ["gil--dol"]
    assert [(b.city, b.route) for b in score.stations] == [("dol", "cis--dol")]


def test_e8_the_same_route_serves_all_tickets_and_two_stations_may_chain() -> None:
    game = at(
        "euro",
        owned={0: ["ada--cis"], 1: ["cis--dol", "dol--gil"]},
        stations={0: ["dol", "gil"]},
        tickets={0: ["ada--dol", "gil--dol", "gil--ada"]},
    )
    score = game.score().seats[0]
    assert score.tickets_done == 3
    assert [(b.city, b.route) for b in score.stations] == [("dol", "cis--dol"), ("gil", "dol--gil")]


def test_e8_of_choices_with_equal_ticket_totals_the_one_with_more_tickets_is_made() -> None:
    """One ticket by a route early in the file, or two by a later one, for as many points in all."""
    points = {"ada--dol": 3, "gil--dol": 1, "dol--hal": 2}
    board = book_of("euro").board
    worth = [points.get(f"{t.a}--{t.b}", t.points) for t in board.tickets]
    tickets = tuple(msgspec.structs.replace(t, points=p) for t, p in zip(board.tickets, worth, strict=True))
    game = at(
        Rulebook(msgspec.structs.replace(board, tickets=tickets)),
        owned={0: ["ada--cis", "gil--hal"], 1: ["cis--dol", "dol--gil"]},
        stations={0: ["dol"]},
        tickets={0: points},
    )
    score = game.score().seats[0]
    assert (score.tickets_done, score.stations[0].route) == (2, "dol--gil")


def test_e8_several_players_may_borrow_one_route() -> None:
    game = at(
        "euro",
        seats=3,
        owned={2: ["cis--dol"]},
        stations={0: ["dol"], 1: ["cis"]},
        tickets={0: ["dol--cis"], 1: []},
    )
    game.compiled.state[0].tickets[1] = game.compiled.state[0].tickets[0]
    assert [score.tickets_done for score in game.score().seats] == [1, 1, 0]


def test_e8_an_unclaimed_route_and_an_own_one_are_not_borrowed() -> None:
    game = at("euro", owned={0: ["ada--cis"]}, stations={0: ["dol"]}, tickets={0: ["ada--dol"]})
    assert game.score().seats[0].tickets_done == 0
    assert game.score().seats[0].stations[0].route is None


def test_e8_of_equal_choices_the_one_with_fewest_and_earliest_routes_is_made() -> None:
    game = at(
        "euro",
        seats=4,
        owned={1: ["fen--gil-2"], 2: ["fen--gil-1"]},
        stations={0: ["gil", "fen"]},
        tickets={0: []},
    )
    ticket = game.book.ticket("elk--gil")
    game.compiled.state[0].tickets[0] = 1 << ticket
    from position import own

    own(game, 0, "elk--fen-1")
    borrowed = [b.route for b in game.score().seats[0].stations]
    assert sorted(filter(None, borrowed)) == ["fen--gil-1"]


def test_e8_sets_of_routes_are_compared_by_their_earliest_that_differs() -> None:
    """Both ways are two routes; the one over dol has the earliest of the four, and the latest."""
    game = at(
        "euro",
        owned={1: ["cis--dol", "dol--gil", "cis--hal", "gil--hal"]},
        stations={0: ["gil", "cis"]},
        tickets={0: ["cis--gil"]},
    )
    assert [b.route for b in game.score().seats[0].stations] == ["dol--gil", "cis--dol"]


@pytest.mark.parametrize("built", [["cis", "dol"], ["dol", "cis"]])
def test_e8_a_route_between_two_own_stations_is_borrowed_by_the_one_built_first(built: list[str]) -> None:
    game = at("euro", owned={1: ["cis--dol"]}, stations={0: built}, tickets={0: ["dol--cis"]})
    assert [(b.city, b.route) for b in game.score().seats[0].stations] == [
        (built[0], "cis--dol"),
        (built[1], None),
    ]


def test_e8_a_borrowed_route_never_counts_for_the_longest_path() -> None:
    game = at(
        "euro",
        owned={0: ["ada--cis"], 1: ["cis--dol"]},
        stations={0: ["dol"]},
        tickets={0: ["ada--dol"]},
    )
    assert game.score().seats[0].path == ("ada--cis",)
    assert game.score().seats[0].path_length == 2


def test_e9_each_station_not_built_is_worth_four() -> None:
    game = at("euro", stations={0: ["ada"], 1: ["bor", "cis", "dol"]})
    points = [{i.why: i.points for i in seat.items}.get("station") for seat in game.score().seats]
    assert points == [8, None]


def choices(book: Rulebook, game: Game, seat: int) -> Iterator[list[int | None]]:
    """Every way to borrow: for each station one route of another player there, or none."""
    state = game.compiled.state[0]
    lists: list[list[int | None]] = []
    for city in state.station_city[seat]:
        if city < 0:
            continue
        near: list[int | None] = [None]
        for r, route in enumerate(book.board.routes):
            owners = [s for s in range(game.seats) if int(state.owned[s, r >> 6]) >> (r & 63) & 1]
            if book.cities[city] in (route.a, route.b) and owners and owners[0] != seat:
                near.append(r)
        lists.append(near)
    for choice in product(*lists):
        yield list(choice)


def joined(book: Rulebook, routes: set[int], a: str, b: str) -> bool:
    reached, todo = {a}, [a]
    while todo:
        here = todo.pop()
        for r in routes:
            ends = {book.board.routes[r].a, book.board.routes[r].b}
            if here in ends:
                todo += ends - reached
                reached |= ends
    return b in reached


def best_total(book: Rulebook, game: Game, seat: int) -> tuple[int, int, int, list[int]]:
    """By trying all: ticket total, tickets, borrowed routes and the earliest such choice."""
    state = game.compiled.state[0]
    mine = {r for r in range(len(book.routes)) if int(state.owned[seat, r >> 6]) >> (r & 63) & 1}
    held = [t for i, t in enumerate(book.board.tickets) if int(state.tickets[seat]) >> i & 1]
    found = []
    for choice in choices(book, game, seat):
        lent = sorted(r for r in choice if r is not None)
        if len(set(lent)) < len(lent):
            continue
        done = [t for t in held if joined(book, mine | set(lent), t.a, t.b)]
        total = sum(t.points if t in done else -t.points for t in held)
        found.append((-total, -len(done), len(lent), lent))
    total, count, fewest, lent = min(found)
    return -total, -count, fewest, lent


def with_small_tickets() -> Rulebook:
    """Tickets of one to three points: one for three is as good as a one and a two, so more of them decide."""
    board = book_of("euro").board
    tickets = tuple(msgspec.structs.replace(t, points=i % 3 + 1) for i, t in enumerate(board.tickets))
    return Rulebook(msgspec.structs.replace(board, tickets=tickets))


BOOKS = {"euro": book_of("euro"), "europe": book_of("europe"), "small tickets": with_small_tickets()}


@pytest.mark.parametrize("board", BOOKS)
def test_e8_the_choice_is_the_best_of_all_on_random_positions(board: str) -> None:
    luck = random.Random(8)
    book = BOOKS[board]
    for _ in range(40):
        seats = luck.randint(2, 4)
        routes = luck.sample(book.routes, luck.randint(6, 40 if board == "europe" else 14))
        tracks: dict[frozenset[str], int] = {}
        owned: dict[int, list[str]] = {seat: [] for seat in range(seats)}
        for name in routes:
            route = book.board.routes[book.route(name)]
            pair = frozenset((route.a, route.b))
            if pair not in tracks:
                tracks[pair] = 1
                owned[luck.randrange(seats)].append(name)
        cities = luck.sample(book.cities, 3)
        game = at(
            book,
            seats=seats,
            owned=owned,
            stations={0: cities},
            tickets={0: luck.sample(book.tickets, 8)},
        )
        total, count, fewest, lent = best_total(book, game, 0)
        score = game.score().seats[0]
        tickets = sum(item.points for item in score.items if "ticket" in item.why)
        borrowed = sorted(book.route(b.route) for b in score.stations if b.route)
        assert (tickets, score.tickets_done) == (total, count)
        assert (len(borrowed), borrowed) == (fewest, lent)
