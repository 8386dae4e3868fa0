"""Every sentence that the course's code says to a reader: a folder for each language, and in it a
TOML file for each area, `key = "sentence"`.

`say("key", field=...)` fills a sentence in. Code holds keys, never sentences, so that another
language needs another folder and nothing else. The language is that of the environment variable
COURSE_LANGUAGE, otherwise the course's own (`language` in pyproject.toml); where a sentence is
missing, or the whole language, the English one is said.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

from course_utils.files import COURSE

SENTENCES = Path(__file__).parent
ENGLISH = "en"


class CourseError(Exception):
    """Something the reader can mend: its text is one sentence that says what to do."""


def languages() -> list[str]:
    """The languages there are, as `en`."""
    return sorted(path.name for path in SENTENCES.iterdir() if any(path.glob("*.toml")))


def chosen_language() -> str:
    """The language that was asked for, whether there is one or not."""
    if asked := os.environ.get("COURSE_LANGUAGE"):
        return asked
    try:
        settings = tomllib.loads((COURSE / "pyproject.toml").read_text(encoding="utf-8"))
        return settings["tool"]["behind-the-mask"]["language"]
    except (OSError, ValueError, KeyError, TypeError):  # the package lies somewhere else
        return ENGLISH


def sentences(language: str) -> dict[str, str]:
    """key -> sentence, as far as this language has them. A `ValueError` names a file that is no
    TOML, and a key that stands in two files: one would win in silence."""
    found: dict[str, str] = {}
    if language not in languages():
        return found
    for path in sorted((SENTENCES / language).glob("*.toml")):
        try:
            area = tomllib.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
        if twice := found.keys() & area.keys():
            raise ValueError(f"{path}: {', '.join(sorted(twice))} stands in another file, too")
        found |= area
    return found


MESSAGES: dict[str, str] = sentences(ENGLISH) | sentences(chosen_language())


def say(key: str, **fields: object) -> str:
    """The sentence of `key` with its fields filled in. A `KeyError` names an unknown key."""
    return MESSAGES[key].format(**fields)
