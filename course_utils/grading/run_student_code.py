"""Inside the sandbox: runs a student's cells, and calls an answer when a check asks for it.

`prepare` is called once in the warm parent, with nothing of a student's yet; `serve` in each
process forked from it. Nothing here is believed outside: what the checks take from this process are
plain values, and the points of a check that had to run in here are looked at twice.
"""

from __future__ import annotations

import builtins
import contextlib
import os
import random
import sys
import tempfile
import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch

from course_utils.checks import call_again, run_answer
from course_utils.checks.assignments import CheckCell
from course_utils.checks.check import Result, line_of, raised_in
from course_utils.checks.verdict_between_processes import judged, no_points
from course_utils.grading import socket_messages, socket_models, socket_values

FLOOD = 50_000_000  # characters after which a process that only prints is ended
FLOODED = 93  # its exit status
GRAPHS = 8  # calls whose gradients can still be asked for
TEXT = 20_000  # characters of an error's description


@dataclass
class Prepared:
    """The warm parent's state: IPython's shell, the set-up's names, the libraries as they are."""

    shell: Any
    capture: _Capture
    given: dict[str, Any]
    libraries: list


_prepared: Prepared | None = None


def prepare(setup: tuple[str, ...]) -> None:
    """Imports the libraries and runs the set-up cells. RuntimeError names a cell that fails."""
    global _prepared
    from course_utils.checks import preloaded  # noqa: F401  (imports what notebooks use)

    capture = _Capture()
    shell = _shell(capture)
    before = set(shell.user_ns)
    for number, source in enumerate(setup, start=1):
        result = shell.run_cell(source)
        if not result.success:
            error = result.error_in_exec or result.error_before_exec
            raise RuntimeError(f"set-up cell {number}: {type(error).__name__}: {error}")
    capture.take()
    given = {name: value for name, value in shell.user_ns.items() if name not in before}
    _prepared = Prepared(shell, capture, given, run_answer.library_functions())


def serve(sock: Any, limits: Any) -> None:
    """Answers requests until the socket closes. Never returns an exception to the caller."""
    prepared = _prepared
    assert prepared is not None
    prepared.capture.limit = limits.output
    desk = _Desk(prepared, limits, sock)
    while True:
        try:
            request, blobs = socket_messages.receive(sock)
        except (socket_messages.Closed, socket_messages.Malformed):
            os._exit(0)
        _allow_cpu(limits.seconds)
        blobs_back: list[bytes] = []
        reply = {**desk.answer(request, blobs, blobs_back), "id": request.get("id")}
        _allow_cpu(limits.seconds)  # a finished request leaves its successor a full share
        try:
            socket_messages.send(sock, reply, blobs_back)
        except socket_messages.TooLarge:
            socket_messages.send(
                sock, {"state": "inside", "why": "too large", "id": request.get("id")}
            )
        except socket_messages.Closed:
            os._exit(0)


def _allow_cpu(seconds: float) -> None:
    """The process may use so many seconds of the processor from now on."""
    try:
        import resource
    except ImportError:
        return
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    soft = int(used + seconds) + 1
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


