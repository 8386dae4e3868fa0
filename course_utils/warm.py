"""Imported once by the server that answers are forked from: PyTorch and what checks use, so that no
answer waits for them. `warm_transformers` holds more. A module that cannot be imported is left to
whoever asks for it."""

import contextlib
import importlib

for _name in (
    "torch",
    "torch._dynamo",  # imported later, by an optimizer, it would exchange functions of torch
    "course_utils.attention",
    "course_utils.beyond",
    "course_utils.checks",
    "course_utils.decoding",
    "course_utils.encoders",
    "course_utils.families",
    "course_utils.masking",
    "course_utils.models",
    "course_utils.objectives",
    "course_utils.runner",
    "course_utils.small_world",
):
    with contextlib.suppress(Exception):
        importlib.import_module(_name)
