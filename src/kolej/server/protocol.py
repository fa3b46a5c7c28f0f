"""What crosses the wire: commands and questions from clients, messages to them, bodies of HTTP.

Every struct is an object of JSON. Those that go one way make one union, told apart by a key: ``do`` for what
clients send, ``type`` for what the server sends. ``docs/protocol.md`` has an example of each.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kolej.bots import Advice
from kolej.game.actions import Reason as ActionReason
from kolej.game.choices import Choices
from kolej.game.events import Event
from kolej.game.odds import TunnelOdds
from kolej.game.outlook import ClaimEffect, TicketProgress
from kolej.game.view import Phase, SeatView, Tunnel

PROTOCOL: Literal[1] = 1
"""Raised when a client of the one before could not go on."""

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
    ]
)
"""Why a command was refused; a client says it in the player's language."""


class NoClock(msgspec.Struct, frozen=True, tag_field="kind", tag="none"):
    """Nobody is hurried."""


class LiveClock(msgspec.Struct, frozen=True, tag_field="kind", tag="live"):
    """Each turn has some seconds of its own; what it takes beyond them comes out of the player's bank."""

    bank: Annotated[int, Meta(ge=0, le=7200)] = 600
    turn: Annotated[int, Meta(ge=5, le=600)] = 20


class DaysClock(msgspec.Struct, frozen=True, tag_field="kind", tag="days"):
    """So many days for each turn."""

    days: Annotated[int, Meta(ge=1, le=30)] = 3


Clock = NoClock | LiveClock | DaysClock


class OpenSeat(msgspec.Struct, frozen=True, tag_field="for", tag="anyone"):
    """Whoever comes may sit down."""


class FriendSeat(msgspec.Struct, frozen=True, tag_field="for", tag="friend"):
    """Kept for who comes by the host's invitation."""


class HostSeat(msgspec.Struct, frozen=True, tag_field="for", tag="host"):
    """The host's; several of them are people around the host's one device."""

    name: Name | None = None


class BotSeat(msgspec.Struct, frozen=True, tag_field="for", tag="bot"):
    """A bot's, by its name."""

    bot: BotName


SeatPlan = OpenSeat | FriendSeat | HostSeat | BotSeat


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made."""

    board: BoardName
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=2, max_length=5)]
    options: Annotated[dict[str, bool | int], Meta(max_length=20)] = {}
    listed: bool = False
    """Shown in the lobby; else only who has the link finds it."""
    spectators: bool = True
    hints: bool = False
    """Whether a player may ask a bot what it would do."""
    clock: Clock = NoClock()
    pace: Annotated[float, Meta(ge=0, le=30)] | None = None
    """Seconds a bot waits before it moves; the server's if not given."""


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

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
    """Why a bot plays on for a person, who may take the seat back."""


TableState = Literal["waiting", "playing", "over", "closed"]


class TableInfo(msgspec.Struct, frozen=True):
    """A table as everybody sees it."""

    id: str
    state: TableState
    board: str
    content: str
    """The SHA-256 of the board file."""
    layout: str
    """That of the layout it was made with; empty if the board had none."""
    options: dict[str, bool | int]
    listed: bool
    spectators: bool
    hints: bool
    clock: Clock
    pace: float
    seats: tuple[SeatInfo, ...]
    host: str
    """The handle of who made it and may start it."""
    created: int
    """Milliseconds since 1970, as all times here."""
    commitment: str
    """The SHA-256 of the secret behind the luck, known before anybody adds to it."""
    entropy: tuple[str, ...]
    """What players mixed in; shown from the start of the game on."""
    next: str | None
    """The table of the rematch."""
    previous: str | None


class TimeLeft(msgspec.Struct, frozen=True):
    """The clock of a seat."""

    bank: int
    """Milliseconds left beyond those of the turn."""
    deadline: int | None
    """When its time is over; None while it is not awaited."""


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
    """What one seat sees beyond that."""

    seat: int
    hand: dict[str, int]
    tickets: tuple[str, ...]
    offered: tuple[str, ...]
    given_back: tuple[str, ...]
    choices: Choices | None
    """What it can do now; None while it is not awaited."""
    since: int
    """Number of the entry with which its decision began: an action must be made for this one or a later."""
    progress: tuple[TicketProgress, ...] = ()
    """How far its tickets are: those that it holds, then those that it is offered."""
    leaves: dict[str, dict[str, int | None]] = {}
    """By ticket: those of its possible claims that change it, and the trains that would then be missing."""
    effects: dict[str, ClaimEffect] = {}
    """What else its possible claims would do, by route; those that would do nothing are left out."""
    tunnels: dict[str, TunnelOdds] = {}
    """What a tunnel may cost, by the colours that one can be laid with now; ``L`` for locomotives alone."""


class Position(msgspec.Struct, frozen=True):
    """The game after an entry, as one client may see it."""

    open: OpenView
    own: tuple[OwnView, ...]
    """One for each seat that the client has here; several on a shared device."""
    clocks: tuple[TimeLeft, ...]
    """By seat; empty where nobody is hurried."""


class Chat(msgspec.Struct, frozen=True):
    """Something that was said, or an emote that was shown."""

    number: int
    at: int
    name: str
    player: str
    seat: int | None
    """None for a spectator."""
    text: str | None
    emote: Emote | None


# ---- clients send ----------------------------------------------------------------------------------------


