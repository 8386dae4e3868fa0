"""What the check cells of 04_families use: inputs, references and comparisons. FLOPs are counted by
PyTorch's profiler."""

from __future__ import annotations

import functools
import math
import numbers
from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from course_utils.checks.check import Check
from course_utils.families import FAMILIES, JOBS, REASONS, Memory, Sizes, flops, make_family

# --- what generation costs ------------------------------------------------------------------------


@functools.lru_cache(maxsize=256)
def counted_flops(kind: str, n_in: int, n_out: int, cache: bool, sizes: Sizes) -> int:
    """The same, counted by PyTorch's profiler while the small Transformer generates.

    It runs on the "meta" device: all shapes are real, and nothing is computed.
    """
    from torch.utils.flop_counter import FlopCounterMode

    with torch.device("meta"):
        encoder, tower = make_family(
            kind, sizes.vocab, width=sizes.width, hidden=sizes.hidden, heads=2,
            layers=sizes.layers, longest=n_in + n_out + 1,
        )  # fmt: skip

    def tokens(n: int) -> Tensor:
        return torch.zeros(1, n, dtype=torch.long, device="meta")

    def head(states: Tensor) -> Tensor:
        return states @ tower.tokens.weight.T

    with FlopCounterMode(display=False) as counter, torch.no_grad():
        if kind == "encoder":
            states = tower.states(tower.embed(tokens(n_in)))
            head(states[:, :1].expand(-1, n_out, -1))  # the gaps
        else:
            source = None
            if encoder is not None:
                source = encoder.states(encoder.embed(tokens(n_in)))
            first = n_in if encoder is None else 1
            memory: Memory | None = {} if cache else None
            for step in range(n_out):
                new = first + step if step == 0 or not cache else 1
                x = tower.embed(tokens(new), start=first + step - new)
                head(tower.states(x, source, memory)[:, -1:])
    return counter.get_total_flops()


# --- checks: numbers ------------------------------------------------------------------------------


def whole_number(check: Check, got: Any) -> int:
    """`got` as an int: an int, a float without a fraction, or a tensor of one such number."""
    if isinstance(got, Tensor) and got.numel() == 1:
        got = got.item()
    number = isinstance(got, numbers.Real) and not isinstance(got, bool)
    check.that(number, "whole-number", got=type(got).__name__)
    check.that(math.isfinite(got) and got == int(got), "whole-number-fraction", got=got)
    return int(got)


def compare_whole(
    check: Check, got: Any, want: int, key: str, mistakes: dict[str, int], **fields: Any
) -> None:
    """`got` must be the whole number `want`; see `Check.close` for `mistakes`."""
    number = whole_number(check, got)
    if number == want:
        return
    for mistake, value in mistakes.items():
        if number == value:
            check.fail(mistake, want=f"{want:,}", got=f"{number:,}", **fields)
    check.fail(key, want=f"{want:,}", got=f"{number:,}", **fields)


# --- count_params ---------------------------------------------------------------------------------


def t5_parameters(layers: int, d: int, ff: int, vocab: int, heads: int, d_kv: int) -> int:
    """What `parameters` counts in `t5_on_meta`, which takes a second to build the largest."""
    attention, feed_forward = 4 * d * heads * d_kv + d, 2 * d * ff + d  # each with its norm
    ends = 2 * (32 * heads + d)  # of both towers, the position table and the last norm
    return vocab * d + layers * (3 * attention + 2 * feed_forward) + ends


