"""Mutants of an answer: copies with one small mistake each, as learners and machines make them.

`mutants` reads the text of an answer cell and gives every mutant of it, always in the same order.
A mutant that Python cannot tell from the answer, or from another mutant, is not made.

The operators work on `ast`, whose `unparse` writes a mutant down. The maintained libraries (mutmut,
cosmic-ray) bring a terminal interface or a web client, keep their mutants in files or a database of
their own and try them with a suite of tests; and none has operators for tensors (a dimension, a
dtype, a write into an argument, the first row for all). The usual operators are the same as theirs.
"""

from __future__ import annotations

import ast
import builtins
import math
import os
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

# What is written for an infinity and other large numbers is too small, as often seen; and a tiny
# number, a tolerance or what avoids a division by zero, becomes too large.
LARGE, INFINITY = 1e4, 100.0
TINY, SMALL = 1e-4, 0.01
# Of a line longer than this are shown so many characters around its change.
LONG, AROUND = 120, 40

Operator = Callable[[ast.AST, "_Answer"], Iterator[ast.AST]]
_OPERATORS: dict[str, Operator] = {}


@dataclass(frozen=True)
class Mutant:
    """One mutant: the operator's name, the changed line before and after as `ast.unparse` writes it
    (of a long one the part around its change), and the text of the whole cell, without docstrings
    and annotations."""

    operator: str
    before: str
    after: str
    text: str = field(compare=False)


def mutants(answer: str, name: str, reference: str = "") -> list[Mutant]:
    """All mutants of an answer cell. name: of the function; reference: the text of the solution,
    whose annotations tell what the arguments are where the answer has none."""
    tree = ast.parse(answer)
    context = _Answer(tree, name, ast.parse(reference or answer))
    _strip(tree)
    cell = [ast.unparse(statement) for statement in tree.body]
    seen, found = {"\n".join(cell)}, []
    for index, statement in enumerate(tree.body):
        holder = ast.Module([statement], [])
        for operator, replacement in _changes(holder, context):
            with replacement:
                changed = ast.unparse(holder)
            text = "\n".join(_with(cell, index, changed))
            if text not in seen and _is_python(text):
                found.append(Mutant(operator, *_difference(cell[index], changed), text))
            seen.add(text)
    return found


def plain(text: str) -> str:
    """What Python reads, written down in one way: without comments, docstrings and annotations."""
    tree = ast.parse(text)
    _strip(tree)
    return "\n".join(ast.unparse(statement) for statement in tree.body)


def _strip(tree: ast.Module) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            if ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        if isinstance(node, ast.FunctionDef):
            node.returns = None


