"""Ruff, the type checker and the linter of workflows, as locked; `.pre-commit-config.yaml` runs the
same before a commit."""

import re
import subprocess
import sys
import sysconfig

import pytest

from course_utils.files import COURSE

COMMANDS = {
    "layout": ["ruff", "format", "--check", "."],
    "faults": ["ruff", "check", "."],
    "types": ["mypy", "--cache-dir", ".cache/mypy", "--python-executable", sys.executable],
    "workflows": ["zizmor", "--offline", "--no-progress", "-q", ".github/workflows"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_code_is_well_kept(name):
    program, *options = COMMANDS[name]
    command = [f"{sysconfig.get_path('scripts')}/{program}", *options]
    done = subprocess.run(command, cwd=COURSE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def test_a_commit_is_looked_at_with_the_versions_of_the_lock():
    pins = re.findall(r"[\w-]+==[\w.]+", (COURSE / ".pre-commit-config.yaml").read_text())
    lock = (COURSE / "requirements.txt").read_text().splitlines()
    assert len(pins) >= 4 and set(pins) <= set(lock)
