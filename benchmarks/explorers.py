"""How soon each explorer answers when one of its controls is moved, beside what a reader does not
notice: 100 ms (Miller, "Response time in man-computer conversational transactions", 1968).

Milliseconds of processor time of the kernel, on one thread, the longest over the values of all
controls. Python's collection of garbage is left out: with torch loaded it takes 0.2 to 0.3 s, now
and then, whoever asks.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator

from benchmarks.rows import Row
from course_utils.files import COURSE

sys.path.insert(0, str(COURSE / "tests"))  # one list of all explorers serves the tests, too

from explorers import EXPLORERS, choices, move

UNNOTICED = 100.0  # milliseconds


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


def rows() -> Iterator[Row]:
    for name, make in EXPLORERS.items():
        explorer, took = make(), {}
        times(explorer, explorer.controls[0])  # the first call of a model is slower than all others
        for values in ({}, MORE.get(name, {})):
            for control in move(explorer, **values).controls:
                if control["name"] not in took:
                    took[control["name"]] = max(times(explorer, control))
        yield Row(f"explorer {name}", "ms", max(took.values()), "unnoticed", UNNOTICED)
