"""nbgrader's side of grading: its gradebook, its steps before and after a notebook is run.

nbgrader opens the gradebook anew in each step and commits each cell. Here its own steps share one
connection, and all that is written for a submission is one transaction: a run that is killed leaves
no half of a submission, and the time for each stays short.
"""

from __future__ import annotations

import contextlib
import copy
import datetime
import hashlib
import json
import logging
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import nbformat
from nbformat import NotebookNode
from nbgrader.api import Assignment as AssignmentRow
from nbgrader.api import (
    BaseCell,
    Grade,
    Gradebook,
    MissingEntry,
    Notebook,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.converters import Autograde, GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.nbgraderformat import common as metadata_format
from nbgrader.preprocessors import Execute, SaveCells
from nbgrader.utils import (
    determine_grade,
    find_all_files,
    is_grade,
    is_locked,
    is_solution,
    is_task,
    parse_utc,
)
from sqlalchemy import make_url, select
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from traitlets.config import PyFileConfigLoader
from traitlets.utils.importstring import import_item

from course_utils.checks.assignments import Assignment, nbgrader_metadata
from course_utils.grading.nbgrader_plugins import FreshNames
from course_utils.messages import CourseError, say

LOCKED = 60  # seconds that SQLite waits for another program that is writing to the gradebook


@dataclass
class Row:
    """A student's points as the gradebook has them. `cells`: grade_id -> points, None where a
    person has not graded yet."""

    student: str
    first_name: str
    last_name: str
    late_penalty: float
    cells: dict[str, float | None] = field(default_factory=dict)


class Book:
    """The gradebook of a course, for one chapter. Only one process may have it open to write.

    Use it in a `with` block. CourseError: the database cannot be opened.
    """

    def __init__(self, course: Path, chapter: Assignment):
        self.course, self.chapter = course, chapter
        loader = PyFileConfigLoader("nbgrader_config.py", path=str(course))
        self.config = loader.load_config()
        # A Ctrl-C in a query is told by SQLAlchemy with a traceback, and by `grade` with a sentence.
        logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL + 1)
        self._log = logging.Logger("grade", logging.CRITICAL)
        self._log.addHandler(logging.NullHandler())
        self.folders = CourseDirectory(
            config=self.config, log=self._log, assignment_id=chapter.name
        )
        try:
            with _ctrl_c_as_itself():
                self._gradebook = OneGradebook(patient(self.folders.db_url), self.folders.course_id)
        except Exception as error:  # a driver that is missing, a server that is away, a wrong file
            raise _unusable(error) from None
        generate = GenerateAssignment(coursedir=self.folders, config=self.config, log=self._log)
        grade = Autograde(coursedir=self.folders, config=self.config, log=self._log)
        self._exclude = grade.exclude_overwriting.get(chapter.name, [])
        self._permissions = int(str(grade.permissions), 8)
        register = steps_of(generate.preprocessors, generate)
        self._save = next(step for step in register if isinstance(step, SaveCells))
        self._register = register[: register.index(self._save)]
        self._clean = steps_of(grade.sanitize_preprocessors, grade)
        rest = steps_of(grade.autograde_preprocessors, grade)
        # Up to Execute, they prepare the run. FreshNames guards checks in a student's kernel, and
        # here checks run elsewhere.
        runs = [place for place, step in enumerate(rest) if isinstance(step, Execute)]
        start = runs[0] if runs else 0
        self._clean += [step for step in rest[:start] if not isinstance(step, FreshNames)]
        self._finish = rest[start + len(runs[:1]) :]
        self._patched = share(self._gradebook, (*register, *self._clean, *self._finish))
        metadata_format.jsonschema = SimpleNamespace(validate=_validate)

    def __enter__(self) -> Book:
        return self

    def __exit__(self, *_: object) -> None:
        for module in self._patched:
            module.Gradebook = Gradebook
        metadata_format.jsonschema = jsonschema
        self._gradebook.close()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Gradebook]:
        """All or nothing of what is written inside. CourseError: the database does not take it now,
        for another program writes to it, say; that is about all submissions, not about one."""
        with _ctrl_c_as_itself():
            session = self._gradebook.db()
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # SQLAlchemy's remarks on nbgrader's code
                    yield self._gradebook
                    session.commit()
            except OperationalError as error:
                session.rollback()
                raise _unusable(error) from None
            except BaseException:
                session.rollback()
                raise
            finally:
                self._gradebook.db.remove()

    # --- the chapter --------------------------------------------------------------------------

    def register(self) -> str | None:
        """Makes the gradebook know the chapter as its source is now. Returns a sentence when that
        changed something. CourseError: the gradebook's submissions do not fit the source."""
        notebook = copy.deepcopy(self.chapter.notebook)
        resources = self._resources(".")
        try:
            for step in self._register:
                notebook, resources = step(notebook, resources)
        except Exception as error:  # of many kinds, for a source that nbgrader does not take
            why = _short(error).rstrip(".")
            raise CourseError(say("release-nbgrader", name=self.chapter.name, why=why)) from None
        wanted = {
            cell.metadata.nbgrader.grade_id: (cell.cell_type, cell.source, _points(cell))
            for cell in notebook.cells
            if is_grade(cell) or is_solution(cell) or is_locked(cell) or is_task(cell)
        }
        try:
            known = self._known_cells()
        except SQLAlchemyError as error:  # a gradebook of an older nbgrader, for instance
            raise _unusable(error) from None
        if known == wanted:
            return None
        try:
            with self._transaction() as gradebook:
                gradebook.update_or_create_assignment(self.chapter.name)
                self._save(notebook, resources)
        except RuntimeError:  # nbgrader's word for cells that came or went
            cells = ", ".join(sorted(known.keys() ^ wanted.keys()))
            raise CourseError(
                say("grade-cells-changed", name=self.chapter.name, cells=cells)
            ) from None
        except SQLAlchemyError as error:
            raise _unusable(error) from None
        return say("grade-changed" if known else "grade-registered", name=self.chapter.name)

    def _known_cells(self) -> dict[str, tuple[str, str, float | None]]:
        with self._transaction() as gradebook:
            try:
                known = gradebook.find_notebook(self.chapter.name, self.chapter.name)
            except MissingEntry:
                return {}
            points = {cell.name: cell.max_score for cell in known.grade_cells}
            return {
                cell.name: (cell.cell_type, cell.source, points.get(cell.name))
                for cell in known.source_cells
            }

    def source_files(self) -> dict[str, bytes]:
        """The other files of the chapter, which replace a student's of the same name."""
        folder = Path(self.folders.format_path(self.folders.source_directory, ".", "."))
        folder = (folder / self.chapter.name).resolve()
        found = {}
        for path in find_all_files(str(folder), [*self.folders.ignore, "*.ipynb"]):
            name = Path(path).relative_to(folder).as_posix()
            if name not in self._exclude:
                found[name] = Path(path).read_bytes()
        return found

    # --- one submission -----------------------------------------------------------------------

    def students(self) -> tuple[list[str], list[str], list[str]]:
        """Names in `submitted/`, in order: those under which there is this chapter, those without it,
        and folders that are nobody's: hidden ones, and what nbgrader is told to leave out."""
        above = Path(self.folders.root) / self.folders.submitted_directory
        leave_out = set(self.folders.student_id_exclude.split(","))
        there: list[str] = []
        without: list[str] = []
        nobodys: list[str] = []
        for entry in sorted(above.iterdir()) if above.is_dir() else ():
            if not entry.name.startswith(".") and entry.name not in leave_out:
                (there if self._there(entry.name) else without).append(entry.name)
            elif entry.is_symlink() or entry.is_dir():
                nobodys.append(entry.name)
        return there, without, nobodys

    def _there(self, student: str) -> bool:
        folder = self.folder("submitted", student)
        return folder.is_symlink() or folder.is_dir()

    def folder(self, step: str, student: str) -> Path:
        """The folder of a step ("submitted", "autograded", "feedback") for a student."""
        directory = getattr(self.folders, f"{step}_directory")
        return Path(self.folders.format_path(directory, student, self.chapter.name))

    def before(self, student: str, notebook: NotebookNode) -> NotebookNode:
        """nbgrader's cleaning: locked cells as in the source, deleted checks back in their place."""
        resources = self._resources(student)
        with self._transaction():
            for step in self._clean:
                notebook, resources = step(notebook, resources)
        return notebook

    @contextlib.contextmanager
    def after(
        self,
        student: str,
        notebook: NotebookNode,
        timestamp: datetime.datetime | None,
        review: Iterable[str] | None,
        reviewed_before: bool = False,
    ) -> Iterator[NotebookNode]:
        """nbgrader's grading of a notebook that was run. The block gets the notebook to keep; what
        the gradebook is told holds only if the block ends well. `review`: ids of check cells that a
        person must look at, None if there are none; they put up nbgrader's flag, and take it down
        only if a review put it up (`reviewed_before`)."""
        resources = self._resources(student)
        with self._transaction() as gradebook:
            gradebook.update_or_create_student(student)
            when = {} if timestamp is None else {"timestamp": timestamp}
            gradebook.update_or_create_submission(self.chapter.name, student, **when)
            for step in self._finish:
                notebook, resources = step(notebook, resources)
            mine = gradebook.find_submission_notebook(self.chapter.name, self.chapter.name, student)
            if review is not None or reviewed_before:
                mine.flagged = review is not None
            for cell in review or ():
                grade = gradebook.find_grade(cell, self.chapter.name, self.chapter.name, student)
                if grade.manual_score is None:
                    grade.needs_manual_grade = True
            nbformat.validate(notebook)
            yield notebook

    def timestamp(self, text: bytes | None) -> datetime.datetime | None:
        """When it was handed in, as nbgrader's timestamp.txt has it (UTC). ValueError."""
        words = (text or b"")[:200].decode().strip()
        return parse_utc(words) if words else None

    @staticmethod
    def confirm(notebook: NotebookNode, points: Mapping[str, float]) -> None:
        """ValueError: nbgrader sees other points in a notebook than its checks gave (by their
        grade_id). Such an error is ours, and no zero."""
        for cell in notebook.cells:
            if is_grade(cell) and not is_solution(cell):
                name = cell.metadata.nbgrader["grade_id"]
                if determine_grade(cell)[0] != points[name]:
                    raise ValueError(say("grade-disagree", cell=name))

    @property
    def ignored(self) -> tuple[str, ...]:
        """Patterns of names that are no part of a submission."""
        return tuple(self.folders.ignore)

    @property
    def permissions(self) -> int:
        """The mode of files in `autograded/`."""
        return self._permissions

    def _resources(self, student: str) -> dict:
        return {
            "nbgrader": {
                "student": student,
                "assignment": self.chapter.name,
                "notebook": self.chapter.name,
                "db_url": self.folders.db_url,
            },
            "unique_key": self.chapter.name,
            "output_files_dir": f"{self.chapter.name}_files",
        }

    # --- what it holds ------------------------------------------------------------------------

    def rows(self) -> list[Row]:
        """The points of all students who have a submission of this chapter, by name."""
        wanted = (
            select(
                Student.id,
                Student.first_name,
                Student.last_name,
                SubmittedNotebook.late_submission_penalty,
                BaseCell.name,
                Grade.auto_score,
                Grade.manual_score,
                Grade.extra_credit,
                Grade.needs_manual_grade,
            )
            .select_from(Grade)
            .join(BaseCell, BaseCell.id == Grade.cell_id)
            .join(SubmittedNotebook, SubmittedNotebook.id == Grade.notebook_id)
            .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
            .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
            .join(AssignmentRow, AssignmentRow.id == SubmittedAssignment.assignment_id)
            .join(Student, Student.id == SubmittedAssignment.student_id)
            .where(AssignmentRow.name == self.chapter.name, Notebook.name == self.chapter.name)
            .order_by(Student.id)
        )
        found: dict[str, Row] = {}
        with self._transaction() as gradebook:
            for one in gradebook.db.execute(wanted):
                row = found.setdefault(
                    one.id,
                    Row(
                        one.id,
                        one.first_name or "",
                        one.last_name or "",
                        one.late_submission_penalty or 0.0,
                    ),
                )
                score = one.auto_score if one.manual_score is None else one.manual_score
                if score is not None:
                    score += one.extra_credit or 0.0
                row.cells[one.name] = score
        return list(found.values())


