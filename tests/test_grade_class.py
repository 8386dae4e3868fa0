"""`grade`: what surrounds the sandbox. A stand-in gives the points, so that nothing of it is slow."""

import argparse
import contextlib
import copy
import csv
import errno
import functools
import html
import io
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import nbformat
import pytest
import scratch_course
import sqlalchemy
import stand_in
import warm_start
from loads import Loads
from nbformat.v4 import new_code_cell
from sqlalchemy import event
from test_similarity import ORIGINAL, OTHERS, RENAMED

from course_utils.checks.assignments import grade_id, read_assignment
from course_utils.files import COURSE
from course_utils.grading import (
    grade_class,
    journal,
    pool,
    report,
    take_in_submission,
)
from course_utils.grading.autograded import Autograded
from course_utils.grading.enter_results import Entering
from course_utils.messages import CourseError, say

NAME = scratch_course.NAME
TESTS = COURSE / "tests"
RIGHT = {
    "double-answer": "def double(x):\n    return x + x",
    "largest-answer": "def largest(x):\n    return int(x.argmax())",
    "why-answer": "Because of that.",
}
ALL = {"check_double": 1.0, "hidden_double": 2.0, "check_largest": 1.0, "hidden_largest": 2.0}


# --- a course, and what is handed in --------------------------------------------------------------


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """A course whose gradebook knows the chapter; making one takes seconds."""
    course = scratch_course.make(tmp_path_factory.mktemp("course"))
    released = scratch_course.notebook()
    submit(course, "first", released)
    with in_process(course) as go:
        go()
    shutil.rmtree(course / "submitted")
    shutil.rmtree(course / "autograded")
    shutil.rmtree(course / "grades")
    with gradebook(course) as book:
        book.remove_student("first")
    return course


@pytest.fixture
def course(template, tmp_path):
    return shutil.copytree(template, tmp_path / "course")


@contextlib.contextmanager
def gradebook(course):
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course}/gradebook.db", "behind-the-mask") as book:
        yield book


@contextlib.contextmanager
def in_process(course):
    """A function that runs the verb in this process, in threads: `go(*options)`, exit status."""
    before, real = Path.cwd(), pool.Local
    pool.Local = stand_in.Threads
    os.chdir(course)

    def go(*options: str) -> int:
        parser = argparse.ArgumentParser()
        grade_class.add_arguments(parser)
        return grade_class.run(parser.parse_args([NAME, *options]), stand_in.engine())

    try:
        yield go
    finally:
        os.chdir(before)
        pool.Local = real


@pytest.fixture
def go(course):
    with in_process(course) as function:
        yield function


@pytest.fixture(scope="module")
def command():
    """A function that runs the verb in a process of its own: `command(course, *options)`."""
    with warm_start.Warm("course_utils.grading.gradebook", "course_utils.grading.feedback") as warm:

        def start(course: Path, *options: str, **environment: str) -> warm_start.Started:
            env = {**os.environ, "PYTHONPATH": f"{COURSE}{os.pathsep}{TESTS}", **environment}
            return warm.start("stand_in", NAME, *options, cwd=course, env=env)

        yield start


def ended(process: warm_start.Started, status: int = 0) -> str:
    out = process.communicate()
    assert process.returncode == status, out
    return out


def solved(**sources: str) -> nbformat.NotebookNode:
    """The notebook with right answers, or with these texts by cell id (`_` for `-`)."""
    book = scratch_course.notebook()
    changed = {key.replace("_", "-"): text for key, text in sources.items()}
    for cell_id, source in {**RIGHT, **changed}.items():
        scratch_course.put(book, cell_id, source)
    return book


def place(course: Path, student: str) -> Path:
    folder = course / "submitted" / student / NAME
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def submit(course: Path, student: str, book: nbformat.NotebookNode, name: str = NAME) -> Path:
    path = place(course, student) / f"{name}.ipynb"
    path.write_text(json.dumps(book), encoding="utf-8")
    return path


def points(course: Path) -> dict[str, dict[str, float | None]]:
    """student -> check cell -> points in the gradebook, for all who have a submission there."""
    with gradebook(course) as book:
        return {
            submission.student.id: {
                g.cell.name: g.auto_score
                for g in submission.notebooks[0].grades
                if g.cell.name in ALL
            }
            for submission in book.assignment_submissions(NAME)
        }


def table(course: Path, name: str) -> list[dict[str, str]]:
    text = (course / "grades" / NAME / f"{name}.csv").read_bytes()
    assert text.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"), newline="")))


def outcomes(course: Path) -> dict[str, str]:
    return {row["student"]: row["outcome"] for row in table(course, "outcomes")}


# --- what comes out -------------------------------------------------------------------------------


def test_points_reach_the_gradebook_the_folder_and_the_tables(course, go, capsys):
    submit(course, "ann", solved())
    submit(course, "bob", solved(double_answer="def double(x):\n    return x  # half"))
    assert go() == 0
    assert points(course) == {"ann": ALL, "bob": {**ALL, "hidden_double": 0.0}}
    kept = course / "autograded" / "ann" / NAME / f"{NAME}.ipynb"
    book = nbformat.read(kept, 4)
    shown = {grade_id(c): c.outputs[0].data["text/plain"] for c in book.cells if grade_id(c) in ALL}
    assert shown == {name: str(value) for name, value in ALL.items()}
    assert kept.stat().st_mode & 0o777 == 0o444
    rows = {row["student"]: row for row in table(course, "grades")}
    assert (rows["ann"]["double"], rows["bob"]["double"], rows["ann"]["total"]) == ("3", "1", "6")
    assert rows["ann"]["why"] == "" and rows["ann"]["waiting for a person"] == "1"
    out = capsys.readouterr().out
    assert re.search(r"double +3 +2\.00 +50 %", out) and "2 graded" in out
    assert sorted(os.listdir(course / "autograded")) == ["ann", "bob"]


NAMES = [
    'O\'Hara, "Ann"',
    "=1+1",
    "@sum",
    "-5",
    "王芳",
    "👩‍💻 emoji",
    "a;b",
    "per cent %s {x}",
    "[ab]*",
]


def test_tables_hold_every_name_and_no_formula(course, go):
    for name in NAMES:
        submit(course, name, solved())
    assert go() == 0 and set(points(course)) == set(NAMES)
    for which in ("grades", "outcomes"):
        found = [row["student"] for row in table(course, which)]
        assert sorted(name.removeprefix("'") for name in found) == sorted(NAMES)
        assert not [name for name in found if name[0] in "=+-@"]
    for name in NAMES:
        assert (course / "autograded" / name / NAME / f"{NAME}.ipynb").is_file()


