"""The prose of the chapters: the totals that it announces, and its length."""

import ast
import re

import nbformat
import pytest

from course_utils.checks.assignments import assignment_names, grade_id, read_assignment
from course_utils.files import LAB, course_folder

SOLUTIONS = course_folder() / "solutions"

CHAPTERS = [
    name
    for name in assignment_names(SOLUTIONS)
    if not name.startswith("00") and not name.endswith(LAB)
]


def cells(chapter, kind):
    notebook = nbformat.read(SOLUTIONS / chapter / f"{chapter}.ipynb", as_version=4)
    return [cell for cell in notebook.cells if cell.cell_type == kind]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_announced_totals_are_the_sums(chapter):
    assignment = read_assignment(SOLUTIONS / chapter / f"{chapter}.ipynb")
    title, *rest = [cell.source for cell in cells(chapter, "markdown")]
    minutes = sum(int(n) for text in rest for n in re.findall(r"of 5 · (\d+) minutes", text))
    points = sum(e.points for e in assignment.exercises.values())
    points += sum(q.points for q in assignment.questions)
    assert f"{minutes} minutes" in title and f"{points:g} points" in title


@pytest.mark.parametrize("path", sorted(SOLUTIONS.glob("*/*.ipynb")), ids=lambda path: path.stem)
def test_the_prose_is_short_and_plain(path):
    """At most five lines a paragraph in JupyterLab (about 600 characters), and no belittling."""
    for cell in cells(path.stem, "markdown"):
        if "nbgrader" in cell.metadata:
            continue  # a rubric
        for paragraph in re.split(r"\n\s*\n", cell.source):
            if not paragraph.lstrip().startswith(("|", "-", "1.", "$$")):
                assert len(paragraph) <= 600, (cell.id, paragraph[:60])
        found = re.search(r"\b(simply|just|obviously|of course|clearly)\b", cell.source, re.I)
        assert not found, (cell.id, found and found.group())


def bound_by(source):
    """The names that a cell sets where the learner's functions look them up."""
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield statement.name
        else:
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield node.id
                if isinstance(node, ast.alias):
                    yield node.asname or node.name


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_visible_check_takes_no_name_that_an_answer_may_use(chapter):
    """A helper of the learner's would be another thing after it."""
    handed_over = {"called_f", "sums_so_far", "each_alone"}  # to `leaks`, which calls them
    checks = [cell for cell in cells(chapter, "code") if grade_id(cell).startswith("check_")]
    assert checks
    for cell in checks:
        allowed = {"check", grade_id(cell), "judge_hunt", "Sizes", *handed_over}
        assert {*bound_by(cell.source)} <= allowed, cell.id


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_check_sends_its_learner_to_a_section_above_it(chapter):
    notebook = nbformat.read(SOLUTIONS / chapter / f"{chapter}.ipynb", as_version=4)
    headings: list[str] = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            headings += re.findall(r"^#+ (.+)", cell.source, re.M)
        for named in re.findall(r'Check\(.*read="([\dA-Z][^"]+)"', cell.source):
            assert any(heading.startswith(named) for heading in headings), (cell.id, named)
