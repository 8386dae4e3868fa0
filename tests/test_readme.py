"""README.md and what it leads to: links lead somewhere, commands exist."""

import json
import re

import pytest

from course_utils.__main__ import VERBS
from course_utils.files import COURSE, LAB
from course_utils.room.start_page import LANDING_PAGE

PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "docs/teaching.md",
    "docs/setup.md",
    "docs/benchmarks.md",
    "docs/glossary.md",
)
TEXTS = {page: (COURSE / page).read_text(encoding="utf-8") for page in PAGES}
TEXT = TEXTS["README.md"]
LINKS = sorted(
    {
        (page, link)
        for page, text in TEXTS.items()
        for link in re.findall(r"!?\[[^\]]+\]\(([^)#]+)[^)]*\)", text)
        if "://" not in link
    }
)
MOST_LINES = 120


def test_opens_with_the_two_commands():
    first = re.search(r"```\n(.*?)```", TEXT, re.DOTALL).group(1)
    assert [line.split("#")[0].strip() for line in first.splitlines()] == ["make lab", "make test"]
    assert TEXT.startswith("# Behind the Mask\n")


def test_is_short():
    assert len(TEXT.splitlines()) <= MOST_LINES


@pytest.mark.parametrize(("page", "link"), LINKS)
def test_links_lead_to_files(page, link):
    assert (COURSE / page).parent.joinpath(link).is_file()


@pytest.mark.parametrize("page", PAGES[1:])
def test_every_page_is_found_from_the_first(page):
    assert ("README.md", page) in LINKS


def test_every_available_chapter_is_linked_and_no_other():
    released = {path.parent.name for path in COURSE.glob("notebooks/*/*.ipynb")}
    linked = set(re.findall(r"notebooks/(\w+)/\w+\.ipynb", TEXT))
    assert linked == released
    rows = [line for line in TEXT.splitlines() if re.match(r"\| \d\d \|", line)]
    assert len(rows) == sum(not name.endswith(LAB) for name in released)
    for row in rows:
        assert ("notebooks/" in row) != row.endswith("| coming |")


def test_commands_exist():
    text = "\n".join(TEXTS.values())
    targets = set(re.findall(r"(?:^|`|\\)make (\w+)", text, re.MULTILINE))
    assert targets <= set(VERBS) | {"test", "setup", "bench"}
    assert {"lab", "test", "check", "reset", "release", "verify", "train", "doctor"} <= targets


def test_picture_has_alt_text():
    for alt in re.findall(r"!\[([^\]]*)\]", "".join(TEXTS.values())):
        assert len(alt) > 40


@pytest.mark.parametrize("page", PAGES)
def test_plain_words(page):
    assert not re.search(r"\b(simply|obviously|trivially|just|TODO)\b", TEXTS[page], re.IGNORECASE)


def test_binder_opens_the_page_that_make_lab_opens():
    assert f"?urlpath=lab/tree/{LANDING_PAGE}`" in TEXTS["docs/setup.md"]
    settings = json.loads((COURSE / ".jupyter/jupyter_lab_config.json").read_text())
    assert settings["LabApp"]["default_url"] == f"/lab/tree/{LANDING_PAGE}"
    layout = json.loads((COURSE / ".jupyter/workspace.json").read_text())
    name = f"markdownviewer-widget:{LANDING_PAGE}"
    assert layout["data"]["layout-restorer:data"]["main"]["current"] == name
    assert layout["data"][name]["data"]["path"] == LANDING_PAGE