def compare_params(check: Check, *sizes: int) -> None:
    """Runs the answer of `count_params` and compares it with the size of the library's model."""
    layers, d, ff, vocab, heads, d_kv = sizes
    want = t5_parameters(*sizes)
    inner = heads * d_kv
    cross = layers * (4 * d * inner + d)
    position = 32 * heads
    norms = 2 * (layers * 2 * d + d) + layers * d
    wrong_inner = (4 * d * d - 4 * d * inner) * 3 * layers
    mistakes = {
        "params-no-cross": want - cross,
        "params-no-cross-matrices": want - layers * 4 * d * inner,
        "params-embedding-twice": want + vocab * d,
        "params-embedding-thrice": want + 2 * vocab * d,
        "params-no-embedding": want - vocab * d,
        "params-no-position": want - 2 * position,
        "params-position-once": want - position,
        "params-position-every-layer": want + 2 * (layers - 1) * position,
        "params-position-in-cross": want + position,
        "params-position-shared-heads": want - 2 * position + 2 * 32,
        "params-no-norms": want - norms,
        "params-no-final-norm": want - 2 * d,
        "params-norm-bias": want + norms,
        "params-cross-no-norm": want - layers * d,
        "params-d-model-heads": want + wrong_inner,
        "params-gated": want + 2 * layers * d * ff,
        "params-biases": want + layers * (3 * (3 * inner + d) + 2 * (ff + d)),
        "params-one-norm-per-layer": want - layers * 3 * d,
    }
    known = {value: key for key, value in mistakes.items() if value != want}
    compare_whole(check, check.run(*sizes), want, "params-wrong", {k: v for v, k in known.items()})


# --- prefix_lm_mask -------------------------------------------------------------------------------


def compare_prefix(check: Check, p: int, n: int) -> None:
    """Runs the answer of `prefix_lm_mask` and compares it."""
    got = check.run(p, n)
    check.tensor(got, shape=(n, n), dtype=torch.bool)
    i, j = torch.arange(n)[:, None], torch.arange(n)[None]
    want = (j <= i) | (j < p)
    check.equal(
        got, want, key="prefix-wrong",
        mistakes={
            "prefix-inverted": ~want,
            "prefix-transposed": want.T,
            "prefix-causal": j <= i,
            "prefix-open": torch.ones(n, n).bool(),
            "prefix-suffix-length": (j <= i) | (j < n - p),
            "prefix-too-long": (j <= i) | (j <= p),
            "prefix-too-short": (j <= i) | (j < p - 1),
            "prefix-rows": (j <= i) | (i < p),
            "prefix-block-only": (i < p) & (j < p) | (i >= p) & (j >= p) & (j <= i),
            "prefix-columns-only": (j < p).expand(n, n),
            "prefix-suffix-open": (j < p) | (i >= p),
            "prefix-no-diagonal": (j < i) | (j < p),
            "prefix-backwards": (j >= i) | (j < p),
        },
    )  # fmt: skip


# --- span_corrupt ---------------------------------------------------------------------------------


def spans_by_hand(
    ids: Sequence[int], spans: Sequence[tuple[int, int]], first: int, eos: int
) -> tuple[list[int], list[int]]:
    """T5's inputs and targets, one token at a time."""
    starts = {start: number for number, (start, _) in enumerate(spans)}
    inside = {i for start, end in spans for i in range(start, end)}
    inputs, targets = [], []
    for i, token in enumerate(ids):
        if i in starts:
            inputs.append(first - starts[i])
            targets.append(first - starts[i])
        (targets if i in inside else inputs).append(token)
    return [*inputs, eos], [*targets, first - len(spans), eos]


