"""What the check cells of 01_attention use: inputs, references and comparisons.

Everything is compared with PyTorch's own functions, run for real, or with a loop over positions.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_utils.attention import FORMULAS, align_params, normal
from course_utils.checks.check import Check, Stop
from course_utils.exercises.advice import advising
from course_utils.messages import say

TIGHT = {torch.float64: 1e-9, torch.float32: 1e-5}
LARGE = 3e-4  # where scores are near 900: in float32 their neighbours are 6e-5 apart
# The chapter's example, section 2: "the cat sat on the mat", one row for each word, and one query.
WORDS = ("the", "cat", "sat", "on", "the", "mat")
EXAMPLE_K = ((1, 0, 0), (0, 1, 0), (0, 0, 2), (1, 1, 0), (0, 1, 1), (1, 0, 1))
EXAMPLE_Q = (0, 0, 1)


def is_pair(result: Any) -> bool:
    """Are these two results, as in `return out, weights`?"""
    return isinstance(result, (tuple, list)) and len(result) == 2


def check_part(
    check: Check, got: Any, part: str, shape: Sequence[int], dtype: torch.dtype | None = None
) -> None:
    """`got`, one of two results, is a tensor of this shape and dtype (None: any floating one)."""
    check.that(isinstance(got, Tensor), "part-type", part=part, got=type(got).__name__)
    # One dimension of size 1 too many is a known mistake: the 1 of a matrix product was kept.
    ones = [i for i, size in enumerate(got.shape) if size == 1]
    left_over = [i for i in ones if got.shape[:i] + got.shape[i + 1 :] == tuple(shape)]
    if left_over:
        shapes = {"wanted": list(shape), "got": list(got.shape)}
        check.fail("part-left-over", part=part, place=left_over[-1], **shapes)
    sizes = {"part": part, "wanted": list(shape), "got": list(got.shape)}
    lost = [size for size in shape if size != 1] == list(got.shape) and 1 in shape
    check.that(not (got.dim() == 0 < len(shape)), "part-number", **sizes)
    check.that(not lost, "part-squeezed", **sizes)
    not_summed = got.dim() > 1 and got.shape[:-2] + got.shape[-1:] == tuple(shape)
    check.that(not (part == "c" and not_summed), "part-not-summed", place=got.dim() - 2, **sizes)
    check.that(got.shape == tuple(shape), "part-shape", **sizes)
    right = got.is_floating_point() if dtype is None else got.dtype == dtype
    wanted = str(dtype or "torch.float32").removeprefix("torch.")
    got_dtype = str(got.dtype).removeprefix("torch.")
    check.that(right, "part-dtype", part=part, wanted=wanted, got=got_dtype)


def is_rounded(got: Tensor, want: Tensor) -> bool:
    """Is this right, but for the digits that float32 does not hold?"""
    return want.dtype == torch.float64 and torch.allclose(got, want, rtol=1e-5, atol=1e-5)


def was_rounded(got: Tensor, want: Tensor) -> bool:
    """Is this right, but rounded to four decimals or fewer?"""
    near = (got - want).abs().max() < 0.01
    return bool(near and got.equal(got.double().round(decimals=4).to(got.dtype)))


def as_view(x: Tensor, first: int, second: int) -> Tensor:
    """The same numbers in a view of a tensor that has these two dimensions the other way round."""
    return x.transpose(first, second).contiguous().transpose(first, second)


def as_views(value: Any) -> Any:
    """The same, with each tensor of two or more dimensions as a view, its last two the other way round
    in memory."""
    if isinstance(value, Tensor):
        return as_view(value, -1, -2) if value.dim() > 1 else value
    if isinstance(value, dict):
        return {key: as_views(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(as_views(part) for part in value)
    return value


def twins(inputs: Sequence[Tensor]) -> Iterator[list[Tensor]]:
    """These inputs again and again, one of them at a time with its numbers in another order: turned
    round, and with the first and the last where they were. Shapes, sums and largest numbers stay."""
    for place, x in enumerate(inputs):
        for dim, n in enumerate(x.shape):
            inner = [0, *range(n - 2, 0, -1), n - 1]
            orders = [range(n - 1, -1, -1)] * (n > 1) + [inner] * (n > 3)
            for order in orders:
                changed = x.index_select(dim, torch.tensor(order))
                yield [*inputs[:place], changed, *inputs[place + 1 :]]


def misspelled(names: Iterable[str]) -> list[str]:
    """What is like one of these names, with blanks, other letters or signs, but is none of them."""
    found: list[str] = []
    for name in names:
        found += [f" {name}", f"{name} ", f"{name}\n", name.upper(), name.capitalize()]
        found += [name.replace("_", other) for other in (" ", "-", "")] + [name.title(), name[1:]]
    return [name for name in dict.fromkeys(found) if name not in names]


def rising_scores(n: int) -> tuple[Tensor, Tensor, Tensor]:
    """q [3, 4], k [n, 4] and v [n, 3] of a long text. The scores of the first query rise from -40 to
    40, so that the largest comes last; those of the second fall."""
    q = torch.tensor([[2.0, 0, 0, 0], [-2, 0, 0, 0], [1, 1, 0, 0]])
    rising = torch.linspace(-40, 40, n)[:, None]
    return q, torch.cat([rising, normal(n, 3, seed=n)], dim=1), normal(n, 3, seed=n + 1)


def softmax_in_blocks(scores: Tensor, got: Tensor) -> Tensor:
    """The softmax over blocks of keys, as many as `got` fits best, where what was added up before a
    larger score came is not made smaller."""

    def in_blocks(size: int) -> Tensor:
        top, parts = scores[..., :1], []
        for block in scores.split(size, dim=-1):
            top = torch.maximum(top, block.amax(-1, keepdim=True))
            parts.append((block - top).exp())
        powers = torch.cat(parts, dim=-1)
        return powers / powers.sum(-1, keepdim=True)

    return nearest(got, *(in_blocks(2**i) for i in range(1, 11)))


def is_near(got: Tensor, want: Tensor) -> bool:
    """Is this right, but for what half precision or a small number added on the way does to it?"""
    return bool((got - want).abs().max() < 0.005)


def nearest(got: Tensor, *tries: Tensor) -> Tensor:
    """Of some wrong results, all of one kind, the one that is most like `got`."""
    return min(tries, key=lambda wrong: float((wrong - got).abs().max()))


def weights_key(got: Tensor, want: Tensor, otherwise: str, empty: Tensor | None = None) -> str:
    """The message for wrong weights that are no known mistake. empty: rows that sum to 0, if any."""
    if is_rounded(got, want):
        return "attention-precision"
    if was_rounded(got, want):
        return "attention-rounded"
    if is_near(got, want):
        return "attention-near"
    columns = got.sum(-2)
    if (
        got.shape[-2] > 1
        and ((columns == 0) | ((columns - 1).abs() < 1e-5)).all()
        and columns.any()
    ):
        return "attention-wrong-dim"
    sums = got.sum(-1, keepdim=True)
    wrong = (sums - 1).abs() > 1e-4
    wrong = wrong if empty is None else wrong & ~empty
    return "attention-row-sums" if wrong.any() else otherwise


# --- context_vector -------------------------------------------------------------------------------


def large_scores(rows: slice = slice(4)) -> tuple[Tensor, Tensor, Tensor]:
    """A case for `context_vector` with the scores -900, -899, 900 and 899, or some of these."""
    q, k = torch.tensor([60.0, 2, 0, 0]), torch.tensor([[30.0, 0, 0, 0], [30, -1, 1, 0]])
    v = torch.tensor([[1.0, 0, 2], [0, 3, 1], [4, 1, 0], [2, 2, 5]])
    return q, torch.cat([-k, k])[rows], v[rows]


def compare_context(check: Check, q: Tensor, k: Tensor, v: Tensor, *, again: bool = False) -> None:
    """Runs the answer of `context_vector`. q: [d_k]; k: [n, d_k]; v: [n, d_v]."""
    n, d = k.shape
    want = F.scaled_dot_product_attention(q[None], k, v)[0]
    want_alpha = F.scaled_dot_product_attention(q[None], k, torch.eye(n, dtype=q.dtype))[0]
    scores = k @ q
    no_product = r"cannot be multiplied \({}x{} and {}.* in the line: .*@ *[{}]\b(?!\.)"
    advice = {
        r"must match the size.*(?:\* *[vV]\b|\b[vV] *\*)": "context-times",
        no_product.format(n, d, "", "vV"): "context-no-sum",
        no_product.format(1, d, f"{n}x{d}", "kK"): "context-query-left",
        r"size mismatch.* in the line: .*\b[vV] *@": "context-values-left",
    }
    if n > 1:  # with one key it may be a `squeeze`
        advice[r"to be at least 1D"] = "context-one-score"
    with advising(advice):
        got = check.run(q, k, v)
    check.that(is_pair(got), "context-not-a-pair")
    alpha, c = got
    shape = getattr(alpha, "shape", None)
    check.that(not shape == want.shape != want_alpha.shape, "context-swapped")
    check.that(shape != k.shape, "context-no-sum")
    check_part(check, alpha, "alpha", (n,))
    check.that(not getattr(c, "shape", None) == (n,) != want.shape, "context-over-features")
    check_part(check, c, "c", want.shape)
    large = scores.abs().max() > 100
    check.close(
        alpha,
        want_alpha,
        atol=LARGE if large else 1e-5,
        key="check-remembered" if again else _context_key(alpha, want_alpha, scores),
        # NaN in both would look alike.
        mistakes={} if again or alpha.isnan().any() else _context_mistakes(q, k, v, alpha),
    )
    rounded = [want_alpha.double().round(decimals=i).to(v.dtype) @ v for i in (2, 3, 4)]
    key = "check-remembered" if again else "context-c"
    check.close(
        c,
        want,
        atol=10 * LARGE if large else 1e-5,
        key="context-rounded" if was_rounded(c, want) or any(_near(c, x) for x in rounded) else key,
        mistakes={
            "context-keys": lambda: want_alpha @ k,
            "context-mean": lambda: v.mean(0),
            "context-sum": lambda: v.sum(0),
            "context-over-n": lambda: want / n,
            "context-hard": lambda: v[want_alpha.argmax()],
            "context-with-scores": lambda: scores @ v / d**0.5,
        },
    )


def _context_mistakes(
    q: Tensor, k: Tensor, v: Tensor, alpha: Tensor
) -> dict[str, Callable[[], Tensor]]:
    """The weights of well-known wrong answers of `context_vector`, by message key; `alpha` are what
    the answer gives."""
    n, d = k.shape
    scores = k @ q
    return {
        "attention-clamped": lambda: (scores / d**0.5).clamp(-50, 50).softmax(0),
        "attention-blocks": lambda: softmax_in_blocks(scores / d**0.5, alpha),
        "attention-no-scale": lambda: scores.softmax(0),
        "attention-scaled-twice": lambda: (scores / d).softmax(0),
        "attention-scale-length": lambda: (scores / n**0.5).softmax(0),
        "attention-wrong-scale": lambda: (scores / v.shape[1] ** 0.5).softmax(0),
        "attention-scale-up": lambda: (scores * d**0.5).softmax(0),
        "attention-scale-after": lambda: scores.softmax(0) / d**0.5,
        "context-root-of-three": lambda: (scores / 3**0.5).softmax(0),
        "context-negative": lambda: (-scores / d**0.5).softmax(0),
        "context-cosine": lambda: nearest(
            alpha, *(F.cosine_similarity(k, q[None]).div(x).softmax(0) for x in (1, d**0.5))
        ),
        "context-scores": lambda: scores / d**0.5,
        "context-no-exponential": lambda: scores / scores.sum(),
        "context-no-exponential-scaled": lambda: scores.relu() / scores.relu().sum(),
        "context-exponentials": lambda: (scores / d**0.5).exp(),
    }


def _context_key(alpha: Tensor, want: Tensor, scores: Tensor) -> str:
    """The message for wrong weights of `context_vector` that are no known mistake."""
    if was_rounded(alpha, want):
        return "context-rounded"
    if scores.abs().max() > 100 or not alpha.isfinite().all():
        return "context-overflow"
    if is_near(alpha, want):
        return "attention-near"
    return "context-alpha" if abs(alpha.sum() - 1) < 1e-4 else "context-not-one"


def _near(got: Tensor, want: Tensor) -> bool:
    return torch.allclose(got.double(), want.double(), rtol=0, atol=2e-6)


# --- align ----------------------------------------------------------------------------------------


def align_case(
    name: str,
    n: int,
    d_q: int,
    d_k: int,
    h: int,
    *,
    seed: int = 1,
    act: Callable[[Tensor], Tensor] = torch.tanh,
    depth: int = 1,
    dtype: torch.dtype = torch.float32,
) -> tuple[str, Tensor, Tensor, dict[str, Any]]:
    """What `align` is called with: the name, q, K and parameters, all of few digits.

    Where the formula needs it, q has the length d_k. h: the length of w_imp; depth: how many pairs
    `layers` of "deep" holds.
    """
    equal = ("similarity", "dot_product", "scaled_dot_product", "generalized_kernel")
    d_q = d_k if name in equal else d_q
    q, k = normal(d_q, seed=seed, dtype=dtype), normal(n, d_k, seed=seed + 20, dtype=dtype)
    p = align_params(name, d_q, d_k, n, h, seed=seed, act=act, depth=depth, dtype=dtype)
    return name, _short(q), _short(k), {key: _short(value) for key, value in p.items()}


def _short(value: Any) -> Any:
    """The tensors in here, rounded to quarters, so that a message can show them; none is all 0."""
    if isinstance(value, Tensor):
        rounded = (value * 4).round() / 4
        return torch.where(rounded == 0, 0.25, rounded)
    if isinstance(value, (list, tuple)):
        return type(value)(_short(item) for item in value)
    return value


YOURS = list(FORMULAS)[:2]  # the rest are given
# Four cases for each formula: of one size; of all sizes different; one key and no layer; exact.
ALIGN_CASES: tuple[dict[str, Any], ...] = (
    {"n": 4, "d_q": 3, "d_k": 3, "h": 3, "act": F.softsign},  # not tanh, which people write for act
    {"n": 5, "d_q": 2, "d_k": 4, "h": 3, "depth": 3, "seed": 3},
    {"n": 1, "d_q": 3, "d_k": 2, "h": 1, "act": torch.sigmoid, "depth": 0, "seed": 4},
    {"n": 3, "d_q": 4, "d_k": 4, "h": 2, "depth": 2, "dtype": torch.float64, "seed": 5},
)
# Fresh ones, for the hidden check.
MORE_ALIGN_CASES: tuple[dict[str, Any], ...] = (
    {"n": 6, "d_q": 4, "d_k": 3, "h": 2, "act": F.softsign, "depth": 2, "seed": 6},
    {"n": 2, "d_q": 1, "d_k": 1, "h": 5, "act": torch.sigmoid, "depth": 0, "seed": 7},
    {"n": 1, "d_q": 6, "d_k": 2, "h": 4, "act": F.elu, "depth": 3, "seed": 8},
    {
        "n": 4,
        "d_q": 3,
        "d_k": 5,
        "h": 3,
        "act": torch.relu,
        "depth": 1,
        "dtype": torch.float64,
        "seed": 9,
    },
)


def align_twins(
    name: str, q: Tensor, k: Tensor, p: Mapping[str, Any]
) -> Iterator[tuple[str, Tensor, Tensor, dict[str, Any]]]:
    """The same case again and again, with one thing at a time changed: the order of the numbers of
    the query, of the keys or of a parameter, or a function."""
    for query, keys in twins([q, k]):
        yield name, query, keys, dict(p)
    for key, value in p.items():
        others: list[Any] = []
        if isinstance(value, Tensor):
            others = [x for (x,) in twins([value])] if value.dim() else [value + 1]
        elif key == "layers":
            others = [[(weight.flip(0), bias.flip(0)) for weight, bias in value]]
        elif key in ("act", "phi", "phi2"):
            others = [F.softsign]
        for other in others:
            yield name, q, k, {**p, key: other}


def short_vectors(size: float) -> tuple[str, Tensor, Tensor, dict[str, Any]]:
    """A case for `align`: the cosine of a query and keys that are all of this length."""
    keys = torch.tensor([[0.6, 0.8], [0.8, -0.6], [-1, 0]]) * size
    return "similarity", keys[0].clone(), keys, {}


def scores_of(name: str, q: Tensor, k: Tensor, p: Mapping[str, Any]) -> Tensor:
    """The scores [n] of query q [d_q] against the keys k [n, d_k], through PyTorch's layers."""
    n = len(k)
    queries = q.expand(n, -1)
    match name:
        case "similarity":
            return F.cosine_similarity(queries, k)
        case "dot_product":
            return F.bilinear(queries, k, torch.eye(len(q), dtype=q.dtype)[None])[:, 0]
        case "scaled_dot_product":
            return scores_of("dot_product", q, k, p) / math.sqrt(k.shape[1])
        case "general":
            return F.bilinear(queries, k, p["W"][None])[:, 0]
        case "biased_general":
            return torch.einsum("nk,k->n", k, F.linear(q, p["W"], p["b"]))
        case "activated_general":
            return p["act"](F.bilinear(queries, k, p["W"][None], p["b"].reshape(1))[:, 0])
        case "generalized_kernel":
            return scores_of("dot_product", p["phi"](q), p["phi"](k), p)
        case "concat":
            inside = F.linear(torch.cat([queries, k], dim=-1), p["W"], p["b"])
        case "additive":
            inside = F.linear(queries, p["W1"]) + F.linear(k, p["W2"], p["b"])
        case "deep":
            e = p["act"](F.linear(k, p["W1"]) + F.linear(queries, p["W0"], p["b1"]))
            for weight, bias in p["layers"]:
                e = p["act"](F.linear(e, weight, bias))
            return F.linear(e, p["w_imp"][None])[:, 0] + p["bL"]
        case "location_based":
            return F.linear(q, p["W"])
        case "feature_based":
            inside = F.linear(p["phi1"](k), p["W1"]) + F.linear(p["phi2"](k), p["W2"], p["b"])
    return F.linear(p["act"](inside), p["w_imp"][None])[:, 0]


