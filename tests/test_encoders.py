"""course_utils.encoders: texts whose labels are right, models to put a head on, and comparisons."""

import copy
import random

import pytest
import torch

from course_utils import encoders
from course_utils.checks.check import Check
from course_utils.checks.model_state import marks_of
from course_utils.exercises import encoders as encoders_ex
from course_utils.exercises import handed_models
from course_utils.language.small_world import language


def test_short_reviews_are_different_sentences_of_the_small_world():
    reviews = encoders.short_reviews(200, seed=1)
    assert len({r.text for r in reviews}) == 200
    assert all(r.text.split() in language and len(r.text.split()) <= 12 for r in reviews)
    assert {r.label for r in reviews} == {0, 1}
    assert reviews == encoders.short_reviews(200, seed=1) != encoders.short_reviews(200, seed=2)


def test_pairs_agree_when_their_labels_do_and_the_first_says_nothing():
    label = {r.text: r.label for r in encoders.short_reviews(600, seed=4)}
    pairs = encoders.review_pairs(600, seed=4)
    assert all(p.label == (label[p.first] == label[p.second]) for p in pairs)
    for kind in (0, 1):
        some = [p.label for p in pairs if label[p.first] == kind]
        assert 0.4 < sum(some) / len(some) < 0.6


def test_answers_stand_in_the_sentence_that_is_asked_about():
    for q in encoders.questions(500, seed=0):
        context = q.context.split()
        assert context[q.first : q.last + 1] == q.answer.split()
        if q.question.startswith("who took"):
            assert context[q.last + 1] == "took"
        assert all(word in language.words for word in (q.question + " " + q.context).split())


def test_invented_names_are_unknown_and_labelled():
    for sentence in encoders.tagged_sentences(200, seed=2):
        assert len(sentence.words) == len(sentence.labels)
        unknown = [w for w in sentence.words if w not in language.words]
        assert len(set(unknown)) == 1
        tags = {t for w, t in zip(sentence.words, sentence.labels) if w == unknown[0]}
        assert len(tags) == 1 and tags < set(encoders.TAGS) - {"O"}


def test_banks_begin_alike_in_both_senses():
    sentences = encoders.bank_sentences(each=3)
    assert len(sentences) == 24 and all(s.text.split() in language for s in sentences)
    for frame in range(4):
        beginnings = {"river": [], "money": []}
        for s in sentences:
            if s.frame == frame:
                words = s.text.split()
                beginnings[s.sense].append(words[: words.index("bank") + 1])
        assert beginnings["river"] == beginnings["money"]


def test_a_body_is_a_fresh_copy_and_starts_from_the_encoder():
    a, b = encoders.new_body(), encoders.new_body(dropout=0.3)
    assert all(torch.equal(x, y) for x, y in zip(a.parameters(), b.parameters(), strict=True))
    next(a.parameters()).data.add_(1)
    assert not torch.equal(next(a.parameters()), next(b.parameters()))
    ids = torch.tensor([[2, 12, 3]])
    with torch.no_grad():
        b.train()
        assert not torch.equal(b(ids).last_hidden_state, b(ids).last_hidden_state)
        scratch = encoders.new_body(pretrained=False).eval()
        assert torch.equal(scratch(ids).last_hidden_state, scratch(ids).last_hidden_state)
    assert not torch.equal(next(scratch.parameters()), next(b.parameters()))


def test_a_new_model_takes_the_pretrained_body():
    model = encoders.new_model("BertForTokenClassification", num_labels=5)
    assert model.classifier.out_features == 5
    body = encoders.new_body()
    for name, p in model.bert.named_parameters():
        if "pooler" not in name:
            assert torch.equal(p, dict(body.named_parameters())[name])


def test_padded_batches_give_the_same_logits():
    model = encoders.new_model("BertForSequenceClassification", num_labels=2).eval()
    ((batch, labels),) = encoders.review_batches(encoders.short_reviews(5, 0))
    assert len(labels) == 5
    with torch.no_grad():
        plain = model(**batch).logits
        assert torch.allclose(model(**encoders_ex.padded(batch, 4)).logits, plain, atol=1e-5)


@pytest.mark.parametrize(
    "class_name",
    ["BertForSequenceClassification", "RobertaForTokenClassification",
     "ElectraForSequenceClassification", "BertForQuestionAnswering", "BertForMaskedLM"],
)  # fmt: skip
def test_body_and_head_are_all_parameters(class_name):
    model = encoders_ex.small_model(class_name)
    body, head = encoders_ex.body_and_head(model)
    assert {**body, **head}.keys() == dict(model.named_parameters()).keys()
    assert body and head and not body.keys() & head.keys()