class _Desk:
    """One student's process: what it can be asked."""

    def __init__(self, prepared: Prepared, limits: Any, sock: Any):
        self.sock, self.number = sock, None
        self.shell, self.capture, self.given = prepared.shell, prepared.capture, prepared.given
        self.libraries, self.genuine = prepared.libraries, Result
        self.names = by_name(self.given)
        self.made: dict[tuple[str, str], Any] = {}
        self.brought: dict[str, types.ModuleType] = {}  # the graders' modules, by name
        self.asking: dict[int, Any] = {}  # what stands for functions of a check's, by number
        self.graphs: dict[int, tuple[list, list]] = {}
        self.models = socket_models.Models()

    def answer(self, request: dict, blobs: list[bytes], back: list[bytes]) -> dict:
        asked = {"cell": self.cell, "look": self.look, "call": self.call, "check": self.check}
        asked["backward"] = self.backward
        self.number = request.get("id")
        try:
            return asked[request["ask"]](request, blobs, back)
        except BaseException as error:  # a student's code can raise anything anywhere
            return {"state": "broken", "why": _describe(error)}

    def incoming(self) -> socket_values.Crossing:
        self.models = socket_models.Models(self.models.known)
        return socket_values.Crossing(
            known=self.given,
            define=self.define,
            imports=True,
            models=self.models,
            call_back=self.call_back,
        )

    def call_back(self, number: int) -> Any:
        """What stands for a function of the check's that stays there, since its text is no student's
        business: a call asks the check for the result."""

        def f(*args: Any, **kwargs: Any) -> Any:
            return self._asked(number, args, kwargs)

        return self.asking.setdefault(number, f)

    def _asked(self, number: int, args: tuple, kwargs: dict) -> Any:
        blobs: list[bytes] = []
        try:
            tree = socket_values.encode((args, kwargs), blobs)
        except socket_values.CannotCross as error:
            raise TypeError(str(error)) from None
        question = {"state": "asks", "function": number, "arguments": tree, "id": self.number}
        socket_messages.send(self.sock, question, blobs)
        reply, back = socket_messages.receive(self.sock)
        if "error" in reply:
            raise _of_kind(*reply["error"])
        value, *after = socket_values.decode(reply["value"], back)
        for mine, theirs in zip((args, kwargs), after):
            socket_values.copy_into(mine, theirs)
        return value

    def define(self, name: str, source: str) -> Any:
        """A function that a check hands over, made from its text."""
        if (name, source) not in self.made:
            names = {**self.given, "__name__": "__check__"}
            run_answer.run_cell(source, names, "<function of a check>")
            self.made[name, source] = names[name]
        return self.made[name, source]

    def cell(self, request: dict, blobs: list[bytes], back: list[bytes]) -> dict:
        """Runs a cell as a notebook does."""
        result = self.shell.run_cell(request["source"], store_history=True)
        error = result.error_in_exec or result.error_before_exec
        reply: dict[str, Any] = {"state": "done", "outputs": self.capture.take(), "error": None}
        if error is not None:
            reply["error"] = _describe(error)
        return reply

    def look(self, request: dict, blobs: list[bytes], back: list[bytes]) -> dict:
        """Is there such an answer, and what are its parameters?"""
        name = request["name"]
        random.seed(0)  # the same grade each time
        torch.manual_seed(0)
        if name not in self.shell.user_ns:
            return {"state": "missing"}
        value = self.shell.user_ns[name]
        if not callable(value):
            return {"state": "not callable", "kind": type(value).__name__}
        code = getattr(value, "__code__", None)
        count = code.co_argcount + code.co_kwonlyargcount if code else 0
        return {"state": "there", "parameters": list(code.co_varnames[:count]) if code else []}

    def call(self, request: dict, blobs: list[bytes], back: list[bytes]) -> dict:
        """Calls the answer; the reply holds its result, and its arguments if it changed them."""
        function = self.shell.user_ns[request["name"]]
        way = self.incoming()
        args, kwargs = socket_values.decode(request["arguments"], blobs, way)
        models = socket_models.Watched(self.models.met)
        of_models = {id(value): name for name, value in socket_models.named(models.models).items()}
        made = {id(f): "" for f in (*self.made.values(), *self.asking.values())}
        outgoing = socket_values.Crossing(known={**self.names, **made, **of_models})
        kept: list[bytes] = []
        before = socket_values.encode((args, kwargs), kept, outgoing)
        try:
            how = request["way"]
            value = call_again.WAYS[how](function, *args) if how else function(*args, **kwargs)
        except BaseException as error:
            reply = {
                "state": "raised",
                "error": _describe(error),
                "line": line_of(error, function)[:TEXT],
                "own": raised_in(error, function),
            }
        else:
            outgoing.leaves = []
            try:
                tree = socket_values.encode(value, back, outgoing)
            except socket_values.CannotCross as error:
                return {"state": "inside", "why": str(error)}
            reply = {"state": "returned", "value": tree}
            self.graphs[request["number"]] = (way.leaves, outgoing.leaves)
            self.graphs.pop(request["number"] - GRAPHS, None)
        self.capture.take()
        if odd := models.odd():
            return {"state": "inside", "why": odd}
        now: list[bytes] = []
        try:
            if models.models:
                reply["models"] = socket_values.encode(models.changes(), back)
            after = socket_values.encode((args, kwargs), now, outgoing)
            if (after, now) != (before, kept):
                reply["after"] = socket_values.encode((args, kwargs), back, outgoing)
        except socket_values.CannotCross as error:
            return {"state": "inside", "why": str(error)}
        return reply

    def backward(self, request: dict, blobs: list[bytes], back: list[bytes]) -> dict:
        """Gradients of the tensors that a call was given, from that of one that it returned."""
        leaves, outputs = self.graphs[request["call"]]
        gradient = socket_values.decode(request["gradient"], blobs)
        try:
            found = torch.autograd.grad(
                outputs[request["output"]], leaves, gradient, allow_unused=True, retain_graph=True
            )
        except Exception as error:
            return {"state": "raised", "error": _describe(error), "line": "", "own": False}
        return {"state": "returned", "value": socket_values.encode(list(found), back)}

    def check(self, request: dict, blobs: list[bytes], back: list[bytes]) -> dict:
        """Runs a check in here; tells what it gave, and which function of a library is another."""
        cell = CheckCell(request["grade_id"], request["source"], request["points"])
        self._bring(request["graders"])
        names: dict[str, Any] = run_answer.fresh_main()
        names.update(self.given)  # and no other names of the student's: one could be `enumerate`
        name = request["name"]
        if name in self.shell.user_ns:
            names[name] = self.shell.user_ns[name]
        random.seed(0)  # the same verdict each time
        torch.manual_seed(0)
        try:
            value = run_answer.run_cell(cell.source, names, f"<check cell {cell.grade_id}>")
        except BaseException as error:
            verdict = no_points(cell, "check-raises", error=run_answer.described(error))
        else:
            verdict = judged(value, cell, self.genuine)
        self.capture.take()  # may hold what a hidden check is made of
        return {
            "state": "judged",
            "verdict": verdict.told(),
            "changed": run_answer.changed_function(self.libraries),
        }

    def _bring(self, graders: Mapping[str, str]) -> None:
        """Makes the graders' modules that a check imports, from their text: until now there were
        none here. From now on the answer, too, could find them; who looks is shown to a person."""
        for name, text in graders.items():
            if name not in self.brought:
                module = self.brought[name] = types.ModuleType(name)
                sys.modules[name] = module
                exec(compile(text, f"<{name}>", "exec", dont_inherit=True), vars(module))
                self.libraries = [*self.libraries, *run_answer.functions_of(module)]


