"""What the check cells of 01_attention use: inputs, references and comparisons.

Everything is compared with PyTorch's own functions, run for real, or with a loop over positions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_utils.attention import FORMULAS, normal, scores_of
from course_utils.checks.check import Check

TIGHT = {torch.float64: 1e-9, torch.float32: 1e-5}
# The documents' example: "the cat sat on the mat", one row for each word, and one query.
WORDS = ("the", "cat", "sat", "on", "the", "mat")
EXAMPLE_K = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1), (1, 0, 1))
EXAMPLE_Q = (0, 0, 1)


def is_pair(result: Any) -> bool:
    """Are these two results, as in `return out, weights`?"""
    return isinstance(result, (tuple, list)) and len(result) == 2


def check_part(
    check: Check, got: Any, part: str, shape: Sequence[int], dtype: torch.dtype | None = None
) -> None:
    """`got`, one of two results, is a tensor of this shape and dtype (None: any floating one)."""
    check.that(isinstance(got, Tensor), "part-type", part=part, got=type(got).__name__)
    check.that(
        got.shape == tuple(shape), "part-shape", part=part, wanted=list(shape), got=list(got.shape)
    )
    right = got.is_floating_point() if dtype is None else got.dtype == dtype
    wanted = str(dtype or "torch.float32").removeprefix("torch.")
    got_dtype = str(got.dtype).removeprefix("torch.")
    check.that(right, "part-dtype", part=part, wanted=wanted, got=got_dtype)


def is_rounded(got: Tensor, want: Tensor) -> bool:
    """Is this right, but for the digits that float32 does not hold?"""
    return want.dtype == torch.float64 and torch.allclose(got, want, rtol=1e-5, atol=1e-5)


def weights_key(got: Tensor, want: Tensor, otherwise: str, empty: Tensor | None = None) -> str:
    """The message for wrong weights that are no known mistake. empty: rows that sum to 0, if any."""
    if is_rounded(got, want):
        return "attention-precision"
    if (got - want).abs().max() < 0.01 and got.equal(got.double().round(decimals=4).to(got.dtype)):
        return "attention-rounded"
    columns = got.sum(-2)
    if (
        got.shape[-2] > 1
        and ((columns == 0) | ((columns - 1).abs() < 1e-5)).all()
        and columns.any()
    ):
        return "attention-wrong-dim"
    sums = got.sum(-1, keepdim=True)
    wrong = (sums - 1).abs() > 1e-3
    wrong = wrong if empty is None else wrong & ~empty
    return "attention-row-sums" if wrong.any() else otherwise


# --- context_vector -------------------------------------------------------------------------------


def compare_context(check: Check, q: Tensor, k: Tensor, v: Tensor, atol: float = 1e-5) -> None:
    """Runs the answer of `context_vector`. q: [d_k]; k: [n, d_k]; v: [n, d_v]."""
    got = check.run(q, k, v)
    check.that(is_pair(got), "context-not-a-pair")
    alpha, c = got
    n, d = k.shape
    want = F.scaled_dot_product_attention(q[None], k, v)[0]
    want_alpha = F.scaled_dot_product_attention(q[None], k, torch.eye(n, dtype=q.dtype))[0]
    shape = getattr(alpha, "shape", None)
    check.that(not shape == want.shape != want_alpha.shape, "context-swapped")
    check.tensor(alpha, (n,), "float")
    check.tensor(c, want.shape, "float")
    scores = k @ q
    check.close(
        alpha,
        want_alpha,
        atol=atol,
        key="context-alpha",
        mistakes={
            "attention-no-scale": lambda: scores.softmax(0),
            "attention-scaled-twice": lambda: (scores / d).softmax(0),
            "attention-scale-length": lambda: (scores / n**0.5).softmax(0),
            "attention-wrong-scale": lambda: (scores / len(want) ** 0.5).softmax(0),
            "attention-scale-up": lambda: (scores * d**0.5).softmax(0),
            "context-scores": lambda: scores / d**0.5,
            "context-no-exponential": lambda: scores / scores.sum(),
        },
    )
    rounded = want_alpha.double().round(decimals=3).to(v.dtype)
    check.close(
        c,
        want,
        atol=atol,
        key="context-c",
        mistakes={
            "context-rounded": lambda: rounded @ v,
            "context-keys": lambda: want_alpha @ k,
            "context-mean": lambda: v.mean(0),
            "context-hard": lambda: v[want_alpha.argmax()],
        },
    )


# --- align ----------------------------------------------------------------------------------------


def compare_align(check: Check, name: str, q: Tensor, k: Tensor, params: dict[str, Any]) -> None:
    """Runs the answer of `align` for one alignment function. q: [d_q]; k: [n, d_k]."""
    got = check.run(name, q, k, params)
    want = scores_of(name, q, k, params)
    scalar = isinstance(got, (int, float)) or getattr(got, "numel", lambda: 0)() == 1 < len(k)
    check.that(not (scalar and name == "location_based"), "align-location", function=name)
    check.tensor(got, want.shape, "float")
    tries = {
        "align-softmax": lambda: want.softmax(0),
        **{key: _or_nothing(wrong) for key, wrong in _align_mistakes(name, q, k, params).items()},
    }
    close = {"atol": 1e-5 * max(1.0, want.abs().max().item())}
    check.close(
        got,
        want,
        key="align-wrong",
        mistakes=tries,
        function=name,
        formula=FORMULAS[name],
        **close,
    )


def _or_nothing(wrong: Callable[[], Tensor]) -> Callable[[], Tensor]:
    """Some mistakes are impossible with some shapes: then no answer can be that mistake."""

    def attempt() -> Tensor:
        try:
            return wrong()
        except (RuntimeError, AssertionError):
            return torch.empty(0)

    return attempt


def _align_mistakes(
    name: str, q: Tensor, k: Tensor, p: Mapping[str, Any]
) -> dict[str, Callable[[], Tensor]]:
    """What well-known wrong answers give, by message key."""
    n, d = k.shape
    other = dict(p)
    if name in ("general", "activated_general", "biased_general"):
        other["W"] = p["W"].T

    def same(**changed: Any) -> Callable[[], Tensor]:
        return lambda: scores_of(name, q, k, {**p, **changed})

    def identity(x: Tensor) -> Tensor:
        return x

    def zero(key: str) -> Tensor:
        return torch.zeros_like(p[key])

    match name:
        case "similarity":
            return {
                "align-not-normalised": lambda: k @ q,
                "align-one-norm": lambda: k @ q / q.norm(),
                "align-distance": lambda: -torch.linalg.vector_norm(k - q, dim=-1),
            }
        case "dot_product":
            return {
                "align-scaled": lambda: k @ q / d**0.5,
                "align-cosine": lambda: F.cosine_similarity(q.expand(n, -1), k),
            }
        case "scaled_dot_product":
            return {
                "align-no-scale": lambda: k @ q,
                "align-scale-length": lambda: k @ q / n**0.5,
                "align-scale-no-root": lambda: k @ q / d,
            }
        case "general":
            return {"align-transposed": lambda: scores_of(name, q, k, other)}
        case "biased_general":
            return {
                "align-transposed-q": lambda: scores_of(name, q, k, other),
                "align-no-bias": same(b=zero("b")),
            }
        case "activated_general":
            return {
                "align-transposed": lambda: scores_of(name, q, k, other),
                "align-no-act": same(act=identity),
                "align-no-bias": same(b=zero("b")),
                "align-bias-outside": lambda: same(b=zero("b"))() + p["b"],
            }
        case "generalized_kernel":
            return {"align-no-phi": lambda: k @ q}
        case "concat" | "additive" | "feature_based":
            found = {
                "align-no-act": same(act=identity),
                "align-no-bias": same(b=zero("b")),
                "align-act-last": lambda: p["act"](same(act=identity)()),
                "align-bias-outside": lambda: _bias_outside(name, q, k, p),
            }
            if name == "concat":
                width = len(q)
                swapped = torch.cat([p["W"][:, width:], p["W"][:, :width]], dim=1)
                found["align-order"] = same(W=swapped)
            else:
                found["align-swapped"] = same(W1=p["W2"], W2=p["W1"])
            return found
        case "deep":
            return {
                "align-b1-outside": lambda: _b1_outside(q, k, p),
                "align-layers": same(layers=[]),
                "align-no-bl": same(bL=zero("bL")),
                "align-swapped-deep": same(W0=p["W1"], W1=p["W0"]),
                "align-no-act": same(act=identity),
            }
        case "location_based":
            return {
                "align-location": lambda: (p["W"] @ q).sum().expand(n),
                "align-location-mean": lambda: (p["W"] @ q).mean().expand(n),
                "align-location-keys": lambda: (k * (p["W"] @ q)[:, None]).sum(-1),
            }
    return {}


def _bias_outside(name: str, q: Tensor, k: Tensor, p: Mapping[str, Any]) -> Tensor:
    """b added after the activation instead of inside."""
    inside = scores_of(name, q, k, {**p, "b": torch.zeros_like(p["b"])})
    return inside + p["w_imp"] @ p["b"]


def _b1_outside(q: Tensor, k: Tensor, p: Mapping[str, Any]) -> Tensor:
    """`deep` as the documents print it: b1 added after the first activation."""
    e = p["act"](k @ p["W1"].T + q @ p["W0"].T) + p["b1"]
    for weight, bias in p["layers"]:
        e = p["act"](F.linear(e, weight, bias))
    return e @ p["w_imp"] + p["bL"]


# --- attention ------------------------------------------------------------------------------------


def attention_inputs(
    *front: int,
    t: int,
    s: int,
    d_k: int,
    d_v: int,
    dtype: torch.dtype = torch.float32,
    seed: int = 0,
) -> tuple[Tensor, Tensor, Tensor]:
    """Random q [*front, t, d_k], k [*front, s, d_k] and v [*front, s, d_v].

    Of moderate size: the softmax must not saturate, or a missing scale could not be seen.
    """
    sizes = ((t, d_k), (s, d_k), (s, d_v))
    return tuple(
        normal(*front, *size, seed=10 * seed + i, dtype=dtype) for i, size in enumerate(sizes)
    )


def compare_attention(check: Check, q: Tensor, k: Tensor, v: Tensor) -> None:
    """Runs the answer of `attention` and compares it with PyTorch's own function."""
    got = check.run(q, k, v)
    check.that(is_pair(got), "attention-not-a-pair")
    out, weights = got
    want = F.scaled_dot_product_attention(q, k, v)
    # With the unit matrix for values, the output of attention is its weights.
    s, d = k.shape[-2:]
    unit = torch.eye(s, dtype=q.dtype).expand(*k.shape[:-1], s)
    want_weights = F.scaled_dot_product_attention(q, k, unit)
    shape = getattr(weights, "shape", None)
    check.that(not shape == want.shape != want_weights.shape, "attention-swapped")
    turned = want_weights.transpose(-2, -1).shape
    check.that(not shape == turned != want_weights.shape, "attention-transposed")
    check.tensor(weights, want_weights.shape, q.dtype)
    check.tensor(out, want.shape, q.dtype)
    scores = q @ k.transpose(-2, -1) / math.sqrt(d)

    def scaled_by(divisor: float) -> Callable[[], Tensor]:
        return lambda: (scores * math.sqrt(d) / divisor).softmax(-1)

    check.close(
        weights,
        want_weights,
        atol=TIGHT[q.dtype],
        key="attention-weights-plain",
        mistakes={
            "attention-no-scale": scaled_by(1),
            "attention-scaled-twice": scaled_by(d),
            "attention-wrong-scale": scaled_by(math.sqrt(v.shape[-1])),
            "attention-scale-length": scaled_by(math.sqrt(s)),
            "attention-scale-queries": scaled_by(math.sqrt(q.shape[-2])),
            "attention-scale-batch": scaled_by(math.sqrt(q.shape[0])),
            "attention-scale-up": scaled_by(1 / math.sqrt(d)),
            "attention-scale-after": lambda: scaled_by(1)() / math.sqrt(d),
            "attention-wrong-dim": lambda: scores.softmax(-2),
            "attention-batch-dim": lambda: scores.softmax(0),
            "attention-scores-plain": lambda: scores,
        },
    )
    check.close(
        out,
        want,
        atol=10 * TIGHT[q.dtype],
        key="attention-out",
        mistakes={"attention-out-scores": lambda: scores @ v},
    )


