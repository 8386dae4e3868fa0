"""The book as files: what must not be in it, what must, and that a build replaces nothing too soon."""

import argparse
import html
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from built_book import built_book

from course_utils.authoring.release import generate
from course_utils.book import build, chapter, links, site_check, sources
from course_utils.checks.assignments import assignment_names, notebook_path, read_notebook
from course_utils.files import COURSE
from course_utils.messages import CourseError

NAMES = assignment_names(COURSE / "solutions")
SECRET = re.compile(r"### BEGIN (SOLUTION|HIDDEN TESTS)\n(.*?)### END \1", re.DOTALL)
LEAST = 12  # letters and digits of a line that could not stand anywhere by chance
MEGABYTES = 15


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    return built_book(tmp_path_factory)


@pytest.fixture(scope="module")
def released() -> dict[str, nbformat.NotebookNode]:
    made = generate(COURSE, NAMES)
    return {path.stem: nbformat.reads(text.decode(), 4) for path, text in made.items()}


def solved(name: str) -> nbformat.NotebookNode:
    return read_notebook(notebook_path(COURSE / "solutions", name))


# --- what learners may not see --------------------------------------------------------------------


def bare(text: str) -> str:
    """Letters and digits alone: the same for Markdown, HTML, JSON and code of any layout."""
    return "".join(filter(str.isalnum, re.sub(r"\]\([^)\s]*\)", "", text)))


def secret_lines(notebook: nbformat.NotebookNode) -> Iterator[str]:
    """The lines of solutions, hidden checks and model answers."""
    for cell in notebook.cells:
        for _, text in SECRET.findall(cell.source):
            yield from text.splitlines()
        nbgrader = cell.metadata.get("nbgrader", {})
        if cell.cell_type == "markdown" and nbgrader.get("solution"):
            yield from cell.source.splitlines()


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from strings(one)


def readable(path: Path) -> str:
    """All that stands in a file of the site, as a reader or a program could take it out."""
    text = path.read_text(encoding="utf-8", errors="ignore")
    if path.suffix == ".ipynb":
        return "\n".join(strings(json.loads(text)))
    if path.suffix == ".html":
        return html.unescape(re.sub(r"<[^>]*>", "", text) + "\n".join(re.findall(r'"[^"]*"', text)))
    return text


def leaks(text: str, secrets: set[str]) -> list[str]:
    return [line for line in secrets if bare(line) in text]


@pytest.fixture(scope="module")
def secrets(released) -> set[str]:
    """Lines that no learner is given: not in their notebooks either."""
    given = bare("\n".join(text for book in released.values() for text in strings(book)))
    lines = {line.strip() for name in NAMES for line in secret_lines(solved(name))}
    return {line for line in lines if len(bare(line)) >= LEAST and bare(line) not in given}


def test_no_line_of_a_solution_a_hidden_check_or_a_model_answer_is_in_any_file(site, secrets):
    assert len(secrets) > 1000
    files = [path for path in site.rglob("*") if path.suffix not in (".webp", ".png", ".woff2")]
    found = {
        path.name: some
        for path in files
        if path.is_file() and (some := leaks(bare(readable(path)), secrets))
    }
    assert found == {}


def test_such_a_line_would_be_found_wherever_it_stood(secrets, tmp_path):
    line = max(secrets, key=len)
    marked = "".join(f"<span>{html.escape(letter)}</span>" for letter in line)
    (tmp_path / "page.html").write_text(f"<p>{marked}</p>")
    (tmp_path / "title.html").write_text(f'<p title="{html.escape(line)}"></p>')
    (tmp_path / "index.js").write_text(f"x = {json.dumps(line)}")
    (tmp_path / "book.ipynb").write_text(json.dumps({"cells": [{"source": [f"  {line}\n"]}]}))
    for path in tmp_path.iterdir():
        assert line in leaks(bare(readable(path)), secrets), path.name


