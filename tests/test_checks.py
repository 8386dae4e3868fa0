"""Check: what it passes, what it rejects, and what it says."""

import copy
import math
import random
import sys
import warnings

import IPython
import pytest
import torch
import torch.nn.functional as F
from IPython.core.interactiveshell import InteractiveShell

from course_utils.checks.check import Check, NotSolved, Result, _difference
from course_utils.checks.usual_errors import meaning_of
from course_utils.messages import MESSAGES, say


def check_of(function, block, **options) -> Result:
    """The result of a check whose answer is `function` and whose block is `block(check)`."""
    globals()["answer"] = function
    with Check("answer", points=2, **options) as check:
        block(check)
    return check.result


def doubles(check):
    for size in (1, 3):
        given = torch.arange(float(size))
        got = check.run(given)
        check.close(got, given * 2, mistakes={"check-nothing": given})


def stub(x):
    raise NotImplementedError


def test_a_right_answer_gets_its_points():
    result = check_of(lambda x: x * 2, doubles)
    assert (float(result), result.state, result.key) == (2.0, "passed", "check-passed")
    assert float(repr(result)) == 2.0  # nbgrader reads the points off the text form


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        (lambda x: None, "check-nothing"),
        (lambda x: 1 / 0, "check-raised-at"),
        (lambda x: sys.exit(0), "check-raised-at"),
        (lambda x: x.tolist(), "check-type"),
        (lambda x: (x * 2).double(), "passes"),  # any float dtype is a float
        (lambda x: (x * 2).long(), "check-dtype"),
        (lambda x: x[:1] * 2, "check-shape"),
        (lambda x: x * 3, "values-differ"),
        (lambda x: x * math.nan, "check-nan"),
        (lambda x: x.clone(), "check-nothing"),  # a named mistake
        (lambda x: x.mul_(2), "check-modified"),
        ("text", "check-not-function"),
        (stub, "check-open"),
        (lambda x: (x > 0).abs(), "check-raised-at"),  # PyTorch's own NotImplementedError
        (lambda a, b: a, "check-raised"),
    ],
)
def test_what_is_wrong_is_named(answer, key):
    result = check_of(answer, doubles)
    if key == "passes":
        assert float(result) == 2.0
    else:
        assert (float(result), result.key) == (0.0, key)
        assert result.state == ("open" if key == "check-open" else "failed")


def test_a_missing_answer_is_open():
    with Check("no_such_answer", points=1) as check:
        check.run(1)
    assert (check.result.state, check.result.key) == ("open", "check-undefined")


def test_not_implemented_deeper_down_is_an_error_of_the_answer():
    result = check_of(lambda x: torch.nn.Module()(x), lambda check: check.run(1))
    assert result.key == "check-raised-at" and "NotImplementedError" in result.message


def test_an_error_below_a_decorator_is_told_with_the_answers_line():
    @torch.no_grad()
    def answer(x):
        return x.nothing  # the line

    result = check_of(answer, doubles)
    assert result.key == "check-raised-at" and "return x.nothing" in result.message


def helper_of(function, block) -> Result:
    """The result of a check of an earlier answer, `helper`, which the answer may call."""
    globals()["helper"] = function
    with Check("helper", points=1) as check:
        block(check)
    return check.result


def test_an_answer_that_leans_on_one_which_failed_is_told_so():
    def leaning(x):
        return [helper(y) for y in (x,)][0]  # noqa: F821

    told = "calls your `helper`"
    assert helper_of(lambda x: x * 3, doubles).state == "failed"
    assert told in check_of(leaning, doubles).message
    assert told not in check_of(lambda x: x * 3, doubles).message  # which does not call it
    globals()["helper"] = lambda x: x * 4  # another one, not checked: nothing is known of it
    assert told not in check_of(leaning, doubles).message
    assert helper_of(lambda x: x * 2, doubles).state == "passed"
    assert check_of(leaning, doubles).state == "passed"


def test_the_smallest_failing_input_is_shown():
    result = check_of(lambda x: x * 2 if len(x) == 1 else x, doubles)
    assert "answer([0, 1, 2])" in result.message


@pytest.mark.filterwarnings("default")
def test_stderr_of_an_answer_goes_to_stdout(capsys):
    def noisy(x):
        print("to stderr", file=sys.stderr)
        warnings.warn("a warning", stacklevel=1)  # shown on stderr by default
        return x * 2

    assert float(check_of(noisy, doubles)) == 2.0
    captured = capsys.readouterr()
    assert captured.err == "" and "to stderr" in captured.out


