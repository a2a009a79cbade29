"""A real browser before the running product, with the content policy on."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.e2e.desk import Desk
from tests.plugin.chromium import find_or_get_chromium
from tests.plugin.stack import ROOT, Stack

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
WAIT_MS = 10_000
AXE = ROOT / "tests/js/node_modules/axe-core/axe.min.js"
WATCH = """
globalThis.faults = [];
document.addEventListener("securitypolicyviolation", (event) =>
  globalThis.faults.push(`policy: ${event.violatedDirective} ${event.blockedURI}`));
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests here; gone before other tests need an event loop."""
    with sync_playwright() as playwright:
        program = find_or_get_chromium()
        expect.set_options(timeout=WAIT_MS)
        made = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield made
        made.close()


@pytest.fixture(scope="package")
def person(stack: Stack) -> tuple[str, str]:
    """The administrator's name and token."""
    return "admin", stack.manage("create_token", "admin")


@dataclass(frozen=True)
class FirstSight:
    """What the very first visit showed, and the cookies it left."""

    cookies: dict[str, Any]
    windows: list[str]
    session: str
    suggestions: int


@pytest.fixture(scope="package")
def first_sight(browser: Browser, stack: Stack) -> FirstSight:
    """Follow the link that the first start prints, before anything else happens."""
    context = browser.new_context()
    page = context.new_page()
    path = re.sub(r"^https?://[^/]+", "", stack.manage("welcome_link"))
    page.goto(stack.url + path)
    session = page.locator('[data-window^="session."]')
    expect(session.locator(".suggestion").first).to_be_visible(timeout=30_000)
    seen = FirstSight(
        cookies={"cookies": context.storage_state()["cookies"], "origins": []},
        windows=page.locator(".window-title").all_inner_texts(),
        session=session.inner_text(),
        suggestions=session.locator(".suggestion").count(),
    )
    context.close()
    return seen


@pytest.fixture(scope="package")
def cookies(first_sight: FirstSight) -> dict[str, Any]:
    """Signed in as the administrator."""
    return first_sight.cookies


@pytest.fixture(scope="package")
def context_for(
    browser: Browser, stack: Stack, cookies: dict[str, Any]
) -> Iterator[Callable[..., BrowserContext]]:
    """A signed-in browser of a given look; tests of one look share its cache, not its pages."""
    made: dict[str, BrowserContext] = {}

    def context(**look: Any) -> BrowserContext:
        look.setdefault("viewport", {"width": 1440, "height": 900})
        name = json.dumps(look, sort_keys=True)
        if name not in made:
            fresh = browser.new_context(storage_state=cookies, base_url=stack.url, **look)
            fresh.set_default_timeout(WAIT_MS)
            fresh.add_init_script(WATCH)
            made[name] = fresh
        return made[name]

    yield context
    for one in made.values():
        one.close()


@pytest.fixture
def open_desk(context_for: Callable[..., BrowserContext]) -> Iterator[Callable[..., Desk]]:
    """Opens signed-in pages; afterwards none may have broken the policy or thrown."""
    opened: list[Desk] = []

    def open_one(address: str = "", **look: Any) -> Desk:
        desk = Desk(watched(context_for(**look).new_page()))
        opened.append(desk)
        desk.go(address)
        return desk

    yield open_one
    faults = [fault for desk in opened for fault in desk.faults()]
    for desk in opened:
        desk.page.close()
    assert faults == []


def watched(page: Page) -> Page:
    """Keep what goes wrong in the page: its errors, and those that nobody handled."""
    page.errors = []  # type: ignore[attr-defined]  # read by Desk.faults
    page.on("pageerror", lambda error: page.errors.append(f"page: {error}"))  # type: ignore[attr-defined]  # as above
    page.on("console", lambda message: keep(page, message.type, message.text))
    return page


def keep(page: Page, kind: str, text: str) -> None:
    """Console errors count, but for refusals by the server, which tests ask for."""
    if kind == "error" and not text.startswith("Failed to load resource"):
        page.errors.append(f"console: {text}")  # type: ignore[attr-defined]  # see watched


@pytest.fixture
def desk(open_desk: Callable[..., Desk]) -> Desk:
    """A desk at 1440 pixels with only the desk window open."""
    return open_desk("desk")


@pytest.fixture
def new_session(stack: Stack, person: tuple[str, str]) -> Callable[..., str]:
    """Makes a session of the guide, by REST; its id."""

    def make(prompt: str = "", agent: str = "Guide") -> str:
        agents = stack.call("GET", "/api/agent/", token=person[1])["results"]
        chosen = next(one["id"] for one in agents if one["name"] == agent)
        body = {"agent_id": chosen} | ({"prompt": prompt} if prompt else {})
        made = stack.call("POST", "/api/session/", body, token=person[1])
        return str(made.get("session", made)["id"])

    return make


@pytest.fixture(scope="package")
def axe_source() -> str:
    """The accessibility checker; comes with the tools of tests/js."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: run tests/js/run once")
    return AXE.read_text()


@pytest.fixture(scope="package")
def axe(axe_source: str) -> Callable[[Page], list[str]]:
    """Checks a page; one line for each rule that it breaks."""

    def check(page: Page) -> list[str]:
        page.evaluate(axe_source)
        report = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{found['id']}: {json.dumps([node['target'] for node in found['nodes']][:3])}"
            for found in report["violations"]
        ]

    return check
