"""What the server sends on a socket, distinguished by ``type``."""

from __future__ import annotations

import msgspec

from kolej.bots import Advice
from kolej.game.actions import Reason as ActionReason
from kolej.game.events import Event
from kolej.server.protocol.values import Chat, Position, RefusalReason, TableInfo


class You(msgspec.Struct, frozen=True):
    """Who the server takes the client for."""

    player: str | None
    """The public handle; None for a client without a name yet."""
    name: str | None
    seats: tuple[int, ...]
    """The client's seats at this table."""
    host: bool
    invitation: str | None
    """The code that lets friends take a seat; only the host gets it."""


class Happened(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="happened"):
    """An entry of the table's log, and the position after it."""

    n: int
    at: int
    seat: int | None
    """Who moved."""
    events: tuple[Event, ...]
    """As this client may see them; numbered from the start of the game."""
    table: TableInfo | None
    """Present if seats or the state of the table changed."""
    position: Position | None
    """None before the start, and in entries that are sent again later."""


class Welcome(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="welcome"):
    """The first message: the current state of the table, and all entries that the client has not seen."""

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
    """None if the message could not be read."""
    reason: RefusalReason
    text: str
    n: int
    """Number of the table's last entry."""


class Said(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="said"):
    """A new line of chat, or an emote."""

    chat: Chat


class Here(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="here"):
    """Who is connected; this says nothing about whose turn it is."""

    here: tuple[int, ...]
    watching: int


class Why(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="why"):
    """The answer to the question why a route cannot be claimed."""

    id: str
    route: str
    reason: ActionReason | None
    """None if it can be claimed."""
    cards: dict[str, int] = {}
    """The seat's cards that could pay for it without swaps: letters and numbers."""


class Hint(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="hint"):
    """What a bot thinks of the legal actions, the best first."""

    id: str
    n: int
    bot: str
    advice: tuple[Advice, ...]


class Pong(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="pong"):
    """The answer to a ping."""

    at: int
    """The ``at`` of the ping."""
    now: int
    """The server's time."""


class GoingDown(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="going-down"):
    """The server is restarting; reconnect after ``again_in`` seconds."""

    again_in: float


ServerMessage = Welcome | Happened | Done | Refused | Said | Here | Why | Hint | Pong | GoingDown
