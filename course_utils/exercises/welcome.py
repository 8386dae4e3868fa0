"""What the check cell of 00_welcome uses: inputs, references and the mistakes that it knows."""

from __future__ import annotations

import torch

from course_utils.checks.check import Check


def check_count_visible(check: Check) -> None:
    for n in (6, 1, 2, 5, 100):
        open_pairs = sum(row + 1 for row in range(n))
        got = check.run(n)
        if isinstance(got, (float, torch.Tensor)):
            check.that(got != open_pairs, "count-not-int")
        mistakes = {
            "count-all": n * n,
            "count-no-diagonal": n * (n - 1) // 2,
            "count-one-a-row": n,
            "count-first-row": 1,
            "count-half": n * n // 2,
            "count-whole-diagonal": n * n // 2 + n,
        }
        check.equal(got, open_pairs, key="count-wrong", mistakes=mistakes)
