"""The tables of docs/: they agree with the notebooks, and a disagreement has a sentence."""

import argparse
import ast
import configparser
import re

import nbformat
import pytest
import scratch_course

from course_utils.authoring import claim_tables, release
from course_utils.files import LAB, course_folder
from course_utils.messages import CourseError
from course_utils.real import Table
from course_utils.what_held import HELD, VERDICTS, read_held

COURSE = course_folder()
CLAIMS = claim_tables.read_claims(COURSE)
HELD_ROWS = read_held(COURSE) if (COURSE / HELD).is_file() else {}
TAGGED = {
    (f"{claim_tables.TAGS[table]}{name}", place)
    for table, rows in ((claim_tables.CLAIMS, CLAIMS), (HELD, HELD_ROWS))
    for name, row in rows.items()
    for place in row.tagged
}
NAME = scratch_course.NAME

CLAIM = f"""[X01]
where = "S0, line 1"
says = "It goes on for ever."
verdict = "wrong"
kind = "measured"
truth = "It ends."
prints."{NAME}/end" = 'the end'
"""
STATEMENT = f"""[R-01]
statement = "Whatever begins | ends."
chapter = "{NAME}/end"
tiny = "the end"
cell = "{NAME}/real"
real = "  the end\\nat last"
verdict = "holds weaker"
why = "It takes longer."
"""
ROW = f'[{NAME}]\nS0-01 = "how it ends"\n'


# --- the course's own tables ----------------------------------------------------------------------


def test_the_tables_agree_with_the_sources_and_the_pages_are_current():
    assert claim_tables.problems(COURSE) == []
    for path, content in claim_tables.pages(COURSE).items():
        assert (COURSE / path).read_bytes() == content, (
            f"run `python -m course_utils release`: {path}"
        )


def sections_of_claims(notebook: str) -> dict[str, set[int]]:
    """claim -> the numbered sections, or cases, in which a cell measures it."""
    found: dict[str, set[int]] = {}
    section = 0
    for cell in nbformat.read(COURSE / "solutions" / notebook / f"{notebook}.ipynb", 4).cells:
        if cell.cell_type == "markdown":
            heading = re.search(r"^## (?:Case )?(\d+) · ", cell.source, re.MULTILINE)
            section = int(heading[1]) if heading else section
        for tag in cell.metadata.get("tags", []):
            if tag.startswith("claim:"):
                found.setdefault(tag.removeprefix("claim:"), set()).add(section)
    return found


@pytest.mark.parametrize(
    "lab", sorted(path.name for path in (COURSE / "solutions").glob(f"*{LAB}"))
)
def test_the_verdicts_of_a_lab_name_the_sections_that_measured_them(lab):
    measured = {
        "chapter": sections_of_claims(lab.removesuffix(LAB)),
        "lab": sections_of_claims(lab),
    }
    cells = nbformat.read(COURSE / "solutions" / lab / f"{lab}.ipynb", 4).cells
    (table,) = (cell.source for cell in cells if cell.id == "claims")
    for name, row in re.findall(r"^\| (\w\d\d) \|(.*)$", table, re.MULTILINE):
        said: dict[str, set[int]] = {"chapter": set(), "lab": set()}
        for kind, numbers in re.findall(r"(chapter|lab|case),? (\d+(?:(?:, | and )\d+)*)", row):
            said["lab" if kind == "case" else kind] |= set(map(int, re.findall(r"\d+", numbers)))
        assert said == {kind: at.get(name, set()) for kind, at in measured.items()}, (
            f"{lab}, {name}"
        )


@pytest.mark.parametrize("chapter", sorted({place.split("/")[0] for _, place in TAGGED}))
def test_every_cell_of_a_claim_or_statement_is_in_the_learners_notebook(chapter):
    released = nbformat.read(COURSE / "notebooks" / chapter / f"{chapter}.ipynb", as_version=4)
    tagged = {
        (tag, f"{chapter}/{cell.id}")
        for cell in released.cells
        for tag in cell.metadata.get("tags", [])
        if cell.cell_type == "code" and tag.startswith(("claim:", "held:"))
    }
    assert tagged == {pair for pair in TAGGED if pair[1].startswith(f"{chapter}/")}