def _is_python(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<mutant>", "exec")
    except (SyntaxError, ValueError):  # such as a `break` outside of its loop
        return False
    return True


def _difference(before: str, after: str) -> tuple[str, str]:
    """The lines of each in which the two differ, without the indentation that they share."""
    old, new = before.splitlines(), after.splitlines()
    while old and new and old[0] == new[0]:
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    indents = [len(line) - len(line.lstrip()) for line in old + new]
    cut = min(indents, default=0)
    one, two = ("\n".join(line[cut:] for line in lines) for lines in (old, new))
    if max(len(one), len(two)) <= LONG:
        return one, two
    start = len(os.path.commonprefix([one, two]))
    end = len(os.path.commonprefix([one[start:][::-1], two[start:][::-1]]))
    return _around(one, start, end), _around(two, start, end)


def _around(line: str, start: int, end: int) -> str:
    """A line without most of its first `start` and its last `end` characters."""
    first, last = max(0, start - AROUND), len(line) - max(0, end - AROUND)
    return "…" * (first > 0) + line[first:last] + "…" * (last < len(line))


# --- the answer, and where a change is made -------------------------------------------------------


class _Answer:
    """What the operators need to know of the answer around a node."""

    def __init__(self, tree: ast.Module, name: str, reference: ast.Module):
        self.main = _function(tree, name)
        wanted = _function(reference, name)
        self.kinds: dict[str, str] = {}  # parameter of the function -> annotation, "" if none
        if self.main:
            own = _parameters(self.main)
            given = _parameters(wanted) if wanted else []
            for place, argument in enumerate(own):
                told = argument.annotation or (
                    given[place].annotation if place < len(given) else None
                )
                self.kinds[argument.arg] = ast.unparse(told) if told else ""
        self.modules = _MODULES | {
            (alias.asname or alias.name).partition(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, (ast.Import, ast.ImportFrom))
            for alias in node.names
        }
        self.arguments = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        self.measured = {node for whole in ast.walk(tree) for node in _measured(whole)}
        self.bound: dict[ast.stmt, list[str]] = {}  # statement -> names bound before it
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                names = [argument.arg for argument in _parameters(function)]
                self._bind(function.body, names)
        self.last = {
            node.body[-1]
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef) and node.body
        }

    def _bind(self, body: list[ast.stmt], names: list[str]) -> None:
        for statement in body:
            self.bound[statement] = list(names)
            if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                names.append(statement.name)
                continue
            for node in _own_nodes(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    names.append(node.id)
            for part in ("body", "orelse", "finalbody"):
                self._bind(getattr(statement, part, []), names)
            for handler in getattr(statement, "handlers", []):
                self._bind(handler.body, names)

    def belongs_to_library(self, function: ast.expr) -> bool:
        """Is this a module's or Python's own function, as torch.zeros or sorted?"""
        while isinstance(function, ast.Attribute):
            function = function.value
            if isinstance(function, ast.Name) and function.id in self.modules:
                return True
        return isinstance(function, ast.Name) and hasattr(builtins, function.id)


def _measured(node: ast.AST) -> list[ast.expr]:
    """`x` of `x.shape`, `x.dtype`, `x.size(0)` and `len(x)`."""
    if isinstance(node, ast.Attribute) and node.attr in ("device", "dim", "dtype", "shape", "size"):
        return [node.value]
    return node.args if isinstance(node, ast.Call) and _is_call_of(node, "len") else []


_MODULES = frozenset({"F", "copy", "itertools", "math", "nn", "np", "random", "torch", "torch.nn"})


def _function(tree: ast.Module, name: str) -> ast.FunctionDef | None:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return node
    return None


def _parameters(function: ast.FunctionDef) -> list[ast.arg]:
    arguments = function.args
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]


def _own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement without those of the statements in it."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop(0)
        yield node
        waiting += [
            child
            for child in ast.iter_child_nodes(node)
            if not isinstance(child, (ast.stmt, ast.ExceptHandler))
        ]


class _Replacement:
    """Within its `with` block the tree holds other nodes in one place."""

    def __init__(self, parent: ast.AST, name: str, index: int | None, new: ast.AST):
        self.parent, self.name, self.index = parent, name, index
        self.new = new

    def __enter__(self) -> None:
        self.old = getattr(self.parent, self.name)
        new: object = self.new
        if self.index is not None:
            new = _with(self.old, self.index, self.new)
        setattr(self.parent, self.name, new)

    def __exit__(self, *_: object) -> None:
        setattr(self.parent, self.name, self.old)


def _changes(tree: ast.Module, answer: _Answer) -> Iterator[tuple[str, _Replacement]]:
    for parent, name, index, node in _places(tree):
        for operator, function in _OPERATORS.items():
            for new in function(node, answer):
                new = ast.copy_location(new, node)  # `unparse` looks for a statement's line
                yield operator, _Replacement(parent, name, index, new)


