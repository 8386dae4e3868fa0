"""The notebooks as they run. Each runs once, and the tests look at that one run.

What runs is the released notebook, each exercise first untouched and then solved, so that one run
shows what a learner sees (each exercise open, nothing fails, how much memory it takes) and what the
source has stored (every lesson cell and every check of a solution, compared by nbval).
"""

import copy
import json
import os
import platform
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import nbformat
import numpy as np
import output_tolerance
import pytest
import scratch_course
import torch
from nbformat.v4 import new_code_cell, new_notebook, new_output

from course_utils.checks.assignments import (
    assignment_names,
    cells_by_grade_id,
    grade_id,
    is_answer,
    is_written,
)
from course_utils.files import COURSE
from course_utils.language import real_weights
from course_utils.messages import MESSAGES, say

TESTS = COURSE / "tests"
SANITISERS = TESTS / "nbval_sanitize.cfg"
NAMES = assignment_names(COURSE / "solutions")
CELL_SECONDS = 1800  # far away: a cell that never ends is ended
MOST_IGNORED = 2  # cells of a notebook that nbval runs without comparing
MOST_MEGABYTES = 600
# Of a chapter that measures the real models, where they are installed: 700 of them are pages of the
# weights' files, which the system can drop.
MOST_REAL_MEGABYTES = 1300

# Processors differ in the order in which they add, so in the last digits of every sum. These are
# the instruction sets that one x86 machine can play, and more threads, which split sums otherwise:
# natively with one, as in the course.
PROCESSORS = {
    "native": {},
    "no vector instructions": {"ATEN_CPU_CAPABILITY": "default"},
    "AVX2, two threads": {
        "ATEN_CPU_CAPABILITY": "avx2",
        "DNNL_MAX_CPU_ISA": "AVX2",
        "MKL_ENABLE_INSTRUCTIONS": "AVX2",
        "OMP_NUM_THREADS": "2",
        "MKL_NUM_THREADS": "2",
    },
}
X86_64 = platform.machine().lower() in ("x86_64", "amd64")


def notebook(folder: str, name: str) -> nbformat.NotebookNode:
    return nbformat.read(COURSE / folder / name / f"{name}.ipynb", 4)


# --- one run --------------------------------------------------------------------------------------

# The kernel's own peak, in KiB. (`ru_maxrss` would not do: Linux hands a parent's down to its child.)
MEASURE = """import re
print(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])"""


@dataclass
class Run:
    """A run of a chapter: what nbval says, and each code cell with what it showed.

    `released` are the cells as released, `megabytes` is the kernel's peak (0 where the system does
    not tell).
    """

    status: int
    said: str
    released: list[nbformat.NotebookNode]
    megabytes: float


def nbval(path: Path, settings: dict[str, str]) -> subprocess.CompletedProcess:
    """Runs a notebook again and compares its outputs with the stored ones; what its code cells
    showed goes to `ran.json` beside it."""
    options = [
        *("--nbval", "--nbval-current-env", f"--nbval-cell-timeout={CELL_SECONDS}"),
        *(f"--nbval-sanitize-with={SANITISERS}", "--nbval-kernel-startup-timeout=1800"),
        *("-p", "output_tolerance", f"--ran={path.parent / 'ran.json'}"),
        *("-q", "-c", os.devnull, f"--rootdir={path.parent}", "-p", "no:cacheprovider"),
    ]
    found = {"PYTHONPATH": os.pathsep.join(map(str, (COURSE, TESTS)))}
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(path)],
        env={**os.environ, "COURSE_PROGRESS": "off", "MKL_NUM_THREADS": "1", **found, **settings},
        capture_output=True,
        text=True,
    )


def both_ways(chapter: str) -> nbformat.NotebookNode:
    """A chapter with each exercise untouched, then solved, then untouched again, as in the released
    notebook, for the lesson that follows. Cells as released carry the mark `released`."""
    solved, released = notebook("solutions", chapter), notebook("notebooks", chapter)
    stubs = {key: cells[0] for key, cells in cells_by_grade_id(released).items()}
    made = []

    def untouched(cell: nbformat.NotebookNode) -> None:
        cell = copy.deepcopy(cell)
        cell.execution_count, cell.outputs = None, []
        cell.metadata["released"] = True
        cell.id = f"{cell.id}-{len(made)}"[-64:]
        made.append(cell)

    for cell in solved.cells:
        if cell.cell_type != "code":
            continue
        if is_written(cell):
            name = grade_id(cell)
            for key in (name, f"check_{name}", f"hidden_{name}"):
                if key in stubs:
                    untouched(stubs[key])
        cell.metadata["released"] = not grade_id(cell)
        made.append(cell)
        if grade_id(cell).startswith("hidden_"):
            untouched(stubs[grade_id(cell).removeprefix("hidden_")])
    solved.cells = made
    return solved


