"""Sub-agents: tethered to the call that began them, listed under their parent."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.desk import Desk


def test_sub_agents_hang_on_their_calls_and_lead_back_to_their_parent(
    open_desk: Callable[..., Desk],
    new_session: Callable[..., str],
    axe: Callable[[Page], list[str]],
):
    identity = new_session("Ask two helpers.")
    desk = open_desk(f"session.{identity}")
    session = desk.session(identity)
    session.locator(".outcome-row").click(timeout=60_000)
    tethers = session.locator(".tether")
    expect(tethers).to_have_count(2)
    expect(tethers.first).to_contain_text("Done")
    expect(tethers.first).to_contain_text("$0.00")
    session.get_by_role("button", name="2 sub-agents").click()
    panel = session.get_by_role("complementary", name="Sub-agents")
    expect(panel.get_by_role("definition").last).to_contain_text("calls")
    expect(panel.locator(".child-row")).to_have_count(2)
    assert axe(desk.page) == []
    tethers.first.get_by_role("button", name="beside").click()
    child = desk.page.locator(f'[data-window^="session."]:not([data-window="session.{identity}"])')
    expect(child.get_by_role("heading", name="Write a short poem")).to_be_visible()
    child.get_by_role("button", name="Ask two helpers.").click()
    expect(desk.page.locator(f'.window.active[data-window="session.{identity}"]')).to_be_visible()


def test_the_list_unfolds_sub_agents_below_their_parent(
    open_desk: Callable[..., Desk], new_session: Callable[..., str]
):
    identity = new_session("Ask two helpers.")
    desk = open_desk(f"session.{identity}")
    expect(desk.session(identity).locator(".outcome-row")).to_be_visible(timeout=60_000)
    desk.go("sessions;sort=latest")
    rows = desk.window("sessions").locator(".session-row")
    rows.first.get_by_role("button", name="Sub-agents of").click()
    expect(rows.nth(2)).to_contain_text("$0.00")
    desk.press("ArrowLeft")
    expect(desk.window("sessions").get_by_text("$0.00")).to_have_count(0)