def test_a_cell_of_the_table_is_never_a_formula():
    lines = [
        ["=1", "+1", "-1", "@x", " =1", "\t=1", "a\nb", 'say "x", y', "-", 1.0, 0.25, -2.0, None]
    ]
    text = report.table(["a"], lines).decode("utf-8-sig")
    (row,) = list(csv.reader(io.StringIO(text, newline="")))[1:]
    assert row == [
        *("'=1", "'+1", "'-1", "'@x", "' =1", "\\t=1", "a\\nb", 'say "x", y', "'-"),
        *("1", "0.25", "-2", ""),
    ]


def test_review_is_said_flagged_and_waits_for_a_person(course, go):
    submit(course, "eve", solved(end="# REVIEW"))
    assert go() == 0
    (row,) = table(course, "outcomes")
    assert (row["outcome"], row["reason"]) == (
        "needs review",
        "hidden_double: it looks at the check.",
    )
    with gradebook(course) as book:
        notebook = book.find_submission(NAME, "eve").notebooks[0]
        waiting = {g.cell.name for g in notebook.grades if g.needs_manual_grade}
        assert notebook.flagged and waiting == {"hidden_double", "why"}
    submit(course, "eve", solved())
    assert go() == 0
    with gradebook(course) as book:
        notebook = book.find_submission(NAME, "eve").notebooks[0]
        assert not notebook.flagged and outcomes(course) == {"eve": "graded"}


def test_an_unknown_student_a_wrong_option_and_nothing_to_grade(course, go, capsys):
    (course / "submitted" / "eve").mkdir(parents=True)
    (course / "submitted" / ".bob").mkdir()
    (course / "submitted" / ".DS_Store").touch()
    assert go() == 0
    out = capsys.readouterr().out
    assert say("grade-nobodys", count=1, names=".bob") in out
    assert "nothing to grade" in out and f"1 in submitted/ without a folder {NAME}: eve" in out
    submit(course, "ann", solved())
    with pytest.raises(CourseError, match="by 'bob' in submitted/"):
        go("--student", "bob")
    with pytest.raises(CourseError, match="--jobs must be more than 0"):
        go("--jobs", "0")


def test_only_the_students_that_are_asked_for(course, go):
    for name in ("ann", "bob", "eve"):
        submit(course, name, solved())
    assert go("--student", "ann", "eve") == 0
    assert set(points(course)) == {"ann", "eve"} == set(outcomes(course))
    assert go() == 0 and set(outcomes(course)) == {"ann", "bob", "eve"}


# --- what cannot be read --------------------------------------------------------------------------


def _bytes(content: bytes):
    return lambda folder: (folder / f"{NAME}.ipynb").write_bytes(content)


def _book(book: dict):
    return _bytes(json.dumps(book).encode())


def _two(folder: Path) -> None:
    for name in ("work (1)", "work (2)"):
        (folder / f"{name}.ipynb").write_text(json.dumps(solved()))


def _link(folder: Path) -> None:
    real = folder.parent / "real.ipynb"
    real.write_text(json.dumps(solved()))
    (folder / f"{NAME}.ipynb").symlink_to(real)


def _folder_link(folder: Path) -> None:
    folder.rmdir()
    real = folder.parent / "real"
    real.mkdir()
    submit_into(real)
    folder.symlink_to(real)


def submit_into(folder: Path) -> None:
    (folder / f"{NAME}.ipynb").write_text(json.dumps(solved()))


def _pipe(folder: Path) -> None:
    os.mkfifo(folder / f"{NAME}.ipynb")


def _strange_cells() -> dict:
    return {**solved(), "cells": [{"cell_type": "code", "source": 5, "metadata": {}}]}


UNREADABLE = {
    "nothing there": (lambda folder: None, "There is no notebook"),
    "empty file": (_bytes(b""), "is empty"),
    "blanks": (_bytes(b" \n "), "is empty"),
    "not json": (_bytes(b'{"cells": [\n}'), "from line 2 on"),
    "latin-1": (
        _bytes(json.dumps("é", ensure_ascii=False).encode("latin-1")),
        "not encoded in UTF-8",
    ),
    "utf-16": (_bytes(json.dumps(solved()).encode("utf-16")), "not encoded in UTF-8"),
    "a number": (_bytes(b"3"), "not a Jupyter notebook"),
    "a list": (_bytes(b"[]"), "not a Jupyter notebook"),
    "no cells": (
        _book({"nbformat": 4, "nbformat_minor": 5, "metadata": {}}),
        "not a Jupyter notebook",
    ),
    "cells of numbers": (_book({**solved(), "cells": [1, 2]}), "not a Jupyter notebook"),
    "a source of numbers": (_book(_strange_cells()), "not a Jupyter notebook"),
    "format 5": (_book({**solved(), "nbformat": 5}), "not a Jupyter notebook"),
    "deep": (_bytes(b'{"nbformat": 4, "x": ' + b"[" * 100_000), "not a Jupyter notebook"),
    "a long number": (_bytes(b'{"nbformat": ' + b"9" * 10_000 + b"}"), "damaged"),
    "no cell of the chapter": (
        _book(nbformat.v4.new_notebook(cells=[new_code_cell("print(1)")])),
        "holds no cell of this chapter",
    ),
    "many cells": (
        _book(nbformat.v4.new_notebook(cells=[new_code_cell("1") for _ in range(6_000)])),
        "has too many cells (6,000; at most 5,000)",
    ),
    "an empty notebook": (_book(nbformat.v4.new_notebook()), "holds no cell of this chapter"),
    "two of other names": (_two, "Several notebooks"),
    "a link": (_link, "There is no notebook"),
    "the folder is a link": (_folder_link, "is a link, which is not followed"),
    "a pipe": (_pipe, "There is no notebook"),
}


def test_what_cannot_be_read_is_named_and_gets_no_zero(course, go, capsys):
    submit(course, "good", solved())
    for name, (make, _) in UNREADABLE.items():
        make(place(course, name))
    submit(course, "bad\nname\x1b[31m", solved())
    submit(course, "x" * 200, solved())
    assert go() == 1
    assert points(course) == {"good": ALL}
    rows = {row["student"]: row for row in table(course, "outcomes")}
    assert {rows[name]["outcome"] for name in UNREADABLE} == {"unreadable"}
    wrong = {
        n: rows[n]["reason"] for n, (_, part) in UNREADABLE.items() if part not in rows[n]["reason"]
    }
    assert not wrong
    assert "rename it" in rows["bad\\nname\\x1b[31m"]["reason"]
    assert "rename it" in rows["x" * 200]["reason"]
    assert {row["total"] for row in table(course, "grades") if row["student"] != "good"} == {""}
    assert "\x1b" not in capsys.readouterr().out
    assert go() == 1  # told again, from the journal
    assert {row["student"]: row["reason"] for row in table(course, "outcomes")} == {
        name: row["reason"] for name, row in rows.items()
    }


