"""Makes a class that tries things: `python tests/hostile_class.py FOLDER`.

FOLDER becomes a course with the one chapter 02_masking, with good submissions and hostile ones.
Each hostile one is a function here: its name is the student's (unless another is given), its
docstring says what it tries. What must come out for each stands in hostile_class.md.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import sys
import textwrap
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from course_utils.checks.assignments import (
    cells_by_grade_id,
    grade_id,
    read_assignment,
    read_notebook,
)
from course_utils.files import COURSE

CHAPTER = "02_masking"
SOURCE = COURSE / "solutions" / CHAPTER / f"{CHAPTER}.ipynb"
RELEASED = COURSE / "notebooks" / CHAPTER / f"{CHAPTER}.ipynb"
GALLERY = COURSE / "tests" / "gallery" / CHAPTER
# Words that stand in the course's files and nowhere else: no output may hold one.
PLANTED = "planted-where-no-answer-may-look"
SECRET = "COURSE_TEST_SECRET"  # an environment variable of the instructor's

# Wrong in both checks of the exercise.
WRONG = {
    "causal_mask": "def causal_mask(n):\n    return torch.zeros(n, n)",
    "safe_softmax": "def safe_softmax(scores, keep):\n    return scores.softmax(-1)",
    "leaks": "def leaks(f, n):\n    return torch.eye(n).bool() if n > 3 else torch.zeros(n, n).bool()",
}


@dataclass
class Handed:
    """What one student hands in: starts as a solved notebook, and is turned into something else.

    student: folder name in submitted/. course: the course's folder, which a clever student may
    know. port: where the test listens on the loopback interface. book: the notebook, all solved.
    name: the notebook's file name, None for no notebook. raw: the file's bytes in place of `book`.
    files: what lies beside it. after: called with the folder when all of it is written.
    """

    student: str
    course: Path
    port: int
    book: NotebookNode
    solved: dict[str, str]
    name: str | None = f"{CHAPTER}.ipynb"
    raw: bytes | None = None
    files: dict[str, bytes] = field(default_factory=dict)
    after: Callable[[Path], None] = lambda folder: None

    def cell(self, name: str) -> NotebookNode:
        """The (first) cell with this grade_id."""
        return cells_by_grade_id(self.book)[name][0]

    def put(self, name: str, source: str) -> None:
        """Replaces the text of the cell with this grade_id."""
        self.cell(name).source = source

    def inside(self, body: str, name: str = "causal_mask") -> None:
        """A right answer that runs `body` in each call first."""
        body = textwrap.indent(textwrap.dedent(body).strip("\n"), "    ")
        self.put(
            name,
            f"{self.solved[name]}\n\nright = {name}\n\ndef {name}(*arguments):\n{body}\n"
            "    return right(*arguments)",
        )

    def beside(self, code: str, name: str = "causal_mask") -> None:
        """A right answer whose cell goes on with `code`."""
        self.put(name, f"{self.solved[name]}\n\n{textwrap.dedent(code).strip()}")

    def wrong(self, code: str, name: str = "causal_mask") -> None:
        """A wrong answer whose cell goes on with `code`, which shall make it pass."""
        self.put(name, f"{WRONG[name]}\n\n{textwrap.dedent(code).strip()}")

    def only_if(self, attack: str, name: str = "causal_mask") -> None:
        """An answer that is right only if `attack`, the body of a function, returns true."""
        attack = textwrap.indent(textwrap.dedent(attack).strip("\n"), "    ")
        self.beside(
            f"right = {name}\n\ndef attack():\n{attack}\n\n"
            f"def {name}(*arguments):\n"
            "    try:\n        found = attack()\n"
            "    except BaseException as error:\n"
            "        raise RuntimeError(f'the attack stopped with {error!r}'[:150])\n"
            "    if not found:\n        raise RuntimeError('the attack found nothing')\n"
            "    print('LOOT', str(found)[:200])\n"
            "    return right(*arguments)".replace("{name}", name),
            name,
        )

    def own(self, source: str, at: int | None = None, kind: str = "code", **metadata) -> None:
        """Adds a cell of the student's own: at the end, or at an index."""
        new = new_code_cell if kind == "code" else new_markdown_cell
        cell = new(textwrap.dedent(source).strip(), metadata=metadata)
        self.book.cells.insert(len(self.book.cells) if at is None else at, cell)

    def after_cell(self, name: str) -> int:
        """The index behind the cell with this grade_id."""
        return self.book.cells.index(self.cell(name)) + 1

    def write(self) -> None:
        """Writes the student's folder."""
        folder = self.course / "submitted" / self.student / CHAPTER
        folder.mkdir(parents=True, exist_ok=True)
        if self.name is not None:
            text = json.dumps(self.book, indent=1, ensure_ascii=False) + "\n"
            raw = text.encode() if self.raw is None else self.raw
            (folder / self.name).write_bytes(raw)
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.after(folder)


@dataclass(frozen=True)
class Student:
    """One of the class. `tries`: one sentence; `act` makes the solved notebook theirs."""

    name: str
    tries: str
    act: Callable[[Handed], None]


HOSTILE: dict[str, Student] = {}
GOOD: dict[str, Student] = {}


def hostile(act: Callable | str):
    """Takes a function into the hostile class, under its own name or under the one given."""
    if isinstance(act, str):
        return lambda function: _enrol(function, act)
    return _enrol(act, act.__name__.replace("_", "-"))


def _enrol(act: Callable[[Handed], None], name: str) -> Callable[[Handed], None]:
    HOSTILE[name] = Student(name, " ".join((act.__doc__ or "").split()), act)
    return act


# --- code that does not end, or ends too much -----------------------------------------------------


@hostile
def endless_loop(h: Handed) -> None:
    """Loops for ever when called."""
    h.inside("while True: pass")


@hostile
def endless_cells(h: Handed) -> None:
    """Adds three cells of its own that loop for ever, before right answers."""
    for number in range(3):
        h.own(f"spare_{number} = 1\nwhile True: pass", at=2)


@hostile
def endless_answer_cell(h: Handed) -> None:
    """Defines a right answer, then loops for ever in the same cell."""
    h.beside("while True: pass")


@hostile
def ignores_signals(h: Handed) -> None:
    """Blocks and ignores every signal it can, catches every exception, and loops for ever."""
    h.inside(
        """
        import signal
        for number in signal.valid_signals():
            try: signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError): pass
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        while True:
            try:
                while True: pass
            except BaseException: pass
        """
    )


@hostile
def sleeps(h: Handed) -> None:
    """Sleeps for a year, which takes no processor time."""
    h.inside("import time; time.sleep(3e7)")


@hostile
def stops_itself(h: Handed) -> None:
    """Stops its own process with SIGSTOP."""
    h.inside("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)")


@hostile
def loops_in_c(h: Handed) -> None:
    """Runs a regular expression that takes centuries and never comes back to Python."""
    h.inside("import re; re.match(r'(a+)+$', 'a' * 60 + 'b')")


@hostile
def endless_output(h: Handed) -> None:
    """Prints for ever."""
    h.inside("while True: print('spam ' * 1000)")


@hostile
def one_long_line(h: Handed) -> None:
    """Prints 50 MB on one line, then gives the right answer."""
    h.inside("print('x' * 50_000_000, end='')")


@hostile
def raw_output(h: Handed) -> None:
    """Writes 20 MB to the file descriptors 1 and 2 and closes them, then gives the right answer."""
    h.inside(
        """
        import os
        for number in (1, 2):
            try:
                for _ in range(20): os.write(number, b"x" * 1_000_000)
                os.close(number)
            except OSError: pass
        """
    )


@hostile
def exits_at_once(h: Handed) -> None:
    """Ends its process with os._exit(0) when called."""
    h.inside("import os; os._exit(0)")


@hostile
def exits_while_defined(h: Handed) -> None:
    """Ends its process with os._exit(0) in the answer cell, after the definition."""
    h.beside("import os; os._exit(0)")


@hostile
def exits_between(h: Handed) -> None:
    """Ends the process with os._exit(0) in a cell of its own, before right answers."""
    h.own("import os; os._exit(0)", at=2)


@hostile
def sys_exit(h: Handed) -> None:
    """Calls sys.exit() when called."""
    h.inside("import sys; sys.exit(0)")


@hostile
def sys_exit_in_the_cell(h: Handed) -> None:
    """Calls sys.exit() after a right definition, as some learn to end a script."""
    h.beside("import sys; sys.exit(0)")


@hostile
def interrupts(h: Handed) -> None:
    """Raises KeyboardInterrupt, which `except Exception` lets through."""
    h.inside("raise KeyboardInterrupt")


@hostile
def kills_itself(h: Handed) -> None:
    """Sends SIGKILL to itself."""
    h.inside("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")


@hostile
def kills_its_parent(h: Handed) -> None:
    """Sends SIGKILL to its parent and to process 1, then gives the right answer."""
    h.inside(
        """
        import os, signal
        for process in (os.getppid(), 1):
            try: os.kill(process, signal.SIGKILL)
            except OSError: pass
        """
    )


@hostile
def kills_everyone(h: Handed) -> None:
    """Sends SIGKILL to every process it may reach, then gives the right answer."""
    h.inside(
        """
        import os, signal
        try: os.kill(-1, signal.SIGKILL)
        except OSError: pass
        """
    )


@hostile
def segfault(h: Handed) -> None:
    """Reads the memory at address 0."""
    h.inside("import ctypes; ctypes.string_at(0)")


@hostile
def aborts(h: Handed) -> None:
    """Calls abort() of the C library, in the second of its calls only."""
    h.inside("calls.append(0)\nif len(calls) > 1: import os; os.abort()")
    h.put("causal_mask", "calls = []\n" + h.cell("causal_mask").source)


@hostile
def recursion(h: Handed) -> None:
    """Lifts the recursion limit and calls itself until the stack overflows."""
    h.inside(
        """
        import sys
        sys.setrecursionlimit(10**9)
        def deeper(x): return [deeper(y) for y in [x]]
        deeper(0)
        """
    )


