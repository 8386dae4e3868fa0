"""What an answer may do to the runner: it costs that answer, and no other."""

import contextlib
import os

import psutil
import pytest
import scratch_course
import threads_at_once

from course_utils.authoring.run_many import run_many
from course_utils.checks.assignments import CheckCell, read_assignment
from course_utils.checks.processor_time import LOOK, OwnTime
from course_utils.checks.run_answer import Job, run_all, run_one

RIGHT = "def double(x):\n    return x + x"


@pytest.fixture(scope="module")
def job(tmp_path_factory):
    folder = scratch_course.make(tmp_path_factory.mktemp("course"))
    name = scratch_course.NAME
    assignment = read_assignment(folder / "solutions" / name / f"{name}.ipynb")
    double = assignment.exercises["double"]

    def make(answer: str, checks=double.checks) -> Job:
        return Job("double", assignment.setup, answer, checks)

    run_one(make(RIGHT))  # the server is warm from here on
    return make


def test_a_right_answer_gets_all_points(job):
    outcome = run_one(job(RIGHT))
    assert outcome.passed and outcome.points == outcome.max_points == 3
    assert [v.key for v in outcome.verdicts] == ["check-passed", "check-passed-hidden"]


def test_partial_credit_and_the_first_message(job):
    outcome = run_one(job("def double(x):\n    return x * 2 if x.dim() == 1 else x"))
    assert outcome.points == 1 and outcome.first.key == "values-differ"
    assert outcome.first.grade_id == "hidden_double"
    assert run_one(job("def double(x):\n    return x * x")).first.key == "check-nan"


def test_helpers_imports_and_own_names_work(job):
    answer = "import math as m\nSCALE = m.inf\ndef twice(x): return SCALE and 2 * x\n" + (
        "from dataclasses import dataclass\n@dataclass\nclass Box:\n    x: object\n"
        "def double(x):\n    return Box(twice(x)).x\ndouble"
    )
    assert run_one(job(answer)).passed


def test_a_notebooks_magics_and_display_work(job):
    answer = f"%%time\n{RIGHT}\ndisplay(double(1))\n%matplotlib inline\n!echo hello"
    assert run_one(job(answer)).passed


def test_an_error_after_the_definition_costs_nothing(job):
    assert run_one(job(f"{RIGHT}\ndouble('no', 'argument')")).passed


def test_the_stub_is_open(job):
    outcome = run_one(job("def double(x):\n    raise NotImplementedError"))
    assert outcome.points == 0 and outcome.first.state == "open"


FOREVER = "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
CRASHES = {
    "import os; os._exit(0)": "answer-crashed",
    f"import os\n{RIGHT}\ndef double(x): os._exit(0)": "answer-crashed",
    "import os, signal; os.kill(os.getpid(), signal.SIGKILL)": "answer-crashed",
    "import ctypes; ctypes.string_at(0)": "answer-crashed",
    "import sys; sys.exit(0)": "answer-raised",
    "raise KeyboardInterrupt": "answer-raised",
    "def double(x: return x": "answer-raised",
    "class E(Exception):\n    def __str__(self): raise self\nraise E": "answer-raised",
    "del torch, Check\nfor n in list(globals()): del globals()[n]": "check-undefined",
    f"{RIGHT}\ndef double(x): import sys; sys.exit(3)": "check-raised-at",
    f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n{FOREVER}": "answer-timeout",
    "def double(x): return float(input('a number: ')) * x": "check-raised-at",
    "def double(x):\n    for _ in range(9): print('x' * 2**20)\n    return 2 * x": "answer-floods",
    "def double(x):\n    return [0] * 10**10": "check-raised-at",
    "import torch\ntorch.isclose = lambda *a, **k: torch.tensor(True)\n" + RIGHT: (
        "answer-changes-library"
    ),
    "def double(x):\n    import torch\n    torch.Tensor.all = lambda s: True\n    return x": (
        "answer-changes-library"
    ),
    "import course_utils.checks.check as c\nc.Check.close = lambda *a, **k: None\n"
    "def double(x): return x": "answer-changes-library",
    "import course_utils.checks.check as c\nc.Check.close.__code__ = (lambda *a, **k: None).__code__\n"
    "def double(x): return x": "answer-changes-library",
    "import sys, types\nsys.modules['torch'] = types.ModuleType('torch')": "answer-changes-library",
    "import builtins\nbuiltins.abs = lambda x: 0\n" + RIGHT: "answer-changes-library",
}


