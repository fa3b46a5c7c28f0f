"""At the table: repeats, stale commands, resuming, leaving and coming back, looking on, talking."""

from __future__ import annotations

import json

import pytest
from playing import Person, Running, Seat, simple_action, wait_for
from websockets.exceptions import ConnectionClosed


def opened(
    site: Running, seats: str = "host bot:random", board: str = "europe", **more: object
) -> tuple[Person, str]:
    ala = site.person("Ala")
    return ala, ala.make(board, seats, **more)


def first_turn(seat: Seat) -> None:
    """Start, choose tickets, and wait for one's turn."""
    assert seat.do("start")["type"] == "done"
    seat.play(1)
    while not seat.choices():
        seat.hear()


def test_a_repeat_is_answered_the_same_and_applied_once(site: Running) -> None:
    ala, place = opened(site)
    with ala.at(place) as seat:
        first_turn(seat)
        n = seat.n
        command = {"do": "act", "id": "once", "version": n, "seat": 0, "action": "draw"}
        answers = []
        for _ in range(3):
            seat.socket.send(json.dumps(command))
            answers.append(seat.answer("once"))
        assert (
            answers[0]
            == answers[1]
            == answers[2]
            == {"type": "done", "id": "once", "n": n + 1, "table": None}
        )
        assert ala.post(place, **command).json() == answers[0]
        assert len(seat.choices()) == 1, "one card was drawn, the second is awaited"
        assert ala.http.get(f"/api/tables/{place}").json()["n"] == n + 1


def test_a_command_for_an_earlier_moment_is_refused_as_stale(site: Running) -> None:
    ala, place = opened(site)
    with ala.at(place) as seat:
        first_turn(seat)
        n = seat.n
        assert seat.do("act", seat=0, action="draw", version=n)["type"] == "done"
        refused = seat.do("act", seat=0, action="draw", version=n)
        assert (refused["type"], refused["reason"], refused["n"]) == ("refused", "stale", n + 1)
        assert ala.post(place, do="act", id="x", version=n, seat=0, action="draw").status_code == 409


def test_illegal_and_unreadable_commands_get_a_reason(site: Running) -> None:
    ala, place = opened(site)
    with ala.at(place) as seat:
        assert seat.do("act", seat=0, action="draw")["reason"] == "not-started"
        first_turn(seat)
        assert seat.do("act", seat=0, action="claim paris--rome RR")["reason"] == "invalid-action"
        assert seat.do("act", seat=0, action="dance")["reason"] == "invalid-action"
        assert seat.do("act", seat=0, action="claim lisboa--madrid RRRRRRRR")["reason"] == "too-few-cards"
        assert seat.do("act", seat=1, action="draw")["reason"] == "not-your-seat"
        assert seat.do("jump")["reason"] == "unreadable"
        assert seat.do("why", seat=0, route="lisboa--nowhere")["reason"] == "no-such-route"
        answer = seat.do("why", seat=0, route="edinburgh--london-1")
        assert seat.position is not None
        hand = seat.position["own"][0]["hand"]
        assert answer["type"] == "why"
        assert answer["cards"] == {card: hand[card] for card in ("K", "L") if card in hand}
        assert seat.do("hint", seat=0)["reason"] == "no-hints"


