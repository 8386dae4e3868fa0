"""What chapter 10 counts and differentiates, on small models with random weights."""

from __future__ import annotations

import random

import numpy as np
import pytest
import torch
from transformers import GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM

from course_utils import real
from course_utils.language.models import load_model
from course_utils.real import (
    OPPOSITES,
    PARAPHRASES,
    Table,
    _middle,
    attention_shares,
    batch_of,
    bet_verdicts,
    circling,
    cosines,
    costs,
    counted,
    different,
    figure_of,
    gradient_sizes,
    halves,
    in_rounds,
    later_pieces,
    logits_of,
    logits_with,
    mean_over,
    nats_of,
    passage,
    random_letters,
    ranks,
    read_by_steps,
    recent_and_first,
    seen_before,
    shuffled_words,
    states_of,
    tokens_read,
    top1_and_mrr,
    word_vectors,
    write,
)
from course_utils.what_held import HOLDS, NOT_HERE, WEAKER, Held


@pytest.fixture(scope="module")
def llama():
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=20,
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=2,
    )
    return LlamaForCausalLM(config).eval()


IDS = torch.tensor([[3, 4, 5, 6, 7], [8, 9, 10, 11, 12]])


def test_the_gradient_of_a_decoder_is_zero_ahead_and_nowhere_else(llama):
    sizes = gradient_sizes(llama, IDS[:1], lambda out: out.logits[0, :, 0])
    assert (sizes.triu(1) == 0).all() and (sizes[torch.ones(5, 5).tril().bool()] > 0).all()


def test_steps_read_each_token_once_and_give_what_a_pass_gives(llama):
    with tokens_read(llama) as read:
        by_steps = read_by_steps(llama, IDS)
    assert read.tokens == IDS.numel()
    with torch.no_grad(), tokens_read(llama) as read:
        torch.testing.assert_close(by_steps, llama(IDS).logits)
    assert read.tokens == IDS.numel()
    llama(IDS)
    assert read.tokens == IDS.numel()  # nothing counts once the block is left


ROW = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8]


@pytest.fixture(scope="module")
def small_llama():
    torch.manual_seed(0)
    size = {"hidden_size": 24, "intermediate_size": 32, "num_hidden_layers": 2, "vocab_size": 11}
    heads = {"num_attention_heads": 4, "num_key_value_heads": 2}
    config = LlamaConfig(**size, **heads, initializer_range=0.5, attn_implementation="eager")
    return LlamaForCausalLM(config).eval()


@pytest.fixture(scope="module")
def gpt():
    torch.manual_seed(0)
    config = GPT2Config(n_embd=24, n_layer=2, n_head=2, n_positions=16, vocab_size=11)
    config._attn_implementation = "eager"
    return GPT2LMHeadModel(config).eval()


class Letters:
    """A tokenizer with a token for each letter; a token's number is the letter's."""

    def __call__(self, text):
        return type("Batch", (), {"input_ids": [ord(letter) for letter in text]})

    def decode(self, ids):
        return "".join(map(chr, ids))


def test_the_price_is_the_librarys_loss(small_llama):
    row = torch.tensor([ROW])
    with torch.no_grad():
        loss = small_llama(row, labels=row).loss.item()
    nats = nats_of(small_llama, ROW)
    assert len(nats) == 11 and sum(nats) / 11 == pytest.approx(loss, abs=1e-5)
    assert nats_of(small_llama, ROW, last=3) == pytest.approx(nats[-3:], abs=1e-5)


def test_a_mask_that_forbids_nothing_more_changes_nothing(small_llama):
    causal = torch.ones(11, 11).tril().bool()
    assert nats_of(small_llama, ROW, mask=causal) == pytest.approx(
        nats_of(small_llama, ROW), abs=1e-5
    )
    alone = nats_of(small_llama, ROW, last=1, mask=recent_and_first(11, 1, 0))
    two = nats_of(small_llama, ROW[-2:])  # with RoPE the place is no matter
    assert alone == pytest.approx(two, abs=1e-5)


def test_a_window_keeps_what_it_says():
    seen = recent_and_first(6, 3, 1)
    assert seen[5].tolist() == [True, False, False, False, True, True]
    assert seen[1].tolist() == [True, True, False, False, False, False]
    assert (recent_and_first(6, 6, 0) == torch.ones(6, 6).tril().bool()).all()


