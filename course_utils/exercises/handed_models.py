"""What an answer may leave behind in a model that it is handed: looked at before and after the call."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from course_utils.checks.check import Check
from course_utils.checks.model_state import (
    changed_mark,
    marks_of,
    modes_of,
    switches_of,
    weights_of,
)


def run_on_copy(check: Check, model: nn.Module, *args: Any) -> Any:
    """The answer's result for a copy of `model`, which must stay as it was given. `model` itself
    is never seen by the answer, so that what is wanted can be computed with it at any time."""
    handed = copy.deepcopy(model)
    marks, weights = marks_of(handed), weights_of(handed)
    modes, switches = modes_of(handed), switches_of(handed)
    got = check.run(handed, *args)
    compare_marks(check, handed, marks)
    compare_weights(check, handed, weights)
    compare_modes(check, handed, modes)
    compare_switches(check, handed, switches)
    return got


def compare_marks(check: Check, model: nn.Module, before: Mapping[str, Any]) -> None:
    """The model must have the marks that it had."""
    where = changed_mark(model, before)
    check.that(not where, "model-changed", where=where)


def compare_weights(check: Check, model: nn.Module, before: Mapping[str, Tensor]) -> None:
    """Each parameter must be there still, and hold the numbers that it held."""
    now = dict(model.named_parameters())
    for where in {**now, **before}:
        same = where in now and where in before and torch.equal(now[where], before[where])
        check.that(same, "model-weights", where=where)


def compare_switches(check: Check, model: nn.Module, before: Mapping[str, bool]) -> None:
    """The same parameters as before must be frozen."""
    for where, trainable in switches_of(model).items():
        if trainable != before.get(where, trainable):
            check.fail("model-froze" if before[where] else "model-thawed", where=where)


def compare_modes(check: Check, model: nn.Module, before: Mapping[str, bool]) -> None:
    """Each part must be in the mode that it was in."""
    for where, training in modes_of(model).items():
        if training != before.get(where, training):
            check.fail("model-mode-train" if before[where] else "model-mode-eval", where=where)
