"""Nothing comes from elsewhere: the tests reach no other machine, and no page loads from one."""

import base64
import errno
import hashlib
import os
import re
import socket
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import nbgrader
import pytest
from loads import Loads
from nbconvert.exporters import HTMLExporter
from this_machine import is_this_machine
from traitlets.config import Config

from course_utils.checks.assignments import read_notebook
from course_utils.explorers import parts
from course_utils.files import COURSE
from course_utils.pages import offline
from course_utils.pages.formulas import markdown2html as to_html
from course_utils.pages.formulas import mathml

ELSEWHERE = "192.0.2.1"  # kept free for examples (RFC 5737): nobody has this address
NOTEBOOKS = sorted(COURSE.glob("notebooks/*/*.ipynb")) + sorted(COURSE.glob("solutions/*/*.ipynb"))


# --- the tests themselves -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ask",
    [
        lambda: socket.create_connection((ELSEWHERE, 80), timeout=1),
        lambda: socket.socket().connect_ex((ELSEWHERE, 80)),
        lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b"", (ELSEWHERE, 53)),
        lambda: socket.getaddrinfo("example.org", 443),
        lambda: socket.gethostbyname("example.org"),
    ],
    ids=["connect", "connect_ex", "sendto", "getaddrinfo", "gethostbyname"],
)
def test_this_process_can_ask_no_other_machine(ask):
    with pytest.raises(RuntimeError, match="The tests are offline"):
        ask()


def test_this_machine_can_be_asked():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(("localhost", server.getsockname()[1]), timeout=5).close()
    for name in ("127.0.0.1", b"localhost", "::1", None, ""):
        assert is_this_machine(name)
    for name in ("10.0.0.1", "example.org", b"example.org", "127.0.0.1.example.org"):
        assert not is_this_machine(name)


def test_processes_that_the_tests_start_find_no_way_out():
    ask = f"import urllib.request; urllib.request.urlopen('http://{ELSEWHERE}/', timeout=20)"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True)
    assert done.returncode == 1 and "Connection refused" in done.stderr


BLOCKED = os.environ.get("COURSE_NETWORK") == "blocked"


@pytest.mark.skipif(not BLOCKED, reason="the network is blocked only where .ci/run runs the tests")
@pytest.mark.parametrize("family, host", [("AF_INET", ELSEWHERE), ("AF_INET6", "2001:db8::1")])
def test_there_is_no_way_to_other_machines(family, host):
    """Connecting a datagram socket sends nothing, but needs a route."""
    ask = f"import socket as s; s.socket(s.{family}, s.SOCK_DGRAM).connect(('{host}', 53))"
    done = subprocess.run([sys.executable, "-I", "-c", ask], capture_output=True, text=True)
    assert done.returncode == 1 and f"OSError: [Errno {errno.ENETUNREACH}]" in done.stderr


# --- what a page loads ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "page",
    [
        "<script src='https://cdn.example.org/x.js'></script>",
        "<script src=//cdn.example.org/x.js></script>",
        "<script>import('https://cdn.example.org/x.mjs')</script>",
        '<script type=module>import x from "//cdn.example.org/x.mjs"</script>',
        "<link rel=stylesheet href=HTTPS://example.org/x.css>",
        "<style>@import 'https://example.org/x.css'; p {}</style>",
        "<style>@font-face { src: local(a), url( 'http://example.org/f.woff2') }</style>",
        '<p style="background: url(//example.org/a.png)">',
        "<img src=' https://example.org/a.png'>",
        "<img srcset='a.png 1x, https://example.org/b.png 2x'>",
        "<svg><image xlink:href='http://example.org/a.svg'/></svg>",
        "<iframe src=https://example.org></iframe>",
        "<iframe srcdoc=\"<img src='https://example.org/a.png'>\"></iframe>",
        "<object data=https://example.org/a></object>",
        "<video poster=https://example.org/a.png></video>",
        "<base href=https://example.org/>",
        "<meta http-equiv=refresh content='0; url=https://example.org'>",
    ],
)
def test_the_scan_finds(page):
    assert Loads(f"<html><body><p>{page}</p></body></html>").found


def test_the_scan_allows_links_and_what_the_page_holds():
    page = (
        "<a href='https://example.org'><img src='data:image/png;base64,AAAA'></a>"
        "<math xmlns='http://www.w3.org/1998/Math/MathML'></math><img src='figure.png'>"
        "<style>p { background: url(data:image/png;base64,//8A) } /* https://example.org */</style>"
        "<script>// see https://example.org\nfetch('/api')</script><p>https://example.org</p>"
    )
    assert Loads(page).found == []


# --- the course's pages ---------------------------------------------------------------------------


NBGRADER = Path(nbgrader.__file__).parent / "server_extensions" / "formgrader"
BOOTSTRAP = NBGRADER / "static" / "node_modules" / "bootstrap" / "dist" / "css"


