"""The tables of docs/: what the five documents claim, and which ideas of theirs the course teaches.

`docs/claims.toml` and `docs/checklist.toml` are written by hand. `release` makes a page of each,
and `release --check` compares them with the notebooks: a claim stands beside the cell that settles
it and the lines that this cell prints, an idea beside the cell that teaches it.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from course_utils.checks.assignments import assignment_names, notebook_path, read_notebook
from course_utils.files import LAB
from course_utils.messages import CourseError, say

CLAIMS, CHECKLIST = Path("docs/claims.toml"), Path("docs/checklist.toml")
PAGES = {CLAIMS: Path("docs/documents-measured.md"), CHECKLIST: Path("docs/checklist.md")}

# Words of the tables. The pages have each as the message `docs-<word>`.
VERDICTS = ("true", "true with conditions", "wrong", "unverifiable")
KINDS = ("measured", "computed", "source")
DOCUMENTS = ("S0", "S1", "S2", "S3", "S4")
EVERY_CHAPTER = "every-chapter"
TODAY = "T-"  # begins the row of an idea that came after the documents
CUT = " …"  # ends a figure's line that is longer in the notebook

_HEADING = re.compile(r"^#{2,3} (?!Exercise |Thought question )(.+)$", re.M)


@dataclass(frozen=True)
class Claim:
    """A statement of the documents. `prints` maps "chapter/cell id" to lines of its output."""

    where: str
    says: str
    verdict: str
    kind: str
    truth: str
    prints: dict[str, str]

    @property
    def chapter(self) -> str:
        """The chapter that settles it, in its core or in its lab."""
        return next(iter(self.prints)).split("/")[0].removesuffix(LAB)


@dataclass(frozen=True)
class Cell:
    """A cell of a source notebook: its tags, the lines that it printed, the section it is in."""

    kind: str
    tags: tuple[str, ...]
    printed: tuple[str, ...]
    heading: str


@dataclass(frozen=True)
class Chapter:
    """A source notebook: its title, and its cells by id."""

    name: str
    title: str
    cells: dict[str, Cell]

    def link(self, cell: str) -> str:
        """A Markdown link to a cell of the learners' notebook, named after its section."""
        path = f"../notebooks/{self.name}/{self.name}.ipynb"
        return f"[{self.cells[cell].heading}]({path}#cell-id={cell})"


# --- reading --------------------------------------------------------------------------------------


def read_claims(course: Path) -> dict[str, Claim]:
    """Id -> claim, in the order of the file."""
    claims = {}
    for name, data in _read(course / CLAIMS).items():
        if set(data) != set(Claim.__annotations__) or not all(data.values()):
            raise CourseError(say("docs-fields", id=name, fields=", ".join(Claim.__annotations__)))
        if data["verdict"] not in VERDICTS or data["kind"] not in KINDS:
            words = ", ".join((*VERDICTS, *KINDS))
            raise CourseError(say("docs-words", id=name, words=words))
        claims[name] = Claim(**data)
    return claims


def read_checklist(course: Path) -> dict[str, dict[str, str]]:
    """Chapter -> row -> its words."""
    return _read(course / CHECKLIST)


def _read(path: Path) -> dict:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise CourseError(say("docs-toml", path=path, why=error)) from None


def chapters(course: Path) -> dict[str, Chapter]:
    """Name -> chapter, for each notebook of `solutions/`."""
    solutions = course / "solutions"
    paths = [notebook_path(solutions, name) for name in assignment_names(solutions)]
    return {path.stem: _chapter(path, path.stat().st_mtime_ns) for path in paths}


@lru_cache(maxsize=32)
def _chapter(path: Path, changed: int) -> Chapter:
    notebook = read_notebook(path)
    heading, cells = "", {}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            heading = (_HEADING.findall(cell.source) or [heading])[-1]
        printed = "".join(o.text for o in cell.get("outputs", []) if o.get("name") == "stdout")
        lines = tuple(line.rstrip() for line in printed.split("\n"))
        tags = tuple(cell.metadata.get("tags", ()))
        cells[cell.id] = Cell(cell.cell_type, tags, lines, heading)
    title = notebook.cells[0].source.split("\n")[0].removeprefix("# ")
    return Chapter(path.stem, title, cells)


