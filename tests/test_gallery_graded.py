"""The gallery of answers again, graded as a class is: the same verdict, and the same message.

In two chapters, for each exercise one right and one wrong answer; with `--all`, in each chapter, a few
of either; with `--nightly` every one of the gallery. (`verify` tries all of them on the same checks.)
"""

import copy
import shutil
from pathlib import Path

import pytest

from course_utils.authoring.verify import Case, gallery_cases
from course_utils.checks.assignments import (
    assignment_names,
    grade_id,
    is_written,
    notebook_path,
    read_assignment,
    stub_of,
)
from course_utils.files import course_folder
from course_utils.grading import grade_submission
from course_utils.grading.sandbox import Limits

SOLUTIONS = course_folder() / "solutions"
GALLERY = Path(__file__).parent / "gallery"
SOME = 4  # right and wrong answers of an exercise, from all over its gallery
LIMITS = Limits(seconds=10)  # many times what a right answer takes, and what an endless one waits

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not shutil.which("bwrap"), reason="needs bubblewrap (apt install bubblewrap)"
    ),
]


CHAPTERS = [
    name
    for name in assignment_names(SOLUTIONS)
    if any(e.points for e in read_assignment(notebook_path(SOLUTIONS, name)).exercises.values())
]


# Checks outside and inside the sandbox, gradients that are asked for, functions and models that are
# handed over: what the other chapters do, too.
BY_DEFAULT = ("02_masking", "05_decoding")
WHEN = dict.fromkeys(
    ("06_encoders", "07_beyond", "08_masks_today", "09_writing_today", "10_real"), "nightly"
)
EACH = [
    pytest.param(
        name,
        marks=[] if name in BY_DEFAULT else getattr(pytest.mark, WHEN.get(name, "exhaustive")),
    )
    for name in CHAPTERS
]


@pytest.mark.parametrize("name", EACH)
def test_each_answer_of_the_gallery_gets_the_same_verdict_when_a_class_is_graded(name, request):
    """Submission k holds the k-th answer of each exercise."""
    assignment = read_assignment(notebook_path(SOLUTIONS, name))
    answers: dict[str, list] = {}
    for case in gallery_cases(GALLERY, assignment)[0]:
        if assignment.exercises[case.exercise].points:
            answers.setdefault(case.exercise, []).append(case)
    if not request.config.getoption("--nightly"):
        fewer = some_of_them if request.config.getoption("--all") else one_of_each_kind
        answers = {exercise: fewer(cases) for exercise, cases in answers.items()}
    otherwise = []
    for k in range(max(map(len, answers.values()))):
        tried = {e: cases[k] for e, cases in answers.items() if k < len(cases)}
        notebook = copy.deepcopy(assignment.notebook)
        for cell in notebook.cells:
            if grade_id(cell) in tried:
                cell.source = tried[grade_id(cell)].answer
            elif is_written(cell):  # all of its answers are through, or a person grades it
                cell.source = stub_of(cell.source)
        grade_submission.mark(notebook, assignment)
        found = grade_submission.execute(notebook, {}, LIMITS)["metadata"]["course"]["checks"]
        for exercise, case in tried.items():
            verdicts = [found[c.grade_id] for c in assignment.exercises[exercise].checks]
            first = next((v for v in verdicts if v["state"] != "passed"), verdicts[-1])
            if case.kind == "accept":
                right = all(v["state"] == "passed" for v in verdicts)
            else:
                right = first["state"] != "passed" and case.key in (None, first["key"])
            if not right:
                otherwise.append((exercise, case.name, first["key"], first["message"][:200]))
    grade_submission._bench.cache_clear()
    assert not otherwise


def one_of_each_kind(cases: list[Case]) -> list[Case]:
    """The first right answer and the first wrong one that has to get a certain message."""
    kinds = ("accept", "reject")
    return [
        next(c for c in cases if c.kind == kind and (c.key or kind == "accept")) for kind in kinds
    ]


def some_of_them(cases: list[Case]) -> list[Case]:
    """SOME right answers and SOME wrong ones, at even distances."""
    some = []
    for kind in ("accept", "reject"):
        alike = [case for case in cases if case.kind == kind]
        some += alike[:: max(1, -(-len(alike) // SOME))]
    return some