def test_small_models_leave_the_random_state_alone():
    torch.manual_seed(0)
    want = torch.rand(3)
    torch.manual_seed(0)
    first = encoders_ex.small_model("BertForSequenceClassification", 3)
    assert torch.equal(torch.rand(3), want)
    again = encoders_ex.small_model("BertForSequenceClassification", 3)
    assert torch.equal(next(first.parameters()), next(again.parameters()))


def test_first_pieces_and_the_mean_of_one_text():
    assert encoders.first_pieces([None, 0, 0, 1, None]) == [1, 3]
    assert encoders.first_pieces([4, 5, 5]) == [0, 1]
    hidden, mask = encoders_ex.pool_case((2, 4), seed=3)
    assert torch.allclose(encoders.mean_of_one(hidden[0], mask[0]), hidden[0, :2].mean(0))
    assert torch.allclose(encoders.mean_of_one(hidden[1], mask[1]), hidden[1].mean(0))


def test_every_allowed_span_is_found():
    start, end, context = encoders_ex.span_case(6, (1, 5), seed=0)
    spans = encoders_ex.all_spans(start, end, context, 2)
    assert set(spans) == {(1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4)}
    assert spans[2, 3] == pytest.approx((start[2] + end[3]).item())


def test_ties_are_right_whichever_is_chosen():
    flat = torch.zeros(4), torch.zeros(4), torch.ones(4).bool(), 2
    for answer in ((0, 0), (2, 3), (torch.tensor(1), 1)):
        globals()["best_span"] = lambda *given: copy.deepcopy(answer)
        with Check("best_span", points=1) as check:
            encoders_ex.compare_span(check, *flat)
        assert check.result == 1
    for answer in ((1, 0), (0, 2), (3, 4), (0.0, 1.0), (True, 1), 3):
        globals()["best_span"] = lambda *given: copy.deepcopy(answer)
        with Check("best_span", points=1) as check:
            encoders_ex.compare_span(check, *flat)
        assert check.result == 0


def test_the_real_encoder_is_optional(monkeypatch, tmp_path):
    monkeypatch.setattr(encoders, "REAL_PACKAGE", "no_such_package_here")
    assert encoders.real_encoder() is None
    (tmp_path / "other_weights" / "model").mkdir(parents=True)
    (tmp_path / "other_weights" / "__init__.py").write_text("raise RuntimeError('not imported')")
    (tmp_path / "other_weights" / "model" / "model.safetensors").write_bytes(b"other")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(encoders, "REAL_PACKAGE", "other_weights")
    assert encoders.real_encoder() is None


def test_a_classifier_takes_its_vector_and_a_text_alone_is_scored_as_in_a_batch():
    texts = [r.text for r in encoders.short_reviews(4, 0)]
    for pool in ("[CLS]", "[SEP]", "mean", "max", "pooler"):
        model = encoders.PooledClassifier(encoders.new_body(), pool).eval()
        alone, padded = encoders.alone_and_padded(model, texts, with_mask=True, size=3)
        assert alone.shape == (4,) and torch.allclose(alone, padded, atol=1e-5)
        alone, padded = encoders.alone_and_padded(model, texts, with_mask=False)
        assert not torch.allclose(alone, padded, atol=1e-5)


def test_tags_are_counted_on_first_pieces():
    sentences = encoders.tagged_sentences(3, seed=0)
    model = encoders.new_model("BertForTokenClassification", num_labels=len(encoders.TAGS))
    _, tags = encoders.tag_batch(sentences)
    logits = torch.nn.functional.one_hot(tags.clamp(min=0), len(encoders.TAGS)).float()
    model.forward = lambda **batch: type("Out", (), {"logits": logits})
    assert encoders.tag_accuracy(model, sentences) == 1
    model.forward = lambda **batch: type("Out", (), {"logits": -logits})
    assert encoders.tag_accuracy(model, sentences) == 0


def explorer():
    from course_utils import span_explorer

    model = encoders.new_model("BertForQuestionAnswering").eval()
    texts = [(q.question, q.context) for q in encoders.questions(3, seed=0)]
    return span_explorer({"new": model}, encoders.encoder_tokenizer(), texts, most=2), texts


def test_span_explorer_shows_the_best_allowed_span():
    widget, texts = explorer()
    assert "at most 2 tokens" in widget.status and widget.picture.count("course-words") == 3
    widget.values = widget.values | {"text": 1, "most": 5}
    assert "at most 5 tokens" in widget.status
    for word in texts[1][1].split():
        assert word in widget.picture
    assert [c["name"] for c in widget.controls] == ["text", "model", "most"]


def test_spans_by_brute_force():
    from course_utils.explorers.span import Spans

    rng = random.Random(0)
    for _ in range(20):
        n = rng.randint(3, 9)
        start, end, context = encoders_ex.span_case(n, (1, n), rng.randrange(99))
        most = rng.randint(1, 4)
        spans = Spans([str(i) for i in range(n)], start.numpy(), end.numpy(), context.numpy())
        table = encoders_ex.all_spans(start, end, context, most)
        assert table[spans.best(most)] == pytest.approx(max(table.values()), abs=1e-5)


