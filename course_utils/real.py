"""What chapter 10 draws on: beginnings and passages of addresses, what a token costs, derivatives,
windows and rounded layers, loops, vectors of texts and their search, and the table of what held."""

from __future__ import annotations

import html
import math
import random
import re
import string
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np
import torch
import torch.nn.functional as F
from matplotlib.figure import Figure
from torch import Tensor, nn
from transformers import Cache, LogitsProcessorList
from transformers.cache_utils import DynamicLayer
from transformers.generation.logits_process import (
    NoRepeatNGramLogitsProcessor,
    RepetitionPenaltyLogitsProcessor,
    TemperatureLogitsWarper,
)

from course_utils.figures import COLORS, bar, number
from course_utils.language.models import load_model
from course_utils.language.real_texts import speech, speeches
from course_utils.language.small_world import language
from course_utils.what_held import HOLDS, NOT_HERE, VERDICTS, WEAKER, Held

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

OPENINGS = ("1790-Washington-1", "1850-Fillmore-1", "1910-Taft-1", "1970-Nixon-1")


def openings(tokenizer: Callable, n: int) -> Tensor:
    """int64 [4, n]: the first n tokens of the addresses `OPENINGS`, sixty years apart."""
    ids = [tokenizer(speech(name)[:2000]).input_ids[:n] for name in OPENINGS]
    return torch.tensor(ids)


def gradient_sizes(model: nn.Module, ids: Tensor, number: Callable[[object], Tensor]) -> Tensor:
    """Float [n, n]: the length of the derivative of output i by the vector of input token j.

    ids: int64 [1, n]. number: from what the model returns to one number for each output, [n].
    """
    vectors = model.get_input_embeddings()(ids).detach().requires_grad_()
    outputs = number(model(inputs_embeds=vectors))
    rows = [torch.autograd.grad(out, vectors, retain_graph=True)[0][0] for out in outputs]
    return torch.stack(rows).norm(dim=-1)


class Read:
    """How many tokens a model has read, added up over the rows of its batches."""

    tokens = 0


@contextmanager
def tokens_read(model: nn.Module) -> Iterator[Read]:
    """Counts the tokens that reach a Llama's first layer while the block runs."""
    read = Read()

    def count(layer: nn.Module, args: tuple, kwargs: dict) -> None:
        hidden = args[0] if args else kwargs["hidden_states"]
        read.tokens += hidden.shape[0] * hidden.shape[1]

    handle = model.model.layers[0].register_forward_pre_hook(count, with_kwargs=True)
    try:
        yield read
    finally:
        handle.remove()


@torch.no_grad()
def read_by_steps(model: nn.Module, ids: Tensor) -> Tensor:
    """Logits [b, n, v] for ids [b, n]: read one token at a time, with a cache."""
    cache, rows = None, []
    for i in range(ids.shape[1]):
        out = model(ids[:, i : i + 1], past_key_values=cache, use_cache=True)
        cache = out.past_key_values
        rows.append(out.logits[:, 0])
    return torch.stack(rows, dim=1)


EDGE = 0  # <|endoftext|>, which we put before a text so that its first token is asked for, too


def passage(
    tokenizer: PreTrainedTokenizerBase, text: str, tokens: int, share: float = 0.5
) -> list[int]:
    """The ids of `tokens` tokens from the first paragraph that begins behind this share of a text."""
    start = text.index("\n\n", int(share * len(text))) + 2
    return tokenizer(text[start : start + 12 * tokens]).input_ids[:tokens]


def shuffled_words(text: str, seed: int = 0) -> str:
    """The same words in another order."""
    words = text.split()
    random.Random(seed).shuffle(words)
    return " ".join(words)


def random_letters(count: int, seed: int = 0) -> str:
    """Each letter of the 26 with the same chance, whatever came before."""
    return "".join(random.Random(seed).choices(string.ascii_lowercase, k=count))


def first_stories(count: int, edge: int, number_of: dict[str, int]) -> Tensor:
    """int64 [count, 61]: the edge and 60 words of a story of the small world, as in chapter 8."""
    rng, rows = random.Random(1), []
    while len(rows) < count:
        words = language.sample(rng, "story").words
        if len(words) >= 60:
            rows.append([edge, *(number_of[word] for word in words[:60])])
    return torch.tensor(rows)


def later_pieces(tokenizer: PreTrainedTokenizerBase, ids: Sequence[int]) -> list[bool]:
    """Which tokens go on with a word: a letter begins them and ends what stands before."""
    pieces = [tokenizer.decode([token]) for token in ids]
    return [
        i > 0 and piece[:1].isalpha() and pieces[i - 1][-1:].isalpha()
        for i, piece in enumerate(pieces)
    ]


def logits_of(
    model: nn.Module, ids: Sequence[int], last: int, mask: Tensor | None = None
) -> Tensor:
    """Logits [last, V] for the last `last` of the ids. mask: who may see whom, bool [n, n]."""
    with torch.no_grad():
        return model.get_output_embeddings()(_states_before(model, ids, mask)[-last:])


