"""Settings, agents and tools."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.desk import Desk
from tests.plugin.stack import Stack

KEY = "sk-test-canary-4815162342"


def test_a_provider_key_goes_in_and_never_comes_out(
    open_desk: Callable[..., Desk], stack: Stack, person: tuple[str, str]
):
    desk = open_desk("settings;tab=providers;add=1")
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_role("button", name="OpenAI-compatible").click()
    dialog.get_by_label("API key").fill(KEY)
    dialog.get_by_label("Name").fill("Nowhere")
    dialog.get_by_label("Address").fill("http://127.0.0.1:9/v1")
    dialog.get_by_role("button", name="Save and test").click()
    card = desk.page.get_by_role("article", name="Nowhere")
    expect(card).to_contain_text("key is set")
    expect(desk.page.locator(".toast").first).to_contain_text("does not answer")
    card.get_by_role("button", name="More for Nowhere").click()
    desk.page.get_by_role("menuitem", name="Edit").click()
    key = desk.page.get_by_role("dialog").get_by_label("API key")
    expect(key).to_have_value("")
    dialog.get_by_label("Address").fill("http://127.0.0.1:9/v2")
    dialog.get_by_role("button", name="Save and test").click()
    expect(key).to_be_focused()
    expect(key).to_have_attribute("aria-invalid", "true")
    expect(dialog.locator(".problem")).to_contain_text("must be given again")
    assert KEY not in desk.page.content()
    listed = stack.call("GET", "/api/provider/", token=person[1])
    assert KEY not in str(listed)
    for one in listed["results"]:
        if one["name"] == "Nowhere":
            stack.call("DELETE", f"/api/provider/{one['id']}/", token=person[1])


def test_the_theme_is_kept_on_the_server(open_desk: Callable[..., Desk]):
    desk = open_desk("settings")
    desk.page.get_by_role("button", name="Dark", exact=True).click()
    expect(desk.page.locator("html")).to_have_attribute("data-theme", "dark")
    again = open_desk("settings")
    expect(again.page.locator("html")).to_have_attribute("data-theme", "dark")
    again.page.get_by_role("button", name="As the system").click()
    expect(again.page.locator("html")).not_to_have_attribute("data-theme", "dark")


def test_a_token_is_shown_once(open_desk: Callable[..., Desk]):
    desk = open_desk("settings;tab=tokens")
    desk.page.get_by_role("button", name="New token").click()
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_label("What is it for?").fill("a test")
    dialog.get_by_role("button", name="Make it").click()
    token = dialog.get_by_label("Token").input_value()
    assert token.startswith("agency_")
    dialog.get_by_role("button", name="I have kept it").click()
    expect(desk.window("settings")).to_contain_text("a test")
    assert token not in desk.page.content()


def test_an_agent_is_made_and_changed(open_desk: Callable[..., Desk]):
    desk = open_desk("agents.new")
    page = desk.page
    page.get_by_label("Name", exact=True).fill("Archivist")
    page.get_by_label("System prompt").fill("You file things.")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("button", name="Delete agent")).to_be_visible()
    page.get_by_label("Role").fill("Keeps papers")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    page.get_by_role("tab", name="Tools and policies").click()
    page.get_by_label("Rule of this agent for Write").select_option("deny")
    expect(page.get_by_role("row").filter(has_text="Write").first).to_contain_text("Deny")


def test_every_tool_says_its_effect_and_policy(open_desk: Callable[..., Desk]):
    desk = open_desk("tools")
    tools = desk.window("tools")
    named = desk.page.get_by_text("Write", exact=True)
    entry = tools.locator("details.tool-entry").filter(has=named)
    expect(entry).to_contain_text("Ask")
    entry.locator("summary").first.click()
    entry.get_by_role("button", name="Add a rule").click()
    dialog = desk.page.get_by_role("dialog", name="Add a rule")
    dialog.get_by_label("Only for this argument").fill("notes/today.txt")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(entry).to_contain_text("notes/today.txt")
    rule = entry.locator(".rule").filter(has_text="notes/today.txt")
    rule.get_by_role("button", name="Revoke").click()
    expect(entry).not_to_contain_text("notes/today.txt")
