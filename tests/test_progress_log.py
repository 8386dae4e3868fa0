"""Progress: saved where learners work, survives damage, never stands in the way."""

import json
import os
import stat
import subprocess
import sys
from html.parser import HTMLParser

import pytest

from course_utils.checks import progress_log
from course_utils.files import COURSE, LAB
from course_utils.room import start_page


def exercise(name, minutes, points, hidden):
    """The cells of an exercise, as far as progress looks at them."""
    slug = name.replace("_", "-")

    def graded(points):
        return {"nbgrader": {"grade": True, "points": points}}

    task = f"### Exercise\n*Difficulty 1 of 5 · {minutes} minutes · 3 points*"
    return [
        {
            "id": f"why-{slug}-check",
            "cell_type": "code",
            "source": "",
            "metadata": {},
        },  # a lesson's
        {"id": f"{slug}-task", "cell_type": "markdown", "source": [task], "metadata": {}},
        {"id": f"{slug}-check", "cell_type": "code", "source": "", "metadata": graded(points)},
        {"id": f"{slug}-hidden", "cell_type": "code", "source": "", "metadata": graded(hidden)},
    ]


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course folder with one released notebook of two exercises, and its folder as the cwd."""
    home = tmp_path / "notebooks" / "02_masking"
    home.mkdir(parents=True)
    cells = exercise("causal_mask", 5, 1, 2) + exercise("leaks", 15, 2, 4)
    (home / "02_masking.ipynb").write_text(json.dumps({"cells": cells}))
    monkeypatch.setattr(progress_log, "WORKPLACE", tmp_path)
    monkeypatch.setattr(start_page, "COURSE", tmp_path)
    monkeypatch.setattr(start_page, "WORKPLACE", tmp_path)
    monkeypatch.delenv("COURSE_PROGRESS", raising=False)
    monkeypatch.chdir(home)
    return tmp_path


def log_of(course):
    return course / ".progress" / "log.jsonl"


def rows():
    (chapter,) = progress_log.chapters()
    return chapter.rows


# --- what is kept ---------------------------------------------------------------------------------


def test_tries_and_the_first_success_are_kept(course):
    for state, points, answer in (
        ("open", 0, "stub"),
        ("failed", 0, "first"),
        ("failed", 0, "first"),  # Run All, or Validate
        ("passed", 1, "second"),
        ("failed", 0, "third"),
    ):
        assert progress_log.record("causal_mask", state, points, answer) is None
    first, second = rows()
    assert (first.state, first.points, first.tries) == ("passed", 1, 2)
    assert first.solved is not None and first.solved <= first.last
    assert (second.state, second.tries, second.solved) == ("open", 0, None)


def test_answers_themselves_are_not_kept(course):
    progress_log.record("leaks", "failed", 0, "def leaks(): return 'my words'")
    assert "my words" not in log_of(course).read_text()


def test_the_key_of_the_message_is_kept(course):
    progress_log.record("leaks", "failed", 0, "an answer", "values-differ")
    (line,) = progress_log.read_lines(log_of(course).read_text())
    assert (line["exercise"], line["key"]) == ("leaks", "values-differ")


def test_lines_of_an_earlier_version_count_each_as_a_try(course):
    line = {"assignment": "02_masking", "exercise": "leaks", "state": "failed", "points": 0.0,
            "time": "2026-11-20T12:00:00+00:00"}  # fmt: skip
    log_of(course).parent.mkdir()
    log_of(course).write_text((json.dumps(line) + "\n") * 3)
    assert rows()[1].tries == 3


def test_only_the_learners_folder_counts(course, monkeypatch):
    monkeypatch.chdir(course)
    assert progress_log.record("causal_mask", "passed", 1) is None
    assert not log_of(course).exists()


def test_it_can_be_switched_off(course, monkeypatch):
    monkeypatch.setenv("COURSE_PROGRESS", "off")
    progress_log.record("causal_mask", "passed", 1)
    assert not log_of(course).exists()


def test_a_new_process_finds_it_again(course):
    """As after a restart; the line is written as a check cell writes it."""
    cell = (
        "from course_utils import Check\nfrom course_utils.checks import progress_log\n"
        f"progress_log.WORKPLACE = progress_log.Path({str(course)!r})\n"
        "def leaks(): return 1\n"
        "with Check('leaks', points=2) as check: check.equal(check.run(), 1)"
    )
    environment = {**os.environ, "PYTHONPATH": str(COURSE)}
    subprocess.run([sys.executable, "-c", cell], check=True, env=environment)
    assert (rows()[1].state, rows()[1].points) == ("passed", 2)


# --- damage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        b"\xff\xfe not json\n",
        b'{"assignment": 3}\n[]\n7\n' + b"[" * 100_000 + b"\n",
        b'{"assignment": "02_masking", "exercise": "leaks", "state": "passed", "points": 1, '
        b'"time": "yesterday"}\n',
        b'{"assignment": "02_masking", "exercise": "leaks", "state": "passed", "points": "1", '
        b'"time": "2026-11-20T12:00:00+00:00"}\n',
        b'{"assignment": "02_masking", "exercise": "leaks", "state": "passed", "points": NaN, '
        b'"time": "2026-11-20T12:00:00+00:00"}\n',
        b"\x00" * 4096,
    ],
)
def test_damaged_lines_are_passed_over(course, damage):
    progress_log.record("causal_mask", "passed", 1)
    with open(log_of(course), "ab") as log:
        log.write(damage)
    progress_log.record("leaks", "failed", 0)
    assert [row.state for row in rows()] == ["passed", "failed"]


def test_what_comes_after_a_cut_off_line_is_not_lost(course):
    progress_log.record("leaks", "failed", 0)
    with open(log_of(course), "ab") as log:
        log.write(b'{"cut off')
    progress_log.record("causal_mask", "passed", 1)
    assert [row.state for row in rows()] == ["passed", "failed"]


def test_two_notebooks_write_at_once(course):
    """Processes, as kernels are, not threads."""
    code = (
        "import sys\nfrom course_utils.checks import progress_log\n"
        f"progress_log.WORKPLACE = progress_log.Path({str(course)!r})\n"
        "for i in range(200): progress_log.record('leaks', 'failed', 0, f'{sys.argv[1]} {i}')"
    )
    environment = {**os.environ, "PYTHONPATH": str(COURSE)}
    both = [subprocess.Popen([sys.executable, "-c", code, name], env=environment) for name in "ab"]
    assert [process.wait(timeout=120) for process in both] == [0, 0]
    assert rows()[1].tries == 400


def test_no_write_permission_is_one_sentence(course):
    folder = course / ".progress"
    folder.write_text("a file stands where the folder should be")
    problem = progress_log.record("leaks", "passed", 1)
    assert problem and str(folder) in problem
    assert rows()[1].state == "open"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_course_folder(course):
    course.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert "writable" in progress_log.record("leaks", "passed", 1)
    finally:
        course.chmod(stat.S_IRWXU)


def test_damaged_notebooks_and_copies_are_not_in_the_way(course):
    folder = course / "notebooks" / "02_masking"
    (folder / "broken.ipynb").write_text("{")
    (folder / "02_masking.kept-2026-11-20.ipynb").write_bytes(
        (folder / "02_masking.ipynb").read_bytes()
    )
    other = course / "notebooks" / "03_objectives"
    other.mkdir()
    (other / "03_objectives.ipynb").write_text('{"cells": 3}')
    assert len(rows()) == 2


def test_a_notebook_that_changes_is_read_again(course):
    path = course / "notebooks" / "02_masking" / "02_masking.ipynb"
    assert len(rows()) == 2
    path.write_text(json.dumps({"cells": exercise("causal_mask", 5, 1, 2)}))
    assert len(rows()) == 1


# --- what is shown --------------------------------------------------------------------------------


def test_figures_of_the_course(course):
    progress_log.record("causal_mask", "passed", 1)
    text = repr(progress_log.progress())
    assert "1 of 2 exercises solved, 1 of 3 points of the visible checks" in text
    assert "15 minutes are announced for the exercises that are left" in text
    assert "hold 6 points more" in text
    assert f"Last solved: {rows()[0].solved:%Y-%m-%d %H:%M}" in text


class Outline(HTMLParser):
    """The tags of a page in order, with the cells' text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.open = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_in_a_notebook_is_well_formed_and_has_headings(course):
    progress_log.record("causal_mask", "failed", 0)
    page = Outline(progress_log.progress()._repr_html_())
    assert page.open == []
    names = [tag for tag, _ in page.tags]
    assert names.count("details") == names.count("summary") == 1  # one chapter
    assert names.index("table") < names.index("details")  # the chapters first
    headings = [attributes["scope"] for tag, attributes in page.tags if tag == "th"]
    assert headings.count("row") == 3 and headings.count("col") == 11


