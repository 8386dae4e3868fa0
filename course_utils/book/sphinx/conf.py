"""Sphinx's settings for the book. `sources.write` copies this folder, and puts the pages beside it."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx
from sphinx.util import logging

from course_utils.book.front import SCRIPT, STYLE
from course_utils.messages import say
from course_utils.pages.formulas import mathml

project = html_title = "Behind the Mask"
extensions = ["myst_nb"]
exclude_patterns = ["downloads", "_static", "_templates"]
templates_path = ["_templates"]
smartquotes = False
suppress_warnings = ["myst.header"]  # the glossary's words are headings of the third level

# Markdown as JupyterLab reads it: with formulas, without MyST's own syntax.
myst_enable_extensions = ["dollarmath"]
myst_disable_syntax = ["myst_line_comment", "myst_block_break", "myst_target", "myst_role"]
myst_all_links_external = True  # `links.Links` has turned them
myst_title_to_header = False

nb_execution_mode = "off"
nb_merge_streams = True
nb_ipywidgets_js: dict[str, Any] = {}

html_theme = "sphinx_book_theme"
html_static_path = ["_static"]
html_extra_path = ["downloads"]
html_favicon = "_static/favicon.svg"
html_context = {"default_mode": "auto"}
html_sidebars = {"**": ["book-name.html", "search-button-field.html", "sbt-sidebar-nav.html"]}
html_css_files = ["book.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_use_index = False
html_math_renderer = "mathml"
html_permalinks_icon = "#"
html_theme_options = {
    "use_download_button": False,
    "use_fullscreen_button": False,
    "search_bar_text": say("book-search"),
    "show_toc_level": 2,
    "navbar_start": [],
    "navbar_center": [],
    "navbar_end": [],
    "navbar_persistent": [],
    "footer_content_items": ["extra-footer.html"],
    "extra_footer": say("book-footer"),
}


LONG_FORMULA = 35  # characters of TeX that may be wider than a phone
_EMPTY_HEADER = re.compile(r"<th[^>]*>(?:<p></p>)?</th>")


def show_math(translator: Any, node: nodes.Element) -> None:
    """A formula as MathML; one that stands alone, or is long, in a box that scrolls by itself."""
    formula = node.astext()
    alone = isinstance(node, nodes.math_block)
    made = mathml(formula, "block" if alone else "inline")
    if made is None:
        logging.getLogger(__name__).warning(say("book-formula", formula=formula))
    html = made or translator.encode(formula)
    if alone:
        html = f'<div class="formula" tabindex="0">{html}</div>\n'
    elif len(formula) > LONG_FORMULA:
        html = f'<span class="formula" tabindex="0">{html}</span>'
    translator.body.append(html)
    raise nodes.SkipNode


def open_folded(translator: Any, node: HideCodeCellNode) -> None:
    """Folded code: its summary says what is inside, to screen readers as well."""
    summary = translator.encode(node["prompt_show"])
    translator.body.append(f'<details class="folded-code"><summary>{summary}</summary>\n')


def close_folded(translator: Any, node: HideCodeCellNode) -> None:
    translator.body.append("</details>\n")


def without_empty_heads(app: Sphinx, document: nodes.document) -> None:
    """Markdown has no table without a head; an empty one is left out."""
    for head in list(document.findall(nodes.thead)):
        if not head.astext().strip():
            head.parent.remove(head)


def without_empty_headers(app: Sphinx, page: str, template: str, context: Any, *_: Any) -> None:
    """A header of a table that says nothing is a cell like others, for those who hear the page."""
    if "body" in context:
        context["body"] = _EMPTY_HEADER.sub("<td></td>", context["body"])


def front_page_files(app: Sphinx, page: str, *_: Any) -> None:
    if page == app.config.root_doc:
        app.add_css_file(STYLE)
        app.add_js_file(SCRIPT, loading_method="defer")


def setup(app: Sphinx) -> None:
    app.add_html_math_renderer("mathml", (show_math, None), (show_math, None))
    app.add_node(HideCodeCellNode, override=True, html=(open_folded, close_folded))
    app.connect("doctree-read", without_empty_heads)
    app.connect("html-page-context", without_empty_headers)
    app.connect("html-page-context", front_page_files)
