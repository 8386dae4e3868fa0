"""`release`: makes the learners' notebooks from the solutions, through nbgrader, and the pages of
docs/ from their tables; with `--zip` it packs them into the folder that a class gets.

nbgrader deletes the folder it generates into, so it works in a temporary copy, and only then each
notebook is put in its place. A notebook that somebody has worked in is kept beside it.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import logging
import re
import shutil
import sys
import tempfile
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from course_utils.authoring import claim_tables, class_copy, measure
from course_utils.checks.assignments import (
    assignment_names,
    notebook_path,
    read_assignment,
    read_notebook,
)
from course_utils.exercises import hunts
from course_utils.files import course_folder, in_git, keep_copy, write_whole
from course_utils.messages import CourseError, say

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
LAST_RELEASE = Path(".cache") / "released.json"
_KEPT_METADATA = {"nbgrader", "tags", "deletable", "editable", "jupyter", "collapsed"}
_WIDGET = "application/vnd.jupyter.widget-view+json"
_IGNORED = shutil.ignore_patterns(".*", "__pycache__", "*.pyc", "*.kept-*.ipynb")


# --- generating -----------------------------------------------------------------------------------


def generate(course: Path, names: list[str]) -> dict[Path, bytes]:
    """What nbgrader's generate_assignment makes of these chapters: path under `notebooks/` ->
    content. Touches nothing in the course's folder."""
    from nbgrader.converters import GenerateAssignment
    from nbgrader.converters.base import NbGraderException
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import PyFileConfigLoader

    made: dict[Path, bytes] = {}
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary).resolve()
        config = PyFileConfigLoader("nbgrader_config.py", path=str(course)).load_config()
        config.CourseDirectory.root = str(root)
        config.GenerateAssignment.no_database = True
        config.SaveCells.enabled = False  # no gradebook: that is `nbgrader generate_assignment`
        for name in names:
            shutil.copytree(course / "solutions" / name, root / "solutions" / name, ignore=_IGNORED)
            log = io.StringIO()
            logger = logging.Logger("release", logging.ERROR)
            logger.addHandler(logging.StreamHandler(log))
            coursedir = CourseDirectory(config=config, log=logger, assignment_id=name)
            converter = GenerateAssignment(coursedir=coursedir, config=config, log=logger)
            try:
                converter.start()
            except NbGraderException:
                raise CourseError(say("release-nbgrader", name=name, why=_reason(log))) from None
            folder = root / config.CourseDirectory.release_directory
            for path in sorted((folder / name).rglob("*")):
                if path.is_file():
                    made[path.relative_to(folder)] = path.read_bytes()
    return made


def _reason(log: io.StringIO) -> str:
    """The line of nbgrader's log that names the error."""
    lines = [line.strip() for line in log.getvalue().splitlines()]
    errors = [line for line in lines if re.match(r"[\w.]*(Error|Exception)\b", line)]
    return (errors or lines or ["no reason"])[-1].rstrip(".")


# --- putting in place -----------------------------------------------------------------------------


def put(course: Path, made: dict[Path, bytes]) -> list[str]:
    """Writes the generated files into `notebooks/`; returns what was done, one sentence each.

    Other files there stay. A notebook that is neither the last release nor as git has it may hold
    somebody's work: a copy `<name>.kept-<date>.ipynb` stays beside it.
    """
    done = []
    released = _last_release(course)
    for relative, content in made.items():
        target = course / "notebooks" / relative
        try:
            before = target.read_bytes() if target.exists() else None
            if before != content:
                known = before is None or released.get(relative.as_posix()) == _digest(before)
                if not known and before != in_git(course, target):
                    kept = keep_copy(target)
                    done.append(say("release-kept", path=_short(target, course), kept=kept.name))
                target.parent.mkdir(parents=True, exist_ok=True)
                write_whole(target, content)
                done.append(say("release-written", path=_short(target, course)))
        except OSError as error:
            raise CourseError(say("not-writable", path=target, why=error.strerror)) from None
        released[relative.as_posix()] = _digest(content)
    _remember_release(course, released)
    return done


def _pages(course: Path) -> dict[Path, bytes]:
    """What is made beside the notebooks: the pages of docs/ and the hunts' files."""
    return claim_tables.pages(course) | hunts.files(course)


