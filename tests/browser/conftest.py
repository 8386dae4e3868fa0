"""Chromium on the course's JupyterLab, driven by playwright.

All happens on a copy of the course folder, so a test changes no notebook, gradebook or progress of
yours. Pictures of the pages are kept in the folder named by COURSE_SCREENSHOTS, with `--all` else
in `.cache/screenshots`; there, too, how far a test came that fails.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from lab_server import FAR, copy_course

from course_utils.files import COURSE

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = next((path for path in map(shutil.which, NAMES) if path), None)
NO_CHROMIUM = (
    "The tests in a browser were skipped: install Chromium (on Debian and Ubuntu: "
    "sudo apt install chromium) to run them."
)
QUIET = ["--disable-gpu", "--disable-background-networking", "--disable-component-update"]
SCREENSHOTS = Path(os.environ.get("COURSE_SCREENSHOTS") or COURSE / ".cache" / "screenshots")


@pytest.fixture(scope="module")
def chromium() -> Iterator:
    """A headless Chromium; ends with the module, for playwright's event loop is in others' way."""
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        pytest.skip(NO_CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Path:
    return copy_course(tmp_path_factory.mktemp("copy"))


@pytest.fixture(scope="module")
def open_page(chromium, course, request) -> Iterator[Callable]:
    """A function that opens a new page; at the end, nothing may have been asked of other hosts."""
    asked: list[str] = []
    contexts = []
    failed_before = request.session.testsfailed

    def note(sent) -> None:
        here = (
            "http://localhost:",
            "http://127.0.0.1:",
            "ws://localhost:",
            "data:",
            "blob:",
            "file:",
        )
        if not sent.url.startswith(here):
            asked.append(sent.url)

    def open_one():
        context = chromium.new_context(viewport={"width": 1280, "height": 900})
        context.set_default_timeout(1000 * FAR)
        context.on("request", note)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        return context.new_page()

    with ExitStack() as at_the_end:
        at_the_end.callback(lambda: [context.close() for context in contexts])
        yield open_one
        if request.session.testsfailed > failed_before:  # how far it came
            for number, context in enumerate(contexts):
                for page in context.pages:
                    take_picture(page, f"{course.parent.name}-last-{number}")
    assert asked == []


def take_picture(shown, name: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    shown.screenshot(path=SCREENSHOTS / f"{name}.png", animations="disabled")


@pytest.fixture(scope="session")
def picture(request) -> Callable:
    """A function that keeps a picture of a page, or of a part of it, under a name.

    Each costs half a second of a processor, so none is kept where nobody has asked for them.
    """
    asked = os.environ.get("COURSE_SCREENSHOTS") or request.config.getoption("--all")
    return take_picture if asked else lambda shown, name: None
