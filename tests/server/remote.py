"""Programs from ``docs/remote-bots.md``, run as processes against a server."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

from playing import PATIENCE, Person, Running

DOC = Path(__file__).parent.parent.parent / "docs" / "remote-bots.md"
BOT, POLLING = re.findall(r"^```python\n(.*?)^```", DOC.read_text(encoding="utf-8"), re.M | re.S)


def polling() -> str:
    """The program without a socket, with what it has from the bot."""
    (choose,) = [node for node in ast.parse(BOT).body if getattr(node, "name", "") == "choose"]
    return f"{ast.unparse(choose)}\n{POLLING}"


def token(person: Person) -> str:
    made: str = person.http.post("/api/tokens", json={"label": "bot"}).raise_for_status().json()["token"]
    return made


class Process:
    """A program that plays; what it prints is kept in a file, as it would be lost with a pipe when killed."""

    def __init__(self, folder: Path, name: str, text: str, *arguments: str) -> None:
        self.log = folder / f"{name}.log"
        program = folder / f"{name}.py"
        program.write_text(text, encoding="utf-8")
        self.complaints = folder / f"{name}.err"
        command = [sys.executable, "-u", "-W", "error", str(program), *arguments]
        with self.log.open("w") as out, self.complaints.open("w") as err:
            self.process = subprocess.Popen(command, stdout=out, stderr=err)

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def kill(self) -> None:
        """By SIGKILL, which nobody can prepare for."""
        self.process.kill()
        self.process.wait()

    def end(self, seconds: float = PATIENCE) -> str:
        """Wait until it is done by itself; what it complained of."""
        code = self.process.wait(seconds)
        complaint = self.complaints.read_text()
        assert code == 0, complaint
        return complaint

    def lines(self) -> int:
        return self.log.read_bytes().count(b"\n")

    def events(self) -> list[dict[str, Any]]:
        """What it printed; a line that the end cut off is left out."""
        return [
            json.loads(line) for line in self.log.read_text().splitlines(keepends=True) if line[-1] == "\n"
        ]


def bot(site: Running, folder: Path, name: str, key: str, place: str) -> Process:
    """The bot of the document, without its pause."""
    return Process(folder, name, BOT, site.url, key, place, "0")
