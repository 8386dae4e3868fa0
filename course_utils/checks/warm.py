"""Imported once by what answers are forked from: what checks use, so that no answer waits for it,
and no more, for each fork takes longer the more memory there is. A module that cannot be imported is
left to the notebook that asks for it."""

import contextlib
import importlib
from pkgutil import iter_modules

from course_utils import exercises

for _name in (
    "torch",
    "transformers.convert_slow_tokenizer",
    "transformers.models.auto.tokenization_auto",
    "transformers.models.bert.modeling_bert",
    "transformers.models.electra.modeling_electra",
    "transformers.models.gpt2.modeling_gpt2",
    "transformers.models.roberta.modeling_roberta",
    "transformers.models.t5.modeling_t5",
    "course_utils.checks.runner",
    *(f"course_utils.exercises.{chapter.name}" for chapter in iter_modules(exercises.__path__)),
):
    with contextlib.suppress(Exception):
        importlib.import_module(_name)
