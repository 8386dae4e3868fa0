"""What the check cells of 02_masking use: inputs, references and comparisons.

Everything is compared with PyTorch's or transformers' own functions, run for real.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_utils import masking as functions
from course_utils.attention import scores_by
from course_utils.checks.check import Check
from course_utils.exercises.attention import (
    as_view,
    check_part,
    is_pair,
    is_rounded,
    misspelled,
    rising_scores,
    softmax_in_blocks,
    twins,
    weights_key,
    zeros_at,
)
from course_utils.masking import small_bert

FAINT_TRIES = 4  # rounds of three calls; whoever draws inputs without a seed draws others in each
TIGHT = {torch.float64: 1e-9, torch.float32: 1e-5}


def compare_causal(check: Check, n: int) -> Tensor:
    """Runs the answer of `causal_mask` for n tokens and compares it; returns the mask."""
    mask = check.run(n)
    check.tensor(mask, shape=(n, n), dtype="float")
    check.that(not mask.isnan().any(), "mask-nan", n=n)
    check.that(not ((mask < 0) & (mask > -1000)).any(), "mask-weak")
    blocked = torch.ones(n, n).triu(1).bool()
    want = torch.zeros(n, n).masked_fill(blocked, -math.inf)
    got = mask.masked_fill(mask <= -1000, -math.inf)  # a very low number blocks as well
    if (got == want).all():
        return mask
    i, j = _first_difference(got, want)
    check.equal(
        got,
        want,
        key="mask-wrong" if want[i, j] < 0 else "mask-closed",
        i=i,
        j=j,
        mistakes={
            "mask-transposed": want.T,
            "mask-diagonal": want.masked_fill(torch.eye(n).bool(), -math.inf),
            "mask-off-by-one": want.triu(2),
            "mask-inverted": torch.zeros(n, n).masked_fill(~blocked, -math.inf),
            "mask-ones": (~blocked).float(),
            "mask-open": torch.zeros(n, n),
            "mask-positive": -want,
        },
    )
    return mask


def _first_difference(got: Tensor, want: Tensor) -> list[int]:
    """The index of the first entry that differs; zeros where none does."""
    return ((got != want).nonzero().tolist() or [[0] * want.dim()])[0]


def compare_allowed(check: Check, padding: Tensor, *, again: bool = False) -> None:
    """Runs the answer of `allowed_mask` and compares it. padding: bool [b, n].

    again: it was right for other padding of this shape, here as in the other comparisons.
    """
    b, n = padding.shape
    causal, diagonal = torch.ones(n, n).tril().bool(), torch.eye(n).bool()
    real_key, real_query = ~padding[:, None, :], ~padding[:, :, None]
    want = causal & real_key
    from_first = (padding.cumsum(1) > 0)[:, None, :]
    behind = (torch.arange(n) >= (~padding).sum(1, keepdim=True))[:, None, :]
    mask = check.run(padding)
    check.tensor(mask)
    check.that(mask.shape != (n, n), "allowed-no-texts")
    check.tensor(mask, shape=(b, n, n), dtype=torch.bool)
    if mask.equal(want):
        return
    check.that(not again, "check-remembered")
    mistakes = {
        "allowed-or": causal | real_key,
        "allowed-padding-only": real_key.expand_as(want),
        "allowed-causal-only"
        if padding[:, -1].any()
        else "allowed-not-at-the-end": causal.expand_as(want),
        "allowed-keep-padding": causal & ~real_key,
        "allowed-both": want & real_query,
        "allowed-rows": causal & real_query,
        "allowed-anticausal": causal.T & real_key,
        "allowed-diagonal": want | diagonal,
        "allowed-no-diagonal": want & ~diagonal,
        "allowed-blocked": ~want,
        "allowed-first-text": (causal & real_key[:1]).expand_as(want),
        "allowed-any-text": (causal & real_key.all(0)).expand_as(want),
        "allowed-off-by-one": torch.ones(n, n).tril(1).bool() & real_key,
        "allowed-opened": want | ~want.any(2, keepdim=True),
        "allowed-lengths": causal & ~behind,
        "allowed-from-first": causal & ~from_first,
    }
    if n == 1:  # so small that mistakes look alike
        mistakes = {}
    where = "[{}, {}, {}]".format(*_first_difference(mask, want))
    if b == 1:  # a single text is shown as a whole
        mask, want, mistakes = mask[0], want[0], {k: v[0] for k, v in mistakes.items()}
    check.equal(mask, want, key="allowed-wrong", mistakes=mistakes, where=where)


def equal_counts(texts: int, n: int, count: int) -> list[Tensor]:
    """All paddings [texts, n] with this many padding tokens in each text, where each text has them one
    choice further on than the text before."""
    choices = list(itertools.combinations(range(n), count))
    found = []
    for first in range(len(choices)):
        padding = torch.zeros(texts, n).bool()
        for text in range(texts):
            padding[text, list(choices[(first + text) % len(choices)])] = True
        found.append(padding)
    return found


def attention_case(
    *front: int,
    t: int,
    s: int,
    d_k: int,
    d_v: int,
    keep_shape: tuple[int, ...] | None = None,
    dtype: torch.dtype = torch.float32,
    seed: int = 0,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Random q [*front, t, d_k], k [*front, s, d_k], v [*front, s, d_v] and a boolean keep.

    Every row of keep has a True, and the first one a False where it is longer than 1.
    """
    generator = torch.Generator().manual_seed(seed)
    q, k, v = (
        torch.randn(*front, *size, generator=generator, dtype=torch.float64).to(dtype)
        for size in ((t, d_k), (s, d_k), (s, d_v))
    )
    keep = torch.rand(keep_shape or (*front, t, s), generator=generator) < 0.5
    keep[..., 0] = True
    keep[..., 0, -1] = keep.shape[-1] == 1
    return q, k, v, keep


