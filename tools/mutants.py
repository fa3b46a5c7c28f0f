"""Which small faults would no test notice? Puts them into a copy of the source, one by one, and runs tests.

``make mutants`` draws 200 with a seed; ``--all`` tries every one. Tests run uncompiled, and only those that
reach the changed lines. Mutants that survive are printed; those that change nothing visible are listed with
their reasons in mutants-equivalent.toml and only counted. Exits with 1 if others survive.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from mutant_runner import OPTIONS, ROOT, Runner, environment
from mutations import Mutant, mutants_of

EQUIVALENT = Path(__file__).with_name("mutants-equivalent.toml")


class Target(NamedTuple):
    """Source files, and the tests that should notice faults in them."""

    name: str
    sources: tuple[str, ...]
    tests: tuple[str, ...]


TARGETS = (
    Target(
        "rules",
        ("src/kolej/rules/*.py",),
        ("tests/rules", "tests/test_outlook.py", "tests/test_choices.py"),
    ),
    Target(
        "check",
        ("src/kolej/boards/checks/faults.py",),
        ("tests/boards/test_check.py", "tests/boards/test_check_edges.py"),
    ),
    Target(
        "table",
        ("src/kolej/server/tables/table.py", "src/kolej/server/tables/command_handler.py"),
        (
            "tests/server/test_table_edges.py",
            "tests/server/test_seats.py",
            "tests/server/test_clocks.py",
            "tests/server/test_fair_luck.py",
            "tests/server/test_tables.py",
            "tests/server/test_playing.py",
            "tests/server/test_from_position.py",
            "tests/server/test_lessons.py",
        ),
    ),
    Target(
        "store",
        ("src/kolej/server/store/store.py", "src/kolej/server/store/stored_rows.py"),
        (
            "tests/server/test_store.py",
            "tests/server/test_store_contents.py",
            "tests/server/test_webpush.py",
            "tests/server/test_doors.py",
            "tests/server/test_playing.py",
        ),
    ),
)
"""Where to look; paths are relative to the repository."""

NOT_COPIED = (".git", ".venv", "web", "__pycache__", ".*_cache", ".hypothesis")
PATIENCE = 5.0
"""A mutant whose tests take this many times longer than usual counts as hung, and so as noticed."""


# ---- which tests reach a line


class Reach(NamedTuple):
    """For the sources of a target: which tests reach each line, and how long each takes."""

    tests: dict[tuple[str, int], frozenset[str]]
    seconds: dict[str, float]
    modules: list[str]
    """Third-party modules that its tests import."""

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that reach a mutant, file by file, fast ones first; all if only an import reaches it."""
        found: set[str] = set()
        for line in range(mutant.line, mutant.last + 1):
            found |= self.tests.get((mutant.file, line), frozenset())
        by_file: dict[str, list[str]] = defaultdict(list)
        for test in sorted(found or self.seconds, key=lambda test: self.seconds.get(test, 0.0)):
            by_file[test.partition("::")[0]].append(test)
        groups = sorted(
            by_file.values(), key=lambda group: sum(self.seconds.get(test, 0.0) for test in group)
        )
        return [test for group in groups for test in group]

    def limit(self, tests: Iterable[str]) -> float:
        return 60 + PATIENCE * sum(self.seconds.get(test, 0.0) for test in tests)


def reach(copy: Path, target: Target) -> Reach:
    """Run a target's tests once on the unchanged source, and note which lines each of them reaches."""
    from coverage import CoverageData

    data, times = copy / f"{target.name}.coverage", copy / f"{target.name}.json"
    extra = {"COVERAGE_FILE": str(data), "COVERAGE_CORE": "ctrace", "MUTANTS_TIMES": str(times)}
    measured = [f"--cov={_module(pattern)}" for pattern in target.sources]
    options = (*OPTIONS, *measured, "--cov-context=test", "--cov-report=")
    found = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *target.tests],
        cwd=copy,
        env={**environment(copy), **extra},
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode:
        sys.exit(f"error: the tests of {target.name} fail without any fault:\n{found.stdout[-2000:]}")
    covered = CoverageData(str(data))
    covered.read()
    tests: dict[tuple[str, int], frozenset[str]] = {}
    for file in covered.measured_files():
        path = Path(file).relative_to(copy).as_posix()
        for line, contexts in covered.contexts_by_lineno(file).items():
            tests[path, line] = frozenset(context.rpartition("|")[0] for context in contexts if context)
    noted = json.loads(times.read_text("utf-8"))
    return Reach(tests, noted["seconds"], noted["modules"])


def _module(pattern: str) -> str:
    """The module, or the package for all its files: src/kolej/rules/*.py is kolej.rules."""
    return ".".join(Path(pattern).with_suffix("").parts[1:]).removesuffix(".*")


