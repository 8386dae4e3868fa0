"""A control group for each submission's processes, in which the kernel itself limits their memory and
their number, where the system lets this process make one: cgroup v2, delegated
(https://docs.kernel.org/admin-guide/cgroup-v2.html, https://systemd.io/CGROUP_DELEGATION).

Without one, memory is limited for each process, and for all of them together by looking.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import time
from functools import lru_cache
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")
NEEDED = frozenset({"memory", "pids"})
_DELEGATED = ("user.delegate", "trusted.delegate")  # systemd's marks
_numbers = itertools.count()


@lru_cache(maxsize=1)
def place() -> Path | None:
    """The folder below which groups with limits can be made; None where there is none.

    A group with processes in it can give its children no limits, so what runs in ours moves into a
    child of its own, `course`."""
    try:
        (own,) = [line[3:] for line in OWN.read_text().splitlines() if line.startswith("0::")]
        group = ROOT / own.strip().lstrip("/")
        if group.name == "course" and _gives(group.parent):  # another process was here before
            return group.parent
        if not set((group / "cgroup.controllers").read_text().split()) >= NEEDED:
            return None
        if own.strip() != "/" and not _is_delegated(group):
            return None
        mine = group / "course"
        mine.mkdir(exist_ok=True)
        for process in (group / "cgroup.procs").read_text().split():
            (mine / "cgroup.procs").write_text(process)
        (group / "cgroup.subtree_control").write_text(" ".join(f"+{one}" for one in sorted(NEEDED)))
        return group if _gives(group) else None
    except (OSError, ValueError):
        return None


def _gives(group: Path) -> bool:
    given = set((group / "cgroup.subtree_control").read_text().split())
    return given >= NEEDED and os.access(group, os.W_OK)


def _is_delegated(group: Path) -> bool:
    for name in _DELEGATED:
        with contextlib.suppress(OSError, AttributeError):
            if os.getxattr(group, name) == b"1":
                return True
    return False


class ControlGroup:
    """For the processes that come from one: `take` it before it makes others."""

    def __init__(self, above: Path, memory: int, processes: int):
        """memory: bytes, on top of what the first process shares with others. Raises OSError."""
        self._folder = above / f"submission-{os.getpid()}-{next(_numbers)}"
        self._folder.mkdir()
        try:
            self._write("memory.max", memory)
            self._write("pids.max", processes)
            with contextlib.suppress(OSError):  # a kernel without swap has no such file
                self._write("memory.swap.max", 0)
        except OSError:
            self.close()
            raise

    def _write(self, name: str, value: object) -> None:
        (self._folder / name).write_text(str(value))

    def take(self, process: int) -> None:
        self._write("cgroup.procs", process)

    @property
    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has ended a process of it for that."""
        try:
            lines = (self._folder / "memory.events").read_text().splitlines()
        except OSError:
            return False
        return any(line.startswith("oom_kill ") and line.split()[1] != "0" for line in lines)

    def close(self) -> None:
        """Ends what is left in it, and the group."""
        with contextlib.suppress(OSError):
            self._write("cgroup.kill", 1)
        end = time.monotonic() + 5
        while time.monotonic() < end:
            try:
                self._folder.rmdir()
                return
            except FileNotFoundError:
                return
            except OSError:  # its last process is still on its way out
                time.sleep(0.01)