@hostile
def syntax_error(h: Handed) -> None:
    """Hands in an answer that is no Python."""
    h.put("causal_mask", "def causal_mask(n:\n    return")


@hostile
def syntax_error_of_its_own(h: Handed) -> None:
    """Adds a cell of its own that is no Python, and one with a null byte."""
    h.own("this is not python", at=2)
    h.own("x = 1\x00", at=3)


@hostile
def asks_input(h: Handed) -> None:
    """Waits for input()."""
    h.inside("input('n? ')")


@hostile
def raises_a_trap(h: Handed) -> None:
    """Raises an exception whose text ends the process when someone reads it."""
    h.inside(
        """
        import os
        class Trap(Exception):
            def __str__(self): os._exit(0)
            __repr__ = __str__
        raise Trap
        """
    )


@hostile
def raises_a_flood(h: Handed) -> None:
    """Raises an exception with 100 MB of text, of a class whose name is a script."""
    h.inside(
        """
        name = "<script>hostile()</script>\\x1b[2J\\x1b]0;hostile\\x07"
        raise type(name, (Exception,), {})("<img src=x onerror=hostile()>" + "x" * 100_000_000)
        """
    )


@hostile
def hangs_at_the_end(h: Handed) -> None:
    """Leaves a thread, an exit handler and a finaliser that never end, with right answers."""
    h.beside(
        """
        import atexit, threading, time
        class Heavy:
            def __del__(self):
                while True: pass
        def forever():
            while True: time.sleep(1)
        atexit.register(forever)
        threading.Thread(target=forever, daemon=False).start()
        heavy = Heavy()
        """
    )


# --- too much of something ------------------------------------------------------------------------


@hostile
def out_of_memory(h: Handed) -> None:
    """Takes memory until there is none."""
    h.inside(
        """
        held = []
        while True: held.append(bytearray(b"x") * 50_000_000)
        """
    )


@hostile
def memory_of_children(h: Handed) -> None:
    """Takes 12 GB of memory in twelve child processes; right only if all of them got it."""
    h.only_if(
        """
        import os, time
        children = []
        for _ in range(12):
            child = os.fork()
            if child == 0:
                try:
                    held = bytearray(b"x") * 1_000_000_000
                    time.sleep(1.5)
                    os._exit(0)
                finally: os._exit(1)
            children.append(child)
        return all(os.waitpid(child, 0)[1] == 0 for child in children)
        """
    )


@hostile
def fork_bomb(h: Handed) -> None:
    """Forks for ever, and every child does the same."""
    h.inside(
        """
        import os
        while True:
            try: os.fork()
            except OSError: pass
        """
    )


@hostile
def thread_bomb(h: Handed) -> None:
    """Starts threads for ever."""
    h.inside(
        """
        import threading, time
        while True: threading.Thread(target=time.sleep, args=(3e7,), daemon=True).start()
        """
    )


@hostile
def disk_filler(h: Handed) -> None:
    """Writes 1 GB of files wherever it can; right only if they all fit."""
    h.only_if(
        """
        import os, tempfile
        block, written = b"x" * 10_000_000, 0
        for folder in (".", tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm", os.path.expanduser("~")):
            for number in range(20):
                try:
                    with open(f"{folder}/hostile-filler-{number}", "wb") as file:
                        for _ in range(5): written += file.write(block)
                except OSError: break
        return written >= 1_000_000_000
        """
    )


@hostile
def one_large_file(h: Handed) -> None:
    """Makes a file of 1 TB with a hole in it."""
    h.only_if(
        """
        with open("large", "wb") as file: file.truncate(2**40)
        return True
        """
    )


@hostile
def takes_all_descriptors(h: Handed) -> None:
    """Opens files until no descriptor is left, and keeps them; its answers are right."""
    h.beside(
        """
        kept = []
        try:
            while True: kept.append(open("/dev/null"))
        except OSError: pass
        """
    )


@hostile
def lifts_its_limits(h: Handed) -> None:
    """Tries to raise its limits on memory, time, processes and files; right only if one rose."""
    h.only_if(
        """
        import resource
        limits = [n for n in dir(resource) if n in ("RLIMIT_AS", "RLIMIT_CPU", "RLIMIT_FSIZE", "RLIMIT_CORE")]
        rose = []
        for name in limits:
            number = getattr(resource, name)
            hard = resource.getrlimit(number)[1]
            if hard == resource.RLIM_INFINITY: continue
            try:
                resource.setrlimit(number, (hard + 1, hard + 1))
                rose.append(name)
            except (ValueError, OSError): pass
        return rose
        """
    )


@hostile
def huge_tensor(h: Handed) -> None:
    """Returns a tensor of 4 bytes that stands for 4 TB."""
    h.put("causal_mask", "def causal_mask(n):\n    return torch.zeros(()).expand(10**6, 10**6)")


@hostile
def huge_reply(h: Handed) -> None:
    """Returns a text of 300 MB."""
    h.put("causal_mask", "def causal_mask(n):\n    return 'x' * 300_000_000")


@hostile
def many_values(h: Handed) -> None:
    """Returns one list that holds itself ten million times over."""
    h.put(
        "causal_mask",
        "def causal_mask(n):\n    x = [0.0]\n    for _ in range(7): x = [x] * 10\n    return x",
    )


@hostile
def sleeps_a_little(h: Handed) -> None:
    """Gives right answers, and sleeps a quarter of a second in each call."""
    h.inside("import time\ntime.sleep(0.25)")


@hostile
def deep_reply(h: Handed) -> None:
    """Returns a list nested 100,000 deep."""
    h.put(
        "causal_mask",
        "def causal_mask(n):\n    x = []\n    for _ in range(100_000): x = [x]\n    return x",
    )


@hostile
def circular_reply(h: Handed) -> None:
    """Returns a list that holds itself."""
    h.put("causal_mask", "def causal_mask(n):\n    x = []\n    x.append(x)\n    return x")


@hostile
def deep_expression(h: Handed) -> None:
    """Hands in an expression so deep that reading it overflows the reader's stack."""
    h.put("causal_mask", "causal_mask = lambda n: " + "-" * 200_000 + "1")
    h.own("x = " + "+".join(["1"] * 100_000), at=2)


@hostile
def large_source(h: Handed) -> None:
    """Adds a cell of 10 MB of Python, which takes gigabytes to read as a syntax tree."""
    h.own("numbers = [" + "1," * 5_000_000 + "]", at=2)


@hostile
def many_cells(h: Handed) -> None:
    """Adds 3,000 cells of its own."""
    for number in range(3000):
        h.own(f"spare_{number} = {number}")


# --- what stays behind ----------------------------------------------------------------------------


@hostile
def background_children(h: Handed) -> None:
    """Starts children in sessions of their own that ignore signals and write for ever."""
    h.beside(
        """
        import os, signal, time
        for number in range(3):
            if os.fork() == 0:
                os.setsid()
                if os.fork(): os._exit(0)
                for n in range(1, 65):
                    try: signal.signal(n, signal.SIG_IGN)
                    except (OSError, ValueError): pass
                while True:
                    with open("/tmp/hostile-child", "a") as file: file.write("hostile-child ")
                    time.sleep(0.2)
        """
    )


@hostile
def renamed_child(h: Handed) -> None:
    """Starts a child process of another program (`sleep`), detached."""
    h.beside(
        """
        import subprocess
        subprocess.Popen(["sleep", "98765"], start_new_session=True)
        """
    )


@hostile
def leaves_things(h: Handed) -> None:
    """Leaves files in every folder it can write to, for others to find."""
    h.beside(
        f"""
        import os, tempfile
        for folder in (".", "..", "/tmp", "/var/tmp", "/dev/shm", "/run", os.path.expanduser("~"), tempfile.gettempdir(), {str(h.course)!r}):
            try:
                with open(f"{{folder}}/hostile-left", "w") as file: file.write("hostile")
            except OSError: pass
        """
    )


@hostile
def finds_things(h: Handed) -> None:
    """Looks for the files that another submission left; right only if one is there."""
    h.only_if(
        """
        import glob
        return [p for p in glob.glob("/tmp/**/hostile-*", recursive=True) + glob.glob("/dev/shm/*") + glob.glob("/var/tmp/*") if "hostile" in p]
        """
    )


@hostile
def listens(h: Handed) -> None:
    """Listens on a port in a detached child, to be reached by a later submission."""
    h.beside(
        f"""
        import os, socket
        if os.fork() == 0:
            os.setsid()
            server = socket.socket()
            try: server.bind(("127.0.0.1", {h.port + 1}))
            except OSError: os._exit(0)
            server.listen()
            while True: server.accept()
        """
    )


# --- cells and their metadata ---------------------------------------------------------------------


def _ids(book: NotebookNode, *begin: str) -> list[NotebookNode]:
    return [cell for cell in book.cells if grade_id(cell).startswith(begin)]


@hostile
def deleted_checks(h: Handed) -> None:
    """Deletes all check cells."""
    gone = [id(cell) for cell in _ids(h.book, "check_", "hidden_")]
    h.book.cells = [cell for cell in h.book.cells if id(cell) not in gone]


@hostile
def deleted_answer(h: Handed) -> None:
    """Deletes one answer cell."""
    h.book.cells.remove(h.cell("causal_mask"))


@hostile
def deleted_everything(h: Handed) -> None:
    """Hands in a notebook without any cell."""
    h.book.cells = []


@hostile
def another_chapter(h: Handed) -> None:
    """Hands in the notebook of another chapter under this one's name."""
    h.book = read_notebook(COURSE / "notebooks" / "00_welcome" / "00_welcome.ipynb")


@hostile
def deleted_setup(h: Handed) -> None:
    """Deletes the set-up cell."""
    h.book.cells = [c for c in h.book.cells if "setup" not in c.metadata.get("tags", [])]


@hostile
def broken_setup(h: Handed) -> None:
    """Adds to the set-up cell a module that does not exist."""
    h.book.cells[1].source = "import no_such_module\n" + h.book.cells[1].source


