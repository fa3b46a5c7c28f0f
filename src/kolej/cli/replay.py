"""``kolej replay`` and ``kolej verify``: recorded games, replayed and checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from kolej.cli.output import OUT, SAY, AsJson, Output, check_output, fail, gave_json
from kolej.cli.usage import whole

if TYPE_CHECKING:
    from kolej.game.game import Game
    from kolej.game.record import Record

Board = Annotated[
    str | None,
    typer.Option("--board", help="The board's file, if it cannot be found by name.", metavar="FILE"),
]


def replay(
    file: Annotated[Path, typer.Argument(help="A record.", metavar="FILE")],
    to: Annotated[int | None, whole("Stop after this many moves.", 0)] = None,
    board: Board = None,
    as_json: AsJson = False,
    output: Output = None,
) -> None:
    """Tell a recorded game again, turn by turn, to the score sheet."""
    from kolej.compiling.warm import warm
    from kolej.game.record import RecordError, read_file
    from kolej.game.replay import begin
    from kolej.rules.compilation import RULES

    check_output(output)
    try:
        record = read_file(file)
        warm(RULES)
        game = begin(record, board)
        steps = len(record.moves) if to is None else min(to, len(record.moves))
        if (as_json or output) and gave_json(as_values(record, game.copy(), steps), as_json, output):
            return
        tell_all(record, game, steps)
    except RecordError as error:
        fail(f"{file}: {error}")


def called(record: Record) -> list[str]:
    return list(record.names) or [f"seat {seat}" for seat in range(record.seats)]


def tell_all(record: Record, game: Game, steps: int, out: Console = OUT) -> None:
    """Print the set-up, this many moves, and the score sheet."""
    from kolej.cli.text_game.screen import reasons, score_table
    from kolej.cli.text_game.words import Words
    from kolej.game.replay import advance

    words = Words(game.book, called(record))
    out.print(f"[bold]{escape(game.board.name.en)}[/bold], {record.seats} players", soft_wrap=True)
    for event in game.events:
        out.print(words.sentence(event), soft_wrap=True)
    for number in range(steps):
        seen = len(game.events)
        advance(game, record, number)
        out.print(f"{number + 1:4d}  {words.line(game.events[seen:])}", soft_wrap=True)
    out.print("")
    if not game.over:
        out.print("the score, if the game ended here:" if steps else "the score:", soft_wrap=True)
    sheet = game.score()
    out.print(score_table(sheet, words))
    for line in reasons(sheet, words):
        if game.over or not line.startswith("[bold]"):
            out.print(line, soft_wrap=True)


def as_values(record: Record, game: Game, steps: int) -> dict[str, Any]:
    import msgspec

    from kolej.game.replay import advance

    told: list[dict[str, Any]] = []
    started = msgspec.to_builtins(game.events)
    for number in range(steps):
        seen = len(game.events)
        advance(game, record, number)
        move = record.moves[number]
        events = msgspec.to_builtins(game.events[seen:])
        told.append({"number": number + 1, "seat": move.seat, "action": move.action, "events": events})
    return {
        "board": record.board,
        "seats": record.seats,
        "names": called(record),
        "set_up": started,
        "moves": told,
        "over": game.over,
        "score": msgspec.to_builtins(game.score()),
    }


def verify(
    files: Annotated[list[Path], typer.Argument(help="Records.", metavar="FILE...")],
    board: Board = None,
    as_json: AsJson = False,
    output: Output = None,
) -> None:
    """Play records again and check all they say; exit code 0 only if all of it is so."""
    from kolej.compiling.warm import warm
    from kolej.game.record import RecordError, read_file
    from kolej.game.replay import verify as check
    from kolej.rules.compilation import RULES

    check_output(output)
    warm(RULES)
    found: list[dict[str, Any]] = []
    for file in files:
        try:
            record = read_file(file)
            game = check(record, board)
            found.append({"file": str(file), "right": True, "what": summary(record, game)})
        except RecordError as error:
            found.append({"file": str(file), "right": False, "what": str(error)})
    if not gave_json(found, as_json, output):
        for one in found:
            if one["right"]:
                OUT.print(
                    f"{escape(one['file'])}: [green]valid[/green]: {escape(one['what'])}", soft_wrap=True
                )
            else:
                text = f"[red]error:[/red] {escape(one['file'])}: {escape(one['what'])}"
                SAY.print(text, soft_wrap=True)
    if not all(one["right"] for one in found):
        raise typer.Exit(1)


def summary(record: Record, game: Game) -> str:
    """What was checked, in one line."""
    luck = {
        "seeded": f"its luck comes from seed {record.source.seed}",
        "keyed": "its luck comes from the secret committed to at the start"
        if record.source.secret
        else "its luck is possible; its secret has not been published yet",
        "outcomes": "its luck is possible; its source is not recorded",
    }[record.source.kind]
    if not game.over:
        return f"{record.board}, {len(record.moves)} moves, not over yet; {luck}"
    names = called(record)
    sheet = game.score()
    winners = " and ".join(f"{names[seat]} with {sheet.seats[seat].total}" for seat in sheet.winners)
    return f"{record.board}, {len(record.moves)} moves, won by {winners}; {luck}"
