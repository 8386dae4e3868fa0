"""What the checks found in an answer, kept until something that it depends on changes.

One file for each exercise in `.cache/checks/<chapter>/`, with the outcome of its last run and a
digest of all that went into it. A file that is missing, damaged, or cannot be read or written costs
a run and nothing else. Not kept is what an error decided, for it may come from the machine (a full
disk, too little memory, too little time), nor what came of an answer that looked around: at files of
its own, at other processes, at the network.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import platform
import sys
from pathlib import Path

from course_utils.checks.run_answer import SETTINGS, Job, Outcome, verified
from course_utils.files import PACKAGE, write_whole

# Keys of messages that begin so report an error, not what the answer computes.
_ERRORS = ("answer-", "setup-", "check-raise", "check-broke")
# Variables that change how Python, the course or the libraries compute begin so.
_VARIABLES = (
    "ATEN_",
    "COURSE_",
    "DNNL_",
    "HF_",
    "MKL_",
    "OMP_",
    "PYTHON",
    "TORCH",
    "TRANSFORMERS_",
)


class Memory:
    """The outcomes of one chapter's exercises that are kept in `folder`, for answers that may take
    so many seconds."""

    def __init__(self, folder: Path, seconds: float):
        self._folder = folder
        self._basis = [seconds, *surroundings()]

    def recall(self, job: Job) -> Outcome | None:
        """What came of this very job when it was last run, None where that is not known."""
        try:
            digest, _, kept = self._path(job).read_bytes().partition(b"\n")
        except OSError:
            return None
        if digest.decode(errors="replace") != self._digest(job, kept):
            return None
        return verified(kept, job)

    def keep(self, job: Job, outcome: Outcome) -> None:
        """Keeps what the runner found, if another run would find the same."""
        if not outcome.alone or any(v.key.startswith(_ERRORS) for v in outcome.verdicts):
            return
        kept = outcome.as_bytes()
        with contextlib.suppress(OSError):
            path = self._path(job)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, f"{self._digest(job, kept)}\n".encode() + kept)

    def _path(self, job: Job) -> Path:
        return self._folder / f"{job.exercise}.json"

    def _digest(self, job: Job, kept: bytes) -> str:
        """A digest of what the outcome depends on, and of the outcome, so that damage is seen."""
        cells = {**dataclasses.asdict(job), "label": None}
        basis = json.dumps([cells, self._basis]).encode()
        return hashlib.sha256(basis + b"\0" + kept).hexdigest()


def surroundings() -> list[object]:
    """What the outcome of any check depends on besides the notebook's cells."""
    return [
        _digest_of_package(),
        sys.version,
        platform.platform(),
        platform.processor(),
        sorted(_installed()),
        sorted(i for i in (SETTINGS | dict(os.environ)).items() if i[0].startswith(_VARIABLES)),
    ]


def _digest_of_package() -> str:
    """Of every file of this package: its code, and the tiny models that checks run."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{path.relative_to(PACKAGE).as_posix()} {content}\n".encode())
    return digest.hexdigest()


def _installed() -> list[str]:
    """The packages that Python finds, by the folders that name their versions."""
    found: list[str] = []
    for folder in sys.path:
        with contextlib.suppress(OSError):
            found += [
                n for n in os.listdir(folder or ".") if n.endswith((".dist-info", ".egg-info"))
            ]
    return found
