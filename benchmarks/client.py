"""The web client in a real Chromium with a real server.

Prints the following, and exits with 1 if a limit is missed or could not be judged:

- what an event costs the table page on Europe with five players: for every move of a game, the script time
    from the message until the page is at rest again, and also style and layout;
- the longest task while a map in mid-game is panned and zoomed by wheel, drag, pinch, buttons and fit, with
  the processor slowed four times, on every board, on a desktop and on a phone;
- the size of the first load, compressed, of lobby and tables.

A moving map is judged by the processor time of the page's main thread while Chromium slows it: the longest
task of each round of movements. The median of the rounds must keep the limit; the worst is printed beside it.
Chromium slows a thread by keeping it busy for three times as long, in wall time, as it ran. If other
processes take the processor meanwhile, a task is slowed too much or too little. So a fixed loop of script is
timed in the same page, slowed and unslowed, before and after every round. A round counts only if the loop was
four times slower and neither it nor the task had to wait. If there are too few such rounds in the time given,
the verdict is "not judged", which is not a success.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "server"), str(ROOT / "tests" / "browser")]

import chrome  # noqa: E402
from playing import Person, Running, running, simple_action  # noqa: E402
from playwright.sync_api import Browser, CDPSession, Page  # noqa: E402

EVENT = 8.0
"""Milliseconds of script for an event, median."""
TASK = 50.0
"""Milliseconds of the longest task while the map moves."""
LOAD = 300_000
"""Bytes of the first load."""
SLOWER = 4
BUSY = 1.3
"""If wall time exceeds processor time by this factor, other processes got in the way."""
PLAYERS = {"europe": 5, "poland": 4, "nordic": 3, "usa": 5}
USUAL: dict[str, object] = {"speed": 1, "sounds": True}
"""Settings of a user who has changed nothing; those of chrome.py are for tests."""
LOOP = """() => new Promise((go) => setTimeout(() => {
  const begin = performance.now();
  let sum = 0;
  for (let i = 0; i < 3e6; i++) sum += Math.sqrt(i);
  go(performance.now() - begin);
}))"""
"""In a task of its own, because only such tasks count as script."""
AT_REST = "n => Number(document.querySelector('[data-n]')?.dataset.n) >= n"
FRAMES = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))))"


class Verdict(StrEnum):
    KEPT = "kept"
    MISSED = "missed"
    NOT_JUDGED = "not judged"

    @classmethod
    def of(cls, kept: bool) -> Verdict:
        return cls.KEPT if kept else cls.MISSED


class Match:
    """A game between people who move over HTTP; the browser window shows the host's view."""

    ids = itertools.count(1)

    def __init__(self, site: Running, window: chrome.Window, board: str) -> None:
        window.named(site.url, "Zofia")
        cookie = next(one for one in window.context.cookies() if one.get("name") == "kolej")
        host = site.person(None)
        host.http.cookies.set("kolej", str(cookie.get("value")))
        count = PLAYERS[board]
        self.people: list[Person] = [host, *(site.person(f"Player {n}") for n in range(1, count))]
        self.place = host.make(board, "host " + "anyone " * (count - 1))
        self.n = 0
        for seat in range(1, count):
            self._do(seat, do="sit", seat=seat)
        self._do(0, do="start")

    def _do(self, person: int, **command: object) -> None:
        answer = self.people[person].post(self.place, id=f"b{next(self.ids)}", version=self.n, **command)
        assert answer.status_code == 200, answer.text
        self.n = answer.json()["n"]

    def move(self) -> bool:
        """Make the next move of whoever is awaited; False when the game is over."""
        for person in range(len(self.people)):
            look = self.people[person].http.get(f"/api/tables/{self.place}").json()
            if look["table"]["state"] == "over":
                return False
            for own in look["position"]["own"]:
                if own["choices"]:
                    self._do(person, do="act", seat=own["seat"], action=simple_action(own["choices"]))
                    return True
        raise AssertionError("nobody is awaited")


def shown(page: Page, url: str, match: Match) -> None:
    page.goto(f"{url}/t/{match.place}")
    page.wait_for_selector(".board [data-route]", state="attached")
    page.wait_for_function(AT_REST, arg=match.n)
    page.evaluate(FRAMES)


class Loop(NamedTuple):
    """Milliseconds of the fixed loop: how fast the machine is now."""

    cpu: float
    clock: float


