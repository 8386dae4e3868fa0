"""Widgets: a labelled form above one picture, and the explorers made of it.

An `Explorer` holds a form of native controls (label and field belong together, every field works
with the keyboard) and one picture, an HTML table. A view function turns the values of the form
into the picture, so a chapter's widget is that one function and can be tested without a browser.
Nothing is loaded from a network. Where there is no kernel the page shows a static figure instead.
"""

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import anywidget
import matplotlib.pyplot as plt
import numpy as np
import traitlets

from .figures import Panel, Picture, as_matrix, look_of_cells, number, panels, picture
from .messages import CourseError, say

Values = dict[str, Any]


# --- the parts ------------------------------------------------------------------------------------
def select(name: str, label: str, options: Sequence[str] | Sequence[tuple[str, Any]]) -> Values:
    """A list to choose from. `options`: texts, or pairs of text and value."""
    pairs = [option if isinstance(option, tuple) else (option, option) for option in options]
    return {"kind": "select", "name": name, "label": label, "options": [list(p) for p in pairs]}


def slider(name: str, label: str, low: float, high: float, step: float) -> Values:
    """A number between `low` and `high`, both included."""
    return {"kind": "range", "name": name, "label": label, "min": low, "max": high, "step": step}


def text_line(name: str, label: str) -> Values:
    """A line to type in; it is sent with Enter, or when the field is left."""
    return {"kind": "text", "name": name, "label": label}


def token_table(
    matrix: Any,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    title: str,
    blocked: Any = None,
    decimals: int = 2,
    limits: tuple[float, float] | None = None,
    marked: int | None = None,
) -> str:
    """An HTML table of `matrix` (2-D) with a header for each row and column.

    The look of the cells is that of `figures.heatmap`. A click on a row reports its index as the
    value `query` of the form; `marked` is the row that is marked.
    """
    escaped = [html.escape(token) for token in columns]
    heads = "".join(f'<th scope="col">{token}</th>' for token in escaped)
    body = []
    look = look_of_cells(matrix, blocked=blocked, decimals=decimals, limits=limits)
    for i, (token, row) in enumerate(zip(rows, look, strict=True)):
        cells = ""
        for cell in row:
            style = f'style="background:{cell.background};color:{cell.foreground}"'
            style = 'class="blocked"' if cell.blocked else style
            cells += f"<td {style}>{cell.text}</td>"
        mark = ' class="marked"' if i == marked else ""
        body.append(
            f'<tr data-query="{i}"{mark}><th scope="row">{html.escape(token)}</th>{cells}</tr>'
        )
    return (
        f"<table><caption>{html.escape(title)}</caption>"
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{''.join(body)}</tbody></table>"
    )


@dataclass(frozen=True)
class View:
    """What an explorer shows for some values: its form, its picture and a sentence or two.

    `values` are the values of the form, put right where the old ones no longer fit.
    """

    controls: list[Values]
    values: Values
    picture: str
    status: str


