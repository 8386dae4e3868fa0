"""Formulas of a page as MathML, which needs no script."""

import re
from typing import Any

from jinja2 import pass_context
from latex2mathml.converter import convert
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

_LINK = re.compile(r"\s(?:xlink:)?href=\"[^\"]*\"")  # of \href: a formula is read, not followed
_ARG = re.compile(r"\\arg(?![a-zA-Z])")  # the library knows \max, and no \arg
_UNKNOWN = re.compile(r">\\[a-zA-Z]")  # a command that the library writes as it found it
LONGEST_FORMULA = 2000  # characters; what is longer stays as it was written


@pass_context
def markdown2html(context: Any, source: str) -> str:
    """nbconvert's filter of this name, with formulas as MathML."""
    attachments = context.get("cell", {}).get("attachments", {})
    renderer = _Renderer(escape=False, attachments=attachments)
    return MarkdownWithMath(renderer=renderer).render(source)


def mathml(formula: str, display: str = "inline") -> str | None:
    """A TeX formula as MathML; None where it cannot be read. `display`: "inline" or "block"."""
    if len(formula) > LONGEST_FORMULA:
        return None
    try:
        made = convert(_ARG.sub(r"\\operatorname{arg}", formula), display=display)
    except Exception:  # an answer may hold anything, and the library fails in many ways
        return None
    made = _LINK.sub("", made).replace(r"\_", "_")  # as it stands in \text
    return None if _UNKNOWN.search(made) else made


class _Renderer(IPythonRenderer):
    def inline_math(self, body: str) -> str:
        return mathml(body) or super().inline_math(body)

    def block_math(self, body: str) -> str:
        return mathml(body, "block") or super().block_math(body)

    def latex_environment(self, name: str, body: str) -> str:
        whole = f"\\begin{{{name}}}{body}\\end{{{name}}}"
        return mathml(whole, "block") or super().latex_environment(name, body)
