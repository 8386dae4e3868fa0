"""The engine against brute force: all documents of a small grammar, with their probabilities."""

import math
import random
from collections import Counter, defaultdict

import pytest

from course_utils.language.entropy_floors import entropy, entropy_of
from course_utils.language.grammar import END, Language

PEOPLE = [
    {"name": "tom", "he": "he", "his": "his"},
    {"name": "ben", "he": "he", "his": "his"},
    {"name": "anna", "he": "she", "his": "her"},
]
THINGS = [
    {"name": "hat", "a": "a", "plural": "hats"},
    {"name": "egg", "a": "an", "plural": "eggs"},
    {"name": "magic egg", "a": "a", "plural": "magic eggs"},
    {"name": "sheep", "a": "a", "plural": "sheep"},
]
CATEGORIES = {
    "person": PEOPLE,
    "thing": THINGS,
    "mud": [{"name": "muddy"}, {"name": "steep"}],
    "shut": [{"name": "closed"}, {"name": "steep"}],
}
RULES = {
    "document": ["4* {story}", "2* {bank}", "{agreement}", "{review}"],
    "story": ["[A:person] met [B:person!A] . {event} {event} {end}", "[A:person] slept {end}"],
    "event": [
        "[A] gave [B] [t:thing.a] [t] .",
        "2* when [B] slept , [A.he] lost [A.his] [thing] .",
        "[B.he] slept .",
    ],
    "end": ["3* ", "very [adverb] .", "."],
    "bank": [
        "the bank was [mud] , so [p:person] fell .",  # the clue is on the right
        "the bank was [shut] , so [p:person.he] went home .",
        "[p:person.he] sat by the bank , and [p] slept .",  # the pronoun before the name
        "the river bank was [mud] .",
    ],
    "agreement": [
        "the [n:thing.plural] that [person] found are old",
        "the [n:thing] that [person] found is old",
        "[x:thing.a] thing",  # reveals only the article
    ],
    "review": ["<sentiment=positive> {praise} . {praise} .", "<sentiment=negative> {blame} ."],
    "praise": ["good", "very good"],
    "blame": ["bad", "very bad", "not good"],
}
CATEGORIES["adverb"] = [{"name": "well"}, {"name": "long"}]


def enumerate_documents(rules, categories, start="document"):
    """{words: probability} by trying every choice. Written without the engine: a binding is one
    entry, sampled when it is bound."""

    def expand(pending, bound, words, p):
        if not pending:
            yield tuple(words), p
            return
        (token, scope), *rest = pending
        if token[0] == "{":
            templates = []
            for template in rules[token[1:-1]]:
                weight, star, text = template.partition("* ")
                templates.append((float(weight) if star else 1.0, text if star else template))
            total = sum(weight for weight, _ in templates)
            for number, (weight, text) in enumerate(templates):
                inner = [(t, (token, number)) for t in text.split()]
                yield from expand(inner + rest, bound, words, p * weight / total)
        elif token[0] == "<":
            yield from expand(rest, bound, words, p)
        elif token[0] == "[":
            body, _, form = token[1:-1].partition(".")
            name, _, category = body.partition(":")
            category, *excluded = category.split("!")
            if not category and not name.isupper() and (name, scope) not in bound:
                name, category = "nobody", name
            key = name if name.isupper() else (name, scope)
            form = form or "name"
            if category:
                taken = [bound[other] for other in excluded]
                choices = [entry for entry in categories[category] if entry not in taken]
            else:
                choices = [bound[key]]
            for entry in choices:
                yield from expand(
                    rest, bound | {key: entry}, [*words, *entry[form].split()], p / len(choices)
                )
        else:
            yield from expand(rest, bound, [*words, token], p)

    table = defaultdict(float)
    for words, p in expand([("{" + start + "}", None)], {}, [], 1.0):
        table[words] += p
    return dict(table)


@pytest.fixture(scope="module")
def language():
    return Language(RULES, CATEGORIES)


@pytest.fixture(scope="module")
def truth():
    return enumerate_documents(RULES, CATEGORIES)


def brute_next(truth, prefix):
    n = len(prefix)
    table = defaultdict(float)
    for words, p in truth.items():
        if words[:n] == prefix:
            table[words[n] if len(words) > n else END] += p
    total = sum(table.values())
    return {word: p / total for word, p in table.items()}


def brute_masked(truth, words, i):
    table = {}
    for other, p in truth.items():
        if len(other) == len(words) and other[:i] == words[:i] and other[i + 1 :] == words[i + 1 :]:
            table[other[i]] = p
    total = sum(table.values())
    return {word: p / total for word, p in table.items()}


def gaps(truth):
    """{(left, right): {word: probability}} for all positions of all documents, computed at once."""
    tables = defaultdict(dict)
    for words, p in truth.items():
        for i, word in enumerate(words):
            tables[words[:i], words[i + 1 :]][word] = p
    return tables


