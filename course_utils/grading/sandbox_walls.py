"""The inside of the sandbox, up to where a student's code begins.

    parent (libraries and set-up in memory)        course_utils.grading.sandbox_walls forked
      -> init, first process of new namespaces     waits, watches the memory, says how it ended
           -> worker: no powers, limits            worker.serve: the student's code

Whatever the worker does, it cannot end init, for the kernel protects a namespace's first process
from those in it; and when init ends, the kernel ends them all. Little but the standard library is
used here, and no secret is in memory: the student's process is a copy of this one.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import importlib
import json
import math
import os
import platform
import select
import shutil
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from course_utils.checks.processor_time import OwnTime
from course_utils.checks.ready_to_fork import get_ready_to_fork
from course_utils.grading.socket_messages import Closed, Malformed, receive, send

PRIVATE = "/private"  # memory of the sandbox's own: all that can be written to
HOME = f"{PRIVATE}/home"
SHARED = "/dev/shm"  # for the semaphores of multiprocessing
USER = 1000  # the student's number inside
WATCH = 0.1  # seconds between two looks at the processes
PREPARE = 150  # seconds for imports and set-up
FILES = 128  # open files of a process
NODES = 20_000  # files and folders

_NEW = {  # linux/sched.h
    "user": 0x10000000,
    "mount": 0x00020000,
    "pid": 0x20000000,
    "net": 0x40000000,
    "ipc": 0x08000000,
    "uts": 0x04000000,
}
_NOSUID, _NODEV, _NOEXEC = 2, 4, 8  # linux/mount.h
_PR_SET_DUMPABLE, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 4, 24, 38  # linux/prctl.h
_PR_SET_SECCOMP = 22
_CAPABILITY_VERSION = 0x20080522


@dataclass(frozen=True)
class Limits:
    """What one submission may use."""

    seconds: float = 60.0  # of the processor, for one cell or one call
    total: float = 900.0  # on the wall, for the submission
    memory: int = 1536 * 2**20  # bytes on top of the libraries
    file_size: int = 64 * 2**20  # bytes of any one file
    disk: int = 128 * 2**20  # bytes of all files together (in /dev/shm: as `file_size`)
    processes: int = 64  # threads count, too
    output: int = 1_000_000  # characters


# --- the three processes --------------------------------------------------------------------------


def main(arguments: list[str]) -> None:
    """`forked UID SOCKET`, `cold UID CONTROL SOCKET` inside bwrap, or `open` without it."""
    mode, *rest = arguments
    if mode == "open":
        return _open()
    uid, *handles = rest
    if uid:
        _become(int(uid))
    os.umask(0o077)
    _folders()
    sockets = [socket.socket(fileno=int(handle)) for handle in handles]
    if mode == "forked":
        _parent(*sockets)
    else:
        control, sock = sockets
        start, _ = receive(control)
        _init(control, sock, start, prepared=False)


def _parent(requests: socket.socket) -> NoReturn:
    _introduce(requests)
    start, _ = receive(requests)
    signal.signal(signal.SIGALRM, lambda *_: os._exit(1))
    signal.alarm(PREPARE)
    try:
        _prepare(start)
    except BaseException as error:
        send(requests, {"error": f"{type(error).__name__}: {error}"})
        os._exit(1)
    signal.alarm(0)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel takes leave of those that end
    get_ready_to_fork()
    send(requests, {"threads": len(os.listdir("/proc/self/task"))})
    while True:
        handles: list[int] = []
        try:
            receive(requests, handles=handles)
        except Closed:
            os._exit(0)
        if os.fork() == 0:
            try:
                sock, control = (socket.socket(fileno=handle) for handle in handles)
                _init(control, sock, start, prepared=True)
            finally:
                os._exit(1)  # whatever happens, no second parent
        for handle in handles:
            os.close(handle)


def _introduce(outside: socket.socket) -> None:
    """Gives the outside a hold on this process: it is the first of its namespace, so that its end
    is that of all others."""
    pidfd = os.pidfd_open(os.getpid())
    send(outside, {}, handles=[pidfd])
    os.close(pidfd)


def _enter() -> None:
    """This process forks into new namespaces and ends; what goes on is their first process."""
    uid, gid = os.getuid(), os.getgid()
    _call("unshare", sum(_NEW.values()))
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{USER} {uid} 1"),
        ("gid_map", f"{USER} {gid} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)
    if os.fork():
        os._exit(0)
    _call("mount", b"proc", b"/proc", b"proc", _NOSUID | _NODEV | _NOEXEC, None)
    with open("/proc/sys/user/max_user_namespaces", "w") as file:
        file.write("0")


def _init(control: socket.socket, sock: socket.socket, start: dict, prepared: bool) -> NoReturn:
    """Makes the worker, waits until it ends or has to be ended, and tells the outside."""
    asked, contents = receive(control)
    try:
        if prepared:
            _enter()
            _own_folder(start["limits"])
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            with contextlib.suppress(OSError):  # from those in its namespace, the kernel lets a
                signal.signal(number, signal.SIG_DFL)  # first process have only what it handles
        _close_others(control.fileno(), sock.fileno())
        for name, data in zip(asked["files"], contents, strict=True):
            path = os.path.join(HOME, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(data)
    except (OSError, ValueError) as error:
        send(control, {"error": str(error)})
        os._exit(1)
    _introduce(control)
    receive(control)  # until the outside has given it the place that it and its children stay in
    _call("prctl", _PR_SET_DUMPABLE, 0, 0, 0, 0)  # no process of the same user looks in here
    waiting, told = os.pipe()
    worker = os.fork()
    if worker == 0:
        os.close(waiting)
        control.close()
        _work(sock, start, prepared, told)
    sock.close()
    os.close(told)
    with open(waiting, "rb") as file:
        fault = file.read(10_000).decode(errors="replace")
    send(control, {"error": fault} if fault else {"ready": True})
    ended = _watch(control, worker, start["limits"])
    with contextlib.suppress(Closed):
        send(control, {"ended": ended})
    os._exit(0)


def _work(sock: socket.socket, start: dict, prepared: bool, told: int) -> NoReturn:
    """The student's process."""
    try:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        os.close(nowhere)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_IGN)
        os.chdir(HOME)
        with contextlib.suppress(OSError):  # if the system runs out of memory, this one is to blame
            with open("/proc/self/oom_score_adj", "w") as file:
                file.write("900")
        if not prepared:
            _prepare(start)
        _limit(start["limits"])
        _drop_powers()
        _forbid()
        worker = importlib.import_module(start["worker"])
    except BaseException as error:
        os.write(told, f"{type(error).__name__}: {error}".encode(errors="replace"))
        os._exit(1)
    os.close(told)
    code = 1
    with contextlib.suppress(BaseException):
        worker.serve(sock, Limits(**start["limits"]))
        code = 0
    os._exit(code)


