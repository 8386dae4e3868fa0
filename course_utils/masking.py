"""What the lesson of 02_masking and its lab draw on: one layer of transformers' BERT to hand masks to,
what moves when a word is replaced, a small model and its language, and the functions that a detector
of leaks is tried on."""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_utils.attention import normal
from course_utils.messages import CourseError, say


def small_bert(attention: str) -> nn.Module:
    """A BertModel with one layer and random weights, in eval mode. attention: "eager" or "sdpa"."""
    from transformers import BertConfig, BertModel

    config = BertConfig(
        vocab_size=20,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        initializer_range=0.3,
        attn_implementation=attention,
    )
    return BertModel(config, add_pooling_layer=False).eval()


def changes(read: Callable[[Tensor], Tensor], ids: Tensor, other: int) -> Tensor:
    """Float [n, n]: how far output i moves, at most, when token j is replaced by `other`.

    read: from ids [1, n] to outputs [n, width].
    """
    if ids.is_floating_point():
        raise CourseError(say("changes-of-ids"))
    n = ids.shape[1]
    moved = torch.zeros(n, n)
    with torch.no_grad():
        base = read(ids)
        for j in range(n):
            changed = ids.clone()
            changed[0, j] = other
            moved[:, j] = (read(changed) - base).abs().amax(dim=-1)
    return moved


# --- a language whose floor is known, and the model that learns it ---------------------------------


class OneLayer(nn.Module):
    """The least that can predict words: embeddings, one attention, a small network."""

    def __init__(self, vocabulary: int = 24, width: int = 48, length: int = 16):
        super().__init__()
        self.word, self.place = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
        self.norm, self.qkv = nn.LayerNorm(width), nn.Linear(width, 3 * width)
        inner = 2 * width
        self.network = nn.Sequential(nn.Linear(width, inner), nn.GELU(), nn.Linear(inner, width))
        self.head = nn.Linear(width, vocabulary)

    def forward(self, ids: Tensor, keep: Tensor) -> Tensor:
        """From ids [B, n] and a mask bool [n, n], True = may see, to logits [B, n, vocabulary]."""
        return self.read(self.word(ids), keep)

    def read(self, vectors: Tensor, keep: Tensor) -> Tensor:
        """From vectors [..., n, width] of the words to logits [..., n, vocabulary]."""
        x = vectors + self.place(torch.arange(vectors.shape[-2]))
        q, k, v = self.qkv(self.norm(x)).chunk(3, dim=-1)
        x = x + F.scaled_dot_product_attention(q, k, v, attn_mask=keep)
        return self.head(x + self.network(x))


def on_vectors(model: OneLayer, keep: Tensor) -> Callable[[Tensor], Tensor]:
    """The model under this mask as a function of vectors: floats [n, d] to floats [n, d], for any d.

    A fixed random matrix brings them to the model's width, and another its logits back to the width d.
    """
    vocabulary, width = model.word.weight.shape
    spread = model.word.weight.detach().std()  # so that they are as large as the vectors of words

    def f(x: Tensor) -> Tensor:
        n, d = x.shape
        into, back = normal(d, width, seed=1), normal(vocabulary, d, seed=2)
        return (model.read(x.float() @ into * spread / d**0.5, keep[:n, :n]) @ back).to(x.dtype)

    return f


def dependence(
    answer: Callable[[], Callable[[Callable[[Tensor], Tensor], int], Tensor]],
    model: OneLayer,
    keep: Tensor,
    ids: Tensor,
) -> tuple[Tensor, str]:
    """Which outputs of the model depend on which inputs, bool [n, n], and a sentence: who found it.

    answer: gives a function as exercise 2.7 asks for; it gets the model as a function of vectors.
    If it fails, or finds other looks ahead than replacing the words of ids [1, n] does, the words tell.
    """
    absent = min(set(range(model.word.num_embeddings)) - set(ids[0].tolist()))
    by_words = changes(lambda ids: model(ids, keep)[0], ids, absent) > 1e-4  # more than rounding
    try:
        found = answer()(on_vectors(model, keep), ids.shape[1])
        if found.dtype == torch.bool and found.triu(1).equal(by_words.triu(1)):
            return found, say("leaks-yours")
    except Exception:  # an answer that is open or wrong may stop with anything
        pass
    return by_words, say("leaks-ours")