_ESM = """
export default {
  render({ model, el }) {
    const make = (tag, cls) => Object.assign(document.createElement(tag), { className: cls || "" });
    const root = make("section", "course-explorer");
    const form = make("div", "course-form");
    const status = make("p", "course-status");
    const picture = make("div", "course-picture");
    status.setAttribute("role", "status");
    root.append(form, status, picture);
    el.append(root);
    const id = "c" + Math.random().toString(36).slice(2);
    const fields = new Map();

    const send = (name, value) => {
      model.set("values", { ...model.get("values"), [name]: value });
      model.save_changes();
    };
    const field = (control) => {
      const box = make("div", "course-field");
      const label = make("label");
      label.htmlFor = id + control.name;
      const isSelect = control.kind === "select";
      const input = make(isSelect ? "select" : "input");
      input.id = label.htmlFor;
      // Else JupyterLab takes the arrow keys and letters for its own shortcuts.
      input.setAttribute("data-lm-suppress-shortcuts", "true");
      const shown = make("output");
      box.append(label, input);
      if (isSelect) {
        input.onchange = () => send(control.name, JSON.parse(input.value));
      } else if (control.kind === "text") {
        input.type = "text";
        input.onchange = () => send(control.name, input.value);
      } else {
        input.type = "range";
        shown.htmlFor = input.id;
        box.append(shown);
        input.oninput = () => {
          shown.textContent = input.value;
          send(control.name, Number(input.value));
        };
      }
      form.append(box);
      return { box, label, input, shown, options: "" };
    };
    const drawForm = () => {
      const wanted = model.get("controls");
      for (const [name, part] of fields) {
        if (!wanted.some((control) => control.name === name)) {
          part.box.remove();
          fields.delete(name);
        }
      }
      const values = model.get("values");
      let before = null;
      for (const control of wanted) {
        if (!fields.has(control.name)) fields.set(control.name, field(control));
        const part = fields.get(control.name);
        if (before && before.nextSibling !== part.box) before.after(part.box);
        before = part.box;
        part.label.textContent = control.label;
        const value = values[control.name];
        if (control.kind === "select") {
          const options = JSON.stringify(control.options);
          if (part.options !== options) {
            part.options = options;
            part.input.replaceChildren(
              ...control.options.map(([text, v]) => new Option(text, JSON.stringify(v)))
            );
          }
          part.input.value = JSON.stringify(value);
        } else if (control.kind === "text") {
          part.input.value = value;
        } else {
          Object.assign(part.input, { min: control.min, max: control.max, step: control.step });
          part.input.value = value;
          part.shown.textContent = value;
        }
      }
    };
    const drawPicture = () => { picture.innerHTML = model.get("picture"); };
    const drawStatus = () => { status.textContent = model.get("status"); };

    picture.onclick = (event) => {
      const row = event.target.closest("[data-query]");
      if (row) send("query", Number(row.dataset.query));
    };
    picture.onpointerover = picture.onpointerout = (event) => {
      const row = event.type === "pointerover" && event.target.closest("[data-query]");
      for (const other of picture.querySelectorAll("[data-query]")) {
        other.classList.toggle("hovered", row && other.dataset.query === row.dataset.query);
      }
    };
    const label = () => root.setAttribute("aria-label", model.get("label"));
    label();
    drawForm();
    drawPicture();
    drawStatus();
    model.on("change:controls", drawForm);
    model.on("change:values", drawForm);
    model.on("change:picture", drawPicture);
    model.on("change:status", drawStatus);
  },
};
"""

