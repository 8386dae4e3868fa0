"""What the check cells of 05_decoding use: inputs, references and comparisons.

The references are transformers' own processors and its own `generate`, run for real; the nucleus and
the beam search are the exercises' own words in code, and tests compare them with the library's. What
is wanted is known before the answer is called.
"""

from __future__ import annotations

import copy
import itertools
import math
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache, partial
from typing import Any, NamedTuple
from unittest import mock

import torch
from torch import Tensor, nn

from course_utils.checks.check import Check, Stop
from course_utils.decoding import Fed, Hypothesis, LogProbs, count_tokens, model_language
from course_utils.messages import say

BLOCKED = -1e4  # a logit at or below this is out of the race, like -inf

# --- one step: distributions ----------------------------------------------------------------------


def logits_case(
    *shape: int, seed: int = 0, spread: float = 2.0, dtype: torch.dtype = torch.float32
) -> Tensor:
    """Random logits of this shape, about half of them negative, with no two alike."""
    generator = torch.Generator().manual_seed(seed)
    return (torch.randn(*shape, generator=generator, dtype=torch.float64) * spread).to(dtype)


def twins(more: float = 0.0) -> Iterator[tuple[Tensor, bool]]:
    """Logits that a careless memory takes for those before, each as (float32 [2, 6], is it such a twin):
    the same numbers in other places, where the first, the last and the largest stay, or others with
    the same sum. more: is added to all of them.
    """
    first = torch.tensor([[3.0, 1.0, 0.5, 2.0, -1.0, 0.0], [2.5, -0.5, 1.5, 0.25, 1.0, -2.0]])
    first += more
    yield first, False
    same_ends, same_sum, near = first.clone(), first.clone(), first.clone()
    same_ends[:, 1:-1] = first[:, 1:-1].flip(-1)
    same_sum[:, 1:3] += torch.tensor([0.6, -0.6])
    near[:, 3] += 0.001
    for other in (first.flip(-1), first.roll(1, -1), first.flip(0), same_ends, same_sum, near):
        yield other, True
    yield first, True


def wide_twins(seed: int = 0) -> Iterator[tuple[Tensor, bool]]:
    """The same with a large vocabulary, in which two logits change places: PyTorch prints both alike."""
    first = logits_case(1, 3000, seed=seed, spread=1.0)
    first[0, 1500] += 6
    yield first, False
    other = first.clone()
    other[0, 1499:1501] = first[0, 1499:1501].flip(0)
    yield other, True


def twin_texts() -> Iterator[tuple[Tensor, bool]]:
    """Texts of 6 tokens that a careless memory takes for those before: int64 [2, n], as in `twins`."""
    for twin, text in enumerate((
        [[0, 1, 4, 2], [3, 3, 5, 1]],
        [[0, 2, 3, 2], [3, 4, 4, 1]],  # the same sum, first and last token
        [[3, 3, 5, 1], [0, 1, 4, 2]],
        [[3, 4, 4, 1, 5], [5, 5, 5, 5, 5]],  # one token longer, but another text
        [[5, 5, 4, 3], [2, 2, 2, 0]],
        [[2], [4]],  # a new text begins
        [[2, 0], [4, 3]],
        [[5, 0], [3, 3]],
        [[2, 0], [4, 3]],
    )):  # fmt: skip
        yield torch.tensor(text), twin > 0


def compare_temperature(check: Check, logits: Tensor, t: float, *, again: bool = False) -> None:
    """Runs the answer of `temperature_probs` and compares it with the softmax of logits / t.

    again: it was right for inputs that are like these, here as in the other comparisons.
    """
    want = (logits.double() / t).softmax(-1)
    got = check.run(logits, t)
    check.tensor(got, logits.shape, logits.dtype)
    check.that(not got.isnan().any(), "temperature-nan")
    revived = (got[logits.isneginf()] > 1e-6).any()
    key = "temperature-wrong" if 1e-3 <= t <= 1e3 else "temperature-limited"
    equals = (logits == logits.amax(-1, keepdim=True)).sum(-1).max() > 1

    def powers() -> Tensor:
        probs = logits.double().softmax(-1)
        powers = (probs / probs.amax(-1, keepdim=True)).to(logits.dtype) ** (1 / t)
        return powers / powers.sum(-1, keepdim=True)

    check.close(
        got,
        want.to(logits.dtype),
        key="check-remembered" if again else "temperature-blocked" if revived else key,
        t=t,
        mistakes={}
        if again
        else {
            "temperature-precision": lambda: (logits.float() / t).softmax(-1).double(),
            "temperature-powers": powers,
            "temperature-of-probs": lambda: (logits.double().softmax(-1) / t).softmax(-1),
            "temperature-powered": lambda: logits.double().softmax(-1) ** (1 / t),
            "temperature-powered-up": lambda: logits.double().softmax(-1) ** t,
            "temperature-multiplied": lambda: (logits.double() * t).softmax(-1),
            "temperature-ignored": lambda: logits.double().softmax(-1),
            "temperature-after": lambda: logits.double().softmax(-1) / t,
            "temperature-logits": lambda: logits.double() / t,
            "temperature-log": lambda: (logits.double() / t).log_softmax(-1),
            "temperature-dim": lambda: (logits.double() / t).softmax(0),
            "temperature-second-dim": lambda: (logits.double() / t).softmax(
                min(1, logits.dim() - 1)
            ),
            "temperature-batch": lambda: (
                (logits.double() / t).flatten().softmax(0).view(want.shape)
            ),
            "temperature-share" if equals else "temperature-hard": lambda: nn.functional.one_hot(
                logits.argmax(-1), logits.shape[-1]
            ).double(),
        },
    )


def _blocked(logits: Tensor) -> Tensor:
    """Logits in which a very low number is written as -inf: it blocks as well."""
    return logits.masked_fill(logits <= BLOCKED, -math.inf)


def _filtered(check: Check, got: Any, logits: Tensor) -> Tensor:
    """`got` as a filter must return it: the logits, some of them blocked."""
    check.tensor(got, logits.shape, logits.dtype)
    check.that(not got.isnan().any(), "filter-nan")
    got = _blocked(got)
    check.that(not got.isneginf().all(-1).any(), "filter-nothing-left")
    check.that(got[logits.isneginf()].isneginf().all(), "filter-revived")
    return got


def _ruled_out_by_a_number(got: Tensor, want: Tensor) -> Tensor:
    """`want` with the largest low number that `got` has where -inf is due, if all there are low."""
    ruled_out = got[want.isneginf()]
    low = ruled_out.numel() > 0 and ruled_out.max() < want[want.isfinite()].min() - 30
    return want.masked_fill(want.isneginf(), ruled_out.max().item() if low else -math.inf)


def _cut(logits: Tensor, keep: Tensor) -> Tensor:
    return logits.masked_fill(~keep, -math.inf)


def _chosen_at_the_border(
    got: Tensor, logits: Tensor, limit: Tensor, *sizes: Tensor
) -> tuple[Tensor, Tensor]:
    """What `got` keeps where that is allowed, else all of `logits` from `limit` up: bool [b, vocab].
    And the rows in which several logits equal the limit, and not all of them are needed: bool [b].

    limit: the smallest logit that stays, [b, 1]. sizes: how many tokens a row may keep, int64 [b].
    Of logits equal to the limit any may stay.
    """
    kept, finite = got.isfinite(), logits.isfinite()
    above, allowed = (logits > limit) & finite, (logits >= limit) & finite
    right_size = torch.stack([kept.sum(-1) == size for size in sizes]).any(0)
    fine = (kept >= above).all(-1) & (kept <= allowed).all(-1) & right_size
    tied = torch.stack([allowed.sum(-1) > size for size in sizes]).any(0)
    return torch.where(fine[:, None], kept, allowed), tied


def compare_top_k(check: Check, logits: Tensor, k: int, *, again: bool = False) -> None:
    """Runs the answer of `top_k_filter` and compares it with the library. logits: [b, vocab].

    Of several logits equal to the k-th, all may stay (as in the library) or any that make k.
    """
    from transformers import TopKLogitsWarper

    library = TopKLogitsWarper(k)(None, logits)
    got = _filtered(check, check.run(logits, k), logits)
    most = min(k, logits.shape[-1])
    limit = logits.topk(most).values[:, -1:]
    finite = logits.isfinite().sum(-1)
    few = finite.clamp(max=most)
    keep, tied = _chosen_at_the_border(got, logits, limit, few, library.isfinite().sum(-1))
    want = _cut(logits, keep)
    check.close(
        got,
        want,
        key="check-remembered" if again else "top-k-tie" if tied.any() else "top-k-wrong",
        mistakes={}
        if again
        else {
            "filter-precision": lambda: TopKLogitsWarper(k)(None, logits.float()).double(),
            "top-k-underflow": lambda: _cut(
                logits, logits.softmax(-1) >= logits.softmax(-1).topk(most).values[:, -1:]
            ),
            "filter-zero": lambda: logits.masked_fill(want.isneginf(), 0),
            "filter-number": lambda: _ruled_out_by_a_number(got, want),
            "filter-probabilities": lambda: want.softmax(-1),
            "filter-log": lambda: want.log_softmax(-1),
            "top-k-strict": lambda: _cut(logits, logits > limit),
            "top-k-distinct": lambda: torch.cat([_cut_distinct(row, k) for row in logits]),
            "top-k-near": lambda: _cut(logits, logits >= limit - (1e-5 * limit.abs()).clamp(1e-3)),
            "top-k-first-row": lambda: _cut(logits, logits >= limit[:1]),
            "top-k-any-row": lambda: _cut(logits, torch.isin(logits, logits.topk(most).values)),
            "top-k-smallest-limit": lambda: _cut(logits, logits >= limit.min()),
            "top-k-batch": lambda: _cut(
                logits, logits >= logits.flatten().topk(min(k, logits.numel())).values[-1]
            ),
            "top-k-more": lambda: TopKLogitsWarper(k + 1)(None, logits),
            "top-k-lowest": lambda: _cut(
                logits, TopKLogitsWarper(k)(None, -logits).isfinite() & logits.isfinite()
            ),
            "filter-inverted": lambda: logits.masked_fill(want.isfinite(), -math.inf),
            "filter-sorted": lambda: want.sort(descending=True).values,
        },
    )


def _cut_distinct(row: Tensor, k: int) -> Tensor:
    """The k largest values of a row [vocab], where equal ones count once: [1, vocab]."""
    values = row.unique()  # they rise
    return _cut(row, row >= values[-min(k, len(values))])[None]


def _softmax(logits: Tensor) -> Tensor:
    return logits.softmax(-1)


def nucleus_sizes(logits: Tensor, p: float, weigh: Callable[[Tensor], Tensor] = _softmax) -> Tensor:
    """How many tokens of each row of `logits` ([b, vocab]) the nucleus of p has: int64 [b].

    weigh: what is added up instead of the probabilities.
    """
    finite = logits.isfinite().sum(-1)
    if p >= 1:  # where rounding would let the sum reach 1 before the last token
        return finite
    falling = weigh(logits.double().sort(descending=True).values)
    return (falling.cumsum(-1) < p).sum(-1).add(1).minimum(finite)


def largest(logits: Tensor, counts: Tensor) -> Tensor:
    """So many of the largest entries of each row: bool [b, vocab]. counts: int64 [b]."""
    ranks = logits.argsort(dim=-1, descending=True, stable=True).argsort(-1)
    return ranks < counts[:, None]


def compare_top_p(check: Check, logits: Tensor, p: float, *, again: bool = False) -> None:
    """Runs the answer of `top_p_filter` and compares it with the nucleus. logits: [b, vocab].

    Of equally probable tokens any may stay, but only as many as are needed.
    """
    sizes = nucleus_sizes(logits, p)
    got = check.run(logits, p)
    check.tensor(got, logits.shape, logits.dtype)
    empty = _blocked(got).isneginf().all(-1).any()
    check.that(not (empty and p < logits.softmax(-1).amax(-1).min()), "top-p-empty")
    got = _filtered(check, got, logits)
    limit = logits.sort(descending=True).values.gather(-1, sizes[:, None] - 1)
    keep, tied = _chosen_at_the_border(got, logits, limit, sizes)
    kept = got.isfinite()
    large = sizes.max().item() > 500
    if tied.any() and not large and not again and not keep.sum(-1).equal(sizes):
        check.that(not kept.sum(-1).equal(sizes + 1), "top-p-reach")
        check.that(not kept.equal(keep), "top-p-ties")
    if not keep.sum(-1).equal(sizes):
        keep = largest(logits, sizes)
    want = _cut(logits, keep)
    near = _nearly_reached(logits, p) and p < 1
    key = "top-p-near" if near else "top-p-one" if p >= 1 else "top-p-wrong"
    if large and p < 1:
        key = "top-p-large"
    if again:
        key = "check-remembered"
    mistakes = {
        "filter-precision": lambda: _cut(logits.float().double(), want.isfinite()),
        "filter-number": lambda: _ruled_out_by_a_number(got, want),
        "top-p-all": lambda: logits,
    }
    if not near and not large:  # where it is, one token more or less has its own cause
        mistakes |= _wrong_nuclei(logits, p, sizes, want)
    told = {"n": sizes.max().item(), "kept": kept.sum(-1).max().item()}
    check.close(got, want, key=key, mistakes={} if again else mistakes, **told)


