"""Plain values for a socket, between a check and an answer that do not trust each other.

A value becomes JSON and some blobs of raw bytes, tensors for instance. Nothing that is read can run
code, and every type is rebuilt exactly: a subclass or a function without a name cannot cross, and a
model only towards the answer.
"""

from __future__ import annotations

import importlib
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from course_utils.grading import socket_models
from course_utils.grading.socket_messages import BLOBS, Malformed
from course_utils.hunts import Hunted

DEPTH = 40  # levels of lists in lists
MANY = 10_000  # entries of a set or dict
ALIKE = 50  # of them, at most, with one hash: the time for a set grows with the square of these
SECONDS = 10.0  # of the processor, to rebuild a message; the largest that is honest takes two

_DTYPES = {str(d).removeprefix("torch."): d for d in vars(torch).values() if type(d) is torch.dtype}
_SENT = (
    "bool uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128"
).split()
_NUMPY = {np.dtype(code).str for code in "?bBhHiIqQefd"}


EXERCISES = (
    "course_utils.exercises"  # the graders' modules, which an answer's process does not have
)
KEPT = object()  # in place of what both sides have: it is as it was


class CannotCross(Exception):
    """The value has a type that is not sent; the message is the type's name."""


# --- values ---------------------------------------------------------------------------------------


@dataclass
class Crossing:
    """How values cross in one direction, and what was met on the way.

    known: objects that both sides have, id -> name (sending) or name -> object (receiving).
    local: functions of the sender that are sent as text, id -> (name, source).
    define: makes such a function from (name, source), or None where none may come.
    imports: whether functions of libraries may be named; never by a student.
    kept: whether all that comes as a name is KEPT, as where only changes are of interest.
    leaves: tensors with gradients, in the order in which they were met.
    graft: what to do with one that was received, given its number; None: a leaf of its own.
    until: the time of this thread's processor at which `decode` gives up.
    room: bytes of tensors that may still be received; one of many equal rows takes few on the way.
    models: where models may be sent, or received from one who is trusted.
    asked: functions that are called where they are, in the order in which they were met (sending).
    call_back: makes what stands for such a function from its number, or None where none may come.
    """

    known: Mapping[Any, Any] = field(default_factory=dict)
    local: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    define: Callable[[str, str], Any] | None = None
    imports: bool = False
    kept: bool = False
    leaves: list[torch.Tensor] = field(default_factory=list)
    graft: Callable[[int, torch.Tensor], torch.Tensor] | None = None
    until: float = math.inf
    room: int = 2 * BLOBS
    models: socket_models.Models | None = None
    asked: list[Hunted] = field(default_factory=list)
    call_back: Callable[[int], Any] | None = None


def encode(value: Any, blobs: list[bytes], way: Crossing | None = None) -> Any:
    """`value` as JSON; appends the raw bytes to `blobs`. Raises CannotCross."""
    return _encode(value, blobs, way or Crossing(), 0)


def _encode(value: Any, blobs: list[bytes], way: Crossing, depth: int) -> Any:
    kind = type(value)
    if value is None or kind in (bool, str, float):
        return value
    if kind is int:
        if value.bit_length() > 10_000:
            raise CannotCross("int")
        return value
    if depth > DEPTH:
        raise CannotCross("nesting")

    def inner(item: Any) -> Any:
        return _encode(item, blobs, way, depth + 1)

    if kind in (set, frozenset, dict) and (len(value) > MANY or _crowded(value)):
        raise CannotCross("many entries")
    if kind in (list, tuple, set, frozenset):
        return [kind.__name__, [inner(item) for item in value]]
    if kind is dict:
        return ["dict", [[inner(k), inner(v)] for k, v in value.items()]]
    if id(value) in way.known:
        return ["known", way.known[id(value)]]
    if kind is torch.Tensor:
        if value.requires_grad:
            way.leaves.append(value)
            gradient = value.grad if value.is_leaf else None  # an answer may have called backward
            return ["grad", [_encode_tensor(value, blobs), inner(gradient)]]
        return _encode_tensor(value, blobs)
    if id(value) in way.local:
        return ["local", list(way.local[id(value)])]
    if kind is Hunted:
        way.asked.append(value)
        return ["asked", len(way.asked) - 1]
    if callable(value):
        place = _importable(value)
        if place:
            return ["import", place]
    if isinstance(value, torch.nn.Module) and way.models is not None:
        try:
            number, data, state = way.models.told(value)
        except ValueError:
            raise CannotCross(kind.__name__) from None
        if EXERCISES.encode() in data:
            raise CannotCross(kind.__name__)
        return ["model", [number, _blob(data, blobs), inner(state)]]
    if kind is bytes:
        return ["bytes", _blob(value, blobs)]
    if kind is torch.dtype:
        return ["dtype", str(value).removeprefix("torch.")]
    if kind is torch.Size:
        return ["size", list(value)]
    if kind is torch.Generator and value.device.type == "cpu":
        return ["generator", _blob(value.get_state().numpy().tobytes(), blobs)]
    if kind is random.Random:
        version, state, gauss = value.getstate()
        return ["random", [version, list(state), gauss]]
    if kind is range:
        return ["range", [value.start, value.stop, value.step]]
    if kind is complex:
        return ["complex", [value.real, value.imag]]
    if (kind is np.ndarray or isinstance(value, np.generic)) and value.dtype.str in _NUMPY:
        if value.nbytes > BLOBS:
            raise CannotCross("too large")
        name = "array" if kind is np.ndarray else "scalar"
        data = np.ascontiguousarray(value).tobytes()
        return [name, [value.dtype.str, list(value.shape), _blob(data, blobs)]]
    raise CannotCross(kind.__name__)


