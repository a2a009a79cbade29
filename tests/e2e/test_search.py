"""Looking for words: over everything, and in one session."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.desk import Desk
from tests.plugin.services import wait_until
from tests.plugin.stack import Stack


@pytest.fixture
def indexed(stack: Stack, person: tuple[str, str]) -> Callable[[str], None]:
    """Waits until a word of a message is found: the index follows the write."""

    def wait(word: str) -> None:
        path = f"/api/search/?kind=message&q={word}"
        wait_until(lambda: bool(stack.call("GET", path, token=person[1])["results"]), word, 60)

    return wait


def test_words_are_found_everywhere_and_marked_where_they_stand(
    open_desk: Callable[..., Desk],
    new_session: Callable[..., str],
    indexed: Callable[[str], None],
    axe: Callable[[Page], list[str]],
):
    identity = new_session("Where do the quinquiremes of Nineveh land?")
    indexed("quinquiremes")
    desk = open_desk("desk")
    desk.press("/")
    search = desk.window("search")
    field = search.get_by_role("searchbox", name="Search everything")
    expect(field).to_be_focused()
    found = search.locator(".result", has_text="quinquiremes of Nineveh").first
    field.fill("nineveh QUINQUIREMES")
    search.get_by_role("button", name="Messages").click()
    expect(found.locator("mark").first).to_have_text("quinquiremes")
    assert axe(desk.page) == []
    assert "kind" in desk.page.url and "nineveh" in desk.page.url
    field.press("ArrowDown")
    expect(search.locator(".result").first).to_be_focused()
    desk.press("Enter")
    session = desk.session(identity)
    expect(session.get_by_role("searchbox", name="Find in this session")).to_have_value(
        "nineveh QUINQUIREMES"
    )
    expect(session.locator(".find-bar")).to_contain_text(" of ")
    marks = "[...(CSS.highlights.get('found-here') ?? [])].map(String)"
    expect(session.locator(".human-block").first).to_be_visible()
    assert desk.page.evaluate(marks) == ["quinquiremes", "Nineveh"]


def test_what_is_nowhere_says_what_to_try(open_desk: Callable[..., Desk]):
    desk = open_desk("search;q=xyzzyplugh")
    search = desk.window("search")
    expect(search).to_contain_text("Nothing has “xyzzyplugh”")
    search.get_by_role("button", name="Look into sub-agents, too").click()
    expect(search.get_by_role("button", name="With sub-agents")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_a_session_has_its_own_find_bar(
    open_desk: Callable[..., Desk],
    new_session: Callable[..., str],
    indexed: Callable[[str], None],
):
    identity = new_session("Tell me of the amaranthine garden.")
    indexed("amaranthine")
    desk = open_desk(f"session.{identity}")
    session = desk.session(identity)
    expect(session.locator(".human-block").first).to_be_visible()
    desk.press("Control+f")
    field = session.get_by_role("searchbox", name="Find in this session")
    expect(field).to_be_focused()
    field.fill("amaranthine")
    status = session.locator(".find-bar").get_by_role("status")
    expect(status).to_contain_text("found")
    field.press("Enter")
    expect(status).to_contain_text("1 of")
    desk.page.wait_for_url(lambda url: ";m=" in url and ";b=" not in url)
    field.press("Escape")
    expect(field).to_have_count(0)


def test_a_line_that_broke_is_told_and_the_search_goes_on_when_it_is_back(
    open_desk: Callable[..., Desk],
):
    desk = open_desk("search")
    context: Any = desk.page.context
    search = desk.window("search")
    field = search.get_by_role("searchbox", name="Search everything")
    context.set_offline(True)
    field.fill("guide")
    expect(search).to_contain_text("The server cannot be reached")
    context.set_offline(False)
    expect(search.locator(".result, .state").first).not_to_contain_text("cannot be reached")
