"""What the checks of the hunts use: implementations that are known to be right or wrong.

The visible check tries the six that the learner has and some more (`hunts.json`, packed, made by
`release`); the hidden one many others, which it reads from the gallery. Which are which stands in
the gallery's `hunt.toml`.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from course_utils.checks.check import Check, Stop
from course_utils.files import COURSE
from course_utils.hunts import GIVEN, LETTERS, Hunted, hunted, packed, unpacked
from course_utils.messages import CourseError, say

GALLERY = Path("tests", "gallery")
LIST = "hunt.toml"
HUNT = "hunt_"  # begins the name of such an exercise
MORE = Path(__file__).with_name(
    "hunts.json"
)  # function -> [[right?, what it does, packed text], ...]
STEP = 0.25  # of a point


@dataclass(frozen=True)
class Suspect:
    """An implementation: its text, whether it is right, what it does (its first line in the
    gallery), and the letter that the learner knows it by, "" where it has none."""

    text: str
    right: bool
    does: str
    letter: str = ""


def judge_hunt(check: Check, function: str, hidden: bool = False) -> None:
    """Tries the test on implementations of `function`. It has to find every right one right; of the
    wrong ones each that it finds is worth its share of the points."""
    tried = list(_hidden(function) if hidden else _visible(function))
    slipped = []
    for suspect in sorted(tried, key=lambda suspect: not suspect.right):
        f = hunted(suspect.text, function)
        torch.manual_seed(0)  # a test that draws its numbers judges the same each time
        found = _found(check, f, suspect)
        check.forget_call()  # that f was tried tells a reader nothing
        check.that(type(found) is bool, "hunt-not-bool", got=type(found).__name__)
        which = say("hunt-letter", letter=suspect.letter) if suspect.letter else ""
        if suspect.right and not found:
            if f.refused:  # and the test caught that, as if it were an error of f's
                check.fail("hunt-refused", why=f.refused)
            stopped = say("hunt-accused-stopped", error=f.error) if f.error else ""
            given = f.first_fault() or say(
                "hunt-last-call", given=f.call() or say("hunt-never-called")
            )
            check.fail("hunt-accused", does=suspect.does, which=which, stopped=stopped, given=given)
        if found and not suspect.right:
            slipped.append((suspect.does, which))
    wrong = sum(not suspect.right for suspect in tried)
    if slipped:
        caught = wrong - len(slipped)
        check.earn(math.floor(caught / wrong * check.max_points / STEP) * STEP)
        does, which = slipped[0]
        check.fail("hunt-slipped", caught=caught, wrong=wrong, does=does, which=which)
    six = sorted((s for s in tried if s.letter), key=lambda suspect: suspect.letter)
    check.tell_when_passed(
        *(
            say(f"hunt-was-{'right' if s.right else 'wrong'}", letter=s.letter, does=s.does)
            for s in six
        ),
        message=None if hidden else say("hunt-passed", count=len(tried)),
    )


def _found(check: Check, f: Hunted, suspect: Suspect) -> Any:
    """What the test says of f. It must not stop where f does, nor where it finds f wrong."""
    try:
        return check.run(f)
    except Stop as stop:
        if not stop.key.startswith("check-raised"):
            raise
        if f.refused:
            check.forget_call()
            check.fail("hunt-refused", why=f.refused)
        letter = suspect.letter
        which = say("hunt-letter", letter=letter) if letter else ""
        if f.error is not None:
            check.forget_call()
            check.fail("hunt-f-raised", error=f.error, which=which)
        if re.match(r"AttributeError: '(float|int|bool)' object has no attribute", stop.error):
            check.forget_call()
            check.fail("hunt-no-tensor", which=which)
        if "does not require grad" in stop.error:
            check.forget_call()
            check.fail("hunt-no-gradients")
        if stop.error.startswith(AssertionError.__name__) and not suspect.right:
            check.forget_call()
            check.fail("hunt-difference-raised", which=which)
        if not letter:
            raise
        where = say("hunt-stopped-at", letter=letter)
        raise Stop(stop.state, stop.key, f"{stop.text}\n{where}") from None


def _visible(function: str) -> Iterator[Suspect]:
    more = json.loads(MORE.read_text(encoding="utf-8"))[function]
    for place, (right, does, text) in enumerate(more):
        letter = LETTERS[place] if place < len(LETTERS) else ""
        yield Suspect(unpacked(text), right, does, letter)


def _hidden(function: str) -> Iterator[Suspect]:
    for folder in (COURSE / GALLERY).glob(f"*/{function}"):
        if (folder / LIST).is_file():
            for name in _names(folder)["hidden"]:
                yield _suspect(folder, name)
            return
    raise CourseError(say("hunt-no-gallery", folder=GALLERY))


def _names(folder: Path) -> dict[str, list[str]]:
    return tomllib.loads((folder / LIST).read_text(encoding="utf-8"))


def _suspect(folder: Path, name: str) -> Suspect:
    text = (folder / f"{name}.py").read_text(encoding="utf-8")
    kind, _, does = text.partition("\n")[0].removeprefix("# ").partition(": ")
    return Suspect(text, kind == "accept", does)


def files(course: Path) -> dict[Path, bytes]:
    """The two files that learners get, made from the gallery: path in the course -> content."""
    given: dict[str, list[str]] = {}
    more: dict[str, list[list]] = {}
    for path in sorted((course / GALLERY).glob(f"*/*/{LIST}")):
        names, function = _names(path.parent), path.parent.name
        first = [_suspect(path.parent, name) for name in names["given"]]
        others = [_suspect(path.parent, name) for name in names["visible"]]
        given[function] = [packed(suspect.text) for suspect in first]
        more[function] = [[s.right, s.does, packed(s.text)] for s in first + others]
    made = {GIVEN: given, MORE: more}
    return {
        path.relative_to(COURSE): (json.dumps(content, indent=1) + "\n").encode()
        for path, content in made.items()
        if content
    }