def loop_of(page: Page, session: CDPSession) -> Loop:
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    runs = []
    for _ in range(3):
        before = metrics(session)["ScriptDuration"]
        clock: float = page.evaluate(LOOP)
        runs.append((1000 * (metrics(session)["ScriptDuration"] - before), clock))
    cpus, clocks = zip(*runs, strict=True)
    return Loop(statistics.median(cpus), statistics.median(clocks))


def metrics(session: CDPSession) -> dict[str, float]:
    found = session.send("Performance.getMetrics")["metrics"]
    return {line["name"]: line["value"] for line in found}


# ---- an event


def events(site: Running, browser: Browser, most: int) -> Verdict:
    window = chrome.Window(browser, "desktop", service_worker=True, **USUAL)
    match = Match(site, window, "europe")
    page = window.page
    shown(page, site.url, match)
    session = window.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    costs: dict[str, list[float]] = {"ScriptDuration": [], "RecalcStyleDuration": [], "LayoutDuration": []}
    idle: list[float] = []
    for _ in range(20):
        before = metrics(session)
        page.evaluate(FRAMES)
        idle.append(1000 * (metrics(session)["ScriptDuration"] - before["ScriptDuration"]))
    for _ in range(most):
        before = metrics(session)
        if not match.move():
            break
        page.wait_for_function(AT_REST, arg=match.n)
        page.evaluate(FRAMES)
        after = metrics(session)
        for name, found in costs.items():
            found.append(1000 * (after[name] - before[name]))
    script = sorted(costs["ScriptDuration"])
    median = statistics.median(script)
    print(f"an event, Europe, five players, {len(script)} moves, 1440x900:")
    print(
        f"  script: median {median:.2f} ms, nine of ten under {script[len(script) * 9 // 10]:.2f} ms,"
        f" longest {script[-1]:.2f} ms (limit of the median {EVENT:.0f} ms);"
        f" of it the measuring itself {statistics.median(idle):.2f} ms"
    )
    for name, said in (("RecalcStyleDuration", "style"), ("LayoutDuration", "layout")):
        print(f"  {said}: median {statistics.median(costs[name]):.2f} ms, longest {max(costs[name]):.2f} ms")
    cpu, clock = loop_of(page, session)
    print(f"  reference: the loop takes {cpu:.1f} ms of processor, {clock:.1f} ms by the clock")
    verdict = Verdict.of(median <= EVENT)
    print(f"  {verdict}")
    window.close()
    return verdict


# ---- panning and zooming


STEPS = {
    "FunctionCall",
    "TimerFire",
    "EventDispatch",
    "FireAnimationFrame",
    "RunMicrotasks",
    "MajorGC",
    "MinorGC",
} | {
    "UpdateLayoutTree",
    "Layout",
    "PrePaint",
    "Paint",
    "Layerize",
    "Commit",
    "HitTest",
}
"""The parts of a task, as a trace names them."""


class Task(NamedTuple):
    cpu: float
    clock: float
    what: str


def pinched(session: CDPSession, x: float, y: float, near: float, far: float) -> None:
    """Two fingers moving apart or together, in small steps."""
    for step in range(13):
        spread = near + (far - near) * step / 12
        points = [{"x": x - spread, "y": y, "id": 0}, {"x": x + spread, "y": y, "id": 1}]
        session.send(
            "Input.dispatchTouchEvent",
            {"type": "touchStart" if step == 0 else "touchMove", "touchPoints": points},
        )
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def swiped(session: CDPSession, x: float, y: float, dx: float, dy: float) -> None:
    for step in range(13):
        points = [{"x": x + dx * step / 12, "y": y + dy * step / 12, "id": 0}]
        session.send(
            "Input.dispatchTouchEvent",
            {"type": "touchStart" if step == 0 else "touchMove", "touchPoints": points},
        )
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def resting(page: Page) -> None:
    """Wait until the map has come to rest and its labels are laid out again."""
    page.wait_for_function("() => !document.querySelector('.board.moving')")
    page.wait_for_timeout(120)


def desktop_ways(page: Page, x: float, y: float) -> Iterator[None]:
    page.mouse.move(x, y)
    for delta in (-120, 120):
        for _ in range(10):
            page.mouse.wheel(0, delta)
        yield
    for _ in range(6):
        page.mouse.wheel(0, -120)
    yield
    page.mouse.down()
    page.mouse.move(x + 240, y + 130, steps=14)
    page.mouse.move(x - 240, y - 130, steps=14)
    page.mouse.up()
    yield
    for name in ("Zoom in", "Zoom in", "Zoom out", "Show the whole board"):
        page.locator(f".board [aria-label='{name}']").click()
        yield


