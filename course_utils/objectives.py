"""What the lesson of 03_objectives draws on: the language of its small experiments, batches of it,
and optimizers that are quick at this size."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from course_utils.language.grammar import Language
from course_utils.language.small_world import LEXICON, RULES

# --- the experiments ------------------------------------------------------------------------------


PAD, MASK, EDGE = "[PAD]", "[MASK]", "<end>"  # EDGE stands before and after each text
SHORT = ("8* {clue}", "5* {agreement}", "5* {bank}", "5* {simple}")


@functools.lru_cache(maxsize=1)
def short_texts() -> Language:
    """The small world without stories, reviews and facts: texts of about ten words.

    A model learns it in seconds, and its entropies are as exact as those of the whole language.
    """
    return Language(RULES | {"document": SHORT}, LEXICON)


@functools.lru_cache(maxsize=1)
def vocabulary() -> tuple[str, ...]:
    """`PAD`, `MASK`, `EDGE` (the ids 0, 1, 2) and the words of `short_texts`."""
    return (PAD, MASK, EDGE, *short_texts().words)


def sample_texts(count: int, seed: int | str) -> list[tuple[str, ...]]:
    """`count` texts of the short language, each a tuple of words."""
    rng = random.Random(seed)
    return [short_texts().sample(rng).words for _ in range(count)]


def to_ids(texts: Sequence[Sequence[str]]) -> Tensor:
    """int64 [texts, longest + 2]: `EDGE`, the words, `EDGE`, and `PAD` up to the longest."""
    numbers = {word: number for number, word in enumerate(vocabulary())}
    rows = [[numbers[word] for word in (EDGE, *text, EDGE)] for text in texts]
    longest = max(map(len, rows))
    return torch.tensor([row + [0] * (longest - len(row)) for row in rows])


def batches(
    texts: Sequence[Sequence[str]], size: int, count: int, generator: torch.Generator
) -> list[Tensor]:
    """`count` batches of `size` texts of like length, int64 [size, length], in random order."""
    made: list[Tensor] = []
    while len(made) < count:
        order = torch.randperm(len(texts), generator=generator).tolist()
        order.sort(key=lambda i: len(texts[i]))  # stable: texts of one length stay shuffled
        starts = torch.randperm(len(order) // size, generator=generator).tolist()
        made += [to_ids([texts[i] for i in order[s * size : (s + 1) * size]]) for s in starts]
    return made[:count]


def corrupt(
    ids: Tensor, rate: float, generator: torch.Generator, always_mask: bool = False
) -> tuple[Tensor, Tensor]:
    """(inputs, labels) for masked language modelling of `to_ids` texts, 80/10/10.

    rate: the share of words that are chosen; always_mask: each chosen word becomes `MASK`.
    """
    words = ids > 2
    chosen = (torch.rand(ids.shape, generator=generator) < rate) & words
    fate = torch.rand(ids.shape, generator=generator)
    strange = torch.randint(3, len(vocabulary()), ids.shape, generator=generator)
    inputs = torch.where(chosen & (fate >= 0.9), strange, ids)
    inputs = inputs.masked_fill(chosen & ((fate < 0.8) | always_mask), 1)
    return inputs, ids.masked_fill(~chosen, -100)


class Muon:
    """One step of Muon for many small matrices: momentum, then the update nearest to a rotation.

    `torch.optim.Muon` takes the matrices one by one and rounds to bfloat16. Here matrices of one
    shape are one product, which takes a quarter of the time, and float32 keeps the results of
    different processors together.
    """

    def __init__(
        self, matrices: Sequence[nn.Parameter], momentum: float = 0.95, decay: float = 0.01
    ):
        shapes: dict[torch.Size, list[nn.Parameter]] = {}
        for matrix in matrices:
            shapes.setdefault(matrix.shape, []).append(matrix)
        self.groups = [(group, torch.zeros(len(group), *shape)) for shape, group in shapes.items()]
        self.momentum, self.decay = momentum, decay

    @torch.no_grad()
    def step(self, rate: float) -> None:
        for group, past in self.groups:
            gradients = torch.stack(
                [torch.zeros_like(p) if p.grad is None else p.grad for p in group]
            )
            past.lerp_(gradients, 1 - self.momentum)
            updates = _nearly_orthogonal(gradients.lerp_(past, self.momentum))
            scale = 0.2 * math.sqrt(max(past.shape[1:]))  # entries as large as AdamW's
            for matrix, update in zip(group, updates):
                matrix.mul_(1 - rate * self.decay).add_(update, alpha=-rate * scale)


def _nearly_orthogonal(x: Tensor) -> Tensor:
    """[k, rows, columns]: each with its singular values near 1, by five Newton-Schulz steps."""
    tall = x.shape[1] > x.shape[2]
    x = x.mT if tall else x
    x = x / x.norm(dim=(1, 2), keepdim=True).clamp(min=1e-7)
    for _ in range(5):
        square = x @ x.mT
        polynomial = torch.baddbmm(square, square, square, beta=-4.775, alpha=2.0315)
        x = torch.baddbmm(x, polynomial, x, beta=3.4445)
    return x.mT if tall else x


def fast_optimizers(model: nn.Module, steps: int) -> Callable[[], None]:
    """A function that takes one training step: clip, update, set the gradients to zero.

    Muon for the matrices of `model.layers` and AdamW for the rest, as the tiny models were
    trained; the rates rise for 30 steps and then fall to zero.
    """
    matrices = [p for p in model.layers.parameters() if p.ndim == 2]
    chosen = {id(p) for p in matrices}
    others = [p for p in model.parameters() if id(p) not in chosen]
    muon = Muon(matrices)
    adamw = torch.optim.AdamW(others, lr=1e-2, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
    done = 0

    def step() -> None:
        nonlocal done
        scale = min(1.0, (done + 1) / 30) * max(1 - done / steps, 0.02)
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        muon.step(2e-2 * scale)
        adamw.param_groups[0]["lr"] = 1e-2 * scale
        adamw.step()
        model.zero_grad()
        done += 1

    return step
