"""How fast a class is graded: `nbgrader autograde` as it comes, against `grade`.

A class of 02_masking in a temporary folder (solved, partly solved, wrong and open answers of the
gallery) for `grade`, which begins with some seconds of its own, and its first submissions for
`nbgrader autograde`, which takes as long for each as for the first. Nothing in the course is touched.
For a smaller class: `BENCHMARK_CLASS=20 python -m benchmarks grading`.
"""

from __future__ import annotations

import copy
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import nbformat

from benchmarks.rows import Row, environment, timed
from course_utils.authoring.verify import gallery_cases
from course_utils.checks.assignments import grade_id, read_assignment, stub_of
from course_utils.files import COURSE

NAME = "02_masking"
CLASS = int(os.environ.get("BENCHMARK_CLASS", "200"))
STOCK = 10  # submissions for nbgrader
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
    for case in gallery_cases(COURSE / "tests" / "gallery", chapter)[0]:
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


def rows() -> Iterator[Row]:
    ours_config = (COURSE / "nbgrader_config.py").read_text()
    with tempfile.TemporaryDirectory() as temporary:
        folder = course(Path(temporary, "ours"), CLASS, ours_config)
        ours = timed(folder, ["course_utils", "grade", NAME])
        folder = course(Path(temporary, "stock"), STOCK, CONFIG)
        stock = timed(folder, ["nbgrader", "autograde", NAME])
    what, peer = f"a class of {CLASS} graded", f"nbgrader autograde, {STOCK} of them"
    both = ((ours, CLASS), (stock, STOCK))
    a_minute = (60 * count / took.seconds for took, count in both)
    yield Row(what, "submissions a minute", next(a_minute), peer, next(a_minute))
    each = (took.processor / count for took, count in both)
    yield Row(what, "processor-s each", next(each), peer, next(each))
    yield Row(what, "MB", ours.megabytes, peer, stock.megabytes)
