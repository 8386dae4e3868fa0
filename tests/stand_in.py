"""In place of the sandbox, for tests of all that surrounds it: points follow from the answer's text.

`python stand_in.py ASSIGNMENT [options]` is the verb `grade` with this engine. An answer gets all
points if it has a `return` and does not say `wrong`; one that says `half` fails its hidden check.
Words anywhere in a notebook make other things happen: see `execute`. In the environment, STAND_IN
is a folder for its log, STAND_IN_SECONDS the time that each submission takes, STAND_IN_POOL=threads
runs without processes (quick), and STAND_IN_KILL=<step> kills the process at that step.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Limits:
    seconds: float = 60
    total: float = 900


class InfrastructureError(Exception):
    pass


def mark(notebook: dict, chapter) -> None:
    for cell in notebook["cells"]:
        cell["metadata"]["course"] = {"role": "own"}


def choose_mode(allow_open: bool) -> tuple[str, str]:
    return "forked", "The stand-in runs nothing."


def execute(notebook: dict, files: dict, limits: Limits, mode: str, seconds: float) -> dict:
    text = "\n".join(cell["source"] for cell in notebook["cells"])
    marks = Path(os.environ.get("STAND_IN", os.devnull))
    if marks.is_dir():
        with open(marks / "log", "a") as log:
            log.write(f"{files.get('who', b'').decode()}\n")
    time.sleep(float(os.environ.get("STAND_IN_SECONDS", "0")))
    if "DIE ALWAYS" in text:
        os.kill(os.getpid(), signal.SIGKILL)
    if "DIE ONCE" in text and not (marks / "died").exists():
        (marks / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if "NO SANDBOX" in text:
        raise InfrastructureError("the sandbox was lost.")
    if "BROKEN" in text:
        raise KeyError("a fault of ours")
    if "HANG" in text:
        time.sleep(3600)
    answers, checks = {}, {}
    for cell in notebook["cells"]:
        data = cell["metadata"].get("nbgrader", {})
        if cell["cell_type"] != "code":
            continue
        cell["outputs"] = []
        if data.get("solution"):
            answers[data["grade_id"]] = cell["source"]
        elif data.get("grade"):
            name = data["grade_id"]
            answer = answers.get(name.partition("_")[2], "")
            right = "return" in answer and "wrong" not in answer
            right = right and not (name.startswith("hidden_") and "half" in answer)
            points = float(data["points"]) if right else 0.0
            said = "Passed." if right else "Not right."
            checks[name] = {
                "points": points,
                "state": "passed" if right else "failed",
                "key": "check-passed" if right else "values-differ",
                "message": said,
                "where": "outside",
            }
            shown = {"text/plain": repr(points), "text/html": f"<p>{said}</p>"}
            result = {"output_type": "execute_result", "execution_count": 1, "metadata": {}}
            cell["outputs"] = [{**result, "data": shown}]
        if "PRINT" in cell["source"]:
            cell["outputs"].append({"output_type": "stream", "name": "stdout", "text": "PRINTED\n"})
        cell["execution_count"] = 1
    review = "REVIEW" in text
    notebook["metadata"]["course"] = {
        "outcome": "needs review" if review else "graded",
        "reasons": ["hidden_double: it looks at the check."] if review else [],
        "in_time": "SLOW" not in text or seconds > 300,
        "notes": [],
        "checks": checks,
    }
    return notebook


class Threads:
    """In place of processes."""

    generation = 0

    def __init__(self, jobs: int):
        self.jobs = jobs
        self._executor = ThreadPoolExecutor(jobs)

    def submit(self, function, *arguments):
        return self._executor.submit(function, *arguments)

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = ThreadPoolExecutor(self.jobs)


def engine():
    from course_utils.grading.grade_class import Engine

    return Engine(mark, execute, choose_mode, Limits)


def _kill(*_: object, **__: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _at_call(number: int, function):
    """The function, until it is called for this time: then the process kills itself."""
    calls = []

    def wrapped(*arguments, **keywords):
        calls.append(1)
        return _kill() if len(calls) == number else function(*arguments, **keywords)

    return wrapped


def plant(step: str) -> None:
    """Makes the process kill itself when it comes to this step of the second submission."""
    from nbgrader.preprocessors import SaveAutoGrades

    from course_utils.grading import grade_class, journal
    from course_utils.grading.autograded import Autograded
    from course_utils.grading.enter_results import Entering

    if step == "in the gradebook":  # some points of a submission are there, and others are not
        SaveAutoGrades._add_score = _at_call(8, SaveAutoGrades._add_score)
    elif step == "folder":
        Autograded.make = _at_call(2, Autograded.make)
    elif step == "committed":
        Autograded.put = _at_call(2, Autograded.put)
    elif step == "renamed":
        Entering._enter = _at_call(2, Entering._enter)
    elif step == "line":  # half of it is written

        def torn(self, entry):
            if len(self.entries) == 1:
                with open(self._path, "ab") as file:
                    file.write(b'{"student": "ann", "submis')
                _kill()
            return add(self, entry)

        add, journal.Journal.add = journal.Journal.add, torn
    elif step == "tables":
        grade_class.signal.signal = _kill_at_tables(grade_class.signal.signal)


def _kill_at_tables(function):
    def wrapped(number, action):
        if number == signal.SIGINT and action == signal.SIG_IGN:
            _kill()
        return function(number, action)

    return wrapped


def main(arguments: list[str]) -> int:
    import stand_in  # so that the workers find what they are given under this name

    from course_utils.checks import run_answer
    from course_utils.grading import grade_class, pool
    from course_utils.messages import CourseError

    run_answer.new_processes = lambda: multiprocessing.get_context(
        "forkserver"
    )  # without the libraries
    if os.environ.get("STAND_IN_POOL") == "threads":
        pool.Local = Threads
    plant(os.environ.get("STAND_IN_KILL", ""))
    parser = argparse.ArgumentParser()
    grade_class.add_arguments(parser)
    try:
        return grade_class.run(parser.parse_args(arguments), stand_in.engine())
    except CourseError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
