"""The book's front page: the promise, the moving mask, three findings, and how to begin.

Its text is `front/index.md`, a template; its numbers are counted in the repository when the book is
built, and its findings (`front/findings.toml`) have their pictures and numbers from stored outputs.
"""

from __future__ import annotations

import base64
import html
import io
import re
import shutil
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Template

from nbformat import NotebookNode
from PIL import Image

from course_utils.authoring import claim_tables
from course_utils.checks.assignments import (
    assignment_names,
    notebook_path,
    read_assignment,
    read_notebook,
)
from course_utils.figures import SHARPNESS
from course_utils.files import COURSE, LAB
from course_utils.messages import CourseError, say
from course_utils.room.start_page import chapter_table
from course_utils.what_held import HOLDS, NOT_HERE, WEAKER, read_held

from . import moving_mask
from .links import binder

PARTS = Path(__file__).parent / "front"
FINDINGS = PARTS / "findings.toml"
STYLE, SCRIPT = "front.css", "front.js"  # in the static folder, for the front page alone
WELCOME = "00_welcome"

_NUMBER = re.compile(r'\[([^\]]+)\]\(([\w/-]+) "([^"]+)"\)')
_TIMES = ("Reading", "Solving")  # the rows of the table that a chapter begins with
_MINUTES = re.compile(r"(\d+) minutes")
_PICTURE = re.compile(r'<img alt="([^"]*)"[^>]*src="data:image/png;base64,([^"]+)"')
_SET_UP = re.compile(r"^\| set-up[^|]*\| ([^|]+) \| ([^|,]+)", re.M)


def front_page(source: Path, static: Path, repository: str) -> None:
    """Writes `index.md` into `source`, the folder of the book's sources, and into `static` the
    pictures, `STYLE` and `SCRIPT`.

    The links lead to `notebooks/` and `docs/` as from README.md. `repository`: the address of the
    course, without which there is no button for Binder. Raises `CourseError` if a finding says a
    number that its cell does not print.
    """
    static.mkdir(parents=True, exist_ok=True)
    for name in (STYLE, SCRIPT):
        shutil.copyfile(PARTS / name, static / name)
    page = Template((PARTS / "index.md").read_text(encoding="utf-8"))
    text = page.substitute(
        counts(COURSE),
        buttons=_buttons(repository),
        figure=_raw(moving_mask.figure()),
        findings="\n".join(_show(finding, static) for finding in findings(COURSE)),
        contents="\n".join(_contents(COURSE)),
        begin=_begin(repository),
    )
    (source / "index.md").write_text(text, encoding="utf-8")


def _raw(text: str) -> str:
    """HTML for a Markdown page, whatever lines it has."""
    return f"```{{raw}} html\n{text}```\n"


# --- findings -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Finding:
    """A title, a text whose numbers were found in their cells, and the picture of a cell."""

    title: str
    text: str
    chapter: str
    cell: str
    link: str  # of the chapter, at the picture's cell
    png: bytes
    alt: str


def findings(course: Path, file: Path = FINDINGS) -> list[Finding]:
    """What `file` tells, with pictures from the stored outputs in `solutions/`.

    Raises `CourseError` for a number that no cell prints and for a cell without a picture.
    """
    book = claim_tables.chapters(course)
    return [
        _finding(course, file, row, book)
        for row in tomllib.loads(file.read_text(encoding="utf-8"))["finding"]
    ]


def _finding(
    course: Path, file: Path, row: dict[str, str], book: dict[str, claim_tables.Chapter]
) -> Finding:
    said = {"file": file.name, "finding": row["title"]}
    for number, place, words in _NUMBER.findall(row["text"]):
        if not _is_printed(number, words, _printed(book, place)):
            fault = say("front-not-printed", **said, number=number, cell=place, words=words)
            raise CourseError(fault)
    if loose := re.search(r"\d[\d.,]*", _NUMBER.sub("", row["text"])):
        raise CourseError(say("front-not-measured", **said, number=loose[0]))
    chapter, _, cell = row["picture"].partition("/")
    found = _picture(course, chapter, cell)
    if found is None:
        raise CourseError(say("front-no-picture", **said, cell=row["picture"]))
    alt, png = found
    text = " ".join(_NUMBER.sub(r"\1", row["text"]).split())
    link = f"[{book[chapter].title}](notebooks/{chapter}/{chapter}.ipynb#cell-id={cell})"
    return Finding(row["title"], text, chapter, cell, link, png, alt)


def _printed(book: dict[str, claim_tables.Chapter], place: str) -> tuple[str, ...]:
    chapter, _, cell = place.partition("/")
    found = book[chapter].cells.get(cell) if chapter in book else None
    return found.printed if found else ()


def _is_printed(number: str, words: str, lines: tuple[str, ...]) -> bool:
    """Whether a line with these words has the number, and not as a part of another number."""
    whole = re.compile(rf"(?<![\d.]){re.escape(number)}(?![\d]|\.\d)")
    return any(words in line and whole.search(" ".join(line.split())) for line in lines)


