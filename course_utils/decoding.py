"""What the lesson of 05_decoding and its lab draw on: texts to go on from and to compare with, what
a model thinks of them, a model as a function, and a count of what a model has read."""

from __future__ import annotations

import logging
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from course_utils.language.small_world import END, language

LogProbs = Callable[[tuple[int, ...]], Tensor]

# --- texts of the small world -----------------------------------------------------------------------


def short_beginnings(count: int, seed: int = 1) -> list[str]:
    """The first three words of short documents."""
    rng = random.Random(seed)
    found: list[str] = []
    while len(found) < count:
        words = language.sample(rng).words
        if len(words) <= 12:
            found.append(" ".join(words[:3]))
    return found


def real_documents(count: int, seed: int) -> list[tuple[str, ...]]:
    """The words of so many documents of the language."""
    rng = random.Random(seed)
    return [language.sample(rng).words for _ in range(count)]


def real_rows(tokenizer: Any, count: int, words: int, seed: int = 0) -> Tensor:
    """Documents of the language one after the other, cut to rows of so many words: [count, words]."""
    rng = random.Random(seed)
    rows: list[list[int]] = []
    for _ in range(count):
        row: list[str] = []
        while len(row) < words:
            row += [*language.sample(rng).words, tokenizer.eos_token]
        rows.append(tokenizer.convert_tokens_to_ids(row[:words]))
    return torch.tensor(rows)


def real_stories(tokenizer: Any, count: int, words: int, *, whole: bool = False) -> Tensor:
    """Stories of at least so many words, each after an end token: int64 [count, 1 + words].

    `whole`: not cut, but with their end, and filled up to the longest.
    """
    rng = random.Random(11)
    rows: list[Tensor] = []
    while len(rows) < count:
        story = language.sample(rng, "story").words
        if len(story) >= words:
            end = [tokenizer.eos_token]
            text = [*end, *story, *end] if whole else [*end, *story[:words]]
            ids = tokenizer.convert_tokens_to_ids(text)
            rows.append(torch.tensor(ids))
    return nn.utils.rnn.pad_sequence(
        rows, batch_first=True, padding_value=float(tokenizer.pad_token_id)
    )


def possible_next(tokenizer: Any, words: Sequence[str]) -> list[int]:
    """The tokens that the grammar allows after the words."""
    names = [tokenizer.eos_token if w == END else w for w in language.next_word(words)]
    return tokenizer.convert_tokens_to_ids(names)


def judged_places(
    model: nn.Module, tokenizer: Any, count: int, seed: int
) -> tuple[Tensor, Tensor, list[tuple[str, ...]]]:
    """Each place of so many documents: the model's logits there, float [places, V]; which tokens the
    grammar allows there, bool [places, V]; and the words before it."""
    logits, allowed, before = [], [], []
    for words in real_documents(count, seed):
        ids = [tokenizer.eos_token_id, *tokenizer.convert_tokens_to_ids(words)]
        with torch.no_grad():
            logits.append(model(torch.tensor([ids])).logits[0])
        for i in range(len(words) + 1):
            possible = torch.tensor(possible_next(tokenizer, words[:i]))
            allowed.append(torch.zeros(len(logits[-1][i])).bool().index_fill(0, possible, True))
            before.append(words[:i])
    return torch.cat(logits), torch.stack(allowed), before


def whole_documents(tokenizer: Any, rows: Tensor) -> list[tuple[str, ...]]:
    """The documents of the rows that have an end: what stands between two end tokens."""
    found = []
    for row in rows.tolist():
        tokens: list[int] = []
        for token in row:
            if token not in (tokenizer.eos_token_id, tokenizer.pad_token_id):
                tokens.append(token)
            elif tokens and token == tokenizer.eos_token_id:
                found.append(tuple(tokenizer.convert_ids_to_tokens(tokens)))
                tokens = []
    return found


def in_language(documents: Sequence[tuple[str, ...]], of: int = 0) -> float:
    """How many of the documents the grammar could have produced, as a share of all, or `of`."""
    return sum(document in language for document in documents) / (of or len(documents))


# --- what a text looks like, and what a model thinks of it ------------------------------------------


def seen_before(row: Tensor, n: int) -> list[float]:
    """For each n-gram of a row 1 if it has stood there before, else 0."""
    tokens, seen, marks = row.tolist(), set(), []
    for i in range(len(tokens) - n + 1):
        gram = tuple(tokens[i : i + n])
        marks.append(float(gram in seen))
        seen.add(gram)
    return marks


def log_probs_of(model: nn.Module, rows: Tensor, start: int) -> Tensor:
    """The log-probability of each token from `start` on, given those before it: [B, n - start]."""
    logs = []
    for row in rows:  # one at a time: less memory
        with torch.no_grad():
            after = model(row[None]).logits[0, start - 1 : -1].log_softmax(dim=-1)
        logs.append(after.gather(-1, row[start:, None])[:, 0])
    return torch.stack(logs)


def judged_stories(
    model: nn.Module, tokenizer: Any, rows: Tensor, start: int
) -> tuple[float, float, float]:
    """Of rows that begin with an end token and go on by themselves from `start`: nats per token, up
    to their end; the share of different 3-grams; the share that ends and is in the language."""
    ends = (rows[:, start:] == tokenizer.eos_token_id).long()
    own = ends.cumsum(dim=1) - ends == 0  # up to the first end, which counts
    nats = -log_probs_of(model, rows, start)[own].mean().item()
    whole = whole_documents(tokenizer, rows)
    texts = [text[start - 1 :] for text in whole]
    grams = [gram for text in texts for gram in zip(text, text[1:], text[2:], strict=False)]
    return nats, len(set(grams)) / len(grams), in_language(whole, of=len(rows))


