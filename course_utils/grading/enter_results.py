"""Enters what became of each submission: gradebook, `autograded/`, journal, in this order.

So a run may be killed at any moment: what the journal does not have, or not as it is now, is done
again.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import nbformat

from course_utils.grading import take_in_submission
from course_utils.grading.autograded import Autograded
from course_utils.grading.journal import (
    GRADED,
    INFRASTRUCTURE,
    REVIEW,
    UNREADABLE,
    Entry,
    Journal,
)
from course_utils.grading.take_in_submission import Attempt
from course_utils.messages import say

if TYPE_CHECKING:
    from course_utils.grading.gradebook import Book, Row

SHOWN = 200  # characters of a reason


class Entering:
    """For one chapter, of which `version` is the digest. `rows`: the gradebook's before the run."""

    def __init__(self, book: Book, journal: Journal, version: str, rows: Iterable[Row]):
        self.autograded = Autograded(book)
        self._book, self._journal, self._version = book, journal, version
        self._had_points = {row.student for row in rows}

    def left(self, students: Iterable[str], rows: Iterable[Row]) -> list[str]:
        """Those whose submission, as it is now, is not in all its places. `rows`: the gradebook's
        of now."""
        have_points = {row.student for row in rows}
        return [student for student in students if not self._is_in_place(student, have_points)]

    def _is_in_place(self, student: str, have_points: set[str]) -> bool:
        entry = self._journal.entries.get(student)
        if entry is None or entry.chapter != self._version or entry.outcome == INFRASTRUCTURE:
            return False
        if entry.has_points and not (student in have_points and self.autograded.has(student)):
            return False
        try:
            folder = take_in_submission.gather(
                self._book.folder("submitted", student), self._book.ignored
            )
        except take_in_submission.Unreadable:
            return False
        return folder.digest == entry.submission

    def enter_graded(self, attempt: Attempt, executed: dict) -> Entry:
        """A submission that was run. Whatever this raises is a fault of ours, and no zero."""
        _take_over_outputs(attempt, executed)
        found = executed["metadata"]["course"]
        review = _checks_to_review(found)
        before = self._journal.at_start.get(attempt.student)
        flagged = before is not None and before.outcome == REVIEW
        with self._book.after(
            attempt.student, attempt.notebook, attempt.timestamp, review, flagged
        ) as kept:
            points = {name: check["points"] for name, check in found["checks"].items()}
            self._book.confirm(kept, points)
            self.autograded.make(kept, attempt.files)
        self.autograded.put(attempt.student)
        checks = {
            name: [
                check["points"],
                check["state"],
                check["key"],
                (check["message"].splitlines() or [""])[0][:SHOWN],
            ]
            for name, check in found["checks"].items()
        }
        notes = (*attempt.notes, *found.get("notes", ()))
        outcome = GRADED if review is None else REVIEW
        return self._enter(attempt, outcome, found["reasons"], notes, checks)

    def enter_unreadable(self, attempt: Attempt, why: take_in_submission.Unreadable) -> Entry:
        return self._enter_without_points(attempt, UNREADABLE, str(why))

    def enter_lost(self, attempt: Attempt, error: BaseException) -> Entry:
        """A submission that a fault of ours kept from being graded."""
        return self._enter_without_points(attempt, INFRASTRUCTURE, _sentence(error))

    def _enter_without_points(self, attempt: Attempt, outcome: str, reason: str) -> Entry:
        notes = attempt.notes
        if attempt.student in self._had_points:
            notes = (*notes, say("grade-earlier"))
        return self._enter(attempt, outcome, [reason], notes, {})

    def _enter(
        self,
        attempt: Attempt,
        outcome: str,
        reasons: Sequence[str],
        notes: Sequence[str],
        checks: dict[str, list],
    ) -> Entry:
        entry = Entry(
            student=attempt.student,
            submission=attempt.digest,
            chapter=self._version,
            outcome=outcome,
            reasons=tuple(reasons),
            notes=tuple(notes),
            checks=checks,
            seconds=round(time.monotonic() - attempt.started, 3),
            at=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        self._journal.add(entry)
        return entry


def _take_over_outputs(attempt: Attempt, executed: dict) -> None:
    """Gives the attempt's notebook the outputs of its run."""
    for mine, asked, theirs in zip(
        attempt.notebook.cells, attempt.marked["cells"], executed["cells"], strict=True
    ):
        if mine.cell_type == "code":
            if asked["source"] != theirs["source"]:
                raise ValueError("cells")
            mine.outputs = nbformat.from_dict(theirs["outputs"])
            mine.execution_count = theirs["execution_count"]


def _checks_to_review(found: dict) -> set[str] | None:
    """Those that a reason names, all where none does; None: nobody has to look at them."""
    if found["outcome"] != REVIEW:
        return None
    named = {
        one for one in found["checks"] if any(r.startswith(f"{one}:") for r in found["reasons"])
    }
    return named or set(found["checks"])


def _sentence(error: BaseException) -> str:
    text = " ".join(str(error).split())[:SHOWN]
    kind = type(error).__name__
    if kind in ("InfrastructureError", "TimeoutError", "CourseError") and text:
        return text
    return say("grade-lost", error=f"{kind}: {text}" if text else kind)
