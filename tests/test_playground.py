"""The decoding playground: what the settings do to the distribution and to the samples."""

import pytest
import torch

from course_utils import decoding_playground, load_model
from course_utils.explorers.playground import PLAY_SAMPLES, PLAY_SHOWN, START, Samples
from course_utils.messages import CourseError, say


@pytest.fixture(scope="module")
def decoder():
    return load_model("decoder")


def samples(decoder, **settings):
    values = START | {"prompt": "the bank was"} | settings
    return Samples(decoder, "the bank was".split(), values), values


def test_the_first_step_is_the_models_own_distribution(decoder):
    some, values = samples(decoder)
    model, tokenizer = decoder
    ids = torch.tensor([tokenizer.convert_tokens_to_ids("the bank was".split())])
    with torch.no_grad():
        want = model(ids).logits[0, -1].softmax(-1)
    rows, step, kept = some.table(values)
    assert torch.allclose(step.model, want, atol=1e-5) and torch.allclose(
        step.final, want, atol=1e-5
    )
    assert rows[0][0] == tokenizer.decode(want.argmax()) and kept == PLAY_SHOWN


def test_top_k_one_writes_the_greedy_text_four_times(decoder):
    some, _ = samples(decoder, top_k=1, temperature=2.5)
    assert len({tuple(some.words(row)) for row in range(PLAY_SAMPLES)}) == 1
    model, tokenizer = decoder
    ids = torch.tensor([tokenizer.convert_tokens_to_ids("the bank was".split())])
    greedy = model.generate(
        ids, attention_mask=torch.ones_like(ids), do_sample=False, max_new_tokens=8
    )
    assert some.words(0)[:8] == tokenizer.convert_ids_to_tokens(greedy[0, 3:].tolist())


def test_the_same_luck_gives_the_same_samples_and_other_luck_others(decoder):
    one, _ = samples(decoder)
    same, _ = samples(decoder)
    other, _ = samples(decoder, luck=2)
    texts = [[some.words(row) for row in range(PLAY_SAMPLES)] for some in (one, same, other)]
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.parametrize("settings", [{"top_k": 3}, {"top_p": 0.5}, {"top_k": 4, "top_p": 0.9}])
def test_nothing_that_was_cut_is_drawn(decoder, settings):
    some, values = samples(decoder, temperature=3.0, **settings)
    for row in range(PLAY_SAMPLES):
        for step in some.steps[row]:
            assert step.final[step.drawn] > 0
    _, step, kept = some.table(values)
    assert kept == min(int((step.final > 0).sum()), PLAY_SHOWN)


def test_the_widget_steps_through_a_sample_and_names_strange_words():
    widget = decoding_playground("tom had a", top_p=0.5)
    before = widget.status
    widget.values = widget.values | {"written": 3, "query": 2}
    assert widget.status != before and 'class="marked"' in widget.picture
    widget.values = widget.values | {"written": 19}  # further than a short sample goes
    assert widget.status
    widget.values = widget.values | {"prompt": "Tom ate Pizzas!"}
    assert widget.picture == "" and widget.status.startswith(say("text-unknown", words="")[:8])
    with pytest.raises(CourseError):
        decoding_playground("zzz")


def test_the_still_figure_says_what_it_shows(decoder):
    widget = decoding_playground("the bank was", top_p=0.9, decoder=decoder)
    still = widget._still(widget.values)
    assert "the bank was" in still.alt and "tokens are left" in still.alt
