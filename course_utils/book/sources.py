"""The folder that Sphinx makes the book from: a page for each notebook and for each page of docs/."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import nbformat

from course_utils.authoring.release import generate
from course_utils.book.chapter import page
from course_utils.book.front import front_page
from course_utils.book.links import Links
from course_utils.checks.assignments import assignment_names, notebook_path, read_notebook
from course_utils.files import LAB
from course_utils.messages import CourseError, say
from course_utils.room.start_page import chapter_table

SETTINGS = Path(__file__).parent / "sphinx"
DOWNLOADS = "downloads"  # what the site has beside its pages, below this folder of the sources
# Name of the page: path in the course. In the order of the table of contents.
TABLES = {
    "documents-measured": "docs/documents-measured.md",
    "what-held": "docs/what-held.md",
    "checklist": "docs/checklist.md",
    "glossary": "docs/glossary.md",
}
ABOUT = {
    "setup": "docs/setup.md",
    "teaching": "docs/teaching.md",
    "contributing": "CONTRIBUTING.md",
    "benchmarks": "docs/benchmarks.md",
    "changelog": "CHANGELOG.md",
}


def write(course: Path, source: Path, repository: str) -> None:
    """Writes all that Sphinx needs into the new folder `source`."""
    names = assignment_names(course / "solutions")
    if not names:
        raise CourseError(say("assignments-none", folder=course / "solutions"))
    shutil.copytree(SETTINGS, source)
    static = source / "_static"
    figures = static / "figures"
    downloads = source / DOWNLOADS / "notebooks"
    figures.mkdir()
    downloads.mkdir(parents=True)

    texts = TABLES | ABOUT
    pages = {path: name for name, path in texts.items()}
    pages |= {f"notebooks/{name}/{name}.ipynb": name for name in names}
    pages |= {"README.md": "index"}
    links = Links(course, pages, repository)

    for path, content in generate(course, names).items():
        (downloads / path.name).write_bytes(content)
        made = page(
            nbformat.reads(content.decode(), as_version=4),
            read_notebook(notebook_path(course / "solutions", path.stem)),
            source=f"notebooks/{path.as_posix()}",
            links=links,
            figures=figures,
        )
        nbformat.write(made, source / path.name)
    for name, relative in texts.items():
        text = (course / relative).read_text(encoding="utf-8")
        (source / f"{name}.md").write_text(links.in_markdown(text, relative), encoding="utf-8")
    front_page(source, static, repository)
    index = source / "index.md"
    titles = {name: title for name, (title, _) in chapter_table().items()}
    chapters = {name: f"{int(name[:2])} · {titles[name]}" for name in names if name in titles}
    labs = {f"{name}{LAB}": title for name, title in chapters.items() if f"{name}{LAB}" in names}
    parts = [
        links.in_markdown(index.read_text(encoding="utf-8"), "README.md"),
        _contents("book-chapters", chapters),
        _contents("book-labs", labs),
        _contents("book-tables", dict.fromkeys(TABLES)),
        _contents("book-about", dict.fromkeys(ABOUT)),
    ]
    index.write_text("".join(parts), encoding="utf-8")


def _contents(caption: str, titles: Mapping[str, str | None]) -> str:
    """A part of the table of contents, which stands in the panel on the left alone. `titles`: page
    -> its title there, None for its own."""
    lines = "\n".join(f"{title} <{name}>" if title else name for name, title in titles.items())
    return f"\n\n```{{toctree}}\n:hidden:\n:caption: {say(caption)}\n\n{lines}\n```\n"
