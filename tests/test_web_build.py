"""The web client as it is built: its tools, and what a first visit fetches."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from conftest import missing

HERE = Path(__file__).parent.parent
sys.path.insert(0, str(HERE / "tools"))

import node  # noqa: E402
import web_client  # noqa: E402
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


def test_where_node_must_not_be_installed_the_line_that_installs_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KOLEJ_NODE", "wheel")
    monkeypatch.setattr(node, "find_spec", lambda _: None)
    with pytest.raises(SystemExit, match=r"pip install -r requirements/node\.txt"):
        node.run(["npm", "ci"], may_install=False)


def test_the_client_is_built_again_only_after_a_change(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    web, built = tmp_path / "web", tmp_path / "client"
    (web / "src" / "panels").mkdir(parents=True)
    (web / "public").mkdir()
    for name in (
        *web_client.LOCKS,
        "index.html",
        "sw.js",
        "vite.config.ts",
        "svelte.config.js",
        "src/main.ts",
    ):
        (web / name).write_text("", "utf-8")
    for name, path in {"HERE": tmp_path, "WEB": web, "CLIENT": built}.items():
        monkeypatch.setattr(web_client, name, path)
    assert not web_client.is_current()
    built.mkdir()
    (built / "index.html").write_text("", "utf-8")
    assert web_client.is_current()

    for changed in (web / "src" / "main.ts", web / "src" / "panels", web / "package-lock.json"):
        later = (built / "index.html").stat().st_mtime_ns + 1_000_000
        os.utime(changed, ns=(later, later))
        assert not web_client.is_current(), changed
        os.utime(built / "index.html", ns=(later, later))
        assert web_client.is_current(), changed

    os.utime(web / "sw.js", ns=(2 * later, 2 * later))
    (tmp_path / "PKG-INFO").write_text("", "utf-8")
    assert web_client.is_current(), "an sdist is whole, whatever its times say"


def test_the_service_worker_keeps_what_was_built_and_nothing_of_the_servers_own(built: Path) -> None:
    worker = (built / "sw.js").read_text("utf-8")
    assert "%" + "FILES%" not in worker
    for asset in (built / "assets").iterdir():
        if asset.suffix in (".js", ".css"):
            assert f"assets/{asset.name}" in worker
    manifest = json.loads((built / "manifest.webmanifest").read_text("utf-8"))
    for icon in manifest["icons"]:
        assert (built / icon["src"]).is_file()
