"""How full the model's window is, and the summary that stands for older messages."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.desk import Desk


def test_older_messages_are_summarised_on_request_and_stay_readable(
    open_desk: Callable[..., Desk],
    new_session: Callable[..., str],
    axe: Callable[[Page], list[str]],
):
    identity = new_session("Show me formatted text in Markdown.")
    desk = open_desk(f"session.{identity}")
    session = desk.session(identity)
    stop = session.get_by_role("button", name="Stop")
    expect(session.locator(".agent .md").first).to_be_visible()
    expect(stop).to_have_count(0)
    for text in ("Show me some code.", "Show me a table."):
        desk.say(session, text)
        expect(session.locator(".human-block").last).to_have_text(text)
        expect(stop).to_have_count(0)
    session.get_by_role("button", name="Context, ").click()
    panel = session.get_by_role("complementary", name="Context")
    expect(panel).to_contain_text("of 200K tokens")
    panel.get_by_role("button", name="Summarise now").click()
    fold = session.locator(".fold")
    expect(fold).to_contain_text("you still see all")
    expect(panel).to_contain_text("The summary in force")
    assert axe(desk.page) == []
    fold.locator("summary").click()
    expect(fold).to_contain_text("demo model, which cannot summarise")
    expect(session.locator(".human-block").first).to_be_attached()
    panel.get_by_role("button", name="Summarise now").click()
    expect(desk.page.locator(".toast")).to_contain_text("Not summarised")