def test_an_interrupt_goes_through():
    def interrupted(x):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_of(interrupted, doubles)


def test_a_tensor_that_forges_its_comparisons_is_rejected():
    class Yes(torch.Tensor):
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            return torch.tensor(True)

    assert check_of(lambda x: x.as_subclass(Yes), doubles).key == "check-type"


def test_a_number_that_claims_to_equal_everything_is_rejected():
    class Any(float):
        def __eq__(self, other):
            return True

        def __sub__(self, other):
            return 0.0

    result = check_of(lambda x: Any(9), lambda check: check.close(check.run(1), 2.0))
    assert result.key == "check-type"


@pytest.mark.parametrize(
    ("got", "want", "right"),
    [
        (1, 1.0, True),
        (True, 1.0, False),
        (1.0, 1, False),
        (math.nan, math.nan, True),
        (math.inf, math.inf, True),
        (-math.inf, math.inf, False),
        ([1.0, 2.0], [1.0, 2.0 + 1e-7], True),
        ((1.0,), [1.0], False),
        ({"a": 1}, {"a": 1}, True),
        ({"a": 1}, {"b": 1}, False),
        ({3}, {3}, True),
        ("a", "b", False),
        (torch.tensor([1.0, math.nan]), torch.tensor([1.0, math.nan]), True),
        (torch.tensor([True]), torch.tensor([1]), False),
        (torch.tensor(-math.inf), torch.tensor(-1e9), False),
    ],
)
def test_comparison_by_type_and_value(got, want, right):
    result = check_of(lambda: copy.deepcopy(got), lambda check: check.close(check.run(), want))
    assert (result.state == "passed") is right


def test_raises_wants_the_named_error():
    def block(check):
        check.raises(ValueError, -1)

    def right(x):
        raise ValueError("no")

    def other(x):
        raise KeyError("no")

    assert float(check_of(right, block)) == 2.0
    assert check_of(other, block).key == "check-raised-other"
    assert check_of(lambda x: x, block).key == "check-did-not-raise"
    assert check_of(stub, block).state == "open"


def test_a_check_that_breaks_on_a_strange_result_fails_without_a_traceback():
    result = check_of(lambda x: object(), lambda check: check.run(1) + 1)
    assert (float(result), result.key) == (0.0, "check-broke")


def test_unknown_message_is_the_authors_error_and_gives_no_points():
    result = check_of(lambda x: x, lambda check: check.that(False, "no-such-key"))
    assert (float(result), result.key) == (0.0, "check-broke")


def test_points_must_be_a_sane_number():
    for points in (-1, math.nan, math.inf):
        with pytest.raises(ValueError):
            Check("answer", points=points)


def test_html_escapes_what_the_answer_returned():
    result = check_of(lambda: "<script>x</script>", lambda check: check.equal(check.run(), "a"))
    assert "<script>" not in result._repr_html_()


def test_every_message_can_be_filled_in():
    import string

    for key, text in MESSAGES.items():
        for _, field, _, _ in string.Formatter().parse(text):
            assert field is None or field.isidentifier(), key


# --- while nbgrader validates ---------------------------------------------------------------------


def test_validate_meets_an_error_with_the_message_and_nothing_else(monkeypatch):
    monkeypatch.setenv("NBGRADER_VALIDATING", "1")
    assert float(check_of(lambda x: x * 2, doubles)) == 2.0
    with pytest.raises(NotSolved, match="answer: Not written yet"):
        check_of(stub, doubles)
    with pytest.raises(NotSolved) as raised:
        check_of(lambda x: x * 3, doubles, graded=False)
    lines = raised.value._render_traceback_()
    assert lines[0].startswith(f"answer: {MESSAGES['values-differ']}")
    assert any("expected" in line for line in lines)


def test_two_numbers_that_differ_are_shown_with_the_digits_that_tell_them_apart():
    rows = _difference(torch.tensor([1.50004, 2.0]), torch.tensor([1.5, 2.0]), 1e-6)
    assert rows[1] == ["", "[1.5, 2]", "[1.50004, 2]"]
    assert _difference(1.5, 2.5, 0.0)[1] == ["", "2.5", "1.5"]
    assert _difference(0.1 + 0.2, 0.3, 0.0)[1][1:] == ["0.29999999999999999", "0.30000000000000004"]


# --- what is told about a call ----------------------------------------------------------------------


