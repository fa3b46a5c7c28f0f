"""Running a server: listening, and stopping without losing a move or a client."""

from __future__ import annotations

import errno
import logging
import os
import socket as sockets
import sys
from collections.abc import Callable
from typing import Any

import uvicorn

from kolej.boards.errors import why
from kolej.compiling.warm import load
from kolej.rules.compilation import RULES
from kolej.server import garbage_collection
from kolej.server.app import Front, application
from kolej.server.logs import Access
from kolej.server.settings import Settings

LOG = logging.getLogger("kolej.server")
MOST_MESSAGE = 16_384
"""The largest message on a socket, in bytes."""
BACKLOG = 2048
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  for comparison only


class CannotListen(Exception):
    """The server cannot listen; the text says why, and what would help."""


class Server(uvicorn.Server):
    """Tells clients that the server stops, before it closes the sockets."""

    def __init__(
        self, config: uvicorn.Config, front: Front, ready: Callable[[int], None] | None = None
    ) -> None:
        super().__init__(config)
        self.front = front
        self._ready = ready

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        await super().startup(sockets)
        port: int = self.servers[0].sockets[0].getsockname()[1]
        self.front.site.registry.reached = address(self.config.host, port)
        LOG.info("listening", extra={"at": f"{self.config.host}:{port}"})
        tell_systemd("READY=1")
        if self._ready is not None:
            self._ready(port)
        registry = self.front.site.registry
        registry.start(registry.workers.compile())
        garbage_collection.begin()
        registry.start(garbage_collection.sweep(registry.since_move))

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        LOG.info("stopping: telling players and finishing work in progress")
        tell_systemd("STOPPING=1")
        await self.front.site.registry.close()
        await super().shutdown(sockets)
        garbage_collection.end()
        LOG.info("stopped")


def server(settings: Settings, ready: Callable[[int], None] | None = None) -> Server:
    """A server that is ready to run; the rules are loaded first, so that nobody waits for them later.

    ``ready`` is called with the port once people can connect.
    """
    load(RULES)
    # While the event loop is busy, the writer thread waits this long for each statement; at Python's default
    # of 5 ms, committing a move takes three times as long.
    sys.setswitchinterval(0.0005)
    front = application(settings)
    config = config_of(settings, Access(front))
    config.lifespan = "on"
    return Server(config, front, ready)


def config_of(settings: Settings, app: Any) -> uvicorn.Config:
    """The settings with which any application is served; the benchmarks serve a bare echo with them."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=MOST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        server_header=False,
        access_log=False,
        log_config=None,
        backlog=BACKLOG,
        timeout_graceful_shutdown=5,
        lifespan="auto",
    )


def listen(host: str, port: int) -> list[sockets.socket]:
    """Sockets at all addresses of a host; raises ``CannotListen``. Called first, as it fails most often."""
    try:
        found = sockets.getaddrinfo(host, port, type=sockets.SOCK_STREAM, flags=sockets.AI_PASSIVE)
    except (sockets.gaierror, UnicodeError):
        raise CannotListen(f'"{host}" is not an address of this machine; try 127.0.0.1 or 0.0.0.0') from None
    made: list[sockets.socket] = []
    failed: OSError | None = None
    for family, place in dict.fromkeys((family, place) for family, _, _, _, place in found):
        try:
            made.append(_bound(family, place, dual=host == "::"))
        except OSError as error:
            failed = error
        if made and port == 0:
            break  # port 0 means any free port, and a second socket would get a different one
    # A name may resolve to an address that this machine lacks, as localhost to ::1: that is no failure if
    # another address works. A port in use always is.
    if failed is not None and (not made or failed.errno == errno.EADDRINUSE):
        for socket in made:
            socket.close()
        raise CannotListen(_why_not(failed, host, port)) from None
    return made


def _bound(family: int, place: Any, *, dual: bool) -> sockets.socket:
    socket = sockets.socket(family, sockets.SOCK_STREAM)
    try:
        if os.name == "posix":  # on Windows this would let two servers share a port
            socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        if family == sockets.AF_INET6:
            socket.setsockopt(sockets.IPPROTO_IPV6, sockets.IPV6_V6ONLY, 0 if dual else 1)
        socket.bind(place)
        socket.listen(BACKLOG)
        socket.setblocking(False)
    except OSError:
        socket.close()
        raise
    return socket


def _why_not(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"port {port} is in use, perhaps by another kolej serve; choose another with --port"
        case errno.EACCES | errno.EPERM:
            return f"port {port} is reserved for system services; choose one above 1023 with --port"
        case errno.EADDRNOTAVAIL:
            return f'"{host}" is not an address of this machine; try 127.0.0.1 or 0.0.0.0'
        case _:
            return f"cannot listen at {host} port {port}: {why(error)}"


def address(host: str, port: int) -> str:
    """The address that people in the same network can use."""
    if host in EVERYWHERE:
        host = own_address() or "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def own_address() -> str | None:
    """This machine's address in its network; None if it is in none. Finding it sends nothing."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as socket:
        try:
            socket.connect(("192.0.2.1", 9))  # reserved for documentation, never in use
            found: str = socket.getsockname()[0]
        except OSError:
            return None
    return found if found != "0.0.0.0" else None  # noqa: S104


def tell_systemd(state: str) -> None:
    """Tell systemd that the server is ready; a unit of ``Type=notify`` waits for this."""
    place = os.environ.get("NOTIFY_SOCKET", "")
    if not place.startswith(("/", "@")):
        return
    with sockets.socket(sockets.AF_UNIX, sockets.SOCK_DGRAM) as socket:
        try:
            socket.sendto(state.encode(), "\0" + place[1:] if place[0] == "@" else place)
        except OSError as error:
            LOG.warning("cannot notify systemd", extra={"error": error.strerror})
