# accept: opens hidden rows, softmax, clears them
def safe_softmax(scores, keep):
    empty = ~keep.any(-1, keepdim=True)
    safe = keep | empty
    weights = scores.masked_fill(~safe, -math.inf).softmax(-1)
    return weights.masked_fill(empty, 0.0)
