"""The bodies of HTTP requests and responses."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kolej.game.events import Event
from kolej.game.outlook import TicketProgress
from kolej.game.score import ScoreSheet, TieBreak
from kolej.lessons.schema import Kind, Texts
from kolej.server.protocol import (
    Clock,
    Colour,
    Emote,
    Happened,
    Name,
    OpenView,
    OwnView,
    Position,
    RefusalReason,
    TableInfo,
    TableState,
    You,
)

ProblemReason = Literal[
    "unreadable",
    "sign-in",
    "bad-token",
    "wrong-password",
    "other-origin",
    "no-accounts",
    "no-spectators",
    "no-such-table",
    "no-such-board",
    "no-such-player",
    "no-such-token",
    "no-ground",
    "no-such-page",
    "no-plan",
    "no-such-layout",
    "no-such-lesson",
    "not-over",
    "has-account",
    "name-taken",
    "too-many",
    "bad-name",
    "bad-table",
    "bad-record",
    "bad-address",
    "bad-subscription",
    "too-fast",
    "unavailable",
]
"""Why an HTTP request failed."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error in the form of RFC 9457."""

    status: int
    title: str
    detail: str
    type: str = "about:blank"
    reason: ProblemReason | RefusalReason | Literal[""] = ""
    """A code that a client can translate; empty if the status says everything."""
    where: tuple[str, ...] = ()
    """Which parts of the request are wrong."""


class BotInfo(msgspec.Struct, frozen=True):
    name: str
    about: str
    """Its character, in one line."""
    level: bool
    """Whether it is one of the levels, which are listed first, the strongest first."""
    hints: bool
    """Whether it can explain its choices."""


class ServerInfo(msgspec.Struct, frozen=True):
    name: str
    version: str
    protocol: int
    bots: tuple[BotInfo, ...]
    emotes: tuple[Emote, ...]
    colours: tuple[Colour, ...]
    push_key: str
    """The public key for Web Push."""
    accounts: bool


class OptionInfo(msgspec.Struct, frozen=True):
    name: str
    default: bool | int


class BoardInfo(msgspec.Struct, frozen=True):
    id: str
    name: dict[str, str]
    content: str
    players: tuple[int, int]
    cities: int
    routes: int
    tickets: int
    own: bool
    """Whether it is a board of this server's own, not one of Kolej's."""
    options: tuple[OptionInfo, ...]
    fault: str = ""
    """Why it cannot be played on; then the other fields mean nothing."""
    laid_out: bool = True
    """Whether it can be drawn at once; otherwise a request for its readiness starts its layout."""


class Readiness(msgspec.Struct, frozen=True):
    """Whether a board has a layout; a new board of the server's own may not have one yet."""

    ready: bool
    progress: float
    """How much of the layout is done, from 0 to 1."""


class Ground(msgspec.Struct, frozen=True):
    """The map under a board: SVG path data, in units of its layout; extends beyond the drawing."""

    land: str
    home: str
    """The countries that the board covers."""
    lakes: str
    rivers: str
    borders: str
    graticule: str


class Me(msgspec.Struct, frozen=True):
    player: str
    name: str
    account: bool
    hook: str | None
    """The address that is called when it is this player's turn."""
    pushes: int
    """How many browsers are notified."""


class NameMe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


Password = Annotated[str, Meta(min_length=8, max_length=200)]
AccountName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{2,20}(?!\n)$")]


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: AccountName
    password: Password


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    old: Password
    new: Password


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    label: Annotated[str, Meta(min_length=1, max_length=60)]


class TokenMade(msgspec.Struct, frozen=True):
    number: str
    label: str
    token: str
    """Shown only this once."""


class TokenInfo(msgspec.Struct, frozen=True):
    number: str
    label: str
    created: int


class PushSubscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class NewHook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    url: Annotated[str, Meta(max_length=1000)]


class HookMade(msgspec.Struct, frozen=True):
    url: str
    secret: str
    """Signs the calls; shown only this once."""


class TableMade(msgspec.Struct, frozen=True):
    id: str
    link: str
    invitation: str
    """Lets friends take the seats kept for them."""


