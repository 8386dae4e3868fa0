"""How the models are made: batches, checkpoints, cards."""

import json
import random
from functools import cache

import pytest
import torch

from course_utils.authoring import train as t
from course_utils.language.models import MODELS, load_folder
from course_utils.language.small_world import language
from course_utils.messages import CourseError

SMALL = "small-decoder"


@pytest.fixture(scope="module")
def tokenizers():
    return {name: t.make_tokenizer(name) for name in MODELS}


@pytest.fixture(scope="module")
def first_portion(tokenizers):
    """A function that makes a portion, or gives the one that it has made before."""

    @cache
    def make(name: str, progress: float = 0.0) -> list[t.Batch]:
        return portion(tokenizers, name, progress)

    return make


def portion(tokenizers, name: str, progress: float = 0.0, number: int = 0) -> list[t.Batch]:
    return t.portion(name, tokenizers[name], seed=1, number=number, progress=progress, size=4096)


@pytest.mark.parametrize("name", MODELS)
def test_a_portion_depends_on_its_number_alone(tokenizers, name, monkeypatch):
    monkeypatch.setattr(t, "PORTION", 250)
    one, same, other = (portion(tokenizers, name, number=n) for n in (3, 3, 4))
    assert all(torch.equal(a[k], b[k]) for a, b in zip(one, same, strict=True) for k in a)
    assert not torch.equal(one[0]["input_ids"], other[0]["input_ids"])