def test_shares_are_those_of_the_librarys_weights(small_llama):
    with torch.no_grad():
        layers = small_llama(torch.tensor([ROW]), output_attentions=True).attentions
    hooks = [len(layer.self_attn._forward_hooks) for layer in small_llama.model.layers]
    found = attention_shares(small_llama, ROW, columns=(0, 2), rows_from=4)
    for column, shares in zip((0, 2), found, strict=True):
        wanted = [layer[0, :, 4:, column].mean().item() for layer in layers]
        assert shares == pytest.approx(wanted, abs=1e-6)
    assert [len(layer.self_attn._forward_hooks) for layer in small_llama.model.layers] == hooks


@pytest.mark.parametrize("name", ["small_llama", "gpt"])
def test_layers_with_other_weights_are_a_changed_model(name, request):
    model = request.getfixturevalue(name)
    rows = torch.tensor([ROW, ROW[::-1]])
    before = {key: value.clone() for key, value in model.state_dict().items()}
    with torch.no_grad():
        same = model(rows).logits
        assert torch.allclose(logits_with(model, rows, lambda weights: weights), same, atol=1e-5)
        half = logits_with(model, rows, lambda weights: weights / 2)
        assert not torch.allclose(half, same, atol=1e-2)
        changed = type(model)(model.config).eval()
        changed.load_state_dict(before)
        for layer in changed.base_model.h if name == "gpt" else changed.base_model.layers:
            for weight in layer.parameters():
                weight.mul_(0.5 if weight.dim() == 2 else 1)
        wanted = changed(rows).logits
    assert torch.allclose(half, wanted, atol=1e-5)
    assert all(torch.equal(value, before[key]) for key, value in model.state_dict().items())


def test_logits_are_those_of_the_last_ids(small_llama):
    with torch.no_grad():
        wanted = small_llama(torch.tensor([ROW])).logits[0, 6:11]
    assert torch.allclose(logits_of(small_llama, ROW, last=5), wanted, atol=1e-5)


def test_a_passage_begins_with_a_paragraph():
    text = "a" * 40 + "\n\n" + "b" * 80 + "\n\n" + "c" * 60
    assert Letters().decode(passage(Letters(), text, 5, share=0.2)) == "bbbbb"
    assert Letters().decode(passage(Letters(), text, 5)) == "ccccc"


def test_later_pieces_go_on_with_a_word():
    ids = [ord(letter) for letter in "ab 1c"]
    assert later_pieces(Letters(), ids) == [False, True, False, False, False]


def test_the_controls():
    assert sorted(shuffled_words("a b c d e").split()) == list("abcde")
    assert shuffled_words("a b c d e") == shuffled_words("a b c d e") != "a b c d e"
    assert len(random_letters(50)) == 50 and random_letters(50).isalpha()


@pytest.fixture(scope="module")
def small_gpt():
    model, tokenizer = load_model("decoder")
    starts = ["tom had a cat", "the cat sat on", "paris is the capital"]
    rows = [
        [tokenizer.eos_token_id, *tokenizer.convert_tokens_to_ids(start.split())]
        for start in starts
    ]
    return model, rows


