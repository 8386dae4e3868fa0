"""What the lesson of 09_writing_today draws on: exact probabilities of texts with gaps, and readings of
many texts at once."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import torch
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch
from torch import Tensor, nn

from course_utils.beyond import draw_words
from course_utils.figures import COLORS
from course_utils.language.grammar import IDENTITY, Language, Rule, Slot, Stack, State
from course_utils.language.small_world import END, language

# --- what a perfect model would say ---------------------------------------------------------------


class ExactGaps:
    """The exact probabilities of a language's texts of which only some words are known.

    A pattern is a text with None where a word is not known; its length counts, as for a model that
    sees a row of masks. A sum goes over all texts that fit: what nobody asks again of an unknown
    word (its name, its plural) stands for all words alike, so that the sums stay short.
    """

    def __init__(self, of: Language = language):
        self.language = of
        self._totals: dict[tuple[State, tuple[str | None, ...]], float] = {}
        self._shortest: dict[Stack, int] = {}

    def log_prob(self, pattern: Sequence[str | None]) -> float:
        """log of the probability that a document has these words at these places, and this length."""
        total = self._total(self._start(), tuple(pattern))
        return math.log(total) if total else -math.inf

    def losses(self, words: Sequence[str], gaps: Collection[int]) -> dict[int, float]:
        """-log p of the word in each gap, given the words outside of all gaps and the length."""
        pattern = tuple(None if i in gaps else word for i, word in enumerate(words))
        if len(gaps) < len(words):
            self._totals.clear()  # no other text has these sums
        whole, belief, found = self._total(self._start(), pattern), {self._start(): 1.0}, {}
        for i, word in enumerate(pattern):
            if word is None:
                p = sum(
                    weight * q * self._total(state, pattern[i + 1 :])
                    for before, weight in belief.items()
                    for q, state in self.language._successors(before, words[i])
                )
                found[i] = -math.log(p / whole)
            after: dict[State, float] = defaultdict(float)
            for before, weight in belief.items():
                for q, state in self._moves(before, word):
                    if self._total(state, pattern[i + 1 :]):
                        after[state] += weight * q
            belief = dict(after)
        return found

    def _start(self) -> State:
        return next(iter(self.language._initial()))

    def _total(self, state: State, pattern: tuple[str | None, ...]) -> float:
        """The probability of these words, and then the end, from a state on."""
        key = (state, pattern)
        total = self._totals.get(key)
        if total is None:
            if not pattern:
                total = self.language._moves(state[0]).end
            elif self._least(state[0]) > len(pattern):
                total = 0.0
            else:
                total = sum(
                    p * self._total(after, pattern[1:])
                    for p, after in self._moves(state, pattern[0])
                )
            self._totals[key] = total
        return total

    def _moves(self, state: State, word: str | None) -> Iterator[tuple[float, State]]:
        """(probability, next state) of each step that utters the word; any word, if it is None."""
        if word is not None:
            yield from self.language._successors(state, word)
            return
        stack, bindings = state
        moves = self.language._moves(stack)
        for nexts in moves.words.values():
            for p, rest in nexts:
                yield p, self.language._state(rest, bindings)
        for p, slot, rest in moves.slots:
            candidates = self.language._candidates(slot, bindings)
            forms = slot.category.forms[slot.form]
            apart = IDENTITY in self.language._live(rest).get(slot.variable, ())
            groups: dict[tuple, list[int]] = defaultdict(list)
            for member in candidates.members:
                said = forms[member]
                groups[said if len(said) > 1 else (), member if apart else -1].append(member)
            for (said, _), members in groups.items():
                after = self.language._push(said[1:], rest) if said else rest
                bound = self.language._bind(slot, bindings, slot.category.subset(tuple(members)))
                share = len(members) / len(candidates.members)
                yield p * share, self.language._state(after, bound)

    def _least(self, stack: Stack) -> int:
        """The fewest words that a stack can still say."""
        if stack.item is None:
            return 0
        if stack not in self._shortest:
            item = stack.item
            if isinstance(item, Rule):
                pushed = (self.language._push(t.items, stack.below) for t in item.templates)
                least = min(map(self._least, pushed))
            elif isinstance(item, Slot):
                least = min(map(len, item.category.forms[item.form])) + self._least(stack.below)
            else:
                least = 1 + self._least(stack.below)
            self._shortest[stack] = least
        return self._shortest[stack]


# --- readings of many texts -----------------------------------------------------------------------


def rows_of(texts: Sequence[Sequence[str]], tokenizer) -> Tensor:
    """int64 [texts, longest + 2]: each between [CLS] and [SEP], and [PAD] up to the longest."""
    rows = tokenizer([" ".join(text) for text in texts])["input_ids"]
    longest = max(map(len, rows))
    pad = tokenizer.pad_token_id
    return torch.tensor([row + [pad] * (longest - len(row)) for row in rows])


@torch.no_grad()
def read_masks(model: nn.Module, ids: Tensor, mask_id: int) -> Tensor:
    """A masked model's log-probabilities at each mask of texts ids [b, n] (0 is padding), one after
    another: float [masks, v]. The mask itself is never expected."""
    vectors = model.bert(ids, attention_mask=(ids != 0).long()).last_hidden_state
    scores = model.cls(vectors[ids == mask_id])
    scores[:, mask_id] = -math.inf
    return scores.log_softmax(dim=-1)


def losses_in_gaps(
    model: nn.Module, ids: Tensor, gaps: Tensor, mask_id: int, size: int = 12
) -> Tensor:
    """-log q of the true token in each gap, 0 elsewhere: float [b, n]. gaps: bool [b, n].

    So many texts are read at once; texts of like length should stand together.
    """
    losses = torch.zeros(ids.shape)
    for part in range(0, len(ids), size):
        n = int((ids[part : part + size] != 0).sum(dim=1).max())
        true, hidden = ids[part : part + size, :n], gaps[part : part + size, :n]
        log_p = read_masks(model, true.masked_fill(hidden, mask_id), mask_id)
        found = log_p.gather(-1, true[hidden][:, None])[:, 0]
        losses[part : part + size, :n] = torch.zeros(true.shape).masked_scatter(hidden, -found)
    return losses


@torch.no_grad()
def gpt_losses(model: nn.Module, ids: Tensor, edge: int) -> Tensor:
    """-log P of whole texts, with their ends, under a causal model: float [b]. ids: `rows_of`."""
    real = ids != 0
    last = torch.arange(ids.shape[1]) == real.sum(dim=1, keepdim=True) - 1
    text = ids.masked_fill(last, edge)
    text[:, 0] = edge
    found = torch.cat([  # few texts at a time, for less memory
        model(part).logits[:, :-1].log_softmax(dim=-1).gather(-1, part[:, 1:, None])[..., 0]
        for part in text.split(20)
    ])  # fmt: skip
    return -(found * real[:, 1:]).sum(dim=1)


@torch.no_grad()
def gpt_writes(
    model: nn.Module,
    text: Tensor,
    edge: int,
    generator: torch.Generator,
    cut: float = 0.0,
    most: int = 80,
) -> Tensor:
    """Samples of a causal model that go on from texts [b, n], until each has drawn `edge`.

    cut: words with less than this share of the best word's probability are not drawn.
    """
    ended = torch.zeros(len(text), 1, dtype=torch.bool)
    out = model(text, use_cache=True)
    for _ in range(most):
        p = out.logits[:, -1].softmax(dim=-1)
        p = p * (p >= cut * p.max(dim=-1, keepdim=True).values)
        word = draw_words(p, generator)[:, None].masked_fill(ended, edge)
        text, ended = torch.cat([text, word], dim=1), ended | (word == edge)
        if ended.all():
            break
        out = model(word, past_key_values=out.past_key_values, use_cache=True)
    return text


# --- draws, and what is true ------------------------------------------------------------------------


@contextmanager
def steady_draws(seed: int) -> Iterator[None]:
    """Inside the block the library's sampling draws the same words on all processors.

    `torch.multinomial` does not: one seed gives two texts (`beyond.draw_words` says why).
    """
    generator = torch.Generator().manual_seed(seed)
    torch.manual_seed(seed)
    own = torch.multinomial

    def drawn(p: Tensor, num_samples: int = 1) -> Tensor:
        return torch.stack([draw_words(p, generator) for _ in range(num_samples)], dim=1)

    torch.multinomial = drawn  # type: ignore[assignment]
    try:
        yield
    finally:
        torch.multinomial = own  # type: ignore[assignment]


def true_next(tokenizer: Any, documents: Sequence[Sequence[str]]) -> Tensor:
    """The language's own distribution at each place of the documents, their ends included, one after
    another: float32 [places, V]."""
    rows = []
    for words in documents:
        for i in range(len(words) + 1):
            row = torch.zeros(len(tokenizer))
            for word, p in language.next_word(words[:i]).items():
                name = tokenizer.eos_token if word == END else word
                row[tokenizer.convert_tokens_to_ids(name)] += p
            rows.append(row)
    return torch.stack(rows)


def logits_at(model: nn.Module, tokenizer: Any, documents: Sequence[Sequence[str]]) -> Tensor:
    """A decoder's logits at the same places: float [places, V]."""
    rows = []
    for words in documents:
        ids = [tokenizer.eos_token_id, *tokenizer.convert_tokens_to_ids(list(words))]
        with torch.no_grad():
            rows.append(model(torch.tensor([ids])).logits[0])
    return torch.cat(rows)


