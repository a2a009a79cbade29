"""Writing to an agent that works: what becomes of the message, and changing it while it waits."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.e2e.desk import Desk

ASKS_FIRST = "Write a file with a short note."
"""Its turn waits for a person, so it is under way for as long as a test needs."""


def test_waiting_messages_are_moved_changed_withdrawn_and_resumed(
    open_desk: Callable[..., Desk],
    new_session: Callable[..., str],
    axe: Callable[[Page], list[str]],
):
    identity = new_session(ASKS_FIRST)
    desk = open_desk(f"session.{identity}")
    session = desk.session(identity)
    stop = session.get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    for text in ("Show me a table.", "Show me some code.", "Never mind."):
        desk.say(session, text)
    waiting = session.get_by_label("Waiting messages")
    rows = waiting.locator(".queue-row")
    expect(rows).to_have_count(3)
    stop.click()
    expect(waiting).to_contain_text("Paused, since the last turn was stopped.")
    expect(session.get_by_role("radiogroup")).to_have_count(0)
    assert axe(desk.page) == []
    rows.nth(2).get_by_role("button", name="Withdraw").click()
    expect(rows).to_have_count(2)
    rows.nth(1).get_by_role("button", name=re.compile("^Move, place 2 of 2")).focus()
    desk.press("Alt+ArrowUp")
    expect(rows.first).to_contain_text("Show me some code.")
    expect(desk.page.get_by_text("Moved to place 1 of 2")).to_be_attached()
    rows.nth(1).get_by_role("button", name="Edit").click()
    field = waiting.get_by_role("textbox", name="Edit the waiting message")
    field.fill("Show me a picture.")
    field.press("Enter")
    expect(rows.nth(1)).to_contain_text("Show me a picture.")
    drag_above(desk.page, rows.nth(1).locator(".queue-handle"), rows.first)
    expect(rows.first).to_contain_text("Show me a picture.")
    waiting.get_by_role("button", name="Resume").click()
    said = session.locator(".human-block")
    expect(said.nth(1)).to_have_text("Show me a picture.")
    expect(said.nth(2)).to_have_text("Show me some code.")
    expect(waiting).to_have_count(0)


def drag_above(page: Page, handle: Locator, row: Locator) -> None:
    """Take a waiting message by its handle and let it go on the upper edge of another."""
    handle.hover()
    page.mouse.down()
    above = row.bounding_box()
    assert above is not None
    page.mouse.move(above["x"] + 10, above["y"] + 4, steps=4)
    page.mouse.up()


def test_a_message_interrupts_when_the_person_chose_so_and_the_choice_is_kept(
    open_desk: Callable[..., Desk], new_session: Callable[..., str]
):
    identity = new_session(ASKS_FIRST)
    desk = open_desk(f"session.{identity}")
    session = desk.session(identity)
    choice = session.get_by_role("radiogroup", name="While the agent works")
    choice.get_by_role("radio", name="Queue").focus()
    desk.press("ArrowLeft")
    expect(choice.get_by_role("radio", name="Interrupt")).to_be_focused()
    expect(session.get_by_text("Stops the turn, keeps what was written")).to_be_visible()
    expect(session.locator(".interruption")).to_be_visible()
    desk.say(session, "Show me a table.")
    expect(session.locator(".interruption")).to_have_count(0)
    expect(session.locator(".agent table").first).to_be_visible()
    expect(session.get_by_label("Waiting messages")).to_have_count(0)
    expect(choice).to_have_count(0)
    desk.say(session, ASKS_FIRST)
    expect(choice.get_by_role("radio", name="Interrupt")).to_be_checked()
    choice.get_by_role("radio", name="Queue").click()
    expect(choice.get_by_role("radio", name="Queue")).to_be_checked()
    session.get_by_role("button", name="Stop").click()
    expect(choice).to_have_count(0)