def equivalents(path: Path = EQUIVALENT) -> dict[tuple[str, str, str, str], str]:
    """Faults that change nothing visible, with the reasons."""
    rows = tomllib.loads(path.read_text("utf-8")).get("mutant", []) if path.exists() else []
    return {(row["file"], row["function"], row["old"], row["new"]): row["reason"] for row in rows}


# ---- all of them


def every_mutant(root: Path = ROOT) -> dict[str, list[Mutant]]:
    """All mutants of each target."""
    found: dict[str, list[Mutant]] = {}
    for target in TARGETS:
        files = sorted(path for pattern in target.sources for path in root.glob(pattern))
        if not files:
            sys.exit(
                f"error: there is no {' or '.join(target.sources)}; change TARGETS in {Path(__file__).name}"
            )
        found[target.name] = [
            mutant
            for path in files
            for mutant in mutants_of(path.relative_to(root).as_posix(), path.read_text("utf-8"))
        ]
    return found


def drawn(found: dict[str, list[Mutant]], count: int, seed: int) -> list[tuple[str, Mutant]]:
    """The same number from each target, as far as it has that many."""
    chosen = []
    for place, (name, mutants) in enumerate(found.items()):
        share = (count + place) // len(found)
        chosen += [
            (name, one) for one in random.Random(f"{seed} {name}").sample(mutants, min(share, len(mutants)))
        ]
    return chosen


def copied(folder: Path) -> Path:
    """The tree as it is, without built and installed files."""
    return shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*NOT_COPIED), symlinks=True)


def run(chosen: list[tuple[str, Mutant]], jobs: int, folder: Path) -> list[Mutant]:
    """Try the mutants; returns those that survive."""
    first, known = copied(folder / "0"), {}
    for target in TARGETS:
        if any(name == target.name for name, _ in chosen):
            began = time.monotonic()
            known[target.name] = reach(first, target)
            count = len(known[target.name].seconds)
            print(f"{target.name}: {count} tests, {time.monotonic() - began:.0f} s", flush=True)
    modules = list(dict.fromkeys(module for one in known.values() for module in one.modules))
    copies = [first, *(shutil.copytree(first, folder / str(n), symlinks=True) for n in range(1, jobs))]
    runners = [Runner(copy, modules) for copy in copies]
    free: SimpleQueue[Runner] = SimpleQueue()
    for runner in runners:
        free.put(runner)

    def attempt(name: str, mutant: Mutant) -> bool:
        runner = free.get()
        try:
            tests = known[name].of(mutant)
            return runner.survives(mutant, tests, known[name].limit(tests))
        finally:
            free.put(runner)

    alive = []
    with ThreadPoolExecutor(jobs) as threads:
        tasks = {threads.submit(attempt, name, mutant): mutant for name, mutant in chosen}
        for number, done in enumerate(as_completed(tasks), 1):
            mutant = tasks[done]
            if done.result():
                alive.append(mutant)
                print(f"[{number}/{len(tasks)}] survives: {shown(mutant)}", flush=True)
            elif number % 10 == 0:
                print(f"[{number}/{len(tasks)}]", flush=True)
    for runner in runners:
        runner.close()
    return sorted(alive, key=lambda one: (one.file, one.line))


def shown(mutant: Mutant) -> str:
    return f"{mutant.file}:{mutant.line}: {mutant.function}\n    - {mutant.old}\n    + {mutant.new}"


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--count", type=int, default=200, help="how many to draw")
    given.add_argument("--seed", type=int, default=1, help="seed of the draw")
    given.add_argument("--all", action="store_true", help="try every one; takes many hours")
    given.add_argument("--only", choices=[target.name for target in TARGETS], help="one target only")
    given.add_argument("--jobs", type=int, default=2, help="how many to run at a time")
    given.add_argument(
        "--at", action="append", metavar="FILE:LINE", help="all mutants of a line; may be repeated"
    )
    options = given.parse_args()
    found = {name: mutants for name, mutants in every_mutant().items() if options.only in (None, name)}
    reasons = equivalents()
    everything = [(name, one) for name, mutants in found.items() for one in mutants]
    if options.at:
        chosen = [(name, one) for name, one in everything if f"{one.file}:{one.line}" in options.at]
    else:
        chosen = everything if options.all else drawn(found, options.count, options.seed)
    left = [(name, one) for name, one in chosen if one.key not in reasons]
    print(
        f"{len(chosen)} of {len(everything)} mutants; {len(chosen) - len(left)} are known to change nothing",
        flush=True,
    )
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kolej-mutants-") as folder:
        alive = run(left, options.jobs, Path(folder))
    minutes = (time.monotonic() - began) / 60
    print(f"{len(left) - len(alive)} of {len(left)} were noticed, in {minutes:.0f} minutes")
    for mutant in alive:
        print(shown(mutant))
    sys.exit(1 if alive else 0)


if __name__ == "__main__":
    main()