def test_a_notebook_that_became_unreadable_keeps_its_grade_but_not_in_the_table(course, go):
    path = submit(course, "ann", solved())
    assert go() == 0
    path.write_text("{")
    assert go() == 1
    assert points(course) == {"ann": ALL} and outcomes(course) == {"ann": "unreadable"}
    assert table(course, "outcomes")[0]["notes"] == say("grade-earlier")
    assert table(course, "grades")[0]["total"] == ""


# --- what can ------------------------------------------------------------------------------------


def _stripped(book):
    for cell in book.cells:
        cell.metadata = {}


def _renamed(book):
    for cell in book.cells:
        if grade_id(cell):
            cell.metadata.nbgrader.grade_id = "x" + grade_id(cell)


def _retyped(book):
    scratch_course.cell(book, "double-answer").cell_type = "markdown"
    scratch_course.cell(book, "double-check").cell_type = "raw"
    scratch_course.cell(book, "why-answer").cell_type = "code"


def _repointed(book):
    for cell in book.cells:
        if grade_id(cell):
            cell.metadata.nbgrader.update(points=99, schema_version=99, grade=False, locked=5)


def _duplicated(book):
    book.cells += copy.deepcopy(book.cells)


def _deleted(book):
    book.cells = [c for c in book.cells if not grade_id(c).startswith(("check_", "hidden_"))]


def _odd_text(book):
    book.cells.append(new_code_cell("'\ud800 and \x00'"))
    book.cells[0]["attachments"] = {"a.png": 5, "\ud800": {"image/\ud800": "\ud800", "x": 1}}
    book.cells[1]["metadata"]["tags"] = ["", "a,b", "a", "a"]
    book.metadata = {"kernelspec": {"name": "julia"}, "widgets": [1], "language_info": 3}


def _in_the_check(book):
    answer = scratch_course.cell(book, "double-answer")
    scratch_course.put(book, "double-check", answer.source)
    book.cells.remove(answer)


def _noisy(book):
    output = {"output_type": "stream", "name": "stdout", "text": "x" * 50_000_000}
    book.cells[1]["outputs"] = [output, {"output_type": "wrong"}, 7]


def _ids(book):
    for cell in book.cells:
        cell["id"] = "the same"


READABLE = {
    "as it should be": lambda book: None,
    "without metadata": _stripped,
    "renamed": _renamed,
    "other types": _retyped,
    "other points": _repointed,
    "twice": _duplicated,
    "no checks": _deleted,
    "odd text": _odd_text,
    "50 MB": _noisy,
    "one id": _ids,
}


def test_what_can_be_read_gets_its_points(course, go):
    for name, change in READABLE.items():
        book = solved()
        change(book)
        submit(course, name, book)
    assert go() == 0, table(course, "outcomes")
    got = points(course)
    # Without any metadata only the cell ids tell which cell is the answer.
    assert {name: values for name, values in got.items() if values != ALL} == {}
    for name in READABLE:
        nbformat.validate(nbformat.read(course / "autograded" / name / NAME / f"{NAME}.ipynb", 4))
    assert sum(f.stat().st_size for f in (course / "autograded").rglob("*.ipynb")) < 1_000_000


def test_an_answer_in_a_check_cell_is_run_all_the_same(course, go):
    book = solved()
    _in_the_check(book)
    submit(course, "ann", book)
    assert go() == 0
    kept = nbformat.read(course / "autograded" / "ann" / NAME / f"{NAME}.ipynb", 4)
    sources = [cell.source for cell in kept.cells]
    assert RIGHT["double-answer"] in sources
    assert scratch_course.cell(scratch_course.notebook(), "double-check").source in "".join(sources)


@pytest.mark.parametrize("name", ["work (1)", "deeper/Mine", "90_SCRATCH"])
def test_one_notebook_of_another_name_is_taken_and_said(course, go, name):
    folder = place(course, "ann")
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / f"{name}.ipynb").write_text(json.dumps(solved()))
    (folder / "other.ipynb").write_text("{}")
    (folder / "._90_scratch.ipynb").write_text("{}")
    assert go() == 0 and points(course) == {"ann": ALL}
    assert f"{name}.ipynb" in table(course, "outcomes")[0]["notes"]


def test_old_formats_and_a_mark_at_the_beginning(course, go):
    old = nbformat.convert(solved(), 3)
    old.worksheets[0].cells[1]["outputs"] = [5]
    submit(course, "format 3", old)
    place(course, "mark").joinpath(f"{NAME}.ipynb").write_text(json.dumps(solved()), "utf-8-sig")
    assert go() == 0 and points(course) == {"format 3": ALL, "mark": ALL}


def test_files_beside_the_notebook(course, go, monkeypatch):
    monkeypatch.setattr(take_in_submission, "FILES", 1000)
    (course / "solutions" / NAME / "data.txt").write_text("the chapter's")
    folder = submit(course, "ann", solved()).parent
    for name, text in {"data.txt": "mine", "sub/more.txt": "mine", "big": "x" * 2000}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    (folder / "data.txt").rename(folder / "was-data.txt")
    (folder / "data.txt").mkdir()
    (folder / "data.txt" / "below").write_text("where the chapter has a file")
    (folder / "secret").symlink_to(course / "gradebook.db")
    (folder / "deep").symlink_to("/etc")
    (folder / "timestamp.txt").write_text("2026-11-20 10:00:00 UTC")
    assert go() == 0
    kept = course / "autograded" / "ann" / NAME
    assert (kept / "data.txt").read_text() == "the chapter's"
    assert (kept / "sub" / "more.txt").read_text() == "mine"
    assert not (kept / "big").exists() and not (kept / "secret").exists()
    notes = table(course, "outcomes")[0]["notes"]
    assert "big is too large" in notes and "secret is a link" in notes and "deep is a link" in notes
    with gradebook(course) as book:
        assert str(book.find_submission(NAME, "ann").timestamp) == "2026-11-20 10:00:00"


def test_a_timestamp_that_is_none_stops_nothing(course, go):
    submit(course, "ann", solved()).with_name("timestamp.txt").write_bytes(b"\xff yesterday")
    assert go() == 0 and points(course) == {"ann": ALL}
    assert "timestamp.txt" in table(course, "outcomes")[0]["notes"]


JUNK = [
    *(None, True, -1, 1.5, float("nan"), 10**30, "", "\ud800", "\x00", "code", "raw", "double"),
    *([], {}, [None], [[]], {"a": 1}, {"nbgrader": 5}, {"nbgrader": {"grade_id": {}}}),
    *("check_double", "why", {"nbgrader": {"grade_id": "why"}}),
]


