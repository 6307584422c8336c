"""A real browser for the tests: the machine's own Chromium, driven by Playwright.

Chromium without windows is preferred: a page takes less of the processor.

::

    with Browser() as browser:
        with browser.page(width=360, dark=True) as page:
            page.goto(path.as_uri())
        page.errors, page.requests
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PROGRAM = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))),
    None,
)


class Browser:
    """A running Chromium."""

    def __enter__(self) -> Browser:
        from playwright.sync_api import sync_playwright

        self._driver = sync_playwright().start()
        self._chromium = self._driver.chromium.launch(
            executable_path=PROGRAM, args=["--no-sandbox", "--disable-gpu"]
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._chromium.close()
        self._driver.stop()

    @contextmanager
    def page(
        self,
        width: int = 1280,
        dark: bool = False,
        touch: bool = False,
        media: str = "screen",
        phone: bool = False,
    ) -> Iterator[Any]:
        """Open an empty tab in a window of that many pixels; `phone` emulates a phone.

        Its `errors` are the errors on the console, its `requests` the requested addresses.
        """
        scheme = "dark" if dark else "light"
        size: Any = {"viewport": {"width": width, "height": 900}, "has_touch": touch}
        if phone:
            size = {name: value for name, value in self._driver.devices["Pixel 7"].items()
                    if name != "default_browser_type"}  # fmt: skip
        context = self._chromium.new_context(color_scheme=scheme, accept_downloads=True, **size)
        context.set_default_timeout(60_000)
        page = context.new_page()
        page.emulate_media(media=media)
        page.errors, page.requests = [], []
        page.on("console", lambda said: page.errors.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: page.errors.append(str(error.stack)))
        page.on("request", lambda asked: page.requests.append(asked.url))
        try:
            yield page
        finally:
            context.close()


def seen(page: Any) -> str:
    """Return the last requests, errors and text of a page, without its lists of choices."""
    requests = (url.rpartition("/")[2] for url in page.requests[-30:])
    page.evaluate("document.querySelectorAll('select').forEach(each => each.remove())")
    text = page.evaluate("document.body.innerText")
    return "\n".join(["requests: " + " ".join(requests), *page.errors, text])
