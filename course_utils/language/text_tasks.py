"""Four tasks, all of them text to text: what the encoder-decoder is trained on besides its spans.

>>> import random
>>> from course_utils.language.text_tasks import sample_task
>>> sample_task("translate", random.Random(4)).source.split(":")[0]
'translate English to German'

The prefixes are those with which the real T5 was trained, so a prompt that works here works there:
"sst2 sentence: ", not "sentiment: ". All words of a source, prefixes aside, are words of the small
world. The answer is always determined by the source.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from course_utils.language.small_world import LEXICON, article, language
from course_utils.language.translation_pairs import german_words, sample_translation
from course_utils.messages import say

PREFIXES = {
    "translate": "translate English to German: ",
    "summarize": "summarize: ",
    "question": "question: {question} context: {context}",
    "sentiment": "sst2 sentence: ",
}
LONGEST = 60  # words of a text that goes into a source


class Example(NamedTuple):
    """A source and its target, both plain text.

    ``alignment`` is known for translations: the pairs (English word, German word), counted from 0
    without the prefix, that translate one another.
    """

    source: str
    target: str
    alignment: tuple[tuple[int, int], ...] = ()


def sample_task(kind: str, rng: random.Random) -> Example:
    """A random example of "translate", "summarize", "question" or "sentiment".

    Raises:
        ValueError: there is no such task.
    """
    if kind not in TASKS:
        raise ValueError(say("task-unknown", task=kind, known=", ".join(TASKS)))
    return TASKS[kind](rng)


def _translate(rng: random.Random) -> Example:
    english, german, alignment = sample_translation(rng)
    return Example(PREFIXES["translate"] + " ".join(english), " ".join(german), alignment)


def _summarize(rng: random.Random) -> Example:
    while True:
        kind = rng.choices(["story", "tale", "pets"], [3, 1, 1])[0]
        document = language.sample(rng, kind)
        if len(document.words) <= LONGEST:
            break
    who = document.facts
    if kind == "story":
        summary = f"{who['A']} and {who['B']} had {_a(who['O'])} at the {who['P']} ."
    elif kind == "tale":
        summary = f"a story about {_a(who['H'])} and {_a(who['M'])} ."
    else:
        summary = f"{who['A']} had {_a(who['N'])} named {who['Z']} ."
    return Example(PREFIXES["summarize"] + document.text, summary)


def _a(noun: str) -> str:
    return f"{article(noun)} {noun}"


def _sentiment(rng: random.Random) -> Example:
    while True:
        review = language.sample(rng, "review")
        if len(review.words) <= LONGEST:
            return Example(PREFIXES["sentiment"] + review.text, review.facts["sentiment"])


# ------------------------------------------------------------------------------- questions

# Category of {x} -> what is said of a person and {x}, and (what may be asked, the answer).
RELATIONS = {
    "place": (
        ["{name} went to the {x} .", "{name} is at the {x} .", "{name} is waiting at the {x} ."],
        [("where is {name} ?", "the {x}"), ("who is at the {x} ?", "{name}")],
    ),
    "thing": (
        ["{name} bought the {x} .", "{name} bought the {x} from the {job} ."],
        [("what did {name} buy ?", "the {x}"), ("who bought the {x} ?", "{name}")],
    ),
    "feeling": (
        ["{name} was {x} .", "{name} was very {x} ."],
        [("who was {x} ?", "{name}")],
    ),
}


def _question(rng: random.Random) -> Example:
    if rng.random() < 0.15:
        question, context, answer = _city_question(rng)
    else:
        question, context, answer = _two_person_question(rng)
    return Example(PREFIXES["question"].format(question=question, context=context), answer)


def _two_person_question(rng: random.Random) -> tuple[str, str, str]:
    """ "where is tom ?", with tom in one place and anna in another."""
    relation = rng.choices(["place", "thing", "feeling"], [5, 3, 2])[0]
    said, asked = RELATIONS[relation]
    names = [person["name"] for person in rng.sample(LEXICON["person"], 2)]
    details = [entry["name"] for entry in rng.sample(LEXICON[relation], 2)]
    context = " ".join(
        rng.choice(said).format(name=name, x=x, job=rng.choice(LEXICON["job"])["name"])
        for name, x in zip(names, details, strict=True)
    )
    question, answer = rng.choice(asked)
    person = rng.randrange(2)
    fields = {"name": names[person], "x": details[person]}
    return question.format(**fields), context, answer.format(**fields)


def _city_question(rng: random.Random) -> tuple[str, str, str]:
    """ "what is paris known for ?", from the documents."""
    land = rng.choice(LEXICON["land"])
    city, country, famous = land["name"], land["country"], land["famous"]
    facts = [
        (f"{city} is the capital of {country} .", f"what is the capital of {country} ?", city),
        (f"it is known for {famous} .", f"what is {city} known for ?", famous),
        (f"people there speak {land['language']} .", f"what do people in {city} speak ?",
         land["language"]),
    ]  # fmt: skip
    told = [facts[0], *rng.sample(facts[1:], rng.randint(1, 2))]
    _, question, answer = rng.choice(told)
    return question, " ".join(sentence for sentence, _, _ in told), answer


TASKS: dict[str, Callable[[random.Random], Example]] = {
    "translate": _translate,
    "summarize": _summarize,
    "question": _question,
    "sentiment": _sentiment,
}

# What the tasks say beyond the small world: prefixes (in lower case), labels, German. Sorted.
words: tuple[str, ...] = tuple(
    sorted(
        {"translate", "english", "to", "german", "summarize", "question", "context", "sst2"}
        | {"sentence", ":", "positive", "negative"}
        | german_words()
    )
)
