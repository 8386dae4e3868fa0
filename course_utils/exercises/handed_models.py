"""What an answer may leave behind in a model that it is handed: looked at before and after the call."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from course_utils.checks.check import Check


def run_on_copy(check: Check, model: nn.Module, *args: Any) -> Any:
    """The answer's result for a copy of `model`, which must stay as it was given. `model` itself
    is never seen by the answer, so that what is wanted can be computed with it at any time."""
    handed = copy.deepcopy(model)
    marks, weights, modes = marks_of(handed), weights_of(handed), modes_of(handed)
    config = repr(getattr(handed, "config", None))
    got = check.run(handed, *args)
    compare_marks(check, handed, marks)
    same = repr(getattr(handed, "config", None)) == config
    check.that(same, "model-changed", where="model.config")
    compare_weights(check, handed, weights)
    compare_modes(check, handed, modes)
    return got


def marks_of(model: nn.Module) -> dict[str, Any]:
    """What an answer leaves alone, by its place in the model: classes, methods, hooks, attributes,
    buffers, and which parameters there are. (Not their values and switches, not the modes.)"""
    marks: dict[str, Any] = {}
    for name, part in model.named_modules(prefix="model"):
        marks[f"type({name})"] = (type(part), [id(code) for code in _code_of(type(part))])
        marks[f"hooks of {name}"] = _hooks(vars(part))
        for key, value in vars(part).items():
            if key != "training" and "hooks" not in key:
                marks[f"{name}.{key}"] = (id(value), value)
    for name, parameter in model.named_parameters(prefix="model"):
        marks[name] = (id(parameter), parameter)
    for name, buffer in model.named_buffers(prefix="model"):
        marks[name] = (id(buffer), buffer.tolist())
    return marks


def _code_of(kind: type) -> list[Any]:
    """What runs when a model of this class is called."""
    return [getattr(kind, name) for name in ("__call__", "_call_impl", "forward", "__getattr__")]


def _hooks(names: Mapping[str, Any]) -> list[tuple[str, int]]:
    """The hooks among these, as (kind, identity)."""
    kinds = {key: value for key, value in names.items() if "hooks" in key}
    return [
        (key, id(hook))
        for key, value in kinds.items()
        if isinstance(value, dict)
        for hook in value.values()
    ]


def compare_marks(check: Check, model: nn.Module, before: Mapping[str, Any]) -> None:
    """The model must have the marks that it had."""
    everywhere = _hooks(vars(nn.modules.module))  # whenever they were put there
    check.that(not everywhere, "model-changed", where="torch.nn.Module")
    now = marks_of(model)
    changed = [where for where in {**now, **before} if not _same_mark(now, before, where)]
    check.that(not changed, "model-changed", where=changed[0] if changed else "")


def _same_mark(now: Mapping[str, Any], before: Mapping[str, Any], where: str) -> bool:
    # Identities come first in each mark: what is another object is never compared by value.
    return where in now and where in before and bool(now[where] == before[where])


def weights_of(model: nn.Module) -> dict[str, Tensor]:
    """A copy of each parameter, by its name."""
    return {name: p.detach().clone() for name, p in model.named_parameters()}


def compare_weights(check: Check, model: nn.Module, before: Mapping[str, Tensor]) -> None:
    """Each parameter must be there still, and hold the numbers that it held."""
    now = dict(model.named_parameters())
    for where in {**now, **before}:
        same = where in now and where in before and torch.equal(now[where], before[where])
        check.that(same, "model-weights", where=where)


def switches_of(model: nn.Module) -> dict[str, bool]:
    """Which parameters can be trained."""
    return {name: p.requires_grad for name, p in model.named_parameters(prefix="model")}


def compare_switches(check: Check, model: nn.Module, before: Mapping[str, bool]) -> None:
    """The same parameters as before must be frozen."""
    for where, trainable in switches_of(model).items():
        if trainable != before.get(where, trainable):
            check.fail("model-froze" if before[where] else "model-thawed", where=where)


def modes_of(model: nn.Module) -> dict[str, bool]:
    """Which parts are in train mode."""
    return {name: part.training for name, part in model.named_modules(prefix="model")}


def compare_modes(check: Check, model: nn.Module, before: Mapping[str, bool]) -> None:
    """Each part must be in the mode that it was in."""
    for where, training in modes_of(model).items():
        if training != before.get(where, training):
            check.fail("model-mode-train" if before[where] else "model-mode-eval", where=where)
