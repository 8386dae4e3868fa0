"""`check`: what a learner reads about their own notebook, whatever state it is in."""

import argparse
import copy
import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import nbformat
import pytest
import scratch_course

from course_utils.authoring import release
from course_utils.checks import verdict_cache
from course_utils.checks.assignments import (
    CheckCell,
    assignment_names,
    cells_by_grade_id,
    notebook_path,
    read_assignment,
    read_notebook,
    stub_of,
)
from course_utils.checks.run_answer import Job, Outcome, run_all
from course_utils.checks.verdict_between_processes import Verdict
from course_utils.checks.verdict_cache import Memory
from course_utils.files import COURSE
from course_utils.messages import CourseError
from course_utils.room import check_notebook

NAME = scratch_course.NAME
SOLVED = "def double(x):\n    return x + x"
STUB = "def double(x):\n    raise NotImplementedError"


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
    check_notebook.add_arguments(parser)
    capsys.readouterr()
    assert check_notebook.run(parser.parse_args([NAME, *arguments])) == 0
    return capsys.readouterr().out


def test_an_untouched_notebook_is_open(path, capsys, ran):
    before = path.read_bytes()
    out = run(capsys)
    assert not ran
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
    assert "NameError" in out and "define or import the name there" in " ".join(out.split())


def test_a_changed_set_up_cell_reaches_the_answer_and_not_the_check(path, capsys):
    solve(path, source="def double(x):\n    return math.sqrt(4) * x")
    edit(path, lambda b: scratch_course.put(b, "setup", "import math\nimport torch\nSCALE = 3"))
    assert "✓ double" in run(capsys)
    solve(path, source="def double(x):\n    return SCALE * x")
    assert "✗ double" in run(capsys)


CALLS = "def largest(x):\n    return int(double(x).argmax())"


def test_an_answer_may_call_an_earlier_one_as_in_the_notebook(path, capsys, ran):
    solve(path)
    solve(path, "largest-answer", CALLS)
    out = run(capsys)
    assert "✓ double" in out and "✓ largest" in out and "in place of" not in out
    solve(path, source="def double(x):\n    return x + x + 0")  # what it calls has changed
    ran.clear()
    assert "✓ largest" in run(capsys) and sorted(ran) == ["double", "largest"]


def test_where_an_earlier_answer_is_not_right_the_courses_stands_in(path, capsys):
    solve(path, source="def double(x):\n    return -2 * x")
    solve(path, "largest-answer", CALLS)
    out = run(capsys)
    assert "✗ double" in out and "✓ largest  3 of 3 points" in out
    assert "tried with the course's in place of" in " ".join(out.split()) and "`double`" in out
    solve(path, "largest-answer", CALLS + " + 1")
    out = run(capsys)
    assert "✗ largest" in out and "in place of" not in out


def test_where_the_source_was_not_given_out_an_earlier_answer_has_to_be_right(path, capsys):
    shutil.rmtree(path.parents[2] / "solutions")
    solve(path, source="def double(x):\n    return -2 * x")
    solve(path, "largest-answer", CALLS)
    assert "✗ largest" in run(capsys)
    edit(path, lambda book: scratch_course.put(book, "double-answer", STUB))
    out = " ".join(run(capsys).split())
    assert "calls a function that is not written yet, in the line: return int(double(x)" in out


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
    assert {k: len(v) for k, v in cells_by_grade_id(book).items()} == dict.fromkeys(
        cells_by_grade_id(released), 1
    )
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
    assert "Visible checks passed: they try every sentence of the task." in out
    assert "1 of 2 exercises solved, 1 of 2 points of the visible checks." in out
    told = " ".join(out.split())
    assert "Hidden checks hold 4 more points" in told and "not in this copy" in told
    assert "solutions/" not in told
    with pytest.raises(CourseError, match="not in this copy"):
        run(capsys, "--model-answers")


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
    check_notebook.add_arguments(parser)
    with pytest.raises(CourseError, match="there are: 90_scratch"):
        check_notebook.run(parser.parse_args(["91_other"]))


