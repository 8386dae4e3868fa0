"""What explorers are made of: a labelled form above one picture.

An `Explorer` holds a form of native controls (label and field belong together, every field works
with the keyboard) and one picture, an HTML table. A view function turns the values of the form
into the picture, so a chapter's explorer is that one function and can be tested without a browser.
Nothing is loaded from a network. Where there is no kernel the page shows a static figure instead.
"""

import html
import re
from collections.abc import Callable, Collection, Container, Sequence
from dataclasses import dataclass
from typing import Any

import anywidget
import traitlets

from course_utils.figures import Cell, Picture, look_of_cells
from course_utils.messages import say

Values = dict[str, Any]


def select(name: str, label: str, options: Sequence[str] | Sequence[tuple[str, Any]]) -> Values:
    """A list to choose from. `options`: texts, or pairs of text and value."""
    pairs = [option if isinstance(option, tuple) else (option, option) for option in options]
    return {"kind": "select", "name": name, "label": label, "options": [list(p) for p in pairs]}


def slider(name: str, label: str, low: float, high: float, step: float) -> Values:
    """A number between `low` and `high`, both included. It is sent at every move, so the answer
    should take less than a tenth of a second: `benchmarks/explorers.py` measures it."""
    return {"kind": "range", "name": name, "label": label, "min": low, "max": high, "step": step}


def text_line(name: str, label: str) -> Values:
    """A line to type in; it is sent with Enter, or when the field is left."""
    return {"kind": "text", "name": name, "label": label}


LONGEST_TEXT = 60  # words that a reader may type
_NAMED = 5  # strange words that an answer names
_LETTERS = 20  # of each of them


def typed_words(text: str) -> list[str]:
    """The words and marks of what a reader typed, as the models know them."""
    return re.findall(r"[a-z]+|[^\sa-z]", text.lower())


def problem_with(words: Sequence[str], known: Collection[str]) -> str:
    """What keeps the models from reading these words, in one sentence, or ""."""
    strange = list(dict.fromkeys(word for word in words if word not in known))
    if not words:
        return say("text-empty")
    if strange:
        names = [word if len(word) <= _LETTERS else word[:_LETTERS] + "…" for word in strange]
        more = ", …" if len(names) > _NAMED else ""
        return say("text-unknown", words=", ".join(names[:_NAMED]) + more)
    return say("text-long", most=LONGEST_TEXT) if len(words) > LONGEST_TEXT else ""


def word_line(
    words: Sequence[str],
    *,
    title: str = "",
    looks: Sequence[Cell] | None = None,
    marked: Container[int] = (),
    choice: bool = False,
) -> str:
    """HTML: words in a row after a `title`, each with its own of `looks`, some of them `marked`.

    With `choice`, a click on a word reports its index as the value `query` of the form.
    """
    spans = []
    for i, word in enumerate(words):
        given = f' data-query="{i}"' if choice else ""
        given += ' class="marked"' if i in marked else ""
        if looks:
            given += f' style="background:{looks[i].background};color:{looks[i].foreground}"'
        spans.append(f"<span{given}>{html.escape(word)}</span>")
    head = f"<b>{html.escape(title)}</b> " if title else ""
    return f'<p class="course-words">{head}{"".join(spans)}</p>'