# --- comparing with the notebooks -----------------------------------------------------------------


def problems(course: Path) -> list[str]:
    """How the two tables and the notebooks disagree, one sentence each; [] without tables."""
    found: list[str] = []
    if (course / CLAIMS).is_file():
        found += _claims_astray(read_claims(course), chapters(course))
    if (course / CHECKLIST).is_file():
        found += _rows_astray(read_checklist(course), chapters(course))
    return found


def _claims_astray(claims: dict[str, Claim], book: dict[str, Chapter]) -> Iterator[str]:
    for name, claim in claims.items():
        for place, figure in claim.prints.items():
            cell = _cell(book, place)
            if cell is None or f"claim:{name}" not in cell.tags:
                yield say("docs-cell", id=name, cell=place)
                continue
            if not cell.heading:
                yield say("docs-heading", id=name, cell=place)
            for line in figure.rstrip("\n").split("\n"):
                if not _is_printed(line, cell.printed):
                    yield say("docs-printed", id=name, cell=place, line=line)
    for name, place in _tagged(book, "claim:"):
        if name not in claims or place not in claims[name].prints:
            yield say("docs-tag", cell=place, tag=f"claim:{name}", table=CLAIMS)


def _rows_astray(checklist: dict[str, dict[str, str]], book: dict[str, Chapter]) -> Iterator[str]:
    wanted = {(row, chapter) for row, chapter, _ in _rows(checklist)}
    there = {}
    for row, place in _tagged(book, "idea:"):
        there[row, place.split("/")[0]] = place
        if (row, place.split("/")[0]) not in wanted:
            yield say("docs-tag", cell=place, tag=f"idea:{row}", table=CHECKLIST)
        elif not _cell(book, place).heading:
            yield say("docs-heading", id=row, cell=place)
    for row, chapter in sorted(wanted - set(there)):
        yield say("docs-row", id=row, chapter=chapter)


def _rows(checklist: dict[str, dict[str, str]]) -> Iterator[tuple[str, str, str]]:
    """(row, chapter, words): the rows of a chapter, then those that every chapter has."""
    for chapter, own in checklist.items():
        if chapter != EVERY_CHAPTER:
            for row, words in (own | checklist.get(EVERY_CHAPTER, {})).items():
                yield row, chapter, words


def _cell(book: dict[str, Chapter], place: str) -> Cell | None:
    chapter, _, cell = place.partition("/")
    return book[chapter].cells.get(cell) if chapter in book else None


def _tagged(book: dict[str, Chapter], prefix: str) -> Iterator[tuple[str, str]]:
    """(what the tag names, "chapter/cell id") for each tag of a kind."""
    for chapter in book.values():
        for cell_id, cell in chapter.cells.items():
            for tag in cell.tags:
                if tag.startswith(prefix):
                    yield tag.removeprefix(prefix), f"{chapter.name}/{cell_id}"


def _is_printed(line: str, printed: tuple[str, ...]) -> bool:
    if line.endswith(CUT):
        return any(p.startswith(line.removesuffix(CUT)) for p in printed)
    return bool(line.strip()) and line.rstrip() in printed


# --- the pages ------------------------------------------------------------------------------------


def pages(course: Path) -> dict[Path, bytes]:
    """Path -> content of the pages; {} for a course without these tables."""
    makers = {CLAIMS: _claims_page, CHECKLIST: _checklist_page}
    return {
        PAGES[table]: make(course).encode()
        for table, make in makers.items()
        if (course / table).is_file()
    }


def _made_from(table: Path) -> str:
    return f"<!-- {say('docs-made-from', table=table)} -->"


def _word(word: str) -> str:
    """A word of the tables as the pages have it."""
    return say(f"docs-{word.replace(' ', '-')}")


