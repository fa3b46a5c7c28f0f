"""The words in a picture: titles of routes and cities, and the tag on a special route."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

from kolej.boards.schema import Board, Names, Route

WORDS = Path(__file__).parent / "words"
"""A file for each language. What depends on a number is listed by number, with ``other`` for the rest."""


def said(names: Names, language: str) -> str:
    """The name in this language, or in English if the board has none in it."""
    text: str = getattr(names, language, "") or names.en
    return text


def word(key: str, language: str, **facts: str | int) -> str:
    """A text of the pictures with its facts filled in."""
    return str(_words(language)[key]).format(**facts)


def counted(n: int, key: str, language: str) -> str:
    """A number with its noun in the right form: 1 wagon, 3 wagony, 5 wagonów."""
    forms: dict[str, str] = _words(language)[key]
    found = next((text for numbers, text in forms.items() if str(n) in numbers.split()), forms["other"])
    return found.format(n=n)


@cache
def _words(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    return found


def routes(board: Board, language: str) -> dict[str, str]:
    """A caption for every route, by its id."""
    names = {city.id: city.name for city in board.cities}
    names |= {country.id: said(country.shown, language) for country in board.countries}
    tracks: defaultdict[frozenset[str], list[str]] = defaultdict(list)
    for route in board.routes:
        tracks[frozenset((route.a, route.b))].append(route.id)

    def words(route: Route) -> str:
        parts = [word("way", language, a=names[route.a], b=names[route.b])]
        parts.append(word(f"colour.{route.colour}", language))
        parts.append(counted(route.length, "trains", language))
        if route.kind != "normal":
            parts.append(word(f"kind.{route.kind}", language))
        if route.locomotives:
            parts.append(counted(route.locomotives, "locomotives", language))
        twins = tracks[frozenset((route.a, route.b))]
        if len(twins) == 2:
            parts.append(word(f"track.{twins.index(route.id) + 1}", language))
        if route.swap:
            parts.append(word("swap", language, n=route.swap))
        return ", ".join(parts)

    return {route.id: words(route) for route in board.routes}
