"""What a run has done, kept so that it can be killed at any moment and go on; and who may run."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from course_utils.files import write_whole
from course_utils.messages import CourseError, say

GRADED, REVIEW, UNREADABLE, INFRASTRUCTURE = (
    "graded",
    "needs review",
    "unreadable",
    "infrastructure error",
)
OUTCOMES = (GRADED, REVIEW, UNREADABLE, INFRASTRUCTURE)


@dataclass(frozen=True)
class Entry:
    """What became of one submission. `submission` and `chapter` are digests of what was graded;
    `checks`: grade_id -> [points, state, message key, first line of the message]; `seconds`: from
    its start to its end."""

    student: str
    submission: str
    chapter: str
    outcome: str
    reasons: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    checks: dict[str, list] = field(default_factory=dict)
    seconds: float = 0.0
    at: str = ""

    @property
    def has_points(self) -> bool:
        return self.outcome in (GRADED, REVIEW)


class Journal:
    """One line for each submission that is done. A line is written after all else is in place, so
    what has none is done again; the last line of a student counts."""

    def __init__(self, path: Path):
        self._path = path
        self.entries: dict[str, Entry] = {}
        try:
            text = path.read_bytes()
        except FileNotFoundError:
            text = b""
        for line in text.splitlines():
            with contextlib.suppress(
                ValueError, TypeError, KeyError, AttributeError
            ):  # the end of a killed run
                data = json.loads(line)
                lists = {key: tuple(data.pop(key)) for key in ("reasons", "notes")}
                entry = Entry(**data, **lists)
                self.entries[entry.student] = entry
        self.at_start = dict(self.entries)  # also what is forgotten since
        self._torn = bool(text) and not text.endswith(b"\n")

    def add(self, entry: Entry) -> None:
        line = json.dumps(asdict(entry)).encode() + b"\n"
        if self._torn:
            line, self._torn = b"\n" + line, False
        with open(self._path, "ab", buffering=0) as file:
            file.write(line)
        self.entries[entry.student] = entry

    def forget(self, students: Iterable[str]) -> None:
        """Takes these students' lines out: they are to be done again, also by a later run."""
        gone = set(students)
        self.entries = {name: one for name, one in self.entries.items() if name not in gone}
        lines = [json.dumps(asdict(entry)) + "\n" for entry in self.entries.values()]
        write_whole(self._path, "".join(lines).encode())
        self._torn = False


@contextlib.contextmanager
def only_run(path: Path) -> Iterator[None]:
    """Holds the lock file of a course. CourseError: another run that is alive holds it.

    The system gives the lock back when its process ends, however it ends.
    """
    with open(path, "a+b") as file:
        try:
            _lock(file)
        except (BlockingIOError, PermissionError):
            file.seek(0)
            who = file.read(200).decode(errors="replace").strip()
            raise CourseError(say("grade-running", who=who)) from None
        file.truncate(0)
        file.write(say("grade-process", process=os.getpid()).encode())
        file.flush()
        yield


def _lock(file) -> None:
    try:
        import fcntl
    except ImportError:  # Windows; a byte far behind the text, which stays readable
        import msvcrt

        file.seek(2**30)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
