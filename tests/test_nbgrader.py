"""nbgrader itself on the course, with its config: generate, autograde, feedback, export."""

import copy
import csv
import html
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
import scratch_course
import warm_start
from nbformat.v4 import new_code_cell, new_output

from course_utils.authoring import release
from course_utils.checks.assignments import grade_id, is_answer, read_assignment
from course_utils.files import COURSE
from course_utils.grading.nbgrader_plugins import judged
from course_utils.messages import say


@pytest.fixture(scope="module")
def nbgrader():
    """Runs nbgrader as an instructor does, but with a bare PATH, which has no `alembic`."""
    environment = {**os.environ, "PATH": os.defpath, "PYTHONPATH": str(COURSE)}
    with warm_start.Warm("nbgrader.apps.nbgraderapp") as warm:

        def run(course: Path, *arguments: str) -> None:
            process = warm.start("nbgrader", *arguments, cwd=course, env=environment)
            out = process.communicate()
            assert process.returncode == 0, out[-3000:]

        yield run


def submit(course: Path, name: str, student: str, book: nbformat.NotebookNode) -> None:
    path = course / "submitted" / student / name / f"{name}.ipynb"
    path.parent.mkdir(parents=True)
    scratch_course.write(path, book)


def grade(nbgrader: Callable, course: Path, name: str) -> dict[str, dict[str, float]]:
    """student -> cell -> points, after autograde, feedback and export."""
    nbgrader(course, "autograde", name)
    nbgrader(course, "generate_feedback", name)
    nbgrader(course, "export")
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        points = {
            submission.student.id: {
                grade.cell.name: grade.auto_score for grade in submission.notebooks[0].grades
            }
            for submission in gradebook.assignment_submissions(name)
        }
    with open(course / "grades.csv", newline="") as file:
        exported = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert exported == {s: sum(p or 0 for p in cells.values()) for s, cells in points.items()}
    return points


def page(course: Path, student: str, name: str) -> str:
    """The text of a feedback page."""
    text = (course / "feedback" / student / name / f"{name}.html").read_text(encoding="utf-8")
    return html.unescape(re.sub(r"<[^>]*>", "", text))


def hidden_lines(book: nbformat.NotebookNode) -> set[str]:
    """The lines of hidden checks that stand nowhere else in the source."""
    hidden = [cell.source for cell in book.cells if grade_id(cell).startswith("hidden_")]
    visible = "\n".join(c.source for c in book.cells if not grade_id(c).startswith("hidden_"))
    lines = {line.strip() for source in hidden for line in source.split("\n")}
    return {line for line in lines if len(line) > 3 and line[:2] != "# " and line not in visible}


# --- 02_masking -----------------------------------------------------------------------------------

CHAPTER = "02_masking"
SOURCE = COURSE / "solutions" / CHAPTER / f"{CHAPTER}.ipynb"


