"""What an instructor takes away: two tables for a spreadsheet, and a page about the exercises."""

from __future__ import annotations

import csv
import html
import io
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from course_utils.checks.assignments import Assignment
from course_utils.files import write_whole
from course_utils.grading.attempts import Attempts
from course_utils.grading.journal import GRADED, INFRASTRUCTURE, OUTCOMES, UNREADABLE, Entry
from course_utils.grading.similarity import Alike, by_students
from course_utils.grading.take_in_submission import shown
from course_utils.messages import MESSAGES as MESSAGE_TEXTS
from course_utils.messages import say

if TYPE_CHECKING:
    from course_utils.grading.gradebook import Row

ENOUGH = 5  # submissions below which a correlation says nothing
MESSAGES = 3  # shown of an exercise
PAIRS = 20  # of students whose answers are alike, at most


@dataclass(frozen=True)
class Item:
    """An exercise or a thought question. `cells`: the grade ids whose points it sums."""

    name: str
    cells: tuple[str, ...]
    points: float
    by_hand: bool = False


def items(chapter: Assignment) -> list[Item]:
    """What a chapter gives points for, in its order: exercises, then thought questions."""
    return [
        Item(name, tuple(check.grade_id for check in exercise.checks), exercise.points)
        for name, exercise in chapter.exercises.items()
        if exercise.points
    ] + [Item(q.name, (q.name,), q.points, by_hand=True) for q in chapter.questions]


def scores(row: Row, found: Sequence[Item]) -> list[float | None]:
    """A student's points for each item, None where a person has not graded yet."""
    made: list[float | None] = []
    for item in found:
        points = [row.cells.get(cell) for cell in item.cells]
        made.append(None if None in points else float(sum(points)))  # type: ignore[arg-type]
    return made


# --- tables ---------------------------------------------------------------------------------------


def table(header: Sequence[str], lines: Iterable[Sequence[Any]]) -> bytes:
    """A CSV file that a spreadsheet opens as it is: UTF-8 with its mark, text quoted, and no text
    that a spreadsheet would take for a formula (it gets a `'` in front)."""
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(header)
    for line in lines:
        writer.writerow([_cell(value) for value in line])
    return text.getvalue().encode("utf-8-sig", "replace")


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, float):
        return int(value) if value.is_integer() else round(value, 4)
    if not isinstance(value, str):
        return value
    value = shown(value)
    return "'" + value if value.lstrip()[:1] in tuple("=+-@") else value


def _columns(*names: str) -> list[str]:
    return [say(f"column-{name}") for name in names]


def write(
    folder: Path,
    chapter: Assignment,
    rows: Sequence[Row],
    entries: Sequence[Entry],
    alike: Sequence[Alike],
    answers: Mapping[str, Mapping[str, str]],
    logs: Mapping[str, Mapping[str, Attempts]],
) -> None:
    """Writes grades.csv, outcomes.csv and report.html, each in one step.

    alike: pairs of answers for a person to read; answers: exercise -> student -> text; logs:
    student -> exercise -> attempts, of those who handed in a log.
    """
    found = items(chapter)
    by_student = {row.student: row for row in rows}
    header = [
        *_columns("student", "first", "last", "outcome"),
        *(item.name for item in found),
        *_columns("penalty", "total", "of", "waiting"),
    ]
    grades = []
    for entry in entries:
        row = by_student.get(entry.student) if entry.has_points else None
        names = by_student.get(entry.student)
        points = scores(row, found) if row else [None] * len(found)
        line = [entry.student, names.first_name if names else "", names.last_name if names else ""]
        line += [entry.outcome, *points]
        if row:
            total = sum(p for p in points if p is not None) - row.late_penalty
            line += [row.late_penalty, total, sum(i.points for i in found), points.count(None)]
        else:
            line += [None, None, sum(i.points for i in found), None]
        grades.append(line)
    write_whole(folder / "grades.csv", table(header, grades))
    outcomes = [
        [e.student, e.outcome, " ".join(e.reasons), " ".join(e.notes), e.at, e.seconds]
        for e in entries
    ]
    header = _columns("student", "outcome", "reason", "notes", "at", "seconds")
    write_whole(folder / "outcomes.csv", table(header, outcomes))
    page = _page(chapter, found, by_student, entries, logs, _alike(alike, answers))
    write_whole(folder / "report.html", page.encode("utf-8", "replace"))


