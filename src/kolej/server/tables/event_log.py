"""The log of a table: its stored entries, which never change. A table is the replay of its log.

The log contains hidden facts (the secret of the luck, tickets kept), so it never leaves the server; clients
get what is made from the table that the log replays to.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from kolej.lessons.schema import Script
from kolej.server.protocol import Colour, NewTable, SeatPlan


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", omit_defaults=True):
    at: int
    """Milliseconds since 1970."""
    by: str = ""
    """The player who sent the command; empty if the server acted."""
    id: str = ""
    """The command's id."""


class Opened(_Entry, frozen=True, kw_only=True, tag="opened"):
    setup: NewTable
    content: str
    """The SHA-256 of the board file."""
    layout: str = ""
    """The SHA-256 of the layout beside it; empty if there was none, and for tables of schema 1."""
    host: str
    invitation: str
    secret: str
    """The luck's secret, in hexadecimal; made before anyone can add entropy, so its hash is a commitment."""
    pace: float
    previous: str | None = None
    sitters: tuple[str | None, ...] = ()
    """Players who have seats from the beginning, in a rematch."""
    colours: tuple[Colour, ...] = ()
    lesson: Script | None = None
    """The lesson that is played here, without its texts."""


class Sat(_Entry, frozen=True, kw_only=True, tag="sat"):
    seat: int
    player: str
    entropy: str = ""


class Stood(_Entry, frozen=True, kw_only=True, tag="stood"):
    seat: int


class Reserved(_Entry, frozen=True, kw_only=True, tag="reserved"):
    seat: int
    plan: SeatPlan


class Coloured(_Entry, frozen=True, kw_only=True, tag="coloured"):
    seat: int
    colour: Colour


class Begun(_Entry, frozen=True, kw_only=True, tag="begun"):
    entropy: tuple[str, ...]
    deal: tuple[str, ...]
    banks: tuple[int, ...] = ()


class Moved(_Entry, frozen=True, kw_only=True, tag="moved"):
    seat: int
    action: str
    luck: tuple[str, ...] = ()
    banks: tuple[int, ...] = ()
    """Milliseconds left in each seat's bank after the move."""
    bot: str = ""
    """The bot that chose it."""


class LeftToBot(_Entry, frozen=True, kw_only=True, tag="left-to-bot"):
    seat: int
    why: Literal["time", "resigned"]
    banks: tuple[int, ...] = ()


class TakenBack(_Entry, frozen=True, kw_only=True, tag="taken-back"):
    seat: int
    banks: tuple[int, ...] = ()


class Paced(_Entry, frozen=True, kw_only=True, tag="paced"):
    pace: float


class Rematched(_Entry, frozen=True, kw_only=True, tag="rematched"):
    table: str


class Closed(_Entry, frozen=True, kw_only=True, tag="closed"):
    pass


Entry = (
    Opened
    | Sat
    | Stood
    | Reserved
    | Coloured
    | Begun
    | Moved
    | LeftToBot
    | TakenBack
    | Paced
    | Rematched
    | Closed
)

_DECODER = msgspec.json.Decoder(Entry)
_ENCODER = msgspec.json.Encoder()


def written(entry: Entry) -> bytes:
    return _ENCODER.encode(entry)


def read(body: bytes | str) -> Entry:
    entry: Entry = _DECODER.decode(body)
    return entry
