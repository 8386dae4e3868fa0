"""Where a student's code runs: a process of its own that sees nothing and outlives nothing.

This module is the outside. `sandbox_walls.py` runs inside bubblewrap (`bwrap`), as a parent that
has the libraries and the set-up in memory; for each answer it forks a process into new namespaces.
What the student's code can reach is listed in `_view`.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import os
import secrets
import select
import shutil
import signal
import site
import socket
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path, PurePosixPath

from course_utils.files import COURSE, PACKAGE, course_folder
from course_utils.grading import control_group
from course_utils.grading.control_group import ControlGroup
from course_utils.grading.sandbox_walls import HOME, PRIVATE, SHARED, USER, Limits
from course_utils.grading.socket_messages import Closed, Late, Malformed, receive, send
from course_utils.messages import CourseError, say

MODES = ("forked", "cold", "open")
START = 180.0  # seconds until the libraries are imported and the set-up has run
SPAWN = 120.0  # seconds until a process forked from there is ready, or its first one answers
CLOSE = 5.0  # seconds until all of a child has ended
WORKER = "course_utils.grading.run_student_code"

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
_SETTINGS = (
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/ld.so.cache",
    "/etc/localtime",
)
_GRADERS = PACKAGE / "exercises"  # inputs and references of the checks: for no answer to read
_ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "MPLBACKEND": "agg",
    "COURSE_PROGRESS": "off",
    "PYTHONDONTWRITEBYTECODE": "1",
}


class SandboxError(Exception):
    """The sandbox could not be made, or the set-up failed in it: no fault of a student's."""


def choose_mode(allow_open: bool) -> tuple[str, str]:
    """The best mode that works here, found by trying it, and sentences on what it means and on what
    is weaker here than elsewhere.

    Raises CourseError, which says what to do, when only "open" is left and not allowed.
    """
    failed = ""
    for mode in ("forked", "cold"):
        try:
            filtered = _try(mode)
        except SandboxError as error:
            failed = failed or str(error)
            continue
        said = [say(f"sandbox-{mode}", why=failed)]
        if not filtered:
            said.append(say("sandbox-no-filter"))
        if mode != "forked" or control_group.place() is None:
            said.append(say("sandbox-no-group"))
        return mode, "\n".join(said)
    if not allow_open:
        raise CourseError(say("sandbox-none", why=failed))
    return "open", say("sandbox-open", why=failed)


def _try(mode: str) -> bool:
    """SandboxError unless a process in the sandbox has seen that it is in one. Returns whether the
    kernel filters its system calls."""
    with Sandbox(mode, Limits(), worker="course_utils.grading.sandbox_probe") as sandbox:
        child = sandbox.spawn()
        hidden = [str(COURSE / "solutions"), *map(str, _GRADERS.glob("*.py"))]
        try:
            send(child.sock, {"run": _PROBE.format(hidden=hidden)}, patience=SPAWN)
            answer, _ = receive(child.sock, SPAWN)
        except (Closed, Late, Malformed):
            raise SandboxError(say("sandbox-lost", how=child.ended(1.0))) from None
        finally:
            child.close()
    seen, filtered = answer.get("value") or (answer, None)
    if seen != [1, ["lo"], 0, []]:
        raise SandboxError(say("sandbox-leaks", what=seen))
    return filtered == 2


_PROBE = """
import os, socket
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
seen = [
    os.getppid(),
    [name for _, name in socket.if_nameindex()],
    int(status["CapEff"], 16),
    [path for path in {hidden} if os.path.exists(path)],
]
value = [seen, int(status.get("Seccomp", 0))]
"""


