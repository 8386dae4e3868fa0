"""README.md: its links lead somewhere, its commands exist."""

import json
import re
from pathlib import Path

import pytest

from course_utils.__main__ import VERBS
from course_utils.landing import LANDING_PAGE

COURSE = Path(__file__).resolve().parent.parent
TEXT = (COURSE / "README.md").read_text(encoding="utf-8")
LINKS = re.findall(r"!?\[[^\]]+\]\(([^)]+)\)", TEXT)


def test_opens_with_the_two_commands():
    first = re.search(r"```\n(.*?)```", TEXT, re.DOTALL).group(1)
    assert [line.split("#")[0].strip() for line in first.splitlines()] == ["make lab", "make test"]
    assert TEXT.startswith("# Behind the Mask\n")


@pytest.mark.parametrize("link", sorted({link for link in LINKS if "://" not in link}))
def test_links_lead_to_files(link):
    assert (COURSE / link).is_file()


def test_every_available_chapter_is_linked_and_no_other():
    released = {path.parent.name for path in COURSE.glob("notebooks/*/*.ipynb")}
    linked = set(re.findall(r"notebooks/(\w+)/\w+\.ipynb", TEXT))
    assert linked == released
    rows = [line for line in TEXT.splitlines() if re.match(r"\| 0\d \|", line)]
    assert len(rows) == 8
    for row in rows:
        assert ("notebooks/" in row) != row.endswith("| coming |")


def test_commands_exist():
    targets = set(re.findall(r"(?:^|`|\\)make (\w+)", TEXT, re.MULTILINE))
    assert targets <= set(VERBS) | {"test", "setup"}
    assert {"lab", "test", "check", "reset", "release", "verify", "train", "doctor"} <= targets


def test_picture_has_alt_text():
    for alt in re.findall(r"!\[([^\]]*)\]", TEXT):
        assert len(alt) > 40


def test_plain_words():
    assert not re.search(r"\b(simply|obviously|trivially|just|TODO)\b", TEXT, re.IGNORECASE)


def test_binder_opens_the_page_that_make_lab_opens():
    assert f"?urlpath=lab/tree/{LANDING_PAGE}`" in TEXT
    settings = json.loads((COURSE / ".jupyter/jupyter_lab_config.json").read_text())
    assert settings["LabApp"]["default_url"] == f"/lab/tree/{LANDING_PAGE}"
    layout = json.loads((COURSE / ".jupyter/workspace.json").read_text())
    name = f"markdownviewer-widget:{LANDING_PAGE}"
    assert layout["data"]["layout-restorer:data"]["main"]["current"] == name
    assert layout["data"][name]["data"]["path"] == LANDING_PAGE
