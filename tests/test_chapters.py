"""What every finished chapter's source must hold: ideas, claims, and the totals that it announces."""

import re

import nbformat
import pytest

from course_utils.exercises import course_folder, read_assignment

SOLUTIONS = course_folder() / "solutions"

# The rows of the syllabus' checklist and the claims that each finished chapter carries.
IDEAS = {
    "01_attention": {
        "S1": (6, 17),
        "S2": (1, 5),
        "S3": range(6, 12),
        "S4": (*range(1, 14), *range(15, 29)),
    },
    "02_masking": {
        "S0": (1, 2, 3, 5, 6, 7, 8, 9, 11, 13),
        "S1": (8, 18),
        "S2": (2, 3, 4, 6, 7, 8, 9, 10, 11),
        "S3": (26, 63, 86, 89, 90, 91),
    },
    "03_objectives": {
        "S0": (4, 10, 12, 14, 20, 21),
        "S1": (1, 2, 4, 5, 7, 16),
        "S3": (*range(27, 45), *range(46, 53), 57, 58, 87, 88, 110, 111, 112, 113, 142),
        "S4": (31, 32),
    },
    "04_families": {
        "S1": (3, 10, 11, 22),
        "S3": (
            *range(1, 6), *range(12, 26), 56, 77, 78, *range(106, 110), *range(131, 138), 141, 143
        ),
        "S4": (14, 30, 33),
    },
    "05_decoding": {
        "S1": (14, 20),
        "S3": (*range(92, 106), *range(114, 123), 139),
    },
    "06_encoders": {
        "S0": (15, 16, 17, 18, 19),
        "S1": (9, 12, 13, 15, 19),
        "S3": (45, 59, *range(80, 86), *range(123, 128), 140),
        "S4": (29,),
    },
    "07_beyond": {
        "S1": (21,),
        "S3": (53, 54, 55, 60, 61, 62, *range(64, 77), 79, 128, 129, 130, 138),
    },
}
CLAIMS = {
    "01_attention": [f"M{number:02d}" for number in range(11, 24)],
    "02_masking": [f"M{number:02d}" for number in range(1, 11)],
    "03_objectives": [f"O{number:02d}" for number in range(1, 37)],
    "04_families": [*(f"F{number:02d}" for number in range(1, 10)), "O30"],
    "05_decoding": [f"D{number:02d}" for number in range(1, 25)],
    "06_encoders": [*(f"F{number:02d}" for number in range(10, 20)), "O17"],
    "07_beyond": [*(f"G{number:02d}" for number in range(1, 15)), "O37", "O38", "O39"],
}
CHAPTERS = sorted(IDEAS)


def cells(chapter, kind):
    notebook = nbformat.read(SOLUTIONS / chapter / f"{chapter}.ipynb", as_version=4)
    return [cell for cell in notebook.cells if cell.cell_type == kind]


def tags(chapter, kind, prefix):
    return {
        tag.removeprefix(prefix)
        for cell in cells(chapter, kind)
        for tag in cell.metadata.get("tags", [])
        if tag.startswith(prefix)
    }


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_idea_of_the_checklist_is_taught(chapter):
    wanted = {f"{code}-{number:02d}" for code, rows in IDEAS[chapter].items() for number in rows}
    assert tags(chapter, "markdown", "idea:") == wanted


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_claim_is_measured_in_a_cell_that_prints_and_judged_in_the_table(chapter):
    assert tags(chapter, "code", "claim:") == set(CLAIMS[chapter])
    for cell in cells(chapter, "code"):
        if any(tag.startswith("claim:") for tag in cell.metadata.get("tags", [])):
            assert any(output.get("name") == "stdout" for output in cell.outputs), cell.id
    table = next(c.source for c in cells(chapter, "markdown") if c.id == "claims")
    assert re.findall(r"^\| (\w\d\d) \|", table, re.M) == CLAIMS[chapter]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_announced_totals_are_the_sums(chapter):
    assignment = read_assignment(SOLUTIONS / chapter / f"{chapter}.ipynb")
    title, *rest = [cell.source for cell in cells(chapter, "markdown")]
    minutes = sum(int(n) for text in rest for n in re.findall(r"of 5 · (\d+) minutes", text))
    points = sum(e.points for e in assignment.exercises.values())
    points += sum(q.points for q in assignment.questions)
    assert f"{minutes} minutes" in title and f"{points:g} points" in title


@pytest.mark.parametrize("path", sorted(SOLUTIONS.glob("*/*.ipynb")), ids=lambda path: path.stem)
def test_the_prose_is_short_and_plain(path):
    """At most five lines a paragraph in JupyterLab (about 600 characters), and no belittling."""
    for cell in cells(path.stem, "markdown"):
        if "nbgrader" in cell.metadata:
            continue  # a rubric
        for paragraph in re.split(r"\n\s*\n", cell.source):
            if not paragraph.lstrip().startswith(("|", "-", "1.", "$$")):
                assert len(paragraph) <= 600, (cell.id, paragraph[:60])
        found = re.search(r"\b(simply|just|obviously|of course|clearly)\b", cell.source, re.I)
        assert not found, (cell.id, found and found.group())