_CSS = """
.course-explorer { color: var(--jp-content-font-color1, #1a1a1a);
  font: 13px/1.4 var(--jp-ui-font-family, sans-serif); padding: 4px 2px; }
.course-form { display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: end; }
.course-field { display: grid; grid-template: auto 30px / auto auto; gap: 2px 8px;
  align-items: center; }
.course-field label { grid-column: 1 / -1; font-weight: 600; }
.course-field select { font: inherit; padding: 3px 6px; color: inherit; border-radius: 3px;
  background: var(--jp-layout-color1, #fff); border: 1px solid var(--jp-ui-font-color2, #616161); }
.course-field input { width: 130px; margin: 5px 0; accent-color: #0072b2; }
.course-field input[type="text"] { width: 34em; max-width: 90vw; margin: 0; font: inherit;
  padding: 3px 6px; color: inherit; border-radius: 3px; background: var(--jp-layout-color1, #fff);
  border: 1px solid var(--jp-ui-font-color2, #616161); }
.course-field output { min-width: 2em; font-variant-numeric: tabular-nums; }
.course-field :focus-visible { outline: 2px solid #56b4e9; outline-offset: 2px; }
.course-status { margin: 10px 0 6px; min-height: 2.8em; max-width: 75ch; }
.course-picture { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.course-picture .sign { font-size: 20px; }
.course-picture table { border-collapse: separate; border-spacing: 1px; font-size: 12px;
  margin: 0; font-variant-numeric: tabular-nums; }
.course-picture caption { text-align: left; font-weight: 600; padding: 0 0 4px; color: inherit;
  white-space: nowrap; caption-side: top; }
.course-picture th { font-weight: 400; padding: 0 2px; }
.course-picture th[scope="row"] { text-align: right; white-space: nowrap; }
.course-picture td { min-width: 31px; height: 28px; padding: 0 1px; text-align: center; }
.course-picture td.blocked { color: #000;
  background: repeating-linear-gradient(135deg, #ececec 0 4px, #d2d2d2 4px 6px); }
.course-picture tbody td { outline: 1px solid #c8c8c8; }
.course-picture thead td { height: auto; }
.course-picture tbody tr { cursor: pointer; }
.course-picture tr.hovered td, .course-picture tr.hovered th {
  box-shadow: inset 0 2px #56b4e9, inset 0 -2px #56b4e9; }
.course-picture tr.marked td { box-shadow: inset 0 3px #d55e00, inset 0 -3px #d55e00; }
.course-picture tr.marked th { font-weight: 700; }
.course-picture tr.marked th::before { content: "\\25b8\\2009"; }
.course-words { flex-basis: 100%; margin: 0 0 6px; font-size: 15px; }
.course-words span { display: inline-block; padding: 3px 6px; margin: 1px; border-radius: 3px; }
.course-words span[data-query] { cursor: pointer; }
.course-words span.hovered { box-shadow: 0 2px #56b4e9; }
.course-words span.marked { box-shadow: 0 3px #d55e00; font-weight: 700; }
.course-picture .words { flex-basis: 100%; }
.course-picture .words span { padding: 2px 4px; cursor: pointer; }
.course-picture .words .marked { outline: 2px solid #d55e00; border-radius: 3px; font-weight: 700; }
.course-picture .words .hovered { outline: 2px solid #56b4e9; border-radius: 3px; }
.course-picture .pair { border-left: 3px solid #8a8a8a; padding: 0 16px 0 8px; }
.course-picture .pair h4 { margin: 0 0 4px; font-size: 13px; }
.course-picture .pair > div { display: flex; gap: 14px; align-items: flex-start; }
.course-picture table.top { table-layout: fixed; width: 190px; }
.course-picture table.top tbody tr { cursor: auto; }
.course-picture table.top tbody td { outline: none; height: 22px; text-align: left; }
.course-picture table.top td div { height: 14px; background: #56b4e9; }
.course-picture table.top tr.true th { font-weight: 700; text-decoration: underline; }
"""

# The static figure comes first and the widget second. Where the widget is alive, the figure hides;
# where it is not (a saved notebook, no kernel), what JupyterLab says of it hides instead.
_STILL_OR_ALIVE = """<style>
.jp-OutputArea-child:has(.course-still):has(+ .jp-OutputArea-child .course-explorer),
.jp-OutputArea-child:has(.course-still) + .jp-OutputArea-child:not(:has(.course-explorer)) {
  display: none; }
</style>"""


class Explorer(anywidget.AnyWidget):
    """A form above a picture. `view(values)` returns the `View` for the values of the form."""

    _esm = _ESM
    _css = _CSS
    label = traitlets.Unicode().tag(sync=True)
    controls = traitlets.List().tag(sync=True)
    values = traitlets.Dict().tag(sync=True)
    picture = traitlets.Unicode().tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        label: str,
        view: Callable[[Values], View],
        values: Values,
        still: Callable[[Values], Picture],
    ) -> None:
        self._view, self._still = view, still
        first = view(values)
        super().__init__(label=label, **vars(first))

    @traitlets.observe("values")
    def _update(self, change: Any) -> None:
        if change.old is traitlets.Undefined or not hasattr(self, "_view"):
            return
        new = self._view(change.new)
        with self.hold_sync():
            for name, value in vars(new).items():
                setattr(self, name, value)

    def _ipython_display_(self) -> None:
        from IPython.display import display

        still = self._still(self.values)
        page = _STILL_OR_ALIVE + still.to_html("course-figure course-still")
        display({"text/html": page, "text/plain": str(still)}, raw=True)
        bundle = self._repr_mimebundle_()
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        display(data | {"text/plain": ""}, raw=True)


# --- the mask explorer ----------------------------------------------------------------------------
PAD = "[PAD]"
SENTENCES = (
    "the cat sat on the mat",
    "i like cats",
    f"the cat {PAD} {PAD}",
    f"{PAD} {PAD} the cat sat",
)
MASKS = {
    "none": "none",
    "causal": "causal",
    "padding": "padding",
    "both": "causal and padding",
    "prefix": "prefix",
    "window": "sliding window",
}
SIZED = {"prefix": "Length of the prefix", "window": "Width of the window"}
FILLS = {"−∞": -np.inf, "−1e9": -1e9}


