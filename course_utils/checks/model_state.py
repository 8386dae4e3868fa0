"""What a model is, as far as an answer that is handed it could change it: to be looked at before and
after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torch import Tensor, nn


def marks_of(model: nn.Module) -> dict[str, Any]:
    """What an answer leaves alone, by its place in the model: classes, methods, hooks, attributes,
    buffers, configuration, and which parameters there are. (Not their values and switches, not the
    modes.)"""
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
    config = getattr(model, "config", None)
    marks["model.config"] = (id(config), repr(config))
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


def changed_mark(model: nn.Module, before: Mapping[str, Any]) -> str:
    """The first place where the model has other marks than it had, "" where there is none."""
    if _hooks(vars(nn.modules.module)):  # of all models, whenever they were put there
        return "torch.nn.Module"
    now = marks_of(model)
    return next((where for where in {**now, **before} if not _same(now, before, where)), "")


def _same(now: Mapping[str, Any], before: Mapping[str, Any], where: str) -> bool:
    # Identities come first in each mark: what is another object is never compared by value.
    return where in now and where in before and bool(now[where] == before[where])


def weights_of(model: nn.Module) -> dict[str, Tensor]:
    """A copy of each parameter, by its name."""
    return {name: p.detach().clone() for name, p in model.named_parameters()}


def gradients_of(model: nn.Module) -> dict[str, Tensor | None]:
    """A copy of the gradient that waits at each parameter, None where none does, by its name."""
    return {n: p.grad if p.grad is None else p.grad.clone() for n, p in model.named_parameters()}


def switches_of(model: nn.Module) -> dict[str, bool]:
    """Which parameters can be trained."""
    return {name: p.requires_grad for name, p in model.named_parameters(prefix="model")}


def modes_of(model: nn.Module) -> dict[str, bool]:
    """Which parts are in train mode."""
    return {name: part.training for name, part in model.named_modules(prefix="model")}
