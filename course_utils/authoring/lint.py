"""What a chapter's source notebook must be like, checked cell by cell.

The rules that people would otherwise forget: ids that last, points in the prose that are the
points given, exercises with all their parts, hidden checks that stay hidden, outputs that repeat,
and prose in Markdown rather than in code.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator

from nbformat import NotebookNode

from course_utils.checks.assignments import (
    CHECK,
    HIDDEN,
    announced,
    cells_by_grade_id,
    grade_id,
    is_answer,
    judged,
    nbgrader_metadata,
)
from course_utils.checks.cell_needs import names_of
from course_utils.files import COURSE
from course_utils.messages import MESSAGES, say

LONGEST_TEXT = 60  # characters of a string literal in code
LONGEST_COMMENT = 100  # characters of a comment
MOST_COMMENTS = 3  # lines of comment in a row
HINTS = 3

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_RANDOM_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}.*)?")
_TAG = re.compile(r"(idea:S\d-\d{2,3}|idea:T-\d{2}|claim:[A-Z]\d{2,3}|held:R-\d{2})")
_QUESTION_POINTS = re.compile(r"(\d+(?:\.\d+)?) points?\b")
_HERE = re.escape(str(COURSE))
_NOISE = {
    "lint-output-path": re.compile(rf"(/(?:home|Users|tmp|root|mnt)/|[A-Z]:\\\\?\w|{_HERE})"),
    "lint-output-address": re.compile(r"\bat 0x[0-9a-f]{6,}"),
}
_DATA_WORDS = ("alt", "caption", "description", "read")  # arguments that are texts by nature


def problems(notebook: NotebookNode) -> list[str]:
    """What is wrong, one sentence each; [] for a notebook that is as it must be."""
    return [
        *_ids(notebook),
        *_exercises(notebook),
        *_questions(notebook),
        *_tags(notebook),
        *_code(notebook),
        *_names(notebook),
        *_outputs(notebook),
    ]


def _say(key: str, cell: NotebookNode, **fields: object) -> str:
    return say(key, cell=cell.get("id", "?"), **fields)


def _ids(notebook: NotebookNode) -> Iterator[str]:
    for name, count in Counter(cell.get("id") for cell in notebook.cells).items():
        if count > 1:
            yield say("lint-id-twice", cell=name)
    for cell in notebook.cells:
        name = cell.get("id") or ""
        if not _ID.fullmatch(name) or _RANDOM_ID.fullmatch(name):
            yield say("lint-id-form", cell=name)
    for name, cells in cells_by_grade_id(notebook).items():
        if len(cells) > 1:
            yield say("lint-grade-id-twice", cell=name)


# --- exercises and questions ----------------------------------------------------------------------


def _exercises(notebook: NotebookNode) -> Iterator[str]:
    by_id = {cell.get("id"): cell for cell in notebook.cells}
    places = {cell.get("id"): place for place, cell in enumerate(notebook.cells)}
    answers = [cell for cell in notebook.cells if is_answer(cell)]
    names = {grade_id(cell) for cell in answers}
    for answer in answers:
        name = grade_id(answer)
        slug = name.replace("_", "-")
        graded = any(
            nbgrader_metadata(cell).get("grade")
            for cell in notebook.cells
            if judged(grade_id(cell))[1] == name
        )
        parts = ["task", "answer", "check", "hidden", "hints"]
        if not graded:
            parts.remove("hidden")
        there = [part for part in parts if f"{slug}-{part}" in by_id]
        for part in parts:
            if part not in there:
                yield say("lint-part-missing", exercise=name, part=part, cell=f"{slug}-{part}")
        order = [places[f"{slug}-{part}"] for part in there]
        if order != sorted(order):
            yield say("lint-part-order", exercise=name)
        cells = {part: by_id[f"{slug}-{part}"] for part in there}
        yield from _answer(name, answer)
        if "check" in cells:
            yield from _check(name, cells["check"], CHECK, graded)
        if "hidden" in cells:
            yield from _check(name, cells["hidden"], HIDDEN, graded)
            yield from _hidden(cells["hidden"])
        if "task" in cells:
            yield from _announcement(name, cells, graded)
        if "hints" in cells and cells["hints"].source.count("<details>") != HINTS:
            yield _say("lint-hints", cells["hints"], count=HINTS)
    for cell in notebook.cells:
        kind, of = judged(grade_id(cell))
        if kind and of not in names:
            yield _say("lint-no-answer", cell, exercise=of)
        if "BEGIN HIDDEN TESTS" in cell.source and kind != HIDDEN:
            yield _say("lint-hidden-elsewhere", cell)


def _answer(name: str, cell: NotebookNode) -> Iterator[str]:
    data = nbgrader_metadata(cell)
    if data.get("grade") or data.get("locked"):
        yield _say("lint-answer-metadata", cell)
    if "### BEGIN SOLUTION" not in cell.source or "### END SOLUTION" not in cell.source:
        yield _say("lint-answer-markers", cell)
    tree = _tree(cell.source)
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == name]
    if not functions:
        yield _say("lint-answer-name", cell, exercise=name)
    for function in functions:
        arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
        if function.returns is None or any(a.annotation is None for a in arguments):
            yield _say("lint-answer-types", cell)
        if not ast.get_docstring(function):
            yield _say("lint-answer-docstring", cell)


def _check(name: str, cell: NotebookNode, kind: str, graded: bool) -> Iterator[str]:
    data = nbgrader_metadata(cell)
    if judged(grade_id(cell)) != (kind, name):
        yield _say("lint-check-grade-id", cell, wanted=f"{kind}_{name}")
    if graded and not (data.get("grade") and data.get("locked") and not data.get("solution")):
        yield _say("lint-check-metadata", cell)
    lines = [line for line in cell.source.split("\n") if line.strip() and line[0] != "#"]
    if not lines or lines[-1] != "check.result":
        yield _say("lint-check-result", cell)
    for call in _calls(cell.source, "Check"):
        given = {k.arg: k.value for k in call.keywords}
        first = call.args[0] if call.args else given.get("name")
        if not (isinstance(first, ast.Constant) and first.value == name):
            yield _say("lint-check-name", cell, exercise=name)
        points = call.args[1] if len(call.args) > 1 else given.get("points")
        if graded and isinstance(points, ast.Constant) and points.value != data.get("points"):
            yield _say("lint-check-points", cell, code=points.value, points=data.get("points"))
        hidden = given.get("hidden")
        says_hidden = isinstance(hidden, ast.Constant) and hidden.value is True
        if says_hidden != (kind == HIDDEN):
            yield _say("lint-check-hidden", cell)
    for key in _message_keys(cell.source):
        if key not in MESSAGES:
            yield _say("lint-check-key", cell, unknown=key)


def _hidden(cell: NotebookNode) -> Iterator[str]:
    kept, inside = [], False
    for line in cell.source.split("\n"):
        inside = inside or "### BEGIN HIDDEN TESTS" in line
        if not inside and line.strip():
            kept.append(line)
        if "### END HIDDEN TESTS" in line:
            inside = False
    if "### BEGIN HIDDEN TESTS" not in cell.source or inside:
        yield _say("lint-hidden-markers", cell)
    elif len(kept) != 1 or not kept[0].startswith("# "):
        yield _say("lint-hidden-rest", cell)


def _announcement(name: str, cells: dict[str, NotebookNode], graded: bool) -> Iterator[str]:
    task = cells["task"]
    if f"`{name}`" not in task.source.split("\n")[0] or not task.source.startswith("### "):
        yield _say("lint-task-title", task, exercise=name)
    if not graded:
        return
    line = announced(task)
    if line is None:
        yield _say("lint-task-line", task)
        return
    if not 1 <= line["difficulty"] <= 5:
        yield _say("lint-task-difficulty", task)
    given = sum(
        nbgrader_metadata(cells[part]).get("points") or 0
        for part in ("check", "hidden")
        if part in cells
    )
    if given != line["points"]:
        yield _say("lint-task-points", task, said=f"{line['points']:g}", given=f"{given:g}")


def _questions(notebook: NotebookNode) -> Iterator[str]:
    for place, cell in enumerate(notebook.cells):
        data = nbgrader_metadata(cell)
        if cell.cell_type != "markdown" or not data.get("grade"):
            continue
        if not data.get("solution"):
            yield _say("lint-question-metadata", cell)
        before = notebook.cells[place - 1] if place else None
        asked = _QUESTION_POINTS.search(before.source) if before else None
        if asked is None or before.cell_type != "markdown" or nbgrader_metadata(before):
            yield _say("lint-question-asked", cell)
        elif float(asked.group(1)) != data.get("points"):
            yield _say("lint-question-points", cell, said=asked.group(1), given=data.get("points"))


def _tags(notebook: NotebookNode) -> Iterator[str]:
    for cell in notebook.cells:
        for tag in cell.metadata.get("tags", []):
            kind = tag.partition(":")[0]
            wanted = {"idea": "markdown", "claim": "code", "held": "code"}.get(kind)
            if wanted is None:
                continue
            if not _TAG.fullmatch(tag):
                yield _say("lint-tag-form", cell, tag=tag)
            elif cell.cell_type != wanted:
                yield _say("lint-tag-cell", cell, tag=tag, wanted=wanted)


# --- code -----------------------------------------------------------------------------------------


def _tree(source: str) -> ast.Module:
    try:
        return ast.parse(source)
    except SyntaxError:
        return ast.Module([], [])


def _calls(source: str, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(_tree(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) == name:
            yield node


def _message_keys(source: str) -> Iterator[str]:
    """The message keys that a check cell's code names."""
    for node in ast.walk(_tree(source)):
        if not isinstance(node, ast.Call):
            continue
        method = getattr(node.func, "attr", None)
        place = {"that": 1, "fail": 0}.get(method)
        if place is not None and len(node.args) > place:
            yield from _text(node.args[place])
        for keyword in node.keywords:
            if keyword.arg == "key":
                yield from _text(keyword.value)
            if keyword.arg == "mistakes" and isinstance(keyword.value, ast.Dict):
                for key in keyword.value.keys:
                    yield from _text(key)


