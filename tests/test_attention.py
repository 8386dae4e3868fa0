"""What 01_attention shares: references against loops, the famous mistakes, its widget."""

import inspect
import math
import random
from contextlib import ExitStack

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from course_utils import Check, attention, explorers, load_model
from course_utils.attention import FORMULAS, align_params, normal
from course_utils.exercises import attention as attention_ex
from course_utils.explorers import Aligned, alignment_explorer, scale
from course_utils.explorers import heads as split
from course_utils.language.text_tasks import PREFIXES
from course_utils.language.translation_pairs import Translation, sample_translation
from course_utils.messages import MESSAGES, CourseError, say


def by_definition(name, q, k, p) -> torch.Tensor:
    """Each formula of the table for one key, entry by entry."""
    if name == "location_based":
        return sum(p["W"][:, i] * q[i] for i in range(len(q)))
    rows = []
    for i, key in enumerate(k):
        if name == "similarity":
            score = q.dot(key) / math.sqrt(q.dot(q) * key.dot(key))
        elif name == "dot_product":
            score = sum(a * b for a, b in zip(q, key))
        elif name == "scaled_dot_product":
            score = q.dot(key) / math.sqrt(len(key))
        elif name == "general":
            score = q.dot(p["W"].mv(key))
        elif name == "biased_general":
            score = key.dot(p["W"].mv(q) + p["b"])
        elif name == "activated_general":
            score = p["act"](q.dot(p["W"].mv(key)) + p["b"])
        elif name == "generalized_kernel":
            score = p["phi"](q).dot(p["phi"](key))
        elif name == "concat":
            score = p["w_imp"].dot(p["act"](p["W"].mv(torch.cat([q, key])) + p["b"]))
        elif name == "additive":
            score = p["w_imp"].dot(p["act"](p["W1"].mv(q) + p["W2"].mv(key) + p["b"]))
        elif name == "deep":
            e = p["act"](p["W1"].mv(key) + p["W0"].mv(q) + p["b1"])
            for weight, bias in p["layers"]:
                e = p["act"](weight.mv(e) + bias)
            score = p["w_imp"].dot(e) + p["bL"]
        else:
            inside = p["W1"].mv(p["phi1"](k)[i]) + p["W2"].mv(p["phi2"](k)[i]) + p["b"]
            score = p["w_imp"].dot(p["act"](inside))
        rows.append(score)
    return torch.stack(rows)


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("depth", [0, 2])
def test_each_alignment_function_is_its_formula(name, depth):
    for seed, (n, d_q, d_k) in enumerate(((4, 3, 3), (1, 2, 2), (5, 4, 2))):
        if name in ("similarity", "dot_product", "scaled_dot_product", "generalized_kernel"):
            d_q = d_k
        q, k = normal(d_q, seed=seed), normal(n, d_k, seed=seed + 9)
        params = align_params(name, d_q, d_k, n, seed=seed, depth=depth)
        torch.testing.assert_close(
            attention_ex.scores_of(name, q, k, params), by_definition(name, q, k, params)
        )


@pytest.mark.parametrize("name", FORMULAS)
def test_the_mistakes_of_align_are_told_apart(name):
    """On the visible check's input no mistake gives the right scores, or those of another one."""
    _, q, k, params = attention_ex.align_case(name, **attention_ex.ALIGN_CASES[0])
    right = attention_ex.scores_of(name, q, k, params)
    found = [right]
    for key, wrong in attention_ex._align_mistakes(name, q, k, params).items():
        assert key in MESSAGES
        scores = attention_ex._or_nothing(wrong)()
        assert not any(scores.shape == s.shape and torch.allclose(scores, s) for s in found), key
        found.append(scores)


@pytest.mark.parametrize("last", [NotImplementedError, ValueError("unknown alignment function")])
@pytest.mark.parametrize(
    ("written", "following"),
    [
        (["similarity"], "general"),
        (["general"], "similarity"),
        (["general", "additive"], "similarity"),
    ],
)
def test_what_is_written_of_align_is_counted_in_any_order(written, following, last):
    def answer(name, q, keys, params):
        if name in written:
            return attention_ex.scores_of(name, q, keys, params)
        raise last

    globals()["align"] = answer
    with Check("align", points=2) as check:
        attention_ex.check_align(check)
    assert (check.result.state, check.result.key) == ("failed", "align-next")
    assert f"1 of 2 right so far. Next: {following!r}" in check.result.message
    assert ("raise NotImplementedError" in check.result.message) == (last is NotImplementedError)
    assert "location_based" not in check.result.message  # no call that was made to count


