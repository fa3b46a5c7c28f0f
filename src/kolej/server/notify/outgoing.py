"""POST to an address that a user gave us, without giving them access to our private network.

The host name is resolved once, all its addresses are checked, and the connection goes to one of those, so a
second lookup cannot lead elsewhere. Redirects are not followed, proxies are not used, and a server that is
slow or sends too much cannot hold a thread for long.
"""

from __future__ import annotations

import asyncio
import http.client
import io
import re
import socket
import ssl
import threading
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from typing import Any
from urllib.parse import SplitResult, urlsplit

SECONDS = 5.0
"""Seconds to wait for a connection, and for each read."""
SECONDS_IN_ALL = 10.0
"""Seconds for the whole call; otherwise a byte every four seconds would hold a thread all day."""
MOST_READ = 4096
MOST_URL = 2000
MOST_ADDRESSES = 3
"""How many of a host's addresses are tried."""

HOST = re.compile(
    r"(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?"
)
PORTS = {"https": 443, "http": 80}

UNICAST = IPv6Network("2000::/3")
"""All allocated IPv6 addresses. Outside it are wrapped IPv4 (mapped, NAT64) and site-local addresses."""
UNSAFE = (
    IPv4Network("192.0.0.0/24"),
    IPv4Network("192.88.99.0/24"),
    IPv6Network("2001::/23"),
    IPv6Network("2002::/16"),
    IPv6Network("3fff::/20"),
)
"""Protocol assignments, IPv4 relays and tunnels, documentation: some versions of Python call them global."""

Resolve = Callable[[str, int], list[str]]

# A pool of our own: slow servers cannot use up the threads that the rest of the program shares.
_THREADS = ThreadPoolExecutor(max_workers=8, thread_name_prefix="outgoing")


class BadAddress(ValueError):
    """An address that must not be stored; the text says what would be accepted."""


class Unreachable(ValueError):
    """No answer; the text names the host, never the path, which may be a secret."""


def check_url(url: str, *, schemes: Collection[str]) -> None:
    """Raise ``BadAddress`` for an address that ``post`` would never accept. Resolves nothing."""
    _parts(url, schemes)


def host_of(url: str) -> str:
    """The part of a URL that may be logged."""
    try:
        return _host(_parts(url, PORTS))
    except BadAddress:
        return "a bad address"


async def post(url: str, body: bytes, headers: dict[str, str], *, allow_private: bool) -> int:
    """Send a POST and return the status; raises ``Unreachable``. Cancelling it closes the connection."""
    call = Call(url, body, headers, allow_private=allow_private)
    try:
        return await asyncio.get_running_loop().run_in_executor(_THREADS, call.run)
    finally:
        call.cut()


def lookup(host: str, port: int) -> list[str]:
    """The addresses of a host, best first; raises ``OSError`` or ``UnicodeError``."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(where[0]) for *_, where in found))


def is_public(address: str) -> bool:
    """Whether an address is a single host on the public internet, however it is read."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if not ip.is_global or ip.is_multicast or ip.is_reserved or any(ip in net for net in UNSAFE):
        return False
    return isinstance(ip, IPv4Address) or ip in UNICAST