def test_of_a_long_call_the_small_arguments_are_told_and_the_whole_is_folded():
    given = ([[0, 1]] * 15, torch.arange(12), {f"word {k}": k for k in range(8)})
    result = check_of(lambda *x, **k: 1, lambda c: c.equal(c.run(7, *given, n=3), 2))
    told = "answer(7, a list of 15, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], a dict of 8, n=3)"
    assert told in result.message and "word 5" not in result.message
    shown = result._repr_html_()
    assert shown.index(told) < shown.index("<details") < shown.index("word 5")
    short = check_of(lambda x: 1, lambda c: c.equal(c.run([1, 2]), 2))
    assert "<details" not in short._repr_html_()


def test_generators_are_told_with_their_seed():
    given = (torch.Generator().manual_seed(7), random.Random(7))
    result = check_of(lambda *x: 1, lambda c: c.equal(c.run(*given), 2))
    assert "answer(torch.Generator().manual_seed(7), random.Random(...))" in result.message


X = torch.ones(2, 3)
TRAINED = torch.ones(2, requires_grad=True)
USUAL = {
    "error-broadcast": lambda: X + torch.ones(2, 4),
    "error-matmul": lambda: X @ X,
    "error-targets": lambda: F.cross_entropy(torch.ones(2, 3, 4), torch.ones(2, 3).long()),
    "error-view": lambda: X.reshape(4, 2),
    "error-not-contiguous": lambda: X.T.view(-1),
    "error-mask-dtype": lambda: X.masked_fill(X, 0),
    "error-mask-shape": lambda: X[torch.ones(2, 1).bool()],
    "error-minus-bool": lambda: 1 - (X > 0),
    "error-bitwise": lambda: X | (X > 0),
    "error-index-dtype": lambda: X[X],
    "error-dtype": lambda: X @ torch.ones(3, 2, dtype=torch.int64),
    "error-truth": lambda: 1 if X else 2,
    "error-one-number": lambda: X.item(),
    "error-dimension": lambda: X.sum(dim=2),
    "error-index": lambda: X[5],
    "error-k": lambda: X.topk(4),
    "error-empty": lambda: max([]),
    "error-dot": lambda: torch.dot(X[0], X),
    "error-choice": lambda: random.Random(0).choice([]),
    "error-plain-number": lambda: torch.sqrt(3),
    "error-leaf": lambda: TRAINED.add_(1),
    "error-numpy-gradient": lambda: TRAINED.numpy(),
    "error-no-gradient": lambda: X.sum().backward(),
    "error-none": lambda: None + X,
    "error-name": lambda: no_such_name,  # noqa: F821
    "error-arguments": lambda: math.sqrt(),
    "error-call": lambda: X.shape(),
    "error-not-a-tensor": lambda: torch.softmax([1.0], 0),
    "error-bool-all": lambda: torch.equal(X, X).all(),
    "error-times": lambda: torch.ones(2) * X,
    "error-summed-away": lambda: X / X.sum(-1),
    "error-transpose": lambda: X.transpose(1, 2),
    "error-zero": lambda: 1 / 0,
    "error-domain": lambda: math.log(0),
    "error-overflow": lambda: math.exp(1000),
}
MORE = [
    ("error-matmul", lambda: torch.ones(1, 2, 3) @ torch.ones(1, 2, 3)),
    ("error-dtype", lambda: torch.arange(3).softmax(0)),
    ("error-index", lambda: [1][int(X.sum())]),
    ("error-k", lambda: X.kthvalue(4)),
    ("error-empty", lambda: X[:0].min()),
    ("error-one-number", lambda: torch.tensor([X, X])),
    ("error-not-a-tensor", lambda: [1].softmax()),
    ("error-no-gradient", lambda: torch.autograd.grad(X.sum(), X)),
    ("error-arguments", lambda: (lambda a: a)(1, 2)),
    ("error-domain", lambda: math.sqrt(-1)),
    ("error-bool-all", lambda: torch.allclose(X, X).item()),
    ("error-times", lambda: (X.softmax(-1)[:, 0] * X).sum(0)),
    ("error-broadcast", lambda: torch.ones(2) * X + 1),  # or is it the sum?
    ("error-summed-away", lambda: (X.exp() / X.exp().sum(dim=-1)) @ X.T),
    ("error-summed-away", lambda: (X - X.max(-1).values).softmax(-1)),
    ("error-broadcast", lambda: X / torch.ones(2) + X.sum(-1, keepdim=True)),
    ("error-transpose", lambda: torch.transpose(X, 1, 2)),
    ("error-dimension", lambda: X.transpose(0, 1).sum(dim=2)),
    ("error-dtype", lambda: X.long().mean()),
    ("error-float-size", lambda: X.view(2, 6 / 2)),
    ("error-float-size", lambda: torch.zeros(2, 2.0)),
    ("error-float-size", lambda: range(2.0)),
    ("error-plain-number", lambda: torch.sqrt(2.0)),
    ("error-softmax-dim", lambda: torch.softmax(X)),
    ("error-all-of-several", lambda: all(True, False)),
    ("error-dtype", lambda: torch.allclose(X, X.double())),
]


