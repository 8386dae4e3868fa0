"""`verify` on a scratch chapter, and on the course itself."""

import argparse
import os
import re
from collections import Counter

import pytest
import scratch_course

from course_utils.authoring import verify
from course_utils.checks.assignments import assignment_names, notebook_path, read_assignment
from course_utils.files import COURSE
from course_utils.messages import CourseError

RIGHT = "# accept: adds\ndef double(x):\n    return x + x\n"
WRONG = "# reject: squares\n# message: check-nan\ndef double(x):\n    return x * x\n"


@pytest.fixture
def course(tmp_path, monkeypatch):
    scratch_course.make(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(verify, "MORE_SECONDS", 0.5)  # for each mutant that never ends
    return tmp_path


def gallery(course, answers: dict[str, str], folder="gallery", exercise="double"):
    home = course / folder / scratch_course.NAME / exercise
    home.mkdir(parents=True)
    for name, text in answers.items():
        (home / name).write_text(text)
    return course / folder


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    verify.add_arguments(parser)
    return verify.run(parser.parse_args(list(map(str, arguments))))


def test_all_well(course, capsys):
    folder = gallery(course, {"accept-adds.py": RIGHT, "reject-squares.py": WRONG})
    assert run("90_scratch", "--gallery", folder) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("90_scratch/double: stub open yes, solution yes (3 points)")
    assert "rejected 1/1, accepted 1/1" in lines[0]
    assert "holds no answers for 90_scratch/largest" in lines[2]
    assert re.fullmatch(r"6 answers to 2 exercises: 6 as expected, 0 not, in [\d.]+ s", lines[-1])


def test_each_answer_judged_otherwise_is_named_with_its_message(course, capsys):
    answers = {
        "accept-wrong.py": WRONG,
        "reject-right.py": RIGHT,
        "reject-message.py": WRONG.replace("check-nan", "check-shape"),
        "reject-any.py": "def double(x):\n    return 0 * x\n",
        "reject-never-ends.py": "# reject: loops\n# message: answer-timeout\nwhile True: pass\n",
    }
    assert run("--gallery", gallery(course, answers), "--seconds", 2) == 1
    out = capsys.readouterr().out
    assert "accept-wrong.py: must get all 3 points, but got 0, message check-nan" in out
    assert "reject-right.py: must be rejected, but got all 3 points" in out
    assert "reject-message.py: must get the message check-shape, but got check-nan" in out
    assert "reject-any" not in out and "reject-never-ends" not in out
    assert "9 answers to 2 exercises: 6 as expected, 3 not" in out


def test_list_shows_every_message(course, capsys):
    assert run("--list", "--gallery", gallery(course, {"reject-squares.py": WRONG})) == 0
    assert "reject-squares.py: check-nan" in capsys.readouterr().out


def test_a_broken_solution_and_a_solved_stub_are_named(course, capsys):
    path = notebook_path(course / "solutions", scratch_course.NAME)
    book = scratch_course.notebook()
    scratch_course.put(book, "double-answer", scratch_course.DOUBLE.replace("2 * x", "3 * x"))
    scratch_course.put(book, "largest-answer", "def largest(x):\n    return int(x.argmax())")
    scratch_course.write(path, book)
    assert run() == 1
    captured = capsys.readouterr()
    assert "solution: must get all 3 points, but got 0" in captured.out
    assert "stub: must be open with 0 points, but got 3 of 3" in captured.out
    assert "no gallery" in captured.err


def test_broken_set_up_never_counts_as_a_rejection(course, capsys):
    path = notebook_path(course / "solutions", scratch_course.NAME)
    book = scratch_course.put(scratch_course.notebook(), "setup", "import no_such_package")
    scratch_course.write(path, book)
    assert run("--gallery", gallery(course, {"reject-squares.py": WRONG})) == 1
    out = capsys.readouterr().out
    assert "reject-squares.py: could not be tried. The chapter's set-up cells" in out
    assert "0 as expected, 5 not" in out


SOLUTION = """\
def f(x):
    ### BEGIN SOLUTION
    x = x + 1

    x = x + 1
    return x
    ### END SOLUTION
"""


def test_an_answer_of_the_gallery_may_name_the_lines_in_which_it_differs():
    changes = "- def f(x):\n+ def f(y):\n+     x = y\n\n-\n-     x = x + 1\n-     return x\n"
    changes += "+     return x\n"
    assert verify.changed_solution(SOLUTION, changes) == (
        "def f(y):\n    x = y\n    x = x + 1\n    return x\n"
    )


@pytest.mark.parametrize(
    "changes", ["-     x = x + 1\n+     x = 2\n", "+     x = 2\n", "    x = 2\n"]
)
def test_a_changed_line_stands_in_one_place_of_the_solution(changes):
    with pytest.raises(ValueError, match="x = "):
        verify.changed_solution(SOLUTION, changes)


@pytest.mark.parametrize(
    ("folder", "name", "text", "said"),
    [
        ("double", "rejects-x.py", WRONG, "name it reject-"),
        ("double", "reject-x.py", WRONG.replace("check-nan", "no-key"), "no message 'no-key'"),
        ("dubble", "reject-x.py", WRONG, "the chapter has no such exercise"),
        ("double", "reject-x.py", "# reject: x\n# base: solution\n- no line\n+ x\n", ": - no line"),
    ],
)
def test_faults_of_a_gallery_are_named(course, capsys, folder, name, text, said):
    assert run("--gallery", gallery(course, {name: text}, exercise=folder)) == 1
    out = capsys.readouterr().out
    assert said in out and "1 not" in out


def test_an_unknown_chapter_in_a_gallery_is_named(course, capsys):
    (course / "gallery" / "91_other").mkdir(parents=True)
    assert run("--gallery", course / "gallery") == 1
    assert "91_other: there is no chapter" in capsys.readouterr().out


def test_unknown_names_and_folders_are_one_sentence(course):
    with pytest.raises(CourseError, match="no gallery"):
        run("--gallery", course / "nowhere")
    with pytest.raises(CourseError, match="there are: 90_scratch"):
        run("91_other")


def test_exercises_can_be_chosen(course, capsys):
    assert run("90_scratch/largest", "90_scratch/largest") == 0
    out = capsys.readouterr().out
    assert "90_scratch/double" not in out and "2 answers to 1 exercises: 2 as expected" in out
    with pytest.raises(CourseError, match="90_scratch/dubble: .* it has double, largest"):
        run("90_scratch/dubble")


# --- mutants --------------------------------------------------------------------------------------

LOOP = """# accept: with a loop
def largest(x):
    best = i = 0
    while i < len(x):
        if x[i] > x[best]:
            best = i
        i += 1
    return best
"""
TIES = "accept-loop.py: if x[i] > x[best]: -> if x[i] >= x[best]:"


def survivors(folder):
    return folder / scratch_course.NAME / verify.SURVIVORS


def test_mutants_that_pass_are_told_and_noted(course, capsys):
    folder = gallery(course, {"accept-loop.py": LOOP}, exercise="largest")
    options = ("90_scratch/largest", "--gallery", folder, "--mutants")
    assert run(*options, "--note") == 1
    out = capsys.readouterr().out.splitlines()
    told = [line.rpartition("): ")[2] for line in out if "passes all checks (" in line]
    assert f"90_scratch/largest, passes all checks (comparison): {TIES}" in out
    # What never ends is rejected: nobody waits for it.
    assert not any("i += 1 -> pass" in line for line in out)
    count = re.fullmatch(
        r"90_scratch: (\d+) mutants, (\d+) rejected by the visible check, (\d+) by any; of the"
        r" others 0 explained, (\d+) NOT",
        out[-2],
    )
    made, by_visible, by_any, unexplained = map(int, count.groups())
    assert made > 20 and by_visible + unexplained == made and len(told) == made - by_any
    assert out[-1].endswith(out[-2].partition(": ")[2])

    noted = survivors(folder).read_text()
    assert all(f'"{change}",' in noted for change in told)
    assert run(*options) == 1, "a reason is still missing"
    survivors(folder).write_text(noted.replace('reason = ""', 'reason = "No ties here."'))
    capsys.readouterr()
    assert run(*options) == 0
    out = capsys.readouterr().out.splitlines()
    assert len(out) == 3 and f"{unexplained} explained, 0 NOT" in out[-1]


def test_a_mutant_that_the_hidden_check_rejects_is_told(course, capsys):
    text = LOOP.replace("best = i = 0", "best = i = 0\n    x = x.abs() if x[0] > 0 else x")
    folder = gallery(course, {"accept-abs.py": text}, exercise="largest")
    assert run("90_scratch/largest", "--gallery", folder, "--mutants") == 1
    assert "passes the visible check, not the hidden one (condition)" in capsys.readouterr().out


def test_only_so_many_mutants_of_each_answer(course, capsys):
    folder = gallery(course, {"accept-loop.py": LOOP}, exercise="largest")
    run("90_scratch/largest", "--gallery", folder, "--mutants", 3)
    first = capsys.readouterr().out.splitlines()
    run("90_scratch/largest", "--gallery", folder, "--mutants", 3)
    assert "90_scratch: 6 mutants" in first[-2]
    assert capsys.readouterr().out.splitlines()[:-1] == first[:-1]


def test_without_fork_the_same_mutants_pass(course, capsys, monkeypatch):
    folder = gallery(course, {"accept-loop.py": LOOP}, exercise="largest")
    options = ("90_scratch/largest", "--gallery", folder, "--mutants", 8)
    run(*options)
    forked = capsys.readouterr().out.splitlines()
    monkeypatch.delattr(os, "fork", raising=False)
    run(*options)
    assert capsys.readouterr().out.splitlines()[:-1] == forked[:-1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[largest]\n", "cannot be read as TOML"),
        ('[[smallest]]\nreason = "."\nmutants = []\n', "not so under smallest"),
        ('[[largest]]\nreason = "."\n', "not so under largest"),
        ('[[largest]]\nreason = "."\nmutants = ["a", "a"]\n', "stands there twice: a"),
        ('[[largest]]\nreason = "."\nmutants = ["solution: a -> b"]\n', "no such mutant survives"),
    ],
)
def test_faults_of_the_survivors_file_are_named(course, capsys, text, said):
    survivors(course / "gallery").parent.mkdir(parents=True)
    survivors(course / "gallery").write_text(text)
    assert run("90_scratch/largest", "--gallery", course / "gallery", "--mutants", 1) == 1
    assert said in capsys.readouterr().out