# --- multi_head -----------------------------------------------------------------------------------


def head_inputs(
    b: int, t: int, s: int, width: int, width_kv: int, seed: int, dtype: torch.dtype = torch.float32
) -> tuple[Tensor, ...]:
    """Random x_q [b, t, width], x_kv [b, s, width_kv], w_q, w_k, w_v and w_o, layout (out, in)."""
    shapes = [(b, t, width), (b, s, width_kv), (width, width)]
    shapes += [(width, width_kv), (width, width_kv), (width, width)]
    drawn = [normal(*shape, seed=50 * seed + i, dtype=dtype) for i, shape in enumerate(shapes)]
    # Weights of this size keep the variance of what they act on, so nothing saturates.
    return *drawn[:2], *(w / math.sqrt(w.shape[1]) for w in drawn[2:])


def torch_heads(
    x_q: Tensor, x_kv: Tensor, w_q: Tensor, w_k: Tensor, w_v: Tensor, w_o: Tensor, heads: int
) -> Tensor:
    """What `nn.MultiheadAttention` gives with these weights and no biases: [b, t, width]."""
    width, width_kv = w_q.shape[0], x_kv.shape[-1]
    layer = nn.MultiheadAttention(
        width, heads, bias=False, kdim=width_kv, vdim=width_kv, batch_first=True, dtype=x_q.dtype
    )
    with torch.no_grad():
        if layer.in_proj_weight is None:
            layer.q_proj_weight.copy_(w_q)
            layer.k_proj_weight.copy_(w_k)
            layer.v_proj_weight.copy_(w_v)
        else:
            layer.in_proj_weight.copy_(torch.cat([w_q, w_k, w_v]))
        layer.out_proj.weight.copy_(w_o)
        return layer(x_q, x_kv, x_kv)[0]