@pytest.mark.parametrize("number", sorted({row.number for row in HELD_ROWS.values()} - {10}))
def test_a_chapter_says_where_its_statements_are_put_to_the_test(number):
    (chapter,) = [
        path.name
        for path in (COURSE / "solutions").glob(f"{number:02}_*")
        if not path.name.endswith(LAB)
    ]
    notebook = nbformat.read(COURSE / "solutions" / chapter / f"{chapter}.ipynb", as_version=4)
    (cell,) = [cell for cell in notebook.cells if "(../../docs/what-held.md)" in cell.source]
    assert "(../10_real/10_real.ipynb)" in cell.source


def test_no_output_of_a_claim_or_statement_escapes_the_comparison_of_outputs():
    masks = configparser.RawConfigParser()
    masks.read(COURSE / "tests" / "nbval_sanitize.cfg")
    book = claim_tables.chapters(COURSE)
    for row in (*CLAIMS.values(), *HELD_ROWS.values()):
        for place, figure in row.figures:
            chapter, cell = place.split("/")
            assert not {"nbval-ignore-output", "nbval-skip"} & set(book[chapter].cells[cell].tags)
            for mask in masks.sections():
                assert not re.search(masks[mask]["regex"], figure), (place, figure)


@pytest.mark.parametrize(
    "chapter",
    sorted({place.split("/")[0].removesuffix(LAB) for c in CLAIMS.values() for place in c.prints}),
)
def test_the_table_at_a_labs_end_has_the_chapters_claims_and_verdicts(chapter):
    lab = chapter + LAB
    name = lab if (COURSE / "solutions" / lab).is_dir() else chapter
    notebook = nbformat.read(COURSE / "solutions" / name / f"{name}.ipynb", as_version=4)
    table = next(cell.source for cell in notebook.cells if cell.id == "claims")
    rows = re.findall(r"^\| (\w\d\d) \|.*\| (.+) \|$", table, re.M)
    here = [name for name, c in CLAIMS.items() if any(p.startswith(chapter) for p in c.prints)]
    assert sorted(name for name, _ in rows) == sorted(here)
    for name, said in rows:
        verdicts = [verdict for verdict in claim_tables.VERDICTS if said.startswith(verdict)]
        assert verdicts[-1:] == [CLAIMS[name].verdict], (name, said)


def test_lab_1_judges_the_readers_verdicts_as_the_table_does():
    """A class's copy lacks the table, so the cell that counts has the verdicts itself."""
    book = nbformat.read(COURSE / "solutions/01_attention_lab/01_attention_lab.ipynb", 4)
    (source,) = (cell.source for cell in book.cells if cell.id == "score")
    verdicts = ast.literal_eval(re.search(r"verdicts = ({.*?^})", source, re.S | re.M)[1])
    table = {name: CLAIMS[name].verdict.split()[-1] for name in CLAIMS if "M11" <= name <= "M23"}
    assert {name: word for word, names in verdicts.items() for name in names.split()} == table


@pytest.mark.parametrize("page", claim_tables.PAGES.values(), ids=lambda page: page.name)
def test_the_readme_links_the_pages(page):
    assert f"]({page.as_posix()})" in (COURSE / "README.md").read_text(encoding="utf-8")


def test_the_readme_gives_the_counts():
    readme = " ".join((COURSE / "README.md").read_text(encoding="utf-8").split())
    true, conditions, wrong, open_ = (
        sum(claim.verdict == verdict for claim in CLAIMS.values())
        for verdict in claim_tables.VERDICTS
    )
    ideas = {row for rows in claim_tables.read_checklist(COURSE).values() for row in rows}
    today = sum(row.startswith(claim_tables.TODAY) for row in ideas)
    assert f"their {len(CLAIMS)} claims" in readme
    assert f"their {len(ideas) - today} ideas" in readme and f"{today} newer ones" in readme
    counts = f"{true} are true, {conditions} under conditions, {wrong} wrong, {open_} cannot"
    assert counts in readme


