"""The chat of a table: who may say how much, and who hears it. Storing and sending are the room's."""

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
"""The last lines, which newcomers see."""
LIMIT = (6, 10.0)
"""Lines and emotes that one person may send in so many seconds."""


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
        """Start again from what is stored."""
        self._rows = deque(rows, maxlen=SHOWN)

    def new_row(self, player: Player, seat: int | None, command: Say | Show) -> ChatRow:
        """The row for a line or an emote, to be stored and then added; raises ``Refusal``."""
        self._limit(player)
        text = tidied(command.text) if isinstance(command, Say) else None
        if text == "":
            refuse("unreadable", "there is nothing to say in this")
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
            refuse("too-fast", "slow down: that is too much at once")

    def said(self, player: Player, command: str) -> bool:
        """Whether this command of a player's was carried out."""
        return any(row.id == command and row.player == player.id for row in self._rows)

    def lines_for(self, mutes: frozenset[str], *, in_play: bool) -> tuple[Chat, ...]:
        """The last lines that somebody may hear; ``in_play``: who has a seat in a game that goes on."""
        return tuple(self.shown(row) for row in self._rows if self.may_hear(row, mutes, in_play=in_play))

    def may_hear(self, row: ChatRow, mutes: frozenset[str], *, in_play: bool) -> bool:
        """Players in a game do not hear spectators, who may know more; nobody hears people they muted."""
        person = self._person(row.player)
        if person is not None and person.handle in mutes:
            return False
        return not (row.seat is None and in_play)

    def shown(self, row: ChatRow) -> Chat:
        person = self._person(row.player)
        name, handle = (person.name, person.handle) if person else (visibility.NOBODY_KNOWN, "")
        return Chat(row.number, row.at, name, handle, row.seat, row.text, row.emote)

    def forget(self, players: set[str]) -> None:
        """Drop what these players said."""
        kept = [row for row in self._rows if row.player not in players]
        self._rows.clear()
        self._rows.extend(kept)