def word_shares(tokenizer: Any, count: int, seed: int) -> Tensor:
    """How often each token stands in so many documents and at their ends, as shares; one that is not
    there counts as a hundredth of one: float32 [V]."""
    rng, counts = random.Random(seed), torch.full((len(tokenizer),), 0.01)
    for _ in range(count):
        words = [*language.sample(rng).words, tokenizer.eos_token]
        ids = torch.tensor(tokenizer.convert_tokens_to_ids(words))
        counts += torch.bincount(ids, minlength=len(counts))
    return counts / counts.sum()


def texts_that_begin(words: Sequence[str]) -> list[tuple[tuple[str, ...], float]]:
    """Every document of the language that begins so, with its probability given the beginning."""
    found, open_ = [], [(tuple(words), 1.0)]
    while open_:
        text, p = open_.pop()
        for word, q in language.next_word(text).items():
            if word == END:
                found.append((text, p * q))
            else:
                open_.append(((*text, word), p * q))
    return found


def text_probs(
    model: nn.Module,
    tokenizer: Any,
    texts: Sequence[Sequence[str]],
    start: int,
    rule: Callable[[Any, Tensor], Tensor],
) -> Tensor:
    """What a decoder gives to each text and its end, given the first `start` words, if `rule`, called
    as the library calls a warper, changes its logits; and last, to all other texts: float64 [n + 1]."""
    found = []
    for words in texts:
        ids = torch.tensor([tokenizer.convert_tokens_to_ids(list(words))])
        edge = torch.tensor([[tokenizer.eos_token_id]])
        with torch.no_grad():
            logits = model(torch.cat([edge, ids], dim=1)).logits[0, start:]
        logs = rule(None, logits).double().log_softmax(dim=-1)
        new = torch.cat([ids, edge], dim=1)[0, start:, None]
        found.append(logs.gather(1, new).sum().exp())
    p = torch.stack(found)
    return torch.cat([p, (1 - p.sum(dim=0, keepdim=True)).clamp(min=0)])


