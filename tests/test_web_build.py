"""The web client as it is built and shipped: its tools, the wheel, and what a first visit fetches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest

from conftest import missing

HERE = Path(__file__).parent.parent
sys.path.insert(0, str(HERE / "tools"))

import first_load  # noqa: E402
from node import new_enough  # noqa: E402

CLIENT = HERE / "src" / "kolej" / "server" / "client"


@pytest.fixture
def built() -> Path:
    if not (CLIENT / "index.html").is_file():
        missing("the web client is not built: make web")
    return CLIENT


def packages() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((HERE / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    return found


def test_the_lock_names_no_addresses_so_that_any_mirror_will_do() -> None:
    assert [name for name, package in packages().items() if "resolved" in package] == []
    assert [name for name, package in packages().items() if name and "integrity" not in package] == []


def test_the_lock_has_the_binaries_of_every_platform() -> None:
    known = {name.rpartition("node_modules/")[2] for name in packages()}
    for package in packages().values():
        assert set(package.get("optionalDependencies", ())) <= known


@pytest.mark.parametrize(
    ("version", "good"),
    [
        ("v20.19.0", True),
        ("v20.18.9", False),
        ("v18.20.4", False),
        ("v21.7.0", False),
        ("v22.12.0", False),
        ("v22.13.0", True),
        ("v23.9.0", False),
        ("v24.1.0", True),
        ("", False),
    ],
)
def test_a_node_that_the_tools_cannot_run_on_is_not_used(version: str, good: bool) -> None:
    assert new_enough(version) is good


def test_the_service_worker_keeps_what_was_built_and_nothing_of_the_servers_own(built: Path) -> None:
    worker = (built / "sw.js").read_text("utf-8")
    assert "%" + "FILES%" not in worker
    for asset in (built / "assets").iterdir():
        if asset.suffix in (".js", ".css"):
            assert f"assets/{asset.name}" in worker
    manifest = json.loads((built / "manifest.webmanifest").read_text("utf-8"))
    for icon in manifest["icons"]:
        assert (built / icon["src"]).is_file()


def test_a_wheel_brings_the_client_and_serves_it_without_node(built: Path, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", str(tmp_path), str(HERE)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"kolej/server/client/index.html", "kolej/server/client/sw.js"} <= set(names)
    assert not [name for name in names if "node_modules" in name]

    # A fresh environment; what the wheel needs is lent by this one, for it is large.
    home = tmp_path / "home"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    where = subprocess.run(
        [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    )
    site = Path(where.stdout.strip())
    subprocess.run([*pip, "install", "--no-deps", "--target", str(site), str(wheel)], check=True)
    (site / "lent.pth").write_text(sysconfig.get_path("purelib"), "utf-8")

    environment = {name: value for name, value in os.environ.items() if not name.startswith("KOLEJ_")}
    process = subprocess.Popen(
        [str(python), "-m", "kolej", "serve", "--port", "0", "--data", str(tmp_path / "data")],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=tmp_path,
        env={**environment, "PATH": "", "NUMBA_DISABLE_JIT": "1"},
    )
    try:
        assert process.stdout is not None
        here = process.stdout.readline().rstrip().removeprefix("Kolej is at ")
        page = httpx.get(here, timeout=60).text
        assert '<div id="app">' in page
        script = page.split('src="./')[1].split('"')[0]
        assert "javascript" in httpx.get(here + script, timeout=60).headers["content-type"]
    finally:
        process.kill()
        process.communicate()


@pytest.mark.usefixtures("built")
def test_the_first_load_of_lobby_and_table_is_small() -> None:
    program = first_load.chromium()
    if program is None:
        missing("there is no Chromium; apt-get install chromium brings one")
    loads = first_load.first_loads(program)
    for name, sizes in loads.items():
        print(f"{name}: {sum(sizes.values()) / 1000:.0f} kB in {len(sizes)} files")
        assert sum(sizes.values()) <= first_load.LIMIT, name
    assert len(loads) == 6