def test_heads_agree_with_a_loop_over_heads():
    x_q, x_kv, w_q, w_k, w_v, w_o = inputs = attention_ex.head_inputs(
        texts=2, t=3, s=4, d_model=6, d_kv=5
    )
    outs = []
    for a, b, c in zip(*(w.chunk(3) for w in (w_q, w_k, w_v))):
        outs.append(F.scaled_dot_product_attention(x_q @ a.T, x_kv @ b.T, x_kv @ c.T))
    want = torch.cat(outs, dim=-1) @ w_o.T
    torch.testing.assert_close(attention_ex.torch_heads(*inputs, 3), want)


def test_the_inputs_of_attention_do_not_saturate():
    """A missing scale must be visible: no case of the checks has weights near 0 and 1 alone."""
    for d in (2, 6, 16, 32):
        q, k, v = attention_ex.attention_inputs(3, t=4, s=5, d_k=d, d_v=3, seed=d)
        weights = (q @ k.mT / math.sqrt(d)).softmax(-1)
        unscaled = (q @ k.mT).softmax(-1)
        assert weights.max() < 0.99
        assert (weights - unscaled).abs().max() > 0.01


def test_additive_attention_is_the_step_of_the_exercise():
    torch.manual_seed(0)
    layer = attention.AdditiveAttention(6)
    state, rows = torch.randn(3, 6), torch.randn(3, 4, 6)
    matrices = layer.query.weight, layer.key.weight, layer.score.weight[0]
    with torch.no_grad():
        for got, want in zip(layer(state, rows), attention_ex.step_by_step(state, rows, *matrices)):
            torch.testing.assert_close(got, want)


def test_the_layer_takes_an_answer_in_its_place_only_when_it_is_right():
    def not_written(*given):
        raise NotImplementedError

    layer = attention.AdditiveAttention(6)
    for wrong in (not_written, lambda *given: None, lambda s, h, *w: (h[..., 0], h[:, 0])):
        assert layer.use(lambda: attention_ex.step_by_step) == say("look-yours")
        assert layer.step is attention_ex.step_by_step
        assert layer.use(lambda: wrong) == say("look-ours")  # what was used before is no measure
        assert layer.step is None
    assert layer.use(lambda: {}["a cell that was not run"]) == say("look-ours")


def test_the_example_of_section_2():
    q = torch.tensor(attention_ex.EXAMPLE_Q).float()
    k = torch.tensor(attention_ex.EXAMPLE_K).float()
    c = F.scaled_dot_product_attention(q[None], k, k)[0]
    assert [round(x, 4) for x in c.tolist()] == [0.3884, 0.3884, 1.0178]
    assert len(attention_ex.WORDS) == len(k)


def test_all_messages_have_what_they_need():
    fields = {"function": "deep", "formula": FORMULAS["deep"], "name": "align", "call": "align()"}
    source = inspect.getsource(attention)
    for key, text in MESSAGES.items():
        if f'"{key}"' in source and key.startswith(("align-", "context-", "heads-", "step-")):
            assert text.format(**fields)


# --- the alignment explorer -----------------------------------------------------------------------


def pair(t: int = 3, s: int = 4, heads: int = 2, seed: int = 0) -> Aligned:
    weights = normal(heads, t, s, seed=seed).softmax(-1)
    source, target = [f"s{i}" for i in range(s)], [f"t{j}" for j in range(t)]
    return Aligned(source, target, weights, [(0, 1), (2, 1), (3, 2)])


def explorer(**options) -> explorers.Explorer:
    return alignment_explorer([pair(), pair(5, 2, seed=1)], ["a", "b"], **options)


def test_it_says_where_a_word_looks():
    one = pair()
    shown = explorer(head=1, word=1)
    row = one.weights[1][1]
    assert f"looks most at “s{row.argmax()}” ({row.max():.2f})" in shown.status
    assert "“t1” (word 2)" in shown.status and "translates “s0 s2”" in shown.status
    shown.values = shown.values | {"query": 0}
    assert "no single word" in shown.status
    assert shown.picture.count('class="marked"') == 2  # in the sentence and in the table


def test_the_table_holds_the_weights_of_the_head():
    for head in (0, 1):
        cells = explorer(head=head).picture.split("<tbody>")[1].split("<td")[1:]
        got = [cell.split(">")[1].split("<")[0] for cell in cells]
        assert got == [f"{w:.2f}" for w in pair().weights[head].flatten().tolist()]


def test_another_sentence_puts_the_word_right():
    shown = explorer()
    shown.values = shown.values | {"sentence": 1, "query": 4}
    shown.values = shown.values | {"sentence": 0}
    assert shown.values["query"] == 2
    names = {control["name"]: control for control in shown.controls}
    assert len(names["query"]["options"]) == 3 and all(c["label"] for c in shown.controls)


