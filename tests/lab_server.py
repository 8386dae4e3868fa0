"""The course's JupyterLab, started for tests in an empty home folder on a free port."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

COURSE = Path(__file__).resolve().parent.parent


def fetch(address: str, token: str | None = None, data: dict | None = None) -> tuple[int, str]:
    """Status and text of a page; `data` is posted as JSON."""
    headers = {"Authorization": f"token {token}"} if token else {}
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(address, body, headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.status, answer.read().decode()


@contextmanager
def running(home: Path, log: Path, *options: str, course: Path = COURSE) -> Iterator[str]:
    """A running course in the home folder `home`; gives the address that it printed.

    `course` may be a copy of the course folder: its own package is used, in kernels too. In the
    course folder itself, nothing is noted as progress.
    """
    keep = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TMP") if name in os.environ}
    own = {"HOME": str(home), "USERPROFILE": str(home), "PYTHONPATH": str(course)}
    for name in ("CACHE_HOME", "CONFIG_HOME", "DATA_HOME", "STATE_HOME", "RUNTIME_DIR"):
        own[f"XDG_{name}"] = str(home / name)
    if course == COURSE:
        own["COURSE_PROGRESS"] = "off"
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "course_utils", "lab", "--no-browser", "--port", "0", *options],
            cwd=course,
            env=keep | own,
            stdout=output,
            stderr=output,
        )
    try:
        for _ in range(900):
            if "token=" in log.read_text() or process.poll() is not None:
                break
            time.sleep(0.1)
        words = log.read_text().split()
        address = next((word for word in words if word.startswith("http")), None)
        assert address, log.read_text()
        yield address
    finally:
        process.terminate()  # a shell that runs the tests in the background turns Ctrl-C off
        process.wait(timeout=60)