def compare_spans(
    check: Check, ids: Sequence[int], spans: Sequence[tuple[int, int]], first: int, eos: int
) -> None:
    """Runs the answer of `span_corrupt` and compares both lists."""
    got = check.run(list(ids), list(spans), first, eos)
    check.that(isinstance(got, (tuple, list)) and len(got) == 2, "spans-not-a-pair")
    lists = []
    for part in got:
        if isinstance(part, Tensor) and part.ndim == 1 and not part.is_floating_point():
            part = part.tolist()
        check.that(isinstance(part, (list, tuple)), "spans-not-lists", got=type(part).__name__)
        check.that(all(type(x) is int for x in part), "spans-not-ids")
        lists.append(list(part))
    inputs, targets = lists
    want_inputs, want_targets = spans_by_hand(ids, spans, first, eos)
    if (inputs, targets) == (want_inputs, want_targets):
        return
    inside = {i for start, end in spans for i in range(start, end)}
    cut = [ids[i] for i in sorted(inside)]
    kept = [token for i, token in enumerate(ids) if i not in inside]
    sentinels = [first - number for number in range(len(spans) + 1)]
    rising = {x: 2 * first - x for x in sentinels}
    one_each = spans_by_hand(ids, [(i, i + 1) for i in sorted(inside)], first, eos)
    longer = spans_by_hand(ids, [(start, end + 1) for start, end in spans], first, eos)
    swapped = (inputs, targets) == (want_targets, want_inputs) and inputs != targets
    upwards = [[rising.get(x, x) for x in part] for part in (want_inputs, want_targets)]
    same = [[first if x in sentinels else x for x in part] for part in (want_inputs, want_targets)]
    several = len(spans) > 1
    for matches, key in (
        (swapped, "spans-swapped"),
        (len(cut) > len(spans) and inputs == one_each[0], "spans-sentinel-per-token"),
        (targets == upwards[1] or several and inputs == upwards[0], "spans-rising"),
        (targets == same[1] or several and inputs == same[0], "spans-one-sentinel"),
        (inputs == want_inputs[:-1] or targets == want_targets[:-1], "spans-no-eos"),
        (bool(spans and kept) and inputs in (kept, [*kept, eos]), "spans-dropped"),
        (bool(spans) and inputs == longer[0] and targets != want_targets, "spans-end-included"),
        (targets in ([*want_targets[:-2], eos], want_targets[:-2]), "spans-no-final"),
        (targets in ([*ids, eos], list(ids)), "spans-whole-text"),
        (bool(spans) and targets in (cut, [*cut, eos]), "spans-no-sentinels"),
    ):  # fmt: skip
        check.that(not matches, key)
    check.that(inputs == want_inputs, "spans-inputs", got=inputs, want=want_inputs)
    check.that(targets == want_targets, "spans-targets", got=targets, want=want_targets)


# --- cross_attend ---------------------------------------------------------------------------------


def cross_case(
    b: int,
    t: int,
    s: int,
    d_dec: int,
    d_enc: int,
    d_k: int,
    d_v: int,
    padding: Sequence[int] = (),
    seed: int = 0,
    dtype: torch.dtype = torch.float32,
) -> tuple[Tensor, ...]:
    """The arguments of `cross_attend`; padding: how many tokens of each source are padding."""
    generator = torch.Generator().manual_seed(seed)

    def normal(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator, dtype=torch.float64).to(dtype)

    x, h = normal(b, t, d_dec), normal(b, s, d_enc)
    w_q, w_k, w_v = normal(d_k, d_dec), normal(d_k, d_enc), normal(d_v, d_enc)
    mask = torch.zeros(b, s).bool()
    for row, count in enumerate(padding):
        if count:
            mask[row, -count:] = True
    return x, h, w_q / math.sqrt(d_dec), w_k, w_v, mask


def cross_by_library(x, h, w_q, w_k, w_v, padding) -> Tensor:
    """PyTorch's own attention."""
    return F.scaled_dot_product_attention(
        x @ w_q.T, h @ w_k.T, h @ w_v.T, attn_mask=~padding[:, None, :]
    )