def test_brute_force_is_a_distribution_of_some_size(truth):
    assert 400 < len(truth) < 5000
    assert sum(truth.values()) == pytest.approx(1)
    assert len({len(words) for words in truth}) > 5


def test_log_prob_and_membership(language, truth):
    for words, p in truth.items():
        assert language.log_prob(words) == pytest.approx(math.log(p))
    assert "tom met tom . he slept .".split() not in language
    assert "tom met".split() not in language
    assert "tom slept . .".split() not in language
    assert ["unheard-of"] not in language
    assert "anna met ben . he slept . when ben slept , he lost his hat .".split() not in language
    assert "anna met ben . he slept . when ben slept , she lost her hat .".split() in language


@pytest.fixture(scope="module")
def next_words(language, truth):
    """prefix -> what the engine says of the word after it, for every prefix of every document."""
    prefixes = {words[:n] for words in truth for n in range(len(words) + 1)}
    return {prefix: language.next_word(prefix) for prefix in prefixes}


@pytest.fixture(scope="module")
def masked_words(language, truth):
    """(left, right) -> what the engine says of the word between, for every gap."""
    return {
        (left, right): language.masked_word((*left, "[MASK]", *right), len(left))
        for left, right in gaps(truth)
    }


def test_next_word_for_every_prefix(next_words, truth):
    tables = defaultdict(lambda: defaultdict(float))
    for words, p in truth.items():
        for n, word in enumerate((*words, END)):
            tables[words[:n]][word] += p
    assert next_words.keys() == tables.keys()
    for prefix, table in tables.items():
        total = sum(table.values())
        want = {word: p / total for word, p in table.items()}
        assert next_words[prefix] == pytest.approx(want)


def test_masked_word_for_every_gap(masked_words, truth):
    for gap, table in gaps(truth).items():
        total = sum(table.values())
        want = {word: p / total for word, p in table.items()}
        assert masked_words[gap] == pytest.approx(want)


def test_the_two_brute_forces_agree(truth):
    words = "the bank was steep , so he went home .".split()
    assert brute_masked(truth, tuple(words), 3) == pytest.approx({"closed": 0.5, "steep": 0.5})


def test_true_entropy_is_that_of_the_brute_distributions(language, truth):
    for words in list(truth)[:: len(truth) // 60]:
        for i in range(len(words)):
            left = entropy(brute_next(truth, words[:i]))
            both = entropy(brute_masked(truth, words, i))
            assert language.true_entropy(words, i, "left") == pytest.approx(left, abs=1e-12)
            assert language.true_entropy(words, i, "both") == pytest.approx(both, abs=1e-12)
    with pytest.raises(ValueError, match="left"):
        language.true_entropy(words, 0, "right")


def test_entropy_of_the_language_and_its_mean_length(language, truth):
    assert language.entropy() == pytest.approx(entropy_of(truth.values()))
    mean = sum(p * len(words) for words, p in truth.items())
    assert language.expected_length() == pytest.approx(mean)


def test_chain_rule_is_exact_and_masked_entropies_add_up_to_less(
    language, truth, next_words, masked_words
):
    reached = defaultdict(float)
    for words, p in truth.items():
        for n in range(len(words) + 1):
            reached[words[:n]] += p
    causal = sum(p * entropy(next_words[prefix]) for prefix, p in reached.items())
    assert causal == pytest.approx(language.entropy())

    bidirectional = 0.0
    for gap, table in gaps(truth).items():
        bidirectional += sum(table.values()) * entropy(masked_words[gap])
    assert bidirectional < language.entropy()


def test_floor_is_the_mean_surprise_of_perfect_models(language, truth):
    document = tuple("tom met anna . tom gave anna an egg . she slept . very well .".split())
    floor = language.floor([document])
    assert floor["clm"] == pytest.approx(-math.log(truth[document]) / (len(document) + 1))
    surprise = [-math.log(brute_masked(truth, document, i)[w]) for i, w in enumerate(document)]
    assert floor["mlm"] == pytest.approx(sum(surprise) / len(document))


def test_sampler_draws_from_the_same_distribution(language, truth):
    rng, n = random.Random(0), 60_000
    counts = Counter(language.sample(rng).words for _ in range(n))
    assert set(counts) <= set(truth)
    chi_square = sum((counts[w] - n * p) ** 2 / (n * p) for w, p in truth.items())
    assert chi_square < len(truth) + 5 * math.sqrt(2 * len(truth))  # mean and five deviations


def test_sampled_documents_carry_kind_and_facts(language):
    rng = random.Random(1)
    document = language.sample(rng, kind="story")
    assert document.kind == "story" and document.facts["A"] == document.words[0]
    assert language.sample(rng, kind="review").facts["sentiment"] in ("positive", "negative")
    shares = {"story": 0.5, "bank": 0.25, "agreement": 0.125, "review": 0.125}
    assert language.kinds == pytest.approx(shares)
    with pytest.raises(ValueError, match="choose one of story"):
        language.sample(rng, kind="novel")


def test_derivations_counts_ambiguity(truth):
    ambiguous = Language(
        {
            "document": ["{x}"],
            "x": ["[c:color] [t:taste]", "[t:taste] [c:color] {e}", "a"],
            "e": ["", "!"],
        },
        {
            "color": [{"name": "orange"}, {"name": "red"}],
            "taste": [{"name": "sweet"}, {"name": "orange"}],
        },
    )
    assert ambiguous.derivations(["orange", "orange"]) == 2
    assert ambiguous.derivations(["orange", "sweet"]) == 1
    assert ambiguous.derivations(["sweet", "red", "!"]) == 1
    assert ambiguous.derivations(["blue"]) == 0


def test_the_cut_down_grammar_counts_its_ambiguities(language, truth):
    twice = [words for words in truth if language.derivations(words) != 1]
    assert twice == []


def test_words(language, truth):
    assert language.words == tuple(sorted({word for words in truth for word in words}))


def test_contexts_that_are_not_in_the_language_are_errors(language):
    with pytest.raises(ValueError, match="no document starts with: tom ate"):
        language.next_word(["tom", "ate"])
    with pytest.raises(ValueError, match=r"no word makes this a document: tom \[MASK\] soup"):
        language.masked_word(["tom", "ate", "soup"], 1)
    with pytest.raises(IndexError):
        language.masked_word(["tom"], 1)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"document": ["{x}"], "x": ["a {x}", "b"]}, "contains itself"),
        ({"document": ["{y}"]}, "no rule"),
        ({"document": ["{x}"], "x": ["[Z]"]}, "must be bound"),
        ({"document": ["{x}"], "x": ["[z:animal]"]}, "no category"),
        ({"document": ["{x}"], "x": ["[p:person.age]"]}, "no form 'age'"),
        ({"document": ["{x}"], "x": ["[p:person"]}, "cannot read"),
        ({"document": ["{x}"], "x": ["[A:person] [A:thing]"]}, "two categories"),
    ],
)
def test_mistakes_in_a_grammar_are_named(rules, message):
    with pytest.raises(ValueError, match=message):
        Language(rules, CATEGORIES)


