"""The gap explorer: the models' and the language's own answers, typed sentences, speed."""

import math
from xml.etree import ElementTree

import pytest

from course_utils import load_model, true_entropy
from course_utils.explorers.gap import GAP_SENTENCES, GAP_START, OWN, gap_explorer
from course_utils.language.small_world import END, language
from course_utils.messages import CourseError, say


@pytest.fixture(scope="module")
def models():
    return {"encoder": load_model("encoder"), "decoder": load_model("decoder")}


@pytest.fixture
def explorer(models):
    return gap_explorer(**models)


def move(explorer, **values):
    explorer.values = explorer.values | values
    return explorer


@pytest.mark.parametrize("number", range(len(GAP_SENTENCES)))
def test_each_example_is_a_text_of_the_language_and_is_described_rightly(explorer, number):
    words, place = GAP_SENTENCES[number].split(), GAP_START[number]
    assert words in language
    move(explorer, sentence=number)
    assert explorer.values["query"] == place
    for side in ("left", "both"):
        nats = true_entropy(words, place, side)
        assert f"{nats:.2f} nats ({nats / math.log(2):.2f} bits)" in explorer.status


def test_the_lists_are_those_of_the_models(models):
    from course_utils.explorers.gap import _look_into_gap

    words = "paris is the capital of france .".split()
    gap = _look_into_gap(words, 3, **models)
    bert, tokens = models["encoder"]
    batch = tokens("paris is the [MASK] of france .", return_tensors="pt")
    p = bert(**batch).logits[0, 4].softmax(-1)
    assert gap.encoder[0][0] == tokens.decode(p.argmax())
    assert math.isclose(gap.encoder[0][1], p.max().item(), abs_tol=1e-5)
    gpt, tokens = models["decoder"]
    ids = tokens("<|endoftext|> paris is the", return_tensors="pt").input_ids
    p = gpt(ids).logits[0, -1].softmax(-1)
    assert math.isclose(gap.decoder[0][1], p.max().item(), abs_tol=1e-5)
    assert gap.true_left == language.next_word(words[:3])
    assert gap.true_both == language.masked_word(words, 3)


def test_a_typed_sentence_is_read_and_strange_words_are_named(explorer):
    move(explorer, sentence=OWN)
    assert [c["name"] for c in explorer.controls] == ["sentence", "own", "query"]
    move(explorer, own="The dog sat on the chair.", query=1)
    assert "Hidden: “dog”" in explorer.status and ">chair<" in explorer.picture
    move(explorer, own="The dog ate Pizza!")
    assert explorer.status == say("text-unknown", words="pizza") or "pizza" in language.words
    move(explorer, own="  ")
    assert explorer.status == say("text-empty") and explorer.picture == ""
    move(explorer, own="the " * 61)
    assert "too long" in explorer.status


def test_where_the_language_is_silent_it_says_so(explorer):
    move(explorer, sentence=OWN, own="the the the")
    move(explorer, query=2)
    assert say("gap-know-both-none") in explorer.status
    assert say("gap-silent") in explorer.picture


def test_the_picture_is_well_formed(explorer):
    for sentence in (0, 7):
        move(explorer, sentence=sentence)
        ElementTree.fromstring(f"<div>{explorer.picture}</div>")


def test_an_own_sentence_comes_first_and_must_be_of_known_words(models):
    explorer = gap_explorer("i love ai", 2, **models)
    assert explorer.controls[0]["options"][0] == ["i love ai", 0]
    assert explorer.values["query"] == 2
    with pytest.raises(CourseError):
        gap_explorer("i love xylophones", **models)


def test_the_end_of_a_text_has_a_name(explorer):
    move(explorer, sentence=OWN)  # another choice starts at its first word
    move(explorer, own="i love ai .", query=3)
    assert END.replace("<", "&lt;").replace(">", "&gt;") in explorer.picture
