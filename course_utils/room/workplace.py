"""A reader's own folder, where one installation of the course serves many.

What is only read lies there as links into the installation, so that the paths in the notebooks and in
README.md, and the commands, are the same as everywhere; notebooks are copies.
"""

from __future__ import annotations

import shutil
from pathlib import Path

READ = (
    *(".venv", "course_utils", "docs", "Makefile", "nbgrader_config.py", "README.md"),
    *("CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE"),
)
_IGNORED = shutil.ignore_patterns(".*", "*.kept-*.ipynb")


def furnish(course: Path, workplace: Path) -> None:
    """Brings a reader's folder up to date with the installation `course`: links, and a copy of each
    notebook folder that is not there yet. What the reader has stays as it is; a whole course folder
    of their own, as an instructor has one with `solutions/`, is left alone. Raises OSError.
    """
    if workplace == course or (workplace / "solutions").is_dir():
        return
    workplace.mkdir(mode=0o700, parents=True, exist_ok=True)  # other readers cannot enter
    for name in READ:
        link, target = workplace / name, course / name
        if link.is_symlink() and link.readlink() != target:  # the installation has moved
            link.unlink()
        if target.exists() and not link.exists():
            link.symlink_to(target)
    (workplace / "notebooks").mkdir(exist_ok=True)
    for folder in sorted((course / "notebooks").iterdir()):
        if folder.is_dir() and not (workplace / "notebooks" / folder.name).exists():
            _copy(folder, workplace / "notebooks" / folder.name)


def _copy(folder: Path, target: Path) -> None:
    """Copies a notebook's folder in one step, writable however the installation is protected."""
    aside = target.with_name(f".{target.name}")
    shutil.rmtree(aside, ignore_errors=True)
    shutil.copytree(folder, aside, ignore=_IGNORED, copy_function=shutil.copyfile)
    for path in (aside, *aside.rglob("*/")):
        path.chmod(0o755)
    aside.rename(target)
