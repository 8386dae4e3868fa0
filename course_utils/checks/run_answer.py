"""Runs one answer against its checks, in a process of its own.

A warm server imports the libraries and this package once; each answer runs in a process
forked from it (where a system cannot fork, in a fresh one), with limits on time, memory and the
size of files. Whatever an answer does, it costs that answer and no other, and what comes back is
plain data whose types are verified. This keeps accidents and simple tricks out; it is no sandbox.
"""

from __future__ import annotations

import ast
import builtins
import io
import json
import linecache
import math
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import types
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any

import psutil

from course_utils.checks.assignments import CheckCell
from course_utils.checks.processor_time import OwnTime
from course_utils.checks.verdict_between_processes import (
    Verdict,
    believed,
    judged,
    no_points,
    without_points,
)
from course_utils.files import COURSE, PACKAGE
from course_utils.messages import say

if TYPE_CHECKING:
    from course_utils.checks.check import Result

SECONDS = 20.0  # own time of one answer with all its checks
LOOK = 0.2  # seconds between two looks at how much of it is used
START = 600.0  # until a process is ready: the first one waits for the libraries
MEMORY = 1536 * 2**20  # bytes an answer may take on top of the libraries
FILE_SIZE = 64 * 2**20  # bytes of any one file it writes
OUTPUT = 1_000_000  # characters it may print
SHOWN_OUTPUT = 2_000  # of which so many are kept
REPLY = 1_000_000  # bytes of the child's report

# One thread each: several at once on few cores are slower, and forking needs a single one.
SETTINGS = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
_WANTING = (psutil.STATUS_RUNNING, psutil.STATUS_DISK_SLEEP)
# What Python reports of whoever starts a process or asks the network.
_REACHING_OUT = (
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.posix_spawn",
    "os.system",
    "socket.connect",
    "socket.getaddrinfo",
    "subprocess.Popen",
)
# Where an answer could change what the checks rely on.
_GUARDED = (
    "builtins",
    "math",
    "torch",
    "torch.nn",
    "torch.nn.functional",
    "torch.linalg",
    "torch.testing",
)
Functions = dict[str, tuple[Any, Any]]  # name -> (function, its code)
_read: dict[int, tuple[Any, Functions]] = {}  # by the id of the holder, which is kept


@dataclass(frozen=True)
class Job:
    """One answer to run: set-up cells, cells that belong to the answer, the answer cell's text, the
    check cells, in this order. `to_the_end`: checks that come after one that did not pass, too."""

    exercise: str
    setup: tuple[str, ...]
    answer: str
    checks: tuple[CheckCell, ...]
    before: tuple[str, ...] = ()
    to_the_end: bool = True
    label: Any = field(default=None, compare=False)


@dataclass(frozen=True)
class Outcome:
    """What became of one answer. `output` is the beginning of what it printed; `alone`: it looked
    at no file, process or network, so that it does the same when it is run again."""

    verdicts: tuple[Verdict, ...]
    output: str = ""
    alone: bool = False

    @property
    def points(self) -> float:
        return sum(verdict.points for verdict in self.verdicts)

    @property
    def max_points(self) -> float:
        return sum(verdict.max_points for verdict in self.verdicts)

    @property
    def first(self) -> Verdict:
        """What a reader meets first: the verdict of the first check not passed, else the last."""
        return next((v for v in self.verdicts if not v.passed), self.verdicts[-1])

    @property
    def passed(self) -> bool:
        return all(verdict.passed for verdict in self.verdicts)

    def as_bytes(self) -> bytes:
        """What `verified` makes an Outcome of again, with the job that it is of."""
        told = [verdict.told() for verdict in self.verdicts]
        return json.dumps({"verdicts": told, "output": self.output, "alone": self.alone}).encode()


