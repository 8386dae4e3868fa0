"""What 04_families shares: the cost formula against the profiler, patterns, and comparisons."""

import random

import pytest
import torch
import torch.nn.functional as F

from course_utils import Check
from course_utils import families as f
from course_utils.authoring.train import SENTINELS, cut_spans
from course_utils.exercises import families as ex
from course_utils.messages import say

SIZES = f.Sizes(2, 16, 64, 50)
OTHERS = f.Sizes(3, 8, 20, 11)


def judge(answer, compare):
    """The result of one comparison of `answer`, under the name that the check looks up."""
    globals()["tried"] = answer
    with Check("tried", points=1, hidden=True) as check:
        compare(check)
    return check.result


@pytest.mark.parametrize("kind", ["encoder", "decoder", "encoder-decoder"])
@pytest.mark.parametrize("cache", [True, False])
@pytest.mark.parametrize(
    ("sizes", "n_in", "n_out"),
    [
        (SIZES, 4, 1),
        (SIZES, 1, 7),
        (OTHERS, 9, 5),
        *(
            pytest.param(sizes, *lengths, marks=pytest.mark.exhaustive)
            for sizes, all_lengths in (
                (SIZES, [(1, 1), (3, 3), (9, 5)]),
                (OTHERS, [(1, 1), (4, 1), (3, 3), (1, 7)]),
            )
            for lengths in all_lengths
        ),
    ],
)
def test_the_formula_is_what_the_profiler_counts(kind, cache, n_in, n_out, sizes):
    assert ex.flops(kind, n_in, n_out, cache, sizes) == ex.counted_flops(
        kind, n_in, n_out, cache, sizes
    )


def test_a_cache_changes_the_cost_and_not_the_words():
    encoder, tower = ex.make_family("encoder-decoder", width=16, hidden=32, heads=2)
    source = encoder.states(encoder.embed(torch.tensor([[3, 4, 5]])))
    ids = torch.tensor([[0, 7, 8, 9]])
    at_once = tower.states(tower.embed(ids), source)
    memory = {}
    steps = [
        tower.states(tower.embed(ids[:, i : i + 1], start=i), source, memory) for i in range(4)
    ]
    assert torch.allclose(torch.cat(steps, 1), at_once, atol=1e-5)


@pytest.mark.parametrize(("family", "source"), [(name, 4) for name in f.FAMILIES])
@pytest.mark.parametrize("seed", [0, 1])
def test_the_gradient_finds_the_pattern_of_each_family(family, source, seed):
    slopes = ex.family_slopes(family, 5, source, p=3, seed=seed)
    own = source if family == "encoder-decoder" else 0
    assert torch.equal(slopes > 1e-6, ex.pattern(family, 5, own, p=3))
    assert slopes[slopes > 0].min() > 1e-2  # far from what counts as a rounding error


def test_an_unknown_family_is_refused():
    with pytest.raises(ValueError, match="encoder-decoder"):
        ex.make_family("lstm")


def test_published_sizes():
    assert sum(ex.t5_parts(*f.T5_SIZES["t5-base"])) == 222_903_552


@pytest.mark.parametrize(
    "sizes",
    [*f.T5_SIZES.values(), *ex.SMALL_T5, ex.HUGE_T5, (3, 128, 256, 1901, 4, 32)],
)
def test_the_parameters_are_those_of_the_librarys_model(sizes):
    assert sum(ex.t5_parts(*sizes)) == f.parameters(ex.t5_on_meta(*sizes))


@pytest.mark.parametrize("sizes", ex.SMALL_T5)
def test_each_known_miscount_of_parameters_is_told_from_the_others(sizes):
    want = sum(ex.t5_parts(*sizes))
    wrong = [x for x in ex.params_mistakes(want, *sizes).values() if x != want]
    assert len(set(wrong)) == len(wrong)


@pytest.mark.parametrize("family", f.FAMILIES)
def test_derivatives_that_cancel_keep_their_pattern(family):
    depends = ex.pattern(family, 5, source=3, p=3)
    tables = [*ex.cancelling(depends)]
    assert all(torch.equal(table != 0, depends) for table in tables)
    rows, ahead, all_ahead = tables
    several = depends.sum(1) > 1
    assert not rows.sum(1)[several].any()
    assert not ahead.triu(1).sum(1)[depends.triu(1).sum(1) > 1].any()
    assert all_ahead.triu(1).sum() == 0


