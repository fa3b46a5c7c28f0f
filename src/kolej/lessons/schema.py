"""What a lesson file may contain: typed, frozen, with limits.

The docstring under a field is its documentation; docs/adding-a-lesson.md explains the whole. What involves
several values (a route that the board has, a position that can be reached) is checked in ``checks``.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kolej.boards.schema import Id
from kolej.game.record import Move, Token

FORMAT: Literal[1] = 1
LEARNER = 0
"""The learner's seat."""

Texts = dict[str, Annotated[str, Meta(min_length=1, max_length=400)]]
"""A text by language; a language that is left out falls back on English, which is always there."""
Line = Annotated[str, Meta(min_length=1, max_length=300)]
"""An action, or a pattern for one."""
Kind = Literal["read", "do", "free"]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of a lesson file."""


class LessonSeat(Part, frozen=True, kw_only=True, omit_defaults=True):
    who: Literal["you", "bot"]
    name: Annotated[str, Meta(max_length=30)] = ""
    """What the bot is called."""


class Start(Part, frozen=True, kw_only=True, omit_defaults=True):
    """The position: the beginning of a record."""

    deal: tuple[Token, ...]
    """The luck of the set-up: hands, display, first tickets, the seat that starts."""
    moves: tuple[Move, ...] = ()


class Goal(Part, frozen=True, kw_only=True, omit_defaults=True):
    """What the learner must have reached; all that is named must hold."""

    ticket: str = ""
    """This ticket is completed, with the help of stations if need be."""
    route: str = ""
    """The learner owns this route."""
    country: str = ""
    """The learner has a card of this country."""
    station: str = ""
    """The learner has a station in this city."""
    points: Annotated[int, Meta(ge=-500, le=500)] | None = None
    """The learner has so many points or more, as if the game ended now."""
    first: bool = False
    """The game is over and the learner has won it."""


class Step(Part, frozen=True, kw_only=True, omit_defaults=True):
    """One thing to read or to do: ``expect`` asks for an action, ``goal`` lets the learner play freely."""

    title: Texts
    """Steps in a row with the same title are one entry in the bar of steps."""
    text: Texts
    point: Annotated[str, Meta(max_length=100)] = ""
    """What stays clear while the rest is dimmed: ``route:a--b``, ``city:x``, ``ticket:a--b``, ``country:x``,
    ``market``, ``market:B``, ``deck``, ``tickets``, ``hand``."""
    way: tuple[str, ...] = ()
    """Routes that are traced on the map."""
    button: Texts | None = None
    """The button that does what is asked, where there is just one such action."""
    expect: tuple[Line, ...] = ()
    """The actions that fulfil the step; ``*`` at the end of a line stands for any rest."""
    otherwise: Texts | None = None
    """What is said when another action is tried."""
    luck: tuple[Token, ...] = ()
    """What the deck gives during the step, in order; when it is used up, or not possible, luck is drawn."""
    replies: tuple[Move, ...] = ()
    """What the others do after it. A seat that has no reply, or one that is not possible, takes cards."""
    goal: Goal | None = None
    turns: Annotated[int, Meta(ge=1, le=20)] = 1
    """How many turns the learner has for the goal."""
    missed: Texts | None = None
    """What is said when they are used up."""
    solution: tuple[Line, ...] = ()
    """Actions that reach the goal; ``kolej lesson check`` plays them."""

    @property
    def kind(self) -> Kind:
        return "do" if self.expect else "free" if self.goal is not None else "read"


class Lesson(Part, frozen=True, kw_only=True, omit_defaults=True):
    """A lesson file."""

    format: Literal[1]
    board: Id
    """A shipped board, or one that only lessons use."""
    order: Annotated[int, Meta(ge=0, le=999)] = 500
    """Its place in the list."""
    minutes: Annotated[int, Meta(ge=1, le=60)]
    """About how long it takes."""
    title: Texts
    summary: Texts
    seats: Annotated[tuple[LessonSeat, ...], Meta(min_length=2, max_length=5)]
    """The first is the learner's."""
    options: Annotated[dict[str, bool | int], Meta(max_length=20)] = {}
    position: Start
    steps: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=40)]


class Beat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step without its words: all that playing it needs."""

    expect: tuple[str, ...] = ()
    luck: tuple[str, ...] = ()
    replies: tuple[Move, ...] = ()
    goal: Goal | None = None
    turns: int = 1


class Script(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lesson without its words; a table keeps it in its log, so it plays on after the file has changed."""

    id: str
    content: str
    """The SHA-256 of the lesson file."""
    names: tuple[str, ...]
    """By seat; empty for the learner."""
    beats: tuple[Beat, ...]
    """By step."""
    first: int = 0
    """The step that the table's position belongs to."""


def script(identity: str, content: str, lesson: Lesson) -> Script:
    beats = tuple(Beat(step.expect, step.luck, step.replies, step.goal, step.turns) for step in lesson.steps)
    return Script(identity, content, tuple(seat.name for seat in lesson.seats), beats)
