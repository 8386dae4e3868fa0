"""The cache explorer: which tokens run at each step of writing, and whose keys and values are
kept."""

import html
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt

from course_utils.figures import COLORS, Picture, picture, readable_on
from course_utils.messages import say

from .parts import Explorer, Values, View, select, slider

_MOST = 6
_LOOKS = {"run": COLORS["blue"], "made": COLORS["green"], "kept": "#d9d9d9"}


@dataclass(frozen=True)
class Row:
    """One pass of a tower: what happens to each token (place -> "run", "made" or "kept"), and the
    pairs of query and key that this takes in a layer."""

    name: str
    tokens: dict[int, str]
    pairs: int

    @property
    def running(self) -> int:
        return sum(what == "run" for what in self.tokens.values())


def passes(values: Values) -> list[Row]:
    """The rows of the picture: the encoder's pass, if there is one, and a pass for each word."""
    n, steps, cache = values["n_in"], values["n_out"], values["cache"]
    two = values["kind"] == "encoder-decoder"
    rows = []
    if two:
        rows.append(Row(say("cache-encoder"), dict.fromkeys(range(n), "run"), n * n))
    for step in range(steps):
        first, length = (n, step + 1) if two else (0, n + step)
        tokens = dict.fromkeys(range(first, first + length), "run")
        if cache and step:
            tokens |= dict.fromkeys(range(first, first + length - 1), "kept")
        running = sum(what == "run" for what in tokens.values())
        pairs = running * length
        if two:
            source = "kept" if cache and step else "made"
            tokens |= dict.fromkeys(range(n), source)
            pairs += running * n
        rows.append(Row(say("cache-step", step=step + 1), tokens, pairs))
    return rows


def _columns(values: Values) -> list[str]:
    given = [say("cache-in", i=i + 1) for i in range(values["n_in"])]
    written = [say("cache-out", i=i + 1) for i in range(values["n_out"] - 1)]
    start = [say("cache-start")] if values["kind"] == "encoder-decoder" else []
    return given + start + written


def _sentence(values: Values) -> str:
    rows = passes(values)
    row = rows[values["query"]]
    fields: dict[str, Any] = {"row": row.name, "run": row.running, "pairs": row.pairs}
    fields |= {"all_run": sum(r.running for r in rows), "all_pairs": sum(r.pairs for r in rows)}
    if values["kind"] == "decoder":
        return say("cache-says", **fields)
    steps = rows[1:]  # behind the encoder's
    fields["looks"] = sum(step.running for step in steps)
    fields["sources"] = sum(what == "made" for step in steps for what in step.tokens.values())
    return say("cache-says-two", **fields)


def cache_explorer(kind: str = "decoder", cache: bool = False, n_in: int = 2) -> Explorer:
    """A widget: which tokens run through the layers when a text is read and another written.

    kind: "decoder" or "encoder-decoder"; cache: are keys and values kept at first? n_in: how many
    tokens are read at first.
    """

    def fit(values: Values) -> Values:
        return values | {"query": min(max(values["query"], 0), len(passes(values)) - 1)}

    def view(values: Values) -> View:
        values = fit(values)
        rows = [(row.name, i) for i, row in enumerate(passes(values))]
        kinds = [(say(f"family-name-{name}"), name) for name in ("decoder", "encoder-decoder")]
        controls = [
            select("kind", say("family-choose"), kinds),
            select("cache", say("cache-cache"), [(say("cache-no"), 0), (say("cache-yes"), 1)]),
            slider("n_in", say("cache-n-in"), 1, _MOST, 1),
            slider("n_out", say("cache-n-out"), 1, _MOST, 1),
            select("query", say("cache-row"), rows),
        ]
        return View(controls, values, _table(values), _sentence(values))

    start = {"kind": kind, "cache": int(cache), "n_in": n_in, "n_out": 2, "query": 1}
    return Explorer(say("cache-label"), view, start, lambda values: _figure(fit(values)))


def _table(values: Values) -> str:
    """An HTML table: a row for each pass, a column for each token."""
    heads = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in _columns(values))
    body = ""
    for i, row in enumerate(passes(values)):
        cells = ""
        for place in range(len(_columns(values))):
            what = row.tokens.get(place)
            look = f"background:{_LOOKS[what]};color:{readable_on(_LOOKS[what])};" if what else ""
            text = html.escape(say(f"cache-{what}")) if what else ""
            cells += f'<td style="{look}padding:0 8px">{text}</td>'
        mark = ' class="marked"' if i == values["query"] else ""
        name = html.escape(row.name)
        body += f'<tr data-query="{i}"{mark}><th scope="row">{name}</th>{cells}</tr>'
    caption = html.escape(say("cache-title"))
    return (
        f"<table><caption>{caption}</caption><thead><tr><td></td>{heads}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _figure(values: Values) -> Picture:
    """The static figure: the same table."""
    rows, columns = passes(values), _columns(values)
    fig, ax = plt.subplots(figsize=(2.0 + 1.0 * len(columns), 0.8 + 0.42 * len(rows)))
    for i, row in enumerate(rows):
        for place in range(len(columns)):
            what = row.tokens.get(place)
            color = _LOOKS[what] if what else "white"
            edge = "white" if what else "#c8c8c8"
            ax.add_patch(plt.Rectangle((place, i), 1, 1, facecolor=color, edgecolor=edge))
            if what:
                ax.text(place + 0.5, i + 0.5, say(f"cache-{what}"), ha="center", va="center",
                        size=9, color=readable_on(color))  # fmt: skip
    ax.set(xlim=(0, len(columns)), ylim=(len(rows), 0))
    ax.set_xticks([i + 0.5 for i in range(len(columns))], columns)
    ax.set_yticks([i + 0.5 for i in range(len(rows))], [row.name for row in rows])
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.grid(False)
    ax.spines[:].set_visible(False)
    kept = say("cache-yes" if values["cache"] else "cache-no")
    name = say(f"family-name-{values['kind']}")
    alt = say("cache-alt", name=name, cache=kept, sentence=_sentence(values))
    return picture(fig, alt=alt, caption=say("cache-caption", name=name, cache=kept))
