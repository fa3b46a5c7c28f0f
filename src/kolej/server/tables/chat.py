"""What is said at a table: by whom, heard by whom, and not too much of it."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from kolej.server.access.limits import Limit
from kolej.server.access.names import tidied
from kolej.server.protocol import Chat, Done, Said, Say, Show
from kolej.server.store.store import ChatRow, Player
from kolej.server.tables import visibility
from kolej.server.tables.table import refuse

if TYPE_CHECKING:
    from kolej.server.tables.room import Client, Room

SHOWN = 100
LIMIT = (6, 10.0)
"""Lines and emotes of one person in so many seconds."""


class TableChat:
    """The last lines said in a room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._rows: deque[ChatRow] = deque(maxlen=SHOWN)
        self._limits: dict[str, Limit] = {}

    @property
    def speakers(self) -> tuple[str, ...]:
        return tuple(row.player for row in self._rows)

    async def load(self) -> None:
        self._rows = deque(await self.room.registry.store.chat(self.room.table.id, SHOWN), maxlen=SHOWN)

    async def say(self, player: Player, command: Say | Show) -> Done:
        """Say a line or show an emote; raises ``Refusal``."""
        room = self.room
        self._limit(player)
        text = tidied(command.text) if isinstance(command, Say) else None
        if text == "":
            refuse("unreadable", "there is nothing to say in this")
        seats = room.seats_of(player)
        row = ChatRow(
            number=self._rows[-1].number + 1 if self._rows else 0,
            at=room.registry.now(),
            player=player.id,
            seat=seats[0] if seats else None,
            id=command.id,
            text=text,
            emote=command.emote if isinstance(command, Show) else None,
        )
        await room.registry.store.say(room.table.id, row)
        self._rows.append(row)
        told = Said(chat=self._shown(row))
        room.tell(told, lambda client: self._hears(client, row))
        return Done(id=command.id, n=room.table.n)

    def _limit(self, player: Player) -> None:
        limit = self._limits.get(player.id)
        if limit is None:
            limit = self._limits[player.id] = Limit(*LIMIT, lambda: self.room.registry.now() / 1000)
        if self.room.registry.settings.limits and not limit.allow():
            refuse("too-fast", "slow down: that is too much at once")

    def said(self, player: Player, command: str) -> bool:
        """Whether this command of a player's was carried out."""
        return any(row.id == command and row.player == player.id for row in self._rows)

    def heard_by(self, client: Client) -> tuple[Chat, ...]:
        return tuple(self._shown(row) for row in self._rows if self._hears(client, row))

    def forget(self, players: set[str]) -> None:
        kept = [row for row in self._rows if row.player not in players]
        self._rows.clear()
        self._rows.extend(kept)

    def _shown(self, row: ChatRow) -> Chat:
        person = self.room.registry.person(row.player)
        name, handle = (person.name, person.handle) if person else (visibility.NOBODY_KNOWN, "")
        return Chat(row.number, row.at, name, handle, row.seat, row.text, row.emote)

    def _hears(self, client: Client, row: ChatRow) -> bool:
        """Before the end players do not hear spectators, who may know more; nobody hears whom they muted."""
        person = self.room.registry.person(row.player)
        if person is not None and person.handle in client.mutes:
            return False
        return not (
            row.seat is None and self.room.table.state == "playing" and self.room.seats_of(client.player)
        )
