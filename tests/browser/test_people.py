"""What the server stores about a person, through the page's dialog: account, tokens, webhook."""

from __future__ import annotations

from chrome import Window, asked
from playing import Running
from playwright.sync_api import Browser, Locator, Page, expect


def dialog(page: Page, url: str) -> Locator:
    """The dialog behind the player's name in the lobby."""
    page.goto(url)
    page.locator("button.you").click()
    found = page.locator("dialog[open]")
    expect(found.get_by_role("heading", name="You", exact=True)).to_be_visible()
    return found


def unfolded(within: Locator, title: str) -> Locator:
    """A part of it, opened."""
    part = within.locator("details").filter(has=within.page.locator("summary", has_text=title))
    part.locator("summary").click()
    return part


def for_developers(within: Locator, title: str) -> Locator:
    """A part that is of use to programs only: it is folded away at the end."""
    folded = within.locator("details.developers")
    expect(folded.locator("summary").last).not_to_be_visible()
    folded.locator("> summary").click()
    part = folded.locator("details").filter(has=within.page.locator("summary", has_text=title))
    part.locator("summary").click()
    return part


def signed(part: Locator, name: str, password: str) -> None:
    part.get_by_label("Login name").fill(name)
    part.get_by_label("Password").fill(password)
    part.locator("button").click()


def test_a_guest_becomes_an_account_and_logs_in_elsewhere(site: Running, browser: Browser) -> None:
    here, there = Window(browser), Window(browser, "phone")
    there.expected = ["401", "403"]  # a wrong password is tried first
    here.named(site.url, "Zofia")
    me = asked(here.page, f"{site.url}/api/me")
    place = here.context.request.post(
        f"{site.url}/api/tables", data={"board": "usa", "seats": [{"for": "host"}, {"for": "anyone"}]}
    ).json()["id"]
    box = dialog(here.page, site.url)
    signed(unfolded(box, "Create an account"), "zofia-1", "a long secret")
    expect(box.get_by_role("status").last).to_have_text("Your account is ready.")
    assert asked(here.page, f"{site.url}/api/me")["account"]
    elsewhere = dialog(there.page, site.url)
    part = unfolded(elsewhere, "Log in")
    signed(part, "zofia-1", "not this one")
    expect(elsewhere).to_contain_text("Name and password do not match.")
    signed(part, "zofia-1", "a long secret")
    expect(elsewhere.get_by_role("button", name="Log out")).to_be_visible()
    assert asked(there.page, f"{site.url}/api/me")["player"] == me["player"]
    # the same person: the seat is theirs on both devices
    there.page.goto(f"{site.url}/t/{place}")
    there.page.wait_for_selector("[data-start]")
    out = dialog(there.page, site.url)
    out.get_by_role("button", name="Log out").click()
    expect(out.locator("summary", has_text="Log in")).to_be_visible()
    assert asked(there.page, f"{site.url}/api/me") is None
    assert here.faults + there.faults == []
    here.close()
    there.close()


def test_a_token_is_made_used_and_removed(site: Running, browser: Browser) -> None:
    window = Window(browser)
    window.named(site.url, "Zofia")
    page = window.page
    part = for_developers(dialog(page, site.url), "API tokens")
    part.get_by_label("What it is for").fill("my bot")
    part.get_by_role("button", name="Create a token").click()
    token = part.locator("code").inner_text()
    elsewhere = browser.new_context(extra_http_headers={"Authorization": f"Bearer {token}"})
    assert elsewhere.request.get(f"{site.url}/api/me").json()["name"] == "Zofia"
    part.get_by_role("button", name="Remove the token my bot").click()
    expect(part.locator("li")).to_have_count(0)
    expect(part.locator("code")).to_have_count(0)
    assert elsewhere.request.get(f"{site.url}/api/me").status == 401
    elsewhere.close()
    assert window.faults == []
    window.close()


def test_a_web_hook_is_kept_and_removed(site: Running, browser: Browser) -> None:
    window = Window(browser)
    window.expected = ["422", "400"]  # an address of this machine is tried first
    window.named(site.url, "Zofia")
    page = window.page
    part = for_developers(dialog(page, site.url), "Webhook")
    part.get_by_label("Address").fill("http://127.0.0.1:1/turn")
    part.get_by_role("button", name="Save").click()
    expect(part.get_by_role("alert")).not_to_be_empty()
    part.get_by_label("Address").fill("https://example.org/turn")
    part.get_by_role("button", name="Save").click()
    expect(part.locator("code")).not_to_be_empty()
    assert asked(page, f"{site.url}/api/me")["hook"] == "https://example.org/turn"
    part.get_by_role("button", name="Remove").click()
    expect(part.get_by_role("button", name="Remove")).to_have_count(0)
    assert asked(page, f"{site.url}/api/me")["hook"] is None
    assert window.faults == []
    window.close()
