"""The loops explorer: one prompt written on at several temperatures and repetition penalties, with the
words that go in circles marked."""

import html
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt

from course_utils.figures import COLORS, Cell, Picture, picture, readable_on
from course_utils.messages import say

from .parts import Explorer, Values, View, select, word_line

_ROUND, _ONCE = COLORS["orange"], "#ffffff"
_LINE = 88  # letters of a line of the static figure

Text = Mapping[str, Any]


def loops_explorer(found: Mapping[str, Any], t: float = 0, penalty: float = 1) -> Explorer:
    """A widget: set a temperature and a repetition penalty, and read what the model writes.

    found: "prompt", and "texts", each with "t" (0 is greedy), "penalty" (1 is none), "words" (the
    tokens as text), "circling" (how many of them, at the end, go in a circle) and "nats" (of a token,
    under the model itself); one text for each pair. t, penalty: those that are shown first.
    """
    texts = {(text["t"], text["penalty"]): text for text in found["texts"]}
    dials = {name: sorted({text[name] for text in found["texts"]}) for name in ("t", "penalty")}
    controls = [
        select("t", say("loops-t"), [(_heat(value), value) for value in dials["t"]]),
        select("penalty", say("loops-penalty"), [(_price(v), v) for v in dials["penalty"]]),
    ]

    def view(values: Values) -> View:
        chosen = texts[values["t"], values["penalty"]]
        page = _words(found["prompt"], chosen) + _table(texts, dials, chosen)
        return View(controls, values, page, _sentence(chosen))

    return Explorer(
        say("loops-label"),
        view,
        {"t": t, "penalty": penalty},
        lambda values: _figure(found["prompt"], texts[values["t"], values["penalty"]]),
    )


def _heat(t: float) -> str:
    return say("loops-heat", t=f"{t:g}") if t else say("loops-greedy")


def _price(penalty: float) -> str:
    return f"{penalty:g}" if penalty != 1 else say("loops-no-penalty")


def _sentence(text: Text) -> str:
    key = "loops-circle" if text["circling"] else "loops-free"
    numbers = {"last": text["circling"], "of": len(text["words"]), "nats": f"{text['nats']:.2f}"}
    return say(key, t=_heat(text["t"]), penalty=_price(text["penalty"]), **numbers)


def _pieces(text: Text) -> list[tuple[str, bool]]:
    """Whole words with whether they go in a circle: tokens without a blank between them joined."""
    first, found = len(text["words"]) - text["circling"], list[tuple[str, bool]]()
    for place, token in enumerate(text["words"]):
        shown = token.replace("\n", "¶").strip()
        goes = place >= first
        joins = found and token == shown and "¶" not in found[-1][0] and found[-1][1] == goes
        if joins:
            found[-1] = (found[-1][0] + shown, goes)
        else:
            found.append((shown or "␣", goes))
    return found


def _words(prompt: str, text: Text) -> str:
    pieces = _pieces(text)
    looks = [_cell(word, _ROUND if goes else _ONCE) for word, goes in pieces]
    start = f'<p class="course-words"><b>{html.escape(say("loops-prompt"))}</b> '
    line = word_line([word for word, _ in pieces], title=say("loops-text"), looks=looks)
    return f"{start}{html.escape(prompt)}</p>{line}"


def _cell(text: str, color: str) -> Cell:
    return Cell(text, color, readable_on(color))


def _table(
    texts: Mapping[tuple[float, float], Text], dials: Mapping[str, Sequence[float]], chosen: Text
) -> str:
    """For each pair: how many tokens go in a circle, and the nats; the chosen pair framed."""
    heads = "".join(
        f'<th scope="col">{html.escape(_price(penalty))}</th>' for penalty in dials["penalty"]
    )
    body = ""
    for t in dials["t"]:
        cells = ""
        for penalty in dials["penalty"]:
            text = texts[t, penalty]
            cell = _cell("", _ROUND if text["circling"] else _ONCE)
            frame = ' class="framed"' if text is chosen else ""
            look = f"background:{cell.background};color:{cell.foreground};padding:0 10px"
            shown = say("loops-cell", last=text["circling"], nats=f"{text['nats']:.2f}")
            cells += f'<td{frame} style="{look}">{html.escape(shown)}</td>'
        body += f'<tr><th scope="row">{html.escape(_heat(t))}</th>{cells}</tr>'
    return (
        f"<table><caption>{html.escape(say('loops-table'))}</caption>"
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody></table>"
    )


def _figure(prompt: str, text: Text) -> Picture:
    """The static figure: the text, with the words that go in a circle marked."""
    rows: list[list[tuple[str, bool]]] = [[]]
    for word, goes in _pieces(text):
        if sum(len(w) + 1 for w, _ in rows[-1]) + len(word) > _LINE:
            rows.append([])
        rows[-1].append((word, goes))
    fig, ax = plt.subplots(figsize=(8, 0.4 + 0.3 * len(rows)))
    ax.axis("off")
    ax.set(xlim=(0, _LINE), ylim=(len(rows), -1.3))
    title = f"{say('loops-prompt')} {prompt}"
    ax.text(0, -0.8, title, size=10, va="center", family="DejaVu Sans Mono", weight="bold")
    for y, row in enumerate(rows):
        x = 0
        for word, goes in row:
            color = _ROUND if goes else _ONCE
            look: dict[str, Any] = {"family": "DejaVu Sans Mono", "size": 9.5}
            look["bbox"] = {"facecolor": color, "edgecolor": "none", "pad": 1.5}
            ax.text(x, y + 0.3, word, va="center", color=readable_on(color), **look)
            x += len(word) + 1
    written = "".join(text["words"]).strip()
    alt = say("loops-alt", prompt=prompt, text=written, sentence=_sentence(text))
    return picture(fig, alt=" ".join(alt.split()), caption=say("loops-caption"))
