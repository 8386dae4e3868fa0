"""Explorers: a labelled form above one picture. `parts` is what they are made of; each other
module here is one explorer."""

from .alignment import Aligned, alignment_explorer
from .families import family_explorer, tree_explorer
from .gap import gap_explorer
from .mask import mask_explorer
from .parts import Explorer, View
from .playground import decoding_playground
from .refine import refine_explorer
from .span import span_explorer

__all__ = [
    "Aligned",
    "Explorer",
    "View",
    "alignment_explorer",
    "decoding_playground",
    "family_explorer",
    "gap_explorer",
    "mask_explorer",
    "refine_explorer",
    "span_explorer",
    "tree_explorer",
]
