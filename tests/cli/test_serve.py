"""``kolej serve`` as it is started: what it prints, how it stops, and what it says when it cannot run."""

from __future__ import annotations

import io
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import segno
from playing import PATIENCE
from typer.testing import CliRunner

from kolej.cli import app
from kolej.cli.serve import Opening, welcome
from kolej.server.lifecycle import address, listen, own_address
from kolej.server.settings import Settings

READY = "Ctrl-C stops it"


@contextmanager
def serving(*words: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The command in a process of its own, and what it printed until it was ready."""
    process = subprocess.Popen(
        [sys.executable, "-m", "kolej", "serve", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    try:
        assert process.stdout is not None
        lines: list[str] = []
        for line in process.stdout:
            lines.append(line.rstrip())
            if line.startswith(READY):
                break
        yield process, lines
    finally:
        process.kill()
        process.communicate()


def refused(*words: str, **environment: str) -> str:
    """The one sentence of a command that cannot run."""
    done = CliRunner(env=environment).invoke(app, ["serve", *words])
    assert done.exit_code == 1, done.output
    (sentence,) = done.stderr.splitlines()
    return sentence


def test_it_says_where_it_is_answers_requests_and_drains_at_sigterm(tmp_path: Path) -> None:
    words = ("--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path), "--no-open")
    with serving(*words, KOLEJ_LOG="json", KOLEJ_NAME="Isle") as (process, lines):
        here = lines[0].removeprefix("Isle is at ")
        assert httpx.get(f"{here}health", timeout=PATIENCE).json()["status"] == "ok"
        assert lines[1] == f"for others: {address('0.0.0.0', int(here[:-1].rpartition(':')[2]))}/"
        assert lines[2] == f"data: sqlite://{tmp_path}/kolej.db"
        assert len(lines) == 4, "no QR code where nobody looks"
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, log
    assert [part in log for part in ('"listening"', '"stopping', '"stopped"')] == [True] * 3


def test_ctrl_c_stops_it_as_well_and_systemd_hears_of_both(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(PATIENCE)
        words = ("--port", "0", "--data", str(tmp_path))
        with serving(*words, NOTIFY_SOCKET=str(tmp_path / "notify")) as (process, lines):
            assert "--host 0.0.0.0" in lines[1]
            assert systemd.recv(100) == b"READY=1"
            process.send_signal(signal.SIGINT)
            _, log = process.communicate(timeout=PATIENCE)
            assert systemd.recv(100) == b"STOPPING=1"
    assert process.returncode == 0, log
    assert "Traceback" not in log


def test_what_keeps_it_from_running_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"port {port} is in use" in refused("--port", port, "--data", str(tmp_path))
    assert "KOLEJ_PACE" in refused(KOLEJ_PACE="fast")
    assert "name a folder" in refused("--port", "0", "--data", str(tmp_path / "file"))
    assert "cannot be reached" in refused("--port", "0", "--database", "postgresql://u:word@127.0.0.1:1/x")
    assert "not an address of this machine" in refused("--host", "203.0.113.9", "--data", str(tmp_path))
    assert "cannot be read" in refused("--config", str(tmp_path / "missing.toml"))


def test_the_server_listens_on_both_addresses_of_a_name_with_one_port() -> None:
    (first,) = listen("127.0.0.1", 0)
    port = first.getsockname()[1]
    first.close()
    made = listen("localhost", port)
    assert {found.getsockname()[1] for found in made} == {port}
    for found in made:
        found.close()


@pytest.mark.parametrize(
    ("given", "link"),
    [
        ({"host": "192.0.2.5"}, "http://192.0.2.5:8400/"),
        ({"url": "https://play.example.org/kolej"}, "https://play.example.org/kolej/"),
        ({"host": "127.0.0.2"}, None),
        ({"host": "localhost"}, None),
    ],
)
def test_in_a_terminal_the_link_for_others_is_also_a_qr_code(
    given: dict[str, str],
    link: str | None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    coded = io.StringIO()
    if link:
        segno.make(link, micro=False).terminal(coded, compact=True)
    welcome(Settings(**given), 8400, Opening("", False))  # type: ignore[arg-type]
    told = capsys.readouterr().out
    assert ("for others: " in told, "only this machine" in told) == (bool(link), not link)
    assert coded.getvalue() in told
    assert ("\u2588" in told) == bool(link)


def test_an_address_can_be_written_in_a_link() -> None:
    assert address("::1", 8400) == "http://[::1]:8400"
    assert address("::", 8400) == address("0.0.0.0", 8400)
    assert own_address() is None or own_address() in address("0.0.0.0", 1)  # type: ignore[operator]
