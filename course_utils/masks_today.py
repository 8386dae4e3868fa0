"""What the lesson of 08_masks_today draws on: texts packed into rows, layers that look through a window,
small chats about the cities of the small world, and decoders that tell places in five ways."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_utils.figures import bar
from course_utils.language.grammar import Language
from course_utils.language.small_world import LEXICON, RULES, language
from course_utils.objectives import fast_optimizers

# --- rows of two texts ----------------------------------------------------------------------------


def first_fit(lengths: Sequence[int], room: int) -> list[list[int]]:
    """Rows of indices: each text, the longest first, goes into the first row where it fits."""
    rows: list[list[int]] = []
    free: list[int] = []
    for index in sorted(range(len(lengths)), key=lambda i: -lengths[i]):
        at = next((r for r, left in enumerate(free) if left >= lengths[index]), len(rows))
        if at == len(rows):
            rows.append([])
            free.append(room)
        rows[at].append(index)
        free[at] -= lengths[index]
    return rows


class Rows(NamedTuple):
    """Pairs of texts, one pair a row, as int64 [b, n] where nothing else is said.

    labels: the next token, -100 for what does not count; causal, own: bool [b, n, n], who may see
    whom at all, and in the own text only; running, restarted: the positions; second: bool, the rows
    of the second text.
    """

    ids: Tensor
    labels: Tensor
    causal: Tensor
    own: Tensor
    running: Tensor
    restarted: Tensor
    second: Tensor


def rows_of(pairs: Sequence[tuple[Sequence[int], Sequence[int]]], edge: int) -> Rows:
    """Each pair as one row: edge, first text, edge, second text; an empty first text has no edge."""
    documents = [[[edge, *text] for text in pair if len(text)] for pair in pairs]
    n = max(sum(map(len, parts)) for parts in documents)
    ids, labels = torch.zeros(len(pairs), n, dtype=torch.long), torch.full((len(pairs), n), -100)
    restarted, second = torch.zeros_like(ids), torch.zeros(len(pairs), n, dtype=torch.bool)
    own = torch.eye(n).bool().repeat(len(pairs), 1, 1)  # what is padding sees itself
    for b, parts in enumerate(documents):
        flat = torch.tensor([token for part in parts for token in part] + [edge])
        used, last = len(flat) - 1, len(parts[-1])
        ids[b, :used], labels[b, :used] = flat[:-1], flat[1:]
        own[b, :used, :used] = torch.block_diag(
            *(torch.ones(len(part), len(part)).tril() for part in parts)
        ).bool()
        restarted[b, :used] = torch.cat([torch.arange(len(part)) for part in parts])
        second[b, used - last : used] = True
    causal = torch.ones(n, n).tril().bool().expand(len(pairs), n, n)
    return Rows(ids, labels, causal, own, torch.arange(n).expand(ids.shape), restarted, second)


@lru_cache(maxsize=1)
def _facts() -> dict[str, list[tuple[str, ...]]]:
    """City -> short texts about it."""
    rng, found = random.Random("facts"), defaultdict(list)
    for _ in range(3000):
        document = language.sample(rng, "fact")
        if "L" in document.facts:
            found[document.facts["L"]].append(document.words)
    return dict(sorted(found.items()))


def neighbours(rng: random.Random, related: bool = True) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Two texts about cities: about one and the same, or about two different ones."""
    facts = _facts()
    one, other = rng.sample(list(facts), 2)
    return rng.choice(facts[one]), rng.choice(facts[one if related else other])


def read_rows(model: nn.Module, rows: Rows, masked: bool) -> Tensor:
    """Logits [b, n, v] of a decoder. masked: each text sees itself only, and is counted from 0."""
    keep, places = (rows.own, rows.restarted) if masked else (rows.causal, rows.running)
    return model(rows.ids, attention_mask=keep[:, None], position_ids=places).logits