def _prepare(start: dict) -> None:
    with contextlib.suppress(ImportError):
        from tqdm.std import tqdm

        tqdm.monitor_interval = 0  # its monitor is a thread, and forking needs to be the only one
    os.chdir(start.get("home", HOME))
    importlib.import_module(start["worker"]).prepare(tuple(start["setup"]))


def _open() -> None:
    """Without a sandbox: the same worker at the other end of a socket, with the limits there are."""
    start = json.loads(sys.stdin.readline())
    _prepare(start)
    sock = socket.create_connection(("127.0.0.1", start["port"]))
    send(sock, {"token": start.pop("token")})
    _limit(start["limits"])
    importlib.import_module(start["worker"]).serve(sock, Limits(**start["limits"]))
    os._exit(0)


# --- watching -------------------------------------------------------------------------------------


def _watch(control: socket.socket, worker: int, limits: dict) -> str:
    """Until the worker has ended, the outside has gone, or a limit is passed; says which. To any
    message it answers with the own time of the processes."""
    handle = os.pidfd_open(worker)
    deadline = time.monotonic() + limits["total"]
    most = limits["memory"] + _resident(str(worker))
    own = OwnTime(_used)
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    poll.register(control, select.POLLIN)
    while True:
        events = dict(poll.poll(WATCH * 1000))
        spent = own.look()
        if control.fileno() in events:
            try:
                receive(control)
                send(control, {"spent": spent})
            except (Closed, Malformed):
                return "closed"
        for _ in range(1000):  # not for ever: there may always be another one
            try:
                process, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return "lost"
            if process == worker:
                return _how(status)
            if process == 0:
                break
        if time.monotonic() > deadline:
            return "time"
        if _memory(_resident) > most and _memory(_share) > most:
            return "memory"


