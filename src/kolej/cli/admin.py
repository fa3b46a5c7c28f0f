"""``kolej admin``: administering a server's store."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.table import Table

from kolej.cli.output import OUT, SAY, AsJson, Output, fail, gave_json
from kolej.cli.serve import Config, Data, Database, read_settings
from kolej.cli.usage import Program

if TYPE_CHECKING:
    from kolej.server.maintenance import Person
    from kolej.server.protocol import TableState
    from kolej.server.settings import Settings

app = typer.Typer(
    cls=Program,
    help="Administer a server: backups, tables, players. The server may be running.",
    no_args_is_help=True,
)

Yes = Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]
Target = Annotated[Path, typer.Argument(metavar="FILE")]
RESTART = "if a server uses this store, restart it: it still remembers what was deleted"


@contextmanager
def _told() -> Iterator[None]:
    """Report errors about stores and files in a sentence."""
    from kolej.server.store.archive import ArchiveError
    from kolej.server.store.database import StoreError

    try:
        yield
    except (StoreError, ArchiveError) as error:
        fail(str(error))


def _settings(config: Path | None, data: str | None, database: str | None) -> Settings:
    return read_settings(config, {"data": data, "database": database}).settings


@app.command()
def backup(
    file: Target,
    force: Force = False,
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Write everything in the store to a file, as it is at this moment."""
    from kolej.server.store.backup import backup as write
    from kolej.server.store.database import StoreError, shown, sqlite_path

    settings = _settings(config, data, database)
    url = settings.store_url
    with _told():
        if url.startswith("sqlite:") and not sqlite_path(url).is_file():
            raise StoreError(f"there is no database {sqlite_path(url)}; name your server's with --data")
        counts = write(url, file, replace=force).counts
    SAY.print(
        f"{escape(str(file))}: {counts['tables']} tables with {counts['entries']} entries, "
        f"{counts['players']} players, from {escape(shown(url))}",
        soft_wrap=True,
    )