def compare_heads(check: Check, inputs: Sequence[Tensor], heads: int) -> None:
    """Runs the answer of `multi_head` and compares it with `nn.MultiheadAttention`."""
    got = check.run(*inputs, heads)
    check.that(not is_pair(got), "heads-pair")
    x_q, x_kv, w_q, w_k, w_v, w_o = inputs
    want = torch_heads(x_q, x_kv, w_q, w_k, w_v, w_o, heads)
    check.tensor(got, want.shape, x_q.dtype)
    width = w_q.shape[0]
    size = width // heads

    def split(x: Tensor) -> Tensor:
        return x.unflatten(-1, (heads, size)).transpose(1, 2)

    def viewed(x: Tensor) -> Tensor:  # the famous one: the rows of a text, cut up as heads
        return x.reshape(x.shape[0], heads, x.shape[1], size)

    def interleaved(x: Tensor) -> Tensor:
        return x.unflatten(-1, (size, heads)).permute(0, 3, 1, 2)

    def merge(x: Tensor) -> Tensor:
        return x.transpose(1, 2).flatten(2)

    def viewed_back(x: Tensor) -> Tensor:
        return x.reshape(x.shape[0], x.shape[2], width)

    def interleaved_back(x: Tensor) -> Tensor:
        return x.permute(0, 2, 3, 1).flatten(2)

    def make(
        cut: Callable = split,
        join: Callable = merge,
        keys: Tensor = x_kv,
        values: Tensor = x_kv,
        queries: Tensor = x_q,
        weights: Sequence[Tensor] = (w_q, w_k, w_v, w_o),
        scale: float | None = None,
        last: bool = True,
    ) -> Callable[[], Tensor]:
        def wrong() -> Tensor:
            a, b, c, d = weights
            q, k, v = queries @ a.T, keys @ b.T, values @ c.T
            mixed = F.scaled_dot_product_attention(cut(q), cut(k), cut(v), scale=scale)
            return join(mixed) @ d.T if last else join(mixed)

        return _or_nothing(wrong)

    def mean_over_heads() -> Tensor:
        q, k, v = split(x_q @ w_q.T), split(x_kv @ w_k.T), x_kv @ w_v.T
        weights = (q @ k.transpose(-2, -1) / math.sqrt(size)).softmax(-1).mean(1)
        return weights @ v @ w_o.T

    def across_the_batch() -> Tensor:
        q, kv = x_q.transpose(0, 1), x_kv.transpose(0, 1)
        return torch_heads(q, kv, w_q, w_k, w_v, w_o, heads).transpose(0, 1)

    check.close(
        got,
        want,
        atol=TIGHT[x_q.dtype] * 2,
        key="heads-wrong",
        mistakes={
            "heads-keys": make(keys=x_q),
            "heads-keys-and-values": make(keys=x_q, values=x_q),
            "heads-queries": make(queries=x_kv),
            "heads-view": make(cut=viewed, join=viewed_back),
            "heads-view-in": make(cut=viewed),
            "heads-view-out": make(join=viewed_back),
            "heads-interleaved": make(cut=interleaved, join=interleaved_back),
            "heads-no-output": make(last=False),
            "heads-transposed": make(weights=[w.T for w in (w_q, w_k, w_v, w_o)]),
            "heads-output-transposed": make(weights=(w_q, w_k, w_v, w_o.T)),
            "heads-scale": make(scale=1 / math.sqrt(width)),
            "heads-no-scale": make(scale=1.0),
            "heads-one": make(
                cut=lambda x: x[:, None], join=lambda x: x[:, 0], scale=1 / math.sqrt(width)
            ),
            "heads-mean": _or_nothing(mean_over_heads),
            "heads-batch": _or_nothing(across_the_batch),
            "heads-exchanged": make(weights=(w_q, w_v, w_k, w_o)),
        },
    )