def _how(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return f"exit {code}" if code >= 0 else f"killed by {signal.Signals(-code).name}"


def _used() -> tuple[float, bool]:
    """Seconds of the processor that the processes in here have used, and whether one wants more."""
    import resource

    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    used, wanting = ended.ru_utime + ended.ru_stime, False
    for process in _processes():
        try:
            state, ticks = _state(f"/proc/{process}")
            used += ticks / os.sysconf("SC_CLK_TCK")
            threads = os.listdir(f"/proc/{process}/task") if state not in "RD" else []
            others = (_state(f"/proc/{process}/task/{n}")[0] for n in threads if n != process)
            wanting = wanting or state in "RD" or any(other in "RD" for other in others)
        except (OSError, ValueError, IndexError):  # it has ended
            pass
    return used, wanting


def _state(folder: str) -> tuple[str, int]:
    """Of a process or thread: its state, and the ticks that it and its ended children ran."""
    with open(f"{folder}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return fields[0], sum(map(int, fields[11:15]))


def _processes() -> list[str]:
    """The numbers of all processes in here but this one."""
    return [name for name in os.listdir("/proc") if name.isdigit() and name != "1"]


def _memory(of: Callable[[str], int]) -> int:
    """Bytes that they take together."""
    return sum(map(of, _processes()))


def _share(process: str) -> int:
    """As `_resident`, but of the memory that several processes share each has its share. This
    takes milliseconds, and a process can forbid it."""
    try:
        with open(f"/proc/{process}/smaps_rollup") as file:
            for line in file:
                if line.startswith("Pss:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return _resident(process)


def _resident(process: str) -> int:
    """Bytes of memory of one process, 0 when it is gone."""
    try:
        with open(f"/proc/{process}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


# --- confinement ----------------------------------------------------------------------------------


def _become(uid: int) -> None:
    """Root becomes a user that owns nothing. First it mounts /proc, for bwrap's has parts covered,
    and on top of such a one no other user may mount one of their own."""
    _call("mount", b"proc", b"/proc", b"proc", _NOSUID | _NODEV | _NOEXEC, None)
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    _call("prctl", _PR_SET_DUMPABLE, 1, 0, 0, 0)  # so that /proc/self stays its own


def _folders() -> None:
    for name in ("home", "tmp"):
        os.makedirs(os.path.join(PRIVATE, name), exist_ok=True)


def _own_folder(limits: dict) -> None:
    """Memory of its own in place of the parent's, with a copy of what the set-up left there."""
    before = os.open(PRIVATE, os.O_RDONLY)
    for path, size in ((PRIVATE, limits["disk"]), (SHARED, limits["file_size"])):
        options = f"size={size},nr_inodes={NODES},mode=700".encode()
        _call("mount", b"tmpfs", path.encode(), b"tmpfs", _NOSUID | _NODEV, options)
    shutil.copytree(f"/proc/self/fd/{before}", PRIVATE, dirs_exist_ok=True, symlinks=True)
    os.close(before)
    _folders()
    os.chdir(HOME)


def _limit(limits: dict) -> None:
    """Limits of each process, where the system has them."""
    try:
        import resource
    except ImportError:
        return
    try:
        with open("/proc/self/statm") as file:
            size = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        size = None
    for name, value in {
        "RLIMIT_CORE": 0,
        "RLIMIT_CPU": math.ceil(limits["total"]),
        "RLIMIT_FSIZE": limits["file_size"],
        "RLIMIT_AS": size and size + limits["memory"],
        "RLIMIT_NPROC": limits["processes"],
        "RLIMIT_NOFILE": FILES,
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_MSGQUEUE": 0,
    }.items():
        if value is not None and hasattr(resource, name):
            # The processor's time has a signal of its own, sent between the two values.
            most = value + 5 if name == "RLIMIT_CPU" else value
            with contextlib.suppress(ValueError, OSError):  # a stricter one of the system's stands
                resource.setrlimit(getattr(resource, name), (value, most))


def _drop_powers() -> None:
    _call("prctl", _PR_SET_DUMPABLE, 1, 0, 0, 0)
    _call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    with open("/proc/sys/kernel/cap_last_cap") as file:
        last = int(file.read())
    for number in range(last + 1):
        with contextlib.suppress(OSError):  # who has no powers may not drop any
            _call("prctl", _PR_CAPBSET_DROP, number, 0, 0, 0)
    header = struct.pack("Ii", _CAPABILITY_VERSION, 0)
    _call("capset", header, bytes(24))  # effective, permitted and inheritable: none


# System calls that a notebook does not need. Some make memory that no limit counts, some reach into
# other processes of the same user (init is one), some have been ways out of sandboxes.
_ARCHITECTURES = {
    # machine: (its number in linux/audit.h, the calls, prlimit64, clone)
    "x86_64": (
        0xC000003E,
        # ptrace, shmget, semget, msgget, mount, umount2, add_key, request_key, keyctl, unshare,
        # perf_event_open, setns, process_vm_readv and writev, memfd_create, bpf, userfaultfd
        (101, 29, 64, 68, 165, 166, 248, 249, 250, 272, 298, 308, 310, 311, 319, 321, 323),
        302,
        56,
    ),
    "aarch64": (
        0xC00000B7,
        (117, 194, 190, 186, 40, 39, 217, 218, 219, 97, 241, 268, 270, 271, 279, 280, 282),
        261,
        220,
    ),
}
_CLONE3 = 435
_EVERYWHERE = (425, 426, 427, 428, 429, 430, 438, 442, 447)  # io_uring, new mounts, memfd_secret


def _forbid() -> None:
    """From now on these system calls fail, in this process and all that come from it."""
    if platform.machine() not in _ARCHITECTURES:
        return
    number, calls, prlimit, clone = _ARCHITECTURES[platform.machine()]
    load, equal, above, overlaps, give = 0x20, 0x15, 0x35, 0x45, 0x06  # linux/bpf_common.h
    allowed, denied, absent = (  # linux/seccomp.h
        (give, 0, 0, value)
        for value in (0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS)
    )
    rules = [(load, 0, 0, 4), (equal, 1, 0, number), denied]
    rules += [(load, 0, 0, 0), (above, 0, 1, 0x40000000), denied]
    for call in (*calls, *_EVERYWHERE):
        rules += [(equal, 0, 1, call), denied]
    rules += [(equal, 0, 1, _CLONE3), absent]  # its arguments are out of sight; clone will do
    for call, verdict in (
        (prlimit, (equal, 1, 0, 0)),  # of this process only
        (clone, (overlaps, 0, 1, sum(_NEW.values()))),  # no namespaces
    ):
        rules += [(equal, 0, 4, call), (load, 0, 0, 16), verdict, denied, allowed]
    rules.append(allowed)
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *rule) for rule in rules))
    described = struct.pack("HxxxxxxP", len(rules), ctypes.addressof(program))
    with contextlib.suppress(OSError):  # a kernel without it: what the namespaces do stays
        _call("prctl", _PR_SET_SECCOMP, 2, described, 0, 0)


def _close_others(*kept: int) -> None:
    """Closes all open files but these and 0 to 2."""
    first = 3
    for handle in sorted(kept):
        os.closerange(first, handle)
        first = handle + 1
    os.closerange(first, 2**20)


def _call(name: str, *arguments: Any) -> None:
    """A function of the C library. Raises OSError."""
    library = ctypes.CDLL(None, use_errno=True)
    if getattr(library, name)(*arguments) < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


if __name__ == "__main__":
    main(sys.argv[1:])
