"""``kolej play``: a server for this machine, the page of a new table, and what is said without a client."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import webbrowser
from pathlib import Path

import httpx
import pytest
from playing import PATIENCE
from typer.testing import CliRunner

from kolej.boards.load import own
from kolej.boards.starter import start
from kolej.bots.compilation import PLANNER
from kolej.cli import app, play_in_browser, serve
from kolej.compiling.warm import warm
from kolej.rules.compilation import RULES
from kolej.server.http import static


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """Stands in for a built client."""
    folder = tmp_path / "client"
    folder.mkdir()
    (folder / "index.html").write_text('<base href="/" /><p>a client</p>', "utf-8")
    return folder


def test_it_serves_the_page_of_a_new_table_against_bots(client: Path, tmp_path: Path) -> None:
    warm(RULES, PLANNER)  # which would be told
    words = [
        "play",
        "--board",
        "usa",
        "--bots",
        "random",
        "--port",
        "0",
        "--data",
        str(tmp_path),
        "--no-open",
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "kolej", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "KOLEJ_CLIENT": str(client)},
    )
    try:
        assert process.stdout is not None
        where = process.stdout.readline().rstrip().removeprefix("Kolej is at ")
        assert where.endswith("/new?board=usa&bots=random")
        assert "a client" in httpx.get(where, timeout=PATIENCE).text
        assert play_in_browser.runs_at(httpx.URL(where).port or 0)
        process.send_signal(signal.SIGINT)
        _, log = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 0
    assert log == "", "who plays sees no log"


def test_without_a_client_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static, "CLIENT", tmp_path)
    done = CliRunner().invoke(app, ["play"])
    assert done.exit_code == 1
    assert "make web" in done.stderr
    assert "kolej play --text" in done.stderr


def test_if_one_runs_already_only_the_browser_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(play_in_browser, "runs_at", lambda port: port == play_in_browser.PORT)
    monkeypatch.setattr(static, "is_built", lambda: True)
    monkeypatch.setattr(play_in_browser, "can_open", lambda: True)
    monkeypatch.setattr(webbrowser, "open", opened.append)
    done = CliRunner().invoke(app, ["play", "--board", "poland", "--seats", "4"])
    assert done.exit_code == 0, done.output
    assert opened == [f"http://127.0.0.1:{play_in_browser.PORT}/new?board=poland&bots=medium,medium,medium"]


def test_without_wishes_the_page_offers_a_table_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[str] = []
    monkeypatch.setattr(static, "is_built", lambda: True)
    monkeypatch.setattr(play_in_browser, "runs_at", lambda port: False)
    monkeypatch.setattr(serve, "run", lambda settings, opening: served.append(opening.page))
    for wishes in ([], ["--seats", "2"]):
        done = CliRunner().invoke(app, ["play", "--no-open", *wishes])
        assert done.exit_code == 0, done.output
    assert served == ["", "new?board=europe&bots=medium"]


def test_a_board_file_is_served_by_its_name_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[str] = []
    monkeypatch.setenv("KOLEJ_BOARDS", str(tmp_path / "elsewhere"))
    monkeypatch.setattr(static, "is_built", lambda: True)
    monkeypatch.setattr(serve, "run", lambda settings, opening: served.append(opening.page))
    file = start(tmp_path / "isle.toml")
    (tmp_path / "other.toml").write_text("no board", "utf-8")
    done = CliRunner().invoke(app, ["play", "--board", str(file), "--bots", "random", "--no-open"])
    assert done.exit_code == 0, done.output
    assert served == ["new?board=isle&bots=random"]
    assert own() == {"isle": file}


def test_a_board_file_with_the_name_of_another_board_is_not_mistaken_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static, "is_built", lambda: True)
    file = start(tmp_path / "isle.toml").rename(tmp_path / "usa.toml")
    done = CliRunner().invoke(app, ["play", "--board", str(file), "--no-open"])
    assert done.exit_code == 1
    assert 'the name "usa" is taken' in done.stderr


def test_a_slip_is_told_before_anything_is_opened() -> None:
    done = CliRunner().invoke(app, ["play", "--board", "nordic", "--seats", "5"])
    assert done.exit_code == 1
    assert "is for 2 to 3 players" in done.stderr


def test_a_port_that_nobody_answers_at_is_no_kolej() -> None:
    assert not play_in_browser.runs_at(1)