def test_a_notebook_from_before_checks_had_a_folder_of_their_own_is_checked(
    tmp_path, monkeypatch, capsys
):
    name = "02_masking"
    course = COURSE
    for folder in ("solutions", "notebooks"):
        shutil.copytree(course / folder / name, tmp_path / folder / name)
    shutil.copy(course / "nbgrader_config.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    solved = read_notebook(tmp_path / "solutions" / name / f"{name}.ipynb")
    target = tmp_path / "notebooks" / name / f"{name}.ipynb"
    before = scratch_course.from_before(solved)
    assert before != solved
    scratch_course.write(target, before)
    parser = argparse.ArgumentParser()
    check_notebook.add_arguments(parser)
    assert check_notebook.run(parser.parse_args([name])) == 0
    assert "7 of 7 exercises solved" in capsys.readouterr().out


# --- what has not changed is not run again --------------------------------------------------------


@pytest.fixture
def ran(monkeypatch):
    """The exercises whose answers were run since the list was last emptied."""
    names = []

    def noted(jobs, **options):
        jobs = list(jobs)
        names.extend(job.exercise for job in jobs)
        return run_all(jobs, **options)

    monkeypatch.setattr(check_notebook, "run_all", noted)
    return names


def without_note(out: str) -> str:
    return "\n".join(line for line in out.splitlines() if "were not run again" not in line)


def kept(path):
    """The file in which the outcome of `double` is kept."""
    return path.parents[2] / check_notebook.KEPT / NAME / "double.json"


def test_an_unchanged_answer_is_not_run_again_and_gets_the_same_message(path, capsys, ran):
    solve(path)
    solve(path, "largest-answer", "def largest(x):\n    return 0")
    first = run(capsys)
    assert sorted(ran) == ["double", "largest"] and "not run again" not in first
    ran.clear()
    second = run(capsys)
    assert ran == [] and without_note(second) == first.rstrip("\n")
    assert "2 of 2 answers have not changed since they were last checked" in second
    assert without_note(run(capsys, "--anew")) == first.rstrip("\n")
    assert sorted(ran) == ["double", "largest"]


def test_only_the_changed_answer_is_run(path, capsys, ran):
    solve(path)
    solve(path, "largest-answer", "def largest(x):\n    return int(x.argmax())")
    run(capsys)
    ran.clear()
    solve(path, source=SOLVED.replace("x + x", "x * x"))
    assert "✗ double" in run(capsys) and ran == ["double"]


def job_and_outcome():
    cells = (CheckCell("check_double", "1", 1.0), CheckCell("hidden_double", "2", 2.0))
    job = Job("double", ("import torch",), SOLVED, cells, before=("SCALE = 3",))
    verdicts = tuple(Verdict(c.grade_id, c.points, c.points, "passed", "k", "m") for c in cells)
    return job, Outcome(verdicts, "printed", alone=True)


def test_whatever_an_outcome_depends_on_makes_it_be_found_anew(tmp_path, monkeypatch):
    job, outcome = job_and_outcome()
    Memory(tmp_path, 20).keep(job, outcome)
    assert Memory(tmp_path, 20).recall(job) == outcome
    visible, hidden = job.checks
    for change in (
        {"answer": SOLVED + " "},
        {"setup": ("import torch ",)},
        {"before": ()},
        {"checks": (replace(visible, source="0"), hidden)},
        {"checks": (visible, replace(hidden, source="0"))},
        {"checks": (visible, replace(hidden, points=3.0))},
        {"checks": (visible,)},
    ):
        assert Memory(tmp_path, 20).recall(replace(job, **change)) is None, change
    assert Memory(tmp_path, 21).recall(job) is None
    monkeypatch.setenv("ATEN_CPU_CAPABILITY", "default")
    assert Memory(tmp_path, 20).recall(job) is None
    monkeypatch.undo()
    for part in range(len(verdict_cache.surroundings())):  # this package, Python, the libraries ...
        now = verdict_cache.surroundings()
        now[part] = "other"
        monkeypatch.setattr(verdict_cache, "surroundings", lambda now=now: now)
        assert Memory(tmp_path, 20).recall(job) is None, part
        monkeypatch.undo()
    assert Memory(tmp_path, 20).recall(job) == outcome


def test_the_surroundings_name_the_libraries_and_the_source_of_this_package(tmp_path, monkeypatch):
    packages = verdict_cache.surroundings()[4]
    for name in ("torch", "transformers", "numpy"):
        assert any(found.startswith(f"{name}-") for found in packages)
    copy_of_package = tmp_path / "course_utils"
    (copy_of_package / "tiny").mkdir(parents=True)
    monkeypatch.setattr(verdict_cache, "PACKAGE", copy_of_package)
    seen = {str(verdict_cache.surroundings()[0])}
    for name in ("checks.py", "tiny/model.safetensors"):
        (copy_of_package / name).write_bytes(b"one")
        seen.add(str(verdict_cache.surroundings()[0]))
        (copy_of_package / name).write_bytes(b"two")
        seen.add(str(verdict_cache.surroundings()[0]))
    assert len(seen) == 5


def test_a_damaged_memory_costs_a_run_and_nothing_else(path, capsys, ran):
    solve(path)
    first = run(capsys)
    good = kept(path).read_bytes()
    forged = good.replace(b'"passed"', b'"failed"')
    for damaged in (b"", b"\0", b"\xff\n{}", good[:-5], good + b" ", b"{}", forged, good[70:]):
        kept(path).write_bytes(damaged)
        ran.clear()
        assert without_note(run(capsys)) == first.rstrip("\n") and ran == ["double"]
        assert kept(path).read_bytes() == good
    kept(path).unlink()
    kept(path).mkdir()  # as good as a file that can be neither read nor written
    ran.clear()
    assert without_note(run(capsys)) == first.rstrip("\n") and ran == ["double"]


def test_where_nothing_can_be_kept_every_answer_is_run(path, capsys, ran):
    solve(path)
    kept(path).parents[1].write_text("a file in place of the folder")
    solve(path, "largest-answer", "def largest(x):\n    return int(x.argmax())")
    first = run(capsys)
    assert run(capsys) == first and sorted(ran) == 2 * ["double"] + 2 * ["largest"]


def test_two_checks_at_once_do_not_disturb_each_other(tmp_path):
    job, outcome = job_and_outcome()
    other = replace(job, answer=SOLVED.replace("x + x", "2 * x"))

    def often(mine):
        memory, found = Memory(tmp_path, 20), []
        for _ in range(60):
            memory.keep(mine, outcome)
            found.append(memory.recall(mine))
        return found

    with ThreadPoolExecutor(2) as pool:
        for found in pool.map(often, [job, other]):
            assert set(found) <= {outcome, None}
    assert [path.name for path in tmp_path.iterdir()] == ["double.json"]


def error(text: str) -> str:
    return f"def double(x):\n    raise {text}"


@pytest.mark.parametrize(
    "answer",
    [
        error("MemoryError"),
        error("OSError('the disk is full')"),
        "import no_such_package",
        "import os\ndef double(x):\n    os._exit(1)",
        "while True: pass",
        f"open('/etc/hostname', 'rb').close()\n{SOLVED}",
        f"import subprocess\nsubprocess.run(['true'])\n{SOLVED}",
    ],
)
def test_what_may_come_from_the_machine_is_not_kept(path, capsys, answer):
    solve(path, source=answer)
    run(capsys, "--seconds", "2")
    assert not kept(path).exists()


@pytest.mark.parametrize("name", assignment_names(COURSE / "solutions"))
def test_an_answer_not_begun_gets_what_its_run_would_get(name):
    original = read_assignment(notebook_path(COURSE / "solutions", name))
    released = read_notebook(notebook_path(COURSE / "notebooks", name))
    for job in check_notebook.jobs(original, released, hidden=True):
        assert check_notebook.untouched(original, job) is not None
    stubs = [
        Job(e.name, original.setup, stub_of(e.answer.source), e.checks)
        for e in original.exercises.values()
    ]
    for job, outcome in run_all(stubs):
        assert check_notebook.untouched(original, job).verdicts == outcome.verdicts
        assert check_notebook.untouched(original, replace(job, answer=job.answer + "\n#")) is None
        assert check_notebook.untouched(original, replace(job, before=("x = 1",))) is None


def test_each_exercise_is_shown_as_soon_as_those_before_it_have_ended(capsys):
    _, outcome = job_and_outcome()
    shown = []

    def ended():
        for name in ("second", "first", "third"):
            shown.append(capsys.readouterr().out)
            yield name, check_notebook.Found(outcome)

    found = check_notebook._print_in_order(["first", "second", "third"], ended())
    assert list(found) == ["first", "second", "third"]
    assert shown[:2] == ["", ""] and shown[2].index("first") < shown[2].index("second")
    assert "third" in capsys.readouterr().out


# --- thought questions ----------------------------------------------------------------------------

ASKED = "### Question 90.3\n*2 points*\n\n1. Why?\n2. How?\n3. And *where*?"


@pytest.fixture
def asked(path):
    """The learner's notebook with a question of three parts."""
    source = path.parents[2] / "solutions" / NAME / path.name
    for file in (source, path):
        edit(file, lambda book: scratch_course.put(book, "why-question", ASKED))
    return path


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("", "○ why: not answered yet"),
        ("*Write your answer here.*", "○ why: not answered yet"),
        ("Because it is so. And it was always so.", "◐ why: it has 3 parts, and what is written"),
        ("1. Because.\n2. By hand.", "looks like 2"),
        ("1. Because.\n2. By hand.\n3. Here.", "· why: answered; a person grades it"),
        ("It is so because of that. It works by hand. It happens here.", "· why: answered"),
    ],
)
def test_a_question_is_answered_when_each_part_may_be(asked, capsys, written, told):
    solve(asked, "why-answer", written)
    out = " ".join(run(capsys).split())
    model = " ".join(run(capsys, "--model-answers").split())
    assert told in out and "Because." not in out
    whole = "· why" in told
    assert ("--model-answers" in out) == whole
    assert ("The model answer to why: Because." in model) == whole
    assert ("once each of its parts has an answer" in model) == (not whole)