def _nearly_reached(logits: Tensor, p: float) -> bool:
    """Does a sum of the most probable tokens of a row come close to p, without reaching it exactly?"""
    far = (_softmax(logits.double().sort(descending=True).values).cumsum(-1) - p).abs()
    rounding = 1e-11 if logits.dtype == torch.float64 else 1e-6
    return bool(((far > rounding) & (far < 2e-3)).any())


def _wrong_nuclei(
    logits: Tensor, p: float, sizes: Tensor, want: Tensor
) -> dict[str, Callable[[], Tensor]]:
    """What the usual mistakes make of the logits, by the key of their message."""
    probs = logits.softmax(-1)
    one = probs == probs.amax(-1, keepdim=True)
    order = logits.argsort(-1, descending=True)

    def least_first() -> Tensor:
        rising = probs.sort(-1)
        keep = rising.values.cumsum(-1) <= p
        return _cut(logits, torch.zeros_like(keep).scatter(1, rising.indices, keep))

    def unsorted() -> Tensor:
        falling = probs.sort(-1, descending=True).values
        return _cut(logits, falling.cumsum(-1) - falling < p)

    def by_exp() -> Tensor:
        return _cut(logits, largest(logits, nucleus_sizes(logits, p, torch.exp)))

    filled = {
        "filter-zero": lambda: logits.masked_fill(want.isneginf(), 0),
        "filter-probabilities": lambda: want.softmax(-1),
        "filter-log": lambda: want.log_softmax(-1),
        "filter-log-of-all": lambda: _cut(logits.log_softmax(-1), want.isfinite()),
        "filter-inverted": lambda: logits.masked_fill(want.isfinite(), -math.inf),
        "filter-sorted": lambda: want.sort(descending=True).values,
    }
    if p >= 1:  # what else goes wrong here is that a token was dropped
        return filled
    return filled | {
        "top-p-not-softmax": by_exp,
        "top-p-crossing": lambda: _cut(logits, largest(logits, sizes - 1) | one),
        "top-p-crossing-empty": lambda: _cut(logits, largest(logits, sizes - 1)),
        "top-p-more": lambda: _cut(logits, largest(logits, sizes + 1)),
        "top-p-unsorted": unsorted,
        "top-p-gather": lambda: want.gather(-1, order).gather(-1, order),
        "top-p-no-sort": lambda: _cut(logits, probs.cumsum(-1) - probs < p),
        "top-p-least": least_first,
        "top-p-each": lambda: _cut(logits, (probs >= p) | one),
        "top-p-longest": lambda: _cut(logits, largest(logits, sizes.amax().expand_as(sizes))),
        "top-p-first-size": lambda: _cut(logits, largest(logits, sizes[:1].expand_as(sizes))),
        "top-p-first-row": lambda: _cut(logits, largest(logits[:1], sizes[:1]).expand_as(logits)),
    }


def compare_penalty(
    check: Check, logits: Tensor, previous: Tensor, penalty: float, *, again: bool = False
) -> None:
    """Runs the answer of `repetition_penalty` and compares it with the library."""
    from transformers import RepetitionPenaltyLogitsProcessor

    want = RepetitionPenaltyLogitsProcessor(float(penalty))(previous, logits.clone())
    got = check.run(logits, previous, penalty)
    check.tensor(got, logits.shape, logits.dtype)
    check.that(not got.isnan().any(), "penalty-nan")
    vocab = logits.shape[-1]
    counts = nn.functional.one_hot(previous, vocab).sum(1)
    seen = counts > 0

    def penalised(seen: Tensor, factor: Tensor | float = penalty) -> Tensor:
        return torch.where(seen, torch.where(logits < 0, logits * factor, logits / factor), logits)

    long = previous.shape[1] > 100 and got.masked_fill(seen, 0).equal(logits.masked_fill(seen, 0))
    check.close(
        got,
        want,
        key="check-remembered" if again else "penalty-long" if long else "penalty-wrong",
        n=previous.shape[1],
        mistakes={}
        if again
        else {
            "filter-precision": lambda: RepetitionPenaltyLogitsProcessor(float(penalty))(
                previous, logits.float()
            ).double(),
            "penalty-nothing": lambda: logits,
            "penalty-divided": lambda: torch.where(seen, logits / penalty, logits),
            "penalty-multiplied": lambda: torch.where(seen, logits * penalty, logits),
            "penalty-inverted": lambda: penalised(seen, 1 / penalty),
            "penalty-each-time": lambda: penalised(seen, penalty ** counts.to(logits.dtype)),
            "penalty-changed-each-time": lambda: logits + counts * (penalised(seen) - logits),
            "penalty-subtracted": lambda: logits - penalty * seen,
            "penalty-subtracted-each-time": lambda: logits - penalty * counts,
            "penalty-everything": lambda: penalised(torch.ones_like(seen)),
            "penalty-others": lambda: penalised(~seen),
            "penalty-last-only": lambda: penalised(
                nn.functional.one_hot(previous[:, -1], vocab).bool()
            ),
            "penalty-first-left-out": lambda: penalised(
                nn.functional.one_hot(previous[:, min(1, previous.shape[1] - 1) :], vocab).sum(1)
                > 0
            ),
            "penalty-token-zero": lambda: penalised(seen & (torch.arange(vocab) > 0)),
            "penalty-whole-batch": lambda: penalised(seen.any(0, keepdim=True).expand_as(seen)),
            "penalty-first-row": lambda: penalised(seen[:1].expand_as(seen)),
            "penalty-only-one-row": lambda: torch.cat([penalised(seen)[:1], logits[1:]]),
            "penalty-positive-only": lambda: torch.where(
                seen & (logits > 0), logits / penalty, logits
            ),
            "penalty-blocked": lambda: logits.masked_fill(seen, -math.inf),
        },
    )


def banned_tokens(sequence: Sequence[int], n: int) -> set[int]:
    """The tokens that would complete an n-gram of `sequence` a second time, by brute force."""
    old = {tuple(sequence[i : i + n]) for i in range(len(sequence) - n + 1)}
    return {
        token
        for token in set(sequence)
        if len(sequence) + 1 >= n and tuple([*sequence, token][len(sequence) + 1 - n :]) in old
    }


# To which bases tokens are often made one number.
BASES = (10, 31, 37, 64, 100, 101, 128, 131, 256, 257, 1000, 1024, 10_000, 50_257, 65_536, 10**6)


def tokens_alike_as_numbers() -> list[int]:
    """A text that ends with 1 0, and in which 0 and the base, the same number, have a follower."""
    return [*(token for base in BASES for token in (0, base, 9)), 8, 1, 0]


def _as_number(tokens: Sequence[int], base: int) -> int:
    return sum(token * base**place for place, token in enumerate(reversed(tokens)))


def _followers_side_by_side(sequence: Sequence[int], prefix: tuple[int, ...]) -> set[int]:
    """What follows `prefix`, where the search goes on behind the token that follows."""
    found, place = set(), 0
    while (end := place + len(prefix)) < len(sequence):
        hit = tuple(sequence[place:end]) == prefix
        if hit:
            found.add(sequence[end])
        place = end + 1 if hit else place + 1
    return found


def compare_banned(check: Check, sequence: list[int], n: int, *, again: bool = False) -> None:
    """Runs the answer of `banned_next` and compares it with brute force."""
    want = banned_tokens(sequence, n)
    got = check.run(list(sequence), n)
    check.that(isinstance(got, (set, frozenset)), "banned-not-a-set", kind=type(got).__name__)
    got = set(got)
    check.that(all(type(token) is int for token in got), "banned-not-tokens")
    windows = [tuple(sequence[i : i + n]) for i in range(len(sequence) - n + 1)]
    prefix = tuple(sequence[len(sequence) - n + 1 :])
    hits = [w[-1] for w in windows if w[:-1] == prefix]

    def taken_for_it(same: Callable[[Sequence[int]], Any]) -> set[int]:
        return {w[-1] for w in windows if same(w[:-1]) == same(prefix)}

    wrong = {
        "banned-long-prefix": banned_tokens(sequence, n + 1),
        "banned-short-prefix": banned_tokens(sequence, n - 1) if n > 1 else None,
        "banned-all": set(sequence),
        "banned-overlap": _followers_side_by_side(sequence, prefix) if prefix else None,
        "banned-first": set(hits[:1]),
        "banned-last": set(hits[-1:]),
        "banned-joined": taken_for_it(lambda tokens: "".join(map(str, tokens))),
        "banned-order": taken_for_it(sorted),
        "banned-start": {w[0] for w in windows if w[1:] == prefix},
    }
    key = "banned-wrong"
    if any(got == taken_for_it(partial(_as_number, base=base)) for base in BASES):
        key = "banned-number"
    if want and not got:
        wrong, key = {}, "banned-none" if n > 1 else "banned-unigram"
    if got > want and key != "banned-number":
        key = "banned-too-many"
    if got < want and len(sequence) > 1000:
        wrong, key = {}, "banned-long"
    if again:
        wrong, key = {}, "check-remembered"

    def text(tokens: set[int]) -> str:
        return "{" + ", ".join(map(str, sorted(tokens))) + "}"

    mistakes = {name: text(tokens) for name, tokens in wrong.items() if tokens is not None}
    told = {"extra": text(got - want), "length": len(sequence)}
    check.equal(text(got), text(want), key=key, mistakes=mistakes, **told)


# --- one step: the chain --------------------------------------------------------------------------


NEUTRAL = {
    "repetition_penalty": 1.0,
    "no_repeat_ngram_size": 0,
    "temperature": 1.0,
    "top_k": 0,
    "top_p": 1.0,
}
ORDER = tuple(NEUTRAL)  # the library's


def chain(
    logits: Tensor, previous: Tensor, config: dict[str, Any], order: Sequence[str] = ORDER
) -> Tensor:
    """`logits` [b, vocab] through the library's processors that `config` asks for, in `order`."""
    from transformers import (
        NoRepeatNGramLogitsProcessor,
        RepetitionPenaltyLogitsProcessor,
        TemperatureLogitsWarper,
        TopKLogitsWarper,
        TopPLogitsWarper,
    )

    kinds = dict(
        zip(
            ORDER,
            (
                RepetitionPenaltyLogitsProcessor,
                NoRepeatNGramLogitsProcessor,
                TemperatureLogitsWarper,
                TopKLogitsWarper,
                TopPLogitsWarper,
            ),
            strict=True,
        )
    )
    for name in order:
        value = config.get(name, NEUTRAL[name])
        if value != NEUTRAL[name]:
            logits = kinds[name](type(NEUTRAL[name])(value))(previous, logits)
    return logits


# Names that the library's `generate` knows, some more that it does not, and values that would change
# something: in `process` they are other names.
OTHER_NAMES: dict[str, Any] = {
    "min_p": 0.5,
    "typical_p": 0.3,
    "top_h": 0.2,
    "epsilon_cutoff": 0.2,
    "eta_cutoff": 0.5,
    "length_penalty": 2.0,
    "exponential_decay_length_penalty": [1, 2.0],
    "encoder_repetition_penalty": 3.0,
    "encoder_no_repeat_ngram_size": 1,
    "presence_penalty": 1.5,
    "frequency_penalty": 1.5,
    "min_length": 99,
    "min_new_tokens": 99,
    "max_length": 3,
    "eos_token_id": 0,
    "pad_token_id": 1,
    "forced_bos_token_id": 2,
    "forced_eos_token_id": 3,
    "suppress_tokens": [0, 1],
    "begin_suppress_tokens": [2],
    "bad_words_ids": [[0], [3]],
    "renormalize_logits": True,
    "penalty_alpha": 0.6,
    "guidance_scale": 3.0,
    "seed": 1,
    "penalty": 3.0,
    "ngram_size": 1,
    "Top_K": 1,
    "TOP_P": 0.1,
    " top_k": 1,
    "Temperature ": 0.1,
    "t": 0.1,
}


