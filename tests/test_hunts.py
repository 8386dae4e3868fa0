"""Hunts: implementations that can be called and not be read, and the points for a test of them."""

import copy
import json
import math
import re
import shutil

import pytest
import scratch_course
import torch

from course_utils.checks.assignments import read_assignment
from course_utils.checks.check import Check
from course_utils.exercises import hunts
from course_utils.files import COURSE
from course_utils.grading import grade_submission
from course_utils.grading.sandbox import Limits
from course_utils.hunts import GIVEN, LETTERS, MOST, attention_agrees, hunted, suspects
from course_utils.messages import say

FUNCTIONS = sorted(json.loads(GIVEN.read_text(encoding="utf-8")))
RIGHT = "def double(x, times=2):\n    return x * times"
CHANGES = "def double(x, times=2):\n    return x.mul_(times)"
STOPS = "def double(x, times=2):\n    raise ValueError('never')"
KEEPS = (
    "kept = []\n\ndef double(x, times=2):\n    kept.append(x.clone())\n    return kept[0] * times"
)


# --- a function without a name --------------------------------------------------------------------


def test_it_gives_what_the_function_gives_without_gradients():
    f = hunted(RIGHT, "double")
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    assert f(x, times=3).tolist() == [3, 6] and not f(x).requires_grad
    assert repr(f) == f.__name__ == "f"


def test_each_one_begins_anew_and_keeps_what_it_keeps():
    one, two = torch.tensor([1.0]), torch.tensor([2.0])
    f = hunted(KEEPS, "double")
    assert (f(one).item(), f(two).item()) == (2, 2)
    assert hunted(KEEPS, "double")(two).item() == 4


def test_what_a_function_warns_of_is_not_shown(recwarn):
    f = hunted(
        "import warnings\n\ndef double(x):\n    warnings.warn('of x.T')\n    return x * 2", "double"
    )
    assert f(torch.tensor(2.0)).item() == 4 and not recwarn.list


def test_a_dict_stands_for_a_function_that_it_asks():
    f = hunted("def double(x, times=len):\n    return x((1, 2)).mul_(times(0))", "double")
    table = {(1, 2): torch.tensor([1.5])}
    assert f(table, times={0: 3}).item() == 4.5
    assert table[1, 2].item() == 1.5  # it was asked for a copy
    with pytest.raises(KeyError):
        f({(1, 3): torch.tensor([1.5])}, {0: 3})
    assert "KeyError" in f.error
    with pytest.raises(TypeError):  # a list is no key
        hunted("def double(x):\n    return x([1, 2])", "double")(table)
    assert hunted("def double(x):\n    return x('ab')", "double")(len) == 2


def test_a_function_that_changes_an_input_stops_with_an_error_that_says_so():
    x = torch.tensor([[1.0, math.inf], [2.0, 3.0]])
    f = hunted(CHANGES, "double")
    with pytest.raises(ValueError, match="changed one of its inputs"):
        f(x.T)
    assert "changed one of its inputs" in f.error
    assert x.tolist() == [[1, math.inf], [2, 3]]  # and whoever asked has it back
    numbers, table = [1, 2], {(1,): torch.tensor([0.5])}
    with pytest.raises(ValueError, match="changed one of its inputs"):
        hunted("def double(x, of):\n    x.append(of((1,)).item())\n    return x", "double")(
            numbers, table
        )
    assert numbers == [1, 2] and hunted(RIGHT, "double")(torch.tensor(math.nan)).isnan()


@pytest.mark.parametrize("large", [torch.zeros(MOST + 1), [0] * (MOST + 1), {"a": [(0,) * MOST]}])
def test_large_inputs_are_refused(large):
    with pytest.raises(ValueError, match="small inputs"):
        hunted("def double(x):\n    return x", "double")(large)


def test_rows_are_short_where_the_result_grows_with_their_square():
    f = hunted("def document_mask(ids):\n    return ids", "document_mask")
    assert f(torch.zeros(66, 300)).shape == (66, 300)
    with pytest.raises(ValueError, match="short rows, at most 300"):
        f(torch.zeros(1, 301))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_six_are_handed_out_of_which_some_are_right(function):
    assert "".join(suspects(function)) == LETTERS
    tried = list(hunts._visible(function))
    assert [suspect.letter for suspect in tried[:6]] == list(LETTERS)
    assert 0 < sum(suspect.right for suspect in tried[:6]) < 6
    assert all(suspect.does for suspect in tried)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_hidden_check_tries_many_others(function):
    visible, hidden = hunts._visible(function), list(hunts._hidden(function))
    assert not {suspect.text for suspect in visible} & {suspect.text for suspect in hidden}
    assert sum(suspect.right for suspect in hidden) >= 2
    assert sum(not suspect.right for suspect in hidden) >= 15


def test_the_files_of_the_learners_are_made_from_the_gallery():
    for path, content in hunts.files(COURSE).items():
        assert (COURSE / path).read_bytes() == content, "run `python -m course_utils release`"
        for word in (b"def ", b"import", b"softmax("):
            assert word not in content


