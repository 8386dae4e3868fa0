"""What a learner has solved, kept in one local file that only grows.

Each run of a visible check appends one line of JSON to `.progress/log.jsonl` in the course folder.
Appending is what keeps it safe: two notebooks can write at once, a crash can spoil only the last
line, and a line that cannot be read is passed over. Nothing leaves the machine.
"""

from __future__ import annotations

import hashlib
import html
import json
import math
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from course_utils.files import LAB, WORKPLACE
from course_utils.messages import say

STATES = ("passed", "failed", "open")
_MINUTES = re.compile(r"^\*Difficulty .*?(\d+) minutes?", re.MULTILINE)


# --- writing --------------------------------------------------------------------------------------


def _log_file() -> Path:
    return WORKPLACE / ".progress" / "log.jsonl"


def record(exercise: str, state: str, points: float, answer: str = "", key: str = "") -> str | None:
    """Notes one run of a visible check; returns None, or one sentence when it could not be saved.

    answer: the text of the answer that was checked, of which only a digest is kept. key: of the
    message that was shown, for a report on a class whose learners hand in their logs.
    Only work in the learner's own folder `notebooks/<assignment>/` counts: a class being graded or
    an author running `solutions/` is not progress. COURSE_PROGRESS=off switches it off.
    """
    try:
        here = Path.cwd()
    except OSError:
        return None
    if here.parent != WORKPLACE / "notebooks" or os.environ.get("COURSE_PROGRESS") == "off":
        return None
    line = {
        "assignment": here.name,
        "exercise": exercise,
        "state": state,
        "points": points,
        "answer": hashlib.sha256(answer.encode()).hexdigest()[:16] if answer else None,
        "key": key or None,
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    log = _log_file()
    try:
        log.parent.mkdir(exist_ok=True)
        # One write of one line: the system appends it whole, whoever else is writing.
        with open(log, "ab", buffering=0) as file:
            start = "\n" if _cut_off(log) else ""
            file.write(f"{start}{json.dumps(line)}\n".encode())
    except OSError:
        return say("progress-not-saved", folder=str(log.parent))
    return None


def _cut_off(log: Path) -> bool:
    """Whether the last line has no end, as after a crash."""
    with open(log, "rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return False
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"


# --- reading --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """One exercise: its best state so far, and what the course announces about it."""

    exercise: str
    state: str
    points: float  # of the visible check
    max_points: float
    minutes: int  # announced
    tries: int  # different answers that were checked, up to the first that passed
    solved: datetime | None  # when it first passed
    last: datetime | None  # when it was last checked


@dataclass(frozen=True)
class Chapter:
    """A chapter's exercises, and the points that only grading gives: hidden checks, questions."""

    name: str
    rows: tuple[Standing, ...]
    graded_points: float

    @property
    def solved(self) -> int:
        return sum(row.state == "passed" for row in self.rows)

    @property
    def points(self) -> float:
        return sum(row.points for row in self.rows)

    @property
    def max_points(self) -> float:
        return sum(row.max_points for row in self.rows)

    @property
    def minutes_left(self) -> int:
        return sum(row.minutes for row in self.rows if row.state != "passed")

    @property
    def last_solved(self) -> datetime | None:
        return max((row.solved for row in self.rows if row.solved), default=None)


def chapters() -> list[Chapter]:
    """Every chapter in `notebooks/` and how its exercises stand, in the notebooks' order; no labs,
    which have none."""
    runs: dict[tuple[str, str], list[dict]] = {}
    for line in _own_lines():
        runs.setdefault((line["assignment"], line["exercise"]), []).append(line)
    found = []
    for notebook in sorted((WORKPLACE / "notebooks").glob("*/*.ipynb")):
        if notebook.stem != notebook.parent.name:  # a copy, or a notebook of the learner's own
            continue
        if notebook.stem.endswith(LAB):
            continue
        try:
            state = notebook.stat()
            exercises, graded = _announced(notebook, state.st_mtime_ns, state.st_size)
        except (OSError, ValueError, KeyError, AttributeError, TypeError):
            continue  # a damaged notebook is reported by `check`, not here
        rows = [_standing(e, runs.get((notebook.stem, e[0]), [])) for e in exercises]
        found.append(Chapter(notebook.stem, tuple(rows), graded))
    return found


def _standing(exercise: tuple[str, float, int], runs: list[dict]) -> Standing:
    name, max_points, minutes = exercise
    tried = [run for run in runs if run["state"] != "open"]
    passed = [run for run in tried if run["state"] == "passed"]
    return Standing(
        name,
        "passed" if passed else "failed" if tried else "open",
        max((run["points"] for run in passed), default=0.0),
        max_points,
        minutes,
        tries(runs),
        passed[0]["time"] if passed else None,
        runs[-1]["time"] if runs else None,
    )


def tries(runs: list[dict]) -> int:
    """How many different answers to an exercise were checked, up to the first that passed."""
    tried = [run for run in runs if run["state"] != "open"]
    first = next((i for i, run in enumerate(tried) if run["state"] == "passed"), len(tried))
    until = tried[: first + 1]
    return len({run.get("answer") or f"unknown {i}" for i, run in enumerate(until)})


def _own_lines() -> list[dict]:
    try:
        return read_lines(_log_file().read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return []


def read_lines(text: str) -> list[dict]:
    """The runs that a log notes, without lines that are damaged."""
    return [line for line in map(_read_line, text.splitlines()) if line]


def _read_line(raw: str) -> dict | None:
    """One line of the log with its time in this computer's time zone; None if it is damaged."""
    try:
        line = json.loads(raw)
        line["time"] = datetime.fromisoformat(line["time"]).astimezone()
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError, OSError):
        return None
    known = all(isinstance(line.get(key), str) for key in ("assignment", "exercise"))
    known = known and all(isinstance(line.get(k), (str, type(None))) for k in ("answer", "key"))
    points = line.get("points")
    number = isinstance(points, (int, float)) and 0 <= points < math.inf
    return line if known and number and line.get("state") in STATES else None


@lru_cache(maxsize=64)
def _announced(
    notebook: Path, changed: int, size: int
) -> tuple[list[tuple[str, float, int]], float]:
    """The exercises of a notebook (name, points of the visible check, minutes) and the points of
    its other graded cells. Read again when the file's time or size has changed."""
    exercises: dict[str, tuple[str, float, int]] = {}
    minutes: dict[str, int] = {}
    graded = 0.0
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        slug, _, part = cell.get("id", "").rpartition("-")
        data = cell["metadata"].get("nbgrader", {})
        points = float(data.get("points", 0)) if data.get("grade") else 0.0
        if part == "task":
            stated = _MINUTES.search("".join(cell["source"]))
            minutes[slug] = int(stated[1]) if stated else 0
        elif part == "check" and slug in minutes and cell["cell_type"] == "code":
            name = slug.replace("-", "_")
            exercises[name] = (name, points, minutes[slug])
        else:
            graded += points
    return list(exercises.values()), graded


# --- showing --------------------------------------------------------------------------------------


def show_time(time: datetime | None) -> str:
    return f"{time:%Y-%m-%d %H:%M}" if time else ""


def show_points(points: float, of: float) -> str:
    return f"{points:g} / {of:g}" if of else "–"


class Progress:
    """How far the learner is: the chapters summed up, then each one's exercises."""

    def __init__(self, found: list[Chapter]):
        self.chapters = found

    @property
    def summary(self) -> list[str]:
        """What is reached in the whole course, and what the figures count; sentences."""
        rows = [row for chapter in self.chapters for row in chapter.rows]
        times = [chapter.last_solved for chapter in self.chapters if chapter.last_solved]
        return [
            say(
                "progress-total",
                solved=sum(chapter.solved for chapter in self.chapters),
                total=len(rows),
                points=f"{sum(row.points for row in rows):g}",
                max_points=f"{sum(row.max_points for row in rows):g}",
                minutes=sum(chapter.minutes_left for chapter in self.chapters),
            ),
            *([say("progress-last", time=show_time(max(times)))] if times else []),
            say("progress-graded", points=f"{sum(c.graded_points for c in self.chapters):g}"),
        ]

    def __repr__(self) -> str:
        lines = [*self.summary, say("progress-counted")]
        for chapter in self.chapters:
            lines += ["", sum_up(chapter)]
            width = max((len(row.exercise) for row in chapter.rows), default=0)
            for row in chapter.rows:
                state, tries = say(f"progress-{row.state}"), say("progress-tries")
                lines.append(f"  {row.exercise:{width}}  {state}  {tries}: {row.tries}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        parts = [f"<p><strong>{html.escape(say('progress-title'))}</strong></p>"]
        parts += [f"<p>{html.escape(sentence)}</p>" for sentence in self.summary]
        chapter_columns = ("chapter", "solved", "points", "minutes", "latest")
        parts.append(_table(chapter_columns, [_cells(chapter) for chapter in self.chapters]))
        for chapter in self.chapters:
            parts.append(f"<details><summary>{html.escape(sum_up(chapter))}</summary>")
            rows = [
                (
                    row.exercise,
                    say(f"progress-{row.state}"),
                    show_points(row.points, row.max_points),
                    str(row.minutes),
                    str(row.tries),
                    show_time(row.solved),
                )
                for row in chapter.rows
            ]
            columns = ("exercise", "state", "points", "announced", "tries", "when")
            parts.append(_table(columns, rows) + "</details>")
        parts.append(f"<p>{html.escape(say('progress-counted'))}</p>")
        return "".join(parts)


def sum_up(chapter: Chapter) -> str:
    """A chapter's state in words."""
    solved, total = chapter.solved, len(chapter.rows)
    return say("progress-sum", name=chapter.name, solved=solved, total=total)


def _cells(chapter: Chapter) -> tuple[str, ...]:
    return (
        chapter.name,
        f"{chapter.solved} / {len(chapter.rows)}",
        show_points(chapter.points, chapter.max_points),
        str(chapter.minutes_left),
        show_time(chapter.last_solved),
    )


def _table(columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """An HTML table; the first cell of a row is its heading."""
    left = 'style="text-align: left"'
    head = "".join(
        f'<th scope="col" {left}>{html.escape(say(f"progress-{name}"))}</th>' for name in columns
    )
    body = "".join(
        f'<tr><th scope="row" {left}><code>{html.escape(first)}</code></th>'
        + "".join(f"<td {left}>{html.escape(cell)}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def progress() -> Progress:
    """How far you are: chapters and exercises, points, minutes left."""
    return Progress(chapters())
