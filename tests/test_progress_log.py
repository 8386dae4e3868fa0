"""Progress: saved where learners work, survives damage, never stands in the way."""

import json
import os
import stat
import threading

import pytest

from course_utils import progress_log


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course folder with one released notebook of two exercises, and its folder as the cwd."""
    home = tmp_path / "notebooks" / "02_masking"
    home.mkdir(parents=True)
    cells = [
        {"metadata": {"nbgrader": {"grade_id": f"check_{name}"}}}
        for name in ("causal_mask", "leaks")
    ]
    (home / "02_masking.ipynb").write_text(json.dumps({"cells": cells}))
    monkeypatch.setattr(progress_log, "COURSE", tmp_path)
    monkeypatch.delenv("COURSE_PROGRESS", raising=False)
    monkeypatch.chdir(home)
    return tmp_path


def log_of(course):
    return course / ".progress" / "log.jsonl"


def test_tries_and_the_first_success_are_kept(course):
    for state, points in (("open", 0), ("failed", 0), ("passed", 1), ("failed", 0)):
        assert progress_log.record("causal_mask", state, points) is None
    first, second = progress_log.progress().rows
    assert (first.state, first.points, first.tries) == ("passed", 1, 3)
    assert first.solved is not None
    assert (second.state, second.tries) == ("open", 0)
    assert "1 of 2" in repr(progress_log.progress())
    assert "causal_mask" in progress_log.progress()._repr_html_()


def test_only_the_learners_folder_counts(course, monkeypatch):
    monkeypatch.chdir(course)
    assert progress_log.record("causal_mask", "passed", 1) is None
    assert not log_of(course).exists()


def test_it_can_be_switched_off(course, monkeypatch):
    monkeypatch.setenv("COURSE_PROGRESS", "off")
    progress_log.record("causal_mask", "passed", 1)
    assert not log_of(course).exists()


def test_damaged_lines_are_passed_over(course):
    progress_log.record("causal_mask", "passed", 1)
    with open(log_of(course), "ab") as log:
        log.write(b'\xff\xfe not json\n{"assignment": 3}\n[]\n{"cut off')
    assert progress_log.progress().rows[0].state == "passed"


def test_a_line_after_a_cut_off_one_is_lost_alone(course):
    progress_log.record("leaks", "failed", 0)
    with open(log_of(course), "ab") as log:
        log.write(b'{"cut off')
    progress_log.record("causal_mask", "passed", 1)
    progress_log.record("leaks", "passed", 1)
    rows = progress_log.progress().rows
    assert rows[1].state == "passed"


def test_two_notebooks_write_at_once(course):
    def write():
        for _ in range(50):
            progress_log.record("leaks", "failed", 0)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert progress_log.progress().rows[1].tries == 200


def test_no_write_permission_is_one_sentence(course):
    folder = course / ".progress"
    folder.write_text("a file stands where the folder should be")
    problem = progress_log.record("leaks", "passed", 1)
    assert problem and str(folder) in problem


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_course_folder(course):
    course.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert "writable" in progress_log.record("leaks", "passed", 1)
    finally:
        course.chmod(stat.S_IRWXU)


def test_a_damaged_notebook_is_not_in_the_way(course):
    (course / "notebooks" / "02_masking" / "broken.ipynb").write_text("{")
    assert len(progress_log.progress().rows) == 2
