"""Behind the Mask: what the course's notebooks share.

Names are imported on first use, so that a notebook that draws one figure does not wait for
transformers to load.
"""

from __future__ import annotations

import importlib

_HOME = {
    "Check": "checks",
    "CourseError": "messages",
    "decoding_playground": "widgets",
    "gap_explorer": "widgets",
    "load_model": "models",
    "mask_explorer": "widgets",
    "progress": "progress_log",
    "show": "figures",
    "span_explorer": "widgets",
    "true_entropy": "small_world",
}
__all__ = sorted(_HOME)


def __getattr__(name: str):
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
