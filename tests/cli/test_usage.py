"""What somebody mistypes is told in our words; ``--json`` prints nothing but JSON; the shell completes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import kolej as library
from kolej import cli
from kolej.boards.errors import inline
from kolej.cli import app

FOREIGN = (
    "Invalid value",
    "Input should",
    "Traceback",
    "╭",
    "Usage:",
    "Missing",
    "No such",
    "Got unexpected",
)
"""Words of the libraries that read the command line."""

MISTYPED = {
    "arena --games x": '--games takes a whole number of at least 1, not "x"',
    "arena --games -3": '--games takes a whole number of at least 1, not "-3"',
    "arena --games 0": '--games takes a whole number of at least 1, not "0"',
    "arena --games 1.5": '--games takes a whole number of at least 1, not "1.5"',
    "arena --players 6": '--players takes a whole number from 2 to 5, not "6"',
    "arena --seed -1": '--seed takes a whole number from 0 to 2**63 - 1, not "-1"',
    "arena --jobs none": '--jobs takes a whole number of at least 1, not "none"',
    "arena --patience 0": '--patience takes a number of at least 0.1, not "0"',
    "arena --patience nan": '--patience takes a number of at least 0.1, not "nan"',
    "arena --games": "--games needs a value",
    "arena --gamse 3": 'there is no option --gamse; did you mean "--games"?',
    "arena --bots greedy": "name a second bot, as in greedy,random",
    "arena europe": '"europe" is more than this command takes',
    "arenna": 'there is no command "arenna"; did you mean "arena"?',
    "fly": 'there is no command "fly"; there are play, ',
    "board lits": 'there is no command "lits"; did you mean "list"?',
    "board show": "NAME is missing: a board's name, or the path of a board file",
    "board draw nosuch": "--output is missing: the picture: .svg, .png or .pdf",
    "board draw nosuch -o x.svg": 'there is no board "nosuch"; there are europe,',
    "board draw europe -o x.svg --theme fog": '--theme: "fog" is not one of "light", "dark", "contrast"',
    "board draw europe -o x.png --width wide": '--width takes a whole number from 1 to 10000, not "wide"',
    "board balance europe --games 1": '--games takes a whole number of at least 2, not "1"',
    "bench --seconds soon": '--seconds takes a number from 0.1 to 600, not "soon"',
    "play --text --seats 99": "europe is for 2 to 5 players, not 99",
    "play --text --seats two": '--seats takes a whole number of at least 1, not "two"',
    "play --text --seat 5": '--seat takes a whole number from 0 to 4, not "5"',
    "play --port 70000": '--port takes a whole number from 0 to 65535, not "70000"',
    "serve --port http": '--port takes a whole number from 0 to 65535, not "http"',
    "replay x.json --to end": '--to takes a whole number of at least 0, not "end"',
    "verify": "FILE... is missing: records",
    "admin tables --jsn": 'there is no option --jsn; did you mean "--json"?',
}


def kolej(*words: str) -> Result:
    return CliRunner().invoke(app, words)


@pytest.mark.parametrize("typed", MISTYPED)
def test_what_is_mistyped_is_told_in_our_words(typed: str) -> None:
    done = kolej(*typed.split())
    assert done.exit_code in (1, 2)
    assert MISTYPED[typed] in done.stderr
    assert not done.stdout
    assert [words for words in FOREIGN if words in done.stderr] == []


def test_a_command_without_its_subcommand_shows_help() -> None:
    for words in ([], ["board"], ["admin"]):
        done = kolej(*words)
        assert "Commands" in done.output
        assert "error:" not in done.output


@pytest.mark.parametrize("typed", ["1", "5", "005"])
def test_numbers_just_within_their_bounds_are_taken(typed: str) -> None:
    done = kolej("bench", "--players", typed, "--board", "nosuch")
    within = typed != "1"
    assert ("there is no board" in done.stderr) == within
    assert ("--players takes" in done.stderr) != within


def test_the_version_is_told_by_a_command_and_by_a_switch() -> None:
    assert kolej("version").stdout == kolej("--version").stdout == f"kolej {library.__version__}\n"


def test_what_goes_wrong_inside_is_told_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.delenv("KOLEJ_DEBUG", raising=False)
    monkeypatch.setattr(cli, "app", broken)
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == 1
    assert "a wheel came off" in capsys.readouterr().err


# JSON


def record(folder: Path) -> str:
    path = folder / "game.json"
    game = library.new("usa", 2, seed=1)
    game.step(game.rows(0)[0], 0)
    path.write_bytes(game.record().to_json())
    return str(path)


COMMANDS = [
    "board list",
    "board show usa",
    "board check usa",
    "board layout usa",
    "board layout usa --figures",
    "bot list",
    "replay RECORD",
    "verify RECORD",
    "admin settings",
    "bench --board usa --players 2 --seconds 0.1",
    "arena --board usa --bots random,random --games 2 --jobs 1",
]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("command", COMMANDS)
def test_json_is_a_switch_that_prints_json_and_nothing_else(command: str, tmp_path: Path) -> None:
    words = [record(tmp_path) if word == "RECORD" else word for word in command.split()]
    file = tmp_path / "told.json"
    done = kolej(*words, "--json", "-o", str(file))
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(file.read_text("utf-8"))


def test_bench_tells_the_best_batch_and_the_mean_of_all() -> None:
    told = json.loads(kolej("bench", "--board", "usa", "--players", "2", "--seconds", "0.3", "--json").stdout)
    assert told["games_per_second"] == pytest.approx(told["games"] / told["seconds"])
    assert told["batches"] >= 1
    assert 0 < told["mean_games_per_second"] <= told["games_per_second"] * (1 + 1e-9)


def test_a_file_of_json_comes_beside_the_table(tmp_path: Path) -> None:
    file = tmp_path / "bots.json"
    done = kolej("bot", "list", "-o", str(file))
    assert done.exit_code == 0
    assert "how it plays" in done.stdout
    assert {row["name"] for row in json.loads(file.read_text("utf-8"))} >= {"greedy"}
    for wrong, why in ((tmp_path / "no" / "x.json", "there is no folder"), (tmp_path, "is a folder")):
        done = kolej("bot", "list", "-o", str(wrong))
        assert done.exit_code == 1
        assert why in done.stderr.replace("\n", " ")


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("spelling", ["--json FILE", "--json=FILE", "-o FILE", "--output FILE"])
def test_the_arena_s_old_spelling_of_a_json_file_is_understood(spelling: str, tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    words = ["arena", "--board", "usa", "--bots", "random,random", "--games", "2", "--jobs", "1"]
    done = kolej(*words, *spelling.replace("FILE", str(file)).split(), "--seed", "3")
    assert done.exit_code == 0, done.stderr
    assert "the first player wins" in done.stdout
    assert json.loads(file.read_text("utf-8"))["seed"] == 3


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("name", "code"), [("Good", 0), ("Raises", 1)])
def test_the_arena_s_exit_code_says_whether_a_bot_failed(bad: str, name: str, code: int) -> None:
    done = kolej("arena", "--board", "usa", "--bots", f"{bad}{name},random", "--games", "2", "--json")
    assert done.exit_code == code, done.stderr
    assert bool(json.loads(done.stdout)["failures"]) == bool(code)
    assert (f"failed: {bad}{name}" in done.stderr.replace("\n", "")) == bool(code)


# Other libraries' messages


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("JSON is malformed: bad", "JSON is malformed: bad"),
        ("Input data was truncated", "input data was truncated"),
        ("Expected `int`, got `str`", 'expected "int", got "str"'),
        ("A record", "a record"),
        ("", ""),
        ("x" * 400, "x" * 297 + "..."),
    ],
)
def test_a_message_inside_a_sentence_begins_small_but_names_stay(theirs: str, ours: str) -> None:
    assert inline(theirs) == ours


def test_a_damaged_record_is_told_with_json_in_capitals(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text('{"format": 1,]', "utf-8")
    done = kolej("replay", str(path))
    assert done.exit_code == 1
    assert "not JSON: JSON is malformed" in done.stderr.replace("\n", " ")
    assert "jSON" not in done.stderr


# The shell


def completed(line: str) -> list[str]:
    words = line.split(" ")
    asked = {"_KOLEJ_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.argv[0] = 'kolej'; from kolej.cli import main; main()"],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr
    return done.stdout.split()


def test_the_shell_completes_commands_options_boards_and_bots() -> None:
    assert completed("kolej ar") == ["arena"]
    assert "--until-decided" in completed("kolej arena --un")
    assert completed("kolej board show po") == ["poland"]
    assert completed("kolej arena --bots greedy,loc") == ["greedy,local"]


SHELLS = {"bash": "complete_bash", "zsh": "complete_zsh", "fish": "complete_fish"}


@pytest.mark.parametrize("shell", SHELLS)
def test_the_completion_of_ones_shell_can_be_shown(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shellingham.detect_shell", lambda: (shell, f"/bin/{shell}"))
    done: Any = kolej("--show-completion")
    assert done.exit_code == 0
    assert SHELLS[shell] in done.stdout
