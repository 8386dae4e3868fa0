"""What the lesson of 04_families draws on: the masks of the three families, their cost, and the jobs
of the decision tree."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

# --- one network for all families -----------------------------------------------------------------


Mask = Callable[[int], Tensor]


def open_mask(n: int) -> Tensor:
    """Everyone sees everyone: bool [n, n], True = may see."""
    return torch.ones(n, n).bool()


def causal_mask(n: int) -> Tensor:
    """Row i sees j <= i: bool [n, n]."""
    return torch.ones(n, n).bool().tril()


def prefix_mask(p: int) -> Mask:
    """The first p positions see one another, the rest is causal: n -> bool [n, n]."""

    def mask(n: int) -> Tensor:
        keep = causal_mask(n)
        keep[:, :p] = True
        return keep

    return mask


def map_figure(
    maps: dict[str, Tensor], rows: Sequence[Sequence[str]], columns: Sequence[Sequence[str]]
) -> Any:
    """Maps of `slopes` side by side, each as wide as it has columns; grey where nothing depends.

    maps: title -> float [outputs, inputs]; rows, columns: the words of each map.
    """
    import matplotlib.pyplot as plt
    from matplotlib import colormaps

    widths = [len(names) for names in columns]
    fig, axes = plt.subplots(1, len(maps), figsize=(9, 2.7), width_ratios=widths)
    for ax, (title, table), left, top in zip(axes, maps.items(), rows, columns, strict=True):
        values = (table / table.max()).sqrt()  # the root, so that weak ones can be told apart
        for i, row in enumerate(values.tolist()):
            for j, value in enumerate(row):
                color = colormaps["cividis"](value) if value > 1e-6 else "#d9d9d9"
                ax.add_patch(plt.Rectangle((j, i), 1, 1, facecolor=color, edgecolor="white"))
                if value <= 1e-6:
                    hatch = {"fill": False, "hatch": "////", "linewidth": 0}
                    ax.add_patch(plt.Rectangle((j, i), 1, 1, **hatch))
        ax.set(xlim=(0, len(top)), ylim=(len(left), 0))
        ax.set_xticks([j + 0.5 for j in range(len(top))], top, rotation=90, size=8)
        show_rows = ax is axes[0] or list(left) != list(rows[0])
        ax.set_yticks([i + 0.5 for i in range(len(left))], left if show_rows else [], size=8)
        ax.xaxis.tick_top()
        ax.tick_params(length=0)
        ax.grid(False)
        ax.spines[:].set_visible(False)
        ax.set_aspect("equal")
        ax.set_title(title, size=9, y=-0.16)
    return fig


# --- what generation costs ------------------------------------------------------------------------


class Sizes(NamedTuple):
    """The sizes that decide what a Transformer costs."""

    layers: int
    width: int
    hidden: int
    vocab: int


def flops(kind: str, n_in: int, n_out: int, cache: bool, sizes: Sizes) -> int:
    """Floating point operations of all matrix products; the rules are those of `decode_flops`."""
    layers, d, hidden, vocab = sizes

    def run(queries: int, keys: int) -> int:
        """One pass of `queries` new tokens through self-attention and feed-forward."""
        return layers * (queries * (8 * d * d + 4 * d * hidden) + 4 * d * queries * keys)

    def look(queries: int) -> int:
        """Cross-attention of `queries` tokens, without the keys and values of the source."""
        return layers * (4 * d * d * queries + 4 * d * queries * n_in)

    head = 2 * d * vocab * n_out
    if kind == "encoder":
        return run(n_in, n_in) + head
    if kind == "decoder":
        if cache:
            return run(n_in, n_in) + sum(run(1, n_in + t) for t in range(1, n_out)) + head
        return sum(run(n_in + t, n_in + t) for t in range(n_out)) + head
    source = layers * 4 * d * d * n_in  # its keys and values, in each layer of the decoder
    if cache:
        steps = source + sum(run(1, t) + look(1) for t in range(1, n_out + 1))
    else:
        steps = sum(run(t, t) + look(t) + source for t in range(1, n_out + 1))
    return run(n_in, n_in) + steps + head


# --- count_params ---------------------------------------------------------------------------------


T5_SIZES = {  # layers, d_model, d_ff, vocab, heads, d_kv: the published configs
    "t5-small": (6, 512, 2048, 32128, 8, 64),
    "t5-base": (12, 768, 3072, 32128, 12, 64),
    "t5-large": (24, 1024, 4096, 32128, 16, 64),
    "t5-3b": (24, 1024, 16384, 32128, 32, 128),
    "t5-11b": (24, 1024, 65536, 32128, 128, 128),
}


@functools.lru_cache(maxsize=64)
def t5_on_meta(layers: int, d_model: int, d_ff: int, vocab: int, heads: int, d_kv: int):
    """A T5 of these sizes on the "meta" device: all shapes, no memory."""
    from transformers import T5Config, T5ForConditionalGeneration

    config = T5Config(
        num_layers=layers, d_model=d_model, d_ff=d_ff, vocab_size=vocab, num_heads=heads, d_kv=d_kv
    )
    with torch.device("meta"):
        return T5ForConditionalGeneration(config)


def parameters(module: nn.Module) -> int:
    """The number of parameters; what is shared counts once."""
    return sum(p.numel() for p in module.parameters())


# --- recommend and the decision tree --------------------------------------------------------------


REASONS = {
    "fixed answer": "the answer is a label, a number or a place in the input",
    "writes text": "the answer is a new text, written token by token",
    "own source": "the input is a whole text, and the answer is another one made from it",
    "continues": "the answer goes on where the input ends",
    "one for all": "one model is to serve many tasks, each described in its prompt",
}


class Job(NamedTuple):
    """A task in words, the families that one may choose, and the reasons that hold for it."""

    text: str
    families: tuple[str, ...]
    true: frozenset[str]


def _label(text: str) -> Job:
    return Job(text, ("encoder",), frozenset({"fixed answer"}))


def _rewrite(text: str) -> Job:
    reasons = {"writes text", "own source", "one for all"}
    return Job(text, ("encoder-decoder", "decoder"), frozenset(reasons))


def _go_on(text: str) -> Job:
    return Job(text, ("decoder",), frozenset({"writes text", "continues", "one for all"}))


JOBS = {
    "spam detection": _label("a mail in, spam or no spam out"),
    "sentiment analysis": _label("a review in, positive or negative out"),
    "named entity recognition": _label("a sentence in, a label for each token out"),
    "extractive question answering": _label("a question and a passage in, start and end out"),
    "semantic search": _label("a query and a document in, a score out"),
    "translation": _rewrite("an English text in, a Chinese one out"),
    "summarization": _rewrite("a report in, three sentences out"),
    "grammar correction": _rewrite("a faulty text in, the text without faults out"),
    "story continuation": _go_on("a beginning in, what happens next out"),
    "poem continuation": _go_on("the first lines of a Chinese poem in, the next ones out"),
    "code completion": _go_on("code up to the cursor in, the next lines out"),
    "chat assistant": _go_on("the conversation so far in, the next turn out"),
    # It completes a draft, or it makes a better one: both are right.
    "writing assistant": Job(
        "a draft in, its next sentence or a better version out",
        ("decoder", "encoder-decoder"),
        frozenset({"writes text", "continues", "own source", "one for all"}),
    ),
}
TASKS = {name: job.text for name, job in JOBS.items()}  # what a learner sees