def may_see(mask: str, tokens: Sequence[str], size: int = 2) -> np.ndarray:
    """Bool (n, n): row i is True at the columns j that query i may see under `mask`.

    `mask` is a key of `MASKS`; `size` is the length of the prefix or the width of the window.
    """
    query, key = np.indices((len(tokens), len(tokens)))
    real = np.array([token != PAD for token in tokens])[key]
    return {
        "none": np.ones_like(real),
        "causal": key <= query,
        "padding": real,
        "both": (key <= query) & real,
        "prefix": (key <= query) | (key < size),
        "window": (key <= query) & (key > query - size),
    }[mask]


def softmax(scores: np.ndarray) -> np.ndarray:
    """Softmax of each row; NaN in a row that is all -inf, as in PyTorch."""
    with np.errstate(invalid="ignore"):
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return powers / powers.sum(axis=-1, keepdims=True)


def random_scores(n: int, seed: int = 0, width: int = 16) -> np.ndarray:
    """Float32 (n, n): QKᵀ/√d of random queries and keys of `width` numbers each."""
    q, k = np.random.default_rng(seed).standard_normal((2, n, width), dtype=np.float32)
    return q @ k.T / np.float32(np.sqrt(width))


@dataclass(frozen=True)
class Attention:
    """One state of the mask explorer: tokens, and three float32 (n, n) matrices."""

    tokens: list[str]
    scores: np.ndarray
    mask: np.ndarray
    weights: np.ndarray

    @property
    def empty_rows(self) -> list[int]:
        """The queries that may see nothing."""
        return [int(i) for i in np.flatnonzero((self.mask < 0).all(axis=1))]

    def sentence(self, query: int) -> str:
        """Whom the query (an index) sees, and what its weights sum to, in words."""
        name, row = f"{query + 1} “{self.tokens[query]}”", self.weights[query]
        if query in self.empty_rows:
            key = "mask-row-nan" if np.isnan(row).any() else "mask-row-uniform"
            return say(key, query=name, n=len(row))
        seen = [t for t, m in zip(self.tokens, self.mask[query], strict=True) if m == 0]
        top = int(row.argmax())
        text = say(
            "mask-row-sees",
            query=name,
            count=len(seen),
            n=len(row),
            seen=", ".join(seen),
            top=self.tokens[top],
            weight=f"{row[top]:.2f}",
            total=f"{row.sum():.2f}",
        )
        if self.empty_rows:
            rows = ", ".join(str(i + 1) for i in self.empty_rows)
            text += " " + say("mask-rows-empty", rows=rows)
        return text

    def panels(self) -> list[Panel]:
        blocked = self.mask < 0
        return [
            Panel(self.scores, say("mask-panel-scores"), decimals=1, limits=(-3, 3)),
            Panel(self.mask, say("mask-panel-mask")),
            # A row that is all NaN or uniform is no zero weight: show it as it is.
            Panel(
                self.weights,
                say("mask-panel-weights"),
                blocked=blocked & ~blocked.all(axis=1, keepdims=True),
                limits=(0, 1),
            ),
        ]


