"""The span explorer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from course_utils.figures import COLORS, Picture, look_of_cells, picture
from course_utils.messages import say

from .parts import Explorer, Values, View, select, slider, word_line

LONGEST_SPAN = 8  # tokens, the slider's end


@dataclass(frozen=True)
class Spans:
    """The tokens of a question and its context, and each one's scores to be first or last.

    `start`, `end`: float (n,), logits; `context`: bool (n,), True for the tokens of the context.
    """

    tokens: list[str]
    start: np.ndarray
    end: np.ndarray
    context: np.ndarray

    def best(self, most: int) -> tuple[int, int]:
        """The pair (first, last) in the context, of at most `most` tokens, with the largest sum."""
        places = np.flatnonzero(self.context)
        pairs = [(i, j) for i in places for j in places if 0 <= j - i < most]
        first, last = max(pairs, key=lambda pair: self.start[pair[0]] + self.end[pair[1]])
        return int(first), int(last)

    def text(self, first: int, last: int) -> str:
        return " ".join(self.tokens[first : last + 1])

    def sentence(self, most: int) -> str:
        """The best span, and what the two best tokens alone would give, in words."""
        first, last = self.best(most)
        i, j = int(self.start.argmax()), int(self.end.argmax())
        if 0 <= j - i < most:
            alone = say("span-explorer-alone", text=self.text(i, j))
        elif i <= j:
            alone = say("span-explorer-too-long", text=self.text(i, j), count=j - i + 1)
        else:
            alone = say("span-explorer-backwards", first=i + 1, last=j + 1)
        score = self.start[first] + self.end[last]
        return say(
            "span-explorer-says",
            most=most,
            best=self.text(first, last),
            score=f"{score:.1f}",
            alone=alone,
        )


def _spans(model: Any, tokenizer: Any, question: str, context: str) -> Spans:
    import torch

    batch = tokenizer(question, context, return_tensors="pt")
    with torch.no_grad():
        out = model(**batch)
    tokens = tokenizer.convert_ids_to_tokens(batch["input_ids"][0].tolist())
    inside = (batch["token_type_ids"][0] == 1).numpy().copy()
    inside[-1] = False  # the closing [SEP]
    return Spans(tokens, out.start_logits[0].numpy(), out.end_logits[0].numpy(), inside)


def _softmax(x: np.ndarray) -> np.ndarray:
    p = np.exp(x - x.max())
    return p / p.sum()


def span_explorer(
    models: Mapping[str, Any],
    tokenizer: Any,
    texts: Sequence[tuple[str, str]],
    *,
    most: int = 4,
) -> Explorer:
    """A widget: how likely each token is to be the first and the last of an answer.

    models: name -> a model with `start_logits` and `end_logits`, such as a
    `BertForQuestionAnswering`; texts: pairs (question, context) to choose from; most: the longest
    answer at first, in tokens. The last model is shown first.
    """
    names = list(models)
    # All at once: the models need not be kept, and a move costs nothing.
    found = {
        (name, number): _spans(model, tokenizer, *text)
        for name, model in models.items()
        for number, text in enumerate(texts)
    }

    def spans_of(values: Values) -> Spans:
        return found[values["model"], values["text"]]

    def view(values: Values) -> View:
        spans = spans_of(values)
        shown = [(f"{q} – {c}", i) for i, (q, c) in enumerate(texts)]
        controls = [
            select("text", say("span-explorer-text"), shown),
            select("model", say("span-explorer-heads"), names),
            slider("most", say("span-explorer-most"), 1, LONGEST_SPAN, 1),
        ]
        drawn = _lines(spans, spans.best(int(values["most"])))
        return View(controls, values, drawn, spans.sentence(int(values["most"])))

    def still(values: Values) -> Picture:
        return _figure(spans_of(values), int(values["most"]))

    start = {"text": 0, "model": names[-1], "most": most}
    return Explorer(say("span-explorer-label"), view, start, still)


def _lines(spans: Spans, best: tuple[int, int]) -> str:
    """HTML: the tokens twice, shaded by their chance to be first and to be last, then the answer."""
    drawn = ""
    for key, scores in (("span-explorer-first", spans.start), ("span-explorer-last", spans.end)):
        looks = look_of_cells(_softmax(scores)[None], limits=(0, 1))[0]
        drawn += word_line(spans.tokens, title=say(key), looks=looks)
    first, last = best
    answer = say("span-explorer-answer")
    return drawn + word_line(spans.tokens, title=answer, marked=range(first, last + 1))


def _figure(spans: Spans, most: int) -> Picture:
    """The static figure: two rows of bars over the tokens."""
    first, last = spans.best(most)
    n = len(spans.tokens)
    fig, axes = plt.subplots(2, 1, figsize=(9, 2.4), sharex=True, sharey=True)
    rows = (
        ("span-explorer-first", spans.start, first),
        ("span-explorer-last", spans.end, last),
    )
    highest = max(_softmax(scores).max() for _, scores, _ in rows)
    for ax, (key, scores, chosen) in zip(axes, rows, strict=True):
        colors = [COLORS["blue"]] * n
        colors[chosen] = COLORS["vermillion"]
        ax.bar(range(n), _softmax(scores), color=colors, width=0.7)
        ax.set(ylim=(0, 1.05 * highest), yticks=[0, round(highest, 2)], ylabel=say(key))
    axes[1].set_xticks(range(n), spans.tokens, rotation=60, ha="right", size=8)
    alt = say("span-explorer-alt", text=" ".join(spans.tokens), sentence=spans.sentence(most))
    return picture(fig, alt=alt, caption=say("span-explorer-caption"))
