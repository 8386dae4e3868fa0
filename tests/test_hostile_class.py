"""A class that tries things, graded in one batch: what comes out is what hostile_class.md says."""

from __future__ import annotations

import csv
import ctypes
import hashlib
import html
import json
import os
import random
import re
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

import hostile_class
import nbformat
import pytest
from hostile_class import CHAPTER, GOOD, HOSTILE, PLANTED, SECRET, SOURCE

from course_utils.checks.assignments import grade_id, read_assignment
from course_utils.checks.run_answer import Job, default_workers, run_all
from course_utils.files import COURSE
from course_utils.grading import grade_submission, socket_messages, socket_values
from course_utils.grading.sandbox import Limits

pytestmark = pytest.mark.skipif(
    shutil.which("bwrap") is None, reason="needs bubblewrap (apt install bubblewrap)"
)
resource = pytest.importorskip("resource", reason="needs Linux")
TABLE = Path(hostile_class.__file__).with_suffix(".md")
# Of the processor, for a cell or a call: many times what the slowest right answer takes. (Two loops
# over the mask for 1100 tokens are none of them: they take more than a second.)
SECONDS = 5
EXERCISES = list(read_assignment(SOURCE).exercises)
# Of what runs, some of each kind; those that cannot be read are always there: they cost nothing.
# Loops, exits and answers that are no Python are in test_grade_submission.py, too.
FEW = set(
    """
    sleeps kills-everyone hangs-at-the-end out-of-memory leaves-things finds-things
    deleted-checks forged-marks pipes-beside =1+1 reads-hidden-checks reads-others
    reaches-the-network writes-to-the-course removes-everything patched-comparison
    forged-judgement forges-in-plain-words scripts-in-outputs good-full good-stubs good-loops
    good-half-right
    """.split()
)


# --- the table ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wanted:
    """A row of the table. `points`: exercise -> points, None for a submission without points."""

    tries: str
    outcome: str
    points: dict[str, float] | None
    says: str
    kind: str


def read_table() -> dict[str, Wanted]:
    """student -> what must come out. The table's head names the exercises, in any order."""
    rows, kind, exercises = {}, "", []
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        kind = line if line.startswith("## ") else kind
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells[:3] == ["student", "tries", "outcome"]:
            exercises = cells[3:-1]
        elif len(cells) == len(exercises) + 4 and cells[0].startswith("`"):
            name, tries, outcome, *points, says = cells
            name = name.strip("`").replace("\\|", "|").replace("\\n", "\n").replace("\\t", "\t")
            points = dict(zip(exercises, map(float, points))) if "–" not in points else None
            rows[name] = Wanted(tries, outcome, points, says, kind)
    return rows


WANTED = read_table()
FEW |= {name for name, row in WANTED.items() if row.points is None}
# Each submission takes seconds, an endless one many: the others only with `--nightly`.
MORE = set([name for name in WANTED if name not in FEW][::6])
EACH = [
    pytest.param(
        name,
        marks=[]
        if name in FEW
        else getattr(pytest.mark, "exhaustive" if name in MORE else "nightly"),
    )
    for name in WANTED
]


def test_the_few_are_of_each_kind_and_outcome():
    few = [WANTED[name] for name in FEW]
    assert {row.kind for row in few} == {row.kind for row in WANTED.values()}
    assert {row.outcome for row in few} == {row.outcome for row in WANTED.values()}


def test_the_table_is_about_this_class():
    assert len(HOSTILE) >= 60 and len(GOOD) == 20
    assert {name: row.tries for name, row in WANTED.items()} == {
        student.name: student.tries for student in {**GOOD, **HOSTILE}.values()
    }


# --- the batch ------------------------------------------------------------------------------------


class Ears:
    """Listens on the loopback interface and on an abstract socket, and counts who comes."""

    def __init__(self):
        self.came = 0
        self._tcp = socket.create_server(("127.0.0.1", 0))
        self.port = self._tcp.getsockname()[1]
        self._local = socket.socket(socket.AF_UNIX)
        self._local.bind(f"\0hostile-{self.port}")
        self._local.listen()
        for server in (self._tcp, self._local):
            threading.Thread(target=self._listen, args=(server,), daemon=True).start()

    def _listen(self, server: socket.socket) -> None:
        while True:
            server.accept()
            self.came += 1


