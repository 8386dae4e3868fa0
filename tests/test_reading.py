"""How much a core asks of its reader, and what a lab may not hold."""

import re

import nbformat
import pytest

from course_utils.checks.assignments import is_answer, nbgrader_metadata
from course_utils.files import COURSE, LAB

MOST_WORDS = 3_800  # of reading: tasks, hints and folded text not counted
MOST_CELLS = 80  # besides those of the exercises
MOST_LINES = 30  # of code that is not folded
WIDEST = 100  # characters of a printed line
CHAPTERS = sorted(
    path.parent.name
    for path in (COURSE / "solutions").glob("*/*.ipynb")
    if path.stem == path.parent.name and not path.stem.endswith(LAB)
)
LABS = sorted(path.name for path in (COURSE / "solutions").glob(f"*{LAB}"))
CORES = [name for name in CHAPTERS if not name.startswith("00")]


def notebook(name: str) -> nbformat.NotebookNode:
    return nbformat.read(COURSE / "solutions" / name / f"{name}.ipynb", 4)


def lesson(name: str) -> list[nbformat.NotebookNode]:
    """The cells that belong to no exercise and no thought question; what leads to the hunt belongs to
    it."""
    book = notebook(name)
    slugs = [c.metadata.nbgrader.grade_id.replace("_", "-") for c in book.cells if is_answer(c)]
    parts = ("task", "answer", "check", "hidden", "hints")
    own = {f"{slug}-{part}" for slug in slugs for part in parts} | {"hunt-why", "hunt-six"}
    for above, answer in zip(book.cells, book.cells[1:], strict=False):
        if answer.cell_type == "markdown" and nbgrader_metadata(answer).get("grade"):
            own.add(above.id)  # a thought question
    return [c for c in book.cells if c.id not in own and not nbgrader_metadata(c)]


def read(cell: nbformat.NotebookNode) -> list[str]:
    """The words that stand there before anything is unfolded."""
    return re.sub(r"<details>.*?</details>", "", cell.source, flags=re.S).split()


@pytest.mark.parametrize("name", CORES)
def test_a_core_can_be_read_in_one_sitting(name):
    cells = lesson(name)
    words = sum(len(read(cell)) for cell in cells if cell.cell_type == "markdown")
    assert words <= MOST_WORDS and len(cells) <= MOST_CELLS, (words, len(cells))


@pytest.mark.parametrize("name", [*CORES, *LABS])
def test_code_that_is_shown_is_short(name):
    shown = [
        cell
        for cell in lesson(name)
        if cell.cell_type == "code" and not cell.metadata.get("jupyter", {}).get("source_hidden")
    ]
    assert [c.id for c in shown if c.source.count("\n") >= MOST_LINES] == []


@pytest.mark.parametrize("name", [*CORES, *LABS])
def test_no_printed_line_is_cut(name):
    for cell in lesson(name):
        for output in cell.get("outputs", []):
            lines = output.text.split("\n") if output.get("name") == "stdout" else []
            assert [line for line in lines if len(line) > WIDEST] == [], cell.id


@pytest.mark.parametrize("name", CORES)
def test_a_core_does_not_speak_of_documents_that_its_reader_has_not_met(name):
    for cell in lesson(name):
        if cell.cell_type == "markdown" and "_lab/" not in cell.source:
            assert "the documents" not in cell.source.lower(), cell.id


@pytest.mark.parametrize("name", LABS)
def test_a_lab_is_not_graded_and_leads_back(name):
    cells = notebook(name).cells
    assert not any(map(nbgrader_metadata, cells))
    core = name.removesuffix(LAB)
    for here, there in ((cells, core), (notebook(core).cells, name)):
        assert any(f"(../{there}/{there}.ipynb" in cell.source for cell in here)
