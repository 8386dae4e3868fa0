"""The tables of docs/: what the five documents claim, which of the course's statements hold on real
models, and which ideas the course teaches.

`docs/claims.toml`, `docs/what-held.toml` and `docs/checklist.toml` are written by hand. `release`
makes a page of each, and `release --check` compares them with the notebooks: a claim or a statement
stands beside the cells that settle it and the lines that these print, an idea beside the cell that
teaches it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from course_utils.checks.assignments import assignment_names, notebook_path, read_notebook
from course_utils.files import LAB
from course_utils.messages import CourseError, say
from course_utils.what_held import HELD, Held, read_held, read_rows, read_table

CLAIMS, CHECKLIST = Path("docs/claims.toml"), Path("docs/checklist.toml")
PAGES = {
    CLAIMS: Path("docs/documents-measured.md"),
    HELD: Path("docs/what-held.md"),
    CHECKLIST: Path("docs/checklist.md"),
}
# How the tag of a cell begins that a row of the table names.
TAGS = {CLAIMS: "claim:", HELD: "held:", CHECKLIST: "idea:"}

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

    words: ClassVar[dict[str, tuple[str, ...]]] = {"verdict": VERDICTS, "kind": KINDS}
    verdicts: ClassVar[tuple[str, ...]] = VERDICTS

    @property
    def figures(self) -> list[tuple[str, str]]:
        """("chapter/cell id", lines of its output), in the order of the table."""
        return list(self.prints.items())

    @property
    def tagged(self) -> tuple[str, ...]:
        """The cells that carry the claim's tag."""
        return tuple(self.prints)


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
    return read_rows(course, CLAIMS, Claim)


def read_checklist(course: Path) -> dict[str, dict[str, str]]:
    """Chapter -> row -> its words."""
    return read_table(course / CHECKLIST)


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
    """How the tables and the notebooks disagree, one sentence each; [] without tables."""
    found: list[str] = []
    if (course / CLAIMS).is_file():
        found += _lines_astray(CLAIMS, read_claims(course), chapters(course))
    if (course / HELD).is_file():
        found += _lines_astray(HELD, read_held(course), chapters(course))
    if (course / CHECKLIST).is_file():
        found += _rows_astray(read_checklist(course), chapters(course))
    return found


def _lines_astray(
    table: Path, rows: dict[str, Claim] | dict[str, Held], book: dict[str, Chapter]
) -> Iterator[str]:
    for name, row in rows.items():
        tag = f"{TAGS[table]}{name}"
        for place, figure in row.figures:
            cell = _cell(book, place)
            if cell is None:
                yield say("docs-cell", table=table, id=name, cell=place)
                continue
            if place in row.tagged and tag not in cell.tags:
                yield say("docs-untagged", table=table, id=name, cell=place, tag=tag)
                continue
            if not cell.heading:
                yield say("docs-heading", id=name, cell=place)
            for line in figure.rstrip("\n").split("\n"):
                if not _is_printed(line, cell.printed):
                    yield say("docs-printed", table=table, id=name, cell=place, line=line)
    for name, place in _tagged(book, TAGS[table]):
        if name not in rows or place not in rows[name].tagged:
            yield say("docs-tag", cell=place, tag=f"{TAGS[table]}{name}", table=table)


def _rows_astray(checklist: dict[str, dict[str, str]], book: dict[str, Chapter]) -> Iterator[str]:
    wanted = {(row, chapter) for row, chapter, _ in _rows(checklist)}
    there = {}
    for row, place in _tagged(book, TAGS[CHECKLIST]):
        there[row, place.split("/")[0]] = place
        if (row, place.split("/")[0]) not in wanted:
            yield say("docs-tag", cell=place, tag=f"{TAGS[CHECKLIST]}{row}", table=CHECKLIST)
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
    makers = {CLAIMS: _claims_page, HELD: _held_page, CHECKLIST: _checklist_page}
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


def _means(word: str) -> str:
    return say(f"docs-{word.replace(' ', '-')}-means")


def _in_a_table(text: str) -> str:
    return text.replace("|", "&#124;")


def _claims_page(course: Path) -> str:
    claims, book = read_claims(course), chapters(course)
    _need_cells(CLAIMS, claims, book)
    lines = [
        f"# {say('docs-claims-title')}",
        "",
        _made_from(CLAIMS),
        "",
        say("docs-claims-intro", count=len(claims)),
        "",
        *_counts(claims, book, "docs-claims"),
        "",
        say("docs-claims-reading"),
        "",
        *(f"- **{_word(kind)}**: {_means(kind)}" for kind in KINDS),
        "",
        say("docs-claims-documents"),
        "",
        *(f"- **{code}**: {_word(code)}" for code in DOCUMENTS),
    ]
    for chapter, own in _by_chapter(claims, book):
        lines += ["", f"## {chapter.title}"]
        for name, claim in own.items():
            kinds = [claim.kind] * len(claim.prints)
            said = f"> *{claim.where}:* {claim.says}"
            lines += ["", *_block(name, claim, said, kinds, book), claim.truth]
    return "\n".join(lines) + "\n"


