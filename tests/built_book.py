"""The book, built once for all tests of a run that look at it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from filelock import FileLock

from course_utils.book import build
from course_utils.files import COURSE


def built_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built book; the first process that asks builds it, others wait."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    site = shared / "book"
    with FileLock(shared / "book.lock"):
        if not site.is_dir():
            build.build(COURSE, site)
    return site