def compare_cross(check: Check, *case: Tensor) -> None:
    """Runs the answer of `cross_attend` and compares it with PyTorch's own attention."""
    x, h, w_q, w_k, w_v, padding = case
    got = check.run(*case)
    if isinstance(got, (tuple, list)) and len(got) == 2:
        check.fail("cross-pair")
    want = cross_by_library(*case)
    t, s = x.shape[1], h.shape[1]
    shape = tuple(getattr(got, "shape", ()))
    if t != s and len(shape) == 3 and shape[1] == s:
        check.fail("cross-query-source")
    check.tensor(got, tuple(want.shape), "float")
    check.that(not got.isnan().any(), "cross-nan")
    q, k, v = x @ w_q.T, h @ w_k.T, h @ w_v.T
    scores = q @ k.transpose(1, 2)
    root = math.sqrt(q.shape[-1])
    hidden = padding[:, None, :].expand_as(scores)

    def attend(scores: Tensor, dim: int = -1) -> Tensor:
        return scores.masked_fill(hidden, -math.inf).softmax(dim) @ v

    weights = (scores / root).softmax(-1)
    mistakes: dict[str, Callable[[], Tensor]] = {
        "cross-no-scale": lambda: attend(scores),
        "cross-no-padding": lambda: weights @ v,
        "cross-mask-after": lambda: weights.masked_fill(hidden, 0) @ v,
        "cross-inverted": lambda: (scores / root).masked_fill(~hidden, -math.inf).softmax(-1) @ v,
        "cross-scale-width": lambda: attend(scores / math.sqrt(x.shape[-1])),
        "cross-scale-source": lambda: attend(scores / math.sqrt(s)),
        "cross-scale-squared": lambda: attend(scores / q.shape[-1]),
        "cross-scores-zeroed": lambda: (scores / root).masked_fill(hidden, 0).softmax(-1) @ v,
        "cross-first-mask": lambda: (
            (scores / root).masked_fill(padding[0].expand_as(scores), -math.inf).softmax(-1) @ v
        ),
        "cross-padding-last": lambda: (
            (scores / root)
            .masked_fill(padding.sort(-1).values[:, None].expand_as(scores), -math.inf)
            .softmax(-1)
            @ v
        ),
        "cross-softmax-targets": lambda: (scores / root).masked_fill(hidden, -1e9).softmax(1) @ v,
        "cross-no-softmax": lambda: (scores / root).masked_fill(hidden, 0) @ v,
    }
    if x.shape[-1] == h.shape[-1]:
        mistakes["cross-self"] = lambda: F.scaled_dot_product_attention(q, x @ w_k.T, x @ w_v.T)
    silent = h.masked_fill(padding[..., None], 0)
    mistakes["cross-values-zeroed"] = lambda: (
        (q @ (silent @ w_k.T).transpose(1, 2) / root).softmax(-1) @ (silent @ w_v.T)
    )
    if t > 1:
        future = torch.ones(t, s).bool().triu(1)
        mistakes["cross-causal"] = lambda: (
            (scores / root).masked_fill(hidden | future, -math.inf).softmax(-1) @ v
        )
    if v.shape[-1] == x.shape[-1]:
        mistakes["cross-residual"] = lambda: want + x
    if not padding.any():
        for key in (
            "cross-no-padding",
            "cross-mask-after",
            "cross-inverted",
            "cross-scores-zeroed",
            "cross-first-mask",
            "cross-padding-last",
            "cross-values-zeroed",
        ):
            del mistakes[key]
    check.close(got, want, key="cross-wrong", mistakes=mistakes)


# --- family_of ------------------------------------------------------------------------------------


def compare_family(check: Check, jacobian: Tensor, want: str, key: str = "family-wrong") -> None:
    """Runs the answer of `family_of`; key: the message for a wrong answer on this input."""
    got = check.run(jacobian)
    check.that(isinstance(got, str) and got in FAMILIES, "family-unknown", got=repr(got))
    if got == want:
        return
    if key == "family-wrong":
        special = {
            ("prefix", "decoder"): "family-prefix-missed",
            ("prefix", "encoder"): "family-prefix-is-open",
            ("decoder", "prefix"): "family-not-prefix",
            ("encoder", "prefix"): "family-not-prefix",
            ("encoder-decoder", "prefix"): "family-source-columns",
            ("encoder-decoder", "decoder"): "family-source-columns",
            ("encoder-decoder", "encoder"): "family-source-columns",
        }
        key = special.get((want, got), key)
    check.fail(key, want=want, got=got)