def _places(value, path=()):
    """The paths of all parts of a JSON value."""
    keys = value if isinstance(value, dict) else ()
    keys = range(len(value)) if isinstance(value, list) else keys
    for key in keys:
        yield (*path, key)
        yield from _places(value[key], (*path, key))


def _damage(book, dice):
    for _ in range(dice.randint(1, 6)):
        path = dice.choice(list(_places(book)))
        parent = functools.reduce(lambda part, key: part[key], path[:-1], book)
        if dice.random() < 0.6:
            parent[path[-1]] = copy.deepcopy(dice.choice(JUNK))
        elif dice.random() < 0.5:
            del parent[path[-1]]
        else:
            parent[path[-1]] = copy.deepcopy(book)


def test_damage_at_random_is_read_or_said_to_be_unreadable(course):
    from course_utils.grading.gradebook import Book

    chapter = read_assignment(course / "solutions" / NAME / f"{NAME}.ipynb")
    whole = json.dumps(solved())
    dice = random.Random(5)
    read = 0
    with Book(course, chapter) as book:
        for _ in range(150):
            damaged = json.loads(whole)
            _damage(damaged, dice)
            folder = take_in_submission.Folder(
                {f"{NAME}.ipynb": json.dumps(damaged).encode()}, (), ""
            )
            try:
                notebook = book.before("ann", take_in_submission.read(folder, chapter).notebook)
            except take_in_submission.Unreadable:
                continue
            read += 1
            take_in_submission.give_ids(notebook.cells)
            nbformat.writes(notebook).encode()
            names = [grade_id(cell) for cell in notebook.cells if grade_id(cell) in ALL]
            assert sorted(names) == sorted(ALL)
    assert 20 < read < 130


# --- faults of ours -------------------------------------------------------------------------------


def test_a_fault_of_ours_is_tried_twice_named_and_no_zero(
    course, go, tmp_path, monkeypatch, capsys
):
    (marks := tmp_path / "marks").mkdir()
    monkeypatch.setenv("STAND_IN", str(marks))
    for name, text in {"lost": "NO SANDBOX", "broken": "BROKEN", "ann": "1"}.items():
        path = submit(course, name, solved(end=f"# {text}"))
        (path.parent / "who").write_text(name)
    assert go() == 1
    assert points(course) == {"ann": ALL}
    rows = {row["student"]: row for row in table(course, "outcomes")}
    assert rows["lost"]["outcome"] == rows["broken"]["outcome"] == "infrastructure error"
    assert (
        rows["lost"]["reason"] == "the sandbox was lost." and "KeyError" in rows["broken"]["reason"]
    )
    assert sorted((marks / "log").read_text().split()) == ["ann", *["broken"] * 2, *["lost"] * 2]
    assert "The same command tries it again" in capsys.readouterr().out
    submit(course, "lost", solved())
    assert go() == 1
    assert set(points(course)) == {"ann", "lost"} and outcomes(course)["lost"] == "graded"
    assert (marks / "log").read_text().split().count("ann") == 1
    assert (marks / "log").read_text().split().count("broken") == 4


def test_points_that_nbgrader_does_not_see_are_no_zero(course, go, monkeypatch):
    def silent(*given):
        done = stand_in.execute(*given)
        for cell in done["cells"]:
            if cell["cell_type"] == "code":
                cell["outputs"] = []
        return done

    real = stand_in.engine()
    wrong = grade_class.Engine(real.mark, silent, real.choose_mode, real.limits)
    monkeypatch.setattr(stand_in, "engine", lambda: wrong)
    submit(course, "ann", solved())
    assert go() == 1
    assert points(course) == {} and outcomes(course) == {"ann": "infrastructure error"}


def test_what_never_comes_back_is_given_up(course, go, monkeypatch):
    submit(course, "ann", solved())
    monkeypatch.setattr(pool, "PATIENCE", 0.2)
    over = threading.Event()
    real = stand_in.engine()
    short = grade_class.Engine(
        real.mark,
        lambda *_: over.wait(),
        real.choose_mode,
        lambda: stand_in.Limits(total=0),
    )
    monkeypatch.setattr(stand_in, "engine", lambda: short)
    try:
        assert go() == 1
    finally:
        over.set()
    assert table(course, "outcomes")[0]["reason"] == say("grade-never-ended")


def test_who_needs_more_time_waits_until_the_others_are_through(course, go, log):
    hand_in(course, "ann", end="# SLOW")
    for name in ("bob", "eve", "zoe"):
        hand_in(course, name)
    assert go("--jobs", "1") == 0
    assert log(in_order=True) == ["ann", "bob", "eve", "zoe", "ann"]
    assert set(map(str, points(course).values())) == {str(ALL)}


def test_when_the_hours_are_used_up_no_more_are_begun_and_the_next_run_goes_on(
    course, go, log, capsys
):
    for name in ("ann", "bob", "eve"):
        hand_in(course, name)
    assert go("--hours", "1e-9") == 1
    assert log() == []
    assert say("grade-hours-used-up", hours="1e-09", left=3, name=NAME) in capsys.readouterr().out
    assert go() == 0
    assert log() == ["ann", "bob", "eve"]


def test_processes_that_die_cost_nobody_else(course, command, tmp_path):
    (marks := tmp_path / "marks").mkdir()
    for name in ("ann", "bob", "eve"):
        submit(course, name, solved())
    submit(course, "always", solved(end="# DIE ALWAYS"))
    submit(course, "once", solved(end="# DIE ONCE"))
    out = ended(command(course, "--jobs", "2", STAND_IN=str(marks)), 1)
    assert set(points(course)) == {"ann", "bob", "eve", "once"}, out
    assert set(map(str, points(course).values())) == {str(ALL)}
    assert outcomes(course)["always"] == "infrastructure error"


# --- again ----------------------------------------------------------------------------------------


@pytest.fixture
def log(tmp_path, monkeypatch):
    """A function: who was run since the last call."""
    (marks := tmp_path / "marks").mkdir()
    monkeypatch.setenv("STAND_IN", str(marks))

    def since(in_order: bool = False) -> list[str]:
        path = marks / "log"
        found = path.read_text().split() if path.exists() else []
        path.unlink(missing_ok=True)
        return found if in_order else sorted(found)

    return since


def hand_in(course: Path, student: str, **sources: str) -> None:
    path = submit(course, student, solved(**sources))
    (path.parent / "who").write_text(student)