def _crowded(keys: Iterable[Any]) -> bool:
    """Whether too many keys have one hash: these are compared with each other, and anyone can choose
    numbers that have it."""
    return max(Counter(map(hash, keys)).values(), default=0) > ALIKE


def _importable(value: Any) -> list[str] | None:
    """[module, name] under which a function or class of a library is found, else None."""
    name, home = getattr(value, "__name__", None), getattr(value, "__module__", None)
    if type(name) is not str:  # an object that has every attribute
        return None
    for module in (home if type(home) is str else "", "torch", "torch.nn.functional"):
        if module in sys.modules and getattr(sys.modules[module], name, None) is value:
            there = module != "__main__" and not module.startswith(f"{EXERCISES}.")
            return [module, name] if there else None
    return None


def _encode_tensor(value: torch.Tensor, blobs: list[bytes]) -> Any:
    name = str(value.dtype).removeprefix("torch.")
    if value.layout is not torch.strided or value.device.type != "cpu" or name not in _SENT:
        raise CannotCross("Tensor")
    if value.numel() * 16 > BLOBS:
        raise CannotCross("too large")
    plain = value.detach().resolve_conj().resolve_neg()
    span = 1 + sum((n - 1) * step for n, step in zip(plain.shape, plain.stride()))
    if span > 4 * plain.numel():
        plain = plain.contiguous()
        span = plain.numel()
    data = b""
    if plain.numel():
        memory = plain.as_strided((span,), (1,), plain.storage_offset())
        data = memory.clone().view(torch.uint8).numpy().tobytes()
    return ["tensor", [name, list(plain.shape), list(plain.stride()), _blob(data, blobs)]]


def _blob(data: bytes, blobs: list[bytes]) -> int:
    blobs.append(data)
    return len(blobs) - 1


def decode(tree: Any, blobs: list[bytes], way: Crossing | None = None) -> Any:
    """The value that `encode` wrote, of exactly its types. Raises Malformed, also for a message that
    was made to take long or to fill the memory."""
    way = way or Crossing()
    way.until = time.thread_time() + SECONDS
    try:
        return _decode(tree, blobs, way, 0)
    except Malformed:
        raise
    except Exception as error:  # whatever a forged message leads to
        raise Malformed(type(error).__name__) from None


