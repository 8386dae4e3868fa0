# accept: asks the library's processor
def banned_next(sequence, n):
    if len(sequence) < n:
        return set()
    ids = torch.tensor([sequence])
    scores = NoRepeatNGramLogitsProcessor(n)(ids, torch.zeros(1, max(sequence) + 1))
    return set(scores[0].isinf().nonzero()[:, 0].tolist())