# --- the landing page -----------------------------------------------------------------------------


@pytest.fixture
def with_readme(course):
    (course / "README.md").write_bytes((COURSE / "README.md").read_bytes())
    return course


def test_landing_page_has_the_chapter_and_where_to_start(with_readme):
    page = start_page.page()
    link = "[Masks: who may see whom](notebooks/02_masking/02_masking.ipynb)"
    assert f"**Start with {link}.**" in page
    assert f"| 02 {link} | build causal and padding masks" in page
    assert "| 0 / 2 | 0 / 3 | 20 min |" in page


def test_landing_page_follows_the_progress(with_readme):
    progress_log.record("causal_mask", "passed", 1)
    page = start_page.page()
    assert "| 1 / 2 | 1 / 3 | 15 min |" in page
    assert "**Go on with [Masks" in page and "exercise `leaks` (15 minutes)" in page
    progress_log.record("leaks", "passed", 2)
    assert "All exercises are solved" in start_page.page()


def test_landing_page_goes_on_where_the_learner_was(course):
    other = course / "notebooks" / "03_objectives"
    other.mkdir()
    (other / "03_objectives.ipynb").write_text(json.dumps({"cells": exercise("kl", 9, 1, 1)}))
    assert "Start with [02_masking]" in start_page.page()  # without README.md: the folder's name
    os.chdir(other)
    progress_log.record("kl", "failed", 0)
    assert "Go on with [03_objectives]" in start_page.page()
    progress_log.record("kl", "passed", 1)
    assert "Go on with [02_masking]" in start_page.page()