@dataclass
class Batch:
    """The graded class and its surroundings."""

    names: set[str]
    course: Path
    printed: str
    ears: Ears
    outcomes: dict[str, dict[str, str]]
    points: dict[str, dict[str, float | None]]
    before: dict[str, str]
    after: dict[str, str]
    left: list[str]  # processes
    temporary: list[str]
    memory: int  # bytes, of the largest process


@pytest.fixture(scope="module")
def batch(tmp_path_factory, request):
    names = FEW
    for option, more in (("--all", MORE), ("--nightly", set(WANTED))):
        names = names | more if request.config.getoption(option) else names
    folder = tmp_path_factory.mktemp("class")
    course, temporary, home = (folder / name for name in ("course", "temporary", "home"))
    for place in (course, temporary, home):
        place.mkdir()
    (home / "id_rsa").write_text(PLANTED)
    ears = Ears()
    hostile_class.make_class(course, ears.port, names)
    before = tree(course)
    # Orphans of the run become children of this process, so that none can hide.
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    there = children()
    environment = {
        **os.environ,
        SECRET: PLANTED,
        "HOME": str(home),
        "TMPDIR": str(temporary),
        "PYTHONPATH": str(COURSE),
    }
    command = [sys.executable, "-m", "course_utils", "grade", CHAPTER, "--feedback"]
    # Of the whole class many only wait for their end; for a few, starting more takes longer.
    jobs = 2 * default_workers() if len(names) > len(FEW) else default_workers()
    command += ["--seconds", str(SECONDS), "--jobs", str(jobs)]
    done = subprocess.run(
        command,
        cwd=course,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    # The server that the pool's processes are forked from ends a moment after the run.
    end = time.monotonic() + 120
    while (left := sorted(children() - there)) and time.monotonic() < end:
        time.sleep(0.1)
    ctypes.CDLL(None).prctl(36, 0, 0, 0, 0)
    printed = done.stdout.decode(errors="replace")
    assert done.returncode in (0, 1), printed[-5000:]
    with open(course / "grades" / CHAPTER / "outcomes.csv", encoding="utf-8-sig", newline="") as f:
        outcomes = {unquoted(row["student"]): row for row in csv.DictReader(f)}
    yield Batch(
        names,
        course,
        printed,
        ears,
        outcomes,
        gradebook(course),
        before,
        tree(course),
        left,
        sorted(path.name for path in temporary.iterdir()),
        resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024,
    )
    for path in sorted(
        course.rglob("*"), reverse=True
    ):  # pytest would keep pipes and holes of 20 GB
        if stat.S_ISFIFO(path.lstat().st_mode) or path.lstat().st_size > 10**8:
            path.unlink()


def unquoted(name: str) -> str:
    """A student's name as a spreadsheet shows it."""
    return name[1:] if name.startswith("'") else name


def tree(folder: Path) -> dict[str, str]:
    """path -> a digest of everything in a folder, links and pipes as themselves."""
    found = {}
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        content = b""
        if stat.S_ISLNK(mode):
            content = os.readlink(path).encode()
        elif stat.S_ISREG(mode):
            with open(path, "rb") as file:  # the holes of 20 GB need not be read
                content = file.read(10**7) + str(path.stat().st_size).encode()
        name = str(path.relative_to(folder))
        found[name] = f"{stat.filemode(mode)} {hashlib.sha256(content).hexdigest()}"
    return found


def children() -> set[str]:
    """The processes whose parent this one is, with their names."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                text = (entry / "stat").read_text()
            except OSError:
                continue
            state, parent = text.rpartition(")")[2].split()[:2]
            if int(parent) == os.getpid() and state != "Z":
                found.add(f"{entry.name} {text.partition('(')[2].rpartition(')')[0]}")
    return found


def gradebook(course: Path) -> dict[str, dict[str, float | None]]:
    """student -> check cell -> points, as nbgrader has them."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        return {
            submission.student.id: {
                grade.cell.name: grade.auto_score for grade in submission.notebooks[0].grades
            }
            for submission in book.assignment_submissions(CHAPTER)
        }


def by_exercise(points: dict[str, float | None]) -> dict[str, float]:
    return {e: (points[f"check_{e}"] or 0) + (points[f"hidden_{e}"] or 0) for e in EXERCISES}


