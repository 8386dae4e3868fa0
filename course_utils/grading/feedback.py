"""Feedback pages through nbgrader, several at once, each put in its place in one step."""

from __future__ import annotations

import html
import logging
import os
import re
import secrets
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, as_completed
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from course_utils.files import write_whole
from course_utils.grading.pool import Local
from course_utils.grading.take_in_submission import shown
from course_utils.messages import say

SHOWN = 200  # characters of an error
_NAMELESS = re.compile(r"<img(?![^>]*\salt=)")
# Of a submission that came through nbgrader's exchange: 64 random bytes, which its learner has, too.
_SECRET, _WHEN = "submission_secret.txt", "timestamp.txt"
_A_SECRET = re.compile(rb"[0-9a-f]{128}")
EACH = 25  # pages that take as long as a process needs to import nbgrader


def write(book: Any, students: Sequence[str], jobs: int) -> None:
    """Writes feedback/<student>/<chapter>/<chapter>.html for each of them, as nbgrader does. A page
    that ends its process costs no other: those that were lost with it are made one by one."""
    from tqdm import tqdm

    with tqdm(total=len(students), disable=None, unit="page") as bar:
        for student in _pages(book, students, jobs, bar):
            for _ in _pages(book, [student], 1, bar):
                bar.write(say("feedback-failed", student=shown(student), error=say("grade-ended")))


def _pages(book: Any, students: Sequence[str], jobs: int, bar: Any) -> list[str]:
    """Makes pages side by side; returns whose were lost with a process."""
    course, name, lost = str(book.course), book.chapter.name, []
    pool = Local(min(jobs, 1 + len(students) // EACH))
    try:
        futures = {pool.submit(_page, course, name, student): student for student in students}
        for future in as_completed(futures):
            error = future.exception()
            if isinstance(error, BrokenExecutor):
                lost.append(futures[future])
                continue
            if error is not None:
                why = f"{type(error).__name__}: {error}"[:SHOWN]
                bar.write(say("feedback-failed", student=shown(futures[future]), error=why))
            bar.update(1)
    finally:
        pool.close()
    return sorted(lost)


def _page(course: str, name: str, student: str) -> None:
    converter, exporter, gradebook = _converter(course, name)
    source = Path(converter._format_source(name, student)) / f"{name}.ipynb"
    resources = {
        "unique_key": name,
        "output_files_dir": f"{name}_files",
        "nbgrader": {
            "student": student,
            "assignment": name,
            "notebook": name,
            "db_url": converter.coursedir.db_url,
        },
    }
    with patch("nbconvert.exporters.html.BeautifulSoup", _AsWritten):
        text, _ = exporter.from_filename(str(source), resources=resources)
    gradebook.db.remove()
    target = Path(converter._format_dest(name, student)) / f"{name}.html"
    target.parent.mkdir(parents=True, exist_ok=True)
    write_whole(target, text.encode("utf-8", "replace"))
    _address(source.parent, target.parent)


def _address(graded: Path, folder: Path) -> None:
    """Puts beside a page what `nbgrader release_feedback` makes its name in the exchange from, which
    only its learner can find. It stops for the whole class where that cannot be read, so a submission
    that came another way gets a secret that nobody has."""
    secret, when = (_content(graded / name) for name in (_SECRET, _WHEN))
    known = secret if _A_SECRET.fullmatch(secret) else secrets.token_hex(64).encode()
    write_whole(folder / _SECRET, known)
    write_whole(folder / _WHEN, when.decode("ascii", "ignore").encode())


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


class _AsWritten:
    """Stands for BeautifulSoup, with which nbconvert reads each page that it has written once more:
    to let cells in JupyterLab's look take the focus, which feedback pages do not have, and to give
    pictures a text. The second is done here, in a third of the time of a page."""

    def __init__(self, page: str, features: str):
        self._page = _NAMELESS.sub(f'<img alt="{html.escape(say("feedback-picture"))}"', page)

    def select(self, _: str) -> list:
        return []

    def __str__(self) -> str:
        return self._page


@lru_cache(maxsize=1)
def _converter(course: str, name: str) -> tuple[Any, Any, Any]:
    """nbgrader's converter, its exporter, and the gradebook, made once in each process."""
    from nbgrader.converters import GenerateFeedback
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import PyFileConfigLoader

    from course_utils.grading.gradebook import OneGradebook, patient, share, steps_of

    os.chdir(course)
    config = PyFileConfigLoader("nbgrader_config.py", path=course).load_config()
    log = logging.Logger("feedback", logging.CRITICAL)
    log.addHandler(logging.NullHandler())
    folders = CourseDirectory(config=config, log=log, assignment_id=name)
    converter = GenerateFeedback(coursedir=folders, config=config, log=log)
    exporter = converter.exporter_class(parent=converter, config=converter.config)
    made = steps_of(converter.preprocessors, exporter)
    for step in made:
        exporter.register_preprocessor(step)
    gradebook = OneGradebook(patient(folders.db_url), folders.course_id)
    share(gradebook, made)
    return converter, exporter, gradebook