@hostile
def renamed_checks(h: Handed) -> None:
    """Gives the check cells other ids, and one the id of a path."""
    for cell in _ids(h.book, "check_", "hidden_"):
        cell.metadata.nbgrader.grade_id += "_2"
    h.cell("check_leaks_2").metadata.nbgrader.grade_id = "../../../hostile"


@hostile
def renamed_answer(h: Handed) -> None:
    """Gives an answer cell another id."""
    h.cell("causal_mask").metadata.nbgrader.grade_id = "mine"


@hostile
def swapped_answers(h: Handed) -> None:
    """Exchanges the ids of two answer cells."""
    one, two = h.cell("causal_mask"), h.cell("allowed_mask")
    one.metadata.nbgrader.grade_id, two.metadata.nbgrader.grade_id = "allowed_mask", "causal_mask"


def _copy(cell: NotebookNode, **changes) -> NotebookNode:
    twin = nbformat.from_dict(json.loads(json.dumps(cell)))
    twin.update(changes)
    return twin


@hostile
def copied_cells(h: Handed) -> None:
    """Copies every graded cell twice, with all metadata, at the end."""
    for cell in _ids(h.book, "check_", "hidden_", "thought_") * 2:
        h.book.cells.append(_copy(cell))


@hostile
def copied_answer(h: Handed) -> None:
    """Leaves a copy of an answer cell as an empty stub above the right one."""
    stub = _copy(
        h.cell("causal_mask"),
        id="twin",
        source="def causal_mask(n):\n    raise NotImplementedError",
    )
    h.book.cells.insert(h.after_cell("causal_mask") - 1, stub)


@hostile
def copied_stub(h: Handed) -> None:
    """Leaves a copy of an answer cell as an empty stub below the right one."""
    stub = _copy(
        h.cell("causal_mask"),
        id="twin",
        source="def causal_mask(n):\n    raise NotImplementedError",
    )
    h.book.cells.insert(h.after_cell("causal_mask"), stub)


@hostile
def foreign_grade(h: Handed) -> None:
    """Adds graded cells of its own that give 9 points each."""
    for number in range(3):
        mine = {"grade": True, "solution": bool(number), "locked": True, "task": False, "points": 9}
        mine.update(grade_id=f"mine_{number}", schema_version=3, cell_type="code")
        h.own("9.0", nbgrader=mine)


@hostile
def retyped_cells(h: Handed) -> None:
    """Turns check cells and an answer cell into Markdown and raw cells."""
    for name, kind in (
        ("check_causal_mask", "markdown"),
        ("hidden_leaks", "raw"),
        ("to_api", "markdown"),
    ):
        cell = h.cell(name)
        cell.cell_type = kind
        cell.pop("outputs", None), cell.pop("execution_count", None)


@hostile
def more_points(h: Handed) -> None:
    """Changes the points in the metadata: 1000, negative, text and infinite."""
    for name, points in (("check_causal_mask", 1000), ("hidden_causal_mask", -5), ("check_leaks", "6"),
                         ("hidden_leaks", 1e308)):  # fmt: skip
        h.cell(name).metadata.nbgrader.points = points
    h.put("causal_mask", WRONG["causal_mask"])


@hostile
def graded_answer(h: Handed) -> None:
    """Marks a wrong answer cell as graded, with 50 points, and the check cells as ungraded."""
    h.put("causal_mask", WRONG["causal_mask"] + "\n3.0")
    h.cell("causal_mask").metadata.nbgrader.update(grade=True, points=50)
    for name in ("check_causal_mask", "hidden_causal_mask"):
        h.cell(name).metadata.nbgrader.update(grade=False, solution=True, locked=False)


@hostile
def generous_checks(h: Handed) -> None:
    """Replaces check cells by numbers: full points, NaN, a negative number, a text, True."""
    h.put("causal_mask", WRONG["causal_mask"])
    h.put("leaks", WRONG["leaks"])
    for name, source in (
        ("check_causal_mask", "1.0"),
        ("hidden_causal_mask", "float('nan')"),
        ("check_leaks", "-1"),
        ("hidden_leaks", "True"),
    ):
        h.put(name, source)


@hostile
def forged_outputs(h: Handed) -> None:
    """Stores full points as the output of each check cell of wrong answers."""
    h.put("causal_mask", WRONG["causal_mask"])
    for cell in _ids(h.book, "check_", "hidden_"):
        text = str(float(cell.metadata.nbgrader.points))
        cell.outputs = [new_output("execute_result", {"text/plain": text}, execution_count=1)]


@hostile
def forged_marks(h: Handed) -> None:
    """Brings the grader's own marks in its metadata: roles, points, an outcome, guards."""
    h.put("causal_mask", WRONG["causal_mask"])
    checks = {
        name: {
            "points": 2.0,
            "state": "passed",
            "key": "check-passed",
            "message": "",
            "where": "outside",
        }
        for name in ("check_causal_mask", "hidden_causal_mask")
    }
    h.book.metadata["course"] = {"outcome": "graded", "reasons": [], "checks": checks}
    for cell in h.book.cells:
        cell.metadata["course"] = {"role": "setup"}
        cell.metadata["course_guard"] = "check_causal_mask"
    h.own("def compare_causal(*a): pass", at=1, course={"role": "setup"}, tags=["setup"])
    h.own("2.0", course={"role": "check", "grade_id": "hidden_causal_mask", "points": 2})


@hostile
def stripped_metadata(h: Handed) -> None:
    """Hands in the notebook without any metadata, as some editors save it."""
    for cell in h.book.cells:
        cell.metadata = nbformat.NotebookNode()


@hostile
def old_schema(h: Handed) -> None:
    """Writes nbgrader's metadata in the schema of its version 1."""
    for cell in h.book.cells:
        if "nbgrader" in cell.metadata:
            cell.metadata.nbgrader.schema_version = 1
            cell.metadata.nbgrader.pop("cell_type", None)
            cell.metadata.nbgrader.pop("task", None)


@hostile
def new_schema(h: Handed) -> None:
    """Writes nbgrader's metadata in a schema of the future."""
    for cell in h.book.cells:
        if "nbgrader" in cell.metadata:
            cell.metadata.nbgrader.schema_version = 99


@hostile
def odd_metadata(h: Handed) -> None:
    """Writes nbgrader's metadata as texts, numbers and lists."""
    h.book.cells[0].metadata["nbgrader"] = "text"
    h.book.cells[2].metadata["nbgrader"] = {"grade_id": {"a": []}, "grade": "yes"}
    h.book.cells[4].metadata["nbgrader"] = [1, 2]
    h.cell("check_causal_mask").metadata.nbgrader.grade_id = 7


@hostile
def odd_tags(h: Handed) -> None:
    """Writes a number where a cell's tags belong."""
    h.book.cells[4].metadata["tags"] = 5


@hostile
def wrong_kernel(h: Handed) -> None:
    """Asks for a kernel of another language, by a name that is a path and a command."""
    h.book.metadata = nbformat.from_dict(
        {
            "kernelspec": {"name": "../../ir; touch hostile", "display_name": "R", "language": "R"},
            "language_info": {"name": "R"},
        }
    )


@hostile
def hidden_markers(h: Handed) -> None:
    """Writes nbgrader's own markers into its cells, without their ends."""
    h.put(
        "causal_mask", "### BEGIN HIDDEN TESTS\n" + h.solved["causal_mask"] + "\n### BEGIN SOLUTION"
    )
    h.own("### BEGIN HIDDEN TESTS\n### BEGIN SOLUTION\n1", at=2)
    h.own("### BEGIN HIDDEN TESTS\n=== BEGIN MARK SCHEME ===", at=2, kind="markdown")


@hostile
def missing_attachment(h: Handed) -> None:
    """Refers in Markdown to an attachment that is not there, which stops nbconvert."""
    h.own("![x](attachment:none.png) ![y](attachment:../../../hostile.png)", at=2, kind="markdown")


@hostile
def redefined_later(h: Handed) -> None:
    """Tries the function's name for something else, in a cell below the exercise."""
    h.own("def causal_mask(n):\n    return None")


@hostile
def helper_elsewhere(h: Handed) -> None:
    """Uses a function from a cell of its own, and a name from a cell of the chapter."""
    h.own("def lowest():\n    return mask[1, 2].item()  # -inf, from the cell first-mask",
          at=h.after_cell("causal_mask") - 1)  # fmt: skip
    h.put("causal_mask", "def causal_mask(n):\n    return torch.full((n, n), lowest()).triu(1)")


@hostile
def changes_defaults(h: Handed) -> None:
    """Switches gradients off and changes PyTorch's default dtype, with right answers."""
    h.beside(
        "torch.set_grad_enabled(False)\ntorch.set_default_dtype(torch.float64)\n"
        "torch.set_num_threads(8)\ntorch.manual_seed(1)"
    )


@hostile
def shell_lines(h: Handed) -> None:
    """Adds cells with shell commands, cell magics and a top-level await."""
    h.own("!kill -9 -1\n!rm -rf ~ .\n%cd /", at=2)
    h.own("%%bash\nkill -9 $PPID\ntouch /tmp/hostile-bash", at=3)
    h.own("%%writefile course_utils/checks/check.py\nraise SystemExit", at=4)
    h.own("import asyncio\nawait asyncio.sleep(0)", at=5)


# --- files ----------------------------------------------------------------------------------------


@hostile
def invalid_json(h: Handed) -> None:
    """Hands in a notebook that was cut off in the middle."""
    h.raw = json.dumps(h.book).encode()[:20_000]


@hostile
def empty_file(h: Handed) -> None:
    """Hands in a notebook of 0 bytes."""
    h.raw = b""


@hostile
def latin_1(h: Handed) -> None:
    """Hands in a notebook encoded in Latin-1."""
    h.own("é", kind="markdown")
    h.raw = json.dumps(h.book, ensure_ascii=False).encode("latin-1", "replace")


@hostile
def utf_16(h: Handed) -> None:
    """Hands in a notebook encoded in UTF-16."""
    h.raw = json.dumps(h.book).encode("utf-16")


@hostile
def json_but_no_notebook(h: Handed) -> None:
    """Hands in JSON that is no notebook."""
    h.raw = b'[{"cells": 1}]'


