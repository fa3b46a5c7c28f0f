"""Hooks of the documentation site (mkdocs.yml): pages that lie outside ``docs/``, and links that leave it.

README, CONTRIBUTING and their like stand at the root, where hosts of code look for them. The site shows them as
pages, and their links are written anew for the place where they stand there. A link to a source file becomes a
link into the API reference.
"""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
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


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name, page in PAGES.items():
        text = (ROOT / name).read_text("utf-8")
        files.append(File.generated(config, page, content=from_root(text) if name.endswith(".md") else text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    return from_docs(markdown, depth=page.file.src_uri.count("/"))


def from_root(text: str) -> str:
    """The text of a page that stands at the root, with links that are right in ``docs/``."""

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
    """The text of a page in ``docs/``, with links out of that folder led to pages of the site."""
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
        return link[0]  # the build tells that nothing is there

    return LINK.sub(moved, text)


def module(path: str) -> str:
    """The dotted name of a source file: the name by which the reference knows it."""
    return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
