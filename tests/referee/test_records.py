"""A second program that checks records agrees with the engine, and finds whatever is changed in them.

The engine plays; the referee knows only the record and the board file.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kolej
from kolej.boards.versions import EARLIER
from kolej.bots import bot
from kolej.game.game import Game
from kolej.game.rulebook import Options

from .board_file import Told, Wrong
from .record import replay
from .sheet import compare


def finished(game: Game, name: str, seed: int) -> Told:
    player = bot(name, seed)
    while not game.over:
        seat = game.awaited[0]
        game.play(player.choose(game.view(seat), game.legal(seat)), seat)
    told: Told = json.loads(game.record().to_json())
    return told


def recorded(board: str, seats: int, seed: int, kind: str = "seeded", name: str = "random") -> Told:
    if kind == "seeded":
        return finished(kolej.new(board, seats, seed=seed), name, seed)
    entropy, secret = ("żaba", str(seed)), bytes([seed % 256]) * 32
    return finished(kolej.new_fair(board, seats, entropy=entropy, secret=secret), name, seed)


@pytest.mark.parametrize(("board", "most"), [("europe", 5), ("nordic", 3), ("poland", 4), ("usa", 5)])
@pytest.mark.parametrize("kind", ["seeded", "keyed"])
def test_a_program_that_knows_only_the_document_agrees_with_the_record(
    board: str, most: int, kind: str
) -> None:
    assert replay(recorded(board, 2 if kind == "keyed" else most, 20, kind)).over
    assert replay(recorded(board, 3, 30, kind, "local")).over


@pytest.mark.parametrize(
    ("board", "options"),
    [
        ("poland", {"countries_connect": True, "inland_links_pay": True, "longest_path_bonus": 10}),
        ("poland", {"one_route_per_country": True}),
        ("poland", {"every_border_pays": True}),
        ("nordic", {"swaps_fill_colour": False}),
    ],
)
def test_it_agrees_with_other_options_too(board: str, options: Options) -> None:
    for seed, name in enumerate(("local", "random")):
        replay(finished(kolej.new(board, 3, seed=seed, options=options), name, seed))


@pytest.mark.parametrize("path", sorted(EARLIER.glob("*.toml")), ids=lambda path: path.stem[:12])
def test_it_agrees_on_earlier_versions_of_boards(path: Path) -> None:
    assert replay(finished(kolej.new(path, 3, seed=1), "local", 1), path).over


def test_it_needs_none_of_the_keys_that_may_be_left_out() -> None:
    game = kolej.new_fair("usa", 2, secret=b"s" * 32)
    told = finished(game, "random", 1)
    assert "entropy" not in told["source"]
    told.pop("names")
    assert replay(told).over
    told["source"] = {"kind": "outcomes"}
    assert replay(told).over


@pytest.mark.soak
def test_it_agrees_with_hundreds_of_games() -> None:
    for seed in range(100, 200):
        for board, seats in (("europe", 2 + seed % 4), ("nordic", 2 + seed % 2), ("poland", 2 + seed % 3)):
            replay(recorded(board, seats, seed, name="local" if seed % 5 == 0 else "random"))
        replay(recorded("usa", 2 + seed % 4, seed))


def spoilt(told: Told, move: int) -> Iterator[tuple[str, Told]]:
    """One thing after another changed in a record."""

    def changed(what: str, change: Callable[[Told], Any]) -> tuple[str, Told]:
        other = copy.deepcopy(told)
        change(other)
        return what, other

    moves = told["moves"]
    claim = next(i for i, m in enumerate(moves) if m["action"].startswith("claim"))
    luck = next(i for i, m in enumerate(moves) if m.get("luck"))
    yield changed(
        "another card", lambda t: t["moves"][luck].update(luck=["L" if moves[luck]["luck"] == ["R"] else "R"])
    )
    yield changed("more luck", lambda t: t["moves"][luck]["luck"].append("R"))
    yield changed("less luck", lambda t: t["moves"][luck]["luck"].pop())
    yield changed("no move", lambda t: t["moves"].pop(move))
    yield changed("a move twice", lambda t: t["moves"].insert(claim, moves[claim]))
    yield changed("another seat", lambda t: t["moves"][claim].update(seat=1 - moves[claim]["seat"]))
    yield changed("other payment", lambda t: t["moves"][claim].update(action=moves[claim]["action"] + "L"))
    yield changed("no end", lambda t: t["moves"].pop())
    yield changed("another starter", lambda t: t["deal"].__setitem__(-1, str(1 - int(told["deal"][-1]))))
    yield changed("another deal", lambda t: t["deal"].__setitem__(0, "R" if told["deal"][0] != "R" else "B"))
    yield changed("another board", lambda t: t.update(content="0" * 64))
    yield changed("another total", lambda t: t["score"]["seats"][0].update(total=999))


SCORES: dict[str, Callable[[Told], Any]] = {
    "another total": lambda score: score["seats"][0].update(total=999),
    "other points": lambda score: score["seats"][0]["items"][0].update(points=77),
    "another reason": lambda score: score["seats"][0]["items"][0].update(why="country"),
    "an item left out": lambda score: score["seats"][0]["items"].pop(0),
    "items in another order": lambda score: score["seats"][0]["items"].reverse(),
    "a longer path": lambda score: score["seats"][1].update(path_length=99),
    "a path with a gap": lambda score: score["seats"][0]["path"].insert(0, score["seats"][0]["path"].pop(2)),
    "a path cut short": lambda score: score["seats"][0]["path"].pop(),
    "another's path": lambda score: score["seats"][0].update(path=score["seats"][1]["path"]),
    "more tickets": lambda score: score["seats"][1].update(tickets_done=33),
    "other ranks": lambda score: [seat.update(rank=3 - seat["rank"]) for seat in score["seats"]],
    "ranks that leave a gap": lambda score: [seat.update(rank=2 * seat["rank"]) for seat in score["seats"]],
    "all win": lambda score: score.update(winners=[0, 1]),
    "nobody wins": lambda score: score.update(winners=[]),
    "a tie that was none": lambda score: score.update(tie="they share it"),
    "another seat's score": lambda score: score["seats"][0].update(seat=1),
    "a station that was not built": lambda score: score["seats"][0]["stations"].append(
        {"city": "x", "route": None}
    ),
}


@pytest.mark.parametrize("board", ["europe", "nordic", "poland", "usa"])
def test_it_finds_whatever_is_changed(board: str) -> None:
    told = recorded(board, 2, 41, name="local")
    table = replay(told)
    for what, change in SCORES.items():
        score = copy.deepcopy(told["score"])
        change(score)
        try:
            compare(table, score)
        except (Wrong, KeyError):
            continue
        pytest.fail(f"{what} was not found")
    for what, other in spoilt(told, len(told["moves"]) // 2):
        try:
            replay(other)
        except (Wrong, KeyError, ValueError, IndexError):
            continue
        pytest.fail(f"{what} was not found")


def test_it_finds_a_route_borrowed_otherwise() -> None:
    told = next(
        told
        for seed in range(100)
        for told in [recorded("europe", 5, seed)]
        if any(station["route"] for seat in told["score"]["seats"] for station in seat["stations"])
    )
    replay(told)
    seat = next(s for s in told["score"]["seats"] if any(station["route"] for station in s["stations"]))
    station = next(station for station in seat["stations"] if station["route"])
    for other in (None, seat["items"][0]["what"]):
        station["route"] = other
        with pytest.raises(Wrong, match="stations are"):
            replay(told)


def test_the_keyed_luck_of_another_secret_is_found() -> None:
    told = recorded("usa", 2, 3, "keyed")
    told["source"]["entropy"] = ["other"]
    with pytest.raises(Wrong, match="not what its source gives"):
        replay(told)


def test_a_seat_that_could_draw_is_not_passed_over() -> None:
    told = recorded("usa", 3, 5)
    turns = [i for i, m in enumerate(told["moves"]) if m["action"].startswith("claim")]
    told["moves"][turns[0]]["seat"] = (told["moves"][turns[0]]["seat"] + 1) % 3
    with pytest.raises(Wrong, match="another seat's turn"):
        replay(told)


@pytest.mark.parametrize("module", ["board_file", "countries", "legal", "luck", "sheet", "table"])
def test_the_referee_shares_no_code_with_the_engine(module: str) -> None:
    text = (Path(__file__).parent / f"{module}.py").read_text("utf-8")
    assert "import kolej" not in text
    assert "from kolej" not in text
