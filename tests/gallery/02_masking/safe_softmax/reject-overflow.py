# reject: bare exponentials: large scores overflow
# message: safe-overflow
def safe_softmax(scores, keep):
    powers = scores.exp() * keep
    return powers / powers.sum(-1, keepdim=True).clamp(min=1e-9)