def test_no_mutants_of_an_answer_that_is_not_accepted(course, capsys):
    folder = gallery(course, {"accept-squares.py": WRONG})
    assert run("90_scratch/double", "--gallery", folder, "--mutants") == 1
    out = capsys.readouterr().out
    assert "accept-squares.py: the checks do not accept it" in out and "0 NOT" in out


# --- the course itself ----------------------------------------------------------------------------

SOLUTIONS = COURSE / "solutions"
GALLERY = COURSE / verify.GALLERY
# Seconds of the processor for an answer: what is tested is the verdict, on a slow machine as well.
PATIENT = ("--seconds", 120)


def test_the_courses_own_answers_are_judged_as_expected(capsys, monkeypatch):
    monkeypatch.chdir(COURSE)
    status = run(*PATIENT)
    out = capsys.readouterr().out
    print(out)
    assert status == 0, out
    assert re.search(r"^\d+ answers to \d+ exercises: \d+ as expected, 0 not", out, re.MULTILINE)


@pytest.mark.parametrize("name", assignment_names(SOLUTIONS))
def test_each_graded_exercise_has_its_gallery(name):
    assignment = read_assignment(notebook_path(SOLUTIONS, name))
    cases, problems = verify.gallery_cases(GALLERY, assignment)
    assert not problems
    for exercise in assignment.exercises.values():
        if exercise.points == 0:
            continue
        mine = [case for case in cases if case.exercise == exercise.name]
        count = Counter(case.kind for case in mine)
        assert count["reject"] >= 8 and count["accept"] >= 3, (exercise.name, count)
        assert all(case.key for case in mine if case.kind == "reject"), exercise.name


@pytest.mark.nightly
def test_a_mutant_of_each_right_answer_is_rejected_or_explained(capsys, monkeypatch):
    """A sample of one chapter; the nightly workflow also tries all mutants of all."""
    monkeypatch.chdir(COURSE)
    status = run("02_masking", "--mutants", 1, *PATIENT)
    assert status == 0, capsys.readouterr().out
