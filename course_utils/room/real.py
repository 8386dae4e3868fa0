"""The verb `real`: installs two models that others trained, and people's text, for chapter 10.

They are ordinary packages, pinned as the extra `real` in pyproject.toml. Nothing else in the course
needs them. `--measure` is for authors: it measures what the chapter stores (authoring/measure.py).
"""

from __future__ import annotations

import argparse
import importlib
import shutil
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, version

from course_utils.bootstrap import Installer
from course_utils.files import COURSE
from course_utils.language import real_weights
from course_utils.messages import CourseError, say

EXTRA = "real"


def pins() -> list[str]:
    """The packages with their versions, as "gguf==0.19.0"."""
    text = (COURSE / "pyproject.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["project"]["optional-dependencies"][EXTRA]


def to_install() -> list[str]:
    """The pins that are not there, or not in this version, or whose weights are damaged."""
    found = []
    damaged = {real.package for name, real in real_weights.REAL.items() if _is_damaged(name)}
    for pin in pins():
        name, wanted = pin.split("==")
        try:
            there = version(name) == wanted and name.replace("-", "_") not in damaged
        except PackageNotFoundError:
            there = False
        if not there:
            found.append(pin)
    return found


def _is_damaged(name: str) -> bool:
    try:
        real_weights.packaged(name)
    except CourseError:
        return True
    return False


def install() -> None:
    """Brings the packages and the converted weights into place; says what it does."""
    wanted = to_install()
    if wanted:
        print(say("real-sizes", download=real_weights.MEGABYTES_TOLD, disk=_megabytes()))
        print(say("real-licences"), flush=True)
        # Without what they ask for (llm, llama-cpp-python, sentence-transformers, pandas): the course
        # reads their files and runs none of their code. What gguf asks for is in the lock.
        options = ["--no-deps", "--only-binary", ":all:", "--force-reinstall"]
        installer = _installer()
        if not installer.pip("install", *options, *wanted, total=len(wanted)):
            raise CourseError(say("real-pip", log=installer.log))
        installer.forget_downloads()
        importlib.invalidate_caches()
        for name in real_weights.REAL:
            real_weights.packaged(name)  # says which file is not the one that is meant
    if not real_weights.is_converted():
        print(say("real-convert", folder=real_weights.CACHE), flush=True)
    real_weights.converted(progress=sys.stderr.isatty())
    print(say("real-installed"))


def remove() -> None:
    """Takes the packages and the converted weights away."""
    names = [pin.split("==")[0] for pin in pins()]
    installer = _installer()
    if not installer.pip("uninstall", "--yes", *names):
        raise CourseError(say("real-pip", log=installer.log))
    if real_weights.CACHE.exists():
        try:
            shutil.rmtree(real_weights.CACHE)
        except OSError as error:
            reason = error.strerror
            raise CourseError(say("real-cache", folder=real_weights.CACHE, why=reason)) from error
    print(say("real-removed"))


def _installer() -> Installer:
    """pip for the Python that runs this, as the set-up uses it."""
    installer = Installer(COURSE)
    installer.python = sys.executable
    try:
        installer.cache.mkdir(exist_ok=True)
        installer.log.touch()
    except OSError as error:
        folder, reason = installer.cache, error.strerror
        raise CourseError(say("real-cache", folder=folder, why=reason)) from error
    return installer


def _megabytes() -> int:
    return real_weights.MEGABYTES_UNPACKED + real_weights.MEGABYTES_CONVERTED


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--measure", action="store_true", help=say("help-real-measure"))
    what.add_argument("--remove", action="store_true", help=say("help-real-remove"))


def run(args: argparse.Namespace) -> int:
    if args.measure:
        from course_utils.authoring.measure import measure

        measure()
    elif args.remove:
        remove()
    else:
        install()
    return 0