class Sandbox:
    """Makes processes for students' code; one of MODES. A context manager."""

    def __init__(
        self, mode: str, limits: Limits, setup: tuple[str, ...] = (), *, worker: str = WORKER
    ):
        """`setup`: the text of the set-up cells. `worker`: the module whose `prepare(setup)` and
        `serve(sock, limits)` run inside."""
        if mode not in MODES:
            raise ValueError(f"no mode {mode!r}: {MODES}")
        self.mode = mode
        self._start = {"worker": worker, "setup": list(setup), "limits": asdict(limits)}
        self._limits = limits
        self._parent: _Parent | _LentParent | None = None
        self._lock = threading.Lock()

    def spawn(self, files: Mapping[str, bytes] = {}) -> Child:
        """A fresh process in a private folder that holds `files` (relative name -> content).

        Raises SandboxError when it cannot be made, ValueError when a name leaves the folder or is
        too long, or the files take more than half of the limits.
        """
        for name, data in files.items():
            path = PurePosixPath(name)
            if path.is_absolute() or ".." in path.parts or not path.parts or "\0" in name:
                raise ValueError(f"not a name inside the folder: {name!r}")
            if max(len(os.fsencode(part)) for part in path.parts) > 255 or len(name) > 1000:
                raise ValueError(f"a name that is too long: {name[:40]!r}...")
            if len(data) > self._limits.file_size / 2:
                raise ValueError(f"a file that is too large: {name!r}")
        if sum(map(len, files.values())) > self._limits.disk / 2:
            raise ValueError("files that are too large together")
        with self._lock:
            if self.mode == "forked":
                for _ in range(2):  # the parent may have been ended from outside
                    if self._parent is None:
                        self._parent = self._borrowed() or _Parent(self._start, self._limits)
                    if self._parent.threads > 1:
                        self.mode = "cold"  # forking a process with threads is not safe
                        self._stop()
                        break
                    try:
                        return _forked(self._parent.requests, files, self._limits)
                    except BrokenPipeError:
                        self._stop()
                else:
                    raise SandboxError(say("sandbox-lost", how="lost"))
        if self.mode == "cold":
            return _cold(self._start, self._limits, files)
        return _OpenChild(self._start, files)

    def lend(self) -> tuple[dict, socket.socket] | None:
        """For `borrow` in other processes, so that all share this one's warm parent, which takes
        seconds to make. None where there is none."""
        with self._lock:
            if self.mode == "forked" and self._parent is None:
                with contextlib.suppress(SandboxError):  # who is lent nothing says what is wrong
                    self._parent = _Parent(self._start, self._limits)
            if not isinstance(self._parent, _Parent) or self._parent.threads > 1:
                return None
            return self._start, self._parent.requests

    def _borrowed(self) -> _LentParent | None:
        """Once: a parent that was lost, or that something went wrong with, is not asked again."""
        lent = [one for one in _lent if one[0] == self._start]
        _lent.clear()
        return _LentParent(lent[0][1]) if lent else None

    def close(self) -> None:
        """Ends the parent and every child that is still there."""
        with self._lock:
            self._stop()

    def _stop(self) -> None:
        if self._parent is not None:
            self._parent.close()
            self._parent = None

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


_lent: list[tuple[dict, socket.socket]] = []  # at most one


def borrow(lent: tuple[dict, socket.socket]) -> None:
    """The next sandbox of this kind in this process has its children made by the parent that
    another process lent."""
    _lent[:] = [lent]


class Child:
    """A student's process, seen from outside."""

    def __init__(self, sock: socket.socket, control: socket.socket):
        self.sock = sock  # to `serve` in the student's process
        self._control = control  # to the init process, which the student cannot touch
        self._first = _First()
        self._group: ControlGroup | None = None
        self._ended: str | None = None

    def _begin(
        self, files: Mapping[str, bytes], seconds: float, limits: Limits | None = None
    ) -> None:
        """Waits until `serve` is about to run. `limits`: for a control group of its own, where there
        can be one. Raises SandboxError."""
        try:
            send(self._control, {"files": list(files)}, list(files.values()), seconds)
            self._first.take(self._control, seconds)
            if limits is not None:
                self._group = _group(self._first.number(), limits)
            send(self._control, {}, patience=seconds)  # it waits for that, to be in its group
            _accepted(receive(self._control, seconds)[0])
        except (OSError, Closed, Late, Malformed) as error:
            self.close()
            how = str(error) or type(error).__name__
            raise SandboxError(say("sandbox-lost", how=how)) from None
        except SandboxError:
            self.close()
            raise

    def ended(self, wait: float = 0.0) -> str | None:
        """How the process ended, None while it is alive; looks for `wait` seconds.

        "exit 3", "killed by SIGSEGV", "killed by SIGXCPU" (its time), "memory" (all its processes
        together took too much), "time" (the submission's), "lost" (the whole sandbox is gone).
        """
        if self._ended is None and _ready(self._control, wait):
            self._told()
        return self._ended

    def spent(self) -> float | None:
        """Seconds that its processes had for themselves so far: what they ran, and what they slept
        without wanting to run. None when it has ended."""
        if self._ended is None:
            with contextlib.suppress(Closed, Late):
                send(self._control, {}, patience=SPAWN)
            return self._told()
        return None

    def _told(self) -> float | None:
        """What its first process says: how it ended, or its own time, which is returned."""
        try:
            told, _ = receive(self._control, SPAWN)
            if "spent" in told:
                return float(told["spent"])
            self._ended = str(told["ended"])
            if self._group is not None and self._group.ran_out_of_memory:
                self._ended = "memory"
        except (Closed, Late, ValueError, KeyError):
            self._ended = "lost"
        return None

    def close(self) -> None:
        """Ends all its processes, whatever they do; their folder goes with them."""
        if self._ended is None:
            self._ended = "closed"
        self.sock.close()
        self._control.close()
        self._first.end()
        if self._group is not None:
            self._group.close()
            self._group = None


