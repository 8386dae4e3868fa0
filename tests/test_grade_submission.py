"""One submission: what its cells do costs the right exercise and no other, and no check is fooled."""

import copy
import shutil

import nbformat
import pytest
import scratch_course

from course_utils.checks.assignments import read_assignment
from course_utils.grading import grade_submission
from course_utils.grading.sandbox import Limits

pytestmark = pytest.mark.skipif(
    not shutil.which("bwrap"), reason="needs bubblewrap (apt install bubblewrap)"
)

LIMITS = Limits(seconds=1)
exhaustive = pytest.mark.exhaustive
FULL = {"check_double": 1, "hidden_double": 2, "check_largest": 1, "hidden_largest": 2}
FULL |= {"check_slope": 1, "hidden_slope": 2}

SLOPE = '''def slope(f, x: torch.Tensor) -> torch.Tensor:
    """The gradient of f at x."""
    ### BEGIN SOLUTION
    x = x.clone().requires_grad_()
    return torch.autograd.grad(f(x), x)[0]
    ### END SOLUTION'''


@pytest.fixture(scope="module")
def assignment(tmp_path_factory):
    """The scratch chapter with a third exercise, whose checks hand a function of their own over."""
    book = scratch_course.notebook()
    end = book.cells.pop()
    book.cells += scratch_course.exercise(
        "90.4",
        "slope",
        SLOPE,
        "    check.close(check.run(lambda x: (x * x).sum(), torch.tensor([3.0])), "
        "torch.tensor([6.0]))",
        "    secret_of_slope = torch.tensor([2.0, 5.0])\n"
        "    got = check.run(lambda x: (3 * x).sum(), secret_of_slope)\n"
        "    check.close(got, torch.tensor([3.0, 3.0]))",
    )
    # A function with a name crosses as text, and a gradient is asked for through the pipe.
    hidden = scratch_course.cell(book, "largest-hidden")
    hidden.source = hidden.source.replace(
        "with Check",
        "def smooth(x):\n    return torch.tanh(cube(x)).sum()\n"
        "def cube(x):\n    return x ** 3 * SCALE\n"
        "def reference():\n    return 'secret_of_largest'\nwith Check",
    )
    visible = scratch_course.cell(book, "slope-check")
    visible.source = (
        'def f(x):\n    return (x * x).sum()\n\nwith Check("slope", points=1) as check:\n'
        "    check.close(check.run(f, torch.tensor([3.0])), torch.tensor([6.0]))\ncheck.result"
    )
    hidden = scratch_course.cell(book, "double-hidden")
    hidden.source = hidden.source.replace(
        "\ncheck.result",
        "\n    x = torch.tensor([1.0, 2.0], requires_grad=True)\n"
        "    (check.run(x) ** 2).sum().backward()\n"
        "    check.close(x.grad, 8 * x.detach(), key='check-nan')\ncheck.result",
    )
    book.cells.append(scratch_course.code("table", "table = torch.tensor([2.0])\nprint('shown')"))
    book.cells[-1].outputs = [nbformat.v4.new_output("stream", text="stored\n")]
    book.cells.append(end)
    folder = scratch_course.make(tmp_path_factory.mktemp("course"), book)
    name = scratch_course.NAME
    yield read_assignment(folder / "solutions" / name / f"{name}.ipynb")
    grade_submission._bench.cache_clear()


@pytest.fixture
def examined(assignment):
    """examined({cell id: text}, extra={place: text}): the notebook after its examination."""

    def run(changed=None, extra=(), files=None):
        book = copy.deepcopy(assignment.notebook)
        for cell_id, source in (changed or {}).items():
            scratch_course.put(book, cell_id, source)
        for after, source in extra:
            place = [cell.id for cell in book.cells].index(after) + 1
            book.cells.insert(place, scratch_course.code(f"own-{place}", source))
        grade_submission.mark(book, assignment)
        return grade_submission.execute(book, files or {}, LIMITS)

    return run


def points(book) -> dict[str, float]:
    return {name: c["points"] for name, c in book["metadata"]["course"]["checks"].items()}


def lost(book) -> set[str]:
    """The exercises that did not get all their points."""
    return {name.partition("_")[2] for name, got in points(book).items() if got != FULL[name]}


def found(book, name: str) -> dict:
    return book["metadata"]["course"]["checks"][name]


DOUBLE = "def double(x):\n    return {}"


