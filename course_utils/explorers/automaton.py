"""The automaton explorer: a text word by word, the state that it leads to, and the mask over
the vocabulary there."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt

from course_utils.figures import BLOCKED_LOOK, COLORS, Cell, Picture, picture, readable_on
from course_utils.messages import say

from .parts import Explorer, Values, View, select, slider, word_line

WALKS = (  # of the form of a pet; the last two break it
    "{ pet : cat }",
    "{ pet : dog , age : 1 2 3 }",
    "{ pet : [ cat }",
    "{ pet : cat , dog }",
)
_ALLOWED = COLORS["sky"]


@dataclass(frozen=True)
class Walked:
    """Where a text has led: its words, the state, and what may follow."""

    form: Any
    path: tuple[int, ...]

    @property
    def state(self) -> int:
        state = 0
        for token in self.path:
            state = int(self.form.steps[state, token])
        return state

    @property
    def text(self) -> list[str]:
        return [self.form.words[token] for token in self.path]

    def allowed(self, state: int) -> list[bool]:
        """Which words have a step from a state that does not lead into a trap."""
        ways = self.form.steps[state].tolist()
        return [following >= 0 and following not in self.form.trap for following in ways]

    def sentence(self) -> str:
        ways = self.form.steps[self.state].tolist()
        allowed = self.allowed(self.state)
        trapped = [
            word
            for word, following in zip(self.form.words, ways, strict=True)
            if following in self.form.trap
        ]
        names = [word for word, may in zip(self.form.words, allowed, strict=True) if may]
        fields = {
            "state": self.state,
            "count": len(names),
            "of": len(ways),
            "words": "  ".join(names),
        }
        if self.form.ends[self.state] and not names:
            return say("walk-end", state=self.state)
        key = "walk-many" if len(names) > 1 else "walk-one"
        more = say("walk-trap", words="  ".join(trapped)) if trapped else ""
        return f"{say(key, **fields)} {more}".strip()


def automaton_explorer(form: Any, text: int = 0, step: int = 4) -> Explorer:
    """A widget: step through a text, and see the state that it leads to and what may follow.

    form: has `words`, `steps` (int [S, V]), `ends` (bool [S]) and `trap`, the states without a way
    out, as `writing_today.Form`; text: which of `WALKS` is shown first; step: after how many words.
    """

    def walked(values: Values) -> tuple[Walked, str]:
        return _walk_along(form, WALKS[values["text"]].split()[: values["step"]])

    def view(values: Values) -> View:
        most = len(WALKS[values["text"]].split())
        values = values | {"step": min(values["step"], most)}
        made, problem = walked(values)
        controls = [
            select("text", say("walk-choose"), [(text, n) for n, text in enumerate(WALKS)]),
            slider("step", say("walk-step"), 0, most, 1),
        ]
        return View(controls, values, _page(made), f"{problem} {made.sentence()}".strip())

    return Explorer(
        say("walk-label"), view, {"text": text, "step": step}, lambda now: _figure(walked(now)[0])
    )


def _walk_along(form: Any, words: Sequence[str]) -> tuple[Walked, str]:
    """As far as the automaton allows, and why not farther, "" if it read all."""
    made = Walked(form, ())
    for word in words:
        token = form.words.index(word)
        if not made.allowed(made.state)[token]:
            return made, say("walk-refused", word=word, state=made.state)
        made = Walked(form, (*made.path, token))
    return made, ""


def _page(made: Walked) -> str:
    words = made.form.words
    text = word_line(made.text or [say("walk-empty")], title=say("walk-text"))
    open_ = Cell("", _ALLOWED, readable_on(_ALLOWED))
    shut = Cell("", *BLOCKED_LOOK)
    looks = [open_ if may else shut for may in made.allowed(made.state)]
    mask = word_line(words, title=say("walk-mask"), looks=looks)
    top = "".join(f'<th scope="col">{html.escape(word)}</th>' for word in words)
    body = ""
    for state, ways in enumerate(made.form.steps.tolist()):
        cells = ""
        for following, may in zip(ways, made.allowed(state), strict=True):
            shown = following if following >= 0 else "−1"
            cells += f"<td>{shown}</td>" if may else f'<td class="blocked">{shown}</td>'
        mark = ' class="marked"' if state == made.state else ""
        body += f'<tr{mark}><th scope="row">{html.escape(_name(made, state))}</th>{cells}</tr>'
    return (
        f"{text}{mask}<table><caption>{html.escape(say('walk-table'))}</caption>"
        f"<thead><tr><td></td>{top}</tr></thead><tbody>{body}</tbody></table>"
    )


def _name(made: Walked, state: int) -> str:
    if made.form.ends[state]:
        return say("walk-state-end", state=state)
    key = "walk-state-trap" if state in made.form.trap else "walk-state"
    return say(key, state=state)


def _figure(made: Walked) -> Picture:
    """The static figure: the same table of steps."""
    words, steps = made.form.words, made.form.steps.tolist()
    fig, ax = plt.subplots(figsize=(1.6 + 0.5 * len(words), 0.7 + 0.28 * len(steps)))
    for state, ways in enumerate(steps):
        for token, following in enumerate(ways):
            may = made.allowed(state)[token]
            look = {"facecolor": _ALLOWED if may else BLOCKED_LOOK[0]}
            box = plt.Rectangle((token, state), 1, 1, edgecolor="white", **look)  # type: ignore
            ax.add_patch(box)
            shown = str(following).replace("-", "−")
            ax.text(token + 0.5, state + 0.5, shown, ha="center", va="center", size=9)
    frame = {"fill": False, "lw": 2.5, "clip_on": False, "zorder": 5}
    corner, color = (0, made.state), COLORS["vermillion"]
    ax.add_patch(plt.Rectangle(corner, len(words), 1, edgecolor=color, **frame))  # type: ignore
    ax.set(xlim=(0, len(words)), ylim=(len(steps), 0))
    ax.set_xticks([token + 0.5 for token in range(len(words))], words)
    ax.set_yticks(
        [state + 0.5 for state in range(len(steps))],
        [_name(made, state) for state in range(len(steps))],
    )
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.grid(False)
    text = " ".join(made.text) or say("walk-empty")
    alt = say("walk-alt", text=text, sentence=made.sentence())
    return picture(fig, alt=alt, caption=say("walk-caption", text=text, state=made.state))
