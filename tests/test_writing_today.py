"""The lesson of 09_writing_today: exact sums over gaps, readings of many texts, the explorer."""

from __future__ import annotations

import itertools
import math
import random

import pytest
import torch
from explorers import EXPLORERS, from_lesson, model, move
from transformers import TopKLogitsWarper

from course_utils.beyond import JointModel, Mixer
from course_utils.decoding import real_documents
from course_utils.exercises.beyond import random_joint
from course_utils.exercises.writing_today import (
    CHOICES,
    SETTLED,
    diffusion_by_hand,
    diffusion_cases,
    diffusion_mistakes,
    equal_shares,
    fill_gaps,
    long_tied_case,
    order_cases,
    order_terms,
    telling_case,
    tied_case,
    unmask_cases,
)
from course_utils.explorers import diffusion_explorer
from course_utils.explorers.diffusion import DIFFUSION_ORDERS, REFINE_STARTS
from course_utils.explorers.speculative import _walk
from course_utils.language.grammar import Language
from course_utils.language.models import load_model
from course_utils.language.small_world import language
from course_utils.messages import say
from course_utils.writing_today import (
    ExactGaps,
    draw_form,
    gpt_losses,
    gpt_writes,
    logits_at,
    losses_in_gaps,
    pet_form,
    read_masks,
    rows_of,
    steady_draws,
    text_probs,
    texts_that_begin,
    true_next,
    word_shares,
)

# Two people, one of them called twice; a name of two words; an article that tells of its noun.
PEOPLE = [{"name": n, "he": h} for n, h in (("tom", "he"), ("anna", "she"), ("mary ann", "she"))]
THINGS = [{"name": n, "a": a} for n, a in (("hat", "a"), ("egg", "an"), ("old hat", "an"))]
SMALL = Language(
    {
        "document": ["2* {meet}", "{has}"],
        "meet": ["[A:person] met [B:person!A] {more}", "[A:person] slept"],
        "more": ["and [A.he] was glad", "2* ", "and [B] left"],
        "has": ["[A:person] has [t:thing.a] [t]"],
    },
    {"person": PEOPLE, "thing": THINGS},
)


def all_texts(of: Language, prefix=()):
    """Every text of a small language with its probability."""
    for word, p in of.next_word(prefix).items():
        if word == "<end>":
            yield prefix, math.exp(of.log_prob(prefix))
        elif p:
            yield from all_texts(of, (*prefix, word))


def test_exact_gaps_are_the_sums_over_all_texts():
    texts, exact = dict(all_texts(SMALL)), ExactGaps(SMALL)
    assert sum(texts.values()) == pytest.approx(1)
    for text in texts:
        for gaps in itertools.product([False, True], repeat=len(text)):
            pattern = [None if gap else word for word, gap in zip(text, gaps)]

            def fits(other, text=text, gaps=gaps):
                return len(other) == len(text) and all(
                    gap or a == b for a, b, gap in zip(text, other, gaps)
                )

            together = {other: p for other, p in texts.items() if fits(other)}
            whole = sum(together.values())
            assert math.exp(exact.log_prob(pattern)) == pytest.approx(whole)
            hidden = {i for i, gap in enumerate(gaps) if gap}
            for i, loss in exact.losses(text, hidden).items():
                same = sum(p for other, p in together.items() if other[i] == text[i])
                assert math.exp(-loss) == pytest.approx(same / whole)
    assert exact.log_prob(["tom", None, "tom"]) == -math.inf


def test_exact_gaps_agree_with_the_grammar_on_whole_documents():
    rng, exact = random.Random(3), ExactGaps()
    for _ in range(30):
        words = language.sample(rng).words
        i = rng.randrange(len(words))
        assert exact.log_prob(words) == pytest.approx(language.log_prob(words))
        loss = exact.losses(words, {i})[i]
        assert loss == pytest.approx(-math.log(language.masked_word(words, i)[words[i]]), abs=1e-6)


TEXTS = [t.split() for t in ("i love ai .", "the lion roared when tom came home .")]