def test_words_are_escaped():
    strange = Aligned(["<b>"], ["<i>"], np.ones((1, 1, 1)))
    drawn = alignment_explorer([strange], ["head"]).picture
    assert "<b>" not in drawn and "<i>" not in drawn and "&lt;b&gt;" in drawn


def test_weights_that_do_not_fit_are_refused():
    with pytest.raises(CourseError, match=r"\(2, 3, 4\), one row"):
        alignment_explorer([pair()._replace(weights=np.ones((2, 4, 3)))], ["a", "b"])


def test_the_still_figure_has_its_text():
    shown = explorer()
    still = shown._still(shown.values)
    assert "t0 t1 t2" in still.alt and shown.status in still.alt and still.caption


def test_the_layers_hold_no_bias():
    assert not any(
        m.bias is not None
        for m in attention.AdditiveAttention(3).modules()
        if isinstance(m, nn.Linear)
    )


# --- the scale explorer and the heads explorer ----------------------------------------------------


@pytest.mark.parametrize("d", [1, 16, 512])
def test_the_scale_explorer_computes_what_pytorch_does(d):
    q, k = map(torch.tensor, scale._numbers())
    scores = (k[..., :d] @ q[:, :d, None])[..., 0]
    for divisor, made in zip((1, math.sqrt(d)), scale.both_ways(d).values(), strict=True):
        weights = (scores / divisor).softmax(-1)
        jacobian = torch.diag_embed(weights) - weights[:, :, None] * weights[:, None, :]
        assert made.largest == pytest.approx(weights.amax(-1).mean().item())
        assert made.gradient == pytest.approx(jacobian.flatten(1).norm(dim=-1).mean().item())
        assert np.allclose(made.weights, weights[scale._SHOWN])
    assert scale.spread(d) == pytest.approx(scores.std(correction=0).item())


def test_the_scale_explorer_shows_what_the_lesson_says():
    """Without the division mostly one key wins, now this, now that; with it the weights stay spread."""
    for d, key in ((13, 3), (128, 12)):
        assert scale.weighed(d, 1).weights.argmax() + 1 == key
        assert scale.weighed(d, 1).weights.max() > 0.95
    plain, divided = scale.both_ways(64).values()
    told = [round(float(x), 2) for one in (plain, divided) for x in (one.largest, one.gradient)]
    assert told == [0.84, 0.18, 0.24, 0.30]


