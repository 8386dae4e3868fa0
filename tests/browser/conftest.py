"""Chromium on the course's JupyterLab, driven by playwright.

All happens on a copy of the course folder, so a test changes no notebook, gradebook or progress of
yours. Pictures of the pages go to the folder named by COURSE_SCREENSHOTS, else to
`.cache/screenshots`.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lab_server import COURSE

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = next((path for path in map(shutil.which, NAMES) if path), None)
NO_CHROMIUM = (
    "The tests in a browser were skipped: install Chromium (on Debian and Ubuntu: "
    "sudo apt install chromium) to run them."
)
QUIET = ["--disable-gpu", "--disable-background-networking", "--disable-component-update"]
PATIENCE = 120_000  # milliseconds: other tests may be using all processors
SCREENSHOTS = Path(os.environ.get("COURSE_SCREENSHOTS") or COURSE / ".cache" / "screenshots")
# What is made while the course is used, and what only its tests need.
LEFT_OUT = shutil.ignore_patterns(
    *(".git", ".venv", ".cache", ".progress", ".pytest_cache", ".hypothesis", ".ipynb_checkpoints"),
    *("exchange", "gradebook.db*", "submitted", "autograded", "feedback", "grades*", "tests"),
)


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
    """A copy of the course folder."""
    copy = tmp_path_factory.mktemp("copy") / "course"
    shutil.copytree(COURSE, copy, ignore=LEFT_OUT)
    return copy


@pytest.fixture(scope="module")
def open_page(chromium, picture, request) -> Iterator[Callable]:
    """A function that opens a new page; at the end, nothing may have been asked of other hosts."""
    asked: list[str] = []
    contexts = []

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
        context.set_default_timeout(PATIENCE)
        context.on("request", note)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        return context.new_page()

    yield open_one
    for number, context in enumerate(contexts):
        for page in context.pages:  # how far a test came that failed
            picture(page, f"{request.module.__name__}-last-{number}")
        context.close()
    assert asked == []


@pytest.fixture(scope="session")
def picture() -> Callable:
    """A function that keeps a picture of a page, or of a part of it, under a name."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)

    def keep(shown, name: str) -> None:
        shown.screenshot(path=SCREENSHOTS / f"{name}.png", animations="disabled")

    return keep
