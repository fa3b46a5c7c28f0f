"""The style sheet ``printed.css``, with plain colours and sizes filled in for a standalone picture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from math import prod
from pathlib import Path

from kolej.boards.drawing.routes import Pen
from kolej.boards.drawing.svg import number
from kolej.boards.drawing.terrain import STEPS
from kolej.boards.drawing.theme import FILLS, MARKS, Theme

FILE = Path(__file__).parent / "printed.css"

_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_PRODUCT = re.compile(r"calc\(((?:[^()]|\([^()]*\))*)\)")
_VARIABLE = re.compile(r"var\(--([\w-]+)\)")


def tokens(theme: Theme) -> dict[str, str | float]:
    """All values of a theme, by the names that style sheets use."""
    own = {name.replace("_", "-"): value for name, value in vars(theme).items()}
    return own | FILLS | {f"on-{colour}": mark for colour, mark in MARKS.items()}


def measures(pen: Pen, width: float) -> dict[str, float]:
    """Values of the style sheet's size variables on a drawing of this width, in units."""
    fine = width / 1600 + pen.breadth / 48
    return {"u": pen.u, "key": pen.keyline, "gap": pen.gap, "laid-gap": pen.laid_gap, "ground": fine * STEPS}


def styled(theme: Theme, measures: Mapping[str, float]) -> str:
    """The style sheet for a standalone picture: every variable replaced by its value."""
    known: dict[str, str | float] = tokens(theme) | dict(measures)
    rules = [
        f"{selector}{{{_declared(body, known | own)}}}"
        for selector, body in _rules()
        for selector, own in _by_colour(selector, body)
    ]
    return "".join(rules)


@cache
def _rules() -> tuple[tuple[str, str], ...]:
    found = _RULE.findall(_COMMENT.sub("", FILE.read_text(encoding="utf-8")))
    return tuple((selector.strip(), body.strip()) for selector, body in found)


def _by_colour(selector: str, body: str) -> Iterator[tuple[str, dict[str, str | float]]]:
    """A rule that uses the colour of a route, expanded once for each colour."""
    if not {"c", "on"} & set(_VARIABLE.findall(body)):
        yield selector, {}
        return
    head, _, rest = selector.partition(" ")
    for colour, fill in FILLS.items():
        yield f"{head} .c-{colour} {rest}", {"c": fill, "on": MARKS[colour]}


def _declared(body: str, known: Mapping[str, str | float]) -> str:
    def value(found: re.Match[str]) -> str:
        factors = [part.strip() for part in found[1].split("*")]
        return number(
            prod(float(known[_name(part)]) if part.startswith("var(") else float(part) for part in factors)
        )

    def colour(found: re.Match[str]) -> str:
        return str(known[found[1]])

    plain = _VARIABLE.sub(colour, _PRODUCT.sub(value, body))
    return ";".join(_split(line.strip()) for line in plain.split(";") if line.strip())


def _name(variable: str) -> str:
    return variable.removeprefix("var(--").removesuffix(")")


def _split(declaration: str) -> str:
    """A colour and its alpha as two declarations, for programs that do not support both in one."""
    name, _, value = (part.strip() for part in declaration.partition(":"))
    if not value.startswith("#"):
        return f"{name}:{value}"
    alpha = int(value[7:] or "ff", 16) / 255
    return f"{name}:{value[:7]};{name}-opacity:{number(alpha)}"
