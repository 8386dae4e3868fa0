"""The comparisons that the check cells of 02_masking share: they pass what is right only."""

import math

import pytest
import torch
import torch.nn.functional as F

from course_utils import Check
from course_utils import masking as m
from course_utils.exercises import masking as ex
from course_utils.messages import CourseError, say


def judge(answer, compare):
    """The result of one comparison of `answer`, under the name that the check looks up."""
    globals()["tried"] = answer
    with Check("tried", points=1, hidden=True) as check:
        compare(check)
    return check.result


def sdpa_twice(q, k, v, keep):
    unit = torch.eye(k.shape[-2], dtype=q.dtype).expand(*k.shape[:-1], k.shape[-2])
    return tuple(F.scaled_dot_product_attention(q, k, x, attn_mask=keep) for x in (v, unit))


@pytest.mark.parametrize("s", [1, 2, 6])
def test_attention_cases_leave_every_row_a_key_and_hide_one_where_there_is_room(s):
    *_, keep = ex.attention_case(2, t=4, s=s, d_k=3, d_v=2, seed=s)
    assert keep.any(-1).all()
    assert (~keep).any() == (s > 1)


def test_attention_cases_repeat():
    first, second = (ex.attention_case(t=2, s=3, d_k=4, d_v=5, seed=7) for _ in range(2))
    assert all(torch.equal(a, b) for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_pytorchs_own_attention_passes(dtype):
    case = ex.attention_case(2, 3, t=4, s=5, d_k=6, d_v=7, dtype=dtype)
    assert judge(sdpa_twice, lambda check: ex.compare_attention(check, *case)).state == "passed"


def test_softmax_by_rows_is_the_softmax_where_all_is_visible():
    scores = torch.randn(2, 3, 4, generator=torch.Generator().manual_seed(0))
    keep = torch.ones(1, 1, 4).bool()
    assert torch.allclose(ex.softmax_by_rows(scores, keep), scores.softmax(-1))


def test_softmax_by_rows_gives_zeros_and_finite_gradients_where_nothing_is_visible():
    scores = torch.randn(3, 4, requires_grad=True)
    weights = ex.softmax_by_rows(scores, torch.tensor([[True], [False], [True]]))
    weights.square().sum().backward()
    assert (weights[1] == 0).all() and scores.grad.isfinite().all() and (scores.grad[1] == 0).all()


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (3, 3), (4, 2), (1, 5)])
@pytest.mark.parametrize("low", [-math.inf, -1e9, -1000.0, torch.finfo(torch.float32).min])
def test_additive_masks_with_any_low_number_and_booleans_pass(shape, low):
    keep = torch.rand(shape, generator=torch.Generator().manual_seed(1)) < 0.5
    keep[:, 0] = True

    def masks(keep, api):
        mask = torch.where(keep, 0.0, low)
        forms = {
            "additive": mask,
            "sdpa": keep,
            "multihead": ~keep,
            "huggingface": mask[None, None],
        }
        return forms[api]

    for api in ("additive", "sdpa", "multihead", "huggingface"):
        result = judge(masks, lambda check: ex.compare_api(check, keep, api))
        assert result.state == "passed", (api, result.message)


def test_the_comparison_of_apis_leaves_the_random_numbers_as_they_were():
    keep = torch.tensor([[True, False], [True, True]])
    torch.manual_seed(3)
    wanted = torch.rand(2)
    torch.manual_seed(3)
    judge(lambda keep, api: ~keep, lambda check: ex.compare_api(check, keep, "multihead"))
    assert torch.equal(torch.rand(2), wanted)


@pytest.mark.parametrize("width", [1, 2, 8, 64, 512])
def test_no_dependence_is_too_small_to_find(width):
    """What `leaks` promises: at any width a dependence is far above rounding."""
    x = torch.randn(5, width, generator=torch.Generator().manual_seed(width))
    slopes = torch.autograd.functional.jacobian(m.bidirectional_model, x).abs().amax((1, 3))
    assert slopes.min() > 1e-3
    slopes = torch.autograd.functional.jacobian(m.causal_model, x).abs().amax((1, 3))
    assert torch.equal(slopes > 0, torch.ones(5, 5).tril().bool()) and slopes[-1].min() > 1e-3


@pytest.mark.parametrize("attention", ["eager", "sdpa"])
def test_a_four_dimensional_boolean_hides_nothing_in_eager_attention(attention):
    """The trap that the chapter teaches; when this fails, transformers has closed it."""
    torch.manual_seed(0)
    model = m.small_bert(attention)
    keep = torch.ones(4, 4).tril().bool()[None, None]
    with torch.no_grad():
        one, other = (
            model(torch.tensor([ids]), attention_mask=keep).last_hidden_state[0, 0]
            for ids in ([1, 2, 3, 4], [1, 2, 3, 5])
        )
    assert torch.allclose(one, other, atol=1e-6) == (attention == "sdpa")


def test_changes_says_that_it_takes_ids():
    with pytest.raises(CourseError, match="takes ids"):
        m.changes(lambda x: x, torch.zeros(3, 4), 0)


def untrained(diagonal: int) -> tuple[m.OneLayer, torch.Tensor]:
    torch.manual_seed(0)
    return m.OneLayer(), torch.ones(16, 16).tril(diagonal).bool()


@pytest.mark.parametrize("width", [3, 8, 48])
def test_a_model_on_vectors_depends_on_what_its_mask_shows(width):
    model, keep = untrained(1)
    f = m.on_vectors(model, keep)
    x = m.normal(5, width, seed=4, dtype=torch.float64)
    slopes = torch.autograd.functional.jacobian(f, x)
    assert slopes.shape == (5, width, 5, width) and f(x).dtype == torch.float64
    assert torch.equal(slopes.abs().amax((1, 3)) > 0, keep[:5, :5])


def by_slopes(f, n):
    return torch.autograd.functional.jacobian(f, m.normal(n, 8, seed=3)).abs().amax((1, 3)) > 0


@pytest.mark.parametrize("diagonal", [0, 1])
def test_an_answer_that_is_right_finds_the_dependence_and_another_is_replaced(diagonal):
    model, keep = untrained(diagonal)
    ids = m.chain_texts(1, 16, torch.Generator().manual_seed(0))
    found, who = m.dependence(lambda: by_slopes, model, keep, ids)
    assert found.equal(keep) and "your function" in who
    for wrong in (
        lambda f, n: keep.logical_not(),
        lambda f, n: by_slopes(f, n).float(),
        lambda f, n: 1 / 0,
        lambda f, n: None,
    ):
        found, who = m.dependence(lambda wrong=wrong: wrong, model, keep, ids)
        assert found.equal(keep) and "Not yet" in who


def test_weights_are_the_readers_where_they_are_right():
    def right(scores, keep):
        return scores.masked_fill(~keep, -1e9).softmax(-1).masked_fill(~keep, 0.0)

    def leaves_nan(scores, keep):
        return scores.masked_fill(~keep, -math.inf).softmax(-1)

    keep = torch.tensor([[False, False], [True, True]])
    want = torch.tensor([[0.0, 0.0], [0.5, 0.5]])
    for answer in (right, leaves_nan, lambda *given: None, lambda *given: 1 / 0):
        weights, words = ex.safe_weights(answer, torch.zeros(2, 2), keep)
        assert weights.equal(want) and words == say(
            f"scores-{'yours' if answer is right else 'ours'}"
        )