def nats_of(
    model: nn.Module, ids: Sequence[int], last: int | None = None, mask: Tensor | None = None
) -> list[float]:
    """−log P of each of the last `last` ids, given all that stands before it: every id but the first
    where `last` is None."""
    last = last or len(ids) - 1
    states, found = _states_before(model, ids, mask)[-last:], []
    with torch.no_grad():  # a vocabulary's logits are large, so some places at a time
        for some, asked in zip(states.split(32), torch.tensor(ids[-last:]).split(32), strict=True):
            logits = model.get_output_embeddings()(some)
            found += F.cross_entropy(logits, asked, reduction="none").tolist()
    return found


@contextmanager
def _fused_attention(model: nn.Module) -> Iterator[None]:
    """Attention in one operation while the block runs: it is quicker and keeps no weights."""
    before = model.config._attn_implementation
    model.set_attn_implementation("sdpa")
    try:
        yield
    finally:
        model.set_attn_implementation(before)


@torch.no_grad()
def _states_before(model: nn.Module, ids: Sequence[int], mask: Tensor | None) -> Tensor:
    """The last states [n - 1, d] before each of the ids but the first."""
    added = None
    if mask is not None:
        added = torch.zeros(mask.shape).masked_fill(~mask, torch.finfo(torch.float32).min)
    with _fused_attention(model):
        return model.base_model(
            torch.tensor([ids[:-1]]),
            attention_mask=None if added is None else added[None, None],
            use_cache=False,
        ).last_hidden_state[0]


def recent_and_first(n: int, keys: int, kept: int) -> Tensor:
    """bool [n, n], chapter 8's: a row sees the first `kept` tokens and recent ones, `keys` in all."""
    order = torch.arange(n)
    recent = order[:, None] - order < keys - kept
    return torch.ones(n, n).tril().bool() & (recent | (order < kept))


@torch.no_grad()
def attention_shares(
    model: nn.Module, ids: Sequence[int], columns: Iterable[int], rows_from: int
) -> list[list[float]]:
    """For each column: the weight that it gets in each layer, a mean over heads and rows.

    One layer's weights are held at a time.
    """
    columns = list(columns)
    shares: list[list[float]] = [[] for _ in columns]

    def note(_module: nn.Module, _inputs: Any, outputs: tuple[Tensor, Tensor]) -> None:
        weights = outputs[1][0, :, rows_from:]  # [heads, rows, n]
        for share, column in zip(shares, columns, strict=True):
            share.append(weights[:, :, column].mean().item())

    hooks = [layer.self_attn.register_forward_hook(note) for layer in model.base_model.layers]
    try:
        model.base_model(torch.tensor([ids]), use_cache=False)
    finally:
        for hook in hooks:
            hook.remove()
    return shares


@torch.no_grad()
def logits_with(model: nn.Module, rows: Tensor, change: Callable[[Tensor], Tensor]) -> Tensor:
    """Logits [b, n, V] of a decoder in whose layers each matrix w is change(w).

    One layer at a time is changed, and the model not at all. The embeddings stay as they are.
    """
    base = model.base_model
    gpt = hasattr(base, "h")
    places = torch.arange(rows.shape[1])[None]
    causal = torch.full((rows.shape[1],) * 2, torch.finfo(torch.float32).min).triu(1)[None, None]
    states = base.wte(rows) + base.wpe(places) if gpt else base.embed_tokens(rows)
    told = {} if gpt else {"position_embeddings": base.rotary_emb(states, places)}
    for layer in base.h if gpt else base.layers:
        changed = {
            name: change(weight) if weight.dim() == 2 else weight
            for name, weight in layer.named_parameters()
        }
        out = torch.func.functional_call(
            layer, changed, (states,), {"attention_mask": causal} | told
        )
        states = out[0] if isinstance(out, tuple) else out
    states = base.ln_f(states) if gpt else base.norm(states)
    return model.get_output_embeddings()(states)


BEGINNING, OWN = 12, 60  # tokens of a prompt; tokens behind it, its author's or a model's
TOGETHER = 42  # texts that are written in one batch
SPECIAL = 17  # the first tokens of SmolLM2 are marks of documents and of chats, no text

Rows = list[list[int]]
Way = dict[str, float]


def passages(tokenizer: Any, every: int = 5) -> Rows:
    """From every fifth address, 1790 to 2022, 72 tokens: 12 to begin with and their author's next 60.

    They are the start of the first paragraph behind the middle of the address that has as many and
    begins with a capital letter. No other rule chose them.
    """
    return [_middle(tokenizer, speech(name)) for name in speeches()[::every]]


