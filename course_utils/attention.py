"""What the lesson of 01_attention draws on: inputs, parameters for the ways to score a key,
a small network with attention, and for a translator where its heads look and a switch for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

import torch
from torch import Tensor, nn

from course_utils.messages import say

if TYPE_CHECKING:
    from course_utils.language.translation_pairs import Translation


def normal(*shape: int, seed: int, dtype: torch.dtype = torch.float32) -> Tensor:
    """Standard normal numbers of this shape, the same for one seed everywhere."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64).to(dtype)


# --- align ----------------------------------------------------------------------------------------


FORMULAS = {  # in the order of exercise 1.7: first the two that the learner writes
    "similarity": "q·kⱼ / (|q| |kⱼ|)",
    "general": "qᵀ W kⱼ",
    "additive": "w_impᵀ act(W1 q + W2 kⱼ + b)",
    "scaled_dot_product": "q·kⱼ / √d_k",
    "biased_general": "kⱼᵀ (W q + b)",
    "location_based": "(W q)ⱼ",
    "dot_product": "q·kⱼ",
    "activated_general": "act(qᵀ W kⱼ + b)",
    "generalized_kernel": "φ(q)ᵀ φ(kⱼ)",
    "concat": "w_impᵀ act(W [q; kⱼ] + b)",
    "feature_based": "w_impᵀ act(W1 φ1(K)ⱼ + W2 φ2(K)ⱼ + b)",
    "deep": "w_impᵀ E + bL, E = act(W1 kⱼ + W0 q + b1), then the layers",
}


def other_scores(name: str, q: Tensor, K: Tensor, params: dict[str, Any]) -> Tensor:
    """Scores [n] of nine alignment functions that exercise 1.7 gives.

    name: "additive" or one of the last eight of `FORMULAS`; q: [d_q]; K: [n, d_k]; params: what the
    formula holds besides, by its symbols. Raises ValueError for any other name.
    """
    p = params
    match name:
        case "additive":
            return p["act"](p["W1"] @ q + K @ p["W2"].T + p["b"]) @ p["w_imp"]
        case "biased_general":
            return K @ (p["W"] @ q + p["b"])
        case "location_based":
            return p["W"] @ q
        case "dot_product":
            return K @ q
        case "activated_general":
            return p["act"](K @ (p["W"].T @ q) + p["b"])
        case "generalized_kernel":
            return p["phi"](K) @ p["phi"](q)
        case "concat":
            pairs = torch.cat([q.expand(len(K), -1), K], dim=-1)  # q before each key
            return p["act"](pairs @ p["W"].T + p["b"]) @ p["w_imp"]
        case "feature_based":
            inside = p["phi1"](K) @ p["W1"].T + p["phi2"](K) @ p["W2"].T
            return p["act"](inside + p["b"]) @ p["w_imp"]
        case "deep":
            e = p["act"](K @ p["W1"].T + p["W0"] @ q + p["b1"])
            for weight, bias in p["layers"]:
                e = p["act"](e @ weight.T + bias)
            return e @ p["w_imp"] + p["bL"]
    raise ValueError(f"unknown alignment function {name!r}")


def positive_features(x: Tensor) -> Tensor:
    """[..., d] to [..., 2 d], all 0 or more: a kernel's features."""
    return torch.cat([x.relu(), (-x).relu()], dim=-1)


def neighbour_features(k: Tensor) -> Tensor:
    """[n, d] to [n, d]: how far each row is from the mean of all rows."""
    return k - k.mean(dim=0)


def align_params(
    name: str,
    d_q: int,
    d_k: int,
    n: int,
    hidden: int = 4,
    *,
    seed: int = 0,
    act: Callable[[Tensor], Tensor] = torch.tanh,
    depth: int = 1,
    dtype: torch.dtype = torch.float32,
) -> dict[str, Any]:
    """Random parameters for the alignment function `name`, by the symbols of the table.

    hidden: the length of w_imp; depth: how many pairs (W, b) `layers` of "deep" holds.
    """
    number = [seed * 1000]

    def draw(*shape: int) -> Tensor:
        number[0] += 1
        return normal(*shape, seed=number[0], dtype=dtype)

    match name:
        case "general":
            return {"W": draw(d_q, d_k)}
        case "biased_general":
            return {"W": draw(d_k, d_q), "b": draw(d_k)}
        case "activated_general":
            return {"W": draw(d_q, d_k), "b": draw(), "act": act}
        case "generalized_kernel":
            return {"phi": positive_features}
        case "concat":
            parts = {"W": draw(hidden, d_q + d_k)}
        case "additive":
            parts = {"W1": draw(hidden, d_q), "W2": draw(hidden, d_k)}
        case "deep":
            parts = {"W0": draw(hidden, d_q), "W1": draw(hidden, d_k), "b1": draw(hidden)}
            width, layers = hidden, []
            for _ in range(depth):
                before, width = width, width + (depth > 1)
                layers.append((draw(width, before), draw(width)))
            return parts | {"layers": layers, "w_imp": draw(width), "bL": draw(), "act": act}
        case "location_based":
            return {"W": draw(n, d_q)}
        case "feature_based":
            parts = {"W1": draw(hidden, 2 * d_k), "W2": draw(hidden, d_k)}
            parts |= {"phi1": positive_features, "phi2": neighbour_features}
        case _:
            return {}
    return parts | {"b": draw(hidden), "w_imp": draw(hidden), "act": act}