def compare_process(
    check: Check,
    logits: Tensor,
    previous: Tensor,
    config: dict[str, Any],
    *,
    again: bool = False,
) -> None:
    """Runs the answer of `process` and compares it with the library's chain."""
    from transformers import TopPLogitsWarper

    want = chain(logits, previous, config)
    try:
        got = check.run(logits, previous, dict(config))
    except Stop as stop:
        for name in NEUTRAL:
            if name not in config and f"KeyError: '{name}'" in stop.error:
                check.fail("process-missing-name", missing=name, off=NEUTRAL[name])
        raise
    check.tensor(got, logits.shape, logits.dtype)
    check.that(not got.isnan().any(), "filter-nan")
    got = _blocked(got)
    penalty, ngram, temperature, top_k, top_p = ORDER
    sampled = config.get("do_sample", True) and config.get("num_beams", 1) == 1
    cuts = () if sampled else (temperature, top_k, top_p)

    def without(*names: str) -> Tensor:
        return chain(logits, previous, {k: v for k, v in config.items() if k not in names})

    def penalised_each_time() -> Tensor:
        counts = nn.functional.one_hot(previous, logits.shape[-1]).sum(1)
        factor = config.get(penalty, 1.0) ** counts.to(logits.dtype)
        rest = {k: v for k, v in config.items() if k != penalty}
        return chain(torch.where(logits < 0, logits * factor, logits / factor), previous, rest)

    others = [name for name in config if name in OTHER_NAMES]
    key = "process-long" if previous.shape[1] > 100 else "process-wrong"
    key = "process-other-name" if others else key
    check.close(
        got,
        want,
        key="check-remembered" if again else key,
        n=previous.shape[1],
        names=", ".join(map(repr, others)),
        mistakes={}
        if again
        else {
            "process-precision": lambda: chain(logits.float(), previous, config).double(),
            "filter-number": lambda: _ruled_out_by_a_number(got, want),
            "process-config-order": lambda: chain(
                logits, previous, config, [name for name in config if name in NEUTRAL]
            ),
            "process-not-renormalised": lambda: chain(
                logits, previous, config, (penalty, ngram, temperature, top_p, top_k)
            ),
            "process-temperature-late": lambda: chain(
                logits, previous, config, (penalty, ngram, top_k, top_p, temperature)
            ),
            "process-ngram-late": lambda: chain(
                logits, previous, config, (penalty, temperature, top_k, top_p, ngram)
            ),
            "process-penalty-late": lambda: chain(
                logits, previous, config, (temperature, top_k, top_p, penalty, ngram)
            ),
            "process-penalty-each-time": penalised_each_time,
            "process-first-row": lambda: chain(logits, previous[:1].expand_as(previous), config),
            "process-other-names": lambda: without(*cuts),
            "process-no-penalty": lambda: without(penalty),
            "process-no-ngram": lambda: without(ngram),
            "process-no-temperature": lambda: without(temperature),
            "process-no-top-k": lambda: without(top_k),
            "process-no-top-p": lambda: without(top_p),
            "process-nothing": lambda: logits,
            "process-probabilities": lambda: want.softmax(-1),
            "process-default-top-k": lambda: chain(logits, previous, {"top_k": 50, **config}),
            "process-top-p-one": lambda: TopPLogitsWarper(1.0)(None, want),
        },
    )


# --- beam search ----------------------------------------------------------------------------------


def random_language(vocab: int, seed: int, sharp: float = 1.5, impossible: float = 0.0) -> LogProbs:
    """A made-up language model: `log_prob_fn(tokens)` gives log-probabilities, float [vocab].

    sharp: the standard deviation of its logits. impossible: the share of tokens with p = 0.
    """

    @cache
    def table(tokens: tuple[int, ...]) -> Tensor:
        rng = random.Random(f"{seed} {tokens}")
        logits = torch.tensor([rng.gauss(0, sharp) for _ in range(vocab)])
        for token in range(vocab - 1):
            if rng.random() < impossible:
                logits[token] = -math.inf
        return logits.log_softmax(-1)

    def log_prob_fn(tokens: tuple[int, ...]) -> Tensor:
        return table(tuple(int(token) for token in tokens)).clone()

    if (sharp, impossible) == (1.5, 0.0):
        log_prob_fn.__name__ = f"random_language({vocab}, {seed})"  # as a message shows the call
    return log_prob_fn


class BeamCase(NamedTuple):
    """What `beam_search` is called with."""

    log_prob_fn: LogProbs
    width: int
    max_len: int
    eos: int
    length_penalty: float


def _made_up(
    vocab: int, seed: int, width: int, max_len: int, eos: int, power: float, impossible: float = 0.0
) -> BeamCase:
    language = random_language(vocab, seed, impossible=impossible)
    return BeamCase(language, width, max_len, eos, power)


# What happens in the search: where it happens. The visible check takes the first case of each, the
# hidden one the others. In none of them do two candidates that compete come closer than 0.01, and
# the order is such that each usual mistake finds something of its own where it first shows: so the
# message is about it. (`tests/test_decoding.py` looks at both.)
BEAM_CASES: dict[str, tuple[BeamCase, ...]] = {
    "a text that is cut wins": (
        _made_up(5, 2374, width=3, max_len=3, eos=1, power=1.5),
        _made_up(6, 13984, width=3, max_len=5, eos=0, power=0.5),
        _made_up(3, 10398, width=3, max_len=3, eos=2, power=1.5),
    ),
    "the shortest text wins": (
        _made_up(3, 0, width=3, max_len=4, eos=0, power=0.0),
        _made_up(4, 1143, width=3, max_len=5, eos=2, power=0.0),
        _made_up(3, 10882, width=1, max_len=3, eos=1, power=0.5),
        _made_up(4, 222, width=3, max_len=4, eos=1, power=0.0),
    ),
    "an end beyond the best is none": (
        _made_up(5, 343, width=2, max_len=5, eos=1, power=0.0),
        _made_up(3, 20705, width=1, max_len=5, eos=1, power=0.0),
    ),
    "width 1 has one live hypothesis": (
        _made_up(3, 2607, width=1, max_len=3, eos=2, power=0.0),
        _made_up(4, 22, width=1, max_len=4, eos=0, power=1.0),
    ),
    "the first end does not win": (
        _made_up(3, 1381, width=3, max_len=4, eos=1, power=0.0),
        _made_up(4, 22550, width=3, max_len=5, eos=0, power=0.0),
    ),
    "the length counts the end": (
        _made_up(3, 839, width=2, max_len=2, eos=0, power=2.0),
        _made_up(3, 10290, width=3, max_len=3, eos=1, power=2.0),
        _made_up(3, 3639, width=3, max_len=5, eos=1, power=2.0),
    ),
    "the sum is divided by the length": (
        _made_up(3, 2674, width=3, max_len=5, eos=1, power=1.0),
        _made_up(3, 22387, width=3, max_len=2, eos=2, power=1.0),
    ),
    "the length counts by half": (
        _made_up(4, 5946, width=3, max_len=3, eos=2, power=0.5),
        _made_up(3, 12201, width=3, max_len=3, eos=1, power=0.5),
        _made_up(3, 1084, width=3, max_len=4, eos=0, power=0.5),
    ),
    "the length decides": (
        _made_up(3, 10398, width=3, max_len=3, eos=2, power=1.5),
        _made_up(3, 199, width=3, max_len=4, eos=1, power=1.5),
    ),
    "an end takes no place of the living": (
        _made_up(5, 4734, width=3, max_len=5, eos=4, power=1.5),
        _made_up(4, 34, width=2, max_len=4, eos=0, power=1.0),
        _made_up(4, 11525, width=2, max_len=4, eos=3, power=2.0),
        _made_up(4, 4123, width=2, max_len=5, eos=0, power=1.5),
    ),
    "a late end wins": (
        _made_up(4, 77, width=3, max_len=5, eos=1, power=1.5),
        _made_up(3, 2787, width=3, max_len=5, eos=2, power=2.0),
        _made_up(3, 13695, width=3, max_len=5, eos=2, power=2.0),
        _made_up(5, 0, width=3, max_len=6, eos=0, power=2.0),
    ),
    "a parent has an end among its best": (
        _made_up(4, 3066, width=2, max_len=3, eos=0, power=2.0),
        _made_up(4, 12702, width=2, max_len=4, eos=3, power=2.0),
    ),
    "width 1 goes on after an end": (
        _made_up(3, 113, width=1, max_len=5, eos=2, power=1.5),
        _made_up(3, 182, width=1, max_len=5, eos=2, power=1.5),
        _made_up(3, 84, width=1, max_len=5, eos=0, power=1.5),
        _made_up(4, 31, width=1, max_len=4, eos=0, power=1.0),
    ),
    "an end is not the best candidate": (
        _made_up(4, 407, width=3, max_len=4, eos=2, power=1.0),
        _made_up(4, 439, width=3, max_len=4, eos=1, power=1.0),
        _made_up(3, 772, width=2, max_len=4, eos=1, power=1.0),
    ),
    "some tokens are impossible": (
        _made_up(4, 9, width=3, max_len=4, eos=3, power=2.0, impossible=0.6),
        _made_up(4, 15, width=3, max_len=4, eos=3, power=2.0, impossible=0.6),
        _made_up(3, 61, width=3, max_len=4, eos=2, power=2.0, impossible=0.6),
    ),
    "the beam holds all there is": (
        _made_up(3, 2, width=100, max_len=3, eos=0, power=1.0),
        *(_made_up(4, seed, 256, 4, 3, 0.5 * seed, impossible=0.3) for seed in range(6)),
    ),
    "the worst of all begins the best": (
        _made_up(4, 2047, width=4, max_len=3, eos=2, power=1.0),
        _made_up(4, 3193, width=4, max_len=3, eos=0, power=1.0),
        _made_up(4, 5168, width=9, max_len=3, eos=2, power=1.0),
    ),
    "nor is the first one after the best": (
        _made_up(6, 13984, width=3, max_len=5, eos=0, power=0.5),
    ),
    "one token is all": (
        _made_up(4, 1, width=2, max_len=1, eos=3, power=1.0),
        *(_made_up(3, seed, width=3, max_len=1, eos=1, power=1.0) for seed in range(3)),
    ),
}


def long_case(vocab: int, seed: int) -> BeamCase:
    """A text of 300 tokens, none of them likely: its probability is below all floats."""
    table = logits_case(300, vocab, seed=seed, spread=0.05)
    for place, row in enumerate(table):
        row[(5 * place + seed) % (vocab - 1)] += 1  # the best one, with a distance
    table = table.log_softmax(-1)

    def language(tokens: tuple[int, ...]) -> Tensor:
        return table[len(tokens)].clone()

    return BeamCase(language, width=1, max_len=300, eos=vocab - 1, length_penalty=1.0)


def worked_case(length_penalty: float) -> BeamCase:
    """The worked example of the task: a, b and the end are tokens 0, 1 and 2."""
    sums = {(): [0.5, 0.4, 0.1], (0,): [0.03, 0.22, 0.25], (1,): [0.05, 0.03, 0.32]}
    sums |= {(0, 1): [0.013, 0.007, 0.2], (1, 0): [0.03, 0.0075, 0.0125]}  # of whole texts

    def worked_example(tokens: tuple[int, ...]) -> Tensor:
        p = torch.tensor(sums.get(tuple(tokens), [0.3, 0.3, 0.4]))
        return (p / p.sum()).log()

    return BeamCase(worked_example, width=2, max_len=3, eos=2, length_penalty=length_penalty)


def twin_case(case: BeamCase, *, after: int, seed: int) -> BeamCase:
    """The same settings and the same beginning, and another language after so many tokens."""
    vocab = len(case.log_prob_fn(()))
    other = random_language(vocab, seed)

    def language(tokens: tuple[int, ...]) -> Tensor:
        return case.log_prob_fn(tokens) if len(tokens) < after else other(tokens)

    return case._replace(log_prob_fn=language)


def ending_case(vocab: int, seed: int, *, after: int, eos: int) -> BeamCase:
    """After so many tokens only the end is possible."""
    begin = random_language(vocab, seed)
    end = torch.full((vocab,), -math.inf).index_fill(0, torch.tensor(eos), 0.0)

    def language(tokens: tuple[int, ...]) -> Tensor:
        return begin(tokens) if len(tokens) < after else end.clone()

    return BeamCase(language, width=3, max_len=after + 3, eos=eos, length_penalty=1.0)


def best_of(done: Sequence[Hypothesis], length_penalty: float) -> tuple[tuple[int, ...], float]:
    """The winner and its score: the sum divided by length ** length_penalty. Of none: ((), -inf)."""
    scores = [(h.total / len(h.tokens) ** length_penalty, h.tokens) for h in done]
    score, tokens = max(scores, key=lambda pair: pair[0], default=(-math.inf, ()))
    return tokens, score


def _same(logs: Tensor) -> Tensor:
    return logs