@torch.no_grad()
def loss_of_the_second(model: nn.Module, rows: Rows, keep: str, places: str) -> Tensor:
    """Mean nats of a token of the second texts. keep, places: the fields of `Rows` that are used."""
    mask, positions, losses = getattr(rows, keep)[:, None], getattr(rows, places), []
    for some in torch.arange(len(rows.ids)).split(10):  # whole tables of scores are large
        read = model.transformer(
            rows.ids[some], attention_mask=mask[some], position_ids=positions[some]
        )
        second = rows.second[some]
        logits = model.lm_head(read.last_hidden_state[second])
        losses.append(F.cross_entropy(logits, rows.labels[some][second], reduction="none"))
    return torch.cat(losses).mean()


# --- layers that look through a window ------------------------------------------------------------


class WindowLayer(nn.Module):
    """One head that looks at the last `width` inputs, added to what came in: [n, d] to [n, d].

    No matrix of n by n is ever made: each query gets its own few keys.
    """

    def __init__(self, d: int, width: int):
        super().__init__()
        self.width, self.norm, self.qkv = width, nn.LayerNorm(d), nn.Linear(d, 3 * d)

    def near(self, x: Tensor) -> Tensor:
        """Of [n, ...] the last `width` entries up to each place: [n, ..., width], zeros before 0."""
        before = x.new_zeros(self.width - 1, *x.shape[1:])
        return torch.cat([before, x]).unfold(0, self.width, 1)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.qkv(self.norm(x)).chunk(3, dim=-1)
        scores = (q[:, :, None] * self.near(k)).sum(1) / q.shape[1] ** 0.5  # [n, width]
        there = self.near(x.new_ones(len(x))) > 0
        weights = scores.masked_fill(~there, -torch.inf).softmax(-1)
        return x + (self.near(v) * weights[:, None]).sum(-1)


def influence(widths: Sequence[int], n: int, d: int = 16) -> Tensor:
    """Float [n]: the size of the derivative of the last output of random layers by each input."""
    torch.manual_seed(0)
    layers = nn.Sequential(*(WindowLayer(d, width) for width in widths)).double()
    x = torch.randn(n, d, dtype=torch.float64)
    jacobian = torch.autograd.functional.jacobian(lambda inputs: layers(inputs)[-1], x)
    return jacobian.square().sum(dim=(0, 2)).sqrt()


# --- chats ----------------------------------------------------------------------------------------

TURNS = ["<|system|>", "<|user|>", "<|assistant|>", "<|end|>"]


def question(rng: random.Random) -> tuple[str, str]:
    """A question about a city, and the answer."""
    land = rng.choice(LEXICON["land"])
    city = land["name"]
    return rng.choice(
        [
            (f"what is the capital of {land['country']} ?", f"it is {city} ."),
            (f"what is {city} known for ?", f"it is known for {land['famous']} ."),
            (f"what do people in {city} speak ?", f"people there speak {land['language']} ."),
        ]
    )


def chat_batch(
    chats: Sequence[tuple[str, str]], encode: Callable[[str], list[int]]
) -> tuple[Tensor, Tensor]:
    """ids [b, n], padded with 0 on the right, and who wrote each token: 0 nobody, 1 the template,
    2 the user, 3 the assistant, whose `<|end|>` is its own."""
    user, assistant, end = (encode(turn) for turn in TURNS[1:])
    rows = [
        [(user, 1), (encode(asked), 2), (end, 1), (assistant, 1), (encode(said), 3), (end, 3)]
        for asked, said in chats
    ]
    n = max(sum(len(part) for part, _ in row) for row in rows)
    ids, roles = torch.zeros(2, len(chats), n, dtype=torch.long)
    for b, row in enumerate(rows):
        tokens = [token for part, _ in row for token in part]
        ids[b, : len(tokens)] = torch.tensor(tokens)
        roles[b, : len(tokens)] = torch.tensor([role for part, role in row for _ in part])
    return ids, roles


def chat_loss(model: nn.Module, ids: Tensor, roles: Tensor, counted: int | None) -> Tensor:
    """Mean nats of the next token: of all, or of those alone that this role wrote."""
    logits = model(ids, attention_mask=torch.ones_like(ids)).logits[:, :-1]
    chosen = roles[:, 1:] > 0 if counted is None else roles[:, 1:] == counted
    return F.cross_entropy(logits[chosen], ids[:, 1:][chosen])