def default_workers() -> int:
    """How many answers to run at once: one for each processor that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def run_one(job: Job, seconds: float = SECONDS) -> Outcome:
    """Runs one answer; see `run_all`."""
    ((_, outcome),) = run_all([job], workers=1, seconds=seconds)
    return outcome


def run_all(
    jobs: Iterable[Job], workers: int | None = None, seconds: float = SECONDS
) -> Iterator[tuple[Job, Outcome]]:
    """Runs answers, several at once, and yields (job, outcome) as each ends."""
    waiting = deque(jobs)
    running: list[_Child] = []
    context = new_processes() if waiting else None
    workers = max(1, workers or default_workers())
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                running.append(_Child(context, waiting.popleft(), seconds))
            handles = [h for child in running for h in (child.connection, child.process.sentinel)]
            nearest = min(child.deadline for child in running)
            wait(handles, timeout=max(0.0, min(LOOK, nearest - time.monotonic())))
            ended = [(child, outcome) for child in running if (outcome := child.outcome())]
            running = [child for child in running if not child.closed]
            for child, outcome in ended:
                yield child.job, outcome
    finally:
        for child in running:
            child.close()


def new_processes():
    """The multiprocessing context in which answers run: forked from a warm parent where it can be."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    from multiprocessing import forkserver

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["course_utils.checks.fork_server"])
    # The server must find this package wherever it is started; Python 3.11 gives it no sys.path.
    path = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(COURSE), path]))
    try:
        forkserver.ensure_running()
    finally:
        del os.environ["PYTHONPATH"]
        if path is not None:
            os.environ["PYTHONPATH"] = path
    return context


class _Child:
    """A process at work on one job, seen from outside."""

    def __init__(self, context, job: Job, seconds: float):
        self.job, self.seconds, self.closed = job, seconds, False
        self.folder = tempfile.mkdtemp(prefix="answer-")
        self.connection, theirs = context.Pipe(duplex=False)
        self.process = context.Process(
            target=_work, args=(theirs, job, self.folder, seconds), daemon=True
        )
        self.process.start()
        theirs.close()
        self.deadline = time.monotonic() + START  # until it says that it has begun
        self.own: OwnTime | None = None  # from then on

    def outcome(self) -> Outcome | None:
        """What became of the job, None while it is still running; cleans up when it has ended."""
        if self.connection.poll():
            try:
                reply = self.connection.recv_bytes(REPLY)
            except (EOFError, OSError):
                reply = b""
            if reply == b"begun":
                self.own, self.deadline = OwnTime(self._used), math.inf
                return None
            outcome = verified(reply, self.job) if reply else self._ended_early()
        elif not self.process.is_alive():
            outcome = self._ended_early()
        elif time.monotonic() >= self.deadline or self.own and self.own.look() >= self.seconds:
            outcome = lost(self.job, "answer-timeout", seconds=f"{self.seconds:g}")
        else:
            return None
        self.close()
        return outcome

    def _used(self) -> tuple[float, bool]:
        """Seconds of the processor that it has used, and whether it wants more."""
        try:
            process = psutil.Process(self.process.pid)
            times = process.cpu_times()
            return times.user + times.system, process.status() in _WANTING
        except psutil.Error:  # it has ended
            return 0.0, True

    def _ended_early(self) -> Outcome:
        return lost(self.job, "answer-crashed")

    def close(self) -> None:
        """Ends the process and whatever it has started in its group."""
        self.closed = True
        if hasattr(os, "killpg"):
            for end in (os.killpg, os.kill):
                try:
                    end(self.process.pid, signal.SIGKILL)
                except (ProcessLookupError, PermissionError):
                    pass
        else:
            self.process.kill()
        self.process.join(5)
        self.connection.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def lost(job: Job, key: str, state: str = "failed", **fields: object) -> Outcome:
    """No points for any check of the job, for one reason."""
    text = say(key, **fields)
    return Outcome(tuple(without_points(cell, state, key, text) for cell in job.checks))


