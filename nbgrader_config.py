# How nbgrader works in this course. Run `nbgrader ...` in this folder.
import contextlib
import os
import sys
from pathlib import Path

import zmq

from course_utils.pages import offline

c = get_config()  # noqa: F821  (nbgrader defines it)
# Where one installation serves many (docs/teaching.md), each has a folder of their own, and all of
# them one exchange.
root = Path(os.environ.get("COURSE_FOLDER") or Path(__file__).parent).expanduser().resolve()
exchange = Path(os.environ.get("COURSE_EXCHANGE") or root / "exchange")

# The kernels: one thread each, for several at once are slower than one after another; encrypted,
# else each warns that others on this computer could listen. And the environment's programs, for
# nbgrader calls `alembic` by its name.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
if zmq.has("curve"):
    c.KernelManager.transport_encryption = "auto"
programs = str(Path(sys.executable).parent)
if programs not in os.environ.get("PATH", "").split(os.pathsep):
    os.environ["PATH"] = programs + os.pathsep + os.environ.get("PATH", "")

# Folders. The gradebook, submissions, grades and feedback stay in this folder, outside git.
c.CourseDirectory.course_id = "behind-the-mask"
c.CourseDirectory.root = str(root)
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "notebooks"
c.CourseDirectory.ignore = [".ipynb_checkpoints", "*.pyc", "__pycache__", "*.kept-*.ipynb"]
with contextlib.suppress(OSError):  # nbgrader does not make it itself
    exchange.mkdir(exist_ok=True)
c.Exchange.root = str(exchange)
c.Exchange.cache = str(root / "exchange" / "cache")
# A learner fetches to, and submits from, the folder that the course works in anyway.
c.Exchange.assignment_dir = str(root / "notebooks")

# An instructor collects what a learner handed in, not what somebody else did in their name.
if os.name == "posix" and (root / "solutions").is_dir():
    c.ExchangeFactory.collect = "course_utils.grading.collect.OwnCollect"

# What a learner gets.
c.ClearSolutions.code_stub = {"python": "# Write your code here.\nraise NotImplementedError"}
c.ClearSolutions.text_stub = "*Write your answer here.*"

# Validate, the button above a notebook: it names every cell that raises, an ungraded check's too.
c.Validator.validate_all = True

# Grading.
c.RestoredCells.add_missing_cells = True
c.Execute.timeout = 180
c.Execute.startup_timeout = 180
c.Execute.interrupt_on_timeout = True
c.Autograde.sanitize_preprocessors = [
    "nbgrader.preprocessors.ClearOutput",
    "course_utils.grading.nbgrader_plugins.UniqueCells",
    "nbgrader.preprocessors.OverwriteKernelspec",
    "course_utils.grading.nbgrader_plugins.RestoredCells",
    "nbgrader.preprocessors.CheckCellMetadata",
]
c.Autograde.autograde_preprocessors = [
    "course_utils.grading.nbgrader_plugins.FreshNames",
    "nbgrader.preprocessors.Execute",
    "course_utils.grading.nbgrader_plugins.StrictVerdict",
    "nbgrader.preprocessors.LimitOutput",
    "nbgrader.preprocessors.SaveAutoGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]

# Feedback, without the hidden checks. Its pages and the Formgrader's load nothing from elsewhere.
offline(c)
c.GenerateFeedback.preprocessors = [
    "course_utils.grading.nbgrader_plugins.HideHiddenChecks",
    "nbgrader.preprocessors.GetGrades",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
]
