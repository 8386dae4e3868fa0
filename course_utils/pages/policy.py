"""What a page made of a notebook may do. An answer may hold anything, so no script runs that comes
with the notebook, and nothing is loaded from elsewhere.

The policy stands in a page's head, and holds for what comes after it: nbgrader's own scripts come
before, but for a few lines that are known by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
import re
from importlib.util import find_spec
from pathlib import Path

_ALLOWED = {
    "default-src": "'none'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self' data:",
    "connect-src": "'self'",  # points that are entered in Formgrader
    "base-uri": "'none'",
    "form-action": "'none'",
}
_FORMGRADER = "server_extensions/formgrader/templates/formgrade/formgrade_macros.html.j2"
_SCRIPT = re.compile(r"<script[^>]*>(.*?)</script>", re.DOTALL)
_HANDLER = re.compile(r"\son\w+=\"([^\"]*)\"")


def content_security_policy(_: str = "") -> str:
    """The text of the policy (https://www.w3.org/TR/CSP3/), as a filter of nbconvert's templates."""
    hashes = " ".join(map(_hash, _of_formgrader()))
    rules = {**_ALLOWED, "script-src": f"'unsafe-hashes' {hashes}" if hashes else "'none'"}
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _of_formgrader() -> list[str]:
    """The lines of script that Formgrader has below the policy: a block and what two buttons do."""
    found = find_spec("nbgrader")
    if found is None or found.origin is None:  # where only JupyterLab is, which saves pages, too
        return []
    template = Path(found.origin).parent / _FORMGRADER
    body = template.read_text(encoding="utf-8").partition("{% macro nav")[2]
    return _SCRIPT.findall(body) + _HANDLER.findall(body)


def _hash(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
