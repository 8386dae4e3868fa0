"""What the check cells of 07_beyond use: models whose answers are known, inputs, references and
comparisons."""

from __future__ import annotations

import copy
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from course_utils.beyond import JointModel, Mixer, Output
from course_utils.checks.check import Check
from course_utils.exercises.advice import advising
from course_utils.exercises.attention import as_view
from course_utils.exercises.handed_models import run_on_copy

# --- models whose answers are known ---------------------------------------------------------------


def random_joint(words: int, length: int, seed: int) -> JointModel:
    """A `JointModel` of `length` words out of `words`, with random probabilities."""
    generator = torch.Generator().manual_seed(seed)
    draws = 1.5 * torch.randn([words] * length, generator=generator, dtype=torch.float64)
    return JointModel(draws.exp())


TINY_MASK_ID = 4  # of the course's encoder
TINY_LOG_P = -100  # no random model is so sure but one with a high level


def random_bert(vocab: int = 14, mask_id: int = 4, seed: int = 0, level: float = 1.0) -> nn.Module:
    """A small BertForMaskedLM with strong random weights; it never predicts `mask_id`.

    level: the logits are so many times as large, but for the mask.
    """
    from transformers import BertConfig, BertForMaskedLM

    config = BertConfig(
        vocab_size=vocab, hidden_size=16, num_hidden_layers=2, num_attention_heads=2,
        intermediate_size=32, max_position_embeddings=64, initializer_range=0.7,
    )  # fmt: skip
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = BertForMaskedLM(config).eval()
        for parameter in model.parameters():
            if parameter.dim() > 1:
                nn.init.normal_(parameter, std=0.7)
        model.cls.predictions.bias.data[mask_id] = -100.0
        model.cls.predictions.transform.LayerNorm.weight.data *= level
    return model


def random_gpt(
    vocab: int = 12, seed: int = 0, positions: int = 64, level: float = 1.0
) -> nn.Module:
    """A small GPT2LMHeadModel, float64, with strong random weights.

    level: the logits are so many times as large.
    """
    from transformers import GPT2Config, GPT2LMHeadModel

    config = GPT2Config(
        vocab_size=vocab, n_embd=16, n_layer=2, n_head=2, n_positions=positions,
        bos_token_id=0, eos_token_id=0,
    )  # fmt: skip
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = GPT2LMHeadModel(config).double().eval()
        for parameter in model.parameters():
            if parameter.dim() > 1:
                nn.init.normal_(parameter, std=0.5)
        model.transformer.ln_f.weight.data *= level
    return model


# --- calls that are alike ---------------------------------------------------------------------------


def strided(x: Tensor) -> Tensor:
    """The same numbers, not contiguous in memory."""
    return torch.stack([x, x], -1)[..., 0]


def remembered(kept: Tensor | None, want: Tensor) -> dict[str, Tensor]:
    """As a known mistake: what was right in an earlier call, if that is wrong now."""
    alike = kept is None or (kept.shape == want.shape and torch.allclose(kept, want, atol=1e-3))
    return {} if kept is None or alike else {"check-remembered": kept}


# --- sequence_log_prob ----------------------------------------------------------------------------


def logits_case(
    shape: tuple[int, int],
    vocab: int = 7,
    seed: int = 0,
    dtype: torch.dtype = torch.float32,
    size: float = 2.0,
) -> tuple[Tensor, Tensor]:
    """Random logits [b, n, vocab], `size` times a normal number, and ids [b, n]."""
    generator = torch.Generator().manual_seed(seed)
    logits = size * torch.randn(*shape, vocab, generator=generator, dtype=torch.float64)
    return logits.to(dtype), torch.randint(vocab, shape, generator=generator)


