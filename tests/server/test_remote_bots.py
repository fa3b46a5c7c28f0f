"""The programs in ``docs/remote-bots.md`` play."""

from __future__ import annotations

import ast
import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playing import Person, Running, running, wait_for
from remote import BOT, Process, bot, polling, token
from websockets.sync.server import ServerConnection, serve


def seated(host: Person, place: str) -> bool:
    return all(seat["name"] for seat in host.http.get(f"/api/tables/{place}").json()["table"]["seats"])


def start(host: Person, place: str) -> None:
    wait_for(lambda: seated(host, place))
    n = host.http.get(f"/api/tables/{place}").json()["n"]
    assert host.post(place, do="start", id="go", version=n).status_code == 200


def test_the_bot_is_at_most_forty_lines_and_needs_only_websockets() -> None:
    assert len(BOT.splitlines()) <= 40
    imported = {
        name.name.partition(".")[0]
        for node in ast.walk(ast.parse(BOT))
        if isinstance(node, ast.Import)
        for name in node.names
    }
    assert imported - set(sys.stdlib_module_names) == {"websockets"}


def test_the_bot_sits_down_and_plays_to_the_end(site: Running, tmp_path: Path) -> None:
    host, rattler = site.person("Host"), site.person("Rattler")
    place = host.make("usa", "bot:random anyone")
    with bot(site, tmp_path, "rattler", token(rattler), place) as process:
        start(host, place)
        assert process.end() == ""
    entries = rattler.http.get(f"/api/tables/{place}/entries").json()["entries"]
    assert process.events() == [event for entry in entries for event in entry["events"]]
    record = host.http.get(f"/api/tables/{place}/record").json()
    assert record["names"] == ["random", "Rattler"]
    assert host.http.post("/api/records/verify", json=record).json()["good"]


def test_the_bot_comes_back_when_the_server_does_and_goes_on(tmp_path: Path) -> None:
    with running(tmp_path, limits=False) as first:
        host = first.person("Host")
        keys = [token(first.person(name)) for name in ("One", "Two")]
        place, cookie = host.make("europe", "anyone anyone"), host.http.cookies["kolej"]
        bots = [Process(tmp_path, f"b{i}", BOT, first.url, key, place, "0") for i, key in enumerate(keys)]
        start(host, place)
        wait_for(lambda: bots[0].lines() > 40)
    with bots[0], bots[1], running(tmp_path, port=first.port, limits=False) as second:
        for each in bots:
            assert "1012" in each.end(), "the server said that it restarts"
        numbers = [[event["number"] for event in each.events()] for each in bots]
        back = second.person(None)
        back.http.cookies["kolej"] = cookie
        assert back.http.get(f"/api/tables/{place}").json()["table"]["state"] == "over"
    assert numbers == [list(range(len(numbers[0])))] * 2, "each event once, none left out"


def test_the_bot_sends_a_command_that_was_not_answered_again_with_its_id(
    tmp_path: Path, site: Running
) -> None:
    """Against a server that hears the first command and goes without a word."""
    host = site.person("Host")
    look = host.http.get(f"/api/tables/{host.make('usa', 'anyone anyone')}").json()
    welcome = {
        "type": "welcome",
        "n": 7,
        "you": {"player": "me"},
        "table": look["table"],
        "missed": [],
        "position": None,
    }
    heard: list[tuple[str, str]] = []

    def deaf(socket: ServerConnection) -> None:
        assert socket.request is not None
        socket.send(json.dumps(welcome))
        commands = (text for text in socket if json.loads(text)["do"] != "ping")
        heard.append((socket.request.path, str(next(commands))))
        socket.close(1013)

    with _serving(deaf) as url, Process(tmp_path, "bot", BOT, url, "kolej_x", "table", "0"):
        wait_for(lambda: len(heard) == 2)
    (first, said), (second, again) = heard
    assert json.loads(said)["do"] == "sit"
    assert said == again
    assert first.endswith("since=-1")
    assert second.endswith("since=7")


@contextmanager
def _serving(handler: object) -> Iterator[str]:
    with serve(handler, "127.0.0.1", 0) as server:  # type: ignore[arg-type]
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        server.shutdown()
    thread.join()


def test_a_program_plays_by_plain_http(site: Running, tmp_path: Path) -> None:
    host = site.person("Host")
    place = host.make("poland", "anyone bot:random")
    with Process(tmp_path, "polling", polling(), site.url, token(host), place, "0.01") as process:
        start(host, place)
        assert process.end() == ""
    assert host.http.get(f"/api/tables/{place}").json()["table"]["state"] == "over"
