"""Builds the web client into the package, if it is missing or has changed.

``make web`` runs this, and so does the build of a wheel from a clone (hatch_build.py).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import node

HERE = Path(__file__).parent.parent
WEB = HERE / "web"
CLIENT = HERE / "src" / "kolej" / "server" / "client"
INSTALLED = WEB / "node_modules" / ".installed"
"""Written after npm has installed all packages of the lock file."""
LOCKS = ("package.json", "package-lock.json")
PARTS = ("index.html", "sw.js", "vite.config.ts", "svelte.config.js", "src", "public")


def is_current() -> bool:
    """Whether the client in the package is up to date."""
    page = CLIENT / "index.html"
    if not page.is_file():
        return False
    # An sdist includes the client beside its sources, and its modification times mean nothing.
    return (HERE / "PKG-INFO").is_file() or not _is_older(page, [*LOCKS, *PARTS])


def has_packages() -> bool:
    return INSTALLED.is_file() and not _is_older(INSTALLED, LOCKS)


def _is_older(made: Path, parts: tuple[str, ...] | list[str]) -> bool:
    return made.stat().st_mtime_ns < max(path.stat().st_mtime_ns for path in _files(parts))


def _files(parts: tuple[str, ...] | list[str]) -> Iterator[Path]:
    """The parts and everything in them; folders too, so that a deleted file counts as a change."""
    for part in parts:
        yield WEB / part
        yield from (WEB / part).rglob("*")


def install_packages(*, may_install_node: bool = True) -> None:
    if not has_packages():
        words = ["npm", "ci", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]
        _run(words, may_install_node)
        INSTALLED.touch()


def build(*, may_install_node: bool = True) -> None:
    if not is_current():
        install_packages(may_install_node=may_install_node)
        _run(["vite", "build", "--logLevel", "warn"], may_install_node)
        (CLIENT / "index.html").touch()


def _run(words: list[str], may_install_node: bool) -> None:
    code = node.run(words, may_install=may_install_node)
    if code != 0:
        raise subprocess.CalledProcessError(code, words)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--packages", action="store_true", help="only install the packages of npm")
    reader.add_argument("--no-node", action="store_true", help="do not install Node if it is missing")
    given = reader.parse_args()
    work = install_packages if given.packages else build
    try:
        work(may_install_node=not given.no_node)
    except subprocess.CalledProcessError as error:
        sys.exit(
            f"error: {' '.join(error.cmd)} failed with exit code {error.returncode}; see its output above"
        )


if __name__ == "__main__":
    main()