def goes_round(ids, times=3):
    """By its definition: for some length, the last `times` rounds are alike."""
    lengths = range(1, len(ids) // times + 1)
    ends = [[ids[len(ids) - n * k :][:n] for k in range(1, times + 1)] for n in lengths]
    return any(all(part == parts[0] for part in parts) for parts in ends)


def test_circling_finds_three_whole_rounds_at_the_end_and_nothing_else():
    assert circling([7, 1, 2, 1, 2, 1, 2]) == 6
    assert circling([1, 2, 1, 2, 1, 2, 3]) == circling([1, 2, 1, 2]) == circling([]) == 0
    assert circling([9, 2, 1, 2, 1, 2, 1, 2]) == 6  # what is no whole round does not count
    assert circling([5, 4, 4, 4, 4]) == 4
    assert circling([21, 1, 21, 1, 1]) == 0  # 1 is no part of 21
    luck = random.Random(0)
    for _ in range(2000):
        ids = [luck.randrange(2) for _ in range(luck.randrange(12))]
        assert (circling(ids) > 0) == goes_round(ids), ids


def test_repeated_and_different_n_grams():
    rows = [[1, 2, 3, 4, 1, 2, 3, 4], [5, 6, 7, 8, 9, 10, 11, 12]]
    assert seen_before(rows, 0, 8) == 1 / 10  # 1 2 3 4 comes twice; a row has five 4-grams
    assert seen_before(rows[:1], 7, 8) == 1 and seen_before(rows[:1], 4, 7) == 0
    assert different([[1, 2, 3, 4], [1, 2, 3, 9]]) == 3 / 4


def test_phrases_in_rounds():
    phrases = [[1, 1], [2, 2], [3, 3]]
    found = in_rounds(phrases, 3)
    assert found["in a row"][1] == [2, 2] * 3
    assert found["between"][0] == [1, 1, 2, 2, 1, 1, 3, 3, 1, 1]
    assert found["new"][0] == [2, 2, 3, 3, 1, 1]


@pytest.mark.parametrize(
    "way, options",
    [
        ({}, {}),
        ({"penalty": 1.3}, {"repetition_penalty": 1.3}),
        ({"ban": 3}, {"no_repeat_ngram_size": 3}),
    ],
    ids=["greedy", "penalty", "ban"],
)
def test_a_row_written_its_own_way_is_as_the_library_writes_it(small_gpt, way, options):
    model, rows = small_gpt
    ways = [{}, way, {"t": 1}]
    ids, nats, entropies = write(model, rows, ways, tokens=30, forbidden=0)
    x = torch.tensor(rows[1:2])
    plain = {"do_sample": False, "max_new_tokens": 30, "eos_token_id": None}
    out = model.generate(x, attention_mask=torch.ones_like(x), **plain, **options)
    assert ids[1] == out[0, len(rows[1]) :].tolist()
    whole = [row + new for row, new in zip(rows, ids, strict=True)]
    torch.testing.assert_close(nats, costs(model, whole)[:, len(rows[0]) - 1 :], atol=1e-3, rtol=0)
    assert (entropies > 0).all() and entropies.shape == (3, 30)


def test_texts_do_not_depend_on_who_is_written_beside_them(small_gpt, monkeypatch):
    model, rows = small_gpt
    attention = model.config._attn_implementation
    rows = [row for row in rows for _ in range(2)]  # beginnings that two rows share
    ways = [{}, {"ban": 3}] * (len(rows) // 2)
    ids, nats, _ = write(model, rows, ways, tokens=20)
    for at in range(len(rows)):
        alone, cost, _ = write(model, rows[at : at + 1], ways[at : at + 1], tokens=20)
        assert alone == ids[at : at + 1]
        torch.testing.assert_close(cost, nats[at : at + 1], atol=1e-3, rtol=0)
    monkeypatch.setattr(real, "TOGETHER", 4)  # two batches
    assert write(model, rows, ways, tokens=20)[0] == ids
    assert model.config._attn_implementation == attention


def test_two_batches_draw_differently(small_gpt, monkeypatch):
    model, rows = small_gpt
    monkeypatch.setattr(real, "TOGETHER", 1)
    one, other = write(model, rows[:1] * 2, [{"t": 2}] * 2, tokens=20)[0]
    assert one != other


def test_a_draw_depends_on_its_seed_alone_and_avoids_what_is_forbidden(small_gpt):
    model, rows = small_gpt
    drawn = [write(model, rows, [{"t": 2}] * 3, tokens=20, seed=s)[0] for s in (0, 0, 1)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert min(token for row in drawn[0] for token in row) >= 17


def test_the_rule_for_passages_takes_the_first_long_paragraph_behind_the_middle():
    def tokenizer(text):
        return {"input_ids": [*range(len(text.split()))]}

    long = "Word " * 80
    text = "\n".join([long, "x " * 300, "Too short.", "small " * 90, "Now " * 75, long])
    assert _middle(tokenizer, text) == list(range(72))
    with pytest.raises(ValueError, match="no paragraph"):
        _middle(tokenizer, "Too short.\nStill.")


def held(verdict: str, chapter: str = "06_encoders/x") -> Held:
    return Held("A <statement>.", chapter, "nothing\n  a   1.0", "10_real/y", "b 2", verdict, "why")


class LetterTokens:
    """A tokenizer: a letter, a token."""

    pad_token_id = 0

    def __call__(self, text: str) -> dict[str, list[int]]:
        return {"input_ids": [ord(letter) for letter in text]}


def test_our_sentences_are_as_many_as_the_lesson_says_and_none_comes_twice():
    texts = [text for pair in PARAPHRASES for text in pair]
    assert len(PARAPHRASES) == 100 and len(set(texts)) == 200
    assert len(OPPOSITES) == 20 and all(len(set(three)) == 3 for three in OPPOSITES)


def test_a_sentence_is_cut_in_the_middle_and_a_short_or_long_one_left_out():
    middle = " ".join(f"w{i}" for i in range(21)) + "."
    text = f"Too short. {middle} {'long ' * 41}end. {middle}"
    first, second = (" ".join(middle.split()[cut]) for cut in (slice(10), slice(10, None)))
    assert halves(text) == [(first, second)] * 2 and halves(text, 1) == [(first, second)]


def test_a_batch_is_padded_on_the_right():
    ids, mask = batch_of(LetterTokens(), ["ab", "c"], length=3)
    assert ids.tolist() == [[97, 98, 0], [99, 0, 0]]
    assert mask.tolist() == [[True, True, False], [True, False, False]]
    assert batch_of(LetterTokens(), ["ab", "c"])[0].shape == (2, 2)


def test_a_mean_counts_what_it_is_told_to():
    states = torch.tensor([[[1.0, 0.0], [3.0, 2.0], [100.0, 100.0]]])
    assert mean_over(states, torch.tensor([[True, True, False]])).tolist() == [[2.0, 1.0]]


def test_states_are_the_same_in_one_batch_and_in_several():
    torch.manual_seed(0)
    table = torch.nn.Embedding(200, 4)

    def body(ids, attention_mask, use_cache):
        return type("Out", (), {"last_hidden_state": table(ids) * attention_mask[:, :, None]})

    ids, mask = batch_of(LetterTokens(), ["ab", "c", "defg"])
    assert torch.equal(states_of(body, ids, mask, size=2), states_of(body, ids, mask))


def test_a_rank_counts_ties_against_the_text():
    scores = np.array([[0.9, 0.1, 0.2], [0.5, 0.5, 0.1], [0.0, 0.0, 0.0]])
    assert ranks(scores).tolist() == [1, 2, 3]
    assert top1_and_mrr(scores) == pytest.approx((1 / 3, (1 + 1 / 2 + 1 / 3) / 3))


def test_cosines_of_a_vector_of_zeros_are_0():
    found = cosines(np.array([[3.0, 4.0], [0.0, 0.0]]), np.array([[30.0, 40.0], [4.0, -3.0]]))
    assert found == pytest.approx(np.array([[1.0, 0.0], [0.0, 0.0]]))


def test_a_rare_word_weighs_more_and_one_that_is_everywhere_nothing():
    vectors = word_vectors(["The cat the", "the dog", "the dog"])
    assert vectors[:, 2].tolist() == [0, 0, 0]  # cat, dog, the
    assert vectors[0, 0] > vectors[1, 1] > 0


def test_statements_are_counted_by_kind(monkeypatch):
    monkeypatch.setattr(real, "MECHANISM", frozenset({"R-60"}))
    rows = {"R-60": held(HOLDS), "R-61": held(WEAKER), "R-62": held(NOT_HERE)}
    assert counted(rows) == {
        "mechanism": {HOLDS: 1, WEAKER: 0, NOT_HERE: 0},
        "behaviour": {HOLDS: 0, WEAKER: 1, NOT_HERE: 1},
    }


def test_a_bet_on_the_opposite_of_a_row_is_turned_round(monkeypatch):
    monkeypatch.setattr(real, "BETS", ("R-60", "not R-60", "not R-61"))
    rows = {"R-60": held(HOLDS), "R-61": held(WEAKER)}
    assert bet_verdicts(rows) == [HOLDS, NOT_HERE, WEAKER]


def test_the_table_has_a_row_for_each_statement_with_its_figures():
    shown = Table({"R-60": held(HOLDS), "R-62": held(NOT_HERE)})._repr_html_()
    assert shown.count("A &lt;statement&gt;.") == 2 and shown.count("<td") == shown.count("</td>")
    assert "a 1.0" in shown and "nothing" not in shown
    assert shown.index("R-62") < shown.index("R-60")
    assert figure_of("x" * 70 + " 1").endswith(" …") and len(figure_of("1" * 99)) <= 64
