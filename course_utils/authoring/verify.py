"""`verify`: do the graders tell right answers from wrong ones?

For each exercise the stub must be open, the solution must get all points, each `reject-*.py` of the
gallery must get fewer and each `accept-*.py` all. A wrong answer whose second line is
`# message: KEY` must get exactly this message first.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tqdm import tqdm

from course_utils.checks.assignments import (
    Assignment,
    Exercise,
    assignment_names,
    notebook_path,
    read_assignment,
    stub_of,
)
from course_utils.checks.runner import SECONDS, Job, Outcome, run_all
from course_utils.files import course_folder
from course_utils.messages import MESSAGES, CourseError, say

GALLERY = Path("tests") / "mutants"
_MESSAGE = re.compile(r"^# message: *(\S+)", re.MULTILINE)
_UNTRIED = "setup-failed"  # the chapter's own fault, which says nothing about the answer


@dataclass(frozen=True)
class Case:
    """One answer and what must come of it: kind is "stub", "solution", "reject" or "accept";
    `key` is the message that a rejected answer must get, None where any will do."""

    assignment: str
    exercise: str
    kind: str
    name: str
    answer: str
    key: str | None = None


def own_cases(assignment: Assignment) -> list[Case]:
    """The stub and the solution of each exercise."""
    return [
        Case(assignment.name, exercise.name, kind, kind, text)
        for exercise in assignment.exercises.values()
        for kind, text in (
            ("stub", stub_of(exercise.answer.source)),
            ("solution", exercise.answer.source),
        )
    ]


def gallery_cases(gallery: Path, assignment: Assignment) -> tuple[list[Case], list[str]]:
    """The gallery's answers for a chapter, and the gallery's faults, one sentence each."""
    cases, problems = [], []
    for folder in _folders(gallery / assignment.name):
        if folder.name not in assignment.exercises:
            known = ", ".join(assignment.exercises)
            problems.append(say("gallery-no-exercise", folder=folder, known=known))
            continue
        for path in sorted(folder.iterdir()):
            if path.suffix == ".py":
                case = _case(path, assignment.name)
                cases += [case] if isinstance(case, Case) else []
                problems += [case] if isinstance(case, str) else []
    return cases, problems


def _folders(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(f for f in folder.iterdir() if f.is_dir() and f.name[0] not in "._")


def _case(path: Path, assignment: str) -> Case | str:
    kind = path.name.partition("-")[0]
    if kind not in ("reject", "accept"):
        return say("gallery-name", path=path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return say("gallery-unreadable", path=path)
    found = _MESSAGE.search("\n".join(text.splitlines()[:2]))
    key = found and found.group(1)
    if key is not None and key not in MESSAGES:
        return say("gallery-key", path=path, unknown=key)
    return Case(assignment, path.parent.name, kind, path.name, text, key)


def complaint(case: Case, outcome: Outcome) -> str | None:
    """What is not as it must be, in one sentence; None when all is well."""
    first = outcome.first
    fields = {
        "points": f"{outcome.points:g}",
        "max_points": f"{outcome.max_points:g}",
        "got": first.key,
        "message": first.message.partition("\n")[0],
    }
    if first.key == _UNTRIED:
        return say("verify-untried", **fields)
    if case.kind == "stub":
        fine = outcome.points == 0 and all(v.state == "open" for v in outcome.verdicts)
        return None if fine else say("verify-stub", **fields)
    if case.kind in ("solution", "accept"):
        return None if outcome.passed else say("verify-not-accepted", **fields)
    if outcome.passed:
        return say("verify-not-rejected", **fields)
    if case.key not in (None, first.key):
        return say("verify-other-message", wanted=case.key, **fields)
    return None


def verify(
    assignments: list[Assignment],
    gallery: Path,
    workers: int | None = None,
    seconds: float = SECONDS,
    listing: bool = False,
) -> int:
    """Prints a line for each exercise, each answer that is not judged as it must be, and the
    totals; returns how many were wrong (answers and faults of the gallery)."""
    start = time.monotonic()
    problems = [
        say("gallery-no-assignment", folder=folder)
        for folder in _folders(gallery)
        if folder.name not in assignment_names(course_folder() / "solutions")
    ]
    cases: list[Case] = []
    for assignment in assignments:
        answers, faults = gallery_cases(gallery, assignment)
        cases += own_cases(assignment) + answers
        problems += faults
    exercises = {(a.name, e.name): (a, e) for a in assignments for e in a.exercises.values()}
    outcomes = _run(cases, exercises, workers, seconds)

    wrong = len(problems)
    for assignment in assignments:
        for exercise in assignment.exercises.values():
            where = (assignment.name, exercise.name)
            mine = [case for case in cases if (case.assignment, case.exercise) == where]
            wrong += _report(assignment, exercise, mine, outcomes, listing)
        if not assignment.exercises:
            print(say("verify-no-exercises", assignment=assignment.name))
    for problem in problems:
        print(problem)
    totals = {
        "answers": len(cases),
        "exercises": len(exercises),
        "right": len(cases) - (wrong - len(problems)),
        "wrong": wrong,
        "seconds": f"{time.monotonic() - start:.1f}",
    }
    print(say("verify-totals", **totals))
    return wrong


def _run(
    cases: list[Case],
    exercises: dict[tuple[str, str], tuple[Assignment, Exercise]],
    workers: int | None,
    seconds: float,
) -> dict[Case, Outcome]:
    def job(case: Case) -> Job:
        assignment, exercise = exercises[case.assignment, case.exercise]
        return Job(
            exercise.name,
            assignment.setup,
            case.answer,
            exercise.checks,
            to_the_end=case.kind != "reject",  # whose first message is the one that counts
            label=case,
        )

    running = run_all(map(job, cases), workers, seconds)
    # disable=None: the bar is drawn on a terminal only.
    bar = tqdm(running, total=len(cases), disable=None, leave=False, unit="answer")
    return {done.label: outcome for done, outcome in bar}


def _report(
    assignment: Assignment,
    exercise: Exercise,
    cases: list[Case],
    outcomes: dict[Case, Outcome],
    listing: bool,
) -> int:
    """Prints how one exercise fared; returns the number of answers judged otherwise."""
    complaints = {case: complaint(case, outcomes[case]) for case in cases}
    fine = Counter(case.kind for case, text in complaints.items() if text is None)
    total = Counter(case.kind for case in cases)
    where = f"{assignment.name}/{exercise.name}"
    counts = {f"{kind}s": f"{fine[kind]}/{total[kind]}" for kind in ("reject", "accept")}
    yes, no = say("verify-yes"), say("verify-no")
    own = {kind: yes if fine[kind] else no for kind in ("stub", "solution")}
    print(say("verify-exercise", where=where, points=f"{exercise.points:g}", **own, **counts))
    if not total["reject"] and not total["accept"]:
        print("  " + say("verify-no-answers", where=where))
    for case, text in complaints.items():
        if text:
            print("  " + say("verify-otherwise", name=case.name, text=text))
        elif listing:
            first = outcomes[case].first
            print(f"  {case.name}: {first.key}: {first.message.partition(chr(10))[0]}")
    return sum(text is not None for text in complaints.values())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "assignments", nargs="*", metavar="ASSIGNMENT", help=say("help-verify-assignments")
    )
    parser.add_argument("--gallery", type=Path, metavar="DIR", help=say("help-verify-gallery"))
    parser.add_argument("--jobs", type=int, metavar="N", help=say("help-verify-jobs"))
    parser.add_argument("--seconds", type=float, default=SECONDS, help=say("help-verify-seconds"))
    parser.add_argument("--list", action="store_true", help=say("help-verify-list"))


def run(args: argparse.Namespace) -> int:
    course = course_folder()
    solutions = course / "solutions"
    gallery = args.gallery or course / GALLERY
    if not gallery.is_dir():
        if args.gallery:
            raise CourseError(say("gallery-missing", folder=gallery))
        print(say("gallery-missing", folder=gallery), file=sys.stderr)
    names = args.assignments or assignment_names(solutions)
    if not names:
        raise CourseError(say("assignments-none", folder=solutions))
    assignments = [read_assignment(notebook_path(solutions, name)) for name in dict.fromkeys(names)]
    return 1 if verify(assignments, gallery, args.jobs, args.seconds, args.list) else 0