def compare_align(
    check: Check, name: str, q: Tensor, k: Tensor, params: dict[str, Any], *, again: bool = False
) -> None:
    """Runs the answer of `align` for one alignment function. q: [d_q]; k: [n, d_k].

    again: it was right for other numbers of these shapes, here as in the other comparisons.
    """
    want = scores_of(name, q, k, params)
    want = want.where(want.abs() > 1e-7, 0.0)  # what rounding makes of a 0 would be shown
    tries = {
        "align-softmax": lambda: want.softmax(0),
        "align-negative": lambda: -want,
        **{key: _or_nothing(wrong) for key, wrong in _align_mistakes(name, q, k, params).items()},
    }
    advice = {
        r"(?:cannot be multiplied|must match the size).*\bW\d?\W* ?@ ?K\b": "align-matrix-left",
    }
    if name == "additive":  # W2 @ K.T has the wrong shape, and fails where it is added
        advice |= {r"must match the size of tensor": "align-matrix-left"}
    if name == "location_based":
        advice = {r"size mismatch|multiplied|must match the size": "align-location-keys"} | advice
    if name == "similarity":
        advice = {
            r"must match the size of tensor.*norm\(": "align-norm-rows",
            r"must match the size of tensor.*abs\(": "align-absolute",
            r"KeyError: 'W'": "align-both-lines-ran",
        } | advice
    advice |= {
        r"KeyError:": "align-params" if name in YOURS else "align-given-lost",
        r"NameError: name 'W'": "align-bare-name",
    }
    keys = ", ".join(repr(key) for key in params) or "nothing"
    fields = {"function": name, "formula": FORMULAS[name], "keys": keys}
    try:
        with advising(advice, **fields):
            got = check.run(name, q, k, params)
    except Stop as stop:  # begun: what is there already counts
        if stop.key == "check-nothing" and name not in YOURS:
            raise Stop("failed", "align-given", say("align-given", function=name)) from None
        unknown = "ValueError: unknown alignment function" in stop.error or stop.line.startswith(
            "raise ValueError"
        )
        if stop.state != "open" and not unknown:
            raise
        for other in YOURS[YOURS.index(name) + 1 :] if name in YOURS else ():
            case = align_case(other, **ALIGN_CASES[0])
            if _is_written(check, case):  # of what is there already, the wrong is told first
                compare_align(check, *case)
        done = sum(_is_right(check, yours) for yours in YOURS)
        if not done and not unknown:
            raise  # not begun
        above = [] if unknown else [say("align-raise-above")]
        check.forget_call()  # the last was made to count
        told = [say("align-next", **fields, done=done, total=len(YOURS))]
        if above and done == len(YOURS):  # and what is next stands below that line
            told = []
        raise Stop("failed", "align-next", "\n".join([*told, *above])) from None
    scalar = isinstance(got, (int, float)) or getattr(got, "numel", lambda: 0)() == 1 < len(k)
    check.that(not (scalar and name == "location_based"), "align-location", function=name)
    crossed = name == "similarity" and getattr(got, "shape", None) == (len(k), len(k))
    check.that(not crossed, "align-crossed", function=name)
    check.tensor(got, want.shape, "float")
    check.close(
        got,
        want,
        atol=1e-5 * max(1.0, want.abs().max().item()),
        key="check-remembered" if again else "align-short" if q.norm() < 0.1 else "align-wrong",
        mistakes={} if again else tries,
        **fields,
    )


