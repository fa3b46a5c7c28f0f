"""``kolej replay`` and ``kolej verify``: what is right is told, what is wrong is found."""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import kolej
from kolej.bots import bot
from kolej.cli import app
from kolej.game import record
from kolej.game.game import Game
from kolej.game.record import RecordError
from kolej.game.replay import verify

BOARDS = ["europe", "nordic", "poland", "usa"]
Told = dict[str, Any]
SECRET = bytes(range(32))


def run(*words: str) -> Result:
    done = CliRunner().invoke(app, words)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def finished(game: Game, name: str = "local") -> Game:
    player = bot(name, 1)
    while not game.over:
        seat = game.awaited[0]
        game.play(player.choose(game.view(seat), game.legal(seat)), seat)
    return game


@pytest.fixture(scope="module")
def seeded() -> bytes:
    return finished(kolej.new("europe", 2, seed=3, names=("Ann", "Ben"))).record().to_json()


@pytest.fixture(scope="module")
def keyed() -> bytes:
    game = kolej.new_fair("poland", 2, entropy=("dice", "rain"), secret=SECRET)
    return finished(game).record().to_json()


@pytest.mark.parametrize("board", BOARDS)
def test_games_of_every_board_are_right_and_told_to_the_end(board: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game = finished(kolej.new(board, 3, seed=5), "random" if board == "nordic" else "local")
    file.write_bytes(game.record().to_json())
    done = run("verify", str(file))
    assert done.exit_code == 0, done.output
    assert "valid" in done.stdout
    told = run("replay", str(file))
    assert told.exit_code == 0
    assert f"{game.moves:4d}  " in told.stdout
    assert all(str(seat.total) in told.stdout for seat in game.score().seats)


def test_a_replay_stops_where_it_is_told_to_and_speaks_json(seeded: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(seeded)
    done = run("replay", str(file), "--to", "4")
    assert "\n   4  " in done.stdout
    assert "\n   5  " not in done.stdout
    assert "if the game ended here" in done.stdout
    assert "Ann" in done.stdout
    told = json.loads(run("replay", str(file), "--to", "4", "--json").stdout)
    assert (len(told["moves"]), told["over"], told["names"]) == (4, False, ["Ann", "Ben"])
    assert told["moves"][3]["events"]
    whole = json.loads(run("replay", str(file), "--json").stdout)
    assert whole["over"]
    assert whole["score"] == json.loads(seeded)["score"]


def test_one_wrong_record_among_right_ones_is_named_and_decides_the_exit_code(
    seeded: bytes, keyed: bytes, tmp_path: Path
) -> None:
    files = [tmp_path / name for name in ("a.json", "b.json", "c.json")]
    files[0].write_bytes(seeded)
    files[1].write_bytes(seeded[:2000])
    files[2].write_bytes(keyed)
    done = run("verify", *map(str, files))
    assert done.exit_code == 1
    assert "a.json: valid" in done.stdout
    assert "c.json: valid" in done.stdout
    assert "b.json: the file is damaged" in done.stderr
    told = json.loads(run("verify", "--json", *map(str, files)).stdout)
    assert [one["right"] for one in told] == [True, False, True]


def test_a_game_that_is_not_over_is_right_so_far() -> None:
    game = kolej.new_fair("usa", 2)
    for seat in (0, 1):
        game.play(game.legal(seat)[0], seat)
    told = game.record()
    assert told.source.secret is None, "the secret is not in the record before the end"
    assert verify(record.read(told.to_json())).moves == 2


def first(told: Told, word: str) -> Told:
    found: Told = next(move for move in told["moves"] if move["action"].startswith(word))
    return found


def with_luck(told: Told) -> Told:
    found: Told = next(move for move in told["moves"] if move.get("luck"))
    return found


def change(path: str, value: Any) -> Callable[[Told], None]:
    """Set what a dotted path names."""

    def changed(told: Told) -> None:
        *way, last = path.split(".")
        here: Any = told
        for part in way:
            here = here[int(part)] if part.isdecimal() else here[part]
        here[int(last) if last.isdecimal() else last] = value

    return changed


def without(key: str) -> Callable[[Told], None]:
    return lambda told: told.pop(key)


def swap_moves(told: Told) -> None:
    moves = told["moves"]
    moves[4], moves[9] = moves[9], moves[4]


HOSTILE: dict[str, tuple[Callable[[Told], Any], str]] = {
    "another format": (change("format", 2), "format"),
    "no format at all": (change("format", "one"), "format"),
    "no board": (without("board"), '"board"'),
    "another name of the board": (change("board", "europa"), 'played on "europa", not on "europe"'),
    "an unknown board": (
        lambda told: told.update(board="europa", content="0" * 64),
        'did you mean "europe"',
    ),
    "a path as the board": (change("board", "/etc/passwd"), "board"),
    "a path up as the board": (change("board", "../europe.toml"), "board"),
    "the wrong board": (change("board", "usa"), 'played on "usa", not on "europe"'),
    "other board content": (change("content", "0" * 64), "has changed since"),
    "content that is no hash": (change("content", "abc"), "content"),
    "an unknown option": (change("options", {"fly": True}), 'no option "fly"'),
    "an option of the wrong kind": (
        change("options", {"longest_path_bonus": True}),
        "a number from 0 to 100",
    ),
    "a huge option": (change("options", {"longest_path_bonus": 10**12}), "from 0 to 100"),
    "an option that changes the score": (change("options", {"longest_path_bonus": 50}), "score"),
    "too many seats": (change("seats", 6), "seats"),
    "one seat more than played": (change("seats", 3), "names"),
    "negative seats": (change("seats", -1), "seats"),
    "seats as text": (change("seats", "2"), "seats"),
    "a name too many": (change("names", ["a", "b", "c"]), "names"),
    "a name that would move the cursor": (change("names", ["a", "\x1b[2Jb"]), "printable"),
    "a field that does not exist": (change("cheat", 1), "cheat"),
    "a field in a move that does not exist": (change("moves.3.time", 1), "time"),
    "no source": (without("source"), "source"),
    "an unknown source": (change("source", {"kind": "dice"}), "kind"),
    "a seeded game without a seed": (change("source", {"kind": "seeded"}), "has a seed"),
    "the wrong seed": (change("source.seed", 4), "not what its source gives"),
    "a negative seed": (change("source.seed", -4), "seed"),
    "a huge seed": (change("source.seed", 2**64), "seed"),
    "a seeded game with a secret": (change("source.secret", "00" * 32), "neither commitment nor secret"),
    "no deal": (change("deal", []), "deal"),
    "a cut deal": (lambda told: told["deal"].pop(), "deal"),
    "more in the deal": (lambda told: told["deal"].append("R"), "deal"),
    "a card that does not exist": (change("deal.0", "Z"), "neither a card nor a ticket"),
    "another card in the deal": (lambda told: told["deal"].reverse(), "deal"),
    "endless luck": (change("deal", ["R"] * 5000), "more luck than"),
    "the cards of one colour only": (lambda told: told["deal"].__setitem__(slice(0, 13), ["R"] * 13), "deal"),
    "luck that is text": (change("deal", "RRL"), "deal"),
    "a ticket where a card belongs": (
        lambda told: told["deal"].__setitem__(0, told["deal"][-2]),
        "deal",
    ),
    "luck where none is needed": (lambda told: told["moves"][0].update(luck=["R"]), "move 1"),
    "too little luck": (lambda told: with_luck(told).update(luck=[]), "token 1 is missing, the source gives"),
    "too much luck": (lambda told: with_luck(told)["luck"].append("R"), '"R", the source gives no more'),
    "other luck": (lambda told: with_luck(told).update(luck=["Q"]), "neither a card nor a ticket"),
    "an action that cannot be read": (lambda told: first(told, "draw").update(action="fly"), "is no action"),
    "an action of the wrong seat": (
        lambda told: first(told, "draw").update(seat=1 - first(told, "draw")["seat"]),
        "turn of seat",
    ),
    "a seat that is not there": (change("moves.0.seat", 4), "no seat 4"),
    "a seat out of range": (change("moves.0.seat", 99), "seat"),
    "an unknown route": (lambda told: first(told, "claim").update(action="claim paris--rome RR"), "no route"),
    "cards that one does not have": (
        lambda told: first(told, "claim").update(action=first(told, "claim")["action"][:-1] + "P"),
        "move",
    ),
    "cards out of order": (
        lambda told: first(told, "claim").update(action="claim " + "x" * 990),
        "is no action",
    ),
    "a sloppy way to write an action": (
        lambda told: first(told, "draw").update(
            action=first(told, "draw")["action"].replace("draw", "draw ")
        ),
        "is written",
    ),
    "a very long action": (lambda told: told["moves"][0].update(action="keep " + "a " * 2000), "action"),
    "moves in another order": (swap_moves, "move"),
    "a move left out": (lambda told: told["moves"].pop(10), "move"),
    "the end cut off": (lambda told: told["moves"].pop(), "not over"),
    "a move after the end": (lambda told: told["moves"].append(told["moves"][-1]), "over"),
    "far too many moves": (lambda told: told.update(moves=[told["moves"][0]] * 30_000), "moves"),
    "no score": (change("score", None), "has no score"),
    "another total": (change("score.seats.0.total", 500), "total is told as 500"),
    "an absurd total": (change("score.seats.0.total", 10**30), "score"),
    "another winner": (change("score.winners", [0, 1]), "winners"),
    "other points": (change("score.seats.1.items.0.points", 99), 'seat 1: item 1 is told as "+99 route '),
    "an item left out": (lambda told: told["score"]["seats"][1]["items"].pop(), "is missing: it is"),
    "an item too many": (
        lambda told: told["score"]["seats"][1]["items"].append({"why": "route", "what": "a--b", "points": 0}),
        'is told as "+0 route a--b", but there is no such item',
    ),
    "another rank": (change("score.seats.1.rank", 3), "rank is told as 3, but is 2"),
    "another route in the path": (
        lambda told: told["score"]["seats"][0]["path"].__setitem__(0, "rome--paris"),
        'path: route 1, "rome--paris", is not the seat\'s',
    ),
    "a route twice in the path": (
        lambda told: told["score"]["seats"][0]["path"].append(told["score"]["seats"][0]["path"][0]),
        "is there twice",
    ),
    "a path that is too short": (
        lambda told: told["score"]["seats"][0]["path"].pop(),
        "trains together, not",
    ),
    "a path with a gap": (
        lambda told: told["score"]["seats"][0]["path"].insert(0, told["score"]["seats"][0]["path"].pop(2)),
        "does not go on where",
    ),
    "another path": (change("score.seats.0.path_length", 1), "path_length"),
    "one seat scored": (lambda told: told["score"]["seats"].pop(), "score"),
    "moves that are no list": (change("moves", {"0": 1}), "moves"),
    "null for everything": (lambda told: told.update(dict.fromkeys(told)), "no record"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_whatever_is_wrong_is_found_and_named(what: str, seeded: bytes) -> None:
    spoil, said = HOSTILE[what]
    told = copy.deepcopy(json.loads(seeded))
    spoil(told)
    with pytest.raises(RecordError, match=r".") as caught:
        verify(record.read(json.dumps(told).encode()))
    assert said in str(caught.value), caught.value
    assert len(str(caught.value)) < 700


KEYED: dict[str, tuple[Callable[[Told], Any], str]] = {
    "another secret": (change("source.secret", "11" * 32), "not the one that was promised"),
    "a secret that is no hexadecimal": (change("source.secret", "zz" * 32), "secret"),
    "a short secret": (change("source.secret", "00"), "secret"),
    "no secret": (lambda told: told["source"].pop("secret"), "secret is not shown"),
    "no commitment": (lambda told: told["source"].pop("commitment"), "commitment"),
    "another commitment": (change("source.commitment", "0" * 64), "promised"),
    "a commitment in other letters": (change("source.commitment", "ż" * 64), "commitment"),
    "other entropy": (change("source.entropy", ["dice"]), "not what its source gives"),
    "entropy split otherwise": (change("source.entropy", ["dic", "erain"]), "not what its source gives"),
    "a seed as well": (change("source.seed", 1), "no seed"),
}


@pytest.mark.parametrize("what", KEYED)
def test_luck_that_was_promised_must_be_kept(what: str, keyed: bytes) -> None:
    spoil, said = KEYED[what]
    told = json.loads(keyed)
    spoil(told)
    with pytest.raises(RecordError, match=r".") as caught:
        verify(record.read(json.dumps(told).encode()))
    assert said in str(caught.value), caught.value


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"   \n", "is empty"),
        (b"[]", "no record"),
        (b"null", "no record"),
        (b"hello", "not JSON"),
        (b"\x00\x01\x02", "not JSON"),
        (b"\xff\xfe{\x00}\x00", "not JSON"),
        (b"[" * 2_000_000, "no record"),
        (b'{"a":' * 500_000, ""),
        (b'{"moves":' + b"[" * 100_000, ""),
        (b" " * 6_000_000, "larger than 5 MB"),
        (b'{"format": 1' + b"0" * 5000 + b"}", ""),
        (b'{"format": 1e999}', ""),
        (b'{"format": NaN}', ""),
        (b'{"format": 1, "kolej": "\\ud800"}', ""),
    ],
)
def test_files_that_are_not_records_are_reported_as_such(data: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_bytes(data)
    for command in ("verify", "replay"):
        done = run(command, str(file))
        assert done.exit_code == 1
        assert "odd.json: " in done.stderr
        assert said in " ".join(done.stderr.split())


def test_a_key_that_stands_twice_is_refused(seeded: bytes) -> None:
    twice = seeded.replace(b'"seats": 2', b'"seats": 3, "seats": 2', 1)
    assert twice != seeded
    with pytest.raises(RecordError, match="stands twice"):
        record.read(twice)


def test_an_error_quotes_the_record_without_moving_the_cursor(seeded: bytes, tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    told = json.loads(seeded)
    told["moves"][0]["action"] = "\x1b[2Jgone\x07 \u202e"
    file.write_text(json.dumps(told), encoding="utf-8")
    done = run("verify", str(file))
    assert done.exit_code == 1
    assert "move 1" in done.stderr
    assert not set("\x1b\x07\u202e") & set(done.output)
    told["moves"][0]["action"] = "draw"
    told["options"] = {"x" * 100_000: True}
    file.write_text(json.dumps(told), encoding="utf-8")
    assert len(run("verify", str(file)).output) < 1500


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    assert "no such file" in run("verify", str(tmp_path / "none.json")).stderr
    assert "is a folder" in run("replay", str(tmp_path)).stderr
    os.mkfifo(tmp_path / "pipe")
    assert "no ordinary file" in run("verify", str(tmp_path / "pipe")).stderr


def test_random_damage_is_refused_or_changes_nothing_that_matters(seeded: bytes) -> None:
    chance, true = random.Random(8), record.read(seeded)
    passed = 0
    for number in range(250):
        odd = bytearray(seeded)
        for _ in range(1 + number % 3):
            place = chance.randrange(len(odd))
            match chance.randrange(4):
                case 0:
                    odd[place] = chance.randrange(256)
                case 1:
                    odd[place : place + 1] = b""
                case 2:
                    odd[place:place] = bytes([chance.choice(b'0123456789RGBL",[]{}:')])
                case _:
                    odd[place] = odd[chance.randrange(len(odd))]
        try:
            found = record.read(bytes(odd))
            verify(found)
        except RecordError as error:
            assert str(error)  # noqa: PT017
        else:
            passed += 1
            assert (found.deal, found.moves, found.score) == (true.deal, true.moves, true.score)
    assert passed < 125


def test_a_record_of_a_board_of_ones_own_is_checked_with_its_file(tmp_path: Path, kept_boards: Path) -> None:
    from kolej.boards.starter import start

    board = start(tmp_path / "island.toml", None)
    game = finished(kolej.new(board, 2, seed=1))
    file = tmp_path / "game.json"
    file.write_bytes(game.record().to_json())
    for kept in kept_boards.iterdir():  # as on another machine
        kept.unlink()
    done = run("verify", str(file))
    assert done.exit_code == 1
    assert "--board FILE" in " ".join(done.stderr.split())
    assert run("verify", str(file), "--board", str(board)).exit_code == 0
    assert run("replay", str(file), "--board", str(board)).exit_code == 0
    board.write_text(board.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert "has changed since" in run("verify", str(file), "--board", str(board)).stderr
    assert "was played on" in run("verify", str(file), "--board", "usa").stderr
