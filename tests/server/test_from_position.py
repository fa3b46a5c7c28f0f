"""Tables that are opened from a position, the beginning of a record."""

from __future__ import annotations

import asyncio
import random
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playing import Message, Person, Running, running

from kolej.game.game import Game, new
from kolej.game.record import Record, RecordError, Source
from kolej.game.replay import resumed, verify
from kolej.server.maintenance import export

SECRET = bytes(range(32))


@cache
def played(board: str = "usa") -> Record:
    """The record of a whole game."""
    game, choose = new(board, 2, seed=5), random.Random(5)
    while not game.over:
        game.play(choose.choice(game.legal()), next(iter(game.awaited)))
    return game.record()


def cut(record: Record, moves: int) -> Message:
    """The beginning of a record, as JSON."""
    found: Message = msgspec.json.decode(
        msgspec.json.encode(msgspec.structs.replace(record, moves=record.moves[:moves]))
    )
    return found


def opened(person: Person, position: Message, **more: Any) -> Any:
    seats = [{"for": "host"}, {"for": "bot", "bot": "random"}]
    body = {"board": position["board"], "seats": seats, "position": position, **more}
    return person.http.post("/api/tables", json=body)


@pytest.mark.parametrize("left", [0, 2, 40, -1])
def test_a_game_goes_on_from_any_moment_of_a_record_and_its_record_proves_true(
    site: Running, left: int
) -> None:
    record, ala = played(), site.person("Ala")
    moves = left if left >= 0 else len(record.moves) + left  # up to the last move but one
    place = opened(ala, cut(record, moves)).json()["id"]
    with ala.at(place) as seat:
        assert seat.do("start")["type"] == "done"
        assert seat.table["positioned"]
        assert seat.table["lesson"] is None
        seat.play()
        assert seat.over
    told = ala.http.get(f"/api/tables/{place}/record").json()
    assert told["source"] == {"kind": "outcomes"}
    assert told["moves"][:moves] == cut(record, moves)["moves"]
    assert told["deal"] == list(record.deal)
    checked = ala.http.post("/api/records/verify", json=told).json()
    assert (checked["good"], checked["proven"], checked["fault"]) == (True, False, None)


@pytest.mark.parametrize(
    ("change", "reason", "fault"),
    [
        ({"moves": "all"}, "bad-record", "the game of this position is over"),
        ({"seats": 3}, "bad-record", "position: it is for 3 seats, this table has 2"),
        ({"deal": ["X"]}, "bad-record", 'deal: "X" is neither a card nor a ticket nor a seat'),
        ({"deal": []}, "bad-record", "deal: token 1 of the luck is missing"),
        ({"board": "europe"}, "bad-record", 'board: the record was played on "europe", not on "usa"'),
        ({"options": {"flying": True}}, "bad-table", 'there is no option "flying"'),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_place(
    site: Running, change: Message, reason: str, fault: str
) -> None:
    record, ala = played(), site.person("Ala")
    position = cut(record, len(record.moves) if change.get("moves") == "all" else 8)
    answer = opened(ala, position | ({} if "moves" in change else change))
    assert (answer.status_code, answer.json()["reason"]) == (422, reason)
    assert fault in answer.json()["detail"]


def test_impossible_moves_and_luck_are_named(site: Running) -> None:
    ala, position = site.person("Ala"), cut(played(), 60)
    first = position["moves"][0]
    for moves, fault in (
        ([first, first], "move 2 (seat "),
        ([{"seat": 0, "action": "fly"}], '"fly" is no action'),
        ([{"seat": 0, "action": "draw"}], "move 1 (seat 0"),
    ):
        answer = opened(ala, position | {"moves": moves})
        assert answer.json()["reason"] == "bad-record"
        assert fault in answer.json()["detail"]
    number, move = next((n, m) for n, m in enumerate(position["moves"]) if m["action"] == "draw")
    for luck in ([], [*move["luck"], "R"], ["boston--miami"]):
        moves = [*position["moves"][:number], move | {"luck": luck}]
        detail = opened(ala, position | {"moves": moves}).json()["detail"]
        assert detail.startswith(f"move {number + 1} (seat"), detail


def test_a_table_and_its_position_must_be_on_one_board(site: Running) -> None:
    ala, position = site.person("Ala"), cut(played(), 8)
    answer = opened(ala, position, board="europe")
    assert answer.json()["detail"] == 'position: it is on "usa", this table on "europe"'
    assert opened(ala, position | {"content": "0" * 64}).status_code == 201  # it fits the board of today


def test_a_positioned_game_is_at_the_same_place_after_a_restart_and_its_rematch_begins_there(
    tmp_path: Path,
) -> None:
    record = played()
    with running(tmp_path) as site:
        ala = site.person("Ala")
        seats = [{"for": "host"}, {"for": "host", "name": "Ola"}]
        place = opened(ala, cut(record, len(record.moves) - 3), seats=seats).json()["id"]
        with ala.at(place) as seat:
            seat.do("start")
            seat.play(1)
            before = seat.position
        cookie = ala.http.cookies["kolej"]
    with running(tmp_path) as site:
        ala = site.person(None)
        ala.http.cookies.set("kolej", cookie)
        with ala.at(place) as seat:
            assert seat.position == before
            seat.play()
            again = seat.do("rematch")["table"]
        with ala.at(again) as seat:
            seat.do("start")
            seat.play(0)
            assert seat.table["positioned"]
            assert seat.position is not None
            trains = [line["trains"] for line in seat.position["open"]["seats"]]
            assert min(trains) < 45
        settings = site.settings
    written, failed = asyncio.run(export(settings, tmp_path / "games.zip"))
    assert (written, failed) == (0, {})  # such games count nowhere


def test_a_game_that_goes_on_from_a_position_can_be_saved_and_restored() -> None:
    position = msgspec.structs.replace(played(), moves=played().moves[:30], score=None)
    game = resumed(position, SECRET, ("dice",))
    other = Game.restore(game.save())
    for _ in range(12):
        action, seat = game.legal()[0], game.awaited[0]
        game.play(action, seat)
        other.play(action, seat)
    assert game.digest() == other.digest()
    assert verify(game.record()).digest() == game.digest()
    elsewhere = resumed(position, bytes(32))
    for _ in range(12):
        elsewhere.play(elsewhere.legal()[0], elsewhere.awaited[0])
    assert elsewhere.record().moves[:30] == game.record().moves[:30]
    assert elsewhere.record().moves != game.record().moves


def test_only_a_game_of_outcomes_can_be_given_other_luck() -> None:
    with pytest.raises(RecordError, match="has luck of its own"):
        new("usa", 2, seed=1).go_on(SECRET)
    position = msgspec.structs.replace(played(), source=Source(kind="outcomes"))
    with pytest.raises(RecordError, match="is over; leave out some of its last moves"):
        resumed(position, SECRET)