def run(name: str, folder: Path, settings: dict[str, str]) -> Run:
    book = both_ways(name)
    if linux := sys.platform.startswith("linux"):
        book.cells.append(new_code_cell(MEASURE, id="measure"))
    scratch_course.write(folder / f"{name}.ipynb", book)
    done = nbval(folder / f"{name}.ipynb", settings)
    shown = json.loads((folder / "ran.json").read_text(encoding="utf-8"))
    for cell, outputs in zip(book.cells, shown, strict=True):
        cell.outputs = outputs or []
    megabytes = int(book.cells.pop().outputs[0]["text"]) / 1024 if linux else 0.0
    released = [cell for cell in book.cells if cell.metadata["released"]]
    return Run(done.returncode, done.stdout[-10_000:] + done.stderr[-2000:], released, megabytes)


@pytest.fixture(scope="module", params=NAMES)
def ran(request, tmp_path_factory) -> Run:
    return run(request.param, tmp_path_factory.mktemp("here"), PROCESSORS["native"])


@pytest.mark.parametrize("name", NAMES)
def test_the_released_code_is_the_source_code(name):
    """So that the run stands for both: only answers and hidden checks differ."""

    def lesson(folder: str) -> list[str]:
        code = [cell for cell in notebook(folder, name).cells if cell.cell_type == "code"]
        own = [c for c in code if not is_written(c) and not grade_id(c).startswith("hidden_")]
        return [cell.source for cell in own]

    assert lesson("notebooks") == lesson("solutions")


def test_a_chapter_gives_its_stored_outputs(ran):
    assert ran.status == 0, ran.said


def test_a_released_notebook_runs_to_its_end_without_errors(ran):
    for cell in ran.released:
        for output in cell.outputs:
            assert output["output_type"] != "error", cell.id
            assert output.get("name") != "stderr", (cell.id, output["text"])


def test_each_exercise_is_shown_as_open(ran):
    begin = MESSAGES["check-open"].partition(":")[0]
    checks = [cell for cell in ran.released if grade_id(cell).startswith("check_")]
    answers = [cell for cell in ran.released if is_answer(cell)]
    assert len(answers) == 2 * len(checks)  # before and after the solution
    for cell in checks:
        (output,) = cell.outputs
        assert output["output_type"] == "execute_result", cell.id
        assert begin in output["data"]["text/html"], cell.id
        assert float(output["data"]["text/plain"]) == 0
    hidden = [cell for cell in ran.released if grade_id(cell).startswith("hidden_")]
    assert not any(cell.outputs for cell in hidden)


def test_memory_of_a_released_notebook(ran):
    measures = any("@measured" in cell.source for cell in ran.released)
    real = measures and real_weights.installed()
    assert ran.megabytes < (MOST_REAL_MEGABYTES if real else MOST_MEGABYTES)


MEASURING = [
    name
    for name in NAMES
    if any("@measured" in cell.source for cell in notebook("solutions", name).cells)
]


@pytest.mark.skipif(
    not real_weights.installed(), reason="every run here is one without `make real`"
)
@pytest.mark.parametrize("name", MEASURING)
def test_without_the_real_models_a_chapter_gives_the_same_outputs(name, tmp_path):
    found = run(name, tmp_path, {real_weights.SWITCH: "off"})
    assert found.status == 0, found.said
    assert found.megabytes < MOST_MEGABYTES


# What differs most, in chapters that compute, train and run ready models; the others, which are larger,
# and what lies between native and that, are for the night.
WITHOUT_VECTORS = ("01_attention", "02_masking", "03_objectives")
OTHERS = [
    pytest.param(
        name,
        processor,
        marks=pytest.mark.exhaustive
        if name in WITHOUT_VECTORS and processor == "no vector instructions"
        else pytest.mark.nightly,
    )
    for name in NAMES
    for processor in PROCESSORS
    if processor != "native"
]