def _held_page(course: Path) -> str:
    rows, book = read_held(course), chapters(course)
    _need_cells(HELD, rows, book)
    lines = [
        f"# {say('docs-held-title')}",
        "",
        _made_from(HELD),
        "",
        say("docs-held-intro", count=len(rows)),
        "",
        *_counts(rows, book, "docs-statements"),
        "",
        say("docs-held-reading"),
        "",
        *(f"- **{_word(verdict)}**: {_means(verdict)}" for verdict in Held.verdicts),
        "",
        f"## {say('docs-held-all')}",
        "",
        f"| {say('docs-checklist-row')} | {say('docs-statement')} | {say('docs-verdict')} |",
        "|:--|:--|:--|",
    ]
    for _, own in _by_chapter(rows, book):
        for name, row in own.items():
            lines.append(f"| {name} | {_in_a_table(row.statement)} | {_word(row.verdict)} |")
    for chapter, own in _by_chapter(rows, book):
        lines += ["", f"## {chapter.title}"]
        for name, row in own.items():
            said = f"> {row.statement}"
            lines += ["", *_block(name, row, said, ["tiny", "real"], book), row.why]
    return "\n".join(lines) + "\n"


def _need_cells(table: Path, rows: dict, book: dict[str, Chapter]) -> None:
    for name, row in rows.items():
        for place, _ in row.figures:
            if _cell(book, place) is None:
                raise CourseError(say("docs-cell", table=table, id=name, cell=place))


def _by_chapter(rows: dict, book: dict[str, Chapter]) -> Iterator[tuple[Chapter, dict]]:
    """(chapter, its rows) for each chapter whose core or lab has the first figure of any."""
    for chapter in book.values():
        own = {name: row for name, row in rows.items() if _home(row) == chapter.name}
        if own:
            yield chapter, own


def _home(row: Claim | Held) -> str:
    return row.figures[0][0].split("/")[0].removesuffix(LAB)


def _counts(rows: dict, book: dict[str, Chapter], what: str) -> list[str]:
    """How many rows of each verdict each chapter has; `what`: the message that names the rows."""
    verdicts = next(iter(rows.values())).verdicts if rows else ()
    head = [say("docs-chapter"), *map(_word, verdicts), say(what)]
    lines = [f"| {' | '.join(head)} |", "|:--" + "|--:" * (len(verdicts) + 1) + "|"]
    for chapter, own in _by_chapter(rows, book):
        link = f"[{chapter.title}](../notebooks/{chapter.name}/{chapter.name}.ipynb)"
        lines.append(_row(link, verdicts, own))
    return [*lines, _row(f"**{say('docs-all')}**", verdicts, rows)]


def _row(first: str, verdicts: tuple[str, ...], rows: dict) -> str:
    counts = Counter(row.verdict for row in rows.values())
    numbers = [*(counts[verdict] for verdict in verdicts), len(rows)]
    return f"| {first} | " + " | ".join(map(str, numbers)) + " |"


def _block(
    name: str, row: Claim | Held, said: str, kinds: list[str], book: dict[str, Chapter]
) -> list[str]:
    """A row of the page but for its last sentence: heading, what is said, what was printed where;
    `kinds` says of each figure how it was found."""
    lines = [f"### {name} · {_word(row.verdict)}", "", said, ""]
    for kind, (place, figure) in zip(kinds, row.figures, strict=True):
        chapter, cell = place.split("/")
        number, section = int(chapter.split("_")[0]), book[chapter].link(cell)
        key = "docs-settled-in-lab" if chapter.endswith(LAB) else "docs-settled-in"
        lines += [say(key, kind=_word(kind), number=number, section=section), ""]
        lines += ["```text", figure.rstrip("\n"), "```", ""]
    return lines


def _checklist_page(course: Path) -> str:
    checklist, book = read_checklist(course), chapters(course)
    places: dict[tuple[str, str], str] = {}
    for row, place in _tagged(book, TAGS[CHECKLIST]):
        chapter, cell = place.split("/")
        places.setdefault((row, chapter), book[chapter].link(cell))
    ideas = {row for rows in checklist.values() for row in rows}
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
        lines.append(f"| {row} | {_in_a_table(words)} | {places[row, chapter]} |")
    return "\n".join(lines) + "\n"
