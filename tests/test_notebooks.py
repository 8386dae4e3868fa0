"""The notebooks as they run: solutions against their stored outputs, releases to their end."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
import scratch_course
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook, new_output

from course_utils.exercises import assignment_names, grade_id, is_answer
from course_utils.messages import MESSAGES

REPOSITORY = scratch_course.REPOSITORY
SANITISERS = REPOSITORY / "tests" / "nbval_sanitize.cfg"
NAMES = assignment_names(REPOSITORY / "solutions")
CELL_SECONDS = 120
MOST_IGNORED = 2  # cells of a notebook that nbval runs without comparing
MOST_MEGABYTES = 600


def notebook(folder: str, name: str) -> Path:
    return REPOSITORY / folder / name / f"{name}.ipynb"


@pytest.fixture(autouse=True, scope="module")
def _environment():
    """Kernels find this package, and nothing they do counts as a learner's progress."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(REPOSITORY))
        patch.setenv("COURSE_PROGRESS", "off")
        yield


# --- solutions ------------------------------------------------------------------------------------


def nbval(path: Path) -> subprocess.CompletedProcess:
    """Runs a notebook again and compares its outputs with the stored ones."""
    options = [
        *("--nbval", "--nbval-current-env", f"--nbval-cell-timeout={CELL_SECONDS}"),
        *(f"--nbval-sanitize-with={SANITISERS}", "--nbval-kernel-startup-timeout=180"),
        *("-q", "-c", os.devnull, f"--rootdir={path.parent}", "-p", "no:cacheprovider"),
    ]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(path)],
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_solution_gives_its_stored_outputs(name):
    done = nbval(notebook("solutions", name))
    assert done.returncode == 0, done.stdout[-10_000:] + done.stderr[-2000:]


@pytest.mark.parametrize("name", NAMES)
def test_few_cells_are_ignored(name):
    ignored = []
    for cell in nbformat.read(notebook("solutions", name), 4).cells:
        tags = {tag.lower().replace("_", "-") for tag in cell.metadata.get("tags", [])}
        known = {"nbval-ignore-output", "nbval-skip", "raises-exception", "nbval-raises-exception"}
        if tags & known or "NBVAL_" in cell.source:
            ignored.append(cell.id)
    assert len(ignored) <= MOST_IGNORED, ignored


def test_there_is_one_short_file_of_sanitisers():
    assert len(re.findall("^regex:", SANITISERS.read_text(), re.MULTILINE)) <= 3
    assert len(list(REPOSITORY.glob("tests/*sanitize*"))) == 1


def shown(kind: str, text: str) -> nbformat.NotebookNode:
    return new_output("execute_result", {kind: text}, execution_count=1)


def printed(text: str) -> nbformat.NotebookNode:
    return new_output("stream", name="stdout", text=text + "\n")


def figure(alt: str, data: str) -> str:
    return f'<figure><img alt="{alt}" src="data:image/png;base64,{data}" /></figure>'


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
]


def test_nbval_compares_for_real(tmp_path):
    cells = []
    for number, (source, stored, _) in enumerate(COMPARED):
        if isinstance(stored, str):
            source = f"Shown({source!r})"
            stored = new_output(
                "execute_result", {"text/html": stored, "text/plain": "s"}, execution_count=1
            )
        outputs = [stored] if stored else []
        cells.append(new_code_cell(source, id=f"c{number}", execution_count=1, outputs=outputs))
    scratch_course.write(tmp_path / "a.ipynb", new_notebook(cells=cells))
    out = nbval(tmp_path / "a.ipynb").stdout
    failed = {int(n) for n in re.findall(r"^FAILED .*a\.ipynb::Cell (\d+)", out, re.MULTILINE)}
    assert failed == {n for n, (_, _, same) in enumerate(COMPARED) if not same}, out


# --- released notebooks ---------------------------------------------------------------------------

# The kernel's own peak, in KiB. (`ru_maxrss` would not do: Linux hands a parent's down to its child.)
MEASURE = """import re
print(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])"""


@pytest.fixture(scope="module", params=NAMES)
def ran(request, tmp_path_factory):
    """A released notebook, run untouched as Run All does: (notebook, seconds, megabytes).

    Megabytes are those of the kernel at its peak, 0 where the system does not tell.
    """
    book = nbformat.read(notebook("notebooks", request.param), 4)
    measured = sys.platform.startswith("linux")
    if measured:
        book.cells.append(new_code_cell(MEASURE, id="measure"))
    folder = tmp_path_factory.mktemp("here")
    client = NotebookClient(
        book,
        timeout=CELL_SECONDS,
        startup_timeout=180,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
    )
    start = time.monotonic()
    client.execute()  # raises at the first cell that fails
    seconds = time.monotonic() - start
    return book, seconds, int(book.cells.pop().outputs[0].text) / 1024 if measured else 0


def test_a_released_notebook_runs_to_its_end_without_errors(ran):
    book, _, _ = ran
    for cell in book.cells:
        for output in cell.get("outputs", []):
            assert output.output_type != "error", cell.id
            assert output.get("name") != "stderr", (cell.id, output.text)


def test_each_exercise_is_shown_as_open(ran):
    book, _, _ = ran
    begin = MESSAGES["check-open"].partition(":")[0]
    by_id = {grade_id(cell): cell for cell in book.cells if grade_id(cell)}
    answers = [grade_id(cell) for cell in book.cells if is_answer(cell)]
    if not answers:
        pytest.skip("no graded exercises")
    for name in answers:
        check = by_id.get(f"check_{name}")
        (output,) = check.outputs
        assert output.output_type == "execute_result" and begin in output.data["text/html"], name
        assert float(output.data["text/plain"]) == 0
        if f"hidden_{name}" in by_id:
            assert not by_id[f"hidden_{name}"].outputs


def test_memory_of_a_released_notebook(ran, capsys):
    book, seconds, megabytes = ran
    with capsys.disabled():
        title = next(cell.source.split("\n")[0] for cell in book.cells)
        print(f"\n{title}: {seconds:.1f} s, {megabytes:.0f} MB")
    assert megabytes < MOST_MEGABYTES