@pytest.mark.parametrize(("name", "processor"), OTHERS)
def test_a_chapter_gives_its_stored_outputs_on_another_processor(name, processor, tmp_path):
    """As far as one machine can play others; the nightly workflow runs on others."""
    settings = PROCESSORS[processor]
    if "ATEN_CPU_CAPABILITY" in settings and not X86_64:
        pytest.skip("this processor has no x86 instruction sets to choose from")
    if "AVX2" in processor and "AVX" not in torch.backends.cpu.get_cpu_capability():
        pytest.skip("this processor has no AVX2")
    found = run(name, tmp_path, settings)
    assert found.status == 0, found.said


# --- what is compared -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_few_cells_are_ignored(name):
    ignored = []
    for cell in notebook("solutions", name).cells:
        tags = {tag.lower().replace("_", "-") for tag in cell.metadata.get("tags", [])}
        known = {"nbval-ignore-output", "nbval-skip", "raises-exception", "nbval-raises-exception"}
        if tags & known or "NBVAL_" in cell.source:
            ignored.append(cell.id)
    assert len(ignored) <= MOST_IGNORED, ignored


def test_there_is_one_short_file_of_sanitisers():
    assert len(re.findall("^regex:", SANITISERS.read_text(), re.MULTILINE)) <= 4
    assert len(list(COURSE.glob("tests/*sanitize*"))) == 1


def shown(kind: str, text: str) -> nbformat.NotebookNode:
    return new_output("execute_result", {kind: text}, execution_count=1)


def printed(text: str) -> nbformat.NotebookNode:
    return new_output("stream", name="stdout", text=text + "\n")


def figure(alt: str, data: str) -> str:
    return f'<figure><img alt="{alt}" src="data:image/png;base64,{data}" /></figure>'


THEN = say("measured-then", date="2026-11-23", size=181)
BAR = new_output(
    "display_data",
    {"application/vnd.jupyter.widget-view+json": {"model_id": "a"}, "text/plain": ""},
)
# (source, stored output, is it the same?)
COMPARED = [
    ("class Shown(str):\n    _repr_html_ = str.__str__\n    __repr__ = lambda s: 's'", None, True),
    ("print(0.25)", printed("0.25"), True),
    ("print(0.25)", printed("0.26"), False),
    ("print(0.25)", None, False),
    ("pass", printed("0.25"), False),
    ("1 + 1", shown("text/plain", "2"), True),
    ("1 + 1", shown("text/plain", "3"), False),
    ("print('torch 2.13.0')", printed("torch 2.9.1+cu126"), True),
    ("print('torch 2.13.0')", printed("numpy 2.13.0"), False),
    (figure("a", "AAAA"), figure("a", "BBBB"), True),
    (figure("a", "AAAA"), figure("b", "AAAA"), False),
    ("import sys; print('w', file=sys.stderr)", None, False),
    ("print(1)  # of @measured", [BAR, printed("1")], True),
    ("print(1)  # of @measured", [BAR, printed("2")], False),
    ("print(1)", [BAR, printed("1")], False),
    (f"print({say('measured-now')!r})", printed(THEN), True),
    (f"print({THEN!r})", printed(say("measured-now")), True),
    (f"print({THEN!r})", printed("The two models are there."), False),
]
# (tag, source, stored output, is it the same?)
COMPARED_WITHIN = [
    ("within:0.02", "print('loss  9.99')", printed("loss 10.00"), True),
    ("within:0.02", "print('loss 9.97')", printed("loss 10.00"), False),
    ("within:0.02", "print('lost 9.99')", printed("loss 10.00"), False),
    ("within:0.02", "print('loss 9.99 9')", printed("loss 10.00"), False),
    ("within:0.02", "print('loss nan')", printed("loss 10.00"), False),
    ("within:0.02", "0.5", shown("text/plain", "0.51"), True),
    ("within:0.02", "0.5", shown("text/plain", "0.53"), False),
    ("within:5%", "print(1_040, .96)", printed("1000 1.00"), True),
    ("within:5%", "print(1_060, .96)", printed("1000 1.00"), False),
    ("within:0.02", figure("9.99", "AAAA"), figure("10.0", "BBBB"), True),
    ("within:0.02", figure("9.97", "AAAA"), figure("10.0", "BBBB"), False),
    ("within:little", "print(1)", printed("1"), False),
]


