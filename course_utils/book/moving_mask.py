"""The moving mask: a figure of the front page that moves without a kernel.

Python computes all that it can show with the functions of the mask explorer, and writes the first
state as HTML tables, which stand there where no JavaScript runs. `front/front.js` only puts other
numbers, colours and sentences of the same making into the same cells.
"""

from __future__ import annotations

import html
import json
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from course_utils.explorers.mask import (
    FILLS,
    MASKS,
    SENTENCES,
    SIZED,
    Attention,
    may_see,
    random_scores,
    softmax,
)
from course_utils.figures import Cell, look_of_cells
from course_utils.messages import say

SIZE = 2  # of the prefix and of the window: what the explorer begins with


class Chosen(NamedTuple):
    """What a reader has chosen: the index of a sentence, a key of `MASKS`, the index of a query."""

    sentence: int
    mask: str
    query: int


START = Chosen(0, "causal", 2)


@lru_cache
def states() -> dict[str, dict[str, Attention]]:
    """Sentence -> mask -> what the mask explorer computes for them, blocked scores at −∞."""
    return {
        sentence: {mask: _attend(sentence.split(), mask) for mask in MASKS}
        for sentence in SENTENCES
    }


def _attend(words: list[str], mask: str) -> Attention:
    scores = random_scores(len(words))
    seen = may_see(mask, words, SIZE)
    added = np.where(seen, np.float32(0), np.float32(FILLS["−∞"]))
    return Attention(words, scores, added, softmax(scores + added))


def numbers() -> list[dict[str, Any]]:
    """What the figure shows, for each sentence: `scores`, the texts of the scores, a row for each
    query, and `masks`, for each mask a row for each query.

    Such a row has `mask` (the texts of the mask's numbers), `weights` (for each key the text, its
    two colours, and 1 if it is blocked), `shares` (the weights themselves, four decimals, null for
    NaN) and `says` (the row in words).
    """
    found = []
    for by_mask in states().values():
        scores = _looks(by_mask["none"])[0]
        found.append(
            {
                "scores": [[cell.text for cell in row] for row in scores],
                "masks": {mask: _rows(state) for mask, state in by_mask.items()},
            }
        )
    return found


def _rows(state: Attention) -> list[dict[str, Any]]:
    _, mask, weights = _looks(state)
    return [
        {
            "mask": [cell.text for cell in mask[query]],
            "weights": [
                [cell.text, cell.background, cell.foreground, int(cell.blocked)]
                for cell in weights[query]
            ],
            "shares": [None if np.isnan(w) else round(float(w), 4) for w in state.weights[query]],
            "says": state.sentence(query),
        }
        for query in range(len(state.tokens))
    ]


def _looks(state: Attention) -> list[list[list[Cell]]]:
    """The cells of scores, mask and weights, as the explorer draws them."""
    return [
        look_of_cells(
            panel.matrix, blocked=panel.blocked, decimals=panel.decimals, limits=panel.limits
        )
        for panel in state.panels()
    ]


def label_of(mask: str) -> str:
    """A mask's name, with its size if it has one."""
    return say("front-mask-sized", mask=MASKS[mask], size=SIZE) if mask in SIZED else MASKS[mask]


# --- HTML -----------------------------------------------------------------------------------------