def _is_written(check: Check, case: tuple[Any, ...]) -> bool:
    """Does the answer give anything for this function?"""
    try:
        check.run(*case)
    except Stop:
        return False
    return True


def _is_right(check: Check, name: str) -> bool:
    """Is this function written, and right on the first of the cases?"""
    case = align_case(name, **ALIGN_CASES[0])
    try:
        got = check.run(*case)
        check.close(got, scores_of(*case), atol=1e-5)
    except Stop:
        return False
    return True


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
    match name:
        case "similarity":
            return {
                "align-not-normalised": lambda: k @ q,
                "align-one-norm": lambda: k @ q / q.norm(),
                "align-key-norm": lambda: k @ q / k.norm(dim=-1),
                "align-matrix-norm": lambda: k @ q / (q.norm() * k.norm()),
                "align-bracket": lambda: k @ q / k.norm(dim=-1) * q.norm(),
                "align-bracket-keys": lambda: k @ q / q.norm() * k.norm(dim=-1),
                "align-absolute": lambda: k @ q / (k.abs().sum(dim=-1) * q.abs().sum()),
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
        case "generalized_kernel":
            return {
                "align-no-phi": lambda: k @ q,
                "align-phi-of-one": lambda: p["phi"](k * q).sum(-1),
            }
        case "location_based":
            return {
                "align-location": lambda: (p["W"] @ q).sum().expand(n),
                "align-location-mean": lambda: (p["W"] @ q).mean().expand(n),
                "align-location-keys": lambda: (k * (p["W"] @ q)[:, None]).sum(-1),
            }
        case "general":
            cosine = {"align-no-if": lambda: F.cosine_similarity(q.expand(n, -1), k)}
            return _matrix_mistakes(name, q, k, p) | cosine
        case "biased_general" | "activated_general":
            return _matrix_mistakes(name, q, k, p)
        case "deep":
            return _deep_mistakes(q, k, p)
    return _layer_mistakes(name, q, k, p)


def _matrix_mistakes(
    name: str, q: Tensor, k: Tensor, p: Mapping[str, Any]
) -> dict[str, Callable[[], Tensor]]:
    """What is done wrong with one matrix between query and key."""

    def changed(**parts: Any) -> Callable[[], Tensor]:
        return lambda: scores_of(name, q, k, {**p, **parts})

    turned = "align-transposed-q" if name == "biased_general" else "align-transposed"
    found = {turned: changed(W=p["W"].T)}
    if "b" in p:
        without_bias = changed(b=torch.zeros_like(p["b"]))
        found["align-no-bias"] = without_bias
        found["align-bias-outside"] = lambda: without_bias() + p["b"]
    return found | _activation_mistakes(name, q, k, p)


def _activation_mistakes(
    name: str, q: Tensor, k: Tensor, p: Mapping[str, Any]
) -> dict[str, Callable[[], Tensor]]:
    """No activation, or a common one whatever `act` is."""
    if "act" not in p:
        return {}
    others = {"tanh": torch.tanh, "relu": torch.relu, "sigmoid": torch.sigmoid}

    def with_act(act: Callable[[Tensor], Tensor]) -> Callable[[], Tensor]:
        return lambda: scores_of(name, q, k, {**p, "act": act})

    found = {f"align-always-{key}": with_act(act) for key, act in others.items() if act != p["act"]}
    return found | {"align-no-act": with_act(lambda x: x)}


def _layer_mistakes(
    name: str, q: Tensor, k: Tensor, p: Mapping[str, Any]
) -> dict[str, Callable[[], Tensor]]:
    """What is done wrong in `concat`, `additive` and `feature_based`."""

    def changed(**parts: Any) -> Callable[[], Tensor]:
        return lambda: scores_of(name, q, k, {**p, **parts})

    found = {
        "align-no-bias": changed(b=torch.zeros_like(p["b"])),
        "align-act-last": lambda: p["act"](changed(act=lambda x: x)()),
        "align-bias-outside": lambda: _bias_outside(name, q, k, p),
    }
    if name == "concat":
        width = len(q)
        swapped = torch.cat([p["W"][:, width:], p["W"][:, :width]], dim=1)
        found["align-order"] = changed(W=swapped)
    else:
        found["align-swapped"] = changed(W1=p["W2"], W2=p["W1"])
    if name == "additive":
        found["align-given-additive"] = changed(b=torch.zeros_like(p["b"]), act=torch.tanh)
        found["align-row-not-turned"] = changed(W2=p["W2"].T)
        found["align-query-turned"] = changed(W1=p["W1"].T)
    if name == "feature_based":
        found["align-one-row"] = lambda: torch.cat([scores_of(name, q, row[None], p) for row in k])
    return found | _activation_mistakes(name, q, k, p)


def _deep_mistakes(q: Tensor, k: Tensor, p: Mapping[str, Any]) -> dict[str, Callable[[], Tensor]]:
    """What is done wrong in `deep`."""

    def changed(**parts: Any) -> Callable[[], Tensor]:
        return lambda: scores_of("deep", q, k, {**p, **parts})

    return {
        "align-b1-outside": lambda: _b1_outside(q, k, p),
        "align-layers": changed(layers=[]),
        "align-layers-no-act": lambda: _layers_without_act(q, k, p),
        "align-layers-no-bias": changed(layers=[(w, torch.zeros_like(b)) for w, b in p["layers"]]),
        "align-no-bl": changed(bL=torch.zeros_like(p["bL"])),
        "align-swapped-deep": changed(W0=p["W1"], W1=p["W0"]),
        **_activation_mistakes("deep", q, k, p),
    }


def _layers_without_act(q: Tensor, k: Tensor, p: Mapping[str, Any]) -> Tensor:
    """`deep` with an activation after the first step alone."""
    e = p["act"](k @ p["W1"].T + q @ p["W0"].T + p["b1"])
    for weight, bias in p["layers"]:
        e = F.linear(e, weight, bias)
    return e @ p["w_imp"] + p["bL"]


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


def large_attention() -> tuple[Tensor, Tensor, Tensor]:
    """A case for `attention` with scores near 900 alone, near -900 alone, and both in one row."""
    q = [[[60.0, 2, 0, 0], [-60, -2, 0, 0]], [[-60, 0, 2, 0], [60, -2, 0, 0]]]
    k = [[30.0, 0, 0, 0], [30, -1, 1, 0]]
    keys = torch.tensor([[*k, [30, -1, -1, 0]], [*k, [-30, 0, 0, 0]]])
    return torch.tensor(q), keys, torch.tensor([[1.0, 0, 2], [0, 3, 1], [2, 1, 0]]).repeat(2, 1, 1)


def compare_attention(
    check: Check, q: Tensor, k: Tensor, v: Tensor, *, again: bool = False
) -> None:
    """Runs the answer of `attention` and compares it with PyTorch's own function."""
    want = F.scaled_dot_product_attention(q, k, v)
    # With the unit matrix for values, the output of attention is its weights.
    s, d = k.shape[-2:]
    unit = torch.eye(s, dtype=q.dtype).expand(*k.shape[:-1], s)
    want_weights = F.scaled_dot_product_attention(q, k, unit)
    scores = q @ k.mT / math.sqrt(d)
    advice = {
        r"in the line: .*\bk\.(?:T\b|t\(|transpose\((?:0, 1|1, 0|1, 2|2, 1)\))": "attention-key-turned"
    }
    if q.dim() > 2:  # a loop over q, and all keys with each of its parts
        parts = rf"\({k.numel() // d}x{d} and {q.shape[-2]}x{d}\)"
        advice |= {f"cannot be multiplied {parts}": "attention-loop"}
    with advising(advice, front=q.shape[0]):
        got = check.run(q, k, v)
    check.that(is_pair(got), "attention-not-a-pair")
    out, weights = got
    shape = getattr(weights, "shape", None)
    check.that(not shape == want.shape != want_weights.shape, "attention-swapped")
    turned = want_weights.mT.shape
    check.that(not shape == turned != want_weights.shape, "attention-transposed")
    check_part(check, weights, "weights", want_weights.shape, q.dtype)
    check_part(check, out, "out", want.shape, q.dtype)
    large = scores.abs().max() > 100
    key = weights_key(weights, want_weights, "attention-weights-plain")
    mistakes = {} if key == "attention-precision" else _plain_mistakes(q, k, v, weights)
    key, atol = ("attention-overflow", LARGE) if large else (key, TIGHT[q.dtype])
    if again:
        key, mistakes = "check-remembered", {}
    check.close(weights, want_weights, atol=atol, key=key, mistakes=mistakes)
    mistakes = {
        "attention-out-scores": lambda: scores @ v,
        "attention-out-keys": _or_nothing(lambda: want_weights @ k),
        "attention-out-first-text": _or_nothing(lambda: want_weights @ v[:1]),
        "attention-out-mean": lambda: v.mean(-2, keepdim=True).expand(want.shape),
    }
    key = "check-remembered" if again else "attention-out"
    key = "attention-precision" if is_rounded(out, want) else key
    check.close(out, want, atol=10 * atol, key=key, mistakes=mistakes)


def _plain_mistakes(
    q: Tensor, k: Tensor, v: Tensor, weights: Tensor
) -> dict[str, Callable[[], Tensor]]:
    """The weights of well-known wrong answers of `attention`, by message key; `weights` are what
    the answer gives."""
    t, (s, d) = q.shape[-2], k.shape[-2:]
    scores = q @ k.mT / math.sqrt(d)

    def scaled_by(divisor: float) -> Callable[[], Tensor]:
        return lambda: (scores * math.sqrt(d) / divisor).softmax(-1)

    cosines = F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).mT
    later = torch.ones(t, s).triu(1).bool()
    return {
        "attention-no-scale": scaled_by(1),
        "attention-scaled-twice": scaled_by(d),
        "attention-wrong-scale": scaled_by(math.sqrt(v.shape[-1])),
        "attention-scale-length": scaled_by(math.sqrt(s)),
        "attention-scale-queries": scaled_by(math.sqrt(t)),
        "attention-scale-batch": scaled_by(math.sqrt(q.shape[0])),
        "attention-scale-heads": scaled_by(math.sqrt(q.shape[1])),
        "attention-scale-fixed": scaled_by(8),
        "attention-scale-up": scaled_by(1 / math.sqrt(d)),
        "attention-scale-after": lambda: scaled_by(1)() / math.sqrt(d),
        "attention-clamped": lambda: scores.clamp(-50, 50).softmax(-1),
        "attention-blocks": lambda: softmax_in_blocks(scores, weights),
        "attention-zeros": lambda: scores.masked_fill(scores == 0, -math.inf).softmax(-1),
        "attention-wrong-dim": lambda: scores.softmax(-2),
        "attention-batch-dim": lambda: scores.softmax(0),
        "attention-head-dim": lambda: scores.softmax(1),
        "attention-scores-plain": lambda: scores,
        "attention-causal": lambda: scores.masked_fill(later, -math.inf).softmax(-1),
        "attention-cosine": lambda: nearest(
            weights, *(cosines.div(x).softmax(-1) for x in (1, math.sqrt(d)))
        ),
        "attention-first-keys": _or_nothing(lambda: (q @ k[:1].mT / math.sqrt(d)).softmax(-1)),
        "attention-first-queries": _or_nothing(
            lambda: (q[:1] @ k.mT / math.sqrt(d)).softmax(-1).expand(scores.shape)
        ),
    }


