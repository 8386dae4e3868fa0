"""`verify`: do the graders tell right answers from wrong ones?

For each exercise the stub must be open, the solution must get all points, each `reject-*.py` of the
gallery must get fewer and each `accept-*.py` all. A wrong answer whose second line is
`# message: KEY` must get exactly this message first. After a line `# base: solution` stand only the
lines in which the answer differs from the solution.

With `--mutants` each solution and each accepted answer is changed in one place after the other, and
the visible check must reject every mutant. What it lets pass stands, with the reason why it may, in
`survivors.toml` beside the chapter's answers.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tqdm import tqdm

from course_utils.authoring.mutants import Mutant, mutants, plain
from course_utils.authoring.run_many import run_many
from course_utils.checks.assignments import (
    Assignment,
    CheckCell,
    Exercise,
    assignment_names,
    notebook_path,
    read_assignment,
    stub_of,
)
from course_utils.checks.run_answer import SECONDS, Job, Outcome
from course_utils.exercises.hunts import GALLERY, HUNT
from course_utils.files import course_folder
from course_utils.messages import MESSAGES, CourseError, say

_MESSAGE = re.compile(r"^# message: *(\S+)", re.MULTILINE)
_BASE = "# base: solution\n"
_UNTRIED = "setup-failed"  # the chapter's own fault, which says nothing about the answer

SURVIVORS = "survivors.toml"
# A mutant is given the time of the slowest right answer so often, and some seconds more: a larger
# limit is only paid for by mutants that never end.
TIMES, MORE_SECONDS = 10, 2.0
# Mutants that leave out a seed draw the same numbers in every run.
_SEEDS = "__import__('random').seed(0); __import__('torch').manual_seed(0)"
_OWN_TIME = CheckCell("own_time", "__import__('time').process_time()", points=1e6)


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
                case = _case(path, assignment)
                cases += [case] if isinstance(case, Case) else []
                problems += [case] if isinstance(case, str) else []
    return cases, problems


def _folders(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(f for f in folder.iterdir() if f.is_dir() and f.name[0] not in "._")


def _case(path: Path, assignment: Assignment) -> Case | str:
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
    exercise = path.parent.name
    _, base, changes = text.partition(_BASE)
    if base:
        try:
            text = changed_solution(assignment.exercises[exercise].answer.source, changes)
        except ValueError as wrong:
            return say("gallery-base", path=path, line=wrong)
    return Case(assignment.name, exercise, kind, path.name, text, key)


def changed_solution(solution: str, changes: str) -> str:
    """The solution with some lines replaced, for answers of the gallery that differ in little else.

    changes: blocks with an empty line between them, each of lines "- old" that stand next to each
    other in the solution, in one place, and then the lines "+ new" that come there instead. A
    ValueError names the first line of a block that fits nowhere, or in several places.
    """
    marks = ("### BEGIN SOLUTION", "### END SOLUTION")
    lines = [line for line in solution.splitlines() if line.strip() not in marks]
    places = []
    for block in changes.rstrip("\n").split("\n\n"):
        old, new = [], []
        for line in block.splitlines():
            if line[:2] not in ("- ", "+ ", "-", "+") or line[0] == "-" and new:
                raise ValueError(line)
            (old if line[0] == "-" else new).append(line[2:])
        starts = [i for i in range(len(lines)) if old and lines[i : i + len(old)] == old]
        if len(starts) != 1:
            raise ValueError(block.partition("\n")[0])
        places.append((starts[0], len(old), new))
    for start, length, new in sorted(places, reverse=True):
        lines[start : start + length] = new
    return "\n".join(lines) + "\n"


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


Chosen = dict[str, list[str]]  # chapter -> its exercises that are looked at


def verify(
    assignments: list[Assignment],
    chosen: Chosen,
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
        answers += own_cases(assignment)
        cases += [case for case in answers if case.exercise in chosen[assignment.name]]
        problems += faults
    exercises = {(a.name, e): (a, a.exercises[e]) for a in assignments for e in chosen[a.name]}
    outcomes = _run(cases, exercises, workers, seconds)

    wrong = len(problems)
    for assignment in assignments:
        for name in chosen[assignment.name]:
            mine = [c for c in cases if (c.assignment, c.exercise) == (assignment.name, name)]
            wrong += _report(assignment, assignment.exercises[name], mine, outcomes, listing)
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

    return _outcomes([job(case) for case in cases], workers, seconds)


def _outcomes(jobs: list[Job], workers: int | None, seconds: float) -> dict[Any, Outcome]:
    """The label of each job, in their order, and its outcome."""
    running = run_many(jobs, workers, seconds)
    found = {job.label: outcome for job, outcome in _with_bar(running, len(jobs))}
    return {job.label: found[job.label] for job in jobs}


def _with_bar(running: Iterator, total: int) -> Iterator:
    """What runs, with a bar that shows how far it is (disable=None: on a terminal only)."""
    return tqdm(running, total=total, disable=None, leave=False, unit="answer")


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


# --- mutants --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trial:
    """A mutant to be tried. of: "solution", or the gallery's file that it is made of."""

    of: str
    mutant: Mutant

    @property
    def change(self) -> str:
        """What the chapter's file calls it."""
        return f"{self.of}: {self.mutant.before} -> {self.mutant.after}"


