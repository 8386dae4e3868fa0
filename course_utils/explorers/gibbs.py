"""The Gibbs explorer: a text with blanks, and one draw after another."""

import html
import random
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt

from course_utils.figures import COLORS, Picture, look_of_cells, picture
from course_utils.messages import say

from .parts import Explorer, Values, View, select, slider

# The beginning of a text, and how many words follow.
GIBBS_STARTS = (
    ("the lion roared", 5),
    ("paris is the", 4),
    ("this movie is", 3),
    ("the bank was", 9),
)
GIBBS_SWEEPS, GIBBS_SEEDS = 5, 4


@dataclass(frozen=True)
class Drawn:
    """The blanks after so many draws: their words (None: open yet), how probable each was when it
    was drawn, how often it changed, and the place of the last draw."""

    start: str
    step: int
    words: list[str | None]
    sure: list[float]
    changed: list[int]
    last: int | None
    known: bool  # whether the language could have said the text

    def sentence(self) -> str:
        sweep, blanks = -(-self.step // len(self.words)), len(self.words)
        if None in self.words:
            open_ = self.words.count(None)
            return say("gibbs-open", step=self.step, open=open_, blanks=blanks)
        text = f"{self.start} {' '.join(word or '' for word in self.words)}"
        return say(
            "gibbs-in" if self.known else "gibbs-out", text=text, step=self.step, sweep=sweep
        )


def _walk(encoder: Any, start: str, blanks: int, seed: int) -> list[Drawn]:
    """The states of a text before the first draw and after each one."""
    import torch

    from course_utils.language.small_world import language

    model, tokenizer = encoder
    front = [tokenizer.cls_token_id, *tokenizer.convert_tokens_to_ids(start.split())]
    mask, first = tokenizer.mask_token_id, len(front)
    ids = torch.tensor([[*front, *[mask] * blanks, tokenizer.sep_token_id]])
    words: list[str | None] = [None] * blanks
    sure, changed, rng = [0.0] * blanks, [0] * blanks, random.Random(f"{start} {seed}")
    states = [Drawn(start, 0, list(words), list(sure), list(changed), None, False)]
    for _ in range(GIBBS_SWEEPS):
        for place in rng.sample(range(blanks), blanks):
            ids[0, first + place] = mask
            with torch.no_grad():
                p = model(ids).logits[0, first + place].double().softmax(-1)
            at = torch.searchsorted(p.cumsum(0), rng.random() * p.sum()).clamp(max=len(p) - 1)
            word = tokenizer.convert_ids_to_tokens(at.item())
            changed[place] += words[place] not in (None, word)
            words[place], sure[place], ids[0, first + place] = word, p[at].item(), at
            known = None not in words and [*start.split(), *words] in language
            states.append(
                Drawn(start, len(states), list(words), list(sure), list(changed), place, known)
            )
    return states


def gibbs_explorer(
    start: int = 0, step: int = 9, seed: int = 1, *, encoder: Any = None
) -> Explorer:
    """A widget: Gibbs sampling, draw by draw. start: which of `GIBBS_STARTS` is shown first;
    step: after how many draws; seed: of which walk.

    encoder: (model, tokenizer), by default the course's own.
    """
    from course_utils.language.models import load_model

    encoder = encoder or load_model("encoder")
    walks: dict[tuple[int, int], list[Drawn]] = {}

    def drawn(values: Values) -> Drawn:
        which = values["start"], values["seed"]
        if which not in walks:
            walks[which] = _walk(encoder, *GIBBS_STARTS[which[0]], which[1])
        return walks[which][values["step"]]

    def view(values: Values) -> View:
        most = GIBBS_SWEEPS * GIBBS_STARTS[values["start"]][1]
        values = values | {"step": min(values["step"], most)}
        options = [
            (say("refine-start", text=t, blanks=n), k) for k, (t, n) in enumerate(GIBBS_STARTS)
        ]
        controls = [
            select("start", say("refine-begin"), options),
            select("seed", say("gibbs-seed"), [(str(k), k) for k in range(GIBBS_SEEDS)]),
            slider("step", say("gibbs-draws"), 0, most, 1),
        ]
        made = drawn(values)
        return View(controls, values, _table(made), made.sentence())

    def still(values: Values) -> Picture:
        return _figure(drawn(values))

    return Explorer(say("gibbs-label"), view, {"start": start, "seed": seed, "step": step}, still)


def _rows(made: Drawn) -> list[tuple[str, list[str]]]:
    """The lines of the table below its words: what stands before them, and a text for each."""
    sure = [f"{p:.2f}" if word else "" for word, p in zip(made.words, made.sure, strict=True)]
    return [
        (say("gibbs-sure"), sure),
        (say("gibbs-changed"), [str(count) for count in made.changed]),
    ]


def _table(made: Drawn) -> str:
    looks = look_of_cells([made.sure], limits=(0, 1))[0]
    cells = ""
    for k, (word, cell) in enumerate(zip(made.words, looks, strict=True)):
        frame = ' class="framed"' if k == made.last else ""
        style = f"background:{cell.background};color:{cell.foreground};padding:0 8px"
        cells += f'<td{frame} style="{style}">{html.escape(word or "[MASK]")}</td>'
    body = f'<tr><th scope="row">{html.escape(made.start)}</th>{cells}</tr>'
    for head, texts in _rows(made):
        line = "".join(f"<td>{text}</td>" for text in texts)
        body += f'<tr><th scope="row">{html.escape(head)}</th>{line}</tr>'
    return (
        f"<table><caption>{html.escape(say('gibbs-table'))}</caption><tbody>{body}</tbody></table>"
    )


def _figure(made: Drawn) -> Picture:
    """The static figure: the same table."""
    blanks = len(made.words)
    fig, ax = plt.subplots(figsize=(min(9, 2.4 + 1.1 * blanks), 1.7))
    ax.imshow(
        [made.sure],
        cmap="cividis",
        vmin=0,
        vmax=1,
        aspect="auto",
        extent=(-0.5, blanks - 0.5, 0.5, -0.5),
    )
    rows = _rows(made)
    for k, cell in enumerate(look_of_cells([made.sure], limits=(0, 1))[0]):
        ax.text(
            k, 0, made.words[k] or "[MASK]", ha="center", va="center", size=9, color=cell.foreground
        )
        for line, (_, texts) in enumerate(rows, start=1):
            ax.text(k, line, texts[k], ha="center", va="center", size=9)
        if k == made.last:
            box = plt.Rectangle(
                (k - 0.46, -0.42), 0.92, 0.84, fill=False, lw=2.2, edgecolor=COLORS["vermillion"]
            )
            ax.add_patch(box)
    ax.set(ylim=(len(rows) + 0.5, -0.5), xticks=[])
    ax.set_yticks(range(len(rows) + 1), [made.start, *(head for head, _ in rows)])
    ax.grid(False)
    alt = say("gibbs-alt", sentence=made.sentence(), start=made.start)
    return picture(fig, alt=alt, caption=say("gibbs-caption"))
