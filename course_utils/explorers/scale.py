"""The scale explorer: what the width of a key does to the weights of sixteen keys."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from course_utils.figures import COLORS, Picture, number, picture
from course_utils.messages import say

from .parts import Explorer, Values, View, bar, slider

_KEYS, _DRAWS, _WIDEST = 16, 200, 512
_SHOWN = 170  # of the draws the one that is most like the mean
_WAYS = {"scale-plain": "vermillion", "scale-divided": "blue"}


@dataclass(frozen=True)
class Weighed:
    """The weights of 16 random keys for a random query, all of width `d`, and means over 200 draws:
    of the largest weight, and of the softmax's gradient (the norm of its Jacobian)."""

    d: int
    weights: np.ndarray
    largest: float
    gradient: float


@cache
def _numbers() -> tuple[np.ndarray, np.ndarray]:
    dice = np.random.default_rng(2)
    return dice.normal(size=(_DRAWS, _WIDEST)), dice.normal(size=(_DRAWS, _KEYS, _WIDEST))


def spread(d: int) -> float:
    """The standard deviation of the dot products."""
    return float(_scores(d).std())


def _scores(d: int) -> np.ndarray:
    q, k = _numbers()
    return (k[:, :, :d] @ q[:, :d, None])[..., 0]


def weighed(d: int, divisor: float) -> Weighed:
    scores = _scores(d) / divisor
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    squares, cubes = (weights**2).sum(axis=1), (weights**3).sum(axis=1)
    gradient = np.sqrt(np.maximum(squares - 2 * cubes + squares**2, 0))
    return Weighed(d, weights[_SHOWN], float(weights.max(axis=1).mean()), float(gradient.mean()))


def both_ways(d: int) -> dict[str, Weighed]:
    return dict(zip(_WAYS, (weighed(d, 1), weighed(d, d**0.5)), strict=True))


def scale_explorer(d: int = 64) -> Explorer:
    """A widget: move the width d_k of a key, and see the weights with and without the division by
    its root. d: the width that is chosen first, 1 to 512."""

    def view(values: Values) -> View:
        made = both_ways(values["d"])
        tables = "".join(_table(say(way), made[way], COLORS[c]) for way, c in _WAYS.items())
        controls = [slider("d", say("scale-width"), 1, _WIDEST, 1)]
        return View(controls, values, tables, _sentence(made))

    return Explorer(say("scale-label"), view, {"d": d}, lambda values: _figure(values["d"]))


def _sentence(made: dict[str, Weighed]) -> str:
    plain, divided = made.values()
    fields: dict[str, Any] = {"d": plain.d, "spread": f"{spread(plain.d):.1f}"}
    for name, one in (("plain", plain), ("divided", divided)):
        fields |= {name: f"{one.largest:.2f}", f"{name}_gradient": f"{one.gradient:.2f}"}
    return say("scale-says", **fields)


def _table(title: str, made: Weighed, color: str) -> str:
    rows = "".join(
        f'<tr><th scope="row">{say("scale-key", i=i)}</th>'
        f"<td>{bar(weight, widest=160, color=color)}</td><td>{number(weight)}</td></tr>"
        for i, weight in enumerate(made.weights, 1)
    )
    wide = 'style="width:170px"'
    return (
        f'<table class="bars"><caption {wide}>{title}</caption><colgroup><col/>'
        f"<col {wide}/><col/></colgroup><tbody>{rows}</tbody></table>"
    )


def _figure(d: int) -> Picture:
    """The static figure: the same two rows of bars."""
    made = both_ways(d)
    fig, axes = plt.subplots(1, 2, figsize=(8, 2.6), sharey=True)
    for ax, (way, color) in zip(axes, _WAYS.items(), strict=True):
        ax.bar(range(1, _KEYS + 1), made[way].weights, color=COLORS[color])
        means = {"largest": f"{made[way].largest:.2f}", "gradient": f"{made[way].gradient:.2f}"}
        ax.set(
            title=f"{say(way)}\n{say('scale-means', **means)}",
            xlabel=say("scale-key-axis"),
            ylim=(0, 1),
            xticks=(1, 4, 8, 12, 16),
        )
        ax.grid(axis="x", visible=False)
    axes[0].set_ylabel(say("scale-weight"))
    alt = say("scale-alt", d=d, sentence=_sentence(made))
    return picture(fig, alt=alt, caption=say("scale-caption", d=d))
