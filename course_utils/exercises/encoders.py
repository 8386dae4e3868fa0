"""What the check cells of 06_encoders use: small models, inputs, references and comparisons."""

from __future__ import annotations

import contextlib
import copy
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_utils.checks.check import Check, Stop
from course_utils.checks.model_state import marks_of, modes_of, switches_of, weights_of
from course_utils.encoders import Batches
from course_utils.exercises.advice import advising
from course_utils.exercises.attention import as_view
from course_utils.exercises.handed_models import (
    compare_marks,
    compare_modes,
    compare_switches,
    compare_weights,
)
from course_utils.messages import say


@contextlib.contextmanager
def heading(*keys: str) -> Iterator[None]:
    """Where a comparison inside fails, its table has these headings."""
    try:
        yield
    except Stop as stop:
        if stop.rows:
            stop.rows[0] = [say(key) for key in keys]
        raise


# --- checks: mean_pool ----------------------------------------------------------------------------


def pool_case(
    lengths: Sequence[int],
    d: int = 3,
    seed: int = 0,
    dtype: torch.dtype = torch.float32,
    left: bool = False,
) -> tuple[Tensor, Tensor]:
    """Random hidden states [b, n, d] and their mask int64 [b, n]; padding on the right or left."""
    generator = torch.Generator().manual_seed(seed)
    b, n = len(lengths), max(lengths)
    hidden = torch.randn(b, n, d, generator=generator, dtype=torch.float64).to(dtype) + 0.5
    mask = (torch.arange(n) < torch.tensor(lengths)[:, None]).long()
    return hidden, mask.flip(1) if left else mask


