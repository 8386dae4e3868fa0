"""Reads a chapter's notebook: its set-up cells, its exercises, its thought questions.

How an exercise is written: the answer cell's `grade_id` is the function's name, the check cells'
are `check_<name>` and `hidden_<name>`; the Markdown around them has the cell ids
`<name>-task` and `<name>-hints`, with dashes for underscores. Cells that every exercise of the
chapter needs (imports, constants) carry the tag `setup`.
"""

from __future__ import annotations

import json
import re
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from traitlets.log import get_logger

from course_utils.messages import CourseError, say

CHECK, HIDDEN = "check", "hidden"  # how the `grade_id` of a check cell begins
# What stands in place of a solution; the same as `ClearSolutions.code_stub` in nbgrader_config.py.
STUB = ("# Write your code here.", "raise NotImplementedError")
_POINTS = re.compile(
    r"\*Difficulty (?P<difficulty>\d) of 5 · (?P<minutes>\d+) minutes?"
    r" · (?P<points>\d+(?:\.\d+)?) points?\*"
)


@dataclass(frozen=True)
class CheckCell:
    """A cell that decides about points: `grade_id`, its code, and the most it can give."""

    grade_id: str
    source: str
    points: float

    @property
    def is_hidden(self) -> bool:
        return judged(self.grade_id)[0] == HIDDEN


@dataclass(frozen=True)
class Exercise:
    """One exercise. `task` and `hints` are Markdown cells, None where the notebook has none."""

    name: str
    answer: NotebookNode
    check: CheckCell
    hidden: CheckCell | None
    task: NotebookNode | None
    hints: NotebookNode | None

    @property
    def checks(self) -> tuple[CheckCell, ...]:
        return (self.check,) if self.hidden is None else (self.check, self.hidden)

    @property
    def points(self) -> float:
        return sum(check.points for check in self.checks)


@dataclass(frozen=True)
class Question:
    """A thought question: a Markdown answer (`cell`) that a person grades. `parts`: how many numbered
    questions the cell above it asks, 1 where they have no numbers."""

    name: str
    cell: NotebookNode
    points: float
    parts: int


@dataclass(frozen=True)
class Assignment:
    """A chapter's notebook as the graders see it."""

    name: str
    path: Path
    notebook: NotebookNode
    setup: tuple[str, ...]
    exercises: dict[str, Exercise]
    questions: tuple[Question, ...]


# --- where things are -----------------------------------------------------------------------------


def assignment_names(folder: Path) -> list[str]:
    """Names of the chapters in `solutions/` or `notebooks/`, in order."""
    return sorted(path.parent.name for path in folder.glob("*/*.ipynb") if _is_chapter(path))


def _is_chapter(path: Path) -> bool:
    return path.stem == path.parent.name and not path.name.startswith(".")


def notebook_path(folder: Path, name: str) -> Path:
    """The path of chapter `name` in `folder`; CourseError lists the chapters when it is unknown.

    A path or a file name in place of the name is understood, as a shell completes it.
    """
    known = assignment_names(folder)
    name = Path(name).stem if name.endswith(".ipynb") else Path(name).name
    if name not in known:
        there = ", ".join(known) or say("assignment-none", folder=folder.name)
        raise CourseError(say("assignment-unknown", name=name, known=there))
    return folder / name / f"{name}.ipynb"


# --- reading --------------------------------------------------------------------------------------


def read_notebook(path: Path) -> NotebookNode:
    """The notebook in a file, as nbformat 4; a CourseError says what is wrong with the file."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise CourseError(say("notebook-missing", path=path)) from None
    except UnicodeDecodeError:
        raise CourseError(say("notebook-not-json", path=path, line=1)) from None
    except OSError as error:
        raise CourseError(say("notebook-unreadable", path=path, why=error.strerror)) from None
    try:
        json.loads(text)
    except ValueError as error:
        line = getattr(error, "lineno", 1)
        raise CourseError(say("notebook-not-json", path=path, line=line)) from None
    # nbformat remarks on small faults that it mends itself, as two cells with one id.
    log: Any = get_logger()
    log.disabled, before = True, log.disabled
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            notebook = nbformat.reads(text, as_version=4)
    except Exception:  # nbformat raises many kinds for JSON that is no notebook
        raise CourseError(say("notebook-invalid", path=path)) from None
    finally:
        log.disabled = before
    cells = notebook.get("cells")
    if not isinstance(cells, list) or not all(_is_cell(cell) for cell in cells):
        raise CourseError(say("notebook-invalid", path=path))
    return notebook


def _is_cell(cell: object) -> bool:
    return (
        isinstance(cell, NotebookNode)
        and isinstance(cell.get("cell_type"), str)
        and isinstance(cell.get("source"), str)
        and isinstance(cell.get("metadata"), dict)
    )


def nbgrader_metadata(cell: NotebookNode) -> dict:
    """The cell's nbgrader metadata, {} where it has none."""
    data = cell.metadata.get("nbgrader")
    return data if isinstance(data, dict) else {}


