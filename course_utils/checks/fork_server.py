"""Imported by the server that answers are forked from, and nowhere else: makes it ready for that."""

import contextlib
import importlib
from pkgutil import iter_modules

from course_utils import exercises
from course_utils.checks import warm  # noqa: F401  (imports what notebooks use)
from course_utils.checks.forking import get_ready_to_fork
from course_utils.checks.runner import library_functions

for _chapter in iter_modules(exercises.__path__):
    with contextlib.suppress(Exception):  # a broken one is left to the check that imports it
        importlib.import_module(f"{exercises.__name__}.{_chapter.name}")
library_functions()  # read once here: an answer's process only compares them
get_ready_to_fork()