def _group(first: int, limits: Limits) -> ControlGroup | None:
    """A control group with the first process of a sandbox in it; None where there can be none. What
    it wrote into its folders is in memory, and counts there."""
    above = control_group.place()
    if above is None:
        return None
    memory = limits.memory + limits.disk + limits.file_size
    try:
        group = ControlGroup(above, memory, limits.processes + 1)
    except OSError:
        return None
    try:
        group.take(first)
    except OSError:
        group.close()
        return None
    return group


def _accepted(reply: dict) -> dict:
    if "error" in reply:
        raise SandboxError(say("sandbox-no-start", why=reply["error"]))
    return reply


class _First:
    """A hold on the first process of a namespace; when that has ended, so have all others."""

    def __init__(self) -> None:
        self._handle = -1

    def take(self, sock: socket.socket, seconds: float) -> None:
        """Receives the handle. Raises Closed or Late when the process is gone."""
        handles: list[int] = []
        _accepted(receive(sock, seconds, handles)[0])
        (self._handle,) = handles

    def number(self) -> int:
        """Of the process, as it is called here."""
        lines = Path(f"/proc/self/fdinfo/{self._handle}").read_text().splitlines()
        (number,) = [line.split()[1] for line in lines if line.startswith("Pid:")]
        return int(number)

    def end(self) -> None:
        if self._handle >= 0:
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            _ready(self._handle, CLOSE)
            os.close(self._handle)
            self._handle = -1


def _ready(handle: socket.socket | int, seconds: float) -> bool:
    """Whether there is something to read, or the process has ended, within so many seconds."""
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


# --- with bubblewrap ------------------------------------------------------------------------------


class _Parent:
    """The warm parent: asked on `requests`, it makes a child in milliseconds."""

    def __init__(self, start: dict, limits: Limits):
        self.requests, theirs = socket.socketpair()
        self._errors = tempfile.TemporaryFile()
        with theirs:
            self._process = _bwrap("forked", [theirs.fileno()], limits, self._errors)
        self._first = _First()
        try:
            send(self.requests, start, patience=START)
            self._first.take(self.requests, START)
            self.threads: int = _accepted(receive(self.requests, START)[0])["threads"]
        except (Closed, Late, ValueError) as error:
            why = _last_line(self._errors) or str(error) or type(error).__name__
            self.close()
            raise SandboxError(say("sandbox-no-start", why=why)) from None
        except SandboxError:
            self.close()
            raise

    def close(self) -> None:
        self.requests.close()
        self._first.end()
        self._errors.close()
        _leave(self._process)


class _LentParent:
    """A warm parent of another process's: it forks for this one, too, and ends when all who may
    ask it have ended, or the one who made it says so."""

    threads = 1

    def __init__(self, requests: socket.socket):
        self.requests = requests

    def close(self) -> None:
        self.requests.close()


def _forked(requests: socket.socket, files: Mapping[str, bytes], limits: Limits) -> Child:
    """A child that a warm parent makes. A request is a few bytes, which the kernel keeps together,
    whoever else asks meanwhile. Raises BrokenPipeError when the parent is gone."""
    sock, theirs = socket.socketpair()
    control, init = socket.socketpair()
    child = Child(sock, control)
    with theirs, init:
        try:
            send(requests, {}, patience=START, handles=[theirs.fileno(), init.fileno()])
        except (Closed, Late):
            child.close()
            raise BrokenPipeError from None
    child._begin(files, SPAWN, limits)
    return child


class _ColdChild(Child):
    """A child with a bubblewrap of its own."""

    process: subprocess.Popen

    def close(self) -> None:
        super().close()
        _leave(self.process)


def _leave(process: subprocess.Popen) -> None:
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(CLOSE)
    process.kill()
    process.wait()


def _cold(start: dict, limits: Limits, files: Mapping[str, bytes]) -> Child:
    sock, theirs = socket.socketpair()
    control, init = socket.socketpair()
    child = _ColdChild(sock, control)
    with theirs, init, tempfile.TemporaryFile() as errors:
        child.process = _bwrap("cold", [init.fileno(), theirs.fileno()], limits, errors)
        theirs.close()
        init.close()
        with contextlib.suppress(Closed):
            send(control, start)
        try:
            child._begin(files, START)
        except SandboxError as error:
            why = _last_line(errors)
            raise SandboxError(say("sandbox-no-start", why=why) if why else str(error)) from None
    return child


