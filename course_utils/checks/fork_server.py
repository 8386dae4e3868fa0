"""Imported by the server that answers are forked from, and nowhere else: makes it ready for that."""

from pkgutil import iter_modules

from course_utils import exercises
from course_utils.checks import preloaded  # noqa: F401  (imports what notebooks use)
from course_utils.checks.ready_to_fork import get_ready_to_fork, import_what_can_be
from course_utils.checks.run_answer import library_functions

import_what_can_be(*(f"{exercises.__name__}.{c.name}" for c in iter_modules(exercises.__path__)))
library_functions()  # read once here: an answer's process only compares them
get_ready_to_fork()
