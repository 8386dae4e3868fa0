"""One installation for many: a reader's own folder, and what an instructor collects from an exchange."""

import json
import logging
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest
from nbformat.v4 import new_notebook, writes
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from course_utils import __main__ as command_line
from course_utils.files import COURSE
from course_utils.grading import feedback
from course_utils.messages import say
from course_utils.room import reset
from course_utils.room.workplace import READ, furnish

posix = pytest.mark.skipif(os.name != "posix", reason="a hub and nbgrader's exchange need Unix")
NAME = "02_masking"
PATH = f"{NAME}/{NAME}.ipynb"


@pytest.fixture
def installation(tmp_path):
    """A small one, protected against writing."""
    course = tmp_path / "installation"
    for name in READ:
        (course / name).mkdir(parents=True)
    for name in (NAME, "02_masking_lab"):
        folder = course / "notebooks" / name
        folder.mkdir(parents=True)
        (folder / f"{name}.ipynb").write_text("as released")
        (folder / f"{name}.ipynb").chmod(0o444)
        folder.chmod(0o555)
    return course


@posix
def test_a_reader_gets_links_to_what_is_read_and_copies_of_notebooks(installation, tmp_path):
    mine = tmp_path / "home" / "behind-the-mask"
    furnish(installation, mine)
    assert mine.stat().st_mode & 0o077 == 0
    assert {(mine / name).resolve() for name in READ} == {installation / name for name in READ}
    (mine / "notebooks" / PATH).write_text("my work")  # raises where it cannot be written
    (mine / "notebooks" / NAME / "new.txt").write_text("beside it")
    (installation / "notebooks" / "03_objectives").mkdir()
    furnish(installation, mine)
    assert (mine / "notebooks" / PATH).read_text() == "my work"
    assert (mine / "notebooks" / "03_objectives").is_dir()


@posix
def test_links_follow_an_installation_that_has_moved(installation, tmp_path):
    mine, there = tmp_path / "mine", tmp_path / "there"
    furnish(installation, mine)
    installation.rename(there)
    furnish(there, mine)
    assert (mine / "docs").resolve() == there / "docs"


def test_a_clone_of_the_whole_course_is_left_alone(installation, tmp_path):
    clone = tmp_path / "clone"
    (clone / "solutions").mkdir(parents=True)
    furnish(installation, clone)
    assert [path.name for path in clone.iterdir()] == ["solutions"]


def test_the_reader_s_folder_and_the_exchange_come_from_the_environment(tmp_path):
    code = (
        "from traitlets.config import PyFileConfigLoader as Loader\n"
        "from course_utils.files import COURSE, WORKPLACE, course_folder\n"
        "config = Loader('nbgrader_config.py', path=str(COURSE / '.jupyter/hub')).load_config()\n"
        "folders = config.CourseDirectory.root, config.Exchange.root, config.Exchange.assignment_dir\n"
        "print(WORKPLACE, course_folder(), *folders, 'collect' in config.ExchangeFactory, sep='\\n')"
    )
    given = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "PYTHONPATH": str(COURSE)}
    given |= {"COURSE_FOLDER": "~/mine", "COURSE_EXCHANGE": str(tmp_path / "shared")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | given,
        capture_output=True,
        text=True,
        check=True,
    )
    mine = tmp_path.resolve() / "mine"
    notebooks, shared = mine / "notebooks", tmp_path / "shared"
    assert done.stdout.splitlines() == [*map(str, [mine, mine, mine, shared, notebooks]), "False"]


def test_lab_for_the_hub_says_that_there_is_none(monkeypatch, capsys):
    monkeypatch.delenv("JUPYTERHUB_API_TOKEN", raising=False)
    assert command_line.main(["lab", "--hub"]) == 2
    assert capsys.readouterr().err.strip() == say("lab-no-hub")


# --- the exchange ---------------------------------------------------------------------------------


