"""An instructor in a real browser: from Formgrader's first page to the feedback returned."""

import os
import re
import shutil
import subprocess
import sys

import nbformat
import pytest
import scratch_course
from lab_server import running

NAME = scratch_course.NAME
STUDENT = "ada"
RIGHT = {
    "double-answer": "def double(x):\n    return x + x",
    "largest-answer": "def largest(x):\n    return 0",
    "why-answer": "Because it halves twice.",
}
AUTOMATIC, BY_HAND, MOST = 3, 1.5, 8  # double is right (3 of 3), largest wrong; why has 2 points


@pytest.fixture(scope="module")
def class_room(chromium, course, tmp_path_factory):
    """A copy of the course with one small chapter, and the address where an instructor works."""
    for folder in ("solutions", "notebooks"):
        shutil.rmtree(course / folder)
    scratch_course.make(course)
    (course / "notebooks").mkdir()
    home, log = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("log") / "output"
    with running(home, log, "--instructor", course=course) as address:
        yield course, address
    assert list(home.rglob("*")) == []


def nbgrader_as(student, folder, course, *arguments):
    """Runs nbgrader as a student, in a folder of their own, on the course's exchange."""
    folder.mkdir(exist_ok=True)
    exchange = course / "exchange"
    (folder / "nbgrader_config.py").write_text(
        "c = get_config()\nc.CourseDirectory.course_id = 'behind-the-mask'\n"
        f"c.Exchange.root = {str(exchange)!r}\nc.Exchange.cache = {str(folder / 'cache')!r}\n"
    )
    environment = {**os.environ, "JUPYTER_CONFIG_PATH": "", "USER": student, "LOGNAME": student}
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *arguments],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
