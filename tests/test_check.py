"""`check`: what a learner reads about their own notebook, whatever state it is in."""

import argparse
import copy
import json

import nbformat
import pytest
import scratch_course

from course_utils import check, release
from course_utils.exercises import cells_by_grade_id
from course_utils.messages import CourseError

NAME = scratch_course.NAME
SOLVED = "def double(x):\n    return x + x"


@pytest.fixture
def path(tmp_path, monkeypatch):
    """A learner's notebook, just released."""
    scratch_course.make(tmp_path)
    monkeypatch.chdir(tmp_path)
    release.put(tmp_path, release.generate(tmp_path, [NAME]))
    return tmp_path / "notebooks" / NAME / f"{NAME}.ipynb"


def edit(path, act) -> None:
    book = nbformat.read(path, 4)
    act(book)
    scratch_course.write(path, book)


def solve(path, cell_id="double-answer", source=SOLVED) -> None:
    edit(path, lambda book: scratch_course.put(book, cell_id, source))


def run(capsys, *arguments: str) -> str:
    parser = argparse.ArgumentParser()
    check.add_arguments(parser)
    capsys.readouterr()
    assert check.run(parser.parse_args([NAME, *arguments])) == 0
    return capsys.readouterr().out


def test_an_untouched_notebook_is_open(path, capsys):
    before = path.read_bytes()
    out = run(capsys)
    assert "○ double   0 of 3 points" in out and "Not written yet" in out
    assert "0 of 2 exercises solved, 0 of 6 points." in out
    assert "Left: double, largest" in out
    assert "○ why: not answered yet; a person grades it (2 points)" in out
    assert path.read_bytes() == before


def test_half_done_and_done(path, capsys):
    solve(path)
    out = run(capsys)
    assert "✓ double   3 of 3 points" in out and "Left: largest" in out
    assert "Hidden checks passed." in out
    solve(path, "largest-answer", "def largest(x):\n    return x.tolist().index(x.max())")
    edit(path, lambda book: scratch_course.put(book, "why-answer", "Because of this."))
    out = run(capsys)
    assert "2 of 2 exercises solved" in out and "Left" not in out
    assert "· why: answered" in out and f"solutions/{NAME}/{NAME}.ipynb" in out


def test_a_wrong_answer_gets_its_message(path, capsys):
    solve(path, source="def double(x):\n    return x * x")
    out = run(capsys)
    assert "✗ double   0 of 3 points\n    The result holds NaN." in out


def test_an_answer_that_only_the_hidden_check_rejects_keeps_its_visible_points(path, capsys):
    solve(path, source="def double(x):\n    return x + x if x.dim() == 1 else x.clone()")
    out = run(capsys)
    assert "✗ double   1 of 3 points" in out and "Left: double" in out


def test_a_missing_name_is_explained(path, capsys):
    solve(path, source="def double(x):\n    return helper(x)")
    out = run(capsys)
    assert "NameError" in out and "must define or import every name" in out


def test_a_changed_set_up_cell_reaches_the_answer_and_not_the_check(path, capsys):
    solve(path, source="def double(x):\n    return math.sqrt(4) * x")
    edit(path, lambda b: scratch_course.put(b, "setup", "import math\nimport torch\nSCALE = 3"))
    assert "✓ double" in run(capsys)
    solve(path, source="def double(x):\n    return SCALE * x")
    assert "✗ double" in run(capsys)


def test_an_edited_check_cell_changes_nothing(path, capsys):
    edit(path, lambda book: scratch_course.put(book, "double-check", "check = None\n1.0"))
    assert "○ double   0 of 3 points" in run(capsys)


@pytest.mark.parametrize("cell", ["double-check", "double-hidden", "double-answer", "why-answer"])
def test_a_deleted_cell_is_named_and_the_rest_graded(path, capsys, cell):
    solve(path)
    solve(path, "largest-answer", "def largest(x):\n    return int(x.argmax())")
    edit(path, lambda book: book.cells.remove(scratch_course.cell(book, cell)))
    out = run(capsys)
    name = {"double-answer": "double", "why-answer": "why"}.get(cell)
    name = name or "_".join(reversed(cell.split("-")))
    assert f"The cell `{name}` was deleted from your notebook" in out
    assert "✓ largest" in out and (("✓ double" in out) == (cell != "double-answer"))


