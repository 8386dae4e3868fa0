import copy

import nbformat
import pytest
import scratch_course

from course_utils.checks.assignments import (
    announced,
    assignment_names,
    notebook_path,
    read_assignment,
    read_notebook,
    stub_of,
)
from course_utils.messages import CourseError


@pytest.fixture
def course(tmp_path):
    return scratch_course.make(tmp_path)


def chapter(course):
    return notebook_path(course / "solutions", scratch_course.NAME)


def one_sentence(error: pytest.ExceptionInfo) -> str:
    text = str(error.value)
    assert "\n" not in text and text.endswith((".", ")")), text
    return text


def test_reads_exercises_points_setup_and_questions(course):
    assignment = read_assignment(chapter(course))
    assert list(assignment.exercises) == ["double", "largest"]
    double = assignment.exercises["double"]
    assert (double.points, double.check.points, double.hidden.points) == (3.0, 1.0, 2.0)
    assert double.task.id == "double-task" and double.hints.id == "double-hints"
    assert announced(double.task) == {"difficulty": 1, "minutes": 5, "points": 3}
    assert "SCALE" in assignment.setup[0] and len(assignment.setup) == 1
    assert [(q.name, q.points) for q in assignment.questions] == [("why", 2.0)]


def test_the_stub_keeps_all_but_the_solution():
    stub = "    # Write your code here.\n    raise NotImplementedError"
    assert stub_of(scratch_course.DOUBLE).endswith(f'as x."""\n{stub}')


def test_names_are_found_however_they_are_typed(course):
    folder = course / "solutions"
    assert assignment_names(folder) == [scratch_course.NAME]
    for typed in ("90_scratch", "solutions/90_scratch", "solutions/90_scratch/90_scratch.ipynb"):
        assert notebook_path(folder, typed) == folder / "90_scratch" / "90_scratch.ipynb"
    with pytest.raises(CourseError) as error:
        notebook_path(folder, "91_other")
    assert "91_other" in one_sentence(error) and "90_scratch" in one_sentence(error)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", "null", '{"cells": 3}', '{"nbformat": 4, "cells": [{}]}', "héé"]
)
def test_what_is_no_notebook_gives_one_sentence_and_stays(tmp_path, text):
    path = tmp_path / "a.ipynb"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(CourseError) as error:
        read_notebook(path)
    assert str(path) in one_sentence(error)
    assert path.read_bytes() == text.encode("latin-1")


def test_a_missing_notebook_gives_one_sentence(tmp_path):
    with pytest.raises(CourseError) as error:
        read_notebook(tmp_path / "a.ipynb")
    one_sentence(error)


def test_a_truncated_notebook_names_its_bad_line(course):
    path = chapter(course)
    text = path.read_text()
    path.write_text(text[: len(text) // 2])
    with pytest.raises(CourseError, match=r"line \d\d"):
        read_assignment(path)


@pytest.mark.parametrize("cell", ["double-answer", "double-check", "largest-hidden"])
def test_a_deleted_cell_is_named(course, cell):
    path = chapter(course)
    book = nbformat.read(path, 4)
    (gone,) = [c for c in book.cells if c.id == cell]
    book.cells.remove(gone)
    scratch_course.write(path, book)
    with pytest.raises(CourseError, match="missing") as error:
        read_assignment(path)
    assert f"`{gone.metadata.nbgrader.grade_id}`" in one_sentence(error)


def test_a_duplicated_cell_is_named(course):
    path = chapter(course)
    book = nbformat.read(path, 4)
    (twin,) = [copy.deepcopy(c) for c in book.cells if c.id == "double-check"]
    twin.id = "other-id"
    book.cells.append(twin)
    scratch_course.write(path, book)
    with pytest.raises(CourseError, match="more than once") as error:
        read_assignment(path)
    assert "`check_double`" in one_sentence(error)
