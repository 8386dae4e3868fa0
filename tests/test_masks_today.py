"""What 08_masks_today shares: references, and cases that tell apart."""

from __future__ import annotations

import itertools
import json
import math
import random
import re

import pytest
import torch
from torch.nn.attention.flex_attention import create_mask

from course_utils.exercises.masks_today import (
    PACKED_FIRST,
    alibi_cases,
    alibi_mistakes,
    alibi_slopes,
    doc_ids_cases,
    doc_ids_twins,
    document_mask_mistakes,
    interleaved_slopes,
    packed_positions_mistakes,
    sloped,
    wanted_document_mask,
    wanted_positions,
    wanted_window,
    window_cases,
    window_mistakes,
    window_twins,
)
from course_utils.explorers.mask_mod import kinds_of
from course_utils.language import models
from course_utils.language.small_world import LEXICON
from course_utils.masks_today import (
    EDGE,
    LONGEST,
    READ,
    WAYS,
    Places,
    Storyteller,
    chat_batch,
    drawn_mask,
    first_fit,
    held_out_rows,
    influence,
    loss_by_place,
    loss_of_the_last,
    neighbours,
    question,
    rows_of,
    stories,
    story_ids,
    story_words,
    stream,
    train_storyteller,
)

SEEDS = (0, 7)  # of the check cells

# --- references -----------------------------------------------------------------------------------


def test_the_document_mask_is_what_flex_attention_makes():
    for ids in itertools.islice(doc_ids_cases(0), 1, 20):

        def sees(b, h, i, j, ids=ids):
            return (i >= j) & (ids[b, i] == ids[b, j]) & (ids[b, j] >= 0)

        b, n = ids.shape
        made = create_mask(sees, b, None, n, n, device="cpu")
        assert made[:, 0].equal(wanted_document_mask(ids)), ids


@pytest.mark.parametrize("seed", SEEDS)
def test_positions_count_the_tokens_of_a_run(seed):
    for ids in doc_ids_cases(seed):
        for row, positions in zip(ids.tolist(), wanted_positions(ids).tolist()):
            runs = [(number, len(list(run))) for number, run in itertools.groupby(row)]
            want = [p * (number != -1) for number, length in runs for p in range(length)]
            assert positions == want


@pytest.mark.parametrize("seed", SEEDS)
def test_a_window_has_its_width_and_the_global_tokens(seed):
    for n, width, *more in window_cases(seed):
        tokens = set(more[0]) if more else set()
        for i, row in enumerate(wanted_window(n, width, tokens).tolist()):
            seen = {j for j in range(n) if row[j]}
            before = set(range(i + 1))
            near = set(range(max(0, i + 1 - width), i + 1))
            assert seen == (before if i in tokens else near | (tokens & before))


def test_the_slopes_are_those_of_the_paper():
    halves = [0.5**h for h in range(1, 9)]
    assert alibi_slopes(8) == interleaved_slopes(8) == halves  # section 3: 1/2, 1/4, ... 1/256
    assert alibi_slopes(16)[1::2] == halves
    assert interleaved_slopes(12) == halves + alibi_slopes(16)[::2][:4]
    assert sloped([0.5], 3)[0].tolist() == [
        [0.0, -torch.inf, -torch.inf], [-0.5, 0.0, -torch.inf], [-1.0, -0.5, 0.0]
    ]  # fmt: skip


# --- cases ----------------------------------------------------------------------------------------


def alike(mistakes, want, more=()):
    """Pairs of mistakes that give the same, and those that are right."""
    given = {"right": want, **{k: v for k, v in mistakes.items() if k not in more}}
    pairs = itertools.combinations(given, 2)
    return {pair for pair in pairs if torch.equal(given[pair[0]].double(), given[pair[1]].double())}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_first_case_tells_the_known_mistakes_apart(seed):
    ids = next(doc_ids_cases(seed))
    one_row = {"docmask-first-text"}
    assert not alike(document_mask_mistakes(ids), wanted_document_mask(ids), one_row)
    ids = torch.tensor([PACKED_FIRST[seed % 2]])
    one_row = {"packpos-first-text", "packpos-rows"}
    assert not alike(packed_positions_mistakes(ids), wanted_positions(ids), one_row)
    call = next(window_cases(seed))
    assert not alike(window_mistakes(*call), wanted_window(*call), {"window-doubles"})
    _, call = itertools.islice(alibi_cases(seed), 2)  # the first has a power of two
    assert not alike(alibi_mistakes(*call), sloped(alibi_slopes(call[0]), call[1]))


