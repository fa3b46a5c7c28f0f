"""A first board file to start from."""

from __future__ import annotations

import re
from pathlib import Path

from kolej.boards.errors import BoardError, folded, why
from kolej.boards.load import find, shipped

STARTER = Path(__file__).parent / "data" / "starter" / "starter.toml"


def start(file: Path, like: str | None = None) -> Path:
    """Write the starter board, or a copy of another one, named after the file."""
    path = file if file.suffix == ".toml" else file.with_name(file.name + ".toml")
    identity = re.sub(r"[^a-z0-9]+", "-", _ascii(path.stem)).strip("-")[:40].strip("-")
    if not identity:
        raise BoardError(
            f'"{path.stem}" contains no letters to make a name of; call the file my-board.toml, for example'
        )
    if identity in shipped():
        raise BoardError(
            f'"{identity}" is a board that comes with Kolej; call the file my-{identity}.toml, for example'
        )
    text = (STARTER if like is None else find(like)).read_text(encoding="utf-8")
    title = path.stem.replace("-", " ").replace("_", " ").strip().title()
    text = re.sub(r'(?m)^id = "[^"]*"', f'id = "{identity}"', text, count=1)
    quoted = title.replace("\\", "\\\\").replace('"', '\\"')
    names = f'name = {{ en = "{quoted}" }}'
    text = re.sub(r"(?m)^name = \{[^}]*\}", lambda _: names, text, count=1)
    try:
        with path.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise BoardError(f'"{path}" already exists; nothing was changed. Choose another name') from None
    except FileNotFoundError:
        raise BoardError(f'there is no folder "{path.parent}"; make it first') from None
    except OSError as error:
        reason = why(error)
        raise BoardError(f'"{path}" cannot be written: {reason}') from None
    return path


def _ascii(name: str) -> str:
    """A name in ASCII letters; spaces are kept."""
    return "-".join(folded(part) for part in re.split(r"[\s_-]+", name))