def test_losses_in_gaps_are_those_of_the_whole_model():
    model, tokenizer = load_model("any-rate-encoder")
    ids, mask = rows_of(TEXTS, tokenizer), tokenizer.mask_token_id
    gaps = torch.zeros_like(ids).bool()
    gaps[0, 2], gaps[1, 3], gaps[1, 8] = True, True, True
    found = losses_in_gaps(model, ids, gaps, mask, size=1)
    with torch.no_grad():
        for row in range(2):
            text = ids[row : row + 1, : (ids[row] != 0).sum()]
            logits = model(text.masked_fill(gaps[row, : text.shape[1]], mask)).logits[0]
            for i in gaps[row].nonzero().flatten():
                logits[i, mask] = -math.inf
                assert found[row, i] == pytest.approx(
                    -logits[i].log_softmax(-1)[text[0, i]].item(), abs=1e-4
                )
    assert (found != 0).equal(gaps)
    assert read_masks(model, ids.masked_fill(gaps, mask), mask).exp().sum(1).allclose(torch.ones(3))


def test_gpt_is_read_and_writes_as_without_a_cache():
    model, tokenizer = load_model("decoder")
    edge = model.config.bos_token_id
    ids = rows_of(TEXTS, load_model("encoder")[1])  # whose tokenizer adds the two ends
    for text, found in zip(TEXTS, gpt_losses(model, ids, edge)):
        whole = torch.tensor([[edge, *tokenizer.convert_tokens_to_ids(text), edge]])
        with torch.no_grad():
            loss = model(whole, labels=whole).loss * (whole.shape[1] - 1)
        assert found.item() == pytest.approx(loss.item(), abs=1e-3)
    start = torch.full((3, 1), edge)
    text = gpt_writes(model, start, edge, torch.Generator().manual_seed(0), cut=1.0)
    greedy = start[:1]
    with torch.no_grad():
        while greedy.shape[1] < text.shape[1]:
            greedy = torch.cat([greedy, model(greedy).logits[:, -1:].argmax(-1)], dim=1)
    assert text.equal(greedy.expand(3, -1))  # cut=1 leaves the most probable word


# --- the lesson's loop, and the explorer ----------------------------------------------------------


def test_write_fills_so_many_gaps_a_step():
    write = from_lesson("09_writing_today", "write-code", "write")
    model, tokenizer = load_model("any-rate-encoder")
    mask = tokenizer.mask_token_id
    ids = rows_of(TEXTS[1:] * 3, tokenizer)
    ids[:, 4:-1] = mask
    steps = write(
        model, ids, [3, 1, 1], lambda sure, generator: sure, torch.Generator().manual_seed(1)
    )
    assert [(text == mask).sum(1).tolist() for text, _ in steps] == [[2] * 3, [1] * 3, [0] * 3]
    for (before, sure), (after, later) in itertools.pairwise(steps):
        kept = before != mask
        assert after[kept].equal(before[kept]) and later[kept].equal(sure[kept])


def test_the_diffusion_explorer_shows_each_order_and_step():
    write = from_lesson("09_writing_today", "write-code", "write")
    explorer = diffusion_explorer(write)
    seen = set()
    for start, order in itertools.product(range(len(REFINE_STARTS)), DIFFUSION_ORDERS):
        move(explorer, start=start, order=order, steps=9, shown=9)
        gaps = REFINE_STARTS[start][1]
        assert explorer.values["steps"] == gaps and explorer.picture.count("<tr>") == gaps
        assert explorer.picture.count('class="framed"') == gaps
        seen.add(explorer.status)
    assert len(seen) > len(REFINE_STARTS)
    move(explorer, start=0, order="diffusion-left", steps=5, shown=2)
    assert explorer.status == say("diffusion-open", step=2, open=3, gaps=5)
    assert explorer.picture.count("___") == 4 + 3
    move(explorer, steps=1)
    assert explorer.values["shown"] == 1 and explorer.picture.count("<tr>") == 1


# --- diffusion_loss -------------------------------------------------------------------------------