def test_only_what_changed_is_done_again(course, go, log):
    for name in ("ann", "bob", "eve"):
        hand_in(course, name)
    assert go() == 0 and log() == ["ann", "bob", "eve"]
    assert go() == 0 and log() == []
    hand_in(course, "bob", double_answer="def double(x):\n    return 0  # wrong")
    shutil.rmtree(course / "autograded" / "eve")
    assert go() == 0 and log() == ["bob", "eve"]
    assert points(course)["bob"] == {**ALL, "check_double": 0.0, "hidden_double": 0.0}
    with gradebook(course) as book:
        book.remove_submission(NAME, "ann")
    assert go() == 0 and log() == ["ann"]
    (course / "submitted" / "ann" / NAME / "who").write_text("ann\n")
    assert go() == 0 and log() == ["ann"]
    assert go("--force", "--student", "eve") == 0 and log() == ["eve"]


def test_a_changed_chapter_is_said_and_grades_all_again(course, go, log, capsys):
    hand_in(course, "ann")
    assert go() == 0 and log() == ["ann"]
    path = course / "solutions" / NAME / f"{NAME}.ipynb"
    book = nbformat.read(path, 4)
    scratch_course.cell(book, "double-hidden").source += "\n# stricter"
    scratch_course.cell(book, "double-check").metadata.nbgrader.points = 1.5
    scratch_course.write(path, book)
    capsys.readouterr()
    assert go() == 0 and log() == ["ann"]
    assert say("grade-changed", name=NAME) in capsys.readouterr().out
    assert points(course)["ann"]["check_double"] == 1.5
    assert "# stricter" in (course / "autograded" / "ann" / NAME / f"{NAME}.ipynb").read_text()
    assert (
        go() == 0 and log() == [] and say("grade-changed", name=NAME) not in capsys.readouterr().out
    )


def test_cells_that_came_or_went_need_a_decision(course, go):
    hand_in(course, "ann")
    assert go() == 0
    path = course / "solutions" / NAME / f"{NAME}.ipynb"
    book = nbformat.read(path, 4)
    book.cells = [cell for cell in book.cells if not cell.id.startswith("largest")]
    scratch_course.write(path, book)
    with pytest.raises(CourseError, match="check_largest, hidden_largest, largest.*remove"):
        go()
    assert points(course) == {"ann": ALL}


def test_what_a_person_entered_stays(course, go, log):
    hand_in(course, "ann")
    hand_in(course, "bob", end="1")
    assert go() == 0
    with gradebook(course) as book:
        notebook = book.find_submission(NAME, "ann").notebooks[0]
        notebook.flagged = True
        for one in notebook.grades:
            if one.cell.name == "hidden_double":
                one.manual_score, one.extra_credit = 0.5, 0.25
            if one.cell.name == "why":
                one.manual_score = 1.5
        for comment in notebook.comments:
            comment.manual_comment = f"about {comment.cell.name}"
        book.db.commit()
    hand_in(course, "ann", largest_answer="def largest(x):\n    return 0  # half")
    assert go() == 0 and go("--force") == 0
    with gradebook(course) as book:
        notebook = book.find_submission(NAME, "ann").notebooks[0]
        assert notebook.flagged and notebook.score == 1 + 0.75 + 1 + 1.5
        assert {c.comment for c in notebook.comments} == {
            *("about double", "about largest", "about why"),
        }
    (row, other) = table(course, "grades")
    assert (row["double"], row["largest"], row["why"], row["total"]) == ("1.75", "1", "1.5", "4.25")
    assert row["waiting for a person"] == "0" and other["waiting for a person"] == "1"


def test_a_folder_half_made_by_nbgrader_is_taken_over(course, go):
    hand_in(course, "ann")
    half = course / "autograded" / "ann" / NAME
    half.mkdir(parents=True)
    (half / f"{NAME}.ipynb").write_text("{")
    (half / "left.txt").write_text("")
    (half / f"{NAME}.ipynb").chmod(0o444)
    assert go() == 0 and points(course) == {"ann": ALL}
    assert sorted(os.listdir(half)) == [f"{NAME}.ipynb", "who"]


def test_a_chapter_that_the_gradebook_does_not_know_is_entered(tmp_path, command):
    course = scratch_course.make(tmp_path)
    submit(course, "ann", solved())
    out = ended(command(course, STAND_IN_POOL="threads"))
    assert say("grade-registered", name=NAME) in out and points(course) == {"ann": ALL}
    with gradebook(course) as book:
        known = {c.name: c.source for c in book.find_notebook(NAME, NAME).source_cells}
    assert "secret of double" in known["hidden_double"] and "BEGIN SOLUTION" not in known["double"]


def test_a_gradebook_that_is_none_is_one_sentence(course, go):
    submit(course, "ann", solved())
    (course / "gradebook.db").write_bytes(b"no database " * 100)
    with pytest.raises(CourseError, match="gradebook cannot be used .*not a database"):
        go()


def test_a_gradebook_that_another_program_writes_to_is_to_be_waited_for(course, go, monkeypatch):
    monkeypatch.setattr("course_utils.grading.gradebook.LOCKED", 0.1)
    submit(course, "ann", solved())
    with sqlite3.connect(course / "gradebook.db") as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(CourseError, match="Another program is writing .*locked"):
            go()
    assert go() == 0 and points(course) == {"ann": ALL}


def meanwhile(monkeypatch, act) -> None:
    """Has `act()` done while a submission runs."""
    real = stand_in.engine()

    def execute(*given):
        act()
        return stand_in.execute(*given)

    other = grade_class.Engine(real.mark, execute, real.choose_mode, real.limits)
    monkeypatch.setattr(stand_in, "engine", lambda: other)


def test_a_program_that_writes_in_the_middle_of_a_run_ends_it_and_costs_nobody(
    course, go, log, monkeypatch
):
    monkeypatch.setattr("course_utils.grading.gradebook.LOCKED", 0.1)
    for name in ("ann", "bob", "eve"):
        hand_in(course, name)
    other = sqlite3.connect(course / "gradebook.db", check_same_thread=False)
    with monkeypatch.context() as patched, contextlib.closing(other):
        meanwhile(patched, lambda: other.in_transaction or other.execute("BEGIN EXCLUSIVE"))
        with pytest.raises(CourseError, match="Another program is writing .*locked"):
            go("--jobs", "1")
    log()
    assert go() == 0
    assert log() == ["ann", "bob", "eve"]  # nobody was entered as lost
    assert set(map(str, points(course).values())) == {str(ALL)}


def test_a_program_that_writes_for_a_moment_is_waited_for(course, go, monkeypatch):
    submit(course, "ann", solved())
    other = sqlite3.connect(course / "gradebook.db", check_same_thread=False)
    with contextlib.closing(other):

        def write_for_a_moment():
            other.execute("BEGIN EXCLUSIVE")
            threading.Timer(1, other.rollback).start()

        meanwhile(monkeypatch, write_for_a_moment)
        assert go() == 0
    assert points(course) == {"ann": ALL}


