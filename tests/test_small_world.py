"""The English of the small world: what must be in it, and what its demonstrations are worth."""

import math
import random
import re
import subprocess
import sys

import pytest

from course_utils.language.grammar import END
from course_utils.language.small_world import LEXICON, article, language, plural, true_entropy

# Sentences of the five documents, and those that the course builds on.
SENTENCES = """
the cat sat on the mat .
the cat sat on the mat
i love ai .
i love ai
i love nlp
i love machine learning
i love machine learning .
i love natural language processing .
i love ai and machine learning .
i love ai very much .
i love ai . it is amazing .
i love ai . it helps solve complex problems .
i love ai because it helps solve complex problems .
nlp is my passion
what is ai ?
the weather is nice
the weather is nice today
the weather is sunny today
i like cats .
i like cats
paris is the capital of france .
paris is the capital of france . it is known for the eiffel tower .
the river bank is very steep .
i deposited money into my bank account .
i went to the bank
i sat by the river bank
this movie is great !
this movie is fantastic !
this movie is terrible !
this movie is absolutely fantastic !
the movie was absolutely fantastic !
this product is amazing !
this product exceeded my expectations !
i absolutely loved it !
this is amazing !
terrible waste of time
boring and predictable
worst experience ever
the future of ai is bright and exciting . we are making progress .
the future of ai is bright and promising .
the future of ai is uncertain but full of possibilities .
transformers have revolutionized natural language processing .
the bank was muddy , so tom fell into the water .
the keys that the girl with the hat found are old .
""".strip().splitlines()


@pytest.fixture(scope="module")
def documents():
    rng = random.Random(20)
    return [language.sample(rng) for _ in range(3000)]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_documents_own_sentences_are_documents(sentence):
    assert language.log_prob(sentence.split()) > math.log(1e-9)


@pytest.mark.parametrize("opening", ["once upon a time", "the future of ai is", "paris is the"])
def test_openings_of_the_documents_can_go_on(opening):
    assert sum(language.next_word(opening.split()).values()) == pytest.approx(1)


def test_the_dragon_flies():
    story = (
        "the dragon flew over the village . its scales glittered in the moonlight ."
        " a brave knight lived there , too ."
    )
    assert language.next_word(story.split())


def test_vocabulary():
    assert 1000 <= len(language.words) <= 1500
    assert list(language.words) == sorted(set(language.words))
    assert all(word == word.lower() and " " not in word for word in language.words)
    assert END not in language.words


def test_every_word_is_common_enough_to_be_learnt():
    rng = random.Random(5)
    words = [word for _ in range(25_000) for word in language.sample(rng).words]
    assert len(set(words)) == len(language.words)


def test_documents_have_the_promised_lengths_and_kinds(documents):
    lengths = [len(document.words) for document in documents]
    assert 28 <= sum(lengths) / len(lengths) <= 45 and max(lengths) <= 100
    assert language.expected_length() == pytest.approx(sum(lengths) / len(lengths), rel=0.03)
    assert 0.3 <= language.kinds["review"] <= 0.4
    assert sum(language.kinds.values()) == pytest.approx(1)


def test_articles_agree_with_the_next_word(documents):
    for document in documents:
        for one, other in zip(document.words, document.words[1:], strict=False):
            if one in ("a", "an"):
                vowel = re.match("[aeiou]|honest", other) and not re.match("uni|use", other)
                assert one == ("an" if vowel else "a"), document.text


def test_helpers_of_the_lexicon():
    assert [article(w) for w in ("hat", "egg", "uniform", "honest", "hour", "umbrella")] == [
        "a", "an", "a", "an", "an", "an",
    ]  # fmt: skip
    assert [plural(w) for w in ("key", "box", "city")] == ["keys", "boxes", "cities"]


@pytest.mark.parametrize("count", [60, pytest.param(300, marks=pytest.mark.exhaustive)])
def test_no_text_has_two_derivations(count):
    rng = random.Random(77)
    for kind in language.kinds:
        for _ in range(count):
            words = language.sample(rng, kind).words
            assert language.derivations(words) == 1, " ".join(words)


def test_entropy_agrees_with_the_mean_surprise(documents):
    surprise = [-language.log_prob(document.words) for document in documents[:1000]]
    mean = sum(surprise) / len(surprise)
    deviation = math.sqrt(sum((s - mean) ** 2 for s in surprise) / len(surprise))
    assert abs(mean - language.entropy()) < 4 * deviation / math.sqrt(len(surprise))


