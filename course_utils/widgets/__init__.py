"""Explorers: a labelled form above one picture. `parts` is what they are made of; each other
module here is one explorer."""

from .alignment import Aligned, alignment_explorer
from .gap import gap_explorer
from .mask import mask_explorer
from .parts import Explorer, View
from .refine import refine_explorer

__all__ = [
    "Aligned",
    "Explorer",
    "View",
    "alignment_explorer",
    "gap_explorer",
    "mask_explorer",
    "refine_explorer",
]