class _Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What every command and question has."""

    id: CommandId
    """A new one for each command, the same one when it is sent again."""
    version: Version


class Sit(_Command, frozen=True, kw_only=True, tag="sit"):
    """Take a free seat."""

    seat: SeatNumber
    entropy: Entropy = ""
    """Mixed into the luck of the game, so that the server cannot have chosen it."""
    invitation: Annotated[str, Meta(max_length=40)] = ""


class Leave(_Command, frozen=True, kw_only=True, tag="leave"):
    """Give a seat back before the start."""

    seat: SeatNumber


class Remove(_Command, frozen=True, kw_only=True, tag="remove"):
    """The host takes a seat away before the start."""

    seat: SeatNumber


class Reserve(_Command, frozen=True, kw_only=True, tag="reserve"):
    """The host says anew who a free seat is for."""

    seat: SeatNumber
    plan: SeatPlan


class Choose(_Command, frozen=True, kw_only=True, tag="colour"):
    """Take a colour that nobody has."""

    seat: SeatNumber
    colour: Colour


class Start(_Command, frozen=True, kw_only=True, tag="start"):
    """The host starts the game; it must have seen everything so far."""

    entropy: Entropy = ""
    """Mixed into the luck of the game, as what others gave when they sat down."""


class Close(_Command, frozen=True, kw_only=True, tag="close"):
    """The host gives the table up before the start."""


class Act(_Command, frozen=True, kw_only=True, tag="act"):
    """Carry out an action of the game, written as its line: ``claim paris--zurich RRL``."""

    seat: SeatNumber
    action: Line


class Resign(_Command, frozen=True, kw_only=True, tag="resign"):
    """Leave the seat to a bot."""

    seat: SeatNumber


class TakeBack(_Command, frozen=True, kw_only=True, tag="take-back"):
    """Take a seat back from the bot that plays on for its owner."""

    seat: SeatNumber


class Rematch(_Command, frozen=True, kw_only=True, tag="rematch"):
    """A new table for the same people, once the game is over."""


class Say(_Command, frozen=True, kw_only=True, tag="say"):
    """Say something to all who may hear it."""

    text: Chatter


class Show(_Command, frozen=True, kw_only=True, tag="emote"):
    """Show one of the emotes that there are."""

    emote: Emote


class AskWhy(_Command, frozen=True, kw_only=True, tag="why"):
    """Why a route cannot be claimed now."""

    seat: SeatNumber
    route: Annotated[str, Meta(max_length=100)]


class AskHint(_Command, frozen=True, kw_only=True, tag="hint"):
    """What a bot would do, where the table allows it."""

    seat: SeatNumber


class Ping(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """Answered with a pong; measures the way."""

    at: Annotated[int, Meta(ge=0, le=2**53)] = 0


TableCommand = (
    Sit | Leave | Remove | Reserve | Choose | Start | Close | Act | Resign | TakeBack | Rematch | Say | Show
)
"""What changes a table."""

ClientMessage = TableCommand | AskWhy | AskHint | Ping


# ---- the server sends ------------------------------------------------------------------------------------


class You(msgspec.Struct, frozen=True):
    """Who the server takes the client for."""

    player: str | None
    """The public handle; None for somebody without a name yet."""
    name: str | None
    seats: tuple[int, ...]
    """The seats that are the client's at this table."""
    host: bool
    invitation: str | None
    """The code that lets friends sit down; the host's alone."""


class Happened(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="happened"):
    """An entry of the table's log, with what is so after it."""

    n: int
    at: int
    seat: int | None
    """Who moved."""
    events: tuple[Event, ...]
    """As this client may see them; numbered through the whole game."""
    table: TableInfo | None
    """If seats or the state of the table changed."""
    position: Position | None
    """None before the start, and in entries that are sent again."""


class Welcome(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="welcome"):
    """The first message: where the table stands, and all entries that the client has not seen."""

    protocol: int
    server: str
    now: int
    n: int
    """Number of the last entry."""
    you: You
    table: TableInfo
    missed: tuple[Happened, ...]
    position: Position | None
    chat: tuple[Chat, ...]
    here: tuple[int, ...]
    watching: int


class Done(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="done"):
    """A command was carried out, with entry ``n``; the answer to a repeat is the same."""

    id: str
    n: int
    table: str | None = None
    """The new table, for a rematch."""


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="refused"):
    """A command was not carried out, and nothing changed."""

    id: str | None
    """None if the message could not be read so far."""
    reason: RefusalReason
    text: str
    n: int
    """Where the table stands."""


class Said(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="said"):
    """Somebody said or showed something."""

    chat: Chat


class Here(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="here"):
    """Who is connected: not who is awaited, nor whose time runs."""

    here: tuple[int, ...]
    watching: int


class Why(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="why"):
    """The answer to why a route cannot be claimed."""

    id: str
    route: str
    reason: ActionReason | None
    """None if it can be claimed."""


class Hint(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="hint"):
    """What a bot thinks of the legal actions, the best first."""

    id: str
    n: int
    bot: str
    advice: tuple[Advice, ...]


class Pong(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="pong"):
    """The answer to a ping."""

    at: int
    """What the ping said."""
    now: int
    """The server's time."""


class GoingDown(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="going-down"):
    """The server restarts; come back after so many seconds."""

    again_in: float


ServerMessage = Welcome | Happened | Done | Refused | Said | Here | Why | Hint | Pong | GoingDown
