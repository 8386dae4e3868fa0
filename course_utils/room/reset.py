"""`reset`: a fresh copy of a chapter, with the old one kept beside it.

The fresh copy is made from `solutions/`. A class gets the course without that folder; then it is
the copy that `lab` took when it found the notebook untouched, the one in git, or the one in nbgrader's
exchange.
"""

from __future__ import annotations

import argparse
import contextlib
from pathlib import Path

from nbgrader.utils import compute_checksum
from traitlets.config import ConfigFileNotFound, PyFileConfigLoader

from course_utils.checks.assignments import (
    assignment_names,
    nbgrader_metadata,
    notebook_path,
    read_notebook,
)
from course_utils.files import course_folder, in_git, keep_copy, write_whole
from course_utils.messages import CourseError, say

FRESH = Path(".cache") / "fresh"  # <name>/<name>.ipynb, as the chapters were given out


def untouched(path: Path) -> bool:
    """Whether a notebook is as it was released, as far as that can be seen: nothing was run, and
    the cells whose checksum nbgrader noted still have it."""
    try:
        cells = read_notebook(path).cells
    except CourseError:
        return False
    noted = [(cell, nbgrader_metadata(cell).get("checksum")) for cell in cells]
    return not any(cell.get("execution_count") or cell.get("outputs") for cell in cells) and all(
        checksum == compute_checksum(cell) for cell, checksum in noted if checksum
    )


def keep_fresh(course: Path) -> None:
    """Takes a copy of every untouched notebook, where there is no source to make it anew from."""
    given = set(assignment_names(course / "notebooks"))
    for name in given - set(assignment_names(course / "solutions")):
        path = course / "notebooks" / name / f"{name}.ipynb"
        if untouched(path):
            with contextlib.suppress(OSError):
                _keep(_fresh_copy(course, name), path.read_bytes())


def _keep(copy: Path, content: bytes) -> None:
    copy.parent.mkdir(parents=True, exist_ok=True)
    write_whole(copy, content)


def _fresh_copy(course: Path, name: str) -> Path:
    return course / FRESH / name / f"{name}.ipynb"


def _exchange(course: Path) -> Path:
    """Where nbgrader's exchange has the chapters that were handed out; it may not be there."""
    try:
        config = PyFileConfigLoader("nbgrader_config.py", path=str(course)).load_config()
    except ConfigFileNotFound:
        return course / "exchange"
    return Path(config.Exchange.root, config.CourseDirectory.course_id, "outbound")


def as_given_out(course: Path, name: str) -> Path | None:
    """The copy that `keep_fresh` took of a chapter, None where it took none."""
    copy = _fresh_copy(course, name)
    return copy if untouched(copy) else None


def released(course: Path, name: str) -> bytes:
    """The chapter's notebook as released; CourseError where none can be found."""
    if name in assignment_names(course / "solutions"):
        from course_utils.authoring.release import generate  # a class has neither of the two

        return generate(course, [name])[Path(name) / f"{name}.ipynb"]
    copy, path = _fresh_copy(course, name), course / "notebooks" / name / f"{name}.ipynb"
    with contextlib.suppress(OSError):
        if not untouched(copy):
            _keep(copy, in_git(course, path) or b"")
        handed_out = _exchange(course) / name / f"{name}.ipynb"
        if not untouched(copy) and handed_out.is_file():
            _keep(copy, handed_out.read_bytes())
        if untouched(copy):  # what is in git may be a learner's work
            return copy.read_bytes()
    raise CourseError(say("reset-none", name=name, path=path.relative_to(course)))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("assignment", metavar="ASSIGNMENT", help=say("help-reset-assignment"))


def run(args: argparse.Namespace) -> int:
    course = course_folder()
    folders = [course / "solutions", course / FRESH, course / "notebooks"]
    known = [f for f in folders if Path(args.assignment).stem in assignment_names(f)]
    name = notebook_path((known or folders)[-1], args.assignment).stem
    path = course / "notebooks" / name / f"{name}.ipynb"
    fresh = released(course, name)
    shown = path.relative_to(course)
    try:
        if path.is_file() and path.read_bytes() == fresh:
            print(say("reset-nothing", path=shown))
            return 0
        kept = keep_copy(path).name if path.is_file() else None
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, fresh)
    except OSError as error:
        raise CourseError(say("not-writable", path=path, why=error.strerror)) from None
    print(say("reset-done", path=shown))
    if kept:
        print(say("reset-kept", kept=kept))
    print(say("reset-open"))
    return 0
