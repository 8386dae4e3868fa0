"""The family explorer: mask and measured dependence of four families. The tree explorer: which
family a task asks for."""

import html
from functools import lru_cache
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from course_utils.figures import COLORS, Panel, Picture, panels, picture
from course_utils.messages import CourseError, say

from .parts import Explorer, Values, View, select, slider, token_table

# --- the family explorer --------------------------------------------------------------------------

FAMILY_TEXTS = (
    ("the cat sat on the mat", "die katze saß auf der matte"),
    ("i love ai", "ich liebe ki"),
)
_SMALL = 1e-6  # a derivative below this is a rounding error


def _words(values: Values) -> tuple[list[str], list[str]]:
    """(source words, words of the answering tower); no source without an encoder."""
    english, german = FAMILY_TEXTS[values["text"]]
    if values["family"] == "encoder-decoder":
        return english.split(), ["<start>", *german.split()[:-1]]
    return [], english.split()


def _asked(family: str, i: int, values: Values) -> str:
    """What output i is trained to say."""
    english, german = (text.split() for text in FAMILY_TEXTS[values["text"]])
    if family == "encoder":
        return say("family-asked-gap", word=english[i])
    if family == "encoder-decoder":
        return say("family-asked-next", word=german[i])
    if family == "prefix" and i < values["p"] - 1:
        return say("family-asked-nothing")
    after = english[i + 1] if i + 1 < len(english) else "<end>"
    return say("family-asked-next", word=after)


@lru_cache(maxsize=32)  # another row of the same network costs nothing
def _measured(family: str, text: int, p: int) -> tuple[np.ndarray, np.ndarray]:
    from course_utils.exercises.families import family_slopes, pattern  # they hold answers

    source, own = _words({"family": family, "text": text})
    sizes = {"n": len(own), "source": len(source), "p": p}
    return pattern(family, **sizes).numpy(), family_slopes(family, **sizes).numpy()


def _measure(values: Values) -> tuple[np.ndarray, np.ndarray]:
    """(who may see whom, size of the derivative), each [outputs, inputs]."""
    return _measured(values["family"], values["text"], values["p"])


def _row_sentence(values: Values, slopes: np.ndarray) -> str:
    source, own = _words(values)
    i = values["query"]
    names = [*source, *own]
    seen = [name for name, slope in zip(names, slopes[i], strict=True) if slope > _SMALL]
    return say(
        "family-row", number=i + 1, word=own[i], count=len(seen), of=len(names),
        seen=", ".join(seen), asked=_asked(values["family"], i, values),
    )  # fmt: skip


def family_explorer(family: str = "encoder", query: int = 2) -> Explorer:
    """A widget: a family, its mask, and which output depends on which input, from gradients.

    family: one of `families.FAMILIES`; query: the row that is read aloud, from 0. The network is
    the small Transformer of the chapter, untrained: its mask alone makes the picture. Raises
    `CourseError` for an unknown family.
    """
    from course_utils.families import FAMILIES

    if family not in FAMILIES:
        raise CourseError(say("family-none", family=family, known=", ".join(FAMILIES)))
    names = {name: say(f"family-name-{name}") for name in FAMILIES}

    def fit(values: Values) -> Values:
        _, own = _words(values)
        values = values | {"query": min(max(values["query"], 0), len(own) - 1)}
        return values | {"p": min(max(values["p"], 1), len(own))}

    def view(values: Values) -> View:
        values = fit(values)
        source, own = _words(values)
        controls = [
            select("family", say("family-choose"), [(names[f], f) for f in FAMILIES]),
            select("text", say("family-text"), [(t[0], i) for i, t in enumerate(FAMILY_TEXTS)]),
        ]
        numbered = [(f"{i + 1} {word}", i) for i, word in enumerate(own)]
        controls.append(select("query", say("family-row-choose"), numbered))
        if values["family"] == "prefix":
            controls.append(slider("p", say("family-prefix"), 1, len(own), 1))
        mask, slopes = _measure(values)
        columns = [*source, *own]
        rows = [f"{w} → {_asked(values['family'], i, values)}" for i, w in enumerate(own)]
        marked = values["query"]
        drawn = token_table(
            mask, own, columns, title=say("family-mask-title"), blocked=~mask, marked=marked
        )
        drawn += token_table(
            slopes / slopes.max(), rows, columns, title=say("family-slope-title"),
            blocked=slopes <= _SMALL, limits=(0, 1), marked=marked,
        )  # fmt: skip
        return View(controls, values, drawn, _row_sentence(values, slopes))

    def still(values: Values) -> Picture:
        values = fit(values)
        source, own = _words(values)
        mask, slopes = _measure(values)
        fig = panels(
            [
                Panel(mask, say("family-mask-title"), blocked=~mask),
                Panel(slopes / slopes.max(), say("family-slope-title"), blocked=slopes <= _SMALL,
                      limits=(0, 1)),
            ],
            own, [*source, *own], row_label=say("family-output"),
            column_label=say("family-input"), mark_row=values["query"],
        )  # fmt: skip
        name = names[values["family"]]
        return picture(
            fig,
            alt=say("family-alt", name=name, row=_row_sentence(values, slopes)),
            caption=say("family-caption", name=name),
        )

    start = {"family": family, "text": 0, "p": 3, "query": query}
    return Explorer(say("family-label"), view, start, still)


