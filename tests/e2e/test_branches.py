"""The map of branches, two of them side by side, and links to a branch and a message."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.desk import Desk
from tests.plugin.services import wait_until
from tests.plugin.stack import Stack

SAID = ["Show me a table.", "Show me some code.", "Show me a picture."]


@dataclass(frozen=True)
class Forked:
    """A session whose first message was edited twice; the last edit is shown."""

    id: str
    branches: list[str]


@pytest.fixture(scope="package")
def forked(stack: Stack, person: tuple[str, str]) -> Forked:
    """Made by REST once, for the tests that only look."""
    agents = stack.call("GET", "/api/agent/", token=person[1])["results"]
    guide = next(one["id"] for one in agents if one["name"] == "Guide")
    body = {"agent_id": guide, "prompt": SAID[0]}
    made = stack.call("POST", "/api/session/", body, token=person[1])
    path = f"/api/session/{made.get('session', made)['id']}/"

    def settled() -> Any:
        def is_done() -> bool:
            return stack.call("GET", path, token=person[1])["runs"][-1]["status"] == "done"

        wait_until(is_done, "The answer")
        return stack.call("GET", path, token=person[1])

    for text in SAID[1:]:
        first = settled()["messages"][0]["id"]
        stack.call("POST", f"{path}message/{first}/edit/", {"text": text}, token=person[1])
    found = settled()
    return Forked(found["session"]["id"], [one["id"] for one in found["branches"]])


def test_the_map_is_walked_with_keys_and_shows_another_branch(
    open_desk: Callable[..., Desk], forked: Forked, axe: Callable[[Page], list[str]]
):
    desk = open_desk(f"session.{forked.id}")
    session = desk.session(forked.id)
    session.get_by_role("button", name="3 branches").click()
    tree = session.get_by_role("tree", name="Branches")
    items = tree.get_by_role("treeitem")
    expect(items).to_have_count(3)
    expect(tree.get_by_role("treeitem", selected=True)).to_contain_text(SAID[2])
    assert axe(desk.page) == []
    items.last.focus()
    desk.press("Home", "Enter")
    expect(session.locator(".human-block")).to_have_text(SAID[0])
    expect(session.get_by_role("group", name="Version 1 of 3")).to_be_visible()
    desk.press("F2")
    dialog = desk.page.get_by_role("dialog", name="Rename the branch")
    dialog.get_by_label("Name").fill("The table")
    dialog.get_by_role("button", name="Rename").click()
    expect(items.first).to_contain_text("The table")
    tree.get_by_role("button", name=f"More for {SAID[1]}").click()
    desk.page.get_by_role("menuitem", name="Hide").click()
    expect(items).to_have_count(2)
    session.get_by_label("Show 1 hidden branch").check()
    tree.get_by_role("button", name=f"More for {SAID[1]}").click()
    desk.page.get_by_role("menuitem", name="Show again").click()
    expect(session.get_by_label("Show 1 hidden branch")).to_have_count(0)
    desk.press("Escape")
    expect(tree).to_have_count(0)


def test_two_branches_stand_side_by_side_with_their_differences(
    open_desk: Callable[..., Desk], forked: Forked, axe: Callable[[Page], list[str]]
):
    left, right = forked.branches[:2]
    desk = open_desk(f"session.{forked.id};p=compare;l={left};r={right}")
    session = desk.session(forked.id)
    rows = session.locator(".compare-row")
    expect(rows.first.locator("del")).to_have_text(["a table."])
    expect(rows.first.locator("ins")).to_have_text(["some code."])
    expect(rows.nth(1)).to_contain_text("agency_tools")
    assert axe(desk.page) == []
    session.get_by_role("button", name="Swap sides").click()
    expect(rows.first.locator("del")).to_have_text(["some code."])


def test_a_link_to_a_branch_shows_it_and_switches_it_for_nobody(
    open_desk: Callable[..., Desk], forked: Forked, stack: Stack, person: tuple[str, str]
):
    path = f"/api/session/{forked.id}/"
    before = stack.call("GET", path, token=person[1])["session"]["active_branch_id"]
    other = next(one for one in forked.branches[1:] if one != before)
    shown = SAID[forked.branches.index(other)]
    desk = open_desk(f"session.{forked.id};b={other}")
    session = desk.session(forked.id)
    expect(session.locator(".human-block")).to_have_text(shown)
    expect(session.get_by_text("You look at another branch")).to_be_visible()
    expect(session.get_by_role("textbox", name="Message")).to_have_count(0)
    assert stack.call("GET", path, token=person[1])["session"]["active_branch_id"] == before
    session.get_by_role("button", name="Back").click()
    expect(session.get_by_role("textbox", name="Message")).to_be_visible()
    expect(desk.page).not_to_have_url(re.compile(";b="))
