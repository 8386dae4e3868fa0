"""Examines one submission: runs what a grade depends on, and decides about each check.

A student's cells run in the sandbox. A check runs here, outside it, and calls the answer through a
pipe that carries plain values only; so its source and its frames are never where the student's code
is, and what it finds cannot be forged. Functions cross by name or as text, models by value, and
gradients are asked for. The graders' modules, with all references, are not in the sandbox, so no
answer can borrow them. A check whose values cannot cross (a model that notes how it is called, a
function without a name) runs in the sandbox instead,
and the text of its graders' module goes with it; when it passes there, it is run again with a
deliberate failure appended, and what passes that too, or holds what forging or borrowing needs, is
left to a person.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import copy
import dataclasses
import hashlib
import html
import inspect
import math
import os
import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import torch

from course_utils.checks import run_answer
from course_utils.checks.assignments import Assignment, CheckCell
from course_utils.checks.cell_needs import Names, names_of, needed
from course_utils.checks.check import Afar, FromAfar, Result
from course_utils.checks.verdict_between_processes import (
    Verdict,
    believed,
    judged,
    no_points,
    without_points,
)
from course_utils.files import COURSE, PACKAGE
from course_utils.grading import socket_messages, socket_models, socket_values
from course_utils.grading.journal import GRADED, REVIEW
from course_utils.grading.run_student_code import FLOOD, FLOODED, by_name
from course_utils.grading.sandbox import Child, Limits, Sandbox, SandboxError
from course_utils.grading.suspicion import suspicion
from course_utils.hunts import Hunted
from course_utils.messages import say

_MIMES = {"text/plain", "text/html", "image/png", "image/jpeg"}  # the rest could hold scripts
ROOM = 4_000_000  # characters of one output, at most
MARKS = 3_000  # tags and attributes of one output
DOUBTFUL = ("grade-unforeseen", "grade-time-used-up")  # why a person has to look
_GRADERS_MODULE = re.compile(rf"{re.escape(socket_values.EXERCISES)}\.\w+")
_GRACE = 2.0  # seconds of its own beyond twice the limit, which is the processor's
_SOON = 1.0  # seconds on the wall in which nearly all answer, before anyone looks how it goes
_FAREWELL = 30.0  # seconds until a process whose connection is closed has ended


class InfrastructureError(Exception):
    """The sandbox could not be made, or was lost for no fault of the submission."""


class _Inside(BaseException):
    """A check's value cannot cross: the check has to run in the sandbox. No `Exception`, so that
    a check does not take it for a fault of the answer. `chosen`: it is the answer's result that
    cannot, so that the student could have wanted it."""

    def __init__(self, why: str, chosen: bool = False):
        super().__init__(why)
        self.chosen = chosen


class _Lost(BaseException):
    """The student's process is gone or does not answer: message key and its fields."""

    def __init__(self, key: str, **fields: object):
        super().__init__(key)
        self.key, self.text = key, say(key, **fields)


# --- before: what each cell is --------------------------------------------------------------------


def mark(notebook: dict[str, Any], assignment: Assignment) -> None:
    """Writes into each code cell what it is: `metadata["course"] = {"role": ...}`.

    check, answer, setup (an unchanged set-up cell), shown (an unchanged cell of the chapter, which
    gets the outputs stored in the source) or own (whatever else there is). The notebook's metadata
    gets the set-up and the answers as the authors wrote them. `notebook` is nbformat 4 as a dict, with
    nbgrader's metadata restored; nothing that a student put under "course" stays.
    """
    stored = {
        cell["source"]: cell
        for cell in assignment.notebook["cells"]
        if cell["cell_type"] == "code" and not _graded(cell)
    }
    notebook["metadata"]["course"] = {
        "setup": list(assignment.setup),
        "answers": {name: e.answer.source for name, e in assignment.exercises.items()},
        "version": _version(),
    }
    for cell in notebook["cells"]:
        cell["metadata"].pop("course", None)
        if cell["cell_type"] != "code":
            continue
        graded = _graded(cell)
        if graded.get("grade") and not graded.get("solution"):
            role = "check"
        elif graded.get("solution"):
            role = "answer"
        elif cell["source"] in assignment.setup:
            role = "setup"
        elif cell["source"] in stored:
            role = "shown"
        else:
            role = "own"
        cell["metadata"]["course"] = {"role": role}
        original = stored.get(cell["source"])
        if role in ("setup", "shown") and original is not None:
            cell["outputs"] = copy.deepcopy(original["outputs"])
            cell["execution_count"] = original["execution_count"]


