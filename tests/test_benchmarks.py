"""The benchmarks' table, not their figures: nothing here is timed."""

import subprocess
import sys

import pytest

from benchmarks import __main__ as bench
from benchmarks.rows import COURSE, HEAD, Row

ROW = Row("a class of 20 graded", "submissions a minute", 108.72, "nbgrader autograde", 6.1)


def test_a_row_has_both_figures_and_their_ratio():
    line = (
        "| a class of 20 graded | submissions a minute | 109 | 6.1 | nbgrader autograde | 17.82 |"
    )
    assert str(ROW) == line
    assert line.count("|") == HEAD.splitlines()[0].count("|")


def test_all_rows_come_in_one_table_and_the_page_names_the_machine(monkeypatch, tmp_path, capsys):
    class Piece:
        rows = staticmethod(lambda: iter([ROW]))

    monkeypatch.setattr(bench.importlib, "import_module", lambda name: Piece)
    monkeypatch.setattr(bench, "PAGE", tmp_path / "benchmarks.md")
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--write"])
    assert bench.main() == 0
    table = "\n".join([HEAD, *[str(ROW)] * len(bench.NAMES)])
    assert capsys.readouterr().out.strip() == table
    page = bench.PAGE.read_text(encoding="utf-8")
    assert table in page and bench.machine() in page


@pytest.mark.parametrize("name", bench.NAMES)
def test_each_benchmark_is_there(name):
    assert (COURSE / "benchmarks" / f"{name}.py").is_file()


def test_an_unknown_benchmark_is_named():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "speed"], cwd=COURSE, capture_output=True, text=True
    )
    assert done.returncode == 2 and "no benchmark speed" in done.stderr


def test_explorers_with_other_controls_are_measured_too(monkeypatch):
    from benchmarks import explorers

    some = {name: explorers.EXPLORERS[name] for name in ("mask", "heads", "tree")}
    monkeypatch.setattr(explorers, "EXPLORERS", some)
    rows = list(explorers.rows())
    assert [row.what for row in rows] == ["explorer mask", "explorer heads", "explorer tree"]
    assert all(row.ours > 0 for row in rows)
