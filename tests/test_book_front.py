"""The book's front page: what its figure shows, what its findings say, and what it counts."""

import base64
import html
import json
import re
from pathlib import Path

import numpy as np
import pytest

from course_utils.book import front, moving_mask
from course_utils.checks.assignments import notebook_path, read_notebook
from course_utils.explorers.mask import (
    MASKS,
    SENTENCES,
    mask_explorer,
    may_see,
    random_scores,
    softmax,
)
from course_utils.files import COURSE
from course_utils.messages import CourseError

SHOWN = re.compile(r"<td(?P<blocked> class=\"blocked\")?[^>]*>(?P<text>[^<]+)</td>")
COLOURS = re.compile(r'<td style="background:(#\w+);color:(#\w+)">')


# --- the moving mask ------------------------------------------------------------------------------


def data_in(page: str) -> list[dict]:
    """The numbers that stand in the page for the script."""
    return json.loads(re.search(r'<script type="application/json">(.*?)</script>', page)[1])


def explorer_at(sentence: int, mask: str, query: int):
    explorer = mask_explorer(mask=mask)
    values = {"sentence": sentence, "mask": mask, "query": query, "size": moving_mask.SIZE}
    explorer.values = explorer.values | values
    return explorer


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("sentence", range(len(SENTENCES)), ids=SENTENCES)
def test_every_number_is_one_of_the_mask_explorer(sentence, mask):
    shown, n = data_in(moving_mask.figure())[sentence], len(SENTENCES[sentence].split())
    rows = shown["masks"][mask]
    assert len(rows) == n
    for query, row in enumerate(rows):
        explorer = explorer_at(sentence, mask, query)
        assert row["says"] == explorer.status
        tables = explorer.picture.split("<table>")[1:]
        scores, added, weights = (list(SHOWN.finditer(table)) for table in tables)
        own = slice(query * n, (query + 1) * n)
        assert shown["scores"][query] == [cell["text"] for cell in scores[own]]
        assert row["mask"] == [cell["text"] for cell in added[own]]
        assert [w[0] for w in row["weights"]] == [cell["text"] for cell in weights[own]]
        assert [w[3] for w in row["weights"]] == [bool(cell["blocked"]) for cell in weights[own]]
        colours = [COLOURS.match(cell[0]) for cell in weights[own]]
        drawn = [w[1:3] for w in row["weights"] if not w[3]]
        assert drawn == [list(found.groups()) for found in colours if found]


def test_the_lengths_of_the_bars_are_the_weights():
    shown = data_in(moving_mask.figure())
    for sentence, numbers in zip(SENTENCES, shown, strict=True):
        words = sentence.split()
        for mask, rows in numbers["masks"].items():
            seen = may_see(mask, words, moving_mask.SIZE)
            weights = softmax(np.where(seen, random_scores(len(words)), -np.inf))
            drawn = np.array([row["shares"] for row in rows], dtype=float)  # null becomes NaN
            np.testing.assert_allclose(drawn, weights, atol=5.1e-5, err_msg=f"{sentence} {mask}")


def test_without_a_script_the_first_state_stands_there_in_tables():
    page = moving_mask.figure()
    first = page.split('<fieldset class="panel"')[1]
    start = moving_mask.START
    numbers = moving_mask.numbers()[start.sentence]
    rows = numbers["masks"][start.mask]
    cells = SHOWN.findall(first.split('class="one"')[0])
    assert [text for _, text in cells] == [w[0] for row in rows for w in row["weights"]]
    query = start.query
    assert re.findall(r'class="score">([^<]+)', first) == numbers["scores"][query]
    assert re.findall(r'class="mask[^>]*>([^<]+)', first) == rows[query]["mask"]
    assert re.findall(r"<b>([^<]+)</b></td>", first) == [w[0] for w in rows[query]["weights"]]
    assert html.escape(rows[query]["says"]) in page
    assert page.count('<fieldset class="panel"') == page.count(" disabled") == len(SENTENCES)
    assert "<form hidden" in page and page.count("disabled hidden>") == len(SENTENCES) - 1


def test_a_row_that_sees_nothing_is_nan_and_no_bar():
    row = moving_mask.numbers()[3]["masks"]["both"][0]
    assert [w[0] for w in row["weights"]] == ["NaN"] * 5 and row["shares"] == [None] * 5


# --- the findings ---------------------------------------------------------------------------------

DIGITS = re.compile(r"\d+(?:\.\d+)?")
NUMBER = re.compile(r'\[([^\]]+)\]\((\w+)/([\w-]+) "([^"]+)"\)')


def written() -> list[dict]:
    return front.tomllib.loads(front.FINDINGS.read_text(encoding="utf-8"))["finding"]


def printed_by(chapter: str, cell_id: str) -> list[str]:
    """The lines that a cell of `solutions/` prints, read from the file itself."""
    path = COURSE / "solutions" / chapter / f"{chapter}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    (cell,) = [cell for cell in cells if cell["id"] == cell_id]
    streams = [out for out in cell["outputs"] if out["output_type"] == "stream"]
    return "".join("".join(out["text"]) for out in streams).split("\n")


@pytest.mark.parametrize("finding", written(), ids=lambda finding: finding["title"])
def test_every_number_of_a_finding_stands_in_the_output_of_its_cell(finding):
    numbers = NUMBER.findall(finding["text"])
    assert len(numbers) >= 3
    for number, chapter, cell, words in numbers:
        lines = [line for line in printed_by(chapter, cell) if words in line]
        figures = DIGITS.findall(number)
        rows = [DIGITS.findall(line) for line in lines]
        n = len(figures)
        places = [row[i : i + n] for row in rows for i in range(len(row))]
        assert figures and figures in places, number
    assert not re.search(r"\d", NUMBER.sub("", finding["text"]))
    assert finding["text"].strip().count(". ") + finding["text"].count(".\n") == 1  # two sentences