# --- multi_head -----------------------------------------------------------------------------------


def head_inputs(
    *, texts: int, t: int, s: int, d_model: int, d_kv: int, dtype: torch.dtype = torch.float32
) -> tuple[Tensor, ...]:
    """Random x_q [texts, t, d_model], x_kv [texts, s, d_kv], w_q, w_k, w_v and w_o, layout (out, in)."""
    b, width, width_kv = texts, d_model, d_kv
    seed = ((b * 20 + t) * 20 + s) * 400 + width * 20 + width_kv
    shapes = [(b, t, width), (b, s, width_kv), (width, width)]
    shapes += [(width, width_kv), (width, width_kv), (width, width)]
    drawn = [normal(*shape, seed=50 * seed + i, dtype=dtype) for i, shape in enumerate(shapes)]
    # Weights of this size keep the variance of what they act on, so nothing saturates.
    return *drawn[:2], *(w / math.sqrt(w.shape[1]) for w in drawn[2:])


def long_heads(n: int) -> list[Tensor]:
    """A case for `multi_head` with two heads and unit matrices, and n keys with scores that rise."""
    q, k, _ = rising_scores(n)
    return [q.repeat(1, 1, 2), k.repeat(1, 1, 2), *[torch.eye(8)] * 4]


def large_heads() -> list[Tensor]:
    """A case for `multi_head` with two heads and unit matrices: the scores are near 900 or -900."""
    q, k, _ = large_attention()
    return [q.repeat(1, 1, 2), k.repeat(1, 1, 2), *[torch.eye(8)] * 4]


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