def grade_id(cell: NotebookNode) -> str:
    """The cell's nbgrader id, "" where it has none."""
    found = nbgrader_metadata(cell).get("grade_id")
    return found if isinstance(found, str) else ""


def judged(of: str) -> tuple[str, str]:
    """What the cell with this `grade_id` is and which exercise it judges, as ("check", "causal_mask")
    or ("hidden", "causal_mask"); ("", "") where it judges none."""
    kind, _, name = of.partition("_")
    return (kind, name) if kind in (CHECK, HIDDEN) else ("", "")


def cells_by_grade_id(notebook: NotebookNode) -> dict[str, list[NotebookNode]]:
    """grade_id -> the cells that carry it, in the notebook's order."""
    found: dict[str, list[NotebookNode]] = {}
    for cell in notebook.cells:
        if grade_id(cell):
            found.setdefault(grade_id(cell), []).append(cell)
    return found


def setup_cells(notebook: NotebookNode) -> tuple[str, ...]:
    """The code of the cells with the tag `setup`."""
    return tuple(
        cell.source
        for cell in notebook.cells
        if cell.cell_type == "code" and "setup" in _tags(cell)
    )


def _tags(cell: NotebookNode) -> list:
    tags = cell.metadata.get("tags")
    return tags if isinstance(tags, list) else []


def is_written(cell: NotebookNode) -> bool:
    """Whether a learner writes this code cell, be it graded by checks or by a person."""
    return cell.cell_type == "code" and bool(nbgrader_metadata(cell).get("solution"))


def is_answer(cell: NotebookNode) -> bool:
    """Whether a learner writes this code cell, and checks grade it."""
    return is_written(cell) and not nbgrader_metadata(cell).get("grade")


def read_assignment(path: Path) -> Assignment:
    """The chapter in a notebook as its authors wrote it.

    Raises CourseError: not a notebook, an id twice, or an exercise without its check.
    """
    notebook = read_notebook(path)
    by_id = cells_by_grade_id(notebook)
    for name, cells in by_id.items():
        if len(cells) > 1:
            raise CourseError(say("cell-duplicated", path=path, cell=name))
    by_cell_id = {cell.get("id"): cell for cell in notebook.cells}
    exercises, questions = {}, []
    for name, (cell,) in by_id.items():
        data = nbgrader_metadata(cell)
        if is_answer(cell):
            exercises[name] = _exercise(name, cell, by_id, by_cell_id, path)
        elif cell.cell_type == "markdown" and data.get("grade"):
            above = notebook.cells[max(0, notebook.cells.index(cell) - 1)]
            parts = max(1, len(numbered(above.source)))
            questions.append(Question(name, cell, _points(cell), parts))
        else:
            _, exercise = judged(name)
            if exercise and exercise not in by_id:
                raise CourseError(say("cell-missing", path=path, cell=exercise))
    return Assignment(path.stem, path, notebook, setup_cells(notebook), exercises, tuple(questions))


def _exercise(
    name: str, answer: NotebookNode, by_id: dict, by_cell_id: dict, path: Path
) -> Exercise:
    slug = name.replace("_", "-")
    if f"check_{name}" not in by_id:
        raise CourseError(say("cell-missing", path=path, cell=f"check_{name}"))
    check = _check_cell(by_id[f"check_{name}"][0])
    hidden = None
    if f"hidden_{name}" in by_id:
        hidden = _check_cell(by_id[f"hidden_{name}"][0])
    elif check.points:
        raise CourseError(say("cell-missing", path=path, cell=f"hidden_{name}"))
    task, hints = by_cell_id.get(f"{slug}-task"), by_cell_id.get(f"{slug}-hints")
    return Exercise(name, answer, check, hidden, task, hints)


def _check_cell(cell: NotebookNode) -> CheckCell:
    return CheckCell(grade_id(cell), cell.source, _points(cell))


def _points(cell: NotebookNode) -> float:
    """Points in the metadata; 0 for a cell that gives none."""
    data = nbgrader_metadata(cell)
    points = data.get("points", 0) if data.get("grade") else 0
    return float(points) if isinstance(points, (int, float)) else 0.0


def announced(task: NotebookNode) -> dict[str, float] | None:
    """difficulty, minutes and points in the task's line, None where it has no such line."""
    found = _POINTS.search(task.source)
    return found and {key: float(value) for key, value in found.groupdict().items()}


def numbered(text: str) -> list[str]:
    """The lines of a Markdown text that begin an item of a numbered list."""
    return re.findall(r"^ {0,3}\d+[.)] .*$", text, re.MULTILINE)


def stub_of(answer: str) -> str:
    """The answer cell as a learner gets it: the body between the markers is not written yet."""
    lines, inside = [], False
    for line in answer.split("\n"):
        if "BEGIN SOLUTION" in line:
            inside = True
            lines += [line[: len(line) - len(line.lstrip())] + text for text in STUB]
        elif "END SOLUTION" in line:
            inside = False
        elif not inside:
            lines.append(line)
    return "\n".join(lines)