def test_a_full_disk_ends_the_run_and_says_how_much_is_needed(course, go, log, monkeypatch):
    for name in ("ann", "bob", "eve"):
        hand_in(course, name)
    with monkeypatch.context() as patched:

        def full(*_):
            raise OSError(errno.ENOSPC, "No space left on device")

        patched.setattr(Autograded, "make", full)
        with pytest.raises(CourseError, match="3 submissions are left, which need about .* MB"):
            go("--jobs", "1")
    begun = log()
    assert len(begun) <= 2 and len(set(begun)) == len(begun)  # each was tried once, and few at all
    with monkeypatch.context() as patched:
        small = shutil.disk_usage(course)._replace(free=1000)
        patched.setattr(shutil, "disk_usage", lambda _: small)
        with pytest.raises(CourseError, match="the disk has 0.0 MB"):
            go()
    assert log() == []
    assert go() == 0
    assert log() == ["ann", "bob", "eve"]


# --- killed, stopped, twice -----------------------------------------------------------------------

STEPS = ["in the gradebook", "folder", "committed", "renamed", "line", "tables"]


@pytest.mark.parametrize("step", STEPS)
def test_killed_at_any_step_and_run_again(course, command, tmp_path, step):
    (marks := tmp_path / "marks").mkdir()
    class_of = [f"s{number}" for number in range(4)]
    for name in class_of:
        hand_in(course, name)
    settings = {"STAND_IN": str(marks), "STAND_IN_POOL": "threads"}
    ended(command(course, STAND_IN_KILL=step, **settings), -signal.SIGKILL)
    before = set(points(course))
    assert all(values == ALL for values in points(course).values())  # no half of a submission
    assert len(before) < 4 or step == "tables"
    assert len(before) >= 1
    done = journal.Journal(course / "grades" / NAME / "journal.jsonl").entries
    assert len(done) == (4 if step == "tables" else 1)
    (marks / "log").unlink()
    ended(command(course, **settings))
    assert points(course) == dict.fromkeys(class_of, ALL)
    assert set(outcomes(course).values()) == {"graded"} and len(outcomes(course)) == 4
    again = (marks / "log").read_text().split() if (marks / "log").exists() else []
    assert sorted(again) == sorted(set(class_of) - set(done))  # what was done is not done twice
    assert sorted(os.listdir(course / "autograded")) == class_of
    for name in class_of:
        nbformat.read(course / "autograded" / name / NAME / f"{NAME}.ipynb", 4)


@pytest.mark.slow
def test_killed_five_times_at_random_moments_and_resumed(course, command, tmp_path):
    (marks := tmp_path / "marks").mkdir()
    class_of = [f"s{number:02}" for number in range(24)]
    for name in class_of:
        hand_in(course, name)
    settings = {"STAND_IN": str(marks), "STAND_IN_SECONDS": "0.1"}
    dice = random.Random(3)
    path = course / "grades" / NAME / "journal.jsonl"
    done: dict = {}
    for _ in range(5):
        process = command(course, "--jobs", "2", **settings)
        aim = len(done) + dice.randint(1, 4)
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline and process.poll() is None:
            if path.exists() and path.read_bytes().count(b"\n") >= aim:
                break
            time.sleep(0.01)
        time.sleep(dice.random() * 0.1)
        process.kill()
        process.communicate()
        earlier, done = done, journal.Journal(path).entries
        assert earlier.items() <= done.items()
    wait_until_gone(course)
    ended(command(course, **settings))
    assert points(course) == dict.fromkeys(class_of, ALL)
    entries = [json.loads(line) for line in path.read_text().splitlines()]
    assert sorted(entry["student"] for entry in entries) == class_of  # each was entered once
    assert sorted(os.listdir(course / "autograded")) == class_of


def wait_until_gone(course: Path) -> None:
    """No process of a run of this course is left. Its workers end when it does."""
    deadline = time.monotonic() + 300
    while left := [p for p in Path("/proc").glob("[0-9]*") if _works_in(p, course)]:
        assert time.monotonic() < deadline, left
        time.sleep(0.1)


def _works_in(process: Path, course: Path) -> bool:
    try:
        return os.readlink(process / "cwd") == str(course) and int(process.name) != os.getpid()
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="needs Linux: there is no /proc")
def test_ctrl_c_ends_cleanly_and_says_how_to_go_on(course, command):
    for number in range(8):
        hand_in(course, f"s{number}")
    hand_in(course, "s4", end="# HANG")  # so that it cannot be through before it is stopped
    process = command(course, "--jobs", "1")
    wait_for((course / "grades" / NAME / "journal.jsonl").exists)
    os.killpg(process.pid, signal.SIGINT)
    out = ended(process, 130)
    done = set(journal.Journal(course / "grades" / NAME / "journal.jsonl").entries)
    assert 0 < len(done) < 8
    assert say("grade-stopped", left=8 - len(done), name=NAME) in out and "Traceback" not in out
    # One may stand in the gradebook whose line in the journal was still to be written.
    assert set(outcomes(course)) == done <= set(points(course)) and len(points(course)) < 8
    assert not (course / "autograded" / ".unfinished").exists()
    wait_until_gone(course)
    hand_in(course, "s4")
    ended(command(course, STAND_IN_POOL="threads"))
    assert len(points(course)) == 8


def test_a_second_run_says_so_and_ends(course, go, capsys):
    submit(course, "ann", solved())
    (course / "grades").mkdir()
    with journal.only_run(course / "grades" / "lock"):
        with pytest.raises(CourseError, match=f"Another run .*process {os.getpid()}"):
            go()
    assert not points(course)
    assert go() == 0  # the file is still there, and locks nobody out


def test_forced_and_stopped_goes_on_without_force(course, go, log, monkeypatch):
    for name in ("ann", "bob", "eve"):
        hand_in(course, name)
    assert go() == 0 and log() == ["ann", "bob", "eve"]
    enter = Entering._enter

    def stop(self, task, *rest):
        enter(self, task, *rest)
        raise KeyboardInterrupt

    monkeypatch.setattr(Entering, "_enter", stop)
    assert go("--force") == 130
    done = set(journal.Journal(course / "grades" / NAME / "journal.jsonl").entries)
    assert len(done) == 1
    monkeypatch.setattr(Entering, "_enter", enter)
    log()
    assert go() == 0 and log() == sorted({"ann", "bob", "eve"} - done)


