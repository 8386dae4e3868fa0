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
import json
import os
import queue
import shutil
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from course_utils.checks.assignments import Assignment, notebook_path, read_assignment
from course_utils.checks.runner import default_workers
from course_utils.files import course_folder
from course_utils.grading.intake import shown
from course_utils.grading.journal import (
    GRADED,
    INFRASTRUCTURE,
    REVIEW,
    UNREADABLE,
    Entry,
    Journal,
    only_run,
)
from course_utils.messages import CourseError, say

SHOWN = 200  # characters of a reason
PATIENCE = 300.0  # seconds on top of a submission's limit before it counts as lost
UNFINISHED = ".unfinished"  # in `autograded/`: what is being written; nbgrader does not look there


@dataclass(frozen=True)
class Engine:
    """What runs a submission: `examine` and `sandbox`, or what a test puts in their place."""

    mark: Callable[[dict, Assignment], None]
    execute: Callable[..., dict]
    choose_mode: Callable[[bool], tuple[str, str]]
    limits: Callable[..., Any]
    sandbox: Callable[..., Any] | None = None  # whose warm parent all processes here share


def _engine() -> Engine:
    from course_utils.grading import examine, sandbox

    make = sandbox.Sandbox
    return Engine(examine.mark, examine.execute, sandbox.choose_mode, sandbox.Limits, make)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("assignment", metavar="ASSIGNMENT", help=say("help-grade-assignment"))
    parser.add_argument(
        "--student", nargs="+", metavar="ID", default=[], help=say("help-grade-student")
    )
    parser.add_argument("--jobs", type=int, metavar="N", help=say("help-grade-jobs"))
    parser.add_argument("--force", action="store_true", help=say("help-grade-force"))
    parser.add_argument("--seconds", type=float, metavar="S", help=say("help-grade-seconds"))
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
    for name in ("jobs", "seconds"):
        value = getattr(args, name)
        if value is not None and not value > 0:
            raise CourseError(say("grade-not-positive", option=f"--{name}"))
    try:
        (course / "grades" / chapter.name).mkdir(parents=True, exist_ok=True)
        with only_run(course / "grades" / "lock"), _stoppable():
            from course_utils.grading.gradebook import Book

            with Book(course, chapter) as book:
                return _Run(args, book, engine or _engine()).go()
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


@dataclass
class _Task:
    """A submission that is being run."""

    student: str
    digest: str
    notebook: Any
    files: dict[str, bytes]
    notes: tuple[str, ...]
    timestamp: datetime | None
    started: float
    until: float = 0.0  # when it counts as lost
    generation: int = 0  # of the pool that it was given to