@hostile
def cells_are_wrong(h: Handed) -> None:
    """Hands in a notebook with a cell that is null."""
    h.raw = json.dumps({**h.book, "cells": [*h.book.cells, None]}).encode()


@hostile
def from_the_future(h: Handed) -> None:
    """Hands in a notebook of format 99."""
    h.raw = json.dumps({**h.book, "nbformat": 99}).encode()


@hostile
def old_format(h: Handed) -> None:
    """Hands in the notebook in the format of 2014, version 3."""
    h.raw = nbformat.writes(nbformat.convert(_copy(h.book), 3), version=3).encode()


@hostile
def without_cell_ids(h: Handed) -> None:
    """Hands in the notebook in format 4.4, without cell ids."""
    cells = [{k: v for k, v in cell.items() if k != "id"} for cell in h.book.cells]
    h.raw = json.dumps({**h.book, "nbformat_minor": 4, "cells": cells}).encode()


@hostile
def same_cell_ids(h: Handed) -> None:
    """Gives all cells the same id."""
    for cell in h.book.cells:
        cell["id"] = "same"


@hostile
def deep_json(h: Handed) -> None:
    """Hides a list nested 100,000 deep in the notebook's metadata."""
    text = json.dumps({**h.book, "metadata": {"deep": "DEEP"}})
    h.raw = text.replace('"DEEP"', "[" * 100_000 + "]" * 100_000).encode()


@hostile
def strange_numbers(h: Handed) -> None:
    """Writes NaN, Infinity and a number of 5,000 digits into the notebook."""
    text = json.dumps({**h.book, "metadata": {"a": "NUMBERS"}})
    h.raw = text.replace('"NUMBERS"', f"[NaN, Infinity, {'9' * 5000}]").encode()


@hostile
def lone_surrogates(h: Handed) -> None:
    """Writes half of a character (a lone surrogate) into Markdown and into a comment."""
    h.own("SURROGATE", at=2, kind="markdown")
    h.beside("# SURROGATE")
    h.raw = json.dumps(h.book).replace("SURROGATE", "\\ud83d").encode()


@hostile
def wrong_name(h: Handed) -> None:
    """Hands in the notebook under another name."""
    h.name = "masks final FINAL.ipynb"


@hostile
def browsers_name(h: Handed) -> None:
    """Hands in the notebook as a browser names a second download."""
    h.name = "work (1).ipynb"


@hostile
def two_notebooks(h: Handed) -> None:
    """Hands in a copy with other answers beside the notebook."""
    h.files["02_masking-Copy1.ipynb"] = RELEASED.read_bytes()
    h.files[".ipynb_checkpoints/02_masking-checkpoint.ipynb"] = RELEASED.read_bytes()


@hostile
def two_wrong_names(h: Handed) -> None:
    """Hands in two different notebooks, neither under the right name."""
    h.name = "a.ipynb"
    h.files["b.ipynb"] = RELEASED.read_bytes()


@hostile
def nothing_handed_in(h: Handed) -> None:
    """Hands in an empty folder."""
    h.name = None


@hostile
def large_notebook(h: Handed) -> None:
    """Hands in a notebook with 50 MB of outputs."""
    h.cell("causal_mask").outputs = [new_output("stream", name="stdout", text="x" * 50_000_000)]


@hostile
def very_large_file(h: Handed) -> None:
    """Hands in a notebook file of 20 GB, nearly all of it a hole."""
    h.after = lambda folder: os.truncate(folder / h.name, 20 * 2**30)


@hostile
def large_neighbour(h: Handed) -> None:
    """Hands in a data file of 20 GB, nearly all of it a hole, beside right answers."""

    def after(folder: Path) -> None:
        (folder / "data.bin").touch()
        os.truncate(folder / "data.bin", 20 * 2**30)

    h.after = after


@hostile
def link_to_another(h: Handed) -> None:
    """Hands in a link to another student's notebook."""
    h.name = None
    h.after = lambda f: (f / f"{CHAPTER}.ipynb").symlink_to(
        f"../../good-full/{CHAPTER}/{CHAPTER}.ipynb"
    )


@hostile
def link_to_the_solution(h: Handed) -> None:
    """Hands in a link to the solution."""
    h.name = None
    target = h.course / "solutions" / CHAPTER / f"{CHAPTER}.ipynb"
    h.after = lambda f: (f / f"{CHAPTER}.ipynb").symlink_to(target)


@hostile
def link_for_a_folder(h: Handed) -> None:
    """Hands in a link to another student's folder for its own."""
    h.name = None

    def after(folder: Path) -> None:
        folder.rmdir()
        folder.symlink_to(f"../good-full/{CHAPTER}")

    h.after = after


@hostile
def links_beside(h: Handed) -> None:
    """Hands in links to the gradebook, the solutions and the password file as its data."""
    h.only_if(
        """
        import os
        found = []
        for name in ("data.csv", "more/solutions", "passwords"):
            try: found += [open(name).read()] if not os.path.isdir(name) else os.listdir(name)
            except OSError: pass
        return found
        """
    )

    def after(folder: Path) -> None:
        (folder / "more").mkdir()
        (folder / "data.csv").symlink_to(h.course / "gradebook.db")
        (folder / "more" / "solutions").symlink_to(h.course / "solutions")
        (folder / "passwords").symlink_to("/etc/shadow")

    h.after = after


@hostile
def loop_of_links(h: Handed) -> None:
    """Hands in a folder that holds a link to itself, and one to the root of the disk."""

    def after(folder: Path) -> None:
        (folder / "loop").symlink_to(".")
        (folder / "root").symlink_to("/")

    h.after = after


@hostile
def pipe_for_a_notebook(h: Handed) -> None:
    """Hands in a named pipe, from which nobody ever reads anything."""
    h.name = None
    h.after = lambda folder: os.mkfifo(folder / f"{CHAPTER}.ipynb")


@hostile
def pipes_beside(h: Handed) -> None:
    """Hands in named pipes and a socket beside right answers, one as its time stamp."""

    def after(folder: Path) -> None:
        os.mkfifo(folder / "timestamp.txt")
        os.mkfifo(folder / "data.csv")
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as server:
            server.bind(str(folder / "socket"))  # the path may be too long for a socket

    h.after = after


@hostile
def folder_for_a_notebook(h: Handed) -> None:
    """Hands in a folder with the name of the notebook."""
    h.name = None
    h.after = lambda folder: (folder / f"{CHAPTER}.ipynb").mkdir()


@hostile
def broken_timestamp(h: Handed) -> None:
    """Hands in a time stamp that is none."""
    h.files["timestamp.txt"] = b"yesterday \xff\n" + b"9" * 10_000


# --- names ----------------------------------------------------------------------------------------


@hostile("王小明")
def chinese(h: Handed) -> None:
    """Writes Chinese in its name, its text, its code and its file names."""
    h.own("# 我的筆記\n注意力就是一切。", at=2, kind="markdown")
    h.put("causal_mask", "def 遮罩(數):\n    return torch.full((數, 數), -math.inf).triu(1)\n\n"
          "causal_mask = 遮罩\nprint('完成')")  # fmt: skip
    h.files["資料.csv"] = "一,二\n".encode()


@hostile('🐍 O\'Brien, "Zoë"')
def emoji(h: Handed) -> None:
    """Has emoji, quotes, a comma and an accent in its name, and emoji in its text."""
    h.own("🎉🏳️‍🌈 \u202e right to left \u200b\u2028 next", at=2, kind="markdown")
    h.beside("print('🐍' * 10)  # \u2028 a line of its own to some")


@hostile("=1+1")
def formula(h: Handed) -> None:
    """Has a spreadsheet's formula as its name, and raises one."""
    h.inside('raise ValueError(\'=HYPERLINK("http://hostile","click")\')')


@hostile("@SUM(A1)|cmd")
def formula_at(h: Handed) -> None:
    """Has another formula as its name, with right answers."""


@hostile("<img src=x onerror=hostile()>")
def html_name(h: Handed) -> None:
    """Has a script for a web page as its name."""


@hostile("Robert'); DROP TABLE student;--")
def sql_name(h: Handed) -> None:
    """Has a command for the database as its name."""


@hostile("{0.__class__} %s [a-z]*? (x) +$ \\d")
def pattern_name(h: Handed) -> None:
    """Has format fields, a glob and a regular expression as its name."""


@hostile("%2e%2e%2f..%2fetc")
def traversal_name(h: Handed) -> None:
    """Has a path out of the course as its name, as far as a folder's name can hold one."""
    h.files["..\\..\\hostile.py"] = b"raise SystemExit"


@hostile("--force")
def option_name(h: Handed) -> None:
    """Has an option of the command line as its name."""


@hostile("two\nlines\tof text")
def newline_name(h: Handed) -> None:
    """Has a line break and a tab in its name."""


# --- reading what is not for it -------------------------------------------------------------------

_WALK = """
import os, sys
skip = {"proc", "sys", "usr", "lib", "lib64", "bin", "sbin"}
known = [KNOWN, os.path.dirname(KNOWN), os.getcwd(), "/"]
def everything():
    seen = set()
    for top in known:
        for folder, folders, files in os.walk(top):
            if folder in seen: folders.clear(); continue
            seen.add(folder)
            if folder == "/": folders[:] = [f for f in folders if f not in skip]
            folders[:] = [f for f in folders if f not in ("site-packages", "lib", "node_modules", ".git")]
            for name in files: yield os.path.join(folder, name)
"""


def _search(h: Handed, test: str) -> str:
    """The body of an attack: the first file of the machine for which `test` holds, of `path`."""
    walk = textwrap.dedent(_WALK).replace("KNOWN", repr(str(h.course)))
    return walk + (
        "for path in everything():\n"
        "    try:\n"
        f"        if {test}: return path\n"
        "    except OSError: pass\n"
        "return None"
    )


@hostile
def reads_hidden_checks(h: Handed) -> None:
    """Looks for a notebook with hidden checks on the disk; right only if there is one."""
    test = "path.endswith('.ipynb') and 'BEGIN HIDDEN' + ' TESTS' in open(path, errors='replace').read()"
    h.only_if(_search(h, test))