def said(batch: Batch, student: str) -> str:
    """All that is said about a submission: reasons, notes and the messages of its checks."""
    row = batch.outcomes[student]
    texts = [row["reason"], row["notes"]]
    path = batch.course / "autograded" / student / CHAPTER / f"{CHAPTER}.ipynb"
    if path.is_file():
        for cell in nbformat.read(path, 4).cells:
            if grade_id(cell).startswith(("check_", "hidden_")):
                shown = [o.data.get("text/html", "") for o in cell.outputs if "data" in o]
                texts += [html.unescape(re.sub(r"<[^>]*>", "", text)) for text in shown]
    return " ".join(" ".join(texts).split())


# --- what comes out -------------------------------------------------------------------------------


@pytest.mark.parametrize("student", EACH)
def test_each_comes_out_as_the_table_says(batch, student):
    wanted = WANTED[student]
    student = student.replace("\n", "\\n").replace("\t", "\\t")  # as it is shown
    told = said(batch, student)
    assert batch.outcomes[student]["outcome"] == wanted.outcome, told[:1000]
    if wanted.points is None:
        assert student not in batch.points
    else:
        assert by_exercise(batch.points[student]) == wanted.points, told[:3000]
    assert wanted.says.lower() in told.lower()


def test_nobody_is_missing_and_nobody_is_there_twice(batch):
    shown = {name.replace("\n", "\\n").replace("\t", "\\t") for name in batch.names}
    assert set(batch.outcomes) == shown
    kept = {path.name for path in (batch.course / "autograded").iterdir()}
    assert (
        kept
        == set(batch.points)
        == {name for name in batch.names if WANTED[name].points is not None}
    )


@pytest.mark.exhaustive
def test_good_ones_have_the_points_that_check_gives():
    source = read_assignment(SOURCE)
    jobs: dict[Job, float] = {}
    mine: dict[str, dict[str, Job]] = {}
    for name, student in GOOD.items():
        book = hostile_class.handed_in(student, Path("/nowhere"), 0).book
        answers = {grade_id(cell): cell.source for cell in book.cells}
        mine[name] = {
            e.name: Job(e.name, source.setup, answers[e.name], e.checks)
            for e in source.exercises.values()
        }
        jobs.update(dict.fromkeys(mine[name].values(), 0.0))
    for job, outcome in run_all(list(jobs)):
        jobs[job] = outcome.points
    for name in GOOD:
        assert {e: jobs[job] for e, job in mine[name].items()} == WANTED[name].points, name


# --- the surroundings -----------------------------------------------------------------------------


def test_nothing_that_was_there_is_changed(batch):
    assert {name: batch.after.get(name) for name in batch.before} == batch.before


def test_nothing_is_there_that_does_not_belong(batch):
    new = {name.split("/")[0] for name in batch.after.keys() - batch.before.keys()}
    assert new <= {"autograded", "feedback", "grades", "gradebook.db", "exchange"}
    assert not [name for name in os.listdir(batch.course / "autograded") if name.startswith(".")]


def test_no_process_is_left(batch):
    assert batch.left == []


def test_no_file_is_left(batch):
    # PyTorch makes this (empty) folder itself when it is imported.
    assert [name for name in batch.temporary if not name.startswith("torchinductor_")] == []
    found = [
        os.path.join(folder, name)
        for folder in ("/tmp", "/var/tmp", "/dev/shm", "/run", str(COURSE), sys.prefix)
        for name in os.listdir(folder)
        if name.startswith("hostile-")
    ]
    assert found == []


def test_nobody_listens_and_nobody_came(batch):
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", batch.ears.port + 1), timeout=0.5)
    assert batch.ears.came == 0


def test_the_memory_of_the_grader_stays_small(batch):
    assert batch.memory < 3 * 2**30


def pages(batch: Batch) -> dict[str, str]:
    """Everything that was written about the class, as text."""
    folders = ("autograded", "feedback", "grades")
    found = {"printed": batch.printed}
    for folder in folders:
        for path in (batch.course / folder).rglob("*"):
            if path.suffix in (".ipynb", ".html", ".csv", ".jsonl") and path.is_file():
                found[str(path.relative_to(batch.course))] = path.read_text(encoding="utf-8-sig")
    return found


def test_no_secret_and_no_loot_is_shown_anywhere(batch):
    for name, text in pages(batch).items():
        assert PLANTED not in text.replace(repr(PLANTED), ""), name
        if name.endswith(".ipynb"):
            outputs = json.dumps([c.get("outputs") for c in json.loads(text)["cells"]])
            assert "LOOT" not in outputs, name


