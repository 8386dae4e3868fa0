"""Runs many answers to one exercise, each in a process forked from one that has run the set-up cells.

That saves each the set-up, and an answer that loops or ends its process costs no other. It trusts the
answers: they are the gallery's, or mutants of right ones. One that comes to no verdict this way is run
in a process of its own, as a learner's is, which says why.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Any

from course_utils.checks.assignments import CheckCell
from course_utils.checks.run_answer import (
    Job,
    Outcome,
    lost,
    run_all,
    tried,
    verified,
)

BATCH = 25  # answers that one process forks, one after the other
ASLEEP = 60.0  # an answer that sleeps uses no processor: so many times its limit ends it
NET = 3600.0  # seconds after which a process that forks answers is given up
TIMEOUT = "answer-timeout"
_TOLD = "told"  # the file in which an answer's process leaves its outcome


def run_many(jobs: list[Job], workers: int | None, seconds: float) -> Iterator[tuple[Job, Outcome]]:
    """Yields (job, outcome) for each; seconds: the processor's, for each answer."""
    alone = jobs
    if hasattr(os, "fork"):
        alone = []
        for batch, outcome in run_all(_batches(jobs, seconds), workers, NET):
            for job, verdict in zip(batch.label, outcome.verdicts):
                if verdict.key == TIMEOUT:
                    yield job, lost(job, TIMEOUT, seconds=f"{seconds:g}")
                    continue
                found = verified(verdict.message.encode(), job)
                if found.first.key == "answer-crashed":
                    alone.append(job)
                else:
                    yield job, found
    yield from run_all(alone, workers, seconds)


def _batches(jobs: list[Job], seconds: float) -> Iterator[Job]:
    """Jobs of which each tries some answers to one exercise: one check cell for each answer."""
    alike: dict[Any, list[Job]] = defaultdict(list)
    for job in jobs:
        alike[job.exercise, job.setup].append(job)
    for (exercise, setup), mine in alike.items():
        for start in range(0, len(mine), BATCH):
            batch = mine[start : start + BATCH]
            cells = (
                CheckCell(f"answer_{n}", _call(job, seconds), 0) for n, job in enumerate(batch)
            )
            yield Job(exercise, setup, "", tuple(cells), label=batch)


def _call(job: Job, seconds: float) -> str:
    """The text of the cell that tries an answer. It is one expression, so that the answer finds no
    names but those of the set-up."""
    given = (job.exercise, job.before, job.answer, [astuple(c) for c in job.checks], job.to_the_end)
    module = f"__import__({__name__!r}, fromlist=['try_answer'])"
    return f"{module}.try_answer({given!r}, globals(), {seconds!r})"


# --- inside the process that forks ----------------------------------------------------------------


def try_answer(given: tuple, names: dict[str, Any], seconds: float) -> Any:
    """A check's result whose message is the outcome of an answer, tried in a process of its own; it
    is empty where that process came to none. names: as the set-up cells left them."""
    from course_utils.checks.check import Result  # as late as in any answer's process

    told = Path(_TOLD)
    told.unlink(missing_ok=True)
    child = os.fork()
    if not child:
        try:
            exercise, before, answer, cells, to_the_end = given
            checks = tuple(CheckCell(*cell) for cell in cells)
            job = Job(exercise, (), answer, checks, before, to_the_end)
            os.setsid()
            _limit(seconds)
            told.write_bytes(tried(job, names, Result, sys.stdout).as_bytes())
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # whatever the answer started
    result = Result(0.0)
    ended_by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
    result.state = "failed"
    result.key = TIMEOUT if ended_by in (signal.SIGXCPU, signal.SIGALRM) else "answer-tried"
    result.message = told.read_text() if told.is_file() else ""
    return result


def _limit(seconds: float) -> None:
    import resource

    limit = math.ceil(seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    signal.setitimer(signal.ITIMER_REAL, ASLEEP * limit)
    for number in (signal.SIGXCPU, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)  # it ends the process