class OneGradebook(Gradebook):
    """Stays open when a step closes it; what a step commits is only flushed."""

    def __init__(self, url: str, course_id: str):
        super().__init__(url, course_id)
        self.db.commit = self.db.flush

    def __exit__(self, *_: object) -> None:
        pass


def share(gradebook: OneGradebook, steps: Iterable[Any]) -> list[Any]:
    """Gives the modules of nbgrader's steps this gradebook in place of one that they open, and
    write to, themselves. Returns the modules."""
    names = {cls.__module__ for step in steps for cls in type(step).__mro__}
    found = [sys.modules[n] for n in names if vars(sys.modules[n]).get("Gradebook") is Gradebook]
    for module in found:
        module.Gradebook = lambda *_, **__: gradebook
    return found


def _validate(instance: Any, schema: dict) -> None:
    """As jsonschema.validate, which examines nbgrader's schema anew for each cell."""
    for error in jsonschema.validators.validator_for(schema)(schema).iter_errors(instance):
        raise error


def steps_of(classes: Iterable[Any], parent: Any) -> list[Any]:
    """Instances of nbgrader's preprocessors, which a configuration names or gives."""
    kinds = [import_item(one) if isinstance(one, str) else one for one in classes]
    return [kind(parent=parent) for kind in kinds]


