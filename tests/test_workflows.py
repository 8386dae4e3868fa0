"""The workflows: what they call exists, and each job may do what it needs and no more.

They have never run (docs/setup.md says so); zizmor reads them in test_style.py.
"""

import argparse
import importlib
import re
import shlex

import pytest
import yaml

from course_utils.__main__ import VERBS
from course_utils.book.build import PLACE
from course_utils.files import COURSE

FILES = sorted((COURSE / ".github" / "workflows").glob("*.yml"))
WORKFLOWS = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in FILES}
JOBS = [(flow, name) for flow, content in WORKFLOWS.items() for name in content["jobs"]]
# What a job may do beyond reading the repository.
MORE = {
    ("pages", "deploy"): {"pages": "write", "id-token": "write"},
    ("release", "publish"): {"contents": "write"},
}


def commands() -> list[tuple[str, str]]:
    """(what `make` is to do, its options) of all steps, a matrix's options as well."""
    found = []
    for flow, name in JOBS:
        job = WORKFLOWS[flow]["jobs"][name]
        for step in job["steps"]:
            for line in step.get("run", "").splitlines():
                words = shlex.split(line.replace("\\", "/"))
                if words and words[0].endswith("make"):
                    options = [word.removeprefix("ARGS=") for word in words[2:]]
                    found.append((words[1], " ".join(options)))
        matrix = job.get("strategy", {}).get("matrix", {})
        found += [("test", options) for options in matrix.get("options", [])]
    return found


def test_every_command_and_option_exists():
    targets = set()
    for target, options in commands():
        targets.add(target)
        if target in VERBS:
            parser = argparse.ArgumentParser(exit_on_error=False)
            importlib.import_module(f"course_utils.{VERBS[target]}").add_arguments(parser)
            parser.parse_args(options.split())
        else:
            assert target == "test"
            known = (COURSE / "tests" / "run_progress.py").read_text(encoding="utf-8")
            for option in options.replace("$OPTIONS", "").split():
                assert f'"{option}"' in known
    assert targets == {"test", "verify", "release", "book"}


@pytest.mark.parametrize(("flow", "name"), JOBS)
def test_a_job_may_do_no_more_than_it_needs(flow, name):
    assert WORKFLOWS[flow]["permissions"] == {}
    job = WORKFLOWS[flow]["jobs"][name]
    assert job["permissions"] == MORE.get((flow, name), {"contents": "read"})
    assert job["timeout-minutes"] <= 150
    for step in job["steps"]:  # who may write runs no code of the repository
        assert (flow, name) not in MORE or "checkout" not in step.get("uses", "")


def test_what_is_made_is_what_is_published():
    steps = [step for flow, name in JOBS for step in WORKFLOWS[flow]["jobs"][name]["steps"]]
    paths = [step["with"]["path"] for step in steps if "upload" in step.get("uses", "")]
    assert paths == [PLACE.as_posix(), f"{PLACE.parent.as_posix()}/*.zip"]
    said = "\n".join(step.get("run", "") for step in steps)
    archives = re.findall(r"\S+\.zip", said)
    assert {path.rpartition("/")[0] for path in archives} == {PLACE.parent.as_posix()}