def puzzle_masks(n: int) -> dict[str, Tensor]:
    """The masks of the puzzle's two models, by name: bool [n, n], True = may see. One leaks."""
    everything = torch.ones(n, n, dtype=torch.bool)
    return {"first": everything.tril(0), "second": everything.tril(1)}


def chain_next(words: Tensor) -> Tensor:
    """The four words of 24 that may come after each, int64 [..., 4]. words: int64 [...]."""
    return (7 * words[..., None] + 5 * torch.arange(4) + 3) % 24


def chain_texts(count: int, length: int, generator: torch.Generator) -> Tensor:
    """int64 [count, length]: after each of 24 words comes one of four, each with probability 1/4."""
    words = [torch.randint(24, (count,), generator=generator)]
    for _ in range(length - 1):
        choice = torch.randint(4, (count, 1), generator=generator)
        words.append(chain_next(words[-1]).gather(1, choice)[:, 0])
    return torch.stack(words, dim=1)


# --- functions with and without leaks: [n, d] to [n, d], for any n and d of 3 or more --------------


def mix(x: Tensor, keep: Tensor) -> Tensor:
    """One attention without weights of its own: similar tokens mix, where `keep` lets them.

    x: float [n, d]; keep: bool [n, n]. Every open pair has a weight of at least e^-2 / n, for any
    width d, so that a dependence can never be too small to find.
    """
    y = F.normalize(x, dim=-1)
    scores = y @ y.transpose(-2, -1)  # between -1 and 1
    return scores.masked_fill(~keep, -math.inf).softmax(-1) @ x


def lower(x: Tensor, diagonal: int = 0) -> Tensor:
    """The boolean mask [n, n] that is True up to this diagonal."""
    return torch.ones(len(x), len(x)).tril(diagonal).bool()


def causal_model(x: Tensor) -> Tensor:
    """Output i depends on the inputs up to i."""
    return x + mix(x, lower(x))


def bidirectional_model(x: Tensor) -> Tensor:
    """Every output depends on every input."""
    return x + mix(x, torch.ones(len(x), len(x)).bool())


def one_too_far(x: Tensor) -> Tensor:
    """Causal, but for the next input, which each output sees too."""
    return x + mix(x, lower(x, 1))


def prefix_model(x: Tensor) -> Tensor:
    """The first two positions see each other; after them, causal."""
    keep = lower(x)
    keep[:2, :2] = True
    return x + mix(x, keep)


def alone(x: Tensor) -> Tensor:
    """Output i depends on input i."""
    return x.tanh()


def unchanged(x: Tensor) -> Tensor:
    """Output i is input i: what comes back is the very tensor that was handed over."""
    return x


def look_right(x: Tensor) -> Tensor:
    """Output i depends on the inputs from i on."""
    return x.flip(0).cumsum(0).flip(0).sin()


def opposite(x: Tensor) -> Tensor:
    """Output i is minus the sum of the inputs up to i: all gradients are 0 or negative."""
    return -x.cumsum(0)


def ring(x: Tensor) -> Tensor:
    """Output i depends on inputs i and i + 1, the last one on the first."""
    return x.tanh() + x.roll(-1, 0).sin()


def on_a_circle(x: Tensor) -> Tensor:
    """Output i depends on inputs i and i + 1, as in `ring`; the next input turns it on a circle, so
    that its length tells nothing of that one."""
    angle = x.roll(-1, 0)[:, :1]
    return torch.cat([angle.cos(), angle.sin(), x[:, 2:].tanh()], dim=1)


def jump(x: Tensor) -> Tensor:
    """Output i depends on inputs i and 2 i, counted round: after the last comes the first."""
    return x.tanh() + x[2 * torch.arange(len(x)) % len(x)].sin()


