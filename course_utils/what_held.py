"""The table "What held": general statements of the course, what its tiny models say to them, and
what two real ones do.

`docs/what-held.toml` is written by hand. Chapter 10 reads its rows here, and `release` makes
`docs/what-held.md` of it (`authoring/claim_tables.py`).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from course_utils.files import COURSE
from course_utils.messages import CourseError, say

HELD = Path("docs/what-held.toml")
HOLDS, WEAKER, NOT_HERE = VERDICTS = ("holds", "holds weaker", "does not hold here")


@dataclass(frozen=True)
class Held:
    """A general statement. `chapter` and `cell` name cells, "chapter/cell id": the one that measures
    it on the tiny models, and the one of chapter 10; `tiny` and `real` are lines that they print."""

    statement: str
    chapter: str
    tiny: str
    cell: str
    real: str
    verdict: str
    why: str

    words: ClassVar[dict[str, tuple[str, ...]]] = {"verdict": VERDICTS}
    verdicts: ClassVar[tuple[str, ...]] = VERDICTS

    @property
    def number(self) -> int:
        """The number of the chapter that makes the statement."""
        return int(self.chapter.split("_")[0])

    @property
    def figures(self) -> list[tuple[str, str]]:
        """("chapter/cell id", lines of its output): the tiny models' cell, the real ones' cell. Both
        may be one, where no earlier chapter measures it."""
        return [(self.chapter, self.tiny), (self.cell, self.real)]

    @property
    def tagged(self) -> tuple[str, ...]:
        """The cells that carry the row's tag."""
        return (self.cell,)


def read_held(course: Path = COURSE) -> dict[str, Held]:
    """Id ("R-01") -> row, in the order of the file."""
    return read_rows(course, HELD, Held)


Row = TypeVar("Row")


def read_rows(course: Path, table: Path, kind: type[Row]) -> dict[str, Row]:
    """Id -> row of a table that is written by hand. `kind.words` gives, for some fields, the words
    that may stand there."""
    found = {}
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    for name, data in read_table(course / table).items():
        there = isinstance(data, dict) and set(data) == set(names)
        if not there or not all(data.values()):
            raise CourseError(say("docs-fields", table=table, id=name, fields=", ".join(names)))
        for field, words in kind.words.items():  # type: ignore[attr-defined]
            if data[field] not in words:
                raise CourseError(
                    say("docs-words", table=table, id=name, field=field, words=", ".join(words))
                )
        found[name] = kind(**data)
    return found


def read_table(path: Path) -> dict[str, Any]:
    """A TOML file; a CourseError says why it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CourseError(say("docs-toml", path=path, why=error)) from None