def mask_explorer(
    tokens: str | Sequence[str] | None = None,
    mask: str = "causal",
    *,
    scores: Any = None,
    query: int | None = None,
    seed: int = 0,
) -> Explorer:
    """A widget: choose a mask and see scores, mask and weights of one attention head.

    `tokens`: a sentence, or a list of tokens (`[PAD]` is padding), offered first; without it the
    course's examples. `mask`: a key of `MASKS` to begin with. `scores`: float (n, n), the scores
    of `tokens`, for instance from a model; without it they come from a generator with `seed`.
    `query`: the row to begin with, by default one in the middle. Raises `CourseError`.
    """
    if mask not in MASKS:
        raise CourseError(say("mask-unknown", mask=mask, masks=", ".join(MASKS)))
    sentences = [sentence.split() for sentence in SENTENCES]
    if tokens is not None:
        own = tokens.split() if isinstance(tokens, str) else list(tokens)
        if not own:
            raise CourseError(say("mask-no-tokens"))
        sentences = [own] + [sentence for sentence in sentences if sentence != own]
    all_scores = [random_scores(len(sentence), seed) for sentence in sentences]
    if scores is not None:
        all_scores[0] = as_matrix(scores).astype(np.float32)
        if all_scores[0].shape != (len(sentences[0]),) * 2:
            raise CourseError(
                say("mask-scores-shape", n=len(sentences[0]), shape=all_scores[0].shape)
            )

    def attend(values: Values) -> Attention:
        words = sentences[values["sentence"]]
        raw = all_scores[values["sentence"]] * np.float32(values["sharpness"])
        seen = may_see(values["mask"], words, values["size"])
        added = np.where(seen, np.float32(0), np.float32(FILLS[values["fill"]]))
        return Attention(words, raw, added, softmax(raw + added))

    def view(values: Values) -> View:
        words = sentences[values["sentence"]]
        values = values | {
            "query": min(max(values["query"], 0), len(words) - 1),
            "size": min(values["size"], len(words)),
        }
        state = attend(values)
        controls = [
            select("sentence", "Sentence", [(" ".join(s), i) for i, s in enumerate(sentences)]),
            select("mask", "Mask", [(text, key) for key, text in MASKS.items()]),
            select("query", "Query", [(f"{i + 1} {t}", i) for i, t in enumerate(words)]),
            select("fill", "Blocked scores get", list(FILLS)),
            slider("sharpness", "Scores multiplied by", 0, 4, 0.25),
        ]
        if values["mask"] in SIZED:
            controls.insert(2, slider("size", SIZED[values["mask"]], 1, len(words), 1))
        tables = [
            token_table(
                panel.matrix,
                words,
                words,
                title=panel.title,
                blocked=panel.blocked,
                decimals=panel.decimals,
                limits=panel.limits,
                marked=values["query"],
            )
            for panel in state.panels()
        ]
        signs = (
            '<span class="sign" aria-hidden="true">+</span>',
            '<span class="sign" aria-hidden="true">→</span>',
        )
        drawn = tables[0] + signs[0] + tables[1] + signs[1] + tables[2]
        return View(controls, values, drawn, state.sentence(values["query"]))

    def still(values: Values) -> Picture:
        state, row = attend(values), values["query"]
        fig = panels(state.panels(), state.tokens, state.tokens, signs="+→", mark_row=row)
        alt = say(
            "mask-alt",
            mask=MASKS[values["mask"]],
            tokens=" ".join(state.tokens),
            row=state.sentence(row),
        )
        return picture(fig, alt=alt, caption=say("mask-caption", mask=MASKS[values["mask"]]))

    start = {
        "sentence": 0,
        "mask": mask,
        "size": 2,
        "fill": "−∞",
        "query": len(sentences[0]) // 2 if query is None else query,
        "sharpness": 1,
    }
    return Explorer(say("mask-label"), view, start, still)


# --- the alignment explorer -----------------------------------------------------------------------
class Aligned(NamedTuple):
    """A sentence and its translation, as the attention of a decoder sees them.

    `source`: the columns of the weights; `target`: their rows; `weights`: float (heads, rows,
    columns); `links`: pairs (column, row) of words that truly translate one another.
    """

    source: Sequence[str]
    target: Sequence[str]
    weights: Any
    links: Sequence[tuple[int, int]] = ()

    def matrix(self, head: int) -> np.ndarray:
        return as_matrix(self.weights[head])

    def sentence(self, head: int, word: int) -> str:
        """What the target word `word` (a row) looks at most, and its true partner, in words."""
        row = self.matrix(head)[word]
        top = int(row.argmax())
        partners = [self.source[i] for i, j in self.links if j == word]
        key = "alignment-row" if partners else "alignment-row-alone"
        return say(
            key,
            word=self.target[word],
            number=word + 1,
            top=self.source[top],
            weight=f"{row[top]:.2f}",
            partners=" ".join(partners),
        )

    def lines(self, head: int, word: int) -> str:
        """HTML: the source, each word as dark as its weight, above the target to choose from."""
        shades = look_of_cells(self.matrix(head)[word : word + 1], limits=(0, 1))[0]
        above = "".join(
            f'<span style="background:{shade.background};color:{shade.foreground}">'
            f"{html.escape(token)}</span>"
            for token, shade in zip(self.source, shades, strict=True)
        )
        marks = ["", ' class="marked"']
        below = "".join(
            f'<span data-query="{i}"{marks[i == word]}>{html.escape(token)}</span>'
            for i, token in enumerate(self.target)
        )
        return f'<p class="course-words">{above}</p><p class="course-words">{below}</p>'


