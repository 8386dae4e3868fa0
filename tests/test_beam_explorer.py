"""The beam explorer: what it draws is what the search found, and α chooses by the score."""

import re

import pytest
from explorers import EXPLORERS, model, move

from course_utils.decoding import model_language
from course_utils.exercises.decoding import search_beams
from course_utils.explorers.beam import BEAM_PROMPTS


@pytest.fixture(scope="module")
def explorer():
    return EXPLORERS["beam"]()


def finished(prompt: str, width: int) -> list[tuple[str, float, int]]:
    decoder, tokenizer = model("decoder")
    table = model_language(decoder, tokenizer.convert_tokens_to_ids(prompt.split()))
    done, _ = search_beams(table, width, 7, tokenizer.eos_token_id)
    names = [tokenizer.convert_ids_to_tokens(list(h.tokens)) for h in done]
    texts = [" ".join(words).replace(tokenizer.eos_token, "<end>") for words in names]
    return [(text, h.total, len(h.tokens)) for text, h in zip(texts, done, strict=True)]


@pytest.mark.parametrize("prompt", range(len(BEAM_PROMPTS)))
@pytest.mark.parametrize("width, alpha", [(1, 0.0), (3, -1.0), (3, 2.0)])
def test_the_text_that_wins_is_the_one_with_the_best_score(explorer, prompt, width, alpha):
    move(explorer, prompt=prompt, width=width, alpha=alpha)
    rows = finished(BEAM_PROMPTS[prompt], width)
    text, total, n = max(rows, key=lambda row: row[1] / row[2] ** alpha)
    assert f"“{text}” ({n} tokens, sum {total:.2f}".replace("-", "−") in explorer.status


def test_the_tree_keeps_as_many_as_the_beam_is_wide(explorer):
    for width in (1, 2, 5):
        move(explorer, prompt=0, width=width, alpha=0.0)
        kept = re.findall(r'<rect x="(\d+)"[^>]*fill="#0072B2"', explorer.picture, re.I)
        assert kept.count(kept[0]) == width  # in the first step, where nothing ends


def test_a_narrower_beam_may_find_the_better_text(explorer):
    """What the chapter says of this prompt."""
    found = {}
    for width in range(1, 7):
        move(explorer, prompt=0, width=width, alpha=0.0)
        found[width] = re.search("returns “(.*?)”", explorer.status).group(1)
    assert found.pop(1) == "when martin came home . <end>"
    assert set(found.values()) == {"at the grey goose . <end>"}