def test_an_unidentified_document_variable_has_no_exact_entropy():
    language = Language(
        {"document": ["{x}"], "x": ["[A:person.he] met {y}"], "y": ["[A]"]}, CATEGORIES
    )
    with pytest.raises(ValueError, match="must be identified"):
        language.entropy()


def random_grammar(rng):
    """Rules that nobody thought about: names, pronouns, exclusions and endings at random."""

    def template(bound, local, depth):
        tokens = []
        for _ in range(rng.randint(1, 4)):
            draw = rng.random()
            if draw < 0.35:
                tokens.append(rng.choice("u v w u".split()))
            elif draw < 0.6:
                tokens.append(rng.choice([f"[{v}{f}]" for v in bound for f in ("", ".he", ".his")]))
            elif draw < 0.7:
                tokens += [f"[{local}:person.he]", rng.choice(["u", "v"]), f"[{local}]"]
                local += "x"
            elif draw < 0.8:
                tokens.append(f"[{local}:person!{rng.choice(bound)}]")
                local += "x"
            elif draw < 0.9:
                tokens.append(rng.choice(["[thing]", "[thing.a]", "[thing.plural]"]))
            elif depth:
                tokens.append(f"{{r{rng.randrange(depth)}}}")
        return " ".join(tokens)

    rules = {
        f"r{depth}": [template("AB", "x", depth) for _ in range(rng.randint(1, 3))]
        for depth in range(3)
    }
    whole = ["[A:person] u [B:person!A] {r2} {r1}", "[A:person.he] [A] v [B:person!A] {r2}"]
    return {"document": ["{all}"], "all": whole, **rules}


@pytest.mark.parametrize("seed", range(12))
def test_random_grammars_against_brute_force(seed):
    rng = random.Random(seed)
    rules = random_grammar(rng)
    truth = enumerate_documents(rules, CATEGORIES)
    language = Language(rules, CATEGORIES)
    documents = list(truth)
    for words in rng.sample(documents, min(25, len(documents))):
        assert language.log_prob(words) == pytest.approx(math.log(truth[words]))
        i = rng.randrange(len(words))
        assert language.next_word(words[:i]) == pytest.approx(brute_next(truth, words[:i]))
        assert language.masked_word(words, i) == pytest.approx(brute_masked(truth, words, i))
    if all(language.derivations(words) == 1 for words in documents):
        assert language.entropy() == pytest.approx(entropy_of(truth.values()))
