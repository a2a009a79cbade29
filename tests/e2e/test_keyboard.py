"""Everything without a mouse."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.desk import Desk


def test_a_session_is_begun_allowed_and_left_with_keys_alone(open_desk: Callable[..., Desk]):
    desk = open_desk("desk")
    page = desk.page
    desk.press("c")
    dialog = page.get_by_role("dialog", name="New session")
    expect(dialog.get_by_label("First message")).to_be_focused()
    page.keyboard.type("Write a file with a short note.")
    desk.press("Control+Enter")
    session = page.locator('[data-window^="session."]')
    expect(session.locator(".interruption")).to_be_visible()
    desk.press("g", "i")
    inbox = desk.window("inbox")
    expect(inbox.locator(".inbox-item").first).to_be_visible()
    while inbox.locator(".inbox-item").count() and not inbox.locator(".current").count():
        desk.press("j")
    left = inbox.locator(".inbox-item").count()
    desk.press("a")
    expect(inbox.locator(".inbox-item")).to_have_count(left - 1)
    desk.press("w", "x")
    expect(inbox).to_have_count(0)


def test_the_palette_finds_a_window(open_desk: Callable[..., Desk]):
    desk = open_desk("desk")
    desk.press("Control+k")
    field = desk.page.get_by_role("combobox", name="Find windows and commands")
    expect(field).to_be_focused()
    desk.page.keyboard.type("tool")
    results = desk.page.get_by_role("listbox", name="Results")
    expect(results.get_by_role("option", selected=True)).to_contain_text("Tools")
    desk.press("Enter")
    expect(desk.window("tools")).to_be_visible()
    expect(field).to_have_count(0)


def test_the_sheet_lists_the_keys(open_desk: Callable[..., Desk]):
    desk = open_desk("desk")
    desk.press("?")
    sheet = desk.page.get_by_role("dialog", name="Keyboard")
    expect(sheet).to_contain_text("Find windows and commands")
    desk.press("Escape")
    expect(sheet).to_have_count(0)


def test_windows_move_float_and_close_with_keys(open_desk: Callable[..., Desk]):
    desk = open_desk("desk,sessions,tools")
    tools = desk.window("tools")
    expect(tools).to_be_visible()
    before = tools.bounding_box()
    desk.press("w", "Shift+ArrowLeft")
    after = tools.bounding_box()
    assert before is not None and after is not None and after["x"] < before["x"]
    desk.press("w", "f")
    expect(desk.page.locator(".window.floating")).to_have_count(1)
    desk.press("w", "f")
    expect(desk.page.locator(".window.floating")).to_have_count(0)
    desk.press("w", "z")
    expect(desk.window("sessions")).to_have_count(0)
    desk.press("w", "z")
    expect(desk.window("sessions")).to_be_visible()
    desk.press("w", "x")
    expect(tools).to_have_count(0)


def test_a_window_is_dragged_out_and_back(open_desk: Callable[..., Desk]):
    desk = open_desk("desk,tools")
    page = desk.page
    title = desk.window("tools").locator(".window-title")
    title.hover()
    page.mouse.down()
    page.mouse.move(480, 450, steps=6)
    page.mouse.up()
    expect(page.locator(".window.floating")).to_have_count(1)
    page.locator(".window.floating .window-title").hover()
    page.mouse.down()
    edge = desk.window("desk").bounding_box()
    assert edge is not None
    page.mouse.move(edge["x"] + 6, edge["y"] + 300, steps=8)
    page.mouse.up()
    expect(page.locator(".window.floating")).to_have_count(0)