# The opening of the gradebook, the chapter, the taking in of a submission, the entering of one.
@pytest.mark.parametrize("which", [1, 2, 4, 7])
def test_ctrl_c_within_a_commit_ends_the_run_too(course, go, which):
    for name in ("ann", "bob", "eve"):
        hand_in(course, name)
    commits = 0

    def stop(session):
        nonlocal commits
        commits += 1
        if commits == which:
            try:
                raise KeyboardInterrupt
            finally:  # as SQLAlchemy itself does, where it tidies up
                raise sqlalchemy.exc.InvalidRequestError("This session is in 'committed' state")

    event.listen(sqlalchemy.orm.Session, "after_commit", stop)
    try:
        with contextlib.suppress(KeyboardInterrupt):  # before the run the command itself meets it
            assert go() == 130
        assert commits >= which
    finally:
        event.remove(sqlalchemy.orm.Session, "after_commit", stop)
    done = journal.Journal(course / "grades" / NAME / "journal.jsonl").entries
    assert not done  # in none of the four is one graded, nor counted as lost
    assert go() == 0 and len(points(course)) == 3


# --- report and feedback --------------------------------------------------------------------------


def test_difficulty_and_discrimination():
    found = [
        report.Item("a", ("a",), 1.0),
        report.Item("b", ("b",), 2.0),
        report.Item("c", ("c",), 1.0),
    ]
    lines = [[1.0, 2.0, 1.0], [1.0, 1.0, 1.0], [0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 2.0, None]]
    a, b, c = report.figures(found, lines)
    assert (a.count, a.mean, a.full) == (5, 0.6, 0.6) and (b.mean, b.full) == (1.2, 0.4)
    assert (c.count, c.mean, c.full, c.discrimination) == (4, 1.0, 1.0, None)
    assert a.discrimination == pytest.approx(1 / 2.4**0.5)  # with b + c: 3, 2, 1, 2, 2


def test_the_report_stands_alone(course, go):
    for number in range(6):
        text = "half" if number % 2 else "wrong" if number == 2 else "right"
        hand_in(course, f"<b>s{number}", double_answer=f"def double(x):\n    return x  # {text}")
    hand_in(course, "eve", end="# REVIEW")
    place(course, "none")
    assert go() == 1
    page = (course / "grades" / NAME / "report.html").read_text()
    assert "<script" not in page and "http://" not in page and "https://" not in page
    assert "<b>" not in page and "default-src &#x27;none&#x27;" not in page and "'none'" in page
    assert re.search(r"<svg role='img' aria-label='[^']*6: 3", page)
    assert "7 graded submissions, of 8 points" in page and "There is no notebook" in page
    assert "Not right." in page and "7 of them wait" in page


def logged(exercise: str, *runs: tuple[str, str, str]) -> str:
    """A progress log's lines: runs of a check as (state, answer, key)."""
    about = {"assignment": NAME, "exercise": exercise, "points": 0.0}
    return "".join(
        json.dumps({**about, "state": state, "answer": answer, "key": key, "time": "2026-11-01"})
        + "\n"
        for state, answer, key in runs
    )


def test_the_report_says_who_passed_after_which_message(course, go):
    logs = {
        "ann": logged(
            "double",
            ("failed", "a", "values-differ"),
            ("failed", "a", "values-differ"),
            ("failed", "b", "<b>"),
            ("passed", "c", "check-passed"),
        )
        + "damaged\n"
        + logged("elsewhere", ("failed", "a", "values-differ")),
        "bob": logged("double", ("failed", "a", "values-differ"), ("passed", "b", "check-passed")),
        "eve": logged("double", ("failed", "a", "values-differ")),
    }
    for name, log in logs.items():
        text = "wrong" if name == "eve" else "right"
        hand_in(course, name, double_answer=f"def double(x):\n    return x  # {text}")
        (place(course, name) / "log.jsonl").write_text(log)
    hand_in(course, "zoe", double_answer="def double(x):\n    return x  # wrong")
    assert go() == 0
    page = (course / "grades" / NAME / "report.html").read_text()
    rows = [re.findall("<td[^>]*>(.*?)</td>", row) for row in re.findall("<tr>(.*?)</tr>", page)]
    code = "<code>double</code>"
    assert [code, "4", "2", "Not right."] in rows  # ann, bob; eve and zoe did not
    assert [code, "1", "1", "&lt;b&gt;"] in rows
    (tries,) = re.findall(
        r"<tr><th scope='row'><code>double</code>.*?<td class='n'>([^<]*)</td></tr>", page
    )
    assert tries == "2"  # of 3, 2 and 1
    assert say("report-tries", count=3) in html.unescape(page)


def test_answers_that_are_alike_stand_side_by_side_in_the_report(course, go):
    texts = [*OTHERS, ORIGINAL, RENAMED + "# <script>"]
    for number, text in enumerate(texts):
        hand_in(course, f"s{number}", double_answer=text.replace("def weights", "def double"))
    go()
    page = (course / "grades" / NAME / "report.html").read_text()
    (title,) = re.findall("<h3>(.*?)</h3>", page)
    last = len(texts) - 1
    assert title == say("report-alike-two", first=f"s{last - 1}", second=f"s{last}", count=1)
    assert "&lt;script&gt;" in page and "<script" not in page
    assert page.count("<pre>") == 2 and "double: " in page


def test_feedback_for_all_graded_without_hidden_checks(course, command, go):
    hand_in(course, "ann", double_answer="def double(x):\n    return x  # half\n# PRINT")
    hand_in(course, '王芳, "=1"')
    hand_in(course, "lost", end="# BROKEN")
    place(course, "none")
    assert go() == 1
    with gradebook(course) as book:
        (comment,) = [
            c for c in book.find_submission(NAME, "ann").notebooks[0].comments if c.name == "double"
        ]
        comment.manual_comment = "Well begun."
        book.db.commit()
    assert "No feedback" not in ended(command(course, "--feedback"), 1)
    with sqlite3.connect(course / "gradebook.db") as book:  # no page opened one of its own
        assert book.execute("SELECT id FROM course").fetchall() == [("behind-the-mask",)]
    paths = (course / "feedback").glob(f"*/{NAME}/*.html")
    pages = {path.parent.parent.name: path.read_text() for path in paths}
    assert set(pages) == {"ann", '王芳, "=1"'}
    for page in pages.values():
        text = html.unescape(re.sub(r"<[^>]*>", "", page))
        assert "secret" not in text and "def double" in text
        assert Loads(page).found == [] and "Content-Security-Policy" in page
    assert "Well begun." in pages["ann"] and "PRINTED" in pages["ann"]
    assert "4.0" in pages["ann"]


# --- the cost of a submission ---------------------------------------------------------------------


