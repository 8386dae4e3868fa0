# reject: hands the library a whole number, which it refuses
# message: check-raised-at
def repetition_penalty(logits, previous, penalty):
    return RepetitionPenaltyLogitsProcessor(penalty)(previous, logits)
