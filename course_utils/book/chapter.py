"""A chapter's page: the learners' notebook, with the stored outputs of the lesson.

The page begins with what `release` gives to learners, so no solution, hidden check or rubric is
there to be taken out. From the notebook in `solutions/` come outputs alone, and only those of cells
that nobody answers or is graded by.
"""

from __future__ import annotations

import base64
import html
import io
import re
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from PIL import Image

from course_utils.book.links import Links, binder, cell_anchor
from course_utils.checks.assignments import HIDDEN, judged
from course_utils.messages import CourseError, say

_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_PICTURE = re.compile(
    r'<img alt="(?P<alt>[^"]*)" width="(?P<width>\d+)" src="data:image/png;base64,(?P<png>[^"]*)" />'
)
_STILL = "course-still"  # the class of the figure that stands for an explorer where nothing moves


def page(
    released: NotebookNode,
    solved: NotebookNode,
    *,
    source: str,
    links: Links,
    figures: Path,
) -> NotebookNode:
    """The notebook from which Sphinx makes the page of `source` (a path in the course).

    Pictures are written into `figures`, a folder below the sources.
    """
    outputs = {cell.id: cell.get("outputs", []) for cell in solved.cells}
    made = nbformat.v4.new_notebook(metadata=released.metadata)
    for number, cell in enumerate(released.cells):
        nbgrader = cell.metadata.get("nbgrader", {})
        if judged(nbgrader.get("grade_id", ""))[0] == HIDDEN:
            continue  # one line that says that there is one
        anchor = f'<div class="cell-anchor" id="{cell_anchor(cell.id)}"></div>'
        if cell.cell_type == "markdown":
            text = links.in_markdown(cell.source, source)
            if number == 0:
                title, _, rest = text.partition("\n")
                text = f"{title}\n\n{_how_to_run(source, links)}\n{rest}"
            made.cells.append(nbformat.v4.new_markdown_cell(f"{anchor}\n\n{text}"))
            continue
        made.cells.append(nbformat.v4.new_markdown_cell(anchor))
        shown = nbformat.v4.new_code_cell(cell.source)
        if not nbgrader:
            stem = f"{Path(source).stem}-{cell.id}"
            shown.outputs = _outputs(outputs[cell.id], stem, source, links, figures)
        folded = _folded(cell, nbgrader)
        if folded:
            shown.metadata = {"tags": ["hide-input"], "mystnb": {"code_prompt_show": folded}}
        made.cells.append(shown)
    return made


def _folded(cell: NotebookNode, nbgrader: dict) -> str:
    """What stands above a cell whose code is folded, or ""."""
    if nbgrader.get("grade") and not nbgrader.get("solution"):
        return say("book-folded-check")
    hidden = cell.metadata.get("jupyter", {}).get("source_hidden")
    return say("book-folded-code") if hidden else ""


def _how_to_run(source: str, links: Links) -> str:
    """HTML below the title: where the notebook runs."""
    ways = []
    if address := binder(links.repository, source):
        ways.append(f'<a class="on-binder" href="{address}">{say("book-binder")}</a>')
    download = f"notebooks/{Path(source).name}"
    ways.append(f'<a href="{download}" download>{say("book-download")}</a>')
    ways.append(f'<a href="index.html#how-to-begin">{say("book-here")}</a> <code>make lab</code>')
    label = html.escape(say("book-run-label"))
    items = "".join(f"<li>{way}</li>" for way in ways)
    return f'<nav class="how-to-run" aria-label="{label}"><ul>{items}</ul></nav>\n'


def _outputs(
    outputs: list[NotebookNode], stem: str, source: str, links: Links, figures: Path
) -> list[NotebookNode]:
    """The outputs as a page shows them; what only lives in JupyterLab is left out."""
    kept = []
    for number, output in enumerate(outputs):
        output = nbformat.from_dict(output)
        data = output.get("data", {})
        if any("widget" in kind for kind in data):
            continue
        if "text/html" in data:
            text = _STYLE.sub("", data["text/html"])
            text = _with_files(text, f"{stem}-{number}" if number else stem, figures)
            text = links.in_html(text, source)
            if _STILL in text:
                text += f'<p class="still-note">{html.escape(say("book-still"))}</p>'
            output["data"] = {"text/html": text}
        kept.append(output)
    return kept


def _with_files(text: str, stem: str, figures: Path) -> str:
    """HTML whose pictures are files: a link to the picture in full size around each."""

    def as_file(found: re.Match[str]) -> str:
        name = f"{stem}.webp"
        shown = int(found["width"])
        with Image.open(io.BytesIO(base64.b64decode(found["png"]))) as image:
            height = round(image.height * shown / image.width)
            image.convert("RGB").save(figures / name, lossless=True, method=4)
        address = f"{figures.parent.name}/{figures.name}/{name}"
        return (
            f'<a class="full-size" href="{address}"><img alt="{found["alt"]}" width="{shown}" '
            f'height="{height}" loading="lazy" decoding="async" src="{address}" /></a>'
        )

    text, count = _PICTURE.subn(as_file, text)
    if count > 1 or "data:image" in text:
        raise CourseError(say("book-picture", name=stem))
    return text
