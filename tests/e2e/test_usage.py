"""What was used, what may be used, and the question that comes when it is used up."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.desk import Desk
from tests.plugin.services import wait_until
from tests.plugin.stack import Stack


@pytest.fixture
def used(new_session: Callable[..., str], stack: Stack, person: tuple[str, str]) -> str:
    """A session whose agent has answered once."""
    identity = new_session("Hello, and count this.")

    def calls() -> Any:
        path = f"/api/session/{identity}/usage/"
        return stack.call("GET", path, token=person[1])["own"]["calls"]

    wait_until(lambda: bool(calls()), "A model call", 60)
    return identity


def test_usage_is_read_by_day_with_keys_and_as_a_table(open_desk: Callable[..., Desk], used: str):
    desk = open_desk("desk")
    desk.press("g", "u")
    usage = desk.window("usage")
    usage.get_by_role("button", name="Calls").click()
    plot = usage.get_by_role("slider")
    plot.focus()
    desk.press("ArrowLeft")
    expect(plot).to_have_attribute("aria-valuenow", "29")
    assert "all days" not in str(plot.get_attribute("aria-valuetext"))
    usage.get_by_text("The same as a table").click()
    expect(usage.get_by_role("region", name="Values by day").get_by_role("row")).to_have_count(31)
    usage.get_by_label("Split by").select_option("purpose")
    expect(usage.locator("tr.part", has_text="Answers").first).to_be_visible()
    assert "split" in desk.page.url and "unit" in desk.page.url and used


def test_a_budget_is_set_changed_and_deleted(
    open_desk: Callable[..., Desk], used: str, axe: Callable[[Page], list[str]]
):
    desk = open_desk("usage;tab=budgets")
    usage = desk.window("usage")
    usage.get_by_role("button", name="Set a budget").click()
    dialog = desk.page.get_by_role("dialog", name="Set a budget")
    dialog.get_by_label("What is capped").select_option("session")
    dialog.get_by_label("Session").select_option(used)
    dialog.get_by_label("Limit").fill("7")
    dialog.get_by_label("Counted in").select_option("calls")
    assert axe(desk.page) == []
    dialog.get_by_role("button", name="Set the budget").click()
    row = usage.get_by_role("region", name="Budget of Hello, and count this.")
    expect(row).to_contain_text("7 calls")
    row.get_by_role("button", name="Change the limit").click()
    row.get_by_label("Limit in model calls").fill("0")
    row.get_by_role("button", name="Save").click()
    expect(row.locator(".problem")).to_be_visible()
    row.get_by_label("Limit in model calls").fill("12")
    row.get_by_role("button", name="Save").click()
    expect(row).to_contain_text("12 calls")
    row.get_by_role("button", name="Delete the budget").click()
    desk.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)


def test_what_is_counted_is_for_staff_and_owners(open_desk: Callable[..., Desk], used: str):
    desk = open_desk("usage;tab=analytics")
    usage = desk.window("usage")
    usage.get_by_label("Event", exact=True).select_option("session_started")
    rows = usage.get_by_role("region", name="Counted events").get_by_role("rowheader")
    expect(rows.first).to_have_text("session started")
    assert used


def test_a_budget_that_is_used_up_asks_and_is_raised_in_its_card(
    open_desk: Callable[..., Desk],
    new_session: Callable[..., str],
    stack: Stack,
    person: tuple[str, str],
    axe: Callable[[Page], list[str]],
):
    identity = new_session()
    cap = {"scope": "session", "subject": identity, "unit": "tokens", "limit": "10"}
    made = stack.call("POST", "/api/budget/", cap, token=person[1])
    desk = open_desk(f"session.{identity}")
    session = desk.session(identity)
    desk.say(session, "Spend more than that.")
    card = session.locator(".interruption")
    expect(card).to_contain_text("The session's budget is used up")
    field = card.get_by_label("New limit in tokens")
    suggested = field.input_value()
    field.fill("11")
    expect(card).to_contain_text("At least")
    expect(card.get_by_role("button", name="Raise and go on")).to_be_disabled()
    assert axe(desk.page) == []
    field.fill(suggested)
    card.get_by_role("button", name="Raise and go on").click()
    expect(card).to_have_count(0)
    raised = stack.call("GET", f"/api/budget/{made['id']}/", token=person[1])
    assert float(raised["limit"]) == float(suggested)
    session.get_by_role("button", name="Usage:").click()
    panel = session.get_by_role("complementary", name="Usage")
    expect(panel.locator(".call-row").first).to_be_visible()
    expect(panel.locator(".budget")).to_contain_text("in all")
    assert axe(desk.page) == []
