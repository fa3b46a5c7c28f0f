"""``kolej serve``: your own game server."""

from __future__ import annotations

import ipaddress
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer
from rich.markup import escape

from kolej.cli.output import OUT, SAY, fail
from kolej.cli.usage import whole

if TYPE_CHECKING:
    from kolej.server.settings import Found, Settings

Data = Annotated[str | None, typer.Option("--data", help="The folder of the database.", metavar="FOLDER")]
Database = Annotated[
    str | None,
    typer.Option("--database", help="sqlite:///file or postgresql://user@host/name.", metavar="URL"),
]
Config = Annotated[Path | None, typer.Option("--config", help="A TOML file with settings.", metavar="FILE")]


def serve(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on; 0.0.0.0 lets others connect.", metavar="ADDRESS")
    ] = None,
    port: Annotated[int | None, whole("The port; 8400 by default.", 0, 65535)] = None,
    data: Data = None,
    database: Database = None,
    url: Annotated[
        str | None, typer.Option(help="The public address, if behind a proxy.", metavar="URL")
    ] = None,
    config: Config = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = False,
) -> None:
    """Run a game server: people share a link and play, with bots if they like.

    All settings can also be in a file (--config) or in the environment (KOLEJ_PORT and so on);
    kolej admin settings shows the values in use.
    """
    given = {"host": host, "port": port, "data": data, "database": database, "url": url}
    found = read_settings(config, given)
    run(found.settings, Opening("", open_browser))


class Opening(NamedTuple):
    """The page that people see first, and whether to open the browser there."""

    page: str
    now: bool


def read_settings(
    config: Path | None, given: dict[str, str | int | None], environment: Mapping[str, str] = os.environ
) -> Found:
    """The settings in use; exits with a sentence for each fault."""
    from kolej.server.settings import SettingsError, find

    try:
        found = find(config, environment, given)
    except SettingsError as error:
        fail(str(error))
    for sentence in found.unknown:
        SAY.print(f"[yellow]warning:[/yellow] {escape(sentence)}", soft_wrap=True)
    return found


def run(settings: Settings, opening: Opening) -> None:
    from kolej.server import lifecycle, logs
    from kolej.server.store.database import StoreError

    try:
        sockets = lifecycle.listen(settings.host, settings.port)
    except lifecycle.CannotListen as error:
        fail(str(error))
    try:
        server = lifecycle.server(settings, lambda port: welcome(settings, port, opening))
    except StoreError as error:
        for socket in sockets:
            socket.close()
        fail(str(error))
    logs.set_up(settings.log, settings.log_level)
    # On these signals the server drains, then raises them again when it is done and they have no effect.
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda *_: None)
    try:
        server.run(sockets)
    except SystemExit:
        fail("the server did not start; the log above says why")


def welcome(settings: Settings, port: int, opening: Opening) -> None:
    """Say where the server is, and how others can reach it."""
    from kolej.server.http.static import MISSING, is_built
    from kolej.server.lifecycle import EVERYWHERE, address
    from kolej.server.store.database import shown

    here = address("127.0.0.1" if settings.host in EVERYWHERE else settings.host, port) + settings.root
    link = settings.url or address(settings.host, port)
    first = f"{here}/{opening.page}"
    OUT.print(f"[bold]{escape(settings.name)}[/bold] is at [bold]{first}[/bold]", soft_wrap=True)
    if settings.url or not is_this_machine(settings.host):
        OUT.print(f"for others: [bold]{link}/[/bold]", soft_wrap=True)
        if sys.stdout.isatty():
            print_code(link + "/")
    else:
        OUT.print("only this machine can reach it; --host 0.0.0.0 lets your network in", soft_wrap=True)
    if not is_built():
        SAY.print(f"[yellow]warning:[/yellow] {MISSING}; until then only programs can play", soft_wrap=True)
    OUT.print(f"data: {escape(shown(settings.store_url))}", soft_wrap=True)
    OUT.print("Ctrl-C stops it; games continue when it runs again", soft_wrap=True)
    if opening.now:
        import threading
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(first,), daemon=True).start()


def is_this_machine(host: str) -> bool:
    """Whether only this machine can reach that address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def print_code(link: str) -> None:
    """The link as a QR code that a phone can read off the screen."""
    import segno

    try:
        segno.make(link, micro=False).terminal(compact=True)
    except UnicodeEncodeError:
        return  # the terminal cannot print half blocks; the link is above
