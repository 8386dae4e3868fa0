"""The mask explorer: scores, a mask added to them, and the weights that are left."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_utils.figures import Panel, Picture, as_matrix, panels, picture
from course_utils.messages import CourseError, say

from .parts import Explorer, Values, View, select, slider, token_table

PAD = "[PAD]"
SENTENCES = (
    "the cat sat on the mat",
    "i like cats",
    f"the cat {PAD} {PAD}",
    f"{PAD} {PAD} the cat sat",
)
MASKS = {
    "none": "none",
    "causal": "causal",
    "padding": "padding",
    "both": "causal and padding",
    "prefix": "prefix",
    "window": "sliding window",
}
SIZED = ("prefix", "window")  # the masks that have a size
FILLS = {"−∞": -np.inf, "−1e9": -1e9}


def may_see(mask: str, tokens: Sequence[str], size: int = 2) -> np.ndarray:
    """Bool (n, n): row i is True at the columns j that query i may see under `mask`.

    `mask` is a key of `MASKS`; `size` is the length of the prefix or the width of the window.
    """
    query, key = np.indices((len(tokens), len(tokens)))
    real = np.array([token != PAD for token in tokens])[key]
    return {
        "none": np.ones_like(real),
        "causal": key <= query,
        "padding": real,
        "both": (key <= query) & real,
        "prefix": (key <= query) | (key < size),
        "window": (key <= query) & (key > query - size),
    }[mask]


def softmax(scores: np.ndarray) -> np.ndarray:
    """Softmax of each row; NaN in a row that is all -inf, as in PyTorch."""
    with np.errstate(invalid="ignore"):
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return powers / powers.sum(axis=-1, keepdims=True)


def random_scores(n: int, seed: int = 0, width: int = 16) -> np.ndarray:
    """Float32 (n, n): QKᵀ/√d of random queries and keys of `width` numbers each."""
    q, k = np.random.default_rng(seed).standard_normal((2, n, width), dtype=np.float32)
    return q @ k.T / np.float32(np.sqrt(width))


@dataclass(frozen=True)
class Attention:
    """One state of the mask explorer: tokens, and three float32 (n, n) matrices."""

    tokens: list[str]
    scores: np.ndarray
    mask: np.ndarray
    weights: np.ndarray

    @property
    def empty_rows(self) -> list[int]:
        """The queries that may see nothing."""
        return [int(i) for i in np.flatnonzero((self.mask < 0).all(axis=1))]

    def sentence(self, query: int) -> str:
        """Whom the query (an index) sees, and what its weights sum to, in words."""
        name, row = f"{query + 1} “{self.tokens[query]}”", self.weights[query]
        if query in self.empty_rows:
            key = "mask-row-nan" if np.isnan(row).any() else "mask-row-uniform"
            return say(key, query=name, n=len(row))
        seen = [t for t, m in zip(self.tokens, self.mask[query], strict=True) if m == 0]
        top = int(row.argmax())
        text = say(
            "mask-row-sees",
            query=name,
            count=len(seen),
            n=len(row),
            seen=", ".join(seen),
            top=self.tokens[top],
            weight=f"{row[top]:.2f}",
            total=f"{row.sum():.2f}",
        )
        if self.empty_rows:
            rows = ", ".join(str(i + 1) for i in self.empty_rows)
            text += " " + say("mask-rows-empty", rows=rows)
        return text

    def panels(self) -> list[Panel]:
        blocked = self.mask < 0
        return [
            Panel(self.scores, say("mask-panel-scores"), decimals=1, limits=(-3, 3)),
            Panel(self.mask, say("mask-panel-mask")),
            # A row that is all NaN or uniform is no zero weight: show it as it is.
            Panel(
                self.weights,
                say("mask-panel-weights"),
                blocked=blocked & ~blocked.all(axis=1, keepdims=True),
                limits=(0, 1),
            ),
        ]


def mask_explorer(
    tokens: str | Sequence[str] | None = None,
    mask: str = "causal",
    *,
    scores: Any = None,
    query: int | None = None,
    seed: int = 0,
) -> Explorer:
    """A widget: choose a mask and see scores, mask and weights of one attention head.

    `tokens`: a sentence, or a list of tokens (`[PAD]` is padding), offered first; without it the
    course's examples. `mask`: a key of `MASKS` to begin with. `scores`: float (n, n), the scores
    of `tokens`, for instance from a model; without it they come from a generator with `seed`.
    `query`: the row to begin with, by default one in the middle. Raises `CourseError`.
    """
    if mask not in MASKS:
        raise CourseError(say("mask-unknown", mask=mask, masks=", ".join(MASKS)))
    sentences = [sentence.split() for sentence in SENTENCES]
    if tokens is not None:
        own = tokens.split() if isinstance(tokens, str) else list(tokens)
        if not own:
            raise CourseError(say("mask-no-tokens"))
        sentences = [own] + [sentence for sentence in sentences if sentence != own]
    all_scores = [random_scores(len(sentence), seed) for sentence in sentences]
    if scores is not None:
        all_scores[0] = as_matrix(scores).astype(np.float32)
        if all_scores[0].shape != (len(sentences[0]),) * 2:
            raise CourseError(
                say("mask-scores-shape", n=len(sentences[0]), shape=all_scores[0].shape)
            )

    def attend(values: Values) -> Attention:
        words = sentences[values["sentence"]]
        raw = all_scores[values["sentence"]] * np.float32(values["sharpness"])
        seen = may_see(values["mask"], words, values["size"])
        added = np.where(seen, np.float32(0), np.float32(FILLS[values["fill"]]))
        return Attention(words, raw, added, softmax(raw + added))

    def view(values: Values) -> View:
        words = sentences[values["sentence"]]
        values = values | {
            "query": min(max(values["query"], 0), len(words) - 1),
            "size": min(values["size"], len(words)),
        }
        state = attend(values)
        shown = [(" ".join(sentence), i) for i, sentence in enumerate(sentences)]
        controls = [
            select("sentence", say("mask-sentence"), shown),
            select("mask", say("mask-choose"), [(text, key) for key, text in MASKS.items()]),
            select("query", say("mask-query"), [(f"{i + 1} {t}", i) for i, t in enumerate(words)]),
            select("fill", say("mask-fill"), list(FILLS)),
            slider("sharpness", say("mask-sharpness"), 0, 4, 0.25),
        ]
        if values["mask"] in SIZED:
            label = say(f"mask-size-{values['mask']}")
            controls.insert(2, slider("size", label, 1, len(words), 1))
        tables = [
            token_table(
                panel.matrix,
                words,
                words,
                title=panel.title,
                blocked=panel.blocked,
                decimals=panel.decimals,
                limits=panel.limits,
                marked=values["query"],
            )
            for panel in state.panels()
        ]
        signs = (
            '<span class="sign" aria-hidden="true">+</span>',
            '<span class="sign" aria-hidden="true">→</span>',
        )
        drawn = tables[0] + signs[0] + tables[1] + signs[1] + tables[2]
        return View(controls, values, drawn, state.sentence(values["query"]))

    def still(values: Values) -> Picture:
        state, row = attend(values), values["query"]
        fig = panels(state.panels(), state.tokens, state.tokens, signs="+→", mark_row=row)
        alt = say(
            "mask-alt",
            mask=MASKS[values["mask"]],
            tokens=" ".join(state.tokens),
            row=state.sentence(row),
        )
        return picture(fig, alt=alt, caption=say("mask-caption", mask=MASKS[values["mask"]]))

    start = {
        "sentence": 0,
        "mask": mask,
        "size": 2,
        "fill": "−∞",
        "query": len(sentences[0]) // 2 if query is None else query,
        "sharpness": 1,
    }
    return Explorer(say("mask-label"), view, start, still)