def phone_ways(page: Page, session: CDPSession, x: float, y: float) -> Iterator[None]:
    for near, far in ((30, 130), (40, 150), (150, 60)):
        pinched(session, x, y, near, far)
        yield
    for dx, dy in ((-140, -90), (140, 120)):
        swiped(session, x, y, dx, dy)
        yield
    page.locator(".board [aria-label='Show the whole board']").tap()
    yield


def longest_task(trace: bytes) -> Task:
    """The longest task of the page's main thread in a trace, with what took most of its time."""
    lines: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    mains = {
        (line["pid"], line["tid"])
        for line in lines
        if line.get("name") == "thread_name" and line["args"]["name"] == "CrRendererMain"
    }
    timed = [line for line in lines if "dur" in line and (line["pid"], line["tid"]) in mains]
    most = max((line for line in timed if line["name"] == "RunTask"), key=processor_time)
    begin, end = most["ts"], most["ts"] + most["dur"]
    inside: Counter[str] = Counter()
    for line in timed:
        if line["pid"] == most["pid"] and begin < line["ts"] < end and line["name"] in STEPS:
            inside[line["name"]] += processor_time(line)
    what = "+".join(f"{name} {cpu / 1000:.0f}" for name, cpu in inside.most_common(3))
    return Task(processor_time(most) / 1000, most["dur"] / 1000, what)


def processor_time(line: dict[str, Any]) -> int:
    """Microseconds of processor time of a line of a trace.

    Chromium leaves it out of some lines. Clock time takes its place: it is never less, so that no long task
    is overlooked.
    """
    return int(line.get("tdur", line["dur"]))


@contextmanager
def slowed(session: CDPSession, rate: int) -> Iterator[None]:
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    try:
        yield
    finally:
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})


def moved(browser: Browser, page: Page, session: CDPSession, size: str, rate: int) -> Task:
    """The longest task in one round of all ways to move a map."""
    room = page.locator(".board .surface").bounding_box()
    assert room is not None
    x, y = room["x"] + room["width"] / 2, room["y"] + room["height"] / 2
    ways = phone_ways(page, session, x, y) if size == "phone" else desktop_ways(page, x, y)
    with slowed(session, rate):
        resting(page)
        browser.start_tracing(
            page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"]
        )
        for _ in ways:
            resting(page)
        return longest_task(browser.stop_tracing())


class Pace(NamedTuple):
    """How fast the machine is: the loop slowed and unslowed."""

    slowed: Loop
    unslowed: Loop

    @property
    def quiet(self) -> bool:
        """Whether the page has the processor to itself and is slowed as intended."""
        waited = max(one.clock / one.cpu for one in self)
        return waited < BUSY and SLOWER / BUSY < self.slowed.cpu / self.unslowed.cpu < SLOWER * BUSY

    def __str__(self) -> str:
        (cpu, clock), (own, own_clock) = self
        return f"the loop {cpu:.0f} ms slowed ({clock:.0f}), {own:.0f} unslowed ({own_clock:.0f})"


def pace_of(page: Page, session: CDPSession) -> Pace:
    with slowed(session, SLOWER):
        slow = loop_of(page, session)
    return Pace(slow, loop_of(page, session))