# --- each fault is found --------------------------------------------------------------------------


@pytest.fixture
def course(tmp_path, monkeypatch):
    book = scratch_course.notebook()
    idea = scratch_course.markdown("idea", "## 1 · The end\n\nSee.", tags=["idea:S0-01"])
    book.cells.insert(len(book.cells) - 1, idea)
    real = scratch_course.code("real", "print('  the end\\nat last')", tags=["held:R-01"])
    real.execution_count = max(cell.get("execution_count") or 0 for cell in book.cells) + 1
    real.outputs = [nbformat.v4.new_output("stream", name="stdout", text="  the end\nat last\n")]
    book.cells.append(real)
    scratch_course.cell(book, "end").metadata["tags"] = ["claim:X01"]
    scratch_course.make(tmp_path, book)
    (tmp_path / "docs").mkdir()
    (tmp_path / claim_tables.CLAIMS).write_text(CLAIM)
    (tmp_path / HELD).write_text(STATEMENT)
    (tmp_path / claim_tables.CHECKLIST).write_text(ROW)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def change_notebook(course, change) -> None:
    path = course / "solutions" / NAME / f"{NAME}.ipynb"
    book = nbformat.read(path, as_version=4)
    change(lambda cell_id: scratch_course.cell(book, cell_id))
    scratch_course.write(path, book)


def change_table(course, table, old, new) -> None:
    text = (course / table).read_text()
    assert old in text
    (course / table).write_text(text.replace(old, new))


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    release.add_arguments(parser)
    return release.run(parser.parse_args(list(arguments)))


def test_a_course_whose_tables_agree_has_no_problem(course):
    assert claim_tables.problems(course) == []


@pytest.mark.parametrize(
    "table, old, new, found",
    [
        (claim_tables.CLAIMS, "/end", "/there", f"X01: {NAME}/there is no cell of"),
        (claim_tables.CLAIMS, "/end", "/idea", f"X01: {NAME}/idea is no cell with"),
        (claim_tables.CLAIMS, f"{NAME}/end", "91_none/end", "X01: 91_none/end is no cell of"),
        (claim_tables.CLAIMS, "'the end'", "'the en'", "does not print the line 'the en'"),
        (claim_tables.CLAIMS, "'the end'", "'the end …'", None),
        (
            claim_tables.CLAIMS,
            "'the end'",
            "'the begin …'",
            "does not print the line 'the begin …'",
        ),
        (claim_tables.CLAIMS, "'the end'", "'''the end\nthe end'''", None),
        (claim_tables.CLAIMS, "'the end'", "'''the end\nmore'''", "does not print the line 'more'"),
        (claim_tables.CLAIMS, "'the end'", "' '", "does not print the line ' '"),
        (claim_tables.CLAIMS, "[X01]", "[X02]", f"{NAME}/end has the tag claim:X01"),
        (
            HELD,
            "/end",
            "/there",
            f"docs/what-held.toml, R-01: {NAME}/there is no cell of the course",
        ),
        (HELD, "/end", "/idea", f"{NAME}/idea does not print the line 'the end'"),
        (HELD, "/real", "/there", f"R-01: {NAME}/there is no cell of the course"),
        (HELD, "/real", "/setup", f"R-01: {NAME}/setup is no cell with the tag held:R-01"),
        (HELD, '"the end"', '"an end"', f"{NAME}/end does not print the line 'an end'"),
        (HELD, '"the end"', '"the …"', None),
        (HELD, '"  the end', '"the end', f"{NAME}/real does not print the line 'the end'"),
        (HELD, "at last", "too late", f"{NAME}/real does not print the line 'too late'"),
        (HELD, "[R-01]", "[R-02]", f"R-02: {NAME}/real is no cell with the tag held:R-02"),
        (HELD, "[R-01]", "[R-02]", f"{NAME}/real has the tag held:R-01, which docs/what-held.toml"),
        (claim_tables.CHECKLIST, "S0-01", "S0-02", f"S0-02: no Markdown cell of {NAME}"),
        (claim_tables.CHECKLIST, "S0-01", "S0-02", f"{NAME}/idea has the tag idea:S0-01"),
        (
            claim_tables.CHECKLIST,
            f"[{NAME}]",
            "[every-chapter]",
            f"{NAME}/idea has the tag idea:S0-01",
        ),
    ],
)
def test_a_table_that_disagrees_has_a_sentence(course, table, old, new, found):
    change_table(course, table, old, new)
    problems = claim_tables.problems(course)
    assert any(found in problem for problem in problems) if found else problems == []


