"""What can be done from a message on."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.desk import Desk


def test_a_message_is_forked_run_again_and_linked_to(
    open_desk: Callable[..., Desk], new_session: Callable[..., str]
):
    identity = new_session("Show me a table.")
    desk = open_desk(f"session.{identity}", permissions=["clipboard-read", "clipboard-write"])
    session = desk.session(identity)
    expect(session.get_by_role("button", name="Answer again")).to_be_attached()
    desk.say(session, "Show me some code.")
    expect(session.locator(".agent pre").first).to_be_visible()
    expect(session.get_by_role("button", name="Stop")).to_have_count(0)
    answer = session.locator(".row-slot").filter(has=desk.page.locator(".agent table")).first

    def choose(name: str) -> None:
        answer.get_by_role("button", name="More for this message").last.click()
        desk.page.get_by_role("menuitem", name=name).click()

    choose("Copy link")
    link = desk.page.evaluate("navigator.clipboard.readText()")
    assert re.search(rf"/\?w=session\.{identity};b=[-0-9a-f]+;m=[-0-9a-f]+$", link)
    choose("Fork from here")
    expect(session.locator(".human-block")).to_have_count(1)
    expect(session.get_by_role("button", name="2 branches")).to_be_visible()
    choose("Run again from here")
    expect(session.get_by_role("button", name="3 branches")).to_be_visible()
    expect(session.locator(".agent table").first).to_be_visible()
    desk.page.goto(link)
    expect(session.locator(".agent table").first).to_be_visible()
