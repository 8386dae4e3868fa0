"""What 03_objectives shares: the experiments' parts, and comparisons that pass what is right only."""

import copy
import math
import random

import pytest
import torch
import torch.nn.functional as F

from course_utils import Check
from course_utils import objectives as o
from course_utils.exercises import objectives as ex


def judge(answer, compare):
    """The result of one comparison of `answer`, under the name that the check looks up."""
    globals()["tried"] = answer
    with Check("tried", points=1, hidden=True) as check:
        compare(check)
    return check.result


# --- the experiments ------------------------------------------------------------------------------


def test_ids_stand_between_edges_and_fill_up_with_padding():
    texts = [("the", "cat"), ("the", "cat", "sat", "on")]
    ids = o.to_ids([list(text) for text in texts])
    assert ids.shape == (2, 6) and ids[0, [0, 3, 4, 5]].tolist() == [2, 2, 0, 0]
    assert o.vocabulary()[ids[1, 4]] == "on"


def test_batches_hold_like_lengths_and_repeat():
    texts = o.sample_texts(400, 1)
    first, second = (o.batches(texts, 20, 30, torch.Generator().manual_seed(0)) for _ in range(2))
    assert len(first) == 30 and all(a.equal(b) for a, b in zip(first, second, strict=True))
    assert sum((ids == 0).sum() for ids in first) < 0.1 * sum(ids.numel() for ids in first)


def test_log_p_of_a_text_is_the_sum_of_its_rows():
    torch.manual_seed(0)
    model, ids = o.Reader(causal=True), o.to_ids([["the", "cat", "sat"], ["the", "dog", "sat"]])
    with torch.no_grad():
        log_p = model.score(model(ids[:, :-1])).log_softmax(-1)
    for start in (1, 3):
        want = [sum(log_p[k, i - 1, ids[k, i]] for i in range(start, 5)) for k in (0, 1)]
        torch.testing.assert_close(o.text_log_prob(model, ids, start), torch.stack(want))


def test_a_curve_tells_how_many_words_a_share_of_its_way_took():
    curve = [(1000, 4.0), (2000, 2.0), (3000, 1.5)]
    assert math.isclose(o.words_needed(curve, 5.0, 1.0, 0.25), 1.0)
    assert math.isclose(o.words_needed(curve, 5.0, 1.0, 0.5), 1.5)
    assert o.words_needed(curve, 5.0, 1.0, 0.9) == math.inf


def test_each_gap_is_answered_at_the_hidden_word():
    def way(model, ids, place):
        log_p = torch.full((len(o.vocabulary()) - 3,), -9.0)
        log_p[ids[place] - 3] = -float(place)
        return log_p

    gaps = [(("the", "cat", "sat"), 1), (("the", "dog", "sat"), 2)]
    answers = o.gap_answers(way, None, gaps, "gaps")
    assert answers.shape == (2, len(o.vocabulary()) - 3)
    hidden = [o.vocabulary().index(text[i]) - 3 for text, i in gaps]
    assert [answers[k, word].item() for k, word in enumerate(hidden)] == [-2.0, -3.0]


def fair_pairs(documents, kind, rng):
    """A right answer of exercise 3.10."""
    found = []
    for number, document in enumerate(documents):
        others = [d for k, d in enumerate(documents) if k != number]
        for a, b in zip(document, document[1:]):
            negative = (b, a, 0) if kind == "sop" else (a, rng.choice(rng.choice(others)), 0)
            found.append((a, b, 1) if rng.random() < 0.5 else negative)
    return found


def from_all(documents, kind, rng):
    """C may be a sentence of the same document: of 1,500 documents that hardly ever shows."""
    pairs = fair_pairs(documents, kind, rng)
    return [(a, b if y else rng.choice(rng.choice(documents)), y) for a, b, y in pairs]


@pytest.mark.parametrize("kind", ["nsp", "sop"])
def test_pairs_come_from_the_reader_where_they_are_right(kind):
    pairs, mine = o.pairs_if_right(fair_pairs, kind, 60, "few")
    documents = o.several_sentences(60, random.Random("few"))
    assert mine and pairs == fair_pairs(documents, kind, random.Random("few"))
    for wrong in (
        lambda documents, kind, rng: None,
        lambda documents, kind, rng: fair_pairs(documents, kind, rng)[1:],
        lambda documents, kind, rng: [
            (a, b, 1 - y) for a, b, y in fair_pairs(documents, kind, rng)
        ],
        lambda documents, kind, rng: [(a, b, 1) for d in documents for a, b in zip(d, d[1:])],
        lambda documents, kind, rng: [(a, "?", 0) for a, b, y in fair_pairs(documents, kind, rng)],
        lambda documents, kind, rng: documents.clear(),
        *([from_all] if kind == "nsp" else []),
    ):
        assert o.pairs_if_right(wrong, kind, 60, "few") == (
            o.sentence_pairs(kind, 60, "few"),
            False,
        )


