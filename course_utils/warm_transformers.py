"""Imported once by the server that answers are forked from, where a chapter uses transformers: it
takes half as long again, and memory that makes each fork slower."""

import contextlib
import importlib

for _name in (
    "course_utils.warm",
    "transformers.convert_slow_tokenizer",
    "transformers.models.auto.tokenization_auto",
    "transformers.models.bert.modeling_bert",
    "transformers.models.electra.modeling_electra",
    "transformers.models.gpt2.modeling_gpt2",
    "transformers.models.roberta.modeling_roberta",
    "transformers.models.t5.modeling_t5",
):
    with contextlib.suppress(Exception):
        importlib.import_module(_name)