def test_spans_are_those_of_the_models_training():
    for seed in range(20):
        words = [f"w{i}" for i in range(12)]
        source, target = cut_spans(words, random.Random(seed))
        source, target = source.split(), target.split()
        used = [s for s in SENTINELS if s in source]
        spans, place = [], 0
        pieces = {
            s: target[target.index(s) + 1 : target.index(t)]
            for s, t in zip(SENTINELS, [*SENTINELS[1:]])
            if s in used
        }
        for word in source:
            length = len(pieces[word]) if word in pieces else 1
            if word in pieces:
                spans.append((place, place + length))
            place += length
        number = {w: 100 + i for i, w in enumerate(words)}
        number |= {s: 50 - i for i, s in enumerate(SENTINELS)}
        inputs, targets = ex.spans_by_hand([number[w] for w in words], spans, 50, 1)
        assert inputs == [number[w] for w in source] + [1]
        assert targets == [number[w] for w in target] + [1]


@pytest.mark.parametrize("task", f.JOBS)
def test_each_task_has_a_recommendation_for_each_of_its_families(task):
    job = f.JOBS[task]
    for family in job.families:
        reasons = [wanted for wanted in ex.DECISIVE[family] if wanted <= job.true]
        assert reasons
        result = judged_recommendation(task, family, reasons[0])
        assert result.state == "passed"
    for family in set(ex.DECISIVE) - set(job.families):
        result = judged_recommendation(task, family, job.true)
        questions = {"recommend-label", "recommend-written", "recommend-goes-on"}
        assert result.key in questions


def judged_recommendation(task, family, reasons):
    return judge(
        lambda _: {"family": family, "reasons": sorted(reasons)},
        lambda check: ex.compare_recommendation(check, task),
    )


def test_pytorchs_own_attention_passes():
    sizes = ex.CrossSizes(texts=2, targets=3, source=4, d_dec=5, d_enc=6, d_k=4, d_v=3)

    def cross_attend(x, h, w_q, w_k, w_v, padding):
        q, k, v = x @ w_q.T, h @ w_k.T, h @ w_v.T
        return F.scaled_dot_product_attention(q, k, v, attn_mask=~padding[:, None, :])

    result = judge(cross_attend, lambda check: ex.compare_cross_all(check, sizes, seed=0))
    assert result.state == "passed"


@pytest.mark.parametrize("got", [86, 86.0, torch.tensor(86)])
def test_a_whole_number_may_have_several_types(got):
    result = judge(
        lambda: got + 0, lambda check: ex.compare_whole(check, check.run(), 86, "params-wrong", {})
    )
    assert result.state == "passed"


@pytest.mark.parametrize("got", ["86", 86.5, True, float("nan"), None, torch.ones(2)])
def test_what_is_no_whole_number_is_refused(got):
    result = judge(
        lambda: got, lambda check: ex.compare_whole(check, check.run(), 86, "params-wrong", {})
    )
    assert result.state == "failed"


LAYERS, WIDTH, HIDDEN, VOCAB = 3, 16, 64, 50  # what an answer to 4.7 reads


def test_a_right_answer_counts_at_any_size_and_another_does_not(capsys):
    def right(kind, n_in, n_out, cache):
        return ex.flops(kind, n_in, n_out, cache, ex.Sizes(LAYERS, WIDTH, HIDDEN, VOCAB))

    def always_small(kind, n_in, n_out, cache):
        return ex.flops(kind, n_in, n_out, cache, ex.Sizes(2, 4, 16, 10))

    def still_open(kind, n_in, n_out, cache):
        raise NotImplementedError

    sizes = ex.Sizes(24, 768, 3072, 50_257)
    for answer, told in ((right, "yours"), (always_small, "ours"), (still_open, "ours")):
        count = ex.at_sizes(answer)
        assert capsys.readouterr().out.strip() == say(f"flops-{told}")
        assert count("decoder", 9, 4, True, sizes) == ex.flops("decoder", 9, 4, True, sizes)
    assert (LAYERS, WIDTH, HIDDEN, VOCAB) == (3, 16, 64, 50)  # put back