def test_the_solution_gets_all_points_outside_the_students_process_where_it_can(examined):
    book = examined()
    assert points(book) == FULL
    assert book["metadata"]["course"]["outcome"] == "graded"
    where = {name: check["where"] for name, check in book["metadata"]["course"]["checks"].items()}
    assert where.pop("hidden_slope") == "inside"  # its functions have no name
    assert set(where.values()) == {"outside"}


def test_the_outputs_are_what_nbgrader_and_a_reader_need(examined):
    book = examined({"double-answer": "print('mine')\n" + DOUBLE.format("x * 2")})
    cells = {cell["id"]: cell for cell in book["cells"]}
    (result,) = cells["double-check"]["outputs"]
    assert result["data"]["text/plain"] == "1.0" and "double" in result["data"]["text/html"]
    (stream,) = cells["double-answer"]["outputs"]
    assert stream["text"] == "mine\n"
    (stored,) = cells["table"]["outputs"]
    assert stored["text"] == "stored\n"  # a cell that nothing depends on is not run
    nbformat.validate(nbformat.from_dict(book))


def test_a_gradient_that_is_cut_or_wrong_is_seen_from_outside(examined):
    for answer in ("(2 * x).detach()", "x + x.detach()", "2 * torch.tensor(x.tolist())"):
        book = examined({"double-answer": DOUBLE.format(answer)})
        assert points(book)["check_double"] == 1 and points(book)["hidden_double"] == 0, answer


def test_what_an_answer_keeps_between_calls_is_seen_from_outside(examined):
    kept = "found = {}\ndef double(x):\n    return found.setdefault(tuple(x.tolist()), 2 * x)"
    assert found(examined({"double-answer": kept}), "check_double")["key"] == "check-shares-result"


def test_what_cannot_cross_is_judged_beside_the_answer(examined):
    """A result of a type that is not sent is as wrong, or as right, as it was in a notebook."""
    class_of_its_own = "class T(torch.Tensor): pass\n" + DOUBLE.format("(2 * x).as_subclass(T)")
    assert lost(examined({"double-answer": class_of_its_own})) == {"double"}
    parameter = examined({"double-answer": DOUBLE.format("torch.nn.Parameter(2 * x.detach())")})
    assert points(parameter)["check_double"] == 1
    assert parameter["metadata"]["course"]["outcome"] == "needs review"
    equal = (
        "class Same(float):\n    def __eq__(self, other): return True\n"
        "    def __sub__(self, other): return 0.0\ndef largest(x):\n    return Same()"
    )
    assert lost(examined({"largest-answer": equal})) == {"largest"}


def test_stubs_are_open(examined):
    stub = "    raise NotImplementedError"
    book = examined({"double-answer": f"def double(x):\n{stub}"})
    assert lost(book) == {"double"} and found(book, "check_double")["state"] == "open"


@pytest.mark.parametrize(
    "answer, key",
    [
        (DOUBLE.format("x * x"), "check-nan"),
        (DOUBLE.format("None"), "check-nothing"),
        (DOUBLE.format("x.mul_(2)"), "check-modified"),
        (DOUBLE.format("1 / 0"), "check-raised-at"),
        ("def double(x):\n    raise ConnectionResetError('gone')", "check-raised-at"),
        pytest.param(DOUBLE.format("(x > 0).abs()"), "check-raised-at", marks=exhaustive),
        pytest.param(DOUBLE.format("torch.nn.Parameter(x * x)"), "check-nan", marks=exhaustive),
        ("double = 3", "check-not-function"),
        ("def dubble(x):\n    return 2 * x", "check-undefined"),
        ("def double(x:\n    return 2 * x", "answer-raised"),
        pytest.param("raise KeyError('a')", "answer-raised", marks=exhaustive),
        pytest.param("import os\nos._exit(0)", "answer-crashed", marks=exhaustive),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)", "answer-crashed"),
        (DOUBLE.format("__import__('os')._exit(1)"), "answer-crashed"),
        pytest.param("while True: pass", "answer-timeout", marks=exhaustive),
        (DOUBLE.format("double(x) if 0 else [0 for _ in iter(int, 1)]"), "answer-timeout"),
        ("while True: print('x' * 10000)", "answer-floods"),
        pytest.param("import sys\nsys.exit()", "answer-raised", marks=exhaustive),
        ("input('name? ')", "answer-raised"),
    ],
)
def test_a_wrong_answer_costs_its_exercise_and_says_why(examined, answer, key):
    book = examined({"double-answer": answer})
    assert lost(book) == {"double"}
    first = found(book, "check_double")
    assert (first["points"], first["key"]) == (0, key)
    assert first["message"]


