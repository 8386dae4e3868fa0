"""`check`: a learner grades their own notebook.

The answers come from the learner's notebook, the checks from the chapter's source, so that a check
cell that was changed, copied or deleted costs nothing. Hidden checks run too where the source is at
hand, as it is for someone who studies alone; a class gets the notebooks without it, and then the
visible checks of the notebook itself have to do. An answer that has not changed since the last time
is not run again (`verdict_cache`), nor is one that is not begun. Your notebook is changed by `--repair`
only, which keeps a copy first.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from nbformat import NotebookNode
from tqdm import tqdm

from course_utils.checks.assignments import (
    Assignment,
    Question,
    assignment_names,
    cells_by_grade_id,
    notebook_path,
    numbered,
    read_assignment,
    read_notebook,
    setup_cells,
    stub_of,
)
from course_utils.checks.cell_needs import names_of, needed
from course_utils.checks.run_answer import SECONDS, Job, Outcome, run_all
from course_utils.checks.verdict_between_processes import without_points
from course_utils.checks.verdict_cache import Memory
from course_utils.files import course_folder
from course_utils.messages import CourseError, say
from course_utils.room.locked_cells import repair_file
from course_utils.room.reset import as_given_out

KEPT = Path(".cache") / "checks"


@dataclass(frozen=True)
class Fault:
    """A cell of the chapter that a learner's notebook lacks, or holds several times."""

    cell: str
    count: int

    def __str__(self) -> str:
        if self.count:
            return say("check-verb-copied", cell=self.cell, count=self.count)
        return say("check-verb-deleted", cell=self.cell)


def faults(original: Assignment, notebook: NotebookNode) -> list[Fault]:
    """The graded and answer cells that are not there exactly once."""
    theirs = cells_by_grade_id(notebook)
    counts = {name: len(theirs.get(name, [])) for name in cells_by_grade_id(original.notebook)}
    return [Fault(name, count) for name, count in counts.items() if count != 1]


def jobs(original: Assignment, notebook: NotebookNode, hidden: bool) -> list[Job]:
    """What to run: each answer of the learner's with its exercise's checks, hidden ones if asked.

    Of several copies of an answer the last counts, as when the notebook runs from top to bottom.
    """
    theirs = cells_by_grade_id(notebook)
    changed = tuple(s for s in setup_cells(notebook) if s not in original.setup)
    answers = {
        name: theirs[name][-1].source if name in theirs else "" for name in original.exercises
    }
    return [
        Job(
            name,
            original.setup,
            answers[name],
            exercise.checks if hidden else (exercise.check,),
            before=(*changed, *(answers[one] for one in called(answers, name))),
        )
        for name, exercise in original.exercises.items()
    ]


def called(answers: Mapping[str, str], name: str) -> list[str]:
    """The earlier exercises whose answers this one calls, and those that these call, in order."""
    names = list(answers)[: list(answers).index(name) + 1]
    cells = [names_of(answers[one]) for one in names]
    return [names[i] for i in needed(cells, [len(names) - 1])[:-1]]


def untouched(original: Assignment, job: Job) -> Outcome | None:
    """What comes of an answer that is as it was released: its checks find it open, without a run.
    None where it is not, or where only a learner's notebook is there, which does not tell."""
    solution = original.exercises[job.exercise].answer.source
    if job.before or job.answer == solution or job.answer != stub_of(solution):
        return None
    text = say("check-open", name=job.exercise)
    return Outcome(tuple(without_points(c, "open", "check-open", text) for c in job.checks))


@dataclass(frozen=True)
class Found:
    """What came of an answer. `known`: it was kept from the last time; `lent`: the earlier answers
    in whose place the course's had to stand, for it calls them and they are not right."""

    outcome: Outcome
    known: bool = False
    lent: tuple[str, ...] = ()


def outcomes(
    original: Assignment,
    asked: list[Job],
    memory: Memory,
    seconds: float,
    anew: bool = False,
    lend: bool = False,
) -> Iterator[tuple[str, Found]]:
    """(exercise, what came of it), as each ends. `anew`: run all that is begun. `lend`: try an answer
    that fails once more, with the course's in the place of the earlier ones that it calls and that
    are not right."""
    left, passed = [], {}
    answers = {job.exercise: job.answer for job in asked}
    calls = {job.exercise: called(answers, job.exercise) for job in asked}
    waiting: list[tuple[Job, Found]] = []

    def found(job: Job, outcome: Outcome, known: bool = False) -> Iterator[tuple[str, Found]]:
        passed[job.exercise] = outcome.passed
        if lend and calls[job.exercise] and not outcome.passed:
            waiting.append((job, Found(outcome, known)))
        else:
            yield job.exercise, Found(outcome, known)

    for job in asked:
        known = None if anew else memory.recall(job)
        outcome = untouched(original, job) or known
        if outcome:
            yield from found(job, outcome, known is outcome)
        else:
            left.append(job)
    # What has the most points takes the longest, more or less: begun last, it would be waited for.
    left.sort(key=lambda job: -original.exercises[job.exercise].points)
    for job, outcome in run_all(left, seconds=seconds):
        memory.keep(job, outcome)
        yield from found(job, outcome)
    for job, first in waiting:
        lent = tuple(name for name in calls[job.exercise] if not passed[name])
        if not lent:
            yield job.exercise, first
            continue
        own = {answers[name]: original.exercises[name].answer.source for name in lent}
        second = replace(job, before=tuple(own.get(text, text) for text in job.before))
        ((_, outcome),) = run_all([second], seconds=seconds)
        yield job.exercise, Found(outcome, lent=lent) if outcome.passed else first


