"""The mask_mod explorer reads rules without running them, and shows what PyTorch would make of them."""

import re
import time

import numpy as np
import pytest
import torch
from explorers import move

from course_utils.explorers import mask_mod_explorer
from course_utils.explorers.mask_mod import (
    LONGEST_RULE,
    MASK_DOCUMENTS,
    MASK_RULES,
    OWN,
    RuleError,
    _figure,
    _tiles,
    documents,
    mask_of,
    read_rule,
)


@pytest.mark.parametrize(
    "text",
    [*MASK_RULES, "True", "not q < k", "-k + +q >= -3 % 5", "0 <= q - k < 3", "b == 1 or h > 1"],
)
@pytest.mark.parametrize(("b", "h", "n"), [(0, 0, 8), (1, 2, 24)])
def test_a_rule_gives_the_mask_that_python_gives(text, b, h, n):
    doc, got = documents(b, n), mask_of(read_rule(text), b, h, n)
    for q in range(n):
        for k in range(n):
            names = {"b": b, "h": h, "q": q, "k": k, "doc": doc, "abs": abs}
            assert got[q, k] == eval(text, {"__builtins__": {}}, names)


def test_doc_may_be_asked_with_its_row():
    one, two = read_rule("doc[b, q] == doc[b, k]"), read_rule("doc[q] == doc[k]")
    assert (mask_of(one, 1, 0, 16) == mask_of(two, 1, 0, 16)).all()


def test_the_documents_fill_each_row():
    assert all(sum(lengths) == 24 for lengths in MASK_DOCUMENTS)
    assert documents(0, 8) == (0,) * 6 + (1,) * 2


REFUSED = {
    "": "Type a rule",
    " \t": "Type a rule",
    "q >=": "no complete expression",
    "q = k": "no complete expression",
    "q - k": "is a number",
    "1": "is a number",
    "q >= k and 3": "is a number",
    "not q": "is a number",
    "abs(q - k)": "is a number",
    "(q >= k) + 1 > 0": "true or false",
    "abs(q >= k) > 0": "true or false",
    "(q > k) == (k > q)": "true or false",
    "(q >= k) & (k > 2)": "place of &",
    "(q >= k) | (k > 2)": "place of &",
    "~(q >= k)": "place of &",
    "doc == 1": "whose document",
    "doc[0] == doc[k]": "whose document",
    "doc[q + 1] == doc[k]": "whose document",
    "doc[h, q] == doc[k]": "whose document",
    "q[k] == 1": "whose document",
    "q >= kk": "not known",
    "q / 2 > k": "not known",
    "q ** 99 > k": "not known",
    "q << 9 > k": "not known",
    "q is k": "not known",
    "q in k": "not known",
    "q > 1.5": "not known",
    "q > 'a'": "not known",
    "q.__class__ == k": "not known",
    "__import__('os').system('true') == 0": "not known",
    "max(q, k) > 3": "not known",
    "abs(q, k) > 3": "not known",
    "abs(x=q) > 3": "not known",
    "[q for q in k] == q": "not known",
    "(lambda: q)() > k": "not known",
    "q if k else k": "not known",
    "(q := k) > 1": "not known",
    "f'{q}' == k": "not known",
    "q // k > 1": "divides by 0",
    "q % (k - 2) == 1": "divides by 0",
    "q >= k or " + "q >= k or " * 20 + "True": "too long",
    "(" * 50 + "q" + ")" * 50: "is a number",
    "q\x00 >= k": "no complete expression",
    "<b>q</b>": "no complete expression",
    "😀": "no complete expression",
}


@pytest.mark.parametrize(("text", "said"), REFUSED.items())
def test_anything_else_is_refused_in_one_sentence(text, said):
    with pytest.raises(RuleError, match=re.escape(said)):
        mask_of(read_rule(text), 0, 0, 8)
    explorer = move(mask_mod_explorer(rule=OWN), own=text)
    assert explorer.picture == "" and said in explorer.status
    assert len(explorer.status) < 220 and "\n" not in explorer.status
    assert {c["name"] for c in explorer.controls} >= {"rule", "own", "n", "tile"}
    assert move(explorer, own="q >= k").picture


def test_large_numbers_take_no_time():
    text = ("9999999999 * " * 9 + "q >= 0")[-LONGEST_RULE:]
    start = time.process_time()
    assert mask_of(read_rule(text), 0, 0, 24).all()
    assert time.process_time() - start < 5


@pytest.mark.parametrize("text", MASK_RULES)
@pytest.mark.parametrize("size", [2, 4, 8])
def test_the_tiles_are_what_they_hold(text, size):
    keep = mask_of(read_rule(text), 1, 1, 24)
    kinds = _tiles(keep, size)
    for i, j in np.ndindex(kinds.shape):
        tile = keep[i * size : (i + 1) * size, j * size : (j + 1) * size]
        assert kinds[i, j] == (2 if tile.all() else 1 if tile.any() else 0)


def test_it_counts_and_names_blind_queries():
    explorer = mask_mod_explorer(rule=1, n=8, tile=4)
    assert "36 of 64 pairs" in explorer.status
    assert "Of 4 tiles 1 are empty, 2 partial and 1 full" in explorer.status
    assert "no key" not in explorer.status
    assert "Queries that see no key at all: 1." in move(explorer, rule=OWN, own="q > k").status
    assert "Queries that see no key at all: 8." in move(explorer, own="q > 99").status


def test_the_line_to_type_in_is_there_for_an_own_rule_only():
    explorer = mask_mod_explorer()
    assert "own" not in [c["name"] for c in explorer.controls]
    assert "own" in [c["name"] for c in move(explorer, rule=OWN).controls]


def test_the_static_figure_says_the_rule():
    values = mask_mod_explorer(rule=2).values
    made = _figure(values)
    assert MASK_RULES[2] in made.alt and "partial" in made.caption


def test_the_tiles_are_those_of_flex_attention_on_the_rule_itself():
    from torch.nn.attention.flex_attention import create_block_mask

    made = create_block_mask(
        lambda b, h, q, k: q >= k, None, None, 16, 16, device="cpu", BLOCK_SIZE=4
    )
    kinds = _tiles(mask_of(read_rule("q >= k"), 0, 0, 16), 4)
    assert (torch.from_numpy(kinds > 0) == made.to_dense()[0, 0].bool()).all()