def test_a_topic_is_blind_for_order_unless_it_has_a_list_for_each_side():
    pairs = o.sentence_pairs("nsp", 40, "few")
    a, b, _ = zip(*pairs, strict=True)
    for ordered in (False, True):
        torch.manual_seed(0)
        model = o.Topic(ordered)
        assert torch.allclose(model(a, b), model(b, a)) != ordered
    assert 0 <= o.topic_accuracy(pairs, pairs) <= 1


def test_all_short_texts_have_an_exact_floor_below_the_word_frequencies():
    floor = o.short_texts().floor(o.sample_texts(50, 2))
    assert 0 < floor["mlm"] < floor["clm"] < 2


def test_the_floors_are_those_of_words_alone():
    texts, short = o.sample_texts(30, 2), o.short_texts()
    terms = [-math.log(short.next_word(t[:i])[word]) for t in texts for i, word in enumerate(t)]
    assert math.isclose(o.floors(texts)["clm"], sum(terms) / len(terms), rel_tol=1e-9)
    assert o.floors(texts)["mlm"] == short.floor(texts)["mlm"]


@pytest.mark.parametrize("always", [False, True])
def test_corrupt_hides_the_share_that_is_asked(always):
    ids = o.to_ids(o.sample_texts(3000, 3))
    inputs, labels = o.corrupt(ids, 0.4, torch.Generator().manual_seed(0), always)
    words, asked = ids > 2, labels != -100
    assert not (asked & ~words).any() and inputs[~asked].equal(ids[~asked])
    assert labels[asked].equal(ids[asked])
    assert abs(asked.sum() / words.sum() - 0.4) < 0.015
    assert abs((inputs == 1).sum() / asked.sum() - (1.0 if always else 0.8)) < 0.015


def test_fast_optimizers_train_all_that_there_is():
    torch.manual_seed(0)
    model = torch.nn.Module()
    model.layers, model.head = torch.nn.Linear(4, 4), torch.nn.Linear(4, 2)
    before = [p.clone() for p in model.parameters()]
    step = o.fast_optimizers(model, steps=3)
    model.head(model.layers(torch.ones(1, 4))).square().sum().backward()
    step()
    assert all(not p.equal(b) for p, b in zip(model.parameters(), before, strict=True))
    assert all(p.grad is None for p in model.parameters())


@pytest.mark.parametrize("shape", [(6, 6), (4, 10), (10, 4)])
def test_muon_is_pytorchs_but_for_rounding(shape):
    torch.manual_seed(0)
    ours = [torch.nn.Parameter(torch.randn(shape)) for _ in range(3)]
    theirs = [torch.nn.Parameter(p.detach().clone()) for p in ours]
    muon = o.Muon(ours)
    library = torch.optim.Muon(theirs, lr=0.1, weight_decay=0.01, adjust_lr_fn="match_rms_adamw")
    for _ in range(3):
        for p, q in zip(ours, theirs, strict=True):
            p.grad = torch.randn(shape)
            q.grad = p.grad.clone()
        muon.step(0.1)
        library.step()
    for p, q in zip(ours, theirs, strict=True):
        assert torch.allclose(p, q, atol=0.01)  # three steps are .1 long, and bfloat16 is coarse


# --- the references are the libraries' ------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_the_causal_reference_is_the_librarys(seed):
    from transformers.loss.loss_utils import ForCausalLMLoss

    logits, ids, padding = ex.clm_case([5, 2, 7], vocab=11, seed=seed)
    want = ForCausalLMLoss(logits, ids.masked_fill(padding, -100), 11)
    assert torch.isclose(ex.clm_by_hand(logits, ids, padding), want)


@pytest.mark.parametrize("seed", range(5))
def test_the_sums_are_those_of_the_definition(seed):
    joint = ex.random_joint(2, 3, 2, seed=seed, holes=0.3)
    causal, both, whole = ex.sums_by_hand(joint)
    assert math.isclose(causal, whole, abs_tol=1e-9) and 0 <= both <= whole + 1e-9
    share = joint / joint.sum(dim=1, keepdim=True).clamp(min=1e-300)
    second = -torch.xlogy(joint, share).sum().item() / math.log(2)  # H(second | first and third)
    assert math.isclose(second, ex.entropy_given(joint, 1, [0, 2]))


