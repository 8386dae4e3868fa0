"""What the check cells of 02_masking use: inputs, references and comparisons.

Everything is compared with PyTorch's or transformers' own functions, run for real.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_utils import masking as functions
from course_utils.checks.check import Check
from course_utils.masking import small_bert

TIGHT = {torch.float64: 1e-9, torch.float32: 1e-5}


def compare_causal(check: Check, n: int) -> Tensor:
    """Runs the answer of `causal_mask` for n tokens and compares it; returns the mask."""
    mask = check.run(n)
    check.tensor(mask, shape=(n, n), dtype="float")
    check.that(not mask.isnan().any(), "mask-nan", n=n)
    check.that(not ((mask < 0) & (mask > -1000)).any(), "mask-weak")
    blocked = torch.ones(n, n).triu(1).bool()
    want = torch.zeros(n, n).masked_fill(blocked, -math.inf)
    check.equal(
        mask.masked_fill(mask <= -1000, -math.inf),  # a very low number blocks as well
        want,
        key="mask-wrong",
        mistakes={
            "mask-transposed": want.T,
            "mask-diagonal": want.masked_fill(torch.eye(n).bool(), -math.inf),
            "mask-off-by-one": want.triu(2),
            "mask-inverted": torch.zeros(n, n).masked_fill(~blocked, -math.inf),
            "mask-ones": (~blocked).float(),
            "mask-open": torch.zeros(n, n),
        },
    )
    return mask


def compare_allowed(check: Check, padding: Tensor) -> None:
    """Runs the answer of `allowed_mask` and compares it. padding: bool [b, n]."""
    mask = check.run(padding)
    b, n = padding.shape
    check.tensor(mask, shape=(b, n, n), dtype=torch.bool)
    causal, diagonal = torch.ones(n, n).tril().bool(), torch.eye(n).bool()
    real_key, real_query = ~padding[:, None, :], ~padding[:, :, None]
    want = causal & real_key
    mistakes = {
        "allowed-or": causal | real_key,
        "allowed-padding-only": real_key.expand_as(want),
        "allowed-causal-only": causal.expand_as(want),
        "allowed-keep-padding": causal & ~real_key,
        "allowed-both": want & real_query,
        "allowed-rows": causal & real_query,
        "allowed-anticausal": causal.T & real_key,
        "allowed-diagonal": want | diagonal,
        "allowed-no-diagonal": want & ~diagonal,
        "allowed-blocked": ~want,
        "allowed-first-text": (causal & real_key[:1]).expand_as(want),
    }
    if b == 1:  # a single text is shown as a whole
        mask, want, mistakes = mask[0], want[0], {k: v[0] for k, v in mistakes.items()}
    check.equal(mask, want, key="allowed-wrong", mistakes=mistakes)


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

    Every row of keep has a True, and the first one a False where s > 1.
    """
    generator = torch.Generator().manual_seed(seed)
    q, k, v = (
        torch.randn(*front, *size, generator=generator, dtype=torch.float64).to(dtype)
        for size in ((t, d_k), (s, d_k), (s, d_v))
    )
    keep = torch.rand(keep_shape or (*front, t, s), generator=generator) < 0.5
    keep[..., 0] = True
    keep[..., 0, -1] = s == 1
    return q, k, v, keep


