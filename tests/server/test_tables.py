"""Tables as people use them, through the protocol."""

from __future__ import annotations

from contextlib import closing

import pytest
from playing import Message, Person, Running

from kolej.boards.load import shipped
from kolej.server.http import tables
from kolej.server.store.database import connect


@pytest.mark.parametrize("board", shipped())
def test_a_game_against_a_bot_is_played_to_its_end_and_its_record_proves_true(
    site: Running, board: str
) -> None:
    ala = site.person("Ala")
    place = ala.make(board)
    with ala.at(place) as seat:
        assert seat.do("start")["type"] == "done"
        seat.play()
        assert seat.over
    record = ala.http.get(f"/api/tables/{place}/record").json()
    checked = ala.http.post("/api/records/verify", json=record).json()
    assert (checked["good"], checked["proven"]) == (True, True)
    assert record["names"] == ["Ala", "random"]


def test_two_people_meet_by_link_and_each_sees_only_their_own_cards(site: Running) -> None:
    ala, ola = site.person("Ala"), site.person("Ola")
    place = ala.make("europe", "host anyone")
    with ala.at(place) as first, ola.at(place) as second:
        assert second.do("start")["reason"] == "only-the-host"
        assert first.do("start")["reason"] == "seats-open"
        assert second.do("sit", seat=1, entropy="dice")["type"] == "done"
        first.until(lambda m: m["type"] == "happened")
        assert first.do("start")["type"] == "done"
        second.until(lambda m: m["type"] == "happened" and m["position"] is not None)
        assert [view["seat"] for view in second.position["own"]] == [1]  # type: ignore[index]
        dealt = [
            e for m in second.heard if m["type"] == "happened" for e in m["events"] if e["event"] == "dealt"
        ]
        assert [event["cards"] is None for event in dealt] == [True, False]


def test_who_is_forgotten_takes_along_what_was_said_as_a_guest(site: Running) -> None:
    ala, ola = site.person("Ala"), site.person("Ola")
    ola.http.post("/api/account", json={"name": "ola", "password": "long enough"}).raise_for_status()
    phone = site.person("Guest")
    place = ala.make("usa", "host anyone")
    with phone.at(place) as seat:
        assert seat.do("say", text="I was here")["type"] == "done"
    phone.http.post("/api/login", json={"name": "ola", "password": "long enough"}).raise_for_status()
    with ala.at(place) as seat:
        assert [line["name"] for line in seat.welcome["chat"]] == ["ola"]
        assert ola.http.delete("/api/me").status_code == 204
        seat.until(lambda m: m["type"] == "happened")
    with ala.at(place) as seat:
        assert seat.welcome["chat"] == []


@pytest.mark.parametrize("path", ["/api/tables", "/api/me/tables"])
def test_tables_of_the_same_millisecond_are_all_listed_though_a_page_ends_among_them(
    site: Running, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "PAGE", 2)
    ala = site.person("Ala")
    with closing(connect(site.settings.store_url)) as db:
        db.run("UPDATE tables SET listed = 0")
        places = {ala.make("usa", "host host", listed=True) for _ in range(5)}
        db.run(
            "UPDATE tables SET updated = 7, created = CASE WHEN id < 'M' THEN 5 ELSE 6 END WHERE listed = 1"
        )
    seen: list[str] = []
    more: str | None = ""
    while more is not None:
        page = page_of(ala, path, more)
        seen += [line["id"] for line in page["tables"]]
        more = page["more"]
    assert sorted(seen) == sorted(places)
    assert [line["id"] for line in page_of(ala, path, "8")["tables"]] == seen[:2], "as earlier clients ask"
    assert page_of(ala, path, "7")["tables"] == []


def page_of(person: Person, path: str, before: str) -> Message:
    answer = person.http.get(path, params={"before": before} if before else {})
    page: Message = answer.raise_for_status().json()
    return page


@pytest.mark.parametrize("before", ["-1", "x", "7.6", "7.6.", "7.6.a b", "7.6.a.b", "7\n", "9" * 17])
def test_a_page_that_no_list_named_is_refused(site: Running, before: str) -> None:
    answer = site.person(None).http.get("/api/tables", params={"before": before})
    assert (answer.status_code, answer.json()["reason"]) == (400, "unreadable")