def test_the_part_that_cannot_be_shared_out_does_not_grow_with_the_class(course, go, monkeypatch):
    """How often a submission asks the database; benchmarks/ has the time that it takes."""
    for number in range(30):
        hand_in(course, f"s{number:02}")
    asked, each = [], []
    enter = Entering._enter
    monkeypatch.setattr(Entering, "_enter", lambda *a: (enter(*a), each.append(len(asked)))[0])

    def note(*_):
        asked.append(1)

    event.listen(sqlalchemy.Engine, "before_cursor_execute", note)
    try:
        assert go() == 0
    finally:
        event.remove(sqlalchemy.Engine, "before_cursor_execute", note)
    costs = [after - before for before, after in zip(each, each[1:])]
    assert len(costs) == 29 and max(costs[-5:]) <= max(costs[:5])


def test_journal_survives_what_a_crash_leaves(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b'{"student": "a"}\nnull\n[]\n\xff\xfe\n{"student": "b", "submis')
    first = journal.Journal(path)
    assert first.entries == {}
    first.add(journal.Entry("c", "d", "e", "graded"))
    assert set(journal.Journal(path).entries) == {"c"}


def test_the_verb_is_there():
    from course_utils.__main__ import VERBS

    assert VERBS["grade"] == "grading.grade_class"
    for name in ("Makefile", "README.md"):
        assert "grade" in (COURSE / name).read_text()


# --- other machines -------------------------------------------------------------------------------


@pytest.fixture
def cluster(course, tmp_path):
    """A real scheduler and two workers, in processes of their own: (address, the workers)."""
    pytest.importorskip("distributed", reason="needs dask (pip install distributed)")
    about = tmp_path / "scheduler.json"
    settings = {**os.environ, "PYTHONPATH": f"{COURSE}{os.pathsep}{TESTS}"}
    settings["STAND_IN_SECONDS"] = "0.5"
    started = []

    def start(kind: str, *options: str) -> subprocess.Popen:
        arguments = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard"]
        arguments += ["--host", "127.0.0.1", "--scheduler-file", str(about), *options]
        log = open(tmp_path / f"{kind}-{len(started)}.log", "w")
        started.append(
            subprocess.Popen(arguments, env=settings, stdout=log, stderr=log, cwd=tmp_path)
        )
        return started[-1]

    start("scheduler", "--port", "0")
    workers = [start("worker", "--nthreads", "1", "--no-nanny") for _ in range(2)]
    # The scheduler makes the file first and fills it then: its last character says that it is whole.
    wait_for(lambda: about.exists() and about.read_text().rstrip().endswith("}"))
    yield json.loads(about.read_text())["address"], workers
    for process in started:
        process.kill()
        process.wait()


def wait_for(condition, seconds: float = 300) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.slow
def test_on_a_scheduler_whose_worker_is_killed_in_the_middle(course, command, cluster):
    from distributed import Client

    address, workers = cluster
    with Client(address, timeout=60) as client:
        client.wait_for_workers(2, timeout=120)
    class_of = [f"s{number}" for number in range(10)]
    for name in class_of:
        hand_in(course, name)
    hand_in(course, "lost", end="# NO SANDBOX")
    process = command(course, "--scheduler", address)
    path = course / "grades" / NAME / "journal.jsonl"
    wait_for(lambda: path.exists() and path.read_bytes().count(b"\n") >= 2)
    workers[0].send_signal(signal.SIGKILL)
    out = ended(process, 1)
    assert say("grade-cluster", address=address, jobs=2) in out
    assert points(course) == dict.fromkeys(class_of, ALL), out
    reasons = {row["student"]: row["reason"] for row in table(course, "outcomes")}
    assert reasons.pop("lost") == "the sandbox was lost." and set(reasons.values()) == {""}
    assert workers[1].poll() is None


def test_a_scheduler_that_is_not_there_is_one_sentence(course, go, monkeypatch):
    pytest.importorskip("distributed", reason="needs dask (pip install distributed)")
    monkeypatch.setattr(pool, "CONNECT", 1)
    submit(course, "ann", solved())
    with pytest.raises(CourseError, match="tcp://127.0.0.1:9 cannot be used"):
        go("--scheduler", "tcp://127.0.0.1:9")


# --- another database -----------------------------------------------------------------------------


@pytest.fixture
def postgresql(tmp_path_factory):
    """The address of a PostgreSQL database in a cluster made for this test."""
    pytest.importorskip("psycopg", reason="needs psycopg (pip install 'psycopg[binary]')")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin")) + [Path(p) for p in _path()]
    programs = next((p for p in reversed(found) if (p / "initdb").exists()), None)
    if programs is None:
        pytest.skip("needs PostgreSQL's server (apt install postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))  # a short name, for its socket
    user = {}
    if os.geteuid() == 0:  # which PostgreSQL refuses to run as
        import pwd

        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    run = functools.partial(
        subprocess.run, check=True, cwd=folder, stdout=subprocess.DEVNULL, timeout=120, **user
    )
    data = folder / "data"
    run([programs / "initdb", "-D", data, "-U", "grader", "-A", "trust", "--no-sync"])
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
    run([programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start"])
    try:
        yield f"postgresql+psycopg://grader@/postgres?host={folder}"
    finally:
        run([programs / "pg_ctl", "-D", data, "-m", "immediate", "stop"])
        shutil.rmtree(folder)


def _path() -> list[str]:
    return os.environ.get("PATH", os.defpath).split(os.pathsep)


def test_the_gradebook_can_be_postgresql(tmp_path, command, postgresql):
    course = scratch_course.make(tmp_path)
    config = course / "nbgrader_config.py"
    config.write_text(config.read_text() + f"\nc.CourseDirectory.db_url = {postgresql!r}\n")
    for name in ("ann", "王芳"):
        hand_in(course, name)
    hand_in(course, "bob", double_answer="def double(x):\n    return x  # half")
    out = ended(command(course, "--feedback", "--jobs", "2"))
    assert "3 graded" in out and not (course / "gradebook.db").exists()
    from nbgrader.api import Gradebook

    with Gradebook(postgresql, "behind-the-mask") as book:
        scores = {s.student.id: s.score for s in book.assignment_submissions(NAME)}
        grade_of = book.find_grade("hidden_double", NAME, NAME, "bob")
        grade_of.manual_score = 1.5
        book.db.commit()
    assert scores == {"ann": 6.0, "王芳": 6.0, "bob": 4.0}
    hand_in(course, "ann", largest_answer="def largest(x):\n    return 0  # wrong")
    out = ended(command(course, "--force", STAND_IN_POOL="threads"))
    rows = {row["student"]: row for row in table(course, "grades")}
    assert (rows["ann"]["total"], rows["bob"]["double"]) == ("3", "2.5"), out
    assert len(list((course / "feedback").glob("*/*/*.html"))) == 3
