"""A game of four, each in a process of its own, through the public protocol alone; one is killed."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playing import Running, wait_for
from remote import bot, token
from test_remote_bots import start

SECRETS = {"dealt": "cards", "offered": "tickets", "chose": "tickets", "kept": "tickets"}
"""What only the seat itself sees of an event."""


def secret(event: dict[str, Any]) -> str | None:
    if event["event"] == "drew" and event["blind"]:
        return "card"
    return SECRETS.get(event["event"])


def opened(event: dict[str, Any]) -> dict[str, Any]:
    """An event without what is one seat's alone."""
    return event | {key: None for key in (secret(event),) if key}


def test_four_processes_play_a_game_though_one_is_killed_and_started_again(
    site: Running, tmp_path: Path
) -> None:
    host = site.person("Host")
    people = [site.person(name) for name in ("Ada", "Bo", "Cy", "Di")]
    keys = [token(person) for person in people]
    place = host.make("europe", "anyone anyone anyone anyone")
    with ExitStack() as stack:
        bots = [
            stack.enter_context(bot(site, tmp_path, person.name or "", key, place))
            for person, key in zip(people, keys, strict=True)
        ]
        start(host, place)
        wait_for(lambda: bots[2].lines() > 60)
        bots[2].kill()
        before = bots[2].events()
        assert before[-1]["event"] != "ended", "it was killed in the middle"
        bots[2] = stack.enter_context(bot(site, tmp_path, "Cy again", keys[2], place))
        assert [each.end() for each in bots] == [""] * 4
    logs = [each.events() for each in bots]
    assert logs[2][: len(before)] == before, "the whole game is told again, as it was"
    assert [event["number"] for event in logs[0]] == list(range(len(logs[0])))
    assert all([*map(opened, log)] == [*map(opened, logs[0])] for log in logs)

    seats = [person.http.get(f"/api/tables/{place}").json()["you"]["seats"][0] for person in people]
    assert sorted(seats) == [0, 1, 2, 3]
    for seat, log in zip(seats, logs, strict=True):
        known = [(event["seat"], event[key]) for event in log if (key := secret(event))]
        assert {owner for owner, told in known if told is not None} == {seat}
        assert None not in [told for owner, told in known if owner == seat]

    record = host.http.get(f"/api/tables/{place}/record").json()
    checked = host.http.post("/api/records/verify", json=record).json()
    assert (checked["good"], checked["proven"]) == (True, True)
    assert sorted(record["names"]) == ["Ada", "Bo", "Cy", "Di"]