# --- an automaton -----------------------------------------------------------------------------------


class Form(NamedTuple):
    """An automaton over `words`, as the exercises have it: `steps` int64 [S, V], the next state or
    -1, and `ends` bool [S]. State 0 is the start. `places`: where a picture has each state; `trap`:
    the states from which no end can be reached."""

    words: tuple[str, ...]
    steps: Tensor
    ends: Tensor
    places: tuple[tuple[float, float], ...]
    trap: frozenset[int]


def pet_form() -> Form:
    """{ pet : (cat|dog) (, age : (1|2|3)+)? }, and a list that nobody closes."""
    words = ("{", "}", "[", ":", ",", "pet", "age", "cat", "dog", "1", "2", "3")
    arrows = {
        0: {"{": 1},
        1: {"pet": 2},
        2: {":": 3},
        3: {"cat": 4, "dog": 4, "[": 10},
        4: {"}": 9, ",": 5},
        5: {"age": 6},
        6: {":": 7},
        7: {"1": 8, "2": 8, "3": 8},
        8: {"1": 8, "2": 8, "3": 8, "}": 9},
        10: {"cat": 10, "dog": 10, ",": 10},
    }
    steps = torch.full((11, len(words)), -1)
    for state, ways in arrows.items():
        for word, following in ways.items():
            steps[state, words.index(word)] = following
    ends = torch.arange(11) == 9
    upper = tuple((float(x), 1.0) for x in range(5))
    lower = ((4.0, 0.0), (5.0, 0.0), (6.0, 0.0), (7.0, 0.0))
    return Form(words, steps, ends, (*upper, *lower, (7.0, 1.0), (3.0, 0.0)), frozenset({10}))


