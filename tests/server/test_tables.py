"""Tables as people use them, through the protocol."""

from __future__ import annotations

import pytest
from playing import Running

from kolej.boards.load import shipped


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
