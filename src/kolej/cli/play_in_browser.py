"""``kolej play``: a server for this machine only, and the browser at a table against bots."""

from __future__ import annotations

import http.client
import json
import os
import sys
import webbrowser
from pathlib import Path
from urllib.parse import quote

from kolej.cli.output import OUT, fail

PORT = 8410
"""Always the same if it is free, since a browser stores its data by port."""
QUIET = "warning"
"""Log level: a player does not want to see a log of requests."""


def page(board: str, bots: list[str]) -> str:
    """The page where the table is ready to be created, one click away from the first tickets."""
    return f"new?board={quote(board)}&bots={quote(','.join(bots), safe=',')}"


def play(where: str, port: int | None, data: str | None, opens: bool, board: Path | None = None) -> None:
    """Serve a page of the site until Ctrl-C; if a server is already running, only open the browser there.

    ``board`` is a file outside the folders of boards; only a server that was told about it can offer it.
    """
    from kolej.cli import serve

    opens = opens and can_open()
    if board is not None:
        offer(board)
    elif port is None and data is None and runs_at(PORT):
        here = f"http://127.0.0.1:{PORT}/{where}"
        OUT.print(f"Kolej is already running: [bold]{here}[/bold]", soft_wrap=True)
        if opens:
            webbrowser.open(here)
        return
    if port is None:
        port = PORT if free(PORT) else 0
    given: dict[str, str | int | None] = {"host": "127.0.0.1", "port": port, "data": data, "url": ""}
    found = serve.read_settings(None, given, {"KOLEJ_LOG_LEVEL": QUIET, **os.environ})
    serve.run(found.settings, serve.Opening(where, opens))


def offer(board: Path) -> None:
    """Let the server of this process find a board by the name of its file."""
    from kolej.boards.load import own, shipped

    taken = (shipped() | own()).get(board.stem)
    if taken is not None and taken.resolve() == board.resolve():
        return
    if taken is not None:
        fail(f'the name "{board.stem}" is taken by {taken}; rename the file, or play with --text')
    if os.pathsep in str(board):
        fail(f'a path with "{os.pathsep}" in it cannot be served; rename the folder, or play with --text')
    listed = [str(board), *filter(None, [os.environ.get("KOLEJ_BOARDS")])]
    os.environ["KOLEJ_BOARDS"] = os.pathsep.join(listed)


def runs_at(port: int) -> bool:
    """Whether a Kolej server answers at this port."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
    try:
        connection.request("GET", "/api/server")
        return "protocol" in json.loads(connection.getresponse().read(100_000))
    except (OSError, http.client.HTTPException, ValueError):
        return False
    finally:
        connection.close()


def free(port: int) -> bool:
    from kolej.server.lifecycle import CannotListen, listen

    try:
        for socket in listen("127.0.0.1", port):
            socket.close()
    except CannotListen:
        return False
    return True


def can_open() -> bool:
    """Whether there is a screen; without one, a text browser would take over the terminal."""
    return sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
