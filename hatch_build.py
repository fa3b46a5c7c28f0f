"""How sdist and wheel are built: with the web client inside, and a README that shows on a package index."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

HERE = Path(__file__).parent
TOOLS = HERE / "tools"
WITHOUT = "KOLEJ_NO_CLIENT"
ADDRESS = "KOLEJ_SOURCE_URL"
LINK = re.compile(r"(!?\[[^\]]*\]\()(?![a-z]+:|#)([^)\s]+)\)")
"""A link or a picture of Markdown whose address is a path of the repository."""


def is_without_client() -> bool:
    return os.environ.get(WITHOUT, "0") not in ("", "0")


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the web client into what is built; an editable install leaves that to ``make web``."""

    def dependencies(self) -> list[str]:
        """Node, where the client must be built and the machine has none that is new enough."""
        if is_without_client():
            return []
        sys.path.insert(0, str(TOOLS))
        try:
            import node
            import web_client

            if web_client.is_current() or not node.is_wanted_from_index():
                return []
            return node.PINNED.read_text("utf-8").split()
        finally:
            sys.path.remove(str(TOOLS))

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or is_without_client():
            return
        done = subprocess.run([sys.executable, str(TOOLS / "web_client.py"), "--no-node"], check=False)
        if done.returncode != 0:
            self.app.abort(
                "the web client could not be built, for the reason above; "
                f"{WITHOUT}=1 builds without it, and the server then has no pages"
            )
        build_data["artifacts"].append("/src/kolej/server/client/")


class ReadmeHook(MetadataHookInterface):
    """Makes the README's links absolute: a package index has only the text."""

    def update(self, metadata: dict[str, Any]) -> None:
        if "readme" in metadata:  # from an sdist, which has the finished text
            return
        text = (HERE / "README.md").read_text("utf-8")
        source = os.environ.get(ADDRESS) or metadata.get("urls", {}).get("Source", "")
        if source:
            text = with_addresses(text, source.rstrip("/"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def with_addresses(text: str, source: str) -> str:
    """The text with links to the public repository, as GitHub and GitLab address files."""

    def absolute(found: re.Match[str]) -> str:
        kind = "raw" if found[1].startswith("!") else "blob"
        return f"{found[1]}{source}/{kind}/HEAD/{found[2]})"

    return LINK.sub(absolute, text)