def test_cells_that_are_answered_or_graded_have_no_output_and_hidden_checks_are_left_out(
    released, tmp_path
):
    seen = 0
    for name in NAMES:
        made = a_page(released[name], name, tmp_path)
        outputs = {cell.source: cell.outputs for cell in made.cells if cell.cell_type == "code"}
        for cell in released[name].cells:
            nbgrader = cell.metadata.get("nbgrader", {})
            if nbgrader.get("grade_id", "").startswith("hidden_"):
                assert cell.source not in outputs
            elif nbgrader and cell.cell_type == "code":
                seen += 1
                assert outputs[cell.source] == []
    assert seen > 100


def a_page(book: nbformat.NotebookNode, name: str, folder: Path) -> nbformat.NotebookNode:
    figures = folder / "_static" / "figures"
    figures.mkdir(parents=True, exist_ok=True)
    path = f"notebooks/{name}/{name}.ipynb"
    return chapter.page(book, solved(name), source=path, links=every_link(), figures=figures)


def every_link(repository: str = "") -> links.Links:
    pages = {path: name for name, path in (sources.TABLES | sources.ABOUT).items()}
    pages |= {f"notebooks/{name}/{name}.ipynb": name for name in NAMES}
    return links.Links(COURSE, pages, repository)


# --- what must be there ---------------------------------------------------------------------------


def test_every_link_leads_somewhere_nothing_is_loaded_from_elsewhere_pictures_have_sizes(site):
    assert site_check.faults(site) == []
    assert len(list(site.glob("*.html"))) > len(NAMES) + len(sources.TABLES | sources.ABOUT)


def test_the_site_is_light_enough_for_a_phone(site):
    sizes = {path: path.stat().st_size for path in site.rglob("*") if path.is_file()}
    assert sum(sizes.values()) < MEGABYTES * 1e6
    assert {path.name for path, size in sizes.items() if size > 0.7e6} == set()


@pytest.mark.parametrize("name", NAMES)
def test_the_pictures_of_a_notebook_are_there_with_their_alt_texts(site, name):
    page = (site / f"{name}.html").read_text(encoding="utf-8")
    shown = {html.unescape(alt) for alt in re.findall(r'<img alt="([^"]*)"', page)}
    stored = "".join(
        output.get("data", {}).get("text/html", "")
        for cell in solved(name).cells
        for output in cell.get("outputs", ())
    )
    wanted = {html.unescape(alt) for alt in re.findall(r'<img alt="([^"]*)"', stored)}
    assert wanted <= shown


def test_every_formula_is_mathml_and_what_is_printed_is_there(site):
    for name in NAMES:
        page = (site / f"{name}.html").read_text(encoding="utf-8")
        said = html.unescape(
            re.sub(r"<(script|style|pre|code|annotation).*?</\1>|<[^>]*>", "", page, flags=re.S)
        )
        assert not re.search(r"\$[^$\s][^$\n]*\$|\\(frac|text|log)\b", said), name
    assert "<math" in (site / "02_masking.html").read_text(encoding="utf-8")
    page = html.unescape((site / "02_masking.html").read_text(encoding="utf-8"))
    assert "row sums: tensor([1.000, 1.000, 1.000])" in page


def test_markdown_inside_what_is_folded_is_rendered(site):
    for name in NAMES:
        page = (site / f"{name}.html").read_text(encoding="utf-8")
        for folded in re.findall(r"<details>.*?</details>", page, re.S):
            said = re.sub(r"<(pre|code|math).*?</\1>", "", folded, flags=re.S)
            assert not re.search(r"\*\*\w|`\w|\]\(", said), folded


def test_every_page_of_a_notebook_offers_the_learners_notebook(site, released):
    for name in NAMES:
        page = (site / f"{name}.html").read_text(encoding="utf-8")
        assert f'href="notebooks/{name}.ipynb" download' in page
        given = nbformat.read(site / "notebooks" / f"{name}.ipynb", 4)
        assert given == released[name]


def test_an_explorer_is_a_still_picture_with_a_line_how_to_move_it(site):
    page = (site / "02_masking.html").read_text(encoding="utf-8")
    assert page.count("course-still") == page.count("still-note") > 0
    assert "widget-view" not in page


# --- links ----------------------------------------------------------------------------------------

