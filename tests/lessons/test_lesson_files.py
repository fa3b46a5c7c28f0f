"""Lesson files: what may be in them, what is said about faults, how a course follows the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from kolej.boards.layout import compute
from kolej.boards.layout.measure import figures
from kolej.boards.load import for_lessons, load
from kolej.boards.load import shipped as boards_shipped
from kolej.boards.schema import LANGUAGES
from kolej.game import actions
from kolej.game.replay import resumed
from kolej.lessons.checks import check
from kolej.lessons.course import Course, matches
from kolej.lessons.load import LessonError, LessonFile, find, lessons, read, shipped
from kolej.lessons.schema import LEARNER

TOML = find("poland").read_text(encoding="utf-8")


def edited(folder: Path, *changes: tuple[str, str]) -> LessonFile:
    """The lesson about Poland with some text replaced."""
    text = TOML
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return read(path)


def faults(folder: Path, *changes: tuple[str, str]) -> list[str]:
    return [str(fault) for fault in check(edited(folder, *changes))[0]]


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_lesson_is_won_by_its_solution(name: str) -> None:
    found, played = check(read(find(name)))
    assert found == ()
    assert played is not None


@pytest.mark.parametrize("path", for_lessons().values(), ids=lambda path: path.stem)
def test_a_board_of_lessons_is_drawn_at_once_with_nothing_that_overlaps(path: Path) -> None:
    board = load(path)
    plan = compute.stored(board, path)
    assert plan is not None
    assert compute.beside(path).is_file()
    assert figures(plan, board).clean
    assert path.stem not in boards_shipped()


@pytest.mark.parametrize("file", lessons(), ids=lambda file: file.id)
def test_a_shipped_lesson_speaks_all_languages(file: LessonFile) -> None:
    told = [file.lesson.title, file.lesson.summary]
    for step in file.lesson.steps:
        told += [text for text in (step.title, step.text, step.button, step.otherwise, step.missed) if text]
    assert all(set(text) == set(LANGUAGES) for text in told)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("format = 1", "format = 2"), "mine.toml:3: format: invalid enum value 2"),
        (("minutes = 2", "minutes = 0"), 'mine.toml:6: minutes: expected "int" >= 1'),
        (("turns = 2", 'turns = "two"'), 'steps[1].turns: expected "int", got "str"'),
        (("order = 30", "ordre = 30"), 'object contains unknown field "ordre"'),
        (("minutes = 2\n", ""), 'object missing required field "minutes"'),
        (("minutes = 2", "minutes = "), "mine.toml:6: this is not TOML"),
    ],
)
def test_what_cannot_be_read_is_told_with_file_line_and_key(
    tmp_path: Path, change: tuple[str, str], fault: str
) -> None:
    with pytest.raises(LessonError) as error:
        edited(tmp_path, change)
    assert str(error.value).startswith("mine.toml:")
    assert fault in str(error.value)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (
            ('board = "poland"', 'board = "polant"'),
            'board: there is no board "polant"; did you mean "poland"?',
        ),
        (('{ who = "you" }', '{ who = "bot", name = "A" }'), "seats[0].who: the first seat is for"),
        (('name = "Pip"', 'name = ""'), "seats[1].name: a bot has a name"),
        (('"route:zakopane--slovakia-1"', '"route:zakopane--slovakia"'), "steps[0].point"),
        (('"country:czechia"', '"moon"'), 'steps[1].point: "moon" is nothing to point at'),
        (('way = ["zakopane', 'way = ["zakopan'), 'steps[0].way[0]: "zakopan'),
        (('{ country = "czechia" }', '{ country = "chechia" }'), 'did you mean "czechia"?'),
        (('{ country = "czechia" }', "{}"), "steps[1].goal: it names nothing to reach"),
        (("solution = [", "# ["), "steps[1]: solution is missing"),
        (("missed = {", "# {"), "steps[1]: missed is missing"),
        (("otherwise = {", "# {"), "steps[0]: otherwise is missing"),
        (('expect = ["claim', 'expect = ["clame'), 'steps[0].expect[0]: "clame'),
        (("zakopane--slovakia-1 GG", "zakopane--slovakia-1 *"), "steps[0].button: a button needs"),
        (("zakopane--slovakia-1 GG", "zakopane--slovakia-1 GGG"), "steps[0].expect[0]: "),
        (('title = { en = "Border routes"', 'title = { fr = "x"'), "steps[0].title.fr: Kolej speaks en"),
        (('"G", "G", "R", "R"', '"G", "G", "R"'), "position.deal: deal: token"),
        (('"G", "G", "R", "R"', '"G", "G", "X", "R"'), "position.deal: deal: "),
        (
            ("keep katowice--rzeszow krakow", "keep krakow--lublin krakow"),
            "position.moves[0]: move 1 (seat 0",
        ),
        (
            ('action = "draw", luck = ["R"]', 'action = "draw", luck = []'),
            "position.moves[2]: move 3 (seat 0",
        ),
        (
            ('action = "draw", luck = ["Y"] }, {', 'action = "tickets" }, {'),
            "steps[0]: the reply",
        ),
        (('action = "draw", luck = ["Y"] }, {', 'action = "draw Q" }, {'), "steps[0]: the reply"),
        (("turns = 2", "turns = 1"), "steps[1].turns: the solution does not reach the goal in 1 turns"),
        (('KKKKK"]', 'KKKK"]'), "steps[1].solution[1]: "),
        (('", "claim katowice--czechia KKKKK"]', '"]'), "steps[1].solution: when all this is done"),
    ],
)
def test_a_fault_is_told_with_its_place(tmp_path: Path, change: tuple[str, str], fault: str) -> None:
    found = faults(tmp_path, change)
    assert any(fault in line for line in found), found
    assert all(line.startswith("mine.toml:") for line in found)


def test_a_goal_that_needs_no_understanding_is_a_fault(tmp_path: Path) -> None:
    found = faults(
        tmp_path,
        ('{ country = "czechia" }', "{ points = -100 }"),
        (
            'solution = ["claim katowice--zakopane RRR", "claim katowice--czechia KKKKK"]',
            'solution = ["draw"]',
        ),
    )
    assert found == [
        "mine.toml:53: steps[1].goal: it is reached by taking cards alone, without understanding anything"
    ]


def test_a_file_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(LessonError, match='there is no lesson "polnad"; did you mean "poland"'):
        find("polnad")
    with pytest.raises(LessonError, match="there is no file"):
        find("nowhere.toml")
    (tmp_path / "a.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(LessonError, match=r"a\.toml:1: the text is not UTF-8"):
        read(tmp_path / "a.toml")
    with pytest.raises(LessonError, match="not a text file"):
        read(tmp_path)


@pytest.mark.parametrize(
    ("pattern", "action", "fits"),
    [
        ("draw", "draw", True),
        ("draw", "draw R", False),
        ("draw*", "draw R", True),
        ("claim a--b *", "claim a--b RRL", True),
        ("claim a--b *", "claim a--bc RRL", False),
        ("keep a--b c--d", "keep c--d a--b", True),
        ("keep a--b", "keep c--d a--b", False),
    ],
)
def test_a_pattern_means_what_it_says(pattern: str, action: str, fits: bool) -> None:
    assert matches(pattern, actions.parse(action)) == fits


def play(file: LessonFile, *lines: str) -> Course:
    book = file.book()
    game = resumed(file.position(book), bytes(32), (), book)
    course = Course(file.script, game)
    for line in lines:
        course.play(game, actions.parse(line), LEARNER)
        course.note(game)
        while (reply := course.reply(game)) is not None:
            course.play(game, reply[1], reply[0])
            course.note(game)
    return course


def test_the_order_decides_who_wins_a_country_card() -> None:
    border, inland = "claim katowice--czechia KKKKK", "claim katowice--zakopane RRR"
    first = "claim zakopane--slovakia-1 GG"
    file = read(find("poland"))
    assert play(file, first, inland, border).state == "won"
    assert play(file, first, border, inland).state == "missed"
    assert (play(file, first, inland).state, play(file, first, inland).turns_left) == ("go", 1)


def test_a_station_must_touch_the_route_that_it_borrows() -> None:
    file = read(find("europe"))
    guided = [line for step in file.lesson.steps for line in step.expect]
    for city, state in (("athina", "won"), ("brindisi", "won"), ("smyrna", "missed"), ("sofia", "missed")):
        assert play(file, *guided, f"station {city} G").state == state


def test_eight_green_cards_and_any_four_others_pay_for_the_longest_route() -> None:
    file = read(find("nordic"))
    guided = [line for step in file.lesson.steps for line in step.expect]
    assert play(file, *guided, "claim lieksa--murmansk GGGGGGGG+YWKR").state == "won"
    assert play(file, *guided, "draw", "draw").state == "missed"


def test_a_course_is_at_the_same_step_when_its_moves_are_played_again() -> None:
    file = read(find("first-ride"))
    book = file.book()
    position = file.position(book)
    live = resumed(position, bytes(32), (), book)
    course = Course(file.script, live)
    for step in file.lesson.steps[:5]:
        for line in step.expect:
            course.play(live, actions.parse(line), LEARNER)
            course.note(live)
            again = resumed(position, bytes(32), (), book)
            other = Course(file.script, again)
            for number in range(again.moves, live.moves):
                move = live.record_move(number)
                outcomes = [found for token in move.luck if (found := book.codec.outcome(token)) is not None]
                again.play_outcomes(actions.parse(move.action), move.seat, outcomes)
                other.note(again)
            assert (other.step, other.state) == (course.step, course.state)
            assert other.reply(again) == course.reply(live)
        while (reply := course.reply(live)) is not None:
            course.play(live, reply[1], reply[0])
            course.note(live)
