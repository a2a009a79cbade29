"""How a test uses the desk: by the names that people see."""

from playwright.sync_api import Locator, Page


class Desk:
    """One signed-in page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def go(self, address: str = "") -> None:
        """Open the page with these windows and wait until the shell is there."""
        if not address:
            self.page.goto("/login/?forget")
            self.page.evaluate("localStorage.clear()")
        self.page.goto(f"/?w={address}" if address else "/")
        self.page.get_by_role("navigation", name="Main").wait_for()

    def window(self, key: str) -> Locator:
        """One window by its address, such as `inbox` or `session.<id>`."""
        return self.page.locator(f'[data-window="{key}"]')

    def session(self, identity: str) -> Locator:
        """A session's window."""
        return self.window(f"session.{identity}")

    def say(self, session: Locator, text: str) -> None:
        """Write into the composer and send."""
        box = session.get_by_role("textbox", name="Message")
        box.fill(text)
        box.press("Enter")

    def press(self, *keys: str) -> None:
        """Keys for the desk, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def faults(self) -> list[str]:
        """What went wrong in the page so far."""
        found = list(self.page.errors)  # type: ignore[attr-defined]  # set by the fixture
        if not self.page.is_closed():
            found += self.page.evaluate("globalThis.faults ?? []")
        return found
