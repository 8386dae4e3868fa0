"""What a check cell uses: run an answer, compare, and say what is wrong.

A check cell reads

    with Check("causal_mask", points=1) as check:
        for n in (1, 4):
            mask = check.run(n)
            check.tensor(mask, shape=(n, n), dtype="float")
            check.equal(mask.softmax(-1) > 0, want, mistakes={"mask-transposed": want.T})
    check.result

The block ends at the first line that finds something wrong; nothing is raised out of it, so an
open or wrong exercise never stops the notebook. `check.result`, the cell's last line, is a number:
nbgrader gives that many points to a cell whose result is one (`nbgrader.utils.determine_grade`).
Its HTML form is the message that a reader sees.
"""

from __future__ import annotations

import contextlib
import dataclasses
import html
import inspect
import itertools
import linecache
import math
import os
import random
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np
import torch

from course_utils.checks import call_again, progress_log
from course_utils.checks.borrowing import borrowed
from course_utils.checks.call_again import copied
from course_utils.checks.usual_errors import meaning_of
from course_utils.messages import say

MOST_AGAIN = 40  # calls among which two are looked for to be made again
REPEATED = 6  # calls that tell whether an answer varies by itself
SHOWN_CELLS = 36  # a matrix with at most this many entries is shown whole
SHOWN_ROWS = 3  # otherwise at most this many of its wrong entries
SHOWN_CALL = 160  # characters of a call that is shown whole; in a longer one
SHOWN_ARGUMENT = 40  # an argument of more characters is told by its size


# Answers whose visible check has failed since the kernel began, by name: another that calls one of
# them may owe its failure to it.
_FAILING: dict[str, Any] = {}


class Stop(Exception):
    """Ends the block of a check; carries what to say, and the key of that message.

    error: where the answer stopped, the kind and text of its error, as "KeyError: 'b'", and the line
    of its cell.
    """

    def __init__(
        self,
        state: str,
        key: str,
        text: str,
        rows: list[list[str]] | None = None,
        error: tuple[str, str] = ("", ""),
    ):
        self.state, self.key, self.text, self.rows = state, key, text, rows
        self.error, self.line = error


class FromAfar(Exception):
    """Mixed into the error of an answer that runs in another process, which tells where it arose:
    `line`, the line of the answer's cell; `own`: in the answer itself, not deeper in a library."""

    line: str = ""
    own: bool = False


class Afar:
    """Mixed into what stands for an answer that runs in another process."""

    def call_there(self, way: str, *args: Any) -> Any:
        """What the function of this name of `call_again.WAYS` gives, called where the answer is."""
        raise NotImplementedError


class NotSolved(Exception):
    """What a check raises while nbgrader validates a notebook; IPython shows no more of it than
    its message."""

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


class Result(float):
    """What a check found: the points given, as a number that knows its message.

    Attributes: `state` ("passed", "failed" or "open"), `key` (of the message table), `message`
    (plain text), `points` and `max_points`.
    """

    state: str
    key: str
    message: str
    max_points: float
    _html: str

    @property
    def points(self) -> float:
        return float(self)

    def __repr__(self) -> str:
        return float.__repr__(self)

    def _repr_html_(self) -> str:
        return self._html


