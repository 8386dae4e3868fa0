"""How fast a class is graded: `nbgrader autograde` as it comes, against `grade`.

    python benchmarks/grading.py --stock 20 --ours 20

makes two equal classes of 02_masking in a temporary folder (solved, partly solved, wrong and open
answers of the gallery), grades one with each, and prints seconds, submissions a minute, processor
seconds and memory; for `grade` also the time of each hundred. Nothing in the course is touched.
"""

from __future__ import annotations

import argparse
import copy
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import nbformat

COURSE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(COURSE))

from course_utils.exercises import grade_id, read_assignment, stub_of  # noqa: E402
from course_utils.verify import gallery_cases  # noqa: E402

NAME = "02_masking"
# Answers that end their process or never end say nothing about the speed of ordinary ones.
SLOW = ("answer-timeout", "answer-crashed", "answer-floods")
CONFIG = """c = get_config()
c.CourseDirectory.course_id = "speed"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "notebooks"
c.Execute.timeout = 300
"""


def submissions(count: int) -> list[str]:
    """The texts of `count` notebooks; of three, one is solved, one has an answer of the gallery in
    each exercise, and one has some open answers, too."""
    chapter = read_assignment(COURSE / "solutions" / NAME / f"{NAME}.ipynb")
    cases: dict[str, list[str]] = {}
    for case in gallery_cases(COURSE / "tests" / "mutants", chapter)[0]:
        if case.key not in SLOW:
            cases.setdefault(case.exercise, []).append(case.answer)
    made = []
    for number in range(count):
        notebook = copy.deepcopy(chapter.notebook)
        for place, cell in enumerate(notebook.cells):
            name = grade_id(cell)
            if name in chapter.exercises and number % 3:
                answers = cases.get(name) or [cell.source]
                open_ = number % 3 == 2 and (number + place) % 4 == 0
                cell.source = stub_of(cell.source) if open_ else answers[number % len(answers)]
            if cell.cell_type == "code":
                cell.outputs = []
        made.append(nbformat.writes(notebook))
    return made


def course(folder: Path, count: int, config: str) -> Path:
    """A course of one chapter, whose gradebook knows it, with a class."""
    shutil.copytree(COURSE / "solutions" / NAME, folder / "solutions" / NAME)
    (folder / "nbgrader_config.py").write_text(config)
    run(folder, "nbgrader", "generate_assignment", NAME)
    for number, text in enumerate(submissions(count)):
        place = folder / "submitted" / f"student-{number:04}" / NAME
        place.mkdir(parents=True)
        (place / f"{NAME}.ipynb").write_text(text, encoding="utf-8")
    return folder


def run(folder: Path, *command: str) -> None:
    subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=environment(),
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def environment() -> dict[str, str]:
    path = os.pathsep.join(filter(None, [str(COURSE), os.environ.get("PYTHONPATH")]))
    programs = str(Path(sys.executable).parent) + os.pathsep + os.environ["PATH"]
    return {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": path, "PATH": programs}


class Watch:
    """Looks at a command's memory (all its processes, shared pages counted once) and, four times a
    second, at how many are done."""

    def __init__(self, process: subprocess.Popen, done) -> None:
        self.most, self.seen = 0.0, []
        self._process, self._done, self._start = process, done, time.monotonic()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while self._process.poll() is None:
            self.most = max(self.most, memory(self._process.pid))
            self.seen.append((time.monotonic() - self._start, self._done()))
            time.sleep(0.25)


def memory(pid: int) -> float:
    """MB of a process and all that it started."""
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
    fields = Path("/proc/stat").read_text().split("\n")[0].split()[1:]
    idle = sum(map(int, fields[3:5]))
    return (sum(map(int, fields[:8])) - idle) / os.sysconf("SC_CLK_TCK")


def timed(folder: Path, count: int, command: list[str], done) -> Watch:
    before = busy()
    start = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    watch = Watch(process, done)
    process.wait()
    wall = time.monotonic() - start
    cpu = busy() - before
    print(
        f"{command[0]:13} {count:5} submissions  {wall:7.1f} s  {60 * count / wall:6.1f} a minute"
        f"  {cpu / count:5.2f} processor-s each  {watch.most:5.0f} MB",
        flush=True,
    )
    return watch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stock", type=int, default=20, metavar="N", help="0: leave it out")
    parser.add_argument("--ours", type=int, default=20, metavar="N")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        if args.ours:
            folder = course(
                Path(temporary, "ours"), args.ours, (COURSE / "nbgrader_config.py").read_text()
            )
            journal = folder / "grades" / NAME / "journal.jsonl"

            def lines() -> int:
                return journal.read_bytes().count(b"\n") if journal.exists() else 0

            command = ["course_utils", "grade", NAME, "--jobs", str(args.jobs)]
            watch = timed(folder, args.ours, command, lines)
            for hundred in range(100, args.ours + 1, 100):
                first = next(t for t, n in watch.seen if n > hundred - 100)
                last = next((t for t, n in watch.seen if n >= hundred), watch.seen[-1][0])
                print(f"  {hundred - 99:5} to {hundred:5}: {(last - first) / 99:.3f} s each")
        if args.stock:
            folder = course(Path(temporary, "stock"), args.stock, CONFIG)
            graded = folder / "autograded"
            command = ["nbgrader", "autograde", NAME]
            timed(folder, args.stock, command, lambda: len(list(graded.glob("*"))))


if __name__ == "__main__":
    main()
