"""The languages: one list, and everything that each needs."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Any

import fonts
import pytest

from kolej.boards.drawing.captions import WORDS
from kolej.boards.schema import LANGUAGES

TEXTS = Path(__file__).parents[2] / "web" / "src" / "i18n"


def words(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    return found


def test_every_listed_language_has_its_files_and_no_other_has_any() -> None:
    assert {path.stem for path in WORDS.glob("*.json")} == set(LANGUAGES)
    for part in ("texts", "rules"):
        assert {path.parent.name for path in TEXTS.glob(f"*/{part}.json")} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_pictures_have_the_keys_and_facts_of_the_english_ones(language: str) -> None:
    assert list(words(language)) == list(words("en"))
    for key, english in words("en").items():
        given = words(language)[key]
        assert isinstance(given, type(english)), key
        if isinstance(given, dict):
            assert "other" in given, key
        texts = given.values() if isinstance(given, dict) else [given]
        first = english["other"] if isinstance(english, dict) else english
        for text in texts:
            assert facts(text) == facts(first), key


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_texts_and_shipped_boards_need_only_letters_of_the_small_font_files() -> None:
    """The others are fetched when a name needs them, and would make every first visit larger."""
    folders = [(TEXTS, "*/*.json"), (WORDS, "*.json"), (files("kolej") / "boards" / "data", "*.toml")]
    written = "".join(
        path.read_text("utf-8") for folder, names in folders for path in Path(str(folder)).glob(names)
    )
    letters = {ord(one) for one in written if one.isalpha()}
    assert len(letters) > 80
    assert "".join(map(chr, sorted(letters - {*fonts.LATIN, *fonts.NEAR}))) == ""