def sequence_cases(seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Logits and ids: one text, several, two tokens, one token, float64, large logits, a long text."""
    for k, shape in enumerate(((1, 4), (2, 4), (5, 5), (3, 2), (2, 1), (1, 1))):
        yield logits_case(shape, vocab=5, seed=seed + k)
    yield logits_case((2, 6), seed=seed, dtype=torch.float64)
    yield logits_case((4, 6), vocab=5, seed=seed, size=300.0)
    yield logits_case((2, 4), vocab=5, seed=seed, dtype=torch.float64, size=1e5)
    yield logits_case((2, 400), vocab=50, seed=seed)
    yield logits_case((1, 2100), vocab=9, seed=seed)
    yield logits_case((2, 3), vocab=33_000, seed=seed)
    yield logits_case((300, 3), vocab=4, seed=seed)
    logits, ids = logits_case((3, 5), seed=seed)
    yield strided(logits), strided(ids)
    logits, ids = logits_case((1, 5), seed=seed)
    yield logits.expand(3, -1, -1), ids.expand(3, -1)


def compare_sequence(check: Check, logits: Tensor, ids: Tensor) -> None:
    """Runs the answer of `sequence_log_prob`, and again with other logits for the same ids."""
    _compare_sums(check, logits, ids, {})
    old = _sums(logits, ids)
    # Of two words the more probable one is then as sure as the other was.
    if logits.shape[-1] > 2 and not torch.allclose(old, _sums(-logits, ids)):
        _compare_sums(check, -logits, ids, {"sequence-kept": old})
    if logits.shape[-1] > 2 and logits.numel() < 1000:  # and with what has the same sum
        for twin in (
            (logits, ids.roll(1, 1)),
            (logits, ids.flip(0)),
            (logits.flip(0), ids),
            (logits.flip(1), ids),
            (logits.flip(2), ids),
        ):
            _compare_sums(check, *twin, remembered(old, _sums(*twin)))


def _sums(logits: Tensor, ids: Tensor) -> Tensor:
    """What is wanted of `sequence_log_prob`, place by place."""
    log_p = logits.double().log_softmax(-1)
    b, n = ids.shape
    return torch.tensor(
        [sum(log_p[text, t - 1, ids[text, t]].item() for t in range(1, n)) for text in range(b)],
        dtype=torch.float64,
    )


def _compare_sums(check: Check, logits: Tensor, ids: Tensor, mistakes: dict[str, Tensor]) -> None:
    """Compares the answer of `sequence_log_prob` with the sums of the log-probabilities."""
    want, (b, n) = _sums(logits, ids), ids.shape
    got = check.run(logits, ids)
    if isinstance(got, Tensor):
        check.that(got.dim() != 0, "sequence-one-number", texts=b)
        if got.is_floating_point():
            key = "sequence-overflow" if n > 1 else "sequence-one-token"
            check.that(not got.isnan().any(), key)
            check.that(not got.isinf().any(), "sequence-underflow")
    check.tensor(got, (b,), "float")
    if n == 1:
        check.that((got == 0).all(), "sequence-one-token")
    near = n > 1 and torch.allclose(got.detach().double(), want, rtol=0.01, atol=0.01)
    tiny = n > 1 and want.min() / (n - 1) < TINY_LOG_P
    check.close(
        got,
        want,
        # 400 terms added one by one in float32 lose some digits, and so do large ones.
        atol=(0.03 if n > 50 else 1e-4) + 1e-6 * want.abs().max().item(),
        key="sequence-near" if near else "beyond-tiny" if tiny else "sequence-wrong",
        mistakes=mistakes | _sequence_mistakes(logits.double(), ids, want),
    )


def _sequence_mistakes(logits: Tensor, ids: Tensor, want: Tensor) -> dict[str, Tensor]:
    log_p, n = logits.log_softmax(-1), ids.shape[1]
    same = log_p.gather(-1, ids[..., None])[..., 0]
    after = ids[:, 1:, None]
    return {
        "sequence-no-zeros": (log_p[:, :-1].gather(-1, after)[..., 0] * (after[..., 0] != 0)).sum(
            1
        ),
        "sequence-first-ids": log_p[:, :-1].gather(-1, after[:1].expand_as(after))[..., 0].sum(1),
        "sequence-first-logits": log_p[:1, :-1]
        .expand(len(ids), -1, -1)
        .gather(-1, after)[..., 0]
        .sum(1),
        "sequence-uniform": want - math.log(logits.shape[-1]),
        "sequence-geometric": (want / max(n - 1, 1)).exp(),
        "sequence-mean": want / max(n - 1, 1),
        "sequence-mean-n": want / n,
        "sequence-no-shift": same.sum(1),
        "sequence-no-shift-part": same[:, 1:].sum(1),
        "sequence-no-shift-last": same[:, :-1].sum(1),
        "sequence-sign": -want,
        "sequence-probability": want.exp(),
        "sequence-bits": want / math.log(2),
        "sequence-best": log_p[:, :-1].amax(-1).sum(1),
        "sequence-logits": logits[:, :-1].gather(-1, after)[..., 0].sum(1),
        "sequence-probabilities": log_p[:, :-1].exp().gather(-1, after)[..., 0].sum(1),
        "sequence-backwards": log_p[:, 1:].gather(-1, ids[:, :-1, None])[..., 0].sum(1),
        "sequence-positions": logits[:, :-1].log_softmax(1).gather(-1, after)[..., 0].sum(1)
        if n > 2
        else want,
        "sequence-last-missing": log_p[:, :-2].gather(-1, ids[:, 1:-1, None])[..., 0].sum(1),
        "sequence-first-missing": log_p[:, 1:-1].gather(-1, ids[:, 2:, None])[..., 0].sum(1),
        "sequence-total": want.sum().expand(len(want)),
        "sequence-first-text": want[:1].expand(len(want)),
    }


# --- pseudo_log_likelihood ------------------------------------------------------------------------


def text_case(lengths: Sequence[int], vocab: int = 14, seed: int = 0) -> tuple[Tensor, Tensor]:
    """ids [b, n] and special [b, n]: 2 first, words from 5 on, then 3; all texts have one length.

    lengths: how many places of each text are no special tokens; the others, at its end, are 3.
    """
    generator = torch.Generator().manual_seed(seed)
    n = max(lengths) + 2
    ids = torch.randint(5, vocab, (len(lengths), n), generator=generator)
    special = torch.arange(n) > torch.tensor(lengths)[:, None]
    ids[special] = 3
    ids[:, 0], special[:, 0] = 2, True
    return ids, special


def pseudo_cases(seed: int) -> Iterator[tuple[nn.Module, Tensor, Tensor, int]]:
    """Model, ids, special, mask_id: one word, a text, several of one length and of different ones,
    none to score, a special token inside, also a mask, a word twice, another mask, none special, a
    long text, probabilities that are 0 in any floating dtype."""
    for k, lengths in enumerate(((1,), (3,), (4, 4), (2, 6, 3), (0, 3), (0,))):
        yield random_bert(seed=seed + k), *text_case(lengths, seed=seed + k), 4
    ids, special = text_case((5, 5), seed=seed)
    special[0, 3] = True
    yield random_bert(seed=seed), ids, special, 4
    ids, special = text_case((5, 4), seed=seed)
    ids[:, 2], special[:, 2] = 4, True  # the text holds a mask of its own
    yield random_bert(seed=seed), ids, special, 4
    ids, special = text_case((4,), seed=seed)
    ids[0, 3] = ids[0, 1]
    yield random_bert(seed=seed), ids, special, 4
    ids, special = text_case((4, 2), seed=seed)
    yield random_bert(vocab=20, mask_id=17, seed=seed), ids, special, 17
    joint = random_joint(words=3, length=4, seed=seed)  # an ideal masked model
    ids = torch.randint(3, (2, 4), generator=torch.Generator().manual_seed(seed))
    yield joint, ids, torch.zeros(2, 4).bool(), joint.mask_id
    yield random_bert(seed=seed), *text_case((24,), seed=seed), 4
    yield random_bert(seed=seed, level=150.0).double(), *text_case((3, 2), seed=seed), 4


def compare_pseudo_twins(check: Check, seed: int) -> None:
    """Calls that differ from the first in one thing: the order of the words or of the texts, the
    special tokens, the mask, the model."""
    model, other = random_bert(seed=seed), random_bert(seed=seed + 1)
    ids, special = text_case((4, 4), seed=seed)
    with torch.no_grad():
        terms = word_log_probs(model, ids, special, TINY_MASK_ID)
    kept = torch.tensor([sum(text) for text in terms], dtype=torch.float64)
    compare_pseudo(check, model, ids, special, TINY_MASK_ID)
    turned, fewer = ids.clone(), special.clone()
    turned[:, 1:-1] = ids[:, 1:-1].flip(1)
    fewer[:, 2] = True
    for twin in (
        (model, turned, special, TINY_MASK_ID),
        (model, ids.flip(0), special, TINY_MASK_ID),
        (model, ids, fewer, TINY_MASK_ID),
        (model, ids, special, 3),
        (other, ids, special, TINY_MASK_ID),
        (model, strided(ids), strided(special), TINY_MASK_ID),
    ):
        compare_pseudo(check, *twin, kept=kept)
    compare_pseudo(check, model, *text_case((2, 1) * 35, seed=seed), TINY_MASK_ID)


@torch.no_grad()
def word_log_probs(
    model: nn.Module,
    ids: Tensor,
    special: Tensor,
    mask_id: int,
    hide: str = "one",
    row_before: bool = False,
    first_mask: bool = False,
    logits: bool = False,
    dim: int = -1,
    scored: int | None = None,
) -> list[list[float]]:
    """log p of each word that is no special token, text by text.

    hide: "one", the word itself; "all", every word; "none"; "right", it and all words after it;
    "left", it and all words before it; "left-all", and the special tokens before it; "same", it
    and all tokens that equal it; "specials", it and
    all special tokens; "cut", it, and all behind it is cut off; "deleted", it is taken out of the
    text. row_before: what the row before the word says of it; first_mask: what that of the text's
    first mask says. logits: its logit; dim: over which the softmax runs. scored: of this id, not of
    the word.
    """
    texts = []
    for whole, rest in zip(ids, special):
        terms = []
        for place in (~rest).nonzero().flatten().tolist():
            text = whole.clone()
            places = torch.arange(len(whole))
            hidden = {
                "one": [place], "cut": [place], "all": ~rest, "none": [], "deleted": [],
                "same": whole == whole[place],
                "right": (places >= place) & ~rest, "left": (places <= place) & ~rest,
                "left-all": places <= place,
                "specials": (places == place) | rest,
            }[hide]  # fmt: skip
            text[hidden] = mask_id
            if hide == "cut":
                text = text[: place + 1]
            elif hide == "deleted" and len(text) > 1:
                text = text[places != place]
            scores = model(text[None]).logits[0].double()
            here = min(place, len(text) - 1) - row_before
            if first_mask:
                here = int((text == mask_id).nonzero()[0])
            word = whole[place] if scored is None else scored
            terms.append((scores if logits else scores.log_softmax(dim))[here, word].item())
        texts.append(terms)
    return texts


def compare_pseudo(
    check: Check,
    model: nn.Module,
    ids: Tensor,
    special: Tensor,
    mask_id: int,
    kept: Tensor | None = None,
) -> None:
    """Runs the answer of `pseudo_log_likelihood` and compares it with one pass for each word.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """

    def total(specials: Tensor = special, mask: int = mask_id, **how: Any) -> Tensor:
        terms = word_log_probs(model, ids, specials, mask, **how)
        return torch.tensor([sum(t) for t in terms], dtype=torch.float64)

    want, counts, b = total(), (~special).sum(1), len(ids)
    tiny = (want / counts.clamp(min=1) < TINY_LOG_P).any()
    other_mask = mask_id > TINY_MASK_ID
    got = run_on_copy(check, model, ids, special, mask_id)
    if isinstance(got, Tensor):
        check.that(got.dim() != 0, "pseudo-one-number", texts=b)
        if got.is_floating_point():
            check.that(not got.isnan().any() or counts.all(), "pseudo-nothing-to-score")
            check.that(not got.isinf().any(), "pseudo-underflow")
    check.tensor(got, (b,), "float")
    own_mask = bool((ids == mask_id).any())
    shorter = {
        "pseudo-cut": lambda: total(hide="cut"),
        "pseudo-deleted": lambda: total(hide="deleted"),
    }
    ends = torch.zeros_like(special)
    ends[:, [0, -1]] = True
    check.close(
        got,
        want,
        atol=1e-3 + 1e-6 * want.abs().max().item(),
        key="beyond-tiny" if tiny else "pseudo-wrong",
        mistakes={
            **remembered(kept, want),
            "pseudo-all-masked": lambda: total(hide="all"),
            "pseudo-none-masked": lambda: total(hide="none"),
            "pseudo-left-only": lambda: total(hide="right"),
            "pseudo-masks-stay": lambda: total(hide="left"),
            "pseudo-all-stay": lambda: total(hide="left-all"),
            "pseudo-same-masked": lambda: total(hide="same"),
            "pseudo-specials-masked": lambda: total(hide="specials"),
            "pseudo-positions": lambda: total(dim=0),
            **({"pseudo-first-mask": lambda: total(first_mask=True)} if own_mask else {}),
            **({} if isinstance(model, JointModel) else shorter),  # it reads whole texts alone
            "pseudo-mask-scored": lambda: total(scored=mask_id),
            "pseudo-row-before": lambda: total(row_before=True),
            "pseudo-logits": lambda: total(logits=True),
            **({"pseudo-mask-fixed": lambda: total(mask=TINY_MASK_ID)} if other_mask else {}),
            "pseudo-specials": lambda: total(torch.zeros_like(special)),
            "pseudo-inverted": lambda: total(~special),
            "pseudo-ends": lambda: total(ends),
            "pseudo-first-special": lambda: total(special[:1].expand_as(special)),
            "pseudo-any-special": lambda: total(special.any(0).expand_as(special)),
            "pseudo-specials-dropped": lambda: _without_specials(model, ids, special, mask_id),
            "pseudo-mean": lambda: want / counts.clamp(min=1),
            "pseudo-sign": -want,
            "pseudo-probability": want.exp(),
            "pseudo-bits": want / math.log(2),
            "pseudo-total": want.sum().expand(b),
            "pseudo-first-text": want[:1].expand(b),
        },
    )


def _without_specials(model: nn.Module, ids: Tensor, special: Tensor, mask_id: int) -> Tensor:
    """The pseudo-likelihood of the words alone, as if the text had no special tokens around it."""
    totals = []
    for row, rest in zip(ids, special):
        words = row[~rest][None]
        terms = word_log_probs(model, words, torch.zeros_like(words).bool(), mask_id)
        totals.append(sum(terms[0]))
    return torch.tensor(totals, dtype=torch.float64)


# --- prefix_stable --------------------------------------------------------------------------------

PLACES = torch.arange(32)


def causal() -> Tensor:
    """For `Mixer`: each row takes its own input and those before it, in equal parts."""
    return (PLACES[:, None] >= PLACES).float()


def leak(row: int | None = None, ahead: int = 1, much: float = 0.5) -> Tensor:
    """`causal`, and besides so much of the input `ahead` places behind the row (None: each row)."""
    places = PLACES[:, None] + ahead == PLACES
    if row is not None:
        places = places & (PLACES[:, None] == row)
    return causal() + much * places


@dataclass(frozen=True)
class Stability:
    """A model of `prefix_stable`: how to make it, whether it is stable, and the message for an
    answer that says otherwise."""

    make: Callable[[], nn.Module]
    stable: bool
    message: str


def _stable(message: str, **how: Any) -> Stability:
    return Stability(lambda: Mixer(**{"mix": causal(), **how}), True, message)


def _moving(message: str, **how: Any) -> Stability:
    return Stability(lambda: Mixer(**{"mix": leak(), **how}), False, message)


STABLE_MODELS = {
    "itself": _stable("stable-false", mix=torch.zeros(32, 32)),
    "bidirectional": _moving("stable-true", mix=torch.ones(32, 32)),
    "causal": _stable("stable-rounding"),
    "rounding": _stable("stable-rounding", drift=1e-8),
    "next": _moving("stable-true"),
    # It moves, and yet the best word is the same everywhere.
    "same best": _moving("stable-same-best", spread=0.004),
    "one row": _moving("stable-one-row", mix=leak(row=2)),
    # A text of ten tokens is needed to notice, and its first row.
    "late": _moving("stable-late", mix=leak(row=0, ahead=8)),
    "length": _moving("stable-length", mix=causal(), drift=0.02),
    "row 5, up": _moving("stable-one-logit", mix=causal(), nudges=((5, 39, 0.02),)),
    "row 8, down": _moving("stable-one-logit", mix=causal(), nudges=((8, 38, -0.02),)),
    # It moves between one token and two alone.
    "row 0": _moving("stable-one-token", mix=causal(), nudges=((0, 36, 0.02),)),
    "up and down": _moving(
        "stable-two-logits", mix=causal(), nudges=((4, 35, 0.02), (4, 25, -0.02))
    ),
    # It moves in texts of one length alone.
    "6 tokens": _moving(
        "stable-one-beginning", mix=causal(), nudges=((3, 36, 0.02),), lengths=(6,)
    ),
    "7 tokens": _moving(
        "stable-one-beginning", mix=causal(), nudges=((2, 36, 0.02), (4, 36, -0.02)), lengths=(7,)
    ),
    "unordered": _moving("stable-unordered", mix=torch.ones(32, 32), placed=False),
    "mute": _moving("stable-few-tokens", mix=torch.ones(32, 32), mute=10),
    "constant": _stable("stable-false", spread=0.0),
    # One logit moves by less than counts, though by more than 1e-5 of its row's largest.
    "quiet rows": _stable("stable-share", level=[0.2] * 4 + [1.0] * 28, nudges=((2, 30, 3e-5),)),
    "negative": _stable("stable-negative", shift=-60.0),
    "large": _stable("stable-large", drift=1e-8, level=1e3),
    # It moves, and yet all probabilities are 0 and 1.
    "sure": _moving("stable-sure", spread=0.004, level=1e3),
    "small": _moving("stable-small", level=1e-7),
    "decoder": Stability(random_gpt, True, "stable-decoder"),
    "few ids": Stability(lambda: random_gpt(vocab=5, seed=2), True, "stable-decoder"),
    "encoder": Stability(random_bert, False, "stable-true"),
}
MORE_STABLE_MODELS = {
    "another decoder": Stability(lambda: random_gpt(vocab=9, seed=1), True, "stable-decoder"),
    "another encoder": Stability(lambda: random_bert(vocab=11, seed=1), False, "stable-true"),
    "far": _moving("stable-true", mix=leak(ahead=3)),
    "weak": _moving("stable-true", mix=leak(much=0.03)),
    "one row, late": _moving("stable-late", mix=leak(row=4, ahead=5)),
    "row 7, down": _moving("stable-one-logit", mix=causal(), nudges=((7, 37, -0.02),)),
    "row 0, down": _moving("stable-one-token", mix=causal(), nudges=((0, 3, -0.02),)),
    "row 6, up and down": _moving(
        "stable-two-logits", mix=causal(), nudges=((6, 31, -0.02), (6, 2, 0.02))
    ),
    "5 tokens": _moving(
        "stable-one-beginning", mix=causal(), nudges=((2, 33, -0.02),), lengths=(5,)
    ),
    "8 tokens": _moving(
        "stable-one-beginning", mix=causal(), nudges=((1, 31, 0.02), (5, 31, -0.02)), lengths=(8,)
    ),
    "more quiet rows": _stable(
        "stable-share", level=[0.2] * 5 + [1.0] * 27, nudges=((3, 28, -3e-5),)
    ),
    "more are mute": _moving("stable-few-tokens", mix=leak(much=2.0), mute=12),
    "negative and not": _moving("stable-true", shift=-40.0),
    "small and stable": _stable("stable-rounding", drift=1e-8, level=1e-7),
    "large and not": _moving("stable-true", mix=leak(much=0.1), level=1e3),
}


def compare_stable(check: Check, name: str, model: Stability) -> None:
    """Runs the answer of `prefix_stable` on a model."""
    got = check.run(model.make())
    if isinstance(got, Tensor) or type(got).__module__ == "numpy":
        check.that(getattr(got, "shape", None) == (), "stable-not-one", shape=list(got.shape))
        check.that(str(got.dtype).endswith("bool"), "stable-not-bool", kind=str(got.dtype))
        got = bool(got)
    check.that(type(got) is bool, "stable-not-bool", kind=type(got).__name__)
    check.that(got == model.stable, model.message, model=name)


# --- mask_predict ---------------------------------------------------------------------------------


@torch.no_grad()
def fill_in_rounds(
    model: Callable[[Tensor], Any],
    ids: Tensor,
    slots: Tensor,
    steps: int,
    mask_id: int,
    *,
    again: str = "least",
    generator: torch.Generator | None = None,
    count: Callable[[int, int, int], int] = lambda n, t, steps: n * (steps - t) // steps,
    start_masked: bool = True,
    anew: bool = False,
    fresh: bool = False,
    fresh_best: bool = False,
    forget: bool = False,
    confidence: Callable[[Tensor], Tensor] = lambda logits: logits.softmax(-1),
) -> tuple[Tensor, list[tuple[Tensor, Tensor, list[int]]]]:
    """Mask-Predict, and by its options the famous mistakes: the text, and how it came about, in each
    round and of each text (ids, the confidence, what is masked next).

    again: which slots are masked again, the "least" or "most" confident, the "last", or some at
    "random", drawn by the generator; count(N, t, T): how many; start_masked=False: the slots keep
    what they hold at first; anew: every slot is predicted in each round; fresh: kept slots get a new
    confidence, fresh_best: that of the best token now; forget: kept slots are never doubted again;
    confidence: what of the logits is compared.
    """
    rounds = []
    text, sure = ids.clone(), torch.full(ids.shape, math.inf, dtype=torch.float64)
    if start_masked:
        text[slots] = mask_id
    for t in range(1, steps + 1):
        p = confidence(model(text).logits.double())
        best, word = p.max(-1)
        asked = slots & ((text == mask_id) | anew)
        stays = slots & ~asked
        text[asked], sure[asked] = word[asked], best[asked]
        if fresh:
            sure[stays] = p.gather(-1, text[..., None])[..., 0][stays]
        elif fresh_best:
            sure[stays] = best[stays]
        elif forget:
            sure[stays] = math.inf
        for row, open_ in enumerate(slots):
            places = open_.nonzero().flatten()
            order = sure[row, places].argsort(descending=again == "most")
            if again == "last":
                order = torch.arange(len(places)).flip(0)
            elif again == "random":
                order = torch.randperm(len(places), generator=generator)
            masked = places[order[: max(0, count(len(places), t, steps))]]
            rounds.append((text[row].clone(), sure[row].clone(), sorted(masked.tolist())))
            text[row, masked] = mask_id
    return text, rounds


def filled_by_places(
    model: Callable[[Tensor], Any], ids: Tensor, slots: Tensor, steps: int, mask_id: int, way: str
) -> Tensor:
    """`mask_predict` as one writes it with a confidence for each place of the text, ∞ outside of the
    slots, and a mistake: "argsort", the order of the places is taken for their ranks; "most", the
    ranks begin with the largest, and so with ∞; "outside", no ∞, but 0 outside of the slots;
    "batch", N is the number of slots in all texts together; "largest", the largest number that a
    text has; "open", only what was masked in this
    round is masked again, though the ranks are those of all slots."""
    text = ids.masked_fill(slots, mask_id)
    start = 0.0 if way == "outside" else math.inf
    sure = torch.full(ids.shape, start, dtype=torch.float64)
    for t in range(1, steps + 1):
        with torch.no_grad():
            best, word = model(text).logits.double().softmax(-1).max(-1)
        masked = text == mask_id
        text, sure = torch.where(masked, word, text), torch.where(masked, best, sure)
        order = sure.argsort(dim=1, descending=way == "most")
        rank = order if way == "argsort" else order.argsort(dim=1)
        n = slots.sum(dim=1, keepdim=True)
        n = {"batch": n.sum(), "largest": n.max()}.get(way, n)
        least = rank < n * (steps - t) // steps
        text = text.masked_fill(least & masked if way == "open" else least, mask_id)
    return text


def slots_case(
    lengths: Sequence[int], n: int, vocab: int = 14, seed: int = 0
) -> tuple[Tensor, Tensor]:
    """Random ids [b, n] from 5 on, and slots [b, n] with so many True in each text."""
    generator = torch.Generator().manual_seed(seed)
    ids = torch.randint(5, vocab, (len(lengths), n), generator=generator)
    slots = torch.zeros(len(lengths), n).bool()
    for row, length in zip(slots, lengths):
        row[torch.randperm(n, generator=generator)[:length]] = True
    return ids, slots


def fill_case(
    lengths: Sequence[int], n: int, steps: int, seed: int, mask_id: int = TINY_MASK_ID
) -> tuple[nn.Module, Tensor, Tensor, int, int]:
    """Model, ids, slots, steps, mask_id, all from one seed; see `slots_case`."""
    vocab = max(14, mask_id + 1)
    ids, slots = slots_case(lengths, n, seed=seed)  # ids below 14: none is the mask
    return random_bert(vocab=vocab, mask_id=mask_id, seed=seed), ids, slots, steps, mask_id


def fill_cases(seed: int) -> Iterator[tuple[nn.Module, Tensor, Tensor, int, int]]:
    """See `fill_case`: one round, several, texts that differ in slots (also none), a round for each
    slot (of few and of many), more rounds than slots, no slots, another mask, one slot beside many."""
    for lengths, n, steps in (
        ((2,), 4, 1), ((8,), 11, 4), ((7,), 10, 4), ((4, 6), 8, 4), ((10,), 12, 10),
        ((3, 0, 7), 9, 5), ((3,), 7, 10), ((0,), 3, 2), ((8, 8), 11, 2), ((1, 9), 14, 8), ((6,), 9, 7),
        ((22, 22, 22), 24, 22),  # 22 * ((22 - 7) / 22) is a hair less than 15
    ):  # fmt: skip
        yield fill_case(lengths, n, steps, seed)
    yield fill_case((5, 3), 8, 3, seed, mask_id=17)


def compare_fill_twins(check: Check, seed: int) -> None:
    """Calls that differ from the first in one thing: the text, the slots, the rounds, the model;
    and slots that hold a mask already, or what is no id."""
    model, ids, slots, steps, mask_id = fill_case((4, 5), 9, 3, seed)
    compare_fill(check, model, ids, slots, steps, mask_id)
    kept = fill_in_rounds(model, ids, slots, steps, mask_id)[0]
    for twin in (
        (model, ids.roll(1, 1), slots, steps, mask_id),
        (model, ids.flip(0), slots, steps, mask_id),
        (model, ids, slots.flip(1), steps, mask_id),
        (model, ids, slots.flip(0), steps, mask_id),
        (model, ids, slots, steps + 2, mask_id),
        (random_bert(seed=seed + 1), ids, slots, steps, mask_id),
        (model, strided(ids), strided(slots), steps, mask_id),
        (model, ids.masked_fill(slots, mask_id), slots, steps, mask_id),
        (model, ids.masked_fill(slots, -100), slots, steps, mask_id),
    ):
        compare_fill(check, *twin, kept=kept)


def compare_fill(
    check: Check,
    model: nn.Module,
    ids: Tensor,
    slots: Tensor,
    steps: int,
    mask_id: int,
    kept: Tensor | None = None,
) -> None:
    """Runs the answer of `mask_predict` and compares it with `fill_in_rounds`.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """

    def fill(**options: Any) -> Tensor:
        return fill_in_rounds(model, ids, slots, options.pop("steps", steps), mask_id, **options)[0]

    def unmasked() -> Tensor:
        return fill(start_masked=False)

    def masked_now(n: int, t: int, steps: int) -> int:
        """How many are masked again after round t, if N is what was masked in that round."""
        for round_ in range(1, t + 1):
            n = n * (steps - round_) // steps
        return n

    def as_one_text() -> Tensor:
        """The texts of the batch are one long text to the schedule."""

        def whole(text: Tensor) -> Output:
            return Output(model(text.view_as(ids)).logits.flatten(0, 1)[None])

        flat, open_ = ids.reshape(1, -1), slots.reshape(1, -1)
        return fill_in_rounds(whole, flat, open_, steps, mask_id)[0].view_as(ids)

    want = fill()
    got = run_on_copy(check, model, ids, slots, steps, mask_id)
    check.tensor(got, ids.shape, torch.int64)
    stale = kept is not None and got.equal(kept) and not want.equal(kept)
    check.that(not stale, "check-remembered")
    if not got.equal(want) and bool((ids >= 0).all()):  # these may change what is no slot, too
        for way in ("argsort", "most", "outside", "batch", "largest", "open"):
            wrong = filled_by_places(model, ids, slots, steps, mask_id, way)
            check.that(not got.equal(wrong) or wrong.equal(fill(steps=1)), f"fill-by-{way}")
    check.that(got[~slots].equal(ids[~slots]), "fill-prompt")
    left = ((got == mask_id) & slots).any(1)
    check.that(left.all() or not left.any(), "fill-mask-left-some", row=int(left.long().argmax()))
    check.that(not left.any(), "fill-mask-left")
    first, most = slots[0].sum().item(), int(slots.sum(1).max())
    check.equal(
        got,
        want,
        key="fill-wrong",
        mistakes={
            "fill-float": lambda: fill(count=lambda n, t, s: int(n * (1 - t / s))),
            "fill-float-share": lambda: fill(count=lambda n, t, s: int(n * ((s - t) / s))),
            "fill-mask-id": lambda: fill_in_rounds(model, ids, slots, steps, TINY_MASK_ID)[0],
            "fill-fewer-rounds": lambda: fill(steps=max(1, min(steps, most))),
            "fill-one-round": lambda: fill(steps=1),
            "fill-last": lambda: fill(again="last"),
            "fill-most": lambda: fill(again="most"),
            "fill-grows": lambda: fill(count=lambda n, t, s: n * t // s if t < s else 0),
            "fill-late": lambda: fill(count=lambda n, t, s: n * (s - t + 1) // s if t < s else 0),
            "fill-at-least-one": lambda: fill(
                count=lambda n, t, s: min(n, max(1, n * (s - t) // s)) if t < s else 0
            ),
            "fill-one-at-a-time": lambda: fill(count=lambda n, t, s: n - t if t < s else 0),
            "fill-one-each": lambda: fill(count=lambda n, t, s: min(1, n * (s - t) // s)),
            "fill-early": lambda: fill(count=lambda n, t, s: n * (s - t - 1) // s),
            "fill-ceil": lambda: fill(count=lambda n, t, s: -(n * (t - s) // s)),
            "fill-nearest": lambda: fill(count=lambda n, t, s: round(n * (s - t) / s)),
            "fill-of-all-places": lambda: fill(count=lambda n, t, s: ids.shape[1] * (s - t) // s),
            "fill-first-count": lambda: fill(count=lambda n, t, s: first * (s - t) // s),
            "fill-by-largest": lambda: fill(count=lambda n, t, s: most * (s - t) // s),
            "fill-masked-now": lambda: fill(count=masked_now),
            "fill-across": as_one_text,
            "fill-anew": lambda: fill(anew=True),
            "fill-fresh": lambda: fill(fresh=True),
            "fill-fresh-best": lambda: fill(fresh_best=True),
            "fill-forgets": lambda: fill(forget=True),
            "fill-logits": lambda: fill(confidence=lambda logits: logits),
            "fill-positions": lambda: fill(confidence=lambda logits: logits.softmax(1)),
            "fill-row-before": lambda: fill(
                confidence=lambda logits: logits.softmax(-1).roll(1, 1)
            ),
            # What is no id cannot be read.
            **({"fill-not-masked-first": unmasked} if bool((ids >= 0).all()) else {}),
            "fill-untouched": ids,
        },
    )


# --- infill ---------------------------------------------------------------------------------------


def text_scores(logits: Tensor, ids: Sequence[int], dim: int = -1, shift: int = 1) -> list[float]:
    """log p of each id but the first, given those before it.

    logits: of the text, [positions, vocabulary]. dim: over which the softmax runs. shift=0: each row
    is asked for its own id.
    """
    rows = len(ids) - shift
    log_p = logits[:rows].double().log_softmax(dim)
    return log_p[range(rows), list(ids[shift:])].tolist()


@torch.no_grad()
def logits_of(lm: nn.Module, texts: Sequence[Sequence[int]]) -> list[Tensor]:
    """The logits of each text, [positions, vocabulary]: texts of one length are run together."""
    found: dict[int, Tensor] = {}
    for length in {len(text) for text in texts}:
        places = [place for place, text in enumerate(texts) if len(text) == length]
        logits = lm(torch.tensor([list(texts[place]) for place in places])).logits
        found.update(zip(places, logits))
    return [found[place] for place in range(len(texts))]


def infill_scores(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> dict[str, list[float]]:
    """For each way to score a candidate, right ("all") or wrong, the candidates' scores."""
    scores: dict[str, list[float]] = defaultdict(list)
    texts = [[*prefix, *candidate, *suffix] for candidate in candidates]
    turned = [[*suffix, *candidate, *prefix] for candidate in candidates] if suffix else texts
    longest = max(map(len, texts))
    padded = [[*text, *[0] * (longest - len(text))] for text in texts]
    forth, back, long = logits_of(lm, texts), logits_of(lm, turned), logits_of(lm, padded)
    for place, candidate in enumerate(candidates):
        whole, logits = texts[place], forth[place]
        terms = text_scores(logits, whole)
        start, end = len(prefix) - 1, len(prefix) - 1 + len(candidate)
        own, after = sum(terms[start:end]), sum(terms[end:])
        scores["all"].append(sum(terms))
        scores["no-zeros"].append(sum(term for term, word in zip(terms, whole[1:]) if word))
        scores["first-missing"].append(sum(terms[1:]))
        scores["own-first"].append(sum(terms[start + 1 :]))
        scores["positions"].append(sum(text_scores(logits, whole, dim=0)))
        scores["no-shift"].append(sum(text_scores(logits, whole, shift=0)))
        scores["left"].append(own)
        scores["padded"].append(sum(text_scores(long[place], padded[place])))
        scores["mean"].append((own + after) / max(len(terms), 1))
        scores["candidate-mean"].append((own + after) / len(candidate))
        scores["suffix"].append(after)
        scores["next"].append(sum(terms[start : end + 1]))
        scores["suffix-first"].append(sum(text_scores(back[place], turned[place])))
    return scores


InfillCase = tuple[nn.Module, list[int], list[list[int]], list[int]]


def infill_case(
    seed: int, words: int = 14, before: int = 2, after: int = 3, level: float = 1.0
) -> InfillCase:
    """A decoder, a prefix of `before` ids, `words` candidates of 1 to 3 ids, a suffix of `after`."""
    generator = torch.Generator().manual_seed(seed)

    def draw(length: int) -> list[int]:
        return torch.randint(1, 12, (length,), generator=generator).tolist()

    prefix, suffix = [0, *draw(before - 1)], draw(after)
    positions = 64 if before + after < 50 else 256
    lm = random_gpt(seed=seed % 20, positions=positions, level=level)
    return lm, prefix, [draw(1 + k % 3) for k in range(words)], suffix


def first_case(seed: int) -> InfillCase:
    """Two candidates behind a start token; the worse one is better where the gap is not scored."""
    lm, prefix, _, suffix = infill_case(seed, words=0, before=1)
    ones = [[a] for a in range(1, 12)]
    score = whole_scores(lm, prefix, ones, suffix)
    rest = score - whole_scores(lm, prefix, ones, [])
    pairs = (score[:, None] - score > 0.5) & (rest - rest[:, None] > 0.5)
    best, other = pairs.nonzero()[0].tolist()
    return lm, prefix, [ones[other], ones[best]], suffix


def zero_case(seed: int) -> InfillCase:
    """Two candidates, one with the id 0, which is best where zeros are not scored, and only there."""
    lm, prefix, _, suffix = infill_case(seed, words=0)
    ones, with_zero = [[a] for a in range(1, 12)], [[0, a] for a in range(1, 12)]
    one = whole_scores(lm, prefix, ones, suffix)
    two = whole_scores(lm, prefix, with_zero, suffix)
    zero = whole_scores(lm, prefix, [[0]], []) - whole_scores(lm, prefix, [[]], [])
    better = one[:, None] - two  # [11, 11]
    pairs = (better > 0.5) & (better < -zero - 0.5)
    best, other = pairs.nonzero()[0].tolist()
    return lm, prefix, [with_zero[other], ones[best]], suffix


def mean_case(seed: int) -> InfillCase:
    """Twelve candidates of one id and of two: where a score is divided by a number of tokens, one of
    two ids is best, and in every other way of `infill_scores`, right or wrong, one of one id."""
    ids = range(1, 12)
    candidates = [[a] for a in ids] + [[a, b] for a in ids for b in ids if (a + b) % 3 == 0]
    while True:
        lm, prefix, _, suffix = infill_case(seed, words=0)
        found = infill_scores(lm, prefix, candidates, suffix)
        scores = {name: torch.tensor(values) for name, values in found.items()}
        signs = {name: -1 if name.endswith("mean") else 1 for name in scores}
        # [ways, 11, 41]: by how much the one of one id is better, for a mean the other
        apart = torch.stack(
            [signs[name] * (score[:11, None] - score[11:]) for name, score in scores.items()]
        )
        for one, two in (apart.amin(0) > 0.05).nonzero().tolist():
            pair = torch.tensor([one, 11 + two])
            best = {name: score[pair].max() for name, score in scores.items()}
            worse = torch.stack([score < best[name] - 0.1 for name, score in scores.items()]).all(0)
            others = worse.nonzero()[:, 0].tolist()
            if scores["all"][one] - scores["all"][11 + two] > 0.5 and len(others) > 9:
                picked = [*others[:5], 11 + two, one, *others[-5:]]
                return lm, prefix, [candidates[k] for k in picked], suffix
        seed += 1


def near_case(seed: int, longer: bool) -> InfillCase:
    """Two candidates, of one id and of two, whose scores differ by 0.25 to 0.4; longer: the one of
    two ids is better."""
    lm, prefix, _, suffix = infill_case(seed, words=0)
    ones = [[a] for a in range(12)]
    twos = [[a, b] for a in range(12) for b in range(12)]
    scores = [whole_scores(lm, prefix, candidates, suffix) for candidates in (ones, twos)]
    apart = (scores[1][:, None] - scores[0]) * (1 if longer else -1)  # [144, 12]
    two, one = ((apart > 0.25) & (apart < 0.4)).nonzero()[0].tolist()
    return lm, prefix, [ones[one], twos[two]], suffix


@torch.no_grad()
def whole_scores(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> Tensor:
    """log p of the text with each of the candidates, which have one length: float64 [candidates]."""
    ids = torch.tensor([[*prefix, *candidate, *suffix] for candidate in candidates])
    log_p = lm(ids).logits[:, :-1].double().log_softmax(-1)
    return log_p.gather(-1, ids[:, 1:, None])[..., 0].sum(1)


def infill_cases(seed: int) -> Iterator[InfillCase]:
    """See `infill_case`: a mean that favours another, two gaps, nothing before but a start token,
    nothing behind, one candidate, a text so long that its probability is 0 in any floating dtype,
    probabilities that all are, the first token that is scored, the id 0, two candidates that are
    almost equal."""
    yield mean_case(seed)
    yield infill_case(seed)
    yield infill_case(seed + 80)
    yield infill_case(seed + 1, words=10, before=1, after=5)
    yield infill_case(seed + 2, words=5, after=0)
    yield infill_case(seed + 3, words=1)
    lm, prefix, candidates, suffix = infill_case(seed + 56, words=5, after=200)
    # The first, which a product of probabilities leaves, is the least probable.
    candidates.sort(key=lambda candidate: whole_scores(lm, prefix, [candidate], suffix).item())
    yield lm, prefix, candidates, suffix
    lm, prefix, candidates, suffix = infill_case(seed + 7, words=5, level=1e5)
    yield lm, prefix, candidates[::-1], suffix
    yield first_case(seed)
    yield zero_case(seed)
    yield near_case(seed, longer=False)
    yield near_case(seed, longer=True)


def compare_infill_twins(check: Check, seed: int) -> None:
    """The same gap before two suffixes of the same ids, of which each makes another candidate the
    best; and the candidates in another order."""
    lm, prefix, _, suffix = infill_case(seed, words=0)
    ones = [[a] for a in range(1, 12)]
    first, turned = (whole_scores(lm, prefix, ones, end) for end in (suffix, suffix[::-1]))
    pairs = (first[:, None] - first > 0.5) & (turned - turned[:, None] > 0.5)
    found = pairs.nonzero()
    candidates = [ones[k] for k in (found[0].tolist() if len(found) else (0, 1))]
    compare_infill(check, lm, prefix, candidates, suffix)
    compare_infill(check, lm, prefix, candidates, suffix[::-1], kept=True)
    compare_infill(check, lm, prefix, candidates[::-1], suffix)
    best = whole_scores(lm, prefix, candidates, suffix).argmax()
    for k in range(1, 40):  # the same texts, for a model that prefers the other candidate by far
        another = infill_case(seed + k, words=0)[0]
        scores = whole_scores(another, prefix, candidates, suffix)
        if scores.max() - scores[best] > 0.5:
            compare_infill(check, another, prefix, candidates, suffix, kept=True)
            break


def compare_infill(
    check: Check,
    lm: nn.Module,
    prefix: list[int],
    candidates: list[list[int]],
    suffix: list[int],
    kept: bool = False,
) -> None:
    """Runs the answer of `infill` and compares its choice with the most probable whole text.

    kept: whether the other candidate was right in a call that somebody might take this one for.
    """
    scores = infill_scores(lm, prefix, candidates, suffix)

    def best(name: str, pick: Callable = max) -> list[int]:
        values = scores[name]
        return candidates[values.index(pick(values))]

    with advising({r"expected sequence of length|equal size|Sizes of tensors": "infill-ragged"}):
        got = run_on_copy(check, lm, prefix, candidates, suffix)
    check.that(type(got) is not int, "infill-index")
    check.that(type(got) is list, "infill-not-a-list", kind=type(got).__name__)
    whole = [[*prefix, *candidate, *suffix] for candidate in candidates]
    check.that(got not in whole or got in candidates, "infill-whole-text")
    check.that(got in candidates, "infill-not-a-candidate", got=got)
    if got == best("all"):
        return
    check.that(not kept, "check-remembered")
    key = "infill-wrong"
    if max(scores["all"]) - min(scores["all"]) < 0.5:
        key = "infill-near"
    elif max(scores["all"]) < -1000:
        key = "infill-tiny"
    elif max(scores["all"]) < -645 and got == candidates[0]:
        key = "infill-underflow"
    else:
        if any(0 in candidate for candidate in candidates):
            check.that(got != best("no-zeros"), "infill-no-zeros")
        if len(prefix) == 1:
            check.that(got != best("first-missing"), "infill-first-missing")
        check.that(got != best("all", min), "infill-least")
        ways = ["left", "suffix", "next", "suffix-first"] if suffix else []
        if len(candidates) > 9:  # of so many none is chosen by chance
            ways = ["own-first", *ways, "no-shift", "positions"]
        if len({len(candidate) for candidate in candidates}) > 1:
            ways += ["padded", "mean", "candidate-mean"]
        if len(candidates) > 3 and got == best("no-shift") not in [best(name) for name in ways]:
            ways.append("no-shift")
        for name in ways:
            check.that(got != best(name), f"infill-{name.removeprefix('candidate-')}")
    log_p = dict(zip(map(tuple, candidates), scores["all"]))
    check.fail(
        key,
        got=got,
        score=f"{log_p[tuple(got)]:.1f}",
        want=best("all"),
        highest=f"{max(scores['all']):.1f}",
    )


# --- cross_ratio_gap ------------------------------------------------------------------------------


def ratio_cases(seed: int) -> Iterator[tuple]:
    """What `cross_ratio_gap` is called with: an ideal model, several texts, one, j before i, places
    at the ends, equal tokens, another mask, texts that hold masks elsewhere or at i and j,
    probabilities that are 0 in any floating dtype."""
    joint = random_joint(words=3, length=2, seed=seed)
    yield joint, torch.tensor([[0, 0]]), 0, 1, (0, 1), (0, 2), joint.mask_id
    generator = torch.Generator().manual_seed(seed)

    def texts(b: int, n: int) -> Tensor:
        return torch.randint(5, 14, (b, n), generator=generator)

    yield random_bert(seed=seed + 1), texts(4, 5), 1, 3, (5, 6), (7, 8), 4
    yield random_bert(seed=seed), texts(1, 5), 1, 2, (6, 5), (7, 8), 4
    yield random_bert(seed=seed + 2), texts(3, 7), 4, 0, (9, 12), (6, 10), 4
    yield random_bert(seed=seed + 3), texts(2, 4), 3, 1, (7, 8), (13, 7), 4
    yield random_bert(seed=seed + 3), texts(1, 4), 0, 3, (7, 7), (6, 8), 4  # no difference at i: 0
    yield random_bert(vocab=20, mask_id=17, seed=seed), texts(2, 6), 2, 5, (5, 9), (8, 6), 17
    ids = texts(2, 5)
    ids[:, 0] = 4  # and i and j hold words
    yield random_bert(seed=seed), ids, 1, 3, (5, 6), (7, 8), 4
    ids = texts(2, 5)
    ids[:, [1, 3]] = 4
    yield random_bert(seed=seed), ids, 1, 3, (5, 6), (7, 8), 4
    joint = random_joint(words=4, length=3, seed=seed)
    ids = torch.randint(4, (5, 3), generator=generator)
    yield joint, ids, 2, 0, (1, 3), (0, 2), joint.mask_id
    sharp = random_bert(seed=seed, level=300.0).double()
    yield sharp, texts(3, 5), 1, 3, (5, 6), (7, 8), 4


def compare_gap_twins(check: Check, seed: int) -> None:
    """Calls that differ from the first in one thing: the text, the places, the tokens, the mask, the
    model; and places that hold what is no id."""
    model, other = random_bert(seed=seed), random_bert(seed=seed + 1)
    ids, _ = text_case((4, 4), seed=seed)
    i, j, a, b, mask = 1, 3, (5, 6), (7, 8), TINY_MASK_ID
    at_i = side_of_ratio(model, ids, i, j, a, b, mask)
    kept = at_i - side_of_ratio(model, ids, j, i, b, a, mask)
    compare_gap(check, model, ids, i, j, a, b, mask)
    nothing = ids.clone()
    nothing[:, [i, j]] = -100
    for twin in (
        (model, ids.roll(1, 1), i, j, a, b, mask),
        (model, ids.flip(0), i, j, a, b, mask),
        (model, ids, j, i, b, a, mask),
        (model, ids, i, j, a[::-1], b, mask),
        (model, ids, i, j, a, (7, 9), mask),
        (model, ids, i, j, b, a, mask),
        (model, ids, i, j, a, b, 3),
        (other, ids, i, j, a, b, mask),
        (model, strided(ids), i, j, a, b, mask),
        (model, nothing, i, j, a, b, mask),
    ):
        compare_gap(check, *twin, kept=kept)
    handed, text = copy.deepcopy(model), ids.clone()
    check.run(handed, text, i, j, a, b, mask)
    text.copy_(ids.roll(1, 1))  # the same objects, with other content
    at_i = side_of_ratio(model, text, i, j, a, b, mask)
    want = at_i - side_of_ratio(model, text, j, i, b, a, mask)
    got = check.run(handed, text, i, j, a, b, mask)
    check.close(got, want, atol=1e-3, key="check-kept-object")


@torch.no_grad()
def side_of_ratio(
    model: nn.Module,
    ids: Tensor,
    place: int,
    other: int,
    own: Sequence[int],
    others: Sequence[int],
    mask_id: int | None,
    *,
    row: int | None = None,
    added: bool = False,
    one_word: bool = False,
    probabilities: bool = False,
    plain: bool = False,
    one_own: bool = False,
    alone: bool = False,
    dim: int = -1,
) -> Tensor:
    """The log cross-ratio from the conditionals at `place`, float64 [b].

    mask_id=None: nothing is masked. row: which row of the logits is read. added: the two log-ratios
    are added. one_word: the first alone. probabilities: differences in place of log-ratios; plain:
    ratios. one_own: `own[1]` is left out. alone: all other places are masked. dim: of the logits
    [b, n, v], over which the softmax runs.
    """
    ratios = []
    for word in others:
        text = ids.clone()
        if mask_id is not None:
            text[:, slice(None) if alone else place] = mask_id
        text[:, other] = word
        rows = model(text).logits.double().log_softmax(dim)
        log_p = rows[:, place if row is None else row]
        q = log_p.exp() if probabilities else log_p
        ratio = q[:, own[0]] if one_own else q[:, own[0]] - q[:, own[1]]
        ratios.append(ratio.exp() if plain else ratio)
    return ratios[0] if one_word else ratios[0] + ratios[1] * (1 if added else -1)


def compare_gap(
    check: Check,
    model: nn.Module,
    ids: Tensor,
    i: int,
    j: int,
    tokens_i: tuple[int, int],
    tokens_j: tuple[int, int],
    mask_id: int,
    kept: Tensor | None = None,
) -> None:
    """Runs the answer of `cross_ratio_gap` and compares it.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """

    def sides(mask: int | None = mask_id, **how: Any) -> tuple[Tensor, Tensor]:
        return (
            side_of_ratio(model, ids, i, j, tokens_i, tokens_j, mask, **how),
            side_of_ratio(model, ids, j, i, tokens_j, tokens_i, mask, **how),
        )

    def gap(**how: Any) -> Tensor:
        at_i, at_j = sides(**how)
        return at_i - at_j

    def tokens_swapped() -> Tensor:
        return at_i - side_of_ratio(model, ids, j, i, tokens_i, tokens_j, mask_id)

    def rows(of_i: int, of_j: int) -> Tensor:
        at_i = side_of_ratio(model, ids, i, j, tokens_i, tokens_j, mask_id, row=of_i)
        return at_i - side_of_ratio(model, ids, j, i, tokens_j, tokens_i, mask_id, row=of_j)

    def places_swapped() -> Tensor:
        at_j = side_of_ratio(model, ids, j, i, tokens_i, tokens_j, mask_id)
        return at_j - side_of_ratio(model, ids, i, j, tokens_j, tokens_i, mask_id)

    at_i, at_j = sides()
    want, b = at_i - at_j, len(ids)
    want = want.masked_fill(want.abs() < 1e-5, 0.0)  # as it is shown: rounding is no gap
    other_mask = mask_id > TINY_MASK_ID
    got = run_on_copy(check, model, ids, i, j, tokens_i, tokens_j, mask_id)
    if isinstance(got, Tensor):
        check.that(got.dim() != 0, "ratio-one-number", texts=b)
        check.that(got.isfinite().all(), "ratio-underflow")
    check.tensor(got, (b,), "float")
    tiny = want.abs().max() > -TINY_LOG_P
    mistakes = {
        **remembered(kept, want),
        "ratio-sign": -want,
        "ratio-absolute": want.abs(),
        "ratio-sum": at_i + at_j,
        "ratio-one-side": at_i,
        "ratio-other-side": at_j,
        "ratio-bits": want / math.log(2),
        "ratio-not-log": at_i.exp() - at_j.exp(),
        # What is no id cannot be read.
        **({"ratio-unmasked": lambda: gap(mask=None)} if bool((ids >= 0).all()) else {}),
        **({"ratio-mask-fixed": lambda: gap(mask=TINY_MASK_ID)} if other_mask else {}),
        "ratio-marginals": torch.zeros_like(want),
        "ratio-added-inside": lambda: gap(added=True),
        "ratio-one-word": lambda: gap(one_word=True),
        "ratio-probabilities": lambda: gap(probabilities=True),
        "ratio-tokens-swapped": tokens_swapped,
        "ratio-places-swapped": places_swapped,
        "ratio-other-rows": lambda: rows(j, i),
        **({"ratio-first-mask": lambda: rows(0, 0)} if (ids[:, 0] == mask_id).all() else {}),
        "ratio-positions": lambda: gap(dim=1),
        "ratio-row-before": lambda: rows(i - 1, j - 1),
        "ratio-plain": lambda: gap(plain=True),
        "ratio-one-token": lambda: gap(one_own=True),
        "ratio-alone": lambda: gap(alone=True),
        "ratio-mean": want.mean().expand(b),
        "ratio-first-text": want[:1].expand(b),
    }
    check.close(
        got,
        want,
        atol=1e-3 + 1e-6 * want.abs().max().item(),
        key="beyond-tiny" if tiny else "ratio-wrong",
        # What becomes 0 or equal there looks like other mistakes.
        mistakes={} if tiny else mistakes,
    )


# --- electra_targets and permutation_mask ---------------------------------------------------------


def targets_cases(seed: int) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """original, sampled, selected: texts with few words, so that the generator is often right and
    draws words that stand elsewhere; none, some or all places selected; anything elsewhere; large
    ids that a smaller dtype would confuse."""
    generator = torch.Generator().manual_seed(seed)
    yield torch.tensor([[0, 1, 2, 3]]), torch.tensor([[1, 0, 4, 2]]), torch.ones(1, 4).bool()
    # Whoever takes the sampled words in turn finds others than whoever marks all that was selected.
    yield torch.tensor([[5, 6, 7]]), torch.tensor([[6, 7, 7]]), torch.tensor([[False, True, True]])
    for shape in ((1, 4), (3, 5), (2, 1), (4, 9)):
        for rate in (0.0, 0.5, 1.0):
            original, sampled = (torch.randint(4, shape, generator=generator) for _ in range(2))
            selected = torch.rand(shape, generator=generator) < rate
            yield original, sampled, selected
            yield original, torch.where(selected, sampled, -100), selected
    original = 30_000 + torch.randint(9000, (2, 4), generator=generator)
    for more in (torch.tensor([0, 1, 2, 3]), torch.tensor([0, 256, 512, 1 << 16])):
        yield original, original + more, torch.ones(2, 4).bool()
    large = torch.tensor([[200_000, 1 << 60, 7]])  # floats confuse these with their neighbours
    yield large, large + torch.tensor([1, 1, 0]), torch.ones(1, 3).bool()
    for shape in ((1, 2100), (300, 3)):
        original, sampled = (torch.randint(4, shape, generator=generator) for _ in range(2))
        yield original, sampled, torch.rand(shape, generator=generator) < 0.5
    original, sampled = (torch.randint(4, (3, 5), generator=generator) for _ in range(2))
    selected = torch.rand(3, 5, generator=generator) < 0.5
    yield as_view(original, 0, 1), as_view(sampled, 0, 1), as_view(selected, 0, 1)
    yield strided(original), strided(sampled), strided(selected)
    yield original, sampled, selected[:1].expand(3, -1)


def compare_targets_twins(check: Check, seed: int) -> None:
    """Calls that differ from the first in the order of one argument."""
    generator = torch.Generator().manual_seed(seed)
    original, sampled = (torch.randint(4, (3, 6), generator=generator) for _ in range(2))
    selected = torch.rand(3, 6, generator=generator) < 0.5
    compare_targets(check, original, sampled, selected)
    kept = selected & (sampled != original)
    for twin in (
        (original.flip(1), sampled, selected),
        (original, sampled.flip(1), selected),
        (original, sampled, selected.flip(1)),
        (original.flip(0), sampled, selected),
        (original, sampled.flip(0), selected),
        (original, sampled, selected.flip(0)),
    ):
        compare_targets(check, *twin, kept=kept)


def compare_targets(
    check: Check,
    original: Tensor,
    sampled: Tensor,
    selected: Tensor,
    kept: Tensor | None = None,
) -> None:
    """Runs the answer of `electra_targets` and compares it; any dtype of 0 and 1 is fine.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """
    want = selected & (sampled != original)
    elsewhere = (sampled[:, :, None] == original[:, None, :]).any(-1)
    old = {} if kept is None or kept.equal(want) else {"check-remembered": kept}
    mistakes = {
        **old,
        "targets-all-selected": selected,
        "targets-in-turn": original.masked_scatter(selected, sampled) != original,
        "targets-outside": sampled != original,
        "targets-inverted": ~want,
        "targets-original": selected & (sampled == original),
        "targets-either": selected | (sampled != original),
        "targets-any-selected": selected.any(0) & (sampled != original),
        "targets-first-selected": selected[:1] & (sampled != original),
        "targets-new-words": selected & ~elsewhere,
        "targets-not-selected": ~selected & (sampled != original),
        "targets-none": torch.zeros_like(want),
        "targets-no-zeros": want & (original != 0),
        "targets-less": selected & (sampled < original),
        "targets-greater": selected & (sampled > original),
    }
    large = original.max() > 1000
    got = check.run(original, sampled, selected)
    check.tensor(got, original.shape)
    check.that(((got == 0) | (got == 1)).all(), "targets-not-binary")
    check.equal(
        got.long(),
        want.long(),
        key="targets-large" if large else "targets-wrong",
        mistakes={} if large else {key: value.long() for key, value in mistakes.items()},
    )


def permutation_cases(seed: int) -> Iterator[Tensor]:
    """Orders: one that tells the known mistakes apart, the text's own, one and two positions, as in
    the text, backwards, and random ones up to 300 positions."""
    yield torch.tensor([[2, 0, 1, 3], [1, 3, 2, 0]][seed % 2])
    yield torch.tensor([2, 0, 1])
    generator = torch.Generator().manual_seed(seed)
    for n in (4, 1, 2, 3, 5, 8, 40, 300):
        yield torch.randperm(n, generator=generator)
        yield torch.arange(n)
        yield torch.arange(n).flip(0)


def compare_permutation(check: Check, order: Tensor) -> None:
    """Runs the answer of `permutation_mask` and compares it, and again with two steps exchanged."""
    kept = _compare_order(check, order, None)
    if 4 <= len(order) <= 40:
        for places in ([0, 2, 1], [1, 0, 2]):
            twin = order.clone()
            twin[:3] = order[places]
            _compare_order(check, strided(twin), kept)


def _compare_order(check: Check, order: Tensor, kept: Tensor | None) -> Tensor:
    """Compares the answer of `permutation_mask`; returns what is right.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """
    n = len(order)
    step = torch.empty(n, dtype=torch.long)
    step[order] = torch.arange(n)  # the step in which each position is predicted
    want = step[:, None] > step[None, :]
    old = {} if kept is None else {"check-remembered": kept}
    itself, steps = torch.eye(n).bool(), torch.ones(n, n).tril(-1).bool()
    got = check.run(order)
    check.tensor(got, (n, n), torch.bool)
    check.equal(
        got,
        want,
        key="permutation-long" if n > 127 else "permutation-wrong",
        n=n,
        mistakes={
            **old,
            "permutation-itself": want | itself,
            "permutation-transposed": want.T,
            "permutation-transposed-itself": want.T | itself,
            "permutation-causal": steps,
            "permutation-causal-itself": steps | itself,
            "permutation-order-as-step": order[:, None] > order[None, :],
            "permutation-order-as-step-itself": order[:, None] >= order[None, :],
            "permutation-rows-only": steps[step],
            "permutation-columns-only": steps[:, step],
            "permutation-rows-by-order": steps[order],
            "permutation-first-itself": want | (itself & (step == 0)),
            "permutation-first-hidden": want & (step > 0),
            "permutation-last-missing": want & (step[:, None] < n - 1),
            "permutation-and-causal": want & steps,
            "permutation-or-causal": want | steps,
            "permutation-one-before": step[:, None] == step[None, :] + 1,
        },
    )
    return want


# --- the visible checks ---------------------------------------------------------------------------


def check_prefix_stable(check: Check) -> None:
    for name, model in STABLE_MODELS.items():
        compare_stable(check, name, model)


def check_sequence_log_prob(check: Check) -> None:
    rows = torch.tensor([[[0.4, 0.6], [0.25, 0.75], [0.9, 0.1]]])  # probabilities
    compare_sequence(check, rows.log(), torch.tensor([[0, 1, 1]]))
    compare_sequence(check, torch.zeros(1, 3, 2), torch.tensor([[1, 1, 1]]))  # as in the text
    for case in sequence_cases(seed=0):
        compare_sequence(check, *case)


def check_pseudo_log_likelihood(check: Check) -> None:
    for case in pseudo_cases(seed=0):
        compare_pseudo(check, *case)
    compare_pseudo_twins(check, seed=2)


def check_cross_ratio_gap(check: Check) -> None:
    for case in ratio_cases(seed=0):
        compare_gap(check, *case)
    compare_gap_twins(check, seed=4)


def check_mask_predict(check: Check) -> None:
    for case in fill_cases(seed=3):
        compare_fill(check, *case)
    compare_fill_twins(check, seed=5)


def check_infill(check: Check) -> None:
    for case in infill_cases(seed=73):
        compare_infill(check, *case)
    compare_infill_twins(check, seed=73)


def check_permutation_mask(check: Check) -> None:
    for case in permutation_cases(seed=0):
        compare_permutation(check, case)


def check_electra_targets(check: Check) -> None:
    compare_targets(
        check,
        torch.tensor([[7, 8, 9]]),
        torch.tensor([[7, 5, 6]]),
        torch.tensor([[True, True, False]]),
    )
    for case in targets_cases(seed=0):
        compare_targets(check, *case)
    compare_targets_twins(check, seed=5)
