"""What 03_objectives and its lab draw on: the language of their small experiments, batches of it, a
small network that is trained on them, and optimizers that are quick at this size."""

from __future__ import annotations

import functools
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_utils.figures import bar
from course_utils.language.grammar import Language
from course_utils.language.small_world import LEXICON, RULES, language
from course_utils.messages import say

# --- the experiments ------------------------------------------------------------------------------


PAD, MASK, EDGE = "[PAD]", "[MASK]", "<end>"  # EDGE stands before and after each text
SHORT = ("8* {clue}", "5* {agreement}", "5* {bank}", "5* {simple}")


@functools.lru_cache(maxsize=1)
def short_texts() -> Language:
    """The small world without stories, reviews and facts: texts of about ten words.

    A model learns it in seconds, and its entropies are as exact as those of the whole language.
    """
    return Language(RULES | {"document": SHORT}, LEXICON)


@functools.lru_cache(maxsize=1)
def vocabulary() -> tuple[str, ...]:
    """`PAD`, `MASK`, `EDGE` (the ids 0, 1, 2) and the words of `short_texts`."""
    return (PAD, MASK, EDGE, *short_texts().words)


def sample_texts(count: int, seed: int | str) -> list[tuple[str, ...]]:
    """`count` texts of the short language, each a tuple of words."""
    rng = random.Random(seed)
    return [short_texts().sample(rng).words for _ in range(count)]


def to_ids(texts: Sequence[Sequence[str]]) -> Tensor:
    """int64 [texts, longest + 2]: `EDGE`, the words, `EDGE`, and `PAD` up to the longest."""
    numbers = {word: number for number, word in enumerate(vocabulary())}
    rows = [[numbers[word] for word in (EDGE, *text, EDGE)] for text in texts]
    longest = max(map(len, rows))
    return torch.tensor([row + [0] * (longest - len(row)) for row in rows])