@pytest.mark.parametrize("seed", SEEDS)
def test_calls_that_are_alike_want_something_else(seed):
    for group in doc_ids_twins(seed):
        first, *others = group
        for wanted in (wanted_document_mask, wanted_positions):
            different = [not wanted(ids).equal(wanted(first)) for ids in others]
            assert sum(different) >= len(others) / 2
    for group in window_twins():
        first, *others = (wanted_window(*call) for call in group)
        assert not any(first.equal(other) for other in others[: len(others) // 2])


BETWEEN = 9  # the id between two texts
CITIES = {land["name"] for land in LEXICON["land"]}


def test_first_fit_loses_nothing_and_fills_no_row_too_far():
    lengths = [5, 1, 7, 3, 3, 8, 2]
    rows = first_fit(lengths, 10)
    assert sorted(index for row in rows for index in row) == list(range(7))
    assert all(sum(lengths[index] for index in row) <= 10 for row in rows)
    assert len(rows) == 3  # 8 2 | 7 3 | 5 3 1


def test_a_row_has_two_texts_that_do_not_see_each_other():
    row = rows_of([([1, 2], [3]), ([], [4, 5])], BETWEEN)
    assert row.ids.tolist() == [[9, 1, 2, 9, 3], [9, 4, 5, 0, 0]]
    assert row.labels.tolist() == [[1, 2, 9, 3, 9], [4, 5, 9, -100, -100]]
    assert row.restarted.tolist() == [[0, 1, 2, 0, 1], [0, 1, 2, 0, 0]]
    assert row.running.tolist() == [[0, 1, 2, 3, 4]] * 2
    assert row.second.tolist() == [[False] * 3 + [True] * 2, [True] * 3 + [False] * 2]
    assert row.own[0].equal(drawn_mask("#.... ##... ###.. ...#. ...##"))
    assert row.own[1].equal(drawn_mask("#.... ##... ###.. ...#. ....#"))
    assert row.causal[1].equal(torch.ones(5, 5).tril().bool())


@pytest.mark.parametrize("related", [True, False])
def test_neighbours_tell_of_one_city_or_of_two(related):
    rng = random.Random(0)
    for _ in range(20):
        one, other = (CITIES & set(text) for text in neighbours(rng, related))
        assert not (one and other) or bool(one & other) == related


@pytest.mark.parametrize("widths", [[1], [3], [3, 3], [5, 2, 4], [2, 12]])
def test_information_travels_as_far_as_the_formula_says(widths):
    sizes = influence(widths, 12)
    reach = min(11, sum(width - 1 for width in widths))
    assert (sizes > 0).tolist() == [j >= 11 - reach for j in range(12)]


def test_who_wrote_each_token_of_a_chat():
    words = {}

    def encode(text):
        return [words.setdefault(word, len(words) + 1) for word in text.split()]

    ids, roles = chat_batch([("what is it ?", "oslo ."), ("why ?", "because it is so .")], encode)
    assert roles.tolist() == [
        [1, 2, 2, 2, 2, 1, 1, 3, 3, 3, 0],
        [1, 2, 2, 1, 1, 3, 3, 3, 3, 3, 3],
    ]
    assert (ids > 0).equal(roles > 0)
    assert ids[0, -2] == ids[1, -1] == words["<|end|>"]


def test_a_question_has_an_answer():
    rng = random.Random(1)
    for _ in range(30):
        asked, said = question(rng)
        assert asked.endswith(" ?") and said.endswith(" .")


@pytest.fixture(scope="module")
def rows():
    return held_out_rows(20)


@pytest.fixture(scope="module")
def networks():
    names = [f"{way} {seed}" for way in WAYS for seed in (0, 1)]
    return {n: models.kept("positions", n, Storyteller(n[:-2])).eval() for n in names}


def test_the_stream_is_stories_and_edges():
    words = stream(3, "any")
    inner = " ".join(words).split(EDGE)
    assert len(inner) == 5 and not inner[0] and not inner[-1]
    assert all(text.split() in stories() for text in inner[1:-1])
    assert stream(3, "any") == words != stream(3, "other")
    assert [story_words()[i] for i in story_ids(words)] == words


def test_the_floor_of_held_out_rows_is_that_of_the_language(rows):
    ids, nats = rows
    assert ids.shape == (20, LONGEST + 1) and nats.shape == (20, LONGEST) and (ids[:, 0] == 0).all()
    whole = 0
    for row, losses in zip(ids, nats, strict=True):
        end = row.tolist().index(0, 1)  # of the first story
        if end <= LONGEST:
            words = [story_words()[i] for i in row[1:end]]
            whole += 1
            assert losses[:end].sum().item() == pytest.approx(-stories().log_prob(words))
    assert whole > 10


@pytest.mark.parametrize("way", WAYS)
def test_every_network_is_causal_and_reads_any_length(way):
    torch.manual_seed(0)
    model = Storyteller(way).eval()
    for part in model.parameters():
        part.data += 0.1 * torch.randn_like(part)
    ids = torch.randint(len(story_words()), (2, LONGEST))
    with torch.no_grad():
        whole, short = model(ids), model(ids[:, :40])
    torch.testing.assert_close(whole[:, :40], short, atol=1e-3, rtol=1e-3)


def test_added_numbers_are_those_of_the_papers():
    distance = torch.arange(40)[:, None] - torch.arange(40)
    added = Places("ALiBi", 4, 8).added(distance)
    assert added[0, 10, 6] == -1 and added[3, 39, 7] == -32 / 256
    t5 = Places("T5", 4, 8)
    t5.numbers.data = torch.arange(64.0)
    row = t5.added(distance)[0, 39].flip(-1)  # distances 0 to 39 in head 1
    assert row[:8].tolist() == list(range(8)) and (row[27:] == 15).all() and row[26] == 14
    assert (row.diff() >= 0).all()
    assert Places("none", 4, 8).added(distance) == Places("RoPE", 4, 8).added(distance) == 0.0


def test_turned_keys_know_the_distance_only():
    x = torch.randn(1, 8, generator=torch.Generator().manual_seed(0)).repeat(30, 1)
    turned = Places("RoPE", 4, 8).turned(x)
    torch.testing.assert_close(turned.norm(dim=-1), x.norm(dim=-1))
    scores = turned @ turned.T
    torch.testing.assert_close(scores[5:, 5:], scores[:-5, :-5], atol=1e-4, rtol=1e-4)
    assert (Places("ALiBi", 4, 8).turned(x) == x).all()


def test_a_way_that_there_is_not_is_refused_at_once():
    with pytest.raises(ValueError, match="sinus"):
        train_storyteller("sinus", 0)


def test_training_repeats():
    first, second = (train_storyteller("T5", 0, steps=2) for _ in range(2))
    for one, other in zip(first.parameters(), second.parameters(), strict=True):
        assert torch.equal(one, other)


def test_the_kept_networks_are_those_of_the_card(networks):
    home = models.TINY / "positions"
    card = (home / "README.md").read_text(encoding="utf-8")
    assert {key.partition("/")[0] for key in models._weights("positions")} == networks.keys()
    assert json.loads((home / models.CHECKSUMS).read_text())[models.WEIGHTS] in card
    assert (home / models.WEIGHTS).stat().st_size < 1e6
    for network in networks.values():
        assert f"{sum(part.numel() for part in network.parameters()):,}" in card


def test_the_card_says_what_is_measured(networks):
    card = (models.TINY / "positions" / "README.md").read_text(encoding="utf-8")
    ids, floor = held_out_rows(100)
    parts = (slice(0, READ), slice(READ, 48), slice(48, LONGEST))
    said = [float(x) for x in re.findall(r"floor of the language: (.*?)\. The", card, re.S)[0].split()
            if re.fullmatch(r"\d\.\d\d", x)]  # fmt: skip
    assert said == pytest.approx([floor[:, part].mean().item() for part in parts], abs=0.006)
    for name in ("learned 0", "ALiBi 1", "RoPE 1"):
        losses = loss_by_place(networks[name], ids)
        got = [losses[:, part].mean().item() for part in parts]
        got.append(loss_of_the_last(networks[name], ids))
        (row,) = [line for line in card.splitlines() if line.startswith(f"| {name} |")]
        said = [float(x) for x in row.split("|")[4:8]]
        assert said == pytest.approx(got, abs=0.03)


def test_what_is_read_last_is_what_stands_alone(networks, rows):
    """With every window by hand."""
    ids, model = rows[0][:2], networks["learned 0"]
    losses = [
        loss_by_place(model, row[start : start + READ + 1][None])[0, -1].item()
        for row in ids
        for start in range(16, LONGEST - READ + 1, 16)
    ]
    mean = sum(losses) / len(losses)
    assert loss_of_the_last(model, ids, every=16) == pytest.approx(mean, abs=1e-4)


def test_kinds_of_tiles_are_read_from_a_block_mask():
    from torch.nn.attention.flex_attention import create_block_mask

    made = create_block_mask(
        lambda b, h, q, k: q >= k, None, None, 12, 12, device="cpu", BLOCK_SIZE=4
    )
    assert kinds_of(made).tolist() == [[1, 0, 0], [2, 1, 0], [2, 2, 1]]


def test_six_scores_in_two_blocks_by_hand():
    scores = torch.tensor([1.0, 2, 4, 8, 2, 6]).log()
    assert torch.logsumexp(scores, 0).item() == pytest.approx(math.log(8) + math.log(2.875))
