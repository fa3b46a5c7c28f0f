"""Hooks of the documentation site (mkdocs.yml): pages outside ``docs/``, and links that leave it.

README, CONTRIBUTING and the like are at the root, where people look for them. The site shows them as
pages, with their links rewritten. A link to a source file becomes a link into the API reference.
"""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "LICENSE": "license.txt",
}
LINK = re.compile(r"(\[[^\]]*\])\(([^)#\s]+)(#[^)\s]*)?\)")


def on_startup(command: str, **_: Any) -> None:
    """Print nothing while all is well. ``--quiet`` does not work: ``strict`` then counts no warnings."""
    if command == "build":
        logging.getLogger("mkdocs").setLevel(logging.WARNING)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are at the root of the repository."""
    from mkdocs.structure.files import File

    for name, page in PAGES.items():
        text = (ROOT / name).read_text("utf-8")
        files.append(File.generated(config, page, content=from_root(text) if name.endswith(".md") else text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    return from_docs(markdown, depth=page.file.src_uri.count("/"))


def from_root(text: str) -> str:
    """The text of a page at the root, with links that are right in ``docs/``."""

    def moved(link: re.Match[str]) -> str:
        label, target, anchor = link[1], link[2], link[3] or ""
        if target in PAGES:
            return f"{label}({PAGES[target]}{anchor})"
        if target.startswith("docs/"):
            return f"{label}({target.removeprefix('docs/')}{anchor})"
        if target.startswith(("http:", "https:", "mailto:")):
            return link[0]
        return f"{label}(../{target}{anchor})"

    return LINK.sub(moved, text)


def from_docs(text: str, depth: int) -> str:
    """The text of a page in ``docs/``, with links out of that folder pointed at pages of the site."""
    up = "../" * depth
    out = up + "../"

    def moved(link: re.Match[str]) -> str:
        label, target, anchor = link[1], link[2], link[3] or ""
        if not target.startswith(out):
            return link[0]
        inside = target.removeprefix(out)
        if inside in PAGES:
            return f"{label}({up}{PAGES[inside]}{anchor})"
        if inside.startswith("src/kolej/") and inside.endswith(".py"):
            return f"{label}[{module(inside)}]"
        return link[0]  # the build will report the broken link

    return LINK.sub(moved, text)


def module(path: str) -> str:
    """The dotted name of a source file, by which the reference knows it."""
    return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
