"""A notebook open in JupyterLab, as someone who reads it handles it."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

NO_PLAYWRIGHT = (
    "The tests in a browser were skipped: playwright or axe-playwright-python is missing; "
    "`make setup` installs them."
)
expect = pytest.importorskip("playwright.sync_api", reason=NO_PLAYWRIGHT).expect
pytest.importorskip("axe_playwright_python.sync_playwright", reason=NO_PLAYWRIGHT)

LONGEST_RUN = 900_000  # milliseconds for a whole chapter, on a machine that is busy
NO_CHANGE = 4_000  # milliseconds after which another value is tried
LAST_TRY = 60_000  # milliseconds until a widget or a page has to answer
SHORTCUTS = {"run": "Shift+Enter", "all": "ControlOrMeta+A", "paste": "ControlOrMeta+V"}

_ENDED = """panel => {
  const prompts = [...panel.querySelectorAll(".jp-CodeCell .jp-InputPrompt")]
    .map(prompt => prompt.textContent.trim());
  const status = panel.querySelector(".jp-Notebook-ExecutionIndicator")?.dataset.status;
  return status === "idle" && prompts.every(text => !text.includes("*"))
    && /\\d/.test(prompts.at(-1));
}"""


class NotebookPage:
    """The notebook `path`, on a page that has just opened it."""

    def __init__(self, page: Page, path: Path) -> None:
        self.page, self.path, self.name = page, path, path.stem
        self.book = nbformat.read(path, 4)
        self.panel = page.locator(".jp-NotebookPanel")
        self._wait_for_cells()
        expect(self.panel.locator(".jp-Notebook-ExecutionIndicator")).to_have_attribute(
            "data-status", "idle", timeout=LAST_TRY
        )

    def _wait_for_cells(self) -> None:
        """Waits for all cells, which JupyterLab adds one after another.

        JupyterLab brings the landing page to the front once it has loaded, which may be after the
        click on a chapter; so the notebook's tab is clicked, if need be several times.
        """
        tab = self.page.locator(".lm-DockPanel-tabBar .lm-TabBar-tab", has_text=self.path.name)
        cells = self.panel.locator(".jp-Notebook-cell")
        for patience in (5_000, 10_000, 20_000, LAST_TRY):
            tab.click()
            with contextlib.suppress(AssertionError):
                expect(cells).to_have_count(len(self.book.cells), timeout=patience)
                return
        expect(cells).to_have_count(len(self.book.cells))

    def menu(self, *names: str) -> None:
        """Chooses from JupyterLab's menus."""
        first, *rest = names
        self.page.locator(".lm-MenuBar-itemLabel", has_text=re.compile(f"^{first}$")).click()
        for name in rest:
            self.page.locator(".lm-Menu-itemLabel", has_text=re.compile(f"^{name}$")).click()

    def cell(self, cell_id: str) -> Locator:
        place = [cell.id for cell in self.book.cells].index(cell_id)
        return self.panel.locator(f'.jp-Notebook-cell[data-windowed-list-index="{place}"]')

    def run_all(self) -> None:
        """Runs all cells and waits until the last one has run and the kernel is idle."""
        self.menu("Run", "Run All Cells")
        self.page.wait_for_function(
            _ENDED, arg=self.panel.element_handle(), timeout=LONGEST_RUN, polling=250
        )

    def save(self) -> nbformat.NotebookNode:
        """Saves the notebook and reads the file."""
        before = self.path.stat().st_mtime_ns
        self.menu("File", "Save Notebook")
        end = time.monotonic() + 120
        while time.monotonic() < end:
            if self.path.stat().st_mtime_ns != before:
                with contextlib.suppress(ValueError):  # half of the file is there
                    return nbformat.read(self.path, 4)
            self.page.wait_for_timeout(100)
        raise AssertionError("the notebook was not saved")

    def write(self, cell_id: str, source: str) -> None:
        """Pastes a text in place of what a cell holds."""
        editor = self.cell(cell_id).locator(".cm-content")
        editor.scroll_into_view_if_needed()
        editor.click()
        self.page.evaluate("text => navigator.clipboard.writeText(text)", source)
        for name in ("all", "paste"):
            self.page.keyboard.press(SHORTCUTS[name])

    def run(self, cell_id: str) -> str:
        """Runs one cell, waits for its end, gives the text that it shows."""
        cell = self.cell(cell_id)
        prompt = cell.locator(".jp-InputPrompt")
        before = prompt.inner_text()
        cell.locator(".cm-content").click()
        self.page.keyboard.press(SHORTCUTS["run"])
        expect(prompt).not_to_have_text(before, timeout=LAST_TRY)
        expect(prompt).to_have_text(re.compile(r"\d"), timeout=LONGEST_RUN)
        return "\n".join(cell.locator(".jp-OutputArea-output").all_text_contents())

    def validate(self, keep: Callable[[Page], None]) -> str:
        """Clicks Validate, gives the text of the dialog that answers, and closes it."""
        self.panel.get_by_role("button", name="Validate").click()
        dialog = self.page.locator(".jp-Dialog-content")
        dialog.wait_for(timeout=LONGEST_RUN)
        keep(self.page)
        text = dialog.inner_text()
        self.page.keyboard.press("Enter")
        dialog.wait_for(state="detached")
        return text

    def keep_pictures(self, keep: Callable[[Page, int], None]) -> None:
        """Hands over the page again and again, scrolled from the notebook's top to its end."""
        size = self.page.viewport_size
        self.page.set_viewport_size({"width": size["width"], "height": 2400})
        scroller = self.panel.locator(".jp-WindowedPanel-outer")
        scroller.evaluate("outer => { outer.scrollTop = 0; }")
        number = 0
        while True:
            keep(self.page, number := number + 1)
            moved = scroller.evaluate("""outer => {
              const before = outer.scrollTop;
              const last = [...outer.querySelectorAll(".jp-Notebook-cell")].at(-1);
              const rest = last.getBoundingClientRect().bottom
                - outer.getBoundingClientRect().bottom;
              if (rest > 0) outer.scrollTop += outer.clientHeight - 60;
              return outer.scrollTop > before;
            }""")
            if not moved:
                break
        self.page.set_viewport_size(size)

    def cell_at(self, target: Sequence[str]) -> str:
        """The id of the cell that an axe selector points into."""
        place = re.search(r'data-windowed-list-index="(\d+)"', target[0])
        return self.book.cells[int(place[1])].id if place else target[0]

    def raw_formulas(self) -> list[str]:
        """Texts on the page with LaTeX that was not set."""
        return self.panel.evaluate("""panel => {
          const texts = [...panel.querySelectorAll(".jp-RenderedMarkdown, .jp-RenderedHTML")]
            .map(part => {
              const copy = part.cloneNode(true);
              copy.querySelectorAll("code, pre, mjx-container").forEach(own => own.remove());
              return copy.textContent;
            });
          return texts.filter(text => /\\$[^$]*\\\\[a-z]|\\\\(frac|text|sum|log)\\b/.test(text));
        }""")

    def explorers(self) -> list[Locator]:
        return self.panel.locator(".course-explorer").all()


