"""`grade`: an instructor grades a class, on top of nbgrader.

Submissions are taken in one after another, run several at once in sandboxes, and entered into the
gradebook by this process alone. What is done is kept in a journal, so a run may be killed at any
moment: the next one goes on where it ended, and does again what changed since.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import functools
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from course_utils.checks.assignments import Assignment, notebook_path, read_assignment
from course_utils.checks.run_answer import default_workers
from course_utils.files import course_folder
from course_utils.grading import attempts, pool, report, similarity, take_in_submission
from course_utils.grading.autograded import Autograded
from course_utils.grading.enter_results import Entering
from course_utils.grading.journal import GRADED, Entry, Journal, only_run
from course_utils.grading.take_in_submission import Attempt, shown
from course_utils.messages import CourseError, say

if TYPE_CHECKING:
    from course_utils.grading.gradebook import Book


SOON = 120.0  # seconds on the wall, in which nearly all submissions end; the others wait for these
HOURS = 8.0  # of one run, on the wall


@dataclass(frozen=True)
class Engine:
    """What runs a submission: `grade_submission` and `sandbox`, or what a test puts in their place."""

    mark: Callable[[dict, Assignment], None]
    execute: Callable[..., dict]
    choose_mode: Callable[[bool], tuple[str, str]]
    limits: Callable[..., Any]
    sandbox: Callable[..., Any] | None = None  # whose warm parent all processes here share


def _engine() -> Engine:
    from course_utils.grading import grade_submission, sandbox

    make = sandbox.Sandbox
    return Engine(
        grade_submission.mark, grade_submission.execute, sandbox.choose_mode, sandbox.Limits, make
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("assignment", metavar="ASSIGNMENT", help=say("help-grade-assignment"))
    parser.add_argument(
        "--student", nargs="+", metavar="ID", default=[], help=say("help-grade-student")
    )
    parser.add_argument("--jobs", type=int, metavar="N", help=say("help-grade-jobs"))
    parser.add_argument("--force", action="store_true", help=say("help-grade-force"))
    parser.add_argument("--seconds", type=float, metavar="S", help=say("help-grade-seconds"))
    parser.add_argument(
        "--hours", type=float, metavar="H", default=HOURS, help=say("help-grade-hours")
    )
    parser.add_argument("--feedback", action="store_true", help=say("help-grade-feedback"))
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help=say("help-grade-scheduler"),
    )
    parser.add_argument(
        "--no-sandbox",
        action="store_true",
        help=say("help-grade-no-sandbox"),
    )


def run(args: argparse.Namespace, engine: Engine | None = None) -> int:
    course = course_folder()
    chapter = read_assignment(notebook_path(course / "solutions", args.assignment))
    for name in ("jobs", "seconds", "hours"):
        value = getattr(args, name)
        if value is not None and not value > 0:
            raise CourseError(say("grade-not-positive", option=f"--{name}"))
    try:
        (course / "grades" / chapter.name).mkdir(parents=True, exist_ok=True)
        with only_run(course / "grades" / "lock"), _stoppable():
            from course_utils.grading.gradebook import Book

            with Book(course, chapter) as book:
                return _grade(args, book, engine or _engine())
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC):
            raise
        path = error.filename or course / "grades"
        raise CourseError(say("not-writable", path=path, why=error.strerror or error)) from None


@contextlib.contextmanager
def _stoppable() -> Iterator[None]:
    """A request to end ends the run as Ctrl-C does."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def _unstoppable() -> Iterator[None]:
    """Ctrl-C does nothing here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


# --- a run ----------------------------------------------------------------------------------------


def _grade(args: argparse.Namespace, book: Book, engine: Engine) -> int:
    from course_utils.grading.gradebook import digest

    chapter, place = book.chapter, book.course / "grades" / book.chapter.name
    journal = Journal(place / "journal.jsonl")
    source_files = book.source_files()
    there, without, nobodys = book.students()
    asked = _asked(args.student, there, chapter.name)
    registered = book.register()
    if registered:
        print(registered)
    _say_what_is_not_graded(there, without, nobodys, chapter.name)
    if not there:
        return 0
    if args.force:
        journal.forget(asked)
    rows = book.rows()
    entering = Entering(book, journal, digest(chapter, source_files), rows)
    todo = entering.left(asked, rows)
    if len(todo) < len(asked):
        print(say("grade-done-before", count=len(asked) - len(todo)))
    stopped = ""
    try:
        if todo:
            _run_all(args, book, engine, entering, source_files, todo)
        if args.feedback:
            _write_feedback(book, journal, asked, args.jobs or default_workers())
    except KeyboardInterrupt:
        stopped = "grade-stopped"
    except pool.TimeUp:
        stopped = "grade-hours-used-up"
    with _unstoppable():  # the tables take a moment and stay whole
        entries = [e for s in there if (e := journal.entries.get(s)) is not None]
        rows = book.rows()
        answers = _answers(entering.autograded, chapter, entries)
        alike = similarity.alike(answers, similarity.known_answers(chapter))
        logs = _logs(entering.autograded, chapter, entries)
        report.write(place, chapter, rows, entries, alike, answers, logs)
    if stopped:
        left = len(entering.left(asked, rows))
        print(say(stopped, left=left, name=chapter.name, hours=f"{args.hours:g}"))
        return 130 if stopped == "grade-stopped" else 1
    print("\n".join(report.summary(chapter, rows, entries)))
    print(say("grade-where", folder=f"grades/{chapter.name}"))
    return 0 if all(journal.entries[student].has_points for student in asked) else 1


def _answers(
    autograded: Autograded, chapter: Assignment, entries: list[Entry]
) -> dict[str, dict[str, str]]:
    """exercise -> student -> the text of the answer that was graded."""
    found: dict[str, dict[str, str]] = {name: {} for name in chapter.exercises}
    for entry in entries:
        if entry.has_points:
            for name, text in autograded.answers(entry.student, chapter.exercises).items():
                found[name][entry.student] = text
    return found


def _logs(
    autograded: Autograded, chapter: Assignment, entries: list[Entry]
) -> dict[str, dict[str, attempts.Attempts]]:
    """student -> exercise -> attempts, of those who handed in a progress log."""
    found = {}
    for entry in entries:
        log = autograded.file(entry.student, attempts.LOG) if entry.has_points else None
        if log is not None:
            found[entry.student] = attempts.read(log, chapter.name, chapter.exercises)
    return found


def _asked(wanted: list[str], there: list[str], name: str) -> list[str]:
    for student in wanted:
        if student not in there:
            raise CourseError(say("grade-no-student", student=student, name=name))
    return [student for student in there if student in wanted] if wanted else there


def _say_what_is_not_graded(
    there: list[str], without: list[str], nobodys: list[str], name: str
) -> None:
    for key, folders in (("grade-without", without), ("grade-nobodys", nobodys)):
        if folders:
            names = ", ".join(map(shown, folders[:5])) + (", ..." if folders[5:] else "")
            print(say(key, count=len(folders), name=name, names=names))
    if not there:
        print(say("grade-no-submissions", path=f"submitted/<student>/{name}/"))


def _write_feedback(book: Book, journal: Journal, students: list[str], jobs: int) -> None:
    from course_utils.grading import feedback

    entries = journal.entries
    feedback.write(book, [s for s in students if s in entries and entries[s].has_points], jobs)


# --- what is left to do ---------------------------------------------------------------------------


def _run_all(
    args: argparse.Namespace,
    book: Book,
    engine: Engine,
    entering: Entering,
    source_files: dict[str, bytes],
    students: list[str],
) -> None:
    """Runs these students' submissions and enters what becomes of them, under a progress bar."""
    from tqdm import tqdm

    limits = engine.limits(**({"seconds": args.seconds} if args.seconds else {}))
    if shutil.disk_usage(book.course).free < _bytes(book, len(students)):
        raise _disk_full(book, len(students))
    entering.autograded.clear()
    try:
        with (
            _workers(args, engine, limits, book.chapter) as (workers, execute),
            tqdm(total=len(students), disable=None, unit="submission") as bar,
        ):

            def show(entry: Entry) -> None:
                if entry.outcome != GRADED:
                    bar.write(report.one_line(entry))
                bar.update(1)

            def finish(attempt: Attempt, executed: dict) -> None:
                try:
                    show(entering.enter_graded(attempt, executed))
                except OSError as error:
                    if error.errno in (errno.ENOSPC, errno.EDQUOT):
                        raise _disk_full(book, len(students) - bar.n) from None
                    raise

            def take_in(student: str) -> Attempt | None:
                attempt = Attempt(student)
                try:
                    take_in_submission.make_ready(attempt, book, engine.mark, source_files)
                except take_in_submission.Unreadable as why:
                    show(entering.enter_unreadable(attempt, why))
                except Exception as error:  # nbgrader's own step: no fault of the student
                    show(entering.enter_lost(attempt, error))
                else:
                    return attempt
                return None

            steps = pool.Steps(
                take_in,
                lambda attempt, seconds: workers.submit(
                    execute, attempt.marked, attempt.files, limits, seconds
                ),
                lambda executed: not executed["metadata"]["course"]["in_time"],
                finish,
                lambda attempt, error: show(entering.enter_lost(attempt, error)),
                min(SOON, limits.total),
                limits.total,
                time.monotonic() + args.hours * 3600,
            )
            pool.take_turns(workers, students, steps)
    finally:
        entering.autograded.clear()


