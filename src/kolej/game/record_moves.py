"""Carries out the moves of a record in a game; other modules call it through ``replay``.

``Game`` restores saved games with it, so nothing here may import ``Game``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from kolej.boards import schema
from kolej.boards.errors import BoardError, nearest
from kolej.boards.load import own, shipped
from kolej.boards.versions import find_by_hash
from kolej.game import actions
from kolej.game.actions import IllegalAction, InvalidAction
from kolej.game.record import LuckError, Move, Record, RecordError, Source
from kolej.game.rulebook import Rulebook, rulebook
from kolej.game.score_check import short
from kolej.rules.luck import ROOM

AnyBoard = str | Path | schema.Board | Rulebook | None


class Replayable(Protocol):
    """What carrying out a record needs from a game."""

    book: Rulebook

    @classmethod
    def from_outcomes(
        cls, book: Rulebook, seats: Any, deal: list[int], source: Source, names: tuple[str, ...]
    ) -> Self: ...

    @property
    def deal(self) -> tuple[str, ...]: ...

    def play_outcomes(self, action: actions.Action, seat: Any, outcomes: list[int]) -> object: ...

    def record_move(self, number: int) -> Move: ...


Played = TypeVar("Played", bound=Replayable)


def book_of(record: Record, board: AnyBoard) -> Rulebook:
    """The rulebook that a record was played by; it must have exactly the same board file."""
    try:
        book = rulebook(_known(record) if board is None else board, record.options)
    except BoardError as error:
        raise RecordError(f"board: {error}") from None
    if book.board.id != record.board:
        raise RecordError(f'board: the record was played on "{record.board}", not on "{book.board.id}"')
    if record.content and book.content and book.content != record.content:
        raise RecordError(
            f'board: "{record.board}" has changed since: its content hash is {book.content[:12]}..., '
            f"the record was played on {record.content[:12]}..., which is not kept here"
        )
    if book.options != record.options:
        raise RecordError("options: the record was played with others than this rulebook has")
    return book


def _known(record: Record) -> Path:
    """The board file by its hash, or else by its name: a record must not make us read an arbitrary file."""
    found = find_by_hash(record.content)
    if found is not None:
        return found
    boards, name = shipped() | own(), record.board
    if name not in boards:
        hint = nearest(name, boards) or f"; there are {', '.join(boards)}"
        raise BoardError(f'there is no board "{name}"{hint}; --board FILE names the file of another')
    return boards[name]


def outcome(book: Rulebook, token: str) -> int:
    """A word of luck as a number: a card, a ticket, or the seat that starts."""
    found = book.codec.outcome(token)
    if found is None:
        raise RecordError(f'"{token[:40]}" is neither a card nor a ticket nor a seat')
    return found


def outcomes_of(book: Rulebook, tokens: tuple[str, ...], where: str) -> list[int]:
    if len(tokens) > ROOM:
        raise RecordError(f"{where}: more luck than a move can need")
    try:
        return [outcome(book, token) for token in tokens]
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from None


def begin_in(kind: type[Played], record: Record, board: AnyBoard) -> Played:
    """The game of a record, set up and dealt."""
    book = book_of(record, board)
    deal = outcomes_of(book, record.deal, "deal")
    try:
        game = kind.from_outcomes(book, record.seats, deal, record.source, record.names)
    except LuckError as error:
        raise RecordError(f"deal: {_token(record.deal, error)}") from None
    except (RecordError, BoardError) as error:
        raise RecordError(f"deal: {error}") from None
    _check_kinds(record.deal, game.deal, "deal")
    return game


def advance(game: Replayable, record: Record, number: int) -> None:
    """Carry out one move of a record, counted from 0."""
    move = record.moves[number]
    where = where_of(record, number)
    outcomes = outcomes_of(game.book, move.luck, where)
    try:
        game.play_outcomes(actions.parse(move.action), move.seat, outcomes)
    except LuckError as error:
        raise RecordError(f"{where}: {_token(move.luck, error)}") from None
    except (InvalidAction, IllegalAction, RecordError, ValueError) as error:
        raise RecordError(f"{where}: {short(error, 300)}") from None
    played = game.record_move(number)
    if played.action != move.action:
        raise RecordError(f'{where}: this is written "{short(played.action)}"')
    _check_kinds(move.luck, played.luck, where)


def where_of(record: Record, number: int) -> str:
    move = record.moves[number]
    return f'move {number + 1} (seat {move.seat}, "{move.action[:60]}")'


def _token(tokens: tuple[str, ...], error: LuckError) -> str:
    if error.place >= len(tokens):
        return str(error)
    return f'token {error.place + 1} of the luck, "{tokens[error.place]}", {error.fault}'


def _check_kinds(told: tuple[str, ...], played: tuple[str, ...], where: str) -> None:
    """To the rules, cards, tickets and seats are all numbers, so only the words show a wrong kind."""
    for place, (token, meant) in enumerate(zip(told, played, strict=True), 1):
        if token != meant:
            raise RecordError(
                f'{where}: token {place} of the luck, "{token}", is not of the right kind: '
                "a card stands where a ticket or a seat belongs, or the other way round"
            )


def replayed_in(kind: type[Played], record: Record, board: AnyBoard) -> Played:
    """The game of a record, carried out to its end."""
    game = begin_in(kind, record, board)
    for number in range(len(record.moves)):
        advance(game, record, number)
    return game