def compare_attention(check: Check, q: Tensor, k: Tensor, v: Tensor, keep: Tensor) -> None:
    """Runs the answer of `masked_attention` and compares it with PyTorch's own function."""
    got = check.run(q, k, v, keep)
    check.that(isinstance(got, (tuple, list)) and len(got) == 2, "attention-not-a-pair")
    out, weights = got
    want = F.scaled_dot_product_attention(q, k, v, attn_mask=keep)
    # With the unit matrix for values, the output of attention is its weights.
    s, d = k.shape[-2], q.shape[-1]
    unit = torch.eye(s, dtype=q.dtype).expand(*k.shape[:-1], s)
    want_weights = F.scaled_dot_product_attention(q, k, unit, attn_mask=keep)
    shape = getattr(weights, "shape", None)
    check.that(not shape == want.shape != want_weights.shape, "attention-swapped")
    check.tensor(weights, want_weights.shape, q.dtype)
    check.tensor(out, want.shape, q.dtype)
    scores = q @ k.transpose(-2, -1) / math.sqrt(d)
    hidden = ~keep.expand_as(scores)

    def masked(scores: Tensor, dim: int = -1) -> Tensor:
        return scores.masked_fill(hidden, -math.inf).softmax(dim)

    check.close(
        weights,
        want_weights,
        atol=TIGHT[q.dtype],
        key="attention-weights",
        mistakes={
            "attention-inverted": lambda: scores.masked_fill(~hidden, -math.inf).softmax(-1),
            "attention-after-softmax": lambda: scores.softmax(-1).masked_fill(hidden, 0),
            "attention-no-mask": lambda: scores.softmax(-1),
            "attention-no-scale": lambda: masked(scores * d**0.5),
            "attention-scaled-twice": lambda: masked(scores / d**0.5),
            "attention-wrong-scale": lambda: masked(scores * (d / v.shape[-1]) ** 0.5),
            "attention-wrong-dim": lambda: masked(scores, -2),
            "attention-boolean-added": lambda: (scores + keep).softmax(-1),
            "attention-zero-score": lambda: scores.masked_fill(hidden, 0).softmax(-1),
            "attention-scores-returned": lambda: scores.masked_fill(hidden, -math.inf),
        },
    )
    check.that((weights[hidden] == 0).all(), "attention-not-zero")
    check.close(
        out,
        want,
        atol=10 * TIGHT[q.dtype],
        key="attention-out",
        mistakes={"attention-out-unmasked": lambda: scores.softmax(-1) @ v},
    )


def compare_attention_gradients(
    check: Check, q: Tensor, k: Tensor, v: Tensor, keep: Tensor
) -> None:
    """Compares the gradients that reach q, k and v through the answer of `masked_attention`."""
    wanted, got = ([x.clone().requires_grad_() for x in (q, k, v)] for _ in range(2))
    want = F.scaled_dot_product_attention(wanted[0], wanted[1], wanted[2], attn_mask=keep)
    want.square().sum().backward()
    out, weights = check.run(*got, keep)
    check.that(out.requires_grad and weights.requires_grad, "attention-no-gradient")
    _backward(check, out.square().sum())
    for x, y in zip(got, wanted, strict=True):
        check.that(x.grad is not None, "attention-no-gradient")
        check.close(x.grad, y.grad, key="attention-no-gradient")


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
    want = softmax_by_rows(ours, keep)
    got = check.run(theirs, keep)
    check.tensor(got, want.shape, want.dtype)
    hidden = ~keep.expand_as(scores)
    lost = hidden.all(-1, keepdim=True)  # rows without a visible key
    check.that(not (got.isnan() & ~lost).any(), "safe-overflow")
    check.that(not got.isnan().any(), "safe-nan")
    width = scores.shape[-1]
    first = F.one_hot(scores.argmax(-1), width).to(want)
    mistakes = {
        "safe-uniform": lambda: torch.where(lost, 1 / width, want),
        "safe-one-hot": lambda: torch.where(lost, first, want),
        "safe-unmasked": lambda: torch.where(lost, scores.softmax(-1), want),
        "safe-inverted": lambda: softmax_by_rows(scores, hidden),
        "safe-after-softmax": lambda: scores.softmax(-1).masked_fill(hidden, 0),
        "safe-wrong-dim": lambda: scores.masked_fill(hidden, -math.inf).softmax(-2).nan_to_num(),
    }
    tight = atol or TIGHT[scores.dtype]
    check.close(got, want, atol=tight, key=key, mistakes=mistakes if key == "safe-wrong" else {})
    check.that((got[hidden] == 0).all(), "safe-not-zero")

    # The weights of a row always sum to 1, so their plain sum has no slope: weigh them unevenly.
    uneven = torch.linspace(-1, 2, scores.numel(), dtype=scores.dtype).reshape(scores.shape)
    check.that(got.requires_grad, "safe-no-gradient")
    (want * uneven).sum().backward()
    _backward(check, (got * uneven).sum())
    check.that(theirs.grad is not None, "safe-no-gradient")
    check.that(theirs.grad.isfinite().all(), "safe-gradient-nan")
    check.close(theirs.grad, ours.grad, atol=tight, key="safe-gradient")