class Check:
    """Checks one answer; see the module's docstring for how a check cell uses it.

    name: the answer's function, looked up in the notebook when the block is entered.
    points: what the cell is worth (as in its metadata).
    hidden: True in a hidden check; its success message differs and progress is not recorded.
    read: the heading to read again, shown with a failure.
    graded: False in an ungraded exercise, for its success message.
    """

    def __init__(
        self,
        name: str,
        points: float,
        *,
        hidden: bool = False,
        read: str | None = None,
        graded: bool = True,
    ):
        if not isinstance(name, str):
            raise TypeError('Check takes the name of the answer, as in Check("causal_mask", ...)')
        if not (math.isfinite(points) and points >= 0):
            raise ValueError(f"points must be a finite number, 0 or more, not {points}")
        self.name, self.max_points, self.hidden, self.read = name, points, hidden, read
        self.graded = graded
        self._namespace = inspect.currentframe().f_back.f_globals  # type: ignore[union-attr]
        self._call: str | None = None  # the last call of the answer, as text, and whole
        self._whole_call = ""
        self._before: tuple[tuple, dict] = ((), {})  # its arguments, as they were
        self._made: list[_Made] = []  # the calls that can be made again
        self._changed: str | None = None  # the argument that the last call changed
        self._looked_at: Any = None  # the answer, when it borrows nothing
        self._earned = 0.0  # points that a failed check gives
        self._passes_with: str | None = None  # a message for when it passes, in place of the usual
        self._when_passed: list[str] = []  # what is told below the sign that says so
        self._result: Result | None = None

    # --- the block ------------------------------------------------------------------------------

    def __enter__(self) -> Check:
        return self

    def __exit__(self, kind, error, trace) -> bool:
        if error is None:
            error = self._called_again()
        if error is None:
            passed = "hidden" if self.hidden else "" if self.graded else "ungraded"
            key = f"check-passed-{passed}".rstrip("-")
            stop = Stop("passed", key, self._passes_with or say(key))
        elif isinstance(error, Stop):
            stop = error
        elif isinstance(error, Exception):
            # A result of an unforeseen kind can break a check's own line; that is the answer's
            # loss, but never a traceback.
            stop = Stop("failed", "check-broke", say("check-broke", error=_name_error(error)))
        else:
            return False  # an interrupt goes through
        self._result = self._make_result(stop)
        return True

    @property
    def result(self) -> Result:
        """The points as a number with a message; the last line of a check cell."""
        if self._result is None:
            raise RuntimeError("check.result comes after the `with` block")
        # nbgrader's Validate calls whatever raises nothing a success where it has no points, and
        # otherwise knows no better message than "partial credit".
        if os.environ.get("NBGRADER_VALIDATING") == "1" and self._result.state != "passed":
            raise NotSolved(f"{self.name}: {self._result.message}")
        return self._result

    # --- inside the block -----------------------------------------------------------------------

    def run(self, *args: Any, may_modify: bool = False, again: bool = True, **kwargs: Any) -> Any:
        """Calls the answer and returns its result.

        Stops the check when the answer is missing, open, raises, returns nothing, or changes one
        of its tensor (or list, dict) arguments. What it writes to stderr goes to stdout: nbgrader
        gives no points to a check cell that writes to stderr.

        may_modify: it may change its arguments. again: at the end the call may be made once more,
        to see that it gives the same; False where a right answer may draw another result.
        """
        result, error = self._attempt(args, kwargs, may_modify)
        if error is not None:
            name, line = _name_error(error), line_of(error, self._function())
            key = "check-raised-at" if line else "check-raised"
            if isinstance(error, NotImplementedError) and not error.args:
                key = "check-calls-open"
            told = [self._say(key, {"line": line})]
            # The cure stands before the symptom, which may be a long line of shapes.
            if meaning := meaning_of(name, line):
                told.append(say(meaning))
            if self._changed and not may_modify:
                told.append(say("check-changed-before", argument=self._changed))
            if key == "check-calls-open":
                raise Stop("failed", key, "\n".join(told))
            told.append(self._say("check-error", {"error": name}))
            raise Stop("failed", key, "\n".join(told), error=(name, line))
        if result is None:
            self.fail("check-nothing")
        if again and not may_modify and len(self._made) < MOST_AGAIN:
            args, kwargs = self._before
            # A result may hold itself, or answer every question as it likes.
            with contextlib.suppress(Exception):
                if call_again.can_be_made_again(args, kwargs, result):
                    self._made.append(_Made(args, kwargs, copied(result), str(self._call)))
        return result

    def raises(self, wanted: type[Exception], *args: Any, **kwargs: Any) -> None:
        """The answer must raise `wanted` on these arguments."""
        result, error = self._attempt(args, kwargs, may_modify=False)
        if error is None:
            got = _show_value(result)
            self.fail("check-did-not-raise", wanted=wanted.__name__, got=got)
        elif not isinstance(error, wanted):
            self.fail("check-raised-other", wanted=wanted.__name__, error=_name_error(error))

    def tensor(
        self,
        got: Any,
        shape: tuple[int, ...] | None = None,
        dtype: torch.dtype | str | None = None,
    ) -> None:
        """`got` must be a plain tensor of this shape and dtype ("float": any floating dtype)."""
        # A subclass could answer every comparison as it likes, so the type is compared strictly.
        if type(got) not in (torch.Tensor, torch.nn.Parameter):
            self.fail("check-type", wanted="a torch.Tensor", got=_kind(got))
        if shape is not None and tuple(got.shape) != tuple(shape):
            self.fail("check-shape", wanted=list(shape), got=list(got.shape))
        right = got.is_floating_point() if dtype == "float" else dtype in (None, got.dtype)
        if not right:
            wanted = "float32 (or another float)" if dtype == "float" else _dtype_name(dtype)
            self.fail("check-dtype", wanted=wanted, got=_dtype_name(got.dtype))

    def equal(
        self,
        got: Any,
        want: Any,
        *,
        key: str = "values-differ",
        mistakes: Mapping[str, Any] | None = None,
        **fields: Any,
    ) -> None:
        """`got` must equal `want` exactly, in type, shape and value; `mistakes` as in `close`."""
        self.close(got, want, atol=0.0, key=key, mistakes=mistakes, **fields)

    def close(
        self,
        got: Any,
        want: Any,
        *,
        atol: float = 1e-5,
        key: str = "values-differ",
        mistakes: Mapping[str, Any] | None = None,
        **fields: Any,
    ) -> None:
        """`got` must be `want` within `atol` (tensors, numbers, strings, lists, tuples, dicts).

        mistakes: message key -> what a famous wrong answer gives here (or a function that
        computes it); when `got` is that, its message is shown instead of `key`'s.
        """
        if isinstance(want, torch.Tensor):
            self.tensor(got, want.shape, "float" if want.is_floating_point() else want.dtype)
        elif not _same_type(got, want):
            self.fail("check-type", wanted=_kind(want), got=_kind(got))
        elif isinstance(want, (list, tuple)) and len(got) != len(want):
            self.fail("check-length", wanted=len(want), got=len(got))
        if same(got, want, atol):
            return
        for mistake, value in (mistakes or {}).items():
            if same(got, value() if callable(value) else value, max(atol, 1e-6)):
                key = mistake
                break
        else:
            if key == "values-differ" and isinstance(got, torch.Tensor):
                if got.is_floating_point() and got.isnan().any() and not want.isnan().any():
                    key = "check-nan"
        rows = _difference(got, want, atol)
        raise Stop("failed", key, self._say(key, fields), rows)

    def that(self, condition: Any, key: str, **fields: Any) -> None:
        """`condition` must hold; otherwise the message of `key` is shown.

        Here as elsewhere a message may use the fields `name` and `call` (the last call of the
        answer, as text) besides those given.
        """
        if not bool(condition):
            self.fail(key, **fields)

    def forget_call(self) -> None:
        """What is said from here on shows no call: the last one tells a reader nothing."""
        self._call = None

    def tell_when_passed(self, *sentences: str, message: str | None = None) -> None:
        """What is said if this check passes: a message in place of the usual one, and sentences below
        it, each a line."""
        self._passes_with = message
        self._when_passed += sentences

    def earn(self, points: float) -> None:
        """So many points, fewer than all, are given even if the check fails from here on."""
        if not 0 <= points < self.max_points:
            raise ValueError(f"points must be from 0 to below {self.max_points}, not {points}")
        self._earned = points

    def fail(self, key: str, **fields: Any) -> NoReturn:
        """Ends the check with the message of `key`."""
        raise Stop("failed", key, self._say(key, fields))

    # --- inside -----------------------------------------------------------------------------------

    def _say(self, key: str, fields: Mapping[str, Any]) -> str:
        return say(key, **{"name": self.name, "call": self._call, **fields})

    def _function(self) -> Callable:
        if self.name not in self._namespace:
            raise Stop("open", "check-undefined", say("check-undefined", name=self.name))
        function = self._namespace[self.name]
        if not callable(function):
            self.fail("check-not-function", kind=_kind(function))
        if function is not self._looked_at:
            if what := borrowed(function):
                self.fail("answer-borrowed", what=what)
            self._looked_at = function
        return function

    def _answer(self) -> str:
        """The text of the cell that defines the answer, "" where it is not known."""
        function = self._namespace.get(self.name)
        code = _code_of(function) if inspect.isfunction(function) else None
        return "".join(linecache.getlines(code.co_filename)) if code is not None else ""

    def _failing_calls(self) -> str:
        """The name of an answer that this one calls and whose own check failed, "" where none is
        known."""
        code = _code_of(self._looked_at) if inspect.isfunction(self._looked_at) else None
        for name in sorted(_names_in(code) & _FAILING.keys() - {self.name}):
            if self._namespace.get(name) is _FAILING[name]:
                return name
        return ""

    def _attempt(
        self, args: tuple, kwargs: dict, may_modify: bool
    ) -> tuple[Any, BaseException | None]:
        """Calls the answer: (result, None) or (None, what it raised)."""
        function = self._function()
        names = _parameters(function)[: len(args)]
        self._call, self._whole_call = show_call(self.name, args, kwargs, names)
        self._before = before = copied((args, kwargs))
        error: BaseException | None = None
        try:
            with _what_it_says():
                result = function(*args, **kwargs)
        except NotImplementedError as stub:
            # A stub says no more than this; PyTorch's own NotImplementedError says what is missing.
            if not stub.args and raised_in(stub, function):
                text = say("check-open", name=self.name)
                raise Stop("open", "check-open", text) from None
            result, error = None, stub
        except (Exception, SystemExit) as raised:
            result, error = None, raised
        changed = (
            *(k for k, v in kwargs.items() if not same(v, before[1][k], 0.0)),
            *(
                _argument_name(function, index)
                for index, value in enumerate(args)
                if not same(value, before[0][index], 0.0)
            ),
        )
        self._changed = changed[0] if changed else None
        if error is None and self._changed and not may_modify:
            self.fail("check-modified", argument=self._changed)
        return result, error

    def _called_again(self) -> Stop | None:
        """What is wrong when calls that went well are made once more; None when nothing is."""
        try:
            for made, key, again in self._once_more():
                if not _alike(again, made.result):
                    self._call = self._whole_call = made.call
                    self.fail("check-kept" if self._varies(made) else key)
        except Stop as stop:
            return stop
        except Exception:
            pass  # a function that a check handed over may allow no more calls
        return None

    def _once_more(self) -> Iterator[tuple[_Made, str, Any]]:
        """A call, the key of what it shows, and what it gave now."""
        if not self._made:
            return
        function, first = self._function(), self._made[0]
        args, kwargs = copied((first.args, first.kwargs))
        with _what_it_says():
            yield first, "check-kept", function(*args, **kwargs)
            for one, other in self._pairs():
                for way, of, key in (
                    ("with_new_content", other, "check-kept-object"),
                    ("after_another", one, "check-one-place"),
                ):
                    given, others = copied(((one.args, one.kwargs), (other.args, other.kwargs)))
                    yield of, key, _call_where_it_is(function, way, *given, others)
            for made in self._small_ones():
                args, kwargs = copied((made.args, made.kwargs))
                got = _call_where_it_is(function, "after_change", args, kwargs)
                yield made, "check-shares-result", got

    def _varies(self, made: _Made) -> bool:
        """Does the same call give now this and now that? Then no change between two calls is the cause:
        the answer may draw numbers."""
        function, results = self._function(), []
        # One that stops now is no draw's work.
        with _what_it_says(), contextlib.suppress(Exception):
            for _ in range(REPEATED):
                args, kwargs = copied((made.args, made.kwargs))
                results.append(copied(function(*args, **kwargs)))
        return not all(_alike(result, results[0]) for result in results)

    def _pairs(self) -> Iterator[tuple[_Made, _Made]]:
        """Two calls of which the same objects can hold what each was given, for each name or kind that
        the answer is called with."""
        seen = set()
        for one, other in itertools.combinations(self._made, 2):
            names = one.names()
            if names not in seen and one.can_become(other):
                seen.add(names)
                yield one, other

    def _small_ones(self) -> Iterator[_Made]:
        """The calls that take little time together and whose results can be changed, the first first."""
        left = call_again.FEW
        for made in [self._made[0], *sorted(self._made[1:], key=_Made.size)]:
            left -= made.size()
            if left < 0:
                return
            if call_again.can_be_changed(made.result):
                yield made

    def _make_result(self, stop: Stop) -> Result:
        passed = stop.state == "passed"
        failed = self._earned if stop.state == "failed" else 0.0
        result = Result(self.max_points if passed else failed)
        result.state, result.key, result.max_points = stop.state, stop.key, self.max_points
        notes, folded = list(self._when_passed) if passed else [], ""
        if stop.state == "failed":
            if self._call and self._call not in stop.text:
                notes.append(say("check-smallest", call=self._call))
            if self._call and self._call != self._whole_call:
                folded = self._whole_call
            if calls := self._failing_calls():
                notes.append(say("check-calls-failing", name=self.name, calls=calls))
            if self.read:
                notes.append(say("check-read", where=self.read))
        if not self.hidden:
            if stop.state == "failed":
                _FAILING[self.name] = self._looked_at
            else:
                _FAILING.pop(self.name, None)
            problem = progress_log.record(
                self.name, stop.state, float(result), self._answer(), stop.key
            )
            if problem:
                notes.append(problem)
            if _is_older(self.name, self._answer()):
                notes.append(say("check-older", name=self.name))
        result.message = _as_text(stop, notes)
        result._html = _as_html(self.name, stop, notes, folded)
        return result


