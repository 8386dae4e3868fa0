"""What a benchmark gives: rows of one table, each beside its peer in the same run."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from course_utils.files import COURSE
from course_utils.room.lab import course_environment


@dataclass(frozen=True)
class Row:
    """One comparison. `ours` and `theirs` are in `unit`; `peer` says what theirs is."""

    what: str
    unit: str
    ours: float
    peer: str
    theirs: float

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs

    def __str__(self) -> str:
        figures = " | ".join(
            f"{value:.3g}" if value < 100 else f"{value:,.0f}" for value in (self.ours, self.theirs)
        )
        return f"| {self.what} | {self.unit} | {figures} | {self.peer} | {self.ratio:.2f} |"


HEAD = "| what | unit | course | peer | which peer | course : peer |\n|:--|:--|--:|--:|:--|--:|"


def environment() -> dict[str, str]:
    """What a command of the course or of its peer runs in: the course's own settings, this package,
    and nothing counts as progress."""
    path = os.pathsep.join(filter(None, [str(COURSE), os.environ.get("PYTHONPATH")]))
    return {**course_environment(), "COURSE_PROGRESS": "off", "PYTHONPATH": path}


@dataclass
class Took:
    """Seconds on the clock, seconds of all processors, and MB at the peak, of one command."""

    seconds: float
    processor: float
    megabytes: float


def timed(folder: Path, command: Sequence[str], until: Callable[[], bool] | None = None) -> Took:
    """Runs `python -m command` in a folder to its end, or until something is there."""
    before, start = busy(), time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    most = [0.0]
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(0.25):
            most[0] = max(most[0], memory(process.pid))

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        while process.poll() is None and not (until and until()):
            time.sleep(0.02)
        seconds = time.monotonic() - start
    finally:
        ended.set()
        watcher.join()
        process.terminate()
        process.wait()
    return Took(seconds, busy() - before, most[0])


def memory(pid: int) -> float:
    """MB of a process and all that it started, shared pages counted once; 0 where Linux is not."""
    total, waiting = 0.0, [pid]
    while waiting:
        one = waiting.pop()
        try:
            for line in Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) / 1024
            for task in Path(f"/proc/{one}/task").iterdir():
                waiting += map(int, (task / "children").read_text().split())
        except OSError:
            continue
    return total


def busy() -> float:
    """Seconds that this machine's processors have worked: a sandbox's are nobody's children."""
    try:
        fields = Path("/proc/stat").read_text().split("\n")[0].split()[1:]
    except OSError:
        return 0.0
    idle = sum(map(int, fields[3:5]))
    return (sum(map(int, fields[:8])) - idle) / os.sysconf("SC_CLK_TCK")
