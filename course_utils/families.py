"""What the lesson of 04_families draws on: one small Transformer for all families, the sizes that
decide its cost, and the jobs of the decision tree. (What holds an exercise's answer, as the mask of
a prefix LM, is in `exercises/families.py`.)"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from course_utils.messages import say

FAMILIES = ("encoder", "decoder", "prefix", "encoder-decoder")

# --- one network for all families -----------------------------------------------------------------


Mask = Callable[[int], Tensor]


def open_mask(n: int) -> Tensor:
    """Everyone sees everyone: bool [n, n], True = may see."""
    return torch.ones(n, n).bool()


def causal_mask(n: int) -> Tensor:
    """Row i sees j <= i: bool [n, n]."""
    return torch.ones(n, n).bool().tril()


Memory = dict[str, tuple[Tensor, Tensor]]


class Attention(nn.Module):
    """Queries from x [b, t, width], keys and values from source [b, s, width]."""

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.o = (nn.Linear(width, width, bias=False) for _ in range(4))

    def split(self, y: Tensor) -> Tensor:
        """[b, n, width] -> [b, heads, n, width / heads]"""
        return y.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def forward(
        self,
        x: Tensor,
        source: Tensor,
        keep: Tensor | None,
        name: str = "",
        memory: Memory | None = None,
        fixed: bool = False,
    ) -> Tensor:
        """memory: keys and values of the steps before, under `name`; fixed: they never grow."""
        old = memory.get(name) if memory is not None else None
        if old is not None and fixed:
            k, v = old
        else:
            k, v = self.split(self.k(source)), self.split(self.v(source))
            if old is not None:
                k, v = torch.cat([old[0], k], 2), torch.cat([old[1], v], 2)
        if memory is not None:
            memory[name] = k, v
        q = self.split(self.q(x))
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        if keep is not None:
            scores = scores.masked_fill(~keep, -math.inf)
        return self.o((scores.softmax(-1) @ v).transpose(1, 2).flatten(2))


class Layer(nn.Module):
    """Self-attention, if asked for cross-attention, and two feed-forward matrices."""

    def __init__(self, width: int, hidden: int, heads: int, cross: bool):
        super().__init__()
        self.own = Attention(width, heads)
        self.cross = Attention(width, heads) if cross else None
        self.feed = nn.Sequential(nn.Linear(width, hidden), nn.GELU(), nn.Linear(hidden, width))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3 if cross else 2))

    def forward(
        self,
        x: Tensor,
        keep: Tensor | None,
        source: Tensor | None,
        name: str = "",
        memory: Memory | None = None,
    ) -> Tensor:
        y = self.norms[0](x)
        x = x + self.own(y, y, keep, name + "own", memory)
        if self.cross is not None:
            y = self.norms[1](x)
            x = x + self.cross(y, source, None, name + "cross", memory, fixed=True)
        return x + self.feed(self.norms[-1](x))


class Transformer(nn.Module):
    """A Transformer whose mask is an argument, and which may look at a source.

    mask: n -> bool [n, n], True = may see. cross: whether each layer also looks at a source.
    """

    def __init__(
        self,
        vocab: int,
        mask: Mask,
        cross: bool = False,
        width: int = 64,
        hidden: int = 256,
        heads: int = 4,
        layers: int = 2,
        longest: int = 64,
    ):
        super().__init__()
        self.mask = mask
        self.tokens = nn.Embedding(vocab, width)
        self.positions = nn.Embedding(longest, width)
        self.layers = nn.ModuleList(Layer(width, hidden, heads, cross) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        for table in (self.tokens, self.positions):
            nn.init.normal_(table.weight, std=0.1)

    def embed(self, ids: Tensor, start: int = 0) -> Tensor:
        """ids int64 [b, n] -> vectors [b, n, width]."""
        return self.tokens(ids) + self.positions.weight[start : start + ids.shape[1]]

    def states(self, x: Tensor, source: Tensor | None = None, memory: Memory | None = None):
        """Vectors [b, n, width] in, vectors [b, n, width] out."""
        keep = self.mask(x.shape[1]).to(x.device) if x.shape[1] > 1 else None
        for number, layer in enumerate(self.layers):
            x = layer(x, keep, source, f"{number} ", memory)
        return self.norm(x)

    def forward(self, ids: Tensor, source: Tensor | None = None) -> Tensor:
        """ids int64 [b, n] -> scores of the words [b, n, vocab]."""
        return self.states(self.embed(ids), source) @ self.tokens.weight.T


class Pair(nn.ModuleList):
    """An encoder and a decoder that are trained together."""

    @property
    def layers(self) -> nn.ModuleList:
        return nn.ModuleList([*self[0].layers, *self[1].layers])


def map_figure(
    maps: dict[str, Tensor], rows: Sequence[Sequence[str]], columns: Sequence[Sequence[str]]
) -> Any:
    """Maps of derivatives side by side, each as wide as it has columns; blue where an output depends
    on an input, grey where it does not.

    maps: title -> float [outputs, inputs]; rows, columns: the words of each map.
    """
    import matplotlib.pyplot as plt

    from course_utils.figures import COLORS

    widths = [len(names) for names in columns]
    fig, axes = plt.subplots(1, len(maps), figsize=(9, 3), width_ratios=widths)
    for ax, (title, table), left, top in zip(axes, maps.items(), rows, columns, strict=True):
        for i, row in enumerate((table > 0).tolist()):
            for j, depends in enumerate(row):
                color = COLORS["blue"] if depends else "#d9d9d9"
                ax.add_patch(plt.Rectangle((j, i), 1, 1, facecolor=color, edgecolor="white"))
                if not depends:
                    hatch = {"fill": False, "hatch": "////", "linewidth": 0}
                    ax.add_patch(plt.Rectangle((j, i), 1, 1, **hatch))
        ax.set(xlim=(0, len(top)), ylim=(len(left), 0))
        ax.set_xticks([j + 0.5 for j in range(len(top))], top, rotation=90, size=10)
        show_rows = ax is axes[0] or list(left) != list(rows[0])
        ax.set_yticks([i + 0.5 for i in range(len(left))], left if show_rows else [], size=10)
        ax.xaxis.tick_top()
        ax.tick_params(length=0)
        ax.grid(False)
        ax.spines[:].set_visible(False)
        ax.set_aspect("equal")
        ax.set_title(title, size=10, y=-0.18)
    return fig


# --- what generation costs ------------------------------------------------------------------------


class Sizes(NamedTuple):
    """The sizes that decide what a Transformer costs."""

    layers: int
    width: int
    hidden: int
    vocab: int


def bytes_read(kind: str, sizes: Sizes, n_in: int, n_out: int) -> tuple[int, int]:
    """Bytes of (weights, cache) that step `n_out` reads after `n_in` tokens, in float16.

    kind: "decoder" or "encoder-decoder". The matrices that make the source's keys and values are
    not read: these are kept.
    """
    layers, d, hidden, vocab = sizes
    matrices = 4 if kind == "decoder" else 6
    weights = layers * (matrices * d * d + 2 * d * hidden) + d * vocab
    cache = layers * 2 * d * (n_in + n_out - 1)  # a key and a value for each token and layer
    return 2 * weights, 2 * cache


def timed(*candidates: Callable[[], Any], repeats: int = 3) -> list[float]:
    """Process milliseconds of each: the best of several runs, in turns, after one to warm up."""
    best = [math.inf] * len(candidates)
    for number in range(repeats + 1):
        for k, run in enumerate(candidates):
            start = time.process_time()
            run()
            if number:
                best[k] = min(best[k], 1000 * (time.process_time() - start))
    return best


# --- count_params ---------------------------------------------------------------------------------


T5_SIZES = {  # layers, d_model, d_ff, vocab, heads, d_kv: the published configs
    "t5-small": (6, 512, 2048, 32128, 8, 64),
    "t5-base": (12, 768, 3072, 32128, 12, 64),
    "t5-large": (24, 1024, 4096, 32128, 16, 64),
    "t5-3b": (24, 1024, 16384, 32128, 32, 128),
    "t5-11b": (24, 1024, 65536, 32128, 128, 128),
}


def parameters(module: nn.Module) -> int:
    """The number of parameters; what is shared counts once."""
    return sum(p.numel() for p in module.parameters())


def parts_of(model: Any) -> dict[str, int]:
    """Part -> number of parameters, of the library's BERT or T5. Nothing counts twice."""
    if hasattr(model, "bert"):
        table, layers = model.bert.embeddings, model.bert.encoder
        parts = {"embedding": parameters(table), "layers": parameters(layers)}
        return parts | {"head": parameters(model) - parameters(model.bert)}
    shared = parameters(model.shared)
    crossing = sum(parameters(block.layer[1]) for block in model.decoder.block)
    return {
        "embedding": shared,
        "encoder": parameters(model.encoder) - shared,
        "decoder": parameters(model.decoder) - shared - crossing,
        "cross-attention": crossing,
    }