def compare_heads(
    check: Check, inputs: Sequence[Tensor], heads: int, *, again: bool = False
) -> None:
    """Runs the answer of `multi_head` and compares it with `nn.MultiheadAttention`."""
    x_q, x_kv, w_q, w_k, w_v, w_o = inputs
    want = torch_heads(x_q, x_kv, w_q, w_k, w_v, w_o, heads)
    mistakes = _heads_mistakes(inputs, heads)
    mistakes["heads-mixed-up"] = lambda: nearest(got, *_mixed_up(inputs, heads))
    large = x_q.abs().max() > 10
    t, s = x_q.shape[1], x_kv.shape[1]
    # As wide as the weights of all heads side by side, or as many numbers.
    weights = rf"\(\d+x{heads * s} and {len(w_o)}x"
    advice = {
        r"'tuple' object has no attribute": "heads-pair-kept",
        r"expected Tensor as element \d+ .*got tuple": "heads-pair-kept",
        rf"cannot be multiplied {weights}": "heads-out-first",
        rf"is invalid for input of size {len(x_q) * heads * t * s}\b": "heads-out-first",
    }
    narrow, size = x_kv.shape[-1] // heads, len(w_q) // heads
    if heads > 1:
        part = f"(?:{size}|{narrow})"
        misfit = rf"(?:multiplied \(\d+x{part} and|batch2 tensor to be: \[\d+, {part}\])"
        advice |= {rf"{misfit}.* in the line: .*\bw_[qkv]\b": "heads-cut-first"}
    if narrow != size:
        advice |= {rf"shape '.*\b{narrow}\]' is invalid": "heads-width"}
    if t != s:
        advice |= {r"is invalid for input of size": "heads-length"}
    with advising(advice, t=t, s=s):
        got = check.run(*inputs, heads)
    check.that(not is_pair(got), "heads-pair")
    check.tensor(got, want.shape, inputs[0].dtype)
    key = "heads-wrong"
    if again:
        key, mistakes = "check-remembered", {}
    elif is_rounded(got, want):
        key, mistakes = "attention-precision", {}
    elif any(_near(got, wrong) for wrong in _some_transposed(inputs, heads)):
        key = "heads-some-transposed"
    elif large:
        key = "heads-overflow"
    atol = 10 * LARGE if large else 2 * TIGHT[want.dtype] * want.abs().max().clamp(min=1).item()
    check.close(got, want, atol=atol, key=key, mistakes=mistakes)


def _split(x: Tensor, heads: int) -> Tensor:
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)


def _merge(x: Tensor) -> Tensor:
    return x.transpose(1, 2).flatten(2)


def _view(x: Tensor, heads: int) -> Tensor:  # the famous one: the rows of a text, cut up as heads
    return x.reshape(x.shape[0], heads, x.shape[1], -1)


def _view_back(x: Tensor) -> Tensor:
    return x.reshape(x.shape[0], x.shape[2], -1)


def _deal(x: Tensor, heads: int) -> Tensor:
    return x.unflatten(-1, (-1, heads)).permute(0, 3, 1, 2)


def _deal_back(x: Tensor) -> Tensor:
    return x.permute(0, 2, 3, 1).flatten(2)


def _softmax(scores: Tensor) -> Tensor:
    return scores.softmax(-1)


def _causal_softmax(scores: Tensor) -> Tensor:
    later = torch.ones_like(scores).triu(1).bool()
    return scores.masked_fill(later, -math.inf).softmax(-1)


def _softmax_without_zeros(scores: Tensor) -> Tensor:
    return scores.masked_fill(scores == 0, -math.inf).softmax(-1)


def _heads_with(
    inputs: Sequence[Tensor],
    heads: int,
    *,
    cut: Callable[[Tensor, int], Tensor] = _split,
    join: Callable[[Tensor], Tensor] = _merge,
    weigh: Callable[[Tensor], Tensor] = _softmax,
    keys: Tensor | None = None,
    values: Tensor | None = None,
    divisor: float | None = None,
    last: bool = True,
) -> Tensor:
    """Multi-head attention, with some of its parts exchanged. divisor: of the scores."""
    x_q, x_kv, w_q, w_k, w_v, w_o = inputs
    keys = x_kv if keys is None else keys
    values = x_kv if values is None else values
    q, k, v = cut(x_q @ w_q.T, heads), cut(keys @ w_k.T, heads), cut(values @ w_v.T, heads)
    mixed = join(weigh(q @ k.mT / (divisor or math.sqrt(q.shape[-1]))) @ v)
    return mixed @ w_o.T if last else mixed


def _heads_mistakes(inputs: Sequence[Tensor], heads: int) -> dict[str, Callable[[], Tensor]]:
    """What well-known wrong answers of `multi_head` give, by message key."""
    x_q, x_kv, w_q, w_k, w_v, w_o = inputs
    width = len(w_q)
    size = width // heads

    def make(inputs: Sequence[Tensor] = inputs, heads: int = heads, **parts: Any) -> Callable:
        return _or_nothing(lambda: _heads_with(inputs, heads, **parts))

    first = x_kv[:1].expand_as(x_kv)
    found = {
        "heads-keys": make(keys=x_q),
        "heads-values": make(values=x_q),
        "heads-keys-and-values": make(keys=x_q, values=x_q),
        "heads-queries": make((x_kv, *inputs[1:])),
        "heads-sources-exchanged": make((x_kv, x_q, *inputs[2:])),
        "heads-first-text": make(keys=first, values=first),
        "heads-first-keys": make(keys=first),
        "heads-no-output": make(last=False),
        "heads-transposed": make((x_q, x_kv, w_q.T, w_k.T, w_v.T, w_o.T)),
        "heads-output-transposed": make((*inputs[:5], w_o.T)),
        "heads-exchanged": make((x_q, x_kv, w_q, w_v, w_k, w_o)),
        "heads-cut-first": make((x_q, x_kv, *(_blocks(w, heads) for w in (w_q, w_k, w_v)), w_o)),
        "heads-scale": make(divisor=math.sqrt(width)),
        "heads-no-scale": make(divisor=1),
        "heads-scale-no-root": make(divisor=size),
        "heads-scale-heads": make(divisor=math.sqrt(heads)),
        "heads-scale-kv": make(divisor=math.sqrt(x_kv.shape[-1] / heads)),
        "heads-scale-length": make(divisor=math.sqrt(x_kv.shape[1])),
        "heads-residual": _or_nothing(lambda: x_q + _heads_with(inputs, heads)),
        "heads-batch": _or_nothing(lambda: _across_the_batch(inputs, heads)),
    }
    return found | _cut_mistakes(make, width, heads)


