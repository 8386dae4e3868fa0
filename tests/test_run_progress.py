"""What a run of the tests leaves out, says on the way and says at its end."""

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
import run_progress

HERE = Path(__file__).parent
TESTS = """
import run_progress
import pytest

@pytest.mark.parametrize("n", range(5))
def test_passes(n):
    pass

@pytest.mark.exhaustive
def test_is_exhaustive():
    pass

@pytest.mark.nightly
def test_is_nightly():
    pass

@pytest.mark.skipif(True, reason="no such program: install it")
def test_is_skipped():
    pass
"""
FAILS = (
    "\ndef test_fails():\n    assert False\n\n@pytest.fixture\ndef broken():\n    assert False\n"
)
FAILS += "\ndef test_has_no_fixture(broken):\n    pass\n"


def run(folder: Path, source: str, *options: str) -> tuple[int, str]:
    (folder / "test_it.py").write_text(source)
    (folder / "pytest.ini").write_text(
        "[pytest]\nmarkers =\n exhaustive: with --all\n nightly: with it\n"
    )
    own = {
        "PYTHONPATH": os.pathsep.join((str(HERE), str(HERE.parent))),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # those that are not asked for take seconds to load
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "run_progress", "-q", "-ra", *options],
        cwd=folder,
        env=os.environ | own,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout


SPREAD = ("-p", "xdist", "-n2", "--dist=loadscope", "--no-loadscope-reorder")


@pytest.mark.parametrize("spread", [(), SPREAD])
def test_the_last_line_is_plain_and_skips_have_reasons(tmp_path, spread):
    status, out = run(tmp_path, TESTS, *spread)
    assert status == 0
    assert out.splitlines()[-1] == "5 passed, 0 failed, 1 skipped"
    assert "no such program: install it" in out
    assert not re.search(r"^\.+", out, re.MULTILINE)  # lines now and then, no dots


def test_all_runs_what_is_exhaustive_too_and_errors_count_as_failed(tmp_path):
    status, out = run(tmp_path, TESTS + FAILS, "--all")
    assert status == 1 and out.splitlines()[-1] == "6 passed, 2 failed, 1 skipped"


def test_nightly_runs_all_and_more(tmp_path):
    status, out = run(tmp_path, TESTS, "--nightly")
    assert status == 0 and out.splitlines()[-1] == "7 passed, 0 failed, 1 skipped"


def test_quick_leaves_out_what_takes_long(tmp_path, monkeypatch):
    status, out = run(tmp_path, TESTS, "--quick")
    assert status == 0 and out.splitlines()[-1] == "5 passed, 0 failed, 1 skipped"
    seconds = {"test_it": 11.0, "test_other": 9.0}
    monkeypatch.setattr(run_progress, "noted", lambda: {"default": seconds})
    asked = SimpleNamespace(getoption=lambda name: name == "--quick", hook=Mock())
    items = [Mock(nodeid=f"{name}::test") for name in ("test_it", "test_other", "test_new")]
    for item in items:
        item.get_closest_marker.return_value = None
    run_progress.pytest_collection_modifyitems(asked, items)
    assert [item.nodeid for item in items] == ["test_other::test", "test_new::test"]


def test_a_files_tests_about_one_chapter_stay_together():
    found = map(
        run_progress.group_of, ["tests/test_a.py::test_b[02_masking-x]", "browser/test_a.py::c"]
    )
    assert list(found) == ["test_a-02_masking", "test_a"]
