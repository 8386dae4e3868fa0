"""A learner in a real browser: each chapter from its first cell to the progress that it leaves."""

import re
from pathlib import Path

import pytest
from lab_server import COURSE, running
from notebook_page import Mover, NotebookPage

from course_utils.exercises import assignment_names, cells_by_grade_id, read_assignment
from course_utils.messages import MESSAGES, say
from course_utils.verify import GALLERY, gallery_cases

CHAPTERS = assignment_names(COURSE / "solutions")
# What axe looks at: what we wrote, as JupyterLab shows it. Menus, panels, editors, prompts and
# cell toolbars are JupyterLab's own.
OURS = (".jp-NotebookPanel .jp-RenderedMarkdown", ".jp-NotebookPanel .jp-OutputArea-output")


@pytest.fixture(scope="module")
def address(course, tmp_path_factory):
    """Where the course runs, for a learner."""
    home, log = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("log") / "output"
    with running(home, log, course=course) as printed:
        yield printed


@pytest.fixture(scope="module", params=CHAPTERS)
def chapter(request, course, address, open_page):
    """A chapter, opened from the landing page and run from its first cell to its last."""
    name = request.param
    page = open_page()
    page.goto(address)
    page.locator(f'.jp-MarkdownViewer a[href*="{name}.ipynb"]').first.click()
    notebook = NotebookPage(page, course / "notebooks" / name / f"{name}.ipynb")
    notebook.run_all()
    yield notebook
    notebook.menu("File", "Close and Shut Down Notebook")
    page.close()


def spoken(key: str) -> re.Pattern:
    """What a message looks like on the page, whatever its fields hold."""
    pieces = re.split(r"\{[^}]*\}", MESSAGES[key].replace("`", ""))
    return re.compile(".*".join(map(re.escape, pieces)), re.DOTALL)


def test_every_cell_runs_and_none_ends_in_an_error(chapter, picture):
    book = chapter.save()
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert [cell.id for cell in code if cell.execution_count is None] == []
    errors = {
        cell.id: output.evalue
        for cell in code
        for output in cell.outputs
        if output.output_type == "error"
    }
    assert errors == {}