def _last_line(file) -> str:
    file.seek(0)
    lines = file.read().decode(errors="replace").split("\n")
    return next((line.strip()[:500] for line in reversed(lines) if line.strip()), "")


def _bwrap(mode: str, handles: list[int], limits: Limits, errors) -> subprocess.Popen:
    """Starts `sandbox_walls` in bubblewrap; `handles`: the open files that it is given."""
    program = shutil.which("bwrap")
    if program is None:
        raise SandboxError(say("sandbox-no-bwrap"))
    # Root makes the namespaces with its own power and then becomes a user that owns nothing: so
    # environments below /root can be shown, and limits count, which they do not for root.
    uid = 2**30 + os.getpid() if _may_all() else None
    command = [program, *_namespaces(mode, uid), "--new-session"]
    accounts = (
        ("passwd", f"student:x:{{}}:{{}}::{HOME}:/bin/sh\n"),
        ("group", "student:x:{}:\n"),
    )
    opened = []
    for name, line in accounts:
        numbers = (USER, uid) if uid else (USER,)
        opened.append(_readable("".join(line.format(n, n) for n in numbers)))
        command += ["--file", str(opened[-1]), f"/etc/{name}"]
    command += [*_view(), "--proc", "/proc", "--dev", "/dev"]
    for folder, size in ((PRIVATE, limits.disk), (SHARED, limits.file_size)):
        # Of the forked, each gets a smaller one of its own.
        command += ["--size", str(size)] if mode == "cold" else []
        command += ["--perms", "0777", "--tmpfs", folder]
    command += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"]
    python = [sys.executable, "-s", "-P", "-m", "course_utils.grading.sandbox_walls"]
    command += ["--", *python, mode, str(uid or ""), *map(str, handles)]
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            env=_environment(HOME),
            pass_fds=[*handles, *opened],
            start_new_session=True,  # Ctrl-C is for us, who then close it
        )
    except OSError as error:
        raise SandboxError(say("sandbox-no-start", why=error)) from None
    finally:
        for handle in opened:
            os.close(handle)


def _namespaces(mode: str, uid: int | None) -> list[str]:
    spaces = ["pid", "net", "ipc", "uts"]
    options = [f"--unshare-{space}" for space in spaces] + ["--unshare-cgroup-try"]
    if uid is None:
        options += ["--unshare-user", "--uid", str(USER), "--gid", str(USER)]
        if mode == "cold":
            options.append("--disable-userns")
    else:
        for power in ("CAP_SYS_ADMIN", "CAP_SETUID", "CAP_SETGID"):
            options += ["--cap-add", power]
    return [*options, "--hostname", "sandbox", "--as-pid-1"]


def _may_all() -> bool:
    """Whether this process is root with root's power, which a container's root often lacks."""
    if os.geteuid() != 0:
        return False
    status = Path("/proc/self/status").read_text()
    (held,) = [line.split()[1] for line in status.splitlines() if line.startswith("CapEff:")]
    return bool(int(held, 16) >> 21 & 1)  # CAP_SYS_ADMIN


def _readable(text: str) -> int:
    reader, writer = os.pipe()
    with open(writer, "w") as file:
        file.write(text)
    return reader


def _view() -> list[str]:
    """Options for what can be seen: the system's libraries, Python, this package without the graders'
    modules; all read-only."""
    options = []
    for path in map(Path, _SYSTEM):
        if path.is_symlink():
            options += ["--symlink", os.readlink(path), str(path)]
    system = {path for path in map(Path, _SYSTEM) if path.is_dir() and not path.is_symlink()}
    settings = {*map(Path, _SETTINGS), COURSE / "pyproject.toml"}  # what doctor.py reads
    shown = system | {f for f in settings if f.exists()} | _python() | {PACKAGE}
    covered = {course for course in _courses() if any(path in course.parents for path in shown)}
    made = {Path("/"), *system}
    for path in sorted(shown | covered, key=lambda path: len(path.parts)):
        if path in covered:
            options += ["--tmpfs", str(path)]
            made.add(path)
            continue
        for folder in reversed(path.parents):  # made by bwrap itself, only root could enter them
            if folder not in made:
                options += ["--perms", "0755", "--dir", str(folder)]
                made.add(folder)
        options += ["--ro-bind", str(path), str(path)]
    for path in shown:
        if _GRADERS.resolve().is_relative_to(path.resolve()):
            graders = path / _GRADERS.resolve().relative_to(path.resolve())
            options += ["--tmpfs", str(graders), "--remount-ro", str(graders)]
    for path in covered:
        options += ["--remount-ro", str(path)]
    if Path("/tmp") not in made:  # otherwise part of Python is there
        options += ["--symlink", f"{PRIVATE}/tmp", "/tmp"]
    return options


