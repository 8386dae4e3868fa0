"""What the check cells of 07_beyond use: models whose answers are known, inputs, references and
comparisons."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from course_utils.beyond import JointModel, Mixer, cross_ratios, fill_in_rounds
from course_utils.checks.check import Check

# --- models whose answers are known ---------------------------------------------------------------


def random_joint(words: int, length: int, seed: int) -> JointModel:
    """A `JointModel` of `length` words out of `words`, with random probabilities."""
    generator = torch.Generator().manual_seed(seed)
    draws = 1.5 * torch.randn([words] * length, generator=generator, dtype=torch.float64)
    return JointModel(draws.exp())


TINY_MASK_ID = 4  # of the course's encoder


def random_bert(vocab: int = 14, mask_id: int = 4, seed: int = 0) -> nn.Module:
    """A small BertForMaskedLM with strong random weights; it never predicts `mask_id`."""
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
    return model


def random_gpt(vocab: int = 12, seed: int = 0) -> nn.Module:
    """A small GPT2LMHeadModel, float64, with strong random weights."""
    from transformers import GPT2Config, GPT2LMHeadModel

    config = GPT2Config(
        vocab_size=vocab, n_embd=16, n_layer=2, n_head=2, n_positions=64,
        bos_token_id=0, eos_token_id=0,
    )  # fmt: skip
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = GPT2LMHeadModel(config).double().eval()
        for parameter in model.parameters():
            if parameter.dim() > 1:
                nn.init.normal_(parameter, std=0.5)
    return model


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
    "one word": _moving("stable-one-word", word=39),
    "unordered": _moving("stable-unordered", mix=torch.ones(32, 32), placed=False),
    "constant": _stable("stable-false", spread=0.0),
    "large": _stable("stable-large", drift=1e-8, level=1e3),
    # It moves, and yet all probabilities are 0 and 1.
    "sure": _moving("stable-sure", spread=0.004, level=1e3),
    "small": _moving("stable-small", level=1e-7),
}
MORE_STABLE_MODELS = {
    "decoder": Stability(random_gpt, True, "stable-rounding"),
    "encoder": Stability(random_bert, False, "stable-true"),
    "far": _moving("stable-true", mix=leak(ahead=3)),
    "weak": _moving("stable-true", mix=leak(much=0.03)),
    "one row, late": _moving("stable-late", mix=leak(row=4, ahead=5)),
    "another word": _moving("stable-one-word", mix=leak(ahead=2), word=28),
    "small and stable": _stable("stable-rounding", drift=1e-8, level=1e-7),
    "large and not": _moving("stable-true", mix=leak(much=0.1), level=1e3),
}

# --- sequence_log_prob ----------------------------------------------------------------------------


def logits_case(
    shape: tuple[int, int], vocab: int = 7, seed: int = 0, dtype: torch.dtype = torch.float32
) -> tuple[Tensor, Tensor]:
    """Random logits [b, n, vocab] and ids [b, n]."""
    generator = torch.Generator().manual_seed(seed)
    logits = 2 * torch.randn(*shape, vocab, generator=generator, dtype=torch.float64)
    return logits.to(dtype), torch.randint(vocab, shape, generator=generator)


def compare_sequence(check: Check, logits: Tensor, ids: Tensor) -> None:
    """Runs the answer of `sequence_log_prob` and compares it, place by place."""
    got = check.run(logits, ids)
    log_p = logits.double().log_softmax(-1)
    b, n = ids.shape
    want = torch.tensor(
        [sum(log_p[text, t - 1, ids[text, t]].item() for t in range(1, n)) for text in range(b)],
        dtype=torch.float64,
    )
    same = log_p.gather(-1, ids[..., None])[..., 0]
    if isinstance(got, Tensor):
        check.that(got.dim() != 0, "sequence-one-number", texts=b)
        check.that(not got.isinf().any(), "sequence-underflow")
    check.tensor(got, (b,), "float")
    check.close(
        got,
        want,
        atol=0.03 if n > 50 else 1e-4,  # 400 terms added one by one in float32 lose some digits
        key="sequence-wrong",
        mistakes=_other(
            want,
            {
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
                "sequence-logits": logits.double()[:, :-1]
                .gather(-1, ids[:, 1:, None])[..., 0]
                .sum(1),
                "sequence-backwards": log_p[:, 1:].gather(-1, ids[:, :-1, None])[..., 0].sum(1),
            },
        ),
    )


def _other(want: Tensor, mistakes: dict[str, Tensor]) -> dict[str, Tensor]:
    """Those mistakes that differ from `want` here, and can be told from it."""
    return {k: v for k, v in mistakes.items() if not torch.allclose(v, want, atol=1e-2, rtol=0)}


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


@torch.no_grad()
def word_log_probs(
    model: nn.Module,
    ids: Tensor,
    special: Tensor,
    mask_id: int,
    hide: str = "one",
    row_before: bool = False,
) -> list[list[float]]:
    """log p of each word that is no special token, text by text.

    hide: "one", the word itself; "all", every word; "none"; "right", it and all words after it;
    "left", it and all words before it. row_before: what the row before the word says of it.
    """
    texts = []
    for row, rest in zip(ids, special):
        terms = []
        for place in (~rest).nonzero().flatten().tolist():
            text = row.clone()
            places = torch.arange(len(row))
            hidden = {
                "one": [place], "all": ~rest, "none": [],
                "right": (places >= place) & ~rest, "left": (places <= place) & ~rest,
            }[hide]  # fmt: skip
            text[hidden] = mask_id
            log_p = model(text[None]).logits[0, place - row_before].double().log_softmax(-1)
            terms.append(log_p[row[place]].item())
        texts.append(terms)
    return texts


def compare_pseudo(
    check: Check, model: nn.Module, ids: Tensor, special: Tensor, mask_id: int
) -> None:
    """Runs the answer of `pseudo_log_likelihood` and compares it with one pass for each word."""
    got = check.run(model, ids, special, mask_id)
    b = len(ids)

    def total(hide: str = "one", specials: Tensor = special, row_before: bool = False) -> Tensor:
        terms = word_log_probs(model, ids, specials, mask_id, hide, row_before)
        return torch.tensor([sum(t) for t in terms], dtype=torch.float64)

    want, counts = total(), (~special).sum(1)
    if isinstance(got, Tensor):
        check.that(got.dim() != 0, "pseudo-one-number", texts=b)
    check.tensor(got, (b,), "float")
    inside = torch.zeros_like(special)
    check.close(
        got,
        want,
        atol=1e-3,
        key="pseudo-wrong",
        mistakes={
            "pseudo-all-masked": lambda: total("all"),
            "pseudo-none-masked": lambda: total("none"),
            "pseudo-left-only": lambda: total("right"),
            "pseudo-masks-stay": lambda: total("left"),
            "pseudo-row-before": lambda: total(row_before=True),
            "pseudo-specials": lambda: total(specials=inside),
            "pseudo-specials-dropped": lambda: _without_specials(model, ids, special, mask_id),
            "pseudo-mean": lambda: want / counts.clamp(min=1),
            "pseudo-sign": -want,
            "pseudo-probability": want.exp(),
            "pseudo-bits": want / math.log(2),
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


def compare_fill(
    check: Check, model: nn.Module, ids: Tensor, slots: Tensor, steps: int, mask_id: int
) -> None:
    """Runs the answer of `mask_predict` and compares it with `fill_in_rounds`."""
    got = check.run(model, ids, slots, steps, mask_id)
    check.tensor(got, ids.shape, torch.int64)
    check.that(got[~slots].equal(ids[~slots]), "fill-prompt")
    check.that(not (got[slots] == mask_id).any(), "fill-mask-left")

    def fill(**options: Any) -> Tensor:
        return fill_in_rounds(model, ids, slots, options.pop("steps", steps), mask_id, **options)

    check.equal(
        got,
        fill(),
        key="fill-wrong",
        mistakes={
            "fill-float": lambda: fill(count=lambda n, t, s: int(n * (1 - t / s))),
            "fill-mask-id": lambda: fill_in_rounds(model, ids, slots, steps, TINY_MASK_ID),
            "fill-one-round": lambda: fill(steps=1),
            "fill-most": lambda: fill(again="most"),
            "fill-grows": lambda: fill(count=lambda n, t, s: n * t // s if t < s else 0),
            "fill-late": lambda: fill(count=lambda n, t, s: n * (s - t + 1) // s if t < s else 0),
            "fill-one-at-a-time": lambda: fill(count=lambda n, t, s: n - t if t < s else 0),
            "fill-always-all": lambda: fill(count=lambda n, t, s: n if t < s else 0),
            "fill-ceil": lambda: fill(count=lambda n, t, s: -(n * (t - s) // s)),
            "fill-nearest": lambda: fill(count=lambda n, t, s: round(n * (s - t) / s)),
            "fill-of-all-places": lambda: fill(count=lambda n, t, s: ids.shape[1] * (s - t) // s),
            "fill-anew": lambda: fill(anew=True),
            "fill-fresh": lambda: fill(fresh=True),
            "fill-forgets": lambda: fill(forget=True),
            "fill-not-masked-first": lambda: fill(start_masked=False),
        },
    )


# --- infill ---------------------------------------------------------------------------------------


@torch.no_grad()
def text_scores(lm: nn.Module, ids: Sequence[int]) -> list[float]:
    """log p of each id but the first, given those before it."""
    text = torch.tensor([list(ids)])
    log_p = lm(text).logits[0, :-1].double().log_softmax(-1)
    return log_p[range(len(ids) - 1), list(ids[1:])].tolist()


def infill_scores(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> dict[str, list[float]]:
    """For each way to score a candidate, right ("all") or wrong, the candidates' scores."""
    scores: dict[str, list[float]] = {
        name: []
        for name in ("all", "left", "mean", "candidate-mean", "suffix", "next", "suffix-first")
    }
    for candidate in candidates:
        terms = text_scores(lm, [*prefix, *candidate, *suffix])
        start, end = len(prefix) - 1, len(prefix) - 1 + len(candidate)
        own, after = sum(terms[start:end]), sum(terms[end:])
        scores["all"].append(own + after)
        scores["left"].append(own)
        scores["mean"].append((own + after) / max(len(terms), 1))
        scores["candidate-mean"].append((own + after) / len(candidate))
        scores["suffix"].append(after)
        scores["next"].append(sum(terms[start : end + 1]))
        backwards = text_scores(lm, [*suffix, *candidate, *prefix]) if suffix else terms
        scores["suffix-first"].append(sum(backwards))
    return scores