def test_no_line_of_a_hidden_check_is_on_a_feedback_page(batch):
    source = nbformat.read(SOURCE, 4)
    hidden = [cell.source for cell in source.cells if grade_id(cell).startswith("hidden_")]
    visible = "\n".join(c.source for c in source.cells if not grade_id(c).startswith("hidden_"))
    mine = (COURSE / "tests" / "hostile_class.py").read_text(encoding="utf-8")
    lines = {line.strip() for text in hidden for line in text.split("\n")}
    secret = {
        line
        for line in lines
        if len(line) > 20 and line[:2] != "# " and line not in visible and line not in mine
    }
    assert len(secret) > 10
    for name, text in pages(batch).items():
        if name.startswith("feedback"):
            plain = html.unescape(re.sub(r"<[^>]*>", "", text))
            assert not [line for line in secret if line in plain], name


class Active(HTMLParser):
    """Collects what a browser would run."""

    def __init__(self):
        super().__init__()
        self.found: list[str] = []
        self._in_script = False

    def handle_starttag(self, tag, attributes):
        self._in_script = tag == "script"
        for name, value in attributes:
            value = (value or "").lower()
            plain = re.sub(r"\s", "", value)
            if name.startswith("on") and "hostile" in plain or "javascript:" in plain:
                self.found.append(f"<{tag} {name}={value}>")
            if name == "style" and "url(" in plain:
                self.found.append(f"<{tag} {name}={value}>")
        if tag in ("iframe", "object", "embed", "base"):
            self.found.append(f"<{tag}>")

    def handle_endtag(self, tag):
        self._in_script = False

    def handle_data(self, data):
        if self._in_script and "hostile()" in data:
            self.found.append(data[:80])


def test_no_page_runs_what_a_student_wrote(batch):
    for name, text in pages(batch).items():
        if name.endswith(".html"):
            reader = Active()
            reader.feed(text)
            assert reader.found == [], name


def test_each_with_points_has_a_whole_feedback_page(batch):
    for student in batch.points:
        path = batch.course / "feedback" / student / CHAPTER / f"{CHAPTER}.html"
        assert path.is_file(), student
        assert path.read_text(encoding="utf-8").rstrip().endswith("</html>"), student
        assert path.stat().st_size < 20_000_000, student


def test_a_spreadsheet_finds_no_formula(batch):
    for name in ("grades.csv", "outcomes.csv"):
        path = batch.course / "grades" / CHAPTER / name
        with open(path, encoding="utf-8-sig", newline="") as file:
            rows = list(csv.reader(file))
        assert len({len(row) for row in rows}) == 1
        for cell in (cell for row in rows for cell in row):
            assert not re.match(r"\s*[=+@\t\r]|\s*-(?![\d.]+$)", cell), (name, cell)


def test_nothing_printed_steers_the_terminal(batch):
    assert not set(re.sub(r"\s", "", batch.printed)) & {chr(n) for n in (*range(32), 127, 0x9B)}
    assert "Traceback" not in batch.printed and "Warning" not in batch.printed


# --- the connection to a student's process ---------------------------------------------------------


def test_garbage_on_the_wire_is_malformed_and_nothing_else():
    """A decoder outside the sandbox reads what a student's process sends."""
    chance = random.Random(0)
    kinds = ["list", "tuple", "dict", "set", "tensor", "array", "scalar", "bytes", "size", "dtype"]
    kinds += ["range", "complex", "random", "generator", "known", "import", "int", "float", "os"]
    values = [
        None,
        True,
        -1,
        0,
        2**62,
        1e308,
        float("nan"),
        "float32",
        "bool",
        "<f4",
        "torch",
        [],
        {},
    ]

    def anything(depth: int):
        if depth == 0 or chance.random() < 0.3:
            return chance.choice(values)
        if chance.random() < 0.5:
            return [chance.choice(kinds), anything(depth - 1)]
        return [anything(depth - 1) for _ in range(chance.randrange(5))]

    for _ in range(20_000):
        tree = anything(5)
        try:
            socket_values.decode(tree, [b"", b"12345678"])
        except socket_messages.Malformed:
            pass


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\0",
        b"\xff" * 64,
        b"\x3f" + b"\xff" * 63,
        b"\0\0\0\x02{}",
        b"\0\0\0\x02[]",
        b'\0\0\0\x12{"blobs": [1e309]}',
        b'\0\0\0\x1a{"blobs": [9999999999999]}',
        b"\0\x01\x86\xa0" + b"[" * 100_000,
        b'\0\0\0\x10{"blobs": [-5]} ',
    ],
)
def test_half_messages_end_with_the_wires_own_errors(text):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(text)
        theirs.close()
        with pytest.raises(
            (socket_messages.Malformed, socket_messages.Closed, socket_messages.Late)
        ):
            socket_messages.receive(ours, 2.0)


