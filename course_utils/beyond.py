"""What the lesson of 07_beyond draws on: a small network that reads with any mask, and spoiled texts.
And the models made by hand that its checks hand to answers, in whose process they must be found."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable, Container, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from transformers import BertModel, EncoderDecoderModel, GPT2LMHeadModel

from course_utils.language.small_world import LEXICON, language
from course_utils.language.text_tasks import sample_task
from course_utils.messages import say
from course_utils.objectives import batches, sample_texts, short_texts, vocabulary

# --- the experiments ------------------------------------------------------------------------------


class Layer(nn.Module):
    """Attention under a mask, then a small network, each added to what came in."""

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.before_attention, self.before_network = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: Tensor, keep: Tensor) -> Tensor:
        b, n, width = x.shape
        parts = self.qkv(self.before_attention(x)).chunk(3, dim=-1)
        q, k, v = (part.reshape(b, n, self.heads, -1).transpose(1, 2) for part in parts)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=keep)
        x = x + self.out(y.transpose(1, 2).reshape(b, n, width))
        return x + self.down(F.gelu(self.up(self.before_network(x))))


class Reader(nn.Module):
    """The two-layer network of chapter 3, but the mask comes with the text.

    forward(ids [b, n], keep bool [n, n] or [b, n, n], places [n]) -> vectors [b, n, width];
    score(vectors [..., width]) -> a score for each word of `objectives.vocabulary`.
    """

    def __init__(self, width: int = 64, layers: int = 2, heads: int = 4):
        super().__init__()
        size = len(vocabulary())
        self.word, self.place = nn.Embedding(size, width), nn.Embedding(32, width)
        nn.init.normal_(self.word.weight, std=0.02)
        nn.init.normal_(self.place.weight, std=0.02)
        self.layers = nn.ModuleList([Layer(width, heads) for _ in range(layers)])
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, width)
        self.bias = nn.Parameter(torch.zeros(size))

    def forward(self, ids: Tensor, keep: Tensor, places: Tensor | None = None) -> Tensor:
        places = torch.arange(ids.shape[1]) if places is None else places
        x = self.word(ids) + self.place(places)
        keep = keep if keep.dim() == 2 else keep[:, None]  # the same for all heads
        for layer in self.layers:
            x = layer(x, keep)
        return self.norm(x)

    def score(self, x: Tensor) -> Tensor:
        return self.head(x) @ self.word.weight.T + self.bias


def draw_words(p: Tensor, generator: torch.Generator) -> Tensor:
    """One index of each row of p, float [b, v], drawn by its probabilities: int64 [b].

    `torch.multinomial` takes its random numbers from Intel's library where PyTorch was built with
    it, so one seed gives two texts; `torch.rand` gives the same numbers on all processors.
    """
    luck, drawn = torch.rand(len(p), 1, generator=generator, dtype=torch.float64), []
    for some, share in zip(p.split(200), luck.split(200), strict=True):  # for less memory
        rising = some.cumsum(-1, dtype=torch.float64)
        drawn.append(torch.searchsorted(rising, share * rising[:, -1:], right=True)[:, 0])
    return torch.cat(drawn).clamp(max=p.shape[1] - 1)


def see_all(ids: Tensor) -> Tensor:
    """bool [b, n, n]: every token sees every real token."""
    return (ids != 0)[:, None, :].expand(-1, ids.shape[1], -1)


def see_left(n: int, source: int = 0) -> Tensor:
    """bool [n, n]: token i sees 0 ... i, and all of the first `source` tokens."""
    return torch.ones(n, n).tril().bool() | (torch.arange(n) < source)


def two_streams(model: nn.Module, ids: Tensor, rank: Tensor) -> Tensor:
    """XLNet's query stream [b, n, width]: the vector of each place, made of the words that come
    earlier. rank [b, n]: when each position is predicted."""
    n = ids.shape[1]
    earlier, upto = rank[:, :, None] > rank[:, None, :], rank[:, :, None] >= rank[:, None, :]
    keep = torch.zeros(len(ids), 2 * n, 2 * n, dtype=torch.bool)
    keep[:, :n, :n] = upto  # content sees content, itself included
    keep[:, n:, :n] = earlier  # a query sees the content of what came before it
    keep[:, n:, n:] = torch.eye(n).bool()  # and its own place
    both = torch.cat([ids, torch.ones_like(ids)], dim=1)  # 1 is [MASK]
    return model(both, keep, torch.arange(n).repeat(2))[:, n:]


@torch.no_grad()
def write_loss(model: Reader, way: str) -> float:
    """Held-out nats a word of each next word (not of the end), from the left side alone.

    way: "left", the row before it; "mask", one [MASK] behind the left side; "masks", one for each
    coming word, and the end; "order", two streams.
    """
    total, count = 0.0, 0
    for ids in _held_out():
        text, place = (ids > 2).nonzero(as_tuple=True)
        if way == "left":
            vectors = model(ids, see_left(ids.shape[1]))[text, place - 1]
        elif way == "masks":
            coming = torch.arange(ids.shape[1]) >= place[:, None]
            cut = ids[text].masked_fill(coming & (ids[text] > 2), 1)
            vectors = model(cut, see_all(cut))[torch.arange(len(text)), place]
        elif way == "order":
            rank = torch.arange(ids.shape[1]).expand(ids.shape)
            vectors = two_streams(model, ids, rank)[text, place]
        else:
            rows = torch.arange(len(text))
            cut = ids[text].masked_fill(torch.arange(ids.shape[1]) > place[:, None], 0)
            cut[rows, place] = 1
            vectors = model(cut, see_all(cut))[rows, place]
        total += F.cross_entropy(model.score(vectors), ids[text, place], reduction="sum").item()
        count += len(text)
    return total / count


@torch.no_grad()
def write_on(
    model: Reader, way: str, text: Sequence[str], given: int, generator: torch.Generator
) -> list[str]:
    """The first `given` words of a text, and what the network writes behind them, word by drawn word.

    way: as in `write_loss`. With "mask" and "masks" as many words come as the text has: such a
    network draws no end.
    """
    names = vocabulary()
    number_of = {word: number for number, word in enumerate(names)}
    ids = torch.tensor([[2, *(number_of[word] for word in text[:given])]])
    n = ids.shape[1]
    while n < (24 if way in ("left", "order") else len(text) + 1):
        mask = torch.ones(1, 1 if way != "masks" else len(text) + 1 - n, dtype=torch.int64)
        longer = torch.cat([ids, mask], dim=1)
        if way == "left":
            vector = model(ids, see_left(n))[:, -1]
        elif way == "order":
            vector = two_streams(model, longer, torch.arange(n + 1)[None])[:, -1]
        else:
            edge = ids[:, :1] if way == "masks" else ids[:, :0]
            longer = torch.cat([longer, edge], dim=1)
            vector = model(longer, see_all(longer))[:, n]
        word = draw_words(model.score(vector).softmax(dim=-1), generator)
        if word.item() == 2:
            break
        ids = torch.cat([ids, word[:, None]], dim=1)
        n += 1
    return [names[number] for number in ids[0, 1:].tolist()]


@torch.no_grad()
def gap_loss(model: Reader, way: str, candidates: int = 100) -> float:
    """Held-out nats of a word that is missing, all the others given.

    way: "mask", it is masked; "order", it comes last; "left": each of so many candidates, those
    that the left side makes most probable and the true word, is put in, and whole texts are scored.
    """
    total, count, generator = 0.0, 0, torch.Generator().manual_seed(0)
    for ids in _held_out():
        text, place = (ids > 2).nonzero(as_tuple=True)  # one copy of the text for each word
        if way == "left":  # this takes time: a third of them, drawn; every third is no fair sample
            some = torch.rand(len(text), generator=generator) < 1 / 3
            text, place = text[some], place[some]
        copies, rows = ids[text], torch.arange(len(text))
        true = copies[rows, place]
        if way == "mask":
            copies[rows, place] = 1
            scores = model.score(model(copies, see_all(copies))[rows, place])
        elif way == "order":
            rank = torch.zeros_like(copies).masked_fill(copies == 0, 99)
            rank[rows, place] = 1
            scores = model.score(two_streams(model, copies, rank)[rows, place])
        else:
            left = model.score(model(copies, see_left(ids.shape[1])))[rows, place - 1]
            left[rows, true] = math.inf  # the true word is the first candidate
            words = left.topk(candidates).indices
            scores = torch.stack(
                [_whole_scores(model, *each) for each in zip(copies, place, words)]
            )
            true = torch.zeros_like(true)
        total += F.cross_entropy(scores, true, reduction="sum").item()
        count += len(text)
    return total / count


def _held_out() -> list[Tensor]:
    return batches(sample_texts(120, "test"), 5, 24, torch.Generator().manual_seed(0))


def _whole_scores(model: Reader, ids: Tensor, place: Tensor, words: Tensor) -> Tensor:
    """log P of the text from `place` on, with each of the words there: float [words]."""
    ids = ids[ids != 0]
    texts = ids.repeat(len(words), 1)
    texts[:, place] = words
    vectors = model(texts[:, :-1], see_left(len(ids) - 1))[:, place - 1 :]
    log_p = model.score(vectors).log_softmax(dim=-1)
    return log_p.gather(-1, texts[:, place:, None])[..., 0].sum(dim=1)


# --- conversion: an encoder and a decoder become an encoder-decoder -------------------------------


def answered(count: int, seed: str) -> list[tuple[str, str]]:
    """`count` pairs (question and text, answer) in English without a prefix: two people each."""
    rng, pairs = random.Random(seed), []
    while len(pairs) < count:
        source, target, *_ = sample_task("question", rng)
        if "capital" not in source:
            source = source.removeprefix("question: ").replace("context: ", "")
            pairs.append((source, target))
    return pairs


def answer_batch(
    pairs: Sequence[tuple[str, str]], number_of: Mapping[str, int]
) -> dict[str, Tensor]:
    """Inputs of an EncoderDecoderModel: [CLS] source [SEP], and <|endoftext|> target <|endoftext|>."""

    def rows(texts: Sequence[str], first: int, last: int) -> Tensor:
        made = [[first, *(number_of[word] for word in text.split()), last] for text in texts]
        longest = max(map(len, made))
        return torch.tensor([row + [0] * (longest - len(row)) for row in made])  # 0 is [PAD]

    cls, sep, end = (number_of[token] for token in ("[CLS]", "[SEP]", "<|endoftext|>"))
    ids = rows([source for source, _ in pairs], cls, sep)
    targets = rows([target for _, target in pairs], end, end)
    return {"input_ids": ids, "attention_mask": (ids != 0).long(), "targets": targets}


def converted(encoder: nn.Module, decoder: nn.Module, warm: bool) -> EncoderDecoderModel:
    """A new EncoderDecoderModel, as large as the two; its cross-attention is new in any case.

    encoder: a BertForMaskedLM; decoder: a GPT2LMHeadModel. warm: whether both keep their weights.
    """
    config = copy.deepcopy(decoder.config)
    config.is_decoder = config.add_cross_attention = True
    writer, reader = GPT2LMHeadModel(config), BertModel(encoder.config, add_pooling_layer=False)
    if warm:
        writer.load_state_dict(decoder.state_dict(), strict=False)
        reader.load_state_dict(encoder.bert.state_dict())
    return EncoderDecoderModel(encoder=reader, decoder=writer)


def answer_scores(model: nn.Module, batch: dict[str, Tensor]) -> Tensor:
    """Scores of the answer's tokens and of its end, [b, n, vocabulary]."""
    return model(
        input_ids=batch["input_ids"],
        attention_mask=batch["attention_mask"],
        decoder_input_ids=batch["targets"][:, :-1],
        decoder_attention_mask=(batch["targets"][:, :-1] != 0).long(),
        use_cache=False,
    ).logits


