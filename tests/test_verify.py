"""What ``verify`` compares, what it does not, and how it names the first difference."""

from __future__ import annotations

import json

import pytest

import kolej
from kolej.bots import bot
from kolej.game import record
from kolej.game.record import RecordError
from kolej.game.replay import verify
from kolej.game.rulebook import rulebook
from kolej.game.score_check import check_walk


@pytest.fixture(scope="module")
def seeded() -> bytes:
    game = kolej.new("europe", 2, seed=3)
    player = bot("local", 1)
    while not game.over:
        seat = game.awaited[0]
        game.play(player.choose(game.view(seat), game.legal(seat)), seat)
    return game.record().to_json()


def test_prose_is_not_compared(seeded: bytes) -> None:
    told = json.loads(seeded)
    told["score"]["tie"] = "because"
    (station,) = [item for item in told["score"]["seats"][0]["items"] if item["why"] == "station"]
    station["what"] = "three of them are left"
    verify(record.read(json.dumps(told).encode()))
    station["points"] += 4
    with pytest.raises(
        RecordError, match=r'item \d+ is told as "\+\d+ station three of .*", but is "\+\d+ station'
    ):
        verify(record.read(json.dumps(told).encode()))


def test_any_path_of_the_right_length_is_accepted(seeded: bytes) -> None:
    told = json.loads(seeded)
    for seat in told["score"]["seats"]:
        seat["path"].reverse()
    verify(record.read(json.dumps(told).encode()))


def test_a_path_may_walk_a_loop_either_way_and_pass_a_city_again() -> None:
    book = rulebook("europe")
    around = ["frankfurt--paris-1", "bruxelles--frankfurt", "bruxelles--paris-1"]
    for loop in (around, around[::-1]):
        check_walk(book, ("brest--paris", *loop, "paris--zurich"), "path")
    with pytest.raises(RecordError, match='"paris--zurich" does not go on where "bruxelles--frankfurt" ends'):
        check_walk(book, (*around[:2], "paris--zurich"), "path")


def test_a_path_passes_a_country_only_where_countries_connect() -> None:
    routes = [route for route in rulebook("poland").board.routes if route.kind == "border"]
    one, other = next((a, b) for a in routes for b in routes if a.b == b.b and a.a != b.a)
    with pytest.raises(RecordError, match="does not go on where"):
        check_walk(rulebook("poland"), (one.id, other.id), "path")
    check_walk(rulebook("poland", {"countries_connect": True}), (one.id, other.id), "path")


def test_the_first_item_that_differs_is_named_with_both_values(seeded: bytes) -> None:
    told = json.loads(seeded)
    items = told["score"]["seats"][0]["items"]
    true = items[2]["points"]
    items[2]["points"] += 3
    items[4]["points"] += 5
    told["score"]["seats"][0]["total"] += 8
    with pytest.raises(RecordError) as caught:
        verify(record.read(json.dumps(told).encode()))
    what = items[2]["what"]
    assert str(caught.value) == (
        f'score: seat 0: item 3 is told as "+{true + 3} route {what}", but is "+{true} route {what}"'
    )


def test_a_changed_token_is_blamed_and_not_what_it_makes_impossible_later(seeded: bytes) -> None:
    told = json.loads(seeded)
    drawn = next(i for i, move in enumerate(told["moves"]) if move["action"] == "draw")
    true = told["moves"][drawn]["luck"][0]
    other = "L" if true != "L" else "R"
    told["moves"][drawn]["luck"][0] = other
    with pytest.raises(RecordError) as caught:
        verify(record.read(json.dumps(told).encode()))
    seat = told["moves"][drawn]["seat"]
    assert str(caught.value) == (
        f'move {drawn + 1} (seat {seat}, "draw"): the luck is not what its source gives: '
        f'token 1 is "{other}", the source gives "{true}"'
    )


def test_a_changed_token_of_the_deal_is_named(seeded: bytes) -> None:
    told = json.loads(seeded)
    true = told["deal"][3]
    told["deal"][3] = other = "L" if true != "L" else "R"
    with pytest.raises(RecordError, match=f'deal: .*token 4 is "{other}", the source gives "{true}"'):
        verify(record.read(json.dumps(told).encode()))


def test_an_impossible_token_is_named_where_the_source_is_not_told(seeded: bytes) -> None:
    told = json.loads(seeded)
    told["source"] = {"kind": "outcomes"}
    verify(record.read(json.dumps(told).encode()))
    deal, count = told["deal"], len(told["deal"])
    ticket = deal[-2]
    for spoilt, said in (
        ([*deal[:-2], deal[-3], deal[-1]], f'token {count - 1} of the luck, "{deal[-3]}", is not possible'),
        ([ticket, *deal[1:]], f'token 1 of the luck, "{ticket}", is not'),
        ([*deal[:-1], "4"], f'token {count} of the luck, "4", is not possible'),
        (deal[:-1], f"token {count} of the luck is missing"),
        ([*deal, "R"], f'token {count + 1} of the luck, "R", is not needed'),
    ):
        with pytest.raises(RecordError, match="deal: ") as caught:
            verify(record.read(json.dumps(told | {"deal": spoilt}).encode()))
        assert said in str(caught.value)
