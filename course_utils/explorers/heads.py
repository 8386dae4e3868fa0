"""The heads explorer: vectors are cut into heads, each head attends, and the parts are joined."""

import html
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from course_utils.figures import COLORS, Picture, number, picture, readable_on
from course_utils.messages import say

from .parts import Explorer, Values, View, select, slider

_TOKENS, _WIDTH, _STEPS = 3, 4, 6
WAYS = ("split-right", "split-wrong")
_PAINT = [COLORS[name] for name in ("sky", "orange", "green", "purple")]
_WHITE = "#ffffff"


@dataclass(frozen=True)
class Part:
    """A matrix of a step, with a colour for each cell."""

    title: str
    matrix: np.ndarray
    colors: list[list[str]]
    rows: list[str]
    columns: list[str]
    decimals: int = 0
    names: bool = False  # the numbers are heads, counted from 1

    def text(self, value: float) -> str:
        return say("split-of", h=int(value)) if self.names else number(value, self.decimals)


def _paint(owners: np.ndarray) -> list[list[str]]:
    return [[_PAINT[int(owner)] for owner in row] for row in owners]


def _cut(x: np.ndarray, heads: int, way: str) -> np.ndarray:
    """[tokens, width] to [heads, tokens, width / heads]."""
    if way == "split-wrong":
        return x.reshape(heads, _TOKENS, -1)
    return np.moveaxis(x.reshape(_TOKENS, heads, -1), 1, 0)


def _join(x: np.ndarray, way: str) -> np.ndarray:
    return (x if way == "split-wrong" else np.moveaxis(x, 0, 1)).reshape(_TOKENS, _WIDTH)


def _weights(rows: np.ndarray) -> np.ndarray:
    """Self-attention of these rows [tokens, d], their numbers first brought to -1 to 1."""
    soft = (rows - 5.5) / 5.5
    powers = np.exp(soft @ soft.T / rows.shape[1] ** 0.5)
    return powers / powers.sum(axis=1, keepdims=True)


def parts_of(step: int, heads: int, way: str) -> list[Part]:
    """What there is after this step, 1 to 6."""
    x = np.arange(_TOKENS * _WIDTH).reshape(_TOKENS, _WIDTH).astype(float)
    owners = np.tile(np.repeat(np.arange(heads), _WIDTH // heads), (_TOKENS, 1))
    tokens = [say("split-token", i=i) for i in range(1, _TOKENS + 1)]
    features = [str(i) for i in range(1, _WIDTH + 1)]
    cut = _cut(x, heads, way)
    if step <= 2:
        shade = [[_WHITE] * _WIDTH] * _TOKENS if step == 1 else _paint(owners)
        return [Part(say("split-text"), x, shade, tokens, features)]
    if step == 6:
        made_by = _join(np.repeat(np.arange(heads), x.size // heads).reshape(cut.shape), way)
        paint = _paint(made_by)
        return [Part(say("split-joined"), made_by + 1, paint, tokens, features, names=True)]
    shown = []
    for h, head in enumerate(cut):
        title, names = say("split-head", h=h + 1), [str(i) for i in range(1, head.shape[1] + 1)]
        paint = _paint(_cut(owners, heads, way)[h])
        if step == 3:
            shown.append(Part(title, head, paint, tokens, names))
        elif step == 4:
            white = [[_WHITE] * _TOKENS] * _TOKENS
            shown.append(Part(title, _weights(head), white, tokens, tokens, decimals=2))
        else:
            own = _paint(np.full(head.shape, h))
            shown.append(Part(title, _weights(head) @ head, own, tokens, names, decimals=1))
    return shown


def sentence(step: int, heads: int, way: str) -> str:
    """What the step does, and the shape after it."""
    size = _WIDTH // heads
    cut = _cut(np.arange(_TOKENS * _WIDTH), heads, way)[0]
    fields: dict[str, Any] = {"h": heads, "d": size, "first": cut.astype(int).tolist()}
    key = f"split-step-{step}"
    if way == "split-wrong" and step in (2, 3, 6):
        key += "-wrong"
    return say(key, **fields)


def heads_explorer(step: int = 1, heads: int = 2, way: str = WAYS[0]) -> Explorer:
    """A widget: go step by step from a text's vectors to heads and back, the right way and with the
    famous mistake. step: 1 to 6; heads: 1, 2 or 4; way: one of `WAYS`."""

    def view(values: Values) -> View:
        controls = [
            slider("step", say("split-step"), 1, _STEPS, 1),
            select("heads", say("split-heads"), [(str(n), n) for n in (1, 2, 4)]),
            select("way", say("split-way"), [(say(way), way) for way in WAYS]),
        ]
        drawn = "".join(_table(part) for part in parts_of(**values))
        return View(controls, values, drawn, sentence(**values))

    values = {"step": step, "heads": heads, "way": way}
    return Explorer(say("split-label"), view, values, _figure)


def _table(part: Part) -> str:
    names = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in part.columns)
    body = ""
    for name, row, colors in zip(part.rows, part.matrix, part.colors, strict=True):
        cells = "".join(
            f'<td style="background:{color};color:{readable_on(color)}">{part.text(value)}</td>'
            for value, color in zip(row, colors, strict=True)
        )
        body += f'<tr><th scope="row">{html.escape(name)}</th>{cells}</tr>'
    return (
        f"<table><caption>{html.escape(part.title)}</caption>"
        f"<thead><tr><th></th>{names}</tr></thead><tbody>{body}</tbody></table>"
    )


def _figure(values: Values) -> Picture:
    """The static figure: the vectors, the heads they are cut into, and what is joined."""
    heads, way = values["heads"], values["way"]
    shown = [part for step in (2, 3, 6) for part in parts_of(step, heads, way)]
    fig, axes = plt.subplots(
        1, len(shown), figsize=(1.2 + 0.42 * sum(p.matrix.shape[1] + 1 for p in shown), 1.75),
        gridspec_kw={"width_ratios": [part.matrix.shape[1] for part in shown]},
    )  # fmt: skip
    for ax, part in zip(axes, shown, strict=True):
        for i, row in enumerate(part.matrix):
            for j, value in enumerate(row):
                color = part.colors[i][j]
                ax.add_patch(plt.Rectangle((j, i), 1, 1, facecolor=color, edgecolor="white"))
                ax.text(
                    j + 0.5, i + 0.5, part.text(value), ha="center", va="center", size=9,
                    color=readable_on(color),
                )  # fmt: skip
        ax.set(xlim=(0, part.matrix.shape[1]), ylim=(_TOKENS, 0), xticks=[], yticks=[])
        ax.set_title(part.title, size=9)
        ax.grid(False)
        ax.spines[:].set_visible(False)
    axes[0].set_yticks(np.arange(_TOKENS) + 0.5, shown[0].rows)
    axes[0].tick_params(length=0)
    alt = say("split-alt", heads=heads, cut=sentence(3, heads, way))
    return picture(fig, alt=alt, caption=say("split-caption"))
