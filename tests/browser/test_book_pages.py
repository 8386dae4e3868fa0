"""The book in a real browser: readable on a phone, in the dark, by keyboard and without scripts."""

import functools
import http.server
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from built_book import built_book
from lab_server import FAR

from course_utils.book.sources import ABOUT, TABLES
from course_utils.checks.assignments import assignment_names
from course_utils.files import COURSE

EVERY_DAY = ("index", "02_masking")
PAGES = [*EVERY_DAY, *assignment_names(COURSE / "solutions"), *TABLES, *ABOUT, "search"]
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 780}
# Everything that reaches beyond the right edge and is in no box that scrolls by itself.
BEYOND = """() => [...document.querySelectorAll("body *")].filter((element) => {
  const box = element.getBoundingClientRect();
  const edge = document.documentElement.clientWidth + 1;
  if (!box.width || box.right <= edge || box.bottom < 0) return false;
  for (let above = element; above !== document.body; above = above.parentElement) {
    const style = getComputedStyle(above);
    if (style.overflowX !== "visible" || style.position === "fixed") return false;
  }
  return true;
}).map((element) => element.outerHTML.slice(0, 120))"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    return built_book(tmp_path_factory)


@pytest.fixture(scope="module")
def address(site) -> Iterator[str]:
    """Where the book is served on this machine."""
    handler = functools.partial(_Quiet, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture
def open_page(chromium, address) -> Iterator[Callable]:
    """A function that opens a page of the book; nothing may be asked of another address, and no
    script may fail."""
    contexts, strangers, failed = [], [], []

    def open_one(name: str, at: str = address, **options):
        context = chromium.new_context(**{"viewport": WIDE, **options})
        context.set_default_timeout(1000 * FAR)
        contexts.append(context)
        context.on("request", lambda sent: strangers.append(sent.url))
        page = context.new_page()
        page.on("pageerror", lambda error: failed.append(str(error)))
        page.goto(f"{at}{name}")
        return page

    yield open_one
    for context in contexts:
        context.close()
    allowed = (address, "data:", "blob:", "file:")
    assert [url for url in strangers if not url.startswith(allowed)] == []
    assert failed == []


def violations(page) -> list[str]:
    """What axe finds on a page, one line each."""
    from axe_playwright_python.sync_playwright import Axe

    return [
        f"{found['id']}: {node['target']} {node['failureSummary']}"
        for found in Axe().run(page).response["violations"]
        for node in found["nodes"]
    ]


def open_what_is_folded(page) -> None:
    page.evaluate(
        "document.querySelectorAll('article details').forEach((one) => { one.open = true })"
    )


def wait_until_loaded(image) -> None:
    """Go to a picture, for it loads only when it is near; its `decode()` would wait without an end."""
    image.scroll_into_view_if_needed()
    there = "(e) => e.complete && e.naturalWidth > 0"
    image.page.wait_for_function(there, arg=image.element_handle())


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in EVERY_DAY else pytest.mark.nightly)
        for name in dict.fromkeys(PAGES)
    ],
)
def test_a_page_is_accessible_and_no_wider_than_a_phone(open_page, picture, name):
    for looks, viewport in (("light", WIDE), ("dark", PHONE)):
        page = open_page(f"{name}.html", viewport=viewport, color_scheme=looks)
        page.wait_for_function(f"document.documentElement.dataset.theme === '{looks}'")
        picture(page, f"book-{name}-{looks}")
        open_what_is_folded(page)
        assert page.evaluate(BEYOND) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        assert violations(page) == []


def test_search_finds_a_word_of_the_course_and_leads_to_its_page(open_page):
    page = open_page("index.html")
    page.keyboard.press("Control+k")
    page.locator("#pst-search-dialog input[type=search]").fill("speculative")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=speculative")
    page.locator("#search-results li a[href*='09_writing_today']").first.click()
    page.wait_for_url("**/09_writing_today.html*")
    assert "9 · " in page.locator("h1").first.inner_text()


def test_a_folded_answer_opens_by_keyboard_with_its_markdown_rendered(open_page):
    page = open_page("02_masking.html")
    hint = page.locator("article details", has_text="Hint 1").first
    inside = hint.locator("p, li").first
    assert not inside.is_visible()
    hint.locator("summary").focus()
    page.keyboard.press("Enter")
    inside.wait_for(state="visible")
    assert hint.locator("code").count()


def test_a_folded_check_opens_by_keyboard(open_page):
    page = open_page("02_masking.html")
    check = page.locator("details.folded-code", has_text="The check").first
    check.locator("summary").focus()
    page.keyboard.press("Space")
    check.locator("pre", has_text='Check("causal_mask"').wait_for(state="visible")


def test_dark_mode_follows_the_reader_and_can_be_changed(open_page):
    page = open_page("02_masking.html", color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"

    def brightness() -> float:
        return sum(map(int, re.findall(r"\d+", page.evaluate(ground))[:3])) / 3

    page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
    assert brightness() < 60
    page.get_by_role("button", name="Color mode").first.click()
    page.get_by_role("button", name="Light").first.click()
    page.wait_for_function("document.documentElement.dataset.theme === 'light'")
    assert brightness() > 200
    figure = page.locator(".course-figure img").first
    wait_until_loaded(figure)
    box = figure.evaluate("(e) => [e.naturalWidth / e.naturalHeight, e.width / e.height]")
    assert box[0] == pytest.approx(box[1], rel=0.02)


def test_the_first_tab_leads_past_the_panel_to_the_text(open_page):
    page = open_page("02_masking.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent").strip() == "Skip to main content"
    page.keyboard.press("Enter")
    assert page.url.endswith("#main-content")


def test_previous_and_next_lead_through_the_chapters(open_page):
    page = open_page("02_masking.html")
    page.locator("a.right-next").click()
    page.wait_for_url("**/03_objectives.html")
    page.locator("a.left-prev").click()
    page.wait_for_url("**/02_masking.html")


@pytest.mark.parametrize("name", EVERY_DAY)
def test_without_scripts_all_can_be_read(open_page, name):
    page = open_page(f"{name}.html", java_script_enabled=False, viewport=PHONE)
    assert page.locator("article h1").is_visible() and page.locator("article img").count()
    assert not page.locator(".pst-js-only >> visible=true").count()
    if name == "02_masking":
        hint = page.locator("article details", has_text="Hint 1").first
        hint.locator("summary").click()
        assert hint.locator("p").first.is_visible()


def test_the_folder_can_be_read_without_a_server(open_page, site):
    page = open_page("index.html", at=f"{site.as_uri()}/")
    page.locator("#pst-primary-sidebar a[href='02_masking.html']").first.click()
    page.wait_for_url("file:///**/02_masking.html")
    style = "getComputedStyle(document.documentElement).getPropertyValue('--pst-font-size-h1')"
    assert page.evaluate(style).strip() == "2.1em"  # as book.css has it
    figure = page.locator(".course-figure img").first
    wait_until_loaded(figure)
    assert figure.evaluate("(e) => e.width")


def test_a_link_to_a_cell_shows_the_cell(open_page):
    page = open_page("documents-measured.html")
    page.locator("a[href^='02_masking.html#cell-']").first.click()
    page.wait_for_url("**/02_masking.html#cell-*")
    anchor = page.url.partition("#")[2]
    page.wait_for_function(f"""() => {{
      const top = document.getElementById("{anchor}").getBoundingClientRect().top;
      return top > 30 && top < innerHeight / 2;
    }}""")
