"""What students were told on the way to their answers, as far as they hand in their progress logs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from course_utils.checks.progress_log import read_lines, tries

LOG = "log.jsonl"  # beside the notebook: the learner's file of this name from .progress/
MOST = 5 * 2**20  # bytes of it that are read


@dataclass(frozen=True)
class Attempts:
    """A student's on one exercise. `tries`: different answers up to the first that passed; `told`:
    the key of each message of a failed check -> whether a later one passed."""

    tries: int
    told: dict[str, bool]


def read(log: bytes, chapter: str, exercises: Iterable[str]) -> dict[str, Attempts]:
    """exercise -> the attempts that the log has of it. What anyone may have written is no evidence:
    for figures about a class, not for a grade."""
    runs: dict[str, list[dict]] = {name: [] for name in exercises}
    for line in read_lines(log[:MOST].decode("utf-8", "replace")):
        if line["assignment"] == chapter and line["exercise"] in runs and line["state"] != "open":
            runs[line["exercise"]].append(line)
    return {name: _attempts(found) for name, found in runs.items() if found}


def _attempts(runs: list[dict]) -> Attempts:
    last = max((i for i, run in enumerate(runs) if run["state"] == "passed"), default=-1)
    told: dict[str, bool] = {}
    for place, run in enumerate(runs):
        if run["state"] == "failed" and run.get("key"):
            told[run["key"]] = place < last
    return Attempts(tries(runs), told)
