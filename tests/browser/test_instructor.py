"""An instructor in a real browser: from Formgrader's first page to the feedback returned."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import scratch_course
from lab_server import FAR, running
from notebook_page import TRY, choose, expect, insist

pytestmark = pytest.mark.slow
NAME = scratch_course.NAME

ANSWERS = {  # 3 of 3 points, 0 of 3, and a thought question for up to 2
    "double-answer": "def double(x):\n    return x + x",
    "largest-answer": "def largest(x):\n    return 5",
    "why-answer": "Because it is the same as adding it to itself.",
}
BY_HAND = "1.5"
BEFORE, AFTER = "3 / 8", "4.5 / 8"


class Student:
    """Someone with a folder of their own who takes part through the course's exchange.

    nbgrader names a student after the user of the system, so here as who runs the tests.
    """

    def __init__(self, folder: Path, course: Path) -> None:
        self.folder = folder
        (folder / "nbgrader_config.py").write_text(
            "c = get_config()\n"
            'c.CourseDirectory.course_id = "behind-the-mask"\n'
            f"c.Exchange.root = {str(course / 'exchange')!r}\n"
            f"c.Exchange.cache = {str(folder / 'cache')!r}\n"
        )

    def nbgrader(self, verb: str) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", verb, NAME],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=FAR,
        )
        assert done.returncode == 0, done.stderr

    def solve(self) -> None:
        path = self.folder / NAME / f"{NAME}.ipynb"
        book = nbformat.read(path, 4)
        for cell_id, source in ANSWERS.items():
            scratch_course.put(book, cell_id, source)
        scratch_course.write(path, book)


class Formgrader:
    """Formgrader in its tab of JupyterLab."""

    def __init__(self, page, picture) -> None:
        self.page, self.picture = page, picture
        self.frame = page.frame_locator(".jp-IFrame iframe")

    def does(self, what: str) -> None:
        """Clicks the sign in the column `what` of the only row, and reads that it was done."""
        self._click(self.frame.locator(f"td.{what} a"))
        dialog = self.frame.locator(".modal.in")
        dialog.locator(".modal-title").wait_for()
        said = dialog.inner_text()
        self.picture(self.page, f"instructor-{what}")
        assert dialog.get_attribute("id") == "success-modal", said
        dialog.get_by_text("OK", exact=True).click()
        dialog.wait_for(state="detached")

    def _click(self, sign) -> None:
        """The landing page comes to the front once JupyterLab has loaded it, at any time."""
        clicked = []

        def act() -> None:
            self.to_front()
            sign.click(timeout=TRY)
            clicked.append(sign)

        insist(self.page, act, lambda: clicked)

    def open(self) -> None:
        """Opens it from JupyterLab's menu."""
        insist(self.page, lambda: choose(self.page, "Nbgrader", "Formgrader"), self._tab.count)
        self.to_front()

    @property
    def _tab(self):
        return self.page.locator(
            ".lm-DockPanel-tabBar .lm-TabBar-tab", has_text=re.compile("^Formgrader$")
        )

    def to_front(self) -> None:
        self._tab.click(timeout=TRY)

    def tab(self, name: str) -> None:
        """One of the pages that Formgrader lists on its left."""
        self.frame.get_by_role("link", name=name).first.click()

    def shows(self, what: str, text: str) -> None:
        expect(self.frame.locator(f"td.{what}")).to_have_text(text)


@pytest.fixture(scope="module")
def address(chromium, course, tmp_path_factory):
    """Where an instructor works, on a copy of the course with one small chapter."""
    for folder in ("solutions", "notebooks"):
        shutil.rmtree(course / folder)
    scratch_course.make(course)
    home, log = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("log") / "output"
    with running(home, log, "--instructor", course=course) as printed:
        yield printed
    assert list(home.rglob("*")) == []


def test_a_class_is_graded_in_formgrader(address, course, open_page, picture, tmp_path):
    page = open_page()
    page.goto(address)
    formgrader = Formgrader(page, picture)
    formgrader.open()
    formgrader.shows("name", NAME)
    picture(page, "instructor-formgrader")

    formgrader.does("assign")
    assert (course / "notebooks" / NAME / f"{NAME}.ipynb").is_file()
    formgrader.does("release")

    student = Student(tmp_path, course)
    student.nbgrader("fetch_assignment")
    student.solve()
    student.nbgrader("submit")
    formgrader.does("collect")
    assert list(course.glob(f"submitted/*/{NAME}/{NAME}.ipynb"))

    formgrader.frame.locator("td.num-submissions a").click()
    formgrader.shows("status", "needs autograding")
    formgrader.does("autograde")
    formgrader.shows("status", "needs manual grading")
    formgrader.shows("score", BEFORE)
    picture(page, "instructor-submissions")

    formgrader.tab("Manual Grading")
    for _ in range(2):  # the chapter, then its notebook
        formgrader.frame.locator("td a", has_text=NAME).click()
    formgrader.frame.get_by_role("link", name="Submission #1").click()
    points = formgrader.frame.locator("input.score#why")
    points.wait_for()
    picture(page, "instructor-grading")
    with page.expect_response(lambda answer: "/api/grade/" in answer.url and answer.ok):
        points.fill(BY_HAND)
        points.press("Tab")
    formgrader.frame.get_by_role("link", name="Manual Grading").click()

    formgrader.tab("Manage Assignments")
    for what in ("generate-feedback", "release-feedback"):
        formgrader.does(what)
    formgrader.frame.locator("td.num-submissions a").click()
    formgrader.shows("status", "graded")
    formgrader.shows("score", AFTER)
    picture(page, "instructor-graded")

    student.nbgrader("fetch_feedback")
    (feedback,) = student.folder.glob(f"{NAME}/feedback/*/{NAME}.html")
    page.goto(feedback.as_uri())
    page.get_by_text(re.compile(r"Score: 4\.5 / 8\.0")).wait_for()
    picture(page, "instructor-feedback")
