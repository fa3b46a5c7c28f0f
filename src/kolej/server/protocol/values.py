"""The parts that messages are made of: seats, clocks, tables, positions, chat.

The types include limits, so every value that was decoded is within them.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kolej.game.actions import Reason as ActionReason
from kolej.game.choices import Choices
from kolej.game.odds import TunnelOdds
from kolej.game.outlook import ClaimEffect, TicketProgress
from kolej.game.record import Record
from kolej.game.view import Phase, SeatView, Tunnel
from kolej.lessons.course import LessonState

PROTOCOL: Literal[1] = 1
"""Increased by every change that breaks clients of the previous version."""

Colour = Literal["navy", "ruby", "teal", "saffron", "lilac"]
COLOURS: tuple[Colour, ...] = ("navy", "ruby", "teal", "saffron", "lilac")
Emote = Literal["hello", "well-played", "good-luck", "thanks", "oops", "hurry", "wow", "good-game"]

CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}(?!\n)$", description="Chosen by the client.")]
Version = Annotated[int, Meta(ge=-1, le=1_000_000, description="Number of the last entry seen.")]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
Name = Annotated[str, Meta(min_length=1, max_length=30)]
BotName = Annotated[str, Meta(min_length=1, max_length=60)]
BoardName = Annotated[str, Meta(min_length=1, max_length=60)]
Entropy = Annotated[str, Meta(max_length=64)]
Chatter = Annotated[str, Meta(min_length=1, max_length=300)]
PaceSeconds = Annotated[float, Meta(ge=0, le=30)]
Line = Annotated[str, Meta(min_length=1, max_length=600)]

RefusalReason = (
    ActionReason
    | Literal[
        "unreadable",
        "invalid-action",
        "stale",
        "ahead",
        "not-your-seat",
        "no-such-seat",
        "seat-taken",
        "seat-free",
        "needs-invitation",
        "one-seat-each",
        "colour-taken",
        "only-the-host",
        "not-started",
        "already-started",
        "seats-open",
        "not-over",
        "closed",
        "played-by-you",
        "played-by-bot",
        "no-such-bot",
        "no-hints",
        "not-ready",
        "no-such-route",
        "too-fast",
        "watching-only",
        "sign-in",
        "unavailable",
        "going-down",
        "not-in-lesson",
    ]
)
"""Why a command was refused; clients translate the code."""


class NoClock(msgspec.Struct, frozen=True, tag_field="kind", tag="none"):
    """No clock."""


class LiveClock(msgspec.Struct, frozen=True, tag_field="kind", tag="live"):
    """Each turn has some seconds of its own; time beyond them comes out of the player's bank."""

    bank: Annotated[int, Meta(ge=0, le=7200)] = 600
    turn: Annotated[int, Meta(ge=5, le=600)] = 20


class DaysClock(msgspec.Struct, frozen=True, tag_field="kind", tag="days"):
    """A number of days for each turn."""

    days: Annotated[int, Meta(ge=1, le=30)] = 3


Clock = NoClock | LiveClock | DaysClock


class OpenSeat(msgspec.Struct, frozen=True, tag_field="for", tag="anyone"):
    """Anyone may take this seat."""


class FriendSeat(msgspec.Struct, frozen=True, tag_field="for", tag="friend"):
    """Kept for someone who has the host's invitation."""


class HostSeat(msgspec.Struct, frozen=True, tag_field="for", tag="host"):
    """The host's seat; several of them are for people around the host's device."""

    name: Name | None = None


class BotSeat(msgspec.Struct, frozen=True, tag_field="for", tag="bot"):
    """The seat of a bot, by its name."""

    bot: BotName