@dataclasses.dataclass(frozen=True)
class _Made:
    """A call of the answer that went well."""

    args: tuple
    kwargs: dict
    result: Any
    call: str

    def size(self) -> int:
        return call_again.size((self.args, self.kwargs, self.result))

    def names(self) -> tuple[str, ...]:
        """The words among the arguments."""
        return tuple(x for x in (*self.args, *self.kwargs.values()) if isinstance(x, str))

    def can_become(self, other: _Made) -> bool:
        """Whether the same objects can hold what another call was given, which gave something else."""
        fits = call_again.can_hold((self.args, self.kwargs), (other.args, other.kwargs))
        return fits and not _alike(self.result, other.result)


@contextlib.contextmanager
def _what_it_says() -> Iterator[None]:
    """What an answer says on stderr goes to stdout, but for PyTorch's warning about `.T`, which would
    stand before the message that tells what to write."""
    with contextlib.redirect_stderr(sys.stdout), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="The use of `x.T`")
        yield


def _call_where_it_is(function: Callable, way: str, *args: Any) -> Any:
    if isinstance(function, Afar):
        return function.call_there(way, *args)
    return call_again.WAYS[way](function, *args)


def _alike(a: Any, b: Any) -> bool:
    """Equal but for rounding, which may depend on where numbers lie in memory. What cannot be compared
    is no sign of anything."""
    if type(a) is not type(b):
        return False
    if isinstance(a, torch.Tensor):
        if a.shape != b.shape or a.dtype != b.dtype:
            return False
        x, y = a.detach().double(), b.detach().double()
        return torch.allclose(x, y, rtol=1e-3, atol=1e-6, equal_nan=True)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(_alike, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(_alike(a[k], b[k]) for k in a)
    if isinstance(a, float):  # NumPy's float64 is one, too
        return a == b or math.isclose(a, b, rel_tol=1e-3, abs_tol=1e-6) or a != a and b != b
    if isinstance(a, (str, int, bytes, set, frozenset, np.integer)):
        return bool(a == b)
    return True


# --- comparing -------------------------------------------------------------------------------------


def same(a: Any, b: Any, atol: float) -> bool:
    """Equal within atol; NaN equals NaN, and an infinity only itself."""
    if isinstance(b, torch.Tensor):
        if type(a) not in (torch.Tensor, torch.nn.Parameter) or a.shape != b.shape:
            return False
        if not (a.is_floating_point() and b.is_floating_point()):
            return a.dtype == b.dtype and torch.equal(a, b)
        a, b = a.detach().double(), b.detach().double()
        return bool(torch.isclose(a, b, rtol=0.0, atol=atol, equal_nan=True).all())
    if not _same_type(a, b):
        return False
    if isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k], atol) for k in b)
    if isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(same(x, y, atol) for x, y in zip(a, b))
    if type(b) is float:
        return a == b or abs(a - b) <= atol or (math.isnan(a) and math.isnan(b))
    if isinstance(b, (str, int, bool, set, frozenset, bytes)) or b is None:
        return a == b
    return a is b  # models, generators, functions: compared by identity


