"""Control groups: found where they are delegated, filled with what limits a submission, and gone.

The kernel's part needs a memory controller that is delegated. Here files in a folder stand for it; a
group of the kernel's own is made where this machine lets us, as far as its controllers go.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from course_utils.grading import control_group, sandbox
from course_utils.grading.control_group import ControlGroup
from course_utils.grading.socket_messages import send

pytestmark = pytest.mark.skipif(not hasattr(os, "getxattr"), reason="needs Linux")


@pytest.fixture
def system(tmp_path, monkeypatch):
    """A folder that looks like the group of this process; `place` finds it."""
    own = tmp_path / "user" / "run.scope"
    own.mkdir(parents=True)
    for name, text in {
        "cgroup.controllers": "cpu memory pids",
        "cgroup.subtree_control": "",
        "cgroup.procs": "71\n72\n",
    }.items():
        (own / name).write_text(text)
    (tmp_path / "self").write_text("4:memory:/elsewhere\n0::/user/run.scope\n")
    monkeypatch.setattr(control_group, "ROOT", tmp_path)
    monkeypatch.setattr(control_group, "OWN", tmp_path / "self")
    monkeypatch.setattr(control_group, "_is_delegated", lambda group: group == own)
    # The kernel shows what is on without the signs of the orders.
    write = Path.write_text
    monkeypatch.setattr(Path, "write_text", lambda path, text: write(path, text.replace("+", "")))
    control_group.place.cache_clear()
    yield own
    control_group.place.cache_clear()


def test_what_runs_here_moves_aside_and_then_groups_can_have_limits(system):
    assert control_group.place() == system
    assert (system / "course" / "cgroup.procs").read_text() == "72"  # one write for each, the last
    assert set((system / "cgroup.subtree_control").read_text().split()) == {"memory", "pids"}


def test_a_process_that_was_moved_aside_finds_the_same_place(system):
    control_group.place()
    control_group.place.cache_clear()
    control_group.OWN.write_text("0::/user/run.scope/course\n")
    assert control_group.place() == system


@pytest.mark.parametrize("fault", ["not delegated", "no memory", "version 1"])
def test_elsewhere_nothing_is_touched(system, monkeypatch, fault):
    if fault == "not delegated":
        monkeypatch.setattr(control_group, "_is_delegated", lambda group: False)
    elif fault == "no memory":
        (system / "cgroup.controllers").write_text("cpu pids")
    else:
        control_group.OWN.write_text("4:memory:/user/run.scope\n")
    assert control_group.place() is None
    assert not (system / "course").exists()
    assert (system / "cgroup.subtree_control").read_text() == ""


def test_a_group_has_the_limits_and_tells_when_memory_ran_out(system):
    group = ControlGroup(control_group.place(), 1000, 65)
    (folder,) = system.glob("submission-*")
    group.take(71)
    found = {path.name: path.read_text() for path in folder.iterdir()}
    assert found == {
        "memory.max": "1000",
        "pids.max": "65",
        "memory.swap.max": "0",
        "cgroup.procs": "71",
    }
    assert not group.ran_out_of_memory
    (folder / "memory.events").write_text("low 0\noom 1\noom_kill 0\n")
    assert not group.ran_out_of_memory
    (folder / "memory.events").write_text("low 0\noom 1\noom_kill 2\n")
    assert group.ran_out_of_memory


def test_a_submission_gets_one_before_its_code_runs_and_memory_is_why_it_ended(system):
    """The sandbox asks for a group, puts the first process in, and hears of the kernel's verdict."""
    if not shutil.which("bwrap"):
        pytest.skip("needs bubblewrap (apt install bubblewrap)")
    limits = sandbox.Limits()
    with sandbox.Sandbox("forked", limits, worker="course_utils.grading.sandbox_probe") as box:
        child = box.spawn()
        (folder,) = system.glob("submission-*")
        first = int((folder / "cgroup.procs").read_text())
        assert Path(f"/proc/{first}/status").exists()
        most = limits.memory + limits.disk + limits.file_size
        assert (folder / "memory.max").read_text() == str(most)
        (folder / "memory.events").write_text("oom_kill 1\n")
        with contextlib.suppress(OSError):
            send(child.sock, {"run": "import os; os.kill(os.getpid(), 9)"})
        assert child.ended(wait=120) == "memory"
        child.close()


def own_group() -> Path | None:
    """A folder of a real cgroup v2 in which this process may make groups."""
    for line in Path("/proc/mounts").read_text().splitlines():
        _, mounted, kind, *_ = line.split()
        if kind == "cgroup2" and os.access(mounted, os.W_OK):
            return Path(mounted)
    return None


def test_a_group_of_the_kernels_own_is_ended_with_all_that_is_in_it(monkeypatch):
    above = own_group()
    if above is None:
        pytest.skip("needs a cgroup v2 that this user may write to")
    try:
        monkeypatch.setattr(ControlGroup, "_write", _where_there_is_such_a_file)
        group = ControlGroup(above, 2**30, 65)
    except OSError:
        pytest.skip("needs a cgroup v2 that this user may write to")
    started = subprocess.Popen(["sh", "-c", "read line; sleep 600 & wait"], stdin=subprocess.PIPE)
    try:
        group.take(started.pid)
        started.stdin.write(b"\n")
        started.stdin.flush()
        (folder,) = above.glob(f"submission-{os.getpid()}-*")
        end = time.monotonic() + 120
        while len(inside := (folder / "cgroup.procs").read_text().split()) < 2:
            assert time.monotonic() < end
            time.sleep(0.02)
        group.close()
        assert started.wait(120) == -signal.SIGKILL
        assert not folder.exists()
        assert len(inside) == 2
    finally:
        started.kill()
        started.stdin.close()
        group.close()


def _where_there_is_such_a_file(self, name, value):
    """Controllers that another hierarchy has are not here, and their files neither."""
    if (self._folder / name).exists():
        (self._folder / name).write_text(str(value))
