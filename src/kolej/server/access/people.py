"""The players in memory: who an id in a log is, and which ids belong to one person."""

from __future__ import annotations

from collections.abc import Iterable

from kolej.server.store.store import Player, Store

MOST_PEOPLE = 20_000
"""How many players are kept in memory."""


class People:
    """Players by their ids. A guest who became an account has several ids; a deleted player has none."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Player | None] = {}

    def __len__(self) -> int:
        return len(self._known)

    def is_crowded(self) -> bool:
        """Whether there are so many that some should be dropped."""
        return len(self._known) > MOST_PEOPLE

    def person(self, player: str) -> Player | None:
        """The player with this id, who must be in memory; None if deleted."""
        return self._known.get(player)

    def same(self, one: str, other: str) -> bool:
        """Whether an id from a log belongs to the player with the other id."""
        if one == other:
            return True
        known = self._known.get(one)
        return known is not None and known.id == other

    async def meet(self, player: str) -> Player | None:
        """A player by id, from memory if possible."""
        await self.meet_all((player,))
        return self._known.get(player)

    async def meet_all(self, players: Iterable[str]) -> None:
        """Read those of these players from the store who are not in memory."""
        unknown = tuple(p for p in dict.fromkeys(players) if self._known.get(p) is None)
        if unknown:
            found = await self._store.people(unknown)
            for player in unknown:
                if self._known.get(player) is None:  # otherwise it was changed while we were reading
                    self._known[player] = found.get(player)

    def changed(self, player: Player, was: str | None = None) -> None:
        """A player has a new name, account or password; ``was`` is an older id that is now this player's."""
        if was is not None:
            self._known[was] = player
        for known, person in tuple(self._known.items()):
            if person is not None and person.id == player.id:
                self._known[known] = player
        self._known[player.id] = player

    def delete(self, player: str) -> set[str]:
        """A player's data was deleted; returns all ids that logs know the player by."""
        names = {known for known, person in self._known.items() if person and person.id == player}
        self._known |= dict.fromkeys(names)
        return names | {player}

    def forget_all_but(self, needed: set[str]) -> None:
        """Drop the older half of the players from memory, except those needed; the store still has them."""
        for known in tuple(self._known)[: len(self._known) // 2]:
            if known not in needed:
                del self._known[known]
