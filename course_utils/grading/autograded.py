"""`autograded/`: for each student the folder that nbgrader's Formgrader reads. It is made aside and
put in its place in one step, so that no reader and no crash meets half of it.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
from nbformat import NotebookNode

if TYPE_CHECKING:
    from course_utils.grading.gradebook import Book

UNFINISHED = ".unfinished"  # in `autograded/`: what is being written; nbgrader does not look there


class Autograded:
    """The folders of one chapter."""

    def __init__(self, book: Book):
        self._book = book
        self._name = f"{book.chapter.name}.ipynb"
        self._aside = Path(book.folders.root) / book.folders.autograded_directory / UNFINISHED
        self._new = self._aside / f"{os.getpid()}-new"
        self._old = self._aside / f"{os.getpid()}-old"

    def has(self, student: str) -> bool:
        return (self._book.folder("autograded", student) / self._name).is_file()

    def answers(self, student: str, exercises: Collection[str]) -> dict[str, str]:
        """exercise -> the text of the student's answer cell, as far as the folder can be read."""
        path = self._book.folder("autograded", student) / self._name
        try:
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        except (OSError, ValueError):
            return {}
        found = {}
        for cell in cells:
            about = cell["metadata"].get("nbgrader")
            name = about.get("grade_id") if isinstance(about, dict) else None
            if isinstance(name, str) and name in exercises:
                found[name] = "".join(cell["source"])
        return found

    def file(self, student: str, name: str) -> bytes | None:
        """A file that was handed in beside the notebook; None where there is none."""
        try:
            return (self._book.folder("autograded", student) / name).read_bytes()
        except OSError:
            return None

    def make(self, notebook: NotebookNode, files: dict[str, bytes]) -> None:
        """Writes a student's folder aside."""
        shutil.rmtree(self._new, ignore_errors=True)
        text = nbformat.writes(notebook, version=nbformat.NO_CONVERT) + "\n"
        for path, content in {**files, self._name: text.encode()}.items():
            target = self._new / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod(self._book.permissions)

    def put(self, student: str) -> None:
        """Puts the folder that was made last in its place, whatever is there."""
        target = self._book.folder("autograded", student)
        shutil.rmtree(self._old, ignore_errors=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_symlink() or target.is_file():
            target.unlink()
        if target.is_dir():
            os.rename(target, self._old)
        os.rename(self._new, target)
        shutil.rmtree(self._old, ignore_errors=True)

    def clear(self) -> None:
        """Takes away what a run left unfinished, this one or another that was killed."""
        shutil.rmtree(self._aside, ignore_errors=True)