# --- points ---------------------------------------------------------------------------------------


def judged(test, function="safe_softmax"):
    globals()["hunt"] = test
    with Check("hunt", points=4) as check:
        hunts.judge_hunt(check, function)
    return check.result


def test_a_wrong_one_that_is_found_is_worth_its_share():
    def finds_errors(f):
        try:
            f(torch.zeros(2, 3, 4), torch.ones(3, 4).bool())
        except Exception:
            return False
        return True

    result = judged(finds_errors)
    assert (result.key, result.points) == ("hunt-slipped", 0.25)  # one of twelve
    assert "1 of 12" in result.message


def test_nothing_is_earned_while_a_right_one_is_accused():
    result = judged(lambda f: False)
    assert (result.key, result.points) == ("hunt-accused", 0)
    assert say("hunt-never-called") in result.message
    assert judged(lambda f: 1).key == "hunt-not-bool"
    assert judged(lambda f: True).points == 0


def test_who_was_right_is_told_when_all_are_told_apart(monkeypatch):
    six = [
        hunts.Suspect("def safe_softmax(x):\n    return x", True, "hands it back", "A"),
        hunts.Suspect("def safe_softmax(x):\n    return -x", False, "turns the sign", "B"),
        hunts.Suspect("def safe_softmax(x):\n    return x + 1", False, "adds one"),
    ]
    monkeypatch.setattr(hunts, "_visible", lambda function: iter(six))
    result = judged(lambda f: f(torch.tensor(2.0)) == 2)
    assert result.key == "hunt-not-bool" and "adds one" not in result.message
    result = judged(lambda f: bool(f(torch.tensor(2.0)) == 2))
    assert result.state == "passed"
    told = [say("hunt-was-right", letter="A", does="hands it back")]
    told.append(say("hunt-was-wrong", letter="B", does="turns the sign"))
    assert result.message.split("\n")[1:] == told  # the third has no letter
    assert judged(lambda f: True).message.count("\n") == 0


def test_an_error_that_made_a_right_one_look_wrong_is_named():
    def accuses(f):
        try:
            f(torch.zeros(2), None)
        except Exception:
            return False
        return True

    result = judged(accuses)
    assert result.key == "hunt-accused" and "stopped with " in result.message
    assert "f([0, 0], None)" in result.message  # the input that it found fault with
    assert "stopped with" not in judged(lambda f: False).message


def test_the_first_input_on_which_a_right_one_was_found_wrong_is_named():
    # Scores near 880 that differ by tenths, in float32, and values up to 10; before it an innocent one.
    def asks_too_much(f):
        generator = torch.Generator().manual_seed(0)
        q, k, v = (torch.randn(*size, generator=generator) for size in ((3, 4), (5, 4), (5, 2)))
        large = torch.full((3, 4), 21.0), 21 + k / 100, 10 * v.clamp(-1, 1)
        verdicts = [attention_agrees(f, *inputs) for inputs in ((q, k, v), large, (q, k, v))]
        return all(verdicts)  # a list, as in the task: all three are tried

    result = judged(asks_too_much, "attention")
    assert result.key == "hunt-accused"
    assert re.search(r"said no: f\(\[\[21, .*of up to 21, 21, 10", result.message)


@pytest.mark.parametrize(
    ("size", "told"), [((1, 11), "beyond 10"), ((400, 1), "between -1000 and")]
)
def test_numbers_beyond_the_task_are_refused_by_name(size, told):
    def asks_too_much(f):
        generator = torch.Generator().manual_seed(0)
        q, k, v = (torch.randn(*size, generator=generator) for size in ((3, 4), (5, 4), (5, 2)))
        return attention_agrees(f, q * size[0], k * size[0], v * size[1])

    result = judged(asks_too_much, "attention")
    assert result.points == 0 and told in result.message


@pytest.mark.parametrize("caught", [True, False])
def test_an_input_that_was_refused_is_named_as_such(caught):
    def asks_too_much(f):
        try:
            f(torch.zeros(200, 200), torch.ones(200, 200).bool())
        except ValueError:
            if not caught:
                raise
            return False
        return True

    result = judged(asks_too_much)
    assert (result.key, result.points) == ("hunt-refused", 0)
    given = "f(tensor [200, 200], tensor [200, 200] bool)"
    assert say("hunt-too-large", most=f"{MOST:,}", given=given) in result.message


def test_a_test_that_stops_by_itself_is_told_on_which_of_the_six():
    def stops(f):
        f(torch.zeros(2, 3), torch.ones(2, 3).bool())
        raise RuntimeError("Double did not match Float")

    result = judged(stops)
    assert result.state == "failed" and "Double did not match Float" in result.message
    letters = [s.letter for s in hunts._visible("safe_softmax") if s.right and s.letter]
    assert say("hunt-stopped-at", letter=letters[0]) in result.message


