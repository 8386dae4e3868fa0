"""How many answers `verify` tries in a second, beside a fresh Python process for each answer."""

from __future__ import annotations

import time
from collections.abc import Iterator

from benchmarks.rows import Row, timed
from course_utils.authoring.verify import GALLERY, gallery_cases
from course_utils.checks.assignments import read_assignment
from course_utils.checks.run_answer import Job, default_workers, run_all
from course_utils.files import COURSE

NAME = "02_masking"
PEER = "a fresh process each"


def rows() -> Iterator[Row]:
    assignment = read_assignment(COURSE / "solutions" / NAME / f"{NAME}.ipynb")
    cases = gallery_cases(COURSE / GALLERY, assignment)[0]
    exercises = assignment.exercises
    jobs = [
        Job(c.exercise, assignment.setup, c.answer, exercises[c.exercise].checks) for c in cases
    ]
    start = time.monotonic()
    done = len(list(run_all(jobs)))
    ours = done / (time.monotonic() - start)
    # What every fresh process pays before it can try its answer: the warm server's imports.
    alone = timed(COURSE, ["course_utils.checks.preloaded"]).seconds
    yield Row("verify", "answers a second", ours, PEER, default_workers() / alone)