# --- recommend and the decision tree --------------------------------------------------------------


def _in_words(kind: str, names: Iterable[str]) -> dict[str, str]:
    """name -> the sentence that says what it means."""
    return {name: say(f"{kind}-{name.replace(' ', '-')}") for name in names}


REASONS = _in_words(
    "reason", ("fixed answer", "writes text", "own source", "continues", "one for all")
)


class Job(NamedTuple):
    """The families that one may choose for a task, and the reasons that hold for it."""

    families: tuple[str, ...]
    true: frozenset[str]


_LABEL = Job(("encoder",), frozenset({"fixed answer"}))
_REWRITE = Job(
    ("encoder-decoder", "decoder"), frozenset({"writes text", "own source", "one for all"})
)
_GO_ON = Job(("decoder",), frozenset({"writes text", "continues"}))

JOBS = {
    "spam detection": _LABEL,
    "sentiment analysis": _LABEL,
    "named entity recognition": _LABEL,
    "extractive question answering": _LABEL,
    "semantic search": _LABEL,
    "translation": _REWRITE,
    "summarization": _REWRITE,
    "grammar correction": _REWRITE,
    "story continuation": _GO_ON,
    "poem continuation": _GO_ON,
    "code completion": _GO_ON,
    "chat assistant": _GO_ON,
    # It completes a draft, or it makes a better one: both are right.
    "writing assistant": Job(("decoder", "encoder-decoder"), _GO_ON.true | _REWRITE.true),
}
TASKS = _in_words("task", JOBS)  # what a learner sees
