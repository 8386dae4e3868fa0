"""What the check cells of 05_decoding share: references against the library, cases that are fair."""

import random

import pytest
import torch
from transformers import NoRepeatNGramLogitsProcessor, TopPLogitsWarper

from course_utils import Check
from course_utils import decoding as d
from course_utils.checks.assignments import read_assignment
from course_utils.exercises import decoding as ex
from course_utils.files import course_folder

NOTEBOOK = course_folder() / "solutions" / "05_decoding" / "05_decoding.ipynb"


def judge(answer, compare):
    """The result of one comparison of `answer`, under the name that the check looks up."""
    globals()["tried"] = answer
    with Check("tried", points=1, hidden=True) as check:
        compare(check)
    return check.result


# --- one step -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_the_nucleus_is_the_librarys(seed):
    logits = ex.logits_case(4, 30, seed=seed)
    for p in (0.1, 0.5, 0.9, 0.99):
        want = TopPLogitsWarper(p)(None, logits).isfinite()
        assert ex.top_p_keep(logits, p).equal(want)
        sizes = want.sum(-1)
        assert ex.top_p_keep(logits, p, 1).sum(-1).equal(sizes + 1)


def test_banned_tokens_are_the_librarys():
    rng = random.Random(0)
    for _ in range(200):
        sequence = [rng.randrange(4) for _ in range(rng.randint(1, 15))]
        for n in (1, 2, 3, 4):
            scores = NoRepeatNGramLogitsProcessor(n)(torch.tensor([sequence]), torch.zeros(1, 4))
            banned = set(scores[0].isinf().nonzero()[:, 0].tolist())
            assert ex.banned_tokens(sequence, n) == banned, (sequence, n)


def test_the_chain_is_that_of_generate():
    model = ex.decoder()[0]
    ids = ex.prompts("the bank was")
    config = {"repetition_penalty": 1.3, "no_repeat_ngram_size": 2, "temperature": 0.7}
    config |= {"top_k": 9, "top_p": 0.8}
    settings = model._prepare_generation_config(None, do_sample=True, **config)[0]
    theirs = model._get_logits_processor(settings, input_ids_seq_length=3)
    logits = ex.logits_case(1, 1525)
    assert ex.chain(logits, ids, config).equal(theirs(ids, logits))
    assert ex.chain(logits, ids, {"top_k": 0, "top_p": 1.0, "do_sample": True}).equal(logits)


def test_ties_of_top_k_may_be_kept_or_cut():
    logits = torch.tensor([[2.0, 1.0, 1.0, 0.0]])

    def keep(*places):
        out = torch.full_like(logits, -torch.inf)
        for i in places:
            out[0, i] = logits[0, i]
        return out

    for places, right in (((0, 1, 2), 1), ((0, 1), 1), ((0, 2), 1), ((0,), 0), ((1, 2), 0)):
        result = judge(lambda x, k: keep(*places), lambda c: ex.compare_top_k(c, logits, 2))
        assert float(result) == right, places
    assert judge(lambda x, k: keep(0, 1, 2, 3), lambda c: ex.compare_top_k(c, logits, 2)) == 0


# --- beams ----------------------------------------------------------------------------------------


def test_a_full_beam_is_brute_force():
    for seed in range(8):
        for penalty in (0.0, 0.7, 1.0, 2.0):
            log_probs = ex.random_language(3, seed, impossible=0.2)
            done, _ = d.search_beams(log_probs, 100, 4, eos=1)
            want = ex.brute_force(log_probs, 3, 4, 1, penalty)
            got = ex.best_of(done, penalty)
            assert got[0] == want[0] and got[1] == pytest.approx(want[1], abs=1e-4)


def beam_cases():
    """The arguments of every `compare_beam` in the notebook's checks."""
    exercise = read_assignment(NOTEBOOK).exercises["beam_search"]
    found = []
    for check in exercise.checks:
        source = check.source.replace("compare_beam(check,", "record(")
        names = {"record": lambda *case: found.append(case), "Check": Check, "beam_search": min}
        exec(source, names)
    assert len(found) > 40
    return found