SeatPlan = OpenSeat | FriendSeat | HostSeat | BotSeat


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new table."""

    board: BoardName
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=2, max_length=5)]
    options: Annotated[dict[str, bool | int], Meta(max_length=20)] = {}
    listed: bool = False
    """Whether it is shown in the lobby; otherwise only people with the link find it."""
    spectators: bool = True
    hints: bool = False
    """Whether a player may ask a bot what it would do."""
    clock: Clock = NoClock()
    pace: PaceSeconds | None = None
    """Seconds that a bot waits before it moves; by default, the server's setting."""
    position: Record | None = None
    """The beginning of a record: the game goes on from there, with new luck. Such a game counts nowhere."""


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as everyone sees it."""

    seat: int
    plan: SeatPlan
    name: str | None
    """None while nobody sits here."""
    player: str | None
    """The public handle of the person; None for bots and free seats."""
    colour: Colour
    bot: str | None
    """The bot that plays this seat now."""
    away: Literal["time", "resigned"] | None
    """Why a bot plays for the person, who may take the seat back."""


TableState = Literal["waiting", "playing", "over", "closed"]


class TableInfo(msgspec.Struct, frozen=True):
    """A table as everyone sees it."""

    id: str
    state: TableState
    board: str
    content: str
    """The SHA-256 of the board file."""
    layout: str
    """The SHA-256 of the layout that the table was made with; empty if the board had none."""
    options: dict[str, bool | int]
    listed: bool
    spectators: bool
    hints: bool
    clock: Clock
    pace: float
    """Seconds that a bot waits before it moves."""
    seats: tuple[SeatInfo, ...]
    host: str
    """The handle of the host, who made the table and may start the game."""
    created: int
    """Milliseconds since 1970, like all times here."""
    commitment: str
    """The SHA-256 of the secret behind the luck, published before anyone adds entropy."""
    entropy: tuple[str, ...]
    """The entropy that players added; shown once the game has started."""
    next: str | None
    """The table of the rematch."""
    previous: str | None
    positioned: bool = False
    """Whether the game began from a position; it counts nowhere."""
    lesson: str | None = None
    """The lesson that is played here."""


class TimeLeft(msgspec.Struct, frozen=True):
    """The clock of a seat."""

    bank: int
    """Milliseconds left in the bank."""
    deadline: int | None
    """When the time runs out; None while no choice of the seat is awaited."""


class OpenView(msgspec.Struct, frozen=True):
    """What lies open for all."""

    phase: Phase
    awaited: tuple[int, ...]
    display: dict[str, int]
    discards: dict[str, int]
    deck: int
    ticket_deck: int
    starter: int
    last_turns: int | None
    seats: tuple[SeatView, ...]
    stacks: dict[str, tuple[int, ...]]
    tunnel: Tunnel | None
    closed: tuple[str, ...]


class OwnView(msgspec.Struct, frozen=True):
    """What one seat sees beyond the open part."""

    seat: int
    hand: dict[str, int]
    tickets: tuple[str, ...]
    offered: tuple[str, ...]
    given_back: tuple[str, ...]
    choices: Choices | None
    """What the seat can do now; None while no choice of it is awaited."""
    since: int
    """Number of the entry at which its decision began; an action needs this ``version`` or a later one."""
    progress: tuple[TicketProgress, ...] = ()
    """How far its tickets have got: first those it holds, then those it is offered."""
    leaves: dict[str, dict[str, int | None]] = {}
    """By ticket: the possible claims that change it, each with the trains that would then be missing."""
    effects: dict[str, ClaimEffect] = {}
    """What else its possible claims would do, by route; claims that do nothing else are left out."""
    tunnels: dict[str, TunnelOdds] = {}
    """What a tunnel may cost, by the colour it can be paid with now; ``L`` for locomotives alone."""


class Position(msgspec.Struct, frozen=True):
    """The game after an entry, as one client may see it."""

    open: OpenView
    own: tuple[OwnView, ...]
    """One for each seat that the client plays; several on a shared device."""
    clocks: tuple[TimeLeft, ...]
    """By seat; empty at a table without clocks."""
    lesson: LessonState | None = None
    """Where the learner is in the lesson that is played here."""


class Chat(msgspec.Struct, frozen=True):
    """A line of chat, or an emote."""

    number: int
    at: int
    name: str
    player: str
    seat: int | None
    """None for a spectator."""
    text: str | None
    emote: Emote | None
