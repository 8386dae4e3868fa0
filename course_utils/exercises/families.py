"""What the check cells of 04_families use: inputs, references and comparisons. FLOPs are counted by
PyTorch's profiler."""

from __future__ import annotations

import functools
import math
import numbers
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

from course_utils.checks.check import Check, Stop
from course_utils.exercises.advice import advising
from course_utils.exercises.attention import as_view
from course_utils.families import (
    FAMILIES,
    JOBS,
    REASONS,
    T5_SIZES,
    TASKS,
    Mask,
    Memory,
    Sizes,
    Transformer,
    causal_mask,
    open_mask,
)
from course_utils.messages import say

# --- the families ---------------------------------------------------------------------------------


def prefix_mask(p: int) -> Mask:
    """The first p positions see one another, the rest is causal: n -> bool [n, n]."""

    def mask(n: int) -> Tensor:
        keep = causal_mask(n)
        keep[:, :p] = True
        return keep

    return mask


def make_family(family: str, vocab: int = 40, p: int = 2, seed: int = 0, **sizes: Any):
    """(encoder or None, the tower that answers), untrained, for one of FAMILIES."""
    if family not in FAMILIES:
        raise ValueError(say("family-no-such", family=family, known=", ".join(FAMILIES)))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        if family == "encoder-decoder":
            return (
                Transformer(vocab, open_mask, **sizes),
                Transformer(vocab, causal_mask, cross=True, **sizes),
            )
        mask = {"encoder": open_mask, "decoder": causal_mask, "prefix": prefix_mask(p)}[family]
        return None, Transformer(vocab, mask, **sizes)


def slopes(f: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
    """The largest derivative, in size, of each output of f to each input: float [outputs, inputs].

    f maps vectors [inputs, d] to vectors [outputs, d].
    """
    # [outputs, d, inputs, d]; vectorized: in one pass back, five times as fast
    jacobian = torch.autograd.functional.jacobian(f, x, vectorize=True)
    return jacobian.abs().amax(dim=(1, 3)).detach()


def family_slopes(family: str, n: int, source: int = 0, p: int = 2, seed: int = 0) -> Tensor:
    """`slopes` of an untrained small Transformer: [n, n], or [n, source + n] with an encoder."""
    encoder, tower = make_family(family, p=p, seed=seed, width=16, hidden=32, heads=2)
    source = source if encoder is not None else 0
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(source + n, 16, generator=generator)

    def f(x: Tensor) -> Tensor:
        if encoder is None:
            return tower.states(x[None])[0]
        return tower.states(x[None, source:], encoder.states(x[None, :source]))[0]

    return slopes(f, x)


def pattern(family: str, n: int, source: int = 0, p: int = 2) -> Tensor:
    """Which output depends on which input: bool [n, n], or [n, source + n] with an encoder."""
    if family == "encoder-decoder":
        return torch.cat([torch.ones(n, source).bool(), causal_mask(n)], 1)
    return {"encoder": open_mask, "decoder": causal_mask, "prefix": prefix_mask(p)}[family](n)


# --- what generation costs ------------------------------------------------------------------------


def flops(kind: str, n_in: int, n_out: int, cache: bool, sizes: Sizes) -> int:
    """Floating point operations of all matrix products; the rules are those of `decode_flops`."""
    layers, d, hidden, vocab = sizes

    def run(queries: int, keys: int) -> int:
        """One pass of `queries` new tokens through self-attention and feed-forward."""
        return layers * (queries * (8 * d * d + 4 * d * hidden) + 4 * d * queries * keys)

    def look(queries: int) -> int:
        """Cross-attention of `queries` tokens, without the keys and values of the source."""
        return layers * (4 * d * d * queries + 4 * d * queries * n_in)

    head = 2 * d * vocab * n_out
    if kind == "encoder":
        return run(n_in, n_in) + head
    if kind == "decoder":
        if cache:
            return run(n_in, n_in) + sum(run(1, n_in + t) for t in range(1, n_out)) + head
        return sum(run(n_in + t, n_in + t) for t in range(n_out)) + head
    source = layers * 4 * d * d * n_in  # its keys and values, in each layer of the decoder
    if cache:
        steps = source + sum(run(1, t) + look(1) for t in range(1, n_out + 1))
    else:
        steps = sum(run(t, t) + look(t) + source for t in range(1, n_out + 1))
    return run(n_in, n_in) + steps + head


def at_sizes(answer: Callable[[str, int, int, bool], int]) -> Callable[..., int]:
    """f(kind, n_in, n_out, cache, sizes): the learner's `decode_flops` if it is right, else `flops`.

    Says which. The answer reads its sizes from four names of its notebook: f puts them there and back.
    """
    names = ("LAYERS", "WIDTH", "HIDDEN", "VOCAB")

    def count(kind: str, n_in: int, n_out: int, cache: bool, sizes: Sizes) -> int:
        notebook = answer.__globals__
        before = {name: notebook[name] for name in names}
        notebook.update(zip(names, sizes))
        try:
            return answer(kind, n_in, n_out, cache)
        finally:
            notebook.update(before)

    samples = [
        (kind, n_in, n_out, cache, sizes)
        for kind in ("encoder", "decoder", "encoder-decoder")
        for n_in, n_out in ((3, 2), (6, 5))
        for cache in (False, True)
        for sizes in (Sizes(2, 4, 16, 10), Sizes(12, 768, 3072, 32_128))
    ]
    try:
        right = all(count(*sample) == flops(*sample) for sample in samples)
    except Exception:  # an answer that is open or wrong may stop with anything
        right = False
    print(say("flops-yours" if right else "flops-ours"))
    return count if right else flops


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
    check: Check,
    got: Any,
    want: int,
    key: str,
    mistakes: Mapping[str, int | tuple[int, ...]],
    kept: Sequence[int] = (),
    **fields: Any,
) -> None:
    """`got` must be the whole number `want`; see `Check.close` for `mistakes` (a mistake that can be
    made in several ways has several numbers)."""
    number = whole_number(check, got)
    if number == want:
        return
    known = [
        mistake
        for mistake, value in mistakes.items()
        if number in (value if isinstance(value, tuple) else (value,))
    ]
    if number in kept and not known:
        check.fail("check-remembered")
    if known:
        check.fail(known[0], want=f"{want:,}", got=f"{number:,}", **fields)
    check.fail(key, want=f"{want:,}", got=f"{number:,}", **fields)


# --- count_params ---------------------------------------------------------------------------------


# (layers, d_model, d_ff, vocab, heads, d_kv): small ones, for which no two known mistakes give the
# same number, and one whose odd number of billions fits neither float32 nor 32 bits.
SMALL_T5 = ((1, 4, 9, 10, 3, 5), (3, 6, 5, 7, 5, 2))
HUGE_T5 = (24, 100_003, 400_009, 500_021, 101, 997)  # 7 · 10¹²: too many for float32 and int32


@functools.lru_cache(maxsize=64)
def t5_on_meta(layers: int, d_model: int, d_ff: int, vocab: int, heads: int, d_kv: int):
    """A T5 of these sizes on the "meta" device: all shapes, no memory."""
    from transformers import T5Config, T5ForConditionalGeneration

    config = T5Config(
        num_layers=layers, d_model=d_model, d_ff=d_ff, vocab_size=vocab, num_heads=heads, d_kv=d_kv
    )
    with torch.device("meta"):
        return T5ForConditionalGeneration(config)


def t5_parts(
    layers: int, d: int, ff: int, vocab: int, heads: int, d_kv: int
) -> tuple[int, int, int]:
    """The table of the words, the encoder, the decoder. Their sum is what `parameters` counts in
    `t5_on_meta`, which takes a second to build the largest."""
    attention, feed_forward = 4 * d * heads * d_kv + d, 2 * d * ff + d  # each with its norm
    ends = 32 * heads + d  # the position table and the last norm of a tower
    encoder = layers * (attention + feed_forward) + ends
    return vocab * d, encoder, encoder + layers * attention


