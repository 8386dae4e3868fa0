"""Results that a notebook measures where the real models are installed, and otherwise shows as stored.

>>> @measured                              # doctest: +SKIP
... def later_words_changed():
...     model, tokenizer = load_model("decoder", source="real")
...     return {"largest change": ...}

`python -m course_utils real --measure` measures all of chapter 10 and rewrites `measured.json`.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
import json
import math
import os
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from course_utils.files import write_whole
from course_utils.language import real_weights
from course_utils.messages import CourseError, say

__all__ = ["measured", "measured_here"]

STORE = Path(__file__).with_name("measured.json")
INTO = "COURSE_MEASURE_INTO"  # a folder where each result that is measured is written to
DIGITS = 6  # significant ones: what is beyond differs from processor to processor


def measured(function: Callable[[], Any]) -> Callable[[], Any]:
    """A function without parameters that returns plain JSON: calling it measures once where the
    packages of `make real` are installed, and otherwise gives the result in `measured.json`.

    Numbers have six significant digits in both cases.
    """
    name, text = function.__name__, _text_of(function)
    kept: list[str] = []  # the result as JSON text, so that nobody changes it for another

    @functools.wraps(function)
    def result() -> Any:
        if not kept:
            if real_weights.installed():
                kept.append(_as_json(name, function()))
                _hand_over(name, text, kept[0])
            else:
                kept.append(json.dumps(_stored(name, text)))
        return json.loads(kept[0])

    return result


def measured_here() -> str:
    """One sentence: whether the numbers of this notebook are measured now, or were when."""
    if real_weights.installed():
        return say("measured-now")
    return say("measured-then", date=stored()["date"], size=real_weights.MEGABYTES_TOLD)


def stored(path: Path = STORE) -> dict[str, Any]:
    """The stored results: "date", "versions", "parameters", and "results": name -> source, result."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(found["results"], dict) and isinstance(found["date"], str):
            return found
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise CourseError(say("measured-damaged", file=path.name))


def source_sum(source: str) -> str:
    """What stands for the text of a function, from its decorators to its last statement: the sha256,
    without blanks at the ends of lines. (`inspect` adds comments that stand below it.)"""
    lines = [line.rstrip() for line in textwrap.dedent(source).splitlines()]
    (function,) = ast.parse("\n".join(lines)).body
    text = "\n".join(lines[: function.end_lineno]).lstrip("\n")
    return hashlib.sha256(text.encode()).hexdigest()


def measured_functions(source: str) -> dict[str, str]:
    """The functions of a code cell that are decorated with @measured: name -> `source_sum`."""
    found = {}
    lines = source.splitlines()
    for node in ast.parse(source).body:
        marks = node.decorator_list if isinstance(node, ast.FunctionDef) else []
        if any(isinstance(mark, ast.Name) and mark.id == "measured" for mark in marks):
            text = "\n".join(lines[marks[0].lineno - 1 : node.end_lineno])
            found[node.name] = source_sum(text)
    return found


def rounded(value: Any) -> Any:
    """The same, with floats of six significant digits. A `TypeError` or `ValueError` says what is no
    plain JSON."""
    if isinstance(value, dict):
        return {str(key): rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    if isinstance(value, bool | int | str) or value is None:
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(str(value))
        return float(f"{value:.{DIGITS}g}")
    raise TypeError(type(value).__name__)


def store(
    path: Path, results: dict[str, dict[str, Any]], date: str, versions: dict, parameters: dict
) -> None:
    """Rewrites `measured.json`. results: name -> {"source": its sum, "result": what it returned}."""
    head = {"date": date, "versions": versions, "parameters": parameters}
    rows = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(results[name], ensure_ascii=False)}"
        for name in sorted(results)
    )
    text = json.dumps(head, indent=1)[:-2] + ',\n "results": {\n' + rows + "\n }\n}\n"
    write_whole(path, text.encode())


def _as_json(name: str, value: Any) -> str:
    try:
        return json.dumps(rounded(value), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise CourseError(say("measured-not-json", name=name, what=error)) from error


def _text_of(function: Callable) -> str | None:
    """The function's text; None where nobody knows it (it was made by `exec`)."""
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        return None


def _hand_over(name: str, text: str | None, result: str) -> None:
    """Where all is measured anew, writes this result for `real --measure` to collect."""
    folder = os.environ.get(INTO)
    if folder and text:
        row = {"source": source_sum(text), "result": json.loads(result)}
        write_whole(Path(folder) / f"{name}.json", json.dumps(row).encode())


def _stored(name: str, text: str | None) -> Any:
    row = stored()["results"].get(name)
    if row is None:
        raise CourseError(say("measured-never", name=name))
    if text is not None and source_sum(text) != row["source"]:
        raise CourseError(say("measured-otherwise", name=name))
    return row["result"]
