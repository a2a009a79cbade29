"""What waits for a person, wherever it comes from."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.desk import Desk

FILE_PLEASE = "Write a file with a short note."


def test_a_new_approval_raises_badge_title_and_toast(desk: Desk, new_session: Callable[..., str]):
    before = desk.page.title()
    new_session(FILE_PLEASE)
    toast = desk.page.locator(".toast")
    expect(toast).to_contain_text("waits for you")
    expect(desk.page).to_have_title(re.compile(r"^\(\d+\) "))
    assert desk.page.title() != before
    toast.get_by_role("button", name="Answer").first.click()
    card = desk.page.locator('[data-window^="session."] .interruption')
    expect(card).to_be_visible()
    card.locator('[data-act="allow"]').click()
    expect(card).to_have_count(0)


def test_keys_triage_the_inbox(open_desk: Callable[..., Desk], new_session: Callable[..., str]):
    desk = open_desk("inbox")
    inbox = desk.window("inbox")
    identity = new_session(FILE_PLEASE)
    item = inbox.locator(".inbox-item").last
    expect(item).to_be_visible()
    count = inbox.locator(".inbox-item").count()
    desk.press("j")
    expect(inbox.locator(".inbox-item.current")).to_have_count(1)
    desk.press("d")
    expect(inbox.locator(".inbox-item")).to_have_count(count - 1)
    desk.page.get_by_role("button", name="Answered").click()
    expect(inbox).to_contain_text("Denied")
    assert identity


def test_an_answer_elsewhere_clears_the_card_here(
    open_desk: Callable[..., Desk], new_session: Callable[..., str]
):
    identity = new_session(FILE_PLEASE)
    here = open_desk(f"inbox,session.{identity}")
    there = open_desk(f"session.{identity}")
    mine = here.session(identity).locator(".interruption")
    expect(mine).to_be_visible()
    there.session(identity).locator('[data-act="allow"]').click()
    expect(mine).to_have_count(0)