HERE = "notebooks/02_masking/02_masking.ipynb"


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("https://arxiv.org/abs/1706.03762", "https://arxiv.org/abs/1706.03762"),
        ("../../docs/glossary.md#token", "glossary.html#token"),
        ("../01_attention/01_attention.ipynb#cell-id=by-hand", "01_attention.html#cell-by-hand"),
        ("#cell-id=causal", "#cell-causal"),
        ("../../course_utils/masking.py", None),
    ],
)
def test_a_link_leads_to_the_page_of_the_book(link, target):
    assert every_link().target(link, HERE) == target


def test_what_is_not_in_the_book_leads_to_the_repository_or_is_plain_text():
    text = "See [`masking.py`](../../course_utils/masking.py) and [tests](../../tests)."
    assert every_link().in_markdown(text, HERE) == "See `masking.py` and tests."
    there = every_link("https://github.com/someone/course").in_markdown(text, HERE)
    assert "(https://github.com/someone/course/blob/main/course_utils/masking.py)" in there
    assert "(https://github.com/someone/course/tree/main/tests)" in there


def test_links_in_code_stay_as_they_are():
    text = "```\n[a](b.md)\n```\n\n[a](../../docs/glossary.md)\n"
    assert every_link().in_markdown(text, HERE) == "```\n[a](b.md)\n```\n\n[a](glossary.html)\n"


def test_a_link_to_a_file_that_is_not_there_is_named():
    with pytest.raises(CourseError, match=r"02_masking.ipynb links to \.\./lost.md"):
        every_link().in_markdown("[x](../lost.md)", HERE)


def test_with_an_address_a_page_opens_in_binder_without_one_it_does_not(released, tmp_path):
    name = "02_masking"
    assert "mybinder" not in a_page(released[name], name, tmp_path).cells[0].source
    figures = tmp_path / "_static" / "figures"
    with_address = every_link("https://github.com/someone/course")
    made = chapter.page(
        released[name], solved(name), source=HERE, links=with_address, figures=figures
    )
    place = "someone/course/main?urlpath=lab%2Ftree%2Fnotebooks%2F02_masking%2F02_masking.ipynb"
    assert f'href="https://mybinder.org/v2/gh/{place}"' in made.cells[0].source


@pytest.mark.parametrize(
    "address", ["someone/course", "http://github.com/a/b", "https://x.org/a/b"]
)
def test_an_address_that_is_none_is_refused(address):
    with pytest.raises(CourseError, match="no address of a repository"):
        links.checked_repository(address)
    assert links.checked_repository("https://github.com/a/b.git") == "https://github.com/a/b"


# --- looking at a site ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="lost.html">x</a>', "no such file"),
        ('<a href="b.html#lost">x</a>', "no such place"),
        ('<a href="#lost">x</a>', "no such place"),
        ('<a href="../a.html">x</a>', "no such file"),
        ('<img src="lost.png" alt="" width="1" height="1">', "no such file"),
        ('<img src="data:," alt="" width="1">', "has no height"),
        ('<img src="data:," width="1" height="1">', "has no alt"),
        ('<script src="https://example.org/x.js"></script>', "from another host"),
        ('<script src="//example.org/x.js"></script>', "from another host"),
        ('<link rel="stylesheet" href="https://example.org/x.css">', "from another host"),
        ('<style>@import "https://example.org/x.css";</style>', "from another host"),
        ('<p style="background: url(https://example.org/x.png)">', "from another host"),
        ('<p id="a"></p><p id="a"></p>', "two things have the id a"),
    ],
)
def test_a_fault_of_a_page_is_found(tmp_path, body, fault):
    (tmp_path / "b.html").write_text('<p id="here"></p><a href="https://example.org">out</a>')
    (tmp_path / "a.html").write_text('<a href="b.html#here">x</a>')
    assert site_check.faults(tmp_path) == []
    (tmp_path / "a.html").write_text(body)
    assert [fault in said for said in site_check.faults(tmp_path)] == [True]


