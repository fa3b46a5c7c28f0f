"""The parts of ``docs/protocol.md`` that are made: examples, and the table of endpoints."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent.parent.parent / "docs" / "protocol.md"
BLOCK = re.compile(r"<!-- example: ([\w ]+) -->\n```json\n(.*?)\n```", re.S)
ENDPOINTS = re.compile(r"(?<=<!-- endpoints -->\n).*?(?=\n<!-- end -->)", re.S)
WIDTH = 120


def examples(text: str) -> dict[str, dict[str, Any]]:
    """What the document shows, by name."""
    return {name: json.loads(body) for name, body in BLOCK.findall(text)}


def with_examples(text: str, found: dict[str, dict[str, Any]]) -> str:
    """The document with these examples in their places."""
    return BLOCK.sub(
        lambda block: f"<!-- example: {block[1]} -->\n```json\n{laid_out(found[block[1]])}\n```", text
    )


def laid_out(value: Any, indent: str = "") -> str:
    """JSON that is broken into lines only where it is too wide."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) <= WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    deeper = indent + "  "
    if isinstance(value, dict):
        parts = [f"{deeper}{json.dumps(key)}: {laid_out(part, deeper)}" for key, part in value.items()]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    return "[\n" + ",\n".join(deeper + laid_out(part, deeper) for part in value) + f"\n{indent}]"


def endpoints(schema: dict[str, Any]) -> str:
    """The table of endpoints, as the OpenAPI description has them."""
    lines = ["| endpoint | takes | gives | |", "|---|---|---|---|"]
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            takes = [*_query(operation), _content(operation.get("requestBody", {}))]
            good = next(answer for code, answer in operation["responses"].items() if code.startswith("2"))
            cells = [f"`{method.upper()} {path}`", ", ".join(filter(None, takes)), _content(good)]
            lines.append(f"| {' | '.join(cells)} | {operation['summary']} |")
    return "\n".join(lines)


def _query(operation: dict[str, Any]) -> list[str]:
    return [f"`?{found['name']}=`" for found in operation.get("parameters", ()) if found["in"] == "query"]


def _content(part: dict[str, Any]) -> str:
    for kind, content in (part.get("content") or {}).items():
        return "SVG" if kind == "image/svg+xml" else _named(content["schema"])
    return ""


def _named(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    for key in ("oneOf", "anyOf"):
        if key in schema:
            parts = [_named(part) or "null" for part in schema[key]]
            return " or ".join(parts) if len(parts) < 4 else "a command"
    if schema.get("type") == "array":
        return f"list of {_named(schema['items'])}"
    return {"object": "the board", "string": "texts", "null": ""}[schema["type"]]
