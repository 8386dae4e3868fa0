"""The tests run under the course's own settings, and write nothing outside the course folder."""

import os

from course_utils.lab import course_environment

os.environ.update(course_environment())
