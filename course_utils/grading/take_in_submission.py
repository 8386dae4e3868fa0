"""Takes in one submission: finds its notebook, keeps of it what a grade depends on, and makes it
ready to run.

A submission may hold anything. Links are not followed and only ordinary files are read, up to a
size; what cannot be read as this chapter's notebook is `Unreadable`, with one sentence that says
why. What comes out is a valid notebook made of text, and of metadata that come from the chapter.
"""

from __future__ import annotations

import copy
import fnmatch
import hashlib
import json
import os
import re
import stat
import time
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
from nbformat import NotebookNode

from course_utils.checks.assignments import Assignment, grade_id, nbgrader_metadata
from course_utils.grading.safe_markdown import harmless
from course_utils.messages import say

if TYPE_CHECKING:
    from course_utils.grading.gradebook import Book

NOTEBOOK = 100 * 2**20  # bytes of a notebook's file, with its outputs
TEXT = 5 * 2**20  # bytes that are left of it without them
FILES = 32 * 2**20  # bytes of all other files of a submission
COUNT = 500  # of files
DEPTH = 8  # of folders in folders
CELLS = 5_000  # of a notebook
CELL = 500_000  # characters of one cell, which nbconvert needs minutes and gigabytes to show
IDENTIFIER = 128  # characters of a student's name in nbgrader's gradebook
# What computers put beside files: no part of a submission.
LITTER = (".ipynb_checkpoints", "__MACOSX", "._*", ".DS_Store", "Thumbs.db", "desktop.ini")

# Control characters, line and paragraph separators, changes of direction, halves of pairs.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_CELL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")


class Unreadable(Exception):
    """This submission cannot be graded as it is; the text is one sentence that says why."""


@dataclass(frozen=True)
class Folder:
    """A submission as it lies there. `files`: path in the folder, with `/` -> content; `notes`:
    sentences about what was left out; `digest`: changes whenever any of it does."""

    files: dict[str, bytes]
    notes: tuple[str, ...]
    digest: str


@dataclass(frozen=True)
class Submission:
    """What is graded: the chapter's notebook of a student, and the other files."""

    notebook: NotebookNode
    files: dict[str, bytes]
    notes: tuple[str, ...]


@dataclass
class Attempt:
    """One attempt to grade a submission, as far as it has come. `digest` and `notes`: of its folder,
    see `Folder`; `notebook`: what nbgrader gets back once it was run; `marked`: the same in plain
    JSON values, as it is run, beside `files`."""

    student: str
    digest: str = ""
    notes: tuple[str, ...] = ()
    timestamp: datetime | None = None
    notebook: NotebookNode = field(default_factory=NotebookNode)
    marked: dict = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    started: float = field(default_factory=time.monotonic)


# --- the files ------------------------------------------------------------------------------------


def gather(folder: Path, ignore: Iterable[str] = ()) -> Folder:
    """Reads the ordinary files of a submission. Unreadable: the folder itself cannot be read."""
    files: dict[str, bytes] = {}
    notes: list[str] = []
    room = FILES
    try:
        if stat.S_ISLNK(os.lstat(folder).st_mode) or os.path.islink(folder.parent):
            raise Unreadable(say("grade-link", name=folder.name))
        for name, entry in _ordinary(folder, (*LITTER, *ignore), notes):
            notebook = name.endswith(".ipynb")
            content = _read(entry.path, NOTEBOOK if notebook else room)
            if content is None:
                notes.append(say("grade-file-large", name=shown(name)))
                content = b"" if notebook else None
            if content is not None:
                files[name] = content
                room -= 0 if notebook else len(content)
    except OSError as error:
        raise Unreadable(say("grade-no-access", why=error.strerror or error)) from None
    digest = hashlib.sha256()
    for name in sorted(files):
        part = name.encode("utf-8", "surrogateescape")
        digest.update(b"%d %d " % (len(part), len(files[name])) + part + files[name])
    digest.update("\n".join(notes).encode())
    return Folder(files, tuple(notes), digest.hexdigest())


def _ordinary(folder: Path, ignore: tuple[str, ...], notes: list[str]):
    """(path in the folder, directory entry) of each ordinary file, folders in order."""
    found = 0
    waiting = [("", str(folder), 0)]
    while waiting:
        prefix, place, depth = waiting.pop(0)
        for entry in sorted(os.scandir(place), key=lambda entry: entry.name):
            name = prefix + entry.name
            if any(fnmatch.fnmatch(entry.name, pattern) for pattern in ignore):
                continue
            if entry.is_symlink():
                notes.append(say("grade-link", name=shown(name)))
            elif entry.is_dir(follow_symlinks=False):
                if depth < DEPTH:
                    waiting.append((name + "/", entry.path, depth + 1))
                else:
                    notes.append(say("grade-file-deep", name=shown(name)))
            elif not entry.is_file(follow_symlinks=False) or _odd(name):
                notes.append(say("grade-file-odd", name=shown(name)))
            elif found == COUNT:
                notes.append(say("grade-files-many", count=COUNT))
                return
            else:
                found += 1
                yield name, entry


