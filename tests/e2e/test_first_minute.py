"""What a person meets who follows the link of the first start."""

import re
from collections.abc import Callable

from playwright.sync_api import Browser, expect

from tests.e2e.conftest import FirstSight
from tests.e2e.desk import Desk
from tests.plugin.stack import Stack


def test_the_link_opens_a_desk_with_the_greeter_and_four_suggestions(first_sight: FirstSight):
    assert first_sight.windows == ["Desk", "Guide"]
    assert "Hello. I stream my answers" in first_sight.session
    assert "demo, no key" in first_sight.session
    assert first_sight.suggestions == 4


def test_the_demo_model_offers_to_add_a_real_key(
    open_desk: Callable[..., Desk], new_session: Callable[..., str]
):
    desk = open_desk(f"session.{new_session()}")
    desk.page.get_by_role("button", name="Add a real model").click()
    dialog = desk.page.get_by_role("dialog", name="Add a provider")
    expect(dialog.get_by_label("API key")).to_be_focused()
    expect(dialog.get_by_label("API key")).to_have_attribute("type", "password")


def test_a_used_welcome_link_signs_nobody_in(browser: Browser, stack: Stack, cookies):
    page = browser.new_page(base_url=stack.url)
    answer = page.goto("/welcome/not-a-token/")
    assert answer is not None and answer.status == 410
    expect(page.get_by_role("heading", name="used already")).to_be_visible()
    page.goto("/")
    expect(page).to_have_url(re.compile(r"/login/\?next="))
    page.close()


def test_back_and_forward_walk_through_opened_windows(open_desk: Callable[..., Desk]):
    desk = open_desk("desk")
    desk.press("g", "i")
    expect(desk.window("inbox")).to_be_visible()
    desk.page.go_back()
    expect(desk.window("inbox")).to_have_count(0)
    desk.page.go_forward()
    expect(desk.window("inbox")).to_be_visible()
