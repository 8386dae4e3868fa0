"""Imported once by the server that answers are forked from: what notebooks use, so that no answer
waits for it. A module that cannot be imported is left to the notebook that asks for it."""

import contextlib
import importlib

for _name in (
    "torch",
    "transformers.models.bert.modeling_bert",
    "transformers.models.gpt2.modeling_gpt2",
    "transformers.models.t5.modeling_t5",
    "matplotlib.pyplot",
    "IPython.display",
    "course_utils.checks",
    "course_utils.figures",
    "course_utils.models",
    "course_utils.runner",
    "course_utils.small_world",
    "course_utils.tasks",
    "course_utils.widgets",
):
    with contextlib.suppress(Exception):
        importlib.import_module(_name)
