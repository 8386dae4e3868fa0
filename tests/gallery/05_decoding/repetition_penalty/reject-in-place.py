# reject: the documents' version, in the caller's tensor
# message: check-modified
def repetition_penalty(logits, previous, penalty):
    for b, row in enumerate(previous.tolist()):
        for t in set(row):
            if logits[b, t] < 0:
                logits[b, t] *= penalty
            else:
                logits[b, t] /= penalty
    return logits