class LessonLine(msgspec.Struct, frozen=True):
    """A lesson in the list."""

    id: str
    board: str
    minutes: int
    """About how long it takes."""
    order: int
    title: Texts
    summary: Texts
    steps: int


class LessonStep(msgspec.Struct, frozen=True):
    """A step of a lesson, as a client shows it."""

    kind: Kind
    """``read``: just a page; ``do``: an action is expected; ``free``: the learner plays to reach a goal."""
    title: Texts
    """Steps in a row with the same title are one entry in a bar of steps."""
    text: Texts
    point: str
    """What stays clear while the rest is dimmed: ``route:a--b``, ``city:x``, ``ticket:a--b``, ``country:x``,
    ``market``, ``market:B``, ``deck``, ``tickets``, ``hand``; empty for nothing."""
    way: tuple[str, ...]
    """Routes to trace on the map."""
    button: Texts | None
    """Names what the step asks for, which is the one action in ``expect``."""
    expect: tuple[str, ...]
    """The actions that fulfil it; ``*`` at the end of one stands for any rest."""
    otherwise: Texts | None
    """What to say when another action is tried, which the server refuses with ``not-in-lesson``."""
    turns: int | None
    """Turns that the learner has for the goal of a free step."""
    missed: Texts | None
    """What to say when they are used up."""


class LessonLook(msgspec.Struct, frozen=True):
    """A lesson with all that a client shows."""

    id: str
    board: str
    minutes: int
    title: Texts
    summary: Texts
    steps: tuple[LessonStep, ...]


class NewLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to play a lesson; a lesson that is under way is resumed."""

    again: bool = False
    """Begin anew even if it is under way."""
    retry: bool = False
    """If the goal of a step was missed, begin anew at that step."""


class NewQr(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text, such as the link to a table, to be shown as a QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class QrCode(msgspec.Struct, frozen=True):
    svg: str
    """Dark squares on white with a margin; it scales to the size of its container."""


class TableLine(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    state: TableState
    board: str
    clock: Clock
    listed: bool
    spectators: bool
    created: int
    updated: int
    free: int
    """Seats that anyone may take."""
    names: tuple[str | None, ...]
    bots: tuple[int, ...]
    """Seats of bots, whose names a client may translate."""
    awaited: tuple[int, ...]
    mine: tuple[int, ...]
    """The caller's seats."""


class TableList(msgspec.Struct, frozen=True):
    tables: tuple[TableLine, ...]
    more: str | None
    """Pass it as ``before`` for the next page."""


class TableLook(msgspec.Struct, frozen=True):
    """A table as a welcome describes it, for callers by HTTP."""

    n: int
    you: You
    table: TableInfo
    position: Position | None
    score: ScoreSheet | None
    """The score, once the game is over."""
    tie: TieBreak | None = None
    """How a tie for first place was broken, if there was one."""
    progress: tuple[tuple[TicketProgress, ...], ...] = ()
    """By seat, how far its tickets got, once the game is over."""


class Entries(msgspec.Struct, frozen=True):
    """Entries of a table's log, starting at a number, as the caller may see them."""

    n: int
    entries: tuple[Happened, ...]


class Step(msgspec.Struct, frozen=True):
    """A move of a finished game, with nothing hidden."""

    number: int
    """Counted from 1; 0 is the deal."""
    seat: int | None
    action: str | None
    events: tuple[Event, ...]
    open: OpenView
    own: tuple[OwnView, ...]
    """The own part of every seat, without choices."""
    score: tuple[int, ...]
    """The points of each seat, as if the game ended here."""


class Steps(msgspec.Struct, frozen=True):
    board: str
    content: str
    """The SHA-256 of the board file; empty in records that do not say."""
    names: tuple[str, ...]
    moves: int
    steps: tuple[Step, ...]
    score: ScoreSheet | None


class Verified(msgspec.Struct, frozen=True):
    """The result of checking a record."""

    good: bool
    fault: str | None
    """The first thing in it that is wrong."""
    proven: bool
    """Whether the luck was derived from a revealed secret or seed."""
    moves: int
    score: ScoreSheet | None


class Health(msgspec.Struct, frozen=True):
    status: Literal["ok", "draining", "store-down"]
    version: str
    tables: int
    connections: int
    store: str