class Call:
    """One POST, run in a thread, which another thread may abort."""

    def __init__(
        self,
        url: str,
        body: bytes,
        headers: dict[str, str],
        *,
        allow_private: bool,
        resolve: Resolve = lookup,
        tls: ssl.SSLContext | None = None,
        seconds: float = SECONDS_IN_ALL,
    ) -> None:
        self._url = url
        self._body = body
        self._headers = headers
        self._allow_private = allow_private
        self._resolve = resolve
        self._tls = tls
        self._seconds = seconds
        self._ended = threading.Event()
        self._tap: socket.socket | None = None

    def run(self) -> int:
        try:
            parts = _parts(self._url, PORTS)
        except BadAddress as error:
            raise Unreachable(str(error)) from None
        addresses = self._vetted(parts)
        timer = threading.Timer(self._seconds, self.cut)
        timer.daemon = True
        timer.start()
        try:
            return self._ask(parts, addresses)
        except TimeoutError:
            raise Unreachable(f"{_host(parts)} did not answer in time") from None
        except (OSError, http.client.HTTPException) as error:
            told = (
                "did not answer in time"
                if self._ended.is_set()
                else f"gave no answer ({type(error).__name__})"
            )
            raise Unreachable(f"{_host(parts)} {told}") from None
        finally:
            timer.cancel()
            if self._tap is not None:
                self._tap.close()

    def cut(self) -> None:
        """Close the connection, from any thread; harmless if there is none."""
        self._ended.set()
        if self._tap is not None:
            with suppress(OSError):
                self._tap.shutdown(socket.SHUT_RDWR)

    def _vetted(self, parts: SplitResult) -> list[str]:
        host = _host(parts)
        try:
            found = self._resolve(host, _port(parts))
        except (OSError, UnicodeError):
            found = []
        if not found:
            raise Unreachable(f"{host} has no address")
        # A private address among public ones is a way to lead a later attempt into our network.
        if not self._allow_private and not all(map(is_public, found)):
            raise Unreachable(f"{host} is not a public address; this server calls only public hosts")
        return found[:MOST_ADDRESSES]

    def _ask(self, parts: SplitResult, addresses: list[str]) -> int:
        # Both are closed: TLS takes the socket over, but only after a successful handshake.
        with self._connected(addresses, _port(parts)) as plain:
            line = _Connection(_host(parts), _port(parts), PORTS[parts.scheme])
            try:
                line.sock = self._secured(plain, _host(parts)) if parts.scheme == "https" else plain
                line.request("POST", _target(parts), self._body, self._headers)
                with line.getresponse() as answer:
                    status = answer.status
                    # A short answer is read to its end; its content does not matter.
                    with suppress(OSError, http.client.HTTPException):
                        answer.read(MOST_READ)
                return status
            finally:
                line.close()

    def _connected(self, addresses: list[str], port: int) -> socket.socket:
        for address in addresses[:-1]:
            with suppress(OSError):
                return self._tapped(address, port)
        return self._tapped(addresses[-1], port)

    def _tapped(self, address: str, port: int) -> socket.socket:
        if self._ended.is_set():
            raise TimeoutError
        line = dial(address, port)
        # A second handle on the connection: an SSL socket must not be touched from two threads.
        self._tap = line.dup()
        if self._ended.is_set():
            self.cut()
        return line

    def _secured(self, plain: socket.socket, host: str) -> ssl.SSLSocket:
        return (self._tls or _tls()).wrap_socket(plain, server_hostname=host)


def dial(address: str, port: int) -> socket.socket:
    """A connection to a numeric address; a name would be resolved again."""
    family = socket.AF_INET6 if ip_address(address).version == 6 else socket.AF_INET
    line = socket.socket(family, socket.SOCK_STREAM)
    try:
        line.settimeout(SECONDS)
        line.connect((address, port))
    except BaseException:
        line.close()
        raise
    return line


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _parts(url: str, schemes: Collection[str]) -> SplitResult:
    # Before anything else, since urlsplit silently drops line breaks and tabs.
    if len(url) > MOST_URL:
        raise BadAddress(f"the address is longer than {MOST_URL} characters; use a shorter one")
    if not url.isascii() or not url.isprintable() or set(url) & set(' \\"<>^`{|}'):
        raise BadAddress(
            "a URL cannot have these characters; write a space as %20, and a non-ASCII host as xn--..."
        )
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadAddress('the address is not a URL; write one like "https://example.org/turn"') from None
    if parts.scheme not in schemes:
        would_do = " or ".join(f"{scheme}://" for scheme in schemes)
        raise BadAddress(f"the address must begin with {would_do}")
    if "@" in parts.netloc:
        raise BadAddress("the address has a user name in it; put the secret into the path instead")
    if not _is_host(parts):
        raise BadAddress('the address names no host; write one like "https://example.org/turn"')
    if port is not None and port < 1024 and port not in PORTS.values():
        raise BadAddress(f"port {port} is for other services; use 443, 80, or one from 1024 on")
    return parts


def _is_host(parts: SplitResult) -> bool:
    host = _host(parts)
    if "[" not in parts.netloc:
        return HOST.fullmatch(host) is not None
    try:
        return "%" not in host and ip_address(host).version == 6
    except ValueError:
        return False


def _host(parts: SplitResult) -> str:
    return parts.hostname or ""


def _port(parts: SplitResult) -> int:
    return PORTS[parts.scheme] if parts.port is None else parts.port


def _target(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


class _FirstBytes(io.RawIOBase):
    """The first bytes of a stream, as if it ended there: a server could send megabytes of headers."""

    def __init__(self, stream: io.BufferedReader, left: int) -> None:
        self._stream = stream
        self._left = left

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        got = self._stream.read1(min(self._left, len(buffer))) if self._left else b""
        buffer[: len(got)] = got
        self._left -= len(got)
        return len(got)

    def close(self) -> None:
        self._stream.close()
        super().close()


class _Answer(http.client.HTTPResponse):
    def __init__(self, sock: socket.socket, *args: Any, **options: Any) -> None:
        super().__init__(sock, *args, **options)
        self.fp = io.BufferedReader(_FirstBytes(self.fp, MOST_READ))


class _Connection(http.client.HTTPConnection):
    """HTTP over an existing socket; it never connects by itself."""

    response_class = _Answer
    auto_open = 0

    def __init__(self, host: str, port: int, usual_port: int) -> None:
        # Left out of the Host header, because some servers do not recognize "example.org:443" as theirs.
        self.default_port = usual_port
        super().__init__(host, port)
