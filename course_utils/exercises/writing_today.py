"""What the check cells of 09_writing_today use: cases, references and comparisons."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from course_utils.beyond import FixedScores, JointModel, Mixer
from course_utils.checks.check import Check
from course_utils.exercises.attention import as_view, misspelled, twins
from course_utils.exercises.beyond import (
    TINY_LOG_P,
    TINY_MASK_ID,
    random_bert,
    random_joint,
    strided,
)
from course_utils.exercises.decoding import logits_case, wide_twins
from course_utils.exercises.decoding import twins as logits_twins
from course_utils.exercises.handed_models import run_on_copy
from course_utils.exercises.objectives import compare_number, compare_without_gradient, shown
from course_utils.hunts import Hunted

# --- diffusion_loss -------------------------------------------------------------------------------

DiffusionCase = tuple[Tensor, Tensor, Tensor, Tensor]


def diffusion_case(
    shape: tuple[int, int],
    vocab: int = 6,
    seed: int = 0,
    share: float = 0.5,
    scale: float = 2.0,
    dtype: torch.dtype = torch.float32,
    outside: int | None = None,
) -> DiffusionCase:
    """Random logits [b, n, vocab], targets [b, n], gaps [b, n] and t [b].

    share: of the places that are gaps. outside: what the targets hold where no gap is, None: ids.
    """
    generator = torch.Generator().manual_seed(seed)
    logits = scale * torch.randn(*shape, vocab, generator=generator, dtype=torch.float64)
    targets = torch.randint(vocab, shape, generator=generator)
    gaps = torch.rand(shape, generator=generator) < share
    if 0 < share < 1:
        gaps[0, 0], gaps[0, -1] = False, True
    if outside is not None:
        targets = targets.where(gaps, torch.tensor(outside))
    t = 0.05 + 0.9 * torch.rand(shape[0], generator=generator, dtype=torch.float64)
    return logits.to(dtype), targets, gaps, t.to(dtype)


def diffusion_cases(seed: int) -> Iterator[DiffusionCase]:
    """One that tells the known mistakes apart; one text and several, of one token and of more; no
    gap, nothing but gaps, a text without one; targets that are no ids; large logits, float64; t at
    both ends; long texts, many words, many texts; views."""
    yield diffusion_case((3, 5), seed=seed)
    yield diffusion_case((3, 5), seed=seed + 10, scale=1e4)
    yield diffusion_case((3, 5), seed=seed + 10, scale=1e4, dtype=torch.float64, outside=-100)
    logits, targets, gaps, t = diffusion_case((4, 5), seed=seed + 8, share=0.6)
    gaps[1], gaps[3] = False, False  # two texts without a gap
    yield logits, targets, gaps, t
    targets[gaps] = 0  # an id like any other
    yield logits, targets, gaps, t
    for small in (1.0, 1e-3, 1e-6):
        logits, targets, gaps, t = diffusion_case((2, 5), seed=seed + 11)
        t[0] = small
        yield logits, targets, gaps, t
        yield logits[:1], targets[:1], gaps[:1], t[:1]
    for k, scale in enumerate((2.0, 0.0, 1e4)):  # no gap at all
        yield diffusion_case(
            (2, 5), seed=seed + 16, share=0.0, scale=scale, outside=(0, -100, 7)[k]
        )
    yield diffusion_case((1, 1), seed=seed + 16, share=0.0)
    yield diffusion_case((1, 4), seed=seed + 1)
    yield diffusion_case((2, 2), vocab=2, seed=seed + 2)
    yield diffusion_case((1, 1), seed=seed + 3, share=1.0)
    yield diffusion_case((3, 1), seed=seed + 3)
    yield diffusion_case((2, 3), vocab=1, seed=seed + 3)
    yield diffusion_case((2, 4), seed=seed + 4, share=1.0)
    for k, outside in enumerate((-100, 10**6, -1)):
        yield diffusion_case((3, 6), seed=seed + 5 + k, outside=outside)
    yield diffusion_case((2, 4), seed=seed + 9, dtype=torch.float64)
    yield diffusion_case((2, 1500), vocab=3, seed=seed + 12)
    yield diffusion_case((2, 3), vocab=30_000, seed=seed + 13)
    yield diffusion_case((300, 2), vocab=3, seed=seed + 14)
    logits, targets, gaps, t = diffusion_case((4, 3), seed=seed + 15)
    yield as_view(logits, 0, 1), as_view(targets, 0, 1), as_view(gaps, 0, 1), strided(t)
    yield logits[:1].expand(4, -1, -1), targets, gaps[:1].expand(4, -1), t[:1].expand(4)


def diffusion_example() -> DiffusionCase:
    """Two gaps of four places, with equal scores for two words."""
    gaps = torch.tensor([[True, False, False, True]])
    return torch.zeros(1, 4, 2), torch.ones(1, 4).long(), gaps, torch.tensor([0.5])


def compare_diffusion_twins(check: Check, seed: int) -> None:
    """The numbers of one input in another order; and scores that need no gradient."""
    first = diffusion_case((3, 5), seed=seed, share=0.6)
    compare_diffusion(check, *first)
    kept = diffusion_by_hand(*first).item()
    for logits, targets, gaps, t in twins(first):
        compare_diffusion(check, logits, targets, gaps, t, kept)
    compare_without_gradient(check, diffusion_by_hand(*first), *first)
    nothing = diffusion_case((2, 3), seed=seed, share=0.0)
    compare_without_gradient(check, torch.zeros(()), *nothing)


def diffusion_by_hand(logits: Tensor, targets: Tensor, gaps: Tensor, t: Tensor) -> Tensor:
    """What is wanted of `diffusion_loss`, gap by gap, in float64."""
    log_p, total = logits.double().log_softmax(-1), logits.sum(dtype=torch.float64) * 0
    for text, place in gaps.nonzero().tolist():
        total = total - log_p[text, place, targets[text, place]] / t[text].double()
    return total / gaps.numel()


def compare_diffusion(
    check: Check,
    logits: Tensor,
    targets: Tensor,
    gaps: Tensor,
    t: Tensor,
    kept: float | None = None,
) -> None:
    """Runs the answer of `diffusion_loss`, then compares the loss and its gradient.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """
    ours, theirs = (logits.clone().requires_grad_() for _ in range(2))
    want = diffusion_by_hand(ours, targets, gaps, t)
    got = check.run(theirs, targets, gaps, t)
    check.tensor(got, dtype="float")
    check.that(got.dim() == 0, "scalar-wanted", shape=list(got.shape))
    number, large = got.item(), logits.abs().max().item() > 100
    if not gaps.any():
        check.that(not math.isnan(number), "diffusion-nan")
        check.that(number == 0, "diffusion-not-zero", found=shown(number)[0])
    check.that(math.isfinite(number) or not large, "diffusion-overflow", found=shown(number)[0])
    mistakes = diffusion_mistakes(logits, targets, gaps, t) if gaps.any() else {}
    old = kept is not None and abs(kept - want.item()) > 0.01
    compare_number(
        check,
        got,
        want.item(),
        "diffusion-large" if large else "diffusion-wrong",
        {**({"check-remembered": kept} if old else {}), **mistakes},
    )
    check.that(theirs.grad is None, "loss-backward")
    check.that(got.requires_grad, "loss-no-gradient" if gaps.any() else "diffusion-no-graph")
    want.backward()
    got.backward()
    check.that(theirs.grad is not None, "loss-no-gradient" if gaps.any() else "diffusion-no-graph")
    check.that(not theirs.grad.isnan().any(), "diffusion-gradient-nan")
    assert ours.grad is not None
    check.close(
        theirs.grad,
        ours.grad,
        atol=5e-4 * max(1.0, ours.grad.abs().max().item()),
        key="loss-gradient",
    )


def diffusion_mistakes(logits: Tensor, targets: Tensor, gaps: Tensor, t: Tensor) -> dict[str, Any]:
    """What an answer gives that counts, weighs or divides otherwise; key -> number or numbers."""
    logits, t, (b, n) = logits.double(), t.double(), gaps.shape
    ids = targets.clamp(0, logits.shape[-1] - 1)
    is_id = bool((targets == ids).all())

    def terms(log_p: Tensor) -> Tensor:
        return -log_p.gather(-1, ids[..., None])[..., 0]

    log_p = logits.log_softmax(-1)
    each, by_t = terms(log_p), 1 / t[:, None]
    inside, count = each * gaps, gaps.sum(1, keepdim=True)
    total, texts = (inside * by_t).sum(), count[:, 0] > 0
    want, weights = total / (b * n), (gaps * by_t).sum()
    shares = count.clamp(min=1) / n

    def weighed(values: Tensor, where: Tensor = gaps) -> Tensor:
        return (values * where * by_t).sum() / (b * n)

    p = logits.softmax(-1)
    found: dict[str, Any] = {
        "diffusion-mean-of-gaps": total / gaps.sum(),
        "diffusion-no-weight": inside.sum() / (b * n),
        "diffusion-no-weight-mean": inside.sum() / gaps.sum(),
        "diffusion-times-t": (inside * t[:, None]).sum() / (b * n),
        "diffusion-batch-t": [
            inside.sum() / t.mean() / (b * n),
            inside.sum() * (1 / t).mean() / (b * n),
        ],
        "diffusion-first-t": inside.sum() / t[0] / (b * n),
        "diffusion-share-of-gaps": (inside / shares).sum() / (b * n),
        "diffusion-weights-sum": total / weights,
        "diffusion-text-mean": [
            (inside.sum(1) / count[:, 0].clamp(min=1) / t).mean(),
            (inside.sum(1) / count[:, 0].clamp(min=1) / t)[texts].mean(),
        ],
        "diffusion-sum": total,
        "diffusion-per-text": total / b,
        "diffusion-per-place": total / n,
        "diffusion-texts-with-gaps": total / (texts.sum() * n),
        "diffusion-empty-texts": total / (b * gaps.any(0).sum()),
        "diffusion-zeros-ignored": weighed(each, gaps & (ids != 0)),
        "diffusion-sign": -want,
        "diffusion-bits": want / math.log(2),
        "diffusion-no-softmax": weighed(terms(logits)),
        "diffusion-no-log": [weighed(terms(p)), -weighed(terms(p))],
        "diffusion-softmax-twice": weighed(terms(p.log_softmax(-1))),
        "diffusion-softmax-dim": [weighed(terms(logits.log_softmax(dim))) for dim in (0, 1)],
        "diffusion-t-clamped": [
            (inside / t.clamp(min=least)[:, None]).sum() / (b * n)
            for least in (0.1, 0.01, 1e-3, 1e-5)
        ],
        "diffusion-t-more": [
            (inside / (t + more)[:, None]).sum() / (b * n)
            for more in (1e-3, 1e-4, 1e-5, 1e-6, 1e-8)
        ],
        "diffusion-squared": (inside * by_t**2).sum() / (b * n),
        "diffusion-root": (inside * by_t**0.5).sum() / (b * n),
        "diffusion-minus-log-t": (inside * by_t.log()).sum() / (b * n),
    }
    if is_id:
        found |= {
            "diffusion-all-places": weighed(each, torch.ones_like(gaps)),
            "diffusion-inverted": weighed(each, ~gaps),
        }
    if n > 1:
        found["diffusion-shifted"] = [
            (terms_of(log_p[:, :-1], ids[:, 1:]) * gaps[:, 1:] * by_t).sum() / (b * n),
            (terms_of(log_p[:, :-1], ids[:, 1:]) * gaps[:, 1:] * by_t).sum() / (b * (n - 1)),
        ]
    return found


def terms_of(log_p: Tensor, ids: Tensor) -> Tensor:
    """-log p of each id [b, n] by its row of log_p [b, n, v]."""
    return -log_p.gather(-1, ids[..., None])[..., 0]


# --- order_log_prob -------------------------------------------------------------------------------

OrderCase = tuple[nn.Module, Tensor, Tensor, int]


def order_case(
    n: int, count: int, seed: int, vocab: int = 14, mask_id: int = TINY_MASK_ID, level: float = 1.0
) -> OrderCase:
    """A random model, a text [1, n], so many of its positions in a random order, mask_id."""
    generator = torch.Generator().manual_seed(seed)
    ids = torch.randint(5, 14, (1, n), generator=generator)
    order = torch.randperm(n, generator=generator)[:count]
    return random_bert(vocab=vocab, mask_id=mask_id, seed=seed, level=level), ids, order, mask_id


def in_train_mode(model: nn.Module, share: float = 0.5) -> nn.Module:
    """The model in train mode, with so much dropout."""
    for part in model.modules():
        if isinstance(part, nn.Dropout):
            part.p = share
    return model.train()


def order_cases(seed: int) -> Iterator[OrderCase]:
    """An ideal model, whole texts and parts of them, one position, none, the text's own order and
    the reverse, another mask, a mask that is given, equal words, tiny probabilities, a long text, a
    model in train mode."""
    model, ids, _, mask_id = order_case(5, 5, seed)
    order = torch.tensor([[3, 0, 4, 1, 2], [2, 4, 0, 1, 3]][seed % 2])  # not their own inverses
    yield model, ids, order, mask_id
    yield order_case(6, 4, seed + 10, vocab=20, mask_id=17)
    joint = random_joint(words=3, length=3, seed=seed).eval()
    order = torch.tensor([[2, 0, 1], [1, 2, 0]][seed % 2])
    yield joint, torch.tensor([[1, 0, 2]]), order, joint.mask_id
    for k, (n, count) in enumerate(
        ((5, 5), (7, 3), (4, 1), (1, 1), (2, 2), (6, 5), (5, 0), (1, 0))
    ):
        yield order_case(n, count, seed + k)
    model, ids, _, mask_id = order_case(6, 6, seed + 9)
    for order in (torch.arange(6), torch.arange(6).flip(0), torch.tensor([4, 2])):
        yield model, ids, order, mask_id
    model, ids, order, mask_id = order_case(7, 3, seed + 11)
    given = [place for place in range(7) if place not in order.tolist()]
    ids[0, given[:2]] = mask_id  # that is not filled
    yield model, ids, order, mask_id
    model, ids, order, mask_id = order_case(5, 4, seed + 12)
    ids[:] = ids[0, 0]
    yield model, ids, order, mask_id
    model, ids, order, mask_id = order_case(6, 5, seed + 13, level=150.0)
    yield model.double(), ids, order, mask_id
    model, ids, order, mask_id = order_case(5, 5, seed + 14)
    yield model, strided(ids), strided(order), mask_id
    yield model, ids[:, :1].expand(1, 5), order, mask_id
    model, ids, order, mask_id = order_case(5, 4, seed + 15)
    yield in_train_mode(model), ids, order, mask_id
    yield order_case(40, 30, seed + 16)


def order_example() -> OrderCase:
    """A text of two words that are always equal, read from behind."""
    model = JointModel(torch.eye(2, dtype=torch.float64)).eval()
    return model, torch.tensor([[1, 1]]), torch.tensor([1, 0]), model.mask_id


def compare_order_twins(check: Check, seed: int) -> None:
    """Calls that differ from the first in one thing: the words, the order, the mask, the model."""
    model, ids, order, mask_id = order_case(6, 4, seed)
    kept = sum(order_terms(model, ids, order, mask_id))
    compare_order(check, model, ids, order, mask_id)
    for twin in (
        (model, ids.roll(1, 1), order, mask_id),
        (model, ids.flip(1), order, mask_id),
        (model, ids, order.flip(0), mask_id),
        (model, ids, order.roll(1, 0), mask_id),
        (model, ids, order[:3], mask_id),
        (model, ids, order, 3),
        (random_bert(seed=seed + 1), ids, order, mask_id),
    ):
        compare_order(check, *twin, kept=kept)


@torch.no_grad()
def order_terms(
    model: nn.Module,
    ids: Tensor,
    order: Tensor,
    mask_id: int,
    *,
    hide: str = "later",
    row: str = "own",
    guess: bool = False,
    scored: int | None = None,
    logits: bool = False,
    dim: int = -1,
) -> list[float]:
    """log p of each token of `order`, one after another.

    hide: what is masked when position order[t] is read: "later", order[t:]; "alone", order[t];
    "order", all of `order`; "behind", order[t + 1 :]; "none", nothing;
    "others", order[t:] and all that is not in `order`; "right", order[t] and all to its right;
    "right of order", those of them that are in `order`.
    row: which row is read, the position's "own", the one "before", or the "step"-th. guess: the most
    probable token is written, not the text's. scored: of this id, not the text's.
    """
    terms, steps, n = [], order.tolist(), ids.shape[1]
    others = [place for place in range(n) if place not in steps]
    guesses = ids.clone()
    for step, place in enumerate(steps):
        text = guesses.clone() if guess else ids.clone()
        right = range(place, n)
        hidden = {
            "later": steps[step:], "alone": [place], "order": steps,
            "behind": steps[step + 1 :], "none": [], "others": steps[step:] + others,
            "right": list(right), "right of order": [p for p in right if p in steps],
        }[hide]  # fmt: skip
        text[0, hidden] = mask_id
        scores = model(text).logits[0].double()
        here = {"own": place, "before": place - 1, "step": step}[row]
        word = int(ids[0, place]) if scored is None else scored
        guesses[0, place] = scores[here].argmax()
        terms.append((scores if logits else scores.log_softmax(dim))[here, word].item())
    return terms


def compare_order(
    check: Check,
    model: nn.Module,
    ids: Tensor,
    order: Tensor,
    mask_id: int,
    kept: float | None = None,
) -> None:
    """Runs the answer of `order_log_prob` and compares it with one reading for each position.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """
    training, count, n = model.training, len(order), ids.shape[1]
    got = run_on_copy(check, model, ids, order, mask_id)
    model.eval()

    def total(places: Tensor = order, mask: int = mask_id, **how: Any) -> float:
        return sum(order_terms(model, ids, places, mask, **how))

    terms = order_terms(model, ids, order, mask_id)
    want, tiny = sum(terms), min(terms, default=0.0) < TINY_LOG_P
    check.that(type(got) not in (int, float), "order-number", kind=type(got).__name__)
    check.tensor(got, dtype="float")
    check.that(got.dim() == 0, "scalar-wanted", shape=list(got.shape))
    number = got.item()
    if not count:
        check.that(number == 0, "order-empty", found=shown(number)[0])
        return
    check.that(not math.isinf(number), "order-underflow")
    if abs(number - want) <= 1e-3 + 1e-6 * abs(want):
        return
    ways: dict[str, Callable[[], float]] = {}
    if kept is not None and abs(kept - want) > 0.01:
        ways["check-remembered"] = lambda: kept
    ways |= {
        "order-pseudo": lambda: total(hide="alone"),
        "order-all-masked": lambda: total(hide="order"),
        "order-own-word": lambda: total(hide="behind"),
        "order-none-masked": lambda: total(hide="none"),
        "order-left-to-right": lambda: total(order.sort().values),
        "order-backwards": lambda: total(order.flip(0)),
        "order-right-masked": lambda: total(hide="right of order"),
        "order-right-of-it": lambda: total(hide="right"),
        "order-guesses": lambda: total(guess=True),
        "order-row-before": lambda: total(row="before"),
        "order-step-row": lambda: total(row="step"),
        "order-mask-scored": lambda: total(scored=mask_id),
        "order-logits": lambda: total(logits=True),
        "order-positions": lambda: total(dim=0),
        "order-mean": lambda: want / count,
        "order-mean-n": lambda: want / n,
        "order-sign": lambda: -want,
        "order-bits": lambda: want / math.log(2),
        "order-probability": lambda: math.exp(want),
        "order-first-missing": lambda: sum(terms[1:]),
        "order-last-missing": lambda: sum(terms[:-1]),
        "order-last-alone": lambda: terms[-1],
    }
    if count < n:
        ways["order-others-masked"] = lambda: total(hide="others")
        ways["order-all-counted"] = lambda: total(torch.arange(n))
        rest = [place for place in range(n) if place not in order.tolist()]
        more = torch.cat([order, torch.tensor(rest)])
        ways["order-others-counted"] = lambda: total(more)
    else:
        ways["order-inverse"] = lambda: total(order.argsort())
    if mask_id > TINY_MASK_ID and not isinstance(model, JointModel):
        ways["order-mask-fixed"] = lambda: total(mask=TINY_MASK_ID)
    key = "beyond-tiny" if tiny else "order-train-mode" if training else "order-wrong"
    for mistake, value in ways.items() if not tiny else ():
        found = value()
        if abs(found - want) > 0.002 and abs(number - found) <= 1e-3 + 1e-6 * abs(found):
            key = mistake
            break
    check.close(number, want, atol=1e-3 + 1e-6 * abs(want), key=key)


# --- unmask ---------------------------------------------------------------------------------------

CHOICES = ("random", "confident", "left")
SETTLED = 1e-3  # by so much what is written or filled first is more probable than the next
Shares = Callable[[int, int], list[int]]
UnmaskCase = tuple[nn.Module, Tensor, int, int, str, int]


def equal_shares(gaps: int, steps: int) -> list[int]:
    """How many gaps are filled in each step: larger shares first."""
    return [gaps // steps + (step < gaps % steps) for step in range(steps)]


@torch.no_grad()
def fill_gaps(
    model: Callable[[Tensor], Any],
    ids: Tensor,
    mask_id: int,
    steps: int,
    choose: str,
    seed: int = 0,
    *,
    shares: Shares = equal_shares,
    turned: bool = False,
    ties: str = "left",
    exclude: str = "before",
    confidence: Callable[[Tensor], Tensor] = lambda logits: logits.softmax(-1),
    dim: int = -1,
    row_before: bool = False,
    draws: str = "once",
    stale: bool = False,
) -> tuple[Tensor, float]:
    """The filled texts, and by how much the closest of all decisions was settled.

    shares(N, steps): the gaps filled in each step. turned: those that should come last come first.
    ties: which gap of two equal ones comes first. exclude: the mask is left out "before" the
    softmax, "after" it, or "never". confidence(logits): what is compared. row_before: the row before
    the gap is read. draws: the numbers are drawn "once", in each "step", or the texts in turn
    ("texts", by a permutation each). stale: the first reading says which gaps come first.
    """
    generator = torch.Generator().manual_seed(seed)
    text, gaps, (b, n) = ids.clone(), ids == mask_id, ids.shape
    if draws == "texts":
        numbers = torch.stack([torch.randperm(n, generator=generator).argsort() for _ in range(b)])
    else:
        numbers = torch.rand(b, n, generator=generator)
    plan = [shares(int(count), steps) for count in gaps.sum(1)]
    plan = [[*row, *[0] * (max(map(len, plan)) - len(row))] for row in plan]
    settled, places = math.inf, torch.arange(n).expand(b, n)
    first: Tensor | None = None
    for step in range(len(plan[0])):
        if draws == "step" and step:
            numbers = torch.rand(b, n, generator=generator)
        read = model(text).logits.double().clone()
        if exclude == "before":
            read[..., mask_id] = -math.inf
        p = confidence(read) if dim == -1 else read.softmax(dim)
        if exclude == "after":
            p[..., mask_id] = -math.inf
        if row_before:
            p = p.roll(1, 1)
        two, words = p.topk(2)
        first = two[..., 0] if first is None else first
        sure, word = first if stale else two[..., 0], words[..., 0]
        for row in range(b):
            open_ = (text[row] == mask_id).nonzero().flatten().tolist()
            if ties == "right":
                open_ = open_[::-1]
            value = {"random": numbers, "confident": -sure}.get(choose, places)[row].tolist()
            open_.sort(key=value.__getitem__, reverse=turned)
            count = plan[row][step]
            chosen, left = open_[:count], open_[count:]
            if choose == "confident" and chosen and left:
                apart = (sure[row, chosen[-1]] - sure[row, left[0]]).abs().item()
                settled = min(settled, apart or math.inf)  # a tie is settled by its rule
            for place in chosen:
                settled = min(settled, (two[row, place, 0] - two[row, place, 1]).item())
                text[row, place] = word[row, place]
    return text, settled


def mask_lover(seed: int, much: float = 4.0) -> nn.Module:
    """A `random_bert` that often finds its own mask, 4, most probable."""
    model = random_bert(seed=seed)
    model.cls.predictions.bias.data[TINY_MASK_ID] = much
    return model


@lru_cache(maxsize=64)
def _encoder(seed: int, vocab: int, mask_id: int, lover: bool) -> nn.Module:
    """One for all cases that have it: answers get copies."""
    return mask_lover(seed) if lover else random_bert(vocab=vocab, mask_id=mask_id, seed=seed)


def gaps_case(
    lengths: Sequence[int], n: int, steps: int, choose: str, seed: int, mask_id: int = TINY_MASK_ID,
    lover: bool = False,
) -> UnmaskCase:  # fmt: skip
    """A random model, texts [b, n] with so many gaps each, mask_id, steps, choose, a seed: the first
    from this seed on with which all decisions are settled."""
    for now in itertools.count(seed, 1000):
        generator = torch.Generator().manual_seed(now)
        ids = torch.randint(5, 14, (len(lengths), n), generator=generator)
        for row, length in zip(ids, lengths):
            row[torch.randperm(n, generator=generator)[:length]] = mask_id
        vocab = max(14, mask_id + 1)
        model = _encoder(now, vocab, mask_id, lover)
        if fill_gaps(model, ids, mask_id, steps, choose, now)[1] > SETTLED:
            break
    return model, ids, mask_id, steps, choose, now


# With these seeds almost all known mistakes give results of their own.
TELLING = {"random": (2, 3), "confident": (1, 5), "left": (2, 3)}


def telling_case(choose: str, number: int) -> UnmaskCase:
    """Three texts of 10, 10 and 7 gaps in 4 steps."""
    seed = TELLING[choose][number]
    case = gaps_case((10, 10, 7), 13, 4, choose, seed)
    assert case[-1] == seed
    return case


def even_table(words: int, length: int, seed: int) -> Tensor:
    """Probabilities of texts that do not depend on the order of the words, multiples of 1 / 2^k: all
    gaps of a text then tie to the last digit."""
    generator = torch.Generator().manual_seed(seed)
    kinds = list(itertools.combinations_with_replacement(range(words), length))
    weights = dict(zip(kinds, torch.randint(1, 30, (len(kinds),), generator=generator).tolist()))
    table = torch.zeros([words] * length, dtype=torch.float64)
    for text in itertools.product(range(words), repeat=length):
        table[text] = weights[tuple(sorted(text))]
    table[(0,) * length] += 2 ** (math.floor(math.log2(table.sum().item())) + 1) - table.sum()
    return table


def tied_case(length: int, steps: int, seed: int) -> UnmaskCase:
    """A text of gaps of which all tie at first, and it matters which is filled first."""
    for now in itertools.count(seed, 1000):
        model = JointModel(even_table(3, length, now))
        ids = torch.full((1, length), model.mask_id)
        ids[0, 1] = ids[0, 1] if length < 4 else now % 3
        case = (model, ids, model.mask_id, steps, "confident", now)
        (left, one), (right, other) = (fill_gaps(*case, ties=ties) for ties in ("left", "right"))
        if not left.equal(right) and min(one, other) > SETTLED:
            return case
    raise AssertionError


def long_tied_case(n: int, steps: int, choose: str = "confident", shift: float = 0.0) -> UnmaskCase:
    """Gaps of which each hears the word before it alone: many tie. shift: added to all logits."""
    model = Mixer(torch.ones(n - 1).diag(-1), placed=False, shift=shift)
    ids = torch.full((2, n), 7)
    ids[:, ::9] = torch.arange(2)[:, None] + 11
    return model, ids, 7, steps, choose, 0


def uneven_case(n: int, steps: int) -> UnmaskCase:
    """Every other place has scores in the thousands: in other places all are far below these."""
    level = [1.0 if place % 2 else 500.0 for place in range(n)]
    model = Mixer(torch.ones(n - 1).diag(-1), level=level)
    ids = long_tied_case(n, steps)[1]
    return model, ids, 7, steps, "left", 0


def unmask_cases(seed: int) -> Iterator[UnmaskCase]:
    """See `gaps_case`: shares that are equal and not, one step, a step for each gap and more steps
    than gaps, texts that differ in gaps (also none), one gap, one token, another mask, a model that
    would write the mask; and ties."""
    for choose in CHOICES:
        yield telling_case(choose, seed % 2)
    for k, (lengths, n, steps) in enumerate((
        ((7,), 10, 3), ((8,), 11, 3), ((4, 6), 8, 4), ((3, 0, 7), 9, 5), ((3,), 7, 10), ((0,), 3, 2),
        ((1,), 1, 1), ((5, 2), 6, 1), ((10,), 12, 10), ((1, 9), 12, 4), ((11,), 14, 4), ((0, 5), 7, 2),
    )):  # fmt: skip
        for choose in CHOICES:
            yield gaps_case(lengths, n, steps, choose, seed + k)
    for choose in CHOICES:
        yield gaps_case((5, 3), 8, 3, choose, seed, mask_id=17)
        yield gaps_case((5, 3), 7, 3, choose, seed + 20, lover=True)
    for length, steps in ((3, 3), (4, 2), (4, 3)):
        yield tied_case(length, steps, seed)
    yield long_tied_case(40, 3)
    for choose in ("confident", "left"):
        yield long_tied_case(300, 2, choose)
    for shift in (-1000.0, 1000.0):  # the softmax is the same
        yield long_tied_case(20, 3, shift=shift)
    yield uneven_case(20, 3)
    for choose in CHOICES:  # logits that are the model's own numbers
        scores = torch.randn(5, 9, generator=torch.Generator().manual_seed(seed))
        yield FixedScores(scores), torch.tensor([[8, 2, 8, 8, 1]]), 8, 2, choose, seed


def compare_unmask_twins(check: Check, seed: int) -> None:
    """Calls that differ from the first in one thing: the text, the steps, the choice, the numbers,
    the mask, the model; and texts that are views."""
    for choose in CHOICES:
        case = gaps_case((4, 5), 9, 3, choose, seed)
        model, ids, mask_id, steps, _, now = case
        compare_unmask(check, *case)
        kept = fill_gaps(*case)[0]
        word = int(ids[0][ids[0] != mask_id][0])  # and the mask is a word like any other
        for twin in (
            (model, ids.flip(0), mask_id, steps, choose, now),
            (model, ids.flip(1), mask_id, steps, choose, now),
            (model, ids, mask_id, steps + 1, choose, now),
            (model, ids, mask_id, steps, choose, now + 1),
            (model, ids, mask_id, steps, choose, now + 2),
            (model, ids, word, steps, choose, now),
            (random_bert(seed=now + 1), ids, mask_id, steps, choose, now),
            (model, strided(ids), mask_id, steps, choose, now),
            (model, as_view(ids, 0, 1), mask_id, steps, choose, now),
            (model, ids[:1].expand(3, -1), mask_id, steps, choose, now),
        ):
            if fill_gaps(*twin)[1] > SETTLED:
                compare_unmask(check, *twin, kept=kept)


def compare_unknown_choice(check: Check, seed: int) -> None:
    """What is no way to choose is an error, also where nothing is to be filled."""
    for length in (3, 0):
        model, ids, mask_id, steps, *_ = gaps_case((length,), 5, 2, "left", seed)
        for name in ("best", "", *misspelled(CHOICES)[:: 2 + seed % 2]):
            generator = torch.Generator().manual_seed(seed)
            check.raises(ValueError, model, ids, mask_id, steps, name, generator)


def compare_unmask(
    check: Check,
    model: nn.Module,
    ids: Tensor,
    mask_id: int,
    steps: int,
    choose: str,
    seed: int,
    kept: Tensor | None = None,
) -> None:
    """Runs the answer of `unmask` and compares it with `fill_gaps`.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """

    def fill(**how: Any) -> Tensor:
        return fill_gaps(model, ids, mask_id, steps, choose, seed, **how)[0]

    want, gaps = fill(), ids == mask_id
    generator = torch.Generator().manual_seed(seed)
    # Where nothing is drawn there is no generator, or one that stays as it is.
    drawn = choose == "random" or seed % 2
    got = run_on_copy(check, model, ids, mask_id, steps, choose, *([generator] if drawn else []))
    check.tensor(got, ids.shape, torch.int64)
    stale = kept is not None and got.equal(kept) and not want.equal(kept)
    check.that(not stale, "check-remembered")
    check.that(got[~gaps].equal(ids[~gaps]), "unmask-no-gap")
    counts = gaps.sum(1).tolist()

    def shares(rule: Callable[[int, int, int], int], begin: int = 0) -> Shares:
        """The gaps of each step by a rule of (N, step, steps), as many as are there still."""

        def plan(n: int, steps: int) -> list[int]:
            left, made = n, []
            for step in range(begin, steps + begin):
                made.append(max(0, min(left, rule(n, step, steps))))
                left -= made[-1]
            return made

        return plan

    def of_batch(count: int) -> Shares:
        plan = equal_shares(count, steps)
        return lambda n, _: shares(lambda n, step, _: plan[step])(n, steps)

    other_mask = mask_id > TINY_MASK_ID and not isinstance(model, (JointModel, Mixer))
    mistakes: dict[str, Any] = {
        **({"unmask-mask-id": lambda: ids} if other_mask else {}),
        "unmask-mask-written": lambda: fill(exclude="never"),
        "unmask-at-once": lambda: fill(shares=lambda n, s: [n] + [0] * (s - 1)),
        "unmask-small-first": lambda: fill(shares=lambda n, s: equal_shares(n, s)[::-1]),
        "unmask-even-steps": lambda: fill(
            shares=lambda n, s: [n * (k + 1) // s - n * k // s for k in range(s)]
        ),
        "unmask-rounded-shares": lambda: fill(
            shares=lambda n, s: [round(n * (k + 1) / s) - round(n * k / s) for k in range(s)]
        ),
        "unmask-shares-up": lambda: fill(shares=shares(lambda n, k, s: -(-n // s))),
        "unmask-rest-last": lambda: fill(
            shares=lambda n, s: [n // s] * (s - 1) + [n - n // s * (s - 1)]
        ),
        "unmask-rest-first": lambda: fill(
            shares=lambda n, s: [n - n // s * (s - 1)] + [n // s] * (s - 1)
        ),
        "unmask-one-a-step": lambda: fill(shares=lambda n, _: [1] * n),
        "unmask-rest-lost": lambda: fill(shares=lambda n, s: [n // s] * s),
        "unmask-all-places": lambda: fill(
            shares=shares(lambda n, k, s: equal_shares(ids.shape[1], s)[k])
        ),
        "unmask-one-count": lambda: fill(shares=of_batch(counts[0])),
        "unmask-turned": lambda: fill(turned=True),
        "unmask-row-before": lambda: fill(row_before=True),
        "unmask-positions": lambda: fill(dim=1),
    }
    if choose == "random":
        mistakes["unmask-drawn-anew"] = lambda: fill(draws="step")
        mistakes["unmask-permutation"] = lambda: fill(draws="texts")
    if choose == "confident":
        mistakes["unmask-stale-order"] = lambda: fill(stale=True)
        mistakes["unmask-mask-in-softmax"] = lambda: fill(exclude="after")
        mistakes["unmask-logits"] = lambda: fill(confidence=lambda logits: logits)
        mistakes["unmask-ties"] = lambda: fill(ties="right")
        mistakes["unmask-left-for-confident"] = lambda: fill_gaps(
            model, ids, mask_id, steps, "left", seed
        )[0]
    elif choose == "left":
        mistakes["unmask-confident-for-left"] = lambda: fill_gaps(
            model, ids, mask_id, steps, "confident", seed
        )[0]
    else:
        for other in ("left", "confident"):
            key = {"left": "unmask-left-for-random", "confident": "unmask-confident-for-random"}[
                other
            ]
            mistakes[key] = lambda other=other: fill_gaps(model, ids, mask_id, steps, other, seed)[
                0
            ]
    if len(set(counts)) > 1:
        mistakes["unmask-most-count"] = lambda: fill(shares=of_batch(max(counts)))
    key, rows = "unmask-wrong", []
    if not got.equal(want):
        for mistake, value in mistakes.items():
            if got.equal(value()):
                key = mistake
                break
        else:
            rows = (got == mask_id).any(1).nonzero().flatten().tolist()
            if rows:
                key = "unmask-gap-left"
            elif _only_ties(model, ids, mask_id):
                key = "unmask-ties"
    check.equal(got, want, key=key, row=rows[0] if rows else 0, choose=choose)
    if choose == "random" and gaps.any():
        torch.rand(ids.shape, generator=(wanted := torch.Generator().manual_seed(seed)))
        same = generator.get_state().equal(wanted.get_state())
        check.that(same, "unmask-drawn-more")
    elif choose != "random":
        unused = torch.Generator().manual_seed(seed).get_state()
        check.that(generator.get_state().equal(unused), "unmask-drawn-for-nothing", choose=choose)


def _only_ties(model: nn.Module, ids: Tensor, mask_id: int) -> bool:
    """Is this a case of `tied_case` or `long_tied_case`?"""
    return isinstance(model, (JointModel, Mixer)) and bool((ids == mask_id).any())


Text = tuple[int, ...]
Row = list[float]

# --- speculative ----------------------------------------------------------------------------------

BELOW_ONE = 1 - 2**-53  # the largest number that a random generator gives


class SpeculativeCase(NamedTuple):
    """What `speculative` is called with; target and draft as functions from a text to numbers."""

    target: Callable[[Text], Row]
    draft: Callable[[Text], Row]
    prefix: Text
    k: int
    u: list[float]
    names: tuple[str, str] = ("target", "draft")
    asks: bool = True  # whether what the functions were asked counts here


class Noted:
    """A language that notes what it is asked about, and in which form."""

    def __init__(self, language: Callable[[Text], Row], name: str):
        self.language, self.name = language, name
        self.asked: list[Text] = []
        self.strange = ""

    def __call__(self, text: Any) -> Tensor:
        if type(text) is not tuple or not all(type(token) is int for token in text):
            inside = {type(t).__name__ for t in text} if type(text) is tuple else set()
            self.strange = self.strange or type(text).__name__ + (
                f" that holds {' and '.join(sorted(inside))}" if inside else ""
            )
            text = tuple(int(token) for token in text)
        self.asked.append(text)
        return torch.tensor(self.language(text), dtype=torch.float64)

    def handed(self) -> Hunted:
        """As an answer gets it: it stays here, and a class's answer calls it over a pipe."""
        function = Hunted(self)
        function.__name__ = self.name
        return function


