"""Imported once by the server that answers are forked from: what checks use, so that no answer waits
for it, and no more, for each fork takes longer the more memory there is. A module that cannot be
imported is left to the notebook that asks for it."""

import contextlib
import gc
import importlib

for _name in (
    "torch",
    "transformers.convert_slow_tokenizer",
    "transformers.models.auto.tokenization_auto",
    "transformers.models.bert.modeling_bert",
    "transformers.models.electra.modeling_electra",
    "transformers.models.gpt2.modeling_gpt2",
    "transformers.models.roberta.modeling_roberta",
    "transformers.models.t5.modeling_t5",
    "course_utils.attention",
    "course_utils.beyond",
    "course_utils.checks",
    "course_utils.decoding",
    "course_utils.encoders",
    "course_utils.families",
    "course_utils.masking",
    "course_utils.models",
    "course_utils.objectives",
    "course_utils.runner",
    "course_utils.small_world",
):
    with contextlib.suppress(Exception):
        importlib.import_module(_name)

with contextlib.suppress(Exception):
    importlib.import_module("course_utils.runner").library_functions()
# What the collector and a look at every function write to, each fork would have to copy.
gc.collect()
gc.freeze()
