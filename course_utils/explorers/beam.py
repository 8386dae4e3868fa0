"""The beam explorer: the tree of a beam search, its width, and what a length penalty chooses."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import matplotlib.pyplot as plt

from course_utils.figures import COLORS, Picture, number, picture, readable_on
from course_utils.messages import say

from .parts import Explorer, Values, View, select, slider

BEAM_PROMPTS = ("the sheep bleated", "i love", "she went to", "the weather is")
_STEPS = 7  # words of a hypothesis, its end included
_WIDEST, _VERY_WIDE = 6, 20
_DROPPED = 2  # candidates that are shown though they were dropped, in each step
_LISTED = 5  # finished hypotheses in the table
_GREY = "#e4e4e4"
_LOOKS = {"kept": COLORS["blue"], "ended": COLORS["green"], "dropped": _GREY, "lost": _GREY}

# As `search_beams` of exercises/decoding.py: (log_prob_fn, width, most tokens, end) -> finished
# hypotheses, and of each step the candidates and those that live on. A hypothesis: (tokens, total).
Search = Callable[[Any, int, int, int], tuple[list[Any], list[Any]]]


@dataclass(frozen=True)
class Node:
    """A candidate in the tree: its step and row, the row of its parent, and what became of it."""

    step: int
    row: int
    parent: int
    word: str
    total: float
    state: str  # kept, ended, dropped, or lost: the beginning of what a very wide beam finds


@dataclass(frozen=True)
class Searched:
    """The tree of one search, the finished hypotheses, and the best of a very wide beam."""

    nodes: list[Node]
    finished: list[tuple[str, int, float]]  # text, tokens, sum of log-probabilities
    widest: tuple[str, float]

    def scored(self, alpha: float) -> list[tuple[float, str, int, float]]:
        """(score, text, tokens, sum) of the finished ones, best first."""
        rows = [(total / n**alpha, text, n, total) for text, n, total in self.finished]
        return sorted(rows, key=lambda row: -row[0])


def _searched(search: Search, model: Any, tokenizer: Any, prompt: str, width: int) -> Searched:
    from course_utils.decoding import model_language

    end = tokenizer.eos_token_id
    table = _tables(model, tuple(tokenizer.convert_tokens_to_ids(prompt.split())), model_language)

    def word(token: int) -> str:
        return say("play-end") if token == end else tokenizer.convert_ids_to_tokens(token)

    def text(tokens: Sequence[int]) -> str:
        return " ".join(word(token) for token in tokens)

    done, steps = search(table, width, _STEPS, end)
    best = _very_wide(search, table, end)
    nodes: list[Node] = []
    rows: dict[tuple[int, ...], int] = {(): 0}
    lost = False
    for i, (candidates, live) in enumerate(steps, start=1):
        alive = {h.tokens for h in live}
        ended = {h.tokens for h in candidates[:width] if h.tokens[-1] == end or i == _STEPS}
        others = [h for h in candidates if h.tokens not in alive | ended][:_DROPPED]
        shown = [h for h in candidates if h.tokens in alive | ended or h in others]
        beginning = best.tokens[:i]
        at_loss = not lost and beginning not in alive | ended and len(beginning) == i
        if at_loss and beginning[:-1] in rows and beginning not in [h.tokens for h in shown]:
            total = sum(table(beginning[:j])[beginning[j]].item() for j in range(i))
            shown.append(type(best)(beginning, total))
        lost = lost or at_loss
        here = {}
        for j, h in enumerate(shown):
            state = "kept" if h.tokens in alive else "ended" if h.tokens in ended else "dropped"
            state = "lost" if at_loss and h.tokens == beginning else state
            here[h.tokens] = j
            nodes.append(Node(i, j, rows[h.tokens[:-1]], word(h.tokens[-1]), h.total, state))
        rows = here
    finished = [(text(h.tokens), len(h.tokens), h.total) for h in done]
    return Searched(nodes, finished, (text(best.tokens), best.total))


@lru_cache(maxsize=8)
def _very_wide(search: Search, table: Any, end: int) -> Any:
    return max(search(table, _VERY_WIDE, _STEPS, end)[0], key=lambda h: h.total)


@lru_cache(maxsize=8)
def _tables(model: Any, prompt: tuple[int, ...], make: Callable[..., Any]) -> Any:
    return make(model, prompt)


def beam_explorer(
    search: Search, width: int = 2, alpha: float = 0.0, *, decoder: tuple[Any, Any] | None = None
) -> Explorer:
    """A widget: the tree of a beam search, with its width and the length penalty to move.

    `search` finds the hypotheses, as `search_beams` does; `width` and `alpha`: where the sliders
    begin. `decoder`: (model, tokenizer), by default the course's own.
    """
    from course_utils.language.models import load_model

    model, tokenizer = decoder or load_model("decoder")

    @lru_cache(maxsize=64)
    def found(prompt: int, width: int) -> Searched:
        return _searched(search, model, tokenizer, BEAM_PROMPTS[prompt], width)

    def view(values: Values) -> View:
        controls = [
            select("prompt", say("beams-prompt"), [(p, i) for i, p in enumerate(BEAM_PROMPTS)]),
            slider("width", say("beams-width"), 1, _WIDEST, 1),
            slider("alpha", say("beams-alpha"), -1, 2, 0.25),
        ]
        made = found(values["prompt"], values["width"])
        page = _tree(made.nodes, BEAM_PROMPTS[values["prompt"]]) + _table(made, values["alpha"])
        return View(controls, values, page, _sentence(made, values))

    def still(values: Values) -> Picture:
        return _figure(found(values["prompt"], values["width"]), values)

    return Explorer(say("beams-label"), view, {"prompt": 0, "width": width, "alpha": alpha}, still)


def _sentence(made: Searched, values: Values) -> str:
    score, text, n, total = made.scored(values["alpha"])[0]
    fields = {"width": values["width"], "alpha": f"{values['alpha']:g}", "text": text, "n": n}
    fields |= {"total": number(total), "score": number(score), "wide": _VERY_WIDE}
    return say("beams-says", **fields, best=made.widest[0], most=number(made.widest[1]))


_LEFT, _ACROSS, _DOWN = 92, 104, 42  # pixels: before the first step, from step to step, row to row
_BOX = (88, 34)


def _place(step: int, row: int) -> tuple[int, int]:
    """Where the box of a node begins; step 0 is the prompt."""
    return _LEFT + (step - 1) * _ACROSS if step else 0, 18 + row * _DOWN


def _tree(nodes: list[Node], prompt: str) -> str:
    """The tree as SVG: a box for each candidate, and a line from its parent."""
    (w, h), lines, boxes = _BOX, "", ""
    for y, part in enumerate(prompt.split()):
        boxes += f'<text x="76" y="{24 + 16 * y}" text-anchor="end">{html.escape(part)}</text>'
    for node in nodes:
        x, y = _place(node.step, node.row)
        before, above = _place(node.step - 1, node.parent)
        start = before + w if node.step > 1 else 80
        look = 'stroke="var(--mark)" stroke-dasharray="4 3"' if node.state == "lost" else ""
        look = look or ('stroke="var(--line)"' if node.state == "dropped" else "")
        look = look or 'stroke="var(--point)" stroke-width="2"'
        lines += f'<line x1="{start}" y1="{above + h // 2}" x2="{x}" y2="{y + h // 2}" {look}/>'
        fill = _LOOKS[node.state]
        edge = ' stroke="var(--mark)" stroke-width="3"' if node.state == "lost" else ""
        boxes += f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="4" fill="{fill}"{edge}/>'
        text = f'x="{x + w // 2}" text-anchor="middle" fill="{readable_on(fill)}"'
        boxes += f'<text {text} y="{y + 15}">{html.escape(node.word)}</text>'
        boxes += f'<text {text} y="{y + 29}" font-size="12">{number(node.total)}</text>'
    width = _LEFT + max(node.step for node in nodes) * _ACROSS
    height = 24 + (1 + max(node.row for node in nodes)) * _DOWN
    return (
        f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{html.escape(say("beams-label"))}" font-size="13" fill="currentColor">'
        f"{lines}{boxes}</svg>"
    )


def _table(made: Searched, alpha: float) -> str:
    heads = "".join(
        f'<th scope="col" style="padding:0 10px">{html.escape(say(key))}</th>'
        for key in ("beams-tokens", "beams-sum", "beams-score")
    )
    body = ""
    for i, (score, text, n, total) in enumerate(made.scored(alpha)[:_LISTED]):
        mark = ' class="marked"' if i == 0 else ""
        cells = "".join(f"<td>{cell}</td>" for cell in (n, number(total), number(score)))
        body += f'<tr{mark}><th scope="row">{html.escape(text)}</th>{cells}</tr>'
    caption = html.escape(say("beams-table", alpha=f"{alpha:g}"))
    return (
        f"<table><caption>{caption}</caption><thead><tr><td></td>{heads}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _figure(made: Searched, values: Values) -> Picture:
    """The static figure: the same boxes and lines."""
    rows = 1 + max(node.row for node in made.nodes)
    fig, ax = plt.subplots(figsize=(9, 0.9 + 0.5 * rows))
    prompt = BEAM_PROMPTS[values["prompt"]]
    ax.text(0.35, 0, prompt.replace(" ", "\n"), ha="right", va="center", size=10, weight="bold")
    for node in made.nodes:
        color = _LOOKS[node.state]
        lost = node.state == "lost"
        edge = COLORS["vermillion"] if lost else "#8a8a8a" if node.state == "dropped" else color
        start = (node.step - 1, node.parent) if node.step > 1 else (0.4, 0)
        ax.plot(
            [start[0], node.step], [start[1], node.row], color=edge,
            linestyle=":" if lost else "-", linewidth=1 if node.state == "dropped" else 2, zorder=1,
        )  # fmt: skip
        box = {"boxstyle": "round,pad=0.25", "facecolor": color, "edgecolor": edge}
        ax.text(
            node.step, node.row, f"{node.word}\n{number(node.total)}", ha="center", va="center",
            size=9, color=readable_on(color), bbox=box,
        )  # fmt: skip
    ax.set(xlim=(-0.5, _STEPS + 0.5), ylim=(rows - 0.4, -0.6), xticks=range(1, _STEPS + 1))
    ax.set(yticks=[], xlabel=say("beams-step"))
    ax.spines[:].set_visible(False)
    ax.grid(False)
    sentence = _sentence(made, values)
    alt = say("beams-alt", prompt=prompt, width=values["width"], sentence=sentence)
    return picture(fig, alt=alt, caption=say("beams-caption"))