def _odd(name: str) -> bool:
    """A name that is no text, or that another system would read as a path."""
    return shown(name) != name or "\\" in name


def _read(path: str, most: int) -> bytes | None:
    """The content of an ordinary file, None if it is longer than `most` bytes."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with open(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:
        if os.fstat(file.fileno()).st_size > most:
            return None
        content = file.read(most + 1)
    return content if len(content) <= most else None


def shown(name: str) -> str:
    """A name or a text as it may be printed: one line, and nothing that steers a terminal."""
    return _STEERING.sub(lambda found: found[0].encode("unicode_escape").decode(), name)


# --- the notebook ---------------------------------------------------------------------------------


def read(folder: Folder, chapter: Assignment) -> Submission:
    """The chapter's notebook in a submission, cleaned. Raises Unreadable."""
    name = f"{chapter.name}.ipynb"
    notes = list(folder.notes)
    if name in folder.files:
        notebook = _notebook(name, folder.files[name], chapter)
    else:
        name, notebook = _misnamed(folder, chapter)
        notes.append(say("grade-name", name=shown(name), wanted=f"{chapter.name}.ipynb"))
    others = {n: content for n, content in folder.files.items() if not n.endswith(".ipynb")}
    return Submission(notebook, others, tuple(notes))


def _misnamed(folder: Folder, chapter: Assignment) -> tuple[str, NotebookNode]:
    """The one notebook that is the chapter's, whatever its name."""
    found, there, problem = {}, [], ""
    for name, content in folder.files.items():
        if name.endswith(".ipynb"):
            there.append(name)
            try:
                found[name] = _notebook(name, content, chapter)
            except Unreadable as why:
                problem = str(why)
    if len(found) == 1:
        return next(iter(found.items()))
    names = ", ".join(map(shown, sorted(found or there)[:5]))
    if found:
        raise Unreadable(say("grade-several", names=names))
    if len(there) == 1:
        raise Unreadable(problem)
    raise Unreadable(
        say("grade-none-fits", names=names) if there else say("grade-none", name=chapter.name)
    )


def _notebook(name: str, content: bytes, chapter: Assignment) -> NotebookNode:
    name = shown(name)
    if not content.strip():
        raise Unreadable(say("grade-empty", name=name))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(say("grade-not-utf8", name=name)) from None
    try:
        data = json.loads(text)
    except ValueError as error:
        line = getattr(error, "lineno", 1)
        raise Unreadable(say("grade-not-json", name=name, line=line)) from None
    except RecursionError:
        raise Unreadable(say("grade-not-notebook", name=name)) from None
    del text
    try:
        cells = [_plain(cell) for cell in _cells(data)]
    except (Exception, RecursionError):  # JSON of any shape, and nbformat's own kinds of error
        raise Unreadable(say("grade-not-notebook", name=name)) from None
    for cell in cells:
        if len(cell.source) > CELL:
            cell.source = "# " + say("grade-cell-large", count=f"{len(cell.source):,}")
    size = sum(len(cell.source.encode()) for cell in cells)
    if len(cells) > CELLS:
        count, most = f"{len(cells):,}", f"{CELLS:,}"
        raise Unreadable(say("grade-notebook-cells", name=name, count=count, most=most))
    if size > TEXT:
        raise Unreadable(say("grade-notebook-large", name=name, size=round(size / 2**20)))
    if not _restore(cells, chapter):
        raise Unreadable(say("grade-not-chapter", name=name))
    ours = {cell.source for cell in chapter.notebook.cells if cell.cell_type == "markdown"}
    for cell in cells:
        if cell.cell_type == "markdown" and cell.source not in ours:
            cell.source = harmless(cell.source, cell.get("attachments", ()))
    give_ids(cells)
    return nbformat.v4.new_notebook(
        cells=cells, metadata=copy.deepcopy(chapter.notebook.metadata), nbformat_minor=5
    )


def _cells(data: dict) -> list[dict]:
    """The cells of a notebook of any format, as those of format 4, without their outputs."""
    major = data["nbformat"]
    if type(major) is not int or major > 4:
        raise ValueError("nbformat")
    if major == 4:
        return data["cells"]
    for sheet in data.get("worksheets", ()):
        for cell in sheet["cells"]:
            if "outputs" in cell:
                cell["outputs"] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return nbformat.convert(nbformat.reader.reads(json.dumps(data)), 4).cells


def _plain(cell: dict) -> NotebookNode:
    """A new cell with the text, the id, the pictures and the grade_id of this one."""
    kind, source = cell["cell_type"], cell["source"]
    if isinstance(source, list):
        source = "".join(source)
    if kind not in ("code", "markdown", "raw") or not isinstance(source, str):
        raise ValueError("cell")
    theirs = cell.get("metadata")
    theirs = theirs if isinstance(theirs, dict) else {}
    metadata = {}
    if isinstance(theirs.get("nbgrader"), dict):
        metadata["nbgrader"] = {"grade_id": theirs["nbgrader"].get("grade_id")}
    made = _new_cell(kind, _text(source), metadata)
    made["id"] = cell["id"] if isinstance(cell.get("id"), str) else None
    if kind == "markdown":
        pictures = _pictures(cell.get("attachments"))
        if pictures:
            made["attachments"] = nbformat.from_dict(pictures)
    return made


