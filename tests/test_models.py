"""The shipped models, and where load_model finds them."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from course_utils.language.models import CHECKSUMS, MODELS, TINY, load_folder, load_model
from course_utils.language.small_world import language
from course_utils.messages import CourseError

SENTENCES = [
    "the cat sat on the mat .",
    "paris is the capital of france .",
    '" why ? " asked tom .',
    "i love ai",
]


@pytest.fixture(scope="module")
def loaded():
    return {name: load_model(name) for name in MODELS}


@pytest.fixture(scope="module")
def hub_cache(tmp_path_factory) -> Path:
    """A folder laid out as the hub's cache, in which the tiny decoder plays gpt2."""
    commit = "0123456789abcdef0123456789abcdef01234567"
    cache = tmp_path_factory.mktemp("cache") / "hub"
    repo = cache / "models--openai-community--gpt2"
    snapshot = repo / "snapshots" / commit
    for folder in (repo / "blobs", repo / "refs", snapshot):
        folder.mkdir(parents=True)
    (repo / "refs" / "main").write_text(commit)
    sums = json.loads((TINY / "small-decoder" / CHECKSUMS).read_text())
    for name, sha in sums.items():
        shutil.copy(TINY / "small-decoder" / name, repo / "blobs" / sha)
        (snapshot / name).symlink_to(Path("../../blobs") / sha)
    return cache


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "OMP_NUM_THREADS": "1", **environment},
        capture_output=True,
        text=True,
    )


NOBODY = "http://127.0.0.1:9"  # nothing listens on this port
LOAD = """
from huggingface_hub import constants
from course_utils import CourseError, load_model
for constants.ENDPOINT, name in asked:
    try:
        model, tokenizer = load_model(name, "hub")
        print(type(model).__name__, model.dtype, model.num_parameters(), tokenizer.pad_token)
    except CourseError as error:
        print(error)
"""


# ------------------------------------------------------------------------------- tiny


def test_models_are_ready_to_use(loaded):
    for name, (model, tokenizer) in loaded.items():
        assert type(model).__name__ == MODELS[name].class_name
        assert not model.training
        assert model.dtype == torch.float32
        assert {p.dtype for p in model.parameters()} == {torch.float32}
        assert model.config.vocab_size == len(tokenizer)


def test_the_three_families_are_matched(loaded):
    sizes = [loaded[name][0].num_parameters() for name in ("encoder", "decoder", "encoder-decoder")]
    assert max(sizes) <= 1.1 * min(sizes)
    assert loaded["small-decoder"][0].num_parameters() < min(sizes) / 3
    assert loaded["any-rate-encoder"][0].num_parameters() == sizes[0]


def test_all_models_together_are_small():
    assert sum(f.stat().st_size for f in TINY.rglob("*") if f.is_file()) < 40e6