def test_a_cell_that_never_ends_is_left_out_and_named(examined):
    book = examined(extra=[("setup", "import time\nwhile True: time.sleep(0.1)")])
    assert points(book) == FULL
    assert book["metadata"]["course"]["notes"]


def test_an_interrupt_that_is_ignored_ends_all_the_same(examined, monkeypatch):
    monkeypatch.setattr(grade_submission, "_GRACE", 0.2)
    text = "import signal\nfor s in (2, 15, 24): signal.signal(s, signal.SIG_IGN)\nwhile True: pass"
    book = examined({"largest-answer": text})
    assert lost(book) == {"largest"}
    assert found(book, "check_largest")["key"] == "answer-timeout"


def test_patched_libraries_cost_only_the_one_who_patched(examined):
    answer = DOUBLE.format("2 * x") + "\ntorch.Tensor.argmax = lambda self: 99"
    assert points(examined({"double-answer": answer})) == FULL


def test_helpers_and_cells_of_the_chapter_are_found(examined):
    changed = {"double-answer": DOUBLE.format("twice(x) * table / table")}
    assert points(examined(changed, [("title", "def twice(x):\n    return x + x")])) == FULL


def test_an_own_cell_that_was_deleted_later_is_missed_as_in_a_notebook(examined):
    book = examined({"double-answer": DOUBLE.format("nowhere(x)")})
    assert "nowhere" in found(book, "check_double")["message"]


def test_set_up_cells_that_were_deleted_or_changed_cost_nothing(examined):
    assert points(examined({"setup": "import torch"})) == FULL
    assert points(examined({"setup": "SCALE = -1\nimport torch"})) == FULL


FORGERS = {
    "all checks pass": "from course_utils.checks import check as checks\n"
    "checks.Check.__exit__ = lambda self, *a: setattr(self, '_result', self._passed()) or True\n"
    "checks.Check._passed = lambda self: self._make_result("
    "checks.Stop('passed', 'check-passed', 'well'))",
    "everything is close": "from course_utils.checks import check as checks\n"
    "checks.same = lambda *a, **k: True",
    "a result of its own": "from course_utils.checks import check as checks\n"
    "class R(float):\n    state, key, message = 'passed', 'check-passed', 'well'\n"
    "checks.Check.result = property(lambda self: R(self.max_points))",
    "torch agrees": "torch.isclose = lambda a, *r, **k: torch.ones_like(a).bool()",
}
FORGERS_BY_DEFAULT = ("all checks pass", "torch agrees")  # of the course's, and of a library's


@pytest.mark.parametrize(
    "trick",
    [
        pytest.param(trick, id=name, marks=[] if name in FORGERS_BY_DEFAULT else exhaustive)
        for name, trick in FORGERS.items()
    ],
)
def test_forging_gets_nothing_outside_and_never_all_inside(examined, trick):
    outside = examined({"double-answer": trick + "\n" + DOUBLE.format("x * 3")})
    assert lost(outside) == {"double"}
    inside = examined({"slope-answer": trick + "\ndef slope(f, x):\n    return x * 7"})
    assert "slope" in lost(inside)
    assert inside["metadata"]["course"]["outcome"] == "needs review"


def test_an_answer_that_draws_lots_draws_the_same_in_both_runs_of_a_check(examined):
    """Else it could pass once and not fail as it must the second time, and be suspected of fraud."""
    lots = (
        "def slope(f, x):\n"
        "    draw = torch.rand(1)  # with seed 0 four others in each run, .307 were the next\n"
        "    right = abs(draw - 0.307) > 0.001\n"
        "    return torch.full_like(x, 6.0 if len(x) == 1 else 3.0) * right"
    )
    book = examined({"slope-answer": lots})
    assert found(book, "hidden_slope")["where"] == "inside" and not lost(book)
    assert book["metadata"]["course"]["outcome"] == "graded"


FRAMES = """def slope(f, x):
    import sys, torch
    frame = sys._getframe()
    while frame and "check" not in frame.f_locals:
        frame = frame.f_back
    return torch.tensor([3.0, 3.0]) if frame and len(x) == 2 else 2 * x"""