def _courses() -> set[Path]:
    """Folders that hold a course's files."""
    folders = {course_folder().resolve(), COURSE}
    return {f for f in folders if _is_course(f)}


def _is_course(folder: Path) -> bool:
    return (folder / "nbgrader_config.py").exists() or (folder / "solutions").exists()


def _python() -> set[Path]:
    """The folders of this Python, its environment and the packages installed elsewhere."""
    folders = {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix}
    folders.add(os.path.dirname(os.path.dirname(os.path.realpath(sys.executable))))
    folders |= {os.path.realpath(folder) for folder in folders}
    every = {Path(os.path.abspath(folder)) for folder in folders} | set(_elsewhere())
    return {path for path in every if not path.is_relative_to("/usr")}


def _elsewhere() -> list[Path]:
    """Folders of packages outside the environment: the user's own, and those that a .pth file
    names. Never one with a course in it, this one or another."""
    found = [Path(site.getusersitepackages())] if site.ENABLE_USER_SITE else []
    for folder in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
        for file in sorted(Path(folder).glob("*.pth")):
            lines = file.read_text(errors="replace").splitlines()
            lines = [line for line in lines if line and not line.startswith(("import", "#"))]
            found += [Path(folder, line) for line in lines]
    folders = [path.resolve() for path in found if path.is_dir()]
    return [
        f for f in folders if not _is_course(f) and not any(c.is_relative_to(f) for c in _courses())
    ]


def _environment(home: str) -> dict[str, str]:
    """The variables of the student's process: a short list, nothing of the caller's."""
    programs = [os.path.dirname(os.path.abspath(sys.executable)), "/usr/bin", "/bin"]
    modules = [str(COURSE), *map(str, _elsewhere())]
    return {
        **_ENVIRONMENT,
        "HOME": home,
        "PATH": os.pathsep.join(programs),
        "PYTHONPATH": os.pathsep.join(modules),
    }


# --- without --------------------------------------------------------------------------------------


class _OpenChild(Child):
    """A plain process of its own, for systems that have no sandbox: keeps accidents apart only."""

    def __init__(self, start: dict, files: Mapping[str, bytes]):
        self._ended, self._began = None, time.monotonic()
        self._folder = tempfile.mkdtemp(prefix="answer-")
        for name, data in files.items():
            path = Path(self._folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        kept = ("SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        environment |= _environment(self._folder)
        token = secrets.token_hex(16)
        with socket.create_server(("127.0.0.1", 0)) as server:
            with tempfile.TemporaryFile() as errors:
                self._process = subprocess.Popen(
                    [
                        sys.executable,
                        "-s",
                        "-P",
                        "-m",
                        "course_utils.grading.sandbox_walls",
                        "open",
                    ],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=errors,
                    cwd=self._folder,
                    env=environment,
                    start_new_session=True,
                )
                port = server.getsockname()[1]
                line = json.dumps({**start, "port": port, "token": token, "home": self._folder})
                try:
                    with contextlib.suppress(OSError):
                        self._process.stdin.write(line.encode() + b"\n")
                        self._process.stdin.close()
                    self.sock = self._accept(server, token)
                except SandboxError as error:
                    self.sock = socket.socket()
                    self.close()
                    why = _last_line(errors) or str(error)
                    raise SandboxError(say("sandbox-no-start", why=why)) from None

    def spent(self) -> float | None:
        """Here nobody looks at the process: the time on the wall."""
        return time.monotonic() - self._began if self.ended() is None else None

    def _accept(self, server: socket.socket, token: str) -> socket.socket:
        server.settimeout(0.2)
        for _ in range(int(START / 0.2)):
            if self._process.poll() is not None:
                break
            try:
                sock = server.accept()[0]
            except TimeoutError:
                continue
            with contextlib.suppress(Closed, Late, Malformed):
                if hmac.compare_digest(str(receive(sock, SPAWN)[0].get("token")), token):
                    return sock
            sock.close()
        raise SandboxError(say("sandbox-lost", how=self.ended()))

    def ended(self, wait: float = 0.0) -> str | None:
        if self._ended is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = self._process.wait(wait)
                named = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit {code}"
                self._ended = named
        return self._ended

    def close(self) -> None:
        if self._ended is None:
            self._ended = "closed"
        self.sock.close()
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)