def draw_form(form: Form) -> Figure:
    """The automaton as circles and arrows. A double circle: a text may end here; grey: a trap."""
    fig, ax = plt.subplots(figsize=(9, 2.9))
    for state, (x, y) in enumerate(form.places):
        color = "#d2d2d2" if state in form.trap else "white"
        ax.add_patch(plt.Circle((x, y), 0.2, facecolor=color, edgecolor="black", zorder=3))
        if form.ends[state]:
            ax.add_patch(plt.Circle((x, y), 0.15, fill=False, zorder=4))
        ax.text(x, y, str(state), ha="center", va="center", zorder=5)
        for following, label in _labels(form, state).items():
            _arrow(ax, (x, y), form.places[following], label)
    ax.set(xlim=(-0.4, 7.5), ylim=(-0.75, 1.55), aspect="equal")
    ax.axis("off")
    return fig


def _labels(form: Form, state: int) -> Mapping[int, str]:
    """next state -> the words that lead there."""
    found: dict[int, list[str]] = {}
    for word, following in zip(form.words, form.steps[state].tolist(), strict=True):
        if following >= 0:
            found.setdefault(following, []).append(word)
    return {following: "  ".join(words) for following, words in found.items()}


def _arrow(ax: Any, start: tuple[float, float], end: tuple[float, float], label: str) -> None:
    (x, y), (x2, y2) = start, end
    if start == end:
        loop = FancyArrowPatch(
            (x - 0.1, y - 0.19), (x + 0.1, y - 0.19), connectionstyle="arc3,rad=1.9",
            arrowstyle="-|>", mutation_scale=11, color="black",
        )  # fmt: skip
        ax.add_patch(loop)
        ax.text(x, y - 0.5, label, ha="center", va="top", size=10, color=COLORS["blue"])
        return
    arrow = FancyArrowPatch(
        start, end, arrowstyle="-|>", mutation_scale=11, shrinkA=15, shrinkB=15, color="black"
    )
    ax.add_patch(arrow)
    upright = x == x2
    at = (x + 0.07, (y + y2) / 2) if upright else ((x + x2) / 2, y + 0.07)
    ax.text(
        *at, label, size=10, color=COLORS["blue"],
        ha="left" if upright else "center", va="center" if upright else "bottom",
    )  # fmt: skip
