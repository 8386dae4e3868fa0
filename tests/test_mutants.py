"""Mutants of small answers: each operator makes what it should, and nothing that Python reads as the
answer itself."""

import textwrap

import pytest

from course_utils.authoring.mutants import mutants, plain


def answer(body: str, arguments: str = "x, y") -> str:
    return f"def f({arguments}):\n" + textwrap.indent(textwrap.dedent(body), "    ")


def made(operator: str, body: str, **options) -> set[str]:
    """What the operator writes in place of the lines that it changes."""
    return {m.after for m in mutants(answer(body, **options), "f") if m.operator == operator}


@pytest.mark.parametrize(
    ("operator", "body", "wanted"),
    [
        ("binary", "return x + y", {"return x - y", "return x", "return y"}),
        (
            "binary",
            "return x @ y",
            {"return x * y", "return y @ x", "return x", "return y"},
        ),
        ("binary", "x += y\nreturn x", {"x -= y", "x = y"}),
        ("comparison", "return x < y", {"return x <= y", "return x >= y"}),
        ("comparison", "return x is y", {"return x is not y"}),
        (
            "comparison",
            "return 0 < x < y",
            {
                "return 0 <= x < y",
                "return 0 >= x < y",
                "return 0 < x <= y",
                "return 0 < x >= y",
                "return 0 < x",
                "return x < y",
            },
        ),
        ("and-or", "return x and y", {"return x or y", "return x", "return y"}),
        ("sign", "return ~x", {"return x"}),
        ("condition", "if x < y:\n    y = 1\nreturn y", {"if x >= y:", "if False:", "if True:"}),
        ("condition", "while x:\n    x = y\nreturn x", {"while not x:", "while False:"}),
        (
            "condition",
            "return [a for a in x if a]",
            {"return [a for a in x if not a]", "return [a for a in x]"},
        ),
        ("constant", "return x.sum(dim=-1)", {"return x.sum(dim=-2)", "return x.sum(dim=0)"}),
        ("constant", "return x * 0.15", {"return x * 0.075", "return x * 0.3"}),
        ("constant", "return x + 1e-9", {"return x + 0.01"}),
        ("constant", "return x - 1e9", {"return x - 100.0"}),
        ("constant", "return x.masked_fill(y, -math.inf)", {"return x.masked_fill(y, -100.0)"}),
        ("constant", "return x, False, 'a'", {"return (x, True, 'a')", "return (x, False, 'ax')"}),
        ("slice", "return x[:, None, y:]", {"return x[:, y:]", "return x[:, None, :]"}),
        ("loop", "return range(x)", {"return range(x + 1)", "return range(x - 1)"}),
        (
            "loop",
            "for a in x:\n    y += a\nreturn y",
            {f"for a in list(x)[{part}]:" for part in (":0", ":1", ":-1", "1:")},
        ),
        (
            "arguments",
            "return torch.where(x, y, dim=0)",
            {
                "return torch.where(y, x, dim=0)",
                "return torch.where(x, dim=0)",
                "return torch.where(x, y)",
            },
        ),
        ("arguments", "return x.sum(0)", {"return x.sum()"}),
        ("arguments", "return max(x, y)", {"return max(x)"}),
        ("constant", "torch.manual_seed(0)\nreturn x", set()),
        ("call-dropped", "return sorted(x.clone())", {"return x.clone()", "return sorted(x)"}),
        ("call-dropped", "return torch.zeros(x)", set()),
        ("call-dropped", "return x @ y.T", {"return x @ y"}),
        ("other-function", "return max(x)", {"return min(x)"}),
        ("other-function", "return x.sum(0)", {"return x.mean(0)", "return x.prod(0)"}),
        ("in-place", "return x.masked_fill(y, 0)", {"return x.masked_fill_(y, 0)"}),
        ("in-place", "z = x * 2\nreturn z.masked_fill(y, 0)", set()),
        ("in-place", "return x.amax(0).masked_fill(y, 0)", set()),
        ("dtype", "return x.to(torch.float64)", {"return x.to(torch.float32)"}),
        ("returned", "return x, y", {"return (y, x)"}),
        ("returned", "z = x + y\nreturn z", {"return y", "return x"}),
    ],
)
def test_operator(operator, body, wanted):
    found = made(operator, body)
    if operator == "other-function":
        assert wanted <= found
    elif operator == "slice":
        assert wanted < found and "return x[:, None, y + 1:]" in found
    else:
        assert found == wanted


