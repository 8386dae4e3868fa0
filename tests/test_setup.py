"""Set-up: `make`, make.bat and course_utils/bootstrap.py."""

import ast
import re
import shutil
import subprocess
import sys

import pytest

from course_utils import bootstrap
from course_utils.__main__ import VERBS
from course_utils.files import COURSE


class FakeInstaller(bootstrap.Installer):
    """Stands in for pip: notes what it was asked for; `behaviour` decides what comes of it."""

    behaviour = staticmethod(lambda arguments: True)
    asked: list = []

    def run(self, *arguments, total=None):
        FakeInstaller.asked.append(arguments)
        return FakeInstaller.behaviour(arguments)

    def offered_version(self, requirement):
        return "2.13.0+special"


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course folder without a .venv, and a set-up that needs no network."""
    root = tmp_path / "course"
    (root / "course_utils").mkdir(parents=True)
    for name in ("requirements.txt", "pyproject.toml", "course_utils/bootstrap.py"):
        shutil.copy(COURSE / name, root / name)
    monkeypatch.setattr(bootstrap, "ROOT", root)
    monkeypatch.setattr(bootstrap, "Installer", FakeInstaller)
    monkeypatch.setattr(bootstrap, "GIGABYTES_NEEDED", 0)
    monkeypatch.setattr(FakeInstaller, "behaviour", staticmethod(lambda arguments: True))
    monkeypatch.setattr(FakeInstaller, "asked", [])
    run = subprocess.run
    monkeypatch.setattr(  # a .venv without pip is made in a tenth of the time
        bootstrap.subprocess,
        "run",
        lambda command, **options: run([*command, "--without-pip"], **options),
    )
    return root


def make_venv(root):
    """The smallest thing that passes for a virtual environment."""
    python = bootstrap.venv_python(root / ".venv")
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)


def test_first_run_sets_up_and_the_second_does_nothing(course):
    assert bootstrap.main() == 0
    assert bootstrap.version_of(str(bootstrap.venv_python(course / ".venv"))) >= (3, 11)
    pip, package, imports = FakeInstaller.asked
    assert pip[4] == package[4] == "install" and "torch" in imports[2]
    assert not (course / ".venv/course-unfinished").exists()
    FakeInstaller.asked.clear()
    assert bootstrap.main() == 0
    assert FakeInstaller.asked == []


def test_changed_lock_is_installed_into_the_same_venv(course):
    bootstrap.main()
    keep = course / ".venv" / "keep"
    keep.touch()
    FakeInstaller.asked.clear()
    with (course / "requirements.txt").open("a") as lock:
        lock.write("one-more==1.0\n")
    assert bootstrap.main() == 0
    assert len(FakeInstaller.asked) == 3 and keep.exists()


def test_stopped_setup_is_redone(course, capsys):
    def stop(arguments):
        raise KeyboardInterrupt

    FakeInstaller.behaviour = staticmethod(stop)
    assert bootstrap.main() == 130
    assert capsys.readouterr().err.strip() == bootstrap.STOPPED
    half = course / ".venv" / "half-a-package"
    half.touch()
    FakeInstaller.behaviour = staticmethod(lambda arguments: True)
    assert bootstrap.main() == 0
    assert not half.exists() and bootstrap.is_ready(course)


def test_failed_pip_gives_one_sentence_and_is_tried_again(course, capsys):
    FakeInstaller.behaviour = staticmethod(lambda arguments: False)
    assert bootstrap.main() == 2
    assert "Check the network" in capsys.readouterr().err
    assert not bootstrap.is_ready(course)
    FakeInstaller.behaviour = staticmethod(lambda arguments: True)
    assert bootstrap.main() == 0


def test_moved_folder_is_set_up_anew(course, monkeypatch):
    bootstrap.main()
    moved = course.rename(course.parent / "moved")
    monkeypatch.setattr(bootstrap, "ROOT", moved)
    assert bootstrap.must_redo(moved)
    assert bootstrap.main() == 0 and bootstrap.is_ready(moved)


def test_a_venv_made_by_hand_is_completed_and_never_deleted(course):
    make_venv(course)
    mine = course / ".venv" / "mine"
    mine.touch()

    def stop(arguments):
        raise KeyboardInterrupt

    FakeInstaller.behaviour = staticmethod(stop)
    assert bootstrap.main() == 130
    FakeInstaller.behaviour = staticmethod(lambda arguments: True)
    assert bootstrap.main() == 0
    assert mine.exists()


def test_no_write_permission(course, capsys):
    (course / ".cache").write_text("a file where a folder has to be")
    assert bootstrap.main() == 2
    assert capsys.readouterr().err.strip() == bootstrap.NOT_WRITABLE.format(folder=course)


def test_no_space(course, capsys, monkeypatch):
    monkeypatch.setattr(bootstrap, "GIGABYTES_NEEDED", 10**9)
    assert bootstrap.main() == 2
    assert "free some space" in capsys.readouterr().err
    assert not (course / ".venv").exists()


def test_python_without_venv(course, capsys, monkeypatch):
    monkeypatch.setattr(bootstrap, "choose_python", lambda: shutil.which("true"))
    monkeypatch.setattr(bootstrap, "version_of", lambda python: (3, 12))
    failed = subprocess.CompletedProcess([], 1)
    monkeypatch.setattr(bootstrap.subprocess, "run", lambda command, **options: failed)
    assert bootstrap.main() == 2
    assert "sudo apt install python3.12-venv" in capsys.readouterr().err
    assert not (course / ".venv").exists()


def test_old_python_looks_for_a_newer_one(tmp_path, monkeypatch):
    monkeypatch.setattr(bootstrap.sys, "version_info", (3, 9, 1))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(bootstrap.Unmet, match="3.11 or later and found only 3.9: install"):
        bootstrap.choose_python()
    # A pyenv shim is there and does not run; the Python behind the other name does.
    for name, text in (
        ("python3.13", "#!/bin/sh\nexit 127\n"),
        ("python3.12", "#!/bin/sh\necho 3 12\n"),
    ):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    assert bootstrap.choose_python() == str(tmp_path / "python3.12")


def test_bootstrap_can_be_read_by_old_pythons():
    source = (COURSE / "course_utils/bootstrap.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 6))
    imported = {
        name.name.split(".")[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import)
        for name in node.names
    }
    assert imported <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("offered, asks_uv", [("2.13.0", True), ("2.13.0+special", False)])
def test_cpu_build_is_sought_only_where_pip_offers_the_standard_one(course, offered, asks_uv):
    (course / ".cache").mkdir()
    installer = FakeInstaller(course)
    installer.offered_version = lambda requirement: offered
    installer.cpu_torch("torch==2.13.0")
    asked = [" ".join(call) for call in FakeInstaller.asked]
    assert any("--torch-backend cpu" in call for call in asked) == asks_uv


def test_unreachable_cpu_build_is_said_and_setup_goes_on(course, capsys):
    (course / ".cache").mkdir()
    FakeInstaller.behaviour = staticmethod(lambda arguments: False)
    installer = FakeInstaller(course)
    installer.offered_version = lambda requirement: "2.13.0"
    installer.cpu_torch("torch==2.13.0")
    assert "several GB of GPU libraries" in capsys.readouterr().out


def test_downloads_stay_in_the_course_folder(course, monkeypatch):
    monkeypatch.delenv("PIP_CACHE_DIR", raising=False)
    monkeypatch.setenv("PIP_USER", "1")
    installer = FakeInstaller(course)
    assert installer.environment["PIP_CACHE_DIR"] == str(course / ".cache" / "pip")
    assert "PIP_USER" not in installer.environment


def test_pip_errors_are_shown_and_everything_is_logged(tmp_path, capfd):
    (tmp_path / ".cache").mkdir()
    installer = bootstrap.Installer(tmp_path)
    installer.python = sys.executable
    assert not installer.pip("install", "--no-index", "no-such-package-at-all", total=1)
    assert "No matching distribution found" in capfd.readouterr().err
    assert "no-such-package-at-all" in installer.log.read_text()


needs_make = pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")


@needs_make
def test_make_without_python_says_what_to_do(tmp_path):
    for tool in ("make", "sh"):
        (tmp_path / tool).symlink_to(shutil.which(tool))
    result = subprocess.run(
        ["make", "setup"], cwd=COURSE, env={"PATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert result.returncode == 2
    assert result.stderr.startswith("Python was not found: install Python 3.13")


@needs_make
@pytest.mark.parametrize("verb", VERBS)
def test_make_knows_every_verb(verb):
    result = subprocess.run(
        ["make", "-n", verb, "ARGS=--some option"], cwd=COURSE, capture_output=True, text=True
    )
    assert f".venv/bin/python -m course_utils {verb} --some option" in result.stdout


def test_windows_and_make_run_the_same():
    make = (COURSE / "Makefile").read_text()
    batch = (COURSE / "make.bat").read_text()
    for words in ("-I course_utils/bootstrap.py", "-m course_utils"):
        assert words in make
        assert words.replace("/", "\\") in batch
    pytest_line = re.compile(r"-m pytest( -\S+( \w+)?)*")
    assert pytest_line.search(make).group() == pytest_line.search(batch).group()