@pytest.fixture
def collect(tmp_path, monkeypatch):
    """Collects from an exchange in which everything belongs to ann; what was collected, and said."""
    from course_utils.grading import collect

    monkeypatch.setattr(collect.pwd, "getpwuid", lambda _: SimpleNamespace(pw_name="ann"))

    def run(**options):
        config = Config()
        config.CourseDirectory.course_id = "course"
        config.CourseDirectory.root = str(tmp_path)
        config.CourseDirectory.assignment_id = NAME
        config.Exchange.root = str(tmp_path / "exchange")
        config.ExchangeCollect.update(options)
        log = logging.Logger("collect")
        said: list[str] = []
        log.addHandler(logging.Handler())
        log.handlers[0].emit = lambda record: said.append(record.getMessage())
        coursedir = CourseDirectory(config=config, log=log)
        collect.OwnCollect(coursedir=coursedir, config=config, log=log).start()
        return said

    return run


def _hand_in(tmp_path, student, day):
    when = f"2026-11-{day} 10:00:00.000000 UTC"
    folder = tmp_path / "exchange" / "course" / "inbound" / f"{student}+{NAME}+{when}+x"
    folder.mkdir(parents=True)
    (folder / f"{NAME}.ipynb").write_text(f"{student} {day}")
    (folder / "timestamp.txt").write_text(when)
    return folder


@posix
def test_what_somebody_handed_in_under_another_name_is_not_collected(collect, tmp_path):
    _hand_in(tmp_path, "ann", 10)
    _hand_in(tmp_path, "ben", 11)
    said = collect()
    assert (tmp_path / "submitted" / "ann" / PATH).read_text() == "ann 10"
    assert not (tmp_path / "submitted" / "ben").exists()
    assert [line for line in said if "ben+" in line and "another user" in line]
    collect(check_owner=False)  # nbgrader's own option, where names are not those of users
    assert (tmp_path / "submitted" / "ben" / PATH).is_file()


@posix
def test_a_link_in_a_submission_is_not_followed(collect, tmp_path):
    secret = tmp_path / "solution.ipynb"
    secret.write_text("a solution")
    (_hand_in(tmp_path, "ann", 10) / "stolen.ipynb").symlink_to(secret)
    collect()
    assert {p.name for p in (tmp_path / "submitted/ann" / NAME).iterdir()} == {
        f"{NAME}.ipynb",
        "timestamp.txt",
    }


def test_a_page_of_feedback_can_be_found_by_its_learner_only(tmp_path):
    """In the exchange its name is made from the secret; without a good one it gets one of its own,
    for nbgrader would stop at it for the whole class."""
    graded, page = tmp_path / "graded", tmp_path / "page"
    graded.mkdir()
    page.mkdir()
    found = []
    for secret in (b"a" * 128, b"a", b"\xff" * 128, None):
        (graded / "submission_secret.txt").unlink(missing_ok=True)
        if secret is not None:
            (graded / "submission_secret.txt").write_bytes(secret)
        (graded / "timestamp.txt").write_bytes(b"2026-11-20\xff")
        feedback._address(graded, page)
        assert (page / "timestamp.txt").read_text() == "2026-11-20"
        found.append((page / "submission_secret.txt").read_text())
    assert found[0] == "a" * 128
    assert len(set(found)) == 4 and {len(secret) for secret in found} == {128}


def test_reset_takes_a_chapter_that_was_handed_out_through_the_exchange(tmp_path):
    config = "c.Exchange.root = 'shared'\nc.CourseDirectory.course_id = 'course'\n"
    shared = tmp_path / "shared"
    (tmp_path / "nbgrader_config.py").write_text(config.replace("'shared'", repr(str(shared))))
    handed_out = shared / "course" / "outbound" / PATH
    handed_out.parent.mkdir(parents=True)
    handed_out.write_text(writes(new_notebook()))
    mine = tmp_path / "notebooks" / PATH
    mine.parent.mkdir(parents=True)
    mine.write_text(json.dumps({"cells": [], "mine": True}))
    assert reset.released(tmp_path, NAME) == handed_out.read_bytes()