def test_a_client_resumes_from_any_entry_and_misses_nothing(site: Running) -> None:
    ala, place = opened(site, "host bot:random bot:greedy")
    with ala.at(place) as seat:
        seat.do("start")
        seat.play(8)
        heard = [m for m in seat.heard if m["type"] == "happened" and m["n"] <= seat.n]
        last = seat.n
    for since in (-1, 0, 1, last // 2, last - 1, last):
        with ala.at(place, since) as again:
            missed = again.welcome["missed"]
            assert [entry["n"] for entry in missed] == list(range(since + 1, again.n + 1))
            for entry in missed:
                before = next((m for m in heard if m["n"] == entry["n"]), None)
                assert before is None or before["events"] == entry["events"]
    whole = ala.http.get(f"/api/tables/{place}/entries").json()["entries"]
    numbers = [event["number"] for entry in whole for event in entry["events"]]
    assert numbers == list(range(len(numbers))), "redacted events keep their numbers"


def test_who_resigns_is_played_on_by_a_bot_and_may_take_the_seat_back(site: Running) -> None:
    ala, place = opened(site, "host bot:random", pace=0.02)
    with ala.at(place) as seat:
        first_turn(seat)
        assert seat.do("take-back", seat=0)["reason"] == "played-by-you"
        assert seat.do("resign", seat=0)["type"] == "done"
        assert (seat.table["seats"][0]["away"], seat.table["seats"][0]["bot"]) == ("resigned", "local")
        assert seat.do("act", seat=0, action="draw")["reason"] == "played-by-bot"
        seat.until(lambda m: m["type"] == "happened" and m["seat"] == 0)
        assert not seat.choices(), "what a bot decides is not offered"
        assert seat.do("take-back", seat=0)["type"] == "done"
        assert seat.table["seats"][0]["away"] is None
        seat.play(2)


def test_the_host_changes_the_pace_of_bots_and_one_that_waits_follows(site: Running) -> None:
    ala, place = opened(site, pace=30.0)
    ola = site.person("Ola")
    with ala.at(place) as seat, ola.at(place) as watcher:
        assert seat.do("pace", pace=1.0)["reason"] == "not-started"
        seat.do("start")
        site.served.front.site.registry.rooms[place].table.pace = 3600.0  # more than anybody may ask for
        seat.play(1)
        assert watcher.do("pace", pace=0.0)["reason"] == "only-the-host"
        assert seat.do("pace", pace=31.0)["reason"] == "unreadable"
        assert seat.do("pace", pace=0.0)["type"] == "done"
        watcher.until(lambda m: m["type"] == "happened" and (m["table"] or {}).get("pace") == 0)
        seat.play(4)  # more than one turn: the bot has moved
        seat.play()
        assert seat.do("pace", pace=1.0)["reason"] == "game-over"
        again = seat.do("rematch")["table"]
    with ala.at(again) as new:
        assert new.table["pace"] == 0


def test_a_device_for_several_people_sees_all_its_seats_and_no_other(site: Running) -> None:
    ala, place = opened(site, "host host bot:random", "europe")
    with ala.at(place) as seat:
        assert seat.welcome["you"]["seats"] == [0, 1]
        seat.do("start")
        while seat.position is None:
            seat.hear()
        assert [view["seat"] for view in seat.position["own"]] == [0, 1]
        dealt = [e for m in seat.heard for e in m.get("events", ()) if e["event"] == "dealt"]
        assert [event["cards"] is not None for event in dealt] == [True, True, False]
        seat.play()
        assert seat.over


def test_spectators_see_what_is_open_and_stay_out_where_they_are_not_wanted(site: Running) -> None:
    ala, place = opened(site)
    closed = ala.make("europe", "host bot:random", spectators=False)
    ola = site.person("Ola")
    with ala.at(place) as seat, ola.at(place) as watcher:
        assert watcher.welcome["you"]["seats"] == []
        first_turn(seat)
        watcher.until(lambda m: m["type"] == "happened" and m["position"] is not None)
        assert watcher.position is not None
        assert watcher.position["own"] == []
        secret = ("cards", "tickets", "card")
        for message in watcher.heard:
            for event in message.get("events", ()):
                blind = event["event"] in ("dealt", "offered", "chose", "kept") or event.get("blind")
                assert not blind or all(event.get(key) is None for key in secret)
        seat.until(lambda m: m["type"] == "here" and m["watching"] == 1) if not any(
            m["type"] == "here" and m["watching"] == 1 for m in seat.heard
        ) else None
    with ala.at(closed) as seat:
        first_turn(seat)
        for path in ("", "/entries", "/record", "/steps"):
            assert ola.http.get(f"/api/tables/{closed}{path}").status_code == 403
        with pytest.raises(ConnectionClosed), ola.at(closed):
            pass


def test_players_talk_and_do_not_hear_spectators_before_the_end(site: Running) -> None:
    ala, place = opened(site)
    ola, ewa = site.person("Ola"), site.person("Ewa")
    with ala.at(place) as seat, ola.at(place) as watcher, ewa.at(place) as other:
        first_turn(seat)
        assert seat.do("say", text="  hello\n<b>all</b> ")["type"] == "done"
        said = watcher.until(lambda m: m["type"] == "said")["chat"]
        assert (said["text"], said["name"], said["seat"]) == ("hello <b>all</b>", "Ala", 0)
        watcher.do("say", text="take Paris")
        other.until(lambda m: m["type"] == "said" and m["chat"]["text"] == "take Paris")
        other.do("emote", emote="well-played")
        seat.do("why", seat=0, route="edinburgh--london-1")
        assert not [m for m in seat.heard if m["type"] == "said" and m["chat"]["seat"] is None]
        with ala.at(place) as again:
            assert [line["text"] for line in again.welcome["chat"]] == ["hello <b>all</b>"]
        assert other.do("say", text="\u200b")["reason"] == "unreadable"
        assert ewa.http.put(f"/api/mutes/{ola.me['player']}").status_code == 204
        with ewa.at(place) as again:
            assert "take Paris" not in [line["text"] for line in again.welcome["chat"]]


def test_a_rematch_keeps_the_seats_and_takes_everybody_along(site: Running) -> None:
    ala, place = opened(site, "host anyone bot:random")
    ola, ewa = site.person("Ola"), site.person("Ewa")
    with ala.at(place) as seat, ola.at(place) as guest, ewa.at(place) as watcher:
        guest.do("sit", seat=1)
        guest.do("colour", seat=1, colour="lilac")
        while seat.n < guest.n:
            seat.hear()
        assert seat.do("rematch")["reason"] == "not-over"
        assert seat.do("start")["type"] == "done"
        guest.do("resign", seat=1)
        while seat.n < guest.n:
            seat.hear()
        seat.play()
        assert watcher.do("rematch")["reason"] == "watching-only"
        done = guest.do("rematch")
        watcher.until(lambda m: m["type"] == "happened" and m["table"] is not None and m["table"]["next"])
        assert watcher.table["next"] == done["table"]
        assert seat.do("rematch")["table"] == done["table"], "the second to ask gets the same table"
    with ala.at(done["table"]) as new:
        assert new.table["previous"] == place
        assert [s["name"] for s in new.table["seats"]] == ["Ala", "Ola", "random"]
        assert new.table["seats"][1]["colour"] == "lilac"
        assert new.do("start")["type"] == "done"


def test_a_finished_game_shows_all_step_by_step(site: Running) -> None:
    ala, place = opened(site)
    with ala.at(place) as seat:
        seat.do("start")
        assert ala.http.get(f"/api/tables/{place}/record").json()["reason"] == "not-over"
        seat.play()
    look = ala.http.get(f"/api/tables/{place}").json()
    steps = ala.http.get(f"/api/tables/{place}/steps", params={"first": 0, "count": 100}).json()
    assert steps["score"] == look["score"]
    assert [step["number"] for step in steps["steps"]] == list(range(min(100, steps["moves"] + 1)))
    assert len(steps["steps"][0]["own"]) == 2, "all hands lie open"
    last = ala.http.get(f"/api/tables/{place}/steps", params={"first": steps["moves"]}).json()["steps"]
    assert [step["score"] for step in last] == [[s["total"] for s in look["score"]["seats"]]]
    assert look["progress"] == [own["progress"] for own in last[0]["own"]]
    for score, progress in zip(look["score"]["seats"], look["progress"], strict=True):
        joined = {item["what"] for item in score["items"] if item["why"] == "ticket"}
        assert {told["ticket"] for told in progress if told["joined"]} == joined
    record = ala.http.get(f"/api/tables/{place}/record").json()
    again = ala.http.post("/api/records/steps", json=record, params={"first": 3, "count": 2}).json()
    assert again["steps"] == steps["steps"][3:5]
    record["moves"][5]["luck"] = ["X"]
    checked = ala.http.post("/api/records/verify", json=record).json()
    assert (checked["good"], "move 6" in checked["fault"]) == (False, True)


def test_commands_by_http_play_a_game_without_a_socket(site: Running) -> None:
    ala, place = opened(site)
    assert ala.post(place, do="start", id="go", version=0).json()["type"] == "done"
    for move in range(6):

        def awaited() -> bool:
            return bool(ala.http.get(f"/api/tables/{place}").json()["position"]["own"][0]["choices"])

        wait_for(awaited)
        look = ala.http.get(f"/api/tables/{place}").json()
        action = simple_action(look["position"]["own"][0]["choices"])
        answer = ala.post(place, do="act", id=f"m{move}", version=look["n"], seat=0, action=action)
        assert answer.status_code == 200, answer.text


def test_a_guest_becomes_an_account_and_comes_back_on_another_device(site: Running) -> None:
    ala, place = opened(site)
    with ala.at(place) as seat:
        first_turn(seat)
    keys = {"name": f"ala-{place[:6]}", "password": "correct horse"}
    assert ala.http.post("/api/account", json=keys).json()["account"] is True
    phone = site.person("somebody")
    own = phone.make("usa")
    assert phone.http.post("/api/login", json={**keys, "password": "wrong horse"}).status_code == 401
    assert phone.http.post("/api/login", json=keys).json()["name"] == keys["name"]
    mine = {line["id"] for line in phone.http.get("/api/me/tables").json()["tables"]}
    assert mine == {place, own}, "the guest's own tables come along"
    with phone.at(place) as seat:
        assert seat.welcome["you"]["seats"] == [0]
    with phone.at(own) as seat:
        assert seat.welcome["you"]["seats"] == [0]
        assert seat.welcome["you"]["host"]
        assert seat.do("start")["type"] == "done"


def test_who_is_forgotten_leaves_games_behind_but_no_name(site: Running) -> None:
    ala, place = opened(site, "host anyone")
    ola = site.person("Ola the Great")
    with ola.at(place) as seat:
        seat.do("sit", seat=1)
        seat.do("say", text="I was here")
    assert ola.http.delete("/api/me").status_code == 204
    look = ala.http.get(f"/api/tables/{place}").text
    assert "Ola the Great" not in look
    with ala.at(place) as seat:
        assert seat.welcome["chat"] == []
        assert "Ola" not in seat.raw[0]