# --- the tree explorer ----------------------------------------------------------------------------

OPEN = "?"
# name of the question -> its answers, each (name, what comes next: a question or a family)
TREE = {
    "writes": (("no", "encoder"), ("yes", "relation")),
    "relation": (("continues", "decoder"), ("made from it", "serves")),
    "serves": (("one task", "encoder-decoder"), ("many", "decoder")),
}
OWN_TASK = ""


def _fits(question: str, answer: str, true: frozenset[str]) -> bool:
    """Does `answer` hold for a task of which these reasons are true?"""
    return {
        "no": "fixed answer" in true,
        "yes": "writes text" in true,
        "continues": "continues" in true,
        "made from it": "own source" in true,
        "one task": True,
        "many": "one for all" in true,
    }[answer]


def _walk(values: Values) -> tuple[list[tuple[str, str]], str]:
    """(the questions answered so far with their answers, where that leads)."""
    path, at = [], "writes"
    while at in TREE:
        answer = values[at]
        if answer == OPEN:
            return path, at
        path.append((at, answer))
        at = dict(TREE[at])[answer]
    return path, at


def _tree_status(values: Values) -> str:
    from course_utils.families import JOBS, TASKS

    path, at = _walk(values)
    job = JOBS.get(values["task"])
    if job:
        for question, answer in path:
            if not _fits(question, answer, job.true):
                task = values["task"]
                return say(f"tree-not-{answer.replace(' ', '-')}", task=task, text=TASKS[task])
    if at in TREE:
        return say(f"tree-ask-{at}")
    reasons = " ".join(say(f"tree-because-{answer.replace(' ', '-')}") for _, answer in path)
    end = say("tree-end", family=say(f"family-name-{at}"), reasons=reasons)
    if job and len(job.families) > 1:
        end += " " + say("tree-also")
    return end


def _tree_html(values: Values) -> str:
    """The task, and the tree as nested lists; an answer is clicked to take it."""
    from course_utils.families import TASKS

    path, at = _walk(values)
    taken = dict(path)
    number = iter(range(100))

    def node(name: str, live: bool) -> str:
        here = " here" if live and name == at else ""
        if name not in TREE:
            text = html.escape(say(f"family-name-{name}"))
            return f'<div class="leaf{here}">{text}</div>'
        parts = ""
        for answer, after in TREE[name]:
            on = live and taken.get(name) == answer
            text = html.escape(say(f"tree-answer-{answer.replace(' ', '-')}"))
            mark = " marked" if on else ""
            parts += (
                f'<li><span class="answer{mark}" data-query="{next(number)}">{text}</span>'
                f"{node(after, on)}</li>"
            )
        question = html.escape(say(f"tree-ask-{name}"))
        return f'<div class="ask{here}">{question}</div><ul>{parts}</ul>'

    task, text = values["task"], TASKS.get(values["task"])
    head = f"<p><b>{html.escape(task)}</b>: {html.escape(text)}</p>" if text else ""
    return f"<style>{_TREE_CSS}</style><div class='tree'>{head}{node('writes', True)}</div>"


_TREE_CSS = """
.course-picture .tree p { margin: 0 0 10px; }
.course-picture .tree ul { list-style: none; margin: 4px 0 4px 14px; padding: 0 0 0 14px;
  border-left: 2px solid var(--line); }
.course-picture .tree li { margin: 6px 0; }
.course-picture .tree .ask { font-weight: 600; padding: 2px 0; }
.course-picture .tree .answer { display: inline-block; padding: 3px 10px;
  border: 1px solid var(--line); border-radius: 12px; }
.course-picture .tree .answer.marked { background: var(--point); color: #fff; }
.course-picture .tree .answer.hovered { outline: 2px solid var(--point); }
.course-picture .tree .leaf { display: inline-block; margin-left: 8px; padding: 3px 10px;
  border: 1px dashed var(--line); }
.course-picture .tree .leaf.here { border: 2px solid var(--mark); font-weight: 700; }
.course-picture .tree .ask.here { text-decoration: underline 2px var(--mark); }
"""


def _clicked(number: int) -> tuple[str, str, list[tuple[str, str]]]:
    """(question, answer, the answers above it) of the answer that stands at `number`."""
    places: list[tuple[str, str, list[tuple[str, str]]]] = []

    def visit(name: str, above: list[tuple[str, str]]) -> None:
        for answer, after in TREE.get(name, ()):
            places.append((name, answer, above))
            visit(after, [*above, (name, answer)])

    visit("writes", [])
    return places[number]