def same_for_all(row: Sequence[float]) -> Callable[[Text], Row]:
    """A language that has the same numbers after every text."""
    return lambda text: list(row)


def made_up(vocab: int, seed: int, sharp: float = 1.0, impossible: float = 0.0):
    """A language with random probabilities after each text. impossible: the share of tokens with 0."""

    def language(text: Text) -> Row:
        rng = random.Random(f"{seed} {text}")
        weights = [math.exp(rng.gauss(0, sharp)) for _ in range(vocab)]
        weights = [0.0 if rng.random() < impossible else weight for weight in weights]
        if not any(weights):
            weights[rng.randrange(vocab)] = 1.0
        total = sum(weights)
        return [weight / total for weight in weights]

    return language


def turned(row: Sequence[float], step: int) -> Callable[[Text], Row]:
    """A language that has these numbers, turned by the sum of the text times `step`."""

    def language(text: Text) -> Row:
        by = step * (sum(text) + len(text)) % len(row)
        return [*row[by:], *row[:by]]

    return language


def spec_draw(weights: Row, u: float) -> int:
    """The smallest token whose cumulative share of the weights exceeds u."""
    total, running = sum(weights), 0.0
    for token, weight in enumerate(weights):
        running += weight
        if running > u * total:
            return token
    return max(token for token, weight in enumerate(weights) if weight > 0)


