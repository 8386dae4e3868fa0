"""How soon the course is open: `lab` until its page answers, beside JupyterLab as it comes."""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.rows import Row, timed
from course_utils.files import COURSE


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as empty:
        times = []
        for command in (
            ["course_utils", "lab", "--no-browser", "--port={port}"],
            ["jupyterlab", "--no-browser", "--allow-root", "--ServerApp.port={port}"],
        ):
            port = free_port()
            folder = COURSE if command[0] == "course_utils" else Path(empty)
            command = [part.format(port=port) for part in command]
            times.append(timed(folder, command, lambda port=port: answers(port)))
    ours, peer = times
    yield Row("start until the page answers", "s", ours.seconds, "jupyter lab", peer.seconds)
    yield Row("start until the page answers", "MB", ours.megabytes, "jupyter lab", peer.megabytes)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