def _picture(course: Path, chapter: str, cell: str) -> tuple[str, bytes] | None:
    """(alt text, PNG) of the first picture among a cell's stored outputs."""
    try:
        notebook = read_notebook(notebook_path(course / "solutions", chapter))
    except CourseError:
        return None
    for output in _outputs(notebook, cell):
        if found := _PICTURE.search(output.get("data", {}).get("text/html", "")):
            return html.unescape(found[1]), base64.b64decode(found[2])
    return None


def _outputs(notebook: NotebookNode, cell: str) -> Iterator[NotebookNode]:
    for one in notebook.cells:
        if one.get("id") == cell:
            yield from one.get("outputs", ())


def _show(finding: Finding, static: Path) -> str:
    """A finding as Markdown; its picture goes into `static`."""
    name = f"front-{finding.chapter}-{finding.cell}.png"
    (static / name).write_bytes(finding.png)
    with Image.open(io.BytesIO(finding.png)) as image:
        width, height = image.width // SHARPNESS, image.height // SHARPNESS
    picture = (
        f'<a class="finding" href="_static/{name}"><img src="_static/{name}" '
        f'alt="{html.escape(finding.alt)}" width="{width}" height="{height}" loading="lazy"></a>\n'
    )
    return (
        f"### {finding.title}\n\n{_raw(picture)}\n{finding.text}\n\n"
        f"{say('front-from', link=finding.link)}\n"
    )


# --- what is counted ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Length:
    """The minutes that a chapter announces, for reading (0: not said) and for solving."""

    reading: int
    solving: int


def lengths(course: Path) -> dict[str, Length]:
    """Chapter -> what the table at its beginning announces (the welcome has none)."""
    solutions = course / "solutions"
    found = {}
    for name in _cores(course):
        cells = read_notebook(notebook_path(solutions, name)).cells
        lines = cells[0].source.split("\n")
        rows = [next((line for line in lines if f"**{row}**" in line), "") for row in _TIMES]
        reading, solving = ([int(m) for m in _MINUTES.findall(row)] or [0] for row in rows)
        found[name] = Length(reading[0], solving[-1])  # before the sittings; with the capstone
    return found


def _cores(course: Path) -> list[str]:
    """The chapters without their labs."""
    return [name for name in assignment_names(course / "solutions") if not name.endswith(LAB)]


def counts(course: Path) -> dict[str, object]:
    """The numbers of the page, as the repository has them."""
    cores, solutions = _cores(course), course / "solutions"
    times = lengths(course).values()
    claims = Counter(claim.verdict for claim in claim_tables.read_claims(course).values())
    held = Counter(row.verdict for row in read_held(course).values())
    set_up = _SET_UP.search((course / "README.md").read_text(encoding="utf-8"))
    if set_up is None:
        raise CourseError(say("front-no-set-up", path=course / "README.md"))
    true, conditions, wrong, unverifiable = (claims[v] for v in claim_tables.VERDICTS)
    exercises = [len(read_assignment(notebook_path(solutions, name)).exercises) for name in cores]
    return {
        "chapters": sum(name != WELCOME for name in cores),
        "reading": round(sum(time.reading for time in times) / 60),
        "solving": round(sum(time.solving for time in times) / 60),
        "exercises": sum(exercises),
        "wrong": f"{sum(1 for _ in (course / 'tests' / 'gallery').rglob('reject-*.py')):,}",
        "claims": claims.total(),
        "true": true,
        "conditions": conditions,
        "false": wrong,
        "open": unverifiable,
        "statements": held.total(),
        "held": held[HOLDS],
        "weaker": held[WEAKER],
        "not_here": held[NOT_HERE],
        "setup": set_up[1].strip(),
        "disk": set_up[2].strip(),
    }


def _contents(course: Path) -> Iterator[str]:
    """A list of the chapters: title, what one can do afterwards, how long it takes."""
    times = lengths(course)
    for number, (name, (title, able)) in enumerate(chapter_table().items()):
        line = f"{number}. **[{title}](notebooks/{name}/{name}.ipynb)**: {able}"
        time = times[name]
        if time.reading:
            line += f" · {say('front-minutes', reading=time.reading, solving=time.solving)}"
        yield line


# --- how to begin ---------------------------------------------------------------------------------


def _binder(repository: str) -> str:
    """Where Binder opens the course's first notebook; "" without a repository."""
    return binder(repository, f"notebooks/{WELCOME}/{WELCOME}.ipynb")


def _buttons(repository: str) -> str:
    first = f"[{say('front-first')}](notebooks/{WELCOME}/{WELCOME}.ipynb)"
    local = f"[{say('front-local')}](#how-to-begin)"
    live = [f"[{say('front-binder')}]({_binder(repository)})"] if repository else []
    return f'<div class="buttons">\n\n{" ".join([first, *live, local])}\n\n</div>\n'


def _begin(repository: str) -> str:
    """How to open the course, from Binder if it has an address, and locally."""
    commands = say("front-commands-here")
    if repository:
        name = repository.removesuffix("/").removesuffix(".git").split("/")[-1]
        commands = say("front-commands", repository=repository, name=name)
    parts = [say("front-begin-local"), f"```text\n{commands}\n```", say("front-begin-after")]
    if repository:
        parts.insert(0, say("front-begin-binder", address=_binder(repository)))
    return "\n\n".join(parts)