def _spec_draw_or_equal(weights: Row, u: float) -> int:
    total, running = sum(weights), 0.0
    for token, weight in enumerate(weights):
        running += weight
        if running >= u * total:
            return token
    return len(weights) - 1


def _spec_draw_plain(weights: Row, u: float, otherwise: int = -1) -> int:
    """Without normalising; where nothing exceeds u, token `otherwise`."""
    running = 0.0
    for token, weight in enumerate(weights):
        running += weight
        if running > u:
            return token
    return otherwise % len(weights)


def _spec_draw_sorted(weights: Row, u: float) -> int:
    order = sorted(range(len(weights)), key=lambda token: -weights[token])
    return order[spec_draw([weights[token] for token in order], u)]


def _spec_largest(weights: Row, u: float) -> int:
    return max(range(len(weights)), key=lambda token: weights[token])


def _spec_single(weights: Row, u: float) -> int:
    rounded = torch.tensor(weights, dtype=torch.float64).float()
    over = (rounded.cumsum(0) / rounded.sum() > torch.tensor(u)).nonzero()
    return int(over[0]) if len(over) else int(rounded.nonzero()[-1])


def _spec_over(p: float, q: float, u: float) -> bool:
    return u < p / q if q else True  # only a wrong way to draw gives a token with q = 0