def infill_case(
    seed: int, words: int = 14
) -> tuple[nn.Module, list[int], list[list[int]], list[int]]:
    """A decoder, a prefix of 2 ids, `words` candidates of 1 to 3 ids, a suffix of 3."""
    generator = torch.Generator().manual_seed(seed)

    def draw(length: int) -> list[int]:
        return torch.randint(1, 12, (length,), generator=generator).tolist()

    prefix, suffix = [0, *draw(1)], draw(3)
    return random_gpt(seed=seed % 20), prefix, [draw(1 + k % 3) for k in range(words)], suffix


def compare_infill(
    check: Check, lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> None:
    """Runs the answer of `infill` and compares its choice with the most probable whole text."""
    got = check.run(lm, prefix, candidates, suffix)
    if isinstance(got, Tensor) and got.dim() == 1:
        got = got.tolist()
    if isinstance(got, tuple):
        got = list(got)
    check.that(type(got) is not int, "infill-index")
    check.that(type(got) is list, "infill-not-a-candidate")
    whole = [[*prefix, *candidate, *suffix] for candidate in candidates]
    check.that(got not in whole or got in candidates, "infill-whole-text")
    check.that(got in candidates, "infill-not-a-candidate")
    scores = infill_scores(lm, prefix, candidates, suffix)

    def best(name: str, pick: Callable = max) -> list[int]:
        values = scores[name]
        return candidates[values.index(pick(values))]

    if got != best("all"):
        check.that(got != best("all", min), "infill-least")
        ways = ["left", "suffix", "next", "suffix-first"] if suffix else []
        if len({len(candidate) for candidate in candidates}) > 1:
            ways += ["mean", "candidate-mean"]
        for name in ways:
            check.that(got != best(name), f"infill-{name.removeprefix('candidate-')}")
        check.fail("infill-wrong")


# --- cross_ratio_gap ------------------------------------------------------------------------------


def compare_gap(
    check: Check,
    model: nn.Module,
    ids: Tensor,
    i: int,
    j: int,
    tokens_i: tuple[int, int],
    tokens_j: tuple[int, int],
    mask_id: int,
) -> None:
    """Runs the answer of `cross_ratio_gap` and compares it."""
    got = check.run(model, ids, i, j, tokens_i, tokens_j, mask_id)
    if isinstance(got, Tensor):
        check.that(got.dim() != 0, "ratio-one-number", texts=len(ids))
    check.tensor(got, (len(ids),), "float")
    at_i, at_j = cross_ratios(model, ids, i, j, tokens_i, tokens_j, mask_id)
    want = at_i - at_j
    seen_i, seen_j = cross_ratios(model, ids, i, j, tokens_i, tokens_j, None)
    mistakes = {
        "ratio-absolute": want.abs(),
        "ratio-sign": -want,
        "ratio-sum": at_i + at_j,
        "ratio-one-side": at_i,
        "ratio-other-side": at_j,
        "ratio-bits": want / math.log(2),
        "ratio-not-log": at_i.exp() - at_j.exp(),
        "ratio-unmasked": seen_i - seen_j,
        "ratio-marginals": torch.zeros_like(want),
    }
    check.close(got, want, atol=1e-3, key="ratio-wrong", mistakes=_other(want, mistakes))


# --- electra_targets and permutation_mask ---------------------------------------------------------


def compare_targets(check: Check, original: Tensor, sampled: Tensor, selected: Tensor) -> None:
    """Runs the answer of `electra_targets` and compares it; any dtype of 0 and 1 is fine."""
    got = check.run(original, sampled, selected)
    check.tensor(got, original.shape)
    check.that(((got == 0) | (got == 1)).all(), "targets-not-binary")
    want = selected & (sampled != original)
    one = original.shape[0] == 1
    check.equal(
        got.long()[0] if one else got.long(),
        want.long()[0] if one else want.long(),
        key="targets-wrong",
        mistakes={
            key: (value.long()[0] if one else value.long())
            for key, value in {
                "targets-all-selected": selected,
                "targets-outside": sampled != original,
                "targets-inverted": ~want,
                "targets-original": selected & (sampled == original),
            }.items()
            if not value.equal(want)
        },
    )


def compare_permutation(check: Check, order: Tensor) -> None:
    """Runs the answer of `permutation_mask` and compares it."""
    got = check.run(order)
    n = len(order)
    check.tensor(got, (n, n), torch.bool)
    step = torch.empty(n, dtype=torch.long)
    step[order] = torch.arange(n)  # the step in which each position is predicted
    want = step[:, None] > step[None, :]
    mistakes = {
        "permutation-itself": want | torch.eye(n).bool(),
        "permutation-transposed": want.T,
        "permutation-transposed-itself": want.T | torch.eye(n).bool(),
        "permutation-causal": torch.ones(n, n).tril(-1).bool(),
        "permutation-causal-itself": torch.ones(n, n).tril().bool(),
        "permutation-order-as-step": order[:, None] > order[None, :],
    }
    check.equal(
        got, want, key="permutation-wrong",
        mistakes={k: v for k, v in mistakes.items() if not v.equal(want)},
    )  # fmt: skip
