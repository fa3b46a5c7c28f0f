"""The chat of a table: who may say how much, and who hears it. The room stores and sends the lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from kolej.server.access.limits import Limit
from kolej.server.access.names import tidied
from kolej.server.protocol import Chat, Say, Show
from kolej.server.store.store import ChatRow, Player
from kolej.server.tables import visibility
from kolej.server.tables.refusal import refuse

SHOWN = 100
"""How many of the last lines newcomers see."""
LIMIT = (6, 10.0)
"""How many lines and emotes one person may send, and in how many seconds."""


class TableChat:
    """The last lines said at a table."""

    def __init__(self, person: visibility.Person, now: Callable[[], int], *, limited: bool) -> None:
        self._person = person
        self._now = now
        self._limited = limited
        self._rows: deque[ChatRow] = deque(maxlen=SHOWN)
        self._limits: dict[str, Limit] = {}

    @property
    def speakers(self) -> tuple[str, ...]:
        return tuple(row.player for row in self._rows)

    def load(self, rows: Iterable[ChatRow]) -> None:
        """Replace the lines with those from the store."""
        self._rows = deque(rows, maxlen=SHOWN)

    def new_row(self, player: Player, seat: int | None, command: Say | Show) -> ChatRow:
        """Make the row of a line or an emote, which the caller stores and then adds; raises ``Refusal``."""
        self._limit(player)
        text = tidied(command.text) if isinstance(command, Say) else None
        if text == "":
            refuse("unreadable", "the message is empty; write something")
        return ChatRow(
            number=self._rows[-1].number + 1 if self._rows else 0,
            at=self._now(),
            player=player.id,
            seat=seat,
            id=command.id,
            text=text,
            emote=command.emote if isinstance(command, Show) else None,
        )

    def add(self, row: ChatRow) -> None:
        self._rows.append(row)

    def _limit(self, player: Player) -> None:
        limit = self._limits.get(player.id)
        if limit is None:
            limit = self._limits[player.id] = Limit(*LIMIT, lambda: self._now() / 1000)
        if self._limited and not limit.allow():
            refuse("too-fast", "too many messages at once; wait a moment")

    def said(self, player: Player, command: str) -> bool:
        """Whether this command from a player was carried out."""
        return any(row.id == command and row.player == player.id for row in self._rows)

    def lines_for(self, mutes: frozenset[str], *, in_play: bool) -> tuple[Chat, ...]:
        """The last lines that this person may see; ``in_play``: the players of a game in progress."""
        return tuple(self.shown(row) for row in self._rows if self.may_hear(row, mutes, in_play=in_play))

    def may_hear(self, row: ChatRow, mutes: frozenset[str], *, in_play: bool) -> bool:
        """Whether a line may be shown: not muted people, and no spectators, who may know more, to players."""
        person = self._person(row.player)
        if person is not None and person.handle in mutes:
            return False
        return not (row.seat is None and in_play)

    def shown(self, row: ChatRow) -> Chat:
        person = self._person(row.player)
        name, handle = (person.name, person.handle) if person else (visibility.NOBODY_KNOWN, "")
        return Chat(row.number, row.at, name, handle, row.seat, row.text, row.emote)

    def forget(self, players: set[str]) -> None:
        """Remove everything that these players said."""
        kept = [row for row in self._rows if row.player not in players]
        self._rows.clear()
        self._rows.extend(kept)
