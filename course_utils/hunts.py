"""Implementations without a name, for the hunts.

A hunt asks for a test that tells a right implementation from a wrong one. Six are handed out here,
to be called and not to be read: which of them are right is what the test has to find out.
"""

from __future__ import annotations

import base64
import json
import math
import warnings
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NoReturn

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.testing import assert_close

from course_utils.checks.call_again import copied, fill
from course_utils.checks.check import same, show_call
from course_utils.files import PACKAGE
from course_utils.messages import say

GIVEN = PACKAGE / "hunts.json"  # function -> the packed texts of the six; made by `release`
LETTERS = "ABCDEF"
MOST = 20_000  # numbers that an implementation without a name takes in one call
WIDEST = {"document_mask": 300}  # tokens of a row, where the result grows with their square


class Hunted:
    """A function whose text is not shown. Called, it gives what that function gives, without
    gradients; ValueError where that function changes an input (which gets its numbers back), and for
    inputs of more than MOST numbers, so that no test takes long.

    A dict stands for a function that the other one asks, which could not cross to where a class is
    graded: the function gets what looks a key up, and gives a copy of what stands there.
    """

    __name__ = "f"

    def __init__(self, function: Callable):
        self._function = function
        self.error: str | None = None  # of the last call
        self.refused = ""  # why an input was too large, the last one that was
        self.given: tuple[tuple, dict[str, Any]] | None = None  # the last input
        self.fault: tuple[Tensor, ...] = ()  # the first input on which an `agrees` said no

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.error = None
        self.given = args, kwargs
        if _count((args, kwargs)) > MOST:
            self._refuse(say("hunt-too-large", most=f"{MOST:,}", given=self.call()))
        widest = WIDEST.get(getattr(self._function, "__name__", ""), MOST)
        if any(_width(value) > widest for value in (*args, *kwargs.values())):
            self._refuse(say("hunt-too-wide", most=widest, given=self.call()))
        before = copied((args, kwargs))
        try:
            given = [_as_function(value) for value in args]
            named = {name: _as_function(value) for name, value in kwargs.items()}
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # a warning would tell what the text does
                result = copied(self._function(*given, **named))
            if not same((args, kwargs), before, atol=0.0):
                fill((args, kwargs), before)
                raise ValueError(say("hunt-changes-input"))
            return result
        except Exception as error:
            self.error = f"{type(error).__name__}: {error}"[:200]
            raise

    def call(self) -> str:
        """The last call as text, large inputs by their size; "" before the first."""
        return show_call("f", *self.given)[0] if self.given else ""

    def first_fault(self) -> str:
        """The first input on which an `agrees` said no, and how large its floats are; "" for none."""
        if not self.fault:
            return ""
        floats = [x for x in self.fault if x.is_floating_point() and x.numel()]
        largest = ", ".join(f"{x.abs().max().item():,.3g}" for x in floats)
        return say("hunt-first-fault", given=show_call("f", self.fault, {})[0], largest=largest)

    def _refuse(self, why: str) -> NoReturn:
        self.refused = why
        raise ValueError(why)

    def __repr__(self) -> str:
        return "f"


def suspects(function: str) -> dict[str, Hunted]:
    """Six implementations of a function, under the letters A to F. KeyError where there are none."""
    return {
        letter: hunted(unpacked(text), function)
        for letter, text in zip(LETTERS, _given()[function], strict=True)
    }


@cache
def _given() -> dict[str, list[str]]:
    return json.loads(GIVEN.read_text(encoding="utf-8"))


def hunted(text: str, function: str) -> Hunted:
    """The function of this name, made anew from its text, so that it remembers nothing."""
    names: dict[str, Any] = {"math": math, "torch": torch, "nn": torch.nn}
    names |= {"F": torch.nn.functional, "Callable": Callable, "__name__": "hunted"}
    exec(compile(text, "<without a name>", "exec", dont_inherit=True), names)
    return Hunted(names[function])


def _as_function(value: Any) -> Any:
    """A dict as a function from its keys to copies of its values (KeyError for another key)."""
    if type(value) is not dict:
        return value
    return lambda key: copied(value[key])


def packed(text: str) -> str:
    return base64.b85encode(zlib.compress(text.encode(), 9)).decode("ascii")


def unpacked(text: str) -> str:
    return zlib.decompress(base64.b85decode(text)).decode()


def _width(value: Any) -> int:
    """The size of a tensor's last dimension, 0 for anything else."""
    return value.shape[-1] if isinstance(value, torch.Tensor) and value.dim() else 0


def _count(value: Any) -> int:
    """Numbers in the tensors and lists of a call. (An int may be an id, and large. A function that is
    given a size needs a bound of its own.)"""
    if isinstance(value, torch.Tensor):
        return value.numel()
    if isinstance(value, dict):
        return len(value) + sum(map(_count, value.values()))
    if isinstance(value, (list, tuple, set)):
        return len(value) + sum(map(_count, value))
    return 0


# --- comparisons that a hunt is given -------------------------------------------------------------


