# reject: clamps the scores to keep exp finite
# message: safe-large
def safe_softmax(scores, keep):
    e = scores.clamp(-80, 80).exp() * keep
    return e / e.sum(-1, keepdim=True).clamp_min(1e-30)
