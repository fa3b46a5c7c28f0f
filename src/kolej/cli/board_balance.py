"""``kolej board balance``: what is out of line on a board, found by letting the planner play itself."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.table import Table

from kolej.cli.board import fetch
from kolej.cli.output import OUT, SAY, AsJson, Output, check_output, fail, gave_json
from kolej.cli.usage import whole

if TYPE_CHECKING:
    from kolej.arena.balance import Balance, Count, Remark
    from kolej.arena.balance_counts import Figure

INTERRUPTED = 130
SHOWN = 3
"""How many tickets and routes at either end are always shown."""
UNSURE = 10
"""How many possible findings are listed; with few games there are many, and most are not real."""


def balance(
    file: Annotated[str, typer.Argument(help="A board file, or a board's name.", metavar="FILE")],
    games: Annotated[int, whole("Games of each match, in whole blocks.", 2)] = 1000,
    players: Annotated[int | None, whole("Seats; two and the most by default.", 2, 5)] = None,
    seed: Annotated[
        int,
        whole("The same seed gives the same games.", 0, 2**63 - 1),
    ] = 0,
    jobs: Annotated[int | None, whole("Processes; all cores by default.", 1)] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with code 1 if something is out of line.")
    ] = False,
    as_json: AsJson = False,
    output: Output = None,
) -> None:
    """Let the planner play against itself on a board, and report what is out of line."""
    import msgspec

    from kolej.arena.balance import BalanceError, planned
    from kolej.arena.balance import balance as weighed
    from kolej.arena.match import MatchError
    from kolej.arena.worker_pool import WorkerPoolError
    from kolej.boards.errors import BoardError
    from kolej.cli.arena import bar

    fetch(file)
    check_output(output)
    try:
        plan = planned(file, players, seed)
        with bar(plan.total(games)) as progress:
            found = weighed(plan, games, jobs=jobs or os.cpu_count() or 1, progress=progress)
    except (MatchError, BoardError, BalanceError, WorkerPoolError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        fail("stopped; fewer --games take less time", INTERRUPTED)
    values = msgspec.to_builtins(found) | {"out_of_line": len(found.out_of_line)}
    if not gave_json(values, as_json, output):
        tell(found)
    if strict and found.out_of_line:
        raise typer.Exit(1)


def tell(found: Balance) -> None:
    for count in found.counts:
        OUT.print(f"[bold]{count.players} players[/bold], {count.games} games", soft_wrap=True)
        _seats(count)
        if count.stacks:
            _stacks(count)
        _tickets(count)
        _routes(count)
        OUT.print()
    for style in found.styles:
        OUT.print(
            f"a planner that {style.what} wins {shares(style.wins)} of games of two against the normal one",
            soft_wrap=True,
        )
    OUT.print("[dim]in brackets: 95 % intervals over seeds[/dim]")
    _remarks(found)


def _remarks(found: Balance) -> None:
    out = found.out_of_line
    unsure = [remark for remark in found.remarks if remark.verdict != "out"]
    if found.remarks:
        OUT.print()
    for remark in (*out, *unsure[:UNSURE]):
        colour, word = ("red", "out of line") if remark.verdict == "out" else ("yellow", "perhaps")
        OUT.print(f"[{colour}]{word}:[/{colour}] {escape(sentence(remark))}", soft_wrap=True)
    said = f"{len(out) or 'nothing'} out of line"
    if unsure:
        said += f"; {len(unsure)} perhaps: a larger --games would show"
    SAY.print(f"{escape(found.board)}: {said}", soft_wrap=True)


def sentence(remark: Remark) -> str:
    """What is wrong, with the figure and its limit."""
    points = remark.says == "loses points"
    figure = plain(remark.figure) + " points" if points else shares(remark.figure)
    limit = f"{remark.limit:.0f}" if points else f"{100 * remark.limit:.0f} %"
    table = "" if remark.kind in ("style", "route") else f", {remark.players} players"
    return f"{remark.kind}{table}: {remark.name} {remark.says}: {figure}, limit {limit}"


def shares(figure: Figure | None) -> str:
    """A share with its interval; small ones get a decimal."""
    if figure is None:
        return "-"
    low, high = figure.interval
    places = 1 if figure.value < 0.1 else 0
    return f"{100 * figure.value:.{places}f} % ({100 * low:.{places}f}-{100 * high:.{places}f})"


def plain(figure: Figure | None, places: int = 1) -> str:
    if figure is None:
        return "-"
    low, high = figure.interval
    return f"{figure.value:.{places}f} ({low:.{places}f}..{high:.{places}f})"


def _table(*heads: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place else "left", overflow="fold")
    return table


def _seats(count: Count) -> None:
    told = ", ".join(f"turn {place + 1} {shares(wins)}" for place, wins in enumerate(count.seats))
    OUT.print(f"wins by order of turns: {told}; even is {100 / count.players:.0f} %", soft_wrap=True)


def _stacks(count: Count) -> None:
    if count.pair_at_all is not None and count.first_pair is not None:
        OUT.print(
            f"first pair of countries: joined in {shares(count.pair_at_all)} of games, "
            f"after {shares(count.first_pair)} of the turns; "
            f"in the middle third {shares(count.pair_in_the_middle)}",
            soft_wrap=True,
        )
    table = _table("stack", "top card taken", "its taker wins", "correlation with winning")
    for stack in count.stacks:
        table.add_row(
            escape(stack.name), shares(stack.taken), shares(stack.wins), plain(stack.correlation, 2)
        )
    OUT.print(table)


def _tickets(count: Count) -> None:
    known = [ticket for ticket in count.tickets if ticket.gain is not None]
    known.sort(key=lambda ticket: (ticket.gain.value if ticket.gain else 0.0, ticket.name))
    few = known if len(known) <= 2 * SHOWN else [*known[:SHOWN], *known[-SHOWN:]]
    table = _table(
        "tickets: lowest and highest gain", "points", "kept if offered", "gain if kept", "wins with it"
    )
    for ticket in few:
        table.add_row(
            escape(ticket.name),
            str(ticket.points),
            shares(ticket.kept),
            plain(ticket.gain),
            shares(ticket.wins),
        )
    OUT.print(table)


def _routes(count: Count) -> None:
    table = _table("least used routes", "games")
    for route in sorted(count.routes, key=lambda route: route.taken.value)[:SHOWN]:
        table.add_row(escape(route.name), shares(route.taken))
    OUT.print(table)