def _text(text: str) -> str:
    """As it can be written in UTF-8: half of a surrogate pair becomes a question mark."""
    return text.encode("utf-8", "replace").decode()


def _new_cell(kind: str, source: str, metadata: dict) -> NotebookNode:
    """As nbformat's, which takes longer because it validates each cell: that is done at the end."""
    made = NotebookNode(cell_type=kind, metadata=nbformat.from_dict(metadata), source=source)
    if kind == "code":
        made.update(execution_count=None, outputs=[])
    return made


def _pictures(attachments: object) -> dict[str, dict[str, str]]:
    """A Markdown cell's attachments, as far as they are pictures."""
    if not isinstance(attachments, dict):
        return {}
    found = {
        _text(name): {_text(k): _text(v) for k, v in versions.items() if isinstance(v, str)}
        for name, versions in attachments.items()
        if isinstance(versions, dict)
    }
    size = sum(len(data) for versions in found.values() for data in versions.values())
    return found if size <= TEXT else {}


def _restore(cells: list[NotebookNode], chapter: Assignment) -> bool:
    """Gives the chapter's cells their metadata back, whatever became of it; takes nbgrader's from
    all others. Returns whether any cell of the chapter, or an answer, is there.

    A cell is known by its grade_id, or else by its cell id. Its type is the chapter's, too. An
    answer that stands in a check cell, which nbgrader will overwrite, stays as a cell of its own.
    """
    originals = {grade_id(cell): cell for cell in chapter.notebook.cells if grade_id(cell)}
    by_cell_id = {cell.id: name for name, cell in originals.items()}
    answer = re.compile(rf"^(?:async )?def ({'|'.join(map(re.escape, chapter.exercises))})\b", re.M)
    claimed = {grade_id(cell) for cell in cells} & originals.keys()
    found = bool(claimed)
    for place in range(len(cells) - 1, -1, -1):
        cell = cells[place]
        name = grade_id(cell)
        if name not in originals:
            name = by_cell_id.get(cell.get("id"), "")
            if name in claimed:
                name = ""
        written = bool(chapter.exercises) and bool(answer.search(cell.source))
        found = found or written or bool(name)
        cell.metadata.pop("nbgrader", None)
        if not name:
            continue
        claimed.add(name)
        original = originals[name]
        if cell.cell_type != original.cell_type:
            identifier = cell.get("id")
            cells[place] = _new_cell(original.cell_type, cell.source, cell.metadata)
            cells[place]["id"] = identifier
        data = copy.deepcopy(nbgrader_metadata(original))
        cells[place].metadata["nbgrader"] = data
        if not data.get("solution") and written:
            cells.insert(place, _new_cell("code", cell.source, {}))
    return found


def give_ids(cells: list[NotebookNode]) -> None:
    """An id for each cell that has none, an invalid one, or another cell's."""
    taken: set[str] = set()
    for cell in cells:
        identifier = cell.get("id")
        valid = isinstance(identifier, str) and _CELL_ID.fullmatch(identifier)
        if not valid or identifier in taken:
            identifier = nbformat.v4.new_raw_cell().id
        cell["id"] = identifier
        taken.add(identifier)


# --- ready to run ---------------------------------------------------------------------------------


def make_ready(
    attempt: Attempt,
    book: Book,
    mark: Callable[[dict, Assignment], None],
    source_files: dict[str, bytes],
) -> None:
    """Fills an attempt in: nbgrader cleans the notebook, `mark` says what each cell is, and the
    chapter's own files replace a student's. Raises Unreadable, and whatever a step of nbgrader
    raises: the attempt keeps what was known until then."""
    student = attempt.student
    if shown(student) != student or len(student) > IDENTIFIER:
        raise Unreadable(say("grade-odd-name", most=IDENTIFIER))
    folder = gather(book.folder("submitted", student), book.ignored)
    attempt.digest, attempt.notes = folder.digest, folder.notes
    submission = read(folder, book.chapter)
    attempt.notes = submission.notes
    try:
        attempt.timestamp = book.timestamp(submission.files.get("timestamp.txt"))
    except (ValueError, OverflowError):
        attempt.notes += (say("grade-timestamp"),)
    cleaned = book.before(student, submission.notebook)
    give_ids(cleaned.cells)  # nbgrader's own cells have none
    attempt.marked = json.loads(json.dumps(cleaned))
    attempt.notebook = nbformat.from_dict(attempt.marked)  # a copy, which stays without marks
    mark(attempt.marked, book.chapter)
    ours = [*source_files, f"{book.chapter.name}.ipynb"]
    attempt.files = {**_beside(submission.files, ours), **source_files}


def _beside(files: dict[str, bytes], ours: list[str]) -> dict[str, bytes]:
    """The files that can lie beside ours: no file where one of ours needs a folder, or the other
    way round."""
    return {
        name: content
        for name, content in files.items()
        if not any(one.startswith(f"{name}/") or name.startswith(f"{one}/") for one in ours)
    }
