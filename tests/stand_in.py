"""In place of the sandbox, for tests of all that surrounds it: points follow from the answer's text.

`python stand_in.py ASSIGNMENT [options]` is the verb `grade` with this engine. An answer gets all
points if it has a `return` and does not say `wrong`; one that says `half` fails its hidden check.
Words anywhere in a notebook make other things happen: see `execute`.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
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


def execute(notebook: dict, files: dict, limits: Limits, mode: str) -> dict:
    text = "\n".join(cell["source"] for cell in notebook["cells"])
    marks = Path(os.environ.get("STAND_IN", os.devnull))
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
        "notes": [],
        "checks": checks,
    }
    return notebook


def engine():
    from course_utils.grading.grade import Engine

    return Engine(mark, execute, choose_mode, Limits)


def main(arguments: list[str]) -> int:
    import stand_in  # so that the workers find what they are given under this name
    from course_utils.grading import grade
    from course_utils.messages import CourseError

    parser = argparse.ArgumentParser()
    grade.add_arguments(parser)
    try:
        return grade.run(parser.parse_args(arguments), stand_in.engine())
    except CourseError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