def test_a_comparison_that_is_not_caught_has_found_a_wrong_one():
    def compares(f, at_most=1e-5):
        scores, keep = (
            torch.tensor([[1.0, 2.0], [3.0, 3.0]]),
            torch.tensor([[True, True], [False, False]]),
        )
        want = scores.masked_fill(~keep, -math.inf).softmax(-1).nan_to_num(0.0)
        try:
            got = f(scores, keep)
        except Exception:
            return False
        torch.testing.assert_close(got, want, atol=at_most, rtol=0)
        return True

    assert judged(compares).key == "hunt-difference-raised"
    result = judged(lambda f: compares(f, at_most=-1.0))  # it finds a right one different, too
    assert (
        result.key.startswith("check-raised") and "f did not, and is not to blame" in result.message
    )


def test_a_number_in_place_of_a_tensor_is_told_as_a_wrong_implementation(monkeypatch):
    wrong = hunts.Suspect("def clm_loss(x):\n    return float(x)", False, "gives a float", "B")
    monkeypatch.setattr(hunts, "_visible", lambda function: iter([wrong]))
    result = judged(lambda f: f(torch.tensor(2.0)).item() == 2, "clm_loss")
    assert result.key == "hunt-no-tensor" and say("hunt-letter", letter="B") in result.message


# --- in a class -----------------------------------------------------------------------------------

CHECK = """from course_utils.hunts import hunted

texts = {texts!r}
with Check("hunt_double", points={points}{hidden}) as check:
    for text in texts:
        found = check.run(hunted(text, "double"))
        check.that(found is (text == texts[0]), "values-differ")
check.result"""
TESTER = '''def hunt_double(f: object) -> bool:
    """Is f right?"""
    ### BEGIN SOLUTION
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True).T
    kept = x.clone()
    try:
        f(torch.zeros(20_001))
    except ValueError:
        pass
    try:
        got, again = f(x, times=3), f(torch.tensor([5.0]))
    except RuntimeError:
        return False
    except ValueError as error:
        return str(error) != "never"
    return torch.equal(got, 3 * kept) and torch.equal(x, kept) and again.tolist() == [10]
    ### END SOLUTION'''


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    book = scratch_course.notebook()
    end = book.cells.pop()
    book.cells += scratch_course.exercise("90.3", "hunt_double", TESTER, "    pass", "    pass")
    for kind, points, hidden in (("check", 1, ""), ("hidden", 2, ", hidden=True")):
        cell = scratch_course.cell(book, f"hunt-double-{kind}")
        texts = [RIGHT, CHANGES, STOPS, KEEPS]
        source = CHECK.format(texts=texts, points=points, hidden=hidden)
        cell.source = (
            f"# Hidden.\n### BEGIN HIDDEN TESTS\n{source}\n### END HIDDEN TESTS"
            if kind == "hidden"
            else source
        )
    book.cells.append(end)
    folder = scratch_course.make(tmp_path_factory.mktemp("hunts"), book)
    name = scratch_course.NAME
    yield read_assignment(folder / "solutions" / name / f"{name}.ipynb")
    grade_submission._bench.cache_clear()


def graded(course, answer):
    book = copy.deepcopy(course.notebook)
    scratch_course.put(book, "hunt-double-answer", answer)
    grade_submission.mark(book, course)
    done = grade_submission.execute(book, {}, Limits(seconds=2))
    return done["metadata"]["course"]["checks"], done


bwrap = pytest.mark.skipif(
    not shutil.which("bwrap"), reason="needs bubblewrap (apt install bubblewrap)"
)


@bwrap
def test_in_a_class_a_test_calls_what_stays_outside(course):
    checks, _ = graded(course, TESTER)
    for name, points in (("check_hunt_double", 1), ("hidden_hunt_double", 2)):
        assert checks[name]["points"] == points, checks[name]
        assert checks[name]["where"] == "outside"


@bwrap
@pytest.mark.parametrize(
    "answer, key",
    [
        ("def hunt_double(f):\n    return f", "answer-crashed"),
        ("def hunt_double(f):\n    return f(print)", "answer-crashed"),
        ("def hunt_double(f):\n    while True:\n        f(torch.zeros(2))", "answer-timeout"),
        ("def hunt_double(f):\n    return 'kept' in repr(f.__closure__)", "values-differ"),
    ],
)
def test_in_a_class_a_strange_test_costs_its_own_points(course, answer, key):
    checks, _ = graded(course, answer)
    assert checks["check_hunt_double"]["key"] == key
    assert checks["check_double"]["points"] == 1


@bwrap
def test_in_a_class_nothing_of_their_text_is_in_the_students_process(course):
    looks = (
        "import gc\n\ndef hunt_double(f):\n    f(torch.zeros(2))\n"
        "    told = ' '.join(repr(o.co_names) for o in map(lambda x: getattr(x, '__code__', None),"
        " gc.get_objects()) if o)\n"
        "    return 'mul_' in told and 'kept' in told\n"
    )
    checks, _ = graded(course, looks)
    assert checks["check_hunt_double"]["key"] == "values-differ"  # it finds nothing: False for all