def shift(x: Tensor) -> Tensor:
    """Output i is input i - 1, and the first output is 0."""
    return torch.cat([torch.zeros_like(x[:1]), x[:-1]])


def gated(x: Tensor) -> Tensor:
    """Each output is the input times the sum so far: at 0 the dependence vanishes."""
    return x * x.cumsum(0)


def squares(x: Tensor) -> Tensor:
    """The sum of all squares so far, in each feature: at 0 the dependence vanishes, and neither a
    change of sign nor another order of the features changes anything."""
    return x.square().sum(-1, keepdim=True).cumsum(0).expand_as(x)


def differences(x: Tensor) -> Tensor:
    """The sums so far of the differences of neighbouring features: a number added to all features
    changes nothing, and the features of an output sum to 0."""
    return (x - x.roll(1, -1)).cumsum(0)


def normalised_rows(x: Tensor) -> Tensor:
    """Causal, after a normalisation of each position over its features."""
    y = F.layer_norm(x, x.shape[-1:], eps=1e-12)  # so small that two features are always 1 and −1
    return mix(y, lower(y))


def normalised_on_a_grid(x: Tensor) -> Tensor:
    """The sums so far of normalised positions, brought onto a grid on which no rounding shows: a number
    added to all features, or a factor, changes nothing at all. The derivatives are as without it."""
    grid = 1e-4 if x.dtype == torch.float32 else 1e-9
    y = F.layer_norm(x, x.shape[-1:], eps=1e-12)
    on_grid = (y.detach() / grid).round() * grid
    return (on_grid + (y - y.detach())).cumsum(0)  # the bracket is 0, and has the derivatives of y


def unit_rows(x: Tensor) -> Tensor:
    """Causal, after each position was divided by its length: a factor changes nothing."""
    y = F.normalize(x, dim=-1)
    return mix(y, lower(y))


def normalised_over_the_text(x: Tensor) -> Tensor:
    """Causal, after a normalisation with the mean and the spread of the whole text."""
    return causal_model((x - x.mean(0)) / x.std(0))


def faint_leak(x: Tensor) -> Tensor:
    """Causal, but a thousandth of the future seeps in."""
    ahead = x.flip(0).cumsum(0).flip(0) - x
    return causal_model(x) + 1e-3 * ahead


def faint_beside_large(x: Tensor) -> Tensor:
    """Outputs near 1000 that follow their own input, and into which a thousandth of the future seeps."""
    ahead = x.flip(0).cumsum(0).flip(0) - x
    return 1000 + 100 * x.tanh() + 1e-3 * ahead


def leak_in_one_place(x: Tensor) -> Tensor:
    """Causal, but the last-but-one position sees the last."""
    extra = torch.cat([torch.zeros_like(x[:-2]), x[-1:], torch.zeros_like(x[:1])])
    return causal_model(x) + 0.5 * extra


def leak_in_one_feature(x: Tensor) -> Tensor:
    """Causal, but the first feature of each output takes the last feature of the last input."""
    drop = torch.cat([x[-1:, -1:], torch.zeros_like(x[:1, 1:])], dim=1)
    return causal_model(x) + 0.3 * drop.sin()


def faint_leak_in_one_feature(x: Tensor) -> Tensor:
    """Causal, but a thousandth of the last feature of the last input seeps into the first feature of
    each output."""
    drop = torch.cat([x[-1:, -1:], torch.zeros_like(x[:1, 1:])], dim=1)
    return causal_model(x) + 1e-3 * drop


def leak_in_the_middle(x: Tensor) -> Tensor:
    """Causal, but the middle feature of each output takes the middle feature of the last input."""
    middle = torch.arange(x.shape[1]) == x.shape[1] // 2
    return causal_model(x) + 0.3 * x[-1:].sin() * middle


def leak_in_the_first_feature(x: Tensor) -> Tensor:
    """Causal, but the last feature of each output takes the first feature of the last input."""
    last = torch.arange(x.shape[1]) == x.shape[1] - 1
    return causal_model(x) + 0.3 * x[-1:, :1].sin() * last
