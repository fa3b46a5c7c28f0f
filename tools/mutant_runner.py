"""Runs tests on a copy of the tree that contains a mutant; see mutants.py.

As a program it is the process that forks for each mutant; as a module it is also a pytest plugin.
"""

from __future__ import annotations

import functools
import gc
import json
import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from mutations import Mutant

ROOT = Path(__file__).parent.parent
OPTIONS = (
    *("-p", "mutant_runner", "-p", "no:cacheprovider", "--hypothesis-seed=0"),
    *("-x", "-q", "--no-header", "--tb=short", "-W", "ignore", "-k", "not postgres"),
)
NO_TESTS = 5
"""pytest's exit code if it found no tests."""


def environment(copy: Path) -> dict[str, str]:
    """Tests run uncompiled, on the copy, the same way every time."""
    places = os.pathsep.join((str(copy / "src"), str(copy / "tools")))
    return {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": places, "PYTHONHASHSEED": "0"}


# ---- while tests run: this file is their plugin


def pytest_configure() -> None:
    """Do not shrink examples: it is enough to find a fault."""
    from hypothesis import Phase, settings

    settings.register_profile(
        "mutants", phases=[Phase.explicit, Phase.generate], database=None, deadline=None
    )
    settings.load_profile("mutants")


_seconds: dict[str, float] = defaultdict(float)


def pytest_runtest_setup() -> None:
    """Clear caches: what an earlier test left there would hide which lines this one needs."""
    if "MUTANTS_TIMES" in os.environ:
        gc.unfreeze()  # the tests' configuration leaves what was imported out of gc.get_objects()
        for one in gc.get_objects():
            if type(one) is functools._lru_cache_wrapper and _is_ours(str(one.__module__)):
                one.cache_clear()


def pytest_runtest_logreport(report: object) -> None:
    _seconds[report.nodeid] += report.duration  # type: ignore[attr-defined]


def pytest_sessionfinish() -> None:
    if path := os.environ.get("MUTANTS_TIMES"):
        brought = [name for name in sys.modules if not _is_ours(name)]
        Path(path).write_text(json.dumps({"seconds": _seconds, "modules": brought}), "utf-8")


def _is_ours(module: str) -> bool:
    """Whether a module belongs to the tree: the package, the tests and their helpers."""
    file = getattr(sys.modules.get(module), "__file__", None)
    return file is not None and ROOT in Path(file).parents


# ---- one mutant


class Runner:
    """A copy of the tree, and a process that has imported third-party modules and forks for each mutant."""

    def __init__(self, copy: Path, modules: list[str]) -> None:
        self.copy = copy
        self._process = subprocess.Popen(
            [sys.executable, str(copy / "tools" / Path(__file__).name)],
            cwd=copy,
            env={**environment(copy), "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._ask(modules)

    def _ask(self, question: object) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def survives(self, mutant: Mutant, tests: Iterable[str], limit: float) -> bool:
        """Whether none of these tests notices a mutant."""
        path = self.copy / mutant.file
        # Python recompiles a file if its time or size changed; a mutant may change neither.
        for compiled in path.parent.glob(f"__pycache__/{path.stem}.*"):
            compiled.unlink()
        whole = path.read_bytes()
        path.write_text(mutant.text, "utf-8")
        try:
            found = self._ask([limit, *OPTIONS, *tests])
        finally:
            path.write_bytes(whole)
        assert found != NO_TESTS, mutant
        return found == 0

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def serve() -> None:
    """The other side of a ``Runner``: modules to import, then a line for each mutant."""
    import pytest

    for name in json.loads(sys.stdin.readline()):
        with suppress(Exception):
            import_module(name)
    print(0, flush=True)
    for line in sys.stdin:
        limit, *arguments = json.loads(line)
        child = os.fork()
        if child == 0:
            os.setpgid(0, 0)
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(nothing, stream)
            os._exit(pytest.main(arguments))
        print(_exit_code(child, limit), flush=True)


def _exit_code(child: int, limit: float) -> int:
    """Wait for a child; everything it started is ended with it."""
    end = time.monotonic() + limit
    status = None
    while status is None and time.monotonic() < end:
        found, code = os.waitpid(child, os.WNOHANG)
        status = code if found else None
        time.sleep(0.02)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    if status is None:
        os.waitpid(child, 0)
        return 1
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    serve()
