"""What 07_beyond shares: models whose answers are known, references, and cases that tell apart."""

import json
import math
from pathlib import Path

import nbformat
import pytest
import torch
import torch.nn.functional as F

from course_utils.beyond import (
    JointModel,
    Reader,
    draw_words,
    spoiled_texts,
)
from course_utils.exercises import beyond as beyond_ex
from course_utils.exercises.beyond import (
    MORE_STABLE_MODELS,
    STABLE_MODELS,
    fill_cases,
    fill_in_rounds,
    infill_case,
    infill_cases,
    infill_scores,
    logits_of,
    pseudo_cases,
    random_bert,
    random_gpt,
    random_joint,
    ratio_cases,
    side_of_ratio,
    slots_case,
    text_case,
    text_scores,
    word_log_probs,
)
from course_utils.explorers import refine_explorer
from course_utils.explorers.refine import MORE_STARTS, REFINE_WAYS
from course_utils.files import course_folder
from course_utils.language import models
from course_utils.messages import CourseError, say
from course_utils.objectives import short_texts

# --- models whose answers are known ---------------------------------------------------------------


def test_the_joint_model_answers_by_bayes_rule():
    model = random_joint(words=3, length=3, seed=0)
    ids = torch.tensor([[0, 3, 2], [3, 3, 1]])  # 3 is the mask
    p = model(ids).logits.exp()
    table = model.table
    for got, want in ((p[0, 1, :3], table[0, :, 2]), (p[1, 0, :3], table[:, :, 1].sum(1))):
        torch.testing.assert_close(got.double(), want / want.sum(), atol=1e-6, rtol=0)
    assert (p[..., 3] < 1e-20).all()


def test_a_joint_model_has_no_gap_and_a_random_bert_has_one():
    def sides(model, ids, i, j, tokens_i, tokens_j, mask_id):
        at_i = side_of_ratio(model, ids, i, j, tokens_i, tokens_j, mask_id)
        return at_i, side_of_ratio(model, ids, j, i, tokens_j, tokens_i, mask_id)

    joint = random_joint(words=4, length=3, seed=1)
    ids = torch.tensor([[0, 1, 2], [3, 3, 0]])
    at_i, at_j = sides(joint, ids, 0, 2, (0, 1), (2, 3), joint.mask_id)
    torch.testing.assert_close(at_i, at_j, atol=1e-5, rtol=0)
    table = joint.table[:, 1, :]  # of the first text
    want = (table[0, 2] * table[1, 3] / (table[1, 2] * table[0, 3])).log()
    assert math.isclose(at_i[0].item(), want.item(), abs_tol=1e-5)
    at_i, at_j = sides(random_bert(), torch.tensor([[2, 7, 8, 9, 3]]), 1, 2, (5, 6), (7, 8), 4)
    assert (at_i - at_j).abs() > 0.1


@pytest.mark.parametrize("name", STABLE_MODELS | MORE_STABLE_MODELS)
def test_stable_models_move_by_rounding_only_and_others_by_much_more(name):
    described = (STABLE_MODELS | MORE_STABLE_MODELS)[name]
    model = described.make()
    torch.manual_seed(0)
    for length in (10, 24, 32):
        ids = torch.randint(model.config.vocab_size, (1, length))
        with torch.no_grad():
            whole = model(ids).logits
            moves = [
                (model(ids[:, :k]).logits - whole[:, :k]).abs().max() for k in range(1, length)
            ]
        moved = (max(moves) / whole.abs().max()).item()  # as a share of the largest logit
        assert moved < 8e-6 if described.stable else moved > 1.2e-3
        if name == "rounding":
            assert moved > 0
        if name == "itself":
            assert moved == 0


def test_random_models_do_not_touch_the_random_state():
    torch.manual_seed(3)
    want = torch.rand(1)
    torch.manual_seed(3)
    random_bert(), random_gpt()
    assert torch.rand(1) == want


# --- references -----------------------------------------------------------------------------------


def test_text_scores_are_the_losses_of_the_library():
    lm, ids = random_gpt(seed=2), [0, 5, 3, 7, 7]
    with torch.no_grad():
        loss = lm(torch.tensor([ids]), labels=torch.tensor([ids])).loss
    (logits,) = logits_of(lm, [ids])
    assert math.isclose(-sum(text_scores(logits, ids)) / 4, loss.item(), abs_tol=1e-6)


def test_word_log_probs_hide_what_they_say():
    joint = random_joint(words=3, length=3, seed=4)
    ids, special = torch.tensor([[2, 0, 1]]), torch.zeros(1, 3).bool()
    table = joint.table
    one = word_log_probs(joint, ids, special, joint.mask_id)[0]
    assert math.isclose(one[0], (table[2, 0, 1] / table[:, 0, 1].sum()).log(), abs_tol=1e-5)
    chain = word_log_probs(joint, ids, special, joint.mask_id, hide="right")[0]
    assert math.isclose(sum(chain), table[2, 0, 1].log(), abs_tol=1e-5)  # the chain rule


