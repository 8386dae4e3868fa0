"""A learner in a real browser: each chapter from its first cell to the progress that it leaves."""

import re

import nbformat
import pytest
from lab_server import copy_course, running
from notebook_page import NotebookPage

from course_utils.authoring.verify import GALLERY, gallery_cases
from course_utils.checks.assignments import assignment_names, read_assignment
from course_utils.files import COURSE, LAB
from course_utils.messages import MESSAGES, say

pytestmark = pytest.mark.slow
CHAPTERS = assignment_names(COURSE / "solutions")
# The chapters that are small, for the tests of every day. Only these are validated too: that runs a
# chapter again from its beginning, and what it says comes the same way in each.
SMALL = ("00_welcome",)
# Welcome's exercise is not graded and has no gallery: exercise, wrong answer's message, answers.
WELCOME = (
    "count_visible",
    "count-all",
    "def count_visible(n):\n    return n * n\n",
    "def count_visible(n):\n    return n * (n + 1) // 2\n",
)
# The later chapters are looked at once a night: each takes a minute and more.
WHEN = dict.fromkeys((name for name in CHAPTERS if name >= "04"), "nightly")
# What axe looks at: all that we wrote, as JupyterLab shows it. Its own menus, panels, prompts,
# editors and cell toolbars are not ours to mend.
OURS = (".jp-NotebookPanel .jp-RenderedMarkdown", ".jp-NotebookPanel .jp-OutputArea-output")
GRAVE = ("serious", "critical")


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(
            name, marks=() if name in SMALL else getattr(pytest.mark, WHEN.get(name, "exhaustive"))
        )
        for name in CHAPTERS
    ],
)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def course(name, tmp_path_factory):
    """Each chapter has a copy of the course to itself, and so a server and a workspace: what goes
    wrong in one is not met in another."""
    return copy_course(tmp_path_factory.mktemp(name))


@pytest.fixture(scope="module")
def address(chromium, course, tmp_path_factory):
    """Where the course runs, for a learner; its log may hold no warning but the usual one."""
    home, log = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("log") / "output"
    with running(home, log, course=course) as printed:
        yield printed
    warnings = re.findall(r"^\[[WE] .*", log.read_text(), re.MULTILINE)
    assert [text for text in warnings if not text.endswith("is not trusted")] == []
    assert list(home.rglob("*")) == []


@pytest.fixture(scope="module")
def chapter(name, course, address, open_page, picture):
    """A chapter, opened from the landing page and run from its first cell to its last."""
    notebook = NotebookPage(open_page(), course / "notebooks" / name / f"{name}.ipynb")
    notebook.open_from(address)
    picture(notebook.page, f"{name}-opened")
    notebook.run_all()
    return notebook


def spoken(key: str) -> re.Pattern:
    """What a message looks like on the page, whatever its fields hold."""
    pieces = re.split(r"\{[^}]*\}", MESSAGES[key].replace("`", ""))
    return re.compile(".*".join(map(re.escape, pieces)), re.DOTALL)


@pytest.fixture
def exercises(chapter):
    """A chapter that has exercises, which a lab has not."""
    if chapter.name.endswith(LAB):
        pytest.skip("a lab has no exercises")
    return chapter


def exercise_of(chapter: str) -> tuple[str, str, str, str]:
    """An exercise of a chapter: name, key of a wrong answer's message, the wrong answer, a right
    one. The wrong one is the gallery's first for the chapter's first exercise."""
    assignment = read_assignment(COURSE / "solutions" / chapter / f"{chapter}.ipynb")
    if not assignment.exercises:
        return WELCOME
    cases, _ = gallery_cases(COURSE / GALLERY, assignment)
    name, exercise = next(iter(assignment.exercises.items()))
    wrong = next(case for case in cases if case.exercise == name and case.key)
    return name, wrong.key, wrong.answer, exercise.answer.source


def cell_ids(book: nbformat.NotebookNode, exercise: str) -> tuple[str, str]:
    """The ids of an exercise's answer and visible check."""
    found = {cell.metadata.get("nbgrader", {}).get("grade_id"): cell.id for cell in book.cells}
    slug = exercise.replace("_", "-")  # Welcome's are not graded and have no grade_id
    return found.get(exercise, f"{slug}-answer"), found.get(f"check_{exercise}", f"{slug}-check")


def test_every_cell_runs_and_none_ends_in_an_error(chapter):
    code = [cell for cell in chapter.save().cells if cell.cell_type == "code"]
    assert [cell.id for cell in code if cell.execution_count is None] == []
    errors = [(c.id, o.evalue) for c in code for o in c.outputs if o.output_type == "error"]
    assert errors == []


@pytest.mark.exhaustive  # for whoever wants to look; nothing is asserted
def test_the_whole_page_is_kept_as_pictures(chapter, picture):
    chapter.keep_pictures(lambda page, number: picture(page, f"{chapter.name}-{number:02d}"))


def test_what_we_wrote_is_accessible(chapter):
    from axe_playwright_python.sync_playwright import Axe

    where = {"include": [[selector] for selector in OURS]}
    found = Axe().run(chapter.page, where, {"resultTypes": ["violations"]}).response
    faults = [
        f"{rule['id']}: {chapter.cell_at(node['target'])}: {node['html'][:300]}"
        for rule in found["violations"]
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]
    assert faults == []


def test_every_control_of_every_widget_changes_the_picture(chapter, picture):
    for number, mover in enumerate(chapter.movers(), start=1):
        picture(mover.explorer, f"{chapter.name}-widget-{number}")
        mover.move_all()
        picture(mover.explorer, f"{chapter.name}-widget-{number}-moved")
        assert mover.moved and mover.dead == []


def test_no_formula_and_no_static_figure_is_left_where_the_page_is_alive(chapter):
    assert chapter.panel.locator(".course-still").locator("visible=true").count() == 0
    assert chapter.raw_formulas() == []


def answered(chapter: NotebookPage, source: str) -> str:
    """What the check of a chapter's first exercise says of an answer."""
    answer, check = cell_ids(chapter.book, exercise_of(chapter.name)[0])
    chapter.run(answer, source)
    return chapter.run(check)


def test_a_wrong_and_a_right_answer_get_their_messages(exercises, picture):
    chapter = exercises
    name, message, wrong, right = exercise_of(chapter.name)
    passed = re.compile("|".join(say(key) for key in ("check-passed", "check-passed-ungraded")))
    said = answered(chapter, wrong)
    picture(chapter.page, f"{chapter.name}-wrong")
    assert spoken(message).search(said) and not passed.search(said)
    if chapter.name in SMALL:
        said = chapter.validate(lambda page: picture(page, f"{chapter.name}-validate"))
        said = " ".join(said.replace("`", "").split())
        assert say("validate-check", name=name) in said and f"{name}:" in said
        assert spoken(message).search(said) and "Success" not in said
    said = answered(chapter, right)
    picture(chapter.page, f"{chapter.name}-right")
    assert passed.search(said)


def test_progress_is_shown_on_the_landing_page(exercises, address, picture):
    chapter = exercises
    answered(chapter, exercise_of(chapter.name)[3])
    page = chapter.page.context.new_page()
    page.goto(address.replace("/lab/", "/lab/workspaces/progress/"))  # without the chapter's tab
    row = page.locator(".jp-MarkdownViewer tr").filter(
        has=page.locator(f'a[href*="{chapter.name}.ipynb"]')
    )
    row.wait_for()
    assert re.search(r"\b1 / \d", row.inner_text()), row.inner_text()
    picture(page, f"{chapter.name}-progress")
