"""The names and faces under which people meet the levels: a list, and a drawing for each level."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

_HERE = Path(__file__).parent


class Character(NamedTuple):
    """Somebody who plays at a level."""

    id: str
    name: str
    title: str
    """A form of address that each language has a word for, such as "mr"; empty if there is none."""
    role: str
    face: str
    """An SVG drawing, 96 x 96."""


@cache
def characters() -> dict[str, tuple[Character, ...]]:
    """Those who play at each level, by the bot's name; the first gives the level its face."""
    told = tomllib.loads((_HERE / "characters.toml").read_text(encoding="utf-8"))
    return {
        bot: tuple(_character(level, person) for person in level["people"]) for bot, level in told.items()
    }


def _character(level: dict[str, Any], person: dict[str, str]) -> Character:
    own = {colour: person.get(part, colour) for part, colour in level["colours"].items()}
    drawing = (_HERE / level["drawing"]).read_text(encoding="utf-8")
    face = re.sub("|".join(own), lambda colour: own[colour[0]], drawing)
    return Character(person["id"], person["name"], person.get("title", ""), level["role"], face)
