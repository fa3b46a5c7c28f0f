"""What to play: the board, the bots, and the seatings of every seed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, permutations

import msgspec

from kolej.boards.load import digest, find, load
from kolej.bots.load import maker, parse
from kolej.game.integers import Integer, integer
from kolej.game.rulebook import Options, Rulebook, rulebook

PATIENCE = 10.0
"""Seconds after which a bot counts as hung: far longer than a decision takes on a busy machine."""

Seating = tuple[str, ...]


class MatchError(ValueError):
    """These bots cannot play this match; the message says why and what would help."""


class Match(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Everything that the results depend on, apart from times."""

    board: str
    """A board's name or path."""
    content: str
    """The SHA-256 of the board file."""
    options: Options
    bots: Seating
    """As they were typed; a bot listed twice takes two seats."""
    players: int
    seed: int
    patience: float = PATIENCE

    @cached_property
    def names(self) -> Seating:
        """The bots, each once."""
        return tuple(dict.fromkeys(self.bots))

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """The games of one seed: every selection of bots for the seats, in every distinct order."""
        sets: dict[Seating, Seating] = {}
        for some in combinations(self.bots, self.players):
            sets.setdefault(tuple(sorted(some)), some)
        return tuple(order for some in sets.values() for order in dict.fromkeys(permutations(some)))

    @property
    def book(self) -> Rulebook:
        return rulebook(self.board, self.options)

    def blocks(self, games: int) -> int:
        """How many seeds give at least this many games."""
        return -(-games // len(self.seatings))

    def deal(self, block: int) -> int:
        """The seed of a block's games. Matches with neighbouring seeds have no game in common."""
        return number(self.seed, block)


def number(*parts: int) -> int:
    """A seed derived from other numbers."""
    text = " ".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest()) >> 1


def match(
    board: str,
    bots: Sequence[str],
    *,
    players: Integer | None = None,
    seed: Integer = 0,
    options: Options | None = None,
    patience: float = PATIENCE,
) -> Match:
    """A match that can be played; raises ``MatchError``, ``BotError`` or ``BoardError``."""
    if not bots:
        raise MatchError("name at least two bots, such as greedy,random")
    if len(bots) == 1:
        raise MatchError(
            f"{bots[0]} has no opponent: name a second bot, as in {bots[0]},random, or the same one twice"
        )
    for spec in dict.fromkeys(bots):
        maker(parse(spec).name)
    path = find(board)
    name = load(path).name.en
    least, most = load(path).rules.players
    seats = len(bots) if players is None else integer(players, "the number of players")
    seed = integer(seed, "a seed", 0, 2**63 - 1)
    if seats > len(bots):
        told = ",".join([*bots, *[bots[-1]] * (seats - len(bots))])
        raise MatchError(f"{len(bots)} bots cannot take {seats} seats; a bot may be listed twice: {told}")
    if not least <= seats <= most:
        would = f"; --players {most} plays every selection of {most} of them" if seats > most else ""
        raise MatchError(f"{name} is for {least} to {most} players, not {seats}{would}")
    found = rulebook(board, options or {})
    return Match(
        board=board,
        content=digest(path),
        options=found.options,
        bots=tuple(bots),
        players=seats,
        seed=seed,
        patience=patience,
    )
