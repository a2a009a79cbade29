"""A session: streaming, approvals, questions, stop, branches, queue, reload."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.desk import Desk

FILE_PLEASE = "Write a file with a short note."
LONG = "Write a long answer, so that I can watch it stream."


def test_an_answer_streams_and_a_reload_in_the_middle_loses_nothing(
    open_desk: Callable[..., Desk], new_session: Callable[..., str]
):
    identity = new_session()
    desk = open_desk(f"session.{identity}")
    session = desk.session(identity)
    desk.say(session, LONG)
    stop = session.get_by_role("button", name="Stop")
    expect(session.locator(".agent .md").first).to_be_visible()
    expect(stop).to_be_visible()
    desk.go(f"session.{identity}")
    expect(session).to_contain_text(LONG)
    expect(stop).to_be_visible()
    expect(stop).to_have_count(0, timeout=30_000)
    shown = session.locator(".agent").last.inner_text()
    desk.go(f"session.{identity}")
    expect(session.locator(".agent").last).to_contain_text(shown.splitlines()[0])


def test_an_approval_can_be_allowed(
    open_desk: Callable[..., Desk], new_session: Callable[..., str]
):
    identity = new_session(FILE_PLEASE)
    desk = open_desk(f"session.{identity}")
    session = desk.session(identity)
    session.locator('[data-act="allow"]').click()
    expect(session).to_contain_text("Done. The tool says:")
    expect(session.locator(".interruption")).to_have_count(0)


def test_an_approval_can_be_edited_and_the_edit_is_what_runs(
    open_desk: Callable[..., Desk], new_session: Callable[..., str]
):
    identity = new_session(FILE_PLEASE)
    desk = open_desk(f"session.{identity}")
    session = desk.session(identity)
    session.locator('[data-act="edit"]').click()
    field = session.locator(".interruption textarea").first
    field.fill(field.input_value().replace("A person allowed it.", "Changed by hand."))
    session.locator('.interruption [data-act="send"]').click()
    expect(session).to_contain_text("not as I had proposed")


def test_a_denial_reaches_the_model_with_its_reason(
    open_desk: Callable[..., Desk], new_session: Callable[..., str]
):
    identity = new_session(FILE_PLEASE)
    desk = open_desk(f"session.{identity}")
    session = desk.session(identity)
    session.get_by_role("button", name="Deny, say why").click()
    session.locator(".interruption").get_by_role("textbox").fill("not on a Friday")
    session.locator('.interruption [data-act="send"]').click()
    expect(session).to_contain_text("not on a Friday")
    expect(session).to_contain_text("You did not allow it")


def test_a_question_with_options_is_answered(
    open_desk: Callable[..., Desk], new_session: Callable[..., str]
):
    identity = new_session("Ask me a question with options.")
    desk = open_desk(f"session.{identity}")
    session = desk.session(identity)
    questions = session.locator(".interruption fieldset")
    expect(questions.first).to_be_visible()
    for at in range(questions.count()):
        questions.nth(at).locator(".option").first.click()
    session.locator('[data-act="send"]').click()
    expect(session.locator(".interruption")).to_have_count(0)
    expect(session.get_by_role("button", name="Stop")).to_have_count(0)


def test_stop_ends_a_turn_and_keeps_its_text(
    open_desk: Callable[..., Desk], new_session: Callable[..., str]
):
    identity = new_session()
    desk = open_desk(f"session.{identity}")
    session = desk.session(identity)
    desk.say(session, LONG)
    expect(session.locator(".agent .md").first).to_be_visible()
    session.get_by_role("button", name="Stop").click()
    expect(session.get_by_role("button", name="Stop")).to_have_count(0)
    expect(session.locator(".agent .md").first).to_be_visible()
    desk.say(session, "Show me a table.")
    expect(session.locator(".agent table").first).to_be_visible()


def test_an_edited_message_becomes_a_branch_that_arrows_leave_and_find(
    open_desk: Callable[..., Desk], new_session: Callable[..., str]
):
    identity = new_session("Show me a table.")
    desk = open_desk(f"session.{identity}")
    session = desk.session(identity)
    expect(session.locator(".agent table").first).to_be_visible()
    expect(session.get_by_role("button", name="Stop")).to_have_count(0)
    session.get_by_text("Show me a table.", exact=True).first.hover()
    session.get_by_role("button", name="Edit and ask again").click()
    box = session.get_by_role("textbox", name="Edit message")
    box.fill("Show me some code.")
    box.press("Enter")
    expect(session.get_by_role("group", name="Version 2 of 2")).to_be_visible()
    expect(session.locator(".agent pre").first).to_be_visible()
    expect(session.get_by_role("button", name="Stop")).to_have_count(0)
    session.get_by_role("button", name="Earlier version").click()
    expect(session.get_by_role("group", name="Version 1 of 2")).to_be_visible()
    expect(session.locator(".agent table").first).to_be_visible()


def test_a_message_sent_while_busy_waits_in_the_queue_and_then_runs(
    open_desk: Callable[..., Desk], new_session: Callable[..., str]
):
    identity = new_session()
    desk = open_desk(f"session.{identity}")
    session = desk.session(identity)
    desk.say(session, LONG)
    expect(session.get_by_role("button", name="Stop")).to_be_visible()
    desk.say(session, "Show me a table.")
    waiting = session.get_by_label("Waiting messages")
    expect(waiting).to_contain_text("Show me a table.")
    expect(session.locator(".agent table").first).to_be_visible(timeout=40_000)
    expect(waiting).to_have_count(0)


def test_markup_from_a_message_stays_text(
    open_desk: Callable[..., Desk], new_session: Callable[..., str]
):
    bomb = '<img src=x onerror="globalThis.broken=1"> [x](javascript:globalThis.broken=1)'
    identity = new_session(bomb)
    desk = open_desk(f"session.{identity}")
    session = desk.session(identity)
    expect(session.locator(".agent")).to_contain_text("onerror")
    assert desk.page.evaluate("globalThis.broken") is None
    assert session.locator('a[href^="javascript"]').count() == 0
