"""The tasks of the encoder-decoder, and the German."""

import random
import re
from collections import defaultdict

import pytest

from course_utils.language import translation_pairs
from course_utils.language.small_world import LEXICON, language
from course_utils.language.text_tasks import PREFIXES, TASKS, sample_task, words
from course_utils.language.translation_pairs import PATTERNS, Noun, NounPhrase, sample_translation

ENGLISH = set(language.words)


@pytest.fixture(scope="module")
def translated():
    rng = random.Random(0)
    return [sample_translation(rng) for _ in range(20_000)]


@pytest.mark.parametrize("task", TASKS)
def test_sources_have_the_prefix_of_t5_and_a_bounded_length(task):
    rng = random.Random(1)
    for _ in range(500):
        example = sample_task(task, rng)
        assert example.source.startswith(PREFIXES[task].split("{")[0])
        assert len(example.source.split()) <= 66 and example.target


@pytest.mark.parametrize("task", TASKS)
def test_the_source_determines_the_target_and_all_words_are_known(task):
    rng, known = random.Random(2), ENGLISH | set(words)
    targets = {}
    for _ in range(3000):
        source, target, _ = sample_task(task, rng)
        assert targets.setdefault(source, target) == target
        assert set(f"{source} {target}".lower().replace(":", " :").split()) <= known


def test_unknown_task():
    with pytest.raises(ValueError, match="choose one of translate"):
        sample_task("poem", random.Random(0))


def test_words_beyond_the_small_world_are_sorted_and_used(translated):
    assert list(words) == sorted(set(words))
    spoken = {word for pair in translated for word in pair.german}
    assert spoken - ENGLISH <= set(words)


def test_english_side_is_small_world(translated):
    assert {word for pair in translated for word in pair.english} <= ENGLISH


def test_german_is_a_function_of_the_english(translated):
    table = defaultdict(set)
    for pair in translated:
        table[pair.english].add(pair.german)
    assert all(len(many) == 1 for many in table.values())


def translate(english, translated):
    found = {p.german for p in translated if p.english == tuple(english.split())}
    return " ".join(*found) if found else None


def test_the_documents_translation(translated):
    assert translate("i love machine learning", translated) == "ich liebe maschinelles lernen"
    assert translate("paris is the capital of france .", translated) == (
        "paris ist die hauptstadt von frankreich ."
    )


def first(translated, pattern):
    return next(p for p in translated if re.fullmatch(pattern, " ".join(p.english)))


def test_german_word_order(translated):
    for pair in translated:
        english, german = " ".join(pair.english), " ".join(pair.german)
        if "because" in english:
            assert re.search(r" , weil .* (hatte|hat) \.$", german)
        if " said that " in english:
            assert re.search(r" , dass .* hat \.$", german)
        if re.match(r"(today|yesterday|on \w+day|in \w+) ", english):
            # verb second: the time, then the auxiliary
            assert re.match(r"(heute|gestern|(am|im) \w+) (hat|ist) ", german)
        if " wants to " in english:
            assert re.search(r" will .*en \.$", german)


def test_german_crosses(translated):
    def crosses(links):
        return any(a < c and b > d for a, b in links for c, d in links)

    share = sum(crosses(pair.alignment) for pair in translated[:3000]) / 3000
    assert share > 0.6


def test_alignments_point_into_both_sentences(translated):
    for pair in translated[:3000]:
        for i, j in pair.alignment:
            assert 0 <= i < len(pair.english) and 0 <= j < len(pair.german)
            if pair.english[i] in {person["name"] for person in LEXICON["person"]}:
                assert pair.german[j] == pair.english[i]
        aligned = {i for i, _ in pair.alignment}
        assert len(aligned) >= len(pair.english) - 1  # nearly every word has a partner


def test_alignment_of_a_perfect(translated):
    pair = first(translated, r"yesterday tom \w+ (the|a) \w+ \.")
    links = {pair.english[i]: [] for i, _ in pair.alignment}
    for i, j in pair.alignment:
        links[pair.english[i]].append(pair.german[j])
    assert links["yesterday"] == ["gestern"]
    assert links["tom"] == ["tom"]
    assert links[pair.english[2]][0] == "hat" and links[pair.english[2]][1] == pair.german[-2]


@pytest.mark.parametrize(
    ("determiner", "adjective", "noun", "case", "want"),
    [
        ("the", "old", Noun("hat", "hut", "m"), "nom", "der alte hut"),
        ("the", "old", Noun("hat", "hut", "m"), "acc", "den alten hut"),
        ("the", None, Noun("cat", "katze", "f"), "dat", "der katze"),
        ("a", "old", Noun("doctor", "arzt", "m"), "nom", "ein alter arzt"),
        ("a", "old", Noun("doctor", "arzt", "m"), "dat", "einem alten arzt"),
        ("a", "new", Noun("book", "buch", "n"), "acc", "ein neues buch"),
        ("a", "red", Noun("lamp", "lampe", "f"), "acc", "eine rote lampe"),
        ("her", "red", Noun("coat", "mantel", "m"), "acc", "ihren roten mantel"),
        ("his", "red", Noun("dress", "kleid", "n"), "acc", "sein rotes kleid"),
    ],
)
def test_german_noun_phrases(determiner, adjective, noun, case, want):
    phrase = NounPhrase(determiner, adjective, noun)
    assert " ".join(word for word, _ in phrase.german(case, "x")) == want


def test_genders_agree_between_all_tables():
    genders = {}
    for name in ("THINGS", "FOOD", "CLOTHES", "ANIMALS", "PEOPLE", "SEATS"):
        for noun in getattr(translation_pairs, name):
            assert genders.setdefault(noun.german, noun.gender) == noun.gender


def test_every_pattern_is_used(translated):
    # a pattern's fixed English words appear in some sentence
    for _, english, _ in PATTERNS:
        fixed = {t.split("/")[0] for t in english.split() if t[0] != "{"}
        assert any(fixed <= set(pair.english) for pair in translated)


def test_questions_are_answered_by_their_context():
    rng = random.Random(5)
    for _ in range(1000):
        example = sample_task("question", rng)
        context = example.source.split("context: ")[1]
        assert example.target in context
        if match := re.match(r"question: where is (\w+) \?", example.source):
            sentence = next(s for s in context.split(" .") if match[1] in s.split())
            assert example.target in sentence


def test_summaries_name_who_and_what():
    rng = random.Random(6)
    for _ in range(500):
        example = sample_task("summarize", rng)
        text = example.source.removeprefix("summarize: ").split()
        frame = set("a an about and had named story at the".split())
        content = set(example.target.split()) - frame
        assert content <= set(text)


def test_sentiment_labels_are_balanced():
    rng = random.Random(7)
    labels = [sample_task("sentiment", rng).target for _ in range(2000)]
    assert set(labels) == {"positive", "negative"}
    assert 0.45 < labels.count("positive") / 2000 < 0.55