# --- the network of sections 4 and 5 --------------------------------------------------------------


class AdditiveAttention(nn.Module):
    """Bahdanau's attention with matrices that learn: one step of a decoder.

    forward: state [b, width], values [b, n, width] to (weights [b, n], context [b, width]): by itself,
    or through `step`, a function as exercise 1.2 asks for, where one is put there.
    """

    def __init__(self, width: int):
        super().__init__()
        self.step: Callable[..., tuple[Tensor, Tensor]] | None = None
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width, bias=False)
        self.score = nn.Linear(width, 1, bias=False)

    def forward(self, state: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        if self.step is not None:
            matrices = self.query.weight, self.key.weight, self.score.weight[0]
            return self.step(state, values, *matrices)
        hidden = torch.tanh(self.query(state)[:, None] + self.key(values))  # [b, n, width]
        weights = (hidden @ self.score.weight[0]).softmax(dim=-1)
        return weights, (weights[:, None] @ values)[:, 0]

    @contextmanager
    def only(self, columns: Tensor) -> Iterator[None]:
        """While this lasts, step i of a text has all its weight on one state, that of `columns[:, i]`;
        at −1 it looks by itself.

        columns: int64 [b, steps].
        """
        before, turn = self.step, iter(columns.T)

        def one_state(state: Tensor, values: Tensor, *matrices: Tensor) -> tuple[Tensor, Tensor]:
            self.step = before
            weights, _ = self(state, values)
            self.step = one_state
            chosen = next(turn)[:, None]
            single = nn.functional.one_hot(chosen[:, 0].clamp(min=0), values.shape[1])
            weights = torch.where(chosen < 0, weights, single.to(values.dtype))
            return weights, (weights[:, None] @ values)[:, 0]

        self.step = one_state
        try:
            yield
        finally:
            self.step = before

    def use(self, answer: Callable[[], Callable[..., tuple[Tensor, Tensor]]]) -> str:
        """From here on the function that `answer` gives attends, if it does so rightly; returns a
        sentence that says which."""
        width = self.score.in_features
        state, values = normal(2, width, seed=0), normal(2, 3, width, seed=1)
        self.step = None  # one that was used before is no measure
        with torch.no_grad():
            want = self(state, values)
            try:
                self.step = answer()
                right = all(
                    torch.allclose(x, y, atol=1e-5) for x, y in zip(self(state, values), want)
                )
            except Exception:  # an answer that is open or wrong may stop with anything
                right = False
        if not right:
            self.step = None
        return say("look-yours" if right else "look-ours")


# --- the heads of a translator ----------------------------------------------------------------------


def _cross_attention(model: Any) -> list[Any]:
    """The layers of cross-attention of `model`, a T5."""
    return [block.layer[1].EncDecAttention for block in model.decoder.block]


@torch.no_grad()
def head_results(model: Any, hidden: Tensor | None = None, **inputs: Any) -> list[Tensor]:
    """What the heads of cross-attention of `model`, a T5, find for these inputs.

    hidden: bool [b, s], or [1, s] for all texts. These tokens of the source get no weight, and the
    other weights grow until they sum to 1: as a mask before the softmax would have it.
    Returns a tensor [b, t, heads, d_head] for each layer: before the output matrix."""
    values: list[Tensor] = []

    def keep(_: nn.Module, __: tuple[Tensor], result: Tensor) -> None:
        values.append(result.unflatten(-1, (model.config.num_heads, -1)))  # [b, s, heads, d_head]

    with ExitStack() as hooks:
        for layer in _cross_attention(model):
            hooks.enter_context(layer.v.register_forward_hook(keep))
        weights = model(**inputs, output_attentions=True).cross_attentions  # [b, heads, t, s] each
    if hidden is not None:
        seen = (~hidden)[:, None, None]  # [b, 1, 1, s]
        weights = [w * seen / (w * seen).sum(dim=-1, keepdim=True) for w in weights]
    return [torch.einsum("bhts,bshd->bthd", w, v) for w, v in zip(weights, values)]


def scores_by(
    answer: Callable[[str, Tensor], Tensor], vectors: Tensor, want: dict[str, Tensor]
) -> tuple[dict[str, Tensor], str]:
    """Tables [n, ...] of scores or weights by name, answer(name, x) for each x of `vectors` [n, ...],
    if they are those of `want`; else `want`. And words that say whose they are."""
    try:
        found = {
            name: torch.stack([answer(name, x.clone()) for x in vectors]).to(table.dtype)
            for name, table in want.items()
        }
        if all(
            found[name].shape == table.shape and torch.allclose(found[name], table, atol=1e-4)
            for name, table in want.items()
        ):
            return found, say("scores-yours")
    except Exception:  # an answer that is open or wrong may stop with anything
        pass
    return want, say("scores-ours")


@contextmanager
def silenced(
    model: Any, heads: Collection[int], instead: Sequence[Tensor] | None = None
) -> Iterator[None]:
    """While this lasts, these heads of the cross-attention of `model`, a T5, put nothing into the sum.

    heads: numbers from 0, those of the first layer first. instead: what they put there in place of
    zeros, as `head_results` gives it.
    """
    each = model.config.num_heads
    with ExitStack() as hooks:
        for number, layer in enumerate(_cross_attention(model)):
            silent = [head % each for head in heads if head // each == number]

            def hush(
                _: nn.Module, args: tuple[Tensor], number: int = number, silent: list[int] = silent
            ) -> Tensor:
                parts = args[0].unflatten(-1, (each, -1)).clone()  # [b, t, heads, d_head]
                parts[:, :, silent] = 0 if instead is None else instead[number][:, :, silent]
                return parts.flatten(2)

            hooks.enter_context(layer.o.register_forward_pre_hook(hush))
        yield


@contextmanager
def cross_attention_by(
    model: Any, answer: Callable[[], Callable[..., Tensor]], **inputs: Any
) -> Iterator[str]:
    """While this lasts, the cross-attention of `model`, a T5, is the function that `answer` gives, one
    as exercise 1.5 asks for, if it is right at these inputs (of one text, with `labels`); yields a
    sentence that says which. Without inputs the function is used as it is, right or wrong.

    A T5 does not divide by the root of a head's width, so its query matrix is multiplied by it.
    """
    right = True  # until it is found to be wrong

    def attend(layer: Any, args: tuple[Tensor], kwargs: dict[str, Any], out: tuple) -> tuple:
        if not right:
            return out
        root = layer.key_value_proj_dim**0.5
        x, source = args[0] if args else kwargs["hidden_states"], kwargs["key_value_states"]
        weights = root * layer.q.weight, layer.k.weight, layer.v.weight, layer.o.weight
        return (answer()(x, source, *weights, layer.n_heads), *out[1:])

    if inputs:
        with torch.no_grad():
            want = model(**inputs).logits
    with ExitStack() as hooks:
        for layer in _cross_attention(model):
            hooks.enter_context(layer.register_forward_hook(attend, with_kwargs=True))
        if inputs:
            try:
                with torch.no_grad():
                    right = torch.allclose(model(**inputs).logits, want, atol=1e-3)
            except Exception:  # an answer that is open or wrong may stop with anything
                right = False
        yield say("heads-yours" if right else "heads-ours")


@contextmanager
def all_weight_on(model: Any, row: int, column: int) -> Iterator[None]:
    """While this lasts, row `row` of the cross-attention of `model`, a T5, has all weight on the source
    token `column`, in every head and layer. Other rows keep their weights."""

    def attend(layer: Any, _: tuple[Tensor], kwargs: dict[str, Any], out: tuple) -> tuple:
        mixed = out[0].clone()  # [b, t, width]
        mixed[:, row] = layer.o(layer.v(kwargs["key_value_states"][:, column]))
        return (mixed, *out[1:])

    with ExitStack() as hooks:
        for layer in _cross_attention(model):
            hooks.enter_context(layer.register_forward_hook(attend, with_kwargs=True))
        yield


@torch.no_grad()
def source_weights(model: Any, tokenizer: Any, sample: Translation) -> tuple[Tensor, int]:
    """Weights [heads, T + 1, all source tokens] of the cross-attention of `model`, a T5 that translates
    `sample`: a row for each of T German words, and one for the end, from the steps that predict them;
    and the first word's column.

    The heads of the first layer come first. Before the words stands the instruction, behind them the
    end sign.
    """
    from course_utils.language.text_tasks import PREFIXES  # here: checks import this module, too

    instruction = PREFIXES["translate"]
    source = tokenizer(instruction + " ".join(sample.english), return_tensors="pt").input_ids
    target = tokenizer(" ".join(sample.german), return_tensors="pt").input_ids
    result = model(input_ids=source, labels=target, output_attentions=True)
    return torch.cat(result.cross_attentions, dim=1)[0], len(tokenizer(instruction).input_ids) - 1


class Looks(NamedTuple):
    """How often the largest weight of a head lies on a right word: shares [heads], of so many words;
    and the same share of a token that is drawn at random."""

    right: Tensor
    words: int
    random_right: float


def where_heads_look(model: Any, tokenizer: Any, samples: Iterable[Translation]) -> Looks:
    """Where the heads of the cross-attention of `model`, a T5, look most while it says each German word.

    Right is an English word that belongs to the German one. Marks, and words without a partner, are not
    counted.
    """
    rows, drawn = [], []
    for sample in samples:
        weights, start = source_weights(model, tokenizer, sample)
        top = weights.argmax(dim=-1) - start  # [heads, T + 1], below 0: on the instruction
        for i, word in enumerate(sample.german):
            partners = [j for j, k in sample.alignment if k == i]
            if partners and word.isalpha():
                rows.append(torch.isin(top[:, i], torch.tensor(partners)))
                drawn.append(len(partners) / weights.shape[-1])
    return Looks(torch.stack(rows).float().mean(dim=0), len(rows), fmean(drawn))