@torch.no_grad()
def answers_right(model: nn.Module, batch: dict[str, Tensor]) -> tuple[float, float]:
    """(share of answers that greedy search gets right to the letter, nats a token of the answer).

    Greedy search writes an answer exactly if each of its tokens is the most probable one.
    """
    targets = batch["targets"][:, 1:]
    scores = answer_scores(model, batch)
    right = ((scores.argmax(-1) == targets) | (targets == 0)).all(1)
    return right.float().mean().item(), F.cross_entropy(
        scores.flatten(0, 1), targets.flatten(), ignore_index=0
    ).item()


# --- ways to write --------------------------------------------------------------------------------


@torch.no_grad()
def read_place(model: nn.Module, ids: Tensor, place: int) -> Tensor:
    """A masked model's log-probabilities at one place of each text: float [b, v]."""
    rows = [model(part).logits[:, place] for part in ids.split(10)]
    return torch.cat(rows).log_softmax(dim=-1)


def one_mask_at_the_end(
    model: nn.Module, ids: Tensor, slots: Tensor, mask_id: int, end: int
) -> Tensor:
    """The slots of texts ids [b, n] filled from left to right: one mask behind what stands there,
    then `end`; the best word is kept, and the next mask comes behind it."""
    text = ids[:, : slots[0].nonzero()[0].item()]
    edge = torch.tensor([[mask_id, end]]).expand(len(ids), 2)
    while text.shape[1] < ids.shape[1] - 1:
        best = read_place(model, torch.cat([text, edge], dim=1), -2).argmax(dim=-1)
        text = torch.cat([text, best[:, None]], dim=1)
    return torch.cat([text, edge[:, 1:]], dim=1)


