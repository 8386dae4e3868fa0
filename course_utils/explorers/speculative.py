"""The speculative explorer: a text that a small model drafts and a large one decides, word by word."""

import html
import random
from dataclasses import dataclass
from functools import cache
from typing import Any

import matplotlib.pyplot as plt

from course_utils.figures import COLORS, Cell, Picture, picture, readable_on
from course_utils.messages import say

from .parts import Explorer, Values, View, select, slider, word_line

DRAFT_START = "once upon a time"
DRAFT_WORDS, DRAFT_SEEDS, LONGEST_DRAFT = 24, 4, 8
_LOOKS = {"kept": COLORS["sky"], "own": COLORS["orange"], "refused": "#e2e2e2", "open": "#ffffff"}


@dataclass(frozen=True)
class Drafted:
    """A drafted word: what both models say of it, the luck, and whether it is kept."""

    word: str
    p: float
    q: float
    luck: float

    @property
    def limit(self) -> float:
        return min(1.0, self.p / self.q)

    @property
    def kept(self) -> bool:
        return self.luck < self.limit


@dataclass(frozen=True)
class Call:
    """One call of the large model: the words before it, as (word, whose); the draft; how many of its
    words are kept; and the word that the large model adds."""

    before: tuple[tuple[str, str], ...]
    draft: tuple[Drafted, ...]
    kept: int
    own: str

    @property
    def steps(self) -> int:
        """Verdicts of this call, and the word that follows them."""
        return min(self.kept + 1, len(self.draft)) + 1


@dataclass(frozen=True)
class Shown:
    """A call after so many of its steps."""

    call: Call
    number: int
    done: int

    @property
    def judged(self) -> int:
        return min(self.done, self.call.steps - 1)

    @property
    def over(self) -> bool:
        return self.done == self.call.steps

    def text(self) -> list[tuple[str, str]]:
        """The words so far, each with whose it is."""
        kept = [(word.word, "kept") for word in self.call.draft[: self.judged] if word.kept]
        return [*self.call.before, *kept, *([(self.call.own, "own")] if self.over else [])]

    def sentence(self) -> str:
        call, drafted = self.call, len(self.call.draft)
        if self.over:
            key = "draft-all-kept" if call.kept == drafted else "draft-refused-one"
            return say(key, number=self.number, kept=call.kept, drafted=drafted, own=call.own)
        if not self.done:
            return say("draft-new", number=self.number, drafted=drafted)
        word = call.draft[self.judged - 1]
        key = "draft-keep" if word.kept else "draft-refuse"
        return say(key, word=word.word, limit=f"{word.limit:.2f}", luck=f"{word.luck:.2f}")


def speculative_explorer(
    step: int = 7, seed: int = 3, k: int = 4, *, target: Any, draft: Any, tokenizer: Any
) -> Explorer:
    """A widget: speculative decoding, verdict by verdict. step: how many are shown first; seed: of
    which text; k: the words of a draft.

    target, draft: a large and a small decoder, with one tokenizer.
    """

    @cache
    def walk(seed: int, k: int) -> list[Call]:
        return _walk(target, draft, tokenizer, seed, k)

    def shown(values: Values) -> Shown:
        calls = walk(values["seed"], values["k"])
        left = values["step"]
        for number, call in enumerate(calls, start=1):
            if left <= call.steps:
                return Shown(call, number, left)
            left -= call.steps
        return Shown(calls[-1], len(calls), calls[-1].steps)

    def view(values: Values) -> View:
        most = sum(call.steps for call in walk(values["seed"], values["k"]))
        values = values | {"step": min(values["step"], most)}
        controls = [
            select("seed", say("draft-seed"), [(str(n), n) for n in range(DRAFT_SEEDS)]),
            slider("k", say("draft-k"), 1, LONGEST_DRAFT, 1),
            slider("step", say("draft-step"), 0, most, 1),
        ]
        made = shown(values)
        return View(controls, values, _page(made), made.sentence())

    return Explorer(
        say("draft-label"),
        view,
        {"seed": seed, "k": k, "step": step},
        lambda values: _figure(shown(values)),
    )


