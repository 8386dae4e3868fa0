"""Honest answers are not suspected; what forging needs is."""

import pytest

from course_utils.authoring.verify import GALLERY, gallery_cases
from course_utils.checks.assignments import assignment_names, read_assignment
from course_utils.files import course_folder
from course_utils.grading.suspicion import suspicion

GIVEN = {"torch", "F", "nn", "math", "Check", "random", "Counter", "Callable"}
FORGING = [
    "import sys",
    "import gc",
    "from course_utils.checks import check",
    "import course_utils.masking as m",
    "torch.softmax = f",
    "del torch.softmax",
    "nn.Module.__call__ = f",
    "F = 3\nF.softmax = f",
    "import numpy as np\nnp.sum = f",
    "torch.Tensor.argmax = lambda self: 3",
    "f.__globals__['want']",
    "f.__code__",
    "torch.os.environ",
    "torch.serialization.pickle.loads(b)",
    "eval('1')",
    "exec(text)",
    "getattr(torch, name)",
    "getattr(f, '__globals__')",
    "g = getattr",
    "setattr(torch, 'softmax', f)",
    "globals()['Check'] = 3",
    "open('/proc/self/maps')",
    "'{0.__globals__}'.format(f)",
    "import operator\noperator.attrgetter('s' + 'ys')(f)",
    "import operator\noperator.attrgetter('__globals__')(f)",
    "class A:\n    def __eq__(self, other): return True",
    "class A:\n    def __class__(self): return float",
    "__builtins__",
    "def f():\n    global Check\n    Check = None",
    "!ls",
    "%%bash\nls",
    "from torch import _C",
    "import torch.multiprocessing as m",
    "In[-1]",
    "torch.testing.assert_close = f",
    "torch.testing.FileCheck",
    "from torch.testing import assert_close, FileCheck",
]


@pytest.mark.parametrize("source", FORGING)
def test_what_forging_needs_is_seen(source):
    assert suspicion(source, GIVEN)


HONEST = [
    "class A(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self._x = 1",
    "import numpy as np\nx = np.ones(3)\nx[0] = 2\nx.flags",
    "model.config.pad_token_id\nmodel.eval()\nmodel.training = False",
    "getattr(model, 'config', None)",
    "_, best = scores.max(-1)",
    "if __name__ == '__main__':\n    pass",
    "from collections import namedtuple\nimport warnings",
    "from transformers import AutoTokenizer",
    "def f(:",
    "torch.testing.assert_close(a, b, atol=1e-4, rtol=0)",
    "from torch.testing import assert_close\nassert_close(a, b)",
]


@pytest.mark.parametrize("source", HONEST)
def test_honest_cells_are_not_suspected(source):
    assert not suspicion(source, GIVEN)


def test_nearly_no_right_answer_of_the_gallery_is_suspected():
    """Suspicion costs a person's time, and only where a check had to run beside the answer."""
    course = course_folder()
    suspected, total = [], 0
    for name in assignment_names(course / "solutions"):
        chapter = read_assignment(course / "solutions" / name / f"{name}.ipynb")
        texts = {e.name: e.answer.source for e in chapter.exercises.values()}
        for case in gallery_cases(course / GALLERY, chapter)[0]:
            if case.kind == "accept":
                texts[f"{case.exercise}/{case.name}"] = case.answer
        total += len(texts)
        suspected += [(k, found) for k, text in texts.items() if (found := suspicion(text, GIVEN))]
    assert len(suspected) <= total / 50, suspected
