"""A course of one small chapter with two exercises and a thought question, for tests."""

from __future__ import annotations

import copy
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from course_utils.files import COURSE

NAME = "90_scratch"

SETUP = "import torch\nfrom course_utils import Check\n\nSCALE = 2.0"

DOUBLE = '''def double(x: torch.Tensor) -> torch.Tensor:
    """Twice x; shape and dtype as x."""
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION'''

LARGEST = '''def largest(x: torch.Tensor) -> int:
    """The index of the largest value; x: float [n]."""
    ### BEGIN SOLUTION
    return int(x.argmax())
    ### END SOLUTION'''


def code(cell_id: str, source: str, **metadata) -> dict:
    return new_code_cell(source, id=cell_id, metadata=metadata)


def markdown(cell_id: str, source: str, **metadata) -> dict:
    return new_markdown_cell(source, id=cell_id, metadata=metadata)


def nbgrader(grade_id: str, cell_type: str = "code", **data) -> dict:
    given = {"grade": False, "solution": False, "locked": False, "task": False, **data}
    named = {"grade_id": grade_id, "schema_version": 3, "cell_type": cell_type}
    return {"nbgrader": {**named, **given}}


def exercise(number: str, name: str, answer: str, visible: str, hidden: str) -> list[dict]:
    slug = name.replace("_", "-")
    check = f'with Check("{name}", points={{points}}{{more}}) as check:\n{{body}}\ncheck.result'
    visible = check.format(points=1, more="", body=visible)
    hidden = check.format(points=2, more=", hidden=True", body=hidden)
    return [
        markdown(
            f"{slug}-task",
            f"### Exercise {number} · `{name}`\n*Difficulty 1 of 5 · 5 minutes · 3 points*\n\nDo it.",
        ),
        code(f"{slug}-answer", answer, **nbgrader(name, solution=True)),
        code(
            f"{slug}-check",
            visible,
            **nbgrader(f"check_{name}", grade=True, locked=True, points=1),
        ),
        code(
            f"{slug}-hidden",
            "# Hidden checks run when the notebook is graded.\n"
            f"### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS",
            **nbgrader(f"hidden_{name}", grade=True, locked=True, points=2),
        ),
        markdown(
            f"{slug}-hints",
            "\n".join(
                f"<details><summary>Hint {n}</summary>\n\nThink.\n\n</details>" for n in (1, 2, 3)
            ),
        ),
    ]


def notebook() -> nbformat.NotebookNode:
    cells = [
        markdown("title", "# Scratch"),
        code("setup", SETUP, tags=["setup"]),
        *exercise(
            "90.1",
            "double",
            DOUBLE,
            "    x = torch.tensor([1.0, -2.0])\n"
            "    y = check.run(x)\n"
            '    check.tensor(y, shape=(2,), dtype="float")\n'
            '    check.close(y, SCALE * x, mistakes={"check-nan": x * x})',
            "    x = torch.arange(6.0).reshape(2, 3)\n"
            "    check.close(check.run(x), x + x)  # secret of double",
        ),
        *exercise(
            "90.2",
            "largest",
            LARGEST,
            "    check.equal(check.run(torch.tensor([1.0, 3.0, 2.0])), 1)",
            "    secret_of_largest = torch.tensor([-1.0, -3.0])\n"
            "    check.equal(check.run(secret_of_largest), 0)",
        ),
        markdown("why-question", "### Question 90.3\n*2 points*\n\nWhy?"),
        markdown(
            "why-answer",
            "Because.",
            **nbgrader("why", "markdown", grade=True, solution=True, points=2),
        ),
        code("end", "print(int(double(torch.tensor([4.0]))) if False else 'the end')"),
    ]
    metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    made = new_notebook(cells=cells, metadata=metadata)
    for count, cell in enumerate((c for c in made.cells if c.cell_type == "code"), start=1):
        cell.execution_count = count
        points = cell.metadata.get("nbgrader", {}).get("points")
        if points:
            shown = {"text/plain": f"{float(points)}"}
            cell.outputs = [new_output("execute_result", shown, execution_count=count)]
    made.cells[-1].outputs = [new_output("stream", name="stdout", text="the end\n")]
    return made


def cell(book: nbformat.NotebookNode, cell_id: str) -> nbformat.NotebookNode:
    (found,) = [cell for cell in book.cells if cell.id == cell_id]
    return found


def make(folder: Path, book: nbformat.NotebookNode | None = None) -> Path:
    """Writes the course (one chapter, the repository's nbgrader configuration) into a folder."""
    path = folder / "solutions" / NAME / f"{NAME}.ipynb"
    path.parent.mkdir(parents=True)
    write(path, book or notebook())
    config = COURSE / "nbgrader_config.py"
    (folder / "nbgrader_config.py").write_text(config.read_text() if config.is_file() else "")
    return folder


def write(path: Path, book: nbformat.NotebookNode) -> None:
    path.write_text(nbformat.writes(book) + "\n", encoding="utf-8")


def put(book: nbformat.NotebookNode, cell_id: str, source: str) -> nbformat.NotebookNode:
    """Replaces the text of one cell."""
    cell(book, cell_id).source = source
    return book


def from_before(book: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The notebook as it was before the checks' modules had a folder of their own."""
    book = copy.deepcopy(book)
    for cell in book.cells:
        cell.source = cell.source.replace("from course_utils.exercises.", "from course_utils.")
    return book
