"""Seconds and megabytes of each released notebook, all cells, beside a kernel that imports PyTorch
and transformers and does nothing else."""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from benchmarks.rows import Row, environment
from course_utils.checks.assignments import assignment_names
from course_utils.files import COURSE

PEER = "a kernel that imports torch and transformers"
IMPORTS = "import torch\nfrom transformers import BertForMaskedLM, GPT2LMHeadModel"
PEAK = "print(open('/proc/self/status').read())"


def rows() -> Iterator[Row]:
    peer = run(new_notebook(cells=[new_code_cell(IMPORTS)]))
    for name in assignment_names(COURSE / "notebooks"):
        ours = run(nbformat.read(COURSE / "notebooks" / name / f"{name}.ipynb", 4))
        for unit, mine, theirs in zip(("s", "MB"), ours, peer, strict=True):
            yield Row(name, unit, mine, PEER, theirs)


def run(notebook: nbformat.NotebookNode) -> tuple[float, float]:
    """(seconds, MB at the kernel's peak) of a notebook's run."""
    os.environ.update(environment())
    notebook.cells.append(new_code_cell(PEAK))
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook, timeout=1800, startup_timeout=600, kernel_name="python3",
            resources={"metadata": {"path": str(Path(folder))}},
        )  # fmt: skip
        start = time.monotonic()
        client.execute()
        seconds = time.monotonic() - start
    status = notebook.cells[-1].outputs[0].text
    return seconds, int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024
