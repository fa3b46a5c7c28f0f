"""A server in a process of its own, which can be stopped, killed and started again over the same store."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from playing import PATIENCE, Person


class Process:
    """A server at one port; whoever knows its address finds the next one there, too."""

    def __init__(self, folder: Path, **given: Any) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.settings = {
            "port": self.port,
            "data": str(folder),
            "pace": 0.0,
            "absent": 3600.0,
            "limits": "false",
            **given,
        }
        self._log = folder / "log.txt"
        self._process: subprocess.Popen[bytes] | None = None
        self._people: list[Person] = []

    def start(self) -> float:
        """Start it; the seconds until people can come."""
        began = time.monotonic()
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "kolej", "serve"],
                stdout=subprocess.PIPE,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                env={**os.environ, **{f"KOLEJ_{name.upper()}": str(v) for name, v in self.settings.items()}},
            )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith(b"Ctrl-C"):
                break
        else:
            raise AssertionError(f"the server did not start: {self._log.read_text()[-2000:]}")
        return time.monotonic() - began

    def kill(self) -> None:
        """As by the lack of power: the server and what it started."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._end()

    def terminate(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)

    def wait(self, seconds: float = PATIENCE) -> int:
        """Until it has ended by itself; its exit code."""
        assert self._process is not None
        code = self._process.wait(seconds)
        self._end()
        return code

    def stop(self) -> int:
        self.terminate()
        return self.wait()

    def _end(self) -> None:
        if self._process is not None:
            self._process.wait(PATIENCE)
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._process = None

    def __enter__(self) -> Process:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        for person in self._people:
            person.http.close()
        if self._process is not None:
            self.kill()

    def person(self, name: str) -> Person:
        person = Person(self.url, name)
        self._people.append(person)
        return person


def free_port() -> int:
    """Below those that systems give to whoever wants any: nobody gets it while the server is away."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as found, contextlib.suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port