def _middle(tokenizer: Any, text: str) -> list[int]:
    seen = 0
    for paragraph in text.split("\n"):
        if seen >= len(text) / 2 and paragraph[:1].isupper():
            ids = tokenizer(paragraph)["input_ids"]
            if len(ids) >= BEGINNING + OWN:
                return ids[: BEGINNING + OWN]
        seen += len(paragraph) + 1
    raise ValueError("no paragraph of this text is long enough")


def write(
    model: Any,
    rows: Rows,
    ways: Sequence[Way],
    *,
    tokens: int = OWN,
    seed: int = 0,
    label: str = "",
    forbidden: int = SPECIAL,
) -> tuple[Rows, Tensor, Tensor]:
    """Each of `rows` written on with its own of `ways`: the new tokens; what each costs under the
    model itself, in nats [B, tokens]; and the model's entropy before each, in nats [B, tokens].

    A way: "t", a temperature (without it greedy); "penalty", on what is repeated; "ban", n of the
    n-grams that must not come twice. No row has padding. `label` is of a progress bar; of the
    vocabulary the first `forbidden` tokens are never written, so no text ends early.
    """
    lucks = [random.Random(f"{seed} {row}") for row in range(len(rows))]
    parts, size = [], math.ceil(len(rows) / math.ceil(len(rows) / TOGETHER))
    for start in range(0, len(rows), size):  # what is kept for each row is large
        part = slice(start, start + size)
        steps = bar(range(tokens), label) if label else range(tokens)
        with _fused_attention(model):
            parts.append(
                _write(model, rows[part], ways[part], lucks[part], tokens, steps, forbidden)
            )
    texts, nats, entropies = zip(*parts)
    return [row for part in texts for row in part], torch.cat(nats), torch.cat(entropies)


@torch.inference_mode()
def _write(
    model: Any,
    rows: Rows,
    ways: Sequence[Way],
    lucks: Sequence[random.Random],
    tokens: int,
    steps: Iterable[int],
    forbidden: int,
) -> tuple[Rows, Tensor, Tensor]:
    """One batch of `write`. What several rows have in common, from their first token on, is read once:
    they share a slot until their texts part."""
    rules, start = [_rules(way) for way in ways], len(rows[0])
    new = list(dict.fromkeys(map(tuple, rows)))  # for each slot what is to be read
    slots = [new.index(tuple(row)) for row in rows]
    rooms = [_Room(len(rows), start + tokens) for _ in range(model.config.num_hidden_layers)]
    past = Cache(layers=rooms)
    text = torch.cat([torch.tensor(rows), torch.zeros(len(rows), tokens).long()], dim=1)
    nats, entropies = torch.empty(2, len(rows), tokens)
    for at in steps:
        read = torch.tensor(new)
        logits = model(read, past_key_values=past, use_cache=True, logits_to_keep=1).logits
        new, parted = [()] * len(new), {}
        for row, (way, rule, luck) in enumerate(zip(ways, rules, lucks, strict=True)):
            scores = logits[slots[row], -1].clone()  # one by one: less memory
            logs = scores.log_softmax(dim=-1)
            scores[:forbidden] = -torch.inf
            scores = rule(text[row : row + 1, : start + at], scores[None])[0]
            token = _draw(scores, luck) if "t" in way else int(scores.argmax())
            text[row, start + at] = token
            nats[row, at] = -logs[token]
            entropies[row, at] = -(logs.exp() @ logs)
            old = slots[row]
            if new[old] in ((), (token,)):
                new[old] = (token,)
            else:
                slots[row] = parted.setdefault((old, token), len(new))
                if slots[row] == len(new):
                    new.append((token,))
                    for room in rooms:
                        room.copy(old, slots[row])
        del logits  # before the next ones are made
    return text[:, start:].tolist(), nats, entropies


class _Room(DynamicLayer):
    """A layer's keys and values, with room for all rows and tokens from the start. (The library's
    copies them for each token to a slightly larger place, and the holes take half as much again.)"""

    def __init__(self, rows: int, tokens: int):
        super().__init__()
        self.rows, self.tokens, self.used = rows, tokens, 0

    def update(self, keys: Tensor, values: Tensor, *_: Any, **__: Any) -> tuple[Tensor, Tensor]:
        if not self.is_initialized:
            shape = (self.rows, keys.shape[1], self.tokens, keys.shape[-1])
            self.room = keys.new_empty(shape), values.new_empty(shape)
            self.is_initialized = True
        rows, places = len(keys), slice(self.used, self.used + keys.shape[-2])
        for room, some in zip(self.room, (keys, values), strict=True):
            room[:rows, :, places] = some
        self.used = places.stop
        self.keys, self.values = (room[:rows, :, : self.used] for room in self.room)
        return self.keys, self.values

    def copy(self, old: int, new: int) -> None:
        for room in self.room:
            room[new, :, : self.used] = room[old, :, : self.used]


