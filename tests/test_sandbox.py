"""The sandbox of the grader, tried with code that really wants to get out."""

from __future__ import annotations

import os
import re
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import threads_at_once

from course_utils.files import COURSE
from course_utils.grading import sandbox as module
from course_utils.grading.sandbox import Child, Limits, Sandbox, SandboxError, choose_mode
from course_utils.grading.socket_messages import receive, send
from course_utils.messages import CourseError

PROBE = "course_utils.grading.sandbox_probe"
MIB = 2**20
FAR = 300.0  # seconds in which anything must have happened, however busy the machine is
LIMITS = Limits(seconds=5, total=600, memory=256 * MIB, file_size=8 * MIB, disk=32 * MIB)
LIMITS = Limits(**{**vars(LIMITS), "processes": 20})


def _why_not() -> str:
    try:
        choose_mode(allow_open=False)
    except CourseError as error:
        return str(error)
    return ""


WHY_NOT = _why_not()
needs_bwrap = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)


@pytest.fixture(scope="module", params=["forked", "cold"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    if WHY_NOT:
        pytest.skip(WHY_NOT)
    with Sandbox(request.param, LIMITS, worker=PROBE) as made:
        yield made
        assert made.mode == request.param


@pytest.fixture
def spawn(sandbox: Sandbox) -> Iterator[Callable[..., Child]]:
    """Makes children and closes them at the end of the test."""
    children: list[Child] = []

    def make(files: dict[str, bytes] | None = None, of: Sandbox | None = None) -> Child:
        children.append((of or sandbox).spawn(files or {}))
        return children[-1]

    yield make
    for child in children:
        child.close()


def inside(child: Child, source: str):
    """What `source`, run as the student's code, leaves in `value`."""
    reply = _reply(child, source)
    assert "error" not in reply, reply["error"]
    return reply["value"]


def _reply(child: Child, source: str) -> dict:
    send(child.sock, {"run": source}, patience=FAR)
    return receive(child.sock, FAR)[0]


def start(child: Child, source: str) -> None:
    """Runs `source` without waiting for it."""
    send(child.sock, {"run": source})


# Tries each expression in `tries` and keeps the names of those that are NOT refused.
REFUSED = """
import ctypes, os, pathlib, resource, signal, socket, subprocess
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *arguments):
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
value = []
for attempt in {tries!r}:
    try:
        exec(attempt)
    except (OSError, ValueError, subprocess.SubprocessError):
        continue
    value.append(attempt)
"""


def allowed(child: Child, *tries: str) -> list[str]:
    return inside(child, REFUSED.format(tries=tries))


def processes(mark: str) -> list[str]:
    """Processes of the whole machine whose command line holds `mark`, zombies left out."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            state = (path / "stat").read_text().rpartition(")")[2].split()[0]
            if mark.encode() in (path / "cmdline").read_bytes() and state != "Z":
                found.append(path.name)
        except OSError:
            continue
    return found


def there(mark: str) -> bool:
    """Waits, since a process has no command line yet when `Popen` of another one returns."""
    deadline = time.monotonic() + FAR
    while not processes(mark) and time.monotonic() < deadline:
        time.sleep(0.02)
    return bool(processes(mark))


def gone(mark: str) -> bool:
    deadline = time.monotonic() + FAR
    while processes(mark) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not processes(mark)


below_tmp = pytest.mark.skipif(
    any(
        path.parts[:2] == ("/", "tmp")
        for path in (Path(sys.prefix).resolve(), Path(__file__).resolve())
    ),
    reason="the environment lies below /tmp, which can then only be read in the sandbox",
)


# --- what it sees ---------------------------------------------------------------------------------


@below_tmp
def test_a_private_folder_with_the_files(spawn):
    child = spawn({"data.txt": "\u6587".encode(), "deep/er.bin": b"\0\xff"})
    look = """
import os, pathlib, tempfile
home = pathlib.Path.home()
(home / "mine").write_text("1"); pathlib.Path("/tmp/mine").write_text("2")
value = [os.getcwd() == str(home), sorted(os.listdir()), pathlib.Path("data.txt").read_text(),
         list(pathlib.Path("deep/er.bin").read_bytes()), os.path.realpath(tempfile.gettempdir())]
"""
    there, names, text, data, temporary = inside(child, look)
    assert there and names == ["data.txt", "deep", "mine"]
    assert (text, data, temporary) == ("\u6587", [0, 255], "/private/tmp")
    fresh = inside(spawn(), "import os; value = os.listdir() + os.listdir('/tmp')")
    assert fresh == []
    assert not Path("/private").exists()


@pytest.mark.parametrize("name", ["/etc/x", "../x", "a/../../x", "", ".", "a\0b"])
def test_no_file_leaves_the_folder(sandbox, name):
    with pytest.raises(ValueError):
        sandbox.spawn({name: b""})


@pytest.mark.parametrize(
    "files",
    [
        {"a" * 256: b""},
        {"\u6587" * 100: b""},
        {"\ud800": b""},
        {"a": bytes(LIMITS.file_size)},
        {f"{n}": bytes(LIMITS.file_size // 3) for n in range(7)},
    ],
)
def test_files_that_cannot_be_there(sandbox, files):
    with pytest.raises(ValueError):
        sandbox.spawn(files)


def test_names_that_do_not_go_together(sandbox):
    with pytest.raises(SandboxError):
        sandbox.spawn({"a": b"", "a/b": b""})
    sandbox.spawn({"\u6587 \U0001f600.txt": b"", "b" * 255: b""}).close()


def test_sees_no_file_of_the_course_and_no_secret(spawn, tmp_path):
    child = spawn()
    hidden = [
        *(str(COURSE / n) for n in ("solutions", "notebooks", "tests", ".git", "README.md")),
        *(str(COURSE / n) for n in ("gradebook.db", "submitted", "nbgrader_config.py")),
        *("/etc/shadow", "/etc/hostname", "/etc/ssh", "/var", "/run", "/sys", "/srv", "/mnt"),
        *("/root/.ssh", "/root/.bashrc", str(tmp_path), str(Path.home() / ".gitconfig")),
    ]
    assert inside(child, f"import os; value = [p for p in {hidden} if os.path.exists(p)]") == []
    beside = inside(child, f"import os; value = os.listdir({str(COURSE)!r})")
    assert set(beside) <= {"course_utils", "pyproject.toml", Path(sys.prefix).name}
    top = inside(child, "import os; value = os.listdir('/')")
    known = {"private", "dev", "proc", "tmp", "usr", "lib", "lib32", "lib64", "libx32", "bin"}
    ours = {path.parts[1] for path in (COURSE, Path(sys.prefix), Path(sys.base_prefix))}
    assert set(top) <= known | {"sbin", "etc", "nix"} | ours
    etc = {"passwd", "group", "alternatives", "fonts", "ld.so.cache", "localtime"}
    assert set(inside(child, "import os; value = os.listdir('/etc')")) <= etc


def test_a_course_below_a_visible_folder_is_covered(monkeypatch, tmp_path, sandbox):
    course = tmp_path / "lib" / "course"
    (course / "solutions").mkdir(parents=True)
    (course / "nbgrader_config.py").touch()
    (tmp_path / "lib" / "seen").touch()
    tmp_path.chmod(0o755)
    monkeypatch.chdir(course)
    monkeypatch.setattr(module, "_SYSTEM", (*module._SYSTEM, str(tmp_path / "lib")))
    with Sandbox(sandbox.mode, LIMITS, worker=PROBE) as own:
        child = own.spawn()
        look = f"import os; value = [os.listdir({str(tmp_path / 'lib')!r}), os.listdir({str(course)!r})]"
        seen, covered = inside(child, look)
        writable = allowed(child, f"open({str(course / 'x')!r}, 'w')")
        child.close()
    assert set(seen) == {"seen", "course"} and covered == [] and writable == []


def test_the_libraries_work(spawn):
    source = "import numpy, subprocess, sys; value = [int(numpy.ones(3).sum()), subprocess.run("
    source += "[sys.executable, '-c', 'import course_utils; print(1)'], stdout=-1).stdout.decode()]"
    assert inside(spawn(), source) == [3, "1\n"]


def test_everything_is_read_only(spawn):
    places = [
        *("/", "/etc", "/usr", "/usr/lib", "/dev", "/proc", "/proc/sys/kernel/hostname"),
        *(str(COURSE), str(COURSE / "course_utils"), sys.prefix, sys.base_prefix),
        str(Path(os.__file__)),
    ]
    attempts = [
        f"open({place + '/x' if Path(place).is_dir() else place!r}, 'w')" for place in places
    ]
    attempts += [f"os.chmod({place!r}, 0o777)" for place in places]
    attempts += ["open('/etc/passwd', 'a')", "os.rename('/etc/passwd', '/etc/p')", "os.mkdir('/x')"]
    attempts += [f"open({str(COURSE / 'course_utils/__init__.py')!r}, 'a')"]
    attempts += ["open('/proc/sys/user/max_user_namespaces', 'w').write('9')"]
    attempts += ["open('/proc/sys/kernel/core_pattern', 'w').write('|/x')"]
    attempts += ["call('mount', None, b'/usr', None, 32 | 4096, None)", "os.chroot('/tmp')"]
    assert allowed(spawn(), *attempts) == []


def test_the_environment_is_a_short_list(spawn, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    with Sandbox("forked", LIMITS, worker=PROBE) as fresh:
        child = spawn(of=fresh)
        found = inside(child, "import os; value = dict(os.environ)")
        original = inside(child, "value = open('/proc/self/environ').read()")
    expected = {"HOME", "LANG", "PATH", "PYTHONPATH", "PWD", *module._ENVIRONMENT}
    assert set(found) <= expected and found["HOME"] == "/private/home"
    assert "hunter2" not in original + repr(found)
    assert found["OMP_NUM_THREADS"] == "1" and found["HF_HUB_OFFLINE"] == "1"


def test_no_open_file_but_its_socket(spawn):
    spawn()  # another child, whose sockets are not for this one
    look = """
import os
listed = [f"/proc/self/fd/{n}" for n in os.listdir("/proc/self/fd")]
value = [os.readlink(path) for path in listed if os.path.lexists(path)]
"""
    found = inside(spawn(), look)
    assert found[:3] == ["/dev/null"] * 3
    assert [re.sub(r"\d+", "N", path) for path in found[3:]] == ["socket:[N]"]
    assert allowed(spawn(), "open('/dev/tty')", "open('/dev/console')", "os.ttyname(0)") == []


# --- whom it reaches ------------------------------------------------------------------------------


def test_no_network(spawn):
    name = f"\0course-{secrets.token_hex(4)}"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local:
        port = server.getsockname()[1]
        local.bind(name)
        local.listen()
        attempts = [
            f"socket.create_connection(('127.0.0.1', {port}), 2)",
            "socket.create_connection(('1.1.1.1', 53), 2)",
            "socket.getaddrinfo('pypi.org', 443)",
            f"socket.socket(socket.AF_UNIX).connect({name!r})",
            "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('1.1.1.1', 53))",
            "socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)",
            "socket.socket(socket.AF_PACKET, socket.SOCK_RAW)",
        ]
        assert allowed(spawn(), *attempts) == []
    names = "import socket; value = [name for _, name in socket.if_nameindex()]"
    assert inside(spawn(), names) == ["lo"]


@below_tmp
def test_no_other_process(spawn):
    other = spawn()
    inside(other, "open('/tmp/other', 'w').write('secret')")
    start(other, "import subprocess; subprocess.run(['sleep', '600'])")
    look = """
import os
numbers = sorted(int(n) for n in os.listdir("/proc") if n.isdigit())
value = [os.getppid(), numbers == sorted({1, os.getpid()}), os.path.exists("/tmp/other")]
"""
    assert inside(spawn(), look) == [1, True, False]
    assert other.ended() is None


def test_the_first_process_cannot_be_touched(spawn):
    child = spawn()
    attempts = [
        "open('/proc/1/environ').read()",
        "open('/proc/1/mem', 'rb+')",
        "open('/proc/1/maps').read()",
        "os.listdir('/proc/1/fd')",
        "os.listdir('/proc/1/root')",
        "os.readlink('/proc/1/cwd')",
        "call('ptrace', 16, 1, 0, 0)",
        "resource.prlimit(1, resource.RLIMIT_CPU, (0, 0))",
        "resource.prlimit(1, resource.RLIMIT_AS, (0, 0))",
    ]
    assert allowed(child, *attempts) == []
    kill = """
import os, signal
for number in signal.valid_signals() - {signal.SIGCHLD}:
    os.kill(1, number)
value = os.getppid()
"""
    assert inside(child, kill) == 1
    time.sleep(0.3)
    assert child.ended() is None and inside(child, "value = 2") == 2


def test_kill_everything(spawn, sandbox):
    """SIGKILL to each process it may signal ends itself, and neither the parent nor another."""
    other, child = spawn(), spawn()
    start(child, "import os\ntry: os.kill(-1, 9)\nexcept OSError: os.kill(os.getpid(), 9)")
    assert child.ended(wait=FAR) == "killed by SIGKILL"
    assert inside(other, "value = 1") == 1 and inside(spawn(), "value = 2") == 2


def test_no_powers(spawn):
    look = """
status = dict(line.split(":\\t", 1) for line in open("/proc/self/status"))
value = [int(status[name], 16) for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")]
value += [int(status["NoNewPrivs"]), "0" not in status["Uid"].split()]
"""
    child = spawn()
    assert inside(child, look) == [0, 0, 0, 0, 1, True]
    attempts = [
        *(f"call('unshare', {flag})" for flag in (0x10000000, 0x20000, 0x20000000, 0x40000000)),
        "call('syscall', 56, 0x10000000 | 17, 0, 0, 0, 0)",  # clone into a new user namespace
        "call('syscall', 435, bytes(88), 88)",  # clone3
        "call('setns', os.open('/proc/1/ns/net', 0), 0)",
        "call('setns', os.open('/proc/self/ns/net', 0), 0)",
        "call('mount', b'x', b'/tmp', b'tmpfs', 0, None)",
        "call('umount2', b'/private', 2)",
        "os.setuid(0)",
        "os.setgroups([0])",
        "os.memfd_create('x')",
        "call('shmget', 0, 4096, 0o1600)",
        "call('syscall', 250, 0, 0, 0)",  # keyctl
        "call('syscall', 321, 0, 0, 0)",  # bpf
        "call('syscall', 425, 1, bytes(120))",  # io_uring
        "call('ptrace', 0, 0, 0, 0)",
        "os.mknod('/tmp/disk', 0o60600, os.makedev(254, 0))",
        "subprocess.run(['bwrap', '--dev-bind', '/', '/', 'true'], check=True)",
        "subprocess.run(['su', '-c', 'true'], check=True)",
        "subprocess.run(['mount', '-o', 'remount,rw', '/usr'], check=True)",
    ]
    assert allowed(child, *attempts) == []


# --- what it may use ------------------------------------------------------------------------------


def test_memory_of_one_process(spawn):
    take = """
try:
    value = bytearray(400 * 2**20) and "taken"
except MemoryError:
    value = "refused"
"""
    child = spawn()
    assert inside(child, take) == "refused"
    assert inside(child, "x = bytearray(100 * 2**20); x = None; value = 1") == 1


def test_memory_of_all_processes(spawn):
    child = spawn()
    take = """
import os, time
for _ in range(6):
    if os.fork() == 0:
        x = b"x" * (100 * 2**20)
        time.sleep(600)
time.sleep(600)
"""
    start(child, take)
    assert child.ended(wait=FAR) == "memory"


def test_memory_that_is_shared_counts_once(spawn):
    child = spawn()
    share = """
import os, time
x = b"x" * (120 * 2**20)
children = [os.fork() for _ in range(1)]
if 0 in children:
    time.sleep(600)
for _ in range(5):
    if os.fork() == 0:
        time.sleep(600)
time.sleep(1)
value = 1
"""
    assert inside(child, share) == 1
    assert child.ended(wait=0.5) is None


@pytest.mark.parametrize("folder", [".", pytest.param("/tmp", marks=below_tmp), "/dev/shm"])
def test_disk(spawn, folder):
    fill = f"""
import errno, os, shutil
value = []
try:
    for number in range(20):
        with open(f"{folder}/{{number}}", "wb") as file:
            file.write(bytes(7 * 2**20))
except OSError as error:
    value.append(error.errno == errno.ENOSPC)
value.append(number < 5)
try:
    with open(f"{folder}/large", "wb") as file:
        os.truncate(file.name, 9 * 2**20)
except OSError as error:
    value.append(error.errno == errno.EFBIG)
"""
    assert inside(spawn(), fill) == [True, True, True]
    assert inside(spawn(), "open('new', 'wb').write(b'x' * 2**20); value = 1") == 1


def test_many_small_files(sandbox, spawn):
    if sandbox.mode == "cold":
        pytest.skip("bubblewrap cannot limit the number of files; the forked mode can")
    create = """
try:
    for number in range(30_000):
        open(f"{number}", "w").close()
except OSError:
    pass
value = number
"""
    assert inside(spawn(), create) < 20_000


def test_fork_bomb(spawn, sandbox):
    bomb = """
import os, time
made = 0
try:
    while True:
        if os.fork() == 0:
            time.sleep(600)
        made += 1
except BlockingIOError:
    pass
value = made
"""
    child = spawn()
    assert 5 < inside(child, bomb) <= LIMITS.processes
    child.close()
    for _ in range(3):
        wild = spawn()
        start(wild, "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError: pass")
        time.sleep(0.3)
        wild.close()
    assert inside(spawn(), "import os; value = os.fork() >= 0 or os._exit(0)") is True


def test_open_files_and_cores(spawn):
    look = """
import os, resource
files = []
try:
    while True:
        files.append(os.open("/dev/null", 0))
except OSError:
    pass
value = [len(files) < 128, resource.getrlimit(resource.RLIMIT_CORE)[1]]
"""
    assert inside(spawn(), look) == [True, 0]


def test_time_of_the_processor_and_on_the_wall(sandbox):
    short = Limits(**{**vars(LIMITS), "total": 1})
    with Sandbox(sandbox.mode, short, worker=PROBE) as own:
        sleeping = own.spawn()
        start(sleeping, "import time; time.sleep(600)")
        assert sleeping.ended(wait=FAR) == "time"
        sleeping.close()
    limited = Limits(**{**vars(LIMITS), "total": 20})
    with Sandbox(sandbox.mode, limited, worker=PROBE) as own:
        busy = own.spawn()
        less = "import resource as r; r.setrlimit(r.RLIMIT_CPU, (1, r.getrlimit(r.RLIMIT_CPU)[1]))"
        inside(busy, less)
        more = "import resource as r; r.setrlimit(r.RLIMIT_CPU, (9**9, 9**9))"
        start(busy, f"try:\n    {more}\nexcept ValueError:\n    pass\nwhile True: pass")
        assert busy.ended(wait=FAR) == "killed by SIGXCPU"
        busy.close()


# --- how it ends ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "how"),
    [
        ("import os; os._exit(3)", "exit 3"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "killed by SIGKILL"),
        ("import ctypes; ctypes.string_at(0)", "killed by SIGSEGV"),
        ("import os; os.abort()", "killed by SIGABRT"),
        ("raise SystemExit(5)", "exit 1"),
    ],
)
def test_it_tells_how_it_ended(spawn, source, how):
    child = spawn()
    assert child.ended() is None
    start(child, source)
    assert child.ended(wait=FAR) == how
    assert child.ended() == how
    child.close()


def test_a_stream_of_orphans_hides_nothing(sandbox):
    short = Limits(**{**vars(LIMITS), "total": 3})
    with Sandbox(sandbox.mode, short, worker=PROBE) as own:
        child = own.spawn()
        orphans = """
import os
for _ in range(4):
    if os.fork() == 0:
        break
while True:
    try:
        if os.fork() == 0:
            os.fork()
            os._exit(0)
        os.waitpid(-1, os.WNOHANG)
    except OSError:
        pass
"""
        start(child, orphans)
        assert child.ended(wait=FAR) in ("time", "killed by SIGXCPU")
        child.close()


def test_it_ends_when_the_socket_is_closed(spawn):
    child = spawn()
    child.sock.close()
    assert child.ended(wait=FAR) == "exit 0"


LINGER = """
import os, signal, subprocess, time
for number in signal.valid_signals() - {{signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}}:
    try:
        signal.signal(number, signal.SIG_IGN)
    except OSError:
        pass
for _ in range(3):
    subprocess.Popen(["sh", "-c", "trap '' TERM HUP INT; sleep {seconds}; sleep {seconds}"],
                     start_new_session=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        subprocess.Popen(["sleep", "{seconds}"], start_new_session=True)
        time.sleep(600)
    os._exit(0)
value = 1
"""


def _lingering() -> tuple[str, str]:
    seconds = f"6{secrets.randbelow(10**8):08d}"
    return seconds, LINGER.format(seconds=seconds)


def test_nothing_survives_closing(spawn):
    mark, source = _lingering()
    child = spawn()
    assert inside(child, source) == 1
    assert there(mark)
    child.close()
    assert not processes(mark)  # at once: closing waits for the end


def test_nothing_survives_its_own_end(spawn):
    mark, source = _lingering()
    child = spawn()
    start(child, source + "\nos._exit(0)")
    assert child.ended(wait=FAR) == "exit 0"
    assert gone(mark)


def test_nothing_survives_the_sandbox(sandbox):
    mark, source = _lingering()
    with Sandbox(sandbox.mode, LIMITS, worker=PROBE) as own:
        child = own.spawn()
        inside(child, source)
        if sandbox.mode == "cold":
            child.close()
    assert gone(mark)


def test_nothing_survives_a_killed_grader(sandbox):
    mark, source = _lingering()
    program = f"""
import time
from course_utils.grading.sandbox import Limits, Sandbox
from course_utils.grading.socket_messages import receive, send
sandbox = Sandbox({sandbox.mode!r}, Limits(), worker={PROBE!r})
child = sandbox.spawn()
send(child.sock, {{"run": {source!r}}})
receive(child.sock)
print("there", flush=True)
time.sleep(600)
"""
    environment = {**os.environ, "PYTHONPATH": str(COURSE)}
    grader = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, env=environment, text=True
    )
    assert grader.stdout.readline() == "there\n"
    assert there(mark)
    grader.send_signal(signal.SIGKILL)
    grader.wait()
    grader.stdout.close()
    assert gone(mark)


@below_tmp
def test_nothing_is_left_in_the_temporary_folder(sandbox, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with Sandbox(sandbox.mode, LIMITS, worker=PROBE) as own:
        child = own.spawn({"a": b"a"})
        inside(child, "open('b', 'w').write('b'); open('/tmp/c', 'w').write('c')")
        child.close()
    assert list(tmp_path.iterdir()) == []


# --- the parent and the modes ---------------------------------------------------------------------


@needs_bwrap
@below_tmp
def test_the_set_up_is_in_memory_and_its_files_are_there():
    setup = (
        "import os; os.made_by_setup = os.getpid(); open('corpus.txt', 'w').write('cat')",
        "open('/tmp/setup.txt', 'w').write('mat')",
    )
    with Sandbox("forked", LIMITS, setup, worker=PROBE) as own:
        look = (
            "import os; value = [os.made_by_setup, open('corpus.txt').read(), os.listdir('/tmp')]"
        )
        first, second = own.spawn(), own.spawn()
        made, text, files = inside(first, look)
        assert text == "cat" and files == ["setup.txt"]
        inside(first, "open('corpus.txt', 'w').write('dog'); os.made_by_setup = 0")
        assert inside(second, look)[:2] == [made, "cat"]
        first.close()
        second.close()


@pytest.mark.parametrize("mode", ["forked", "cold", "open"])
def test_a_set_up_that_fails_is_no_fault_of_the_answer(mode):
    if WHY_NOT and mode != "open":
        pytest.skip(WHY_NOT)
    with Sandbox(mode, LIMITS, ("raise KeyError('lost')",), worker=PROBE) as own:
        with pytest.raises(SandboxError, match="KeyError.*lost"):
            own.spawn()


@needs_bwrap
def test_a_set_up_with_threads_is_not_forked():
    setup = ("import threading, time; threading.Thread(target=time.sleep, args=(600,)).start()",)
    with Sandbox("forked", LIMITS, setup, worker=PROBE) as own:
        child = own.spawn()
        assert own.mode == "cold"
        assert inside(child, "value = 1") == 1
        child.close()


@needs_bwrap
def test_threads_of_an_answer_find_the_librarys_pool_of_threads():
    with Sandbox("forked", Limits(), (threads_at_once.SETUP,), worker=PROBE) as own:
        for _ in range(threads_at_once.OFTEN):
            child = own.spawn()
            inside(child, threads_at_once.SOURCE)
            child.close()
        assert own.mode == "forked"


def test_packages_installed_elsewhere_are_seen_but_no_course(monkeypatch, tmp_path):
    package, course, packages = tmp_path / "package", tmp_path / "course", tmp_path / "packages"
    for folder in (package, course / "solutions", packages):
        folder.mkdir(parents=True)
    (course / "nbgrader_config.py").touch()
    another = tmp_path.parent / f"{tmp_path.name}-another"  # the checkout that an environment is of
    (another / "solutions").mkdir(parents=True)
    lines = [
        "import sys; sys.path",
        "# a word",
        "",
        *map(str, (package, course, tmp_path, another)),
    ]
    (packages / "editable.pth").write_text("\n".join(lines))
    monkeypatch.setattr(module.sysconfig, "get_path", lambda name: str(packages))
    monkeypatch.setattr(module.site, "ENABLE_USER_SITE", False)
    monkeypatch.chdir(course)
    assert module._elsewhere() == [package]


@needs_bwrap
@pytest.mark.slow
def test_the_set_up_of_all_chapters_can_be_forked():
    from course_utils.checks.assignments import assignment_names, notebook_path, read_assignment
    from course_utils.grading import socket_messages

    folder = COURSE / "solutions"
    chapters = [read_assignment(notebook_path(folder, name)) for name in assignment_names(folder)]
    setup = tuple(cell for chapter in chapters if chapter.exercises for cell in chapter.setup)
    with Sandbox("forked", Limits(), setup) as own:
        child = own.spawn()
        assert own.mode == "forked"  # no thread is left of it
        socket_messages.send(
            child.sock, {"ask": "cell", "source": "print(torch.ones(2).sum().item())"}
        )
        reply, _ = socket_messages.receive(child.sock, FAR)
        assert [output["text"] for output in reply["outputs"]] == ["2.0\n"]
        child.close()


@needs_bwrap
def test_a_parent_that_was_ended_is_started_again():
    with Sandbox("forked", LIMITS, worker=PROBE) as own:
        child = own.spawn()
        signal.pidfd_send_signal(own._parent._first._handle, signal.SIGKILL)
        assert child.ended(wait=FAR) == "lost"
        again = own.spawn()
        assert inside(again, "value = 1") == 1
        for each in (child, again):
            each.close()


@needs_bwrap
def test_a_parent_is_lent_and_when_it_is_gone_one_has_their_own():
    setup = ("import os; os.mark = os.urandom(8).hex()",)
    look = "import os; value = os.mark"
    with (
        Sandbox("forked", LIMITS, setup, worker=PROBE) as lender,
        Sandbox("forked", LIMITS, setup, worker=PROBE) as other,
        Sandbox("forked", LIMITS, worker=PROBE) as different,
    ):
        start, requests = lender.lend()
        module.borrow((start, requests.dup()))
        fourth = different.spawn()  # nothing is lent to it, for it has another set-up
        assert "error" in _reply(fourth, look)
        module.borrow((start, requests.dup()))
        first, second = lender.spawn(), other.spawn()
        mark = inside(first, look)
        assert inside(second, look) == mark
        lender.close()
        assert first.ended(wait=FAR) == second.ended(wait=FAR) == "lost"
        third = other.spawn()
        assert inside(third, look) != mark
        for child in (first, second, third, fourth):
            child.close()


@pytest.mark.parametrize("mode", ["cold", "open"])
def test_without_a_parent_none_is_lent(mode):
    assert Sandbox(mode, LIMITS, worker=PROBE).lend() is None


def test_open_is_a_process_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    mark, source = _lingering()
    with Sandbox("open", LIMITS, ("import os; os.made = 1",), worker=PROBE) as own:
        child = own.spawn({"data/x.txt": b"x"})
        look = (
            "import os; value = [os.made, open('data/x.txt').read(), 'SECRET_TOKEN' in os.environ]"
        )
        assert inside(child, look) == [1, "x", False]
        inside(child, f"import subprocess; subprocess.Popen(['sleep', '{mark}'])")
        assert there(mark)
        start(child, "import os; os._exit(4)")
        assert child.ended(wait=FAR) == "exit 4"
        child.close()
        assert gone(mark)
        dying = own.spawn()
        start(dying, "import ctypes; ctypes.string_at(0)")
        assert dying.ended(wait=FAR) == "killed by SIGSEGV"
        dying.close()
    assert list(tmp_path.iterdir()) == []


def test_the_mode_is_chosen_by_trying(monkeypatch, tmp_path):
    if not WHY_NOT:
        assert choose_mode(allow_open=False)[0] == "forked"

    def only_cold(mode: str) -> None:
        if mode == "forked":
            raise SandboxError("no namespaces in namespaces")

    with monkeypatch.context() as patch:
        patch.setattr(module, "_try", only_cold)
        mode, sentence = choose_mode(allow_open=False)
        assert mode == "cold" and "no namespaces in namespaces" in sentence
    monkeypatch.setenv("PATH", str(tmp_path))  # no bwrap
    with pytest.raises(CourseError, match="bubblewrap"):
        choose_mode(allow_open=False)
    mode, sentence = choose_mode(allow_open=True)
    assert mode == "open" and "WITHOUT" in sentence
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: not permitted' >&2\nexit 1\n")
    broken.chmod(0o755)
    with pytest.raises(CourseError, match="not permitted"):
        choose_mode(allow_open=False)


@needs_bwrap
@pytest.mark.skipif(
    os.geteuid() == 0, reason="for ordinary users: test_all_this_as_an_ordinary_user runs it"
)
def test_without_namespaces_in_namespaces_it_is_cold(monkeypatch, tmp_path):
    wrapper = tmp_path / "bwrap"
    wrapper.write_text(f'#!/bin/sh\nexec {shutil.which("bwrap")} --disable-userns "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    mode, sentence = choose_mode(allow_open=False)
    assert mode == "cold" and "unshare" in sentence


# --- as an ordinary user --------------------------------------------------------------------------

# In a mount namespace of its own, where folders that only root can enter are entered by all.
AS_NOBODY = """
set -e
enters() { setpriv --reuid 65534 --regid 65534 --clear-groups test -x "$1/."; }
number=0
for folder in "$@"; do  # all are kept before any is covered, for one may lie beside another
    number=$((number + 1))
    if ! enters "$folder"; then
        mkdir -p "$HOME/kept/$number"
        mount --bind "$folder" "$HOME/kept/$number"
    fi
done
number=0
for folder in "$@"; do
    number=$((number + 1))
    if [ -d "$HOME/kept/$number" ]; then
        closed=$folder
        while ! enters "$(dirname "$closed")"; do closed=$(dirname "$closed"); done
        if [ -d "$closed" ] && ! enters "$closed"; then
            mount -t tmpfs -o mode=755 tmpfs "$closed"
        fi
        mkdir -p "$folder"
        mount --move "$HOME/kept/$number" "$folder"
    fi
done
cd "$COURSE"
"""


@needs_bwrap
@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.skipif(
    not shutil.which("setpriv") or not shutil.which("unshare"),
    reason="needs setpriv and unshare (apt install util-linux)",
)
def test_all_this_as_an_ordinary_user(request):
    """With one mode of the sandbox, without what does not depend on the user; with `--all` all."""
    folders = [sys.base_prefix, sys.prefix, str(COURSE)]
    for path in (*folders, __file__):
        if os.stat(path).st_mode & 0o004 == 0:
            pytest.skip(f"only root can read {path}: chmod -R a+rX lets others")
    everything = request.config.getoption("--all")
    which = ["--all"] if everything else ["-k", "not (cold or chapters) or namespaces"]
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", __file__]
    home = Path(f"/tmp/sandbox-test-{secrets.token_hex(4)}")
    home.mkdir()
    os.chown(home, 65534, 65534)
    command += [*which, "--basetemp", str(home / "pytest")]
    line = f"{AS_NOBODY}\nexec setpriv --reuid 65534 --regid 65534 --clear-groups "
    environment = {**os.environ, "HOME": str(home), "COURSE": str(COURSE)}
    environment |= {"PYTHONPATH": str(COURSE), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        result = subprocess.run(
            ["unshare", "-m", "sh", "-c", line + shlex.join(command), "sh", *folders],
            env=environment,
            cwd="/",
            capture_output=True,
            text=True,
        )
    finally:
        shutil.rmtree(home, ignore_errors=True)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-2000:]
    assert " passed" in result.stdout