class Liar:
    """In the place of the sandbox: a process that answers every request with anything at all."""

    NASTY = (
        None,
        True,
        -1,
        0.5,
        float("nan"),
        10**40,
        "",
        "x",
        "there",
        "causal_mask",
        "\ud800",
        "\0",
    )
    NASTY += ("<script>", [], {}, ["x"], [["x"]], {"kind": "\0"}, "y" * 10_000, "-" * 5000 + "1")
    KEYS = ("state", "kind", "kinds", "value", "after", "error", "line", "own", "text", "outputs")
    KEYS += ("parameters", "verdict", "changed", "looked", "why", "grads", "tracked", "stub")
    STATES = ("done", "there", "missing", "not callable", "returned", "raised", "judged", "inside")

    def __init__(self, seed: int):
        self.chance = random.Random(seed)

    def spawn(self, files=None):
        self.sock, theirs = socket.socketpair()
        threading.Thread(target=self._serve, args=(theirs,), daemon=True).start()
        return self

    def ended(self, wait: float = 0.0) -> str:
        return self.chance.choice(["exit 0", "killed by SIGKILL", "memory", "exit 93"])

    def spent(self) -> float:
        return 0.0

    def close(self) -> None:
        self.sock.close()

    def _serve(self, sock: socket.socket) -> None:
        while True:
            try:
                request, _ = socket_messages.receive(sock)
                if self.chance.random() < 0.02:
                    sock.close()
                    return
                socket_messages.send(sock, self._reply(request), [b"", b"\x01" * 16, b"\xff" * 64])
            except (
                socket_messages.Closed,
                socket_messages.Malformed,
                socket_messages.Late,
                OSError,
                UnicodeError,
            ):
                sock.close()
                return

    def _reply(self, request: dict) -> dict:
        kept = {k: v for k, v in request.items() if k not in ("source", "arguments")}
        made = {key: self._value(3) for key in self.KEYS if self.chance.random() < 0.7}
        if self.chance.random() < 0.9:
            made["state"] = self.chance.choice(self.STATES)
        if self.chance.random() < 0.5:
            made["error"] = {k: self._value(1) for k in ("kind", "kinds", "text") if k != "x"}
        return {**kept, **made}

    def _value(self, depth: int):
        if depth == 0 or self.chance.random() < 0.5:
            return self.chance.choice(self.NASTY)
        if self.chance.random() < 0.3:
            return ["tensor", ["float32", [3, 3], [3, 1], self.chance.randrange(4)]]
        if self.chance.random() < 0.5:
            output = {"output_type": "display_data", "data": {"text/html": self._value(0)}}
            return [output, {"output_type": "stream", "text": self._value(0)}]
        return [self._value(depth - 1) for _ in range(self.chance.randrange(4))]


@pytest.mark.parametrize("seed", range(8))
def test_a_process_that_lies_gets_no_points_and_breaks_nothing(seed, monkeypatch):
    """Whatever a student's process sends: a verdict for each check, and a notebook that is valid."""
    limits = Limits(seconds=0.2, total=30)
    chapter = read_assignment(SOURCE)
    bench = grade_submission._Bench(chapter.setup, limits, "forked")
    bench.sandbox = Liar(seed)
    monkeypatch.setattr(grade_submission, "_bench", lambda *_: bench)
    notebook = json.loads(json.dumps(chapter.notebook))
    grade_submission.mark(notebook, chapter)
    done = grade_submission.execute(notebook, {}, limits)
    found = done["metadata"]["course"]
    assert set(found["checks"]) == {
        c.grade_id for e in chapter.exercises.values() for c in e.checks
    }
    assert not any(check["points"] for check in found["checks"].values())
    made = nbformat.from_dict(done)
    del made.metadata["course"]
    nbformat.validate(made)
    nbformat.writes(made).encode()


def test_the_generator_makes_the_same_class_twice():
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        names = ["good-loops", "forged-marks", "links-beside", "王小明"]
        for folder in (one, two):
            os.mkdir(f"{folder}/course")
            hostile_class.make_class(Path(folder, "course"), names=names)
        trees = [tree(Path(folder, "course", "submitted")) for folder in (one, two)]
        assert [name.count("/") for name in trees[0]] == [name.count("/") for name in trees[1]]
