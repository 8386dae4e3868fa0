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
from lab_server import FAR

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

NO_PLAYWRIGHT = (
    "The tests in a browser were skipped: playwright or axe-playwright-python is missing; "
    "`make setup` installs them."
)
playwright = pytest.importorskip("playwright.sync_api", reason=NO_PLAYWRIGHT)
pytest.importorskip("axe_playwright_python.sync_playwright", reason=NO_PLAYWRIGHT)
from kernel_talk import POLL, KernelTalk  # noqa: E402  (it needs what was looked for above)

expect = playwright.expect
expect.set_options(timeout=1000 * FAR)
TRY = 20_000  # milliseconds after which a click on what does not come is tried anew
SHORTCUTS = {"run": "Shift+Enter", "all": "ControlOrMeta+A", "paste": "ControlOrMeta+V"}

_ENDED = """panel => {
  const prompts = [...panel.querySelectorAll(".jp-CodeCell .jp-InputPrompt")];
  const status = panel.querySelector(".jp-Notebook-ExecutionIndicator")?.dataset.status;
  return status === "idle" && prompts.every(prompt => !prompt.textContent.includes("*"));
}"""


def insist(page: Page, act: Callable[[], object], seen: Callable[[], object]) -> None:
    """Does `act` again and again until `seen()`: a page that is not ready swallows clicks and keys,
    and may have another thing in front."""
    end, patience = time.monotonic() + FAR, 10.0
    while True:
        failed = None
        try:
            act()
        except playwright.TimeoutError as error:
            failed = error
        look_again = time.monotonic() + patience
        while not seen():
            if time.monotonic() > end:
                raise failed or AssertionError("the page does not do it")
            if failed or time.monotonic() > look_again:
                break
            page.wait_for_timeout(POLL)
        else:
            return
        patience *= 2


def choose(page: Page, *names: str) -> None:
    """Chooses from JupyterLab's menus. One that a swallowed click left open is closed first."""
    if page.locator(".lm-Menu").count():
        page.keyboard.press("Escape")
    first, *rest = (re.compile(f"^{re.escape(name)}$") for name in names)
    page.locator(".lm-MenuBar-itemLabel", has_text=first).click(timeout=TRY)
    for name in rest:
        page.locator(".lm-Menu-itemLabel", has_text=name).click(timeout=TRY)


class NotebookPage:
    """The notebook `path`, on a page that has nothing else open but the landing page."""

    def __init__(self, page: Page, path: Path) -> None:
        self.page, self.path, self.name = page, path, path.stem
        self.book = nbformat.read(path, 4)
        self.kernel = KernelTalk(page)

    def open_from(self, address: str) -> None:
        """Opens it from the landing page, waits for all its cells and for the kernel."""
        self.page.goto(address)
        # JupyterLab makes a link of its own of it a while after the link is there.
        link = self.page.locator(f'.jp-MarkdownViewer a[href*="/files/"][href*="{self.path.name}"]')
        insist(self.page, lambda: link.first.click(timeout=TRY), self._tab().count)
        self.panel = self.page.locator(f'[id="{self._tab().get_attribute("data-id")}"]')
        cells = self.panel.locator(".jp-Notebook-cell")
        self._insist(
            lambda: None,
            lambda: self.panel.is_visible() and cells.count() == len(self.book.cells),
        )
        idle = self.panel.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]')
        self._insist(lambda: None, idle.count)

    def _tab(self) -> Locator:
        return self.page.locator(".lm-DockPanel-tabBar .lm-TabBar-tab", has_text=self.path.name)

    def _insist(self, act: Callable[[], object], seen: Callable[[], object]) -> None:
        """As `insist`, with the notebook in front: the landing page comes there once it has loaded,
        which may be after the click on a chapter."""

        def act_in_front() -> None:
            self._tab().click(timeout=TRY)
            act()

        insist(self.page, act_in_front, seen)

    def cell(self, cell_id: str) -> Locator:
        place = [cell.id for cell in self.book.cells].index(cell_id)
        return self.panel.locator(f'.jp-Notebook-cell[data-windowed-list-index="{place}"]')

    def run_all(self) -> None:
        """Runs all cells, waits until none is left to run and the widgets are alive."""
        executions = self.kernel.executions
        self._insist(lambda: choose(self.page, "Run", "Run All Cells"), executions.__len__)
        self.kernel.wait(lambda: self.panel.evaluate(_ENDED))
        expect(self._explorers()).to_have_count(self.panel.locator(".course-still").count())

    def save(self) -> nbformat.NotebookNode:
        """Saves the notebook and reads the file."""
        before = self.path.stat().st_mtime_ns

        def saved() -> bool:
            if self.path.stat().st_mtime_ns == before:
                return False
            with contextlib.suppress(ValueError):  # half of the file is there
                return bool(nbformat.read(self.path, 4))
            return False

        self._insist(lambda: choose(self.page, "File", "Save Notebook"), saved)
        return nbformat.read(self.path, 4)

    def run(self, cell_id: str, source: str | None = None) -> str:
        """Runs one cell, with `source` pasted in place of what it holds; the text that it shows."""
        cell = self.cell(cell_id)
        before = len(self.kernel.executions)

        def act() -> None:
            cell.locator(".cm-content").click(timeout=TRY)
            if source is not None:
                self.page.evaluate("text => navigator.clipboard.writeText(text)", source)
                for name in ("all", "paste"):
                    self.page.keyboard.press(SHORTCUTS[name])
            self.page.keyboard.press(SHORTCUTS["run"])

        def runs() -> bool:
            new = [one for one in self.kernel.executions[before:] if one.cell_id == cell_id]
            return any(source in (None, one.code) for one in new)

        self._insist(act, runs)
        self.kernel.wait(lambda: self.panel.evaluate(_ENDED))
        return "\n".join(cell.locator(".jp-OutputArea-output").all_text_contents())

    def validate(self, keep: Callable[[Page], None]) -> str:
        """Clicks Validate, gives the text of the dialog that answers, and closes it."""
        button = self.panel.locator(".validate-button")
        dialog = self.page.locator(".jp-Dialog-content")
        self._insist(
            lambda: button.click(timeout=TRY),
            lambda: button.inner_text() != "Validate" or dialog.count(),
        )
        dialog.wait_for()
        keep(self.page)
        text = dialog.inner_text()
        insist(self.page, lambda: self.page.keyboard.press("Enter"), lambda: not dialog.count())
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

    def _explorers(self) -> Locator:
        return self.panel.locator(".course-explorer")

    def movers(self) -> list[Mover]:
        """One for each explorer."""
        return [Mover(explorer, self.kernel) for explorer in self._explorers().all()]


class Mover:
    """Moves every control of an explorer, also those that appear on the way."""

    def __init__(self, explorer: Locator, kernel: KernelTalk) -> None:
        self.explorer, self.kernel = explorer, kernel
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

    def _changes(self, action: Callable[[], None]) -> bool:
        """Whether the picture is another one when the kernel has answered."""
        before = self.picture()
        action()
        self.kernel.wait()
        return self.picture() != before

    def _move(self, label: str) -> None:
        self.moved.append(label)
        known = self.labels()
        changed = False
        for act in self._values(self.explorer.get_by_label(label, exact=True)):
            changed |= self._changes(act)
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
            self._changes(elsewhere[-1])
            *_, furthest, home = self._values(field)
            changed = self._changes(furthest)
            self._changes(home)
            self._changes(back)
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