def test_floors_leave_something_to_learn(documents):
    floor = language.floor(documents[:20])
    assert 0.9 < floor["clm"] < 1.3
    assert 0.45 < floor["mlm"] < 0.8


def test_right_context_never_adds_uncertainty_on_average(documents):
    left = both = 0.0
    for document in documents[:25]:
        for i in range(0, len(document.words), 4):
            left += true_entropy(document.words, i, given="left")
            both += true_entropy(document.words, i, given="both")
    assert both < 0.7 * left


def test_reviews_know_their_sentiment_and_keep_it():
    rng = random.Random(3)
    good = {entry["name"] for entry in LEXICON["gem"]} | {"gladly", "exceeded"}
    bad = {entry["name"] for entry in LEXICON["flop"]} | {"never", "missed"}
    for _ in range(500):
        review = language.sample(rng, "review")
        wrong = bad if review.facts["sentiment"] == "positive" else good
        assert not wrong & set(review.words), review.text


def test_stories_repeat_their_names():
    rng = random.Random(4)
    for _ in range(200):
        story = language.sample(rng, "story")
        assert story.words.count(story.facts["A"]) + story.words.count(story.facts["B"]) >= 3
        assert story.facts["O"] in story.text and story.facts["P"] in story.text


def gap(text):
    """p(word at the brackets | left), p(... | both sides) and the KL of both to left, in nats."""
    words = text.split()
    i = next(k for k, word in enumerate(words) if word.startswith("["))
    words[i] = words[i].strip("[]")
    left, both = language.next_word(words[:i]), language.masked_word(words, i)
    kl = sum(p * math.log(p / left[word]) for word, p in both.items())
    return left.get(words[i], 0.0), both.get(words[i], 0.0), kl


@pytest.mark.parametrize(
    ("text", "left", "both", "kl"),
    [
        ("the [bank] was muddy , so tom fell into the water .", 0.046, 1.0, 3.07),
        ("the [bank] was closed , so tom could not get any money .", 0.046, 1.0, 3.07),
        ("the [river] bank is very steep .", 0.006, 0.25, 3.8),
        ("paris is the [capital] of france .", 0.50, 0.778, 0.44),
        ("paris is the [most] famous city in the world .", 0.143, 1.0, 1.95),
        ("tom took the [umbrella] because it was raining .", 1 / 18, 1.0, math.log(18)),
        ("the [dog] barked when tom came home .", 0.01, 1.0, 4.6),
        ("when [she] came home , anna washed her coat .", 0.5, 1.0, math.log(2)),
        ("the [keys] that the girl with the hat found are old .", 0.004, 0.05, 2.5),
        ("the movie was absolutely [fantastic] ! i absolutely loved it !", 1 / 60, 1 / 30, 0.693),
        ("i loved it . the movie was absolutely [fantastic] !", 1 / 30, 1 / 30, 0.0),
    ],
)
def test_demonstrations(text, left, both, kl):
    assert gap(text) == pytest.approx((left, both, kl), rel=0.12, abs=0.003)


def test_one_word_two_senses():
    river = "the bank was full of reeds , so tom had a picnic .".split()
    money = "the bank was full of tourists , so tom waited in line .".split()
    assert river in language and money in language
    assert {"reeds", "tourists"} <= set(language.next_word(river[:5]))
    assert "tourists" not in language.masked_word(river, 5)
    assert "reeds" not in language.masked_word(money, 5)


def test_the_left_side_alone_would_fill_the_gap_wrongly():
    words = "paris is the most famous city in the world .".split()
    assert max(language.next_word(words[:3]).items(), key=lambda pair: pair[1])[0] == "capital"
    assert list(language.masked_word(words, 3)) == ["most"]


def test_agreement_at_a_distance():
    words = "the keys that the girl with the hat found is old .".split()
    assert words not in language
    words[9] = "are"
    assert language.true_entropy(words, 9, "left") == pytest.approx(0)
    assert list(language.next_word(words[:9])) == ["are"]


def test_the_same_seed_gives_the_same_documents():
    assert language.sample(random.Random(9)) == language.sample(random.Random(9))


def test_importing_the_language_does_not_import_torch():
    code = (
        "import sys; from course_utils.language.small_world import language;"
        " assert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
