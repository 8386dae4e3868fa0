"""`reset`: a fresh copy of a chapter, and nothing lost."""

import argparse
import shutil
import subprocess

import nbformat
import pytest
import scratch_course

from course_utils.authoring import release
from course_utils.messages import CourseError, say
from course_utils.room import reset

NAME = scratch_course.NAME


@pytest.fixture
def path(tmp_path, monkeypatch):
    """A learner's notebook, just released."""
    scratch_course.make(tmp_path)
    monkeypatch.chdir(tmp_path)
    release.put(tmp_path, release.generate(tmp_path, [NAME]))
    return tmp_path / "notebooks" / NAME / f"{NAME}.ipynb"


@pytest.fixture
def class_path(path, tmp_path):
    """The same in a course without solutions, as a class gets it."""
    shutil.rmtree(tmp_path / "solutions")
    return path


def work(path, text="def double(x):\n    return x + x"):
    scratch_course.write(path, scratch_course.put(nbformat.read(path, 4), "double-answer", text))
    return path.read_bytes()


def run(name=NAME):
    parser = argparse.ArgumentParser()
    reset.add_arguments(parser)
    return reset.run(parser.parse_args([name]))


def kept(path):
    return sorted(path.parent.glob("*.kept-*.ipynb"))


def test_the_fresh_copy_is_the_release_and_the_work_is_beside_it(path, capsys):
    fresh = path.read_bytes()
    mine = work(path)
    assert run() == 0
    assert path.read_bytes() == fresh
    (copy,) = kept(path)
    out = capsys.readouterr().out
    assert copy.read_bytes() == mine and copy.name in out
    assert say("reset-open") in out


def test_each_reset_keeps_one_more(path):
    works = {work(path, f"# {number}") for number in (1, 2, 3) if run() == 0 or number == 1}
    run()
    assert {copy.read_bytes() for copy in kept(path)} == works and len(works) == 3


def test_an_untouched_notebook_is_left_alone(path, capsys):
    assert run() == 0
    assert say("reset-nothing", path=path.relative_to(path.parents[2])) in capsys.readouterr().out
    assert kept(path) == []


def test_a_damaged_notebook_is_kept_and_replaced(path):
    fresh = path.read_bytes()
    path.write_text("{")
    run(f"notebooks/{NAME}/{NAME}.ipynb")
    assert path.read_bytes() == fresh and kept(path)[0].read_text() == "{"


def test_a_deleted_notebook_comes_back(path):
    fresh = path.read_bytes()
    shutil.rmtree(path.parent)
    run()
    assert path.read_bytes() == fresh and kept(path) == []


def test_unknown_chapter(path):
    with pytest.raises(CourseError, match="no chapter 'attention'"):
        run("attention")


# --- a class without solutions --------------------------------------------------------------------


def test_the_copy_that_lab_took_is_used(class_path, tmp_path):
    fresh = class_path.read_bytes()
    reset.keep_fresh(tmp_path)
    mine = work(class_path)
    reset.keep_fresh(tmp_path)  # a later start, when there is work in it
    run()
    assert class_path.read_bytes() == fresh and kept(class_path)[0].read_bytes() == mine
    class_path.unlink()
    run()
    assert class_path.read_bytes() == fresh


def test_a_notebook_that_was_run_is_no_fresh_copy(class_path, tmp_path):
    book = nbformat.read(class_path, 4)
    scratch_course.cell(book, "end").execution_count = 1
    scratch_course.write(class_path, book)
    reset.keep_fresh(tmp_path)
    before = class_path.read_bytes()
    with pytest.raises(CourseError, match="ask whoever gave you the course"):
        run()
    assert class_path.read_bytes() == before and kept(class_path) == []


def test_a_corrected_chapter_replaces_the_copy(class_path, tmp_path):
    reset.keep_fresh(tmp_path)
    book = scratch_course.put(nbformat.read(class_path, 4), "title", "# Corrected")
    scratch_course.write(class_path, book)
    corrected = class_path.read_bytes()
    reset.keep_fresh(tmp_path)
    work(class_path)
    run()
    assert class_path.read_bytes() == corrected


def git(folder, *arguments):
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", "-C", folder, *who, *arguments], check=True, capture_output=True)


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_git_has_it_unless_work_was_committed(class_path, tmp_path):
    fresh = class_path.read_bytes()
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "notebooks")
    git(tmp_path, "commit", "-qm", "given out")
    work(class_path)
    run()
    assert class_path.read_bytes() == fresh
    work(class_path)
    git(tmp_path, "commit", "-qam", "my work")
    shutil.rmtree(tmp_path / ".cache")
    with pytest.raises(CourseError, match="ask whoever gave you the course"):
        run()
