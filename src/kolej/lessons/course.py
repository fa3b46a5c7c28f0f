"""Playing a lesson: at which step it is, what the step takes, what the others do, what the deck gives.

The moves of the game alone bring a course forward, so a table that is loaded again is at the same step.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from kolej.game import actions
from kolej.game.actions import Action, DrawBlind, DrawOpen, IllegalAction, InvalidAction, Keep
from kolej.game.game import Game
from kolej.game.record import LuckError, Move, RecordError
from kolej.game.replay import outcome
from kolej.lessons.schema import LEARNER, Beat, Goal, Script

CourseState = Literal["go", "watch", "won", "missed"]
"""The learner is to act; others are playing; the lesson is won; the turns for a goal are used up."""


class Course:
    """The course of a lesson in one game; ``note`` every move that is played."""

    def __init__(self, script: Script, game: Game) -> None:
        self.script = script
        self.step = script.first
        self.state: CourseState = "go"
        self.began = game.moves
        """The number of moves before the present step."""
        self._fulfilled = False
        self._replies: list[Move] = []
        self._given: list[str] = []
        """What the deck still gives in this step."""
        self._turns = 0
        """Own turns that are used up in a free step."""
        self.astray: list[str] = []
        """Where the game did not follow the script, for authors: replies and luck that were not possible."""
        self._enter(script.first, game)

    # ---- what the present step asks for

    @property
    def beat(self) -> Beat | None:
        return self.script.beats[self.step] if self.step < len(self.script.beats) else None

    @property
    def turns_left(self) -> int | None:
        """Own turns left in a free step."""
        beat = self.beat
        return None if beat is None or beat.goal is None else max(0, beat.turns - self._turns)

    @property
    def missed(self) -> bool:
        """Whether the turns for a goal are used up."""
        return self.state == "missed"

    def takes(self, action: Action) -> bool:
        """Whether the step takes an action of the learner's."""
        beat = self.beat
        if beat is None or self.state != "go":
            return False
        return beat.goal is not None or any(matches(pattern, action) for pattern in beat.expect)

    # ---- playing

    def play(self, game: Game, action: Action, seat: int) -> None:
        """Carry out an action with the luck that the lesson gives; with drawn luck where it gives none."""
        exact = self._reply_luck(action, seat)
        given = self._given if exact is None else exact
        fault = _play_given(game, action, seat, given)
        if fault is None:
            return
        if given:
            self.astray.append(f'the luck given cannot serve "{action}" of seat {seat}: {fault}')
        game.play(action, seat)

    def _reply_luck(self, action: Action, seat: int) -> list[str] | None:
        """The luck that is written with a reply."""
        reply = next(iter(self._replies), None)
        if reply is None or not reply.luck or (reply.seat, reply.action) != (seat, str(action)):
            return None
        return list(reply.luck)

    def reply(self, game: Game) -> tuple[int, Action] | None:
        """What another seat does now; None if none is to act."""
        others = _others(game)
        if not others or self.state in ("won", "missed"):
            return None
        reply = next(iter(self._replies), None)
        if reply is not None and reply.seat in others and self._replies_due:
            return reply.seat, actions.parse(reply.action)
        return others[0], harmless(game, others[0])

    @property
    def _replies_due(self) -> bool:
        """In a free step others reply to each turn; otherwise when the learner has done what was asked."""
        return self._fulfilled or self._is_free

    @property
    def _is_free(self) -> bool:
        return self.beat is not None and self.beat.goal is not None

    def note(self, game: Game) -> None:
        """Take notice of the game's last move."""
        move = game.record_move(game.moves - 1)
        self._use_up(move)
        beat = self.beat
        if beat is None or self.state == "missed":
            return
        if move.seat == LEARNER and not self._fulfilled:
            self._learner_moved(game, beat, move)
        self._go_on(game)

    def _use_up(self, move: Move) -> None:
        """Strike out what the move took of the replies and of the luck given."""
        reply = next(iter(self._replies), None)
        if reply is not None and (reply.seat, reply.action) == (move.seat, move.action):
            self._replies.pop(0)
            if reply.luck:
                return
        if tuple(self._given[: len(move.luck)]) == move.luck:
            del self._given[: len(move.luck)]

    def _learner_moved(self, game: Game, beat: Beat, move: Move) -> None:
        if beat.goal is None:
            self._fulfilled = any(matches(pattern, actions.parse(move.action)) for pattern in beat.expect)
            return
        self._fulfilled = reached(beat.goal, game)
        if self._fulfilled or not _turn_over(game):
            return
        self._turns += 1
        if self._turns >= beat.turns or game.over:
            self.state = "missed"

    def _go_on(self, game: Game) -> None:
        """Skip replies that are no longer possible; go to the next step if this one is done."""
        while self._replies and self._replies_due and self._replies[0].seat in _others(game):
            if _possible(game, self._replies[0]):
                break
            skipped = self._replies.pop(0)
            self.astray.append(f'the reply "{skipped.action}" of seat {skipped.seat} is not possible')
        if self.state == "missed":
            return
        beat = self.beat
        if beat is not None and beat.goal is not None and game.over and not self._fulfilled:
            self._fulfilled = reached(beat.goal, game)
            if not self._fulfilled:
                self.state = "missed"
                return
        last = not any(map(_played, self.script.beats[self.step + 1 :]))
        others = _others(game)
        pending = bool(self._replies) and bool(others)
        if self._fulfilled and not pending and (last or not others or LEARNER in game.awaited):
            self._enter(self.step + 1, game)
        else:
            self._look(game)

    def _enter(self, step: int, game: Game) -> None:
        """Begin the first step from this one on that has something to do."""
        beats = self.script.beats
        while step < len(beats) and not _played(beats[step]):
            step += 1
        self.step, self.began = step, game.moves
        self._fulfilled, self._turns = False, 0
        beat = self.beat
        self._replies = list(beat.replies) if beat else []
        self._given = list(beat.luck) if beat else []
        if beat is None:
            self.state = "won"
        else:
            self._look(game)

    def _look(self, game: Game) -> None:
        self.state = "go" if LEARNER in game.awaited and not self._fulfilled else "watch"