@torch.no_grad()
def continue_texts(
    model: nn.Module, text: Tensor, edge: int, generator: torch.Generator, most: int = 45
) -> Tensor:
    """Samples of a causal model that go on from texts [b, n], until each has drawn `edge`."""
    ended = torch.zeros(len(text), 1, dtype=torch.bool)
    for _ in range(most):
        word = draw_words(model(text).logits[:, -1].softmax(dim=-1), generator)[:, None]
        text = torch.cat([text, word.masked_fill(ended, edge)], dim=1)
        ended |= text[:, -1:] == edge
        if ended.all():
            break
    return text


@torch.no_grad()
def gibbs(
    model: nn.Module,
    ids: Tensor,
    slots: Tensor,
    mask_id: int,
    generator: torch.Generator,
    sweeps: int = 5,
) -> Tensor:
    """The slots of texts ids [b, n] filled: in each sweep every slot is drawn anew, given the others.

    slots: bool [b, n], the same places in all texts.
    """
    ids, places = ids.masked_fill(slots, mask_id), slots[0].nonzero().flatten()
    for _ in range(sweeps):
        for place in places[torch.randperm(len(places), generator=generator)]:
            ids[:, place] = mask_id
            ids[:, place] = draw_words(read_place(model, ids, place).exp(), generator)
    return ids


