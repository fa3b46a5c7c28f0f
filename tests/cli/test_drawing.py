"""``kolej board layout`` and ``kolej board draw``, as people type them."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kolej.boards.load import shipped
from kolej.cli import app


def kolej(*words: str) -> Result:
    return CliRunner().invoke(app, words)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A copy of a shipped board, with its stored plan beside it."""
    source = shipped()["usa"]
    shutil.copy(source, tmp_path / "mine.toml")
    shutil.copy(source.with_name("usa.layout.json"), tmp_path / "mine.layout.json")
    return tmp_path / "mine.toml"


@pytest.mark.parametrize("name", shipped())
def test_layout_prints_the_plan_of_a_shipped_board(name: str) -> None:
    told = json.loads(kolej("board", "layout", name, "--json").stdout)
    facts = json.loads(kolej("board", "show", name, "--json").stdout)
    assert {"board", "width", "height", "spaces", "cities", "countries"} <= told.keys()
    spaces = [(space["route"], space["index"]) for space in told["spaces"]]
    assert sorted(spaces) == sorted((r["id"], i) for r in facts["routes"] for i in range(r["length"]))
    assert all(len(space["polygon"]) == 4 for space in told["spaces"])
    assert {city["id"] for city in told["cities"]} == {city["id"] for city in facts["cities"]}
    for spot in (*told["cities"], *told["countries"]):
        assert {"id", "x", "y", "r", "label"} <= spot.keys()
        assert len(spot["label"]["box"]) == 4


def test_one_command_measures_all_shipped_boards() -> None:
    done = kolej("board", "layout", "--all", "--figures", "--json")
    assert done.exit_code == 0
    for figures in json.loads(done.stdout):
        faults = ("space_overlaps", "spaces_under_cities", "labels_over_spaces", "labels_over_cities")
        assert not any(figures[key] for key in (*faults, "labels_over_labels", "outside", "crossings"))
        assert figures["length"] >= 30
        assert figures["breadth"] >= 13
        assert len(figures["far"]) <= 3
    assert "routes that cross" in kolej("board", "layout", "usa", "--figures").stdout


def test_a_plan_with_a_fault_makes_the_exit_code_1(own: Path) -> None:
    plan = own.with_name("mine.layout.json")
    told = json.loads(plan.read_text(encoding="utf-8"))
    told["spaces"][0]["polygon"] = told["spaces"][40]["polygon"]
    plan.write_text(json.dumps(told), encoding="utf-8")
    done = kolej("board", "layout", str(own), "--figures")
    assert done.exit_code == 1
    assert "space overlaps" in done.stdout


@pytest.mark.parametrize(("suffix", "start"), [("svg", b"<"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_draw_writes_each_kind_of_picture(own: Path, suffix: str, start: bytes) -> None:
    picture = own.with_name(f"board.{suffix}")
    done = kolej("board", "draw", str(own), "-o", str(picture), "--theme", "dark", "--width", "300")
    assert done.exit_code == 0, done.output
    assert picture.read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["usa", "-o", "board.gif"], ".svg, .png or .pdf"),
        (["usa", "-o", "no-folder/board.svg"], "make it first"),
        (["usa", "-o", "board.png", "--width", "0"], "--width takes a whole number from 1 to 10000"),
        (["uas", "-o", "board.svg"], 'did you mean "usa"?'),
        (["usa"], "--output is missing: the picture"),
        (["usa", "-o", "x.svg", "--theme", "drak"], '"drak" is not one of'),
    ],
)
def test_a_slip_gets_a_sentence(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = kolej("board", "draw", *words)
    assert done.exit_code != 0
    assert said in " ".join(done.stderr.replace("│", "").split())
    assert not list(tmp_path.iterdir()), "nothing is left behind"


def test_layout_wants_a_board() -> None:
    assert "use --all" in kolej("board", "layout").stderr


def test_watch_draws_again_after_a_save_and_survives_a_fault(own: Path) -> None:
    picture, told = own.with_name("board.svg"), own.with_name("told")
    command = [sys.executable, "-m", "kolej", "board", "draw", str(own), "-o", str(picture), "--watch"]
    text = own.read_text(encoding="utf-8")
    with (
        told.open("w", encoding="utf-8") as errors,
        subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=errors, preexec_fn=hears_ctrl_c
        ) as running,
    ):
        try:
            first = appears(picture, b"")
            says(told, "watching")
            own.write_text(text.replace('colour = "blue"', 'colour = "bleu"', 1), encoding="utf-8")
            says(told, 'did you mean "blue"?')
            assert running.poll() is None
            assert picture.read_bytes() == first, "a fault leaves the picture as it was"
            own.write_text(text.replace('colour = "blue"', 'colour = "red"', 1), encoding="utf-8")
            assert appears(picture, first) != first
        finally:
            running.send_signal(signal.SIGINT)
    assert "Traceback" not in told.read_text(encoding="utf-8")


def hears_ctrl_c() -> None:
    """Programs that a shell starts in the background do not, nor do those that they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def says(told: Path, words: str) -> None:
    """Wait until the program has said so."""
    for _ in range(300):
        if words in told.read_text(encoding="utf-8"):
            return
        time.sleep(0.1)
    raise AssertionError(f'"{words}" was not said in half a minute: {told.read_text(encoding="utf-8")}')


def appears(picture: Path, before: bytes) -> bytes:
    """The picture once it is another than before."""
    for _ in range(300):
        if picture.exists() and picture.read_bytes() != before:
            return picture.read_bytes()
        time.sleep(0.1)
    raise AssertionError("no new picture in half a minute")
