"""`release --zip`: the folder that a class gets holds no answer, and is all that a learner needs."""

import argparse
import ast
import html
import json
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import nbformat
import pytest
import scratch_course
import throw_away_venv
from lab_server import fetch, started
from nbformat.v4 import new_code_cell

from course_utils import hunts
from course_utils.authoring import class_copy, release
from course_utils.checks.assignments import (
    STUB,
    assignment_names,
    cells_by_grade_id,
    grade_id,
    nbgrader_metadata,
    read_assignment,
    read_notebook,
)
from course_utils.files import COURSE, NOT_FOR_A_CLASS
from course_utils.messages import MESSAGES, CourseError, say

NAMES = assignment_names(COURSE / "solutions")
GALLERY = COURSE / "tests" / "gallery"
HUNTS = ("course_utils/hunts.json", "course_utils/exercises/hunts.json")


@pytest.fixture(scope="module")
def archive(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("dist") / "new" / "class.zip"
    made = release.generate(COURSE, NAMES)
    class_copy.write(COURSE, path, made, release._pages(COURSE))
    return path


@pytest.fixture(scope="module")
def members(archive) -> dict[str, bytes]:
    """What lies in the top folder: path -> content."""
    with zipfile.ZipFile(archive) as file:
        top, names = f"{class_copy.TOP}/", file.namelist()
        assert all(name.startswith(top) for name in names)
        return {name.removeprefix(top): file.read(name) for name in names}


@pytest.fixture(scope="module")
def texts(members) -> dict[str, str]:
    """The same as text, a notebook as the text of its cells, without weights and pictures."""
    found = {}
    for name, content in members.items():
        if name.endswith(".ipynb"):
            cells = nbformat.reads(content.decode(), as_version=4).cells
            found[name] = "\n".join(cell.source for cell in cells)
        elif not name.endswith((".png", ".safetensors")):
            found[name] = content.decode()
    return found


# --- what is in it --------------------------------------------------------------------------------


def test_it_holds_what_a_learner_needs_and_nothing_else(members):
    tops = {name.split("/")[0] for name in members}
    assert tops == {".jupyter", "course_utils", "docs", "notebooks", "README.md"} | {
        name for name in class_copy.FILES if "/" not in name
    }
    for package in NOT_FOR_A_CLASS:
        assert not any(name.startswith(f"course_utils/{package}/") for name in members)
    assert {f"notebooks/{name}/{name}.ipynb" for name in NAMES} <= members.keys()
    made = release.generate(COURSE, ["00_welcome"])
    assert members["notebooks/00_welcome/00_welcome.ipynb"] in made.values()


@pytest.mark.skipif(not (COURSE / ".git").exists(), reason="this copy of the course is not in git")
def test_nothing_that_use_has_left_behind_is_in_it(members):
    """Of what is copied as it lies, git knows every file, or would take it."""
    command = ["git", "-C", str(COURSE), "ls-files", "--cached", "--others", "--exclude-standard"]
    known = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert members.keys() - set(known) == set()


def test_a_notebook_imports_nothing_that_is_left_out(texts):
    left_out = "|".join(NOT_FOR_A_CLASS)
    for name, text in texts.items():
        if name.endswith(".ipynb"):
            assert not re.search(rf"course_utils(\.| import )({left_out})\b", text), name


def test_links_lead_somewhere(members):
    found = 0
    for name, content in members.items():
        if not name.endswith((".md", ".ipynb")):
            continue
        text = content.decode().replace("\\n", "\n")
        text = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)  # without code
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            target = link.split("#")[0]
            if re.match(r"[\w./-]+\.\w+$", target):
                found += 1
                place = (COURSE / name).parent.joinpath(target).resolve()
                assert place.relative_to(COURSE).as_posix() in members, (name, link)
    assert found > 500


def test_the_first_page_is_for_learners(texts):
    readme = texts["README.md"]
    rows = [line for line in readme.splitlines() if re.match(r"\| \d\d \|", line)]
    assert "\n".join(rows) in (COURSE / "README.md").read_text(encoding="utf-8")
    assert len(rows) == len([name for name in NAMES if not name.endswith("_lab")])
    assert not re.search(r"make (test|grade|verify|release|book)|solutions/|\{", readme)
    assert not re.search(r"\b(simply|obviously|trivially|just)\b", readme)


def test_the_same_course_gives_the_same_file_and_scripts_can_be_run(archive, members):
    assert class_copy.packed(dict(reversed(members.items()))) == archive.read_bytes()
    with zipfile.ZipFile(archive) as file:
        entries = file.infolist()
    assert [entry.filename for entry in entries] == sorted(entry.filename for entry in entries)
    assert {entry.date_time for entry in entries} == {class_copy.DATE}
    scripts = {e.filename.split("/")[1] for e in entries if e.external_attr >> 16 & 0o111}
    assert scripts == {"start", "postBuild"}