def test_landing_page_without_notebooks(course):
    (course / "notebooks" / "02_masking" / "02_masking.ipynb").unlink()
    assert "python -m course_utils release" in start_page.page()


def test_landing_page_is_written_only_when_something_changed(with_readme):
    start_page.write_page()
    file = with_readme / start_page.LANDING_PAGE
    first = file.stat().st_mtime_ns
    start_page.write_page()
    assert file.stat().st_mtime_ns == first
    progress_log.record("causal_mask", "passed", 1)
    start_page.write_page()
    assert file.read_text() == start_page.page() and "| 1 / 2 |" in file.read_text()


def test_landing_page_that_cannot_be_written_stops_nothing(with_readme):
    (with_readme / start_page.LANDING_PAGE).mkdir()
    start_page.write_page()


def test_every_chapter_of_the_course_is_on_the_landing_page():
    page = start_page.page()
    chapters = progress_log.chapters()
    folders = [path.name for path in COURSE.glob("notebooks/[0-9]*")]
    assert [c.name for c in chapters] == sorted(n for n in folders if not n.endswith(LAB))
    for lab in (name for name in folders if name.endswith(LAB)):
        assert f"[lab](notebooks/{lab}/{lab}.ipynb)" in page
    for chapter in chapters:
        assert chapter.rows and all(row.minutes for row in chapter.rows), chapter.name
        assert f"(notebooks/{chapter.name}/{chapter.name}.ipynb)" in page
        assert f"[{chapter.name}]" not in page  # its title is in README.md