def finished_by_beam(
    case: BeamCase,
    *,
    value: Callable[[Tensor], Tensor] = _same,
    last_step_only: bool = False,
    ends_among: int | None = None,
    ends_take_places: bool = False,
    ends_live_on: bool = False,
    of_a_parent: int | None = None,
    divided: float = 0.0,
    stop: Callable[[list[Hypothesis], list[Hypothesis]], bool] | None = None,
) -> list[Hypothesis]:
    """All hypotheses that a beam search finishes. As the exercise has it where nothing is named.

    value: what is added up. last_step_only: nothing is. ends_among: so many of the best
    candidates are looked at for ends. ends_take_places: finished hypotheses leave fewer live.
    ends_live_on: they are extended.
    of_a_parent: so many candidates of each live hypothesis, its best, after the first step.
    divided: in each step the sums so far are divided by length ** divided.
    stop: whether (live, finished) ends the search before `max_len`.
    """
    live, done = [Hypothesis((), 0.0)], []
    for length in range(1, case.max_len + 1):
        candidates = []
        each = case.width if of_a_parent and length == 1 else of_a_parent
        for parent in live:
            grown = [
                Hypothesis((*parent.tokens, token), step if last_step_only else parent.total + step)
                for token, step in enumerate(value(case.log_prob_fn(parent.tokens)).tolist())
            ]
            candidates += sorted(grown, key=lambda h: -h.total)[:each]
        candidates = [h._replace(total=h.total / length**divided) for h in candidates]
        candidates.sort(key=lambda h: -h.total)
        best = candidates[: case.width]
        last = length == case.max_len
        ending = candidates[:ends_among] if ends_among else best
        done += [h for h in ending if last or h.tokens[-1] == case.eos]
        pool = best if ends_take_places else candidates
        live = [h for h in pool if ends_live_on or h.tokens[-1] != case.eos][: case.width]
        if not live or (stop and done and stop(live, done)):
            break
    return done


def search_beams(
    log_prob_fn: LogProbs, width: int, max_len: int, eos: int
) -> tuple[list[Hypothesis], list[tuple[list[Hypothesis], list[Hypothesis]]]]:
    """All hypotheses that a beam search finishes, and for each step (candidates, those kept).

    A candidate with EOS is finished if it is among the best `width`, one of `max_len` tokens too.
    """
    live, done, steps = [Hypothesis((), 0.0)], [], []
    for length in range(1, max_len + 1):
        candidates = [
            Hypothesis((*parent.tokens, token), parent.total + step)
            for parent in live
            for token, step in enumerate(log_prob_fn(parent.tokens).tolist())
        ]
        candidates.sort(key=lambda h: -h.total)
        last = length == max_len
        done += [h for h in candidates[:width] if last or h.tokens[-1] == eos]
        live = [h for h in candidates if not last and h.tokens[-1] != eos][:width]
        steps.append((candidates[: 2 * width], live))
    return done, steps


def left_in_one_pool(case: BeamCase, power: float) -> list[Hypothesis]:
    """What a search ends with in which finished hypotheses keep their place among the best `width`,
    as long as they are among them by sum / length ** power."""
    pool = [Hypothesis((), 0.0)]
    for _ in range(case.max_len):
        grown = [h for h in pool if h.tokens[-1:] == (case.eos,)]
        for h in pool:
            if h.tokens[-1:] != (case.eos,):
                steps = enumerate(case.log_prob_fn(h.tokens).tolist())
                grown += [Hypothesis((*h.tokens, token), h.total + step) for token, step in steps]
        pool = sorted(grown, key=lambda h: -h.total / len(h.tokens) ** power)[: case.width]
    return pool


def wrong_beams(case: BeamCase) -> Iterator[tuple[str, tuple[int, ...]]]:
    """What the usual mistakes find, each as (the key of its message, tokens)."""
    power, eos = case.length_penalty, case.eos
    done = finished_by_beam(case)
    ended = [h for h in done if h.tokens[-1] == eos]
    cut = [h for h in done if len(h.tokens) == case.max_len]
    best = best_of(done, power)[0]

    def winner(found: list[Hypothesis], power: float = power) -> tuple[int, ...]:
        return best_of(found, power)[0]

    def score(h: Hypothesis) -> float:
        return h.total / len(h.tokens) ** power

    def only_ends_divided(h: Hypothesis) -> float:
        return score(h) if h.tokens[-1] == eos else h.total

    def without_end(h: Hypothesis) -> float:
        return h.total / max(1, len(h.tokens) - (h.tokens[-1] == eos)) ** power

    stops: tuple[Callable[[list[Hypothesis], list[Hypothesis]], bool], ...] = (
        lambda live, done: True,  # with the first that has ended
        lambda live, done: len(done) >= case.width,
        lambda live, done: score(live[0]) <= max(map(score, done)),
        lambda live, done: live[0].total <= max(h.total for h in done),
        lambda live, done: len(done) >= case.width and score(live[0]) <= max(map(score, done)),
    )

    def no_end_at_first(tokens: tuple[int, ...]) -> Tensor:
        logs = case.log_prob_fn(tokens)
        return logs if tokens else logs.index_fill(0, torch.tensor([eos]), -math.inf)

    by_sum = sorted(done, key=lambda h: -h.total)
    # These three show after others that find the same would have been met.
    yield "beam-best-end-only", winner(finished_by_beam(case, ends_among=1))
    if case.width > 1:  # with one the best sum is that of the first end: the search has stopped
        yield "beam-few-finished", winner(by_sum[: case.width])
    yield "beam-cut-undivided", max(done, key=only_ends_divided).tokens
    if best[-1] == eos:
        yield "beam-no-eos", best[:-1]
    yield "beam-greedy", winner(finished_by_beam(case._replace(width=1)))
    for stop in stops:
        yield "beam-stops-early", winner(finished_by_beam(case, stop=stop))
    yield "beam-live-places", winner(finished_by_beam(case, ends_take_places=True))
    for ranked_by in (0.0, power):
        yield "beam-live-places", winner(left_in_one_pool(case, ranked_by))
    yield "beam-live-places", winner(finished_by_beam(case, of_a_parent=case.width))
    yield "beam-own-best", winner(finished_by_beam(case, of_a_parent=1))
    for looked_at in (2 * case.width, 10**9):
        yield "beam-every-end", winner(finished_by_beam(case, ends_among=looked_at))
    yield "beam-first-end", winner(finished_by_beam(case._replace(log_prob_fn=no_end_at_first)))
    yield "beam-divided-early", winner(finished_by_beam(case, divided=power), 0)
    yield "beam-end-ignored", winner(cut)
    yield "beam-last-step", winner(finished_by_beam(case, last_step_only=True))
    yield "beam-cut-ignored", winner(ended)
    yield "beam-end-added", best if best[-1] == eos else (*best, eos)
    yield "beam-no-length", winner(done, 0)
    yield "beam-length-plain", winner(done, 1)
    yield "beam-multiplied", winner(done, -power)
    yield "beam-length-no-eos", max(done, key=without_end).tokens
    yield "beam-probabilities", winner(finished_by_beam(case, value=torch.exp))
    yield "beam-too-long", winner(finished_by_beam(case._replace(max_len=case.max_len + 1)))
    if case.max_len > 1:
        yield "beam-too-short", winner(finished_by_beam(case._replace(max_len=case.max_len - 1)))
    if case.width > 1:
        yield "beam-narrower", winner(finished_by_beam(case._replace(width=case.width - 1)))
    yield "beam-wider", winner(finished_by_beam(case._replace(width=case.width + 1)))
    yield "beam-worst", min(done, key=score).tokens
    yield "beam-worst", min(finished_by_beam(case, value=torch.neg), key=score).tokens


def compare_beam(
    check: Check, case: BeamCase, *, again: bool = False, worked: tuple[str, str] | None = None
) -> None:
    """Runs the answer of `beam_search` and compares it with a beam search as the exercise has it.

    worked: what it found in the worked example and what it should have found, where these differ; told
    where no mistake is recognised.
    """
    want, want_score = best_of(finished_by_beam(case), case.length_penalty)
    tokens, score, steps = _run_beam(check, case)
    check.that(score > -math.inf or want_score == -math.inf, "beam-underflow")
    right = tokens == want and abs(score - want_score) < 1e-4
    check.that(right or not again, "check-remembered")
    if tokens != want:
        most = _steps_of_beam(case)
        stopped = steps < most
        other = "beam-stopped" if stopped else "beam-wrong"
        not_then = ("beam-cut-ignored", "beam-cut-undivided") if stopped else ()  # it cut nothing
        found = (key for key, found in wrong_beams(case) if found == tokens)
        wrong = (key for key in found if key not in not_then)
        told: dict[str, Any] = {"steps": steps, "most": most}
        key = next(wrong, other)
        if key == "beam-wrong" and worked:
            _run_beam(check, worked_case(1.0))  # the input that the message shows
            check.equal(*worked, key="beam-worked")
        check.equal(_spaced(tokens), _spaced(want), key=key, **told)
    length = len(want)
    total = want_score * length**case.length_penalty
    logs = [case.log_prob_fn(want[:i])[token].item() for i, token in enumerate(want)]
    check.close(
        score,
        want_score,
        atol=1e-4,
        key="beam-score",
        mistakes={
            "beam-score-sum": total,
            "beam-score-no-eos": lambda: total / max(length - 1, 1) ** case.length_penalty,
            "beam-score-mean": total / length,
            "beam-score-other-formula": total / ((5 + length) / 6) ** case.length_penalty,
            "beam-score-multiplied": total * length**case.length_penalty,
            "beam-last-step": logs[-1] / length**case.length_penalty,
            "beam-score-probability": math.exp(total),
            "beam-probabilities": sum(map(math.exp, logs)) / length**case.length_penalty,
        },
    )


def _steps_of_beam(case: BeamCase) -> int:
    """How many steps the search takes: it asks once for each live hypothesis, of each length."""
    lengths = [0]

    def recorded(tokens: tuple[int, ...]) -> Tensor:
        lengths.append(len(tokens))
        return case.log_prob_fn(tokens)

    finished_by_beam(case._replace(log_prob_fn=recorded))
    return max(lengths) + 1


def _run_beam(check: Check, case: BeamCase) -> tuple[tuple[int, ...], float, int]:
    """The answer's tokens and score, which must be of these kinds, and how many steps it took."""
    beyond: list[tuple[int, ...]] = []
    kinds: set[str] = set()
    handed: list[tuple[tuple[int, ...], Tensor, Tensor]] = []

    def recorded(tokens: tuple[int, ...]) -> Tensor:
        kinds.add(type(tokens).__name__)
        if case.eos in list(tokens):
            beyond.append(tuple(int(token) for token in tokens))
        logs = case.log_prob_fn(tokens)
        handed.append((tokens, logs, logs.clone()))
        return logs

    recorded.__name__ = case.log_prob_fn.__name__
    got = check.run(recorded, *case[1:])
    check.that(isinstance(got, (tuple, list)) and len(got) == 2, "beam-not-a-pair")
    tokens, score = got
    others = kinds - {"tuple"}
    check.that(not others, "beam-not-a-tuple", kind=" and ".join(sorted(others)))
    check.that(not beyond, "beam-past-eos", tokens=beyond[0] if beyond else ())
    changed = [tokens for tokens, logs, before in handed if not logs.equal(before)]
    check.that(not changed, "beam-changes", tokens=changed[0] if changed else ())
    if isinstance(tokens, Tensor):
        tokens = tokens.tolist()
    check.that(isinstance(tokens, (tuple, list)), "beam-not-tokens")
    number = isinstance(score, Tensor) and score.numel() == 1 or isinstance(score, (float, int))
    check.that(number, "beam-not-a-score")
    steps = max((len(list(asked)) for asked, _, _ in handed), default=0) + 1
    return tuple(int(token) for token in tokens), float(score), steps


def _spaced(tokens: Sequence[int]) -> str:
    return " ".join(map(str, tokens))


def brute_force(
    log_prob_fn: LogProbs, vocab: int, max_len: int, eos: int, length_penalty: float
) -> tuple[tuple[int, ...], float]:
    """The best of all sequences: each that ends with EOS, and each of `max_len` tokens without."""
    done = []
    for length in range(1, max_len + 1):
        for tokens in itertools.product(range(vocab), repeat=length):
            if eos in tokens[:-1] or (tokens[-1] != eos and length < max_len):
                continue
            total = sum(log_prob_fn(tokens[:i])[t].item() for i, t in enumerate(tokens))
            done.append(Hypothesis(tokens, total))
    return best_of(done, length_penalty)


