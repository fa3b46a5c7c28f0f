"""Playing a record again, and checking it."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

from kolej.boards import schema
from kolej.boards.errors import BoardError, nearest
from kolej.boards.load import own, shipped
from kolej.boards.versions import find_by_hash
from kolej.game import actions, fair_luck
from kolej.game.actions import IllegalAction, InvalidAction
from kolej.game.game import Game
from kolej.game.record import LuckError, Record, RecordError
from kolej.game.rulebook import Rulebook, rulebook
from kolej.game.score_check import compare_scores, short
from kolej.rules.luck import ROOM


def book_of(record: Record, board: str | Path | schema.Board | Rulebook | None) -> Rulebook:
    """The rulebook that a record was played by; it must be the very same board file."""
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
    """The board file by its hash, or else by its name: a record must not make us read any file it likes."""
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
    except LuckError as error:
        raise RecordError(f"deal: {_token(record.deal, error)}") from None
    except (RecordError, BoardError) as error:
        raise RecordError(f"deal: {error}") from None
    _check_kinds(record.deal, game.deal, "deal")
    return game


def advance(game: Game, record: Record, number: int) -> None:
    """Carry out one move of a record, counted from 0."""
    move = record.moves[number]
    where = _where(record, number)
    outcomes = _outcomes(game.book, move.luck, where)
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


def _where(record: Record, number: int) -> str:
    move = record.moves[number]
    return f'move {number + 1} (seat {move.seat}, "{move.action[:60]}")'


def _token(tokens: tuple[str, ...], error: LuckError) -> str:
    if error.place >= len(tokens):
        return str(error)
    return f'token {error.place + 1} of the luck, "{tokens[error.place]}", {error.fault}'


def _check_kinds(told: tuple[str, ...], played: tuple[str, ...], where: str) -> None:
    """Cards, tickets and seats are numbers to the rules, so a wrong kind shows only in words."""
    for place, (token, meant) in enumerate(zip(told, played, strict=True), 1):
        if token != meant:
            raise RecordError(
                f'{where}: token {place} of the luck, "{token}", is not of the right kind: '
                "a card stands where a ticket or a seat belongs, or the other way round"
            )


def replayed(record: Record, board: str | Path | schema.Board | Rulebook | None = None) -> Game:
    """The game that a record tells, carried out to its end."""
    game = begin(record, board)
    for number in range(len(record.moves)):
        advance(game, record, number)
    return game


def verify(record: Record, board: str | Path | schema.Board | Rulebook | None = None) -> Game:
    """Play a record again, compare everything it says; ``RecordError`` with the first difference.

    Where the luck can be derived, each move is first played with luck from its source: a changed token is
    then told as such, and not by what it makes impossible many moves later.
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
    """The game set up with luck from its source, as far as that is told; its deal must be the record's."""
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
    _outcomes(book, record.deal, "deal")
    try:
        game = Game.start(book, record.seats, source, secret, record.names)
    except BoardError as error:
        raise RecordError(f"deal: {error}") from None
    _compare_tokens(record.deal, game.deal, "deal")
    return game


def _check_luck(game: Game, record: Record, number: int) -> None:
    """Play a move with luck from its source: it must come out as recorded."""
    move = record.moves[number]
    _outcomes(game.book, move.luck, _where(record, number))
    try:
        game.play(actions.parse(move.action), move.seat)
    except (InvalidAction, IllegalAction, ValueError):
        return  # the action is wrong, not the luck; the same game with the luck recorded says how
    _compare_tokens(move.luck, game.record_move(number).luck, _where(record, number))


def _compare_tokens(told: tuple[str, ...], true: tuple[str, ...], where: str) -> None:
    for place, (token, meant) in enumerate(zip_longest(told, true), 1):
        if token != meant:
            found = "missing" if token is None else f'"{short(token)}"'
            given = "gives no more" if meant is None else f'gives "{meant}"'
            difference = f"token {place} is {found}, the source {given}"
            raise RecordError(f"{where}: the luck is not what its source gives: {difference}")