def test_a_fault_of_a_style_is_found(tmp_path):
    (tmp_path / "a.css").write_text("@font-face { src: url(https://example.org/a.woff2) }")
    (tmp_path / "b.css").write_text("p { background: url('lost.png') }")
    assert len(site_check.faults(tmp_path)) == 2


def test_files_that_nothing_loads_are_left_out(tmp_path):
    static = tmp_path / "_static"
    static.mkdir()
    for name in ("used.js", "unused.js", "font.woff2", "used.js.map"):
        (static / name).write_text("1;\n//# sourceMappingURL=used.js.map")
    (static / "a.css").write_text("@font-face { src: url(font.woff2) }")
    (tmp_path / "a.html").write_text(
        '<link rel="stylesheet" href="_static/a.css"><script src="_static/used.js?v=1"></script>'
    )
    site_check.leave_out_unused(tmp_path)
    assert sorted(path.name for path in static.iterdir()) == ["a.css", "font.woff2", "used.js"]
    assert (static / "used.js").read_text() == "1;\n"


# --- the verb -------------------------------------------------------------------------------------


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    build.add_arguments(parser)
    return build.run(parser.parse_args(list(arguments)))


@pytest.fixture
def small(monkeypatch):
    """In place of the course's pages one small page; gives a function that sets its text."""
    text = ["# A page\n"]

    def write(course: Path, source: Path, repository: str) -> None:
        source.mkdir()
        settings = ["extensions = ['myst_nb']", "nb_execution_mode = 'off'", "html_copy_source = 0"]
        (source / "conf.py").write_text("\n".join(settings))
        (source / "index.md").write_text(text[0])

    monkeypatch.setattr(sources, "write", write)
    return lambda new: text.__setitem__(0, new)


def test_a_build_says_what_it_made_and_replaces_the_last_one(small, tmp_path, capsys):
    out = tmp_path / "new" / "book"
    assert run("--out", str(out)) == 0
    assert re.search(r"index.html: \d+ pages, \d+\.\d MB, built in \d+ s", capsys.readouterr().out)
    (out / "old.html").touch()
    small("# Another page\n")
    assert run("--out", str(out)) == 0
    assert "Another page" in (out / "index.html").read_text() and not (out / "old.html").exists()
    assert [path.name for path in out.parent.iterdir()] == ["book"]


@pytest.mark.parametrize(
    "text", ["# A page\n\n```{lost}\n```\n", "# A page\n\n<a href='lost.html'>x</a>\n"]
)
def test_a_build_that_fails_leaves_the_old_book(small, tmp_path, text):
    out = tmp_path / "book"
    run("--out", str(out))
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    small(text)
    with pytest.raises(CourseError, match="the book is as it was before"):
        run("--out", str(out))
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert list(tmp_path.iterdir()) == [out]


def test_an_interrupted_build_leaves_the_old_book(small, tmp_path, monkeypatch):
    out = tmp_path / "book"
    run("--out", str(out))

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(build, "_run_sphinx", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run("--out", str(out))
    assert (out / "index.html").is_file() and list(tmp_path.iterdir()) == [out]


def test_a_folder_that_is_not_ours_is_left_alone(small, tmp_path):
    mine = tmp_path / "thesis.txt"
    mine.write_text("years of work")
    for place in (tmp_path, mine):
        with pytest.raises(CourseError, match="neither empty nor a book"):
            run("--out", str(place))
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(CourseError, match="cannot be written"):
        run("--out", str(mine / "book"))
    (tmp_path / "empty").mkdir()
    assert run("--out", str(tmp_path / "empty")) == 0


@pytest.mark.exhaustive
def test_the_command_builds_the_book_with_an_address(tmp_path):
    out = tmp_path / "book"
    address = "https://github.com/someone/course"
    command = [sys.executable, "-m", "course_utils", "book", "--out", str(out)]
    done = subprocess.run(
        [*command, "--repository", address], cwd=COURSE, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "mybinder.org/v2/gh/someone/course/main" in (out / "index.html").read_text()
    assert (
        f"{address}/blob/main/"
        in (out / "setup.html").read_text()
        + (out / "teaching.html").read_text()
        + (out / "contributing.html").read_text()
    )