@pytest.mark.parametrize("seed", range(3))
def test_kl_and_entropy_are_pytorchs(seed):
    p, q = torch.rand(2, 9, generator=torch.Generator().manual_seed(seed)).double()
    p, q = p / p.sum(), q / q.sum()
    divergence = F.kl_div(q.log(), p, reduction="sum").item()
    assert math.isclose(ex.kl_by_hand(p.tolist(), q.tolist()), divergence)
    nats = torch.distributions.Categorical(probs=p).entropy().item()
    assert math.isclose(ex.entropy_by_hand(p.tolist(), math.e), nats)
    assert ex.kl_by_hand([0.5, 0.5], [1.0, 0.0]) == math.inf


# --- random answers -------------------------------------------------------------------------------


def corrupt_as_bert(ids, special, mask_id, vocab_size, generator, shares=(0.8, 0.9)):
    chosen = (torch.rand(ids.shape, generator=generator) < 0.15) & ~special
    fate = torch.rand(ids.shape, generator=generator)
    words = torch.randint(vocab_size, ids.shape, generator=generator)
    inputs = ids.masked_fill(chosen & (fate < shares[0]), mask_id)
    inputs = torch.where(chosen & (fate >= shares[1]), words, inputs)
    return inputs, ids.masked_fill(~chosen, -100)


@pytest.mark.parametrize("seed", range(40))
def test_a_right_corruption_is_never_refused(seed):
    """The cases of the check cells, with other draws than theirs."""

    def compare(check):
        ex.compare_corrupt_batches(check, seed=seed % 50)
        ex.compare_corrupt_generator(check, seed)
        ex.compare_corrupt_shares(check, 100, 400, 2000, seed)
        ex.compare_corrupt_words(check, 200, 400, seed)
        ex.compare_corrupt_coins(check, seed)

    result = judge(corrupt_as_bert, compare)
    assert result.state == "passed", result.message


@pytest.mark.parametrize(
    ("shares", "key"),
    [
        ((0.76, 0.9), "corrupt-shares"),
        ((0.8, 0.92), "corrupt-shares"),
        ((1.0, 2.0), "corrupt-all-masks"),
    ],
)
def test_other_shares_are_refused(shares, key):
    def answer(*args):
        return corrupt_as_bert(*args, shares=shares)

    result = judge(answer, lambda check: ex.compare_corrupt_shares(check, 300, 400, 5000, seed=1))
    assert result.key == key


def right_pairs(documents, kind, rng):
    pairs = []
    for number, document in enumerate(documents):
        others = [s for k, d in enumerate(documents) if k != number for s in d]
        for a, b in zip(document, document[1:]):
            if rng.random() < 0.5:
                pairs.append((a, b, 1))
            else:
                pairs.append((b, a, 0) if kind == "sop" else (a, rng.choice(others), 0))
    return pairs


@pytest.mark.parametrize("kind", ["nsp", "sop"])
@pytest.mark.parametrize("seed", range(20))
def test_right_pairs_are_never_refused(kind, seed):
    """The cases of the check cells, with other draws than theirs."""

    def compare(check):
        ex.compare_pairs_coins(check, kind, seed)
        ex.compare_pairs_chance(check, kind, seed)
        ex.compare_pairs_repeated(check, kind, seed)
        ex.compare_pairs_generator(check, kind, seed)
        ex.compare_pairs_equal_documents(check, seed)
        ex.compare_pairs_sources(check, seed)

    result = judge(right_pairs, compare)
    assert result.state == "passed", result.message


@pytest.mark.parametrize("value", [1.5, torch.tensor(1.5), torch.tensor(1.5).double()])
def test_a_number_may_be_a_number_or_a_tensor(value):
    answer = lambda p: copy.deepcopy(value)  # noqa: E731
    p = torch.tensor([0.5, 0.25, 0.25, 0.0])
    assert judge(answer, lambda check: ex.compare_entropy(check, p)).state == "passed"


def test_a_vector_is_no_number():
    result = judge(lambda p: torch.ones(1), lambda check: ex.compare_entropy(check, torch.ones(1)))
    assert result.key == "scalar-wanted"


def test_two_numbers_are_shown_with_digits_that_tell_them_apart():
    assert ex.shown(1.50043, 1.5) == ("1.5004", "1.5")
    assert ex.shown(-0.0, math.inf) == ("0", "∞")
    assert ex.shown(math.nan, -2.0) == ("NaN", "−2")


def test_a_loss_is_taken_only_if_it_its_gradient_and_its_inputs_are_right():
    scores = torch.randn(4, 5, generator=torch.Generator().manual_seed(0))
    labels = torch.tensor([0, 4, 2, 2])

    def course(scores, labels):
        return F.cross_entropy(scores, labels)

    def by_hand(scores, labels):
        return -scores.log_softmax(-1)[torch.arange(4), labels].mean()

    def without_gradient(scores, labels):
        return torch.tensor(course(scores, labels).item())

    def changes(scores, labels):
        loss = course(scores, labels)
        labels[0] = 1
        return loss

    assert o.if_right(by_hand, course, scores, labels) is by_hand
    for wrong in (lambda s, y: 2 * course(s, y), without_gradient, changes):
        assert o.if_right(wrong, course, scores, labels) is course