def gpt_samples(model: nn.Module, ids: Tensor, slots: Tensor, generator: torch.Generator) -> Tensor:
    """What a causal model draws behind the words before the slots; its texts end where it likes."""
    edge = model.config.bos_token_id
    start = ids[:, : slots[0].nonzero()[0].item()].clone()
    start[:, 0] = edge
    return continue_texts(model, start, edge, generator)


def true_texts(lengths: Sequence[int] = (8, 20), count: int = 25) -> dict[int, list[tuple]]:
    """Length -> so many texts of the language, each with its own first three words."""
    rng = random.Random(5)
    pool = [tuple(language.sample(rng).words) for _ in range(6000)]
    chosen = {}
    for n in lengths:
        own = {text[:3]: text for text in pool if len(text) == n}
        chosen[n] = list(own.values())[:count]
    return chosen


def written(
    way: Callable[[Tensor, Tensor, torch.Generator], Tensor],
    texts: Sequence[Sequence[str]],
    blanks: int,
    tokenizer: Any,
) -> list[list[str]]:
    """The texts, all of one length, whose last `blanks` words are written in this way.

    way: (ids int64 [b, n] between [CLS] and [SEP], slots bool [b, n], generator) -> ids.
    """
    number_of = tokenizer.get_vocab()
    cls, sep, end = (number_of[token] for token in ("[CLS]", "[SEP]", "<|endoftext|>"))
    ids = torch.tensor([[cls, *(number_of[word] for word in text), sep] for text in texts])
    slots = torch.zeros_like(ids).bool()
    slots[:, -1 - blanks : -1] = True
    made = []
    for row in way(ids, slots, torch.Generator().manual_seed(0)).tolist():
        ends = [place for place, number in enumerate(row) if place and number in (sep, end)]
        made.append(tokenizer.convert_ids_to_tokens(row[1 : ends[0] if ends else None]))
    return made


def spoiled_texts(count: int, seed: str) -> list[tuple[list[str], int]]:
    """`count` short texts with one word replaced so that the language could not have said them.

    Each is (words, place of the wrong word). The new words are drawn by their frequency.
    """
    language, rng, made = short_texts(), random.Random(seed), []
    pool = [word for text in sample_texts(2000, seed + "-words") for word in text]
    for text in sample_texts(2 * count, seed):
        place, word = rng.randrange(len(text)), rng.choice(pool)
        words = [*text[:place], word, *text[place + 1 :]]
        if words not in language:
            made.append((words, place))
    return made[:count]


# --- the capstone's tasks --------------------------------------------------------------------------


def noisy(source: str, rng: random.Random, rate: float = 0.2) -> str:
    """The source with some words behind the prefix replaced by random ones."""
    prefix, text = source.split(": ", 1)
    words = [rng.choice(language.words) if rng.random() < rate else w for w in text.split()]
    return f"{prefix}: {' '.join(words)}"


def people_question(rng: random.Random, count: int) -> tuple[str, str]:
    """(source, target): so many people in as many places, and a question about one of them."""
    names = [person["name"] for person in rng.sample(LEXICON["person"], count)]
    places = [place["name"] for place in rng.sample(LEXICON["place"], count)]
    who = rng.randrange(count)
    context = " ".join(
        f"{name} is in the {place} ." for name, place in zip(names, places, strict=True)
    )
    return f"question: where is {names[who]} ? context: {context}", f"the {places[who]}"


