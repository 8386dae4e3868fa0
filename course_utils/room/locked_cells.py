"""`check --repair`: puts a chapter's locked cells back as they were released."""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbformat import NotebookNode

from course_utils.checks.assignments import (
    Assignment,
    grade_id,
    nbgrader_metadata,
    read_notebook,
)
from course_utils.files import keep_copy, write_whole
from course_utils.messages import CourseError, say
from course_utils.room.reset import released


def repair(notebook: NotebookNode, released: NotebookNode) -> NotebookNode:
    """The learner's notebook with the chapter's cells each there once and the locked ones as
    released. All that the learner wrote stays: a copy becomes an ordinary cell."""
    cells = []
    seen: set[str] = set()
    for cell in reversed(notebook.cells):  # the last of several copies counts
        name = grade_id(cell)
        if name in seen:
            cell = nbformat.from_dict(cell)
            for key in ("nbgrader", "deletable", "editable"):
                cell.metadata.pop(key, None)
        elif name:
            seen.add(name)
        cells.insert(0, cell)
    place = 0  # where the next missing cell goes: after the one that precedes it in the release
    for original in released.cells:
        name = grade_id(original)
        if not name:
            ids = [cell.get("id") for cell in cells]
            place = ids.index(original.id) + 1 if original.id in ids else place
        elif name not in seen:
            cells.insert(place, original)
            place += 1
        else:
            at = next(i for i, cell in enumerate(cells) if grade_id(cell) == name)
            if nbgrader_metadata(original).get("locked"):
                cells[at] = original
            place = at + 1
    taken: set[str] = set()
    for cell in cells:
        if cell.get("id") in taken:
            cell.id = nbformat.v4.new_raw_cell().id
        taken.add(cell.get("id"))
    notebook = nbformat.from_dict(notebook)
    notebook.cells = cells
    return notebook


def repair_file(course: Path, path: Path, original: Assignment) -> None:
    """`repair` on a learner's file; the old one is kept beside it. Raises CourseError."""
    notebook = read_notebook(path)
    fresh = nbformat.reads(released(course, original.name).decode(), as_version=4)
    repaired = nbformat.writes(repair(notebook, fresh)) + "\n"
    if repaired.strip() == path.read_text(encoding="utf-8").strip():
        print(say("check-verb-nothing"))
        return
    try:
        kept = keep_copy(path)
        write_whole(path, repaired.encode())
    except OSError as error:
        raise CourseError(say("not-writable", path=path, why=error.strerror)) from None
    print(say("check-verb-repaired", kept=kept.name))