def _walk(target: Any, draft: Any, tokenizer: Any, seed: int, k: int) -> list[Call]:
    import torch

    def rows(model: Any, ids: list[int]) -> torch.Tensor:
        with torch.no_grad():
            return model(torch.tensor([ids])).logits[0].double().softmax(-1)

    def drawn(p: torch.Tensor) -> int:
        rising = p.cumsum(-1)
        at = torch.tensor(luck.random(), dtype=torch.float64) * rising[-1]
        return min(int(torch.searchsorted(rising, at, right=True)), len(p) - 1)

    def name(token: int) -> str:
        return str(tokenizer.convert_ids_to_tokens(token))

    luck = random.Random(seed)
    words = DRAFT_START.split()
    ids = [tokenizer.eos_token_id, *tokenizer.convert_tokens_to_ids(words)]
    text = [(word, "start") for word in words]
    calls: list[Call] = []
    while len(text) < DRAFT_WORDS:
        asked, said = list(ids), []
        for _ in range(k):
            said.append(rows(draft, asked)[-1])
            asked.append(drawn(said[-1]))
        truth = rows(target, asked)[len(ids) - 1 :]
        tried = asked[len(ids) :]
        words_ = tuple(
            Drafted(name(v), truth[i, v].item(), said[i][v].item(), luck.random())
            for i, v in enumerate(tried)
        )
        kept = next((i for i, word in enumerate(words_) if not word.kept), k)
        rest = truth[k] if kept == k else (truth[kept] - said[kept]).clamp(min=0)
        own = drawn(rest)
        calls.append(Call(tuple(text), words_, kept, name(own)))
        text += [(word.word, "kept") for word in words_[:kept]] + [(name(own), "own")]
        ids += [*tried[:kept], own]
    return calls


def _cell(text: str, look: str) -> Cell:
    return Cell(text, _LOOKS[look], readable_on(_LOOKS[look]))


def _rows(made: Shown) -> list[tuple[Drafted, str, str]]:
    """Each drafted word, its look, and the verdict in words."""
    found = []
    for i, word in enumerate(made.call.draft):
        if i < made.judged:
            look, verdict = ("kept", "draft-kept") if word.kept else ("refused", "draft-refused")
        elif made.judged and not made.call.draft[made.judged - 1].kept:
            look, verdict = "refused", "draft-dropped"
        else:
            look, verdict = "open", "draft-waits"
        found.append((word, look, say(verdict)))
    return found


def _page(made: Shown) -> str:
    text = made.text()
    looks = [_cell(word, whose if whose in _LOOKS else "open") for word, whose in text]
    line = word_line([word for word, _ in text], title=say("draft-text"), looks=looks)
    heads = [say(key) for key in ("draft-q", "draft-p", "draft-limit", "draft-luck")]
    heads = ["", *heads, say("draft-verdict")]
    top = "".join(f'<th scope="col">{html.escape(head)}</th>' for head in heads)
    body = ""
    for word, look, verdict in _rows(made):
        cell = _cell(verdict, look)
        known = look != "open"
        values = [word.q, word.p, word.limit, word.luck] if known else [word.q]
        cells = "".join(f"<td>{value:.2f}</td>" for value in values) + "<td></td>" * (
            4 - len(values)
        )
        style = f"background:{cell.background};color:{cell.foreground};padding:0 8px"
        body += (
            f'<tr><th scope="row">{html.escape(word.word)}</th>{cells}'
            f'<td style="{style}">{html.escape(verdict)}</td></tr>'
        )
    caption = html.escape(say("draft-table", number=made.number))
    return (
        f"{line}<table><caption>{caption}</caption><thead><tr>{top}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _figure(made: Shown) -> Picture:
    """The static figure: the words so far and the same table."""
    rows = _rows(made)
    fig, ax = plt.subplots(figsize=(8, 1.1 + 0.3 * len(rows)))
    ax.axis("off")
    ax.set(xlim=(0, 8), ylim=(len(rows) + 0.6, -1.6))
    x, y = 0.0, -1.2
    for word, whose in made.text():
        wide = 0.1 * len(word) + 0.12
        if x + wide > 8:
            x, y = 0.0, y + 0.8
        color = _LOOKS.get(whose, "#ffffff")
        box = {"facecolor": color, "edgecolor": "none", "pad": 2}
        ax.text(x, y, word, size=10, va="center", bbox=box, color=readable_on(color))
        x += wide
    heads = ("draft-q", "draft-p", "draft-limit", "draft-luck", "draft-verdict")
    at = (2.0, 3.0, 4.1, 5.1, 5.9)
    for place, head in zip(at, heads, strict=True):
        side = "left" if head == "draft-verdict" else "right"
        ax.text(place, 0.4, say(head), size=9, ha=side, va="center", weight="bold")
    for i, (drafted, look, verdict) in enumerate(rows, start=1):
        ax.text(0, i + 0.3, drafted.word, size=10, va="center")
        numbers = [drafted.q, drafted.p, drafted.limit, drafted.luck]
        values = numbers if look != "open" else numbers[:1]
        for place, value in zip(at, values):
            ax.text(place, i + 0.3, f"{value:.2f}", size=10, ha="right", va="center")
        box = {"facecolor": _LOOKS[look], "edgecolor": "none", "pad": 2}
        ax.text(5.9, i + 0.3, verdict, size=10, va="center", bbox=box)
    alt = say("draft-alt", text=" ".join(word for word, _ in made.text()), sentence=made.sentence())
    return picture(fig, alt=alt, caption=say("draft-caption"))