@pytest.mark.parametrize(
    "change, found",
    [
        (lambda cell: cell("end").metadata.clear(), f"X01: {NAME}/end is no cell with the tag"),
        (lambda cell: cell("end").outputs.clear(), f"{NAME}/end does not print the line 'the end'"),
        (lambda cell: cell("setup").metadata.tags.append("claim:X01"), f"{NAME}/setup has the tag"),
        (lambda cell: cell("real").metadata.clear(), f"{NAME}/real is no cell with the tag held:"),
        (
            lambda cell: cell("real").outputs.clear(),
            f"{NAME}/real does not print the line 'at last'",
        ),
        (
            lambda cell: cell("end").metadata.tags.append("held:R-01"),
            f"{NAME}/end has the tag held:",
        ),
        (lambda cell: cell("real").metadata.tags.append("held:R-9"), "has the tag held:R-9, which"),
        (lambda cell: cell("idea").metadata.clear(), f"S0-01: no Markdown cell of {NAME}"),
        (
            lambda cell: [cell(name).update(source="See.") for name in ("idea", "why-question")],
            f"no section's heading stands above {NAME}",
        ),
    ],
)
def test_a_notebook_that_disagrees_has_a_sentence(course, change, found):
    change_notebook(course, change)
    assert any(found in problem for problem in claim_tables.problems(course))


def test_a_row_of_every_chapter_must_be_in_each(course):
    change_table(course, claim_tables.CHECKLIST, "[9", '[every-chapter]\nS0-02 = "x"\n[9')
    assert claim_tables.problems(course) == [
        f"docs/checklist.toml, S0-02: no Markdown cell of {NAME} has the tag idea:S0-02."
    ]


@pytest.mark.parametrize(
    "table, old, new, said",
    [
        (claim_tables.CLAIMS, 'truth = "It ends."\n', "", "claims.toml, X01: give it these fields"),
        (claim_tables.CLAIMS, '"It ends."', '""', "X01: give it these fields"),
        (claim_tables.CLAIMS, f"prints.\"{NAME}/end\" = 'the end'\n", "", "X01: give it these"),
        (claim_tables.CLAIMS, '"wrong"', '"false"', "X01: its verdict is one of: true, "),
        (claim_tables.CLAIMS, '"measured"', '"guessed"', "X01: its kind is one of: measured, "),
        (claim_tables.CLAIMS, "[X01]", "[X01", "claims.toml cannot be read"),
        (HELD, 'why = "It takes longer."\n', "", "what-held.toml, R-01: give it these fields"),
        (HELD, '"It takes longer."', '""', "R-01: give it these fields"),
        (HELD, "why =", "because =", "R-01: give it these fields"),
        (HELD, "[R-01]", "R-01 = 1\n[R-02]", "R-01: give it these fields"),
        (
            HELD,
            '"holds weaker"',
            '"true"',
            "R-01: its verdict is one of: holds, holds weaker, does",
        ),
        (HELD, "[R-01]", "[R-01", "what-held.toml cannot be read"),
        (HELD, STATEMENT, STATEMENT * 2, "what-held.toml cannot be read"),
    ],
)
def test_a_table_that_cannot_be_used_is_named(course, table, old, new, said):
    change_table(course, table, old, new)
    with pytest.raises(CourseError, match=re.escape(said)):
        claim_tables.problems(course)