def pool_cases(seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Hidden states and masks for `mean_pool`: each sentence of its task, the smallest first."""
    generator = torch.Generator().manual_seed(seed)
    yield (
        torch.randint(-9, 10, (2, 3, 4), generator=generator).float(),
        torch.tensor([[1, 1, 0], [1, 1, 1]]),
    )
    lengths = partial(_lengths, generator)
    yield pool_case(lengths(1, 4), 4, seed)
    yield pool_case(lengths(4, 5), 3, seed, left=True)
    hidden, mask = pool_case(lengths(3, 6), 6, seed)
    yield hidden, mask.bool()
    yield pool_case(lengths(2, 7), 7, seed, torch.float64)
    yield pool_case((3, 1, 2), 3, seed)  # as many texts as positions as numbers in a vector
    yield pool_case((1,), 1, seed)
    yield pool_case((*lengths(2, 90), 100), 16, seed)
    hidden, mask = pool_case(lengths(2, 4), 3, seed)
    yield as_view(hidden, 1, 2), mask
    hidden, mask = pool_case((4, 3), 3, seed)
    hidden[:, 1:3] = 0  # real tokens with vectors of zeros
    yield hidden, mask
    hidden, mask = pool_case((2, 3, 1), 4, seed)
    yield hidden.masked_fill(mask[..., None] == 0, 1e9), mask  # padding may hold any number
    hidden, mask = pool_case((3, 2, 3), 4, seed)
    yield hidden, mask[1:2].expand(3, -1)
    yield hidden, as_view(mask, 0, 1)
    yield pool_case((*lengths(1, 2100), 2090), 2, seed)
    yield pool_case(lengths(300, 3), 2, seed)


def _lengths(generator: torch.Generator, texts: int, longest: int) -> list[int]:
    """Lengths from 1 to `longest`, which is among them."""
    drawn = torch.randint(1, longest + 1, (texts - 1,), generator=generator).tolist()
    return [longest, *drawn]


def compare_pool(check: Check, hidden: Tensor, mask: Tensor) -> None:
    """Runs the answer of `mean_pool` with the mask, then with the mask and with the hidden states
    turned round."""
    _compare_means(check, hidden, mask, {})
    old = _means(hidden, mask)
    check.close(check.run(hidden.clone(), mask), old, atol=1e-5, key="pool-wrong")  # no gradient
    _compare_means(check, hidden, mask.flip(0, 1), {"pool-kept": old})
    for dims in ((0,), (1,), (2,)):
        twin = hidden.flip(dims)
        # Without padding the mean does not change with the order of the tokens.
        kept = {} if _alike(_means(twin, mask), old) else {"check-remembered": old}
        _compare_means(check, twin, mask, kept)


# The sums are divided by numbers without the last dimension; the product fits.
_COUNT_SHAPE = (
    r"^(?=.*must match the size)(?=.*/\s*\w+\.sum\((?:dim=)?-?1\))(?!.*\*\s*mask\b(?![.\[]))"
)


def _means(hidden: Tensor, mask: Tensor) -> Tensor:
    return torch.stack([h[m].mean(0) for h, m in zip(hidden, mask.bool())])


def _compare_means(
    check: Check, hidden: Tensor, mask: Tensor, mistakes: Mapping[str, Tensor]
) -> None:
    """Compares the answer of `mean_pool` with a mean over each text's own tokens."""
    ours = hidden.clone().requires_grad_()
    want = _means(hidden, mask)
    mistakes = {**mistakes, **_pool_mistakes(hidden, mask)}
    mistakes = {key: value for key, value in mistakes.items() if not _alike(value, want)}
    with advising({_COUNT_SHAPE: "pool-count-shape"}):
        got = check.run(ours, mask)
    check.tensor(got)
    b, n, d = hidden.shape
    check.that(got.shape != (b, n, d) or (n == 1 and b == d), "pool-not-summed")
    check.that(got.shape != (d,) or b == 1 == n, "pool-over-batch", wanted=[b, d])
    check.tensor(got, shape=(b, d), dtype="float")
    check.that(not got.isnan().any(), "pool-nan")
    check.close(got, want, atol=1e-5, key="pool-wrong", mistakes=mistakes)
    check.that(got.requires_grad, "pool-no-gradient")
    got.sum().backward()
    weight = mask[..., None].to(hidden.dtype)
    share = weight / weight.sum(1, keepdim=True)
    check.that(ours.grad is not None, "pool-no-gradient")
    check.close(ours.grad, share.expand_as(hidden), key="pool-no-gradient")


def _pool_mistakes(hidden: Tensor, mask: Tensor) -> dict[str, Tensor]:
    """Message key -> what a known wrong `mean_pool` gives."""
    real = mask.bool()
    weight = real[..., None].to(hidden.dtype)
    total, count = (hidden * weight).sum(1), weight.sum(1)
    padding = hidden.masked_fill(real[..., None], 0).sum(1)
    first = real.long().argmax(1)
    inner = [h[m][1:-1] if m.sum() > 2 else h[m] for h, m in zip(hidden, real)]
    return {
        "pool-all": hidden.mean(1),
        "pool-divided-by-length": total / hidden.shape[1],
        "pool-sum": total,
        "pool-sum-all": hidden.sum(1) / count,
        "pool-subtracted": (hidden.sum(1) - padding) / count,
        "pool-max": hidden.masked_fill(~real[..., None], -math.inf).amax(1),
        "pool-cls": hidden[torch.arange(len(hidden)), first],
        "pool-inverted": (hidden * (1 - weight)).sum(1) / (1 - weight).sum(1).clamp(min=1),
        "pool-minus-one": total / (count - 1),
        "pool-plus-one": total / (count + 1),
        "pool-at-least-two": total / count.clamp(min=2),
        "pool-zero-vectors": total / (hidden * weight).any(-1).sum(1, keepdim=True),
        "pool-zero-entries": total / (hidden * weight != 0).sum(1),
        "pool-inner": torch.stack([h.mean(0) for h in inner]),
        "pool-softmax": (hidden * weight.softmax(1)).sum(1),
        # 1 as an index is position 1 (which a single position does not have).
        "pool-index": torch.stack([h[m.long() % len(h)].mean(0) for h, m in zip(hidden, real)]),
        "pool-batch-count": total / weight.sum(),
        "pool-first-text": (hidden * weight[:1]).sum(1) / weight[:1].sum(1),
        "pool-prefix": torch.stack([h[: m.sum()].mean(0) for h, m in zip(hidden, real)]),
    }


def _alike(a: Tensor, b: Tensor) -> bool:
    return a.shape == b.shape and torch.allclose(a, b, atol=1e-5, equal_nan=True)


# --- checks: best_span ----------------------------------------------------------------------------


def span_case(n: int, context: tuple[int, int], seed: int, shift: float = 0.0) -> tuple:
    """Random start and end scores [n] and the context's mask: True from context[0] to [1] - 1."""
    generator = torch.Generator().manual_seed(seed)
    start, end = 3 * torch.randn(2, n, generator=generator, dtype=torch.float64).float() + shift
    place = torch.arange(n)
    return start, end, (place >= context[0]) & (place < context[1])


def span_cases(seed: int) -> Iterator[tuple[Tensor, Tensor, Tensor, int]]:
    """Scores, contexts and lengths for `best_span`: each sentence of its task, the smallest first."""

    def whole(start: list[float], end: list[float]) -> tuple[Tensor, Tensor, Tensor]:
        """These scores, turned by some places, in an input that is all context."""
        by = seed % len(start)
        turned = (torch.tensor(scores).roll(by) for scores in (start, end))
        return *turned, torch.ones(len(start)).bool()

    yield *whole([-9.0, 1.0, 0.0, 1.0, 3.0], [0.0, 4.0, -1.0, 0.0, 0.0]), 2
    yield *whole([7.0, 0.0, 4.0, 0.0], [0.0, 0.0, 0.0, 4.0]), 1
    yield *whole([-3.0, 6.0, 0.0, 0.0], [1.0, 0.0, 3.0, 4.0]), 3
    for max_len in (2, 3):
        yield *whole([0.0, 3.0, 1.0], [0.0, -5.0, 2.0]), max_len
    for k in range(8):
        yield *span_case(6, (2, 5), 100 * seed + k), 2
    yield *whole([0.0, 3.0, 1.0], [0.0, -5.0, 2.0]), 1
    yield torch.tensor([-3.0 - seed, -1.0]), torch.tensor([-1.0, -1.0]), torch.ones(2).bool(), 2
    for k in range(8):
        yield *span_case(9, (3, 8), 100 * seed + k, shift=-20.0), 3
        yield *span_case(12, (4, 11), 100 * seed + k, shift=9.0), 4
    for shift in (-150.0, -9e5):
        yield *span_case(9, (3, 8), seed, shift), 3
    yield *whole([-3000.0, 0.0, 3.0, 0.0, 2000.0], [2000.0, 0.0, 4.0, 0.0, -3000.0]), 1
    start, end, context = span_case(9, (3, 8), seed)
    yield start.double(), end.double(), context, 2
    yield *span_case(4, (3, 4), seed), 5
    yield *span_case(1, (0, 1), seed), 1
    yield *crowded_ends(300, 120, seed), 3
    yield *span_case(60, (9, 59), seed), 100
    for k in range(16):  # of small whole numbers, in which starts and ends compete
        start, end, context = span_case(7, (0, 7), 100 * seed + k)
        yield start.round(), end.round(), context, 2 + k % 3
    start, end, context = span_case(9, (2, 8), seed)
    yield *torch.stack([start, end], 1).unbind(1), context, 3  # as a model's logits are cut
    start, end, context = span_case(500, (80, 490), seed)
    start[450], end[455 + seed % 3] = 40, 40
    yield start, end, context, 12
    outside = torch.tensor([9e5, 0.0, 500.0 + seed])  # a finite penalty must outweigh it
    yield outside, outside.clone(), torch.tensor([False, True, True]), 2
    yield *whole([-9e5, 0.0, 3000.0, 0.0, 9e5], [9e5, 0.0, 4000.0, 0.0, -9e5]), 1


def compare_span_twins(check: Check, seed: int) -> None:
    """Calls that differ from the first in one argument, which has the same size and sum."""
    for k in range(4):
        start, end, context = span_case(8, (2, 7), 100 * seed + k)
        kept = _top(all_spans(start, end, context, 3))
        compare_span(check, start, end, context, 3)
        for twin in (
            (start.flip(0), end, context, 3),
            (start, end.flip(0), context, 3),
            (start.roll(1), end, context, 3),
            (start, end, context.roll(1), 3),
            (start, end, context.flip(0), 3),
            (start, end, context, 1),
            (end, start, context, 3),
        ):
            compare_span(check, *twin, kept=kept)


def crowded_ends(n: int, many: int, seed: int) -> tuple[Tensor, Tensor, Tensor]:
    """Scores whose `many` best starts all stand behind the `many` best ends, far from the best span
    in the middle: whoever keeps only some of the best of each finds no span, or a worse one."""
    start, end, context = span_case(n, (0, n), seed)
    start[-many:] += 100
    end[:many] += 100
    start[n // 2] += 70
    end[n // 2 + 1] += 70
    return start, end, context


Spans = dict[tuple[int, int], float]  # (i, j) -> score


def all_spans(start: Tensor, end: Tensor, allowed: Tensor, max_len: int) -> Spans:
    """(i, j) -> score of every allowed span of at most max_len tokens."""
    begins, ends = start.double().tolist(), end.double().tolist()
    inside = [i for i, here in enumerate(allowed.tolist()) if here]
    behind = inside[-1] + 1  # the context is one run
    return {(i, j): begins[i] + ends[j] for i in inside for j in range(i, min(i + max_len, behind))}


def compare_span(
    check: Check,
    start: Tensor,
    end: Tensor,
    context: Tensor,
    max_len: int,
    kept: tuple[int, int] | None = None,
) -> None:
    """Runs the answer of `best_span`; any span with the best score is right.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """
    spans = all_spans(start, end, context, max_len)
    best = max(spans.values())
    as_good = 1e-6 * max(1.0, start.abs().max().item() + end.abs().max().item())
    i, j = _pair(check, check.run(start, end, context, max_len))
    if (i, j) in spans and spans[i, j] >= best - as_good:
        return
    check.that((i, j) != kept, "check-remembered")
    fields = {"got": f"({i}, {j})", "best": f"{_top(spans)}"}
    if best < -100:
        check.that((i, j) in spans, "span-filled", most=f"{best:.4g}", **fields)
    if start.max() > 1e5:
        check.that((i, j) in spans, "span-penalty", **fields)
    if best < 0 and context.all():
        check.that((i, j) != (0, 0), "span-from-zero", **fields)
    for key, pairs in _span_mistakes(start, end, context, max_len).items():
        check.that((i, j) not in pairs, key, **fields)
    check.that(i <= j, "span-backwards", **fields)
    check.that(j - i < max_len, "span-too-long", **fields)
    check.that((i, j) in spans, "span-outside", **fields)
    check.fail("span-not-best", score=f"{spans[i, j]:.2f}", most=f"{best:.2f}", **fields)


def _pair(check: Check, got: Any) -> tuple[int, int]:
    """The answer's result as two whole numbers, or the end of the check."""
    if type(got) is Tensor or type(got).__module__ == "numpy":
        got = list(got) if getattr(got, "shape", None) == (2,) else got
    check.that(isinstance(got, (tuple, list)) and len(got) == 2, "span-not-a-pair")
    i, j = (_whole(x) for x in got)
    if i is None or j is None:
        check.fail("span-not-whole")
    return i, j


def _top(spans: Spans) -> tuple[int, int]:
    return max(spans, key=spans.__getitem__) if spans else (-1, -1)


def _of_the_best(
    spans: Spans, begins: list[float], ends: list[float], many: int
) -> list[tuple[int, int]]:
    """The spans with one of the `many` best starts or ends, if the best span has neither."""
    places = range(len(begins))
    starts = set(sorted(places, key=begins.__getitem__)[-many:])
    stops = set(sorted(places, key=ends.__getitem__)[-many:])
    found = [(i, j) for i, j in spans if i in starts or j in stops]
    return [] if _top(spans) in found else found


def _span_mistakes(
    start: Tensor, end: Tensor, context: Tensor, max_len: int
) -> dict[str, list[tuple[int, int]]]:
    """Message key -> the pairs that a known wrong `best_span` gives."""
    n, everywhere = len(start), torch.ones_like(context)
    inside = context.nonzero().flatten().tolist()
    spans = all_spans(start, end, context, max_len)
    begins, ends = start.double().tolist(), end.double().tolist()
    places: tuple[Sequence[int], Sequence[int]] = (range(n), inside)
    apart = [
        (max(where, key=begins.__getitem__), max(where, key=ends.__getitem__)) for where in places
    ]
    backwards = [pair for a, b in apart if a > b for pair in ((a, b), (b, a))]
    first, last = apart[1]
    a, b = _top(spans)
    with_room = {(i, j): score for (i, j), score in spans.items() if i + max_len - 1 <= inside[-1]}
    after_first = {pair: score for pair, score in spans.items() if pair[0] == first}
    before_last = {pair: score for pair, score in spans.items() if pair[1] == last}

    def top(start: Tensor, end: Tensor, allowed: Tensor, longest: int) -> list[tuple[int, int]]:
        return [_top(all_spans(start, end, allowed, longest))]

    return {
        "span-shortlist": _of_the_best(spans, begins, ends, 2 * n // 5) if n >= 100 else [],
        "span-sliding": [_sliding(begins, ends, inside, max_len)],
        "span-zeroed": _zeroed(start, end, context, max_len),
        "span-exchanged": [(b, a)] if a < b else [],
        "span-argmaxes": backwards,
        "span-length": [(a, b - a + 1)],
        "span-exclusive-end": [(a, b + 1)],
        "span-context-as-zero": top(start * context, end * context, everywhere, max_len),
        "span-relative": [(a - inside[0], b - inside[0])],
        "span-one-too-long": top(start, end, context, max_len + 1),
        "span-outside": top(start, end, everywhere, max_len),
        "span-unlimited": top(start, end, context, n) + top(start, end, everywhere, n),
        "span-vanished": _vanished(start, end, spans),
        "span-probabilities": top(start.softmax(0), end.softmax(0), context, max_len),
        "span-one-too-short": top(start, end, context, max_len - 1),
        "span-mean": [max(spans, key=lambda s: spans[s] / (s[1] - s[0] + 1))],
        "span-swapped": top(end, start, context, max_len),
        "span-product": [max(spans, key=lambda s: begins[s[0]] * ends[s[1]])],
        "span-start-first": [_top(after_first)],
        "span-end-first": [_top(before_last)],
        "span-larger": [max(spans, key=lambda s: max(begins[s[0]], ends[s[1]]))],
        "span-two-tokens": [_top({s: score for s, score in spans.items() if s[0] < s[1]})],
        "span-no-room": [_top(with_room)],
        "span-worst": [min(spans, key=spans.__getitem__)],
    }


def _sliding(
    begins: list[float], ends: list[float], inside: list[int], max_len: int
) -> tuple[int, int]:
    """The best pair when only one start is known at a time: the best so far, or where that is too
    far away the newest."""
    found, best, i = (inside[0], inside[0]), -math.inf, inside[0]
    for j in inside:
        if j - i >= max_len or begins[j] > begins[i]:
            i = j
        if begins[i] + ends[j] > best:
            found, best = (i, j), begins[i] + ends[j]
    return found


def _zeroed(start: Tensor, end: Tensor, context: Tensor, max_len: int) -> list[tuple[int, int]]:
    """The pair that wins when `triu` and `tril` make 0 of what is no allowed span."""
    least = -3 * (start.abs().max() + end.abs().max())
    outside = ~(context[:, None] & context)
    table = (start[:, None] + end).masked_fill(outside, least).triu().tril(max_len - 1)
    i, j = divmod(table.argmax().item(), len(start))
    return [] if table[i, j] else [(i, j)]


def _vanished(start: Tensor, end: Tensor, spans: Spans) -> list[tuple[int, int]]:
    """What comes first when the product of the two probabilities is 0 for all spans."""
    p, q = start.double().softmax(0), end.double().softmax(0)
    return [] if any(p[i] * q[j] for i, j in spans) else [(0, 0), next(iter(spans))]


def _whole(x: Any) -> int | None:
    """x as an int, if it is a whole number of Python, NumPy or a tensor without dimensions."""
    if isinstance(x, bool):
        return None
    if type(x) is int:
        return x
    if type(x) is Tensor and x.dim() == 0 and not x.is_floating_point() and x.dtype != torch.bool:
        return int(x)
    if type(x).__module__ == "numpy" and getattr(x, "shape", None) == () and x.dtype.kind in "iu":
        return int(x)
    return None


# --- models ---------------------------------------------------------------------------------------


_SIZES = {
    "vocab_size": 30, "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2,
    "intermediate_size": 24, "max_position_embeddings": 24,
}  # fmt: skip
_OTHER_SIZES = {
    "DistilBert": {**_SIZES, "hidden_dim": 24},
    "XLNet": {"vocab_size": 30, "d_model": 16, "n_layer": 2, "n_head": 2, "d_inner": 24},
}


def small_model(class_name: str, seed: int = 0, dropout: float = 0.0, **settings: Any) -> nn.Module:
    """A transformers model of some thousand parameters with random weights, in eval mode.

    class_name: such as "BertForSequenceClassification" or "RobertaForTokenClassification".
    """
    import transformers

    cls = getattr(transformers, class_name)
    family = next((name for name in _OTHER_SIZES if class_name.startswith(name)), "")
    settings = {
        **_OTHER_SIZES.get(family, _SIZES), "initializer_range": 0.2, "hidden_dropout_prob": dropout,
        "attention_probs_dropout_prob": dropout,
        "num_labels": 2 if "Question" in class_name else 3, **settings,
    }  # fmt: skip
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return cls(cls.config_class(**settings)).eval()


def leave_gradients(model: nn.Module) -> None:
    """Each parameter gets a gradient of ones, as an earlier `backward()` may leave one."""
    for p in model.parameters():
        p.grad = torch.ones_like(p)


def lost_gradients(model: nn.Module) -> list[str]:
    """The parameters whose gradient is no longer what `leave_gradients` gave."""
    return [
        name
        for name, p in model.named_parameters(prefix="model")
        if p.grad is None or not bool((p.grad == 1).all())
    ]


def compare_gradients(check: Check, lost: Sequence[str]) -> None:
    check.that(not lost, "model-gradients", where=lost[0] if lost else "")


_POSITIONAL = r"forward\(\) takes .*positional argument"
_ONE_DICT = r"'dict' object has no attribute '(size|shape|device)'(?!.*\.\1)"  # in the model's code


def run_with_gradients(check: Check, switched: bool, *args: Any, may_modify: bool = False) -> Any:
    """Runs the answer with gradients switched on or off; it must leave the switch alone."""
    outside = torch.is_grad_enabled()
    torch.set_grad_enabled(switched)
    try:
        with advising({_POSITIONAL: "model-by-name", _ONE_DICT: "model-by-name"}):
            got = check.run(*args, may_modify=may_modify)
        left = torch.is_grad_enabled()
    finally:
        torch.set_grad_enabled(outside)
    check.that(left == switched, "predict-gradients-off")
    return got


# --- checks: freeze_encoder and param_groups ------------------------------------------------------


_PART = r"\w+For\w+' object has no attribute"
_ENTRY_BY_ENTRY = r"must match the size of tensor|Boolean value of Tensor"


def body_and_head(model: nn.Module) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    """The parameters of `model.base_model` and the others, by name."""
    inside = {id(p) for p in model.base_model.parameters()}
    body: dict[str, Tensor] = {}
    head: dict[str, Tensor] = {}
    for name, p in model.named_parameters():
        (body if id(p) in inside else head)[name] = p
    return body, head


def small_batch(seed: int = 0, rows: int = 4, columns: int = 7) -> dict[str, Tensor]:
    """input_ids and attention_mask, int64 [rows, columns], with padding in all rows but one."""
    generator = torch.Generator().manual_seed(seed)
    ids = torch.randint(5, 30, (rows, columns), generator=generator)
    lengths = torch.randint(columns // 2, columns, (rows,), generator=generator)
    lengths[0] = columns
    mask = (torch.arange(columns) < lengths[:, None]).long()
    return {"input_ids": ids * mask, "attention_mask": mask}


class Headed(NamedTuple):
    """A model with a head. `frozen`: a parameter of it that was frozen before."""

    class_name: str
    frozen: str = ""
    seed: int = 0
    training: bool = True  # the mode of the model
    turned: bool = False  # see `turn`

    def make(self) -> nn.Module:
        """The model, with gradients that wait in it; another object each time."""
        model = small_model(self.class_name, self.seed).train(self.training)
        leave_gradients(model)
        if self.turned:
            turn(model)
        if self.frozen:
            model.get_parameter(self.frozen).requires_grad = False
        return model


def turn(model: nn.Module) -> None:
    """Puts the body behind the head, which gets a second name that begins with the body's."""
    body, head = model.base_model_prefix, "classifier"
    model.add_module(body + "_head", getattr(model, head))
    for name in (head, body):
        part = getattr(model, name)
        delattr(model, name)
        model.add_module(name, part)


def freeze_body(model: nn.Module) -> None:
    """The answer to 6.3, for the lesson: freezes `model.base_model` in place."""
    model.base_model.requires_grad_(False)


def freeze_cases(seed: int) -> list[Headed]:
    """Models for `freeze_encoder`: several families and heads, some partly frozen, one that shares
    a parameter with its body and does not begin with it, one whose body has a parameter itself."""
    return [
        Headed("BertForSequenceClassification", seed=seed),
        Headed("BertForSequenceClassification", "classifier.bias", seed + 1),
        Headed("RobertaForTokenClassification", seed=seed + 2),
        Headed("ElectraForSequenceClassification", "classifier.dense.weight", seed + 3),
        Headed("BertForQuestionAnswering", seed=seed + 4, training=False),
        Headed("BertForTokenClassification", "bert.embeddings.word_embeddings.weight", seed + 5),
        Headed("DistilBertForMaskedLM", seed=seed + 6),
        Headed("XLNetForSequenceClassification", seed=seed + 7),
        Headed("BertForTokenClassification", seed=seed + 8, turned=True),
    ]


def compare_freeze(check: Check, case: Headed) -> None:
    """Runs the answer of `freeze_encoder`, then takes one training step and sees what moved."""
    model = case.make()
    before, marks, modes = weights_of(model), marks_of(model), modes_of(model)
    with advising({_PART: "model-part-name"}):
        got = check.run(model, may_modify=True)
    lost = lost_gradients(model)
    check.that(isinstance(got, nn.Module), "freeze-not-a-model")
    check.that(got is model, "freeze-copy")
    body, head = body_and_head(model)
    free_head = {name for name, p in head.items() if p.requires_grad}
    check.that(case.frozen not in free_head, "freeze-head-freed", freed=case.frozen)
    toggled = case.frozen in body and body[case.frozen].requires_grad
    check.that(not toggled, "freeze-toggled", freed=case.frozen)
    check.that(free_head == set(head) - {case.frozen} or body_free(body), "freeze-all")
    compare_weights(check, model, before)
    _train_a_step(model, small_batch(case.seed))
    moved = {name for name, p in model.named_parameters() if not torch.equal(p, before[name])}
    head_moved = moved & head.keys()
    check.that(head_moved or not moved & body.keys(), "freeze-inverted")
    check.that(head_moved == set(head) - {case.frozen}, "freeze-all")
    free = [name for name, p in body.items() if p.requires_grad or name in moved]
    if free and set(free) == shared_with_head(model):
        check.fail("freeze-shared", free=free[0])
    _compare_frozen_body(check, case, body, free)
    compare_modes(check, model, modes)
    compare_gradients(check, lost)
    compare_marks(check, model, marks)


def shared_with_head(model: nn.Module) -> set[str]:
    """The parameters of the body that the head has, too."""
    body, _ = body_and_head(model)
    names = {id(p): name for name, p in body.items()}
    inside = model.base_model_prefix + "."
    everywhere = model.named_parameters(remove_duplicate=False)
    return {
        names[id(p)] for name, p in everywhere if id(p) in names and name[: len(inside)] != inside
    }


def _train_a_step(model: nn.Module, batch: Mapping[str, Tensor]) -> None:
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
    optimizer.zero_grad()
    with torch.enable_grad():
        out = model(**batch)
        scores = out.logits if "logits" in out else out.start_logits + 2 * out.end_logits
        if scores.requires_grad:
            scores.square().mean().backward()
    optimizer.step()


def _compare_frozen_body(
    check: Check, case: Headed, body: Mapping[str, Tensor], free: list[str]
) -> None:
    """No parameter of the body may be free; says which kind is."""
    if len(free) == len(body):
        check.fail("freeze-nothing" if case.class_name.startswith("Bert") else "freeze-name")
    for part, key in ((".pooler.", "freeze-pooler"), (".embeddings.", "freeze-embeddings")):
        check.that(not free or not all(part in name for name in free), key)
    check.that(not free, "freeze-some", free=free[0] if free else "")


def body_free(body: Mapping[str, Tensor]) -> bool:
    """Whether any parameter of the body can still be trained."""
    return any(p.requires_grad for p in body.values())


class Rates(NamedTuple):
    """A model and the two rates for its groups."""

    model: Headed
    lr_body: float
    lr_head: float


def group_cases(seed: int) -> list[Rates]:
    """Models and rates for `param_groups`: several families and heads, one that shares a parameter
    with the body, some that are partly frozen, one whose head has parameters itself and comes before
    the body, one whose body has one itself, and two rates that are equal."""
    by = 1 + seed
    return [
        Rates(Headed("BertForSequenceClassification", seed=seed), 2e-5 * by, 1e-4 * by),
        Rates(Headed("RobertaForSequenceClassification", seed=seed), 1e-3 * by, 2e-3 * by),
        Rates(Headed("BertForMaskedLM", seed=seed), 1e-4 * by, 1e-3 * by),
        Rates(Headed("ElectraForTokenClassification", seed=seed), 1e-1 / by, 1e-5 / by),
        Rates(Headed("BertForQuestionAnswering", "qa_outputs.bias", seed), 5e-4 * by, 5e-3 * by),
        Rates(
            Headed("BertForTokenClassification", "bert.embeddings.LayerNorm.weight", seed),
            3e-4 * by,
            1e-2 * by,
        ),
        Rates(Headed("TapasForQuestionAnswering", seed=seed, training=False), 1e-4 * by, 2e-3 * by),
        Rates(Headed("XLNetForSequenceClassification", seed=seed), 2e-4 * by, 4e-3 * by),
        Rates(Headed("BertForTokenClassification", seed=seed, turned=True), 2e-5 * by, 3e-3 * by),
        Rates(Headed("BertForNextSentencePrediction", seed=seed), 2e-4 * by, 2e-4 * by),
        Rates(Headed("BertForSequenceClassification", seed=seed + 1), 0.0, 1e-3 * by),
    ]


def compare_groups(check: Check, case: Rates) -> None:
    """Runs the answer of `param_groups` and looks where each parameter went."""
    model = case.model.make()
    before, marks = weights_of(model), marks_of(model)
    modes, switches = modes_of(model), switches_of(model)
    with advising({_PART: "model-part-name", _ENTRY_BY_ENTRY: "groups-in-list"}):
        groups = _groups(check, check.run(model, case.lr_body, case.lr_head))
    rates = _rates(check, model, groups)
    body, head = body_and_head(model)
    lost = [name for name in head if not rates[name]]
    if lost and _equal_some(head, lost, body):
        check.fail("groups-equal", lost=lost[0])
    if case.lr_body == case.lr_head:
        check.that(all(rates.values()), "groups-by-rate")
    _compare_lost(check, body, [name for name in body if not rates[name]], "groups-missing-body")
    _compare_lost(check, head, lost, "groups-missing-head")
    twice = [name for name, found in rates.items() if len(found) > 1]
    check.that(not twice, "groups-twice", twice=twice[0] if twice else "")
    first = {name: found[0] for name, found in rates.items()}
    fast = [name for name in head if first[name] == case.lr_body != case.lr_head]
    if len(fast) < len(head) and fast and _equal_some(head, fast, body):
        check.fail("groups-equal-rate", wrong=fast[0])
    _compare_rates(check, case, first, set(body), shared_with_head(model))
    check.that(len(groups) > 1, "groups-one")
    torch.optim.AdamW(groups)
    compare_switches(check, model, switches)
    compare_modes(check, model, modes)
    compare_weights(check, model, before)
    compare_gradients(check, lost_gradients(model))
    compare_marks(check, model, marks)
    again = _groups(check, check.run(model, case.lr_body, case.lr_head))
    check.that(_rates(check, model, again) == rates, "groups-kept")
    turned = _groups(check, check.run(model, case.lr_head, case.lr_body))
    wanted = {name: [case.lr_head if name in body else case.lr_body] for name in rates}
    check.that(_rates(check, model, turned) == wanted, "check-remembered")


def _equal_some(
    head: Mapping[str, Tensor], names: Sequence[str], body: Mapping[str, Tensor]
) -> bool:
    """Whether each of these parameters of the head holds the numbers of one of the body's."""
    return all(any(torch.equal(head[name], p) for p in body.values()) for name in names)


def _rates(check: Check, model: nn.Module, groups: Sequence[dict]) -> dict[str, list[float]]:
    """The rates that the groups give each parameter, by its name."""
    names = {id(p): name for name, p in model.named_parameters()}
    rates: dict[str, list[float]] = {name: [] for name in names.values()}
    for group in groups:
        for p in group["params"]:
            check.that(isinstance(p, Tensor), "groups-names")
            check.that(id(p) in names, "groups-strange")
            rates[names[id(p)]].append(group["lr"])
    return rates


def _groups(check: Check, got: Any) -> list[dict]:
    """The groups of an answer, each with a list of parameters."""
    check.that(isinstance(got, (list, tuple)), "groups-not-a-list")
    groups = []
    for group in got:
        fine = isinstance(group, Mapping) and "params" in group and "lr" in group
        check.that(fine, "groups-not-a-dict")
        content = group["params"]
        check.that(not isinstance(content, (set, frozenset)), "groups-set")
        members = [content] if isinstance(content, Tensor) else list(content)
        members = [p[1] if isinstance(p, tuple) else p for p in members]
        groups.append({**group, "params": members})
    return groups


def _compare_lost(check: Check, part: Mapping[str, Tensor], lost: list[str], key: str) -> None:
    """No parameter of this part may be in no group."""
    if lost and not any(part[name].requires_grad for name in lost):
        check.fail("groups-missing-frozen", lost=lost[0])
    if lost and all(".embeddings." in name for name in lost):
        check.fail("groups-missing-embeddings")
    check.that(not lost, key, lost=lost[0] if lost else "")


def _compare_rates(
    check: Check, case: Rates, rates: Mapping[str, float], body: set[str], shared: set[str]
) -> None:
    """The body's parameters must have one rate, also where they are shared, all others the other."""
    wanted = {name: case.lr_body if name in body else case.lr_head for name in rates}
    wrong = [name for name, rate in rates.items() if rate != wanted[name]]
    wrong_body = [name for name in wrong if name in body]
    if len(wrong) == len(rates):
        both = set(rates.values()) == {case.lr_body, case.lr_head}
        check.fail("groups-swapped" if both else "groups-rates")
    if len(wrong_body) == len(body):
        bert = case.model.class_name.startswith("Bert")
        check.fail("groups-one-rate" if bert else "groups-name")
    if wrong_body and set(wrong_body) == shared:
        check.fail("groups-shared", wrong=wrong_body[0])
    for part, key in ((".pooler.", "groups-pooler"), (".embeddings.", "groups-embeddings")):
        check.that(not wrong_body or not all(part in name for name in wrong_body), key)
    check.that(set(wrong) != rates.keys() - body, "groups-one-rate-head")
    if wrong:
        check.fail("groups-rate-body" if wrong[0] in body else "groups-rate-head", wrong=wrong[0])


# --- checks: align_labels and unk_rate ------------------------------------------------------------


def align_cases(seed: int) -> Iterator[tuple]:
    """Pieces and labels for `align_labels`: each sentence of its task, the smallest first; perhaps
    with the pieces of an earlier call."""
    rng = random.Random(seed)

    def labels(count: int) -> list[int]:
        """Different labels, none of them the number of its word."""
        return [3 + label for label in rng.sample(range(5, 5 + 2 * count), count)]

    yield [None, 0, 1, 1, 2, None], labels(3)
    yield [None, 0, 0, 0, None], labels(1)
    yield [None, 0, 1, 2, None, None], labels(1) * 3
    yield [None, 1, 1, 2, None], labels(4)  # cut on both sides
    yield [None, None, 4, 5, 5, None], labels(7)
    yield [None, 0, 0, 1, None], [0, *labels(4)]
    yield [None, 0, 2, 2, 3, None], labels(4)  # word 1 has no piece
    yield [None, 2, 3, 3, None], labels(6)
    yield [0, 1, 1, 2], labels(3)
    yield [0], labels(1)
    yield [None, 0, 1, 1, 2, None], [-1 - seed, *labels(1), -7]
    yield [None, None], labels(1)
    yield [None, None], []
    yield [], []
    pieces = [word for word in range(40) for _ in range(rng.randint(1, 3))]
    yield [None, *pieces, None], labels(40)
    # Words far behind, and each number another object, as a tokenizer makes them.
    pieces = [int(str(word)) for word in range(240, 270) for _ in range(rng.randint(1, 3))]
    yield [None, *pieces, None], labels(300)
    pieces = [int(str(word)) for word in range(1100) for _ in range(2)]
    yield [None, *pieces, None], labels(1100)
    same = labels(4)  # pieces of one length, with the same words, or the same ends
    first: list[int | None] = [None, 0, 0, 1, 2, 3, None]
    yield first, same
    for pieces in ([0, 1, 1, 2, 3], [0, 1, 2, 2, 3], [0, 1, 2, 3, 3], [0, 1, 1, 1, 3]):
        yield [None, *pieces, None], same, first


def _align(word_ids: list[int | None], labels: list[int]) -> list[int]:
    """What is wanted of `align_labels`."""
    before: list[int | None] = [None, *word_ids]
    return [
        -100 if word is None or word == before[k] else labels[word]
        for k, word in enumerate(word_ids)
    ]


def compare_align(
    check: Check,
    word_ids: list[int | None],
    labels: list[int],
    earlier: list[int | None] | None = None,
) -> None:
    """Runs the answer of `align_labels` on one text, twice, and with other labels.

    earlier: other pieces with which it was called, if somebody might take this call for that one.
    """
    want = _align(word_ids, labels)
    kept = {"check-remembered": _align(earlier, labels)} if earlier else {}
    mistakes = {**kept, **_align_mistakes(word_ids, labels, want)}
    mistakes = {k: v for k, v in mistakes.items() if v != want}
    got = _aligned(check, word_ids, labels)
    wrong = next((k for k, (x, y) in enumerate(zip(got, want)) if x != y), None)
    fields: dict[str, Any] = {}
    if wrong is not None:
        fields = {"place": wrong, "found": got[wrong], "right": want[wrong]}
    check.equal(got, want, key="align-labels-wrong", mistakes=mistakes, **fields)
    check.equal(_aligned(check, word_ids, labels), want, key="align-kept")
    more = [-100 if label == -100 else label + 100 for label in want]
    check.equal(_aligned(check, word_ids, [x + 100 for x in labels]), more, key="align-kept")


def _aligned(check: Check, word_ids: list[int | None], labels: list[int]) -> list[int]:
    """What the answer of `align_labels` gives: one whole number for each piece."""
    got = check.run(word_ids, labels)
    if isinstance(got, Tensor):
        check.tensor(got, shape=(len(word_ids),), dtype=torch.int64)
        got = got.tolist()
    check.that(isinstance(got, (list, tuple)), "align-not-a-list")
    check.that(len(got) == len(word_ids), "align-length", wanted=len(word_ids), got=len(got))
    numbers = [_whole(x) for x in got]
    check.that(None not in numbers, "align-not-whole")
    return [number for number in numbers if number is not None]


def _align_mistakes(
    word_ids: list[int | None], labels: list[int], want: list[int]
) -> dict[str, list[int]]:
    """Message key -> what a known wrong `align_labels` gives."""
    every = [-100 if w is None else labels[w] for w in word_ids]
    after = [*word_ids[1:], None]
    ends = {0, len(word_ids) - 1}
    both = list(zip(word_ids, want))
    small = [None if w is None or w > 256 else w for w in word_ids]  # Python has these once
    last = max((w for w in word_ids if w is not None), default=0)
    return {
        "align-copied": every,
        "align-last": [
            -100 if w == after[k] else v for k, (w, v) in enumerate(zip(word_ids, every))
        ],
        "align-is": [
            v if w is None or (k and w == small[k - 1]) else labels[w]
            for k, (w, v) in enumerate(both)
        ],
        "align-special-zero": [0 if w is None else v for w, v in both],
        "align-rest-zero": [0 if v == -100 and w is not None else v for w, v in both],
        "align-zeros": [0 if v == -100 else v for v in want],
        "align-minus-one": [-1 if v == -100 else v for v in want],
        "align-special-label": [(labels or [0])[-1] if w is None else v for w, v in both],
        "align-special-first": [(labels or [0])[0] if w is None else v for w, v in both],
        "align-label-false": [v or -100 for v in want],
        "align-zero-false": [-100 if w == 0 else v for w, v in both],
        "align-ends": [-100 if k in ends else v for k, v in enumerate(want)],
        "align-same-label": _collapsed(every),
        "align-next-label": _in_turn(want, labels),
        "align-inside": [v + (v != w) for v, w in zip(every, want)],
        "align-last-word": [-100 if w == last else v for w, v in both],
        "align-from-end": [v if v == -100 else labels[(w or 0) - last - 1] for w, v in both],
        "align-no-gap": _rising(word_ids, want),
        "align-below-zero": [-100 if v < 0 else v for v in want],
        "align-number": [w if w is not None and v != -100 else -100 for w, v in both],
        "align-in-order": [labels[k] if k < len(labels) else -100 for k in range(len(word_ids))],
    }


def _in_turn(want: list[int], labels: list[int]) -> list[int]:
    """`labels` one after the other, where `want` has a label."""
    rest = iter(labels)
    return [v if v == -100 else next(rest) for v in want]


def _rising(word_ids: list[int | None], want: list[int]) -> list[int]:
    """`want` at the words whose number is by one larger than the last word's."""
    kept, before = [], -1
    for word, label in zip(word_ids, want):
        kept.append(label if word == before + 1 else -100)
        before = before if word is None else word
    return kept


def _collapsed(values: list[int]) -> list[int]:
    """Each value that is the same as the one before it becomes -100."""
    return [v if k == 0 or v != values[k - 1] else -100 for k, v in enumerate(values)]


SPECIAL_TOKENS = ("[CLS]", "[SEP]", "[PAD]", "[MASK]")


def unk_cases(seed: int) -> Iterator[tuple]:
    """Tokens and the unknown one for `unk_rate`: each sentence of its task, the smallest first;
    perhaps with the right share of an earlier call."""
    words = ("i", "love", "ai", "films", "cats", "##s", "tea")
    a, b, c = random.Random(seed).sample(words, 3)
    more = 1 + seed
    yield ["[CLS]", a, "[UNK]", ".", *["[UNK]"] * (1 + more), "[SEP]"], "[UNK]"
    yield ["[UNK]", *[a] * more], "[UNK]"
    yield ["[UNK]"], "[UNK]"
    yield ["[CLS]", a, b, c, "[SEP]", *["[PAD]"] * more], "[UNK]"
    yield (
        ["[CLS]", "[UNK]", "[MASK]", a, a, b, "[SEP]", "[SEP]", *["[PAD]"] * (2 + more)],
        "[UNK]",
    )
    yield ["[CLS]", a, "[SEP]", *["[UNK]"] * more, b, "[SEP]"], "[UNK]"
    yield ["[CLS]", *["[UNK]"] * (6 + seed), "[SEP]"], "[UNK]"
    yield ["[CLS]", "<unk>", *[a] * more, b, "<unk>", "[SEP]"], "<unk>"
    yield ["[CLS]", "[", *["["] * more, "[UNK]", "]", "UNK", "[SEP]"], "[UNK]"
    yield ["[CLS]", b, *["##s"] * more, "[UNK]", "##ing", "[SEP]"], "[UNK]"
    yield [a, "<unk>", *[b] * (2 + more), b + "<unk>"], "<unk>"
    yield [a, "<unk>", *[b] * (2 + more), "<UNK>"], "<unk>"
    for unk in ("<unk>", "[UNK]"):
        yield ["[CLS]", "<unk>", a, *["[UNK]"] * (1 + more), b, "[SEP]"], unk
    yield [a, "<unk>", *[b] * (2 + more), "<unk>" + b], "<unk>"
    yield ["<s>", a, *[b] * more, "<unk>", "<mask>", "</s>", "<pad>"], "<unk>"
    yield ["[CLS]", "[SEP]"], "[UNK]"
    yield [], "[UNK]"
    yield ["[CLS]", a + b, "[UNK]", c, "[SEP]"], "[UNK]"
    yield ["[CLS]", a, b, "[UNK]", c, "[SEP]"], "[UNK]", 1 / 3  # the same letters
    yield ["[CLS]", "[UNK]", a, a, "[SEP]"], "[UNK]"
    for many in (["[UNK]", "[UNK]", a], [a, "[UNK]", "[PAD]"]):  # one length
        yield ["[CLS]", *many, "[SEP]"], "[UNK]", 1 / 3
    yield [a, *[b, "[UNK]", c, c] * (700 + seed), "[PAD]"], "[UNK]"
    yield [a, "[cls]", "[Sep]", "PAD", "[MASK", "[UNK]", *["[unused1]"] * more], "[UNK]"


def compare_unk(check: Check, tokens: list[str], unk: str, kept: float | None = None) -> None:
    """Runs the answer of `unk_rate` on one list of tokens.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """
    text = [token for token in tokens if token not in SPECIAL_TOKENS]
    want = text.count(unk) / len(text) if text else 0.0
    mistakes = {k: v for k, v in _unk_mistakes(tokens, unk).items() if abs(v - want) > 1e-6}
    got = _number(check.run(tokens, unk))
    check.that(type(got) in (int, float), "unk-not-a-number")
    check.that(text or got == 0, "unk-empty")
    if abs(got - want) > 1e-6:
        check.that(_number(check.run(tokens, unk)) == got, "unk-kept")
        check.that(kept is None or abs(got - kept) > 1e-6, "check-remembered")
    check.close(
        float(got), want, atol=1e-6, key="unk-wrong", mistakes=mistakes, unk=unk,
        share=f"{got:.4g}", count=text.count(unk), number=len(text),
    )  # fmt: skip


def _unk_mistakes(tokens: list[str], unk: str) -> dict[str, float]:
    """Message key -> what a known wrong `unk_rate` gives."""
    text = [token for token in tokens if token not in SPECIAL_TOKENS]
    count, letters = text.count(unk), unk.strip("[]<>")
    rest = list(tokens)
    for token in rest:  # what `remove` takes away makes the loop leave out the next token
        if token in SPECIAL_TOKENS:
            rest.remove(token)

    def share(some: Sequence[str]) -> float:
        return some.count(unk) / max(len(some), 1)

    return {
        "unk-specials": share(tokens),
        "unk-removed": share(rest),
        "unk-cls-sep": share([t for t in tokens if t not in ("[CLS]", "[SEP]")]),
        "unk-mask": share([t for t in tokens if t not in SPECIAL_TOKENS or t == "[MASK]"]),
        "unk-padding": share([t for t in tokens if t not in SPECIAL_TOKENS or t == "[PAD]"]),
        "unk-ends": count / max(len(tokens) - 2, 1),
        "unk-ends-cut": share(tokens[1:-1]),
        "unk-rounded": round(share(text), 2),
        "unk-percent": 100 * share(text),
        "unk-count": float(count),
        "unk-any": float(count > 0),
        "unk-known": 1 - share(text),
        "unk-distinct": share(sorted(set(text))),
        "unk-ratio": count / max(len(text) - count, 1),
        "unk-brackets": share([t for t in text if t == unk or t[:1] != "["]),
        "unk-inside": sum(unk in t for t in text) / max(len(text), 1),
        "unk-substring": sum(letters in t for t in text) / max(len(text), 1),
        "unk-case": sum(t.lower() == unk.lower() for t in text) / max(len(text), 1),
        "unk-pieces": share([t for t in text if t[:2] != "##"]),
        "unk-other-specials": share([t for t in text if t == unk or t[:1] + t[-1:] != "<>"]),
        "unk-either": sum(t in (unk, "[UNK]", "<unk>") for t in text) / max(len(text), 1),
        "unk-kept": text.count("<unk>") / len(text)
        if unk == "[UNK]" and "<unk>" in text
        else math.nan,
        "unk-name": text.count("[UNK]") / max(len(text), 1),
        "unk-as-special": 0.0,
    }


def _number(got: Any) -> Any:
    """A number of PyTorch or NumPy as Python's own; all else as it is."""
    if isinstance(got, Tensor) and got.dim() == 0:
        return got.item()
    if type(got).__module__ == "numpy" and getattr(got, "shape", None) == ():
        return float(got)
    return got


# --- checks: predict and fine_tune ----------------------------------------------------------------


class Logits(NamedTuple):
    """What a model returns here: an object with `.logits`."""

    logits: Tensor


class LossAndLogits(NamedTuple):
    """What a model of the library's returns when the batch has labels."""

    loss: Tensor
    logits: Tensor


class Notes(list):
    """A list that a copied model shares with its original."""

    def __deepcopy__(self, memo: dict) -> Notes:
        return self


class Call(NamedTuple):
    """How a model was called."""

    batch: dict[str, Tensor]
    modes: set[bool]  # of all its parts: True is train mode
    graph: bool  # whether one was built for a backward pass
    versions: int  # see `versions_of`

    @property
    def ids(self) -> Tensor:
        return self.batch["input_ids"]

    def reads_padding(self) -> bool:
        """Whether the model took padding, whose id is 0, for text."""
        mask = self.batch.get("attention_mask")
        return bool(((self.ids == 0) & (mask is None or mask.bool())).any())


def versions_of(model: nn.Module) -> int:
    """A number that grows with each write into a parameter, and so with each step."""
    return sum(p._version for p in model.parameters())


OTHER_KEY = "task_ids"  # which a batch may have; it changes nothing


class Spy(nn.Module):
    """A classifier that notes how it is called."""

    def __init__(self, model: nn.Module):
        super().__init__()
        self.model = model
        self.calls: list[Call] = Notes()

    def forward(self, input_ids: Tensor, **batch: Tensor) -> Logits | LossAndLogits:
        given = {"input_ids": input_ids, **batch}
        versions = versions_of(self)
        out = self.model(**{name: x for name, x in given.items() if name != OTHER_KEY})
        logits = out.logits
        self.calls.append(
            Call(
                {name: x.detach().clone() for name, x in given.items() if x is not None},
                {part.training for part in self.modules()},
                logits.requires_grad,
                versions,
            )
        )
        return Logits(logits) if out.loss is None else LossAndLogits(out.loss, logits)


def padded(batch: Mapping[str, Tensor], more: int, left: bool = False) -> dict[str, Tensor]:
    """The batch with `more` columns of padding."""
    sides = (more, 0) if left else (0, more)
    return {name: F.pad(x, sides) if x.dim() == 2 else x for name, x in batch.items()}


class Asked(NamedTuple):
    """A way to ask `predict`.

    training: the mode in which the model is found; gradients: whether they are switched on;
    more: columns of padding on top, on the right or (left=True) on the left; padding: its id;
    frozen: whether the model's body is; plain: the batch has nothing but ids and a mask.
    """

    seed: int
    rows: int = 4
    training: bool = True
    gradients: bool = True
    more: int = 0
    left: bool = False
    padding: int = 0
    frozen: bool = False
    plain: bool = False

    def model(self) -> nn.Module:
        """A model with dropout in eval mode, another object each time."""
        model = small_model("BertForSequenceClassification", self.seed, dropout=0.5)
        model.base_model.requires_grad_(not self.frozen)
        leave_gradients(model)
        return model

    def batch(self) -> dict[str, Tensor]:
        """More than ids and a mask, or not: all of it must reach the model."""
        batch = small_batch(self.seed, self.rows)
        mask = batch["attention_mask"]
        ids = batch["input_ids"].masked_fill(mask == 0, self.padding)
        if self.plain:
            return {"input_ids": ids, "attention_mask": mask}
        places = torch.arange(ids.shape[1]).flip(0).repeat(self.rows, 1)
        labels = torch.arange(self.rows) % 3
        return {
            "input_ids": ids, "attention_mask": mask, "token_type_ids": mask * (ids % 2),
            "position_ids": places, "labels": labels, OTHER_KEY: labels + 1,
        }  # fmt: skip


def predict_cases(seed: int) -> list[Asked]:
    """Models and batches for `predict`: each sentence of its task."""
    return [
        Asked(seed),
        Asked(seed + 1, training=False, frozen=True),
        Asked(seed + 2, rows=1),
        Asked(seed + 3, more=3 + seed),
        Asked(seed + 4, training=False, more=2, left=True),
        Asked(seed + 5, gradients=False),
        Asked(seed + 6, padding=1 + seed),
        Asked(seed + 7, plain=True),
        Asked(seed + 8, rows=2 + seed, training=False, gradients=False),
    ]


def compare_predict(check: Check, case: Asked) -> None:
    """Runs the answer of `predict` on a model with dropout."""
    given = padded(case.batch(), case.more, case.left)
    # On the right more padding changes nothing; on the left it takes the place of [CLS].
    want = _quiet_logits(Spy(case.model()), given if case.left else case.batch())
    mistakes = {
        "predict-probabilities": want.softmax(-1),
        "predict-log-probabilities": want.log_softmax(-1),
        "predict-cut": _quiet_logits(Spy(case.model()), _cut(given)),
    }
    spy = Spy(case.model()).train(case.training)
    marks, weights, switches = marks_of(spy), weights_of(spy), switches_of(spy)
    torch.manual_seed(case.seed)
    got = run_with_gradients(check, case.gradients, spy, given)
    _compare_kind_of_logits(check, got, want)
    _compare_calls(check, list(spy.calls), set(given))
    check.that(not got.requires_grad, "predict-graph")
    if {part.training for part in spy.modules()} != {case.training}:
        check.fail("predict-mode-train" if case.training else "predict-mode-eval")
    key = "predict-padding" if case.more and not case.left else "predict-wrong"
    check.close(got, want, atol=1e-4, key=key, mistakes=mistakes)
    compare_weights(check, spy, weights)
    compare_switches(check, spy, switches)
    compare_gradients(check, lost_gradients(spy))
    compare_marks(check, spy, marks)
    _compare_after_training(check, spy, given, want)


def _compare_after_training(check: Check, spy: Spy, given: dict[str, Tensor], old: Tensor) -> None:
    """The same question again, when the model's weights have moved."""
    move = torch.tensor([1.0, -2.0, 3.0])
    with torch.no_grad():
        spy.model.classifier.bias += move
    again = check.run(spy, given)
    check.close(again, old + move, atol=1e-4, key="predict-wrong", mistakes={"predict-kept": old})
    # And other batches of the same size, of which one has the same ids.
    mask = given["attention_mask"]
    turned = {name: x.flip(0) for name, x in given.items()}
    open_ = {**given, "attention_mask": mask.clone().fill_(1)}
    model = copy.deepcopy(spy)
    for twin in (turned, open_):
        want, got = _quiet_logits(model, twin), check.run(spy, twin)
        kept = {} if _alike(want, old + move) else {"check-remembered": old + move}
        check.close(got, want, atol=1e-4, key="predict-wrong", mistakes=kept)


def _cut(batch: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The batch without the last columns, as many as the longest text has padding."""
    longest = int(batch["attention_mask"].sum(1).max())
    return {name: x[:, :longest] if x.dim() == 2 else x for name, x in batch.items()}


def _quiet_logits(model: nn.Module, batch: Mapping[str, Tensor]) -> Tensor:
    with torch.no_grad():
        return model.eval()(**batch).logits


def _compare_kind_of_logits(check: Check, got: Any, want: Tensor) -> None:
    """A tensor of floats, one row for each text."""
    check.that(not hasattr(got, "logits"), "predict-output")
    check.tensor(got)
    check.that(got.shape != () or not got.is_floating_point(), "predict-loss")
    check.that(got.shape not in ((len(want),), ()), "predict-classes")
    check.tensor(got, shape=tuple(want.shape))
    check.that(got.is_floating_point(), "predict-classes")


def _compare_calls(check: Check, calls: list[Call], names: set[str]) -> None:
    """How `predict` must call the model: in eval mode, without a graph, with the whole batch."""
    check.that(calls, "predict-not-called")
    check.that(not any(True in call.modes for call in calls), "predict-no-eval")
    check.that(not any(call.graph for call in calls), "predict-graph")
    check.that(not any(call.reads_padding() for call in calls), "predict-no-mask")
    lost = {name for call in calls for name in names - call.batch.keys()}
    check.that(not lost, "predict-lost", lost=", ".join(f"`{name}`" for name in sorted(lost)))


class Recipe(NamedTuple):
    """A way to train: as `fine_tune` must, or with a known mistake."""

    optimizer: Callable[..., torch.optim.Optimizer] = torch.optim.AdamW
    loss: Callable[[Tensor, Tensor], Tensor] = F.cross_entropy
    clears: str = "before"  # when gradients are cleared: before or after a step, "epoch", "never"
    zeros: bool = False  # whether they become zeros, not None
    renews: str = ""  # the optimizer, in each "epoch" or "step"
    clips: bool = False  # the gradients, to a norm of 1
    steps: str = "batch"  # one for each batch, or one for each "epoch"
    decays: bool = False  # the rate, along a line to 0


RIGHT = Recipe()
WRONG = {
    "tune-keep-gradients": Recipe(clears="never"),
    "tune-clears-late": Recipe(clears="after"),
    "tune-clears-epoch": Recipe(clears="epoch"),
    "tune-zeros": Recipe(zeros=True),
    "tune-sgd": Recipe(torch.optim.SGD),
    "tune-adam": Recipe(torch.optim.Adam),
    "tune-new-optimizer": Recipe(renews="epoch"),
    "tune-new-optimizer-step": Recipe(renews="step"),
    "tune-steps-epoch": Recipe(clears="epoch", steps="epoch"),
    "tune-clips": Recipe(clips=True),
    "tune-decays": Recipe(decays=True),
    "tune-sum": Recipe(loss=partial(F.cross_entropy, reduction="sum")),
    "tune-smoothing": Recipe(loss=partial(F.cross_entropy, label_smoothing=0.1)),
    "tune-softmax": Recipe(loss=lambda logits, y: F.cross_entropy(logits.softmax(-1), y)),
    "tune-default-rate": Recipe(lambda parameters, lr: torch.optim.AdamW(parameters)),
    "tune-head-only": Recipe(lambda ps, lr: torch.optim.AdamW(list(ps)[-2:], lr)),
}


def tune_by_hand(
    model: nn.Module, train: Batches, epochs: int, lr: float, recipe: Recipe = RIGHT
) -> nn.Module:
    """Trains the model by a recipe; returns it in eval mode."""
    optimizer = recipe.optimizer(model.parameters(), lr=lr)
    model.train()
    for step in range(epochs * len(train)):
        batch, labels = train[step % len(train)]
        begins, ends = step % len(train) == 0, (step + 1) % len(train) == 0
        if recipe.renews == "step" or (recipe.renews == "epoch" and begins):
            optimizer = recipe.optimizer(model.parameters(), lr=lr)
        if recipe.decays:
            optimizer.param_groups[0]["lr"] = lr * (1 - step / (epochs * len(train)))
        if recipe.clears == "before" or (recipe.clears == "epoch" and begins):
            optimizer.zero_grad(set_to_none=not recipe.zeros)
        recipe.loss(model(**batch).logits, labels).backward()
        if recipe.clips:
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if recipe.steps == "batch" or ends:
            optimizer.step()
        if recipe.clears == "after":
            optimizer.zero_grad()
    return model.eval()


class Tuning(NamedTuple):
    """A task for `fine_tune`; what it makes is another object each time."""

    model: Callable[[], nn.Module]
    batches: Callable[[], tuple[Batches, Batches]]  # to train on, to test on
    epochs: int
    lr: float


def small_texts(seed: int, sizes: Sequence[int]) -> Batches:
    """Batches of random ids with random labels of three classes."""
    generator = torch.Generator().manual_seed(seed)
    return [
        (small_batch(seed + k, size), torch.randint(3, (size,), generator=generator))
        for k, size in enumerate(sizes)
    ]


def small_tuning(
    seed: int,
    train: Sequence[int],
    test: Sequence[int],
    epochs: int,
    lr: float = 1e-2,
    frozen: bool = False,
    sure: bool = False,
    steep: bool = False,
    waiting: bool = False,
    training: bool = False,
) -> Tuning:
    """A small model without dropout on batches of these sizes.

    frozen: its body is; sure: all texts to train on have label 0, which it gives them already, so
    that its loss is small from the beginning; steep: its head's weights are large, and so are the
    gradients; waiting: it has gradients of an earlier step; training: it comes in train mode.
    """

    def model() -> nn.Module:
        # In float64 all right ways to write the loop agree to many digits.
        made = small_model("BertForSequenceClassification", seed, num_hidden_layers=1).double()
        made.base_model.requires_grad_(not frozen)
        if sure:
            made.classifier.bias.data[0] += 9
        if steep:
            made.classifier.weight.data *= 20
        if waiting:
            leave_gradients(made)
        return made.train(training)

    def batches() -> tuple[Batches, Batches]:
        texts = small_texts(seed, train)
        if sure:
            texts = [(batch, torch.zeros_like(labels)) for batch, labels in texts]
        return texts, small_texts(seed + 100, test)

    return Tuning(model, batches, epochs, lr)


def tune_cases(seed: int) -> list[Tuning]:
    """Models and texts for `fine_tune`: each sentence of its task, the smallest first."""
    more = seed % 3
    return [
        small_tuning(seed, (4 + more,), (5 + more, 2), epochs=1),
        small_tuning(seed, (5 + more, 1, 3), (6, 1 + more), epochs=3, waiting=True, training=True),
        small_tuning(seed, (3, 5 + more), (4 + more, 3), epochs=2, frozen=True, waiting=True),
        small_tuning(seed, (4, 2 + more), (3, 7 + more, 1), epochs=2, sure=True),
        small_tuning(seed, (3, 4 + more), (5, 2 + more), epochs=2, steep=True),
        small_tuning(seed, (2, 3 + more), (2, 3), epochs=1, lr=3e-2, training=True),
    ]


def compare_tune(check: Check, task: Tuning) -> None:
    """Runs the answer of `fine_tune` on a model that notes its use."""
    tuned = tune_by_hand(task.model(), task.batches()[0], task.epochs, task.lr)
    accuracies = _accuracies(tuned, *task.batches())
    probe = _first_batch(task)
    logits = _quiet_logits(tuned, probe)

    given = task.model()
    spy = Spy(given).train(given.training)
    marks, switches = marks_of(spy), switches_of(spy)
    frozen = not all(p.requires_grad for p in spy.parameters())
    train, test = task.batches()
    torch.manual_seed(0)
    gradients = torch.is_grad_enabled()
    got = run_with_gradients(
        check, gradients, spy, train, test, task.epochs, task.lr, may_modify=True
    )
    check.forget_call()  # a model and batches of random ids
    got, calls = _number(got), list(spy.calls)
    check.that(type(got) in (int, float), "tune-not-a-number")
    _compare_batches(check, train, task.batches()[0], "train")
    _compare_batches(check, test, task.batches()[1], "test")
    _compare_training(check, calls, train, test, task.epochs)
    _compare_testing(check, calls, test, versions_of(spy))
    check.that(not any(part.training for part in spy.modules()), "tune-left-in-train")

    twin = task.model()
    twin.load_state_dict(spy.model.state_dict())
    mistakes: dict[str, Any] = {"tune-not-trained": lambda: _quiet_logits(task.model(), probe)}
    for key, recipe in WRONG.items():
        mistakes[key] = partial(_tuned_logits, task, recipe)
    key = "tune-frozen" if frozen else "tune-other-model"
    with heading("tune-text", "tune-expected", "tune-got"):
        check.close(_quiet_logits(twin, probe), logits, atol=1e-4, key=key, mistakes=mistakes)
    want = accuracies.pop("right")
    wrong = {key: value for key, value in accuracies.items() if abs(value - want) > 1e-6}
    with heading("tune-text", "tune-expected-accuracy", "tune-got-accuracy"):
        check.close(float(got), want, atol=1e-6, key="tune-accuracy", mistakes=wrong)
    compare_switches(check, spy, switches)
    compare_marks(check, spy, marks)


def _first_batch(task: Tuning) -> dict[str, Tensor]:
    return task.batches()[1][0][0]


def _tuned_logits(task: Tuning, recipe: Recipe) -> Tensor:
    """What the model says after training by this recipe."""
    with torch.enable_grad():
        model = tune_by_hand(task.model(), task.batches()[0], task.epochs, task.lr, recipe)
    return _quiet_logits(model, _first_batch(task))


def _accuracies(model: nn.Module, train: Batches, test: Batches) -> dict[str, float]:
    """The accuracy of the trained model ("right"), and what known wrong answers return."""

    def hits(batches: Batches) -> list[list[bool]]:
        return [(_quiet_logits(model, x).argmax(-1) == y).tolist() for x, y in batches]

    def two(x: dict[str, Tensor]) -> Tensor:
        return _quiet_logits(model, x)[:, :2].argmax(-1)

    tested, trained = hits(test), hits(train)
    right = sum(map(sum, tested))
    total, shares = sum(map(len, tested)), [sum(part) / len(part) for part in tested]
    seen, known = sum(map(len, trained)), sum(map(sum, trained))
    return {
        "right": right / total,
        "tune-train-accuracy": known / seen,
        "tune-both-accuracies": (known + right) / (seen + total),
        "tune-mean-of-batches": sum(shares) / len(shares),
        "tune-last-batch": shares[-1],
        "tune-percent": 100 * right / total,
        "tune-count": float(right),
        "tune-error-rate": 1 - right / total,
        "tune-batches": right / len(test),
        "tune-first-size": right / (len(test) * len(tested[0])),
        "tune-two-classes": sum(int((two(x) == y).sum()) for x, y in test) / total,
        "tune-rounded": round(right / total, 2),
    }


def _compare_batches(check: Check, used: Batches, made: Batches, name: str) -> None:
    """The batches must be what they were."""
    same = len(used) == len(made) and all(
        torch.equal(y, z) and x.keys() == w.keys() and all(torch.equal(x[k], w[k]) for k in w)
        for (x, y), (w, z) in zip(used, made)
    )
    check.that(same, "check-modified", argument=name)


def _is_one_of(ids: Tensor, batches: Batches) -> bool:
    return any(torch.equal(ids, batch["input_ids"]) for batch, _ in batches)


def _compare_training(
    check: Check, calls: list[Call], train: Batches, test: Batches, epochs: int
) -> None:
    """How the model must be called to train it: each batch in turn, in train mode, not on `test`."""
    check.that(calls, "tune-not-called")
    learned = [k for k, call in enumerate(calls) if call.graph and _is_one_of(call.ids, train)]
    looked = [k for k, call in enumerate(calls) if _is_one_of(call.ids, test)]
    trained_on_test = any(calls[k].graph and True in calls[k].modes for k in looked)
    check.that(not trained_on_test, "tune-trained-on-test")
    check.that(looked, "tune-no-test")
    wanted = [batch["input_ids"] for batch, _ in train] * epochs
    check.that(len(learned) == len(wanted), "tune-steps", wanted=len(wanted), got=len(learned))
    check.that(all(calls[k].modes == {True} for k in learned), "tune-no-train-mode")
    check.that(not any(calls[k].reads_padding() for k in learned), "tune-no-mask")
    in_order = all(torch.equal(calls[k].ids, ids) for k, ids in zip(learned, wanted))
    check.that(in_order, "tune-order")
    check.that(not looked or not learned or looked[0] > learned[-1], "tune-test-early")


def _compare_testing(check: Check, calls: list[Call], test: Batches, versions: int) -> None:
    """How the model must be called to measure it: in eval mode, without a graph, with the mask."""
    looked = [call for call in calls if _is_one_of(call.ids, test)]
    check.that(not any(c.graph and c.versions < versions for c in looked), "tune-trained-on-test")
    check.that(not any(True in call.modes for call in looked), "tune-no-eval-mode")
    check.that(not any(call.graph for call in looked), "tune-graph")
    check.that(not any(call.reads_padding() for call in looked), "tune-no-mask")


# --- the visible checks ---------------------------------------------------------------------------


def check_mean_pool(check: Check) -> None:
    for case in pool_cases(seed=0):
        compare_pool(check, *case)


def check_predict(check: Check) -> None:
    for case in predict_cases(seed=0):
        compare_predict(check, case)


def check_freeze_encoder(check: Check) -> None:
    for case in freeze_cases(seed=0):
        compare_freeze(check, case)


def check_param_groups(check: Check) -> None:
    for case in group_cases(seed=0):
        compare_groups(check, case)


def check_fine_tune(check: Check) -> None:
    for case in tune_cases(seed=24):
        compare_tune(check, case)


def check_best_span(check: Check) -> None:
    for case in span_cases(seed=0):
        compare_span(check, *case)
    compare_span_twins(check, seed=0)


def check_align_labels(check: Check) -> None:
    for case in align_cases(seed=0):
        compare_align(check, *case)


def check_unk_rate(check: Check) -> None:
    for case in unk_cases(seed=0):
        compare_unk(check, *case)