class _Run:
    def __init__(self, args: argparse.Namespace, book: Any, engine: Engine):
        from course_utils.grading.gradebook import digest

        self.args, self.book, self.engine = args, book, engine
        self.chapter: Assignment = book.chapter
        self.place = book.course / "grades" / self.chapter.name
        self.limits = engine.limits(**({"seconds": args.seconds} if args.seconds else {}))
        self.journal = Journal(self.place / "journal.jsonl")
        self.before = dict(self.journal.entries)
        self.source_files = book.source_files()
        self.digest = digest(self.chapter, self.source_files)
        self.graded: set[str] = set()  # students of whom the gradebook has points already
        self.unclear: set[str] = set()  # lost together with others, so one more chance
        self.bar: Any = None
        self.pool: Any = None
        self.sandbox: Any = None

    def go(self) -> int:
        from course_utils.grading import report

        there, without = self.book.students()
        asked = self._asked(there)
        sentence = self.book.register()
        if sentence:
            print(sentence)
        if without:
            names = ", ".join(map(shown, without[:5])) + (", ..." if without[5:] else "")
            print(say("grade-without", count=len(without), name=self.chapter.name, names=names))
        if not there:
            print(say("grade-no-submissions", path=f"submitted/<student>/{self.chapter.name}/"))
            return 0
        if self.args.force:
            self.journal.forget(asked)
        self.graded = {row.student for row in self.book.rows()}
        todo = [student for student in asked if not self._done(student, self.graded)]
        if len(todo) < len(asked):
            print(say("grade-done-before", count=len(asked) - len(todo)))
        stopped = False
        try:
            if todo:
                self._grade(todo)
            if self.args.feedback:
                self._feedback(asked)
        except KeyboardInterrupt:
            stopped = True
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the tables take a moment and stay whole
        try:
            entries = [e for s in there if (e := self.journal.entries.get(s)) is not None]
            rows = self.book.rows()
            report.write(self.place, self.chapter, rows, entries)
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if stopped:
            left = sum(not self._done(s, {row.student for row in rows}) for s in asked)
            print(say("grade-stopped", left=left, name=self.chapter.name))
            return 130
        print("\n".join(report.summary(self.chapter, rows, entries)))
        print(say("grade-where", folder=f"grades/{self.chapter.name}"))
        mine = [self.journal.entries[student] for student in asked]
        return 0 if all(entry.has_points for entry in mine) else 1

    def _asked(self, there: list[str]) -> list[str]:
        if not self.args.student:
            return there
        for student in self.args.student:
            if student not in there:
                raise CourseError(say("grade-no-student", student=student, name=self.chapter.name))
        return [student for student in there if student in self.args.student]

    def _done(self, student: str, graded: set[str]) -> bool:
        """Is this submission, as it is now, in its place, in the gradebook and in the journal?"""
        from course_utils.grading import intake

        entry = self.journal.entries.get(student)
        if entry is None or entry.chapter != self.digest or entry.outcome == INFRASTRUCTURE:
            return False
        kept = self.book.folder("autograded", student) / f"{self.chapter.name}.ipynb"
        if entry.has_points and not (student in graded and kept.is_file()):
            return False
        try:
            folder = intake.gather(self.book.folder("submitted", student), self._ignored)
        except intake.Unreadable:
            return False
        return folder.digest == entry.submission

    @property
    def _ignored(self) -> tuple[str, ...]:
        return tuple(self.book.folders.ignore)

    # --- running ------------------------------------------------------------------------------

    def _grade(self, students: list[str]) -> None:
        from tqdm import tqdm

        from course_utils.grading import pool

        shutil.rmtree(self._unfinished, ignore_errors=True)  # of a run that was killed
        if self.args.scheduler:
            self.pool = pool.Cluster(self.args.scheduler)
            self.execute = functools.partial(
                _execute_there, self.engine.execute, self.engine.choose_mode, self.args.no_sandbox
            )
            print(say("grade-cluster", address=self.args.scheduler, jobs=self.pool.jobs))
        else:
            mode, sentence = self.engine.choose_mode(self.args.no_sandbox)
            print(sentence)
            self.pool = pool.Local(self.args.jobs or default_workers())
            self.execute = functools.partial(_execute_here, self.engine.execute, mode)
            if self.engine.sandbox is not None:
                self.sandbox = self.engine.sandbox(mode, self.limits, self.chapter.setup)
        try:
            if self.sandbox is not None:
                self.pool.lent = self.sandbox.lend()
            with tqdm(total=len(students), disable=None, unit="submission") as self.bar:
                again = self._all(students, self.pool.jobs + 1, last=False)
                if again:
                    self.pool.close()
                    self._all(again, 1, last=True)
        finally:
            self.pool.close()
            if self.sandbox is not None:
                self.sandbox.close()
            if self.args.scheduler:
                self.pool.leave()
            shutil.rmtree(self._unfinished, ignore_errors=True)

    def _all(self, students: list[str], window: int, last: bool) -> list[str]:
        """Grades these, `window` at once. Returns those that were lost for reasons of ours; if this
        was their last chance, they are entered as such instead."""
        waiting, lost = deque(students), []
        running: dict[Any, _Task] = {}
        ended: queue.SimpleQueue = queue.SimpleQueue()

        def fail(task: _Task, error: BaseException) -> None:
            broken = isinstance(error, BrokenExecutor)
            if (broken and task.generation == self.pool.generation) or last:
                self.pool.close()
            if not last:
                lost.append(task.student)
                if broken:  # perhaps by another that ran beside it
                    self.unclear.add(task.student)
            elif task.student in self.unclear:
                self.unclear.remove(task.student)
                waiting.append(task.student)
            else:
                self._enter(task, INFRASTRUCTURE, (_sentence(error),))

        while waiting or running:
            while waiting and len(running) < window:
                task = self._take_in(waiting.popleft())
                if task is None:
                    continue
                # Its turn comes when those before it are through.
                task.until = time.monotonic() + 3 * self.limits.total + PATIENCE
                future = self.pool.submit(self.execute, task.notebook[1], task.files, self.limits)
                running[future] = task
                task.generation = self.pool.generation
                future.add_done_callback(ended.put)
            if not running:
                continue
            try:
                patience = min(task.until for task in running.values()) - time.monotonic()
                future = ended.get(timeout=max(0.1, patience))
            except queue.Empty:
                self.pool.close()
                for task in running.values():
                    fail(task, TimeoutError(say("grade-never-ended")))
                running.clear()
                continue
            task = running.pop(future, None)
            if task is None:  # given up before
                continue
            try:
                executed = future.result()
                self._finish(task, executed)
            except (KeyboardInterrupt, CourseError):
                raise
            except BaseException as error:  # also the kinds of a pool that broke or was cancelled
                fail(task, error)
        return lost

    def _take_in(self, student: str) -> _Task | None:
        """A submission, ready to run; None if that is not possible, which is then entered."""
        from course_utils.grading import intake

        started, digest, notes = time.monotonic(), "", ()
        try:
            if shown(student) != student or len(student) > intake.IDENTIFIER:
                raise intake.Unreadable(say("grade-odd-name", most=intake.IDENTIFIER))
            folder = intake.gather(self.book.folder("submitted", student), self._ignored)
            digest, notes = folder.digest, folder.notes
            submission = intake.read(folder, self.chapter)
            notes = submission.notes
            timestamp = None
            try:
                timestamp = self.book.timestamp(submission.files.get("timestamp.txt"))
            except (ValueError, OverflowError):
                notes = (*notes, say("grade-timestamp"))
            cleaned = self.book.before(student, submission.notebook)
            intake.give_ids(cleaned.cells)  # nbgrader's own cells have none
            plain = json.loads(json.dumps(cleaned))
            notebook = _nodes(plain)
            self.engine.mark(plain, self.chapter)
        except intake.Unreadable as why:
            task = _Task(student, digest, None, {}, notes, None, started)
            self._enter(task, UNREADABLE, (str(why),))
            return None
        except Exception as error:  # nbgrader's own step went wrong: no fault of the student
            task = _Task(student, digest, None, {}, notes, None, started)
            self._enter(task, INFRASTRUCTURE, (_sentence(error),))
            return None
        ours = [*self.source_files, f"{self.chapter.name}.ipynb"]
        files = {**_beside(submission.files, ours), **self.source_files}
        return _Task(student, digest, (notebook, plain), files, notes, timestamp, started)

    # --- what comes back ----------------------------------------------------------------------

    def _finish(self, task: _Task, executed: dict) -> None:
        """Enters a submission that was run: gradebook, folder, journal, in this order."""
        notebook, sent = task.notebook
        found = executed["metadata"]["course"]
        for mine, asked, theirs in zip(
            notebook.cells, sent["cells"], executed["cells"], strict=True
        ):
            if mine.cell_type == "code":
                if asked["source"] != theirs["source"]:
                    raise ValueError("cells")
                mine.outputs = _nodes(theirs["outputs"])
                mine.execution_count = theirs["execution_count"]
        review = None
        if found["outcome"] == REVIEW:
            named = {
                one
                for one in found["checks"]
                if any(r.startswith(f"{one}:") for r in found["reasons"])
            }
            review = named or set(found["checks"])
        made = self._unfinished / f"{os.getpid()}-new"
        shutil.rmtree(made, ignore_errors=True)
        before = self.before.get(task.student)
        flagged = before is not None and before.outcome == REVIEW
        with self.book.after(task.student, notebook, task.timestamp, review, flagged) as kept:
            self._agree(kept, found["checks"])
            self._write(made, kept, task.files)
        self._put(made, self.book.folder("autograded", task.student))
        checks = {
            name: [
                c["points"],
                c["state"],
                c["key"],
                (c["message"].splitlines() or [""])[0][:SHOWN],
            ]
            for name, c in found["checks"].items()
        }
        notes = (*task.notes, *found.get("notes", ()))
        reasons = tuple(found["reasons"])
        self._enter(task, REVIEW if review is not None else GRADED, reasons, notes, checks)

    @staticmethod
    def _agree(notebook: Any, checks: dict[str, dict]) -> None:
        """Does nbgrader see the points that were given? An error here is ours, and no zero."""
        from nbgrader.utils import determine_grade, is_grade, is_solution

        for cell in notebook.cells:
            if is_grade(cell) and not is_solution(cell):
                name = cell.metadata.nbgrader["grade_id"]
                if determine_grade(cell)[0] != checks[name]["points"]:
                    raise ValueError(say("grade-disagree", cell=name))

    @property
    def _unfinished(self) -> Path:
        folders = self.book.folders
        return Path(folders.root) / folders.autograded_directory / UNFINISHED

    def _write(self, folder: Path, notebook: Any, files: dict[str, bytes]) -> None:
        """The folder that nbgrader's Formgrader reads."""
        import nbformat

        name = f"{self.chapter.name}.ipynb"
        text = nbformat.writes(notebook, version=nbformat.NO_CONVERT) + "\n"
        for path, content in {**files, name: text.encode()}.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod(self.book.permissions)

    def _put(self, made: Path, target: Path) -> None:
        """Puts a folder in its place in one step, whatever is there."""
        old = self._unfinished / f"{os.getpid()}-old"
        shutil.rmtree(old, ignore_errors=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_symlink() or target.is_file():
            target.unlink()
        if target.is_dir():
            os.rename(target, old)
        os.rename(made, target)
        shutil.rmtree(old, ignore_errors=True)

    def _enter(
        self,
        task: _Task,
        outcome: str,
        reasons: tuple[str, ...],
        notes: tuple[str, ...] | None = None,
        checks: dict[str, list] | None = None,
    ) -> None:
        notes = task.notes if notes is None else notes
        if outcome in (UNREADABLE, INFRASTRUCTURE) and task.student in self.graded:
            notes = (*notes, say("grade-earlier"))
        self.journal.add(
            Entry(
                student=task.student,
                submission=task.digest,
                chapter=self.digest,
                outcome=outcome,
                reasons=reasons,
                notes=notes,
                checks=checks or {},
                seconds=round(time.monotonic() - task.started, 3),
                at=datetime.now(UTC).isoformat(timespec="seconds"),
            )
        )
        if outcome != GRADED:
            self.bar.write(f"{outcome}: {shown(task.student)}: {shown(' '.join(reasons))}")
        self.bar.update(1)

    # --- feedback -----------------------------------------------------------------------------

    def _feedback(self, students: list[str]) -> None:
        from course_utils.grading import feedback

        entries = self.journal.entries
        graded = [s for s in students if s in entries and entries[s].has_points]
        feedback.write(self.book, graded, self.args.jobs or default_workers())


def _beside(files: dict[str, bytes], ours: list[str]) -> dict[str, bytes]:
    """The files that can lie beside ours: no file where one of ours needs a folder, or the other
    way round."""
    return {
        name: content
        for name, content in files.items()
        if not any(one.startswith(f"{name}/") or name.startswith(f"{one}/") for one in ours)
    }


def _execute_here(execute: Callable, mode: str, notebook: dict, files: dict, limits: Any) -> dict:
    return execute(notebook, files, limits, mode)


def _execute_there(
    execute: Callable,
    choose_mode: Callable,
    allow_open: bool,
    notebook: dict,
    files: dict,
    limits: Any,
) -> dict:
    """On a worker of a scheduler, which may be another machine: the best mode is its own."""
    return execute(notebook, files, limits, _mode(choose_mode, allow_open))


@functools.lru_cache(maxsize=4)
def _mode(choose_mode: Callable, allow_open: bool) -> str:
    return choose_mode(allow_open)[0]


def _nodes(plain: Any) -> Any:
    """A copy of JSON values in nbformat's classes."""
    import nbformat

    return nbformat.from_dict(plain)


def _sentence(error: BaseException) -> str:
    text = " ".join(str(error).split())[:SHOWN]
    kind = type(error).__name__
    if kind in ("InfrastructureError", "TimeoutError", "CourseError") and text:
        return text
    return say("grade-lost", error=f"{kind}: {text}" if text else kind)
