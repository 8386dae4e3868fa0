"""The course's JupyterLab, started for tests in an empty home folder on a free port."""

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from course_utils.files import COURSE

# Seconds that a wait may take at most. So far away that no load of a machine reaches it: every wait
# is for something that happens, and ends when it has.
FAR = 600
# What is made while the course is used, and what only its tests need.
LEFT_OUT = shutil.ignore_patterns(
    *(".git", ".venv", ".cache", ".progress", ".pytest_cache", ".hypothesis", ".ipynb_checkpoints"),
    *("exchange", "gradebook.db*", "submitted", "autograded", "feedback", "grades*", "tests"),
)


def copy_course(folder: Path) -> Path:
    """A copy of the course folder, to work in without a trace in the course folder itself."""
    return shutil.copytree(COURSE, folder / "course", ignore=LEFT_OUT)


def fetch(address: str, token: str | None = None, data: dict | None = None) -> tuple[int, str]:
    """Status and text of a page; `data` is posted as JSON."""
    headers = {"Authorization": f"token {token}"} if token else {}
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(address, body, headers)
    with urllib.request.urlopen(request, timeout=FAR) as answer:
        return answer.status, answer.read().decode()


@contextmanager
def running(home: Path, log: Path, *options: str, course: Path = COURSE) -> Iterator[str]:
    """A running course in the home folder `home`; gives the address that it printed.

    `course` may be a copy of the course folder: its own package is used, in kernels too. In the
    course folder itself, nothing is noted as progress.
    """
    command = [sys.executable, "-m", "course_utils", "lab", "--no-browser", "--port", "0", *options]
    keep = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TMP") if name in os.environ}
    own = {"HOME": str(home), "USERPROFILE": str(home), "PYTHONPATH": str(course)}
    for name in ("CACHE_HOME", "CONFIG_HOME", "DATA_HOME", "STATE_HOME", "RUNTIME_DIR"):
        own[f"XDG_{name}"] = str(home / name)
    if course == COURSE:
        own["COURSE_PROGRESS"] = "off"
    with started(command, course, keep | own, log) as (_, address):
        yield address


@contextmanager
def started(
    command: Sequence[str | Path], folder: Path, environment: dict[str, str], log: Path
) -> Iterator[tuple[subprocess.Popen, str]]:
    """A server that prints its address, and the address. What it prints goes to `log`."""
    with log.open("w") as output:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=output
        )
    try:
        yield process, _printed_address(process, log)
    finally:
        process.terminate()  # a shell that runs the tests in the background turns Ctrl-C off
        try:
            process.wait(timeout=FAR)
        finally:
            process.kill()  # kernels end when they see that their server is gone


def _printed_address(process: subprocess.Popen, log: Path) -> str:
    end = time.monotonic() + FAR
    while "token=" not in log.read_text() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.1)
    address = next((word for word in log.read_text().split() if word.startswith("http")), None)
    assert address, log.read_text()
    return address
