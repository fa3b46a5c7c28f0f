"""What is to be played: the board, the bots, and the seatings of every seed."""

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
"""Seconds after which a bot is taken to hang: far longer than a decision takes on a crowded machine."""

Seating = tuple[str, ...]


class MatchError(ValueError):
    """These bots cannot play this match; the text says why and what would do."""


class Match(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """All that the results depend on, times apart."""

    board: str
    """A name or a path."""
    content: str
    """The SHA-256 of the board file."""
    options: Options
    bots: Seating
    """As they were typed; one that stands here twice takes two seats."""
    players: int
    seed: int
    patience: float = PATIENCE

    @cached_property
    def names(self) -> Seating:
        """The bots, each once."""
        return tuple(dict.fromkeys(self.bots))

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """The games of one seed: every choice of so many bots, in every order that differs."""
        sets: dict[Seating, Seating] = {}
        for some in combinations(self.bots, self.players):
            sets.setdefault(tuple(sorted(some)), some)
        return tuple(order for some in sets.values() for order in dict.fromkeys(permutations(some)))

    @property
    def book(self) -> Rulebook:
        return rulebook(self.board, self.options)

    def blocks(self, games: int) -> int:
        """How many seeds make at least so many games."""
        return -(-games // len(self.seatings))

    def deal(self, block: int) -> int:
        """The seed of a block's games. Matches with neighbouring seeds have no game in common."""
        return number(self.seed, block)


def number(*parts: int) -> int:
    """A seed that follows from others."""
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
        raise MatchError("no bot is named; such as greedy,random")
    if len(bots) == 1:
        raise MatchError(
            f"{bots[0]} has nobody to play against: name a second bot, as in {bots[0]},random, "
            f"or the same one twice"
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
        raise MatchError(f"{len(bots)} bots cannot take {seats} seats; one may be named twice, as in {told}")
    if not least <= seats <= most:
        would = f"; --players {most} plays all choices of {most} of them" if seats > most else ""
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