def test_over_all_shares_the_loss_is_the_exact_log_probability_for_an_ideal_model():
    """Each set of gaps S of a text has the probability t^|S| (1 - t)^(n - |S|); t is even in (0, 1)."""
    model, n = random_joint(words=3, length=3, seed=4).eval(), 3
    nodes = torch.tensor(
        [0.5 - math.sqrt(0.15), 0.5, 0.5 + math.sqrt(0.15)], dtype=torch.float64
    )  # Gauss and Legendre: exact for polynomials up to degree 5
    weights = torch.tensor([5.0, 8.0, 5.0], dtype=torch.float64) / 18
    for text in ([0, 1, 2], [2, 2, 0]):
        ids, bound = torch.tensor([text]), 0.0
        for gaps in itertools.product((False, True), repeat=n):
            open_ = torch.tensor([gaps])
            logits = model(ids.masked_fill(open_, model.mask_id)).logits
            for t, weight in zip(nodes, weights):
                likely = t ** sum(gaps) * (1 - t) ** (n - sum(gaps))
                loss = diffusion_by_hand(logits, ids, open_, t[None])
                bound += (weight * likely * loss).item() * n
        assert bound == pytest.approx(-model.table[tuple(text)].log().item(), abs=1e-5)


def test_the_loss_by_hand_on_four_places():
    gaps = torch.tensor([[True, False, False, True]])
    loss = diffusion_by_hand(
        torch.zeros(1, 4, 2), torch.ones(1, 4).long(), gaps, torch.tensor([0.5])
    )
    assert loss.item() == pytest.approx(math.log(2))


@pytest.mark.parametrize("seed", [0, 60])
def test_each_mistake_of_a_loss_is_told_from_what_is_right_by_some_case(seed):
    told, keys = set(), set()
    for case in diffusion_cases(seed):
        if case[2].any() and case[0].shape[-1] > 1:  # of one word alone the loss is 0
            want = diffusion_by_hand(*case).item()
            for key, values in diffusion_mistakes(*case).items():
                keys.add(key)
                for place, value in enumerate(values if isinstance(values, list) else [values]):
                    if not abs(float(value) / want - 1) < 1e-3:
                        told.add((key, place))
    assert {key for key, _ in told} == keys
    assert {place for key, place in told if key == "diffusion-t-more"} == set(range(5))
    assert {place for key, place in told if key == "diffusion-t-clamped"} == set(range(4))


# --- order_log_prob -------------------------------------------------------------------------------


def test_in_every_order_an_ideal_model_gives_all_texts_together_one():
    model = random_joint(words=3, length=3, seed=1).eval()
    texts = list(itertools.product(range(3), repeat=3))
    for order in itertools.permutations(range(3)):
        log_p = [
            sum(order_terms(model, torch.tensor([text]), torch.tensor(order), model.mask_id))
            for text in texts
        ]
        assert sum(map(math.exp, log_p)) == pytest.approx(1, abs=1e-5)
        exact = [model.table[text].log().item() for text in texts]
        assert log_p == pytest.approx(exact, abs=1e-5)


def test_a_model_that_is_no_joint_sums_to_one_too_but_otherwise_in_each_order():
    """Conditionals of two tables, one for each number of gaps: any-order chains are likelihoods."""
    tables = [random_joint(words=2, length=2, seed=seed).eval() for seed in (0, 1)]

    class Both(torch.nn.Module):
        def forward(self, ids):
            return tables[int((ids == 2).sum()) % 2](ids)

    sums, first = [], []
    for order in ([0, 1], [1, 0]):
        log_p = [
            sum(order_terms(Both().eval(), torch.tensor([text]), torch.tensor(order), 2))
            for text in itertools.product(range(2), repeat=2)
        ]
        sums.append(sum(map(math.exp, log_p)))
        first.append(log_p[0])
    assert sums == pytest.approx([1, 1], abs=1e-5)
    assert abs(first[0] - first[1]) > 0.01


