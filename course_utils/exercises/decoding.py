"""What the check cells of 05_decoding use: inputs, references and comparisons.

The references are transformers' own processors and its own `generate`, run for real.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache, partial
from typing import Any

import torch
from torch import Tensor, nn

from course_utils.checks.check import Check
from course_utils.decoding import Hypothesis, LogProbs, count_tokens, search_beams

BLOCKED = -1e4  # a logit at or below this is out of the race, like -inf

# --- one step: distributions ----------------------------------------------------------------------


def logits_case(
    *shape: int, seed: int = 0, spread: float = 2.0, dtype: torch.dtype = torch.float32
) -> Tensor:
    """Random logits of this shape, about half of them negative, with no two alike."""
    generator = torch.Generator().manual_seed(seed)
    return (torch.randn(*shape, generator=generator, dtype=torch.float64) * spread).to(dtype)


def compare_temperature(check: Check, logits: Tensor, t: float) -> None:
    """Runs the answer of `temperature_probs` and compares it with the softmax of logits / t."""
    got = check.run(logits, t)
    want = (logits.double() / t).softmax(-1)
    check.tensor(got, logits.shape, logits.dtype)
    check.that(not got.isnan().any(), "temperature-nan")
    check.close(
        got,
        want.to(logits.dtype),
        key="temperature-wrong",
        mistakes={
            "temperature-multiplied": lambda: (logits.double() * t).softmax(-1),
            "temperature-ignored": lambda: logits.double().softmax(-1),
            "temperature-after": lambda: logits.double().softmax(-1) / t,
            "temperature-logits": lambda: logits.double() / t,
            "temperature-log": lambda: (logits.double() / t).log_softmax(-1),
            "temperature-dim": lambda: (logits.double() / t).softmax(0),
            "temperature-batch": lambda: (
                (logits.double() / t).flatten().softmax(0).view(want.shape)
            ),
            "temperature-hard": lambda: nn.functional.one_hot(
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
    return got


def compare_top_k(check: Check, logits: Tensor, k: int) -> None:
    """Runs the answer of `top_k_filter` and compares it with the library. logits: [b, vocab].

    Of several logits equal to the k-th, all may stay (as in the library) or any of them.
    """
    from transformers import TopKLogitsWarper

    got = _filtered(check, check.run(logits, k), logits)
    want = TopKLogitsWarper(k)(None, logits)
    width = logits.shape[-1]
    border = logits.topk(min(k, width)).values[:, -1:]
    tied = ((logits == border).sum(-1) > 1).any() and border.isfinite().all()
    if tied:
        kept = got.isfinite()
        above = logits > border
        check.that((kept >= above).all() and (kept <= (logits >= border)).all(), "top-k-tie")
        check.that((kept.sum(-1) >= min(k, width)).all(), "top-k-tie")
        want = logits.masked_fill(~kept, -math.inf)
    first = logits[:1].topk(min(k, width)).values[:, -1:]
    check.close(
        got,
        want,
        key="top-k-wrong",
        mistakes={
            "filter-zero": lambda: logits.masked_fill(want.isneginf(), 0),
            "filter-probabilities": lambda: want.softmax(-1),
            "top-k-strict": lambda: logits.masked_fill(logits <= border, -math.inf),
            "top-k-first-row": lambda: logits.masked_fill(logits < first, -math.inf),
            "top-k-batch": lambda: logits.masked_fill(
                logits < logits.flatten().topk(min(k, logits.numel())).values[-1], -math.inf
            ),
            "top-k-more": lambda: TopKLogitsWarper(k + 1)(None, logits),
            "top-k-lowest": lambda: (
                -TopKLogitsWarper(k)(None, -logits).masked_fill(
                    TopKLogitsWarper(k)(None, -logits).isneginf(), math.inf
                )
            ),
            "filter-inverted": lambda: logits.masked_fill(want.isfinite(), -math.inf),
            "filter-sorted": lambda: want.sort(descending=True).values,
        },
    )


def _softmax(logits: Tensor) -> Tensor:
    return logits.softmax(-1)


def top_p_keep(
    logits: Tensor, p: float, shift: int = 0, weigh: Callable[[Tensor], Tensor] = _softmax
) -> Tensor:
    """Which of `logits` ([b, vocab], no two alike) are in the nucleus of p: bool [b, vocab].

    shift: so many tokens more (or fewer) than the smallest set whose probability reaches p.
    weigh: what is added up instead of the probabilities.
    """
    ordered = logits.double().sort(descending=True)
    probs = weigh(ordered.values)
    count = ((probs.cumsum(-1) - probs) < p).sum(-1, keepdim=True) + shift
    rank = ordered.indices.argsort(-1)
    return rank < count


def compare_top_p(check: Check, logits: Tensor, p: float) -> None:
    """Runs the answer of `top_p_filter` and compares it with the library. logits: [b, vocab]."""
    from transformers import TopPLogitsWarper

    got = check.run(logits, p)
    check.tensor(got, logits.shape, logits.dtype)
    empty = _blocked(got).isneginf().all(-1).any()
    check.that(not (empty and p < logits.softmax(-1).amax(-1).min()), "top-p-empty")
    got = _filtered(check, got, logits)
    want = TopPLogitsWarper(p)(None, logits)
    probs = logits.softmax(-1)
    one = probs == probs.amax(-1, keepdim=True)
    order = logits.argsort(-1, descending=True)

    def cut(keep: Tensor) -> Tensor:
        return logits.masked_fill(~keep, -math.inf)

    def least_first() -> Tensor:
        rising = probs.sort(-1)
        keep = rising.values.cumsum(-1) <= p
        return cut(torch.zeros_like(keep).scatter(1, rising.indices, keep))

    def unsorted() -> Tensor:
        falling = probs.sort(-1, descending=True).values
        return cut(falling.cumsum(-1) - falling < p)

    check.close(
        got,
        want,
        key="top-p-wrong",
        mistakes={
            "filter-zero": lambda: logits.masked_fill(want.isneginf(), 0),
            "filter-probabilities": lambda: want.softmax(-1),
            "top-p-not-softmax": lambda: cut(top_p_keep(logits, p, weigh=torch.exp)),
            "top-p-crossing": lambda: cut(top_p_keep(logits, p, -1) | one),
            "top-p-crossing-empty": lambda: cut(top_p_keep(logits, p, -1)),
            "top-p-more": lambda: cut(top_p_keep(logits, p, 1)),
            "top-p-unsorted": unsorted,
            "top-p-gather": lambda: want.gather(-1, order).gather(-1, order),
            "top-p-no-sort": lambda: cut(probs.cumsum(-1) - probs < p),
            "top-p-least": least_first,
            "top-p-each": lambda: cut((probs >= p) | one),
            "top-p-first-row": lambda: cut(top_p_keep(logits[:1], p).expand_as(logits)),
            "filter-inverted": lambda: logits.masked_fill(want.isfinite(), -math.inf),
            "filter-sorted": lambda: want.sort(descending=True).values,
        },
    )


def compare_penalty(check: Check, logits: Tensor, previous: Tensor, penalty: float) -> None:
    """Runs the answer of `repetition_penalty` and compares it with the library."""
    from transformers import RepetitionPenaltyLogitsProcessor

    got = check.run(logits, previous, penalty)
    check.tensor(got, logits.shape, logits.dtype)
    check.that(not got.isnan().any(), "penalty-nan")
    want = RepetitionPenaltyLogitsProcessor(float(penalty))(previous, logits)
    vocab = logits.shape[-1]
    counts = nn.functional.one_hot(previous, vocab).sum(1)
    seen = counts > 0

    def penalised(seen: Tensor, factor: Tensor | float = penalty) -> Tensor:
        return torch.where(seen, torch.where(logits < 0, logits * factor, logits / factor), logits)

    check.close(
        got,
        want,
        key="penalty-wrong",
        mistakes={
            "penalty-nothing": lambda: logits,
            "penalty-divided": lambda: torch.where(seen, logits / penalty, logits),
            "penalty-multiplied": lambda: torch.where(seen, logits * penalty, logits),
            "penalty-inverted": lambda: penalised(seen, 1 / penalty),
            "penalty-each-time": lambda: penalised(seen, penalty ** counts.to(logits.dtype)),
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


def compare_banned(check: Check, sequence: list[int], n: int) -> None:
    """Runs the answer of `banned_next` and compares it with brute force."""
    got = check.run(list(sequence), n)
    check.that(isinstance(got, (set, frozenset)), "banned-not-a-set", kind=type(got).__name__)
    got = set(got)
    check.that(all(type(token) is int for token in got), "banned-not-tokens")
    want = banned_tokens(sequence, n)
    windows = [tuple(sequence[i : i + n]) for i in range(len(sequence) - n + 1)]
    prefix = tuple(sequence[len(sequence) - n + 1 :])
    hits = [w[-1] for w in windows if w[:-1] == prefix]
    wrong = {
        "banned-long-prefix": banned_tokens(sequence, n + 1),
        "banned-short-prefix": banned_tokens(sequence, n - 1) if n > 1 else None,
        "banned-all": set(sequence),
        "banned-first": set(hits[:1]),
        "banned-last": set(hits[-1:]),
        "banned-start": {w[0] for w in windows if w[1:] == prefix},
    }
    key = "banned-wrong"
    if want and not got:
        wrong, key = {}, "banned-none" if n > 1 else "banned-unigram"

    def text(tokens: set[int]) -> str:
        return "{" + ", ".join(map(str, sorted(tokens))) + "}"

    mistakes = {name: text(tokens) for name, tokens in wrong.items() if tokens is not None}
    check.equal(text(got), text(want), key=key, mistakes=mistakes)


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


def compare_process(check: Check, logits: Tensor, previous: Tensor, config: dict[str, Any]) -> None:
    """Runs the answer of `process` and compares it with the library's chain."""
    got = check.run(logits, previous, dict(config))
    check.tensor(got, logits.shape, logits.dtype)
    check.that(not got.isnan().any(), "filter-nan")
    got = _blocked(got)
    want = chain(logits, previous, config)
    penalty, ngram, temperature, top_k, top_p = ORDER

    def without(*names: str) -> Tensor:
        return chain(logits, previous, {k: v for k, v in config.items() if k not in names})

    check.close(
        got,
        want,
        key="process-wrong",
        mistakes={
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
            "process-no-penalty": lambda: without(penalty),
            "process-no-ngram": lambda: without(ngram),
            "process-no-temperature": lambda: without(temperature),
            "process-no-top-k": lambda: without(top_k),
            "process-no-top-p": lambda: without(top_p),
            "process-nothing": lambda: logits,
            "process-probabilities": lambda: want.softmax(-1),
            "process-default-top-k": lambda: chain(logits, previous, {"top_k": 50, **config}),
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


def best_of(done: Sequence[Hypothesis], length_penalty: float) -> tuple[tuple[int, ...], float]:
    """The winner and its score: the sum divided by length ** length_penalty."""
    scores = [(h.total / len(h.tokens) ** length_penalty, h.tokens) for h in done]
    score, tokens = max(scores, key=lambda pair: pair[0])
    return tokens, score


def _length(h: Hypothesis, eos: int) -> int:
    """The tokens of a hypothesis, its end left out."""
    return max(1, len(h.tokens) - (h.tokens[-1] == eos))


def compare_beam(
    check: Check,
    log_prob_fn: LogProbs,
    width: int,
    max_len: int,
    eos: int,
    length_penalty: float = 1.0,
) -> None:
    """Runs the answer of `beam_search` and compares it with a beam search that keeps all it can.

    The cases of the chapter's checks are such that the usual readings of "beam search" agree.
    """
    beyond: list[tuple[int, ...]] = []

    def recorded(tokens: tuple[int, ...]) -> Tensor:
        if eos in list(tokens):
            beyond.append(tuple(int(token) for token in tokens))
        return log_prob_fn(tokens)

    recorded.__name__ = log_prob_fn.__name__
    got = check.run(recorded, width, max_len, eos, length_penalty)
    check.that(isinstance(got, (tuple, list)) and len(got) == 2, "beam-not-a-pair")
    tokens, score = got
    check.that(not beyond, "beam-past-eos", tokens=beyond[0] if beyond else ())
    if isinstance(tokens, Tensor):
        tokens = tokens.tolist()
    check.that(isinstance(tokens, (tuple, list)), "beam-not-tokens")
    tokens = tuple(int(token) for token in tokens)
    number = isinstance(score, Tensor) and score.numel() == 1 or isinstance(score, (float, int))
    check.that(number, "beam-not-a-score")
    score = float(score)

    def ask(**options: Any) -> list[Hypothesis]:
        return search_beams(
            log_prob_fn, **{"width": width, "max_len": max_len, "eos": eos} | options
        )[0]

    done = ask()
    want, want_score = best_of(done, length_penalty)

    def with_end(found: list[Hypothesis]) -> list[Hypothesis]:
        return [h for h in found if h.tokens[-1] == eos]

    def first() -> tuple[int, ...] | None:
        ended = with_end(done)
        shortest = min((len(h.tokens) for h in ended), default=0)
        return best_of([h for h in ended if len(h.tokens) == shortest], 0)[0] if ended else None

    def text(found: Sequence[int] | None) -> str:
        return " ".join(map(str, found or ()))

    def without_end() -> tuple[int, ...]:
        return max(done, key=lambda h: h.total / _length(h, eos) ** length_penalty).tokens

    check.equal(
        text(tokens),
        text(want),
        key="beam-wrong",
        mistakes={
            "beam-no-eos": lambda: text(want[:-1] if want[-1] == eos else None),
            "beam-no-length": lambda: text(best_of(done, 0)[0]),
            "beam-too-short": lambda: text(best_of(done, -length_penalty)[0]),
            "beam-length-plain": lambda: text(best_of(done, 1)[0]),
            "beam-probabilities": lambda: text(best_of(ask(value=torch.exp), length_penalty)[0]),
            "beam-first-end": lambda: text(first()),
            "beam-cut-ignored": lambda: text(
                best_of(with_end(done), length_penalty)[0] if with_end(done) else None
            ),
            "beam-greedy": lambda: text(best_of(ask(width=1), length_penalty)[0]),
            "beam-end-ignored": lambda: text(
                best_of([h for h in done if len(h.tokens) == max_len] or done, length_penalty)[0]
            ),
            "beam-length-no-eos": lambda: text(without_end()),
        },
    )
    total = want_score * len(want) ** length_penalty
    length = len(want)
    check.close(
        score,
        want_score,
        atol=1e-4,
        key="beam-score",
        mistakes={
            "beam-score-sum": total,
            "beam-score-no-eos": lambda: total / max(length - 1, 1) ** length_penalty,
            "beam-score-mean": total / length,
            "beam-score-multiplied": total * length**length_penalty,
            "beam-score-probability": math.exp(total),
        },
    )


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


@lru_cache(maxsize=4)
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
    check: Check, expert: Tensor, amateur: Tensor, alpha: float, beta: float
) -> None:
    """Runs the answer of `contrastive_scores` and compares it with the paper's definition."""
    got = check.run(expert, amateur, alpha, beta)
    check.tensor(got, expert.shape, "float")
    check.that(not got.isnan().any(), "contrast-nan")
    got = _blocked(got)
    large, small = expert.log_softmax(-1), amateur.log_softmax(-1)
    p, q = large.exp(), small.exp()
    scores = large - beta * small
    keep = p >= alpha * p.amax(-1, keepdim=True)

    def cut(keep: Tensor, scores: Tensor = scores) -> Tensor:
        return scores.masked_fill(~keep, -math.inf)

    check.close(
        got,
        cut(keep),
        key="contrast-wrong",
        mistakes={
            "contrast-no-plausible": lambda: scores,
            "filter-zero": lambda: scores.masked_fill(~keep, 0),
            "filter-inverted": lambda: cut(~keep),
            "contrast-logits": lambda: cut(keep, expert - beta * amateur),
            "contrast-swapped": lambda: cut(
                q >= alpha * q.amax(-1, keepdim=True), small - beta * large
            ),
            "contrast-amateur-set": lambda: cut(q >= alpha * q.amax(-1, keepdim=True)),
            "contrast-no-beta": lambda: cut(keep, large - small),
            "contrast-alpha-weight": lambda: cut(keep, large - alpha * small),
            "contrast-exchanged": lambda: cut(
                p >= beta * p.amax(-1, keepdim=True), large - alpha * small
            ),
            "contrast-added": lambda: cut(keep, large + beta * small),
            "contrast-probabilities": lambda: cut(keep, p - beta * q),
            "contrast-strict": lambda: cut(p > alpha * p.amax(-1, keepdim=True)),
            "contrast-threshold": lambda: cut(p >= alpha),
            "contrast-threshold-log": lambda: cut(large >= alpha * large.amax(-1, keepdim=True)),
            "contrast-batch": lambda: cut(p >= alpha * p.max()),
            "contrast-expert-only": lambda: cut(keep, large),
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


def _sampled(model: nn.Module, ids: Tensor, config: dict[str, Any], seed: int, last: str) -> Tensor:
    """The text that is drawn when the step `last` of the chain comes after all others."""
    order = [*(name for name in ORDER if name != last), last]
    eos, pad = config.get("eos_token_id"), config.get("pad_token_id", 0)
    ended = torch.zeros(len(ids), 1).bool()
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(seed)
        for _ in range(config["max_new_tokens"]):
            logits = chain(model(ids).logits[:, -1], ids, config, order)
            drawn = torch.multinomial(logits.softmax(-1), num_samples=1)
            ids = torch.cat([ids, drawn.masked_fill(ended, pad)], dim=1)
            ended |= torch.tensor([[token == eos] for token in drawn[:, 0].tolist()])
    return ids


@contextmanager
def _lowered(model: nn.Module, by: float) -> Iterator[None]:
    """All logits of the model are lower by so much while the block runs: the same probabilities."""
    handle = model.lm_head.register_forward_hook(lambda head, args, logits: logits - by)
    try:
        yield
    finally:
        handle.remove()


def compare_generate(
    check: Check, ids: Tensor, config: dict[str, Any], seed: int = 0, lower: float = 0.0
) -> None:
    """Runs the answer of `generate` on the tiny decoder and compares it with the library's.

    Tokens must be the same up to each row's end, and every token may be read only once.
    lower: what is taken from all logits. The real GPT-2's are negative, and a penalty sees that.
    """
    with _lowered(decoder()[0], lower):
        _compare_generate(check, ids, config, seed)


def _compare_generate(check: Check, ids: Tensor, config: dict[str, Any], seed: int) -> None:
    model = decoder()[0]
    rows, n = ids.shape
    beams = config.get("num_beams", 1)
    most = config["max_new_tokens"]
    eos, pad = config.get("eos_token_id"), config.get("pad_token_id", 0)

    def library(**changes: Any) -> Tensor:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            return library_generate(model, ids, config | changes)

    def cut(row: Tensor) -> list[int]:
        new = row[n:].tolist()
        return new[: new.index(eos) + 1] if eos in new else new

    want = library()
    with torch.random.fork_rng(devices=[]), count_tokens(model) as fed, _library_closed() as called:
        torch.manual_seed(seed)
        try:
            got = check.run(model, ids, dict(config))
        finally:
            if called:
                check.fail("generate-library", function=called[0])
    check.tensor(got, dtype=torch.int64)
    check.that(
        got.dim() == 2 and len(got) == rows, "generate-shape", rows=rows, got=list(got.shape)
    )
    new_only = got.shape[1] < n or not got[:, :n].equal(ids)
    check.that(
        not new_only, "generate-prompt-beams" if beams > 1 and rows > 1 else "generate-prompt"
    )
    new = got.shape[1] - n
    check.that(new <= most, "generate-too-long", new=new, most=most)
    mode = "beam" if beams > 1 else "sample" if config.get("do_sample") else "greedy"
    mistakes: dict[str, Callable[[], Tensor]] = {}
    if beams > 1:
        mistakes["generate-beam-default-length"] = lambda: library(length_penalty=1.0)
        mistakes["generate-beam-no-length"] = lambda: library(length_penalty=0.0)
        mistakes["generate-beam-is-greedy"] = lambda: library(num_beams=1)
    elif mode == "sample":
        mistakes["generate-sample-is-greedy"] = lambda: library(do_sample=False)
        mistakes["generate-no-temperature"] = lambda: library(temperature=1.0)
        mistakes["generate-no-top-k"] = lambda: library(top_k=0)
        mistakes["generate-no-top-p"] = lambda: library(top_p=1.0)
        if "top_k" not in config:
            mistakes["generate-default-top-k"] = lambda: library(top_k=50)
        for name, last in (
            ("generate-temperature-late", "temperature"),
            ("generate-top-k-late", "top_k"),
        ):
            mistakes[name] = partial(_sampled, model, ids, config, seed, last)
    else:
        mistakes["generate-greedy-draws"] = lambda: library(do_sample=True)
    if config.get("repetition_penalty", 1.0) != 1.0:
        mistakes["generate-no-penalty"] = lambda: library(repetition_penalty=1.0)
    ours, theirs = [cut(row) for row in got], [cut(row) for row in want]
    if ours != theirs:
        key = f"generate-{mode}"
        if mode == "greedy" and "repetition_penalty" in config:
            key = "generate-penalty"
        for name, wrong in mistakes.items():
            if ours == [cut(row) for row in wrong()]:
                key = name
                break
        row = next(i for i in range(rows) if ours[i] != theirs[i])
        a, b = ours[row], theirs[row]
        pairs = itertools.zip_longest(a, b)
        place = next(i for i, (x, y) in enumerate(pairs) if x != y)
        if place == len(a) < len(b):
            key = "generate-too-early"
        elif b[place] == eos and a[place] == pad:
            key = "generate-end-lost"
        check.fail(
            key,
            row=row + 1,
            place=place + 1,
            got=_word(a, place),
            want=_word(b, place),
            config=_shown(config),
        )
    longest = max(map(len, theirs))
    check.that(got.shape[1] <= n + longest, "generate-goes-on", new=got.shape[1] - n, want=longest)
    for row, kept in zip(got, ours, strict=True):
        rest = set(row[n + len(kept) :].tolist())
        check.that(rest <= ({pad, eos} if beams > 1 else {pad}), "generate-padding", pad=pad)
    allowed = rows * beams * (n + most)
    check.that(
        fed.tokens <= allowed, "generate-no-cache", fed=fed.tokens, calls=fed.calls, most=allowed
    )


def _word(tokens: Sequence[int], place: int) -> str:
    """The word at a place of a text, for a message."""
    if place >= len(tokens):
        return "nothing"
    return repr(decoder()[1].convert_ids_to_tokens(tokens[place]))


def _shown(config: dict[str, Any]) -> str:
    """A configuration without what is not to be talked about."""
    hidden = ("pad_token_id", "max_new_tokens")
    shown = [f"{k}={v}" for k, v in config.items() if k not in hidden and v is not None]
    return ", ".join(shown) or "no settings"
