"""HTML pages made from notebooks that load nothing from elsewhere: feedback, the Formgrader's pages
and what JupyterLab exports. `nbgrader_config.py` and `.jupyter/jupyter_config.py` call `offline`.

nbconvert's own pages fetch MathJax, require.js, jQuery and more from other hosts. Here formulas
become MathML, which browsers show themselves, and the templates beside this file stand in for those
that load scripts; one of them also gives each page a policy, whatever an answer holds.
"""

import os
from pathlib import Path
from typing import Any

_ADDRESSES = ("jquery_url", "jupyter_widgets_base_url", "mathjax_url", "require_js_url")


def offline(config: Any) -> None:
    """Let all pages that nbconvert makes under `config` (of traitlets) load nothing."""
    for name in _ADDRESSES:
        config.HTMLExporter[name] = ""
    config.HTMLExporter.filters = {
        "markdown2html": "course_utils.pages.formulas.markdown2html",
        "content_security_policy": "course_utils.pages.policy.content_security_policy",
    }
    # Jupyter looks for templates in the folders of this variable first.
    folders = [str(Path(__file__).parent), *os.environ.get("JUPYTER_PATH", "").split(os.pathsep)]
    os.environ["JUPYTER_PATH"] = os.pathsep.join(dict.fromkeys(filter(None, folders)))