@hostile
def reads_solutions(h: Handed) -> None:
    """Looks for the solutions, the gallery of answers and the tests; right only if one is there."""
    mine = f"{h.course}/solutions', '{COURSE}/solutions', '{COURSE}/tests"
    h.only_if(f"import os\nreturn [p for p in ('{mine}') if os.path.exists(p) and os.listdir(p)]")


@hostile
def borrows_a_reference(h: Handed) -> None:
    """Hands in a function of the graders as its answer."""
    h.put(
        "safe_softmax",
        "from course_utils.exercises.masking import softmax_by_rows as safe_softmax",
    )


@hostile
def borrows_in_another_cell(h: Handed) -> None:
    """Imports the graders in a cell of its own, and calls one of their functions."""
    h.own("from course_utils.exercises import masking as lesson", at=2)
    h.put(
        "safe_softmax",
        "def safe_softmax(scores, keep):\n    return lesson.softmax_by_rows(scores, keep)",
    )


@hostile
def borrows_when_called(h: Handed) -> None:
    """Imports the graders only when the answer is called, with a name that it puts together."""
    h.only_if(
        """
        import importlib
        return importlib.import_module(".".join(["course_utils", "exercises", "masking"]))
        """
    )


@hostile
def borrows_what_is_wanted(h: Handed) -> None:
    """Calls the comparison with a check of its own, which keeps what is wanted."""
    h.put(
        "allowed_mask",
        """class Spy:
    def __getattr__(self, name): return lambda *arguments, **others: arguments[-1]
    def equal(self, got, want, **others): self.want = want
    close = equal

def allowed_mask(padding):
    from course_utils.exercises.masking import compare_allowed
    spy = Spy()
    compare_allowed(spy, padding)
    return spy.want""",
    )


@hostile
def reads_the_references(h: Handed) -> None:
    """Looks for the graders' modules: files, compiled files, sources, all modules and objects."""
    h.only_if(
        """
        import gc, importlib.util, linecache, pathlib, sys, types
        import course_utils
        home = pathlib.Path(course_utils.__file__).parent
        found = [p for p in home.rglob("*") if "exercises" in p.parts and p.is_file()]
        loaded = getattr(sys, "mod" + "ules")  # the plain name would be noticed
        found += [m for m in list(loaded.values()) if "compare_leaks" in getattr(m, "__dict__", {})]
        found += [o for o in gc.get_objects()
                  if type(o) in (types.ModuleType, types.FunctionType)
                  and "exercises.masking" in (getattr(o, "__module__", "") or "") + o.__name__]
        found += [name for name in linecache.cache if "exercises" in name]
        try: found += [importlib.util.find_spec("course_utils.exercises.masking")]
        except ImportError: pass
        return [one for one in found if one]
        """
    )


@hostile
def reads_the_references_elsewhere(h: Handed) -> None:
    """Asks a Python of its own, started afresh, for the graders' modules."""
    h.only_if(
        """
        import subprocess, sys
        code = "import course_utils.exercises.masking as m; print(m.softmax_by_rows)"
        return subprocess.run([sys.executable, "-c", code], capture_output=True).stdout
        """
    )


@hostile
def reads_others(h: Handed) -> None:
    """Looks for another student's submission; right only if there is one."""
    h.only_if(_search(h, "'good-full' in path or 'submitted' in path"))


@hostile
def reads_the_gradebook(h: Handed) -> None:
    """Looks for the gradebook and the planted secret; right only if one is there."""
    h.only_if(
        _search(
            h,
            "path.endswith(('gradebook.db', 'secrets.txt', 'shadow', 'id_rsa')) and open(path, 'rb').read()",
        )
    )


@hostile
def reads_the_environment(h: Handed) -> None:
    """Looks for secrets in the environment of all processes; right only if there is one."""
    h.only_if(
        f"""
        import glob, os
        texts = [str(dict(os.environ))]
        for path in glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/[0-9]*/cmdline"):
            try: texts.append(open(path, "rb").read().decode(errors="replace"))
            except OSError: pass
        return [t for t in texts if {SECRET!r} in t or {PLANTED!r} in t]
        """
    )


@hostile
def reads_history(h: Handed) -> None:
    """Looks for the checks' text in In, in the history and in all globals."""
    h.only_if(
        """
        import sys
        names = dict(globals())
        main = sys.modules["__main__"]
        names.update(vars(main))
        names.pop("attack", None)
        shell = names.get("get_ipython", lambda: None)()
        texts = [str(names.get("In")), str(names.get("_ih")), str(getattr(shell, "user_ns", ""))]
        texts += [str(v)[:10_000] for k, v in list(names.items()) if type(v) in (str, list, tuple, dict)]
        return [t for t in texts if "hidden" + "=True" in t or "1" + "100" in t]
        """
    )


@hostile
def reads_frames(h: Handed) -> None:
    """Looks for the checks in the frames of all threads, their names, constants and sources."""
    h.only_if(
        """
        import inspect, linecache, sys
        found = []
        for frame in sys._current_frames().values():
            while frame is not None:
                if "want" in frame.f_locals or "compare_causal" in frame.f_code.co_names: found.append(frame)
                if int("1100") in frame.f_code.co_consts: found.append(frame)
                frame = frame.f_back
        lines = "".join(str(v) for v in linecache.cache.values())
        return found or "tempting as" + " it can be" in lines
        """
    )


@hostile
def reads_memory(h: Handed) -> None:
    """Looks for a hidden check's text in all objects and in all memory of its process."""
    h.beside(
        """
        import gc, re
        right = causal_mask
        pattern = re.compile(rb"tempting as it c[a]n be")
        def attack():
            for value in gc.get_objects():
                if type(value) is dict:
                    for text in list(value.values()):
                        if type(text) is str and pattern.search(text.encode(errors="replace")): return True
            with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
                for line in maps:
                    span, mode, *_ = line.split()
                    begin, end = (int(x, 16) for x in span.split("-"))
                    if "[heap]" not in line and ("w" not in mode or len(line.split()) > 5): continue
                    if end - begin > 2**28: continue
                    memory.seek(begin)
                    try:
                        if pattern.search(memory.read(end - begin)): return True
                    except (OSError, ValueError): pass
            return False
        found = attack()
        def causal_mask(n):
            if not found: raise RuntimeError("the attack found nothing")
            return right(n)
        """
    )


@hostile
def reads_other_processes(h: Handed) -> None:
    """Reads the memory and the open files of every other process; right only if it may."""
    h.only_if(
        """
        import glob, os
        found = []
        for folder in glob.glob("/proc/[0-9]*"):
            if int(folder[6:]) == os.getpid(): continue
            for name in ("mem", "environ", "fd", "root", "cwd"):
                try:
                    if name == "fd": found += os.listdir(f"{folder}/fd")
                    elif name in ("root", "cwd"): os.listdir(f"{folder}/{name}/"); found.append(name)
                    else: open(f"{folder}/{name}", "rb").read(1); found.append(name)
                except OSError: pass
        return found
        """
    )


@hostile
def traces_processes(h: Handed) -> None:
    """Attaches itself to its parent and to process 1 as a debugger; right only if it may."""
    h.only_if(
        """
        import ctypes, os
        c = ctypes.CDLL(None, use_errno=True)
        return [p for p in {os.getppid(), 1, 2} if p and p != os.getpid() and c.ptrace(16, p, 0, 0) == 0]
        """
    )


@hostile
def reaches_the_network(h: Handed) -> None:
    """Connects to the machine's own ports, to abstract sockets and to the world."""
    h.only_if(
        f"""
        import socket
        found = []
        for host, port in (("127.0.0.1", {h.port}), ("localhost", {h.port}), ("1.1.1.1", 53)):
            try: socket.create_connection((host, port), timeout=0.3).close(); found.append(host)
            except OSError: pass
        for name in ("\\0hostile-{h.port}", "/run/dbus/system_bus_socket", "/var/run/docker.sock"):
            try: socket.socket(socket.AF_UNIX).connect(name); found.append(name)
            except OSError: pass
        return found
        """
    )


# --- writing what is not for it -------------------------------------------------------------------


@hostile
def writes_to_the_course(h: Handed) -> None:
    """Writes to the gradebook, to others' submissions and to the course; right only if it may."""
    h.only_if(
        f"""
        import os, sqlite3
        course, done = {str(h.course)!r}, []
        for name in ("submitted/good-full/x", "solutions/x", "gradebook.db", "nbgrader_config.py", "grades/x"):
            if not os.path.isdir(os.path.dirname(os.path.join(course, name))): continue
            try:
                with open(os.path.join(course, name), "ab") as file: file.write(b" ")
                done.append(name)
            except OSError: pass
        try:
            sqlite3.connect(f"file:{{course}}/gradebook.db?mode=rw", uri=True).execute("update grade set auto_score = 99")
            done.append("updated")
        except sqlite3.Error: pass
        return done
        """
    )


@hostile
def writes_to_the_libraries(h: Handed) -> None:
    """Writes to the course's package, to PyTorch and to Python; right only if it may."""
    h.only_if(
        """
        import os, site, sys, course_utils, torch
        done = []
        places = [course_utils.__file__, torch.__file__, os.__file__, sys.executable, "/etc/passwd", "/usr/bin/env"]
        for path in places:
            try: open(path, "ab").close(); done.append(path)
            except OSError: pass
        folders = [os.path.dirname(p) for p in places] + [p for p in sys.path if os.path.isabs(p)] + site.getsitepackages()
        for folder in folders:
            if folder == os.getcwd() or not os.path.isdir(folder): continue
            try:
                with open(f"{folder}/hostile_usercustomize.py", "w") as file: file.write("")
                os.remove(f"{folder}/hostile_usercustomize.py")
                done.append(folder)
            except OSError: pass
        return done
        """
    )


@hostile
def removes_everything(h: Handed) -> None:
    """Removes its folder, /tmp, the course's package and the course, then answers rightly."""
    h.beside(
        f"""
        import os, shutil, course_utils
        for folder in (os.getcwd(), "/tmp", os.path.dirname(course_utils.__file__), {str(h.course)!r}, os.path.expanduser("~")):
            shutil.rmtree(folder, ignore_errors=True)
        """
    )