@pytest.mark.parametrize("seed", [2, 61])
def test_the_first_case_tells_the_mistakes_of_an_order_from_what_is_right(seed):
    model, ids, order, mask_id = next(order_cases(seed))
    ways = [
        {},
        *({"hide": hide} for hide in ("alone", "order", "behind", "none", "right")),
        {"row": "before"},
        {"row": "step"},
        {"guess": True},
        {"logits": True},
        {"dim": 0},
        {"scored": mask_id},
    ]
    found = [sum(order_terms(model, ids, order, mask_id, **way)) for way in ways]
    for other in (order.flip(0), order.sort().values, order.argsort()):
        found.append(sum(order_terms(model, ids, other, mask_id)))
    assert all(abs(value - found[0]) > 0.01 for value in found[1:])


# --- unmask ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "gaps, steps, shares",
    [(7, 3, [3, 2, 2]), (3, 5, [1, 1, 1, 0, 0]), (8, 3, [3, 3, 2]), (0, 2, [0, 0]), (6, 1, [6])],
)
def test_larger_shares_come_first(gaps, steps, shares):
    assert equal_shares(gaps, steps) == shares


@pytest.mark.parametrize("seed", [0, 60])
def test_no_decision_of_a_case_is_left_to_rounding(seed):
    for case in unmask_cases(seed):
        assert fill_gaps(*case)[1] > SETTLED


