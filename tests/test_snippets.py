"""What README and docs show can be typed: Python runs, and so do the commands."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from playing import running
from typer.testing import CliRunner

from kolej.cli import app

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BOT = """
class MyBot:
    def choose(self, view, legal, limit):
        return legal[0]

class Calm(MyBot):
    pass
"""
"""The bot that pages call mybot.py."""
FEWER = {"--games": "2"}
"""So many games show that a command runs."""
ELSEWHERE = {
    "kolej serve": "tests/cli/test_serve.py",
    "kolej admin restore": "tests/cli/test_admin.py, which has an empty store",
    "kolej play --text": "tests/cli/test_play.py, which types",
    "kolej play": "tests/cli/test_play_in_browser.py",
}
"""Commands that wait for people or need a server, and the tests that run them."""


class Snippet(NamedTuple):
    page: str
    language: str
    text: str


def snippets() -> list[Snippet]:
    found = []
    for page in PAGES:
        for fence in re.finditer(r"^( *)```(\w*)\n(.*?)^ *```$", page.read_text("utf-8"), flags=re.S | re.M):
            text = re.sub(f"^{fence[1]}", "", fence[3], flags=re.M)
            found.append(Snippet(page.name, fence[2], text))
    return found


def commands() -> list[tuple[str, str]]:
    """The lines that call kolej, with their pages; remarks are left off."""
    return [
        (snippet.page, re.split(r"\s+#|\s{3,}", line.removeprefix("$ "))[0])
        for snippet in snippets()
        for line in snippet.text.splitlines()
        if snippet.language in ("", "sh", "bash", "console") and re.match(r"(\$ )?kolej ", line)
    ]


def elsewhere(command: str) -> bool:
    return any(command.startswith(known) for known in ELSEWHERE) and "--demo" not in command


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A server's data with a player called Ala."""
    found = tmp_path_factory.mktemp("data")
    with running(found) as site:
        site.person("Ala").make("poland", "host bot:random")
    return found


@pytest.fixture
def folder(tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what pages take for granted: bots, and a server's data."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KOLEJ_DATA", str(tmp_path / "data"))
    (tmp_path / "mybot.py").write_text(BOT, "utf-8")
    (diplomat,) = [s.text for s in snippets() if s.page == "writing-a-bot.md" and "class Diplomat" in s.text]
    (tmp_path / "diplomat.py").write_text(diplomat, "utf-8")
    shutil.copytree(data, tmp_path / "data")
    return tmp_path


def typed(command: str) -> list[str]:
    """The words of a command, with fewer games, and without waiting for changes."""
    words = [word for word in shlex.split(command)[1:] if word != "--watch"]
    if words[:2] == ["board", "balance"] and "--games" not in words:
        words += ["--games", "2"]
    for place, word in enumerate(words[:-1]):
        words[place + 1] = FEWER.get(word, words[place + 1])
    return words


@pytest.mark.usefixtures("alone", "laid_out_at_once")
@pytest.mark.parametrize("page", sorted({page for page, _ in commands()}))
def test_the_commands_of_a_page_run_one_after_another(page: str, folder: Path) -> None:
    for where, command in commands():
        if where != page or elsewhere(command):
            continue
        words = typed(command)
        for wanted in words:  # a page may take up a board that another one began
            if wanted.endswith(".toml") and words[:2] != ["board", "new"] and not Path(wanted).exists():
                assert CliRunner().invoke(app, ["board", "new", wanted]).exit_code == 0
        done = CliRunner().invoke(app, words, input="y\n")
        expected = (0, 1) if "check" in words else (0,)  # what is checked may have the fault that is shown
        assert done.exit_code in expected, f"{command}: {done.output}"


def test_commands_are_found_and_few_of_them_are_run_elsewhere() -> None:
    every = [command for _, command in commands()]
    assert len(every) > 15
    assert sum(map(elsewhere, every)) < len(every) / 3


@pytest.mark.parametrize(
    "page", [page for page in PAGES if ">>>" in page.read_text("utf-8")], ids=lambda p: p.name
)
def test_the_examples_of_a_page_give_what_it_says(page: Path) -> None:
    found = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert found.attempted >= 6
    assert not found.failed


PROGRAMS = [
    pytest.param(snippet, id=f"{snippet.page}-{number}")
    for number, snippet in enumerate(snippets())
    if re.search(r"^(from|import|class|def) ", snippet.text, flags=re.M) and ">>>" not in snippet.text
]


@pytest.mark.parametrize("snippet", PROGRAMS)
def test_the_programs_of_a_page_run(snippet: Snippet, folder: Path) -> None:
    """Those that talk to a server are compiled here, and played by tests/server/test_remote_bots.py."""
    text = snippet.text.replace("games=100, jobs=2", "games=2, jobs=1")
    compile(text, snippet.page, "exec")
    if "sys.argv" in text:
        assert snippet.page == "remote-bots.md"
        return
    program = folder / "program.py"
    program.write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, check=False, env=dict(os.environ)
    )
    assert done.returncode == 0, done.stderr


def test_programs_are_found_on_every_page_that_has_some() -> None:
    pages = {param.values[0].page for param in PROGRAMS}  # type: ignore[union-attr]
    assert {"arena.md", "writing-a-bot.md", "remote-bots.md"} <= pages