@pytest.mark.parametrize(("answer", "key"), CRASHES.items(), ids=range(len(CRASHES)))
def test_what_goes_wrong_costs_this_answer_only(job, answer, key):
    jobs = [job(answer), job(RIGHT)]
    outcomes = dict(run_all(jobs, workers=2, seconds=2))
    assert outcomes[jobs[1]].passed
    bad = outcomes[jobs[0]]
    assert (bad.points, bad.first.key) == (0, key), bad


def test_many_at_once_come_to_the_same(job):
    wrong = "def double(x):\n    return x * x"
    jobs = [job(answer) for answer in (RIGHT, *CRASHES, wrong, RIGHT + "\n# again")]
    outcomes = dict(run_many(jobs, workers=2, seconds=2))
    keys = [outcomes[one].first.key for one in jobs]
    assert keys == ["check-passed-hidden", *CRASHES.values(), "check-nan", "check-passed-hidden"]
    assert [outcomes[one].points for one in jobs] == [3, *[0] * (len(jobs) - 2), 3]


def test_threads_of_an_answer_find_the_librarys_pool_of_threads(job):
    setup = (*job(RIGHT).setup, threads_at_once.SETUP)
    jobs = [
        Job("double", setup, f"{threads_at_once.SOURCE}{RIGHT} # {n}", job(RIGHT).checks)
        for n in range(threads_at_once.OFTEN)
    ]
    keys = {outcome.first.key for _, outcome in run_many(jobs, workers=2, seconds=5)}
    assert keys == {"check-passed-hidden"}


FORGERIES = {
    "a class named Check": "class Check:\n    result = 3.0\n    def __init__(s, *a, **k): pass\n"
    "    def __enter__(s): return s\n    def __exit__(s, *a): return True\ndef double(x): return x",
    "an object that equals all": "class E:\n    def __eq__(s, o): return True\n"
    "def double(x): return E()",
    "a tensor that equals all": "class T(torch.Tensor):\n"
    "    def __torch_function__(s, f, t, a=(), k=None): return True\n"
    "def double(x): return x.as_subclass(T)",
    "a constant of the set-up": "SCALE = 0.0\ndef double(x): return x * 0",
}


@pytest.mark.parametrize("answer", FORGERIES.values(), ids=FORGERIES)
def test_a_forged_result_is_worth_nothing(job, answer):
    assert run_one(job(answer)).points == 0


@pytest.mark.parametrize(
    "result",
    ["float('nan')", "-1", "1.5", "'1'", "None", "True", "[1]", "10**400", "complex(1)", "x = 1"],
)
def test_a_result_that_is_no_number_of_points_is_worth_nothing(job, result):
    outcome = run_one(job(RIGHT, (CheckCell("check_double", result, 1.0),)))
    assert outcome.points == 0 and not outcome.passed


def test_a_plain_number_counts_as_nbgrader_counts_it(job):
    for result, points in (("1", 1), ("0.25", 0.25), ("0", 0)):
        outcome = run_one(job(RIGHT, (CheckCell("check_double", result, 1.0),)))
        assert outcome.points == points and outcome.passed == (points == 1)


def test_what_an_answer_starts_does_not_outlive_it(job, tmp_path):
    sign = tmp_path / "alive"
    late = f"import os, time; open({str(sign)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    answer = (
        f"{RIGHT}\nimport os, subprocess, sys, time\n"
        f"subprocess.Popen([sys.executable, '-c', {late!r}])\n"
        f"while not (os.path.exists({str(sign)!r}) and open({str(sign)!r}).read()): time.sleep(0.01)"
    )
    assert run_one(job(answer)).passed
    with contextlib.suppress(psutil.NoSuchProcess):
        psutil.Process(int(sign.read_text())).wait(300)


def test_a_busy_machine_takes_no_time_from_an_answer():
    """Waiting for a processor does not count; running and sleeping do."""
    used, asking = 0.0, True
    own = OwnTime(lambda: (used, asking))
    own._at -= 1000
    assert own.look() == 0  # it wanted to run all the time, and could not
    used = 2.0
    own._at -= 5
    assert own.look() == 2  # it ran for two seconds of the five
    asking = False
    own._at -= 0.25
    assert 2.25 <= own.look() <= 2 + LOOK


def test_files_go_to_a_folder_that_is_removed(job):
    answer = f"{RIGHT}\nimport os\nopen('left.txt', 'w').write('x')\nprint(os.getcwd())"
    outcome = run_one(job(answer))
    assert outcome.passed
    assert not os.path.exists(outcome.output.strip())


def test_two_workers_do_many_jobs(job):
    outcomes = [outcome for _, outcome in run_all([job(RIGHT)] * 20, workers=2)]
    assert len(outcomes) == 20 and all(outcome.passed for outcome in outcomes)