def takes_a_shape_apart(x):
    texts, _, _ = X.shape
    return texts


def takes_a_pair_apart(x):
    out, _ = [x]
    return out


def test_a_shape_of_another_number_of_dimensions_is_told_apart_from_another_pair():
    of_shape, of_pair = (
        check_of(answer, lambda check: check.run(1)).message
        for answer in (takes_a_shape_apart, takes_a_pair_apart)
    )
    assert say("error-unpack-shape") in of_shape
    assert say("error-unpack-shape") not in of_pair


@pytest.mark.parametrize(("key", "wrong"), [*USUAL.items(), *MORE])
def test_a_usual_error_is_explained_between_its_line_and_its_text(key, wrong):
    result = check_of(lambda x: wrong(), lambda check: check.run(1))
    first, second, third, *_ = result.message.split("\n")
    assert result.key.startswith("check-raised") and "stopped in the line" in first
    assert second == say(key)
    assert third.startswith("answer(1) gave ") and "Error" in third


@pytest.mark.parametrize("front", [(2,), (2, 3)])
def test_keys_that_are_turned_round_altogether_are_named(front):
    q, k = torch.ones(*front, 4, 5), torch.ones(*front, 6, 5)
    result = check_of(lambda x: q @ k.T, lambda check: check.run(1))
    assert result.message.split("\n")[1] == say("error-all-turned")
    result = check_of(lambda x: q.matmul(k.T), lambda check: check.run(1))
    assert result.message.split("\n")[1] == say("error-all-turned")
    turned = k.permute(*range(k.dim() - 1, -1, -1))
    result = check_of(lambda x: q @ turned, lambda check: check.run(1))
    assert result.message.split("\n")[1] == say("error-front")
    result = check_of(lambda x: q @ torch.ones(5, 6) + k.mT, lambda check: check.run(1))
    assert result.message.split("\n")[1] == say("error-broadcast")


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("w = (q@k.mT/math.sqrt(q.shape[-1])).softmax(-1)", "error-front"),
        ("w = q@k.transpose(-2,-1)/q.shape[-1]**0.5", "error-front"),
        ("w = (q@k.mT/math.sqrt(q.shape[-1])+mask).softmax(-1)", "error-broadcast"),
        ("w = q@k.mT*mask", "error-broadcast"),
        ("w = q @ k.mT - mask", "error-broadcast"),
    ],
)
def test_a_product_is_blamed_only_where_nothing_else_in_its_line_could_not_fit(line, key):
    error = "RuntimeError: The size of tensor a (4) must match the size of tensor b (5)"
    assert meaning_of(error, line) == key


def test_the_warning_about_turned_tensors_does_not_stand_before_the_message(recwarn):
    def turned(x):
        warnings.warn("The use of `x.T` on tensors is deprecated", stacklevel=1)
        warnings.warn("another", stacklevel=1)
        return x

    check_of(turned, lambda check: check.run(1))
    assert {str(w.message) for w in recwarn} == {"another"}


def test_an_error_that_nobody_foresaw_stands_alone():
    def odd(x):
        raise OSError("the moon")

    result = check_of(odd, lambda check: check.run(1))
    where, what = result.message.split("\n")
    assert "the moon" in where and "the moon" in what  # nothing stands between


# --- what an answer keeps between calls -----------------------------------------------------------


class Cache:
    """A careless one: what was computed is found again by `key`."""

    def __init__(self, function, key):
        self.function, self.key, self.found = function, key, {}

    def __call__(self, x):
        key = self.key(x)
        if key not in self.found:
            self.found[key] = self.function(x)
        return self.found[key]


def counts():
    calls = []

    def answer(x):
        calls.append(1)
        return x + (len(calls) > 3)

    return answer


TABLE = {"ones": [1, 1], "more": [1, 2, 3]}
PAIRS = [torch.tensor([1.0, 2.0]), torch.tensor([2.0, 1.0]), torch.tensor([5.0, 3.0, 1.0])]