@pytest.mark.parametrize(
    ("yours", "found"),
    [
        (lambda p: (p.sum(), 2.0001), ((1.0, 2.0001), True)),  # right, in other digits
        (lambda p: [p.sum().item(), 2], ((1.0, 2.0), True)),
        (lambda p: (1.0, 2.01), ((1.0, 2.0), False)),
        (lambda p: 1.0, ((1.0, 2.0), False)),
        (
            lambda p: p.mul_(2).sum() and None,
            ((1.0, 2.0), False),
        ),  # nothing, and it changes what it gets
        (lambda p: (math.nan, 2.0), ((1.0, 2.0), False)),
        (lambda p: 1 / 0, ((1.0, 2.0), False)),
    ],
)
def test_numbers_come_from_the_reader_where_they_are_right(yours, found):
    p = torch.tensor([0.25, 0.75])
    assert o.yours_if_right(yours, lambda p: (p.sum(), 2.0), p) == found
    assert p.tolist() == [0.25, 0.75]


def test_networks_are_compared_at_the_same_gaps(capsys):
    words = o.short_texts().words
    text = o.sample_texts(1, "gaps")[0]
    test = o.GapTest([(text, 0), (text, 1)])

    def knows(_, ids, place):  # half of the probability to the right word
        log_p = torch.full((len(words),), math.log(0.5 / (len(words) - 1)))
        log_p[ids[place] - 3] = math.log(0.5)
        return log_p

    def guesses(_, ids, place):
        return torch.arange(len(words)).double().log_softmax(0)

    test.ask("one", None, knows)
    test.ask("other", None, guesses)
    assert test.losses["one"] == pytest.approx(math.log(2)) and test.scores["one"] == 1
    test.ask("one", None, guesses, ", asked again")
    assert test.losses["one"] == test.losses["other"] and test.scores["one"] < 1
    assert test.answers["one"].shape == (2, len(words))
    test.report()
    lines = capsys.readouterr().out.splitlines()[-2:]
    assert lines[0].startswith("one, asked again") and lines[1].startswith("other")


def test_a_loss_trains_only_where_it_is_right():
    def clm(logits, ids, padding):
        real = ~padding[:, 1:]
        return F.cross_entropy(logits[:, :-1][real], ids[:, 1:][real])

    def no_shift(logits, ids, padding):
        return F.cross_entropy(logits[~padding], ids[~padding])

    def mlm(logits, labels):
        asked = labels != -100
        return F.cross_entropy(logits[asked], labels[asked])

    assert ex.loss_if_right("clm", clm) == (clm, o.whose(True))
    assert ex.loss_if_right("mlm", mlm) == (mlm, o.whose(True))
    for kind, wrong in (("clm", no_shift), ("mlm", clm), ("clm", lambda *given: None)):
        found, words = ex.loss_if_right(kind, wrong)
        assert found is not wrong and words == o.whose(False)
    same = torch.zeros(2, 3, 4).double(), torch.tensor([[1, 2, 0], [1, 2, 3]])
    assert ex.loss_if_right("clm", no_shift)[0](*same, same[1] == 0).item() == pytest.approx(
        math.log(4)
    )


def test_a_divergence_is_the_readers_where_it_is_right_also_at_zeros():
    def by_hand(p, q):
        p[p > 0] *= 1  # may write into what it gets, and harms nothing
        possible = p > 0
        return (p[possible] * (p[possible] / q[possible]).log()).sum()

    def no_zeros(p, q):
        return (p * (p / q).log()).sum()

    p, q = torch.tensor([0.0, 0.5, 0.5]).double(), torch.tensor([0.5, 0.25, 0.25]).double()
    for yours, mine in ((by_hand, True), (no_zeros, False), (lambda p, q: by_hand(q, p), False)):
        found, words = ex.kl_if_right(yours)
        assert float(found(p, q)) == pytest.approx(math.log(2)) and words == o.whose(mine)
    assert p.tolist() == [0.0, 0.5, 0.5]
    assert ex.kl_if_right(no_zeros)[0](q, p) == math.inf


@pytest.mark.parametrize(
    ("said", "number"),
    [
        (40, 40),
        (0.4, 0.4),
        ("40 %", 40),
        ("about .7 nats", 0.7),
        ("0,7", 0.7),
        ((0, 7), 0.7),
        (-1, -1),
        (None, None),
        ("?", None),
    ],
)
def test_a_guess_is_read_as_a_number_where_it_holds_one(said, number):
    assert o.guessed(said) == number