def _text(node: ast.AST | None) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def _code(notebook: NotebookNode) -> Iterator[str]:
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        try:
            tree = ast.parse(cell.source)
        except SyntaxError as error:
            yield _say("lint-code-syntax", cell, line=error.lineno)
            continue
        for text in _long_texts(tree):
            yield _say("lint-code-prose", cell, begin=text[:30])
        yield from _comments(cell)


def _names(notebook: NotebookNode) -> Iterator[str]:
    """A lesson that reads what only a check binds breaks in a copy without hidden checks, and a check
    that binds a lesson's name anew breaks the lesson below it."""
    bound_by: dict[str, NotebookNode] = {}
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        names = names_of(cell.source)
        if not _judges(cell):
            for name in sorted((names.reads - names.binds) & bound_by.keys()):
                if _judges(bound_by[name]):
                    yield _say("lint-check-binds", cell, name=name, check=bound_by[name].get("id"))
        imported = _imported(cell.source) & bound_by.keys()  # what is imported twice is the same
        bound_by |= dict.fromkeys(names.binds - imported, cell)


def _judges(cell: NotebookNode) -> bool:
    return bool(judged(grade_id(cell))[0])


def _imported(source: str) -> set[str]:
    found = (n for n in ast.walk(_tree(source)) if isinstance(n, (ast.Import, ast.ImportFrom)))
    return {alias.asname or alias.name for node in found for alias in node.names}