def called_again(function, values, want):
    globals()["answer"] = function
    with Check("answer", points=1) as check:
        for value in values:
            got = check.run(value)
            check.close(got, want(value))
    return check.result.key


@pytest.mark.parametrize(
    ("function", "key"),
    [
        (lambda x: x * 2, "check-passed"),
        (lambda x: x, "check-passed"),  # what it was given is not the answer's to copy
        (lambda x: x.clone().requires_grad_() * 2, "check-passed"),
        (Cache(lambda x: x * 2, lambda x: tuple(x.tolist())), "check-shares-result"),
        (Cache(lambda x: x * 2, id), "check-kept-object"),
        (counts(), "check-kept"),
    ],
)
def test_what_is_kept_between_calls_is_found_by_calling_again(function, key):
    def want(x):
        return x if key == "check-kept" or function(x) is x else x * 2

    assert called_again(function, PAIRS, want) == key


def test_what_varies_by_itself_is_not_said_to_be_kept():
    """The check's calls go well; one of those after them, by which what is kept is found, does not."""
    draws = iter([0] * 3 + [0, 0, 1] * 20)
    key = called_again(lambda x: x * 2 + next(draws), PAIRS, lambda x: x * 2)
    assert key == "check-kept"


def test_each_of_the_small_results_is_changed_and_asked_for_again():
    one = torch.ones(1)
    ones = one.expand(2)  # one place, seen twice
    late = {1.0: lambda x: x * 2, 5.0: lambda x: x * 2, 2.0: lambda x: ones}
    values = [torch.tensor([1.0, 2.0]), torch.tensor([2.0, 1.0])]
    got = called_again(
        lambda x: late[x[0].item()](x), values, lambda x: late[x[0].item()](x).clone()
    )
    assert got == "check-shares-result"
    assert one.tolist() == [1.0]  # as it was before


def test_a_table_that_an_answer_returns_a_part_of_stays_as_it_was():
    assert called_again(TABLE.get, list(TABLE), TABLE.get) == "check-shares-result"
    assert TABLE == {"ones": [1, 1], "more": [1, 2, 3]}


def test_a_result_that_claims_to_be_everything_is_told_as_what_it_is():
    class Yes:
        __class__ = property(lambda self: torch.Tensor)

        def __getattr__(self, name):
            return self

        def __call__(self, *args):
            return self

    result = check_of(lambda x: Yes(), lambda check: check.equal(check.run(X), X * 2))
    assert result.key == "check-type"


def test_what_draws_or_holds_a_model_is_not_called_again():
    def draws(generator):
        return torch.rand(2, generator=generator)

    globals()["answer"] = draws
    with Check("answer", points=1) as check:
        check.run(torch.Generator().manual_seed(0))
    assert check.result.state == "passed"


RIGHT = "def doubled(x):\n    return x * 2"
OLDER = say("check-older", name="doubled")


@pytest.mark.parametrize(
    ("cells", "older"),
    [
        ([RIGHT], False),
        ([RIGHT, "def doubled(x):\n    return (x * 2"], True),  # a slip in its syntax
        ([RIGHT, "import nothing_here\ndef doubled(x):\n    return x"], True),
        ([RIGHT, f"{RIGHT}\ndoubled()"], False),  # stopped behind the definition
        ([RIGHT, "def doubled(x:\n    return x", RIGHT], False),  # mended
        ([RIGHT, "def mine(x):\n    return x * 2\ndoubled = mine"], False),
        (["import torch", f"@torch.no_grad()\n{RIGHT}"], False),
        # An empty line with spaces; a cell that IPython rewrites.
        (["def doubled(x):\n    \n    return x * 2\n \n"], False),
        (["%precision 3\ndef doubled(x):  \n\treturn x * 2"], False),
        (["doubled = 2"], False),
    ],
)
def test_an_answer_from_before_a_cell_that_stopped_is_told(monkeypatch, tmp_path, cells, older):
    check = (
        "with Check('doubled', points=1) as check:\n    check.equal(check.run(2), 4)\ncheck.result"
    )
    shell = InteractiveShell(ipython_dir=str(tmp_path))
    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
    for cell in ("from course_utils import Check", *cells):
        shell.run_cell(cell, store_history=True)
    for _ in range(2):  # and when the check is run again
        said = shell.run_cell(check, store_history=True).result.message
        assert (OLDER in said) == older