def small_case() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """A case of whole numbers, in which well-known wrong answers give different weights."""
    q = torch.tensor([[1.0, 2, 0, 1], [0, 1, 1, -1]])
    k = torch.tensor([[1.0, 0, 1, 0], [1, 1, 0, 2], [0, -1, 0, 0], [2, 0, 0, 1], [0, 1, -1, 0]])
    v = torch.tensor([[1.0, 0, 2], [3, 1, 0], [0, 2, 1], [1, 1, 1], [2, 0, 0]])
    return q, k, v, torch.tensor([[1, 0, 1, 0, 0], [0, 1, 1, 0, 1]]).bool()


def long_case(n: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """A case for `masked_attention` with n keys, whose scores rise for one query and fall for another;
    every third one is hidden."""
    q, k, v = rising_scores(n)
    return q, k, v, ((torch.arange(n) + torch.arange(3)[:, None]) % 3 > 0)


def far_above() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """A case for `masked_attention` with scores of ±1000, ±980 and 0, hidden ones up to 2000 higher.

    Of the visible ones of a row all but one have no weight, so that rounding changes nothing.
    """
    q = torch.tensor([[40.0, 0, 0, 0], [-40, 0, 0, 0], [40, 1, 0, 0], [40, 0, 0, 1]])
    k = torch.tensor([[50.0, 0, 0, 0], [49, 0, 0, 0], [-50, 0, 0, 0], [-49, 0, 0, 0], [0] * 4])
    seen = torch.tensor([[1, 1, 0, 0, 0], [1, 1, 0, 0, 0], [0, 0, 1, 1, 0], [0, 1, 1, 0, 1]])
    return q, k, torch.eye(5), seen.bool()


def compare_attention(
    check: Check, q: Tensor, k: Tensor, v: Tensor, keep: Tensor, *, again: bool = False
) -> None:
    """Runs the answer of `masked_attention` and compares it with PyTorch's own function.

    again: it was right for other numbers of these shapes.
    """
    want = F.scaled_dot_product_attention(q, k, v, attn_mask=keep)
    # With the unit matrix for values, the output of attention is its weights.
    unit = torch.eye(k.shape[-2], dtype=q.dtype).expand(*k.shape[:-1], k.shape[-2])
    want_weights = F.scaled_dot_product_attention(q, k, unit, attn_mask=keep)
    got = check.run(q, k, v, keep)
    check.that(is_pair(got), "attention-not-a-pair")
    out, weights = got
    shape = getattr(weights, "shape", None)
    check.that(not shape == want.shape != want_weights.shape, "attention-swapped")
    check_part(check, weights, "weights", want_weights.shape, q.dtype)
    check_part(check, out, "out", want.shape, q.dtype)
    tight = TIGHT[q.dtype]
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    hidden = ~keep.expand_as(weights)
    key = weights_key(weights, want_weights, "attention-weights")
    mistakes = {} if key == "attention-precision" else _attention_mistakes(q, k, v, keep)
    if scores.abs().max() > 100:  # a mask that hides too little is like none here
        key = "attention-nan-far" if weights.isnan().any() else "attention-far"
        clamped = scores.clamp(-50, 50).masked_fill(hidden, -math.inf)
        mistakes = {"attention-clamped": lambda: clamped.softmax(-1)}
    elif weights.isnan().any():
        key = "attention-nan"
    elif again:
        key, mistakes = "check-remembered", {}
    elif weights.shape[-1] > 100:
        tries = scores.masked_fill(hidden, -1e4)
        mistakes |= {"attention-blocks": lambda: softmax_in_blocks(tries, weights)}
    check.close(weights, want_weights, atol=tight, key=key, mistakes=mistakes)
    check.that((weights[hidden] == 0).all(), "attention-not-zero")
    key = "check-remembered" if again else "attention-out"
    check.close(
        out,
        want,
        atol=10 * tight,
        key="attention-precision" if is_rounded(out, want) else key,
        mistakes={
            "attention-out-unmasked": lambda: scores.softmax(-1) @ v,
            "attention-out-scores": lambda: scores.masked_fill(hidden, 0) @ v,
        },
    )


def _attention_mistakes(
    q: Tensor, k: Tensor, v: Tensor, keep: Tensor
) -> dict[str, Callable[[], Tensor]]:
    """The weights of well-known wrong answers of `masked_attention`, by message key."""
    d, (t, s) = q.shape[-1], (q.shape[-2], k.shape[-2])
    scores = q @ k.mT / math.sqrt(d)
    for_heads = _taken_for_texts(keep, scores)
    keep = keep.expand_as(scores)

    def masked(keep: Tensor = keep, times: float = 1.0, dim: int = -1) -> Callable[[], Tensor]:
        return lambda: (scores * times).masked_fill(~keep, -math.inf).softmax(dim)

    found = {"attention-transposed-mask": masked(keep.mT)} if t == s else {}
    if (scores == 0).any():
        found["keep-zeros"] = masked(keep & (scores != 0))
    if for_heads is not None:
        found["attention-head-mask"] = masked(for_heads)
    return found | {
        "attention-inverted": masked(~keep),
        "attention-after-softmax": lambda: scores.softmax(-1).masked_fill(~keep, 0),
        "attention-no-mask": masked(torch.ones_like(keep)),
        "attention-no-scale": masked(times=d**0.5),
        "attention-scaled-twice": masked(times=d**-0.5),
        "attention-wrong-scale": masked(times=(d / v.shape[-1]) ** 0.5),
        "attention-scale-length": masked(times=(d / s) ** 0.5),
        "attention-scale-queries": masked(times=(d / t) ** 0.5),
        "attention-scale-up": masked(times=d),
        "attention-wrong-dim": masked(dim=-2),
        "attention-last-row-mask": masked(keep[..., -1:, :].expand_as(scores)),
        "attention-first-row-mask": masked(keep[..., :1, :].expand_as(scores)),
        "attention-first-text-mask": masked(keep[:1].expand_as(scores)),
        "attention-first-head-mask": masked(
            keep[:, :1].expand_as(scores) if keep.dim() > 3 else keep
        ),
        "attention-any-row-mask": masked(keep.any(-2, keepdim=True).expand_as(scores)),
        "attention-causal-mask": masked(torch.ones_like(keep).tril()),
        "attention-causal-too": masked(keep.tril()),
        "attention-boolean-added": lambda: (scores + keep).softmax(-1),
        "attention-zero-score": lambda: scores.masked_fill(~keep, 0).softmax(-1),
        "attention-zero-score-cleared": lambda: (scores * keep).softmax(-1) * keep,
        "attention-scores-returned": lambda: scores.masked_fill(~keep, -math.inf),
    }


def _taken_for_texts(keep: Tensor, scores: Tensor) -> Tensor | None:
    """`keep`, one mask for each head, taken for one of each text, if there are as many of them."""
    if keep.dim() != 3 or scores.dim() != 4 or len(keep) != len(scores):
        return None
    return keep[:, None].expand_as(scores)


def compare_attention_gradients(
    check: Check, q: Tensor, k: Tensor, v: Tensor, keep: Tensor
) -> None:
    """Compares the gradients that reach q, k and v through both results of `masked_attention`."""
    wanted, given = ([x.clone().requires_grad_() for x in (q, k, v)] for _ in range(2))
    scores = wanted[0] @ wanted[1].mT / math.sqrt(q.shape[-1])
    weights = softmax_by_rows(scores, keep)
    uneven = torch.linspace(-1, 2, weights.numel(), dtype=q.dtype).reshape(weights.shape)

    def loss(out: Tensor, weights: Tensor) -> Tensor:
        return out.square().sum() + (weights * uneven).sum()

    loss(weights @ wanted[2], weights).backward()
    got = check.run(*given, keep)
    for part, result in zip(("out", "weights"), got, strict=True):
        check.that(result.requires_grad, "attention-no-gradient-from", part=part)
    _backward(check, loss(*got))
    for part, x, y in zip("qkv", given, wanted, strict=True):
        check.that(x.grad is not None, "attention-no-gradient", part=part)
        check.that(not x.grad.isnan().any(), "attention-gradient-nan", part=part)
        check.close(x.grad, y.grad, key="attention-gradient", part=part)


def _backward(check: Check, loss: Tensor) -> None:
    """`loss.backward()`, where an answer that broke the graph gets a message of its own."""
    try:
        loss.backward()
    except RuntimeError as error:
        key = "gradient-in-place" if "inplace" in str(error) else "gradient-failed"
        check.fail(key, error=str(error).splitlines()[0])


def softmax_by_rows(scores: Tensor, keep: Tensor) -> Tensor:
    """The softmax of each row's visible scores alone; zeros elsewhere, and in a row with none."""
    width = scores.shape[-1]
    rows = []
    for row, seen in zip(scores.reshape(-1, width), keep.expand_as(scores).reshape(-1, width)):
        weights = 0 * row  # zeros that autograd knows
        rows.append(weights.masked_scatter(seen, row[seen].softmax(-1)) if seen.any() else weights)
    return torch.stack(rows).reshape(scores.shape)


def compare_softmax(
    check: Check,
    scores: Tensor,
    keep: Tensor,
    key: str = "safe-wrong",
    atol: float | None = None,
) -> None:
    """Runs the answer of `safe_softmax` and compares the weights, then the gradients.

    key: the message for wrong weights; a key of its own switches the famous mistakes off.
    atol: the tolerance, if not that of the dtype.
    """
    ours, theirs = (scores.clone().requires_grad_() for _ in range(2))
    # The graph of what is wanted must not see what the answer does to `keep`.
    want = softmax_by_rows(ours, keep.clone())
    got = check.run(theirs, keep)
    check.tensor(got, want.shape, want.dtype)
    hidden = ~keep.expand_as(scores)
    lost = hidden.all(-1, keepdim=True)  # rows without a visible key
    large = scores.abs().max() > 80  # their `exp` is ∞ in float32
    broken = "safe-overflow" if large else "safe-boolean-number"
    check.that(not (got.isnan() & ~lost).any(), broken)
    check.that(not got.isnan().any(), "safe-nan")
    width = scores.shape[-1]
    first = F.one_hot(scores.argmax(-1), width).to(want)
    opened = torch.arange(width) == torch.arange(scores.shape[-2])[:, None]
    mistakes = {
        "safe-uniform": lambda: torch.where(lost, 1 / width, want),
        "safe-one-hot": lambda: torch.where(lost, first, want),
        "safe-opened": lambda: torch.where(lost, opened.to(want), want),
        "safe-all-zeros": lambda: torch.where(lost.any(), 0, want),
        "safe-zero-score": lambda: (scores * keep).softmax(-1) * keep,
        "safe-zero-score-filled": lambda: (scores * keep).softmax(-1).masked_fill(lost, 0),
        "safe-unmasked": lambda: torch.where(lost, scores.softmax(-1), want),
        "attention-no-mask": lambda: scores.softmax(-1),
        "safe-first-text": lambda: (
            softmax_by_rows(scores, ~hidden[:1]) if scores.dim() > 2 else None
        ),
        "safe-inverted": lambda: softmax_by_rows(scores, hidden),
        "safe-after-softmax": lambda: scores.softmax(-1).masked_fill(hidden, 0),
        "safe-rows-as-columns": lambda: (
            want * (~lost).mT if scores.shape[-2] == scores.shape[-1] else None
        ),
        "safe-wrong-dim": lambda: scores.masked_fill(hidden, -math.inf).softmax(-2).nan_to_num(),
    }
    tight = atol or TIGHT[scores.dtype]
    if key == "safe-wrong":
        emptied = ((got == 0).all(-1, keepdim=True) & ~lost).any()
        key = "safe-zeros" if emptied else weights_key(got, want, key, lost)
        if (scores == 0).any():
            seen = (scores * keep).bool().any(-1, keepdim=True)
            mistakes = {"safe-zeros-hidden": lambda: want * seen, **mistakes}
            mistakes["keep-zeros"] = lambda: softmax_by_rows(scores, ~hidden & (scores != 0))
        for_heads = _taken_for_texts(keep, scores)
        if for_heads is not None:
            mistakes["attention-head-mask"] = lambda: softmax_by_rows(scores, for_heads)
        check.close(got, want, atol=tight, key=key, mistakes=mistakes)
    else:
        check.close(got, want, atol=tight, key=key)
    check.that((got[hidden] == 0).all(), "safe-not-zero")

    # The weights of a row always sum to 1, so their plain sum has no slope: weigh them unevenly.
    uneven = torch.linspace(-1, 2, scores.numel(), dtype=scores.dtype).reshape(scores.shape)
    if lost.all() and not got.requires_grad:
        return  # zeros that depend on nothing
    check.that(got.requires_grad, "safe-no-gradient")
    (want * uneven).sum().backward()
    _backward(check, (got * uneven).sum())
    check.that(theirs.grad is not None, "safe-no-gradient")
    check.that(theirs.grad.isfinite().all(), "safe-gradient-nan")
    check.close(theirs.grad, ours.grad, atol=tight, key="safe-gradient")


def softmax_case(
    *front: int,
    t: int,
    s: int,
    keep_shape: tuple[int, ...] | None = None,
    size: float = 2.0,
    dtype: torch.dtype = torch.float32,
) -> tuple[Tensor, Tensor]:
    """Random scores [*front, t, s] of this size, and a keep; its first row sees nothing."""
    generator = torch.Generator().manual_seed(t + s)
    scores = torch.randn(*front, t, s, generator=generator, dtype=torch.float64).to(dtype) * size
    keep = torch.rand(keep_shape or scores.shape, generator=generator) < 0.6
    keep[(0,) * (keep.dim() - 1)] = False
    return scores, keep


def long_scores(n: int) -> tuple[Tensor, Tensor]:
    """Scores [4, n] that rise, fall, rise and fall, and a keep: every third one is hidden, and all of
    the last row."""
    rising = torch.linspace(-40, 40, n)
    keep = (torch.arange(n) + torch.arange(4)[:, None]) % 3 > 0
    keep[-1] = False
    return torch.stack([rising, -rising, rising * 2, -rising]), keep


def compare_large_scores(check: Check, sign: int = 1, dtype: torch.dtype = torch.float32) -> None:
    """Runs the answer of `safe_softmax` on scores of 10 000, far above and below the hidden ones.

    In float32 neighbours of 10 000 are .001 apart, so an answer that subtracts a logarithm first is
    right to .001 only.
    """
    scores = torch.tensor([[1e4, 9999.0, -1e4], [-1e4, -9999.0, 1e4], [-1e4, 1e4, -1e4]])
    keep = torch.tensor([[True, True, False], [True, True, False], [False, False, False]])
    compare_softmax(check, sign * scores.to(dtype), keep, key="safe-large", atol=2e-3)
    one_of_many = torch.arange(1000)[None] == 7
    lowest = torch.full((1, 1000), -1e4, dtype=dtype)
    compare_softmax(check, lowest, one_of_many, key="safe-large", atol=2e-3)


def compare_apis(check: Check, keeps: Iterable[Tensor]) -> None:
    """Asks the answer of `to_api` for each of these masks, bool [t, s], in all four conventions."""
    earlier: list[Tensor] = []
    for keep in keeps:
        alike = [mask for mask in earlier if mask.shape == keep.shape]
        alike.sort(key=lambda mask: bool(mask.sum() == keep.sum()))
        for api in ("additive", "sdpa", "multihead", "huggingface"):
            compare_api(check, keep, api, alike[-1] if alike else None)
        earlier.append(keep)


def compare_api(check: Check, keep: Tensor, api: str, earlier: Tensor | None = None) -> None:
    """Asks the answer of `to_api` for the mask of `api`, and uses it there. keep: bool [t, s].

    earlier: another mask of this shape that the answer has met.
    """
    t, s = keep.shape
    mask = check.run(keep.clone(), api)
    four = api == "huggingface"
    check.tensor(mask)
    check.that(not (four and mask.dtype == torch.bool), "api-huggingface-boolean")
    check.that(not four or mask.is_floating_point(), "api-huggingface-integers")
    check.that(not (api == "additive" and mask.dtype == torch.bool), "api-additive-boolean")
    check.tensor(mask, (1, 1, t, s) if four else (t, s))
    if four or api == "additive":
        check.tensor(mask, dtype=torch.float32)
        check.that(not mask.isnan().any(), "api-nan", api=api)
        check.that(not ((mask < 0) & (mask > -1000)).any(), "api-weak", api=api)
        flat = mask.reshape(t, s)
        got = flat.masked_fill(flat <= -1000, -math.inf)
        want = torch.zeros(t, s).masked_fill(~keep, -math.inf)
        check.equal(
            got, want, key="api-additive", api=api, mistakes=_additive_mistakes(keep, earlier)
        )
    else:
        got = str(mask.dtype).removeprefix("torch.")
        check.that(mask.dtype == torch.bool, "api-not-boolean", api=api, got=got)
        check.that(api != "multihead" or not mask.equal(keep), "api-multihead")
        check.that(api != "sdpa" or not mask.equal(~keep), "api-sdpa")
    with torch.no_grad():
        got, want = _use(keep, mask, api)
    check.close(got, want, key=_api_key(keep, mask, earlier), api=api)


def _additive_mistakes(keep: Tensor, earlier: Tensor | None) -> dict[str, Tensor]:
    """Well-known wrong additive masks, by message key."""
    t, s = keep.shape
    zeros = torch.zeros(t, s)
    causal = torch.ones(t, s).tril().bool()
    mistakes = {
        "api-inverted": zeros.masked_fill(keep, -math.inf),
        "api-zero-one": keep.float(),
        "api-positive": zeros.masked_fill(~keep, math.inf),
        "api-causal": zeros.masked_fill(~causal, -math.inf),
    }
    if earlier is not None:
        mistakes["api-remembered"] = zeros.masked_fill(~earlier, -math.inf)
    if t == s:
        mistakes["api-transposed"] = zeros.masked_fill(~keep.T, -math.inf)
    return mistakes


def _api_key(keep: Tensor, mask: Tensor, earlier: Tensor | None) -> str:
    """The message for a mask with which the API hid the wrong keys."""
    zeros = torch.zeros(mask.shape)
    mask, opposite = (zeros.masked_fill(hidden != 0, -math.inf) for hidden in (mask, mask == 0))
    for key, wrong in _additive_mistakes(keep, earlier).items():
        if wrong.equal(mask) or wrong.equal(opposite):
            return key
    return "api-result"


def _use(keep: Tensor, mask: Tensor, api: str) -> tuple[Tensor, Tensor]:
    """What `api` computes with `mask`, and what it computes when the right keys are hidden."""
    t, s = keep.shape
    additive = torch.zeros(t, s).masked_fill(~keep, torch.finfo(torch.float32).min)
    state = torch.random.get_rng_state()
    torch.manual_seed(5)
    try:
        if api == "multihead":
            layer = nn.MultiheadAttention(8, 2, batch_first=True)
            x, y = torch.randn(1, t, 8), torch.randn(1, s, 8)
            return tuple(
                layer(x, y, y, attn_mask=m, need_weights=False)[0] for m in (mask, additive)
            )
        if api == "huggingface" and t == s:
            model, ids = small_bert("eager"), torch.arange(1, t + 1)[None]
            return tuple(
                model(ids, attention_mask=m).last_hidden_state for m in (mask, additive[None, None])
            )
        q, k, v = torch.randn(1, 2, t, 4), torch.randn(1, 2, s, 4), torch.randn(1, 2, s, 4)
        return tuple(F.scaled_dot_product_attention(q, k, v, attn_mask=m) for m in (mask, keep))
    finally:
        torch.random.set_rng_state(state)


def _pattern(n: int) -> Tensor:
    """[n, n], True where output i of `jump` depends on input j."""
    return torch.eye(n).bool() | (2 * torch.arange(n)[:, None] % n == torch.arange(n))


def _with(mask: Tensor, *entries: tuple[Any, Any]) -> Tensor:
    """`mask` with True at these entries as well."""
    for entry in entries:
        mask[entry] = True
    return mask


def dependences(f: Callable[[Tensor], Tensor], n: int) -> Tensor:
    """Which outputs of f, a function of the lesson module, depend on which of n inputs."""
    everything = torch.ones(n, n).bool()
    causal, last = everything.tril(), (slice(None), n - 1)
    known: dict[Callable[[Tensor], Tensor], Callable[[], Tensor]] = {
        functions.jump: lambda: _pattern(n),
        functions.bidirectional_model: lambda: everything,
        functions.one_too_far: lambda: everything.tril(1),
        functions.prefix_model: lambda: _with(causal, (slice(2), slice(2))),
        functions.alone: lambda: torch.eye(n).bool(),
        functions.unchanged: lambda: torch.eye(n).bool(),
        functions.look_right: lambda: everything.triu(),
        functions.faint_beside_large: lambda: everything.triu(),
        functions.ring: lambda: torch.eye(n).bool() | torch.eye(n).bool().roll(-1, 0),
        functions.on_a_circle: lambda: torch.eye(n).bool() | torch.eye(n).bool().roll(-1, 0),
        functions.shift: lambda: everything.tril(-1) & everything.triu(-1),
        functions.normalised_over_the_text: lambda: everything,
        functions.faint_leak: lambda: everything,
        functions.leak_in_one_place: lambda: _with(causal, (n - 2, n - 1)),
        functions.leak_in_one_feature: lambda: _with(causal, last),
        functions.faint_leak_in_one_feature: lambda: _with(causal, last),
        functions.leak_in_the_middle: lambda: _with(causal, last),
        functions.leak_in_the_first_feature: lambda: _with(causal, last),
    }
    return known.get(f, lambda: causal)()


# The message where a function's dependence was not found, if the function tells why.
MISSED: dict[Callable[[Tensor], Tensor], str] = {
    functions.gated: "leaks-zero-point",
    functions.squares: "leaks-squares",
    functions.differences: "leaks-cancels",
    functions.normalised_rows: "leaks-cancels",
    functions.normalised_on_a_grid: "leaks-cancels",
    functions.unit_rows: "leaks-factor",
    functions.normalised_over_the_text: "leaks-normalised",
    functions.faint_leak: "leaks-faint",
    functions.faint_leak_in_one_feature: "leaks-faint-feature",
    functions.faint_beside_large: "leaks-beside-large",
    functions.leak_in_one_place: "leaks-one-place",
    functions.leak_in_one_feature: "leaks-one-feature",
    functions.leak_in_the_middle: "leaks-one-feature",
    functions.leak_in_the_first_feature: "leaks-one-feature",
    functions.opposite: "leaks-opposite",
    functions.on_a_circle: "leaks-length",
}


def compare_leaks(
    check: Check, f: Callable[[Tensor], Tensor], n: int, want: Tensor | None = None
) -> None:
    """Runs the answer of `leaks` on f, a function of the lesson module, with n positions.

    want: what it must find in another function, which has the name of one that it has met.
    """
    again = want is not None
    want = dependences(f, n) if want is None else want
    got = check.run(f, n)
    check.tensor(got, want.shape, torch.bool)
    check.that(not again or got.equal(want), "leaks-remembered")
    _compare_found(check, f, got, want)


def compare_faint_leak(check: Check, f: Callable[[Tensor], Tensor]) -> None:
    """Runs the answer of `leaks` often on f, whose leak sits in one feature, and is faint.

    A right answer that draws two numbers may draw them nearly alike, and miss it once. Whose tolerance
    is too wide misses it in many draws.
    """
    missed = 0
    for n in (4, 3, 5) * FAINT_TRIES:
        want = dependences(f, n)
        got = check.run(f, n, again=False)
        check.tensor(got, want.shape, torch.bool)
        missed += not got.equal(want)
        if missed > 1:
            _compare_found(check, f, got, want)


def _compare_found(check: Check, f: Callable[[Tensor], Tensor], got: Tensor, want: Tensor) -> None:
    n = len(want)
    i, j = ((got != want).nonzero().tolist() or [[0, 0]])[0]
    key = MISSED.get(f, "leaks-missed") if want[i, j] else "leaks-invented"
    mistakes = {"leaks-all": torch.ones(n, n).bool()}
    if f is functions.jump:
        mistakes |= _jump_mistakes(want)
    if f is functions.unchanged:
        mistakes["leaks-same-tensor"] = torch.zeros(n, n).bool()
    check.equal(got, want, key=key, mistakes=mistakes, name=f.__name__, i=i, j=j)


def _jump_mistakes(want: Tensor) -> dict[str, Tensor]:
    """What well-known wrong detectors find in `jump`, which tells them apart, by message key.

    What `jump` gives for the beginning of a text is another thing in each row but the first.
    """
    n = len(want)
    own, causal = torch.eye(n).bool(), torch.ones(n, n).tril().bool()
    last = torch.arange(n) == n - 1
    return {
        "leaks-transposed": want.T,
        "leaks-inverted": ~want,
        "leaks-last-row": want[-1:].expand(n, n),
        "leaks-diagonal": want & ~own,
        "leaks-only-future": want.triu(1),
        "leaks-only-past": want.tril(),
        "leaks-nothing": want & False,
        "leaks-assumed": causal,
        "leaks-symmetric": want | want.T,
        "leaks-two-inputs": want | want.roll(-1, 1),
        "leaks-inputs-pile-up": want.cumsum(1) > 0,
        "leaks-later-inputs": want.flip(1).cumsum(1).flip(1) > 0,
        "leaks-gradients-pile-up": want.cumsum(0) > 0,
        "leaks-neighbours": want.tril(1),
        "leaks-from-where": causal | (torch.arange(n) > 0)[:, None],
        "leaks-last-input": causal & ~last | want & last,
    }


# --- the visible checks ---------------------------------------------------------------------------


def check_causal_mask(check: Check) -> None:
    for n in (3, 1, 2, 6, 1200, 5):
        compare_causal(check, n)


def check_allowed_mask(check: Check) -> None:
    for rows in (
        [[0, 1, 0, 1]],  # padding in the middle and on the right
        [[1, 0, 0]],  # on the left: row 0 sees nothing
        [[0]],
        [[1]],
        [[0, 0, 0, 1], [1, 1, 0, 0]],  # two lengths in one batch
        [[0, 1, 0], [0, 0, 0], [1, 1, 1]],  # as many texts as tokens; no padding; nothing else
        [[0, 1], [1, 0], [0, 0], [1, 1], [1, 0]],
        [[0, 0, 0], [0, 0, 0]],  # no padding at all
        [[1, 1], [1, 1], [1, 1]],  # nothing else
    ):
        compare_allowed(check, torch.tensor(rows).bool())
    turned = torch.tensor([[0, 1], [0, 0], [0, 1]]).bool().T  # strides that are not the usual ones
    compare_allowed(check, turned)
    compare_allowed(check, torch.tensor([[0, 1, 0]]).bool().expand(4, 3))
    for padding in [*equal_counts(2, n=4, count=2), *equal_counts(3, n=3, count=1)]:
        compare_allowed(check, padding)
        compare_allowed(check, padding.flip(0), again=True)  # the same counts
    compare_allowed(check, torch.arange(350).reshape(70, 5) % 3 == 0)  # many texts
    compare_allowed(check, torch.arange(600)[None] % 7 == 0)  # a long text


def check_masked_attention(check: Check) -> None:
    for case in (
        small_case(),
        attention_case(t=2, s=3, d_k=4, d_v=2),  # more keys than queries
        attention_case(2, t=3, s=3, d_k=4, d_v=5),  # two texts
        attention_case(2, 3, t=4, s=5, d_k=8, d_v=6),  # two texts, three heads
        attention_case(
            2, 3, t=4, s=5, d_k=8, d_v=6, keep_shape=(2, 1, 1, 5)
        ),  # one mask for a text
        attention_case(3, t=4, s=5, d_k=8, d_v=6, keep_shape=(4, 5)),  # one mask for all
        attention_case(2, 2, t=3, s=4, d_k=2, d_v=3, keep_shape=(2, 3, 4)),  # one mask for a head
        attention_case(2, 1, 3, t=2, s=3, d_k=4, d_v=2),
        attention_case(2, t=3, s=4, d_k=2, d_v=3, keep_shape=(3, 1)),  # hides nothing
        zeros_at(
            attention_case(2, t=3, s=4, d_k=5, d_v=3), text=1, rows=slice(0, 1)
        ),  # a key of zeros
        [as_view(x, 1, 2) for x in attention_case(2, 3, t=4, s=5, d_k=4, d_v=2)],
        attention_case(2, 2, t=2, s=2, d_k=2, d_v=2),
        attention_case(t=1, s=1, d_k=1, d_v=1),
        attention_case(2, t=3, s=5, d_k=4, d_v=2, dtype=torch.float64),
    ):
        compare_attention(check, *case)
    again = attention_case(2, t=3, s=3, d_k=4, d_v=5, seed=1)  # shapes of before, other numbers
    compare_attention(check, *again, again=True)
    first = (
        *attention_case(2, t=4, s=4, d_k=4, d_v=5)[:3],
        torch.eye(4).bool() | (torch.arange(4) == 1),
    )
    compare_attention(check, *first)
    for inputs in twins(first):  # the numbers of one input in another order
        compare_attention(check, *inputs, again=True)
    q, k, v, keep = attention_case(70, t=1, s=4, d_k=2, d_v=2)
    compare_attention(check, q, k, v, keep[:1].expand(70, 1, 4))  # many texts, one mask
    compare_attention(check, *long_case(1100))
    compare_attention_gradients(check, *small_case())
    exact = attention_case(
        2, 2, t=3, s=4, d_k=3, d_v=2, keep_shape=(2, 1, 1, 4), dtype=torch.float64
    )
    compare_attention_gradients(check, *(as_view(x, 0, 1) for x in exact))
    compare_attention(check, *far_above())
    compare_attention_gradients(check, *far_above())


def check_safe_softmax(check: Check) -> None:
    scores = torch.tensor([[1.0, 2.0], [0.5, 1.0]])
    for keep in (
        [[True, True], [True, False]],  # every row sees something
        [[True, True], [False, False]],  # row 1 sees nothing
        [[False, False], [False, False]],
    ):
        compare_softmax(check, scores, torch.tensor(keep))
    special = torch.tensor([[2.0, 2.0], [0.0, 1.0], [-1.0, 1.0]])  # equal ones, a zero, a sum of 0
    compare_softmax(check, special, torch.ones(3, 2).bool())
    zeros = torch.tensor([[0.0, 0.0], [0.0, 3.0], [1.0, 2.0]])  # what a row sees may be all zeros
    compare_softmax(check, zeros, torch.tensor([[True, True], [True, False], [True, True]]))
    scores = torch.randn(2, 3, 4, generator=torch.Generator().manual_seed(4))
    keep = torch.tensor([[True, True, False, False], [False] * 4, [True] * 4])
    compare_softmax(check, scores, keep)  # one mask for both texts
    compare_softmax(
        check, *softmax_case(3, 2, t=2, s=5, keep_shape=(3, 1, 1, 5))
    )  # one for each text
    scores, keep = softmax_case(3, t=4, s=4)
    compare_softmax(check, scores, keep)
    compare_softmax(check, scores.flip(0), keep.flip(0), key="check-remembered")
    for turned, seen in twins([scores, keep]):  # the numbers of one input in another order
        compare_softmax(check, turned, seen, key="check-remembered")
    compare_softmax(check, *softmax_case(2, 2, t=3, s=4, keep_shape=(2, 3, 4)))  # one for each head
    compare_softmax(check, *softmax_case(2, 1, 3, t=2, s=4))
    compare_softmax(check, *softmax_case(t=3, s=4, keep_shape=(3, 1)))  # a row sees all or nothing
    compare_softmax(check, *(as_view(x, 0, 1) for x in softmax_case(2, t=3, s=4)))
    compare_softmax(check, *softmax_case(t=1, s=1))
    scores, keep = softmax_case(70, t=2, s=3, keep_shape=(2, 3))
    compare_softmax(check, scores, keep.expand(70, 2, 3))  # many texts, one mask
    compare_softmax(check, *long_scores(1100), key="safe-long")
    compare_large_scores(check)
    compare_softmax(check, *softmax_case(2, t=3, s=6, size=8, dtype=torch.float64))


def check_to_api(check: Check) -> None:
    compare_apis(
        check,
        [
            torch.tensor(rows).bool()
            for rows in (
                [[1, 0, 1], [1, 1, 0], [0, 0, 1]],
                [[1, 1, 0], [0, 1, 1], [1, 1, 1]],  # the same shape, another mask
                [[0, 0, 1], [1, 1, 0], [1, 0, 1]],  # the rows of the first one
                [[1, 0, 1], [0, 1, 1], [1, 0, 0]],  # its columns
                [[0, 1], [1, 0]],
                [[1, 0], [0, 1]],
                [[1, 0, 1], [0, 1, 1]],  # more keys than queries
                [[0, 1], [1, 0], [1, 1]],  # more queries than keys
                [[1, 1], [1, 1]],  # nothing is hidden
                [[1]],
            )
        ],
    )
    compare_apis(check, [torch.tensor([[1, 1, 0, 1], [0, 1, 1, 0]]).bool().T])  # a view
    compare_apis(check, [torch.arange(2200).reshape(2, 1100) % 7 > 2])  # many keys
    longer = ("additive2", "sdpa2", "multihead2", "huggingface2")  # a beginning is not the name
    names = ("additive", "sdpa", "multihead", "huggingface")
    others = ("keras", "multi", "mha", "hf", "hugging_face", "multi_head", "bert", "bool", "")
    for api in (*others, *longer, *misspelled(names)):
        check.raises(ValueError, torch.tensor([[True]]), api)


def _sums_so_far(x: Tensor) -> Tensor:
    return x.cumsum(0)


def _each_alone(x: Tensor) -> Tensor:
    return x.tanh()


for _function in (_sums_so_far, _each_alone):  # two functions with one name, as all lambdas have
    _function.__name__ = _function.__qualname__ = "f"


def check_leaks(check: Check) -> None:
    compare_leaks(check, functions.jump, 5)
    for f in (
        functions.causal_model,
        functions.bidirectional_model,
        functions.one_too_far,
        functions.look_right,
        functions.opposite,
        functions.ring,
        functions.shift,
        functions.alone,
    ):
        compare_leaks(check, f, 4)
    compare_leaks(check, functions.unchanged, 3)
    for n in (1, 2, 6):
        compare_leaks(check, functions.causal_model, n)
    for f in (
        functions.leak_in_one_place,
        functions.faint_leak,
        functions.leak_in_one_feature,
        functions.leak_in_the_middle,
    ):
        compare_leaks(check, f, 4)
    compare_faint_leak(check, functions.faint_leak_in_one_feature)
    for f in (functions.leak_in_the_first_feature, functions.squares, functions.gated):
        compare_leaks(check, f, 4)
    for f in (
        functions.unit_rows,
        functions.differences,
        functions.normalised_rows,
        functions.normalised_on_a_grid,
        functions.normalised_over_the_text,
        functions.faint_beside_large,
    ):
        compare_leaks(check, f, 4)
    compare_leaks(check, functions.normalised_rows, 1)  # one position, and still 3 features or more
    compare_leaks(check, _sums_so_far, 3, torch.ones(3, 3).tril().bool())
    compare_leaks(check, _each_alone, 3, torch.eye(3).bool())
    compare_leaks(check, functions.jump, 20)
    compare_leaks(check, functions.leak_in_one_place, 20)
    compare_leaks(check, functions.on_a_circle, 4)


def safe_weights(
    answer: Callable[[Tensor, Tensor], Tensor], scores: Tensor, keep: Tensor
) -> tuple[Tensor, str]:
    """Masked weights [T, S], zeros in a row that sees nothing, and a sentence: who worked them out.

    answer: a function as exercise 2.5 asks for. If it fails, or gives other weights, the course's tell.
    """
    want = scores.masked_fill(~keep, -torch.inf).softmax(dim=-1).masked_fill(~keep, 0.0)
    tables, whose = scores_by(
        lambda _, given: answer(given, keep.clone()), scores[None], {"weights": want[None]}
    )
    return tables["weights"][0], whose