def alignment_explorer(
    pairs: Sequence[Aligned], heads: Sequence[str], *, head: int = 0, word: int | None = None
) -> Explorer:
    """A widget: choose a target word and see which source words one attention head looks at.

    `pairs`: the sentences to choose from; `heads`: a name for each head of their weights; `head`
    and `word` (a row of the first pair, by default its last) are chosen first. Raises
    `CourseError` when weights and words do not fit.
    """
    for pair in pairs:
        wanted = (len(heads), len(pair.target), len(pair.source))
        if tuple(np.shape(pair.weights)) != wanted:
            shape = tuple(np.shape(pair.weights))
            raise CourseError(say("alignment-shape", wanted=wanted, shape=shape))

    def view(values: Values) -> View:
        pair = pairs[values["sentence"]]
        query = min(max(values["query"], 0), len(pair.target) - 1)
        values = values | {"query": query}
        shown = [" ".join(each.target) for each in pairs]
        controls = [
            select("sentence", "Translation", [(text, i) for i, text in enumerate(shown)]),
            select("query", "Word", [(f"{i + 1} {t}", i) for i, t in enumerate(pair.target)]),
            select("head", "Head", [(name, i) for i, name in enumerate(heads)]),
        ]
        table = token_table(
            pair.matrix(values["head"]),
            pair.target,
            pair.source,
            title=say("alignment-title", head=heads[values["head"]]),
            limits=(0, 1),
            marked=query,
        )
        drawn = pair.lines(values["head"], query) + table
        return View(controls, values, drawn, pair.sentence(values["head"], query))

    def still(values: Values) -> Picture:
        pair, name = pairs[values["sentence"]], heads[values["head"]]
        title = say("alignment-title", head=name)
        panel = Panel(pair.matrix(values["head"]), title, limits=(0, 1))
        labels = {"row_label": "target (query)", "column_label": "source (key)"}
        fig = panels([panel], pair.target, pair.source, mark_row=values["query"], **labels)
        alt = say(
            "alignment-alt",
            source=" ".join(pair.source),
            target=" ".join(pair.target),
            head=name,
            row=pair.sentence(values["head"], values["query"]),
        )
        return picture(fig, alt=alt, caption=say("alignment-caption"))

    last = len(pairs[0].target) - 1
    start = {"sentence": 0, "query": last if word is None else word, "head": head}
    return Explorer(say("alignment-label"), view, start, still)
# --- the gap explorer: one hidden word, seen from the left and from both sides --------------------
GAP_SENTENCES = (
    "paris is the capital of france .",
    "the bank was muddy , so tom fell into the water .",
    "the bank was closed , so tom could not get any money .",
    "i deposited money into my bank account .",
    "the river bank is very steep .",
    "tom took the umbrella because it was raining .",
    "the cat sat on the mat .",
    "i went to the bank .",
)
GAP_START = (3, 1, 1, 2, 1, 3, 5, 4)  # the word that is hidden first
GAP_SHOWN = 5  # words of each list
GAP_LONGEST = 60  # words of a sentence
OWN = -1  # the choice "your own sentence"
Top = list[tuple[str, float]]