def _decode(tree: Any, blobs: list[bytes], way: Crossing, depth: int) -> Any:
    if type(tree) is not list:
        if tree is None or type(tree) in (bool, str, float, int):
            return tree
        raise Malformed("value")
    if depth > DEPTH + 1:
        raise Malformed("nesting")
    if time.thread_time() > way.until:
        raise Malformed("time")
    kind, body = tree

    def inner(item: Any) -> Any:
        return _decode(item, blobs, way, depth + 1)

    if kind in ("set", "frozenset", "dict") and len(body) > MANY:
        raise Malformed("many entries")
    if kind in ("list", "tuple", "set", "frozenset"):
        items = [inner(item) for item in body]
        if kind in ("set", "frozenset") and _crowded(items):
            raise Malformed("hashes")
        return {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}[kind](items)
    if kind == "dict":
        pairs = [(inner(k), inner(v)) for k, v in body]
        if _crowded(key for key, _ in pairs):
            raise Malformed("hashes")
        return dict(pairs)
    if kind == "tensor":
        name, shape, strides, at = body
        value = _decode_tensor(name, shape, strides, at, blobs)
        way.room -= value.numel() * value.element_size()
        if way.room < 0:
            raise Malformed("tensors")
        return value
    if kind == "grad":
        value, gradient = map(inner, body)
        value.grad = gradient
        if way.graft is None:
            value.requires_grad_()
        else:
            value = way.graft(len(way.leaves), value)
        way.leaves.append(value)
        return value
    if way.kept and kind in ("known", "local", "import", "asked"):
        return KEPT
    if kind == "known":
        return way.known[body]
    if kind == "local" and way.define:
        return way.define(*body)
    if kind == "import" and way.imports:
        module, name = body
        return getattr(importlib.import_module(module), name)
    if kind == "model" and way.models is not None:
        place, at, state = body
        return way.models.found(place, blobs[at], inner(state))
    if kind == "asked" and way.call_back:
        return way.call_back(body)
    if kind == "bytes":
        return blobs[body]
    if kind == "dtype":
        return _DTYPES[body]
    if kind == "size":
        return torch.Size(body)
    if kind == "generator":
        generator = torch.Generator()
        generator.set_state(torch.frombuffer(bytearray(blobs[body]), dtype=torch.uint8))
        return generator
    if kind == "random":
        rng = random.Random()
        rng.setstate((body[0], tuple(body[1]), body[2]))
        return rng
    if kind == "range":
        return range(*body)
    if kind == "complex":
        return complex(*body)
    if kind in ("array", "scalar"):
        name, shape, at = body
        if name not in _NUMPY:
            raise Malformed("dtype")
        array = np.frombuffer(bytearray(blobs[at]), dtype=np.dtype(name)).reshape(shape)
        return array if kind == "array" else array[()]
    raise Malformed("kind")


def _decode_tensor(
    name: str, shape: list[int], strides: list[int], at: int, blobs: list[bytes]
) -> torch.Tensor:
    """The tensor in the layout that it had: a check may be about a transposed one."""
    if name not in _SENT or math.prod(shape) * 16 > BLOBS:
        raise Malformed("tensor")
    if not blobs[at]:
        return torch.zeros(shape, dtype=_DTYPES[name]) if 0 in shape else _bad()
    memory = torch.frombuffer(bytearray(blobs[at]), dtype=torch.uint8).view(_DTYPES[name])
    return memory.as_strided(shape, strides)


def _bad() -> Any:
    raise Malformed("shape")


def copy_into(target: Any, changed: Any) -> None:
    """Makes an argument here look as the answer left its copy, so that the check can see it."""
    if isinstance(target, torch.Tensor) and isinstance(changed, torch.Tensor):
        writable = 0 not in target.stride()  # PyTorch writes into no expanded tensor
        if writable and target.shape == changed.shape and target.dtype == changed.dtype:
            with torch.no_grad():
                target.copy_(changed)
            if changed.grad is not None:
                target.grad = changed.grad
        else:
            target.data = changed
    elif type(target) is list and type(changed) is list:
        if len(target) == len(changed):
            for place, other in enumerate(changed):
                _copy_item(target, place, other)
        else:
            target[:] = changed
    elif type(target) is dict and type(changed) is dict:
        if target.keys() == changed.keys():
            for key, other in changed.items():
                _copy_item(target, key, other)
        else:
            target.clear()
            target.update(changed)
    elif type(target) is tuple and type(changed) is tuple:
        for item, other in zip(target, changed):
            copy_into(item, other)
    elif type(target) is set and type(changed) is set:
        target.clear()
        target.update(changed)
    elif type(target) is np.ndarray and type(changed) is np.ndarray:
        target[...] = changed
    elif isinstance(target, torch.Generator) and isinstance(changed, torch.Generator):
        target.set_state(changed.get_state())
    elif isinstance(target, random.Random) and isinstance(changed, random.Random):
        target.setstate(changed.getstate())


def _copy_item(target: Any, place: Any, other: Any) -> None:
    if other is KEPT:
        return
    if _mutable(target[place]) and type(other) is type(target[place]):
        copy_into(target[place], other)
    else:
        target[place] = other


def _mutable(value: Any) -> bool:
    return isinstance(value, (torch.Tensor, list, dict, set, tuple, np.ndarray))


def readable(text: Any, most: int = 20_000) -> str:
    """Text from a sender that is not trusted, such that it can be written to a file."""
    return str(text)[:most].encode("utf-8", "replace").decode()