def _rules(way: Way) -> LogitsProcessorList:
    """The library's rules, in the library's order."""
    rules = LogitsProcessorList()
    if "penalty" in way:
        rules.append(RepetitionPenaltyLogitsProcessor(float(way["penalty"])))
    if "ban" in way:
        rules.append(NoRepeatNGramLogitsProcessor(int(way["ban"])))
    if "t" in way:
        rules.append(TemperatureLogitsWarper(float(way["t"])))
    return rules


def _draw(scores: Tensor, luck: random.Random) -> int:
    rising = scores.softmax(dim=-1).cumsum(dim=-1, dtype=torch.float64)
    at = luck.random() * rising[-1]
    return min(int(torch.searchsorted(rising, at, right=True)), len(scores) - 1)


def circling(ids: Sequence[Any]) -> int:
    """How many words at the end of a text go round the shortest circle that fits, at least three whole
    rounds; 0 if none does. What is not a whole round does not count."""
    back = "".join(f"{word} " for word in reversed(ids))
    found = re.match(r"((?:\S+ )+?)\1{2,}", back)
    return found.group().count(" ") if found else 0


def seen_before(rows: Rows, start: int, stop: int, n: int = 4) -> float:
    """The share of the n-grams that end in places start to stop and have stood in their row before."""
    hits = total = 0
    for row in rows:
        grams = list(zip(*(row[i:] for i in range(n))))
        for place in range(max(start - n + 1, 0), stop - n + 1):
            hits += grams[place] in grams[:place]
            total += 1
    return hits / total


def different(rows: Rows, n: int = 3) -> float:
    """The share of different n-grams among all n-grams of these rows together."""
    grams = [gram for row in rows for gram in zip(*(row[i:] for i in range(n)))]
    return len(set(grams)) / len(grams)


def costs(model: Any, rows: Rows, label: str = "") -> Tensor:
    """What each token of `rows` but the first costs under the model, in nats: [B, T - 1]."""
    return torch.tensor([nats_of(model, row) for row in (bar(rows, label) if label else rows)])


def in_rounds(phrases: Rows, rounds: int) -> dict[str, Rows]:
    """Texts of phrases of one length: "in a row", the same one in each round; "between", the same one
    with another phrase behind each; "new", another one in each round."""
    n = len(phrases)
    others = [[phrases[(i + k) % n] for k in range(1, rounds + 1)] for i in range(n)]
    return {
        "in a row": [phrase * rounds for phrase in phrases],
        "between": [
            [token for other in row[:-1] for token in (*phrase, *other)] + phrase
            for phrase, row in zip(phrases, others, strict=True)
        ],
        "new": [[token for other in row for token in other] for row in others],
    }


@torch.no_grad()
def read_by(model: Any, rows: Rows, label: str) -> Iterator[tuple[Tensor, Tensor]]:
    """Goes through the texts in parts of 50 places behind the beginning: (the logits there [N, V],
    the token that stands there [N]). `label` is of a progress bar."""
    states, truth = _states(model, tuple(map(tuple, rows)))
    parts = list(zip(states.split(50), truth.split(50), strict=True))
    for some, tokens in bar(parts, label):
        yield model.lm_head(some), tokens


@lru_cache(maxsize=1)
@torch.no_grad()
def _states(model: Any, rows: tuple[tuple[int, ...], ...]) -> tuple[Tensor, Tensor]:
    text, states = torch.tensor(rows), []
    for part in text.split(5):
        with _fused_attention(model):
            states.append(
                model.model(part, use_cache=False).last_hidden_state[:, BEGINNING - 1 : -1]
            )
    return torch.cat(states).flatten(0, 1), text[:, BEGINNING:].flatten()