# --- models whose answers are known ---------------------------------------------------------------


class Output(NamedTuple):
    """What a model returns, as in transformers: logits [b, n, vocabulary]."""

    logits: Tensor


class JointModel(nn.Module):
    """The ideal masked model of texts with n words: it knows their joint distribution.

    table: probabilities, float64 [v] * n. The id `v` is the mask; at each position the model gives
    the exact distribution of that word, given the words at all other positions that are no mask.
    """

    def __init__(self, table: Tensor):
        super().__init__()
        self.register_buffer("table", table / table.sum())
        self.mask_id = table.shape[0]
        self.config = SimpleNamespace(vocab_size=table.shape[0] + 1)

    def forward(self, input_ids: Tensor, **_: Any) -> Output:
        rows, length = [], input_ids.shape[1]
        if length != self.table.dim():
            raise ValueError(f"texts of this model have {self.table.dim()} tokens, not {length}")
        for text in input_ids.tolist():
            row = []
            for place in range(len(text)):
                p, dim = self.table, 0
                for other, word in enumerate(text):
                    if other == place:
                        dim += 1
                    elif word == self.mask_id:
                        p = p.sum(dim)
                    else:
                        p = p.select(dim, word)
                row.append(F.pad((p / p.sum()).log(), (0, 1), value=-60.0))
            rows.append(torch.stack(row))
        return Output(torch.stack(rows).float())


class FixedScores(nn.Module):
    """A masked model that says the same whatever it reads: its logits *are* its one parameter
    [n, vocabulary], so that whoever writes into them changes the model."""

    def __init__(self, scores: Tensor):
        super().__init__()
        self.scores = nn.Parameter(scores, requires_grad=False)

    def forward(self, input_ids: Tensor) -> Output:
        return Output(self.scores[: input_ids.shape[1]].expand(len(input_ids), -1, -1))


class Mixer(nn.Module):
    """A model made by hand, whose rows mix the inputs as they are told: nothing is trained.

    mix: float [m, m], how input j counts in the mean that row i adds to its own input; for texts of
    up to m tokens. drift: added to all vectors for each token that the text has. level: the logits
    (of all rows, or of each) are so many times as large. spread: how much the vectors differ; the
    rest is the same everywhere. nudges: (row, word, much), so much is added to one logit of one row
    when the text goes on behind it and has one of these `lengths`. placed=False: the order of the
    words is not seen. mute: words below it say nothing to other rows. shift: added to all logits.
    """

    def __init__(
        self,
        mix: Tensor,
        *,
        drift: float = 0.0,
        level: float | Sequence[float] = 1.0,
        spread: float = 1.0,
        nudges: Sequence[tuple[int, int, float]] = (),
        lengths: Container[int] = range(99),
        placed: bool = True,
        mute: int = 0,
        shift: float = 0.0,
    ):
        super().__init__()
        generator = torch.Generator().manual_seed(5)
        self.register_buffer("words", torch.randn(40, 12, generator=generator))
        places = torch.randn(len(mix), 12, generator=generator)
        self.register_buffer("places", places if placed else torch.zeros_like(places))
        self.register_buffer("out", torch.randn(12, 40, generator=generator))
        self.register_buffer("mix", mix)
        self.register_buffer("level", torch.tensor(level).expand(len(mix))[:, None])
        self.drift, self.spread, self.nudges, self.lengths = drift, spread, nudges, lengths
        self.mute, self.shift = mute, shift
        self.config = SimpleNamespace(vocab_size=40)

    def forward(self, input_ids: Tensor, **_: Any) -> Output:
        n, most = input_ids.shape[1], int(input_ids.max())
        if most >= len(self.words):
            raise IndexError(say("stable-ids", id=most, vocab=len(self.words)))
        own = self.words[input_ids] + self.places[:n]
        mix, heard = self.mix[:n, :n], own * (input_ids >= self.mute)[..., None]
        mean = mix @ heard / mix.sum(1, keepdim=True).clamp(min=1e-9)
        logits = self.level[:n] * self.score(own + mean + self.drift * n) + self.shift
        for row, word, much in self.nudges:
            if n > row + 1 and n in self.lengths:
                logits[:, row, word] += much
        return Output(logits)

    def score(self, x: Tensor) -> Tensor:
        """Logits [..., 40] of vectors [..., 12], by sums that end in the same digits for any text."""
        x = self.spread * x + (1 - self.spread) * 0.3
        return (x.tanh()[..., None] * self.out).sum(-2)
