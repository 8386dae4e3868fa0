"""Where the course lies, and how its files are read and written without loss."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from datetime import date
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
COURSE = PACKAGE.parent
# Where this reader's own files lie: notebooks, START.md, progress, caches. The course's folder itself,
# but where one installation serves many (docs/teaching.md) a folder of theirs.
WORKPLACE = Path(os.environ.get("COURSE_FOLDER") or COURSE).expanduser().resolve()
LAB = "_lab"  # ends the name of a notebook of measurements, without exercises, beside its chapter
# Packages of course_utils that the copy for a class lacks (`release --zip`).
NOT_FOR_A_CLASS = ("authoring", "book", "grading")


def course_folder() -> Path:
    """The course's folder: the nearest one upwards of here that holds `solutions` or `notebooks`
    beside `nbgrader_config.py`, otherwise the reader's own."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "nbgrader_config.py").is_file():
            return folder
    return WORKPLACE


def in_git(course: Path, path: Path) -> bytes | None:
    """The committed content of a file, None where there is none."""
    name = path.relative_to(course).as_posix()
    try:
        shown = subprocess.run(
            ["git", "-C", str(course), "show", f"HEAD:./{name}"], capture_output=True
        )
    except OSError:
        return None
    return shown.stdout if shown.returncode == 0 else None


def keep_copy(path: Path) -> Path:
    """Copies a notebook to `<name>.kept-<date>.ipynb` beside it, or `<name>.kept-<date>-<n>.ipynb`
    where that is taken."""
    kept = f"{path.stem}.kept-{date.today().isoformat()}"
    copy, number = path.with_name(f"{kept}{path.suffix}"), 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{kept}-{number}{path.suffix}")
    shutil.copy2(path, copy)
    return copy


def write_whole(path: Path, content: bytes) -> None:
    """Replaces a file in one step, so that no reader and no crash meets half of it."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with open(handle, "wb") as file:
            file.write(content)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