@pytest.mark.parametrize("n, steps", [(5, 3), (7, 4), (1, 1), (3, 6), (10, 10)])
def test_the_schedule_of_fill_in_rounds(n, steps):
    ids, slots = slots_case((n,), n + 2, seed=n)
    _, rounds = fill_in_rounds(random_bert(seed=n), ids, slots, steps, 4)
    assert [len(again) for *_, again in rounds] == [
        n * (steps - t) // steps for t in range(1, steps + 1)
    ]


def test_fill_in_rounds_keeps_the_prompt_and_finds_the_mode_of_a_joint():
    table = torch.zeros(2, 3, 3, dtype=torch.float64)
    table[0, 0, 0], table[0, 1, 1], table[0, 1, 2], table[1, 2, 2] = 0.4, 0.35, 0.25, 1.0
    model = JointModel(F.pad(table, (0, 0, 0, 0, 0, 1)))
    ids, slots = torch.tensor([[0, 1, 1]]), torch.tensor([[False, True, True]])
    once, twice = (fill_in_rounds(model, ids, slots, steps, 3)[0] for steps in (1, 2))
    assert once.tolist() == [[0, 1, 0]]  # each mode on its own: the two never stand together
    assert twice.tolist() == [[0, 1, 1]]


# Of the check cells.
FILL_SEEDS, INFILL_SEEDS, PSEUDO_AND_RATIO_SEEDS = (3, 19), (73, 60), (0, 20)


@pytest.mark.parametrize("seed", FILL_SEEDS)
def test_no_slot_is_among_the_least_confident_by_a_hair(seed):
    """The model answers in float32: rounding may not decide which slots are masked again."""
    for model, ids, slots, steps, mask_id in fill_cases(seed):
        _, rounds = fill_in_rounds(model, ids, slots, steps, mask_id)
        for _, sure, again in rounds:
            values = sure[sure.isfinite()].sort().values
            if 0 < len(again) < len(values):
                assert values[len(again)] - values[len(again) - 1] > 1e-4


@pytest.mark.parametrize("seed", INFILL_SEEDS)
def test_no_candidate_wins_by_a_hair_and_none_in_the_long_text_has_a_probability_above_0(seed):
    cases = [infill_scores(*case)["all"] for case in infill_cases(seed)]
    for scores in cases:
        top = sorted(scores)[-2:]
        assert len(top) == 1 or top[1] - top[0] > 0.2
    long, sharp = cases[6:8]
    assert math.exp(max(long)) < 1e-280
    # A search that starts from so low a number finds nothing, and keeps the first candidate.
    assert max(sharp) < -9e5 and sharp[0] < max(sharp)


@pytest.mark.parametrize("seed", PSEUDO_AND_RATIO_SEEDS)
def test_some_probabilities_are_0_in_any_floating_dtype(seed):
    model, ids, special, mask_id = list(pseudo_cases(seed))[-1]
    assert min(map(min, word_log_probs(model, ids, special, mask_id))) < -750
    model, ids, i, j, tokens_i, tokens_j, mask_id = list(ratio_cases(seed))[-1]
    text = ids.clone()
    text[:, i], text[:, j] = mask_id, tokens_j[0]
    with torch.no_grad():
        assert (model(text).logits[:, i].log_softmax(-1)[:, tokens_i] < -750).any()


def test_the_checks_have_these_seeds():
    path = course_folder() / "solutions" / "07_beyond" / "07_beyond.ipynb"
    code = "\n".join(c.source for c in nbformat.read(path, 4).cells if c.cell_type == "code")
    code += Path(beyond_ex.__file__).read_text(encoding="utf-8")
    for name, seeds in (
        ("fill", FILL_SEEDS),
        ("infill", INFILL_SEEDS),
        ("pseudo", PSEUDO_AND_RATIO_SEEDS),
        ("ratio", PSEUDO_AND_RATIO_SEEDS),
    ):
        assert all(f" {name}_cases(seed={seed})" in code for seed in seeds)