@lru_cache(maxsize=16)
def tiny_gpt(seed: int, vocab: int = 12) -> nn.Module:
    """A GPT-2 with one layer and random weights that mean something: its logits are spread."""
    from transformers import GPT2Config, GPT2LMHeadModel

    config = GPT2Config(
        vocab_size=vocab,
        n_positions=32,
        n_embd=16,
        n_layer=1,
        n_head=2,
        bos_token_id=0,
        eos_token_id=0,
        initializer_range=0.6,
        attn_implementation="eager",
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return GPT2LMHeadModel(config).eval()


# --- contrast -------------------------------------------------------------------------------------


def compare_contrast(
    check: Check,
    expert: Tensor,
    amateur: Tensor,
    alpha: float,
    beta: float,
    *,
    again: bool = False,
) -> None:
    """Runs the answer of `contrastive_scores` and compares it with the paper's definition."""
    large, small = expert.log_softmax(-1), amateur.log_softmax(-1)
    p, q = large.exp(), small.exp()
    scores = large - beta * small
    keep = p >= alpha * p.amax(-1, keepdim=True)
    got = check.run(expert, amateur, alpha, beta)
    check.tensor(got, expert.shape, "float")
    underflows = bool((keep & (amateur.softmax(-1) == 0)).any())
    check.that(not (underflows and (got.isnan() | got.isposinf()).any()), "contrast-log-of-zero")
    check.that(not got.isnan().any(), "contrast-nan")
    got = _blocked(got)
    limited = (keep & (small < -20) & (got < scores - 0.5)).any()
    right = keep & torch.isclose(got.double(), scores.double(), atol=1e-3)
    other = got.isfinite() & ((got - scores).abs() > 10)
    filled = right.equal(keep) and (other & ~keep).any()
    key = "contrast-limited" if limited else "contrast-filled" if filled else "contrast-wrong"
    equals = (p == p.amax(-1, keepdim=True)).sum(-1).max() > 1

    def cut(keep: Tensor, scores: Tensor = scores) -> Tensor:
        return scores.masked_fill(~keep, -math.inf)

    def best_alone() -> Tensor:
        return cut(keep & nn.functional.one_hot(p.argmax(-1), p.shape[-1]).bool())

    check.close(
        got,
        cut(keep),
        atol=1e-5 * max(1.0, scores[keep].abs().max().item()),  # float32 has seven digits
        key="check-remembered" if again else key,
        mistakes={}
        if again
        else ({"contrast-equals": best_alone} if equals else {})
        | {
            "contrast-first-row": lambda: cut(keep[:1].expand_as(keep)),
            "contrast-dim": lambda: cut(
                expert.softmax(0) >= alpha * expert.softmax(0).amax(-1, keepdim=True),
                expert.log_softmax(0) - beta * amateur.log_softmax(0),
            ),
            "contrast-near": lambda: cut(
                p >= alpha * p.amax(-1, keepdim=True) - min(1e-3, 10 * alpha)
            ),
            "contrast-no-plausible": lambda: scores,
            "filter-zero": lambda: scores.masked_fill(~keep, 0),
            "filter-number": lambda: _ruled_out_by_a_number(got, cut(keep)),
            "filter-inverted": lambda: cut(~keep),
            "contrast-logits": lambda: cut(keep, expert - beta * amateur),
            "contrast-max-for-sum": lambda: cut(
                keep,
                expert
                - expert.amax(-1, keepdim=True)
                - beta * (amateur - amateur.amax(-1, keepdim=True)),
            ),
            "contrast-max-of-amateur": lambda: cut(p >= alpha * q.amax(-1, keepdim=True)),
            "contrast-mean": lambda: cut(p >= alpha * p.mean(-1, keepdim=True)),
            "contrast-logits-of-one": lambda: cut(keep, large - beta * amateur),
            "contrast-renormalised": lambda: cut(keep).log_softmax(-1),
            "contrast-normalised-anew": lambda: cut(keep, scores.log_softmax(-1)),
            "contrast-log-base": lambda: cut(keep, scores / math.log(2)),
            "contrast-swapped": lambda: cut(
                q >= alpha * q.amax(-1, keepdim=True), small - beta * large
            ),
            "contrast-amateur-set": lambda: cut(q >= alpha * q.amax(-1, keepdim=True)),
            "contrast-one-plus-beta": lambda: cut(keep, (1 + beta) * large - beta * small),
            "contrast-beta-on-expert": lambda: cut(keep, beta * large - small),
            "contrast-no-beta": lambda: cut(keep, large - small),
            "contrast-alpha-weight": lambda: cut(keep, large - alpha * small),
            "contrast-exchanged": lambda: cut(
                p >= beta * p.amax(-1, keepdim=True), large - alpha * small
            ),
            "contrast-added": lambda: cut(keep, large + beta * small),
            "contrast-probabilities": lambda: cut(keep, p - beta * q),
            "contrast-strict": lambda: cut(p > alpha * p.amax(-1, keepdim=True)),
            "contrast-threshold": lambda: cut(p >= alpha),
            "contrast-first-threshold": lambda: cut(p >= alpha * p[:1].amax(-1, keepdim=True)),
            "contrast-threshold-log": lambda: cut(large >= alpha * large.amax(-1, keepdim=True)),
            "contrast-batch": lambda: cut(p >= alpha * p.max()),
            "contrast-expert-only": lambda: cut(keep, large),
            "contrast-both-sets": lambda: cut(keep & (q >= alpha * q.amax(-1, keepdim=True))),
            "contrast-set-by-score": lambda: cut(
                scores >= scores.amax(-1, keepdim=True) + math.log(alpha)
            ),
            "contrast-other-limit": lambda: cut(p >= (1 - alpha) * p.amax(-1, keepdim=True)),
            "contrast-nucleus": lambda: cut(largest(expert, nucleus_sizes(expert, 1 - alpha))),
            "contrast-limit-base": lambda: cut(
                large >= large.amax(-1, keepdim=True) + math.log2(alpha)
            ),
        },
    )


# --- generate -------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def decoder() -> tuple[nn.Module, Any]:
    """Three of the tiny decoder's four blocks, and its tokenizer, for checks: (model, tokenizer).

    They write nearly as well, with the fused attention in half the time."""
    from course_utils.language.models import load_model

    model, tokenizer = load_model("decoder", attention="sdpa")
    blocks = model.transformer.h
    del blocks[1]
    for place, block in enumerate(blocks):
        block.attn.layer_idx = place  # where its keys and values stand in the cache
    model.config.n_layer = len(blocks)
    return model, tokenizer


def prompts(*texts: str) -> Tensor:
    """The ids of texts of the small world that are equally long: int64 [b, n]."""
    tokenizer = decoder()[1]
    return torch.tensor([tokenizer.convert_tokens_to_ids(text.split()) for text in texts])


def library_generate(model: nn.Module, ids: Tensor, config: dict[str, Any]) -> Tensor:
    """`model.generate` where what `config` does not name is off: int64 [b, n + new]."""
    from course_utils.language.models import quiet

    off = {"do_sample": False, "top_k": 0, "eos_token_id": None, "pad_token_id": 0}
    with quiet():
        return model.generate(ids, attention_mask=torch.ones_like(ids), **off | config)


class UsesLibrary(Exception):
    """Raised by `model.generate` where the answer must do the work itself."""


@contextmanager
def _library_closed() -> Iterator[list[str]]:
    """`generate` of transformers raises while the block runs; yields a list of who called it."""
    from transformers import GenerationMixin

    called: list[str] = []

    def closed(name: str) -> Callable:
        def refuse(*args: Any, **kwargs: Any) -> None:
            called.append(name)
            raise UsesLibrary(name)

        return refuse

    names = ("generate", "_sample", "_beam_search")
    before = {name: GenerationMixin.__dict__[name] for name in names}
    for name in names:
        setattr(GenerationMixin, name, closed(name))
    try:
        yield called
    finally:
        for name, function in before.items():
            setattr(GenerationMixin, name, function)


def lowered(model: nn.Module, by: float) -> nn.Module:
    """A copy of the model whose logits are all lower by so much: the same probabilities. The real
    GPT-2's logits are negative, and a penalty sees that."""
    return _with_logits(model, lambda logits: logits - by)


def sharpened(model: nn.Module, times: float) -> nn.Module:
    """A copy of the model whose logits are so many times as large: what is improbable becomes so
    improbable that its logarithm is in the hundreds."""
    return _with_logits(model, lambda logits: logits * times)


def _with_logits(model: nn.Module, change: Callable[[Tensor], Tensor]) -> nn.Module:
    model = copy.deepcopy(model)
    model.lm_head.register_forward_hook(lambda head, args, logits: change(logits))
    return model


@dataclass(frozen=True, eq=False)
class _Request:
    """What `generate` is asked for, and with which seed."""

    model: nn.Module
    ids: Tensor
    config: dict[str, Any]
    seed: int

    @cached_property
    def languages(self) -> list[tuple[list[int], LogProbs]]:
        """Each prompt and what the model says after it; all searches of a diagnosis share them."""
        return [(prompt, model_language(self.model, prompt)) for prompt in self.ids.tolist()]

    @property
    def eos(self) -> int | None:
        return self.config.get("eos_token_id")

    @property
    def pad(self) -> int:
        return self.config.get("pad_token_id", 0)

    @property
    def beams(self) -> int:
        return self.config.get("num_beams", 1)

    @property
    def mode(self) -> str:
        """How the next token is chosen: "beam", "sample" or "greedy"."""
        return "beam" if self.beams > 1 else "sample" if self.config.get("do_sample") else "greedy"

    def library(self, **changes: Any) -> Tensor:
        """What the library writes, with other settings where some are given."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed)
            return library_generate(self.model, self.ids, self.config | changes)

    def library_without_reorder(self) -> Tensor:
        """What beams write whose cache stays in its order, while the parents change."""
        from transformers import Cache

        with mock.patch.object(Cache, "reorder_cache", lambda cache, parents: None):
            return self.library()

    def library_counted(self) -> tuple[Tensor, int]:
        """What the library writes, and how often it asks the model before every row has ended."""
        counted = replace(self, model=copy.deepcopy(self.model))
        with count_tokens(counted.model) as fed:
            return counted.library(), fed.calls

    def sampled(self, last: str) -> Tensor:
        """The text that is drawn when the step `last` of the chain comes after all others."""
        order = [*(name for name in ORDER if name != last), last]
        ids, ended = self.ids, torch.zeros(len(self.ids), 1).bool()
        with torch.random.fork_rng(devices=[]), torch.no_grad():
            torch.manual_seed(self.seed)
            for _ in range(self.config["max_new_tokens"]):
                logits = chain(self.model(ids).logits[:, -1], ids, self.config, order)
                drawn = torch.multinomial(logits.softmax(-1), num_samples=1)
                ids = torch.cat([ids, drawn.masked_fill(ended, self.pad)], dim=1)
                ended |= torch.tensor([[token == self.eos] for token in drawn[:, 0].tolist()])
        return ids

    def new_texts(self, ids: Tensor) -> list[list[int]]:
        """The new tokens of each row up to its end, which is included."""
        texts = ids[:, self.ids.shape[1] :].tolist()
        return [text[: text.index(self.eos) + 1] if self.eos in text else text for text in texts]


def compare_generate(
    check: Check, model: nn.Module, ids: Tensor, config: dict[str, Any], seed: int = 0
) -> None:
    """Runs the answer of `generate` on a copy of `model` and compares it with the library's.

    Tokens must be the same up to each row's end, and every token may be read only once.
    """
    request = _Request(model, ids, config, seed)
    written, needed = request.library_counted()
    want = request.new_texts(written)
    got, fed = _run_generate(check, request)
    _must_be_ids(check, request, got)
    if request.new_texts(got) != want and request.mode == "beam":
        alike = fed.rows > len(ids) >= fed.different  # a prompt's beams read the same in every step
        check.that(not alike, "generate-beam-alike", config=_shown(config), beams=request.beams)
    _must_be_the_same_texts(check, request, request.new_texts(got), want)
    _must_stop_and_fill(check, request, got, want)
    rows, n = ids.shape
    told = {"fed": fed.tokens, "calls": fed.calls}
    for steps, key in (
        (config["max_new_tokens"], "generate-no-cache"),
        (needed, "generate-reads-on"),
    ):
        most = rows * request.beams * (n + steps)
        check.that(fed.tokens <= most, key, **told, most=most, steps=steps)


def compare_generate_often(
    check: Check, model: nn.Module, other: nn.Module, ids: Tensor, config: dict[str, Any]
) -> None:
    """Runs the answer of `generate` with one model several times: on prompts, on others of their shape
    and sum, on the first ones again, and when the weights have become those of `other`."""
    one = copy.deepcopy(model)
    swapped = torch.cat([ids[:, :-2], ids[:, -2:].flip(1)], dim=1)
    asked = [_Request(model, texts, config, seed=0) for texts in (ids, swapped)]
    asked += [asked[0], _Request(other, ids, config, seed=0)]
    wanted = {request: request.new_texts(request.library()) for request in asked}
    for request in asked:
        if request.model is other:
            one.load_state_dict(other.state_dict())
        got, _ = _run_generate(check, request, one)
        _must_be_ids(check, request, got)
        check.that(request.new_texts(got) == wanted[request], "check-remembered")


def _run_generate(
    check: Check, request: _Request, model: nn.Module | None = None
) -> tuple[Any, Fed]:
    """What the answer returns, with the library's own `generate` closed, and what its model read.

    model: the copy that it gets, a new one where none is given.
    """
    model = copy.deepcopy(request.model) if model is None else model
    with torch.random.fork_rng(devices=[]), count_tokens(model) as fed, _library_closed() as called:
        torch.manual_seed(request.seed)
        try:
            got = check.run(model, request.ids.clone(), dict(request.config))
        finally:
            if called:
                check.fail("generate-library", function=called[0])
    return got, fed


def _must_be_ids(check: Check, request: _Request, got: Any) -> None:
    """Prompts and new tokens: int64 [b, n + new]."""
    rows, n = request.ids.shape
    check.tensor(got, dtype=torch.int64)
    right = got.dim() == 2 and len(got) == rows
    check.that(right, "generate-shape", rows=rows, got=list(got.shape))
    begins_right = got.shape[1] >= n and got[:, :n].equal(request.ids)
    several = request.mode == "beam" and rows > 1
    check.that(begins_right, "generate-prompt-beams" if several else "generate-prompt")
    new, most = got.shape[1] - n, request.config["max_new_tokens"]
    check.that(new <= most, "generate-too-long", new=new, most=most)


def _must_be_the_same_texts(
    check: Check, request: _Request, got: list[list[int]], want: list[list[int]]
) -> None:
    """The same new tokens as the library's, row by row."""
    if got == want:
        return
    row = next(i for i, (ours, theirs) in enumerate(zip(got, want, strict=True)) if ours != theirs)
    ours, theirs = got[row], want[row]
    pairs = itertools.zip_longest(ours, theirs)
    place = next(i for i, (a, b) in enumerate(pairs) if a != b)
    check.fail(
        _why_other_texts(request, got, ours, theirs, row, place),
        row=row + 1,
        place=place + 1,
        got=_word(request.model, ours, place),
        want=_word(request.model, theirs, place),
        config=_shown(request.config),
    )


def _why_other_texts(
    request: _Request,
    got: list[list[int]],
    ours: list[int],
    theirs: list[int],
    row: int,
    place: int,
) -> str:
    """The key of the message about a row that differs first at `place`."""
    padded = place < len(ours) and set(ours[place:]) == {request.pad}
    if padded and request.eos in request.ids[row].tolist() and place == 0:
        return "generate-prompt-ends"
    if padded and place < len(theirs) and theirs[place] == request.eos:
        return "generate-end-lost"
    if row > 0 and all(text == got[0] for text in got):
        return "generate-first-row"
    for key, wrong in _wrong_texts(request).items():
        if got == request.new_texts(wrong()):
            return key
    if request.mode == "beam":
        fitting = {key for key, other in _WRONG_SEARCHES if got == _searched(request, **other)}
        if len(fitting) == 1:  # where several mistakes write this text, none is named
            return fitting.pop()
    if place == len(ours):
        return "generate-too-early"
    if request.mode == "greedy" and "repetition_penalty" in request.config:
        return "generate-penalty"
    return f"generate-{request.mode}"


def _wrong_texts(request: _Request) -> dict[str, Callable[[], Tensor]]:
    """What the usual mistakes write, by the key of their message."""
    other: dict[str, Callable[[], Tensor]] = {
        name: partial(request.library, **changes) for name, changes in _OTHERWISE[request.mode]
    }
    if request.mode == "sample":
        other["generate-temperature-late"] = partial(request.sampled, "temperature")
        other["generate-top-k-late"] = partial(request.sampled, "top_k")
        other["generate-penalty-late"] = partial(request.sampled, "repetition_penalty")
    if request.mode == "beam":
        other["generate-beam-no-reorder"] = request.library_without_reorder
    if "top_k" in request.config:
        other.pop("generate-default-top-k", None)
    if request.mode != "beam" and request.config.get("repetition_penalty", 1.0) != 1.0:
        other["generate-no-penalty"] = partial(request.library, repetition_penalty=1.0)
    return other


# Settings with which the library writes what an answer with this mistake does.
_OTHERWISE: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "greedy": (("generate-greedy-draws", {"do_sample": True}),),
    "sample": (
        ("generate-sample-is-greedy", {"do_sample": False}),
        ("generate-no-temperature", {"temperature": 1.0}),
        ("generate-no-top-k", {"top_k": 0}),
        ("generate-no-top-p", {"top_p": 1.0}),
        ("generate-default-top-k", {"top_k": 50}),
    ),
    "beam": (
        ("generate-beam-stops-early", {"early_stopping": True}),
        ("generate-beam-stops-late", {"early_stopping": "never"}),
        ("generate-beam-no-length", {"length_penalty": 0.0}),
        ("generate-beam-default-length", {"length_penalty": 1.0}),
        ("generate-beam-no-end", {"eos_token_id": None}),
        ("generate-beam-is-greedy", {"num_beams": 1}),
    ),
}