def stays_in_the_pool(log_prob_fn, width, max_len, eos, power):
    """Another reading: finished hypotheses keep their place in the beam."""
    pool = [((), 0.0)]
    for _ in range(max_len):
        grown = [h for h in pool if h[0] and h[0][-1] == eos]
        for tokens, total in pool:
            if not tokens or tokens[-1] != eos:
                steps = enumerate(log_prob_fn(tokens).tolist())
                grown += [((*tokens, token), total + step) for token, step in steps]
        pool = sorted(grown, key=lambda h: -h[1] / len(h[0]) ** power)[:width]
    return pool


def test_the_usual_readings_of_beam_search_agree_on_the_cases():
    for log_probs, width, max_len, eos, penalty in beam_cases():
        answers = {
            ex.best_of(d.search_beams(log_probs, width, max_len, eos, rule=rule)[0], penalty)[0]
            for rule in ("library", "every", "shrink")
        }
        for power in (0, penalty):
            pool = stays_in_the_pool(log_probs, width, max_len, eos, power)
            answers.add(max(pool, key=lambda h: h[1] / len(h[0]) ** penalty)[0])
        assert len(answers) == 1, (width, max_len, penalty, answers)


@pytest.mark.parametrize(("seed", "width", "penalty"), [(15, 2, 0.0), (2, 2, 1.0), (28, 3, 2.0)])
def test_the_reference_is_the_librarys_beam_search(seed, width, penalty):
    model = ex.tiny_gpt(seed)
    done, _ = d.search_beams(d.model_language(model, [1, 2]), width, 6, eos=0)
    ids = torch.tensor([[1, 2]])
    config = {"num_beams": width, "length_penalty": penalty, "early_stopping": "never"}
    config |= {"eos_token_id": 0, "pad_token_id": 11, "max_new_tokens": 6}
    new = ex.library_generate(model, ids, config)[0, 2:].tolist()
    new = new[: new.index(0) + 1] if 0 in new else new
    assert tuple(new) == ex.best_of(done, penalty)[0]


# --- generate -------------------------------------------------------------------------------------


def test_the_checks_decoder_writes_the_same_with_and_without_a_cache():
    """It lacks one of the blocks, and each block must find its own keys and values."""
    model, ids = ex.decoder()[0], ex.prompts("tom had a", "the bank was")
    with_cache, without = (
        ex.library_generate(model, ids, {"max_new_tokens": 8, "use_cache": cache})
        for cache in (True, False)
    )
    assert with_cache.equal(without)
    assert len(set(with_cache[0].tolist())) > 4  # a text, not one word again and again


def test_tokens_are_counted_with_and_without_a_cache():
    model, ids = ex.decoder()[0], ex.prompts("tom had a", "the bank was")
    for cache, tokens in ((True, 2 * (3 + 4)), (False, 2 * (3 + 4 + 5 + 6 + 7))):
        with d.count_tokens(model) as fed:
            ex.library_generate(model, ids, {"max_new_tokens": 5, "use_cache": cache})
        assert (fed.tokens, fed.calls) == (tokens, 5)
    before = fed.tokens
    ex.library_generate(model, ids, {"max_new_tokens": 1})
    assert fed.tokens == before


def test_an_answer_may_not_use_the_library_and_the_library_works_afterwards():
    ids = ex.prompts("the bank was")
    config = {"max_new_tokens": 3}

    def cheat(model, ids, config):
        try:
            return model.generate(ids, **config)
        except Exception:
            return ids

    assert judge(cheat, lambda c: ex.compare_generate(c, ids, config)).key == "generate-library"
    assert ex.library_generate(ex.decoder()[0], ids, config).shape == (1, 6)


def test_a_check_leaves_the_random_numbers_alone():
    state = torch.random.get_rng_state()
    config = {"max_new_tokens": 2, "do_sample": True}
    judge(lambda *_: ex.prompts("tom"), lambda c: ex.compare_generate(c, ex.prompts("tom"), config))
    ex.tiny_gpt(1)
    assert torch.random.get_rng_state().equal(state)
