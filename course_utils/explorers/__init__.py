"""Explorers: a labelled form above one picture. `parts` is what they are made of; each other
module here is one explorer, imported on first use, so that a notebook loads only its own."""

from __future__ import annotations

from course_utils.on_first_use import on_first_use

_HOME = {
    "Aligned": "alignment",
    "Explorer": "parts",
    "View": "parts",
    "alignment_explorer": "alignment",
    "automaton_explorer": "automaton",
    "cache_explorer": "cache",
    "beam_explorer": "beam",
    "decoding_playground": "playground",
    "diffusion_explorer": "diffusion",
    "family_explorer": "family",
    "gap_explorer": "gap",
    "gibbs_explorer": "gibbs",
    "heads_explorer": "heads",
    "loops_explorer": "loops",
    "mask_explorer": "mask",
    "mask_mod_explorer": "mask_mod",
    "rate_explorer": "rate",
    "refine_explorer": "refine",
    "scale_explorer": "scale",
    "span_explorer": "span",
    "speculative_explorer": "speculative",
    "tree_explorer": "family",
}
__all__ = list(_HOME)
__getattr__, __dir__ = on_first_use(__name__, _HOME)
