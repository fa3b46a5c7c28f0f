"""Rewrites the examples and the table of endpoints in ``docs/protocol.md``, from scenes played for them."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "server"))

from playing import running
from protocol_doc import ENDPOINTS, FILE, endpoints, with_examples
from scenes import collected


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as one,
        tempfile.TemporaryDirectory() as other,
        running(Path(one), limits=False) as site,
    ):
        found = collected(site, Path(other)).examples
        table = endpoints(site.person(None).http.get("/api/schema/openapi.json").json())
    text = with_examples(FILE.read_text(encoding="utf-8"), found)
    FILE.write_text(ENDPOINTS.sub(lambda _: table, text), encoding="utf-8")
    print(f"docs/protocol.md: {len(found)} examples")


if __name__ == "__main__":
    main()
