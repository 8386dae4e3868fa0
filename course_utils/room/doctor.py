"""Looks whether everything that the course needs is in place, and says what to do where it is not.

>>> check_environment()          # in a notebook: a small table

The verb `doctor` prints the same. Only the standard library is needed, so that it works, and says
so, when packages are missing.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from course_utils.files import COURSE, WORKPLACE
from course_utils.messages import CourseError, say


@dataclass(frozen=True)
class Row:
    """One thing that was looked at. `advice` is empty when it is in order."""

    what: str
    wanted: str
    found: str
    advice: str = ""


class Report(tuple[Row, ...]):
    """The rows of `check_environment`, shown as a table."""

    @property
    def ok(self) -> bool:
        """Whether everything is in order."""
        return not any(row.advice for row in self)

    @property
    def summary(self) -> str:
        """One sentence for all rows."""
        if self.ok:
            return say("doctor-fine")
        return say("doctor-faults", count=sum(bool(row.advice) for row in self))

    def __str__(self) -> str:
        lines = [self.summary]
        width = max(len(row.what) for row in self)
        for row in self:
            mark = "!" if row.advice else " "
            lines.append(f"{mark} {row.what:{width}}  {row.wanted:>10}  {row.found}")
            if row.advice:
                lines.append(f"    {row.advice}")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        heads = "".join(
            f'<th scope="col" style="text-align: left">{escape(say(key))}</th>'
            for key in ("doctor-what", "doctor-wanted", "doctor-found", "doctor-advice")
        )
        body = ""
        for row in self:
            cells = (row.wanted, row.found, row.advice or say("doctor-row-fine"))
            body += f'<tr><th scope="row" style="text-align: left">{escape(row.what)}</th>'
            body += "".join(f'<td style="text-align: left">{escape(c)}</td>' for c in cells)
            body += "</tr>"
        return (
            f"<p><strong>{escape(self.summary)}</strong></p>"
            f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
        )


def version_numbers(text: str) -> tuple[int, ...]:
    """The leading numbers of a version: "2.13.0rc1" gives (2, 13, 0)."""
    return tuple(int(number) for number in re.findall(r"\d+", text.split("+")[0])[:3])


def _python() -> Row:
    found = ".".join(map(str, sys.version_info[:3]))
    advice = "" if sys.version_info >= (3, 11) else say("doctor-python")
    return Row("Python", ">= 3.11", found, advice)


def _packages() -> Iterator[Row]:
    """The packages that `pyproject.toml` asks for, with the oldest version it allows."""
    text = (COURSE / "pyproject.toml").read_text(encoding="utf-8")
    for requirement in tomllib.loads(text)["project"]["dependencies"]:
        name, wanted = requirement.split(">=")
        try:
            found = version(name)
        except PackageNotFoundError:
            yield Row(name, f">= {wanted}", "-", say("doctor-missing", package=name))
            continue
        old = version_numbers(found) < version_numbers(wanted)
        yield Row(name, f">= {wanted}", found, say("doctor-old", package=name) if old else "")


def _models() -> Iterator[Row]:
    from course_utils.language.models import MODELS, TINY, check_files

    for name in MODELS:
        what, wanted = say("doctor-model", name=name), say("doctor-complete")
        try:
            check_files(TINY / name)
        except CourseError as error:
            yield Row(what, wanted, say("doctor-damaged"), str(error))
        else:
            size = sum(file.stat().st_size for file in (TINY / name).iterdir())
            yield Row(what, wanted, f"{size / 1e6:.1f} MB")


def _real_models() -> Iterator[Row]:
    """Nobody needs them: that they are not there is no fault."""
    from course_utils.language import real_weights

    for name, real in real_weights.REAL.items():
        what, wanted = say("doctor-real", name=name), say("doctor-optional")
        if real_weights.missing():
            yield Row(what, wanted, say("doctor-real-absent"))
            continue
        try:
            folder = real_weights.packaged(name)
        except CourseError as error:
            yield Row(what, wanted, say("doctor-damaged"), str(error))
        else:
            size = sum((folder / file).stat().st_size for file in real.files)
            yield Row(what, wanted, f"{size / 1e6:.1f} MB")


def _writable(folder: Path) -> Row:
    name = say("doctor-course") if folder == WORKPLACE else folder.name
    what, wanted = say("doctor-folder", folder=name), say("doctor-writable")
    try:
        with tempfile.TemporaryFile(dir=folder):
            return Row(what, wanted, wanted)
    except OSError:
        return Row(what, wanted, "-", say("doctor-not-writable", folder=folder))


def check_environment() -> Report:
    """Python, packages, tiny models and write permission: one row each, advice where one is off."""
    folders = [WORKPLACE]
    if (WORKPLACE / "notebooks").is_dir():
        folders.append(WORKPLACE / "notebooks")
    return Report([_python(), *_packages(), *_models(), *_real_models(), *map(_writable, folders)])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The verb has no options."""


def run(args: argparse.Namespace) -> int:
    report = check_environment()
    print(report)
    return 0 if report.ok else 1