def bar(p: float, *, widest: int, color: str) -> str:
    """HTML: a bar as long as the probability `p`; `widest` pixels for 1, none below 0.0005."""
    width = max(1, round(widest * p)) if p >= 0.0005 else 0
    return f'<div class="bar" style="width:{width}px;background:{color}"></div>'


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
    turned = ' class="turned"' if max(map(len, columns)) > 5 else ""  # long words make wide columns
    heads = "".join(f'<th scope="col"{turned}>{token}</th>' for token in escaped)
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
        // JupyterLab keeps Enter from the browser, which would report the change.
        input.onkeydown = (event) => { if (event.key === "Enter") input.onchange(); };
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
    // A picture that is wider than its place scrolls, for the keyboard only if it can be reached.
    const reach = () => {
      if (picture.scrollWidth > picture.clientWidth) picture.tabIndex = 0;
      else picture.removeAttribute("tabindex");
    };
    picture.setAttribute("data-lm-suppress-shortcuts", "true");
    const drawPicture = () => { picture.innerHTML = model.get("picture"); reach(); };
    new ResizeObserver(reach).observe(picture);
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
.course-explorer { --mark: #d55e00; --point: #0072b2; --line: #8a8a8a;
  color: var(--jp-content-font-color1, #1a1a1a);
  font: 13px/1.4 var(--jp-ui-font-family, sans-serif); padding: 4px 2px; }
.course-form { display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: end; }
.course-field { max-width: 100%; }
.course-field label { display: block; font-weight: 600; }
.course-field select, .course-field input { height: 27px; box-sizing: border-box; margin: 3px 0;
  max-width: 100%; vertical-align: middle; accent-color: var(--point); }
.course-field select, .course-field input[type="text"] { font: inherit; padding: 3px 6px;
  color: inherit; background: var(--jp-layout-color1, #fff); border-radius: 3px;
  border: 1px solid var(--jp-ui-font-color2, #616161); }
.course-field input[type="range"] { width: 130px; }
.course-field input[type="text"] { width: 34em; }
.course-field output { display: inline-block; min-width: 2em; margin-left: 8px;
  font-variant-numeric: tabular-nums; }
.course-field :focus-visible { outline: 2px solid var(--point); outline-offset: 2px; }
.course-status { margin: 10px 0 6px; min-height: 2.8em; max-width: 75ch; overflow-wrap: anywhere; }
.course-picture { display: flex; flex-wrap: wrap; gap: 8px; align-items: center;
  overflow-x: auto; }
.course-picture [data-query] { cursor: pointer; }
.course-picture .sign { font-size: 20px; }
.course-picture table { border-collapse: separate; border-spacing: 1px; font-size: 12px;
  margin: 0; font-variant-numeric: tabular-nums; }
.course-picture caption { text-align: left; font-weight: 600; padding: 0 0 4px; color: inherit;
  white-space: nowrap; caption-side: top; }
.course-picture th { font-weight: 400; padding: 0 2px; }
.course-picture th.turned { writing-mode: vertical-rl; transform: rotate(180deg);
  text-align: left; padding: 2px 0; }
.course-picture th[scope="row"] { text-align: right; white-space: nowrap; }
.course-picture td { min-width: 26px; height: 28px; padding: 0 1px; text-align: center; }
.course-picture td.blocked { color: #000;
  background: repeating-linear-gradient(135deg, #ececec 0 4px, #d2d2d2 4px 6px); }
.course-picture tbody td { outline: 1px solid #c8c8c8; }
.course-picture thead td { height: auto; }
.course-picture tr.hovered td, .course-picture tr.hovered th {
  box-shadow: inset 0 2px var(--point), inset 0 -2px var(--point); }
.course-picture tr.marked td { box-shadow: inset 0 3px var(--mark), inset 0 -3px var(--mark); }
.course-picture tr.marked th { font-weight: 700; }
.course-picture tr.marked th::before { content: "\\25b8\\2009"; }
.course-picture .framed { box-shadow: inset 0 0 0 3px var(--mark); font-weight: 700; }
.course-picture .faint { opacity: 0.7; }
.course-picture table.bars tbody td { outline: none; box-shadow: none; background: none;
  height: 22px; text-align: left; }
.course-picture table.bars thead th { text-align: left; }
.course-picture table.bars tr.cut > * { border-bottom: 3px solid var(--mark); }
.course-picture .bar { height: 13px; }
.course-words { flex-basis: 100%; margin: 0 0 6px; font-size: 15px; }
.course-words span { display: inline-block; padding: 3px 6px; margin: 1px; border-radius: 3px; }
.course-words span.hovered { box-shadow: 0 2px var(--point); }
.course-words span.marked { box-shadow: 0 3px var(--mark); font-weight: 700; }
.course-picture .group { border-left: 3px solid var(--line); padding: 0 16px 0 8px; }
.course-picture .group.marked { border-color: var(--mark); }
.course-picture .group.hovered { border-color: var(--point); }
.course-picture .beside { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: flex-start; }
.course-picture h4 { margin: 0 0 6px; font-size: 13px; }
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
        self._drawn = first.values  # the last values that gave a picture
        super().__init__(label=label, **vars(first))

    @traitlets.observe("values")
    def _update(self, change: Any) -> None:
        if change.old is traitlets.Undefined or not hasattr(self, "_view"):
            return
        new = self._view(change.new)
        if new.picture:
            self._drawn = new.values
        with self.hold_sync():
            for name, value in vars(new).items():
                setattr(self, name, value)

    def _ipython_display_(self) -> None:
        from IPython.display import display

        still = self._still(self._drawn)
        page = _STILL_OR_ALIVE + still.to_html("course-figure course-still")
        display({"text/html": page, "text/plain": str(still)}, raw=True)
        bundle = self._repr_mimebundle_()
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        display(data | {"text/plain": ""}, raw=True)
