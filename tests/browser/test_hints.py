"""Hints in words, in every language; levels at a new table, and at the table in the visitor's language."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from chrome import Window, axe
from hand import POINT, Hand, State, seated
from playing import Running
from playwright.sync_api import Browser, Locator, expect
from stage import Moment, Staged, moment

from kolej.bots import bot
from kolej.bots.characters import characters
from kolej.bots.compilation import PLANNER
from kolej.compiling.warm import warm
from kolej.game.actions import Claim
from kolej.game.choices import Choices
from kolej.game.game import Game
from kolej.rules.compilation import RULES

WORDS = Path(__file__).parents[2] / "web" / "src" / "i18n"
RAW = re.compile(r"[{}_]|--|\b(hint|panels|bot)\.|\b(claim|keep|draw|tickets|station)\b [a-z]+\b-")
"""Keys, ids and unfilled gaps, which nobody should see."""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


LANGUAGES = [("en", "desktop"), ("pl", "phone"), ("it", "desktop"), ("de", "phone")]
MARKED = [
    pytest.param(*one, id=one[0], marks=[pytest.mark.soak] if one[0] in ("it", "de") else [])
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


def hint(hand: Hand) -> Locator:
    """The hint for the current decision, opened if it is not."""
    card = hand.page.locator("section.hint")
    if not card.count():
        hand.press("[data-hint], [data-nav='hint']")
    expect(card.locator("[data-do-it]")).to_be_visible()
    expect(card).to_have_attribute("data-placed", "")
    return card


def box(target: Locator) -> Box:
    found = target.bounding_box()
    assert found
    return Box(found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"])


def apart(one: Box, two: Box) -> bool:
    return one.right <= two.left or two.right <= one.left or one.bottom <= two.top or two.bottom <= one.top


def assert_said(card: Locator, language: str) -> None:
    """Whose idea it is, what to do and why; other ideas behind one more press."""
    name = word(language, "bot.mr").replace("{name}", "Vale")
    expect(card.locator(".voice")).to_have_text(word(language, "hint.voice").replace("{bot}", name))
    reason = card.locator(".why").inner_text()
    assert re.fullmatch(r"[^\Wa-z_].*\.", reason), reason
    assert reason != word(language, "hint.other")
    assert card.locator("[data-idea]").count() == 0
    card.locator("[data-ideas]").click()
    expect(card.locator("[data-idea]").first).to_be_visible()
    assert 1 <= card.locator("[data-idea]").count() <= 2
    assert not RAW.search(card.inner_text()), card.inner_text()


def turn(hand: Hand) -> State:
    found = hand.turn()
    assert found is not None
    return found


@pytest.mark.parametrize(("language", "size"), MARKED)
def test_a_hint_has_one_voice_one_deed_and_one_reason_and_does_it(
    site: Running, browser: Browser, language: str, size: str
) -> None:
    window = Window(browser, size, language=language)
    hand = at_table(site, window, "europe", "easy")
    page = window.page

    turn(hand)
    card = hint(hand)
    assert (card.get_attribute("data-advice") or "").startswith("keep ")
    assert_said(card, language)
    expect(page.locator(".board .city.lit").first).to_be_attached()
    hand.press("[data-do-it]")
    page.wait_for_selector(".offer", state="detached")

    now = turn(hand)
    card = hint(hand)
    assert_said(card, language)
    advice = card.get_attribute("data-advice") or ""
    assert advice.startswith("draw")
    ringed = page.locator(".market .advised")
    expect(ringed).to_have_count(1)
    expect(ringed).to_have_attribute(*(("data-card", advice[5:]) if advice[5:] else ("data-deck", "")))
    assert apart(box(card), box(page.locator(".market .row")))
    hand.press("[data-do-it]")

    moved = "n => Number(document.querySelector('[data-n]').dataset.n) > n"
    page.wait_for_function(moved, arg=now["n"])
    turn(hand)
    hint(hand)
    page.keyboard.press("Escape" if hand.touch else "h")
    expect(page.locator("section.hint")).to_have_count(0)
    expect(ringed).to_have_count(0)
    assert window.faults == []
    window.close()


@cache
def worth_claiming() -> Moment:
    """When the bot that gives hints would claim a route."""

    def wanted(game: Game, can: Choices) -> str | None:
        chosen = bot("hard").choose(game.view(0), game.legal(0)) if can.claim else None
        return str(chosen) if isinstance(chosen, Claim) else None

    return moment("usa", wanted)


def spaces(hand: Hand, route: str) -> list[Box]:
    """Where the spaces of a route lie on the screen."""
    found = []
    for space in hand.plan["spaces"]:
        if space["route"] == route:
            corners = [hand.page.evaluate(POINT, list(corner)) for corner in space["polygon"]]
            across, down = [at["x"] for at in corners], [at["y"] for at in corners]
            found.append(Box(min(across), min(down), max(across), max(down)))
    return found


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_route_is_advised_beside_it_with_its_payment_and_claimed_by_one_press(
    site: Running, browser: Browser, size: str
) -> None:
    window = Window(browser, size)
    staged = Staged(site, window, worth_claiming(), hints=True)
    hand, page = staged.hand, window.page
    turn(hand)
    card = hint(hand)
    action = card.get_attribute("data-advice") or ""
    route, paid = action.split()[1:]
    if hand.touch:
        # where the card lies on a phone: the map moves the route out from under it
        hand.press("[data-nav='hint']")
        room = box(page.locator("main.map"))
        hand.drag_to(route, (room.left + room.right) / 2, room.bottom - 60)
        card = hint(hand)
    expect(page.locator(".board .trace-bed")).to_have_count(1)
    expect(page.locator(".board .phantom")).not_to_have_count(0)
    page.wait_for_function("() => !document.querySelector('.board.moving')")
    room = box(page.locator("main.map"))
    lying = spaces(hand, route)
    assert lying
    for space in lying:
        assert apart(box(card), space)
        assert not apart(room, space)
    button = card.locator("[data-do-it]")
    if hand.touch:
        for one in card.locator(".do button").all():
            assert box(one).bottom - box(one).top >= 46
        assert apart(box(card), box(page.locator("section.foot")))
        expect(button).to_contain_text("locomotive" if "L" in paid else str(len(paid)))
        button.tap()
    else:
        expect(page.locator(".leader")).to_be_visible()
        expect(button).to_be_focused()
        described = " ".join(
            page.locator(f"[id='{one}']").inner_text()
            for one in (button.get_attribute("aria-describedby") or "").split()
        )
        assert "Mr Vale would" in described
        assert axe(page) == []
        page.keyboard.press("Enter")
    expect(page.locator("section.hint")).to_have_count(0)
    assert hand.look()["position"]["open"]["seats"][0]["routes"] == [route]
    assert window.faults == []
    window.close()


def test_another_idea_takes_the_place_of_the_first_and_picking_a_route_leaves_the_hint(
    site: Running, browser: Browser
) -> None:
    window = Window(browser)
    staged = Staged(site, window, worth_claiming(), hints=True)
    hand, page = staged.hand, window.page
    choices = turn(hand)
    card = hint(hand)
    card.locator("[data-ideas]").click()
    idea = card.locator("[data-idea^='claim ']").first
    other = idea.get_attribute("data-idea") or ""
    idea.click()
    expect(card).to_have_attribute("data-advice", other)
    expect(page.locator(".board .trace-bed")).to_have_count(1)
    route = other.split()[1]
    assert route in choices["claim"]
    hand.touch_map(*hand.route_point(route))
    expect(page.locator("section.hint")).to_have_count(0)
    expect(page.locator(".board .trace-bed")).to_have_count(0)
    expect(page.locator("[data-pill]")).to_be_visible()
    window.close()


def sources(images: Locator) -> list[str]:
    return [image.get_attribute("src") or "" for image in images.all()]


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
        option = levels.locator(f"option[value='bot {level}']")
        expect(option).to_contain_text(word("pl", f"bot.{level}").lower())
        expect(option).to_contain_text(characters()[level][0].name)
        select.select_option(f"bot {level}")
        expect(seat.locator(".sub")).to_contain_text(word("pl", f"bot.{level}.about"))
    faces = page.locator(".face img")
    drawn = "all => all.map(one => one.complete && one.naturalWidth > 0)"
    page.wait_for_function(f"({drawn})([...document.querySelectorAll('.face img')]).every(Boolean)")
    assert [path.rsplit("/", 1)[1].partition("-")[0] for path in sources(faces)] == ["nora", "lena"]
    page.locator(".go .primary").click()
    page.wait_for_url("**/t/*")
    hand = Hand(page, site.url, page.url.rsplit("/", 1)[1])
    page.wait_for_selector(".offer")
    assert [one["bot"] for one in hand.look()["table"]["seats"]] == [None, "medium", "medium"]
    for name in ("Nora", "Lena"):
        expect(page.locator(".rail").get_by_text(name, exact=True).first).to_be_visible()
    expect(page.locator(".rail").get_by_text("bot · średni", exact=True)).to_have_count(2)
    hand.play(3)
    page.goto(site.url)
    expect(page.locator("a.row").first).to_contain_text("Nora")
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
    expect(window.page.locator("[data-do-it]")).to_be_visible()
    assert window.faults == []
    window.close()
