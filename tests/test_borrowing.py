"""No answer can be borrowed: not from what judges it, and no lesson holds a whole one."""

import ast
import copy
import importlib
import inspect
import shutil
import types

import pytest

from course_utils.checks.assignments import (
    CheckCell,
    Exercise,
    assignment_names,
    grade_id,
    is_written,
    notebook_path,
    read_assignment,
    stub_of,
)
from course_utils.checks.borrowing import borrowed
from course_utils.checks.run_answer import Job, run_all
from course_utils.files import COURSE
from course_utils.grading import grade_submission
from course_utils.grading.sandbox import Limits

SOLUTIONS = COURSE / "solutions"
CHAPTERS = [
    name
    for name in assignment_names(SOLUTIONS)
    if read_assignment(notebook_path(SOLUTIONS, name)).exercises
]
WHEN = {"02_masking": "exhaustive", "07_beyond": "exhaustive"}  # outside, and beside the answer
# 04 and 07 take minutes, and change seldom.
HOW_OFTEN = {"02_masking": [], **dict.fromkeys(("04_families", "07_beyond"), pytest.mark.nightly)}
EACH = [pytest.param(name, marks=HOW_OFTEN.get(name, pytest.mark.exhaustive)) for name in CHAPTERS]

BORROWS = {
    "under another name": "from course_utils.exercises.decoding import banned_tokens as answer",
    "in the answer": "def answer(x):\n"
    "    from course_utils.exercises.decoding import banned_tokens\n    return banned_tokens(x)",
    "a module in the answer": "def answer(x):\n"
    "    from course_utils.exercises import decoding\n    return decoding.banned_tokens(x)",
    "in another cell": "from course_utils.exercises import decoding as d\n\n"
    "def answer(x):\n    return d.banned_tokens(x)",
    "through a function": "from course_utils.exercises.decoding import banned_tokens\n\n"
    "def help(x):\n    return banned_tokens(x)\n\ndef answer(x):\n    return help(x)",
    "in a list": "from course_utils.exercises.decoding import banned_tokens\n"
    "tools = [banned_tokens]\ndef answer(x):\n    return tools[0](x)",
    "in a closure": "from course_utils.exercises.decoding import banned_tokens\n"
    "def make(f):\n    def answer(x):\n        return f(x)\n    return answer\n"
    "answer = make(banned_tokens)",
    "as a default": "from course_utils.exercises.decoding import banned_tokens\n"
    "def answer(x, f=banned_tokens):\n    return f(x)",
    "partial": "import functools\nfrom course_utils.exercises.decoding import banned_tokens\n"
    "answer = functools.partial(banned_tokens, n=2)",
    "a class": "from course_utils.exercises.decoding import banned_tokens\n"
    "class Answer:\n    def __call__(self, x):\n        return banned_tokens(x)\nanswer = Answer()",
    "importlib": "import importlib\n\ndef answer(x):\n"
    "    return importlib.import_module('course_utils.exercises.decoding').banned_tokens(x)",
    "by attribute": "import course_utils\n\ndef answer(x):\n"
    "    return course_utils.exercises.decoding.banned_tokens(x)",
    "sys.modules": "import sys\n\ndef answer(x):\n"
    "    return [m for n, m in sys.modules.items() if n.endswith('decoding')][0]",
    "a stand-in for Check": "from course_utils.exercises.masking import compare_allowed\n"
    "class Spy:\n    def equal(self, got, want, **_):\n        self.want = want\n"
    "def answer(x):\n    spy = Spy()\n    compare_allowed(spy, x)\n    return spy.want",
    "the class of checks": "def answer(x):\n    from course_utils import Check\n    return Check",
}
OWN = {
    "plain": "def answer(x):\n    return x + 1",
    "its lesson": "from course_utils.decoding import model_language\n\n"
    "def answer(x):\n    return model_language(x, [])",
    "modules": "import sys, math, torch\n\ndef answer(x):\n    return torch.ones(sys.maxsize % 7)",
    "recursion": "def answer(x):\n    return answer(x - 1) if x else 0",
    "a model": "from course_utils import load_model\n\ndef answer(x):\n    return load_model('decoder')",
}


