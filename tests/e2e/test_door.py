"""Signing in and out."""

import re

from playwright.sync_api import Browser, expect

from tests.plugin.stack import Stack


def test_a_person_signs_in_and_out(browser: Browser, stack: Stack):
    name, _token = stack.person()
    context = browser.new_context(base_url=stack.url)
    page = context.new_page()
    page.goto("/?w=inbox")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill("correct horse 42")
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator('[data-window="inbox"]')).to_be_visible()
    page.get_by_title(f"You: {name}").click()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page).to_have_url(re.compile("/login/"))
    page.goto("/")
    expect(page).to_have_url(re.compile("/login/"))
    context.close()


def test_the_line_breaks_and_the_desk_says_so(browser: Browser, stack: Stack, cookies):
    context = browser.new_context(base_url=stack.url, storage_state=cookies)
    page = context.new_page()
    page.goto("/?w=desk")
    expect(page.get_by_text("Live")).to_be_visible()
    context.set_offline(True)
    expect(page.locator(".banner")).to_contain_text("You are offline")
    expect(page.get_by_role("heading", name="Recent sessions")).to_be_visible()
    context.set_offline(False)
    expect(page.locator(".banner")).to_have_count(0)
    expect(page.get_by_text("Live")).to_be_visible()
    context.close()
