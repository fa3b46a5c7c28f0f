"""What clients send: commands and questions, distinguished by ``do``."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from kolej.server.protocol.values import (
    Chatter,
    Colour,
    CommandId,
    Emote,
    Entropy,
    Line,
    PaceSeconds,
    SeatNumber,
    SeatPlan,
    Version,
)


class _Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """The field that every command and question has."""

    id: CommandId
    """New for each command; the same if a command is sent again."""
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
    """The host removes someone from a seat before the start."""

    seat: SeatNumber


class Reserve(_Command, frozen=True, kw_only=True, tag="reserve"):
    """The host changes who a free seat is for."""

    seat: SeatNumber
    plan: SeatPlan


class Choose(_Command, frozen=True, kw_only=True, tag="colour"):
    """Take a colour that nobody has."""

    seat: SeatNumber
    colour: Colour


class Start(_Command, frozen=True, kw_only=True, tag="start"):
    """The host starts the game; ``version`` must be the latest entry."""

    entropy: Entropy = ""
    """Mixed into the luck of the game, like the entropy that others gave when they took their seats."""


class Close(_Command, frozen=True, kw_only=True, tag="close"):
    """The host closes the table before the start."""


class Act(_Command, frozen=True, kw_only=True, tag="act"):
    """Carry out an action of the game, written as a line of text: ``claim paris--zurich RRL``."""

    seat: SeatNumber
    action: Line


class Resign(_Command, frozen=True, kw_only=True, tag="resign"):
    """Leave the seat to a bot."""

    seat: SeatNumber


class TakeBack(_Command, frozen=True, kw_only=True, tag="take-back"):
    """Take a seat back from the bot that plays for its owner."""

    seat: SeatNumber


class Pace(_Command, frozen=True, kw_only=True, tag="pace"):
    """The host changes how long bots wait before they move."""

    pace: PaceSeconds


class Rematch(_Command, frozen=True, kw_only=True, tag="rematch"):
    """Open a new table for the same people, once the game is over."""


class Say(_Command, frozen=True, kw_only=True, tag="say"):
    """Say something to everyone who may see it."""

    text: Chatter


class Show(_Command, frozen=True, kw_only=True, tag="emote"):
    """Show an emote."""

    emote: Emote


class AskWhy(_Command, frozen=True, kw_only=True, tag="why"):
    """Ask why a route cannot be claimed now."""

    seat: SeatNumber
    route: Annotated[str, Meta(max_length=100)]


class AskHint(_Command, frozen=True, kw_only=True, tag="hint"):
    """Ask what a bot would do, where the table allows hints."""

    seat: SeatNumber


class Ping(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """Answered with a pong; measures the round trip."""

    at: Annotated[int, Meta(ge=0, le=2**53)] = 0


TableCommand = (
    Sit
    | Leave
    | Remove
    | Reserve
    | Choose
    | Start
    | Close
    | Act
    | Resign
    | TakeBack
    | Pace
    | Rematch
    | Say
    | Show
)
"""What changes a table."""

ClientMessage = TableCommand | AskWhy | AskHint | Ping
"""Everything that a client may send on a socket."""