def made(text: str):
    names = vars(types.ModuleType("__main__"))
    exec(text, names)
    return names["answer"]


@pytest.mark.parametrize("how", BORROWS)
def test_what_is_borrowed_is_named(how):
    assert borrowed(made(BORROWS[how]))


@pytest.mark.parametrize("how", OWN)
def test_what_a_lesson_and_libraries_give_is_nobodys_loss(how):
    assert borrowed(made(OWN[how])) is None


# --- every function under every name --------------------------------------------------------------

# Runs in the process of an answer: all functions of the package that take as many arguments.
TRY = """
import contextlib, importlib, inspect, io, pkgutil, signal
import course_utils
from course_utils.checks import run_answer
from course_utils.checks.assignments import CheckCell

def tried():
    for module in pkgutil.walk_packages(course_utils.__path__, "course_utils."):
        if module.name.split(".")[1] in {without!r}:
            continue
        held = vars(importlib.import_module(module.name)).values()
        yield from (f for f in held if inspect.isroutine(f) or isinstance(f, type))

def fits(function):
    try:
        inspect.signature(function).bind(*range({count}))
    except (TypeError, ValueError):
        return False
    return str(getattr(function, "__module__", "")).startswith("course_utils.")

def too_long(*_):
    raise TimeoutError

signal.signal(signal.SIGALRM, too_long)
given, found, count = dict(globals()), [], 0
for function in {{id(f): f for f in tried() if fits(f)}}.values():
    count += 1
    signal.setitimer(signal.ITIMER_REAL, 5)
    with contextlib.suppress(BaseException), contextlib.redirect_stdout(io.StringIO()):
        for source, points in {checks!r}:
            names = dict(given)
            names[{name!r}] = function
            if float(run_answer.run_cell(source, names, "<check>")) < points:
                break
        else:
            found.append(f"{{function.__module__}}.{{function.__name__}}")
    signal.setitimer(signal.ITIMER_REAL, 0)
print(count, *found)
0.0
"""
# What a learner's answer has no use for, and which would do things: the command line and its verbs.
WITHOUT = ("__main__", "bootstrap", "authoring", "grading", "room", "pages", "files")


def arguments_of(exercise: Exercise) -> int:
    (function,) = [
        node
        for node in ast.walk(ast.parse(exercise.answer.source))
        if isinstance(node, ast.FunctionDef) and node.name == exercise.name
    ]
    return len(function.args.args)


@pytest.mark.parametrize("name", EACH)
def test_no_function_of_the_package_is_an_answer(name):
    assignment = read_assignment(notebook_path(SOLUTIONS, name))
    jobs = []
    for exercise in assignment.exercises.values():
        if exercise.points:
            checks = [(check.source, check.points) for check in exercise.checks]
            count = arguments_of(exercise)
            text = TRY.format(count=count, checks=checks, name=exercise.name, without=WITHOUT)
            cell = CheckCell(f"check_{exercise.name}", text, 1.0)
            jobs.append(Job(exercise.name, assignment.setup, "", (cell,), label=exercise.name))
    found = {job.label: outcome.output.split() for job, outcome in run_all(jobs, seconds=600)}
    assert all(int(count) > 5 for count, *_ in found.values()), found
    assert {label: rest for label, (_, *rest) in found.items() if rest} == {}


# --- when a class is graded -----------------------------------------------------------------------


