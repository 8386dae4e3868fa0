"""The alignment explorer."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from course_utils.figures import Panel, Picture, as_matrix, look_of_cells, panels, picture
from course_utils.messages import CourseError, say

from .parts import Explorer, Values, View, select, token_table, word_line


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
        looks = look_of_cells(self.matrix(head)[word : word + 1], limits=(0, 1))[0]
        above = word_line(self.source, looks=looks)
        return above + word_line(self.target, marked=[word], choice=True)


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
            select("sentence", say("alignment-text"), [(text, i) for i, text in enumerate(shown)]),
            select(
                "query",
                say("alignment-word"),
                [(f"{i + 1} {t}", i) for i, t in enumerate(pair.target)],
            ),
            select("head", say("alignment-head"), [(name, i) for i, name in enumerate(heads)]),
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
        labels = {"row_label": "says", "column_label": "source (key)"}
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