def test_nbval_compares_for_real(tmp_path):
    cells = []
    rows = [("", *row) for row in COMPARED] + COMPARED_WITHIN
    for number, (tag, source, stored, _) in enumerate(rows):
        if isinstance(stored, str):
            source = f"Shown({source!r})"
            stored = new_output(
                "execute_result", {"text/html": stored, "text/plain": "s"}, execution_count=1
            )
        outputs = stored if isinstance(stored, list) else [stored] if stored else []
        cell = new_code_cell(source, id=f"c{number}", execution_count=1, outputs=outputs)
        cell.metadata.tags = [tag] if tag else []
        cells.append(cell)
    scratch_course.write(tmp_path / "a.ipynb", new_notebook(cells=cells))
    out = nbval(tmp_path / "a.ipynb", {}).stdout
    failed = {int(n) for n in re.findall(r"^FAILED .*a\.ipynb::Cell (\d+)", out, re.MULTILINE)}
    assert failed == {n for n, (*_, same) in enumerate(rows) if not same}, out


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1,409 words, .57 nats and −2e-05", [1409, 0.57, -2e-05]),
        ("x2 BERT4 v1.2 [3, 4] 12%", [3, 4, 12]),
        ("-1 to +2.5", [-1, 2.5]),
        ("3.", [3]),
    ],
)
def test_numbers_are_found_in_texts(text, found):
    assert output_tolerance.numbers(text) == found


# --- what a tolerance bears -----------------------------------------------------------------------


@dataclass
class Sentence:
    """What a notebook says on the strength of the numbers `n` that a cell prints."""

    chapter: str
    cell: nbformat.NotebookNode | None
    says: str
    holds: str

    @property
    def numbers(self) -> list[float]:
        return output_tolerance.numbers(output_tolerance.text_of(self.cell.outputs))

    def true(self, n) -> bool:
        return bool(eval(self.holds, {"n": list(n)}))


def with_tolerance(name: str) -> dict[str, nbformat.NotebookNode]:
    cells = notebook("solutions", name).cells
    return {c.id: c for c in cells if output_tolerance.tolerance(c.metadata.get("tags", []))}


def sentences() -> list[Sentence]:
    found = []
    for path in sorted((TESTS / "output_claims").glob("*.toml")):
        cells = with_tolerance(path.stem)
        for cell_id, row in tomllib.loads(path.read_text(encoding="utf-8")).items():
            found.append(Sentence(path.stem, cells.get(cell_id), row["says"], row["holds"]))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_each_cell_with_a_tolerance_bears_a_sentence(name):
    path = TESTS / "output_claims" / f"{name}.toml"
    listed = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    assert listed.keys() == with_tolerance(name).keys()


@pytest.mark.parametrize(
    "sentence", sentences(), ids=lambda s: f"{s.chapter}-{s.cell and s.cell.id}"
)
def test_a_tolerance_is_tight_enough_for_its_sentence(sentence):
    """Whatever the comparison accepts, the sentence is true of it; and it could be false."""
    prose = " ".join(
        " ".join(cell.source.split())
        for cell in notebook("solutions", sentence.chapter).cells
        if cell.cell_type == "markdown"
    )
    assert " ".join(sentence.says.split()) in prose
    stored = np.array(sentence.numbers)
    far = output_tolerance.tolerance(sentence.cell.metadata.tags)
    room = np.array([output_tolerance.room(number, far) for number in stored])
    dice = np.random.default_rng(0)
    assert sentence.true(stored)
    for sign in (-1, 1):  # each number alone as far as it may go, then all at once
        for place in range(len(stored)):
            assert sentence.true(stored + sign * room * (np.arange(len(stored)) == place))
    for _ in range(500):
        assert sentence.true(stored + room * dice.choice([-1, 1], len(stored)))
    scale = np.abs(stored).max() + 1
    others = [stored * 0, stored[::-1], *(scale * dice.normal(size=(200, len(stored))))]
    assert not all(sentence.true(other) for other in others)