def duplicate(cell_id, source=None):
    def act(book):
        twin = copy.deepcopy(scratch_course.cell(book, cell_id))
        twin.id = f"{cell_id}-copied"
        twin.source = source or twin.source
        book.cells.append(twin)

    return act


def test_a_copied_cell_is_named_and_the_last_answer_counts(path, capsys):
    edit(path, duplicate("double-answer", SOLVED))
    edit(path, duplicate("double-check"))
    out = run(capsys)
    assert "The cell `double` is in your notebook 2 times, and the last one counts" in out
    assert "The cell `check_double` is in your notebook 2 times" in out
    assert "✓ double" in out


def test_repair_puts_the_notebook_right_and_keeps_a_copy(path, capsys):
    released = nbformat.read(path, 4)
    solve(path)
    edit(path, duplicate("double-answer", SOLVED.replace("x + x", "2 * x")))

    def damage(book):
        for cell in ("largest-check", "largest-hidden", "why-answer"):
            book.cells.remove(scratch_course.cell(book, cell))
        scratch_course.put(book, "double-check", "1.0")
        book.cells.append(nbformat.v4.new_markdown_cell("my own notes", id="mine"))

    edit(path, damage)
    before = path.read_bytes()
    out = run(capsys, "--repair")
    assert "was deleted" not in out and "2 times" not in out and "✓ double" in out
    (kept,) = path.parent.glob("*.kept-*.ipynb")
    assert kept.read_bytes() == before and kept.name in out
    book = nbformat.read(path, 4)
    nbformat.validate(book)
    assert {k: len(v) for k, v in cells_by_grade_id(book).items()} == {
        k: 1 for k in cells_by_grade_id(released)
    }
    order = [c.metadata.nbgrader.grade_id for c in book.cells if "nbgrader" in c.metadata]
    assert order.index("check_largest") == order.index("largest") + 1
    assert order.index("hidden_largest") == order.index("largest") + 2
    check_cell = scratch_course.cell(book, "double-check")
    assert check_cell.source == scratch_course.cell(released, "double-check").source
    texts = [cell.source for cell in book.cells]
    assert "my own notes" in texts and SOLVED in texts
    out = run(capsys, "--repair")
    assert "Nothing to repair." in out and list(path.parent.glob("*.kept-*.ipynb")) == [kept]


@pytest.mark.parametrize("text", ["", "{", '{"cells": 3}', "no notebook"])
def test_a_damaged_notebook_is_one_sentence_and_stays(path, capsys, text):
    path.write_text(text)
    with pytest.raises(CourseError) as error:
        run(capsys)
    assert "\n" not in str(error.value) and path.read_text() == text


def test_odd_metadata_is_no_obstacle(path, capsys):
    solve(path)
    data = json.loads(path.read_text())
    data["cells"][0]["metadata"]["nbgrader"] = "odd"
    data["cells"][1]["metadata"]["nbgrader"] = {"grade_id": 7}
    data["cells"][1]["metadata"]["tags"] = "odd"
    path.write_text(json.dumps(data))
    assert "✓ double" in run(capsys)


def test_without_the_solutions_the_learners_own_checks_are_used(path, capsys):
    (path.parents[2] / "solutions" / NAME / f"{NAME}.ipynb").unlink()
    solve(path)
    out = run(capsys)
    assert "✓ double   1 of 1 points" in out
    assert "Visible checks passed. Hidden checks run when the notebook is graded." in out
    assert "1 of 2 exercises solved, 1 of 2 points of the visible checks." in out
    assert "Hidden checks hold 4 more points" in out


def test_an_answer_that_breaks_python_costs_itself_only(path, capsys):
    solve(path, source="import os\ndef double(x):\n    os._exit(1)")
    solve(path, "largest-answer", "def largest(x):\n    return int(x.argmax())")
    out = run(capsys)
    assert "ended the Python process" in out and "✓ largest" in out


def test_a_chapter_without_exercises_says_so(path, capsys):
    plain = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1", id="one")])
    scratch_course.write(path.parents[2] / "solutions" / NAME / path.name, plain)
    scratch_course.write(path, plain)
    assert "no graded exercises" in run(capsys)


def test_an_unknown_chapter_is_one_sentence(path, capsys):
    parser = argparse.ArgumentParser()
    check.add_arguments(parser)
    with pytest.raises(CourseError, match="there are: 90_scratch"):
        check.run(parser.parse_args(["91_other"]))
