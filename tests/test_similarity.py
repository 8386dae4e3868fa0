"""Answers that are alike: what is told, and what is not."""

from course_utils.checks.assignments import notebook_path, read_assignment
from course_utils.files import COURSE
from course_utils.grading import similarity

ORIGINAL = """
def weights(scores, keep):
    # keeps rows without a key at 0
    hidden = scores.masked_fill(~keep, -math.inf)
    largest = hidden.amax(dim=-1, keepdim=True)
    largest = torch.where(largest.isinf(), torch.zeros_like(largest), largest)
    e = (hidden - largest).exp()
    total = e.sum(dim=-1, keepdim=True)
    return torch.where(total > 0, e / total.clamp(min=1e-9), torch.zeros_like(e))
"""
RENAMED = """
def weights(scores, keep):
    \"\"\"My own.\"\"\"
    a = scores.masked_fill(~keep, -math.inf)
    b = a.amax(dim=-1, keepdim=True)

    b = torch.where(b.isinf(), torch.zeros_like(b), b)
    c = (a - b).exp()  # the exponentials
    d = c.sum(dim=-1, keepdim=True)
    return torch.where(d > 0, c / d.clamp(min=1e-6), torch.zeros_like(c))
"""
OTHERS = [
    "def weights(scores, keep):\n    rows = []\n    for row, open_ in zip(scores, keep):\n"
    "        out = torch.zeros_like(row)\n        if open_.any():\n"
    "            out[open_] = row[open_].softmax(0)\n        rows.append(out)\n"
    "    return torch.stack(rows)\n",
    "def weights(scores, keep):\n    filled = torch.where(keep, scores, torch.tensor(-1e9))\n"
    "    result = torch.softmax(filled, dim=-1) * keep.to(scores.dtype)\n"
    "    norm = result.sum(-1, keepdim=True)\n    norm[norm == 0] = 1\n    return result / norm\n",
    "def weights(scores, keep):\n    result = numpy.zeros(scores.shape)\n"
    "    for index in numpy.argwhere(keep.numpy()):\n        place = tuple(index)\n"
    "        result[place] = math.exp(scores[place].item())\n"
    "    below = result.sum(axis=-1, keepdims=True)\n"
    "    return torch.tensor(numpy.divide(result, below, where=below > 0, out=result * 0))\n",
    "def weights(scores, keep):\n    empty = ~keep.any(dim=-1, keepdim=True)\n"
    "    bias = torch.zeros_like(scores).masked_fill_(~(keep | empty), float('-inf'))\n"
    "    probabilities = F.softmax(scores + bias, dim=-1)\n"
    "    return probabilities.masked_fill(empty, 0.0)\n",
    "def weights(scores, keep):\n    e = scores.exp() * keep\n    s = e.sum(-1)[..., None]\n"
    "    if (s == 0).any():\n        s = s + (s == 0).float()\n    return e.div(s)\n",
]


def told(answers, known=()):
    found = similarity.alike({"weights": answers}, {"weights": known})
    return [pair.students for pair in found]


def a_class(**more):
    return {f"s{number}": text for number, text in enumerate(OTHERS)} | more


def test_new_names_comments_and_numbers_hide_nothing():
    answers = a_class(ann=ORIGINAL, bob=RENAMED)
    assert told(answers) == [("ann", "bob")]
    (pair,) = similarity.alike({"weights": answers}, {})
    assert pair.exercise == "weights" and pair.share > 0.75 > 2 * pair.usual


def test_what_everybody_may_know_is_left_out():
    assert told(a_class(ann=ORIGINAL, bob=RENAMED), known=[ORIGINAL]) == []


def test_a_class_of_different_answers_has_no_pair():
    assert told(a_class(ann=ORIGINAL)) == []


def test_where_all_are_alike_nobody_is_told():
    assert told({f"s{number}": ORIGINAL for number in range(8)}) == []


def test_short_answers_small_classes_and_what_is_no_code():
    same = "def weights(scores, keep):\n    return scores\n"
    assert told(a_class(ann=same, bob=same)) == []
    assert told({"ann": ORIGINAL, "bob": RENAMED, "eve": OTHERS[0]}) == []
    broken = ORIGINAL + "\n    '''never ends\n\x00"
    assert told(a_class(ann=ORIGINAL, bob=broken, eve="(" * 99_999, tim="")) == [("ann", "bob")]


def test_two_students_and_their_exercises_stand_together():
    answers = {"one": a_class(ann=ORIGINAL, bob=RENAMED), "two": a_class(ann=ORIGINAL, bob=RENAMED)}
    ((students, pairs),) = similarity.by_students(similarity.alike(answers, {}))
    assert students == ("ann", "bob") and {pair.exercise for pair in pairs} == {"one", "two"}


def test_stubs_of_the_course_are_too_short_or_known():
    for name in ("02_masking", "05_decoding"):
        chapter = read_assignment(notebook_path(COURSE / "notebooks", name))
        stubs = {e.name: e.answer.source for e in chapter.exercises.values()}
        answers = {e: {f"s{n}": text for n in range(6)} for e, text in stubs.items()}
        known = {exercise: [text] for exercise, text in stubs.items()}
        assert similarity.alike(answers, known) == []