def _blocks(w: Tensor, heads: int) -> Tensor:
    """w [out, in] as it acts on tokens that are cut into heads before the product: head m's features
    come from its own part of a token alone. Empty where the parts would not be equal."""
    if w.shape[1] % heads:
        return torch.empty(0)
    rows = w.chunk(heads)
    return torch.block_diag(*(part.chunk(heads, dim=1)[m] for m, part in enumerate(rows)))


def _across_the_batch(inputs: Sequence[Tensor], heads: int) -> Tensor:
    """What `nn.MultiheadAttention` does without `batch_first=True`."""
    x_q, x_kv, w_q, w_k, w_v, w_o = inputs
    q, kv = x_q.transpose(0, 1), x_kv.transpose(0, 1)
    return torch_heads(q, kv, w_q, w_k, w_v, w_o, heads).transpose(0, 1)


def _some_transposed(inputs: Sequence[Tensor], heads: int) -> list[Tensor]:
    """The outputs with some of the four weights as they are, where shapes permit."""
    x_q, x_kv, *weights = inputs
    ways = [(False, True) if len(w) == w.shape[1] else (False,) for w in weights]
    outs = []
    for turned in itertools.product(*ways):
        if any(turned):
            some = [w.T if turn else w for w, turn in zip(weights, turned, strict=True)]
            outs.append(_heads_with((x_q, x_kv, *some), heads))
    return outs


def _mixed_up(inputs: Sequence[Tensor], heads: int) -> list[Tensor]:
    """The outputs with some of the four weights in the place of others, where shapes permit."""
    x_q, x_kv, *weights = inputs
    outs = []
    for order in itertools.product(range(4), repeat=4):
        some = [weights[i] for i in order]
        fits = all(w.shape == wanted.shape for w, wanted in zip(some, weights, strict=True))
        if fits and order != (0, 1, 2, 3) and len(set(order)) > 2:
            outs.append(_heads_with((x_q, x_kv, *some), heads))
    return outs