def _claims_page(course: Path) -> str:
    claims, book = read_claims(course), chapters(course)
    used = [
        chapter for name, chapter in book.items() if name in {c.chapter for c in claims.values()}
    ]
    lines = [
        f"# {say('docs-claims-title')}",
        "",
        _made_from(CLAIMS),
        "",
        say("docs-claims-intro", count=len(claims)),
        "",
        *_counts(claims, used),
        "",
        say("docs-claims-reading"),
        "",
        *(f"- **{_word(kind)}**: {say(f'docs-{kind}-means')}" for kind in KINDS),
        "",
        say("docs-claims-documents"),
        "",
        *(f"- **{code}**: {_word(code)}" for code in DOCUMENTS),
    ]
    for chapter in used:
        lines += ["", f"## {chapter.title}"]
        for name, claim in claims.items():
            if claim.chapter == chapter.name:
                lines += ["", *_block(name, claim, book)]
    return "\n".join(lines) + "\n"


def _counts(claims: dict[str, Claim], used: list[Chapter]) -> list[str]:
    head = [say("docs-chapter"), *map(_word, VERDICTS), say("docs-claims")]
    rows = [f"| {' | '.join(head)} |", "|:--" + "|--:" * 5 + "|"]
    whole: Counter[str] = Counter()
    for chapter in used:
        counts = Counter(c.verdict for c in claims.values() if c.chapter == chapter.name)
        whole += counts
        link = f"[{chapter.title}](../notebooks/{chapter.name}/{chapter.name}.ipynb)"
        rows.append(_row(link, counts))
    return [*rows, _row(f"**{say('docs-all')}**", whole)]


def _row(first: str, counts: Counter[str]) -> str:
    numbers = [counts[verdict] for verdict in VERDICTS]
    return f"| {first} | " + " | ".join(str(n) for n in (*numbers, sum(numbers))) + " |"


def _block(name: str, claim: Claim, book: dict[str, Chapter]) -> list[str]:
    """A claim of the page: heading, the documents' words, what was printed where, the truth."""
    lines = [f"### {name} · {_word(claim.verdict)}", "", f"> *{claim.where}:* {claim.says}", ""]
    for place, figure in claim.prints.items():
        if _cell(book, place) is None:
            raise CourseError(say("docs-cell", id=name, cell=place))
        chapter, cell = place.split("/")
        number = chapter.split("_")[0].lstrip("0")
        section, kind = book[chapter].link(cell), _word(claim.kind)
        key = "docs-settled-in-lab" if chapter.endswith(LAB) else "docs-settled-in"
        lines += [say(key, kind=kind, number=number, section=section), ""]
        lines += ["```text", figure.rstrip("\n"), "```", ""]
    return [*lines, claim.truth]


def _checklist_page(course: Path) -> str:
    checklist, book = read_checklist(course), chapters(course)
    places: dict[tuple[str, str], str] = {}
    for row, place in _tagged(book, "idea:"):
        chapter, cell = place.split("/")
        places.setdefault((row, chapter), book[chapter].link(cell))
    ideas = [row for rows in checklist.values() for row in rows]
    count = sum(not row.startswith(TODAY) for row in ideas)
    lines = [f"# {say('docs-checklist-title')}", "", _made_from(CHECKLIST), ""]
    lines += [say("docs-checklist-intro", count=count, today=len(ideas) - count)]
    titles = (say(f"docs-{title}") for title in ("checklist-row", "idea", "section"))
    head, before = f"| {' | '.join(titles)} |", ""
    for row, chapter, words in _rows(checklist):
        if (row, chapter) not in places:
            raise CourseError(say("docs-row", id=row, chapter=chapter))
        if chapter != before:
            lines += ["", f"## {book[chapter].title}", "", head, "|:--|:--|:--|"]
            before = chapter
        lines.append(f"| {row} | {words.replace('|', '&#124;')} | {places[row, chapter]} |")
    return "\n".join(lines) + "\n"