@torch.no_grad()
def answers_of(model: nn.Module, ids: Tensor, roles: Tensor, role: int) -> tuple[Tensor, Tensor]:
    """Of a role's words: mean nats, and the share of texts in which each is the model's first choice."""
    losses, right = [], []
    for some, who in zip(ids.split(50), roles.split(50)):  # whole tables of scores are large
        said, wanted = who[:, 1:] == role, some[:, 1:]
        logits = model.lm_head(model.transformer(some).last_hidden_state[:, :-1][said])
        losses.append(F.cross_entropy(logits, wanted[said], reduction="none"))
        wrong = torch.zeros_like(said)
        wrong[said] = logits.argmax(dim=-1) != wanted[said]
        right.append(~wrong.any(dim=1))
    return torch.cat(losses).mean(), torch.cat(right).float().mean()


# --- pictures -------------------------------------------------------------------------------------


def drawn_mask(rows: str) -> Tensor:
    """bool [n, m] from a drawing: "#.. ##. ###" is a causal mask of three."""
    return torch.tensor([[mark == "#" for mark in row] for row in rows.split()])


# --- five ways of telling places ------------------------------------------------------------------

WAYS = ("learned", "T5", "ALiBi", "RoPE", "none")
EDGE = "<end>"  # stands before and after each story
READ, LONGEST = 32, 96  # tokens of a row in training, and in the test
STEPS, ROWS = 3000, 64  # batches, and rows in a batch

# --- the stories ----------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def stories() -> Language:
    """The small world with nothing but its stories, of 42 to 88 words."""
    return Language(RULES | {"document": ("{story}",)}, LEXICON)


@lru_cache(maxsize=1)
def story_words() -> tuple[str, ...]:
    """`EDGE` (the id 0) and the words of `stories`."""
    return (EDGE, *stories().words)


def stream(count: int, seed: int | str) -> list[str]:
    """`EDGE` and `count` stories one after another, an `EDGE` behind each."""
    rng, words = random.Random(seed), [EDGE]
    for _ in range(count):
        words += [*stories().sample(rng).words, EDGE]
    return words


def story_ids(words: Sequence[str]) -> Tensor:
    """int64 [words]."""
    numbers = {word: number for number, word in enumerate(story_words())}
    return torch.tensor([numbers[word] for word in words])


def held_out_rows(count: int) -> tuple[Tensor, Tensor]:
    """(ids int64 [count, LONGEST + 1], nats float64 [count, LONGEST]): rows that begin with a story,
    and -log p of each next token under the language itself."""
    rng, rows, nats = random.Random("test"), [], []
    for _ in range(count):
        row, losses = [EDGE], list[float]()
        while len(losses) < LONGEST:
            story = stories().sample(rng).words
            for place, word in enumerate((*story, EDGE)):
                losses.append(-math.log(stories().next_word(story[:place])[word]))
            row += [*story, EDGE]
        rows.append(row[: LONGEST + 1])
        nats.append(losses[:LONGEST])
    ids = story_ids([word for row in rows for word in row]).reshape(count, -1)
    return ids, torch.tensor(nats, dtype=torch.float64)


# --- the network ----------------------------------------------------------------------------------


class Places(nn.Module):
    """What one layer's attention hears of places: a number for each score, or turned q and k."""

    def __init__(self, way: str, heads: int, width: int):
        super().__init__()
        self.way = way
        if way == "T5":  # 16 buckets: 0 to 7 alone, then wider, the last one from 27 on
            self.numbers = nn.Parameter(torch.zeros(heads * 16))  # no matrix: AdamW's, not Muon's
        self.slopes = [1 / 4, 1 / 16, 1 / 64, 1 / 256]  # for four heads
        self.speeds = [10_000 ** (-i / width) for i in range(0, width, 2)]

    def added(self, distance: Tensor) -> Tensor | float:
        """What is added to the scores: [heads, n, n] from the distances [n, n], or 0."""
        if self.way == "T5":
            far = 8 + 8 * (distance.clamp(min=8) / 8).log() / math.log(32 / 8)
            bucket = torch.where(distance < 8, distance, far.long().clamp(max=15))
            return self.numbers.view(-1, 16)[:, bucket.clamp(min=0)]
        if self.way == "ALiBi":
            return -torch.tensor(self.slopes)[:, None, None] * distance
        return 0.0

    def turned(self, x: Tensor) -> Tensor:
        """Queries or keys [..., n, width], each turned by its place; as they are without RoPE."""
        if self.way != "RoPE":
            return x
        angles = torch.arange(x.shape[-2])[:, None] * torch.tensor(self.speeds)
        a, b = x.chunk(2, dim=-1)
        cos, sin = angles.cos(), angles.sin()
        return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