def _cut_mistakes(
    make: Callable[..., Callable[[], Tensor]], width: int, heads: int
) -> dict[str, Callable[[], Tensor]]:
    """Heads that are cut, weighed or put together in another way. make: from the parts to exchange."""
    found = {
        "heads-view": make(cut=_view, join=_view_back),
        "heads-view-in": make(cut=_view),
        "heads-view-out": make(join=_view_back),
        "heads-interleaved": make(cut=_deal, join=_deal_back),
        "heads-interleaved-in": make(cut=_deal),
        "heads-interleaved-out": make(join=_deal_back),
        "heads-reversed": make(join=lambda x: _merge(x.flip(1))),
        "heads-among": make(cut=lambda x, n: x.unflatten(-1, (n, -1)), join=lambda x: x.flatten(2)),
        "heads-averaged": make(join=lambda x: x.mean(1).repeat(1, 1, heads)),
        "heads-mean": make(weigh=lambda scores: scores.softmax(-1).mean(1, keepdim=True)),
        "heads-first": make(weigh=lambda scores: scores.softmax(-1)[:, :1]),
        "heads-softmax-heads": make(weigh=lambda scores: scores.softmax(1)),
        "heads-softmax-queries": make(weigh=lambda scores: scores.softmax(-2)),
        "heads-softmax-batch": make(weigh=lambda scores: scores.softmax(0)),
        "heads-causal": make(weigh=_causal_softmax),
        "heads-clamped": make(weigh=lambda scores: scores.clamp(-50, 50).softmax(-1)),
        "attention-zeros": make(weigh=_softmax_without_zeros),
        "heads-no-softmax": make(weigh=lambda scores: scores),
        "heads-one": make(heads=1),
    }
    wrong_numbers = {"heads-two": 2, "heads-size": width // heads}
    for key, number in wrong_numbers.items():
        if number != heads and width % number == 0:
            found[key] = make(heads=number)
    return found


# --- bahdanau_step --------------------------------------------------------------------------------


def step_inputs(
    *, texts: int, s: int, d_s: int, d_h: int, d_a: int, dtype: torch.dtype = torch.float32
) -> list[Tensor]:
    """Random s_prev [texts, d_s], H [texts, s, d_h], W1 [d_a, d_s], W2 [d_a, d_h] and w [d_a]."""
    shapes = [(texts, d_s), (texts, s, d_h), (d_a, d_s), (d_a, d_h), (d_a,)]
    seed = (((texts * 10 + s) * 10 + d_s) * 10 + d_h) * 10 + d_a
    return [normal(*shape, seed=20 * seed + i, dtype=dtype) for i, shape in enumerate(shapes)]


def zeros_at(inputs: Sequence[Tensor], text: int, rows: slice) -> Sequence[Tensor]:
    """The same inputs, where these rows of the second one (H, k, x_kv) are zeros."""
    inputs[1][text, rows] = 0
    return inputs


def large_step(inside: float, score: float) -> list[Tensor]:
    """A case for `bahdanau_step` in which the tanh gets `inside` or minus that, so that it gives 1 or
    -1, and one more or less than `score` or minus that is what a position scores."""
    s_prev = torch.tensor([[1.0, 0], [-1, 0]])
    h = torch.tensor([[[0.0, 1], [0, -1], [-2, 1]], [[0, 1], [0, -1], [-1, 0]]])
    return [s_prev, h, inside * torch.eye(2), inside * torch.eye(2), torch.tensor([score, 1.0])]


def long_step(n: int) -> list[Tensor]:
    """A case for `bahdanau_step` with n positions, whose scores rise in the first text from -40 to 40
    and fall in the second."""
    rising = torch.linspace(-1, 1, n)[:, None]
    h = torch.stack([torch.cat([x, normal(n, 2, seed=n)], dim=1) for x in (rising, -rising)])
    return [
        normal(2, 2, seed=n + 1) / 10,
        h,
        torch.eye(2),
        torch.eye(3)[:2],
        torch.tensor([52.5, 1]),
    ]


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


def compare_step(check: Check, inputs: Sequence[Tensor], *, again: bool = False) -> None:
    """Runs the answer of `bahdanau_step` and compares it with a loop over positions."""
    s_prev, h = inputs[:2]
    want_alpha, want = step_by_step(*inputs)
    third_place = r"(?:(?:: ?, ?: ?|\.\.\.), ?None\]|unsqueeze\((?:-1|2)\))"
    advice = {
        r"(?:multiplied|batch2 tensor).* in the line: .*\bW[12] ?@ ?(?!w\b| )": "step-matrix-left",
        r"(?:multiplied|batch2 tensor|size mismatch).* in the line: .*\bw(?:\.T)? ?@": "step-w-left",
        r"(?:multiplied|batch2 tensor).* in the line: .*@ [hH]\b(?!\.| @)": "step-times",
        r"must match the size.* in the line: [^*]+$": "step-no-place",  # no product: the sum
        r"must match the size.* in the line: .*\bW1\.T\)*(?:\[[^\]]*\])* *\+": "step-no-place",
        r"must match the size.* in the line: .*\bW1\b.*\[:, :, None\] \* [hH]\b": "step-no-place",
        rf"must match the size.*{third_place} *\* *[hH]\b": "step-no-sum",
        r"must match the size.*(?:\* *[hH]\b|\b[hH] *\*)": "step-times",
    }
    with advising(advice):
        got = check.run(*inputs)
    check.that(is_pair(got), "context-not-a-pair")
    alpha, c = got
    shape = getattr(alpha, "shape", None)
    check.that(not shape == want.shape != want_alpha.shape, "context-swapped")
    w1, w2, w = inputs[2:]
    unsummed = False
    if shape == (*want_alpha.shape, len(w)):  # a weight for each feature: what w adds up
        terms = torch.tanh((s_prev @ w1.T)[:, None] + h @ w2.T) * w
        unsummed = any(torch.allclose(alpha, terms.softmax(d).to(alpha.dtype)) for d in (1, 2))
    check.that(not unsummed, "step-no-sum")
    check_part(check, alpha, "alpha", want_alpha.shape, s_prev.dtype)
    all_texts = isinstance(c, Tensor) and c.dim() == 3 and c.equal(alpha @ h)
    check.that(not all_texts, "step-all-texts")
    over_features = isinstance(c, Tensor) and c.shape == h.shape[:2] != want.shape
    check.that(not over_features, "step-over-features")
    over_texts = isinstance(c, Tensor) and c.shape == h.shape[1:] != want.shape
    check.that(not over_texts, "step-over-texts")
    check_part(check, c, "c", want.shape, s_prev.dtype)
    key = _step_key(alpha, want_alpha, inputs)
    mistakes = {} if key == "attention-precision" else _step_mistakes(alpha, *inputs)
    atol = LARGE if key == "step-large-scores" else TIGHT[s_prev.dtype]
    if again:
        key, mistakes = "check-remembered", {}
    check.close(alpha, want_alpha, atol=atol, key=key, mistakes=mistakes)
    key = "check-remembered" if again else "step-c"
    key = "attention-precision" if is_rounded(c, want) else key
    mistakes = {
        "context-mean": lambda: h.mean(1),
        "context-over-n": lambda: want / h.shape[1],
        "step-last": lambda: h[:, -1],
        "step-hard": lambda: h[range(len(h)), alpha.argmax(1)],
        "step-projected": _or_nothing(lambda: (alpha[..., None] * (h @ inputs[3].T)).sum(1)),
        "step-first-states": lambda: alpha @ h[0],
        "step-c-scores": lambda: (_step_scores(*inputs)[..., None] * h).sum(1),
    }
    check.close(c, want, atol=10 * atol, key=key, mistakes=mistakes)


def _step_key(alpha: Tensor, want: Tensor, inputs: Sequence[Tensor]) -> str:
    """The message for wrong weights of `bahdanau_step` that are no known mistake."""
    s_prev, h, w1, w2, w = inputs
    if _step_scores(*inputs).abs().max() > 100:
        return "step-large-scores"
    if ((s_prev @ w1.T)[:, None] + h @ w2.T).abs().max() > 50:
        return "step-large-inside"
    if is_rounded(alpha, want):
        return "attention-precision"
    return weights_key(alpha, want, "step-alpha") if len(h) > 1 else "step-alpha"


def _step_scores(s_prev: Tensor, h: Tensor, w1: Tensor, w2: Tensor, w: Tensor) -> Tensor:
    return ((s_prev @ w1.T)[:, None] + h @ w2.T).tanh() @ w


def _step_mistakes(
    alpha: Tensor, s_prev: Tensor, h: Tensor, w1: Tensor, w2: Tensor, w: Tensor
) -> dict[str, Callable[[], Tensor]]:
    """The weights of well-known wrong answers of `bahdanau_step`, by message key; `alpha` are what
    the answer gives."""
    inside = (s_prev @ w1.T)[:, None] + h @ w2.T  # [b, s, d_a]
    scores = inside.tanh() @ w
    zeros = h.abs().sum(-1) == 0

    def swapped() -> Tensor:
        return _step_scores(s_prev, h, w2, w1, w).softmax(-1)

    return {
        "step-clamped": lambda: scores.clamp(-50, 50).softmax(-1),
        "step-blocks": lambda: softmax_in_blocks(scores, alpha),
        "step-zeros": lambda: scores.masked_fill(zeros, -math.inf).softmax(-1),
        "step-zero-scores": lambda: scores.masked_fill(scores == 0, -math.inf).softmax(-1),
        "step-batch": lambda: scores.softmax(0),
        "step-features": lambda: inside.tanh().softmax(-1) @ w,
        "step-no-tanh": lambda: (inside @ w).softmax(-1),
        "step-tanh-last": lambda: (inside @ w).tanh().softmax(-1),
        "step-relu": lambda: (inside.relu() @ w).softmax(-1),
        "step-sigmoid": lambda: (inside.sigmoid() @ w).softmax(-1),
        "step-swapped": _or_nothing(swapped),
        "step-transposed": _or_nothing(lambda: _step_scores(s_prev, h, w1.T, w2.T, w).softmax(-1)),
        "step-query-not-turned": _or_nothing(
            lambda: _step_scores(s_prev, h, w1.T, w2, w).softmax(-1)
        ),
        "step-states-not-turned": _or_nothing(
            lambda: _step_scores(s_prev, h, w1, w2.T, w).softmax(-1)
        ),
        "step-no-w": lambda: inside.tanh().sum(-1).softmax(-1),
        "step-mean-w": lambda: inside.tanh().mean(-1).softmax(-1),
        "step-scaled": lambda: (scores / len(w) ** 0.5).softmax(-1),
        "step-scaled-h": lambda: (scores / h.shape[-1] ** 0.5).softmax(-1),
        "step-no-query": lambda: ((h @ w2.T).tanh() @ w).softmax(-1),
        "step-no-states": lambda: torch.full_like(scores, 1 / scores.shape[1]),
        "step-first-query": lambda: _step_scores(s_prev[:1], h, w1, w2, w).softmax(-1),
        "step-texts-mixed": _or_nothing(
            lambda: (
                ((s_prev @ w1.T).repeat(h.shape[1], 1).reshape(*h.shape[:2], -1) + h @ w2.T).tanh()
                @ w
            ).softmax(-1)
        ),
        "step-first-text": lambda: scores.softmax(-1)[:1].expand_as(scores),
        "step-negative": lambda: (-scores).softmax(-1),
        "context-scores": lambda: scores,
    }


# --- the visible checks ---------------------------------------------------------------------------


def check_context_vector(check: Check) -> None:
    query, rows = torch.tensor(EXAMPLE_Q).float(), torch.tensor(EXAMPLE_K).float()
    compare_context(check, query, rows, rows)  # with section 2's numbers
    compare_context(check, torch.tensor([1.0, -1]), torch.tensor([[2.0, 0], [0, 1]]), torch.eye(2))
    for n, d_k, d_v in ((3, 5, 2), (1, 4, 3), (4, 1, 1)):
        compare_context(check, normal(d_k, seed=1), normal(n, d_k, seed=2), normal(n, d_v, seed=3))
    compare_context(check, query, rows.flip(0), rows.flip(1), again=True)  # the first shapes
    first = normal(4, seed=4), normal(5, 4, seed=5), normal(5, 3, seed=6)
    compare_context(check, *first)
    for inputs in twins(first):  # the same numbers in another order
        compare_context(check, *inputs, again=True)
    compare_context(check, *(x.double() for x in (query + 1, rows, rows[:, :2])))
    compare_context(check, first[0], *(as_view(x, 0, 1) for x in first[1:]))
    queries, keys, values = rising_scores(1100)  # a long text
    for query in queries:
        compare_context(check, query, keys, values)
    compare_context(check, *large_scores())
    compare_context(check, *large_scores(rows=slice(0, 2)))  # all of them below 0


def check_align(check: Check) -> None:
    for name in YOURS:  # two calls of one size, which the check makes again
        compare_align(check, *align_case(name, **ALIGN_CASES[0]))
        compare_align(check, *align_case(name, **ALIGN_CASES[0], seed=2), again=True)
    for sizes in ALIGN_CASES:
        for name in FORMULAS:
            compare_align(check, *align_case(name, **sizes))
    for name in FORMULAS:  # the first sizes, other numbers
        compare_align(check, *align_case(name, **ALIGN_CASES[0], seed=2), again=True)
    for name in FORMULAS:  # one thing after the other in another order
        first = align_case(name, n=4, d_q=4, d_k=4, h=4, seed=11)
        compare_align(check, *first)
        for case in align_twins(*first):
            compare_align(check, *case, again=True)
    for name in FORMULAS:
        _, q, K, params = align_case(name, n=1100, d_q=2, d_k=2, h=3, seed=12)  # many keys
        compare_align(check, name, q, as_view(K, 0, 1), params)
    compare_align(check, *short_vectors(size=0.01))
    same = torch.tensor([2.0, 0.5]), torch.tensor([[1.0, 5.0], [3.0, -1.0]])
    compare_align(check, "generalized_kernel", *same, {"phi": torch.detach})  # gives K itself back
    for name in FORMULAS:  # all tensors of two dimensions are views
        _, q, K, params = align_case(name, n=3, d_q=2, d_k=4, h=3, seed=13)
        compare_align(check, name, q, as_views(K), as_views(params))
    for name in ("telepathy", "General", "scaled dot product", "dot", "", *misspelled(FORMULAS)):
        check.raises(ValueError, name, torch.ones(2), torch.eye(2), {})
    for name in FORMULAS:  # a beginning is not the name, whatever stands in params
        _, q, K, params = align_case(name, n=3, d_q=2, d_k=2, h=3)
        for longer in (f"{name}_2", f"{name}_"):
            check.raises(ValueError, longer, q, K, params)


def check_bahdanau_step(check: Check) -> None:
    for sizes in (
        {"texts": 2, "s": 3, "d_s": 4, "d_h": 4, "d_a": 4},
        {"texts": 3, "s": 5, "d_s": 4, "d_h": 2, "d_a": 6},
        {"texts": 1, "s": 3, "d_s": 2, "d_h": 3, "d_a": 4},
        {"texts": 2, "s": 1, "d_s": 3, "d_h": 1, "d_a": 1},
        {"texts": 2, "s": 4, "d_s": 3, "d_h": 5, "d_a": 2, "dtype": torch.float64},
    ):
        compare_step(check, step_inputs(**sizes))
    changed = step_inputs(texts=2, s=3, d_s=4, d_h=4, d_a=4)  # the first shapes, with other numbers
    compare_step(check, [x.flip(0) for x in changed], again=True)
    compare_step(check, changed)
    compare_step(
        check, [*changed[:2], *(x.flip(0) for x in changed[2:])], again=True
    )  # other weights alone
    first = step_inputs(texts=4, s=5, d_s=4, d_h=4, d_a=4)
    compare_step(check, first)
    for inputs in twins(first):  # the numbers of one input in another order
        compare_step(check, inputs, again=True)
    compare_step(check, step_inputs(texts=70, s=2, d_s=2, d_h=2, d_a=2))
    compare_step(check, long_step(1100))
    padded = step_inputs(texts=2, s=4, d_s=3, d_h=3, d_a=5)
    compare_step(check, zeros_at(padded, text=1, rows=slice(2, 4)))  # zeros behind two positions
    padded = step_inputs(texts=2, s=4, d_s=3, d_h=2, d_a=5)
    compare_step(check, zeros_at(padded, text=0, rows=slice(0, 4)))  # nothing but zeros
    state, states, *weights = step_inputs(texts=2, s=3, d_s=4, d_h=5, d_a=3)
    compare_step(check, [as_view(state, 0, 1), as_view(states, 0, 1), *weights])
    compare_step(check, as_views([state, states, *weights]))
    compare_step(check, large_step(inside=900, score=3))
    compare_step(check, large_step(inside=20, score=900))


def check_attention(check: Check) -> None:
    for front, sizes in (
        ((), {"t": 2, "s": 3, "d_k": 4, "d_v": 5}),
        ((), {"t": 4, "s": 2, "d_k": 7, "d_v": 3}),
        ((2,), {"t": 3, "s": 4, "d_k": 5, "d_v": 6}),  # two texts
        ((2, 3), {"t": 4, "s": 5, "d_k": 6, "d_v": 2}),  # two texts, three heads
        ((2, 2, 3), {"t": 2, "s": 3, "d_k": 5, "d_v": 4}),
        ((2,), {"t": 3, "s": 3, "d_k": 4, "d_v": 2}),  # as many queries as keys
        ((1,), {"t": 1, "s": 4, "d_k": 2, "d_v": 3}),
        ((3,), {"t": 3, "s": 1, "d_k": 1, "d_v": 1}),
        ((2,), {"t": 3, "s": 5, "d_k": 4, "d_v": 2, "dtype": torch.float64}),
    ):
        compare_attention(check, *attention_inputs(*front, **sizes))
    again = attention_inputs(2, t=3, s=4, d_k=5, d_v=6, seed=1)  # shapes of before, other numbers
    compare_attention(check, *again, again=True)
    first = attention_inputs(2, t=4, s=5, d_k=4, d_v=4)
    compare_attention(check, *first)
    for inputs in twins(first):  # the numbers of one input in another order
        compare_attention(check, *inputs, again=True)
    compare_attention(check, *rising_scores(1100))  # many keys
    compare_attention(check, *attention_inputs(70, t=1, s=2, d_k=2, d_v=1))
    compare_attention(check, *attention_inputs(t=600, s=3, d_k=2, d_v=2))
    texts = attention_inputs(2, t=2, s=4, d_k=3, d_v=2)
    compare_attention(check, *zeros_at(texts, text=1, rows=slice(1, 2)))  # a key like any other
    heads = attention_inputs(2, 3, t=4, s=5, d_k=2, d_v=3)
    compare_attention(check, *(as_view(x, 1, 2) for x in heads))
    compare_attention(check, *as_views(heads))
    compare_attention(check, *large_attention())


def check_multi_head(check: Check) -> None:
    two_texts = head_inputs(texts=2, t=4, s=4, d_model=6, d_kv=6)
    compare_heads(check, two_texts, heads=2)
    compare_heads(check, [x.flip(0) for x in two_texts], heads=2, again=True)  # other numbers
    two_lengths = head_inputs(texts=1, t=2, s=3, d_model=6, d_kv=6)
    mixed = [*two_texts[:2], *two_lengths[2:]]
    compare_heads(check, mixed, heads=2, again=True)  # other weights alone
    compare_heads(check, two_lengths, heads=2)
    first = head_inputs(texts=2, t=4, s=5, d_model=4, d_kv=4)
    compare_heads(check, first, heads=2)
    for inputs in twins(first):  # the numbers of one input in another order
        compare_heads(check, inputs, heads=2, again=True)
    compare_heads(check, long_heads(1100), heads=2)
    compare_heads(check, head_inputs(texts=2, t=2, s=3, d_model=64, d_kv=8), heads=16)
    compare_heads(check, head_inputs(texts=70, t=1, s=2, d_model=2, d_kv=2), heads=1)
    x, _, *weights = two_texts
    compare_heads(check, [x, x, *weights], heads=3)  # self-attention
    for heads in (1, 6):
        compare_heads(check, two_texts, heads)
    compare_heads(check, head_inputs(texts=3, t=2, s=4, d_model=6, d_kv=5), heads=2)
    compare_heads(check, head_inputs(texts=2, t=1, s=1, d_model=4, d_kv=6), heads=2)
    padded = head_inputs(texts=2, t=3, s=4, d_model=4, d_kv=4)
    compare_heads(check, zeros_at(padded, text=1, rows=slice(2, 4)), heads=2)  # rows like any other
    exact = head_inputs(texts=2, t=3, s=4, d_model=8, d_kv=8, dtype=torch.float64)
    compare_heads(check, exact, heads=2)
    x, y, *weights = head_inputs(texts=3, t=4, s=2, d_model=6, d_kv=6)
    compare_heads(check, [as_view(x, 0, 1), as_view(y, 0, 1), *weights], heads=2)
    compare_heads(check, as_views([x, y, *weights]), heads=2)
    compare_heads(check, large_heads(), heads=2)