def exporter(template: str) -> HTMLExporter:
    """nbconvert as `nbgrader_config.py` and `.jupyter/jupyter_config.py` set it."""
    config = Config()
    offline(config)
    config.HTMLExporter.template_name = template
    config.HTMLExporter.extra_template_basedirs = [str(NBGRADER / "templates")]
    config.HTMLExporter.extra_template_paths = [str(BOOTSTRAP)]
    return HTMLExporter(config=config)


class Scripts(HTMLParser):
    """Collects in `found` all that a browser would run: scripts, handlers and links."""

    def __init__(self, page: str):
        super().__init__()
        self.found: list[str] = []
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self._inside = tag == "script" and "json" not in given.get("type", "")
        self.found += [given["src"]] if self._inside and "src" in given else []
        self.found += [value for name, value in attributes if name.startswith("on")]

    def handle_data(self, data):
        self.found += [data] if self._inside else []

    def handle_endtag(self, tag):
        self._inside = False


def hashed(script: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_no_notebook_loads_anything(path):
    found = []
    for cell in read_notebook(path).cells:
        if cell.cell_type != "code":
            found += Loads(to_html({"cell": cell}, cell.source)).found
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            for kind in ("text/html", "image/svg+xml"):
                found += Loads(data.get(kind, "")).found
            found += Loads(to_html({}, data.get("text/markdown", ""))).found
            found += Loads(f"<script>{data.get('application/javascript', '')}</script>").found
    assert found == []


@pytest.mark.parametrize(
    # (by default `lab` is the page that JupyterLab itself saves, in test_lab.py)
    "template",
    [pytest.param("lab", marks=pytest.mark.exhaustive), "feedback", "formgrade"],
)
def test_no_page_made_of_a_notebook_loads_anything(template):
    """`lab` is what JupyterLab saves, `feedback` what students get, `formgrade` the Formgrader's."""
    notebook = read_notebook(COURSE / "solutions" / "01_attention" / "01_attention.ipynb")
    notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {"state": {}}}
    notebook.cells.append(nbformat.v4.new_markdown_cell("```mermaid\ngraph TD; A-->B\n```"))
    for cell in notebook.cells:
        cell.metadata.pop("nbgrader", None)  # scores come from a gradebook
    given = {
        "nbgrader": {"score": 1, "max_score": 2, "late_penalty": 0},
        "base_url": "",
        "index": 0,
        "total": 1,
    }
    page, _ = exporter(template).from_notebook_node(notebook, given)
    assert Loads(page).found == []
    policy = re.search("<meta[^>]*Content-Security-Policy[^>]*>", page)[0]
    assert "unsafe-inline" not in policy.partition("script-src")[2] and "eval" not in policy
    # Below the policy a browser runs what is named in it, and nothing else.
    named = re.findall(r"'(sha256-[^']*)'", policy)
    below = Scripts(page[page.index(policy) :]).found
    assert {hashed(script) for script in below} == (
        set(named) if template == "formgrade" else set()
    )
    text = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    formulas = re.findall(r"\$\$.+?\$\$|\$[^$]+\$", re.sub("`[^`]*`", "", text), flags=re.S)
    assert page.count("<math") == len(formulas) > 30
    assert "$" not in re.sub("<[^>]*>", "", page.split("<math")[1])


def test_the_templates_of_nbconvert_would_load_something(monkeypatch):
    """Else `course_utils.pages` is not needed any more."""
    monkeypatch.delenv("JUPYTER_PATH", raising=False)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("$x$")])
    page, _ = HTMLExporter().from_notebook_node(notebook)
    assert any("mathjax" in found for found in Loads(page).found)


@pytest.mark.parametrize(
    "formula",
    [r"\frac{1}{n} \sum_i x_i", r"\begin{cases} 1 & a \\ 0 & b \end{cases}", r"\arg\max_x p"],
)
def test_formulas_become_mathml(formula):
    shown = to_html({}, f"so ${formula}$ and\n\n$$\n{formula}\n$$\n")
    assert shown.count("<math") == 2 and "$" not in shown
    ElementTree.fromstring(mathml(formula))


@pytest.mark.parametrize(
    "address", ["https://example.org", "java\tscript:steal()", "data:text/html,x"]
)
def test_a_formula_is_no_link(address):
    shown = to_html({}, rf"so $\href{{{address}}}{{x}}$")
    assert "<math" in shown and "href" not in shown


@pytest.mark.parametrize(
    "formula", ["{" * 1900, r"\frac" * 300, r"\left(" * 300, "x" * 9999, "a_{b" * 400, r"\lost x"]
)
def test_what_is_no_formula_stays_as_it_was_written(formula):
    assert formula in to_html({}, f"so ${formula}$")


def test_pictures_in_the_documents_are_files_of_the_course():
    for path in [
        COURSE / "README.md",
        *COURSE.glob("docs/**/*.md"),
        *COURSE.glob("docs/**/*.html"),
    ]:
        text = path.read_text(encoding="utf-8")
        assert Loads(text if path.suffix == ".html" else to_html({}, text)).found == [], path


def test_widgets_load_nothing():
    for text in (parts._ESM, parts._CSS, parts._STILL_OR_ALIVE):
        assert "//" not in text.replace("// ", "") and "@import" not in text and "url(" not in text