# --- what is not in it ----------------------------------------------------------------------------

SOLUTION = re.compile("### BEGIN SOLUTION(.*?)### END SOLUTION", re.DOTALL)
HIDDEN = re.compile("### BEGIN HIDDEN TESTS(.*?)### END HIDDEN TESTS", re.DOTALL)
Texts = list[tuple[str, str]]  # (where it stands, a text)


def squeezed(text: str) -> list[str]:
    """The lines without blanks, and without comments and empty lines."""
    lines = (re.sub(r"\s", "", line) for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def passages(text: str, length: int) -> set[str]:
    """Each run of so many lines; a shorter text whole. What is short may be the same by chance."""
    lines = squeezed(text)
    length = min(length, len(lines))
    runs = ("\n".join(lines[i : i + length]) for i in range(len(lines) - length + 1))
    return {run for run in runs if len(run) >= 30}


def leaks(secrets: Texts, public: dict[str, str], length: int) -> list[str]:
    """The passages of so many lines (of a shorter text, all) that stand in what is given out."""
    given = set().union(*(passages(t, n) for t in public.values() for n in range(1, length + 1)))
    return [f"{place}: {run}" for place, text in secrets for run in passages(text, length) & given]


@pytest.fixture(scope="module")
def secrets() -> dict[str, Texts]:
    """What no learner gets: solutions, hidden checks, rubrics, answers of the gallery."""
    found: dict[str, Texts] = {"solutions": [], "hidden": [], "rubrics": []}
    for name in NAMES:
        for cell in read_notebook(COURSE / "solutions" / name / f"{name}.ipynb").cells:
            place = f"{name}/{cell.id}"
            found["solutions"] += [(place, text) for text in SOLUTION.findall(cell.source)]
            found["hidden"] += [(place, text) for text in HIDDEN.findall(cell.source)]
            if is_rubric(cell):
                found["rubrics"].append((place, cell.source))
    found["gallery"] = [
        (str(path.relative_to(GALLERY)), re.sub('""".*?"""', "", path.read_text(), flags=re.S))
        for path in GALLERY.glob("*/*/*.py")
    ]
    return found


def is_rubric(cell: nbformat.NotebookNode) -> bool:
    return cell.cell_type == "markdown" and bool(nbgrader_metadata(cell).get("solution"))


@pytest.fixture(scope="module")
def beside(texts) -> dict[str, str]:
    """What is given out beside the notebooks."""
    return {name: text for name, text in texts.items() if not name.startswith("notebooks/")}


@pytest.fixture(scope="module")
def readable(beside) -> dict[str, str]:
    """Of that, what is no part of the visible checks. They hold what they compare with."""
    checks = "course_utils/exercises/"
    return {name: text for name, text in beside.items() if not name.startswith(checks)}


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_holds_no_line_but_those_outside_of_the_marks(texts, name):
    allowed = {*squeezed("\n".join(STUB)), *squeezed(say("question-stub"))}
    for cell in read_notebook(COURSE / "solutions" / name / f"{name}.ipynb").cells:
        if not is_rubric(cell):
            allowed |= {*squeezed(HIDDEN.sub("", SOLUTION.sub("", cell.source)))}
    assert {*squeezed(texts[f"notebooks/{name}/{name}.ipynb"])} <= allowed


def test_no_rubric_is_in_it(secrets, texts):
    assert len(secrets["rubrics"]) > 5
    assert leaks(secrets["rubrics"], texts, 1) == []


def test_no_hidden_check_is_in_it(secrets, beside, texts):
    """Two lines one after the other; what a visible check says as well is no secret."""
    assert len(secrets["hidden"]) > 50
    visible = [text for name, text in texts.items() if name not in beside]
    for name, text in beside.items():
        if name.startswith("course_utils/exercises/"):
            visible += [
                ast.get_source_segment(text, node)
                for node in ast.parse(text).body
                if isinstance(node, ast.ImportFrom)
                or (isinstance(node, ast.FunctionDef) and node.name.startswith("check_"))
            ]
    shown = set().union(*(passages(text, 2) for text in visible))
    found = leaks(secrets["hidden"], beside, 2)
    assert [leak for leak in found if leak.partition(": ")[2] not in shown] == []


def test_no_solution_is_in_it(secrets, beside, readable):
    assert len(secrets["solutions"]) > 70
    assert leaks(secrets["solutions"], readable, 4) == []
    given = {name: "\n".join(squeezed(text)) for name, text in beside.items()}
    for place, text in secrets["solutions"]:  # nor, as a whole, in what the checks compare with
        body = "\n".join(squeezed(text))
        assert [name for name in given if len(body) >= 30 and body in given[name]] == [], place


def test_no_answer_of_the_gallery_is_in_it(secrets, readable):
    assert len(secrets["gallery"]) > 3000
    assert leaks(secrets["gallery"], readable, 4) == []


def test_what_hidden_hunts_try_is_not_in_it(members):
    packed = "".join(members[name].decode() for name in HUNTS)
    count = 0
    for path in GALLERY.glob("*/*/hunt.toml"):
        names = tomllib.loads(path.read_text(encoding="utf-8"))
        for name in set(names["hidden"]) - {*names["given"], *names["visible"]}:
            text = path.with_name(f"{name}.py").read_text(encoding="utf-8")
            assert json.dumps(hunts.packed(text)) not in packed
            count += 1
        for name in names["given"]:  # so that the comparison means something
            text = path.with_name(f"{name}.py").read_text(encoding="utf-8")
            assert json.dumps(hunts.packed(text)) in packed
    assert count > 20


# --- asking for it --------------------------------------------------------------------------------


def ask(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    release.add_arguments(parser)
    return release.run(parser.parse_args(list(arguments)))


def test_it_is_written_in_one_step_over_an_older_one(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(release, "assignment_names", lambda folder: ["00_welcome"])
    path = tmp_path / "new folder" / "class.zip"
    notebook = COURSE / "notebooks" / "00_welcome" / "00_welcome.ipynb"
    before = notebook.stat().st_mtime_ns
    for _ in range(2):
        assert ask("--zip", str(path)) == 0
        assert zipfile.is_zipfile(path) and list(path.parent.iterdir()) == [path]
        path.write_text("an older one")
    assert str(path) in capsys.readouterr().out
    assert notebook.stat().st_mtime_ns == before


def test_a_place_where_it_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder.zip").mkdir()
    for name in ("file", "folder.zip", "class.tar"):
        with pytest.raises(
            CourseError, match=re.escape(f"{tmp_path / name} is no place for the zip")
        ):
            ask("--zip", str(tmp_path / name))
    with pytest.raises(CourseError, match="Nothing can be written|cannot be written"):
        class_copy.write(COURSE, tmp_path / "file" / "class.zip", {}, {})
    with pytest.raises(CourseError, match="all chapters"):
        ask("02_masking", "--zip", str(tmp_path / "class.zip"))
    assert (tmp_path / "file").read_text() == "mine"


def test_a_file_that_a_class_needs_and_that_is_gone_is_named(tmp_path):
    with pytest.raises(CourseError, match=r"\.gitattributes cannot be read"):
        class_copy.write(tmp_path, tmp_path / "class.zip", {}, {})
    assert list(tmp_path.iterdir()) == []


# --- as a learner has it --------------------------------------------------------------------------


class Copy:
    """The file unpacked where no repository is, and set up by its own set-up, without a network:
    the packages lie there already, the course does not."""

    def __init__(self, archive: Path, folder: Path) -> None:
        with zipfile.ZipFile(archive) as file:
            for entry in file.infolist():
                Path(file.extract(entry, folder)).chmod(entry.external_attr >> 16 & 0o777)
        self.root, self.home = folder / class_copy.TOP, folder / "home"
        self.home.mkdir()
        self.python = throw_away_venv.make(self.root / ".venv")
        self.environment = throw_away_venv.environment(self.python, self.home)
        self.set_up = self.run(sys.executable, "-I", "course_utils/bootstrap.py")

    def run(self, *command: str | Path) -> subprocess.CompletedProcess:
        return subprocess.run(
            command, cwd=self.root, env=self.environment, capture_output=True, text=True
        )

    def verb(self, *arguments: str) -> subprocess.CompletedProcess:
        return self.run(self.python, "-m", "course_utils", *arguments)

    def notebook(self, name: str) -> Path:
        return self.root / "notebooks" / name / f"{name}.ipynb"


@pytest.fixture(scope="module")
def copy(archive, tmp_path_factory) -> Copy:
    folder = tmp_path_factory.mktemp("elsewhere")
    assert not folder.resolve().is_relative_to(COURSE)
    return Copy(archive, folder)


@pytest.mark.slow
def test_it_sets_itself_up_and_finds_everything_in_place(copy):
    assert copy.set_up.returncode == 0, copy.set_up.stdout + copy.set_up.stderr
    found = copy.run(copy.python, "-c", "import course_utils; print(course_utils.__file__)")
    assert Path(found.stdout.strip()) == copy.root / "course_utils" / "__init__.py"
    doctor = copy.verb("doctor")
    assert doctor.returncode == 0 and doctor.stdout.startswith(say("doctor-fine")), doctor.stdout


RUN = """
import sys
import nbformat
from nbclient import NotebookClient
path = sys.argv[1]
book = nbformat.read(path, 4)
NotebookClient(book, timeout=None, resources={"metadata": {"path": sys.argv[2]}}).execute()
nbformat.write(book, path)
"""


def wrong_answer(chapter: str, exercise: str) -> tuple[str, str]:
    """The first wrong answer of the gallery that is written out, and how its message begins."""
    for path in sorted((GALLERY / chapter / exercise).glob("reject-*.py")):
        text = path.read_text(encoding="utf-8")
        key = re.search(r"# message: (\S+)", text)
        begin = MESSAGES[key[1]].partition("{")[0].strip() if key else ""
        if len(begin) > 10 and "# base:" not in text:
            return text, begin
    raise AssertionError(f"no wrong answer to {exercise} has a message of its own")


def shown(cell: nbformat.NotebookNode) -> str:
    """What a check showed, as text."""
    (output,) = cell.outputs
    return html.unescape(re.sub(r"<[^>]+>", "", output["data"]["text/html"]))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        name if name == "02_masking" else pytest.param(name, marks=pytest.mark.nightly)
        for name in NAMES
    ],
)
def test_a_notebook_runs_to_its_end_and_its_checks_judge(copy, members, name, tmp_path):
    """Its first exercise is run as it is given out, with a wrong answer, and with a right one."""
    book = nbformat.reads(members[f"notebooks/{name}/{name}.ipynb"].decode(), as_version=4)
    exercises = read_assignment(COURSE / "solutions" / name / f"{name}.ipynb").exercises
    exercise = next((one for one in exercises if (GALLERY / name / one).is_dir()), None)
    if exercise:
        wrong, begin = wrong_answer(name, exercise)
        right = exercises[exercise].answer.source
        check = cells_by_grade_id(book)[f"check_{exercise}"][0]
        place = book.cells.index(check)
        more = [wrong, check.source, right, check.source]
        book.cells[place + 1 : place + 1] = [new_code_cell(text) for text in more]
    book.cells.append(new_code_cell("import course_utils; print(course_utils.__file__)"))
    scratch_course.write(tmp_path / "ran.ipynb", book)
    done = copy.run(copy.python, "-c", RUN, tmp_path / "ran.ipynb", copy.notebook(name).parent)
    assert done.returncode == 0, done.stderr[-3000:]
    cells = read_notebook(tmp_path / "ran.ipynb").cells
    assert str(copy.root) in cells[-1].outputs[0]["text"]
    if exercise:
        given, rejected, accepted = (cells[place + step] for step in (0, 2, 4))
        assert MESSAGES["check-open"].partition(":")[0] in shown(given)
        assert begin in shown(rejected) and "✓" not in shown(rejected)
        assert "✓" in shown(accepted)


@pytest.mark.slow
def test_lab_answers_and_check_and_reset_do_their_work(copy, tmp_path):
    name, exercise = "02_masking", "causal_mask"
    path, log = copy.notebook(name), tmp_path / "log"
    command = [copy.python, "-m", "course_utils", "lab", "--no-browser", "--port", "0"]
    with started(command, copy.root, copy.environment, log) as (_, address):
        base, token = address.split("/lab/tree/")[0], address.split("token=")[1]
        assert "JupyterLab" in fetch(address)[1]
        page = json.loads(fetch(f"{base}/api/contents/START.md", token)[1])["content"]
    assert all(f"notebooks/{one}/{one}.ipynb" in page for one in NAMES)
    given = path.read_bytes()
    solved = read_assignment(COURSE / "solutions" / name / f"{name}.ipynb").exercises[exercise]
    book = read_notebook(path)
    cells_by_grade_id(book)[exercise][0].source = solved.answer.source
    removed = next(cell for cell in book.cells if grade_id(cell) == "check_safe_softmax")
    book.cells.remove(removed)
    scratch_course.write(path, book)
    repaired = copy.verb("check", name, "--repair")
    assert repaired.returncode == 0, repaired.stderr
    assert cells_by_grade_id(read_notebook(path))["check_safe_softmax"][0].source == removed.source
    assert f"✓ {exercise}" in repaired.stdout and "○ safe_softmax" in repaired.stdout
    reset = copy.verb("reset", name)
    assert reset.returncode == 0 and path.read_bytes() == given, reset.stderr
    assert len(list(path.parent.glob("*.kept-*.ipynb"))) == 2


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["grade", "verify", "release", "train", "book"])
def test_what_a_class_has_not_is_said_in_one_sentence(copy, verb):
    done = copy.verb(verb)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip() == say("class-copy-lacks", verb=verb)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")
@pytest.mark.parametrize("target", ["test", "bench"])
def test_make_says_that_there_are_no_tests(copy, target):
    done = copy.run("make", target)
    assert done.returncode == 2
    assert done.stderr.startswith("Tests are not in this copy of the course")