def _bytes(book: Book, count: int) -> int:
    """About what so many graded submissions take: each is a notebook with outputs, and some pages of
    the gradebook. One may be written twice, for the old one is there until the new one is whole."""
    notebook = notebook_path(book.course / "solutions", book.chapter.name).stat().st_size
    return (count + 1) * (notebook + 64 * 1024)


def _disk_full(book: Book, left: int) -> CourseError:
    """A disk without room is no fault of a submission: the run ends instead of trying each."""
    free, need = shutil.disk_usage(book.course).free, _bytes(book, left)
    sizes = {"free": f"{free / 1e6:.1f}", "need": f"{need / 1e6:.1f}"}
    return CourseError(say("grade-disk-full", left=left, folder=book.course, **sizes))


@contextlib.contextmanager
def _workers(
    args: argparse.Namespace, engine: Engine, limits: Any, chapter: Assignment
) -> Iterator[tuple[Any, Callable[..., dict]]]:
    """What submissions are given to, and the function that is run there."""
    if args.scheduler:
        cluster = pool.Cluster(args.scheduler)
        print(say("grade-cluster", address=args.scheduler, jobs=cluster.jobs))
        try:
            yield (
                cluster,
                functools.partial(
                    _execute_there, engine.execute, engine.choose_mode, args.no_sandbox
                ),
            )
        finally:
            cluster.close()
            cluster.leave()
        return
    mode, sentence = engine.choose_mode(args.no_sandbox)
    print(sentence)
    local = pool.Local(args.jobs or default_workers())
    with contextlib.ExitStack() as stack:
        if engine.sandbox is not None:
            sandbox = engine.sandbox(mode, limits, chapter.setup)
            stack.callback(sandbox.close)
            local.lent = sandbox.lend()
        stack.callback(local.close)
        yield local, functools.partial(_execute_here, engine.execute, mode)


def _execute_here(
    execute: Callable, mode: str, notebook: dict, files: dict, limits: Any, seconds: float
) -> dict:
    return execute(notebook, files, limits, mode, seconds)


def _execute_there(
    execute: Callable,
    choose_mode: Callable,
    allow_open: bool,
    notebook: dict,
    files: dict,
    limits: Any,
    seconds: float,
) -> dict:
    """On a worker of a scheduler, which may be another machine: the best mode is its own."""
    return execute(notebook, files, limits, _mode(choose_mode, allow_open), seconds)


@functools.lru_cache(maxsize=4)
def _mode(choose_mode: Callable, allow_open: bool) -> str:
    return choose_mode(allow_open)[0]