# Our own sentences, ten to a subject, and each said again in other words: query | text. They were
# written before any model read them, and none was changed afterwards.
_PARAPHRASES = """
The train was forty minutes late. | We reached the station long after the timetable said.
She missed her flight to Lisbon. | The plane for Portugal left without her.
The bus was so full that I had to stand. | There was no free seat for the whole ride.
He sold his car and bought a bicycle. | He now pedals to places where he used to drive.
A tree had fallen across the road. | The way was blocked by a trunk after the storm.
The ferry does not sail in winter. | From December to March no boat crosses the water.
They walked home because the taxi was too dear. | The cab cost too much, so they went on foot.
The pilot announced a rough landing. | We were told from the cockpit that touching down would be bumpy.
Her suitcase arrived two days after her. | The luggage turned up when she had already been there for a while.
The bridge is closed for repairs. | Workers are mending the crossing, and nobody may use it.
The soup needs more salt. | This broth tastes rather bland.
He burned the toast again. | Once more the bread came out black.
She has not eaten meat for years. | It has been a long time since she became a vegetarian.
The milk has gone sour. | What is in that carton can no longer be drunk.
Grandmother's cake won the first prize. | The judges liked best what the old lady had baked.
The restaurant was booked out. | There was not a single table left for dinner.
I drink three cups of coffee before noon. | My mornings need a lot of caffeine.
The apples are cheaper at the market. | Fruit costs less if you buy it at the stalls.
He is allergic to peanuts. | Nuts make him seriously ill.
The cook left after a quarrel. | Following an argument the chef quit.
The doctor told him to stop smoking. | His physician advised giving up cigarettes.
She broke her arm on the ice. | A slip on the frozen path fractured her limb.
The child has a high fever. | The little girl's temperature is far too hot.
He could not sleep all night. | Until dawn he lay awake.
Her eyesight is getting worse. | She sees less clearly every year.
The vaccine protects most people. | After the injection few fall ill.
My tooth has been hurting since Monday. | For days I have had pain in my mouth, I need a dentist.
He runs ten kilometres every morning. | Jogging a long way is how he begins the day.
The hospital lacks nurses. | There is too little staff on the wards.
She recovered sooner than expected. | It surprised everyone how quickly she got well.
Snow is expected in the mountains tonight. | By tomorrow the peaks will be white.
It has not rained for two months. | The drought has lasted since spring.
The river rose above its banks. | Floods covered the meadows along the stream.
Thick fog hid the harbour. | One could not see the port through the mist.
The heat made everyone tired. | On such a scorching day nobody had any energy.
A storm tore the roof off the barn. | Strong winds uncovered the farm building.
The sun sets before five in December. | Early winter evenings are dark.
Lightning struck the church tower. | The steeple was hit during the thunder.
The lake froze overnight. | In the morning there was ice from shore to shore.
The forecast was completely wrong. | The weather turned out nothing like what they had predicted.
The company dismissed half its staff. | Every second employee lost the job.
Prices have doubled in a year. | Everything costs twice what it did twelve months ago.
She asked her boss for a raise. | She told the manager that she wanted a higher salary.
He borrowed money from the bank to buy a house. | The purchase of his home was paid for with a mortgage.
The shop will close for good in May. | Spring will see the store shut down forever.
Their product sells best in Japan. | Tokyo and Osaka are where most customers live.
The meeting was moved to Thursday. | We will not come together on the day first agreed.
The workers went on strike. | Nobody in the factory did their shift, out of protest.
He inherited a fortune from his aunt. | A relative left him great wealth in her will.
Taxes on fuel will rise. | The government wants drivers to pay more at the pump.
The teacher praised her essay. | What the pupil wrote was commended in class.
He failed the exam twice. | In two attempts he did not pass the test.
The library is silent on Sundays. | At the weekend no voice is heard among the books.
She speaks four languages fluently. | Talking to Spaniards, Germans, Poles or Turks is no trouble for her.
The lecture was too difficult for beginners. | Newcomers could not follow what the professor said.
They taught themselves to play the guitar. | Without any lessons they learned the instrument.
The school has no money for computers. | For lack of funds the classrooms have no laptops.
Most students live in shared flats. | Young people at the university usually split the rent.
He forgot to do his homework. | The exercises for today were left undone.
The book is too long to read in a week. | Seven days are not enough to finish the novel.
The dog barked at the postman. | The man with the letters was greeted by a loud pet.
A fox stole two of our hens. | Some of the poultry fell victim to a wild animal.
The cat sleeps on the windowsill. | Our kitten naps where the sun comes through the glass.
Bees have built a nest in the wall. | Between the bricks insects are making honey.
The horse refused to jump. | At the fence the mare stopped dead.
Whales come to this coast in summer. | In July one can watch huge sea mammals from the shore.
The birds fly south before it gets cold. | Flocks leave for Africa in autumn.
A snake was hiding under the stone. | There was a reptile below the rock.
The farmer milks forty cows a day. | A whole herd gives its milk by his hands.
Mice have eaten the cables. | Rodents gnawed through the wires.
The team lost in the last minute. | A late goal by the opponents decided the match.
She won the marathon for the third time. | Again she was first after forty-two kilometres.
The referee sent two players off. | A pair of footballers were shown the red card.
He learned to swim when he was fifty. | Only in middle age did he stop fearing deep water.
The stadium was almost empty. | Hardly any spectators had come to the arena.
Her serve is the fastest in tennis. | Nobody on the court hits the opening ball harder.
The climbers turned back below the summit. | Near the top the mountaineers gave up.
The race was cancelled because of smoke. | Since the air was bad, no one was allowed to compete.
He has played chess since he was five. | From early childhood he has moved kings and pawns.
The coach resigned after the season. | Their trainer stepped down in the summer break.
The film made her cry. | She was in tears at the cinema.
He paints portraits of his neighbours. | The people next door sit for him as models.
The concert was sold out within an hour. | All tickets for the band were gone in sixty minutes.
The museum bought a forged painting. | The gallery paid for a picture that was a fake.
Nobody laughed at his joke. | What he meant to be funny met with silence.
She sings in a choir on Fridays. | At the end of the working week her voice joins many others.
The play was booed on its first night. | The audience hated the premiere at the theatre.
The pianist played without a score. | She performed the sonata by heart.
His new novel is set in Iceland. | The story he has written takes place near Reykjavik.
The photograph won an award. | A prize was given for that snapshot.
The neighbours complained about the noise. | People next door said we were too loud.
The key does not fit the lock. | I cannot open the door with this.
They painted the kitchen yellow. | The room where we cook has a bright new colour.
The lift has been broken for a week. | For days we have had to take the stairs.
A thief took her bicycle from the yard. | Someone stole what she rides to work.
The rent is due on the first of the month. | Tenants must pay when the calendar page turns.
He lost his wallet in the park. | His purse with all the cash fell out among the trees.
The lamp flickers when it is windy. | In a gale the light keeps going on and off.
She married her oldest friend. | The groom was somebody she had known since childhood.
The old couple celebrated sixty years together. | It was their diamond wedding.
"""  # noqa: E501
PARAPHRASES = [tuple(line.split(" | ")) for line in _PARAPHRASES.strip().splitlines()]