def batches(
    texts: Sequence[Sequence[str]], size: int, count: int, generator: torch.Generator
) -> list[Tensor]:
    """`count` batches of `size` texts of like length, int64 [size, length], in random order."""
    made: list[Tensor] = []
    while len(made) < count:
        order = torch.randperm(len(texts), generator=generator).tolist()
        order.sort(key=lambda i: len(texts[i]))  # stable: texts of one length stay shuffled
        starts = torch.randperm(len(order) // size, generator=generator).tolist()
        made += [to_ids([texts[i] for i in order[s * size : (s + 1) * size]]) for s in starts]
    return made[:count]


def corrupt(
    ids: Tensor, rate: float, generator: torch.Generator, always_mask: bool = False
) -> tuple[Tensor, Tensor]:
    """(inputs, labels) for masked language modelling of `to_ids` texts, 80/10/10.

    rate: the share of words that are chosen; always_mask: each chosen word becomes `MASK`.
    """
    words = ids > 2
    chosen = (torch.rand(ids.shape, generator=generator) < rate) & words
    fate = torch.rand(ids.shape, generator=generator)
    strange = torch.randint(3, len(vocabulary()), ids.shape, generator=generator)
    inputs = torch.where(chosen & (fate >= 0.9), strange, ids)
    inputs = inputs.masked_fill(chosen & ((fate < 0.8) | always_mask), 1)
    return inputs, ids.masked_fill(~chosen, -100)


def several_sentences(count: int, rng: random.Random) -> list[list[str]]:
    """`count` documents of the whole small world with three sentences or more, as lists of them."""
    documents: list[list[str]] = []
    while len(documents) < count:
        text = language.sample(rng).text
        for mark in ".!?":
            text = text.replace(f" {mark} ", f" {mark}\n")
        if text.count("\n") >= 2:
            documents.append(text.split("\n"))
    return documents


def sentence_pairs(kind: str, count: int, seed: int | str) -> list[tuple[str, str, int]]:
    """Pairs (A, B, label) of `several_sentences` for "nsp" or "sop": from `count` documents, one
    for each two neighbours. Label 1: B follows A."""
    rng = random.Random(seed)
    documents, found = several_sentences(count, rng), []
    for number, document in enumerate(documents):
        for a, b in zip(document, document[1:]):
            if rng.random() < 0.5:
                found.append((a, b, 1))
            elif kind == "sop":
                found.append((b, a, 0))
            else:  # a sentence of a document that stands elsewhere
                other = (number + rng.randrange(1, count)) % count
                found.append((a, rng.choice(documents[other]), 0))
    return found


def pairs_if_right(
    yours: Callable[..., Any], kind: str, count: int, seed: int | str
) -> tuple[list[tuple[str, str, int]], bool]:
    """Pairs of `several_sentences` by `yours`, the answer of `make_pairs`, and True, where they are
    what `kind` says as far as the pairs show it; otherwise `sentence_pairs` and False.

    "nsp" is tried on many pairs of documents, too: among two a sentence of the same one shows itself."""
    documents = several_sentences(count, random.Random(seed))
    twos = [documents[k : k + 2] for k in range(0, min(count, 80) - 1, 2)] if kind == "nsp" else []
    try:
        right = all(
            _are_pairs(yours([list(d) for d in two], kind, random.Random(k)), two, kind)
            for k, two in enumerate(twos)
        )
        pairs = list(yours([list(d) for d in documents], kind, random.Random(seed)))
        share = sum(label for _, _, label in pairs) / len(pairs)
        right = right and 0.4 < share < 0.6 and _are_pairs(pairs, documents, kind)
    except Exception:  # an answer may fail in any way
        right = False
    return (pairs, True) if right else (sentence_pairs(kind, count, seed), False)


def _are_pairs(
    pairs: Iterable[tuple[str, str, int]], documents: Sequence[Sequence[str]], kind: str
) -> bool:
    """Whether each two neighbours made one pair, and each pair could be one of `kind`."""
    within: dict[str, set[int]] = {}  # sentence -> the numbers of its documents
    for number, document in enumerate(documents):
        for sentence in document:
            within.setdefault(sentence, set()).add(number)
    neighbours = Counter(pair for d in documents for pair in zip(d, d[1:]))
    as_they_stand: Counter[tuple[str, str]] = Counter()
    firsts: Counter[str] = Counter()  # of the negatives of "nsp"
    for a, b, label in pairs:
        if label or kind == "sop":
            as_they_stand[(a, b) if label else (b, a)] += 1
        elif within[b] == within[a] and len(within[a]) == 1:  # both of one document alone
            return False
        else:
            firsts[a] += 1
    missing = neighbours - as_they_stand
    return as_they_stand <= neighbours and firsts == Counter(a for a, _ in missing.elements())


def whose(mine: bool) -> str:
    """Who wrote what a cell has run: "your", or "the course's" where yours is open or not right."""
    return say("whose-your" if mine else "whose-course")


# --- the network, and its training ----------------------------------------------------------------

STEPS, SIZE = 260, 80  # batches, and texts in a batch
Loss = Callable[[nn.Module, Tensor, torch.Generator], Tensor]  # of (model, ids, generator)


class Reader(nn.Module):
    """Two Transformer layers. causal=True: a small GPT; causal=False: a small BERT."""

    def __init__(self, causal: bool, width: int = 64):
        super().__init__()
        self.causal = causal
        self.word, self.place = nn.Embedding(len(vocabulary()), width), nn.Embedding(32, width)
        nn.init.normal_(self.word.weight, std=0.02)
        nn.init.normal_(self.place.weight, std=0.02)
        layer = nn.TransformerEncoderLayer(
            width, 4, 4 * width, dropout=0.0, activation="gelu", batch_first=True, norm_first=True
        )
        norm = nn.LayerNorm(width)
        self.layers = nn.TransformerEncoder(layer, 2, norm=norm, enable_nested_tensor=False)
        self.head, self.bias = nn.Linear(width, width), nn.Parameter(torch.zeros(len(vocabulary())))

    def forward(self, ids: Tensor) -> Tensor:
        """Vectors [B, n, width] of texts, int64 [B, n]."""
        n = ids.shape[1]
        x = self.word(ids) + self.place.weight[:n]
        if self.causal:
            return self.layers(x, mask=torch.full((n, n), -math.inf).triu(1), is_causal=True)
        return self.layers(x, src_key_padding_mask=ids == 0)

    def score(self, x: Tensor) -> Tensor:
        """Scores for every word of the vocabulary, from vectors [..., width]."""
        return self.head(x) @ self.word.weight.T + self.bias


@torch.no_grad()
def own_answers(model: Reader, texts: Sequence[Sequence[str]]) -> tuple[Tensor, Tensor]:
    """Logits [n, V] at each question of the model's own kind, and the right ids [n]: each next word
    (not the end), or each word masked alone."""
    scores, asked = [], []
    by_length = sorted(texts, key=len)  # texts of like length stand beside each other
    for start in range(0, len(texts), 10):
        ids = to_ids(by_length[start : start + 10])
        if model.causal:
            targets = ids[:, 1:]
            real = targets > 2
            scores.append(model.score(model(ids[:, :-1])[real]))
            asked.append(targets[real])
        else:
            text, place = (ids > 2).nonzero(as_tuple=True)  # one copy of the text for each word
            copies, rows = ids[text], torch.arange(len(text))
            copies[rows, place] = 1
            scores.append(model.score(model(copies)[rows, place]))
            asked.append(ids[text, place])
    return torch.cat(scores), torch.cat(asked)


def held_out_loss(model: Reader, texts: Sequence[Sequence[str]]) -> float:
    """Nats a word at the model's own questions, see `own_answers`."""
    return F.cross_entropy(*own_answers(model, texts)).item()


@torch.no_grad()
def hidden_loss(model: Reader, texts: Sequence[Sequence[str]], share: float) -> float:
    """Nats a word at hidden words, by a `Reader` that sees all: in each text about `share` of the
    words (0 to 1) are `MASK` at once, drawn five times, always alike."""
    generator, total, count = torch.Generator().manual_seed(0), 0.0, 0
    for ids in 5 * batches(texts, 10, len(texts) // 10, torch.Generator().manual_seed(0)):
        inputs, labels = corrupt(ids, share, generator, always_mask=True)
        hidden = labels != -100
        scores = model.score(model(inputs)[hidden])
        total += F.cross_entropy(scores, labels[hidden], reduction="sum").item()
        count += int(hidden.sum())
    return total / count


@torch.no_grad()
def text_log_prob(model: Reader, ids: Tensor, start: int = 1) -> Tensor:
    """log P of each text from token `start` on, given those before it, by a causal `Reader`: [B].

    ids: int64 [B, n], texts of one length, without padding.
    """
    found = []
    for part in ids.split(200):  # the logits of all texts at once would fill the memory
        rows = model(part[:, :-1])[:, start - 1 :]  # row i answers for token i + 1
        log_p = model.score(rows).log_softmax(-1)
        found.append(log_p.gather(2, part[:, start:, None]).sum((1, 2)))
    return torch.cat(found)


def train(
    causal: bool, loss: Loss, name: str, look_every: int = 0, seed: int = 0, steps: int = STEPS
) -> tuple[Reader, list[tuple[int, float]]]:
    """A `Reader` trained with `loss`, and its held-out losses: pairs (words read, nats a word).

    A loss is measured every `look_every` batches, and at the end. `name` stands at the bar. Two
    trainings with one seed and as many steps (batches) read the same texts in the same order,
    whatever their losses.
    """
    training_texts, test_texts = sample_texts(12_000, "training"), sample_texts(120, "test")
    torch.manual_seed(seed)
    model, generator = Reader(causal), torch.Generator().manual_seed(seed)
    step, curve, read = fast_optimizers(model, steps), [], 0
    texts = batches(training_texts, SIZE, steps, generator)
    for number, ids in enumerate(bar(texts, name), start=1):
        loss(model, ids, generator).backward()
        step()
        read += (ids > 2).sum().item()
        if number == steps or (look_every and number % look_every == 0):
            curve.append((read, held_out_loss(model, test_texts)))
    return model, curve


def if_right(
    yours: Callable[..., Tensor], course: Callable[..., Tensor], *inputs: Tensor
) -> Callable[..., Tensor]:
    """`yours` where it gives the loss of `course` and its gradient at the first input, and changes no
    input; `course` otherwise."""
    found = []
    for loss in (course, yours):
        given = [inputs[0].clone().requires_grad_(), *(x.clone() for x in inputs[1:])]
        try:
            value = loss(*given)
            found.append((value.detach().double(), *torch.autograd.grad(value, given[:1])))
        except Exception:  # an answer may fail in any way
            return course
        if not all(map(torch.equal, given, inputs)):
            return course
    alike = (torch.allclose(x, y, rtol=1e-4, atol=1e-7) for x, y in zip(*found, strict=True))
    return yours if all(alike) else course


def all_scores(model: Reader, ids: Tensor) -> Tensor:
    """Logits at every token of ids [B, n], float64 [B, n, V].

    Their gradients lie in one order of memory, so all right losses train one network, bit for bit.
    """
    logits = model.score(model(ids)).double()
    logits.register_hook(torch.Tensor.contiguous)
    return logits


def yours_if_right(
    yours: Callable[..., Any], course: Callable[..., Any], *inputs: Tensor
) -> tuple[tuple[float, ...], bool]:
    """The numbers that `yours` gives and True, where they are those of `course` to one part in 1,000;
    otherwise those of `course` and False. Each gives a number, a tensor of shape [] or several."""

    def numbers(function: Callable[..., Any]) -> tuple[float, ...]:
        given = function(*(x.clone() for x in inputs))
        return tuple(map(float, given if isinstance(given, (tuple, list)) else [given]))

    right = numbers(course)
    try:
        mine = numbers(yours)
    except Exception:  # an answer may fail in any way
        return right, False
    alike = len(mine) == len(right) and all(
        math.isclose(x, y, rel_tol=1e-3, abs_tol=1e-4) for x, y in zip(mine, right)
    )
    return (mine, True) if alike else (right, False)


def guessed(said: Any) -> float | None:
    """The number of a guess: 40, .4, "40 %", "about 1.2", or 0,7 with a decimal comma. None where
    there is none."""
    text = ".".join(map(str, said)) if isinstance(said, tuple) else str(said).replace(",", ".")
    found = re.search(r"-?\d*\.?\d+", text)
    return float(found[0]) if found else None


def gap_answers(
    way: Callable[[Reader, Tensor, int], Tensor],
    model: Reader,
    gaps: Sequence[tuple[Sequence[str], int]],
    name: str,
) -> Tensor:
    """log P of each of the V words at each gap, [n, V], in nats: gaps are pairs (text, number of the
    hidden word), and way(model, ids, place) is log P of each word at that token, [V]. `name` stands
    at the bar."""
    return torch.stack([way(model, to_ids([text])[0], i + 1) for text, i in bar(gaps, name)])


class GapTest:
    """One question for all networks: what is the hidden word at these gaps?

    gaps: pairs (text, number of the hidden word). `answers` holds by name log P of each word in nats,
    float64 [gaps, words]; a network that is asked again gets new ones.
    """

    def __init__(self, gaps: Sequence[tuple[Sequence[str], int]]) -> None:
        self.gaps = gaps
        numbers = {word: number for number, word in enumerate(short_texts().words)}
        self.hidden = torch.tensor([numbers[text[i]] for text, i in gaps])
        self.answers: dict[str, Tensor] = {}
        self.asked_how: dict[str, str] = {}

    def ask(
        self, name: str, model: Reader, way: Callable[[Reader, Tensor, int], Tensor], how: str = ""
    ) -> None:
        """Ask a network at all gaps, in the way of `gap_answers`; `how` stands behind its name."""
        self.answers[name] = gap_answers(way, model, self.gaps, name).double()
        self.asked_how[name] = how

    @property
    def losses(self) -> dict[str, float]:
        """Nats a gap, by name."""
        return {name: F.nll_loss(log_p, self.hidden).item() for name, log_p in self.answers.items()}

    @property
    def scores(self) -> dict[str, float]:
        """The share of gaps at which the likeliest word is the right one, by name."""
        return {
            name: (log_p.argmax(-1) == self.hidden).double().mean().item()
            for name, log_p in self.answers.items()
        }

    def report(self) -> None:
        """Print a line for each network."""
        losses, scores = self.losses, self.scores
        print(f"at {len(self.gaps)} gaps                     loss   right")
        for name, how in self.asked_how.items():
            print(f"{name + how:28}{losses[name]:8.2f}{scores[name]:8.2f}")


def words_needed(
    curve: Sequence[tuple[int, float]], start: float, floor: float, share: float
) -> float:
    """Thousand words read until a curve of `train` has done this share of the way from the loss
    `start` down to its floor: on a straight line between two points; inf where it never does."""
    goal = start - share * (start - floor)
    before: tuple[int, float] = (0, start)
    for point in curve:
        if point[1] <= goal:
            part = (before[1] - goal) / (before[1] - point[1])
            return (before[0] + part * (point[0] - before[0])) / 1000
        before = point
    return math.inf


def floors(texts: Sequence[Sequence[str]]) -> dict[str, float]:
    """What the language itself loses, in nats a word: "clm" of each next word, without the end,
    and "mlm" of each word masked alone."""
    short, words = short_texts(), sum(map(len, texts))
    whole = sum(short.log_prob(text) - math.log(short.next_word(text)[EDGE]) for text in texts)
    return {"clm": -whole / words, "mlm": short.floor(texts)["mlm"]}


def ngram_loss(
    order: int, training_texts: Sequence[Sequence[str]], texts: Sequence[Sequence[str]]
) -> float:
    """Nats a word that one loses on `texts` who has counted, in the training texts, how often each
    word follows the order - 1 words before it (0.01 is added to each count; ends count nowhere)."""

    def pairs(texts: Sequence[Sequence[str]]) -> list[tuple[tuple[str, ...], str]]:
        found = []
        for text in texts:
            padded = [EDGE] * (order - 1) + [*text]
            for i in range(order - 1, len(padded)):
                found.append((tuple(padded[i - order + 1 : i]), padded[i]))
        return found

    read = pairs(training_texts)
    follow, seen = Counter(read), Counter(context for context, _ in read)
    asked, size = pairs(texts), len(vocabulary())
    losses = [-math.log((follow[pair] + 0.01) / (seen[pair[0]] + 0.01 * size)) for pair in asked]
    return sum(losses) / len(losses)


class Topic(nn.Module):
    """Scores pairs of sentences, each the mean of its words' vectors, by their dot product: blind
    for order, and for which sentence is the first. ordered=True adds one word list for each side."""

    def __init__(self, ordered: bool = False):
        super().__init__()
        self.numbers = {word: i for i, word in enumerate(language.words)}
        self.words = nn.EmbeddingBag(len(self.numbers), 32, mode="mean")
        self.bias = nn.Parameter(torch.zeros(1))
        self.sides = nn.ModuleList(
            nn.EmbeddingBag(len(self.numbers), 1, mode="mean") for _ in range(2 * ordered)
        )

    def forward(self, first: Sequence[str], second: Sequence[str]) -> Tensor:
        bags = self._bag(first), self._bag(second)
        score = (self.words(*bags[0]) * self.words(*bags[1])).sum(-1) + self.bias
        return score + sum(table(*bag)[:, 0] for table, bag in zip(self.sides, bags))

    def _bag(self, sentences: Sequence[str]) -> tuple[Tensor, Tensor]:
        rows = [torch.tensor([self.numbers[word] for word in text.split()]) for text in sentences]
        starts = torch.tensor([0, *map(len, rows[:-1])]).cumsum(0)
        return torch.cat(rows), starts


def topic_accuracy(
    pairs: Sequence[tuple[str, str, int]],
    new: Sequence[tuple[str, str, int]],
    ordered: bool = False,
) -> float:
    """The share of the `new` pairs that a `Topic` gets right after three rounds of `pairs`."""
    torch.manual_seed(0)
    model, shuffle, pairs = Topic(ordered), random.Random(0), list(pairs)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.03)
    for _ in range(3):
        shuffle.shuffle(pairs)
        for start in range(0, len(pairs), 256):
            a, b, labels = zip(*pairs[start : start + 256])
            loss = F.binary_cross_entropy_with_logits(model(a, b), torch.tensor(labels).float())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    a, b, labels = zip(*new)
    with torch.no_grad():
        return ((model(a, b) > 0) == torch.tensor(labels)).float().mean().item()


class Muon:
    """One step of Muon for many small matrices: momentum, then the update nearest to a rotation.

    `torch.optim.Muon` takes the matrices one by one and rounds to bfloat16. Here matrices of one
    shape are one product, which takes a quarter of the time, and float32 keeps the results of
    different processors together.
    """

    def __init__(
        self, matrices: Sequence[nn.Parameter], momentum: float = 0.95, decay: float = 0.01
    ):
        shapes: dict[torch.Size, list[nn.Parameter]] = {}
        for matrix in matrices:
            shapes.setdefault(matrix.shape, []).append(matrix)
        self.groups = [(group, torch.zeros(len(group), *shape)) for shape, group in shapes.items()]
        self.momentum, self.decay = momentum, decay

    @torch.no_grad()
    def step(self, rate: float) -> None:
        for group, past in self.groups:
            gradients = torch.stack(
                [torch.zeros_like(p) if p.grad is None else p.grad for p in group]
            )
            past.lerp_(gradients, 1 - self.momentum)
            updates = _nearly_orthogonal(gradients.lerp_(past, self.momentum))
            scale = 0.2 * math.sqrt(max(past.shape[1:]))  # entries as large as AdamW's
            for matrix, update in zip(group, updates):
                matrix.mul_(1 - rate * self.decay).add_(update, alpha=-rate * scale)


def _nearly_orthogonal(x: Tensor) -> Tensor:
    """[k, rows, columns]: each with its singular values near 1, by five Newton-Schulz steps."""
    tall = x.shape[1] > x.shape[2]
    x = x.mT if tall else x
    x = x / x.norm(dim=(1, 2), keepdim=True).clamp(min=1e-7)
    for _ in range(5):
        square = x @ x.mT
        polynomial = torch.baddbmm(square, square, square, beta=-4.775, alpha=2.0315)
        x = torch.baddbmm(x, polynomial, x, beta=3.4445)
    return x.mT if tall else x


def fast_optimizers(model: nn.Module, steps: int) -> Callable[[], None]:
    """A function that takes one training step: clip, update, set the gradients to zero.

    Muon for the matrices of `model.layers` and AdamW for the rest, as the tiny models were
    trained; the rates rise for 30 steps and then fall to zero.
    """
    matrices = [p for p in model.layers.parameters() if p.ndim == 2]
    chosen = {id(p) for p in matrices}
    others = [p for p in model.parameters() if id(p) not in chosen]
    muon = Muon(matrices)
    adamw = torch.optim.AdamW(others, lr=1e-2, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
    done = 0

    def step() -> None:
        nonlocal done
        scale = min(1.0, (done + 1) / 30) * max(1 - done / steps, 0.02)
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        muon.step(2e-2 * scale)
        adamw.param_groups[0]["lr"] = 1e-2 * scale
        adamw.step()
        model.zero_grad()
        done += 1

    return step
