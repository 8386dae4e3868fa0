"""The table of sentences: no key twice, for the later one would win in silence."""

import ast
from collections import Counter
from pathlib import Path

from course_utils import messages


def test_each_key_stands_once():
    tree = ast.parse(Path(messages.__file__).read_text(encoding="utf-8"))
    (table,) = [
        node.value
        for node in tree.body
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Dict)
    ]
    keys = Counter(key.value for key in table.keys)
    assert len(keys) == len(messages.MESSAGES)
    assert [key for key, count in keys.items() if count > 1] == []
