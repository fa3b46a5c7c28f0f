"""Before the game: seats, colours, invitations; what the host may do and what guests may."""

from __future__ import annotations

from playing import Running


def test_a_seat_kept_for_a_friend_needs_the_hosts_invitation(site: Running) -> None:
    ala, ola = site.person("Ala"), site.person("Ola")
    place = ala.make("europe", "host friend", listed=True)
    with ala.at(place) as host, ola.at(place) as guest:
        assert guest.welcome["you"]["invitation"] is None
        assert guest.do("sit", seat=1)["reason"] == "needs-invitation"
        assert guest.do("sit", seat=1, invitation="guessed")["reason"] == "needs-invitation"
        code = host.welcome["you"]["invitation"]
        assert guest.do("sit", seat=1, invitation=code)["type"] == "done"
        line = next(t for t in ola.http.get("/api/tables").json()["tables"] if t["id"] == place)
        assert (line["names"], line["mine"], line["free"]) == (["Ala", "Ola"], [1], 0)


def test_everybody_chooses_a_free_colour_and_nobody_two_seats(site: Running) -> None:
    ala, ola = site.person("Ala"), site.person("Ola")
    place = ala.make("europe", "host anyone anyone")
    with ala.at(place) as host, ola.at(place) as guest:
        assert guest.do("sit", seat=1)["type"] == "done"
        assert guest.do("sit", seat=2)["reason"] == "one-seat-each"
        assert guest.do("sit", seat=4)["reason"] == "no-such-seat"
        assert guest.do("colour", seat=1, colour="navy")["reason"] == "colour-taken"
        assert guest.do("colour", seat=0, colour="lilac")["reason"] == "not-your-seat"
        assert guest.do("colour", seat=1, colour="teal")["type"] == "done", "teal was a free seat's"
        assert [seat["colour"] for seat in guest.table["seats"]] == ["navy", "teal", "ruby"]
        assert host.do("sit", seat=1)["reason"] == "seat-taken"


def test_the_host_takes_a_seat_away_and_gives_it_to_a_bot(site: Running) -> None:
    ala, ola = site.person("Ala"), site.person("Ola")
    place = ala.make("europe", "host anyone")
    with ala.at(place) as host, ola.at(place) as guest:
        guest.do("sit", seat=1)
        assert guest.do("remove", seat=0)["reason"] == "only-the-host"
        plan = {"for": "bot", "bot": "random"}
        host.until(lambda m: m["type"] == "happened")
        assert host.do("reserve", seat=1, plan=plan)["reason"] == "seat-taken"
        assert host.do("remove", seat=1)["type"] == "done"
        assert host.do("remove", seat=1)["reason"] == "seat-free"
        unknown = host.do("reserve", seat=1, plan={"for": "bot", "bot": "gredy"})
        assert unknown["reason"] == "no-such-bot"
        assert "greedy" in unknown["text"]
        assert host.do("reserve", seat=1, plan=plan)["type"] == "done"
        assert guest.do("sit", seat=1)["reason"] == "seat-taken"
        assert host.do("start")["type"] == "done"
        assert host.table["seats"][1]["name"] == "random"


def test_who_sits_down_is_here_and_looks_on_no_more(site: Running) -> None:
    ala, ola = site.person("Ala"), site.person("Ola")
    place = ala.make("europe", "host anyone")
    with ala.at(place), ola.at(place) as guest:
        assert guest.welcome["here"] == [0]
        guest.do("sit", seat=1)
        here = [m for m in guest.heard if m["type"] == "here"][-1]
        assert (here["here"], here["watching"]) == ([0, 1], 0)


def test_a_start_must_be_made_for_the_table_as_it_is(site: Running) -> None:
    ala, ola = site.person("Ala"), site.person("Ola")
    place = ala.make("europe", "host anyone")
    with ala.at(place) as host, ola.at(place) as guest:
        guest.do("sit", seat=1)
        assert host.do("start", version=0)["reason"] == "stale"
        assert host.do("start", version=99)["reason"] == "ahead"
        assert host.do("start", version=1)["type"] == "done"
        assert host.do("start")["reason"] == "already-started"
        assert guest.do("leave", seat=1)["reason"] == "already-started"


def test_a_table_that_was_given_up_is_closed(site: Running) -> None:
    ala, ola = site.person("Ala"), site.person("Ola")
    place = ala.make("europe", "host anyone", listed=True)
    with ala.at(place) as host, ola.at(place) as guest:
        guest.do("sit", seat=1)
        assert guest.do("close")["reason"] == "only-the-host"
        assert host.do("close")["type"] == "done"
        assert guest.do("sit", seat=1)["reason"] == "closed"
    assert place not in [line["id"] for line in ola.http.get("/api/tables").json()["tables"]]


def test_a_private_table_is_in_no_list_but_the_players_own(site: Running) -> None:
    ala, ola = site.person("Ala"), site.person("Ola")
    place = ala.make("nordic", "host anyone")
    assert place not in ola.http.get("/api/tables").text
    assert place in ala.http.get("/api/me/tables").text
    assert place not in ola.http.get("/api/me/tables").text


def test_bad_tables_are_refused_with_what_would_do(site: Running) -> None:
    ala = site.person("Ala")

    def problem(**table: object) -> str:
        answer = ala.http.post("/api/tables", json=table)
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.status_code in (400, 422)
        return str(answer.json()["detail"]) + str(answer.json().get("where", ""))

    two = [{"for": "host"}, {"for": "anyone"}]
    assert "europe" in problem(board="eurpe", seats=two)
    assert "2 to 3" in problem(board="nordic", seats=[*two, *two])
    assert "greedy" in problem(board="usa", seats=[{"for": "host"}, {"for": "bot", "bot": "greed"}])
    assert "no option" in problem(board="usa", seats=two, options={"stations": 9})
    assert "seats" in problem(board="usa", seats=[{"for": "nobody"}])
    assert "turn" in problem(board="usa", seats=two, clock={"kind": "live", "bank": 60, "turn": 0})
