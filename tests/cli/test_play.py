"""``kolej play --text`` as somebody on a train uses it, slips included."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

import kolej
from kolej.bots import bot
from kolej.cli import app
from kolej.cli.play import shown
from kolej.cli.text_game import commands, saved_games, session
from kolej.cli.text_game.session import Leave, Session
from kolej.game.actions import DrawTickets
from kolej.game.game import Game
from kolej.game.odds import tunnel_odds, unseen
from kolej.game.rulebook import rulebook

BOARDS = ["europe", "nordic", "poland", "usa"]


def play(*words: str, typed: str = "") -> Result:
    done = CliRunner().invoke(app, ["play", "--text", *words], input=typed)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def words_of(done: Result) -> str:
    return " ".join(done.output.replace("│", "").split())


def test_without_any_input_it_ends_by_itself_and_keeps_nothing(kept: Path) -> None:
    done = play("--seed", "7")
    assert done.exit_code == 0
    assert "A game in the terminal" in done.stdout
    assert "nothing was played" in done.stdout
    assert not kept.exists()


def test_a_few_moves_in_words_then_the_end_of_the_input_and_nothing_is_lost(kept: Path) -> None:
    typed = "keep 1 3\ndraw\ndraw purple\nquit\n"
    done = play("--seed", "7", "--bots", "greedy,random", typed=typed)
    assert done.exit_code == 0
    for said in ("you keep 2", "you draw from the deck and get P", "you take P", "greedy", "random", "hand"):
        assert said in done.stdout, said
    (file,) = kept.iterdir()
    assert f"kolej play --resume {file}" in done.stdout.replace("\n", " ").replace("  ", " ")
    again = play("--resume", str(file), typed="look\nlog\n")
    assert again.exit_code == 0
    assert "PP" in again.stdout
    assert "you take P from the display" in again.stdout


def test_a_resumed_game_goes_on_as_if_it_had_never_stopped(kept: Path) -> None:
    moves = ["keep 1 2", "draw", "draw", "draw", "draw", "draw", "draw", "log 99"]
    whole = play("--seed", "5", typed="\n".join(moves) + "\n").stdout
    play("--seed", "5", typed="\n".join(moves[:3]) + "\n")
    file = max(kept.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    rest = play("--resume", str(file), typed="\n".join(moves[3:]) + "\n").stdout
    assert (
        rest.split("log 99")[1].split("the game is saved")[0]
        == whole.split("log 99")[1].split("the game is")[0]
    )


def test_leaving_can_throw_the_game_away_or_save_it_elsewhere(kept: Path, tmp_path: Path) -> None:
    play("--seed", "7", typed="keep 1 2\nquit\nn\n")
    assert list(kept.iterdir()) == []
    own = tmp_path / "my game.kolej"
    done = play(
        "--seed",
        "7",
        typed=f"keep 1 2\nsave {own}\nsave\nsave {tmp_path}\nsave {tmp_path}/no/such/x\nquit\nn\n",
    )
    assert f"kolej play --resume '{own}'" in " ".join(done.stdout.split())
    assert "where to?" in done.stdout
    assert "is a folder" in done.stdout
    assert "cannot be written" in done.stdout
    assert play("--resume", str(own), typed="look\n").exit_code == 0


def test_a_demo_tells_a_whole_game_and_writes_its_record(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    done = play(
        "--demo", "--board", "poland", "--seed", "2", "--bots", "greedy,random", "--record", str(file)
    )
    assert done.exit_code == 0
    assert "total" in done.stdout
    assert "wins" in done.stdout
    assert json.loads(file.read_text(encoding="utf-8"))["score"]["winners"]
    assert CliRunner().invoke(app, ["verify", str(file)]).exit_code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--board", "euorpe"], 'did you mean "europe"?'),
        (["--bots", "greddy"], 'did you mean "greedy"?'),
        (["--board", "nordic", "--seats", "4"], "is for 2 to 3 players"),
        (["--seats", "2", "--bots", "greedy,random"], "too many for 1 seats"),
        (["--seat", "4"], "seats are 0 to 2"),
        (["--seed", "-1"], "--seed takes a whole number from 0"),
        (["--resume", "nowhere.kolej"], "no such file"),
        (["--bord", "usa"], "--board"),
    ],
)
def test_a_slip_in_the_command_gets_a_sentence_with_a_way_out(words: list[str], said: str) -> None:
    done = play(*words)
    assert done.exit_code != 0
    assert said in words_of(done)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b'{"format": 1}',
        b"\x80",
        b"\x91" * 100_000,
        b"\xff" * 100,
        b"\xdb\xff\xff\xff\xff",
        "zażółć".encode("utf-16"),
    ],
)
def test_a_file_that_is_not_a_saved_game_is_reported_as_such(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "odd.kolej"
    file.write_bytes(data)
    done = play("--resume", str(file))
    assert done.exit_code == 1
    assert "odd.kolej: this is" in words_of(done)


def test_a_damaged_saved_game_is_refused_or_still_plays_but_never_breaks(kept: Path, tmp_path: Path) -> None:
    play("--seed", "5", "--board", "usa", typed="keep 1 2\ndraw\n")
    (file,) = kept.iterdir()
    data, chance = file.read_bytes(), random.Random(1)
    for number in range(60):
        odd = bytearray(data)
        for _ in range(1 + number % 3):
            odd[chance.randrange(len(odd))] = chance.randrange(256)
        path = tmp_path / "odd.kolej"
        path.write_bytes(bytes(odd[: chance.randrange(len(odd))] if number % 4 == 0 else odd))
        assert play("--resume", str(path)).exit_code in (0, 1)


class Hand:
    """Somebody who types: answers come from a function of the session."""

    def __init__(
        self, game: Game, seat: int, names: list[str], answer: Callable[[Session, str], str]
    ) -> None:
        self.kept = 0
        bots = {s: bot(name, s) for s, name in enumerate(names) if name}
        self.session = Session(game, seat, bots, shown(names), self._keep, lambda path: f"saved {path}")
        self.answer = answer

    def _keep(self) -> None:
        self.kept += 1

    def ask(self, prompt: str) -> str:
        return self.answer(self.session, prompt)


@pytest.mark.parametrize("board", BOARDS)
def test_a_whole_game_can_be_played_by_typing(
    board: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    player, chance = bot("greedy", 5), random.Random(5)

    def answer(table: Session, prompt: str) -> str:
        if "[Y/n]" in prompt or "[y/N]" in prompt:
            return "y"
        if chance.random() < 0.2:
            city = chance.choice(table.game.book.cities)
            return chance.choice([f"map {city}", f"routes {city}", "routes", "score", "look", "log", "help"])
        if chance.random() < 0.2:
            return chance.choice(["route ", "why "]) + chance.choice(table.game.book.routes)
        stop = DrawTickets() in table.legal and chance.random() < 0.1
        return "tickets" if stop else str(player.choose(table.view, table.legal))

    hand = Hand(kolej.new(board, 2, seed=11), 1, ["random", ""], answer)
    monkeypatch.setattr(session, "ask", hand.ask)
    hand.session.run()
    assert hand.session.game.over
    assert hand.kept == sum(move.seat == 1 for move in hand.session.game.record().moves)
    assert "that is not possible" not in capsys.readouterr().out


def test_no_line_of_nonsense_breaks_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(3)
    game = kolej.new("europe", 2, seed=2)
    bits = [*commands.COMMANDS, *game.book.cities[:9], "paris--zurich", "RRL", "tickets", "all", "a" * 3000]
    bits += [
        "+",
        "--",
        "-",
        "[red]",
        "]",
        "99999999999",
        "٣",
        "ﬁ",
        "😀",
        "\\",
        "'",
        "~x/y",
        "0",
        "1",
        "%s",
        "{}",
        "",
    ]
    player, lines = bot("random", 1), [0]

    def answer(table: Session, prompt: str) -> str:
        lines[0] += 1
        if lines[0] > 1500:
            raise EOFError
        if lines[0] % 10 == 0:
            return str(player.choose(table.view, table.legal))
        return " ".join(chance.choice(bits) for _ in range(chance.randrange(1, 5)))

    hand = Hand(game, 0, ["", "random"], answer)
    monkeypatch.setattr(session, "ask", hand.ask)
    while True:
        try:
            hand.session.run()
            break
        except Leave:
            continue
        except EOFError:
            break
    assert lines[0] > 100


def test_cities_are_found_by_the_start_of_their_names_in_any_spelling() -> None:
    atlas = commands.Atlas(rulebook("europe"))
    assert atlas.place("zur") == "zurich"
    assert atlas.place("Zürich") == "zurich"
    assert atlas.tracks(["par", "zur"]) == ["paris--zurich"]
    assert atlas.tracks(["pa", "zü"]) == ["paris--zurich"], "only one of the places in pa has such a route"
    assert atlas.tracks(["paris--zurich"]) == ["paris--zurich"]
    assert atlas.tracks(["paris", "-", "zurich"]) == ["paris--zurich"]
    assert len(atlas.tracks(["zurich", "to", "paris"])) == 1
    assert atlas.tracks(["zurich--paris"]) == ["paris--zurich"]
    assert atlas.tracks(["paris--frankfurt-2"]) == ["frankfurt--paris-2"]
    assert atlas.claim(["par", "zur", "rrl"]) == (["paris--zurich"], "RRL")
    usa = commands.Atlas(rulebook("usa"))
    assert len(usa.tracks(["new", "york", "boston"])) == 2
    assert usa.claim(["new", "york", "boston", "yy"])[1] == "YY"
    poland = commands.Atlas(rulebook("poland"))
    assert poland.place("łódź") == "lodz"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("pa", "could be"),
        ("xparis", "did you mean"),
        ("qqq", "is not a city on this board"),
    ],
)
def test_a_city_that_is_not_clear_is_asked_for(line: str, said: str) -> None:
    with pytest.raises(kolej.InvalidAction, match=said):
        commands.Atlas(rulebook("europe")).place(line)


def test_routes_that_are_not_there_are_told_with_a_way_out() -> None:
    atlas = commands.Atlas(rulebook("europe"))
    for words, said in (("paris moskva", "map paris"), ("paris", "where to from Paris"), ("", "which route")):
        with pytest.raises(kolej.InvalidAction, match=said):
            atlas.tracks(words.split())


def test_the_odds_of_a_tunnel_follow_from_what_lies_open() -> None:
    game = kolej.new("europe", 2, seed=4)
    view = game.view(0)
    pool = unseen(view)
    assert sum(pool.values()) == view.deck + 4, "what is not seen lies in the deck or in the other hand"
    odds = tunnel_odds(view, "R")
    assert sum(odds) == pytest.approx(1)
    total, match = sum(pool.values()), pool["R"] + pool["L"]
    none = 1.0
    for k in range(3):
        none *= (total - match - k) / (total - k)
    assert odds[0] == pytest.approx(none)
    assert odds[0] < tunnel_odds(view, "L")[0]


def test_a_tunnel_tells_its_odds_before_it_is_tried() -> None:
    done = play("--seed", "7", typed="keep 1 3\nclaim ang const gg\nn\nroute ang const\nclaim ang const\ny\n")
    assert done.stdout.count("a tunnel: nothing more 4") == 3
    assert "you try the tunnel Angora – Constantinople with GG; turned up" in done.stdout


def test_a_claim_that_joins_countries_without_pay_is_warned_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = kolej.new("poland", 2, seed=1)
    hand = Hand(game, 0, ["", "random"], lambda table, prompt: "n")
    monkeypatch.setattr(session, "ask", hand.ask)
    for seat in (0, 1):
        game.play(game.legal(seat)[0], seat)
    hand.session.view = game.view(0)
    borders: dict[str, int] = {}
    for number, route in enumerate(game.board.routes):
        if route.kind == "border":
            borders.setdefault(route.a, number)
    inland = next(
        number
        for number, route in enumerate(game.board.routes)
        if {route.a, route.b} <= borders.keys()
        and route.kind != "border"
        and game.board.routes[borders[route.a]].b != game.board.routes[borders[route.b]].b
    )
    ends = game.board.routes[inland]
    assert not hand.session._joins_unpaid(inland)
    for border in (borders[ends.a], borders[ends.b]):
        game.compiled.state[0].owned[0, border >> 6] |= np.uint64(1 << (border & 63))
    assert hand.session._joins_unpaid(inland)
    assert "wins no country cards" in " ".join(capsys.readouterr().out.split())


def test_a_saved_game_can_be_read_by_its_owner_alone(kept: Path) -> None:
    play("--seed", "7", typed="keep 1 2\n")
    (file,) = kept.iterdir()
    assert file.stat().st_mode & 0o077 == 0
    assert saved_games.read(file)[1].moves == 3


def test_a_game_on_a_board_without_a_name_is_resumed_with_its_file(
    kept: Path, kept_boards: Path, tmp_path: Path
) -> None:
    from kolej.boards.starter import start

    board = start(tmp_path / "island.toml", None)
    play("--board", str(board), "--seats", "2", "--seed", "3", typed="keep 1 2\ndraw\n")
    (file,) = kept.iterdir()
    assert play("--resume", str(file), typed="look\n").exit_code == 0
    board.unlink()
    assert play("--resume", str(file), typed="look\n").exit_code == 0, "the board is kept by its hash"
    for board in kept_boards.iterdir():
        board.unlink()
    done = play("--resume", str(file))
    assert done.exit_code == 1
    assert "no longer exists" in words_of(done)


def test_the_gallery_draws_all_boards_and_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kolej.boards.drawing import export

    drawn: list[Path] = []
    monkeypatch.setattr(export, "draw", lambda path, *rest: drawn.append(path))
    done = CliRunner().invoke(app, ["board", "gallery", "-o", str(tmp_path / "boards")])
    assert done.exit_code == 0
    assert {path.name for path in drawn} == {f"{b}-{t}.svg" for b in BOARDS for t in ("light", "dark")}
    assert "europe-dark.svg" in (tmp_path / "boards" / "index.html").read_text(encoding="utf-8")
