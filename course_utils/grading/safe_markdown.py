"""A student's Markdown as an instructor's browser may show it.

nbgrader shows it in Formgrader and on feedback pages, where raw HTML and links are live.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

BREAK = "\u200b"  # has no width: the text reads as it did, and is no longer a tag or a link
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_LINK = re.compile(r"((?:java|vb)script|data)(?=\s*:)", re.IGNORECASE)
_ENTITY = re.compile(r"&(?=#|colon|tab|newline)", re.IGNORECASE)
_ATTACHED = re.compile(r"attachment:(?P<name>[^)\s\"'>]*)")


def harmless(markdown: str, attachments: Iterable[str] = ()) -> str:
    """The same words without HTML, without links that run something, and without pictures that are
    not there, for which nbconvert gives up a whole page."""
    there = set(attachments)
    text = _TAG.sub("<" + BREAK, markdown)
    text = _LINK.sub(rf"\1{BREAK}", text)
    text = _ENTITY.sub("&" + BREAK, text)
    return _ATTACHED.sub(
        lambda found: found[0] if found["name"] in there else f"attachment{BREAK}:{found['name']}",
        text,
    )
