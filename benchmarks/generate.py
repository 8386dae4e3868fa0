"""How fast the solution of 05_decoding's `generate` is beside the library's.

Both write the same tokens (asserted); the time is that of the processor, the best of several rounds
taken in turn, in milliseconds for each new token of each text.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import torch

from benchmarks.rows import Row
from course_utils.checks.assignments import read_assignment
from course_utils.checks.run_answer import run_cell
from course_utils.exercises.decoding import library_generate, prompts
from course_utils.files import COURSE
from course_utils.language.models import load_model

NOTEBOOK = COURSE / "solutions" / "05_decoding" / "05_decoding.ipynb"
NEW = 60
ROUNDS = 7
CASES = {
    "greedy": {},
    "sampling": {"do_sample": True},
    "all filters": {
        "do_sample": True,
        "repetition_penalty": 1.2,
        "temperature": 0.8,
        "top_k": 50,
        "top_p": 0.9,
    },
    "4 beams": {"num_beams": 4},
    "4 beams, end": {"num_beams": 4, "eos_token_id": 5},
}
BATCHES = {
    "1 text": prompts("the bank was"),
    "8 texts": prompts(
        "the bank was",
        "tom had a",
        "i went to",
        "paris is the",
        "the weather is",
        "the cat sat",
        "anna and tom",
        "this movie is",
    ),
}


def solution():
    """The function `generate` of the solved notebook."""
    assignment = read_assignment(NOTEBOOK)
    names: dict = {"__name__": "__main__"}
    for source in (*assignment.setup, assignment.exercises["generate"].answer.source):
        run_cell(source, names, "<cell>")
    return names["generate"]


def measure(function) -> tuple[float, torch.Tensor]:
    """(seconds of processor time, result)."""
    torch.manual_seed(0)
    start = time.process_time()
    result = function()
    return time.process_time() - start, result


def rows() -> Iterator[Row]:
    torch.set_num_threads(1)
    generate, model = solution(), load_model("decoder")[0]
    for size, ids in BATCHES.items():
        for name, options in CASES.items():
            config = {"max_new_tokens": NEW, "pad_token_id": 0, **options}
            runs = (
                lambda config=config, ids=ids: generate(model, ids, config),
                lambda config=config, ids=ids: library_generate(model, ids, config),
            )
            times, results = [float("inf")] * 2, [None] * 2
            for _ in range(ROUNDS):  # the first warms up, and is never the best
                for i, run in enumerate(runs):
                    seconds, results[i] = measure(run)
                    times[i] = min(times[i], seconds)
            end = config.get("eos_token_id")
            assert all(cut(a, end) == cut(b, end) for a, b in zip(*results, strict=True))
            ours, theirs = (1000 * t / (len(ids) * NEW) for t in times)
            yield Row(f"generate: {name}, {size}", "ms a token", ours, "transformers", theirs)


def cut(row: torch.Tensor, end: int | None) -> list[int]:
    """A row up to its end: what stands behind it is padding."""
    tokens = row.tolist()
    return tokens[: tokens.index(end) + 1] if end in tokens else tokens