def _places(parent: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Each node that may be changed, with where it stands, from the first line to the last."""
    for name, value in ast.iter_fields(parent):
        children = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for index, child in children:
            if not isinstance(child, ast.AST) or _is_left_alone(parent, name, index, child):
                continue
            yield parent, name, index, child
            yield from _places(child)


def _is_left_alone(parent: ast.AST, name: str, index: int | None, node: ast.AST) -> bool:
    """What is no part of what an answer does: annotations, docstrings, imports, what an error says;
    and an assertion, which an answer may have or not."""
    if name in ("annotation", "returns", "ctx", "type_comment", "decorator_list"):
        return True
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.Assert)):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(parent, ast.Raise):
        return True
    # Any seed is as good.
    if isinstance(parent, ast.Call) and _name(parent.func) in ("manual_seed", "seed"):
        return True
    # Of a negative number the sign and the number are one.
    return isinstance(parent, ast.UnaryOp) and _number(parent) is not None


def _operator(function: Operator) -> Operator:
    _OPERATORS[function.__name__.strip("_").replace("_", "-")] = function
    return function


# --- operators and conditions ---------------------------------------------------------------------

_OTHER_BINARY: dict[type, tuple[type, ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div,),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitOr,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
}
_ONE_SIDED = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)
_OTHER_COMPARISON: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_NEGATED = {ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt}


@_operator
def _binary(node: ast.AST, _: _Answer) -> Iterator[ast.AST]:
    if isinstance(node, ast.BinOp):
        for other in _OTHER_BINARY.get(type(node.op), ()):
            yield ast.BinOp(node.left, other(), node.right)
        if isinstance(node.op, _ONE_SIDED):
            yield ast.BinOp(node.right, node.op, node.left)
        yield node.left
        yield node.right
    if isinstance(node, ast.AugAssign):
        for other in _OTHER_BINARY.get(type(node.op), ()):
            yield ast.AugAssign(node.target, other(), node.value)
        yield _assign(node.target, node.value)


@_operator
def _comparison(node: ast.AST, _: _Answer) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare):
        for place, operation in enumerate(node.ops):
            for other in _OTHER_COMPARISON[type(operation)]:
                ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
                yield ast.Compare(node.left, ops, node.comparators)
        if len(node.ops) > 1:  # a < b < c loses one of its sides
            yield ast.Compare(node.left, node.ops[:-1], node.comparators[:-1])
            yield ast.Compare(node.comparators[0], node.ops[1:], node.comparators[1:])


@_operator
def _and_or(node: ast.AST, _: _Answer) -> Iterator[ast.AST]:
    if isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for place in range(len(node.values)):
            rest = node.values[:place] + node.values[place + 1 :]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


@_operator
def _sign(node: ast.AST, _: _Answer) -> Iterator[ast.AST]:
    if isinstance(node, ast.UnaryOp) and _number(node) is None:
        yield node.operand


@_operator
def _condition(node: ast.AST, _: _Answer) -> Iterator[ast.AST]:
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        tests = [_negated(node.test), ast.Constant(False)]
        if not isinstance(node, ast.While):
            tests.append(ast.Constant(True))
        for test in tests:
            yield type(node)(**{**dict(ast.iter_fields(node)), "test": test})
    if isinstance(node, ast.comprehension):
        for place, test in enumerate(node.ifs):
            for new in ([_negated(test)], []):
                ifs = [*node.ifs[:place], *new, *node.ifs[place + 1 :]]
                yield ast.comprehension(node.target, node.iter, ifs, node.is_async)


def _negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        kind = type(test.ops[0])
        other = _NEGATED.get(kind) or _OTHER_COMPARISON[kind][0]
        return ast.Compare(test.left, [other()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)


# --- constants, slices, loops ---------------------------------------------------------------------


@_operator
def _constant(node: ast.AST, _: _Answer) -> Iterator[ast.AST]:
    number = _number(node)
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield ast.Constant(node.value + "x")
    elif _is_infinity(node):
        yield ast.Constant(INFINITY)
    elif isinstance(number, int):
        yield from (_constant_of(n) for n in (number - 1, number + 1))
    elif isinstance(number, float):
        yield from (_constant_of(x) for x in _other_floats(number))


def _other_floats(x: float) -> list[float]:
    if x == 0:
        return [1.0]
    if abs(x) >= LARGE:
        return [math.copysign(INFINITY, x)]
    return [math.copysign(SMALL, x)] if abs(x) <= TINY else [x / 2, x * 2]


def _number(node: ast.AST) -> int | float | None:
    """The number that a node is, with its sign."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = node.operand.value if isinstance(node.operand, ast.Constant) else None
        return -inner if type(inner) in (int, float) else None
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value
    return None


def _constant_of(number: int | float) -> ast.expr:
    constant = ast.Constant(abs(number))
    return ast.UnaryOp(ast.USub(), constant) if number < 0 else constant


def _is_infinity(node: ast.AST) -> bool:
    if (
        isinstance(node, ast.Call)
        and len(node.args) == 1
        and isinstance(node.args[0], ast.Constant)
    ):
        named = node.args[0].value
        is_float = isinstance(node.func, ast.Name) and node.func.id == "float"
        return is_float and isinstance(named, str) and named.lstrip("+-").lower() == "inf"
    return isinstance(node, ast.Attribute) and node.attr == "inf"


@_operator
def _slice(node: ast.AST, _: _Answer) -> Iterator[ast.AST]:
    if isinstance(node, ast.Slice):
        parts = {"lower": node.lower, "upper": node.upper, "step": node.step}
        for part, bound in parts.items():
            if bound is not None:
                yield ast.Slice(**{**parts, part: None})
                if part != "step" and _number(bound) is None:
                    for near in _neighbours(bound):
                        yield ast.Slice(**{**parts, part: near})
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
        for place, element in enumerate(node.slice.elts):
            # (A dimension that is missing in front, broadcasting adds.)
            if place and isinstance(element, ast.Constant) and element.value is None:
                rest = node.slice.elts[:place] + node.slice.elts[place + 1 :]
                yield ast.Subscript(node.value, ast.Tuple(rest, ast.Load()), node.ctx)


def _neighbours(node: ast.expr) -> list[ast.expr]:
    one = ast.Constant(1)
    return [ast.BinOp(node, ast.Add(), one), ast.BinOp(node, ast.Sub(), one)]


@_operator
def _loop(node: ast.AST, _: _Answer) -> Iterator[ast.AST]:
    if isinstance(node, (ast.For, ast.comprehension)):
        items = node.iter
        if not (_is_call_of(items, "range")):
            items = ast.Call(ast.Name("list", ast.Load()), [items], [])
        first, last = ast.Slice(upper=ast.Constant(1)), ast.Slice(upper=_constant_of(-1))
        none, rest = ast.Slice(upper=ast.Constant(0)), ast.Slice(lower=ast.Constant(1))
        for part in (none, first, last, rest):
            some = ast.Subscript(items, part, ast.Load())
            yield type(node)(**{**dict(ast.iter_fields(node)), "iter": some})
    if _is_call_of(node, "range"):
        for place, bound in enumerate(node.args):
            if _number(bound) is None:
                for near in _neighbours(bound):
                    yield ast.Call(node.func, _with(node.args, place, near), node.keywords)
    if isinstance(node, ast.Break):
        yield ast.Continue()
    if isinstance(node, ast.Continue):
        yield ast.Break()


def _is_call_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _with(items: list, place: int, new: ast.AST) -> list:
    return [*items[:place], new, *items[place + 1 :]]


# --- calls ----------------------------------------------------------------------------------------

# Each set holds what is taken for one another.
_PAIRS = (
    "min max", "amin amax", "argmin argmax", "any all", "sum mean", "prod sum", "cumsum cumprod",
    "softmax log_softmax", "log log2", "log2 log", "log10 log", "exp exp2", "sqrt square",
    "triu tril", "zeros ones", "zeros_like ones_like", "cat stack", "append extend",
    "floor ceil", "rand randn", "logical_and logical_or", "startswith endswith", "train eval",
    "no_grad enable_grad", "repeat repeat_interleave", "argsort sort", "upper lower", "norm sum",
    "lstrip rstrip", "keys values", "sin cos", "sigmoid tanh", "add sub", "mul div", "ge gt", "le lt",
    "find rfind", "index count", "eq ne", "log_softmax softmax", "logsumexp sum", "median mean",
)  # fmt: skip
_OTHER_FUNCTIONS: dict[str, set[str]] = {}
for _pair in _PAIRS:
    _one, _two = _pair.split()
    _OTHER_FUNCTIONS.setdefault(_one, set()).add(_two)
    _OTHER_FUNCTIONS.setdefault(_two, set()).add(_one)
# The order of their arguments is all one.
_COMMUTE = frozenset(
    "allclose dot equal isclose isdisjoint logical_and logical_or max maximum min minimum mul "
    "swapaxes transpose".split()
)
# Functions that give back something like their first argument.
_WRAPS = frozenset(
    "abs bool dict float int list max min reversed round set sorted sum tuple "
    "clone copy deepcopy exp log log1p log2 log_softmax softmax sqrt square tril triu".split()
)
_IN_PLACE = frozenset(
    "abs add clamp clamp_min clip cumprod cumsum div exp fill_diagonal index_add index_copy "
    "index_fill log log2 logical_and logical_not logical_or masked_fill masked_scatter mul neg pow "
    "relu round scatter scatter_add sigmoid sqrt square squeeze sub t tanh transpose tril triu "
    "unsqueeze".split()
)
_IN_PLACE_BINARY = {ast.Add: "add_", ast.Sub: "sub_", ast.Mult: "mul_", ast.Div: "div_"}
_DTYPES = {
    "float64": "float32", "float32": "float64", "double": "float", "float": "double",
    "long": "int32", "int64": "int32", "bool": "uint8", "float16": "float32", "int32": "int64",
}  # fmt: skip


@_operator
def _arguments(node: ast.AST, answer: _Answer) -> Iterator[ast.AST]:
    """Swapped, or the last one or a keyword left out."""
    if not isinstance(node, ast.Call) or _is_infinity(node):
        return
    for place in range(len(node.args) - 1 if _name(node.func) not in _COMMUTE else 0):
        swapped = [*node.args]
        swapped[place : place + 2] = reversed(swapped[place : place + 2])
        yield ast.Call(node.func, swapped, node.keywords)
    is_method = isinstance(node.func, ast.Attribute) and not answer.belongs_to_library(node.func)
    if len(node.args) > (0 if is_method else 1):
        yield ast.Call(node.func, node.args[:-1], node.keywords)
    for place in range(len(node.keywords)):
        yield ast.Call(node.func, node.args, node.keywords[:place] + node.keywords[place + 1 :])


@_operator
def _call_dropped(node: ast.AST, answer: _Answer) -> Iterator[ast.AST]:
    """`x.clone()` and `sorted(x)` become `x`."""
    if not isinstance(node, ast.Call) or _is_infinity(node):
        if isinstance(node, ast.Attribute) and node.attr in ("T", "mT"):
            yield node.value
        return
    if answer.belongs_to_library(node.func):
        if node.args and _name(node.func) in _WRAPS:
            yield node.args[0]
    elif isinstance(node.func, ast.Attribute) and node.func.attr not in _NO_EFFECT:
        yield node.func.value


# Without them a result is as right as with them.
_NO_EFFECT = frozenset({"contiguous", "detach", "numpy", "tolist"})


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


@_operator
def _other_function(node: ast.AST, _: _Answer) -> Iterator[ast.AST]:
    if isinstance(node, ast.Call):
        for other in sorted(_OTHER_FUNCTIONS.get(_name(node.func), ())):
            if isinstance(node.func, ast.Attribute):
                function: ast.expr = ast.Attribute(node.func.value, other, ast.Load())
            elif hasattr(builtins, other):
                function = ast.Name(other, ast.Load())
            else:
                continue
            yield ast.Call(function, node.args, node.keywords)


@_operator
def _in_place(node: ast.AST, answer: _Answer) -> Iterator[ast.AST]:
    """A method that writes into its tensor, an operator that writes into an argument."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        # What is written into an intermediate result, nobody sees.
        written = _base(node.func.value)
        given = isinstance(written, ast.Name) and written.id in answer.arguments
        if given and node.func.attr in _IN_PLACE:
            method = ast.Attribute(node.func.value, node.func.attr + "_", ast.Load())
            yield ast.Call(method, node.args, node.keywords)
    if isinstance(node, ast.BinOp) and type(node.op) in _IN_PLACE_BINARY:
        if isinstance(node.left, ast.Name) and "Tensor" in answer.kinds.get(node.left.id, ""):
            method = ast.Attribute(node.left, _IN_PLACE_BINARY[type(node.op)], ast.Load())
            yield ast.Call(method, [node.right], [])


def _base(node: ast.expr) -> ast.expr:
    """`x` of `x[0]` and `x.T`."""
    return _base(node.value) if isinstance(node, (ast.Subscript, ast.Attribute)) else node


@_operator
def _dtype(node: ast.AST, answer: _Answer) -> Iterator[ast.AST]:
    if isinstance(node, ast.Attribute) and node.attr in _DTYPES:
        yield ast.Attribute(node.value, _DTYPES[node.attr], ast.Load())


# --- statements, names, whole arguments -----------------------------------------------------------


def _assign(target: ast.expr, value: ast.expr) -> ast.Assign:
    return ast.Assign([target], value)


@_operator
def _statement_dropped(node: ast.AST, answer: _Answer) -> Iterator[ast.AST]:
    always = (ast.AugAssign, ast.Expr, ast.Raise, ast.Break, ast.Continue)
    if (
        isinstance(node, always)
        or (isinstance(node, ast.Return) and node not in answer.last)
        or (isinstance(node, ast.Assign) and _can_go(node, answer))
    ):
        yield ast.Pass()


def _can_go(node: ast.Assign, answer: _Answer) -> bool:
    """Without its first assignment a name is unknown, and everybody would see that."""
    names = [
        part.id
        for target in node.targets
        for part in ast.walk(target)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    ]
    before = answer.bound.get(node, [])
    return all(name in before for name in names)


@_operator
def _other_name(node: ast.AST, answer: _Answer) -> Iterator[ast.AST]:
    """Another argument of the same kind. (Where only its size or dtype is asked, these agree.)"""
    if isinstance(node, ast.Name) and node.id in answer.kinds and node not in answer.measured:
        kind = answer.kinds[node.id]
        alike = [name for name, other in answer.kinds.items() if kind and other == kind]
        if len(alike) > 1 and isinstance(node.ctx, ast.Load):
            yield ast.Name(alike[(alike.index(node.id) + 1) % len(alike)], ast.Load())


@_operator
def _returned(node: ast.AST, answer: _Answer) -> Iterator[ast.AST]:
    """Something else that the function knows, or its results in another order."""
    if not isinstance(node, ast.Return):
        return
    if isinstance(node.value, ast.Name):
        known = dict.fromkeys(reversed(answer.bound.get(node, [])))
        for name in [name for name in known if name != node.value.id][:2]:
            yield ast.Return(ast.Name(name, ast.Load()))
    if isinstance(node.value, ast.Tuple):
        for place in range(len(node.value.elts) - 1):
            swapped = [*node.value.elts]
            swapped[place : place + 2] = reversed(swapped[place : place + 2])
            yield ast.Return(ast.Tuple(swapped, ast.Load()))


@_operator
def _first_for_all(node: ast.AST, answer: _Answer) -> Iterator[ast.AST]:
    """The first row of an argument, or the last, stands for all."""
    for name, kind in answer.kinds.items() if node is answer.main else ():
        if kind == "torch.Tensor":
            parts = [f"{name}[:1].expand_as({name})", f"{name}[-1:].expand_as({name})"]
        elif kind.startswith("list"):
            parts = [f"{name}[:1] * len({name})"]
        else:
            continue
        for part in parts:
            yield _begun_with(answer.main, f"{name} = {part}")


def _begun_with(function: ast.FunctionDef, line: str) -> ast.FunctionDef:
    body = [*ast.parse(line).body, *function.body]
    return ast.FunctionDef(**{**dict(ast.iter_fields(function)), "body": body})
