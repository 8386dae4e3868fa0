"""Imported once by what answers are forked from: what notebooks use, so that no answer waits for it,
and no more, for each fork takes longer the more memory there is. Nothing of the graders' is here: the
class grader's sandbox imports this, too."""

from course_utils.checks.ready_to_fork import import_what_can_be

import_what_can_be(
    "torch",
    "transformers.convert_slow_tokenizer",
    "transformers.models.auto.tokenization_auto",
    "transformers.models.bert.modeling_bert",
    "transformers.models.electra.modeling_electra",
    "transformers.models.gpt2.modeling_gpt2",
    "transformers.models.roberta.modeling_roberta",
    "transformers.models.t5.modeling_t5",
    "course_utils.checks.run_answer",
)
