"""Playing a record again, and checking it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from kolej import actions, fair
from kolej.actions import IllegalAction, InvalidAction
from kolej.boards import schema
from kolej.boards.faults import BoardError, nearest
from kolej.boards.load import own, shipped
from kolej.game import Game
from kolej.record import Record, RecordError, Source
from kolej.rulebook import Rulebook, rulebook
from kolej.rules.luck import ROOM


def book_of(record: Record, board: str | Path | schema.Board | Rulebook | None) -> Rulebook:
    """The rulebook that a record was played by; it must be the very same board file."""
    try:
        book = rulebook(_known(record.board) if board is None else board, record.options)
    except BoardError as error:
        raise RecordError(f"board: {error}") from None
    if book.board.id != record.board:
        raise RecordError(f'board: the record was played on "{record.board}", not on "{book.board.id}"')
    if record.content and book.content and book.content != record.content:
        raise RecordError(
            f'board: "{record.board}" has changed since: its content hash is {book.content[:12]}..., '
            f"the record was played on {record.content[:12]}..."
        )
    if book.options != record.options:
        raise RecordError("options: the record was played with others than this rulebook has")
    return book


def _known(name: str) -> Path:
    """The file of a board by its name alone: a record must not make us read any file it likes."""
    boards = shipped() | own()
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


def _outcomes(book: Rulebook, tokens: tuple[str, ...], where: str) -> list[int]:
    if len(tokens) > ROOM:
        raise RecordError(f"{where}: more luck than a move can need")
    try:
        return [outcome(book, token) for token in tokens]
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from None


def begin(record: Record, board: str | Path | schema.Board | Rulebook | None = None) -> Game:
    """The game of a record, set up and dealt."""
    book = book_of(record, board)
    deal = _outcomes(book, record.deal, "deal")
    try:
        game = Game.from_outcomes(book, record.seats, deal, record.source, record.names)
    except (RecordError, BoardError) as error:
        raise RecordError(f"deal: {error}") from None
    if game.deal != record.deal:
        raise RecordError("deal: a card stands where a ticket or a seat belongs, or the other way round")
    return game


def advance(game: Game, record: Record, number: int) -> None:
    """Carry out one move of a record, counted from 0."""
    move = record.moves[number]
    where = f'move {number + 1} (seat {move.seat}, "{move.action[:60]}")'
    luck = _outcomes(game.book, move.luck, where)
    try:
        game.play_outcomes(actions.parse(move.action), move.seat, luck)
    except (InvalidAction, IllegalAction, RecordError, ValueError) as error:
        raise RecordError(f"{where}: {_short(error, 300)}") from None
    played = game.record_move(number)
    if played.action != move.action:
        raise RecordError(f'{where}: this is written "{_short(played.action)}"')
    if played.luck != move.luck:
        raise RecordError(f"{where}: a card stands where a ticket belongs, or the other way round")


def replayed(record: Record, board: str | Path | schema.Board | Rulebook | None = None) -> Game:
    """The game that a record tells, carried out to its end."""
    game = begin(record, board)
    for number in range(len(record.moves)):
        advance(game, record, number)
    return game


def verify(record: Record, board: str | Path | schema.Board | Rulebook | None = None) -> Game:
    """Play a record again, compare everything it says; ``RecordError`` with the first difference."""
    game = replayed(record, board)
    if game.over != (record.score is not None):
        state = (
            "is over, but the record has no score" if game.over else "is not over, but the record has a score"
        )
        raise RecordError(f"end: the game {state}")
    if record.score is not None:
        _compare_scores(record, game)
    _check_source(record, game)
    return game


def _compare_scores(record: Record, game: Game) -> None:
    told, found = record.score, game.score()
    assert told is not None
    if len(told.seats) != len(found.seats):
        raise RecordError(f"score: {len(told.seats)} seats are told, {len(found.seats)} played")
    for mine, theirs in zip(found.seats, told.seats, strict=True):
        for field in mine.__struct_fields__:
            a, b = getattr(theirs, field), getattr(mine, field)
            if a != b:
                raise RecordError(
                    f"score: seat {mine.seat}: {field} is told as {_short(a)}, but is {_short(b)}"
                )
    if told != found:
        raise RecordError("score: the winners or the tie are not as told")


def _short(value: object, most: int = 80) -> str:
    try:
        text = str(value)
    except ValueError:  # a number with thousands of digits
        return "something too long to write"
    return text if len(text) <= most else text[: most - 3] + "..."


def _check_source(record: Record, game: Game) -> None:
    """Where the luck can be derived, it must be what the record says it was."""
    source = record.source
    if source.kind == "keyed":
        if source.commitment is None or source.seed is not None:
            raise RecordError("source: a keyed game has a commitment and no seed")
        if source.secret is None:
            if game.over:
                raise RecordError("source: the game is over, but its secret is not shown")
            return
        secret = bytes.fromhex(source.secret)
        if not fair.keeps(secret, source.commitment):
            raise RecordError("source: the secret is not the one that was promised at the start")
        _compare_luck(record, Game.start(game.book, record.seats, _hidden(source), secret, record.names))
    elif source.kind == "seeded":
        if source.seed is None or source.commitment is not None or source.secret is not None:
            raise RecordError("source: a seeded game has a seed, and neither commitment nor secret")
        _compare_luck(record, Game.start(game.book, record.seats, source, None, record.names))


def _hidden(source: Source) -> Source:
    return msgspec.structs.replace(source, secret=None)


def _compare_luck(record: Record, game: Game) -> None:
    """Play the actions again with luck from its source: it must come out as recorded."""
    if game.deal != record.deal:
        raise RecordError("deal: the luck is not what its source gives")
    for number, move in enumerate(record.moves):
        game.play(actions.parse(move.action), move.seat)
        if game.record_move(number).luck != move.luck:
            raise RecordError(
                f'move {number + 1} ("{move.action[:60]}"): the luck is not what its source gives'
            )