def test_one_word_is_one_token_with_one_id(loaded):
    for _, tokenizer in loaded.values():
        ids = tokenizer(list(language.words), add_special_tokens=False)["input_ids"]
        assert {len(i) for i in ids} == {1}
        assert tokenizer.unk_token_id not in {i[0] for i in ids}
    for token in [*language.words, "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]:
        assert len({t.convert_tokens_to_ids(token) for _, t in loaded.values()}) == 1


@pytest.mark.parametrize("text", SENTENCES)
def test_text_comes_back_as_it_was(loaded, text):
    for _, tokenizer in loaded.values():
        assert tokenizer.decode(tokenizer(text)["input_ids"], skip_special_tokens=True) == text


def test_unknown_words_fall_into_pieces_and_nothing_in_ascii_is_unknown(loaded):
    ascii_text = "".join(map(chr, range(32, 127)))
    for _, tokenizer in loaded.values():
        ids = tokenizer(f"{ascii_text} zebra Xylophones unbelievable")["input_ids"]
        assert tokenizer.unk_token_id not in ids


def test_special_tokens_of_each_family(loaded):
    def tokens(name: str, text: str) -> list[str]:
        tokenizer = loaded[name][1]
        return tokenizer.convert_ids_to_tokens(tokenizer(text)["input_ids"])

    assert tokens("encoder", "The cat sat on the [MASK]") == [
        *"[CLS] the cat sat on the [MASK] [SEP]".split()
    ]
    assert tokens("encoder", "[PAD]")[1:-1] == ["[PAD]"]
    assert tokens("decoder", "The cat") == ["the", "cat"]  # like GPT-2, it adds nothing
    assert tokens("encoder-decoder", "The <extra_id_0>") == ["the", "<extra_id_0>", "</s>"]
    decoder = loaded["decoder"][1]
    assert decoder.bos_token == decoder.eos_token == "<|endoftext|>"


def test_the_encoder_takes_pairs(loaded):
    encoded = loaded["encoder"][1]("the cat", "the dog")
    assert encoded["token_type_ids"] == [0, 0, 0, 0, 1, 1, 1]


def test_attention_can_be_seen(loaded):
    model, tokenizer = loaded["encoder"]
    inputs = tokenizer("the cat sat on the mat .", return_tensors="pt")
    out = model(**inputs, output_attentions=True)
    assert len(out.attentions) == 4
    assert out.attentions[0].shape == (1, 4, 9, 9)


@pytest.mark.parametrize(
    "name", [pytest.param("encoder", marks=pytest.mark.exhaustive), "decoder", "small-decoder"]
)
def test_losses_are_near_the_exact_floor(loaded, name):
    from course_utils.authoring import train

    kind, measure = ("mlm", train.mlm_losses) if name == "encoder" else ("clm", train.clm_losses)
    documents = train.held_out(100)
    with torch.no_grad():
        losses = torch.cat([measure(*loaded[name], document.text) for document in documents])
    if kind == "clm":  # alone, for the floor of the gaps is a hundred times the work
        floor = -sum(language.log_prob(document.words) for document in documents) / len(losses)
    else:
        floor = language.floor(documents)["mlm"]
    bounds = {"encoder": (0.97, 1.05), "decoder": (0.99, 1.015), "small-decoder": (1.1, 1.4)}
    assert bounds[name][0] < losses.mean() / floor < bounds[name][1]


def test_the_mask_is_filled_from_both_sides(loaded):
    model, tokenizer = loaded["encoder"]
    for text, word in {
        "paris is the [MASK] of france .": {"capital", "heart", "pride"},
        "the [MASK] was muddy , so tom fell into the water .": {"bank"},
        "the [MASK] barked when tom came home .": {"dog"},
    }.items():
        inputs = tokenizer(text, return_tensors="pt")
        at = inputs["input_ids"][0].tolist().index(tokenizer.mask_token_id)
        best = model(**inputs).logits[0, at].argmax()
        assert tokenizer.decode(best) in word


def test_the_decoder_prompted_without_an_end_token_stays_in_the_language(loaded):
    model, tokenizer = loaded["decoder"]
    inputs = tokenizer("once upon a time", return_tensors="pt")
    ids = model.generate(**inputs, max_new_tokens=120)
    assert tokenizer.decode(ids[0], skip_special_tokens=True).split() in language


def test_greedy_repeats_itself_when_it_is_not_stopped(loaded):
    """It tells a document, and then again one that begins with the same words."""
    model, tokenizer = loaded["decoder"]
    start = torch.tensor([[tokenizer.bos_token_id]])
    ids = model.generate(
        start, attention_mask=torch.ones_like(start), max_new_tokens=120, eos_token_id=None
    )
    documents = tokenizer.decode(ids[0]).split("<|endoftext|>")[1:]
    assert len(documents) > 2
    assert len({tuple(document.split()[:6]) for document in documents}) < len(documents)


def test_the_encoder_decoder_does_its_tasks(loaded):
    from course_utils.authoring.train import TWO_PEOPLE, exact_match

    model, tokenizer = loaded["encoder-decoder"]
    assert exact_match(model, tokenizer, "translate", count=100) >= 0.97
    assert exact_match(model, tokenizer, "sentiment", count=50) >= 0.95
    assert exact_match(model, tokenizer, TWO_PEOPLE, count=100) >= 0.9


# ------------------------------------------------------------------------------- silence, bad input


FRESH = (
    """
import sys
import torch
from course_utils import load_model
load_model("encoder")
def resident():
    with open("/proc/self/statm") as pages:
        return int(pages.read().split()[1]) * 4096 / 2**20
if sys.platform == "linux":
    torch.ones(3 * 2**18)  # 3 MB, freed at once
    before = resident()
    many = [torch.ones(2**18) for _ in range(40)]  # 1 MB each
    del many[::2]
    print(resident() - before)
for name in ("encoder", "decoder", "encoder-decoder", "small-decoder"):
    model, tokenizer = load_model(name)
    inputs = tokenizer("the cat sat on the mat .", return_tensors="pt")
    model(**inputs, **({"labels": inputs["input_ids"]} if name == "encoder-decoder" else {}))
    if name != "encoder":
        model.generate(**inputs)
        model.generate(**inputs, max_new_tokens=5, do_sample=True, top_p=0.9)
        model.generate(**inputs, max_new_tokens=5, num_beams=2)
        model.generate(**inputs, do_sample=True, num_return_sequences=16, output_scores=True,
                       return_dict_in_generate=True)
"""
    + LOAD
)


@pytest.fixture(scope="module")
def fresh(hub_cache) -> subprocess.CompletedProcess:
    """A new Python that frees tensors, uses each model in each way, and then in offline mode asks
    the hub for two, of which its cache has one."""
    asked = [(NOBODY, "decoder"), (NOBODY, "encoder")]
    return run_python(
        f"asked = {asked}\n{FRESH}", HF_HOME=str(hub_cache.parent), HF_HUB_OFFLINE="1"
    )


def test_nothing_is_written_to_stderr(fresh):
    """nbgrader gives no points to a cell that writes there."""
    assert fresh.returncode == 0, fresh.stderr
    assert fresh.stderr == ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about Linux's C library")
def test_memory_of_freed_tensors_goes_back_to_the_system(fresh):
    assert float(fresh.stdout.split()[0]) < 30


def test_unknown_names_are_answered_in_one_sentence(monkeypatch):
    with pytest.raises(CourseError, match="encoder, decoder, encoder-decoder, small-decoder"):
        load_model("bert")
    with pytest.raises(CourseError, match='"tiny", "hub" or "real"'):
        load_model("encoder", source="disk")
    monkeypatch.setenv("COURSE_MODEL_SOURCE", "elsewhere")
    with pytest.raises(CourseError, match="elsewhere"):
        load_model("encoder")


@pytest.mark.parametrize("harm", ["cut", "gone", "changed", "no checksums"])
def test_a_half_downloaded_model_is_refused(tmp_path, harm):
    folder = shutil.copytree(TINY / "small-decoder", tmp_path / "small-decoder")
    weights = folder / "model.safetensors"
    content = weights.read_bytes()
    if harm == "cut":
        weights.write_bytes(content[: len(content) // 2])
    elif harm == "gone":
        weights.unlink()
    elif harm == "changed":
        weights.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    else:
        (folder / CHECKSUMS).unlink()
    with pytest.raises(
        CourseError, match="git checkout -- course_utils/language/tiny/small-decoder"
    ):
        load_folder(folder, "GPT2LMHeadModel")


@pytest.mark.parametrize("name", MODELS)
def test_the_card_names_this_file(name):
    card = (TINY / name / "README.md").read_text(encoding="utf-8")
    assert json.loads((TINY / name / CHECKSUMS).read_text())["model.safetensors"] in card


# ------------------------------------------------------------------------------- the hub


def is_the_tiny_decoder(answer: str, loaded) -> bool:
    size = loaded["small-decoder"][0].num_parameters()
    return answer.split() == ["GPT2LMHeadModel", "torch.float32", str(size), "[PAD]"]


def test_offline_mode_reads_the_cache_and_forbids_the_download(fresh, loaded):
    *_, there, missing = fresh.stdout.splitlines()
    assert is_the_tiny_decoder(there, loaded)
    assert "google-bert/bert-base-uncased" in missing and "unset HF_HUB_OFFLINE" in missing


def test_without_a_network_the_cache_is_read_and_the_hub_is_hardly_asked(hub_cache, loaded):
    """A hub that refuses, and one that is silent. The library alone asks for minutes, again and
    again, for what is not in its cache; for what is there, nobody is asked."""
    connections = 0
    with socket.create_server(("127.0.0.1", 0)) as server:  # listens, and never says a word
        silent = f"http://127.0.0.1:{server.getsockname()[1]}"
        asked = [(silent, "decoder"), (silent, "encoder"), (NOBODY, "encoder")]
        done = run_python(
            f"asked = {asked}\n{LOAD}", HF_HUB_CACHE=str(hub_cache), HF_ENDPOINT=silent
        )
        server.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while True:
                server.accept()[0].close()
                connections += 1
    assert done.stderr == ""
    there, *sentences = done.stdout.splitlines()
    assert is_the_tiny_decoder(there, loaded)
    assert connections <= 2
    for sentence, hub in zip(sentences, (silent, NOBODY), strict=True):
        assert "google-bert/bert-base-uncased" in sentence and f"{hub} does not answer" in sentence
