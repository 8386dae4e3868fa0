"""Does an answer use what judges it?

An answer may use what its lesson shows, and libraries; never the graders. In a notebook nothing can
be hidden from a determined reader, so this finds the usual ways: a function of the graders under
another name, an import of them, in the answer or in what it calls, and `sys.modules`.
"""

from __future__ import annotations

import dis
import functools
import inspect
import sys
import types
from collections.abc import Iterator
from typing import Any

# The rooms of `course_utils` that judge.
_GRADERS = ("exercises", "checks", "grading", "authoring")
_PREFIXES = tuple(f"course_utils.{room}" for room in _GRADERS)
_MANY = 500  # values that are looked at


def borrowed(answer: Any) -> str | None:
    """What the answer takes from the graders, in words of code; None where it takes nothing."""
    todo: list[Any] = [answer]
    seen: set[int] = set()
    while todo and len(seen) < _MANY:
        value = todo.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if name := _of_the_graders(value):
            return name
        function = _function_of(value)
        if function is None:
            todo += _inside(value)
            continue
        for found in _read_by(function.__code__, function.__globals__):
            if isinstance(found, str):
                return found
            todo.append(found[0])
        todo += inspect.getclosurevars(function).nonlocals.values()
        todo += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    return None


def _of_the_graders(value: Any) -> str | None:
    module = value.__name__ if isinstance(value, types.ModuleType) else None
    if module is None and isinstance(
        value, (type, types.FunctionType, functools._lru_cache_wrapper)
    ):
        module = getattr(value, "__module__", None)
    if not isinstance(module, str) or not _is_grader(module):
        return None
    return module if isinstance(value, types.ModuleType) else f"{module}.{value.__name__}"


def _is_grader(module: str) -> bool:
    return any(module == prefix or module.startswith(f"{prefix}.") for prefix in _PREFIXES)


def _function_of(value: Any) -> types.FunctionType | None:
    """The function of a learner's that a call of `value` runs, None where there is none."""
    value = getattr(value, "__wrapped__", value)
    if isinstance(value, types.MethodType):
        value = value.__func__
    if isinstance(value, types.FunctionType) and value.__module__ == "__main__":
        return value
    return None


def _inside(value: Any) -> list[Any]:
    """What a value of a learner's holds: parts of containers, methods of classes."""
    if isinstance(value, functools.partial):
        return [value.func, *value.args, *value.keywords.values()]
    if isinstance(value, dict):
        return list(value.values())[:_MANY]
    if isinstance(value, (list, tuple, set, frozenset)):
        return list(value)[:_MANY]
    kind = value if isinstance(value, type) else type(value)
    if kind.__module__ == "__main__":
        own = vars(value) if not isinstance(value, type) and hasattr(value, "__dict__") else {}
        return [*vars(kind).values(), *own.values()]
    return []


def _read_by(code: types.CodeType, names: dict[str, Any]) -> Iterator[str | tuple[Any]]:
    """What code reads of its module and imports, each in a tuple; or, as text, how it reaches for
    the graders."""
    module = ""
    for step in dis.get_instructions(code):
        name, read = step.opname, step.argval
        if name == "IMPORT_NAME":
            module = read
            if _is_grader(module):
                yield f"import {module}"
        elif name == "IMPORT_FROM":
            if _is_grader(f"{module}.{read}"):
                yield f"from {module} import {read}"
            yield (getattr(sys.modules.get(module), read, None),)
        elif name in ("LOAD_GLOBAL", "LOAD_NAME") and read in names:
            yield (names[read],)
        elif name in ("LOAD_ATTR", "LOAD_METHOD"):
            for package, parts in (("sys", ("modules",)), ("course_utils", _GRADERS)):
                if read in parts and package in code.co_names:
                    yield f"{package}.{read}"
        elif name == "LOAD_CONST" and isinstance(read, str) and _is_grader(read):
            yield repr(read)
        elif name == "LOAD_CONST" and isinstance(read, types.CodeType):
            yield from _read_by(read, names)
