"""Explorers: a labelled form above one picture. `parts` is what they are made of; each other
module here is one explorer, imported on first use, so that a notebook loads only its own."""

from __future__ import annotations

import importlib

_HOME = {
    "Aligned": "alignment",
    "Explorer": "parts",
    "View": "parts",
    "alignment_explorer": "alignment",
    "decoding_playground": "playground",
    "family_explorer": "families",
    "gap_explorer": "gap",
    "mask_explorer": "mask",
    "refine_explorer": "refine",
    "span_explorer": "span",
    "tree_explorer": "families",
}
__all__ = sorted(_HOME)


def __getattr__(name: str):
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