def params_mistakes(
    want: int, layers: int, d: int, ff: int, vocab: int, heads: int, d_kv: int
) -> dict[str, int]:
    """Message key -> the number that a known mistake gives."""
    inner = heads * d_kv
    matrices = 4 * d * inner  # of one attention
    position = 32 * heads
    norms = 2 * (layers * 2 * d + d) + layers * d
    _, encoder, decoder = t5_parts(layers, d, ff, vocab, heads, d_kv)
    in_layers = encoder + decoder - 2 * (position + d)
    return {
        "params-no-cross": want - layers * (matrices + d),
        "params-no-cross-matrices": want - layers * matrices,
        "params-cross-no-norm": want - layers * d,
        "params-cross-in-encoder": want + layers * (matrices + d),
        "params-embedding-twice": want + vocab * d,
        "params-embedding-thrice": want + 2 * vocab * d,
        "params-no-embedding": want - vocab * d,
        "params-no-tables": want - vocab * d - 2 * position,
        "params-only-matrices": want - norms - 2 * position,
        "params-one-tower": want - decoder,
        "params-no-encoder": want - encoder,
        "params-layers-of-both": want - in_layers // 2,
        "params-one-layer": want - in_layers * (layers - 1) // layers,
        "params-no-position": want - 2 * position,
        "params-position-once": want - position,
        "params-position-every-layer": want + 2 * (layers - 1) * position,
        "params-position-in-cross": want + position,
        "params-position-shared-heads": want - 2 * position + 2 * 32,
        "params-position-d-kv": want - 2 * position + 2 * 32 * d_kv,
        "params-position-vectors": want - 2 * position + 2 * position * d_kv,
        "params-norm-of-heads": want + 3 * layers * (inner - d),
        "params-cross-shared": want - 2 * (layers - 1) * d * inner,
        "params-no-norms": want - norms,
        "params-no-layer-norms": want - layers * 5 * d,
        "params-no-final-norm": want - 2 * d,
        "params-norm-bias": want + norms,
        "params-one-norm-per-layer": want - layers * 3 * d,
        "params-d-model-heads": want + (4 * d * d - matrices) * 3 * layers,
        "params-heads-twice": want + 4 * d * (heads * heads - inner) * 3 * layers,
        "params-one-head": want + 4 * d * (d_kv - inner) * 3 * layers,
        "params-cross-one-head": want + 4 * d * (d_kv - inner) * layers,
        "params-square-output": want + 3 * layers * d * (d - inner),
        "params-three-matrices": want - 3 * layers * d * inner,
        "params-feed-forward-width": want + 4 * layers * d * (4 * d - ff),
        "params-one-feed-forward-matrix": want - 2 * layers * d * ff,
        "params-gated": want + 2 * layers * d * ff,
        "params-feed-forward-twice": want + layers * (2 * d * ff + d),
        "params-biases": want + layers * (3 * (3 * inner + d) + 2 * (ff + d)),
    }


def compare_params_twins(check: Check, *sizes: int) -> None:
    """The same six numbers in another order are another model, and so is one number more."""
    layers, d, ff, vocab, heads, d_kv = sizes
    kept = sum(t5_parts(*sizes))
    for twin in ((layers, d, ff, vocab, d_kv, heads), (layers, ff, d, vocab, heads, d_kv)):
        compare_params(check, *twin, kept=kept)
    compare_params(check, *sizes[::-1], kept=kept)
    for place in range(6):
        compare_params(check, *(size + (i == place) for i, size in enumerate(sizes)), kept=kept)


def compare_params(check: Check, *sizes: int, kept: int | None = None) -> None:
    """Runs the answer of `count_params` and compares it with the size of the library's model.

    kept: the right number of an earlier call, if somebody might take this call for that one.
    """
    table, encoder, decoder = t5_parts(*sizes)
    want = table + encoder + decoder
    number = whole_number(check, check.run(*sizes))
    rounded = want > 2**24 and abs(number - want) < want * 2**-22  # float32 has 24 bits
    overflown = (number - want) % 2**32 == 0
    check.that(number != kept or kept == want, "check-remembered")
    fits = number == want or not (rounded or overflown)
    check.that(fits, "params-rounded", got=f"{number:,}", want=f"{want:,}")
    parts: dict[str, Any] = {
        "table": f"{table:,}",
        "encoder": f"{encoder:,}",
        "decoder": f"{decoder:,}",
    }
    compare_whole(check, number, want, "params-wrong", params_mistakes(want, *sizes), **parts)


# --- prefix_lm_mask -------------------------------------------------------------------------------