# A text, the same in other words, and its opposite in nearly the same words.
_OPPOSITES = """
I loved this movie! | The film was truly wonderful. | I hated this movie!
The hotel was clean. | We found not a speck of dirt in our room. | The hotel was dirty.
Prices rose last year. | Things have become more expensive. | Prices fell last year.
The door is open. | You can walk right in. | The door is closed.
She passed the exam. | Her test went well enough. | She failed the exam.
It is warm outside. | You will need no coat today. | It is cold outside.
The train was early. | We arrived sooner than planned. | The train was late.
He always tells the truth. | You can believe every word he says. | He never tells the truth.
The patient is getting better. | The sick man is recovering. | The patient is getting worse.
The shop accepts cards. | You need no cash there. | The shop does not accept cards.
Our team won the match. | We beat them. | Our team lost the match.
The book is easy to read. | Even a child understands this novel. | The book is hard to read.
They agreed to the plan. | The proposal was accepted. | They objected to the plan.
The glass is full. | Not another drop fits in. | The glass is empty.
He arrived before the meeting. | When we sat down to talk, he was there already. | He arrived after the meeting.
The medicine is safe. | This drug does no harm. | The medicine is dangerous.
She remembered my birthday. | She sent wishes on the day I turned thirty. | She forgot my birthday.
The street is quiet at night. | After dark one hears nothing out there. | The street is noisy at night.
The soup is too salty. | The cook used far too much seasoning. | The soup is not salty enough.
Nobody liked the food. | Every guest left the plate untouched. | Everybody liked the food.
"""  # noqa: E501
OPPOSITES = [tuple(line.split(" | ")) for line in _OPPOSITES.strip().splitlines()]