@lru_cache(maxsize=1)
def _version() -> str:
    """Of the code that grades: it must be the same where a notebook is marked and where it is run."""
    files = sorted(PACKAGE.rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


# --- the verdicts ---------------------------------------------------------------------------------


@dataclass
class _Judged:
    """What one check gave. `where`: outside or inside the sandbox, or lost when nothing came; `page`:
    its message as HTML, if there is one; `doubt`: why a person has to look, if one has to."""

    verdict: Verdict
    where: str
    page: str = ""
    doubt: str = ""

    def better(self, other: _Judged | None) -> _Judged:
        """The one with more points; of two without any, this one, which was found with fewer cells
        around it, unless it says less."""
        if other is None or self.verdict.points > other.verdict.points:
            return self
        nothing = self.verdict.points == other.verdict.points == 0
        return other if not nothing or self.where == "lost" else self


@dataclass
class _Cell:
    """A code cell of the submission, with what is known about it so far."""

    data: dict[str, Any]
    role: str
    names: Names
    name: str = ""  # of the answer, or of the check's answer
    check: CheckCell | None = None
    outputs: list[dict[str, Any]] | None = None
    error: dict[str, Any] | None = None
    culprit: _Lost | None = None  # why its process was lost, if it never ran well
    losses: int = 0

    @property
    def hidden(self) -> bool:
        return self.check is not None and self.check.is_hidden


def execute(
    notebook: dict[str, Any],
    files: Mapping[str, bytes],
    limits: Limits | None = None,
    mode: str = "forked",
    seconds: float = math.inf,
) -> dict[str, Any]:
    """The notebook with outputs, and with its verdicts in `metadata["course"]`.

    notebook: as `mark` left it. files: name -> content, put beside the notebook. mode: one of
    `sandbox.MODES`. seconds: on the wall, where fewer than the limits allow. The notebook's metadata
    say `outcome` ("graded" or "needs review"), `reasons` (sentences, for a review), `notes`
    (sentences, for a reader), `checks` (grade id -> points, state, key, message, where) and `in_time`
    (whether the time on the wall was enough). Each check cell has one result, its points, with the
    message as HTML. Raises InfrastructureError.
    """
    if notebook["metadata"]["course"]["version"] != _version():
        raise InfrastructureError(say("grade-other-version"))
    limits = limits or Limits()
    setup = tuple(notebook["metadata"]["course"]["setup"])
    os.environ["COURSE_PROGRESS"] = "off"  # a check here records nothing
    try:
        submission = _Submission(notebook, files, limits, _bench(setup, limits, mode), seconds)
        submission.together()
        submission.apart()
        submission.with_references()
    except (SandboxError, OSError) as error:
        _bench.cache_clear()  # the next submission gets a new sandbox
        raise InfrastructureError(str(error)) from error
    return submission.written()


class _Bench:
    """What all submissions of a chapter share in this process: the sandbox's warm parent, and the
    set-up's names as the checks outside find them."""

    def __init__(self, setup: tuple[str, ...], limits: Limits, mode: str):
        self.limits = limits
        self.sandbox = Sandbox(mode, limits, setup)
        before = run_answer.fresh_main()
        names = dict(before)
        for number, source in enumerate(setup, start=1):
            try:
                run_answer.run_cell(source, names, f"<set-up cell {number}>")
            except Exception as error:
                raise InfrastructureError(
                    say("setup-failed", error=run_answer.described(error))
                ) from error
        self.given = {name: value for name, value in names.items() if name not in before}
        self.known = by_name(self.given)


@lru_cache(maxsize=2)
def _bench(setup: tuple[str, ...], limits: Limits, mode: str) -> _Bench:
    return _Bench(setup, limits, mode)


class _Submission:
    def __init__(
        self,
        notebook: dict[str, Any],
        files: Mapping[str, bytes],
        limits: Limits,
        bench: _Bench,
        seconds: float = math.inf,
    ):
        self.notebook, self.files, self.limits, self.bench = notebook, files, limits, bench
        self.seconds = min(seconds, limits.total)
        self.answers: dict[str, str] = notebook["metadata"]["course"]["answers"]
        self.end = 0.0  # of its time on the wall, which begins with its first process
        self.room = limits.output  # characters of outputs that are still kept
        self.cells = [self._cell(c) for c in notebook["cells"] if c["cell_type"] == "code"]
        self.judged: dict[str, _Judged] = {}
        self.inside: set[str] = set()  # checks that have to run in the sandbox
        self.chosen: dict[str, str] = {}  # those of them whose answer wanted it so, and its type

    def _cell(self, data: dict[str, Any]) -> _Cell:
        role = data["metadata"]["course"]["role"]
        found = _Cell(data, role, names_of(data["source"], self.bench.given))
        if role == "answer":
            found.name = _graded(data)["grade_id"]
        elif role == "check":
            graded = _graded(data)
            found.check = CheckCell(graded["grade_id"], data["source"], float(graded["points"]))
            found.name = graded["grade_id"].partition("_")[2]
        return found

    # --- all cells in one process, as the notebook has them ---------------------------------------

    def together(self) -> None:
        """Runs the student's cells in order, and each check where it stands: the visible ones, then
        in another process the hidden ones. An answer could keep what these hand over, and no cell
        that shows something may run after that. For the hidden ones first only those cells run that
        their answers need, which saves the rest its time, then all if that was not enough."""
        cells = list(enumerate(self.cells))
        run = self._runnable([i for i, cell in cells if cell.role in ("own", "answer")])
        visible = {i for i, cell in cells if cell.check and not cell.hidden}
        self._go_through(sorted(run | visible), inside=False)
        hidden = {i for i, cell in cells if cell.check and cell.hidden}
        names = {self.cells[i].name for i in hidden}
        few = self._runnable([i for i, c in cells if c.role == "answer" and c.name in names])
        self._go_through(sorted(few | hidden), inside=False, shown=False)
        again = {i for i in hidden if self._needs_all(self.cells[i])}
        if again and few != run:
            self._go_through(sorted(run | again), inside=False, shown=False)

    def _needs_all(self, cell: _Cell) -> bool:
        """Whether a hidden check failed whose answer passed the visible one, beside all cells."""
        seen = [c.check.grade_id for c in self.cells if c.check and c.name == cell.name]
        found = {name: self.judged[name].verdict.passed for name in seen if name in self.judged}
        mine = cell.check.grade_id if cell.check else ""
        others = [passed for name, passed in found.items() if name != mine]
        return found.get(mine) is False and bool(others) and all(others)

    def apart(self) -> None:
        """Tries each exercise that is not full again, with only the cells that it needs: what
        another cell did is no fault of it. Here its checks may run in the sandbox, too."""
        for index in self._unsolved():
            self._alone(index)
        for cell in self.cells:
            if cell.check and cell.check.grade_id not in self.judged:
                verdict = no_points(cell.check, "check-undefined", name=cell.name)
                self.judged[cell.check.grade_id] = _Judged(verdict, "lost")  # it has no answer

    def _unsolved(self) -> list[int]:
        """The answers with a check that is worth another try."""
        names = {c.name for c in self.cells if c.check and self._worth_another(c.check)}
        return [i for i, c in enumerate(self.cells) if c.role == "answer" and c.name in names]

    def _alone(self, index: int) -> None:
        """Judges one answer, with the cells that it needs and no others."""
        name = self.cells[index].name
        mine = [i for i, c in enumerate(self.cells) if c.role == "check" and c.name == name]
        self._go_through(sorted(self._runnable([index])) + mine, inside=True)

    def with_references(self) -> None:
        """Tries an answer that failed once more, with the authors' in the place of the earlier ones
        that it calls and that are not right: their faults cost their own points, and no others. Only
        the points are told of it, for what runs beside a reference could say what it reads there."""
        for index in self._unsolved():
            needs = [self.cells[i] for i in sorted(self._runnable([index])) if i < index]
            lent = [c for c in needs if c.role == "answer" and not self._passed(c.name)]
            if not lent:
                continue
            notebook = copy.deepcopy(self.notebook)
            for cell in notebook["cells"]:
                if cell["metadata"].get("course") == {"role": "answer"}:
                    if (name := _graded(cell)["grade_id"]) in {one.name for one in lent}:
                        cell["source"] = self.answers[name]
            other = _Submission(notebook, self.files, self.limits, self.bench)
            other.end = self.end
            other._alone(index)
            names = ", ".join(f"`{name}`" for name in dict.fromkeys(one.name for one in lent))
            text = say("grade-with-references", names=names)
            for grade_id, found in other.judged.items():
                if found.verdict.points > self.judged[grade_id].verdict.points:
                    verdict = dataclasses.replace(found.verdict, message=text)
                    self.judged[grade_id] = _Judged(verdict, found.where, doubt=found.doubt)

    def _passed(self, name: str) -> bool:
        mine = [self.judged[c.check.grade_id] for c in self.cells if c.check and c.name == name]
        return all(found.verdict.passed for found in mine)

    def _worth_another(self, check: CheckCell) -> bool:
        found = self.judged.get(check.grade_id)
        return found is None or not found.verdict.passed and found.verdict.key != "check-open"

    def _runnable(self, wanted: Sequence[int]) -> set[int]:
        names = [
            Names(frozenset(), frozenset()) if cell.role in ("check", "setup") else cell.names
            for cell in self.cells
        ]
        return {i for i in needed(names, wanted) if self.cells[i].role not in ("check", "setup")}

    def _go_through(self, order: Sequence[int], inside: bool, shown: bool = True) -> None:
        """Runs these cells and checks. When one ends the process, the others are run again in a
        fresh one, without it. `shown`: whether what a cell shows is kept."""
        done: set[int] = set()
        out = {i for i in order if self.cells[i].role == "own" and self.cells[i].losses > 1}
        while True:
            todo = [i for i in order if i not in done | out]
            if not any(self.cells[i].check or self.cells[i].outputs is None for i in todo):
                return
            with _Process(self.bench, self.files) as process:
                process.end = self.end = self.end or time.monotonic() + self.seconds
                for index in todo:
                    cell = self.cells[index]
                    try:
                        if cell.check is None:
                            self._run(cell, process, shown)
                        else:
                            self._judge(cell, process, inside)
                            done.add(index)
                    except _Lost as lost:
                        out |= self._blame(index, lost)
                        break
                    except (SandboxError, OSError):
                        raise
                    except Exception as error:  # a reply that nobody foresaw
                        out |= self._blame(index, _unforeseen(error))
                        break
                else:
                    return

    def _run(self, cell: _Cell, process: _Process, shown: bool) -> None:
        if cell.role != "shown":
            process.ran.append(cell.data["source"])
        reply, _ = process.ask({"ask": "cell", "source": cell.data["source"]})
        if shown and (cell.outputs is None or cell.error or cell.culprit):
            before = len(str(cell.outputs or ""))
            cell.outputs = clean(reply.get("outputs"), self.room + before)
            self.room += before - len(str(cell.outputs))
            cell.error = reply.get("error")
            cell.culprit = None

    def _blame(self, index: int, lost: _Lost) -> set[int]:
        """The cell that ended the process or, after a check, the answer that it called; with all
        that is lost by it. They are left out of what is run next."""
        cell = self.cells[index]
        if cell.role == "own":
            guilty = {index}
        else:
            guilty = {i for i, c in enumerate(self.cells) if c.name == cell.name}
        for one in (self.cells[i] for i in guilty):
            if one.check:
                verdict = without_points(one.check, "failed", lost.key, lost.text)
                doubt = lost.text if lost.key in DOUBTFUL else ""
                self._keep(_Judged(verdict, "lost", doubt=doubt))
            else:
                one.culprit = lost
                one.losses += 1
        return guilty | {index}

    # --- one check --------------------------------------------------------------------------------

    def _judge(self, cell: _Cell, process: _Process, inside: bool) -> None:
        check = cell.check
        assert check is not None
        if check.grade_id not in self.inside:
            try:
                found = self._outside(check, cell.name, process)
            except _Inside as why:
                self.inside.add(check.grade_id)
                if why.chosen:
                    self.chosen[check.grade_id] = str(why)
        if check.grade_id in self.inside:
            if not inside:
                return  # later, in a process of its own
            found = self._inside(check, cell.name, process)
        answers = [c for c in self.cells if c.role == "answer" and c.name == cell.name]
        error = answers[-1].error if answers else None
        if error and not found.verdict.passed and found.verdict.key != "answer-changes-library":
            missing = _GRADERS_MODULE.search(str(error.get("text")))
            if missing and error.get("kind") == "ModuleNotFoundError":
                verdict = no_points(check, "answer-borrowed", what=missing[0])
            else:
                verdict = no_points(check, "answer-raised", error=_shown(error))
            found = _Judged(verdict, found.where)
        self._keep(found)

    def _keep(self, found: _Judged) -> None:
        grade_id = found.verdict.grade_id
        self.judged[grade_id] = found.better(self.judged.get(grade_id))

    def _outside(self, check: CheckCell, name: str, process: _Process) -> _Judged:
        """Runs the check here; its calls of the answer go through the pipe."""
        names: dict[str, Any] = run_answer.fresh_main()
        names.update(self.bench.given)
        found, _ = process.ask({"ask": "look", "name": name})
        if found["state"] == "there":
            names[name] = _Answer(name, found["parameters"], process, check.source, names)
        elif found["state"] == "not callable":
            names[name] = type(_word(found["kind"]), (), {})()
        page = ""
        random.seed(0)  # the same grade each time
        torch.manual_seed(0)
        try:
            value = run_answer.run_cell(check.source, names, f"<check cell {check.grade_id}>")
        except Exception as error:
            verdict = no_points(check, "check-raises", error=run_answer.described(error))
        else:
            verdict = judged(value, check, Result)
            page = getattr(value, "_html", "")
        return _Judged(verdict, "outside", page)

    def _inside(self, check: CheckCell, name: str, process: _Process) -> _Judged:
        """Runs the check in the sandbox; a pass there has to fail when a failure is appended."""
        found = self._sandboxed(check, check.source, name, process)
        if found.verdict.points == 0:
            return found
        failing = with_failure(check.source)
        second = failing and self._sandboxed(check, failing, name, process)
        odd = self._odd(process)
        if not second or (second.verdict.state, second.verdict.key) != ("failed", "values-differ"):
            verdict = no_points(check, "grade-passes-anything")
            found = _Judged(verdict, "inside", doubt=verdict.message)
        elif odd:
            found.doubt = say("grade-odd", what=odd)
        elif check.grade_id in self.chosen:
            found.doubt = say(
                "grade-chosen", kind=socket_values.readable(self.chosen[check.grade_id], 80)
            )
        return found

    def _odd(self, process: _Process) -> str:
        """What no exercise asks for, in the cells that this process has run; "" if nothing."""
        found = (suspicion(source, set(self.bench.given)) for source in process.ran)
        return next(filter(None, found), "")

    def _sandboxed(self, check: CheckCell, source: str, name: str, process: _Process) -> _Judged:
        reply, _ = process.ask(
            {
                "ask": "check",
                "name": name,
                "grade_id": check.grade_id,
                "points": check.points,
                "source": source,
                "graders": _graders(check.source),
            }
        )
        told = believed(reply.get("verdict"), check) or no_points(check, "answer-crashed")
        key, text = socket_values.readable(told.key, 80), socket_values.readable(told.message)
        found = _Judged(dataclasses.replace(told, key=key, message=text), "inside")
        changed = reply.get("changed")
        if changed:
            changed = socket_values.readable(changed, 100)
            found.verdict = no_points(check, "answer-changes-library", name=changed)
            found.doubt = say("grade-changed-library", name=changed)
        return found

    # --- the result -------------------------------------------------------------------------------

    def written(self) -> dict[str, Any]:
        """The notebook with all outputs and verdicts."""
        reasons, notes, count = [], [], 0
        for cell in self.cells:
            if cell.check:
                found = self.judged[cell.check.grade_id]
                if found.doubt:
                    reasons.append(f"{cell.check.grade_id}: {found.doubt}")
                outputs = [_result(found)]
            elif cell.culprit:
                where = cell.name or say("grade-own-cell")
                notes.append(f"{where}: {cell.culprit.text}")
                outputs = [_error("Stopped", cell.culprit.text)]
            elif cell.role in ("own", "answer") or cell.outputs is not None:
                outputs = cell.outputs or []
            else:
                continue  # an unchanged cell of the chapter keeps the outputs of the source
            count += 1
            cell.data["outputs"] = outputs
            cell.data["execution_count"] = count
            for output in outputs:
                if output["output_type"] == "execute_result":
                    output["execution_count"] = count
        self.notebook["metadata"]["course"] = {
            "outcome": REVIEW if reasons else GRADED,
            "reasons": list(dict.fromkeys(reasons)),
            "notes": list(dict.fromkeys(notes)),
            "in_time": not self.end or time.monotonic() < self.end,
            "checks": {
                grade_id: {
                    "points": found.verdict.points,
                    "state": found.verdict.state,
                    "key": found.verdict.key,
                    "message": found.verdict.message,
                    "where": found.where,
                }
                for grade_id, found in self.judged.items()
            },
        }
        return self.notebook


def _unforeseen(error: BaseException) -> _Lost:
    return _Lost("grade-unforeseen", why=f"{type(error).__name__}: {error}"[:200])


class _Process:
    """A student's process, asked one thing after another."""

    def __init__(self, bench: _Bench, files: Mapping[str, bytes]):
        self.bench, self.end = bench, math.inf
        self.child: Child = bench.sandbox.spawn(files)
        self.asked = 0
        self.ran: list[str] = []  # the cells of the student's that it was asked to run
        self.models: list[torch.nn.Module] = []  # that it was handed

    def __enter__(self) -> _Process:
        return self

    def __exit__(self, *_: Any) -> None:
        self.child.close()

    def ask(
        self,
        request: dict[str, Any],
        blobs: list[bytes] | None = None,
        functions: Sequence[Hunted] = (),
    ) -> tuple[dict[str, Any], list[bytes]]:
        """The reply. Raises _Lost, and _Inside when the student's side cannot send its result.
        functions: what it may call here before it replies."""
        left = self.end - time.monotonic()
        if left <= 0:
            raise self._used_up()
        self.asked += 1
        patience = socket_messages.Patience(_SOON, self._more())
        try:
            socket_messages.send(
                self.child.sock, {**request, "id": self.asked}, blobs or (), patience
            )
            reply, back = socket_messages.receive(self.child.sock, patience)
            while reply.get("state") == "asks" and functions and time.monotonic() < self.end:
                told = _asked(functions, reply, back)
                socket_messages.send(self.child.sock, *told, patience)
                reply, back = socket_messages.receive(self.child.sock, patience)
        except socket_messages.Late:
            if self.child.ended() is not None:
                raise self._ended() from None
            if time.monotonic() >= self.end + _GRACE:
                raise self._used_up() from None
            raise self._timeout() from None
        except socket_messages.Closed:
            raise self._ended() from None
        except socket_messages.Malformed:  # somebody else writes on the pipe, and may never end
            raise _Lost("answer-crashed") from None
        state = reply.get("state")
        if reply.get("id") != self.asked or state not in _STATES[request["ask"]]:
            raise _Lost("answer-crashed")
        if state == "inside":
            raise _Inside(str(reply.get("why"))[:100], chosen=True)
        if state == "broken":
            raise _Lost("grade-unforeseen", why=_shown(reply.get("why")))
        return reply, back

    def _more(self) -> Callable[[], float]:
        """How many seconds a reply may still take. What counts is the time that the student's
        processes had for themselves, so that a busy machine costs nobody a point; the limit of the
        whole submission is on the wall."""
        allowed = 2 * self.bench.limits.seconds + _GRACE
        begun: list[float] = []

        def more() -> float:
            spent = self.child.spent()
            if spent is None:
                return 0.0
            begun.append(spent)
            return min(allowed - (spent - begun[0]), self.end + _GRACE - time.monotonic())

        return more

    def _timeout(self) -> _Lost:
        return _Lost("answer-timeout", seconds=f"{self.bench.limits.seconds:g}")

    def _ended(self) -> _Lost:
        """Why the process is gone, as its init process tells, which no student's code reaches."""
        how = self.child.ended(_FAREWELL)
        if how == "lost":
            raise SandboxError(say("sandbox-lost", how=how))
        if how == "killed by SIGXCPU":
            return self._timeout()
        if how == "time":
            return self._used_up()
        if how == f"exit {FLOODED}":
            return _Lost("answer-floods", count=f"{FLOOD:,}")
        return _Lost("answer-memory" if how == "memory" else "answer-crashed")

    def _used_up(self) -> _Lost:
        return _Lost("grade-time-used-up", minutes=f"{self.bench.limits.total / 60:g}")


def _asked(
    functions: Sequence[Hunted], question: dict[str, Any], blobs: list[bytes]
) -> tuple[dict[str, Any], list[bytes]]:
    """What a function of the check's gives for what the student's side sent, and its inputs after
    that: it may change them."""
    number = question.get("function")
    if type(number) is not int or not 0 <= number < len(functions):
        raise _Lost("answer-crashed")
    given = socket_values.decode(question.get("arguments"), blobs)
    if type(given) is not tuple or list(map(type, given)) != [tuple, dict]:
        raise _Lost("answer-crashed")
    args, kwargs = given
    back: list[bytes] = []
    try:
        value = functions[number](*args, **kwargs)
        tree = socket_values.encode((value, args, kwargs), back)
    except Exception as error:
        return {"error": [type(error).__name__, str(error)[:200]]}, []
    return {"value": tree}, back


_STATES = {
    "cell": ("done", "broken"),
    "look": ("there", "missing", "not callable", "broken"),
    "call": ("returned", "raised", "inside", "broken"),
    "backward": ("returned", "raised", "broken"),
    "check": ("judged", "broken"),
}


class _Answer(Afar):
    """Stands for the answer in a check that runs outside: a call goes through the pipe."""

    def __init__(
        self, name: str, parameters: Any, process: _Process, source: str, names: dict[str, Any]
    ):
        """source, names: of the check's cell, whose functions can be handed over as text."""
        self.__name__, self._process = name, process
        self._source, self._names = source, names
        self._calls = 0
        words = parameters if isinstance(parameters, list) else []
        words = [str(p) for p in words[:100] if str(p).isidentifier()]
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        with contextlib.suppress(ValueError):
            self.__signature__ = inspect.Signature([inspect.Parameter(n, kind) for n in words])

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._call("", args, kwargs)

    def call_there(self, way: str, *args: Any) -> Any:
        return self._call(way, args, {})

    def _call(self, way: str, args: tuple, kwargs: dict) -> Any:
        try:
            value, error = self._called(way, args, kwargs)
        except Exception as fault:  # ours, or provoked: nothing that the answer raised
            raise _unforeseen(fault) from fault
        if error is not None:
            raise error
        return value

    def _called(self, how: str, args: tuple, kwargs: dict) -> tuple[Any, Exception | None]:
        """(result, None) or (None, what the answer raised). how: "" or one of `call_again.WAYS`."""
        self._calls += 1
        given, call = self._process.bench.given, (self._process, self._calls)
        models = socket_models.Models(self._process.models)
        way = socket_values.Crossing(self._process.bench.known, self._local(), models=models)
        blobs: list[bytes] = []
        try:
            tree = socket_values.encode((args, kwargs), blobs, way)
            self._process.models = models.known
            request = {"ask": "call", "name": self.__name__, "way": how, "arguments": tree}
            reply, back = self._process.ask({**request, "number": self._calls}, blobs, way.asked)
        except (socket_values.CannotCross, socket_messages.TooLarge) as error:
            raise _Inside(str(error)) from None

        def graft(number: int, value: torch.Tensor) -> torch.Tensor:
            return _Graft.apply(call, number, value, *way.leaves) if way.leaves else value

        try:
            self._leave_in(models.met, reply, back)
            if "after" in reply:
                plain = socket_values.Crossing(kept=True, graft=lambda _, value: value)
                _copy_back((args, kwargs), socket_values.decode(reply["after"], back, plain))
            if reply["state"] == "raised":
                return None, _rebuilt(reply)
            known = {**given, **socket_models.named(models.met)}
            return socket_values.decode(
                reply["value"], back, socket_values.Crossing(known, graft=graft)
            ), None
        except (socket_messages.Malformed, LookupError, TypeError):
            raise _Lost("answer-crashed") from None

    @staticmethod
    def _leave_in(models: list[torch.nn.Module], reply: dict[str, Any], back: list[bytes]) -> None:
        """What the answer did to models that it was handed, as far as it is told."""
        changes = socket_values.decode(reply["models"], back) if models else []
        if type(changes) is not list or len(changes) != len(models):
            raise socket_messages.Malformed("models")
        for model, changed in zip(models, changes):
            socket_models.put_into(model, changed)

    def _local(self) -> dict[int, tuple[str, str]]:
        """Functions of the check's own cell: id -> (name, the text of what it needs)."""
        return {
            id(value): (name, text)
            for name, text in _functions(self._source).items()
            if inspect.isfunction(value := self._names.get(name))
        }


@lru_cache(maxsize=64)
def _functions(source: str) -> dict[str, str]:
    """The functions at the top of a check's cell: name -> its text and that of the imports and
    functions that it needs, without the check's block. One that needs the graders cannot cross."""
    kinds = (ast.Import, ast.ImportFrom, ast.FunctionDef)
    nodes = [node for node in ast.parse(source).body if isinstance(node, kinds)]
    cells = [ast.unparse(node) for node in nodes]
    names = [names_of(cell) for cell in cells]
    texts = {
        node.name: "\n".join(cells[i] for i in needed(names, [index]))
        for index, node in enumerate(nodes)
        if isinstance(node, ast.FunctionDef)
    }
    return {name: text for name, text in texts.items() if socket_values.EXERCISES not in text}


@lru_cache(maxsize=64)
def _graders(source: str) -> dict[str, str]:
    """The modules of the graders' that a check imports, after those that they import: name -> text."""
    found: dict[str, str] = {}
    for node in ast.walk(ast.parse(source)):
        name = node.module if isinstance(node, ast.ImportFrom) else None
        if name and _GRADERS_MODULE.fullmatch(name):
            text = (COURSE / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8")
            found = {**found, **_graders(text), name: text}
    return found


class _Graft(torch.autograd.Function):
    """A result with gradients: its value came through the pipe, and its gradient is asked for."""

    @staticmethod
    def forward(ctx: Any, call: tuple, number: int, value: torch.Tensor, *leaves: torch.Tensor):
        ctx.call, ctx.number = call, number
        ctx.leaves = [(leaf.shape, leaf.dtype) for leaf in leaves]
        return value

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx: Any, gradient: torch.Tensor):
        process, call = ctx.call
        blobs: list[bytes] = []
        tree = socket_values.encode(gradient.contiguous(), blobs)
        request = {"ask": "backward", "call": call, "output": ctx.number, "gradient": tree}
        reply, back = process.ask(request, blobs)
        try:
            raised = _rebuilt(reply) if reply["state"] == "raised" else None
            found = None if raised else socket_values.decode(reply["value"], back)
        except (socket_messages.Malformed, LookupError, TypeError):
            raise _Lost("answer-crashed") from None
        if raised:
            raise raised
        if type(found) is not list or len(found) != len(ctx.leaves):
            raise _Lost("answer-crashed")
        for gradient, leaf in zip(found, ctx.leaves):
            fits = type(gradient) is torch.Tensor and (gradient.shape, gradient.dtype) == leaf
            if gradient is not None and not fits:
                raise _Lost("answer-crashed")
        return None, None, None, *found


def _copy_back(arguments: tuple[tuple, dict], changed: Any) -> None:
    if type(changed) is not tuple or len(changed) != 2:
        raise socket_messages.Malformed("arguments")
    for mine, theirs in zip(arguments, changed):
        if type(theirs) is not type(mine) or len(mine) != len(theirs):
            raise socket_messages.Malformed("arguments")
        socket_values.copy_into(mine, theirs)


def _rebuilt(reply: dict[str, Any]) -> Exception:
    """An exception of the same name and built-in kind as the one that the answer raised."""
    error = reply["error"]
    for name in error["kinds"]:
        kind = getattr(builtins, str(name), None)
        if isinstance(kind, type) and issubclass(kind, Exception):
            break
    else:
        kind = Exception
    # A group needs its members.
    plain = kind is Exception or issubclass(kind, BaseExceptionGroup)
    bases: tuple[type, ...] = (FromAfar,) if plain else (FromAfar, kind)
    made = type(_word(error["kind"]), bases, {"__init__": _silent, "__str__": _told})
    found: Any = made.__new__(made)  # type: ignore[call-overload]
    found.told = socket_values.readable(error["text"], 2000)
    found.args = (found.told,) if found.told else ()
    found.line = socket_values.readable(reply["line"], 300)
    found.own = reply["own"] is True
    return found


def _word(name: Any) -> str:
    """A name that came from the sandbox, as the name of a class."""
    name = str(name)[:80]
    return name if name.isidentifier() else "object"


def _silent(self: Any, *_: Any) -> None:
    """Some built-in exceptions demand arguments of their own."""


def _told(self: Any) -> str:
    return self.told


# --- small parts ----------------------------------------------------------------------------------


def _graded(cell: dict[str, Any]) -> dict[str, Any]:
    """nbgrader's metadata of a cell, {} where it has none."""
    data = cell["metadata"].get("nbgrader")
    return data if isinstance(data, dict) else {}


def _shown(error: Any) -> str:
    if not isinstance(error, dict):
        return ""
    kind = socket_values.readable(error.get("kind"), 80)
    text = " ".join(socket_values.readable(error.get("text")).split())[:200]
    return f"{kind}: {text}" if text else kind


def with_failure(source: str) -> str | None:
    """The source of a check, with a failure appended to its block that no right answer survives,
    another one each time; None where it has no such block."""
    number = random.SystemRandom().randrange(10**9)
    tree = ast.parse(source)
    found = False
    for node in tree.body:
        if isinstance(node, ast.With) and isinstance(node.items[0].optional_vars, ast.Name):
            name = node.items[0].optional_vars.id
            node.body += ast.parse(f"{name}.equal({number}, {number + 1})").body
            found = True
    return ast.unparse(ast.fix_missing_locations(tree)) if found else None


def _result(found: _Judged) -> dict[str, Any]:
    text = f"<p>{html.escape(found.verdict.message)}</p>".replace("\n", "<br>")
    return {
        "output_type": "execute_result",
        "execution_count": None,
        "metadata": {},
        "data": {"text/plain": repr(found.verdict.points), "text/html": found.page or text},
    }


def _error(name: str, text: str) -> dict[str, Any]:
    return {"output_type": "error", "ename": name, "evalue": text, "traceback": [text]}


def clean(outputs: Any, room: int) -> list[dict[str, Any]]:
    """Outputs from the sandbox as a notebook may show them: known kinds, at most `room` characters,
    HTML without scripts, for an instructor's browser will show it."""
    kept = []
    for output in outputs if isinstance(outputs, list) else []:
        made = _clean_output(output) if isinstance(output, dict) else None
        size = len(str(made))
        if made is not None and size <= room:
            room -= size
            kept.append(made)
    return kept


def _clean_output(output: dict[str, Any]) -> dict[str, Any] | None:
    kind = output.get("output_type")
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        return {
            "output_type": "stream",
            "name": name,
            "text": socket_values.readable(output.get("text", ""), ROOM),
        }
    if kind == "error":
        lines = output.get("traceback")
        made = _error(
            socket_values.readable(output.get("ename"), 100),
            socket_values.readable(output.get("evalue")),
        )
        made["traceback"] = (
            list(map(socket_values.readable, lines)) if isinstance(lines, list) else []
        )
        return made
    if kind not in ("execute_result", "display_data") or not isinstance(output.get("data"), dict):
        return None
    data = {k: socket_values.readable(v, ROOM) for k, v in output["data"].items() if k in _MIMES}
    if "text/html" in data:
        data["text/html"] = _without_scripts(data["text/html"])
    if not data:
        return None
    made = {"output_type": kind, "data": data, "metadata": {}}
    return made | ({"execution_count": None} if kind == "execute_result" else {})


def _without_scripts(text: str) -> str:
    if text.count("<") + text.count("=") > MARKS:  # cleaning it would take for ever
        return f"<pre>{html.escape(text[:2000])}</pre>"
    import bleach
    from bleach.css_sanitizer import ALLOWED_CSS_PROPERTIES, CSSSanitizer

    tags = {*bleach.ALLOWED_TAGS, *_TAGS}
    attributes: dict[str, Any] = {"*": ["style", "class", "title", "scope", "colspan", "rowspan"]}
    attributes["img"] = lambda tag, name, value: (
        name in ("alt", "width", "height") or name == "src" and value.startswith("data:image/")
    )
    attributes["a"] = lambda tag, name, value: name == "href" and value.startswith("http")
    # Of the properties that bleach allows, these take addresses, which a browser would load.
    css = CSSSanitizer(ALLOWED_CSS_PROPERTIES - {"cursor"}, allowed_svg_properties=frozenset())
    return bleach.clean(text, tags, attributes, ["data", "http", "https"], True, True, css)


_TAGS = (
    "p div span br hr pre h1 h2 h3 h4 h5 h6 table thead tbody tfoot tr th td caption img figure "
    "figcaption details summary small sub sup u dl dt dd"
).split()
