"""The documentation site: what its hooks do with links, and what ``make docs`` built."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from conftest import missing

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from docs_hooks import from_docs, from_root  # noqa: E402

SITE = ROOT / "build" / "site"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("[a](docs/record.md)", "[a](record.md)"),
        ("[a](docs/record.md#words)", "[a](record.md#words)"),
        ("![a](docs/pictures/turn.webp)", "![a](pictures/turn.webp)"),
        ("[a](CONTRIBUTING.md#house-rules)", "[a](contributing.md#house-rules)"),
        ("[a](LICENSE)", "[a](license.txt)"),
        ("[a](https://example.org/docs/x.md)", "[a](https://example.org/docs/x.md)"),
    ],
)
def test_a_link_of_a_page_at_the_root_is_right_in_the_site(written: str, shown: str) -> None:
    assert from_root(written) == shown


@pytest.mark.parametrize(
    ("written", "depth", "shown"),
    [
        ("[a](record.md)", 0, "[a](record.md)"),
        ("[a](../CONTRIBUTING.md#x)", 0, "[a](contributing.md#x)"),
        ("[a](../../SECURITY.md)", 1, "[a](../security.md)"),
        ("[a](../record.md)", 1, "[a](../record.md)"),
        ("[a](../src/kolej/game/view.py)", 0, "[a][kolej.game.view]"),
        ("[a](../src/kolej/bots/__init__.py)", 0, "[a][kolej.bots]"),
    ],
)
def test_a_link_out_of_the_docs_folder_stays_in_the_site(written: str, depth: int, shown: str) -> None:
    assert from_docs(written, depth) == shown


def test_the_list_of_decisions_names_every_decision_with_its_date_and_title() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "index.md").read_text("utf-8")
    found = sorted(folder.glob("0*.md"))
    assert [path.name[:4] for path in found] == [f"{number + 1:04}" for number in range(len(found))]
    for path in found:
        title, _, date = path.read_text("utf-8").splitlines()[:3]
        number, _, words = title.removeprefix("# ").partition(": ")
        assert path.name.startswith(f"{number}-")
        assert f"| {number} | {date.strip('*')} | [{words}]({path.name}) |" in index


def test_the_site_fetches_nothing_from_other_hosts() -> None:
    pages = sorted(SITE.rglob("*.html"))
    if not pages:
        missing("the documentation site is not built: make docs")
    fetched = re.compile(
        r"<(?:script|img|iframe|source)[^>]*\ssrc=\"(https?:|//)|<link[^>]*\shref=\"(https?:|//)",
        re.IGNORECASE,
    )
    assert [path.name for path in pages if fetched.search(path.read_text("utf-8"))] == []
    styles = "".join(path.read_text("utf-8") for path in SITE.rglob("*.css"))
    assert not re.search(r"url\([\"']?(https?:)?//", styles)