def put_pages(course: Path) -> list[str]:
    """Writes those of `_pages` that have changed; returns what was done, one sentence each."""
    done = []
    for relative, content in _pages(course).items():
        if not (course / relative).is_file() or (course / relative).read_bytes() != content:
            write_whole(course / relative, content)
            done.append(say("release-written", path=relative))
    return done


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _last_release(course: Path) -> dict[str, str]:
    """File under `notebooks/` -> digest, as last released here; {} where nothing is known."""
    try:
        released = json.loads((course / LAST_RELEASE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return released if isinstance(released, dict) else {}


def _remember_release(course: Path, released: dict[str, str]) -> None:
    with contextlib.suppress(OSError):  # then the next release keeps a copy too many
        (course / LAST_RELEASE).parent.mkdir(exist_ok=True)
        write_whole(course / LAST_RELEASE, json.dumps(released, indent=1).encode())


def _short(path: Path, course: Path) -> Path:
    return path.relative_to(course)


# --- normalising ----------------------------------------------------------------------------------


def normalised(notebook: NotebookNode) -> str:
    """The text of a source notebook without the traces of a run: timings, editor state, versions,
    a widget's random name; execution counts in order. Outputs, ids, tags and nbgrader's metadata
    stay."""
    notebook = nbformat.from_dict(notebook)
    notebook.nbformat_minor = max(5, notebook.nbformat_minor)
    notebook.metadata = nbformat.from_dict(
        {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    )
    count = 0
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict(
            {key: value for key, value in cell.metadata.items() if key in _KEPT_METADATA}
        )
        if cell.cell_type != "code":
            continue
        if cell.execution_count is not None:
            count += 1
            cell.execution_count = count
        cell.outputs = _joined(cell.outputs)
        for number, output in enumerate(cell.outputs):
            if output.output_type == "execute_result":
                output.execution_count = cell.execution_count
            if "metadata" in output:
                output.metadata.pop("execution", None)
            widget = output.get("data", {}).get(_WIDGET)
            if widget:
                widget.model_id = f"{cell.id}-{number}"  # else another one after each run
    return nbformat.writes(notebook, version=4).rstrip("\n") + "\n"


def _joined(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """The outputs, where pieces of one stream that came apart by chance are one again."""
    joined: list[NotebookNode] = []
    for output in outputs:
        last = joined[-1] if joined else None
        same = last is not None and output.output_type == last.output_type == "stream"
        if same and output.name == last.name:
            last.text += output.text
        else:
            joined.append(output)
    return joined


# --- the verb -------------------------------------------------------------------------------------


def check(course: Path, names: list[str]) -> list[str]:
    """What is wrong with the sources and how `notebooks/` differs from them, one sentence each."""
    from course_utils.authoring.lint import problems

    found = []
    for name in names:
        path = notebook_path(course / "solutions", name)
        notebook = read_notebook(path)
        found += [say("lint", path=_short(path, course), problem=p) for p in problems(notebook)]
        if path.read_text(encoding="utf-8") != normalised(notebook):
            found.append(say("release-noise", path=_short(path, course)))
    found += claim_tables.problems(course) + measure.problems(course)
    if found:
        return found  # nbgrader would trip over the same faults, and say less
    made = {Path("notebooks", path): content for path, content in generate(course, names).items()}
    for relative, content in (made | _pages(course)).items():
        target = course / relative
        if not target.is_file():
            found.append(say("release-missing", path=_short(target, course)))
        elif target.read_bytes() != content:
            found.append(say("release-drift", path=_short(target, course)))
    if names == assignment_names(course / "solutions"):
        for extra in sorted(set(assignment_names(course / "notebooks")) - set(names)):
            found.append(say("release-extra", name=extra))
    return found


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "assignments", nargs="*", metavar="ASSIGNMENT", help=say("help-release-assignments")
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help=say("help-release-check"))
    what.add_argument("--normalise", action="store_true", help=say("help-release-normalise"))
    what.add_argument("--zip", type=Path, metavar="PATH", help=say("help-release-zip"))


def run(args: argparse.Namespace) -> int:
    course = course_folder()
    solutions = course / "solutions"
    names = assignment_names(solutions)
    if not names:
        raise CourseError(say("assignments-none", folder=solutions))
    if args.assignments:
        names = sorted({notebook_path(solutions, name).stem for name in args.assignments})
    if args.check:
        found = check(course, names)
        for problem in found:
            print(problem)
        print(say("release-checked", count=len(names), problems=len(found)))
        return 1 if found else 0
    target = class_copy.checked_target(args.zip) if args.zip else None
    if target and args.assignments:
        raise CourseError(say("class-copy-whole"))
    for name in names:
        path = notebook_path(solutions, name)
        if args.normalise:
            write_whole(path, normalised(read_notebook(path)).encode())
        read_assignment(path)  # names a missing or copied cell better than nbgrader does
    if target:
        print(class_copy.write(course, target, generate(course, names), _pages(course)))
        return 0
    done = put(course, generate(course, names)) + put_pages(course)
    for line in done or [say("release-nothing")]:
        print(line)
    print(say("release-done", count=len(names)), file=sys.stderr)
    return 0
