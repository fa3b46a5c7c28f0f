"""The score sheet, the longest path, and ties (C14, C18, E10)."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from position import OWN, SHIPPED, at, book_of

from kolej.game.game import Game
from kolej.game.rulebook import Options, Rulebook
from kolej.game.score import Compared, TieBreak

Edge = tuple[str, str, int]
NO_BONUS: Options = {"longest_path_bonus": 0}


def edges(book: Rulebook, routes: Iterable[str]) -> dict[str, Edge]:
    """Routes as ends and length; a border route ends at a place of its own unless countries connect."""
    found = {}
    for name in routes:
        route = book.board.routes[book.route(name)]
        end = route.b
        if route.kind == "border" and not book.board.rules.countries_connect:
            end = f"{route.a} {route.b}"
        found[name] = (route.a, end, route.length)
    return found


def longest(net: dict[str, Edge]) -> int:
    """By trying every path from every place, remembering what was tried."""
    seen: dict[tuple[str, frozenset[str]], int] = {}

    def from_here(place: str, left: frozenset[str]) -> int:
        key = (place, left)
        if key not in seen:
            best = 0
            for name in left:
                a, b, length = net[name]
                if place in (a, b):
                    best = max(best, length + from_here(b if place == a else a, left - {name}))
            seen[key] = best
        return seen[key]

    places = {end for a, b, _ in net.values() for end in (a, b)}
    return max((from_here(place, frozenset(net)) for place in places), default=0)


def is_a_path(net: dict[str, Edge], path: tuple[str, ...]) -> bool:
    """Whether the routes follow on one another, each used once."""
    if len(set(path)) < len(path):
        return False
    ends = {net[path[0]][0], net[path[0]][1]} if path else set()
    heres = ends
    for n, name in enumerate(path):
        a, b, _ = net[name]
        if n == 0:
            heres = {a, b}
            continue
        heres = {b if here == a else a for here in heres if here in (a, b)}
    return bool(heres) or not path


def random_network(book: Rulebook, luck: random.Random, trains: int, most: int) -> list[str]:
    """Connected for the most part, and with loops: the hard kind."""
    chosen: list[str] = []
    pairs: set[frozenset[str]] = set()
    touched: set[str] = set()
    names = book.routes.copy()
    luck.shuffle(names)
    for _ in range(3):
        for name in names:
            route = book.board.routes[book.route(name)]
            near = not touched or route.a in touched or route.b in touched or luck.random() < 0.05
            pair = frozenset((route.a, route.b))
            if name in chosen or pair in pairs or not near or route.length > trains or len(chosen) >= most:
                continue
            pairs.add(pair)
            chosen.append(name)
            touched |= {route.a, route.b}
            trains -= route.length
    return chosen


def check_path(game: Game, book: Rulebook, routes: list[str]) -> None:
    score = game.score().seats[0]
    net = edges(book, routes)
    assert score.path_length == longest(net)
    assert is_a_path(net, score.path)
    assert sum(net[name][2] for name in score.path) == score.path_length


@pytest.mark.parametrize("board", OWN)
def test_c14_the_longest_path_is_exact_on_random_small_networks(board: str) -> None:
    luck = random.Random(14)
    book = book_of(board)
    for _ in range(30):
        routes = random_network(book, luck, book.board.rules.trains, 12)
        check_path(at(board, owned={0: routes}), book, routes)


@pytest.mark.parametrize("board", SHIPPED)
def test_c14_the_longest_path_is_exact_on_networks_of_all_trains(board: str) -> None:
    luck = random.Random(41)
    book = book_of(board)
    for _ in range(6):
        routes = random_network(book, luck, book.board.rules.trains, 15)
        check_path(at(board, owned={0: routes}), book, routes)


def test_c14_a_path_may_loop_and_pass_a_city_many_times_but_uses_each_train_once() -> None:
    """Two triangles that meet in b2: one path over all six routes."""
    routes = ["a1--a2-1", "a2--b2", "a1--b2", "b2--b3", "b3--c3", "b2--c3"]
    score = at("grid", owned={0: routes}).score().seats[0]
    assert score.path_length == 1 + 5 + 2 + 1 + 1 + 3
    assert sorted(score.path) == sorted(routes)


def test_c14_a_fork_is_walked_on_its_two_longest_arms() -> None:
    score = at("grid", owned={0: ["a2--b2", "b2--c1", "a1--b2"]}).score().seats[0]
    assert (score.path_length, set(score.path)) == (11, {"a2--b2", "b2--c1"})


def test_e10_the_longest_path_is_worth_ten_to_all_who_tie() -> None:
    game = at("euro", seats=3, owned={0: ["ada--cis"], 1: ["fen--gil-1"], 2: ["elk--fen-1"]})
    bonus = [{i.why: i.points for i in s.items}.get("longest-path") for s in game.score().seats]
    assert bonus == [10, 10, None]


def test_c14_a_bonus_needs_at_least_one_train_or_ticket() -> None:
    assert [s.items for s in at("grid").score().seats] == [(), ()]
    assert all("most-tickets" not in str(s.items) for s in at("north").score().seats)


def test_c18_every_point_has_a_reason_and_the_sheet_adds_up() -> None:
    game = at(
        "euro",
        owned={0: ["ada--bor", "ada--cis"], 1: ["cis--dol"]},
        stations={0: ["dol"]},
        tickets={0: ["ada--dol", "bor--gil"]},
    )
    score = game.score().seats[0]
    assert [str(item) for item in score.items] == [
        "+4 route ada--bor",
        "+2 route ada--cis",
        "+5 ticket ada--dol",
        "-9 missed-ticket bor--gil",
        "+8 station 2 not built",
        "+10 longest-path 5 trains",
    ]
    assert score.total == 20 == sum(item.points for item in score.items)
    assert "1. seat 0: 20" in str(game.score())


def test_c18_a_score_may_be_below_zero() -> None:
    game = at("grid", tickets={0: ["a1--c3", "a3--c1"]})
    assert game.score().seats[0].total == -16
    assert game.score().winners == (1,)


def test_c18_at_the_end_all_tickets_are_shown() -> None:
    game = at("grid", hands=["RR"], tickets={0: ["a1--c3"], 1: ["a3--c1"]}, trains=[2, 30])
    game.play("claim a2--a3 RR")
    for _ in range(4):
        game.play("draw")
    record = game.record()
    assert record.score is not None
    shown = {item.what for seat in record.score.seats for item in seat.items if "ticket" in item.why}
    assert shown == {"a1--c3", "a3--c1"}


TIES = {
    "completed tickets": (
        at("euro", owned={0: ["bor--cis"], 1: ["ada--bor"]}, tickets={0: ["cis--bor"]}, options=NO_BONUS),
        (1, 2),
        "seats 0, 1 have 16 points each; tickets decides for seat 0",
    ),
    "fewer stations": (
        at("euro", owned={0: ["ada--bor"]}, stations={0: ["hal"]}, options=NO_BONUS),
        (2, 1),
        "seats 0, 1 have 12 points each; fewer stations decides for seat 1",
    ),
    "the Express": (
        at(
            "euro",
            owned={0: ["ada--hal"], 1: ["ada--bor"]},
            tickets={0: ["ada--fen", "bor--gil", "cis--fen"]},
        ),
        (1, 2),
        "seats 0, 1 have 16 points each; longest path bonus decides for seat 0",
    ),
    "nothing": (
        at("euro", owned={0: ["ada--cis"], 1: ["dol--gil"]}),
        (1, 1),
        "seats 0, 1 have 24 points each; they share the first place",
    ),
    "the longest path": (
        at("north", owned={0: ["bre--cor-1", "cor--dal"], 1: ["ala--bre", "eir--gry"]}),
        (1, 2),
        "seats 0, 1 have 3 points each; longest path decides for seat 0",
    ),
    "points of completed tickets": (
        at(
            "neighbours",
            owned={
                0: ["north--west", "west--germany-1", "north--russia-1"],
                1: ["south--corner", "east--corner"],
            },
            tickets={0: ["west--north"], 1: ["south--east"]},
        ),
        (2, 1),
        "seats 0, 1 have 6 points each; ticket points decides for seat 1",
    ),
    "tickets, then the longest path": (
        at(
            "grid",
            seats=3,
            owned={0: ["b2--c3"], 1: ["a1--a2-1", "a1--b1", "b1--c1"], 2: ["c2--c3"]},
            tickets={0: ["b2--c3"], 1: ["c1--a1"]},
            options=NO_BONUS,
        ),
        (2, 1, 3),
        "seats 0, 1, 2 have 7 points each; tickets leaves seats 0, 1; longest path decides for seat 1",
    ),
}


@pytest.mark.parametrize("what", TIES)
def test_c18_equal_points_are_decided_in_the_boards_order_and_the_sheet_says_by_what(what: str) -> None:
    game, ranks, told = TIES[what]
    sheet = game.score()
    assert tuple(score.rank for score in sheet.seats) == ranks
    assert sheet.winners == tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    assert sheet.tie == told
    assert str(sheet).endswith(told)


def test_c18_without_a_tie_nothing_is_told() -> None:
    game = at("grid", owned={1: ["a1--a2-1"]})
    sheet = game.score()
    assert (sheet.winners, sheet.tie) == ((1,), "")
    assert game.tie_break() is None


def test_c18_a_tie_break_tells_what_was_compared_with_the_values_of_all_who_were_equal() -> None:
    game, _, _ = TIES["tickets, then the longest path"]
    assert game.tie_break() == TieBreak(
        7,
        (0, 1, 2),
        (Compared("tickets", (0, 1, 2), (1, 1, 0), (0, 1)), Compared("longest-path", (0, 1), (3, 4), (1,))),
        shared=False,
    )


def test_c18_a_tie_that_nothing_breaks_is_shared() -> None:
    assert at("grid").tie_break() == TieBreak(0, (0, 1), (), shared=True)


def test_e9_of_stations_those_built_are_told_where_fewer_decide() -> None:
    """Equal points: a station not built is worth as much as the route that the other has more."""
    game = at("euro", owned={0: ["ada--bor"]}, stations={0: ["gil"]}, options={"longest_path_bonus": 0})
    tie = game.tie_break()
    assert tie is not None
    assert tie.compared == (Compared("fewer-stations", (0, 1), (1, 0), (1,)),)