@dataclass
class Count:
    """What became of mutants: `by_visible` are rejected by the visible check, `by_any` by it or the
    hidden one; of the others' survival the chapter's file explains some."""

    made: int = 0
    by_visible: int = 0
    by_any: int = 0
    explained: int = 0
    unexplained: int = 0

    def add(self, other: Count) -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def told(self, of: str) -> str:
        return say("mutants-count", of=of, **vars(self))


Reasons = dict[str, dict[str, str]]  # exercise -> a mutant's change -> why it may survive


def read_survivors(gallery: Path, assignment: Assignment) -> tuple[Reasons, list[str]]:
    """Why mutants may survive in a chapter, and the faults of the file that tells it, one sentence
    each."""
    path = gallery / assignment.name / SURVIVORS
    reasons: Reasons = {name: {} for name in assignment.exercises}
    if not path.is_file():
        return reasons, []
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        return reasons, [say("survivors-unreadable", path=path, error=error)]
    problems = []
    for exercise, groups in data.items():
        for group in groups:
            if exercise not in reasons or set(group) != {"reason", "mutants"}:
                problems.append(say("survivors-group", path=path, exercise=exercise))
                continue
            for change in group["mutants"]:
                if change in reasons[exercise]:
                    problems.append(say("survivors-twice", path=path, change=change))
                reasons[exercise][change] = group["reason"].strip()
    return reasons, problems


def _note(path: Path, exercise: str, changes: list[str]) -> None:
    """Appends survivors to the chapter's file, with their reason still to be written."""
    # A TOML string has the escapes of JSON.
    lines = [f"  {json.dumps(change, ensure_ascii=False)}," for change in changes]
    group = [f"[[{exercise}]]", 'reason = ""', "mutants = [", *lines, "]"]
    before = path.read_text(encoding="utf-8") + "\n" if path.is_file() else ""
    path.write_text(before + "\n".join(group) + "\n", encoding="utf-8")


def verify_mutants(
    assignments: list[Assignment],
    chosen: Chosen,
    gallery: Path,
    workers: int | None = None,
    seconds: float = SECONDS,
    most: int = 0,
    note: bool = False,
) -> int:
    """Prints the survivors for which no reason is given, and the counts of each exercise, of each
    chapter and of all; returns the number of such survivors and of the gallery's faults.

    most: mutants of each answer, 0 for all. note: write the survivors into the chapter's file.
    """
    start = time.monotonic()
    total, faults = Count(), 0
    for assignment in assignments:
        reasons, problems = read_survivors(gallery, assignment)
        cases, more = gallery_cases(gallery, assignment)
        cases = own_cases(assignment) + cases
        problems += more
        chapter = Count()
        for name in chosen[assignment.name]:
            if name.startswith(HUNT):  # a test that asks less may still find all that is wrong
                continue
            exercise = assignment.exercises[name]
            right = [c for c in cases if c.exercise == name and c.kind in ("solution", "accept")]
            trying = _Mutants(assignment, exercise, right, most)
            trying.run(workers, seconds)
            count, unexplained, stale = trying.judged(reasons[name])
            for line in unexplained.values():
                print(line)
            print(count.told(f"{assignment.name}/{name}"), flush=True)
            problems += trying.problems + stale
            new = [change for change in unexplained if change not in reasons[name]]
            if note and new:
                _note(gallery / assignment.name / SURVIVORS, name, new)
            chapter.add(count)
        for problem in problems:
            print(problem)
        faults += len(problems)
        if chosen[assignment.name]:
            print(chapter.told(assignment.name), flush=True)
        total.add(chapter)
    print(total.told(say("mutants-total", seconds=f"{time.monotonic() - start:.0f}")))
    return total.unexplained + faults


