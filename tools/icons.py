"""Renders the icons of the web client from ``web/public/icon.svg``; run it when that changes."""

from __future__ import annotations

import struct
from pathlib import Path

import resvg_py

PUBLIC = Path(__file__).parent.parent / "web" / "public"


def main() -> None:
    mark = (PUBLIC / "icon.svg").read_text("utf-8")
    # An icon that may be cut to any shape has no rounded corners, and its mark in the middle four fifths.
    whole = mark.replace(' rx="10"', "").replace("<path", '<path transform="translate(4.8 4.8) scale(.8)"')
    for name, drawing, size in (
        ("icon-192.png", mark, 192),
        ("icon-512.png", mark, 512),
        ("icon-maskable.png", whole, 512),
        ("icon-apple.png", whole, 180),
    ):
        write(name, rendered(drawing, size))
    # Browsers ask for this one at addresses without a page of their own, such as /health.
    write("favicon.ico", ico(rendered(mark, 48), 48))


def rendered(drawing: str, size: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=size, height=size))


def ico(png: bytes, size: int) -> bytes:
    """An icon file with one picture."""
    header = struct.pack("<HHH", 0, 1, 1)
    entry = struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(png), len(header) + 16)
    return header + entry + png


def write(name: str, data: bytes) -> None:
    (PUBLIC / name).write_bytes(data)
    print(f"{name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