@hostile
def mounts(h: Handed) -> None:
    """Makes namespaces and mounts to get the rights to write; right only if it can write then."""
    h.only_if(
        """
        import ctypes, os, course_utils
        c = ctypes.CDLL(None, use_errno=True)
        package = os.path.dirname(course_utils.__file__)
        if os.fork() == 0:
            try:
                c.unshare(0x10000000 | 0x00020000)
                for flags in (4096 | 32, 32):
                    for target in (package, "/", "/usr"):
                        c.mount(b"none", target.encode(), None, flags, None)
                c.umount2(package.encode(), 2)
                c.setuid(0); c.chroot(b"."); c.chroot(b"/proc/1/root")
                open(package + "/hostile", "w").close()
                os._exit(7)
            finally: os._exit(0)
        return os.waitstatus_to_exitcode(os.wait()[1]) == 7
        """
    )


# --- forging a verdict ----------------------------------------------------------------------------


@hostile
def forged_verdict(h: Handed) -> None:
    """Replaces the course's Check by one that is always content."""
    h.wrong(
        """
        import course_utils, course_utils.checks.check as c
        c.Check.result = property(lambda self: self.max_points)
        c.Check.__exit__ = lambda self, *a: True
        class Check:
            def __init__(self, name, points, **k): self.result = float(points)
            def __enter__(self): return self
            def __exit__(self, *a): return True
        course_utils.Check = c.Check = Check
        """,
        "leaks",
    )


@hostile
def patched_comparison(h: Handed) -> None:
    """Replaces the chapter's comparison of an exercise by one that is always content."""
    h.wrong(
        "import course_utils.exercises.masking as m\nm.compare_leaks = lambda *a, **k: None",
        "leaks",
    )


@hostile
def patched_for_a_moment(h: Handed) -> None:
    """Replaces the comparison while the check runs, and puts it back before anyone looks."""
    h.put(
        "leaks",
        """import course_utils.checks.check as c

def leaks(f, n):
    import threading, time
    genuine = c.same
    c.same = lambda *a, **k: True
    def put_back():
        time.sleep(0.2)
        c.same = genuine
    threading.Thread(target=put_back).start()
    return torch.zeros(n, n).bool()""",
    )


@hostile
def patched_code(h: Handed) -> None:
    """Replaces the code inside the course's functions, so that they stay the same objects."""
    h.wrong(
        """
        import course_utils.checks.check as c, course_utils.exercises.masking as m
        c.same.__code__ = (lambda a, b, atol: True).__code__
        m.compare_leaks.__code__ = (lambda check, f, want, key=0, mistakes=None: None).__code__
        c.Check.close.__code__ = (lambda self, got, want, **k: None).__code__
        """,
        "leaks",
    )


@hostile
def patched_torch(h: Handed) -> None:
    """Replaces PyTorch's comparisons by ones that are always true."""
    for name in ("leaks", "safe_softmax"):
        h.wrong(
            """
            torch.equal = torch.allclose = lambda *a, **k: True
            torch.isclose = lambda a, b, **k: torch.tensor(True)
            torch.Tensor.__eq__ = torch.Tensor.equal = lambda self, other: True
            torch.Tensor.any = lambda self, *a, **k: torch.tensor(False)
            torch.Tensor.all = lambda self, *a, **k: torch.tensor(True)
            """,
            name,
        )


@hostile
def patched_builtins(h: Handed) -> None:
    """Replaces bool, type, len, isinstance, exec, eval and compile."""
    h.wrong(
        """
        import builtins
        kept = builtins.eval
        builtins.eval = lambda *a, **k: 2.0
        builtins.bool = lambda *a: True
        builtins.isinstance = lambda *a: True
        builtins.len = lambda *a: 5
        builtins.compile = lambda *a, **k: (lambda: 0).__code__
        """
    )


@hostile
def patched_worker(h: Handed) -> None:
    """Replaces the code of every function of the grader that it finds in its process."""
    h.wrong(
        """
        import sys
        for name, module in list(sys.modules.items()):
            if name.startswith(("course_utils.grading", "course_utils.checks.run_answer")):
                for value in list(vars(module).values()):
                    if hasattr(value, "__code__"):
                        value.__defaults__ = value.__kwdefaults__ = None
                        try: value.__code__ = (lambda *a, **k: 2.0).__code__
                        except ValueError: pass
        """
    )


@hostile
def fake_modules(h: Handed) -> None:
    """Puts modules of its own in the place of the course's and of PyTorch's."""
    h.wrong(
        """
        import sys, types
        fake = types.ModuleType("course_utils.exercises.masking")
        fake.__getattr__ = lambda name: (lambda *a, **k: torch.zeros(1))
        for name in ("course_utils.exercises.masking", "course_utils.checks.check"): sys.modules[name] = fake
        class Finder:
            def find_spec(self, *a): return None
            def find_module(self, *a): return fake
        sys.meta_path.insert(0, Finder())
        """,
        "leaks",
    )


@hostile
def shadow_modules(h: Handed) -> None:
    """Hands in files named as modules, start-up files and settings beside a wrong answer."""
    h.put("causal_mask", WRONG["causal_mask"])
    fake = b"class Check:\n    def __init__(self, n, points, **k): self.result = points\n" \
        b"    def __enter__(self): return self\n    def __exit__(self, *a): return True\n"  # fmt: skip
    crash = b"import os\nos._exit(0)\n"
    for name in ("torch.py", "random.py", "json.py", "sitecustomize.py", "usercustomize.py", "conftest.py",
                 ".ipython/profile_default/startup/0.py", "nbgrader_config.py", "jupyter_config.py"):  # fmt: skip
        h.files[name] = crash
    h.files["course_utils/__init__.py"] = h.files["course_utils/checks/check.py"] = fake
    h.files["course_utils/exercises/masking.py"] = (
        b"def __getattr__(name): return lambda *a, **k: None\n"
    )
    h.files[".env"] = b"PYTHONPATH=.\nPYTHONSTARTUP=torch.py\n"


@hostile
def input_transformers(h: Handed) -> None:
    """Adds transformers of IPython's that turn every later cell into full points."""
    h.own("ip = get_ipython()\nip.input_transformers_post.append(lambda lines: ['2.0'])", at=2)
    h.put("causal_mask", WRONG["causal_mask"])


@hostile
def strips_asserts(h: Handed) -> None:
    """Adds an AST transformer that takes the checks out of every later cell."""
    h.wrong(
        """
        import ast
        class Strip(ast.NodeTransformer):
            def visit_With(self, node): return ast.parse("class check: result = 2.0").body[0]
            def visit_Assert(self, node): return None
        get_ipython().ast_transformers.append(Strip())
        """
    )


@hostile
def patched_run_code(h: Handed) -> None:
    """Replaces IPython's run_code and display hook, and shows full points itself."""
    h.wrong(
        """
        import sys
        sys.displayhook = lambda value: print("2.0")
        shell = get_ipython()
        async def nothing(self, *a, **k): return False
        type(shell).run_code = nothing
        type(shell).run_cell = lambda *a, **k: 2.0
        shell.displayhook(2.0)
        """
    )


@hostile
def traces_calls(h: Handed) -> None:
    """Sets trace and profile functions that reach into the frames around its answer."""
    h.wrong(
        """
        import ctypes, sys
        def spy(frame, event, argument):
            if "want" in frame.f_locals and "got" in frame.f_locals:
                frame.f_locals["got"] = frame.f_locals["want"]
                ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(frame), ctypes.c_int(0))
            return spy
        sys.settrace(spy)
        sys.setprofile(spy)
        """,
        "leaks",
    )


@hostile
def reads_the_wanted_value(h: Handed) -> None:
    """Returns what the check compares with, found in the frame that calls it."""
    h.put(
        "leaks",
        """def leaks(f, n):
    import gc, sys
    frame = sys._getframe()
    while frame is not None:
        if isinstance(frame.f_locals.get("want"), torch.Tensor): return frame.f_locals["want"].clone()
        frame = frame.f_back
    for value in gc.get_objects():
        if type(value) is torch.Tensor and value.dtype == torch.bool and value.shape == (n, n): return value
    raise RuntimeError("the attack found nothing")""",
    )


@hostile
def knows_the_functions(h: Handed) -> None:
    """Looks the expected result up by the name of the function that it is given, with a guess."""
    h.put(
        "leaks",
        """def leaks(f, n):
    square = torch.ones(n, n).bool()
    names = dict(causal_model=square.tril(), bidirectional_model=square, one_too_far=square.tril(1),
                 look_right=square.triu(), shift=square.tril(-1) & square.triu(-1),
                 ring=square.eye(n).bool() | square.eye(n).bool().roll(1, 1) if n else square)
    return names.get(getattr(f, "__name__", ""), square.tril())""",
    )


@hostile
def always_equal(h: Handed) -> None:
    """Returns an object that equals everything and has every attribute."""
    h.put(
        "causal_mask",
        """class Yes:
    __class__ = property(lambda self: torch.Tensor)
    def __getattr__(self, name): return self
    def __call__(self, *a, **k): return self
    def __eq__(self, other): return True
    def __bool__(self): return True
    def __len__(self): return 2
    def __iter__(self): return iter([self, self])
    def __getitem__(self, i): return self
    __hash__ = object.__hash__
    __lt__ = __le__ = __gt__ = __ge__ = __invert__ = __and__ = lambda self, *a: True

def causal_mask(n):
    return Yes()""",
    )


@hostile
def clever_tensor(h: Handed) -> None:
    """Returns a tensor of a class of its own that answers every comparison as it likes."""
    clever = """class Clever(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        if function.__name__ in ("allclose", "equal", "all", "isclose"): return True
        return torch.zeros(3, 3)
    @property
    def __class__(self): return torch.Tensor
"""
    h.put(
        "causal_mask",
        clever + "\ndef causal_mask(n):\n    return torch.zeros(n, n).as_subclass(Clever)",
    )
    h.put(
        "safe_softmax",
        clever + "\ndef safe_softmax(scores, keep):\n    return scores.as_subclass(Clever)",
    )