def compare_prefix(check: Check, p: int, n: int) -> None:
    """Runs the answer of `prefix_lm_mask` and compares it."""
    i, j = torch.arange(n)[:, None], torch.arange(n)[None]
    want = (j <= i) | (j < p)
    got = check.run(p, n)
    check.tensor(got, shape=(n, n), dtype=torch.bool)
    if got.equal(want):
        return
    other = next((k for k in range(n + 1) if got.equal((j <= i) | (j < k))), None)
    check.equal(
        got, want, key="prefix-wrong" if other is None else "prefix-other", other=other, p=p,
        mistakes={
            "prefix-inverted": ~want,
            "prefix-transposed": want.T,
            "prefix-causal": j <= i,
            "prefix-open" if p else "prefix-none-open": torch.ones(n, n).bool(),
            "prefix-suffix-length": (j <= i) | (j < n - p),
            "prefix-too-long": (j <= i) | (j <= p),
            "prefix-too-short": (j <= i) | (j < p - 1),
            "prefix-rows": (j <= i) | (i < p),
            "prefix-block-only": (i < p) & (j < p) | (i >= p) & (j >= p) & (j <= i),
            "prefix-columns-only": (j < p).expand(n, n),
            "prefix-suffix-open": (j < p) | (i >= p),
            "prefix-no-diagonal": (j < i) | (j < p),
            "prefix-nothing-between": (j == i) | (j < p),
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


def compare_spans_twins(
    check: Check, ids: Sequence[int], spans: Sequence[tuple[int, int]], first: int, eos: int
) -> None:
    """Calls that differ in one thing from the first: the order of the text, where spans end or
    begin, the sentinel, the end."""
    kept = spans_by_hand(ids, spans, first, eos)
    compare_spans(check, ids, spans, first, eos)
    for twin in (
        (ids[::-1], spans, first, eos),
        ([ids[0], *ids[-2:0:-1], ids[-1]], spans, first, eos),
        (ids, [(start, end - 1) for start, end in spans], first, eos),
        (ids, [(start + 1, end) for start, end in spans], first, eos),
        (ids, [(start - 1, end - 1) for start, end in spans], first, eos),
        (ids, spans[:1], first, eos),
        (ids, spans, first - 1, eos),
        (ids, spans, first, eos + 1),
    ):
        compare_spans(check, *twin, kept=kept)


def compare_spans(
    check: Check,
    ids: Sequence[int],
    spans: Sequence[tuple[int, int]],
    first: int,
    eos: int,
    kept: tuple[list[int], list[int]] | None = None,
) -> None:
    """Runs the answer of `span_corrupt` and compares both lists.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """
    wanted = spans_by_hand(ids, spans, first, eos)
    got = check.run(list(ids), list(spans), first, eos)
    check.that(isinstance(got, (tuple, list)) and len(got) == 2, "spans-not-a-pair")
    inputs, targets = (_ids_of(check, part) for part in got)
    check.that((inputs, targets) != kept or kept == wanted, "check-remembered")
    check.that((inputs, targets) != (*reversed(wanted),) or inputs == targets, "spans-swapped")
    for found, want, mistakes, key in (
        (inputs, wanted[0], inputs_mistakes, "spans-inputs"),
        (targets, wanted[1], targets_mistakes, "spans-targets"),
    ):
        if found == want:
            continue
        for mistake, value in mistakes(ids, spans, first, eos).items():
            # A mistake counts with and without the end, which may be missing as well.
            known = value != want and found in (value, value[:-1])
            check.that(not known, mistake, got=found, want=want)
        check.that(found[:-1] != want[:-1] or len(found) != len(want), "spans-eos", eos=eos)
        pairs = enumerate(zip(found, want))
        place = next((i for i, (a, b) in pairs if a != b), min(len(found), len(want)))
        check.that(len(want) < 100, "spans-long", tokens=len(ids), place=place)
        check.fail(key, got=found, want=want, place=place)


def _ids_of(check: Check, part: Any) -> list[int]:
    """One of the two lists, whatever kind of row of whole numbers it is."""
    if isinstance(part, Tensor) and part.ndim == 1 and not part.is_floating_point():
        part = part.tolist()
    check.that(isinstance(part, (list, tuple)), "spans-not-lists", got=type(part).__name__)
    whole = all(isinstance(x, numbers.Integral) and not isinstance(x, bool) for x in part)
    check.that(whole, "spans-not-ids")
    return [int(x) for x in part]


def inputs_mistakes(
    ids: Sequence[int], spans: Sequence[tuple[int, int]], first: int, eos: int
) -> dict[str, list[int]]:
    """Message key -> the inputs that a known mistake gives."""
    want, _ = spans_by_hand(ids, spans, first, eos)
    inside = {i for start, end in spans for i in range(start, end)}
    tail = len(ids) - max((end for _, end in spans), default=0)
    masked = list(ids)  # a sentinel in each place
    shortened = list(ids)  # later spans are looked for in what the earlier ones left
    for number, (start, end) in enumerate(spans):
        masked[start:end] = [first - number] * (end - start)
        shortened[start:end] = [first - number]
    by_id = list(ids)  # a span is where its first id is found first
    for number, (start, end) in enumerate(spans):
        if ids[start] in by_id:
            place = by_id.index(ids[start])
            by_id[place : place + end - start] = [first - number]
    seen = [x for i, x in enumerate(masked) if i == 0 or x != masked[i - 1]]
    sentinels = {first - number for number in range(len(spans))}
    pairs = zip([None, *masked], masked)
    melted = [x for before, x in pairs if x != before or x not in sentinels]
    gone = {ids[i] for i in inside}
    return {
        **eos_mistakes(want, eos),
        "spans-no-eos": want[:-1],
        "spans-dropped": [*(x for i, x in enumerate(ids) if i not in inside), eos],
        "spans-tail-lost": [*want[: -1 - tail], eos],
        "spans-head-lost": [*(first - k for k in range(len(spans))), *want[-1 - tail :]],
        **shared_mistakes(ids, spans, first, eos, part=0),
        "spans-masked": [*masked, eos],
        "spans-melted": [*melted, eos],
        "spans-equal-neighbours": [*seen, eos],
        "spans-shortened": [*shortened, eos],
        "spans-by-id": [*by_id, eos],
        "spans-final-in-inputs": [*want[:-1], first - len(spans), eos],
        "spans-everywhere": [x for x in want if x not in gone],
    }


def targets_mistakes(
    ids: Sequence[int], spans: Sequence[tuple[int, int]], first: int, eos: int
) -> dict[str, list[int]]:
    """Message key -> the targets that a known mistake gives."""
    _, want = spans_by_hand(ids, spans, first, eos)
    cut = [x for start, end in spans for x in ids[start:end]]
    after = [x for k, (a, b) in enumerate(spans) for x in (*ids[a:b], first - k)]
    last = first - len(spans)
    return {
        **eos_mistakes(want, eos),
        "spans-no-final" if spans else "spans-no-final-alone": [*want[:-2], eos],
        "spans-no-eos": want[:-1],
        "spans-no-sentinels": [*cut, eos],
        "spans-whole-text": [*ids, eos],
        "spans-final-again": [*want[:-2], last + 1, eos],
        "spans-eos-first": [*want[:-2], eos, last],
        "spans-sentinel-after": [*after, last, eos],
        **shared_mistakes(ids, spans, first, eos, part=1),
    }


def eos_mistakes(want: list[int], eos: int) -> dict[str, list[int]]:
    """The mistakes of one list where the text itself holds `eos`, or the id 0."""
    *before, _ = want
    mistakes = {"spans-zero": [x for x in want if x]} if 0 in before else {}
    if before[-1:] == [eos]:
        mistakes["spans-eos-once"] = before
    elif eos in before:
        mistakes["spans-ends-at-eos"] = want[: want.index(eos) + 1]
        mistakes["spans-eos-taken-out"] = [*(x for x in before if x != eos), eos]
    return mistakes


def shared_mistakes(
    ids: Sequence[int],
    spans: Sequence[tuple[int, int]],
    first: int,
    eos: int,
    part: int,
) -> dict[str, list[int]]:
    """The mistakes that show in both lists; part: 0 for the inputs, 1 for the targets."""
    want = spans_by_hand(ids, spans, first, eos)[part]
    sentinels = [first - number for number in range(len(spans) + 1)]
    single = [(i, i + 1) for start, end in spans for i in range(start, end)]
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and merged[-1][1] == start:
            start = merged.pop()[0]
        merged.append((start, end))

    def other(spans: Sequence[tuple[int, int]], first: int = first) -> list[int]:
        return spans_by_hand(ids, spans, first, eos)[part]

    def renamed(new: Callable[[int], int]) -> list[int]:
        return [new(x) if x in sentinels else x for x in want]

    return {
        "spans-sentinel-per-token": other(single),
        "spans-end-included": other([(a, min(b + 1, len(ids))) for a, b in spans]),
        "spans-length": other([(a, a + b) for a, b in spans]),
        "spans-merged": other(merged),
        "spans-one-sentinel": renamed(lambda x: first),
        "spans-rising": renamed(lambda x: 2 * first - x),
        "spans-from-one": other(spans, first - 1),
    }


# --- cross_attend ---------------------------------------------------------------------------------


SMALL_SEED = 1  # whole numbers with which no two known mistakes look alike


class CrossSizes(NamedTuple):
    """The sizes of the arguments of `cross_attend`."""

    texts: int
    targets: int
    source: int
    d_dec: int
    d_enc: int
    d_k: int
    d_v: int


def cross_case(
    sizes: CrossSizes,
    padded: Sequence[Sequence[int]] = (),
    seed: int = 0,
    dtype: torch.dtype = torch.float32,
) -> tuple[Tensor, ...]:
    """The arguments of `cross_attend`; padded: the places of padding in each source."""
    b, t, s, d_dec, d_enc, d_k, d_v = sizes
    generator = torch.Generator().manual_seed(seed)

    def normal(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator, dtype=torch.float64).to(dtype)

    x, h = normal(b, t, d_dec), normal(b, s, d_enc)
    w_q, w_k, w_v = normal(d_k, d_dec), normal(d_k, d_enc), normal(d_v, d_enc)
    mask = torch.zeros(b, s).bool()
    for row, places in enumerate(padded):
        mask[row, list(places)] = True
    return x, h, w_q / math.sqrt(d_dec), w_k, w_v, mask


def cross_by_library(x, h, w_q, w_k, w_v, padding) -> Tensor:
    """PyTorch's own attention."""
    return F.scaled_dot_product_attention(
        x @ w_q.T, h @ w_k.T, h @ w_v.T, attn_mask=~padding[:, None, :]
    )


def compare_cross_small(check: Check) -> None:
    """Small whole numbers: as many targets as source tokens, so that a product that is turned round
    raises nothing; then one text of three tokens, whose last is padding; then two texts and two
    targets, so that padding which is not given a dimension for the targets raises nothing."""
    weights: list[Tensor] = []
    for texts, source, padded in (
        (1, 2, []),
        (1, 3, [[2]]),
        (1, 3, []),
        (2, 4, [[1], [0, 3]]),
    ):
        sizes = CrossSizes(texts, 2, source, d_dec=2, d_enc=2, d_k=2, d_v=2)
        *floats, padding = cross_case(sizes, padded, SMALL_SEED)
        x, h, *others = ((2 * x).round() + 0.0 for x in floats)
        weights = weights or others
        compare_cross(check, x, h, *weights, padding)


def compare_cross_all(check: Check, sizes: CrossSizes, seed: int) -> None:
    """Whatever the specification of `cross_attend` names; sizes: two texts, a source of at least
    four."""
    s = sizes.source
    none: list[int] = []
    at_the_end = [[s - 2, s - 1], none]
    at_the_start, in_the_middle = [[0, 1], none], [[0], [1, 2]]
    all_but_one = [[i for i in range(s) if i != 1], [*range(s - 1)]]
    x, h, *weights, padding = cross_case(sizes, in_the_middle, seed)
    compare_cross(check, x, h, *weights, padding)
    others = [w.flip(0, 1) for w in weights]
    compare_cross(check, x, h, *others, padding, key="cross-kept")
    for twin in (
        (x.flip(1), h, *weights, padding),
        (x.flip(0), h, *weights, padding),
        (x, h.flip(1), *weights, padding),
        (x, h.flip(2), *weights, padding),
        (x, h, *weights, padding.roll(1, 1)),
    ):
        compare_cross(check, *twin, key="check-remembered")
    for padded in (at_the_end, at_the_start, all_but_one):
        compare_cross(check, *cross_case(sizes, padded, seed))
    for other in (
        sizes._replace(source=1),
        sizes._replace(targets=1),
        sizes._replace(texts=1),
        sizes._replace(targets=s + 3),
    ):
        compare_cross(check, *cross_case(other, seed=seed))
    compare_cross(check, *cross_case(sizes, in_the_middle, seed, torch.float64))
    loud = h.masked_fill(padding[..., None], 1e12)
    compare_cross(check, x, loud, *weights, padding, key="cross-loud")
    views = (as_view(x, -1, -2) for x in cross_case(sizes, in_the_middle, seed))
    compare_cross(check, *views)
    alone, same = cross_case(sizes._replace(texts=1), [[1]], seed), (sizes.texts, -1, -1)
    everywhere = (alone[0].expand(same), alone[1].expand(same), *alone[2:5])
    compare_cross(check, *everywhere, alone[5].expand(same[:2]))
    for long in (sizes._replace(source=2100), sizes._replace(targets=2100)):
        long = long._replace(texts=1)
        compare_cross(check, *cross_case(long, [[0, s // 2]], seed), key="cross-long")
    # One large vector added to all tokens of the source: a row's scores differ little, and lie
    # hundreds above or below 0. float32 keeps four digits of their logarithms and the like.
    far = h + 100 * cross_case(sizes, seed=seed + 1)[1][:, :1]
    compare_cross(check, x, far, *weights, padding, key="cross-far", atol=0.1)


def compare_cross(check: Check, *case: Tensor, key: str | None = None, atol: float = 1e-5) -> None:
    """Runs the answer of `cross_attend` and compares it with PyTorch's own attention.

    key: the message for a wrong answer, where only one thing can be wrong with it.
    """
    want = cross_by_library(*(x if x.dtype == torch.bool else x.double() for x in case))
    want = want.to(case[0].dtype)
    t, s = case[0].shape[1], case[1].shape[1]
    turned = r"(padding|mask).*(\[:, :, None\]|unsqueeze\((-1|2)\))"
    rows = r"IndexError.*\[~?(source_)?(padding|mask)\]"
    with advising(dict.fromkeys((turned, rows), "cross-mask-axis")):
        got = check.run(*case)
    if isinstance(got, (tuple, list)) and len(got) == 2:
        check.fail("cross-pair")
    shape = tuple(getattr(got, "shape", ()))
    if t != s and len(shape) == 3 and shape[1] == s:
        check.fail("cross-query-source")
    check.tensor(got, tuple(want.shape), "float")
    check.that(not got.isnan().any(), "cross-nan")
    nothing_seen = (
        not case[-1].any() and not got.any()
    )  # PyTorch's function gives 0 where all is blocked
    check.that(key or not nothing_seen, "cross-inverted")
    mistakes = {} if key else cross_mistakes(want, *case)
    check.close(got, want, atol=atol, key=key or "cross-wrong", mistakes=mistakes)


def cross_mistakes(
    want: Tensor, x: Tensor, h: Tensor, w_q: Tensor, w_k: Tensor, w_v: Tensor, padding: Tensor
) -> dict[str, Callable[[], Tensor]]:
    """Message key -> the output that a known mistake gives, as far as it shows in this case."""
    q, k, v = x @ w_q.T, h @ w_k.T, h @ w_v.T
    raw = q @ k.transpose(1, 2)
    scores = raw / math.sqrt(q.shape[-1])
    hidden = padding[:, None, :].expand_as(scores)

    def attend(scores: Tensor, hidden: Tensor = hidden) -> Tensor:
        return cross_by_weights(scores, hidden) @ v

    mistakes: dict[str, Callable[[], Tensor]] = {
        "cross-no-scale": lambda: attend(raw),
        "cross-scale-width": lambda: attend(raw / math.sqrt(x.shape[-1])),
        "cross-scale-source-width": lambda: attend(raw / math.sqrt(h.shape[-1])),
        "cross-scale-values": lambda: attend(raw / math.sqrt(v.shape[-1])),
        "cross-scale-source": lambda: attend(raw / math.sqrt(h.shape[1])),
        "cross-scale-squared": lambda: attend(raw / q.shape[-1]),
        "cross-scale-times": lambda: attend(raw * math.sqrt(q.shape[-1])),
        "cross-scale-after": lambda: attend(raw) / math.sqrt(q.shape[-1]),
        "cross-softmax-targets": lambda: scores.masked_fill(hidden, -1e9).softmax(1) @ v,
        "cross-softmax-texts": lambda: scores.masked_fill(hidden, -1e9).softmax(0) @ v,
        "cross-no-softmax": lambda: scores.masked_fill(hidden, 0) @ v,
    }
    if padding.any():
        mistakes |= padding_mistakes(scores, v, padding)
    else:  # all is blocked, and all alike
        mistakes["cross-inverted"] = lambda: cross_by_weights(scores, hidden | True, 0.0) @ v
    if x.shape[1] > 1:
        future = torch.ones_like(scores).bool().triu(1)
        mistakes["cross-causal"] = lambda: attend(scores, hidden | future)
    if v.shape[-1] == x.shape[-1]:
        mistakes["cross-residual"] = lambda: want + x
    if v.shape[-1] == h.shape[-1]:
        mistakes["cross-no-values"] = lambda: cross_by_weights(scores, hidden) @ h
    if v.shape[-1] == k.shape[-1]:
        exchanged = q @ v.transpose(1, 2) / math.sqrt(q.shape[-1])
        mistakes["cross-keys-values"] = lambda: cross_by_weights(exchanged, hidden) @ k
    if x.shape == h.shape:
        asks = (h @ w_q.T) @ (x @ w_k.T).transpose(1, 2) / math.sqrt(q.shape[-1])
        mistakes |= {
            "cross-exchanged": lambda: cross_by_library(h, x, w_q, w_k, w_v, padding),
            "cross-query-source": lambda: cross_by_library(h, h, w_q, w_k, w_v, padding),
            "cross-asks": lambda: attend(asks),
        }
    if scores.shape[1] == scores.shape[2]:
        mistakes["cross-turned"] = lambda: attend(scores.transpose(1, 2))
    if x.shape[-1] == h.shape[-1]:
        mistakes["cross-self"] = lambda: F.scaled_dot_product_attention(q, x @ w_k.T, x @ w_v.T)
    if all(w.shape[0] == w.shape[1] for w in (w_q, w_k, w_v)):
        mistakes["cross-not-transposed"] = lambda: cross_by_library(
            x, h, w_q.T, w_k.T, w_v.T, padding
        )
    return mistakes


def cross_by_weights(scores: Tensor, hidden: Tensor, fill: float = -math.inf) -> Tensor:
    """The weights of these scores where `hidden` is blocked."""
    return scores.masked_fill(hidden, fill).softmax(-1)


def padding_mistakes(scores: Tensor, v: Tensor, padding: Tensor) -> dict[str, Callable[[], Tensor]]:
    """Message key -> what comes of padding that is not blocked as it should be."""

    def blocked(padding: Tensor, fill: float = -math.inf) -> Callable[[], Tensor]:
        return lambda: cross_by_weights(scores, padding.expand_as(scores), fill) @ v

    here = padding[:, None]
    return {
        "cross-last-mask": blocked(padding[-1]),
        "cross-no-padding": blocked(torch.zeros_like(here)),
        "cross-mask-after": lambda: scores.softmax(-1).masked_fill(here, 0) @ v,
        "cross-inverted": blocked(~here),
        "cross-scores-zeroed": blocked(here, 0.0),
        "cross-values-zeroed": lambda: (
            cross_by_weights(scores, here, 0.0) @ v.masked_fill(padding[..., None], 0)
        ),
        "cross-first-mask": blocked(padding[0]),
        "cross-any-mask": blocked(padding.any(0)),
        **({"cross-mask-rows": blocked(padding)} if len(padding) == scores.shape[1] > 1 else {}),
        "cross-padding-last": blocked(padding.sort(-1).values[:, None]),
        "cross-padding-first": blocked(padding.sort(-1, descending=True).values[:, None]),
    }


# --- family_of ------------------------------------------------------------------------------------


def compare_patterns(check: Check, n: int, p: int, source: int) -> None:
    """The boolean table of each family: n outputs, a prefix of p, a source of so many tokens."""
    for family in FAMILIES:
        compare_family(check, pattern(family, n, source, p), family)


def compare_derivatives(check: Check, n: int, p: int, source: int, seed: int) -> None:
    """The derivatives of an untrained model of each family; then the same pattern with derivatives
    of either sign, that cancel, that are weak, of very different sizes, and beside noise."""
    generator = torch.Generator().manual_seed(seed)

    def signs(shape: Sequence[int]) -> Tensor:
        return torch.randint(2, tuple(shape), generator=generator) * 2.0 - 1

    slopes = {family: family_slopes(family, n, source, p, seed) for family in FAMILIES}
    for family, table in slopes.items():
        compare_family(check, table, family)
    for family, table in slopes.items():
        compare_family(check, -table, family, key="family-sign")
        compare_family(check, table * signs(table.shape), family, key="family-sign")
    for family in FAMILIES:
        for table in cancelling(pattern(family, n, source, p)):
            compare_family(check, table, family, key="family-cancel")
    for family, table in slopes.items():
        depends = table > 0
        weak = 2e-6 * depends
        compare_family(check, weak, family, key="family-weak")
        spread = 10.0 ** (3 - 6 * torch.rand(table.shape, generator=generator))  # 0.001 to 1000
        compare_family(check, table * spread, family, key="family-weak")
        noise = 9e-7 * ~depends
        either = noise * signs(table.shape)
        for noisy in (table + either, table + noise, weak + either, table.double() + either):
            compare_family(check, noisy, family, key="family-noise")
    for family in FAMILIES:
        table = pattern(family, n, source, p)
        compare_family(check, as_view(table, -1, -2), family)
        twin = table.float()
        twin[0, 0] += table.numel() - table.sum()  # tables of one shape have one sum
        compare_family(check, twin, family, key="check-remembered")


def cancelling(depends: Tensor) -> Iterator[Tensor]:
    """Tables with these dependences in which sums are 0: over each row, over what each row has
    above the diagonal, over all that lies above it. (A single number cannot cancel.)"""
    ahead = depends.triu(1)
    rows = [depends & (torch.arange(len(depends)) == i)[:, None] for i in range(len(depends))]
    for parts in (rows, [row & ahead for row in rows], [ahead]):
        table = depends.float()
        for part in parts:
            places = part.nonzero()
            if len(places) > 1:
                table[tuple(places[-1])] = 1.0 - len(places)
        yield table


def compare_family(check: Check, jacobian: Tensor, want: str, key: str | None = None) -> None:
    """Runs the answer of `family_of`; key: the message for a wrong answer on this input, if it says
    more than which family was taken for which."""
    with advising({r"abs.*Bool": "family-abs-of-bool"}):
        got = check.run(jacobian)
    check.that(isinstance(got, str) and got in FAMILIES, "family-unknown", got=repr(got))
    if got == want:
        return
    check.fail(key or _taken_for(want, got), want=want, got=got)


def _taken_for(want: str, got: str) -> str:
    """The message where the family `want` was taken for `got`."""
    if want == "encoder-decoder":
        return "family-source-columns"
    if got == "encoder-decoder":
        return "family-no-source"
    return {
        ("prefix", "decoder"): "family-prefix-missed",
        ("prefix", "encoder"): "family-prefix-is-open",
        ("decoder", "prefix"): "family-not-prefix",
        ("encoder", "prefix"): "family-not-prefix",
        ("decoder", "encoder"): "family-decoder-is-open",
        ("encoder", "decoder"): "family-future-missed",
    }[want, got]


# --- decode_flops ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Generation:
    """What `decode_flops` is asked about. Prices are operations of all layers together."""

    kind: str
    n_in: int
    n_out: int
    cache: bool
    sizes: Sizes

    @property
    def token(self) -> int:
        """The matrices that a token meets in self-attention and feed-forward."""
        layers, d, hidden, _ = self.sizes
        return layers * (8 * d * d + 4 * d * hidden)

    @property
    def pair(self) -> int:
        """A query and a key: the score and the mixing."""
        return self.sizes.layers * 4 * self.sizes.width

    @property
    def two_matrices(self) -> int:
        """Of cross-attention: query and output of a token, or key and value of a source token."""
        return self.sizes.layers * 4 * self.sizes.width**2

    @property
    def head(self) -> int:
        return 2 * self.sizes.width * self.sizes.vocab

    @property
    def passes(self) -> list[tuple[int, int]]:
        """(new tokens, keys that they look at) of each pass of the tower that answers."""
        if self.kind == "encoder":
            return [(self.n_in, self.n_in)]
        first = self.n_in if self.kind == "decoder" else 1
        lengths = range(first, first + self.n_out)
        return [(1 if self.cache and n > first else n, n) for n in lengths]

    @property
    def tokens(self) -> int:
        return sum(new for new, _ in self.passes)

    @property
    def pairs(self) -> int:
        return sum(new * keys for new, keys in self.passes)

    @property
    def reading(self) -> int:
        """One open pass over the input."""
        return self.n_in * self.token + self.n_in**2 * self.pair

    @property
    def source(self) -> int:
        """Keys and values of the source, each time that they are made."""
        return self.n_in * self.two_matrices * (1 if self.cache else self.n_out)

    def cost(self) -> int:
        return flops(self.kind, self.n_in, self.n_out, self.cache, self.sizes)

    def other_cache(self) -> Generation:
        return replace(self, cache=not self.cache)

    def parts(self) -> str:
        """How often each price is paid in one layer of each tower, in words."""
        counts = {"tokens": self.tokens, "pairs": self.pairs}
        if self.kind == "encoder-decoder":
            counts["looks"] = self.tokens
            counts["sources"] = self.n_in * (1 if self.cache else self.n_out)
            counts["tokens"] += self.n_in
            counts["pairs"] += self.n_in**2 + self.tokens * self.n_in
            return say("flops-counts-two-towers", **{k: f"{n:,}" for k, n in counts.items()})
        return say("flops-counts", **{k: f"{n:,}" for k, n in counts.items()})


def compare_flops_twins(check: Check, n_in: int, n_out: int, sizes: Sizes) -> None:
    """All that can be asked with these two numbers, and with the two exchanged."""
    kept: list[int] = []
    for n, m in ((n_in, n_out), (n_out, n_in)):
        for kind in ("encoder", "decoder", "encoder-decoder"):
            for cache in (True, False):
                if kind != "encoder" or m <= n:
                    asked = Generation(kind, n, m, cache, sizes)
                    compare_flops(check, asked, kept)
                    kept.append(asked.cost())


def compare_flops(check: Check, asked: Generation, kept: Sequence[int] = ()) -> None:
    """Runs the answer of `decode_flops` and compares it with `flops`, which is quicker than the
    profiler and counts the same.

    kept: what was right in earlier calls, if somebody might take this call for one of them.
    """
    got = check.run(asked.kind, asked.n_in, asked.n_out, asked.cache)
    mistakes: dict[str, int | tuple[int, ...]] = {**anywhere_mistakes(asked)}
    if asked.kind != "encoder":
        mistakes |= writing_mistakes(asked)
    by_kind: dict[str, Callable[[Generation], Mapping[str, int | tuple[int, ...]]]] = {
        "encoder": encoder_mistakes,
        "decoder": decoder_mistakes,
        "encoder-decoder": two_tower_mistakes,
    }
    mistakes |= by_kind[asked.kind](asked)
    if asked.kind != "encoder":
        first = asked.n_in if asked.kind == "decoder" else 1
        one_query = by_lengths(asked, lambda t: first + t - 1, lambda run, length: length)
        mistakes["flops-one-query"] = one_query  # last: other mistakes may give this number, too
    compare_whole(
        check, got, asked.cost(), "flops-wrong", mistakes, counts=asked.parts(), kept=kept
    )


def anywhere_mistakes(asked: Generation) -> dict[str, int]:
    """Message key -> the number that a known mistake gives, in any family."""
    want, n_out, (layers, width, hidden, _) = asked.cost(), asked.n_out, asked.sizes
    tokens, pairs = asked.tokens, asked.pairs
    if asked.kind == "encoder-decoder":
        tokens += asked.n_in
        pairs += asked.n_in**2 + asked.tokens * asked.n_in
    return {
        "flops-half": want // 2,
        "flops-double": want * 2,
        "flops-one-layer": (want - n_out * asked.head) // layers + n_out * asked.head,
        "flops-sum-skipped": (want - n_out * asked.head) // layers,
        "flops-layers-twice": (want - n_out * asked.head) * layers + n_out * asked.head,
        "flops-nothing-counted": n_out * asked.head,
        "flops-no-head": want - n_out * asked.head,
        "flops-head-once": want - (n_out - 1) * asked.head,
        "flops-head-everywhere": want + (asked.tokens - n_out) * asked.head,
        "flops-no-attention": want - pairs * asked.pair,
        "flops-one-product": want - pairs * asked.pair // 2,
        "flops-one-feed-forward": want - tokens * layers * 2 * width * hidden,
        "flops-three-matrices": want - tokens * layers * 2 * width**2,
    }


def writing_mistakes(asked: Generation) -> dict[str, int | tuple[int, ...]]:
    """The same where tokens are written one after the other."""
    want, pair = asked.cost(), asked.pair
    blocked = sum(new * (new - 1) // 2 for new, _ in asked.passes)  # what lies above the diagonals
    ignored = "flops-cache-ignored" if asked.cache else "flops-always-cached"
    run, length = asked.passes[-1]
    lost = asked.tokens - run  # those that ran before the last step
    unpaired = asked.pairs - run * length  # and their pairs
    if asked.kind == "encoder-decoder":
        unpaired += asked.n_in**2 + lost * asked.n_in
        lost += asked.n_in
    return {
        "flops-assigned": (
            want - lost * asked.token,
            want - unpaired * pair,
            want - lost * asked.token - unpaired * pair,
        ),
        "flops-no-self-attention": want - asked.pairs * pair,
        "flops-blocked-pairs": want - blocked * pair,
        ignored: asked.other_cache().cost(),
    }


def by_lengths(
    asked: Generation,
    text: Callable[[int], int],
    pairs: Callable[[int, int], int] = lambda run, length: run * length,
) -> int:
    """The cost if the text had `text(t)` tokens in step t, and `pairs(run, length)` pairs."""
    two_towers = asked.kind == "encoder-decoder"
    total = asked.n_out * asked.head + (asked.reading + asked.source if two_towers else 0)
    for t in range(1, asked.n_out + 1):
        length = text(t)
        run = length if t == 1 or not asked.cache else 1
        total += run * asked.token + pairs(run, length) * asked.pair
        if two_towers:
            total += run * (asked.two_matrices + asked.n_in * asked.pair)
    return total


def encoder_mistakes(asked: Generation) -> dict[str, int | tuple[int, ...]]:
    """The same for an encoder."""
    want, n_out = asked.cost(), asked.n_out
    longer = replace(asked, n_in=asked.n_in + n_out)
    one, two = replace(asked, kind="decoder"), replace(asked, kind="encoder-decoder")
    return {
        "flops-encoder-took-steps": (
            want + one.cost() - n_out * asked.head,  # those of a single tower
            want + two.tokens * asked.token + two.pairs * asked.pair,  # of two, alone
            two.cost(),  # and with looks and sources
        ),
        "flops-encoder-steps": want + (n_out - 1) * asked.reading,
        "flops-encoder-appends": longer.cost(),
        "flops-blocked-pairs": want - asked.n_in * (asked.n_in - 1) // 2 * asked.pair,
        "flops-encoder-cached": want - asked.reading + asked.token + asked.n_in * asked.pair,
    }


def decoder_mistakes(asked: Generation) -> dict[str, int | tuple[int, ...]]:
    """The same for a decoder."""
    want, n_in, n_out, token, pair = (
        asked.cost(), asked.n_in, asked.n_out, asked.token, asked.pair
    )  # fmt: skip
    last = n_in + n_out
    if not asked.cache:
        return {
            "flops-text-too-long": replace(asked, n_in=n_in + 1).cost(),
            "flops-last-token": want + last * token + last**2 * pair,
            "flops-input-alone": n_out * (asked.reading + asked.head),
            "flops-from-zero": by_lengths(asked, lambda t: n_in + t - 2),
        }
    later = sum(keys for _, keys in asked.passes[1:])
    return {
        "flops-text-too-long": replace(asked, n_in=n_in + 1).cost(),
        "flops-last-token": want + token + last * pair,
        "flops-keys": want - (n_out - 1) * pair,
        "flops-keys-too-many": want + (n_out - 1) * pair,
        "flops-own-keys": want - (later - (n_out - 1)) * pair,
        "flops-new-tokens": want - asked.reading,
        "flops-no-prefill": want - asked.reading + token + n_in * pair,
        "flops-length-squared": by_lengths(
            asked, lambda t: n_in + t - 1, lambda run, length: length**2
        ),
    }


def two_tower_mistakes(asked: Generation) -> dict[str, int | tuple[int, ...]]:
    """The same for an encoder-decoder."""
    want, n_in, n_out, token, pair = (
        asked.cost(), asked.n_in, asked.n_out, asked.token, asked.pair
    )  # fmt: skip
    tokens, pairs, two = asked.tokens, asked.pairs, asked.two_matrices
    once = n_in * two  # the source's keys and values
    look = two + n_in * pair  # one token's cross-attention
    new = 1 if asked.cache else n_out
    last = new * (token + n_out * pair + look) + asked.head + (0 if asked.cache else once)
    after = 1 if asked.cache else n_out + 1
    extra = after * (token + (n_out + 1) * pair + look) + (0 if asked.cache else once)
    mistakes: dict[str, int | tuple[int, ...]] = {
        "flops-encoder-each-step": want + (n_out - 1) * asked.reading,
        "flops-no-encoder": want - asked.reading,
        "flops-no-encoder-pairs": want - n_in**2 * pair,
        "flops-looks-are-pairs": want + tokens * (n_in - 1) * two,
        "flops-no-cross": want - asked.source - tokens * look,
        "flops-no-source": want - asked.source,
        "flops-source-one-layer": want - asked.source + asked.source // asked.sizes.layers,
        "flops-source-four": want + asked.source,
        "flops-cross-four": want + tokens * two,
        "flops-cross-matrices": want - tokens * two,
        "flops-cross-pairs": want - tokens * n_in * pair,
        "flops-cross-pairs-once": want - (tokens - n_out) * n_in * pair,
        "flops-cross-keys": want - tokens * n_in * pair + pairs * pair,
        "flops-self-keys": want - pairs * pair + tokens * n_in * pair,
        "flops-keys": want - tokens * pair,
        "flops-prompt-in-decoder": replace(asked, kind="decoder").cost(),
        "flops-no-start": want - token - (two + (n_in + 1) * pair),
        "flops-step-missing": want - last + asked.head,
        "flops-extra-step": want + extra,
        "flops-start-missing": want - new * (token + n_out * pair + look),
        "flops-text-too-long": by_lengths(asked, lambda t: t + 1),
        "flops-one-tower-length": (
            by_lengths(asked, lambda t: n_in + t - 1),
            by_lengths(asked, lambda t: n_in + t),
        ),
    }
    if asked.cache:
        return mistakes | {
            "flops-length-squared": by_lengths(asked, lambda t: t, lambda run, length: length**2),
            "flops-own-keys": want - (pairs - tokens) * pair,
            "flops-source-each-step": want + (n_out - 1) * once,
            "flops-encoder-each-step-all": want + (n_out - 1) * (asked.reading + once),
        }
    return mistakes | {
        "flops-source-once": want - (n_out - 1) * once,
        "flops-look-cached": want - (tokens - n_out) * look,
    }


# --- t5_prompt ------------------------------------------------------------------------------------


LANGUAGES = ("German", "French", "Romanian")  # what T5 was trained to translate English into


def prompt_by_hand(task: str, fields: dict[str, str]) -> str:
    """The prompt with which T5 was trained."""
    if task == "translate":
        return "translate English to " + fields.get("target_lang", "German") + ": " + fields["text"]
    if task == "question":
        return "question: " + fields["question"] + " context: " + fields["context"]
    return {"summarize": "summarize: ", "sentiment": "sst2 sentence: "}[task] + fields["text"]


def compare_prompts(check: Check, text: str) -> None:
    """Runs the answer of `t5_prompt` for each task with this text in each of its fields, and with
    one that begins like a prompt."""
    for task in ("summarize", "sentiment", "translate"):
        compare_prompt(check, task, text=text)
        compare_prompt(check, task, text=prompt_by_hand(task, {"text": text}))
    compare_prompt(check, "question", context="tom {question} ran .", question=text)
    compare_prompt(check, "question", question="who ran {context} ?", context=text)


def compare_prompts_twins(check: Check, text: str) -> None:
    """Fields that have the same letters, in another order or in another field, and languages that
    come before the text."""
    back = text[::-1]
    for task in ("summarize", "sentiment", "translate"):
        for twin in (text, back):
            kept = prompt_by_hand(task, {"text": back if twin == text else text})
            compare_prompt(check, task, kept, text=twin)
    for question, context in ((text, back), (back, text), (text, text)):
        kept = prompt_by_hand("question", {"question": back, "context": question})
        compare_prompt(check, "question", kept, question=question, context=context)
        compare_prompt(check, "question", kept, context=context, question=question)
    for language in (*LANGUAGES, *LANGUAGES[::-1]):
        compare_prompt(check, "translate", target_lang=language, text=text)
    compare_prompt(check, "translate", text=text)


def compare_prompt(check: Check, task: str, kept: str | None = None, **fields: Any) -> None:
    """Runs the answer of `t5_prompt` and compares it, letter for letter.

    kept: the prompt of an earlier call, if somebody might take this call for that one.
    """
    want = prompt_by_hand(task, fields)
    advice = {
        r"KeyError: .target_lang": "prompt-no-language",
        r"\.format(_map)?\(": "prompt-braces",
    }
    with advising(advice):
        got = check.run(task, **fields)
    check.that(type(got) is str, "prompt-not-text", got=type(got).__name__)
    if got == want:
        return
    check.that(got != kept, "check-remembered")
    if task == "sentiment":
        check.that(not got.startswith("sentiment:"), "prompt-sentiment")
        check.that(not got.startswith("sst2:"), "prompt-sst2")
    if task == "question":
        context = got.find("context:")
        check.that(not -1 < context < got.find("question:"), "prompt-order")
        exchanged = {"question": fields["context"], "context": fields["question"]}
        check.that(got != prompt_by_hand(task, exchanged), "prompt-exchanged")
    if task == "translate":
        german = prompt_by_hand(task, fields | {"target_lang": "German"})
        check.that(got != german, "prompt-language")
        check.that(got != fields["text"] and not got.startswith("translate: "), "prompt-translate")
    texts = [value for name, value in fields.items() if name != "target_lang"]
    check.that(all(text in got for text in texts), "prompt-text")
    prefix = want[: want.index(":") + 1]
    check.that(not any(prefix in text and got in texts for text in texts), "prompt-twice")
    check.that("".join(got.split()) != "".join(want.split()), "prompt-spaces")
    check.that(got.lower() != want.lower(), "prompt-case")
    check.that(got.rstrip() != want + "</s>" and got.rstrip() != want + " </s>", "prompt-eos")
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
    written = "writes text" in job.true
    elsewhere = "goes-on" if written and family != "encoder" else "written" if written else "label"
    on = family in job.families
    check.that(on, f"recommend-{elsewhere}", task=task, text=TASKS[task], got=family)
    false = sorted(set(reasons) - job.true)
    prompted = family == "encoder" and false == ["one for all"]
    check.that(not prompted, "recommend-encoder-prompted", task=task)
    many = false == ["one for all"]
    check.that(not many, "recommend-one-for-all", task=task, text=TASKS[task])
    check.that(
        not false,
        "recommend-reason-false",
        task=task,
        reason=false[0] if false else "",
        meaning=REASONS[false[0]] if false else "",
    )
    decided = any(wanted <= set(reasons) for wanted in DECISIVE[family])
    others = [
        other for other, sets in DECISIVE.items() if any(wanted <= set(reasons) for wanted in sets)
    ]
    check.that(
        decided or not others,
        "recommend-reasons-elsewhere",
        task=task,
        family=family,
        other=others[0] if others else "",
    )
    named = set(reasons) - {"writes text"}
    half = [reason for wanted in DECISIVE[family] for reason in sorted(named & wanted)]
    check.that(
        decided or not half, "recommend-reason-half", task=task, reason=half[0] if half else ""
    )
    check.that(decided, "recommend-reason-missing", task=task, family=family)
    return family


# --- the visible checks ---------------------------------------------------------------------------


def check_prefix_lm_mask(check: Check) -> None:
    for p, n in (
        (4, 6),
        (3, 5),
        (1, 6),
        (1, 4),
        (0, 3),
        (3, 3),
        (1, 1),
        (0, 1),
        (7, 9),
        (2, 8),
        (3, 8),
        (300, 520),
    ):
        compare_prefix(check, p, n)


def check_family_of(check: Check) -> None:
    compare_patterns(check, n=3, p=2, source=2)
    compare_patterns(check, n=5, p=3, source=5)
    compare_patterns(check, n=5, p=4, source=1)
    compare_patterns(check, n=30, p=29, source=30)  # a prefix that is nearly all
    for source in (1, 3):  # one output
        compare_family(check, pattern("encoder-decoder", 1, source), "encoder-decoder")
    for p in (2, 1199):  # a long text whose prefix is short, or nearly all
        compare_family(check, pattern("prefix", 1200, p=p), "prefix")
    compare_derivatives(check, n=4, p=3, source=2, seed=0)
    compare_derivatives(check, n=5, p=2, source=1, seed=1)


def check_cross_attend(check: Check) -> None:
    compare_cross_small(check)
    sizes = CrossSizes(texts=2, targets=3, source=4, d_dec=5, d_enc=6, d_k=4, d_v=3)
    compare_cross_all(check, sizes, seed=0)
    alike = CrossSizes(texts=2, targets=4, source=4, d_dec=4, d_enc=4, d_k=4, d_v=4)
    compare_cross_all(check, alike, seed=1)


def check_t5_prompt(check: Check) -> None:
    compare_prompt(check, "summarize", text="tom ran .")
    compare_prompt(check, "sentiment", text="a bright thriller !")
    compare_prompt(check, "translate", text="i love ai .")
    for language in LANGUAGES:
        compare_prompt(check, "translate", text="i love German .", target_lang=language)
    compare_prompt(check, "question", question="who ran ?", context="tom ran .")
    for text in (
        "{text}: a {blank}",
        " two  blanks ",
        "",
        "Tom ran 100 %s",
        "\ta\nline\n",
        "Zoë & I ½ <b> ﬁ",
        "Zoe\u0301 \u00a0\r\n",
        r"$text \1 \g<0> \n",
        "</s>",
        "<text> <question> <context> <target_lang>",
        "TEXT QUESTION CONTEXT",
        "[context] %(context)s ${context}",
        "{q} {c} {t} QUESTION_TEXT CONTEXT_TEXT",
        "a rhyme " * 500,
    ):
        compare_prompts(check, text)
    for text in ("who ran .", "tom ran off"):
        compare_prompts_twins(check, text)
    for language in (
        "Chinese",
        "Spanish",
        "English",
        "german",
        "Roman",
        "Italian",
        "Dutch",
        "Russian",
        "GERMAN",
        "French ",
        " German",
        "German\n",
        "German, French",
        "de",
        "",
    ):
        check.raises(ValueError, "translate", text="tom ran .", target_lang=language)
    for task in (
        "rhyme",
        "",
        "Translate",
        "translation",
        "summarize ",
        " summarize",
        "sst2",
        "Sentiment",
        "QUESTION",
        "question\n",
        "summary",
        "questions",
    ):
        check.raises(ValueError, task, text="tom ran .")


def check_span_corrupt(check: Check) -> None:
    ids, spans = [5, 6, 7, 8, 9, 10], [(1, 2), (3, 5)]
    given = list(ids), list(spans)
    check.run(*given, 99, 1, may_modify=True)
    check.that(given == (ids, spans), "spans-modified")
    compare_spans(check, [5, 6, 7, 8, 9, 10], [(2, 3)], 99, 1)
    compare_spans(check, [5, 6, 7, 8], [(1, 3)], 99, 1)
    compare_spans(check, [5, 6, 7, 8, 9, 10], [(1, 2), (3, 5)], 99, 1)
    compare_spans(check, [5, 6, 7], [], 99, 1)
    compare_spans(check, [5, 6, 7, 8], [(1, 2), (2, 4)], 99, 1)  # two that touch
    compare_spans(check, [5, 6, 7], [(0, 1), (2, 3)], 99, 1)  # at both ends
    compare_spans(check, [5, 6, 7], [(0, 3)], 99, 1)  # all of it
    compare_spans(check, [5, 5, 6, 6, 7], [(3, 4)], 99, 1)  # the same id again
    compare_spans(check, [5, 6, 5, 6, 6, 5], [(1, 2), (3, 6)], 99, 1)
    compare_spans(check, [5, 6, 1, 7], [(0, 1)], 99, 1)  # the end's id in the text
    compare_spans(check, [6, 1, 7], [(1, 2)], 99, 1)
    compare_spans(check, [5, 6, 1], [(0, 1)], 99, 1)
    compare_spans(check, [0, 0, 5, 0, 0], [(0, 2), (3, 4)], 99, 1)  # the id 0
    compare_spans(check, list(range(10, 20)), [(1, 3), (4, 5), (6, 8)], 32099, 2)
    compare_spans(
        check, [99, 5, 6, 98, 7, 98], [(1, 2), (4, 5)], 99, 1
    )  # the ids of sentinels in the text
    compare_spans(check, [97, 99, 99, 5, 97], [(1, 3), (3, 4)], 99, 1)
    compare_spans_twins(check, [5, 6, 7, 8, 9, 10, 11], [(1, 3), (4, 6)], 99, 1)
    compare_spans(check, list(range(3000)), [(k, k + 2) for k in range(4, 3000, 10)], 32099, 1)
    compare_spans(check, list(range(3000)), [(k, k + 1) for k in range(0, 3000, 2)], 32099, 1)


def check_count_params(check: Check) -> None:
    for sizes in (*SMALL_T5[::-1], T5_SIZES["t5-base"], HUGE_T5):
        compare_params(check, *sizes)
    compare_params_twins(check, *SMALL_T5[1])
    compare_params(check, 1, 1, 1, 1, 1, 1)


def check_decode_flops(check: Check, sizes: Sizes) -> None:
    def compare(cases: Sequence[tuple[str, int, int]]) -> None:
        for kind, n_in, n_out in cases:
            for cache in (False, True):
                compare_flops(check, Generation(kind, n_in, n_out, cache, sizes))

    compare([("encoder", 1, 1), ("encoder", 4, 2)])
    compare([("decoder", *lengths) for lengths in ((2, 3), (5, 1), (1, 2), (2, 6), (3, 2))])
    try:
        compare([("encoder-decoder", *lengths) for lengths in ((7, 4), (2, 6), (3, 1), (3, 2))])
    except Stop as stop:  # what is there already counts
        raise Stop(stop.state, stop.key, f"{say('flops-one-tower-right')}\n{stop.text}") from None
    compare_flops_twins(check, 4, 3, sizes)
    # More steps than Python's stack has frames; of one kind, for an answer may run real matrices.
    compare_flops(check, Generation("decoder", 5, 1100, True, sizes))


def check_recommend(check: Check) -> None:
    for task in TASKS:
        compare_recommendation(check, task)
    for task in reversed(TASKS):
        compare_recommendation(check, task)
    for task in (
        "cooking",
        "",
        "spam",
        "Translation",
        "translation ",
        " translation",
        "SPAM DETECTION",
        "spam  detection",
        "spam-detection",
        "detection",
        "search",
        "translation\n",
    ):
        check.raises(ValueError, task)
