"""What the lesson of 05_decoding draws on: a model as a function from a text to the next word's
log-probabilities, hypotheses about how it goes on, and a count of what a model has read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

import torch
from torch import Tensor, nn

LogProbs = Callable[[tuple[int, ...]], Tensor]

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
    """How much a model has read: `tokens`, added up over rows, and `calls`."""

    tokens = calls = 0


@contextmanager
def count_tokens(model: nn.Module) -> Iterator[Fed]:
    """Counts the tokens that reach the first layer of a GPT-2 while the block runs."""
    fed = Fed()

    def count(layer: nn.Module, args: tuple, kwargs: dict) -> None:
        hidden = args[0] if args else kwargs["hidden_states"]
        fed.tokens += hidden.shape[0] * hidden.shape[1]
        fed.calls += 1

    handle = model.transformer.h[0].register_forward_pre_hook(count, with_kwargs=True)
    try:
        yield fed
    finally:
        handle.remove()