def _long_texts(tree: ast.AST) -> Iterator[str]:
    """String literals that are prose: longer than LONGEST_TEXT, and no docstring, no text that a
    figure or widget needs, no sentence of the small world (lower case, spaced punctuation)."""
    allowed: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                if not isinstance(node, ast.Module):
                    allowed.add(id(first.value))
        elif isinstance(node, ast.Call):
            for keyword in node.keywords:
                if keyword.arg in _DATA_WORDS:
                    allowed |= {id(part) for part in ast.walk(keyword.value)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if id(node) in allowed or len(text) <= LONGEST_TEXT or text == text.lower():
                continue
            yield text


def _comments(cell: NotebookNode) -> Iterator[str]:
    own_lines = []
    for token in tokenize.generate_tokens(io.StringIO(cell.source).readline):
        if token.type != tokenize.COMMENT:
            continue
        if len(token.string) > LONGEST_COMMENT:
            yield _say("lint-code-comment", cell, most=LONGEST_COMMENT)
        if token.line.strip().startswith("#"):
            own_lines.append(token.start[0])
    runs = 1
    for before, line in zip(own_lines, own_lines[1:]):
        runs = runs + 1 if line == before + 1 else 1
        if runs == MOST_COMMENTS + 1:
            yield _say("lint-code-comments", cell, most=MOST_COMMENTS)


# --- outputs --------------------------------------------------------------------------------------


def _outputs(notebook: NotebookNode) -> Iterator[str]:
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        if cell.source.strip() and cell.execution_count is None:
            yield _say("lint-output-none", cell)
        kind = grade_id(cell).partition("_")[0]
        if kind in ("check", "hidden"):
            results = [o for o in cell.outputs if o.output_type == "execute_result"]
            points = str(float(nbgrader_metadata(cell).get("points") or 0))
            graded = nbgrader_metadata(cell).get("grade")
            if graded and [r.data.get("text/plain") for r in results] != [points]:
                yield _say("lint-output-points", cell, points=points)
        for output in cell.outputs:
            if output.output_type == "error":
                yield _say("lint-output-error", cell)
            elif output.output_type == "stream" and output.name == "stderr":
                yield _say("lint-output-stderr", cell)
            else:
                text = _output_text(output)
                for key, pattern in _NOISE.items():
                    if found := pattern.search(text):
                        yield _say(key, cell, found=found.group())


def _output_text(output: NotebookNode) -> str:
    if output.output_type == "stream":
        return output.text
    return "\n".join(str(v) for k, v in output.data.items() if k.startswith("text/"))