def _same_type(a: Any, b: Any) -> bool:
    """The same type, where an int may stand for a float (but a bool for neither)."""
    return type(a) is type(b) or (type(b) is float and type(a) is int)


# --- finding the line ------------------------------------------------------------------------------


def _frames(error: BaseException) -> list[tuple[str, int]]:
    frames, trace = [], error.__traceback__
    while trace is not None:
        frames.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    return frames


def _code_of(function: Callable) -> Any:
    """The code that stands in the answer's cell: below a decorator, such as `@torch.no_grad()`, that
    of the function which it wraps."""
    with contextlib.suppress(ValueError):  # a circle of wrappers
        function = inspect.unwrap(function)
    return getattr(function, "__code__", None)


def _names_in(code: Any) -> set[str]:
    """The names that a function's code looks up, with those of functions inside it."""
    if code is None:
        return set()
    inner = (_names_in(part) for part in code.co_consts if inspect.iscode(part))
    return set(code.co_names).union(*inner)


def line_of(error: BaseException, function: Callable) -> str:
    """The line of the answer's own cell in which `error` arose, or ""."""
    if isinstance(error, FromAfar):
        return error.line
    home = getattr(_code_of(function), "co_filename", None)
    lines = [number for name, number in _frames(error) if name == home]
    return linecache.getline(home, lines[-1]).strip() if home and lines else ""


