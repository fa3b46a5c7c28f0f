"""Hints in words, in every language; levels at a new table, and at the table in the visitor's language."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from chrome import Window
from hand import Hand, State, seated
from playing import Running
from playwright.sync_api import Browser, Locator, expect
from stage import Moment, Staged, moment

from kolej.bots import bot
from kolej.bots.compilation import PLANNER
from kolej.compiling.warm import warm
from kolej.game.actions import Claim
from kolej.game.choices import Choices
from kolej.game.game import Game
from kolej.rules.compilation import RULES

WORDS = Path(__file__).parents[2] / "web" / "src" / "i18n"
RAW = re.compile(r"[{}_]|--|\b(hint|panels|bot)\.|\b(claim|keep|draw|tickets|station)\b [a-z]+\b-")
"""Keys, ids and unfilled gaps, which nobody should see."""


class Language(NamedTuple):
    code: str
    size: str
    best: str
    hard: str


LANGUAGES = [
    Language("en", "desktop", "Best", "Hard"),
    Language("pl", "phone", "najlepszy", "Trudny"),
    Language("it", "desktop", "la migliore", "Difficile"),
    Language("de", "phone", "Am besten", "Schwer"),
]
MARKED = [
    pytest.param(one, id=one.code, marks=[pytest.mark.soak] if one.code in ("it", "de") else [])
    for one in LANGUAGES
]


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Compile first, so that no test waits for the compiler."""
    warm(RULES, PLANNER)


def word(language: str, key: str) -> str:
    """A text from the client's catalogue."""
    return str(json.loads((WORDS / language / "texts.json").read_text("utf-8"))[key])


def at_table(site: Running, window: Window, board: str, *bots: str) -> Hand:
    window.named(site.url, "Zofia")
    seats = [{"for": "host"}, *({"for": "bot", "bot": bot} for bot in bots)]
    asked = {"board": board, "seats": seats, "pace": 0.0, "hints": True}
    made = window.context.request.post(f"{site.url}/api/tables", data=asked)
    assert made.ok, made.text()
    hand = seated(site, window, made.json()["id"])
    hand.press("[data-start]")
    return hand


def hints(hand: Hand) -> Locator:
    """The advice for the current decision."""
    page = hand.page
    if hand.touch:
        if not page.locator("[data-hint]").count():
            hand.press("[data-nav='more']")
        hand.press("[data-hint]")
    elif not page.locator("section.hint").count():
        hand.press("[data-hint]")
    advice = page.locator("[data-advice]")
    expect(advice.first).to_be_visible()
    return advice


def acted(hand: Hand, advice: Locator) -> str:
    return advice.first.get_attribute("data-advice") or ""


def assert_said(advice: Locator, language: Language) -> None:
    """The best few, each with what it is worth and why, in words."""
    assert 2 <= advice.count() <= 4
    expect(advice.first.locator(".worth")).to_have_text(language.best)
    for one in advice.all():
        assert not RAW.search(one.inner_text()), one.inner_text()
        assert one.locator(".worth").inner_text()
        reasons = one.locator(".why").all_inner_texts()
        assert reasons
        for reason in reasons:
            assert re.fullmatch(r"[^\Wa-z_].*\.", reason), reason
            assert reason != word(language.code, "hint.other")


def follow(hand: Hand, choices: State, action: str) -> None:
    """Follow the advice through the page."""
    if hand.touch:
        hand.page.keyboard.press("Escape")
    verb, *what = action.split()
    if verb == "draw":
        hand.press(f"[data-card='{what[0]}'].can" if what else "[data-deck].can")
        hand.settled(choices)
    else:
        hand.move(choices)


def turn(hand: Hand) -> State:
    found = hand.turn()
    assert found is not None
    return found