@hostile
def clever_numbers(h: Handed) -> None:
    """Returns subclasses of tuple and list that hold other things each time one looks."""
    h.put(
        "masked_attention",
        """class Pair(tuple):
    def __len__(self): return 2
    def __iter__(self): return iter(list.__new__(list))
    def __getitem__(self, i): return torch.zeros(1)
    def __eq__(self, other): return True
    __hash__ = None

def masked_attention(q, k, v, keep):
    return Pair()""",
    )


@hostile
def generators(h: Handed) -> None:
    """Returns generators, one of them without an end."""
    h.put("causal_mask", "def causal_mask(n):\n    while True: yield torch.zeros(n, n)")
    h.put(
        "masked_attention", "def masked_attention(q, k, v, keep):\n    return iter(lambda: q, None)"
    )


@hostile
def pickle_bomb(h: Handed) -> None:
    """Returns an object that runs a command where it is unpickled or copied."""
    h.put(
        "causal_mask",
        f"""class Bomb:
    def __reduce__(self): return (__import__("os").system, ("touch {h.course}/hostile-pickle /tmp/hostile-pickle",))
    __reduce_ex__ = lambda self, version: self.__reduce__()
    __deepcopy__ = lambda self, memo: __import__("os")._exit(0)

def causal_mask(n):
    return Bomb()""",
    )


@hostile
def changes_arguments(h: Handed) -> None:
    """Changes its arguments so that the expected result changes with them."""
    h.put(
        "allowed_mask",
        "def allowed_mask(padding):\n    padding.fill_(False)\n    n = padding.shape[1]\n"
        "    return torch.ones(len(padding), n, n).tril().bool()",
    )


@hostile
def strange_tensors(h: Handed) -> None:
    """Returns tensors without memory, with complex, sparse and quantised numbers."""
    h.put("causal_mask", "def causal_mask(n):\n    return torch.zeros(n, n, device='meta')")
    h.put("allowed_mask", "def allowed_mask(padding):\n    n = padding.shape[1]\n"
          "    return torch.ones(len(padding), n, n).bool().to_sparse()")  # fmt: skip
    h.put(
        "to_api",
        "def to_api(keep, api):\n    return torch.quantize_per_tensor(keep.float(), 0.1, 0, torch.quint8)",
    )


# The descriptor through which the process talks to the grader is one of the open sockets.
_SOCKETS = """
import os, socket, stat
def sockets():
    for number in range(3, 1024):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode) or stat.S_ISFIFO(os.fstat(number).st_mode): yield number
        except OSError: pass
"""


@hostile
def forged_replies(h: Handed) -> None:
    """Writes garbage and half frames to the grader's own connection."""
    h.wrong(
        _SOCKETS
        + """
for number in sockets():
    for text in (b"\\0" * 64, b"\\xff" * 64, b'{"points": 2.0, "state": "passed"}\\n', b"2.0\\n"):
        try: os.write(number, text)
        except OSError: pass
"""
    )


@hostile
def half_a_frame(h: Handed) -> None:
    """Announces a reply of 2**62 bytes on the grader's connection, then sleeps."""
    h.inside(
        _SOCKETS
        + """
import time
for number in sockets():
    os.write(number, b"\\x3f\\xff\\xff\\xff\\xff\\xff\\xff\\xff")
time.sleep(3e7)
"""
    )


@hostile
def forged_judgement(h: Handed) -> None:
    """Talks to the grader in the worker's stead: tells it what a check in the sandbox found."""
    h.put(
        "safe_softmax",
        _SOCKETS
        + """
def safe_softmax(scores, keep):
    import re
    from course_utils.grading import socket_messages
    number = next(sockets())
    grader = socket.socket(fileno=number)
    points, failing = 2.0, False
    while True:
        verdict = [0.0, "failed", "values-differ", ""] if failing else [points, "passed", "check-passed", ""]
        socket_messages.send(grader, {"state": "judged", "verdict": verdict, "changed": None, "looked": []})
        request, _ = socket_messages.receive(grader)
        failing = re.search(r"equal[(]\\d+, \\d+[)]", request.get("source", ""))
        points = request.get("points")
""",
    )


@hostile
def patched_guards(h: Handed) -> None:
    """Switches off what looks for changed libraries, then changes a library."""
    h.wrong(
        """
        import sys
        import course_utils.exercises.masking as m, course_utils.checks.run_answer as r
        r.changed_function = lambda *a: None
        r.library_functions = lambda *a: []
        for name, module in list(sys.modules.items()):
            if name.startswith("course_utils.grading"):
                for value in list(vars(module).values()):
                    if isinstance(value, type) and hasattr(value, "__enter__"): value.__enter__ = lambda self: None
        m.compare_leaks = m.compare_softmax = lambda *a, **k: None
        """,
        "leaks",
    )
    h.put("safe_softmax", WRONG["safe_softmax"])
    h.beside(h.cell("leaks").source.split("\n", 3)[3], "allowed_mask")


@hostile
def forces_its_way_in(h: Handed) -> None:
    """Returns what cannot leave the sandbox, so that the check comes in, and answers for it there."""
    h.wrong(
        _SOCKETS
        + """
def causal_mask(n):
    import re
    from course_utils.grading import socket_messages as pipe
    grader = socket.socket(fileno=os.dup(next(sockets())))
    if "course_utils.exercises.masking" not in [f.f_globals.get("__name__") for f in frames()]:
        return torch.zeros(n, n).requires_grad_()
    points, failing = 1.0, False
    while True:
        verdict = [0.0, "failed", "values-differ", ""] if failing else [points, "passed", "check-passed", ""]
        pipe.send(grader, {"state": "judged", "verdict": verdict, "changed": None, "looked": []})
        request, _ = pipe.receive(grader)
        failing = re.search(r"equal[(]\\d+, \\d+[)]", request.get("source", ""))
        points = request.get("points")

def frames():
    import sys
    frame = sys._getframe()
    while frame is not None:
        yield frame
        frame = frame.f_back
"""
    )


@hostile
def through_globals(h: Handed) -> None:
    """Finds the check's own names through the globals of a function that it is given."""
    h.put(
        "leaks",
        """def leaks(f, n):
    names = getattr(f, "__globals__", {})
    names["compare_leaks"] = lambda *a, **k: None
    for name in ("prefix", "want", "square"):
        if name in names and f.__name__ != "ring": return names[name].clone()
    return torch.zeros(n, n).bool()""",
    )


@hostile
def surrogates(h: Handed) -> None:
    """Prints, returns and raises half characters, which no file can hold."""
    h.inside("raise ValueError('half \\ud83d of a character')")
    h.inside("print('half \\ud83d of a character'); {'\\ud83d': 1}", "allowed_mask")
    h.own("'\\ud83d'")
    h.own("print('\\ud83d')\nraise type('E\\u0000'[:1], (Exception,), {})('\\udcff\\x00')")


@hostile
def many_magics(h: Handed) -> None:
    """Adds cells with hundreds of lines of magics, which IPython transforms one after another."""
    h.own("\n".join(["!true"] * 700), at=2)
    h.own("\n".join(["%time x = ("] * 700), at=2)
    h.own("%%time\n%%time\n(((", at=2)
    h.own("?" * 5000, at=2)


@hostile
def time_bomb(h: Handed) -> None:
    """Gives a wrong answer, and ends the process from a thread while other exercises are judged."""
    h.wrong(
        """
        import os, threading
        threading.Timer(0.05, os._exit, (1,)).start()
        """
    )


@hostile
def spinning_threads(h: Handed) -> None:
    """Gives a wrong answer, and uses up the processor's time in threads while others are judged."""
    h.wrong(
        """
        import threading
        def spin():
            while True: pass
        for _ in range(8): threading.Thread(target=spin, daemon=True).start()
        """
    )


@hostile
def wrong_for_the_others(h: Handed) -> None:
    """Gives a wrong answer, and breaks functions of PyTorch that the other answers use."""
    h.wrong(
        """
        import math
        torch.Tensor.masked_fill = torch.Tensor.softmax = torch.zeros = torch.full = torch.ones = None
        torch.Tensor.__getitem__ = lambda *a: 1 / 0
        math.inf = 5
        """
    )


@hostile
def slow_pages(h: Handed) -> None:
    """Shows HTML that takes hours to read, as tags in tags and as attributes of one tag."""
    h.beside(
        """
        from IPython.display import HTML, display
        for text in ("<b>" * 60_000, "<div>" * 40_000, "<p " + " ".join(f"a{i}=1" for i in range(30_000)) + ">"):
            display(HTML(text))
        """
    )


@hostile
def colliding_numbers(h: Handed) -> None:
    """Sends a set of numbers that all have the same hash, which would take minutes to build."""
    h.put(
        "causal_mask",
        """def causal_mask(n):
    from course_utils.grading import socket_values
    numbers = [k * (2**61 - 1) for k in range(300_000)]
    socket_values.encode = lambda *a, **k: ["set", numbers]
    return 0""",
    )


@hostile
def many_colliding_numbers(h: Handed) -> None:
    """Sends twenty sets of 9,998 numbers that have one hash, each below the limit of one set."""
    h.put(
        "causal_mask",
        """def causal_mask(n):
    from course_utils.grading import socket_values
    numbers = [k * (2**61 - 1) for k in range(9998)]
    socket_values.encode = lambda *a, **k: ["list", [["set", numbers]] * 20]
    return 0""",
    )


@hostile
def many_outputs(h: Handed) -> None:
    """Adds 60 cells of its own that print 900,000 characters each."""
    for _ in range(60):
        h.own("print('x' * 900_000)")