def halves(text: str, number: int = 100) -> list[tuple[str, str]]:
    """The first `number` sentences of 20 to 40 words, each cut in the middle, as (first, second)."""
    found = []
    for sentence in re.split(r"(?<=[.!?])\s+", text):
        words = sentence.split()
        if 20 <= len(words) <= 40:
            found.append((" ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])))
    return found[:number]


def batch_of(
    tokenizer: Any, texts: Sequence[str], length: int | None = None
) -> tuple[Tensor, Tensor]:
    """Ids [b, n] and mask bool [b, n] of texts, padded on the right (to `length`, if it is given)."""
    rows = [tokenizer(text)["input_ids"] for text in texts]
    n = length or max(map(len, rows))
    ids = torch.full((len(rows), n), tokenizer.pad_token_id)
    for row, tokens in zip(ids, rows, strict=True):
        row[: len(tokens)] = torch.tensor(tokens)
    return ids, torch.arange(n) < torch.tensor([[len(row)] for row in rows])


def states_of(body: nn.Module, ids: Tensor, mask: Tensor, size: int = 10) -> Tensor:
    """The last states [b, n, d] of a model without its head, `size` rows at a time."""
    with torch.no_grad():
        return torch.cat(
            [
                body(some, attention_mask=seen.long(), use_cache=False).last_hidden_state
                for some, seen in zip(ids.split(size), mask.split(size), strict=True)
            ]
        )


def mean_over(states: Tensor, counted: Tensor) -> np.ndarray:
    """[b, d]: the mean of the states [b, n, d] over the positions counted, bool [b, n]."""
    weights = counted[:, :, None].to(states.dtype)
    return ((states * weights).sum(1) / weights.sum(1)).numpy()


def real_body(name: str) -> tuple[nn.Module, Any]:
    """The real "encoder" or "decoder" without a head, and its tokenizer."""
    model, tokenizer = load_model(name, source="real")
    return getattr(model, "model", model), tokenizer


def pooled(name: str, texts: Sequence[str]) -> dict[str, np.ndarray]:
    """The states of the real "encoder" or "decoder" as one vector a text, [texts, d], in three ways:
    "mean" over the real tokens, "first" and "last" token. Kept for the next call."""
    return _pooled(name, tuple(texts))


@lru_cache(maxsize=256)
def _pooled(name: str, texts: tuple[str, ...]) -> dict[str, np.ndarray]:
    body, tokenizer = real_body(name)
    found: dict[str, np.ndarray] = {}
    order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
    for start in range(0, len(texts), 10):  # ten of about one length: little padding
        rows = order[start : start + 10]
        ids, mask = batch_of(tokenizer, [texts[i] for i in rows])
        states = states_of(body, ids, mask)
        last = states[torch.arange(len(rows)), mask.sum(1) - 1]
        ways = {
            "mean": mean_over(states, mask),
            "first": states[:, 0].numpy(),
            "last": last.numpy(),
        }
        for way, vectors in ways.items():
            found.setdefault(way, np.empty((len(texts), vectors.shape[1]), vectors.dtype))
            found[way][rows] = vectors
    return found


def bank_vectors(name: str, sentences: Sequence[str]) -> Tensor:
    """[layers + 1, sentences, d]: what stands at "bank" in each layer of the real encoder or decoder."""
    body, tokenizer = real_body(name)
    ids, mask = batch_of(tokenizer, sentences)
    places = [[tokenizer.decode([i]).strip() for i in row].index("bank") for row in ids.tolist()]
    with torch.no_grad():
        layers = body(
            ids, attention_mask=mask.long(), output_hidden_states=True, use_cache=False
        ).hidden_states
    return torch.stack([states[torch.arange(len(ids)), places] for states in layers])


def word_vectors(texts: Sequence[str]) -> np.ndarray:
    """TF-IDF: [texts, words], how often a word stands there, times the log of how rare it is."""
    bags = [Counter(re.findall(r"[a-z]+", text.lower())) for text in texts]
    seen = Counter(word for bag in bags for word in bag)
    column = {word: k for k, word in enumerate(sorted(seen))}
    table = np.zeros((len(texts), len(column)))
    for row, bag in zip(table, bags, strict=True):
        for word, times in bag.items():
            row[column[word]] = times * math.log(len(texts) / seen[word])
    return table


def cosines(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """[a, b]: the cosine of each row of `one` and each of `other`; 0 where a row is all 0."""
    parts = [x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-12) for x in (one, other)]
    return parts[0] @ parts[1].T


def ranks(scores: np.ndarray) -> np.ndarray:
    """Of [q, q]: the rank of text i for query i, from 1; the last of those that share its score."""
    own = np.diag(scores)[:, None]
    return (scores >= own - 1e-9).sum(1)


def top1_and_mrr(scores: np.ndarray) -> tuple[float, float]:
    """Share of queries whose own text is the best, and the mean of 1 / rank."""
    found = ranks(scores)
    return float((found == 1).mean()), float((1 / found).mean())


# --- pictures -------------------------------------------------------------------------------------


def draw_who_moves(found: Mapping[str, Mapping[str, Any]]) -> Figure:
    """For each model the sizes of its derivatives, [n, n], each row as shares of its sum; 0 is grey."""
    fig, axes = plt.subplots(1, len(found), figsize=(9, 4.1))
    for ax, (name, one) in zip(np.atleast_1d(axes), found.items(), strict=True):
        sizes = np.array(one["sizes"])
        shares = np.ma.masked_equal(sizes / sizes.sum(1, keepdims=True), 0)
        ax.imshow(shares, vmin=0, vmax=0.5)
        ax.set_facecolor("#d9d9d9")
        tokens = [token.replace("\u0120", "") for token in one["tokens"]]
        ax.set_xticks(range(len(tokens)), tokens, rotation=60, ha="right", size=9)
        ax.set_yticks(range(len(tokens)), tokens, size=9)
        ax.grid(False)
        ax.set_title(name)
        ax.set_xlabel("the token that is changed a little")
    np.atleast_1d(axes)[0].set_ylabel("the state that answers")
    return fig


def draw_cosines(found: Mapping[str, Sequence[float]]) -> Figure:
    """A row for each name: its cosines as short strokes, and their mean as a dot with its number."""
    fig, ax = plt.subplots(figsize=(8, 0.55 * len(found) + 0.8))
    colors = [COLORS[c] for c in ("green", "blue", "sky", "vermillion", "orange")]
    for row, (values, color) in enumerate(zip(found.values(), colors, strict=False)):
        mean = float(np.mean(values))
        ax.plot(values, [row] * len(values), "|", color=color, alpha=0.35, markersize=13)
        ax.plot(mean, row, "o", color="black", markersize=6)
        ax.text(mean, row - 0.34, number(mean), ha="center", va="bottom", size=9)
    ax.set_yticks(range(len(found)), list(found))
    ax.set(ylim=(len(found) - 0.5, -0.8), xlim=(-0.7, 1.02))
    ax.set_xlabel("cosine of two texts that have nothing to do with each other")
    ax.grid(axis="y", visible=False)
    return fig


# --- what held ------------------------------------------------------------------------------------

# Statements that rest on what a model computes, whatever its weights are. The others are about what
# training on texts has made of it.
MECHANISM: frozenset[str] = frozenset(
    "R-01 R-02 R-03 R-04 R-05 R-06 R-07 R-09 R-10 R-11 R-12 R-13 R-14 R-15 "  # masks, passes, cache
    "R-60 R-61 R-65 R-66 R-68".split()
)
KINDS = ("mechanism", "behaviour")

# The rows of the ten statements that the title asks to bet on; "not": the row says the opposite.
BETS = ("R-01", "R-05", "R-09", "R-11", "R-20", "not R-24", "R-40", "R-45", "R-63", "R-66")


def bet_verdicts(rows: Mapping[str, Held]) -> list[str]:
    """The verdicts on the ten statements of the title."""
    found = []
    for bet in BETS:
        verdict = rows[bet.removeprefix("not ")].verdict
        found.append(VERDICTS[::-1][VERDICTS.index(verdict)] if bet.startswith("not ") else verdict)
    return found


def kind(name: str) -> str:
    """The kind of the statement with this id ("R-60")."""
    return KINDS[name not in MECHANISM]


def counted(rows: Mapping[str, Held]) -> dict[str, dict[str, int]]:
    """Kind -> verdict -> how many statements."""
    table = {one: dict.fromkeys(VERDICTS, 0) for one in KINDS}
    for name, row in rows.items():
        table[kind(name)][row.verdict] += 1
    return table


def figure_of(lines: str, most: int = 64) -> str:
    """Of the lines that a cell prints the first with a digit, without the blanks of its layout."""
    wanted = next((line for line in lines.splitlines() if re.search(r"\d", line)), lines)
    text = re.sub(r"\s+", " ", wanted).strip()
    return text if len(text) <= most else text[: most - 2].rstrip(" …") + " …"


class Table:
    """The rows as a table for a notebook, those that do not hold first; each verdict may be folded."""

    def __init__(self, rows: Mapping[str, Held]):
        self.rows = rows

    def __repr__(self) -> str:
        return f"{len(self.rows)} statements"

    def _repr_html_(self) -> str:
        return "".join(self._part(verdict) for verdict in (NOT_HERE, WEAKER, HOLDS))

    def _part(self, verdict: str) -> str:
        cell = '<td style="text-align: left; vertical-align: top">'
        lines = []
        for name, row in self.rows.items():
            if row.verdict == verdict:
                chapter = row.chapter.split("/")[0]
                link = f'<a href="../{chapter}/{chapter}.ipynb">{row.number:02}</a>'
                texts = [row.statement.replace("`", ""), figure_of(row.tiny), figure_of(row.real)]
                said = cell.join(html.escape(text) + "</td>" for text in texts)
                lines.append(f"<tr>{cell}{name}</td>{cell}{link}</td>{cell}{said}</tr>")
        head = "".join(
            f'<th style="text-align: left">{text}</th>'
            for text in ("", "from", "statement", "tiny", "real")
        )
        return (
            f"<details{' open' if verdict != HOLDS else ''}><summary><b>{verdict}</b>: {len(lines)}"
            f"</summary><table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
            "</details>"
        )


def draw_held(rows: Mapping[str, Held]) -> Figure:
    """A dot for each statement, a line for each kind, in the colour of its verdict."""
    colors = dict(
        zip(VERDICTS, (COLORS["blue"], COLORS["orange"], COLORS["vermillion"]), strict=True)
    )
    marks = dict(zip(VERDICTS, ("o", "D", "X"), strict=True))
    table = counted(rows)
    widest = max(sum(part.values()) for part in table.values())
    fig, ax = plt.subplots(figsize=(9, 2.2))
    for y, part in enumerate(table.values()):
        verdicts = [verdict for verdict in VERDICTS for _ in range(part[verdict])]
        for verdict in VERDICTS:
            at = [x for x, one in enumerate(verdicts) if one == verdict]
            ax.plot(at, [y] * len(at), marks[verdict], color=colors[verdict], markersize=9)
            if at:
                middle = (at[0] + at[-1]) / 2
                ax.text(middle, y + 0.26, f"{len(at)}", ha="center", va="top", size=10)
    for x, verdict in zip((0, widest * 0.3, widest * 0.6), VERDICTS, strict=True):
        ax.plot(x, -0.75, marks[verdict], color=colors[verdict], markersize=9)
        ax.text(x + widest * 0.02, -0.75, verdict, va="center", size=10)
    ax.set_yticks(range(len(table)), list(table))
    ax.set(ylim=(1.6, -1.1), xlim=(-1, widest))
    ax.set_xticks([])
    ax.grid(False)
    ax.spines[["bottom", "left"]].set_visible(False)
    return fig