def _of_kind(name: str, text: str) -> Exception:
    """An exception of Python's own with this name, a plain one where there is none."""
    kind = getattr(builtins, name, None)
    if isinstance(kind, type) and issubclass(kind, Exception):
        with contextlib.suppress(TypeError):  # some demand other arguments
            return kind(text)
    return Exception(text)


def by_name(given: dict[str, Any]) -> dict[int, str]:
    """id -> name of the set-up's objects that are sent as a name: models and the like, no plain
    values and nothing of a library's."""
    names = {}
    for name, value in given.items():
        try:
            socket_values.encode(value, [])
        except socket_values.CannotCross:
            names[id(value)] = name
    return names


def _describe(error: BaseException) -> dict[str, Any]:
    kinds = [kind.__name__ for kind in type(error).__mro__]
    try:
        text = str(error)[:TEXT]
    except BaseException:
        text = ""
    return {"kind": str(kinds[0])[:80], "kinds": kinds[:20], "text": text}


# --- IPython, with its outputs kept ---------------------------------------------------------------


class _Capture:
    """Collects the outputs of a cell in the notebook's format, at most `limit` characters."""

    def __init__(self):
        self.limit = 1_000_000
        self._outputs: list[dict[str, Any]] = []
        self._room, self._written = self.limit, 0

    def take(self) -> list[dict[str, Any]]:
        outputs, self._outputs, self._room = self._outputs, [], self.limit
        for output in outputs:
            if output["output_type"] == "stream":
                output["text"] = "".join(output["text"])
        return outputs

    def stream(self, name: str, text: str) -> None:
        self._written += len(text)
        if self._written > FLOOD:
            os._exit(FLOODED)
        text = text[: self._room]
        if not text:
            return
        self._room -= len(text)
        last = self._outputs[-1] if self._outputs else None
        if last and last["output_type"] == "stream" and last["name"] == name:
            last["text"].append(text)
        else:
            self._outputs.append({"output_type": "stream", "name": name, "text": [text]})

    def add(self, output: dict[str, Any], size: int) -> None:
        if size <= self._room:
            self._room -= size
            self._outputs.append(output)

    def data(self, kind: str, data: dict, count: int | None = None) -> None:
        kept = {mime: value for mime, value in data.items() if isinstance(value, (str, dict))}
        output = {"output_type": kind, "data": kept, "metadata": {}}
        if kind == "execute_result":
            output["execution_count"] = count
        self.add(output, sum(len(str(value)) for value in kept.values()))


