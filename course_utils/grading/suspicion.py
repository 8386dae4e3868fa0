"""Does a cell reach for more than an answer needs?

A check that ran in the student's process could have been forged there. Nothing in that process can
tell; the text of the cells can: who forges has to name something that no exercise asks for. What is
found here never costs a point: a person looks at it.
"""

from __future__ import annotations

import ast

_MODULES = set(
    "torch math cmath numpy random collections itertools functools operator typing dataclasses "
    "copy re string statistics time warnings heapq bisect enum abc numbers fractions decimal "
    "transformers tokenizers safetensors scipy einops matplotlib tqdm __future__".split()
)
_COURSE = {"Check", "load_model", "show", "true_entropy", "progress"}
_NAMES = set(
    "exec eval compile globals locals vars getattr setattr delattr open breakpoint get_ipython In Out "
    "exit quit memoryview".split()
)
_ATTRIBUTES = set(
    "sys os gc inspect ctypes builtins importlib subprocess socket threading multiprocessing signal "
    "attrgetter methodcaller f_back f_locals f_globals f_builtins tb_frame gi_frame cr_frame "
    "ag_frame modules pickle ctypeslib hub settrace setprofile overrides testing library".split()
)
COMPARISON = "torch.testing.assert_close"
_METHODS = set(
    "__init__ __call__ __len__ __getitem__ __iter__ __next__ __contains__ __repr__ __str__ "
    "__post_init__ __enter__ __exit__".split()
)


def suspicion(source: str, given: set[str]) -> str:
    """The first thing in a cell that no exercise asks for, "" if there is none. `given`: the names
    of the set-up, whose objects an answer has no reason to change."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # A cell that is not plain Python, as with `%` or `!`; a faulty one has done nothing.
        return "%" if source.lstrip().startswith(("%", "!")) or "\n!" in source else ""
    kept = given | _imported(tree)
    asked = {id(node.func) for node in ast.walk(tree) if _asks_by_name(node)}
    asked |= {id(node.value) for node in ast.walk(tree) if _compares(node)}
    for node in ast.walk(tree):
        found = "" if id(node) in asked else _found(node, kept)
        if found:
            return found[:60]
    return ""


def _asks_by_name(node: ast.AST) -> bool:
    """getattr(x, "name") with a name that could stand after a dot as well."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "getattr"
        and len(node.args) > 1
        and isinstance(node.args[1], ast.Constant)
        and isinstance(node.args[1].value, str)
        and not _hidden(node.args[1].value)
    )


def _compares(node: ast.AST) -> bool:
    """torch.testing.assert_close, which hunts call, where it is read."""
    return isinstance(node, ast.Attribute) and (
        isinstance(node.ctx, ast.Load) and ast.unparse(node) == COMPARISON
    )


def _imported(tree: ast.Module) -> set[str]:
    return {
        (alias.asname or alias.name).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }


def _found(node: ast.AST, kept: set[str]) -> str:
    if isinstance(node, ast.Import):
        return next((a.name for a in node.names if _strange(a.name)), "")
    if isinstance(node, ast.ImportFrom):
        if node.module == "course_utils":
            return next((a.name for a in node.names if a.name not in _COURSE), "")
        if all(f"{node.module}.{a.name}" == COMPARISON for a in node.names):
            return ""
        names = [node.module or ".", *(a.name for a in node.names)]
        if _strange(names[0]):
            return names[0]
        return next((name for name in names[1:] if _hidden(name)), "")
    if isinstance(node, ast.Attribute):
        own = _root(node) == "self" and not node.attr.startswith("__")
        changed = isinstance(node.ctx, (ast.Store, ast.Del)) and _root(node) in kept
        if changed or (_hidden(node.attr) and not own):
            return ast.unparse(node)
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)):
        return ast.unparse(node) if _root(node) in kept else ""
    if isinstance(node, ast.Name):
        dunder = node.id.startswith("__") and node.id != "__name__"
        return node.id if node.id in _NAMES or dunder else ""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return (
            node.value
            if "__" in node.value.replace("__main__", "") and "\n" not in node.value
            else ""
        )
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        special = node.name.startswith("__") and node.name not in _METHODS
        return node.name if special else ""
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        return next((name for name in node.names if name in kept), "")
    return ""


def _strange(module: str) -> bool:
    parts = module.split(".")
    return parts[0] not in _MODULES or any(_hidden(part) for part in parts)


def _hidden(name: str) -> bool:
    """A name that is private, or that leads out of what an exercise is about."""
    return name.startswith("_") and name not in _METHODS | {"_"} or name in _ATTRIBUTES


def _root(node: ast.AST) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
