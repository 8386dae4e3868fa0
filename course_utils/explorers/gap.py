"""The gap explorer: one hidden word, seen from the left and from both sides."""

import html
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from course_utils.figures import COLORS, Picture, number, picture
from course_utils.messages import CourseError, say

from .parts import (
    Explorer,
    Values,
    View,
    bar,
    problem_with,
    select,
    text_line,
    typed_words,
    word_line,
)

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
        from course_utils.language.entropy_floors import entropy

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

    from course_utils.language.small_world import END, language

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


def _top_table(who: str, rows: Top | None, hidden: str, color: str) -> str:
    """An HTML table of words with their probabilities as bars; the hidden word is marked."""
    body = ""
    for word, p in rows or ():
        mark = ' class="marked"' if word == hidden else ""
        body += (
            f'<tr{mark}><th scope="row">{html.escape(word)}</th><td>{number(p)}</td>'
            f'<td style="width:62px">{bar(p, widest=60, color=color)}</td></tr>'
        )
    if rows is None:
        body = f'<tr><td colspan="3">{html.escape(say("gap-silent"))}</td></tr>'
    caption = f"<caption>{html.escape(who)}</caption>"
    return f'<table class="bars">{caption}<tbody>{body}</tbody></table>'


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
    from course_utils.language.models import load_model
    from course_utils.language.small_world import language

    known = set(language.words)
    encoder, decoder = encoder or load_model("encoder"), decoder or load_model("decoder")
    sentences = [text.split() for text in GAP_SENTENCES]
    places = list(GAP_START)
    if sentence is not None:
        own = sentence.lower().split()
        problem = problem_with(own, known)
        if problem:
            raise CourseError(problem)
        sentences, places = [own, *sentences], [len(own) // 2, *places]

    def words_of(values: Values) -> list[str]:
        if values["sentence"] == OWN:
            return typed_words(values["own"])
        return sentences[values["sentence"]]

    def view(values: Values) -> View:
        words = words_of(values)
        chosen = values["sentence"]
        # Another sentence starts at its own interesting word.
        if chosen != values["shown"]:
            values = values | {"query": places[chosen] if chosen != OWN else 0, "shown": chosen}
        values = values | {"query": min(max(values["query"], 0), max(len(words) - 1, 0))}
        options = [(" ".join(s), i) for i, s in enumerate(sentences)]
        controls = [select("sentence", say("gap-sentence"), [*options, (say("gap-own"), OWN)])]
        if chosen == OWN:
            controls.append(text_line("own", say("gap-type")))
        problem = problem_with(words, known)
        if problem:
            return View(controls, values, "", problem)
        names = [(f"{i + 1} {word}", i) for i, word in enumerate(words)]
        controls.append(select("query", say("gap-place"), names))
        gap = _look_into_gap(words, values["query"], encoder, decoder)
        return View(controls, values, _gap_picture(gap), gap.sentence())

    def still(values: Values) -> Picture:
        gap = _look_into_gap(words_of(values), values["query"], encoder, decoder)
        return _gap_figure(gap)

    start = {"sentence": 0, "shown": 0, "own": "the cat sat on the mat .", "query": places[0]}
    if place is not None:
        start["query"] = place
    return Explorer(say("gap-label"), view, start, still)


def _gap_picture(gap: Gap) -> str:
    drawn = word_line(gap.words, marked=[gap.place], choice=True)
    for context, (model, truth) in gap.lists():
        tables = _top_table(*model, gap.words[gap.place], COLORS["blue"])
        tables += _top_table(*truth, gap.words[gap.place], "currentColor")
        head = f"<h4>{html.escape(context)}</h4>"
        drawn += f'<div class="group">{head}<div class="beside">{tables}</div></div>'
    return drawn


def _gap_figure(gap: Gap) -> Picture:
    """The static figure: four lists of words as bars, and below the oracle's how much is open."""
    from course_utils.language.entropy_floors import entropy

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
    for ax, table in ((axes[1], gap.true_left), (axes[3], gap.true_both)):
        if table is not None:
            ax.set_xlabel(say("gap-open", nats=f"{entropy(table):.2f}"))
    alt = say("gap-alt", text=" ".join(gap.words), sentence=gap.sentence())
    return picture(fig, alt=alt, caption=say("gap-caption", word=gap.words[gap.place]))