def _spec_over_single(p: float, q: float, u: float) -> bool:
    return bool(torch.tensor(u) < torch.tensor(p) / torch.tensor(q))


def _spec_rest(p: Row, q: Row) -> Row:
    return [max(a - b, 0.0) for a, b in zip(p, q)]


def _spec_before(prefix: Text, tokens: list[int], i: int) -> Text:
    return (*prefix, *tokens[:i])


def speculate(
    case: SpeculativeCase,
    *,
    draw: Callable[[Row, float], int] = spec_draw,
    draw_last: Callable[[Row, float], int] | None = None,
    accepts: Callable[[float, float, float], bool] = _spec_over,
    rest: Callable[[Row, Row], Row] = _spec_rest,
    target_text: Callable[[Text, list[int], int], Text] = _spec_before,
    draft_text: Callable[[Text, list[int], int], Text] = _spec_before,
    drawing: Callable[[int], int] = lambda i: i,
    judging: Callable[[int], int] | None = None,
    last: Callable[[int], int] | None = None,
    bonus: str = "target",
    ending: str = "drawn",
    stops: bool = True,
) -> list[int]:
    """What `speculative` gives; what is named makes it one that is wrong.

    last: the place in u of the number for the last token, from the number of accepted ones. bonus:
    whose numbers the token after k acceptances comes from, "none" for no such token. ending: what
    comes after a rejection. stops: whether it ends the text.
    """
    prefix, k, u = case.prefix, case.k, case.u
    judging = judging or (lambda i: k + i)
    last = last or (lambda i: 2 * k)
    draw_last = draw_last or draw
    tokens: list[int] = []
    rows = []
    for i in range(k):
        rows.append(case.draft(draft_text(prefix, tokens, i)))
        tokens.append(draw(rows[i], u[drawing(i)]))
    kept: list[int] = []
    for i, token in enumerate(tokens):
        p, q = case.target(target_text(prefix, tokens, i)), rows[i]
        if accepts(p[token], q[token], u[judging(i)]):
            kept.append(token)
        elif stops:
            end = draw_last(rest(p, q), u[last(i)]) if ending != "nothing" else None
            more = {"drawn": [end], "nothing": [], "rejected first": [token, end]}[ending]
            return [*kept, *more]  # type: ignore[list-item]
    if bonus == "none":
        return kept
    give = {"target": case.target, "draft": case.draft}[bonus]
    return [*kept, draw_last(give(target_text(prefix, tokens, k)), u[last(k)])]


def _spec_mistakes(case: SpeculativeCase) -> Iterator[tuple[str, Callable[[], list[int]]]]:
    """What the usual mistakes give, each as (the key of its message, the result)."""
    k, prefix = case.k, case.prefix

    def wrong(key: str, **how: Any) -> tuple[str, Callable[[], list[int]]]:
        return key, partial(speculate, case, **how)

    yield "spec-prefix-too", lambda: [*prefix, *speculate(case)]
    yield wrong("spec-no-bonus", bonus="none")
    yield wrong("spec-bonus-draft", bonus="draft")
    yield wrong("spec-no-last", ending="nothing")
    yield wrong("spec-no-last", ending="nothing", bonus="none")
    yield wrong("spec-rejected-kept", ending="rejected first")
    yield wrong("spec-goes-on", stops=False)
    yield wrong("spec-goes-on", stops=False, bonus="none")
    yield wrong("spec-accept-p", accepts=lambda p, q, u: u < min(p, q))
    yield wrong("spec-accept-p", accepts=lambda p, q, u: u < p)
    yield wrong("spec-accept-ratio", accepts=lambda p, q, u: p == 0 or u < q / p)
    yield wrong("spec-accept-inverted", accepts=lambda p, q, u: u >= p / q)
    yield wrong("spec-accept-more", accepts=lambda p, q, u: p >= q)
    yield wrong("spec-accept-more", accepts=lambda p, q, u: p > q)
    yield wrong("spec-accept-all", accepts=lambda p, q, u: True)
    yield wrong("spec-accept-none", accepts=lambda p, q, u: False)
    yield wrong("spec-accept-equal", accepts=lambda p, q, u: not q or u <= p / q)
    yield wrong("spec-rest-target", rest=lambda p, q: p)
    yield wrong("spec-rest-draft", rest=lambda p, q: q)
    yield wrong("spec-rest-absolute", rest=lambda p, q: [abs(a - b) for a, b in zip(p, q)])
    yield wrong("spec-rest-turned", rest=lambda p, q: _spec_rest(q, p))
    for otherwise in (-1, 0):
        plain = partial(_spec_draw_plain, otherwise=otherwise)
        yield wrong("spec-rest-plain", draw_last=plain)
        yield wrong("spec-rounding", draw=plain)
    yield wrong("spec-rest-largest", draw_last=_spec_largest)
    yield wrong("spec-greedy", draw=_spec_largest)
    yield wrong("spec-draw-equal", draw=_spec_draw_or_equal)
    yield wrong("spec-draw-sorted", draw=_spec_draw_sorted)
    yield wrong("spec-draw-single", draw=_spec_single)
    yield wrong("spec-draw-single", accepts=_spec_over_single)
    yield wrong("spec-draw-single", draw=_spec_single, accepts=_spec_over_single)
    yield wrong("spec-number-next", last=lambda i: min(k + i + 1, 2 * k))
    pairs = {"drawing": lambda i: 2 * i, "judging": lambda i: 2 * i + 1}
    yield wrong("spec-number-pairs", **pairs)
    yield wrong("spec-number-pairs", **pairs, last=lambda i: min(2 * i + 2, 2 * k))
    yield wrong("spec-number-twice", judging=lambda i: i)
    yield wrong("spec-number-twice", last=lambda i: min(k + i, 2 * k))
    yield wrong("spec-number-twice", judging=lambda i: i, last=lambda i: k)
    yield wrong("spec-number-twice", last=lambda i: 0)
    yield wrong("spec-number-twice", drawing=lambda i: 0)
    yield wrong("spec-number-twice", judging=lambda i: k)
    yield wrong("spec-target-prefix", target_text=lambda prefix, tokens, i: prefix)
    yield wrong("spec-draft-prefix", draft_text=lambda prefix, tokens, i: prefix)
    yield wrong(
        "spec-target-late", target_text=lambda prefix, tokens, i: (*prefix, *tokens[: i + 1])
    )
    yield wrong("spec-no-prefix", target_text=lambda prefix, tokens, i: tuple(tokens[:i]))
    yield wrong("spec-no-prefix", draft_text=lambda prefix, tokens, i: tuple(tokens[:i]))
    without = {"target_text": lambda prefix, tokens, i: tuple(tokens[:i])}
    yield wrong("spec-no-prefix", **without, draft_text=without["target_text"])


def compare_speculative(check: Check, case: SpeculativeCase, *, again: bool = False) -> None:
    """Runs the answer of `speculative` and compares it with the exercise's words in code.

    again: it was right for inputs that are like these.
    """
    want = speculate(case)
    target, draft = Noted(case.target, case.names[0]), Noted(case.draft, case.names[1])
    got = check.run(target.handed(), draft.handed(), case.prefix, case.k, list(case.u))
    strange = target.strange or draft.strange
    check.that(not strange, "spec-asked-kind", kind=strange)
    check.that(type(got) is list, "check-type", wanted="a list", got=f"a {type(got).__name__}")
    others = sorted({type(token).__name__ for token in got} - {"int"})
    check.that(not others, "spec-not-ints", kind=" and ".join(others))
    if got != want:
        key = "spec-rounding" if BELOW_ONE in case.u else "spec-wrong"
        for mistake, value in _spec_mistakes(case):
            try:
                if value() == got:
                    key = mistake
                    break
            except (ArithmeticError, LookupError, ValueError):
                pass  # this mistake stops here
        check.equal(str(got), str(want), key="check-remembered" if again else key)
    if not case.asks:
        return
    tokens = _spec_drafted(case)
    allowed = [(*case.prefix, *tokens[:i]) for i in range(case.k + 1)]
    for noted, texts in ((draft, allowed[:-1]), (target, allowed)):
        beyond = [text for text in noted.asked if text not in texts]
        check.that(
            not beyond, "spec-asked-other", who=noted.name, text=_few(beyond[0] if beyond else ())
        )
        twice = [text for text in noted.asked if noted.asked.count(text) > 1]
        check.that(
            not twice, "spec-asked-twice", who=noted.name, text=_few(twice[0] if twice else ())
        )