class PlacedLayer(nn.Module):
    """Causal attention that hears of places, then a small network, each added to what came in."""

    def __init__(self, way: str, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.places = Places(way, heads, width // heads)
        self.before_attention, self.before_network = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 3 * width), nn.Linear(3 * width, width)

    def forward(self, x: Tensor) -> Tensor:
        b, n, width = x.shape
        parts = self.qkv(self.before_attention(x)).chunk(3, dim=-1)
        q, k, v = (part.reshape(b, n, self.heads, -1).transpose(1, 2) for part in parts)
        q, k = self.places.turned(q), self.places.turned(k)
        distance = torch.arange(n)[:, None] - torch.arange(n)
        scores = q @ k.mT / math.sqrt(q.shape[-1]) + self.places.added(distance)
        y = scores.masked_fill(distance < 0, -math.inf).softmax(dim=-1) @ v
        x = x + self.out(y.transpose(1, 2).reshape(b, n, width))
        return x + self.down(F.gelu(self.up(self.before_network(x))))


class Storyteller(nn.Module):
    """A causal Transformer of two layers; way: one of `WAYS`. ids [b, n] -> logits [b, n, words]."""

    def __init__(self, way: str, width: int = 32, heads: int = 4):
        super().__init__()
        size = len(story_words())
        self.word = nn.Embedding(size, width)
        nn.init.normal_(self.word.weight, std=0.02)
        if way == "learned":
            self.place = nn.Embedding(LONGEST, width)
            nn.init.normal_(self.place.weight, std=0.02)
        self.layers = nn.ModuleList([PlacedLayer(way, width, heads) for _ in range(2)])
        self.norm, self.bias = nn.LayerNorm(width), nn.Parameter(torch.zeros(size))

    def forward(self, ids: Tensor) -> Tensor:
        x = self.word(ids)
        if hasattr(self, "place"):
            x = x + self.place.weight[: ids.shape[1]]
        for layer in self.layers:
            x = layer(x)
        return self.norm(x) @ self.word.weight.T + self.bias


def train_storyteller(way: str, seed: int, steps: int = STEPS) -> Storyteller:
    """Trained on rows of READ tokens, cut anywhere out of one long stream of stories."""
    if way not in WAYS:
        raise ValueError(way)
    torch.manual_seed(seed)
    model, dice = Storyteller(way), torch.Generator().manual_seed(seed)
    ids, step = story_ids(stream(20_000, "training")), fast_optimizers(model, steps)
    inside = torch.arange(READ + 1)
    for _ in bar(range(steps), f"{way}, {seed}"):
        rows = ids[torch.randint(len(ids) - READ, (ROWS, 1), generator=dice) + inside]
        F.cross_entropy(model(rows[:, :-1]).flatten(0, 1), rows[:, 1:].flatten()).backward()
        step()
    return model.eval()


@torch.no_grad()
def loss_by_place(model: nn.Module, ids: Tensor) -> Tensor:
    """Nats of each next token, float64 [rows, n]. ids: int64 [rows, n + 1]."""
    found = []
    for rows in ids.split(10):  # whole tables of probabilities are large
        log_p = model(rows[:, :-1]).log_softmax(dim=-1)
        found.append(-log_p.gather(-1, rows[:, 1:, None])[..., 0].double())
    return torch.cat(found)


@torch.no_grad()
def loss_of_the_last(model: nn.Module, ids: Tensor, every: int = 4) -> float:
    """Mean nats of every so many tokens behind the first READ, of which only the READ tokens before
    each are read: its places are then those of the training."""
    rows = ids.unfold(1, READ + 1, every)[:, 1:].flatten(0, 1)
    log_p = torch.cat([model(part[:, :-1])[:, -1].log_softmax(dim=-1) for part in rows.split(25)])
    return -log_p.gather(-1, rows[:, -1:]).mean().item()
