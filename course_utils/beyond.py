"""What the lesson of 07_beyond draws on: a small network that reads with any mask, and spoiled texts.
And the models made by hand that its checks hand to answers, in whose process they must be found."""

from __future__ import annotations

import random
from collections.abc import Container, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_utils.objectives import sample_texts, short_texts, vocabulary

# --- the experiments ------------------------------------------------------------------------------


class Layer(nn.Module):
    """Attention under a mask, then a small network, each added to what came in."""

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.before_attention, self.before_network = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: Tensor, keep: Tensor) -> Tensor:
        b, n, width = x.shape
        parts = self.qkv(self.before_attention(x)).chunk(3, dim=-1)
        q, k, v = (part.reshape(b, n, self.heads, -1).transpose(1, 2) for part in parts)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=keep)
        x = x + self.out(y.transpose(1, 2).reshape(b, n, width))
        return x + self.down(F.gelu(self.up(self.before_network(x))))


class Reader(nn.Module):
    """The two-layer network of chapter 3, but the mask comes with the text.

    forward(ids [b, n], keep bool [n, n] or [b, n, n], places [n]) -> vectors [b, n, width];
    score(vectors [..., width]) -> a score for each word of `objectives.vocabulary`.
    """

    def __init__(self, width: int = 64, layers: int = 2, heads: int = 4):
        super().__init__()
        size = len(vocabulary())
        self.word, self.place = nn.Embedding(size, width), nn.Embedding(32, width)
        nn.init.normal_(self.word.weight, std=0.02)
        nn.init.normal_(self.place.weight, std=0.02)
        self.layers = nn.ModuleList([Layer(width, heads) for _ in range(layers)])
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, width)
        self.bias = nn.Parameter(torch.zeros(size))

    def forward(self, ids: Tensor, keep: Tensor, places: Tensor | None = None) -> Tensor:
        places = torch.arange(ids.shape[1]) if places is None else places
        x = self.word(ids) + self.place(places)
        keep = keep if keep.dim() == 2 else keep[:, None]  # the same for all heads
        for layer in self.layers:
            x = layer(x, keep)
        return self.norm(x)

    def score(self, x: Tensor) -> Tensor:
        return self.head(x) @ self.word.weight.T + self.bias


def draw_words(p: Tensor, generator: torch.Generator) -> Tensor:
    """One index of each row of p, float [b, v], drawn by its probabilities: int64 [b].

    `torch.multinomial` takes its random numbers from Intel's library where PyTorch was built with
    it, so one seed gives two texts; `torch.rand` gives the same numbers on all processors.
    """
    rising = p.double().cumsum(-1)
    at = torch.rand(len(p), 1, generator=generator, dtype=torch.float64) * rising[:, -1:]
    return torch.searchsorted(rising, at, right=True).clamp(max=p.shape[1] - 1)[:, 0]


def spoiled_texts(count: int, seed: str) -> list[tuple[list[str], int]]:
    """`count` short texts with one word replaced so that the language could not have said them.

    Each is (words, place of the wrong word). The new words are drawn by their frequency.
    """
    language, rng, made = short_texts(), random.Random(seed), []
    pool = [word for text in sample_texts(2000, seed + "-words") for word in text]
    for text in sample_texts(2 * count, seed):
        place, word = rng.randrange(len(text)), rng.choice(pool)
        words = [*text[:place], word, *text[place + 1 :]]
        if words not in language:
            made.append((words, place))
    return made[:count]


# --- models whose answers are known ---------------------------------------------------------------


class Output(NamedTuple):
    """What a model returns, as in transformers: logits [b, n, vocabulary]."""

    logits: Tensor


class JointModel(nn.Module):
    """The ideal masked model of texts with n words: it knows their joint distribution.

    table: probabilities, float64 [v] * n. The id `v` is the mask; at each position the model gives
    the exact distribution of that word, given the words at all other positions that are no mask.
    """

    def __init__(self, table: Tensor):
        super().__init__()
        self.register_buffer("table", table / table.sum())
        self.mask_id = table.shape[0]
        self.config = SimpleNamespace(vocab_size=table.shape[0] + 1)

    def forward(self, input_ids: Tensor, **_: Any) -> Output:
        rows, length = [], input_ids.shape[1]
        if length != self.table.dim():
            raise ValueError(f"texts of this model have {self.table.dim()} tokens, not {length}")
        for text in input_ids.tolist():
            row = []
            for place in range(len(text)):
                p, dim = self.table, 0
                for other, word in enumerate(text):
                    if other == place:
                        dim += 1
                    elif word == self.mask_id:
                        p = p.sum(dim)
                    else:
                        p = p.select(dim, word)
                row.append(F.pad((p / p.sum()).log(), (0, 1), value=-60.0))
            rows.append(torch.stack(row))
        return Output(torch.stack(rows).float())


class Mixer(nn.Module):
    """A model made by hand, whose rows mix the inputs as they are told: nothing is trained.

    mix: float [m, m], how input j counts in the mean that row i adds to its own input; for texts of
    up to m tokens. drift: added to all vectors for each token that the text has. level: the logits
    (of all rows, or of each) are so many times as large. spread: how much the vectors differ; the
    rest is the same everywhere. nudges: (row, word, much), so much is added to one logit of one row
    when the text goes on behind it and has one of these `lengths`. placed=False: the order of the
    words is not seen. mute: words below it say nothing to other rows. shift: added to all logits.
    """

    def __init__(
        self,
        mix: Tensor,
        *,
        drift: float = 0.0,
        level: float | Sequence[float] = 1.0,
        spread: float = 1.0,
        nudges: Sequence[tuple[int, int, float]] = (),
        lengths: Container[int] = range(99),
        placed: bool = True,
        mute: int = 0,
        shift: float = 0.0,
    ):
        super().__init__()
        generator = torch.Generator().manual_seed(5)
        self.register_buffer("words", torch.randn(40, 12, generator=generator))
        places = torch.randn(len(mix), 12, generator=generator)
        self.register_buffer("places", places if placed else torch.zeros_like(places))
        self.register_buffer("out", torch.randn(12, 40, generator=generator))
        self.register_buffer("mix", mix)
        self.register_buffer("level", torch.tensor(level).expand(len(mix))[:, None])
        self.drift, self.spread, self.nudges, self.lengths = drift, spread, nudges, lengths
        self.mute, self.shift = mute, shift
        self.config = SimpleNamespace(vocab_size=40)

    def forward(self, input_ids: Tensor, **_: Any) -> Output:
        n = input_ids.shape[1]
        own = self.words[input_ids] + self.places[:n]
        mix, heard = self.mix[:n, :n], own * (input_ids >= self.mute)[..., None]
        mean = mix @ heard / mix.sum(1, keepdim=True).clamp(min=1e-9)
        logits = self.level[:n] * self.score(own + mean + self.drift * n) + self.shift
        for row, word, much in self.nudges:
            if n > row + 1 and n in self.lengths:
                logits[:, row, word] += much
        return Output(logits)

    def score(self, x: Tensor) -> Tensor:
        """Logits [..., 40] of vectors [..., 12], by sums that end in the same digits for any text."""
        x = self.spread * x + (1 - self.spread) * 0.3
        return (x.tanh()[..., None] * self.out).sum(-2)