def verified(reply: bytes, job: Job) -> Outcome:
    """The child's report as an Outcome, after checking each type and bound."""
    try:
        data = json.loads(reply)
        pairs = zip(data["verdicts"], job.checks, strict=True)
        verdicts = [believed(told, cell) for told, cell in pairs]
        output, alone = data["output"], data["alone"]
    except (ValueError, TypeError, KeyError):
        return lost(job, "answer-crashed")
    whole = [verdict for verdict in verdicts if verdict]
    if len(whole) < len(verdicts) or not isinstance(output, str) or not isinstance(alone, bool):
        return lost(job, "answer-crashed")
    return Outcome(tuple(whole), output, alone)


# --- inside the process of one answer -------------------------------------------------------------


def _work(connection: Connection, job: Job, folder: str, seconds: float) -> None:
    _confine(folder, seconds)
    connection.send_bytes(b"begun")
    printed = _Printed()
    sys.stdout = sys.stderr = printed
    vars(builtins)["display"] = _display  # a notebook has it without an import
    abroad = _watched(folder)
    outcome = _run(job, printed)
    done = Outcome(outcome.verdicts, printed.text(), alone=not abroad)
    connection.send_bytes(done.as_bytes())
    connection.close()
    os._exit(0)  # no exit handler of the answer's runs


def _confine(folder: str, seconds: float) -> None:
    """A group of its own, an empty folder, no terminal, and limits where the system has them."""
    os.chdir(folder)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    sys.stdin = open(os.devnull)
    if hasattr(os, "setsid"):
        os.setsid()
    try:
        import resource
    except ImportError:
        return
    limits = {
        "RLIMIT_CORE": 0,
        "RLIMIT_CPU": math.ceil(seconds) + 30,  # ends it even when nobody waits any more
        "RLIMIT_FSIZE": FILE_SIZE,
        "RLIMIT_AS": (size := _address_space()) and size + MEMORY,
    }
    for name, value in limits.items():
        if value is None or not hasattr(resource, name):
            continue
        try:
            resource.setrlimit(getattr(resource, name), (value, value))
        except (ValueError, OSError):
            pass  # a stricter limit of the system's stands