@pytest.mark.parametrize("heads", [1, 2, 4])
def test_the_heads_explorer_goes_the_way_of_multi_head_attention(heads):
    x = torch.arange(12.0).reshape(1, 3, 4)
    cut = x.view(1, 3, heads, 4 // heads).transpose(1, 2)[0]
    shown = [part.matrix for part in split.parts_of(3, heads, "split-right")]
    assert np.array_equal(np.stack(shown), cut.numpy())
    soft = (cut - 5.5) / 5.5
    mixed = F.scaled_dot_product_attention(soft, soft, cut)
    results = [part.matrix for part in split.parts_of(5, heads, "split-right")]
    assert np.allclose(np.stack(results), mixed.numpy(), atol=1e-5)
    (joined,) = split.parts_of(6, heads, "split-right")
    owners = torch.arange(heads)[:, None, None].expand(mixed.shape)
    assert np.array_equal(joined.matrix, owners.transpose(0, 1).flatten(1).numpy() + 1)
    wrong = [part.matrix for part in split.parts_of(3, heads, "split-wrong")]
    assert np.array_equal(np.stack(wrong), x.view(heads, 3, 4 // heads).numpy())
    for part in split.parts_of(3, heads, "split-wrong"):
        assert len(set(sum(part.colors, []))) == min(heads, 3)  # numbers of several heads in each


# --- silenced heads -------------------------------------------------------------------------------


def test_a_silenced_head_adds_nothing():
    from course_utils import load_model

    model, tokenizer = load_model("encoder-decoder")
    ids = tokenizer("translate English to German: the cat sat .", return_tensors="pt").input_ids
    weight = model.decoder.block[1].layer[1].EncDecAttention.o.weight  # [d, heads * d_head]
    kept = weight.detach().clone()
    width = kept.shape[1] // model.config.num_heads

    def logits() -> torch.Tensor:
        with torch.no_grad():
            return model(input_ids=ids, labels=ids).logits

    whole = logits()
    with attention.silenced(model, [model.config.num_heads + 2]):
        got = logits()
    with torch.no_grad():
        weight[:, 2 * width : 3 * width] = 0
        want = logits()
        weight.copy_(kept)
    torch.testing.assert_close(got, want)
    assert not torch.allclose(got, whole) and torch.equal(logits(), whole)


def test_a_head_finds_what_it_finds_elsewhere():
    from course_utils import load_model

    model, tokenizer = load_model("encoder-decoder")
    here, there = (
        tokenizer(f"{task}: the cat sat .", return_tensors="pt").input_ids
        for task in ("translate English to German", "summarize")
    )
    labels = tokenizer("die katze .", return_tensors="pt").input_ids
    own, other = (
        attention.head_results(model, input_ids=ids, labels=labels) for ids in (here, there)
    )
    assert [tuple(found.shape) for found in own] == [(1, 4, 4, 32)] * 3
    with attention.silenced(model, [2], instead=other):
        mixed = attention.head_results(model, input_ids=here, labels=labels)
        got = model(input_ids=here, labels=labels).logits
    # the first layer's heads ask before the exchange, those of the second after it
    torch.testing.assert_close(mixed[0][:, :, [0, 1, 3]], own[0][:, :, [0, 1, 3]])
    assert not torch.allclose(mixed[1], own[1], atol=1e-4)
    with attention.silenced(model, range(12), instead=own):
        whole = model(input_ids=here, labels=labels).logits
    torch.testing.assert_close(whole, model(input_ids=here, labels=labels).logits)
    assert not torch.allclose(got, whole, atol=1e-4)


def test_what_is_hidden_from_a_head_has_no_share_in_its_result():
    model, tokenizer = load_model("encoder-decoder")
    ids, labels = (
        tokenizer(text, return_tensors="pt").input_ids
        for text in ("the cat sat .", "die katze saß .")
    )
    given = {"input_ids": ids, "labels": labels}
    places = torch.arange(ids.shape[1])
    everything = attention.head_results(model, **given)
    nothing_hidden = attention.head_results(model, (places < 0)[None], **given)
    alone = [attention.head_results(model, (places != k)[None], **given) for k in places.tolist()]
    weights = model(**given, output_attentions=True).cross_attentions
    for layer, result in enumerate(everything):
        torch.testing.assert_close(nothing_hidden[layer], result)
        values = torch.stack([found[layer] for found in alone])  # [s, b, t, heads, d_head]
        # With one token in sight no row has a choice.
        torch.testing.assert_close(values, values[:, :, :1].expand_as(values))
        torch.testing.assert_close(torch.einsum("bhts,sbthd->bthd", weights[layer], values), result)
        shown = weights[layer] * (places != 1)
        shown = shown / shown.sum(dim=-1, keepdim=True)
        hidden = attention.head_results(model, (places == 1)[None], **given)[layer]
        torch.testing.assert_close(torch.einsum("bhts,sbthd->bthd", shown, values), hidden)


def test_a_look_is_right_where_the_largest_weight_is_on_a_partner(monkeypatch):
    sample = Translation(("a", "b", "."), ("x", "y", "z", "."), ((0, 0), (1, 1), (2, 3)))
    weights = torch.zeros(2, 4, 5)  # two heads; one token of an instruction, and an end sign
    weights[0, range(4), [1, 2, 0, 3]] = 1.0  # z has no partner, and the mark is not counted
    weights[1, range(4), [1, 0, 0, 0]] = 1.0
    monkeypatch.setattr(attention, "source_weights", lambda *_: (weights, 1))
    found = attention.where_heads_look(None, None, [sample, sample])
    assert found.right.tolist() == [1, 0.5] and found.words == 4
    assert found.random_right == pytest.approx(1 / 5)


def test_the_weights_on_the_source_begin_with_the_instruction():
    model, tokenizer = load_model("encoder-decoder")
    sample = sample_translation(random.Random(180))
    weights, start = attention.source_weights(model, tokenizer, sample)
    rows, columns = len(sample.german) + 1, start + len(sample.english) + 1  # each with an end
    assert start == 5 and weights.shape == (12, rows, columns)
    torch.testing.assert_close(weights.sum(-1), torch.ones(weights.shape[:2]))
    row, column = sample.german.index("gestohlen"), sample.english.index("stole")
    assert weights[11, row].argmax() == start + column


def test_all_weight_may_be_put_on_one_state():
    layer = attention.AdditiveAttention(4)
    values = normal(2, 3, 4, seed=0)
    columns = torch.tensor([[2, 0], [1, 1]])
    with layer.only(columns):
        for i in range(2):
            weights, context = layer(normal(2, 4, seed=2), values)
            assert weights.argmax(dim=1).equal(columns[:, i]) and weights.sum() == 2
            assert context.equal(values[torch.arange(2), columns[:, i]])
    assert layer.step is None


def test_a_step_without_a_state_of_its_own_looks_by_itself():
    layer = attention.AdditiveAttention(4)
    state, values = normal(2, 4, seed=2), normal(2, 3, 4, seed=0)
    by_itself = layer(state, values)
    with layer.only(torch.tensor([[-1, 2], [-1, -1]])):
        assert all(map(torch.equal, layer(state, values), by_itself))
        weights, _ = layer(state, values)
    assert weights[0].tolist() == [0, 0, 1] and weights[1].equal(by_itself[0][1])


def test_an_answer_takes_the_place_of_the_translators_heads_only_when_it_is_right():
    def heads(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
        layer = nn.MultiheadAttention(x_q.shape[-1], num_heads, bias=False, batch_first=True)
        with torch.no_grad():
            layer.in_proj_weight.copy_(torch.cat([w_q, w_k, w_v]))
            layer.out_proj.weight.copy_(w_o)
        return layer(x_q, x_kv, x_kv)[0]

    def seen(*given):
        calls.append(len(given))
        return heads(*given)

    def unscaled(x_q, x_kv, w_q, *rest):
        return heads(x_q, x_kv, 2 * w_q, *rest)

    model, tokenizer = load_model("encoder-decoder")
    source = tokenizer(PREFIXES["translate"] + "the cat sat .", return_tensors="pt").input_ids
    inputs = {"input_ids": source, "labels": source}
    calls: list[int] = []
    with torch.no_grad():
        want = model(**inputs).logits
        with attention.cross_attention_by(model, lambda: seen, **inputs) as whose:
            before = len(calls)
            torch.testing.assert_close(model(**inputs).logits, want, atol=1e-3, rtol=1e-3)
            assert whose == say("heads-yours")
            assert calls[before:] == [7, 7, 7]  # each of three layers
        for wrong in (unscaled, lambda *given: None):
            with attention.cross_attention_by(model, lambda: wrong, **inputs) as whose:
                assert whose == say("heads-ours")
                assert torch.equal(model(**inputs).logits, want)
        assert torch.equal(model(**inputs).logits, want)
        # Nothing is given to compare: the function is used as it is.
        with attention.cross_attention_by(model, lambda: unscaled):
            assert not torch.allclose(model(**inputs).logits, want, atol=0.1)


def test_all_weight_of_a_row_goes_to_one_token():
    model, tokenizer = load_model("encoder-decoder")
    source = tokenizer(PREFIXES["translate"] + "the cat sat .", return_tensors="pt").input_ids
    inputs = {"input_ids": source, "labels": source}

    def by_mask(_, args, kwargs):
        mask = torch.zeros(1, 1, source.shape[1], source.shape[1])
        mask[..., 2, :] = -torch.inf
        mask[..., 2, 4] = 0
        return args, kwargs | {"mask": mask}

    with torch.no_grad():
        own = model(**inputs).logits
        with attention.all_weight_on(model, row=2, column=4):
            forced = model(**inputs).logits
        torch.testing.assert_close(model(**inputs).logits, own)
        with ExitStack() as hooks:
            for block in model.decoder.block:
                layer = block.layer[1].EncDecAttention
                hooks.enter_context(layer.register_forward_pre_hook(by_mask, with_kwargs=True))
            masked = model(**inputs).logits
    torch.testing.assert_close(forced, masked)
    torch.testing.assert_close(forced[:, :2], own[:, :2])  # the rows before see nothing of it
    assert not torch.allclose(forced[:, 2], own[:, 2], atol=0.1)


X = normal(4, 3, seed=9)


@pytest.mark.parametrize(
    ("answer", "mine"),
    [
        (lambda name, x: x @ X.T * len(name), True),
        (lambda name, x: (x @ X.T * len(name)).double(), True),
        (lambda name, x: x @ X.T * len(name) + 1, False),
        (lambda name, x: x @ X.T, False),  # one table is right, one is not
        (lambda name, x: x, False),
        (lambda name, x: None, False),
        (lambda name, x: x.zero_(), False),
        (lambda name, x: 1 / 0, False),
    ],
)
def test_tables_of_scores_are_the_readers_where_all_are_right(answer, mine):
    want = {"a": X @ X.T, "ab": 2 * X @ X.T}
    tables, whose = attention.scores_by(answer, X, want)
    assert ("your function" in whose) == mine and tables.keys() == want.keys()
    for name, table in want.items():
        assert tables[name].dtype == torch.float32 and torch.allclose(tables[name], table)
