"""What to do about an error, where an exercise knows better than the error's name."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from course_utils.checks.check import Stop
from course_utils.messages import say


@contextlib.contextmanager
def advising(advice: Mapping[str, str], **fields: Any) -> Iterator[None]:
    """Where an answer that runs inside stops with an error whose message, kind and line fit one of
    the patterns, the sentence of that key is said in place of what such an error usually means;
    alone, where the answer raises it itself.

    advice: regular expressions, each with the key of its message; fields: what the messages name.
    """
    try:
        yield
    except Stop as stop:
        for pattern, key in advice.items():
            if stop.error and re.search(pattern, f"{stop.error}, in the line: {stop.line}"):
                told = say(key, **fields)
                if not stop.line.startswith("raise "):
                    where, *_, what = stop.text.split("\n")
                    told = "\n".join([where, told, what])
                raise Stop("failed", key, told) from None
        raise