def _played(beat: Beat) -> bool:
    return bool(beat.expect) or beat.goal is not None


def _others(game: Game) -> list[int]:
    return [seat for seat in game.awaited if seat != LEARNER]


def _turn_over(game: Game) -> bool:
    return LEARNER not in game.awaited or game.turn_begins


def matches(pattern: str, action: Action) -> bool:
    """Whether an action is one that a line of ``expect`` means."""
    text = str(action)
    if pattern.endswith("*"):
        return text.startswith(pattern[:-1])
    if isinstance(action, Keep):
        return sorted(pattern.split()) == sorted(text.split())
    return text == pattern


def reached(goal: Goal, game: Game) -> bool:
    """Whether the learner has all that a goal names."""
    score = game.score().seats[LEARNER]
    items = {(item.why, item.what) for item in score.items}
    mine = game.view(LEARNER).seats[LEARNER]
    return (
        (not goal.ticket or ("ticket", goal.ticket) in items)
        and (not goal.route or ("route", goal.route) in items)
        and (not goal.country or ("country", goal.country) in items)
        and (not goal.station or goal.station in mine.station_cities)
        and (goal.points is None or score.total >= goal.points)
        and (not goal.first or (game.over and score.rank == 1))
    )


def _play_given(game: Game, action: Action, seat: int, tokens: list[str]) -> str | None:
    """Carry out an action with as many of these tokens as it needs; returns why not, if they do not serve."""
    try:
        luck = [outcome(game.book, token) for token in tokens]
        for count in range(len(luck) + 1):
            try:
                game.play_outcomes(action, seat, luck[:count])
            except LuckError as error:
                if error.place < count:
                    raise
            else:
                return None
    except RecordError as error:
        return str(error)
    return "it needs more"


def _possible(game: Game, reply: Move) -> bool:
    try:
        game.check(actions.parse(reply.action), reply.seat)
    except (IllegalAction, InvalidAction):
        return False
    return True


def harmless(game: Game, seat: int) -> Action:
    """What a seat does that has nothing to do: it takes cards, and takes no route away."""
    legal = game.legal(seat)
    for kind in (DrawBlind, DrawOpen, Keep):
        found = next((action for action in legal if isinstance(action, kind)), None)
        if found is not None:
            return found
    return legal[0]


class LessonState(msgspec.Struct, frozen=True):
    """Where a learner is in a lesson."""

    step: int
    """Counts all steps from 0; as many as there are when the lesson is won."""
    state: CourseState
    turns: int | None
    """Own turns left, in a step that is played freely."""


def state_of(course: Course) -> LessonState:
    return LessonState(course.step, course.state, course.turns_left)