def references(name: str, exercise: Exercise) -> list[str]:
    """Functions that take as many arguments: of the chapter's graders two, since it is their module
    that is missing, and of its lesson all."""
    found = []
    for room, most in (("course_utils.exercises", 2), ("course_utils", None)):
        module = importlib.import_module(f"{room}.{name[3:]}")
        fitting = [
            f"from {module.__name__} import {function.__name__} as {exercise.name}"
            for function in vars(module).values()
            if inspect.isfunction(function)
            and function.__module__ == module.__name__
            and fits(function, arguments_of(exercise))
        ]
        found += fitting[:most]
    return found


def fits(function: types.FunctionType, count: int) -> bool:
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    return True


@pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap (apt install bubblewrap)")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=getattr(pytest.mark, WHEN.get(name, "nightly")))
        for name in CHAPTERS
    ],
)
def test_no_function_of_the_chapter_is_there_to_be_borrowed_when_a_class_is_graded(name):
    """Submission k holds the k-th of them in the place of each answer."""
    assignment = read_assignment(notebook_path(SOLUTIONS, name))
    exercises = {e.name: e for e in assignment.exercises.values() if e.points}
    borrowed = {name: references(assignment.name, e) for name, e in exercises.items()}
    passed = []
    for k in range(max(map(len, borrowed.values()))):
        tried = {exercise: found[k] for exercise, found in borrowed.items() if k < len(found)}
        notebook = copy.deepcopy(assignment.notebook)
        for cell in notebook.cells:
            if is_written(cell):  # what is not tried stays open: nobody waits for it
                cell.source = tried.get(grade_id(cell), stub_of(cell.source))
        grade_submission.mark(notebook, assignment)
        found = grade_submission.execute(notebook, {}, Limits(seconds=2))
        verdicts = found["metadata"]["course"]["checks"]
        for exercise, text in tried.items():
            got = [verdicts[check.grade_id] for check in exercises[exercise].checks]
            if "exercises" in text:
                assert {verdict["key"] for verdict in got} == {"answer-borrowed"}, text
            if all(verdict["state"] == "passed" for verdict in got):
                passed.append(text)
    grade_submission._bench.cache_clear()
    assert passed == []


# Answers that are right only if they get hold of the references: in the process of the answer there
# are none before a check runs beside it, and then `sys.modules` is what gives it away.
REACHES = {
    "imports when called": "from course_utils.exercises import masking\n    return masking",
    "a module of that name": "import sys\n    return sys.modules['course_utils.exercises.masking']",
    "any module": "import sys\n    return [m for m in getattr(sys, 'mod' + 'ules').values()"
    " if 'compare_leaks' in getattr(m, '__dict__', {})][0]",
    "all objects": "import gc\n    return [o for o in gc.get_objects() if type(o) is type(gc)"
    " and o.__name__.endswith('exercises.masking')][0]",
    "files": "import course_utils, pathlib\n    where = pathlib.Path(course_utils.__file__).parent\n"
    "    return [p.read_text() for p in where.rglob('*masking.py') if 'exercises' in str(p)][0]",
}


@pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap (apt install bubblewrap)")
def test_who_looks_for_the_references_when_a_class_is_graded_finds_nothing():
    assignment = read_assignment(notebook_path(SOLUTIONS, "02_masking"))
    for how, body in REACHES.items():
        names: dict = {}
        exec(f"def found():\n    {body}", names)
        assert names["found"](), f"{how}: not even where they are"
        notebook = copy.deepcopy(assignment.notebook)
        (answer,) = (cell for cell in notebook.cells if grade_id(cell) == "causal_mask")
        answer.source += f"\n\nright = causal_mask\n\ndef found():\n    {body}\n"
        answer.source += "\ndef causal_mask(n):\n    assert found()\n    return right(n)"
        grade_submission.mark(notebook, assignment)
        verdicts = grade_submission.execute(notebook, {}, Limits())["metadata"]["course"]["checks"]
        assert verdicts["check_causal_mask"]["points"] == 0, how
        assert verdicts["check_allowed_mask"]["state"] == "passed", how
    grade_submission._bench.cache_clear()
