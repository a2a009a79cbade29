"""The list of sessions: what narrows it, and the history."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.desk import Desk
from tests.plugin.stack import Stack


def test_filters_stand_in_the_address_and_are_taken_back_by_their_chips(
    open_desk: Callable[..., Desk], new_session: Callable[..., str]
):
    identity = new_session("A session for the filters.")
    desk = open_desk("sessions;until=2020-01-01")
    sessions = desk.window("sessions")
    expect(sessions).to_contain_text("Nothing fits this filter")
    sessions.get_by_role("button", name="until Jan 1").click()
    row = sessions.locator(".session-row", has_text="A session for the filters.")
    expect(row.first).to_be_visible()
    sessions.get_by_role("button", name="Filter", exact=True).click()
    sessions.get_by_label("Agent", exact=True).select_option(label="Secretary")
    expect(sessions).to_contain_text("Nothing fits this filter")
    assert "agent" in desk.page.url
    desk.page.reload()
    sessions.get_by_role("button", name="Show all sessions").click()
    expect(row.first).to_be_visible()
    assert identity


def test_what_a_session_waits_for_stands_in_its_row(
    open_desk: Callable[..., Desk], new_session: Callable[..., str]
):
    new_session("Write a file with a short note.")
    desk = open_desk("sessions;status=waiting")
    first = desk.window("sessions").locator(".session-row").first
    expect(first).to_contain_text("Write the file", timeout=30_000)


def test_a_closed_session_is_opened_again_from_the_history(
    open_desk: Callable[..., Desk],
    new_session: Callable[..., str],
    stack: Stack,
    person: tuple[str, str],
    axe: Callable[[Page], list[str]],
):
    identity = new_session()
    path = f"/api/session/{identity}/"
    stack.call("PATCH", path, {"name": "Closed long ago"}, token=person[1])
    stack.call("POST", f"{path}close/", {}, token=person[1])
    desk = open_desk("desk")
    desk.press("g", "h")
    history = desk.window("sessions")
    expect(history.get_by_role("status").first).to_contain_text("sessions")
    row = history.locator(".session-row", has_text="Closed long ago")
    assert axe(desk.page) == []
    row.get_by_role("button", name="Open again").click()
    expect(desk.session(identity)).to_be_visible()
    expect(row.get_by_role("button", name="Open again")).to_have_count(0)
    told: Any = stack.call("GET", path, token=person[1])
    assert told["session"]["closed_at"] is None
    row.get_by_role("button", name="More for Closed long ago").click()
    desk.page.get_by_role("menuitem", name="Delete…").click()
    desk.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)
