"""Build a release and try it as a newcomer would: ``make release``, after all tests.

The sdist comes first, and the wheel is built from it, so that an incomplete sdist is noticed here. The wheel
is installed in an empty environment outside the repository, its dependencies from the package index. There it
must print its version, play a game whose record it can verify, and serve a page with its script.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"


def main() -> None:
    options = argparse.ArgumentParser(description="Build a release and try it in an empty environment.")
    options.add_argument(
        "--trial", action="store_true", help="do not require a clean tree and a dated changelog"
    )
    trial: bool = options.parse_args().trial
    version = version_of(ROOT)
    if not trial:
        ready(version)
    with tempfile.TemporaryDirectory(prefix="kolej-release-") as folder:
        wheel = built(Path(folder))
        kolej = installed(wheel, Path(folder))
        tried(kolej, version, Path(folder))
    print(f"Kolej {version} is in {DIST.name}/: " + ", ".join(sorted(path.name for path in DIST.iterdir())))
    if trial:
        print("a trial: neither the changelog nor uncommitted changes were checked")


def version_of(root: Path) -> str:
    """The version, from the one place where it is written."""
    text = (root / "src" / "kolej" / "__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        sys.exit('error: src/kolej/__init__.py has no line __version__ = "..."')
    return found[1]


def ready(version: str) -> None:
    """Exit unless this may be released: everything committed, and the changelog dated."""
    changes = run(["git", "status", "--porcelain"], ROOT).strip()
    if changes:
        sys.exit(f"error: these files are not committed:\n{changes}")
    if not dated((ROOT / "CHANGELOG.md").read_text("utf-8"), version):
        sys.exit(f'error: CHANGELOG.md needs a heading like "## {version} (2030-01-31)"')


def dated(changelog: str, version: str) -> bool:
    """Whether the changelog has a dated heading for this version."""
    return re.search(rf"^## {re.escape(version)}\b.*\d{{4}}-\d\d-\d\d", changelog, re.MULTILINE) is not None


def built(folder: Path) -> Path:
    """Build an sdist of this tree and a wheel of that sdist, in ``dist/``; returns the wheel."""
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    build("sdist", ROOT)
    (sdist,) = DIST.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "sdist", filter="data")
    (tree,) = (folder / "sdist").iterdir()
    build("wheel", tree)
    (wheel,) = DIST.glob("*.whl")
    return wheel


def build(kind: str, tree: Path) -> None:
    print(f"building the {kind}", flush=True)
    run(
        [sys.executable, "-c", f"import hatchling.build as b, sys; b.build_{kind}(sys.argv[1])", str(DIST)],
        tree,
    )


def installed(wheel: Path, folder: Path) -> Path:
    """The ``kolej`` command of an empty environment with this wheel."""
    print("installing the wheel in an empty environment", flush=True)
    home = folder / "home"
    run([sys.executable, "-m", "venv", str(home)], folder)
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    run([str(programs / "python"), "-m", "pip", "install", "--quiet", str(wheel)], folder)
    return programs / "kolej"


def tried(kolej: Path, version: str, folder: Path) -> None:
    """Play a game, verify its record, serve a page."""
    told = run([str(kolej), "--version"], folder)
    if version not in told:
        sys.exit(f"error: kolej --version says {told.strip()!r}, not {version}")
    print("playing a game (the first one compiles the rules)", flush=True)
    run([str(kolej), "play", "--demo", "--record", "game.json"], folder)
    run([str(kolej), "verify", "game.json"], folder)
    print("serving a page", flush=True)
    words = [str(kolej), "serve", "--port", "0", "--data", str(folder / "data")]
    process = subprocess.Popen(words, cwd=folder, env=environment(), stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().rstrip().removeprefix("Kolej is at ")
        script = re.search(r'<script[^>]*\ssrc="\./([^"]+)"', fetched(address))
        if script is None:
            sys.exit("error: the page has no script: the wheel contains no web client")
        if not fetched(address + script[1]) or '"ok"' not in fetched(address + "health"):
            sys.exit("error: the server does not serve its script, or reports that it is unhealthy")
    finally:
        process.terminate()
        process.wait(60)


def fetched(address: str) -> str:
    if not address.startswith("http://127.0.0.1"):
        sys.exit(f"error: the server is not at an address of this machine: {address!r}")
    with urllib.request.urlopen(address, timeout=60) as answer:
        text: str = answer.read().decode("utf-8")
    return text


def environment() -> dict[str, str]:
    """Our environment without the variables that change how Kolej or Python behave."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("KOLEJ_", "PYTHON"))}


def run(words: list[str], folder: Path) -> str:
    """What a program prints; if it fails, exit with its output."""
    done = subprocess.run(words, cwd=folder, env=environment(), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"error: {' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