def _points(cell: NotebookNode) -> float | None:
    data = nbgrader_metadata(cell)
    return float(data["points"]) if data.get("grade") else None


def _short(error: Exception) -> str:
    return (
        " ".join(str(getattr(error, "orig", None) or error).split())[:200] or type(error).__name__
    )


def patient(url: str) -> str:
    """SQLite waits longer for another program that is writing, which Formgrader does for moments."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or "timeout" in parsed.query:
        return url
    longer = parsed.update_query_dict({"timeout": str(LOCKED)})
    return longer.render_as_string(hide_password=False)


@contextlib.contextmanager
def _ctrl_c_as_itself() -> Iterator[None]:
    """Where Ctrl-C falls into a commit, an error of SQLAlchemy's tidying up comes out: in its place
    KeyboardInterrupt, which ends a run."""
    try:
        yield
    except Exception as error:
        behind: BaseException | None = error
        while behind is not None and not isinstance(behind, KeyboardInterrupt):
            behind = behind.__cause__ or behind.__context__
        if behind is not None:
            raise KeyboardInterrupt from error
        raise


def _unusable(error: Exception) -> CourseError:
    # SQLite's word, after it has waited.
    key = "grade-gradebook-locked" if "locked" in str(error) else "grade-no-gradebook"
    return CourseError(say(key, why=_short(error)))


def digest(chapter: Assignment, files: dict[str, bytes]) -> str:
    """Changes whenever something changes in the chapter on which a grade depends."""
    cells = [
        [c.cell_type, c.source, c.metadata.get("nbgrader"), c.metadata.get("tags")]
        for c in chapter.notebook.cells
    ]
    made = hashlib.sha256(json.dumps(cells, sort_keys=True).encode())
    for name in sorted(files):
        made.update(f"{name} {len(files[name])} ".encode() + files[name])
    return made.hexdigest()
