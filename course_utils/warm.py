"""Imported once by the server that answers are forked from: what notebooks use, so that no answer
waits for it. A module that cannot be imported is left to the notebook that asks for it."""

import contextlib
import importlib

for _name in (
    "torch",
    "transformers.models.bert.modeling_bert",
    "transformers.models.gpt2.modeling_gpt2",
    "transformers.models.t5.modeling_t5",
    "transformers.models.electra.modeling_electra",
    "transformers.models.roberta.modeling_roberta",
    "transformers.models.auto.tokenization_auto",
    "transformers.convert_slow_tokenizer",
    "matplotlib.pyplot",
    "IPython.display",
    "course_utils.attention",
    "course_utils.beyond",
    "course_utils.checks",
    "course_utils.decoding",
    "course_utils.encoders",
    "course_utils.families",
    "course_utils.figures",
    "course_utils.masking",
    "course_utils.models",
    "course_utils.objectives",
    "course_utils.runner",
    "course_utils.small_world",
    "course_utils.tasks",
    "course_utils.widgets",
):
    with contextlib.suppress(Exception):
        importlib.import_module(_name)
