"""From solutions to the learners' notebooks, and what `release --check` finds."""

import argparse
import copy
import subprocess
from datetime import date

import nbformat
import pytest
import scratch_course
from nbformat.v4 import new_output

from course_utils import files
from course_utils.authoring import release
from course_utils.authoring.lint import problems
from course_utils.checks.assignments import assignment_names, read_notebook
from course_utils.files import COURSE
from course_utils.messages import CourseError

NAME = scratch_course.NAME


@pytest.fixture
def course(tmp_path, monkeypatch):
    scratch_course.make(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def source(course):
    return course / "solutions" / NAME / f"{NAME}.ipynb"


@pytest.fixture
def target(course):
    return course / "notebooks" / NAME / f"{NAME}.ipynb"


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    release.add_arguments(parser)
    return release.run(parser.parse_args(list(arguments)))


def git(course, *arguments: str) -> None:
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    command = ["git", *identity, "-C", str(course), *arguments]
    subprocess.run(command, check=True, capture_output=True)


# --- what a learner gets --------------------------------------------------------------------------


def test_the_released_notebook_holds_no_solution_no_hidden_check_and_no_output(source, target):
    assert run() == 0
    book = nbformat.read(target, 4)
    solved = nbformat.read(source, 4)
    assert [cell.id for cell in book.cells] == [cell.id for cell in solved.cells]
    answer = scratch_course.cell(book, "double-answer").source
    assert answer == (
        'def double(x: torch.Tensor) -> torch.Tensor:\n    """Twice x; shape and dtype as x."""\n'
        "    # Write your code here.\n    raise NotImplementedError"
    )
    hidden = scratch_course.cell(book, "double-hidden")
    assert hidden.source == "# Hidden checks run when the notebook is graded."
    assert "secret" not in target.read_text()
    assert "Because" not in scratch_course.cell(book, "why-answer").source
    visible = scratch_course.cell(book, "double-check")
    assert visible.source == scratch_course.cell(solved, "double-check").source
    assert visible.metadata.deletable is False and visible.metadata.editable is False
    assert all(not c.get("outputs") and not c.get("execution_count") for c in book.cells)
    assert book.metadata.kernelspec.name == "python3"
    nbformat.validate(book)


def test_the_same_source_gives_the_same_bytes_and_nothing_is_written_twice(target, capsys):
    run()
    first, written = target.read_bytes(), target.stat().st_mtime_ns
    assert run() == 0
    assert "all notebooks are as they must be" in capsys.readouterr().out
    assert target.read_bytes() == first and target.stat().st_mtime_ns == written


def test_it_leaves_no_gradebook_and_no_other_files(course):
    run()
    assert sorted(path.name for path in course.iterdir()) == [
        ".cache",
        "exchange",
        "nbgrader_config.py",
        "notebooks",
        "solutions",
    ]


# --- nothing is lost ------------------------------------------------------------------------------


def test_a_notebook_that_was_worked_in_is_kept_each_time(source, target, capsys):
    run()
    notes = target.with_name("my notes.txt")
    notes.write_text("mine")
    for number, suffix in ((1, ""), (2, "-2")):
        book = scratch_course.put(nbformat.read(target, 4), "double-answer", f"# work {number}")
        scratch_course.write(target, book)
        work = target.read_bytes()
        assert run() == 0
        kept = target.with_name(f"{NAME}.kept-{date.today()}{suffix}.ipynb")
        assert kept.read_bytes() == work and kept.name in capsys.readouterr().out
        assert b"# work" not in target.read_bytes()
    assert notes.read_text() == "mine"


def test_the_last_release_is_replaced_without_a_copy(source, target):
    run()
    scratch_course.write(source, scratch_course.put(nbformat.read(source, 4), "title", "# Other"))
    run()
    assert "Other" in target.read_text()
    assert [path.name for path in target.parent.iterdir()] == [f"{NAME}.ipynb"]


@pytest.mark.parametrize("memory", ["", "[]", "{"])
def test_a_committed_release_is_replaced_without_a_copy(course, source, target, memory):
    run()
    git(course, "init", "-q")
    git(course, "add", "notebooks")
    git(course, "commit", "-qm", "release")
    (course / release.LAST_RELEASE).write_text(memory)
    book = scratch_course.put(nbformat.read(source, 4), "title", "# Another title")
    scratch_course.write(source, book)
    run()
    assert "Another title" in target.read_text()
    assert [path.name for path in target.parent.iterdir()] == [f"{NAME}.ipynb"]


def test_an_unwritable_folder_is_one_sentence(course, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(release, "write_whole", refuse)
    with pytest.raises(CourseError, match="cannot be written .Permission denied."):
        run()


def test_a_crash_while_writing_leaves_the_old_file(target, monkeypatch):
    run()
    before = target.read_bytes()
    monkeypatch.setattr(files.os, "replace", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        files.write_whole(target, b"half")
    assert target.read_bytes() == before and len(list(target.parent.iterdir())) == 1


# --- bad sources ----------------------------------------------------------------------------------


def test_a_source_that_is_no_notebook_is_one_sentence_and_the_release_stays(source, target):
    run()
    before = target.read_bytes()
    source.write_text("{")
    with pytest.raises(CourseError, match="damaged"):
        run()
    assert target.read_bytes() == before


def test_what_nbgrader_refuses_is_one_sentence(source, target):
    book = scratch_course.notebook()
    answer = scratch_course.cell(book, "double-answer")
    answer.source = answer.source.replace("### END SOLUTION", "")
    scratch_course.write(source, book)
    with pytest.raises(CourseError, match="no end solution statement found") as error:
        run()
    assert "\n" not in str(error.value)
    assert not target.exists()


def test_an_unknown_chapter_is_one_sentence(course):
    with pytest.raises(CourseError, match="there are: 90_scratch"):
        run("91_other")


# --- normalising ----------------------------------------------------------------------------------


def test_normalising_clears_traces_and_keeps_what_matters(source):
    book = scratch_course.notebook()
    clean = release.normalised(book)
    assert clean == release.normalised(nbformat.reads(clean, 4))
    end = scratch_course.cell(book, "end")
    end.metadata["execution"] = {"iopub.execute_input": "2026-01-01T00:00:00Z"}
    end.execution_count = 41
    end.outputs = [
        new_output("stream", name="stdout", text="the "),
        new_output("stream", name="stdout", text="end\n"),
    ]
    book.metadata["widgets"] = {"state": {}}
    book.metadata.language_info["version"] = "3.11.4"
    assert release.normalised(book) == clean
    scratch_course.write(source, book)
    assert run("--check") == 1
    assert run("--normalise") == 0
    assert source.read_text() == clean
    assert run("--check") == 0


def test_a_widget_keeps_its_name_from_run_to_run():
    texts = []
    for name in ("38a2175d461b4be3b1869afa0d6868fa", "e41f48f4268f40138705ea1ccf381542"):
        book = scratch_course.notebook()
        view = {"model_id": name, "version_major": 2, "version_minor": 1}
        data = {"application/vnd.jupyter.widget-view+json": view, "text/plain": ""}
        scratch_course.cell(book, "end").outputs = [
            new_output("display_data", copy.deepcopy(data)) for _ in range(2)
        ]
        texts.append(release.normalised(book))
    assert texts[0] == texts[1] and "end-0" in texts[0] and "end-1" in texts[0]


# --- --check --------------------------------------------------------------------------------------


def test_check_writes_nothing_and_finds_drift(course, source, target, capsys):
    files.write_whole(source, release.normalised(scratch_course.notebook()).encode())
    assert run("--check") == 1
    assert "is missing" in capsys.readouterr().out and not target.exists()
    run()
    assert run("--check") == 0
    target.write_text(target.read_text().replace("Scratch", "Scratched"))
    (course / "notebooks" / "91_old").mkdir()
    (course / "notebooks" / "91_old" / "91_old.ipynb").write_text("{}")
    capsys.readouterr()
    assert run("--check") == 1
    out = capsys.readouterr().out
    assert "is not what its source makes" in out and "91_old has no source" in out


def test_the_scratch_source_has_no_problems():
    assert list(problems(scratch_course.notebook())) == []


def twin(book):
    copied = copy.deepcopy(scratch_course.cell(book, "double-check"))
    copied.id = "double-check-copy"
    book.cells.append(copied)


def change(cell_id, old, new):
    def act(book):
        found = scratch_course.cell(book, cell_id)
        assert old in found.source
        found.source = found.source.replace(old, new)

    return act


def metadata(cell_id, **data):
    return lambda book: scratch_course.cell(book, cell_id).metadata.nbgrader.update(data)


def tags(cell_id, *names):
    return lambda book: scratch_course.cell(book, cell_id).metadata.update(tags=list(names))


def outputs(*made):
    return lambda book: setattr(scratch_course.cell(book, "end"), "outputs", list(made))


def renamed(cell_id, new):
    return lambda book: setattr(scratch_course.cell(book, cell_id), "id", new)


def without(cell_id):
    return lambda book: book.cells.remove(scratch_course.cell(book, cell_id))


def failed(book):
    scratch_course.cell(book, "double-check").outputs[0].data["text/plain"] = "0.0"


def moved(cell_id):
    def act(book):
        found = scratch_course.cell(book, cell_id)
        book.cells.remove(found)
        book.cells.append(found)

    return act


LONG = "Here is a Sentence that explains at length what should stand in Markdown."
FAULTS = {
    "id twice": (renamed("end", "title"), "the cell id title is there more than once"),
    "random id": (renamed("end", "3f2a91bc"), "'3f2a91bc' is not lower-case words"),
    "id form": (renamed("end", "The_End"), "'The_End' is not lower-case words"),
    "grade_id twice": (twin, "grade_id check_double is there more than once"),
    "no hints": (without("double-hints"), "has no hints"),
    "no task": (without("double-task"), "has no task"),
    "no check": (without("double-check"), "has no check"),
    "no hidden": (without("double-hidden"), "has no hidden"),
    "no answer": (without("double-answer"), "no answer cell for double"),
    "order": (moved("double-check"), "must come as task, answer"),
    "two hints": (change("double-hints", "<details><summary>Hint 3", "Hint 3"), "must be 3 hints"),
    "points in prose": (change("double-task", "3 points", "4 points"), "says 4 points, but its"),
    "no line": (change("double-task", "minutes", "min"), "line *Difficulty"),
    "difficulty": (change("double-task", "Difficulty 1", "Difficulty 6"), "must be 1 to 5"),
    "title": (change("double-task", "`double`", "`twice`"), "heading with `double`"),
    "points in code": (change("double-check", "points=1", "points=2"), "Check says 2 points"),
    "points in metadata": (metadata("double-check", points=2), "Check says 1 points"),
    "name": (change("double-check", '"double"', '"twice"'), "must be given the name double"),
    "hidden=True": (change("double-hidden", ", hidden=True", ""), "hidden=True belongs"),
    "no result": (change("double-check", "\ncheck.result", ""), "last line must be check.result"),
    "result;": (change("double-check", "check.result", "check.result;"), "last line must be"),
    "message key": (change("double-check", "check-nan", "check-nun"), "no message 'check-nun'"),
    "unlocked": (metadata("double-check", locked=False), "must be graded and locked"),
    "locked answer": (metadata("double-answer", locked=True), "must not be graded or locked"),
    "no solution": (change("double-answer", "### BEGIN SOLUTION", "#"), "put the solution between"),
    "other function": (change("double-answer", "def double", "def twice"), "must define"),
    "no types": (change("double-answer", "x: torch.Tensor", "x"), "give every argument"),
    "no docstring": (
        change("double-answer", '"""Twice x; shape and dtype as x."""', "pass"),
        "needs a docstring",
    ),
    "open hidden": (change("double-hidden", "### BEGIN HIDDEN TESTS", "#"), "put the check"),
    "hidden rest": (change("double-hidden", "# Hidden", "leak = 1\n# Hidden"), "one comment line"),
    "hidden elsewhere": (
        change("end", "print", "### BEGIN HIDDEN TESTS\nprint"),
        "belong in a cell",
    ),
    "question points": (change("why-question", "2 points", "3 points"), "question says 3 points"),
    "no question": (without("why-question"), "must be Markdown, ask the question"),
    "tag form": (tags("title", "idea:2-09"), "'idea:2-09' is not of the form"),
    "claim tag form": (tags("end", "claim:4"), "'claim:4' is not of the form"),
    "statement tag form": (tags("end", "held:R1"), "'held:R1' is not of the form"),
    "statement on Markdown": (tags("title", "held:R-01"), "belongs on a code cell"),
    "tag on code": (tags("end", "idea:S2-09"), "belongs on a markdown cell"),
    "claim on Markdown": (tags("title", "claim:M04"), "belongs on a code cell"),
    "prose": (change("end", "print(", f"print({LONG!r}, "), "prose in code ('Here is a Sentence"),
    "f-string": (change("end", "print(", f"print(f{LONG!r}, "), "prose in code"),
    "prose as a string": (change("end", "print(", f"'''{LONG}'''\nprint("), "prose in code"),
    "long comment": (change("end", "print(", f"x = 1  # {LONG} {LONG}\nprint("), "comment of more"),
    "comments": (change("end", "print(", "# a\n# b\n# c\n# d\nprint("), "lines of comment"),
    "syntax": (change("end", "print(", "print(("), "is not Python"),
    "not run": (
        lambda book: scratch_course.cell(book, "end").update(execution_count=None),
        "was not run",
    ),
    "failed check": (failed, "is not its 1.0 points"),
    "stderr": (outputs(new_output("stream", name="stderr", text="w")), "text on stderr"),
    "error": (outputs(new_output("error", ename="E", evalue="e", traceback=[])), "is an error"),
    "path": (outputs(new_output("stream", name="stdout", text="in /home/me/x")), "place on a comp"),
    "Windows path": (outputs(new_output("stream", name="stdout", text="C:\\Users")), "place on a"),
    "address": (
        outputs(new_output("stream", name="stdout", text="<f at 0x7f00aa00>")),
        "holds an address",
    ),
    "a hidden check's name": (
        change("end", "print(", "print(secret_of_largest, "),
        "reads `secret_of_largest`, which the check cell largest-hidden binds",
    ),
}


@pytest.mark.parametrize(("act", "said"), FAULTS.values(), ids=FAULTS)
def test_each_fault_of_a_source_is_named(act, said):
    book = scratch_course.notebook()
    act(book)
    found = list(problems(book))
    assert any(said in problem for problem in found), found


ALLOWED = {
    "alt and caption": change("end", "print(", f"show = print\nshow(alt={LONG!r})\nprint("),
    "a docstring": change("end", "print(", f"def f():\n    '''{LONG}'''\nprint("),
    "a sentence of the small world": change(
        "end", "print(", f"x = '{'the cat sat on the mat . ' * 4}'\nprint("
    ),
    "three comments": change("end", "print(", "# a\n# b\n# c\nprint("),
    "a name of its own": change("end", "print(", "x = 1\nprint(x, "),
    "good tags": tags("title", "idea:S2-09", "idea:S3-102", "my-own"),
}


@pytest.mark.parametrize("act", ALLOWED.values(), ids=ALLOWED)
def test_what_is_allowed(act):
    book = scratch_course.notebook()
    act(book)
    assert list(problems(book)) == []


# --- the course itself ----------------------------------------------------------------------------


def test_the_course_is_released_as_it_stands(monkeypatch, capsys):
    monkeypatch.chdir(COURSE)
    assert run("--check") == 0, capsys.readouterr().out


@pytest.mark.parametrize("name", assignment_names(COURSE / "solutions"))
def test_no_line_of_a_hidden_check_or_solution_is_released(name):
    solved = read_notebook(COURSE / "solutions" / name / f"{name}.ipynb")
    released = read_notebook(COURSE / "notebooks" / name / f"{name}.ipynb")
    elsewhere = {line.strip() for cell in solved.cells for line in _outside(cell.source)}
    secret = {line.strip() for cell in solved.cells for line in _inside(cell.source)} - elsewhere
    shown = {line.strip() for cell in released.cells for line in cell.source.split("\n")}
    assert not {line for line in secret & shown if len(line) > 3}


def _split(source: str) -> tuple[list[str], list[str]]:
    inside, parts = False, ([], [])
    for line in source.split("\n"):
        if "### BEGIN" in line:
            inside = True
        elif "### END" in line:
            inside = False
        else:
            parts[inside].append(line)
    return parts


def _outside(source: str) -> list[str]:
    return _split(source)[0]


def _inside(source: str) -> list[str]:
    return _split(source)[1]
