"""An error inside the server costs nobody a game: the table is loaded again from what is stored."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Running, Seat, simple_action

from kolej.game.game import Game
from kolej.server.store.store import Conflict, Store
from kolej.server.tables.autopilot import Autopilot
from kolej.server.tables.clocks import Clocks
from kolej.server.tables.registry import Registry
from kolej.server.tables.room import Room
from kolej.server.tables.table import Table


def fail_once(patch: pytest.MonkeyPatch, owner: type, name: str, error: Exception | None = None) -> None:
    """Let a method fail the next time that it is called, and never again."""
    method = getattr(owner, name)

    def failing(*given: Any, **named: Any) -> Any:
        patch.setattr(owner, name, method)
        raise error or ZeroDivisionError(f"{owner.__name__}.{name}")

    patch.setattr(owner, name, failing)


def move(seat: Seat) -> dict[str, Any]:
    at, choices = next(iter(seat.choices().items()))
    return {
        "do": "act",
        "id": f"after-{seat.n}",
        "version": seat.n,
        "seat": at,
        "action": simple_action(choices),
    }


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (Clocks, "banks_after"),
        (Game, "record_move"),
        (Table, "apply"),
        (Room, "row"),
        (Room, "_publish"),
        (Autopilot, "arrange"),
    ],
)
def test_a_move_that_fails_halfway_is_made_when_it_is_sent_again(
    site: Running, monkeypatch: pytest.MonkeyPatch, owner: type, name: str
) -> None:
    ala = site.person("Ala")
    place = ala.make("usa", "host host")
    with ala.at(place) as seat:
        assert seat.do("start")["type"] == "done"
        seat.play(2)
        n, command = seat.n, move(seat)
        fail_once(monkeypatch, owner, name)
        assert ala.post(place, **command).status_code == 500
        assert seat.closed()[0] == 1013
    again = ala.post(place, **command).json()
    assert (again["type"], again["n"]) == ("done", n + 1)
    with ala.at(place, since=n) as seat:
        assert [missed["n"] for missed in seat.welcome["missed"]] == [n + 1]
        seat.play(2)
        assert seat.n == n + 3


def test_a_game_whose_start_fails_halfway_is_started_when_it_is_asked_for_again(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ala = site.person("Ala")
    place = ala.make("usa", "host host")
    fail_once(monkeypatch, Clocks, "full")
    assert ala.post(place, do="start", id="go", version=0, entropy="dice").status_code == 500
    look = ala.http.get(f"/api/tables/{place}").json()
    assert (look["table"]["state"], look["position"]) == ("waiting", None)
    assert ala.post(place, do="start", id="go", version=0, entropy="coins").json()["type"] == "done"
    assert ala.http.get(f"/api/tables/{place}").json()["table"]["entropy"] == ["coins"]


def test_a_bots_move_that_fails_halfway_is_made_when_somebody_comes_back(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ala = site.person("Ala")
    place = ala.make("usa", "host bot:random")
    with ala.at(place) as seat:
        fail_once(monkeypatch, Game, "record_move")
        assert seat.do("start")["type"] == "done"
        assert seat.closed()[0] == 1013
    with ala.at(place) as seat:
        if seat.welcome["n"] == 1:  # otherwise the bot has already moved
            seat.until(lambda m: m["type"] == "happened" and m["seat"] == 1)
        seat.play(3)


def test_a_table_that_cannot_be_loaded_again_after_a_conflict_is_dropped(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ala = site.person("Ala")
    place = ala.make("usa", "host host")
    with ala.at(place) as seat:
        assert seat.do("start")["type"] == "done"
        n, command = seat.n, move(seat)
        fail_once(monkeypatch, Store, "append", Conflict(place))
        fail_once(monkeypatch, Registry, "read_table")
        assert ala.post(place, **command).status_code == 500
        assert seat.closed()[0] == 1013
    assert ala.post(place, **command).json()["n"] == n + 1


def test_a_refused_move_leaves_everybody_connected(site: Running) -> None:
    ala = site.person("Ala")
    place = ala.make("usa", "host host")
    with ala.at(place) as seat:
        assert seat.do("start")["type"] == "done"
        assert seat.do("act", seat=0, action="draw")["reason"] == "choose-first-tickets"
        seat.play(2)
