"""Behind the Mask: what the course's notebooks share.

Names are imported on first use, so that a notebook that draws one figure does not wait for
transformers to load.
"""

from __future__ import annotations

import sys

from course_utils.on_first_use import on_first_use

# jsonschema, which nbformat loads, would build a grammar of international addresses: a second for
# each process, for a format that no notebook has. It does without where the package is missing.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

_HOME = {
    "Check": "checks.check",
    "CourseError": "messages",
    "beam_explorer": "explorers",
    "decoding_playground": "explorers",
    "gap_explorer": "explorers",
    "load_model": "language.models",
    "mask_explorer": "explorers",
    "progress": "checks.progress_log",
    "rate_explorer": "explorers",
    "show": "figures",
    "span_explorer": "explorers",
    "true_entropy": "language.small_world",
}
__all__ = list(_HOME)
__getattr__, __dir__ = on_first_use(__name__, _HOME)
