"""Lessons as the client plays them: through the server, by the real engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playing import Message, Person, Running, Seat, running, wait_for

from kolej.lessons.course import LessonState
from kolej.lessons.load import LessonFile, lessons
from kolej.lessons.schema import LEARNER
from kolej.server.store.backup import backup, restore
from kolej.server.tables import visibility

LESSONS = {file.id: file for file in lessons()}
FREE = [file.id for file in lessons() if any(step.kind == "free" for step in file.lesson.steps)]


def begin(person: Person, lesson: str, **body: bool) -> str:
    made = person.http.post(f"/api/lessons/{lesson}/tables", json=body)
    assert made.status_code == 201, made.text
    place: str = made.json()["id"]
    return place


def state(seat: Seat) -> tuple[int, str]:
    assert seat.position is not None
    told = seat.position["lesson"]
    return told["step"], told["state"]


def to_go(seat: Seat) -> tuple[int, str]:
    """Hear until the learner is to act, or the lesson is at its end."""
    while state(seat)[1] == "watch":
        seat.hear()
    return state(seat)


def act(seat: Seat, line: str) -> Message:
    """An action as a learner would do it: `*` stands for the first payment offered."""
    if line.endswith("*"):
        _, route, _ = line.split()
        line = f"claim {route} {seat.choices()[0]['claim'][route][0]}"
    answer = seat.do("act", seat=0, action=line)
    while answer["type"] == "done" and seat.n < answer["n"]:
        seat.hear()
    return answer


def solution(file: LessonFile, until: int | None = None) -> Iterator[tuple[int, str]]:
    """The actions that win a lesson, with their steps."""
    for number, step in enumerate(file.lesson.steps[:until]):
        for line in step.solution or step.expect[:1]:
            yield number, line


def play(seat: Seat, file: LessonFile, until: int | None = None) -> None:
    for number, line in solution(file, until):
        assert to_go(seat) == (number, "go")
        assert act(seat, line)["type"] == "done", line
    to_go(seat)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_won_by_its_solution_and_its_record_proves_true(site: Running, name: str) -> None:
    ala, file = site.person("Ala"), LESSONS[name]
    with ala.at(begin(ala, name)) as seat:
        assert seat.table["lesson"] == name
        assert seat.table["positioned"]
        assert [line["name"] for line in seat.table["seats"]][1:] == [s.name for s in file.lesson.seats[1:]]
        play(seat, file)
        assert state(seat) == (len(file.lesson.steps), "won")
        over = seat.over
    if over:
        record = ala.http.get(f"/api/tables/{seat.table['id']}/record").json()
        assert record["source"] == {"kind": "outcomes"}
        checked = ala.http.post("/api/records/verify", json=record).json()
        assert (checked["good"], checked["proven"]) == (True, False)


def test_the_first_ride_ends_with_a_real_game_that_the_learner_wins(site: Running) -> None:
    ala = site.person("Ala")
    place = begin(ala, "first-ride")
    with ala.at(place) as seat:
        play(seat, LESSONS["first-ride"])
        assert seat.over
    score = ala.http.get(f"/api/tables/{place}").json()["score"]
    assert score["winners"] == [0]
    assert ("ticket", "portland--denver") in {(i["why"], i["what"]) for i in score["seats"][0]["items"]}


def test_what_the_lesson_does_not_ask_for_is_refused_and_changes_nothing(site: Running) -> None:
    ala = site.person("Ala")
    with ala.at(begin(ala, "first-ride")) as seat:
        n, before = seat.n, seat.position
        assert act(seat, "keep vancouver--santa-fe")["reason"] == "not-in-lesson"
        assert act(seat, "keep portland--denver vancouver--santa-fe")["reason"] == "not-in-lesson"
        assert act(seat, "draw B")["reason"] == "choose-first-tickets"  # what is impossible keeps its reason
        assert act(seat, "draw X")["reason"] == "invalid-action"
        assert seat.do("resign", seat=0)["reason"] == "not-in-lesson"
        assert seat.do("rematch")["reason"] == "not-in-lesson"
        assert act(seat, "keep portland--denver")["type"] == "done"
        assert seat.n == n + 1
        assert before is not None
        assert state(seat) == (1, "go")
        assert act(seat, "draw G")["reason"] == "not-in-lesson"
        assert state(seat) == (1, "go")


@pytest.mark.parametrize("name", ["first-ride", *FREE[:1]])
def test_nobody_acts_in_a_lesson_that_is_won(site: Running, name: str) -> None:
    ala = site.person("Ala")
    with ala.at(begin(ala, name)) as seat:
        play(seat, LESSONS[name])
        assert state(seat)[1] == "won"
        n = seat.n
        for action in ("draw", "tickets"):
            assert act(seat, action)["type"] == "refused"
        assert seat.n == n


@pytest.mark.parametrize("name", FREE)
def test_a_goal_that_is_missed_can_be_tried_again_from_where_its_step_began(site: Running, name: str) -> None:
    ala, file = site.person("Ala"), LESSONS[name]
    number = next(n for n, step in enumerate(file.lesson.steps) if step.kind == "free")
    place = begin(ala, name)
    with ala.at(place) as seat:
        play(seat, file, number)
        assert state(seat) == (number, "go")
        before = seat.position
        while to_go(seat) == (number, "go"):
            assert act(seat, "draw")["type"] == "done"
        assert state(seat) == (number, "missed")
        assert act(seat, "draw")["type"] == "refused"
    again = begin(ala, name, retry=True)
    assert again != place
    with ala.at(again) as seat:
        assert state(seat) == (number, "go")
        assert before is not None
        assert seat.position is not None
        assert seat.position["open"]["display"] == before["open"]["display"]
        assert seat.position["own"][0]["hand"] == before["own"][0]["hand"]
        assert seat.position["lesson"]["turns"] == file.lesson.steps[number].turns
        for step, line in solution(file):
            if step >= number:
                assert to_go(seat) == (step, "go")
                assert act(seat, line)["type"] == "done"
        assert to_go(seat)[1] == "won"


def test_a_lesson_under_way_is_resumed_unless_it_is_to_begin_again(site: Running) -> None:
    ala, ola = site.person("Ala"), site.person("Ola")
    place = begin(ala, "first-ride")
    assert begin(ala, "first-ride") == place
    assert begin(ola, "first-ride") != place
    with ala.at(place) as seat:
        play(seat, LESSONS["first-ride"], 2)
    assert begin(ala, "first-ride") == place
    other = begin(ala, "first-ride", again=True)
    assert other != place
    assert begin(ala, "first-ride") == other
    assert begin(ala, "first-ride", retry=True) not in (
        place,
        other,
    )  # nothing was missed: from the beginning


def test_tables_of_lessons_are_in_no_list_and_closed_to_others(site: Running) -> None:
    ala, ola = site.person("Ala"), site.person("Ola")
    place = begin(ala, "first-ride")
    assert place not in {line["id"] for line in ala.http.get("/api/me/tables").json()["tables"]}
    assert place not in {line["id"] for line in ola.http.get("/api/tables").json()["tables"]}
    assert ola.http.get(f"/api/tables/{place}").status_code == 403
    assert "lesson-west" not in {board["id"] for board in ala.http.get("/api/boards").json()}
    seats = [{"for": "host"}, {"for": "bot", "bot": "random"}]
    refused = ala.http.post("/api/tables", json={"board": "lesson-west", "seats": seats})
    assert (refused.status_code, refused.json()["reason"]) == (422, "bad-table")
    assert site.person(None).http.post("/api/lessons/first-ride/tables", json={}).status_code == 401
    missing = ala.http.post("/api/lessons/no-such/tables", json={})
    assert (missing.status_code, missing.json()["reason"]) == (404, "no-such-lesson")


def test_only_the_learner_is_told_how_the_lesson_goes(site: Running) -> None:
    ala = site.person("Ala")
    place = begin(ala, "first-ride")
    table = site.served.front.site.registry.rooms[place].table
    mine, theirs = visibility.position(table, (LEARNER,)), visibility.position(table, ())
    assert mine is not None
    assert theirs is not None
    assert (mine.lesson, theirs.lesson) == (LessonState(0, "go", None), None)


def test_a_guest_who_signs_in_goes_on_with_the_lesson(site: Running) -> None:
    ala, phone = site.person("Ala"), site.person("Guest")
    account = {"name": "ala-learns", "password": "long enough"}
    ala.http.post("/api/account", json=account).raise_for_status()
    place = begin(phone, "first-ride")
    phone.http.post("/api/login", json=account).raise_for_status()
    assert begin(phone, "first-ride") == place
    assert begin(ala, "first-ride") == place


def test_the_list_of_lessons_begins_with_the_first_ride_and_hides_solutions(site: Running) -> None:
    nobody = site.person(None).http
    listed = nobody.get("/api/lessons").json()
    assert [line["id"] for line in listed] == list(LESSONS)
    assert listed[0]["id"] == "first-ride"
    for line in listed:
        told = nobody.get(f"/api/lessons/{line['id']}").json()
        assert len(told["steps"]) == line["steps"]
        assert not {"luck", "replies", "solution", "goal"} & set(told["steps"][0])


def test_a_lesson_survives_a_restart_and_a_backup(tmp_path: Path) -> None:
    file = LESSONS["first-ride"]
    with running(tmp_path / "one") as site:
        ala = site.person("Ala")
        place = begin(ala, "first-ride")
        with ala.at(place) as seat:
            play(seat, file, 4)
            before = seat.position
        cookie, url = ala.http.cookies["kolej"], site.settings.store_url
    backup(url, tmp_path / "kept.zip")
    with running(tmp_path / "two") as site:
        other = site.settings.store_url
    restore(other, tmp_path / "kept.zip", replace=True)
    with running(tmp_path / "two") as site:
        ala = site.person(None)
        ala.http.cookies.set("kolej", cookie)
        assert begin(ala, "first-ride") == place
        with ala.at(place) as seat:
            assert seat.position == before
            for number, line in solution(file):
                if number >= 4:
                    assert to_go(seat) == (number, "go")
                    assert act(seat, line)["type"] == "done"
            assert to_go(seat)[1] == "won"


def test_replies_that_were_due_when_the_server_stopped_are_played_after_it_starts(tmp_path: Path) -> None:
    file = LESSONS["first-ride"]
    with running(tmp_path, pace=30.0) as site:
        ala = site.person("Ala")
        place = begin(ala, "first-ride")
        with ala.at(place) as seat:
            play_until_watch(seat, file)
            step = state(seat)[0]
        cookie = ala.http.cookies["kolej"]
    with running(tmp_path) as site:
        ala = site.person(None)
        ala.http.cookies.set("kolej", cookie)
        wait_for(lambda: ala.http.get(f"/api/tables/{place}").json()["position"]["lesson"]["step"] > step)


def play_until_watch(seat: Seat, file: LessonFile) -> None:
    for _, line in solution(file):
        assert act(seat, line)["type"] == "done"
        if state(seat)[1] == "watch":
            return
