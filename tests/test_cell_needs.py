"""Which cells an answer needs, from the names alone."""

import pytest

from course_utils.checks.cell_needs import names_of, needed

CELLS = {
    "import": "import numpy as np",
    "demo": "table = np.ones(3)\nprint(table)",
    "helper": "def helper(x):\n    return np.sum(x) + offset",
    "offset": "offset = 3",
    "more": "offset += 1",
    "list": "words = []",
    "append": "words.append('a')",
    "answer": "def answer(x):\n    table = x\n    return helper(table)",
    "other": "def other(x):\n    torch.softmax = None\n    return words",
    "dynamic": "print(globals()['offset'])",
}
NAMES = list(CELLS)


def run(*wanted: str) -> list[str]:
    names = [names_of(source, given={"torch"}) for source in CELLS.values()]
    return [NAMES[i] for i in needed(names, [NAMES.index(name) for name in wanted])]


def test_what_a_name_needs_is_found_through_others():
    assert run("answer") == ["import", "helper", "offset", "more", "answer"]


def test_a_change_in_place_belongs_to_the_name():
    assert run("other") == ["list", "append", "other"]


def test_a_local_name_is_not_the_notebooks():
    assert "demo" not in run("answer")


def test_a_name_in_a_text_counts_where_texts_can_be_names():
    assert run("dynamic") == ["offset", "more", "dynamic"]
    assert names_of("print('offset')").reads == set()


@pytest.mark.parametrize(
    "source, binds, reads",
    [
        ("x: int = y", {"x"}, {"y"}),
        ("from a import b as c", {"c"}, set()),
        ("for i in range(n): pass", {"i"}, {"n"}),
        ("with f() as g: pass", {"g"}, {"f"}),
        ("(m := 3)", {"m"}, set()),
        ("class A(B):\n    c = d", {"A"}, {"B", "d"}),
        ("def f():\n    global g\n    g = h", {"f", "g"}, {"h"}),
        ("d['a'] = 1", {"d"}, {"d"}),
        ("def f():\n    d.append(1)", {"f", "d"}, {"d"}),
        ("def f():\n    d = []\n    d.append(1)\n    d += [2]", {"f"}, set()),
        ("torch.softmax = f", set(), {"f"}),
        ("import numpy as np\nnp.sum = f", {"np"}, {"f"}),
        ("[k for k in ks]", set(), {"ks"}),
        ("a = 1\ndef f():\n    return a + b", {"a", "f"}, {"b"}),
        ("def f(x=a):\n    return f(x)\na = 2", {"a", "f"}, {"a"}),
        ("a = a + 1", {"a"}, {"a"}),
        ("print(a)\na = 1", {"a"}, {"a"}),
        ("if c:\n    a = 1\nprint(a)", {"a"}, {"c"}),
        ("%timeit f(x)", set(), {"f", "x"}),
        ("%timeit -n3 f(x)", set(), {"f", "x"}),
        ("%%time\ny = f(x)", {"y"}, {"f", "x"}),
        ("%%bash\ny = f(x)", set(), set()),
        (
            "names = !ls\nfor n in names:\n    %time g(n)\n    !rm {n}",
            {"names", "n"},
            {"g", "n"},
        ),
        ("%matplotlib inline\nz = 3 % a", {"z"}, {"a"}),
        ("def f(:", set(), set()),
        ("print(len('a'))", set(), set()),
    ],
)
def test_the_names_of_a_cell(source, binds, reads):
    names = names_of(source, given={"torch"})
    assert names.binds == binds
    assert names.reads == reads


def test_many_magics_take_no_time():
    assert names_of("%a\n" * 20_000).reads == set()
