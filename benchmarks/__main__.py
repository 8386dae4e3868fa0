"""`make bench`: all benchmarks, or those named, in one table.

    python -m benchmarks [NAME ...] [--write]

Run it on a machine that does nothing else: ten to fifteen minutes on two cores. `--write` puts the
table, with the day and the machine in words, into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import datetime
import importlib
import os
import platform
import sys
from pathlib import Path

from benchmarks.rows import HEAD, Row
from course_utils.files import COURSE
from course_utils.room.lab import course_environment

NAMES = ("grading", "check", "verify", "generate", "notebooks", "explorers", "start")
PAGE = COURSE / "docs" / "benchmarks.md"
TEXT = """# Benchmarks

Made by `make bench ARGS="{names} --write"`, on {day}, on {machine}.

Each row has the course and its peer, measured in the same run. Below 1 in the last column the
course needs less; where the unit is "a minute" or "a second", more is better.

{table}
"""


def machine() -> str:
    """This machine in words."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        chip = next(
            line.partition(":")[2].strip() for line in lines if line.startswith("model name")
        )
    except (OSError, StopIteration):
        chip = platform.processor() or platform.machine()
    return (
        f"{os.cpu_count()} cores ({chip}), {platform.system()}, Python {platform.python_version()}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--write", action="store_true", help=f"write docs/{PAGE.name}")
    args = parser.parse_args()
    if unknown := set(args.names) - set(NAMES):
        parser.error(f"no benchmark {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    os.environ.update(course_environment())
    print(HEAD)
    rows: list[Row] = []
    for name in args.names or NAMES:
        for row in importlib.import_module(f"benchmarks.{name}").rows():
            rows.append(row)
            print(row, flush=True)
    if args.write:
        table = "\n".join([HEAD, *map(str, rows)])
        day = datetime.date.today().isoformat()
        names = " ".join(args.names or NAMES)
        text = TEXT.format(names=names, day=day, machine=machine(), table=table)
        PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