def figure() -> str:
    """The figure in its first state: a form (shown by JavaScript), tables, a sentence, numbers."""
    by_mask = states()[SENTENCES[START.sentence]]
    state = by_mask[START.mask]
    options = "".join(
        f'<option value="{i}">{html.escape(sentence)}</option>'
        for i, sentence in enumerate(SENTENCES)
    )
    masks = "".join(_radio("mask", mask, label_of(mask), mask == START.mask) for mask in MASKS)
    panels = "".join(_panel(i, sentence) for i, sentence in enumerate(SENTENCES))
    data = json.dumps(numbers(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (
        '<figure id="moving-mask" class="moving-mask">\n'
        f'<form hidden aria-label="{html.escape(say("front-figure"))}">\n'
        f'<div class="field"><label for="moving-mask-sentence">{say("mask-sentence")}</label>'
        f'<select id="moving-mask-sentence" name="sentence" autocomplete="off">{options}</select>'
        "</div>\n"
        f'<fieldset class="choice"><legend>{say("mask-choose")}</legend>{masks}</fieldset>\n'
        "</form>\n"
        f'<p class="says" aria-live="polite">{html.escape(state.sentence(START.query))}</p>\n'
        f"{panels}"
        f"<figcaption>{say('front-caption')}</figcaption>\n"
        f'<script type="application/json">{data}</script>\n'
        "</figure>\n"
    )


def _radio(name: str, value: object, label: str, checked: bool) -> str:
    mark = " checked" if checked else ""
    return (
        f'<label><input type="radio" name="{name}" value="{value}" autocomplete="off"{mark}>'
        f"<span>{html.escape(label)}</span></label>"
    )


def _panel(index: int, sentence: str) -> str:
    """The two tables of a sentence. Only the first sentence is visible without JavaScript."""
    state = states()[sentence][START.mask]
    query = min(START.query, len(state.tokens) - 1)
    hidden = "" if index == START.sentence else " hidden"
    return (
        f'<fieldset class="panel" data-sentence="{index}" disabled{hidden}>'
        f'<legend class="aside">{say("mask-query")}</legend>\n'
        f"{_map(index, state, query)}{_row(state, query)}</fieldset>\n"
    )


def _map(index: int, state: Attention, query: int) -> str:
    """Who looks at whom: a table of all weights, a query a row, with a radio button for each."""
    weights = _looks(state)[2]
    head = "".join(f'<th scope="col">{html.escape(token)}</th>' for token in state.tokens)
    rows = []
    for i, token in enumerate(state.tokens):
        marked = ' class="marked"' if i == query else ""
        radio = _radio(f"query-{index}", i, token, i == query)
        cells = "".join(
            f'<td{_blocked(cell)} style="background:{cell.background};color:{cell.foreground}">'
            f"{cell.text}</td>"
            for cell in weights[i]
        )
        rows.append(f'<tr data-query="{i}"{marked}><th scope="row">{radio}</th>{cells}</tr>')
    return (
        f'<table class="map"><caption>{say("front-map")}</caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>\n"
    )


def _row(state: Attention, query: int) -> str:
    """How one query comes to its weights, a key a line; below, the weights side by side."""
    scores, mask, weights = _looks(state)
    share = _shares(state, query)
    lines = "".join(
        f'<tr><th scope="row">{html.escape(token)}</th><td class="score">{score.text}</td>'
        f'<td class="mask{" blocked" if m.blocked else ""}">{m.text}</td>'
        f'<td class="weight"><span class="bar" style="width:{w:.2%}"></span>'
        f"<b>{weight.text}</b></td></tr>"
        for token, score, m, weight, w in zip(
            state.tokens, scores[query], mask[query], weights[query], share, strict=True
        )
    )
    parts = "".join(
        f'<span style="width:{w:.2%}">{html.escape(token)}</span>'
        for token, w in zip(state.tokens, share, strict=True)
    )
    heads = "".join(
        f'<th scope="col">{say(f"front-column-{name}")}</th>'
        for name in ("key", "score", "mask", "weight")
    )
    caption = say("front-row", query=f'<b class="query">{html.escape(state.tokens[query])}</b>')
    return (
        f'<div class="one"><table>'
        f"<caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"
        f'<div class="strip" aria-hidden="true">{parts}</div></div>\n'
    )


def _shares(state: Attention, query: int) -> list[float]:
    return [0.0 if np.isnan(w) else float(w) for w in state.weights[query]]


def _blocked(cell: Cell) -> str:
    return ' class="blocked"' if cell.blocked else ""