StopRule = Callable[
    [list[float], float, int], bool
]  # (scores of the finished, of the best live, beams)


def _stop_of_generate(done: list[float], live: float, beams: int) -> bool:
    return len(done) >= beams and live <= sorted(done)[-beams]


def _stop_at_one(done: list[float], live: float, beams: int) -> bool:
    return True


def _stop_without_enough(done: list[float], live: float, beams: int) -> bool:
    return live <= min(sorted(done)[-beams:])


def _stop_below_the_best(done: list[float], live: float, beams: int) -> bool:
    return len(done) >= beams and live <= max(done)


def _stop_below_all(done: list[float], live: float, beams: int) -> bool:
    return len(done) >= beams and live <= min(done)


def _never_stop(done: list[float], live: float, beams: int) -> bool:
    return False


# Searches that differ from the library's in one thing, by the key of the message about it.
_WRONG_SEARCHES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("generate-beam-stops-early", {"stop": _stop_at_one}),
    ("generate-beam-stops-early", {"stop": _stop_without_enough}),
    ("generate-beam-stops-early", {"stop": _stop_below_the_best}),
    ("generate-beam-stops-late", {"stop": _stop_below_all}),
    ("generate-beam-stops-late", {"stop": _never_stop}),
    ("generate-beam-length-prompt", {"prompt_counts": True}),
    ("generate-beam-every-end", {"ends_among": 2}),
    ("generate-beam-every-end", {"ends_among": 10**9}),
    ("generate-beam-live-places", {"ends_take_places": True}),
    ("generate-beam-no-end", {"ends_live_on": True}),
    ("generate-beam-cut-lost", {"cut_compete": False}),
    ("generate-beam-end-ignored", {"ended_compete": False}),
)


def _searched(
    request: _Request,
    *,
    stop: StopRule = _stop_of_generate,
    prompt_counts: bool = False,
    cut_compete: bool = True,
    ended_compete: bool = True,
    ends_among: int = 1,
    **changes: Any,
) -> list[list[int]]:
    """The new texts of the beam search that the exercise asks for, where nothing is named.

    prompt_counts: a length counts the prompt. cut_compete, ended_compete: whether hypotheses without
    and with an end can win, if there are others. ends_among: so many times the beams are looked at
    for ends. changes: those of `finished_by_beam`.
    """
    power, beams = request.config.get("length_penalty", 1.0), request.beams
    eos = -1 if request.eos is None else request.eos
    texts = []
    for prompt, language in request.languages:

        def score(h: Hypothesis, more: int = len(prompt) if prompt_counts else 0) -> float:
            return h.total / (len(h.tokens) + more) ** power

        def stops(live: list[Hypothesis], done: list[Hypothesis], score: Any = score) -> bool:
            return stop([score(h) for h in done], score(live[0]), beams)

        case = BeamCase(language, beams, request.config["max_new_tokens"], eos, power)
        done = finished_by_beam(case, stop=stops, ends_among=ends_among * beams, **changes)
        able = [h for h in done if (ended_compete if h.tokens[-1] == eos else cut_compete)]
        text = list(max(able or done, key=score).tokens)
        texts.append(text[: text.index(eos) + 1] if eos in text else text)
    return texts


def _must_stop_and_fill(
    check: Check, request: _Request, got: Tensor, want: list[list[int]]
) -> None:
    """Nothing is written once every row has ended, and a row that has ended is filled up."""
    n, longest = request.ids.shape[1], max(map(len, want))
    new = got.shape[1] - n
    check.that(new <= longest, "generate-goes-on", new=new, want=longest)
    fill = {request.pad}
    for row, text in zip(got, want, strict=True):
        rest = set(row[n + len(text) :].tolist())
        check.that(rest <= fill, "generate-padding", eos=request.eos, pad=request.pad)


def _word(model: nn.Module, tokens: Sequence[int], place: int) -> str:
    """The word at a place of a text, or its number where the model has no words, for a message."""
    if place >= len(tokens):
        return "nothing"
    stories, tokenizer = decoder()
    if model.config.vocab_size != stories.config.vocab_size:
        return say("generate-token", number=tokens[place])
    return repr(tokenizer.convert_ids_to_tokens(tokens[place]))


def _shown(config: dict[str, Any]) -> str:
    """A configuration without what is not to be talked about."""
    hidden = ("pad_token_id", "max_new_tokens")
    shown = [f"{k}={v}" for k, v in config.items() if k not in hidden and v is not None]
    return ", ".join(shown) or "no settings"


# --- the visible checks ---------------------------------------------------------------------------


def check_temperature_probs(check: Check) -> None:
    example = torch.tensor([2.0, 1.0, 0.5])
    for t in (0.5, 1.0, 2.0):
        compare_temperature(check, example, t)
    for t in (0.0, -1.0, -1e-9):
        check.raises(ValueError, example, t)
    compare_temperature(check, logits_case(2, 5, seed=1), 0.7)
    compare_temperature(check, logits_case(2, 3, 4, seed=2), 3)  # more dimensions
    compare_temperature(check, logits_case(3, 4, seed=3, dtype=torch.float64), 1.5)
    turned = logits_case(4, 3, 2, seed=4).transpose(
        0, 2
    )  # its rows do not lie side by side in memory
    compare_temperature(check, turned, 0.8)
    for t in (0.5, 100, 5000, 1e9, 1e38):
        compare_temperature(check, torch.tensor([[2.0, -math.inf, 1.0], [0.0, 1.0, -math.inf]]), t)
    compare_temperature(check, torch.tensor([[1000.0, 999.0], [-1000.0, -1001.0]]), 1.0)
    compare_temperature(check, torch.tensor([0.0, 0.0, -1 / 1024]), 0.001)  # nearly equal
    compare_temperature(check, torch.tensor([0.0, 0.0, -1 / 65536]), 0.00001)
    for t in (1e-7, 1e-12):  # equal ones share, at every temperature
        compare_temperature(check, torch.tensor([2.0, 2.0, 0.5]), t)
    compare_temperature(check, torch.tensor([1000.0, 990.0, -1000.0]), 0.001)
    for t in (100.0, 400):  # what is improbable is lifted
        compare_temperature(check, torch.tensor([[0.0, -200.0], [-1000.0, 0.0]]), t)
    compare_temperature(check, torch.tensor([-2e6, -math.inf]), 1.0)
    compare_temperature(
        check, torch.tensor([[1e8 + 1, 1e8]], dtype=torch.float64), 0.5
    )  # more digits than float32
    compare_temperature(check, torch.tensor([[3.0], [-1.0]]), 0.5)  # there is one token only
    compare_temperature(check, logits_case(1, 6, seed=5).expand(300, 6), 1.1)  # a large batch
    for t in (1.2, 1.24, 1.9):
        compare_temperature(check, example, t)
    for pairs in (twins, wide_twins):  # nothing is kept from call to call
        for logits, again in pairs():
            compare_temperature(check, logits, 0.7, again=again)


