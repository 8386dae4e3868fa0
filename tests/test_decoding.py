"""What the check cells of 05_decoding share: references against the library, cases that are fair."""

import random
from collections import Counter

import pytest
import torch
from transformers import NoRepeatNGramLogitsProcessor, TopPLogitsWarper

from course_utils import Check
from course_utils import decoding as d
from course_utils.exercises import decoding as ex
from course_utils.messages import say


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
        assert ex.largest(logits, ex.nucleus_sizes(logits, p)).equal(want)
    assert ex.nucleus_sizes(logits.masked_fill(torch.eye(4, 30) > 0, -torch.inf), 1.0).eq(29).all()


def test_of_equally_probable_tokens_any_may_stay_but_only_as_many_as_are_needed():
    logits = torch.ones(1, 4)
    for keep, key in (
        ([1, 1, 0, 0], "check-passed-hidden"),
        ([0, 1, 0, 1], "check-passed-hidden"),
        ([1, 1, 1, 0], "top-p-reach"),
        ([1, 1, 1, 1], "top-p-ties"),
    ):
        got = logits.masked_fill(torch.tensor([keep]) == 0, -torch.inf)
        result = judge(
            lambda x, p, got=got: got.clone(), lambda c: ex.compare_top_p(c, logits, 0.5)
        )
        assert result.key == key, keep


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
        for power in (0.0, 0.7, 1.0, 2.0):
            language = ex.random_language(3, seed, impossible=0.2)
            want = ex.brute_force(language, 3, 4, 1, power)
            done = ex.finished_by_beam(ex.BeamCase(language, 100, 4, 1, power))
            got = ex.best_of(done, power)
            assert got[0] == want[0] and got[1] == pytest.approx(want[1], abs=1e-4)


def test_the_lesson_searches_as_the_exercise_does():
    for cases in ex.BEAM_CASES.values():
        for case in cases:
            lesson = ex.search_beams(case.log_prob_fn, case.width, case.max_len, case.eos)[0]
            exercise = ex.finished_by_beam(case)
            assert {h.tokens for h in lesson} == {h.tokens for h in exercise}


def narrowest(case):
    """The least that two candidates differ by where one is kept and one is not, or by which the best
    hypothesis wins."""
    live, gaps = [((), 0.0)], []
    for _ in range(case.max_len):
        grown = [
            ((*tokens, token), total + step)
            for tokens, total in live
            for token, step in enumerate(case.log_prob_fn(tokens).tolist())
        ]
        grown.sort(key=lambda h: -h[1])
        others = [h for h in grown if h[0][-1] != case.eos]
        for ranked in (grown, others):
            gaps += [a[1] - b[1] for a, b in zip(ranked[case.width - 1 :], ranked[case.width :])][
                :1
            ]
        live = others[: case.width]
    done = ex.finished_by_beam(case)
    scores = sorted((h.total / len(h.tokens) ** case.length_penalty for h in done), reverse=True)
    gaps += [a - b for a, b in zip(scores, scores[1:])][:1]
    return min((gap for gap in gaps if gap == gap), default=1.0)  # NaN: two that are impossible


def test_no_case_of_beam_search_depends_on_rounding():
    for situation, cases in ex.BEAM_CASES.items():
        for case in cases:
            assert narrowest(case) > 1e-3, (situation, case)


def test_each_mistake_in_a_beam_search_is_named_where_it_first_shows():
    """It finds there what no other mistake does that has not shown before."""
    shown, every = set(), set()
    for situation, (case, *_) in ex.BEAM_CASES.items():
        want = ex.best_of(ex.finished_by_beam(case), case.length_penalty)[0]
        counts, wrong = Counter(), {}
        for key, tokens in ex.wrong_beams(case):
            wrong[key, counts[key]] = tokens  # several may share a message
            counts[key] += 1
        new = {m: tokens for m, tokens in wrong.items() if tokens != want and m not in shown}
        for (key, _), tokens in new.items():
            assert {k for (k, _), found in new.items() if found == tokens} == {key}, situation
        shown |= new.keys()
        every |= wrong.keys()
    assert shown == every


@pytest.mark.parametrize(("seed", "width", "power"), [(15, 2, 0.0), (2, 2, 1.0), (28, 3, 2.0)])
def test_the_reference_is_the_librarys_beam_search(seed, width, power):
    model = ex.tiny_gpt(seed)
    case = ex.BeamCase(
        d.model_language(model, [1, 2]), width, max_len=6, eos=0, length_penalty=power
    )
    ids = torch.tensor([[1, 2]])
    config = {"num_beams": width, "length_penalty": power, "early_stopping": "never"}
    config |= {"eos_token_id": 0, "pad_token_id": 11, "max_new_tokens": 6}
    new = ex.library_generate(model, ids, config)[0, 2:].tolist()
    new = new[: new.index(0) + 1] if 0 in new else new
    assert tuple(new) == ex.best_of(ex.finished_by_beam(case), power)[0]


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

    model = ex.decoder()[0]
    result = judge(cheat, lambda c: ex.compare_generate(c, model, ids, config))
    assert result.key == "generate-library"
    assert ex.library_generate(model, ids, config).shape == (1, 6)


def test_what_an_answer_does_to_its_model_is_gone_with_the_next_call():
    model, ids = ex.tiny_gpt(1), torch.tensor([[1, 2, 3]])
    before = ex.library_generate(model, ids, {"max_new_tokens": 4})

    def spoil(model, ids, config):
        for weights in model.parameters():
            weights.data.zero_()
        return ids

    judge(spoil, lambda c: ex.compare_generate(c, model, ids, {"max_new_tokens": 4}))
    assert ex.library_generate(model, ids, {"max_new_tokens": 4}).equal(before)


def test_a_check_leaves_the_random_numbers_alone():
    state = torch.random.get_rng_state()
    config = {"max_new_tokens": 2, "do_sample": True}
    ids = ex.prompts("tom")
    judge(lambda *_: ids, lambda c: ex.compare_generate(c, ex.decoder()[0], ids, config))
    ex.tiny_gpt.__wrapped__(1)
    assert torch.random.get_rng_state().equal(state)


@pytest.mark.parametrize("right", [0, 1, 2])
def test_a_failed_check_of_generate_says_which_steps_are_right(monkeypatch, right):
    for name in ("_greedy_step", "_sampling_step")[:right]:
        monkeypatch.setattr(ex, name, lambda check: None)
    result = judge(lambda model, ids, config: ids, ex.check_generate)
    before = say(f"generate-passed-{right}") + "\n" if right else ""
    assert result == 0 and result.message.startswith(before)
    assert before or "Step" not in result.message


def test_beams_whose_cache_stays_as_it_is_write_another_text():
    request = ex._Request(ex.tiny_gpt(24), ex._TOYS, {"num_beams": 3, "max_new_tokens": 6}, seed=0)
    assert not request.library_without_reorder().equal(request.library())
    assert request.library().equal(request.library())