def tree_explorer(task: str = "spam detection") -> Explorer:
    """A widget: answer three questions about a task, and see where the tree leads.

    task: a name of `families.TASKS`, or "" for one of your own. Raises `CourseError` for others.
    """
    from course_utils.families import TASKS

    if task not in (*TASKS, OWN_TASK):
        raise CourseError(say("tree-none", task=task, known=", ".join(TASKS)))

    def view(values: Values) -> View:
        if values["task"] != values["shown"]:  # another task starts at the root
            values = values | dict.fromkeys(TREE, OPEN) | {"shown": values["task"]}
        if values["query"] >= 0:
            question, answer, above = _clicked(values["query"])
            values = values | dict(above) | {question: answer}
            below = dict(TREE[question])[answer]
            while below in TREE:  # what hangs below is open again
                values = values | {below: OPEN}
                below = TREE[below][-1][1]
        values = values | {"query": -1}
        tasks = [(f"{name}: {text}", name) for name, text in TASKS.items()]
        controls = [select("task", say("tree-task"), [*tasks, (say("tree-own"), OWN_TASK)])]
        path, at = _walk(values)
        for question in [*dict(path), *([at] if at in TREE else [])]:
            answers = [(say(f"tree-answer-{a.replace(' ', '-')}"), a) for a, _ in TREE[question]]
            controls.append(select(question, say(f"tree-ask-{question}"), [(OPEN, OPEN), *answers]))
        return View(controls, values, _tree_html(values), _tree_status(values))

    def still(values: Values) -> Picture:
        lit = _lit(values)
        ends = [say(f"family-name-{to}") for q, a in lit if (to := dict(TREE[q])[a]) not in TREE]
        task = values["task"]
        told = say("tree-alt-lit", task=task, ends=", ".join(ends)) if task and ends else ""
        return picture(
            _tree_figure(lit),
            alt=say("tree-alt") + told,
            caption=say("tree-caption-lit", task=task) if task else say("tree-caption"),
        )

    start: dict[str, Any] = {"task": task, "shown": task, "query": -1} | dict.fromkeys(TREE, OPEN)
    return Explorer(say("tree-label"), view, start, still)


def _lit(values: Values) -> list[tuple[str, str]]:
    """The (question, answer) pairs to light: those that were taken; before the first, those that
    hold for the task."""
    from course_utils.families import JOBS

    path, _ = _walk(values)
    job = JOBS.get(values["task"])
    if path or job is None:
        return path
    lit, at = [], ["writes"]
    while at:
        question = at.pop()
        for answer, after in TREE[question]:
            if _fits(question, answer, job.true):
                lit.append((question, answer))
                at += [after] if after in TREE else []
    return lit


def _tree_figure(lit: list[tuple[str, str]]) -> plt.Figure:
    """The whole tree with its questions, answers and families; lit: the answers drawn thick."""
    fig, ax = plt.subplots(figsize=(8.2, 3.5))
    ax.set(xlim=(0, 100), ylim=(0, 42))
    ax.axis("off")
    places = {"writes": (34, 37), "relation": (54, 25), "serves": (76, 13)}
    leaves = {
        ("writes", "no"): (20, 25),
        ("relation", "continues"): (40, 13),
        ("serves", "one task"): (62, 2),
        ("serves", "many"): (90, 2),
    }
    colors = {"encoder": "blue", "decoder": "orange", "encoder-decoder": "green"}

    def line(start: tuple[float, float], end: tuple[float, float], text: str, on: bool) -> None:
        ax.annotate(
            "",
            (end[0], end[1] + 2.2),
            (start[0], start[1] - 2.4),
            arrowprops={
                "arrowstyle": "-|>" if on else "->",
                "color": "black" if on else "#8a8a8a",
                "linewidth": 2.2 if on else 1,
            },
        )
        left = end[0] < start[0]
        ax.text(  # beside the arrow, away from the other answer
            (start[0] + end[0]) / 2 + (-1.2 if left else 1.2),
            (start[1] + end[1]) / 2 + 1,
            text,
            ha="right" if left else "left",
            va="center",
            size=9,
            weight="bold" if on else "normal",
        )

    for question, answers in TREE.items():
        ax.text(
            *places[question],
            say(f"tree-ask-{question}"),
            ha="center",
            va="center",
            weight="bold",
            size=9.5,
        )
        for answer, after in answers:
            end = places[after] if after in TREE else leaves[question, answer]
            text = say(f"tree-answer-{answer.replace(' ', '-')}")
            line(places[question], end, text, (question, answer) in lit)
            if after not in TREE:
                ax.text(
                    *end,
                    say(f"family-name-{after}"),
                    ha="center",
                    va="center",
                    size=9.5,
                    bbox={
                        "facecolor": "white",
                        "edgecolor": COLORS[colors[after]],
                        "linewidth": 2,
                        "boxstyle": "round,pad=0.35",
                    },
                )
    return fig