def _address_space() -> int | None:
    """Bytes of address space in use, None where the system does not tell."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None


def _watched(folder: str) -> list[str]:
    """A list that names, from now on, what this process looks at beyond its folder, Python's
    libraries and this package."""
    own = [folder, PACKAGE, sys.prefix, sys.base_prefix, os.devnull, "/dev", "/proc", "/sys"]
    homes = tuple({f(str(home)) for home in own for f in (os.path.abspath, os.path.realpath)})
    abroad: list[str] = []

    def watch(event: str, details: tuple) -> None:
        if event == "open" and isinstance(details[0], (str, bytes)):
            if not os.path.abspath(os.fsdecode(details[0])).startswith(homes):
                abroad.append(event)
        elif event in _REACHING_OUT:
            abroad.append(event)

    sys.addaudithook(watch)
    return abroad


class _Printed(io.TextIOBase):
    """Takes what an answer prints, keeps its beginning, counts the rest."""

    def __init__(self):
        self._kept, self._written = [], 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self._written < SHOWN_OUTPUT:
            self._kept.append(text[: SHOWN_OUTPUT - self._written])
        self._written += len(text)
        return len(text)

    def text(self) -> str:
        return "".join(self._kept)

    @property
    def flooded(self) -> bool:
        return self._written > OUTPUT


def _display(*objects: Any, **_: Any) -> None:
    for value in objects:
        print(repr(value)[:SHOWN_OUTPUT])


def _run(job: Job, printed: _Printed) -> Outcome:
    from course_utils.checks.check import Result  # before the answer could put another in its place

    names: dict[str, Any] = fresh_main()
    try:
        for number, source in enumerate(job.setup):
            run_cell(source, names, f"<set-up cell {number + 1}>")
    except BaseException as error:
        return lost(job, "setup-failed", error=described(error))
    return tried(job, names, Result, printed)


def tried(job: Job, names: dict[str, Any], genuine: type[Result], printed: _Printed) -> Outcome:
    """The outcome of an answer in a namespace that is as the set-up cells left it."""
    given = dict(names)
    libraries = library_functions()

    problem = answered(job, names)
    changed = changed_function(libraries)
    if changed:
        return lost(job, "answer-changes-library", name=changed)
    verdicts = checked(job, names, given, problem, genuine)
    changed = changed_function(libraries)
    if changed:
        return lost(job, "answer-changes-library", name=changed)
    if printed.flooded:
        return lost(job, "answer-floods", count=f"{OUTPUT:,}")
    return Outcome(verdicts)


def answered(job: Job, names: dict[str, Any]) -> BaseException | None:
    """Runs the cells of an answer in a namespace; the last error that they raised, if any."""
    problem = None
    for number, source in enumerate((*job.before, job.answer)):
        mine = number == len(job.before)
        where = f"<answer cell of {job.exercise}>" if mine else f"<cell {number + 1}>"
        try:
            run_cell(source, names, where)
        except BaseException as error:
            problem = error  # as in a notebook, the next cell runs all the same
    return problem


def checked(
    job: Job,
    names: dict[str, Any],
    given: dict[str, Any],
    problem: BaseException | None,
    genuine: type[Result],
) -> tuple[Verdict, ...]:
    """The verdicts of the job's checks. Each finds the names as the set-up left them (`given`) and,
    beside them, what the answer defines (`names`). genuine: the class of a check's own result."""
    import torch

    verdicts: list[Verdict] = []
    for cell in job.checks:
        if not job.to_the_end and not all(verdict.passed for verdict in verdicts):
            verdicts.append(no_points(cell, "check-not-run"))
            continue
        random.seed(0)  # the same verdict each time, and the one that a class gets
        torch.manual_seed(0)
        own = fresh_main()
        own.update({**names, **given})
        if job.exercise in names:
            own[job.exercise] = names[job.exercise]
        try:
            value = run_cell(cell.source, own, f"<check cell {cell.grade_id}>")
        except BaseException as error:
            verdict = no_points(cell, "check-raises", error=described(error))
        else:
            verdict = judged(value, cell, genuine)
        if not verdict.passed and problem is not None:
            verdict = no_points(cell, "answer-raised", error=described(problem))
        verdicts.append(verdict)
    return tuple(verdicts)


def fresh_main() -> dict[str, Any]:
    """The namespace of a fresh `__main__`, as a notebook's kernel has it."""
    module = types.ModuleType("__main__")
    module.__dict__["__builtins__"] = builtins
    sys.modules["__main__"] = module
    return module.__dict__


def run_cell(source: str, names: dict[str, Any], filename: str) -> Any:
    """Runs a cell's text as a notebook does; returns the value of its last line if that is an
    expression, otherwise None."""
    source = _without_magics(source, names)
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    tree = ast.parse(source, filename)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        exec(compile(tree, filename, "exec", dont_inherit=True), names)
        return None
    exec(compile(ast.Module(tree.body[:-1], []), filename, "exec", dont_inherit=True), names)
    return eval(compile(ast.Expression(last.value), filename, "eval", dont_inherit=True), names)


def _without_magics(source: str, names: dict[str, Any]) -> str:
    """Plain Python of a cell that may hold IPython's `%` and `!` lines, which then do little."""
    if not any(line.lstrip().startswith(("%", "!")) for line in source.splitlines()):
        return source
    from IPython.core.inputtransformer2 import TransformerManager

    names["get_ipython"] = lambda: _Shell(names)
    return TransformerManager().transform_cell(source)