def test_a_notebook_reads_the_rows(course):
    (row,) = read_held(course).values()
    assert (row.number, row.verdict, row.real) == (90, VERDICTS[1], "  the end\nat last")
    (course / HELD).unlink()
    with pytest.raises(CourseError, match="what-held.toml cannot be read"):
        read_held(course)


@pytest.mark.skipif(not HELD_ROWS, reason="needs docs/what-held.toml")
def test_chapter_10_holds_the_table_as_it_is():
    """A row that has changed is shown there only when the chapter is run again."""
    book = nbformat.read(COURSE / "solutions" / "10_real" / "10_real.ipynb", 4)
    (cell,) = [cell for cell in book.cells if cell.id == "held-table"]
    (shown,) = [output.data["text/html"] for output in cell.outputs if "data" in output]
    assert "".join(shown) == Table(HELD_ROWS)._repr_html_(), "run chapter 10 again"


# --- the pages ------------------------------------------------------------------------------------


def test_release_makes_the_pages_and_its_check_finds_drift(course, capsys):
    assert run("--normalise") == 0 and run("--check") == 0
    page = course / claim_tables.PAGES[claim_tables.CLAIMS]
    for part in ("### X01 · wrong", "It goes on for ever.", "```text\nthe end\n```", "It ends."):
        assert part in page.read_text()
    link = f"[1 · The end](../notebooks/{NAME}/{NAME}.ipynb#cell-id="
    assert f"{link}end)" in page.read_text()
    checklist = course / claim_tables.PAGES[claim_tables.CHECKLIST]
    assert f"| S0-01 | how it ends | {link}idea) |" in checklist.read_text()
    held = course / claim_tables.PAGES[HELD]
    for part in (
        "| chapter | holds | holds weaker | does not hold here | statements |",
        f"| [Scratch](../notebooks/{NAME}/{NAME}.ipynb) | 0 | 1 | 0 | 1 |\n| **all** | 0 | 1 | 0 | 1 |",
        "| R-01 | Whatever begins &#124; ends. | holds weaker |",
        "### R-01 · holds weaker\n\n> Whatever begins | ends.\n",
        f"The course's models: chapter 90, {link}end)\n\n```text\nthe end\n```\n",
        f"A real model: chapter 90, {link}real)\n\n```text\n  the end\nat last\n```\n",
        "```\n\nIt takes longer.\n",
    ):
        assert part in held.read_text()
    for path in (page, checklist, held):
        made = path.read_bytes()
        path.write_text("# mine\n")
        capsys.readouterr()
        assert run("--check") == 1 and f"docs/{path.name} is not what" in capsys.readouterr().out
        assert run() == 0 and path.read_bytes() == made
    change_table(course, claim_tables.CLAIMS, "'the end'", "'an end'")
    assert run("--check") == 1 and "'an end'" in capsys.readouterr().out


@pytest.mark.parametrize(
    "table, old, new, found",
    [
        (claim_tables.CLAIMS, "/end", "/there", "X01"),
        (claim_tables.CLAIMS, f"{NAME}/end", "91_none/end", "X01"),
        (HELD, "/end", "/there", "R-01"),
        (HELD, "/real", "/there", "R-01"),
        (claim_tables.CHECKLIST, "S0-01", "S0-02", "S0-02"),
        (claim_tables.CHECKLIST, f"[{NAME}]", "[91_none]", "S0-01: no Markdown cell of 91_none"),
    ],
)
def test_a_page_of_a_missing_cell_is_not_made(course, table, old, new, found):
    change_table(course, table, old, new)
    with pytest.raises(CourseError, match=found):
        run()


def test_a_course_without_the_tables_has_no_pages(course):
    for table in claim_tables.PAGES:
        (course / table).unlink()
    assert claim_tables.pages(course) == {} and claim_tables.problems(course) == []
