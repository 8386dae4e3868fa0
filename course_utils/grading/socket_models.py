"""Models through the socket. A check's model goes to the answer by value, so that each side has its
own: what is wanted is computed with one that the answer never sees. Back comes what the answer did
to it, as plain values."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from course_utils.checks.model_state import (
    changed_mark,
    gradients_of,
    marks_of,
    modes_of,
    switches_of,
    weights_of,
)
from course_utils.grading.socket_messages import Malformed

_STATE: dict[str, Callable[[nn.Module], dict]] = {
    "weights": weights_of,
    "gradients": gradients_of,
    "modes": modes_of,
    "switches": switches_of,
}


class Models:
    """What one side knows of the models that were handed over. known: those of all calls so far, at
    the same places on both sides, so that one that comes again is the one that came before; met:
    those of this call."""

    def __init__(self, known: Sequence[nn.Module] = ()):
        self.known, self.met = list(known), list[nn.Module]()

    def told(self, model: nn.Module) -> tuple[int, bytes, dict]:
        """Its place, and the model as bytes or, where the other side has it, its state. ValueError
        if it has something that only this process has."""
        self.met.append(model)
        for place, one in enumerate(self.known):
            if one is model:
                return place, b"", _state(model)
        self.known.append(model)
        try:
            return len(self.known) - 1, pickle.dumps((model, gradients_of(model))), {}
        except Exception as error:  # whatever its parts raise
            raise ValueError(type(model).__name__) from error

    def found(self, place: int, data: bytes, state: dict) -> nn.Module:
        """The model of which the other side `told`. Runs what the bytes say: never a student's."""
        if place == len(self.known):
            model, gradients = pickle.loads(data)
            self.known.append(model)
            put_into(model, {"gradients": gradients})
        else:
            put_into(self.known[place], state)
        self.met.append(self.known[place])
        return self.known[place]


def named(models: Sequence[nn.Module]) -> dict[str, Any]:
    """The models of a call and their parameters by the names under which both sides know them."""
    found: dict[str, Any] = {}
    for number, model in enumerate(models):
        found[f"model {number}"] = model
        found |= {f"model {number}: {name}": p for name, p in model.named_parameters()}
    return found


class Watched:
    """Models as they are before a call."""

    def __init__(self, models: Sequence[nn.Module]):
        self.models = models
        self.marks = [marks_of(model) for model in models]
        self.states = [_state(model) for model in models]

    def odd(self) -> str:
        """Where the call has done what cannot be told in plain values; "" if nowhere."""
        pairs = zip(self.models, self.marks, strict=True)
        return next(filter(None, (changed_mark(model, marks) for model, marks in pairs)), "")

    def changes(self) -> list[dict[str, dict]]:
        """For each model what is other than it was, `put_into` the other side's."""
        return [
            {
                kind: changed
                for kind, now in _state(model).items()
                if (changed := _changed(before[kind], now))
            }
            for model, before in zip(self.models, self.states, strict=True)
        ]


def _state(model: nn.Module) -> dict[str, dict]:
    return {kind: look(model) for kind, look in _STATE.items()}


def _changed(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """What is new or other now."""
    return {
        name: value
        for name, value in now.items()
        if name not in before or not _equal(value, before[name])
    }


def _equal(a: Any, b: Any) -> bool:
    return torch.equal(a, b) if isinstance(a, Tensor) and isinstance(b, Tensor) else a is b


def put_into(model: nn.Module, changes: Any) -> None:
    """Makes the model look as the answer left its own. Raises Malformed."""
    parameters = dict(model.named_parameters())
    switches = dict(model.named_parameters(prefix="model"))
    parts = dict(model.named_modules(prefix="model"))
    try:
        for name, value in changes.get("weights", {}).items():
            _must_fit(parameters[name], value)
            with torch.no_grad():
                parameters[name].copy_(value)
        for name, value in changes.get("gradients", {}).items():
            if value is not None:
                _must_fit(parameters[name], value)
            parameters[name].grad = value
        for name, value in changes.get("switches", {}).items():
            switches[name].requires_grad = value is True
        for name, value in changes.get("modes", {}).items():
            parts[name].training = value is True
    except (AttributeError, LookupError, TypeError, RuntimeError) as error:
        raise Malformed(type(error).__name__) from None


def _must_fit(mine: Tensor, value: Any) -> None:
    if type(value) is not Tensor or value.shape != mine.shape or value.dtype != mine.dtype:
        raise Malformed("tensor")
