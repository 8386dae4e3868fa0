"""The page on which the course opens: its chapters, and how far the learner is.

The page is a file, `START.md`, which git ignores. Jupyter's server writes it anew each time it is
opened, so it is up to date and needs no kernel.
"""

from __future__ import annotations

import contextlib
import re
from typing import Any

from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager

from course_utils.checks import progress_log
from course_utils.checks.progress_log import Chapter, Progress, show_points
from course_utils.files import COURSE, LAB, WORKPLACE, write_whole
from course_utils.messages import say

LANDING_PAGE = "START.md"
# A row of the chapter table in README.md: number, title, link, what one can do afterwards.
_ROW = re.compile(r"\| \d\d \| \[([^\]]+)\]\(notebooks/(\w+)/[^)]+\) \| ([^|]+) \|")


def page() -> str:
    """The landing page, in Markdown."""
    chapters = progress_log.chapters()
    if not chapters:
        return f"# {say('landing-title')}\n\n{say('lab-no-notebooks')}\n"
    known = chapter_table()
    titles = {chapter.name: known.get(chapter.name, (chapter.name, "")) for chapter in chapters}
    columns = [say(f"landing-{name}") for name in ("chapter", "able", "solved", "points", "time")]
    lines = [
        f"# {say('landing-title')}",
        _next_step(chapters, titles),
        " ".join(Progress(chapters).summary[:-1]),
        f"## {say('landing-chapters')}",
        "\n".join(
            [
                f"| {' | '.join(columns)} |",
                "|:--|:--|:--|:--|:--|",
                *(_row(chapter, *titles[chapter.name]) for chapter in chapters),
            ]
        ),
        Progress(chapters).summary[-1],
        say("landing-fresh"),
        say("landing-more"),
    ]
    return "\n\n".join(lines) + "\n"


def chapter_table() -> dict[str, tuple[str, str]]:
    """Chapter -> (title, what one can do afterwards), as README.md has them."""
    try:
        text = (COURSE / "README.md").read_text(encoding="utf-8")
    except OSError:
        return {}
    return {name: (title, able) for title, name, able in _ROW.findall(text)}


def _link(text: str, name: str) -> str:
    return f"[{text}](notebooks/{name}/{name}.ipynb)"


def _row(chapter: Chapter, title: str, able: str) -> str:
    lab, place = f"{chapter.name}{LAB}", _link(title, chapter.name)
    if (WORKPLACE / "notebooks" / lab).is_dir():
        place += f" · {_link(say('landing-lab'), lab)}"
    cells = (
        f"{chapter.name.split('_')[0]} {place}",
        able,
        f"{chapter.solved} / {len(chapter.rows)}",
        show_points(chapter.points, chapter.max_points),
        say("landing-minutes", minutes=chapter.minutes_left),
    )
    return f"| {' | '.join(cells)} |"


def _next_step(chapters: list[Chapter], titles: dict[str, tuple[str, str]]) -> str:
    """Where to go on: in the chapter that was worked in last, else in the first unfinished one."""
    times = {c.name: [row.last for row in c.rows if row.last] for c in chapters}
    if not any(times.values()):
        first = chapters[0].name
        return say("landing-start", link=_link(titles[first][0], first))
    left = [chapter for chapter in chapters if chapter.solved < len(chapter.rows)]
    if not left:
        return say("landing-done")
    tried = [chapter for chapter in left if times[chapter.name]]
    chapter = max(tried, key=lambda c: max(times[c.name])) if tried else left[0]
    row = next(row for row in chapter.rows if row.state != "passed")
    link = _link(titles[chapter.name][0], chapter.name)
    return say("landing-next", link=link, exercise=row.exercise, minutes=row.minutes)


def write_page() -> None:
    """Brings `START.md` up to date; where nothing can be written, it stays as it is."""
    path = WORKPLACE / LANDING_PAGE
    new = page().encode()
    with contextlib.suppress(OSError):
        if not path.is_file() or path.read_bytes() != new:
            write_whole(path, new)


class CourseFiles(AsyncLargeFileManager):
    """Jupyter's own files, with the landing page brought up to date whenever it is opened."""

    async def get(self, path: str, *args: Any, **kwargs: Any) -> dict[str, Any]:
        if path.strip("/") == LANDING_PAGE:
            write_page()
        return await super().get(path, *args, **kwargs)
