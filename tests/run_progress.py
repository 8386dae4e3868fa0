"""Which tests run, how they are spread over processes, how far they are and how they ended.

Tests marked `exhaustive` run with `--all` only, those marked `nightly` with `--nightly`, which holds
`--all`; with `--quick` only groups run that take seconds.

Tests that share what is dear to make stay together in one process: those of a file, and of these
the ones about one chapter. Such a group is handed to a process as a whole, the longest first, so
that the processes end together. `durations.json` holds how long each group took, by default and with
`--all` (seconds, two quiet cores; `--note-durations` writes what ran), from which the minutes left are
estimated.

In place of dots there is a line now and then, and the last line is plain: so many passed, failed,
skipped, and above it why anything was skipped.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path

import pytest

from course_utils.checks.assignments import assignment_names
from course_utils.files import course_folder

DURATIONS = Path(__file__).with_name("durations.json")
CHAPTERS = frozenset(assignment_names(course_folder() / "solutions"))
UNKNOWN = 5.0  # seconds of a group that was never measured
QUICK = 10.0  # seconds of a group that `--quick` runs
EVERY = 20.0  # seconds between two lines


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all", action="store_true", help="what is exhaustive, too: an hour instead of minutes"
    )
    parser.addoption(
        "--nightly", action="store_true", help="what no change is likely to break, too, and `--all`"
    )
    parser.addoption(
        "--quick", action="store_true", help=f"only groups of tests that take up to {QUICK:g} s"
    )
    parser.addoption(
        "--note-durations", action="store_true", help=f"write {DURATIONS.name} from this run"
    )


def group_of(nodeid: str) -> str:
    """The tests that stay together: those of a file, or of a file and a chapter."""
    file, _, test = nodeid.partition("::")
    parameters = test.partition("[")[2].rstrip("]").split("-")
    chapter = [value for value in parameters if value in CHAPTERS]
    return "-".join([Path(file).stem, *chapter[:1]])


def noted() -> dict[str, dict[str, float]]:
    """What runs -> group -> seconds."""
    return json.loads(DURATIONS.read_text(encoding="utf-8"))


def what_runs(config: pytest.Config) -> str:
    return "all" if config.getoption("--all") else "default"


def known_durations(config: pytest.Config) -> dict[str, float]:
    return noted()["default"] | noted().get(what_runs(config), {})


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seconds = known_durations(config)
    groups = {item: group_of(item.nodeid) for item in items}
    asked = {"exhaustive": "--all", "nightly": "--nightly"}
    others = [mark for mark, option in asked.items() if not config.getoption(option)]

    def wanted(item: pytest.Item) -> bool:
        if config.getoption("--quick") and seconds.get(groups[item], UNKNOWN) > QUICK:
            return False
        return not any(item.get_closest_marker(mark) for mark in others)

    config.hook.pytest_deselected(items=[item for item in items if not wanted(item)])
    items[:] = filter(wanted, items)
    items.sort(key=lambda item: (-seconds.get(groups[item], UNKNOWN), groups[item]))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log):
    from xdist.scheduler import LoadScopeScheduling

    class ByGroup(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

    return ByGroup(config, log)


def pytest_configure(config: pytest.Config) -> None:
    config.option.all |= config.option.nightly
    if not hasattr(config, "workerinput"):  # the one process that the others report to
        config.pluginmanager.register(HowFar(config))


class HowFar:
    """Counts what ended and says it."""

    def __init__(self, config: pytest.Config):
        self.config = config
        self.start = self.said = time.monotonic()
        self.groups: Counter[str] = Counter()  # group -> its tests that are still to come
        self.share: dict[str, float] = {}  # group -> seconds of one of its tests, as measured once
        self.took: Counter[str] = Counter()
        self.total = self.ended = 0
        self.counts: Counter[str] = Counter()

    # --- counting ---------------------------------------------------------------------------------

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if not self.config.getoption("numprocesses", default=None):
            self._plan([group_of(item.nodeid) for item in session.items])

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        if not self.total:
            self._plan(list(map(group_of, ids)))

    def _plan(self, groups: list[str]) -> None:
        self.groups = Counter(groups)
        self.total = len(groups)
        seconds = known_durations(self.config)
        self.share = {g: seconds.get(g, UNKNOWN) / count for g, count in self.groups.items()}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        group = group_of(report.nodeid)
        self.took[group] += report.duration
        if report.when == "teardown":
            self.ended += 1
            self.groups[group] -= 1
            if time.monotonic() > self.said + EVERY and self.ended < self.total:
                self._say()

    def _say(self) -> None:
        self.said = time.monotonic()
        seconds = sum(self.share.get(group, 0) * count for group, count in self.groups.items())
        done = sum(self.took.values())
        elapsed = self.said - self.start
        at_once = max(1.0, done / elapsed)  # how many seconds of tests pass in a second
        minutes = seconds / at_once / 60
        line = f"{self.ended} of {self.total} tests, {self._failed()} failed, "
        line += f"{elapsed / 60:.0f} min so far, "
        left = f"about {minutes:.0f} min left" if minutes >= 1 else "less than a minute left"
        self._write(line + left)

    def _failed(self) -> int:
        reporter = self.config.pluginmanager.get_plugin("terminalreporter")
        return sum(len(reporter.stats.get(kind, ())) for kind in ("failed", "error"))

    def _write(self, line: str) -> None:
        reporter = self.config.pluginmanager.get_plugin("terminalreporter")
        reporter.ensure_newline()
        reporter.write_line(line)

    # --- saying -----------------------------------------------------------------------------------

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report, config) -> tuple[str, str, str] | None:
        if config.get_verbosity() < 0 and report.when == "call" and report.passed:
            return "passed", "", ""  # no dot
        return None

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        reporter = self.config.pluginmanager.get_plugin("terminalreporter")
        if reporter is None or not self.total:
            return
        stats = {kind: len(reporter.stats.get(kind, ())) for kind in ("passed", "skipped")}
        reporter.write_line(
            f"{stats['passed']} passed, {self._failed()} failed, {stats['skipped']} skipped"
        )
        if self.config.getoption("--note-durations"):
            took = {group: round(s, 1) for group, s in sorted(self.took.items())}
            known = noted() | {what_runs(self.config): took}
            DURATIONS.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
