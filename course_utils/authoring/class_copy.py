"""`release --zip`: the folder that a class gets, as one file.

It holds what a learner needs to set up, read, solve and check, and nothing that judges a class:
no solutions, no tests with their gallery of answers, no history. The notebooks, the pages of `docs/`
and the hunts' files are made from their sources; everything else is as it lies in the course folder,
and nothing there is changed.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from course_utils.files import NOT_FOR_A_CLASS, write_whole
from course_utils.messages import CourseError, say

TOP = "behind-the-mask"  # the folder that the file unpacks to
FILES = (
    *(".gitattributes", ".gitignore", "CITATION.cff", "LICENSE", "Makefile", "environment.yml"),
    *("make.bat", "nbgrader_config.py", "postBuild", "pyproject.toml", "requirements.txt", "start"),
    *("docs/glossary.md", "docs/mask-explorer.png", "docs/setup.md", "docs/what-held.toml"),
)
PAGES = ("docs/checklist.md", "docs/documents-measured.md", "docs/what-held.md")  # of those made
FOLDERS = (".jupyter", "course_utils")
# In these folders made by use, not by authors; .gitignore names the same.
MADE_BY_USE = ("__pycache__", ".ipynb_checkpoints", ".jupyter/lab", ".jupyter/migrated")
LEARNERS_README = Path(__file__).with_name("class_readme.md")
CHAPTERS = "{chapters}\n"  # where the chapter table of README.md stands in it
# The same content gives the same file: no dates, an order, and these two modes.
DATE = (2020, 1, 1, 0, 0, 0)
FILE, PROGRAM = 0o100644, 0o100755


def content(
    course: Path, notebooks: dict[Path, bytes], pages: dict[Path, bytes]
) -> dict[str, bytes]:
    """What the class gets: path -> content. notebooks: path under `notebooks/` -> content, as
    `release` makes them; pages: path in the course -> content, what it makes beside them."""
    found = {name: (course / name).read_bytes() for name in FILES}
    for folder in FOLDERS:
        for path in (course / folder).rglob("*"):
            name = path.relative_to(course).as_posix()
            if path.is_file() and _given_out(name):
                found[name] = path.read_bytes()
    made = {path.as_posix(): text for path, text in pages.items()}
    found |= {name: text for name, text in made.items() if name in found or name in PAGES}
    found |= {f"notebooks/{path.as_posix()}": text for path, text in notebooks.items()}
    found["README.md"] = _readme(course).encode()
    return found


def _given_out(name: str) -> bool:
    around = f"/{name}/"
    left_out = (*MADE_BY_USE, *(f"course_utils/{package}" for package in NOT_FOR_A_CLASS))
    return not any(f"/{one}/" in around for one in left_out) and not name.endswith((".pyc", ".bak"))


def _readme(course: Path) -> str:
    """The learners' first page: their own text around the chapter table of the course's."""
    lines = (course / "README.md").read_text(encoding="utf-8").splitlines(keepends=True)
    start = lines.index("## Chapters\n")
    table = [line for line in lines[start : lines.index("\n", start + 2)] if line.startswith("|")]
    return LEARNERS_README.read_text(encoding="utf-8").replace(CHAPTERS, "".join(table))


def packed(found: dict[str, bytes]) -> bytes:
    """The files as a zip in which they lie in the folder TOP; a script is executable."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(found):
            entry = zipfile.ZipInfo(f"{TOP}/{name}", DATE)
            entry.create_system = 3  # Unix, whose modes the next line speaks of
            entry.external_attr = (PROGRAM if found[name].startswith(b"#!") else FILE) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, found[name])
    return memory.getvalue()


def checked_target(target: Path) -> Path:
    """The path, if a zip may be written there. What is no zip is never replaced. Raises CourseError."""
    if target.suffix != ".zip" or (target.exists() and not target.is_file()):
        raise CourseError(say("class-copy-name", path=target))
    return target


def write(
    course: Path, target: Path, notebooks: dict[Path, bytes], pages: dict[Path, bytes]
) -> str:
    """Writes the zip in one step, over one that is there; returns a sentence. Raises CourseError."""
    try:
        found = content(course, notebooks, pages)
    except OSError as error:
        raise CourseError(
            say("class-copy-source", path=error.filename, why=error.strerror)
        ) from None
    archive = packed(found)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, archive)
    except OSError as error:
        raise CourseError(say("not-writable", path=target, why=error.strerror)) from None
    size = f"{len(archive) / 1e6:.1f}"
    return say("class-copy-written", path=target, files=len(found), size=size, folder=TOP)