def test_the_findings_have_the_pictures_of_the_notebooks():
    found = front.findings(COURSE)
    assert len(found) == 3 and len({finding.chapter for finding in found}) == 3
    for finding in found:
        path = COURSE / "solutions" / finding.chapter / f"{finding.chapter}.ipynb"
        assert base64.b64encode(finding.png).decode() in path.read_text(encoding="utf-8")
        assert len(finding.alt) > 40


FALSE = ("0.11", "0.1", ".10", "10")  # the cell prints 0.10


def with_text(folder: Path, text: str, picture: str = "02_masking/leak-picture") -> Path:
    file = folder / "findings.toml"
    file.write_text(f"[[finding]]\ntitle = 'A title'\npicture = '{picture}'\ntext = '''{text}'''\n")
    return file


@pytest.mark.parametrize("number", FALSE)
def test_a_number_that_the_cell_does_not_print_is_an_error(tmp_path, number):
    file = with_text(tmp_path, f'It is [{number}](02_masking/leak-train "second").')
    with pytest.raises(CourseError, match=re.escape(number)):
        front.findings(COURSE, file)


@pytest.mark.parametrize(
    ("text", "picture", "named"),
    [
        ('[0.10](02_masking/leak-train "first")', "02_masking/leak-picture", "first"),
        ('[0.10](02_masking/no-cell "second")', "02_masking/leak-picture", "no-cell"),
        ('[0.10](no_chapter/leak-train "second")', "02_masking/leak-picture", "no_chapter"),
        ("It is 0.10.", "02_masking/leak-picture", "0.10"),
        ("Words.", "02_masking/leak-train", "leak-train"),
        ("Words.", "02_masking/no-cell", "no-cell"),
    ],
)
def test_what_is_wrong_with_a_finding_is_named(tmp_path, text, picture, named):
    with pytest.raises(CourseError, match=named):
        front.findings(COURSE, with_text(tmp_path, text, picture))


# --- what is counted ------------------------------------------------------------------------------


MINUTES = re.compile(r"^\*Difficulty .*?(\d+) minutes", re.M)


def test_the_time_to_solve_is_what_the_exercises_announce():
    for name, length in front.lengths(COURSE).items():
        if name == front.WELCOME:
            continue
        cells = read_notebook(notebook_path(COURSE / "solutions", name)).cells
        tasks = [MINUTES.search(cell.source) for cell in cells if cell.cell_type == "markdown"]
        assert length.solving == sum(int(task[1]) for task in tasks if task), name
        assert length.reading >= 30, name


def test_the_numbers_are_those_of_the_repository():
    numbers = front.counts(COURSE)
    readme = " ".join((COURSE / "README.md").read_text(encoding="utf-8").split())
    verdicts = "{true} are true, {conditions} under conditions, {false} wrong, {open} cannot"
    assert verdicts.format(**numbers) in readme and f"{numbers['claims']} claims" in readme
    gallery = (COURSE / "tests" / "gallery").glob("*/*/reject-*.py")
    assert numbers["wrong"] == f"{len(list(gallery)):,}"
    answers = sum(
        '"grade_id": "check_' in line
        for path in (COURSE / "notebooks").glob("*/*.ipynb")
        for line in path.read_text(encoding="utf-8").splitlines()
    )
    assert numbers["exercises"] == answers
    assert numbers["held"] + numbers["weaker"] + numbers["not_here"] == numbers["statements"]
    assert numbers["chapters"] == 10 and "GB" in str(numbers["disk"])


# --- the page -------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["", "https://github.com/someone/masks"])
def page(request, tmp_path_factory) -> tuple[str, Path, str]:
    """(text, static folder, repository) of a page that was made with and without an address."""
    source = tmp_path_factory.mktemp("book")
    front.front_page(source, source / "_static", request.param)
    return (source / "index.md").read_text(encoding="utf-8"), source / "_static", request.param


def test_links_and_pictures_are_there(page):
    text, static, _ = page
    links = re.findall(r"\]\(((?:notebooks|docs)/[^)#]+)", text)
    assert len(links) > 15 and all((COURSE / link).is_file() for link in links)
    pictures = re.findall(r'<img src="_static/([^"]+)" alt="[^"]+" width="\d+" height="\d+"', text)
    assert len(pictures) == text.count("<img") == 3
    names = [*pictures, front.STYLE, front.SCRIPT]
    assert sorted(path.name for path in static.iterdir()) == sorted(names)


def test_every_chapter_is_in_the_list(page):
    text, _, _ = page
    for path in (COURSE / "notebooks").iterdir():
        if path.is_dir() and not path.name.endswith("_lab"):
            line = rf"^{int(path.name[:2])}\. \*\*\[.+\]\(notebooks/{path.name}/.+\)\*\*: \w"
            assert re.search(line, text, re.M), path.name


def test_binder_is_offered_where_the_course_has_an_address(page):
    text, _, repository = page
    assert text.count("https://mybinder.org/v2/gh/someone/masks/main") == (2 if repository else 0)
    assert ("git clone https://github.com/someone/masks" in text) == bool(repository)
    assert "make lab" in text


def test_the_figure_asks_nobody_for_anything(page):
    _, static, _ = page
    for name in (front.STYLE, front.SCRIPT):
        text = (static / name).read_text(encoding="utf-8")
        assert not re.search(r"//\w|@import|\bimport\b|fetch|XMLHttp|url\(", text)
        assert len(text) < 10_000