class _Mutants:
    """The mutants of the right answers to one exercise."""

    def __init__(self, assignment: Assignment, exercise: Exercise, right: list[Case], most: int):
        self.assignment, self.exercise, self.right, self.most = assignment, exercise, right, most
        self.where = f"{assignment.name}/{exercise.name}"
        self.problems: list[str] = []
        self.made: set[str] = set()
        self.tried: list[Trial] = []
        self.left: dict[Trial, bool] = {}  # what the visible check let pass: the hidden one, too?

    def run(self, workers: int | None, seconds: float) -> None:
        """Makes them and tries them, on the hidden check only what the visible one lets pass."""
        sound, slowest = self._sound(workers, seconds)
        self.tried = list(self._chosen(sound))
        seconds = min(seconds, TIMES * slowest + MORE_SECONDS)
        checks = self.exercise.checks
        jobs = [self._job(trial, trial.mutant.text, checks) for trial in self.tried]
        found = _outcomes(jobs, workers, seconds)
        self.left = {t: found[t].passed for t in self.tried if found[t].verdicts[0].passed}

    def _sound(self, workers: int | None, seconds: float) -> tuple[list[Case], float]:
        """The answers that the checks accept, and how long the slowest takes. A mutant of any other
        would prove nothing."""
        checks = (*self.exercise.checks, _OWN_TIME)
        jobs = [self._job(case, case.answer, checks) for case in self.right]
        sound, slowest = [], 0.0
        for case, outcome in _outcomes(jobs, workers, seconds).items():
            *verdicts, timed = outcome.verdicts
            if all(verdict.passed for verdict in verdicts):
                sound.append(case)
                slowest = max(slowest, float(timed.message))
            else:
                text = outcome.first.message.partition("\n")[0]
                problem = say("mutants-of-wrong", where=self.where, of=case.name, message=text)
                self.problems.append(problem)
        return sound, slowest

    def _chosen(self, sound: list[Case]) -> Iterator[Trial]:
        """One mutant of each text, and none that is a right answer's."""
        seen = {plain(case.answer) for case in self.right}
        for case in sound:
            made = mutants(case.answer, self.exercise.name, self.exercise.answer.source)
            trials = [Trial(case.name, mutant) for mutant in made if mutant.text not in seen]
            seen |= {trial.mutant.text for trial in trials}
            self.made |= {trial.change for trial in trials}
            if 0 < self.most < len(trials):
                draw = random.Random(f"{self.where}/{case.name}")
                places = draw.sample(range(len(trials)), self.most)
                trials = [trials[place] for place in sorted(places)]
            yield from trials

    def _job(self, label: Case | Trial, text: str, checks: tuple[CheckCell, ...]) -> Job:
        setup = (_SEEDS, *self.assignment.setup)
        return Job(self.exercise.name, setup, text, checks, to_the_end=False, label=label)

    def judged(self, reasons: dict[str, str]) -> tuple[Count, dict[str, str], list[str]]:
        """The counts; what is said of each survivor without a reason; what is said of each reason
        without a survivor."""
        by_visible = len(self.tried) - len(self.left)
        count = Count(made=len(self.tried), by_visible=by_visible, by_any=by_visible)
        unexplained = {}
        for trial, passes_all in self.left.items():
            count.by_any += not passes_all
            if reasons.get(trial.change):
                count.explained += 1
            else:
                count.unexplained += 1
                key = "mutant-passes" if passes_all else "mutant-passes-visible"
                fields = {"operator": trial.mutant.operator, "change": trial.change}
                unexplained[trial.change] = say(key, where=self.where, **fields)
        alive = self.made if self.most else {trial.change for trial in self.left}
        stale = [
            say("survivors-stale", where=self.where, change=change)
            for change in reasons
            if change not in alive
        ]
        return count, unexplained, stale


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "assignments", nargs="*", metavar="ASSIGNMENT", help=say("help-verify-assignments")
    )
    parser.add_argument("--gallery", type=Path, metavar="DIR", help=say("help-verify-gallery"))
    parser.add_argument("--jobs", type=int, metavar="N", help=say("help-verify-jobs"))
    parser.add_argument("--seconds", type=float, default=SECONDS, help=say("help-verify-seconds"))
    parser.add_argument("--list", action="store_true", help=say("help-verify-list"))
    parser.add_argument(
        "--mutants", type=int, nargs="?", const=0, metavar="N", help=say("help-verify-mutants")
    )
    parser.add_argument("--note", action="store_true", help=say("help-verify-note"))


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
    assignments, chosen = _chosen(solutions, names)
    if args.mutants is None:
        wrong = verify(assignments, chosen, gallery, args.jobs, args.seconds, args.list)
    else:
        wrong = verify_mutants(
            assignments, chosen, gallery, args.jobs, args.seconds, args.mutants, args.note
        )
    return 1 if wrong else 0


def _chosen(solutions: Path, names: list[str]) -> tuple[list[Assignment], Chosen]:
    """The chapters that are named, and of each the exercises: 05_decoding means all of them,
    05_decoding/process one."""
    assignments: dict[str, Assignment] = {}
    chosen: Chosen = {}
    for name in names:
        chapter, _, exercise = name.partition("/")
        if chapter not in assignment_names(solutions):  # a path, as a shell completes it
            chapter, exercise = name, ""
        assignment = read_assignment(notebook_path(solutions, chapter))
        assignments[assignment.name] = assignment
        if exercise and exercise not in assignment.exercises:
            known = ", ".join(assignment.exercises)
            raise CourseError(say("gallery-no-exercise", folder=name, known=known))
        mine = chosen.setdefault(assignment.name, [])
        asked = [exercise] if exercise else assignment.exercises
        mine += [one for one in asked if one not in mine]
    return list(assignments.values()), chosen