@dataclass(frozen=True)
class Gap:
    """What two models and the language itself say about one hidden word.

    Lists of (word, probability), most likely first; None where the language is silent, because no
    document of it looks like this. Entropies are in nats.
    """

    words: list[str]
    place: int
    decoder: Top
    encoder: Top
    true_left: dict[str, float] | None
    true_both: dict[str, float] | None

    def lists(self) -> list[tuple[str, list[tuple[str, Top | None]]]]:
        """(context, [(who, its list), (who, its list)]) for the left side and for both."""

        def first(table: dict[str, float] | None) -> Top | None:
            return None if table is None else list(table.items())[:GAP_SHOWN]

        left = " ".join([*self.words[: self.place], "…"])
        hidden = [*self.words]
        hidden[self.place] = "[MASK]"
        return [
            (
                say("gap-left", context=left),
                [(say("gap-decoder"), self.decoder), (say("gap-true"), first(self.true_left))],
            ),
            (
                say("gap-both", context=" ".join(hidden)),
                [(say("gap-encoder"), self.encoder), (say("gap-true"), first(self.true_both))],
            ),
        ]

    def sentence(self) -> str:
        """What each side knows about the hidden word, in words."""
        from .grammar import entropy

        word, parts = self.words[self.place], []
        for key, table in (("gap-know-left", self.true_left), ("gap-know-both", self.true_both)):
            if table is None:
                parts.append(say(key + "-none"))
                continue
            nats = entropy(table)
            parts.append(
                say(
                    key,
                    nats=f"{nats:.2f}",
                    bits=f"{nats / np.log(2):.2f}",
                    word=word,
                    p=f"{table.get(word, 0.0):.2f}",
                )
            )
        return say("gap-hidden", word=word) + " " + " ".join(parts)


def _look_into_gap(words: list[str], place: int, encoder: Any, decoder: Any) -> Gap:
    """Ask both models and the language. encoder, decoder: (model, tokenizer)."""
    import torch

    from .small_world import END, language

    def top(model: Any, tokenizer: Any, ids: list[int], at: int) -> Top:
        with torch.no_grad():
            p = model(torch.tensor([ids])).logits[0, at].softmax(-1)
        best = p.topk(GAP_SHOWN)
        names = tokenizer.convert_ids_to_tokens(best.indices.tolist())
        ends = (tokenizer.eos_token, tokenizer.sep_token)
        names = [END if name in ends else name for name in names]
        return list(zip(names, best.values.tolist(), strict=True))

    gpt, gpt_tokens = decoder
    bert, bert_tokens = encoder
    before = gpt_tokens.convert_tokens_to_ids(words[:place])
    ids = bert_tokens.convert_tokens_to_ids(words)
    ids[place] = bert_tokens.mask_token_id
    whole = [bert_tokens.cls_token_id, *ids, bert_tokens.sep_token_id]
    truth: list[dict[str, float] | None] = []
    for ask in (
        lambda: language.next_word(words[:place]),
        lambda: language.masked_word(words, place),
    ):
        try:
            truth.append(ask())
        except ValueError:  # no document of the language looks like this
            truth.append(None)
    return Gap(
        words,
        place,
        top(gpt, gpt_tokens, [gpt_tokens.bos_token_id, *before], -1),
        top(bert, bert_tokens, whole, place + 1),
        *truth,
    )


def _top_table(who: str, rows: Top | None, hidden: str) -> str:
    """An HTML table of words with their probabilities as bars; the hidden word is marked."""
    body = ""
    for word, p in rows or ():
        mark = ' class="true"' if word == hidden else ""
        body += (
            f'<tr{mark}><th scope="row">{html.escape(word)}</th><td>{number(p)}</td>'
            f'<td><div style="width:{max(1, round(60 * p))}px"></div></td></tr>'
        )
    if rows is None:
        body = f'<tr><td colspan="3">{html.escape(say("gap-silent"))}</td></tr>'
    caption = f"<caption>{html.escape(who)}</caption>"
    return f'<table class="top">{caption}<tbody>{body}</tbody></table>'


