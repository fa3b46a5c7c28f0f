"""What tests of several folders share."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

from kolej.boards import versions
from kolej.cli.text_game import saved_games

if TYPE_CHECKING:
    from playing import Running
    from playwright.sync_api import Browser
    from postgres import Cluster, Given


SLOW = Path(__file__).with_name("slow.txt")
BROWSER = Path(__file__).with_name("browser")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that ``slow.txt`` lists: ``make quick`` leaves them out."""
    listed = set(SLOW.read_text("utf-8").splitlines())
    for item in items:
        if not listed.isdisjoint((item.nodeid.partition("::")[0], item.nodeid.partition("[")[0])):
            item.add_marker("slow")
    processes = getattr(config, "workerinput", {}).get("workercount", 1)
    if processes > 1:
        items[:] = dealt(items, processes)


def dealt(items: list[pytest.Item], processes: int) -> list[pytest.Item]:
    """The same tests in an order that keeps all processes busy to the end.

    Each process begins with an equal share of the tests, from the first ones to the last, and takes over
    others' later. So the long tests are dealt out evenly, file by file, and each share begins with them.
    """
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        if BROWSER in item.path.parents or item.get_closest_marker("slow"):
            files.setdefault(item.path, []).append(item)
    shares: list[list[pytest.Item]] = [[] for _ in range(processes)]
    for file in sorted(files.values(), key=len, reverse=True):
        min(shares, key=len).extend(file)
    long = {item for share in shares for item in share}
    short = [item for item in items if item not in long]
    found: list[pytest.Item] = []
    for number, share in enumerate(shares):
        size = (len(items) - len(found)) // (processes - number)
        room = size - len(share)
        found += share + short[:room]
        del short[:room]
    return found


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than processors, because tests often wait: for a server, a browser, a database."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Leave what was imported out of garbage collections: looking through it took a fifth of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games that the command line keeps go to a folder of the test."""
    folder = tmp_path / "kept"
    monkeypatch.setattr(saved_games, "folder", lambda: folder)
    return folder


@pytest.fixture(autouse=True)
def kept_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Boards that records keep go to a folder of the test."""
    folder = tmp_path / "kept-boards"
    monkeypatch.setattr(versions, "kept_folder", lambda: folder)
    monkeypatch.setattr(versions, "_known", set())
    return folder


@pytest.fixture(scope="session")
def isle_layout(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A straight layout of the starter board in a file called ``isle.toml``: to compute one takes seconds."""
    import msgspec
    import straight

    from kolej.boards.layout import compute
    from kolej.boards.load import load
    from kolej.boards.starter import start

    board = load(start(tmp_path_factory.mktemp("layout") / "isle.toml"))
    plan = msgspec.structs.replace(straight.plan(board), digest=compute.digest(board))
    return msgspec.json.encode(plan)


@pytest.fixture
def laid_out_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Layouts are straight, where it does not matter what they look like."""
    import msgspec
    import straight

    from kolej.boards.layout import compute
    from kolej.boards.layout.layout import Layout
    from kolej.boards.schema import Board

    def made(board: Board, *_: object) -> Layout:
        return msgspec.structs.replace(straight.plan(board), digest=compute.digest(board))

    monkeypatch.setattr(compute, "compute", made)


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that the tests of a module share; limits are off, for all come from one address."""
    from playing import running

    folder = tmp_path_factory.mktemp("site")
    if request.path.parent == BROWSER:
        import shared

        yield shared.site(folder)
    else:
        with running(folder, limits=False) as found:
            yield found


def missing(what: str) -> NoReturn:
    """Skip a test for what is not installed here; in CI it was to be, and the test fails."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture
def browser() -> Browser:
    """A real browser; the same one for test after test."""
    import chrome
    import shared

    path = chrome.lightest()
    if path is None:
        missing(f"there is no Chromium: {chrome.INSTALL}")
    if not chrome.built():
        missing("the web client is not built: make web")
    return shared.browser(path)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Close what tests in the browser share: while a browser is there, no test can use asyncio."""
    if item.path.parent != BROWSER:
        _close_browser()


def pytest_sessionfinish() -> None:
    _close_browser()


def _close_browser() -> None:
    if "shared" in sys.modules:
        sys.modules["shared"].close()


@pytest.fixture(scope="session")
def own_postgres() -> Iterator[Cluster]:
    """A PostgreSQL that a test may stop and start."""
    from postgres import INSTALL, cluster

    with cluster() as found:
        if found is None:
            missing(f"there is no PostgreSQL: {INSTALL}")
        yield found


@pytest.fixture(scope="session")
def postgres(request: pytest.FixtureRequest) -> Cluster | Given:
    """A real PostgreSQL: the one that KOLEJ_TEST_POSTGRES names, or a throw-away one of our own."""
    from postgres import Given

    url = os.environ.get("KOLEJ_TEST_POSTGRES")
    if url:
        return Given(url)
    found: Cluster = request.getfixturevalue("own_postgres")
    return found


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite://{(tmp_path / 'kolej.db').as_posix()}"
    found: Cluster | Given = request.getfixturevalue("postgres")
    return found.database()


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The arena's games are played in this process."""
    from alone import Alone

    from kolej.arena import runner

    monkeypatch.setattr(runner, "WorkerPool", Alone)


@pytest.fixture
def bad(tmp_path: Path) -> str:
    """A file of bots that misbehave; a class's name is to follow."""
    from alone import BAD

    path = tmp_path / "bad.py"
    path.write_text(BAD, "utf-8")
    return f"{path}::"