def check_top_k_filter(check: Check) -> None:
    compare_top_k(check, torch.tensor([[1.0, 3.0, 2.0, 0.0, -1.0]]), 2)
    compare_top_k(check, torch.tensor([[-1.0, -3.0, -2.0, -4.0, -5.0]]), 2)
    compare_top_k(check, logits_case(2, 5, seed=1), 3)
    for k in (1, 5, 7):  # the best alone; as many as there are; more
        compare_top_k(check, logits_case(3, 5, seed=2), k)
    compare_top_k(check, torch.tensor([[0.0, -3.0, -2.0]]), 2)
    compare_top_k(check, torch.tensor([[2.0, 1.0, 1.0, 0.0], [0.0, 5.0, 4.0, 3.0]]), 2)  # a tie
    compare_top_k(
        check, torch.tensor([[3.0, 1.0, 2.0], [1.0, 0.0, -1.0]]), 1
    )  # one row's best is another's second
    compare_top_k(check, torch.tensor([[5.0, 3.0, 5.0, 1.0]]), 2)
    compare_top_k(check, torch.tensor([[2.0, 1.0, 1.0 + 2**-16, 1.0 - 2**-16]]), 2)  # nearly equal
    compare_top_k(check, torch.tensor([[2.0, -math.inf, 1.0, -math.inf]]), 3)
    compare_top_k(check, torch.tensor([[2.0, -math.inf, 1.0]]), 1)
    compare_top_k(check, logits_case(2, 6, seed=3, dtype=torch.float64), 2)
    close = torch.tensor([[1.0, 1.0 + 1e-12, 0.0], [1e8, 5.0, 1e8 + 1]], dtype=torch.float64)
    for k in (1, 2):  # more digits than float32
        compare_top_k(check, close, k)
    compare_top_k(check, torch.tensor([[1000.0, 999.995, 0.0]]), 1)
    for best in (200.0, 1000.0):  # the last three have nearly nothing
        compare_top_k(check, torch.tensor([[best, 0.0, -5.0, -9.0]]), 2)
    compare_top_k(check, torch.tensor([[2e6 + 2, 2e6 + 1, 2e6], [2e6, 2e6 + 4, 2e6 + 1]]), 1)
    compare_top_k(check, torch.tensor([[3.0], [-1.0]]), 1)  # there is one token only
    for k in (50, 1500):  # a large vocabulary
        compare_top_k(check, logits_case(2, 3000, seed=4), k)
    compare_top_k(check, logits_case(300, 4, seed=5), 2)  # a large batch
    turned = logits_case(6, 3, seed=6).T  # its rows do not lie side by side in memory
    for logits in (turned, turned[:, ::2], turned[:1].expand(3, 6)):
        compare_top_k(check, logits, 2)
    for pairs in (twins, wide_twins):  # nothing is kept from call to call
        for logits, again in pairs():
            compare_top_k(check, logits, 3, again=again)


def check_top_p_filter(check: Check) -> None:
    compare_top_p(check, torch.tensor([[0.05, 0.3, 0.1, 0.35, 0.2]]).log(), 0.68)
    for p in (0.8, 0.35, 0.5, 0.95):
        compare_top_p(check, torch.tensor([[0.1, 0.4, 0.2, 0.3]]).log(), p)
    compare_top_p(check, logits_case(2, 6, seed=27), 0.7)
    compare_top_p(check, logits_case(3, 9, seed=3) - 30, 0.8)  # all logits negative
    for p in (0.6908, 0.6916):  # a sum just reaches p, or just does not
        compare_top_p(check, torch.tensor([[0.2906, 0.1, 0.4006, 0.2, 0.0088]]).log(), p)
    compare_top_p(check, torch.ones(1, 4), 0.5)  # two of four equals reach p exactly
    for p in (0.95, 1.0):
        compare_top_p(
            check, torch.tensor([[1.0, -math.inf, 0.5, 0.2], [2.0, 1.0, 0.0, -math.inf]]), p
        )
    compare_top_p(check, torch.tensor([[10.0, 0.0, 0.0, 1.0]]), 0.999)
    compare_top_p(check, torch.tensor([[799.0, 800.0, 0.0]]), 0.9)
    compare_top_p(check, torch.tensor([[60.0, 0.0, -5.0]]), 1.0)
    compare_top_p(check, logits_case(2, 5, seed=8), 1e-9)
    compare_top_p(check, logits_case(2, 40, seed=4, spread=3.0), 1)
    compare_top_p(check, logits_case(2, 7, seed=5, dtype=torch.float64), 0.6)
    compare_top_p(check, logits_case(2, 20, seed=7), 0.97)
    compare_top_p(check, logits_case(2, 1, seed=6), 0.5)  # there is one token only
    for miss in (5e-5, 5e-6):  # not by rounding
        for before in (-miss, miss):
            compare_top_p(check, torch.tensor([[0.2, 0.5 + before, 0.3 - before]]).log(), 0.5)
    for before in (-1e-8, 1e-8):  # a float64 is exact enough
        near = torch.tensor([[0.2, 0.5 + before, 0.3 - before]], dtype=torch.float64)
        compare_top_p(check, near.log(), 0.5)
    compare_top_p(check, torch.tensor([[2e6, 2e6 + 1, 2e6 - 1]]), 0.7)
    compare_top_p(check, torch.zeros(1, 2000), 0.89975)  # a large vocabulary
    compare_top_p(check, torch.zeros(1, 3000), 1.0)
    close = torch.tensor([[1e8, 1e8 + 1, 5.0]], dtype=torch.float64)
    for p in (0.6, 0.9):  # more digits than float32
        compare_top_p(check, close, p)
    compare_top_p(check, logits_case(300, 4, seed=9), 0.7)  # a large batch
    turned = logits_case(6, 3, seed=10).T  # its rows do not lie side by side in memory
    for logits in (turned, turned[:, ::2], turned[:1].expand(3, 6)):
        compare_top_p(check, logits, 0.6)
    for pairs, p in ((twins, 0.65), (wide_twins, 0.8)):  # nothing is kept from call to call
        for logits, again in pairs():
            compare_top_p(check, logits, p, again=again)


def check_repetition_penalty(check: Check) -> None:
    compare_penalty(check, torch.tensor([[2.0, -2.0, 1.0, 0.5]]), torch.tensor([[2, 1, 0]]), 2.0)
    compare_penalty(check, torch.tensor([[2.0, -2.0, 1.0]]), torch.tensor([[0, 1, 0]]), 2)
    compare_penalty(check, logits_case(2, 5, seed=1), torch.tensor([[0, 3], [4, 4]]), 1.3)
    for penalty in (0.5, 1.0, 3.0):
        compare_penalty(
            check,
            logits_case(3, 6, seed=2),
            torch.tensor([[5, 0, 5], [1, 2, 3], [4, 4, 0]]),
            penalty,
        )
    compare_penalty(
        check, logits_case(2, 4, seed=3, dtype=torch.float64), torch.tensor([[1], [2]]), 1.7
    )
    compare_penalty(
        check, torch.tensor([[300.0, -200.0, 90.0, -80.0]]), torch.tensor([[0, 1, 3]]), 2.0
    )
    long = torch.cat([torch.arange(400), torch.full((600,), 401), torch.arange(402, 500)])[None]
    compare_penalty(check, logits_case(1, 520, seed=4), long, 1.5)  # a long text
    compare_penalty(check, torch.zeros(2, 6), torch.tensor([[5, 0], [1, 2]]), 1.2)
    long = torch.tensor([0, *[3] * 45000, 2, *[3] * 45000, 1])[None]
    compare_penalty(check, logits_case(1, 6, seed=5), long, 1.5)
    close = torch.tensor(
        [[1e8 + 1, -1e8 - 1, 3.0]], dtype=torch.float64
    )  # more digits than float32
    compare_penalty(check, close, torch.tensor([[0, 1]]), 2.0)
    compare_penalty(
        check, torch.tensor([[-2.0]]), torch.tensor([[0]]), 1.5
    )  # there is one token only
    texts = torch.arange(1200).view(300, 4) * 7 % 6
    compare_penalty(check, logits_case(300, 6, seed=6), texts, 1.5)  # a large batch
    turned, text = (
        logits_case(6, 2, seed=7).T,
        torch.tensor([[5, 1], [0, 2], [5, 1]]).T,
    )  # rows not in one piece
    compare_penalty(check, turned, text, 1.5)
    compare_penalty(check, turned[:, ::2], torch.tensor([[0, 2]]).expand(2, 2), 1.5)
    for text, again in twin_texts():  # nothing is kept from call to call
        compare_penalty(check, turned, text, 1.5, again=again)
    for logits, again in twins():
        compare_penalty(check, logits, text, 1.5, again=again)


def check_banned_next(check: Check) -> None:
    for sequence, n in (
        ([7, 8, 9, 7, 8], 3),
        ([1, 2, 1], 2),
        ([1, 2], 3),
        ([4, 5, 4, 6, 4], 2),
        ([3, 5, 5], 2),
        ([3, 1], 1),
        ([], 1),
        ([], 2),
        ([6], 2),
        ([6], 1),
        ([6, 6], 3),
        ([6, 6], 4),
        ([6, 6, 6], 3),  # short
        ([0, 5, 0], 2),
        ([5, 0, 5], 2),
        ([1, 2, 3, 4, 9, 1, 2, 3], 4),
        ([1, 2, 5, 9, 2, 1], 3),
        ([1, 23, 7, 4, 12, 3], 3),
        ([11, 2, 5, 2, 7, 1, 2], 3),  # tokens of several digits
        ([1, 12, 5, 6, 2, 2], 3),
        ([0, 1000, 7, 5, 1, 0], 3),
        (tokens_alike_as_numbers(), 3),
        ([3, 10, 3], 2),
        ([*range(10, 300), 1, 2, *range(300, 600), 1], 2),  # a long text
        ([5, 5, 7, 3, 5, 8, 5], 2),
        ([1, 1, 1, 2, 1, 1], 3),
        ([2, 1, 2, 1, 2, 4, 2, 1, 2], 4),  # they overlap
        ([1, 2, *[3] * 9000, 4, 5, *[3] * 9000, 1], 2),
        ([1, *[3] * 9000, 2, 3], 1),
        ([*range(90), *range(70)], 64),
    ):
        compare_banned(check, sequence, n)
    for place, (sequence, n) in enumerate(
        (  # nothing is kept from call to call
            ([4, 5, 1, 6, 4], 2),
            ([4, 6, 1, 5, 4], 2),
            ([4, 1, 6, 5, 4], 2),
            ([4, 1, 6, 5, 4], 1),
            ([4, 1, 6, 5, 4], 3),
            ([4, 1, 6, 5, 4, 1], 2),
            ([4, 1, 6, 5, 4, 6], 2),
            ([1, 5, 1, 6, 4, 6, 1], 2),
            ([4, 5, 1], 2),
            ([4, 5, 1, 4], 2),
            ([1, 2, 7, 3, 1, 2], 3),
            ([1, 2, 3, 7, 1, 2], 3),
            ([2, 1, 7, 3, 2, 1], 3),
            ([4, 5, 1, 6, 4], 2),
        )
    ):
        compare_banned(check, sequence, n, again=place > 0)