# --- decode_flops ---------------------------------------------------------------------------------


def compare_flops(
    check: Check, kind: str, n_in: int, n_out: int, cache: bool, sizes: Sizes
) -> None:
    """Runs the answer of `decode_flops` and compares it with `flops`, which is quicker than the
    profiler and counts the same."""
    want = flops(kind, n_in, n_out, cache, sizes)
    layers, d, hidden, vocab = sizes
    token = layers * (8 * d * d + 4 * d * hidden)
    pair = layers * 4 * d
    encoder = n_in * token + n_in * n_in * pair
    source = layers * 4 * d * d * n_in
    head = 2 * d * vocab
    steps = range(n_out)
    other = flops(kind, n_in, n_out, not cache, sizes)
    mistakes = {
        "flops-half": want // 2,
        "flops-double": want * 2,
        "flops-no-head": want - n_out * head,
        "flops-head-once": want - (n_out - 1) * head,
    }
    if kind == "encoder":
        mistakes |= {
            "flops-encoder-steps": want + (n_out - 1) * encoder,
            "flops-head-everywhere": want + (n_in - n_out) * head,
            "flops-no-attention": want - n_in * n_in * pair,
            "flops-one-product": want - n_in * n_in * pair // 2,
        }
    else:
        fed = {  # (tokens, pairs of query and key) in self-attention
            ("decoder", True): (n_in + n_out - 1,
                                n_in * n_in + sum(n_in + t for t in steps if t)),
            ("decoder", False): (sum(n_in + t for t in steps), sum((n_in + t) ** 2 for t in steps)),
            ("encoder-decoder", True): (n_out, sum(t + 1 for t in steps)),
            ("encoder-decoder", False): (sum(t + 1 for t in steps),
                                         sum((t + 1) ** 2 for t in steps)),
        }  # fmt: skip
        tokens, pairs = fed[kind, cache]
        attention = pairs * pair
        if kind == "encoder-decoder":
            attention += (n_in * n_in + tokens * n_in) * pair
        reads = {  # how many tokens one pass of self-attention reads, pass by pass
            ("decoder", True): [n_in],
            ("decoder", False): [n_in + t for t in steps],
            ("encoder-decoder", True): [],
            ("encoder-decoder", False): [t + 1 for t in steps],
        }[kind, cache]
        blocked = sum(n * (n - 1) // 2 for n in reads)  # the pairs above the diagonals
        mistakes |= {
            "flops-no-attention": want - attention,
            "flops-one-product": want - attention // 2,
            "flops-no-self-attention": want - pairs * pair,
            "flops-blocked-pairs": want - blocked * pair,
            "flops-head-everywhere": want + (tokens - n_out) * head,
            ("flops-cache-ignored" if cache else "flops-always-cached"): other,
        }
        if kind == "decoder":
            last = n_in + n_out
            mistakes["flops-last-token"] = (
                want + token + last * pair if cache else want + last * token + last**2 * pair
            )
            if cache:
                mistakes |= {
                    "flops-keys": want - (n_out - 1) * pair,
                    "flops-own-keys": want - sum(n_in + t - 1 for t in steps if t) * pair,
                    "flops-new-tokens": want - encoder,
                    "flops-extra-step": want + token + last * pair,
                }
        else:
            mistakes |= {
                "flops-encoder-each-step": want + (n_out - 1) * encoder,
                "flops-no-encoder": want - encoder,
                "flops-no-cross": want
                - source * (1 if cache else n_out)
                - tokens * (layers * 4 * d * d + n_in * pair),
                "flops-source-each-step" if cache else "flops-source-once": want
                + (1 if cache else -1) * (n_out - 1) * source,
                "flops-no-source": want - source * (1 if cache else n_out),
                "flops-cross-pairs": want - tokens * n_in * pair,
                "flops-cross-keys": want - tokens * n_in * pair + pairs * pair,
                "flops-prompt-in-decoder": flops("decoder", n_in, n_out, cache, sizes),
                "flops-no-start": want - token - (layers * 4 * d * d + (n_in + 1) * pair),
            }
            if cache:
                mistakes["flops-encoder-each-step-all"] = want + (n_out - 1) * (encoder + source)
    first: dict[int, str] = {}
    for key, value in mistakes.items():
        if value != want:
            first.setdefault(value, key)
    compare_whole(
        check, check.run(kind, n_in, n_out, cache), want, "flops-wrong",
        {key: value for value, key in first.items()},
    )  # fmt: skip


# --- t5_prompt ------------------------------------------------------------------------------------


LANGUAGES = ("German", "French", "Romanian")  # what T5 was trained to translate English into


def prompt_by_hand(task: str, fields: dict[str, str]) -> str:
    """The prompt with which T5 was trained."""
    if task == "translate":
        return "translate English to " + fields.get("target_lang", "German") + ": " + fields["text"]
    if task == "question":
        return "question: " + fields["question"] + " context: " + fields["context"]
    return {"summarize": "summarize: ", "sentiment": "sst2 sentence: "}[task] + fields["text"]


def compare_prompt(check: Check, task: str, **fields: Any) -> None:
    """Runs the answer of `t5_prompt` and compares it, letter for letter."""
    got = check.run(task, **fields)
    check.that(type(got) is str, "prompt-not-text", got=type(got).__name__)
    want = prompt_by_hand(task, fields)
    if got == want:
        return
    if task == "sentiment":
        check.that(not got.startswith("sentiment:"), "prompt-sentiment")
        check.that(not got.startswith("sst2:"), "prompt-sst2")
    if task == "question":
        context = got.find("context:")
        check.that(not -1 < context < got.find("question:"), "prompt-order")
    if task == "translate":
        check.that("German" not in got or "German" in want, "prompt-language")
        check.that(got != fields["text"] and not got.startswith("translate: "), "prompt-translate")
    check.that("".join(got.split()) != "".join(want.split()), "prompt-spaces")
    check.that(got.lower() != want.lower(), "prompt-case")
    check.that(got.rstrip() != want + "</s>" and got.rstrip() != want + " </s>", "prompt-eos")
    texts = [value for name, value in fields.items() if name != "target_lang"]
    check.that(all(text in got for text in texts), "prompt-text")
    check.close(got, want, key="prompt-wrong")


# --- recommend and the decision tree --------------------------------------------------------------


# What decides for each family: all of one of these sets.
DECISIVE = {
    "encoder": ({"fixed answer"},),
    "encoder-decoder": ({"writes text", "own source"},),
    "decoder": ({"writes text", "continues"}, {"writes text", "one for all"}),
}


def compare_recommendation(check: Check, task: str) -> str:
    """Runs the answer of `recommend`; returns the family it chose."""
    got = check.run(task)
    check.that(isinstance(got, dict) and {"family", "reasons"} <= got.keys(), "recommend-form")
    family, reasons = got["family"], got["reasons"]
    check.that(
        isinstance(family, str) and family in DECISIVE, "recommend-family-unknown", got=repr(family)
    )
    check.that(isinstance(reasons, (list, tuple, set, frozenset)), "recommend-reasons-form")
    strange = [r for r in reasons if not (isinstance(r, str) and r in REASONS)]
    check.that(not strange, "recommend-reason-unknown", got=repr(strange[0]) if strange else "")
    job = JOBS[task]
    check.that(family in job.families, "recommend-family", task=task, got=family)
    false = sorted(set(reasons) - job.true)
    check.that(
        not false,
        "recommend-reason-false",
        task=task,
        reason=false[0] if false else "",
        meaning=REASONS[false[0]] if false else "",
    )
    decided = any(wanted <= set(reasons) for wanted in DECISIVE[family])
    check.that(decided, "recommend-reason-missing", task=task, family=family)
    return family