# --- the exercises --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figures:
    """About one item: `count` submissions with points for it, their `mean`, the share of them that
    are `full`, and `discrimination`, the correlation of its points with all others'."""

    item: Item
    count: int
    mean: float | None
    full: float | None
    discrimination: float | None


def figures(found: Sequence[Item], lines: Sequence[Sequence[float | None]]) -> list[Figures]:
    """`lines`: for each submission its points for each item."""
    made = []
    for place, item in enumerate(found):
        have = [line for line in lines if line[place] is not None]
        points = [line[place] for line in have]
        rest = [sum(p for p in line if p is not None) - line[place] for line in have]
        mean = statistics.fmean(points) if points else None
        full = sum(p >= item.points for p in points) / len(points) if points else None
        made.append(Figures(item, len(points), mean, full, _correlation(points, rest)))
    return made


def _correlation(a: Sequence[float], b: Sequence[float]) -> float | None:
    if len(a) < ENOUGH or len(set(a)) == 1 or len(set(b)) == 1:
        return None
    return statistics.correlation(a, b)


def one_line(entry: Entry) -> str:
    """What became of a submission, and why."""
    return f"{entry.outcome}: {shown(entry.student)}: {shown(' '.join(entry.reasons))}"


def summary(chapter: Assignment, rows: Sequence[Row], entries: Sequence[Entry]) -> list[str]:
    """The lines that end a run."""
    found = items(chapter)
    lines = _lines(found, {row.student: row for row in rows}, entries)
    width = max([len(say("grade-exercise")), *(len(item.name) for item in found)])
    titles = [say(f"grade-{key}") for key in ("points", "mean", "full")]
    out = ["", f"{say('grade-exercise'):{width}}  " + "  ".join(f"{t:>6}" for t in titles)]
    for f in figures(found, lines):
        mean = "–" if f.mean is None else f"{f.mean:.2f}"
        full = "–" if f.full is None else f"{100 * f.full:.0f} %"
        out.append(f"{f.item.name:{width}}  {f.item.points:6g}  {mean:>6}  {full:>6}")
    counts = Counter(entry.outcome for entry in entries)
    out += ["", " · ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES)]
    for entry in entries:
        if entry.outcome in (UNREADABLE, INFRASTRUCTURE):
            out.append(f"  {shown(entry.student)}: {shown(' '.join(entry.reasons))}")
    if counts[INFRASTRUCTURE]:
        out.append(say("grade-try-again"))
    if counts[UNREADABLE]:
        out.append(say("grade-yours-to-decide"))
    return out


def _lines(
    found: Sequence[Item], by_student: dict[str, Row], entries: Sequence[Entry]
) -> list[list[float | None]]:
    return [
        scores(by_student[entry.student], found)
        for entry in entries
        if entry.has_points and entry.student in by_student
    ]


# --- the page -------------------------------------------------------------------------------------

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em;
  color: #1a1a1a; background: #fff; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { text-align: left; padding: .3em .8em; border-bottom: 1px solid #ccc; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding-bottom: .5em; }
svg { max-width: 100%; height: auto; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1em; }
pre { overflow: auto; padding: .5em; border: 1px solid #ccc; font-size: 13px; }
"""


def _page(
    chapter: Assignment,
    found: Sequence[Item],
    by_student: dict[str, Row],
    entries: Sequence[Entry],
    logs: Mapping[str, Mapping[str, Attempts]],
    alike: str,
) -> str:
    lines = _lines(found, by_student, entries)
    counts = Counter(entry.outcome for entry in entries)
    title = html.escape(say("report-title", name=chapter.name))
    parts = [
        "<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width'>",
        "<meta http-equiv='Content-Security-Policy' "
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{title}</title><style>{_STYLE}</style></head><body><h1>{title}</h1>",
        "<p>" + " · ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES) + "</p>",
    ]
    totals = [sum(p for p in line if p is not None) for line in lines]
    most = sum(item.points for item in found)
    parts.append(f"<h2>{html.escape(say('report-distribution'))}</h2>")
    if totals:
        deviation = statistics.pstdev(totals)
        told = say(
            "report-totals",
            count=len(totals),
            mean=f"{statistics.fmean(totals):.2f}",
            median=f"{statistics.median(totals):g}",
            deviation=f"{deviation:.2f}",
            most=f"{most:g}",
        )
        parts += [f"<p>{html.escape(told)}</p>", _histogram(totals, most)]
        waiting = sum(None in line for line in lines)
        if waiting:
            parts.append(f"<p>{html.escape(say('report-waiting', count=waiting))}</p>")
    else:
        parts.append(f"<p>{html.escape(say('report-none'))}</p>")
    parts += [f"<h2>{html.escape(say('report-exercises'))}</h2>"]
    parts += [_exercises(figures(found, lines), logs), _frequent(found, entries, logs)]
    parts.append(_others(entries))
    parts.append(alike)
    return "\n".join(parts) + "</body></html>\n"


def _histogram(totals: Sequence[float], most: float) -> str:
    """Bars of how many submissions have how many points, as SVG."""
    width = 1 if most <= 20 else most / 10
    bins = max(1, round(most / width)) + (1 if most <= 20 else 0)
    counts = [0] * bins
    for total in totals:
        counts[min(bins - 1, max(0, int(total / width)))] += 1
    high = max(counts)
    step, base, left = 640 / bins, 240, 60
    bars = []
    for place, count in enumerate(counts):
        tall = 200 * count / high
        x, y = left + place * step, base - tall
        low = place * width
        label = f"{low:g}" if most <= 20 else f"{low:.3g}–{low + width:.3g}"
        bars.append(
            f"<rect x='{x + 2:.1f}' y='{y:.1f}' width='{step - 4:.1f}' height='{tall:.1f}' "
            "fill='#0072B2'/>"
            f"<text x='{x + step / 2:.1f}' y='{base + 18}' text-anchor='middle'>{label}</text>"
        )
        if count:
            bars.append(
                f"<text x='{x + step / 2:.1f}' y='{y - 5:.1f}' text-anchor='middle'>{count}</text>"
            )
    told = ", ".join(f"{place * width:g}: {count}" for place, count in enumerate(counts) if count)
    alt = html.escape(say("report-histogram", counts=told), quote=True)
    return (
        f"<svg role='img' aria-label='{alt}' viewBox='0 0 720 300' width='720' height='300' "
        f"font-size='13' font-family='system-ui, sans-serif'><title>{alt}</title>{''.join(bars)}"
        f"<line x1='{left}' y1='{base}' x2='700' y2='{base}' stroke='#1a1a1a'/>"
        f"<text x='{left + 320}' y='285' text-anchor='middle'>"
        f"{html.escape(say('report-axis'))}</text>"
        f"<text x='20' y='{base - 100}' text-anchor='middle' "
        f"transform='rotate(-90 20 {base - 100})'>{html.escape(say('report-axis-count'))}</text>"
        "</svg>"
    )


def _exercises(found: Sequence[Figures], logs: Mapping[str, Mapping[str, Attempts]]) -> str:
    titles = ["exercise", "points", "count", "mean", "full", "difficulty", "discrimination"]
    titles += ["tries"] if logs else []
    head = "".join(
        f"<th scope='col'{' class=n' if place else ''}>{html.escape(say('grade-' + title))}</th>"
        for place, title in enumerate(titles)
    )
    body = []
    for f in found:
        easy = None if f.mean is None or not f.item.points else f.mean / f.item.points
        cells = [
            f"{f.item.points:g}",
            str(f.count),
            "–" if f.mean is None else f"{f.mean:.2f}",
            "–" if f.full is None else f"{100 * f.full:.0f} %",
            "–" if easy is None else f"{easy:.2f}",
            "–" if f.discrimination is None else f"{f.discrimination:.2f}",
        ]
        if logs:
            made = [one[f.item.name].tries for one in logs.values() if f.item.name in one]
            cells.append(f"{statistics.median(made):g}" if made else "–")
        numbers = "".join(f"<td class='n'>{cell}</td>" for cell in cells)
        body.append(
            f"<tr><th scope='row'><code>{html.escape(f.item.name)}</code></th>{numbers}</tr>"
        )
    told = say("report-how-to-read", enough=ENOUGH)
    told += " " + say("report-tries", count=len(logs)) if logs else ""
    told = html.escape(told)
    return (
        f"<table><caption>{told}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(body)}</tbody></table>"
    )


def _frequent(
    found: Sequence[Item],
    entries: Sequence[Entry],
    logs: Mapping[str, Mapping[str, Attempts]],
) -> str:
    """To how many the checks said what most often, and how many of these passed later."""
    body = []
    for item in found:
        told, texts = _told(item, entries, logs)
        for key in sorted(told, key=lambda key: -len(told[key]))[:MESSAGES]:
            later = sum(told[key].values())
            cells = "".join(f"<td class='n'>{count}</td>" for count in (len(told[key]), later))
            text = texts.get(key) or MESSAGE_TEXTS.get(key, key).splitlines()[0]
            body.append(
                f"<tr><td><code>{html.escape(item.name)}</code></td>{cells}"
                f"<td>{html.escape(shown(text))}</td></tr>"
            )
    if not body:
        return ""
    titles = [say("grade-exercise"), say("grade-count"), say("report-later"), say("report-said")]
    head = "".join(f"<th scope='col'>{html.escape(title)}</th>" for title in titles)
    return (
        f"<h2>{html.escape(say('report-frequent'))}</h2>"
        f"<table><caption>{html.escape(say('report-frequent-how'))}</caption><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"
    )


def _told(
    item: Item, entries: Sequence[Entry], logs: Mapping[str, Mapping[str, Attempts]]
) -> tuple[dict[str, dict[str, bool]], dict[str, str]]:
    """About an exercise: the key of a message -> who got it -> whether that student passed later;
    and for keys that were met in grading the first line of one such message."""
    told: dict[str, dict[str, bool]] = {}
    texts: dict[str, str] = {}
    for entry in entries if not item.by_hand else ():
        checks = [check for name, check in entry.checks.items() if name in item.cells]
        wrong = [check for check in checks if check[1] != "passed"]
        mine = logs.get(entry.student, {}).get(item.name)
        for key, later in mine.told.items() if mine else ():
            told.setdefault(key, {})[entry.student] = later or bool(checks) and not wrong
        if wrong:
            told.setdefault(wrong[0][2], {})[entry.student] = False
            texts.setdefault(wrong[0][2], wrong[0][3])
    return told, texts


def _others(entries: Sequence[Entry]) -> str:
    """Each submission that a person has to look at, and why."""
    body = [
        f"<tr><td>{html.escape(shown(e.student))}</td><td>{html.escape(e.outcome)}</td>"
        f"<td>{html.escape(shown(' '.join(e.reasons)))}</td></tr>"
        for e in entries
        if e.outcome != GRADED
    ]
    if not body:
        return ""
    titles = [say("report-student"), say("report-outcome"), say("report-reason")]
    head = "".join(f"<th scope='col'>{html.escape(title)}</th>" for title in titles)
    return (
        f"<h2>{html.escape(say('report-others'))}</h2>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"
    )


def _alike(found: Sequence[Alike], answers: Mapping[str, Mapping[str, str]]) -> str:
    """The answers of two students side by side, where they are nearer than usual."""
    if not found:
        return ""
    title, told = (html.escape(say(key)) for key in ("report-alike", "report-alike-how"))
    parts = [f"<h2>{title}</h2><p>{told}</p>"]
    for students, pairs in by_students(found)[:PAIRS]:
        first, second = (shown(student) for student in students)
        head = say("report-alike-two", first=first, second=second, count=len(pairs))
        parts.append(f"<h3>{html.escape(head)}</h3>")
        for pair in pairs:
            share, usual = f"{100 * pair.share:.0f} %", f"{100 * pair.usual:.0f} %"
            line = say("report-alike-share", exercise=pair.exercise, share=share, usual=usual)
            texts = "".join(
                f"<pre>{html.escape(answers[pair.exercise][student])}</pre>" for student in students
            )
            parts.append(
                f"<details><summary>{html.escape(line)}</summary>"
                f"<div class='pair'>{texts}</div></details>"
            )
    return "".join(parts)