def gap_explorer(
    sentence: str | None = None,
    place: int | None = None,
    *,
    encoder: tuple[Any, Any] | None = None,
    decoder: tuple[Any, Any] | None = None,
) -> Explorer:
    """A widget: hide one word, and see what the left side and what both sides say about it.

    The decoder answers from the left side and the encoder from both; beside each stands the true
    distribution of the language. `sentence`: words of the small world with spaces between them,
    offered first; `place`: the word that is hidden first, from 0. `encoder`, `decoder`: (model,
    tokenizer), by default the course's own. Raises `CourseError` for a sentence with other words.
    """
    from .models import load_model
    from .small_world import language

    known = set(language.words)
    encoder, decoder = encoder or load_model("encoder"), decoder or load_model("decoder")
    sentences = [text.split() for text in GAP_SENTENCES]
    places = list(GAP_START)
    if sentence is not None:
        own = sentence.lower().split()
        problem = _gap_problem(own, known)
        if problem:
            raise CourseError(problem)
        sentences, places = [own, *sentences], [len(own) // 2, *places]

    def words_of(values: Values) -> list[str]:
        if values["sentence"] == OWN:
            return re.findall(r"[a-z]+|[^\sa-z]", values["own"].lower())
        return sentences[values["sentence"]]

    def view(values: Values) -> View:
        words = words_of(values)
        chosen = values["sentence"]
        # Another sentence starts at its own interesting word.
        if chosen != values["shown"]:
            values = values | {"query": places[chosen] if chosen != OWN else 0, "shown": chosen}
        values = values | {"query": min(max(values["query"], 0), max(len(words) - 1, 0))}
        options = [(" ".join(s), i) for i, s in enumerate(sentences)]
        controls = [select("sentence", "Sentence", [*options, (say("gap-own"), OWN)])]
        if chosen == OWN:
            controls.append(text_line("own", say("gap-type")))
        problem = _gap_problem(words, known)
        if problem:
            return View(controls, values, "", problem)
        names = [(f"{i + 1} {word}", i) for i, word in enumerate(words)]
        controls.append(select("query", "Hidden word", names))
        gap = _look_into_gap(words, values["query"], encoder, decoder)
        return View(controls, values, _gap_picture(gap), gap.sentence())

    def still(values: Values) -> Picture:
        gap = _look_into_gap(words_of(values), values["query"], encoder, decoder)
        return _gap_figure(gap)

    start = {"sentence": 0, "shown": 0, "own": "the cat sat on the mat .", "query": places[0]}
    if place is not None:
        start["query"] = place
    return Explorer(say("gap-label"), view, start, still)


def _gap_problem(words: list[str], known: set[str]) -> str:
    """What keeps the models from reading these words, or ""."""
    strange = [word for word in words if word not in known]
    if not words:
        return say("gap-empty")
    if strange:
        return say("gap-unknown", words=", ".join(dict.fromkeys(strange)))
    return say("gap-long", most=GAP_LONGEST) if len(words) > GAP_LONGEST else ""


def _gap_picture(gap: Gap) -> str:
    mark = ' class="marked"'
    spans = "".join(
        f'<span data-query="{i}"{mark if i == gap.place else ""}>'
        f"{html.escape(word)}</span>"
        for i, word in enumerate(gap.words)
    )
    pairs = ""
    for context, tables in gap.lists():
        drawn = "".join(_top_table(who, rows, gap.words[gap.place]) for who, rows in tables)
        pairs += f'<div class="pair"><h4>{html.escape(context)}</h4><div>{drawn}</div></div>'
    return f'<div class="words">{spans}</div>{pairs}'


def _gap_figure(gap: Gap) -> Picture:
    """The static figure: four lists of words as bars."""
    fig, axes = plt.subplots(1, 4, figsize=(9, 2.2))
    panels_ = [(who, rows) for _, tables in gap.lists() for who, rows in tables]
    for ax, (who, rows), color in zip(axes, panels_, ("#0072B2", "#000000") * 2, strict=True):
        rows = rows or []
        places = range(len(rows))
        ax.barh(places, [p for _, p in rows], color=color, height=0.6)
        ax.set_yticks(places, [word for word, _ in rows])
        ax.set(xlim=(0, 1.25), ylim=(GAP_SHOWN - 0.5, -0.5), xticks=[0, 0.5, 1])
        for i, (_, p) in enumerate(rows):
            ax.text(p + 0.03, i, number(p), va="center", size=8)
        ax.set_title(who, size=10)
        ax.grid(False)
    axes[0].set_xlabel(say("gap-left-short"))
    axes[2].set_xlabel(say("gap-both-short"))
    alt = say("gap-alt", text=" ".join(gap.words), sentence=gap.sentence())
    return picture(fig, alt=alt, caption=say("gap-caption", word=gap.words[gap.place]))
