"""`python -m course_utils <verb>`; without a verb it opens the course.

A verb is a module with `add_arguments(parser)` and `run(args) -> int`, imported only when asked
for, so that `--help` and a broken environment are answered at once.
"""

from __future__ import annotations

import argparse
import importlib
import sys

from course_utils.bootstrap import OLDEST, WRONG_PYTHON

if sys.version_info < OLDEST:
    sys.exit(WRONG_PYTHON.format(found="{}.{}".format(*sys.version_info[:2])))

from course_utils.files import NOT_FOR_A_CLASS
from course_utils.messages import CourseError, say

# verb: its module
VERBS = {
    "lab": "room.lab",
    "check": "room.check_notebook",
    "reset": "room.reset",
    "grade": "grading.grade_class",
    "doctor": "room.doctor",
    "release": "authoring.release",
    "book": "book.build",
    "verify": "authoring.verify",
    "train": "authoring.train",
    "real": "room.real",
}


def main(argv: list[str] | None = None) -> int:
    """Runs one verb. Returns the exit status: 0 done, 1 the verb found faults, 2 cannot be done."""
    argv = sys.argv[1:] if argv is None else argv
    if not argv or (argv[0].startswith("-") and argv[0] not in ("-h", "--help")):
        argv = ["lab", *argv]
    parser = argparse.ArgumentParser(
        prog="python -m course_utils",
        description=say("verb-none"),
    )
    parsers = parser.add_subparsers(dest="verb", metavar="VERB")
    try:
        for verb, module in VERBS.items():
            summary = say(f"verb-{verb}")
            verb_parser = parsers.add_parser(verb, help=summary, description=summary)
            if verb == argv[0]:
                asked = importlib.import_module(f"course_utils.{module}")
                asked.add_arguments(verb_parser)
        args = parser.parse_args(argv)
        return asked.run(args)
    except CourseError as error:
        print(error, file=sys.stderr)
    except ModuleNotFoundError as error:
        package, _, inside = (error.name or "").partition(".")
        if inside in NOT_FOR_A_CLASS:
            print(say("class-copy-lacks", verb=argv[0]), file=sys.stderr)
        elif package == "course_utils":
            raise
        else:
            print(say("package-missing", package=error.name), file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
