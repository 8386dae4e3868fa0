"""The diffusion explorer: a row of gaps, filled step by step in an order that the reader chooses."""

import html
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt

from course_utils.figures import COLORS, Picture, look_of_cells, number, picture
from course_utils.messages import say

from .parts import Explorer, Values, View, select, slider
from .refine import REFINE_STARTS

DIFFUSION_ORDERS = ("diffusion-surest", "diffusion-left", "diffusion-right", "diffusion-random")
DIFFUSION_SEEDS = 6


@dataclass(frozen=True)
class Filling:
    """A text's gaps after each step: the words (None: still open), and the probability with which
    each was drawn; whether the language could have said the last text."""

    start: str
    words: list[list[str | None]]
    sure: list[list[float]]
    known: bool

    def fresh(self, step: int) -> list[bool]:
        """Which words came in this step."""
        return [
            word is not None and (step == 0 or self.words[step - 1][place] is None)
            for place, word in enumerate(self.words[step])
        ]

    def sentence(self, step: int) -> str:
        """step: how many steps are shown."""
        words = self.words[step - 1]
        if None in words:
            return say("diffusion-open", step=step, open=words.count(None), gaps=len(words))
        text = f"{self.start} {' '.join(word or '' for word in words)}"
        return say("diffusion-in" if self.known else "diffusion-out", text=text, steps=step)


def _fill(
    write: Callable[..., Any],
    encoder: Any,
    start: str,
    gaps: int,
    order: str,
    steps: int,
    seed: int,
) -> Filling:
    import torch

    from course_utils.language.small_world import language

    model, tokenizer = encoder
    front = [tokenizer.cls_token_id, *tokenizer.convert_tokens_to_ids(start.split())]
    mask, first = tokenizer.mask_token_id, len(front)
    ids = torch.tensor([[*front, *[mask] * gaps, tokenizer.sep_token_id]])
    place = torch.arange(ids.shape[1]).float()[None]
    rank: dict[str, Callable[..., Any]] = {
        "diffusion-surest": lambda sure, generator: sure,
        "diffusion-left": lambda sure, generator: -place,
        "diffusion-right": lambda sure, generator: place,
        "diffusion-random": lambda sure, generator: torch.rand(sure.shape, generator=generator),
    }
    shares = [gaps // steps + (step < gaps % steps) for step in range(steps)]
    generator = torch.Generator().manual_seed(seed)
    words: list[list[str | None]] = []
    sure: list[list[float]] = []
    for text, p in write(model, ids, shares, rank[order], generator):
        row = text[0, first : first + gaps].tolist()
        shown = tokenizer.convert_ids_to_tokens(row)
        words.append([None if i == mask else word for i, word in zip(row, shown, strict=True)])
        sure.append(p[0, first : first + gaps].tolist())
    last = [*start.split(), *(word or "" for word in words[-1])]
    return Filling(start, words, sure, last in language)


def diffusion_explorer(
    write: Callable[..., Any],
    start: int = 0,
    order: str = DIFFUSION_ORDERS[0],
    steps: int = 5,
    *,
    encoder: tuple[Any, Any] | None = None,
) -> Explorer:
    """A widget: masked diffusion at work. start: which of `REFINE_STARTS` is shown first; order: one of
    `DIFFUSION_ORDERS`; steps: how many there are, all of them shown.

    write: the loop of chapter 9's lesson, (model, ids, shares, first, generator) -> the texts and
    probabilities after each step; encoder: (model, tokenizer), by default the any-rate encoder.
    """
    from course_utils.language.models import load_model

    encoder = encoder or load_model("any-rate-encoder")

    def fit(values: Values) -> Values:
        """There are not more steps than gaps, and not more are shown than there are."""
        steps = min(values["steps"], REFINE_STARTS[values["start"]][1])
        return values | {"steps": steps, "shown": min(values["shown"], steps)}

    def filled(values: Values) -> Filling:
        text = REFINE_STARTS[values["start"]]
        return _fill(write, encoder, *text, values["order"], values["steps"], values["seed"])

    def view(values: Values) -> View:
        values = fit(values)
        options = [
            (say("refine-start", text=t, blanks=n), k) for k, (t, n) in enumerate(REFINE_STARTS)
        ]
        most = REFINE_STARTS[values["start"]][1]
        controls = [
            select("start", say("refine-begin"), options),
            select("order", say("diffusion-order"), [(say(key), key) for key in DIFFUSION_ORDERS]),
            slider("steps", say("diffusion-steps"), 1, most, 1),
            slider("shown", say("diffusion-shown"), 1, values["steps"], 1),
            slider("seed", say("diffusion-seed"), 1, DIFFUSION_SEEDS, 1),
        ]
        made, shown = filled(values), values["shown"]
        return View(controls, values, _table(made, shown), made.sentence(shown))

    def still(values: Values) -> Picture:
        values = fit(values)
        return _figure(filled(values), values["shown"])

    values = {"start": start, "order": order, "steps": steps, "shown": steps, "seed": 1}
    return Explorer(say("diffusion-label"), view, values, still)


def _table(made: Filling, shown: int) -> str:
    """An HTML table: a row for each step, a cell for each gap; framed: the words of this step."""
    body = ""
    looks = look_of_cells(made.sure[:shown], limits=(0, 1))
    for step in range(shown):
        cells = ""
        for word, look, new in zip(made.words[step], looks[step], made.fresh(step), strict=True):
            text, style = html.escape(word or "___"), "padding:0 8px"
            if new:
                text = f"{text} {look.text}"
                style += f";background:{look.background};color:{look.foreground}"
            frame = ' class="framed"' if new else ""
            cells += f'<td{frame} style="{style}">{text}</td>'
        head = html.escape(say("diffusion-step", step=step + 1))
        body += f'<tr><th scope="row">{head}</th>{cells}</tr>'
    caption = html.escape(say("diffusion-table", start=made.start))
    return f"<table><caption>{caption}</caption><tbody>{body}</tbody></table>"


def _figure(made: Filling, shown: int) -> Picture:
    """The static figure: the same table."""
    gaps = len(made.words[0])
    fig, ax = plt.subplots(figsize=(min(9, 2 + 1.25 * gaps), 0.6 + 0.42 * shown))
    looks = look_of_cells(made.sure[:shown], limits=(0, 1))
    for step in range(shown):
        fresh = made.fresh(step)
        for k, (word, look) in enumerate(zip(made.words[step], looks[step], strict=True)):
            corner, ink = (k - 0.46, step - 0.42), "black"
            if fresh[k]:
                ink = look.foreground
                edge = COLORS["vermillion"]
                ax.add_patch(plt.Rectangle(corner, 0.92, 0.84, fc=look.background, ec=edge, lw=2.2))
            text = f"{word} {number(made.sure[step][k])}" if fresh[k] else word or "___"
            weight = "bold" if fresh[k] else "normal"
            ax.text(
                k, step, text, ha="center", va="center", size=9, color=ink, weight=weight
            )  # fmt: skip
    ax.set(xlim=(-0.6, gaps - 0.4), ylim=(shown - 0.4, -0.6), xticks=[])
    ax.set_yticks(range(shown), [say("diffusion-step", step=step + 1) for step in range(shown)])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.grid(False)
    ax.set_title(say("diffusion-table", start=made.start), size=10)
    counts = ", ".join(str(sum(made.fresh(step))) for step in range(shown))
    sentence = made.sentence(shown)
    alt = say("diffusion-alt", start=made.start, counts=counts, sentence=sentence)
    return picture(fig, alt=alt, caption=say("diffusion-caption"))
