"""The gallery of answers again, graded as a class is: the same verdict, and the same message."""

import copy
import shutil
from pathlib import Path

import pytest

from course_utils.exercises import assignment_names, course_folder, grade_id, read_assignment
from course_utils.grading import examine
from course_utils.grading.sandbox import Limits
from course_utils.verify import gallery_cases

SOLUTIONS = course_folder() / "solutions"
MUTANTS = Path(__file__).parent / "mutants"
LIMITS = Limits(seconds=20, total=300)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("bwrap"), reason="bubblewrap is not installed"),
]


@pytest.mark.parametrize("name", assignment_names(SOLUTIONS))
def test_each_answer_of_the_gallery_gets_the_same_verdict_when_a_class_is_graded(name):
    """Submission k holds the k-th answer of each exercise."""
    assignment = read_assignment(SOLUTIONS / name / f"{name}.ipynb")
    answers: dict[str, list] = {}
    for case in gallery_cases(MUTANTS, assignment)[0]:
        if assignment.exercises[case.exercise].points:
            answers.setdefault(case.exercise, []).append(case)
    otherwise = []
    for k in range(max(map(len, answers.values()), default=0)):
        tried = {e: cases[k] for e, cases in answers.items() if k < len(cases)}
        notebook = copy.deepcopy(assignment.notebook)
        for cell in notebook.cells:
            if grade_id(cell) in tried:
                cell.source = tried[grade_id(cell)].answer
        examine.mark(notebook, assignment)
        found = examine.execute(notebook, {}, LIMITS)["metadata"]["course"]["checks"]
        for exercise, case in tried.items():
            verdicts = [found[c.grade_id] for c in assignment.exercises[exercise].checks]
            first = next((v for v in verdicts if v["state"] != "passed"), verdicts[-1])
            if case.kind == "accept":
                right = all(v["state"] == "passed" for v in verdicts)
            else:
                right = first["state"] != "passed" and case.key in (None, first["key"])
            if not right:
                otherwise.append((exercise, case.name, first["key"], first["message"][:200]))
    examine._bench.cache_clear()
    assert not otherwise
