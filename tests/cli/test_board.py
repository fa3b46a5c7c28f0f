"""``kolej board`` as a newcomer uses it, mistyping included."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kolej.boards.load import find
from kolej.boards.starter import STARTER
from kolej.cli import app


def kolej(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def test_help_fits_on_a_screen_and_loads_no_numbers() -> None:
    program = (
        "import sys, runpy\n"
        "sys.argv = ['kolej', '--help']\n"
        "try: runpy.run_module('kolej', run_name='__main__')\n"
        "except SystemExit: pass\n"
        "sys.exit(any(name in sys.modules for name in ('numpy', 'numba', 'fontTools')))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) <= 24
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_list_names_the_four_boards() -> None:
    done = kolej("board", "list")
    assert done.exit_code == 0
    assert all(name in done.stdout for name in ("europe", "nordic", "poland", "usa"))
    assert {row["name"] for row in json.loads(kolej("board", "list", "--json").stdout)} >= {"usa"}


def test_list_shows_a_broken_board_of_the_user_as_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOLEJ_BOARDS", str(tmp_path))
    (tmp_path / "mine.toml").write_text("id = 4", encoding="utf-8")
    rows = {row["name"]: row for row in json.loads(kolej("board", "list", "--json").stdout)}
    assert rows["mine"]["faults"] > 0
    assert "faults" in kolej("board", "list").stdout


@pytest.mark.parametrize("name", ["europe", "nordic", "poland", "usa"])
def test_show_prints_rules_routes_tickets_and_json(name: str) -> None:
    told = json.loads(kolej("board", "show", name, "--json").stdout)
    assert {"id", "name", "cities", "routes", "tickets", "rules"} <= told.keys()
    assert told["path"] == str(find(name).resolve())
    assert told["content"] == hashlib.sha256(find(name).read_bytes()).hexdigest()
    assert "trains" in kolej("board", "show", name).stdout
    listed = kolej("board", "show", name, "--routes").stdout.splitlines()
    assert len(listed) == len(told["routes"]) + 1
    listed = kolej("board", "show", name, "--tickets").stdout.splitlines()
    assert len(listed) == len(told["tickets"]) + 1


def test_check_exits_with_0_only_without_faults(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    text = STARTER.read_text(encoding="utf-8")
    good.write_text(text, encoding="utf-8")
    bad.write_text(text.replace('b = "sligo"', 'b = "slgo"', 1), encoding="utf-8")
    assert kolej("board", "check", str(good)).exit_code == 0
    done = kolej("board", "check", str(good), str(bad))
    assert done.exit_code == 1
    assert 'did you mean "sligo"?' in done.stdout
    assert "no faults" in done.stdout, "the good file is told too"
    told = json.loads(kolej("board", "check", str(bad), "--json").stdout)
    assert told["reports"][0]["faults"][0]["key"] == "routes[2].b"


def test_check_goes_on_after_a_file_that_is_not_there() -> None:
    done = kolej("board", "check", "no-such.toml", "europe")
    assert done.exit_code == 1
    assert "no faults" in done.stdout
    assert "there is no file" in done.stderr


def test_new_writes_a_board_that_checks_and_never_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "My Island.toml"
    assert kolej("board", "new", str(path)).exit_code == 0
    assert kolej("board", "check", str(path)).exit_code == 0
    assert 'id = "my-island"' in path.read_text(encoding="utf-8")
    before = path.read_bytes()
    done = kolej("board", "new", str(path))
    assert (done.exit_code, path.read_bytes()) == (1, before)
    assert "nothing was changed" in done.stderr


def test_new_copies_another_board_under_a_name_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "my-poland.toml"
    assert kolej("board", "new", str(path), "--like", "poland").exit_code == 0
    told = json.loads(kolej("board", "show", str(path), "--json").stdout)
    assert (told["id"], told["name"]) == ("my-poland", "My Poland")
    assert told["routes"] == json.loads(kolej("board", "show", "poland", "--json").stdout)["routes"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["bord"], "Did you mean 'board'?"),
        (["board", "shwo", "europe"], "Did you mean 'show'?"),
        (["board", "show", "pland"], 'did you mean "poland"?'),
        (["board", "show"], "Missing argument 'NAME'"),
        (["board", "check"], "Missing argument 'FILE...'"),
        (["board", "new", "europe"], "comes with Kolej"),
        (["board", "new", "no-folder/x.toml"], "make it first"),
        (["board", "new", "---.toml"], "o such option"),
    ],
)
def test_a_slip_gets_a_sentence_with_a_way_out(words: list[str], said: str) -> None:
    done = kolej(*words)
    assert done.exit_code != 0
    assert said in " ".join(done.stderr.replace("│", "").split())
    assert "Traceback" not in done.output