def test_reading_the_frames_of_a_check_is_noticed(examined):
    book = examined({"slope-answer": FRAMES})
    assert book["metadata"]["course"]["outcome"] == "needs review"
    assert "slope" in book["metadata"]["course"]["reasons"][0]


def test_a_library_that_looks_at_frames_is_not(examined):
    answer = "import warnings\nfrom collections import namedtuple\n" + SLOPE.replace(
        "    x = x.clone", "    P = namedtuple('P', 'a')\n    warnings.warn('w')\n    x = x.clone"
    )
    book = examined({"slope-answer": answer})
    assert points(book) == FULL and book["metadata"]["course"]["outcome"] == "graded"


def test_the_source_of_a_hidden_check_is_nowhere_to_be_found(examined):
    """An answer looks for it in its history, frames, objects and files while it is called."""
    look = """
import gc, os, sys
PARTS = "secret_of_", "largest", "secret of ", "double"
def texts():
    yield from map(str, (globals().get("In"), globals().get("_ih")))
    frame = sys._getframe(1)
    while frame:
        yield from [v for v in frame.f_locals.values() if isinstance(v, (str, bytes))]
        yield " ".join(frame.f_code.co_names + frame.f_code.co_varnames)
        frame = frame.f_back
    for thing in gc.get_objects():
        if type(thing) in (list, tuple):
            yield from [v for v in thing if isinstance(v, (str, bytes))]
        elif type(thing) is dict:
            yield from [v for v in [*thing, *thing.values()] if isinstance(v, (str, bytes))]
    for folder, _, names in os.walk("."):
        for name in names:
            yield open(os.path.join(folder, name), errors="ignore").read()
def double(x):
    for text in texts():
        text = text.decode(errors="ignore") if isinstance(text, bytes) else text
        if PARTS[0] + PARTS[1] in text or PARTS[2] + PARTS[3] in text:
            raise RuntimeError("seen")
    return 2 * x
"""
    assert points(examined({"double-answer": look})) == FULL


def test_a_graded_run_repeats(examined):
    lucky = "import random\n" + DOUBLE.format("2 * x if random.random() < .5 else x")
    first = examined({"double-answer": lucky})
    assert points(first) == points(examined({"double-answer": lucky}))


def test_files_lie_beside_the_notebook_and_shadow_no_module(examined):
    files = {"mine.txt": b"2", "torch.py": b"raise SystemError", "sitecustomize.py": b"1/0"}
    answer = DOUBLE.format("x * int(open('mine.txt').read())")
    assert points(examined({"double-answer": answer}, files=files)) == FULL


def test_a_cell_that_no_answer_needs_runs_once(examined, monkeypatch):
    """However long it takes: the hidden checks run beside what their answers need."""
    asked = []
    ask = grade_submission._Process.ask

    def noted(self, request, *rest):
        asked.append(request.get("source"))
        return ask(self, request, *rest)

    monkeypatch.setattr(grade_submission._Process, "ask", noted)
    needed = {"double-answer": "factor = 2\n" + DOUBLE.format("x * factor")}
    assert points(examined(needed, extra=[("title", "mine = sum(range(9))")])) == FULL
    assert asked.count("mine = sum(range(9))") == 1
    assert asked.count(needed["double-answer"]) > 1


def test_an_answer_that_needs_a_cell_in_a_way_that_no_name_shows_gets_its_hidden_points(examined):
    own = "import builtins\nsetattr(builtins, 'fac' + 'tor', 2)"
    answer = DOUBLE.format("x * __import__('builtins').__dict__['fac' + 'tor']")
    assert points(examined({"double-answer": answer}, extra=[("title", own)])) == FULL


def test_scripts_do_not_reach_the_page(examined):
    text = (
        "from IPython.display import HTML, Javascript, display\n"
        "display(HTML('<b onclick=\"x()\">bold</b><script>steal()</script>'), Javascript('x()'))\n"
    )
    book = examined(extra=[("title", text)])
    shown = str([cell["outputs"] for cell in book["cells"] if cell["id"].startswith("own")])
    assert "<b>bold</b>" in shown and "<script" not in shown and "onclick" not in shown
    assert "javascript" not in shown


NONSENSE = [
    b'{"blobs": []}',
    b'{"state": "returned", "value": ["what"], "blobs": []}',
    b'{"state": "raised", "error": 3, "blobs": []}',
    b'{"state": "raised", "error": {"kinds": [], "kind": "\\u0000", "text": ""}, "blobs": []}',
    b'{"state": "returned", "value": 1, "after": 3, "blobs": []}',
    b"nonsense",
]


