"""A reverse proxy as small as can be: for each connection one request, with the headers that proxies add."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Proxy:
    """Forwards to a port of this machine."""

    def __init__(self, port: int, *, strip: str, proto: str, client: str) -> None:
        self._port = port
        self._strip = strip
        self._added = f"X-Forwarded-Proto: {proto}\r\nX-Forwarded-For: "
        self._client = client
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self._port)) as server:
            data = b""
            while b"\r\n\r\n" not in data:
                more = client.recv(65536)
                if not more:
                    return
                data += more
            head, _, body = data.partition(b"\r\n\r\n")
            server.sendall(self._rewritten(head.decode()).encode() + body)
            back = threading.Thread(target=_pipe, args=(server, client), daemon=True)
            back.start()
            _pipe(client, server)
            back.join()

    def _rewritten(self, head: str) -> str:
        """As nginx does it: what the client says of itself stays in front."""
        first, *lines = head.split("\r\n")
        method, path, version = first.split(" ")
        before = [
            line.partition(":")[2].strip() for line in lines if line.lower().startswith("x-forwarded-for")
        ]
        kept = [line for line in lines if not line.lower().startswith("x-forwarded-")]
        if not any(line.lower().startswith("upgrade:") for line in kept):
            kept = [line for line in kept if not line.lower().startswith("connection:")] + [
                "Connection: close"
            ]
        forwarded = ", ".join([*before, self._client])
        first = f"{method} {path.removeprefix(self._strip) or '/'} {version}"
        return "\r\n".join([first, *kept, self._added + forwarded]) + "\r\n\r\n"


def _pipe(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


@contextmanager
def proxy(
    port: int, *, strip: str = "", proto: str = "https", client: str = "198.51.100.7"
) -> Iterator[Proxy]:
    """A proxy before a server, which says that all come from one client."""
    made = Proxy(port, strip=strip, proto=proto, client=client)
    thread = threading.Thread(target=made.run)
    thread.start()
    try:
        yield made
    finally:
        made.close()
        thread.join()
