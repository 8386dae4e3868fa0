# accept: the library's processor
def repetition_penalty(logits, previous, penalty):
    return RepetitionPenaltyLogitsProcessor(float(penalty))(previous, logits)
