"""An extension of nbval (`-p output_tolerance`): numbers are compared within what a cell states.

A code cell's tag `within:0.03` (absolute) or `within:5%` (of the stored number) says how far each
number that it prints may lie from the stored one; the words between the numbers must be the same.
Everything else is compared as nbval compares it, but for progress bars in a cell with `@measured`: they
are there only where the real models are. nbval's own short waits for a kernel's messages
become long ones, for they measure how busy the machine is; and `--ran FILE` keeps what each code
cell showed, so that one run serves several tests.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from queue import Empty

from nbformat import NotebookNode
from nbval import kernel, plugin

PATIENCE = 600  # seconds: nbval waits 5 to 30 for an answer, which a busy machine can take
# 1,409 and .57 and -2e-05; not the digit of a name such as x2 or BERT4. The Unicode minus counts.
NUMBER = re.compile(r"(?<![\w.])[-+−]?(?:\d+(?:,\d{3})+(?:\.\d+)?|\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_BAR = "application/vnd.jupyter.widget-view+json"
_TAG = re.compile(r"within:(\d*\.?\d+)(%?)")


def tolerance(tags: Sequence[str]) -> tuple[float, bool] | None:
    """(how far, whether relative) of a cell's tags; None where no tag says it.

    ValueError: a tag `within:` that is none of the two forms.
    """
    for tag in tags:
        if tag.startswith("within:"):
            found = _TAG.fullmatch(tag)
            if not found:
                raise ValueError(f"{tag}: write within:0.03 or within:5%")
            return (float(found[1]) / 100, True) if found[2] else (float(found[1]), False)
    return None


def numbers(text: str) -> list[float]:
    """The numbers in a text, in order."""
    return [float(n.replace(",", "").replace("−", "-")) for n in NUMBER.findall(text)]


def room(stored: float, within: tuple[float, bool]) -> float:
    """How far from a stored number another one may lie."""
    far, relative = within
    return far * abs(stored) if relative else far


def close(stored: str, text: str, within: tuple[float, bool]) -> bool:
    """Whether two texts are the same but for numbers, and these within the tolerance.

    Blanks may differ in number, because columns move when a number gets a digit more or less.
    """

    def words(of: str) -> list[str]:
        return NUMBER.sub("#", of).split()

    pairs = zip(numbers(stored), numbers(text), strict=False)
    return words(stored) == words(text) and all(
        abs(a - b) <= room(a, within) * (1 + 1e-9) + 1e-12 for a, b in pairs
    )


def text_of(outputs: Sequence[dict]) -> str:
    """What a cell printed and showed as plain text."""
    shown = [o.get("text") or o.get("data", {}).get("text/plain", "") for o in outputs]
    return "\n".join("".join(part) for part in shown)


def _as_stored(cell: plugin.IPyNbCell, texts: dict, stored: dict, within) -> NotebookNode:
    """The texts of one output, each replaced by the stored one that it is close to."""
    made = NotebookNode(texts)
    for key, text in texts.items():
        old = stored.get(key)
        both = isinstance(text, str) and isinstance(old, str)
        if both and close(cell.sanitize(old), cell.sanitize(text), within):
            made[key] = old
    if "data" in texts:
        made.data = _as_stored(cell, texts["data"], stored.get("data", {}), within)
    return made


def _without_bars(outputs: Sequence[dict]) -> list[dict]:
    """The outputs but those that show a widget and no text."""
    shown = [output.get("data", {}) for output in outputs]
    return [o for o, data in zip(outputs, shown) if _BAR not in data or data.get("text/plain")]


def _compare(cell: plugin.IPyNbCell, test, ref, skip_compare=None) -> bool:
    if "@measured" in cell.cell.source:
        test, ref = _without_bars(test), _without_bars(ref)
    within = tolerance(cell.cell.metadata.get("tags", []))
    if within and len(test) == len(ref):
        test = [_as_stored(cell, made, old, within) for made, old in zip(test, ref, strict=True)]
    return _nbval_compare(cell, test, ref, skip_compare)


def _wait_until_up(running: kernel.RunningKernel) -> None:
    """Until the kernel answers and what it publishes arrives; what it published before is lost."""
    for _ in range(PATIENCE):
        message = running.kc.kernel_info()
        running.await_reply(message, timeout=PATIENCE)
        with contextlib.suppress(Empty):
            return running.await_idle(message, timeout=1)
    raise RuntimeError("the kernel publishes nothing")


def _patient_setup(cell: plugin.IPyNbCell) -> None:
    cell.output_timeout = PATIENCE
    _nbval_setup(cell)


_nbval_compare = plugin.IPyNbCell.compare_outputs
_nbval_setup = plugin.IPyNbCell.setup
plugin.IPyNbCell.compare_outputs = _compare
plugin.IPyNbCell.setup = _patient_setup
kernel.RunningKernel._ensure_iopub_up = _wait_until_up


def pytest_addoption(parser) -> None:
    parser.addoption("--ran", metavar="FILE", help="keep the outputs of all code cells")


def pytest_sessionfinish(session) -> None:
    if session.config.option.ran:
        cells = [item.test_outputs for item in session.items]
        Path(session.config.option.ran).write_text(json.dumps(cells), encoding="utf-8")