def judged_documents(tokenizer: Any, rows: Tensor, words: int) -> tuple[float, float]:
    """Of rows that begin at the beginning: the share that ends and is in the language; the share of
    different 3-grams in the first so many words of those that end."""
    whole = whole_documents(tokenizer, rows)
    text = [word for document in whole for word in document][:words]
    grams = list(zip(text, text[1:], text[2:], strict=False))
    return in_language(whole, of=len(rows)), len(set(grams)) / len(grams)


@torch.no_grad()
def contrasted(
    expert: nn.Module, amateur: nn.Module, ids: Tensor, end: int, alpha: float = 0.1, most: int = 90
) -> Tensor:
    """Rows continued until each has an end, every word the best by contrast: int64 [B, n + new]."""
    n = ids.shape[1]
    while ids.shape[1] < n + most and not (ids[:, n:] == end).any(dim=1).all():
        large, small = (model(ids).logits[:, -1].log_softmax(dim=-1) for model in (expert, amateur))
        implausible = large < large.amax(dim=-1, keepdim=True) + math.log(alpha)
        best = (large - small).masked_fill(implausible, -math.inf).argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, best], dim=1)
    return ids


def right_answers(
    model: Any,
    tokenizer: Any,
    strategies: Iterable[dict[str, Any]],
    task: str,
    *,
    count: int,
    seed: int,
    noise: float,
) -> list[int]:
    """How many of so many examples of a task an encoder-decoder gets right with each strategy, which
    are settings of `generate`.

    noise: is added to the vectors that the encoder hands over, in units of their standard deviation;
    it is drawn once and is the same for all strategies.
    """
    from transformers.modeling_outputs import BaseModelOutput

    from course_utils.language.text_tasks import sample_task

    rng = random.Random(100 + seed)
    examples = [sample_task(task, rng) for _ in range(count)]
    batch = tokenizer([e.source for e in examples], return_tensors="pt", padding=True)
    torch.manual_seed(seed)
    with torch.no_grad():
        memory = model.encoder(**batch).last_hidden_state
    memory = memory + noise * memory.std() * torch.randn(memory.shape)
    counts = []
    for options in strategies:
        out = model.generate(
            encoder_outputs=BaseModelOutput(memory), attention_mask=batch.attention_mask,
            max_new_tokens=20, **options,
        )  # fmt: skip
        texts = tokenizer.batch_decode(out, skip_special_tokens=True)
        counts.append(
            sum(text.strip() == e.target for text, e in zip(texts, examples, strict=True))
        )
    return counts


# --- beam search ----------------------------------------------------------------------------------


def model_language(model: nn.Module, prompt: Sequence[int]) -> LogProbs:
    """The `log_prob_fn` of a decoder after a prompt."""

    @cache
    def table(tokens: tuple[int, ...]) -> Tensor:
        with torch.no_grad():
            return model(torch.tensor([[*prompt, *tokens]])).logits[0, -1].log_softmax(-1)

    def log_prob_fn(tokens: tuple[int, ...]) -> Tensor:
        return table(tuple(int(token) for token in tokens)).clone()

    return log_prob_fn


class Hypothesis(NamedTuple):
    """Tokens after the prompt, and the sum of their log-probabilities."""

    tokens: tuple[int, ...]
    total: float


# --- generate -------------------------------------------------------------------------------------


class Fed:
    """How much a model has read: `tokens`, added up over rows, and `calls`. And of its calls after the
    first the most rows, and the most that differed from each other."""

    tokens = calls = rows = different = 0


@contextmanager
def count_tokens(model: nn.Module) -> Iterator[Fed]:
    """Counts the tokens that reach the first layer of a GPT-2 while the block runs."""
    fed = Fed()

    def count(layer: nn.Module, args: tuple, kwargs: dict) -> None:
        hidden = args[0] if args else kwargs["hidden_states"]
        fed.tokens += hidden.shape[0] * hidden.shape[1]
        if fed.calls and len(hidden) > 1:
            fed.rows = max(fed.rows, len(hidden))
            fed.different = max(fed.different, len(hidden.detach().flatten(1).unique(dim=0)))
        fed.calls += 1

    handle = model.transformer.h[0].register_forward_pre_hook(count, with_kwargs=True)
    try:
        yield fed
    finally:
        handle.remove()


# --- what the library says --------------------------------------------------------------------------


def remarks(function: Callable[[], Any]) -> tuple[Any, list[str]]:
    """What a function returns, and what the library remarks on meanwhile."""
    from transformers.utils import logging as transformers_logging

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            texts.append(record.getMessage())

    texts: list[str] = []
    kept, log = Kept(), logging.getLogger("transformers")
    transformers_logging.disable_default_handler()  # it would write to stderr
    log.addHandler(kept)
    transformers_logging.set_verbosity_warning()
    try:
        return function(), texts
    finally:
        transformers_logging.set_verbosity_error()
        log.removeHandler(kept)
        transformers_logging.enable_default_handler()