class Mover:
    """Moves every control of an explorer, also those that appear on the way."""

    def __init__(self, explorer: Locator) -> None:
        self.explorer = explorer
        self.moved: list[str] = []
        self.dead: list[str] = []  # controls that never changed the picture

    def picture(self) -> str:
        return self.explorer.locator(".course-picture").inner_html()

    def labels(self) -> list[str]:
        return self.explorer.locator(".course-field label").all_text_contents()

    def move_all(self, but: Sequence[str] = ()) -> None:
        """Moves all controls that are there, `but` these."""
        for label in self.labels():
            if label not in (*but, *self.moved) and label in self.labels():
                self._move(label)

    def _changes(self, action: Callable[[], None], patience: float) -> bool:
        before = self.picture()
        action()
        try:
            expect(self.explorer.locator(".course-picture")).not_to_have_js_property(
                "innerHTML", before, timeout=patience
            )
        except AssertionError:
            return False
        return True

    def _move(self, label: str) -> None:
        self.moved.append(label)
        known = self.labels()
        field = self.explorer.get_by_label(label, exact=True)
        values = self._values(field)
        changed = False
        for number, act in enumerate(values):
            patience = NO_CHANGE if changed or number < len(values) - 1 else LAST_TRY
            changed |= self._changes(act, patience)
            self.move_all(but=known)  # what this value brought with it
        if not changed and not self._moves_beside_another(label):
            self.dead.append(label)

    def _moves_beside_another(self, label: str) -> bool:
        """Whether a control changes the picture while another one is elsewhere: a penalty on
        repeated words shows nothing before words were written."""
        field = self.explorer.get_by_label(label, exact=True)
        for other in self.labels():
            *elsewhere, back = self._values(self.explorer.get_by_label(other, exact=True))
            if other == label or not elsewhere:
                continue
            elsewhere[-1]()
            *_, furthest, home = self._values(field)
            changed = self._changes(furthest, 3 * NO_CHANGE)
            home()
            back()
            if changed:
                return True
        return False

    def _values(self, field: Locator) -> list[Callable[[], None]]:
        """Ways to give a field other values, its own at the end; keys where there are keys."""
        tag = field.evaluate("field => field.tagName + field.type")
        if tag.startswith("SELECT"):
            own = field.input_value()
            texts = field.locator("option").evaluate_all("all => all.map(one => one.value)")
            others = [text for text in texts if text != own]
            return [lambda text=text: field.select_option(text) for text in [*others, own]]
        own = field.input_value()
        if tag == "INPUTrange":
            at_least = own == field.get_attribute("min")
            keys = ("ArrowRight", "End") if at_least else ("ArrowLeft", "Home")
            steps = [lambda key=key: field.press(key) for key in keys]
            return [*steps, lambda: field.fill(own)]
        if tag == "INPUTtext":

            def type_in(text: str) -> None:
                field.press("ControlOrMeta+A")
                field.press_sequentially(text)
                field.press("Enter")

            shorter = " ".join(own.split()[:-1])
            return [lambda: type_in(shorter), lambda: type_in(own)]
        return [field.click]
