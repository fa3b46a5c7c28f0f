"""``kolej arena``: many games between bots, and which is stronger."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from kolej.boards.errors import why
from kolej.cli.output import OUT, SAY, AsJson, Output, check_output, fail, gave_json
from kolej.cli.usage import board_names, bot_names, real, whole

if TYPE_CHECKING:
    from kolej.arena.match import Match
    from kolej.arena.results import Results
    from kolej.arena.standings import Standing
    from kolej.arena.standings import Table as Outcome
    from kolej.game.rulebook import Options

File = Path | None
INTERRUPTED = 130


def arena(
    board: Annotated[
        str, typer.Option(help="A board's name or file.", metavar="NAME", autocompletion=board_names)
    ] = "europe",
    bots: Annotated[
        str,
        typer.Option(
            help="The bots: names, path.py::MyBot, name@2ms.", metavar="A,B,...", autocompletion=bot_names
        ),
    ] = "greedy,random",
    games: Annotated[
        int,
        whole("Games, in whole blocks; a maximum with --until-decided.", 1),
    ] = 100,
    players: Annotated[
        int | None,
        whole("Seats; if fewer than bots, every selection plays.", 2, 5),
    ] = None,
    seed: Annotated[
        int,
        whole("The same seed gives the same games.", 0, 2**63 - 1),
    ] = 0,
    jobs: Annotated[int | None, whole("Processes; all cores by default.", 1)] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="A rule option of the board.", metavar="NAME=VALUE")
    ] = None,
    patience: Annotated[float, real("Seconds after which a bot counts as hung.", 0.1)] = 10.0,
    until_decided: Annotated[
        bool, typer.Option("--until-decided", help="Stop as soon as it is certain who is stronger.")
    ] = False,
    anchor: Annotated[str | None, typer.Option(help="The bot whose rating is 0.", metavar="NAME")] = None,
    out: Annotated[
        File, typer.Option(help="Store all results here; continue if there are some.", metavar="DIR")
    ] = None,
    as_json: AsJson = False,
    output: Output = None,
    as_csv: Annotated[
        File, typer.Option("--csv", help="Write a row for every seat of every game.", metavar="FILE")
    ] = None,
    as_parquet: Annotated[
        File, typer.Option("--parquet", help="The same as Parquet.", metavar="FILE")
    ] = None,
    records: Annotated[File, typer.Option(help="Write the record of every game.", metavar="DIR")] = None,
) -> None:
    """Let bots play many games, every seating of each seed, so that luck evens out."""
    from kolej.arena.export import ExportError, check_parquet, summary
    from kolej.arena.match import MatchError, match
    from kolej.arena.results import ResultsError
    from kolej.boards.errors import BoardError
    from kolej.bots import BotError

    names = [name.strip() for name in bots.split(",") if name.strip()]
    try:
        wanted = match(
            board, names, players=players, seed=seed, options=options(option or []), patience=patience
        )
        if as_parquet:
            check_parquet()
        check_output(output, as_csv, as_parquet)
        if anchor is not None and anchor not in wanted.names:
            fail(f'"{anchor}" does not play; the anchor is one of {", ".join(wanted.names)}')
        with results_for(wanted, out, bool(as_csv or as_parquet)) as kept:
            ended, table = played(wanted, games, jobs, until_decided, kept, records, anchor)
            write(kept, as_csv, as_parquet)
    except (MatchError, BotError, BoardError, ResultsError, ExportError) as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename}: {why(error)}")
    if not gave_json(summary(wanted, table, ended), as_json, output):
        tell(wanted, table, ended)
    if ended == "interrupted":
        how = "the same command continues from here" if out else "with --out DIR it could be continued"
        fail(f"stopped after {table.games} games; {how}", INTERRUPTED)
    if table.failures:
        fail(f"failed: {', '.join(dict.fromkeys(trouble.bot for trouble in table.failures))}")


def options(given: list[str]) -> Options:
    """Options as typed; whether the board has them is checked later."""
    found: Options = {}
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        words: dict[str, bool] = {
            "true": True,
            "yes": True,
            "on": True,
            "false": False,
            "no": False,
            "off": False,
        }
        if not equals:
            fail(f'"{text}": an option is written NAME=VALUE, as in countries_connect=true')
        if value.lower() in words:
            found[name] = words[value.lower()]
        elif value.isdigit():
            found[name] = int(value)
        else:
            fail(f'"{text}": the value is true, false or a number')
    return found


@contextlib.contextmanager
def results_for(match: Match, out: File, needed: bool) -> Iterator[Results | None]:
    """The folder for the results; a temporary one if only an export needs them."""
    from kolej.arena.results import Results

    if out is not None:
        yield Results.begin(out, match)
    elif needed:
        with tempfile.TemporaryDirectory(prefix="kolej-arena-") as folder:
            yield Results.begin(Path(folder), match)
    else:
        yield None


def played(
    match: Match,
    games: int,
    jobs: int | None,
    until_decided: bool,
    results: Results | None,
    records: File,
    anchor: str | None,
) -> tuple[str, Outcome]:
    """Play, with a progress bar."""
    from kolej.arena.runner import run

    total = match.blocks(games) * len(match.seatings)
    SAY.print(
        f"[dim]{total} games: {match.blocks(games)} seeds in {len(match.seatings)} seatings each[/dim]",
        soft_wrap=True,
    )
    with bar(total) as progress:
        standings, ended = run(
            match,
            games,
            jobs=jobs or os.cpu_count() or 1,
            until_decided=until_decided,
            results=results,
            records=records,
            progress=progress,
        )
    if not standings.games:
        fail("stopped before the first games were over", INTERRUPTED)
    return ended, standings.table(anchor)


@contextlib.contextmanager
def bar(total: int) -> Iterator[Callable[[int], None]]:
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=SAY, transient=True) as progress:
        task = progress.add_task("games", total=total)
        yield lambda done: progress.update(task, completed=done)


def write(results: Results | None, as_csv: File, as_parquet: File) -> None:
    from kolej.arena.export import write_csv, write_parquet

    if as_csv and results:
        write_csv(as_csv, results)
    if as_parquet and results:
        write_parquet(as_parquet, results)


def tell(match: Match, table: Outcome, ended: str) -> None:
    """Print the table and the notes on it."""
    differ = len({bot.games for bot in table.bots}) > 1
    failed = any(bot.failed for bot in table.bots)
    heads = ["bot", *["games"] * differ, "wins", "95 %", "score", "tickets", "µs", "rating", "95 %"]
    shown = Table(box=None, pad_edge=False, header_style="bold")
    for head in [*heads, *["failed"] * failed]:
        name = head == "bot"
        shown.add_column(head, justify="left" if name else "right", no_wrap=not name, overflow="fold")
    for bot in table.bots:
        low, high = bot.interval
        cells = [
            f"{100 * bot.win_rate:.1f} %",
            f"{100 * low:.1f}-{100 * high:.1f}",
            "-" if bot.mean_score is None else f"{bot.mean_score:.1f}",
            f"{bot.tickets_made:.1f}/{bot.tickets_kept:.1f}",
            f"{bot.microseconds_per_decision:,.0f}",
            *_rating(bot, table.anchor),
        ]
        count = [f"{bot.games:,}"] * differ
        shown.add_row(escape(bot.name), *count, *cells, *[f"[red]{bot.failed}[/red]"] * failed)
    OUT.print(shown)
    first = table.places[0]
    low, high = first.interval
    even = 100 / match.players
    OUT.print(
        f"the first player wins {100 * first.win_rate:.1f} % ({100 * low:.1f} to {100 * high:.1f}; "
        f"{even:.1f} would be even); games have {table.mean_turns:.0f} turns on average",
        soft_wrap=True,
    )
    OUT.print(
        "[dim]tickets: completed/kept per game; µs: per decision; 95 %: intervals over blocks[/dim]",
        soft_wrap=True,
    )
    if ended == "decided":
        OUT.print(f"decided after {table.games} games", soft_wrap=True)
    for trouble in table.failures[:10]:
        times = "once" if trouble.games == 1 else f"{trouble.games} times"
        OUT.print(
            f"[red]{escape(trouble.bot)}[/red] {trouble.kind} {times}: {escape(trouble.reason)}",
            soft_wrap=True,
        )
    if len(table.failures) > 10:
        OUT.print(f"and {len(table.failures) - 10} more reasons", soft_wrap=True)


def _rating(bot: Standing, anchor: str) -> tuple[str, str]:
    """Rating and interval; a bot that never lost, or never won, has only a bound."""
    low, high = bot.rating_interval
    if bot.name == anchor:
        return "0", "anchor"
    if high - low < 0.5:
        return f"{'≥' if bot.rating > 0 else '≤'} {bot.rating:.0f}", "-"
    return f"{bot.rating:.0f}", f"{low:.0f}..{high:.0f}"