def attention_agrees(f: Callable, q: Tensor, k: Tensor, v: Tensor) -> bool:
    """Does f give what PyTorch gives, (out, weights) within 1e-4: on these inputs, in float64, on
    views of them, and on others of the same shapes? If f stops with an error, it does not.

    f: as `attention` of exercise 1.3; q: [..., T, d_k]; k: [..., S, d_k]; v: [..., S, d_v].
    ValueError for q, k and v that do not fit each other, for scaled scores far beyond 1000, which no f
    has to cope with, and for v beyond 10, where float32 may differ by more.
    """
    if q.shape[-1] != k.shape[-1] or k.shape[-2] != v.shape[-2]:
        raise ValueError(say("hunt-attention-shapes"))
    _not_beyond(5000, "hunt-attention-scores", q @ k.mT / math.sqrt(q.shape[-1]))
    _not_beyond(10, "hunt-attention-values", v)

    def right(q: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        unit = torch.eye(k.shape[-2], dtype=k.dtype).expand(*k.shape[:-1], -1)  # picks out weights
        return tuple(F.scaled_dot_product_attention(q, k, values) for values in (v, unit))

    doubles = [x.double() for x in (q, k, v)]
    views = [x.transpose(0, -2).contiguous().transpose(0, -2) for x in (q, k, v)]
    cases = ((q, k, v), doubles, views, (-q, k.flip(-2), v))
    return _agrees_on(f, cases, right, atol=1e-4, rtol=0)


def _not_beyond(most: float, key: str, x: Tensor) -> None:
    """ValueError, with the message `key`, where a number of x is larger than `most`, or none at all."""
    if x.numel() and not (largest := x.abs().max().item()) <= most:
        raise ValueError(say(key, most=most, largest=f"{largest:,.3g}"))


def softmax_agrees(f: Callable, scores: Tensor, keep: Tensor) -> bool:
    """Does f give the right weights, within 1e-5: on these inputs, in float64, on views of them, and
    on others of the same shapes? If f stops with an error, it does not.

    f: as `safe_softmax` of exercise 2.5; scores: [..., T, S]; keep: bool, broadcasts to scores.
    ValueError for another dtype of keep.
    """
    if keep.dtype != torch.bool:
        raise ValueError(say("hunt-not-boolean", name="keep"))

    def right(scores: Tensor, keep: Tensor) -> Tensor:
        weights = torch.zeros(scores.shape, dtype=scores.dtype)
        rows = (x.flatten(0, -2) for x in (weights, scores, keep.expand_as(scores)))
        for row, score, seen in zip(*rows):
            row[seen] = score[seen].softmax(dim=-1)  # among those that are seen
        return weights

    views = [x.transpose(0, -1).contiguous().transpose(0, -1) for x in (scores, keep)]
    cases = ((scores, keep), (scores.double(), keep), views, (-scores, keep.flip(0)))
    return _agrees_on(f, cases, right, atol=1e-5, rtol=0)


def loss_agrees(f: Callable, logits: Tensor, ids: Tensor, padding: Tensor) -> bool:
    """Does f give the right loss, within one part in 10,000: on these inputs, in float64, on views of
    ids and padding, and on others of the same shapes? If f stops with an error, it does not.

    f: as `clm_loss` of exercise 3.1; logits: [B, n, V]; ids: int64 [B, n]; padding: bool [B, n].
    ValueError for padding that is not boolean or not on the right, for ids outside of the vocabulary,
    and where no text has two real tokens: without a target there is no mean.
    """
    if padding.dtype != torch.bool:
        raise ValueError(say("hunt-not-boolean", name="padding"))
    if not ((ids >= 0) & (ids < logits.shape[-1])).all():
        raise ValueError(say("hunt-loss-ids", most=logits.shape[-1] - 1))
    if (padding[:, :-1] & ~padding[:, 1:]).any():
        raise ValueError(say("hunt-loss-padding"))
    if not (~padding[:, 1:]).any():
        raise ValueError(say("hunt-loss-no-target"))

    def right(logits: Tensor, ids: Tensor, padding: Tensor) -> Tensor:
        log_p = logits.double().log_softmax(-1)
        real = (~padding).nonzero().tolist()  # [text, place] of each real token
        terms = [-log_p[text, i - 1, ids[text, i]] for text, i in real if i > 0]
        return torch.stack(terms).mean()

    views = logits, ids.T.contiguous().T, padding.T.contiguous().T
    others = -logits, ids.flip(0), padding.flip(0)
    cases = ((logits, ids, padding), (logits.double(), ids, padding), views, others)
    return _agrees_on(f, cases, right, rtol=1e-4, atol=1e-5, check_dtype=False)


def _agrees_on(f: Callable, cases: Sequence[Sequence[Tensor]], right: Callable, **how: Any) -> bool:
    """Does f give what `right` gives, in each case? The first case is the one that the test gave; if it
    is the first on which f fails, f keeps it. how: as for `assert_close`."""
    agrees = all(_gives(f, case, right(*case), **how) for case in cases)
    if not agrees and isinstance(f, Hunted) and not f.fault:
        f.fault = tuple(cases[0])
    return agrees


def _gives(f: Callable, given: Sequence[Tensor], want: Any, **how: Any) -> bool:
    """Does f give `want`, in shape, dtype and values? how: as for `assert_close`."""
    try:
        assert_close(f(*given), want, **how)
    except Exception:  # f stopped with an error, or the two differ
        return False
    return True