@pytest.mark.parametrize(
    "reply",
    [*NONSENSE[:2], *(pytest.param(r, marks=exhaustive) for r in NONSENSE[2:])],
)
def test_replies_that_make_no_sense_cost_the_answer_only(examined, reply):
    """The answer writes on the pipe itself."""
    forge = """
import gc, socket, struct
def double(x):
    for s in [o for o in gc.get_objects() if isinstance(o, socket.socket)]:
        text = REPLY
        s.sendall(struct.pack(">I", len(text)) + text)
    return x
"""
    assert lost(examined({"double-answer": forge.replace("REPLY", repr(reply))})) == {"double"}


def test_a_submission_has_room_for_so_much_output_and_no_more():
    pieces = [{"output_type": "display_data", "data": {"text/plain": "x" * 600}}] * 3
    assert len(grade_submission.clean(pieces, 1000)) == 1


def test_html_that_would_take_for_ever_to_clean_is_shown_as_text():
    for text in ("<b>" * 50_000, "<b " + "a=1 " * 50_000 + ">"):
        (output,) = grade_submission.clean(
            [{"output_type": "display_data", "data": {"text/html": text}}], 1_000_000
        )
        assert output["data"]["text/html"].startswith("<pre>&lt;b")


NEGATIVE = "def double(x):\n    return -2 * x"
CALLS = "def largest(x):\n    return int(double(x).argmax())"


def test_an_earlier_answer_is_there_and_the_authors_where_it_is_wrong(examined):
    """The fault of the earlier answer costs its own points, and no others."""
    book = examined({"largest-answer": CALLS})
    assert points(book) == FULL
    book = examined({"double-answer": NEGATIVE, "largest-answer": CALLS})
    assert points(book) == FULL | {"check_double": 0, "hidden_double": 0}
    assert "course's `double` in place of yours" in found(book, "check_largest")["message"]
    wrong = "def largest(x):\n    return int(double(x).argmin())"
    book = examined({"double-answer": NEGATIVE.replace("-2", "3"), "largest-answer": wrong})
    assert points(book)["check_largest"] == points(book)["hidden_largest"] == 0


def test_what_runs_beside_the_authors_answer_cannot_tell_of_it(examined):
    """It may fail with the reference's text as its message, or print it: nothing of that is kept."""
    tells = CALLS.replace(
        "    return",
        "    import inspect\n    text = str(double.__code__.co_consts) + str(double(x))\n"
        "    print('TOLD', text)\n    if double(x).sum() > 0: raise ValueError('TOLD' + text)\n"
        "    return",
    )
    book = examined({"double-answer": NEGATIVE, "largest-answer": tells})
    answer = next(c for c in book["cells"] if c["id"] == "largest-answer")
    assert "TOLD" not in str(answer["outputs"])
    assert "TOLD" not in found(book, "check_largest")["message"]


def test_a_check_beside_the_answer_has_builtins_and_names_of_its_own(examined):
    """Its loops and its helpers are not the student's, whatever these are called."""
    shadows = "def enumerate(*a, **k): return ()\ndef isinstance(*a): return True\ntorch = None\n"
    wrong = "def slope(f, x):\n    return x * 0"
    for answer in (SLOPE, wrong):
        book = examined({"slope-answer": f"{answer}\n\n{shadows}".replace("torch = None", "")})
        assert lost(book) == (set() if answer is SLOPE else {"slope"})


def test_no_cell_shows_what_a_hidden_check_handed_over(examined):
    keeps = "import inspect\nkept = []\n" + SLOPE.replace(
        "    ### BEGIN", "    kept.append(inspect.getsource(f))\n    ### BEGIN"
    )
    largest = (
        "def largest(x, kept=[]):\n    kept.append(str(x))\n    return int(x.argmax())\n"
        "seen = largest"
    )
    shows = "print('TOLD', [text[::-1] for text in kept], seen.__defaults__)"
    book = examined(
        {"slope-answer": keeps, "largest-answer": largest}, extra=[("slope-hidden", shows)]
    )
    assert points(book) == FULL
    (cell,) = (c for c in book["cells"] if c["source"] == shows)
    told = cell["outputs"][0]["text"]
    assert told.startswith("TOLD") and "ebuc" not in told and "hnat" not in told
    assert "tensor" in told  # what the visible check handed over is there