@pytest.fixture(scope="module")
def chapter(tmp_path_factory, nbgrader):
    """The chapter graded for three students: (course folder, points)."""
    course = tmp_path_factory.mktemp("course")
    shutil.copy(COURSE / "nbgrader_config.py", course)
    shutil.copytree(SOURCE.parent, course / "solutions" / CHAPTER)
    nbgrader(course, "generate_assignment", CHAPTER)
    released = nbformat.read(course / "notebooks" / CHAPTER / f"{CHAPTER}.ipynb", 4)
    solved = {grade_id(c): c.source for c in nbformat.read(SOURCE, 4).cells if is_answer(c)}
    half = dict(list(solved.items())[: len(solved) // 2])
    for student, answers in (("perfect", solved), ("half", half), ("untouched", {})):
        book = copy.deepcopy(released)
        for cell in book.cells:
            cell.source = answers.get(grade_id(cell), cell.source)
        submit(course, CHAPTER, student, book)
    return course, grade(nbgrader, course, CHAPTER)


def automatic(points: dict[str, float]) -> float:
    return sum(value or 0 for value in points.values())


@pytest.mark.exhaustive
def test_perfect_half_and_untouched_get_all_half_and_none(chapter):
    _, points = chapter
    exercises = list(read_assignment(SOURCE).exercises.values())
    assert automatic(points["perfect"]) == sum(exercise.points for exercise in exercises)
    first = exercises[: len(exercises) // 2]
    assert automatic(points["half"]) == sum(exercise.points for exercise in first) > 0
    assert automatic(points["untouched"]) == 0


@pytest.mark.exhaustive
def test_thought_questions_wait_for_a_person(chapter):
    course, _ = chapter
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        grades = gradebook.find_submission(CHAPTER, "untouched").notebooks[0].grades
        questions = {g.cell.name: g.auto_score for g in grades if g.cell.cell_type == "markdown"}
    assert set(questions) == {q.name for q in read_assignment(SOURCE).questions}
    assert set(questions.values()) == {0}  # not touched, so there is nothing to read


@pytest.mark.exhaustive
@pytest.mark.parametrize("student", ["perfect", "half", "untouched"])
def test_no_line_of_a_hidden_check_is_on_the_feedback_page(chapter, student):
    course, _ = chapter
    secret = hidden_lines(nbformat.read(SOURCE, 4))
    text = page(course, student, CHAPTER)
    assert len(secret) > 10 and not [line for line in secret if line in text]
    assert say("check-passed-hidden") in text or student == "untouched"
    assert "causal_mask" in text


@pytest.mark.exhaustive
def test_nbgraders_own_release_is_ours(chapter):
    course, _ = chapter
    made = release.generate(COURSE, [CHAPTER])
    for relative, content in made.items():
        assert (course / "notebooks" / relative).read_bytes() == content


@pytest.mark.exhaustive
def test_everything_stays_in_the_courses_folder_and_out_of_git(chapter):
    course, _ = chapter
    names = {path.name for path in course.iterdir()}
    assert names == {
        *("nbgrader_config.py", "solutions", "notebooks", "submitted", "autograded", "feedback"),
        *("gradebook.db", "grades.csv", "exchange"),
    }
    folders = [f"{name}/x" for name in ("exchange", "submitted", "autograded", "feedback")]
    for name in (*folders, "gradebook.db", "grades.csv"):
        ignored = subprocess.run(["git", "-C", str(COURSE), "check-ignore", "-q", name])
        assert ignored.returncode in (0, 128), name  # 128: not a clone


# --- a class that tries things --------------------------------------------------------------------

NAME = scratch_course.NAME
RIGHT = {
    "double-answer": "def double(x):\n    return x + x",
    "largest-answer": "def largest(x):\n    return int(x.argmax())",
}
LEAK = "import sys\nprint(In)\nprint(*[sys._getframe(i).f_code for i in range(1)])"


def _noisy(book):
    """Right answers that warn, in a notebook whose check cells were changed, deleted and copied."""
    answer = "import sys\ndef double(x):\n    print('warning', file=sys.stderr)\n    return x + x"
    scratch_course.put(book, "double-answer", answer)
    scratch_course.put(book, "double-check", "import sys; print('mine', file=sys.stderr); 0.0")
    scratch_course.cell(book, "double-check").metadata.nbgrader.points = 0
    book.cells.remove(scratch_course.cell(book, "largest-hidden"))
    twin = copy.deepcopy(scratch_course.cell(book, "largest-check"))
    twin.id = "twin"
    book.cells.append(twin)
    other = new_code_cell("1", id="other", metadata=scratch_course.nbgrader("mine", grade=True))
    other.metadata.nbgrader.update(points=9, locked=True)
    book.cells.append(other)


def _own_check(book):
    """A class that plays Check, and a check cell that gives points away."""
    answer = (
        "class Check:\n    result = 2.0\n    def __init__(self, *a, **k): pass\n"
        "    def __enter__(self): return self\n    def __exit__(self, *a): return True\n"
        "torch = None\ndef double(x):\n    return x"
    )
    scratch_course.put(book, "double-answer", answer)
    scratch_course.put(book, "largest-check", "1.0")
    patch = (
        "import course_utils.checks.check as c\n"
        "c.Check.result = property(lambda self: self.max_points)\n"
        "def largest(x):\n    return 0"
    )
    scratch_course.put(book, "largest-answer", patch)


def _two_results(book):
    """An answer that publishes a result of its own, and the hidden check's text."""
    answer = (
        "import inspect, sys\ndef double(x):\n    get_ipython().displayhook(2.0)\n"
        "    print(inspect.getsource(sys._getframe(3)))\n    return x"
    )
    scratch_course.put(book, "double-answer", answer)
    scratch_course.put(book, "largest-answer", "def largest(x):\n    print(In[-1])\n    return 0.5")
    scratch_course.put(book, "end", LEAK)


def _one_broken(book):
    """An answer that is no Python, and an exercise deleted but for its hidden check."""
    scratch_course.put(book, "double-answer", "def double(x: return x")
    for cell in ("largest-answer", "largest-check", "why-answer"):
        book.cells.remove(scratch_course.cell(book, cell))
    book.cells.insert(0, new_code_cell(RIGHT["largest-answer"], id="moved"))


CLASS = {
    "noisy": (
        _noisy,
        {"check_double": 1, "hidden_double": 2, "check_largest": 1, "hidden_largest": 2},
    ),
    "own check": (
        _own_check,
        {"check_double": 0, "hidden_double": 0, "check_largest": 0, "hidden_largest": 2},
    ),
    "two results": (
        _two_results,
        {"check_double": 0, "hidden_double": 0, "check_largest": 0, "hidden_largest": 0},
    ),
    "one broken": (
        _one_broken,
        {"check_double": 0, "hidden_double": 0, "check_largest": 1, "hidden_largest": 2},
    ),
}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory, nbgrader):
    course = scratch_course.make(tmp_path_factory.mktemp("course"))
    nbgrader(course, "generate_assignment", NAME)
    released = nbformat.read(course / "notebooks" / NAME / f"{NAME}.ipynb", 4)
    for student, (act, _) in CLASS.items():
        book = copy.deepcopy(released)
        for cell_id, source in RIGHT.items():
            scratch_course.put(book, cell_id, source)
        act(book)
        submit(course, NAME, student, book)
    return course, grade(nbgrader, course, NAME)


@pytest.mark.parametrize("student", CLASS)
def test_each_gets_what_the_answers_are_worth(hostile, student):
    _, points = hostile
    wanted = CLASS[student][1]
    assert {name: points[student][name] for name in wanted} == wanted


@pytest.mark.parametrize("student", CLASS)
def test_nobody_reads_a_hidden_check_on_the_feedback_page(hostile, student):
    course, _ = hostile
    text = page(course, student, NAME)
    secret = hidden_lines(scratch_course.notebook())
    assert len(secret) > 3 and not [line for line in secret if line in text]
    assert "secret" not in text


def test_a_chapter_goes_to_a_learner_and_comes_back(hostile, nbgrader, tmp_path):
    """Through nbgrader's exchange, each in a course folder of their own, as the same user."""
    course, _ = hostile
    exchange = course / "exchange"
    shutil.copy(course / "nbgrader_config.py", tmp_path)
    with (tmp_path / "nbgrader_config.py").open("a") as config:
        config.write(f"c.Exchange.root = {str(exchange)!r}\n")
    nbgrader(course, "release_assignment", NAME)
    assert list(exchange.glob(f"*/outbound/{NAME}/{NAME}.ipynb"))
    nbgrader(tmp_path, "fetch_assignment", NAME)
    mine = tmp_path / "notebooks" / NAME / f"{NAME}.ipynb"
    assert mine.read_bytes() == (course / "notebooks" / NAME / mine.name).read_bytes()
    book = scratch_course.put(nbformat.read(mine, 4), "double-answer", RIGHT["double-answer"])
    scratch_course.write(mine, book)
    mine.with_name(f"{NAME}.kept-2026-11-20.ipynb").write_text("{}")
    nbgrader(tmp_path, "submit", NAME)
    before = set((course / "submitted").iterdir())
    nbgrader(course, "collect", NAME)
    (student,) = set((course / "submitted").iterdir()) - before
    assert (student / NAME / mine.name).read_bytes() == mine.read_bytes()
    assert not list((student / NAME).glob("*.kept-*"))


def test_the_guards_leave_no_trace_in_the_autograded_notebook(hostile):
    course, _ = hostile
    for path in course.glob(f"autograded/*/{NAME}/{NAME}.ipynb"):
        assert "course_guard" not in path.read_text()


# --- the rule for a check cell's result -----------------------------------------------------------


def result(text):
    return new_output("execute_result", {"text/plain": text})


ERROR = new_output("error", ename="E", evalue="", traceback=["E"])
STDERR = new_output("stream", name="stderr", text="a warning")
VERDICTS = [
    ([result("2.0")], 2),
    ([result("0.0")], 0),
    ([result("0.5")], 0.5),
    ([STDERR, result("2.0")], 2),
    ([result("nan")], 0),
    ([result("-1.0")], 0),
    ([result("inf")], 0),
    ([result("2.5")], 0),
    ([result("True")], 0),
    ([result("'2.0'")], 0),
    ([result("1_0")], 0),
    ([result("None")], 0),
    ([result("")], 0),
    ([], 0),
    ([STDERR], 0),
    ([result("2.0"), result("2.0")], 0),
    ([result("2.0"), ERROR], 0),
]


@pytest.mark.parametrize(("outputs", "points"), VERDICTS)
def test_nbgrader_gives_the_points_of_one_plain_number_and_no_others(outputs, points):
    from nbgrader.utils import determine_grade

    cell = new_code_cell("check.result", metadata=scratch_course.nbgrader("check_x", grade=True))
    cell.metadata.nbgrader.points = 2
    cell.outputs = judged(copy.deepcopy(outputs), 2.0)
    assert determine_grade(cell) == (points, 2.0)


def test_the_stub_of_a_thought_question_is_the_one_that_check_knows():
    config = (COURSE / "nbgrader_config.py").read_text()
    assert f'text_stub = "{say("question-stub")}"' in config
