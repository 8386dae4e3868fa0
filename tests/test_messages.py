"""The sentences of the course, in every language."""

import ast
import re
import string
import subprocess
import sys
from pathlib import Path

import pytest

from course_utils import messages
from course_utils.files import COURSE, PACKAGE
from course_utils.messages import MESSAGES, SENTENCES, languages, say, sentences


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_same_keys_and_fields(language):
    english, other = sentences("en"), sentences(language)
    assert other.keys() == english.keys()
    assert {key: fields(text) for key, text in other.items()} == {
        key: fields(text) for key, text in english.items()
    }
    assert all(text.strip() for text in other.values())


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A place with English and one language more."""
    monkeypatch.setattr(messages, "SENTENCES", tmp_path)
    for name, text in (("en", 'a = "one {n}"\nb = "two"\n'), ("xx", 'a = "eins {n}"\n')):
        (tmp_path / name).mkdir()
        (tmp_path / name / "some.toml").write_text(text)
    return tmp_path


def test_a_missing_sentence_is_said_in_english(folder):
    assert sentences("en") | sentences("xx") == {"a": "eins {n}", "b": "two"}
    assert sentences("yy") == {} and sentences("../en") == {}


def test_a_key_that_stands_twice_and_a_broken_file_are_named(folder):
    (folder / "xx" / "other.toml").write_text('a = "zwei"\n')
    with pytest.raises(ValueError, match=r"other\.toml: a stands|some\.toml: a stands"):
        sentences("xx")
    (folder / "xx" / "other.toml").write_text("a = zwei\n")
    with pytest.raises(ValueError, match=r"other\.toml"):
        sentences("xx")


SAYS = """from course_utils.messages import chosen_language, say
print(chosen_language(), say("lab-stop"))"""


@pytest.mark.parametrize(("asked", "language"), [(None, "en"), ("xx", "xx")])
def test_the_environment_chooses_the_language(monkeypatch, asked, language):
    if asked:
        monkeypatch.setenv("COURSE_LANGUAGE", asked)
    else:
        monkeypatch.delenv("COURSE_LANGUAGE", raising=False)
    command = [sys.executable, "-c", SAYS]
    out = subprocess.run(command, capture_output=True, text=True, cwd=COURSE, check=True).stdout
    assert out == f"{language} {say('lab-stop')}\n"


def test_the_course_chooses_the_language_where_nobody_else_does(tmp_path, monkeypatch):
    monkeypatch.delenv("COURSE_LANGUAGE", raising=False)
    monkeypatch.setattr(messages, "COURSE", tmp_path)
    assert messages.chosen_language() == "en"
    (tmp_path / "pyproject.toml").write_text('[tool.behind-the-mask]\nlanguage = "zh"\n')
    assert messages.chosen_language() == "zh"


# --- none in the code -----------------------------------------------------------------------------

SAYING = {"help", "description", "epilog"}  # of argparse
WORDS = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")
CODE = [path for path in PACKAGE.rglob("*.py") if path.name != "bootstrap.py"]


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_sentence_stands_in_the_code(path):
    """What reaches a reader by way of argparse or a CourseError comes from the table. (bootstrap.py
    runs before the course is set up, under any Python, and says its own.)"""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        texts = [k.value for k in node.keywords if k.arg in SAYING]
        if isinstance(node.func, ast.Name) and node.func.id in ("CourseError", "print"):
            texts += node.args
        pieces = [piece for text in texts for piece in ast.walk(text)]
        literal = [str(piece.value) for piece in pieces if isinstance(piece, ast.Constant)]
        found += filter(WORDS.search, literal)
    assert found == []


def literal_keys(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "say"
        and isinstance(node.args[0], ast.Constant)
    }


def test_every_key_that_code_says_is_there():
    assert {key for path in CODE for key in literal_keys(path)} <= MESSAGES.keys()
    assert SENTENCES.is_dir()