def _few(text: Text) -> str:
    return str(text) if len(text) < 12 else f"a text of {len(text)} tokens"


def _spec_drafted(case: SpeculativeCase) -> list[int]:
    """The tokens that the draft draws."""
    tokens: list[int] = []
    for i in range(case.k):
        tokens.append(spec_draw(case.draft((*case.prefix, *tokens)), case.u[i]))
    return tokens


def spec_margin(case: SpeculativeCase) -> float:
    """How far the numbers in u are from where the result changes."""
    found = [1.0]

    def draw(weights: Row, u: float) -> int:
        total, running = sum(weights), 0.0
        for weight in weights[:-1]:
            running += weight
            found.append(abs(running / total - u))
        return spec_draw(weights, u)

    def accepts(p: float, q: float, u: float) -> bool:
        found.append(abs(p / q - u) if p > 0 else 1.0)
        return u < p / q

    speculate(case, draw=draw, accepts=accepts)
    return min(found)


def spec_random(
    vocab: int,
    k: int,
    seed: int,
    *,
    prefix: Text = (1, 0),
    sharp: float = 1.0,
    impossible: float = 0.0,
    alike: bool = False,
) -> SpeculativeCase:
    """Made-up languages and numbers, none of which is within a millionth of where the result changes.

    alike: the draft is the target.
    """
    target = made_up(vocab, 2 * seed, sharp, impossible)
    draft = target if alike else made_up(vocab, 2 * seed + 1, sharp, impossible)
    for trial in itertools.count():
        rng = random.Random(f"{seed} {trial}")
        u = [rng.random() for _ in range(2 * k + 1)]
        case = SpeculativeCase(target, draft, prefix, k, u)
        if spec_margin(case) > 1e-6:
            return case
    raise AssertionError


def spec_constant(p: Row, q: Row, k: int, u: list[float], prefix: Text = ()) -> SpeculativeCase:
    """Languages that have the numbers p and q after every text, which a message shows."""
    names = (f"target {p}", f"draft {q}")
    return SpeculativeCase(same_for_all(p), same_for_all(q), prefix, k, u, names)


def speculative_cases(seed: int) -> Iterator[SpeculativeCase]:
    """A rejection, an acceptance, several tokens, zeros, equal languages, one token only, long ones,
    numbers at the edges, a grid of numbers."""
    for vocab, k, telling in ((9, 4, 7383), (9, 4, 5247), (9, 5, 3014), (5, 2, 7113), (9, 3, 7079)):
        # In these few mistakes give the same.
        yield spec_random(vocab, k, telling)._replace(asks=False)
    target, draft = turned([0.5, 0.0, 0.25, 0.25], 1), turned([0.25, 0.25, 0.5, 0.0], 1)
    yield SpeculativeCase(target, draft, (1,), 2, [0.0, 0.0, 0.0, 0.0, 0.75])
    yield SpeculativeCase(target, draft, (3,), 2, [0.75, 0.5, 0.5, 0.75, 0.5])
    p, q = [0.1, 0.2, 0.3, 0.4], [0.4, 0.3, 0.2, 0.1]
    yield spec_constant(p, q, 1, [0.2, 0.6, 0.4])
    yield spec_constant(p, q, 1, [0.8, 0.95, 0.55])
    yield spec_constant(p, q, 1, [0.2, 0.22, 0.05])
    for vocab, k, first in ((5, 3, 0), (7, 4, 20), (9, 2, 40), (6, 5, 60)):
        for more in range(6):
            yield spec_random(vocab, k, 1000 * seed + first + more)
    yield spec_constant([0.5, 0.0, 0.5], [0.0, 1.0, 0.0], 1, [0.5, 0.0, 0.25])  # it may not come
    yield spec_constant([0.5, 0.0, 0.5], [0.0, 1.0, 0.0], 2, [0.0, 0.3, 0.0, 0.9, 0.75])
    yield spec_constant([0.0, 0.25, 0.75], [0.0, 0.25, 0.75], 2, [0.1, 0.9, 0.99, 0.3, 0.0])
    for more in range(4):
        yield spec_random(5, 4, 1000 * seed + 80 + more, impossible=0.4)
        yield spec_random(4, 3, 1000 * seed + 90 + more, alike=True, prefix=())
    yield spec_constant([1.0], [1.0], 2, [0.3, 0.9, 0.5, 0.1, 0.7])
    yield spec_constant(p, q, 3, [0.0] * 7, prefix=(3,))
    ten, other = [0.1] * 10 + [0.0, 0.0], [0.0] * 11 + [1.0]
    yield spec_constant(ten, ten, 1, [BELOW_ONE, 0.5, 0.55])  # the sum of ten times 0.1 is below 1
    yield spec_constant(ten, ten, 2, [0.55, 0.55, 0.5, 0.5, BELOW_ONE])
    yield spec_constant(ten, other, 1, [0.55, 0.5, BELOW_ONE])
    yield spec_constant([0.0, *ten], [1.0] + 12 * [0.0], 1, [BELOW_ONE, 0.0, BELOW_ONE])
    # Here the sum stays below 1 however it is made, and no zeros follow, or some do.
    five, six = [w / 14 for w in (1, 2, 2, 6, 3)], [w / 29 for w in (1, 7, 8, 1, 4, 8)]
    for row in (five, [*six, 0.0], [0.0, *six]):
        yield spec_constant(row, row, 1, [BELOW_ONE, 0.5, BELOW_ONE])
    yield from _spec_close()
    yield spec_random(4, 300, 1000 * seed, alike=True)
    yield spec_random(3000, 2, 1000 * seed + 1, sharp=0.1)
    yield spec_random(5, 3, 1000 * seed + 2, prefix=tuple(i % 5 for i in range(60)))
    # Halves and quarters: the numbers in u meet the places where the result changes exactly.
    for u in itertools.product((0.0, 0.25, 0.5, 0.75), repeat=3):
        yield SpeculativeCase(target, draft, (seed % 4,), 1, list(u))
    rng = random.Random(seed)
    for _ in range(40):
        yield SpeculativeCase(target, draft, (1,), 2, [rng.randrange(4) / 4 for _ in range(5)])


def _spec_close() -> Iterator[SpeculativeCase]:
    """Numbers that float32 cannot tell from where the result changes."""
    p, q = [0.3, 0.3, 0.4], [0.6, 0.2, 0.2]
    for by in (-1e-9, 1e-9):
        yield spec_constant(p, q, 1, [0.6 + by, 0.3, 0.3])
        yield spec_constant(p, q, 1, [0.3, 0.5 + by, 0.7])
        yield spec_constant(p, q, 1, [0.3, 0.7, 1 / 3 + by])
        yield spec_constant(p, q, 1, [0.9, 0.7, 0.6 + by])
    yield spec_constant([0.5, 0.5, 0.0], [0.5, 0.5, 0.0], 1, [1 - 1e-10, 1 - 1e-10, 1 - 1e-10])


def speculative_twins(seed: int) -> Iterator[SpeculativeCase]:
    """After a first case others that share its prefix, k and numbers, or its languages."""
    first = spec_random(6, 3, 1000 * seed + 300)
    yield first
    results = [speculate(first)]
    for more in range(1, 200):
        other = spec_random(6, 3, 1000 * seed + 300 + more)
        for twin in (
            first._replace(target=other.target),
            first._replace(draft=other.draft),
            first._replace(u=other.u),
            first._replace(prefix=(0, 1)),
            first._replace(u=first.u[::-1]),
        ):
            if spec_margin(twin) > 1e-6 and speculate(twin) not in results and len(results) < 9:
                results.append(speculate(twin))
                yield twin
    yield first


def compare_speculative_twins(check: Check, seed: int) -> None:
    """Runs the answer of `speculative` on cases that are like each other."""
    for place, case in enumerate(speculative_twins(seed)):
        compare_speculative(check, case, again=place > 0)


# --- allowed_next ---------------------------------------------------------------------------------

Automaton = tuple[Tensor, Tensor]


def automaton_of(steps: Sequence[Sequence[int]], *ends: int) -> Automaton:
    """The pair (steps, ends) of these rows, with these states as ends."""
    end = torch.zeros(len(steps), dtype=torch.bool)
    end[list(ends)] = True
    return torch.tensor(steps), end


def random_automaton(
    states: int, vocab: int, seed: int, gaps: float = 0.5, ends: int = 1
) -> Automaton:
    """Random steps. gaps: the share of -1. ends: how many states are ends."""
    rng = random.Random(seed)
    steps = [
        [-1 if rng.random() < gaps else rng.randrange(states) for _ in range(vocab)]
        for _ in range(states)
    ]
    return automaton_of(steps, *rng.sample(range(states), ends))


def chain_automaton(states: int, end: bool = True, back: bool = False) -> Automaton:
    """States in a row: token 0 leads from each to the next, token 1 to a state that nothing leaves."""
    order = list(range(states))
    if back:
        order.reverse()
    rows = {order[i]: [order[i + 1], order[-1]] for i in range(states - 2)}
    rows |= {order[-2]: [-1, order[-1]], order[-1]: [-1, -1]}
    steps = [rows[state] for state in range(states)]
    return automaton_of(steps, *([order[-2]] if end else []))


def finishing_states(automaton: Automaton) -> set[int]:
    """The states from which an end can be reached, in zero or more steps."""
    steps, ends = automaton[0].tolist(), automaton[1].tolist()
    into: dict[int, list[int]] = {}
    for state, row in enumerate(steps):
        for other in row:
            if other >= 0:
                into.setdefault(other, []).append(state)
    found = {state for state, end in enumerate(ends) if end}
    new = list(found)
    while new:
        for state in into.get(new.pop(), ()):
            if state not in found:
                found.add(state)
                new.append(state)
    return found


def _allowed(automaton: Automaton, state: int, good: Callable[[int], bool]) -> Tensor:
    return torch.tensor([other >= 0 and good(other) for other in automaton[0][state].tolist()])


