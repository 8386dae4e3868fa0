"""How soon each explorer answers when one of its controls is moved.

    python benchmarks/widgets.py

prints milliseconds of processor time of the kernel, on one thread: the median and the longest over
the values of each control. The goal is 100 ms. Python's collection of garbage is left out: with torch
loaded it takes 0.2 to 0.3 s, now and then, whoever asks.
"""

from __future__ import annotations

import gc
import os
import statistics
import sys
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
COURSE = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(COURSE), str(COURSE / "tests")]

from explorers import EXPLORERS, choices, move


def times(explorer, control: dict) -> list[float]:
    """Milliseconds for each value of a control, from where the explorer stands."""
    start, took = explorer.values, []
    gc.collect()
    gc.disable()
    for value in choices(control):
        move(explorer, **start)
        begin = time.process_time()
        move(explorer, **{control["name"]: value})
        took.append(1000 * (time.process_time() - begin))
    gc.enable()
    move(explorer, **start)
    return took


# What brings more controls.
MORE = {"gap": {"sentence": -1}, "mask": {"mask": "window"}}


def main() -> None:
    print("| explorer | control | median ms | longest ms |")
    print("|:--|:--|--:|--:|")
    for name, make in EXPLORERS.items():
        explorer, done = make(), set()
        move(explorer, query=1)  # the first call of a model is slower than all others
        for values in ({}, MORE.get(name, {})):
            for control in move(explorer, **values).controls:
                if control["name"] in done:
                    continue
                done.add(control["name"])
                took = times(explorer, control)
                figures = f"{statistics.median(took):.0f} | {max(took):.0f}"
                print(f"| {name} | {control['label']} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
