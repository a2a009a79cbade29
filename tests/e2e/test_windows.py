"""Every window: no breach of accessibility in both themes, on a desk and on a phone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.desk import Desk

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
KINDS = ["desk", "inbox", "search", "sessions", "agents", "tools", "tasks", "usage", "settings"]
TABS = ["workspace", "members", "providers", "models", "tokens"]


@pytest.fixture(scope="package")
def waiting_session(stack: Any, person: tuple[str, str]) -> str:
    """A session whose agent waits for a word."""
    agents = stack.call("GET", "/api/agent/", token=person[1])["results"]
    guide = next(one["id"] for one in agents if one["name"] == "Guide")
    body = {"agent_id": guide, "prompt": "Write a file with a short note."}
    made = stack.call("POST", "/api/session/", body, token=person[1])
    return str(made.get("session", made)["id"])


def settled(desk: Desk) -> Page:
    """The page once nothing is being loaded."""
    expect(desk.page.locator(".skeleton")).to_have_count(0)
    return desk.page


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_windows_break_no_accessibility_rule(
    open_desk: Callable[..., Desk],
    axe: Callable[[Page], list[str]],
    waiting_session: str,
    theme: str,
):
    desk = open_desk("desk", color_scheme=theme)
    addresses = [*KINDS, *(f"settings;tab={tab}" for tab in TABS), "agents.new"]
    addresses += ["usage;tab=budgets", "usage;tab=analytics"]
    addresses.append(f"session.{waiting_session}")
    found = {}
    for address in addresses:
        desk.go(address)
        found[address] = axe(settled(desk))
    assert {address: faults for address, faults in found.items() if faults} == {}


def test_a_phone_shows_one_window_and_the_rail_below(
    open_desk: Callable[..., Desk], axe: Callable[[Page], list[str]], waiting_session: str
):
    desk = open_desk("desk", **PHONE)
    page = settled(desk)
    for kind in ("Inbox", "Sessions", "Agents"):
        page.get_by_role("navigation", name="Main").get_by_role("button", name=kind).tap()
        expect(page.locator(".window")).to_have_count(1)
        expect(page.get_by_role("heading", name=kind, exact=True)).to_be_visible()
        assert axe(settled(desk)) == []
        assert overflow(page) == 0
    page.get_by_role("button", name="More").tap()
    page.get_by_role("menuitem", name="Settings").tap()
    expect(desk.window("settings")).to_be_visible()


def test_a_phone_can_write_and_allow(open_desk: Callable[..., Desk], waiting_session: str):
    desk = open_desk(f"session.{waiting_session}", **PHONE)
    session = desk.session(waiting_session)
    box = session.get_by_role("textbox", name="Message").bounding_box()
    rail = desk.page.get_by_role("navigation", name="Main").bounding_box()
    assert box is not None and rail is not None
    assert box["y"] + box["height"] <= rail["y"]
    allow = session.locator('[data-act="allow"]')
    size = allow.bounding_box()
    assert size is not None and size["height"] >= 44
    assert overflow(desk.page) == 0


def test_twice_the_size_still_fits(open_desk: Callable[..., Desk]):
    desk = open_desk("desk,settings", viewport={"width": 720, "height": 450})
    assert overflow(settled(desk)) == 0
    expect(desk.window("settings")).to_be_visible()


def test_an_approval_can_be_answered_at_twice_the_size(
    open_desk: Callable[..., Desk], waiting_session: str
):
    look = {"width": 720, "height": 450}
    desk = open_desk(f"session.{waiting_session}", viewport=look)
    allow = desk.session(waiting_session).locator('[data-act="allow"]')
    expect(allow).to_be_in_viewport(ratio=1)
    allow.click(trial=True)


def test_a_task_names_the_session_that_it_served(
    open_desk: Callable[..., Desk], waiting_session: str
):
    desk = open_desk("tasks")
    served = desk.window("tasks").get_by_role("button", name="Write a file with a short note.")
    served.first.click()
    expect(desk.page.locator('[data-window^="session."]')).to_be_visible()


def overflow(page: Page) -> int:
    """Pixels by which the page is wider than the screen."""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return max(0, int(wide))
