"""The verdict of one check on an answer, and how it crosses from a process that is not believed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from course_utils.checks.assignments import CheckCell
from course_utils.messages import say

if TYPE_CHECKING:
    from course_utils.checks.check import Result

STATES = ("passed", "failed", "open")
_LONGEST = 20_000  # characters of a message


@dataclass(frozen=True)
class Verdict:
    """What one check cell gave: `state` is one of STATES, `key` a key of the message table."""

    grade_id: str
    points: float
    max_points: float
    state: str
    key: str
    message: str

    @property
    def passed(self) -> bool:
        return self.state == "passed"

    def told(self) -> list[Any]:
        """What `believed` makes a verdict of again, with the check that it is of."""
        return [self.points, self.state, self.key, self.message[:_LONGEST]]


def believed(told: Any, cell: CheckCell) -> Verdict | None:
    """A verdict that another process told, None unless each type and bound is right."""
    if type(told) is not list or len(told) != 4:
        return None
    points, state, key, message = told
    right = (
        type(points) in (float, int)
        and 0 <= points <= cell.points
        and state in STATES
        and (cell.points == 0 or (state == "passed") == (points == cell.points))
        and isinstance(key, str)
        and isinstance(message, str)
    )
    if not right:
        return None
    return Verdict(cell.grade_id, float(points), cell.points, state, key, message)


def judged(value: Any, cell: CheckCell, genuine: type[Result]) -> Verdict:
    """Points of a check cell's result: those of `Check`, or a plain number from 0 to the maximum.

    nbgrader gives full points to a result that is no number, to NaN and to a negative one; none of
    them is worth anything here.
    """
    if type(value) is genuine and value.state in STATES:
        points, state, key, message = float(value), value.state, value.key, value.message
        if cell.points == 0:  # an ungraded exercise
            points = 0.0
    elif type(value) in (int, float):
        points, state, key, message = float(value), "failed", "check-plain-number", str(value)
        if points == cell.points:
            state = "passed"
    else:
        return no_points(cell, "check-no-number", kind=type(value).__name__)
    if not 0 <= points <= cell.points:  # false for NaN too
        return no_points(cell, "check-not-points", got=repr(points), points=f"{cell.points:g}")
    return Verdict(cell.grade_id, points, cell.points, state, key, message)


def no_points(cell: CheckCell, key: str, **fields: object) -> Verdict:
    """A failed check, with the message of this key."""
    return without_points(cell, "failed", key, say(key, **fields))


def without_points(cell: CheckCell, state: str, key: str, message: str) -> Verdict:
    return Verdict(cell.grade_id, 0.0, cell.points, state, key, message)