def raised_in(error: BaseException, function: Callable) -> bool:
    """Did `error` arise in the answer's own code, not deeper in a library?"""
    if isinstance(error, FromAfar):
        return error.own
    code = _code_of(function)
    frames = _frames(error)
    return code is not None and bool(frames) and frames[-1][0] == code.co_filename


def _is_older(name: str, answer: str) -> bool:
    """Was a cell with `def name` run after the one whose text is `answer`? That cell stopped before
    its definition, for instance at a slip in its syntax, so it has changed nothing."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None or not answer:
        return False
    source, newer = _without_blanks(answer), False
    for cell in reversed(shell.history_manager.input_hist_raw):
        with contextlib.suppress(SyntaxError):  # what ran is the cell as IPython rewrites it
            cell = shell.transform_cell(cell)
        if _without_blanks(cell) == source:
            return newer
        if re.search(rf"^[ \t]*def[ \t]+{re.escape(name)}\b", cell, re.MULTILINE):
            newer = True
    return False  # its own cell was not found: nothing is known


def _without_blanks(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def _parameters(function: Callable) -> list[str]:
    """The names of the parameters that take an argument by its place."""
    try:
        found = inspect.signature(function).parameters.values()
    except (ValueError, TypeError):
        return []
    return [p.name for p in found if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]


def _argument_name(function: Callable, index: int) -> str:
    try:
        return list(inspect.signature(function).parameters)[index]
    except (ValueError, TypeError, IndexError):
        return f"argument {index + 1}"


def _name_error(error: BaseException) -> str:
    text = " ".join(str(error).split())
    text = text if len(text) <= 160 else text[:157] + "..."
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


# --- showing ---------------------------------------------------------------------------------------


def _kind(value: Any) -> str:
    if isinstance(value, torch.Tensor):
        return f"a tensor of {_dtype_name(value.dtype)}"
    name = type(value).__name__
    return "None" if value is None else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _dtype_name(dtype: Any) -> str:
    return str(dtype).removeprefix("torch.")


def _show_number(value: Any, digits: int = 4) -> str:
    if type(value) is not float:
        return str(value)
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if math.isnan(value):
        return "NaN"
    return f"{value + 0.0:.{digits}g}"  # 0, where it is -0.0


def _show_value(value: Any, digits: int = 4) -> str:
    def inner(item: Any) -> str:
        return _show_value(item, digits)

    if isinstance(value, torch.Tensor):
        if value.numel() > 16:
            return _size_of(value)
        return inner(value.detach().tolist())
    if isinstance(value, dict):
        inside = ", ".join(f"{k!r}: {inner(v)}" for k, v in list(value.items())[:8])
        return "{" + inside + "}"
    if type(value) in (list, tuple):
        if len(value) > 16:
            return _size_of(value)
        inside = ", ".join(map(inner, value))
        return f"[{inside}]" if type(value) is list else f"({inside})"
    if type(value) in (int, float, bool):
        return _show_number(value, digits)
    if isinstance(value, str):
        return repr(value if len(value) <= 60 else value[:57] + "...")
    if isinstance(value, torch.Generator):
        return f"torch.Generator().manual_seed({value.initial_seed()})"
    if isinstance(value, random.Random):
        return "random.Random(...)"
    return getattr(value, "__name__", _kind(value))


def show_call(name: str, args: tuple, kwargs: dict, names: Sequence[str] = ()) -> tuple[str, str]:
    """The call as text, and whole: the first is short, with large arguments told by their size. Where
    one is, all are told with their `names`, if these are given."""
    text = f"{name}({', '.join(map(_show_value, args))})"
    if len(names) != len(args) or len(text) <= SHOWN_CALL and "tensor [" not in text:
        names = [""] * len(args)
    values = [*zip(names, args), *kwargs.items()]
    whole, short = (
        f"{name}({', '.join(f'{k}={show(v)}' if k else show(v) for k, v in values)})"
        for show in (_show_value, _show_small)
    )
    return whole if len(whole) <= SHOWN_CALL else short, whole


def _show_small(value: Any) -> str:
    text = _show_value(value)
    return text if len(text) <= SHOWN_ARGUMENT else _size_of(value)


def _size_of(value: Any) -> str:
    if isinstance(value, torch.Tensor):
        dtype = "" if value.dtype == torch.float32 else f" {_dtype_name(value.dtype)}"
        return f"tensor {list(value.shape)}{dtype}"
    kind = type(value).__name__
    return f"a {kind} of {len(value)}" if hasattr(value, "__len__") else f"a {kind}"


def _difference(got: Any, want: Any, atol: float) -> list[list[str]]:
    """Rows (where, expected, got) of the entries that differ, or the small values whole; with as
    many digits as it takes to see a difference."""
    for digits in (4, 6, 9, 17):
        rows = _rows(got, want, atol, digits)
        if any(row[1] != row[2] for row in rows):
            break
    return [[say("check-where"), say("check-expected"), say("check-got")], *rows]


def _rows(got: Any, want: Any, atol: float, digits: int) -> list[list[str]]:
    if not isinstance(want, torch.Tensor):
        return [["", _show_value(want, digits), _show_value(got, digits)]]
    got, want = got.detach(), want.detach()
    if want.dim() <= 2 and want.numel() <= SHOWN_CELLS:
        rows = want.reshape(-1, want.shape[-1]) if want.dim() else want.reshape(1, 1)
        return [
            [f"[{i}]" if want.dim() == 2 else "", _show_value(w, digits), _show_value(g, digits)]
            for i, (w, g) in enumerate(zip(rows, got.reshape(rows.shape)))
        ]
    same = torch.isclose(got.double(), want.double(), rtol=0.0, atol=atol, equal_nan=True)
    wrong = [tuple(i) for i in (~same).nonzero().tolist()]
    table = [
        [str(list(i)), *(_show_value(one[i].tolist(), digits) for one in (want, got))]
        for i in wrong[:SHOWN_ROWS]
    ]
    if len(wrong) > SHOWN_ROWS:
        table.append([say("check-more", count=len(wrong) - SHOWN_ROWS), "", ""])
    return table


def _as_text(stop: Stop, notes: list[str]) -> str:
    lines = [stop.text]
    if stop.rows:
        widths = [max(len(row[c]) for row in stop.rows) for c in range(3)]
        lines += ["  ".join(c.ljust(w) for c, w in zip(row, widths)).rstrip() for row in stop.rows]
    return "\n".join(lines + notes)


# Colour and sign both tell the state. JupyterLab's own variables keep it readable in a dark theme.
_LOOK = {"passed": ("#009E73", "✓"), "failed": ("#D55E00", "✗"), "open": ("#0072B2", "○")}


def _as_html(name: str, stop: Stop, notes: list[str], folded: str = "") -> str:
    """folded: a long call, whole, for those who unfold it."""
    colour, sign = _LOOK[stop.state]
    parts = [
        f'<div style="border-left: 4px solid {colour}; padding: 4px 12px; max-width: 60em">',
        f"<p style='margin: 4px 0'><strong>{sign} {html.escape(name)}</strong> · "
        f"{_mark_code(stop.text).replace(chr(10), '<br>')}</p>",
    ]
    if stop.rows:
        head, *body = stop.rows
        columns = [c for c in range(3) if any(row[c] for row in body)]
        parts.append("<table style='margin: 4px 0'><thead><tr>")
        parts += [
            f'<th scope="col" style="text-align: left">{html.escape(head[c])}</th>' for c in columns
        ]
        parts.append("</tr></thead><tbody>")
        for row in body:
            cells = "".join(
                f'<td style="text-align: left"><code>{html.escape(row[c])}</code></td>'
                for c in columns
            )
            parts.append(f"<tr>{cells}</tr>")
        parts.append("</tbody></table>")
    parts += [f"<p style='margin: 4px 0'>{_mark_code(note)}</p>" for note in notes]
    if folded:
        parts.append(
            f"<details style='margin: 4px 0'><summary>{html.escape(say('check-whole-call'))}</summary>"
            f"<code>{html.escape(folded)}</code></details>"
        )
    return "".join(parts) + "</div>"


def _mark_code(text: str) -> str:
    """HTML of a sentence in which `backticks` mark code."""
    pieces = html.escape(text, quote=False).split("`")
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(pieces))
