"""Imported by the server that answers are forked from, and nowhere else: makes it ready for that."""

from course_utils.checks import warm  # noqa: F401  (imports what checks use)
from course_utils.checks.forking import get_ready_to_fork
from course_utils.checks.runner import library_functions

library_functions()  # read once here: an answer's process only compares them
get_ready_to_fork()