@pytest.mark.parametrize("choose", CHOICES)
@pytest.mark.parametrize("number", [0, 1])
def test_the_first_cases_tell_the_mistakes_apart(choose, number):
    case = telling_case(choose, number)

    def fill(**how):
        return fill_gaps(*case, **how)[0].tolist()

    ways = [
        {},
        {"shares": lambda n, s: [n] + [0] * (s - 1)},
        {"shares": lambda n, s: equal_shares(n, s)[::-1]},
        {"shares": lambda n, s: [n * (k + 1) // s - n * k // s for k in range(s)]},
        {"shares": lambda n, s: [n // s] * (s - 1) + [n - n // s * (s - 1)]},
        {"shares": lambda n, s: [n - n // s * (s - 1)] + [n // s] * (s - 1)},
        {"shares": lambda n, _: [1] * n},
        {"turned": True},
        {"row_before": True},
    ]
    ways += [{"draws": "step"}, {"draws": "texts"}] if choose == "random" else []
    if choose == "confident":
        ways += [{"stale": True}, {"confidence": lambda logits: logits}]
    found = [fill(**way) for way in ways]
    assert all(a != b for a, b in itertools.combinations(found, 2))


@pytest.mark.parametrize("case", [tied_case(3, 3, 0), tied_case(4, 2, 0), long_tied_case(40, 3)])
def test_ties_are_ties_to_the_last_digit_and_matter(case):
    model, ids, mask_id, *_ = case
    assert isinstance(model, (JointModel, Mixer))
    logits = model(ids).logits[0]
    rows = {tuple(row.tolist()) for row in logits[ids[0] == mask_id]}
    assert len(rows) < (ids[0] == mask_id).sum()
    left, right = (fill_gaps(*case, ties=ties)[0] for ties in ("left", "right"))
    assert not left.equal(right)


@pytest.fixture(scope="module")
def gpt():
    return model("decoder")


def test_steady_draws_follow_the_probabilities_and_repeat():
    p = torch.tensor([[0.5, 0.0, 0.3, 0.2]]).expand(20_000, -1)
    own = torch.multinomial
    with steady_draws(seed=3):
        first = torch.multinomial(p, num_samples=1)
    with steady_draws(seed=3):
        assert torch.equal(torch.multinomial(p, 1), first)
    assert torch.multinomial is own and first.shape == (20_000, 1)
    shares = torch.bincount(first[:, 0], minlength=4) / len(first)
    assert torch.allclose(shares, p[0], atol=0.02) and shares[1] == 0


def test_what_the_library_draws_is_given_back_after_an_error():
    own = torch.multinomial
    with pytest.raises(RuntimeError), steady_draws(seed=0):
        raise RuntimeError
    assert torch.multinomial is own


def test_the_truth_and_the_model_stand_at_the_same_places(gpt):
    decoder, tokenizer = gpt
    documents = real_documents(3, seed=5)
    true, logits = true_next(tokenizer, documents), logits_at(decoder, tokenizer, documents)
    assert len(true) == len(logits) == sum(len(words) + 1 for words in documents)
    assert torch.allclose(true.sum(dim=1), torch.ones(len(true)), atol=1e-5)
    assert (logits.double().softmax(-1) * (true > 0)).sum(dim=1).mean() > 0.95
    shares = word_shares(tokenizer, 20, seed=1)
    assert abs(shares.sum() - 1) < 1e-5 and shares.argmax() != tokenizer.pad_token_id


def test_all_texts_that_begin_so_are_found(gpt):
    decoder, tokenizer = gpt
    texts, q = zip(*texts_that_begin("the weather is".split()), strict=True)
    assert len(set(texts)) == 56 and abs(sum(q) - 1) < 1e-9
    assert all(text in language for text in texts)
    p = text_probs(decoder, tokenizer, texts, 3, lambda _, logits: logits)
    assert len(p) == 57 and abs(p.sum() - 1) < 1e-9 and p[-1] < 0.03
    best = text_probs(decoder, tokenizer, texts, 3, TopKLogitsWarper(1))
    assert (best > 0).sum() == 1 and abs(best.max() - 1) < 1e-9


def takes(form, text: str) -> bool:
    state = 0
    for word in text.split():
        state = int(form.steps[state, form.words.index(word)])
        if state < 0:
            return False
    return bool(form.ends[state])


def test_the_form_of_a_pet_is_its_regular_expression():
    form = pet_form()
    assert form.steps.dtype == torch.int64 and form.ends.dtype == torch.bool
    for text in ("{ pet : cat }", "{ pet : dog , age : 3 }", "{ pet : cat , age : 1 2 2 }"):
        assert takes(form, text)
    for text in ("", "{ }", "{ pet : cat", "{ pet : cat , }", "{ pet : [ cat", "{ age : 1 }"):
        assert not takes(form, text)
    (trap,) = form.trap
    assert set(form.steps[trap].tolist()) == {-1, trap} and not form.ends[trap]
    assert len(form.places) == len(form.steps)
    draw_form(form)


def test_the_explorer_drafts_what_the_large_model_would_say(gpt):
    """The words of all texts are kept by the rule, and a draft by the model itself is never refused."""
    decoder, tokenizer = gpt
    small, _ = model("small-decoder")
    for call in _walk(decoder, small, tokenizer, 3, 4):
        kept = [word.kept for word in call.draft]
        assert kept[: call.kept] == [True] * call.kept
        assert call.kept == len(kept) or not kept[call.kept]
        for word in call.draft:
            assert word.kept == (word.luck < min(1, word.p / word.q))
    assert all(call.kept == 5 for call in _walk(decoder, decoder, tokenizer, 0, 5))


def test_the_first_picture_of_the_speculative_explorer_has_the_refusal_that_the_lesson_names():
    explorer = EXPLORERS["speculative"]()
    assert "“she” is refused" in explorer.status and "emperor" in explorer.picture
    move(explorer, step=8)
    assert "replaces the refused word by “he”" in explorer.status
    move(explorer, step=999)
    assert explorer.values["step"] < 999


def test_a_walk_through_the_automaton():
    explorer = EXPLORERS["automaton"]()
    assert "State 4" in explorer.status
    move(explorer, step=3)
    assert "State 3: 2 of 12 words are allowed: cat  dog" in explorer.status
    assert "A step without a way to an end: [" in explorer.status

    move(explorer, step=5)
    assert "the text ends here" in explorer.status
    move(explorer, text=1)
    assert explorer.values["step"] == 5 and "State 5" in explorer.status
    move(explorer, text=2)
    assert "“[” is not allowed in state 3" in explorer.status
    move(explorer, step=0)
    assert "State 0: one word of 12" in explorer.status
