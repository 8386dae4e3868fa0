"""Which answers of a class are nearer to each other than its answers to an exercise usually are: a hint
for a person who reads both, never a verdict.

Winnowing (Schleimer, Wilkerson and Aiken, SIGMOD 2003) of tokens: comments, layout and the names of
variables do not count, so that renaming hides nothing; what stands behind a dot does, for it names
what was called.
"""

from __future__ import annotations

import io
import itertools
import keyword
import statistics
import tokenize
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from course_utils.checks.assignments import Assignment, stub_of
from course_utils.files import COURSE

TOKENS = 5  # of which one fingerprint is made
WINDOW = 4  # of so many fingerprints in a row one is kept, at least
SHORT = 6  # fingerprints below which two answers are alike by chance
CLASS = 5  # answers below which nothing is usual
NEAR = 0.75  # the least share of common fingerprints that is told
KNOWN = 0.9  # from here on an answer is one that everybody may know
LONGEST = 20_000  # characters of an answer that are looked at

Fingerprints = frozenset[int]


@dataclass(frozen=True)
class Alike:
    """Two students' answers to an exercise: the share of fingerprints that they have in common, and
    the median of that share among all pairs of the class."""

    exercise: str
    students: tuple[str, str]
    share: float
    usual: float


def alike(
    answers: Mapping[str, Mapping[str, str]], known: Mapping[str, Iterable[str]]
) -> list[Alike]:
    """The pairs of a class, those with the most in common first.

    answers: exercise -> student -> the text of the answer; known: exercise -> texts that everybody
    may know: the stub, the solution, answers that the course itself holds.
    """
    found: list[Alike] = []
    for exercise, texts in answers.items():
        if len(texts) < CLASS:  # nothing is usual: spare the fingerprints of all that is known
            continue
        public = [fingerprints(text) for text in known.get(exercise, ())]
        prints = {student: fingerprints(text) for student, text in texts.items()}
        own = {
            student: mine
            for student, mine in prints.items()
            if len(mine) >= SHORT and all(_share(mine, other) < KNOWN for other in public)
        }
        found += _far_out(exercise, own)
    return sorted(found, key=lambda pair: (-pair.share, pair.exercise, pair.students))


def _far_out(exercise: str, own: Mapping[str, Fingerprints]) -> Iterator[Alike]:
    """The pairs whose share lies beyond Tukey's fence for the class's pairs."""
    if len(own) < CLASS:
        return
    shares = {pair: _share(own[pair[0]], own[pair[1]]) for pair in itertools.combinations(own, 2)}
    low, usual, high = statistics.quantiles(shares.values(), n=4)
    fence = high + 1.5 * (high - low)
    for pair, share in shares.items():
        if share >= NEAR and share > fence:
            yield Alike(exercise, pair, share, usual)


def by_students(found: Sequence[Alike]) -> list[tuple[tuple[str, str], list[Alike]]]:
    """Each two students and the exercises in which they are alike, those with the most first."""
    pairs: dict[tuple[str, str], list[Alike]] = defaultdict(list)
    for pair in found:
        pairs[pair.students].append(pair)
    return sorted(pairs.items(), key=lambda item: (-len(item[1]), -sum(p.share for p in item[1])))


def known_answers(chapter: Assignment) -> dict[str, list[str]]:
    """For each exercise the stub, the solution and, where this copy has them, the gallery's answers."""
    gallery = COURSE / "tests" / "gallery" / chapter.name
    return {
        name: [
            stub_of(exercise.answer.source),
            exercise.answer.source,
            *(path.read_text(encoding="utf-8") for path in sorted(gallery.glob(f"{name}/*.py"))),
        ]
        for name, exercise in chapter.exercises.items()
    }


# --- fingerprints ---------------------------------------------------------------------------------


def fingerprints(text: str) -> Fingerprints:
    """The smallest hash of each window over the hashes of `TOKENS` tokens in a row."""
    words = list(_words(text[:LONGEST]))
    hashes = [
        zlib.crc32("\n".join(words[i : i + TOKENS]).encode())
        for i in range(len(words) - TOKENS + 1)
    ]
    last = max(1, len(hashes) - WINDOW + 1)
    return frozenset(min(hashes[i : i + WINDOW]) for i in range(last) if hashes)


_LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def _words(text: str) -> Iterator[str]:
    """The tokens of Python code, as far as it can be read."""
    before = ""
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in _LAYOUT:
                continue
            word = token.string
            if token.type == tokenize.STRING:
                word = "''"
            elif token.type == tokenize.NUMBER:
                word = "0"
            elif token.type == tokenize.NAME and before != "." and not keyword.iskeyword(word):
                word = "name"
            yield word
            before = word
    except (tokenize.TokenError, SyntaxError, ValueError):
        return


def _share(a: Fingerprints, b: Fingerprints) -> float:
    return len(a & b) / len(a | b) if a or b else 0.0