class _Shell:
    """Stands for IPython's shell: timing magics run their code, all others do nothing."""

    def __init__(self, names: dict[str, Any]):
        self._names = names

    def run_cell_magic(self, name: str, line: str, body: str) -> None:
        if name in ("time", "timeit", "capture", "prun"):
            run_cell(body, self._names, f"<%%{name}>")

    def run_line_magic(self, name: str, line: str, *_: Any) -> None:
        if name in ("time", "timeit"):
            run_cell(line, self._names, f"<%{name}>")

    def system(self, command: str) -> None:
        pass

    getoutput = system


def described(error: BaseException) -> str:
    """The error's kind and text, on one line of at most about 200 characters."""
    try:
        text = " ".join(str(error).split())[:200]
    except Exception:  # the answer's own exception may fail to describe itself
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def library_functions() -> list[tuple[Any, Functions]]:
    """Each module and class that the checks rely on, with its functions as they are now.

    A process that is forked from one that has called this compares them first, and reads anew what
    is no longer the same: so it writes to fewer of the pages that the two share, as does not going
    through all the modules there are.
    """
    import torch

    import course_utils

    modules = [sys.modules[name] for name in _GUARDED if name in sys.modules]
    own = list(_modules_of(course_utils))
    holders = [torch.Tensor, *modules, *(holder for module in own for holder in _holders(module))]
    for holder in holders:
        if id(holder) not in _read or _changed(*_read[id(holder)]):
            _read[id(holder)] = holder, _functions(holder)
    return [_imported(*modules, *own), *(_read[id(holder)] for holder in holders)]


def functions_of(module: types.ModuleType) -> list[tuple[Any, Functions]]:
    """The same of one module that was imported later."""
    return [_imported(module), *((holder, _functions(holder)) for holder in _holders(module))]


def _imported(*modules: types.ModuleType) -> tuple[Any, Functions]:
    return sys.modules, {module.__name__: (module, None) for module in modules}


def _holders(module: types.ModuleType) -> list[Any]:
    """A module, and the classes that are defined in it."""
    return [module, *(v for v in vars(module).values() if _defined_in(v, module.__name__))]


def _modules_of(package: types.ModuleType) -> Iterator[types.ModuleType]:
    """A package and those of its modules that have been imported."""
    yield package
    for name, value in vars(package).items():
        inside = f"{package.__name__}.{name}"
        if isinstance(value, types.ModuleType) and sys.modules.get(inside) is value:
            yield from _modules_of(value)


def _defined_in(value: Any, module: str) -> bool:
    return isinstance(value, type) and value.__module__ == module


def _layers(holder: Any) -> list[Mapping[str, Any]]:
    """Where a lookup in the holder looks, the last place first."""
    if isinstance(holder, dict):
        return [holder]
    if isinstance(holder, type):
        return [vars(cls) for cls in reversed(holder.__mro__)]
    return [vars(builtins), vars(holder)]


def _functions(holder: Any) -> Functions:
    """name -> (function, its code) as a lookup in the holder finds it."""
    found: dict[str, Any] = {}
    for layer in _layers(holder):
        found.update(layer)
    return {
        name: (value, getattr(value, "__code__", None))
        for name, value in found.items()
        if callable(value)
        or isinstance(value, (property, staticmethod, classmethod, types.ModuleType))
    }


def changed_function(libraries: list[tuple[Any, Functions]]) -> str | None:
    """The name of a library's function that is no longer the one it was."""
    for holder, before in libraries:
        if name := _changed(holder, before):
            return f"{getattr(holder, '__name__', 'sys.modules')}.{name}"
    return None


def _changed(holder: Any, before: Functions) -> str | None:
    """The first of these names under which a lookup in the holder no longer finds the same."""
    layers = _layers(holder)[::-1]
    for name, (value, code) in before.items():
        found = None
        for layer in layers:
            if name in layer:
                found = layer[name]
                break
        # Most of a library's functions are not written in Python and have no code to exchange.
        if found is not value or code is not None and found.__code__ is not code:
            return name
    return None