@pytest.mark.parametrize("name", MODELS)
def test_batches_are_full_and_hold_known_words(tokenizers, name, first_portion):
    batches = first_portion(name)
    sizes = [t.tokens_in(batch) for batch in batches]
    assert max(sizes) <= 4096
    assert sorted(sizes)[len(sizes) // 2] > 3600
    for batch in batches:
        assert not (batch["input_ids"] == tokenizers[name].unk_token_id).any()
        assert batch["input_ids"].shape[1] <= t.CONTEXT + 1


@pytest.mark.parametrize("progress, mean", [(0.0, 0.3), (0.5, 0.3), (1.0, 0.1)])
def test_gaps_are_80_10_10_and_become_fewer(tokenizers, first_portion, progress, mean):
    tokenizer = tokenizers["encoder"]
    fates, shares = torch.zeros(3), []
    for batch in first_portion("encoder", progress):
        ids, labels = batch["input_ids"], batch["labels"]
        chosen = labels != -100
        assert chosen.any(1).all()  # at least one gap a row
        assert not chosen[:, 0].any() and not (chosen & (batch["attention_mask"] == 0)).any()
        assert tokenizer.sep_token_id not in labels
        masked, same = ids == tokenizer.mask_token_id, ids == labels
        assert not (masked & ~chosen).any()
        fates += torch.tensor([masked.sum(), (chosen & ~masked & ~same).sum(), same.sum()])
        shares.append(chosen.sum() / (batch["attention_mask"].sum() - 2 * len(ids)))
    assert fates / fates.sum() == pytest.approx([0.8, 0.1, 0.1], abs=0.02)
    assert sum(shares) / len(shares) == pytest.approx(mean, abs=0.05)


def test_gaps_at_any_rate_are_all_masks_and_some_texts_are_nothing_else():
    name = "any-rate-encoder"
    tokenizer = t.make_tokenizer(name)
    shares = []
    for batch in t.portion(name, tokenizer, seed=1, number=0, progress=0.5, size=4096):
        ids, labels, real = batch["input_ids"], batch["labels"], batch["attention_mask"] == 1
        gaps = labels != -100
        assert torch.equal(gaps, ids == tokenizer.mask_token_id)
        assert gaps.any(1).all() and real[gaps].all()
        assert (ids[:, 0] == tokenizer.cls_token_id).all()
        assert ((ids == tokenizer.sep_token_id).sum(1) == 1).all()
        shares.append(gaps.sum(1) / (real.sum(1) - 2))
    share = torch.cat(shares)
    for quarter in (0.25, 0.5, 0.75):  # uniform
        assert (share <= quarter).float().mean() == pytest.approx(quarter, abs=0.06)
    assert (share == 1).any()


def test_losses_at_a_rate_of_gaps():
    name = "any-rate-encoder"
    tokenizer = t.make_tokenizer(name)
    torch.manual_seed(0)
    model = t.make_model(name, tokenizer).eval()
    text = "the cat sat on the mat ."
    with torch.no_grad():
        counts = [
            len(t.gap_losses(model, tokenizer, text, rate, random.Random(1)))
            for rate in (0.01, 0.5, 1.0)
        ]
    assert counts == [1, 4, 7]


def test_packed_rows_start_with_a_document_and_hold_several(tokenizers, first_portion):
    tokenizer = tokenizers["decoder"]
    end = tokenizer.eos_token_id
    rows = torch.cat([batch["input_ids"] for batch in first_portion("decoder")])
    assert rows.shape[1] == t.CONTEXT + 1
    assert 0.65 < (rows[:, 0] == end).float().mean() < 0.85
    assert (rows[:, 1:] == end).sum(1).float().mean() > 2
    whole = [
        text.split()
        for row in rows[:40].tolist()
        for text in tokenizer.decode(row).split("<|endoftext|>")[:-1]
        if text.strip()
    ]
    assert all(words in language for words in whole)


def test_spans_put_together_give_the_document():
    rng = random.Random(5)
    for _ in range(200):
        words = language.sample(rng).words
        source, target = t.cut_spans(words, rng)
        spans: dict[str, list[str]] = {}
        for token in target.split():
            if token.startswith("<extra_id_"):
                last = token
                spans[token] = []
            else:
                spans[last].append(token)
        assert spans[last] == []  # the last sentinel ends the target
        whole = [w for token in source.split() for w in spans.get(token, [token])]
        assert tuple(whole) == words


def test_the_second_round_starts_at_half_the_rates_and_asks_more(tokenizers, first_portion):
    run = t.Run(SMALL, t.Recipe(tokens=1000, again=100, warm_up=1))
    rates = {}
    for run.tokens in (0, 500, 999, 1000, 1050, 1099):
        rates[run.tokens] = round(run.rate, 3)
    assert rates == {0: 1.0, 500: 0.5, 999: 0.01, 1000: 0.5, 1050: 0.25, 1099: 0.01}

    def questions(progress: float) -> int:
        tokenizer = tokenizers["encoder-decoder"]
        word = tokenizer.convert_tokens_to_ids("context")
        batches = first_portion("encoder-decoder", progress)
        return sum(int((batch["input_ids"] == word).sum()) for batch in batches)

    assert 1.2 < questions(1.0) / questions(0.9) < 1.6  # 16 of 26 instead of 8 of 18


def test_the_decoder_input_is_the_target_shifted(tokenizers, first_portion):
    model = t.make_model("encoder-decoder", tokenizers["encoder-decoder"])
    batch = first_portion("encoder-decoder")[0]
    assert torch.equal(batch["decoder_input_ids"], model._shift_right(batch["labels"]))


@pytest.mark.parametrize("name", MODELS)
def test_the_loss_is_the_library_loss(tokenizers, name, first_portion):
    """`loss_of` saves work, and must not change the number."""
    torch.manual_seed(0)
    model = t.make_model(name, tokenizers[name])
    batch = first_portion(name)[0]
    batch = {key: value[:8, : t.CONTEXT].contiguous() for key, value in batch.items()}
    labels = batch if "labels" in batch else batch | {"labels": batch["input_ids"]}
    assert t.loss_of(model, batch).item() == pytest.approx(model(**labels).loss.item(), rel=1e-4)


@pytest.mark.exhaustive
def test_a_killed_run_ends_as_one_that_was_not(tmp_path, monkeypatch):
    def budget(folder: str) -> dict:
        return {
            "out": tmp_path / folder,
            "tokens": 100_000,
            "cache": tmp_path / folder / "cache",
            "every": 0,
            "evaluate_on": 5,
        }

    monkeypatch.setattr(t, "PORTION", 250)
    whole = t.train(SMALL, **budget("whole"))

    class Killed(BaseException):
        pass

    steps = 0
    step = t.Run.step

    def fragile(self, batch):
        nonlocal steps
        steps += 1
        if steps in (5, 15):
            raise Killed
        return step(self, batch)

    monkeypatch.setattr(t.Run, "step", fragile)
    for _ in range(2):
        with pytest.raises(Killed):
            t.train(SMALL, **budget("killed"))
        assert not (tmp_path / "killed" / SMALL).exists()
    resumed = t.train(SMALL, **budget("killed"))
    assert (whole / "model.safetensors").read_bytes() == (
        resumed / "model.safetensors"
    ).read_bytes()


def test_a_trained_model_loads_with_its_card(tmp_path, monkeypatch):
    monkeypatch.setattr(t, "PORTION", 250)
    folder = t.train(SMALL, tmp_path, tokens=20_000, cache=tmp_path / "cache", evaluate_on=2)
    assert json.loads((folder / "config.json").read_text())["dtype"] == "float32"
    model, tokenizer = load_folder(folder, MODELS[SMALL].class_name)
    assert model.dtype == torch.float32
    assert len(tokenizer) == model.config.vocab_size
    card = (folder / "README.md").read_text()
    assert "its exact floor" in card and f"{model.num_parameters():,}" in card


def test_unknown_names_are_refused():
    class Arguments:
        names, out, tokens = ["decodr"], None, None

    with pytest.raises(CourseError, match="small-decoder"):
        t.run(Arguments)
