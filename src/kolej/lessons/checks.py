"""Checks a lesson: its names, its position, and whether its own solution is played and won by the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kolej.boards.errors import BoardError, Fault, nearest
from kolej.boards.line_numbers import Path
from kolej.boards.schema import LANGUAGES
from kolej.game import actions
from kolej.game.actions import Action, IllegalAction, InvalidAction
from kolej.game.game import Game
from kolej.game.record import RecordError
from kolej.game.replay import advance, begin, resumed
from kolej.game.rulebook import Rulebook
from kolej.lessons.course import Course, harmless, matches
from kolej.lessons.load import LessonFile
from kolej.lessons.schema import LEARNER, Step, Texts

SECRETS = tuple(bytes([number]) * 32 for number in (1, 2, 3))
"""A solution must be right whatever luck is drawn, so it is played with several."""
MOST_STEPS = 1000
POINTS = ("market", "deck", "tickets", "hand")


class Finding(NamedTuple):
    path: Path
    reason: str


class Played(NamedTuple):
    """What playing the solution of a lesson gave."""

    moves: int
    over: bool
    points: int
    """The learner's, as if the game ended there."""


def check(file: LessonFile) -> tuple[tuple[Fault, ...], Played | None]:
    """All faults of a lesson and, if there are none, how its solution ended."""
    played: list[Played] = []
    found = tuple(file.fault(*finding) for finding in _findings(file, played))
    return tuple(sorted(found)), played[0] if played and not found else None


def _findings(file: LessonFile, played: list[Played]) -> Iterator[Finding]:
    try:
        book = file.book()
    except BoardError as error:
        yield Finding(("board",), str(error))
        return
    wrong = [*_texts(file), *_seats(file, book), *_names(file, book), *_position(file, book)]
    yield from wrong
    if wrong:
        return
    for secret in SECRETS:
        walk = _Walk(file, book, secret)
        finding = walk.solve()
        if finding is not None:
            yield finding
            return
        score = walk.game.score().seats[LEARNER].total
        played.append(Played(walk.game.moves, walk.game.over, score))
    for number, step in enumerate(file.lesson.steps):
        if step.goal is not None and _Walk(file, book, SECRETS[0]).idle(number):
            yield Finding(
                ("steps", number, "goal"),
                "it is reached by taking cards alone, without understanding anything",
            )


# ---- what can be seen without playing


def _texts(file: LessonFile) -> Iterator[Finding]:
    lesson = file.lesson
    found: list[tuple[Path, Texts | None]] = [(("title",), lesson.title), (("summary",), lesson.summary)]
    for number, step in enumerate(lesson.steps):
        keys = ("title", "text", "button", "otherwise", "missed")
        found += [(("steps", number, key), getattr(step, key)) for key in keys]
    for path, texts in found:
        for language in texts or ():
            if language not in LANGUAGES:
                yield Finding((*path, language), f"Kolej speaks {', '.join(LANGUAGES)}")
        if texts is not None and "en" not in texts:
            yield Finding(path, "the English text is missing: en")


def _seats(file: LessonFile, book: Rulebook) -> Iterator[Finding]:
    seats = file.lesson.seats
    least, most = book.board.rules.players
    if not least <= len(seats) <= most:
        yield Finding(("seats",), f"{book.board.id} is for {least} to {most} players, not {len(seats)}")
    for number, seat in enumerate(seats):
        if (seat.who == "you") != (number == LEARNER):
            yield Finding(("seats", number, "who"), 'the first seat is for "you", all others are for a "bot"')
        elif (seat.who == "bot") != bool(seat.name):
            yield Finding(("seats", number, "name"), "a bot has a name; you have your own")


def _names(file: LessonFile, book: Rulebook) -> Iterator[Finding]:
    if not any(step.kind != "read" for step in file.lesson.steps):
        yield Finding(("steps",), "there is nothing to do: no step has expect or goal")
    for number, step in enumerate(file.lesson.steps):
        for path, reason in _step_names(step, book):
            yield Finding(("steps", number, *path), reason)


def _step_names(step: Step, book: Rulebook) -> Iterator[Finding]:
    yield from _point(step.point, book)
    for place, route in enumerate(step.way):
        yield from _known(("way", place), route, book.routes, "route")
    if step.expect and step.goal is not None:
        yield Finding(("goal",), "a step has either expect or goal")
    for place, pattern in enumerate(step.expect):
        yield from _pattern(("expect", place), pattern)
    if step.button is not None and (len(step.expect) != 1 or step.expect[0].endswith("*")):
        yield Finding(("button",), "a button needs exactly one action in expect, without *")
    if step.kind == "read" and (step.luck or step.replies or step.solution):
        yield Finding((), "a step without expect and goal is only read: it has no luck, replies or solution")
    if step.kind == "do" and step.otherwise is None:
        yield Finding((), "otherwise is missing: what is said when another action is tried")
    if step.kind == "free":
        yield from _free(step, book)