def check_process(check: Check) -> None:
    previous = torch.tensor([[0, 1, 0]])
    logits = torch.tensor([[2.0, 1.8, 1.6, 1.5, 1.4, -1.0]])
    neutral = {
        "repetition_penalty": 1.0,
        "no_repeat_ngram_size": 0,
        "temperature": 1.0,
        "top_k": 0,
        "top_p": 1.0,
    }
    for config in (
        {},
        {"repetition_penalty": 2.0},
        {"repetition_penalty": 0.5},
        {"no_repeat_ngram_size": 2},
        {"temperature": 0.5},
        {"no_repeat_ngram_size": 2, "temperature": 2.0},
        {"no_repeat_ngram_size": 1, "temperature": 1e6},  # what is banned stays so
        {"no_repeat_ngram_size": 1, "temperature": 1e30},
        {"top_k": 3},
        {"top_k": 1},
        {"top_p": 0.75},
        {"temperature": 0.3, "top_p": 0.75},
        {"top_k": 4, "top_p": 0.55},
        {"repetition_penalty": 2.0, "top_k": 2},
        {"no_repeat_ngram_size": 2, "top_k": 2},
        neutral,
        {"repetition_penalty": 1, "temperature": 1, "top_p": 1},
        {"no_repeat_ngram_size": 5},  # longer than the text
        {"no_repeat_ngram_size": 1, "top_k": 9},  # all that stands there; more than there are
        {
            "top_p": 0.8,
            "top_k": 5,
            "temperature": 2,
            "no_repeat_ngram_size": 2,
            "repetition_penalty": 2,
        },
    ):
        compare_process(check, logits, previous, {"do_sample": True, **config})
    for other in ({"do_sample": False}, {"num_beams": 3}, {"do_sample": False, "num_beams": 3}):
        compare_process(check, logits, previous, {"temperature": 0.5, "top_k": 3, **other})
    for name, value in OTHER_NAMES.items():
        compare_process(check, logits, previous, {name: value})
    long = torch.cat(
        [torch.arange(400), torch.full((600,), 401), torch.arange(402, 500), torch.tensor([7])]
    )[None]
    for config in ({"repetition_penalty": 1.5}, {"no_repeat_ngram_size": 2}):
        compare_process(check, logits_case(1, 520, seed=6), long, config)
    longer = torch.tensor([0, 1, *[3] * 9000, 0])[None]
    for config in ({"repetition_penalty": 1.5}, {"no_repeat_ngram_size": 2}):
        compare_process(check, logits, longer, config)
    steep = torch.tensor(
        [[160.0, 140.0, 0.0, -5.0]]
    )  # the best one has nearly all, the last ones nothing
    compare_process(check, steep, previous, neutral)
    previous = torch.tensor([[4, 5, 3, 4, 5], [0, 1, 2, 2, 2]])
    for config in (
        {"no_repeat_ngram_size": 2},
        {"no_repeat_ngram_size": 3},
        {"repetition_penalty": 1.5},
        {"repetition_penalty": 1.5, "temperature": 0.6, "top_k": 4, "top_p": 0.7},
    ):
        compare_process(
            check, logits_case(2, 6, seed=4, spread=0.7, dtype=torch.float64), previous, config
        )
    compare_process(check, logits_case(2, 80, seed=5), previous, {"max_new_tokens": 20})
    close = torch.tensor([[1e8, 1e8 + 1, 5.0], [1.0, 0.0, 1.0 + 1e-12]], dtype=torch.float64)
    for config in (
        {},
        {"repetition_penalty": 2.0},
        {"temperature": 0.5},
        {"top_k": 1},
    ):  # more digits than float32
        compare_process(check, close, torch.tensor([[0], [1]]), config)
    for config in ({"top_k": 1500}, {"top_p": 0.9}):  # a large vocabulary
        compare_process(check, logits_case(2, 2500, seed=42, spread=1.0), previous, config)
    compare_process(
        check, torch.tensor([[-2.0]]), torch.tensor([[0]]), {"repetition_penalty": 2.0, "top_k": 1}
    )
    turned = logits_case(6, 2, seed=7).T  # its rows do not lie side by side in memory
    compare_process(
        check,
        turned,
        torch.tensor([[0, 2], [5, 2], [0, 1]]).T,
        {"repetition_penalty": 1.5, "top_k": 4},
    )
    for config in (
        {"repetition_penalty": 1.5},
        {"no_repeat_ngram_size": 1},
    ):  # nothing is kept from call to call
        for text, again in twin_texts():
            compare_process(check, turned, text, config, again=again)
    for name, values in {
        "repetition_penalty": (1.5, 1.9),
        "temperature": (1.5, 1.9),
        "top_k": (2, 3),
        "top_p": (0.62, 0.65),
    }.items():
        for logits, again in twins():
            for value in values:
                compare_process(check, logits, text, {name: value}, again=again)


def check_beam_search(check: Check) -> None:
    example = worked_case(1.0)
    found, want = _run_beam(check, example)[0], best_of(finished_by_beam(example), 1.0)[0]
    worked = None if found == want else (_spaced(found), _spaced(want))
    for cases in BEAM_CASES.values():
        compare_beam(check, cases[0], worked=worked)
    check.that(worked is None, "beam-worked")
    compare_beam(check, ending_case(4, 0, after=2, eos=3))  # then nothing else is possible
    compare_beam(check, long_case(40, 1))
    compare_beam(
        check, BeamCase(random_language(1500, 1), width=3, max_len=2, eos=0, length_penalty=1.0)
    )
    one_language = BeamCase(random_language(4, 2), width=2, max_len=4, eos=1, length_penalty=1.0)
    compare_beam(check, one_language)
    for after in (
        0,
        1,
    ):  # the same settings and another language: nothing is kept from call to call
        compare_beam(check, twin_case(one_language, after=after, seed=52), again=True)


def check_contrastive_scores(check: Check) -> None:
    expert = torch.tensor([[0.3, 0.25, 0.2, 0.12, 0.1, 0.03]]).log()
    compare_contrast(
        check, expert, torch.tensor([[0.1, 0.35, 0.05, 0.05, 0.15, 0.3]]).log(), 0.28, 1.0
    )
    expert, amateur = torch.tensor([[0.5, 0.4, 0.1]]).log(), torch.tensor([[0.5, 0.1, 0.4]]).log()
    compare_contrast(check, expert, amateur, 0.5, 1.0)
    compare_contrast(check, expert + 2, amateur - 1, 0.5, 1.0)  # logits: a constant more or less
    expert, amateur = logits_case(2, 6, seed=1), logits_case(2, 6, seed=2)
    for alpha, beta in ((0.1, 0.5), (0.3, 2.0), (0.02, 0.0), (1.0, 1.0)):
        compare_contrast(check, expert, amateur, alpha, beta)
    nearly = torch.tensor(
        [[0.5, 0.2248, 0.2252, 0.05]]
    ).log()  # just below and just above the limit
    compare_contrast(check, nearly, amateur[:1, :4], 0.45, 1.0)
    flat_and_steep = expert * torch.tensor([[0.2], [2.0]])
    compare_contrast(check, flat_and_steep.double(), amateur.double(), 0.3, 1.0)
    half = torch.tensor([[0.0, math.log(0.5) - 1e-9, math.log(0.5) + 1e-9]], dtype=torch.float64)
    compare_contrast(check, half, amateur[:1, :3].double(), 0.5, 1.0)  # more digits than float32
    far = torch.tensor([[900.0, 899.0, 0.0], [-901.0, -900.0, -905.0]]).double()
    compare_contrast(check, far, amateur[:, :3].double() - 900, 0.1, 1.0)
    compare_contrast(check, amateur[:, :3].double(), far, 0.1, 1.0)
    for beta in (1.0, 0.0):
        compare_contrast(
            check, torch.tensor([[1.0, 0.0]]), torch.tensor([[0.0, -150.0]]), 0.1, beta
        )
    for expert in (torch.tensor([[1.0, 1.0, 0.0]]), torch.zeros(2, 3)):  # several are the best
        compare_contrast(check, expert, torch.tensor([[0.0, -1.0, 2.0]]).expand(expert.shape), 1, 1)
    steep = torch.tensor([[-18.0, -13.7, 0.0, -13.9]])  # just above and just below a low limit
    compare_contrast(check, steep, amateur[:1, :4], 1e-6, 1.0)
    compare_contrast(check, 2 * steep, amateur[:1, :4], 1e-12, 1.0)
    compare_contrast(check, torch.tensor([[5.0, 0.0]]), torch.tensor([[0.0, -300.0]]), 0.5, 400.0)
    compare_contrast(
        check, torch.tensor([[1.0, 0.0]]).double(), torch.tensor([[0.0, -900.0]]).double(), 0.1, 1.0
    )
    compare_contrast(
        check, torch.tensor([[3.0], [-1.0]]), torch.tensor([[0.0], [5.0]]), 0.1, 1.0
    )  # one token
    compare_contrast(check, logits_case(2, 3000, seed=5), logits_case(2, 3000, seed=6), 0.01, 1.0)
    compare_contrast(
        check, logits_case(300, 5, seed=7), logits_case(300, 5, seed=8), 0.2, 0.5
    )  # a large batch
    turned = logits_case(6, 2, seed=9).T  # its rows do not lie side by side in memory
    compare_contrast(check, turned, turned[:1].flip(-1).expand(2, 6), 0.2, 0.5)
    for logits, again in twins():  # nothing is kept from call to call
        compare_contrast(check, logits, turned, 0.2, 0.5, again=again)
    for logits, again in twins():
        compare_contrast(check, turned, logits, 0.2, 0.5, again=again)
    for alpha, beta in ((0.2, 0.6), (0.4, 0.6), (0.6, 0.4)):
        compare_contrast(check, turned, logits, alpha, beta, again=True)


def check_generate(check: Check) -> None:
    for step, compare_all in enumerate((_greedy_step, _sampling_step, _beam_step)):
        try:
            compare_all(check)
        except Stop as stop:
            if stop.state == "failed" and step:
                stop.text = f"{say(f'generate-passed-{step}')}\n{stop.text}"
            raise


# Tiny models with 12 tokens that mean nothing: they end often and repeat themselves
_TOYS, _END = torch.tensor([[1, 2, 3], [4, 5, 6]]), {"eos_token_id": 7, "pad_token_id": 11}
_ENDED = torch.tensor([[1, 7, 3], [7, 5, 6]])  # prompts that hold the end


def _compare_toys(check: Check, *cases: tuple[int, Tensor, dict[str, Any]]) -> None:
    """Each case: the seed of its model and of its draws, the prompts, what else than 6 tokens."""
    for seed, ids, config in cases:
        compare_generate(check, tiny_gpt(seed), ids, {"max_new_tokens": 6, **config}, seed)


def _greedy_step(check: Check) -> None:
    two = prompts("tom had a", "the cat sat")
    compare_generate(check, decoder()[0], two, {"max_new_tokens": 12})
    at_the_end = torch.tensor([[1, 2, 7], [4, 7, 7]])
    _compare_toys(
        check,
        (24, _TOYS, {"max_new_tokens": 1}),
        (24, _TOYS, {"eos_token_id": None, "do_sample": False, "num_beams": 1}),
        (24, _TOYS, _END),
        (22, _TOYS, {"eos_token_id": 0, "pad_token_id": 11}),
        (9, _TOYS[:1, :1], {"max_new_tokens": 3}),  # a prompt of one token
        (9, _TOYS[:1], {"max_new_tokens": 3}),
        (9, _TOYS[:, :2], {"max_new_tokens": 3}),
        (24, _ENDED, _END),
        (4, at_the_end, {**_END, "pad_token_id": 0}),
        (3, _TOYS, {"repetition_penalty": 1.5}),
    )
    compare_generate_often(check, tiny_gpt(3), tiny_gpt(4), _TOYS, {"max_new_tokens": 2})
    weak = sharpened(tiny_gpt(3), 0.1)  # logits between -1 and 1
    compare_generate(check, weak, _TOYS, {"max_new_tokens": 6, "repetition_penalty": 1.5})
    for low in (lowered(tiny_gpt(3), by=25), lowered(weak, by=1)):  # all logits are negative
        compare_generate(check, low, _TOYS, {"max_new_tokens": 6, "repetition_penalty": 1.3})


def _sampling_step(check: Check) -> None:
    _compare_toys(
        check,
        (3, _TOYS, {"do_sample": True, **_END}),
        (7, _TOYS, {"do_sample": True, "eos_token_id": 7, "pad_token_id": 0}),
        (3, _TOYS, {"do_sample": True, "temperature": 1.5}),
        (3, _TOYS, {"do_sample": True, "top_k": 4, **_END}),
        (3, _TOYS, {"do_sample": True, "top_k": 1}),
        (3, _TOYS, {"do_sample": True, "top_k": 40}),
        (3, _TOYS, {"do_sample": True, "top_p": 0.6}),
    )
    chain = {
        "do_sample": True,
        "top_p": 0.7,
        "top_k": 6,
        "temperature": 2.0,
        "repetition_penalty": 1.5,
    }
    compare_generate(check, tiny_gpt(13, vocab=30), _TOYS, {"max_new_tokens": 6, **chain}, seed=13)
    two = prompts("tom had a", "the cat sat")
    compare_generate(check, decoder()[0], two, {"max_new_tokens": 8, "do_sample": True}, seed=2)


def _beam_step(check: Check) -> None:
    no_length = {"length_penalty": 0.0}
    _compare_toys(
        check,
        (24, _TOYS, {"num_beams": 3, **no_length, **_END}),
        (82, _TOYS, {"num_beams": 2, **no_length, **_END}),
        (4, _TOYS, {"num_beams": 3, **no_length, "eos_token_id": 7, "pad_token_id": 0}),
        (15, _TOYS, {"num_beams": 2, "length_penalty": 2.0, **_END}),
        (24, _TOYS, {"num_beams": 3, **_END}),
        (9, _TOYS, {"num_beams": 3, "eos_token_id": 0, "pad_token_id": 11}),
        (52, _TOYS, {"num_beams": 3, **_END}),
        (55, _TOYS, {"num_beams": 2, "length_penalty": 1.5, **_END}),
        (34, _ENDED, {"num_beams": 3, **_END}),
        (9, _TOYS, {"num_beams": 2, **no_length, **_END, "max_new_tokens": 20}),
        (17, _TOYS, {"num_beams": 3, "length_penalty": 2.0, **_END, "max_new_tokens": 8}),
        (3, _TOYS, {"num_beams": 3, "eos_token_id": None}),
    )
    for seed, n_beams, alpha, times in (
        (20, 3, 3.0, 60),
        (44, 2, 1.0, 100),
    ):  # log-probabilities below -100
        config = {"max_new_tokens": 8, "num_beams": n_beams, "length_penalty": alpha, **_END}
        compare_generate(check, sharpened(tiny_gpt(seed), times), _TOYS, config, seed)
    config = {"max_new_tokens": 20, "num_beams": 2, **no_length, **_END}
    compare_generate(check, tiny_gpt(28), _TOYS, config)  # every row ends early