def exercise_lines(name: str, found: Found, width: int) -> list[str]:
    """What to print about one exercise; width: of the column of names."""
    outcome = found.outcome
    first = outcome.first
    sign = {"passed": "✓", "failed": "✗", "open": "○"}[first.state]
    points = ""
    if outcome.max_points:
        most = f"{outcome.max_points:g}"
        points = say("check-verb-points", got=f"{outcome.points:g}", of=most)
    lines = [f"{sign} {name:{width}}  {points}"]
    lines += [f"    {line}" for line in first.message.splitlines()]
    if found.lent:
        names = ", ".join(f"`{name}`" for name in found.lent)
        lines.append("    " + say("check-verb-lent", names=names))
    return lines


def summary(
    original: Assignment, notebook: NotebookNode, outcomes: dict[str, Outcome], there: bool
) -> list[str]:
    """The lines below the exercises; `there`: whether this copy of the course has the solutions, and
    with them the hidden checks."""
    written = {q.name: parts_written(notebook, q.name) for q in original.questions}
    lines = [_question_line(question, written[question.name]) for question in original.questions]
    left = [name for name, outcome in outcomes.items() if not outcome.passed]
    total = {
        "solved": len(outcomes) - len(left),
        "total": len(outcomes),
        "points": f"{sum(o.points for o in outcomes.values()):g}",
        "max_points": f"{sum(o.max_points for o in outcomes.values()):g}",
    }
    lines.append("")
    lines.append(say("check-verb-total" if there else "check-verb-total-visible", **total))
    if left:
        lines.append(say("check-verb-left", names=", ".join(left)))
    if there:
        solution = f"solutions/{original.name}/{original.name}.ipynb"
        lines.append(say("check-verb-solution", path=solution))
        if any(written[question.name] >= question.parts for question in original.questions):
            lines.append(say("check-verb-model", name=original.name))
    else:
        points = sum(e.hidden.points for e in original.exercises.values() if e.hidden)
        lines.append(say("check-verb-hidden", points=f"{points:g}"))
    return lines


def parts_written(notebook: NotebookNode, name: str) -> int:
    """How many parts of a thought question an answer may be meant for: its numbered items, or its
    sentences where there are more of them; 0 where nothing is written."""
    cells = cells_by_grade_id(notebook).get(name, [])
    text = cells[-1].source.strip() if cells else ""
    if not text or text == say("question-stub"):
        return 0
    sentences = re.findall(r"\w[^.!?。！？\n]*(?:[.!?。！？\n]|$)", text)
    return max(1, len(numbered(text)), sum(len(s.split()) > 2 for s in sentences))


def _question_line(question: Question, written: int) -> str:
    key = "check-verb-question" if written >= question.parts else "check-verb-question-parts"
    fields = {"written": written, "parts": question.parts, "points": f"{question.points:g}"}
    key = key if written else "check-verb-question-open"
    return say(key, name=question.name, **fields)


def model_answers(original: Assignment, notebook: NotebookNode) -> list[str]:
    """The model answers to the thought questions that the learner has answered."""
    lines = []
    for question in original.questions:
        if parts_written(notebook, question.name) >= question.parts:
            lines += ["", say("check-verb-model-of", name=question.name), "", question.cell.source]
    return lines or [say("check-verb-model-none")]


# --- the verb -------------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("assignment", metavar="ASSIGNMENT", help=say("help-check-assignment"))
    parser.add_argument("--repair", action="store_true", help=say("help-check-repair"))
    parser.add_argument("--model-answers", action="store_true", help=say("help-check-model"))
    parser.add_argument("--anew", action="store_true", help=say("help-check-anew"))
    parser.add_argument("--seconds", type=float, default=SECONDS, help=say("help-check-seconds"))


def run(args: argparse.Namespace) -> int:
    course = course_folder()
    path = notebook_path(course / "notebooks", args.assignment)
    notebook = read_notebook(path)
    # Where only the learners' notebooks were given out, their own check cells have to do.
    there = path.stem in assignment_names(course / "solutions")
    source = notebook_path(course / "solutions", path.stem) if there else None
    original = read_assignment(source or as_given_out(course, path.stem) or path)
    if args.repair:
        repair_file(course, path, original)
        notebook = read_notebook(path)
    if args.model_answers:
        if not there:
            raise CourseError(say("check-verb-model-elsewhere"))
        print("\n".join(model_answers(original, notebook)))
        return 0
    print(say("check-verb-title", path=path.relative_to(course)))
    if not original.exercises and not original.questions:
        print(say("check-verb-none"))
        return 0
    for fault in faults(original, notebook):
        print(fault)
    memory = Memory(course / KEPT / original.name, args.seconds)
    asked = jobs(original, notebook, hidden=there)
    found = _print_in_order(
        list(original.exercises), outcomes(original, asked, memory, args.seconds, args.anew, there)
    )
    ended = {name: one.outcome for name, one in found.items()}
    for line in summary(original, notebook, ended, there):
        print(line)
    if again := sum(one.known for one in found.values()):
        print(say("check-verb-unchanged", count=again, total=len(found)))
    return 0


def _print_in_order(names: list[str], ended: Iterator[tuple[str, Found]]) -> dict[str, Found]:
    """Prints about each exercise as soon as all before it have ended; returns what came of them."""
    found: dict[str, Found] = {}
    width, waiting = max(map(len, names), default=0), list(names)
    # disable=None: the bar is drawn on a terminal only.
    with tqdm(total=len(names), disable=None, leave=False, unit="answer") as bar:
        for name, one in ended:
            found[name] = one
            bar.update()
            while waiting and waiting[0] in found:
                done = waiting.pop(0)
                bar.write("\n".join(exercise_lines(done, found[done], width)))
    return {name: found[name] for name in names}