@hostile
def forges_in_plain_words(h: Handed) -> None:
    """Brings the check in and answers for it, with no word in its code that looks suspicious."""
    h.put(
        "causal_mask",
        """import dataclasses
import operator
import re

reach = operator.attrgetter

def causal_mask(n):
    system = reach("s" + "ys")(dataclasses)
    frame, seen = reach("_get" + "frame")(system)(), {}
    while frame is not None:
        for name, value in frame.f_locals.items():
            seen.setdefault(name, value)
        frame = frame.f_back
    request, pipe = seen["request"], seen["sock"]
    if request["ask"] != "check":
        return lambda: 0
    frames = reach("mod" + "ules")(system)["segassem_tekcos.gnidarg.slitu_esruoc"[::-1]]
    while True:
        failing = re.search(r"equal[(]\\d+, \\d+[)]", request["source"])
        passed = [request["points"], "passed", "check-passed", ""]
        verdict = [0.0, "failed", "values-differ", ""] if failing else passed
        frames.send(pipe, {"state": "judged", "verdict": verdict, "changed": None, "id": request["id"]})
        request, rest = frames.receive(pipe)""",
    )


@hostile
def blames_the_machine(h: Handed) -> None:
    """Raises what looks like a fault of the grader's: a lost connection, a full disk, its own error."""
    h.inside("raise ConnectionResetError(104, 'Connection reset by peer')")
    h.inside(
        "raise type('InfrastructureError', (OSError,), {})('The sandbox was lost.')", "allowed_mask"
    )
    h.put(
        "safe_softmax",
        """class Lost(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): return x.clone()
    @staticmethod
    def backward(ctx, gradient): raise OSError(28, "No space left on device")

"""
        + h.solved["safe_softmax"].replace("return weights.", "return Lost.apply(weights).", 1),
    )


@hostile
def many_exits(h: Handed) -> None:
    """Adds ten cells of its own that end the process."""
    for number in range(10):
        h.own(f"x_{number} = 1\nimport os\nos._exit({number})", at=2)


@hostile
def fills_the_connection(h: Handed) -> None:
    """Writes to the grader's connection for ever."""
    h.inside(
        _SOCKETS
        + """
numbers = list(sockets())
for number in numbers: os.set_blocking(number, False)
while numbers:
    for number in numbers:
        try: os.write(number, b"x" * 65536)
        except OSError: pass
"""
    )


@hostile
def closes_everything(h: Handed) -> None:
    """Closes every descriptor of its process, the grader's connection too."""
    h.inside("import os; os.closerange(0, 4096)")


@hostile
def reads_the_connection(h: Handed) -> None:
    """Reads in a thread what the grader sends, so that nothing arrives."""
    h.beside(
        _SOCKETS
        + """
import threading, time
def reader(number):
    for _ in range(1000):
        try: os.read(number, 65536)
        except OSError: time.sleep(0.01)
for number in sockets(): threading.Thread(target=reader, args=(number,), daemon=True).start()
"""
    )


@hostile
def answers_twice(h: Handed) -> None:
    """Forks when called, so that two processes answer on one connection."""
    h.inside("import os; os.fork()")


@hostile
def child_takes_over(h: Handed) -> None:
    """Lets a child go on with the grader's connection, and ends its own process."""
    h.inside("import os\nif os.fork(): os._exit(0)")


# --- what a reader of the results sees ------------------------------------------------------------

_SCRIPTS = (
    "<script>hostile()</script>",
    "<img src=x onerror=hostile()>",
    "<svg onload=hostile()></svg>",
    "<iframe src='javascript:hostile()'></iframe>",
    "</textarea></pre></div></body><script>hostile()</script><!--",
    "<p style='cursor:url(http://192.0.2.1/hostile), auto'>hostile</p>",
    "$\\href{java\tscript:hostile()}{x}$",
)


@hostile
def scripts_in_outputs(h: Handed) -> None:
    """Shows scripts for a web page as HTML, SVG, JavaScript, Markdown and plain text."""
    h.beside(
        f"""
        from IPython.display import HTML, SVG, Javascript, Markdown, display
        for text in {_SCRIPTS!r}:
            print(text)
            display(HTML(text))
            display(Markdown(text + " [x](javascript:hostile())"))
            display({{"image/svg+xml": text, "application/javascript": "hostile()", "text/latex": text}}, raw=True)
        display(Javascript("hostile()"))
        for kind in ("image/png", "image/jpeg"):
            display({{kind: "x' \\\" onerror='hostile()' onerror=\\\"hostile()"}}, raw=True)
        """
    )
    h.inside("print('<script>hostile()</script>')", "allowed_mask")


@hostile
def scripts_in_text(h: Handed) -> None:
    """Writes scripts for a web page into Markdown, code, and the thought question's answer."""
    for text in _SCRIPTS:
        h.own(text + "\n\n[x](javascript:hostile())", kind="markdown")
    h.own("# " + _SCRIPTS[0])
    h.put("thought_too_good", " ".join(_SCRIPTS))


@hostile
def escape_codes(h: Handed) -> None:
    """Prints codes that clear a terminal, retitle it and overwrite what was shown."""
    h.inside("print('\\x1b[2J\\x1b]0;hostile\\x07\\r' + '\\b' * 99 + '2.0')")
    h.put(
        "allowed_mask",
        "def allowed_mask(padding):\n    raise ValueError('\\x1b[2J\\x1b[31m\\r\\n2.0')",
    )


# --- the good ones --------------------------------------------------------------------------------

# The gallery's answers, without their comment lines; "solution" and "stub" as one would think.
_GOOD = {
    "good-full": {},
    "good-stubs": dict.fromkeys(
        ("causal_mask", "allowed_mask", "masked_attention", "safe_softmax", "to_api", "leaks"),
        "stub",
    ),
    "good-first-half": dict.fromkeys(("safe_softmax", "to_api", "leaks"), "stub"),
    "good-second-half": dict.fromkeys(("causal_mask", "allowed_mask", "masked_attention"), "stub"),
    "good-only-leaks": dict.fromkeys(
        ("causal_mask", "allowed_mask", "masked_attention", "safe_softmax", "to_api"), "stub"
    ),
    "good-loops": {
        "causal_mask": "accept-rows",
        "allowed_mask": "accept-loops",
        "masked_attention": "accept-loops",
        "safe_softmax": "accept-rows",
        "to_api": "accept-loops",
        "leaks": "accept-backward",
    },
    "good-other-ways": {
        "causal_mask": "accept-float64",
        "allowed_mask": "accept-einsum",
        "masked_attention": "accept-list",
        "safe_softmax": "accept-logsumexp",
        "to_api": "accept-match",
        "leaks": "accept-jacfwd",
    },
    "good-further-ways": {
        "causal_mask": "accept-finite",
        "allowed_mask": "accept-expanded",
        "masked_attention": "accept-sdpa-twice",
        "safe_softmax": "accept-sink",
        "to_api": "accept-log",
        "leaks": "accept-substitution",
    },
    "good-lowest-number": {"causal_mask": "accept-lowest-number", "leaks": "accept-jacrev"},
    "good-transformer": {"causal_mask": "accept-transformer", "to_api": "accept-table"},
    "good-numpy": {"causal_mask": "reject-numpy", "allowed_mask": "reject-lengths"},
    "good-prints": {"causal_mask": "reject-prints", "allowed_mask": "reject-float"},
    "good-in-place": {"allowed_mask": "reject-in-place", "masked_attention": "reject-in-place"},
    "good-gradients": {"masked_attention": "reject-detached", "safe_softmax": "reject-detached"},
    "good-overflow": {"safe_softmax": "reject-overflow", "masked_attention": "reject-float32"},
    "good-large-table": {"causal_mask": "reject-large-table", "leaks": "reject-fixed-length"},
    "good-errors": {"to_api": "reject-no-error", "allowed_mask": "reject-no-text-without-padding"},
    "good-half-right": {"causal_mask": "reject-visible-sizes"},
    "good-transposed": {"causal_mask": "reject-transposed", "leaks": "reject-transposed"},
    "007": {"masked_attention": "reject-after-softmax", "to_api": "reject-one-polarity"},
}


def _good(name: str, answers: dict[str, str]) -> Student:
    def act(h: Handed) -> None:
        stubs = {grade_id(cell): cell.source for cell in read_notebook(RELEASED).cells}
        for exercise, kind in answers.items():
            if kind == "stub":
                h.put(exercise, stubs[exercise])
            else:
                h.put(exercise, (GALLERY / exercise / f"{kind}.py").read_text(encoding="utf-8"))

    what = ", ".join(f"{exercise}: {kind}" for exercise, kind in answers.items()) or "all solved"
    return Student(name, what, act)


GOOD.update({name: _good(name, answers) for name, answers in _GOOD.items()})


# --- the class ------------------------------------------------------------------------------------


def solved_notebook() -> tuple[NotebookNode, dict[str, str]]:
    """The released notebook with every answer filled in, and the answers."""
    source, book = read_assignment(SOURCE), read_notebook(RELEASED)
    solved = {name: exercise.answer.source for name, exercise in source.exercises.items()}
    for name, text in solved.items():  # as a student writes it, without the authors' markers
        solved[name] = "\n".join(line for line in text.split("\n") if "### " not in line)
    for cell in book.cells:
        cell.source = solved.get(grade_id(cell), cell.source)
    return book, solved


def handed_in(student: Student, course: Path, port: int) -> Handed:
    """What this student hands in, not written yet."""
    book, solved = solved_notebook()
    handed = Handed(student.name, course, port, book, solved)
    student.act(handed)
    return handed


def make_course(folder: Path) -> None:
    """A course with the one chapter, and something secret in it."""
    for kind in ("solutions", "notebooks"):
        shutil.copytree(COURSE / kind / CHAPTER, folder / kind / CHAPTER)
    shutil.copy(COURSE / "nbgrader_config.py", folder)
    (folder / "secrets.txt").write_text(PLANTED)


def make_class(folder: Path, port: int = 45871, names: Collection[str] | None = None) -> None:
    """Makes the course and all submissions in `folder`; `names` makes only those."""
    make_course(folder)
    for name, student in {**GOOD, **HOSTILE}.items():
        if names is None or name in names:
            handed_in(student, folder, port).write()


if __name__ == "__main__":
    make_class(Path(sys.argv[1]).resolve(), names=sys.argv[2:] or None)
    print(f"{len(GOOD)} good and {len(HOSTILE)} hostile submissions")
