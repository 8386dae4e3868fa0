"""The rate explorer: one text, a rate of masks, and what the encoder makes of the gaps."""

import html
import math
import random
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt

from course_utils.figures import COLORS, Picture, look_of_cells, number, picture
from course_utils.messages import say

from .parts import Explorer, Values, View, select, slider

RATE_SENTENCES = (
    "the bank was muddy , so tom fell into the water .",
    "the bank was closed , so tom could not get any money .",
    "tom took the umbrella because it was raining .",
    "paris is the capital of france .",
    "the keys that the man found are on the table .",
)
RATE_DRAWS = 6


@dataclass(frozen=True)
class Filled:
    """What the encoder says at each gap of a text: place -> (its word, P of the hidden word)."""

    words: list[str]
    gaps: dict[int, tuple[str, float]]

    def right(self) -> int:
        return sum(word == self.words[place] for place, (word, _) in self.gaps.items())

    def sentence(self) -> str:
        gaps, n = len(self.gaps), len(self.words)
        if not gaps:
            return say("rate-none", n=n)
        loss = -sum(math.log(p) for _, p in self.gaps.values()) / gaps
        return say(
            "rate-some", gaps=gaps, n=n, left=n - gaps, right=self.right(), loss=f"{loss:.2f}"
        )


def _fill(words: list[str], hidden: list[int], encoder: Any) -> Filled:
    import torch

    model, tokenizer = encoder
    ids = tokenizer.convert_tokens_to_ids(words)
    given = [tokenizer.mask_token_id if i in hidden else word for i, word in enumerate(ids)]
    whole = torch.tensor([[tokenizer.cls_token_id, *given, tokenizer.sep_token_id]])
    with torch.no_grad():
        p = model(whole).logits[0, 1:-1].softmax(-1)
    best = tokenizer.convert_ids_to_tokens(p.argmax(-1).tolist())
    return Filled(words, {i: (best[i], p[i, ids[i]].item()) for i in sorted(hidden)})


def rate_explorer(rate: int = 15, *, encoder: tuple[Any, Any] | None = None) -> Explorer:
    """A widget: hide a share of a text's words and see what the encoder makes of the gaps.

    Each word is hidden with the chosen probability, each on its own; what a draw hides at a lower
    rate it hides at a higher one, too. `rate`: the percentage shown first; encoder: (model,
    tokenizer), by default the course's own.
    """
    from course_utils.language.models import load_model

    encoder = encoder or load_model("encoder")

    def filled(values: Values) -> Filled:
        words = RATE_SENTENCES[values["sentence"]].split()
        rng = random.Random(f"{values['sentence']} {values['draw']}")
        chances = [rng.random() for _ in words]
        hidden = [i for i, chance in enumerate(chances) if chance < values["rate"] / 100]
        return _fill(words, hidden, encoder)

    def view(values: Values) -> View:
        controls = [
            select("sentence", say("rate-text"), [(s, i) for i, s in enumerate(RATE_SENTENCES)]),
            slider("rate", say("rate-rate"), 0, 100, 5),
            slider("draw", say("rate-draw"), 1, RATE_DRAWS, 1),
        ]
        made = filled(values)
        return View(controls, values, _rate_table(made, values["rate"]), made.sentence())

    def still(values: Values) -> Picture:
        return _rate_figure(filled(values), values["rate"])

    return Explorer(say("rate-label"), view, {"sentence": 0, "rate": rate, "draw": 1}, still)


def _rate_table(made: Filled, rate: int) -> str:
    """An HTML table: a column for each word; what the encoder reads, says, and gives the truth."""
    looks = look_of_cells(
        [[made.gaps.get(i, ("", 0))[1] for i in range(len(made.words))]], limits=(0, 1)
    )
    rows = dict.fromkeys(("rate-reads", "rate-says", "rate-p"), "")
    for i, word in enumerate(made.words):
        said, p = made.gaps.get(i, ("", 0.0))
        hidden = i in made.gaps
        style = f"background:{looks[0][i].background};color:{looks[0][i].foreground};padding:0 6px"
        frame = ' class="framed"' if hidden else ""
        reads = "[MASK]" if hidden else html.escape(word)
        rows["rate-reads"] += f'<td{frame} style="padding:0 6px">{reads}</td>'
        rows["rate-says"] += f'<td style="padding:0 6px">{html.escape(said)}</td>'
        rows["rate-p"] += f'<td style="{style}">{number(p)}</td>' if hidden else "<td></td>"
    body = "".join(
        f'<tr><th scope="row">{html.escape(say(key))}</th>{cells}</tr>'
        for key, cells in rows.items()
    )
    caption = html.escape(say("rate-table", rate=rate, text=" ".join(made.words)))
    return f"<table><caption>{caption}</caption><tbody>{body}</tbody></table>"


def _rate_figure(made: Filled, rate: int) -> Picture:
    """The static figure: the same table, a column for each word."""
    n = len(made.words)
    fig, ax = plt.subplots(figsize=(min(9, 1.2 + 0.72 * n), 1.35))
    for i, word in enumerate(made.words):
        hidden = i in made.gaps
        if hidden:
            said, p = made.gaps[i]
            ax.text(i, 1, said, ha="center", va="center", size=9)
            ax.text(i, 2, number(p), ha="center", va="center", size=9)
            corner, edge = (i - 0.47, -0.4), COLORS["vermillion"]
            ax.add_patch(plt.Rectangle(corner, 0.94, 0.8, fill=False, lw=2, edgecolor=edge))
        ax.text(i, 0, "[MASK]" if hidden else word, ha="center", va="center", size=9)
    ax.set(xlim=(-0.6, n - 0.4), ylim=(2.5, -0.6), xticks=[])
    ax.set_yticks(range(3), [say(key) for key in ("rate-reads", "rate-says", "rate-p")])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.grid(False)
    text = " ".join(made.words)
    alt = say("rate-alt", rate=rate, text=text, sentence=made.sentence())
    return picture(fig, alt=alt, caption=say("rate-caption", rate=rate))