@app.command()
def restore(
    file: Target,
    replace: Annotated[bool, typer.Option("--replace", help="Delete what is in the store now.")] = False,
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Fill a store from a backup, whether SQLite or PostgreSQL. The server must not be running."""
    from kolej.server.store.backup import restore as read
    from kolej.server.store.database import shown

    settings = _settings(config, data, database)
    with _told():
        counts = read(settings.store_url, file, replace=replace).counts
    SAY.print(
        f"{escape(shown(settings.store_url))} now has {counts['tables']} tables "
        f"with {counts['entries']} entries, and {counts['players']} players",
        soft_wrap=True,
    )


@app.command()
def tables(
    state: Annotated[
        str | None,
        typer.Option(help="Only these: waiting, playing, over, closed.", metavar="STATES"),
    ] = None,
    as_json: AsJson = False,
    output: Output = None,
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """List tables, last used first. The id of a private table is the key to it."""
    import msgspec

    from kolej.server import maintenance

    states = _states(state) if state else maintenance.STATES
    with _told(), maintenance.existing(_settings(config, data, database)) as db:
        found = list(maintenance.tables(db, states))
    if gave_json(msgspec.to_builtins(found), as_json, output):
        return
    table = _table("table", "board", "state", "last move", "entries", "players")
    for seen in found:
        players = ", ".join(player or "-" for player in seen.players)
        table.add_row(
            seen.id, seen.board, seen.state, _when(seen.updated), str(seen.entries), escape(players)
        )
    OUT.print(table)
    SAY.print(f"[dim]{len(found)} tables[/dim]")


@app.command()
def delete(
    older_than: Annotated[str, typer.Option(help="Such as 12h, 90d, 8w, 2y.", metavar="TIME")],
    state: Annotated[
        str, typer.Option(help="Only tables in these states; playing only if named.", metavar="STATES")
    ] = "over,closed,waiting",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how many tables it would be.")] = False,
    yes: Yes = False,
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Delete tables that have been idle for this long, with everything played and said there."""
    from kolej.server import maintenance

    try:
        before = time.time_ns() // 1_000_000 - maintenance.span(older_than)
    except ValueError as error:
        fail(f"--older-than: {error}")
    states = _states(state)
    with _told(), maintenance.existing(_settings(config, data, database)) as db:
        count = maintenance.count_old(db, before, states)
        told = f"{count} {'table' if count == 1 else 'tables'} ({', '.join(states)}) older than {older_than}"
        if dry_run or not count:
            OUT.print(f"{told}; nothing was deleted", soft_wrap=True)
            return
        if not yes:
            _ask(f"delete {told} for good?")
        OUT.print(f"{maintenance.delete_old(db, before, states)} tables were deleted", soft_wrap=True)


@app.command()
def export(
    file: Target,
    board: Annotated[str | None, typer.Option(help="Only games on this board.", metavar="NAME")] = None,
    force: Force = False,
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Write all finished games to one zip file of records, with an index (index.csv)."""
    import asyncio

    from rich.progress import BarColumn, MofNCompleteColumn, Progress

    from kolej.compiling.warm import warm
    from kolej.rules.compilation import RULES
    from kolej.server import maintenance

    settings = _settings(config, data, database)
    with _told(), maintenance.existing(settings):
        pass
    warm(RULES)
    with _told(), Progress(BarColumn(), MofNCompleteColumn(), console=SAY, transient=True) as progress:
        task = progress.add_task("games", total=None)
        written, failed = asyncio.run(
            maintenance.export(
                settings,
                file,
                board,
                replace=force,
                told=lambda done, of: progress.update(task, completed=done, total=of),
            )
        )
    SAY.print(f"{escape(str(file))}: {written} {'game' if written == 1 else 'games'}", soft_wrap=True)
    for place, why in failed.items():
        SAY.print(f"[yellow]left out:[/yellow] table {place}: {escape(why)}", soft_wrap=True)
    if failed:
        fail(f"{len(failed)} games could not be read; the others are in the archive")


@app.command()
def forget(
    who: Annotated[str, typer.Argument(help="A handle or a name.", metavar="PLAYER")],
    yes: Yes = False,
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Delete what is stored about a player. Games stay, without the name."""
    import asyncio

    from kolej.server import maintenance

    settings = _settings(config, data, database)
    with _told():
        with maintenance.existing(settings) as db:
            found = maintenance.people_called(db, who)
        person = _only(found, who)
        if not yes:
            kind = "the account" if person.account else "the guest"
            _ask(f"delete {kind} {person.name} ({person.handle}), at {person.tables} tables, for good?")
        asyncio.run(maintenance.forget(settings, person.id))
    OUT.print(f"{escape(person.name)} ({person.handle}) was deleted", soft_wrap=True)
    SAY.print(RESTART, soft_wrap=True)


@app.command()
def token(
    name: Annotated[str, typer.Argument(help="The program's name at tables.", metavar="NAME")],
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Create a player for a program, such as a bot of your own, and print the token it plays with."""
    import asyncio

    from kolej.server import maintenance
    from kolej.server.http.site import Wrong, printable

    settings = _settings(config, data, database)
    try:
        name = printable(name)
    except Wrong as error:
        fail(error.detail)
    if len(name) > 30:
        fail("a name is printable text of 1 to 30 signs")
    with _told():
        with maintenance.existing(settings):
            pass
        player, made = asyncio.run(maintenance.new_token(settings, name))
    SAY.print(f"{escape(player.name)} is {player.handle}; this token is shown once:", soft_wrap=True)
    print(made)


@app.command()
def players(
    as_json: AsJson = False,
    output: Output = None,
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """List accounts, and count guests."""
    from kolej.server import maintenance

    with _told(), maintenance.existing(_settings(config, data, database)) as db:
        found = maintenance.accounts(db)
        count, last = maintenance.guests(db)
    shown = [{"name": p.name, "handle": p.handle, "created": p.created, "tables": p.tables} for p in found]
    if gave_json({"accounts": shown, "guests": count, "last_guest": last}, as_json, output):
        return
    table = _table("account", "handle", "made", "tables")
    for person in found:
        table.add_row(escape(person.name), person.handle, _when(person.created), str(person.tables))
    OUT.print(table)
    came = f"; the last one came {_when(last)}" if last else ""
    OUT.print(f"{len(found)} accounts, {count} guests{came}", soft_wrap=True)


@app.command()
def settings(
    as_json: AsJson = False,
    output: Output = None,
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Show the settings in force, and where each comes from."""
    import msgspec

    from kolej.server.store.database import shown

    found = read_settings(config, {"data": data, "database": database})
    values = msgspec.to_builtins(found.settings)
    values["database"] = shown(values["database"])
    rows = [
        {
            "name": name,
            "variable": f"KOLEJ_{name.upper()}",
            "value": value,
            "from": found.sources.get(name, "default"),
        }
        for name, value in values.items()
    ]
    if gave_json(rows, as_json, output):
        return
    table = _table("setting", "value", "from", "variable")
    for row in rows:
        value = str(row["value"]).lower() if isinstance(row["value"], bool) else str(row["value"])
        table.add_row(row["name"], escape(value), escape(row["from"]), row["variable"])
    OUT.print(table)
    OUT.print(f"the store is {escape(shown(found.settings.store_url))}", soft_wrap=True)


def _states(text: str) -> tuple[TableState, ...]:
    from kolej.boards.errors import nearest
    from kolej.server.maintenance import STATES

    words = [word.strip().lower() for word in text.split(",") if word.strip()]
    for word in words:
        if word not in STATES:
            hint = nearest(word, STATES) or f"; there are {', '.join(STATES)}"
            fail(f'--state: "{word}" is not a state of a table{hint}')
    if not words:
        fail(f"--state: name some of {', '.join(STATES)}")
    return tuple(state for state in STATES if state in words)


def _only(found: list[Person], who: str) -> Person:
    if not found:
        fail(f'there is no player "{who}"; kolej admin tables lists the players')
    if len(found) > 1:
        several = ", ".join(f"{person.handle} ({_when(person.created)})" for person in found[:10])
        fail(f'{len(found)} players are called "{who}"; choose one by its handle: {several}')
    return found[0]


def _ask(question: str) -> None:
    """Ask for confirmation and stop without it; where nobody can be asked, --yes confirms."""
    try:
        agreed = typer.confirm(question, err=True)
    except typer.Abort:
        fail("nothing was deleted; --yes deletes without asking")
    if not agreed:
        fail("nothing was deleted")


def _table(*heads: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in heads:
        table.add_column(head, justify="right" if head in ("entries", "tables") else "left", overflow="fold")
    return table


def _when(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
