"""What `nbgrader_config.py` adds to nbgrader: preprocessors for autograding and for feedback.

nbgrader 0.9.6 gives full points to a check cell whose result is NaN, negative, no number or
missing, and none to one that writes to stderr; a copied cell stops the grading of a whole class;
and the feedback page shows the hidden checks. These preprocessors mend that.
"""

from __future__ import annotations

import ast
import html
import re
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_output
from nbgrader import utils
from nbgrader.preprocessors import (
    ClearHiddenTests,
    DeduplicateIds,
    NbGraderPreprocessor,
    OverwriteCells,
)

from course_utils.checks.assignments import grade_id, read_notebook, setup_cells
from course_utils.messages import CourseError, say

GUARD = "course_guard"  # marks the cells that are there only while the notebook runs
_NUMBER = re.compile(r"\d+(\.\d+)?(e[+-]?\d+)?")
_ANSI = re.compile(r"\x1b\[[0-9;]*m")


class UniqueCells(DeduplicateIds):
    """Takes nbgrader's metadata from copies of a cell, so that they are ordinary cells.

    nbgrader keeps the last of them too, but leaves empty metadata that fail its own validation.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        nb, resources = super().preprocess(nb, resources)
        for cell in nb.cells:
            if cell.metadata.get("nbgrader") == {}:
                del cell.metadata["nbgrader"]
        return nb, resources


class RestoredCells(OverwriteCells):
    """As nbgrader's, but a graded cell that the gradebook does not know becomes an ordinary cell,
    and a deleted check cell comes back even when the cells before it were deleted too."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, cell_index: int
    ) -> tuple[NotebookNode, dict]:
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if "nbgrader" in cell.metadata and "grade_id" not in cell.metadata.nbgrader:
            del cell.metadata["nbgrader"]
        return cell, resources

    def add_missing_grade_cells(
        self, nb: NotebookNode, resources: dict
    ) -> tuple[NotebookNode, dict]:
        source = self.gradebook.find_notebook(self.notebook_id, self.assignment_id)
        graded = {cell.name: cell.max_score for cell in source.grade_cells}
        solutions = {cell.name for cell in source.solution_cells}
        place = 0  # after the cell that precedes the missing one in the source
        for original in source.source_cells:
            ids = [grade_id(cell) for cell in nb.cells]
            if original.name in ids:
                place = ids.index(original.name) + 1
            elif original.name in graded:
                points, by_hand = graded[original.name], original.name in solutions
                nb.cells.insert(place, self.missing_cell_transform(original, points, by_hand))
                place += 1
        return nb, resources


class FreshNames(NbGraderPreprocessor):
    """Before the notebook runs: a cell ahead of each check cell repeats the set-up cells' imports
    and loads the checks anew, so that an answer that defines its own `Check` or `torch`, or changes
    ours, is not judged by it."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        lines = [
            "__import__('importlib').reload(__import__('sys').modules['course_utils.checks.check'])",
            "from course_utils import Check",
            *self._imports(resources),
        ]
        cells = []
        for cell in nb.cells:
            if _is_check(cell):
                guard = {GUARD: cell.metadata.nbgrader["grade_id"]}
                cells.append(new_code_cell("\n".join(lines), metadata=guard))
            cells.append(cell)
        nb.cells = cells
        return nb, resources

    def _imports(self, resources: dict) -> list[str]:
        """Import lines of the set-up cells as the authors wrote them."""
        course = self.config.get("CourseDirectory", {})
        name = resources["nbgrader"]["assignment"]
        source = Path(course.get("root", ".")) / course.get("source_directory", "source")
        try:
            book = read_notebook(source / name / f"{resources['nbgrader']['notebook']}.ipynb")
        except CourseError:
            return []
        return [
            ast.unparse(node)
            for cell in setup_cells(book)
            for node in ast.parse(cell).body
            if isinstance(node, (ast.Import, ast.ImportFrom))
        ]


class StrictVerdict(NbGraderPreprocessor):
    """After the notebook ran: a check cell's points are its one result, a number from 0 to the
    maximum. Any other result becomes an error, which nbgrader counts as 0; stderr costs nothing."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        guards = {c.metadata[GUARD]: c.outputs for c in nb.cells if GUARD in c.metadata}
        nb.cells = [cell for cell in nb.cells if GUARD not in cell.metadata]
        for cell in filter(_is_check, nb.cells):
            guard = guards.get(cell.metadata.nbgrader["grade_id"], [])  # `grade` needs none
            broken = [o for o in guard if _is_error(o)]
            points = float(cell.metadata.nbgrader["points"])
            cell.outputs = judged([*cell.outputs, *broken], points)
        return nb, resources


def _is_check(cell: NotebookNode) -> bool:
    return cell.cell_type == "code" and utils.is_grade(cell) and not utils.is_solution(cell)


def _is_error(output: NotebookNode) -> bool:
    return output.output_type == "error"


def judged(outputs: list[NotebookNode], points: float) -> list[NotebookNode]:
    """The outputs of a check cell such that nbgrader's own rule gives the right points: it goes by
    the first that is an error, stderr or a result, so an error has to come first."""
    errors = [output for output in outputs if _is_error(output)]
    outputs = [o for o in outputs if o.output_type != "stream" or o.name != "stderr"]
    results = [o for o in outputs if o.output_type == "execute_result"]
    texts = [str(result.data.get("text/plain", "")).strip() for result in results]
    one = len(texts) == 1 and _NUMBER.fullmatch(texts[0]) and float(texts[0]) <= points
    if one and not errors:
        return outputs
    if not errors:
        got = ", ".join(texts)[:80] or say("verdict-nothing")
        text = say("verdict-none", got=got, points=f"{points:g}")
        errors = [new_output("error", ename="NoVerdict", evalue=text, traceback=[text])]
    return errors + [output for output in outputs if not _is_error(output)]


class HideHiddenChecks(NbGraderPreprocessor):
    """For the feedback page: takes out the hidden checks and every output line that shows one."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        clear = ClearHiddenTests(parent=self)
        secrets: set[str] = set()
        for cell in nb.cells:
            before = cell.source.split("\n")
            # A student may have written the markers anywhere else.
            if not _is_check(cell) or not clear._remove_hidden_test_region(cell):
                continue
            kept = set(cell.source.split("\n"))
            secrets |= {line.strip() for line in before if line not in kept}
            for output in cell.get("outputs", []):
                if output.output_type == "error":  # its traceback shows the lines around
                    output.traceback = [f"{output.ename}: {output.evalue}"]
        visible = "\n".join(cell.source for cell in nb.cells)
        secrets = {line for line in secrets if len(line) > 3 and line not in visible}
        for cell in nb.cells:
            for output in cell.get("outputs", []):
                _hide(output, secrets)
        return nb, resources


def _hide(output: NotebookNode, secrets: set[str]) -> None:
    if output.output_type == "error":
        output.traceback = [_hidden(text, secrets) for text in output.traceback]
        output.evalue = _hidden(output.evalue, secrets)
    elif output.output_type == "stream":
        output.text = _hidden(output.text, secrets)
    else:
        for kind, value in output.data.items():
            if isinstance(value, str) and kind.startswith("text/"):
                output.data[kind] = _hidden(value, secrets)


def _hidden(text: str, secrets: set[str]) -> str:
    """The text without the lines that hold a secret one."""

    def shows(line: str) -> bool:
        plain = _ANSI.sub("", line)
        return any(s in form for s in secrets for form in (plain, html.unescape(plain)))

    lines = text.split("\n")
    if not any(map(shows, lines)):
        return text
    return "\n".join(say("feedback-hidden") if shows(line) else line for line in lines)
