"""The front page of the built book in Chromium: its figure by keyboard, by mouse, on a phone, and
without JavaScript."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from built_book import built_book
from conftest import FAR

from course_utils.book.moving_mask import START, numbers
from course_utils.explorers.mask import MASKS, SENTENCES

ORDER = list(MASKS)


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> str:
    return (built_book(tmp_path_factory) / "index.html").as_uri()


@pytest.fixture(scope="module")
def opened(chromium, address):
    """Opens the page with options of the browser; nothing may be asked of other hosts."""

    @contextmanager
    def open_one(**options) -> Iterator:
        asked: list[str] = []
        with chromium.new_context(**options) as context:
            context.set_default_timeout(1000 * FAR)
            context.on("request", lambda sent: asked.append(sent.url))
            page = context.new_page()
            page.goto(address)
            yield page
        assert [url for url in asked if not url.startswith(("file:", "data:"))] == []

    return open_one


def shown(page) -> dict:
    """What a reader sees of the figure."""
    return page.evaluate(
        """() => {
          const panel = document.querySelector("#moving-mask .panel:not([hidden])");
          const texts = (where) => [...panel.querySelectorAll(where)].map((e) => e.textContent);
          return {
            map: texts(".map tbody td"), score: texts(".score"), mask: texts(".mask"),
            weight: texts(".weight b"),
            says: document.querySelector("#moving-mask [aria-live]").textContent,
            marked: [...panel.querySelectorAll(".map tbody tr")]
              .findIndex((row) => row.classList.contains("marked")),
            blocked: [...panel.querySelectorAll(".one tbody tr")]
              .map((row) => row.querySelector(".mask").classList.contains("blocked")),
          };
        }"""
    )


def wanted(sentence: int, mask: str, query: int) -> dict:
    found = numbers()[sentence]
    rows = found["masks"][mask]
    row = rows[query]
    return {
        "map": [w[0] for one in rows for w in one["weights"]],
        "score": found["scores"][query],
        "mask": row["mask"],
        "weight": [w[0] for w in row["weights"]],
        "says": row["says"],
        "marked": query,
        "blocked": [text != "0" for text in row["mask"]],
    }


def test_the_figure_moves_by_keyboard(opened, picture):
    with opened() as page:
        sentence, mask, query = START.sentence, ORDER.index(START.mask), START.query
        assert shown(page) == wanted(sentence, ORDER[mask], query)
        page.get_by_label("Sentence").focus()
        page.keyboard.press("Tab")
        for _ in ORDER:  # once round, back at the first one
            page.keyboard.press("ArrowRight")
            mask = (mask + 1) % len(ORDER)
            assert shown(page) == wanted(sentence, ORDER[mask], query)
        page.keyboard.press("Tab")
        for query in (3, 4, 5, 0):
            page.keyboard.press("ArrowDown")
            assert shown(page) == wanted(sentence, ORDER[mask], query)
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Shift+Tab")
        for sentence in range(1, len(SENTENCES)):
            page.keyboard.press("ArrowDown")
            first = min(START.query, len(SENTENCES[sentence].split()) - 1)
            assert shown(page) == wanted(sentence, ORDER[mask], first)
        picture(page.locator("#moving-mask"), "book-moving-mask")


def test_a_click_chooses_a_row_and_the_weights_flow(opened):
    with opened(reduced_motion="reduce") as page:
        page.get_by_role("radio", name="none", exact=True).click()
        page.locator("#moving-mask .panel:not([hidden]) .map tbody tr").nth(4).locator("td").nth(
            1
        ).click()
        assert shown(page) == wanted(0, "none", 4)
        before, after = widths(page), numbers()[0]["masks"]["window"][4]["shares"]
        page.get_by_role("radio", name="sliding window, 2").click()
        assert widths(page) == pytest.approx(after, abs=0.02) != pytest.approx(before, abs=0.02)


def widths(page) -> list[float]:
    """The parts of the strip, as shares of it."""
    return page.evaluate(
        """() => {
          const strip = document.querySelector("#moving-mask .panel:not([hidden]) .strip");
          const whole = strip.getBoundingClientRect().width;
          return [...strip.children].map((e) => e.getBoundingClientRect().width / whole);
        }"""
    )


def test_a_change_takes_a_moment_unless_less_motion_is_asked_for(opened):
    took = {}
    for wish in ("no-preference", "reduce"):
        with opened(reduced_motion=wish) as page:
            part = page.locator("#moving-mask .strip span").first
            took[wish] = part.evaluate("e => getComputedStyle(e).transitionDuration")
    assert took == {"no-preference": "0.7s", "reduce": "0s"}


def test_without_javascript_the_picture_stands_there(opened):
    with opened(java_script_enabled=False) as page:
        figure = page.locator("#moving-mask")
        start = numbers()[START.sentence]["masks"][START.mask]
        cells = figure.locator(".map").first.locator("tbody td").all_text_contents()
        assert cells == [w[0] for row in start for w in row["weights"]]
        assert figure.locator(".map").first.is_visible()
        assert not figure.locator("form").is_visible()
        assert figure.locator(".panel:visible").count() == 1
        assert figure.get_by_text(start[START.query]["says"]).is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_all_fits_and_can_be_hit(opened, scheme, picture):
    from axe_playwright_python.sync_playwright import Axe

    phone = {"viewport": {"width": 360, "height": 740}, "color_scheme": scheme}
    with opened(**phone, reduced_motion="reduce") as page:
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        for sentence in range(len(SENTENCES)):
            page.get_by_label("Sentence").select_option(str(sentence))
            assert page.evaluate("document.documentElement.scrollWidth") == 360
            for label in page.locator("#moving-mask label:has(input):visible").all():
                box = label.bounding_box()
                assert min(box["width"], box["height"]) >= 24
        found = Axe().run(page, None, {"resultTypes": ["violations"]}).response
        faults = [(r["id"], n["html"][:200]) for r in found["violations"] for n in r["nodes"]]
        assert faults == []
        picture(page, f"book-front-phone-{scheme}")
