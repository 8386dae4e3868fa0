"""What a learner has solved, kept in one local file that only grows.

Each run of a visible check appends one line of JSON to `.progress/log.jsonl` in the course folder.
Appending is what keeps it safe: two notebooks can write at once, a crash can spoil only the last
line, and a line that cannot be read is passed over. Nothing leaves the machine.
"""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from course_utils.messages import say

COURSE = Path(__file__).resolve().parent.parent
STATES = ("passed", "failed", "open")


def _log_file() -> Path:
    return COURSE / ".progress" / "log.jsonl"


def record(exercise: str, state: str, points: float) -> str | None:
    """Notes one run of a visible check; returns None, or one sentence when it could not be saved.

    Only work in the learner's own folder `notebooks/<assignment>/` counts: a class being graded or
    an author running `solutions/` is not progress. COURSE_PROGRESS=off switches it off.
    """
    try:
        here = Path.cwd()
    except OSError:
        return None
    if here.parent != COURSE / "notebooks" or os.environ.get("COURSE_PROGRESS") == "off":
        return None
    line = {
        "assignment": here.name,
        "exercise": exercise,
        "state": state,
        "points": points,
        "time": datetime.now(timezone.utc).isoformat(timespec="seconds"),
    }
    log = _log_file()
    try:
        log.parent.mkdir(exist_ok=True)
        # One write of one line: the system appends it whole, whoever else is writing.
        with open(log, "ab", buffering=0) as file:
            file.write((json.dumps(line) + "\n").encode())
    except OSError:
        return say("progress-not-saved", folder=str(log.parent))
    return None


@dataclass(frozen=True)
class Standing:
    """One exercise: its best state so far, points of the visible check, and number of tries."""

    assignment: str
    exercise: str
    state: str
    points: float
    tries: int
    solved: str | None  # when it first passed, ISO 8601 in UTC


def standings() -> list[Standing]:
    """Every exercise of the released notebooks and how it stands, in the notebooks' order."""
    runs: dict[tuple[str, str], list[dict]] = {}
    for line in _read_lines():
        runs.setdefault((line["assignment"], line["exercise"]), []).append(line)
    rows = []
    for assignment, exercise in _exercises():
        tried = [run for run in runs.get((assignment, exercise), []) if run["state"] != "open"]
        passed = [run for run in tried if run["state"] == "passed"]
        state = "passed" if passed else "failed" if tried else "open"
        points = max((run["points"] for run in passed), default=0.0)
        solved = passed[0]["time"] if passed else None
        rows.append(Standing(assignment, exercise, state, points, len(tried), solved))
    return rows


def _read_lines() -> list[dict]:
    try:
        text = _log_file().read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    lines = []
    for raw in text.splitlines():
        try:
            line = json.loads(raw)
        except ValueError:
            continue
        if (
            isinstance(line, dict)
            and all(isinstance(line.get(k), str) for k in ("assignment", "exercise", "time"))
            and line.get("state") in STATES
            and isinstance(line.get("points"), (int, float))
        ):
            lines.append(line)
    return lines


def _exercises() -> list[tuple[str, str]]:
    """(assignment, exercise) of every visible check in `notebooks/`."""
    found = []
    for notebook in sorted((COURSE / "notebooks").glob("*/*.ipynb")):
        try:
            cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
            ids = [c.get("metadata", {}).get("nbgrader", {}).get("grade_id", "") for c in cells]
        except (OSError, ValueError, KeyError, AttributeError, TypeError):
            continue  # a damaged notebook is reported by `check`, not here
        found += [(notebook.stem, i.removeprefix("check_")) for i in ids if i.startswith("check_")]
    return found


class Progress:
    """How far the learner is; shows itself as a table."""

    def __init__(self, rows: list[Standing]):
        self.rows = rows

    def _summary(self) -> str:
        solved = sum(row.state == "passed" for row in self.rows)
        return say("progress-total", solved=solved, total=len(self.rows))

    def __repr__(self) -> str:
        width = max((len(row.exercise) for row in self.rows), default=0)
        lines = [
            f"{row.assignment}  {row.exercise:{width}}  {say(f'progress-{row.state}'):8}  "
            f"{say('progress-tries')}: {row.tries}"
            for row in self.rows
        ]
        return "\n".join([self._summary(), *lines])

    def _repr_html_(self) -> str:
        names = ("chapter", "exercise", "state", "tries", "points")
        head = "".join(f'<th scope="col">{html.escape(say(f"progress-{n}"))}</th>' for n in names)
        body = "".join(
            f"<tr><td>{html.escape(row.assignment)}</td>"
            f"<td><code>{html.escape(row.exercise)}</code></td>"
            f"<td>{html.escape(say(f'progress-{row.state}'))}</td>"
            f"<td>{row.tries}</td><td>{row.points:g}</td></tr>"
            for row in self.rows
        )
        return (
            f"<p><strong>{html.escape(say('progress-title'))}</strong> · "
            f"{html.escape(self._summary())}</p>"
            f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )


def progress() -> Progress:
    """A table of the course's exercises: solved, tried, open."""
    return Progress(standings())