def middle(tasks: list[Task]) -> str:
    """The median and the worst of the longest tasks of some rounds."""
    if not tasks:
        return "no round"
    tasks = sorted(tasks)
    median, worst = tasks[len(tasks) // 2], tasks[-1]
    return (
        f"{median.cpu:.1f} ms of processor ({median.clock:.0f} by the clock),"
        f" worst of {len(tasks)} rounds {worst.cpu:.1f} ({worst.what})"
    )


def moving(site: Running, browser: Browser, board: str, size: str, rounds: int, patience: float) -> Verdict:
    window = chrome.Window(browser, size, service_worker=True, **USUAL)
    match = Match(site, window, board)
    for _ in range(20 * PLAYERS[board]):
        match.move()
    page = window.page
    shown(page, site.url, match)
    session = window.context.new_cdp_session(page)
    moved(browser, page, session, size, 1)  # once unmeasured, to compile scripts and load fonts
    unslowed = [moved(browser, page, session, size, 1) for _ in range(rounds)]
    quiet: list[Task] = []
    noisy: list[Task] = []
    end = time.monotonic() + patience
    pace = pace_of(page, session)
    while len(quiet) < rounds and time.monotonic() < end:
        if not pace.quiet:  # a round would mean nothing
            page.wait_for_timeout(500)
            pace = pace_of(page, session)
            continue
        task = moved(browser, page, session, size, SLOWER)
        pace = pace_of(page, session)
        (quiet if pace.quiet and task.clock < BUSY * task.cpu else noisy).append(task)
    if len(quiet) < rounds:
        verdict = Verdict.NOT_JUDGED
    else:
        verdict = Verdict.of(statistics.median(task.cpu for task in quiet) <= TASK)
    print(f"  {board:7} {size:7} {verdict}; {pace}")
    print(f"    slowed: {middle(quiet)}" + (f"; disturbed: {middle(noisy)}" if noisy else ""))
    print(f"    unslowed: {middle(unslowed)}", flush=True)
    window.close()
    return verdict


# ---- the first load


def load(site: Running, browser: Browser, name: str, path: str, ready: str, language: str = "en") -> Verdict:
    window = chrome.Window(browser, "desktop", service_worker=True, language=language)
    page = window.page
    session = window.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: dict[str, float] = {}
    names: dict[str, str] = {}
    session.on(
        "Network.responseReceived", lambda one: names.update({one["requestId"]: one["response"]["url"]})
    )
    session.on(
        "Network.loadingFinished", lambda one: sizes.update({one["requestId"]: one["encodedDataLength"]})
    )
    page.goto(site.url + path)
    page.wait_for_selector(ready, state="attached")
    page.wait_for_load_state("networkidle")
    total = sum(sizes.values())
    largest = sorted(((size, names.get(key, "?")) for key, size in sizes.items()), reverse=True)[:3]
    shares = ", ".join(f"{url.rsplit('/', 1)[-1]} {size / 1000:.0f}" for size, url in largest)
    verdict = Verdict.of(total <= LOAD)
    print(f"  {name} {verdict}: {total / 1000:.0f} kB in {len(sizes)} answers; the largest: {shares}")
    window.close()
    return verdict


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--moves", type=int, default=200, help="events to measure")
    words.add_argument("--rounds", type=int, default=3, help="rounds of panning and zooming on each board")
    words.add_argument(
        "--patience", type=float, default=60, help="seconds to wait for quiet rounds, for each board and size"
    )
    words.add_argument("--board", choices=PLAYERS, help="only this one is moved")
    words.add_argument(
        "--size", type=chrome.size_named, choices=["desktop", "phone"], help="only in this one it is moved"
    )
    words.add_argument("--only", choices=["event", "moving", "load"])
    given = words.parse_args()
    path = chrome.found()
    if path is None or not chrome.built():
        print(f"the client cannot be measured: {chrome.INSTALL}; make web")
        return
    verdicts: list[Verdict] = []
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="kolej-client-") as folder,
        running(Path(folder), limits=False) as site,
        chrome.launched(path) as browser,
    ):
        parts: dict[str, Callable[[], list[Verdict]]] = {
            "event": lambda: [events(site, browser, given.moves)],
            "moving": lambda: [
                moving(site, browser, board, size, given.rounds, given.patience)
                for board in ([given.board] if given.board else PLAYERS)
                for size in ("desktop", "phone")
                if given.size in (None, size)
            ],
            "load": lambda: [
                load(site, browser, "lobby", "/", "h1, h2"),
                load(site, browser, "table of Europe", _waiting(site, "europe"), ".board [data-route]"),
                load(
                    site, browser, "Poland in Polish", _waiting(site, "poland"), ".board [data-route]", "pl"
                ),
            ],
        }
        titles = {
            "moving": f"longest task while a map moves, slowed {SLOWER} times (limit {TASK:.0f} ms):",
            "load": f"first load, compressed (limit {LOAD / 1000:.0f} kB):",
        }
        for name, part in parts.items():
            if given.only in (None, name):
                if name in titles:
                    print(titles[name])
                verdicts += part()
    counted = Counter(verdicts)
    print(", ".join(f"{counted[one]} {one}" for one in Verdict) + f"; {time.monotonic() - began:.0f} s")
    sys.exit(counted[Verdict.KEPT] < len(verdicts))


def _waiting(site: Running, board: str) -> str:
    return f"/t/{site.person('Host').make(board, 'host anyone')}"


if __name__ == "__main__":
    main()