def _allowed_mistakes(automaton: Automaton, state: int) -> dict[str, Callable[[], Tensor]]:
    steps, ends = automaton
    row, alive = steps[state].tolist(), finishing_states(automaton)
    rows = steps.tolist()

    def within(rounds: int) -> set[int]:
        found = {s for s, end in enumerate(ends.tolist()) if end}
        for _ in range(rounds):
            found |= {
                s for s, other in enumerate(rows) if any(o >= 0 and o in found for o in other)
            }
        return found

    def has_way(other: int) -> bool:
        return any(next_ >= 0 for next_ in rows[other])

    def goes_on(other: int) -> bool:
        return any(next_ >= 0 and next_ in alive for next_ in rows[other])

    def cyclic() -> set[int]:
        """Also states from which one can go on for ever."""
        found = set(range(len(rows)))
        while True:
            kept = {s for s in found if s in alive or any(o >= 0 and o in found for o in rows[s])}
            if kept == found:
                return found
            found = kept

    def in_size(others: set[int], vocab: int) -> Tensor:
        return torch.tensor([token in others for token in range(vocab)])

    mistakes: dict[str, Callable[[], Tensor]] = {
        "next-any-step": lambda: _allowed(automaton, state, lambda other: True),
        "next-end-at-once": lambda: _allowed(automaton, state, lambda s: bool(ends[s])),
        "next-one-ahead": lambda: _allowed(automaton, state, lambda s: bool(ends[s]) or has_way(s)),
        "next-two-ahead": lambda: _allowed(automaton, state, within(1).__contains__),
        "next-goes-on": lambda: _allowed(automaton, state, goes_on),
        "next-way-on": lambda: _allowed(automaton, state, has_way),
        "next-for-ever": lambda: _allowed(automaton, state, cyclic().__contains__),
        "next-minus-one": lambda: torch.tensor([s % len(rows) in alive for s in row]),
        "next-inverted": lambda: ~_allowed(automaton, state, alive.__contains__),
        "next-dead": lambda: _allowed(automaton, state, lambda s: s not in alive),
        "next-states": lambda: in_size(alive, len(row)),
        "next-not-itself": lambda: _allowed(automaton, state, lambda s: s in alive and s != state),
        "next-end-stops": lambda: _allowed(automaton, state, alive.__contains__) & ~ends[state],
        "next-own-end": lambda: _allowed(automaton, state, lambda s: bool(ends[state])),
        "next-state-zero": lambda: _allowed(automaton, 0, alive.__contains__),
    }
    if len(rows) > 8:  # what else it may be has shown in a small one
        few = (1, 2, 3, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, len(row), len(rows) // 2)
        return {
            **{f"next-few-rounds {n}": partial(_within, automaton, state, within, n) for n in few},
            "next-any-step": mistakes["next-any-step"],
            "next-minus-one": mistakes["next-minus-one"],
        }
    return mistakes


def _within(
    automaton: Automaton, state: int, within: Callable[[int], set[int]], rounds: int
) -> Tensor:
    return _allowed(automaton, state, within(rounds).__contains__)


def compare_allowed_next(
    check: Check, automaton: Automaton, state: int, *, again: bool = False
) -> None:
    """Runs the answer of `allowed_next` and compares it with a search from the ends backwards."""
    want = _allowed(automaton, state, finishing_states(automaton).__contains__)
    got = check.run(automaton, state)
    check.tensor(got, want.shape, torch.bool)
    if torch.equal(got, want):
        return
    key = "next-far" if len(automaton[0]) > 8 else "next-wrong"
    if not again:
        large = len(automaton[0]) >= 300
        for mistake, value in () if large else _allowed_mistakes(automaton, state).items():
            if torch.equal(got, value()):
                key = mistake.partition(" ")[0]
                break
    check.equal(got, want, key="check-remembered" if again else key)


def automata(seed: int) -> Iterator[tuple[Automaton, int]]:
    """An automaton and a state: small ones with all that the task names, then large ones."""
    for states, vocab, telling, at in ((7, 6, 207, 3), (5, 4, 42, 0), (5, 4, 11, 2), (5, 4, 39, 3)):
        gaps = 0.4 if telling == 39 else 0.55
        yield random_automaton(states, vocab, telling, gaps, 1 + telling % 2), at
    small = automaton_of(
        [[1, 2, -1, 4], [-1, 3, -1, 5], [2, 2, 2, 2], [-1, -1, -1, -1], [-1, -1, 5, -1],
         [-1, -1, -1, -1]], 3
    )  # fmt: skip
    for state in range(6):
        yield small, state
    # An end with a way on, a way back, a dead end behind it; nobody reaches state 4; the last is an end.
    way_on = automaton_of(
        [[1, -1, 3], [2, 0, -1], [-1, 3, 1], [3, -1, 3], [5, 0, 3], [-1, -1, 4]], 1, 5
    )
    for state in range(6):
        yield way_on, state
    for steps, ends in (
        ([[0, -1]], [0]),
        ([[0, -1]], []),
        ([[-1, -1]], [0]),
        ([[-1]], []),
        ([[0]], [0]),
    ):
        yield automaton_of(steps, *ends), 0
    everything = automaton_of([[1, 0], [0, 1]], 0, 1)
    for state in range(2):
        yield everything, state
        yield (everything[0], everything[1] & False), state
    ring = automaton_of([[(s + 1) % 7, s] for s in range(7)], 6)
    for state in (0, 5, 6):
        yield ring, state
    for k in range(24):
        automaton = random_automaton(4 + k % 4, 3 + k % 3, 100 * seed + k, gaps=0.55)
        for state in range(len(automaton[0])):
            yield automaton, state
    for states in (12, 60, 250):
        for end in (True, False):
            for back in (False, True):
                yield chain_automaton(states, end, back), states - 1 if back else 0
    for more in range(3):
        yield random_automaton(200, 4, seed + more, gaps=0.7), 5
    yield random_automaton(5, 5000, seed, gaps=0.5, ends=1), 1
    yield random_automaton(300, 40, seed, gaps=0.9, ends=2), 7
    yield chain_automaton(4000), 0
    yield chain_automaton(4000, end=False), 0
    for k in range(5):
        steps, ends = random_automaton(6, 4, 100 * seed + 50 + k, gaps=0.55)
        yield (as_view(steps, 0, 1), strided(ends)), k
        yield (strided(steps), ends), k
    row, end = automaton_of([[2, 0, -1]] * 4, 2)
    yield (row[:1].expand(4, 3), end), 1
    yield (automaton_of([[0, 1], [1, 0]], 0)[0], torch.tensor([True]).expand(2)), 1


def compare_allowed_twins(check: Check, seed: int) -> None:
    """Automata that share the steps, the ends or the state with one that was tried before."""
    steps, ends = random_automaton(6, 4, seed, gaps=0.6)
    others = [random_automaton(6, 4, seed + k, gaps=0.6) for k in range(1, 4)]
    pairs = [(steps, ends), *((steps, other[1]) for other in others)]
    pairs += [((other[0]), ends) for other in others]
    pairs += [(steps.flip(0), ends), (steps.roll(1, 1), ends), (steps, ends.roll(1)), (steps, ends)]
    for k, pair in enumerate(pairs):
        for state in (0, 3):
            compare_allowed_next(check, pair, state, again=k > 0)


# --- constrained ----------------------------------------------------------------------------------


def shares(
    *shape: int, seed: int = 0, dtype: torch.dtype = torch.float32, whole: bool = True
) -> Tensor:
    """Random probabilities along the last dimension. whole: False for sums below 1."""
    generator = torch.Generator().manual_seed(seed)
    probs = (1.5 * torch.randn(*shape, generator=generator, dtype=torch.float64)).softmax(-1)
    if not whole:
        probs = probs * torch.rand(*shape[:-1], 1, generator=generator, dtype=torch.float64)
    return probs.to(dtype)


def some_allowed(*shape: int, seed: int = 0, share: float = 0.5) -> Tensor:
    """Random booleans, of which at least one in each row is True."""
    generator = torch.Generator().manual_seed(seed)
    draws = torch.rand(*shape, generator=generator)
    return (draws < share) | (draws == draws.amin(-1, keepdim=True))


def constrained_by_rows(probs: Tensor, allowed: Tensor) -> Tensor:
    """What `constrained` gives, in float64."""
    kept = probs.double() * allowed
    return kept / kept.sum(-1, keepdim=True)


def _constrained_mistakes(probs: Tensor, allowed: Tensor) -> dict[str, Callable[[], Tensor]]:
    kept = probs.double() * allowed
    sums = kept.sum(-1, keepdim=True)
    everywhere = allowed.expand(probs.shape)

    def wrong_way() -> Tensor:
        turned = probs.double() * allowed[:, None]
        return turned / turned.sum(-1, keepdim=True)

    def by_inverse() -> Tensor:
        low = probs * allowed
        return (low * (1 / low.sum(-1, keepdim=True))).double()

    def with_epsilon(most: float, added: bool) -> Tensor:
        return kept / (sums + most if added else sums.clamp(min=most))

    mistakes: dict[str, Callable[[], Tensor]] = {
        "constrained-not-one": lambda: kept,
        "constrained-all": lambda: kept / probs.double().sum(-1, keepdim=True),
        "constrained-nothing": lambda: probs.double(),
        "constrained-scaled": lambda: probs.double() / sums,
        "constrained-softmax": lambda: probs.double().masked_fill(~allowed, -math.inf).softmax(-1),
        "constrained-softmax-zero": lambda: kept.softmax(-1),
        "constrained-equal": lambda: everywhere / everywhere.sum(-1, keepdim=True).double(),
        "constrained-batch": lambda: kept / kept.sum(),
        "constrained-dim": lambda: kept / kept.sum(0, keepdim=True),
        "constrained-first-row": lambda: kept / sums.flatten()[0],
        "constrained-inverted": lambda: constrained_by_rows(probs, ~allowed),
        "constrained-first-mask": lambda: constrained_by_rows(
            probs, everywhere.reshape(-1, probs.shape[-1])[0]
        ),
        "constrained-inverse": by_inverse,
    }
    if allowed.dim() == 1 and probs.dim() == 2 and len(probs) == len(allowed) > 1:
        mistakes["constrained-mask-dim"] = wrong_way
    for most in (1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-12, 1e-20, 1e-30, 1e-38, 1e-300):
        mistakes[f"constrained-epsilon {most}"] = partial(with_epsilon, most, True)
        mistakes[f"constrained-epsilon {most} least"] = partial(with_epsilon, most, False)
    return mistakes


def compare_constrained(
    check: Check, probs: Tensor, allowed: Tensor, *, again: bool = False
) -> None:
    """Runs the answer of `constrained` and compares it, with what rounding allows."""
    want = constrained_by_rows(probs, allowed)
    got = check.run(probs, allowed)
    check.tensor(got, probs.shape, probs.dtype)
    exact = got.double()
    share = 1e-9 if probs.dtype == torch.float64 else 1e-4

    def near(one: Tensor, other: Tensor, share: float = share) -> bool:
        return bool(((one - other).abs() <= share * other.abs() + 1e-37).all())

    outside = exact[~allowed.expand(probs.shape)]
    if near(exact, want) and not outside.any():
        return
    key = "constrained-wrong"
    check.that(not exact.isnan().any(), "constrained-nan")
    inside = allowed.expand(probs.shape)
    if again:
        key = "check-remembered"
    elif near(exact * inside, want) and outside.abs().max() < 1e-3:
        key = "constrained-not-zero"
    elif near(exact, want, 1e-6) and probs.dtype == torch.float64:
        key = "constrained-precision"
    else:
        for mistake, value in _constrained_mistakes(probs, allowed).items():
            if near(exact, value(), 1e-5):
                key = mistake.partition(" ")[0]
                break
        else:
            if (exact[inside & (want > 0)] == 0).any():
                key = "constrained-tiny"
            elif (exact - want).abs().max() < 1e-5:
                key = "constrained-precision"
    check.close(exact, want, atol=0.0, key=key)


def refuse_constrained(check: Check, probs: Tensor, allowed: Tensor, key: str) -> None:
    """The answer must raise ValueError. key: what is said where it gives something."""
    try:
        check.raises(ValueError, probs, allowed)
    except Exception as stop:
        if getattr(stop, "key", "") == "check-did-not-raise":
            check.fail(key)
        raise


def constrained_cases(seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Probabilities and what is allowed: all shapes, both dtypes, sums below 1, tiny sums."""
    yield shares(3, 4, seed=15, whole=False), some_allowed(3, 4, seed=16)
    yield torch.tensor([0.5, 0.3, 0.2]), torch.tensor([True, False, True])
    yield (
        torch.tensor([[0.1, 0.2, 0.3, 0.4], [0.4, 0.4, 0.1, 0.1]]),
        some_allowed(2, 4, seed=seed + 1),
    )
    cut = torch.tensor([[0.5, 0.0, 0.25, 0.0], [0.0, 0.125, 0.25, 0.5]])
    yield cut, torch.tensor([[True, True, False, True], [True, True, True, False]])
    for k, dtype in enumerate((torch.float32, torch.float64)):
        for shape in ((6,), (1, 5), (3, 5), (4, 4), (2, 3, 5), (2, 1, 2, 3), (1,), (3, 1), (5, 2)):
            for whole in (True, False):
                probs = shares(*shape, seed=seed + k, dtype=dtype, whole=whole)
                if shape[-1] > 1:
                    yield probs, some_allowed(*shape, seed=seed + 2 + k)
                yield probs, some_allowed(shape[-1], seed=seed + 3 + k)
        yield shares(2, 5000, seed=seed, dtype=dtype), some_allowed(5000, seed=seed, share=0.01)
        yield shares(300, 3, seed=seed, dtype=dtype), some_allowed(300, 3, seed=seed)
        only = torch.tensor([False, False, True, False, False])
        yield shares(3, 5, seed=seed, dtype=dtype), only
        yield shares(3, 5, seed=seed, dtype=dtype), ~(only & False)
        for size in (1e-9, 1e-13, 1e-25, 1e-37):
            probs = torch.tensor([[0.5, 1.0 * size, 3.0 * size, 0.5]], dtype=dtype)
            yield probs, torch.tensor([False, True, True, False])
        # What is allowed may be a millionth of the smallest: it stays more than nothing.
        few = torch.tensor([[0.9, 1e-20, 1e-12, 0.1], [0.2, 1e-30, 0.3, 0.5]], dtype=dtype)
        yield few, torch.tensor([True, True, True, False])
    subnormal = torch.tensor([[0.7, 4e-41, 0.3, 1.2e-40], [0.25, 0.25, 0.25, 0.25]])
    yield subnormal, torch.tensor([[False, True, False, True], [True, True, False, False]])
    low = torch.tensor([[0.7, 4e-311, 0.3, 1.2e-310]], dtype=torch.float64)
    yield low, torch.tensor([[False, True, False, True]])
    probs, allowed = shares(4, 6, seed=seed), some_allowed(4, 6, seed=seed)
    yield as_view(probs, 0, 1), as_view(allowed, 0, 1)
    yield strided(probs), strided(allowed)
    yield probs[:1].expand(4, 6), allowed
    yield probs, allowed[:1].expand(4, 6)
    yield probs, strided(allowed[0])
    yield probs[0].expand(2, 3, 6), allowed[1]


def compare_constrained_all(check: Check, seed: int) -> None:
    """All cases, those that must be refused, and inputs that are like earlier ones."""
    cases = constrained_cases(seed)
    for _ in range(3):
        compare_constrained(check, *next(cases))
    for dtype in (torch.float32, torch.float64):
        probs = torch.tensor([[0.5, 0.5, 0.0], [0.0, 0.25, 0.75]], dtype=dtype)
        none = torch.zeros(3, dtype=torch.bool)
        refuse_constrained(check, probs[0], none, "constrained-none")
        refuse_constrained(check, probs[0], torch.tensor([False, False, True]), "constrained-zero")
        for mask in ([False, False, True], [True, False, False], [False, False, False]):
            refuse_constrained(check, probs, torch.tensor(mask), "constrained-one-row")
        rows = torch.tensor([[True, True, False], [True, False, False]])
        refuse_constrained(check, probs, rows, "constrained-one-row")
        refuse_constrained(check, probs.flip(0), rows.flip(0), "constrained-one-row")
        many = probs[0].expand(2, 4, 3).clone()
        many[1, 2] = torch.tensor([0.0, 1.0, 0.0])
        refuse_constrained(check, many, torch.tensor([True, False, True]), "constrained-one-row")
    for case in cases:
        compare_constrained(check, *case)
    probs, allowed = shares(3, 5, seed=seed + 9), some_allowed(3, 5, seed=seed + 9, share=0.6)
    one = torch.ones(3, 5, dtype=torch.bool)
    for k, case in enumerate((
        (probs, allowed), (probs.flip(-1), allowed), (probs.roll(1, 0), allowed),
        (probs, ~allowed | one), (probs, allowed.roll(1, 0)), (probs, allowed.flip(-1)),
        (probs, allowed[0]), (probs, allowed[1]),
        (probs.double(), allowed), (probs, allowed),
    )):  # fmt: skip
        compare_constrained(check, *case, again=k > 0)


# --- min_p_filter and typical_filter ---------------------------------------------------------------


def _shape_cut(logits: Tensor, keep: Tensor) -> Tensor:
    return logits.masked_fill(~keep, -math.inf)


def _looks_cut(check: Check, got: Any, logits: Tensor) -> None:
    """`got` must look like logits of which some were cut."""
    check.tensor(got, logits.shape, logits.dtype)
    check.that(not got.isnan().any(), "shape-nan")
    check.that(got[logits.isneginf()].isneginf().all(), "filter-revived")


def _filled_mistakes(logits: Tensor, want: Tensor) -> dict[str, Callable[[], Tensor]]:
    """What returns the right tokens in a wrong form."""
    stays = want.isfinite()
    return {
        "filter-zero": lambda: logits.masked_fill(~stays, 0),
        "filter-probabilities": lambda: want.softmax(-1),
        "shape-probabilities": lambda: logits.softmax(-1) * stays,
        "filter-log": lambda: want.log_softmax(-1),
        "filter-log-of-all": lambda: _shape_cut(logits.log_softmax(-1), stays),
        "filter-inverted": lambda: logits.masked_fill(stays, -math.inf),
        "filter-sorted": lambda: want.sort(descending=True).values,
        "filter-precision": lambda: _shape_cut(logits.float().double(), stays),
        **{
            f"shape-number {low}": partial(_low, logits, stays, low) for low in (-1e4, -1e9, -100.0)
        },
        "shape-number least": lambda: _low(logits, stays, torch.finfo(logits.dtype).min),
    }


def _low(logits: Tensor, stays: Tensor, number: float) -> Tensor:
    return logits.masked_fill(~stays, number)


def _key_of(got: Tensor, mistakes: dict[str, Callable[[], Tensor]], otherwise: str) -> str:
    """The key of the mistake that gives what `got` is."""
    for mistake, value in mistakes.items():
        try:
            if torch.allclose(got.double(), value().double(), rtol=1e-5, atol=1e-6):
                return mistake.partition(" ")[0]
        except (RuntimeError, IndexError):
            pass  # this mistake stops here
    return otherwise


def min_p_margin(logits: Tensor, p: float) -> float:
    """How far the logits are from where the result changes; equals at p = 1 do not count."""
    far = (logits.double() - logits.double().amax(-1, keepdim=True) - math.log(p or 1e-300)).abs()
    far = far[far > 0] if p == 1 else far
    return far.min().item() if far.numel() else 1.0


def _min_p_mistakes(logits: Tensor, p: float) -> dict[str, Callable[[], Tensor]]:
    exact = logits.double()
    best = exact.amax(-1, keepdim=True)
    keep = exact - best >= math.log(p or 1e-300)
    probs = exact.softmax(-1)

    def nucleus(mass: float) -> Tensor:
        order = probs.argsort(-1, descending=True)
        before = probs.gather(-1, order).cumsum(-1) - probs.gather(-1, order)
        return _shape_cut(logits, torch.zeros_like(keep).scatter(-1, order, before < mass))

    return {
        "min-p-logits": lambda: _shape_cut(logits, exact >= p * best),
        "min-p-absolute": lambda: _shape_cut(logits, probs >= p),
        "min-p-absolute best": lambda: _shape_cut(logits, (probs >= p) | (exact == best)),
        "min-p-strict": lambda: _shape_cut(logits, exact - best > math.log(p or 1e-300)),
        "min-p-batch": lambda: _shape_cut(logits, probs >= p * probs.max()),
        "min-p-batch logits": lambda: _shape_cut(
            logits, exact >= exact.max() + math.log(p or 1e-300)
        ),
        "min-p-first-row": lambda: _shape_cut(logits, probs >= p * probs[0].max()),
        "min-p-first-row set": lambda: _shape_cut(logits, keep[:1].expand_as(keep)),
        "min-p-dim": lambda: _shape_cut(logits, logits.double().softmax(0) >= p * probs.amax(0)),
        "min-p-dim best": lambda: _shape_cut(logits, probs >= p * probs.amax(0)),
        "min-p-other-side": lambda: _shape_cut(
            logits, probs >= (1 - p) * probs.amax(-1, keepdim=True)
        ),
        "min-p-mean": lambda: _shape_cut(logits, probs >= p * probs.mean(-1, keepdim=True)),
        "min-p-distance": lambda: _shape_cut(logits, exact >= best - p),
        "min-p-distance one": lambda: _shape_cut(logits, probs >= probs.amax(-1, keepdim=True) - p),
        "min-p-top-p": lambda: nucleus(p),
        "min-p-top-p rest": lambda: nucleus(1 - p),
        "min-p-squared": lambda: _shape_cut(logits, exact - best >= 2 * math.log(p or 1e-300)),
        "min-p-nothing": lambda: logits,
        "min-p-best": lambda: _shape_cut(logits, exact == best),
        "filter-nothing-left": lambda: torch.full_like(logits, -math.inf),
    }


def compare_min_p(check: Check, logits: Tensor, p: float, *, again: bool = False) -> None:
    """Runs the answer of `min_p_filter` and compares it. logits: [b, vocab]."""
    exact = logits.double()
    best = exact.amax(-1, keepdim=True)
    keep = exact - best >= math.log(p) if p > 0 else torch.ones_like(logits).bool()
    want = _shape_cut(logits, keep)
    got = check.run(logits, p)
    _looks_cut(check, got, logits)
    if torch.equal(got, want):
        return
    named = _min_p_mistakes(logits, p)
    otherwise = "min-p-wrong"
    if p in (0, 1):
        otherwise = "min-p-zero" if p == 0 else "min-p-one"
        named = {key: named[key] for key in ("filter-nothing-left", "min-p-first-row set")}
    elif min_p_margin(logits, p) < 1e-3:
        otherwise, named = "min-p-near", {}
    elif logits[logits.isfinite()].abs().max() > 80:
        otherwise, named = "min-p-large", {}
    key = _key_of(got, _filled_mistakes(logits, want) | named, otherwise)
    check.equal(got, want, key="check-remembered" if again else key)


def shape_logits(seed: int) -> Iterator[Tensor]:
    """Logits [b, vocab]: small and large, in both dtypes, with -inf, huge ones, views."""
    for shape in ((1, 5), (2, 6), (3, 9), (1, 2), (2, 1), (5, 5), (2, 3000), (300, 4)):
        yield logits_case(*shape, seed=seed + sum(shape))
    yield logits_case(2, 7, seed=seed + 1, dtype=torch.float64)
    yield logits_case(3, 9, seed=seed + 2) - 30
    yield logits_case(3, 9, seed=seed + 3) + 60
    holes = logits_case(3, 8, seed=seed + 4)
    yield holes.masked_fill(holes < 0.1 * holes.amax(-1, keepdim=True), -math.inf)
    alone = torch.full((2, 5), -math.inf)
    alone[0, 3], alone[1, 0] = -7.0, 2.0
    yield alone
    yield torch.tensor([[800.0, 799.0, 797.5, 0.0], [-900.0, -901.25, -903.0, -902.0]])
    yield torch.tensor([[4e6, 4e6 - 1, 4e6 - 3, 4e6 - 2], [0.0, -4e6, 5.0, 4.0]])
    yield torch.tensor([[0.0, -250.0, 1.0, 0.25]])
    yield torch.tensor([[1e8, 1e8 + 1, 1e8 - 1.5, 1e8 - 4]], dtype=torch.float64)
    view = logits_case(6, 3, seed=seed + 5).T
    yield view
    yield view[:, ::2]
    yield view[:1].expand(3, 6)
    yield strided(logits_case(2, 6, seed=seed + 6))


def min_p_cases(seed: int) -> Iterator[tuple[Tensor, float]]:
    """Logits and p. In the first the usual mistakes give each something of its own."""
    yield (
        torch.tensor(
            [
                [0.9, 1.3, 1.5, 1.7, 0.1, -0.1],
                [-0.3, 4.0, 1.1, 3.2, 0.7, -0.7],
                [0.6, 1.2, 3.8, 4.1, -0.5, 0.0],
            ]
        ),
        0.35,
    )
    yield torch.tensor([[1.0, 0.4, 0.1, 0.9], [-0.7, -0.2, -2.3, 0.6]]), 0.3
    yield torch.tensor([[0.5, 0.25, 0.15, 0.1]]).log(), 0.25
    rows = torch.tensor([[0.1, 0.6, 0.05, 0.25], [0.3, 0.2, 0.26, 0.24]]).log()
    for p in (0.3, 0.1, 0.7, 0.9):
        yield rows, p
        yield rows.flip(0), p
    for logits in shape_logits(seed):
        for p in (0.1, 0.4, 0.02, 0.85, 1, 0, 1.0, 0.0, 1e-6):
            if p in (0, 1) or min_p_margin(logits, p) > 1e-4:
                yield logits, p
    for p in (1.0, 0.5, 0.0):
        yield torch.tensor([[1.0, 3.0, 3.0, 2.0, 3.0], [0.0, 0.0, 0.0, 0.0, 0.0]]), p
    for dtype, by in ((torch.float32, 2e-5), (torch.float64, 1e-9)):
        for sign in (-1, 1):
            near = torch.tensor([[0.0, math.log(0.3) + sign * by, -4.0]], dtype=dtype)
            yield near, 0.3


def compare_min_p_twins(check: Check, seed: int) -> None:
    """Logits that are like each other, and one text with several p."""
    for logits, again in logits_twins():
        compare_min_p(check, logits, 0.3, again=again)
    for logits, again in wide_twins(seed):
        compare_min_p(check, logits, 0.3, again=again)
    logits = logits_case(2, 6, seed=seed + 7)
    for k, p in enumerate((0.05, 0.3, 0.6, 1.0, 0.05)):
        compare_min_p(check, logits, p, again=k > 0)


def surprises(logits: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Of each row: probabilities, -log of them, and the entropy ([b, 1]); in float64."""
    log_p = logits.double().log_softmax(-1)
    probs = log_p.exp()
    return probs, -log_p, -(probs * log_p).nan_to_num(0.0, 0.0, 0.0).sum(-1, keepdim=True)


def typical_sets(logits: Tensor, mass: float, far: Tensor, more: int = 0) -> Tensor:
    """The tokens with the smallest `far` whose probabilities reach the mass: bool [b, vocab]."""
    probs = logits.double().softmax(-1)
    order = far.argsort(dim=-1, stable=True)
    sums = probs.gather(-1, order).cumsum(-1)
    sizes = (sums < mass - 1e-15).sum(-1, keepdim=True) + 1 + more
    places = torch.arange(logits.shape[-1]).expand_as(order)
    return torch.zeros_like(order, dtype=torch.bool).scatter(-1, order, places < sizes)


def _typical_far(logits: Tensor) -> Tensor:
    _, minus_log, entropy = surprises(logits)
    return (minus_log - entropy).abs()


def typical_margin(logits: Tensor, mass: float) -> float:
    """How far from where the result changes: in the sum, and in the order at its border."""
    if mass >= 1:
        return 1.0
    far, probs = _typical_far(logits), logits.double().softmax(-1)
    sizes = typical_sets(logits, mass, far).sum(-1, keepdim=True)
    order, places = far.argsort(dim=-1, stable=True), torch.arange(logits.shape[-1])
    far, sums = far.gather(-1, order), probs.gather(-1, order).cumsum(-1)
    steps = (far - far.gather(-1, sizes - 1)).abs()  # to the last token that is kept
    apart = (steps > 1e-12) & steps.isfinite() & (places != sizes - 1)
    border = (places >= sizes - 2) & (places < sizes)
    most = torch.ones(1, dtype=torch.float64)
    return torch.cat([most, (sums - mass).abs()[border], steps[apart]]).min().item()


def compare_typical(check: Check, logits: Tensor, mass: float, *, again: bool = False) -> None:
    """Runs the answer of `typical_filter` and compares it. logits: [b, vocab].

    Of tokens that are equally far any may stay, but only as many as are needed.
    """
    finite = logits.isfinite()
    far = _typical_far(logits)
    keep = finite.clone() if mass >= 1 else typical_sets(logits, mass, far) & finite
    got = check.run(logits, mass)
    _looks_cut(check, got, logits)
    kept = got.isfinite()
    border = far.masked_fill(~keep, -math.inf).amax(-1, keepdim=True)
    tied = ((far - border).abs() < 1e-12) & finite
    inside = keep & ~tied
    fine = (kept >= inside).all(-1) & (kept <= inside | tied).all(-1)
    fine &= kept.sum(-1) == keep.sum(-1)
    if mass >= 1:  # what has no probability may go
        gone = keep & ~kept
        fine = ~((gone & (logits.double().softmax(-1) > 1e-37)).any(-1))
    want = _shape_cut(logits, torch.where(fine[:, None], kept & finite, keep))
    if torch.equal(got, want):
        return
    mistakes = _filled_mistakes(logits, want)
    otherwise = "typical-wrong"
    if mass >= 1:
        otherwise = "typical-one"
    elif (tied.sum(-1) > (keep & tied).sum(-1)).any():
        otherwise = "typical-wrong"
        mistakes |= {"typical-ties": lambda: _shape_cut(logits, inside | tied)}
        mistakes |= _typical_mistakes(logits, mass, keep)
    elif typical_margin(logits, mass) < 1e-3 and logits.shape[-1] < 100:
        otherwise = "typical-near"
    else:
        otherwise = "typical-large" if logits[finite].abs().max() > 80 else "typical-wrong"
        mistakes |= _typical_mistakes(logits, mass, keep)
    key = _key_of(got, mistakes, otherwise)
    check.equal(got, want, key="check-remembered" if again else key)


def _typical_mistakes(logits: Tensor, mass: float, keep: Tensor) -> dict[str, Callable[[], Tensor]]:
    probs, minus_log, entropy = surprises(logits)
    best = probs == probs.amax(-1, keepdim=True)
    finite = logits.isfinite()
    far = (minus_log - entropy).abs()
    order = far.argsort(dim=-1, stable=True)

    def by(measure: Tensor, more: int = 0) -> Callable[[], Tensor]:
        return lambda: _shape_cut(logits, typical_sets(logits, mass, measure, more) & finite)

    def carried(ordered: Tensor) -> Tensor:
        return _shape_cut(logits, ordered & finite)

    in_order = keep.gather(-1, order)
    mean = minus_log.masked_fill(~finite, 0).mean(-1, keepdim=True)
    fewer = typical_sets(logits, mass, far, -1) & finite
    sums = probs.gather(-1, order).cumsum(-1)
    return {
        "typical-top-p": by(minus_log),
        "typical-least": by(-far),
        "typical-no-abs": by(-(minus_log - entropy)),
        "typical-crossing": lambda: _shape_cut(logits, fewer),
        "typical-crossing one": lambda: _shape_cut(
            logits, fewer | torch.zeros_like(keep).scatter(-1, order[:, :1], True)
        ),
        "typical-more": by(far, 1),
        "typical-bits": by((minus_log - entropy / math.log(2)).abs()),
        "typical-bits log": by((minus_log / math.log(2) - entropy).abs()),
        "typical-probability": by((probs - entropy).abs()),
        "typical-probability exp": by((probs - (-entropy).exp()).abs()),
        "typical-weighted": by((probs * minus_log - entropy).abs()),
        "typical-mean": by((minus_log - mean).abs()),
        "typical-mean of all": by((minus_log - entropy.mean()).abs()),
        "typical-mean small": by((minus_log - entropy / logits.shape[-1]).abs()),
        "typical-no-entropy": by((minus_log - math.log(logits.shape[-1])).abs()),
        "typical-first-row": by((minus_log - entropy[:1]).abs()),
        "typical-first-row set": lambda: carried(keep[:1].expand_as(keep)),
        "typical-first-size": lambda: carried(
            torch.zeros_like(keep).scatter(
                -1,
                order,
                torch.arange(logits.shape[-1]).expand_as(order) < keep.sum(-1)[0],
            )
        ),
        "typical-unsorted": lambda: carried(in_order),
        "typical-gather": lambda: carried(in_order.gather(-1, order)),
        "typical-no-sort": lambda: carried(probs.cumsum(-1) - probs < mass),
        "typical-keeps-best": lambda: carried(keep | best),
        "typical-distance": lambda: carried(far <= mass),
        "typical-each": lambda: carried(probs >= mass),
        "typical-rest": lambda: carried(sums <= 1 - mass),
        "typical-dim": by((minus_log + (probs * -minus_log).nan_to_num().sum(0)).abs()),
        "typical-all": lambda: logits,
        "filter-nothing-left": lambda: torch.full_like(logits, -math.inf),
    }


def typical_cases(seed: int) -> Iterator[tuple[Tensor, float]]:
    """Logits and the mass. In the first the usual mistakes give each something of its own."""
    yield (
        torch.tensor(
            [
                [1.5, -0.1, -1.2, -1.8, 0.4, -0.9],
                [0.3, -0.2, -0.2, -1.7, 2.5, -2.0],
                [-0.4, 0.9, 0.1, 0.3, 1.1, 0.5],
            ]
        ),
        0.7,
    )
    yield (
        torch.tensor(
            [
                [0.1, 0.0, 0.6, 0.3, -0.9, 0.6],
                [4.1, 0.4, -0.4, 0.0, -0.4, -0.5],
                [0.2, 1.7, 2.1, -0.6, 0.5, -0.5],
            ]
        ),
        0.7,
    )
    halves = torch.tensor([[0.5, 0.25, 0.125, 0.125]]).log()
    yield torch.tensor([[0.06, 0.4, 0.24, 0.3], [0.1, 0.2, 0.05, 0.65]]).log(), 0.45
    for mass in (0.7, 0.2, 0.8, 0.9):
        yield halves, mass
    flat = torch.tensor([[0.38, 0.16, 0.155, 0.153, 0.152], [0.02, 0.9, 0.03, 0.04, 0.01]]).log()
    for mass in (0.5, 0.3, 0.85, 0.95):
        yield flat, mass
        yield flat.flip(0), mass
    for k, logits in enumerate(shape_logits(seed)):
        for mass in (0.3, 0.6, 0.9, 0.05, 0.97, 1.0, 1):
            for trial in range(1, 30):
                if typical_margin(logits, mass) > (2e-5 if logits.shape[-1] > 100 else 1e-3):
                    yield logits, mass
                    break
                if k > 7:
                    break
                logits = logits_case(*logits.shape, seed=1000 * seed + 30 * k + trial)
    yield torch.zeros(1, 4), 0.6  # equals: three of four
    yield torch.full((2, 7), -3.0), 0.5
    yield torch.zeros(1, 2000), 0.89975
    yield torch.tensor([[2.0, 0.0, 0.0, 0.0, 2.0, 0.0]]), 0.25
    yield torch.tensor([[2.0, 0.0, 0.0, 0.0, 2.0, 0.0]]), 0.95
    yield torch.zeros(2, 3000), 1.0
    yield torch.tensor([[60.0, 0.0, -5.0], [0.0, 0.0, 12.0]]), 1.0
    for dtype, by in ((torch.float32, 2e-5), (torch.float64, 1e-9)):
        for sign in (-1, 1):  # the sum just reaches the mass, or just does not
            near = torch.tensor([[0.5, 0.2, 0.2 + sign * by, 0.1]], dtype=torch.float64)
            yield near.log().to(dtype), 0.4


def compare_typical_twins(check: Check, seed: int) -> None:
    """Logits that are like each other, and one text with several masses."""
    for logits, again in logits_twins():
        compare_typical(check, logits, 0.6, again=again)
    for logits, again in wide_twins(seed):
        compare_typical(check, logits, 0.6, again=again)
    for k, mass in enumerate((0.2, 0.5, 0.8, 1.0, 0.2)):
        compare_typical(check, logits_case(2, 6, seed=seed + 7), mass, again=k > 0)


# --- the visible checks ---------------------------------------------------------------------------


def check_diffusion_loss(check: Check) -> None:
    for case in diffusion_cases(seed=0):
        compare_diffusion(check, *case)
    compare_diffusion(check, *diffusion_example())  # as in the text
    compare_diffusion_twins(check, seed=40)


def check_order_log_prob(check: Check) -> None:
    for case in order_cases(seed=2):
        compare_order(check, *case)
    compare_order(check, *order_example())  # as in the text
    compare_order_twins(check, seed=30)


def check_unmask(check: Check) -> None:
    for case in unmask_cases(seed=0):
        compare_unmask(check, *case)
    compare_unmask_twins(check, seed=31)
    compare_unknown_choice(check, seed=30)


def check_speculative(check: Check) -> None:
    for case in speculative_cases(seed=1):
        compare_speculative(check, case)
    compare_speculative_twins(check, seed=1)


def check_allowed_next(check: Check) -> None:
    for automaton, state in automata(seed=1):
        compare_allowed_next(check, automaton, state)
    compare_allowed_twins(check, seed=1)


def check_constrained(check: Check) -> None:
    compare_constrained_all(check, seed=1)


def check_min_p_filter(check: Check) -> None:
    for logits, p in min_p_cases(seed=1):
        compare_min_p(check, logits, p)
    compare_min_p_twins(check, seed=1)


def check_typical_filter(check: Check) -> None:
    for logits, mass in typical_cases(seed=1):
        compare_typical(check, logits, mass)
    compare_typical_twins(check, seed=1)