def compare_api(check: Check, keep: Tensor, api: str) -> None:
    """Asks the answer of `to_api` for the mask of `api`, and uses it there. keep: bool [t, s]."""
    t, s = keep.shape
    mask = check.run(keep, api)
    four = api == "huggingface"
    check.tensor(mask)
    check.that(not (four and mask.dtype == torch.bool), "api-huggingface-boolean")
    check.tensor(mask, (1, 1, t, s) if four else (t, s))
    if four or api == "additive":
        check.tensor(mask, dtype=torch.float32)
    check.that(not mask.isnan().any(), "api-nan", api=api)
    if four or api == "additive":
        flat = mask.reshape(t, s)
        check.that(not ((flat < 0) & (flat > -1000)).any(), "api-weak", api=api)
        check.equal(
            flat.masked_fill(flat <= -1000, -math.inf),
            torch.zeros(t, s).masked_fill(~keep, -math.inf),
            key="api-additive",
            api=api,
            mistakes={
                "api-inverted": torch.zeros(t, s).masked_fill(keep, -math.inf),
                "api-zero-one": keep.float(),
            },
        )
    if mask.dtype == torch.bool:
        check.that(api != "multihead" or not mask.equal(keep), "api-multihead")
        check.that(api != "sdpa" or not mask.equal(~keep), "api-sdpa")
    try:
        with torch.no_grad():
            got, want = _use(keep, mask, api)
    except (RuntimeError, TypeError, ValueError, AssertionError) as error:
        check.fail("api-refused", api=api, error=str(error).splitlines()[0])
    check.close(got, want, key="api-result", api=api)


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
    return {
        functions.jump: lambda: _pattern(n),
        functions.bidirectional_model: lambda: everything,
        functions.one_too_far: lambda: everything.tril(1),
        functions.prefix_model: lambda: _with(causal, (slice(2), slice(2))),
        functions.alone: lambda: torch.eye(n).bool(),
        functions.look_right: lambda: everything.triu(),
        functions.ring: lambda: torch.eye(n).bool() | torch.eye(n).bool().roll(-1, 0),
        functions.shift: lambda: everything.tril(-1) & everything.triu(-1),
        functions.normalised_over_the_text: lambda: everything,
        functions.faint_leak: lambda: everything,
        functions.leak_in_one_place: lambda: _with(causal, (n - 2, n - 1)),
        functions.leak_in_one_feature: lambda: _with(causal, last),
        functions.leak_in_the_middle: lambda: _with(causal, last),
    }.get(f, lambda: causal)()


# The message where a function's dependence was not found, if the function tells why.
MISSED = {
    functions.gated: "leaks-zero-point",
    functions.squares: "leaks-squares",
    functions.differences: "leaks-cancels",
    functions.normalised_rows: "leaks-cancels",
    functions.unit_rows: "leaks-factor",
    functions.normalised_over_the_text: "leaks-normalised",
    functions.faint_leak: "leaks-faint",
    functions.leak_in_one_place: "leaks-one-place",
    functions.leak_in_one_feature: "leaks-one-feature",
    functions.leak_in_the_middle: "leaks-one-feature",
}


def compare_leaks(check: Check, f: Callable[[Tensor], Tensor], n: int) -> None:
    """Runs the answer of `leaks` on f, a function of the lesson module, with n positions."""
    want = dependences(f, n)
    got = check.run(f, n)
    check.tensor(got, want.shape, torch.bool)
    i, j = ((got != want).nonzero().tolist() or [[0, 0]])[0]
    key = MISSED.get(f, "leaks-missed") if want[i, j] else "leaks-invented"
    mistakes = {"leaks-all": torch.ones(n, n).bool()}
    if f is functions.jump:
        mistakes |= _jump_mistakes(want)
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