# --- bahdanau_step --------------------------------------------------------------------------------


def step_inputs(
    b: int, s: int, d_s: int, d_h: int, d_a: int, seed: int, dtype: torch.dtype = torch.float32
) -> list[Tensor]:
    """Random s_prev [b, d_s], H [b, s, d_h], W1 [d_a, d_s], W2 [d_a, d_h] and w [d_a]."""
    shapes = [(b, d_s), (b, s, d_h), (d_a, d_s), (d_a, d_h), (d_a,)]
    return [normal(*shape, seed=20 * seed + i, dtype=dtype) for i, shape in enumerate(shapes)]


def step_by_step(
    s_prev: Tensor, h: Tensor, w1: Tensor, w2: Tensor, w: Tensor
) -> tuple[Tensor, Tensor]:
    """One step of Bahdanau's attention, one text and one position after the other."""
    alphas, contexts = [], []
    for state, rows in zip(s_prev, h):
        scores = torch.stack([torch.dot(w, torch.tanh(w1.mv(state) + w2.mv(row))) for row in rows])
        alpha = scores.softmax(0)
        alphas.append(alpha)
        contexts.append(sum(a * row for a, row in zip(alpha, rows)))
    return torch.stack(alphas), torch.stack(contexts)


def compare_step(
    check: Check, inputs: Sequence[Tensor], mistakes: Mapping[str, Callable] | None = None
) -> None:
    """Runs the answer of `bahdanau_step` and compares it with a loop over positions."""
    got = check.run(*inputs)
    check.that(is_pair(got), "context-not-a-pair")
    alpha, c = got
    s_prev, h, w1, w2, w = inputs
    want_alpha, want = step_by_step(*inputs)
    shape = getattr(alpha, "shape", None)
    check.that(not shape == want.shape != want_alpha.shape, "context-swapped")
    check.tensor(alpha, want_alpha.shape, s_prev.dtype)
    check.tensor(c, want.shape, s_prev.dtype)
    inside = (s_prev @ w1.T)[:, None] + h @ w2.T  # [b, s, d_a]
    scores = inside.tanh() @ w
    zeros = h.abs().sum(-1) == 0

    def swapped() -> Tensor:
        return ((s_prev @ w2.T)[:, None] + h @ w1.T).tanh().matmul(w).softmax(-1)

    check.close(
        alpha,
        want_alpha,
        atol=TIGHT[s_prev.dtype],
        key="step-alpha",
        mistakes={
            "step-zeros": lambda: scores.masked_fill(zeros, -math.inf).softmax(-1),
            "step-batch": lambda: scores.softmax(0),
            "step-features": lambda: inside.tanh().softmax(-1) @ w,
            "step-no-tanh": lambda: (inside @ w).softmax(-1),
            "step-tanh-last": lambda: (inside @ w).tanh().softmax(-1),
            "step-relu": lambda: (inside.relu() @ w).softmax(-1),
            "step-sigmoid": lambda: (inside.sigmoid() @ w).softmax(-1),
            "step-swapped": _or_nothing(swapped),
            "step-no-w": lambda: inside.tanh().sum(-1).softmax(-1),
            "step-scaled": lambda: (scores / len(w) ** 0.5).softmax(-1),
            "step-no-query": lambda: ((h @ w2.T).tanh() @ w).softmax(-1),
            "context-scores": lambda: scores,
            **(mistakes or {}),
        },
    )
    check.close(
        c,
        want,
        atol=10 * TIGHT[s_prev.dtype],
        key="step-c",
        mistakes={
            "context-mean": lambda: h.mean(1),
            "step-last": lambda: h[:, -1],
            "step-c-scores": lambda: (scores[..., None] * h).sum(1),
        },
    )
