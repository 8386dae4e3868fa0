"""Which cells of a notebook an answer needs: found from the names that cells bind and read."""

from __future__ import annotations

import ast
import builtins
import contextlib
import re
import symtable
from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import lru_cache

# With these a cell can reach names that its code does not hold; then the words in its texts count.
LONGEST = 200_000  # characters of a cell whose names are looked for
_REACHES_ALL = {"eval", "exec", "globals", "locals", "vars", "get_ipython", "__import__"}


_MAGIC = re.compile(
    r"^(?P<indent>[ \t]*)(?:%(?:time|timeit|prun)\b(?:[ \t]+-\w+)*[ \t]*(?P<rest>.*)|[%!].*)$", re.M
)
_GIVES = re.compile(r"^([ \t]*[\w, \t]+=[ \t]*)[%!].*$", re.M)


@dataclass(frozen=True)
class Names:
    """What a cell binds and reads at the notebook's level."""

    binds: frozenset[str]
    reads: frozenset[str]


def names_of(source: str, given: Container[str] = ()) -> Names:
    """The names of one cell, but for those in `given`, which are always there. A cell that is no
    Python binds and reads nothing."""
    if len(source) > LONGEST:
        return Names(frozenset(), frozenset())
    found = _all_names(source)
    return Names(
        frozenset(name for name in found.binds if name not in given),
        frozenset(name for name in found.reads if name not in given),
    )


@lru_cache(maxsize=500)  # a class has most cells in common
def _all_names(source: str) -> Names:
    """The names of one cell, but for those of Python's builtins."""
    source = _without_magics(source)
    try:
        table, tree = symtable.symtable(source, "<cell>", "exec"), ast.parse(source)
        changed = _changed(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Names(frozenset(), frozenset())
    binds: set[str] = set()
    reads: set[str] = set()
    tables = [table]
    while tables:
        scope = tables.pop()
        tables += scope.get_children()
        top = scope is table
        for symbol in scope.get_symbols():
            name = symbol.get_name()
            if top or symbol.is_declared_global():
                if symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace():
                    binds.add(name)
            if symbol.is_referenced() and (top or symbol.is_global()):
                reads.add(name)
    changed &= binds | reads  # the others are local to a function
    binds |= changed
    reads |= changed
    if reads & _REACHES_ALL:
        reads |= _words(tree)
    reads -= binds - _read_first(tree) - changed
    return Names(frozenset(binds), frozenset(name for name in reads if not hasattr(builtins, name)))


def _read_first(tree: ast.Module) -> set[str]:
    """Names that are read before the cell binds them, as in `table = table + 1`. What stands in a
    function is read when it is called, and so after the cell."""
    bound: set[str] = set()
    found: set[str] = set()
    for statement in tree.body:
        waiting: list[ast.AST] = [statement]
        stored: set[str] = set()
        while waiting:
            node = waiting.pop()
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                stored.add(node.name)
                waiting += [*node.decorator_list, *node.args.defaults]
                waiting += [one for one in node.args.kw_defaults if one is not None]
                continue
            if isinstance(node, ast.ClassDef):
                stored.add(node.name)
            elif isinstance(node, ast.alias):
                stored.add((node.asname or node.name).partition(".")[0])
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found |= {node.id} - bound
            elif isinstance(node, ast.Name):
                stored.add(node.id)
            waiting += ast.iter_child_nodes(node)
        bound |= stored
    return found


def _words(tree: ast.Module) -> set[str]:
    """Names in a cell's texts that are Python, as in `globals()["table"]` or `eval("table + 1")`."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
                inside = ast.walk(ast.parse(node.value[:2000]))
                found |= {name.id for name in inside if isinstance(name, ast.Name)}
    return found


def _without_magics(source: str) -> str:
    """Plain Python: of a line for IPython only what it times, or the name that it gives a value."""
    if "%" not in source and "!" not in source:
        return source
    if source.lstrip().startswith("%%"):
        first, _, source = source.lstrip().partition("\n")
        if not first.startswith(("%%time", "%%capture", "%%prun")):
            return ""
    return _MAGIC.sub(
        lambda m: f"{m['indent']}{m['rest'] or 'pass'}", _GIVES.sub(r"\1None", source)
    )


def _changed(tree: ast.Module) -> set[str]:
    """Names whose objects a cell changes in place, as in `table["a"] = 1` or `words.append(w)`:
    at the notebook's level they count as bound and read. A module is left out: what one cell does
    to it is not for the others."""
    found: set[str] = set()
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            modules |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.AugAssign):
            found |= _base(node.target)
        elif isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store):
            found |= _base(node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            if isinstance(node.value.func, ast.Attribute):
                found |= _base(node.value.func)
    return found - modules


def _base(node: ast.expr) -> set[str]:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()


def needed(cells: Sequence[Names], wanted: Sequence[int]) -> list[int]:
    """The cells to run, in order, so that those of `wanted` find what they read: for each name
    that a cell reads, every cell that binds it, and what these need in turn."""
    found = set(wanted)
    queue = list(wanted)
    while queue:
        reader = queue.pop()
        # A name that the cell binds itself counts too: it may read the old value first.
        for index, cell in enumerate(cells):
            if index not in found and cell.binds & cells[reader].reads:
                found.add(index)
                queue.append(index)
    return sorted(found)
