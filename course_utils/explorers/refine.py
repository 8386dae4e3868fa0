"""The refine explorer: a row of blanks, filled in rounds, and what is doubted after each."""

import html
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt

from course_utils.figures import COLORS, Picture, look_of_cells, picture
from course_utils.messages import say

from .parts import Explorer, Values, View, select, slider

# The beginning of a text, and how many words follow.
REFINE_STARTS = (
    ("the lion roared", 5),
    ("the bank was", 9),
    ("paris is the", 4),
    ("this movie is", 3),
    ("the keys that the", 8),
)
MORE_STARTS = (*REFINE_STARTS, ("the future of ai", 5))  # one that more rounds spoil
REFINE_WAYS = ("refine-way-least", "refine-way-none", "refine-way-most")


@dataclass(frozen=True)
class Refined:
    """What happened to the blanks, round by round: words, confidences, and who is doubted."""

    start: str
    words: list[list[str]]
    sure: list[list[float]]
    doubted: list[list[bool]]
    known: bool  # whether the language could have said the last text

    def sentence(self) -> str:
        text = f"{self.start} {' '.join(self.words[-1])}"
        key = "refine-in" if self.known else "refine-out"
        return say(key, text=text, rounds=len(self.words))


def _refine(
    fill_in_rounds: Callable[..., Any],
    encoder: Any,
    start: str,
    blanks: int,
    way: str,
    steps: int,
) -> Refined:
    import torch

    from course_utils.language.small_world import language

    model, tokenizer = encoder
    front = [tokenizer.cls_token_id, *tokenizer.convert_tokens_to_ids(start.split())]
    mask = tokenizer.mask_token_id
    ids = torch.tensor([[*front, *[mask] * blanks, tokenizer.sep_token_id]])
    slots = torch.zeros_like(ids).bool()
    first = len(front)
    slots[0, first : first + blanks] = True
    options: dict[str, Any] = {}
    if way == "refine-way-none":
        options["count"] = lambda n, t, steps: 0
    elif way == "refine-way-most":
        options["again"] = "most"
    _, rounds = fill_in_rounds(model, ids, slots, steps, mask, **options)
    words, sure, doubted = [], [], []
    for text, confidence, again in rounds:
        places = range(first, first + blanks)
        words.append(tokenizer.convert_ids_to_tokens(text[first : first + blanks].tolist()))
        sure.append([confidence[place].item() for place in places])
        doubted.append([place in again for place in places])
    return Refined(start, words, sure, doubted, [*start.split(), *words[-1]] in language)


def refine_explorer(
    fill_in_rounds: Callable[..., Any],
    start: int = 0,
    steps: int = 5,
    *,
    encoder: tuple[Any, Any] | None = None,
) -> Explorer:
    """A widget: Mask-Predict at work. start: which of `MORE_STARTS` is shown first; steps: rounds.

    fill_in_rounds: the one of `exercises.beyond`, handed in because it holds an exercise's answer;
    encoder: (model, tokenizer), by default the course's own.
    """
    from course_utils.language.models import load_model

    encoder = encoder or load_model("encoder")

    def refined(values: Values) -> Refined:
        start = MORE_STARTS[values["start"]]
        return _refine(fill_in_rounds, encoder, *start, values["way"], values["steps"])

    def view(values: Values) -> View:
        options = [
            (say("refine-start", text=t, blanks=n), k) for k, (t, n) in enumerate(MORE_STARTS)
        ]
        controls = [
            select("start", say("refine-begin"), options),
            select("way", say("refine-way"), [(say(way), way) for way in REFINE_WAYS]),
            slider("steps", say("refine-rounds"), 1, 9, 1),
        ]
        made = refined(values)
        return View(controls, values, _refine_table(made), made.sentence())

    def still(values: Values) -> Picture:
        return _refine_figure(refined(values))

    values = {"start": start, "way": REFINE_WAYS[0], "steps": steps}
    return Explorer(say("refine-label"), view, values, still)


def _refine_table(made: Refined) -> str:
    """An HTML table: a row for each round, a cell for each blank; doubted words are framed."""
    body = ""
    looks = look_of_cells(made.sure, limits=(0, 1))
    for t, (words, look, doubted) in enumerate(zip(made.words, looks, made.doubted, strict=True)):
        cells = ""
        for word, cell, again in zip(words, look, doubted, strict=True):
            frame = ' class="framed"' if again else ""
            style = f"background:{cell.background};color:{cell.foreground};padding:0 8px"
            cells += f'<td{frame} style="{style}">{html.escape(word)} {cell.text}</td>'
        head = html.escape(say("refine-round", t=t + 1))
        body += f'<tr><th scope="row">{head}</th>{cells}</tr>'
    caption = html.escape(say("refine-table", start=made.start))
    return f"<table><caption>{caption}</caption><tbody>{body}</tbody></table>"


def _refine_figure(made: Refined) -> Picture:
    """The static figure: the same table."""
    rounds, blanks = len(made.words), len(made.words[0])
    fig, ax = plt.subplots(figsize=(min(9, 2 + 1.25 * blanks), 0.6 + 0.42 * rounds))
    ax.imshow(made.sure, cmap="cividis", vmin=0, vmax=1, aspect="auto")
    looks = look_of_cells(made.sure, limits=(0, 1))
    for t, (words, look, doubted) in enumerate(zip(made.words, looks, made.doubted, strict=True)):
        for k, (word, cell, again) in enumerate(zip(words, look, doubted, strict=True)):
            ax.text(
                k, t, f"{word} {cell.text}", ha="center", va="center", size=9,
                color=cell.foreground, weight="bold" if again else "normal",
            )  # fmt: skip
            if again:
                corner, color = (k - 0.46, t - 0.42), COLORS["vermillion"]
                ax.add_patch(plt.Rectangle(corner, 0.92, 0.84, fill=False, lw=2.2, edgecolor=color))
    ax.set_xticks([])
    ax.set_yticks(range(rounds), [say("refine-round", t=t + 1) for t in range(rounds)])
    ax.grid(False)
    ax.set_title(say("refine-table", start=made.start), size=10)
    counts = ", ".join(str(sum(row)) for row in made.doubted)
    alt = say("refine-alt", start=made.start, counts=counts, sentence=made.sentence())
    return picture(fig, alt=alt, caption=say("refine-caption"))
