"""Replaying and checking records."""

from __future__ import annotations

from itertools import zip_longest

import msgspec

from kolej.boards.errors import BoardError
from kolej.game import actions, fair_luck
from kolej.game.actions import IllegalAction, InvalidAction
from kolej.game.game import Game
from kolej.game.record import Record, RecordError, Source
from kolej.game.record_moves import (
    AnyBoard,
    advance,
    begin_in,
    book_of,
    outcome,
    outcomes_of,
    replayed_in,
    where_of,
)
from kolej.game.rulebook import Rulebook
from kolej.game.score_check import compare_scores, short

__all__ = ["advance", "begin", "book_of", "outcome", "replayed", "resumed", "verify"]


def begin(record: Record, board: AnyBoard = None) -> Game:
    """The game of a record, set up and dealt."""
    return begin_in(Game, record, board)


def replayed(record: Record, board: AnyBoard = None) -> Game:
    """The game of a record, carried out to its end."""
    return replayed_in(Game, record, board)


def resumed(position: Record, secret: bytes, entropy: tuple[str, ...] = (), board: AnyBoard = None) -> Game:
    """A game that goes on from the beginning of a record, with luck from a secret; raises ``RecordError``.

    Its own record is one of outcomes, whatever the source of the beginning was.
    """
    told = msgspec.structs.replace(position, source=Source(kind="outcomes"), names=(), score=None)
    game = replayed(told, board)
    if game.over:
        raise RecordError("the game of this position is over; leave out some of its last moves")
    game.go_on(secret, entropy)
    return game


def verify(record: Record, board: AnyBoard = None) -> Game:
    """Replay a record and compare everything it says; raises ``RecordError`` with the first difference.

    If the luck can be derived, each move is first played with luck from its source: a changed token is then
    reported at once, and not when it makes something impossible many moves later.
    """
    book = book_of(record, board)
    true = _from_source(record, book)
    game = begin(record, book)
    for number in range(len(record.moves)):
        if true is not None:
            _check_luck(true, record, number)
        advance(game, record, number)
    if game.over != (record.score is not None):
        state = (
            "is over, but the record has no score" if game.over else "is not over, but the record has a score"
        )
        raise RecordError(f"end: the game {state}")
    if record.score is not None:
        compare_scores(game.book, record.score, game.score())
    if game.over and record.source.kind == "keyed" and record.source.secret is None:
        raise RecordError("source: the game is over, but its secret is not shown")
    return game


def _from_source(record: Record, book: Rulebook) -> Game | None:
    """The game set up with luck from its source, None if unknown; its deal must match the record."""
    source, secret = record.source, None
    if source.kind == "outcomes":
        return None
    if source.kind == "seeded":
        if source.seed is None or source.commitment is not None or source.secret is not None:
            raise RecordError("source: a seeded game has a seed, and neither commitment nor secret")
    else:
        if source.commitment is None or source.seed is not None:
            raise RecordError("source: a keyed game has a commitment and no seed")
        if source.secret is None:
            return None
        secret = bytes.fromhex(source.secret)
        if not fair_luck.keeps(secret, source.commitment):
            raise RecordError("source: the secret is not the one that was promised at the start")
    outcomes_of(book, record.deal, "deal")
    try:
        game = Game.start(book, record.seats, source, secret, record.names)
    except BoardError as error:
        raise RecordError(f"deal: {error}") from None
    _compare_tokens(record.deal, game.deal, "deal")
    return game


def _check_luck(game: Game, record: Record, number: int) -> None:
    """Play a move with luck from its source, which must match the recorded luck."""
    move = record.moves[number]
    outcomes_of(game.book, move.luck, where_of(record, number))
    try:
        game.play(actions.parse(move.action), move.seat)
    except (InvalidAction, IllegalAction, ValueError):
        return  # the action is wrong, not the luck; replaying with the recorded luck reports it
    _compare_tokens(move.luck, game.record_move(number).luck, where_of(record, number))


def _compare_tokens(told: tuple[str, ...], true: tuple[str, ...], where: str) -> None:
    for place, (token, meant) in enumerate(zip_longest(told, true), 1):
        if token != meant:
            found = "missing" if token is None else f'"{short(token)}"'
            given = "gives no more" if meant is None else f'gives "{meant}"'
            difference = f"token {place} is {found}, the source {given}"
            raise RecordError(f"{where}: the luck is not what its source gives: {difference}")
