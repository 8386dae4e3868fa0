"""Does an answer keep something between calls? Three ways to call it that show it, each made where the
answer is, in the notebook or in its sandbox, on arguments that nobody else has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

FEW = 100_000  # numbers in the arguments and the result of a call that is made again
_PLAIN = (bool, int, float, str, bytes, type(None), torch.dtype, range)


def after_change(function: Callable, args: tuple, kwargs: dict) -> Any:
    """The second result for the same arguments, when the caller has changed the first one."""
    first = function(*args, **kwargs)
    saved = copied(first)
    changed = not _memory(first) & _memory((args, kwargs)) and _overwrite(first)
    try:
        return copied(function(*args, **kwargs))
    finally:
        if changed:  # it may be a table of the lesson's
            fill(first, saved)


def with_new_content(
    function: Callable, args: tuple, kwargs: dict, others: tuple[tuple, dict]
) -> Any:
    """The result for the same objects as before, which now hold what `others` hold."""
    function(*args, **kwargs)
    fill((args, kwargs), others)
    return copied(function(*args, **kwargs))


def after_another(function: Callable, args: tuple, kwargs: dict, others: tuple[tuple, dict]) -> Any:
    """The result of a call, looked at when another call has been made."""
    first = function(*args, **kwargs)
    function(*others[0], **others[1])
    return copied(first)


WAYS: dict[str, Callable[..., Any]] = {
    "after_another": after_another,
    "after_change": after_change,
    "with_new_content": with_new_content,
}


def copied(value: Any) -> Any:
    """A copy of the parts of a value that can be changed; without gradients."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone()
    if isinstance(value, dict):
        return {k: copied(v) for k, v in value.items()}
    if type(value) in (list, tuple):
        return type(value)(copied(v) for v in value)
    if isinstance(value, set):
        return set(value)
    return value


def can_be_made_again(args: tuple, kwargs: dict, result: Any) -> bool:
    """Whether the same call has to give the same, in little time: no source of random numbers and no
    model in it, and few numbers."""
    return _is_plain((args, kwargs, result)) and size((args, kwargs, result)) <= FEW


def can_be_changed(result: Any) -> bool:
    """Whether there is anything in a result that its owner may write to."""
    return _overwrite(copied(result))


def size(value: Any) -> int:
    """How many numbers and other things stand in a value."""
    return sum(_sizes(value))


def _is_plain(value: Any) -> bool:
    if type(value) in (list, tuple, set, frozenset):
        return all(map(_is_plain, value))
    if type(value) is dict:
        return all(map(_is_plain, value.values()))
    if callable(value):
        return not isinstance(value, torch.nn.Module)
    return type(value) is torch.Tensor or type(value) in _PLAIN


def _sizes(value: Any) -> list[int]:
    if isinstance(value, torch.Tensor):
        return [value.numel()]
    if type(value) in (list, tuple, set, frozenset):
        return [len(value), *(size for item in value for size in _sizes(item))]
    if type(value) is dict:
        return [size for item in value.values() for size in _sizes(item)]
    return [0]


def can_hold(value: Any, other: Any) -> bool:
    """Whether `value` can be filled with what `other` holds and stay the same objects."""
    if type(value) is not type(other):
        return False
    if isinstance(value, torch.Tensor):
        return value.shape == other.shape and value.dtype == other.dtype
    if type(value) is tuple:
        return len(value) == len(other) and all(map(can_hold, value, other))
    if type(value) is dict:
        return value.keys() == other.keys() and all(can_hold(value[k], other[k]) for k in value)
    return type(value) in (list, set) or value is other or bool(value == other)


def fill(value: Any, other: Any) -> None:
    """Puts what `other` holds into `value`, and into what that holds."""
    if isinstance(value, torch.Tensor):
        with torch.no_grad():
            value[_once(value)].copy_(other[_once(value)])
    elif type(value) is list:
        del value[len(other) :]
        for place, item in enumerate(other[: len(value)]):
            value[place] = _filled(value[place], item)
        value += copied(other[len(value) :])
    elif type(value) is tuple:
        for mine, theirs in zip(value, other):
            fill(mine, theirs)
    elif type(value) is dict:
        for key in value.keys() - other.keys():
            del value[key]
        for key, item in other.items():
            value[key] = _filled(value.get(key), item)
    elif type(value) is set:
        value.clear()
        value.update(other)


def _filled(value: Any, other: Any) -> Any:
    """What stands in the place of `value`: itself, if it can hold what `other` does."""
    if type(other) not in (torch.Tensor, list, dict, set) or not can_hold(value, other):
        return copied(other)
    fill(value, other)
    return value


def _overwrite(value: Any) -> bool:
    """Changes all that can be changed in place; whether there was anything."""
    if isinstance(value, torch.Tensor):
        if value.requires_grad or not value.numel():
            return False
        value = value[_once(value)]
        with torch.no_grad():
            value.copy_(~value if value.dtype == torch.bool else value.nan_to_num() + 7)
        return True
    if type(value) is tuple:
        return sum(map(_overwrite, value)) > 0
    if type(value) is list:
        for item in value:
            _overwrite(item)
        value.append(None)
        return True
    if type(value) is dict:
        for item in value.values():
            _overwrite(item)
        value["another"] = None
        return True
    if type(value) is set:
        value.add(None)
        return True
    return False


def _once(value: torch.Tensor) -> tuple[slice, ...]:
    """Each place of a tensor once: what was expanded stands in one place."""
    return tuple(slice(0, 1) if step == 0 else slice(None) for step in value.stride())


def _memory(value: Any) -> set[int]:
    """Where tensors and lists have their contents."""
    if isinstance(value, torch.Tensor):
        return {value.untyped_storage().data_ptr()}
    if type(value) in (list, tuple, set):
        return {id(value), *(place for item in value for place in _memory(item))}
    if type(value) is dict:
        return {id(value), *(place for item in value.values() for place in _memory(item))}
    return set()
