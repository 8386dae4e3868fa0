"""Tries many answers to one exercise, each in a process forked from one that has run the set-up
cells. That takes a third of the time of a process of its own for each, and an answer that loops or
ends its process costs no other. It trusts the answers: they are mutants of right ones, not tricks.
"""

from __future__ import annotations

import math
import os
import signal
from collections.abc import Iterator, Sequence
from dataclasses import astuple, replace
from typing import Any

from course_utils.checks.assignments import CheckCell
from course_utils.checks.runner import Job, answered, checked, run_all
from course_utils.checks.verdict import Verdict

BATCH = 25  # answers that one process forks, one after the other
ASLEEP = 60.0  # an answer that sleeps uses no processor: so many times its limit ends it
NET = 3600.0  # seconds after which a process that forks answers is given up
_DONE = 100  # exit status of an answer that was judged, plus the checks passed


def checks_passed(
    jobs: list[Job], workers: int | None, seconds: float
) -> Iterator[tuple[Job, int]]:
    """Each of some jobs (of one exercise, with the same set-up and checks) and how many checks it
    passes before the first that it does not: none where it takes more than `seconds`."""
    alone = jobs
    if hasattr(os, "fork"):
        alone = []
        batches = [jobs[start : start + BATCH] for start in range(0, len(jobs), BATCH)]
        forking = [_forking(batch, seconds) for batch in batches]
        for done, outcome in run_all(forking, workers, NET):
            counts = outcome.output.split()
            if len(counts) == len(done.label):
                yield from zip(done.label, map(int, counts))
            else:  # the process that forks was lost
                alone += done.label
    alone = [replace(job, to_the_end=False) for job in alone]
    for job, outcome in run_all(alone, workers, seconds):
        yield job, _passed(outcome.verdicts)


def _passed(verdicts: Sequence[Verdict]) -> int:
    return next((n for n, verdict in enumerate(verdicts) if not verdict.passed), len(verdicts))


def _forking(batch: list[Job], seconds: float) -> Job:
    """The job whose process tries a batch, and prints how many checks each passes."""
    first = batch[0]
    texts = [job.answer for job in batch]
    cells = [astuple(cell) for cell in first.checks]
    # One expression, so that the answers find no names but those of the set-up.
    module = f"__import__({__name__!r}, fromlist=['try_all'])"
    call = f"{module}.try_all({first.exercise!r}, globals(), {texts!r}, {cells!r}, {seconds!r})"
    return Job(first.exercise, first.setup, call, (), label=batch)


# --- inside the process that forks ----------------------------------------------------------------


def try_all(
    exercise: str, names: dict[str, Any], texts: list[str], cells: list[tuple], seconds: float
) -> None:
    """Prints how many checks each answer passes. names: as the set-up cells left them."""
    checks = tuple(CheckCell(*cell) for cell in cells)
    print(*[_try(Job(exercise, (), text, checks), names, seconds) for text in texts])


def _try(job: Job, names: dict[str, Any], seconds: float) -> int:
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return max(0, os.waitstatus_to_exitcode(status) - _DONE)
    passed = 0
    try:
        _limit(seconds)
        passed = _passed(_judged(job, names))
    finally:
        os._exit(_DONE + passed)


def _limit(seconds: float) -> None:
    import resource

    limit = math.ceil(seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    signal.setitimer(signal.ITIMER_REAL, ASLEEP * limit)  # whose signal ends a process


def _judged(job: Job, names: dict[str, Any]) -> tuple[Verdict, ...]:
    from course_utils.checks.check import Result  # as late as in any answer's process

    given = dict(names)
    problem = answered(job, names)
    return checked(replace(job, to_the_end=False), names, given, problem, Result)
