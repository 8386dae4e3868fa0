"""Where the links of the course's notebooks and pages lead in the book."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from course_utils.messages import CourseError, say

BRANCH = "main"
_REPOSITORY = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?")
_FENCED = re.compile(r"^(```+|~~~+).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_MARKDOWN_LINK = re.compile(r"\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<link>[^()\s]+)\)")
_HTML_LINK = re.compile(r'<a href="(?P<link>[^"]+)">(?P<text>.*?)</a>', re.DOTALL)
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)  # https:, mailto:
_CELL = "cell-id="  # how JupyterLab names a cell in a link


def cell_anchor(cell_id: str) -> str:
    """The id of a cell's place on its page."""
    return f"cell-{cell_id}"


def binder(repository: str, lab_path: str) -> str:
    """The address that opens a path of the course in JupyterLab on Binder; "" without a
    repository."""
    if not repository:
        return ""
    path = quote(f"lab/tree/{lab_path}", safe="")
    return f"https://mybinder.org/v2/gh/{_owner_and_name(repository)}/{BRANCH}?urlpath={path}"


def checked_repository(address: str) -> str:
    """The address without an ending; a CourseError where it is neither "" nor one of GitHub."""
    return f"https://github.com/{_owner_and_name(address)}" if address else ""


def _owner_and_name(address: str) -> str:
    found = _REPOSITORY.fullmatch(address)
    if found is None:
        raise CourseError(say("book-repository", address=address))
    return found[1]


class Links:
    """Turns links between the files of `course` into links between the pages of the book.

    `pages`: path in the course -> name of its page. What is not in the book leads to `repository`;
    without one the link's text is left.
    """

    def __init__(self, course: Path, pages: Mapping[str, str], repository: str) -> None:
        self.course, self.pages, self.repository = course, pages, repository

    def target(self, link: str, source: str) -> str | None:
        """Where `link` leads that stands in the file `source` (a path in the course); None where it
        leads nowhere. A CourseError names a link to a file that is not there."""
        if _ELSEWHERE.match(link):
            return link
        path, _, anchor = link.partition("#")
        if anchor.startswith(_CELL):
            anchor = cell_anchor(anchor.removeprefix(_CELL))
        anchor = f"#{anchor}" if anchor else ""
        if not path:
            return anchor
        meant = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        if meant in self.pages:
            return f"{self.pages[meant]}.html{anchor}"
        there = self.course / meant
        if meant.startswith("..") or not there.exists():
            raise CourseError(say("book-link-lost", source=source, link=link))
        kind = "tree" if there.is_dir() else "blob"
        return f"{self.repository}/{kind}/{BRANCH}/{meant}" if self.repository else None

    def in_markdown(self, text: str, source: str) -> str:
        """Markdown of `source` with its links turned; fenced code stays."""
        parts, last = [], 0
        for code in _FENCED.finditer(text):
            parts += [self._turned(_MARKDOWN_LINK, "[{}]({})", text[last : code.start()], source)]
            parts += [code[0]]
            last = code.end()
        return "".join([*parts, self._turned(_MARKDOWN_LINK, "[{}]({})", text[last:], source)])

    def in_html(self, text: str, source: str) -> str:
        """HTML of `source` with its links turned."""
        return self._turned(_HTML_LINK, '<a href="{1}">{0}</a>', text, source)

    def _turned(self, pattern: re.Pattern[str], form: str, text: str, source: str) -> str:
        def turn(found: re.Match[str]) -> str:
            target = self.target(found["link"], source)
            return found["text"] if target is None else form.format(found["text"], target)

        return pattern.sub(turn, text)
