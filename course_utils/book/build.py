"""`book`: builds the course as a site of static pages, `dist/book`.

The site is made in a folder beside its place and put there when it is whole and every link of it
leads somewhere; until then, and if anything fails, the old one stays.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

import myst_nb  # noqa: F401  (with Sphinx below: named at once where the packages are missing)
import sphinx_book_theme  # noqa: F401

from course_utils.book import sources
from course_utils.book.links import checked_repository
from course_utils.book.site_check import faults, leave_out_unused
from course_utils.files import PACKAGE, course_folder
from course_utils.messages import CourseError, say

PLACE = Path("dist") / "book"
OURS = ".behind-the-mask-book"  # stands in a folder that this verb made and may replace
_SHOWN = 20  # faults that an error lists


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, metavar="DIR", help=say("help-book-out", place=PLACE))
    parser.add_argument("--repository", metavar="URL", help=say("help-book-repository"))


def run(args: argparse.Namespace) -> int:
    course = course_folder()
    asked = args.repository
    repository = checked_repository(repository_of(course) if asked is None else asked)
    began = time.monotonic()
    out = (args.out or course / PLACE).resolve()
    build(course, out, repository)
    files = [path for path in out.rglob("*") if path.is_file()]
    print(
        say(
            "book-done",
            place=out / "index.html",
            pages=sum(path.suffix == ".html" for path in files),
            megabytes=sum(path.stat().st_size for path in files) / 1e6,
            seconds=time.monotonic() - began,
        )
    )
    return 0


def repository_of(course: Path) -> str:
    """The address of the published course, `repository` in pyproject.toml; "" where there is none."""
    settings = tomllib.loads((course / "pyproject.toml").read_text(encoding="utf-8"))
    return settings.get("tool", {}).get("behind-the-mask", {}).get("repository", "")


def build(course: Path, out: Path, repository: str = "") -> None:
    """Builds the book into the folder `out`. A CourseError says why it could not be done; then `out`
    is as it was."""
    if out.exists() and not _may_replace(out):
        raise CourseError(say("book-not-ours", place=out))
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}-"))
    except OSError as error:
        raise CourseError(say("not-writable", path=out.parent, why=error.strerror)) from None
    try:
        site = work / "site"
        sources.write(course, work / "source", repository)
        _run_sphinx(work / "source", site, work / "doctrees")
        leave_out_unused(site)
        if found := faults(site):
            raise CourseError(say("book-faults", count=len(found), faults=_listed(found)))
        (site / OURS).touch()
        (site / ".nojekyll").touch()  # else GitHub Pages leaves out what begins with an underscore
        _swap(site, out, work / "old")
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _may_replace(out: Path) -> bool:
    return out.is_dir() and ((out / OURS).is_file() or not any(out.iterdir()))


def _swap(site: Path, out: Path, old: Path) -> None:
    """Puts `site` in the place of `out`, and what was there into `old`."""
    if out.exists():
        os.replace(out, old)
    try:
        os.replace(site, out)
    except BaseException:
        if old.exists():
            os.replace(old, out)
        raise


def _run_sphinx(source: Path, site: Path, doctrees: Path) -> None:
    """Runs Sphinx, for which a warning is an error. Without `.buildinfo` and sources."""
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q"]
    command += ["-j", "auto", "-d", str(doctrees), str(source), str(site)]
    done = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True)
    if done.returncode:
        lines = (done.stderr or done.stdout).replace(f"{source}{os.sep}", "").splitlines()
        raise CourseError(say("book-sphinx", said=_listed([line for line in lines if line])))
    for name in (".buildinfo", "objects.inv"):
        (site / name).unlink(missing_ok=True)
    shutil.rmtree(site / "_sources", ignore_errors=True)


def _listed(lines: list[str]) -> str:
    more = ["…"] if len(lines) > _SHOWN else []
    return "\n".join([*lines[:_SHOWN], *more])