def _free(step: Step, book: Rulebook) -> Iterator[Finding]:
    goal = step.goal
    assert goal is not None
    if not step.solution:
        yield Finding((), "solution is missing: actions that reach the goal")
    if step.missed is None:
        yield Finding((), "missed is missing: what is said when the turns are used up")
    if goal == type(goal)():
        yield Finding(("goal",), "it names nothing to reach")
    for key, names in (
        ("ticket", book.tickets),
        ("route", book.routes),
        ("country", book.countries),
        ("station", book.cities),
    ):
        if name := getattr(goal, key):
            yield from _known(("goal", key), name, names, "city" if key == "station" else key)


def _point(point: str, book: Rulebook) -> Iterator[Finding]:
    kind, colon, name = point.partition(":")
    names = {"route": book.routes, "city": book.cities, "ticket": book.tickets, "country": book.countries}
    if colon and kind in names:
        yield from _known(("point",), name, names[kind], kind)
    elif not (point in ("", *POINTS) or (kind == "market" and len(name) == 1 and name in actions.ORDER)):
        yield Finding(
            ("point",),
            f'"{point}" is nothing to point at; there are {", ".join(POINTS)}, market:B, '
            "route:a--b, city:x, ticket:a--b, country:x",
        )


def _known(path: Path, name: str, names: list[str], what: str) -> Iterator[Finding]:
    if name not in names:
        yield Finding(path, f'"{name}" is no {what} of this board{nearest(name, names)}')


def _pattern(path: Path, pattern: str) -> Iterator[Finding]:
    if pattern.endswith("*"):
        return
    try:
        action = actions.checked(actions.parse(pattern))
    except InvalidAction as error:
        yield Finding(path, str(error))
        return
    if not matches(pattern, action):
        yield Finding(path, f'this is written "{action}"')


def _position(file: LessonFile, book: Rulebook) -> Iterator[Finding]:
    record = file.position(book)
    try:
        game = begin(record, book)
    except RecordError as error:
        yield Finding(("position", "deal"), str(error))
        return
    for number in range(len(record.moves)):
        try:
            advance(game, record, number)
        except RecordError as error:
            yield Finding(("position", "moves", number), str(error))
            return
    if game.over:
        yield Finding(("position", "moves"), "the game is over at the end of these moves")


# ---- playing


class _Walk:
    """A lesson played by its own solution, with luck from one secret."""

    def __init__(self, file: LessonFile, book: Rulebook, secret: bytes) -> None:
        self.file = file
        self.game: Game = resumed(file.position(book), secret, (), book)
        self.course = Course(file.script, self.game)

    def solve(self, until: int = MOST_STEPS) -> Finding | None:
        """Play to a step, or to the end; what went wrong, if anything did."""
        self._others()
        while self.course.beat is not None and self.course.step < until:
            number = self.course.step
            finding = self._step(number, self.file.lesson.steps[number])
            if finding is not None:
                return finding
        return None

    def _step(self, number: int, step: Step) -> Finding | None:
        path: Path = ("steps", number)
        if self.course.state != "go":
            return Finding(path, "it is not the learner's turn here; is the game over?")
        key = "solution" if step.solution else "expect"
        for place, line in enumerate(step.solution or step.expect[:1]):
            finding = self._act(line, (*path, key, place))
            if finding is not None:
                return finding
            if self.course.step != number:
                return None
            if self.course.missed:
                return Finding(
                    (*path, "turns"), f"the solution does not reach the goal in {step.turns} turns"
                )
        return Finding((*path, key), "when all this is done, the step is not")

    def _act(self, line: str, where: Path) -> Finding | None:
        try:
            action = self._meant(line)
            self.game.check(action, LEARNER)
        except (InvalidAction, IllegalAction) as error:
            return Finding(where, f'"{line}" cannot be done here: {error}')
        if not self.course.takes(action):
            return Finding(where, f'the step does not take "{action}"')
        self._play(action, LEARNER)
        self._others()
        return Finding(where[:2], self.course.astray[0]) if self.course.astray else None

    def _meant(self, line: str) -> Action:
        if not line.endswith("*"):
            return actions.checked(actions.parse(line))
        found = next((action for action in self.game.legal(LEARNER) if matches(line, action)), None)
        if found is None:
            raise InvalidAction("no possible action begins like this")
        return found

    def _play(self, action: Action, seat: int) -> None:
        self.course.play(self.game, action, seat)
        self.course.note(self.game)

    def _others(self) -> None:
        """Let the others play for as long as one of them is to act."""
        while (reply := self.course.reply(self.game)) is not None:
            seat, action = reply
            self._play(action, seat)

    def idle(self, number: int) -> bool:
        """Whether a free step is won by somebody who only takes cards."""
        if self.solve(number) is not None:
            return False
        while self.course.step == number and self.course.state == "go":
            self._play(harmless(self.game, LEARNER), LEARNER)
            self._others()
        return self.course.step > number