def test_what_a_call_leaves_behind_in_a_model_is_found():
    def marks_after(change) -> set[str]:
        model = encoders_ex.small_model("BertForSequenceClassification")
        before = marks_of(model)
        change(model)
        now = marks_of(model)
        return {k for k in before.keys() | now.keys() if now.get(k) != before.get(k)}

    def trains(model):
        model.train()(**encoders_ex.small_batch()).logits.sum().backward()
        torch.optim.AdamW(model.parameters()).step()
        model.base_model.requires_grad_(False)

    assert marks_after(trains) == set()
    assert marks_after(lambda m: m.classifier.register_forward_hook(print)) == {
        "hooks of model.classifier"
    }
    assert marks_after(lambda m: setattr(m, "forward", print)) == {"model.forward"}
    assert marks_after(lambda m: setattr(m.dropout, "p", 0.5)) == {"model.dropout.p"}
    assert marks_after(lambda m: m.bert.embeddings.position_ids.add_(1)) == {
        "model.bert.embeddings.position_ids"
    }


LEFT = {
    "model-changed": lambda model: model.classifier.register_forward_hook(print),
    "model-weights": lambda model: model.classifier.weight.data.add_(1),
    "model-mode-eval": lambda model: model.train(),
    "check-passed": lambda model: model(**encoders_ex.small_batch()),
}


@pytest.mark.parametrize("key", LEFT)
def test_a_model_that_was_handed_over_stays_as_it_was(key):
    model = encoders_ex.small_model("BertForSequenceClassification")
    assert handed_over(LEFT[key], model).key == key


def test_a_hook_of_all_modules_is_found_whenever_it_was_put_there():
    model = encoders_ex.small_model("BertForSequenceClassification")
    hook = torch.nn.modules.module.register_module_forward_hook(lambda *_: None)
    try:
        assert handed_over(LEFT["check-passed"], model).key == "model-changed"
    finally:
        hook.remove()
    assert handed_over(LEFT["check-passed"], model).state == "passed"


def handed_over(answer, model):
    globals()["answer"] = lambda given: (answer(given), 1)[1]
    with Check("answer", points=1) as check:
        handed_models.run_on_copy(check, model)
    return check.result


@pytest.mark.parametrize("seed", [24, 32])  # those of the check cells
def test_no_text_lies_between_two_classes_after_tuning(seed):
    """So that rounding changes no accuracy."""
    for task in encoders_ex.tune_cases(seed):
        train, test = task.batches()
        tuned = encoders_ex.tune_by_hand(task.model(), train, task.epochs, task.lr)
        with torch.no_grad():
            best = torch.cat([tuned(**batch).logits.topk(2).values for batch, _ in test])
        assert (best[:, 0] - best[:, 1]).min() > 0.01


def test_what_a_head_shares_with_its_body_is_found():
    def shared(class_name):
        return encoders_ex.shared_with_head(encoders_ex.small_model(class_name))

    assert shared("BertForSequenceClassification") == set()
    assert shared("BertForMaskedLM") == {"bert.embeddings.word_embeddings.weight"}
    assert shared("DistilBertForMaskedLM") == {"distilbert.embeddings.word_embeddings.weight"}


@pytest.mark.parametrize(
    ("name", "answer", "key"),
    [
        (
            "param_groups",
            "[p for p in model.parameters() if p not in list(model.base_model.parameters())]",
            "groups-in-list",
        ),
        ("predict", "model(batch)", "model-by-name"),
    ],
)
def test_a_known_mistake_is_named_where_the_line_is_not_known(name, answer, key):
    given = {"param_groups": "model, slow, fast", "predict": "model, batch"}[name]
    here: dict = {"Check": Check, "judge": getattr(encoders_ex, f"check_{name}")}
    exec(f"def {name}({given}):\n    return {answer}", here)
    exec(f"with Check({name!r}, points=1) as check:\n    judge(check)", here)
    assert here["check"].result.key == key


def test_every_wrong_recipe_gives_another_model_in_some_case():
    def logits(task, recipe=encoders_ex.RIGHT):
        train, ((batch, _), *_) = task.batches()
        tuned = encoders_ex.tune_by_hand(task.model(), train, task.epochs, task.lr, recipe)
        with torch.no_grad():
            return tuned(**batch).logits

    tasks = encoders_ex.tune_cases(seed=24)
    right = [logits(task) for task in tasks]
    for recipe in encoders_ex.WRONG.values():
        assert any(
            not torch.allclose(logits(task, recipe), want, rtol=0, atol=1e-4)
            for task, want in zip(tasks, right)
        )
