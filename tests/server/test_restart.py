"""A server that is stopped and started again: nobody loses anything, and nobody need reload."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playing import Message, Person, Seat, running, simple_action
from postgres import Cluster
from process import Process

from kolej.server.tables.clocks import DAY


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with Process(tmp_path_factory.mktemp("restart")) as found:
        yield found


def look(person: Person, place: str) -> Message:
    """A table as somebody sees it, without the time left, which may grow by a restart."""
    found: Message = person.http.get(f"/api/tables/{place}").raise_for_status().json()
    if found["position"]:
        del found["position"]["clocks"]
    return found


def entries(person: Person, place: str, since: int = -1) -> list[Message]:
    answer = person.http.get(f"/api/tables/{place}/entries", params={"since": since})
    found: list[Message] = answer.raise_for_status().json()["entries"]
    return found


def act(seat: Seat) -> dict[str, Any]:
    """The next simple action of a seat whose turn it is."""
    while not seat.choices():
        seat.hear()
    number, choice = next(iter(seat.choices().items()))
    return {"seat": number, "action": simple_action(choice)}


def test_all_tables_go_on_where_they_were_and_clients_see_no_gap(server: Process) -> None:
    ala, ola = server.person("Ala"), server.person("Ola")
    waiting = ala.make("usa", "host anyone")
    playing = ala.make("usa", "host anyone")
    bots = ala.make("usa", "host bot:random bot:greedy")
    over = ala.make("usa", "host host")
    with ExitStack() as open_:
        at = {place: open_.enter_context(ala.at(place)) for place in (waiting, playing, bots, over)}
        guest = open_.enter_context(ola.at(playing))
        assert guest.do("sit", seat=1)["type"] == "done"
        at[playing].until(lambda m: m["type"] == "happened" and m["table"]["seats"][1]["name"] == "Ola")
        for place in (playing, bots, over):
            assert at[place].do("start")["type"] == "done"
        at[playing].play(1)
        guest.play(1)
        at[bots].play(4)
        assert at[bots].do("pace", pace=0.25)["type"] == "done"
        at[over].play()
        rematch = at[over].do("rematch")["table"]
        assert rematch
        assert at[waiting].do("say", text="see you")["type"] == "done"
        server.terminate()
        for seat in (*at.values(), guest):
            assert seat.closed()[0] == 1012
            assert any(m["type"] == "going-down" for m in seat.heard)
        assert server.wait() == 0
    server.start()
    with ExitStack() as open_:
        for place, before in at.items():
            after = open_.enter_context(ala.at(place, since=before.n))
            # What bots did after the server said good-bye was told to nobody, and comes now.
            assert [m["n"] for m in after.welcome["missed"]] == list(range(before.n + 1, after.n + 1))
            assert after.table["pace"] == (0.25 if place == bots else 0)
            if place != bots:
                assert (after.n, after.table) == (before.n, before.table)
                assert after.position == before.position
            if place == waiting:
                assert [line["text"] for line in after.welcome["chat"]] == ["see you"]
        resumed = open_.enter_context(ala.at(bots, since=at[bots].n))
        assert resumed.play(3) == 3
        first, second = open_.enter_context(ala.at(playing)), open_.enter_context(ola.at(playing))
        mover = first if first.choices() else second
        assert mover.do("act", **act(mover))["type"] == "done"
        new = open_.enter_context(ala.at(rematch))
        assert new.table["previous"] == over
        assert new.do("start")["type"] == "done"
        new.play(2)
    for place in at:
        assert [e["n"] for e in entries(ala, place)] == list(range(look(ala, place)["n"] + 1))


def test_a_command_repeated_after_a_restart_is_answered_the_same_and_applied_once(server: Process) -> None:
    ala = server.person("Ala")
    place = ala.make("usa", "host host")
    with ala.at(place) as seat:
        assert seat.do("start", id="one")["n"] == 1
        command = {"do": "act", "id": "two", "version": seat.n, **act(seat)}
        done = ala.post(place, **command).json()
        bad = ala.post(place, do="act", id="three", version=2, seat=0, action="claim nowhere R").json()
        said = ala.post(place, do="say", id="four", version=2, text="once").json()
        assert (done["type"], bad["type"], said["type"]) == ("done", "refused", "done")
    assert server.stop() == 0
    server.start()
    assert ala.post(place, do="start", id="one", version=0).json() == {**done, "id": "one", "n": 1}
    assert ala.post(place, **command).json() == done
    assert ala.post(place, do="say", id="four", version=2, text="once").json() == said
    assert look(ala, place)["n"] == 2
    with ala.at(place) as seat:
        assert [line["text"] for line in seat.welcome["chat"]] == ["once"]


def test_what_is_under_way_when_the_server_stops_is_done_or_told_not_to_be(server: Process) -> None:
    ala = server.person("Ala")
    places = [ala.make("usa", "host host") for _ in range(6)]
    done: dict[str, int] = {}
    with ExitStack() as open_:
        seats = {place: open_.enter_context(ala.at(place)) for place in places}
        for seat in seats.values():
            assert seat.do("start")["type"] == "done"
        asked = {place: seat.send("act", **act(seat)) for place, seat in seats.items()}
        server.terminate()
        for place, seat in seats.items():
            assert seat.closed()[0] == 1012
            answers = [m for m in seat.heard if m.get("id") == asked[place]]
            assert len(answers) <= 1
            if answers and answers[0]["type"] == "done":
                done[place] = answers[0]["n"]
            elif answers:
                assert answers[0]["reason"] == "going-down"
        assert server.wait() == 0
    server.start()
    for place, seat in seats.items():
        found = entries(ala, place)
        moved = [e["n"] for e in found if e["seat"] == 0]
        if place in done:
            assert done[place] in moved
        published = [m["n"] for m in seat.heard if m["type"] == "happened"]
        assert max(published) <= found[-1]["n"]


def test_time_without_a_server_is_nobodys(tmp_path: Path) -> None:
    """Also that of the restart before the last."""
    clocks = {65_000: {"kind": "live", "bank": 60, "turn": 5}, DAY: {"kind": "days", "days": 1}}
    with running(tmp_path) as site:
        ala = site.person("Ala")
        places = {turn: ala.make("usa", "host host", clock=clock) for turn, clock in clocks.items()}
        first: dict[int, int] = {}
        began = time.monotonic()
        for turn, place in places.items():
            assert ala.post(place, do="start", id="s", version=0).status_code == 200
            with ala.at(place) as seat:
                first[turn] = deadline(seat)
                assert first[turn] == entries(ala, place)[1]["at"] + turn
    for downtime in range(1, 3):
        time.sleep(0.4)
        with running(tmp_path) as site:
            ala = _same(ala, site.url)
            site.people.append(ala)
            for turn, place in places.items():
                with ala.at(place) as seat:
                    most = 1000 * (time.monotonic() - began)
                    assert 400 * downtime <= deadline(seat) - first[turn] <= most


def deadline(seat: Seat) -> int:
    assert seat.position is not None
    found: int = seat.position["clocks"][0]["deadline"]
    return found


def _same(person: Person, url: str) -> Person:
    """The same person at another address."""
    found = Person(url, None)
    found.http.cookies.update(person.http.cookies)
    person.http.close()
    return found


def test_a_game_goes_on_over_a_restart_on_either_database(tmp_path: Path, database: str) -> None:
    with running(tmp_path, database=database, limits=False) as site:
        ala = site.person("Ala")
        place = ala.make("usa", "host host")
        with ala.at(place) as seat:
            assert seat.do("start")["type"] == "done"
            seat.play(10)
            assert seat.do("say", text="Zażółć 🚂")["type"] == "done"
        assert ala.http.get("/health").json()["store"] == database.partition(":")[0]
    with running(tmp_path, database=database, limits=False) as site:
        ala = _same(ala, site.url)
        with ala.at(place, since=0) as seat:
            assert [m["n"] for m in seat.welcome["missed"]] == list(range(1, seat.n + 1))
            assert [line["text"] for line in seat.welcome["chat"]] == ["Zażółć 🚂"]
            seat.play()
            assert seat.over
        record = ala.http.get(f"/api/tables/{place}/record").json()
        assert ala.http.post("/api/records/verify", json=record).json()["proven"]
        assert ala.http.get("/api/tables/nu%00l").status_code == 404
        ala.http.close()


def test_while_postgresql_is_away_nothing_is_acknowledged_and_then_all_goes_on(
    tmp_path: Path, own_postgres: Cluster
) -> None:
    with running(tmp_path, database=own_postgres.database(), limits=False) as site:
        ala = site.person("Ala")
        place = ala.make("usa", "host host")
        with ala.at(place) as seat:
            assert seat.do("start")["type"] == "done"
            seat.play(3)
            own_postgres.stop()
            command = {"do": "act", "id": "once", "version": seat.n, **act(seat)}
            refused = ala.post(place, **command)
            assert refused.json()["reason"] == "unavailable"
            assert seat.closed()[0] == 1013  # what it has seen was stored, what it asks for comes later
        assert ala.http.get("/health").json()["status"] == "store-down"
        assert ala.http.get(f"/api/tables/{place}").status_code == 503
        own_postgres.start()
        assert ala.post(place, **command).json()["type"] == "done"
        assert ala.post(place, **command).json() == {
            "type": "done",
            "id": "once",
            "n": seat.n + 1,
            "table": None,
        }
        with ala.at(place, since=seat.n) as back:
            assert [m["n"] for m in back.welcome["missed"]] == [seat.n + 1]
            back.play(1)