def test_what_writes_into_an_argument():
    body, tensors = "return x + y", "x: torch.Tensor, y: torch.Tensor"
    assert made("in-place", body) == set()
    assert made("in-place", body, arguments=tensors) == {"return x.add_(y)"}


def test_another_argument_of_the_same_kind():
    tensors = "x: torch.Tensor, n: int, y: torch.Tensor"
    assert made("other-name", "return x + n", arguments=tensors) == {"return y + n"}
    assert made("other-name", "return x.shape[0] + len(y)", arguments=tensors) == set()


def test_the_first_or_last_row_stands_for_all():
    assert made("first-for-all", "return x", arguments="x: torch.Tensor, y: list[int]") == {
        "x = x[:1].expand_as(x)",
        "x = x[-1:].expand_as(x)",
        "y = y[:1] * len(y)",
    }


def test_the_reference_tells_what_the_arguments_are():
    reference = "def f(scores: torch.Tensor) -> torch.Tensor:\n    return scores"
    found = mutants("def f(x):\n    return x * 2", "f", reference)
    assert {m.after for m in found if m.operator == "first-for-all"} == {
        "x = x[:1].expand_as(x)",
        "x = x[-1:].expand_as(x)",
    }


def test_a_statement_goes_where_its_names_are_known_without_it():
    body = "y = x\nx = x * 2\nz = x\nx[0] = y\ncheck(x)\nreturn z"
    gone = [
        m.before
        for m in mutants(answer(body, "x"), "f")
        if m.operator == "statement-dropped" and m.after == "pass"
    ]
    assert gone == ["x = x * 2", "x[0] = y", "check(x)"]


def test_a_default_is_changed():
    assert "def f(x, n=2):" in made("constant", "return x", arguments="x, n=1")


def test_what_an_answer_says_and_asserts_is_left_alone():
    body = '''
    """What it does."""
    import math
    assert x > 0
    if x > y:
        raise ValueError("too " + "large")
    return x
    '''
    changed = {m.before for m in mutants(answer(body), "f")}
    assert changed == {"if x > y:", "raise ValueError('too ' + 'large')", "return x"}
    assert {m.after for m in mutants(answer(body), "f") if "raise" in m.before} == {"pass"}


def test_equal_mutants_are_made_once_and_none_equals_the_answer():
    text = answer("# a remark\nreturn x[0] + x[0] + y", "x: torch.Tensor, y: torch.Tensor")
    found = [m.text for m in mutants(text, "f")]
    assert len(set(found)) == len(found)
    assert plain(text) not in found
    assert all(plain(mutant) == mutant for mutant in found)


def test_mutants_are_the_same_each_time_and_can_be_compiled():
    text = answer(
        "for a in x:\n    if a in y:\n        break\nelse:\n    return {a, 'b'}\nreturn a"
    )
    first, second = mutants(text, "f"), mutants(text, "f")
    assert [m.text for m in first] == [m.text for m in second]
    for mutant in first:
        compile(mutant.text, "mutant", "exec")


def test_changed_lines_are_shown_without_their_indentation():
    (mutant,) = [m for m in mutants(answer("if x:\n    return -y\nreturn x"), "f") if "-y" in m.before
                 and m.operator == "sign"]  # fmt: skip
    assert (mutant.before, mutant.after) == ("return -y", "return y")


def test_of_a_long_line_the_part_around_the_change_is_shown():
    long = "return [" + ", ".join(f"x[{n}]" for n in range(99)) + "]"
    (mutant,) = [m for m in mutants(answer(long), "f") if m.after.endswith(" x[99]]")]
    assert mutant.before.startswith("…") and mutant.before.endswith("x[97], x[98]]")
    assert len(mutant.before) < 60


def test_texts_that_differ_in_remarks_only_are_the_same():
    one = 'def f(x: int) -> int:\n    """Twice."""\n    return 2 * x  # twice'
    assert plain(one) == plain("def f(x):\n    return 2*x")
