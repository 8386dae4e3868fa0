"""How long a learner waits for `check`, beside nbgrader's own answer to the same question, on the
same solved notebook: the first time, and again when one answer has changed."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import nbformat

from benchmarks.rows import Row, timed
from course_utils.checks.assignments import grade_id, is_answer
from course_utils.files import COURSE

NAMES = ("02_masking", "04_families", "05_decoding")


def rows() -> Iterator[Row]:
    for name in NAMES:
        with tempfile.TemporaryDirectory() as temporary:
            course = Path(temporary)
            for folder in ("solutions", "notebooks"):
                shutil.copytree(COURSE / "solutions" / name, course / folder / name)
            shutil.copy(COURSE / "nbgrader_config.py", course)
            notebook = course / "notebooks" / name / f"{name}.ipynb"
            first = timed(course, ["course_utils", "check", name])
            change_one_answer(notebook)
            again = timed(course, ["course_utils", "check", name])
            peer = timed(course, ["nbgrader", "validate", str(notebook)])
        for what, took in (("first", first), ("one answer changed", again)):
            label = f"check {name}, {what}"
            yield Row(label, "s", took.seconds, "nbgrader validate", peer.seconds)


def change_one_answer(path: Path) -> None:
    notebook = nbformat.read(path, 4)
    cell = next(cell for cell in notebook.cells if is_answer(cell) and grade_id(cell))
    cell.source += "\n# another line"
    nbformat.write(notebook, path)
