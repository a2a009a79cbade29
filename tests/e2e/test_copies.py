"""Sessions are duplicated, saved as a file, and taken back from one."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.desk import Desk


def test_a_session_is_duplicated_exported_and_imported(
    open_desk: Callable[..., Desk], new_session: Callable[..., str], tmp_path: Path
):
    identity = new_session("Show me a table.")
    desk = open_desk(f"session.{identity}")
    session = desk.session(identity)
    answer = session.locator(".row-slot").filter(has=desk.page.locator(".agent table")).first
    expect(answer).to_be_visible()
    answer.get_by_role("button", name="More for this message").last.click()
    desk.page.get_by_role("menuitem", name="Duplicate up to here").click()
    expect(desk.page.locator("[data-window^=session]")).to_have_count(2)
    desk.go("sessions")
    copies = desk.page.locator(".session-row").filter(has_text="(copy)")
    expect(copies).to_have_count(1)
    copies.get_by_role("button", name="More for").click()
    with desk.page.expect_download() as saved:
        desk.page.get_by_role("menuitem", name="Export as JSON").click()
    file = tmp_path / "session.json"
    saved.value.save_as(file)
    chooser = desk.page.get_by_label("File with exported sessions")
    chooser.set_input_files(file)
    expect(copies).to_have_count(2)
    (tmp_path / "bad.json").write_text("{}")
    chooser.set_input_files(tmp_path / "bad.json")
    notices = desk.page.get_by_role("region", name="Notices")
    expect(notices.get_by_text("This file is not an export")).to_be_visible()