class _Stream:
    """Stands for stdout and stderr."""

    encoding, errors = "utf-8", "strict"

    def __init__(self, name: str, capture: _Capture):
        self.name, self._capture = name, capture

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._capture.stream(self.name, text)
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    def readable(self) -> bool:
        return False

    def fileno(self) -> int:
        import io

        raise io.UnsupportedOperation("fileno")


def _shell(capture: _Capture) -> Any:
    """An IPython shell whose outputs go to `capture`; no history, no thread, no terminal."""
    from IPython.core.displayhook import DisplayHook
    from IPython.core.displaypub import DisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets import Type
    from traitlets.config import Config

    class Hook(DisplayHook):
        def write_output_prompt(self) -> None:
            pass

        def write_format_data(self, format_dict: dict, md_dict: dict | None = None) -> None:
            capture.data("execute_result", format_dict, self.prompt_count)

        def finish_displayhook(self) -> None:
            pass

    class Publisher(DisplayPublisher):
        def publish(self, data: dict, metadata: dict | None = None, **_: Any) -> None:
            capture.data("display_data", data)

        def clear_output(self, wait: bool = False) -> None:
            pass

    class Shell(InteractiveShell):
        displayhook_class = Type(Hook)
        display_pub_class = Type(Publisher)

        def _showtraceback(self, etype: type, evalue: BaseException, stb: list[str]) -> None:
            lines = [str(line)[:TEXT] for line in stb]
            text = _describe(evalue)["text"]
            output = {"output_type": "error", "ename": etype.__name__, "evalue": text}
            capture.add({**output, "traceback": lines}, sum(map(len, lines)))

    config = Config()
    config.HistoryManager.enabled = False
    config.HistoryAccessor.enabled = False
    config.InteractiveShell.colors = "nocolor"
    config.InteractiveShell.ipython_dir = tempfile.mkdtemp()
    shell = Shell.instance(config=config)
    sys.stdout, sys.stderr = _Stream("stdout", capture), _Stream("stderr", capture)
    _show_figures(shell)
    return shell


def _show_figures(shell: Any) -> None:
    """Open matplotlib figures are shown after each cell, as in a notebook."""
    from IPython.core.pylabtools import select_figure_formats
    from matplotlib_inline.backend_inline import flush_figures

    select_figure_formats(shell, {"png"})
    shell.events.register("post_execute", flush_figures)