def test_the_visible_cases_tell_the_famous_mistakes_apart():
    cases = list(fill_cases(FILL_SEEDS[0]))

    def fill(case, steps=None, **options):
        model, ids, slots, rounds, mask_id = case
        return fill_in_rounds(model, ids, slots, steps or rounds, mask_id, **options)[0]

    several = cases[2]
    made = [fill(several), fill(several, 1)]
    made += [
        fill(several, **options)
        for options in (
            {"again": "most"},
            {"anew": True},
            {"fresh": True},
            {"start_masked": False},
            {"forget": True},
            {"confidence": lambda logits: logits},
            {"count": lambda n, t, s: n - t if t < s else 0},
        )
    ]
    assert len({tuple(x.flatten().tolist()) for x in made}) == len(made)
    each = cases[4]  # 10 * (1 - 9/10) is less than 1
    assert not fill(each).equal(fill(each, count=lambda n, t, s: int(n * (1 - t / s))))
    many = cases[6]  # ten rounds for three slots
    assert not fill(many).equal(fill(many, steps=3))
    one_more = cases[10]
    assert not fill(one_more).equal(
        fill(one_more, count=lambda n, t, s: max(1, n * (s - t) // s) if t < s else 0)
    )
    scores = infill_scores(*infill_case(73))
    best = {name: values.index(max(values)) for name, values in scores.items()}
    assert len({best[name] for name in ("all", "left", "mean", "suffix", "suffix-first")}) == 5


def test_text_case_has_words_and_special_tokens():
    ids, special = text_case((3, 1, 0))
    assert (~special).sum(1).tolist() == [3, 1, 0]
    assert (ids[~special] >= 5).all() and (ids[special] < 5).all()


# --- the experiments ------------------------------------------------------------------------------


def test_the_reader_sees_what_its_mask_keeps():
    torch.manual_seed(0)
    model, ids = Reader(), torch.randint(3, 500, (2, 6))
    keep = torch.rand(2, 6, 6) < 0.4
    keep |= torch.eye(6).bool()
    reach = keep.float()
    reach = (reach @ reach) > 0  # two layers
    with torch.no_grad():
        before = model(ids, keep)
        for place in range(6):
            changed = ids.clone()
            changed[:, place] = 501
            moved = (model(changed, keep) - before).abs().amax(-1) > 1e-6
            assert (reach[:, :, place] | ~moved).all() and moved[:, place].all()


def test_spoiled_texts_are_wrong_at_one_place():
    made = spoiled_texts(30, "test")
    assert len(made) == 30 == len({tuple(words) for words, _ in made})
    for words, place in made:
        assert words not in short_texts() and 0 <= place < len(words)


def test_draws_follow_the_probabilities_and_the_seed_alone():
    p = torch.tensor([0.0, 0.5, 0.2, 0.3, 0.0]).expand(4000, -1)
    counts = draw_words(p, torch.Generator().manual_seed(0)).bincount(minlength=5)
    assert counts[0] == counts[4] == 0
    torch.testing.assert_close(counts / 4000, p[0], atol=0.03, rtol=0)
    six = draw_words(torch.ones(6, 10), torch.Generator().manual_seed(0))  # on any processor
    assert six.tolist() == [9, 7, 4, 9, 6, 7]


# --- what the chapter trained beforehand ----------------------------------------------------------


def test_networks_that_were_kept_are_read_again(tmp_path, monkeypatch):
    torch.manual_seed(1)
    one, two = Reader(), Reader(width=32, layers=1)
    monkeypatch.setattr(models, "TINY", tmp_path)
    models.keep("made", {"one": one, "two": two})
    again = models.kept("made", "two", Reader(width=32, layers=1))
    for was, now in zip(two.parameters(), again.parameters(), strict=True):
        assert now.dtype == torch.float32 and now.requires_grad
        torch.testing.assert_close(now, was, atol=1e-3, rtol=1e-3)  # half precision
    models._weights.cache_clear()
    (tmp_path / "made" / models.WEIGHTS).write_bytes(b"")
    with pytest.raises(CourseError, match="README"):
        models.kept("made", "one", Reader())


@pytest.mark.parametrize(
    ("folder", "chapter", "count"),
    [("readers", "03_objectives", 14), ("hybrids", "07_beyond_lab", 8)],
)
def test_the_kept_networks_are_those_of_the_notebook_and_their_card_is_theirs(
    folder, chapter, count
):
    paths = (course_folder() / "solutions").glob(f"{chapter}*/{chapter}*.ipynb")  # and its lab
    cells = [cell for path in paths for cell in nbformat.read(path, 4).cells]
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    names = {key.partition("/")[0] for key in models._weights(folder)}
    home = models.TINY / folder
    card = (home / "README.md").read_text(encoding="utf-8")
    # What no chapter loads by its own name, the card's recipe trains.
    assert len(names) == count and all(f'"{name}"' in code + card for name in names)
    assert all(f"| {name} |" in card for name in names)
    assert json.loads((home / models.CHECKSUMS).read_text())[models.WEIGHTS] in card
    assert (home / models.WEIGHTS).stat().st_size < 5e6


# --- the refine explorer --------------------------------------------------------------------------


def test_the_refine_explorer_shows_each_way():
    explorer = refine_explorer(fill_in_rounds)
    seen = set()
    for start in range(len(MORE_STARTS)):
        for way in REFINE_WAYS:
            explorer.values = explorer.values | {"start": start, "way": way, "steps": 4}
            assert explorer.picture.count("<tr>") == 4
            seen.add(explorer.status)
    assert len(seen) > len(MORE_STARTS)
    explorer.values = explorer.values | {"start": 0, "way": REFINE_WAYS[1]}
    assert explorer.status == say(
        "refine-out", text="the lion roared when the came home .", rounds=4
    )
    assert "#d55e00" not in explorer.picture
    assert explorer.values["way"] == REFINE_WAYS[1]