@pytest.mark.parametrize("language", MARKED)
def test_a_hint_says_the_best_few_actions_and_why(
    site: Running, browser: Browser, language: Language
) -> None:
    window = Window(browser, language.size, language=language.code)
    hand = at_table(site, window, "europe", "easy")
    page = window.page

    tickets = turn(hand)
    advice = hints(hand)
    assert acted(hand, advice).startswith("keep ")
    assert_said(advice, language)
    expect(page.locator("section.hint, .sheet").last).to_contain_text(language.hard)
    advice.first.click()
    expect(advice.first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".board .city.lit").first).to_be_attached()
    follow(hand, tickets, "keep")

    first = turn(hand)
    advice = hints(hand)
    assert_said(advice, language)
    follow(hand, first, "draw")

    second = turn(hand)
    advice = hints(hand)
    assert acted(hand, advice).startswith("draw")
    assert_said(advice, language)
    follow(hand, second, acted(hand, advice))
    assert window.faults == []
    window.close()


@cache
def worth_claiming() -> Moment:
    """When the bot that gives hints would claim a route."""

    def wanted(game: Game, can: Choices) -> str | None:
        chosen = bot("hard").choose(game.view(0), game.legal(0)) if can.claim else None
        return str(chosen) if isinstance(chosen, Claim) else None

    return moment("usa", wanted)


@pytest.mark.parametrize("size", ["desktop", pytest.param("phone", marks=pytest.mark.soak)])
def test_a_route_that_is_advised_is_lit_on_the_map_when_it_is_touched(
    site: Running, browser: Browser, size: str
) -> None:
    window = Window(browser, size)
    hand = Staged(site, window, worth_claiming(), hints=True).hand
    page = window.page
    turn(hand)
    hints(hand)
    claims = page.locator("[data-advice^='claim ']")
    claim = claims.first
    action = claim.get_attribute("data-advice") or ""
    assert page.locator(".board .trace-bed").count() == 0
    claim.click()
    lit = page.locator(".board .trace-bed")
    expect(lit).to_have_count(1)
    route = page.locator(f".board [data-route='{action.split()[1]}']").first
    shown, there = lit.bounding_box(), route.bounding_box()
    assert shown
    assert there
    middle = (shown["x"] + shown["width"] / 2, shown["y"] + shown["height"] / 2)
    assert there["x"] - 9 <= middle[0] <= there["x"] + there["width"] + 9
    assert there["y"] - 9 <= middle[1] <= there["y"] + there["height"] + 9
    claim.click()
    expect(lit).to_have_count(0)
    window.close()


def test_a_new_table_offers_levels_with_their_characters_and_plays_against_medium(
    site: Running, browser: Browser
) -> None:
    window = Window(browser, language="pl")
    page = window.page
    page.goto(f"{site.url}/new?board=usa")
    seat = page.locator(".who").first
    select = seat.locator("select")
    expect(select).to_have_value("bot medium")
    levels = select.locator("optgroup").first
    expect(levels).to_have_attribute("label", word("pl", "lobby.levels"))
    for level in ("hard", "easy", "medium"):
        expect(levels.locator(f"option[value='bot {level}']")).to_contain_text(word("pl", f"bot.{level}"))
        select.select_option(f"bot {level}")
        expect(seat.locator(".sub")).to_have_text(word("pl", f"bot.{level}.about"))
    page.locator(".go .primary").click()
    page.wait_for_url("**/t/*")
    hand = Hand(page, site.url, page.url.rsplit("/", 1)[1])
    page.wait_for_selector(".offer")
    assert [one["bot"] for one in hand.look()["table"]["seats"]] == [None, "medium", "medium"]
    for name in ("Średni 1", "Średni 2"):
        expect(page.locator(".rail").get_by_text(name, exact=True).first).to_be_visible()
    hand.play(3)
    page.goto(site.url)
    expect(page.locator("a.row").first).to_contain_text("Średni 1")
    assert window.faults == []
    window.close()


def test_while_the_bot_is_compiled_the_panel_says_so_and_the_hint_comes_by_itself(
    site: Running, browser: Browser
) -> None:
    workers = site.served.front.site.registry.workers
    window = Window(browser)
    hand = at_table(site, window, "usa", "medium")
    turn(hand)
    workers.compiling = True
    try:
        hand.press("[data-hint]")
        expect(window.page.locator("section.hint")).to_contain_text(word("en", "hint.soon"))
    finally:
        workers.compiling = False
    expect(window.page.locator("[data-advice]").first).to_be_visible()
    assert window.faults == []
    window.close()
